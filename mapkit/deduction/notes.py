"""Notes of a game that people type: what the players said and what they were told, a line for each command.

Above stand the settings that everybody knew, as `name: value`. Then a line is `Ann: north = safe, meets Bob`. Lines
that begin with `#` say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mapkit.settings import BadSetting

PLAYERS = "players"


class Noted(NamedTuple):
    """Something that was written down."""

    text: str
    """What was written, without the spaces around it."""
    line: int
    """Its line, counted from 1."""
    column: int
    """The column where it begins, counted from 1."""

    def split(self, sign: str) -> Iterator[Noted]:
        """The parts between signs such as commas; empty ones, too."""
        column = self.column
        for part in self.text.split(sign):
            yield Noted(part.strip(), self.line, column + len(part) - len(part.lstrip()))
            column += len(part) + len(sign)


class NotedCommand(NamedTuple):
    """A command with its answers."""

    who: str
    """The player who said it."""
    words: Noted
    """The words of the command."""
    answers: tuple[Noted, ...]
    """What the game master answered, in the words of the notes."""


class Notes(NamedTuple):
    """The notes of a game."""

    head: dict[str, Noted]
    """What stands above the commands, by its names in small letters; without the players."""
    players: tuple[str, ...]
    """The names of the players, in the order of turns."""
    commands: tuple[NotedCommand, ...]
    """The commands, in order."""


def read(text: str, name: str) -> Notes:
    """The notes in a text; `name` is that of its file. Raises BadSetting with all lines that cannot be read."""
    head, commands, wrong = dict[str, Noted](), list[NotedCommand](), list[str]()
    players: tuple[str, ...] = ()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        said = Noted(line.strip(), number, 1 + len(line) - len(line.lstrip()))
        if not said.text or said.text.startswith("#"):
            continue
        first, rest = _cut(said, ":")
        who = next((each for each in players if each.casefold() == first.text.casefold()), "")
        if rest is None:
            wrong.append(f"{place(name, said)}: there is no colon; a line is such as Ann: north = safe")
        elif who:
            commands.append(_command(who, rest))
        elif commands or "=" in rest.text:
            known = ", ".join(players) or "nobody; name them above, such as players: Ann, Bob"
            wrong.append(f"{place(name, said)}: {first.text!r:.40} does not play; the players are {known}")
        elif first.text.casefold() == PLAYERS:
            players = tuple(each.text for each in rest.split(",") if each.text)
        else:
            head[first.text.casefold()] = rest
    if wrong:
        raise BadSetting("\n".join(wrong))
    if not players:
        raise BadSetting(f"{name}: no players are named; say such as players: Ann, Bob")
    return Notes(head, players, tuple(commands))


def place(name: str, noted: Noted) -> str:
    """Where something was written, as it is told to people."""
    return f"{name}:{noted.line}:{noted.column}"


def _command(who: str, rest: Noted) -> NotedCommand:
    words, answers = _cut(rest, "=")
    return NotedCommand(who, words, tuple(each for each in answers.split(",") if each.text) if answers else ())


def _cut(noted: Noted, sign: str) -> tuple[Noted, Noted | None]:
    """What stands before the first sign, and what stands behind it; None where there is no such sign."""
    if sign not in noted.text:
        return noted, None
    first = next(noted.split(sign))
    behind = noted.text.partition(sign)[2]
    gap = len(noted.text) - len(behind.lstrip())
    return first, Noted(behind.strip(), noted.line, noted.column + gap)
