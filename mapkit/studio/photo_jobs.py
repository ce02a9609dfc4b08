"""What is done with photos in the studio; a process of its own runs these functions, as they need much memory.

Tasks hold the bytes that people send. Answers never do: each picture in an answer is drawn anew, so that a page gets
nothing that a stranger has made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any, Literal, NamedTuple

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.model.grid import Board, Border, Cell, Place, Square, spell
from mapkit.model.message import NOTHING, Message, Name, message, noun
from mapkit.model.settings import BadSetting
from mapkit.paper import hand_signs, pictures
from mapkit.paper.sheet import Box
from mapkit.photos.extra import photo_reader
from mapkit.photos.sheet import MapReading, PageReading, PlaceLook, drawn_map

What = Literal["look", "read", "place", "find"]
"""What is done with photos: one is looked at; sheets with marks are read; a board is read by its corners, or found."""
Point = tuple[float, float]
"""A point of a picture, as shares of its width and height."""
_POINT_AT_CORNERS = (
    message("check the size, or point at the corners of the board"),
    message("point at the corners of one, or take a photo of it"),
)
"""What would do where no board is found, and where two are seen."""
READINGS = {"wall": noun("wall"), "open": message("open")}
"""What may be read on a border beside the names of bars, in words."""
_LONGEST = 1600
"""The longest side of a picture for the page, in pixels."""
_RIM = 5.0
"""What is shown around the board, in mm."""
_SEEN = 0.12
"""How much is shown around a doubtful place, in sides of a cell."""

_BESIDE = 2.0
"""How much is shown around a row of boxes, in mm."""


class Photo(NamedTuple):
    """A photo as it was sent."""

    name: str
    """Its name, which stands before what is wrong with it, and is never the name of a file here."""
    data: bytes


class PhotoTask(NamedTuple):
    """What is asked for."""

    what: What
    photos: tuple[Photo, ...]
    """All photos; on paper without marks only the first is read."""
    game: str = ""
    """The game of a drawing without marks."""
    size: str = ""
    corners: tuple[Point, ...] = ()
    """The corners of its board, clockwise from the upper left one."""
    language: str = ENGLISH
    """The language of comments in the map file."""


class Picture(NamedTuple):
    """A picture for the page."""

    data: bytes
    width: int
    height: int


class UprightPhoto(NamedTuple):
    """A photo as people see it, upright, so that they can point at it."""

    picture: Picture
    games: tuple[tuple[str, Message], ...]
    """The names and titles of the games that are read from paper without marks."""


class DoubtReading(NamedTuple):
    """A reading of a place that is not sure."""

    word: str
    """The sign as people write it, `wall` or `open`, the name of a bar, or the box of a row."""
    marks: tuple[str, ...] = ()
    """The marks that the place may bear then; where there are several, the first one that is free. None for nothing."""
    means: Message | Name = NOTHING


class Doubt(NamedTuple):
    """A place that is not sure."""

    place: Place
    words: Message | Name
    spot: PhotoSpot
    ways: tuple[DoubtReading, ...]
    """Its readings, the likeliest first; none for what cannot be read."""


class PhotoSpot(NamedTuple):
    """Where a place is seen."""

    page: int
    """The number of the page, counted from 0."""
    box: tuple[float, float, float, float]
    """Where it is in the picture of the page: left, top, width and height in pixels."""


class ReadSheet(NamedTuple):
    """What was read on a sheet of a game whose map files list what stands on the board, to go on with it elsewhere."""

    game: str
    grid: Board
    form: int
    """What the marks say beside the size."""
    looks: Mapping[Place, PlaceLook]
    spots: Mapping[Place, PhotoSpot]


class FlatPage(NamedTuple):
    """A page that was laid flat."""

    picture: Picture
    """The board with a little around it."""
    anchors: tuple[tuple[Cell, float, float], tuple[Cell, float, float]]
    """Two cells, and where their middles are in the picture, in pixels."""


class PhotoDrawing(NamedTuple):
    """What was read."""

    text: str
    """The text of its map file, in which nothing stands at places that are not sure."""
    pages: tuple[FlatPage, ...]
    doubts: tuple[Doubt, ...]
    """The places that are not sure; none where there is a `sheet`, which tells them."""
    sheet: ReadSheet | None = None
    """What was read, where the map file lists what stands on the board."""
    corners: tuple[Point, ...] = ()
    """Where the corners of a board without marks are."""
    sure: float = 0.0
    """How well a board that was looked for fits what is drawn, from 0 to 1."""


class NoReading(NamedTuple):
    """Nothing was read."""

    words: Message


Answer = UprightPhoto | PhotoDrawing | NoReading


def ready() -> None:
    """Load the library for photos, if it is there."""
    with suppress(BadSetting):
        photo_reader()


def answers(task: PhotoTask, tell: Callable[[Answer], None]) -> None:
    try:
        tell(_answer(task))
    except BadSetting as why:
        tell(NoReading(why.said))


def _answer(task: PhotoTask) -> Answer:
    reading, (first, *_) = photo_reader(), task.photos
    match task.what:
        case "look":
            from mapkit.photos.marks import opened

            fit = (game for game in GAMES.values() if isinstance(game.design.params().grid, Square))
            plain = tuple((game.name, game.title) for game in fit if game.design.legend(game.design.params()).lines)
            try:
                return UprightPhoto(_shown(opened(first.data)), plain)
            except BadSetting as why:
                raise BadSetting(message("{name}: {why}", Name(first.name), why.said)) from None
        case "read":
            return drawn(reading.read(task.photos), task.language)
    game = maps.game_named(task.game)
    grid, (wide, high) = game.design.board.read(task.size), pictures.upright_size(first.data)
    if task.what == "place":
        corners = [(x * wide, y * high) for x, y in task.corners]
        return drawn(reading.read_plain(first, game, grid, corners), task.language)._replace(corners=task.corners)
    found = reading.find_plain(first, game, grid, _POINT_AT_CORNERS)
    points = tuple((x / wide, y / high) for x, y in found.corners)
    return drawn(found.reading, task.language)._replace(corners=points, sure=found.sure)


def _shown(pixels: Any) -> Picture:
    from mapkit.photos.picture import as_jpeg

    return Picture(*as_jpeg(pixels, _LONGEST))


def drawn(found: MapReading, language: str = ENGLISH) -> PhotoDrawing:
    text = found.text(partial(translated, language=language))
    pages = [_flat(page) for page in found.pages]
    cuts, flats = [cut for _, cut in pages], tuple(flat for flat, _ in pages)
    if found.game.design.board.by_hand is None:
        from mapkit.photos import doubts

        told = list[Doubt]()
        for place in found.doubts:
            ways = tuple(_way(found, place, word) for word in doubts.ways(found, place))
            told.append(Doubt(place, spell(found.grid, place), _spot(found, cuts, place), ways))
        return PhotoDrawing(text, flats, tuple(told))
    spots = {place: _spot(found, cuts, place) for place in found.looks}
    return PhotoDrawing(text, flats, (), ReadSheet(found.game.name, found.grid, found.form, found.looks, spots))


class _PageCrop(NamedTuple):
    """How the picture of a page is cut out of it, in mm."""

    left: float
    top: float
    scale: float
    """The pixels of the picture for a mm."""

    def at(self, x: float, y: float) -> Point:
        return round((x - self.left) * self.scale, 1), round((y - self.top) * self.scale, 1)


def _flat(page: PageReading) -> tuple[FlatPage, _PageCrop]:
    from mapkit.photos.marks import MARGIN, SCALE

    box, (high, wide) = Box.over([page.board.box, *chain(*page.rows.values())]), page.flat.shape[:2]
    left, top = max(0.0, box.x - _RIM), max(0.0, box.y - _RIM)
    ends = round((left + MARGIN) * SCALE), round((top + MARGIN) * SCALE)
    right, low = (round((length + _RIM + MARGIN) * SCALE) for length in (box.right, box.bottom))
    seen = page.flat[ends[1] : min(low, high), ends[0] : min(right, wide)]
    picture = _shown(seen)
    cut = _PageCrop(ends[0] / SCALE - MARGIN, ends[1] / SCALE - MARGIN, SCALE * picture.width / seen.shape[1])
    first, *_, last = page.board.cells()
    one, two = ((cell, *cut.at(*page.board.tile_box(cell).middle)) for cell in (first, last))
    return FlatPage(picture, (one, two)), cut


def _spot(found: MapReading, cuts: Sequence[_PageCrop], place: Place) -> PhotoSpot:
    page = next(number for number, reading in enumerate(found.pages) if place in reading.looks)
    cut, rows, board, tile = cuts[page], found.pages[page].rows, found.pages[page].board, found.pages[page].board.tile
    # What is seen of the page to tell what stands in the place, in mm
    if isinstance(place, Border):
        (x1, y1), (x2, y2) = board.border_ends(place)
        box = Box((x1 + x2 - tile) / 2, (y1 + y2 - tile) / 2, tile, tile).inset(-_SEEN * tile)
    else:
        box = Box.over(rows[place]).inset(-_BESIDE) if place in rows else board.tile_box(place).inset(-_SEEN * tile)
    return PhotoSpot(page, (*cut.at(box.x, box.y), round(box.width * cut.scale, 1), round(box.height * cut.scale, 1)))


def _way(found: MapReading, place: Place, word: str) -> DoubtReading:
    legend = found.game.design.legend(found.params)
    pairs, _ = hand_signs.pairs_and_chains(legend)
    if word in pairs:  # each end of a pair is a mark that the place may bear
        marks = tuple(legend.marks[glyph] for glyph in pairs[word])
    else:
        drawn = drawn_map(found.game, found.grid, {place: word}, ())
        marks = tuple(fact.mark for fact in drawn.facts if fact.place == place)
    is_named = isinstance(place, str) and marks
    return DoubtReading(word, marks, legend.noun(marks[0]) if is_named else READINGS.get(word, Name(word)))
