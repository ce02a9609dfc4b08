"""Slips of the pen: the mistakes of a person who draws a legal map, one at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.grid import Border, Place, inner_borders, outer_borders
from mapkit.model.map import Map
from mapkit.model.rule import WHOLE_MAP, Fact
from mapkit.solve.checker import Fault


class Slip(NamedTuple):
    """A map with one slip: its kind, its place, and the places of which any may be to blame for it."""

    kind: str
    place: Place
    culprits: frozenset[Place]
    map: Map[Any]


Slips = Iterator[tuple[Place, str]]
"""Places, each with the mark that a slip leaves there; an empty mark for nothing."""


def plain(map: Map[Any]) -> str:
    return next(iter(map.game.design.legend(map.params).cells.values()))


def lost(map: Map[Any]) -> Slips:
    """A thing is forgotten: its cell is drawn as an empty one."""
    yield from ((cell, plain(map)) for cell, mark in map.kinds.items() if mark != plain(map))


def blank(map: Map[Any]) -> Slips:
    """The glyph of a cell is forgotten."""
    yield from ((cell, "") for cell in map.kinds)


def extra(map: Map[Any]) -> Slips:
    """A thing is drawn once more, on an empty cell."""
    things = {mark for mark in map.kinds.values() if mark != plain(map)}
    yield from ((cell, mark) for cell, was in map.kinds.items() if was == plain(map) for mark in sorted(things))


def letter(map: Map[Any]) -> Slips:
    """A thing is drawn as another thing that is also on the map."""
    things = [(cell, mark) for cell, mark in map.kinds.items() if mark != plain(map) and " " not in mark]
    yield from ((cell, other) for cell, mark in things for other in {m for _, m in things} if other != mark)


def turned(map: Map[Any]) -> Slips:
    """The arrow of a river points in another direction."""
    for cell, mark in map.kinds.items():
        if mark.startswith("flows"):
            yield from ((cell, f"flows {d}") for d in "NESW" if mark != f"flows {d}")


def no_wall(map: Map[Any]) -> Slips:
    """A wall is forgotten."""
    yield from ((line, "") for line in inner_borders(map.params.grid) if Fact(line, "wall") in map.facts)


def one_wall_more(map: Map[Any]) -> Slips:
    """A wall is drawn where there should be none."""
    if map.game.design.legend(map.params).lines:
        drawn = {fact.place for fact in map.facts}
        yield from ((b, "wall") for b in inner_borders(map.params.grid) if b not in drawn and b.side != "U")


def no_exit(map: Map[Any]) -> Slips:
    """An exit is closed by mistake."""
    yield from ((line, "") for line in outer_borders(map.params.grid) if Fact(line, "exit") in map.facts)


def one_exit_more(map: Map[Any]) -> Slips:
    """A piece of the outer wall is forgotten."""
    if map.game.design.legend(map.params).gap:
        drawn = {fact.place for fact in map.facts}
        yield from ((line, "exit") for line in outer_borders(map.params.grid) if line not in drawn)


KINDS: dict[str, Callable[[Map[Any]], Slips]] = {
    each.__name__: each for each in (lost, blank, extra, letter, turned, no_wall, one_wall_more, no_exit, one_exit_more)
}


def slips(map: Map[Any], chance: Chance) -> Iterator[Slip]:
    """One slip of each kind that can be made in drawing this map."""
    for kind, possible in KINDS.items():
        found = sorted(possible(map), key=str)
        if found:
            yield _slip(map, kind, *chance.choice(found))


def _slip(map: Map[Any], kind: str, place: Place, mark: str) -> Slip:
    drawn = {fact.mark for fact in map.facts} | map.game.design.legend(map.params).cell_marks
    was = {fact for fact in map.facts if fact.place == place and fact.mark in drawn and " 1" not in fact.mark}
    facts = map.facts - was | ({Fact(place, mark)} if mark else set())
    like = {fact.place for fact in facts if mark and fact.mark == mark and mark != plain(map)}
    return Slip(kind, place, frozenset({place} | like), Map(map.game, map.params, facts, map.title, map.preset))


def names(slip: Slip, fault: Fault) -> bool:
    """Whether a fault names what the slip touched.

    If a thing is gone, or any of several may go, it is enough to name their number.
    """
    counted = fault.place == WHOLE_MAP and not fault.cuts
    told = {fault.place, *fault.witness, *re.findall(r"\w+", fault.found)}
    if "partner" in fault.found:
        return slip.kind in UNSEEN
    beside = {slip.place.cell} if isinstance(slip.place, Border) else set()
    return slip.place in told or not beside.isdisjoint(told) or (counted and slip.kind in UNSEEN)


UNSEEN = ("lost", "letter", "no_wall", "no_exit", "one_wall_more")


class Misprint(NamedTuple):
    """A file with one typing mistake: its kind, its line, counted from 1, and the text."""

    kind: str
    line: int
    text: str


def misprints(map: Map[Any], chance: Chance) -> Iterator[Misprint]:
    """One typing mistake of each kind in the drawing of this map."""
    lines = writer.show(map).splitlines()
    rows = [number for number, line in enumerate(lines) if line[:1] in "|+" and number > 0]
    cells = [number for number in rows if lines[number].startswith("|")]
    for kind, change in TYPING.items():
        number = chance.choice(cells)
        changed = change(lines[number], chance)
        if changed != lines[number]:
            yield Misprint(kind, number + 1, "\n".join([*lines[:number], changed, *lines[number + 1 :], ""]))


def _without_a_character(line: str, chance: Chance) -> str:
    at = chance.below(len(line) - 1)
    return line[:at] + line[at + 1 :]


def _without_a_cell(line: str, chance: Chance) -> str:
    at = 4 * chance.below(len(line) // 4)
    return line[:at] + line[at + 4 :]


def _in_small_letters(line: str, _: Chance) -> str:
    return line.lower()


def _in_another_alphabet(line: str, _: Chance) -> str:
    return line.translate(str.maketrans("THSMAX", "\u0422\u041d\u0405\u041c\u0410\u0425"))


def _with_a_strange_letter(line: str, chance: Chance) -> str:
    found = [n for n, sign in enumerate(line) if sign in ".THSMF"]
    at = chance.choice(found) if found else 0
    return line[:at] + ("Q" if found else line[:1]) + line[at + 1 :]


TYPING: dict[str, Callable[[str, Chance], str]] = {
    "a character is missing": _without_a_character,
    "a cell is missing": _without_a_cell,
    "small letters": _in_small_letters,
    "another alphabet": _in_another_alphabet,
    "a strange letter": _with_a_strange_letter,
}
