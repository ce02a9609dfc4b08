"""Boards mirrored and turned."""

import pytest

from mapkit.model.grid import Board, Border, Hex, Matrix, Square, Storeys, borders, cell_of
from mapkit.model.rule import Fact
from mapkit.model.symmetry import mirrored, symmetries, turned

BOARDS = {
    "3x2": (Square(3, 2), 4),
    "2x3x2": (Square(2, 3, floors=2), 4),
    "3x3": (Square(3, 3), 8),
    "storeys": (Storeys(2, 2, floors=2), 8),
    "hexes": (Hex(2), 12),
    "codes": (Matrix(5, 5), 1),
}


@pytest.mark.parametrize(("grid", "number"), BOARDS.values(), ids=BOARDS)
def test_a_board_has_all_its_symmetries_once(grid: Board, number: int) -> None:
    found = symmetries(grid)
    assert len(found) == len({tuple(move.places.items()) for move in found}) == number
    assert all(move.board == grid for move in found)
    assert all(place == there for place, there in found[0].places.items())


@pytest.mark.parametrize("grid", [grid for grid, _ in BOARDS.values()], ids=BOARDS)
def test_a_symmetry_keeps_neighbours_beside_each_other_and_the_wall_outside(grid: Board) -> None:
    for move in symmetries(grid):
        assert sorted(map(str, move.places)) == sorted(map(str, move.places.values()))
        for line in borders(grid):
            there = move.places[line]
            assert isinstance(there, Border)
            outside = grid.step(line.cell, line.side) is None
            assert outside == (grid.step(there.cell, there.side) is None)
        for cell in grid.cells():
            for way in grid.directions:
                if (beside := grid.step(cell, way)) is not None:
                    turned_way = move.ways.get(way, way)
                    assert grid.step(cell_of(move.places[cell]), turned_way) == move.places[beside]


def test_what_flows_north_flows_east_when_the_board_is_turned_and_west_when_it_is_mirrored_then() -> None:
    grid = Square(3, 2)
    move = turned(grid)
    east = move.fact(Fact("a1", "flows N"))
    assert east == Fact("a3", "flows E")
    assert mirrored(move.board).fact(east) == Fact("b3", "flows W")
    assert move.then(mirrored(move.board)).fact(Fact("a1", "flows N")) == Fact("b3", "flows W")
