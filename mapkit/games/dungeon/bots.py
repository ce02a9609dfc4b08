"""Machine players of Dungeon: what random, greedy and careful would order.

They are pure: the same state and chance give the same orders on every machine. They know what the player whose orders
are waited for can know: without fog all levels that are made and who is where, in fog his own hex and those around it,
that the centre of each level is a Rope, and his own things. Nobody knows the orders of the others, or levels to come.

`random` goes anywhere, mines and climbs if it feels like it, and enters again. `greedy` goes to the nearest Chest; when
its Pocket is full enough, or nothing is left to loot from here on, home by the nearest Ropes; else down a Pit.
`careful` does the same with less in its Pocket before it goes home, and weighs each action against the danger of
standing where a creature may come: it stops on the way, or steps aside.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from mapkit.chance import Chance
from mapkit.games.dungeon.design import BARRED, SHUT
from mapkit.games.dungeon.draft import Level
from mapkit.games.dungeon.orders import ways
from mapkit.games.dungeon.period import ACTIONS, CHARGE, DEEP, ENOUGH, LEAD, TURNS, landings, may_found, rays
from mapkit.games.dungeon.state import Player, Spot, State, board
from mapkit.grid import Cell


class Temper(NamedTuple):
    """With how many coins in the Pocket a player goes home, and how many more for each level down; and what he fears.

    `fear` is what being captured costs him beside the coins that he loses; None where he does not look at creatures.
    """

    full: int
    deeper: int
    fear: float | None


TEMPERS = {"greedy": Temper(24, 8, None), "careful": Temper(16, 6, 1.0)}
LOOT, GOAL, STEP, FAR = 3.3, 4.0, 0.4, 8
"""What counts: a Chest, on average (HD-46 to HD-48), a Pit or a Rope, a step to the next goal, up to so many."""
IN_FOG = 4
"""With how many coins anybody goes home in fog, where he does not know how far that is."""
PATIENCE = 32
"""One time in so many a player does something else than he would, as who is besieged would wait for ever."""

Around = Mapping[Cell, tuple[tuple[str, Cell], ...]]
Steps = tuple[tuple[str, Cell], ...]
"""A way: directions, and the hexes they lead to."""


@lru_cache(maxsize=8)
def _around(radius: int) -> Around:
    """The directions from each hex, and the hexes that they lead to."""
    grid = board(radius)
    near = {cell: [(side.lower(), grid.step(cell, side)) for side in grid.directions] for cell in grid.cells()}
    return {cell: tuple((side, other) for side, other in sides if other) for cell, sides in near.items()}


def randomly(state: State, chance: Chance) -> tuple[str, ...]:
    """Any orders that look as if they could be carried out."""
    player = state.waited_for()[0]
    first = list(ways(state, player))
    if player.spot is None:
        return (chance.choice(first),)
    said, spot = list[str](), player.spot
    near = _around(state.grid.radius)
    for _ in range(chance.between(1, ACTIONS)):
        known = _known(state, player, spot)
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


def greedy(state: State, chance: Chance) -> tuple[str, ...]:
    """The nearest Chest, then the way home or down."""
    return _orders(state, chance, TEMPERS["greedy"])


def careful(state: State, chance: Chance) -> tuple[str, ...]:
    """The same, out of the reach of creatures."""
    return _orders(state, chance, TEMPERS["careful"])


BOTS: Mapping[str, Callable[[State, Chance], tuple[str, ...]]] = {
    "random": randomly,
    "greedy": greedy,
    "careful": careful,
}
"""The levels, the weakest first."""


# --- what a player knows -----------------------------------------------------------------------------------------


def _known(state: State, player: Player, spot: Spot) -> Level:
    """What is known of the hexes of a level; those of which nothing is known are missing."""
    if not state.fog:
        return state.level(spot)
    if player.spot is None or spot[:2] != player.spot[:2]:
        return {state.middle: "rope"}
    level, near = state.level(spot), _around(state.grid.radius)[player.spot.cell]
    return {state.middle: "rope", player.spot.cell: level[player.spot.cell], **{cell: level[cell] for _, cell in near}}


def _creatures(state: State, player: Player, spot: Spot) -> dict[Cell, str]:
    """The creatures of a level that he can see."""
    known = _known(state, player, spot) if state.fog else None
    there = (enemy for enemy in state.enemies if enemy.spot[:2] == spot[:2])
    return {each.spot.cell: each.kind for each in there if known is None or _in_sight(state, player, each.spot)}


def _in_sight(state: State, player: Player, spot: Spot) -> bool:
    if player.spot is None or player.spot[:2] != spot[:2]:
        return False
    return spot == player.spot or any(cell == spot.cell for _, cell in _around(state.grid.radius)[player.spot.cell])


# --- orders ------------------------------------------------------------------------------------------------------


def _orders(state: State, chance: Chance, temper: Temper) -> tuple[str, ...]:
    """What a player of that temper orders."""
    player = state.waited_for()[0]
    if player.spot is not None:
        if chance.below(PATIENCE) == 0:
            return randomly(state, chance)
        return (_Mind(state, player, chance, temper).orders or "wait",)
    if state.fog:
        return ("enter new", f"enter {len(state.dungeons)}")
    number = _promising(state)
    if number is None:
        return ("enter new",) if may_found(state) else ("wait",)
    inside = player._replace(spot=Spot(number, 1, state.middle))
    return (f"enter {number} {_Mind(state, inside, chance, temper).orders}".strip(),)


def _promising(state: State) -> int | None:
    """The newest dungeon with anything left to loot, as far as is known."""
    if state.fog:
        return None
    numbers = range(len(state.dungeons), 0, -1)
    return next((number for number in numbers if _pays(state, Spot(number, 1, state.middle))), None)


def _pays(state: State, spot: Spot) -> bool:
    """Whether a Chest can be reached from here on, past the creatures, or a Pit to a level that is still to be made.

    A dungeon that is deep enough for another to be made is not made deeper.
    """
    return _pays_in(_Held(state.dungeons[spot.dungeon - 1].levels), _Held(state.enemies), state.grid.radius, spot)


class _Held:
    """Something that is never changed, as a key by which it is known again while it is held."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.thing is self.thing


@lru_cache(maxsize=256)
def _pays_in(levels: _Held, enemies: _Held, radius: int, spot: Spot) -> bool:
    """The same for the levels of a dungeon: all players of a period ask it of the same ones."""
    for number, level in enumerate(levels.thing[spot.level - 1 :], spot.level):
        creatures = {enemy.spot.cell for enemy in enemies.thing if enemy.spot[:2] == (spot.dungeon, number)}
        found = _found(radius, level, spot.cell, creatures)
        if "chest" in found:
            return True
        if "pit" not in found:
            return False
        spot = spot._replace(cell=board(radius).name(0, 0))
    return len(levels.thing) <= DEEP


def _found(radius: int, level: Level, start: Cell, shunned: Collection[Cell]) -> set[str]:
    """The kinds of hexes that can be walked to without a torch, up to the first Chest."""
    near, kinds = _around(radius), set[str]()
    seen, edge, closed = {start, *shunned}, [start], BARRED
    for cell in edge:
        kind = level[cell]
        kinds.add(kind)
        if kind == "chest":
            break
        if kind != "pit" or cell == start:
            for _, other in near[cell]:
                if other not in seen and level[other] not in closed:
                    seen.add(other)
                    edge.append(other)
    return kinds


def _ways(radius: int, level: Level, start: Cell, *, torch: bool, shunned: Collection[Cell] = ()) -> dict[Cell, Steps]:
    """A shortest way to each hex that can be walked to, the nearest first; nobody walks on from a Pit.

    A hex of which nothing is known is taken for a Blank one.
    """
    near, found, edge = _around(radius), dict[Cell, Steps]({start: ()}), [start]
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
def _far(radius: int, level: _Held, start: Cell, torch: bool) -> Mapping[Cell, int]:
    """How many steps each hex is away, creatures aside; a level is mostly the same as it was in the last period."""
    return {cell: len(way) for cell, way in _ways(radius, level.thing, start, torch=torch).items()}


class _Leg(NamedTuple):
    """A part of a plan: what is said, where it ends (None: outside), the coins by then, the actions left, its worth."""

    said: tuple[str, ...]
    spot: Spot | None
    coins: float
    left: int
    worth: float


class _Mind:
    """What a player thinks about in one period: goal after goal, and where to stand when the creatures act."""

    def __init__(self, state: State, player: Player, chance: Chance, temper: Temper) -> None:
        self.state, self.player, self.chance, self.temper = state, player, chance, temper
        self.taken = {spot for name, spot in state.looted if name == player.name}
        self.near = _around(state.grid.radius)
        self.threats = dict[tuple[int, int], frozenset[Cell]]()

    @property
    def orders(self) -> str:
        """The orders in words; empty where nothing is to be done."""
        return " ".join(self._planned(_Leg((), self.player.spot, float(self.player.pocket.coins), ACTIONS, 0.0)).said)

    def _planned(self, leg: _Leg) -> _Leg:
        """The best way to go on: to stop somewhere now, or to reach the next goal and go on from there."""
        spot = leg.spot
        if spot is None or not leg.left or not self._sees(spot):
            return leg._replace(worth=leg.worth - self._risk(leg.spot, leg.coins))
        level = _known(self.state, self.player, spot)
        creatures = _creatures(self.state, self.player, spot)
        found = self._walks(level, spot.cell, creatures)
        goal, way = self._goal(spot, level, found, leg.coins)
        if not way:
            return self._besieged(leg, spot, creatures)
        stopped = self._stopped(leg, spot, level, found, way)
        if len(way) > leg.left:
            return stopped
        reached = self._planned(self._reached(leg, spot, goal, way))
        return max(reached, stopped, key=lambda each: each.worth)

    def _sees(self, spot: Spot) -> bool:
        """Whether he knows the level: in fog he knows his own alone."""
        if self.state.fog:
            return self.player.spot is not None and spot[:2] == self.player.spot[:2]
        return spot.level <= len(self.state.dungeons[spot.dungeon - 1].levels)

    def _walks(self, level: Level, start: Cell, shunned: Collection[Cell] = ()) -> dict[Cell, Steps]:
        torch = bool(self.player.pocket.torches)
        return _ways(self.state.grid.radius, level, start, torch=torch, shunned=shunned)

    # goals

    def _goal(self, spot: Spot, level: Level, found: Mapping[Cell, Steps], coins: float) -> tuple[str, Steps]:
        """What he makes for on this level, and the way there."""
        if not self._is_full(spot, coins):
            loot = self._nearest(found, level, "chest", spot)
            if loot:
                return "chest", loot
            down = self._nearest(found, level, "pit", spot)
            if self.state.fog:
                return self._exploring(found, level, down)
            if down and _pays(self.state, Spot(spot.dungeon, spot.level + 1, self.state.middle)):
                return "pit", down
        return "rope", self._home(spot, level, found)

    def _is_full(self, spot: Spot, coins: float) -> bool:
        """Whether he has enough to go home, or brings home what wins; Stores are told to all."""
        if coins >= (IN_FOG if self.state.fog else self.temper.full + self.temper.deeper * (spot.level - 1)):
            return True
        others = [other.store.coins + LEAD for other in self.state.players if other.name != self.player.name]
        return coins > 0 and self.player.store.coins + coins >= max(ENOUGH, *others, 0)

    def _nearest(self, found: Mapping[Cell, Steps], level: Level, kind: str, spot: Spot) -> Steps:
        """The way to the nearest hex of a kind that he has not looted; empty where there is none."""
        wanted = (cell for cell, way in found.items() if way and level.get(cell) == kind)
        return next((found[cell] for cell in wanted if spot._replace(cell=cell) not in self.taken), ())

    def _exploring(self, found: Mapping[Cell, Steps], level: Level, down: Steps) -> tuple[str, Steps]:
        """In fog, down a Pit beside him or to a hex that he does not see."""
        if down and self.chance.below(2):
            return "pit", down
        unseen = [way for cell, way in found.items() if cell not in level]
        return "anywhere", self.chance.choice(unseen) if unseen else ()

    def _home(self, spot: Spot, level: Level, found: Mapping[Cell, Steps]) -> Steps:
        """The way onto the nearest Rope; who stands on one may step off and on, or climb if that is played."""
        away = self._nearest(found, level, "rope", spot)
        if level.get(spot.cell) != "rope" or len(away) == 1:
            return away
        if "climb-in-place" in self.state.options:
            return (("", spot.cell),)
        off = [way[0] for cell, way in found.items() if len(way) == 1 and level.get(cell) != "pit"]
        return (off[0], (_BACK[off[0][0]], spot.cell)) if off else away

    # what comes of it

    def _reached(self, leg: _Leg, spot: Spot, goal: str, way: Steps) -> _Leg:
        """Where he is when he has reached a goal, and what it is worth."""
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
        return _Leg((*leg.said, *words), there, coins, leg.left - len(way), worth)

    def _landing(self, spot: Spot) -> Spot | None:
        """The hex above from which the way home is shortest, without a creature on it; in fog any."""
        if self.state.fog:
            return spot._replace(level=spot.level - 1)
        taken = {enemy.spot for enemy in self.state.enemies}
        free = [target for target in landings(self.state, self.player, spot) if target not in taken]
        if not free:
            return None
        level, torch = _Held(self.state.level(free[0])), bool(self.player.pocket.torches)
        far = _far(self.state.grid.radius, level, self.state.middle, torch)
        return min(free, key=lambda target: far.get(target.cell, len(far)))

    def _stopped(self, leg: _Leg, spot: Spot, level: Level, found: Mapping[Cell, Steps], way: Steps) -> _Leg:
        """The best hex to stop on in this period, near the goal and out of danger."""
        if self.temper.fear is None:
            steps = way[: leg.left]
            there = spot._replace(cell=steps[-1][1])
            return _Leg((*leg.said, *(side for side, _ in steps)), there, leg.coins, 0, leg.worth - STEP * FAR)
        goal = way[-1][1]
        back = _far(self.state.grid.radius, _Held(level), goal, bool(self.player.pocket.torches))
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
        return _Leg((*leg.said, *(side for side, _ in chosen)), there, leg.coins, 0, leg.worth + best)

    def _besieged(self, leg: _Leg, spot: Spot, creatures: Collection[Cell]) -> _Leg:
        """Who has no way left walks into a creature, which at least carries him up to level 1."""
        side = next((side for side, cell in self.near[spot.cell] if cell in creatures), "")
        return leg._replace(said=(*leg.said, side) if side and not leg.said else leg.said, left=0)

    def _risk(self, spot: Spot | None, coins: float) -> float:
        """What he may lose by standing there when the creatures act: nothing on the centre (HD-41.e)."""
        fear = self.temper.fear
        if fear is None or spot is None or spot.cell == self.state.middle or not self._sees(spot):
            return 0.0
        return coins + fear if spot.cell in self._threatened(spot) else 0.0

    def _threatened(self, spot: Spot) -> frozenset[Cell]:
        """The hexes of a level to which a creature may come when it sees him there."""
        known = self.threats.get(spot[:2])
        if known is None:
            known = self.threats[spot[:2]] = frozenset(self._threats(spot))
        return known

    def _threats(self, spot: Spot) -> Iterator[Cell]:
        level, creatures = _known(self.state, self.player, spot), _creatures(self.state, self.player, spot)
        for start, kind in creatures.items():
            yield start
            for ray in rays(self.state.grid.radius)[start]:
                for cell in ray[: CHARGE if kind == "minotaur" else TURNS["rot_bird"]]:
                    if cell == self.state.middle or level.get(cell) in _STOPS:
                        break
                    yield cell


_BACK = {"ne": "sw", "e": "w", "se": "nw", "sw": "ne", "w": "e", "nw": "se"}
_STOPS = (*SHUT, "pit")
