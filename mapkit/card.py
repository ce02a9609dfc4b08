"""The rule card: the rules in force in their own words, with their numbers, as sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeVar

from mapkit.drawing import Block, Running, bound, entry, heading, paged
from mapkit.rule import Rule
from mapkit.sheet import LEAST_TEXT, Paper, Sheet, width

P = TypeVar("P")


class Section(NamedTuple):
    """A heading with numbered sentences below it; a number may be empty."""

    heading: str
    entries: tuple[tuple[str, str], ...]


def rule_card(
    title: str,
    params: P,
    rules: Collection[Rule[P]],
    paper: Paper,
    sections: Sequence[Section] = (),
    *,
    kind: str = "Rule card",
    heading_of_rules: str = "The map",
) -> tuple[Sheet, ...]:
    """The sections, then the sentences of the rules with the numbers of these parameters, in two columns."""
    stated = Section(heading_of_rules, tuple((rule.number, rule.text(params)) for rule in rules))
    running = Running(paper, "card", title, kind)
    wide = (running.body.width - _GAP) / 2
    blocks = tuple(_blocks((*sections, stated), wide))
    return bound(running, tuple(paged(blocks, running.body, 2, _GAP)) or ((),))


_GAP = 9.0


def _blocks(sections: Sequence[Section], wide: float) -> Iterator[Block]:
    numbers = [number for section in sections for number, _ in section.entries]
    margin = min(20.0, max((width(number, LEAST_TEXT) for number in numbers), default=0.0) + 3.0)
    for section in sections:
        if section.entries:
            yield heading(section.heading, wide)
            for number, text in section.entries:
                yield from entry(number, text, wide, margin)
