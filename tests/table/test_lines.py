"""A line is understood as a whole before anything of it is carried out: at the terminal, in programs, and on phones."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mapkit import PlayedGame
from mapkit.games.shelf import GAMES
from mapkit.language.phrases import phrases
from mapkit.mapfile.writer import show
from mapkit.model.map import Map
from mapkit.model.ruling import IllegalMove, InvalidMove, MoveError
from mapkit.studio.session import Sitting
from mapkit.table import match
from mapkit.table.host import Host
from mapkit.table.match import Match
from tests.drawings import drawn
from tests.language.test_words import BOARDS

NAMES = ("Ann", "Bob")
OPTIONS = {"labyrinth": {"starts": "b2 b2"}, "treasures": {"order": "given", "starts": "b2 c2"}}
UNREAD = {
    "labyrinth": ("up, do not tell", "up; end; left or right", "up, knife but quietly", "end, Bob: fly"),
    "treasures": ("west, do not tell", "west; end softly", "west, Bob: attack nobody", "west, shop 9"),
    "dungeon": ("e; fly", "Ann: e; Bob: w and fly"),
    "quoridor": ("north, wall south", "c2; Bob: e9q", "c2; sing"),
    "minoqaur": ("enter 1; enter nowhere", "enter 1; Bob: fly east", "enter 1; Bob: enter 2; Ann: east 2 take it"),
}
"""Lines that begin with what can be carried out, and go on with what is no directive."""
READ = {
    "labyrinth": (("left, grenade up, end, Bob: left", 4),),
    "treasures": (("west, Bob: north", 2),),
    "dungeon": (("Ann: e; Bob: w; Ann: w", 3),),
    "quoridor": (("north, Bob: b2h", 2),),
    "minoqaur": (("enter 1; Bob: enter 2; Ann: south 2", 3),),
}
"""Lines that are carried out as a whole, and how many directives they have."""


def board_of(game: str) -> Map[Any]:
    return drawn(BOARDS[game].replace("-O1347", "-O1"), game)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def played(game: str, tmp_path: Path) -> Iterator[Match]:
    board, options = board_of(game), OPTIONS.get(game, {})
    options = {"machine": "yes"} if game == "minoqaur" else options
    with match.start(board, show(board), NAMES, options, "seed", tmp_path / "log.jsonl") as begun:
        yield begun


def in_a_program(game: str) -> PlayedGame[Any]:
    options = {"machine": "yes"} if game == "minoqaur" else OPTIONS.get(game, {})
    return board_of(game).begin(NAMES, options=options, seed="seed", anyway=True)


def test_nothing_of_a_line_is_carried_out_where_a_part_of_it_is_not_understood(played: Match, game: str) -> None:
    host = Host(played, phrases(game, "en"), omniscient=False)
    for line in UNREAD[game]:
        reply = host.hear(line)
        assert (line, reply.refused, len(reply.lines), played.latest_directive) == (line, True, 1, None)


def test_a_line_that_is_understood_is_carried_out(played: Match, game: str) -> None:
    for line, count in READ[game]:
        reply = Host(played, phrases(game, "en"), omniscient=False).hear(line)
        assert (reply.refused, len(played.standing_directives)) == (False, count), reply.lines
        played.undo(9)


def test_a_page_carries_out_a_line_as_the_terminal_does(played: Match, game: str) -> None:
    with closing(Sitting(played)) as sitting:
        for line in UNREAD[game]:
            assert sitting.say(line) is not None
            assert (line, played.latest_directive) == (line, None)
        for line, count in READ[game]:
            assert sitting.say(line) is None
            assert len(played.standing_directives) == count
            assert {said.event for said in sitting.record if said.event} == {
                each.number for each in played.standing_directives
            }


def test_a_phone_says_a_line_of_its_own_player_alone(played: Match, game: str) -> None:
    with closing(Sitting(played)) as sitting:
        for line in UNREAD[game]:
            assert sitting.say(line, "Ann") is not None
            assert (line, played.latest_directive) == (line, None)
        for line, _ in READ[game]:
            assert sitting.say(line, "Ann") is not None
            assert {said.mover for said in played.standing_directives} <= {"Ann"}


def test_a_program_says_a_line_all_of_which_is_heard_or_nothing_happens(game: str) -> None:
    begun = in_a_program(game)
    for line in UNREAD[game]:
        with pytest.raises(InvalidMove):
            begun.say(line)
    for line, count in READ[game]:
        after = begun.say(line)
        singly = begun
        for moment in after.rulings[1:]:
            singly = singly.say(f"{moment.player}: {moment.words}")
        assert len(after.rulings) == 1 + count
        assert (after.rulings, after.options()) == (singly.rulings, singly.options())
        assert len(after.heard) > len(singly.heard)


def test_a_program_does_not_say_the_rest_of_a_line_for_the_next_player() -> None:
    begun = in_a_program("treasures")
    with pytest.raises(MoveError, match="It is Bob's turn by now, so this was not carried out: east; end") as refused:
        begun.say("west, east, end")
    assert not isinstance(refused.value, InvalidMove | IllegalMove)
    with pytest.raises(MoveError, match="is no command"):
        begun.say(";")


def test_what_a_player_may_not_say_alone_is_refused_before_the_rest_of_the_line(tmp_path: Path) -> None:
    """TX-10.c."""
    board = drawn(BOARDS["treasures"])
    with (
        match.start(board, show(board), NAMES, OPTIONS["treasures"], "seed", tmp_path / "log.jsonl") as played,
        closing(Sitting(played)) as sitting,
    ):
        refused = sitting.say("west, trade Bob kit agreed", "Ann")
        assert refused is not None
        assert "Make the offer without the word agreed" in refused
        assert played.latest_directive is None
