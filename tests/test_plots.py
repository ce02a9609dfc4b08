"""Pictures of what was counted and measured: `simulate --plot` and `solve --plot`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner, Result

from mapkit import cli, library, maps
from mapkit.cli.plots import plain_board
from mapkit.game import Ask, Statistics, table_of
from mapkit.games import GAMES
from mapkit.grid import Hex, Matrix, Square
from mapkit.language import Edition
from mapkit.pages.plots import Bar, CellPlot, PlainBoard, bars, lengths, plot_page, said
from mapkit.playing.phrases import phrases
from mapkit.playing.simulation import SimulationPlan, Tally, simulate
from mapkit.sheet import A4, Circle, Sheet, Text
from tests.drawings import drawn
from tests.sheet_measures import measure

CELLAR = """
shop=1 hospital=1
+---+---+---+
| .   S   T |
+   +---+   +
| H   .   .
+---+---+---+
"""


def typed(*words: str) -> Result:
    return CliRunner().invoke(cli.app, words, catch_exceptions=False, prog_name="mapkit")


@pytest.fixture
def cellar(tmp_path: Path) -> str:
    path = tmp_path / "cellar.toml"
    path.write_text(library.show(drawn(CELLAR)), encoding="utf-8")
    return str(path)


def simulated(file: str, *words: str) -> Result:
    return typed("simulate", file, "--games", "3", "--players", "2", "--seed", "friday", *words)


def texts(pages: Sequence[Sheet]) -> list[str]:
    return [mark.text for page in pages for mark in page.marks if isinstance(mark, Text)]


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
    assert all(f"{each['seat']}: {each['value']:.1%}" in words for each in found["seats"])
    assert "where players come, times a game" in words
    assert "SECRET" in words


def test_a_plot_of_fresh_maps_shows_no_map(tmp_path: Path) -> None:
    words = ("--games", "2", "--size", "3x3", "--rules", "BASIC", "--turns", "5", "--plot", str(tmp_path / "plot.pdf"))
    result = typed("simulate", "labyrinth", "--players", "2", "--seed", "friday", *words)
    assert result.exit_code == 0
    said_there = PdfReader(tmp_path / "plot.pdf").pages[0].extract_text()
    assert "No game came to an end." in said_there
    assert "where players stand when a game is left" in said_there
    assert "SECRET" not in said_there


@pytest.mark.parametrize("command", ["simulate", "solve"])
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("plot.gif", "--plot plot.gif ends in .gif; name a file that ends in .pdf, .svg or .png"),
        ("plot", "--plot plot has no ending; name a file that ends in .pdf, .svg or .png"),
        ("nowhere/plot.pdf", "nowhere/plot.pdf: there is no folder nowhere"),
    ],
)
def test_a_bad_name_is_refused_before_anything_is_done(cellar: str, command: str, name: str, says: str) -> None:
    result = typed(command, cellar, "--plot", name)
    assert result.exit_code > 1
    assert says in result.stderr
    assert not result.stdout


def test_a_plot_replaces_no_file_unless_it_is_told_to(cellar: str, tmp_path: Path) -> None:
    there = tmp_path / "plot.svg"
    there.write_text("mine", encoding="utf-8")
    refused = typed("solve", cellar, "--plot", str(there))
    assert refused.exit_code > 1
    assert there.read_text(encoding="utf-8") == "mine"
    assert typed("solve", cellar, "--plot", str(there), "--force").exit_code == 0
    assert there.read_bytes().startswith(b"<?xml")


def test_a_map_without_numbers_by_cell_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "code.toml"
    path.write_text(library.show(drawn("size=2 text=HI", "minoqaur", tie="random")), encoding="utf-8")
    result = typed("solve", str(path), "--plot", str(tmp_path / "plot.pdf"))
    assert result.exit_code > 1
    assert "nothing was measured cell by cell on this map of minoqaur; leave --plot out" in result.stderr
    assert not (tmp_path / "plot.pdf").exists()


@pytest.mark.parametrize("game", ["treasures", "labyrinth", "quoridor", "dungeon"])
def test_the_plot_of_a_map_shows_the_numbers_of_its_cells(game: str) -> None:
    size = {"labyrinth": "5x5", "quoridor": "5x5", "treasures": "6x6", "dungeon": "2"}[game]
    map = library.generate(game, preset="any-size" if game == "treasures" else "default", size=size, seed="1")
    numbers = maps.study_for(map.game, Ask(), {}).by_cell(map, Ask())
    assert numbers
    drawn_there = [CellPlot(each.label, each.numbers, "{:g}".format) for each in numbers]
    pages = plot_page("A map", "measured", "", (), plain_board(map, known=True), drawn_there, Edition(A4))
    assert {each.label for each in numbers} <= set(texts(pages))
    discs = [mark for mark in pages[0].marks if isinstance(mark, Circle)]
    assert len(discs) == sum(number > 0 for each in numbers for number in each.numbers.values())
    assert all(set(each.numbers) <= set(map.params.grid.cells()) for each in numbers)


@pytest.mark.parametrize(
    ("grid", "boards"),
    [(Square(3, 2), 3), (Square(2, 3, 2), 3), (Square(40, 40), 1), (Hex(2, 2), 1), (Hex(6), 3), (Matrix(25, 25), 2)],
    ids=str,
)
def test_nothing_on_a_plot_is_clipped_or_overlaps(grid: Square | Hex, boards: int) -> None:
    rows = [Bar(f"seat {n}", 0.1 * n, 0.05, 0.9) for n in range(8)]
    charts = (("Wins", bars(rows, 1 / 8)), ("Lengths", lengths({n: n for n in range(3, 900, 7)}, 12)))
    numbers = {cell: float(n % 7) for n, cell in enumerate(grid.cells())}
    plots = [CellPlot("times a game", numbers, "{:.1f}".format)] * boards
    for above in (charts, ()):
        (page,) = plot_page("T" * 60, "k" * 200, "SECRET", above, PlainBoard(grid), plots, Edition(A4))
        found = measure(page)
        assert (found.clipped, found.overlapping, found.hidden, found.struck) == ((), (), (), ())


def test_charts_are_drawn_without_boards_and_without_data() -> None:
    charts = (("Wins", said("This game does not tell who has won.")), ("Lengths", lengths({7: 1}, 0)))
    pages = plot_page("Title", "kind", "", charts, PlainBoard(Square(2, 2)), (), Edition(A4))
    assert {"This game does not tell who has won.", "7", "1", "turns"} <= set(texts(pages))


# --- what is counted ---------------------------------------------------------------------------------------------


def counted(places: bool) -> Tally:
    map = drawn(CELLAR)
    return simulate(SimulationPlan(lambda _: map, ("random", "random"), "friday", 40, {}, places), 4)


def test_places_are_counted_beside_all_else() -> None:
    with_places, without = counted(places=True), counted(places=False)
    assert replace(with_places, visits=Counter(), falls=Counter(), left=Counter()) == without
    assert set(with_places.visits) <= set(drawn(CELLAR).params.grid.cells())
    assert with_places.visits.total() >= 2 * with_places.games
    assert with_places.left.total() == 2 * without.ends["unfinished"]
    assert not without.visits


@pytest.mark.parametrize("game", GAMES)
def test_the_announcements_of_falls_name_a_player(game: str) -> None:
    words, statistics = phrases(game, "en"), table_of(GAMES[game]).statistics
    for key, brace in (statistics or Statistics(lambda _: ())).falls.items():
        assert f"{{{brace}}}" in {**words.heard, **words.notes}[key], key
