"""Commands against the least that they could take: the start of Python, and of the libraries that they need."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from benchmarks.conftest import Note, against, clocked
from mapkit import maps
from mapkit.mapfile import document

MAPKIT = ["-m", "mapkit"]


def test_the_version_against_a_bare_python(benchmark: Any, note: Note) -> None:
    ratio = against(benchmark, [*MAPKIT, "--version"], ["-c", "pass"], 15)
    note("mapkit --version : python -c pass", ratio, "times", 4)


def test_checking_a_file_against_importing_networkx(benchmark: Any, note: Note, tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(document.show(maps.generate("treasures", "bench")), encoding="utf-8")
    ratio = against(benchmark, [*MAPKIT, "check", str(path)], ["-c", "import networkx"], 11)
    note("mapkit check, 8x8 : import networkx", ratio, "times", 3)


def test_generating_a_file_against_importing_the_solver(benchmark: Any, note: Note) -> None:
    ours = [*MAPKIT, "generate", "treasures", "--seed", "bench", "-o", "-"]
    ratio = against(benchmark, ours, ["-c", "import ortools.sat.python.cp_model"], 11)
    note("mapkit generate, 8x8 : import ortools", ratio, "times", 2)


def test_the_first_prompt_against_importing_typer(
    benchmark: Any, note: Note, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game is begun, its log is on disk, and nobody says anything."""
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path))
    path = tmp_path / "map.toml"
    path.write_text(document.show(maps.generate("treasures", "bench")), encoding="utf-8")
    ratio = against(benchmark, [*MAPKIT, "play", str(path), "--players", "Ann,Bob"], ["-c", "import typer"], 11)
    note("mapkit play, first prompt : import typer", ratio, "times", 3)


def test_a_hundred_files_of_maps(benchmark: Any, note: Note, tmp_path: Path) -> None:
    folders = count()

    def made() -> float:
        folder = str(tmp_path / str(next(folders)))
        return clocked([*MAPKIT, "generate", "treasures", "--seed", "bench", "--count", "100", "-o", folder])

    benchmark.pedantic(made, rounds=5)
    note("mapkit generate --count 100, 8x8", benchmark.stats.stats.median, "s", 5)
