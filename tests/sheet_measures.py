"""Drawn pages, measured from their marks: empty bands, marks in the margin, texts that cannot be read.

What is measured, always in mm and never from pixels:

* `band`: the highest band across the body of a page in which nothing stands. The body is what lies between head and
  foot, or all inside the margins where a page has neither. A mark takes the rows between its highest and its lowest
  point, and so does each stroke of a mark of many strokes; all that lies within a frame counts as full, so that a form
  to fill in and graph paper do. A lone upright line takes no rows: it does not fill a page.
* `clipped`: marks that extend beyond the margin, where printers draw nothing.
* `overlapping`: texts whose boxes share more than an edge.
* `hidden`: texts that a later surface covers in part, such as a label under a badge.
* `struck`: texts with a dark line, or the edge of a dark surface, through their letters.

`python -m tests.sheet_measures [GAME ...] [--paper a4] [--language en] [--over 50]` lists the worst pages.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from math import ceil, cos, pi, sin
from pathlib import Path as File
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import mapkit
from mapkit.games.maps import presets
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH, languages
from mapkit.language.phrases import phrases
from mapkit.mapfile.writer import show as show_map
from mapkit.model.chance import Chance
from mapkit.model.game import NoSheet
from mapkit.model.map import Map
from mapkit.model.replay import Track
from mapkit.paper.drawing import FOOTER, HEADER
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.pens import usual_theme
from mapkit.paper.press import DRAWING, MAP, Press
from mapkit.paper.sheet import PAPERS, Box, Circle, Ink, Mark, Page, Path, Text, cap_height, extent, width
from mapkit.table import match
from mapkit.table.tracks import track_of


def words(sheets: Iterable[Page]) -> list[str]:
    return [mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Text)]


def prose(sheets: Iterable[Page]) -> str:
    return " ".join(words(sheets))


def inked(each: Page, *inks: Ink) -> list[Path]:
    return [mark for mark in each.marks if isinstance(mark, Path) and mark.ink in inks]


Point = tuple[float, float]

# --- boards ------------------------------------------------------------------------------------------------------


class Board(NamedTuple):
    """A map to print: a game, a preset, and another size than the preset's where one is given."""

    game: str
    preset: str
    size: str | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, self))


SIZES = {
    "treasures": [("any-size", size) for size in ("5x5", "26x12", "20x20", "26x26", "40x40")],
    "labyrinth": [("default", "3x3"), ("default", "26x12"), ("default", "40x40"), ("tower", "6x6x3")],
    "quoridor": [("default", "5x5"), ("default", "17x17"), ("four", "17x17")],
    "dungeon": [("default", "6"), ("ahead", "2x2"), ("additions", "6")],
    "minoqaur": [("default", "57x57")],
}
"""The smallest and the largest boards, and others that do not lie on a page as a usual board does."""
TURNS = 60
"""How much is said in the games that are played to be printed."""


def boards(game: str) -> tuple[Board, ...]:
    """All presets of a game, and the boards of other sizes."""
    return (
        *(Board(game, preset.name) for preset in presets(game)),
        *(Board(game, *each) for each in SIZES.get(game, ())),
    )


@cache
def map_of(board: Board) -> Map[Any]:
    return mapkit.generate(board.game, preset=board.preset, size=board.size, seed="1")


@cache
def track(board: Board, language: str, directives: int = TURNS) -> Track:
    """A game between players who say anything that may be said."""
    map_, chance = map_of(board), Chance("played")
    names = ("Ann", "Bob", "Cid", "Dan")[: getattr(map_.params, "players", 2) if board.game != "minoqaur" else 1]
    with (
        TemporaryDirectory() as folder,
        match.start(map_, show_map(map_), names, {}, "seed", File(folder) / "log.jsonl") as game,
    ):
        for _ in range(directives):
            if ways := game.ways:
                game.say(chance.choice(ways))
        return track_of(game, phrases(board.game, language))


def sheets(
    board: Board, paper: str, language: str, only: Collection[str] = ()
) -> Iterator[tuple[str, tuple[Page, ...]]]:
    """All sheets of a board by their names, or only some: of the map, the board alone, the game played, the book."""
    map_, edition = map_of(board), Edition(PAPERS[paper], language)
    press, of_game = Press("pdf", edition), paper_of(map_.game)
    for name in (*of_game.names, *([MAP] if of_game.board else []), DRAWING):
        if only and name not in only:
            continue
        try:
            yield name, press.pages(map_, name)
        except NoSheet:
            continue
    if of_game.played and (not only or "played" in only):
        yield "played", of_game.played.sheets(map_, track(board, language), edition)
    if of_game.book and (not only or "book" in only) and not of_game.book.unfit(map_, edition):
        yield "book", tuple(chain(*of_game.book.sheets([map_] * 3, edition, False)))


# --- measures ----------------------------------------------------------------------------------------------------


class Measures(NamedTuple):
    """What is measured on one page."""

    band: float
    at: float
    clipped: tuple[str, ...]
    overlapping: tuple[str, ...]
    hidden: tuple[str, ...]
    struck: tuple[str, ...]

    @property
    def faults(self) -> int:
        return sum(map(len, self[2:]))


class Stroke(NamedTuple):
    """A part of a mark that is drawn without lifting the pen, or the outline of a surface."""

    place: int
    """The place of its mark among those of the page: later marks cover earlier ones."""
    mark: Path | Circle
    corners: tuple[Point, ...]
    """Its corners; curves have some of their points."""
    box: Box
    surface: bool
    """Whether something is drawn within it."""


def measure(sheet: Page) -> Measures:
    strokes = tuple(_strokes(sheet.marks))
    at, band = _highest_band(sheet, strokes)
    hidden, struck = _unreadable(sheet.marks, strokes)
    return Measures(band, at, tuple(_clipped(sheet)), tuple(_overlapping(sheet)), hidden, struck)


def body(sheet: Page) -> Box:
    """What lies between the head and the foot of a page; all inside the margins where it has neither."""
    inside = sheet.paper.inside
    rules = {(mark.ink, round(extent(mark).y - inside.y, 1)) for mark in sheet.marks if isinstance(mark, Path)}
    top = HEADER if (Ink.HEAVY_RULE, 14.2) in rules else 0.0
    foot = FOOTER if (Ink.HAIRLINE, round(inside.height - 5, 1)) in rules else 0.0
    return Box(inside.x, inside.y + top, inside.width, inside.height - top - foot)


UPRIGHT = 0.5
"""A stroke that is narrower than this is upright."""
LONE = 15.0
"""An upright stroke that is longer than this fills no rows."""


def highest_band(sheet: Page) -> tuple[float, float]:
    """The upper edge of the highest empty band of a page, and its height."""
    return _highest_band(sheet, tuple(_strokes(sheet.marks)))


def _highest_band(sheet: Page, strokes: Iterable[Stroke]) -> tuple[float, float]:
    room = body(sheet)
    boxes = (*(stroke.box for stroke in strokes), *(extent(mark) for mark in sheet.marks if isinstance(mark, Text)))
    taken = sorted((box.y, box.bottom) for box in boxes if (box.width > UPRIGHT or box.height < LONE))
    reached, best = room.y, (room.y, 0.0)
    for y, bottom in (*taken, (room.bottom, room.bottom)):
        if bottom > room.y and y <= room.bottom:
            best = max(best, (reached, min(y, room.bottom) - reached), key=lambda band: band[1])
            reached = max(reached, bottom)
    return best


def _clipped(sheet: Page) -> Iterator[str]:
    inside = sheet.paper.inside
    for mark in sheet.marks:
        box = extent(mark)
        over = max(inside.x - box.x, inside.y - box.y, box.right - inside.right, box.bottom - inside.bottom)
        if over > 0.01:
            yield f"{_named(mark)} by {over:.1f} mm"


def _named(mark: Mark) -> str:
    return repr(mark.text) if isinstance(mark, Text) else f"{mark.ink.value} at {_spot(extent(mark))}"


def _spot(box: Box) -> str:
    return f"{box.x:.0f} {box.y:.0f}"


def _overlapping(sheet: Page) -> Iterator[str]:
    texts = sorted(((extent(mark), mark.text) for mark in sheet.marks if isinstance(mark, Text)), key=lambda t: t[0].y)
    for i, (one, first) in enumerate(texts):
        for other, second in texts[i + 1 :]:
            if other.y >= one.bottom:
                break
            if one.meets(other):
                yield f"{first!r} and {second!r} at {_spot(one)}"


# --- what cannot be read -----------------------------------------------------------------------------------------

TILE = 16.0
"""The side of the squares by which texts are found again, in mm."""


def _unreadable(marks: Sequence[Mark], strokes: Sequence[Stroke]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The texts that are hidden, and those that are struck through."""
    near = defaultdict[tuple[int, int], list[tuple[int, str, Box]]](list)
    for place, mark in enumerate(marks):
        if isinstance(mark, Text) and mark.text.strip():
            letters = _letters(mark)
            for tile in _tiles(letters):
                near[tile].append((place, mark.text, letters))
    surfaces = [stroke for stroke in strokes if stroke.surface]
    hidden, struck = dict[int, str](), dict[int, str]()
    for stroke in strokes:
        pen = usual_theme().pens[stroke.mark.ink]
        dark = _is_dark(pen.colour) or (stroke.surface and _is_dark(pen.fill))
        if not (dark or stroke.surface):
            continue
        beside = {text[0]: text for tile in _tiles(stroke.box) for text in near.get(tile, ())}
        for place, text, letters in beside.values():
            if place in hidden or place in struck or not letters.meets(stroke.box.inset(-0.01)):
                continue
            crossings = [spot for a, b in pairwise(stroke.corners) if (spot := _crossing(a, b, letters))]
            words = f"{text!r} at {_spot(letters)} by {stroke.mark.ink.value}"
            covers = stroke.surface and stroke.place > place
            if covers and (crossings or _inside(letters.middle, stroke.corners)):
                hidden[place] = words
            elif dark and any(not _covered(spot, stroke.place, place, surfaces) for spot in crossings):
                struck[place] = words
    return tuple(hidden.values()), tuple(struck.values())


def _letters(text: Text) -> Box:
    """The box of the letters of a text, a little smaller than they are."""
    wide, pad = width(text.text, text.size, text.bold), 0.05 * text.size
    before = {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    high = cap_height(text.size)
    left, right, top, bottom = -before + pad, wide - before - pad, -high + pad, -pad
    turned: Mapping[int, Callable[[float, float], Point]] = {
        0: lambda x, y: (text.x + x, text.y + y),
        90: lambda x, y: (text.x - y, text.y + x),
        270: lambda x, y: (text.x + y, text.y - x),
    }
    return Box.between(turned[text.turn % 360](left, top), turned[text.turn % 360](right, bottom))


def _tiles(box: Box) -> Iterator[tuple[int, int]]:
    for x in range(int(box.x // TILE), ceil(box.right / TILE + 1e-9) + 1):
        for y in range(int(box.y // TILE), ceil(box.bottom / TILE + 1e-9) + 1):
            yield x, y


def _strokes(marks: Sequence[Mark]) -> Iterator[Stroke]:
    for place, mark in enumerate(marks):
        if isinstance(mark, Text):
            continue
        surface = usual_theme().pens[mark.ink].fill is not None
        for corners in (_ring(mark),) if isinstance(mark, Circle) else _outlines(mark):
            xs, ys = zip(*corners, strict=True)
            box = Box.between((min(xs), min(ys)), (max(xs), max(ys)))
            yield Stroke(place, mark, (*corners, corners[0]) if surface else tuple(corners), box, surface)


def _ring(circle: Circle) -> list[Point]:
    turns = [n * pi / 8 for n in range(17)]
    return [(circle.x + circle.radius * cos(turn), circle.y + circle.radius * sin(turn)) for turn in turns]


def _outlines(mark: Path) -> Iterator[list[Point]]:
    """The strokes of a path as their corners; a curve has six of them."""
    points: list[Point] = []
    for verb, at in mark.steps:
        if verb == "M":
            if points:
                yield points
            points = [(at[0], at[1])]
        elif verb == "L":
            points.append((at[0], at[1]))
        elif verb == "C":
            start, handles = points[-1], [(at[0], at[1]), (at[2], at[3]), (at[4], at[5])]
            points += [_on_curve(start, handles, step / 6) for step in range(1, 7)]
        elif points:
            yield [*points, points[0]]
            points = []
    if points:
        yield points


def _on_curve(start: Point, handles: Sequence[Point], t: float) -> Point:
    shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    return (
        sum(share * p[0] for share, p in zip(shares, (start, *handles), strict=True)),
        sum(share * p[1] for share, p in zip(shares, (start, *handles), strict=True)),
    )


def _crossing(a: Point, b: Point, box: Box) -> Point | None:
    """The middle of the part of a line that lies within a box, if it is longer than a fifth of a millimetre."""
    low, high = 0.0, 1.0
    for start, step, least, most in (
        (a[0], b[0] - a[0], box.x, box.right),
        (a[1], b[1] - a[1], box.y, box.bottom),
    ):
        if abs(step) < 1e-9:
            if not least < start < most:
                return None
            continue
        one, other = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, one), min(high, other)
    long = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    if (high - low) * long < 0.2:
        return None
    middle = (low + high) / 2
    return a[0] + middle * (b[0] - a[0]), a[1] + middle * (b[1] - a[1])


def _covered(spot: Point, place: int, text: int, surfaces: Iterable[Stroke]) -> bool:
    """Whether a later surface covers a line there: before the text is drawn, if the line is drawn before the text."""
    last = text if place < text else sys.maxsize
    (x, y) = spot
    return any(
        place < surface.place < last
        and surface.box.x <= x <= surface.box.right
        and surface.box.y <= y <= surface.box.bottom
        and _inside(spot, surface.corners)
        for surface in surfaces
    )


def _inside(spot: Point, outline: Sequence[Point]) -> bool:
    """Whether a closed line lies around a spot."""
    x, y = spot
    found = False
    for (x1, y1), (x2, y2) in pairwise(outline):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            found = not found
    return found


DARK = 0.54
"""Colours with less light than this are dark, from 0 for black to 1 for white; the lines of a grid are not."""


def _is_dark(colour: str | None) -> bool:
    if colour is None:
        return False
    red, green, blue = bytes.fromhex(colour[1:])
    return 0.299 * red + 0.587 * green + 0.114 * blue < DARK * 255


# --- the list ----------------------------------------------------------------------------------------------------


class MeasuredPage(NamedTuple):
    """A page of a sheet, and what is measured on it."""

    board: Board
    paper: str
    language: str
    sheet: str
    number: int
    of: int
    measures: Measures

    @property
    def kind(self) -> str:
        """The game and the sheet, and whether it is the last of several pages."""
        return f"{self.board.game} {self.sheet}" + (", last page" if 1 < self.number == self.of else "")

    def __str__(self) -> str:
        return f"{self.board} {self.paper} {self.language} {self.sheet} {self.number}/{self.of}"


def measured_pages(
    chosen: Iterable[Board], papers: Sequence[str], spoken: Sequence[str], only: Collection[str] = ()
) -> Iterator[MeasuredPage]:
    """All pages of some boards, measured: in English on all papers, in the other languages on the first."""
    for board in chosen:
        for paper in papers:
            for language in languages(board.game):
                if language not in spoken or (language != ENGLISH and paper != papers[0]):
                    continue
                for name, pages in sheets(board, paper, language, only):
                    for number, page in enumerate(pages, 1):
                        yield MeasuredPage(board, paper, language, name, number, len(pages), measure(page))


FULL = 50.0
"""The highest empty band that a page may have, in mm."""


def emptiest(pages: Iterable[MeasuredPage], over: float = FULL) -> dict[str, tuple[int, int]]:
    """For each kind of page with a band over so many mm: how many there are, and the highest band, rounded up."""
    found = defaultdict[str, list[float]](list)
    for page in pages:
        if page.measures.band > over:
            found[page.kind].append(page.measures.band)
    return {kind: (len(bands), ceil(max(bands))) for kind, bands in sorted(found.items())}


def unreadable(pages: Iterable[MeasuredPage]) -> dict[str, int]:
    """For each kind of page with texts that are hidden or struck through, how many of them there are."""
    counts = Counter[str]()
    for page in pages:
        counts[page.kind] += len(page.measures.hidden) + len(page.measures.struck)
    return {kind: count for kind, count in sorted(counts.items()) if count}


def main() -> None:
    asked = argparse.ArgumentParser(description="Measure drawn pages from their marks, and list the worst.")
    asked.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(GAMES)}; else all")
    asked.add_argument("--paper", nargs="*", default=["a4", "letter"], choices=[*PAPERS])
    asked.add_argument("--language", nargs="*", default=[*languages()])
    asked.add_argument("--preset", nargs="*", help="only these presets")
    asked.add_argument("--sheet", nargs="*", help="only these sheets")
    asked.add_argument("--over", type=float, default=FULL, help="list pages with a band of more mm")
    asked.add_argument("--worst", type=int, default=1000, help="list at most so many")
    asked.add_argument("--tables", action="store_true", help="print the tables of test_page_layout, too")
    given = asked.parse_args()
    chosen = [board for game in given.games or GAMES for board in boards(game)]
    chosen = [board for board in chosen if not given.preset or board.preset in given.preset]
    pages = list(measured_pages(chosen, given.paper, given.language, given.sheet or ()))
    high = sorted((p for p in pages if p.measures.band > given.over), key=lambda p: -p.measures.band)
    sys.stdout.writelines(
        f"{page.measures.band:6.1f} mm from {page.measures.at:5.1f}  {page}\n" for page in high[: given.worst]
    )
    if given.tables:
        sys.stdout.write(f"{emptiest(pages)}\n{unreadable(pages)}\n")
    for kind in Measures._fields[2:]:
        wrong = [(page, what) for page in pages for what in getattr(page.measures, kind)]
        sys.stdout.writelines(f"{kind:11}  {page}: {what}\n" for page, what in wrong[: given.worst])
        sys.stdout.write(f"{kind}: {len(wrong)} on {len({page for page, _ in wrong})} of {len(pages)} pages\n")
    last = sum(page.number == page.of > 1 for page in high)
    sys.stdout.write(
        f"band over {given.over:g} mm: {len(high)} of {len(pages)} pages, {last} of them the last of several\n"
    )


if __name__ == "__main__":
    main()
