"""How the game stands: whose turn it is, what may be said, and what was said before.

Where answers are private, a player hears again what was said for them since they last spoke.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from mapkit.model.files import printable_name
from mapkit.model.grid import natural
from mapkit.model.ruling import Ruling, heard
from mapkit.table.boards import TerminalBoards
from mapkit.table.history import PlayedDirective
from mapkit.table.match import Match
from mapkit.table.tracks import chose_a_start
from mapkit.table.voice import Voice


class Recap:
    """The lines that tell players how the game stands."""

    def __init__(self, match: Match, voice: Voice, boards: TerminalBoards, *, peeking: bool) -> None:
        """With `peeking`, players are asked between two turns whether they want to peek (TL-37)."""
        self.match, self.voice, self.boards, self.peeking = match, voice, boards, peeking

    def turn(self) -> tuple[str, ...]:
        """The player whose turn it is to move or to choose a start; no line when the game is over."""
        if not self.match.mover:
            return ()
        return (self.voice.told(heard(self.match.asks_start or "turn", player=self.match.mover)),)

    def may_say(self) -> Iterator[str]:
        """What the player to move may say; of the cells to start on, which are too many, only the first and last."""
        if self.match.asks_start:
            cells = self.match.map.params.grid.cells()
            ends = sorted(cells, key=natural)
            yield self.voice.line("may-start", player=self.match.mover, first=ends[0], last=ends[-1], cell=cells[0])
            return
        perhaps, ways = self.match.perhaps, ", ".join(self.match.certain)
        if ways or not perhaps:
            yield self.voice.line("may-say", ways=ways) if ways else self.voice.line("may-say-nothing")
        if perhaps:
            yield self.voice.line("may-say-perhaps", ways=", ".join(perhaps))

    def how_to_type(self) -> tuple[str, ...]:
        """That nothing is shown of what the player types, and what to type for a start."""
        key, cell = "type-start" if self.match.asks_start else "type-unseen", self.match.map.params.grid.cells()[0]
        return (self.voice.line(key, player=self.match.mover, cell=cell),)

    def offer(self, ruling: Ruling[object]) -> tuple[str, ...]:
        """Between two turns, the question whether players want to peek (TL-37), and how to hear private answers."""
        if not any(announcement.key == "turn" for announcement in ruling.heard):
            return ()
        asked = [self.voice.aloud(self.voice.line("offer"))] if self.peeking else []
        return (*asked, *self.for_you())

    def for_you(self) -> tuple[str, ...]:
        """How to hear private answers; nothing before the first command of a game that begins without any."""
        open_to_all = all(map(self.voice.audience.is_for_all, self.match.opening.heard))
        quiet = not self.voice.curtained or (open_to_all and not self.match.standing_directives)
        return () if quiet else (self.voice.line("for-you"),)

    def by_now(self) -> tuple[str, ...]:
        """How the game stands when it goes on, without private answers: somebody else may sit at the keyboard."""
        if self.voice.curtained and self.match.mover:
            return (*self.turn(), *self.for_you())
        return self.repeat_lines()

    def repeat_lines(self) -> tuple[str, ...]:
        """The last move, or with private answers all that the player to move has missed; and whose turn it is."""
        if self.voice.curtained and (name := self.match.mover):
            # what was said for this player alone since their own last directive, such as that they were shot meanwhile,
            # or since the beginning of the game
            played = self.match.standing_directives
            spoken = [i for i, said in enumerate(played) if said.mover == name]
            rulings = [said.ruling for said in (played[spoken[-1] :] if spoken else played)]
            told = [each for one in (rulings if spoken else [self.match.opening, *rulings]) for each in one.heard]
            hearing = self.voice.audience
            missed = (each for each in told if not hearing.is_for_all(each) and hearing.hears(name, each))
            return (*map(self.voice.announcement_line, missed), *self.turn())
        last = self._moves()[-1]
        if not last:
            return (*self.voice.ruling_lines(self.match.opening), *self.offer(self.match.opening))
        begun = any(announcement.key == "turn" for one in last for announcement in one.ruling.heard)
        lines = (line for one in last for line in (*self._request(one), *self.voice.ruling_lines(one.ruling)))
        return (*lines, *(() if begun else self.turn()), *self.boards.ending())

    def earlier_lines(self, back: int) -> tuple[str, ...]:
        """The move that many moves back, 1 for the last, with all that was answered; no line where there is none."""
        earlier = self._moves()[-back:][:1] if back <= len(self._moves()) else []
        return tuple(
            line for one in chain(*earlier) for line in (*self._request(one), *self.voice.said(one.ruling.heard))
        )

    def _moves(self) -> list[tuple[PlayedDirective, ...]]:
        """All that was said in each turn in which a player spoke, and the rulings since then (MP-13)."""
        played = self.match.standing_directives
        said = [i for i, directive in enumerate(played) if not directive.by_the_game_master]
        ends = [i + 1 for i in said[:-1] if played[i].ends_turn or chose_a_start(played[i])]
        return [played[one:other] for one, other in pairwise((0, *ends, len(played)))]

    def _request(self, each: PlayedDirective) -> tuple[str, ...]:
        """The player's name and words once more; nothing for a ruling, which announces itself."""
        return () if each.by_the_game_master else (self.voice.aloud(self.voice.who_said_what(each)),)

    def said_aloud(self, each: PlayedDirective) -> tuple[str, ...]:
        """What a machine said, which people at the table would say aloud; nothing where that is private or secret."""
        if each.secret or self.voice.curtained:
            return ()
        words = printable_name(self.voice.phrases.word(each.words_alone))
        return (self.voice.aloud(f"{each.mover}: {words}"),)
