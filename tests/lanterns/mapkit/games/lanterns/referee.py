"""The referee of Lanterns: which player is the first to find one in the dark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mapkit.directives import own_words, wrong_options
from mapkit.game import Map, Referee
from mapkit.games.lanterns.design import Params
from mapkit.grid import COMPASS, Cell, border
from mapkit.rule import wall
from mapkit.ruling import Dice, IllegalMove, InvalidMove, Ruling, Seat, Telling, heard
from mapkit.settings import BadSetting

DIRECTIONS = {COMPASS[letter]: letter for letter in "NESW"}


@dataclass(frozen=True)
class State:
    """A moment: the map, the room of each player in the order of turns, and whose turn it is, until somebody wins."""

    drawn: Map[Params]
    rooms: Mapping[str, Cell]
    mover: str


def begin(drawn: Map[Params], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[State]:
    """Seat the players in dark rooms, given or drawn by lot, in the order of their names."""
    dark = [cell for cell, kind in drawn.kinds.items() if kind == "dark"]
    rooms = options.get("starts", "").split() or [dark[dice(len(dark)) - 1] for _ in names]
    wrong = wrong_options(options, (), ("starts", "order"))
    if wrong or len(rooms) != len(names) or not set(rooms) <= set(dark):
        raise BadSetting("\n".join(wrong) or f"starts takes {len(names)} dark rooms, such as {' '.join(dark[:2])}")
    notes = tuple(heard("starts", player=name, cell=room) for name, room in zip(names, rooms, strict=True))
    state = State(drawn, dict(zip(names, rooms, strict=True)), names[0])
    return Ruling((heard("begin", players=", ".join(names)), heard("turn", player=names[0])), notes, state)


def play(state: State, words: str, _: Dice) -> Ruling[State]:
    """Carry out a step; raises InvalidMove or IllegalMove."""
    if not state.mover:
        raise IllegalMove(heard("LN-8.over"))
    way = own_words(" ".join(words.casefold().split()), tuple(state.rooms), state.mover, "LN-7.turn")
    if way not in DIRECTIONS:
        raise InvalidMove(heard("unread", words=way, ways=", ".join(DIRECTIONS)))
    grid, name, room = state.drawn.params.grid, state.mover, state.rooms[state.mover]
    onward = grid.step(room, DIRECTIONS[way])
    if onward is None or wall(border(grid, room, DIRECTIONS[way])) in state.drawn.facts:
        return Telling(state).say("blocked", player=name, direction=way).ruling
    state = replace(state, rooms={**state.rooms, name: onward})
    moved, names = Telling(state).note("at", player=name, cell=onward), tuple(state.rooms)
    if state.drawn.kinds[onward] == "lantern":
        return moved.say("won", player=name).then(replace(state, mover="")).ruling
    after = names[(names.index(name) + 1) % len(names)]
    return moved.say("dark", player=name).say("turn", player=after).then(replace(state, mover=after)).ruling


REFEREE: Referee[State] = Referee(
    begin,
    play,
    ways=lambda state: tuple(DIRECTIONS) if state.mover else (),  # whatever walls there are: those are secret
    mover=lambda state: state.mover,
    seats=lambda state: tuple(Seat(name, room, "in the dark") for name, room in state.rooms.items()),
)
