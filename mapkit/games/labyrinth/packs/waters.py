"""The pack of waters: rivers that join, mouths alone, and what is told of rivers (MX-10 to MX-19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mapkit.games.kit.claims import each, flows_into, rooms
from mapkit.games.kit.movement import Move, Onward, Terrain
from mapkit.games.labyrinth.design import END, FLOWS, NONE, Params, flow_marks
from mapkit.games.labyrinth.pack import OptionPack, clash, idle, option
from mapkit.model.chance import Chance
from mapkit.model.design import Clash, DrawnSetting, drawn_number
from mapkit.model.grid import Square
from mapkit.model.message import message, noun
from mapkit.model.rule import Amount, Claims, Count, Facts, Node, Rule, When, count_rule, has
from mapkit.model.settings import amount, choice, number_within

WHIRLPOOL = "whirlpool"


@dataclass(frozen=True)
class WatersSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    source_named: str = option(choice("yes no", "Whether the source of a river is named", "MX-10"))
    rivers_join: str = option(choice("no ends anywhere", "Where rivers may flow together", "MX-11"))
    whirlpools: Amount = option(amount(0, "Whirlpools, each a river end without a river", "MX-16"))


def joining_in_ends(p: WatersSettings) -> Claims:
    for cell in p.grid.cells() if p.drawn.river else ():
        for mark in flow_marks(p.grid):
            yield cell, When((has(cell, mark),), Count(flows_into(p.grid, cell), 0, 1))


class _Waters(OptionPack[WatersSettings]):
    name = "waters"
    settings = WatersSettings
    tiles: Mapping[str, tuple[str, str]] = {WHIRLPOOL: ("@", noun("whirlpool"))}
    icons = MappingProxyType({WHIRLPOOL: WHIRLPOOL})
    says = MappingProxyType({WHIRLPOOL: "river-end"})
    rules = (
        Rule("MX-11", "Rivers flow together in their ends only.", joining_in_ends,
            rooms("rules=F5 rivers_join=ends", "| ~>  ~v  ~<|", "| T   ~o  .", legal="b2=~o b1=."),
            applies=lambda p: getattr(p, "rivers_join", "") == "ends"),
        count_rule("MX-16", "Whirlpools: {whirlpools}.", "whirlpools", each(WHIRLPOOL),
            rooms("whirlpools=0-1 rules=F5", "  T   @   @ |", "| .   .   . |"),
            lambda p: getattr(p, "whirlpools", NONE).high != 0),
    )  # fmt: skip
    lifts = MappingProxyType({"MP-23": lambda p: p.rivers_join != "no"})

    def tiles_on(self, p: WatersSettings) -> Collection[str]:
        return self.tiles if p.whirlpools.high != 0 else ()

    def moves(self, p: WatersSettings, onward: Onward, node: Node, request: str, terrain: Terrain) -> Iterable[Move]:
        for move in super().moves(p, onward, node, request, terrain):
            if p.source_named == "no" and "river-source" in move.says:
                yield move._replace(says=tuple("river" if key == "river-source" else key for key in move.says))
            else:
                yield move

    def takes_in(self, p: WatersSettings, mark: str) -> bool:
        return p.rivers_join == "anywhere" or (p.rivers_join == "ends" and mark == END)

    def uncounted(self, p: WatersSettings) -> Collection[str]:
        more = {"river": p.source_named == "no", "river-source": p.rivers_join != "no", "river-end": self.tiles_on(p)}
        return [key for key, holds in more.items() if holds]

    def scattered(self, p: WatersSettings, chance: Chance) -> Sequence[str]:
        return [WHIRLPOOL] * number_within(p.whirlpools, "whirlpools", chance, len(p.grid.cells()) // 8)

    def as_drawn(self, grid: Square, marks: Counter[str], facts: Facts) -> Mapping[str, DrawnSetting]:
        flows_to = Counter(grid.step(str(cell), mark[-1]) for cell, mark in facts if mark in FLOWS)
        joined = {str(cell) for cell, rivers in flows_to.items() if rivers > 1}
        where = "ends" if all(has(cell, END) in facts for cell in joined) else "anywhere"
        said = {"rivers_join": DrawnSetting(noun("where rivers flow together"), where, "anywhere")} if joined else {}
        return said | ({"whirlpools": drawn_number(noun("whirlpools"), marks[WHIRLPOOL])} if marks[WHIRLPOOL] else {})

    def clashes(self, p: WatersSettings) -> Sequence[Clash]:
        found, no_rivers = list[Clash](), message("there are no rivers")
        dry = p.code.has_any("F1", "F2", "F3")
        if dry and p.source_named == "no":
            found.append(idle(p, "source_named", no_rivers, "MX-10"))
        if p.rivers_join != "no" and (dry or p.course == "south"):
            why = no_rivers if dry else message("rivers that flow from north to south never meet")
            found.append(idle(p, "rivers_join", why, "MX-11"))
        if dry and p.whirlpools.high != 0:
            found.append(clash(p, "whirlpools", message("with F1, F2 and F3 there is no river"), "MX-16"))
        return found


WATERS = _Waters()
