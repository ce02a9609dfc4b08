"""Announcements and notes as lines of text: for everybody, for one player, or for the game master.

A player hears everything that is not said to others alone. Where answers are private, a player hears what is for
everybody, and what names the player.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, NamedTuple

from mapkit.language.catalogue import NO_THEME, in_theme, themes_of, without_absent
from mapkit.language.phrases import Phrases, phrases
from mapkit.model.files import printable_name
from mapkit.model.game import table_of
from mapkit.model.letters import refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.message import Name, clauses, message
from mapkit.model.ruling import Announcement, IllegalMove, MoveError, Ruling, Situation
from mapkit.model.settings import BadSetting
from mapkit.table.history import History, PlayedDirective
from mapkit.table.own_words import OwnWords, in_own_words, of_folder
from mapkit.table.tracks import chose_a_start

FOR_ALL = frozenset({"begin", "turn", "gm-says", "gm-notes", "gm-turn"})
"""The keys of what everybody hears in every game, even where answers are private."""

NAMED = ("player", "other")
"""The arguments of an announcement that name the players whom it is for."""


class Audience(NamedTuple):
    """Which players hear what in a game."""

    private: bool
    heard_by_all: frozenset[str]
    """The keys of what everybody hears even then."""

    def is_for_all(self, each: Announcement) -> bool:
        return not each.to and (not self.private or each.key in self.heard_by_all)

    def hears(self, name: str, each: Announcement) -> bool:
        """Whether a player hears an announcement; without a name, whether everybody does."""
        return self.is_for_all(each) or name in addressees(each)

    def heard(self, name: str, ruling: Ruling[object]) -> Iterator[Announcement]:
        return (announcement for announcement in ruling.heard if self.hears(name, announcement))


def audience(game: History) -> Audience:
    """Which players hear what in a game under its options."""
    return Audience(game.is_private, FOR_ALL | game.table.seating.heard_by_all)


def addressees(each: Announcement) -> tuple[str, ...]:
    """The players whom an announcement is for that is not for all."""
    return each.to or tuple(name for key, name in each.args if key in NAMED)


class LineKind(StrEnum):
    """What a line is for, which a terminal may show by a colour."""

    SAID = "said"
    TURN = "turn"
    """Says whose turn it is."""
    ALOUD = "aloud"
    """Is to be said aloud by the game master."""
    NOTE = "note"
    """Is for the game master alone."""
    REFUSAL = "refusal"
    BOARD = "board"
    """Is a part of a drawing."""


class Line(str):
    """A line of an answer: its text, and what it is for."""

    kind: LineKind
    by_rule: bool
    """Whether it is a refusal by a rule, which everybody hears."""
    to: tuple[str, ...]
    """The players who alone may see it; empty for all who see the screen."""

    def __new__(cls, text: str, kind: LineKind, *, by_rule: bool = False, to: tuple[str, ...] = ()) -> Line:
        line = super().__new__(cls, text)
        line.kind, line.by_rule, line.to = kind, by_rule, to
        return line


class Voice:
    """The words of an evening in its language."""

    def __init__(
        self, phrases: Phrases, audience: Audience, people: Collection[str] = (), *, gm: bool, omniscient: bool
    ) -> None:
        """Takes the words, who hears what, and the players who share the screen.

        With `gm`, lines to be said aloud are marked; with `omniscient`, the game master's notes are shown (TL-2).
        """
        self.phrases, self.audience, self.people, self.gm, self.omniscient = phrases, audience, people, gm, omniscient
        self.curtained = audience.private and not gm
        """Whether each answer is for the eyes of one player only."""

    def line(self, key: str, **args: str) -> str:
        return self.phrases.tell(key, **args)

    def aloud(self, text: str) -> str:
        """A line that everybody hears; on the game master's screen it is marked as to be said."""
        return Line(self.line("aloud", words=text), LineKind.ALOUD) if self.gm else text

    def ruling_lines(self, ruling: Ruling[object], hearer: str = "") -> tuple[str, ...]:
        """The words of a ruling; with private answers, only what is for everybody or for the `hearer`."""
        said = self.said(self.audience.heard(hearer, ruling) if self.curtained else ruling.heard)
        notes = (Line(f"  [{self.phrases.note(note)}]", LineKind.NOTE) for note in ruling.notes)
        return (*said, *(notes if self.omniscient else ()))

    def said(self, heard: Iterable[Announcement]) -> tuple[str, ...]:
        """The words of announcements, without those for machines alone."""
        for_people = (each for each in heard if self.omniscient or not each.to or {*each.to}.intersection(self.people))
        return tuple(map(self.told, for_people))

    def told(self, each: Announcement) -> str:
        text = self.aloud(self.announcement_line(each))
        if each.to and not (self.omniscient or self.curtained or {*self.people} <= {*each.to}):
            return Line(text, LineKind.SAID, to=each.to)
        return Line(text, LineKind.TURN) if each.key == "turn" and not self.gm else text

    def announcement_line(self, each: Announcement) -> str:
        """The words of an announcement, after the names of the players whom it is for where it is not for all."""
        text = self.phrases.say(each)
        if self.audience.is_for_all(each):
            return text
        return self.line("for", players=self.line("and").join(addressees(each)), words=text)

    def refusal_line(self, refused: MoveError) -> str:
        """The words of a refusal: one by a rule is said aloud, while unreadable words may be a typing error."""
        text = printable_name(self.phrases.refuse(refused.refusal))
        by_rule = isinstance(refused, IllegalMove)
        return Line(self.aloud(text) if by_rule else text, LineKind.REFUSAL, by_rule=by_rule)

    def who_said_what(self, each: PlayedDirective) -> str:
        """A directive after the name of the player who said it; what was typed in secret is shown as dots."""
        if each.secret:
            return f"{each.mover}: {self.phrases.word('start ...' if chose_a_start(each) else '...')}"
        return f"{each.mover}: {printable_name(self.phrases.retold(each.words_alone))}"

    def undo_lines(self, key: str, played: Sequence[PlayedDirective]) -> tuple[str, ...]:
        """What was taken back or brought back; on the game master's screen, also which rulings were.

        Secret starts and the words of corrections are left out. Where answers are private, not even the number of the
        directives is told, since others did not hear how many there were.
        """
        named = [self.line("directives")] if self.curtained else list[str]()
        for ruled, group in groupby(played, lambda said: said.by_the_game_master) if not named else ():
            some = tuple(group)
            rulings = [self.line("its-rulings", count=str(len(some)))]
            named += rulings if ruled else map(self.who_said_what, some)
        # the full stop of the line serves as the last of three dots
        told = self.aloud(self.line(key, words=", ".join(named).removesuffix(".")))
        ruled_on = [said.words for said in played if said.by_the_game_master] if self.gm else []
        lines = (f"  [{self.line('ruling-was', words=printable_name(words))}]" for words in ruled_on)
        return (told, *lines)


_EXAMPLE = re.compile(r"(?<![\w/:])(?:c3|h4)(?![\w/])")
"""The cells in the lines that explain corrections: any cell, and one at the eastern edge."""


def corrections(map_: Map[Any], situation: Situation, phrases: Phrases) -> tuple[str, ...]:
    """The lines that explain corrections on this map, one for each kind, with c3 and h4 or cells that it has."""
    grid, further = map_.params.grid, situation.may_correct
    cells = grid.cells()
    edge = [cell for cell in cells if "E" in grid.directions and grid.step(cell, "E") is None]
    likely = (cell for name in ("c3", "3-3", "b2", "2-2") for cell in (name, f"{name}/1"))
    inner = next((cell for cell in likely if cell in cells), cells[0])
    told = {"c3": inner, "h4": next((cell for cell in ("h4", "h4/1") if cell in edge), (edge or cells)[0])}
    keys = [key for key in ("gm-help", "gm-help-more", *further) if key in phrases.table]
    lines = [line for key in keys for line in without_absent(phrases.tell(key), further).splitlines() if line]
    return tuple(_EXAMPLE.sub(lambda found: told[found[0]], line) for line in lines)


def phrases_of(map_: Map[Any], language: str, theme: str = "", own: OwnWords | None = None) -> Phrases:
    """The words in which a map is played: those of a theme that is named, or else of the map's theme.

    Before these go the words of a group, or else those of the user's own templates. Raises BadSetting for names that
    are not known, before all else for a game without a referee.
    """
    table_of(map_.game)
    game, named = map_.game.name, theme.strip().lower()
    known = (*themes_of(game), NO_THEME)
    if named and named not in known:
        found = message("{name} is {found}", Name("theme"), refused_word(theme))
        raise BadSetting(clauses(found, suggestion(named, known, "say one of {names}")))
    told = phrases(game, in_theme(language, "" if named == NO_THEME else named or map_.theme))
    return in_own_words(told, own or of_folder(map_.game), map_.game, map_.params)


def is_correction(each: PlayedDirective) -> bool:
    """Whether this is a ruling by the game master that changed the game, and not only words."""
    return each.by_the_game_master and any(said.key != "gm-says" for said in each.ruling.heard)
