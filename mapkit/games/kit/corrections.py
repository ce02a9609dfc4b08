"""Reading the corrections of a game master, as all games share it: "Bob is at c3", "wall c3 right", "turn Bob".

A correction is about a player, who is named first, or about a thing. Each game says what either may be. This module
has what all games share: names, cells, directions, and counts such as `3 bullets and no knives`. One refusal says all
that is wrong with a correction. The keys of what is said begin with `gm-` in the phrase files.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Generic, NamedTuple, TypeVar

from mapkit.language.directives import cell_name, player_named, vocabulary
from mapkit.model.grid import Cell, Direction, natural
from mapkit.model.letters import alike
from mapkit.model.ruling import Announcement, NoRuling, Telling, heard

_BREAKS = (",", ";")
_TOKEN = re.compile(r"[,;]|[^\s,;]+")
_IN_WORDS = {"no": 0, "a": 1}
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)

S = TypeVar("S")
T = TypeVar("T", bound=Telling[Any])


def synonyms(game: str) -> Mapping[str, str]:
    """For each word, in all languages, the word that it means in the corrections of a game (`templates/speech`)."""
    return {word: meant for of in ("table", game) for word, meant in vocabulary(of, part="corrections").forms.items()}


class Quantity(NamedTuple):
    """A number of things, such as `1 false coin`."""

    number: int
    thing: str
    variety: str = ""
    """The kind of thing; empty where none was named."""


class CorrectionParser(ABC, Generic[S, T]):
    """Reads the words of one correction of a `state`, and collects in `refusals` what is wrong with them.

    Places and turns are read here; a game reads the rest in `of_a_player` and `of_a_thing`. The functions that a game
    gives return None where the words are no correction, or where something is wrong.
    """

    game: str
    empty_words: Collection[str] = ("is",)
    """Words without a meaning of their own."""
    player_words: Collection[str] = ("at", "is", "has")
    """Words that may follow a player's name."""
    thing_words: Collection[str] = ("no", "wall", "turn")
    """Words that begin a correction about a thing."""
    largest_number: int = 99
    """The most of anything that a player can have."""

    def __init__(self, state: S, words: str, names: Sequence[str], cells: Collection[Cell]) -> None:
        """Takes the state, the words of the correction, the players' names, and the cells of the board."""
        self.state, self.words, self.names, self.cells = state, words, names, cells
        self.refusals: list[Announcement] = []
        self.synonyms = synonyms(self.game)
        self._raw = _TOKEN.findall(words.strip(" ,;"))

    @abstractmethod
    def with_player_at(self, name: str | None, place: str) -> T | None:
        """The telling that puts a player on a place; `name` is None where there is no such player."""

    @abstractmethod
    def of_a_player(self, name: str | None, rest: list[str]) -> T | None:
        """The telling of any other correction about a player."""

    @abstractmethod
    def of_a_thing(self, rest: list[str]) -> T | None:
        """The telling of a correction about a thing."""

    def with_turn_of(self, name: str) -> T | None:
        """The telling that makes it this player's turn; only for games with `turn` among `thing_words`."""
        raise NotImplementedError

    def is_a_place(self, word: str) -> bool:
        """Whether a word that stands alone after a name says where that player is."""
        return cell_name(word) in self.cells

    def begins_a_thing(self, word: str) -> bool:
        """Whether a correction that begins with this word is about a thing."""
        return word in self.thing_words

    def telling(self) -> T:
        """The telling that the words lead to; raises NoRuling with all that is wrong."""
        name, rest = self._subject()
        said = [word for word in map(self.canonical, rest) if word not in self.empty_words]
        made = self._of_a_thing(without_breaks(said)) if name is None else self._of_a_player(self._first(name), said)
        if self.refusals or made is None:
            raise NoRuling(*(self.refusals or [heard("gm-unread", words=self.words[:60])]))
        if made.state == self.state:
            raise NoRuling(heard("gm-same"))
        return made

    def telling_of(self, ruled: Callable[..., T], *read: object) -> T | None:
        """What the state and what was read lead to; None where something cannot be read."""
        return None if self.refusals or None in read else ruled(self.state, *read)

    def _of_a_player(self, name: str | None, said: list[str]) -> T | None:
        match without_breaks(said):
            case ["at", place]:
                return self.with_player_at(name, place)
            case [place] if self.is_a_place(place):
                return self.with_player_at(name, place)
        return self.of_a_player(name, said)

    def _of_a_thing(self, said: list[str]) -> T | None:
        if said[:1] != ["turn"] or "turn" not in self.thing_words:
            return self.of_a_thing(said)
        name = self.player(" ".join(self.plain[1:]))
        made = None if name is None else self.with_turn_of(name)
        return None if name is None or made is None else made.say("gm-turn").say("turn", player=name)

    def _subject(self) -> tuple[str | None, list[str]]:
        """The name that the words begin with, known or not, and the words after it.

        The name is None for a correction about a thing.
        """
        raw, names = self._raw, set(map(alike, self.names))
        ends = range(len(raw) - 1, 0, -1)
        for end in ends:
            known = self._may_follow(raw[end]) or (end == len(raw) - 1 and self.is_a_place(self.canonical(raw[end])))
            if known and alike(" ".join(without_breaks(raw[:end]))) in names:
                return " ".join(without_breaks(raw[:end])), raw[end:]
        if raw and self.begins_a_thing(self.canonical(raw[0])):
            return None, raw
        first = next((end for end in reversed(ends) if self._may_follow(raw[end])), None)
        return (None, raw) if first is None else (" ".join(without_breaks(raw[:first])), raw[first:])

    def _first(self, name: str) -> str | None:
        """The player of the name that a correction begins with; None, and a refusal, where there is none.

        A thing that is named otherwise than corrections name it, such as `3 coins` or `conis`, is no player.
        """
        things = {*self.thing_words} - {"no", "the"}
        known = {word: each for word, each in self.synonyms.items() if each in things} | {each: each for each in things}
        near = [get_close_matches(alike(word), known, 1, 0.8) for word in name.split()]
        thing = next((known[found[0]] for found in near if found), None)
        players = [*map(alike, self.names)]
        if thing is None or player_named(name, self.names) or get_close_matches(alike(name), players, 1, 0.8):
            return self.player(name)
        self.refuse("gm-meant", words=name[:40], what=thing.replace("_", " "))
        return None

    def _may_follow(self, word: str) -> bool:
        return self.canonical(word) in self.player_words

    # What stands in a correction

    @property
    def plain(self) -> list[str]:
        """The words as they were typed, without commas and semicolons."""
        return without_breaks(self._raw)

    def after(self, word: str) -> list[str]:
        """The words after the first `word`, with commas and semicolons, in their canonical forms."""
        words = [self.canonical(each) for each in self._raw]
        return words[words.index(word) + 1 :]

    def canonical(self, word: str) -> str:
        """The one word that stands for all words of the same meaning."""
        return self.synonyms.get(alike(word), alike(word))

    def refuse(self, key: str, **args: str) -> None:
        """Note that something is wrong, by a phrase of the phrase file; its `words` are told as they were typed."""
        typed = {self.canonical(word): word for word in self._raw if alike(word) in self.synonyms}
        said = {"words": " ".join(typed.get(word, word) for word in args["words"].split())} if "words" in args else {}
        self.refusals.append(heard(key, **{**args, **said}))

    def player(self, name: str) -> str | None:
        """The player of that name, as `player_named` finds them; None, and a refusal, where there is none."""
        found = player_named(name, self.names)
        if not found:
            self.refuse("gm-no-player", name=name[:40] or "...", players=", ".join(self.names))
        return found or None

    def cell(self, word: str) -> Cell | None:
        """The cell of that name; None, and a refusal, where the board has none."""
        if (named := cell_name(word)) in self.cells:
            return named
        ends = sorted(self.cells, key=natural)
        self.refuse("gm-off-board", cell=word[:20], first=ends[0], last=ends[-1])
        return None

    def way(self, word: str, ways: Mapping[str, Direction], known: Iterable[str]) -> Direction | None:
        """The direction of a word; None, and a refusal, where it is none. `known` are the words that this proposes."""
        if word not in ways:
            self.refuse("gm-no-way", words=word[:20], ways=", ".join(known))
        return ways.get(word)

    def counts(self, words: Sequence[str], known: Sequence[str], kinds: Collection[str] = ()) -> list[Quantity]:
        """The quantities in `3 bullets and no knives`, `1 false coin` or `nothing`; none of a thing named twice.

        `known` are the things. `kinds` are the words that may stand before a thing; where none does, the first of them
        is meant.
        """
        if without_breaks(words) == ["nothing"]:
            return [Quantity(0, what) for what in known]
        found = [self._count(part, known, kinds) for part in divided_at_and(words) or [list(words)]]
        usual = next(iter(kinds), "")
        said = [(item.variety or usual, item.thing) for item in found if item.thing in known]
        twice = dict.fromkeys(word for word in said if said.count(word) > 1)
        if twice:
            things = (what if kind == usual else f"{kind}-{what}" for kind, what in twice)
            self.refuse("gm-twice", ways=", ".join(things))
        return found

    def _count(self, part: Sequence[str], known: Sequence[str], kinds: Collection[str]) -> Quantity:
        """One quantity, such as `3 bullets` or `1 false coin`."""
        before, left = len(self.refusals), list(part[1:])
        number = self.number(part[0])
        kind = left.pop(0) if left and left[0] in kinds else ""
        what = " ".join(left)
        if what not in known and (left or len(self.refusals) == before):
            self.refuse("gm-no-thing", words=what[:20] or "...", ways=", ".join(known))
        return Quantity(number, what, kind)

    def number(self, word: str) -> int:
        """A number up to `most`; `no` is 0, and `a` is 1. It is 0, with a refusal, for any other word."""
        if word in _IN_WORDS:
            return _IN_WORDS[word]
        if _NUMBER.fullmatch(word) and int(word) <= self.largest_number:
            return int(word)
        self.refuse("gm-number", words=word[:20], count=str(self.largest_number))
        return 0


def without_breaks(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in _BREAKS]


def divided_at_and(words: Sequence[str]) -> list[list[str]]:
    """The words in parts, divided at `and`, commas and semicolons."""
    parts = list[list[str]]([[]])
    for word in words:
        if word == "and" or word in _BREAKS:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]
