"""Carry out the corrections by a game master of Dungeon, also those that change the rules of a nomic (HD-G5).

The functions are pure, as the referee is. Every correction is announced. In fog players hear only what concerns them
and no secrets of others (HD-G1). A player who is put elsewhere hands in orders again. Each function raises NoRuling,
which lists all that forbids the correction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from mapkit.games.dungeon.design import CREATURES, SHUT, Params, Weight, Weights, clashes
from mapkit.games.dungeon.period import views
from mapkit.games.dungeon.state import EMPTY, NAMES, Enemy, Player, Spot, State, Telling
from mapkit.games.kit.corrections import Quantity
from mapkit.model.message import Name, joined
from mapkit.model.ruling import Announcement, NoRuling, heard

FORBIDS = {"stone_wall": "HD-15", "pool": "HD-16", "steel_wall": "HD-58", "pit": "HD-24"}
"""By kind of hex the rule that keeps players off it."""
CLOSED = {"minotaur": ("HD-43", (*SHUT, "pit")), "rot_bird": ("HD-57.1", ("stone_wall", "steel_wall"))}
"""For each creature the rule that keeps it off hexes, and the kinds of these; the centre is closed to both."""


def unusual_weights(p: Params) -> str:
    """The weights that differ from those of the rules, as settings in words."""
    weights = ((field.name, field.default) for field in fields(Params) if isinstance(field.default, Weight))
    changed = (f"{name} {Weights().show(getattr(p, name))}" for name, usual in weights if getattr(p, name) != usual)
    return ", ".join(changed)


def _forbid(refusals: Iterable[Announcement]) -> None:
    found = tuple(refusals)
    if found:
        raise NoRuling(*found)


# --- players -----------------------------------------------------------------------------------------------------


def put_player(state: State, player: Player, spot: Spot) -> Telling:
    kind, cell = state.kind(spot), state.name_of(spot)
    refusals = [heard(f"{FORBIDS[kind]}.gm-shut", cell=cell)] if kind in FORBIDS else []
    refusals += [
        heard("HD-44.gm-creature", name=NAMES[enemy.kind], cell=cell, player=player.name)
        for enemy in state.enemies_on(spot)
    ]
    _forbid(refusals)
    telling = _move(state, player._replace(spot=spot))
    return views(telling.say("gm-at", player=player.name, cell=cell).note("at", player=player.name, cell=cell))


def let_escape(state: State, player: Player) -> Telling:
    """Let a player have escaped; what is in the Pocket goes into the Store (HD-28, HD-29)."""
    if player.spot is None:
        return Telling(state)
    telling = _move(state, player._replace(spot=None, pocket=EMPTY, store=player.store.and_(player.pocket)))
    telling = telling.then(telling.state.with_escaped(player.spot.dungeon, player.name, there=True))
    telling = telling.say("gm-outside", player=player.name, what=player.pocket.words)
    return telling.note("at", player=player.name, cell=telling.state.name_of(None))


def _move(state: State, player: Player) -> Telling:
    """Put a player elsewhere; the player hands in orders again (HD-38.b)."""
    orders = tuple(order for order in state.orders if order[0] != player.name)
    telling = Telling(replace(state, orders=orders)).change(player)
    return telling.say("gm-orders", player=player.name) if orders != state.orders else telling


def set_things(state: State, player: Player, counts: Sequence[Quantity], *, stored: bool) -> Telling:
    """Set what a player has in the Pocket or, where it is `stored`, in the Store."""
    bag = (player.store if stored else player.pocket)._replace(**{count.thing: count.number for count in counts})
    changed = player._replace(store=bag) if stored else player._replace(pocket=bag)
    return Telling(state).change(changed).say("gm-stores" if stored else "gm-has", player=player.name, what=bag.words)


def set_escaped(state: State, player: Player, number: int, *, there: bool) -> Telling:
    """Set whether a player has escaped from a dungeon, which decides whether a new one may be made (HD-32.a)."""
    telling = Telling(state.with_escaped(number, player.name, there=there))
    return telling.say("gm-escaped" if there else "gm-not-escaped", player=player.name, count=str(number))


# --- the dungeon -------------------------------------------------------------------------------------------------


def add_creature(state: State, kind: str, spot: Spot) -> Telling:
    """Put another creature on a hex; it is the last of its level to act."""
    _forbid(_not_for(state, kind, spot))
    return _with_creature(state, _born(state.enemies, kind, spot), state.enemies)


def move_creature(state: State, kind: str, before: Spot, spot: Spot) -> Telling:
    """Move a creature to another hex; on another level it is the last to act."""
    found = _first(state, kind, before)
    _forbid([*_not_for(state, kind, spot), *([] if found else [_none_there(state, kind, before)])])
    others = tuple(enemy for enemy in state.enemies if enemy != found)
    moved = found._replace(spot=spot) if found and found.spot[:2] == spot[:2] else _born(others, kind, spot)
    return _with_creature(state, moved, others)


def remove_creature(state: State, kind: str, spot: Spot) -> Telling:
    found = _first(state, kind, spot)
    if found is None:
        raise NoRuling(_none_there(state, kind, spot))
    left = list(state.enemies)
    left.remove(found)
    return _openly(_with_enemies(state, left), "gm-no-creature", name=NAMES[kind], cell=state.name_of(spot))


def _not_for(state: State, kind: str, spot: Spot) -> Iterator[Announcement]:
    (number, shut), cell = CLOSED[kind], state.name_of(spot)
    if state.kind(spot) in shut or spot.cell == state.middle:
        yield heard(f"{number}.gm-keeps-off", name=NAMES[kind], cell=cell)
    for player in state.players:
        if player.spot == spot:
            yield heard("HD-44.gm-player", player=player.name, cell=cell)


def _first(state: State, kind: str, spot: Spot) -> Enemy | None:
    return next((enemy for enemy in state.enemies_on(spot) if enemy.kind == kind), None)


def _none_there(state: State, kind: str, spot: Spot) -> Announcement:
    return heard("gm-none-there", name=NAMES[kind], cell=state.name_of(spot))


def _born(others: Iterable[Enemy], kind: str, spot: Spot) -> Enemy:
    on_level = [other.number for other in others if other.spot[:2] == spot[:2]]
    return Enemy(kind, max(on_level, default=-1) + 1, spot)


def _with_creature(state: State, born: Enemy, others: Sequence[Enemy]) -> Telling:
    telling = _with_enemies(state, (*others, born))
    return _openly(telling, "gm-creature", name=NAMES[born.kind], cell=state.name_of(born.spot))


def _with_enemies(state: State, enemies: Sequence[Enemy]) -> Telling:
    return Telling(replace(state, enemies=tuple(sorted(enemies, key=lambda enemy: enemy.rank))))


def set_hex(state: State, spot: Spot, kind: str) -> Telling:
    cell, refusals = state.name_of(spot), list[Announcement]()
    if kind in CREATURES:
        refusals.append(heard("HD-22.gm-creature", name=NAMES[kind], cell=cell))
    elif spot.cell == state.middle and kind != "rope":
        refusals.append(heard("HD-13.gm-centre", cell=cell))
    players = [Name(player.name) for player in state.players if player.spot == spot and kind in FORBIDS]
    creatures = [NAMES[enemy.kind] for enemy in state.enemies_on(spot) if kind in CLOSED[enemy.kind][1]]
    if there := joined([*players, *creatures]):
        refusals.append(heard("gm-stand-there", players=there, cell=cell, what=NAMES[kind]))
    _forbid(refusals)
    return _openly(Telling(state.with_hexes([spot], kind)), "gm-hex", cell=cell, name=NAMES[kind])


def set_weight(state: State, name: str, weight: Weight) -> Telling:
    """Change a weight for all that is drawn from now on (HD-4)."""
    drawn = state.drawn
    changed: dict[str, Any] = {name: weight}
    params = replace(drawn.params, **changed)
    before = {*clashes(drawn.params)}
    fatal = (clash for clash in clashes(params) if clash.fatal and clash not in before)
    _forbid(heard(f"{clash.rule}.gm-clash", words=clash.words) for clash in fatal)
    telling = Telling(replace(state, drawn=replace(drawn, params=params)))
    return telling.say("gm-weight", what=name.replace("_", " "), count=str(Weights().show(weight)))


def set_period(state: State, number: int) -> Telling:
    return Telling(replace(state, period=number)).say("gm-period", count=str(number))


def _openly(telling: Telling, key: str, **args: str) -> Telling:
    """Announce a correction; in fog only the game master learns it, and players hear that something was corrected."""
    return telling.say("gm-notes").note(key, **args) if telling.state.fog else telling.say(key, **args)
