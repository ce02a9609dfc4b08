"""The sheets of an evening in the order of the printer: what comes once, and a set for each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mapkit.paper.sheet import Page


class Leaf(NamedTuple):
    """How pages share a leaf of paper."""

    side: int = 1
    """How many stand on a side."""
    sides: int = 2
    """How many sides are printed."""

    @property
    def pages(self) -> int:
        return self.side * self.sides


ONE_PAGE = Leaf()


class SheetPack(NamedTuple):
    """The sheets of an evening."""

    once: tuple[str, ...]
    """The sheets that come once, with those for the game master."""
    each: tuple[str, ...]
    """The sheets that come once for each player; none where all play on the same ones."""
    cut: frozenset[str] = frozenset()
    """The sheets among them that are cut up whole, which no book has."""


class PagePart(NamedTuple):
    """Some pages that begin on the front of a leaf; blank ones fill their last leaf."""

    sheets: tuple[str, ...]
    pages: tuple[Page, ...]
    secret: bool


class PackPages(NamedTuple):
    """The pages of an evening."""

    once: tuple[PagePart, ...]
    sets: tuple[PagePart, ...]
    """A set for each player, with nothing secret in it; none where all play on the same sheets."""


def packed(
    drawn: Mapping[str, Sequence[Page]], pack: SheetPack, sets: int, leaf: Leaf = ONE_PAGE, player: str = "Player"
) -> PackPages:
    """The evening of the sheets that are drawn, with so many sets; `player` is the word for one in the bookmarks."""
    own = [name for name in pack.each if name in drawn and not drawn[name][0].secret]
    once = (
        PagePart((name,), _marked(on_leaves(pages, leaf), pages[0].kind), pages[0].secret)
        for name, pages in drawn.items()
        if name not in own
    )
    pages = sorted((page for name in own for page in drawn[name]), key=lambda page: page.cut)  # which saves leaves
    first = len(drawn[own[0]]) if own else 0
    apart = [replace(page, front=True) if n == first else page for n, page in enumerate(pages)]
    leaves = min((on_leaves(way, leaf) for way in (apart, pages)), key=len)  # a card alone, if that costs no leaf
    each = (
        PagePart(tuple(own), _marked(leaves, f"{player} {number} / {sets}"), secret=False)
        for number in range(1, sets + 1)
        if own
    )
    return PackPages(tuple(once), tuple(each))


def _marked(pages: Sequence[Page], bookmark: str) -> tuple[Page, ...]:
    return (replace(pages[0], bookmark=bookmark), *pages[1:])


def on_leaves(pages: Iterable[Page], leaf: Leaf = ONE_PAGE, *, whole: bool = True) -> list[Page]:
    """The pages, with blank ones where a leaf is to have no more; with `whole`, the last leaf is full.

    No leaf has secret pages and others, and nothing stands on the back of what is cut.
    """
    found: list[Page] = []
    for page in pages:
        taken = len(found) % leaf.pages
        other = (page.secret, page.cut) != (found[-1].secret, found[-1].cut) if taken else False
        if taken and (other or page.front or (page.cut and taken == leaf.side)):
            found += _blanks(found, leaf)
        found.append(page)
    return found + _blanks(found, leaf) if whole else found


def _blanks(pages: Sequence[Page], leaf: Leaf) -> list[Page]:
    number = -len(pages) % leaf.pages
    return [replace(pages[0], name="blank", marks=(), bookmark="")] * number if number else []
