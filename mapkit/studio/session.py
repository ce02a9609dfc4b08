"""A sitting: a game that is played at the table of the studio.

Its record holds what was said to players. What only the game master may know is asked of the game itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from mapkit.games import maps
from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.model.files import printable_name
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, clauses, message, plural
from mapkit.model.ruling import IllegalMove, Look, MoveError
from mapkit.model.settings import BadSetting
from mapkit.studio.record import Record, RecordLine
from mapkit.table import match, saved_games
from mapkit.table.boards import TerminalBoards
from mapkit.table.bots import (
    MOST_ALONE,
    Bots,
    SeatedPlayers,
    moved_to_people,
    say_first,
    seat_players,
    with_joining,
    words_for,
)
from mapkit.table.hints import Answer, HintQuery
from mapkit.table.history import PlayedDirective
from mapkit.table.host import Host
from mapkit.table.match import Match
from mapkit.table.own_words import refuse_names
from mapkit.table.recap import Recap
from mapkit.table.voice import Line, LineKind, Voice, audience, corrections, phrases_of


class Sitting:
    """A game at the table, held for writing until it is closed.

    `changed` are called after every change. The functions that write raise FileTrouble where the log cannot be
    written, and then nothing was said.
    """

    def __init__(
        self, played: Match, language: str = ENGLISH, bots: Bots = MappingProxyType({}), alone: str = ""
    ) -> None:
        """Takes a game that was begun or resumed; use `begin` or `resume`. Raises BadSetting for the language.

        `bots` are the machine players. `alone` is the player who plays alone at this screen; where it is empty, a game
        master sits there.
        """
        self.match, self.name, self.bots, self.alone = played, match.resume_name(played), bots, alone
        self.hurries, self._in_a_row, self._trouble, self._revealed = False, 0, NOTHING, False
        self.names: tuple[str, ...] = played.begun.players
        self.changed: list[Callable[[], None]] = []
        self.phrases = phrases_of(played.map, language)
        # the page shows which lines are to be said aloud, so that they need no mark
        unmarked = replace(self.phrases, table={**self.phrases.table, "aloud": "{words}"})
        self._host = Host(played, unmarked, omniscient=not alone, gm=not alone, resume_name=self.name, bots=bots)
        voice = Voice(unmarked, audience(played), gm=False, omniscient=False)
        self._for_players = TerminalBoards(played, voice, Look(), "")
        self._recap = Recap(played, voice, self._for_players, peeking=False)
        self._record = Record(played, self.phrases, voice)
        self.record: Sequence[RecordLine] = self._record.lines
        self.private = self._record.audience.private
        # phones get nothing else of the host, since the host knows the map
        self.hints, self.knowing = self._host.hints, self._host.knowing

    # How it stands

    @property
    def corrections(self) -> tuple[str, ...]:
        """How the game master says corrections, a line for each kind."""
        return corrections(self.match.map, self.match.situation, self.phrases)

    @property
    def ending(self) -> tuple[str, ...]:
        """When the game is over: the paths of all players, what the game master has ruled, and how to print it."""
        return _without_boards(self._host.boards.ending())

    @property
    def ending_for_players(self) -> tuple[str, ...]:
        """The same without the name of the log."""
        return _without_boards(self._for_players.ending())

    @property
    def people(self) -> tuple[str, ...]:
        """The players who are no machines."""
        return tuple(name for name in self.names if name not in self.bots)

    @property
    def mover(self) -> str:
        """The player whose turn it is; empty when the game is over."""
        return self.match.mover

    @property
    def ways(self) -> tuple[str, ...]:
        """What may be said now, as far as everybody may know; nobody learns from it what is hidden (MP-58.c).

        Where the next words are secret, it is for the player to move alone.
        """
        return (*self.match.certain, *self.match.perhaps)

    @property
    def turn(self) -> str:
        """The sentence that says whose turn it is; empty when the game is over."""
        return " ".join(self._recap.turn())

    def open_board(self, columns: int) -> tuple[str, ...]:
        """The board as everybody may see it, in lines of at most so many signs; none in games with a secret board."""
        return self._for_players.open_board(Look(columns=columns))

    @property
    def revealed(self) -> bool:
        """Whether the game is over and players may see the map: as the game master says, or where there is none."""
        return not self.mover and (self._revealed or bool(self.alone))

    @property
    def machine(self) -> str:
        """The kind of the machine that is to speak; empty where it is a person's turn, or machines have stopped."""
        return "" if self.stopped else self.bots.get(self.mover, "")

    @property
    def stopped(self) -> str:
        """Why machines wait until they are told to go on, such as after much that they said in a row; empty if not."""
        if self._trouble:
            return translated(self._trouble, self.phrases.language)
        enough = self.mover in self.bots and self._in_a_row >= MOST_ALONE
        return self.phrases.tell("machines-stop", count=str(self._in_a_row)) if enough else ""

    # What is said

    def say(self, words: str, by: str = "") -> Line | None:
        """Carry out the directives of a line, all or as far as none is refused; returns why one is.

        With `by`, they are refused where it is not that player who says them, or where that player may not say them
        alone. No word of the table is understood, nor a correction: so they may come from a player.
        """
        refusal = None
        try:
            for _ in self.match.carry_out(self.phrases.understood(words, self.names), by, self._host.say):
                pass
        except MoveError as refused:
            why = printable_name(self.phrases.refuse(refused.refusal))
            refusal = Line(why, LineKind.REFUSAL, by_rule=isinstance(refused, IllegalMove))
        finally:
            self._tell()
        return refusal

    def asides(self, line: str) -> Mapping[str, Line]:
        """What each player hears who asks what they themselves have; nothing where the line is no such question."""
        found = self.match.asides(line).items()
        return {name: Line(self.phrases.say(aside), LineKind.SAID, to=aside.to) for name, aside in found}

    def hear(self, line: str) -> tuple[Line, ...]:
        """Answer a line of the game master, as `mapkit play --gm` does; returns what is not in the record.

        A player who plays alone is answered as `mapkit play` does. While a machine is to speak, they hear nothing that
        is meant for the player whose turn it is.
        """
        before = len(self.record)
        if self.alone and self.mover in self.bots and self._host.table_word(line) not in ("undo", "redo", "status"):
            return (Line(self.turn, LineKind.REFUSAL),)
        try:
            answer = self._host.hear(line)
        finally:
            self._tell()
        lines = (each if isinstance(each, Line) else Line(each, LineKind.SAID) for each in answer.lines)
        return tuple(each for each in lines if each.kind is LineKind.REFUSAL or len(self.record) == before)

    # What takes thought

    def thought(self, line: str) -> str:
        """The word of a line that asks for what takes thought, `hint` or `known`; empty for other lines."""
        word = self._host.table_word(line)
        return word if word in ("hint", "known") else ""

    def give_hint(self, asked: HintQuery, found: Answer) -> tuple[Line, ...]:
        """Give a hint that was found to those who hear it; returns what is not in the record."""
        before = len(self.record)
        try:
            lines = self._host.hints.give(asked, found)
        finally:
            self._tell()
        told = (line if isinstance(line, Line) else Line(line, LineKind.SAID) for line in lines)
        return tuple(told) if len(self.record) == before else ()

    def undo(self) -> bool:
        """Take back the last directive or ruling, with what machines have said since; whether there was one."""
        return self._tell(moved_to_people(self.match, self.bots, self.match.undo_one))

    def redo(self) -> bool:
        """Bring back the directive or ruling that was taken back last, in the same way; whether there was one."""
        return self._tell(moved_to_people(self.match, self.bots, self.match.redo_one))

    # What machines say

    def thinking(self) -> Callable[[], Sequence[str]]:
        """What the machine whose turn it is would say, the best first; the function may be called in a thread."""
        game, kind = self.match.copy(), self.machine
        return lambda: tuple(words_for(game, kind))

    def say_first(self, directives: Sequence[str]) -> None:
        """Let the machine whose turn it is say what it has thought of."""
        self._in_a_row += 1
        try:
            say_first(self.match, directives)
        finally:
            if self.mover not in self.bots:
                self.hurries, self._in_a_row = False, 0
            self._tell()

    def hurry(self) -> None:
        """Let machines go on without pauses until it is a person's turn."""
        self.hurries, self._in_a_row, self._trouble = self.mover in self.bots, 0, NOTHING
        self._call()

    def stop(self, why: Message) -> None:
        """Let machines wait until they are told to go on."""
        self.hurries, self._trouble = False, why
        self._call()

    def reveal(self) -> None:
        """Let players see the map and everybody's path, once the game is over (TL-G1)."""
        self._revealed = not self.mover
        self._call()

    def close(self) -> None:
        """Close the log, so that `mapkit play` or another studio may go on with the game."""
        self.match.close()

    def _tell(self, moved: Sequence[PlayedDirective] = ()) -> bool:
        """Tell what is new; whether anything was taken back or brought back."""
        if self._record.follow():
            self._revealed = self._revealed and not self.mover
            self._call()
        return bool(moved)

    def _call(self) -> None:
        for callback in tuple(self.changed):
            callback()


def begin(
    drawn: Map[Any],
    names: Sequence[str],
    options: Mapping[str, str],
    seed: str,
    language: str = ENGLISH,
    bots: Sequence[str] = (),
    *,
    for_one: bool = False,
) -> Sitting:
    """Begin a game on a map without faults, as `mapkit play` does; raises BadSetting or FileTrouble.

    `bots` say who is a machine, as `--bot` does. With `for_one` the only person among the players sits at the screen.
    """
    seated = seat_players(drawn, with_joining(drawn, names, bots), bots)
    refuse_names(seated.names, phrases_of(drawn, language))
    alone = _only_person(seated) if for_one else ""
    played = match.begin(maps.readable_elsewhere(drawn), seated.names, options, seed)
    return Sitting(played, language, seated.bots, alone)


def resume(text: str, language: str = ENGLISH, bots: Sequence[str] = (), *, for_one: bool = False) -> Sitting:
    """Go on with a saved game by its id, or with a log by its path; raises BadLog, BadSetting or FileTrouble."""
    played = match.resume(saved_games.find(saved_games.games_folder(), text), maps.read_from_log)
    try:
        seated = seat_players(played.map, played.begun.players, bots)
        return Sitting(played, language, seated.bots, _only_person(seated) if for_one else "")
    except BaseException:
        played.close()
        raise


def _only_person(seated: SeatedPlayers) -> str:
    """The one player who is no machine; raises BadSetting where there is none or several."""
    people = [name for name in seated.names if name not in seated.bots]
    if len(people) != 1:
        found = plural("found {number} person", "found {number} people", len(people))
        raise BadSetting(clauses(found, message("a table for one has one person, and machines in all other seats")))
    return people[0]


def look(text: str) -> match.Match:
    """A saved game by its id, or a log by its path, only to be looked at; raises BadLog or FileTrouble."""
    return match.look(saved_games.find(saved_games.games_folder(), text), maps.read_from_log)


def _without_boards(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(line for line in lines if getattr(line, "kind", None) is not LineKind.BOARD)
