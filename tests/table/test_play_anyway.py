"""A map with more or fewer things than its settings say is played if that is asked for."""

from pathlib import Path

import pytest
from typer.testing import Result

from tests.command import output, run
from tests.library.test_library import COUNTS as MAP

pytestmark = pytest.mark.usefixtures("here")


def played(text: str, *options: str) -> Result:
    Path("cellar.toml").write_text(text, encoding="utf-8")
    words = ("play", "cellar.toml", "--players", "Ann", "--log", "game.jsonl", "--seed", "s", *options)
    return run(*words, given="north\n")


def test_a_map_that_differs_only_in_numbers_is_played_anyway_and_its_numbers_are_told() -> None:
    """TL-15, TL-27: the settings ask for two Marsh tiles and no wall."""
    assert played(MAP).exit_code == 1
    result = played(MAP, "--anyway")
    assert result.exit_code == 0, result.output
    assert "cellar.toml: marsh is 2 in its settings and 1 on the map; 1 holds" in result.stderr
    assert "cellar.toml: walls is 0 in its settings and 1 on the map; 1 holds" in result.stderr


def test_such_a_game_can_be_resumed() -> None:
    played(MAP, "--anyway")
    output("play", "--resume", "game.jsonl", given="south\n")


@pytest.mark.parametrize(("what", "becomes"), [(".   .   M", ".       M"), ("T   .", ".   .")])
def test_faults_that_are_no_matter_of_numbers_are_still_refused(what: str, becomes: str) -> None:
    """TL-9, TL-23: a blank tile, and a map without a treasure."""
    result = played(MAP.replace(what, becomes), "--anyway")
    assert result.exit_code == 1
    assert "not played because of the faults above" in result.stderr


def test_a_map_with_fewer_portals_than_its_settings_say_is_played() -> None:
    """TL-21, TL-22: sets of portals are counted too, but their number can only become lower."""
    given = MAP.replace("marsh = 2", "marsh = 1").replace("walls = 0", "walls = 1")
    result = played(given.replace("two_way = 0", "two_way = 2").replace("three_way = 0", "three_way = 1"), "--anyway")
    assert result.exit_code == 0, result.output
    assert "two_way is 2 in its settings and 0 on the map; 0 holds" in result.stderr
    assert "three_way is 1 in its settings and 0 on the map; 0 holds" in result.stderr


@pytest.mark.parametrize(
    ("was", "becomes"), [("two_way = 0", "two_way = 1\n#"), ("exit_distance = 0", "exit_distance = 9\n#")]
)
def test_half_a_set_of_portals_and_a_distance_are_no_counts(was: str, becomes: str) -> None:
    """TL-21, TL-26."""
    given = MAP.replace("marsh = 2", "marsh = 1").replace("walls = 0", "walls = 1").replace(was, becomes)
    given = given.replace("exits = 1", "exits = 2").replace("| .   .   M |", "  .   .   M |")
    given = given.replace("T   .   .", "T   A1  .") if "two_way = 1" in given else given
    result = played(given, "--anyway")
    assert result.exit_code == 1
    assert "not played because of the faults above" in result.stderr


LABYRINTH = """mapkit = 1
game = "labyrinth"
rules = "G2-S1-F1-V1-T3-A2-H34-W5-O1"
map = \"\"\"
+---+---+---+---+
| .   . | T   H |
+   +   +---+   +
| F   .   .   . |
+   +   +---+   +
  . | .   .   A
+   +---+   +   +
| .   F   . | . |
+---+---+---+---+
\"\"\"
[settings]
exits = 3
walls = 2
hide_counts = "no"
"""


def test_numbers_that_stay_secret_are_not_told() -> None:
    """MP-39.a."""
    for number, text in enumerate((LABYRINTH, LABYRINTH.replace('"no"', '"yes"'))):
        result = played(text, "--anyway", "--log", f"{number}.jsonl")
        assert result.exit_code == 0, result.output
        assert "walls is 2 in its settings and 6 on the map; 6 holds" in result.stderr
        assert ("exits is 3 in its settings and 2 on the map; 2 holds" in result.stderr) == (text is LABYRINTH)
