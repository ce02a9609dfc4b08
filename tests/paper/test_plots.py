"""Pictures of what was counted and measured: `simulate --plot` and `solve --plot`."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader
from typer.testing import Result

import mapkit
from mapkit.cli.plots import plain_board
from mapkit.games import maps
from mapkit.model.analysis import Ask
from mapkit.model.grid import Hex, Matrix, Square, outer_borders
from mapkit.paper import themes
from mapkit.paper.edition import Edition
from mapkit.paper.pens import InkSet
from mapkit.paper.plots import CellPlot, PlainBoard, ShareBar, bars, lengths, plot_page, said
from mapkit.paper.sheet import A4, PAPERS, Circle, Ink, Segment, Text, cap_height, width
from mapkit.paper.sheet import Path as Line
from mapkit.study.simulation import SimulationPlan, Tally, simulate
from tests.command import run
from tests.drawings import drawn
from tests.paper.test_themes import lightness
from tests.russian import left_in_english
from tests.sheet_measures import FULL, measure
from tests.sheet_measures import words as texts

CELLAR = """
shop=1 hospital=1
+---+---+---+
| .   S   T |
+   +---+   +
| H   .   .
+---+---+---+
"""


@pytest.fixture
def cellar(tmp_path: Path) -> str:
    path = tmp_path / "cellar.toml"
    path.write_text(drawn(CELLAR).to_text(), encoding="utf-8")
    return str(path)


def simulated(file: str, *words: str) -> Result:
    return run("simulate", file, "--games", "3", "--players", "2", "--seed", "friday", *words)


@pytest.mark.parametrize(("ending", "begins"), [("pdf", b"%PDF"), ("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_plot_is_the_same_bytes_from_the_same_seed(cellar: str, tmp_path: Path, ending: str, begins: bytes) -> None:
    one, other = tmp_path / f"one.{ending}", tmp_path / f"other.{ending}"
    plain = simulated(cellar)
    result = simulated(cellar, "--plot", str(one))
    assert (result.exit_code, result.stdout) == (0, plain.stdout)
    assert result.stderr == f"the plot is in {one}\n"
    assert simulated(cellar, "--plot", str(other)).exit_code == 0
    assert one.read_bytes() == other.read_bytes()
    assert one.read_bytes().startswith(begins)


def test_a_plot_of_a_simulation_shows_wins_lengths_and_places(cellar: str, tmp_path: Path) -> None:
    found = json.loads(simulated(cellar, "--json", "--plot", str(tmp_path / "plot.pdf")).stdout)
    (page,) = PdfReader(tmp_path / "plot.pdf").pages
    words = page.extract_text()
    assert "3 games of 2 players, all explorer, seed friday" in words
    assert all(f"{seat['seat']}: {seat['value']:.1%}" in words for seat in found["seats"])
    assert "where players come, times a game" in words
    assert "SECRET" in words


def test_a_plot_of_fresh_maps_shows_no_map(tmp_path: Path) -> None:
    words = ("--games", "2", "--size", "3x3", "--rules", "BASIC", "--turns", "5", "--plot", str(tmp_path / "plot.pdf"))
    result = run("simulate", "labyrinth", "--players", "2", "--seed", "friday", *words)
    assert result.exit_code == 0
    said_there = PdfReader(tmp_path / "plot.pdf").pages[0].extract_text()
    assert "No game came to an end." in said_there
    assert "where players stand when a game is left" in said_there
    assert "SECRET" not in said_there


def test_a_plot_replaces_no_file_unless_it_is_told_to(cellar: str, tmp_path: Path) -> None:
    there = tmp_path / "plot.svg"
    there.write_text("mine", encoding="utf-8")
    refused = run("solve", cellar, "--plot", str(there))
    assert refused.exit_code > 1
    assert there.read_text(encoding="utf-8") == "mine"
    assert run("solve", cellar, "--plot", str(there), "--force").exit_code == 0
    assert there.read_bytes().startswith(b"<?xml")


def test_a_map_without_numbers_by_cell_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "code.toml"
    path.write_text(drawn("size=2 text=HI", "minoqaur", tie="random").to_text(), encoding="utf-8")
    result = run("solve", str(path), "--plot", str(tmp_path / "plot.pdf"))
    assert result.exit_code > 1
    assert "nothing was measured cell by cell on this map of minoqaur; leave --plot out" in result.stderr
    assert not (tmp_path / "plot.pdf").exists()


@pytest.mark.parametrize("game", ["treasures", "labyrinth", "quoridor", "dungeon"])
def test_the_plot_of_a_map_shows_the_numbers_of_its_cells(game: str) -> None:
    size = {"labyrinth": "5x5", "quoridor": "5x5", "treasures": "6x6", "dungeon": "2"}[game]
    map_ = mapkit.generate(game, preset="any-size" if game == "treasures" else "default", size=size, seed="1")
    numbers = maps.study_for(map_.game, Ask(), {}).by_cell(map_, Ask())
    assert numbers
    drawn_there = [CellPlot(number.label, number.numbers, "{:g}".format) for number in numbers]
    pages = plot_page("A map", "measured", "", (), plain_board(map_, known=True), drawn_there, Edition(A4))
    assert {number.label for number in numbers} <= set(texts(pages))
    discs = [mark for mark in pages[0].marks if isinstance(mark, Circle)]
    assert len(discs) == sum(number > 0 for text in numbers for number in text.numbers.values())
    assert all(set(number.numbers) <= set(map_.params.grid.cells()) for number in numbers)
    assert measure(pages[0]).band < FULL


@pytest.mark.parametrize(
    ("grid", "boards", "paper"),
    [
        *((Square(3, 2), 3, "a4"), (Square(2, 3, 2), 3, "letter"), (Square(40, 40), 1, "legal")),
        *((Hex(2, 2), 1, "a3"), (Hex(6), 3, "tabloid"), (Matrix(25, 25), 2, "a5"), (Square(6, 6), 3, "a4")),
    ],
    ids=str,
)
def test_nothing_on_a_plot_is_clipped_or_overlaps(grid: Square | Hex, boards: int, paper: str) -> None:
    rows = [ShareBar(f"seat {n}", 0.1 * n, 0.05, 0.9) for n in range(8)]
    charts = (bars("Wins", rows, 1 / 8), lengths("Lengths", {n: n for n in range(3, 900, 7)}, 12))
    numbers = {cell: n % 7 + 94.5 for n, cell in enumerate(grid.cells())}
    signs = {cell: ("M", "~>", "W2", "solid")[n % 4] for n, cell in enumerate(grid.cells())}
    board = PlainBoard(grid, outer_borders(grid), (), signs, dict.fromkeys(signs.values(), "a thing with a long name"))
    plots = [CellPlot("times a game", numbers, "{:.1f}".format)] * boards
    for above in (charts, ()):
        (page,) = plot_page("T" * 60, "k" * 200, "SECRET", above, board, plots, Edition(PAPERS[paper], "ru"))
        found = measure(page)
        assert (found.clipped, found.overlapping, found.hidden, found.struck) == ((), (), (), ())


@pytest.mark.parametrize("grid", [Square(3, 2), Hex(3)], ids=str)
def test_sign_and_number_of_a_cell_stand_within_it_and_the_sign_beside_the_disc(grid: Square | Hex) -> None:
    signs = dict.fromkeys(grid.cells(), "W2")
    plots = [CellPlot("times a game", dict.fromkeys(grid.cells(), 9.0), "{:.1f}".format)]
    (page,) = plot_page("A map", "kind", "", (), PlainBoard(grid, (), (), signs), plots, Edition(A4))
    (tiles,) = (mark for mark in page.marks if isinstance(mark, Line) and mark.ink is Ink.TILE)
    length = 7 if isinstance(grid, Hex) else 5
    shapes = [tiles.steps[n : n + length] for n in range(0, len(tiles.steps), length)]
    discs = [mark for mark in page.marks if isinstance(mark, Circle)]
    for word in ("W2", "9.0"):
        inked = [mark for mark in page.marks if isinstance(mark, Text) and mark.text == word]
        assert len(inked) == len(shapes) == len(discs)
        for shape, text, disc in zip(shapes, inked, discs, strict=True):
            high = cap_height(text.size)
            corners = [
                (text.x + side * width(word, text.size) / 2, text.y - up) for side in (-1, 1) for up in (0, high)
            ]
            assert all(within(shape, corner) for corner in corners)
            assert word == "9.0" or text.y < disc.y - disc.radius
            assert word == "W2" or text.y - high / 2 == pytest.approx(disc.y)


def within(shape: Sequence[Segment], spot: tuple[float, float]) -> bool:
    """Whether a spot lies in a convex shape, whose corners go round one way."""
    corners = [step.points for step in shape]
    turns = [(b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0]) for a, b in pairwise(corners)]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


@pytest.mark.parametrize("inks", ["colour", "grey", "black"])
def test_discs_differ_from_dark_cells_and_from_paper(inks: InkSet) -> None:
    pens = themes.load("paper", inks).pens
    disc, dark, spot = (pens[ink] for ink in (Ink.DISC, Ink.GREY_SHAPE, Ink.ORANGE_PATH))
    assert disc.fill != "#ffffff" or disc.hatch
    assert (disc.fill, disc.hatch) != (dark.fill, dark.hatch)
    assert abs(lightness(spot.fill or "") - lightness(dark.fill or "")) > 20


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_plot_is_printed_as_the_options_say(cellar: str, tmp_path: Path, language: str) -> None:
    options = ("--paper", "letter", "--ink", "black", "--lang", language)
    result = run("solve", cellar, "--plot", str(tmp_path / "plot.pdf"), *options)
    assert result.exit_code == 0
    (page,) = PdfReader(tmp_path / "plot.pdf").pages
    assert sorted(map(round, page.mediabox[2:])) == [612, 792]
    words = page.extract_text()
    assert ("turns to win" if language == "en" else "ходов до победы") in words
    assert ("S: Shop" if language == "en" else "S: лавка") in words


def test_a_plot_of_a_simulation_is_in_russian(cellar: str, tmp_path: Path) -> None:
    assert simulated(cellar, "--plot", str(tmp_path / "plot.pdf"), "--lang", "ru").exit_code == 0
    words = PdfReader(tmp_path / "plot.pdf").pages[0].extract_text()
    for each in ("3 игры, игроков: 2, все explorer, seed friday", "Победы по местам", "ходит первым", "раз за игру"):
        assert each in words
    assert left_in_english(re.sub("explorer|seed friday|[A-Z]|[a-z]\n", "", words)) == set()


def test_charts_are_drawn_without_boards_and_without_data() -> None:
    charts = (said("Wins", "No game came to an end."), lengths("Lengths", {7: 1}, 0))
    pages = plot_page("Title", "kind", "", charts, PlainBoard(Square(2, 2)), (), Edition(A4))
    assert {"No game came to an end.", "7", "1", "turns"} <= set(texts(pages))


# --- what is counted ---------------------------------------------------------------------------------------------


def counted(places: bool) -> Tally:
    map_ = drawn(CELLAR)
    return simulate(SimulationPlan(lambda _: map_, ("random", "random"), "friday", 40, {}, places), 4)


def test_places_are_counted_beside_all_else() -> None:
    with_places, without = counted(places=True), counted(places=False)
    assert replace(with_places, visits=Counter(), falls=Counter(), left=Counter()) == without
    assert set(with_places.visits) <= set(drawn(CELLAR).params.grid.cells())
    assert with_places.visits.total() >= 2 * with_places.games
    assert with_places.left.total() == 2 * without.ends["unfinished"]
    assert not without.visits
