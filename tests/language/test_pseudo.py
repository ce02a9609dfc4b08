"""Nothing that mapkit says is left in English in a language that is made by a rule: commands, sheets and tables."""

import re
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from mapkit.cli.main import app
from mapkit.formats.shelf import FORMATS
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile.writer import show as show_map
from mapkit.model import resources
from mapkit.model.game import NoSheet
from mapkit.model.settings import settings
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.sheet import A4, Page, Text
from mapkit.study.simulation import player_kinds, slow_kinds
from tests import pseudo
from tests.russian import left_in_english

GAMES_AND_PRESETS = [(game, preset.name) for game in GAMES for preset in maps.presets(game)]
COMMANDS = sorted(get_command(app).commands)  # type: ignore[attr-defined]  # a group
TYPED = re.compile(r"##.*##|[\w./-]+\.(toml|pdf|svg|jsonl|json|txt)|map\.salt|\w+:1\S+|--\S+|\S+=\S+|‹\w+›|\"[A-Z]+\"")
"""Rows of a board, names of files, codes, options and settings, which are the same in all languages."""
CHOSEN = {
    *(kind for game in GAMES.values() for kind in (*player_kinds(game), *slow_kinds(game))),
    *(getattr(each.value_kind, "word", "") for game in GAMES.values() for each in settings(game.design.params)),
}
"""Kinds of computer players, and words that settings take in place of a number: people type them."""


@pytest.fixture(autouse=True)
def language(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(resources, "_HERE", pseudo.installed())
    monkeypatch.setenv("MAPKIT_LANG", pseudo.PSEUDO)
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)


def answer(*typed: str, says: str = "") -> str:
    result = CliRunner().invoke(app, [*typed], input=says)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


def english(told: str, *names: str) -> dict[str, set[str]]:
    """The lines with words that are left in English."""
    known = {"pseudo", *names, *GAMES, *FORMATS, *(preset for _, preset in GAMES_AND_PRESETS), *CHOSEN}
    found = {line: left_in_english(TYPED.sub(" ", line)) - known for line in told.splitlines()}
    return {line: left for line, left in found.items() if left}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "typed",
    ["check {}", "describe {}", "solve {}", "print {} --force", "rules {game}", "new {game} -o new.toml", "moves {}",
     "repair {} --force", "complete {} --seed pseudo", "verify {} AAAA", "simulate {} --games 2 --seed pseudo",
     "share {}", "export {}"],
)  # fmt: skip
def test_commands_are_told_in_another_language(game: str, typed: str) -> None:
    map_ = maps.generate(game, "pseudo")
    Path("map.toml").write_text(show_map(map_), encoding="utf-8")
    assert english(answer(*typed.format("map.toml", game=game).split())) == {}


@pytest.mark.parametrize(("game", "preset"), GAMES_AND_PRESETS)
def test_sheets_are_printed_in_another_language(game: str, preset: str) -> None:
    map_ = maps.generate(game, "pseudo", preset=preset)
    edition, paper = Edition(A4, pseudo.PSEUDO), paper_of(GAMES[game])
    pages = list[Page]()
    for draw in (
        *(partial(draw, map_, edition) for draw in {**paper.secret, **paper.open}.values()),
        *(partial(draw, map_.public, edition) for draw in paper.public.values()),
    ):
        with suppress(NoSheet):
            pages += draw()
    said = {mark.text for page in pages for mark in page.marks if isinstance(mark, Text)}
    columns = {cell.rstrip("0123456789") for cell in map_.params.grid.cells()}
    assert english("\n".join(said), *columns) == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_kept_in_another_language(game: str) -> None:
    Path("map.toml").write_text(show_map(maps.generate(game, "pseudo")), encoding="utf-8")
    said = ["help", "moves", "status", "xyzzy", "up", "north", "skip", "undo", "hint", "known", "log", "agreed", "quit"]
    told = answer("play", "map.toml", "--players", "A,B,C,D", "--log", "game.jsonl", says="\n".join([*said, ""]))
    assert english(told, *said, "move") == {}
    assert english(answer("play", "map.toml", "--options")) == {}
    assert english(answer("play", "--resume", "game.jsonl", "--gm", says="help\nxyzzy\nstatus\nquit\n"), *said) == {}
    for typed in ("know game.jsonl", "audit game.jsonl", "print game.jsonl --force"):
        assert english(answer(*typed.split()), *said) == {}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_another_language(command: str) -> None:
    told = answer(*command.split(), "--help")
    assert (
        english(re.sub(r"\[[^]]*\]|--?\w[\w-]*|\w+([|,]\w+)+|[A-Z]{2,}|mapkit( \w+)?", "", told), "root", *COMMANDS)
        == {}
    )
