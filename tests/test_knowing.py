"""The command `know` at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import mapkit
from mapkit import cli


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of two machines."""
    return a_game(tmp_path_factory.mktemp("games"))


def a_game(folder: Path, *more: str, game: str = "treasures") -> str:
    file = folder / "map.toml"
    file.write_text(mapkit.show(mapkit.generate(game, "known", preset="small" if game == "treasures" else "middle")))
    seats = ["--players", "Ann,Bob", "--bot", "Ann=random", "--bot", "Bob=random"]
    run("play", str(file), *seats, "--seed", "1", "--log", str(folder / "game.jsonl"), *more)
    return str(folder / "game.jsonl")


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, [*words], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_before_the_first_turn_nothing_is_drawn(log: str) -> None:
    code, said, _ = run("know", log, "--turn", "0")
    lines = said.splitlines()
    assert code == 0
    assert lines[0].startswith("After turn 0 of ")
    assert set("".join(lines[1:14])) == {*"+ ?"}
    assert "Ann: one of 36 cells" in lines


def test_more_is_known_later(log: str) -> None:
    early, late = (run("know", log, *turn)[1] for turn in (("--turn", "4"), ()))
    assert early.split("An empty cell")[0].count("?") > late.split("An empty cell")[0].count("?")


def test_a_fragment_is_drawn_around_its_player(log: str) -> None:
    assert "fragment of Ann, at @, from turn 1; it fits in " in run("know", log, "--turn", "6")[1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--turn", "9999"], "error: --turn 9999: the game has "),
        (["--player", "Cid"], "error: --player 'Cid' does not play; say one of Ann, Bob"),
    ],
)
def test_what_cannot_be_told_is_refused(log: str, words: list[str], why: str) -> None:
    code, _, told = run("know", log, *words)
    assert (code, told[: len(why)]) == (2, why)


def test_where_answers_are_private_a_player_is_named(tmp_path: Path) -> None:
    log = a_game(tmp_path, "--set", "private-answers=yes")
    code, _, told = run("know", log)
    assert (code, told) == (2, "error: answers are private in this game; say --player Ann or Bob\n")
    code, said, _ = run("know", log, "--player", "bob")
    assert code == 0
    assert "from what Bob heard:" in said


def test_a_game_whose_board_everybody_sees_has_nothing_to_be_worked_out(tmp_path: Path) -> None:
    code, _, told = run("know", a_game(tmp_path, game="quoridor"))
    assert (code, told) == (2, "error: quoridor has no announcements that a map could be worked out from\n")


def test_a_labyrinth_is_known_as_well(tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text(mapkit.show(mapkit.generate("labyrinth", "known", preset="basic")))
    seats = ["--players", "Ann,Bob", "--bot", "Ann=explorer", "--bot", "Bob=random"]
    run("play", str(file), *seats, "--seed", "1", "--log", str(tmp_path / "game.jsonl"))
    code, said, _ = run("know", str(tmp_path / "game.jsonl"))
    assert code == 0
    assert any(line.startswith("Ann: ") for line in said.splitlines())
    assert run("audit", str(tmp_path / "game.jsonl"))[:2] == (0, "All answers can be true.\n")
