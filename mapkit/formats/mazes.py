"""Mazes as programs print them: of blocks, of lines with corners, of box letters, of underscores, of zeros and ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from mapkit.formats.record import SETTINGS, TITLE, ExportOrder, FileFormat, FileToRead, Loss, commented, document_in
from mapkit.mapfile import bare
from mapkit.mapfile.document import Document, MapFile
from mapkit.mapfile.drawing import SIDES
from mapkit.mapfile.text import decoded, refused
from mapkit.model.design import DrawnBoard
from mapkit.model.game import Game
from mapkit.model.grid import Border, Cell, Square, border, borders
from mapkit.model.letters import in_quotes, names
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message, shortened
from mapkit.model.rule import Fact, has

_SOLID = "#█▓▒░■⬛🟫1"
_GROUND = " .·_□⬜0"
_OPEN_MARKS = "+*oxSETXABse@"
"""Signs that may stand on open ground: starts, ends and solutions."""
_DIGITS = re.compile(r"[\s\[\](),;01'\"]*")
_MOST_WIDE, _MOST_HIGH = 10 * SIDES[-1], 5 * SIDES[-1]
_MOST_TOLD = 5
_OUR_OWN = (4, 2)
"""How far the corners of our own drawings stand apart, which may have blank cells to fill in."""
PLAIN = "."
"""The symbol of a cell with nothing in it, in games whose boards a maze may be."""


class Lattice(NamedTuple):
    """A maze: its cells, the walls around them, and what else stands in it."""

    columns: int
    rows: int
    walls: frozenset[tuple[int, int]]
    """The walls by their places, which lie between those of cells: the upper left cell is at (1, 1)."""
    places: Callable[[int, int], tuple[int, int]]
    """The line and the column in the text of a place, all counted from 0."""
    signs: tuple[tuple[str, int, int], ...]
    """Signs on open ground, each with its place."""
    form: Message


def _lines(text: str) -> list[str]:
    """The lines without the blank ones around them and without what all of them begin with; none for no maze."""
    lines = [line.rstrip() for line in text.replace("\t", "    ").split("\n")]
    return lines if len(lines) <= 4 * _MOST_HIGH and max(map(len, lines)) <= 2 * _MOST_WIDE else []


class _Body(NamedTuple):
    """The lines of a maze alone, and how much was left out above them and to the left."""

    lines: list[str]
    above: int
    left: int


def _body(text: str) -> _Body:
    lines = _lines(text)
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled:
        return _Body([], 0, 0)
    kept = lines[filled[0] : filled[-1] + 1]
    left = min(len(line) - len(line.lstrip()) for line in kept if line.strip())
    wide = max(map(len, kept))
    return _Body([line.ljust(wide)[left:] for line in kept], filled[0], left)


def _of_blocks(text: str) -> Lattice | None:
    """A maze of blocks, one or two signs wide; a wall of blocks is as thick as a way."""
    body, digits = _body(text), _DIGITS.fullmatch(text) is not None
    rows = [re.findall("[01]", line) for line in body.lines] if digits else [*map(list, body.lines)]
    rows = [row for row in rows if row]
    if len(rows) < 5 or len({*map(len, rows)}) != 1:
        return None
    wide = 1
    if not digits and len(rows[0]) % 2 == 0 and all(row[0::2] == row[1::2] for row in rows):
        rows, wide = [row[0::2] for row in rows], 2
    signs = {sign for row in rows for sign in row} - {*_OPEN_MARKS}
    solid, ground = signs & {*_SOLID}, signs & {*_GROUND}
    if len(solid) != 1 or len(ground) > 1 or signs - solid - ground:
        return None
    high, across = len(rows), len(rows[0])
    if high % 2 == 0 or across % 2 == 0:
        return None
    (wall,) = solid
    walls = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == wall}
    pillars = {*product(range(0, across, 2), range(0, high, 2))}
    cells = {*product(range(1, across, 2), range(1, high, 2))}
    if pillars - walls or cells & walls:
        return None
    told = [(sign, x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in _OPEN_MARKS]
    form = message("a maze of blocks")

    def place(x: int, y: int) -> tuple[int, int]:
        return body.above + y, 0 if digits else body.left + x * wide

    return Lattice(across // 2, high // 2, frozenset(walls), place, tuple(told), form)


def _of_lines(text: str) -> Lattice | None:
    """A maze of lines whose corners stand two or more signs apart, in letters of boxes or typed."""
    body = _body(text)
    lines = [bare.typed(line) for line in body.lines]
    if len(lines) < 3 or not re.match(r"[+|-]", lines[0].strip()[:1]):
        return None
    high, across = len(lines), len(lines[0])
    steps = (
        (wide, tall) for wide in range(9, 1, -1) for tall in (4, 3, 2) if (across - 1) % wide == 0 == (high - 1) % tall
    )
    for wide, tall in steps:
        columns, rows = (across - 1) // wide, (high - 1) // tall
        found = _framed(lines, columns, rows, wide, tall)
        if found is not None and columns > 1 and rows > 1:
            if (wide, tall) == _OUR_OWN:
                return None
            walls, signs = found
            apart = message("a maze of lines whose corners stand {number} apart", wide)

            def place(x: int, y: int, wide: int = wide, tall: int = tall) -> tuple[int, int]:
                return body.above + y * tall // 2, body.left + x * wide // 2

            return Lattice(columns, rows, frozenset(walls), place, tuple(signs), apart)
    return None


_Found = tuple[set[tuple[int, int]], list[tuple[str, int, int]]]


def _framed(lines: Sequence[str], columns: int, rows: int, wide: int, tall: int) -> _Found | None:
    """The walls and the signs of a maze with such corners; None where something stands elsewhere."""
    walls, signs = set[tuple[int, int]](), list[tuple[str, int, int]]()
    for y, x in product(range(2 * rows + 1), range(2 * columns + 1)):
        top, left = y // 2 * tall + y % 2, x // 2 * wide + x % 2
        part = [
            line[left : left + (wide - 1 if x % 2 else 1)] for line in lines[top : top + (tall - 1 if y % 2 else 1)]
        ]
        said = {*"".join(part)}
        if x % 2 and y % 2:
            if said & {*"+-|"}:
                return None
            signs += [(sign, x, y) for sign in sorted(said - {" "})]
        elif x % 2 or y % 2:
            line = "|" if y % 2 else "-="
            if said == {" "}:
                continue
            if not said <= {*line}:
                return None
            walls.add((x, y))
        elif not said <= {*"+-| ."}:
            return None
        else:
            walls.add((x, y))
    return walls, signs


def _of_underscores(text: str) -> Lattice | None:
    """A maze whose cells have a floor `_` and a wall `|` to their right."""
    body = _body(text)
    if len(body.lines) < 3 or not re.fullmatch(r" ?_[_ ]*", body.lines[0].rstrip()):
        return None
    above, *lines = [line if body.left == 0 else f" {line}" for line in body.lines]
    across = max(len(line.rstrip()) for line in lines)
    columns, rows = (across - 1) // 2, len(lines)
    if across % 2 == 0 or columns < 2 or any({*line} - {*" _|"} for line in lines):
        return None
    walls = {(x, y) for x in range(0, 2 * columns + 1, 2) for y in range(0, 2 * rows + 1, 2)}
    walls |= {(2 * c + 1, 0) for c in range(columns) if above[2 * c + 1 : 2 * c + 2] == "_"}
    for row, line in enumerate(line.ljust(across) for line in lines):
        walls |= {(0, 2 * row + 1)} if line[0] == "|" else set()
        for column in range(columns):
            walls |= {(2 * column + 1, 2 * row + 2)} if line[2 * column + 1] == "_" else set()
            walls |= {(2 * column + 2, 2 * row + 1)} if line[2 * column + 2] == "|" else set()
    left = body.left - 1 if body.left else 0
    form = message("a maze of underscores")
    return Lattice(
        columns, rows, frozenset(walls), lambda x, y: (body.above + (y + 1) // 2, max(0, left + x)), (), form
    )


_FORMS = (_of_blocks, _of_underscores, _of_lines)


def lattice(text: str) -> Lattice | None:
    """The maze in a text; None where it is none, and where it is a drawing of our own, with corners four apart."""
    return next((maze for form in _FORMS if (maze := form(text)) is not None), None)


def _drawn(maze: Lattice, game: Game[Any]) -> DrawnBoard:
    legend, usual = game.design.legend(game.design.params()), game.design.params().grid
    assert isinstance(usual, Square)
    grid = replace(usual, columns=maze.columns, rows=maze.rows, floors=1)
    plain, wall, facts = legend.cells[PLAIN], legend.lines[0].mark, dict[Fact, tuple[int, int]]()
    for line in borders(grid):
        x, y = _place(grid, line.cell)
        aside, down = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}.get(line.side, (0, 0))
        if (aside, down) == (0, 0):
            continue
        at, is_outer = (x + aside, y + down), grid.step(line.cell, line.side) is None
        if (at in maze.walls) != is_outer:
            facts[Fact(line, legend.gap if is_outer else wall)] = maze.places(*at)
    for cell in grid.cells():
        facts[has(cell, plain)] = maze.places(*_place(grid, cell))
    size = maze.form, maze.columns, maze.rows
    remarks = [message("understood as {what}, {wide} x {high} cells", *size)]
    ends = {(x, y): sign for sign, x, y in maze.signs}
    at_cells = [(ends[at], cell) for cell in grid.cells() if (at := _place(grid, cell)) in ends]
    if at_cells:
        told = shortened(
            [message("{sign} at {cell}", in_quotes(sign), Name(cell)) for sign, cell in at_cells], _MOST_TOLD
        )
        remarks.append(message("left out, as a maze does not say what it is: {things}", told))
    return DrawnBoard(grid, facts, remarks=tuple(remarks))


def _place(grid: Square, cell: Cell) -> tuple[int, int]:
    """The place of a cell in a lattice."""
    x, y = grid.centre(cell)
    return int(2 * x + 1), int(2 * (grid.rows - 1 - y) + 1)


def _read(asked: FileToRead) -> Document:
    text = decoded(asked.data, asked.name)
    maze = lattice(text.removeprefix("\ufeff"))
    if maze is None:
        raise refused(asked.name, message("there is no maze in it"))
    if not asked.game:
        from mapkit.games.shelf import GAMES

        of = maze.form, names(game.name for game in GAMES.values() if _suits(game))
        raise refused(asked.name, message("this is {what}; say its game with --game, one of {names}", *of))
    if maze.columns not in SIDES or maze.rows not in SIDES:
        size = maze.columns, maze.rows, SIDES[0], SIDES[-1]
        raise refused(asked.name, message("the maze has {wide} x {high} cells; {low} to {most} will do", *size))

    def draw(game: Game[Any], file: MapFile) -> None:
        file.board = _drawn(maze, game)

    return document_in(asked, text, commented(text), draw, _suits)


def _suits(game: Game[Any]) -> bool:
    legend = game.design.legend(game.design.params())
    return bool(legend.lines) and bool(legend.gap) and PLAIN in legend.cells


def _write(map_: Map[Any], _: ExportOrder) -> Mapping[str, bytes]:
    """The blocks of each floor, the lowest first."""
    grid, legend = map_.params.grid, map_.game.design.legend(map_.params)
    marks = {fact.place: fact.mark for fact in map_.facts if isinstance(fact.place, Border)}
    floors = list[str]()
    for floor in range(1, grid.floors + 1):
        rows = [["#"] * (2 * grid.columns + 1) for _ in range(2 * grid.rows + 1)]
        for cell in (cell for cell in grid.cells() if grid.floor(cell) == floor):
            x, y = _place(grid, cell)
            rows[y][x] = " "
            for side, (aside, down) in {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}.items():
                mark = marks.get(border(grid, cell, side), "")
                is_open = mark == legend.gap if grid.step(cell, side) is None else mark not in legend.barriers
                rows[y + down][x + aside] = " " if is_open else "#"
        floors.append("".join(f"{''.join(row).rstrip()}\n" for row in rows))
    return {".txt": "\n".join(floors).encode()}


def _has_things(map_: Map[Any]) -> bool:
    plain = map_.game.design.legend(map_.params).cells[PLAIN]
    return any(mark != plain for mark in map_.kinds.values())


def _has_other_borders(map_: Map[Any]) -> bool:
    legend = map_.game.design.legend(map_.params)
    usual = {legend.lines[0].mark, legend.gap}
    return any(isinstance(fact.place, Border) and fact.mark not in usual for fact in map_.facts)


BLOCKS = FileFormat(
    "blocks",
    message("a maze of blocks, as programs print it"),
    (".txt",),
    suits=_suits,
    recognise=lambda text: _of_blocks(text) is not None,
    read=_read,
    write=_write,
    losses=(
        TITLE,
        SETTINGS,
        Loss(message("what lies in cells"), _has_things),
        Loss(message("doors, windows and other borders, which are blocks"), _has_other_borders),
    ),
)
MAZE = FileFormat(
    "maze",
    message("a maze of lines, box letters or underscores, as programs print it"),
    (".txt",),
    suits=_suits,
    recognise=lambda text: lattice(text) is not None,
    read=_read,
)
