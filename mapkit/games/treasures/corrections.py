"""The game master's book of Treasures: the board as it is now, how everybody stands, corrections (TL-11, TL-37, TL-G4).

Pure, as the referee is. A correction says no tile aloud, for the players know of none; what they hear in play, such as
items and injuries, they hear.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mapkit.corrections import ALIKE, Reading, without_breaks
from mapkit.game import Map
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.state import Player, State, Telling
from mapkit.grid import COMPASS, Border, Cell, Direction, Place, border, natural
from mapkit.rule import Fact, has, wall
from mapkit.ruling import Heard, NoRuling, Ruling, Survey, heard


def board(state: State) -> Map[Params]:
    """The map as it is by now: treasures where they lie, as far as these are tiles that are nothing else (TL-76.1.c).

    A tile whose treasure is gone is a Safe one (TL-23.a).
    """
    ground = {cell: state.on(cell) for cell in state.drawn.kinds}
    marks = {c: "treasure" if c in state.treasures and kind == "safe" else kind for c, kind in ground.items()}
    borders = frozenset(fact for fact in state.drawn.facts if not isinstance(fact.place, str))
    return replace(state.drawn, facts=borders | {has(cell, mark) for cell, mark in marks.items()})


def survey(state: State) -> Survey:
    """Tile, health, item and treasure of everybody; where treasures lie, and what the player whose turn it is owes."""
    things = tuple(("treasure", cell) for cell in state.treasures)
    holds = {player.name: "treasure" for player in state.players if player.treasure}
    return Survey(_HEADS, tuple(map(_row, state.players)), things, tuple(_due(state)), holds)


_HEADS = ("health", "item", "treasure", "remarks")
_LOST = {"hospital": "loses-a-turn-to-heal"}
"""Why a turn is lost, where that is worth a word (TL-63.b)."""


def _row(player: Player) -> tuple[str, ...]:
    remarks = [_LOST.get(player.lost, "loses-a-turn")] if player.lost else []
    remarks += ["may-roll"] if player.may_roll and not player.item else []
    health = "healthy" if player.healthy else "injured"
    return (player.name, player.cell, health, player.item or "-", "1" if player.treasure else "-", "; ".join(remarks))


def _due(state: State) -> Iterator[Heard]:
    if not state.winner:
        yield heard("gm-may-end" if state.moved else "gm-owes", player=state.player.name)
    for key, mark, there in _REBUILT:
        lines = [fact.place for fact in state.rebuilt if fact.mark == mark and state.fact(fact) is there]
        if lines:
            yield heard(key, what="; ".join(sorted(map(_words, lines), key=natural)))


_REBUILT = (
    ("gm-gone", "wall", False),
    ("gm-built", "wall", True),
    ("gm-exits-made", "exit", True),
    ("gm-exits-closed", "exit", False),
)
"""What is told of walls and exits that are not as they were drawn."""


def _words(line: Place) -> str:
    return f"{line.cell} {COMPASS[line.side]}" if isinstance(line, Border) else line


# --- corrections -------------------------------------------------------------------------------------------------

_ALIKE = {
    **ALIKE,
    **dict.fromkeys(("carries", "holds"), "carries"),
    **dict.fromkeys(("injured", "wounded"), "injured"),
    **dict.fromkeys(("healthy", "healed"), "healthy"),
    **dict.fromkeys(("loses", "lost"), "loses"),
    **dict.fromkeys(("treasure", "treasures"), "treasure"),
    **dict.fromkeys(("bullet", "bullets"), "bullet"),
    **dict.fromkeys(("kit", "kits"), "kit"),
    **dict.fromkeys(("exit", "exits"), "exit"),
}
_HEALTH = ("healthy", "injured")
_ITEMS = ("bullet", "kit", "junk")


def correct(state: State, words: str, ways: Mapping[str, Direction]) -> Ruling[State]:
    """What a correction leads to; `ways` are the words for directions. Raises NoRuling with all that is wrong."""
    if state.winner:
        raise NoRuling(heard("gm-over"))
    return _Reading(state, words, ways).telling().ruling


class _Reading(Reading[State, Telling]):
    """The words of one correction."""

    alike = _ALIKE
    passed_over = ("is", "a", "the", "1", "one", "rusty", "first", "aid", "pile", "of")
    of_players = ("at", "is", "has", "carries", "loses", *_HEALTH)
    of_things = ("no", "wall", "exit", "treasure", "turn")

    def __init__(self, state: State, words: str, ways: Mapping[str, Direction]) -> None:
        super().__init__(state, words, [player.name for player in state.players], state.drawn.params.grid.cells())
        self.grid, self.ways = state.drawn.params.grid, ways

    def of_a_player(self, name: str | None, rest: list[str]) -> Telling | None:
        """How well a player is, with which item and treasure, and whether the next turn is lost."""
        player = self._named(name)
        match without_breaks(rest):
            case ["carries" | "has", "treasure"]:
                return self._carries(player, there=True)
            case ["carries", "nothing"] | ["carries" | "has", "no", "treasure"]:
                return self._carries(player, there=False)
            case ["has", "nothing"]:
                return self._has(player, "")
            case ["has", "no", item]:
                return self._has_no(player, item)
            case ["has", item]:
                return self._has(player, item)
            case [health] if health in _HEALTH:
                return self._health(player, health)
            case ["loses", "turn"]:
                return self._loses(player, "marsh")
            case ["loses", "no", "turn"]:
                return self._loses(player, "")
        return None

    def of_a_thing(self, rest: list[str]) -> Telling | None:
        """Walls, exits, and where treasures lie."""
        there = rest[:1] != ["no"]
        match rest if there else rest[1:]:
            case ["wall", cell, way]:
                return self._wall(self.cell(cell), self._way(way), there=there)
            case ["exit", cell, way]:
                return self._exit(self.cell(cell), self._way(way), there=there)
            case ["treasure", "at", cell]:
                return self._lies(self.cell(cell), there=there)
        return None

    def _named(self, name: str | None) -> Player | None:
        return next((player for player in self.state.players if player.name == name), None)

    def _way(self, word: str) -> Direction | None:
        return self.way(word, self.ways, (COMPASS[d] for d in "NESW"))

    # Players

    def placed(self, name: str | None, place: str) -> Telling | None:
        """A player is on a tile, without river or portal; in the shop they may roll."""
        player, cell = self._named(name), self.cell(place)
        if player is None or cell is None:
            return None
        moved = player._replace(cell=cell, may_roll=self.state.on(cell) == "shop")
        telling = Telling(self.state).change(moved).say("gm-notes").note("at", player=player.name, cell=cell)
        return telling.note("gm-waits", cell=cell) if cell in self.state.treasures else telling

    def _has_no(self, player: Player | None, item: str) -> Telling | None:
        """Another item than the one that is named stays."""
        if item in _ITEMS and player is not None and player.item != item:
            return Telling(self.state)  # as it is
        return self._has(player, "" if item in _ITEMS else item)

    def _has(self, player: Player | None, item: str) -> Telling | None:
        if item and item not in _ITEMS:
            self.refuse("gm-no-item", words=item[:20], ways=", ".join(_ITEMS))
        if player is None or self.wrong:
            return None
        telling = Telling(self.state).change(player._replace(item=item))
        return telling.say("gm-has", player=player.name, what=item or "nothing")

    def _carries(self, player: Player | None, *, there: bool) -> Telling | None:
        if player is None:
            return None
        if there and not player.healthy:
            self.refuse("TL-76.gm-injured", player=player.name)
            return None
        telling = Telling(self.state).change(player._replace(treasure=there))
        return self._counted(telling.say("gm-carries" if there else "gm-carries-none", player=player.name))

    def _health(self, player: Player | None, health: str) -> Telling | None:
        """As said; the injured drop the treasure where they stand (TL-78), and nobody is healed twice (TL-63.b)."""
        if player is None:
            return None
        telling, drops = Telling(self.state), health == "injured" and player.treasure
        if drops:
            telling = telling.then(replace(self.state, treasures=(*self.state.treasures, player.cell)))
            telling = telling.note("drops", player=player.name, cell=player.cell)
        lost = "healed" if (health, player.lost) == ("healthy", "hospital") else player.lost
        changed = player._replace(healthy=health == "healthy", treasure=player.treasure and not drops, lost=lost)
        return telling.change(changed).say(f"gm-{health}", player=player.name)

    def _loses(self, player: Player | None, why: str) -> Telling | None:
        if player is None:
            return None
        if bool(player.lost) == bool(why):
            return Telling(self.state)
        telling = Telling(self.state).change(player._replace(lost=why))
        return telling.say("gm-loses" if why else "gm-loses-none", player=player.name)

    def turned(self, name: str) -> Telling:
        """It is a player's turn, who loses none then and has not moved yet."""
        telling = Telling(replace(self.state, turn=self.names.index(name), moved=False))
        return telling.change(telling.state.player._replace(lost=""))

    # The board

    def _lies(self, cell: Cell | None, *, there: bool) -> Telling | None:
        if cell is None:
            return None
        lying = self.state.treasures
        if not there:
            lying = tuple(each for each in lying if each != cell)
        elif cell not in lying:
            lying = (*lying, cell)
        telling = Telling(replace(self.state, treasures=lying)).say("gm-notes")
        return self._counted(telling.note("gm-lies" if there else "gm-lies-no-more", cell=cell))

    def _counted(self, telling: Telling) -> Telling:
        """A word where there are more or fewer treasures than on the map at the beginning."""
        state = telling.state
        now = len(state.treasures) + sum(player.treasure for player in state.players)
        drawn = sum(fact.mark == "treasure" for fact in state.drawn.facts)
        return telling if now == drawn else telling.note("gm-treasures", count=str(now), size=str(drawn))

    def _wall(self, cell: Cell | None, way: Direction | None, *, there: bool) -> Telling | None:
        if cell is None or way is None:
            return None
        line = border(self.grid, cell, way)
        if self.grid.step(cell, way) is None:
            self.refuse("gm-outer", cell=cell, ways=COMPASS[way])
            return None
        return self._changed(line, wall(line), there=there)

    def _exit(self, cell: Cell | None, way: Direction | None, *, there: bool) -> Telling | None:
        if cell is None or way is None:
            return None
        line = border(self.grid, cell, way)
        if self.grid.step(cell, way) is not None:
            self.refuse("gm-inner", cell=cell, ways=COMPASS[way])
            return None
        telling = self._changed(line, has(line, "exit"), there=there)
        exits = sum(fact.mark == "exit" for fact in telling.state.drawn.facts)
        if there and has(cell, f"flows {way}") in telling.state.drawn.facts:
            telling = telling.note("gm-mouth", cell=cell)
        return telling if exits else telling.note("gm-no-exits")

    def _changed(self, line: Border, fact: Fact, *, there: bool) -> Telling:
        state, drawn = self.state, self.state.drawn
        facts = drawn.facts | {fact} if there else drawn.facts - {fact}
        telling = Telling(
            replace(state, drawn=replace(drawn, facts=facts), rebuilt=state.rebuilt ^ facts ^ drawn.facts)
        )
        return telling.say("gm-notes").note(f"gm-{fact.mark}" if there else f"gm-no-{fact.mark}", what=_words(line))
