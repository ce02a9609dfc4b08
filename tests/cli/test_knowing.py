"""The command `know` at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner

import mapkit
from mapkit.cli import main
from mapkit.knowledge.deduction import Listener
from mapkit.model.chance import Chance
from mapkit.table import match
from mapkit.table.ears import ears_of
from tests.knowledge.test_deduction import truth_is_possible


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
    result = CliRunner().invoke(main.app, [*words], catch_exceptions=False)
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
    CliRunner().invoke(main.app, ["play", str(file), "--players", "Ann,Bob", "--log", log, "--seed", "1"], input=said)
    known = {name: run("know", log, "--player", name)[1].splitlines() for name in ("Ann", "Bob")}
    first = {name: [line for line in lines if line.startswith(f"{name}: ")] for name, lines in known.items()}
    assert sorted([*first["Ann"], *first["Bob"]]) == ["Ann: b2", "Bob: c3"]
    assert not any(": b2" in line or ": c3" in line for line in run("know", log)[1].splitlines())


# --- the word at the table ---------------------------------------------------------------------------------------


def said_at_the_table(folder: Path, *lines: str, options: tuple[str, ...] = (), game: str = "treasures") -> list[str]:
    file = folder / "map.toml"
    preset = {"treasures": "small", "labyrinth": "basic", "quoridor": "middle"}[game]
    file.write_text(mapkit.show(mapkit.generate(game, "known", preset=preset)))
    chosen = [word for each in options for word in ("--set", each)]
    words = ["play", str(file), "--players", "Ann,Bob", "--seed", "1", "--log", str(folder / "game.jsonl"), *chosen]
    return CliRunner().invoke(main.app, words, input="\n".join(lines), catch_exceptions=False).stdout.splitlines()


@pytest.mark.parametrize("options", [("knowledge=yes",), ("knowledge=yes", "private-answers=yes")])
def test_where_the_group_has_agreed_known_tells_what_know_tells(options: tuple[str, ...], tmp_path: Path) -> None:
    lines = said_at_the_table(tmp_path, "south", "west", "known", options=options)
    whose = next(line for line in lines if "this follows from what" in line)
    name = whose.split("from what ")[1].split()[0]
    player = [] if name == "everybody" else ["--player", name]
    assert (name == "everybody") == (len(options) == 1)
    told = run("know", str(tmp_path / "game.jsonl"), *player)[1].splitlines()
    assert lines[lines.index(whose) :][: len(told)] == told


def test_known_shows_nobody_where_another_has_started_in_secret(tmp_path: Path) -> None:
    lines = said_at_the_table(
        tmp_path, "start b2", "Bob: start c3", "известно", options=("knowledge=yes",), game="labyrinth"
    )
    assert any("what everybody heard" in line for line in lines)
    assert not any(line.endswith((": b2", ": c3")) for line in lines)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("treasures", "Nobody looks up what is known in this game; it begins with --set knowledge=yes where the group"),
        ("quoridor", "There is nothing to look up in this game: everybody sees the board."),
    ],
)
def test_without_an_agreement_nothing_is_looked_up(game: str, why: str, tmp_path: Path) -> None:
    assert said_at_the_table(tmp_path, "known", game=game)[-1].startswith(why)


def test_help_and_status_name_what_was_agreed(tmp_path: Path) -> None:
    lines = said_at_the_table(tmp_path, "help", "status", options=("knowledge=yes", "hints=2"))
    assert any("hint, known" in line for line in lines)
    assert any("knowledge=yes, hints=2" in line for line in lines)


def test_the_option_takes_yes_or_no(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(mapkit.show(mapkit.generate("treasures", "known", preset="small")))
    words = ["play", str(tmp_path / "map.toml"), "--players", "Ann", "--set", "knowledge=maybe"]
    assert run(*words)[2] == "error: knowledge takes yes or no, not 'maybe'\n"
    listed = run("play", str(tmp_path / "map.toml"), "--options")[1]
    assert "knowledge=yes  players may look at all that follows from the answers" in listed


# --- private answers ---------------------------------------------------------------------------------------------


def test_with_private_answers_the_truth_is_never_excluded(tmp_path: Path) -> None:
    """Ann may conclude only what is so, whatever others do unheard."""
    drawn = mapkit.generate("treasures", "private truth", preset="small")
    options, chance = {"private-answers": "yes"}, Chance("private")
    with match.start(drawn, mapkit.show(drawn), ("Ann", "Bob", "Cid"), options, "1", tmp_path / "a.jsonl") as table:
        for number in range(150):
            if not table.mover:
                break
            table.say(chance.choice(table.ways))
            if number % 15 == 0:
                listening = Listener(drawn.public, drawn.game, ("Ann", "Bob", "Cid"), ears_of(table, "Ann").opening)
                for each in ears_of(table, "Ann").remarks:
                    listening.hear(each.mover, each.words, each.heard, each.missed)
                assert truth_is_possible(listening, drawn, table.state)
