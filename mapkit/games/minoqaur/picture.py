"""A code with the trails on it as lines for a terminal, in Unicode or in ASCII.

A module is two characters wide, so that the code is about square. Each piece's trail has its own sign; where a trail
runs through a wall, the wall shows beside it. An item that still lies on a module shows in front of the trail.

Where a terminal has too few lines, a line shows two rows of modules: first a sign, then the walls of both. Small
letters, and signs at the foot of the line, belong to the lower row. Two signs together are one for each row. Where
even that is too large, it shows the part of the code around the piece whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from mapkit.games.minoqaur.design import NOUNS
from mapkit.games.minoqaur.maze_rules import CLOAK, KEY, NOWHERE, SWORD, TREASURE, Module
from mapkit.games.minoqaur.state import ITEMS as THINGS
from mapkit.games.minoqaur.state import State
from mapkit.model.grid import column_name
from mapkit.model.message import joined, message, noun
from mapkit.model.ruling import Look

ITEMS = {SWORD: "S", CLOAK: "C", KEY: "K", TREASURE: "T"}
ENTRANCE, PATH, HUNT, HEAD, FALLEN, HUNTER = "E", "o", "x", "@", "+", "M"

_WALLS, _PLAIN_WALLS = " ▀▄█", ' "_#'
"""The walls of two modules above each other: none, the upper one, the lower one, both."""


def picture(state: State, look: Look) -> tuple[str, ...]:
    """The pieces with a mark for whose turn it is, then the code with the names of rows and columns (MQ-50)."""
    held = [joined([NOUNS[what] for what, item in THINGS.items() if each.holds & item]) for each in state.explorers]
    told = [look.say(message("out") if each.gone else holds) for each, holds in zip(state.explorers, held, strict=True)]
    players = [(each.name, each.trail, words) for each, words in zip(state.explorers, told, strict=True)]
    pieces, heads = (*players, (state.keeper or look.say(noun("minoqaur")), state.minoqaur, "")), list[str]()
    for sign, (name, trail, words) in zip((*_heads(state), HUNTER), pieces, strict=True):
        mark = ("*" if look.plain else "●") if name == state.mover else " "
        heads.append(f"{mark} {sign:<2} {name}  {state.at(trail)}  {words}".rstrip())
    drawn = (*heads, *(line.rstrip() for line in _board(state, "#" if look.plain else "█")))
    if look.has_room(drawn):
        return drawn
    return (*heads, *(line.rstrip() for line in _half_board(state, look, look.lines - len(heads))))


def _heads(state: State) -> list[str]:
    """The signs of the explorers, numbered if there are several; an explorer who is out has another sign."""
    numbers = range(1, len(state.explorers) + 1) if len(state.explorers) > 1 else [""]
    signs = (FALLEN if explorer.gone else HEAD for explorer in state.explorers)
    return [f"{sign}{number}" for sign, number in zip(signs, numbers, strict=True)]


def _board(state: State, dark: str) -> Iterator[str]:
    side = state.maze.side
    names = [f"    {line}" for line in letters(side)]
    yield from names
    for row in range(side):
        modules = "".join(_module(state, row * side + column, dark) for column in range(side))
        yield f"{side - row:>3} {modules} {side - row}"
    yield from names


def _half_board(state: State, look: Look, lines: int) -> Iterator[str]:
    """The code with two rows of modules in a line, or the part of it for which there is room."""
    side = state.maze.side
    across = [f"    {line}" for line in letters(side)]
    most = (look.columns - 8) // 2 if look.columns else side
    trail = state.piece.own if state.mover else NOWHERE  # where the mover has none yet, the middle of the code is shown
    row, column = divmod(trail.head if trail.modules else side**2 // 2, side)
    rows = _part(row // 2, (side + 1) // 2, lines - len(across) if look.lines else side)
    columns = _part(column, side, most)
    yield from (f"    {''.join(each[4 + 2 * x : 6 + 2 * x] for x in columns)}" for each in across)
    walls = _PLAIN_WALLS if look.plain else _WALLS
    for upper in (2 * line for line in rows):
        both = "".join(_two_modules(state, upper, x, walls) for x in columns)
        lower = str(side - upper - 1) if upper + 1 < side else ""
        yield f"{side - upper:>3} {both} {lower}"


def _part(middle: int, size: int, most: int) -> range:
    """So many numbers below a size at most, with the given one as near to their middle as can be."""
    count = max(1, min(size, most))
    first = max(0, min(middle - count // 2, size - count))
    return range(first, first + count)


def _two_modules(state: State, upper: int, column: int, walls: str) -> str:
    """A module and the one below it as two characters: a sign, if there is one, then the walls of both."""
    side = state.maze.side
    above = upper * side + column
    below = above + side if upper + 1 < side else None
    is_dark = [module is not None and not state.maze.light >> module & 1 for module in (above, below)]
    dark = is_dark[0] + 2 * is_dark[1]
    signs = _sign(state, above), "" if below is None else _sign(state, below)
    low = _LOWERED.get(signs[1], signs[1].lower())
    return signs[0] + low if all(signs) else (signs[0] or low or walls[dark]) + walls[dark]


_LOWERED = {PATH: ".", HUNT: ",", HEAD: "a", **dict(zip("123456789", "₁₂₃₄₅₆₇₈₉", strict=True))}
"""The signs of the lower row that are no small letters."""


def _sign(state: State, module: Module) -> str:
    """The most important sign of a module: a piece, an item, a trail or an entrance; empty where there is none."""
    lies = ITEMS.get(state.maze.finds.get(module, 0) & state.lying, "")
    return (
        _standing(state, module)[:1]
        or lies
        or _trails(state, module)[:1]
        or (ENTRANCE if module in state.maze.entrances else "")
    )


def letters(side: int) -> Iterator[str]:
    """The names of the columns, read downwards where they have two letters."""
    names = [column_name(column) for column in range(side)]
    longest = max(map(len, names))
    for place in range(longest):
        yield "".join(f"{name.rjust(longest)[place]} " for name in names)


def _module(state: State, module: Module, dark: str) -> str:
    """A module as two characters: an item that still lies there, then the piece or the trail (MQ-49.b)."""
    ground = " " if state.maze.light >> module & 1 else dark
    lies = ITEMS.get(state.maze.finds.get(module, 0) & state.lying, "")
    if here := _standing(state, module):
        return lies + here[0] if lies else f"{here:<2}"
    if signs := _trails(state, module):
        return (lies or signs[0]) + (signs[-1] if lies or len(signs) > 1 else ground)
    return (lies or (ENTRANCE if module in state.maze.entrances else ground)) + ground


def _standing(state: State, module: Module) -> str:
    """The sign of the piece on a module; empty where there is none."""
    heads = ((sign, explorer.trail.head) for sign, explorer in zip(_heads(state), state.explorers, strict=True))
    here = (sign for sign, head in ((HUNTER, state.minoqaur.head), *heads) if head == module)
    return next(here, "")


def _trails(state: State, module: Module) -> str:
    several = len(state.explorers) > 1
    signs = [
        str(number) if several else PATH
        for number, explorer in enumerate(state.explorers, 1)
        if explorer.trail.modules >> module & 1
    ]
    return "".join(signs) + (HUNT if state.minoqaur.modules >> module & 1 else "")
