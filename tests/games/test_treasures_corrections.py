"""The board and the book of Treasures: where treasures are now, and which players carry them (TL-11, TL-37, TL-78)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mapkit.games import maps
from mapkit.games.treasures.referee import REFEREE
from mapkit.games.treasures.sheets import played_sheets
from mapkit.games.treasures.situation import board, situation
from mapkit.games.treasures.state import State
from mapkit.language.phrases import Phrases, phrases
from mapkit.model.chance import Chance
from mapkit.model.ruling import MoveError
from mapkit.paper.sheet import Text
from mapkit.table import match
from mapkit.table.host import Host
from mapkit.table.tracks import track_of
from tests.drawings import drawn
from tests.paper.test_sheet import ON_A4
from tests.sheet_measures import prose

STALE = """
+---+---+---+---+
| .   S   .   H
+   +   +   +   +
| .   .   .   T |
+---+---+---+---+
"""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A table with Ann on c1 and Bob on b1; they may peek."""
    seated = {"starts": "c1 b1", "order": "given", "peek": "yes", "put-down": "yes"}
    map = drawn(STALE, "treasures", exit_distance=1, treasure_distance=0)
    with match.start(map, "text", ("Ann", "Bob"), seated, "s", tmp_path / "game.jsonl") as played:
        yield Host(played, phrases("treasures", "en"), omniscient=False)


def hear(host: Host, *lines: str) -> tuple[str, ...]:
    """The answer to the last of the lines."""
    return [host.hear(line).lines for line in lines][-1]


def test_a_carried_treasure_is_no_longer_drawn_and_its_carrier_is_named(host: Host) -> None:
    """TL-76, TL-23.a: the tile is then a Safe one."""
    assert " 1 | .  *.  *.  *T |  Bob b1, Ann c1, treasure d1" in hear(host, "peek 2 agreed")
    lines = hear(host, "Ann: east; take; end", "peek 2 agreed")
    assert " 1 | .  *.   .  *. |  Bob b1, Ann (treasure) d1" in lines
    assert "  Ann    d1   healthy -    1" in lines
    assert not any("On the board" in line for line in lines)


def test_a_treasure_that_was_dropped_is_drawn_where_it_lies(host: Host) -> None:
    """TL-78.a."""
    lines = hear(host, "Ann: east; take; end", "Bob: north; shop 1", "peek 2 agreed")
    assert "  Bob has moved and may act or say end." in lines
    lines = hear(host, "end", "Ann: west; end", "Bob: south; shoot east", "Ann: north", "peek 2 agreed")
    assert " 2 | .   S  *.   H    Ann c2" in lines
    assert " 1 | .  *.  *T   . |  Bob b1, treasure c1" in lines
    assert "  On the board: treasure c1." in lines
    assert "  Ann    c2   injured -    -" in lines


def test_a_treasure_on_a_tile_of_another_kind_is_told_beside_the_board(host: Host) -> None:
    """TL-76.1.c: the tile stays what it is."""
    lines = hear(host, "Ann: east; take; end", "Bob: west", "Ann: north; put down", "peek 2 agreed")
    assert " 2 | .   S   .  *H    Ann d2, treasure d2" in lines


def test_a_printed_game_tells_where_treasures_are_at_the_end(host: Host) -> None:
    """TL-G1: its map shows where they were at the beginning."""
    words = phrases("treasures", "en")
    went = (("on d1", ()), ("with Ann", ("Ann: east; take; end",)), ("on c1", ("Bob: west", "Ann: west; put down")))
    for told, lines in went:
        for line in lines:
            host.hear(line)
        sheets = played_sheets(host.match.map, track_of(host.match, words), ON_A4)
        texts = [mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Text)]
        assert texts[texts.index("Treasures at the end") + 1] == told


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Host]:
    """The same game on the game master's screen."""
    map = drawn(STALE, "treasures", exit_distance=1, treasure_distance=0)
    with match.start(map, "text", ("Ann", "Bob"), {"starts": "c1 b1"}, "s", tmp_path / "gm.jsonl") as played:
        yield Host(played, phrases("treasures", "en"), omniscient=False, gm=True)


def test_the_book_tells_which_walls_and_exits_differ_from_the_drawing(book: Host) -> None:
    """TL-G4: it tells them as long as they differ."""
    for line in ("gm wall c1 north", "gm wall a1 east", "gm exit a1 west", "gm no exit d2 east"):
        said = book.hear(line).lines
    assert "  Walls built since the beginning: a1 east; c1 north." in said
    assert "  Exits made since the beginning: a1 west." in said
    assert "  Exits closed since the beginning: d2 east." in said
    said = hear(book, "gm no wall c1 north", "gm no wall a1 east", "gm no exit a1 west", "gm exit d2 east")
    assert not [line for line in said if "since the beginning" in line]


def test_a_note_tells_of_an_exit_where_a_river_flows_out(tmp_path: Path) -> None:
    """TL-66.d, TL-17.b."""
    map = drawn(
        "+---+---+\n| .   ~>|\n+   +   +\n  .   T |\n+---+---+", "treasures", exit_distance=1, treasure_distance=0
    )
    with match.start(map, "text", ("Ann",), {"starts": "a1"}, "s", tmp_path / "gm.jsonl") as played:
        host = Host(played, phrases("treasures", "en"), omniscient=False, gm=True)
        mind = "  [Mind: a river flows out through the exit of b2; it carries nobody out (TL-66.d).]"
        assert mind not in host.hear("gm exit b2 north").lines
        assert mind in host.hear("gm exit b2 east").lines


def test_the_public_facts_are_marked_as_to_be_said(tmp_path: Path) -> None:
    """TL-37: on the game master's screen they have the mark of announcements, and so has the question."""
    map = drawn(STALE, "treasures", exit_distance=1, treasure_distance=0)
    with match.start(map, "text", ("Ann", "Bob"), {"peek": "yes"}, "s", tmp_path / "peek.jsonl") as played:
        at_the_screen = Host(played, phrases("treasures", "en"), omniscient=False, gm=True)
        assert sorted(hear(at_the_screen, "peek 1")) == ["SAY: Ann: healthy", "SAY: Bob: healthy"]
        assert hear(at_the_screen, "peek 2")[0].startswith("SAY: Do you want to peek?")


def test_a_printed_game_says_where_rulings_have_changed_its_map(book: Host) -> None:
    """TL-G4: its map is the one of the beginning."""
    words = phrases("treasures", "en")
    for line, told in (("gm wall c1 north", "Inner wall × 0"), ("gm no exit d2 east", "Exit × 1")):
        before, _, after = (printed(book, words), book.hear(line), printed(book, words))
        assert f"{told} as they were at the start" not in before
        assert f"{told} as they were at the start" in after


def printed(host: Host, words: Phrases) -> str:
    return prose(played_sheets(host.match.map, track_of(host.match, words), ON_A4))


def states(seed: str) -> Iterator[State]:
    """The moments of a random game in which treasures may be put down."""
    chance, map = Chance(seed), maps.generate("treasures", seed, preset="small")
    state = REFEREE.begin(map, ("Ann", "Bob", "Cid"), {"put-down": "yes"}, lambda n: chance.between(1, n)).state
    for _ in range(400):
        yield state
        if not REFEREE.ways(state):
            return
        try:
            state = REFEREE.play(state, chance.choice(REFEREE.ways(state)), lambda n: chance.between(1, n)).state
        except MoveError:
            continue


@pytest.mark.parametrize("seed", ["one", "two", "four"])
def test_every_treasure_lies_or_is_carried_at_every_moment_of_a_game(seed: str) -> None:
    lay_elsewhere = 0
    for state in states(seed):
        begun, now, told = state.drawn, board(state), situation(state)
        lying = [cell for what, cell in told.things if what == "treasure"]
        assert Counter(lying) == Counter(state.treasures)
        assert len(lying) + len(told.holds) == list(begun.kinds.values()).count("treasure")
        assert set(told.holds) == {row[0] for row in told.rows if row[4] == "1"}
        shown = {cell for cell, kind in now.kinds.items() if kind == "treasure"}
        assert shown == {cell for cell in lying if begun.kinds[cell] in ("safe", "treasure")}
        lay_elsewhere += shown != {cell for cell, kind in begun.kinds.items() if kind == "treasure"}
        for cell in now.kinds.keys() - shown:
            assert now.kinds[cell] == ("safe" if begun.kinds[cell] == "treasure" else begun.kinds[cell])
    assert lay_elsewhere
