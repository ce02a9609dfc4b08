"""Blank forms to write on: tables with a row for each round, for players and for the game master.

They are made only from what is public, and know no map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, fsum
from typing import NamedTuple

from mapkit.paper.drawing import (
    BODY,
    LEADING,
    SMALL,
    Block,
    PageDraft,
    PageSetup,
    blank,
    fill,
    heading,
    height,
    ticks,
    ticks_width,
)
from mapkit.paper.sheet import Box, Ink, Mark, Text, cap_height, fit, line, lines, rectangle, width

TickBoxes = tuple[str, int]
"""Something to keep track of: its words, and the number of boxes to tick; 0 for a line to write on."""
AGAIN = 3
"""The number of boxes for a state that comes and goes: each time it takes the next box."""
_WRITTEN = 24.0
"""The length of a line to write on, in mm."""
_STATE_ROW, _STATE_BOX = 6.0, 4.4
"""The distance from row to row, and from box to box of a state, in mm."""


class PlayerColumn(NamedTuple):
    """A column of a table of rounds."""

    label: str
    """What stands before the line for a name."""
    states: Sequence[Sequence[TickBoxes]] = ()
    """Boxes to tick below the name, on the first page; each sequence begins a row."""
    start: str = ""
    """What stands before a line for the start, on the first page; empty for no line."""


class ColumnPart(NamedTuple):
    """A part of the column of each player."""

    label: str
    wide: float = 0.0
    """In mm; 0 for a share of the rest."""
    share: float = 1.0
    letters: Sequence[str] = ()
    """Pale letters in every row, to circle what holds then."""


class RoundTable(NamedTuple):
    """What is written down round by round."""

    heading: str
    round: str
    """The word above the numbers of the rounds."""
    players: Sequence[PlayerColumn]
    parts: Sequence[ColumnPart]
    beside: Sequence[tuple[str, float]] = ()
    """Further columns with their widths in mm, such as for monsters."""
    room: float = 16.0
    """The least width of the parts that share the rest, in mm."""
    least: float = 7.2
    """The least height of a row, in mm."""
    above: Sequence[Block] = ()
    """What stands above the table on the first page."""
    foot: Sequence[Block] = ()
    """What stands below the table on every page."""


MOST_OTHERS = 7
"""The most other players for whom a player's paper has columns."""
_NUMBERS = 11.0
"""The width of the column with the numbers of the rounds, in mm."""
_LINE, _LABELS = 6.4, 5.0
"""The height of a line for a name or a start, and of the labels above the rows, in mm."""
_HIGHEST = 9.0
"""The greatest height of a row, in mm."""
MOST_PAGES = 12
"""The most pages with rounds: for games that are longer still, people print the sheet again."""


def round_pages(setup: PageSetup, table: RoundTable, rounds: int) -> Iterator[PageDraft]:
    """Pages with a row for each of so many rounds, or a few more, so that the rows fill the pages.

    Where the players have no room side by side, the pages lie on their side; where that is not enough,
    groups of about equal size have pages of their own.
    """
    players = len(table.players)
    setups = (setup,) if setup.paper.width > setup.paper.height else (setup, setup.turned)
    groups = [ceil(players / max(1, _most_columns(each, table))) for each in setups]
    lying, number_each = setups[groups.index(min(groups))], ceil(players / min(groups))
    for first in range(0, players, number_each):
        own = table._replace(players=table.players[first : first + number_each], above=() if first else table.above)
        pages = next((n for n in range(1, MOST_PAGES) if _rows(_rooms(lying, own, n), own.least) >= rounds), MOST_PAGES)
        rooms, high = _rooms(lying, own, pages), _HIGHEST
        while high > own.least and _rows(rooms, high) < rounds:
            high = max(own.least, high - 0.1)
        begun = 1
        for number, room in enumerate(rooms):
            rows = int(room.height / high)
            marks = [*_heads(lying, own, room, number == 0), *_rows_of_rounds(own, room, begun, rows)]
            foot = lying.body.below(room.bottom + 3)
            yield PageDraft(lying, [*marks, *fill(own.foot, [foot])[0]])
            begun += rows


def _most_columns(setup: PageSetup, table: RoundTable) -> int:
    """How many players have room side by side."""
    free = setup.body.width - _NUMBERS - fsum(wide for _, wide in table.beside)
    return int(free / (table.room + fsum(part.wide for part in table.parts)) + 1e-6)


def _rooms(setup: PageSetup, table: RoundTable, pages: int) -> list[Box]:
    """The room for rows on each of so many pages."""
    body, foot = setup.body, height(table.foot) + 3 if table.foot else 0.0
    lower = body._replace(height=body.height - foot)
    return [lower.below(body.y + _above_rows(setup, table, number == 0)) for number in range(pages)]


def _rows(rooms: Sequence[Box], high: float) -> int:
    return sum(int(room.height / high) for room in rooms)


def _column_width(setup: PageSetup, table: RoundTable) -> float:
    return (setup.body.width - _NUMBERS - fsum(wide for _, wide in table.beside)) / len(table.players)


def _blocks_above(setup: PageSetup, table: RoundTable, first: bool) -> list[Block]:
    return [heading(table.heading, setup.body.width), *(table.above if first else ())]


def _above_rows(setup: PageSetup, table: RoundTable, first: bool) -> float:
    """The height of all that stands above the rows of a page, the first one or another."""
    lines_ = 1 + (first and any(player.start for player in table.players))
    wide = _column_width(setup, table)
    boxes = max(len(_rows_of_states(player.states, wide - 2)) for player in table.players) if first else 0
    return height(_blocks_above(setup, table, first)) + lines_ * _LINE + boxes * _STATE_ROW + _LABELS


def _heads(setup: PageSetup, table: RoundTable, room: Box, first: bool) -> Iterator[Mark]:
    """What stands above the rows of a page, and the upright lines."""
    body, blocks, wide = setup.body, _blocks_above(setup, table, first), _column_width(setup, table)
    top = body.y + height(blocks)
    yield from fill(blocks, [body])[0]
    labels, edges = room.y - 1.6, [room.x + _NUMBERS + i * wide for i in range(len(table.players))]
    yield Text(Ink.QUIET, body.x, labels, SMALL, fit(table.round, _NUMBERS - 0.8, SMALL)[0])
    for x, player in zip(edges, table.players, strict=True):
        base = top + 4.6
        yield from blank(x + 1.4, base, x + wide - 1.6, player.label, SMALL)
        if first and player.start:
            base += _LINE
            yield from blank(x + 1.4, base, x + wide - 1.6, player.start, SMALL)
        for states in _rows_of_states(player.states, wide - 2) if first else ():
            base += _STATE_ROW
            yield from boxes_of_states(x + 1.4, base, states)
        for at, part, part_wide in _parts(table, x, wide):
            yield Text(Ink.QUIET, at + 1.2, labels, SMALL, fit(part.label, part_wide - 1.2, SMALL)[0])
            if at > x:
                yield line(Ink.BLANK, (at, room.y), (at, room.bottom))
    x = body.right - fsum(wide for _, wide in table.beside)
    for label, column in table.beside:
        yield Text(Ink.QUIET, x + 1.2, labels, SMALL, fit(label, column - 1.2, SMALL)[0])
        edges.append(x)
        x += column
    yield lines(Ink.HAIRLINE, [((x, top), (x, room.bottom)) for x in edges])


def _parts(table: RoundTable, x: float, wide: float) -> Iterator[tuple[float, ColumnPart, float]]:
    """Where each part of a column begins, and how wide it is."""
    rest = wide - fsum(part.wide for part in table.parts)
    shares = fsum(part.share for part in table.parts if not part.wide)
    for part in table.parts:
        part_wide = part.wide or rest * part.share / shares
        yield x, part, part_wide
        x += part_wide


def _rows_of_rounds(table: RoundTable, room: Box, first: int, number: int) -> Iterator[Mark]:
    high, right = room.height / number, room.right
    yield line(Ink.RULE, (room.x, room.y), (right, room.y))
    levels = [room.y + i * high for i in range(1, number + 1)]
    yield lines(Ink.HAIRLINE, [((room.x, y), (right, y)) for y in levels])
    wide = (room.width - _NUMBERS - fsum(wide for _, wide in table.beside)) / len(table.players)
    places = [
        (at + (k + 0.5) * part_wide / len(part.letters), letter)
        for i in range(len(table.players))
        for at, part, part_wide in _parts(table, room.x + _NUMBERS + i * wide, wide)
        for k, letter in enumerate(part.letters)
    ]
    for i in range(number):
        base = room.y + (i + 0.5) * high + cap_height(SMALL) / 2
        yield Text(Ink.QUIET, room.x + _NUMBERS - 1.6, base, SMALL, str(first + i), anchor="end")
        for x, letter in places:
            yield Text(Ink.QUIET, x, base, SMALL, letter, anchor="middle")


# --- boxes to tick -----------------------------------------------------------------------------------------------


def _rows_of_states(states: Sequence[Sequence[TickBoxes]], wide: float) -> list[list[TickBoxes]]:
    """Rows of boxes to tick; a row that is too wide continues below, and too many boxes become a line to write on."""
    found = list[list[TickBoxes]]()
    for row in states:
        found.append([])
        for words, number in row:
            state = words, number if states_width([(words, number)]) <= wide else 0
            longer = [*found[-1], state]
            fits = states_width(longer) <= wide or not found[-1]
            found[-1:] = [longer] if fits else [found[-1], [state]]
    return [row for row in found if row]


def ticked(rows: Sequence[Sequence[TickBoxes]], label: str, wide: float) -> Block:
    """Rows of boxes to tick, the first after a label; a row that is too wide continues below."""
    indent = width(label, BODY) + 4
    rows = _rows_of_states(rows, wide - indent)

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.QUIET, x, y + 4.2, BODY, label)
        for i, states in enumerate(rows):
            yield from boxes_of_states(x + indent, y + 4.2 + i * _STATE_ROW, states)

    return Block(max(1, len(rows)) * _STATE_ROW, draw, 1)


def states_width(states: Sequence[TickBoxes]) -> float:
    more = sum(number - 1 for _, number in states if number)
    written = _WRITTEN * sum(not number for _, number in states)
    return ticks_width([words for words, _ in states]) + more * _STATE_BOX + written


def boxes_of_states(x: float, y: float, states: Sequence[TickBoxes]) -> Iterator[Mark]:
    """Boxes to tick for each state, followed by its words, from x on the baseline y."""
    for words, number in states:
        if not number:
            to = x + width(words, SMALL) + _WRITTEN
            yield from blank(x, y, to, words, SMALL)
            x = to + 4.0
            continue
        for i in range(number - 1):
            yield rectangle(Ink.BOX, Box(x + i * _STATE_BOX, y - 3.1, 3.6, 3.6), 0.6)
        x += (number - 1) * _STATE_BOX
        yield from ticks(x, y, [words])
        x += ticks_width([words]) + 4.0


# --- letters and lines -------------------------------------------------------------------------------------------


def glossary(title: str, pairs: Sequence[Sequence[str]], wide: float) -> Block:
    """Letters in bold with their meanings, side by side, on as many lines as they need."""
    placed: list[tuple[float, int, str, str]] = []
    at, down = 18.0, 0
    for letter, meaning in pairs:
        long = width(letter, SMALL, bold=True) + 1.2 + width(meaning, SMALL)
        if at + long > wide:
            at, down = 18.0, down + 1
        placed.append((at, down, letter, meaning))
        at += long + 3.2

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.QUIET, x, y + 3.6, SMALL, title)
        for right, row_, letter, meaning in placed:
            base = y + 3.6 + row_ * SMALL * LEADING
            yield Text(Ink.TEXT, x + right, base, SMALL, letter, True)
            yield Text(Ink.TEXT, x + right + width(letter, SMALL, bold=True) + 1.2, base, SMALL, meaning)

    return Block((down + 1) * SMALL * LEADING + 0.6, draw)
