"""A code with the trails on it as lines for a terminal, in Unicode or in ASCII.

A module is two characters wide, so that the code is about square. Each piece's trail has its own sign; where a trail
runs through a wall, the wall shows beside it. An item that still lies on a module shows in front of the trail.

Where a terminal has too few lines, a line shows two rows of modules: first a sign, then the walls of both. Small
letters, and signs at the foot of the line, belong to the lower row. Two signs together are one for each row. Where
even that is too large, it shows the part of the code around the piece whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mapkit.games.minoqaur.maze_rules import CLOAK, KEY, SWORD, TREASURE, Maze, Module, Trail
from mapkit.model.grid import Cell, column_name
from mapkit.model.ruling import Look

ITEMS = {SWORD: "S", CLOAK: "C", KEY: "K", TREASURE: "T"}
ENTRANCE, PATH, HUNT, HEAD, FALLEN, HUNTER = "E", "o", "x", "@", "+", "M"

_WALLS, _PLAIN_WALLS = " ▀▄█", ' "_#'
"""The walls of two modules above each other: none, the upper one, the lower one, both."""


class PieceLabel(NamedTuple):
    """A piece in a drawing."""

    name: str
    trail: Trail
    cell: Cell
    words: str = ""
    """Words about it, behind its name."""
    gone: bool = False


class MazeScene(NamedTuple):
    """A moment to draw."""

    maze: Maze
    explorers: tuple[PieceLabel, ...]
    minoqaur: PieceLabel
    lying: int
    """The items that still lie in the maze, as bits."""
    mover: str = ""
    """The name of the player whose turn it is; empty when the game is over."""


def picture(scene: MazeScene, look: Look) -> tuple[str, ...]:
    """The pieces with a mark for whose turn it is, then the code with the names of rows and columns (MQ-50)."""
    heads = []
    for sign, piece in (*zip(_heads(scene), scene.explorers, strict=True), (HUNTER, scene.minoqaur)):
        mark = ("*" if look.plain else "●") if piece.name == scene.mover else " "
        heads.append(f"{mark} {sign:<2} {piece.name}  {piece.cell}  {piece.words}".rstrip())
    drawn = (*heads, *(line.rstrip() for line in _board(scene, "#" if look.plain else "█")))
    if look.has_room(drawn):
        return drawn
    return (*heads, *(line.rstrip() for line in _half_board(scene, look, look.lines - len(heads))))


def _heads(scene: MazeScene) -> list[str]:
    """The signs of the explorers, numbered if there are several; an explorer who is out has another sign."""
    numbers = range(1, len(scene.explorers) + 1) if len(scene.explorers) > 1 else [""]
    signs = (FALLEN if explorer.gone else HEAD for explorer in scene.explorers)
    return [f"{sign}{number}" for sign, number in zip(signs, numbers, strict=True)]


def _board(scene: MazeScene, dark: str) -> Iterator[str]:
    side = scene.maze.side
    names = [f"    {line}" for line in letters(side)]
    yield from names
    for row in range(side):
        modules = "".join(_module(scene, row * side + column, dark) for column in range(side))
        yield f"{side - row:>3} {modules} {side - row}"
    yield from names


def _half_board(scene: MazeScene, look: Look, lines: int) -> Iterator[str]:
    """The code with two rows of modules in a line, or the part of it for which there is room."""
    side = scene.maze.side
    across = [f"    {line}" for line in letters(side)]
    most = (look.columns - 8) // 2 if look.columns else side
    pieces = (*scene.explorers, scene.minoqaur)
    heads = (piece.trail.head for piece in pieces if piece.name == scene.mover and piece.trail.modules)
    row, column = divmod(next(heads, scene.maze.side**2 // 2), side)
    rows = _part(row // 2, (side + 1) // 2, lines - len(across) if look.lines else side)
    columns = _part(column, side, most)
    yield from (f"    {''.join(each[4 + 2 * x : 6 + 2 * x] for x in columns)}" for each in across)
    walls = _PLAIN_WALLS if look.plain else _WALLS
    for upper in (2 * line for line in rows):
        both = "".join(_two_modules(scene, upper, x, walls) for x in columns)
        lower = str(side - upper - 1) if upper + 1 < side else ""
        yield f"{side - upper:>3} {both} {lower}"


def _part(middle: int, size: int, most: int) -> range:
    """So many numbers below a size at most, with the given one as near to their middle as can be."""
    count = max(1, min(size, most))
    first = max(0, min(middle - count // 2, size - count))
    return range(first, first + count)


def _two_modules(scene: MazeScene, upper: int, column: int, walls: str) -> str:
    """A module and the one below it as two characters: a sign, if there is one, then the walls of both."""
    side = scene.maze.side
    above = upper * side + column
    below = above + side if upper + 1 < side else None
    is_dark = [module is not None and not scene.maze.light >> module & 1 for module in (above, below)]
    dark = is_dark[0] + 2 * is_dark[1]
    signs = _sign(scene, above), "" if below is None else _sign(scene, below)
    low = _LOWERED.get(signs[1], signs[1].lower())
    return signs[0] + low if all(signs) else (signs[0] or low or walls[dark]) + walls[dark]


_LOWERED = {PATH: ".", HUNT: ",", HEAD: "a", **dict(zip("123456789", "₁₂₃₄₅₆₇₈₉", strict=True))}
"""The signs of the lower row that are no small letters."""


def _sign(scene: MazeScene, module: Module) -> str:
    """The most important sign of a module: a piece, an item, a trail or an entrance; empty where there is none."""
    lies = ITEMS.get(scene.maze.finds.get(module, 0) & scene.lying, "")
    return (
        _standing(scene, module)[:1]
        or lies
        or _trails(scene, module)[:1]
        or (ENTRANCE if module in scene.maze.entrances else "")
    )


def letters(side: int) -> Iterator[str]:
    """The names of the columns, read downwards where they have two letters."""
    names = [column_name(column) for column in range(side)]
    longest = max(map(len, names))
    for place in range(longest):
        yield "".join(f"{name.rjust(longest)[place]} " for name in names)


def _module(scene: MazeScene, module: Module, dark: str) -> str:
    """A module as two characters: an item that still lies there, then the piece or the trail (MQ-49.b)."""
    ground = " " if scene.maze.light >> module & 1 else dark
    lies = ITEMS.get(scene.maze.finds.get(module, 0) & scene.lying, "")
    if here := _standing(scene, module):
        return lies + here[0] if lies else f"{here:<2}"
    if signs := _trails(scene, module):
        return (lies or signs[0]) + (signs[-1] if lies or len(signs) > 1 else ground)
    return (lies or (ENTRANCE if module in scene.maze.entrances else ground)) + ground


def _standing(scene: MazeScene, module: Module) -> str:
    """The sign of the piece on a module; empty where there is none."""
    heads = ((sign, explorer.trail.head) for sign, explorer in zip(_heads(scene), scene.explorers, strict=True))
    here = (sign for sign, head in ((HUNTER, scene.minoqaur.trail.head), *heads) if head == module)
    return next(here, "")


def _trails(scene: MazeScene, module: Module) -> str:
    several = len(scene.explorers) > 1
    signs = [
        str(number) if several else PATH
        for number, explorer in enumerate(scene.explorers, 1)
        if explorer.trail.modules >> module & 1
    ]
    return "".join(signs) + (HUNT if scene.minoqaur.trail.modules >> module & 1 else "")
