"""Machine players of Dungeon: what random, greedy and careful would order.

They are pure: the same state and chance give the same orders on every machine. They know what the player whose orders
are waited for can know: without fog all levels that are made and who is where, in fog his own hex and those around it,
that the centre of each level is a Rope, and his own things. Nobody knows the orders of the others, or levels to come.

`random` goes anywhere, climbs if it feels like it, and enters again. `greedy` goes to the nearest Chest; when its
Pocket is full enough, or nothing is left to loot from here on, home by the nearest Ropes; else down the nearest Pit.
`careful` does the same with less in its Pocket before it goes home, and weighs each action against the danger of
standing where a creature may come: it stops on the way, or steps aside.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from mapkit.chance import Chance
from mapkit.games.dungeon.design import SHUT
from mapkit.games.dungeon.draft import Level
from mapkit.games.dungeon.orders import ways
from mapkit.games.dungeon.period import ACTIONS, ENOUGH, LEAD, landings, may_found
from mapkit.games.dungeon.state import Player, Spot, State, board
from mapkit.grid import Cell

FULL = {"greedy": 12, "careful": 7}
"""With how many coins in the Pocket a player goes home."""
STEP, LOSS = 2, 3
"""What an action further is worth to who is careful, and what being captured costs him beside his coins; in coins."""

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
        open_to = [step for step in near[spot.cell] if known.get(step[1]) not in SHUT]
        if not open_to:
            return (chance.choice(first),)
        side, cell = chance.choice(open_to)
        spot = spot._replace(cell=cell)
        said.append(f"{side} climb" if known.get(cell) == "rope" and chance.below(2) else side)
    return (" ".join(said),)


def greedy(state: State, chance: Chance) -> tuple[str, ...]:
    """The nearest Chest, then the way home or down."""
    return _orders(state, chance, FULL["greedy"], _all)


def careful(state: State, chance: Chance) -> tuple[str, ...]:
    """The same, out of the reach of creatures."""
    return _orders(state, chance, FULL["careful"], _safest)


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


# --- a plan ------------------------------------------------------------------------------------------------------


class Deed(NamedTuple):
    """An action of a plan: the words, where it leads to, and the coins in the Pocket then, as far as can be guessed."""

    words: str
    spot: Spot | None
    coins: float


def _orders(
    state: State, chance: Chance, full: int, kept: Callable[[State, Player, tuple[Deed, ...]], tuple[Deed, ...]]
) -> tuple[str, ...]:
    """What a player orders who goes home with so many coins, of which plan he keeps what is `kept`."""
    player = state.waited_for()[0]
    if player.spot is not None:
        return (_said(kept(state, player, _plan(state, chance, player, full))),)
    number = _promising(state)
    fresh = ("enter new",) if number is None and (state.fog or may_found(state)) else ()
    if number is None:
        return (*fresh, f"enter {len(state.dungeons)}" if state.fog else "wait")
    inside = player._replace(spot=Spot(number, 1, state.middle))
    plan = kept(state, inside, _plan(state, chance, inside, full)) if not state.fog else ()
    return (" ".join((f"enter {number}", *(deed.words for deed in plan))),)


def _said(plan: tuple[Deed, ...]) -> str:
    return " ".join(deed.words for deed in plan) or "wait"


def _all(_: State, __: Player, plan: tuple[Deed, ...]) -> tuple[Deed, ...]:
    return plan


def _promising(state: State) -> int | None:
    """The newest dungeon with anything left to loot, as far as is known."""
    if state.fog:
        return None
    numbers = range(len(state.dungeons), 0, -1)
    return next((number for number in numbers if _pays(state, Spot(number, 1, state.middle))), None)


def _pays(state: State, spot: Spot) -> bool:
    """Whether a Chest can be reached from here on, or a Pit to a level that is still to be made."""
    levels = state.dungeons[spot.dungeon - 1].levels
    start = spot.cell
    for level in levels[spot.level - 1 :]:
        found = {level[cell] for cell in _reach(state.grid.radius, level, start, torch=False)}
        if "chest" in found:
            return True
        if "pit" not in found:
            return False
        start = state.middle
    return True


def _reach(radius: int, level: Level, start: Cell, *, torch: bool) -> Iterator[Cell]:
    """All hexes to which somebody can walk, the nearest first."""
    yield from _ways(radius, level, start, torch=torch)


def _ways(radius: int, level: Level, start: Cell, *, torch: bool, shunned: Collection[Cell] = ()) -> dict[Cell, Steps]:
    """A shortest way to each hex that can be walked to; who steps onto a Pit walks no further on this level."""
    near, found, edge = _around(radius), dict[Cell, Steps]({start: ()}), [start]
    for cell in edge:
        if level.get(cell) == "pit" and cell != start:
            continue
        for step in near[cell]:
            other = step[1]
            kind = level.get(other)
            if other in found or kind in SHUT or other in shunned or (kind == "dark" and not torch):
                continue
            found[other] = (*found[cell], step)
            edge.append(other)
    return found


def _plan(state: State, chance: Chance, player: Player, full: int) -> tuple[Deed, ...]:
    """Up to three actions: goal after goal, until none are left."""
    plan, spot, coins, taken = list[Deed](), player.spot, float(player.pocket.coins), set[Spot]()
    taken = {spot for name, spot in state.looted if name == player.name}
    while spot is not None and len(plan) < ACTIONS and _is_made(state, player, spot):
        goal, way = _goal(state, chance, player, spot, coins >= full or _would_win(state, player, coins), taken)
        if not way:
            break
        whole = len(plan) + len(way) <= ACTIONS
        level = _known(state, player, spot)
        for side, cell in way[: ACTIONS - len(plan)]:
            spot = spot._replace(cell=cell)
            if level.get(cell) == "chest" and spot not in taken:
                taken.add(spot)
                coins += _LOOT
            plan.append(Deed(side, spot, coins))
        if not whole or goal == "anywhere":
            break
        spot = _after(state, player, goal, spot, plan)
    return tuple(plan)


_LOOT = 3.3
"""What a Chest holds, on average (HD-46 to HD-48)."""


def _is_made(state: State, player: Player, spot: Spot) -> bool:
    """Whether he knows the level: in fog he knows his own alone."""
    if state.fog:
        return player.spot is not None and spot[:2] == player.spot[:2]
    return spot.level <= len(state.dungeons[spot.dungeon - 1].levels)


def _would_win(state: State, player: Player, coins: float) -> bool:
    """Whether bringing the Pocket home wins now; Stores are told to all."""
    others = max((other.store.coins for other in state.players if other.name != player.name), default=0)
    return player.store.coins + coins >= max(ENOUGH, others + LEAD if len(state.players) > 1 else 0)


def _goal(
    state: State, chance: Chance, player: Player, spot: Spot, home: bool, taken: Collection[Spot]
) -> tuple[str, Steps]:
    """What he makes for on this level, and the way there."""
    level = _known(state, player, spot)
    found = _ways(
        state.grid.radius,
        level,
        spot.cell,
        torch=bool(player.pocket.torches),
        shunned=_creatures(state, player, spot),
    )
    if not home:
        loot = _nearest(found, level, "chest", [each.cell for each in taken if each[:2] == spot[:2]])
        if loot:
            return "chest", loot
        down = _nearest(found, level, "pit", ())
        if state.fog:
            return _exploring(found, level, down, chance)
        if down and _pays(state, Spot(spot.dungeon, spot.level + 1, state.middle)):
            return "pit", down
    return _home(state, player, spot, level, found)


def _nearest(found: Mapping[Cell, Steps], level: Level, kind: str, but: Collection[Cell]) -> Steps:
    """The way to the nearest hex of a kind; empty where there is none."""
    return next((way for cell, way in found.items() if way and level.get(cell) == kind and cell not in but), ())


def _exploring(found: Mapping[Cell, Steps], level: Level, down: Steps, chance: Chance) -> tuple[str, Steps]:
    """In fog, down a Pit beside him or to a hex that he does not see."""
    if down and chance.below(2):
        return "pit", down
    unseen = [way for cell, way in found.items() if cell not in level]
    return ("anywhere", chance.choice(unseen)) if unseen else ("anywhere", ())


def _home(
    state: State, player: Player, spot: Spot, level: Level, found: Mapping[Cell, Steps]
) -> tuple[str, Steps]:
    """The way onto the nearest Rope; who stands on the only one steps off and on."""
    if "climb-in-place" in state.options and level.get(spot.cell) == "rope":
        return "rope", (("climb", spot.cell),)
    away = _nearest(found, level, "rope", ())
    if level.get(spot.cell) == "rope" and (not away or len(away) > 2):
        beside = [way for cell, way in found.items() if len(way) == 1 and level.get(cell) != "pit"]
        if beside:
            (side, cell), = beside[0]
            return "rope", ((side, cell), (_BACK[side], spot.cell))
    return "rope", away


_BACK = {"ne": "sw", "e": "w", "se": "nw", "sw": "ne", "w": "e", "nw": "se"}


def _after(state: State, player: Player, goal: str, spot: Spot, plan: list[Deed]) -> Spot | None:
    """Where he is when he has reached his goal; a climb is added to the last action of the plan."""
    last = plan[-1]
    if goal == "pit":
        onto: Spot | None = Spot(spot.dungeon, spot.level + 1, state.middle)
    elif goal != "rope":
        return spot
    elif spot.level == 1:
        onto = None
    elif state.fog:
        onto = spot._replace(level=spot.level - 1)
    else:
        onto = _landing(state, player, spot)
        if onto is None:
            return None
    climbs = "" if goal == "pit" or last.words == "climb" else " climb"
    wish = f" {onto.cell}" if goal == "rope" and onto is not None and not state.fog else ""
    plan[-1] = Deed(f"{last.words}{climbs}{wish}", onto, 0.0 if onto is None else last.coins)
    return onto


def _landing(state: State, player: Player, spot: Spot) -> Spot | None:
    """The hex above from which the way home is shortest, without a creature on it."""
    taken = {enemy.spot for enemy in state.enemies}
    free = [target for target in landings(state, player, spot) if target not in taken]
    if not free:
        return None
    level = state.level(free[0])
    ropes = [cell for cell, kind in level.items() if kind == "rope"]
    far = {
        cell: len(way)
        for rope in ropes[::-1]
        for cell, way in _ways(state.grid.radius, level, rope, torch=False).items()
    }
    return min(free, key=lambda target: (far.get(target.cell, 99), target.cell))


# --- care --------------------------------------------------------------------------------------------------------


def _safest(state: State, player: Player, plan: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """So much of a plan that its end is worth its danger, or a step aside."""
    start = Deed("", player.spot, float(player.pocket.coins))
    stops = (start, *plan)
    worths = [(STEP * count - _risk(state, player, deed), count) for count, deed in enumerate(stops)]
    best, count = max(worths)
    kept = plan[:count]
    if count < ACTIONS and best < STEP * count and stops[count].spot is not None:
        kept = (*kept, *_aside(state, player, stops[count], best - STEP * count))
    return kept


def _risk(state: State, player: Player, deed: Deed) -> float:
    """What he may lose by standing there when the creatures act."""
    spot = deed.spot
    if spot is None or spot.cell == state.middle or not _is_made(state, player, spot):
        return 0.0
    return (deed.coins + LOSS) * _danger(state, player, spot)


def _danger(state: State, player: Player, spot: Spot) -> float:
    """How likely it is that a creature comes to a hex: surely where it can charge, seldom where it only may step."""
    level, near, middle = _known(state, player, spot), _around(state.grid.radius), state.middle
    creatures = _creatures(state, player, spot)
    if spot.cell in creatures:
        return 1.0
    danger = 0.0
    for side, other in near[spot.cell]:
        cell: Cell | None = other
        for far in range(1, 4):
            if cell is None or cell == middle or level.get(cell) in _STOPS:
                break
            kind = creatures.get(cell)
            if kind is not None and (kind == "minotaur" or far < 3):
                return 1.0
            cell = state.grid.step(cell, side.upper())
    return danger


_STOPS = (*SHUT, "pit")


def _aside(state: State, player: Player, stop: Deed, worth: float) -> Iterator[Deed]:
    """A step to a hex beside where he would be, if that is less dangerous."""
    assert stop.spot is not None
    level = _known(state, player, stop.spot)
    best: Deed | None = None
    for side, cell in _around(state.grid.radius)[stop.spot.cell]:
        if level.get(cell) in (*SHUT, "pit", "dark"):
            continue
        step = Deed(side, stop.spot._replace(cell=cell), stop.coins)
        now = -_risk(state, player, step)
        if now > worth:
            worth, best = now, step
    if best is not None:
        yield best
