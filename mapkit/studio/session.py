"""A sitting: a game that is played at the table of the studio.

Its record holds what was said to players. What only the game master may know is asked of the game itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mapkit.games import maps
from mapkit.language.catalogue import ENGLISH
from mapkit.model.files import printable_name
from mapkit.model.map import Map
from mapkit.model.ruling import IllegalMove, Look, MoveError
from mapkit.studio.record import Record, RecordLine
from mapkit.table import match, saved_games
from mapkit.table.boards import TerminalBoards
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

    def __init__(self, played: Match, language: str = ENGLISH) -> None:
        """Takes a game that was begun or resumed; use `begin` or `resume`. Raises BadSetting for the language."""
        self.match, self.name = played, match.resume_name(played)
        self.names: tuple[str, ...] = played.begun.players
        self.changed: list[Callable[[], None]] = []
        self.phrases = phrases_of(played.map, language)
        # the page shows which lines are to be said aloud, so that they need no mark
        unmarked = replace(self.phrases, table={**self.phrases.table, "aloud": "{words}"})
        self._host = Host(played, unmarked, omniscient=True, gm=True, resume_name=self.name)
        voice = Voice(unmarked, audience(played), gm=False, omniscient=False)
        self._recap = Recap(played, voice, TerminalBoards(played, voice, Look(), self.name), peeking=False)
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
        """When the game is over: the paths of all players, and what the game master has ruled."""
        return tuple(line for line in self._host.boards.ending() if getattr(line, "kind", None) is not LineKind.BOARD)

    @property
    def mover(self) -> str:
        """The player whose turn it is; empty when the game is over."""
        return self.match.mover

    @property
    def speakers(self) -> tuple[str, ...]:
        """The players who may speak now."""
        return self.match.speakers

    @property
    def winners(self) -> tuple[str, ...]:
        return self.match.winners

    @property
    def ways(self) -> tuple[str, ...]:
        """What may be said now, as far as everybody may know; nobody learns from it what is hidden (MP-58.c).

        Where the next words are secret, it is for the player to move alone.
        """
        return (*self.match.certain, *self.match.perhaps)

    @property
    def turns(self) -> int:
        return self.match.turns

    @property
    def turn(self) -> str:
        """The sentence that says whose turn it is; empty when the game is over."""
        return " ".join(self._recap.turn())

    def open_board(self, columns: int) -> tuple[str, ...]:
        """The board as everybody may see it, in lines of at most so many signs; none in games with a secret board."""
        return self._host.boards.open_board(Look(columns=columns))

    # What is said

    def say(self, words: str, by: str = "") -> Line | None:
        """Carry out the directives of a line, all or as far as none is refused; returns why one is.

        With `by`, they are refused where it is not that player who says them, or where that player may not say them
        alone. No word of the table is understood, nor a correction: so they may come from a player.
        """
        refusal = None
        try:
            for _ in self.match.carry_out(self.phrases.understood(words, self.names), by, self.match.say):
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
        """Answer a line of the game master, as `mapkit play --gm` does; returns what is not in the record."""
        before = len(self.record)
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
        """Take back the last directive or ruling; whether there was one."""
        return self._tell(self.match.undo_one())

    def redo(self) -> bool:
        """Bring back the directive or ruling that was taken back last; whether there was one."""
        return self._tell(self.match.redo_one())

    def close(self) -> None:
        """Close the log, so that `mapkit play` or another studio may go on with the game."""
        self.match.close()

    def _tell(self, moved: Sequence[PlayedDirective] = ()) -> bool:
        """Tell what is new; whether anything was taken back or brought back."""
        if self._record.follow():
            for callback in tuple(self.changed):
                callback()
        return bool(moved)


def begin(
    drawn: Map[Any], names: Iterable[str], options: Mapping[str, str], seed: str, language: str = ENGLISH
) -> Sitting:
    """Begin a game on a map without faults, as `mapkit play` does; raises BadSetting or FileTrouble."""
    seated = tuple(names)
    refuse_names(seated, phrases_of(drawn, language))
    return Sitting(match.begin(maps.readable_elsewhere(drawn), seated, options, seed), language)


def resume(text: str, language: str = ENGLISH) -> Sitting:
    """Go on with a saved game by its id, or with a log by its path; raises BadLog, BadSetting or FileTrouble."""
    return Sitting(match.resume(saved_games.find(saved_games.games_folder(), text), maps.read_from_log), language)


def kept() -> Iterator[saved_games.SavedGame]:
    """The saved games that are not over, the last written first; raises FileTrouble."""
    return (game for game in saved_games.latest_games(saved_games.games_folder()) if not game.over)
