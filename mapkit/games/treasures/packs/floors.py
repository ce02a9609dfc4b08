"""The pack of floors: stairs and elevators (TX-20 to TX-23, TX-D1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from mapkit.games.kit.claims import on_floors, rooms
from mapkit.games.kit.movement import Move, Onward, Terrain
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import ModuleOn, Pack
from mapkit.games.treasures.referee import move
from mapkit.games.treasures.speech import PackSpeech
from mapkit.games.treasures.state import State, Telling
from mapkit.model.chance import Chance
from mapkit.model.design import Clash, DrawnSetting
from mapkit.model.grid import Cell, Square, Storeys
from mapkit.model.message import message, noun
from mapkit.model.observation import Meaning, Observation
from mapkit.model.rule import WHOLE_MAP, Claims, Facts, Node, Rule, Way, When, exactly, has, none
from mapkit.model.ruling import Dice, IllegalMove, InvalidMove, heard
from mapkit.model.settings import CountedSetting, of_module, setting

UP, DOWN, ELEVATOR = "stairs up", "stairs down", "elevator"
MOST_FLOORS = 8
MOST_STOPS = 6
"""The most floors of a map with elevators, as many as a die has faces (TX-23.a)."""


@dataclass(frozen=True)
class FloorsSettings(Params):
    """The settings of the pack; on one floor they ask for nothing."""

    stairs: int = of_module(
        setting(1, "Flights of stairs between each two neighbouring floors", "TX-20", CountedSetting())
    )
    elevators: int = of_module(setting(0, "Elevators, which stop on every floor", "TX-20", CountedSetting()))


def _mine(p: Params) -> FloorsSettings:
    assert isinstance(p, FloorsSettings)
    return p


# --- the map -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def flights(grid: Square) -> tuple[tuple[Cell, Cell], ...]:
    """The tiles where a flight of stairs may be: each one below another, with that other one."""
    if not isinstance(grid, Storeys):
        return ()
    return tuple((cell, above) for cell in grid.cells() if (above := grid.on_floor(cell, grid.floor(cell) + 1)))


@lru_cache(maxsize=8)
def shafts(grid: Square) -> tuple[tuple[Cell, ...], ...]:
    """The tiles above each other that may be an elevator's, the lowest first."""
    ground = [cell for cell in grid.cells() if grid.floor(cell) == 1]
    every = range(1, grid.floors + 1)
    return tuple(
        tuple(tile for floor in every if isinstance(grid, Storeys) and (tile := grid.on_floor(cell, floor)))
        for cell in ground
    )


def _flights_of_each(p: Params) -> Claims:
    for floor in range(1, p.grid.floors):
        feet = [has(below, UP) for below, _ in flights(p.grid) if p.grid.floor(below) == floor]
        yield WHOLE_MAP, exactly(_mine(p).stairs, feet)


def _feet_and_heads(p: Params) -> Claims:
    for below, above in flights(p.grid):
        yield below, When((has(below, UP),), exactly(1, [has(above, DOWN)]))
        yield above, When((has(above, DOWN),), exactly(1, [has(below, UP)]))
    for cell in p.grid.cells():
        if p.grid.floor(cell) == p.grid.floors:
            yield cell, none([has(cell, UP)])
        if p.grid.floor(cell) == 1:
            yield cell, none([has(cell, DOWN)])


def _number_of_shafts(p: Params) -> Claims:
    yield WHOLE_MAP, exactly(_mine(p).elevators, [has(shaft[0], ELEVATOR) for shaft in shafts(p.grid)])


def _whole_shafts(p: Params) -> Claims:
    for shaft in shafts(p.grid):
        for tile in shaft:
            others = [has(other, ELEVATOR) for other in shaft if other != tile]
            yield tile, When((has(tile, ELEVATOR),), exactly(len(others), others))


def _has_floors(p: Params) -> bool:
    return p.grid.floors > 1


# --- the pack ----------------------------------------------------------------------------------------------------


_MOVES = ("climb", "descend", "ride")
"""The movements between floors."""
_LEADS = {"climb": (UP, 1, "climbs"), "descend": (DOWN, -1, "descends")}
"""The kind of tile that each movement by stairs needs, how many floors up it leads, and what is said."""
_ON = {UP: "climb", DOWN: "descend", ELEVATOR: "ride"}
"""The movement that each kind of tile allows."""


class _Floors(Pack):
    name = "floors"
    most_floors = MOST_FLOORS
    tiles: Mapping[str, tuple[str, str]] = {
        UP: ("/u", noun("foot of stairs")),
        DOWN: ("/d", noun("head of stairs")),
        ELEVATOR: ("L", noun("elevator")),
    }
    lit = MappingProxyType({UP: "STAIRS", DOWN: "STAIRS", ELEVATOR: "an ELEVATOR"})
    movements = _MOVES
    speaking = PackSpeech(
        passages={"climb": ((0, 0, 1), UP), "descend": ((0, 0, -1), DOWN)},
        meanings={
            "stairs-up": Observation(Meaning.STAYS, ground=UP),
            "stairs-down": Observation(Meaning.STAYS, ground=DOWN),
            "climbs": Observation(Meaning.STAYS, ground=DOWN),
            "descends": Observation(Meaning.STAYS, ground=UP),
            "rides": Observation(Meaning.RIDES, ground=ELEVATOR),
        },
    )
    rules = (
        Rule("TX-20", "Flights of stairs between each two neighbouring floors: {stairs}.", _flights_of_each,
            on_floors(rooms("stairs=2", lower="| .   /u|"), rooms(upper="| .   . |", lower="| .   /d|"))
            + on_floors(rooms("stairs=1", lower="| /u  /u|"), rooms(upper="| .   . |", lower="| /d  /d|")),
            applies=_has_floors),
        Rule("TX-20", "Elevators: {elevators}.", _number_of_shafts,
            on_floors(rooms("elevators=1", lower="| .   /u|"), rooms(upper="| .   . |", lower="| .   /d|"))
            + on_floors(rooms("elevators=1", "| T   L", "| L   /u|"), rooms("", "| .   L |", "| L   /d|")),
            applies=_has_floors),
        Rule("TX-21", "Stairs have a foot, and a head on the floor right above it.", _feet_and_heads,
            on_floors(rooms(upper="| .   . |", lower="| .   /u|"), rooms())
            + on_floors(rooms("stairs=1", lower="| .   /u|"), rooms(upper="| .   . |", lower="| /u  /d|"))
            + on_floors(rooms("stairs=1", lower="| .   /u|"), rooms(upper="| .   . |", lower="| /d  /d|"))
            + on_floors(rooms("stairs=1", lower="| /d  /u|"), rooms(upper="| .   . |", lower="| .   /d|")),
            applies=_has_floors),
        Rule("TX-21", "An elevator stands in the same column and row of every floor.", _whole_shafts,
            on_floors(rooms("elevators=1", lower="| L   /u|"), rooms(upper="| .   . |", lower="| .   /d|")),
            applies=_has_floors),
    )  # fmt: skip

    # --- the map -------------------------------------------------------------------------------------------------

    def on(self, p: Params) -> bool:
        return p.grid.floors > 1 or (isinstance(p, FloorsSettings) and p.elevators > 0)

    def tiles_on(self, p: Params) -> Collection[str]:
        return self.tiles if p.grid.floors > 1 else ()

    def clashes(self, p: Params) -> Sequence[Clash]:
        elevators, floors = _mine(p).elevators, p.grid.floors
        if elevators and not 1 < floors <= MOST_STOPS:
            words = message(
                "elevators is {elevators}, and the number of floors {floors}; with elevators 2 to {most} will do",
                *(elevators, floors, MOST_STOPS),
            )
            return (Clash("elevators", words, "TX-23.a" if floors > 1 else "TX-74", fatal=True),)
        return ()

    def moves(self, p: Params, onward: Onward, node: Node, request: str, terrain: Terrain) -> Iterator[Move]:
        """Stairs lead to their other end (TX-22); an elevator lets players out on a floor by a secret die (TX-23)."""
        yield from onward(node, request, terrain)
        match node:
            case ("in", str() as cell):
                for mark, key in ((UP, "stairs-up"), (DOWN, "stairs-down")):
                    yield Move(Way(node, cell, (has(cell, mark),)), (key,))
                yield from _rides(p, node, cell, request, "elevator")
            case str() if request == "ride":
                yield from _rides(p, node, node, request, "rides")
            case str() if request in _LEADS and isinstance(p.grid, Storeys):
                mark, floors, key = _LEADS[request]
                there = p.grid.on_floor(node, p.grid.floor(node) + floors)
                yield Move(Way(node, there or node, (has(node, mark),)), (key,), request)

    def on_foot(self, p: Params) -> Iterator[Way]:
        for below, above in flights(p.grid):
            yield Way(below, above, needs=(has(below, UP),))
        for shaft in shafts(p.grid) if _mine(p).elevators else ():
            for one, other in pairwise(shaft):
                yield Way(one, other, needs=(has(one, ELEVATOR), has(other, ELEVATOR)))

    def placed(self, p: Params, chance: Chance, dry: Collection[Cell]) -> Mapping[Cell, str]:
        """Elevators and stairs where the tiles of all their floors are free; fewer where there are no more such."""
        free, found = {*dry}, dict[Cell, str]()
        for shaft in chance.shuffled(shaft for shaft in shafts(p.grid) if free.issuperset(shaft))[: _mine(p).elevators]:
            found |= dict.fromkeys(shaft, ELEVATOR)
        for floor in range(1, p.grid.floors):
            left = [each for each in flights(p.grid) if p.grid.floor(each[0]) == floor]
            left = [each for each in left if free.issuperset(each) and found.keys().isdisjoint(each)]
            for below, above in chance.shuffled(left)[: _mine(p).stairs]:
                found |= {below: UP, above: DOWN}
        return found

    def as_drawn(self, grid: Square, marks: Counter[str], facts: Facts) -> Mapping[str, DrawnSetting]:
        """The numbers that are drawn; a sketch without any way between its floors is still to have stairs."""
        if grid.floors == 1:
            return {}
        stairs = -(-max(marks[UP], marks[DOWN]) // (grid.floors - 1))
        elevators = -(-marks[ELEVATOR] // grid.floors)
        called = noun("flights of stairs between each two neighbouring floors")
        return {
            "stairs": DrawnSetting(called, stairs, stairs or int(not elevators)),
            "elevators": DrawnSetting(noun("elevators"), elevators, elevators),
        }

    # --- play ----------------------------------------------------------------------------------------------------

    def modules(self, p: Params) -> Sequence[ModuleOn]:
        number = {"floors": p.grid.floors, "flights": _mine(p).stairs * (p.grid.floors - 1)}
        told = {**number, "elevators": _mine(p).elevators}
        return [ModuleOn(what, str(count), counted=True) for what, count in told.items() if count]

    def act(self, state: State, verb: str, rest: str, dice: Dice) -> Telling | None:
        kind = state.on(state.player.cell)
        way = rest if verb == "go" else f"{verb} {rest}".strip()
        if kind in (UP, DOWN) and way in ("up", "down"):
            raise InvalidMove(heard("TX-22.which"))
        if way not in _MOVES:
            return None
        if _ON.get(kind) != way:
            on_stairs = {UP: "TX-22.up", DOWN: "TX-22.down"}.get(kind, "TX-22.none")
            raise IllegalMove(heard("TX-23.none" if way == "ride" else on_stairs))
        return move(state, way, dice)

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        way = "" if state.moved else _ON.get(state.on(state.player.cell), "")
        steps = len("NESW")
        return [*ways[:steps], way, *ways[steps:]] if way else ways


def _rides(p: Params, node: Node, cell: Cell, request: str, key: str) -> Iterator[Move]:
    """The ways out of an elevator, one for each floor; where a faulty map lacks a part of the shaft, there is none."""
    for out in next((shaft for shaft in shafts(p.grid) if cell in shaft), ()) if _mine(p).elevators else ():
        yield Move(Way(node, out, tuple(dict.fromkeys((has(cell, ELEVATOR), has(out, ELEVATOR))))), (key,), request)


FLOORS = _Floors()
