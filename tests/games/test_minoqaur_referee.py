"""Games of Minoqaur at the table: how they begin, how they are kept, and what is shown."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.minoqaur.code import matrix
from mapkit.games.minoqaur.design import maze as maze_on
from mapkit.games.minoqaur.maze_rules import CLOAK, KEY, TREASURE, Trail, answer
from mapkit.games.minoqaur.picture import picture
from mapkit.games.minoqaur.referee import TABLE, begin, begin_in_maze, play, seats, ways
from mapkit.games.minoqaur.state import Player
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from mapkit.model.ruling import Look
from mapkit.table import match
from mapkit.table.host import Host
from tests.drawings import maze_of
from tests.games.test_minoqaur_maze_rules import REASONS
from tests.playthrough import no_dice

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Max")


def code(seed: str, version: int = 2, **given: str) -> Map[Any]:
    return maps.generate("minoqaur", seed, size=matrix(version), given=given)


def test_alone_the_minoqaur_answers_as_its_rule_says() -> None:
    """The game plays the moves that a solver looks at (MQ-28 to MQ-41)."""
    chance = Chance("answers")
    for number in range(10):
        drawn = code(f"{number}")
        maze, state = maze_on(drawn.params, drawn.facts), begin(drawn, ("Ann",), {}, no_dice).state
        while state.mover:
            words = chance.choice(ways(state))
            after = play(state, words, no_dice).state
            if not words.startswith("enter") and after.winners != ("Ann",):
                done = answer(maze, state.minoqaur, after.explorers[0].trail)
                assert after.minoqaur.head == (done.move.end if done.move else state.minoqaur.head)
                assert not done.catches or after.winners
            state = after


def test_a_die_is_rolled_only_if_both_ways_are_equally_far() -> None:
    """MQ-30.a: one die with two sides."""
    maze, rolled = maze_of("E E . .\n. . . .\n. . . .\n. . . M"), list[int]()

    def die(sides: int) -> int:
        rolled.append(sides)
        return 2

    for entrance, words, dice in (("a4", "c4", []), ("b4", "a4", [2])):
        state = play(begin_in_maze(maze, ("Ann",), {}, at_random=True).state, entrance, die).state
        after = play(state, words, die).state
        assert rolled == dice
    assert after.minoqaur.head == 3


def test_a_player_who_can_move_only_with_a_stolen_item_is_not_walled_in() -> None:
    """MQ-21.b, MQ-49.a: Ann crosses Bob's head and takes Bob's cloak; then Ann can cross the minoqaur's path."""
    maze = maze_of("X X . . X\nE . . . .\nX . . . X\nX X . . X\nE X M X X")
    bob = Player("Bob", Trail(6, 1 << 6 | 1 << 11, 1 << 31), CLOAK | KEY)
    hunts = Trail(13, 1 << 7 | 1 << 2 | 1 << 3 | 1 << 8 | 1 << 13, 1 << 27 | 1 << 2 | 1 << 28 | 1 << 33)
    state = begin_in_maze(maze, ("Ann", "Bob", "Max"), {"steal-one": "yes"}, at_random=False).state
    entered = (Player("Ann", Trail.at(5)), bob)
    state = replace(state, explorers=entered, minoqaur=hunts, turn=2, round=1)
    state = play(state, ways(state)[0], no_dice).state
    assert state.mover == "Ann"
    assert ways(state) == ("e4 take cloak",)
    assert play(state, "e4 take cloak", no_dice).state.explorers[0].holds == CLOAK


# The table


def test_the_end_shows_the_board_and_all_paths(tmp_path: Path) -> None:
    drawn, chance = code("end"), Chance("end")
    with match.start(drawn, writer.show(drawn), ("Ann",), {}, "end", tmp_path / "game.jsonl") as begun:
        host = Host(begun, phrases("minoqaur", "en"), omniscient=False)
        while begun.mover:
            last = host.hear(chance.choice(begun.ways)).lines
    assert [line.partition(":")[0] for line in last if line.startswith(("Ann:", "minoqaur:"))] == ["minoqaur", "Ann"]
    assert [*last].index("    a b c d e f g h i j k l m n o p q r s t u v w x y") > 0


# The board


def test_the_board_shows_both_trails_with_signs_of_their_own() -> None:
    """MQ-50: in ASCII, or in Unicode; a tunnel is visible through its wall."""
    maze = maze_of("E . X . T\nX X X X X\n. . S . .\nX X X X .\nX M X . E")
    state = begin_in_maze(maze, ("Ann",), {}, at_random=False).state
    for words in ("enter a5", "b5", "d5"):
        state = play(state, words, no_dice).state
    assert picture(state, Look()) != picture(state, Look(plain=True))
    assert picture(state, Look(plain=True)) == (
        "* @  Ann  d5",
        "  M  minoqaur  d3",
        "    a b c d e",
        "  5 o o o#@ T  5",
        "  4 ########## 4",
        "  3   x SxM    3",
        "  2 ##x#####   2",
        "  1 ##x ##  E  1",
        "    a b c d e",
    )
    assert picture(state, Look())[:5] == (
        "● @  Ann  d5",
        "  M  minoqaur  d3",
        "    a b c d e",
        "  5 o o o█@ T  5",
        "  4 ██████████ 4",
    )


def test_the_board_numbers_several_explorers_and_shows_where_trails_cross() -> None:
    maze = maze_of("E . . . .\n. . . . .\nE . . . .\n. . . . .\nM . . . .")
    state = begin_in_maze(maze, ("Ann", "Bob", "Max"), {"steal-one": "yes"}, at_random=False).state
    for words in ("1", "2", "c5", "b3", "e1", "c2", "d3", "e4"):
        state = play(state, words, no_dice).state
    assert picture(state, Look(plain=True)) == (
        "* @1 Ann  c2",
        "  @2 Bob  d3",
        "  M  Max  e4",
        "    a b c d e",
        "  5 1 1 1      5",
        "  4     1   M  4",
        "  3 2 2 12@2x  3",
        "  2     @1  x  2",
        "  1 x x x x x  1",
        "    a b c d e",
    )
    assert [tuple(seat) for seat in seats(state)] == [
        ("Ann", "c2", "nothing"),
        ("Bob", "d3", "nothing"),
        ("Max", "e4", "the minoqaur"),
    ]


def test_the_board_shows_an_item_beneath_a_trail_or_a_piece() -> None:
    """MQ-49.b: an item that is still in its chamber, because the minoqaur came by or its owner is out."""
    maze = maze_of("E . . . .\nX X X X .\nE . T . M\nX X X X .\nX X X X S")
    state = begin_in_maze(maze, ("Ann", "Bob", "Max"), {}, at_random=False).state
    ann, bob = state.explorers
    way = Trail(10, 0b111111 << 10, 0b1111 << 10)

    def board(minoqaur: Trail, *explorers: Player) -> str:
        return picture(replace(state, explorers=explorers, minoqaur=minoqaur), Look(plain=True))[6]

    assert board(state.minoqaur, ann, bob) == "  3 E   T   M  3"
    assert board(way, ann, bob) == "  3 M x Txx x  3"
    assert board(way._replace(head=12), ann, bob) == "  3 x x TMx x  3"
    assert board(state.minoqaur, ann._replace(trail=way._replace(head=0)), bob) == "  3 1 1 T11 M  3"
    assert board(state.minoqaur, ann, bob._replace(trail=way._replace(head=12), gone=True)) == "  3 2 2 T+2 M  3"
    assert board(state.minoqaur, ann, bob._replace(trail=way._replace(head=12))) == "  3 2 2 T@2 M  3"
    took = board(state.minoqaur, ann, bob._replace(trail=way._replace(head=10), holds=TREASURE))
    assert took == "  3 @22 2 2 M  3"


def test_columns_with_two_letters_are_read_downwards() -> None:
    lines = picture(begin(code("wide", 3), ("Ann",), {}, no_dice).state, Look(plain=True))
    assert lines[2] == " " * 56 + "a a a"
    assert lines[3] == "    " + " ".join("abcdefghijklmnopqrstuvwxyzabc")
    assert all(len(line) <= 4 + 2 * 29 + 3 for line in lines[2:])


def test_a_player_who_is_out_leaves_a_mark_where_they_were() -> None:
    maze = maze_of("E . X X X\nX X X X X\nX X X X X\nX X X X X\nX X M X X")
    state = begin_in_maze(maze, ("Ann",), {}, at_random=False).state
    for words in ("enter a5", "b5"):
        state = play(state, words, no_dice).state
    assert state.winners == ("the minoqaur",)
    assert TABLE.statistics
    assert TABLE.statistics.winners(state) == (), "the minoqaur has no seat"
    assert picture(state, Look(plain=True))[3] == "  5 o + ###### 5"


@pytest.mark.parametrize("stuck", ["waits", "least-bad"])
@pytest.mark.parametrize("step_out", ["yes", "no"])
def test_settings_of_the_minoqaur_come_into_the_maze(stuck: str, step_out: str) -> None:
    """MQ-30."""
    drawn = code("settings", stuck=stuck, step_out=step_out)
    maze = maze_on(drawn.params, drawn.facts)
    assert (maze.restless, maze.step_out) == (stuck == "least-bad", step_out == "yes")


def test_every_reason_that_forbids_a_line_has_words() -> None:
    told = {key for key in phrases("minoqaur", "en").refused if key.startswith("MQ-")}
    elsewhere = {"door", "turn", "entered", "one", "pass", "line", "bent", "out", "over", "all", "which", "taken"}
    assert told - {key for key in told if key.rpartition(".")[2] in elsewhere} == set(REASONS)
