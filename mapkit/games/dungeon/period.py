"""Carry out a period: entries, three slots of actions, creatures, Chests, and the winner (HD-36 to HD-51).

All random choices are dice, rolled in this order (HD-G3): a new dungeon; in each slot the loot, the new levels and the
hexes to which Ropes lead; then the creatures' actions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache, partial, reduce
from typing import NamedTuple

from mapkit.games.dungeon.design import SHUT
from mapkit.games.dungeon.draft import draw_from
from mapkit.games.dungeon.state import (
    COINS,
    EMPTY,
    NAMES,
    Action,
    Bag,
    Enemy,
    PeriodOrder,
    Player,
    Spot,
    State,
    Telling,
    board,
    in_dungeon,
    neighbours,
    with_dungeon,
    with_level,
)
from mapkit.language.directives import draw_one
from mapkit.model.frozen import replaced
from mapkit.model.grid import Cell
from mapkit.model.message import NOTHING, Message, Name, joined, message
from mapkit.model.ruling import Dice, keyed

ACTIONS = 3
"""The number of actions that a player has in a period (HD-36)."""
LOOTS = 3
"""The number of rolls for the loot of a Chest (HD-18)."""
CHARGE = 3
"""The number of hexes that a Minotaur charges (HD-41)."""
ENOUGH, LEAD = 51, 5
"""The coins in the Store that a player needs to win, and the lead over every other Store (HD-49, HD-50)."""
DEEP = 5
"""A dungeon with more levels than this may be followed by another (HD-34)."""
ESCAPES = 3
"""How many players must have escaped from a dungeon before another is made; all where there are fewer (HD-32.a)."""
TURNS = {"minotaur": 1, "rot_bird": 2}
"""The number of actions that a creature has in a period (HD-40.1, HD-54)."""


def after_period(telling: Telling, dice: Dice) -> Telling:
    """Carry out the period (HD-39). A player who handed in no orders does nothing (HD-G4)."""
    orders = dict(telling.state.orders)
    telling = telling.say("period", count=str(telling.state.period))
    # Make a new dungeon if anybody asks for one, then let players enter (HD-30 to HD-35)
    asking = [player.name for player in telling.state.players if orders.get(player.name, PeriodOrder()).asks]
    if asking:
        telling = telling.then(with_dungeon(telling.state, dice))
        telling = telling.say("founded", player=asking[0], count=str(len(telling.state.dungeons)))
    for player in telling.state.players:
        number = orders.get(player.name, PeriodOrder()).enters
        if number is not None:
            number = number or len(telling.state.dungeons)
            telling = _put(telling, player, Spot(number, 1, telling.state.middle))
            telling = telling.say("enters", player=player.name, count=str(number))
    packed = {name: order.actions for name, order in orders.items()}
    for slot in range(ACTIONS):
        acting = {name: actions[slot] for name, actions in packed.items() if slot < len(actions)}
        telling, captured = after_actions(telling, acting, dice)
        packed = {name: actions for name, actions in packed.items() if name not in captured}  # HD-44.c
    # Let all creatures act, one after the other (HD-39, HD-40.1, HD-54)
    moved = list[Enemy]()
    for enemy in telling.state.enemies:
        act = _minotaur if enemy.kind == "minotaur" else _rot_bird
        for _ in range(TURNS[enemy.kind]):
            telling, enemy = act(telling, enemy, dice)
        moved.append(enemy)
    telling = telling.then(replaced(telling.state, enemies=tuple(moved)))
    # Turn the Chests that were used to Blank (HD-19)
    used = tuple(dict.fromkeys(spot for _, spot in telling.state.looted if telling.state.kind(spot) == "chest"))
    for spot in used:
        telling = telling.show("emptied", cell=telling.state.name_of(spot))
    state = replaced(telling.state.with_hexes(used, "blank"), looted=(), orders=())
    # Announce the Stores, and the winner if there is one (HD-49 to HD-51)
    telling = telling.say("stores", words=", ".join(f"{each.name} {each.store.coins}" for each in state.players))
    for player in state.players:
        others = [other.store.coins for other in state.players if other.name != player.name]
        if player.store.coins >= ENOUGH and player.store.coins >= max(others, default=-LEAD) + LEAD:
            won = telling.then(replaced(state, winner=player.name))
            return won.say("wins", player=player.name, count=str(player.store.coins))
    return views(telling.then(replaced(state, period=state.period + 1)))


def may_found(state: State) -> bool:
    """Whether a new dungeon may be made: enough players have escaped, and the newest is stuck or deep (HD-32 to 34)."""
    newest = state.dungeons[-1]
    stuck = any("pit" not in level.values() for level in newest.levels)
    return len(newest.escaped) >= min(ESCAPES, len(state.players)) and (stuck or len(newest.levels) > DEEP)


def _put(telling: Telling, player: Player, spot: Spot | None) -> Telling:
    return telling.change(player._replace(spot=spot)).note("at", player=player.name, cell=telling.state.name_of(spot))


# --- slots -------------------------------------------------------------------------------------------------------


class _Deed(NamedTuple):
    """A player's action in a slot, judged by the state when the slot began."""

    player: Player
    action: Action
    target: Spot | None
    """The hex that it aims at; None where it aims at none."""
    obstacle: str
    """What is in the way, in words; empty for nothing."""

    def is_a(self, verb: str) -> bool:
        """Whether the action is of this kind and has its effect."""
        return self.action.verb == verb and not self.obstacle


def after_actions(telling: Telling, acting: Mapping[str, Action], dice: Dice) -> tuple[Telling, frozenset[str]]:
    """Carry out one action of each player, judged by the state before it (HD-38); also the names of the captured.

    The consequences follow at its end: loot, captures, falls, climbs, and captures at the end of a Rope (HD-38.f).
    """
    before = telling.state
    deeds = list[_Deed]()
    for player, spot in in_dungeon(before):
        if player.name in acting:
            action = acting[player.name]
            target = before.towards(spot, action.to) if action.to else spot
            deeds.append(_Deed(player, action, target, _obstacle(before, player, target, action)))
    for deed in deeds:
        telling = _announced(telling, deed)
    for deed in deeds:
        if deed.is_a("move"):
            telling = _loot(telling, deed.player.name, dice)
    telling, captured = _capture_all(telling)
    free = [deed for deed in deeds if not deed.obstacle and deed.player.name not in captured]
    for deed in free:
        if deed.is_a("move"):
            telling = _fall(telling, deed.player.name, dice)
    for deed in free:
        if deed.action.climbs is not None:
            telling = _climb(telling, deed, dice)
    mined = [deed.target for deed in deeds if deed.is_a("mine") and deed.target is not None]
    telling = telling.then(telling.state.with_hexes(mined, "blank"))  # HD-38.d, HD-38.e
    telling, landed = _capture_all(telling)  # HD-27.d
    return telling, captured | landed


def what_bars(kind: str, player: Player) -> Message:
    """What keeps a player off a hex of this kind, in words; empty where nothing does (HD-15, HD-16, HD-58, HD-63)."""
    if kind in SHUT:
        return NAMES[kind]
    return message("Dark, and no torch") if kind == "dark" and not player.pocket.torches else NOTHING


def _obstacle(state: State, player: Player, target: Spot | None, action: Action) -> Message:
    """Why an action has no effect, in words (HD-16.a); empty where it has one."""
    if target is None:
        return message("no hex next to them")
    kind = state.kind(target)
    match action.verb:
        case "move":
            return what_bars(kind, player)
        case "mine" if not player.pocket.tools:
            return message("no Mining Tools")
        case "mine" if kind != "stone_wall":
            return message("no Stone Wall")
        case "climb" if kind != "rope":
            return message("no Rope")
        case _:
            return NOTHING


def _announced(telling: Telling, deed: _Deed) -> Telling:
    """Announce a deed; a player who moves is moved, and a player who mines uses the tools up (HD-61)."""
    player, action, target, obstacle = deed
    cell = telling.state.name_of(target) if target is not None else action.to
    if obstacle:
        return telling.say("blocked", player=player.name, cell=cell, what=obstacle)
    match action.verb:
        case "move":
            return _put(telling, player, target).say("moves", player=player.name, cell=cell)
        case "mine":
            pocket = player.pocket._replace(tools=player.pocket.tools - 1)
            return telling.change(player._replace(pocket=pocket)).say("mines", player=player.name, cell=cell)
        case "wait":
            return telling.say("waits", player=player.name)
        case _:
            return telling


def _loot(telling: Telling, name: str, dice: Dice) -> Telling:
    """Roll three times for the loot of a player who moves onto a Chest; by option once in a period (HD-18, HD-18.a)."""
    player = telling.state.player(name)
    if player.spot is None or telling.state.kind(player.spot) != "chest":
        return telling
    if "chest-once" in telling.state.options and (name, player.spot) in telling.state.looted:
        return telling.say("paid", player=name, cell=telling.state.name_of(player.spot))
    pool = telling.state.params.loot(player.spot.level)
    found = EMPTY
    for _ in range(LOOTS):
        loot = draw_from(pool, dice)
        found = found.and_(Bag(COINS.get(loot, 0), int(loot == "mining_tools"), int(loot == "torch")))
    telling = telling.then(replaced(telling.state, looted=(*telling.state.looted, (name, player.spot))))
    telling = telling.change(player._replace(pocket=player.pocket.and_(found)))
    return telling.say("loots", player=name, cell=telling.state.name_of(player.spot), what=found.words)


def _fall(telling: Telling, name: str, dice: Dice) -> Telling:
    """A player who moves onto a Pit falls to the centre of the next level, which is made if need be (HD-24, HD-25)."""
    player = telling.state.player(name)
    if player.spot is None or telling.state.kind(player.spot) != "pit":
        return telling
    dungeon, level, _ = player.spot
    if level == len(telling.state.dungeons[dungeon - 1].levels):
        telling = telling.then(with_level(telling.state, dungeon, dice))
        telling = telling.show("made", count=str(level + 1), name=str(dungeon))
    telling = _put(telling, player, Spot(dungeon, level + 1, telling.state.middle))
    return telling.say("falls", player=name, count=str(level + 1))


def landings(state: State, player: Player, spot: Spot, later: Collection[str] = ()) -> tuple[Spot, ...]:
    """The hexes above to which a Rope may lead: open hexes beside a Pit (HD-27); none from level 1.

    Hexes of the kinds in `later` count as open to the player.
    """
    if spot.level == 1:
        return ()
    level = state.dungeons[spot.dungeon - 1].levels[spot.level - 2]
    open_to = ("blank", "rope", "chest", *(("dark",) if player.pocket.torches else ()), *later)
    near = neighbours(state.grid.radius)
    beside = {other for cell, kind in level.items() if kind == "pit" for _, other in near[cell]}
    cells = (cell for cell, kind in level.items() if kind in open_to and cell in beside)
    return tuple(Spot(spot.dungeon, spot.level - 1, cell) for cell in cells)


def unfit(state: State, player: Player, spot: Spot, word: str) -> Message:
    """Why a Rope does not lead to the named hex, in words (HD-27); empty where it does."""
    above = (Spot(spot.dungeon, spot.level - 1, cell) for cell in state.grid.cells())
    target = next((thing for thing in above if thing.is_called(word)), None)
    if target is None:
        return message("no hex of level {number}", spot.level - 1)
    if target in landings(state, player, spot):
        return NOTHING
    kind = state.kind(target)
    return NAMES[kind] if kind == "pit" else what_bars(kind, player) or message("beside no Pit")


def _climb(telling: Telling, deed: _Deed, dice: Dice) -> Telling:
    """Climb a Rope to the named hex, or to a random one where none is named; from level 1 outside (HD-26 to HD-29).

    If the named hex is not possible, the player stays on the Rope (HD-27.a).
    A player who has fallen onto the Rope below a Pit did not move onto it (HD-24.b).
    """
    player = telling.state.player(deed.player.name)
    name, spot = player.name, player.spot
    if spot is None or spot != deed.target or telling.state.kind(spot) != "rope":
        return telling.say("no-rope", player=name)
    wish = deed.action.climbs or ""
    if spot.level == 1 and wish:
        return telling.say("leads-out", player=name, cell=wish)
    if spot.level == 1:
        # everything in the Pocket goes into the Store (HD-28, HD-29)
        kept = player._replace(pocket=EMPTY, store=player.store.and_(player.pocket))
        telling = _put(telling.then(telling.state.with_escaped(spot.dungeon, name, there=True)), kept, None)
        return telling.say("escapes", player=name, count=str(spot.dungeon), what=player.pocket.words)
    targets = landings(telling.state, player, spot)
    if not targets:
        return telling.say("no-landing", player=name)
    if wish and (what := unfit(telling.state, player, spot, wish)):
        # Announce a climb that is not possible, and the hexes that would do; in fog only that it is not (HD-G1)
        if telling.state.fog:
            return telling.say("unfit-unseen", player=name, cell=wish)
        words = ", ".join(map(telling.state.name_of, targets))
        return telling.say("unfit", player=name, cell=wish, what=what, words=words)
    wished = [target for target in targets if target.is_called(wish)] or targets
    target = draw_one(wished, dice)
    return _put(telling, player, target).say("climbs", player=name, cell=telling.state.name_of(target))


def _capture_all(telling: Telling) -> tuple[Telling, frozenset[str]]:
    """Capture every player who shares a hex with a creature (HD-44.b); also the names of the captured."""
    captured = frozenset[str]()
    for player, spot in in_dungeon(telling.state):
        enemies = telling.state.enemies_on(spot)
        if enemies:
            telling = _capture(telling, player, enemies[0])
            captured |= {player.name}
    return telling, captured


def _capture(telling: Telling, player: Player, enemy: Enemy) -> Telling:
    """The player loses what is in the Pocket, and comes to the centre of level 1 (HD-44, HD-45, HD-57.2)."""
    where = telling.state.name_of(player.spot)
    telling = _put(telling, player._replace(pocket=EMPTY), Spot(enemy.spot.dungeon, 1, telling.state.middle))
    return telling.say("captured", player=player.name, name=NAMES[enemy.kind], cell=where, what=player.pocket.words)


# --- creatures ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def rays(radius: int) -> Mapping[Cell, tuple[tuple[Cell, ...], ...]]:
    """The hexes in a straight line from each hex, nearest first, in the order of the directions."""
    grid = board(radius)
    found = dict[Cell, list[tuple[Cell, ...]]]()
    for cell in grid.cells():
        for direction in grid.directions:
            ray, at = list[Cell](), grid.step(cell, direction)
            while at is not None:
                ray.append(at)
                at = grid.step(at, direction)
            found.setdefault(cell, []).append(tuple(ray))
    return {cell: tuple(things) for cell, things in found.items()}


def in_line(state: State, enemy: Enemy) -> tuple[tuple[Player, tuple[Spot, ...]], ...]:
    """The players in a straight line with a creature, no wall of stone or steel between, and the hexes up to each.

    The players come in the order of turns (HD-41.1.a).
    """
    there = {player.spot.cell for player in state.players if player.spot and player.spot[:2] == enemy.spot[:2]}
    if not there:
        return ()
    level, ways = state.level(enemy.spot), dict[Cell, tuple[Cell, ...]]()
    for ray in rays(state.grid.radius)[enemy.spot.cell]:
        for far, cell in enumerate(ray, 1):
            if cell in there:
                ways[cell] = ray[:far]
            if level[cell] in ("stone_wall", "steel_wall"):
                break
    return tuple(
        (player, tuple(Spot(enemy.spot.dungeon, enemy.spot.level, cell) for cell in ways[player.spot.cell]))
        for player in state.players
        if player.spot and player.spot[:2] == enemy.spot[:2] and player.spot.cell in ways
    )


def _minotaur(telling: Telling, enemy: Enemy, dice: Dice) -> tuple[Telling, Enemy]:
    """Charge three hexes at a player in line, else step anywhere (HD-41, HD-42); also the Minotaur after it."""
    targets = in_line(telling.state, enemy)
    if not targets:
        beside = telling.state.around(enemy.spot)
        return _walk(telling, enemy, (beside[dice(len(beside)) - 1],), "wanders", "")
    player, way = draw_one(targets, dice)
    return _walk(telling, enemy, way[:CHARGE], "charges", player.name)


def _walk(telling: Telling, enemy: Enemy, way: tuple[Spot, ...], key: str, towards: str) -> tuple[Telling, Enemy]:
    """Move a creature hex by hex until one is forbidden; it captures all players on its way (HD-43, HD-44, HD-41.d)."""
    state, entered = telling.state, list[Spot]()
    shut = ("stone_wall", "steel_wall") if enemy.kind == "rot_bird" else (*SHUT, "pit")
    for spot in way:
        if state.kind(spot) in shut or spot.cell == state.middle:
            break
        entered.append(spot)
    telling = telling.show(
        key if entered else f"{key}-nowhere",
        name=NAMES[enemy.kind],
        cell=state.name_of(enemy.spot),
        other=towards,
        words=", ".join(map(state.name_of, entered)),
    )
    for spot in entered:
        for player in state.players:
            if player.spot == spot:
                telling = _capture(telling, player, enemy)
    return telling, Enemy(enemy.kind, enemy.number, entered[-1]) if entered else enemy


def _rot_bird(telling: Telling, enemy: Enemy, dice: Dice) -> tuple[Telling, Enemy]:
    """Hunt the nearest player in line, else ruin what is around at a chance of one in six, else fly on (HD-55)."""
    seen = in_line(telling.state, enemy)
    nearest = min((len(way) for _, way in seen), default=0)
    targets = [each for each in seen if len(each[1]) == nearest]
    if targets:
        player, way = draw_one(targets, dice)
        return _walk(telling, enemy, way[:1], "hunts", player.name)
    if dice(6) == 1:
        return with_ruins_around(telling, enemy), enemy
    directions = telling.state.grid.directions
    target = telling.state.towards(enemy.spot, directions[dice(len(directions)) - 1])
    return _walk(telling, enemy, (target,) if target else (), "wanders", "")


def with_ruins_around(telling: Telling, enemy: Enemy) -> Telling:
    """Turn the hexes around to Blank, except Pools, Steel Walls, Pits and the centre; capture players there (HD-56)."""
    state = telling.state
    kept = ("pool", "steel_wall", "pit")
    struck = [spot for spot in state.around(enemy.spot) if state.kind(spot) not in kept and spot.cell != state.middle]
    cells = ", ".join(state.name_of(spot) for spot in struck) or "nothing"
    telling = telling.then(state.with_hexes(struck, "blank"))
    telling = telling.show("ruins", name=NAMES[enemy.kind], cell=state.name_of(enemy.spot), words=cells)
    for player, spot in in_dungeon(telling.state):
        if spot in struck:
            telling = _capture(telling, player, enemy)
    return telling


def views(telling: Telling) -> Telling:
    """In fog, tell each player what they see: their own hex and those around it (HD-G1)."""
    state = telling.state
    for player, spot in in_dungeon(state) if state.fog else ():
        near = ((side.lower(), state.towards(spot, side)) for side in state.grid.directions)
        words = joined([joined([keyed(side), _hex_in_words(state, other, player)], " ") for side, other in near])
        telling = telling.say(
            "sees", player=player.name, cell=state.name_of(spot), what=_hex_in_words(state, spot, player), words=words
        )
    return telling


def _hex_in_words(state: State, spot: Spot | None, viewer: Player) -> Message:
    if spot is None:
        return keyed("nothing")
    there: list[Message | Name] = [NAMES[enemy.kind] for enemy in state.enemies_on(spot)]
    there += [Name(player.name) for player in state.players if player.spot == spot and player != viewer]
    kind = NAMES[state.kind(spot)]
    together = partial(message, "{things} and {last}")
    return message("{thing} with {things}", kind, reduce(together, there)) if there else kind
