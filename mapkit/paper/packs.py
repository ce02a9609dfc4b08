"""The sheets of an evening in the order of the printer: what comes once, and a set for each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mapkit.paper.sheet import Page


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
    drawn: Mapping[str, Sequence[Page]], pack: SheetPack, sets: int, side: int = 1, player: str = "Player"
) -> PackPages:
    """The evening of the sheets that are drawn, with so many sets.

    `side` pages stand on a side of the paper, and `player` is the word for a player in the bookmarks.
    """
    own = [name for name in pack.each if name in drawn and not drawn[name][0].secret]
    once = (
        PagePart((name,), _marked(on_leaves(pages, side), pages[0].kind), pages[0].secret)
        for name, pages in drawn.items()
        if name not in own
    )
    pages = sorted((page for name in own for page in drawn[name]), key=lambda page: page.cut)  # which saves leaves
    each = (
        PagePart(tuple(own), _marked(on_leaves(pages, side), f"{player} {number} / {sets}"), secret=False)
        for number in range(1, sets + 1)
        if own
    )
    return PackPages(tuple(once), tuple(each))


def _marked(pages: Sequence[Page], bookmark: str) -> tuple[Page, ...]:
    return (replace(pages[0], bookmark=bookmark), *pages[1:])


def on_leaves(pages: Iterable[Page], side: int = 1, *, whole: bool = True) -> list[Page]:
    """The pages, with blank ones where a leaf is to have no more; with `whole`, the last leaf is full.

    No leaf has secret pages and others, and nothing stands on the back of what is cut. `side` is as above.
    """
    found: list[Page] = []
    for page in pages:
        taken = len(found) % (2 * side)
        if taken and ((page.secret, page.cut) != (found[-1].secret, found[-1].cut) or (page.cut and taken == side)):
            found += _blanks(found, side)
        found.append(page)
    return found + _blanks(found, side) if whole else found


def _blanks(pages: Sequence[Page], side: int) -> list[Page]:
    return [replace(pages[0], name="blank", marks=(), bookmark="")] * (-len(pages) % (2 * side))
