"""Boards of Quoridor drawn on paper: printed, drawn on, photographed, read, answered, and checked."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mapkit
from benchmarks.camera import CONDITIONS, PENS, BlankPage, Hand, blank_pages, draw, photograph
from mapkit.games.shelf import GAMES
from mapkit.model.game import NoSheet
from mapkit.model.grid import Border, border
from mapkit.model.handwork import ByHand, Handwork
from mapkit.model.map import Map, Public
from mapkit.model.settings import BadSetting
from mapkit.paper.blank_maps import drawing_sheets
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import A4, LETTER, Page, Text
from mapkit.photos import doubts, reader
from mapkit.photos.sheet import OPEN, PLAIN, WALL, MapReading, PlaceLook, cover, place_name
from tests.command import refusal, run
from tests.paper.test_sheet import ON_A4, faults

GAME = GAMES["quoridor"]
assert GAME.design.board.by_hand
BY_HAND: ByHand = GAME.design.board.by_hand

POSITION = """\
mapkit = 1
game = "quoridor"
size = 7
turn = "N"
walls_left = "3 4"
pawns = "d3 e5"
walls = "a1v b3h d3h c5v f4v"
"""
WHOLE = "c5v a1v b3h d3h f4v"
"""What is drawn of it: `b3h` and `d3h` lie in one line, four squares long."""


@cache
def a_map() -> Map[Any]:
    return mapkit.read(POSITION)


@cache
def page() -> BlankPage:
    return blank_pages(a_map())[0]


@cache
def photo(*halves: Border, signs: str = "") -> bytes:
    """A photo of the position, with halves of walls and with further signs."""
    work = BY_HAND.show(a_map().params, a_map().facts)
    work = work._replace(signs={**work.signs, **dict(word.split("=") for word in signs.split())})
    drawn = draw(page(), a_map(), Hand(PENS["felt pen"]), "q", work=work, lines=halves)
    return photograph(drawn, CONDITIONS["usual"], "q")


@cache
def the_reading() -> MapReading:
    return reader.read([("photo", photo())])


def with_lines(*changes: str, unsure: bool = False) -> MapReading:
    """The reading, as if these borders had been seen as sure: `c2-north=wall`."""
    found = the_reading()
    told = [doubts.answers(found, change) for change in changes]
    looks = {
        place: PlaceLook(word, "" if not unsure else OPEN, not unsure) for each in told for place, word in each.items()
    }
    return found._replace(looks={**found.looks, **looks})


def walls(found: MapReading) -> set[str]:
    return {f"{fact.place}{fact.mark}" for fact in found.map.facts if fact.mark in ("h", "v")}


# --- the sheet ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["5", "9", "17"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("edition", [ON_A4, Edition(LETTER, "ru")], ids=["a4", "letter-ru"])
def test_every_board_lies_on_one_page_with_boxes_for_what_is_not_drawn(
    size: str, players: int, edition: Edition
) -> None:
    board: Any = GAME.design.board.read(size)
    params = GAME.design.params(grid=board, players=players)
    (sheet,) = drawing_sheets(GAME, GAME.title, Public("", params, GAME), edition)
    assert faults((sheet,)) == []
    told = [mark.text for mark in sheet.marks if isinstance(mark, Text)]
    for number in range(params.supply + 1):
        assert told.count(str(number)) >= players


def sheet_of(**given: Any) -> tuple[Page, ...]:
    return drawing_sheets(GAME, GAME.title, Public("", GAME.design.params(**given), GAME), Edition(A4))


def test_a_board_with_more_walls_than_a_sheet_can_tell_has_no_sheet() -> None:
    assert sheet_of(walls_each=40)
    with pytest.raises(NoSheet, match="at most 40 walls for each player, and this board has more"):
        sheet_of(walls_each=41)


@given(
    st.sampled_from([5, 9, 17]),
    st.one_of(st.permutations("SN"), st.permutations("SWNE")),
    st.none() | st.integers(0, 40),
)
def test_the_form_of_a_sheet_tells_the_players_their_order_and_their_walls(
    size: int, order: list[str], each: int | None
) -> None:
    named = "".join(order)
    board: Any = GAME.design.board.read(size)
    params = GAME.design.params(
        grid=board, players=len(named), walls_each=each,
        order="" if named in ("SN", "SWNE") else named,
    )  # fmt: skip
    assert BY_HAND.settings(params.grid, BY_HAND.sheet(params).form) == params


def test_a_sheet_of_an_unknown_form_is_refused() -> None:
    for form in (0, 1216):
        with pytest.raises(BadSetting, match="a sheet that this mapkit does not know"):
            BY_HAND.settings(GAME.design.params().grid, form)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_drawn_by_hand_is_read_as_the_same_position(seed: int) -> None:
    map_ = mapkit.generate("quoridor", seed=f"{seed}", size="7", settings={"players": 2 + 2 * (seed % 2)})
    params = replace(map_.params, turn="N", walls_left=(2,) * map_.params.players)
    facts = frozenset(fact._replace(mark=fact.mark[0]) if fact.mark[0] in "hv" else fact for fact in map_.facts)
    assert BY_HAND.read(map_.params, BY_HAND.show(params, map_.facts)) == (params, facts)


def test_a_second_pawn_of_a_seat_is_one_pawn_too_many(tmp_path: Path) -> None:
    for signs, shown in (({"a1": "S", "c3": "S"}, '"c3 ? a1"'), ({"a1": "S", "b2": "N", "c3": "N"}, '"a1 c3 b2"')):
        params, facts = BY_HAND.read(a_map().params, Handwork(signs, (), {}))
        map_ = replace(a_map(), params=params, facts=facts)
        assert f"pawns = {shown}" in map_.to_text()
        assert mapkit.read(map_.to_text()) == map_
        assert any(fault.rule.number == "QC-9" for fault in map_.check())


def test_four_players_have_no_fifth_pawn() -> None:
    text = POSITION.replace('"d3 e5"', '"d3 a4 e5 g4 c3"').replace("size = 7", "size = 7\nplayers = 4")
    faults_ = mapkit.read(text.replace('walls_left = "3 4"\n', "")).check()
    assert [(fault.rule.number, fault.place) for fault in faults_] == [("QC-9", "c3")]


# --- lines and walls ---------------------------------------------------------------------------------------------

GRID = a_map().params.grid
BARS = BY_HAND.sheet(a_map().params).bars


def lines(*names: str) -> list[Border]:
    """Borders such as `c3N`."""
    return [border(GRID, name[:-1], name[-1]) for name in names]


@given(st.data())
@settings(max_examples=60)
def test_walls_that_neither_touch_nor_overlap_are_found_from_their_lines(data: st.DataObject) -> None:
    chosen, taken = list[str](), set[Border]()
    for name in data.draw(st.lists(st.sampled_from([*BARS]), max_size=12, unique=True)):
        if taken.isdisjoint(BARS[name]):
            chosen.append(name)
            taken |= {*BARS[name]}
    found = cover(BARS, (), taken, ())
    covered = {line for name in found.bars for line in BARS[name]}
    assert covered == taken
    assert found.loose == {}
    assert len(found.bars) == len(chosen)


@pytest.mark.parametrize(
    ("drawn", "bars", "loose"),
    [
        ("c3N", (), {"c3N": ("b3h", "c3h")}),
        ("a3N", (), {"a3N": ("a3h",)}),
        ("a3N b3N c3N", (), {"a3N": ("a3h",)}),
        ("b3N c3N d3N", (), {"b3N": ("b3h", "a3h")}),
        ("c3N d3N c3E c4E", ("c3h", "c3v"), {}),
        ("a3N b3N c3N d3N", ("a3h", "c3h"), {}),
    ],
)
def test_half_a_wall_is_a_doubt_and_walls_that_cross_are_read_as_drawn(
    drawn: str, bars: tuple[str, ...], loose: dict[str, tuple[str, ...]]
) -> None:
    found = cover(BARS, (), lines(*drawn.split()), ())
    assert found.bars == bars
    assert found.loose == {lines(name)[0]: over for name, over in loose.items()}


def test_a_wall_beside_a_line_that_is_not_sure_is_left_open() -> None:
    found = cover(BARS, (), lines("a3N", "b3N", "a6N", "b6N"), lines("c3N"))
    assert found == (("a6h",), {})


def test_walls_that_a_person_names_may_overlap() -> None:
    found = cover(BARS, ("b3h", "c3h"), lines("b3N", "c3N", "d3N"), ())
    assert found == (("b3h", "c3h"), {})


# --- the whole way -----------------------------------------------------------------------------------------------


def test_a_photo_of_a_position_is_read_with_turn_and_walls_left() -> None:
    found = the_reading()
    assert found.doubts == {}
    assert walls(found) == {*WHOLE.split()}
    assert found.map.facts == a_map().facts
    assert (found.map.params.turn, found.map.params.walls_left) == ("N", (3, 4))
    assert found.map.check() == ()


def test_a_photo_becomes_a_file_and_answers_settle_half_a_wall(tmp_path: Path) -> None:
    (tmp_path / "mine.jpg").write_bytes(photo(*lines("b6N"), signs="g1=S"))
    words = ("read", tmp_path / "mine.jpg", "-o", tmp_path / "mine.toml", "--force")
    told = run(*words)
    assert told.exit_code == 1
    assert "b6-north: half a wall: a6h or b6h" in told.stderr
    assert "fault[QC-9]" in told.stdout, "the second pawn of S is told as a fault"
    assert (tmp_path / "mine-read.png").read_bytes().startswith(b"\x89PNG")
    text = (tmp_path / "mine.toml").read_text()
    assert text.startswith("#? Not sure in the photo, and left out here: b6-north\n")
    assert "b6h" not in text
    told = run(*words, "--answer", "b6-north=b6h g1=.")
    assert mapkit.read((tmp_path / "mine.toml").read_text()).facts == a_map().facts | {
        fact for fact in mapkit.read(POSITION.replace("a1v", "b6h")).facts if fact.mark == "h"
    }
    assert "walls_left" in told.stdout, "six walls stand, and seven are left of twelve"
    assert "half a wall" not in told.stderr


def test_a_file_that_lacks_what_is_not_sure_is_not_called_legal(tmp_path: Path) -> None:
    (tmp_path / "mine.jpg").write_bytes(photo(*lines("b6N")))
    told = refusal("read", tmp_path / "mine.jpg", "-o", "-", code=1)
    assert "no faults so far; the file leaves out what is not sure: b6-north" in told
    assert "legal" not in told


def test_a_player_map_is_compared_with_the_position(tmp_path: Path) -> None:
    (tmp_path / "true.toml").write_text(POSITION.replace("a1v", "a2v"))
    (tmp_path / "mine.jpg").write_bytes(photo())
    told = run("compare", tmp_path / "true.toml", tmp_path / "mine.jpg").stdout.splitlines()
    assert told == ["walls: 4 of 5 right", "  not found: a2v", "  wrong: a1v", "signs: 2 of 2 right"]
    assert "--plot: this sheet is for games whose files draw the board" in refusal(
        "compare", tmp_path / "true.toml", tmp_path / "mine.jpg", "--plot", tmp_path / "fame.svg"
    )


# --- doubts ------------------------------------------------------------------------------------------------------


def test_halves_and_lacking_crosses_are_doubts_and_sure_walls_stay() -> None:
    found = with_lines("b6-north=wall", "left-N=.")
    assert {place_name(place): look for place, look in found.doubts.items()} == {
        "b6-north": PlaceLook("a6h", "b6h", False),
        "left-N": PlaceLook("", "", False),
    }
    assert walls(found) == {*WHOLE.split()}
    assert found.map.params.walls_left == ()
    assert "b6-north, left-N" in found.text()


def test_a_crossing_is_a_fault_where_it_was_drawn() -> None:
    found = with_lines("b4-east=wall", "b3-east=wall")
    assert found.doubts == {}
    assert {"b3h", "b3v"} <= walls(found)
    assert next((fault.rule.number, fault.place) for fault in found.map.check()) == ("QC-20", "b3")


def test_the_rules_tell_which_readings_of_doubtful_lines_cannot_be() -> None:
    one = with_lines("b6-north=wall", unsure=True)
    assert doubts.excluded(one) == {border(GRID, "b6", "N"): (WALL,)}, "half a wall cannot be"
    halves = doubts.excluded(with_lines("b6-north=wall", "c3-east=wall"))
    assert {*halves.values()} == {("a6h", "b6h"), ("c2v", "c3v")}, "no wall is left for them: both are slips of the pen"


@pytest.mark.parametrize(
    ("said", "place", "word"),
    [
        ("b6-north=B6H", Border("b6", "N"), "b6h"),
        ("b6-north=open", Border("b6", "N"), OPEN),
        ("turn=s", "turn", "S"),
        ("LEFT-s=6", "left-S", "6"),
        ("left-S=.", "left-S", PLAIN),
        ("c3=n", "c3", "N"),
    ],
)
def test_answers_name_walls_pawns_and_boxes(said: str, place: object, word: str) -> None:
    assert doubts.answers(the_reading(), said) == {place: word}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("b6-north=c6h", "stands on no border; say wall, open, a6h or b6h"),
        ("turn=W", 'turn: "W" is none of its boxes; say S or N, or .'),
        ("left-S=7", "is none of its boxes; say 0, 1, 2, 3, 4, 5 or 6, or ."),
        ("c3=W", 'c3: "W" is no sign of quoridor; it takes S N "."'),
        ("a6h=wall", "is no place of this board"),
    ],
)
def test_answers_that_cannot_be_read_are_told_with_what_would_do(said: str, why: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(why)):
        doubts.answers(the_reading(), said)
