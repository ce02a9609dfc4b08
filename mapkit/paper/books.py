"""Books of maps: a title page with the contents, the rules, the players' pages, and the game master's with an index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from math import inf
from statistics import median
from typing import Any, NamedTuple

from mapkit.language.catalogue import form
from mapkit.language.wording import translated
from mapkit.model.analysis import Ask, Measure
from mapkit.model.map import Map, Public
from mapkit.model.message import NOTHING
from mapkit.paper.binding import bookmarked, index, paginated
from mapkit.paper.drawing import BODY, Block, PageSetup, as_pages, balanced_height, columns, fill, heading, in_pages
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.packs import on_leaves
from mapkit.paper.press import Press
from mapkit.paper.sheet import Ink, Mark, Page, Text, fit, rectangle
from mapkit.paper.sheets import BoundPages

_RULES = "card"
"""The sheet with the rules; a book has it once for all maps with the same rules."""


class BookMap(NamedTuple):
    """A map of a book."""

    map: Map[Any]
    source: str
    """The name of its file, which stands on secret pages; empty for none."""
    legal: bool = True
    """Whether the map keeps its rules; only such maps are measured."""


def bound(
    press: Press, entries: Sequence[BookMap], players: Sequence[str], secret: Sequence[str], *, apart: bool = False
) -> BoundPages:
    """The pages of a book of maps of one game, in the order given, with these sheets of each map.

    Those for players come once for all maps for which they are the same.
    The game master's pages begin on the front of a leaf, and nothing stands on the back of what is cut. With `apart`
    they are for a file of their own, with numbers from 1. The index among them sorts the maps by what their game
    measures.
    """
    game, edition = entries[0].map.game, press.edition(entries[0].map.game)
    setup = PageSetup(edition, "book", press.title(game), edition.words["book"]["kind"])
    words = edition.words["book"]
    numbered = list[BookMap]()
    for number, entry in enumerate(entries, 1):
        title = f"{number} · {entry.map.title}" if entry.map.title else words["map"].format(number=number)
        numbered.append(entry._replace(map=replace(entry.map, title=title)))
    rules = [name for name in players if name == _RULES]
    others = [name for name in players if name != _RULES]
    front = [*_alike(press, entries, rules, words["rules"], words["rules_of"])]
    front += _alike(press, entries, others, words["players"], words["players_of"])
    back, marks = list[Page](), dict[Mark, Mark]()  # equal marks of many pages are kept once, which halves the memory
    for entry in numbered:
        drawn = press._replace(source=entry.source).drawn(entry.map, secret).values()
        shared = [
            replace(page, marks=tuple(marks.setdefault(mark, mark) for mark in page.marks), secret=True)
            for sheet in drawn
            for page in sheet
        ]
        back += bookmarked(shared, entry.map.title)
    together, leaf = bool(back) and not apart, press.leaf
    opening = _opening(setup, [*_starts(front), *([(words["secret"], 0)] * together)], len(entries))
    pages = on_leaves([*opening, *front], leaf, whole=together)
    before, own = len(pages) if together else 0, len(opening)
    listed = [*_starts(pages[own:], own + 1), *([(words["secret"], before + 1)] * together)]
    pages[:own] = _opening(setup, listed, len(entries))
    if len(_starts(back)) > 1:
        measured = {book_map.map.title: _measured(book_map) for book_map in numbered}
        index_ = _index(setup, measured, _starts(back))
        back, own = on_leaves([*index_, *back], leaf, whole=False), len(index_)
        back[:own] = _index(setup, measured, _starts(back[own:], before + own + 1))
    else:
        back = on_leaves(back, leaf, whole=False)
    return paginated(pages, back, apart=apart)


def _alike(
    press: Press, entries: Sequence[BookMap], names: Sequence[str], words: str, words_of: Sequence[str]
) -> Iterator[Page]:
    """The pages of some sheets, once for all maps for which they are the same but for the title.

    The contents call them `words`, or `words_of` one map or several where they differ.
    """
    public = {*names} <= {*paper_of(entries[0].map.game).public}
    numbers: dict[Public | int, list[int]] = defaultdict(list)
    for number, entry in enumerate(entries, 1):
        numbers[entry.map.public._replace(title="") if public else number].append(number)
    alike: dict[tuple[Page, ...], list[int]] = defaultdict(list)
    for those in numbers.values():
        if pages := _drawn(press, entries[those[0] - 1].map, names, ""):
            alike[pages] += those
    for pages, those in alike.items():
        if len(those) == len(entries):
            yield from bookmarked(pages, words)
        else:
            runs: list[list[int]] = []
            for number in sorted(those):
                if runs and number == runs[-1][-1] + 1:
                    runs[-1].append(number)
                else:
                    runs.append([number])
            told = ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
            several = len(those) > 1
            said = press.edition(entries[0].map.game).words["book"]
            title = said["maps" if several else "map"].format(numbers=told, number=told)
            of_these = words_of[several].format(numbers=told)
            yield from bookmarked(_drawn(press, entries[those[0] - 1].map, names, title), of_these)


def _drawn(press: Press, map_: Map[Any], names: Sequence[str], title: str) -> tuple[Page, ...]:
    """The pages of some sheets under a title; those of which something is cut out come last, which saves leaves."""
    pages = chain.from_iterable(press.drawn(replace(map_, title=title), names).values())
    return tuple(sorted(pages, key=lambda page: page.cut))


def _starts(pages: Sequence[Page], first: int = 1) -> list[tuple[str, int]]:
    """The chapters, and the page on which each begins; `first` is the number of the first page."""
    return [(page.bookmark, number) for number, page in enumerate(pages, first) if page.bookmark]


# --- title page and index ----------------------------------------------------------------------------------------


def _opening(setup: PageSetup, listed: Sequence[tuple[str, int]], maps: int) -> tuple[Page, ...]:
    """The title page with the contents, each with its page; they may go on after it."""
    words, inside = setup.words["book"], setup.paper.inside
    number = 1 if len(listed) <= 24 else 2  # columns of contents
    wide = columns(setup.body, number)[0].width
    rows = [heading(words["contents"], wide), *(_listed(name, page, wide) for name, page in listed)]
    room = setup.body.below(inside.y + 62)
    high = balanced_height(rows, room, number)
    marks, taken = fill(rows, columns(room._replace(height=high or room.height), number))
    cover, *more = as_pages(setup, [[], *in_pages(rows[taken:], setup.body, number)])
    x, y = inside.middle[0], inside.y + 26
    name, size = fit(setup.title, inside.width, 19, bold=True)
    number_of_maps = form(words["count"], maps, setup.edition.language).format(number=maps)
    titled = (
        Text(Ink.TEXT, x, y, size, name, True, "middle"),
        rectangle(Ink.SOLID, setup.body._replace(x=x - 27, y=y + 7, width=54, height=0.8)),
        Text(Ink.TEXT, x, y + 17, 6, number_of_maps, False, "middle"),
    )
    return replace(cover, marks=(*titled, *marks), bookmark=words["contents"]), *more


def _listed(name: str, page: int, wide: float) -> Block:
    words, size = fit(name, wide - 14, BODY)

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 4.6, size, words)
        yield Text(Ink.TEXT, x + wide, y + 4.6, BODY, str(page), anchor="end")

    return Block(6.4, draw)


def _index(
    setup: PageSetup, measured: Mapping[str, Measure | None], starts: Sequence[tuple[str, int]]
) -> tuple[Page, ...]:
    words, said = setup.words["book"], partial(translated, language=setup.edition.language)
    label = next((measure.label for measure in measured.values() if measure), NOTHING)
    named = replace(setup, sheet_kind=f"{words['index']} · {words['secret']}", badge=setup.words["secret"])
    ranked = sorted(starts, key=lambda start: _rank(measured[start[0]]))
    rows = [(name, said(of.in_words) if (of := measured[name]) else "", str(page)) for name, page in ranked]
    return tuple(replace(page, secret=True) for page in index(named, ("", said(label), words["page"]), rows))


def _measured(entry: BookMap) -> Measure | None:
    """What the game sorts its maps by; None where it measures no such thing."""
    study = entry.map.game.study
    if not study or not study.ranked_by or not entry.legal:
        return None
    return study.analyse(entry.map, Ask(measures=(study.ranked_by,))).measures.get(study.ranked_by)


def _rank(measure: Measure | None) -> float:
    """The number that a map is sorted by; of several numbers, the median."""
    value = measure.value if measure else None
    numbers = [*value.values()] if isinstance(value, Mapping) else [value]
    return median([number for number in numbers if isinstance(number, int | float)] or [inf])
