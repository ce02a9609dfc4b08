"""Machine players of Dungeon: the orders that the levels random, greedy and careful give.

They are pure: the same state and chance give the same orders on every machine. They know only what their player, the
next one to hand in orders, can know. Without fog that is every level that is made, and where everybody is. In fog it
is the player's own hex and the hexes around it, the player's own things, and that the centre of each level is a Rope.
They never know the orders of other players, or levels that are not made yet.

`random` goes anywhere, mines and climbs at random, and enters again. `greedy` goes to the nearest Chest, else down a
Pit; when its Pocket is full enough, or nothing is left to loot from here on, it goes home by the nearest Ropes.
`careful` does the same but goes home with less in its Pocket. It weighs each action against the danger of standing
where a creature may come, and so stops on the way or steps aside.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from mapkit.games.dungeon.design import BARRED, SHUT
from mapkit.games.dungeon.draft import Level
from mapkit.games.dungeon.orders import ways
from mapkit.games.dungeon.period import ACTIONS, CHARGE, DEEP, ENOUGH, LEAD, TURNS, landings, may_found, rays
from mapkit.games.dungeon.state import Player, Spot, State, board, neighbours
from mapkit.model.chance import Chance
from mapkit.model.grid import Cell


class Temper(NamedTuple):
    """How greedy and how careful a player is."""

    full: int
    """The coins in the Pocket with which the player goes home from level 1."""
    deeper: int
    """How many coins more it takes for each level further down."""
    fear: float | None
    """The cost of being captured, in coins, besides the coins that are lost; None ignores creatures."""


TEMPERS = {"greedy": Temper(24, 8, None), "careful": Temper(16, 6, 1.0)}
LOOT, GOAL, STEP, FAR = 3.3, 4.0, 0.4, 8
"""The worth of a Chest on average (HD-46 to HD-48), of a Pit or Rope, of each step less to the next goal; `FAR` steps
and more count the same."""
IN_FOG = 4
"""With how many coins a player goes home in fog, where the way home is unknown."""
PATIENCE = 32
"""One time in this many a player gives random orders; without that a besieged player would wait for ever."""

Steps = tuple[tuple[str, Cell], ...]
"""A way: directions, and the hexes that they lead to."""


def randomly(state: State, chance: Chance) -> tuple[str, ...]:
    """Random orders that look as if they could be carried out."""
    player = state.waited_for()[0]
    first = list(ways(state, player))
    if player.spot is None:
        return (chance.choice(first),)
    said, spot = list[str](), player.spot
    near = neighbours(state.grid.radius)
    for _ in range(chance.between(1, ACTIONS)):
        known = _known_hexes(state, player, spot)
        walls = [side for side, cell in near[spot.cell] if known.get(cell) == "stone_wall"]
        if walls and player.pocket.tools and chance.below(2):
            said.append(f"mine {chance.choice(walls)}")
            continue
        open_to = [step for step in near[spot.cell] if known.get(step[1]) not in SHUT]
        if not open_to:
            return (chance.choice(first),)
        side, cell = chance.choice(open_to)
        spot = spot._replace(cell=cell)
        said.append(f"{side} climb" if known.get(cell) == "rope" and chance.below(2) else side)
    return (" ".join(said),)


BOTS: Mapping[str, Callable[[State, Chance], tuple[str, ...]]] = {
    "random": randomly,
    "greedy": lambda state, chance: _orders(state, chance, TEMPERS["greedy"]),
    "careful": lambda state, chance: _orders(state, chance, TEMPERS["careful"]),
}
"""The levels of play, weakest first."""


def _known_hexes(state: State, player: Player, spot: Spot) -> Level:
    """What a player knows of the hexes of a level; unknown hexes are left out."""
    if not state.fog:
        return state.level(spot)
    if player.spot is None or spot[:2] != player.spot[:2]:
        return {state.middle: "rope"}
    level, near = state.level(spot), neighbours(state.grid.radius)[player.spot.cell]
    return {state.middle: "rope", player.spot.cell: level[player.spot.cell], **{cell: level[cell] for _, cell in near}}


def _creatures(state: State, player: Player, spot: Spot) -> dict[Cell, str]:
    """The creatures of a level that a player can see."""
    there = {enemy.spot.cell: enemy.kind for enemy in state.enemies if enemy.spot[:2] == spot[:2]}
    if not state.fog:
        return there
    if player.spot is None or player.spot[:2] != spot[:2]:
        return {}
    seen = {player.spot.cell, *(cell for _, cell in neighbours(state.grid.radius)[player.spot.cell])}
    return {cell: kind for cell, kind in there.items() if cell in seen}


# --- orders ------------------------------------------------------------------------------------------------------


def _orders(state: State, chance: Chance, temper: Temper) -> tuple[str, ...]:
    player = state.waited_for()[0]
    if player.spot is not None:
        if chance.below(PATIENCE) == 0:
            return randomly(state, chance)
        return (_Mind(state, player, chance, temper).orders or "wait",)
    if state.fog:
        return ("enter new", f"enter {len(state.dungeons)}")
    numbers = range(len(state.dungeons), 0, -1)
    number = next((number for number in numbers if _pays(state, Spot(number, 1, state.middle))), None)
    if number is None:
        return ("enter new",) if may_found(state) else ("wait",)
    inside = player._replace(spot=Spot(number, 1, state.middle))
    return (f"enter {number} {_Mind(state, inside, chance, temper).orders}".strip(),)


def _pays(state: State, spot: Spot) -> bool:
    """Whether a Chest can be reached from here without meeting a creature, or a Pit to a level that is not made yet.

    A dungeon that is deep enough for another one to be opened is not made deeper.
    """
    return _pays_in(
        _IdentityKey(state.dungeons[spot.dungeon - 1].levels), _IdentityKey(state.enemies), state.grid.radius, spot
    )


class _IdentityKey:
    """A key for an object that never changes: two keys are equal if they hold the same object."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _IdentityKey) and other.thing is self.thing


@lru_cache(maxsize=256)
def _pays_in(levels: _IdentityKey, enemies: _IdentityKey, radius: int, spot: Spot) -> bool:
    """`_pays` for the levels of one dungeon, kept because all players of a period ask about the same levels."""
    for number, level in enumerate(levels.thing[spot.level - 1 :], spot.level):
        creatures = {enemy.spot.cell for enemy in enemies.thing if enemy.spot[:2] == (spot.dungeon, number)}
        seen, edge, kinds = {spot.cell, *creatures}, [spot.cell], set[str]()
        for cell in edge:  # what can be walked to without a torch
            kinds.add(level[cell])
            if level[cell] == "chest":
                return True
            if level[cell] != "pit" or cell == spot.cell:
                for _, other in neighbours(radius)[cell]:
                    if other not in seen and level[other] not in BARRED:
                        seen.add(other)
                        edge.append(other)
        if "pit" not in kinds:
            return False
        spot = spot._replace(cell=board(radius).name(0, 0))
    return len(levels.thing) <= DEEP


def _ways(radius: int, level: Level, start: Cell, *, torch: bool, shunned: Collection[Cell] = ()) -> dict[Cell, Steps]:
    """A shortest way to each hex that can be walked to, nearest first; nobody walks on from a Pit.

    An unknown hex counts as Blank.
    """
    near, found, edge = neighbours(radius), dict[Cell, Steps]({start: ()}), [start]
    closed = SHUT if torch else BARRED
    for cell in edge:
        if level.get(cell) == "pit" and cell != start:
            continue
        way = found[cell]
        for step in near[cell]:
            other = step[1]
            if other not in found and other not in shunned and level.get(other) not in closed:
                found[other] = (*way, step)
                edge.append(other)
    return found


@lru_cache(maxsize=1024)
def _steps_to_hexes(radius: int, level: _IdentityKey, start: Cell, torch: bool) -> Mapping[Cell, int]:
    """The number of steps to each hex, creatures aside; kept because a level seldom changes between periods."""
    return {cell: len(way) for cell, way in _ways(radius, level.thing, start, torch=torch).items()}


class _PlannedLeg(NamedTuple):
    said: tuple[str, ...]
    """The orders, as a player says them."""
    spot: Spot | None
    """Where it ends; None outside the dungeons."""
    coins: float
    """The coins in the Pocket by then, as far as can be expected."""
    left: int
    worth: float


class _Mind:
    """One player's planning for one period: goal after goal, and where to stand when the creatures act."""

    def __init__(self, state: State, player: Player, chance: Chance, temper: Temper) -> None:
        self.state, self.player, self.chance, self.temper = state, player, chance, temper
        self.taken = {spot for name, spot in state.looted if name == player.name}
        self.near = neighbours(state.grid.radius)
        self.threats = dict[tuple[int, int], frozenset[Cell]]()

    @property
    def orders(self) -> str:
        """The orders in words; empty where there is nothing to do."""
        return " ".join(
            self._best_plan(_PlannedLeg((), self.player.spot, float(self.player.pocket.coins), ACTIONS, 0.0)).said
        )

    def _best_plan(self, leg: _PlannedLeg) -> _PlannedLeg:
        """The best continuation of a plan: to stop somewhere now, or to reach the next goal and go on from there."""
        spot = leg.spot
        if spot is None or not leg.left or not self._sees(spot):
            return leg._replace(worth=leg.worth - self._risk(leg.spot, leg.coins))
        level = _known_hexes(self.state, self.player, spot)
        creatures = _creatures(self.state, self.player, spot)
        torch = bool(self.player.pocket.torches)
        found = _ways(self.state.grid.radius, level, spot.cell, torch=torch, shunned=creatures)
        goal, way = self._goal(leg, spot, level, found)
        if not way:
            # a creature is walked into, if there is one beside: that leads back to level 1 at least
            side = next((side for side, cell in self.near[spot.cell] if cell in creatures), "")
            return leg._replace(said=(*leg.said, side) if side and not leg.said else leg.said, left=0)
        stopped = self._best_stop(leg, spot, level, found, way)
        if len(way) > leg.left:
            return stopped
        # the plan after the player has reached the goal
        coins, words = leg.coins, [side for side, _ in way if side]
        there: Spot | None = spot._replace(cell=way[-1][1])
        if goal == "chest" and there is not None:
            self.taken.add(there)
            coins += LOOT
        elif goal == "pit":
            there = Spot(spot.dungeon, spot.level + 1, self.state.middle)
        elif goal == "rope":
            landing = self._landing(spot._replace(cell=way[-1][1])) if spot.level > 1 else None
            words.append(f"climb {landing.cell}" if landing and not self.state.fog else "climb")
            there, coins = landing, coins if spot.level > 1 else 0.0
        worth = leg.worth + (LOOT if goal == "chest" else GOAL)
        reached = self._best_plan(_PlannedLeg((*leg.said, *words), there, coins, leg.left - len(way), worth))
        return max(reached, stopped, key=lambda each: each.worth)

    def _sees(self, spot: Spot) -> bool:
        """Whether the player knows the level; in fog that is only the player's own level."""
        if self.state.fog:
            return self.player.spot is not None and spot[:2] == self.player.spot[:2]
        return spot.level <= len(self.state.dungeons[spot.dungeon - 1].levels)

    # goals

    def _goal(self, leg: _PlannedLeg, spot: Spot, level: Level, found: Mapping[Cell, Steps]) -> tuple[str, Steps]:
        if not self._is_full(spot, leg.coins):
            if loot := self._loot(leg, spot, level, found):
                return "chest", loot
            down = self._nearest(found, level, "pit", spot)
            if self.state.fog:
                if down and self.chance.below(2):
                    return "pit", down
                unseen = [way for cell, way in found.items() if cell not in level]
                return "anywhere", self.chance.choice(unseen) if unseen else ()
            if down and _pays(self.state, Spot(spot.dungeon, spot.level + 1, self.state.middle)):
                return "pit", down
        # a player on a Rope steps off and on or, with `climb-in-place`, just climbs
        away = self._nearest(found, level, "rope", spot)
        if level.get(spot.cell) != "rope" or len(away) == 1:
            return "rope", away
        if "climb-in-place" in self.state.options:
            return "rope", (("", spot.cell),)
        return "rope", self._off_and_on(spot, level, found) or away

    def _is_full(self, spot: Spot, coins: float) -> bool:
        """Whether the player has enough to go home, or would win with it; everybody knows the Stores."""
        if coins >= (IN_FOG if self.state.fog else self.temper.full + self.temper.deeper * (spot.level - 1)):
            return True
        others = [other.store.coins + LEAD for other in self.state.players if other.name != self.player.name]
        return coins > 0 and self.player.store.coins + coins >= max(ENOUGH, *others, 0)

    def _nearest(self, found: Mapping[Cell, Steps], level: Level, kind: str, spot: Spot) -> Steps:
        """The way to the nearest hex of a kind that the player has not looted; empty where there is none."""
        wanted = (cell for cell, way in found.items() if way and level.get(cell) == kind)
        return next((found[cell] for cell in wanted if spot._replace(cell=cell) not in self.taken), ())

    def _loot(self, leg: _PlannedLeg, spot: Spot, level: Level, found: Mapping[Cell, Steps]) -> Steps:
        """The way to the nearest Chest that pays; one that was entered pays again in this period (HD-18.a)."""
        fresh = self._nearest(found, level, "chest", spot)
        if "chest-once" in self.state.options:
            return fresh
        again = [way for cell, way in found.items() if way and spot._replace(cell=cell) in self.taken]
        again += [self._off_and_on(spot, level, found)] if level.get(spot.cell) == "chest" else []
        return min(
            (way for way in (fresh, *again) if way and (way == fresh or len(way) <= leg.left)), key=len, default=()
        )

    def _off_and_on(self, spot: Spot, level: Level, found: Mapping[Cell, Steps]) -> Steps:
        """The way off a hex and onto it again; empty where there is none."""
        off = next((way[0] for cell, way in found.items() if len(way) == 1 and level.get(cell) != "pit"), None)
        return (off, (_BACK[off[0]], spot.cell)) if off else ()

    # consequences

    def _landing(self, spot: Spot) -> Spot | None:
        """The hex above with the shortest way home and no creature on it; in fog any hex."""
        if self.state.fog:
            return spot._replace(level=spot.level - 1)
        taken = {enemy.spot for enemy in self.state.enemies}
        free = [target for target in landings(self.state, self.player, spot) if target not in taken]
        if not free:
            return None
        level, torch = _IdentityKey(self.state.level(free[0])), bool(self.player.pocket.torches)
        far = _steps_to_hexes(self.state.grid.radius, level, self.state.middle, torch)
        return min(free, key=lambda target: far.get(target.cell, len(far)))

    def _best_stop(
        self, leg: _PlannedLeg, spot: Spot, level: Level, found: Mapping[Cell, Steps], way: Steps
    ) -> _PlannedLeg:
        """The best hex to stop on in this period, near the goal and out of danger."""
        if self.temper.fear is None:
            steps = way[: leg.left]
            there = spot._replace(cell=steps[-1][1])
            return _PlannedLeg((*leg.said, *(side for side, _ in steps)), there, leg.coins, 0, leg.worth - STEP * FAR)
        goal = way[-1][1]
        back = _steps_to_hexes(self.state.grid.radius, _IdentityKey(level), goal, bool(self.player.pocket.torches))
        best = float("-inf")
        chosen: Steps = ()
        for cell, steps in found.items():
            if len(steps) > leg.left:
                break
            if level.get(cell) != "pit":
                far = back.get(cell, FAR) if cell != spot.cell or steps else len(way)
                worth = -STEP * min(far, FAR) - self._risk(Spot(spot.dungeon, spot.level, cell), leg.coins)
                if worth > best:
                    best, chosen = worth, steps
        there = spot._replace(cell=chosen[-1][1]) if chosen else spot
        return _PlannedLeg((*leg.said, *(side for side, _ in chosen)), there, leg.coins, 0, leg.worth + best)

    def _risk(self, spot: Spot | None, coins: float) -> float:
        """What the player may lose by standing there when the creatures act: nothing on the centre (HD-41.e)."""
        fear = self.temper.fear
        if fear is None or spot is None or spot.cell == self.state.middle or not self._sees(spot):
            return 0.0
        return coins + fear if spot.cell in self._threatened(spot) else 0.0

    def _threatened(self, spot: Spot) -> frozenset[Cell]:
        """The hexes of a level that a creature may reach when it sees the player there."""
        if spot[:2] not in self.threats:
            level, creatures = _known_hexes(self.state, self.player, spot), _creatures(self.state, self.player, spot)
            found = set(creatures)
            for start, kind in creatures.items():
                for ray in rays(self.state.grid.radius)[start]:
                    for cell in ray[: CHARGE if kind == "minotaur" else TURNS["rot_bird"]]:
                        if cell == self.state.middle or level.get(cell) in _STOPS:
                            break
                        found.add(cell)
            self.threats[spot[:2]] = frozenset(found)
        return self.threats[spot[:2]]


_BACK = {"ne": "sw", "e": "w", "se": "nw", "sw": "ne", "w": "e", "nw": "se"}
_STOPS = (*SHUT, "pit")
