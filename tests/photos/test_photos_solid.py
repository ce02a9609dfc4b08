"""Photos of boards with solid cells: the sign #, and cells that somebody hatched."""

from functools import cache
from typing import Any

import numpy as np
import pytest

import mapkit
from benchmarks.camera import CONDITIONS, PENS, BlankPage, Hand, blank_pages, draw, ink_over, photograph, stroke
from mapkit.model.chance import Chance
from mapkit.model.grid import Border
from mapkit.model.map import Map
from mapkit.photos import doubts, reader, signs
from mapkit.photos.sheet import MapReading

BOARD = """\
+---+---+---+---+---+
| #   .   .   .   # |
+   +   +---+   +   +
| .   . | A   T   .
+   +---+   +   +   +
| W1  .   #   .   W2|
+---+---+---+---+---+
"""
SOLID = {"a3", "e3", "c1"}


@cache
def a_map() -> Map[Any]:
    return mapkit.read(BOARD, game="labyrinth")


@cache
def page() -> BlankPage:
    return blank_pages(a_map())[0]


def test_the_strip_has_a_sample_of_a_solid_cell() -> None:
    assert "#" in page().signs


@pytest.mark.parametrize("pen", PENS)
def test_the_sign_of_a_solid_cell_is_read(pen: str) -> None:
    found = reader.read([("photo", photograph(draw(page(), a_map(), Hand(PENS[pen]), "1"), CONDITIONS["usual"], "1"))])
    assert {*found.map.cells_of("rock")} | {place for place in found.doubts if place in SOLID} == SOLID
    assert found.map.facts ^ a_map().facts <= {fact for fact in a_map().facts if fact.place in found.doubts}
    assert len(found.doubts) < 4


@cache
def hatched(pen: str) -> MapReading:
    """What is read where a person has hatched the solid cells, with lines over their edges."""
    hand, chance, lines = Hand(PENS[pen]), Chance("hatched"), np.zeros(page().pixels.shape[:2], np.float32)
    bare = mapkit.read(BOARD.replace("#", "."), game="labyrinth")
    for cell in SOLID:
        box = page().part.tile_box(cell)
        for number in range(1, 2 * round(box.width / 3)):
            far = 3.0 * number
            ends = [(min(far, box.width), max(0.0, far - box.width)), (max(0.0, far - box.width), min(far, box.width))]
            stray = [0.1 * chance.between(-4, 4) for _ in range(4)]
            points = [(box.x + x + stray[i], box.y + y + stray[i + 2]) for i, (x, y) in enumerate(ends)]
            stroke(lines, points, hand.pen.width)
    drawn = ink_over(draw(page(), bare, hand, "1"), lines, hand.pen, chance)
    return reader.read([("photo", photograph(drawn, CONDITIONS["usual"], "1"))])


@pytest.mark.parametrize("pen", PENS)
def test_a_hatched_cell_is_solid_or_asked_about(pen: str) -> None:
    found = hatched(pen)
    assert {found.looks[cell].word for cell in SOLID} == {"#"}
    assert not [fact for fact in found.map.facts ^ a_map().facts if fact.place not in found.doubts]


@pytest.mark.parametrize("radius", [35, 40, 44])
def test_a_large_ring_does_not_fill_its_cell(radius: int) -> None:
    y, x = np.mgrid[-50:50, -50:50]
    ring = (abs(np.maximum(np.hypot(x, y), np.maximum(abs(x), abs(y)) * 1.15) - radius) < 3).astype(np.float32)
    hatch = ((x + y) % 20 < 4).astype(np.float32)
    assert not signs.is_filled(ring, 0.5)
    assert signs.is_filled(hatch, 0.5)


def test_what_is_drawn_on_the_borders_of_a_solid_cell_means_nothing() -> None:
    found = hatched("felt pen")
    answers = " ".join(f"{cell}=#" for cell in SOLID)
    told = found.answered(doubts.answers(found, answers))
    around = {Border("a3", side) for side in "NEW"} | {Border("c1", side) for side in "NES"}
    assert around.isdisjoint(told.doubts)
    assert not [fact for fact in told.map.facts if fact.place in around]
