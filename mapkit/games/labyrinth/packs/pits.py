"""The pack of pits: wormholes that lead to themselves, and pits with a landing cell (MX-20 to MX-24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mapkit.games.kit.claims import each, everywhere, rooms
from mapkit.games.kit.movement import Move, Onward, Terrain, is_just_entered
from mapkit.games.labyrinth.design import NONE, STAY, Params
from mapkit.games.labyrinth.pack import OptionPack, clash, option
from mapkit.model.chance import Chance
from mapkit.model.design import Clash, DrawnSetting, drawn_number
from mapkit.model.grid import Cell, Square
from mapkit.model.message import message, noun
from mapkit.model.rule import WHOLE_MAP, Amount, Claims, Facts, Node, Rule, Way, count_rule, exactly, has
from mapkit.model.settings import amount, number_within

LOOP, PIT, LANDING = "loop", "pit", "landing"


@dataclass(frozen=True)
class PitsSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    loops: Amount = option(amount(0, "Wormholes that lead to themselves", "MX-20"))
    pits: Amount = option(amount(0, "Pits, all of which lead to one landing cell", "MX-22"))


def one_landing(p: Params) -> Claims:
    yield WHOLE_MAP, exactly(1, everywhere(p.grid, LANDING))


def _are_pits(p: Params) -> bool:
    return getattr(p, "pits", NONE).high != 0


class _Pits(OptionPack[PitsSettings]):
    name = "pits"
    settings = PitsSettings
    tiles: Mapping[str, tuple[str, str]] = {
        LOOP: ("!o", noun("wormhole that leads to itself")),
        PIT: ("!p", noun("pit")),
        LANDING: ("!l", noun("landing cell")),
    }
    icons = MappingProxyType({mark: mark for mark in (LOOP, PIT, LANDING)})
    says = MappingProxyType({LOOP: "wormhole", PIT: "wormhole", LANDING: "empty"})
    rules = (
        count_rule("MX-20", "Wormholes that lead to themselves: {loops}.", "loops", each(LOOP),
            rooms("loops=0-1 rules=F5", "  T   !o  !o|", "| .   .   . |"),
            lambda p: getattr(p, "loops", NONE).high != 0),
        count_rule("MX-22", "Pits: {pits}.", "pits", each(PIT),
            rooms("pits=0-1 rules=F5", "  T   !p  !p|", "| .   !l  . |"), _are_pits),
        Rule("MX-23", "There is one landing cell, to which all pits lead.", one_landing,
            rooms("pits=1 rules=F5", "  T   !p  . |", "| .   !l  !l|"), _are_pits),
    )  # fmt: skip

    def tiles_on(self, p: PitsSettings) -> Collection[str]:
        return (*([LOOP] if p.loops.high != 0 else []), *([PIT, LANDING] if p.pits.high != 0 else []))

    def grounds(self, p: PitsSettings) -> Collection[str]:
        return ("wormhole",)

    def carriers(self, p: PitsSettings) -> Collection[str]:
        return (PIT,)

    def uncounted(self, p: PitsSettings) -> Collection[str]:
        return ("wormhole",)

    def moves(self, p: PitsSettings, onward: Onward, node: Node, request: str, terrain: Terrain) -> Iterable[Move]:
        moves = onward(node, request, terrain)
        match node:
            case str() as cell if request == STAY:
                yield from self._carried(p, moves, node, cell, terrain, ("skipped",), request)
            case ("in" | "bump", str() as cell):
                yield from self._carried(p, moves, node, cell, terrain)
            case ("fall", _):
                yield from (Move(Way(node, cell, (has(cell, LANDING),))) for cell in terrain.cells(LANDING))
            case _:
                yield from moves

    def _carried(
        self,
        p: PitsSettings,
        moves: Iterable[Move],
        node: Node,
        cell: Cell,
        terrain: Terrain,
        lead: tuple[str, ...] = (),
        request: str = "",
    ) -> Iterator[Move]:
        """The moves of a player on a cell: a pit carries them to the landing cell, a loop to where they are."""
        on = self.tiles_on(p)
        here = terrain.borne(cell, tuple(mark for mark in on if mark == PIT or (mark == LOOP and terrain.heard)))
        for move in moves:
            way = move.way  # one that asks for no kind of cell stays, or in claims may drift
            yield move if way.needs else move._replace(way=way._replace(bars=(*way.bars, *here)))
        for fact in here:
            target: Node = cell if fact.mark == LOOP else ("fall", PIT)
            yield Move(Way(node, target, (fact,)), (*lead, "wormhole"), request)
        if LANDING in on and terrain.heard and is_just_entered(node):
            yield from (Move(Way(node, cell, (fact,))) for fact in terrain.borne(cell, (LANDING,)))

    def scattered(self, p: PitsSettings, chance: Chance) -> Sequence[str]:
        loops, pits = (
            number_within(getattr(p, name), name, chance, len(p.grid.cells()) // 8) for name in ("loops", "pits")
        )
        return [*[LANDING] * (p.pits.high != 0), *[LOOP] * loops, *[PIT] * pits]

    def as_drawn(self, grid: Square, marks: Counter[str], facts: Facts) -> Mapping[str, DrawnSetting]:
        numbers = (("loops", noun("wormholes that lead to themselves"), LOOP), ("pits", noun("pits"), PIT))
        return {name: drawn_number(thing, marks[mark]) for name, thing, mark in numbers if marks[mark]}

    def clashes(self, p: PitsSettings) -> Sequence[Clash]:
        lacking = p.loops.high != 0 and "F1" in p.code
        return [clash(p, "loops", message("with F1 there are no wormholes"), "MX-20")] if lacking else []


PITS = _Pits()
