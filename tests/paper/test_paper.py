"""Sizes of paper and margins."""

import pathlib
from collections.abc import Iterator

import pytest

import mapkit
from mapkit.paper.press import press_of
from mapkit.paper.sheet import LEAST_INSIDE, Mark, Page, Text, extent
from tests.paper.test_sheet import faults

CELLAR = pathlib.Path("templates/samples/cellar.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("paper", "margin"),
    [("a3", 12), ("a4", 8), ("a4", 40), ("a5", 8), ("a5", 16), ("letter", 20), ("legal", 12), ("tabloid", 12)],
)
def test_pages_keep_the_margin_of_every_paper(paper: str, margin: int) -> None:
    press, map_ = press_of({"paper": paper, "margin": margin}), mapkit.read(CELLAR)
    laid_out = press.wanted.paper
    assert laid_out.margin / laid_out.reduced == pytest.approx(margin)
    assert laid_out.inside.width >= LEAST_INSIDE[0] - 1e-6
    assert {page.paper.printed for page in press.pages(map_, "gm")} <= {
        (size.printed) for size in (laid_out, laid_out.turned)
    }
    assert faults(press.pages(map_, "gm")) == []


OPENING = 'mapkit = 1\ngame = "quoridor"\nsize = 9\npreset = "opening"\npawns = "e1 e9"\n'
REDUCED: list[dict[str, object]] = [{"paper": "a5"}, {"margin": 40}, {"nup": 4}, {"booklet": "long"}]


@pytest.mark.parametrize("given", [{}, *REDUCED], ids=str)
def test_a_ruler_tells_its_own_length(given: dict[str, object]) -> None:
    press = press_of(given)
    for name in ("gm", "player", "draw"):
        pages = press.pages(mapkit.read(CELLAR), name)
        found = [(page, told, line) for page in pages for told, line in _rulers(page)]
        assert found, name
        for page, told, line in found:
            assert told == pytest.approx(extent(line).width * page.paper.printed[0] / page.paper.width, abs=0.05)
            assert told in (10, 20, 30, 40, 50), "a round length"
    assert (press.wanted.paper.reduced == 1) == (not given)


def _rulers(page: Page) -> Iterator[tuple[float, Mark]]:
    """The length that the words of each ruler of a page tell, and its line."""
    for i, mark in enumerate(page.marks):
        if isinstance(mark, Text) and mark.text.endswith("mm if printed at 100 %"):
            yield float(mark.text.split()[0]), page.marks[i - 1]


@pytest.mark.parametrize("given", [{}, *REDUCED], ids=str)
def test_a_page_tells_how_wide_its_squares_are_on_paper(given: dict[str, object]) -> None:
    (page,) = press_of(given).pages(mapkit.read(OPENING), "board")
    words = [mark for mark in page.marks if isinstance(mark, Text)]
    a, b = (next(mark.x for mark in words if mark.text == name) for name in "ab")
    said = next(mark.text for mark in words if mark.text.startswith("One square is "))
    assert float(said.split()[3]) == pytest.approx((b - a) * page.paper.printed[0] / page.paper.width, abs=0.05)
