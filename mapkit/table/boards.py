"""What can be seen at the table: the board, the list of the players, and the paths of all players at the end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from mapkit.language.wording import translated
from mapkit.mapfile import writer
from mapkit.model.files import printable_name
from mapkit.model.grid import Cell
from mapkit.model.letters import columns_of, in_columns
from mapkit.model.map import Map
from mapkit.model.ruling import Look
from mapkit.paper.game_sheets import paper_of
from mapkit.table.match import Match
from mapkit.table.tracks import paths
from mapkit.table.voice import Line, LineKind, Voice, is_correction


class TerminalBoards:
    """The boards of an evening, as lines for a terminal."""

    def __init__(self, match: Match, voice: Voice, look: Look, resume_name: str) -> None:
        self.match, self.voice, self.look, self.resume_name = match, voice, look, resume_name
        self.fitting = look
        """How boards are drawn that are to fit into the terminal."""

    def open_board(self, look: Look) -> tuple[str, ...]:
        """What everybody may see, as lines for a terminal; none in games with a secret board."""
        shown_to_all = self.match.table.screen.public_view
        look = look._replace(say=partial(translated, language=self.voice.phrases.language))
        shown = shown_to_all(self.match.state, look) if shown_to_all is not None else ()
        return _board_lines(shown)

    def whole(self, look: Look) -> tuple[str, ...]:
        """The board as it is now, with all players and things on it where the game gives their places."""
        if self.match.table.screen.public_view is not None:
            return self.open_board(look._replace(whole=self.voice.omniscient))
        if self.match.table.screen.board is None:
            return _board_lines(board(self.match.board))
        situation, word = self.match.situation, self.voice.phrases.word
        load = {name: f" ({word(what)})" for name, what in situation.holds.items() if word(what)}
        here = [(row[0] + load.get(row[0], ""), row[1]) for row in situation.rows]
        there = [*here, *((word(what), cell) for what, cell in situation.things)]
        return _board_lines(board(self.match.board, there))

    def places(self) -> tuple[str, ...]:
        """Where the players are: the situation, or a line for each seat in games that have none."""
        if self.match.table.screen.situation is not None:
            return self.situation()
        line, seats, word = self.voice.line, self.match.seats, self.voice.phrases.word
        return tuple(line("seat", player=name, cell=cell, words=word(words)) for name, cell, words in seats)

    def gm_situation(self) -> tuple[str, ...]:
        """The situation, on the game master's screen while the game goes on; at its end, `ending` shows all."""
        return self.situation() if self.voice.gm and self.match.mover else ()

    def situation(self) -> tuple[str, ...]:
        """A table of the players, with a mark at the player whose turn it is, then what else there is to know."""
        situation, word = self.match.situation, self.voice.phrases.word
        heads = (self.voice.line("player"), self.voice.line("cell"), *map(word, situation.heads))
        rows = [(row[0], row[1] or "-", *map(word, row[2:])) for row in situation.rows]
        wide = [max(map(columns_of, column)) for column in zip(heads, *rows, strict=True)]
        marks = ["  ", *("> " if row[0] == self.match.mover else "  " for row in situation.rows)]
        lines = [
            mark + " ".join(in_columns(text, size) for text, size in zip(row, wide, strict=True)).rstrip()
            for mark, row in zip(marks, (heads, *rows), strict=True)
        ]
        if 0 < self.fitting.columns < max(map(columns_of, lines)):
            lines = []  # only what there is, after its head
            for mark, (name, cell, *rest) in zip(marks[1:], rows, strict=True):
                some = ((head, what) for head, what in zip(heads[2:], rest, strict=True) if what not in ("", "-"))
                told = [f"{head} {what}".strip() for head, what in some]
                lines.append(f"{mark}{name} {cell}{': ' if told else ''}{', '.join(told)}")
        things = ", ".join(f"{word(what)} {cell}" for what, cell in situation.things)
        lines += ["  " + self.voice.line("board-has", words=things)] if things else []
        return (*lines, *(f"  {self.voice.phrases.note(note)}" for note in situation.notes))

    def ending(self) -> tuple[str, ...]:
        """When the game is over: the map, the path of each player (TL-G1), and the rulings of the game master."""
        if self.match.mover:
            return ()
        ways = paths(self.match)
        shown = {"rested": "{}", "passed": "({})", "put": "={}"}
        walked = [
            f"{name}: {' '.join(shown[stop.how].format(stop.cell) for stop in stops)}" for name, stops in ways.items()
        ]
        ruled = [f"  {printable_name(each.words)}" for each in self.match.standing_directives if is_correction(each)]
        put = any(stop.how == "put" for stops in ways.values() for stop in stops)
        rulings = [self.voice.line("ruled-cells")] if put else []
        rulings += [self.voice.line("rulings"), *ruled] if ruled else []
        prints = self.resume_name and paper_of(self.match.map.game).played is not None
        return (
            *self.whole(self.fitting),
            *walked,
            *rulings,
            *([self.voice.line("print", words=self.resume_name)] if prints else []),
        )


def _board_lines(drawn: Iterable[str]) -> tuple[Line, ...]:
    return tuple(Line(line, LineKind.BOARD) for line in drawn)


def board(drawn: Map[Any], there: Iterable[tuple[str, Cell]] = ()) -> tuple[str, ...]:
    """The map as lines for a terminal, with the names of columns and rows.

    `there` are players and things with their cells. Such a cell bears a star, and the end of its row names them.
    """
    grid = drawn.params.grid
    cells, taken = grid.cells(), tuple(there)
    names = [grid.column(column) for column in range(grid.columns)]
    lines: list[str] = []
    for floor, drawing in enumerate(writer.drawings(drawn)):
        columns = "".join(f" {name:^3}" for name in names)
        lines.append(f"{f'/{floor + 1}' if grid.floors > 1 else '':<3}{columns}".rstrip())
        for number, row in enumerate(drawing.splitlines()):
            first = (floor * grid.rows + number // 2) * grid.columns
            here = cells[first : first + grid.columns] if number % 2 else ()
            label = grid.row(grid.rows - 1 - number // 2) if number % 2 else ""
            signs = list(row.ljust(4 * len(here) + 1))
            for column, cell in enumerate(here):
                if signs[4 * column + 1] == " " and any(cell == at for _, at in taken):
                    signs[4 * column + 1] = "*"
            named = ", ".join(f"{name} {at}" for cell in here for name, at in taken if at == cell)
            lines.append(f"{label:>2} {''.join(signs)}  {named}" if named else f"{label:>2} {row}")
    return tuple(lines)
