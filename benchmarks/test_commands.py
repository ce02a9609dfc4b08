"""Commands against the least that they could take: the start of Python, and of the libraries that they need."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from benchmarks.conftest import Note, against, clocked
from mapkit.games import maps
from mapkit.mapfile import writer

MAPKIT = ["-m", "mapkit"]


PLAYERS = ["--players", "Ann,Bob"]
CANVAS = "import reportlab.pdfgen.canvas"

TWENTY_MORE = """
import mapkit.games.shelf
mapkit.games.shelf.NAMES += tuple(f"dummy{number}" for number in range(20))
from mapkit.__main__ import main
main()
"""
AS_IT_IS = TWENTY_MORE.replace("20", "0")


@pytest.fixture
def a_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of an 8x8 map; games are saved and sheets are printed beside it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path))
    path = tmp_path / "map.toml"
    path.write_text(writer.show(maps.generate("treasures", "bench")), encoding="utf-8")
    return str(path)


def test_the_version_against_a_bare_python(benchmark: Any, note: Note) -> None:
    ratio = against(benchmark, [*MAPKIT, "--version"], ["-c", "pass"], 15)
    note("mapkit --version : python -c pass", ratio, "times", 4)


def test_checking_a_file_against_importing_networkx(benchmark: Any, note: Note, a_map: str) -> None:
    ratio = against(benchmark, [*MAPKIT, "check", a_map], ["-c", "import networkx"], 15)
    note("mapkit check, 8x8 : import networkx", ratio, "times", 1.5)


def test_generating_a_file_against_importing_the_solver(benchmark: Any, note: Note) -> None:
    ours = [*MAPKIT, "generate", "treasures", "--seed", "bench", "-o", "-"]
    ratio = against(benchmark, ours, ["-c", "import ortools.sat.python.cp_model"], 7)
    note("mapkit generate, 8x8 : import ortools", ratio, "times", 2)


@pytest.mark.parametrize(
    ("words", "goal"),
    [
        (["generate", "treasures", "--seed", "bench", "-o", "-"], 3),
        (["check", "map.toml"], None),
        (["moves", "map.toml"], None),
        (["play", "map.toml", *PLAYERS], 3),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_a_start_against_importing_typer(
    benchmark: Any, note: Note, a_map: str, words: list[str], goal: float | None
) -> None:
    """For `play`, the game is begun, its log is on disk, and nobody says anything."""
    assert a_map
    ratio = against(benchmark, [*MAPKIT, *words], ["-c", "import typer"], 15)
    note(f"mapkit {words[0]}, 8x8 : import typer", ratio, "times", goal)


@pytest.mark.parametrize(
    ("peer", "goal"), [(CANVAS, 2), (f"import typer; {CANVAS}", 2.5)], ids=["canvas", "canvas and typer"]
)
def test_printing_a_players_sheet(benchmark: Any, note: Note, a_map: str, peer: str, goal: float | None) -> None:
    """The floor is to load what writes PDF, and then also what reads the words of a command."""
    ours = [*MAPKIT, "print", a_map, "--sheets", "player", "--force"]
    ratio = against(benchmark, ours, ["-c", peer], 11)
    note(f"mapkit print --sheets player : {peer.replace(CANVAS, 'import canvas')}", ratio, "times", goal)


@pytest.mark.parametrize("words", [["check", "map.toml"], ["generate", "treasures", "--seed", "bench", "-o", "-"]])
def test_a_start_with_twenty_more_games_on_the_shelf(benchmark: Any, note: Note, a_map: str, words: list[str]) -> None:
    assert a_map
    ratio = against(benchmark, ["-c", TWENTY_MORE, *words], ["-c", AS_IT_IS, *words], 31)
    note(f"mapkit {words[0]}, twenty more games : as it is", ratio, "times", 1.02)


def test_a_hundred_files_of_maps(benchmark: Any, note: Note, tmp_path: Path) -> None:
    folders = count()

    def made() -> float:
        folder = str(tmp_path / str(next(folders)))
        return clocked([*MAPKIT, "generate", "treasures", "--seed", "bench", "--count", "100", "-o", folder])

    benchmark.pedantic(made, rounds=5)
    note("mapkit generate --count 100, 8x8", benchmark.stats.stats.median, "s", 5)
