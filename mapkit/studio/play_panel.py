"""The panel of play: what is found out about the map on the board while it is legal, and games played on it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.mapfile.document import Document
from mapkit.model.message import message
from mapkit.studio.play_jobs import (
    GAMES,
    NO_REPORT,
    Answer,
    GamesPlayed,
    PlayEnded,
    PlayReport,
    PlayTask,
    answers,
    ready,
)
from mapkit.studio.tools import BadStroke
from mapkit.studio.worker import Trade, Worker

PATIENCE = 1.0
"""How many seconds a report on an older map may have taken until it is dropped for a newer one.

To drop it means to end the process, and a new one takes longer to be ready than most reports.
"""
ENDED = message("This could not be worked out. Draw on, and it is tried again.")
PLAY: Trade[PlayTask, Answer] = Trade(ready, answers, PlayEnded())


class PlayPanel:
    """A worker that reports on the map as it is drawn, and another one that plays games on it."""

    def __init__(self, tell: Callable[[], None], soon: Callable[[Callable[[], None]], object]) -> None:
        """`tell` says that something has changed; `soon` calls a function where the desk may be changed."""
        self._tell = tell
        self.worker: Worker[PlayTask, Answer] = Worker(PLAY, self._hear, soon)
        self.games: Worker[PlayTask, Answer] = Worker(PLAY, self._hear_of_games, soon)
        self._wanted: PlayTask | None = None
        self._start, self._asked_at = "", 0.0
        self._found: tuple[PlayTask | None, PlayReport] = None, PlayReport(NO_REPORT)
        self._played: tuple[PlayTask | None, GamesPlayed] = None, GamesPlayed(0)

    # The report

    def follow(self, read: Document, *, legal: bool, game: str = "", language: str = ENGLISH) -> None:
        """Report on the map that is on the board now, if it is legal; what is on its way for another one is dropped."""
        self._wanted = PlayTask(read.text, read.name, game, language, self._start) if legal else None
        if self.games.task and (self._wanted is None or self.games.task.text != read.text):
            self.games.end()
        self.worker.begin()
        self._ask()

    def forget(self) -> None:
        """Show nothing of the map that was on the board so far."""
        self._start, self._found = "", (None, PlayReport(NO_REPORT))
        self.games.end()

    def look_from(self, start: str) -> None:
        """Report what is seen from another start."""
        self._start = start
        if self._wanted is not None:
            self._wanted = self._wanted._replace(start=start)
            self._ask()
            self._tell()

    def _ask(self) -> None:
        if self._wanted is None or self._wanted == self._found[0]:
            return
        if self.worker.task is not None:
            if self.worker.task == self._wanted or monotonic() < self._asked_at + PATIENCE:
                return  # the newest is asked for as soon as that one is answered
            self.worker.cancel()
        self._asked_at = monotonic()
        self.worker.ask(self._wanted)

    def _hear(self, answer: Answer | None) -> None:
        task = self.worker.task
        match answer:
            case None:
                self._ask()
            case PlayReport() if task == self._wanted:
                self._found = task, answer
                self._tell()
            case PlayEnded() if task is not None:
                self._found = task, PlayReport({**NO_REPORT, "verdict": translated(ENDED, task.language)})
                self._tell()

    def even(self) -> str:
        """The text of the map with fair starts; raises BadStroke where that of another map is known."""
        of, report = self._found
        if of is None or of != self._wanted or not report.even:
            raise BadStroke(message("the starts of this map are still worked out; try again"))
        return report.even

    # Games

    def play(self) -> None:
        """Play some games on the map; raises BadStroke where it is not legal, or where they are played already."""
        if self._wanted is None:
            raise BadStroke(message("the map has faults, so nobody can play it yet; repair them first"))
        if self.games.task is None:
            self.games.ask(self._wanted._replace(start="", games=GAMES))
            self._hear_of_games(GamesPlayed(0))

    def cancel(self) -> None:
        """Play no more; without games, nothing happens."""
        self.games.end()
        self._played = None, GamesPlayed(0)
        self._tell()

    def _hear_of_games(self, answer: Answer | None) -> None:
        task = self.games.task
        match answer:
            case None:
                self.games.end()  # games are played seldom, and the process takes memory
                self._tell()
            case GamesPlayed():
                self._played = task, answer
                self._tell()
            case PlayEnded() if task is not None:
                self._played = task, GamesPlayed(0, translated(ENDED, task.language))

    def end(self) -> None:
        self.worker.end()
        self.games.end()

    # What pages see

    def panel(self) -> dict[str, Any]:
        """The report as `play`, None where the map is not legal; and as `playing` how far it and the games are."""
        wanted, (of, report), (task, played) = self._wanted, self._found, self._played
        ours = played if task and wanted and task.text == wanted.text else GamesPlayed(0)
        return {
            "play": report.for_page if wanted and of else None,
            "playing": {
                "old": wanted is None or of != wanted,
                "of": GAMES if self.games.task else 0,
                "games": ours.games,
                "words": ours.words,
            },
        }
