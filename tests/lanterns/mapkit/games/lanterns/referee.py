"""The referee of Lanterns: which player is the first to find one in the dark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mapkit.directives import own_words, starting_cells, wrong_options
from mapkit.game import Map, Referee
from mapkit.games.lanterns.design import Params
from mapkit.grid import COMPASS, Cell
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
    if wrong := wrong_options(options, (), ("starts", "order")):
        raise BadSetting("\n".join(wrong))
    dark = [cell for cell, kind in drawn.kinds.items() if kind == "dark"]
    rooms = dict(zip(names, starting_cells(options, names, dark, "dark rooms", dice), strict=True))
    told = Telling(State(drawn, rooms, names[0])).say("begin", players=", ".join(names)).say("turn", player=names[0])
    for name, room in rooms.items():
        told = told.note("starts", player=name, cell=room)
    return told.ruling


def play(state: State, words: str, _: Dice) -> Ruling[State]:
    """Carry out a step; raises InvalidMove or IllegalMove."""
    if not state.mover:
        raise IllegalMove(heard("LN-8.over"))
    way = own_words(" ".join(words.split()), tuple(state.rooms), state.mover, "LN-7.turn").casefold()
    if way not in DIRECTIONS:
        raise InvalidMove(heard("unread", words=way, ways=", ".join(DIRECTIONS)))
    name, names = state.mover, tuple(state.rooms)
    onward = state.drawn.onward(state.rooms[name], DIRECTIONS[way])
    if onward is None:
        return Telling(state).say("blocked", player=name, direction=way).ruling
    state = replace(state, rooms={**state.rooms, name: onward})
    moved = Telling(state).note("at", player=name, cell=onward)
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
