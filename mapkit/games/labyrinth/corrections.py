"""Read the corrections that a game master of Maze on paper types (MP-127); `rulings` carries them out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from mapkit.games.kit.corrections import CorrectionParser, without_breaks
from mapkit.games.kit.played_packs import corrected_by
from mapkit.games.labyrinth import rulings
from mapkit.games.labyrinth.code import StartingKit
from mapkit.games.labyrinth.moves import request
from mapkit.games.labyrinth.state import Arms, Player, State, Telling
from mapkit.model.grid import Border, Direction, border, natural
from mapkit.model.rule import has
from mapkit.model.ruling import NoRuling, heard

_HEALTH = ("wounded", "healthy", "dead", "alive")


def correct(state: State, words: str, ways: Mapping[str, Direction]) -> Telling:
    """Carry out a correction; `ways` are the words for directions. Raises NoRuling, which lists all that is wrong."""
    if state.over or state.secret:
        raise NoRuling(heard("gm-over" if state.over else "gm-early"))
    return _LabyrinthCorrectionParser(state, words, ways).telling()


class _LabyrinthCorrectionParser(CorrectionParser[State, Telling]):
    game = "labyrinth"
    player_words = ("at", "is", "has", "carries", "outside", *_HEALTH)
    thing_words = (
        "no",
        "wall",
        "exit",
        "genuine",
        "false",
        "treasure",
        "boomerangs",
        "bear",
        "leprechaun",
        "turn",
        "arsenal",
    )

    def __init__(self, state: State, words: str, ways: Mapping[str, Direction]) -> None:
        super().__init__(state, words, [player.name for player in state.players], state.params.grid.cells())
        self.params, self.ways = state.params, ways
        for of_players, of_things in (pack.corrections for pack in state.params.on):
            self.player_words = (*self.player_words, *of_players)
            self.thing_words = (*self.thing_words, *of_things)

    def of_a_player(self, name: str | None, rest: list[str]) -> Telling | None:
        """Correct whether a player is outside, what the player has and carries, or the player's health."""
        player = self._named(name)
        match without_breaks(rest):
            case ["outside", *where]:
                return self.telling_of(
                    rulings.put_outside, player, self._exit([word for word in where if word != "at"])
                )
            case ["has", _, *_]:
                return self.telling_of(rulings.set_arms, player, self.counts(rest[1:], Arms._fields))
            case ["carries", _, *_]:
                counts = self.counts(rest[1:], ("treasure",), ("genuine", "false"))
                return self.telling_of(rulings.set_treasures, player, counts)
            case [health] if health in _HEALTH:
                if health == "wounded" and (self.state.has("H1") or self.state.has("H2")):
                    self.refuse("MP-H-1.gm-wounds" if self.state.has("H1") else "MP-H-2.gm-wounds")
                if player is not None and player.dead and health in ("wounded", "healthy"):
                    self.refuse("MP-57.gm-alive-first", player=player.name)
                return self.telling_of(rulings.set_health, player, health)
        return corrected_by(self.params.on, self, player, rest) if player else None

    def of_a_thing(self, rest: list[str]) -> Telling | None:
        there = rest[:1] != ["no"]
        match rest if there else rest[1:]:
            case ["wall", cell, way]:
                return self.telling_of(partial(rulings.set_wall, there=there), self.cell(cell), self._way(way))
            case ["exit", cell, way]:
                return self.telling_of(partial(rulings.set_exit, there=there), self.cell(cell), self._way(way))
            case ["treasure", "at", cell]:
                return self.telling_of(partial(rulings.set_treasure_on, there=there), self.cell(cell), "")
            case ["genuine" | "false" as kind, "treasure", "at", cell]:
                return self.telling_of(partial(rulings.set_treasure_on, there=there), self.cell(cell), kind)
            case ["boomerangs", "at", cell]:
                return self.telling_of(partial(rulings.set_boomerang_on, there=there), self.cell(cell))
            case ["arsenal", "at", cell, "has", _, *_] | ["arsenal", cell, "has", _, *_] if there:
                place, counts = self.cell(cell), self.counts(self.after("has"), StartingKit._fields)
                kinds = self.state.lay.kinds
                arsenals = sorted((each for each in kinds if kinds[each] == "arsenal"), key=natural)
                if place is not None and place not in arsenals:
                    self.refuse("gm-no-arsenal", cell=place, ways=", ".join(arsenals) or "-")
                return self.telling_of(rulings.set_stock, place, counts)
            case ["bear" | "leprechaun" as kind, "at", cell] if there:
                place = self.cell(cell)
                creature = next((each for each in self.state.creatures if each.kind == kind), None)
                if creature is None:
                    self.refuse("gm-no-creature", what=kind)
                return self.telling_of(rulings.put_creature, creature, place)
        return corrected_by(self.params.on, self, None, rest)

    def with_player_at(self, name: str | None, place: str) -> Telling | None:
        """Put a player on a cell; the player picks up nothing there until the rules say so."""
        return self.telling_of(rulings.put_player, self._named(name), self.cell(place))

    def with_turn_of(self, name: str) -> Telling | None:
        """Give a living player the turn; it is not lost, and nothing has been done in it."""
        return self.telling_of(rulings.give_turn, self._named(name))

    # What stands in a correction

    def _named(self, name: str | None) -> Player | None:
        return None if name is None else self.state.named(name)

    def _way(self, word: str) -> Direction | None:
        return self.way(word, self.ways, (request(self.params, d) for d in self.params.grid.directions))

    def _exit(self, where: list[str]) -> Border | None:
        """The exit of a cell; a cell with several exits needs the direction too."""
        cell = self.cell(where[0]) if where else None
        way = self._way(where[1]) if where[1:] else None
        if where[2:]:
            self.refuse("gm-superfluous", words=" ".join(where[2:])[:40])
        if cell is None or (way is None and where[1:]):
            return None
        exits = {d: border(self.params.grid, cell, d) for d in self.params.grid.directions if way in (None, d)}
        found = {d: line for d, line in exits.items() if has(line, "exit") in self.state.facts}
        if not found:
            self.refuse("gm-no-exit", cell=cell)
        if len(found) > 1:
            ways = ", ".join(request(self.params, d) for d in found)
            self.refuse("gm-which-exit", cell=cell, ways=ways)
        return next(iter(found.values()), None)
