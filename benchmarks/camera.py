"""A hand that draws maps on drawing sheets, and a camera that photographs them: pictures for tests and measurements.

All comes from a seed. Lengths of drawings are in mm on the page; those of photos are in pixels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from math import cos, pi, sin
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from mapkit.model.chance import Chance
from mapkit.model.grid import Board, Border, Square, borders, outer_borders
from mapkit.model.handwork import Handwork
from mapkit.model.map import Map
from mapkit.paper import blank_maps, hand_signs, photo_frame, photo_pages, png, themes
from mapkit.paper.board import Panel
from mapkit.paper.edition import Edition
from mapkit.paper.hexes import AnyBoard
from mapkit.paper.pens import InkSet
from mapkit.paper.sheet import A4, Box, Ink, Page, PaperSize, Path, extent

Pixels = npt.NDArray[Any]
Point = tuple[float, float]

DPI = 160
SCALE = DPI / 25.4
"""Pixels per mm of a page that is drawn on."""


class Pen(NamedTuple):
    """What a person draws with."""

    colour: tuple[int, int, int]
    """Red, green, blue."""
    width: float
    """In mm."""
    grain: float = 0.0
    """How much of the line the paper's grain takes away, from 0 to 1."""


PENS = {
    "felt pen": Pen((25, 25, 30), 0.9),
    "ballpoint": Pen((35, 45, 130), 0.45),
    "pencil": Pen((105, 105, 108), 0.55, 0.35),
}


class Hand(NamedTuple):
    """How a person draws."""

    pen: Pen = PENS["felt pen"]
    wobble: float = 0.25
    """How far a line strays from its way, in mm."""
    beside: float = 0.4
    """How far a whole line lies beside the printed one, in mm (standard deviation)."""
    letters: str = "hershey:futural"
    """The file of the font of the signs, or one of Hershey's fonts."""
    size: float = 0.5
    """How high a sign is, in sides of a cell."""
    shaky: float = 0.02
    """How far points of a sign stray, in heights of the sign."""


class Camera(NamedTuple):
    """How a photo is taken."""

    size: tuple[int, int] = (1600, 1200)
    tilt: float = 0.05
    """How far the corners stray, in widths of the photo."""
    curl: float = 2.0
    """How far the middle of the page lies off a straight line, in mm."""
    lens: float = 0.03
    shadow: float = 0.35
    blur: float = 1.0
    noise: float = 4.0
    quality: int = 75
    light: float = 0.95
    turn: int = 0
    """Quarter turns of the photo."""
    fill: float = 0.94
    """The width of the page in the photo, as a share of the photo's; beyond 1 the edges of the page are not seen."""


CONDITIONS = {
    "plain": Camera(tilt=0.02, curl=0.0, lens=0.0, shadow=0.1, blur=0.6, noise=2.0, quality=90),
    "usual": Camera(),
    "tilted": Camera(tilt=0.1),
    "curled": Camera(curl=5.0),
    "shadow": Camera(shadow=0.6, light=0.8),
    "blurred": Camera(blur=1.8, noise=7.0),
    "640x480": Camera(size=(640, 480), blur=0.7, quality=80),
    "12 megapixels": Camera(size=(4000, 3000), blur=2.0, noise=6.0),
}


# --- the page ----------------------------------------------------------------------------------------------------


class BlankPage(NamedTuple):
    """A drawing sheet that nobody has drawn on."""

    pixels: Pixels
    part: AnyBoard
    samples: Sequence[Sequence[Box]]
    signs: Sequence[str]
    """The signs of the strip of samples, in the order of their boxes."""
    rows: Mapping[str, Mapping[str, Box]] = {}
    """The boxes to cross by what they stand for, row by row."""


def blank_pages(map_: Map[Any], inks: InkSet = "colour", paper: PaperSize = A4) -> list[BlankPage]:
    """The drawing sheet of a map, in pixels, and where things lie on it."""
    sheets = blank_maps.drawing_sheets(map_.game, map_.game.title, map_.public, Edition(paper))
    drawn = png.write(sheets, "page", themes.load("paper", inks), dpi=DPI)
    key = hand_signs.sheet_key(map_.game, map_.params)
    return [_page(map_.params.grid, sheet, data, key) for sheet, data in zip(sheets, drawn, strict=True)]


def _page(grid: Board, sheet: Page, data: bytes, key: hand_signs.SheetKey) -> BlankPage:
    decoded = np.asarray(Image.open(BytesIO(data)).convert("RGB"))
    squares = [extent(mark) for mark in sheet.marks if isinstance(mark, Path) and mark.ink is Ink.SOLID]
    left, top = (min(getattr(box, side) for box in squares if box.width == photo_frame.MARK) for side in "xy")
    label = photo_frame.label_of(dict(divmod(number, 64) for number in _found(decoded)))
    assert label is not None
    frame, lies = photo_pages.framed_board(grid, label, key)
    board = replace(lies, x=lies.x + left, y=lies.y + top)
    samples, rows = (
        [tuple(box._replace(x=box.x + left, y=box.y + top) for box in boxes) for boxes in several]
        for several in (frame.samples, frame.rows)
    )
    boxes = {row.name: dict(zip(row.boxes, at, strict=True)) for row, at in zip(key.rows, rows, strict=True)}
    return BlankPage(decoded, board, samples, [*key.signs], boxes)


class Ruled(NamedTuple):
    """How squared paper is printed."""

    colour: tuple[int, int, int] = (175, 185, 200)
    squares: int = 1
    """The number of squares along a side of a cell; 0 for blank paper."""
    line: float = 0.25
    """How wide its lines are, in mm."""


RULED = {
    "blank": Ruled(squares=0),
    "grey": Ruled((190, 190, 190)),
    "blue": Ruled((150, 190, 225)),
    "small squares": Ruled((165, 185, 205), 4),
    "red": Ruled((225, 150, 140), 2),
}


def plain_page(grid: Square, ruled: Ruled, tile: float = 18.0, aside: Point = (0.0, 0.0)) -> BlankPage:
    """A page of squared paper without marks, with a board that lies so far beside the middle of it, in mm."""
    wide, high = round(210 * SCALE), round(297 * SCALE)
    pixels = np.full((high, wide, 3), 250, np.uint8)
    left, top = (210 - grid.columns * tile) / 2 + aside[0], (297 - grid.rows * tile) / 2 + aside[1]
    for long, start in ((210, left), (297, top)) if ruled.squares else ():
        step = tile / ruled.squares
        for number in range(-round(long / step), 2 * round(long / step)):
            at = start + number * step
            if 0 < at < long:
                one, other = ((at, 0), (at, 297)) if long == 210 else ((0, at), (210, at))
                dots = np.round(np.array([one, other]) * SCALE * 8).astype(np.int32)
                cv2.polylines(pixels, [dots], False, ruled.colour, max(1, round(ruled.line * SCALE)), cv2.LINE_AA, 3)
    board = Panel(grid, range(grid.columns), range(grid.rows), left, top, tile)
    return BlankPage(pixels, board, (), ())


def corners_in_photo(page: BlankPage, camera: Camera, seed: str) -> list[Point]:
    """Where the corners of the board lie in the photo of a page, clockwise from its upper left one, in pixels."""
    wide, high = sorted(camera.size)
    x, y = _looked_at(page.pixels, wide, high, camera, Chance(seed))
    box, found = page.part.box, []
    for left, top in ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)):
        at = np.unravel_index(np.hypot(x - left * SCALE, y - top * SCALE).argmin(), x.shape)
        found.append((float(at[1]), float(at[0])))
    return found


def _found(pixels: Pixels) -> list[int]:
    of = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    _, found, _ = cv2.aruco.ArucoDetector(of).detectMarkers(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY))
    return [int(number) for number in np.ravel(found)]


# --- the hand ----------------------------------------------------------------------------------------------------


def draw(
    page: BlankPage,
    map_: Map[Any],
    hand: Hand,
    seed: str,
    *,
    samples: bool = True,
    work: Handwork | None = None,
    lines: Sequence[Border] = (),
) -> Pixels:
    """The page with the map drawn on it, walls and signs, and the samples of the drawer.

    In games whose files list what is drawn, `work` takes the place of what stands on the map. `lines` are borders that
    are drawn, too.
    """
    chance, by_hand = Chance(seed), map_.game.design.board.by_hand
    work = work or (by_hand.show(map_.fitted_params, map_.facts) if by_hand else None)
    ink = np.zeros(page.pixels.shape[:2], np.float32)
    walls = _bars(page, map_, work) if work else _walls(page, map_)
    for way in [*walls, *(ends(page.part, line) for line in lines if isinstance(page.part, Panel))]:
        stroke(ink, _by_hand(way, hand, chance), hand.pen.width)
    signs = {cell: (sign, "") for cell, sign in work.signs.items()} if work else _signs_of(map_)
    for cell in page.part.cells():
        box, (sign, number) = page.part.tile_box(cell), signs.get(cell, ("", ""))
        aside = _ASIDE * box.width if number else 0.0
        middle = box.middle[0] - aside, box.middle[1] - aside
        write_sign(ink, sign, middle, (hand.size - 0.1 * bool(number)) * box.width, hand, chance)
        x, y, wide, high = (each * box.width for each in photo_pages.NUMBER)
        write_sign(ink, number, (box.x + x + wide / 2, box.y + y + high / 2), 0.8 * high, hand, chance)
    for sign, pair in zip(page.signs, page.samples if samples else (), strict=False):
        for box in pair:
            write_sign(ink, sign, box.middle, 0.62 * box.width, hand, chance)
    for row, crossed in (work.crosses if work else {}).items():
        _cross(ink, page.rows[row][crossed], hand, chance)
    return ink_over(page.pixels, ink, hand.pen, chance)


def write_beside(page: BlankPage, drawn: Pixels, hand: Hand, seed: str) -> Pixels:
    """The page with words above and below its board, and with a box around some of them, as people write them."""
    chance, box = Chance(seed), page.part.box
    ink = np.zeros(drawn.shape[:2], np.float32)
    for top in (box.y - 16.0, box.bottom + 14.0):
        if 10 < top < 287:
            words = chance.choice(_WORDS)
            left = _uniform(chance, 15.0, 190.0 - 5.0 * len(words))
            for number, letter in enumerate(words):
                write_sign(ink, letter.strip(), (left + 5.0 * number, top), 5.5, hand, chance)
            if chance.below(2):
                edges = (left - 4, left + 5.0 * len(words), top - 5, top + 5)
                for x1, y1, x2, y2 in ((0, 2, 1, 2), (1, 2, 1, 3), (0, 3, 1, 3), (0, 2, 0, 3)):
                    ends = (edges[x1], edges[y1]), (edges[x2], edges[y2])
                    stroke(ink, _by_hand(ends, hand, chance), hand.pen.width)
    return ink_over(drawn, ink, hand.pen, chance)


_WORDS = ("CELLAR OF ANN", "MAP 3", "2 TREASURES", "FOR FRIDAY NIGHT", "X1 X2 X3 HOLES", "LABYRINTH 8X8")

_ASIDE = 0.08
"""How far a letter with a number beside it leaves the middle of its cell, in sides of the cell."""


_CROSSES = (
    [[(-0.5, -0.5), (0.5, 0.5)], [(-0.5, 0.5), (0.5, -0.5)]],
    [[(-0.45, 0.0), (-0.15, 0.45), (0.6, -0.65)]],
)
"""How people cross a box, as strokes in sides of the box: an X, or a tick that reaches out of it."""


def _cross(ink: Pixels, box: Box, hand: Hand, chance: Chance) -> None:
    size = box.width * _uniform(chance, 0.7, 1.1)
    x, y = (each + 0.08 * box.width * _normal(chance) for each in box.middle)
    for points in chance.choice(_CROSSES):
        bent = [(px + 2 * hand.shaky * _normal(chance), py + 2 * hand.shaky * _normal(chance)) for px, py in points]
        stroke(ink, [(x + size * px, y + size * py) for px, py in bent], hand.pen.width)


def _walls(page: BlankPage, map_: Map[Any]) -> list[tuple[Point, Point]]:
    if not isinstance(page.part, Panel):
        return []
    exits = {fact.place for fact in map_.facts if fact.mark == "exit"}
    barred = {fact.place for fact in map_.facts if isinstance(fact.place, Border) and fact.mark != "exit"}
    barred |= set(outer_borders(map_.params.grid)) - exits
    here = set(page.part.cells())
    level = [line for line in borders(map_.params.grid) if line.side not in "UD"]
    return [ends(page.part, line) for line in level if line in barred and line.cell in here]


def _bars(page: BlankPage, map_: Map[Any], work: Handwork) -> list[tuple[Point, Point]]:
    """The ends of the bars that are drawn."""
    assert isinstance(page.part, Panel)
    known, found = hand_signs.sheet_key(map_.game, map_.params).bars or {}, list[tuple[Point, Point]]()
    for bar in work.bars:
        points = sorted(point for line in known[bar] for point in ends(page.part, line))
        found.append((points[0], points[-1]))
    return found


def ends(part: Panel, line: Border) -> tuple[Point, Point]:
    box = part.tile_box(line.cell)
    return {
        "N": ((box.x, box.y), (box.right, box.y)),
        "E": ((box.right, box.y), (box.right, box.bottom)),
        "S": ((box.x, box.bottom), (box.right, box.bottom)),
        "W": ((box.x, box.y), (box.x, box.bottom)),
    }[line.side]


def _signs_of(map_: Map[Any]) -> Mapping[str, tuple[str, str]]:
    legend = map_.game.design.legend(map_.params)
    glyphs = {mark: glyph for glyph, mark in legend.marks.items()}
    return {cell: hand_signs.written(legend, glyphs[mark]) for cell, mark in map_.kinds.items()}


def _uniform(chance: Chance, low: float, high: float) -> float:
    return low + (high - low) * chance.below(1 << 30) / (1 << 30)


def _normal(chance: Chance) -> float:
    return sum(_uniform(chance, -1, 1) for _ in range(6)) / 2**0.5


def _noise(chance: Chance) -> np.random.Generator:
    return np.random.default_rng(chance.below(1 << 31))


def _by_hand(way: tuple[Point, Point], hand: Hand, chance: Chance) -> list[Point]:
    """A straight line as a hand draws it: beside its way, bent, too short or too long."""
    (x1, y1), (x2, y2) = way
    long = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-6)
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    start, stop = (_uniform(chance, -0.9, 0.7) for _ in range(2))
    one, other, bow = hand.beside * _normal(chance), hand.beside * _normal(chance), hand.wobble * _normal(chance)
    phase, points = _uniform(chance, 0, 2 * pi), []
    for i in range(13):
        at = i / 12
        along = -start + at * (long + start + stop)
        off = one + at * (other - one) + bow * sin(pi * at) + 0.3 * hand.wobble * sin(9 * at + phase)
        points.append((x1 + ux * along - uy * off, y1 + uy * along + ux * off))
    return points


def stroke(ink: Pixels, points: Sequence[Point], width: float) -> None:
    """Draw a line through points, in mm."""
    dots = np.round(np.array(points) * SCALE * 8).astype(np.int32)
    cv2.polylines(ink, [dots], False, 1.0, max(1, round(width * SCALE)), cv2.LINE_AA, 3)


_ARROW = [[(-0.5, 0.0), (0.5, 0.0)], [(0.18, -0.28), (0.5, 0.0), (0.18, 0.28)]]
_WITH_STROKES = {
    "#": [
        [(-0.2, -0.5), (-0.2, 0.5)],
        [(0.2, -0.5), (0.2, 0.5)],
        [(-0.5, -0.2), (0.5, -0.2)],
        [(-0.5, 0.2), (0.5, 0.2)],
    ],
    "~": [[(0.1 * i - 0.5, 0.18 * sin(0.63 * i)) for i in range(11)]],
    "o": [[(0.5 * cos(0.628 * i), 0.5 * sin(0.628 * i)) for i in range(11)]],
}
"""Signs that fonts have otherwise, as strokes."""


def write_sign(ink: Pixels, sign: str, at: Point, high: float, hand: Hand, chance: Chance) -> None:
    """A sign around a point, a little turned, slanted and moved."""
    if not sign:
        return
    size = high * _uniform(chance, 0.85, 1.15)
    turn, slant = 0.09 * _normal(chance), 0.12 * _normal(chance)
    wide = size * _uniform(chance, 0.85, 1.15)
    at = (at[0] + 0.05 * high * _normal(chance), at[1] + 0.05 * high * _normal(chance))
    spread = np.array([[wide, slant * size], [0, size]])
    spread = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]]) @ spread
    if (
        sign not in hand_signs.TURNS
        and sign not in _WITH_STROKES
        and hand.letters
        and not hand.letters.startswith("hershey:")
    ):
        _printed(ink, sign, at, spread, hand)
        return
    for points in _strokes(sign, hand.letters.removeprefix("hershey:")):
        bent = [(x + hand.shaky * _normal(chance), y + hand.shaky * _normal(chance)) for x, y in points]
        stroke(ink, [(at[0] + x, at[1] + y) for x, y in np.array(bent) @ spread.T], hand.pen.width)


@cache
def _strokes(sign: str, font: str) -> list[list[Point]]:
    """The strokes of a sign in a box of height 1 around 0, 0."""
    if sign in hand_signs.TURNS:
        turns = hand_signs.TURNS[sign]
        c, s = (1, 0, -1, 0)[turns], (0, 1, 0, -1)[turns]
        return [[(c * x + s * y, -s * x + c * y) for x, y in points] for points in _ARROW]
    if sign in _WITH_STROKES:
        return _WITH_STROKES[sign]
    from HersheyFonts import HersheyFonts

    of = HersheyFonts()
    of.load_default_font(font)
    found = [[(float(x), float(y)) for x, y in stroke] for stroke in of.strokes_for_text(sign)]
    xs, ys = zip(*(point for stroke in found for point in stroke), strict=True)
    high = max(max(ys) - min(ys), 1e-6)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return [[((x - middle[0]) / high, (y - middle[1]) / high) for x, y in stroke] for stroke in found]


def _printed(ink: Pixels, sign: str, at: Point, spread: Pixels, hand: Hand) -> None:
    """A letter of a handwriting font, as thick as the pen."""
    font = ImageFont.truetype(hand.letters, 200)
    left, top, right, bottom = font.getbbox(sign)
    glyph = Image.new("L", (int(right - left) + 40, int(bottom - top) + 40))
    ImageDraw.Draw(glyph).text((20 - left, 20 - top), sign, font=font, fill=255)
    seen = np.asarray(glyph, np.float32) / 255
    unit = spread * SCALE / (bottom - top)
    middle = np.array([seen.shape[1] / 2, seen.shape[0] / 2])
    shift = np.array(at) * SCALE - unit @ middle
    reach = 2 * int(np.abs(unit @ middle).max()) + 8
    left, top = (max(0, int(each * SCALE) - reach) for each in at)
    part = ink[top : top + 2 * reach, left : left + 2 * reach]
    moved = np.hstack([unit, (shift - (left, top))[:, None]])
    warped = cv2.warpAffine(seen, moved, part.shape[::-1], flags=cv2.INTER_AREA)
    np.maximum(part, _as_thick(warped, hand.pen.width * SCALE), out=part)


def _as_thick(glyph: Pixels, width: float) -> Pixels:
    """A letter with strokes that are as thick as a pen at least."""
    deep = cv2.distanceTransform((glyph > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    lacks = width - (2 * float(np.quantile(deep[deep > 0], 0.8)) if (deep > 0).any() else 0.0)
    if lacks <= 0:
        return glyph
    side = 2 * round(2 * lacks) + 1
    large = cv2.resize(glyph, None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR)
    round_pen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.resize(cv2.dilate(large, round_pen), glyph.shape[::-1], interpolation=cv2.INTER_AREA))


def ink_over(pixels: Pixels, ink: Pixels, pen: Pen, chance: Chance) -> Pixels:
    """Pixels with ink on them, as much of it as `ink` says at each point, from 0 to 1."""
    grain = cv2.GaussianBlur(_noise(chance).random(ink.shape, np.float32), (0, 0), 0.8)
    cover = np.clip(ink * (1 - pen.grain * 4 * np.abs(grain - 0.5)), 0, 1)[..., None]
    colour = np.array(pen.colour, np.float32)
    return np.asarray(pixels * (1 - cover) + np.minimum(pixels, colour) * cover, np.uint8)


# --- the camera --------------------------------------------------------------------------------------------------


def photograph(page: Pixels, camera: Camera, seed: str) -> bytes:
    """A photo of a page on a table, as the bytes of a JPEG file."""
    seen = taken(page, camera, Chance(seed))
    written = BytesIO()
    Image.fromarray(np.rot90(seen, camera.turn)).save(written, "JPEG", quality=camera.quality)
    return written.getvalue()


def taken(page: Pixels, camera: Camera, chance: Chance) -> Pixels:
    """The photo in pixels, without loss; the page fills it, and its long side lies along the long side of the photo."""
    wide, high = sorted(camera.size)
    x, y = _looked_at(page, wide, high, camera, chance)
    table = np.array([_uniform(chance, 60, 150), _uniform(chance, 50, 120), _uniform(chance, 40, 100)])
    small = cv2.GaussianBlur(page, (0, 0), max(0.1, 0.42 * page.shape[0] / high)) if page.shape[0] > high else page
    seen = cv2.remap(small, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=table.tolist())
    lit = seen * (camera.light * _light(wide, high, camera, chance))[..., None]
    blurred = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), camera.blur) if camera.blur else lit
    return np.clip(blurred + camera.noise * _noise(chance).standard_normal(blurred.shape), 0, 255).astype(np.uint8)


def _looked_at(page: Pixels, wide: int, high: int, camera: Camera, chance: Chance) -> tuple[Pixels, Pixels]:
    """The point of the page that each pixel of the photo shows."""
    rows, columns = page.shape[:2]
    at = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), -1).astype(np.float64)
    from_middle = (at - (wide / 2, high / 2)) / (high / 2)
    at = at + from_middle * (camera.lens * (from_middle**2).sum(-1, keepdims=True)) * (high / 2)
    side = min(camera.fill * wide / columns, camera.fill * high / rows)
    left, top = (wide - side * columns) / 2, (high - side * rows) / 2
    corners = [(left, top), (wide - left, top), (wide - left, high - top), (left, high - top)]
    tilt = camera.tilt * wide
    strayed = [
        (
            px + tilt * (_uniform(chance, 0, 1) * (1 if px < wide / 2 else -1)),
            py + tilt * (_uniform(chance, 0, 1) * (1 if py < high / 2 else -1)),
        )
        for px, py in corners
    ]
    flat = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    back = cv2.getPerspectiveTransform(np.array(strayed, np.float32), flat)
    found = cv2.perspectiveTransform(at.reshape(1, -1, 2), back).reshape(high, wide, 2)
    curl = camera.curl * SCALE
    bent = found.copy()
    bent[..., 1] += curl * _uniform(chance, 0.5, 1) * np.sin(pi * found[..., 0] / columns)
    bent[..., 0] += 0.5 * curl * _uniform(chance, -1, 1) * np.sin(pi * found[..., 1] / rows)
    return bent[..., 0].astype(np.float32), bent[..., 1].astype(np.float32)


def _light(wide: int, high: int, camera: Camera, chance: Chance) -> Pixels:
    """How much light falls on each pixel: a slope, and a soft shadow across a part."""
    x, y = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
    turn = _uniform(chance, 0, 2 * pi)
    slope = 1 - 0.5 * camera.shadow * (0.5 + 0.5 * (cos(turn) * x + sin(turn) * y))
    turn, edge = _uniform(chance, 0, 2 * pi), _uniform(chance, -0.3, 0.6)
    inside = 1 / (1 + np.exp(-(cos(turn) * x + sin(turn) * y - edge) / 0.06))
    return np.asarray(slope * (1 - camera.shadow * inside))
