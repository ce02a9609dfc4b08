"""Pictures of codes as players make them: icons in corners, pen lines, curved paper; and photos and printed sheets."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import shake_256
from io import BytesIO
from itertools import chain
from math import ceil, cos, floor, radians, sin, sqrt
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from mapkit.games.minoqaur import code
from mapkit.model.chance import Chance
from mapkit.model.rule import Facts
from mapkit.paper import svg
from mapkit.paper.pens import Theme
from mapkit.paper.sheet import Page

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 abcdefghijklmnop"
MARGIN = 4
"""The light margin of a code, in modules."""

Shades = Mapping[str, str]
Photo = tuple[Shades, bytes]
"""A code, and a file with a picture of it."""


def drawn(shades: Shades, scale: int) -> Image.Image:
    side = round(len(shades) ** 0.5)
    small = Image.new("L", (side, side))
    small.putdata([0 if shade == "dark" else 255 for shade in in_order(shades)])
    return ImageOps.expand(small.resize((side * scale, side * scale), Image.Resampling.NEAREST), MARGIN * scale, 255)


def in_order(shades: Shades) -> list[str]:
    grid = code.matrix((round(len(shades) ** 0.5) - 17) // 4)
    return [shades[cell] for cell in grid.cells()]


def saved(picture: Image.Image, kind: str = "PNG", **how: object) -> bytes:
    file = BytesIO()
    picture.save(file, kind, **how)
    return file.getvalue()


def shades_of(facts: Facts) -> dict[str, str]:
    return {str(fact.place): fact.mark for fact in facts}


def any_code(chance: Chance) -> tuple[int, Shades]:
    """A random code of version 2 to 10, more often a small one."""
    version = chance.choice((2, 2, 3, 3, 4, 5, 6, 7, 10))
    text = "".join(chance.choice(SIGNS) for _ in range(chance.between(3, 6 * version)))
    level = chance.choice("LM" if version < 3 else "LMQ")
    return version, code.code_of_text(text, version, level, chance.below(8))


# --- photos ------------------------------------------------------------------------------------------------------


def photographed(picture: Image.Image, chance: Chance, noise: int = 24) -> bytes:
    """The picture blurred, faded, uneven in light, with at most this much noise (of 255), and compressed as JPEG."""
    picture = picture.filter(ImageFilter.GaussianBlur(chance.below(14) / 10))
    darkest = chance.between(10, 60)
    picture = picture.point([round(darkest + number * 0.7) for number in range(256)] * len(picture.getbands()))
    return saved(_noisy(_lit(picture, chance), chance.below(noise), chance), "JPEG", quality=chance.between(25, 90))


def _lit(picture: Image.Image, chance: Chance) -> Image.Image:
    """Light that falls from one side."""
    light = Image.linear_gradient("L").rotate(90 * chance.below(4)).resize(picture.size)
    light = light.point([160 + number * 95 // 255 for number in range(256)])
    return ImageChops.multiply(picture, light.convert(picture.mode))


def _noisy(picture: Image.Image, strength: int, chance: Chance) -> Image.Image:
    grain = shake_256(str(chance.below(1 << 30)).encode()).digest(picture.width * picture.height)
    noise = Image.frombytes("L", picture.size, grain).point([number * strength // 128 for number in range(256)])
    even = Image.new("L", picture.size, strength)
    return ImageChops.subtract(ImageChops.add(picture, noise.convert(picture.mode)), even.convert(picture.mode))


FAR = 2.6
"""How far a camera is from the paper, in widths of the paper."""


class Bend(NamedTuple):
    """Paper on a cylinder: the angle that the paper covers, in radians, and how its axis is turned, in degrees.

    With an angle below 0 its sides come towards the camera, as in a book; else they go away from it, as on a mug.
    """

    angle: float
    axis: int


FLAT = Bend(0.0, 0)


def seen(picture: Image.Image, chance: Chance, pixels: int, turn: int, bend: Bend = FLAT) -> Image.Image:
    """The picture on somewhat larger paper, before a camera that is tilted, turned by at most this many degrees."""
    paper = np.asarray(ImageOps.expand(picture.convert("RGB"), picture.width // 8, "white"))
    tilts = [(chance.below(2001) - 1000) / 1000 * most for most in (15, 15, turn)]
    rays = np.linspace(-0.625, 0.625, 2 * pixels)  # two for each pixel, for smoothing
    x, y = np.meshgrid(rays, rays)
    to_paper = _turned(2, -bend.axis) @ _turned(0, -tilts[0]) @ _turned(1, -tilts[1]) @ _turned(2, -tilts[2])
    eye = to_paper @ (0.0, 0.0, -FAR)
    way = to_paper @ np.stack([x.ravel(), y.ravel(), np.full(x.size, FAR)])
    spots = _turned(2, bend.axis)[:2, :2] @ _met(eye, way, bend.angle)
    there = (np.abs(spots) < 0.5).all(0)
    columns, rows = (np.clip((spots + 0.5) * len(paper), 0, len(paper) - 1)).astype(int)
    shown = np.where(there[:, None], paper[rows, columns], np.array((150, 140, 130), np.uint8))
    return Image.fromarray(shown.reshape(2 * pixels, 2 * pixels, 3)).reduce(2)


def _turned(axis: int, degrees: float) -> np.ndarray:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    turns = ([[1, 0, 0], [0, c, -s], [0, s, c]], [[c, 0, s], [0, 1, 0], [-s, 0, c]], [[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return np.array(turns[axis])


def _met(eye: np.ndarray, way: np.ndarray, angle: float) -> np.ndarray:
    """Where rays from the eye meet the paper, in widths from its middle; far away if they do not meet it."""
    if not angle:
        return np.asarray(eye[:2, None] - way[:2] * eye[2] / way[2])
    radius = 1 / angle
    a, b = way[0] ** 2 + way[2] ** 2, eye[0] * way[0] + (eye[2] - radius) * way[2]
    met = b * b - a * (eye[0] ** 2 + (eye[2] - radius) ** 2 - radius**2)
    along = (-b - np.copysign(np.sqrt(np.maximum(met, 0)), radius)) / a
    x, y, z = eye[:, None] + way * along
    return np.where(met > 0, [radius * np.arctan2(x / radius, 1 - z / radius), y], 9.0)


# --- icons and pens ----------------------------------------------------------------------------------------------


class Style(NamedTuple):
    """How icons are drawn into finders: the colour of the box below, their colours, half their size, their lines.

    Lengths are in modules.
    """

    boxes: tuple[tuple[float, str], ...]
    colours: tuple[str, str, str]
    half: float
    line: float


_BLACK, _WHITE = ("black",) * 3, ("white",) * 3
STYLES = {
    "instead of the block": Style(((1.5, "white"),), _BLACK, 1.5, 0.4),
    "over all of the inside": Style(((2.5, "white"),), _BLACK, 2.5, 0.6),
    "coloured on the block": Style((), ("#c03030", "#2060c0", "#d0a000"), 2.4, 0.7),
    "black and thick": Style((), _BLACK, 2.4, 0.8),
    "light on the block": Style((), _WHITE, 2.0, 0.5),
    "on tinted boxes": Style(((2.5, "#fcefc7"), (1.5, "#dddddd")), _BLACK, 1.5, 0.3),
}


def with_icons(picture: Image.Image, module: int, style: Style) -> Image.Image:
    """The picture of a code with sword, cloak and key in its finders (MQ-7); modules have this many pixels."""
    picture = picture.convert("RGB")
    pen, near, far = ImageDraw.Draw(picture), (MARGIN + 3.5) * module, picture.width - (MARGIN + 3.5) * module
    line, r = max(2, int(style.line * module)), style.half * module
    for x, y in ((near, near), (far, near), (near, far)):
        for half, colour in style.boxes:
            pen.rectangle((x - half * module, y - half * module, x + half * module, y + half * module), colour)
    sword, cloak, key = style.colours
    for ends in ((-0.8, -0.8, 0.8, 0.8), (-0.2, 0.7, 0.7, -0.1)):
        pen.line([near + r * end for end in ends], sword, line)
    pen.polygon([(far, near - 0.9 * r), (far - 0.8 * r, near + 0.8 * r), (far + 0.8 * r, near + 0.8 * r)], cloak)
    pen.ellipse((near - 0.9 * r, far - 0.4 * r, near - 0.1 * r, far + 0.4 * r), None, key, line)
    pen.line((near - 0.1 * r, far, near + 0.9 * r, far, near + 0.9 * r, far + 0.5 * r), key, line)
    return picture


PENS = (("#1030c0", "#0072b2"), ("#c01818", "#108030", "#d55e00"))


def with_pens(picture: Image.Image, module: int, chance: Chance, moves: int, widths: tuple[int, int]) -> Image.Image:
    """The same with hand-drawn paths of an explorer and of a minoqaur, of at most this many moves.

    `widths` is the range of how wide the strokes are, in hundredths of a module.
    """
    layer, side = Image.new("RGBA", picture.size), picture.width // module - 2 * MARGIN
    pen, width = ImageDraw.Draw(layer), max(2, chance.between(*widths) * module // 100)
    strength = chance.choice(("ff", "ff", "c8"))
    for colours, start in zip(PENS, ((7, 0), (side // 2, side // 2)), strict=True):
        colour = chance.choice(colours) + strength
        path = [
            tuple((MARGIN + coordinate + 0.5 + (chance.below(31) - 15) / 100) * module for coordinate in spot)
            for spot in _path(start, side, chance.between(moves // 2, moves), chance)
        ]
        pen.line(path, colour, width, "curve")
        for x, y in path:
            pen.ellipse((x - 0.8 * width, y - 0.8 * width, x + 0.8 * width, y + 0.8 * width), colour)
    return Image.alpha_composite(picture.convert("RGBA"), layer).convert("RGB")


def _path(start: tuple[int, int], side: int, moves: int, chance: Chance) -> Iterable[tuple[int, int]]:
    """The modules at which straight moves, horizontal and vertical in turn, begin and end."""
    spot, axis = list(start), chance.below(2)
    yield start
    for _ in range(moves):
        step = chance.between(1, max(2, side // 4)) * chance.choice((1, -1))
        spot[axis], axis = min(side - 1, max(0, spot[axis] + step)), 1 - axis
        yield spot[0], spot[1]


# --- groups of pictures ------------------------------------------------------------------------------------------

_MODULE = 14
"""The widths of a module in pixels before the picture is photographed."""


def _shot(picture: Image.Image, shades: Shades, chance: Chance, turn: int, bend: Bend = FLAT) -> bytes:
    pixels = chance.between(5, 9) * (round(sqrt(len(shades))) + 16)
    return photographed(seen(picture, chance, pixels, turn, bend), chance)


def icons(number: int) -> Photo:
    """Icons in the finders; one picture in three is a plain file and no photo."""
    chance = Chance(f"icons {number}")
    _, shades = any_code(chance)
    picture = with_icons(drawn(shades, _MODULE), _MODULE, list(STYLES.values())[number % len(STYLES)])
    kind = number // len(STYLES) % 3
    return shades, saved(picture.reduce(2)) if kind == 0 else _shot(picture, shades, chance, (180, 30)[kind - 1])


def pens(number: int) -> Photo:
    """Pen lines; one picture in three has icons too."""
    return _penned(f"pens {number}", number, 10, 1, (20, 55))


def thick_pens(number: int) -> Photo:
    """Lines of felt pens in games that were long."""
    return _penned(f"thick pens {number}", number, 16, 2, (30, 70))


def _penned(seed: str, number: int, moves: int, more: int, widths: tuple[int, int]) -> Photo:
    chance = Chance(seed)
    version, shades = any_code(chance)
    picture = with_pens(drawn(shades, _MODULE), _MODULE, chance, moves + more * version, widths)
    if number % 3 == 2:
        picture = with_icons(picture, _MODULE, chance.choice(tuple(STYLES.values())))
    return shades, _shot(picture, shades, chance, 180 if number % 2 else 20)


def curved(number: int) -> Photo:
    """Paper that does not lie flat."""
    return _bent(f"curved {number}", number, (-0.5, 0.5, -0.8, 0.8, -1.1, 1.1, -1.4, 1.4))


def strongly_curved(number: int) -> Photo:
    """Paper around half of a pipe, inside or outside."""
    return _bent(f"strongly curved {number}", number, (-1.2, -1.6, -2.0, -2.4, 1.6))


def _bent(seed: str, number: int, angles: tuple[float, ...]) -> Photo:
    chance = Chance(seed)
    _, shades = any_code(chance)
    bend = Bend(angles[number % len(angles)], (0, 90, 45)[number % 3])
    return shades, _shot(drawn(shades, _MODULE), shades, chance, 20, bend)


GROUPS: dict[str, Callable[[int], Photo]] = {
    slip.__name__: slip for slip in (icons, pens, thick_pens, curved, strongly_curved)
}


# --- printed sheets ----------------------------------------------------------------------------------------------


def as_shown(sheet: Page, dots: int, theme: Theme | None = None) -> Image.Image:
    """The shapes and lines of a sheet's SVG file, with this many pixels per mm, without texts and dashes."""
    fine = 2 * dots  # smoothed at the end
    picture = Image.new("RGB", (round(sheet.paper.width * fine), round(sheet.paper.height * fine)), "white")
    page, inks = _page(sheet, theme)
    for mark in page.iter():
        if mark.tag.endswith("}path"):
            _paint(picture, _loops(mark.attrib["d"], fine), inks[mark.attrib["class"]], fine)
        elif mark.tag.endswith("}circle"):
            x, y, r = (float(mark.attrib[name]) for name in ("cx", "cy", "r"))
            around = [(fine * (x + r * cos(t / 8)), fine * (y + r * sin(t / 8))) for t in range(52)]
            _paint(picture, [around], inks[mark.attrib["class"]], fine)
    return picture.reduce(2)


def glued(pages: Sequence[Page], dots: int) -> Image.Image:
    """The parts of a large maze, cut out and glued together, with a light margin."""
    parts, rows = [_part(page) for page in pages], list[Image.Image]()
    for page, (box, first) in zip(pages, parts, strict=True):
        left, upper, right, lower = (round(dots * coordinate) for coordinate in box)
        cut = as_shown(page, dots).crop((left, upper, right, lower))
        rows = [*rows, cut] if first else [*rows[:-1], _joined((rows[-1], cut), (1, 0))]
    return ImageOps.expand(_joined(rows, (0, 1)), 10 * dots, "white")


def _part(page: Page) -> tuple[tuple[float, float, float, float], bool]:
    """The edges of the part of a maze on a page, and whether it is the first of its row."""
    marks = [*_page(page)[0].iter()]
    ends = {
        name: [loop for mark in marks if mark.get("class") == name for loop in _loops(mark.attrib["d"], 1)]
        for name in ("edge-of-graph-paper", "torn-edge")
    }
    x, y = zip(*chain(*chain(*ends.values())), strict=True)
    torn_left = any(all(at == min(x) for at, _ in point) for point in ends["torn-edge"])
    return (min(x), min(y), max(x), max(y)), not torn_left


def _joined(pictures: Sequence[Image.Image], way: tuple[int, int]) -> Image.Image:
    """Pictures side by side, or one below the other."""
    wide, high = ([getattr(picture, name) for picture in pictures] for name in ("width", "height"))
    whole = Image.new("RGB", (sum(wide) if way[0] else max(wide), sum(high) if way[1] else max(high)), "white")
    for i, picture in enumerate(pictures):
        whole.paste(picture, (way[0] * sum(wide[:i]), way[1] * sum(high[:i])))
    return whole


def _page(sheet: Page, theme: Theme | None = None) -> tuple[ElementTree.Element, Mapping[str, Mapping[str, str]]]:
    """The SVG of a sheet, and how its inks look."""
    page = ElementTree.fromstring(svg.write(sheet, "a sheet", theme))
    rules = re.findall(r"^\.\w+ \.([\w-]+)\{(.*)\}$", "".join(page.itertext()), re.MULTILINE)
    return page, {name: dict(part.split(":") for part in rule.split(";")) for name, rule in rules}


Loop = list[tuple[float, float]]


def _loops(path: str, dots: int) -> list[Loop]:
    """The lines of a path; curves are replaced by their chords."""
    loops: list[Loop] = []
    for verb, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        if verb == "M":
            loops.append([])
        x, y = [dots * float(word) for word in numbers.split()][-2:] if verb != "Z" else loops[-1][0]
        loops[-1].append((x, y))
    return loops


def _paint(picture: Image.Image, loops: list[Loop], ink: Mapping[str, str], dots: int) -> None:
    shapes = [loop for loop in loops if len(loop) > 2] if "fill" in ink else []
    if shapes:
        left, upper, right, lower = _around(list(chain(*shapes)))
        mask = Image.new("1", (right - left, lower - upper), 0)
        for loop in shapes:
            box = _around([(x - left, y - upper) for x, y in loop])
            inside = Image.new("1", (box[2] - box[0], box[3] - box[1]), 0)
            ImageDraw.Draw(inside).polygon([(x - left - box[0], y - upper - box[1]) for x, y in loop], fill=1)
            mask.paste(ImageChops.logical_xor(mask.crop(box), inside), box)
        picture.paste(ink["fill"], (left, upper), mask)
    for loop in loops if "stroke" in ink else []:
        ImageDraw.Draw(picture).line(loop, ink["stroke"], max(1, round(float(ink["stroke-width"]) * dots)))


def _around(loop: Loop) -> tuple[int, int, int, int]:
    """The pixels around a loop, from the left and upper ones to those behind the right and lower ones."""
    x, y = zip(*loop, strict=True)
    return floor(min(x)), floor(min(y)), ceil(max(x)) + 1, ceil(max(y)) + 1
