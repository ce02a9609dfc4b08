"""Carry out the corrections by a game master of Maze on paper (MP-127).

The functions are pure, as the referee is. A correction announces no cell, because players know of none. They hear what
they need to play on, such as weapons and wounds. Numbers that should stay the same are watched in the notes but never
enforced, because the game master may be correcting one thing at a time. Each function raises NoRuling where a rule
forbids the correction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mapkit.games.kit.corrections import Quantity
from mapkit.games.labyrinth.moves import request
from mapkit.games.labyrinth.situation import weapon_kinds, words
from mapkit.games.labyrinth.state import Creature, LooseTreasure, Player, State, Telling, numbers_of, visit
from mapkit.games.labyrinth.weapons import lay_down, stands, stream_crosses, with_barrier
from mapkit.model.grid import Border, Cell, Direction, Place, border, sides
from mapkit.model.rule import Fact, has
from mapkit.model.ruling import NoRuling, heard, row

# --- players -----------------------------------------------------------------------------------------------------


def put_player(state: State, player: Player, cell: Cell) -> Telling:
    """Put a player on a cell; a note says if treasure lies there, which they take as the rules say (MP-73.c)."""
    _refuse_solid(state, cell)
    telling = _put(state, player, cell).note("at", player=player.name, cell=cell)
    lies = any(thing.cell == cell for thing in telling.state.loose)
    return telling.note("gm-waits", cell=cell) if lies else telling


def _refuse_solid(state: State, cell: Cell) -> None:
    if state.lay.kinds.get(cell) in state.params.closed:
        raise NoRuling(heard("MX-92.gm-solid", cell=cell))


def put_outside(state: State, player: Player, line: Border) -> Telling:
    return _put(state, player, line).note("outside", player=player.name, cell=line.cell)


def _put(state: State, player: Player, spot: Place) -> Telling:
    """Put a player elsewhere; if it is the player to move, they may ask for any step there."""
    state = replace(state, refused=frozenset()) if player == state.player else state
    return Telling(state).change(player._replace(spot=spot)).say("gm-notes")


def give_turn(state: State, player: Player) -> Telling:
    """Give a living player the turn; it is not lost, and nothing has been done in it."""
    if player.dead:
        raise NoRuling(heard("MP-57.gm-dead", player=player.name))
    turn = state.players.index(player)
    fresh = replace(state, turn=turn, phase="before", refused=frozenset(), queued=())
    return Telling(fresh).change(player._replace(loses=False))


def set_arms(state: State, player: Player, counts: Sequence[Quantity]) -> Telling:
    arms = player.arms._replace(**{count.thing: count.number for count in counts})
    telling = Telling(state).change(player._replace(arms=arms))
    return _strange(telling.say("gm-has", player=player.name, what=arms.words), state)


def _strange(telling: Telling, before: State) -> Telling:
    """Add a note if there are weapons now that the code gives nobody."""
    strange = [kind for kind in weapon_kinds(telling.state) if kind not in weapon_kinds(before)]
    return telling.note("gm-strange", what=row(strange)) if strange else telling


def set_treasures(state: State, player: Player, counts: Sequence[Quantity]) -> Telling:
    """Set the treasures that a player carries; others hear neither their number nor their kind."""
    if (player.wounded or player.dead) and any(count.number for count in counts):
        raise NoRuling(heard("MP-72.gm-carry", player=player.name))
    before = bool(player.genuine + player.false)
    for each in sorted(counts, key=lambda count: count.variety):  # `no treasure` means both kinds, and comes first
        genuine = player.genuine if each.variety == "false" else each.number
        false = each.number if each.variety == "false" or not (each.number or each.variety) else player.false
        player = player._replace(genuine=genuine, false=false)
    telling, after = Telling(state).change(player), bool(player.genuine + player.false)
    if after == before:
        telling = telling.say("gm-notes")
    else:
        telling = telling.say("gm-carries" if after else "gm-carries-none", player=player.name)
    holds = numbers_of({"treasure": player.genuine, "false-treasure": player.false})
    return _count_genuine(telling.note("gm-holds", player=player.name, what=holds))


def set_health(state: State, player: Player, health: str) -> Telling:
    """Set a player's health: `wounded`, `healthy`, `dead` or `alive`."""
    wounded = {"wounded": True, "healthy": False, "dead": True}.get(health, player.wounded and not state.has("H2"))
    telling = lay_down(Telling(state), player.name) if wounded else Telling(state)
    telling = telling.change(telling.state.named(player.name)._replace(wounded=wounded, dead=health == "dead"))
    if state.params.anonymous_hits == "yes":  # the name of a hit player is not announced
        return telling.say("gm-notes").note(f"gm-{health}", player=player.name)
    return telling.say(f"gm-{health}", player=player.name)


# --- things ------------------------------------------------------------------------------------------------------


def set_treasure_on(state: State, cell: Cell, kind: str, *, there: bool) -> Telling:
    """Set whether a treasure lies on a cell; `kind` is `genuine`, `false` or empty: a genuine one, or none at all."""
    _refuse_solid(state, cell)
    genuine, loose = kind != "false", state.loose
    if not there:
        loose = tuple(thing for thing in loose if thing.cell != cell or (kind and thing.genuine != genuine))
    elif LooseTreasure(cell, genuine) not in loose:
        loose = (*loose, LooseTreasure(cell, genuine))
    what = "treasure" if genuine else "false-treasure"
    return _count_genuine(_lies(replace(state, loose=loose), what, cell, there=there))


def set_boomerang_on(state: State, cell: Cell, *, there: bool) -> Telling:
    _refuse_solid(state, cell)
    others = tuple(other for other in state.fallen if other != cell)
    lying = others if not there else state.fallen if cell in state.fallen else (*others, cell)
    return _lies(replace(state, fallen=lying), "boomerang", cell, there=there)


def _lies(state: State, what: str, cell: Cell, *, there: bool) -> Telling:
    return Telling(state).say("gm-notes").note("gm-lies" if there else "gm-lies-no-more", what=what, cell=cell)


def _count_genuine(telling: Telling) -> Telling:
    """Count the genuine treasures again, because V3 asks for all (MP-V-3); a note says if their number changed."""
    state = telling.state
    genuine = sum(p.genuine for p in state.players) + sum(thing.genuine for thing in state.loose)
    drawn = sum(fact.mark == "treasure" for fact in state.drawn.facts)
    telling = telling.then(replace(state, genuine=genuine))
    if not genuine:
        return telling.note("gm-none-left", count=str(drawn))
    return telling.note("gm-genuine", count=str(genuine), size=str(drawn)) if genuine != drawn else telling


def set_stock(state: State, cell: Cell, counts: Sequence[Quantity]) -> Telling:
    """Set what an arsenal gives from now on; players learn it when they come to rest there (MP-92.b)."""
    arms = state.visit(cell)._replace(**{count.thing: count.number for count in counts})
    stocks = dict(state.restocked) | {cell: arms}
    given = tuple((stock, has) for stock, has in stocks.items() if has != visit(state.params, stock))
    telling = Telling(replace(state, restocked=given)).say("gm-notes").note("gm-gives", cell=cell, what=arms.words)
    return _strange(telling, state)


def put_creature(state: State, creature: Creature, cell: Cell) -> Telling:
    """Put a creature on a cell, which must lie on its path if it has one."""
    _refuse_solid(state, cell)
    if len(creature.path) > 1 and cell not in creature.path:
        raise NoRuling(heard("gm-path", what=creature.kind, ways=", ".join(dict.fromkeys(creature.path))))
    done = creature.path.index(cell) if len(creature.path) > 1 else 0
    return Telling(state).creature(creature._replace(cell=cell, done=done)).say("gm-notes")


# --- walls and exits ---------------------------------------------------------------------------------------------


def set_wall(state: State, cell: Cell, way: Direction, *, there: bool) -> Telling:
    _refuse_solid(state, state.params.grid.step(cell, way) or "")
    if state.params.grid.step(cell, way) is None:
        raise NoRuling(heard("gm-outer", cell=cell, ways=request(state.params, way)))
    if there and stands(state, cell, way):
        return Telling(state)  # nothing changes
    line, facts = border(state.params.grid, cell, way), with_barrier(state, cell, way, there=there)
    telling = _change(state, line, facts, "gm-wall" if there else "gm-no-wall")
    return telling.note("gm-stream", cell=cell) if there and stream_crosses(state, cell, way) else telling


def set_exit(state: State, cell: Cell, way: Direction, *, there: bool) -> Telling:
    line, beyond = border(state.params.grid, cell, way), state.params.grid.step(cell, way)
    if way in "UD" or (beyond is not None and state.lay.kinds.get(beyond) not in state.params.closed):
        raise NoRuling(heard("gm-inner", cell=cell, ways=request(state.params, way)))
    waiting = [p.name for p in state.players if p.spot == Border(cell, way)]
    if waiting and not there:
        raise NoRuling(heard("gm-before-exit", players=", ".join(waiting), cell=cell))
    facts = state.facts | {has(line, "exit")} if there else state.facts - {has(line, "exit")}
    telling = _change(state, line, facts, "gm-exit" if there else "gm-no-exit-now")
    exits = sum(fact.mark == "exit" for fact in facts)
    fits = exits == 1 if state.has("O2") else exits
    return telling if fits else telling.note("gm-exits", count=str(exits))


def _change(state: State, line: Border, facts: frozenset[Fact], note: str) -> Telling:
    """Change walls; if the player to move is beside them, that player may ask for any step again."""
    near = state.player.spot in sides(state.params.grid, line)
    refused = frozenset[Direction]() if near else state.refused
    telling = Telling(replace(state, facts=facts, refused=refused)).say("gm-notes")
    return telling.note(note, what=words(state, line))
