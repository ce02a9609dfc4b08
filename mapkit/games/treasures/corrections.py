"""Read the corrections that a game master of Treasures types (TL-G4); `rulings` carries them out."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from mapkit.games.kit.corrections import CorrectionParser, without_breaks
from mapkit.games.kit.played_packs import corrected_by
from mapkit.games.treasures import rulings
from mapkit.games.treasures.pack import packs
from mapkit.games.treasures.speech import DIRECTIONS
from mapkit.games.treasures.state import Player, State, Telling
from mapkit.language.directives import vocabulary
from mapkit.model.grid import COMPASS, Direction
from mapkit.model.ruling import NoRuling, Ruling, heard

_HEALTH = ("healthy", "injured")
_ITEMS = ("bullet", "kit", "junk")


def correct(state: State, words: str) -> Ruling[State]:
    """Carry out a correction by the game master (TL-G4). Raises NoRuling, which lists all that is wrong."""
    if state.winner:
        raise NoRuling(heard("gm-over"))
    return _TreasuresCorrectionParser(state, words).telling().ruling


class _TreasuresCorrectionParser(CorrectionParser[State, Telling]):
    game = "treasures"
    empty_words: Collection[str] = ("is", "a", "the", "1", "rusty", "first", "aid", "pile", "of")
    player_words: Collection[str] = ("at", "is", "has", "carries", "loses", *_HEALTH)
    thing_words: Collection[str] = ("no", "wall", "exit", "treasure", "turn")

    def __init__(self, state: State, words: str) -> None:
        super().__init__(state, words, [player.name for player in state.players], state.drawn.params.grid.cells())
        for pack in packs(state):
            self.synonyms = {**self.synonyms, **pack.speaking.corrections}
            self.player_words = (*self.player_words, *pack.speaking.of_players)
            self.thing_words = (*self.thing_words, *pack.speaking.of_things)

    def of_a_player(self, name: str | None, rest: list[str]) -> Telling | None:
        """Correct a player's health, item or treasure, or whether the next turn is lost."""
        player = self._playing(name)
        made = corrected_by(packs(self.state), self, player, rest) if player else None
        if made is not None or (player and self.refusals):
            return made
        match without_breaks(rest):
            case ["carries" | "has", "treasure"]:
                return self.telling_of(partial(rulings.set_treasure, there=True), player)
            case ["carries", "nothing"] | ["carries" | "has", "no", "treasure"]:
                return self.telling_of(partial(rulings.set_treasure, there=False), player)
            case ["has", "nothing"]:
                return self.telling_of(rulings.set_items, player, ())
            case ["has", "no", item]:
                return self.telling_of(rulings.take_item, player, self._item(item))
            case ["has", item]:
                known = self._item(item)
                return self.telling_of(rulings.set_items, player, known and (known,))
            case [health] if health in _HEALTH:
                return self.telling_of(rulings.set_health, player, health)
            case ["loses", "turn"]:
                return self.telling_of(rulings.set_lost_turn, player, "marsh")
            case ["loses", "no", "turn"]:
                return self.telling_of(rulings.set_lost_turn, player, "")
        return None

    def of_a_thing(self, rest: list[str]) -> Telling | None:
        made = corrected_by(packs(self.state), self, None, rest)
        if made is not None or self.refusals:
            return made
        there = rest[:1] != ["no"]
        match rest if there else rest[1:]:
            case ["wall", cell, way]:
                return self.telling_of(partial(rulings.set_wall, there=there), self.cell(cell), self._way(way))
            case ["exit", cell, way]:
                return self.telling_of(partial(rulings.set_exit, there=there), self.cell(cell), self._way(way))
            case ["treasure", "at", cell]:
                return self.telling_of(partial(rulings.set_treasure_on, there=there), self.cell(cell))
        return None

    def _named(self, name: str | None) -> Player | None:
        return next((player for player in self.state.players if player.name == name), None)

    def _playing(self, name: str | None) -> Player | None:
        """The player of that name; raises NoRuling for one who is out: only their place is corrected (TX-80.c)."""
        player = self._named(name)
        if player and not player.cell:
            raise NoRuling(heard("TX-80.c.gm-out", player=player.name))
        return player

    def _way(self, word: str) -> Direction | None:
        return self.way(word, vocabulary("treasures").of(DIRECTIONS), (COMPASS[d] for d in "NESW"))

    def _item(self, word: str) -> str | None:
        if word not in _ITEMS:
            self.refuse("gm-no-item", words=word[:20], ways=", ".join(_ITEMS))
            return None
        return word

    def with_player_at(self, name: str | None, place: str) -> Telling | None:
        return self.telling_of(rulings.put_player, self._named(name), self.cell(place))

    def with_turn_of(self, name: str) -> Telling | None:
        return self.telling_of(rulings.give_turn, self._playing(name))
