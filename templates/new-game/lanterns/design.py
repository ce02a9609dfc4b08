"""Lanterns: what a map is, which maps are legal, and what is measured on one."""

from __future__ import annotations

from dataclasses import dataclass

from mapkit.games.kit.claims import each, in_one_piece, inner_walls, one_of
from mapkit.games.kit.drafts import strew_marks
from mapkit.model.analysis import Analysis, Ask, Measure, Study
from mapkit.model.design import BorderGlyphs, Design, Legend, Solving
from mapkit.model.grid import Square, doorways
from mapkit.model.map import Map
from mapkit.model.message import Name, message, noun
from mapkit.model.rule import Amount, Claims, Count, Rule, count_rule, has
from mapkit.model.settings import amount
from mapkit.model.walk import distances


@dataclass(frozen=True)
class Params:
    """The board and the settings of a map."""

    grid: Square = Square(5, 4)
    lights: Amount = amount(3, "Lights", "LN-2", low=1)
    walls: Amount = amount(6, "Walls", "LN-4", share_of="inner borders")


def legend(_: Params) -> Legend:
    """The glyphs of a drawing; the first one is the plain room."""
    words = {"dark": noun("dark room"), "lantern": noun("lantern"), "wall": noun("wall")}
    return Legend({".": "dark", "*": "lantern"}, words, (BorderGlyphs("wall", "---", "|"),), gap="")


def no_glare(p: Params) -> Claims:
    """Two neighbours, with a wall between them or not."""
    for _, one, other in doorways(p.grid):
        yield other, Count((has(one, "lantern"), has(other, "lantern")), 0, 1)


def rooms(lights: int, walls: int, upper: str, between: str = "   ") -> tuple[str]:
    """A drawing of four rooms with its settings; a wall may stand between the two on the left."""
    return (f"lights={lights} walls={walls}\n+---+---+\n| {upper} |\n+{between}+   +\n| .   . |\n+---+---+\n",)


RULES: tuple[Rule[Params], ...] = (
    Rule("LN-1", "Every room is dark or holds one lantern.", one_of("dark", "lantern"), rooms(1, 0, "*    ")),
    count_rule("LN-2", "Lights: {lights}.", "lights", each("lantern"), rooms(2, 0, "*   .")),
    Rule("LN-3", "No two rooms with a lantern are neighbours.", no_glare, rooms(2, 0, "*   *")),
    count_rule("LN-4", "Walls: {walls}.", "walls", inner_walls, rooms(1, 1, "*   .")),
    Rule("LN-5", "Every room can be reached.", in_one_piece, rooms(1, 2, "* | .", "---")),
)


def analyse(drawn: Map[Params], _: Ask) -> Analysis:
    """Measure how far from any lantern a room can be."""
    steps = max(distances(drawn.cells_of("lantern"), drawn.open_neighbours).values())
    label = message("steps from the darkest room to a lantern")
    measure = Measure("steps-to-light", label, steps, Name(str(steps)))
    return Analysis({measure.key: measure})


DESIGN = Design(Params, RULES, legend)
SOLVING = Solving[Params](strew_marks("dark", cells={"lantern": "lights"}, borders={"wall": "walls"}))
STUDY = Study(analyse)
