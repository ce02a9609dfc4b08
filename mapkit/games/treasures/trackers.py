"""What the game master keeps track of on paper: each player, treasures, rounds, shelves and monsters (TX-85)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mapkit.games.treasures.modules import ModuleWords
from mapkit.model.grid import Cell
from mapkit.paper.blank_forms import AGAIN, tracker_pages
from mapkit.paper.drawing import (
    BODY,
    SMALL,
    Block,
    PageSetup,
    blank,
    boxes,
    fill,
    heading,
    height,
    in_pages,
    one_block,
    with_notes,
)
from mapkit.paper.sheet import Ink, Mark, Text, width

Places = Callable[[str], Sequence[Cell]]
"""Returns the cells of a kind."""

_MOST = 56
"""The most treasures below the players; further ones have pages of their own."""
_BELOW = 50.0
"""How high all that stands below the players may be, in mm; if it is higher, it has pages of its own."""
_ROUNDS = 40
"""How many rounds there are to cross out."""
_ACROSS, _HIGH = 17, 8.3
"""How many boxes stand in a row for the tiles of a monster, and how high boxes are, in mm."""
_STEPS = {"bear": 5, "dog": 2, "zombie": 1}
"""The rows of boxes of each monster.

A bear steps in every turn, a dog in each round, and a zombie in every second round.
"""
_ITEMS = 3
"""For how many items, one after the other, a hand has room."""


def tracker(setup: PageSetup, players: int, places: Places, more: ModuleWords) -> Iterator[list[Mark]]:
    """The pages of the tracker: the players with their states, then treasures, rounds, shelves and monsters."""
    words, of_modules = more.base["tracker"], more.of_modules.get("tracker", {})
    body, title = setup.body, setup.words["tracker"]["heading"]
    first, *further = _treasures(setup, places, words, more)
    things = list[Block]()
    if more.tracks_rounds:
        numbers = [str(number + 1) for number in range(_ROUNDS)]
        things.append(_boxed(of_modules["round"], numbers, body.width, 20))
    for cell in places("donation"):
        label = of_modules["shelf"].format(cell=cell)
        items = of_modules["then"].format(items=more.filled("{donated}"))
        things.append(_line(label, items, body.width))
    for name, label in more.monsters.items():
        lair = next(iter(places(name)), "")
        things.append(_boxed(label, [lair, *[""] * (_ACROSS * _STEPS[name] - 1)], body.width, _ACROSS))
        things += [_fallen(of_modules["fallen"], body.width)] if name == "zombie" else []
    apart = bool(things) and height([first, *things]) > _BELOW
    last = first if apart or not things else one_block([first, *things])
    states = [(state, AGAIN) for state in words["states"]]
    states += [(state, AGAIN if again else 1) for state, again in more.states]
    hands = [((name, 0), *((">", 0),) * (_ITEMS - 1)) for name in more.hands]
    yield from tracker_pages(setup, players, states, last, hands)
    for block in further:
        yield fill([block], [body])[0]
    if apart:
        for page in in_pages([heading(title, body.width), *things], body, 1):
            yield with_notes(page, body, setup)


def _treasures(setup: PageSetup, places: Places, words: Mapping[str, Any], more: ModuleWords) -> Iterator[Block]:
    """For each treasure where it lies and room for where it lies later: half a page, then further pages."""
    body, kinds = setup.body, more.kinds_of_treasures
    found = list(places("treasure"))
    found += [f"{cell} ({name})" for kind, name in kinds.items() for cell in places(kind)]
    yield _some_treasures(found[:_MOST], body.width, words, 2 if kinds else 3)
    page = 4 * int((body.height - 6) / 7.0)
    for first in range(_MOST, len(found), page):
        yield _some_treasures(found[first : first + page], body.width, words, 2 if kinds else 3)


def _some_treasures(found: Sequence[str], wide: float, words: Mapping[str, str], across: int) -> Block:
    columns, row = (across, 8.0) if len(found) <= 4 * across else (4, 7.0)

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 5, BODY, words["treasures"], True)
        for i, cell in enumerate(found):
            at = x + 24 + (i % columns) * (wide - 24) / columns
            end = at + (wide - 24) / columns - 5
            yield from blank(at, y + 5 + i // columns * row, end, words["then"].format(cell=cell))

    return Block(row * max(1, -(-len(found) // columns)), draw, 6)


def _boxed(label: str, words: Sequence[str], wide: float, across: int) -> Block:
    """A label, and below it boxes with words in their corners."""
    each = wide / across

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 5, BODY, label, True)
        for first in range(0, len(words), across):
            top = y + 7 + first // across * (_HIGH + 1)
            yield from boxes(x, top, across, each, _HIGH)
            row = enumerate(words[first : first + across])
            yield from (Text(Ink.QUIET, x + i * each + 0.8, top + 3.1, SMALL, word) for i, word in row if word)

    return Block(7 + -(-len(words) // across) * (_HIGH + 1), draw, 4)


def _line(label: str, words: str, wide: float) -> Block:
    """A label in bold, then words and a line to write on."""

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 5, BODY, label, True)
        yield from blank(x + width(label, BODY, bold=True) + 3, y + 5, x + wide, words)

    return Block(8.0, draw, 2)


def _fallen(label: str, wide: float) -> Block:
    """A label, and short lines for numbers of rounds."""

    def draw(x: float, y: float) -> Iterator[Mark]:
        after, each = x + width(label, BODY), 14.0
        yield Text(Ink.QUIET, x, y + 5, BODY, label)
        for i in range(int((wide + x - after) / each)):
            yield from blank(after + i * each, y + 5, after + (i + 1) * each, "")

    return Block(8.0, draw)
