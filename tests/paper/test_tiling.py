"""Boards on several pages: what their parts share, and the marks by which people glue them."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapkit.language.catalogue import SHARED, texts
from mapkit.model.grid import Cell, Square
from mapkit.paper.board import Panel
from mapkit.paper.drawing import PageSetup
from mapkit.paper.edition import Edition
from mapkit.paper.map_pages import MapPicture, board_floors, map_and_notes
from mapkit.paper.sheet import A4, PAPERS, Box, Circle, Ink, Mark, Path, Text, extent
from mapkit.paper.tiling import BoardPart, joint_marks, joints, parts, plan


@given(st.integers(1, 64), st.integers(1, 64))
def test_parts_cover_a_length_evenly(total: int, most: int) -> None:
    pieces = parts(total, most)
    assert [i for piece in pieces for i in piece] == list(range(total))
    assert max(map(len, pieces)) <= most
    assert max(map(len, pieces)) - min(map(len, pieces)) <= 1


def test_a_plan_begins_at_the_upper_left() -> None:
    assert plan(Square(3, 2), 2, 1) == (
        BoardPart(Square(3, 2), range(1), range(1, 2), 0, 0),
        BoardPart(Square(3, 2), range(1, 3), range(1, 2), 1, 0),
        BoardPart(Square(3, 2), range(1), range(1), 0, 1),
        BoardPart(Square(3, 2), range(1, 3), range(1), 1, 1),
    )


@given(st.integers(1, 60), st.integers(1, 20), st.integers(0, 2))
def test_parts_cover_a_length_and_neighbours_share_what_was_asked_for(total: int, most: int, shared: int) -> None:
    found = parts(total, most, shared)
    assert {at for part in found for at in part} == set(range(total))
    assert all(len(part) <= most for part in found)
    common = shared if most >= 3 * shared else 0
    for one, other in pairwise(found):
        assert len({*one} & {*other}) == common


def test_each_joint_has_a_letter_of_its_own_on_both_sides() -> None:
    floor = plan(Square(9, 9), 4, 4, 1)
    assert len(floor) == 9
    letters = joints(floor)
    assert set(Counter(letters.values()).values()) == {2}
    assert len(letters) == 2 * 12
    assert letters[0, "E"] == letters[1, "W"] == "A"
    assert letters[0, "S"] == letters[3, "N"] == "B"


@pytest.mark.parametrize("here", range(9))
def test_the_marks_for_gluing_lie_outside_the_tiles(here: int) -> None:
    grid = Square(9, 9)
    floor = plan(grid, 4, 4, 1)
    board = Panel(grid, floor[here].columns, floor[here].rows, 50, 50, 12)
    marks = [*joint_marks(board, floor, here)]
    ends = [step.points for mark in marks if isinstance(mark, Path) for step in mark.steps]
    assert not any(extent(mark).meets(board.box) for mark in marks if not isinstance(mark, Path))
    assert not any(board.box.x < x < board.box.right and board.box.y < y < board.box.bottom for x, y in ends)
    assert sum(isinstance(mark, Circle) for mark in marks) == sum(part == here for part, _ in joints(floor))


def named_cells(side: int) -> MapPicture:
    """A board each of whose cells bears its name."""

    def name(cell: Cell, box: Box) -> list[Mark]:
        return [Text(Ink.TEXT, *box.middle, 2, f"cell {cell}", anchor="middle")]

    return MapPicture(Square(side, side), name, texts(SHARED, "en"))


def cells_of(marks: Sequence[Mark]) -> set[str]:
    return {mark.text for mark in marks if isinstance(mark, Text) and mark.text.startswith("cell ")}


def test_the_parts_of_a_map_share_a_row_or_a_column() -> None:
    pages = [cells_of(marks) for _, marks in board_floors(named_cells(20), Box(10, 10, 190, 260), 12)]
    assert len(pages) == 4
    assert len(set().union(*pages)) == 400
    first, right, below, across = pages
    assert len({cell[5] for cell in first & right}) == 1
    assert len({cell[6:] for cell in first & below}) == 1
    assert len(first & right & below & across) == 1


@pytest.mark.parametrize("scale", [9, 25.4])
def test_an_index_page_comes_where_the_small_plan_has_no_numbers(scale: float) -> None:
    setup = PageSetup(Edition(PAPERS["a4"], scale=scale), "gm", "A game", "Game master")
    pages = map_and_notes(named_cells(40), setup, lambda wide: ())
    said = [{mark.text for mark in page.marks if isinstance(mark, Text)} for page in pages]
    number = sum(bool(cells_of([*page.marks])) for page in pages)
    assert (setup.words["index"] in said[0]) == (scale > 20)
    where = said[0] if scale > 20 else said[1]
    assert {str(each) for each in range(1, number + 1)} <= where
    assert all(A4.margin <= extent(mark).x and extent(mark).right <= A4.width - A4.margin for mark in pages[0].marks)
