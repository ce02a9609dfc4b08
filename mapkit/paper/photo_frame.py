"""The frame of a page that is drawn on and photographed: eight marks that say what page it is, and where all lies.

All lengths are in mm from the upper left corner of the frame. They follow from the label alone, so that a photo of the
marks tells where every cell is, whatever the paper and the printer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from zlib import crc32

from mapkit.model import resources
from mapkit.model.lock import one_at_a_time
from mapkit.paper.sheet import Box, Ink, Mark, Path, rectangle

MARK, QUIET, BAND = 14.0, 3.0, 5.0
"""The side of a mark, the white room around it, and the band for the names of columns and rows, in mm."""
MODULES = 7
"""The modules along a side of a mark."""
RIM = MARK + QUIET + BAND
"""The distance from the edge of the frame to the board."""
LEAST_WIDTH = 142.0
"""The least width of what the frame encloses, so that words fit between the marks; every paper has room for it."""
LEAST_ROOM = 186.0, 255.4
"""The least width and height between the margins of such pages, in mm: those of A4 and of Letter."""
SAMPLE, _PAIR, _ROW, _ABOVE = 10.0, 23.0, 16.0, 4.6
"""The side of a box for a sample, the distances from pair to pair and from row to row, and the label above it."""
CROSSED, STEP, ROW_LABEL = 4.4, 5.7, 31.0
"""The side of a box to cross, the distance from box to box, and the room for the words before a row, in mm."""
_LINE, _ROWS_GAP = 8.2, 5.8
"""The distance from a line of boxes to the next, and the gap above the first, in mm."""
MARKS = 8
"""The number of marks, clockwise from the upper left corner."""
_WORDS, _SYMBOLS = 6, 64
"""How many of the eight symbols carry the label (the others correct them), and the number of values of a symbol."""
_SPANS = tuple((number, index) for number in (1, 2, 3) for index in range(number))
_FLOORS = tuple((floors, floor) for floors in range(1, 10) for floor in range(1, floors + 1))
TILES = tuple(6.0 + step / 2 for step in range(_SYMBOLS))
"""The sides of tiles that a label can tell, in mm."""
MOST_FORMS = (_SYMBOLS - len(_FLOORS)) * _SYMBOLS
"""The greatest number of a form: a value of the symbol for floors that names no floors, and the next symbol tell it."""
MOST_PARTS = 3
"""The most pages side by side, or one below the other, on which a floor may be drawn."""


class Label(NamedTuple):
    """What the marks of a page say."""

    game: int
    """The number of the game, from `number_of`."""
    size: tuple[int, int]
    """The columns and rows of the board, or the radius of a board of hexes and 0."""
    floor: tuple[int, int] = (1, 1)
    """The number of floors, and the floor of this page, counted from 1."""
    across: tuple[int, int] = (1, 0)
    """The number of pages side by side, and which of them this is, counted from 0."""
    down: tuple[int, int] = (1, 0)
    """The number of pages one below the other, and which of them this is, counted from 0 at the top."""
    tile: float = TILES[0]
    """The side of a tile, one of `TILES`; for hexes the distance from middle to middle."""
    form: int = 0
    """The number of the sheet's form, from 1 to `MOST_FORMS`; 0 for none. Only a board on one page has a form."""


def number_of(name: str) -> int:
    """The number of a game in labels, made of its name."""
    return crc32(name.encode()) % _SYMBOLS


# --- labels in marks ---------------------------------------------------------------------------------------------


@one_at_a_time()
def ids(label: Label) -> tuple[int, ...]:
    floor = _FLOORS.index(label.floor)
    part = _SPANS.index(label.across) * len(_SPANS) + _SPANS.index(label.down)
    if label.form:
        assert not floor, "a board of several floors has no form"
        assert not part, "a board on several pages has no form"
        high, part = divmod(label.form - 1, _SYMBOLS)
        floor = len(_FLOORS) + high
    words = (label.game, *label.size, floor, part, TILES.index(label.tile))
    return tuple(place * _SYMBOLS + word for place, word in enumerate(_codec().encode(bytes(words))))


@one_at_a_time()
def label_of(found: Mapping[int, int]) -> Label | None:
    """The label that marks tell, by their places; two may be missing. None where they do not agree on one."""
    from reedsolo import ReedSolomonError

    lost = [place for place in range(MARKS) if place not in found]
    if len(lost) > MARKS - _WORDS:
        return None
    try:
        words, whole, _ = _codec().decode(bytes(found.get(place, 0) for place in range(MARKS)), erase_pos=lost)
    except ReedSolomonError:
        return None
    game, columns, rows, floor, part, tile = words
    if not columns or len(whole) != MARKS:
        return None
    if floor >= len(_FLOORS):
        form = (floor - len(_FLOORS)) * _SYMBOLS + part + 1
        return Label(game, (columns, rows), tile=TILES[tile], form=form)
    if part >= len(_SPANS) ** 2:
        return None
    across, down = (_SPANS[at] for at in divmod(part, len(_SPANS)))
    return Label(game, (columns, rows), _FLOORS[floor], across, down, TILES[tile])


@cache
def _codec() -> Any:
    from reedsolo import RSCodec

    return RSCodec(MARKS - _WORDS, nsize=MARKS, prim=0x43, c_exp=6)


# --- where all lies ----------------------------------------------------------------------------------------------


class PhotoFrame(NamedTuple):
    """Where all lies on a page, in mm from the upper left corner of the frame."""

    board: Box
    """The board, or the box around its hexes."""
    samples: tuple[tuple[Box, Box], ...]
    """The two boxes for samples of each sign, in the order of the signs."""
    rows: tuple[tuple[Box, ...], ...]
    width: float
    height: float

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The upper left corners of the marks, clockwise from that of the frame."""
        middle, right = (self.width - MARK) / 2, self.width - MARK
        beside, low = (self.height - MARK) / 2, self.height - MARK
        return ((0, 0), (middle, 0), (right, 0), (right, beside), (right, low), (middle, low), (0, low), (0, beside))


def frame_of(wide: float, high: float, signs: int, rows: Sequence[int] = ()) -> PhotoFrame:
    """The frame around a board of a size in mm.

    Below the board lie a strip of samples of so many signs, and rows of so many boxes.
    """
    inside = max(wide, LEAST_WIDTH)
    board = Box(RIM + (inside - wide) / 2, RIM, wide, high)
    across = int((inside + _PAIR - 2 * SAMPLE) / _PAIR)
    across = -(-signs // -(-signs // across)) if signs else 1
    left = RIM + (inside - across * _PAIR + _PAIR - 2 * SAMPLE) / 2
    top = board.bottom + 8.0
    pairs = []
    for number in range(signs):
        x, y = left + number % across * _PAIR, top + number // across * _ROW + _ABOVE
        pairs.append((Box(x, y, SAMPLE, SAMPLE), Box(x + SAMPLE, y, SAMPLE, SAMPLE)))
    low = pairs[-1][1].bottom if pairs else board.bottom + BAND
    # the boxes of rows; a long row goes on in a second line
    most, y = int((inside - ROW_LABEL + STEP - CROSSED) / STEP), low + _ROWS_GAP
    long = ROW_LABEL + min(most, max(rows, default=0)) * STEP - STEP + CROSSED
    left, crossed = RIM + (inside - long) / 2 + ROW_LABEL, list[tuple[Box, ...]]()
    for number in rows:
        at = [divmod(step, most) for step in range(number)]
        crossed.append(tuple(Box(left + x * STEP, y + line * _LINE, CROSSED, CROSSED) for line, x in at))
        y += (at[-1][0] + 1) * _LINE
    bottom = (crossed[-1][-1].bottom if crossed else low) + QUIET
    return PhotoFrame(board, tuple(pairs), tuple(crossed), inside + 2 * RIM, bottom + MARK)


def room_for_board(wide: float, high: float, signs: int, rows: Sequence[int] = ()) -> tuple[float, float]:
    """The width and the height that a frame of a size leaves to the board."""
    empty = frame_of(wide - 2 * RIM, 0.0, signs, rows)
    return wide - 2 * RIM, high - empty.height


# --- marks on paper ----------------------------------------------------------------------------------------------


def marks(frame: PhotoFrame, label: Label, x: float, y: float) -> Iterator[Mark]:
    """The eight marks of a page, whose frame has its upper left corner at a point of the paper."""
    for (left, top), number in zip(frame.corners, ids(label), strict=True):
        yield rectangle(Ink.SOLID, Box(x + left, y + top, MARK, MARK))
        bits, module = f"{int(_table()[number], 16):025b}", MARK / MODULES
        spots = [
            (x + left + (1 + at % 5) * module, y + top + (1 + at // 5) * module) for at in range(25) if bits[at] == "1"
        ]
        light = (rectangle(Ink.PAPER, Box(*spot, module, module)).steps for spot in spots)
        yield Path(Ink.PAPER, tuple(step for steps in light for step in steps))


def gaps(frame: PhotoFrame) -> tuple[Box, ...]:
    """The four boxes between the marks at the upper and at the lower edge, where words may stand."""
    wide = (frame.width - 3 * MARK) / 2 - 2 * QUIET
    lefts = MARK + QUIET, frame.width - MARK - QUIET - wide
    return tuple(Box(left, top, wide, MARK) for top in (0.0, frame.height - MARK) for left in lefts)


@cache
def _table() -> tuple[str, ...]:
    """The 25 modules of each mark as a number, light ones as 1: a part of ArUco's dictionary of 5 x 5 modules."""
    lines = resources.path("marks", "aruco-5x5.txt").read_text(encoding="ascii").splitlines()
    return tuple(word for line in lines if not line.startswith("#") for word in line.split())
