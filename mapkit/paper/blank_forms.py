"""Blank forms to write on: a player's log, the game master's log and tracker.

They are made only from what is public, and know no map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from types import MappingProxyType
from typing import Any

from mapkit.paper.drawing import (
    BODY,
    LARGE,
    LEADING,
    LEDGER_HEAD,
    SMALL,
    Block,
    PageSetup,
    blank,
    blanks,
    boxes,
    fill,
    heading,
    height,
    ledger,
    ledger_rows,
    ledgers,
    paragraph,
    ticks,
    ticks_width,
)
from mapkit.paper.sheet import Box, Ink, Mark, Text, cap_height, line, lines, rectangle, width
from mapkit.paper.tiling import parts

_TITLE = 8.5
"""The height of a heading, in mm."""
LOG_WIDTHS = MappingProxyType({"number": 9.0, "player": 19.0, "says": 27.0, "place": 15.0, "marks": 35.0})
"""The widths of the columns of a game master's log, in mm."""


# --- a player's log -----------------------------------------------------------------------------------------------


def moves_page(
    setup: PageSetup, words: Mapping[str, str], others: int, table: Sequence[tuple[str, float]]
) -> list[Mark]:
    """A player's log: numbered lines for moves and answers, and a table with a row for each other player.

    `table` has the headings of the columns with their widths in mm; the last column takes the rest of the width.
    `words` are `moves` and `others`.
    """
    body, others = setup.body, min(others, 7)
    foot = _TITLE + 5.5 + others * 8.5 if others else -5.0
    log = Box(body.x, body.y + _TITLE, body.width, body.height - _TITLE - foot - 5)
    marks = [*heading(words["moves"], body.width).draw(body.x, body.y)]
    said = ("", *setup.words["moves"].values())
    marks += ledgers(log, 2, 6, lambda wide: tuple(zip(said, (8.0, 17.0, 17.0, wide - 42.0), strict=True)), 7)
    if not others:
        return marks
    top = body.bottom - foot
    marks += heading(words["others"], body.width).draw(body.x, top)
    *first, (last, _) = table
    rest = body.width - fsum(wide for _, wide in first)
    below = Box(body.x, top + _TITLE, body.width, foot - _TITLE)
    return [*marks, *ledger(below, (*first, (last, rest)), 8.5)]


def turns_pages(
    setup: PageSetup, words: Mapping[str, str], others: int, kit: Sequence[Block], states: Sequence[TickBoxes]
) -> Iterator[list[Mark]]:
    """Front and back of a leaf with a row for each turn: the requests and answers of all players.

    On the front the blocks of `kit` stand above the table. Each other player has a column, headed by a line for the
    name and by boxes for the `states`; it has room for a request and, to its right, the answer. If there are too many
    players for a page, the last ones are on a leaf of their own. `words` are `moves`, `you`, `name`, `turn`, `asks` and
    `hears`.
    """
    body, others = setup.body, min(others, 7)
    seats, left = [words["you"], *[words["name"]] * others], body.x + 9.0
    for crowd in (seats[i : i + 5] for i in range(0, len(seats), 5)):
        first, wide = 1, (body.width - 9.0) / len(crowd)
        rows = [row for row in _rows_of_states(states, wide - 1.8, 0) if row] or [[]]
        lefts = [left + i * wide for i in range(len(crowd))]
        dividers = [left + (i + 0.36) * wide for i in range(len(crowd))]
        for above in (kit if crowd[0] == seats[0] else (), ()):
            blocks = [heading(words["moves"], body.width), *above]
            heads = body.y + height(blocks) + 3
            top = heads + 12.0 + 6.0 * len(rows)
            number = int((body.bottom - top) / 7.2)
            high = (body.bottom - top) / number
            marks = [*fill(blocks, [body])[0], Text(Ink.QUIET, body.x, top - 1.6, SMALL, words["turn"])]
            for x, divider, name in zip(lefts, dividers, crowd, strict=True):
                marks += blank(x + 2, heads + 4.6, x + wide - 2, name, SMALL)
                for k, row in enumerate(rows):
                    marks += boxes_of_states(x + 1.2, heads + 11.4 + k * _STATE_ROW, row)
                marks.append(Text(Ink.QUIET, x + 1.2, top - 1.6, SMALL, words["asks"]))
                marks.append(Text(Ink.QUIET, divider + 1.2, top - 1.6, SMALL, words["hears"]))
            levels = [top + i * high for i in range(1, number + 1)]
            marks.append(lines(Ink.HAIRLINE, [((body.x, y), (body.right, y)) for y in levels]))
            marks.append(line(Ink.RULE, (body.x, top), (body.right, top)))
            marks.append(lines(Ink.HAIRLINE, [((x, heads), (x, body.bottom)) for x in lefts]))
            marks.append(lines(Ink.BLANK, [((x, top), (x, body.bottom)) for x in dividers]))
            for i in range(number):
                base = top + (i + 0.5) * high + cap_height(SMALL) / 2
                marks.append(Text(Ink.QUIET, left - 1.6, base, SMALL, str(first + i), anchor="end"))
            yield marks
            first += number


def ticked(rows: Sequence[Sequence[TickBoxes]], label: str, wide: float) -> Block:
    """Rows of boxes to tick, the first after a label; a row that is too wide continues below."""
    indent = width(label, BODY) + 4
    rows = [piece for states in rows for piece in _rows_of_states(states, wide - indent, 0)]

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.QUIET, x, y + 4.2, BODY, label)
        for i, states in enumerate(rows):
            yield from boxes_of_states(x + indent, y + 4.2 + i * _STATE_ROW, states)

    return Block(max(1, len(rows)) * _STATE_ROW, draw, 1)


# --- the game master's tracker -----------------------------------------------------------------------------------


TickBoxes = tuple[str, int]
"""Something to keep track of: its words, and the number of boxes to tick; 0 for a line to write on."""
AGAIN = 4
"""The number of boxes for a state that comes and goes: each time it takes the next box."""
_WRITTEN = 30.0
"""The length of a line to write on, in mm."""


def tracker_pages(
    setup: PageSetup,
    players: int,
    states: Sequence[TickBoxes],
    last: Block,
    further: Sequence[Sequence[TickBoxes]] = (),
) -> Iterator[list[Mark]]:
    """For each player a name, boxes to tick for the states, and boxes for moves, which fill the pages.

    The block `last` stands at the end. Each sequence of states in `further` begins a row of its own.
    """
    body, words = setup.body, setup.words["tracker"]
    rows = _rows_of_states(states, body.width)
    rows += [row for each in further for row in _rows_of_states(each, body.width, 6)]
    head = [heading(words["heading"], body.width)]
    if any(number >= AGAIN for _, number in states):
        head += paragraph(words["again"], body.width, SMALL, ink=Ink.QUIET)
    room, least = body.height - height(head) - last.height - 6, 34 + (len(rows) - 1) * _STATE_ROW
    pages = [len(part) for part in reversed(parts(players, max(1, int(room / least))))]
    for page, number in enumerate(pages):
        first, end = 1 + sum(pages[:page]), [last] if page == len(pages) - 1 else []
        high = (body.height - height([*head, *end]) - 6) / number - 4
        each = (_player_tracker(n, rows, setup, high) for n in range(first, first + number))
        yield fill([*head, *each, *end], [body])[0]


_STATE_ROW, _STATE_BOX = 6.0, 4.4
"""The distance from row to row, and from box to box of a state, in mm."""
_NAME = 52.0
"""The width for a player's number and name beside the first row of states, in mm."""


def _rows_of_states(states: Sequence[TickBoxes], wide: float, beside: float = _NAME) -> list[list[TickBoxes]]:
    """The states in as many rows as they need; the first row leaves `beside` mm for a name."""
    rows: list[list[TickBoxes]] = [[]]
    for state in states:
        longer = [*rows[-1], state]
        fits = states_width(longer) <= wide - (beside if len(rows) == 1 else 6)
        rows[-1:] = [longer] if fits or not rows[-1] else [rows[-1], [state]]
    return rows


def states_width(states: Sequence[TickBoxes]) -> float:
    more = sum(number - 1 for _, number in states if number)
    written = _WRITTEN * sum(not number for _, number in states)
    return ticks_width([words for words, _ in states]) + more * _STATE_BOX + written


def _player_tracker(number: int, rows: Sequence[Sequence[TickBoxes]], setup: PageSetup, high: float) -> Block:
    wide, words = setup.body.width, setup.words
    used = 9 + (len(rows) - 1) * _STATE_ROW

    def draw(x: float, y: float) -> Iterator[Mark]:
        left = x + wide - states_width(rows[0])
        yield Text(Ink.TEXT, x, y + 5, LARGE, str(number), True)
        yield from blank(x + 6, y + 5, left - 6, words["name"])
        for i, states in enumerate(rows):
            yield from boxes_of_states(left if i == 0 else x + 6, y + 5 + i * _STATE_ROW, states)
        # boxes for the start and each place after it; every fifth box is numbered
        down, across = max(1, int((high - used - 2) / 9.5)), 17
        step, row = wide / across, (high - used - 2) / down
        for i in range(down):
            top = y + used + i * row
            yield from boxes(x, top, across, step, row - 1.2)
            for move in range(-(-i * across // 5) * 5, (i + 1) * across, 5):
                label, at = str(move) if move else words["tracker"]["start"], x + move % across * step
                yield Text(Ink.QUIET, at + 0.8, top + 3.1, SMALL, label)

    return Block(high, draw, 4)


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


# --- the game master's log ---------------------------------------------------------------------------------------

_LOG_ROW = 8.0
"""The least height of a row to write in, in mm."""


def log_pages(
    setup: PageSetup, players: int, cells: int, words: Mapping[str, Any], widths: Mapping[str, float] = LOG_WIDTHS
) -> Iterator[list[Mark]]:
    """Leaves with numbered rows, front and back; the players stand above the first, abbreviations below all.

    They have about a row for each player and each of the cells: most games take fewer turns.
    `words` are `head`, `order`, `start`, `columns`, `circle` (letters that are circled where they hold) and
    `abbreviations`. `widths` are those of all columns but the answer and the notes, in mm.
    """
    body = setup.body
    foot = [
        _glossary(title, [tuple(pair.split(" ", 1)) for pair in pairs], body.width)
        for title, pairs in words["abbreviations"]
    ]
    bottom, first = body.bottom - height(foot), 1
    for page in range(12):  # for games that are longer still, people print the sheet again
        if page and page % 2 == 0 and first > players * cells:
            return
        marks, top = _log_head(players, setup, words) if page == 0 else ([], body.y)
        table = Box(body.x, top, body.width, bottom - 4 - top)
        rest = body.width - fsum(widths.values())
        share = {"answer": rest * 0.55, "notes": rest * 0.45} if "notes" in words["columns"] else {"answer": rest}
        headings = [(name, widths.get(name) or share[name]) for name in words["columns"]]
        marks += ledger(table, tuple((words["columns"][name], wide) for name, wide in headings), _LOG_ROW, first)
        # pale letters in every row, to circle what is true of the player after the turn
        letters = words["circle"]
        left = table.x + fsum(wide for _, wide in headings[: [name for name, _ in headings].index("marks")])
        number = ledger_rows(table, _LOG_ROW)
        high = (table.height - LEDGER_HEAD) / number
        step = dict(headings)["marks"] / len(letters)
        for i in range(number):
            base = table.y + LEDGER_HEAD + (i + 0.5) * high + cap_height(SMALL) / 2
            for j, letter in enumerate(letters):
                marks.append(Text(Ink.QUIET, left + (j + 0.5) * step, base, SMALL, letter, anchor="middle"))
        marks += fill(foot, [Box(body.x, bottom, body.width, body.bottom - bottom)])[0]
        first += ledger_rows(table, _LOG_ROW)
        yield marks


def _log_head(players: int, setup: PageSetup, words: Mapping[str, Any]) -> tuple[list[Mark], float]:
    """Lines for date and game master, a box for each player in the order of turns, and the y where these end."""
    body = setup.body
    edges = [body.x + body.width * share for share in (0, 0.28, 0.68, 1)]
    marks = [*blanks(body.y + 4.5, edges, words["head"], 5)]
    top = body.y + 9
    marks += heading(words["order"], body.width).draw(body.x, top)
    number = min(max(players, 2), 8)
    across = number if number <= 5 else -(-number // 2)
    wide, high = (body.width + 1.5) / across, 13.0
    for i in range(number):
        box = Box(body.x + i % across * wide, top + 10 + i // across * (high + 1.5), wide - 1.5, high)
        # a box for a player's number and name, with a line for the start below
        marks.append(rectangle(Ink.BOX, box, 1.0))
        marks.append(Text(Ink.TEXT, box.x + 1.8, box.y + 5.0, LARGE, str(i + 1), True))
        marks.append(line(Ink.HAIRLINE, (box.x + 6.5, box.y + 6.2), (box.right - 1.8, box.y + 6.2)))
        marks.append(Text(Ink.QUIET, box.x + 1.8, box.y + 11.2, SMALL, words["start"]))
        after = box.x + 3.4 + width(words["start"], SMALL)
        marks.append(line(Ink.HAIRLINE, (after, box.y + 11.8), (box.right - 1.8, box.y + 11.8)))
    return marks, top + 10 + -(-number // across) * (high + 1.5) + 2.5


def _glossary(title: str, pairs: Sequence[tuple[str, ...]], wide: float) -> Block:
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
