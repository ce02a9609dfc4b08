"""The list of the turns of a played game, in columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby, islice
from typing import NamedTuple, assert_never

from mapkit.model.replay import MasterRuling, ReplayStep, Track
from mapkit.paper.drawing import (
    LEADING,
    LEAST_NOTES,
    SMALL,
    Block,
    arrowed,
    arrowed_rows,
    arrowed_width,
    balanced_height,
    columns,
    fill,
    heading,
    height,
    is_half_empty,
    notes,
)
from mapkit.paper.paths import Walk
from mapkit.paper.sheet import Box, Ink, Mark, Text, fit, line, width, wrap

_NUMBER, _LETTER = 8.0, 6.0
"""The widths of the number of a turn and of the player's letter, in mm."""
_HEAD = 14.5
"""The height of the head of a page of turns, in mm."""
_MOST_PHRASES, _MOST_LETTERS, _MOST_STEPS, _MOST_LINES = 12, 700, 10, 12
"""The most phrases of an answer, letters of a phrase, and steps and lines in a block; only a forged log has more."""


def turn_pages(
    track: Track,
    ways: Sequence[Walk],
    words: Mapping[str, str],
    rulings: Mapping[str, str],
    box: Box,
    remarks: str,
    before: Sequence[Block] = (),
) -> list[list[Mark]]:
    """The list of turns in columns, page after page, with a head on each; on the first page it is below `before`.

    Below the end of the list is room for notes, with the heading `remarks`. Lines are closer where that saves a page.

    `words` are `turns`, and `outside` where players may stand outside the map. `rulings` has `who` and `puts`.
    """
    letter_of = {start.player: way.letter for start, way in zip(track.starts, ways, strict=True)}
    turns = list[tuple[_TurnRow, ...]]()
    for _, rows in groupby(_list_rows(track, letter_of, rulings), key=lambda row: (row.number, row.who, row.letter)):
        while some := tuple(islice(rows, _MOST_STEPS)):
            turns.append(some)
    number = max(1, int((box.width + _GAP) / (84.0 + _GAP)))  # a column has 84 mm or more
    wide = columns(box, number, _GAP)[0].width

    def laid_out(leading: float) -> list[list[Mark]]:
        blocks = tuple(block for rows in turns for block in _turn_blocks(rows, words, wide, leading))
        marks, used = fill(before, [box])[0], height(before) + 7 if before else 0.0
        pages = list[list[Mark]]()
        if box.height - used < 60:
            pages.append(marks)
            marks, used = [], 0.0
        while True:
            room = Box(box.x, box.y + used + _HEAD, box.width, box.height - used - _HEAD)
            high = balanced_height(blocks, room, number, _GAP) or room.height
            drawn, taken = fill(blocks, columns(room._replace(height=high), number, _GAP))
            # a heading above the room, and whose letters they are
            pages.append([*marks, *heading(words["turns"], room.width).draw(room.x, room.y - _HEAD)])
            x, y, share = room.x, room.y - 2.4, room.width / max(1, len(letter_of))
            for player, letter in letter_of.items():
                name = fit(player, share - 8.5, SMALL)[0]
                pages[-1] += (Text(Ink.TEXT, x, y, SMALL, letter, True), Text(Ink.QUIET, x + 4.5, y, SMALL, name))
                x += width(name, SMALL) + 8.5
            pages[-1] += drawn
            marks, used, blocks = [], 0.0, blocks[taken:]
            if not blocks:
                left = box.below(room.y + high + 7)
                pages[-1] += notes(left, remarks) if left.height > LEAST_NOTES else ()
                return pages

    pages = laid_out(LEADING)
    # close lines are 1.2 sizes of the type apart, from baseline to baseline
    if len(pages) > 1 and is_half_empty(pages[-1], box) and len(closer := laid_out(1.2)) < len(pages):
        return closer
    return pages


_GAP = 8.0
"""The gap between the columns of turns, in mm."""


class _TurnRow(NamedTuple):
    number: int
    who: str
    """The player's name, or the word for a ruling."""
    letter: str
    """The player's letter on the map; empty for a ruling."""
    words: str
    heard: tuple[str, ...]
    place: str
    """The cells that the player came to, with ` > ` between them; empty for a player who stayed."""
    outside: bool = False


def _list_rows(track: Track, letter_of: Mapping[str, str], rulings: Mapping[str, str]) -> Iterator[_TurnRow]:
    """One row for each step and each ruling, and one for each player that a ruling moved."""
    at = {start.player: start.carried_to or start.cell for start in track.starts}
    for entry in track.entries:
        match entry:
            case ReplayStep(number, player, words, heard, through, cell, outside, _):
                place = " > ".join((*through, cell)) if through or cell != at.get(player) else ""
                at[player] = cell
                yield _TurnRow(number, player, letter_of.get(player, ""), words, heard, place, outside)
            case MasterRuling(number, words, heard, moved):
                yield _TurnRow(number, rulings["who"], "", words, heard, "")
                for player, cell, outside in moved:
                    at[player] = cell
                    yield _TurnRow(number, rulings["who"], "", rulings["puts"].format(player=player), (), cell, outside)
            case _:
                assert_never(entry)


class _Word(NamedTuple):
    """A word in the list of turns, or a place with arrows."""

    text: str
    """The word; a place has arrows, as `drawing.arrowed` draws them."""
    ink: Ink = Ink.TEXT
    bold: bool = False
    place: bool = False

    @property
    def width(self) -> float:
        return arrowed_width(SMALL, self.text) if self.place else width(self.text, SMALL, self.bold)


def _set_in(text: str, ink: Ink, bold: bool, room: float) -> Iterator[_Word]:
    """The words of a text, broken where they are wider than the room."""
    for word in text[:_MOST_LETTERS].split():
        yield from (_Word(piece, ink, bold) for piece in wrap(word, room, SMALL, bold))


def _turn_blocks(rows: Sequence[_TurnRow], words: Mapping[str, str], wide: float, leading: float) -> Iterator[Block]:
    """A turn in lines, a few in a block: its number, the player's letter, and what was said and heard."""
    lined: list[list[tuple[float, _Word]]] = [[]]
    room, x, found = wide - _NUMBER - _LETTER, 0.0, list[_Word]()
    if not rows[0].letter:
        found += _set_in(f"{rows[0].who}:", Ink.QUIET, True, room)
    for row in rows:
        found += _set_in(row.words, Ink.TEXT, True, room)
        for phrase in row.heard[:_MOST_PHRASES]:
            found += _set_in(phrase, Ink.TEXT, False, room)
        if row.place:
            found += (_Word(piece, place=True) for piece in arrowed_rows(f"> {row.place}", room, SMALL))
        if row.outside:
            found += _set_in(words["outside"], Ink.TEXT, False, room)
    for word in found:
        if lined[-1] and x + word.width > room:
            lined.append([])
            x = 0.0
        lined[-1].append((x, word))
        x += word.width + width(" ", SMALL)
    for first in range(0, len(lined), _MOST_LINES):
        some = lined[first : first + _MOST_LINES]
        yield Block(len(some) * SMALL * leading + 1.6, partial(_draw_turn, rows[0], some, wide, SMALL * leading))


def _draw_turn(
    turn: _TurnRow, lined: Sequence[Sequence[tuple[float, _Word]]], wide: float, lead: float, x: float, y: float
) -> Iterator[Mark]:
    base, left = y + 0.8 + lead * 0.8, x + _NUMBER + _LETTER
    yield line(Ink.HAIRLINE, (x, y), (x + wide, y))
    if turn.number:
        yield Text(Ink.TEXT, x, base, SMALL, str(turn.number), True)
    if turn.letter:
        yield Text(Ink.TEXT, x + _NUMBER + 2, base, SMALL, turn.letter, True, "middle")
    for i, found in enumerate(lined):
        for (ink, bold, place), run in groupby(found, key=lambda pair: pair[1][1:]):
            some = list(run)
            if place:
                yield from chain.from_iterable(arrowed(left + at, base + i * lead, SMALL, w.text) for at, w in some)
            else:
                said = " ".join(word.text for _, word in some)
                yield Text(ink, left + some[0][0], base + i * lead, SMALL, said, bold)
