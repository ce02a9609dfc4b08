"""Orders: what a player writes down for a period, in words and as actions (HD-36 to HD-38)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from mapkit.games.dungeon.period import ACTIONS, after_actions, landings, may_found, unfit, what_bars
from mapkit.games.dungeon.state import Action, PeriodOrder, Player, Spot, State, Telling
from mapkit.language.directives import cell_name, vocabulary
from mapkit.model.ruling import IllegalMove, InvalidMove, heard

SPOKEN = vocabulary("dungeon")
DIRECTIONS = frozenset({"ne", "e", "se", "sw", "w", "nw"})
CLIMB, MINE, WAIT, RESOLVE = "climb", "mine", "wait", "resolve"
"""The actions beside a move, and the word that carries a period out before all orders are in (HD-G4)."""
ENTER, NEW, ANY, THEN = "enter", "new", "any", "then"
_CELL = re.compile(r"(?:[0-9]{1,3}:)?[a-z][0-9]{1,2}(?:/[0-9]{1,2})?", re.ASCII)


def read(state: State, player: Player, words: str) -> PeriodOrder:
    """Read the order of a player, such as `ne e climb d5`. Raises InvalidMove, with all unknown words, or IllegalMove.

    `enter 2 e` enters a dungeon first, and `new` asks for a new one. A hex after `climb` is where the Rope is to lead.
    """
    said = deque(filter(None, re.split(rf"[\s,+]+|\b{THEN}\b", SPOKEN.plain(words))))
    if not said:
        raise InvalidMove(heard("empty"))
    enters, asks = _entry(state, player, said)
    actions = list[Action]()
    unknown, stuck = list[str](), False
    while said:
        word = said.popleft()
        if word == CLIMB:
            stuck |= not _climb(state, actions, said)
        elif word == MINE and said and _goal(said[0]):
            actions.append(Action("mine", _goal(said.popleft())))
        elif _goal(word):
            actions.append(Action("move", _goal(word)))
        elif word in (WAIT, "-"):
            actions.append(Action("wait"))
        else:
            unknown.append(word)
    if unknown:
        ways = f"{MINE} ne, {WAIT}" if _tools(state) else WAIT
        raise InvalidMove(heard("unread", words=", ".join(unknown), ways=ways))
    if stuck:
        raise IllegalMove(heard("HD-26.a.place"))
    if len(actions) > ACTIONS:
        raise IllegalMove(heard("HD-36.many", count=str(len(actions))))
    if player.spot is None and enters is None and any(action.verb != "wait" for action in actions):
        raise IllegalMove(heard("HD-30.outside", count=str(len(state.dungeons))))
    order = PeriodOrder(tuple(actions), enters, asks)
    for there, rope, wish in _climbs(state, player, order):
        _check(there, player, rope, wish)
    return order


def _goal(word: str) -> str:
    """A direction in its short form, or a hex; empty for any other word."""
    return word if word in DIRECTIONS else cell_name(word) if _CELL.fullmatch(cell_name(word)) else ""


def _climb(state: State, actions: list[Action], said: deque[str]) -> bool:
    """Add a climb to the move before it; by option it may also be an action by itself (HD-26.a).

    Returns False where neither is possible.
    """
    wish = cell_name(said.popleft()) if said and (_CELL.fullmatch(cell_name(said[0])) or said[0] == ANY) else ""
    wish = "" if wish == ANY else wish
    if actions and actions[-1].verb == "move" and actions[-1].climbs is None:
        actions[-1] = actions[-1]._replace(climbs=wish)
    elif "climb-in-place" in state.options:
        actions.append(Action("climb", climbs=wish))
    else:
        return False
    return True


def _climbs(state: State, player: Player, order: PeriodOrder) -> Iterator[tuple[State, Spot, str]]:
    """The climbs to a named hex: the state at that time, as far as it can be foreseen, the Rope, and the hex's name.

    The list ends where chance decides or others may interfere; in fog nothing is foreseen.
    """
    if state.fog or order.enters == 0 or not any(action.climbs for action in order.actions):
        return
    if order.enters:
        state = state.with_player(player._replace(spot=Spot(order.enters, 1, state.middle)))
    later = _opening(state, player)
    for action in order.actions:
        spot = state.player(player.name).spot
        if spot is None:
            return
        rope = state.towards(spot, action.to) if action.to else spot
        if action.climbs and rope and state.kind(rope) == "rope" and not state.enemies_on(rope):
            yield state, rope, action.climbs
        telling, captured = after_actions(Telling(state), {player.name: action}, lambda _: 1)
        said = {announcement.key for announcement in telling.heard}
        by_chance = "made" in said or ("climbs" in said and not action.climbs)
        if captured or by_chance or (later and said & {"loots", "blocked", "unfit"}):
            return
        state = telling.state


def _opening(state: State, player: Player) -> tuple[str, ...]:
    """The kinds of hexes that are closed to a player now but may open before the period ends (HD-60, HD-65)."""
    torches = state.params.torch and not player.pocket.torches
    return (*(("stone_wall",) if _tools(state) else ()), *(("dark",) if torches else ()))


def _tools(state: State) -> bool:
    return bool(state.params.mining_tools) or any(player.pocket.tools for player in state.players)


def _check(state: State, player: Player, rope: Spot, wish: str) -> None:
    """Raise IllegalMove where a Rope cannot lead to the named hex, however the period goes (HD-27.a)."""
    if any(target.is_called(wish) for target in landings(state, player, rope, _opening(state, player))):
        return
    if rope.level == 1:
        raise IllegalMove(heard("HD-27.e.wish", cell=wish))
    ways = ", ".join(map(state.name_of, landings(state, player, rope)))
    if not ways:
        raise IllegalMove(heard("HD-27.b.wish", count=str(rope.level - 1)))
    raise IllegalMove(heard("HD-27.a.wish", cell=wish, what=unfit(state, player, rope, wish), ways=ways))


def _entry(state: State, player: Player, said: deque[str]) -> tuple[int | None, bool]:
    """Read the beginning of an order: the dungeon to enter, and whether a new one is asked for (HD-30, HD-32)."""
    enters, asks = None, False
    if said and (said[0] == ENTER or said[0].isdecimal()):
        word = said.popleft()
        if word == ENTER:
            word = said.popleft() if said else ""
        if word == NEW:
            enters, asks = 0, True
        elif re.fullmatch(r"[0-9]{1,3}", word, re.ASCII) and 1 <= int(word) <= len(state.dungeons):
            enters = int(word)
        else:
            raise IllegalMove(heard("HD-30.which", count=str(len(state.dungeons))))
    elif said and said[0] == NEW:
        said.popleft()
        asks = True
    if player.spot is not None and (asks or enters is not None):
        raise IllegalMove(heard("HD-30.inside"))
    if asks and not may_found(state):
        raise IllegalMove(heard("HD-32.closed"))
    return enters, asks


def ways(state: State, player: Player) -> Iterator[str]:
    """The first actions that are possible as far as the player can know (HD-37)."""
    if player.spot is None:
        yield from (f"{ENTER} {number}" for number in range(1, len(state.dungeons) + 1))
        yield from (f"{ENTER} {NEW}", NEW) if may_found(state) else ()
    else:
        if "climb-in-place" in state.options and _leads(state, player, player.spot):
            yield CLIMB
        for side in state.grid.directions:
            spot = state.towards(player.spot, side)
            if spot is None:
                continue
            kind = state.kind(spot)
            if kind == "stone_wall" and player.pocket.tools:
                yield f"{MINE} {side.lower()}"
            if what_bars(kind, player):
                continue
            yield side.lower()
            if _leads(state, player, spot) and not state.enemies_on(spot):
                yield f"{side.lower()} {CLIMB}"
    yield WAIT


def _leads(state: State, player: Player, spot: Spot) -> bool:
    """Whether a hex has a Rope that leads somewhere, as far as the player can know (HD-27.b); in fog any Rope may."""
    return state.kind(spot) == "rope" and (spot.level == 1 or state.fog or bool(landings(state, player, spot)))
