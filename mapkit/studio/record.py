"""The record of a game at the table of the studio: what each player has heard.

It follows from the events of the log, one after another. It holds nothing but what was said to players, each line with
the players who heard it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, assert_never

from mapkit.language.phrases import Phrases
from mapkit.model.files import printable_name
from mapkit.model.ruling import Announcement, heard
from mapkit.table.hints import Hints
from mapkit.table.history import PlayedDirective, opened
from mapkit.table.log import BeginEntry, DirectiveEntry, HintEntry, RedoEntry, RulingEntry, UndoEntry
from mapkit.table.match import Match
from mapkit.table.tracks import chose_a_start
from mapkit.table.voice import Voice, audience

Said = Literal["asked", "heard", "turn", "back", "hint"]
"""What a line of the record is: a player's own words, an announcement, whose turn it is, that something was taken back
or brought back, or a hint in lines."""


class RecordLine(NamedTuple):
    """A line of the record."""

    number: int
    """Its place in the record, counted from 1."""
    event: int
    """The number of the event of the log that it belongs to."""
    said: Said
    words: str
    """The words. They do not name the players who may read them; a hint has several lines."""
    hearers: tuple[str, ...]
    """The players who hear it, in the order of their seats: all of them, or those whom it is for."""


class Record:
    """The lines of a match so far; `follow` brings what is new in its log."""

    def __init__(self, played: Match, words: Phrases, voice: Voice) -> None:
        """Takes the match, its words, and what puts them into lines."""
        self._played, self._phrases, self._voice = played, words, voice
        self._names: tuple[str, ...] = played.begun.players
        self.audience, self._hints = audience(played), Hints(played, voice)
        self.lines: list[RecordLine] = []
        self._walked = opened(played.map, played.begun, played.name)
        self._hear(0, self._walked.opening.heard)
        self.follow()

    def follow(self) -> bool:
        """Put what is new in the log into the record; whether there was anything."""
        assert self._played.log is not None
        events = self._played.log.events[self._walked.events :]
        for event in events:
            moved = self._walked.moved(event.entry)
            self._walked.follow(event.entry)
            played = self._walked.standing_directives
            match event.entry:
                case DirectiveEntry():
                    said = played[-1]
                    alone = self.audience.private
                    shown = "start ..." if chose_a_start(said) else "..."
                    words = self._phrases.word(shown if said.secret else printable_name(said.words_alone))
                    self._line(event.number, "asked", f"{said.mover}: {words}", (said.mover,) if alone else self._names)
                    self._hear(event.number, said.ruling.heard)
                case RulingEntry():
                    self._hear(event.number, played[-1].ruling.heard)
                case UndoEntry():
                    self._back(event.number, "taken-back", moved[::-1])
                case RedoEntry():
                    self._back(event.number, "brought-back", moved)
                case HintEntry() as hinted:
                    hearers = (hinted.by,) if self.audience.private else self._names
                    lines = self._hints.lines(hinted, self._walked.hints, played)
                    self._line(event.number, "hint", "\n".join(lines), hearers)
                case BeginEntry():
                    raise AssertionError("a log begins once")
                case _:
                    assert_never(event.entry)
        return bool(events)

    def _back(self, event: int, key: str, played: Iterable[PlayedDirective]) -> None:
        """Put into the record what was taken back or brought back, and whose turn it is then."""
        for line in self._voice.undo_lines(key, tuple(played)):
            self._line(event, "back", line, self._names)
        now = self._walked
        if now.mover:
            self._hear(event, (heard(now.asks_start or "turn", player=now.mover),))

    def _hear(self, event: int, said: Iterable[Announcement]) -> None:
        for announcement in said:
            hearers = tuple(name for name in self._names if self.audience.hears(name, announcement))
            asks = announcement.key in ("turn", self._played.table.seating.asks_start)
            self._line(event, "turn" if asks else "heard", self._phrases.say(announcement), hearers)

    def _line(self, event: int, said: Said, words: str, hearers: tuple[str, ...]) -> None:
        self.lines.append(RecordLine(len(self.lines) + 1, event, said, words, hearers))
