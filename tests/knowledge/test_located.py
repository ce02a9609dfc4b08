"""How soon players know where they are on a map: measured by `solve --known`, and asked for by `generate`."""

import re
from pathlib import Path

import pytest

import mapkit
from mapkit.knowledge.location import LocationAnswers, located, share_known
from tests.cli.test_schemas import told as as_the_schema_says
from tests.command import outcome
from tests.knowledge.test_deduction import follow


def test_answers_are_counted_from_several_starts_and_always_the_same() -> None:
    drawn = mapkit.generate("labyrinth", "located", preset="basic")
    found = located(drawn)
    assert found == located(drawn)
    assert len(found.answers) == 8
    assert found.median is not None
    assert min(answer for answer in found.answers.values() if answer is not None) >= 1


def test_less_patience_finds_the_same_as_far_as_it_goes() -> None:
    drawn = mapkit.generate("labyrinth", "located", preset="basic")
    whole, short = located(drawn).answers, located(drawn, 10).answers
    assert short == {cell: each if each is not None and each <= 10 else None for cell, each in whole.items()}


def test_where_half_of_the_starts_take_too_many_there_is_no_median() -> None:
    assert LocationAnswers({"a1": 3, "b1": None, "c1": None}).median is None
    assert LocationAnswers({"a1": 3, "b1": 9, "c1": None}).median == 9
    assert LocationAnswers({"a1": 3, "b1": 9, "c1": None}).words == (
        "least 3 (a1), median 3 (a1), most 9 (b1); not within 150 from 1 of 3 starts"
    )


def test_more_is_known_later_in_a_game() -> None:
    drawn = mapkit.generate("treasures", "share", preset="small")
    early, late = (share_known(follow(drawn, "x", ("explorer", "explorer"), most)[0].knows()) for most in (8, 80))
    assert 0 <= early.cells < late.cells <= 1
    assert 0 <= early.borders < late.borders <= 1


def test_solve_tells_it_when_asked_and_not_before(tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text(mapkit.generate("labyrinth", "located", preset="basic").to_text())
    plain, asked = outcome("solve", str(file))[1], outcome("solve", str(file), "--known")[1]
    assert asked.startswith(plain)
    first, second = asked.removeprefix(plain).splitlines()
    assert first.startswith("answers until a player without a map knows their place: least ")
    assert re.fullmatch(
        r"what two explorers know at the end of a game: \d+ % of the cells, \d+ % of the borders, in 4 games", second
    )
    values = as_the_schema_says("solve", str(file), "--known")["values"]
    assert 0 < values["known-at-the-end"]["cells"] <= 1
    assert len(values["answers-to-locate"]) == 8


def test_a_game_with_an_open_board_has_no_such_measure(tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text(mapkit.generate("quoridor", "located").to_text())
    code, _, told = outcome("solve", str(file), "--known")
    assert (code, told) == (2, "error: quoridor has no announcements that a map could be worked out from\n")


def test_a_map_is_drawn_on_which_the_middle_start_takes_that_many_answers(tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    code, _, told = outcome(
        "generate", "labyrinth", "--preset", "basic", "--seed", "x", "--set", "located=5-12", "-o", str(file)
    )
    assert code == 0
    answers, seed = re.fullmatch(
        r"a player without a map knows their place after (\d+) answers; seed (.*)", told.splitlines()[-2]
    ).groups()  # type: ignore[union-attr]
    assert 5 <= int(answers) <= 12
    median = located(mapkit.read(file.read_text())).median
    assert median == int(answers)
    outcome("generate", "labyrinth", "--preset", "basic", "--seed", seed, "-o", str(tmp_path / "again.toml"))
    assert file.read_text() == (tmp_path / "again.toml").read_text()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("treasures", "--set", "located=many"), "located is 'many'; it takes a whole number, a range such as"),
        (("treasures", "--set", "located=9-3"), "located is 9-3; the range ends before it begins"),
        (("treasures", "--set", "located=3", "--set", "located=4"), "located is set twice; set it once"),
        (("quoridor", "--set", "located=3"), "maps of quoridor have no setting located: everybody sees the board"),
        (("treasures", "--set", "located=3", "--count", "2"), "located= is for one fresh map; leave --count"),
    ],
)
def test_a_range_that_cannot_be_kept_is_refused(words: tuple[str, ...], why: str) -> None:
    code, _, told = outcome("generate", *words)
    assert code == 2
    assert told.startswith(f"error: {why}")


@pytest.mark.long
def test_where_no_map_is_within_the_range_it_says_what_was_found(tmp_path: Path) -> None:
    words = ["generate", "labyrinth", "--preset", "basic", "--seed", "x", "--set", "located=1", "-o"]
    code, _, told = outcome(*words, str(tmp_path / "m"))
    assert code == 4
    assert told.startswith("gave up: on none of 20 maps the answers are within the range; found more than 1, ")
