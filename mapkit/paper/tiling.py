"""A board on several pages: its parts, what they share, and the marks by which people cut and glue them together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from mapkit.model.grid import Direction, Square, column_name
from mapkit.paper.board import Panel, floor_name
from mapkit.paper.drawing import (
    BODY,
    LARGE,
    LEADING,
    SMALL,
    PageDraft,
    PageSetup,
    Point,
    fill,
    heading,
    height,
    paragraph,
    scale,
)
from mapkit.paper.sheet import LEAST_TEXT, Box, Circle, Ink, Mark, Text, centred_text, fit, lines, rectangle, width


class BoardPart(NamedTuple):
    """The part of a board on one page."""

    grid: Square
    columns: range
    """Its columns, counted from 0 at the left."""
    rows: range
    """Its rows, counted from 0 at the bottom."""
    across: int
    """Its place among the pages of the floor, counted from 0 at the left."""
    down: int
    """Its place among the pages of the floor, counted from 0 at the top."""
    floor: int = 1


def parts(total: int, most: int, shared: int = 0) -> tuple[range, ...]:
    """A length divided into as few parts as possible, about equal and none longer than `most`.

    Neighbours have `shared` of it in common, where `most` is large enough for that.
    """
    if total <= most or most < 3 * shared:
        shared = 0
    return evenly(total, -(-(total - shared) // max(1, most - shared)), shared)


def evenly(total: int, number: int, shared: int = 0) -> tuple[range, ...]:
    """A length divided into so many parts, about equal, of which neighbours have `shared` in common.

    >>> evenly(5, 2)
    (range(0, 2), range(2, 5))
    """
    own = total - shared
    return tuple(range(own * i // number, own * (i + 1) // number + shared) for i in range(number))


def plan(grid: Square, most_across: int, most_down: int, shared: int = 0) -> tuple[BoardPart, ...]:
    """The parts of a board, floor by floor, in reading order from the upper left; a floor that fits is one part.

    Neighbours share so many columns or rows.
    """
    across = parts(grid.columns, most_across, shared)
    down = tuple(reversed(parts(grid.rows, most_down, shared)))
    floors = range(1, grid.floors + 1)
    return tuple(
        BoardPart(grid, c, r, i, j, floor) for floor in floors for j, r in enumerate(down) for i, c in enumerate(across)
    )


def divided(grid: Square, room: Box, tile: float, shared: int = 0) -> tuple[BoardPart, ...]:
    """The parts of a board that fit into a room with tiles of this side (mm), as `plan` lists them."""
    return plan(grid, int(room.width / tile + 1e-6), int(room.height / tile + 1e-6), shared)


def largest(pages: Sequence[BoardPart]) -> tuple[int, int]:
    """The most columns and the most rows that one of the parts has."""
    return max(len(page.columns) for page in pages), max(len(page.rows) for page in pages)


def panel_of(part: BoardPart, room: Box, tile: float) -> Panel:
    x = room.x + (room.width - tile * len(part.columns)) / 2
    return Panel(part.grid, part.columns, part.rows, x, room.y, tile, part.floor)


OVERLAP = 1
"""How many columns or rows neighbouring parts of a map share, so that no gap shows where people glue them."""


def is_cut(all_parts: Sequence[BoardPart]) -> bool:
    """Whether a floor is in several parts, which people cut and glue."""
    return any(part.across or part.down for part in all_parts)


def spread_over(part: BoardPart, words: Mapping[str, str]) -> str:
    grid = part.grid
    first, last = grid.column(part.columns.start), grid.column(part.columns.stop - 1)
    lowest, highest = sorted((grid.row(part.rows.start), grid.row(part.rows.stop - 1)), key=int)
    return words["columns_rows"].format(first=first, last=last, lowest=lowest, highest=highest)


# --- joints ------------------------------------------------------------------------------------------------------

_STEPS: Mapping[Direction, tuple[int, int]] = {"E": (1, 0), "S": (0, 1)}
_CORNERS: Mapping[Direction, Point] = {"W": (0, 0), "N": (1, 0), "E": (1, 1), "S": (0, 1)}
"""The corner of a part near which the letter of the joint on a side stands, from the upper left; each has its own."""


def joints(floor: Sequence[BoardPart]) -> Mapping[tuple[int, Direction], str]:
    """The letters of the joints between the parts of a floor: two for each joint, one on each side of it."""
    at = {(part.across, part.down): i for i, part in enumerate(floor)}
    found: dict[tuple[int, Direction], str] = {}
    for i, part in enumerate(floor):
        for side, (east, south) in _STEPS.items():
            other = at.get((part.across + east, part.down + south))
            if other is not None:
                found[i, side] = found[other, "W" if side == "E" else "N"] = column_name(len(found) // 2).upper()
    return found


_TICK, _NEAR, _RADIUS = 5.0, 1.4, 2.4
"""How far marks for cutting reach from the tiles, how near they begin, and the size of the discs of letters, in mm."""


def joint_marks(board: Panel, floor: Sequence[BoardPart], here: int) -> Iterator[Mark]:
    """The marks by which people glue the part `here` to the others, outside its tiles.

    A part is cut at its left and upper edge where it has a neighbour there, and is laid over that neighbour: short
    lines show where to cut. Each side with a neighbour has the letter of the joint in a disc.
    """
    box = board.box
    letters = {side: letter for (part, side), letter in joints(floor).items() if part == here}
    upright = [(box.x, box.y, 0, -1), (box.x, box.bottom, 0, 1)] if "W" in letters else []
    flat = [(box.x, box.y, -1, 0), (box.right, box.y, 1, 0)] if "N" in letters else []
    ticks = [[(x + out * i, y + out * j) for out in (_NEAR, _TICK)] for x, y, i, j in (*upright, *flat)]
    if ticks:
        yield lines(Ink.CUT, ticks)
    for side, letter in letters.items():
        right, low = _CORNERS[side]
        out = _NEAR + _RADIUS
        x = box.right + out if right else box.x - out
        y = box.bottom + out if low else box.y - out
        yield from _disc(x, y, letter)


def _disc(x: float, y: float, letter: str) -> Iterator[Mark]:
    yield Circle(Ink.SOLID, x, y, _RADIUS)
    yield centred_text(Ink.REVERSE, x, y, LEAST_TEXT, letter, True)


# --- the foot of a page ------------------------------------------------------------------------------------------

STRIP = 17.5
"""The height of a `part_foot` below a part of a board, in mm."""
_PLAN_WIDTH, _PLAN_HEIGHT = 60.0, 17.4
"""The greatest width and height of a plan of the pages, in mm."""


def key_plan(floor: Sequence[BoardPart], here: int, right: float, bottom: float) -> Iterator[Mark]:
    """A small plan of the numbered pages of a floor, with this page in black; `right` and `bottom` are its edges (mm).

    It has the shape of the board. A plan of very many pages has no numbers; `index_pages` have them.
    """
    wide, high = plan_size(floor)
    boxes = _plan_boxes(floor, Box(right - wide, bottom - high, wide, high))
    numbered = _has_numbers(floor)
    for i, box in enumerate(boxes):
        yield rectangle(Ink.SOLID if i == here else Ink.OUTLINE, box)
        if numbered:
            ink = Ink.REVERSE if i == here else Ink.TEXT
            yield centred_text(ink, *box.middle, LEAST_TEXT, str(i + 1), i == here)


def plan_size(
    floor: Sequence[BoardPart], within: tuple[float, float] = (_PLAN_WIDTH, _PLAN_HEIGHT)
) -> tuple[float, float]:
    """The width and height of a plan of the pages of a floor, as large as fits, in mm."""
    columns, rows = max(part.columns.stop for part in floor), max(part.rows.stop for part in floor)
    one = min(within[0] / columns, within[1] / rows)
    return columns * one, rows * one


def _plan_boxes(floor: Sequence[BoardPart], room: Box) -> Sequence[Box]:
    """The box of each part in a plan; of what two parts share, each has a half."""
    across, down = _ends({part.columns for part in floor}), _ends({part.rows for part in floor})
    one = room.width / max(part.columns.stop for part in floor)
    boxes = []
    for part in floor:
        (left, right), (low, high) = across[part.columns], down[part.rows]
        boxes.append(Box(room.x + left * one, room.bottom - high * one, (right - left) * one, (high - low) * one))
    return boxes


def _ends(spans: Collection[range]) -> Mapping[range, tuple[float, float]]:
    """Where each span begins and ends if its neighbours share equally what they have in common."""
    in_order = sorted(spans, key=lambda span: span.start)
    middles = [(one.stop + other.start) / 2 for one, other in pairwise(in_order)]
    return dict(zip(in_order, pairwise([0.0, *middles, float(in_order[-1].stop)]), strict=True))


def _has_numbers(floor: Sequence[BoardPart]) -> bool:
    boxes = _plan_boxes(floor, Box(0, 0, *plan_size(floor)))
    wide = width(str(len(floor)), LEAST_TEXT, bold=True) + 1.0
    return all(box.width >= wide and box.height >= LEAST_TEXT for box in boxes)


def part_foot(
    body: Box, board: Panel, all_parts: Sequence[BoardPart], number: int, words: Mapping[str, str]
) -> Iterator[Mark]:
    """What belongs to a page with a part of a board, in the words of all sheets.

    Below the board stand the ruler, how to cut and glue, the name of the part and the plan of the pages; beside the
    board stand the marks of the joints.
    """
    yield from scale(body.x, body.bottom - 7.6, words)
    if len(all_parts) == 1:
        return
    part, right = all_parts[number], body.right
    floor = [board_part for board_part in all_parts if board_part.floor == part.floor]
    here = floor.index(part)
    place = {"number": here + 1, "of": len(floor)}
    said, size = words["part"].format_map(place), BODY
    if len(floor) > 1:
        yield from joint_marks(board, floor, here)
        yield from key_plan(floor, here, body.right, body.bottom)
        right -= plan_size(floor)[0] + 4
        glue, small = fit(words["glue"], right - body.x, SMALL)
        yield Text(Ink.QUIET, body.x, body.bottom - STRIP + 4.4, small, glue)
    if all_parts[-1].floor > 1:
        on = floor_name(part.floor, all_parts[-1].floor, words)
        said, size = words["part_of_floor"].format(floor=on, **place) if len(floor) > 1 else on, 6.0
    yield Text(Ink.TEXT, right, body.bottom - 5.6, size, said, True, "end")
    yield Text(Ink.QUIET, right, body.bottom - 1.2, SMALL, spread_over(part, words), anchor="end")


def index_pages(setup: PageSetup, all_parts: Sequence[BoardPart]) -> list[PageDraft]:
    """A page that shows how the pages of a board lie, with their numbers and the letters of the joints.

    There is none where the plan at the foot of each page has room for the numbers.
    """
    floor = [board_part for board_part in all_parts if board_part.floor == all_parts[0].floor]
    if len(floor) == 1 or _has_numbers(floor):
        return []
    body, words = setup.body, setup.words
    told = [heading(words["index"], body.width), *paragraph(words["glue"], body.width)]
    marks, top = fill(told, [body])[0], body.y + height(told) + 6
    wide, high = plan_size(floor, (body.width, body.bottom - top))
    boxes = _plan_boxes(floor, Box(body.x + (body.width - wide) / 2, top, wide, high))
    letters = joints(floor)
    for i, (box, part) in enumerate(zip(boxes, floor, strict=True)):
        (x, y), number = box.middle, str(i + 1)
        size = max(LEAST_TEXT, min(2.2 * LARGE, 0.36 * box.height, 0.6 * box.width / width(number, 1, bold=True)))
        marks += [rectangle(Ink.OUTLINE, box), Text(Ink.TEXT, x, y, size, number, True, "middle")]
        # the columns and rows that are on the page
        ends = (part.columns.start, part.rows.start), (part.columns.stop - 1, part.rows.stop - 1)
        said = " – ".join(part.grid.name(*end).partition("/")[0] for end in ends)
        if width(said, SMALL) < 0.8 * box.width and box.height > 6 * SMALL:
            marks.append(Text(Ink.QUIET, x, y + SMALL * LEADING * 1.2, SMALL, said, anchor="middle"))
    for (i, side), letter in letters.items():
        if side in _STEPS:
            x, y = (boxes[i].right, boxes[i].middle[1]) if side == "E" else (boxes[i].middle[0], boxes[i].bottom)
            marks += _disc(x, y, letter)
    return [PageDraft(setup, marks)]
