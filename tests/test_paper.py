"""Sizes of paper and margins."""

from pathlib import Path

import pytest

import mapkit
from mapkit.printing.press import press_of
from mapkit.sheet import A4, LEAST_INSIDE, Text
from tests.test_sheet import faults

CELLAR = Path("templates/samples/cellar.toml").read_text(encoding="utf-8")


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
        (each.printed) for each in (laid_out, laid_out.turned)
    }
    assert faults(press.pages(map_, "gm")) == []


def test_the_ruler_of_a_reduced_page_tells_its_own_length() -> None:
    pages = press_of({"paper": "a5"}).pages(mapkit.read(CELLAR), "gm")
    said = {mark.text for page in pages for mark in page.marks if isinstance(mark, Text)}
    assert "35.5 mm if printed at 100 %" in said
    assert A4.reduced == 1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"margin": 7}, "margin is 7; say a number from 8 to 40"),
        ({"margin": "wide"}, "margin is 'wide'; say a number from 8 to 40"),
        ({"margin": "nan"}, "margin is 'nan'; say a number from 8 to 40"),
        ({"paper": "a5", "margin": 30}, "margin is 30, too wide for a5; say a number from 8 to 16"),
        ({"paper": "tabliod"}, "paper is 'tabliod'; did you mean tabloid?"),
    ],
)
def test_a_wrong_paper_or_margin_is_told_in_words(given: dict[str, object], says: str) -> None:
    with pytest.raises(mapkit.BadSetting) as refused:
        press_of(given)
    assert str(refused.value) == says
