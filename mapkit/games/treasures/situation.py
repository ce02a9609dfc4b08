"""The situation of Treasures for the game master: the board as it is now, and the players' state (TL-11, TL-37)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mapkit.games.treasures.conditions import conditions
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import packs
from mapkit.games.treasures.state import State
from mapkit.model.grid import COMPASS, Border, Place, natural
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, message
from mapkit.model.rule import has
from mapkit.model.ruling import Announcement, Situation, heard, keyed, row


def board(state: State) -> Map[Params]:
    """The map as it is now: treasures where they lie, on tiles that are otherwise Safe (TL-76.1.c).

    A tile whose treasure is gone is a Safe one (TL-23.a).
    """
    ground = {cell: state.on(cell) for cell in state.drawn.kinds}
    found = {treasure.cell: treasure.kind for treasure in state.lying}
    marks = {c: found.get(c, kind) if kind == "safe" else kind for c, kind in ground.items()}
    other = state.drawn.facts - {has(cell, kind) for cell, kind in state.drawn.kinds.items()}
    return replace(state.drawn, facts=other | {has(cell, mark) for cell, mark in marks.items()})


def situation(state: State) -> Situation:
    """The players' tiles, health, items and treasures; where treasures lie, and what is due in this turn."""
    things = (
        *((treasure.kind, treasure.cell) for treasure in state.lying),
        *(thing for pack in packs(state) for thing in pack.things(state)),
    )
    holds = {player.name: player.carried for player in state.players if player.carried}
    may_correct = [key for pack in packs(state) for key in pack.may_correct(state)]
    there = conditions(state.drawn.params, state.drawn.kinds.values())
    # A column for each hand that may hold an item (TX-85)
    goods = "goods" in there or any(player.items for player in state.players)
    hands = state.drawn.params.most_items if goods else 0
    item = keyed("item")
    items = [item] if hands == 1 else [message("{thing} {number}", item, number) for number in range(1, hands + 1)]
    rows = list[tuple[str, ...]]()
    for player in state.players:
        remarks = [said for pack in packs(state) for said in pack.condition(state, player)]
        remarks += [_LOST.get(player.lost, "loses-a-turn")] if player.lost else []
        remarks += ["may-roll"] if player.may_roll and len(player.items) < state.drawn.params.most_items else []
        held = (*player.items, *["-"] * hands)[:hands]
        treasure = "1" if player.carried else "-"
        rows.append((player.name, player.cell, player.health, *held, treasure, row(remarks, "; ")))
    return Situation(
        ("health", *items, "treasure", "remarks"),
        tuple(rows),
        things,
        tuple(_due(state)),
        holds,
        (*may_correct, *there),
    )


_LOST = {"hospital": "loses-a-turn-to-heal"}
"""The remarks for reasons why a turn is lost (TL-63.b); for other reasons it is `loses-a-turn`."""


def _due(state: State) -> Iterator[Announcement]:
    if not state.winner:
        yield heard("gm-may-end" if state.moved else "gm-owes", player=state.player.name)
    if any(pack.counts_rounds(state.drawn.params) for pack in packs(state)):
        yield heard("gm-round", count=str(state.round))
    for pack in packs(state):
        yield from pack.due(state)
    for key, mark, there in _REBUILT:
        lines = [fact.place for fact in state.rebuilt if fact.mark == mark and (fact in state.drawn.facts) is there]
        if lines:
            yield heard(key, what=joined(sorted(map(words, lines), key=natural), "; "))


_REBUILT = (
    ("gm-gone", "wall", False),
    ("gm-built", "wall", True),
    ("gm-exits-made", "exit", True),
    ("gm-exits-closed", "exit", False),
)
"""The notes on walls and exits that differ from the map: key, mark, and whether it is there now."""


def words(line: Place) -> Message | Name:
    """A border as people say it, such as `c3 east`."""
    return joined([Name(line.cell), keyed(COMPASS[line.side])], " ") if isinstance(line, Border) else Name(line)
