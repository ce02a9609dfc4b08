"""The game master's survey of Treasures: the board as it is now, and the players' state (TL-11, TL-37)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mapkit.game import Map
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.state import Player, State
from mapkit.grid import COMPASS, Border, Place, natural
from mapkit.rule import has
from mapkit.ruling import Heard, Survey, heard


def board(state: State) -> Map[Params]:
    """The map as it is now: treasures where they lie, on tiles that are otherwise Safe (TL-76.1.c).

    A tile whose treasure is gone is a Safe one (TL-23.a).
    """
    ground = {cell: state.on(cell) for cell in state.drawn.kinds}
    marks = {c: "treasure" if c in state.treasures and kind == "safe" else kind for c, kind in ground.items()}
    borders = frozenset(fact for fact in state.drawn.facts if not isinstance(fact.place, str))
    return replace(state.drawn, facts=borders | {has(cell, mark) for cell, mark in marks.items()})


def survey(state: State) -> Survey:
    """The players' tiles, health, items and treasures; where treasures lie, and what is due in this turn."""
    things = tuple(("treasure", cell) for cell in state.treasures)
    holds = {player.name: "treasure" for player in state.players if player.treasure}
    return Survey(_HEADS, tuple(map(_row, state.players)), things, tuple(_due(state)), holds)


_HEADS = ("health", "item", "treasure", "remarks")
_LOST = {"hospital": "loses-a-turn-to-heal"}
"""The remarks for reasons why a turn is lost (TL-63.b); for other reasons it is `loses-a-turn`."""


def _row(player: Player) -> tuple[str, ...]:
    remarks = [_LOST.get(player.lost, "loses-a-turn")] if player.lost else []
    remarks += ["may-roll"] if player.may_roll and not player.item else []
    health = "healthy" if player.healthy else "injured"
    return (player.name, player.cell, health, player.item or "-", "1" if player.treasure else "-", "; ".join(remarks))


def _due(state: State) -> Iterator[Heard]:
    if not state.winner:
        yield heard("gm-may-end" if state.moved else "gm-owes", player=state.player.name)
    for key, mark, there in _REBUILT:
        lines = [fact.place for fact in state.rebuilt if fact.mark == mark and state.fact(fact) is there]
        if lines:
            yield heard(key, what="; ".join(sorted(map(words, lines), key=natural)))


_REBUILT = (
    ("gm-gone", "wall", False),
    ("gm-built", "wall", True),
    ("gm-exits-made", "exit", True),
    ("gm-exits-closed", "exit", False),
)
"""The notes on walls and exits that differ from the map: key, mark, and whether it is there now."""


def words(line: Place) -> str:
    """A border as people say it, such as `c3 east`."""
    return f"{line.cell} {COMPASS[line.side]}" if isinstance(line, Border) else line
