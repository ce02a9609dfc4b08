"""Slips of the pen: the mistakes of a person who draws a legal map, one at a time."""

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


def plain(map_: Map[Any]) -> str:
    return next(iter(map_.game.design.legend(map_.params).cells.values()))


def lost(map_: Map[Any]) -> Slips:
    """A thing is forgotten: its cell is drawn as an empty one."""
    yield from ((cell, plain(map_)) for cell, mark in map_.kinds.items() if mark != plain(map_))


def blank(map_: Map[Any]) -> Slips:
    """The glyph of a cell is forgotten."""
    yield from ((cell, "") for cell in map_.kinds)


def extra(map_: Map[Any]) -> Slips:
    """A thing is drawn once more, on an empty cell."""
    things = {mark for mark in map_.kinds.values() if mark != plain(map_)}
    yield from ((cell, mark) for cell, was in map_.kinds.items() if was == plain(map_) for mark in sorted(things))


def letter(map_: Map[Any]) -> Slips:
    """A thing is drawn as another thing that is also on the map."""
    things = [(cell, mark) for cell, mark in map_.kinds.items() if mark != plain(map_) and " " not in mark]
    yield from ((cell, other) for cell, mark in things for other in {m for _, m in things} if other != mark)


def turned(map_: Map[Any]) -> Slips:
    """The arrow of a river points in another direction."""
    for cell, mark in map_.kinds.items():
        if mark.startswith("flows"):
            yield from ((cell, f"flows {d}") for d in "NESW" if mark != f"flows {d}")


def no_wall(map_: Map[Any]) -> Slips:
    """A wall is forgotten."""
    yield from ((line, "") for line in inner_borders(map_.params.grid) if Fact(line, "wall") in map_.facts)


def one_wall_more(map_: Map[Any]) -> Slips:
    """A wall is drawn where there should be none."""
    if map_.game.design.legend(map_.params).lines:
        drawn = {fact.place for fact in map_.facts}
        yield from ((b, "wall") for b in inner_borders(map_.params.grid) if b not in drawn and b.side != "U")


def no_exit(map_: Map[Any]) -> Slips:
    """An exit is closed by mistake."""
    yield from ((line, "") for line in outer_borders(map_.params.grid) if Fact(line, "exit") in map_.facts)


def one_exit_more(map_: Map[Any]) -> Slips:
    """A piece of the outer wall is forgotten."""
    if map_.game.design.legend(map_.params).gap:
        drawn = {fact.place for fact in map_.facts}
        yield from ((line, "exit") for line in outer_borders(map_.params.grid) if line not in drawn)


KINDS: dict[str, Callable[[Map[Any]], Slips]] = {
    slip.__name__: slip for slip in (lost, blank, extra, letter, turned, no_wall, one_wall_more, no_exit, one_exit_more)
}


def slips(map_: Map[Any], chance: Chance) -> Iterator[Slip]:
    """One slip of each kind that can be made in drawing this map."""
    for kind, possible in KINDS.items():
        found = sorted(possible(map_), key=str)
        if found:
            yield _slip(map_, kind, *chance.choice(found))


def _slip(map_: Map[Any], kind: str, place: Place, mark: str) -> Slip:
    drawn = {fact.mark for fact in map_.facts} | map_.game.design.legend(map_.params).cell_marks
    was = {fact for fact in map_.facts if fact.place == place and fact.mark in drawn and " 1" not in fact.mark}
    facts = map_.facts - was | ({Fact(place, mark)} if mark else set())
    like = {fact.place for fact in facts if mark and fact.mark == mark and mark != plain(map_)}
    return Slip(kind, place, frozenset({place} | like), Map(map_.game, map_.params, facts, map_.title, map_.preset))


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


def misprints(map_: Map[Any], chance: Chance) -> Iterator[Misprint]:
    """One typing mistake of each kind in the drawing of this map."""
    lines = writer.show(map_).splitlines()
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


def _with_a_strange_letter(line: str, chance: Chance) -> str:
    found = [n for n, sign in enumerate(line) if sign in ".THSMF"]
    at = chance.choice(found) if found else 0
    return line[:at] + ("Q" if found else line[:1]) + line[at + 1 :]


TYPING: dict[str, Callable[[str, Chance], str]] = {
    "a character is missing": _without_a_character,
    "a cell is missing": _without_a_cell,
    "small letters": lambda line, _: line.lower(),
    "another alphabet": lambda line, _: line.translate(str.maketrans("THSMAX", "\u0422\u041d\u0405\u041c\u0410\u0425")),
    "a strange letter": _with_a_strange_letter,
}
