"""The referee of Lanterns: which player is the first to find one in the dark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lanterns.design import Params
from mapkit.language.directives import read_way, starting_cells, wrong_options
from mapkit.model.grid import COMPASS, Cell
from mapkit.model.map import Map
from mapkit.model.message import joined, message, noun
from mapkit.model.ruling import Dice, IllegalMove, Ruling, Seat, Telling, heard
from mapkit.model.settings import BadSetting
from mapkit.model.table import Referee, Seating, Speech, Statistics, Table, sole_winner

DIRECTIONS = {COMPASS[letter]: letter for letter in "NESW"}
STARTS = {
    'starts="a1 e4"': message("the dark rooms where players start, in the order of their names; else they are drawn")
}


@dataclass(frozen=True)
class State:
    """A moment: the map, the room of each player in the order of turns, and whose turn it is, until somebody wins."""

    drawn: Map[Params]
    rooms: Mapping[str, Cell]
    mover: str
    winner: str = ""


def begin(drawn: Map[Params], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[State]:
    """Seat the players in dark rooms, given or chosen at random, in the order of their names."""
    if wrong := wrong_options(options, (), ("starts",)):
        raise BadSetting(joined(wrong, "\n"))
    starts = starting_cells(options, names, drawn.cells_of("dark"), noun("dark rooms"), dice)
    state = State(drawn, dict(zip(names, starts, strict=True)), names[0])
    told = Telling(state).say("begin", players=", ".join(names)).say("turn", player=names[0])
    return told.note_starts(state.rooms).ruling


def play(state: State, words: str, _: Dice) -> Ruling[State]:
    """Carry out a step; raises InvalidMove or IllegalMove."""
    if not state.mover:
        raise IllegalMove(heard("LN-8.over"))
    name, names = state.mover, tuple(state.rooms)
    way = read_way(words, names, name, DIRECTIONS, "LN-7.turn")
    onward = state.drawn.onward(state.rooms[name], DIRECTIONS[way])
    if onward is None:
        return Telling(state).say("blocked", player=name, direction=way).ruling
    state = replace(state, rooms={**state.rooms, name: onward})
    moved = Telling(state).note("at", player=name, cell=onward)
    if state.drawn.kinds[onward] == "lantern":
        return moved.say("won", player=name).then(replace(state, mover="", winner=name)).ruling
    after = names[(names.index(name) + 1) % len(names)]
    return moved.say("dark", player=name).say("turn", player=after).then(replace(state, mover=after)).ruling


REFEREE: Referee[State] = Referee(
    begin,
    play,
    ways=lambda state: tuple(DIRECTIONS) if state.mover else (),  # whatever walls there are: those are secret
    mover=lambda state: state.mover,
    seats=lambda state: tuple(Seat(name, room, message("in the dark")) for name, room in state.rooms.items()),
)
TABLE = Table(
    REFEREE,
    Seating(starts=STARTS, speech=Speech(frozenset(DIRECTIONS))),
    statistics=Statistics(sole_winner),
)
