"""Slips of the pen: what somebody who draws a legal map gets wrong, one thing at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from mapkit.chance import Chance
from mapkit.game import Map
from mapkit.grid import Place, inner_borders, outer_borders
from mapkit.rule import Fact


class Slip(NamedTuple):
    """A map with one slip: what kind it is, where, and the places of which any may be to blame for it."""

    kind: str
    place: Place
    culprits: frozenset[Place]
    map: Map[Any]


Slips = Iterator[tuple[Place, str]]
"""Places with the mark that a slip leaves there; none for nothing."""


def plain(map: Map[Any]) -> str:
    return next(iter(map.game.legend(map.params).cells.values()))


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
    """A thing is taken for another one that is on the map, too."""
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
    """A wall is drawn where none is."""
    if map.game.legend(map.params).lines:
        drawn = {fact.place for fact in map.facts}
        yield from ((b, "wall") for b in inner_borders(map.params.grid) if b not in drawn and b.side != "U")


def no_exit(map: Map[Any]) -> Slips:
    """An exit is closed by mistake."""
    yield from ((line, "") for line in outer_borders(map.params.grid) if Fact(line, "exit") in map.facts)


def one_exit_more(map: Map[Any]) -> Slips:
    """A piece of the outer wall is forgotten."""
    if map.game.legend(map.params).gap:
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
    drawn = {fact.mark for fact in map.facts} | map.game.legend(map.params).drawn
    was = {fact for fact in map.facts if fact.place == place and fact.mark in drawn and " 1" not in fact.mark}
    facts = map.facts - was | ({Fact(place, mark)} if mark else set())
    like = {fact.place for fact in facts if mark and fact.mark == mark and mark != plain(map)}
    return Slip(kind, place, frozenset({place} | like), Map(map.game, map.params, facts, map.title, map.preset))
