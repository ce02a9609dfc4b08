"""Carry out the corrections by a game master of Treasures (TL-G4).

The functions are pure, as the referee is. A correction announces no tile, because players know of none. They hear what
they also hear in play, such as items and injuries. Each function raises NoRuling where a rule forbids the correction.
"""

from __future__ import annotations

from dataclasses import replace

from mapkit.games.treasures.situation import words
from mapkit.games.treasures.state import LyingTreasure, Player, State, Telling
from mapkit.model.grid import COMPASS, Border, Cell, Direction, border
from mapkit.model.rule import Fact, flows, wall
from mapkit.model.ruling import NoRuling, heard, row

# --- players -----------------------------------------------------------------------------------------------------


def put_player(state: State, player: Player, cell: Cell) -> Telling:
    """Put a player on a tile; no river or portal carries them on, and in the shop they may roll."""
    moved = player._replace(cell=cell, may_roll=state.on(cell) == "shop")
    telling = Telling(state).change(moved).say("gm-notes").note("at", player=player.name, cell=cell)
    return telling.note("gm-waits", cell=cell) if cell in state.treasures else telling


def set_items(state: State, player: Player, items: tuple[str, ...]) -> Telling:
    telling = Telling(state).change(player._replace(items=items))
    return telling.say("gm-has", player=player.name, what=row(items or ["nothing"]))


def take_item(state: State, player: Player, item: str) -> Telling:
    """Take an item away from a player; a different item stays."""
    return set_items(state, player, player.without(item).items) if item in player.items else Telling(state)


def set_treasure(state: State, player: Player, *, there: bool) -> Telling:
    if there and not player.healthy:
        raise NoRuling(heard("TL-76.gm-injured", player=player.name))
    telling = Telling(state).change(player._replace(carried="treasure" if there else ""))
    return _note_count(telling.say("gm-carries" if there else "gm-carries-none", player=player.name))


def set_health(state: State, player: Player, health: str) -> Telling:
    """Set a player's health; an injured player drops the treasure (TL-78), and nobody is healed twice (TL-63.b)."""
    telling, drops = Telling(state), health != "healthy" and bool(player.carried)
    if drops:
        telling = telling.drop(player).note("drops", player=player.name, cell=player.cell)
    lost = "healed" if (health, player.lost) == ("healthy", "hospital") else player.lost
    carried = "" if drops else player.carried
    changed = player._replace(healthy=health == "healthy", infected=health == "infected", carried=carried, lost=lost)
    return telling.change(changed).say(f"gm-{health}", player=player.name)


def set_lost_turn(state: State, player: Player, why: str) -> Telling:
    """Set whether a player loses the next turn; `why` is the reason, empty for not."""
    if bool(player.lost) == bool(why):
        return Telling(state)
    telling = Telling(state).change(player._replace(lost=why))
    return telling.say("gm-loses" if why else "gm-loses-none", player=player.name)


def give_turn(state: State, player: Player) -> Telling:
    """Give a player the turn; it is not lost, and the player has not moved yet."""
    telling = Telling(replace(state, turn=state.players.index(player), moved=False))
    return telling.change(telling.state.player._replace(lost=""))


# --- the board ---------------------------------------------------------------------------------------------------


def set_treasure_on(state: State, cell: Cell, *, there: bool) -> Telling:
    lying = state.lying
    if not there:
        lying = tuple(treasure for treasure in lying if treasure.cell != cell)
    elif cell not in state.treasures:
        lying = (*lying, LyingTreasure(cell))
    telling = Telling(replace(state, lying=lying)).say("gm-notes")
    return _note_count(telling.note("gm-lies" if there else "gm-lies-no-more", cell=cell))


def _note_count(telling: Telling) -> Telling:
    """Add a note if there are more or fewer treasures than on the map at the beginning."""
    state = telling.state
    now = len(state.lying) + sum(bool(player.carried) for player in state.players)
    drawn = sum(fact.mark in state.drawn.params.treasure_marks for fact in state.drawn.facts)
    return telling if now == drawn else telling.note("gm-treasures", count=str(now), size=str(drawn))


def set_wall(state: State, cell: Cell, way: Direction, *, there: bool) -> Telling:
    grid = state.drawn.params.grid
    if grid.step(cell, way) is None:
        raise NoRuling(heard("gm-outer", cell=cell, ways=COMPASS[way]))
    line = border(grid, cell, way)
    return _change(state, line, wall(line), there=there)


def set_exit(state: State, cell: Cell, way: Direction, *, there: bool) -> Telling:
    grid = state.drawn.params.grid
    if grid.step(cell, way) is not None:
        raise NoRuling(heard("gm-inner", cell=cell, ways=COMPASS[way]))
    line = border(grid, cell, way)
    telling = _change(state, line, Fact(line, "exit"), there=there)
    exits = sum(fact.mark == "exit" for fact in telling.state.drawn.facts)
    if there and flows(cell, way) in telling.state.drawn.facts:
        telling = telling.note("gm-mouth", cell=cell)
    return telling if exits else telling.note("gm-no-exits")


def _change(state: State, line: Border, fact: Fact, *, there: bool) -> Telling:
    drawn = state.drawn
    facts = drawn.facts | {fact} if there else drawn.facts - {fact}
    telling = Telling(replace(state, drawn=replace(drawn, facts=facts), rebuilt=state.rebuilt ^ facts ^ drawn.facts))
    return telling.say("gm-notes").note(f"gm-{fact.mark}" if there else f"gm-no-{fact.mark}", what=words(line))
