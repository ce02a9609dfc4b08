"""What was read in photos, under the drawing that was made of it: which doubts are open, and what settles them.

Where map files draw the board, a doubt is open while nothing is drawn at its place. Other files have a line that names
what they leave out, and that the studio keeps up to date. Either way the text alone tells, so that undo opens doubts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.mapfile.document import Document
from mapkit.model.grid import Border, Place, spell
from mapkit.model.handwork import ByHand, HandSheet
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, message
from mapkit.model.rule import Fact, Facts
from mapkit.model.settings import settings
from mapkit.photos import doubts, sheet
from mapkit.photos.sheet import NOT_SURE, PLAIN, MapReading, left_out
from mapkit.solve import legality
from mapkit.studio.edits import redrawn, with_facts
from mapkit.studio.photo_jobs import READINGS, Doubt, DoubtReading, PhotoDrawing
from mapkit.studio.settings_panel import changed, differing, with_edits

_ALIKE = 0.5
"""How much of what was read must stand in a drawing that its photo lies under."""
Excluded = Mapping[Place, tuple[str, ...]]
"""The readings of doubtful places with which a map would have faults, whatever the other doubts are."""


def review_of(drawn: PhotoDrawing) -> Review:
    map_ = maps.read(drawn.text.encode(), "photo").map
    if (sheet := drawn.sheet) is None:
        return BoardReview(drawn, map_)
    found = ListReview(drawn, map_, {})
    reading = MapReading(GAMES[sheet.game], sheet.grid, (), sheet.looks, sheet.form)
    found.known[_line(drawn.text)] = _known(reading)
    return found


def lies_under(review: Review, map_: Map[Any]) -> bool:
    """Whether a map is the drawing of a review still, whatever was changed since."""
    drawn = maps.named_as(review.map, map_)
    same = map_.game is drawn.game and map_.params.grid == drawn.params.grid
    return same and len(drawn.facts & map_.facts) >= _ALIKE * len(drawn.facts)


# --- map files that draw the board -------------------------------------------------------------------------------


class BoardReview(NamedTuple):
    """What was read for a map file that draws the board."""

    drawn: PhotoDrawing
    map: Map[Any]

    @property
    def of(self) -> int:
        """How many places were not sure, open or settled."""
        return len(self.drawn.doubts)

    def doubts(self, read: Document) -> tuple[Doubt, ...]:
        """The doubts that a drawing leaves open."""
        if not lies_under(self, read.map):
            return ()
        blank = (cell for cell in read.map.params.grid.cells() if cell not in read.map.kinds)
        open_places = {*blank, *read.map.undecided_borders}
        return tuple(doubt for doubt in self.drawn.doubts if doubt.place in open_places)

    def settled(self, read: Document, doubt: Doubt, way: DoubtReading, _: str = ENGLISH) -> Document:
        return redrawn(read, with_facts(read.map, _settled(read.map, {doubt.place: way})))

    def excluded(self, read: Document) -> Excluded:
        ways = {doubt.place: {way.word: way for way in doubt.ways} for doubt in self.doubts(read)}

        def is_legal(words: Mapping[Place, str]) -> bool:
            chosen = {place: ways[place][word] for place, word in words.items()}
            return not legality.check(with_facts(read.map, _settled(read.map, chosen)))

        return sheet.excluded({place: tuple(some) for place, some in ways.items()}, is_legal)


def _settled(map_: Map[Any], ways: Mapping[Place, DoubtReading]) -> Facts:
    facts = {fact for fact in map_.facts if fact.place not in ways}
    for place, way in ways.items():
        taken = {fact.mark for fact in facts}
        if way.marks:
            facts.add(Fact(place, next((mark for mark in way.marks if mark not in taken), way.marks[-1])))
    return frozenset(facts)


# --- map files that list what stands on the board ----------------------------------------------------------------


class ReviewState(NamedTuple):
    """What is known of a sheet after some answers."""

    reading: MapReading
    map: Map[Any]
    doubts: tuple[Place, ...]


def _known(reading: MapReading) -> ReviewState:
    return ReviewState(reading, reading.map, tuple(reading.doubts))


def _line(text: str) -> str:
    """The line of a file that names what it leaves out; empty where there is none."""
    return next((line for line in text.splitlines() if line.startswith(NOT_SURE)), "")


class ListReview(NamedTuple):
    """What was read for a map file that lists what stands on the board."""

    drawn: PhotoDrawing
    map: Map[Any]
    known: dict[str, ReviewState]
    """What is known while the file has a line on what it leaves out, by that line."""

    @property
    def of(self) -> int:
        """How many places were not sure, open or settled; half a wall may come to them."""
        return len({place for state in self.known.values() for place in state.doubts})

    def doubts(self, read: Document) -> tuple[Doubt, ...]:
        """The doubts that a file leaves open, and that nothing drawn since has settled."""
        known = self.known.get(_line(read.text))
        if known is None or not lies_under(self, read.map):
            return ()
        return tuple(self._doubt(known.reading, place) for place in _open(known, read.map))

    def _doubt(self, reading: MapReading, place: Place) -> Doubt:
        assert self.drawn.sheet is not None
        row = next((row for row in reading.key.rows if row.name == place), None)
        words = doubts.ways(reading, place) or (row.boxes if row else ())
        named = row.words if row else spell(reading.grid, place)
        ways = tuple(DoubtReading(word, means=_meaning(reading, place, word)) for word in words)
        return Doubt(place, named, self.drawn.sheet.spots[place], ways)

    def settled(self, read: Document, doubt: Doubt, way: DoubtReading, language: str = ENGLISH) -> Document:
        line = _line(read.text)
        before = self.known[line]
        after = _known(before.reading.answered({doubt.place: way.word}))
        becomes = _onward(read.map, before.map, after.map)
        now = changed(redrawn(read, with_facts(read.map, becomes.facts)), differing(read.map, becomes))
        left = left_out(_open(after, now.map), partial(translated, language=language)).rstrip()
        self.known[left] = after
        start = now.text.removeprefix("\ufeff").index(line)
        ends = start + len(line) if left else now.text.index("\n", start) + 1
        return maps.read(with_edits(now.text, [(start, ends, left)]).encode(), read.name)

    def excluded(self, read: Document) -> Excluded:
        known = self.known.get(_line(read.text))
        if known is None:
            return {}
        return doubts.excluded(known.reading, lambda settled: _onward(read.map, known.map, settled.map))


def _meaning(reading: MapReading, place: Place, word: str) -> Message | Name:
    """What a reading of a place means; empty for a box of a row, which says it."""
    if isinstance(place, Border):
        return READINGS.get(word, Name(word))
    return message("nothing") if word == PLAIN else reading.key.signs.get(word, NOTHING)


def _open(known: ReviewState, map_: Map[Any]) -> Iterator[Place]:
    """The doubts that nothing drawn has settled."""
    by_hand = map_.game.design.board.by_hand
    assert by_hand is not None
    sheet = by_hand.sheet(known.reading.params)
    for place in known.doubts:
        if _shown(by_hand, sheet, known.map, place) == _shown(by_hand, sheet, map_, place):
            yield place


def _shown(by_hand: ByHand, sheet: HandSheet, map_: Map[Any], place: Place) -> Sequence[str]:
    work = by_hand.show(map_.params, map_.facts)
    if isinstance(place, Border):
        return sorted(bar for bar in work.bars if place in sheet.bars[bar])
    return work.signs.get(place, ""), work.crosses.get(place, "")


def _onward(map_: Map[Any], before: Map[Any], after: Map[Any]) -> Map[Any]:
    """A map after what an answer adds to a reading, and takes from it; all else stays as it was drawn."""
    facts = (map_.facts - (before.facts - after.facts)) | (after.facts - before.facts)
    given = {setting.name: getattr(after.params, setting.name) for setting in settings(type(map_.params))}
    new = {name: value for name, value in given.items() if value != getattr(before.params, name)}
    return replace(map_, facts=facts, params=replace(map_.params, **new))


Review = BoardReview | ListReview
"""What was read in photos, and the drawing that was made of it."""
