"""The command `know` at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader
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


def test_a_booklet_has_a_board_after_every_so_many_turns(log: str, tmp_path: Path) -> None:
    pages = tmp_path / "known.pdf"
    code, _, told = run("know", log, "--turn", "16", "--every", "2", "--plot", str(pages))
    assert (code, told) == (0, f"the plot is in {pages}\n")
    found = PdfReader(pages).pages
    assert len(found) == 2
    text = found[0].extract_text() + found[1].extract_text()
    assert [f"after turn {n} of" in text for n in range(2, 18, 2)] == [True] * 8
    assert "What everybody knew" in text


def test_a_picture_shows_one_moment(log: str, tmp_path: Path) -> None:
    assert run("know", log, "--plot", str(tmp_path / "known.svg"))[0] == 0
    assert "<svg" in (tmp_path / "known.svg").read_text()
    many = ["--every", "1", "--turn", "12", "--plot", str(tmp_path / "many.svg")]
    code, _, told = run("know", log, *many)
    assert (code, told) == (2, "error: --plot: there are 2 pages; name a file that ends in .pdf for them\n")
    assert (
        run("know", log, "--every", "3")[2]
        == "error: --every: for a plot, and there is none; name its file with --plot\n"
    )


def test_a_player_knows_where_they_chose_to_start_and_nobody_else_does(tmp_path: Path) -> None:
    file, log = tmp_path / "map.toml", str(tmp_path / "game.jsonl")
    file.write_text(mapkit.show(mapkit.generate("labyrinth", "own start", preset="basic")))
    said = "start b2\nBob: start c3\n"
    CliRunner().invoke(cli.app, ["play", str(file), "--players", "Ann,Bob", "--log", log, "--seed", "1"], input=said)
    known = {name: run("know", log, "--player", name)[1].splitlines() for name in ("Ann", "Bob")}
    first = {name: [line for line in lines if line.startswith(f"{name}: ")] for name, lines in known.items()}
    assert sorted([*first["Ann"], *first["Bob"]]) == ["Ann: b2", "Bob: c3"]
    assert not any(": b2" in line or ": c3" in line for line in run("know", log)[1].splitlines())
