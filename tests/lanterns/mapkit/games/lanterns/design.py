"""Lanterns: what a map is, and which maps are legal."""

from __future__ import annotations

from dataclasses import dataclass

from mapkit.chance import Chance
from mapkit.game import BorderGlyphs, Legend
from mapkit.grid import Border, Cell, Square, inner_borders, sides
from mapkit.rule import WHOLE_MAP, Amount, Claims, Count, Facts, Joined, Rule, Way, exactly, has, wall, within
from mapkit.settings import amount


@dataclass(frozen=True)
class Params:
    """The board and the settings of a map."""

    grid: Square = Square(5, 4)
    lanterns: Amount = amount(3, "Lanterns", "LN-2", low=1)
    walls: Amount = amount(6, "Walls", "LN-4", share_of="inner borders")


def legend(_: Params) -> Legend:
    """The glyphs of a drawing; the first one is the plain room."""
    words = {"dark": "dark room", "lantern": "lantern", "wall": "wall"}
    return Legend({".": "dark", "*": "lantern"}, words, (BorderGlyphs("wall", "---", "|"),), gap="")


def doorways(p: Params) -> list[tuple[Border, Cell, Cell]]:
    """The borders between two rooms, each with these rooms."""
    return [(line, line.cell, other) for line in inner_borders(p.grid) if (other := sides(p.grid, line)[1])]


def one_kind(p: Params) -> Claims:
    for cell in p.grid.cells():
        yield cell, exactly(1, (has(cell, "dark"), has(cell, "lantern")))


def lanterns(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.lanterns, (has(cell, "lantern") for cell in p.grid.cells()))


def no_glare(p: Params) -> Claims:
    for _, one, other in doorways(p):
        yield other, Count((has(one, "lantern"), has(other, "lantern")), 0, 1)


def walls(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.walls, map(wall, inner_borders(p.grid)))


def one_piece(p: Params) -> Claims:
    ways = (Way(one, other, bars=(wall(line),)) for line, one, other in doorways(p))
    yield WHOLE_MAP, Joined(p.grid.cells(), tuple(ways))


def rooms(settings: str, upper: str, between: str = "   ") -> tuple[str]:
    """A drawing of four rooms with its settings; a wall may stand between the two on the left."""
    return (f"{settings}\n+---+---+\n| {upper} |\n+{between}+   +\n| .   . |\n+---+---+\n",)


RULES: tuple[Rule[Params], ...] = (
    Rule("LN-1", "Every room is dark or holds one lantern.", one_kind, rooms("lanterns=1 walls=0", "*    ")),
    Rule("LN-2", "Lanterns: {lanterns}.", lanterns, rooms("lanterns=2 walls=0", "*   .")),
    Rule("LN-3", "No two lanterns are neighbours.", no_glare, rooms("lanterns=2 walls=0", "*   *")),
    Rule("LN-4", "Walls: {walls}.", walls, rooms("lanterns=1 walls=1", "*   .")),
    Rule("LN-5", "Every room can be reached.", one_piece, rooms("lanterns=1 walls=2", "* | .", "---")),
)


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """Lanterns and walls anywhere, and all that is drawn: nearly legal is good enough."""
    cells, lines = chance.shuffled(p.grid.cells()), chance.shuffled(inner_borders(p.grid))
    facts = {has(cell, "lantern" if n < p.lanterns.low else "dark") for n, cell in enumerate(cells)}
    facts |= {wall(line) for line in lines[: p.walls.low]}
    taken = {fact.place for fact in drawn}
    return drawn | {fact for fact in facts if fact.place not in taken}
