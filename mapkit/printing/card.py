"""The rule card: the sentences of the rules in force, with their numbers, as sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from mapkit.game import Section
from mapkit.language import texts
from mapkit.printing.drawing import Block, Running, as_sheets, balanced_height, entry, heading, in_pages, one_block
from mapkit.rule import Rule
from mapkit.sheet import LEAST_TEXT, Box, Mark, Sheet, width

P = TypeVar("P")


def in_brief(game: str, language: str) -> tuple[Section, ...]:
    """A game in brief: the sections at the head of its rule card."""
    parts = texts(game, language)["card"]
    return tuple(Section(part["heading"], tuple(map(tuple, part["entries"]))) for part in parts)


def rules_section(heading: str, rules: Iterable[Rule[P]], params: P) -> Section:
    """A section with the sentences of the rules that are in force with these parameters."""
    return Section(heading, tuple((rule.number, rule.text(params)) for rule in rules if rule.applies(params)))


def rule_card(running: Running, sections: Sequence[Section], rules: Section) -> tuple[Sheet, ...]:
    """The sections, then the rules of the map, as separate sheets."""
    return as_sheets(running, [*card_pages(running.body, sections, rules)] or [[]])


def card_pages(box: Box, sections: Sequence[Section], rules: Section) -> Iterator[list[Mark]]:
    """The sections, then the rules of the map, in two columns, page after page.

    If everything does not fit on one page, the rules begin on a new page, the back of the card. If the sections alone
    take more than a page, the rules follow directly after them.
    """
    wide = (box.width - _GAP) / 2
    margin = _margin((*sections, rules))
    brief = [tuple(_blocks(section, wide, margin)) for section in sections if section.entries]
    full = tuple(_blocks(rules, wide, margin)) if rules.entries else ()
    whole, front = (balanced_height(blocks, box, 2, _GAP) for blocks in ((*chain(*brief), *full), tuple(chain(*brief))))
    if whole is not None or front is None:
        brief, full = [*brief, full], ()
    for blocks in (_whole(brief, box), full):
        yield from in_pages(blocks, box, 2, _GAP)


_GAP = 9.0


def _margin(sections: Sequence[Section]) -> float:
    """The width of the margin for the numbers, in mm."""
    numbers = [number for section in sections for number, _ in section.entries]
    return min(20.0, max((width(number, LEAST_TEXT) for number in numbers), default=0.0) + 3.0)


def _blocks(section: Section, wide: float, margin: float) -> Iterator[Block]:
    yield heading(section.heading, wide)
    for number, text in section.entries:
        yield from entry(number, text, wide, margin)


def _whole(sections: Sequence[Sequence[Block]], box: Box) -> Sequence[Block]:
    """The sections as blocks that are not divided, if that leaves no large gap in a column; else line by line."""
    flat, whole = tuple(chain(*sections)), tuple(one_block(section) for section in sections if section)
    least, high = balanced_height(flat, box, 2, _GAP), balanced_height(whole, box, 2, _GAP)
    return whole if least is not None and high is not None and high <= 1.3 * least else flat
