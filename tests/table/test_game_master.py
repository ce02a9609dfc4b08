"""The game master's mode: the screen, and corrections, which stand in the log as rulings of the game master."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from mapkit.cli import main
from mapkit.games import maps
from mapkit.games.labyrinth import referee
from mapkit.games.labyrinth.sheets import played_sheets
from mapkit.games.labyrinth.weapons import State
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.files import BadLog, FileTrouble
from mapkit.model.game import table_of
from mapkit.model.grid import Border
from mapkit.model.map import Map
from mapkit.model.replay import MasterRuling as Ruling
from mapkit.model.replay import Placement, ReplayStep
from mapkit.model.ruling import NoRuling
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import A4, Text
from mapkit.table import log, match
from mapkit.table.boards import board
from mapkit.table.host import Host
from mapkit.table.log import RuledEntry
from mapkit.table.tracks import Stop, paths, track_of
from tests.drawings import drawn
from tests.paper.test_sheet import ON_A4
from tests.sheet_measures import prose
from tests.table.test_play import terminal

ROOT = Path(__file__).parents[2]
DONE, NOT_UNDERSTOOD = 0, 2
CELL = re.compile(r"\b[a-z]{1,2}\d{1,2}\b")
CAVE = """
rules=T3-A2-H34-W6-O17 bear=d1 creatures=bear
+---+---+---+---+
| .   .   T   F |
+   +---+   +   +
| ~>  ~>  ~o  A
+   +   +   +   +
| W1  .   W2  H |
+---+---+---+---+
"""
TOWER = """
rules=G13
+---+---+
| T   .
+   +   +
| .   . |
+---+---+

+---+---+
| .   . |
+   +   +
| .   . |
+---+---+
"""
QUIET = """
rules=G2-S1-F1-V1-T1-A1-H2-W1-O1 starts=a1,b1
+---+---+---+
| T   . | .
+   +   +   +
| .   .   . |
+---+---+---+
"""
NOTES = ("gm-notes",)


@cache
def cave(settings: str = "") -> Map[Any]:
    return drawn(f"{settings}{CAVE}" if settings else CAVE, "labyrinth")


@contextmanager
def evening(
    path: Path, settings: str = "", *, names: Sequence[str] = ("Ann", "Bob"), lang: str = "en", gm: bool = True
) -> Iterator[Host]:
    """A game with Ann on a3 and Bob on b1; the game master sits at the keyboard."""
    map = cave(settings)
    starts = {"starts": " ".join(("a3", "b1", "d3")[: len(names)])}
    with match.start(map, writer.show(map), names, starts, "seed", path) as played:
        yield Host(played, phrases("labyrinth", lang), omniscient=False, gm=gm, resume_name="evening")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def host(path: Path) -> Iterator[Host]:
    with evening(path) as there:
        yield there


def state_of(host: Host) -> State:
    found = host.match.state
    assert isinstance(found, State)
    return found


def keys(host: Host) -> tuple[str, ...]:
    """The keys of the last announcements."""
    return tuple(each.key for each in host.match.standing_directives[-1].ruling.heard)


def aloud(lines: Sequence[str]) -> list[str]:
    return [line.removeprefix("SAY: ") for line in lines if line.startswith("SAY: ")]


def read(text: str, name: str) -> Map[Any]:
    return maps.read(text.encode(), name).map


# Corrections


@pytest.mark.parametrize(
    "words", ["gm Bob at c3", "GM  bob is at c3", "ведущий Bob на c3", "gm Bob on c3", "gm Bob c3"]
)
def test_a_player_is_put_elsewhere_and_no_cell_is_said_aloud(host: Host, words: str) -> None:
    """MP-8: only the notes tell the cell."""
    answer = host.hear(words)
    assert state_of(host).named("Bob").cell == "c3"
    assert aloud(answer.lines) == ["The game master has corrected the notes."]
    assert "  [Bob is on c3.]" in answer.lines
    assert "  [Treasure lies on c3; it is taken when somebody next comes to rest there.]" in answer.lines


def test_a_player_who_is_put_on_treasure_takes_it_when_they_next_rest_there(host: Host) -> None:
    """MP-73.c."""
    for words in ("gm Ann at c3", "skip"):
        host.hear(words)
    assert state_of(host).named("Ann").genuine == 1


def test_a_player_is_put_outside_before_an_exit_and_steps_back_in(host: Host) -> None:
    host.hear("gm Ann outside d2")
    assert state_of(host).named("Ann").outside
    assert aloud(host.hear("up").lines) == ["Step impossible, monolith."]
    host.hear("left")
    assert state_of(host).named("Ann").spot == "d2"


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "There are several exits at d3. Say which as well, one of: up, right."),
        ("ru", "У d3 выходов несколько. Назовите и сторону, одну из: вверх, вправо."),
    ],
)
def test_to_put_a_player_outside_a_cell_with_several_exits_takes_a_direction(path: Path, lang: str, says: str) -> None:
    with evening(path, lang=lang) as host:
        for words in ("gm exit d3 up", "gm exit d3 right"):
            host.hear(words)
        assert host.hear("gm Bob outside d3").lines == (says,)
        assert not host.hear("gm Bob outside d3 right").refused
        spot = state_of(host).named("Bob").spot
        assert isinstance(spot, Border)
        assert spot.side == "E"


def test_exits_that_were_made_and_closed_are_told_as_exits(host: Host) -> None:
    for words in ("gm exit a1 left", "gm no exit d2 right"):
        host.hear(words)
    lines = host.hear("state").lines
    assert "  Exits made since the beginning: a1 left." in lines
    assert "  Exits closed since the beginning: d2 right." in lines
    assert not any("Walls" in line for line in lines)


def test_no_treasure_is_of_both_kinds_in_whatever_order(host: Host) -> None:
    for words in ("1 false treasure and no treasure", "no treasure and 1 false treasure"):
        host.hear("gm Bob carries 2 treasures and 2 false treasures")
        host.hear(f"gm Bob carries {words}")
        assert (state_of(host).named("Bob").genuine, state_of(host).named("Bob").false) == (0, 1)


def test_a_wall_was_there_after_all(host: Host) -> None:
    assert aloud(host.hear("gm wall a3 right").lines) == ["The game master has corrected the notes."]
    assert aloud(host.hear("right").lines) == ["Step impossible, wall."]
    assert "  Walls built since the beginning: a3 right." in host.hear("state").lines


def test_a_wall_was_not_there_and_may_be_asked_for_again(host: Host) -> None:
    host.hear("gm Ann at b3")
    assert aloud(host.hear("down").lines) == ["Step impossible, wall."]
    assert "  Refused already: down." in host.hear("state").lines
    host.hear("gm no wall b2 north")
    assert "  Walls gone since the beginning: b2 up." in host.hear("state").lines
    assert aloud(host.hear("down").lines)[0].startswith("Step executed, river")


def test_between_floors_a_wall_is_where_no_hole_is(path: Path) -> None:
    map = drawn(TOWER, "labyrinth")
    with match.start(map, "text", ("Ann",), {"starts": "a1/1"}, "s", path) as played:
        played.rule("no wall a1/1 up")
        played.say("up")
        assert played.state.player.cell == "a1/2"
        played.rule("wall a1/2 down")
        assert played.say("down").heard[0].key == "impossible-wall"


def test_exits_are_corrected_and_a_note_tells_when_the_last_one_goes(host: Host) -> None:
    host.hear("gm exit a1 left")
    assert "  [Mind: exits now: 0.]" not in host.hear("gm no exit d2 right").lines
    assert "  [Mind: exits now: 0.]" in host.hear("gm no exit a1 left").lines


def test_an_exit_before_which_somebody_stands_is_not_walled_up(host: Host) -> None:
    host.hear("gm Bob outside d2")
    answer = host.hear("gm no exit d2 right")
    assert answer.refused
    assert answer.lines[0].startswith("Outside, before that exit, stands: Bob.")


def test_a_wall_across_a_stream_is_told(host: Host) -> None:
    """MP-22.b."""
    assert "  [Mind: the wall beside a2 stands across a stream (MP-22).]" in host.hear("gm wall a2 right").lines


@pytest.mark.parametrize(
    ("words", "arms"),
    [
        ("Bob has 3 bullets", (1, 3, 1, 0, 0)),
        ("Bob has no grenades, 2 knives and 1 bullet", (0, 1, 2, 0, 0)),
        ("Боб имеет 4 гранаты, 1 нож и 2 пули, нет бумерангов", (4, 2, 1, 0, 0)),
        ("Bob has 1 cement; 99 boomerangs", (1, 5, 1, 1, 99)),
        ("Bob has nothing", (0, 0, 0, 0, 0)),
    ],
)
def test_weapons_are_counted_anew_and_everybody_hears_it(path: Path, words: str, arms: tuple[int, ...]) -> None:
    """Everybody hears the use of weapons (MP-7), so everybody hears its correction."""
    with evening(path, names=("Ann", words.split()[0])) as host:
        host.hear(f"gm {words}")
        assert state_of(host).players[1].arms == arms
        assert keys(host) == ("gm-has",)


def test_the_stock_of_an_arsenal_is_ruled_and_told_to_a_player_who_comes_there(path: Path) -> None:
    """MP-92.b: no cell is named aloud.

    A step and a skip tell the stock, and the book keeps it until a ruling gives the usual stock again.
    """
    with evening(path) as host:
        assert (
            "  [The arsenal on d2 now gives: bullets: 7; knives: 1.]"
            in host.hear("gm arsenal at d2 has 7 bullets, no grenades").lines
        )
        assert keys(host) == NOTES
        host.hear("gm arsenal d2 has 7 bullets and no grenades")
        assert keys(host) == NOTES, "nothing has changed"
        assert any("now gives: bullets: 7" in line for line in host.hear("").lines + host.hear("map").lines)
        host.hear("gm Ann has nothing")
        host.hear("gm Ann at d1")
        told = host.hear("up").lines
        assert told.index("SAY: Step executed, arsenal.") < told.index(
            "SAY: By a ruling this arsenal gives: bullets: 7; knives: 1."
        )
        assert state_of(host).named("Ann").arms == (0, 7, 1, 0, 0)
        host.hear("gm turn Ann")
        assert "SAY: By a ruling this arsenal gives: bullets: 7; knives: 1." in host.hear("skip").lines
        host.hear("ведущий арсенал на d2 имеет 5 пуль и 1 гранату")
        assert state_of(host).restocked == ()


def test_only_an_arsenal_has_a_stock(host: Host) -> None:
    """MP-92.b."""
    assert host.hear("gm arsenal a1 has 3 bullets").lines[0] == "There is no arsenal on a1; arsenals: d2."
    assert host.hear("gm arsenal d2 has 3 boomerangs").refused
    assert host.hear("gm arsenal d2 has").refused
    assert "  [The code gives nobody: cement.]" in host.hear("gm arsenal d2 has 3 cement").lines


def test_weapons_that_the_code_gives_nobody_are_noted(host: Host) -> None:
    assert "  [The code gives nobody: cement.]" in host.hear("gm Bob has 3 cement").lines


@pytest.mark.parametrize("words", ["gm Bob wounded", "gm Bob is wounded", "ведущий Bob ранен"])
def test_a_ruling_wounds_a_player_and_what_they_carry_falls_down(host: Host, words: str) -> None:
    """MP-72, MP-73."""
    host.hear("gm Bob carries 1 treasure, 1 false treasure")
    answer = host.hear(words)
    bob = state_of(host).named("Bob")
    assert (bob.wounded, bob.genuine, bob.false) == (True, 0, 0)
    assert aloud(answer.lines) == ["The game master rules: Bob is wounded."]
    assert sorted(each.genuine for each in state_of(host).loose if each.cell == "b1") == [False, True]
    host.hear("gm Bob healthy")
    assert not state_of(host).named("Bob").wounded


def test_a_player_who_is_ruled_alive_again_is_wounded(path: Path) -> None:
    with evening(path, names=("Ann", "Bob", "Cid")) as host:
        host.hear("gm Bob dead")
        assert state_of(host).named("Bob").dead
        host.hear("gm Bob alive")
        assert (state_of(host).named("Bob").dead, state_of(host).named("Bob").wounded) == (False, True)


def test_the_turn_of_a_player_who_is_ruled_dead_is_over(path: Path) -> None:
    with evening(path, names=("Ann", "Bob", "Cid")) as host:
        assert aloud(host.hear("gm Ann dead").lines) == ["The game master rules: Ann is dead.", "It is Bob's turn."]


def test_a_ruling_makes_the_last_player_alive_win_and_may_be_taken_back(host: Host) -> None:
    """MP-76."""
    assert "SAY: Bob is the only one left alive and wins." in host.hear("gm Ann dead").lines
    over = host.hear("gm Ann alive")
    assert over.refused
    assert "undo" in over.lines[0]
    host.hear("undo")
    assert not state_of(host).named("Ann").dead


def test_where_hits_are_anonymous_a_corrected_wound_names_nobody(path: Path) -> None:
    """MP-58.a."""
    with evening(path, "anonymous_hits=yes") as host:
        answer = host.hear("gm Bob wounded")
        assert aloud(answer.lines) == ["The game master has corrected the notes."]
        assert "  [The game master rules: Bob is wounded.]" in answer.lines


@pytest.mark.parametrize("settings", ["anonymous_hits=yes ", "anonymous_hits=yes weapons_first=yes "])
def test_where_hits_are_anonymous_help_does_not_tell_who_is_wounded(path: Path, settings: str) -> None:
    """MP-58.c: `help` lists the same for all players, before a step and after it.

    All that it lists as certain is accepted.
    """
    with evening(path, settings) as host:
        seen = [host.hear("help").lines[:2]]
        for line in ("gm Ann wounded", "gm Ann has nothing"):
            host.hear(line)
            seen.append(host.hear("help").lines[:2])
        assert len(set(seen)) == 1
        certain, perhaps = (line.rstrip(".").partition(": ")[2].split(", ") for line in seen[0])
        assert certain == ["up", "down", "left", "right", "skip"]
        assert "knife" in perhaps or "after knife" in perhaps
        assert "shoot" not in host.hear("nonsense").lines[0]
        for words in certain:
            assert not host.hear(words).refused
            host.hear("undo")


@pytest.mark.parametrize(("code", "rule"), [("rules=T3-A1-H1-W4-O1", "MP-H-1"), ("rules=T3-A1-H2-W5-O1", "MP-H-2")])
def test_wounds_are_refused_where_the_code_knows_none(path: Path, code: str, rule: str) -> None:
    map = drawn(f"{code}\n+---+---+\n| T   .\n+   +   +\n| .   . |\n+---+---+", "labyrinth")
    with match.start(map, "text", ("Ann", "Bob"), {"starts": "a1 b1"}, "s", path) as played:
        answer = Host(played, phrases("labyrinth", "en"), omniscient=False, gm=True).hear("gm Bob wounded")
        assert answer.refused
        assert answer.lines[0].endswith(f"({rule})")


def test_treasure_is_taken_away_and_put_down_and_a_note_tells_what_differs_from_the_map(host: Host) -> None:
    """Nothing is forbidden, because the game master may be correcting one thing at a time.

    But nothing vanishes unnoticed.
    """
    gone = host.hear("gm no treasure at c3").lines
    assert any("no genuine treasure is left" in line and "beginning: 1" in line for line in gone)
    assert "Mind" not in "".join(host.hear("gm treasure at b3").lines)
    assert any("in the game: 2" in line for line in host.hear("gm Bob carries 1 treasure").lines)
    assert state_of(host).genuine == 2
    host.hear("gm no false treasure at d3")
    assert [(each.cell, each.genuine) for each in state_of(host).loose] == [("b3", True)]


def test_everybody_hears_that_a_player_carries_treasure_but_not_how_many(host: Host) -> None:
    heard = []
    for words in ("1 treasure", "2 treasures", "1 false treasure", "no genuine treasure", "no treasure"):
        host.hear(f"gm Bob carries {words}")
        heard.append(keys(host))
    assert heard == [("gm-carries",), NOTES, NOTES, NOTES, ("gm-carries-none",)]
    assert (state_of(host).named("Bob").genuine, state_of(host).named("Bob").false) == (0, 0)


def test_with_v3_the_treasures_to_fetch_are_those_still_in_the_game(path: Path) -> None:
    """MP-V-3: no player needs to fetch a treasure that the game master has taken out of the game."""
    map = drawn("rules=V3-T3\n+---+---+---+\n| .   T   T\n+   +   +   +\n| .   .   . |\n+---+---+---+", "labyrinth")
    with match.start(map, "text", ("Ann", "Bob"), {"starts": "a2 a2"}, "s", path) as played:
        for words in ("no treasure at b2", "Ann carries 1 treasure", "no treasure at c2", "Ann at c2"):
            played.rule(words)
        assert any(each.key == "wins-all" for each in played.say("right").heard)


def test_a_turn_is_given_to_another(path: Path) -> None:
    with evening(path, names=("Ann", "Bob", "Cid")) as host:
        assert aloud(host.hear("gm turn Cid").lines) == ["The game master rules whose turn it is.", "It is Cid's turn."]
        host.hear("skip; end")
        assert host.match.mover == "Ann"


def test_creatures_are_put_elsewhere(host: Host) -> None:
    answer = host.hear("ведущий медведь на b2")
    assert state_of(host).creatures[0].cell == "b2"
    assert aloud(answer.lines) == ["The game master has corrected the notes."]
    assert "  [The bear is on b2.]" in answer.lines
    assert host.hear("gm leprechaun at b2").lines == (
        "This game has no leprechaun, or it is dead or has gone for good.",
    )


def test_a_creature_with_a_path_stays_on_it(path: Path) -> None:
    map = drawn(CAVE.replace("bear=d1 ", "bear=d1,c1,b1 "), "labyrinth")
    with match.start(map, "text", ("Ann", "Bob"), {"starts": "a3 b3"}, "s", path) as played:
        played.rule("bear at b1")
        assert played.state.creatures[0].done == 2
        with pytest.raises(NoRuling, match="gm-path"):
            played.rule("bear at a3")


def test_a_boomerang_lies_somewhere_else(host: Host) -> None:
    host.hear("gm boomerang at b2")
    host.hear("gm boomerang at b2")
    assert state_of(host).fallen == ("b2",)
    assert "  On the board: bear d1, treasure c3, false treasure d3, boomerang b2." in host.hear("state").lines
    host.hear("gm no boomerang at b2")
    assert state_of(host).fallen == ()


def test_the_game_master_says_words_of_their_own(host: Host) -> None:
    before = state_of(host)
    assert host.hear("gm say Ten minutes, Bob: no more; then we stop").lines == (
        "SAY: The game master: Ten minutes, Bob: no more; then we stop",
    )
    assert state_of(host) == before


def test_names_of_several_words_and_names_like_words_of_corrections_are_understood(path: Path) -> None:
    with evening(path, names=("Old Bob", "Wall", "At")) as host:
        for words in ("gm old bob at a1", "gm Wall at b3", "gm At at c1", "gm wall b1 right", "gm turn wall"):
            assert not host.hear(words).refused, words
        assert [each.cell for each in state_of(host).players] == ["a1", "b3", "c1"]
        assert host.match.mover == "Wall"


# What is refused


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Zed at z99", ["There is no player Zed. Say one of: Ann, Bob.", '"z99" is no cell of the board']),
        ("Bob has 3 bulets, 2000 grenades and -1 knives", ['"bulets" cannot be counted', '"2000" is no', '"-1" is no']),
        ("Zed has ٣ bullets", ["There is no player Zed", '"٣" is no number from 0 to 99']),
        ("Bob has 3", ['"..." cannot be counted']),
        ("Bob carries 1 grenade", ['"grenades" cannot be counted here. Say a number and one of: treasure;']),
        ("Bob carries 100 treasures", ['"100" is no number']),
        ("wall e9 sideways", ['"e9" is no cell', '"sideways" is no direction. Say one of: up, right, down, left.']),
        ("wall a1 left", ["The side of a1 that lies left is the monolith"]),
        ("exit b1 up", ["The side of b1 that lies up is no outer wall"]),
        ("Bob outside a1", ["There is no such exit at a1."]),
        ("Bob outside", ['"Bob outside" is no correction']),
        ("Bob has 3 false bullets", ['"false bullets" cannot be counted']),
        ("Bob has bullets", ['"bullets" is no number']),
        ("Bob has 3 bullets 4 bullets", ['"bullets 4 bullets" cannot be counted']),
        ("Bob has 3 bullets and 4 bullets", ["Said twice: bullets."]),
        ("Bob carries 1 treasure; 2 genuine treasures", ["Said twice: treasure."]),
        ("Bob outside d2 right now please", ['"now please" is too much']),
        ("Zed outside a1 now left", ["There is no player Zed", '"now" is no direction', '"left" is too much']),
        ("3 treasures at b2", ['"3 treasures" is no player. If you mean a correction of treasure: gm alone lists']),
        ("turn Zed", ["There is no player Zed"]),
        ("turn", ["There is no player ..."]),
        ("bear at c9", ['"c9" is no cell']),
        ("no wall a3 right", ["That is so already"]),
        ("Bob healthy", ["That is so already"]),
        ("Bob", ['"Bob" is no correction that is known. One correction a line; gm alone lists them.']),
        ("dance", ['"dance" is no correction']),
        ("no bear at a1", ['"no bear at a1" is no correction']),
        ("say", ["Say what as well"]),
        ("say \x1b[2J\x07", ["A ruling takes characters that can be printed"]),
        ("Bob \u202eat c3", ['"Bob U+202Eat c3" is no correction that is known']),
        ("Bob at " + "c" * 700, ['"cccccccccccccccccccc" is no cell']),
        ("say " + "x" * 5000, ["That line has 5,007 characters; 1,000 are the most."]),
    ],
)
def test_a_senseless_correction_is_refused_with_all_that_is_wrong(host: Host, words: str, says: list[str]) -> None:
    before = state_of(host)
    answer = host.hear(f"gm {words}")
    assert answer.refused
    assert len(answer.lines) == len(says)
    for line, begins in zip(answer.lines, says, strict=True):
        assert line.startswith(begins)
        assert line.isprintable()
        assert len(line) < 200
    assert state_of(host) == before
    assert host.match.standing_directives == ()


def test_the_wounded_are_not_given_treasure_and_the_dead_no_turn(path: Path) -> None:
    with evening(path, names=("Ann", "Bob", "Cid")) as host:
        host.hear("gm Bob dead")
        assert "(MP-72)" in host.hear("gm Bob carries 1 treasure").lines[0]
        assert "(MP-57)" in host.hear("gm turn Bob").lines[0]


def test_nothing_is_corrected_while_starts_are_chosen(path: Path) -> None:
    map = cave()
    with match.start(map, "text", ("Ann", "Bob"), {}, "s", path) as played:
        there = Host(played, phrases("labyrinth", "en"), omniscient=False, gm=True)
        assert there.hear("gm Ann at a1").lines == (
            "Not everybody has chosen a start. Correct the game when all are placed.",
        )
        assert not there.hear("gm say Take your time").refused
        assert not there.secret, "the game master sees what they type"


def test_a_players_terminal_has_no_corrections(path: Path) -> None:
    with evening(path, gm=False) as host:
        for words in ("gm Bob at c3", "gm say hello", "gm", "state", "ведущий Bob на c3"):
            assert host.hear(words).lines == ("That is for the game master alone; --gm opens their screen.",)
        assert host.match.standing_directives == ()


def test_random_words_are_refused_and_never_fail(host: Host) -> None:
    words = (
        "Ann Bob at is has carries no wall exit treasure false 1 99 c3 a1 right up turn dead bear nothing and say , ;"
    )
    chance = Chance("words")
    for _ in range(1500):
        said = " ".join(chance.choice(words.split()) for _ in range(1 + chance.below(6)))
        if "dead" not in said:
            assert host.hear(f"gm {said}").lines
    assert match.look(Path(host.match.name), lambda _text, _name: cave()).state == state_of(host)


# The log


def test_a_ruling_is_an_event_of_its_own_and_comes_back_from_the_log(path: Path) -> None:
    with evening(path) as host:
        for words in ("gm Bob at c3", "right", "gm say well", "gm Bob has 2 bullets"):
            assert not host.hear(words).refused
        before = state_of(host)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["kind"] for line in lines] == ["game", "ruling", "say", "ruling", "ruling"]
    assert list(lines[1]) == ["n", "kind", "words", "heard", "turn", "sum"]
    assert lines[1]["words"] == "Bob at c3"
    assert lines[1]["heard"] == [["gm-notes", {}]]
    assert match.look(path, read).state == before


def test_rulings_are_taken_back_and_brought_back_as_others_are(host: Host) -> None:
    first = state_of(host)
    host.hear("gm Bob at c3")
    second = state_of(host)
    back = host.hear("undo").lines
    assert aloud(back) == ["Taken back: rulings of the game master (1).", "It is Ann's turn."]
    assert "  [ruling: Bob at c3]" in back
    assert state_of(host) == first
    forth = host.hear("redo").lines
    assert aloud(forth)[0] == "Brought back: rulings of the game master (1)."
    assert state_of(host) == second
    host.hear("undo")
    host.hear("gm Bob at b3")
    assert host.hear("redo").lines == ("There is nothing to bring back.",)
    assert match.look(Path(host.match.name), read).state == state_of(host)


def test_a_ruling_counts_for_itself_when_it_is_taken_back(host: Host) -> None:
    """A slip of the game master costs players nothing: what they said in the same turn stays."""
    for words in ("right", "gm Bob at c3", "gm Bob has no bullets", "shoot up"):
        host.hear(words)
    told = [aloud(host.hear(words).lines)[0] for words in ("undo", "undo", "undo 2", "redo 2", "redo 9")]
    assert told == [
        "Taken back: Ann: shoot up.",
        "Taken back: rulings of the game master (1).",
        "Taken back: Ann: right, rulings of the game master (1).",
        "Brought back: Ann: right, rulings of the game master (1).",
        "Brought back: rulings of the game master (1), Ann: shoot up.",
    ]


def test_the_announcement_that_a_ruling_is_taken_back_names_no_cell(path: Path) -> None:
    with evening(path) as host:
        host.hear("gm Bob at c3")
    with match.resume(path, read) as played:
        there = Host(played, phrases("labyrinth", "en"), omniscient=False)
        said = [line for words in ("repeat", "undo", "redo", "help") for line in there.hear(words).lines]
    assert "The game master has corrected the notes." in said
    assert [line for line in said if CELL.search(line)] == [line for line in said if "at the lower left" in line]


def test_a_ruling_that_was_forged_is_refused(path: Path) -> None:
    with evening(path) as host:
        host.hear("gm Bob at c3")
    first = log.read_log(path).events[0].entry
    assert isinstance(first, log.Begun)
    for words, heard in (("Bob at z9", ()), ("Bob at c3", ())):
        other = path.with_name(f"{words[-2:]}.jsonl")
        with closing(log.Log.create(other, first)) as written:
            written.append(RuledEntry(words, heard, "Ann"))
        with pytest.raises(BadLog, match=r"jsonl:2: this mapkit rules differently"):
            match.look(other, read)


def test_a_game_without_corrections_takes_words_and_refuses_the_rest_kindly(path: Path) -> None:
    map = maps.generate("treasures", "gm", preset="small")
    table = table_of(map.game)
    mute = replace(table, screen=replace(table.screen, correct=None))
    plain = replace(map, game=replace(map.game, table=mute))
    with match.start(plain, writer.show(map), ("Ann", "Bob"), {"order": "given"}, "s", path) as played:
        there = Host(played, phrases("treasures", "en"), omniscient=False, gm=True)
        assert there.hear("gm say Welcome").lines == ("SAY: The game master: Welcome",)
        assert there.hear("gm Ann at a1").lines[0].startswith("No corrections of this game are known")
        assert there.hear("state").lines[1].startswith("> Ann")
        before = replace(played.state, drawn=map)
    assert match.look(path, read).state == before


# The screen


def test_after_each_turn_there_is_a_table_of_everybody(host: Host) -> None:
    lines = host.hear("right; end").lines
    assert lines == (
        "SAY: Step executed.",
        "  [Ann is on b3.]",
        "SAY: It is Bob's turn.",
        "  player cell health  grenades bullets knives gold false",
        "  Ann    b3   healthy 1        5       1      -    -",
        "> Bob    b1   healthy 1        5       1      -    -",
        "  On the board: bear d1, treasure c3, false treasure d3.",
        "  Bob must still try a step.",
    )


def test_the_map_is_shown_as_it_is_by_now(host: Host) -> None:
    for words in (
        "gm no wall b3 down",
        "gm wall c1 right",
        "gm no treasure at c3",
        "gm treasure at b3",
        "gm Bob at a1",
    ):
        assert not host.hear(words).refused
    assert host.hear("map").lines[:8] == (
        "     a   b   c   d",
        "   +---+---+---+---+",
        " 3 |*.  *T   .  *F |  Ann a3, treasure b3, false treasure d3",
        "   +   +   +   +   +",
        " 2 | ~>  ~>  ~o  A",
        "   +   +   +   +   +",
        " 1 |*W1  .   W2|*H |  Bob a1, bear d1",
        "   +---+---+---+---+",
    )


def test_omniscient_eyes_see_the_present_board_as_well(path: Path) -> None:
    with evening(path) as host:
        host.hear("gm no wall b3 down")
    with match.resume(path, read) as played:
        lines = Host(played, phrases("labyrinth", "en"), omniscient=True).hear("map").lines
    assert lines[3] == "   +   +   +   +   +"


def test_a_treasure_on_a_cell_of_another_kind_is_told_beside_the_board(host: Host) -> None:
    host.hear("gm treasure at d2")
    assert " 2 | ~>  ~>  ~o *A    treasure d2" in host.hear("map").lines


def test_a_board_with_floors_names_them() -> None:
    assert board(drawn(TOWER, "labyrinth"), [("Ann", "b1/2")]) == (
        "/1   a   b",
        "   +---+---+",
        " 2 | T   .",
        "   +   +   +",
        " 1 | .   . |",
        "   +---+---+",
        "/2   a   b",
        "   +---+---+",
        " 2 | .   . |",
        "   +   +   +",
        " 1 | .  *. |  Ann b1/2",
        "   +---+---+",
    )


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_screen_fits_80_columns_with_eight_players(path: Path, lang: str) -> None:
    names = [f"{letter}nnabelle" for letter in "ABCDEFGH"]
    map = drawn(CAVE.replace("rules=T3-A2-H34-W6-O17", "rules=T3-A2-H34-W6-O147"), "labyrinth", boomerang=2)
    starts = {"starts": " ".join(["a3"] * 8)}
    with match.start(map, "text", names, starts, "s", path) as played:
        there = Host(played, phrases("labyrinth", lang), omniscient=False, gm=True)
        lines = [*there.hear("state").lines, *there.hear("gm").lines]
    assert len(lines) > 15
    assert [line for line in lines if len(line) > 80] == []


def test_refusals_by_a_rule_are_said_aloud_and_slips_of_the_keyboard_are_not(host: Host) -> None:
    assert host.hear("Bob: up").lines == ("SAY: Players move in turn: it is Ann's turn. (MP-45)",)
    assert not host.hear("ip").lines[0].startswith("SAY")


def test_a_player_who_is_put_elsewhere_may_ask_for_any_step_there(host: Host) -> None:
    """MP-54: the steps that were refused were refused on the cell before."""
    host.hear("left")
    assert "left" not in host.match.ways
    host.hear("gm Ann at c2")
    assert {"up", "down", "left", "right"} <= set(host.match.ways)


def test_a_ruling_ends_no_turn_that_play_has_not_ended() -> None:
    """MP-76.c: after a kill before the step the player must still make the step, whatever is corrected meanwhile."""
    field = "rules=W5-H2\n+---+---+\n| .   .\n+   +   +\n| T   . |\n+---+---+"
    begun = referee.begin(drawn(field, "labyrinth"), ("Ann", "Bob"), {"starts": "a2 b2"}, lambda _: 1)
    killed = referee.play(begun.state, "shoot right", lambda _: 1).state
    assert [player.name for player in killed.alive] == ["Ann"]
    ruled = referee.correct(killed, "Ann has 3 bullets").state
    assert not ruled.over
    assert referee.play(ruled, "skip", lambda _: 1).state.winner == "Ann"


@pytest.mark.parametrize("words", ["Bob healthy", "Bob wounded"])
def test_the_dead_are_alive_again_by_that_word_alone(path: Path, words: str) -> None:
    with evening(path, names=("Ann", "Bob", "Cid")) as host:
        host.hear("gm Bob dead")
        answer = host.hear(f"gm {words}")
    assert answer.refused
    assert "(MP-57)" in answer.lines[0]


# Repeat, help, and the end


def test_the_very_last_answer_is_repeated_with_what_was_ruled_since_and_nothing_older(host: Host) -> None:
    """MP-13, MP-13.a."""
    for words in ("left", "up", "gm say well"):
        host.hear(words)
    assert aloud(host.hear("repeat").lines) == [
        "Ann: left",
        "Step impossible, monolith.",
        "Ann: up",
        "Step impossible, monolith.",
        "The game master: well",
        "It is Ann's turn.",
    ]
    for older in ("repeat 2", "повтор 2", "repeat all"):
        answer = host.hear(older)
        assert answer.refused
        assert answer.lines == ("Only the very last move is repeated, nothing older (MP-13).",)


def test_a_player_whose_start_is_taken_back_is_asked_for_it_again(path: Path) -> None:
    """MP-40."""
    with match.start(cave(), "text", ("Ann", "Bob"), {}, "s", path) as played:
        host = Host(played, phrases("labyrinth", "en"), omniscient=False)
        host.hear("a3")
        assert host.hear("undo").lines[-1] == "Ann, tell the game master in secret where you start."


def test_help_says_how_to_name_a_start_and_does_not_list_every_cell(path: Path) -> None:
    """MP-40."""
    with match.start(cave(), "text", ("Ann", "Bob"), {}, "s", path) as played:
        lines = Host(played, phrases("labyrinth", "en"), omniscient=False).hear("help").lines
        assert lines[0] == "Ann, say where you start: start and a cell from a1 to d3, such as start a3."
        assert len(played.ways) == 12


@pytest.mark.parametrize(("lang", "bob"), [("en", "Bob"), ("ru", "Боб")])
def test_help_of_the_game_master_tells_corrections_that_are_understood(path: Path, lang: str, bob: str) -> None:
    with evening(path, names=("Ann", bob, "Cid"), lang=lang) as host:
        told = host.hear("help").lines
        lines = [line.partition(" ")[2].partition(":")[0] for line in told if line.startswith(("gm ", "ведущий "))]
        examples = [
            each.replace("h4", "d2") for line in lines for each in line.split(" | ") if "TE" not in each.upper()
        ]
        assert len(examples) > 15
        refused = [(words, host.hear(f"gm {words}").lines[0]) for words in examples]
        unread = host.hear("gm dance").lines[0].removeprefix('"dance"').removeprefix("«dance»")
        assert [words for words, said in refused if said.endswith(unread)] == []


@pytest.mark.parametrize(("lang", "words"), [("en", "gm help"), ("en", "gm ?"), ("ru", "ведущий помощь")])
def test_the_game_master_who_asks_for_help_has_the_list_with_cells_of_the_board(
    path: Path, lang: str, words: str
) -> None:
    with evening(path, lang=lang) as host:
        assert host.hear(words).lines == host.hear("gm").lines
        assert "d3" in "".join(host.hear(words).lines)


def test_corrections_on_a_board_with_floors_are_explained_with_cells_of_its_floors(path: Path) -> None:
    with match.start(drawn(TOWER, "labyrinth"), "text", ("Ann", "Bob"), {}, "s", path) as played:
        told = "".join(Host(played, phrases("labyrinth", "en"), omniscient=False, gm=True).corrections)
    assert "b2/1" in told
    assert not {"c3", "h4"} & {*re.findall(r"\w+", told)}


def test_at_the_end_the_map_is_shown_as_it_is_then_with_paths_and_rulings(path: Path) -> None:
    with evening(path) as host:
        for words in ("gm no wall b3 down", "gm Ann carries 1 treasure", "gm say last round", "gm Ann at d2"):
            host.hear(words)
        lines = host.hear("right").lines
    assert "SAY: Ann leaves with the treasure and wins." in lines
    assert " 2 | ~>  ~>  ~o *A    Ann (treasure) d2" in lines
    assert "   +   +   +   +   +" in lines
    assert lines[-8:-1] == (
        "Ann: a3 =d2",
        "Bob: b1",
        "= where the game master put somebody.",
        "Rulings of the game master:",
        "  no wall b3 down",
        "  Ann carries 1 treasure",
        "  Ann at d2",
    )
    assert paths(host.match) == {"Ann": [Stop("a3", "rested"), Stop("d2", "put")], "Bob": [Stop("b1", "rested")]}


def test_a_name_that_looks_like_a_ruling_is_none(path: Path) -> None:
    with evening(path, names=("Ann =1", "Bob")) as host:
        lines = host.hear("gm Bob dead").lines
    assert "Ann =1: a3" in lines
    assert "= where the game master put somebody." not in lines


def test_the_track_tells_rulings_apart_from_what_players_do(path: Path) -> None:
    with evening(path, names=("game master", "Bob")) as host:
        for words in ("gm game master at b3", "right", "gm say well", "gm Bob outside d2 right", "gm turn Bob", "up"):
            host.hear(words)
        track = track_of(host.match, phrases("labyrinth", "en"))
    corrected = ("The game master has corrected the notes.",)
    assert track.entries[:4] == (
        Ruling(0, "game master at b3", corrected, (Placement("game master", "b3"),)),
        ReplayStep(1, "game master", "right", ("Step executed, treasure.",), (), "c3"),
        Ruling(1, "say well", ("The game master: well",)),
        Ruling(1, "Bob outside d2 right", corrected, (Placement("Bob", "d2", outside=True),)),
    )
    assert [(type(each), each.number, each.words) for each in track.entries[4:]] == [
        (Ruling, 1, "turn Bob"),
        (ReplayStep, 2, "up"),
    ]
    assert [each.cell for each in track.moves_of("game master")] == ["b3", "c3"]
    assert track.rebuilt == frozenset()


@pytest.mark.parametrize(
    ("language", "who", "puts"),
    [
        ("en", "game master", "puts game master there"),
        ("ru", "ведущий", "ставит игрока game master сюда"),
    ],
)
def test_a_game_with_rulings_is_printed_with_them(path: Path, language: str, who: str, puts: str) -> None:
    with evening(path, names=("game master", "Bob")) as host:
        for words in ("gm game master at b3", "right", "gm say well", "gm Bob dead"):
            host.hear(words)
        track = track_of(host.match, phrases("labyrinth", language))
        sheets = played_sheets(host.match.map, track, Edition(A4, language))
    said = prose(sheets)
    told = [said.index(each) for each in ("game master at b3", puts, "say well", "Bob dead")]
    assert told == sorted(told)
    letters = [mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Text)]
    assert letters.count(f"{who}:") == 2


@pytest.mark.parametrize(
    ("rulings", "walls", "exits"),
    [
        ((), False, False),
        (("gm wall a1 right", "gm no wall a1 right"), True, False),
        (("gm exit a1 left",), False, True),
    ],
)
def test_the_legend_of_a_played_game_says_what_rulings_have_changed(
    path: Path, rulings: tuple[str, ...], walls: bool, exits: bool
) -> None:
    quiet = drawn(QUIET, "labyrinth")
    with match.start(quiet, "text", ("Ann", "Bob"), {}, "s", path) as game:
        host = Host(game, phrases("labyrinth", "en"), omniscient=False, gm=True)
        assert [host.hear(words).refused for words in rulings] == [False] * len(rulings)
        said = prose(played_sheets(quiet, track_of(game, phrases("labyrinth", "en")), ON_A4))
    remark = "as they were at the start"
    assert (f"Inner wall × 1 {remark}" in said, f"Exit × 1 {remark}" in said) == (walls, exits)


def test_the_legend_of_a_map_without_walls_tells_of_a_wall_that_was_built(path: Path) -> None:
    bare = drawn(QUIET.replace(". | .", ".   ."), "labyrinth")
    with match.start(bare, "text", ("Ann", "Bob"), {}, "s", path) as game:
        Host(game, phrases("labyrinth", "en"), omniscient=False, gm=True).hear("gm wall a1 right")
        said = prose(played_sheets(bare, track_of(game, phrases("labyrinth", "en")), ON_A4))
    assert "Inner wall × 0 as they were at the start" in said


# Russian


def test_the_mode_speaks_and_understands_russian(path: Path) -> None:
    with evening(path, names=("Анна", "Боб"), lang="ru") as host:
        said = {
            "ведущий Боб на c3": "ВСЛУХ: Ведущий исправил записи.",
            "ведущий стена a3 вправо": "ВСЛУХ: Ведущий исправил записи.",
            "ведущий нет стены a3 вправо": "ВСЛУХ: Ведущий исправил записи.",
            "ведущий Боб несёт 1 клад": "ВСЛУХ: Ведущий постановил: Боб несет клад.",
            "ведущий Боб ранен": "ВСЛУХ: Ведущий постановил: игрок Боб ранен.",
            "ведущий Боб жив": "Так уже и есть; ничего не изменилось.",
            "ведущий ход Боб": "ВСЛУХ: Ведущий постановил, чей сейчас ход.",
            "ведущий скажи Перерыв, чай": "ВСЛУХ: Ведущий: Перерыв, чай",
            "повтор 2": "Повторяется только самый последний ход, не раньше (MP-13).",
            "отмена": "ВСЛУХ: Отменено: постановления ведущего (1).",
            "вернуть": "ВСЛУХ: Возвращено: постановления ведущего (1).",
            "ведущий Вова на я9": "Игрока Вова нет. Есть: Анна, Боб.",
        }
        assert {words: host.hear(words).lines[0] for words in said} == said
        assert host.hear("состояние").lines[:3] == (
            "  игрок клетка рана  гранат пуль ножей клад ложный",
            "  Анна  a3     нет   1      5    1     -    -",
            "> Боб   c3     ранен 1      5    1     -    -",
        )
        assert host.hear("выйти").over


@pytest.mark.parametrize(
    ("russian", "english"),
    [
        ("Bob на c3", "Bob at c3"),
        ("bob снаружи d2 вправо", "Bob outside d2 right"),
        ("Bob имеет 3 пули, 2 гранаты и нет ножа", "Bob has 3 bullets, 2 grenades and no knife"),
        ("Bob имеет 5 пуль и 7 мешков", "Bob has 5 bullets and 7 bags"),
        ("Bob ранен", "Bob wounded"),
        ("Bob мёртв", "Bob dead"),
        ("Bob несёт 2 ложных клада", "Bob carries 2 false treasures"),
        ("Bob держит 1 настоящий клад", "Bob holds 1 genuine treasure"),
        ("ход Bob", "turn Bob"),
        ("ходит Bob", "turn Bob"),
        ("стена a3 направо", "wall a3 right"),
        ("нет стены b3 вниз", "no wall b3 down"),
        ("выход a1 влево", "exit a1 left"),
        ("нет выхода d2 вправо", "no exit d2 right"),
        ("клад на b3", "treasure at b3"),
        ("нет ложного клада на d3", "no false treasure at d3"),
        ("медведь на b2", "bear at b2"),
        ("бумеранг на b2", "boomerang at b2"),
    ],
)
def test_a_correction_in_russian_is_the_same_as_in_english(host: Host, russian: str, english: str) -> None:
    states = []
    for words in (russian, english):
        host.hear(f"ведущий {words}")
        states.append(state_of(host))
        host.match.undo(1)
    assert states[0] == states[1]
    assert (states[0] == state_of(host)) == ("мешков" in russian)


@pytest.mark.parametrize("name", ["table", "labyrinth"])
def test_both_languages_have_the_same_words_of_the_table_with_the_same_braces(name: str) -> None:
    english, russian = (
        tomllib.loads(resources.path("phrases", lang, f"{name}.toml").read_text(encoding="utf-8"))["table"]
        for lang in ("en", "ru")
    )
    braces = [{key: set(re.findall(r"\{\w+\}", text)) for key, text in words.items()} for words in (english, russian)]
    assert braces[0] == braces[1]


# From a terminal and a pipe


@pytest.fixture
def mapkit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", "games")
    Path("cave.toml").write_text(writer.show(cave()), encoding="utf-8")

    def run(*words: str, typed: str = "") -> Result:
        return CliRunner().invoke(main.app, words, input=typed, catch_exceptions=False, prog_name="mapkit")

    return run


NEW = ("play", "cave.toml", "--players", "Ann,Bob", "--set", "starts=a3 b1", "--seed", "s", "--log", "game.jsonl")


def test_a_game_is_begun_without_the_mode_and_resumed_with_it(mapkit: Any) -> None:
    mapkit(*NEW, typed="right\n")
    corrected = mapkit("play", "--resume", "game.jsonl", "--gm", typed="gm Bob at c3\nstate\n").stdout
    assert "SAY: The game master has corrected the notes." in corrected
    assert "  Bob    c3   healthy 1        5       1      -    -" in corrected.splitlines()
    plain = mapkit("play", "--resume", "game.jsonl", typed="repeat\ngm Bob at a1\n").stdout
    assert "The game master has corrected the notes." in plain
    assert CELL.search(plain) is None
    assert mapkit("play", "--list").exit_code == DONE
    assert json.loads(mapkit("moves", "game.jsonl", "--json").stdout)["mover"] == "Ann"


def test_a_saved_game_is_listed_with_the_turn_that_was_ruled(mapkit: Any) -> None:
    words = [word for word in NEW if word not in ("--log", "game.jsonl")]
    mapkit(*words, "--gm", typed="gm turn Bob\n")
    assert "Ann, Bob  0 commands, Bob to move" in mapkit("play", "--list").stdout


def test_a_ruling_torn_by_a_kill_is_dropped_and_the_game_goes_on(mapkit: Any) -> None:
    mapkit(*NEW, "--gm", typed="right\ngm Bob at c3\n")
    whole = Path("game.jsonl").read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    for kept in (1, len(last) // 2, len(last) - 2):
        Path("game.jsonl").write_bytes(whole[: len(whole) - len(last) + kept])
        result = mapkit("play", "--resume", "game.jsonl", "--gm", typed="state\ngm Bob at c3\n")
        assert "the last line of the log was torn off" in result.stderr
        assert "  Bob    b1   healthy 1        5       1      -    -" in result.stdout.splitlines()
        assert Path("game.jsonl").read_bytes() == whole


def test_a_game_master_whose_process_is_killed_loses_nothing_that_was_on_the_screen(mapkit: Any) -> None:
    around = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "mapkit", *NEW, "--gm"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=around) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write(b"gm Bob at c3\n")
        playing.stdin.flush()
        while b"corrected the notes" not in playing.stdout.readline():
            assert playing.poll() is None
        playing.send_signal(signal.SIGKILL)
    assert match.look(Path("game.jsonl"), read).state.named("Bob").cell == "c3"


def test_a_second_game_master_is_refused(path: Path) -> None:
    with evening(path), pytest.raises(FileTrouble, match="another mapkit is playing this game"):
        match.resume(path, read)


def test_if_a_played_game_can_be_printed_the_end_says_how(tmp_path: Path) -> None:
    map = maps.generate("treasures", "gm", preset="small")
    with match.start(map, writer.show(map), ("Ann",), {}, "s", tmp_path / "a.jsonl") as played:
        chance, there = Chance("end"), Host(played, phrases("treasures", "en"), omniscient=False, resume_name="bafumi")
        lines: tuple[str, ...] = ()
        for _ in range(5000):
            if not played.mover:
                break
            useful = [way for way in played.ways if way == "take"]
            lines = there.hear(chance.choice(useful or list(played.ways))).lines
    assert lines[-1] == "To print the paths and the turns: mapkit print bafumi"


def test_at_a_terminal_the_game_master_sees_what_they_type_and_corrects(mapkit: Any) -> None:
    """MP-40: players tell their starts to the game master; a curtain would only hide them from the game master."""
    words = [word for word in NEW if word != "starts=a3 b1"]
    words.remove("--set")
    with terminal(*words, "--gm") as there:
        there.until("Ann> ")
        there.type("start a3\n")
        assert "start a3" in there.until("Bob> ")
        there.type("start b1\n")
        assert "SAY: It is Ann's turn." in there.until("Ann> ")
        there.type("gm Bob at c3\n")
        there.until("  Bob    c3   healthy")
        there.type("quit\n")
        there.until("The game is saved.")
        assert there.playing.wait(timeout=30) == DONE


@pytest.mark.parametrize("option", ["peek=yes", "private-answers=yes"])
def test_the_labyrinth_has_no_peeking_and_no_private_answers(mapkit: Any, option: str) -> None:
    """MP-7, MP-8: every announcement is public."""
    result = mapkit("play", "cave.toml", "--players", "Ann,Bob", "--set", option)
    assert result.exit_code == NOT_UNDERSTOOD
    assert result.stderr.count("every announcement is public (MP-7, MP-8)") == 1
    assert result.stderr.count("option") == 1
    peeked = mapkit(*NEW, typed="peek\n").stdout
    assert "Nobody peeks in this game; its rules do not know it." in peeked


def test_who_was_moved_by_a_ruling_did_not_move_the_others(path: Path) -> None:
    with evening(path, names=("Bob", "Ann")) as host:
        for words in ("gm Bob at b3", "gm Ann at d2"):
            host.hear(words)
        track = track_of(host.match, phrases("labyrinth", "en"))
    assert [each.cell for each in track.moves_of("Bob")] == ["b3"]
    assert [each.cell for each in track.moves_of("Ann")] == ["d2"]


def test_a_cell_off_the_board_is_refused_with_the_first_and_the_last_one(path: Path) -> None:
    with evening(path) as host:
        assert '"z9" is no cell of the board; its cells go from a1 to d3.' in host.hear("gm Ann at z9").lines
