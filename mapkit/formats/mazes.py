"""Mazes as programs print them: of blocks, of lines with corners, of box letters, of underscores, of zeros and ones.

Where blocks lie on every second row and column, they are the walls of a board with half as many cells. Else each square
is a cell of the board, and a block is a cell that nobody enters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Any, NamedTuple

from mapkit.formats.record import HEAD, MARK, ExportOrder, FileFormat, FileToRead, Loss, commented, document_in
from mapkit.mapfile import bare
from mapkit.mapfile.document import Document, MapFile
from mapkit.mapfile.drawing import SIDES
from mapkit.mapfile.text import MOST_SOUGHT, decoded, refused
from mapkit.model.design import UNDECIDED, DrawnBoard
from mapkit.model.errors import Problem
from mapkit.model.game import Game
from mapkit.model.grid import Border, Cell, Square, border, spell
from mapkit.model.letters import in_quotes, names, with_plain_spaces
from mapkit.model.listing import OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, message, shortened
from mapkit.model.rule import Fact, has

_SOLID = "#█▓▒░■⬛🟫1"
_GROUND = " .·_□⬜0"
_OPEN_MARKS = "+*oxSETXABFHse@"
"""Signs that may stand on open ground: starts, ends, things and solutions."""
_ASIDE = {"S": (0, 1), "E": (1, 0), "N": (0, -1), "W": (-1, 0)}
"""From the place of a cell to those of its borders, in the order in which a place for an exit is looked for."""
_FEWEST, _CODE, _SHARE, _RIM, _MOST_THICK = 3, 21, 0.5, 0.8, 4
_AT_EDGE = message("an exit leads from a free cell at the edge out of the maze")
_DIGITS = re.compile(r"(?:[\s\[\](),;'\"]|[01](?:\.0*+)?+|True|False|array|dtype=\w++)*")
_DIGIT = re.compile(r"([01])(?:\.0*+)?+|True|False")
_PASTED = re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE)
"""A line that fences a text in chats and forums."""
_QUOTED = re.compile(r"""([ \t]*+)["']([^"'\n]*+)["'],?""")
"""A row as programs write it in a list of texts."""
_FRAME = re.compile(r"[ \t]*+(?:\w++ *= *)?[\[\](){}]++;?")
_LETTERS = 3
"""How many different small letters a line of prose has."""
_MOST_WIDE, _MOST_HIGH = 10 * SIDES[-1], 5 * SIDES[-1]
_MOST_TOLD, _MOST_PARTS = 5, 50
_DOTS = re.compile(r"\s*[._]*\._[._ ]*$", re.MULTILINE)
"""A first line of underscores with dots at the corners."""
_CORNERS, _AS_LINES = "o*x'.,@", str.maketrans("_~=!:", "---||")
"""Signs that stand in corners, and others that lines are made of."""
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
    solid: frozenset[tuple[int, int]] = frozenset()
    """The places of cells that are blocks."""
    problems: tuple[Problem, ...] = ()
    of_cells: bool = False
    """Whether each square is a cell, and all signs must mean something."""
    ways_out: frozenset[tuple[int, int]] = frozenset()
    """The places of borders of free cells that are exits, be it beside a block."""
    undecided: frozenset[tuple[int, int]] = frozenset()
    """The places of borders at the edge, of which those of free cells are to be decided."""
    remarks: tuple[Message, ...] = ()


def _lines(text: str) -> list[str]:
    """The lines without signs of mails and lists, with blank ones for titles around them; none for no maze."""
    if text.count("\n") >= 4 * _MOST_HIGH:
        return []
    plain = with_plain_spaces(_PASTED.sub("", text)).replace("\t", "    ")
    lines = [line.rstrip() for line in plain.split("\n")]
    if all(line.startswith(">") for line in lines if line):  # as mails and forums quote a text
        lines = [line.replace(">", " ", 1) for line in lines]
    if sum(_QUOTED.fullmatch(line) is not None for line in lines) > 2:
        lines = [_QUOTED.sub(r"\1 \2", line) for line in lines]
    for some in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        for number in some:
            if lines[number] and not _is_beside(lines[number]):
                break
            lines[number] = ""
    return lines if max(map(len, lines)) <= 2 * _MOST_WIDE else []


def _is_beside(line: str) -> bool:
    """Whether a line above or below a maze is no part of it: a title, a remark, or brackets of a list."""
    small = {sign for sign in line if sign.islower()}
    return _FRAME.fullmatch(line) is not None or (len(small) >= _LETTERS and not _is_digits(line))


def _body(text: str) -> tuple[list[str], int, int]:
    """The lines of a maze alone, and how much was left out above them and to the left."""
    lines = _lines(text)
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled:
        return [], 0, 0
    kept = lines[filled[0] : filled[-1] + 1]
    left = min(len(line) - len(line.lstrip()) for line in kept if line.strip())
    wide = max(map(len, kept))
    return [line.ljust(wide)[left:] for line in kept], filled[0], left


def _of_blocks(text: str) -> Lattice | None:
    """A maze of blocks, whose walls are the sign in all corners."""
    lines, above, left = _body(text)
    digits = _is_digits("\n".join(lines))
    rows, starts = ([*map(list, lines)], range(len(lines))) if not digits else _digit_rows(lines)
    if len(rows) < 5 or len({*map(len, rows)}) != 1:
        return None
    columns, numbers = (_thin(grid, rows[0][0]) for grid in ([*zip(*rows, strict=True)], rows))
    rows = [[rows[number][column] for column in columns] for number in numbers]
    corners = {rows[y][x] for y, x in product((0, -1), (0, -1))}
    if len(corners) != 1 or corners & {" ", *"+|"} or min(len(rows), len(rows[0])) < 5:
        return None
    (wall,), high, across = corners, len(rows), len(rows[0])
    signs = {sign for row in rows for sign in row} - {*_OPEN_MARKS, *_GROUND, wall}
    most = Counter(sign for row in rows[1::2] for sign in row[1::2] if sign != wall).most_common(1)
    if signs - {sign for sign, _ in most} or high % 2 == 0 or across % 2 == 0:
        return None
    walls = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == wall}
    cells = {*product(range(1, across, 2), range(1, high, 2))} & walls
    inner = {*product(range(2, across - 1, 2), range(2, high - 1, 2))}
    missing = {*product(range(0, across, 2), range(0, high, 2))} - walls
    if missing >= inner or missing - inner or any(not walls.isdisjoint(_beside(*pillar)) for pillar in missing):
        return None
    if any(not walls.issuperset(_beside(*cell)) for cell in cells):
        return None
    told = [(sign, x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in _OPEN_MARKS]

    def place(x: int, y: int) -> tuple[int, int]:
        return above + starts[numbers[y]], 0 if digits else left + columns[x]

    form, size = message("a maze of blocks"), (across // 2, high // 2)
    return Lattice(*size, frozenset(walls), place, tuple(told), form, frozenset(cells))


def _thin(rows: Sequence[Sequence[str]], corner: str) -> Sequence[int]:
    """Which rows of a maze make one whose ways and walls are one sign thick."""
    every, lines = len(rows), [*map(tuple, rows)]
    if every % 2 and all(sign == " " for line in lines[1::2] for sign in line):  # blanks between the signs
        return range(0, every, 2)
    if all(sign == corner for line in lines[0::2] for sign in line[0::2]):
        return range(every)
    for thick in range(_MOST_THICK, 1, -1):
        if every % thick == 0 and all(len({*lines[at : at + thick]}) == 1 for at in range(0, every, thick)):
            return range(0, every, thick)
        ways = range(1, every, thick + 1)
        if (every - 1) % (thick + 1) == 0 and all(len({*lines[at : at + thick]}) == 1 for at in ways):
            return [at for at in range(every) if at % (thick + 1) < 2]
    return range(every)


def _digit_rows(lines: Sequence[str]) -> tuple[list[list[str]], list[int]]:
    """Rows of zeros and ones, each with the number of its line; where there are brackets, these end a row."""
    text = "\n".join(line.partition("dtype")[0] for line in lines)
    found = [
        (text.count("\n", 0, part.start()) + len(part[0]) - len(part[0].lstrip("\n")), _DIGIT.finditer(part[0]))
        for part in re.finditer(r"[^\]]+" if "[" in text else r"[^\n]+", text)
    ]
    rows = [(number, ["01"[sign[0] == "True" or sign[1] == "1"] for sign in signs]) for number, signs in found]
    return [row for _, row in rows if row], [number for number, row in rows if row]


def _beside(x: int, y: int) -> Iterator[tuple[int, int]]:
    return ((x + aside, y + down) for aside, down in _ASIDE.values())


def looks_like_cells(text: str) -> bool:
    """Whether a text is a maze of blocks: nearly all signs are blocks or free, with capitals between.

    Or they fill half of its first and last line, and half of the sides between, and other signs are mistakes.
    """
    lines = [line.strip() for line in _body(text)[0]]
    if len(lines) < _FEWEST or len(lines[0]) < _FEWEST or any(sign in text for sign in "+|=:") or _is_digits(text):
        return False
    signs, ends = "".join(lines), "".join(line[0] + line[-1] for line in lines if line)
    if all(len(token) == 1 for line in lines for token in line.split()):
        return False  # rows of hexes
    plain = sum(map(signs.count, _SOLID + _GROUND))
    if plain < len(signs) and not all(sign in _SOLID + _GROUND or "A" <= sign <= "Z" for sign in signs):
        plain = 0
    edges = [sum(map(part.count, _SOLID)) / len(part) for part in (lines[0], lines[-1], ends)]
    if len(lines) >= _CODE and {*map(len, lines)} == {len(lines)} and " " not in signs:  # a pattern to scan
        return min(edges) >= _RIM
    return min(edges) >= _SHARE or (plain >= _SHARE * len(signs) and any(sign in signs for sign in _SOLID))


def _of_cells(text: str) -> Lattice | None:
    """A maze of blocks each of whose squares is a cell; without blocks all around, those at the edge are cells, too."""
    if not looks_like_cells(text):
        return None
    (lines, above, left), every = _body(text), text.split("\n")
    high, across = len(lines), len(lines[0])
    rim = [*product(range(across), (0, high - 1)), *product((0, across - 1), range(1, high - 1))]
    first = int(min(high, across) > 3 and sum(lines[y][x] in _SOLID for x, y in rim) >= _RIM * len(rim))
    columns, rows = across - 2 * first, high - 2 * first
    walls, solid, signs = set[tuple[int, int]](), set[tuple[int, int]](), list[tuple[str, int, int]]()
    for x, y in [(x, y) for x, y in product(range(2 * columns + 1), range(2 * rows + 1)) if x % 2 or y % 2]:
        column, row = _square(x, first), _square(y, first)
        is_cell, is_outer = x % 2 == y % 2 == 1, x in (0, 2 * columns) or y in (0, 2 * rows)
        sign = lines[row][column] if is_cell or (is_outer and first) else ""
        if (is_outer and not first) or (sign and sign in _SOLID):
            (solid if is_cell else walls).add((x, y))
        elif sign and sign not in _GROUND:
            signs.append((sign, x, y))
    short = list[Problem]()
    for row, line in enumerate(every[above : above + high]):
        if (has_signs := max(0, len(line.rstrip("\r")) - left)) < across - first:
            says = message("this line is short: it has {has} signs, and others {all}", has_signs, across)
            would_do = message("draw free cells at its end as dots")
            short.append(Problem(above + row + 1, left + has_signs + 1, clauses(says, would_do)))

    def place(x: int, y: int) -> tuple[int, int]:
        return above + _square(y, first), left + _square(x, first)

    if not solid:
        return None
    form = message("a maze whose blocks are cells that nobody enters")
    return Lattice(columns, rows, frozenset(walls), place, tuple(signs), form, frozenset(solid), tuple(short), True)


def _square(at: int, first: int) -> int:
    """The row or the column of the square at a place of a lattice, whose first cell stands in the square `first`."""
    return at // 2 + first - (at == 0)


def _is_digits(text: str) -> bool:
    return _DIGITS.fullmatch(text) is not None


def _of_lines(text: str) -> Lattice | None:
    """A maze of lines whose corners stand two or more signs apart, in letters of boxes or typed."""
    typed, above, left = _body(text)
    lines = [bare.typed(line) for line in typed]
    first = lines[0].strip()[:1] if lines else ""
    if len(lines) < 3 or not first or first not in "+|-_" + _CORNERS:
        return None
    is_own = first == "+" and not any(sign in line for line in lines for sign in "_!")
    lines = [line.translate(_AS_LINES).replace(first if first in _CORNERS else "+", "+") for line in lines]
    high, across = len(lines), len(lines[0])
    steps = (
        (wide, tall) for wide in range(9, 1, -1) for tall in (4, 3, 2) if (across - 1) % wide == 0 == (high - 1) % tall
    )
    for wide, tall in steps:
        columns, rows = (across - 1) // wide, (high - 1) // tall
        found = _framed(lines, columns, rows, wide, tall)
        if found is not None and columns > 1 and rows > 1:
            if (wide, tall) == _OUR_OWN and is_own:
                return None
            walls, signs = found
            apart = message("a maze of lines whose corners stand {number} apart", wide)

            def place(x: int, y: int, wide: int = wide, tall: int = tall) -> tuple[int, int]:
                return above + y * tall // 2, left + x * wide // 2

            return Lattice(columns, rows, frozenset(walls), place, tuple(signs), apart)
    return None


def _framed(
    lines: Sequence[str], columns: int, rows: int, wide: int, tall: int
) -> tuple[set[tuple[int, int]], list[tuple[str, int, int]]] | None:
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
            signs += [(sign, x, y) for sign in sorted(said - {*" ."})]
        elif x % 2 or y % 2:
            line = "|" if y % 2 else "-"
            if not (said <= {*" ."} or said == {line}):
                return None
            walls |= {(x, y)} if line in said else set()
        elif not said <= {*"+-| ."}:
            return None
        else:
            walls.add((x, y))
    return walls, signs


def _of_underscores(text: str) -> Lattice | None:
    """A maze whose cells have a floor `_` and a wall `|` to their right."""
    drawn, start, left = _body(text.replace(".", " ") if _DOTS.match(text) else text)
    if len(drawn) < 3 or not re.fullmatch(r" ?_[_ ]*", drawn[0].rstrip()):
        return None
    above, *lines = [line if left == 0 else f" {line}" for line in drawn]
    if not any("_" in line for line in lines[0::2]) and not any("|" in line for line in lines[1::2]):
        return None  # lines of walls and of cells take turns
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

    def place(x: int, y: int) -> tuple[int, int]:
        return start + (y + 1) // 2, max(0, left - 1) + x

    return Lattice(columns, rows, frozenset(walls), place, (), message("a maze of underscores"))


_FORMS = (_of_blocks, _of_underscores, _of_lines, _of_cells)


def lattice(text: str) -> Lattice | None:
    """The maze in a text; None where it is none, and where it is a drawing of our own, with corners four apart."""
    return next((maze for form in _FORMS if (maze := form(text)) is not None), None)


class _Board:
    """A maze as a board of a game."""

    def __init__(self, maze: Lattice, game: Game[Any]) -> None:
        usual = game.design.params().grid
        assert isinstance(usual, Square)
        self._maze, self._meanings = maze, game.design.board.blocks
        self._legend = game.design.legend(game.design.params())
        self._grid = replace(usual, columns=maze.columns, rows=maze.rows, floors=1)
        self._cells = {_place(self._grid, cell): cell for cell in self._grid.cells()}
        self._facts = dict[Fact, tuple[int, int]]()
        self._problems, self._left_out, self._exits = [*maze.problems], list[Message](), list[Message | Name]()

    @property
    def drawn(self) -> DrawnBoard:
        """What it says, and what it was taken for."""
        maze = self._maze
        for place, cell in self._cells.items():
            self._draw_borders(place, cell)
            mark = self._legend.solid if place in maze.solid else self._legend.cells[PLAIN]
            self._facts[has(cell, mark)] = maze.places(*place)
        for sign, x, y in sorted(maze.signs, key=lambda each: (each[2], each[1])):
            self._draw_sign(sign, (x, y))
        remarks = [message("understood as {what}, {wide} x {high} cells", maze.form, maze.columns, maze.rows)]
        if self._exits:
            remarks.append(message("exits: {places}", shortened(self._exits, _MOST_TOLD)))
        if self._left_out:
            told = shortened(self._left_out, _MOST_TOLD)
            remarks.append(message("left out, as a maze does not say what it is: {things}", told))
        remarks += maze.remarks
        problems = tuple(sorted(self._problems)[:MOST_SOUGHT])
        return DrawnBoard(self._grid, self._facts, problems=problems, remarks=tuple(remarks))

    def _wrong(self, spot: tuple[int, int], *said: Message) -> None:
        self._problems.append(Problem(spot[0] + 1, spot[1] + 1, clauses(*said)))

    def _draw_borders(self, place: tuple[int, int], cell: Cell) -> None:
        """The walls of a cell, with none beside cells that are blocks, and the exits from it."""
        solid = self._maze.solid
        for side, (aside, down) in _ASIDE.items():
            at, beyond = (place[0] + aside, place[1] + down), (place[0] + 2 * aside, place[1] + 2 * down)
            spot, line, is_wall = self._maze.places(*at), border(self._grid, cell, side), at in self._maze.walls
            if at in self._maze.ways_out and place not in solid:
                self._add_exit(line, spot)
            elif at in self._maze.undecided and place not in solid:
                self._facts[Fact(line, UNDECIDED)] = spot
            elif beyond in self._cells:
                if is_wall and solid.isdisjoint((place, beyond)):
                    self._facts[Fact(line, self._legend.lines[0].mark)] = spot
            elif not is_wall and place in solid:
                self._wrong(spot, message("a gap in the outer wall, and behind it a block"), _AT_EDGE)
            elif not is_wall:
                self._facts[Fact(line, self._legend.gap)] = spot

    def _draw_sign(self, sign: str, place: tuple[int, int]) -> None:
        """What a sign says; in a maze of cells each must say something, and in others it is left out."""
        means, cell, spot = self._meanings.get(sign, ""), self._cells.get(place), self._maze.places(*place)
        listed = {each.mark for each in self._legend.listings if isinstance(each, OrderedCells)}
        if cell is None:
            if self._maze.of_cells and means not in {self._legend.gap, *listed}:
                found = message("{found} stands in the outer wall", in_quotes(sign))
                self._wrong(spot, found, message("things stand in cells; leave a gap there for an exit"))
        elif means in listed:
            number = sum(fact.mark.startswith(f"{means} ") for fact in self._facts)
            self._facts[has(cell, f"{means} {number + 1}")] = spot
        elif means == self._legend.gap and self._leads_out(place, cell):
            return
        elif means and means != self._legend.gap:
            del self._facts[has(cell, self._legend.cells[PLAIN])]
            self._facts[has(cell, means)] = spot
        elif not self._maze.of_cells:
            self._left_out.append(message("{sign} at {cell}", in_quotes(sign), Name(cell)))
        elif means:
            self._wrong(spot, message("{found} stands inside the maze", in_quotes(sign)), _AT_EDGE)
        else:
            known = names(each for each in self._meanings if each not in _GROUND)
            wrong = message("{found} is no sign of a maze of blocks", in_quotes(sign))
            self._wrong(spot, wrong, message("use # for a block, a blank for a free cell, or one of {names}", known))

    def _leads_out(self, place: tuple[int, int], cell: Cell) -> bool:
        """Put an exit beside a cell at the edge that has none; returns whether it has one."""
        lines = [border(self._grid, cell, side) for side in _ASIDE if self._grid.step(cell, side) is None]
        if lines and not any(Fact(line, self._legend.gap) in self._facts for line in lines):
            self._add_exit(lines[0], self._maze.places(*place))
        return bool(lines)

    def _add_exit(self, line: Border, spot: tuple[int, int]) -> None:
        self._facts[Fact(line, self._legend.gap)] = spot
        self._exits.append(spell(self._grid, line))


def _place(grid: Square, cell: Cell) -> tuple[int, int]:
    """The place of a cell in a lattice."""
    x, y = grid.centre(cell)
    return int(2 * x + 1), int(2 * (grid.rows - 1 - y) + 1)


def _read(asked: FileToRead) -> Document:
    text = decoded(asked.data, asked.name)
    maze = lattice(text.removeprefix("\ufeff"))
    if maze is None:
        raise refused(asked.name, message("there is no maze in it"))
    beside = [line.strip() for line in _PASTED.sub("", text).splitlines() if _is_beside(line)]
    titles = [in_quotes(line) for line in beside if not (line.startswith(MARK.strip()) or _FRAME.fullmatch(line))]
    if titles:
        said = message("left out, as it is no part of the maze: {things}", shortened(titles, _MOST_TOLD))
        maze = maze._replace(remarks=(said,))
    return read_lattice(asked, text, maze)


def read_lattice(asked: FileToRead, text: str, maze: Lattice, title: str = "") -> Document:
    """The document of a text that draws a maze; raises UnreadableMap."""
    from mapkit.games.shelf import GAMES

    suits = takes_solid if maze.solid or maze.of_cells else _suits
    if not asked.game and (games := [game.name for game in GAMES.values() if suits(game)])[1:]:
        of = maze.form, names(games)
        raise refused(asked.name, message("this is {what}; say its game with --game, one of {names}", *of))
    if maze.columns not in SIDES or maze.rows not in SIDES:
        size = maze.columns, maze.rows, SIDES[0], SIDES[-1]
        raise refused(asked.name, message("the maze has {wide} x {high} cells; {low} to {most} will do", *size))

    def draw(game: Game[Any], file: MapFile) -> None:
        file.board = _Board(maze, game).drawn
        file.values |= {"title": title} if title else {}

    return document_in(asked, text, commented(text), draw, suits, maze.form)


def _suits(game: Game[Any]) -> bool:
    legend = game.design.legend(game.design.params())
    return bool(legend.lines) and bool(legend.gap) and PLAIN in legend.cells


def takes_solid(game: Game[Any]) -> bool:
    return _suits(game) and bool(game.design.board.blocks)


def _write(map_: Map[Any], _: ExportOrder) -> Mapping[str, bytes]:
    """The blocks of each floor, the lowest first."""
    grid, legend = map_.params.grid, map_.game.design.legend(map_.params)
    marks, solid = dict(map_.facts), {cell for cell, mark in map_.kinds.items() if mark == legend.solid}
    floors = list[str]()
    for floor in range(1, grid.floors + 1):
        rows = [["#"] * (2 * grid.columns + 1) for _ in range(2 * grid.rows + 1)]
        for cell in (cell for cell in grid.cells() if grid.floor(cell) == floor):
            x, y = _place(grid, cell)
            if cell in solid:
                continue
            rows[y][x] = " "
            for side, (aside, down) in _ASIDE.items():
                mark = marks.get(border(grid, cell, side), "")
                onto = grid.step(cell, side)
                is_open = mark == legend.gap if onto is None or onto in solid else mark not in legend.barriers
                rows[y + down][x + aside] = " " if is_open else "#"
        floors.append("".join(f"{''.join(row).rstrip()}\n" for row in rows))
    return {".txt": "\n".join(floors).encode()}


def _has_things(map_: Map[Any]) -> bool:
    legend = map_.game.design.legend(map_.params)
    return not {*map_.kinds.values()} <= {legend.cells[PLAIN], legend.solid}


def _has_other_borders(map_: Map[Any]) -> bool:
    legend = map_.game.design.legend(map_.params)
    usual = {legend.lines[0].mark, legend.gap}
    return any(isinstance(fact.place, Border) and fact.mark not in usual for fact in map_.facts)


def _parts(text: str) -> tuple[str, ...]:
    """The texts of mazes of blocks with blank lines between, such as floors, each with blank lines for those before."""
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if line.strip() and not (at and lines[at - 1].strip())]
    found = ["\n" * a + "\n".join(lines[a:b]) for a, b in pairwise([*starts, len(lines)])]
    return tuple(found) if 1 < len(found) <= _MOST_PARTS and all(map(_of_blocks, found)) else (text,)


_LOST = (
    Loss(message("that floors lie one above the other"), lambda map_: map_.params.grid.floors > 1),
    Loss(message("what lies in cells"), _has_things),
    Loss(message("doors, windows and other borders, which are blocks"), _has_other_borders),
)
BLOCKS = FileFormat(
    "blocks",
    message("a maze of blocks, as programs print it"),
    (".txt",),
    suits=_suits,
    recognise=lambda text: _of_blocks(text) is not None or looks_like_cells(text),
    read=_read,
    write=_write,
    losses=(*HEAD, *_LOST),
    parts=_parts,
)
MAZE = FileFormat(
    "maze",
    message("a maze of lines, box letters or underscores, as programs print it"),
    (".txt",),
    suits=_suits,
    recognise=lambda text: lattice(text) is not None,
    read=_read,
)
