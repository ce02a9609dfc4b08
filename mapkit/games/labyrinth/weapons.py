"""What weapons and creatures do in a labyrinth (`docs/rules/labyrinth.md`, D and G).

The functions are pure: each use of a weapon and each move of a creature makes a new moment from the old one.
"""

from __future__ import annotations

from collections.abc import Iterator

from mapkit.games.labyrinth.design import BARRIERS, HOLE, SOLID, WINDOWS, Params
from mapkit.games.labyrinth.moves import request
from mapkit.games.labyrinth.state import Arms, Creature, LooseTreasure, Player, State, Telling
from mapkit.model.frozen import replaced
from mapkit.model.grid import Cell, Direction, Place, border
from mapkit.model.message import Message, joined, message
from mapkit.model.rule import Facts, flows, has, wall
from mapkit.model.ruling import keyed

# --- harm --------------------------------------------------------------------------------------------------------


def harm(state: State, player: Player) -> str:
    """What a hit does to a player: "wounded", "killed", or "" for nothing (MP-57, MP-H-1 to MP-H-5)."""
    if state.has("H1"):
        return ""
    return "killed" if state.has("H2") or (state.has("H3") and player.wounded) else "wounded"


def fall(telling: Telling, name: str, how: str) -> Telling:
    """Wound or kill a player, whose treasures stay where that happens (MP-73)."""
    telling = lay_down(telling, name)
    player = telling.state.named(name)
    telling = telling.note("hit", player=name, cell=player.cell)
    telling = telling.change(player._replace(wounded=True, dead=how == "killed"))
    for pack in telling.state.params.on if how == "killed" else ():
        telling = pack.dies(telling, name)
    return telling


def lay_down(telling: Telling, name: str) -> Telling:
    """Lay all treasures that a player carries on the player's cell (MP-73)."""
    state, player = telling.state, telling.state.named(name)
    left = (LooseTreasure(player.cell, True),) * player.genuine + (LooseTreasure(player.cell, False),) * player.false
    if not left:
        return telling
    telling = telling.then(replaced(state, loose=(*state.loose, *left)))
    telling = telling.note("drops", player=name, cell=player.cell, count=str(len(left)))
    return telling.change(player._replace(genuine=0, false=0))


def _strike(telling: Telling, target: Player | Creature, how: str = "") -> Telling:
    """Hit a player or a creature; everybody hears of it (MP-58.a)."""
    if isinstance(target, Creature):
        # Hit a creature: a bear goes back to its cave (MP-94.2), a leprechaun is killed (MP-95.1)
        if target.kind == "bear":
            return telling.say("bear-wounded").creature(target.at_its_cave)
        left = tuple(creature for creature in telling.state.creatures if creature.kind != target.kind)
        return telling.say("leprechaun-killed").then(replaced(telling.state, creatures=left))
    name = target.name
    how = how or harm(telling.state, telling.state.named(name))
    telling = fall(telling, name, how)
    nameless = telling.state.params.anonymous_hits == "yes"
    return telling.say(f"somebody-{how}") if nameless else telling.say(how, player=name)


# --- weapons -----------------------------------------------------------------------------------------------------


def use(telling: Telling, verb: str, direction: Direction) -> Telling:
    """Let the player whose turn it is use a weapon that they have."""
    player = telling.state.player
    spent = telling.change(player._replace(arms=player.arms.without(verb)))
    for pack in spent.state.params.on:
        done: Telling | None = pack.uses(spent, verb, direction)
        if done is not None:
            return done
    match verb:
        case "shoot":
            return _shot(spent, direction)
        case "grenade":
            return throw_grenade(spent, direction)
        case "cement":
            # Cement builds a wall, but not in an exit or between two cells of the same stream (MP-91.a)
            state, cell = spent.state, spent.state.player.cell
            outer = state.params.grid.step(cell, direction) is None or leads_out(state, cell, direction)
            if outer or stands(state, cell, direction) or stream_crosses(state, cell, direction):
                return spent.say("wasted")
            built = replaced(state, facts=with_barrier(state, cell, direction, there=True))
            return spent.then(built).say("built").note("walls", cell=cell)
        case "boomerang":
            return _boomerang(spent, direction)
    # The knife strikes one other target on the player's own cell (MP-61, MP-61.1)
    here = targets(spent.state, spent.state.player.cell)
    if not here:
        return spent.say("nobody")
    return spent.say("miss") if spent.state.has("H1") else _strike(spent, here[0])


def targets(state: State, cell: Cell) -> tuple[Player | Creature, ...]:
    """The targets that a weapon can hit on a cell: players first, then creatures."""
    return () if is_shielded(state, cell) else state.targets(cell)


def is_shielded(state: State, cell: Cell) -> bool:
    """Whether nobody is hit on a cell, and no bullet flies past it (MX-35); with H1 nobody is hit anywhere."""
    return not state.has("H1") and state.lay.kinds.get(cell) in state.params.shielded


def stands(state: State, cell: Cell, direction: Direction) -> str:
    """What stands on one side of a cell: the mark of a wall or door, "floor", "monolith", or "" for nothing.

    A solid cell withstands all that an indestructible wall does (MX-91).
    """
    line, beyond = border(state.params.grid, cell, direction), state.params.grid.step(cell, direction)
    if leads_out(state, cell, direction):
        return ""
    if beyond is None:
        return "monolith"
    if state.lay.kinds.get(beyond) in state.params.closed:
        return "solid"
    if direction in "UD":
        return "" if has(line, HOLE) in state.facts else "floor"
    return next((mark for mark in BARRIERS if has(line, mark) in state.facts), "")


def leads_out(state: State, cell: Cell, direction: Direction) -> bool:
    """Whether an exit is on one side of a cell."""
    return has(border(state.params.grid, cell, direction), "exit") in state.facts


def stream_crosses(state: State, cell: Cell, direction: Direction) -> bool:
    """Whether a river flows across one side of a cell, in either direction."""
    grid = state.params.grid
    beyond = grid.step(cell, direction) or ""
    return not state.facts.isdisjoint((flows(cell, direction), flows(beyond, grid.back(direction))))


def with_barrier(state: State, cell: Cell, direction: Direction, *, there: bool) -> Facts:
    """The facts once a wall or a floor stands on one side of a cell, or nothing does, for good and from both sides."""
    line = border(state.params.grid, cell, direction)
    facts = state.facts - {has(line, mark) for mark in BARRIERS}
    if direction in "UD":
        return facts - {has(line, HOLE)} if there else facts | {has(line, HOLE)}
    return facts | {wall(line)} if there else facts


def _flight(state: State, direction: Direction) -> Iterator[Cell]:
    """The cells that a bullet crosses, up to a wall without a window or the edge of the board (MP-56, MP-98)."""
    cell = state.player.cell
    while stands(state, cell, direction) in ("", *WINDOWS) and not is_shielded(state, cell):
        onward = state.params.grid.step(cell, direction)
        if onward is None or leads_out(state, cell, direction):
            return  # through an exit (MP-56.c)
        yield onward
        cell = onward


def _shot(telling: Telling, direction: Direction) -> Telling:
    """Shoot: a bullet hits one target on the first cell with anybody on it (MP-56), if not more is agreed (MX-40)."""
    state, hits = telling.state, telling.state.params.bullet_strikes
    own = [state.player.cell] if state.params.own_cell == "yes" else []
    met = [here for cell in (*own, *_flight(state, direction)) if (here := targets(state, cell))]
    struck = [target for here in met[: None if hits == "all" else 1] for target in here]
    for target in [] if state.has("H1") else struck[: 1 if hits == "one" else None]:
        telling = _strike(telling, target)
    return telling.say("miss") if not struck or state.has("H1") else telling


def throw_grenade(telling: Telling, direction: Direction) -> Telling:
    """Throw a grenade: it blows up a wall; with W8 it kills on the next cell unless the wall stands (MP-62, MP-W-8)."""
    state, cell = telling.state, telling.state.player.cell
    standing = stands(state, cell, direction)
    if standing == "monolith" and state.params.one_obstacle != "yes":
        return telling.say("monolith-stands")
    if standing in ("monolith", *SOLID):
        return telling.say("wall-stands")
    if standing:
        # The barrier is gone (MP-62.1.c); a step may be asked for there again
        facts = with_barrier(state, cell, direction, there=False)
        telling = telling.then(replaced(state, facts=facts, refused=state.refused - {direction}))
        telling = telling.say(f"destroyed-{request(state.params, direction)}").note("walls", cell=cell)
    else:
        telling = telling.say("no-wall")
    beyond = state.params.grid.step(cell, direction)
    hits = state.params.grenades_strike and not standing and not state.has("H1")  # MX-41
    for target in targets(state, beyond) if beyond and (hits or state.has("W8")) else ():
        telling = _strike(telling, target, "" if hits else "killed")
    return telling


def _boomerang(telling: Telling, direction: Direction) -> Telling:
    """Throw a boomerang: it flies its cells and comes back; at an obstacle it falls down (MP-93.a)."""
    state, cell, flown = telling.state, telling.state.player.cell, list[Cell]()
    while len(flown) < state.params.boomerang and not stands(state, cell, direction):
        onward = state.params.grid.step(cell, direction)
        if onward is None or leads_out(state, cell, direction):
            break  # out through an exit and back again
        flown.append(cell := onward)
    falls = len(flown) < state.params.boomerang and bool(stands(state, cell, direction))
    struck = [] if state.has("H1") else [target for each in flown for target in targets(state, each)]
    for target in struck:
        telling = _strike(telling, target)
    telling = telling if struck else telling.say("miss")
    if falls:
        fallen = replaced(telling.state, fallen=(*telling.state.fallen, cell))
        return telling.say("boomerang-falls").then(fallen).note("falls", cell=cell)
    player = telling.state.player
    back = player._replace(arms=player.arms.plus(Arms(boomerangs=1)))
    return telling.say("boomerang-back").change(back)


# --- creatures ---------------------------------------------------------------------------------------------------


def creatures_move(telling: Telling, direction: Direction, began: Place) -> Telling:
    """After a successful step let each creature move and meet the players to whom it comes (MP-94, MP-95).

    A creature that copies steps does not copy one that began or ended on its own cell (MP-94.e).
    """
    together = (began, telling.state.player.spot)
    for creature in telling.state.creatures:
        stays = creature.copies and creature.cell in together
        moved = creature if stays else _moved_on(telling.state, creature, direction)
        if moved == creature:
            continue
        telling = telling.creature(moved)
        state = telling.state
        for player in (state.player, *state.others(moved.cell)):
            if player.spot == moved.cell and not player.dead:
                telling = meet_creature(telling, player.name, moved)
    return telling


def _moved_on(state: State, creature: Creature, direction: Direction) -> Creature:
    """The creature after its move: to and fro on its path, or as the player went if it copies (MP-94, MP-94.a)."""
    lay, last = state.lay, len(creature.path) - 1
    if last:
        done = (creature.done + 1) % (2 * last)
        onward = creature.path[min(done, 2 * last - done)]
        free = any(lay.onto(creature.cell, d) == onward for d in state.params.grid.directions)
        return creature._replace(cell=onward, done=done) if free else creature
    if not creature.copies:
        return creature
    move = lay.turn(creature.cell, direction)
    here = move.spot if move.executed and isinstance(move.spot, str) else creature.cell
    return creature if lay.kinds.get(here) in state.params.barred else creature._replace(cell=here)


def meet_creature(telling: Telling, name: str, creature: Creature) -> Telling:
    """Let a player meet a creature: a bear wounds like a shot (MP-94.1), a leprechaun names a treasure (MP-95)."""
    player = telling.state.named(name)
    if creature.kind == "bear":
        # A bear hurts nobody again before the two have been apart (MP-94.1, MP-94.e)
        bears = [each for each in telling.state.creatures if each.kind == "bear"]
        if any(player.name in bear.hurt for bear in bears):
            return telling
        how = harm(telling.state, player)
        telling = telling.say(f"meets-bear-{how}" if how else "meets-bear", player=player.name)
        if not how:
            return telling
        telling = fall(telling, player.name, how)
        hurt = (
            each._replace(hurt=each.hurt | {player.name}) if each.kind == "bear" else each
            for each in telling.state.creatures
        )
        return telling.then(replaced(telling.state, creatures=tuple(hurt)))
    cells = [thing.cell for thing in telling.state.loose]
    if not cells:
        return telling.say("meets-leprechaun-none", player=name)
    # The nearest cell by rows and columns; of several the first in reading order (MP-95.a)
    order = {cell: n for n, cell in enumerate(telling.state.params.grid.cells())}
    there = min(cells, key=lambda cell: (telling.state.params.grid.steps_apart(player.cell, cell), order[cell]))
    where = _offset(telling.state.params, player.cell, there)
    key = "meets-leprechaun" if where else "meets-leprechaun-here"
    return telling.say(key, player=name, what=where)


def _offset(params: Params, here: Cell, there: Cell) -> Message:
    """The way between two cells in words, such as `2 left, 1 up`; empty for the same cell."""
    (x, y), (x2, y2) = params.grid.centre(here), params.grid.centre(there)
    across, along = int(x2 - x), int(y2 - y)
    floors = params.grid.floor(there) - params.grid.floor(here)
    counted = zip(("WE"[across > 0], "SN"[along > 0], "DU"[floors > 0]), (across, along, floors), strict=True)
    return joined([message("{number} {way}", abs(n), keyed(request(params, d))) for d, n in counted if n])
