"""Moves as they are said at the table, and the first rule that forbids one (`docs/rules/minoqaur.md`, B to E).

A player names the module where a move ends, `m13`, or its direction: `east 3`, `e 3`, `e3`, `tunnel east`, `t e`,
`east out`. If `e3` is a module to which the player may go, it means that module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from mapkit.games.minoqaur.design import numbers
from mapkit.games.minoqaur.maze_rules import (
    CLOAK,
    DIRECTIONS,
    OUTSIDE,
    SWORD,
    TREASURE,
    Maze,
    Module,
    Move,
    Trail,
    moves,
    rays,
    strides,
    wall,
)
from mapkit.language.directives import cell_name
from mapkit.model.grid import COMPASS, Cell, Matrix
from mapkit.model.ruling import IllegalMove, InvalidMove, heard


@lru_cache(maxsize=8)
def cells(side: int) -> tuple[Cell, ...]:
    """The names of the modules, as in chess, in the order of their numbers."""
    return Matrix(side, side).cells()


@dataclass(frozen=True)
class Traveller:
    """An explorer as a piece."""

    maze: Maze
    own: Trail
    holds: int
    minoqaur: Trail
    others: tuple[Trail, ...] = ()

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return tuple(moves(self.maze, self.own, self.holds, self.minoqaur, self.others))

    def bar(self, before: Module, module: Module, holds: int) -> str:
        """What forbids a step from one module to the next; empty where nothing does."""
        if self.own.modules >> module & 1:
            return "MQ-16.own"
        if module == self.minoqaur.head:
            return "MQ-22.a.head"
        if self.minoqaur.modules >> module & 1 and not holds & CLOAK:
            return "MQ-15.trail"
        link = self.maze.link(before, module)
        if self.minoqaur.links & link:
            return "MQ-23.along"
        return "MQ-48.along" if any(other.links & link for other in self.others) else ""

    def stop(self, module: Module) -> str:
        """What forbids ending a walk on a module that may be crossed; empty where nothing does."""
        if self.minoqaur.modules >> module & 1:
            return "MQ-23.b.stop"
        return "MQ-48.stop" if any(other.modules >> module & 1 for other in self.others) else ""

    def landing(self, module: Module) -> str:
        """What forbids to come out of a tunnel on a module."""
        return "MQ-18.d.landing" if (self.own.modules | self.minoqaur.modules) >> module & 1 else self.stop(module)

    def edge(self, before: Module, holds: int) -> str:
        """What forbids walking off the board; empty where nothing does."""
        if not self.maze.step_out:
            return "MQ-14.b.edge"
        return "MQ-39.entrance" if before not in self.maze.entrances else "" if holds & TREASURE else "MQ-39.treasure"


@dataclass(frozen=True)
class Hunter:
    """A minoqaur that a person plays (MQ-41 to MQ-44)."""

    maze: Maze
    own: Trail
    players: tuple[Trail, ...]
    """All players' trails, whose heads it catches."""
    holds: int = SWORD
    """What it holds, as bits: it tunnels through walls as with the sword (MQ-32)."""

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return tuple(move for direction in DIRECTIONS for move in strides(self.maze, self.own, self.players, direction))

    def bar(self, before: Module, module: Module, _: int) -> str:
        if any(player.head == before for player in self.players):
            return "MQ-41.caught"
        if self.own.modules >> module & 1:
            return "MQ-33.own"
        link = self.maze.link(before, module)
        return "MQ-35.along" if any(player.links & link for player in self.players) else ""

    def stop(self, module: Module) -> str:
        if any(player.head == module for player in self.players):
            return ""
        return "MQ-34.a.stop" if any(player.modules >> module & 1 for player in self.players) else ""

    def landing(self, module: Module) -> str:
        return "MQ-33.own" if self.own.modules >> module & 1 else self.stop(module)

    def edge(self, _before: Module, _holds: int) -> str:
        """The rule that keeps the minoqaur on the board."""
        return "MQ-14.b.edge"


Piece = Traveller | Hunter


class Stretch(NamedTuple):
    """A straight line as a player said it: to a module, or in a direction."""

    tunnels: bool | None = None
    """Whether it is a tunnel; None where the player said neither that nor that it is a walk."""
    cell: Cell = ""
    """The module that was named; empty for none."""
    direction: str = ""
    far: int | None = None
    """How many modules it is long; None where no number was said."""
    out: bool = False
    """Whether it leads off the edge."""


def forbidden(piece: Piece, direction: str, count: int | None, tunnels: bool | None) -> str:
    """The first rule that a line breaks on its way, as a key of the phrase file; empty for a legal line.

    `count` is the number of modules, one more than there are to leave the board; a tunnel may leave it open.
    """
    ray = rays(piece.maze.side)[direction][piece.own.head]
    dark = bool(ray) and not piece.maze.light >> ray[0] & 1
    if count == 0:
        return "MQ-11.c.none"
    if dark:
        return "MQ-13.dark" if tunnels is False else _in_a_tunnel(piece, direction, count)
    if tunnels:
        return "MQ-17.light" if ray else "MQ-18.c.edge"
    return _on_a_walk(piece, ray, count or 1)


def _in_a_tunnel(piece: Piece, direction: str, count: int | None) -> str:
    way = wall(piece.maze, piece.own.head, direction)
    if count is not None and way and count < len(way):
        return "MQ-13.dark"
    if not way:
        return "MQ-18.c.edge"
    *bars, last = [piece.bar(*step, piece.holds) for step in pairwise((piece.own.head, *way))]
    thick = "" if len(way) == 2 or piece.holds & SWORD else "MQ-19.thick"
    broken = next(filter(None, (thick, *bars, piece.landing(way[-1]), last)), "")
    return broken or ("MQ-18.a.on" if count is not None and count > len(way) else "")


def _on_a_walk(piece: Piece, ray: Sequence[Module], count: int) -> str:
    before, holds = piece.own.head, piece.holds
    for module in ray[:count]:
        if not piece.maze.light >> module & 1:
            return "MQ-14.wall"
        broken = piece.bar(before, module, holds)
        if broken:
            return broken
        holds |= piece.maze.finds.get(module, 0)
        before = module
    if count > len(ray) + 1:
        return "MQ-14.b.edge"
    return piece.edge(before, holds) if count > len(ray) else piece.stop(before)


_WALKS, _TUNNELS = ("walk",), ("tunnel", "t")
_VERB = rf"(?:(?P<verb>{'|'.join((*_WALKS, *_TUNNELS))}) +)?(?:to +)?"
_LINE = r"(?P<side>north|east|south|west|[nesw])(?: *(?P<count>[0-9]{1,3}|out))?"
_BY_SIDE = re.compile(_VERB + _LINE)
_BY_CELL = re.compile(_VERB + r"(?P<cell>[a-z]{1,2}[0-9]{1,3})")
_ONE = r"(?:(?:walk|tunnel|t) +)?(?:to +)?(?:(?:north|east|south|west|[nesw])(?: *(?:[0-9]{1,3}|out))?)"
_SEVERAL = re.compile(rf"{_ONE}(?:(?: +(?:then|and))? +{_ONE})+")
_COUNT_FIRST = re.compile(r"((?:walk |tunnel )?)([0-9]{1,3}|out) (north|east|south|west)")


def move_named(piece: Piece, said: str, words: str) -> Move:
    """The legal move named in plain words; raises InvalidMove, or IllegalMove with the first rule that is broken."""
    readings = tuple(_readings(piece.maze.side, said))
    for leg in readings:
        found = [move for move in piece.moves if _fits(piece, leg, move)]
        if len(found) == 1:
            return found[0]
        if found:
            raise InvalidMove(heard("which", words=words))
    for leg in readings:
        line = _line(piece, leg)
        if line is not None:
            raise _refusal(piece, leg, line, words)
    if readings:
        raise IllegalMove(heard("MQ-12.line", words=words))
    if said == _PASS:
        raise IllegalMove(heard("MQ-11.b.pass", words=words))
    if _SEVERAL.fullmatch(said):
        bent = all(word not in said.split() for word in _WALKS) and said.split()[0] in _TUNNELS
        raise IllegalMove(heard("MQ-20.bent" if bent else "MQ-11.one", words=words))
    raise InvalidMove(heard("unread", words=words))


_PASS = "pass"


def is_move(side: int, said: str) -> bool:
    """Whether plain words name a move, be it legal or not, on a board with sides of that length."""
    return any(_readings(side, said)) or said == _PASS or bool(_SEVERAL.fullmatch(said))


def _readings(side: int, said: str) -> Iterator[Stretch]:
    """The meanings that the words may have; a module of the board comes first."""
    turned = _COUNT_FIRST.fullmatch(said)
    said = f"{turned[1]}{turned[3]} {turned[2]}" if turned else said
    by_cell, by_side = _BY_CELL.fullmatch(cell_name(said)), _BY_SIDE.fullmatch(said)
    if by_cell and by_cell["cell"] in numbers(side):
        yield Stretch(_tunnels(by_cell["verb"]), cell=by_cell["cell"])
    if by_side:
        count, out = by_side["count"] or "", by_side["count"] == "out"
        number = int(count) if count and not out else None
        yield Stretch(_tunnels(by_side["verb"]), "", by_side["side"][0].upper(), number, out)
    if said == "out":
        yield Stretch(out=True)


def _tunnels(verb: str | None) -> bool | None:
    return verb in _TUNNELS if verb else None


def _fits(piece: Piece, leg: Stretch, move: Move) -> bool:
    """Whether a legal move is what the words mean."""
    if leg.tunnels not in (None, move.tunnels) or leg.out != (move.end == OUTSIDE and leg.far is None):
        return False
    if leg.cell:
        return move.end == numbers(piece.maze.side)[leg.cell]
    if leg.direction not in ("", move.direction):
        return False
    return leg.out or leg.far == len(move.way) or (leg.far is None and move.tunnels)


def _line(piece: Piece, leg: Stretch) -> tuple[str, int | None] | None:
    """The direction and the count of what was said; None where it is not a straight line."""
    if leg.cell:
        rows, columns = piece.maze.apart(piece.own.head, numbers(piece.maze.side)[leg.cell])
        if rows and columns:
            return None
        return ("S" if rows > 0 else "N" if rows < 0 else "E" if columns > 0 else "W"), abs(rows + columns)
    if leg.out:
        lengths = {each: len(rays(piece.maze.side)[each][piece.own.head]) + 1 for each in leg.direction or DIRECTIONS}
        return min(lengths.items(), key=lambda line: line[1])
    return leg.direction, leg.far


def _refusal(piece: Piece, leg: Stretch, line: tuple[str, int | None], words: str) -> InvalidMove | IllegalMove:
    if leg.out and not (piece.maze.step_out and isinstance(piece, Traveller)):
        return IllegalMove(heard("MQ-39.a.out", words=words))
    direction, count = line
    broken = forbidden(piece, direction, count, leg.tunnels)
    ray = rays(piece.maze.side)[direction][piece.own.head]
    walks = not leg.tunnels and bool(ray) and bool(piece.maze.light >> ray[0] & 1)
    if not broken or (count is None and walks):
        return InvalidMove(heard("how-far", words=words))
    return IllegalMove(heard(broken, words=words))


def move_in_words(piece: Piece, move: Move) -> str:
    """A legal move in words: the module where it ends, or the direction in which it leaves the board."""
    if move.end == OUTSIDE:
        return f"{COMPASS[move.direction]} out"
    return cells(piece.maze.side)[move.end]
