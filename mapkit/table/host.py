"""The host of an evening: it turns the lines that people type into the lines that everybody hears.

The host knows the words of the table, which are no directives of the game: help, undo, redo, repeat, status, peek,
hint, known, map, state, gm and quit. It neither prints nor reads, so a terminal, a pipe and a test can all use it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from difflib import get_close_matches
from itertools import chain, count
from types import MappingProxyType
from typing import Any, NamedTuple

from mapkit.language.directives import first_player, known_in, player_named, vocabulary
from mapkit.language.phrases import MOST_LINE, Phrases
from mapkit.language.wording import translated
from mapkit.model.files import printable_name
from mapkit.model.letters import alike, composed
from mapkit.model.ruling import Announcement, InvalidMove, Look, MoveError, NoRuling, Ruling, heard
from mapkit.model.settings import BadSetting
from mapkit.table.boards import TerminalBoards
from mapkit.table.bots import MOST_ALONE, Bots, moved_to_people, say_for
from mapkit.table.ears import ears_of
from mapkit.table.hints import Hints
from mapkit.table.history import KNOWLEDGE, PlayedDirective, agreed_on, is_agreed, says
from mapkit.table.match import Match
from mapkit.table.recap import Recap
from mapkit.table.voice import Line, LineKind, Voice, audience, corrections, is_correction

_LEAST_MEANT = 4
"""The fewest letters of a word for which another may have been meant; shorter ones resemble too much."""

_TYPED = frozenset({"words", "cell", "what", "name"})
"""The arguments of refusals that show what was typed."""


class TableReply(NamedTuple):
    """What one typed line leads to."""

    lines: tuple[str, ...]
    refused: bool = False
    """Whether a directive was illegal or could not be read."""
    over: bool = False
    private: bool = False
    """Whether the lines are for one player's eyes alone."""


class Host:
    """One evening at the table."""

    def __init__(
        self,
        match: Match,
        phrases: Phrases,
        *,
        omniscient: bool,
        gm: bool = False,
        resume_name: str = "",
        bots: Bots = MappingProxyType({}),
        look: Look = Look(),  # noqa: B008 (a NamedTuple does not change)
    ) -> None:
        """Takes the match and its words.

        With `omniscient` every answer shows the game master's notes (TL-2). With `gm` the game master alone sits here
        and sees everything: lines to be said aloud are marked, and the game may be corrected. `resume_name` is the name
        of the game on a command line. `bots` are the machine players, and `look` is how open boards are drawn.
        """
        self.match, self.phrases, self.bots = match, phrases, bots
        self.peeking = match.begun.options.get(match.table.seating.peek, "no") == "yes"
        people = [name for name in match.begun.players if name not in bots]
        self.voice = Voice(phrases, audience(match), people, gm=gm, omniscient=omniscient or gm)
        self.boards = TerminalBoards(match, self.voice, look, resume_name)
        self.recap = Recap(match, self.voice, self.boards, peeking=self.peeking)
        self.hints = Hints(match, self.voice)
        self.knowing = is_agreed(KNOWLEDGE, match.table, match.begun.options)
        self._words: dict[str, Callable[[str], TableReply]] = {
            "help": self._help,
            "?": self._help,
            "undo": self._undo,
            "redo": self._redo,
            "repeat": self._repeat,
            "peek": self._peek,
            "hint": self._hint,
            "known": self._known,
            "map": self._map,
            "state": self._state,
            "status": self._status,
            "gm": self._rule,
            "quit": self._quit,
            "exit": self._quit,
        }

    @property
    def open_board(self) -> tuple[str, ...]:
        """What everybody may see, as lines for a terminal; none in games with a secret board."""
        return self.boards.open_board(self.boards.look)

    def fit(self, columns: int, lines: int) -> None:
        """From now on draw boards for so much room, except those that are asked for by `map`."""
        self.boards.fitting = self.boards.look._replace(columns=columns, lines=lines)

    @property
    def words_now(self) -> tuple[str, ...]:
        """What may be typed now and may be told to anybody: what `help` lists; nothing while words are typed in secret.

        A directive that would show what is hidden is no different here from any other (MP-58.c).
        """
        if self.match.secret:
            return ()
        ways = (*self.match.certain, *self.match.perhaps)
        return (*map(self.phrases.word, ways), *self._table_words())

    @property
    def turn(self) -> tuple[str, ...]:
        """Whose turn it is, and how to hear what was private; nothing when the game is over."""
        return (*self.recap.turn(), *(self.recap.for_you() if self.match.mover else ()))

    @property
    def prompt(self) -> str:
        return f"{self.match.mover or self.voice.line('over')}> "

    @property
    def secret(self) -> bool:
        """Whether the next words must stay hidden while they are typed: not from a person who plays machines alone."""
        return self.match.secret and not self.voice.gm and len(self.voice.people) > 1

    def before_secret_words(self) -> tuple[str, ...]:
        """What a player is told before they type in secret at a terminal; nothing where they type openly."""
        return self.recap.how_to_type() if self.secret else ()

    def welcome(self) -> tuple[str, ...]:
        machines = (self.voice.line("machine", name=name, what=kind) for name, kind in self.bots.items())
        if self.match.latest_directive is None:
            opening = self.match.opening
            return (
                *machines,
                *self.voice.ruling_lines(opening),
                *self.recap.offer(opening),
                *self.boards.gm_situation(),
            )
        return (*machines, self.voice.line("goes-on"), *self.recap.by_now(), *self.boards.gm_situation())

    @property
    def alone(self) -> bool:
        return set(self.match.begun.players) <= set(self.bots)

    def machines(self) -> Iterator[TableReply]:
        """What machines say until it is a person's turn, or the game is over, or they stop after `MOST_ALONE`."""
        for number in count():
            kind = self.bots.get(self.match.mover)
            if kind is None:
                return
            if number == MOST_ALONE:
                yield TableReply((self.voice.line("machines-stop", count=str(number)),), over=True)
                return
            ruling = say_for(self.match, kind)
            latest = self.match.latest_directive
            said = self.recap.said_aloud(latest) if latest else ()
            lines = (*said, *self.voice.ruling_lines(ruling), *self.recap.offer(ruling))
            yield TableReply((*lines, *self._after_a_turn(), *self.boards.ending()))

    def hear(self, line: str) -> TableReply:
        """Answer a line: a word of the table, or directives with `;` or `,` between, until one is refused."""
        line = composed(line)
        first, _, rest = line.strip().partition(" ")
        if not first or first.startswith("#"):
            return TableReply(())
        if len(line) > MOST_LINE:
            return self._puzzled("too-long", count=str(len(line)), size=str(MOST_LINE))
        if word := self.table_word(line):
            return self._words[word](rest.strip())
        if found := self.match.asides(line):  # players ask what they themselves have
            name = next(iter(found))
            if len(found) == 1 and name in self.bots:
                return self._puzzled("speaks-itself", name=name)
            lines = self.voice.said(found.values())
            if self.voice.curtained and name != self.match.mover:  # somebody else looks at the screen
                return TableReply(tuple(Line(line, LineKind.SAID, to=(name,)) for line in lines))
            return TableReply(lines, private=self.voice.curtained)
        return self._carry_out(line)

    def table_word(self, line: str) -> str:
        """The word of the table that a line begins with, in English; empty where it is a directive or an aside."""
        word, _, rest = alike(line).partition(" ")
        word = vocabulary("table").forms.get(word, word)
        known = word in self._words and not (word in ("quit", "exit") and rest)
        name, colon, _ = line.partition(":")  # a player's name may look like a word of the table
        return word if known and not (colon and player_named(name, self.match.begun.players)) else ""

    def _puzzled(self, key: str, **args: str) -> TableReply:
        return TableReply((Line(self.voice.line(key, **args), LineKind.REFUSAL),), refused=True)

    def _carry_out(self, line: str) -> TableReply:
        lines, secret = list[str](), self.secret
        refusal: tuple[str, ...] = ()
        try:
            said = self.phrases.understood(line, self.match.begun.players)
            for ruling in self.match.carry_out(said, "", self.say):
                latest = self.match.latest_directive
                lines += (*self.voice.ruling_lines(ruling, latest.mover if latest else ""), *self.recap.offer(ruling))
        except MoveError as refused:
            refusal = (self._refusal(refused, line, secret=secret),)
        told = (*self._after_a_turn(), *self.boards.ending()) if lines else ()
        return TableReply((*lines, *refusal, *told), refused=bool(refusal), private=self.voice.curtained)

    def say(self, directive: str) -> Ruling[Any]:
        """Carry out one directive; raises MoveError, also where it is for a machine, which speaks for itself."""
        speaker = self.match.speaker(directive)
        if speaker in self.bots:
            raise MoveError(heard("speaks-itself", name=speaker))
        return self.match.say(directive)

    def _refusal(self, refused: MoveError, line: str, *, secret: bool) -> str:
        """The words of a refusal, in secret with dots for what was typed; of unreadable words, also what was meant."""
        key, args, _ = refused.refusal
        if secret and _TYPED & dict(args).keys():
            if isinstance(refused, InvalidMove) and "name" not in dict(args):
                return Line(self.voice.line("unread-in-secret"), LineKind.REFUSAL)
            typed, known = line.casefold(), self.match.begun.players
            hidden = (
                name in ("what", "ways") or (text not in known and text.casefold() in typed) for name, text in args
            )
            dots = tuple((name, "..." if dotted else text) for (name, text), dotted in zip(args, hidden, strict=True))
            return self.voice.refusal_line(type(refused)(Announcement(key, dots)))
        told = self.voice.refusal_line(refused)
        parts = self.match.table.seating.speech.split(line) if isinstance(refused, InvalidMove) else ()
        meant = next(filter(None, map(self._meant, parts)), "")
        return Line(f"{told} {self.voice.line('meant', words=meant)}", LineKind.REFUSAL) if meant else told

    def _meant(self, directive: str) -> str:
        """The directive or word probably meant, of those that `help` lists; nothing for what is typed in secret."""
        typed = " ".join(directive.casefold().split())
        name, rest = ("", "") if self.match.secret else first_player(typed, self.match.begun.players)
        if rest and name:
            return printable_name(f"{name}: {rest}")
        speech = self.match.table.seating.speech
        said: Collection[str] = () if self.match.secret else speech.directives
        here = self.phrases.language, self.match.map.game.name
        for word, listed in ((typed, self.words_now), (typed.partition(" ")[0], (*self._table_words(), *said))):
            known = {each.casefold(): each for each in listed}
            is_unknown = len(word) >= _LEAST_MEANT and word not in known and word not in speech.fillers
            if is_unknown and (close := get_close_matches(word[:40], known_in(*here, known), 1, 0.75)):
                return known[close[0]]
        return ""

    def _after_a_turn(self) -> tuple[str, ...]:
        latest = self.match.latest_directive
        return self.boards.gm_situation() if latest and latest.ends_turn else ()

    def _further_words(self) -> tuple[str, ...]:
        """The words of this table beside those that every table has."""
        asides, options = self.match.table.screen.asides, {"peek": self.peeking, "hint": self.hints.most > 0}
        words = [word for word, known in (*options.items(), ("known", self.knowing)) if known]
        words += ("map", *asides) if self.voice.omniscient else (*asides, "map") if self.open_board else asides
        return (*words, *(("state", "gm") if self.voice.gm else ()))

    def _table_words(self) -> tuple[str, ...]:
        words = ("help", "status", "repeat", "undo", "redo", "quit", *self._further_words())
        return tuple(map(self.phrases.word, words))

    def _help(self, _: str) -> TableReply:
        further = self._further_words()
        lines = [*self.recap.may_say(), *([self.voice.line("several")] if self.match.mover else [])]
        lines.append(self.voice.line("at-the-table", words="".join(f", {self.phrases.word(word)}" for word in further)))
        lines += corrections(self.match.map, self.match.situation, self.phrases) if self.voice.gm else ()
        return TableReply(tuple(lines), private=self.voice.curtained)

    def _repeat(self, rest: str) -> TableReply:
        """The last answer (MP-13), or where the rules know it and all players agree, one earlier answer (TL-36)."""
        asked = re.fullmatch(r"(?:last|([1-9][0-9]{0,4}))?(?: turns)?( agreed)?", vocabulary("table").plain(rest))
        back = int(asked[1] or 1) if asked else 0
        if back == 1:
            return TableReply(self.recap.repeat_lines(), private=self.voice.curtained)
        if not self.match.table.seating.peek:
            return self._puzzled("older")
        if not asked or not asked[2]:
            return self._puzzled("older-agreed", count=str(back or 2))
        lines = self.recap.earlier_lines(back)
        return TableReply(lines) if lines else self._puzzled("older-none", count=str(back))

    def _undo(self, rest: str) -> TableReply:
        turns = _turns(rest)
        if turns is None:
            return self._puzzled("undo-takes")
        back = self._moved(self.match.undo, turns)
        if not back:
            return self._puzzled("nothing-back")
        said = self.voice.undo_lines("taken-back", back[::-1])
        return TableReply((*said, *self.recap.turn(), *self.boards.gm_situation()), private=self.voice.curtained)

    def _redo(self, rest: str) -> TableReply:
        turns = _turns(rest)
        if turns is None:
            return self._puzzled("redo-takes")
        forth = self._moved(self.match.redo, turns)
        if not forth:
            return self._puzzled("nothing-forth")
        said = self.voice.undo_lines("brought-back", forth)
        return TableReply((*said, *self.recap.by_now(), *self.boards.gm_situation()), private=self.voice.curtained)

    def _moved(self, move: Callable[[int], tuple[PlayedDirective, ...]], turns: int) -> tuple[PlayedDirective, ...]:
        """Take back or bring back this many turns of people, and with each of them the machines' turns."""
        if not self.bots:
            return move(turns)
        return tuple(chain.from_iterable(moved_to_people(self.match, self.bots, lambda: move(1)) for _ in range(turns)))

    def _rule(self, rest: str) -> TableReply:
        """Carry out a correction by the game master, or say what they say."""
        if not self.voice.gm:
            return self._puzzled("not-the-game-master")
        if vocabulary("table").plain(rest) in ("", "help", "?"):
            return TableReply(corrections(self.match.map, self.match.situation, self.phrases))
        try:
            said = rest if says(rest) else self.phrases.understood(rest, self.match.begun.players)
            ruling = self.match.rule(said.rstrip("; "))
        except NoRuling as refused:
            wrong = (printable_name(self.phrases.refuse(refusal)) for refusal in refused.refusals)
            return TableReply(tuple(Line(line, LineKind.REFUSAL) for line in wrong), refused=True)
        latest = self.match.latest_directive
        situation = self.boards.gm_situation() if latest and is_correction(latest) else ()
        return TableReply((*self.voice.ruling_lines(ruling), *situation, *self.boards.ending()))

    def _peek(self, rest: str) -> TableReply:
        """A peek shows nothing, the public facts, or with the consent of all players the whole board (TL-37)."""
        if not self.peeking:
            return self._puzzled("peek-with-set" if self.match.table.seating.peek else "no-peeking")
        said = vocabulary("table").plain(rest)
        if said == "1":
            return TableReply(
                tuple(self.voice.aloud(f"{seat.name}: {self.phrases.word(seat.words)}") for seat in self.match.seats)
            )
        if said == "2 agreed":
            return TableReply((*self.boards.whole(self.boards.look), *self.boards.places()))
        return TableReply((self.voice.aloud(self.voice.line("offer")),))

    def _hint(self, _: str) -> TableReply:
        """What the player to move could know, if the group has agreed on hints."""
        lines = self.hints.ask()
        refused = any(isinstance(line, Line) and line.kind is LineKind.REFUSAL for line in lines)
        return TableReply(lines, refused=refused, private=self.voice.curtained)

    def _known(self, _: str) -> TableReply:
        """All that everybody could know, or with private answers the player to move, if the group has agreed on it."""
        if not self.knowing:
            return self._puzzled("no-knowledge" if self.match.table.evidence else "all-known")
        from mapkit.table.knowledge import lines, moments  # it is slow to load

        try:
            heard = ears_of(self.match, self.match.mover if self.voice.audience.private else "")
            ((moment, known),) = moments(heard, self.phrases.language)
        except BadSetting as wrong:
            return self._puzzled("known-fails", words=translated(wrong.said, self.phrases.language))
        said = (translated(line, self.phrases.language) for line in lines(moment, known, heard))
        return TableReply(tuple(said), private=self.voice.curtained)

    def _map(self, _: str) -> TableReply:
        if self.open_board and not self.voice.omniscient:
            return TableReply(self.open_board)
        if not self.voice.omniscient and self.match.mover:
            return self._puzzled("hidden")
        return TableReply((*self.boards.whole(self.boards.look), *self.boards.places()))

    def _status(self, _: str) -> TableReply:
        """Which game this is and how far it is: only what everybody knows."""
        line, begun = self.voice.line, self.match.begun
        title, turns = translated(self.match.map.game.title, self.phrases.language), self.match.turns
        told = [line("status", what=title, count=str(turns))]
        told += [line("status-map", name=printable_name(self.match.map.title))] if self.match.map.title else []
        told.append(line("status-players", players=", ".join(self.match.in_order)))
        told += [line("machine", name=name, what=kind) for name, kind in self.bots.items()]
        told += [self.phrases.say(said) for said in self.match.agreements]
        for what, typed in agreed_on(self.match.table, begun.options):
            told.append(line("status-option", what=translated(what, self.phrases.language), words=typed))
        told += [line("status-kept", words=self.boards.resume_name)] if self.boards.resume_name else []
        return TableReply((*told, *(self.recap.turn() or (line("way-out"),))))

    def _state(self, _: str) -> TableReply:
        return TableReply(self.boards.situation()) if self.voice.gm else self._puzzled("not-the-game-master")

    def _quit(self, _: str) -> TableReply:
        return TableReply((self.voice.line("saved"),), over=True)


def _turns(rest: str) -> int | None:
    """The number in `undo 2 turns`; 1 where there is none, and None where the words cannot be read."""
    found = re.fullmatch(r"(?:([1-9][0-9]{0,4}) ?)?(?:turns)?", vocabulary("table").plain(rest))
    return None if found is None else int(found[1] or 1)
