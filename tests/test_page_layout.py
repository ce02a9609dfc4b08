"""Pages are full, and nothing on them is clipped or overlaps, measured from their marks (`sheet_measures`)."""

import pytest

from mapkit.printing.drawing import as_sheets, page_head
from mapkit.sheet import A4, Box, Circle, Ink, Mark, Sheet, Text, line, lines, rectangle
from tests.sheet_measures import Measures, highest_band, measure
from tests.test_sheet import ON_A4


def page(*marks: Mark) -> Sheet:
    return Sheet(A4, "page-1", marks)


def measured(*marks: Mark) -> Measures:
    return measure(page(*marks))


BADGE, LABEL = rectangle(Ink.SOLID, Box(100, 100, 20, 6)), Text(Ink.TEXT, 118, 105, 4, "label")


def test_the_highest_empty_band_is_measured_between_head_and_foot() -> None:
    body = page_head(ON_A4, "page", "game", "", "kind")
    (empty,) = as_sheets(body, [()])
    assert highest_band(empty) == pytest.approx((body.body.y, body.body.height))
    (half,) = as_sheets(body, [(rectangle(Ink.BOX, Box(20, 100, 5, 80)),)])
    assert highest_band(half) == pytest.approx((180, body.body.bottom - 180))
    assert highest_band(page()) == (12, 273)


def test_strokes_fill_their_rows_and_a_lone_upright_line_fills_none() -> None:
    rows = lines(Ink.HAIRLINE, [((20, y), (190, y)) for y in (50, 150, 280)])
    assert highest_band(page(rows)) == (150, 130)
    assert highest_band(page(rows, line(Ink.CUT, (100, 20), (100, 280)))) == (150, 130)


@pytest.mark.parametrize(
    ("marks", "wrong"),
    [
        ((LABEL,), (0, 0, 0, 0)),
        ((BADGE, Text(Ink.REVERSE, 110, 105, 4, "EXIT", True, "middle")), (0, 0, 0, 0)),
        ((Text(Ink.TEXT, 195, 100, 5, "too long"),), (1, 0, 0, 0)),
        ((LABEL, Text(Ink.TEXT, 120, 106, 4, "on it")), (0, 1, 0, 0)),
        ((LABEL, BADGE), (0, 0, 1, 0)),
        ((LABEL, Circle(Ink.PAPER, 122, 104, 30)), (0, 0, 1, 0)),
        ((BADGE, LABEL), (0, 0, 0, 1)),
        ((LABEL, line(Ink.WALL, (100, 90), (140, 120))), (0, 0, 0, 1)),
        ((line(Ink.WALL, (100, 104), (140, 104)), LABEL), (0, 0, 0, 1)),
        ((line(Ink.WALL, (100, 104), (140, 104)), rectangle(Ink.PAPER, Box(117, 101, 12, 6)), LABEL), (0, 0, 0, 0)),
        ((line(Ink.GRID, (100, 104), (140, 104)), LABEL), (0, 0, 0, 0)),
        ((line(Ink.WALL, (100, 105.4), (140, 105.4)), LABEL), (0, 0, 0, 0)),
        ((Text(Ink.TEXT, 100, 100, 4, "label", turn=90), line(Ink.WALL, (90, 104), (120, 104))), (0, 0, 0, 1)),
        ((Text(Ink.TEXT, 100, 100, 4, "label", turn=270), line(Ink.WALL, (90, 104), (120, 104))), (0, 0, 0, 0)),
    ],
)
def test_what_is_clipped_or_cannot_be_read_is_found(marks: tuple[Mark, ...], wrong: tuple[int, ...]) -> None:
    assert tuple(map(len, measured(*marks)[2:])) == wrong
