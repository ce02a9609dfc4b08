"""Notes of a game that people type: what the players said and what they were told, a line for each command.

Above stand the settings that everybody knew, as `name: value`. Then a line is `Ann: north = safe, meets Bob`. Lines
that begin with `#` say nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from mapkit.settings import BadSetting

PLAYERS = "players"


class NotedCommand(NamedTuple):
    """A command with its answers."""

    line: int
    """The line of the notes, counted from 1."""
    who: str
    """The player who said it."""
    words: str
    """The words of the command."""
    answers: tuple[str, ...]
    """What the game master answered, in the words of the notes."""


class Notes(NamedTuple):
    """The notes of a game."""

    head: dict[str, str]
    """What stands above the commands, by its names in small letters; without the players."""
    players: tuple[str, ...]
    """The names of the players, in the order of turns."""
    commands: tuple[NotedCommand, ...]
    """The commands, in order."""


def read(text: str, name: str) -> Notes:
    """The notes in a text; `name` is that of its file. Raises BadSetting with all lines that cannot be read."""
    head, commands, wrong = dict[str, str](), list[NotedCommand](), list[str]()
    players: tuple[str, ...] = ()
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        first, colon, rest = (part.strip() for part in said.partition(":"))
        who = next((each for each in players if each.casefold() == first.casefold()), "")
        if not colon:
            wrong.append(f"{name}:{number}: there is no colon; a line is such as Ann: north = safe")
        elif who:
            words, _, answers = rest.partition("=")
            told = tuple(each.strip() for each in answers.split(",") if each.strip())
            commands.append(NotedCommand(number, who, words.strip(), told))
        elif commands or "=" in rest:
            known = ", ".join(players) or "nobody; name them above, such as players: Ann, Bob"
            wrong.append(f"{name}:{number}: {first!r:.40} does not play; the players are {known}")
        elif first.casefold() == PLAYERS:
            players = tuple(each.strip() for each in rest.split(",") if each.strip())
        else:
            head[first.casefold()] = rest
    if wrong:
        raise BadSetting("\n".join(wrong))
    if not players:
        raise BadSetting(f"{name}: no players are named; say such as players: Ann, Bob")
    return Notes(head, players, tuple(commands))
