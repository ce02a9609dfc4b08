"""Laws that hold on every grid, boards that are not square among them."""

from __future__ import annotations

import pytest

from mapkit.grid import (
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

GRIDS = [Square(3, 2), Square(2, 3, floors=2), Square(30, 2)]
over_grids = pytest.mark.parametrize("grid", GRIDS, ids=repr)


@over_grids
def test_a_step_and_back_is_no_step(grid: Square) -> None:
    for cell in grid.cells():
        for direction in grid.directions:
            other = grid.step(cell, direction)
            assert other is None or grid.step(other, grid.back(direction)) == cell


@over_grids
def test_every_cell_has_its_own_name(grid: Square) -> None:
    assert len(set(grid.cells())) == grid.columns * grid.rows * grid.floors


@over_grids
def test_a_border_has_one_name_from_both_sides(grid: Square) -> None:
    for line in borders(grid):
        one, other = sides(grid, line)
        assert border(grid, one, line.side) == line
        assert other is None or border(grid, other, grid.back(line.side)) == line


def test_borders_are_counted_as_the_rules_count_them() -> None:
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
