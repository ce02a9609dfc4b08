"""Maps for virtual tabletops, as Universal VTT: a picture with its grid, walls that bar sight, doors and windows.

Lengths are in squares of the grid, from the upper left corner of the picture, which has a square of margin around the
board. On boards of hexes a square is as wide as a hex. Each floor has a file of its own.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import atan2, ceil
from typing import TYPE_CHECKING, Any

from mapkit.formats.record import HEAD, ExportOrder, FileFormat, Loss
from mapkit.model.design import UNDECIDED, Barrier
from mapkit.model.grid import Border, Cell, Matrix, Square, borders, sides
from mapkit.model.map import Map
from mapkit.model.message import message

if TYPE_CHECKING:
    from mapkit.paper.hexes import AnyBoard
    from mapkit.paper.sheet import Mark

Point = tuple[float, float]
VERSION = 0.3
_MARGIN = 1
"""The squares around the board, in which its coordinates and the signs of exits stand."""
_PIXELS, _FEWEST_PIXELS, _MOST_ON_A_SIDE = 70, 16, 4096
"""The pixels of a square: the usual ones, and the fewest on large boards, so that the picture has at most so many."""
_CELL = 12.0
"""The side of a cell on the paper that is drawn, in mm; on it a wall is as thick as a wall should look."""
_LIT = 0.7
"""How far the light in a cell that is known reaches: to its corners."""
_OPEN = Barrier(steps=False, sight=False)


def barriers(map_: Map[Any]) -> Mapping[Border, Barrier]:
    """What stands on the borders of a map: what they bear, and solid cells on one side of them."""
    grid, legend, marks = map_.params.grid, map_.game.design.legend(map_.params), dict(map_.facts)
    opaque = {cell for cell, mark in map_.kinds.items() if legend.barriers.get(mark, _OPEN).sight}
    walled = not isinstance(grid, Matrix)
    found = dict[Border, Barrier]()
    for line in borders(grid):
        cell, beyond = sides(grid, line)
        mark = marks.get(line, "")
        if line.side in ("U", "D") or mark == UNDECIDED:
            continue
        if mark in legend.barriers:
            found[line] = legend.barriers[mark]
        elif not mark and ((beyond is None and walled) or (cell in opaque) != (beyond in opaque)):
            found[line] = Barrier()
    return found


def sight(map_: Map[Any], board: AnyBoard, floor: int) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point]]]:
    """The walls on a floor of a map that is drawn as a board, and its portals, which are doors and windows."""
    walls, portals = list[tuple[Point, Point]](), list[tuple[Point, Point]]()
    for line, barrier in barriers(map_).items():
        if map_.params.grid.floor(line.cell) == floor:
            one, other = (_in_squares(board, point) for point in board.border_ends(line))
            opens = barrier.door or (barrier.steps and not barrier.sight)
            (portals if opens else walls).append((one, other))
    return walls, portals


def _in_squares(board: AnyBoard, point: Point) -> Point:
    unit, (left, top) = unit_of(board), corner(board)
    return round((point[0] - left) / unit, 4), round((point[1] - top) / unit, 4)


def unit_of(board: AnyBoard) -> float:
    """The side of a square of the grid, in mm."""
    return float(getattr(board, "tile", 0.0) if isinstance(board.grid, Square) else getattr(board, "across", 0.0))


def corner(board: AnyBoard) -> Point:
    """The upper left corner of the picture, in mm; the board lies in the middle of whole squares."""
    unit, box = unit_of(board), board.box
    wide, high = extent(board)
    return box.middle[0] - wide * unit / 2, box.middle[1] - high * unit / 2


def extent(board: AnyBoard) -> tuple[int, int]:
    """How many squares wide and high the picture is."""
    unit = unit_of(board)
    wide, high = (ceil(side / unit - 1e-6) + 2 * _MARGIN for side in (board.box.width, board.box.height))
    return wide, high


def polylines(pieces: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Pieces that touch each other as lines, without the points in the middle of straight ones."""
    ends = defaultdict[Point, list[Point]](list)
    for one, other in pieces:
        ends[one].append(other)
        ends[other].append(one)
    lines = list[list[Point]]()
    # lines begin where others end or branch off; what is left are rings
    for start in (*(point for point, onward in ends.items() if len(onward) != 2), *ends):
        while ends[start]:
            line = [start]
            while ends[line[-1]] and (len(line) == 1 or len(ends[line[-1]]) == 1):
                onward = ends[line[-1]].pop()
                ends[onward].remove(line[-1])
                line.append(onward)
            lines.append(straightened(line))
    return lines


def straightened(line: Sequence[Point]) -> list[Point]:
    kept = [line[0]]
    for point, following in pairwise(line[1:]):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], point, following
        if abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) > 1e-3:
            kept.append(point)
    return [*kept, line[-1]]


def _write(map_: Map[Any], order: ExportOrder) -> Mapping[str, bytes]:
    from mapkit.paper.board_alone import board_of
    from mapkit.paper.press import press_of
    from mapkit.paper.sheet import Box

    press = press_of({"language": order.language}).in_theme_of(map_)
    places = [map_.params.grid.centre(cell) for cell in map_.params.grid.cells()]
    side = _CELL * (3 + max(max(numbers) - min(numbers) for numbers in zip(*places, strict=True)))
    floors = board_of(map_).floors(map_, press.edition(map_.game), Box(0, 0, side, side))
    made = dict[str, bytes]()
    for floor, (board, marks) in enumerate(floors, 1):
        wide, high = extent(board)
        pixels = max(_FEWEST_PIXELS, min(_PIXELS, _MOST_ON_A_SIDE // max(wide, high)))
        walls, portals = sight(map_, board, floor)
        told = {
            "format": VERSION,
            "resolution": {
                "map_origin": {"x": 0, "y": 0},
                "map_size": {"x": wide, "y": high},
                "pixels_per_grid": pixels,
            },
            "line_of_sight": [[_xy(point) for point in line] for line in polylines(walls)],
            "objects_line_of_sight": [],
            "portals": [_portal(*ends) for ends in portals],
            "environment": {"baked_lighting": False, "ambient_light": "ffffffff" if order.lit is None else "ff000000"},
            "lights": [_light(board, cell) for cell in board.outlines if cell in (order.lit or ())],
            "image": b64encode(_picture(board, marks, pixels, press.theme.pens)).decode(),
        }
        made[".uvtt" if floor == 1 else f"-{floor}.uvtt"] = json.dumps(told).encode()
    return made


def _picture(board: AnyBoard, marks: Sequence[Mark], pixels: int, pens: Any) -> bytes:
    from mapkit.paper import png
    from mapkit.paper.sheet import Page, PaperSize, moved

    unit, (wide, high), (left, top) = unit_of(board), extent(board), corner(board)
    paper = PaperSize("cropped", wide * unit - 0.01, high * unit - 0.01, 0.0, 0.0)  # as no pixel more is to appear
    page = Page(paper, "map", tuple(moved(mark, -left, -top) for mark in marks))
    return png.write([page], "", pens, pixels * 25.4 / unit)[0]


def _xy(point: Point) -> dict[str, float]:
    return {"x": point[0], "y": point[1]}


def _portal(one: Point, other: Point) -> dict[str, Any]:
    middle = (round((one[0] + other[0]) / 2, 4), round((one[1] + other[1]) / 2, 4))
    turned = round(atan2(other[1] - one[1], other[0] - one[0]), 4)
    ends = [_xy(one), _xy(other)]
    return {"position": _xy(middle), "bounds": ends, "rotation": turned, "closed": True, "freestanding": False}


def _light(board: AnyBoard, cell: Cell) -> dict[str, Any]:
    outline = board.outlines[cell]
    x, y = (sum(numbers) / len(outline) for numbers in zip(*outline, strict=True))
    return {
        "position": _xy(_in_squares(board, (x, y))),
        "range": _LIT,
        "intensity": 1.0,
        "color": "ffffffff",
        "shadows": True,
    }


def _barriers_of(map_: Map[Any], marks: Iterable[str]) -> list[Barrier]:
    known = map_.game.design.legend(map_.params).barriers
    return [known[mark] for mark in marks if mark in known]


UVTT = FileFormat(
    "uvtt",
    message("a picture with walls for virtual tabletops (Universal VTT)"),
    (".uvtt", ".dd2vtt", ".df2vtt"),
    suits=lambda game: game.design.board.drawn_in_files,
    recognise=lambda text: text.startswith("{") and '"line_of_sight"' in text,
    write=_write,
    losses=(
        *HEAD,
        Loss(
            message("which way a door opens"),
            lambda map_: any(each.door for each in _barriers_of(map_, (mark for _, mark in map_.facts))),
        ),
        Loss(
            message("what bars steps and not the sight"),
            lambda map_: any(each.steps and not each.sight for each in _barriers_of(map_, map_.kinds.values())),
        ),
    ),
)
