"""Squared paper without marks: a board is read by its corners, which need not be exact."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mapkit
from benchmarks.camera import (
    CONDITIONS,
    PENS,
    RULED,
    Hand,
    Point,
    corners_in_photo,
    draw,
    photograph,
    plain_page,
    write_beside,
)
from mapkit.games.shelf import GAMES
from mapkit.model.grid import Border, Hex, Place, Square
from mapkit.model.map import Map
from mapkit.model.settings import BadSetting
from mapkit.photos import reader
from mapkit.photos.sheet import MapReading
from tests.command import run

CAMERA = CONDITIONS["usual"]


@cache
def a_map() -> Map[Any]:
    return mapkit.generate("treasures", seed="plain", size="6x6")


@cache
def photo(ruled: str = "small squares", pen: str = "ballpoint") -> bytes:
    return photograph(draw(plain_page(Square(6, 6), RULED[ruled]), a_map(), Hand(PENS[pen]), "plain"), CAMERA, "plain")


@cache
def corners() -> tuple[Point, ...]:
    return tuple(corners_in_photo(plain_page(Square(6, 6), RULED["blank"]), CAMERA, "plain"))


def read(data: bytes, points: tuple[Point, ...], size: str = "6x6", game: str = "treasures") -> MapReading:
    of = GAMES[game]
    return reader.read_plain(("photo", data), of, of.design.board.read(size), points)


def wrong_walls(found: MapReading) -> set[Place]:
    changed = {fact.place for fact in found.map.facts ^ a_map().facts}
    return {place for place in changed if isinstance(place, Border) and found.looks[place].sure}


@pytest.mark.parametrize(("ruled", "pen"), [("blank", "pencil"), ("blue", "pencil"), ("red", "felt pen")])
def test_paper_without_marks_is_read_by_the_corners_of_its_board(ruled: str, pen: str) -> None:
    found = read(photo(ruled, pen), corners())
    assert not wrong_walls(found)
    assert not any(isinstance(place, Border) for place in found.doubts)
    assert len(found.doubts) < 4


def test_corners_a_seventh_of_a_cell_beside_the_board_do_no_harm() -> None:
    side = (corners()[1][0] - corners()[0][0]) / 6
    aside = [(0.1, 0.1), (-0.1, 0.1), (0.14, 0.0), (0.0, -0.14)]
    near = tuple((x + dx * side, y + dy * side) for (x, y), (dx, dy) in zip(corners(), aside, strict=True))
    assert not wrong_walls(read(photo(), near))


@pytest.mark.parametrize("size", ["3x3", "7x6", "12x12"])
def test_a_board_of_another_size_is_refused_though_its_corners_are_right(size: str) -> None:
    with pytest.raises(BadSetting, match=f"what is drawn there does not look like a board of {size}; check the size"):
        read(photo(), corners(), size)


@pytest.mark.parametrize("size", ["3x3", "12x12"])
def test_a_board_with_half_or_twice_as_many_cells_is_not_found(size: str) -> None:
    with pytest.raises(BadSetting, match=f"no board of {size} is found"):
        reader.find_plain(("photo", photo()), GAMES["treasures"], GAMES["treasures"].design.board.read(size))


def test_words_beside_a_board_do_not_hide_it() -> None:
    page = plain_page(Square(6, 6), RULED["blue"])
    drawn = write_beside(page, draw(page, a_map(), Hand(PENS["pencil"]), "plain"), Hand(PENS["pencil"]), "plain")
    found = reader.find_plain(("photo", photograph(drawn, CAMERA, "plain")), GAMES["treasures"], Square(6, 6))
    assert not wrong_walls(found.reading)
    assert max(abs(x - a) + abs(y - b) for (x, y), (a, b) in zip(found.corners, corners(), strict=True)) < 20


@pytest.mark.long
def test_a_board_is_found_without_corners_and_one_of_another_size_is_not() -> None:
    found = reader.find_plain(("photo", photo()), GAMES["treasures"], Square(6, 6))
    assert not wrong_walls(found.reading)
    assert 0.8 < found.sure <= 1
    assert max(abs(x - a) + abs(y - b) for (x, y), (a, b) in zip(found.corners, corners(), strict=True)) < 20
    with pytest.raises(BadSetting, match=r"no board of 7x6 is found, the best is .*% sure; check --size"):
        reader.find_plain(("photo", photo()), GAMES["treasures"], Square(7, 6))


NO_GOOD: dict[str, tuple[Any, str]] = {
    "outside": (
        lambda: (*corners()[:3], (-5.0, 900.0)),
        "corner -5,900 lies outside of the photo, which has 1200x1600",
    ),
    "counterclockwise": (lambda: corners()[::-1], "the corners run counterclockwise; name them clockwise"),
    "on a line": (lambda: (*corners()[:3], corners()[2]), "the corners are those of no board; name all four"),
    "crossed": (lambda: tuple(corners()[at] for at in (0, 2, 1, 3)), "the corners are those of no board"),
}


@pytest.mark.parametrize("kind", NO_GOOD)
def test_corners_that_are_no_good_are_told_with_what_would_do(kind: str) -> None:
    points, why = NO_GOOD[kind]
    with pytest.raises(BadSetting, match=re.escape(why)):
        read(photo(), points())


def test_paper_that_nobody_drew_on_and_boards_that_are_not_read_are_refused() -> None:
    page = plain_page(Square(6, 6), RULED["grey"])
    with pytest.raises(BadSetting, match="no walls stand out from the lines of the paper"):
        read(photograph(page.pixels, CAMERA, "plain"), corners())
    for size, game in (("4x4x2", "labyrinth"), ("7x7", "quoridor")):
        with pytest.raises(BadSetting, match="is read for one floor of squares with walls"):
            read(photo(), corners(), size, game)
    assert isinstance(GAMES["dungeon"].design.board.read("3"), Hex)


# --- the command -------------------------------------------------------------------------------------------------


def test_a_photo_of_squared_paper_becomes_a_map_file(tmp_path: Path) -> None:
    (tmp_path / "mine.jpg").write_bytes(photo())
    points = [f"{x:.0f},{y:.0f}" for x, y in corners()]
    told = run("read", tmp_path / "mine.jpg", "--corners", *points, "--size", "6x6", "--game", "treasures")
    assert told.exit_code in (0, 1)
    found = run("read", tmp_path / "mine.jpg", "--find", "--size", "6x6", "--game", "treasures", "-o", "-")
    assert "the board is found" in found.stderr
    assert "+---+---+" in found.stdout
    assert (tmp_path / "mine.toml").read_text().count("+---") > 10
