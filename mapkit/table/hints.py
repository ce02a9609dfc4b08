"""Hints at the table: what the player to move could know, and the answers that prove it.

A hint is made from what its hearers have heard. Where answers are for all, a hint is so, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from mapkit.language.wording import translated
from mapkit.model.settings import BadSetting
from mapkit.table.ears import Ears, ears_of
from mapkit.table.history import PlayedDirective, hints_agreed
from mapkit.table.log import HintEntry
from mapkit.table.match import Match
from mapkit.table.voice import Line, LineKind, Voice

if TYPE_CHECKING:
    from mapkit.knowledge.hints import Hint

Answer: TypeAlias = "Hint | None"
"""A hint, or None where nothing is left to hint at."""


class HintQuery(NamedTuple):
    """What a player asks: a hint, by what was heard so far. It may be answered in another thread."""

    who: str
    heard: Ears
    """The game as those who will hear the hint have heard it."""
    told: frozenset[str]
    told_now: frozenset[str]
    """What they were told since anything else happened."""
    events: int

    def answer(self) -> Answer:
        """The hint; None where nothing is left to hint at. Raises BadSetting."""
        from mapkit.knowledge.deduction import Listener  # these are slow to load
        from mapkit.knowledge.hints import hint

        drawn = self.heard.match.map
        listener = Listener(drawn.public, drawn.game, self.heard.names, self.heard.opening)
        return hint(listener, self.heard.remarks, self.who, self.told, self.told_now)


class Hints:
    """The hints of an evening."""

    def __init__(self, match: Match, voice: Voice) -> None:
        self.match, self.voice = match, voice
        self.most = hints_agreed(match.table, match.begun.options)
        """How many each player may ask for."""

    def left(self, who: str) -> int:
        """How many a player may still ask for."""
        return max(0, self.most - sum(hint.by == who for hint in self.match.hints))

    def ask(self) -> tuple[str, ...]:
        """The lines of a hint for the player to move, which is then in the log; raises FileTrouble."""
        asked = self.question()
        if isinstance(asked, Line):
            return (asked,)
        try:
            return self.give(asked, asked.answer())
        except BadSetting as wrong:
            return (self.failed(wrong),)

    def question(self) -> HintQuery | Line:
        """The question of the player to move, or why they may not ask."""
        who, match = self.match.mover, self.match
        if not self.most:
            return self._refused("no-hints" if match.table.evidence else "nothing-hidden")
        if not who:
            return self._refused("way-out")
        if not self.left(who):
            return self._refused("hints-gone", player=who, count=str(self.most))
        hearer = who if self.voice.audience.private else ""
        told = frozenset(hint.about for hint in match.hints if hint.by == who or not hearer)
        now = frozenset(entry.about for entry in match.hints_now)
        return HintQuery(who, ears_of(match, hearer), told, now, match.events)

    def give(self, asked: HintQuery, found: Answer) -> tuple[str, ...]:
        """The lines of a hint, which is then in the log, unless the game has gone on since; raises FileTrouble."""
        if asked.events != self.match.events:
            return (self._refused("hint-late"),)
        if found is None:
            return (self.voice.aloud(self.voice.line("hint-none", player=asked.who)),)
        self.match.give_hint(asked.who, found.about, found.because)
        return tuple(
            map(self.voice.aloud, self.lines(self.match.hints[-1], self.match.hints, self.match.standing_directives))
        )

    def failed(self, wrong: BadSetting) -> Line:
        return self._refused("hint-fails", words=translated(wrong.said, self.voice.phrases.language))

    def lines(self, given: HintEntry, so_far: Sequence[HintEntry], played: Sequence[PlayedDirective]) -> Iterator[str]:
        """A hint in words with its proof; `so_far` are the hints up to it, and `played` what stood then."""
        about = translated(given.about, self.voice.phrases.language)
        number = sum(entry.by == given.by for entry in so_far)
        yield self.voice.line("hint-is", player=given.by, first=str(number), last=str(self.most), words=about)
        yield self.voice.line("hint-because")
        private = self.voice.audience.private
        for directive in played:
            if directive.number in given.because:
                to_whom = self.voice.audience.heard(given.by if private else "", directive.ruling)
                heard = (said for said in to_whom if said.key != "turn")
                unheard = private and directive.mover != given.by
                words = "" if directive.by_the_game_master or unheard else f"{self.voice.who_said_what(directive)}: "
                yield f"  {words}{' '.join(map(self.voice.phrases.say, heard))}"

    def _refused(self, key: str, **args: str) -> Line:
        return Line(self.voice.line(key, **args), LineKind.REFUSAL)
