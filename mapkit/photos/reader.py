"""Read photos of a drawing sheet into a map, and tell what is not sure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np

from mapkit.games.shelf import GAMES
from mapkit.model.design import Legend
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border, Place, Square
from mapkit.model.message import Message, Name, clauses, message
from mapkit.model.settings import BadSetting
from mapkit.paper import hand_signs, photo_pages, pictures
from mapkit.paper.board import Panel
from mapkit.paper.hand_signs import SheetKey
from mapkit.paper.hexes import AnyBoard
from mapkit.paper.photo_frame import Label, PhotoFrame, number_of
from mapkit.photos import ink, lattice, marks, signs
from mapkit.photos.lattice import Corner
from mapkit.photos.marks import Pixels
from mapkit.photos.sheet import OPEN, PLAIN, WALL, MapReading, PageReading, PlaceLook
from mapkit.photos.sight import PageSight, darkness_around, goes_on, sight_of, smear


def read(photos: Sequence[tuple[str, bytes]]) -> MapReading:
    """The map in photos of all its pages, each with its name. Raises BadSetting."""
    taken = list[tuple[str, marks.PhotoPage]]()
    for name, data in photos:
        with _named(name):
            taken.append((name, marks.find(marks.opened(data))))
    first = taken[0][1].label
    with _named(taken[0][0]):
        game = next((game for game in GAMES.values() if number_of(game.name) == first.game), None)
        if game is None:
            raise BadSetting(message("the marks name a game that this mapkit does not have; a newer one may read it"))
    sides, floors = [side for side in first.size if side], first.floor[0]
    grid = game.design.board.read("x".join(map(str, [*sides, *([floors] if floors > 1 else [])])))
    _check_pages(taken)
    with _named(taken[0][0]):
        key = hand_signs.sheet_key(game, hand_signs.settings_of(game, grid, first.form))
    pages, looks = list[PageReading](), dict[Place, PlaceLook]()
    for name, photo in taken:
        with _named(name):
            pages.append(_read_page(photo, game, grid, key))
        for place, look in pages[-1].looks.items():
            before = looks.get(place)
            if before is None or (not before.sure and look.sure):
                looks[place] = look
            elif before.sure and look.sure and before.word != look.word:  # two pages share a border and do not agree
                looks[place] = PlaceLook(before.word, look.word, False)
    if all(look.word in (PLAIN, OPEN) for page in pages for look in page.looks.values()):
        raise BadSetting(message("nothing is drawn on the sheet; draw with a dark pen, the walls along the pale lines"))
    return MapReading(game, grid, tuple(pages), looks, first.form)


@contextmanager
def _named(photo: str) -> Iterator[None]:
    try:
        yield
    except BadSetting as why:
        raise BadSetting(message("{file}: {message}", Name(photo), why.said)) from None


def read_plain(photo: tuple[str, bytes], game: Game[Any], grid: Board, corners: Sequence[Corner]) -> MapReading:
    """The map in a photo of squared paper without marks, whose board has its corners there. Raises BadSetting."""
    (name, data), squares = photo, _squares_with_walls(game, grid)
    with _named(name):
        pixels = marks.opened(data)
        placed = lattice.within(corners, pictures.upright_size(data), pixels)
        drawn = _inked(lattice.lay(pixels, placed, squares))
        if drawn.main.apart < lattice.APART:
            draw = message("draw them along the lines with a dark pen")
            raise BadSetting(clauses(message("no walls stand out from the lines of the paper"), draw))
        if lattice.fit(drawn.laid, drawn.dark, drawn.main.inked).refuted:
            unlike = message("what is drawn there does not look like a board of {size}", Name(str(grid)))
            raise BadSetting(clauses(unlike, message("check the size and the corners")))
    return _plain_reading(drawn, game, grid)


NAME_CORNERS = (
    message("check --size, or name the corners of the board: --corners x,y x,y x,y x,y"),
    message("name the corners of one: --corners x,y x,y x,y x,y, or take a photo of it"),
)
"""What would do where no board is found, and where two are seen."""


def find_plain(
    photo: tuple[str, bytes], game: Game[Any], grid: Board, would_do: tuple[Message, Message] = NAME_CORNERS
) -> BoardMatch:
    """The map in a photo of squared paper without marks, wherever its board lies. Raises BadSetting."""
    (name, data), squares = photo, _squares_with_walls(game, grid)
    with _named(name):
        pixels = marks.opened(data)
        best, sure = _best_drawn(pixels, squares, would_do)
    factor = pictures.upright_size(data)[0] / pixels.shape[1]
    corners = tuple((x * factor, y * factor) for x, y in best.laid.corners)
    return BoardMatch(_plain_reading(best, game, grid), corners, sure)


class BoardMatch(NamedTuple):
    """A board that was found in a photo of paper without marks."""

    reading: MapReading
    corners: tuple[Corner, ...]
    """Its corners, in pixels of the photo's file."""
    sure: float
    """How well it fits what is drawn, from 0 to 1."""


class _InkedBoard(NamedTuple):
    laid: lattice.FlatBoard
    grounds: Sequence[Pixels]
    dark: Pixels
    """The darkness in the colour in which the pen stands out most."""
    main: ink.Contrast
    """How it stands out there."""
    above: Sequence[float]
    """The darkness in each colour from which a point is no line of the paper."""


def _squares_with_walls(game: Game[Any], grid: Board) -> Square:
    """The board, which must be one that is read from paper without marks; raises BadSetting."""
    legend = game.design.legend(replace(game.design.params(), grid=grid))
    if not isinstance(grid, Square) or grid.floors > 1 or not legend.lines:
        only = message("paper without marks is read for one floor of squares with walls")
        raise BadSetting(clauses(only, message("else print a sheet with `mapkit print FILE --sheets draw`")))
    return grid


def _inked(laid: lattice.FlatBoard) -> _InkedBoard:
    grounds = ink.grounds(laid.flat, lattice.THICK)
    darks = [ink.darkness(laid.flat[..., colour], below) for colour, below in enumerate(grounds)]
    every = [ink.contrast(dark, laid.board) for dark in darks]
    main = max(range(3), key=lambda colour: every[colour].apart)
    return _InkedBoard(laid, grounds, darks[main], every[main], [gap.above for gap in every])


def _best_drawn(pixels: Pixels, grid: Square, would_do: tuple[Message, Message]) -> tuple[_InkedBoard, float]:
    """The board that fits what is drawn best, and how well; raises BadSetting where none fits."""
    factor = max(1.0, max(pixels.shape[:2]) / lattice.GUESSED)
    small = marks.smaller(pixels, factor) if factor > 1 else pixels
    best, sure = None, 0.0
    for corners in islice(lattice.guesses(small), lattice.MOST_GUESSES):
        drawn = _inked(lattice.lay(small, corners, grid))
        fit = lattice.fit(drawn.laid, drawn.dark, drawn.main.inked).sure
        if drawn.main.apart > lattice.APART and fit > sure:
            best, sure = drawn, fit
        if sure > lattice.CLEAR:
            break
    if best is not None and sure >= lattice.FITS:
        rest, least = lattice.without(small, best.laid.corners), lattice.area(best.laid.corners) / _ANOTHER
        for corners in (guess for guess in lattice.guesses(rest) if lattice.area(guess) > least):
            other = _inked(lattice.lay(rest, corners, grid))
            fit = lattice.fit(other.laid, other.dark, other.main.inked).sure
            if other.main.apart > lattice.APART and fit >= lattice.FITS:
                raise BadSetting(clauses(message("two boards of {size} are seen", Name(str(grid))), would_do[1]))
    if best is not None and factor > 1:
        best = _inked(lattice.lay(pixels, [(x * factor, y * factor) for x, y in best.laid.corners], grid))
    if best is None or sure < lattice.FITS:
        none = message("no board of {size} is found, the best is {share} sure", Name(str(grid)), Name(f"{sure:.0%}"))
        raise BadSetting(clauses(none, would_do[0]))
    return best, sure


_ANOTHER = 5.0
"""How many times smaller than a board another one beside it may be."""


def _plain_reading(drawn: _InkedBoard, game: Game[Any], grid: Board) -> MapReading:
    laid, legend = drawn.laid, game.design.legend(replace(game.design.params(), grid=grid))
    inks = ink.Inks(drawn.dark, drawn.main.inked, drawn.above)
    sight = sight_of(laid.flat, drawn.grounds, laid.board, inks, ruled=True)
    looks: dict[Place, PlaceLook] = _line_looks(inks, laid.board, sight, ink.lines(laid.board))
    looks |= _cell_looks(inks, laid.board, sight, laid.frame, legend, hand_signs.signs(legend))
    page = PageReading(laid.flat, laid.board, looks, {})
    return MapReading(game, grid, (page,), looks)


def _check_pages(taken: Sequence[tuple[str, marks.PhotoPage]]) -> None:
    """Raise BadSetting where photos are of several maps, twice of one page, or not of all pages."""
    first, known = taken[0][1].label, dict[Label, str]()
    for name, photo in taken:
        label, other, same = photo.label, Name(taken[0][0]), Name(known.get(photo.label, ""))
        with _named(name):
            if label._replace(floor=first.floor, across=first.across, down=first.down) != first:
                raise BadSetting(message("this is a sheet of another map than {file}; read each map by itself", other))
            if same:
                raise BadSetting(message("this is the same page as in {file}; leave one of them out", same))
        known[label] = name
    whole = first.floor[0] * first.across[0] * first.down[0]
    if len(known) < whole:
        pages = message("the map has {whole} pages, and {number} of them are given", whole, len(known))
        raise BadSetting(clauses(pages, message("name the photos of all")))


def _read_page(photo: marks.PhotoPage, game: Game[Any], grid: Board, key: SheetKey) -> PageReading:
    """What stands on the page in a photo; raises BadSetting."""
    legend = game.design.legend(replace(game.design.params(), grid=grid))
    frame, board = photo_pages.framed_board(grid, photo.label, key)
    flat = marks.flat(photo, frame)
    if smear(flat, frame) > _SMEARED:
        raise BadSetting(message("the photo is blurred; hold the camera still and near, and {again}", marks.AGAIN))
    lines: Sequence[Border] = ()
    if isinstance(board, Panel) and key.walls:
        lines = ink.lines(board) if key.outer else ink.inner_lines(board)
    grounds = ink.grounds(flat)
    darks = [ink.darkness(flat[..., colour], below) for colour, below in enumerate(grounds)]
    inks = _inks(darks, board, frame, lines)
    sight = sight_of(flat, grounds, board, inks, ruled=False)
    looks = dict[Place, PlaceLook]()
    if isinstance(board, Panel):
        looks |= _line_looks(inks, board, sight, lines, ink.LEAST_BANDS if key.bars else (0.0, 0.0))
    looks |= _cell_looks(inks, board, sight, frame, legend, [*key.signs])
    rows = {row.name: boxes for row, boxes in zip(key.rows, frame.rows, strict=True)}
    for row in key.rows:
        shares = ink.crosses(inks.dark, rows[row.name], inks.inked)
        marked = {box: share for box, share in zip(row.boxes, shares, strict=True) if share >= ink.EMPTY}
        first, other = [*sorted(marked, key=lambda box: -marked[box]), PLAIN, PLAIN][:2]
        sure = not marked or (len(marked) == 1 and marked[first] > ink.CROSSED)
        looks[row.name] = PlaceLook(first, "" if sure else other, sure and sight.shows_boxes(rows[row.name]))
    return PageReading(flat, board, looks, rows)


_SMEARED = 1.4
"""How wide the edges of the printed marks may be in a photo, in mm."""


def _inks(darks: Sequence[Pixels], board: AnyBoard, frame: PhotoFrame, lines: Sequence[Border]) -> ink.Inks:
    """The ink of a page with marks; raises BadSetting where nothing is darker than printed lines that are dark."""
    boxes = [box for several in (*frame.samples, *frame.rows) for box in several]
    printed = [darkness_around(dark, boxes) for dark in darks]
    above = [ink.above_lines(picture) for picture in printed]
    levels = [
        _ink_level(dark, board, frame, lines, max(ink.LEAST_INK, 1.3 * picture))
        for dark, picture in zip(darks, printed, strict=True)
    ]
    if not any(levels) and min(above) > _DARK_LINES:
        no_ink = message("nothing is darker than the printed lines of the sheet")
        raise BadSetting(clauses(no_ink, message("scan it in colour, and draw with a darker pen")))
    main = max(range(3), key=lambda colour: levels[colour] - above[colour] + _RED_FIRST * (colour == 0))
    return ink.Inks(darks[main], max(above[main], 0.5 * (levels[main] or 2.0)), above)


_RED_FIRST = 0.1
"""How much better ink must stand out in another colour than red, in which the lines of sheets are palest."""
_DARK_LINES = 0.3
"""The darkness of printed lines among which pencil is hardly seen."""


def _ink_level(dark: Pixels, board: AnyBoard, frame: PhotoFrame, lines: Sequence[Border], least: float) -> float:
    """How dark the drawer's ink is; 0 where nothing is darker than `least`."""
    level = ink.ink_level(dark, board, lines, least) if isinstance(board, Panel) and lines else 0.0
    for boxes in ([photo_pages.writing_box(board, cell) for cell in board.cells()], [*chain(*frame.samples)]):
        if not level and boxes:
            seen = [ink.cut(dark, box.inset(_SAMPLE_RIM)).ravel() for box in boxes]
            level = ink.level_of(np.concatenate(seen), 0.002, least)
    return level


def _line_looks(
    inks: ink.Inks, board: Panel, sight: PageSight, lines: Sequence[Border], bands: tuple[float, float] = (0.0, 0.0)
) -> dict[Place, PlaceLook]:
    """What stands on borders; only those are sure that were seen from end to end, with one ink on them."""
    if not lines:
        return {}
    ways = [board.border_ends(line) for line in lines]
    walls, looks = ink.walls(inks.dark, board, inks.inked, lines, bands), dict[Place, PlaceLook]()
    inked = [share for share, _ in walls.values()]
    shown, bare = sight.shows_lines(ways, board.tile, inked)
    far = goes_on(inks, board, ways)
    drawn = [line for line, (share, _) in walls.items() if share >= 0.5]
    other = sight.other_inks(
        inks, {line: partial(ink.strip, board=board, line=line, band=ink.BANDS[1]) for line in drawn}
    )
    for (line, (share, sure)), whole, is_bare, runs_on in zip(walls.items(), shown, bare, far, strict=True):
        word, instead = (WALL, OPEN) if share >= 0.5 else (OPEN, WALL)
        is_drawn = line not in other and not runs_on and not ink.struck(inks.dark, board, line, inks.inked)
        sure = sure and whole and (is_drawn if word == WALL else is_bare)
        looks[line] = PlaceLook(word, "" if sure else instead, sure)
    return looks


def _cell_looks(
    inks: ink.Inks, board: AnyBoard, sight: PageSight, frame: PhotoFrame, legend: Legend, strip: Sequence[str]
) -> Mapping[Place, PlaceLook]:
    """What stands in the cells, by the drawer's samples; only those are sure that were seen whole."""
    dark, inked = inks.dark, inks.inked
    _, chains = hand_signs.pairs_and_chains(legend)
    samples, hidden = dict[str, list[Pixels]](), False
    for sign, boxes in zip(strip, frame.samples or [()] * len(strip), strict=True):
        whole = [box for box in boxes if sight.shows_boxes([box])]
        hidden |= bool(boxes) and not whole  # the drawer's sign may look like another one
        taken = [signs.sample(ink.cut(dark, box.inset(_SAMPLE_RIM)), inked) for box in whole]
        for arrow in hand_signs.TURNS if sign == hand_signs.ARROW else (sign,):
            turns = hand_signs.TURNS.get(arrow, 0) if sign == hand_signs.ARROW else 0
            samples[arrow] = [np.rot90(picture, turns) for picture in taken if picture is not None]
    readers = _Readers.of(samples, [*chains])
    solid = next((glyph for glyph, mark in legend.marks.items() if mark == legend.solid), "")
    written = {cell: photo_pages.writing_box(board, cell) for cell in board.cells()}
    shown, more, looks = sight.shows_cells(board, written), sight.with_more(written), dict[Place, PlaceLook]()
    other = sight.other_inks(inks, {cell: partial(ink.cut, box=box) for cell, box in written.items()})
    for cell, box in written.items():
        cut = ink.cut(dark, box)
        look = PlaceLook(solid, "", bool(solid) and signs.is_filled(cut, inked))
        look = look if look.sure else _cell_look(signs.parts(cut, inked, bool(chains)), readers)
        is_known = cell not in more if look.word == PLAIN else cell not in other and not hidden
        sure = look.sure and shown[cell] and is_known
        looks[cell] = look._replace(sure=sure, other=look.other if sure or look.word == PLAIN else look.other or PLAIN)
    return looks


_SAMPLE_RIM = 0.7
"""How far from the edges of its box a sample is looked at, in mm."""
SURE, SURE_NUMBER = 0.83, 0.72
"""The ratios of the distances of the best and the next sign below which the best is sure.

Small numbers are blurred more easily than signs.
"""
FAR = 7.5
"""The greatest distance of a sign that is sure; one that is struck out is mostly farther from all signs."""
FAR_OF_FEW = 6.75
"""The same in a game with few signs, where a meaningless sign is close to no other one that would make it doubtful."""
FEW = 4


class _Readers(NamedTuple):
    letters: signs.Reader
    digits: signs.Reader
    chains: Sequence[str]
    """The letters that have a number beside them."""
    far: float
    """How far a sure sign may be."""

    @classmethod
    def of(cls, samples: Mapping[str, Sequence[Pixels]], chains: Sequence[str]) -> _Readers:
        digits = {sign: own for sign, own in samples.items() if sign.isdigit()}
        letters = {sign: own for sign, own in samples.items() if not sign.isdigit()}
        far = FAR if len(letters) > FEW else FAR_OF_FEW
        return cls(signs.Reader(letters, [*letters]), signs.Reader(digits, [*digits]), chains, far)


def _cell_look(sign: signs.CellSign, readers: _Readers) -> PlaceLook:
    """What stands in a cell: one sign, or a letter with a number beside it, whichever is nearer."""
    if sign.whole is None:
        return PlaceLook(PLAIN, "", True)
    alone = signs.ranked(readers.letters.distances(sign.whole))
    if sign.main is None or sign.number is None:
        sure = _is_sure(alone, far=readers.far) and alone.sign not in readers.chains
        return PlaceLook(alone.sign, "" if sure else alone.other, sure)
    distances = readers.letters.distances(sign.whole)
    single = {letter: away for letter, away in distances.items() if letter not in readers.chains}
    chained = {each: away for each, away in readers.letters.distances(sign.main).items() if each in readers.chains}
    letter, number = signs.ranked(chained), signs.ranked(readers.digits.distances(sign.number))
    alone, both = signs.ranked(single), max(letter.distance, number.distance)
    if alone.distance < both:
        sure = _is_sure(alone) and alone.distance < SURE * both
        return PlaceLook(alone.sign, "" if sure else f"{letter.sign}{number.sign}", sure)
    sure = _is_sure(letter) and _is_sure(number, SURE_NUMBER) and both < SURE * alone.distance
    other = f"{letter.other}{number.sign}" if letter.ratio > number.ratio else f"{letter.sign}{number.other}"
    return PlaceLook(f"{letter.sign}{number.sign}", "" if sure else other, sure)


def _is_sure(guess: signs.RankedSign, ratio: float = SURE, far: float = FAR) -> bool:
    return guess.ratio < ratio and guess.distance < far
