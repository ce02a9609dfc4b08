"""The board and the book of Treasures: where treasures are now, and which players carry them (TL-11, TL-37, TL-78)."""

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


@pytest.fixture(params=[{"order": "given", "peek": "yes", "put-down": "yes"}])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    """A table with Ann on c1 and Bob on b1; they may peek."""
    map_ = drawn(STALE, "treasures", exit_distance=1, treasure_distance=0)
    with match.start(
        map_, "text", ("Ann", "Bob"), {"starts": "c1 b1", **request.param}, "s", tmp_path / "game.jsonl"
    ) as played:
        yield Host(played, phrases("treasures", "en"), omniscient=False, gm=not request.param)


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


@pytest.mark.parametrize("host", [{}], indirect=True)
def test_a_printed_game_says_where_rulings_have_changed_its_map(host: Host) -> None:
    """TL-G4: its map is the one of the beginning."""
    words = phrases("treasures", "en")
    for line, told in (("gm wall c1 north", "Inner wall × 0"), ("gm no exit d2 east", "Exit × 1")):
        before, _, after = (printed(host, words), host.hear(line), printed(host, words))
        assert f"{told} as they were at the start" not in before
        assert f"{told} as they were at the start" in after


def printed(host: Host, words: Phrases) -> str:
    return prose(played_sheets(host.match.map, track_of(host.match, words), ON_A4))


def states(seed: str) -> Iterator[State]:
    """The moments of a random game in which treasures may be put down."""
    chance, map_ = Chance(seed), maps.generate("treasures", seed, preset="small")
    state = REFEREE.begin(map_, ("Ann", "Bob", "Cid"), {"put-down": "yes"}, lambda n: chance.between(1, n)).state
    for _ in range(400):
        yield state
        if not REFEREE.ways(state):
            return
        try:
            state = REFEREE.play(state, chance.choice(REFEREE.ways(state)), lambda n: chance.between(1, n)).state
        except MoveError:
            continue


@pytest.mark.parametrize("seed", ["one", "two", "three"])
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
