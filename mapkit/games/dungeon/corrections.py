"""Read the corrections that a game master of Dungeon types (HD-G5); `rulings` carries them out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial

from mapkit.games.dungeon import rulings
from mapkit.games.dungeon.design import CREATURES, HEXES, KINDS, LOOT, Weight, Weights
from mapkit.games.dungeon.state import Bag, Spot, State, Telling
from mapkit.games.kit.corrections import CorrectionParser, without_breaks
from mapkit.language.directives import cell_name
from mapkit.model.message import message
from mapkit.model.ruling import NoRuling, Ruling, heard
from mapkit.model.settings import BadValue

_SPOT = re.compile(r"(?:([0-9]{1,3}):)?([a-z]{1,2}[0-9]{1,2})(?:/([0-9]{1,3}))?", re.ASCII)
_WEIGHTS = tuple(dict.fromkeys((*HEXES, *CREATURES, *LOOT)))
"""The things that have a weight, by the names of their settings."""


def correct(state: State, words: str) -> Ruling[State]:
    if state.winner:
        raise NoRuling(heard("gm-over"))
    names = [player.name for player in state.players]
    told = _DungeonCorrectionParser(state, words, names, state.grid.cells()).telling()
    mover = told.state.waited_for()[0].name
    return (told if mover == state.waited_for()[0].name else told.say("turn", player=mover)).ruling


class _DungeonCorrectionParser(CorrectionParser[State, Telling]):
    game = "dungeon"
    empty_words = ("the", "of", "is", "from", "dungeon", "mining", "hex", "hexes")
    player_words = ("at", "is", "has", "stores", "outside", "escaped", "no")
    thing_words = ("the", "hex", "no", "minotaur", "rot_bird", "weight", "period")
    largest_number = 999

    def is_a_place(self, word: str) -> bool:
        """Whether a word names a hex, with level and dungeon where they are not the first: `2:d4/3`."""
        return _SPOT.fullmatch(cell_name(word)) is not None

    def begins_a_thing(self, word: str) -> bool:
        """Whether a word may begin a correction about a thing; hexes may too: `d4 is a Pit`."""
        return word in self.thing_words or self.is_a_place(word)

    def of_a_player(self, name: str | None, rest: list[str]) -> Telling | None:
        """Correct Pocket and Store, the dungeons from which a player has escaped, or that a player is outside."""
        player = None if name is None else self.state.player(name)
        match without_breaks(rest):
            case ["outside"]:
                return self.telling_of(rulings.let_escape, player)
            case ["has", "escaped", number] | ["escaped", number]:
                return self.telling_of(partial(rulings.set_escaped, there=True), player, self._dungeon(number))
            case ["has", "no", "escaped", number] | ["no", "escaped", number]:
                return self.telling_of(partial(rulings.set_escaped, there=False), player, self._dungeon(number))
            case ["has", _, *_]:
                counts = self.counts(rest[1:], Bag._fields)
                if player is not None and player.spot is None and any(count.number for count in counts):
                    self.refuse("HD-29.gm-outside", player=player.name)
                return self.telling_of(partial(rulings.set_things, stored=False), player, counts)
            case ["stores", _, *_]:
                counts = self.counts(rest[1:], Bag._fields)
                return self.telling_of(partial(rulings.set_things, stored=True), player, counts)
        return None

    def of_a_thing(self, rest: list[str]) -> Telling | None:
        match self._short(rest):
            case ["minotaur" | "rot_bird" as kind, "at", word]:
                return self.telling_of(rulings.add_creature, kind, self._spot(word))
            case ["minotaur" | "rot_bird" as kind, word, "at", other]:
                return self.telling_of(rulings.move_creature, kind, self._spot(word), self._spot(other))
            case ["no", "minotaur" | "rot_bird" as kind, "at", word]:
                return self.telling_of(rulings.remove_creature, kind, self._spot(word))
            case ["weight", _, _, *_] as words:
                return self.telling_of(rulings.set_weight, *self._weight(words[1:]))
            case ["period", number]:
                period = self.number(number)
                if not period and not self.refusals:
                    self.refuse("gm-period-takes", count=str(self.largest_number))
                return self.telling_of(rulings.set_period, period)
            case [word, _, *_] as words if self.is_a_place(word):
                return self.telling_of(rulings.set_hex, self._spot(word), self._kind(words[1:], [*KINDS]))
        return None

    def with_player_at(self, name: str | None, place: str) -> Telling | None:
        return self.telling_of(rulings.put_player, None if name is None else self.state.player(name), self._spot(place))

    # What stands in a correction

    def _short(self, words: Iterable[str]) -> list[str]:
        """The words that matter, each once; both words of a name such as Rot Bird have become one word."""
        return list(dict.fromkeys(word for word in words if word not in (*self.empty_words, "a")))

    def _kind(self, words: Sequence[str], known: Sequence[str]) -> str | None:
        """The known kind that the words name: `stone wall` is `stone_wall`."""
        called = {frozenset(self._short(map(self.canonical, kind.split("_")))): kind for kind in known}
        if (kind := called.get(frozenset(words))) is None:
            names = ", ".join(word.replace("_", " ") for word in known)
            self.refuse("gm-no-kind", words=" ".join(words)[:20], ways=names)
        return kind

    def _spot(self, word: str) -> Spot | None:
        found = _SPOT.fullmatch(cell_name(word))
        dungeon, cell, level = found.groups() if found else (None, word, None)
        known = self.cell(cell)
        number = self._dungeon(dungeon or "1")
        if number is None or known is None:
            return None
        made = len(self.state.dungeons[number - 1].levels)
        if not 1 <= int(level or 1) <= made:
            self.refuse("gm-no-level", count=str(made), name=str(number), words=word[:20])
            return None
        return Spot(number, int(level or 1), known)

    def _dungeon(self, word: str) -> int | None:
        number, made = self.number(word), len(self.state.dungeons)
        if not self.refusals and not 1 <= number <= made:
            self.refuse("gm-no-dungeon", count=str(made))
        return None if self.refusals else number

    def _weight(self, words: Sequence[str]) -> tuple[str | None, Weight | None]:
        """The name of a thing and its weight, which begins with a number or with `level`."""
        begins = next((n for n, word in enumerate(words) if word[0] in "+-0123456789" or word == "level"), len(words))
        name = self._kind(words[:begins], _WEIGHTS)
        try:
            return name, Weights().read("".join(words[begins:]), None)
        except BadValue as bad:
            self.refusals.append(heard("gm-weight-takes", words=bad.named(message("A weight")).said))
            return name, None
