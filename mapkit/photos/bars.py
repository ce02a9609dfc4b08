"""Bars that cover several borders, such as the walls of Quoridor: which of them lie where lines are drawn.

A bar is sure where the lines that are sure can be covered by bars in one way alone, each line once. Lines that no
bars cover in this way, such as half a wall, are told as doubts: nobody knows which bar was meant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from mapkit.model.grid import Border

Bars = Mapping[str, tuple[Border, ...]]
"""The borders that each bar covers, by the names of the bars."""


class BarCover(NamedTuple):
    """The bars that cover the lines on a board."""

    bars: tuple[str, ...]
    """The names of the sure ones."""
    loose: Mapping[Border, tuple[str, ...]]
    """The first line of each group that bars do not cover in one way: the bars over it, the likeliest first."""


def cover(bars: Bars, told: Collection[str], drawn: Collection[Border], unsure: Collection[Border]) -> BarCover:
    """The bars that cover the lines that are `drawn`, and those that somebody has `told`, which count as they are.

    A group with a line that is `unsure` is left out; no doubt is told about its other lines.
    """
    covered = {line for name in told for line in bars[name]}
    lines = {*drawn, *unsure} - covered
    over = dict[Border, list[str]]()
    for name, each in bars.items():
        for line in each:
            over.setdefault(line, []).append(name)
    found, loose = [*told], dict[Border, tuple[str, ...]]()
    for group in _groups(bars, over, lines):
        if {*group} & {*unsure}:
            continue
        ways = [*islice(_coverings(bars, over, frozenset(group)), 2)]
        if len(ways) == 1:
            found += ways[0]
        else:
            inked = {name: sum(line in group for line in bars[name]) for name in over[group[0]]}
            loose[group[0]] = tuple(sorted(inked, key=lambda name: -inked[name]))
    order = {name: number for number, name in enumerate(bars)}
    return BarCover(tuple(sorted(found, key=order.__getitem__)), loose)


def _groups(bars: Bars, over: Mapping[Border, Sequence[str]], lines: Collection[Border]) -> Iterator[list[Border]]:
    """The lines in groups: two belong together where one bar covers both."""
    left = {line: None for line in over if line in lines}  # in the order of the bars
    while left:
        first = next(iter(left))
        del left[first]
        group, reached = [first], [first]
        while reached:
            near = [other for name in over[reached.pop()] for other in bars[name] if other in left]
            for line in dict.fromkeys(near):
                del left[line]
                group.append(line)
                reached.append(line)
        at = {line: number for number, line in enumerate(over)}
        yield sorted(group, key=at.__getitem__)


def _coverings(bars: Bars, over: Mapping[Border, Sequence[str]], lines: frozenset[Border]) -> Iterator[tuple[str, ...]]:
    """Every way to cover lines with bars, each line once."""
    if not lines:
        yield ()
        return
    scarce = min(lines, key=lambda line: sum(lines.issuperset(bars[name]) for name in over[line]))
    for name in over[scarce]:
        if lines.issuperset(bars[name]):
            yield from ((name, *rest) for rest in _coverings(bars, over, lines.difference(bars[name])))
