"""Which entry points and templates installed packages have, by their metadata alone."""

import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from mapkit.model import packages
from tests.packages import register


def found() -> list[tuple[str, str, str]]:
    return [point[1:] for point in packages.entry_points(packages.GAMES)]


def test_entry_points_are_those_that_python_finds(site: Path) -> None:
    text = (
        "[console_scripts]\nmoths = x:main\n\n[mapkit.games]\nmoths=moths:GAME\n  ants  =  ants.deep:GAME.inner [an]\n"
    )
    register(site, "club-games", f"{text}# b = c:d\n[mapkit.packs]\ndungeon.quiet = quiet:QUIET")
    assert found() == [("ants", "ants.deep:GAME.inner", "club_games 0.1"), ("moths", "moths:GAME", "club_games 0.1")]
    theirs = entry_points(group="mapkit.games")
    assert {(each.name, f"{each.module}:{each.attr}") for each in theirs} >= {each[:2] for each in found()}
    assert [each.name for each in packages.entry_points(packages.PACKS)] == ["dungeon.quiet"]


def test_of_two_versions_the_first_on_the_path_counts(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = site.parent / "before"
    register(site, "moths", "[mapkit.games]\nmoths = old:GAME")
    register(before, "moths", "[mapkit.games]\nmoths = new:GAME", "0.2")
    assert found() == [("moths", "old:GAME", "moths 0.1")]
    monkeypatch.syspath_prepend(before)
    assert found() == [("moths", "new:GAME", "moths 0.2")]
    monkeypatch.setattr(sys, "path", [str(site), str(site), *sys.path])
    assert found() == [("moths", "old:GAME", "moths 0.1")]


def test_what_is_no_metadata_is_passed_over(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(site, "moths", "no section = here\n[mapkit.games]\nnothing\n[mapkit.other]\na = b:c")
    (site / "loose.dist-info").write_text("a file", encoding="utf-8")
    (site / "bytes-1.dist-info").mkdir()
    (site / "bytes-1.dist-info" / "entry_points.txt").write_bytes(b"[mapkit.games]\n\xff\xfe = \x1b[31m:GAME\n")
    (site / "old.egg-info").mkdir()
    (site / "old.egg-info" / "entry_points.txt").write_text("[mapkit.games]\nold = old:GAME\n", encoding="utf-8")
    (site / "file.txt").write_text("no archive", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(site / "file.txt"), str(site / "nowhere")])
    assert [name for name, _, _ in found()] == ["old", "\ufffd\ufffd"]
    assert packages.templates() == ()
