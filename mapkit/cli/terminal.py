"""The terminal at the table: what is drawn on a screen of some width and height, and how lines are typed there.

From a pipe nothing of this is used, and prompt_toolkit is not loaded.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.streams import say, say_on_stderr
from mapkit.model.letters import alike, columns_of, in_lines
from mapkit.model.message import Message, Name, joined, message
from mapkit.model.resources import spoken
from mapkit.table.host import Host
from mapkit.table.voice import Line, LineKind

if TYPE_CHECKING:
    from prompt_toolkit.history import History

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal, and what could be scrolled back to."""

USUAL_ANSWER = 4
"""The lines below the board for which there is always room: two moves, and whose turn it is after each."""

_COLOURS = {LineKind.TURN: "1;32", LineKind.ALOUD: "1;36", LineKind.NOTE: "2", LineKind.REFUSAL: "33"}
"""The colours of lines as terminal codes: bold green, bold cyan, faint, yellow."""


def at_a_terminal() -> bool:
    """Whether a person types and reads, and no pipe does."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()


def shows_colour() -> bool:
    """Whether there are colours: at a terminal that knows them, unless NO_COLOR is set (no-color.org)."""
    return at_a_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


# --- what is drawn -----------------------------------------------------------------------------------------------


def wrapped(line: str, columns: int) -> list[str]:
    """A line in lines of at most so many columns, broken between words; what follows is indented as the line is.

    A drawing is never broken.
    """
    if columns_of(line) <= columns or kind_of(line) is LineKind.BOARD:
        return [line]
    margin = line[: len(line) - len(line.lstrip())] + "  "
    return in_lines(line, columns, margin)


def kind_of(line: str) -> LineKind:
    return line.kind if isinstance(line, Line) else LineKind.SAID


def coloured(text: str, kind: LineKind) -> str:
    code = _COLOURS.get(kind)
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def shown_lines(lines: Iterable[str], columns: int, *, colour: bool) -> list[str]:
    """An answer as the lines of a screen: boards first, so that what was said stands below them."""
    ordered = sorted(lines, key=lambda line: kind_of(line) is not LineKind.BOARD)
    parts = ((part, kind_of(line)) for line in ordered for part in wrapped(line, columns) or [""])
    return [coloured(part, kind) if colour else part for part, kind in parts]


def room_for_board(height: int, answer: int) -> int:
    """The lines of a screen that are left for the board, with an answer and the prompt below it.

    A long answer, such as a list of all moves, takes no more from the board than a usual one.
    """
    below = answer if answer < height // 2 else USUAL_ANSWER
    return max(1, height - max(USUAL_ANSWER, below) - 1)


class TerminalScreen:
    """What has been printed at a terminal since the last line was typed, with the open board above it."""

    def __init__(self, host: Host, *, colour: bool) -> None:
        self.host, self.colour = host, colour
        self._below: list[str] = []
        self._drawn: tuple[str, ...] = ()
        self._state: object = None
        self._since_drawing = 0
        self._fit()

    def tell(self, lines: Iterable[str]) -> None:
        shown = shown_lines(lines, _columns(), colour=self.colour)
        self._below += shown
        self._since_drawing += len(shown) + 1  # and the line that was typed
        for line in shown:
            say(line)

    def draw(self) -> None:
        """Draw the open board above what was told last: if it has changed, or somebody moved and it is out of sight."""
        board = self.host.open_board if self.host.match.mover else ()
        self._fit()
        out_of_sight = self._state is not self.host.match.state and self._since_drawing > _height() // 2
        if board and (board != self._drawn or out_of_sight):
            self._since_drawing, self._state = 0, self.host.match.state
            fitting = self.host.boards.open_board(self.host.boards.fitting)
            if not self.host.boards.fitting.has_room(fitting):
                fitting = tuple(wrapped(self.host.voice.line("no-room", count=str(len(board))), _columns()))
            lines = len(self._below)
            if 0 < lines < _height() and os.environ.get("TERM") != "dumb":  # none of them has left the screen yet
                say(f"\x1b[{lines}F\x1b[J\x1b[A")
            for line in (*fitting, *self._below):
                say(line)
        self._drawn, self._below = board, []

    def _fit(self) -> None:
        """Tell the host how much room there is now; the window may have got another size."""
        self.host.fit(_columns(), room_for_board(_height(), len(self._below)))

    def wipe(self, told: Iterable[str] = ()) -> None:
        """Clear the screen and what could be scrolled back to, draw the board anew, and say whose turn it is."""
        say(CLEAR)
        self._drawn, self._below = (), []
        self.draw()
        self.tell((*told, *self.host.turn))


def _columns() -> int:
    return shutil.get_terminal_size().columns


def _height() -> int:
    return shutil.get_terminal_size().lines


def say_in_lines(said: Message) -> None:
    """Print a text, and at a terminal break it between words."""
    text = in_words(said)
    for line in wrapped(text, _columns()) if at_a_terminal() else [text]:
        say(line)


def say_beside(said: Message) -> None:
    """Print a message on stderr, and at a terminal break it between words."""
    say_on_stderr(joined([*map(Name, wrapped(in_words(said), _columns()))], "\n") if at_a_terminal() else said)


# --- what is typed -----------------------------------------------------------------------------------------------


class Keyboard:
    """The keyboard at a terminal: lines with editing, a history, and completion of what may be said."""

    def __init__(self, host: Host, *, colour: bool) -> None:
        """The history lasts for the evening; where answers are private, there is none."""
        self.host, self.colour = host, colour
        from prompt_toolkit import PromptSession
        from prompt_toolkit.application import get_app_session
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.history import DummyHistory, InMemoryHistory
        from prompt_toolkit.output.vt100 import Vt100_Output
        from prompt_toolkit.shortcuts import CompleteStyle

        between = re.escape(f":{self.host.match.table.seating.speech.separators}")
        piece = re.compile(rf"([^{between}]*[^{between}\s])")  # all since the last separator, in a line read backwards
        output = get_app_session().output
        if isinstance(output, Vt100_Output):
            output.enable_cpr = False  # a terminal that does not tell where its cursor is needs no warning
        self._session: PromptSession[Any] = PromptSession(
            output=output,
            history=DummyHistory() if self.host.voice.curtained else InMemoryHistory(),
            completer=WordCompleter(lambda: [*self.host.words_now], ignore_case=True, pattern=piece),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,  # a menu would push the board off the screen
            enable_suspend=True,
        )

    @property
    def history(self) -> History:
        return self._session.history

    def line(self) -> str | None:
        """The next line; None at the end of input (Ctrl-D). Raises KeyboardInterrupt."""
        for told in self.host.before_secret_words():
            for part in wrapped(told, _columns()):
                say(part)
        # SIGTERM counts as Ctrl-C, so that the terminal echoes again after a line that was being edited
        before = signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
        try:
            if self.host.secret:
                return typed_in_secret(self.host.prompt)
            from prompt_toolkit.formatted_text import ANSI

            prompt = coloured(self.host.prompt, LineKind.TURN) if self.colour else self.host.prompt
            return str(self._session.prompt(ANSI(prompt)))
        except EOFError:
            return None
        finally:
            signal.signal(signal.SIGTERM, before)


def typed(question: str, ask: Callable[[str], str] | None = None) -> str | None:
    """The answer that is typed to a question; None at the end of input."""
    try:
        return (ask or input)(question)
    except EOFError:
        say("")
        return None


def typed_in_secret(question: str) -> str | None:
    """The line that is typed at a terminal, which does not show it; None at the end of input."""
    from getpass import getpass

    return typed(question, getpass)


def agreed(question: Message) -> bool:
    """Whether a person at the terminal says yes; from a pipe nobody is asked, and that is a yes."""
    asked = f"{in_words(question)} {in_words(message('yes or no'))}: "
    if not at_a_terminal():
        return True
    said = alike(typed(asked) or "")
    return spoken("table", "answers", answer_language()).get(said, said) == "yes"
