"""Notes of a game that people type: what the players said and what they were told, a line for each command.

Above stand the settings that everybody knew, as `name: value`. Then a line is `Ann: north = safe, meets Bob`. Lines
that begin with `#` say nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from typing import NamedTuple

from mapkit.language.directives import player_named, vocabulary
from mapkit.mapfile.text import MOST_PROBLEMS, MOST_SOUGHT
from mapkit.model.errors import Problem
from mapkit.model.evidence import TurnEffect
from mapkit.model.letters import alike, did_you_mean, is_unfit, names, near, refused_word, visible
from mapkit.model.message import NOTHING, Message, Name, clauses, message
from mapkit.model.settings import is_whole_code

PLAYERS, GAME_MASTER, PLACED, UNKNOWN = "players", "gm", "placed", "unknown"
MOST_COMMANDS, MOST_PLAYERS, MOST_NAME = 2_000, 16, 40
"""How long notes may be, how many may play, and how long the name of a player may be."""


class Note(NamedTuple):
    """Something that was written down."""

    text: str
    """What was written, without the spaces around it."""
    line: int
    """Its line, counted from 1."""
    column: int
    """The column where it begins, counted from 1."""

    def split(self, sign: str) -> Iterator[Note]:
        """The parts between signs such as commas; empty ones, too."""
        column = self.column
        for part in self.text.split(sign):
            yield Note(part.strip(), self.line, column + len(part) - len(part.lstrip()))
            column += len(part) + len(sign)


class NotedCommand(NamedTuple):
    """A command with its answers, or what else has happened."""

    who: str
    """The player; empty for a correction by the game master."""
    words: Note
    answers: tuple[Note, ...]
    """What the game master answered, in the words of the notes."""

    @property
    def puts_elsewhere(self) -> bool:
        """Whether it tells that the player was put elsewhere."""
        return bool(self.who) and meant(self.words.text) == PLACED


class Notes(NamedTuple):
    """Notes of a game on paper."""

    head: dict[str, Note]
    """What stands above the commands, by its names in small letters and in English; without the players."""
    players: tuple[str, ...]
    """The names of the players, in the order of turns."""
    commands: tuple[NotedCommand, ...]
    problems: tuple[Problem, ...]


class MisreadWords:
    """Words of notes that cannot be read: each is told once, where it stands first, with the number of its lines."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], tuple[Note, str, Callable[[Message | Name], Message], set[int]]] = {}

    def __len__(self) -> int:
        return len(self._found)

    def add(self, at: Note, word: str, say: Callable[[Message | Name], Message], beside: str = "") -> None:
        """A word is wrong, or wrong `beside` another; `say` tells so of the word as it is shown."""
        first = self._found.setdefault((alike(word), alike(beside)), (at, word, say, set()))
        first[-1].add(at.line)

    def problems(self) -> Iterator[Problem]:
        for number, (at, word, say, lines) in enumerate(self._found.values()):
            shown = refused_word(word)
            again = message("{found} (on {number} lines)", shown, len(lines)) if len(lines) > 1 else shown
            yield problem(at, say(again) if number < MOST_PROBLEMS else again)  # of later ones only the number is told


def read(text: str) -> Notes:
    """The notes in a text, as far as they can be read, with all that cannot."""
    head, commands, wrong, strangers = dict[str, Note](), list[NotedCommand](), list[Problem](), MisreadWords()
    players: tuple[str, ...] = ()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        noted = Note(line.strip(), number, 1 + len(line) - len(line.lstrip()))
        if not noted.text or noted.text.startswith("#"):
            continue
        if max(len(wrong) + len(strangers), len(head)) >= MOST_SOUGHT:  # no game has so many settings
            break
        said = _harmless(noted, wrong)
        first, rest = _cut(said, ":")
        name = meant(first.text)
        who = player_named(first.text[: MOST_NAME + 1], players)
        speaks = who or (players and name == GAME_MASTER)
        if rest is None:
            wrong.append(problem(said, message("there is no colon; write a line such as Ann: north = safe")))
        elif speaks and len(commands) >= MOST_COMMANDS:
            wrong.append(problem(said, message("notes have {number} commands at most", MOST_COMMANDS)))
            break
        elif speaks:
            words, answers = _cut(rest, "=")
            told = (word for word in answers.split(",") if word.text) if answers else ()
            commands.append(NotedCommand(who, words, tuple(told)))
        elif commands or ("=" in rest.text and not is_whole_code(rest.text)):
            if players:
                strangers.add(first, first.text, partial(_nobody, first.text, players[:MOST_PLAYERS]))
        elif name in head or (name == PLAYERS and players):
            twice = refused_word(first.text)
            wrong.append(problem(first, message("{key} stands here twice; leave one of the lines out", twice)))
        elif name == PLAYERS:
            wrong += _wrong_players(rest)
            # one character too many stays, so that what is cut is never another's name
            players = tuple(word.text[: MOST_NAME + 1] for word in rest.split(",") if word.text)
        else:
            head[name] = rest
    wrong += strangers.problems()
    if not players and len(wrong) < MOST_SOUGHT:
        wrong.append(Problem(1, 1, message("no players are named; write a line such as players: Ann, Bob")))
    return Notes(head, players, tuple(commands), tuple(wrong))


def meant(text: str) -> str:
    """A word of all notes, such as `players` or `unknown`, in English."""
    return vocabulary("table", part="notes").forms.get(alike(text), alike(text))


def _harmless(said: Note, wrong: list[Problem]) -> Note:
    """A line with a harmless sign for each character that does something to a terminal; `wrong` tells of one."""
    if said.text.isascii() and said.text.isprintable():
        return said
    if not (unfit := {sign for sign in {*said.text} if is_unfit(sign)} - {"\t"}):
        return said
    at = min(map(said.text.index, unfit))
    why = message("the line has the character {sign}; take it out", Name(visible(said.text[at])))
    wrong.append(Problem(said.line, said.column + at, why))
    return said._replace(text=said.text.translate(dict.fromkeys(map(ord, unfit), "\N{REPLACEMENT CHARACTER}")))


def problem(noted: Note, why: Message | Name) -> Problem:
    return Problem(noted.line, noted.column, why)


def _nobody(name: str, players: Sequence[str], shown: Message | Name) -> Message:
    """What to say of somebody who does not play."""
    known = {alike(player): player for player in players}
    meant = did_you_mean(known.get(near(alike(name), [*known]), ""))
    would_do = meant or message("the players are {names}", names(players))
    return clauses(message("{name} does not play", shown), would_do)


def _wrong_players(rest: Note) -> Iterator[Problem]:
    players = [word for word in rest.split(",") if word.text]
    if len(players) > MOST_PLAYERS:
        yield problem(rest, message("{number} players; notes have {most} at most", len(players), MOST_PLAYERS))
        return
    known = [alike(player.text) for player in players]
    for n, player in enumerate(players):
        if len(player.text) > MOST_NAME:
            long = len(player.text), MOST_NAME
            yield problem(player, message("a name of {number} characters; {most} are the most", *long))
        elif known.index(known[n]) == n and known.count(known[n]) > 1:
            called = refused_word(player.text)
            yield problem(rest, message("two players are called {name}; give them different names", called))


def _cut(noted: Note, sign: str) -> tuple[Note, Note | None]:
    """What stands before the first sign, and what stands behind it; None where there is no such sign."""
    if sign not in noted.text:
        return noted, None
    first = next(noted.split(sign))
    behind = noted.text.partition(sign)[2]
    gap = len(noted.text) - len(behind.lstrip())
    return first, Note(behind.strip(), noted.line, noted.column + gap)


# --- whose turn it is, as far as the answers tell it --------------------------------------------------------------


class TurnOrder:
    """Follows the turns of a game, and tells where a command comes out of turn."""

    def __init__(self, names: Sequence[str], ways: int) -> None:
        """Takes the players in the order of turns, and the number of directions that can be refused."""
        self._names, self._ways = tuple(names), ways
        self._lost = dict.fromkeys(names, 0.0)
        self._mover = self._names[0]
        self._moved, self._refused = False, set[str]()
        self._known = True

    def hears(self, who: str, taken: TurnEffect | None) -> Message:
        """Hear of a command; what is wrong with its place in the order, or nothing."""
        if not self._known:
            return NOTHING
        if all(math.isinf(turns) for turns in self._lost.values()):
            self._known = False
            return message("nobody plays on after what stands above; is a line wrong?")
        if taken is None:
            self._known = False
            return NOTHING
        wrong = NOTHING
        if taken.moved is not None:
            may_be_over = len(self._refused) >= self._ways and who != self._mover
            if self._moved or may_be_over or math.isinf(self._lost[self._mover]):
                # The turn goes to the next player who loses none
                self._refused, after = set(), self._names.index(self._mover) + 1
                for name in islice(cycle(self._names), after, None):
                    self._mover = name
                    if not self._lost[name]:
                        break
                    self._lost[name] -= 1
            if who != self._mover:
                wrong = message("it is {name}'s turn here; is a line missing?", Name(self._mover))
                self._mover, self._refused = who, set()
            self._moved = taken.moved
            self._refused |= {taken.refused} if taken.refused else set()
        for player, turns in taken.loses.items():
            self._lost[player] += turns
        return wrong
