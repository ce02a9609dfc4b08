"""How photos with troubles are read: `python -m benchmarks.troubles [--photos N] [--kinds ...]`.

Each photo has one trouble: something lies on the sheet, its light is bad, its ink is pale or coloured, or the drawer
struck something out. Marked sheets, boards told by their corners, and boards that are looked for take turns. What is
sure must be what was drawn; what cannot be seen must be a doubt, or the photo is refused.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from math import cos, pi, sin
from time import process_time
from typing import Any, NamedTuple

import cv2
import numpy as np
from PIL import Image

import mapkit
from benchmarks.camera import (
    CONDITIONS,
    PENS,
    RULED,
    SCALE,
    BlankPage,
    Camera,
    Hand,
    Pen,
    Pixels,
    Point,
    blank_pages,
    corners_in_photo,
    draw,
    ends,
    ink_over,
    photograph,
    plain_page,
    stroke,
)
from benchmarks.photos import Drawing, counted, drawing, truth
from mapkit.model.chance import Chance
from mapkit.model.grid import Border, Place, Square
from mapkit.model.map import Map
from mapkit.model.settings import BadSetting
from mapkit.paper.board import Panel
from mapkit.paper.pens import InkSet
from mapkit.photos import reader
from mapkit.photos.sheet import OPEN, PLAIN, WALL, MapReading

LETTERS = ("hershey:timesrb", "hershey:timesib")
"""Fonts that mapkit did not learn from and that need no installing."""
Colour = tuple[int, int, int]
SKIN = ((240, 200, 178), (224, 172, 142), (188, 130, 98), (120, 76, 52), (70, 45, 34))
METAL = ((196, 196, 200), (150, 150, 155), (190, 110, 70), (205, 170, 90), (110, 105, 100))
CLOTH = ((40, 45, 60), (170, 40, 50), (210, 205, 195), (90, 110, 80), (120, 120, 125))
CHINA = ((250, 250, 250), (60, 90, 150), (30, 30, 30), (180, 60, 50), (220, 200, 170))


class Scene(NamedTuple):
    """A drawn page on which something happens."""

    page: BlankPage
    pixels: Pixels
    """The page as it was drawn."""
    true: Mapping[Place, str]
    """What was drawn, and what should be read."""
    hand: Hand
    chance: Chance

    def spot(self, inside: float = 1.0) -> Point:
        """A random point of the board, in mm."""
        box = self.page.part.box
        x, y = (0.5 + inside * (self.part() - 0.5) for _ in range(2))
        return box.x + x * box.width, box.y + y * box.height

    def part(self, low: float = 0.0, high: float = 1.0) -> float:
        return low + (high - low) * self.chance.below(1 << 20) / (1 << 20)

    @property
    def tile(self) -> float:
        return self.page.part.tile


class Spoilt(NamedTuple):
    """The page with its trouble, and what should be read then."""

    pixels: Pixels
    true: Mapping[Place, str]


# --- what lies on the sheet --------------------------------------------------------------------------------------


def _mask(scene: Scene) -> Pixels:
    return np.zeros(scene.pixels.shape[:2], np.float32)


def _filled(scene: Scene, points: Sequence[Point]) -> Pixels:
    mask = _mask(scene)
    cv2.fillPoly(mask, [np.round(np.array(points) * SCALE * 8).astype(np.int32)], 1.0, cv2.LINE_AA, 3)
    return mask


def _ellipse(at: Point, a: float, b: float, turn: float) -> list[Point]:
    every = [2 * pi * i / 64 for i in range(64)]
    return [
        (
            at[0] + a * cos(t) * cos(turn) - b * sin(t) * sin(turn),
            at[1] + a * cos(t) * sin(turn) + b * sin(t) * cos(turn),
        )
        for t in every
    ]


def _bar(one: Point, other: Point, wide: float) -> list[Point]:
    (x1, y1), (x2, y2) = one, other
    long = max(float(np.hypot(x2 - x1, y2 - y1)), 1e-6)
    nx, ny = -(y2 - y1) / long * wide / 2, (x2 - x1) / long * wide / 2
    return [(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)]


def _laid_on(scene: Scene, pixels: Pixels, mask: Pixels, colour: Sequence[int], soft: float, grain: float) -> Pixels:
    """A thing on the page: rounded by light, with a soft shadow beside it, and as sharp as the camera sees it."""
    noise = np.random.default_rng(scene.chance.below(1 << 31))
    shadow = 1 - 0.35 * scene.part() * cv2.GaussianBlur(np.roll(mask, 6, (0, 1)), (0, 0), 8.0)
    deep = cv2.resize(cv2.GaussianBlur(cv2.resize(mask, None, fx=0.125, fy=0.125), (0, 0), 3.0), mask.shape[::-1])
    rough = cv2.GaussianBlur(noise.standard_normal(mask.shape).astype(np.float32), (0, 0), 3.0) * 3.0
    face = np.array(colour, np.float32) * (0.7 + 0.4 * deep + grain * rough)[..., None]
    cover = (cv2.GaussianBlur(mask, (0, 0), soft * SCALE) if soft else mask)[..., None]
    return np.asarray(np.clip(pixels * shadow[..., None] * (1 - cover) + face * cover, 0, 255), np.uint8)


def _lying(
    shape: Callable[[Scene], Pixels],
    colours: Sequence[Colour],
    softness: Sequence[float] = (0.0, 0.4),
    grain: float = 0.02,
) -> Callable[[Scene], Spoilt]:
    def spoil(scene: Scene) -> Spoilt:
        mask = shape(scene)
        colour, soft = scene.chance.choice(colours), scene.chance.choice(softness)
        return Spoilt(_laid_on(scene, scene.pixels, mask, colour, soft, grain), scene.true)

    return spoil


def _finger(scene: Scene) -> Pixels:
    at = scene.spot()
    return _filled(scene, _ellipse(at, scene.part(9, 14), scene.part(7, 9), scene.part(0, pi)))


def _thumb(scene: Scene) -> Pixels:
    """A thumb that reaches over the edge of the page to the board."""
    (x, y), side = scene.spot(0.8), scene.chance.below(2)
    edge = 0.0 if side else scene.pixels.shape[1] / SCALE
    mask = _filled(scene, _bar((edge, y + scene.part(-30, 30)), (x, y), wide := scene.part(17, 24)))
    return np.maximum(mask, _filled(scene, _ellipse((x, y), wide * 0.62, wide / 2, 0.0)))


def _palm(scene: Scene) -> Pixels:
    x, y = scene.spot(0.6)
    low, mask = scene.pixels.shape[0] / SCALE, _mask(scene)
    for finger in range(4):
        top = (x + 20 * finger - 30, y + scene.part(-12, 12))
        mask = np.maximum(mask, _filled(scene, _bar((top[0] + 10, low - 30), top, 17)))
        mask = np.maximum(mask, _filled(scene, _ellipse(top, 9, 8.5, 0.0)))
    return mask


def _coin(scene: Scene) -> Pixels:
    size = scene.part(8, 13)
    return _filled(scene, _ellipse(scene.spot(), size, size, 0.0))


def _sleeve(scene: Scene) -> Pixels:
    (x, y), wide, high = scene.spot(), *(each / SCALE for each in scene.pixels.shape[1::-1])
    return _filled(scene, [(wide, high), (wide, y - 25), (x, y), (x - 25, y + 30), (x, high)])


def _pencil_lies(scene: Scene) -> Pixels:
    (x, y), turn = scene.spot(), scene.chance.choice((0.0, pi / 2, scene.part(0, pi)))
    dx, dy = 85 * cos(turn), 85 * sin(turn)
    return _filled(scene, _bar((x - dx, y - dy), (x + dx, y + dy), scene.part(6, 8)))


def _on_a_line(scene: Scene) -> tuple[Point, Point]:
    """The ends of some border of the board."""
    x, y = scene.spot()
    if isinstance(scene.page.part, Panel):
        line = scene.chance.choice(sorted(place for place in scene.true if isinstance(place, Border)))
        if line.cell in scene.page.part.cells():
            return ends(scene.page.part, line)
    return (x, y), (x + 20, y)


def _clip(scene: Scene) -> Pixels:
    """A paper clip: a thin wire, beside a border as likely as not."""
    ((x1, y1), (x2, y2)), mask = _on_a_line(scene), _mask(scene)
    turn = np.arctan2(y2 - y1, x2 - x1) if scene.chance.below(2) else scene.part(0, pi)
    middle = ((x1 + x2) / 2 + scene.part(-3, 3), (y1 + y2) / 2 + scene.part(-3, 3))
    wire = [
        (-14, 3.5),
        (12, 3.5),
        (15, 2),
        (15, -2),
        (12, -3.5),
        (-10, -3.5),
        (-12, -2),
        (-12, 0.5),
        (-10, 1.6),
        (9, 1.6),
    ]
    turned = [(middle[0] + a * cos(turn) - b * sin(turn), middle[1] + a * sin(turn) + b * cos(turn)) for a, b in wire]
    stroke(mask, turned, scene.part(0.8, 1.2))
    return mask


def _scrap(scene: Scene) -> Pixels:
    (x, y), a, b = scene.spot(), scene.part(15, 35), scene.part(15, 35)
    return _filled(scene, [(x - a, y - b), (x + a, y - b + 5), (x + a - 4, y + b), (x - a + 3, y + b - 3)])


def _cup(scene: Scene) -> Spoilt:
    at, size, china = scene.spot(), scene.part(25, 42), scene.chance.choice(CHINA)
    seen = _laid_on(scene, scene.pixels, _filled(scene, _ellipse(at, size, size, 0)), china, 0.0, 0.0)
    drink = scene.chance.choice(((60, 35, 20), (200, 160, 110), (245, 245, 240)))
    return Spoilt(
        _laid_on(scene, seen, _filled(scene, _ellipse(at, 0.85 * size, 0.85 * size, 0)), drink, 0.2, 0.0), scene.true
    )


def _torn(scene: Scene) -> Spoilt:
    """A corner of the page is torn off, and the table is seen; a part of the board with it."""
    box = scene.page.part.box
    x, y = box.x + scene.part(0.1, 0.35) * box.width, box.y + scene.part(0.1, 0.35) * box.height
    rag = [(x * i / 12 + scene.part(-2, 2), y * (1 - i / 12) * 1.6 + scene.part(-2, 2)) for i in range(13)]
    mask = _filled(scene, [(8.0, 45.0), *((a + 8, b + 45) for a, b in rag)])
    return Spoilt(_laid_on(scene, scene.pixels, mask, (120, 95, 70), 0.0, 0.06), scene.true)


def _stain(scene: Scene) -> Spoilt:
    """Coffee: a ring, or a spot that is darker at its edge."""
    at, size = scene.spot(), scene.part(10, 35)
    disc = cv2.GaussianBlur(
        _filled(scene, _ellipse(at, size, 0.95 * size, 0)), (0, 0), 1.5 * SCALE * scene.part(0.1, 1)
    )
    ring = np.clip(4 * disc * (1 - disc), 0, 1)
    strength = scene.part(0.2, 0.8)
    cover = (strength * (ring + scene.part(0, 0.8) * disc))[..., None]
    return Spoilt(
        np.asarray(np.clip(scene.pixels * (1 - cover * (1 - np.array((0.72, 0.5, 0.3)))), 0, 255), np.uint8), scene.true
    )


def _wet(scene: Scene) -> Spoilt:
    """A wet spot in which ink runs."""
    disc = cv2.GaussianBlur(
        _filled(scene, _ellipse(scene.spot(), scene.part(8, 20), scene.part(8, 20), 0)), (0, 0), 5.0
    )
    ran = cv2.GaussianBlur(scene.pixels, (0, 0), scene.part(4, 14)).astype(np.float32) * 0.93
    return Spoilt(np.asarray(scene.pixels * (1 - disc[..., None]) + ran * disc[..., None], np.uint8), scene.true)


# --- light -------------------------------------------------------------------------------------------------------


def _glare(scene: Scene) -> Spoilt:
    """Light that is mirrored from the page: white, soft or with an edge, stronger than ink."""
    at, a, b = scene.spot(), scene.part(8, 40), scene.part(8, 25)
    disc = cv2.GaussianBlur(_filled(scene, _ellipse(at, a, b, scene.part(0, pi))), (0, 0), SCALE * scene.part(0.5, 8))
    bright = (scene.part(0.7, 1.3) * 260 * disc)[..., None]
    return Spoilt((scene.pixels * (1 - 0.5 * disc[..., None]) + bright).astype(np.float32), scene.true)


def _shaded(scene: Scene, dark: Pixels) -> Spoilt:
    depth = np.array((1.0, 0.97, scene.part(0.85, 0.95))) * scene.part(0.35, 0.7)
    light = 1 - dark[..., None] * depth
    return Spoilt(np.asarray(scene.pixels * light, np.uint8), scene.true)


def _half_shadow(scene: Scene) -> Spoilt:
    """A hard shadow over a half of the page; its edge lies along a line of the board, or across it."""
    (x1, y1), (x2, y2) = _on_a_line(scene)
    turn = np.arctan2(y2 - y1, x2 - x1) + scene.chance.choice((0.0, 0.0, scene.part(-0.02, 0.02), scene.part(0, pi)))
    y, x = np.mgrid[: scene.pixels.shape[0], : scene.pixels.shape[1]] / SCALE
    side = (x - x1) * -sin(turn) + (y - y1) * cos(turn)
    return _shaded(scene, 1 / (1 + np.exp(-np.clip(side / scene.chance.choice((0.05, 0.2, 0.6, 2.0)), -50, 50))))


def _thin_shadow(scene: Scene) -> Spoilt:
    """The shadow of something thin, such as a cable, along a line or across it."""
    (x1, y1), (x2, y2) = _on_a_line(scene)
    turn = np.arctan2(y2 - y1, x2 - x1) + scene.chance.choice((0.0, 0.0, scene.part(0, pi)))
    dx, dy = 300 * cos(turn), 300 * sin(turn)
    bar = _filled(scene, _bar((x1 - dx, y1 - dy), (x1 + dx, y1 + dy), scene.part(1.0, 8.0)))
    return _shaded(scene, 0.8 * cv2.GaussianBlur(bar, (0, 0), SCALE * scene.part(0.1, 0.8)))


def _fold(scene: Scene) -> Spoilt:
    """A fold along a line of the board or across it: a crease, and two halves that are not as light."""
    (x1, y1), (x2, y2) = _on_a_line(scene)
    turn = np.arctan2(y2 - y1, x2 - x1) + scene.chance.choice((0.0, 0.0, scene.part(-0.03, 0.03)))
    y, x = np.mgrid[: scene.pixels.shape[0], : scene.pixels.shape[1]] / SCALE
    side = (x - x1) * -sin(turn) + (y - y1) * cos(turn)
    halves = 1 / (1 + np.exp(-np.clip(side / 0.3, -50, 50)))
    crease = np.exp(-((side / scene.part(0.2, 0.7)) ** 2))
    light = 1 - scene.part(0, 0.3) * halves - scene.chance.choice((-0.15, 0.2, 0.35, 0.5)) * crease
    return Spoilt(np.asarray(np.clip(scene.pixels * light[..., None], 0, 255), np.uint8), scene.true)


# --- slips of the pen --------------------------------------------------------------------------------------------


def _struck_walls(scene: Scene) -> Spoilt:
    """Some walls are struck out: with ticks, with a cross, or scribbled over. They are walls no longer."""
    ink, true = _mask(scene), dict(scene.true)
    drawn = sorted(line for line, word in true.items() if isinstance(line, Border) and word == WALL)
    for _ in range(min(3, len(drawn))):
        line = scene.chance.choice(drawn)
        if not isinstance(scene.page.part, Panel) or line.cell not in scene.page.part.cells():
            continue
        true[line] = OPEN
        for way in _strikes(scene, ends(scene.page.part, line)):
            stroke(ink, way, scene.hand.pen.width)
    return Spoilt(ink_over(scene.pixels, ink, scene.hand.pen, scene.chance), true)


def _strikes(scene: Scene, ends_: tuple[Point, Point]) -> list[list[Point]]:
    """The strokes over a line."""
    (x1, y1), (x2, y2) = ends_
    ux, uy = x2 - x1, y2 - y1
    high = scene.part(0.12, 0.25)

    def at(along: float, aside: float) -> Point:
        return x1 + ux * along - uy * aside, y1 + uy * along + ux * aside

    way = scene.chance.below(4)
    if way == 0:
        number = scene.chance.between(2, 5)
        return [[at(i / (number + 1) - 0.08, -high), at(i / (number + 1) + 0.08, high)] for i in range(1, number + 1)]
    if way == 1:
        return [[at(0.35, -high), at(0.65, high)], [at(0.35, high), at(0.65, -high)]]
    if way == 2:
        return [[at(0.1 + 0.8 * i / 14, high * (-1) ** i) for i in range(15)]]
    return [[at(0.15, -high), at(0.85, high)], [at(0.15, high), at(0.85, -high)]]


def _struck_signs(scene: Scene) -> Spoilt:
    """Some signs are struck out: with a line, with a cross, or scribbled over. Their cells are plain then."""
    ink, true = _mask(scene), dict(scene.true)
    signs = [cell for cell in scene.page.part.cells() if true[cell] != PLAIN]
    for cell in sorted({scene.chance.choice(signs) for _ in range(3)}):
        true[cell] = PLAIN
        box = scene.page.part.tile_box(cell)
        x, y, r = *box.middle, scene.part(0.26, 0.38) * box.width
        way = scene.chance.below(5)
        lines = {
            0: [[(x - r, y + r), (x + r, y - r)]],
            1: [[(x - r, y + r), (x + r, y - r)], [(x - r, y - r), (x + r, y + r)]],
            2: [[(x - r, y - 0.1 * r), (x + r, y + 0.1 * r)]],
            3: [[(x - r, y - 0.2 * r), (x + r, y - 0.1 * r)], [(x - r, y + 0.25 * r), (x + r, y + 0.2 * r)]],
            4: [[(x - r + 2 * r * i / 16, y + r * (-1) ** i) for i in range(17)]],
        }[way]
        for points in lines:
            stroke(
                ink, [(a + scene.part(-0.4, 0.4), b + scene.part(-0.4, 0.4)) for a, b in points], scene.hand.pen.width
            )
    return Spoilt(ink_over(scene.pixels, ink, scene.hand.pen, scene.chance), true)


def _as_it_is(scene: Scene) -> Spoilt:
    return Spoilt(scene.pixels, scene.true)


def _some_in(*pens: Pen) -> Callable[[Scene], Spoilt]:
    """A few walls and signs more, drawn with another pen."""

    def spoil(scene: Scene) -> Spoilt:
        true, ink, pen = dict(scene.true), _mask(scene), scene.chance.choice(pens)
        empty = sorted(line for line, word in true.items() if isinstance(line, Border) and word == OPEN)
        for _ in range(4):
            line = scene.chance.choice(empty)
            if isinstance(scene.page.part, Panel) and line.cell in scene.page.part.cells():
                stroke(ink, ends(scene.page.part, line), pen.width)
                true[line] = WALL
        cells = [cell for cell in scene.page.part.cells() if true[cell] == PLAIN]
        for cell in sorted({scene.chance.choice(cells) for _ in range(2)}) if cells else ():
            (x, y), r = scene.page.part.tile_box(cell).middle, 0.25 * scene.tile
            stroke(ink, [(x - r, y - r), (x + r, y - r)], pen.width)
            stroke(ink, [(x, y - r), (x, y + r)], pen.width)
            true[cell] = "T"
        return Spoilt(ink_over(scene.pixels, ink, pen, scene.chance), true)

    return spoil


RED, GREEN = Pen((205, 35, 45), 0.6), Pen((35, 140, 60), 0.6)
PALE = (Pen((150, 185, 225), 0.7), Pen((165, 165, 168), 0.6, 0.2), Pen((255, 170, 190), 0.7), Pen((250, 220, 90), 1.5))


class Kind(NamedTuple):
    """A trouble, and how the page is drawn and taken."""

    spoil: Callable[[Scene], Spoilt] = _as_it_is
    pens: Sequence[Pen] = tuple(PENS.values())
    taken: str = ""
    """How the page is seen: `scan` and `grey` are no photo or without colours, `shaken` is a camera that moved."""
    inks: Sequence[InkSet] = ("colour", "colour", "grey", "black")


KINDS = {
    "finger": Kind(_lying(_finger, SKIN, (0.0, 0.3, 1.5))),
    "thumb": Kind(_lying(_thumb, SKIN, (0.0, 0.5))),
    "hand": Kind(_lying(_palm, SKIN, (0.2, 1.0))),
    "coin": Kind(_lying(_coin, METAL, grain=0.08)),
    "cup": Kind(_cup),
    "sleeve": Kind(_lying(_sleeve, CLOTH, (0.3,), 0.15)),
    "pencil on the sheet": Kind(_lying(_pencil_lies, ((220, 180, 60), (40, 110, 70), (30, 30, 30), (200, 40, 40)))),
    "paper clip": Kind(_lying(_clip, METAL, (0.0,))),
    "scrap of paper": Kind(_lying(_scrap, ((250, 250, 248), (255, 240, 150), (235, 225, 200)), (0.0,), 0.0)),
    "torn corner": Kind(_torn),
    "stain": Kind(_stain),
    "wet spot": Kind(_wet),
    "glare": Kind(_glare),
    "half in hard shadow": Kind(_half_shadow),
    "thin shadow": Kind(_thin_shadow),
    "fold": Kind(_fold),
    "grey scan": Kind(taken="scan"),
    "grey photo": Kind(taken="grey"),
    "shaken": Kind(taken="shaken"),
    "red ink": Kind(pens=(RED,)),
    "green ink": Kind(pens=(GREEN,)),
    "pale ink": Kind(pens=PALE),
    "some in red and green": Kind(_some_in(RED, GREEN)),
    "some in pale ink": Kind(_some_in(*PALE)),
    "walls struck out": Kind(_struck_walls),
    "signs struck out": Kind(_struck_signs),
}
"""The troubles, in the order in which they take turns."""
WAYS = ("marked", "corners", "marked", "find", "marked")
GAMES = ("treasures", "labyrinth", "treasures", "dungeon", "quoridor")
TAKEN = ("usual", "plain", "tilted", "shadow", "blurred")


class Photo(NamedTuple):
    """A photo with a trouble."""

    kind: str
    way: str
    drawn: Drawing
    data: bytes
    corners: Sequence[Point]


def photo(number: int) -> Photo:
    """The photo of that number."""
    name = [*KINDS][number % len(KINDS)]
    kind, turn, chance = KINDS[name], number // len(KINDS), Chance(f"trouble {number}")
    way = WAYS[(number + turn) % len(WAYS)]
    drawn = _drawing(way, kind, number, chance)
    hand = Hand(chance.choice(kind.pens), letters=chance.choice(LETTERS))
    if way == "marked":
        page = _blank(drawn.map, "colour" if kind.taken == "scan" else chance.choice(kind.inks))
    else:
        ruled = RULED[chance.choice([*RULED])]
        page = plain_page(drawn.map.params.grid, ruled, chance.choice((12.0, 15.0, 18.0)))
    pixels = draw(page, drawn.map, hand, f"{number}", samples=way == "marked", work=drawn.work, lines=drawn.lines)
    spoilt = kind.spoil(Scene(page, pixels, drawn.true, hand, chance))
    camera = CONDITIONS[chance.choice(TAKEN)]
    corners = corners_in_photo(page, camera, f"{number}") if way != "marked" else ()
    if kind.taken == "scan" and way == "marked":
        return Photo(name, way, drawn._replace(true=spoilt.true), _scanned(spoilt.pixels), ())
    return Photo(
        name, way, drawn._replace(true=spoilt.true), _photographed(spoilt.pixels, camera, kind.taken, number), corners
    )


def _drawing(way: str, kind: Kind, number: int, chance: Chance) -> Drawing:
    """A map whose board lies on one page."""
    game = GAMES[number // 3 % len(GAMES)] if way == "marked" else chance.choice(("treasures", "labyrinth"))
    if kind.spoil in (
        _struck_walls,
        KINDS["some in pale ink"].spoil,
        KINDS["some in red and green"].spoil,
    ) and game in ("dungeon", "quoridor"):
        game = "treasures"
    if game == "quoridor":
        return drawing(game, 2 * number)
    size = chance.choice(("6x6", "8x8", "7x6")) if game != "dungeon" else "2"
    map_ = mapkit.generate(game, seed=f"trouble {number}", size=size)
    return Drawing(map_, truth(map_))


_PAGES = dict[tuple[str, str, InkSet], BlankPage]()
"""Pages that nobody has drawn on, by their game, their board and their inks."""


def _blank(map_: Map[Any], inks: InkSet) -> BlankPage:
    """The first drawing sheet of a map."""
    key = map_.game.name, str(map_.params), inks
    if key not in _PAGES:
        _PAGES[key] = blank_pages(map_, inks)[0]
    return _PAGES[key]


def _scanned(pixels: Pixels) -> bytes:
    written = BytesIO()
    Image.fromarray(pixels).convert("L").save(written, "PNG")
    return written.getvalue()


def _photographed(pixels: Pixels, camera: Camera, taken: str, number: int) -> bytes:
    data = photograph(pixels, camera, f"{number}")
    if not taken:
        return data
    seen = np.asarray(Image.open(BytesIO(data)))
    if taken == "shaken":
        long = max(5, round(len(seen) * (1 + number // len(KINDS) % 4) / 400)) | 1
        way = np.zeros((long, long), np.float32)
        way[long // 2] = 1 / long
        turned = cv2.warpAffine(way, cv2.getRotationMatrix2D((long // 2, long // 2), 37.0 * number, 1), (long, long))
        seen = cv2.filter2D(seen, -1, turned / turned.sum())
    else:
        seen = np.asarray(Image.fromarray(seen).convert("L"))
    written = BytesIO()
    Image.fromarray(seen).save(written, "JPEG", quality=camera.quality)
    return written.getvalue()


def read(photo: Photo) -> MapReading:
    """What is read of a photo; raises BadSetting."""
    if photo.way == "marked":
        return reader.read([("photo", photo.data)])
    game, grid, named = photo.drawn.map.game, photo.drawn.map.params.grid, ("photo", photo.data)
    assert isinstance(grid, Square)
    if photo.way == "corners":
        return reader.read_plain(named, game, grid, photo.corners)
    return reader.find_plain(named, game, grid).reading


def wrong(found: MapReading, true: Mapping[Place, str]) -> list[str]:
    """What was sure and wrong."""
    return [
        f"{place}: {look.word}, and was {true[place]}"
        for place, look in found.looks.items()
        if look.sure and look.word != true[place]
    ]


def looked_at(each: Photo) -> tuple[Counter[str], Sequence[str]]:
    """What was counted in a photo, and what was odd."""
    began, count = process_time(), Counter[str](photos=1)
    try:
        found = read(each)
    except BadSetting as why:
        count["refused"], odd = 1, [str(why)]
    else:
        count += counted(found, each.drawn)
        odd = wrong(found, each.drawn.true)
    count["ms"] = round(1000 * (process_time() - began))
    return count, odd


def row(name: str, count: Counter[str]) -> str:
    """A row of the table."""
    cells = [name, *(str(count[each]) for each in ("photos", "refused"))]
    for kind in ("walls", "signs", "empty"):
        share = 100 * count[f"{kind} doubtful"] / count[kind] if count[kind] else 0.0
        cells += [str(count[kind]), str(count[f"{kind} wrong"]), f"{share:.1f}"]
    return f"| {' | '.join(cells)} |"


HEAD = "| | photos | refused | walls | wrong | doubtful % | signs | wrong | doubtful % | empty | wrong | doubtful % |"


def photos(numbers: range, kinds: Sequence[str]) -> Iterator[tuple[int, Photo]]:
    for number in numbers:
        if [*KINDS][number % len(KINDS)] in kinds:
            yield number, photo(number)


def main() -> None:
    asked = argparse.ArgumentParser(description="Read photos with troubles, and count what was sure and wrong.")
    asked.add_argument("--photos", type=int, default=208)
    asked.add_argument("--kinds", nargs="*", default=[*KINDS], choices=KINDS)
    given = asked.parse_args()
    cv2.setNumThreads(1)
    table, total = dict[str, Counter[str]](), Counter[str]()
    for number, each in photos(range(given.photos), given.kinds):
        count, odd = looked_at(each)
        for line in odd:
            print(f"{number} {each.kind}, {each.way}: {line}", file=sys.stderr, flush=True)
        table.setdefault(each.kind, Counter()).update(count)
        total.update(count)
    print(HEAD, "|---" * 12 + "|", sep="\n")
    for name, count in (*table.items(), ("all", total)):
        print(row(name, count))


if __name__ == "__main__":
    main()
