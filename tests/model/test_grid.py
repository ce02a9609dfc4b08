"""Laws that hold on every grid, also on boards that are not square."""

import math

import pytest

from mapkit.games.dungeon import design as dungeon
from mapkit.model.grid import (
    Board,
    Hex,
    Square,
    border,
    borders,
    column_name,
    inner_borders,
    natural,
    outer_borders,
    sides,
    spell,
    within_steps,
)
from mapkit.model.settings import read_size

GRIDS = [Square(3, 2), Square(2, 3, floors=2), Square(30, 2), Hex(2), Hex(3, floors=2)]
over_grids = pytest.mark.parametrize("grid", GRIDS, ids=repr)


@over_grids
def test_a_step_and_back_is_no_step(grid: Board) -> None:
    for cell in grid.cells():
        for direction in grid.directions:
            other = grid.step(cell, direction)
            assert other is None or grid.step(other, grid.back(direction)) == cell


@over_grids
def test_every_cell_has_its_own_name(grid: Board) -> None:
    on_a_floor = grid.columns * grid.rows if isinstance(grid, Square) else 3 * grid.radius * (grid.radius + 1) + 1
    assert len(set(grid.cells())) == len(grid.cells()) == on_a_floor * grid.floors


@over_grids
def test_a_border_has_one_name_from_both_sides(grid: Board) -> None:
    for line in borders(grid):
        one, other = sides(grid, line)
        assert border(grid, one, line.side) == line
        assert other is None or border(grid, other, grid.back(line.side)) == line


@over_grids
def test_every_border_is_listed_once_and_lies_between_two_cells_or_outside(grid: Board) -> None:
    lines = list(borders(grid))
    assert len(set(lines)) == len(lines)
    sides_of_cells = len(grid.cells()) * len(grid.directions)
    assert sides_of_cells == sum(2 if sides(grid, line)[1] else 1 for line in lines)
    assert {*inner_borders(grid)} | {*outer_borders(grid)} == {line for line in lines if line.side not in "UD"} | {
        line for line in lines if sides(grid, line)[1]
    }


@over_grids
def test_neighbours_on_a_floor_are_drawn_one_step_apart(grid: Board) -> None:
    for cell in grid.cells():
        here = grid.centre(cell)
        near = {grid.step(cell, direction) for direction in grid.directions if direction not in "UD"} - {None}
        drawn = {
            other
            for other in grid.cells()
            if grid.floor(other) == grid.floor(cell) and math.isclose(math.dist(here, grid.centre(other)), 1)
        }
        assert near == drawn


@over_grids
def test_a_direction_leads_where_its_name_says(grid: Board) -> None:
    for cell in grid.cells():
        for direction in grid.directions:
            other = grid.step(cell, direction)
            if other is not None and direction not in "UD":
                (x, y), (to_x, to_y) = grid.centre(cell), grid.centre(other)
                assert ("N" in direction, "S" in direction) == (to_y > y + 0.1, to_y < y - 0.1)
                assert ("E" in direction, "W" in direction) == (to_x > x + 0.1, to_x < x - 0.1)


@over_grids
def test_cells_are_listed_floor_by_floor_and_the_top_row_first(grid: Board) -> None:
    order = [(grid.floor(cell), -grid.centre(cell)[1], grid.centre(cell)[0]) for cell in grid.cells()]
    assert order == sorted(order)


@over_grids
def test_the_size_that_is_typed_is_the_board(grid: Board) -> None:
    read = read_size if isinstance(grid, Square) else dungeon.read_size
    assert read(str(grid)) == grid


@over_grids
def test_within_steps_are_the_neighbours_of_neighbours(grid: Board) -> None:
    start = grid.cells()[len(grid.cells()) // 2]
    near = {start}
    for steps in range(4):
        assert set(within_steps(grid, start, steps)) == near
        near |= {other for cell in near for d in grid.directions if (other := grid.step(cell, d)) is not None}


def test_hexes_are_named_as_in_abalone() -> None:
    """The letter is that of the row, from the bottom, the number that of the diagonal.

    In Abalone e5 is in the middle.
    """
    grid = Hex(3)
    assert grid.name(0, 0) == "d4"
    assert grid.rows()[0] == ("g4", "g5", "g6", "g7")
    assert grid.rows()[3] == ("d1", "d2", "d3", "d4", "d5", "d6", "d7")
    assert grid.rows()[-1] == ("a1", "a2", "a3", "a4")
    assert Hex(4).rows()[0][0] == "i5"
    assert Hex(4).name(0, 0) == "e5"
    assert [grid.step("d4", d) for d in grid.directions] == ["e5", "d5", "c4", "c3", "d3", "e4"]
    assert Hex(2, floors=2).cells()[0] == "e3/1"
    assert Hex(2, floors=2).step("a1/1", "NE") == "b2/1"
    assert Hex(2, floors=2).step("a1/2", "SW") is None


@pytest.mark.parametrize("radius", range(2, 7))
def test_axial_coordinates_and_names_go_both_ways(radius: int) -> None:
    grid = Hex(radius, floors=2)
    for cell in grid.cells():
        q, r = grid.axial(cell)
        assert grid.name(q, r, grid.floor(cell)) == cell
        assert max(abs(q), abs(r), abs(q + r)) <= radius


def test_the_borders_of_hexes_have_words() -> None:
    grid = Hex(2)
    assert spell(grid, border(grid, "c3", "W")) == "between c2 and c3"
    assert spell(grid, border(grid, "c3", "SW")) == "between c3 and b2"
    assert spell(grid, border(grid, "a1", "SW")) == "the south-west side of a1"
    assert (len(inner_borders(grid)), len(outer_borders(grid))) == (42, 30)


def test_there_are_as_many_borders_as_the_rules_count() -> None:
    """TL-24, TL-25: borders lie between tiles; 8 x 8 tiles have 112 inner ones and 32 spaces in the outer wall."""
    assert len(inner_borders(Square(8, 8))) == 112
    assert len(outer_borders(Square(8, 8))) == 32
    assert len(inner_borders(Square(3, 2))) == 7
    assert len(outer_borders(Square(3, 2))) == 10


def test_a_floor_adds_no_outer_wall_overhead() -> None:
    grid = Square(3, 2, floors=2)
    assert len(outer_borders(grid)) == 20
    assert len(inner_borders(grid)) == 2 * 7 + 6


def test_cells_are_named_as_in_chess_in_reading_order() -> None:
    assert Square(3, 2).cells() == ("a2", "b2", "c2", "a1", "b1", "c1")
    assert Square(2, 2, floors=2).cells()[:2] == ("a2/1", "b2/1")
    assert [column_name(x) for x in (0, 25, 26, 51, 52, 63)] == ["a", "z", "aa", "az", "ba", "bl"]


def test_names_sort_as_people_sort_them() -> None:
    cells = ["aa1", "a10", "z1", "a2", "a1/2", "b2/1"]
    assert sorted(cells, key=natural) == ["a2", "a10", "b2/1", "z1", "aa1", "a1/2"]


def test_places_are_said_in_words() -> None:
    grid = Square(4, 4)
    assert spell(grid, "c4") == "c4"
    assert spell(grid, border(grid, "d3", "W")) == "between c3 and d3"
    assert spell(grid, border(grid, "c3", "S")) == "between c3 and c2"
    assert spell(grid, border(grid, "d2", "E")) == "the east side of d2"


def test_cells_within_steps_are_those_at_that_distance() -> None:
    grid = Square(5, 3)
    for steps in range(-1, 5):
        near = within_steps(grid, "b2", steps)
        assert set(near) == {cell for cell in grid.cells() if grid.steps_apart("b2", cell) <= steps}
