"""The rule card: the sentences of the rules in force, with their numbers, as sheets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import fsum
from typing import Any, NamedTuple, TypeVar

from mapkit.language.catalogue import SHARED, Words, holds, texts, without_absent
from mapkit.language.wording import translated
from mapkit.model.design import Section
from mapkit.model.rule import Rule
from mapkit.paper.drawing import (
    Block,
    PageSetup,
    as_pages,
    balanced_height,
    columns,
    entry,
    fill,
    heading,
    height,
    one_block,
    paragraph,
)
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import LEAST_TEXT, LETTER, Box, Ink, Mark, Page, Text, line, width

P = TypeVar("P")


class MapRules(NamedTuple):
    """The rules of a map on its card."""

    heading: str = ""
    entries: tuple[tuple[str, str], ...] = ()
    """Each sentence with its number before it."""
    counts: tuple[tuple[str, str, str], ...] = ()
    """The number of a rule, what it counts, such as `Shops`, and how many there are; a table below the sentences."""


class ExampleRow(NamedTuple):
    """What a player says in an example, what everybody hears then, and what the player has drawn."""

    said: str
    heard: Sequence[str]
    remark: str = ""
    draw: Callable[[Box], Iterable[Mark]] | None = None
    """The picture; None where nothing new is drawn."""
    tall: float = 1.0
    """The picture's height in widths of it."""
    share: float = 0.36
    """The picture's share of the width; with more than half of it the picture stands above the words."""


class Example(NamedTuple):
    """A turn in words and pictures."""

    heading: str
    rows: Sequence[ExampleRow]


def playing_blind(edition: Edition, players: int, more: Collection[str] = ()) -> Section:
    """How a game with a secret map is played; `more` has `lost` where players are not told where they begin."""
    force = edition.conditions | ({"others"} if players > 1 else set()) | {*more}
    words = without_absent(texts(SHARED, edition.language)["blind"], force)
    return Section(words["heading"], tuple(("", text) for text in words["entries"]))


def in_brief(words: Words, force: Collection[str] | None = None) -> tuple[Section, ...]:
    """A game in brief: the sections at the head of its rule card.

    A section may have a condition, its `when`, and so may an entry, its third word; without `force` all of them hold.
    """

    def is_there(*when: str) -> bool:
        return force is None or holds(" ".join(when), force)

    return tuple(
        Section(part["heading"], tuple((number, text) for number, text, *when in part["entries"] if is_there(*when)))
        for part in words["card"]
        if is_there(part.get("when", ""))
    )


def rules_section(
    heading: str,
    rules: Iterable[Rule[P]],
    params: P,
    language: str,
    left_off: Collection[str] = (),
    usual: Collection[Rule[Any]] = (),
) -> MapRules:
    """The rules that are in force.

    `left_off` are those of the `usual` ones that no player needs: their numbers, or settings that their sentences name.
    """
    off = {rule for rule in usual if {rule.number, *rule.settings} & {*left_off}}
    return in_a_table(heading, (rule for rule in rules if rule.applies(params) and rule not in off), params, language)


def in_a_table(heading: str, rules: Iterable[Rule[P]], params: P, language: str) -> MapRules:
    """The rules in a language; the table has those that name one number and end in it, as `Shops: {shop}.` does."""
    entries, counts = list[tuple[str, str]](), list[tuple[str, str, str]]()
    for rule in rules:
        said = rule.text(params)
        text, numbers = translated(said, language), [translated(number, language) for number in said.args.values()]
        if len(numbers) == 1 and text.endswith(end := f": {numbers[0]}."):
            counts.append((rule.number, text.removesuffix(end), numbers[0]))
        else:
            entries.append((rule.number, text))
    return MapRules(heading, tuple(entries), tuple(counts))


_NONE = MapRules()


Part = Section | Example


def rule_card(setup: PageSetup, sections: Sequence[Part], rules: MapRules = _NONE) -> tuple[Page, ...]:
    """The sections, then the rules of the map if it has any that players need, as separate sheets."""
    sections = numbered(sections, setup.edition)
    if not setup.edition.numbers:
        entries, counts = _unnumbered(Section(rules.heading, rules.entries)).entries, rules.counts
        rules = MapRules(rules.heading, entries, tuple(("", name, number) for _, name, number in counts))
    least = _FOR_WEAK_EYES if setup.edition.big else _LEAST_TYPE
    return as_pages(setup, [*card_pages(setup.body, sections, rules, least)] or [[]])


def numbered(sections: Sequence[Part], edition: Edition) -> Sequence[Part]:
    """The sections as an edition has them: with the numbers of rules or without."""
    if edition.numbers:
        return sections
    return [part if isinstance(part, Example) else _unnumbered(part) for part in sections]


def _unnumbered(section: Section) -> Section:
    """The section without the numbers of rules; the options of a code, such as G2, stay."""
    return section._replace(entries=tuple(("" if "-" in number else number, text) for number, text in section.entries))


def card_pages(
    box: Box, sections: Sequence[Part], rules: MapRules = _NONE, least: float = LEAST_TEXT
) -> Iterator[list[Mark]]:
    """The sections, then the rules of the map, in columns: on as few pages as possible, in type as large as fits.

    No type is smaller than `least` mm.
    """
    number = max(1, round(box.width / _COLUMN))
    # the lines of the first type are close together; then come those that are larger, step by step
    pages = _flow((least, 1.2), box, number, sections, rules)
    if len(pages) > _MOST_PAGES and least == _LEAST_TYPE:
        least = LEAST_TEXT
        pages = _flow((least, 1.2), box, number, sections, rules)
    most = max(_MOST_TYPE, least * 1.3) * max(1.0, box.width / LETTER.inside.width)
    for type_ in ((least + step / 10, 1.28) for step in range(int((most - least) * 10) + 1)):
        larger = _flow(type_, box, number, sections, rules)
        if len(larger) > len(pages):
            break
        pages = larger
    for blocks in pages:
        high = balanced_height(blocks, box, number, _GAP) or box.height
        yield fill(blocks, columns(box._replace(height=high), number, _GAP))[0]


_Type = tuple[float, float]
"""The size of the type, and the distance from baseline to baseline in sizes of it."""
_COLUMN, _GAP = 92.0, 8.0
"""About the width of a column, and the gap between two, in mm."""
_LEAST_TYPE, _MOST_TYPE, _FOR_WEAK_EYES = 4.24, 5.6, 5.65
"""The least type of a card of at most so many pages, 12 points; the largest on A4 and Letter; the least for weak eyes,
16 points; in mm."""
_MOST_PAGES = 2


def _flow(type_: _Type, box: Box, number: int, sections: Sequence[Part], rules: MapRules) -> list[Sequence[Block]]:
    wide = columns(box, number, _GAP)[0].width
    parts = [
        tuple(
            _example(part, wide, type_)
            if isinstance(part, Example)
            else _blocks(part, wide, _margin(part.entries), type_)
        )
        for part in sections
        if (part.rows if isinstance(part, Example) else part.entries)
    ]
    if rules.entries or rules.counts:
        margin = _margin([*rules.entries, *rules.counts])
        counted = (_table_row(*row, wide, margin, type_) for row in rules.counts)
        parts.append((*_blocks(Section(rules.heading, rules.entries), wide, margin, type_), *counted))
    blocks, whole, pages = tuple(chain(*parts)), tuple(map(one_block, filter(None, parts))), list[Sequence[Block]]()
    least, high = (balanced_height(each, box, number, _GAP) for each in (blocks, whole))
    if least is not None and high is not None and high <= 1.15 * least:  # no large gap is left in a column
        blocks = whole
    while blocks:
        taken = fill(blocks, columns(box, number, _GAP))[1]
        pages.append(blocks[:taken])
        blocks = blocks[taken:]
    return pages


def _margin(entries: Iterable[Sequence[str]]) -> float:
    """The room for the numbers before entries, in mm."""
    return min(20.0, max((width(number, LEAST_TEXT) + 2.0 for number, *_ in entries if number), default=0.0))


def _blocks(section: Section, wide: float, margin: float, type_: _Type) -> Iterator[Block]:
    size, leading = type_
    yield heading(section.heading, wide, size * (leading - 0.1), size * 1.2)
    for number, text in section.entries:
        yield from entry(number, text, wide, margin, size=size, above=size * (leading - 0.95), leading=leading)


def _example(example: Example, wide: float, type_: _Type) -> Iterator[Block]:
    size, leading = type_
    yield heading(example.heading, wide, size * (leading - 0.1), size * 1.2)
    for row in example.rows:
        share = max(row.share, 0.62) if size >= _FOR_WEAK_EYES else row.share
        side, above = share * wide if row.draw else 0.0, share > 0.5
        room = wide if above or not side else wide - side - 3.0
        words = [*paragraph(row.said, room, size, bold=True, leading=leading)]
        words += [block for each in row.heard for block in paragraph(each, room, size, leading=leading)]
        words += paragraph(row.remark, room, size, leading=leading, above=size * (leading - 0.95)) if row.remark else ()
        high = height(words) + side * row.tall if above else max(height(words), side * row.tall)
        yield Block(high, partial(_drawn_row, row, words, room, side, above), size * (leading - 0.95) + 1.0)


def _drawn_row(
    row: ExampleRow, words: Sequence[Block], room: float, side: float, above: bool, x: float, y: float
) -> Iterator[Mark]:
    high = side * row.tall
    if row.draw:
        yield from row.draw(Box(x + ((room - side) / 2 if above else room + 3.0), y, side, high))
    yield from fill(words, [Box(x, y + (high if above else 0.0), room, 1e3)])[0]


def _table_row(number: str, name: str, value: str, wide: float, margin: float, type_: _Type) -> Block:
    """A row with the number of a rule, what it counts, and how many there are."""
    size, leading = type_
    right = width(value, size, bold=True)
    named = entry(number, name, wide - right - 3, margin, size=size, leading=leading)
    high = fsum(block.height for block in named) + 0.6

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield from fill(named, [Box(x, y, wide, high)])[0]
        yield Text(Ink.TEXT, x + wide, y + 0.8 * size * leading, size, value, True, "end")
        yield line(Ink.HAIRLINE, (x + margin, y + high), (x + wide, y + high))

    return Block(high, draw, 0.9)
