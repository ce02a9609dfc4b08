"""The default sheets of a game that draws none, from legend and rules.

They are the game master's map, a player's paper and the rule card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from math import hypot
from typing import Any, TypeVar

from mapkit.language.catalogue import texts
from mapkit.language.wording import translated
from mapkit.model.design import Legend, Section
from mapkit.model.game import Game
from mapkit.model.grid import Border, Cell, Square, natural
from mapkit.model.map import Map, Public
from mapkit.model.message import message
from mapkit.model.settings import Params
from mapkit.paper.board import border_sample, exit_sample, undirected
from mapkit.paper.card import in_brief, rule_card, rules_section
from mapkit.paper.drawing import Block, Point, above_foot, as_pages, blank, measured_foot, page_setup, ruler
from mapkit.paper.edition import Edition
from mapkit.paper.hexes import (
    POINTY,
    HexBoard,
    above_key,
    edge_names,
    hex_lines,
    largest,
    lettering,
    outline,
    short_name,
)
from mapkit.paper.map_pages import MapPicture, Sample, board_floors, cells_item, in_tile, item, map_and_notes, third
from mapkit.paper.player_paper import key_item, paper_pages
from mapkit.paper.sheet import Box, Circle, Ink, Mark, Page, Text, centred_text, fit, lines, polygon, rectangle, width
from mapkit.paper.sheets import BoardPicture, Floor, Paper

P = TypeVar("P", bound=Params)


def default_paper(game: Game[P]) -> Paper[P]:
    """The default sheets: `gm`, for the game master alone; `player` and `card`, made from what is public."""
    public = {"player": partial(player_sheets, game), "card": partial(card_sheets, game)}
    return Paper(secret={"gm": gm_sheets}, public=public, board=BoardPicture(board_alone, secret=True))


def gm_sheets(map_: Map[Any], edition: Edition) -> tuple[Page, ...]:
    """The map with a letter for each kind of cell, and its legend. The sheets are secret."""
    words, drawn = edition.words, _PlainPicture(map_.without_undecided, edition)
    setup = page_setup(edition, "gm", map_.game.title, map_.title, words["gm"], words["secret"])
    grid = map_.params.grid
    if isinstance(grid, Square):
        scene = _scene(drawn, grid, words)
        return as_pages(setup, map_and_notes(scene, setup, partial(_legend, drawn)))
    legend, pages = tuple(_legend(drawn, third(setup))), list[list[Mark]]()
    for floor in range(1, grid.floors + 1):
        board, key = above_key(grid, above_foot(setup), legend, POINTY, floor)
        pages.append([*_level_marks(drawn, board), *key, *measured_foot(setup, rule=ruler)])
    return as_pages(setup, pages)


def board_alone(map_: Map[Any], edition: Edition, box: Box) -> Iterable[Floor]:
    drawn, grid = _PlainPicture(map_.without_undecided, edition), map_.params.grid
    if isinstance(grid, Square):
        return board_floors(_scene(drawn, grid, edition.words), box, edition.scale)
    boards = [largest(grid, box, POINTY, floor) for floor in range(1, grid.floors + 1)]
    return [(board, [*_level_marks(drawn, board)]) for board in boards]


def player_sheets(game: Game[Any], public: Public, edition: Edition) -> tuple[Page, ...]:
    """A player's paper: an empty board to draw on, and a key with a pencil mark for each kind of the legend."""
    setup = page_setup(edition, "player", game.title, public.title, edition.words["player"])
    grid, words, legend = public.params.grid, edition.words["paper"], game.design.legend(public.params)
    called = {mark: translated(words, edition.language) for mark, words in legend.words.items()}
    key = [("|", called.get("wall", "wall"))] if any(line.mark == "wall" for line in legend.lines) else []
    key += [("-", words["open"])] if legend.lines else []
    key += [("->", called.get(legend.gap, legend.gap))] if legend.gap else []
    letters = _letters(legend)
    key += [(letters.get(mark, "."), called.get(mark, mark)) for mark in dict.fromkeys(legend.cells.values())]
    if isinstance(grid, Square):
        return as_pages(setup, [*paper_pages(setup, grid, words, key)])
    room, pages = above_foot(setup), list[list[Mark]]()
    marks = tuple(key_item(*each, third(setup)) for each in key)
    for floor in range(1, grid.floors + 1):
        board, below = above_key(grid, room.below(room.y + 8), marks, POINTY, floor)
        name = blank(room.x, room.y + 4, room.x + 52, setup.words["name"])
        empty = (*hex_lines(board), *outline(board), *edge_names(board))
        pages.append([*name, *empty, *below, *measured_foot(setup, rule=ruler)])
    return as_pages(setup, pages)


def card_sheets(game: Game[Any], public: Public, edition: Edition) -> tuple[Page, ...]:
    """The rule card: how to play, if `templates/cards` has it, and the rules with the numbers of this map."""
    setup = page_setup(edition, "card", game.title, public.title, edition.words["card"])
    heading, brief = translated(message("The map"), edition.language), list[Section]()
    rules = rules_section(heading, game.design.rules, public.params, edition.language)
    with suppress(FileNotFoundError):
        brief += in_brief({"card": (), **texts(game.name, edition.language)})
    return rule_card(setup, (*brief, *game.design.describe(public.params, edition.language)), rules)


# --- what is drawn -----------------------------------------------------------------------------------------------


class _PlainPicture:
    """A map for drawing: the letters of cells, the kinds of inner borders, the gaps in the outer wall."""

    def __init__(self, map_: Map[Any], edition: Edition) -> None:
        self.map, self.language = map_, edition.language
        self.known: Mapping[str, Any] = edition.words["borders"]
        """The kinds of borders for which boards of squares have pictures."""
        self.legend: Legend = map_.game.design.legend(map_.params)
        self.letters = _letters(self.legend)
        self.lines = sorted((place, mark) for place, mark in map_.facts if isinstance(place, Border))

    @cached_property
    def gaps(self) -> frozenset[Border]:
        return frozenset(line for line, mark in self.lines if mark == self.legend.gap)

    @cached_property
    def borders(self) -> dict[Border, str]:
        """The marks of inner borders between cells of one level."""
        return {line: mark for line, mark in self.lines if line.side not in "UD" and mark != self.legend.gap}

    def pictured(self, mark: str) -> bool:
        return undirected(mark) in self.known

    def sign(self, mark: str) -> str:
        """The sign for a border without a picture: its glyph in the drawing of a map file."""
        return next((line.across.strip() or line.upright for line in self.legend.lines if line.mark == mark), mark)

    def name(self, mark: str) -> str:
        return translated(self.legend.word(mark), self.language)


def _letters(legend: Legend) -> dict[str, str]:
    """The letters in cells for each mark except the first, which is for plain cells.

    A mark has its glyph if that is letters, digits or both; else the first letter of its name that is free.
    """
    plain = next(iter(legend.marks.values()))
    told = {mark: glyph for glyph, mark in legend.marks.items() if mark != plain}
    taken = {glyph.upper() for glyph in told.values()}
    for mark, glyph in told.items():
        if not glyph.isalnum():
            free = [each for each in legend.word(mark).upper() if each.isalpha() and each not in taken]
            told[mark] = (free or [glyph])[0]
            taken.add(told[mark])
    return told


def _letter(letter: str, box: Box) -> Iterator[Mark]:
    """A letter in a ring, in the middle of a tile."""
    x, y = box.middle
    radius = 0.36 * box.width
    words, size = fit(letter, 1.5 * radius, 1.1 * radius, 1.0, bold=True)
    yield Circle(Ink.OUTLINE, x, y, radius)
    yield centred_text(Ink.TEXT, x, y, size, words, True)


def _signed_bar(words: str, start: Point, end: Point) -> Iterator[Mark]:
    """A border without a picture: a hollow bar from point to point, with its sign on a black plate in the middle."""
    (x1, y1), (x2, y2) = start, end
    aside = 0.9 / hypot(x2 - x1, y2 - y1)
    across, down = (y1 - y2) * aside, (x2 - x1) * aside
    corners = ((x1, y1, 1), (x2, y2, 1), (x2, y2, -1), (x1, y1, -1))
    yield polygon(Ink.PANE, *((x + way * across, y + way * down) for x, y, way in corners))
    x, y, size = (x1 + x2) / 2, (y1 + y2) / 2, 3.2
    half = max(1.4, width(words, size, bold=True) / 2)
    yield rectangle(Ink.SOLID, Box(x - half - 0.6, y - 1.9, 2 * half + 1.2, 3.8), 0.6)
    yield centred_text(Ink.REVERSE, x, y, size, words, True)


def _legend(drawn: _PlainPicture, wide: float) -> Iterator[Block]:
    """A block for each kind of cell and border that the map has, and for each listing of its file."""
    kinds, empty = drawn.map.kinds, in_tile(lambda _: ())
    for mark in dict.fromkeys(drawn.legend.marks.values()):
        cells = sorted((cell for cell in kinds if kinds[cell] == mark), key=natural)
        if cells and mark in drawn.letters:
            yield cells_item(in_tile(partial(_letter, drawn.letters[mark])), drawn.name(mark), cells, wide)
        elif cells:
            yield item(empty, f"{drawn.name(mark)} × {len(cells)}", [], wide)
    met = Counter(drawn.borders.values())
    for mark, number in ((line.mark, met[line.mark]) for line in drawn.legend.lines if line.mark in met):
        yield item(_border_sample(drawn, mark), f"{drawn.name(mark)} × {number}", [], wide)
    if drawn.gaps:
        cells = sorted((line.cell for line in drawn.gaps), key=natural)
        yield cells_item(exit_sample, drawn.name(drawn.legend.gap), cells, wide)
    for listing in drawn.legend.listings:
        words, _ = listing.show(drawn.map.facts)
        if words:
            yield item(empty, translated(listing.title, drawn.language), [", ".join(words)], wide)


def _border_sample(drawn: _PlainPicture, mark: str) -> Sample:
    if drawn.pictured(mark):
        return border_sample(mark)
    return in_tile(lambda box: _signed_bar(drawn.sign(mark), (box.middle[0], box.y), (box.middle[0], box.bottom)))


# --- boards of squares -------------------------------------------------------------------------------------------


def _scene(drawn: _PlainPicture, grid: Square, words: Mapping[str, Any]) -> MapPicture:
    borders = {line: mark for line, mark in drawn.borders.items() if drawn.pictured(mark)}
    return MapPicture(grid, partial(_tile, drawn), words, borders=borders, exits=drawn.gaps)


def _tile(drawn: _PlainPicture, cell: Cell, box: Box) -> Iterator[Mark]:
    yield from _inside(drawn, cell, box)
    for side in "NESW":
        mark = drawn.borders.get(Border(cell, side), "")
        if mark and not drawn.pictured(mark):
            yield from _signed_bar(drawn.sign(mark), *box.edge(side))


def _inside(drawn: _PlainPicture, cell: Cell, box: Box) -> Iterator[Mark]:
    """The letter of a cell; a blank cell has a question mark."""
    mark = drawn.map.kinds.get(cell, "")
    if not mark:
        size = 0.4 * box.width
        yield centred_text(Ink.TEXT, box.middle[0], box.middle[1], size, "?", True)
    elif mark in drawn.letters:
        yield from _letter(drawn.letters[mark], box)


def _level_marks(drawn: _PlainPicture, board: HexBoard) -> Iterator[Mark]:
    yield from hex_lines(board)
    where = lettering(board)
    for cell in board.cells():
        x, y, *_ = board.hexagon(cell)
        across = where.radius / 0.36
        yield from _inside(drawn, cell, Box(x - across / 2, y + where.picture - across / 2, across, across))
        if where.size:
            yield Text(Ink.QUIET, x, y + where.base, where.size, short_name(cell), anchor="middle")
    grid, here = board.grid, frozenset(board.cells())
    outer = [Border(cell, side) for cell in board.cells() for side in grid.directions if grid.step(cell, side) is None]
    closed = [line for line in outer if line not in drawn.gaps]
    walls = [line for line, mark in drawn.borders.items() if line.cell in here and mark == "wall"]
    yield lines(Ink.WALL, map(board.border_ends, (*closed, *walls)))
    for line, mark in drawn.borders.items():
        if line.cell in here and mark != "wall":
            yield from _signed_bar(drawn.sign(mark), *board.border_ends(line))
    yield from edge_names(board)
