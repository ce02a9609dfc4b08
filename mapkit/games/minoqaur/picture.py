"""A code with the trails on it as lines for a terminal, in Unicode or in ASCII.

A module is two characters wide, so that the code is about square. Each piece's trail has its own sign; where a trail
runs through a wall, the wall shows beside it. An item that still lies on a module shows in front of the trail.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mapkit.games.minoqaur.maze_rules import CLOAK, KEY, SWORD, TREASURE, Maze, Module, Trail
from mapkit.grid import Cell, column_name

ITEMS = {SWORD: "S", CLOAK: "C", KEY: "K", TREASURE: "T"}
ENTRANCE, PATH, HUNT, HEAD, FALLEN, HUNTER = "E", "o", "x", "@", "+", "M"


class Labelled(NamedTuple):
    """A piece in a drawing."""

    name: str
    """Its name."""
    trail: Trail
    """Its trail."""
    cell: Cell
    """The name of the module where it is."""
    words: str = ""
    """Words about it, behind its name."""
    gone: bool = False
    """Whether it is out of the game."""


class Scene(NamedTuple):
    """A moment to draw."""

    maze: Maze
    """The maze."""
    explorers: tuple[Labelled, ...]
    """The explorers."""
    minoqaur: Labelled
    """The minoqaur."""
    lying: int
    """The items that still lie in the maze, as bits."""
    mover: str = ""
    """The name of the player whose turn it is; empty when the game is over."""


def picture(scene: Scene, *, plain: bool) -> tuple[str, ...]:
    """The pieces with a mark for whose turn it is, then the code with the names of rows and columns (MQ-50)."""
    return tuple(
        line.rstrip() for line in (*_head_lines(scene, "*" if plain else "●"), *_board(scene, "#" if plain else "█"))
    )


def _head_lines(scene: Scene, turn: str) -> Iterator[str]:
    for sign, each in (*zip(_heads(scene), scene.explorers, strict=True), (HUNTER, scene.minoqaur)):
        mark = turn if each.name == scene.mover else " "
        yield f"{mark} {sign:<2} {each.name}  {each.cell}  {each.words}"


def _heads(scene: Scene) -> list[str]:
    """The signs of the explorers, numbered if there are several; an explorer who is out has another sign."""
    numbers = range(1, len(scene.explorers) + 1) if len(scene.explorers) > 1 else [""]
    signs = (FALLEN if each.gone else HEAD for each in scene.explorers)
    return [f"{sign}{number}" for sign, number in zip(signs, numbers, strict=True)]


def _board(scene: Scene, dark: str) -> Iterator[str]:
    side = scene.maze.side
    names = [f"    {line}" for line in letters(side)]
    yield from names
    for row in range(side):
        modules = "".join(_module(scene, row * side + column, dark) for column in range(side))
        yield f"{side - row:>3} {modules} {side - row}"
    yield from names


def letters(side: int) -> Iterator[str]:
    """The names of the columns, read downwards where they have two letters."""
    names = [column_name(column) for column in range(side)]
    longest = max(map(len, names))
    for place in range(longest):
        yield "".join(f"{name.rjust(longest)[place]} " for name in names)


def _module(scene: Scene, module: Module, dark: str) -> str:
    """A module as two characters: an item that still lies there, then the piece or the trail (MQ-49.b)."""
    ground = " " if scene.maze.light >> module & 1 else dark
    lies = ITEMS.get(scene.maze.finds.get(module, 0) & scene.lying, "")
    if here := _standing(scene, module):
        return lies + here[0] if lies else f"{here:<2}"
    if signs := _trails(scene, module):
        return (lies or signs[0]) + (signs[-1] if lies or len(signs) > 1 else ground)
    return (lies or (ENTRANCE if module in scene.maze.entrances else ground)) + ground


def _standing(scene: Scene, module: Module) -> str:
    """The sign of the piece on a module; empty where there is none."""
    heads = ((sign, each.trail.head) for sign, each in zip(_heads(scene), scene.explorers, strict=True))
    here = (sign for sign, head in ((HUNTER, scene.minoqaur.trail.head), *heads) if head == module)
    return next(here, "")


def _trails(scene: Scene, module: Module) -> str:
    """The signs of all trails on a module."""
    several = len(scene.explorers) > 1
    signs = [
        str(number) if several else PATH
        for number, each in enumerate(scene.explorers, 1)
        if each.trail.modules >> module & 1
    ]
    return "".join(signs) + (HUNT if scene.minoqaur.trail.modules >> module & 1 else "")
