"""Pages are full, and nothing on them is clipped or overlaps, measured from their marks (`sheet_measures`)."""

import re
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import languages
from mapkit.paper.drawing import as_pages, page_setup
from mapkit.paper.edition import Edition
from mapkit.paper.press import Press
from mapkit.paper.sheet import A4, LEAST_TEXT, PAPERS, Box, Circle, Ink, Mark, Page, Text, line, lines, rectangle
from tests.gallery import PICTURES, PLOTTED, kinds, plots
from tests.paper.test_sheet import ON_A4
from tests.sheet_measures import (
    FULL,
    Board,
    MeasuredPage,
    Measures,
    boards,
    body,
    emptiest,
    highest_band,
    map_of,
    measure,
    measured_pages,
    sheets,
    unreadable,
)

EMPTIEST = dict[str, tuple[int, float]]()
"""The pages of all boards with a band of over 50 mm: how many there are of each kind, and the highest band: none."""
UNREADABLE = {"dungeon played": 1, "treasures played": 1}
"""How many texts of all boards are hidden or struck through, by the kind of page. The numbers may only fall."""
OVERLAPPING = dict[str, int]()
"""How many pairs of texts overlap, by the kind of page: none. The numbers may only fall."""
QUICK = (
    ("treasures", "small", ("gm", "screen", "player", "card", "log", "map")),
    ("labyrinth", "basic", ("gm", "player", "card", "log", "map", "played")),
    ("quoridor", "opening", ("gm", "board", "pieces", "large", "large-pieces", "score", "card")),
    (
        "dungeon",
        "default",
        ("gm", "tiles", "screen", "level", "player", "counters", "orders", "tracker", "log", "card"),
    ),
    ("minoqaur", "default", ("board", "code", "card", "log")),
)
"""A board of each game, and sheets that are drawn in no time."""


def page(*marks: Mark) -> Page:
    return Page(A4, "page-1", marks)


def measured(*marks: Mark) -> Measures:
    return measure(page(*marks))


BADGE, LABEL = rectangle(Ink.SOLID, Box(100, 100, 20, 6)), Text(Ink.TEXT, 118, 105, 4, "label")


def test_the_highest_empty_band_is_measured_between_head_and_foot() -> None:
    body = page_setup(ON_A4, "page", "game", "", "kind")
    (empty,) = as_pages(body, [()])
    assert highest_band(empty) == pytest.approx((body.body.y, body.body.height))
    (half,) = as_pages(body, [(rectangle(Ink.BOX, Box(20, 100, 5, 80)),)])
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


def worse(pages: Sequence[MeasuredPage]) -> list[str]:
    """What is worse than the tables above allow."""
    wrong = [f"{page}: {what}" for page in pages for what in page.measures.clipped]
    for kind, (number, band) in emptiest(pages).items():
        most, highest = EMPTIEST.get(kind, (0, FULL))
        if number > most or band > highest:
            wrong.append(f"{kind}: {number} pages with a band of up to {band} mm; at most {most}, {highest} mm")
    overlapping = Counter(page.kind for page in pages for _ in page.measures.overlapping)
    for known, found in ((UNREADABLE, unreadable(pages)), (OVERLAPPING, overlapping)):
        wrong += [f"{kind}: {n}, at most {known.get(kind, 0)}" for kind, n in found.items() if n > known.get(kind, 0)]
    return wrong


@pytest.mark.parametrize(("game", "preset", "names"), QUICK, ids=[game for game, *_ in QUICK])
def test_the_pages_of_a_board_are_full_and_can_be_read(game: str, preset: str, names: tuple[str, ...]) -> None:
    assert worse(list(measured_pages([Board(game, preset)], ["a4"], ["en"], names))) == []


@pytest.mark.parametrize("language", ["en", "ru", "de"])
@pytest.mark.parametrize(("game", "preset", "names"), QUICK, ids=[game for game, *_ in QUICK])
def test_a5_has_type_of_eight_and_a_half_points_and_all_fits(
    game: str, preset: str, names: tuple[str, ...], language: str
) -> None:
    for name, pages in sheets(Board(game, preset), "a5", language, names):
        for page in pages:
            assert measure(page).faults == 0, (name, measure(page))
            for mark in (mark for mark in page.marks if isinstance(mark, Text)):
                assert mark.size / page.paper.reduced * 72 / 25.4 >= 8.5, (name, mark)


@pytest.mark.parametrize(("paper", "language"), [("a4", "en"), ("a4", "ru"), ("letter", "en")])
def test_smaller_type_saves_the_game_master_a_page_of_few_words(paper: str, language: str) -> None:
    edition = Edition(PAPERS[paper], language)
    pages = Press("pdf", edition).pages(map_of(Board("labyrinth", "default", "3x3")), "gm")
    assert len(pages) == 3, "the map, what to do and say before the game, and in it"
    for page in pages:
        room, told = body(page), [mark for mark in page.marks if isinstance(mark, Text)]
        notes = [mark.y for mark in told if mark.text == edition.words["notes"]]
        assert min(notes, default=room.bottom) > room.y + room.height / 2
        assert min(mark.size for mark in told) >= LEAST_TEXT


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_all_boards_are_full_and_can_be_read(game: str) -> None:
    """On A4 in all languages and on Letter: all presets, the smallest and the largest boards, games played on them."""
    assert worse(list(measured_pages(boards(game), ["a4", "letter"], languages(game)))) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_gallery_shows_each_kind_of_sheet(game: str) -> None:
    page = (PICTURES.parents[1] / "gallery.md").read_text(encoding="utf-8")
    shown = re.findall(rf'<img src="pictures/gallery/{game}-([\w-]+)\.png"', page)
    assert shown == list(kinds(game)), f"name it in docs/gallery.md, and draw it: python -m tests.gallery --docs {game}"
    assert all(Image.open(BytesIO((PICTURES / f"{game}-{kind}.png").read_bytes())).width >= 1000 for kind in shown)


def test_the_plots_of_the_pages_are_those_of_today(tmp_path: Path) -> None:
    plots(tmp_path)
    for plot in PLOTTED:
        of_today, shown = (
            Image.open(folder / f"{plot.name}.png").convert("L") for folder in (tmp_path, PICTURES.parent)
        )
        assert of_today.size == shown.size
        differ = ImageStat.Stat(ImageChops.difference(of_today, shown)).mean[0]
        assert differ < 1, f"{plot.name}.png is stale; draw it: python -m tests.gallery --docs plots"


def test_the_gallery_is_light() -> None:
    assert sum(picture.stat().st_size for picture in PICTURES.iterdir()) < 1_500_000
