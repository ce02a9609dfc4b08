"""A command loads what it needs and no more: one game, and no library for work that nobody asked for."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from mapkit import cli
from mapkit.cli.commands import MODULES, app
from mapkit.games.shelf import NAMES
from tests.test_house import games_in, run, watched

HEAVY = {"ortools", "pandas", "numpy", "networkx", "reportlab", "svgwrite", "fontTools", "pypdf", "PIL", "rich"}
HEAVY |= {"distributed", "dask"}
"""Libraries that take longer to load than most commands take."""

OF_ONE_GAME = (
    "generate {game} --seed loading -o {folder}/map.toml",
    "check {folder}/map.toml",
    "repair {folder}/map.toml -o {folder}/repaired.toml",
    "complete {folder}/map.toml -o {folder}/completed.toml",
    "describe {folder}/map.toml",
    "share {folder}/map.toml",
    "export {folder}/map.toml --json -o {folder}/map.json",
    "import {folder}/map.json -o {folder}/imported.toml",
    "solve {folder}/map.toml {plies}",
    "rules {game}",
    "new {game} -o {folder}/new.toml",
    "print {folder}/map.toml --format svg -o {folder}",
    "book {folder}/map.toml -o {folder}/book.pdf",
    "play {folder}/map.toml --players Ann,Bob --log {folder}/game.jsonl",
    "moves {folder}/map.toml",
    "moves {folder}/game.jsonl",
    "print {folder}/game.jsonl --format svg -o {folder}",
    "simulate {folder}/map.toml --games 1 --turns 3",
    "balance {folder}/map.toml --games 2 --turns 3",
)
"""Commands about one game, in an order in which each finds the files that it reads."""
WITHOUT_A_GAME = ("--version", "--help", "check --help", "theme", "play --list")

TWENTY_MORE = """
import mapkit.games.shelf
mapkit.games.shelf.NAMES += tuple(f"dummy{number}" for number in range(20))
assert len(mapkit.games.shelf.GAMES) == 25
"""
"""Puts twenty more games on the shelf; to load one of them fails, as there are no such packages."""


def about(game: str, folder: Path) -> list[str]:
    """The words of the commands about one game, parted by `;`."""
    plies = "--plies 1" if game == "quoridor" else ""  # else it takes minutes
    return " ; ".join(OF_ONE_GAME).format(game=game, folder=folder, plies=plies).split()


@pytest.fixture(scope="module")
def a_map(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("loading") / "map.toml"
    watched("generate", "treasures", "--seed", "loading", "-o", str(path))
    return str(path)


@pytest.mark.parametrize("game", NAMES)
def test_commands_about_one_game_load_that_game_alone(game: str, tmp_path: Path) -> None:
    """They run in one process after each other, and by the end no other game is loaded: so none of them loads one."""
    said, modules = watched(*about(game, tmp_path), lines="quit\n")
    assert games_in(modules) == {game}
    made = {path.name for path in tmp_path.iterdir()}
    assert made >= {"repaired.toml", "completed.toml", "imported.toml", "new.toml", "game.jsonl", "book.pdf"}
    assert "2 games" in said, "the last command ran"


@pytest.mark.parametrize("words", WITHOUT_A_GAME)
def test_commands_about_no_game_load_none_and_no_library_but_that_of_commands(words: str) -> None:
    modules = watched(*words.split())[1]
    assert games_in(modules) == set()
    assert not HEAVY & set(modules)
    assert words != "--version" or not {"typer", "mapkit.library"} & set(modules)


def test_other_programs_files_load_the_game_that_has_them_alone(tmp_path: Path) -> None:
    words = "generate dungeon -o {0}/a.toml ; export {0}/a.toml -o {0}/a.txt ; import {0}/a.txt -o {0}/b.toml"
    assert games_in(watched(*words.format(tmp_path).split())[1]) == {"dungeon"}
    assert (tmp_path / "b.toml").exists()


def test_twenty_more_games_on_the_shelf_are_not_loaded(tmp_path: Path) -> None:
    """None of them could be: no command about one game looks at the others."""
    assert games_in(watched(*about("treasures", tmp_path), lines="quit\n", before=TWENTY_MORE)[1]) == {"treasures"}


NO_PAPER = (
    *("check {map}", "generate treasures -o -", "moves {map}", "describe {map}", "share {map}", "rules treasures"),
    *("games", "new treasures", "generate --help", "print -h"),
)


@pytest.mark.parametrize("words", NO_PAPER)
def test_what_needs_no_solver_and_no_paper_loads_typer_alone(words: str, a_map: str) -> None:
    said, loaded = run(*words.format(map=a_map).split())
    assert said
    assert "typer" in loaded
    assert not loaded & HEAVY


def test_a_sheet_is_printed_without_a_solver_and_without_what_reads_fonts(a_map: str, tmp_path: Path) -> None:
    said, loaded = run("print", a_map, "--sheets", "player", "-o", str(tmp_path))
    assert said.endswith("player.pdf\n")
    assert not loaded & (HEAVY - {"reportlab", "PIL"}), "reportlab loads PIL"


def test_a_command_loads_the_modules_of_no_other_command(a_map: str) -> None:
    """The modules that name commands; `check` and `play` share most of what they need."""
    loaded = watched("check", a_map)[1]
    assert {module for module in MODULES if f"mapkit.cli.{module}" in loaded} == {"check"}
    assert "mapkit.solve.solver" not in loaded
    assert not any(
        name.startswith(("mapkit.table", "mapkit.paper."))
        for name in set(loaded) - {"mapkit.paper.sheets", "mapkit.paper.game_sheets"}
    )


def test_every_module_of_commands_is_listed_with_its_commands() -> None:
    for module in iter_modules(cli.__path__, "mapkit.cli."):
        import_module(module.name)
    named: dict[str, list[str]] = {}
    for command in app.registered_commands:
        assert command.callback
        named.setdefault(command.callback.__module__, []).append(command.name or command.callback.__name__)
    assert named == {f"mapkit.cli.{module}": [*commands] for module, commands in MODULES.items()}
