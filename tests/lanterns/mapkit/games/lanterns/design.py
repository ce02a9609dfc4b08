"""Lanterns: what a map is, and which maps are legal."""

from __future__ import annotations

from dataclasses import dataclass

from mapkit.chance import Chance
from mapkit.claims import each, in_one_piece, inner_walls, one_of
from mapkit.game import BorderGlyphs, Legend
from mapkit.grid import Square, doorways, inner_borders
from mapkit.rule import Amount, Claims, Count, Facts, Rule, counted, has, wall
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


def no_glare(p: Params) -> Claims:
    """Two neighbours, with a wall between them or not."""
    for _, one, other in doorways(p.grid):
        yield other, Count((has(one, "lantern"), has(other, "lantern")), 0, 1)


def rooms(lanterns: int, walls: int, upper: str, between: str = "   ") -> tuple[str]:
    """A drawing of four rooms with its settings; a wall may stand between the two on the left."""
    return (f"lanterns={lanterns} walls={walls}\n+---+---+\n| {upper} |\n+{between}+   +\n| .   . |\n+---+---+\n",)


RULES: tuple[Rule[Params], ...] = (
    Rule("LN-1", "Every room is dark or holds one lantern.", one_of("dark", "lantern"), rooms(1, 0, "*    ")),
    counted("LN-2", "Lanterns: {lanterns}.", "lanterns", each("lantern"), rooms(2, 0, "*   .")),
    Rule("LN-3", "No two lanterns are neighbours.", no_glare, rooms(2, 0, "*   *")),
    counted("LN-4", "Walls: {walls}.", "walls", inner_walls, rooms(1, 1, "*   .")),
    Rule("LN-5", "Every room can be reached.", in_one_piece, rooms(1, 2, "* | .", "---")),
)


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """Lanterns and walls anywhere, and all that is drawn: nearly legal is good enough."""
    cells, lines = chance.shuffled(p.grid.cells()), chance.shuffled(inner_borders(p.grid))
    facts = {has(cell, "lantern" if n < p.lanterns.low else "dark") for n, cell in enumerate(cells)}
    facts |= {wall(line) for line in lines[: p.walls.low]}
    taken = {fact.place for fact in drawn}
    return drawn | {fact for fact in facts if fact.place not in taken}
