"""What was read in photos of a drawing sheet, and the map that it makes. It needs no library for pictures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.model.design import AS_DRAWN, UNDECIDED
from mapkit.model.game import Game
from mapkit.model.grid import COMPASS, Board, Border, Place, cell_of, sides
from mapkit.model.handwork import Handwork
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import Message, message
from mapkit.model.rule import Fact, has, wall
from mapkit.model.walk import reached
from mapkit.paper import hand_signs
from mapkit.paper.hand_signs import SheetKey
from mapkit.paper.hexes import AnyBoard
from mapkit.paper.sheet import Box

if TYPE_CHECKING:
    from mapkit.photos.marks import Pixels


WALL, OPEN, PLAIN = "wall", "open", "."
"""What a border and an empty cell are read as; a sign in a cell is told with its number, an arrow as it points.

A border may also bear the name of a bar that covers it, and a row of boxes bears the box that is crossed.
"""


class PlaceLook(NamedTuple):
    """What a place looks like."""

    word: str
    other: str
    """The next one; empty where there is none."""
    sure: bool
    """Whether nothing else comes into question."""


class PageReading(NamedTuple):
    """A page that was read."""

    flat: Pixels
    """The page laid flat: rows of red, green and blue."""
    board: AnyBoard
    """The part of the board on it, or its floor of hexes."""
    looks: Mapping[Place, PlaceLook]
    rows: Mapping[str, Sequence[Box]]
    """Its rows of boxes, by their names."""


class MapReading(NamedTuple):
    """What was read in all photos of a map."""

    game: Game[Any]
    grid: Board
    pages: tuple[PageReading, ...]
    """The pages, in the order of the photos."""
    looks: Mapping[Place, PlaceLook]
    """What every place looks like; rows of boxes are places by their names."""
    form: int = 0
    """The number of the sheet's form, which tells settings beside the size; 0 where the size tells all."""

    @property
    def params(self) -> Any:
        """The settings that the marks tell, else the usual ones, on this board."""
        return hand_signs.settings_of(self.game, self.grid, self.form)

    @property
    def key(self) -> SheetKey:
        """What people draw and write on the sheet."""
        return hand_signs.sheet_key(self.game, self.params)

    @property
    def doubts(self) -> Mapping[Place, PlaceLook]:
        """The places that are not sure: cells, then borders, both in reading order, and then rows of boxes."""
        order = {cell: number for number, cell in enumerate(self.grid.cells())}
        looks = {**self._settled, **self._loose}

        def in_order(place: Place) -> tuple[int, int]:
            kind = 1 if isinstance(place, Border) else 0 if place in order else 2
            return kind, order.get(cell_of(place), 0)

        return {place: looks[place] for place in sorted(looks, key=in_order) if not looks[place].sure}

    @property
    def _settled(self) -> Mapping[Place, PlaceLook]:
        """The looks, in which what is drawn on the borders of solid cells means nothing."""
        legend = self.game.design.legend(self.params)
        signs = {sign for sign, mark in legend.marks.items() if mark == legend.solid != ""}
        solid = {place for place, look in self.looks.items() if look.sure and look.word in signs}
        settled = {place: sides(self.grid, place) for place in self.looks if isinstance(place, Border) and solid}
        return {
            **self.looks,
            **{
                line: PlaceLook(OPEN if cells[1] else WALL, "", True)
                for line, cells in settled.items()
                if not solid.isdisjoint(cells)
            },
        }

    @property
    def _loose(self) -> Mapping[Place, PlaceLook]:
        """What was seen surely and still is doubtful: lines that make up no bars, and empty rows among crossed ones."""
        key = self.key
        lines = self._covering.loose if key.bars else {}
        found: dict[Place, PlaceLook] = {
            line: PlaceLook(names[0], (*names, OPEN)[1], False) for line, names in lines.items()
        }
        for row in key.rows:
            others = [self.looks[box_row.name] for box_row in key.rows if box_row.group == row.group != ""]
            if self.looks[row.name] == PlaceLook(PLAIN, "", True) and any(look.word != PLAIN for look in others):
                found[row.name] = PlaceLook("", "", False)
        return found

    @property
    def bars(self) -> tuple[str, ...]:
        return self._covering.bars

    @property
    def _covering(self) -> BarCover:
        """The bars of the lines that are sure."""
        known = self.key.bars or {}
        looks = {line: look for line, look in self.looks.items() if isinstance(line, Border)}
        told = dict.fromkeys(look.word for look in looks.values() if look.word in known)
        drawn = [line for line, look in looks.items() if look.word == WALL and look.sure]
        unsure = [line for line, look in looks.items() if not look.sure]
        return cover(known, [*told], drawn, unsure)

    def answered(self, answers: Mapping[Place, str]) -> MapReading:
        """The same with what a person says of some places; a bar is said of all borders that it covers."""
        known, told = self.key.bars or {}, dict[Place, PlaceLook]()
        for place, word in answers.items():
            told |= dict.fromkeys((place, *known.get(word, ())), PlaceLook(word, "", True))
        return self._replace(looks={**self.looks, **told})

    @property
    def map(self) -> Map[Any]:
        """The map without what is not sure: nothing in cells, `?` on borders, and no bars and crosses."""
        looks = self._settled
        words = {place: look.word for place, look in looks.items() if look.sure}
        if by_hand := self.game.design.board.by_hand:
            signs = {cell: words[cell] for cell in self.grid.cells() if words.get(cell, PLAIN) != PLAIN}
            crosses = {row.name: words[row.name] for row in self.key.rows if words.get(row.name, PLAIN) != PLAIN}
            params, facts = by_hand.read(self.params, Handwork(signs, self.bars, crosses))
            return maps.read(_text(Map(self.game, params, facts)).encode(), "photo").map
        open_lines = {place for place, look in looks.items() if isinstance(place, Border) and not look.sure}
        return drawn_map(self.game, self.grid, words, open_lines)

    @property
    def likeliest(self) -> Map[Any]:
        """The map with the likeliest reading of each place, sure or not."""
        return self._replace(looks={place: look._replace(sure=True) for place, look in self.looks.items()}).map

    def text(self, in_words: Callable[[Message], str] = str) -> str:
        """The text of the map's file; where the file cannot mark a place as not sure, a comment names the place."""
        return (left_out(self.doubts, in_words) if self.game.design.board.by_hand else "") + _text(self.map)


def drawn_map(game: Game[Any], grid: Board, words: Mapping[Place, str], undecided: Iterable[Place]) -> Map[Any]:
    """The map in which places bear what words say, with its settings taken from the drawing."""
    params = replace(game.design.params(), grid=grid)
    facts, legend = {Fact(line, UNDECIDED) for line in undecided}, game.design.legend(params)
    pairs, _ = hand_signs.pairs_and_chains(legend)
    ends = {letter: iter(glyphs) for letter, glyphs in pairs.items()}
    for line, word in words.items():
        if isinstance(line, Border):
            inner = grid.step(line.cell, line.side) is not None
            if word == WALL and inner:
                facts.add(wall(line))
            elif word == OPEN and not inner and legend.gap:
                facts.add(Fact(line, legend.gap))
    for cell in grid.cells():
        word = words.get(cell, "")
        if word in ends:  # both ends of a pair are written with one letter
            word = next(ends[word], pairs[word][-1])
        if mark := legend.marks.get(hand_signs.glyph_of(word) if word else ""):
            facts.add(has(cell, mark))
    said = tuple(game.design.drawn_settings(grid, frozenset(facts)))
    drawn = Map(game, params, frozenset(facts), preset=AS_DRAWN, drawn_settings=said)
    return maps.read(_text(drawn).encode(), "photo").map


def _text(map_: Map[Any]) -> str:
    """The text of a map's file; it leaves out settings that follow from the drawing in it."""
    return writer.show(map_) if map_.game.design.board.by_hand else writer.show_as_drawn(map_)


NOT_SURE = "#? "
"""How the line of a file begins that names what it leaves out, in any language."""


def left_out(places: Iterable[Place], in_words: Callable[[Message], str]) -> str:
    """The line of a file that names the places that it leaves out; empty where it leaves out none."""
    named = names(map(place_name, places))
    said = message("Not sure in the photo, and left out here: {places}", named)
    return f"{NOT_SURE}{in_words(said)}\n" if named else ""


def place_name(place: Place) -> str:
    """A place as it is typed in an answer: `c3`, or `d4-east`."""
    return place if isinstance(place, str) else f"{place.cell}-{COMPASS[place.side]}"


Bars = Mapping[str, tuple[Border, ...]]
"""The borders that each bar covers, by the names of the bars."""


class BarCover(NamedTuple):
    """The bars that cover the lines on a board."""

    bars: tuple[str, ...]
    """The names of the sure ones."""
    loose: Mapping[Border, tuple[str, ...]]
    """The first line of each group that bars do not cover in one way: the bars over it, the likeliest first."""


def cover(bars: Bars, told: Collection[str], drawn: Collection[Border], unsure: Collection[Border]) -> BarCover:
    """The bars that cover the lines that are `drawn`, and those that somebody has `told`, which count as they are.

    A bar is sure where the lines that are sure can be covered in one way alone, each line once. Other lines, such as
    half a wall, are told as doubts: nobody knows which bar was meant. A group with a line that is `unsure` is left out;
    no doubt is told about its other lines.
    """
    covered = {line for name in told for line in bars[name]}
    lines = {*drawn, *unsure} - covered
    over = dict[Border, list[str]]()
    for name, bar in bars.items():
        for line in bar:
            over.setdefault(line, []).append(name)
    found, loose = [*told], dict[Border, tuple[str, ...]]()
    for group in _groups(bars, over, lines):
        if {*group} & {*unsure}:
            continue
        ways = [*islice(_coverings(bars, over, frozenset(group)), 2)]
        if len(ways) == 1:
            found += ways[0]
        else:
            inked = {name: sum(line in group for line in bars[name]) for name in over[group[0]]}
            loose[group[0]] = tuple(sorted(inked, key=lambda name: -inked[name]))
    order = {name: number for number, name in enumerate(bars)}
    return BarCover(tuple(sorted(found, key=order.__getitem__)), loose)


def _groups(bars: Bars, over: Mapping[Border, Sequence[str]], lines: Collection[Border]) -> Iterator[list[Border]]:
    """The lines in groups: two belong together where one bar covers both."""
    left = [line for line in over if line in lines]  # in the order of the bars
    while left:
        group = reached(left[:1], lambda line: (near for name in over[line] for near in bars[name] if near in lines))
        yield [line for line in left if line in group]
        left = [line for line in left if line not in group]


def _coverings(bars: Bars, over: Mapping[Border, Sequence[str]], lines: frozenset[Border]) -> Iterator[tuple[str, ...]]:
    """Every way to cover lines with bars, each line once."""
    if not lines:
        yield ()
        return
    scarce = min(lines, key=lambda line: sum(lines.issuperset(bars[name]) for name in over[line]))
    for name in over[scarce]:
        if lines.issuperset(bars[name]):
            yield from ((name, *rest) for rest in _coverings(bars, over, lines.difference(bars[name])))


_MOST = 128
"""The most ways to settle all doubts that are checked."""


def excluded(
    ways: Mapping[Place, Sequence[str]], is_legal: Callable[[Mapping[Place, str]], bool]
) -> Mapping[Place, tuple[str, ...]]:
    """The readings of each doubtful place with which the map would have faults, whatever the other doubts are.

    They are told only where the map can be legal, and where there are few doubts.
    """
    if not ways or not 0 < prod(map(len, ways.values())) <= _MOST:
        return {}
    settled = (dict(zip(ways, words, strict=True)) for words in product(*ways.values()))
    legal = [words for words in settled if is_legal(words)]
    if not legal:
        return {}
    return {
        place: tuple(way for way in some if all(words[place] != way for words in legal)) for place, some in ways.items()
    }
