"""Boards of Quoridor that are drawn, or pasted as `play` prints them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from mapkit.cli.main import app
from mapkit.games import maps
from mapkit.games.quoridor.picture import PositionScene, picture
from mapkit.games.quoridor.position import Move, board, with_wall, without_walls
from mapkit.mapfile.text import UnreadableMap
from mapkit.mapfile.writer import redraw, show
from mapkit.model.ruling import Look
from mapkit.solve import legality

BOARD = """\
     a   b   c   d   e
   +---+---+---+---+---+    * ^ Ann  walls left 2
 5 |                   | 5    v Bob  walls left 3
   +=======.   .   .   +
 4 |         v #       | 4
   +   .   .   v   .   +
 3 |           #       | 3
   +   .===^===.   .   +
 2 |         ^         | 2
   +   .   .   .   .   +
 1 |                   | 1
   +---+---+-*-+---+---+
     a   b   c   d   e
"""


@st.composite
def scenes(draw: st.DrawFn) -> tuple[PositionScene, tuple[int, ...]]:
    """A position with its walls, as `picture` takes it: some owners are known, and walls left may be said."""
    size = draw(st.sampled_from((5, 7, 9, 17)))
    seats = draw(st.sampled_from(("SN", "NS", "SWNE", "WNES")))
    on = board(size, seats)
    squares = draw(st.lists(st.sampled_from(range(size * size)), min_size=len(seats), max_size=len(seats), unique=True))
    pawns = tuple(1 << (n // size) * on.width + n % size for n in squares)
    wanted = draw(st.lists(st.tuples(*[st.integers(0, size - 2)] * 2, st.sampled_from("hv")), max_size=8))
    walls: dict[Move, str] = {}
    taken: set[tuple[int, int, str]] = set()
    for x, y, way in wanted:
        beside = {(x - 1, y, "h"), (x + 1, y, "h")} if way == "h" else {(x, y - 1, "v"), (x, y + 1, "v")}
        if taken.isdisjoint({(x, y, "h"), (x, y, "v"), *beside}):
            taken.add((x, y, way))
            walls[f"{on.names[1 << y * on.width + x]}{way}"] = draw(st.sampled_from((*seats, "")))
    base = draw(st.integers(0, 9))
    left = tuple(base + (n < -len(walls) % len(seats)) for n in range(len(seats)))
    position = without_walls(on, pawns, left, draw(st.integers(0, len(seats) - 1)))
    for wall in walls:
        position = with_wall(position, wall)
    said = draw(st.booleans())
    labels = {seat: f"Ann{f'  walls left {n}' if said else ''}" for seat, n in zip(seats, left, strict=True)}
    owners = {wall: seat for wall, seat in walls.items() if seat}
    return PositionScene(position, labels, owners, seats[position.turn]), left if said else ()


@settings(max_examples=25, deadline=None)
@given(scenes(), st.booleans(), st.sampled_from((0, 24, 10)))
def test_a_board_is_read_as_it_is_printed(
    drawn: tuple[PositionScene, tuple[int, ...]], plain: bool, lines: int
) -> None:
    scene, left = drawn
    text = "\n".join(picture(scene, Look(plain=plain, columns=80, lines=lines)))
    found = maps.read(text.encode(), "board.txt", game="quoridor").map
    on = scene.position.board
    assert "".join(found.params.seats) == "".join(on.seats)
    assert (found.params.turn or on.seats[0]) == scene.mover
    assert found.params.walls_left == left
    pawns = {(str(fact.place), fact.mark) for fact in found.facts if fact.mark.startswith("pawn")}
    assert pawns == {(on.names[bit], f"pawn {n}") for n, bit in enumerate(scene.position.pawns, 1)}
    walls = {f"{fact.place}{fact.mark[0]}": fact.mark[2:] for fact in found.facts if fact.mark[0] in "hv"}
    has_owners = "+" in text  # in the lowest drawing no sign tells who placed a wall
    assert {wall: seat for wall, seat in walls.items() if seat} == (scene.owners if has_owners else {})
    again = without_walls(on, scene.position.pawns, scene.position.stock, scene.position.turn)
    for wall in walls:
        again = with_wall(again, wall)
    assert again == scene.position


def test_a_board_stands_in_a_map_file_or_alone_and_the_file_may_say_more() -> None:
    alone = maps.read(BOARD.encode(), "board.txt", game="quoridor")
    assert (alone.map.params.walls_left, alone.map.params.supply) == ((2, 3), 4)
    assert legality.check(alone.map) == ()
    assert alone.spot("c2") == (9, 14)
    filed = f'mapkit = 1\ngame = "quoridor"\nturn = "N"\nmap = """\n{BOARD}"""\n'
    named = maps.read(filed.encode(), "board.toml")
    assert named.map.params.turn == "N"
    assert named.map.facts == alone.map.facts
    assert maps.read(show(alone.map).encode(), "shown.toml").map == alone.map
    assert maps.read(redraw(alone, alone.map).encode(), "again.toml").map == alone.map


@pytest.mark.parametrize(
    ("was", "becomes", "message"),
    [
        ("+=======.   .", "+===    .   .", r"board.txt:4:5: error: half a wall; a wall is as long as two squares"),
        ("  v #  ", "  x #  ", r'board.txt:5:14: error: "x" is no pawn; a square is blank, or holds'),
        ("  v #  ", "  v !  ", r'board.txt:5:16: error: "!" is no wall; draw ┃ or #, or leave a gap'),
        ("+   .   .   .   .   +", "+   .   .   v   .   +", r"board.txt:10:16: error: the sign of a player stands here"),
        (" 3 |  ", " 7 |  ", r'board.txt:7:2: error: "7" stands before the board; take it out'),
        ("Bob  walls left 3", "Bob", ""),
        ("+---+---+-*-+---+---+", "", r"board.txt:12:4: error: the lower edge should be here, 10 lines below"),
        (
            "   +---+---+---+---+---+    *",
            "   +---+---+---+---+    *",
            "board.txt:2:4: error: the board is 4 squares",
        ),
        (BOARD, "hello", r"board.txt:1:1: error: a board begins with its upper edge"),
    ],
)
def test_what_is_wrong_on_a_drawn_board_is_named_by_line_and_column(was: str, becomes: str, message: str) -> None:
    text = BOARD.replace(was, becomes)
    assert text != BOARD
    if not message:
        assert maps.read(text.encode(), "board.txt", game="quoridor").map.params.walls_left == ()
        return
    with pytest.raises(UnreadableMap, match=message):
        maps.read(text.encode(), "board.txt", game="quoridor")


def test_what_a_board_draws_is_not_listed_beside_it() -> None:
    text = f'mapkit = 1\ngame = "quoridor"\nsize = 5\npawns = "c1 c5"\nmap = """\n{BOARD}"""\n'
    with pytest.raises(UnreadableMap) as caught:
        maps.read(text.encode(), "board.toml")
    assert [problem[:2] for problem in caught.value.problems] == [(3, 1), (4, 1)]
    assert "pawns stands beside map, which draws it" in str(caught.value)


def test_the_commands_take_a_drawn_board() -> None:
    told = CliRunner().invoke(app, ["check", "--game", "quoridor", "-"], input=BOARD)
    assert (told.exit_code, told.stdout) == (0, "-: legal\n")
    told = CliRunner().invoke(app, ["solve", "--game", "quoridor", "-", "--plies", "1"], input=BOARD)
    assert told.exit_code == 0


@pytest.mark.parametrize(("edge", "turn"), [("+─a─+─b─+─c─+─d─+─e─+", "S"), ("+─A─+─B─+─C─+─D─+─E─+", "N")])
def test_the_names_of_columns_may_stand_in_the_edge_with_capitals_for_the_turn(edge: str, turn: str) -> None:
    rows = [line[3:24] for line in BOARD.splitlines()[2:-2]]
    text = "\n".join([edge, *rows, edge.lower()])
    found = maps.read(text.encode(), "board.txt", game="quoridor").map
    assert found.facts == maps.read(BOARD.encode(), "board.txt", game="quoridor").map.facts
    assert (found.params.turn or "S") == turn
