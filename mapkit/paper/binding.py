"""What books have in common: an index, page numbers, and solutions or secrets in the book or in a file of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from mapkit.paper.drawing import Column, PageSetup, as_pages, in_pages, renumbered, row
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import Ink, Page
from mapkit.paper.sheets import BoundPages

INDEXED = 20
"""A book of so many puzzles has an index; the pages of a smaller one are soon turned."""


def bookmarked(pages: Iterable[Page], bookmark: str) -> tuple[Page, ...]:
    """The pages of a chapter, with a bookmark on the first alone."""
    return tuple(replace(page, bookmark="" if number else bookmark) for number, page in enumerate(pages))


def paginated(pages: Sequence[Page], back: Sequence[Page], *, apart: bool) -> BoundPages:
    """A book of pages from `as_pages`, after a title page without a number; `apart` numbers the back from 1."""
    of = len(pages) + (0 if apart else len(back))
    before, last = (0, len(back)) if apart else (len(pages), of)
    return BoundPages((pages[0], *renumbered(pages[1:], 2, of)), renumbered(back, before + 1, last))


def index(setup: PageSetup, head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[Page, ...]:
    """A table of maps: what each is called, what it is sorted by, and then numbers of pages."""
    wide, numbers = setup.body.width, len(head) - 2
    shares = (0.4, 0.6 - 0.12 * numbers, *[0.12] * numbers)
    table = [Column(wide * share) for share in shares]
    top = replace(row(head, [column._replace(bold=True) for column in table], Ink.RULE), keep=True)
    blocks = [top, *(replace(row(entry, table), again=(top,)) for entry in rows)]
    first, *others = as_pages(setup, [*in_pages(blocks, setup.body, 1)])
    return replace(first, bookmark=setup.words["book"]["index"]), *others


def index_before_solutions(
    setup: PageSetup, first: int, rows: Callable[[int], Sequence[Sequence[str]]], *, solved: bool = True
) -> tuple[Page, ...]:
    """The index of a book of puzzles; `rows` takes the number of the first page of solutions.

    The index begins with page `first`, and the solutions follow it; where they are in a file of their own, it is 0.
    """
    said = setup.words["book"]
    head = ("", said["par"], said["page"], said["solution"] if solved else "")
    index_of = partial(index, replace(setup, sheet_kind=said["index"]), head)
    return index_of(rows(first + len(index_of(rows(first))) if first else 1))


def level(edition: Edition, moves: int, bounds: tuple[int, int]) -> str:
    """How hard a puzzle is that is won in so many moves; `bounds` are the most moves of an easy and a medium one."""
    return str(edition.words["book"]["levels"][sum(moves > most for most in bounds)])


def solutions(edition: Edition, page: int, *, apart: bool) -> str:
    """Where the solutions stand, in a sentence."""
    said = edition.words["book"]
    return str(said["solutions_apart"] if apart else said["solutions_from"].format(page=page))
