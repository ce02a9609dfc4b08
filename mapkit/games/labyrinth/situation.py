"""The situation of Maze on paper for the game master: the board as it is now, and the players' state (MP-9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mapkit.games.labyrinth.design import BARRIERS, HOLE, TREASURES, Params
from mapkit.games.labyrinth.moves import request
from mapkit.games.labyrinth.state import Arms, State, first_arms, visit
from mapkit.games.labyrinth.words import in_force
from mapkit.model.grid import Border, Direction, natural
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, message
from mapkit.model.rule import has
from mapkit.model.ruling import Announcement, Situation, heard, keyed, row


def board(state: State) -> Map[Params]:
    """The map as it is now: walls, exits and holes, and treasures on cells that are otherwise empty."""
    kept = frozenset(fact for fact in state.facts if fact.mark != "empty")
    taken = {fact.place for fact in kept}
    marks = dict.fromkeys((cell for cell in state.params.grid.cells() if cell not in taken), "empty")
    for loose_treasure in sorted(state.loose, key=lambda treasure: treasure.genuine):
        if loose_treasure.cell in marks:
            marks[loose_treasure.cell] = TREASURES[not loose_treasure.genuine]
    return replace(state.drawn, facts=kept.union(has(cell, mark) for cell, mark in marks.items()))


def situation(state: State) -> Situation:
    """The players' cells, health, weapons and treasures; what lies about, changed walls, and what is due."""
    kinds = weapon_kinds(state)
    false = any(player.false for player in state.players) or any(not treasure.genuine for treasure in state.loose)
    heads = ("health", *kinds, "gold", *(["fake"] if false else []), "remarks")
    things = [(creature.kind, creature.cell) for creature in state.creatures]
    things += [("treasure" if treasure.genuine else "false-treasure", treasure.cell) for treasure in state.loose]
    things += [("boomerang", cell) for cell in state.fallen]
    rows = list[tuple[str, ...]]()
    for player in state.players:
        health = "dead" if player.dead else "wounded" if player.wounded else "healthy"
        counts = [*(getattr(player.arms, kind) for kind in kinds), player.genuine, player.false][: len(heads) - 2]
        remarks = ["outside"] * player.outside + ["loses-a-turn"] * (player.loses and not player.dead)
        remarks += [said for pack in state.params.on for said in pack.condition(state, player)]
        rows.append((player.name, player.cell, health, *(str(n) if n else "-" for n in counts), row(remarks, "; ")))
    # The treasures that each player carries, in words of the phrase file
    carried = {p.name: ((p.genuine, "treasure"), (p.false, "false-treasure")) for p in state.players}
    holds = {
        name: joined(
            [
                keyed(what) if number == 1 else message("{number} {things}", number, keyed(f"{what}s"))
                for number, what in counts
                if number
            ]
        )
        for name, counts in carried.items()
    }
    return Situation(heads, tuple(rows), tuple(things), tuple(_due(state)), holds, tuple(in_force(state.params)))


def weapon_kinds(state: State) -> tuple[str, ...]:
    """The kinds of weapons in the game, which players hold or can get."""
    given = (visit(state.params), *(arms for _, arms in state.restocked))
    known = (first_arms(state.params), *given, *(player.arms for player in state.players))
    return tuple(kind for kind in Arms._fields if any(getattr(arms, kind) for arms in known))


def _due(state: State) -> Iterator[Announcement]:
    """Notes on walls, exits and arsenals that differ from the map, and on what is due in this turn."""
    walls, holes, exits = (
        [{place for place, mark in facts if isinstance(place, Border) and mark in marks} for facts in moments]
        for moments in [(state.drawn.facts, state.facts)]
        for marks in (BARRIERS, (HOLE,), ("exit",))
    )
    changes = {
        "gm-gone": (walls[0] - walls[1]) | (holes[1] - holes[0]),
        "gm-built": (walls[1] - walls[0]) | (holes[0] - holes[1]),
        "gm-exits-made": exits[1] - exits[0],
        "gm-exits-closed": exits[0] - exits[1],
    }
    for key, found in changes.items():
        if found:
            in_order = sorted(found, key=lambda line: (natural(line.cell), line.side))
            yield heard(key, what=joined([words(state, line) for line in in_order], "; "))
    for cell, arms in state.restocked:
        yield heard("gm-gives", cell=cell, what=arms.words)
    if state.over or state.secret:
        return
    yield heard("gm-owes" if state.phase == "before" else "gm-may-end", player=state.player.name)
    if state.refused:
        asked = (request(state.params, d) for d in state.params.grid.directions if d in state.refused)
        yield heard("gm-asked", what=row(asked))
    if state.queued:
        yield heard("gm-queued", what=joined([weapon_words(state, *queued) for queued in state.queued], "; "))


def weapon_words(state: State, verb: str, direction: Direction) -> Message:
    return row([verb, request(state.params, direction)] if direction else [verb], " ")


def words(state: State, line: Border) -> Message:
    """A border as people say it, such as `c3 right`."""
    return joined([Name(line.cell), keyed(request(state.params, line.side))], " ")
