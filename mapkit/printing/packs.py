"""The sheets of an evening in the order of the printer: what comes once, and a set for each player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mapkit.sheet import Sheet


class Pack(NamedTuple):
    """The sheets of an evening."""

    once: tuple[str, ...]
    """The sheets that come once, with those for the game master."""
    each: tuple[str, ...]
    """The sheets that come once for each player; none where all play on the same ones."""
    cut: frozenset[str] = frozenset()
    """The sheets among them that are cut up or glued, so that nothing may stand on their backs."""


class Part(NamedTuple):
    """Some pages that begin on the front of a leaf; blank ones fill their last leaf."""

    sheets: tuple[str, ...]
    """The names of their sheets."""
    pages: tuple[Sheet, ...]
    """The pages."""
    secret: bool
    """Whether they are for the game master alone."""


class Packed(NamedTuple):
    """The pages of an evening."""

    once: tuple[Part, ...]
    """What comes once, sheet by sheet."""
    sets: tuple[Part, ...]
    """A set for each player, with nothing secret in it; none where all play on the same sheets."""


def packed(
    drawn: Mapping[str, Sequence[Sheet]], pack: Pack, sets: int, side: int = 1, player: str = "Player"
) -> Packed:
    """The evening of the sheets that are drawn, with so many sets.

    `side` pages stand on a side of the paper, and `player` is the word for a player in the bookmarks.
    """
    own = [name for name in pack.each if name in drawn and not drawn[name][0].secret]
    once = (
        Part((name,), _on_leaves({name: pages}, pack.cut, side, pages[0].kind), pages[0].secret)
        for name, pages in drawn.items()
        if name not in own
    )
    of_one = {name: drawn[name] for name in own}
    each = (
        Part(tuple(own), _on_leaves(of_one, pack.cut, side, f"{player} {number} / {sets}"), secret=False)
        for number in range(1, sets + 1)
        if own
    )
    return Packed(tuple(once), tuple(each))


def on_leaves_apart(pages: Iterable[Sheet], side: int = 1) -> list[Sheet]:
    """The pages, with blank ones between secret pages and others, so that no leaf has both; `side` as above."""
    found: list[Sheet] = []
    for page in pages:
        if found and found[-1].secret != page.secret:
            found += _blanks(found, side)
        found.append(page)
    return found


def _on_leaves(
    drawn: Mapping[str, Sequence[Sheet]], cut: Collection[str], side: int, bookmark: str
) -> tuple[Sheet, ...]:
    """The pages, the first with a bookmark, and blank ones where a leaf is not full or its back stays free."""
    pages: list[Sheet] = []
    for name, those in drawn.items():
        for first in range(0, len(those), side):
            one = those[first : first + side]
            alone = name in cut or any(page.glued for page in one)
            pages += _blanks(pages, side) if alone else []
            pages += one
            pages += _blanks(pages, side) if alone else []
    return (replace(pages[0], bookmark=bookmark), *pages[1:], *_blanks(pages, side))


def _blanks(pages: Sequence[Sheet], side: int) -> list[Sheet]:
    """The blank pages that the last leaf needs."""
    return [replace(pages[0], name="blank", marks=(), bookmark="")] * (-len(pages) % (2 * side)) if pages else []
