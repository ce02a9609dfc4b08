"""What is told of how things are by now: whose turn it is, what may be said, and what was said before.

With private answers a player is told what was said for them since they last spoke.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mapkit.files import shown
from mapkit.grid import natural
from mapkit.playing.audience import named
from mapkit.playing.boards import TerminalBoards
from mapkit.playing.match import Match, Played
from mapkit.playing.tracks import chose_a_start
from mapkit.playing.voice import Voice, who_said_what
from mapkit.ruling import Ruling, heard


class Recap:
    """What players hear of how things are by now."""

    def __init__(self, match: Match, voice: Voice, boards: TerminalBoards, *, peeking: bool) -> None:
        """`peeking` says that players are asked between two turns whether they want to peek (TL-37)."""
        self.match, self.voice, self.boards, self.peeking = match, voice, boards, peeking

    def turn(self) -> tuple[str, ...]:
        """Whose turn it is, to choose a start or to move."""
        if not self.match.mover:
            return ()
        return (self.voice.aloud(self.voice.phrases.say(heard(self._asks_start or "turn", player=self.match.mover))),)

    @property
    def _asks_start(self) -> str:
        """The key with which the player to move is asked for a start; empty where they choose none now."""
        return self.match.table.seating.asks_start if self.match.secret else ""

    def may_say(self) -> Iterator[str]:
        """What the player to move may say; cells to start on are too many to list."""
        if self._asks_start:
            cells = self.match.map.params.grid.cells()
            ends = sorted(cells, key=natural)
            yield self.voice.line("may-start", player=self.match.mover, first=ends[0], last=ends[-1], cell=cells[0])
            return
        perhaps = self.match.referee.perhaps(self.match.state)
        ways = ", ".join(way for way in self.match.ways if way not in perhaps)
        yield self.voice.line("may-say", ways=ways) if ways else self.voice.line("may-say-nothing")
        if perhaps:
            yield self.voice.line("may-say-perhaps", ways=", ".join(perhaps))

    def offer(self, ruling: Ruling[object]) -> tuple[str, ...]:
        """Between two turns the game master asks whether they want to peek (TL-37), and says where to ask for words."""
        if not any(each.key == "turn" for each in ruling.heard):
            return ()
        asked = [self.voice.aloud(self.voice.line("offer"))] if self.peeking else []
        return (*asked, *([self.voice.line("for-you")] if self.voice.curtained else []))

    def by_now(self) -> tuple[str, ...]:
        """How things are when a game goes on; who sits at the keyboard need not be who may hear the private answers."""
        if self.voice.curtained and self.match.mover:
            return (*self.turn(), self.voice.line("for-you"))
        return self.repeated()

    def repeated(self) -> tuple[str, ...]:
        """The last move, or with private answers all that a player has missed; and whose turn it is."""
        if self.voice.curtained and self.match.mover:
            return (*self._missed(self.match.mover), *self.turn())
        last = self._last_move()
        if not last:
            return (*self.voice.ruling_lines(self.match.opening), *self.offer(self.match.opening))
        begun = any(each.key == "turn" for one in last for each in one.ruling.heard)
        told = (line for one in last for line in (*self._request(one), *self.voice.ruling_lines(one.ruling)))
        return (*told, *(() if begun else self.turn()), *self.boards.ending())

    def _last_move(self) -> tuple[Played, ...]:
        """All that was said in the turn that anybody spoke in last, and what has been ruled since (MP-13)."""
        played = self.match.played
        said = [i for i, each in enumerate(played) if not each.by_the_game_master]
        ends = [i for i in said[:-1] if played[i].ends_turn or chose_a_start(played[i])]
        return played[ends[-1] + 1 if ends else 0 :] if said else played

    def _request(self, each: Played) -> tuple[str, ...]:
        """Who asked what, for all to hear once more; a ruling tells itself."""
        return () if each.by_the_game_master else (self.voice.aloud(who_said_what(each)),)

    def _missed(self, name: str) -> tuple[str, ...]:
        """What was said for a player alone, from their own last directive on: a player shot meanwhile learns it here.

        A player who has not spoken yet hears what was for them when the game began.
        """
        played = self.match.played
        spoken = [i for i, each in enumerate(played) if each.mover == name]
        rulings = [each.ruling for each in (played[spoken[-1] :] if spoken else played)]
        told = [each for one in (rulings if spoken else [self.match.opening, *rulings]) for each in one.heard]
        return tuple(
            self.voice.spoken(each)
            for each in told
            if each.key not in self.voice.audience.for_all and name in named(each)
        )

    def moved(self, key: str, played: Sequence[Played]) -> tuple[str, ...]:
        """What was taken back or brought back; where the game master looks on, which rulings were among it."""
        words = self._named(played).removesuffix(".")  # the full stop of the line serves as the last of three dots
        return (self.voice.aloud(self.voice.line(key, words=words)), *self._rulings(played))

    def _named(self, played: Sequence[Played]) -> str:
        """Who said what; where somebody starts, and what the game master corrected, is never said aloud."""
        if self.voice.curtained:
            return self.voice.line("directives", count=str(len(played)))
        named: list[str] = []
        for ruled, some in groupby(played, lambda each: each.by_the_game_master):
            each = tuple(some)
            named += [self.voice.line("its-rulings", count=str(len(each)))] if ruled else map(who_said_what, each)
        return ", ".join(named)

    def _rulings(self, played: Iterable[Played]) -> Iterator[str]:
        """Which rulings they were, for the game master alone."""
        if self.voice.gm:
            ruled = (shown(each.words) for each in played if each.by_the_game_master)
            yield from (f"  [{self.voice.line('ruling-was', words=words)}]" for words in ruled)
