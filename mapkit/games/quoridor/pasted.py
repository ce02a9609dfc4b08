"""Boards of Quoridor as people draw them, or paste them from a screen: the inverse of `picture`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mapkit.games.quoridor.design import SIZES_IN_WORDS, pawn, wall_fact
from mapkit.games.quoridor.picture import ASCII, UNICODE
from mapkit.games.quoridor.position import SEATS, SIZES
from mapkit.model.design import DrawnBoard
from mapkit.model.errors import Problem
from mapkit.model.grid import Cell, Square, column_name
from mapkit.model.letters import in_quotes
from mapkit.model.message import Message, Name, clauses, either, message, plural
from mapkit.model.rule import Fact

SEAT_OF = {sign: seat for signs in (UNICODE, ASCII) for seat, sign in signs.pawns.items()}
_PAWNS = "".join(re.escape(sign) for sign in SEAT_OF)
_TURN = f"{UNICODE.turn}{re.escape(ASCII.turn)}"
_ACROSS: tuple[str, ...] = ("━━━", "===", "───", "---", "═══")
_UPRIGHT: tuple[str, ...] = ("┃", "#", "│", "|", "║")
_LINE = rf"[─━\-{_TURN}]"
_TOP = re.compile(rf"[+┌](?:{_LINE}(?:{_LINE}|[A-Za-z]){_LINE}[+┬┐])+")
"""The upper edge or the lower one, perhaps with the names of the columns in it."""
_HEADING = re.compile(r"\s*[a-z](?:\s+[a-z])+\s*")
_BESIDE = re.compile(rf"\s*+(?:\d++\s*+)?+(?:(?P<turn>[{_TURN}])?+\s*+(?P<pawn>[{_PAWNS}])\s++(?P<label>\S.*))?+")
_LEFT = re.compile(r"walls left (\d+)$")
_LOW_ROW = re.compile(rf"\s*(\d+) (?=[│|{_TURN}])")
"""The beginning of a row in a drawing with a line for each row."""
_LOW = f"{UNICODE.low}{ASCII.low}"


def read_board(lines: Sequence[str]) -> DrawnBoard:
    """The position on a board as `picture` draws it, with all that is wrong; walls may be typed in other lines, too."""
    found = ((number, match) for number, line in enumerate(lines) if (match := _TOP.search(line)))
    top, edge = next(found, (0, None))
    if edge is None:
        for number, line in enumerate(lines[:-2], 1):  # perhaps the drawing has a line for each row
            rows = [_LOW_ROW.match(each) for each in lines[number : number + 2]]
            size = len(line.split())
            named = [row and row[1] for row in rows] == [f"{size}", f"{size - 1}"]
            if _HEADING.fullmatch(line) and size in SIZES and named and rows[0]:
                return _LowReader(lines, number, rows[0].end(), size).board()
        wanted = message("a board begins with its upper edge, such as +---+---+---+---+---+")
        return DrawnBoard(Square(SIZES[0], SIZES[0]), problems=(Problem(1, 1, wanted),))
    size = (len(edge[0]) - 1) // 4
    if size not in SIZES:
        wide = plural("the board is {number} square wide", "the board is {number} squares wide", size)
        known = message("a board has {sizes} ({rule})", SIZES_IN_WORDS, Name("QC-3"))
        wrong = Problem(top + 1, edge.start() + 1, clauses(wide, known))
        return DrawnBoard(Square(SIZES[0], SIZES[0]), problems=(wrong,))
    return _PastedBoard(lines, top, edge.start(), size).board()


@dataclass
class _PastedBoard:
    """Reads one board, and notes all that is wrong."""

    lines: Sequence[str]
    top: int
    left: int
    size: int
    wrong: list[Problem] = field(default_factory=list)
    seats: list[tuple[str, str, tuple[int, int]]] = field(default_factory=list)
    """The seats that stand in lines: each with its number of walls left, if it is said, and with its place."""
    turn: str = ""
    """The seat whose turn it is; empty where that is not drawn."""

    def board(self) -> DrawnBoard:
        grid = Square(self.size, self.size)
        for number in range(len(self.lines)):
            line, inside = self.lines[number], self.top <= number <= self.top + self.height
            right = self.left + 4 * self.size + 1 if inside else 0
            row = self._row(number)
            before, behind = line[: self.left if inside else 0].strip(), line[right:]
            if before and before != str(self.size - row):
                said = message("{found} stands before the board; take it out", in_quotes(before))
                self._note(number, len(line) - len(line.lstrip()), said)
            found = _BESIDE.fullmatch(behind)
            if found is None and not _HEADING.fullmatch(line):
                said = message("{found} is no part of a board; take it out", in_quotes(behind.strip()))
                self._note(number, len(line) - len(behind.lstrip()), said)
            elif found is not None and found["pawn"]:
                left = _LEFT.search(found["label"].rstrip())
                seat = SEAT_OF[found["pawn"]]
                self.seats.append((seat, left[1] if left else "", (number, right + found.start("pawn"))))
                self.turn = seat if found["turn"] else self.turn
        self._edges()
        pawns = dict(self._pawns())
        signs = dict(self._owners())
        walls = {**self._walls("h", signs), **self._walls("v", signs)}
        for at in signs:
            self._note(*at, message("the sign of a player stands here, but no wall has its middle here"))
        named = "".join(seat for seat, _, _ in self.seats)
        four = not {"W", "E"}.isdisjoint({*pawns, *named})
        order = named if sorted(named) in (sorted(SEATS[2]), sorted(SEATS[4])) else SEATS[4 if four else 2]
        facts = {pawn(order.index(seat) + 1, cell): at for seat, (cell, at) in pawns.items() if seat in order}
        given = dict(self._given(order, len(walls)))
        return DrawnBoard(grid, {**facts, **walls}, given, tuple(self.wrong))

    @property
    def height(self) -> int:
        """The lines of the board below its first."""
        return 2 * self.size

    def _edges(self) -> None:
        """Read the upper edge and the lower one, where capitals name the columns if it is the turn of that side."""
        top, bottom = (self._text(line, 0, 4 * self.size + 1) for line in (0, self.height))
        if not _TOP.match(bottom):
            last = min(self.top + self.height, len(self.lines) - 1)
            should = message("the lower edge should be here, {number} lines below the upper one", self.height)
            self._note(last, self.left, should)
        self.turn = next((seat for seat, edge in (("N", top), ("S", bottom)) if edge.isupper()), self.turn)

    def _at(self, line: int, column: int) -> tuple[int, int]:
        """The line and column in the text of a place of the board."""
        return self.top + line, self.left + column

    def _row(self, number: int) -> int:
        """The row of the squares in a line of the text, counted from the north."""
        return (number - self.top) // 2

    def _note(self, line: int, column: int, sentence: Message) -> None:
        self.wrong.append(Problem(line + 1, column + 1, sentence))

    def _text(self, line: int, column: int, width: int) -> str:
        """The characters at a place of the board, counted from its upper left corner; spaces where there are none."""
        text = self.lines[self.top + line] if self.top + line < len(self.lines) else ""
        return text[self.left + column : self.left + column + width].ljust(width)

    def _pawns(self) -> Iterator[tuple[str, tuple[Cell, tuple[int, int]]]]:
        for row in range(self.size):
            for x in range(self.size):
                text = self._text(2 * row + 1, 4 * x + 1, 3)
                at = self._at(2 * row + 1, 4 * x + 1 + len(text) - len(text.lstrip()))
                if text.strip() in SEAT_OF:
                    yield SEAT_OF[text.strip()], (f"{column_name(x)}{self.size - row}", at)
                elif text.strip():
                    known = either([Name(" ".join(signs.pawns.values())) for signs in (UNICODE, ASCII)])
                    found = in_quotes(text.strip())
                    self._note(*at, message("{found} is no pawn; a square is blank, or holds {names}", found, known))

    def _owners(self) -> Iterator[tuple[tuple[int, int], str]]:
        """The seats whose signs stand on inner corners, by their places; notes the turn that the edge shows."""
        middle, last = self.size // 2, 2 * self.size
        for seat, line, column in (
            ("N", 0, 4 * middle + 2),
            ("S", last, 4 * middle + 2),
            ("W", last // 2, 0),
            ("E", last // 2, 4 * self.size),
        ):
            if self._text(line, column, 1) in (UNICODE.turn, ASCII.turn):
                self.turn = seat
        for row in range(1, self.size):
            for x in range(1, self.size):
                sign = self._text(2 * row, 4 * x, 1)
                if sign in SEAT_OF:
                    yield self._at(2 * row, 4 * x), SEAT_OF[sign]

    def _walls(self, way: str, owners: dict[tuple[int, int], str]) -> Mapping[Fact, tuple[int, int]]:
        """The walls that lie one way, each with its place; the owners' signs that they bear are taken out."""
        drawn, walls = dict[tuple[int, int], tuple[int, int]](), dict[Fact, tuple[int, int]]()
        # the pieces, each as long as a square, by the square to their south or west
        for row in range(self.size):
            for x in range(self.size):
                y = self.size - 1 - row
                if way == "h" and row:
                    line, column, width, known = 2 * row, 4 * x + 1, 3, _ACROSS
                elif way == "v" and x < self.size - 1:
                    line, column, width, known = 2 * row + 1, 4 * x + 4, 1, _UPRIGHT
                else:
                    continue
                text, at = self._text(line, column, width), self._at(line, column)
                if text in known:
                    drawn[x, y] = at
                elif text.strip():
                    wanted = either([*map(Name, ("━━━", "===") if way == "h" else ("┃", "#"))])
                    found = in_quotes(text.strip())
                    self._note(*at, message("{found} is no wall; draw {names}, or leave a gap", found, wanted))
        for (x, y), at in sorted(drawn.items()):
            onward = (x + 1, y) if way == "h" else (x, y + 1)
            if (x, y) not in drawn:
                continue
            del drawn[x, y]
            if onward not in drawn:
                self._note(*at, message("half a wall; a wall is as long as two squares (QC-15)"))
                continue
            del drawn[onward]
            corner = self._at(2 * (self.size - 1 - y), 4 * (x + 1))
            walls[wall_fact(f"{column_name(x)}{y + 1}{way}", owners.pop(corner, ""))] = at
        return walls

    def _given(self, order: str, walls: int) -> Iterator[tuple[str, tuple[object, tuple[int, int]]]]:
        place = (self.top, self.left)
        if len(order) != 2:
            yield "players", (len(order), place)
        if order not in SEATS.values():
            yield "order", (order, place)
        if self.turn and self.turn != order[0]:
            yield "turn", (self.turn, place)
        left = [int(number) for _, number, _ in self.seats if number]
        if len(left) == len(order):
            yield "walls_left", (" ".join(map(str, left)), self.seats[0][2])
            each, rest = divmod(sum(left) + walls, len(order))
            if not rest:
                yield "walls_each", (each, self.seats[0][2])


class _LowReader(_PastedBoard):
    """Reads a board with a line for each row, at whose foot stand the walls that lie across."""

    @property
    def height(self) -> int:
        return self.size - 1

    def _edges(self) -> None:
        """Nothing: such a board has no line for its upper edge or its lower one."""

    def _at(self, line: int, column: int) -> tuple[int, int]:
        """As for other boards: the borders below a row are in the line of that row."""
        return self.top + (line - 1) // 2, self.left + column

    def _row(self, number: int) -> int:
        return number - self.top

    def _text(self, line: int, column: int, width: int) -> str:
        """The characters that would stand at a place of a board that has lines for its borders."""
        number, start = self._at(line, column)
        text = self.lines[number] if self.top <= number < len(self.lines) else ""
        text = text[start : start + width].ljust(width)
        if line % 2:
            return re.sub(rf"[{_LOW}{re.escape(UNICODE.corner + ASCII.corner)}]", " ", text)
        if width != 3 or not 0 < line < 2 * self.size:
            return " " * width
        low = text[0] in _LOW, text[2] in _LOW
        return _ACROSS[0] if all(low) else text if any(low) else "   "
