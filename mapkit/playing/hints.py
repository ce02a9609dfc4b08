"""Hints at the table: what the player to move could know, and the answers that prove it.

A hint is made from what its hearers have heard. Where answers are for all, a hint is so, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mapkit.playing.history import PlayedDirective, hints_agreed
from mapkit.playing.match import Match
from mapkit.playing.voice import Kind, Line, Voice
from mapkit.settings import BadSetting
from mapkit.wording import translated

if TYPE_CHECKING:
    from mapkit.deduction.hints import Hint, Remark


class Hints:
    """The hints of an evening."""

    def __init__(self, match: Match, voice: Voice) -> None:
        self.match, self.voice = match, voice
        self.most = hints_agreed(match.table, match.begun.options)
        """How many each player may ask for."""

    def ask(self) -> tuple[str, ...]:
        """The lines of a hint for the player to move, which is then in the log; raises FileTrouble."""
        who, line = self.match.mover, self.voice.line
        had = sum(each.by == who for each in self.match.hints)
        if not self.most:
            return (self._refused("no-hints" if self.match.table.evidence else "nothing-hidden"),)
        if not who or had >= self.most:
            return (self._refused("hints-gone", player=who, count=str(self.most)) if who else self._refused("way-out"),)
        try:
            found = self._found(who)
        except BadSetting as wrong:
            return (self._refused("hint-fails", words=translated(str(wrong), self.voice.phrases.language)),)
        if found is None:
            return (self._told("hint-none", player=who),)
        self.match.give_hint(who, found.about, found.because)
        about = translated(found.about, self.voice.phrases.language)
        told = {"player": who, "first": str(had + 1), "last": str(self.most), "words": about}
        return (self.voice.aloud(line("hint-is", **told)), *self._because(who, found))

    def _refused(self, key: str, **args: str) -> Line:
        return Line(self.voice.line(key, **args), Kind.REFUSAL)

    def _told(self, key: str, **args: str) -> str:
        return self.voice.aloud(self.voice.line(key, **args))

    def _found(self, who: str) -> Hint | None:
        """A hint for a player; raises BadSetting."""
        from mapkit.deduction.hints import hint  # it is slow to load

        match, hearer = self.match, who if self.voice.audience.private else ""
        names = [seat.name for seat in match.referee.seats(match.opening.state)]
        opening = [each for each in match.opening.heard if not hearer or self.voice.audience.hears(hearer, each)]
        remarks = [self._remark(each, hearer) for each in match.standing_directives]
        told = {each.about for each in match.hints if each.by == who or not hearer}
        now = {each.about for each in match.hints_now}
        return hint(match.map.game, match.map.public, names, opening, remarks, who, told, now)

    def _remark(self, each: PlayedDirective, hearer: str) -> Remark:
        """A directive as a player has heard it, or everybody."""
        from mapkit.deduction.hints import Remark

        heard = tuple(said for said in each.ruling.heard if not hearer or self.voice.audience.hears(hearer, said))
        missed = tuple(said for said in each.ruling.heard if said not in heard)
        words = "" if each.by_the_game_master or each.secret else each.words
        own_secret = each.words if each.secret and each.mover == hearer else ""
        return Remark(each.number, each.mover, words, heard, missed, own_secret)

    def _because(self, who: str, found: Hint) -> Iterator[str]:
        """The commands and the answers that prove it."""
        yield self._told("hint-because")
        for each in self.match.standing_directives:
            if each.number in found.because:
                heard = (said for said in self.voice.audience.heard(who, each.ruling) if said.key != "turn")
                asked = "" if each.by_the_game_master else f"{self.voice.who_said_what(each)}: "
                yield self.voice.aloud(f"  {asked}{' '.join(map(self.voice.phrases.say, heard))}")
