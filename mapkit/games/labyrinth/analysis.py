"""Measures of a labyrinth: shortest ways to win, how fair the starts are, how soon players know where they are.

All of them follow the moves of play (`moves.LabyrinthLayout`), for a single player, without weapons or creatures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from mapkit.games.kit import measures
from mapkit.games.kit.measures import (
    TurnGraph,
    answers_needed,
    difference_of_pars,
    far_apart,
    least_median_most,
    shares_of_walk,
    some,
)
from mapkit.games.labyrinth.design import (
    BARRIERS,
    Params,
    closed_off,
    fit,
    layout_of,
    listed_cells,
    minutes,
    most_walls,
    walled,
)
from mapkit.games.labyrinth.moves import SKIP, LabyrinthLayout, request
from mapkit.games.labyrinth.rules import as_advice, as_rule
from mapkit.model.analysis import Analysis, Ask, CellNumbers, FairMap, Prospect, Route
from mapkit.model.chance import Chance
from mapkit.model.grid import Cell, Direction, Place, natural
from mapkit.model.interest import Interest, interest_of, pairs_of
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, joined, message, noun, plural
from mapkit.model.rule import WHOLE_MAP, Amount, Facts, MeasuredRule, Remark, has
from mapkit.model.table import Remedy
from mapkit.model.walk import mutual, pieces

EXACT = 8
"""With up to this many treasures to fetch the best order is found; with more, a good one."""
LOST_TURN = "(swamp)"
"""The entry of a route for the turn that a swamp costs (MP-89)."""


class TurnEdge(NamedTuple):
    """A request that leads from one resting cell to another."""

    direction: Direction
    """What the player asks for; SKIP for a skip."""
    spot: Cell
    turns: int
    """The turns that it takes: 1, or 2 where a swamp costs one (MP-89)."""


class LabyrinthTurnGraph(TurnGraph):
    """The turns of a labyrinth."""

    def __init__(self, params: Params, facts: Facts) -> None:
        self.params, self.facts = params, facts
        self.lay = LabyrinthLayout(params, facts)
        self.cells = tuple(cell for cell in self.lay.cells if self.lay.kinds.get(cell) not in params.barred)
        self.genuine = tuple(cell for cell in self.cells if self.lay.kinds.get(cell) == "treasure")

    @cached_property
    def onward(self) -> Mapping[Cell, tuple[TurnEdge, ...]]:
        onward = dict[Cell, tuple[TurnEdge, ...]]()
        shunned = {*self.params.barred, *(mark for pack in self.params.on for mark in pack.shunned(self.params))}
        for cell in self.cells:
            moves = ((direction, self.lay.turn(cell, direction)) for direction in self.lay.requests)
            onward[cell] = tuple(
                TurnEdge(direction, move.spot, 1 + move.costs_a_turn)
                for direction, move in moves
                if move.executed and isinstance(move.spot, str) and move.spot != cell
                if not shunned or shunned.isdisjoint(self.lay.kinds.get(str(c)) for c in (move.entered, move.spot))
            )
        return onward

    @cached_property
    def ways(self) -> Counter[Cell]:
        """How many ways lead on from each cell, exits included."""
        return Counter((*(cell for cell, _ in self.lay.steps), *(line.cell for line in self.lay.exits)))

    @cached_property
    def exit_sides(self) -> Mapping[Cell, Direction]:
        return {line.cell: line.side for line in self.lay.exits if line.cell in self.cells}

    def turns_between(self) -> Iterator[tuple[Cell, Cell, int]]:
        return ((cell, turn.spot, turn.turns) for cell, turns in self.onward.items() for turn in turns)

    @cached_property
    def listed(self) -> tuple[Cell, ...]:
        """The starts that the map lists, in the order of the list."""
        return listed_cells(self.facts, "start")

    @cached_property
    def allowed(self) -> tuple[Cell, ...]:
        """Every start that the code allows: without G1 nobody is placed on a treasure (MP-43.b)."""
        return tuple(cell for cell in self.cells if "G1" in self.params.code or cell not in self.lay.treasures)

    @cached_property
    def starts(self) -> tuple[Cell, ...]:
        """The listed starts, each once; without a list, all allowed starts."""
        return tuple(dict.fromkeys(self.listed)) or self.allowed

    @cached_property
    def plan(self) -> WinPlan:
        if self.params.without_treasure:
            return WinPlan(self.out, {})
        wanted = [cell for cell in self.genuine if cell in self.out]
        if not self.params.code.has_any("V3", "V4"):
            orders: Mapping[Cell, FetchOrder] = {cell: FetchOrder(self.out[cell]) for cell in wanted}
        elif len(wanted) < len(self.genuine) or not wanted:
            orders = {}
        else:
            orders = _best_orders(self, wanted) if len(wanted) <= EXACT else _one_order(self, wanted)
        return WinPlan(dict(self.spread({cell: order.turns for cell, order in orders.items()})), orders)

    @cached_property
    def pars(self) -> Mapping[Cell, int]:
        rests = {start: self.lay.place(start).spot for start in self.starts}
        turns = self.plan.turns
        return {start: turns[cell] for start, cell in rests.items() if isinstance(cell, str) and cell in turns}

    @cached_property
    def dead_ends(self) -> Sequence[Cell]:
        return tuple(cell for cell in self.cells if self.ways[cell] == 1)

    @cached_property
    def unneeded(self) -> Sequence[Cell]:
        turns, orders = self.plan
        rests = [str(self.lay.place(start).spot) for start in self.pars]
        firsts = {goal for goal, order in orders.items() if turns[goal] == order.turns} if orders else self.exit_sides
        needed = {*self.listed, *self.crossed(rests, turns, firsts)}
        for first in (cell for cell in orders if cell in needed.union(rests)):
            for cell, goal in pairwise((first, *orders[first].then)):
                needed |= self.crossed([cell], dict(self.spread({goal: 0})), {goal})
            needed |= self.crossed([(first, *orders[first].then)[-1]], self.out, self.exit_sides)
        plain = (cell for cell in self.cells if self.lay.kinds.get(cell) == "empty")
        return tuple(cell for cell in plain if cell not in needed)

    @cached_property
    def answers_needed(self) -> Counter[int]:
        """The player hears the opening announcement and may be on any allowed start. No treasure is moved."""
        opening = {cell: self.lay.place(cell) for cell in self.allowed}
        return answers_needed(opening, self.starts, self.lay.requests, self.lay.turn)

    @cached_property
    def shares(self) -> Mapping[Place, float]:
        return walk_shares(self)


@lru_cache(maxsize=2)
def ground_of(params: Params, facts: Facts) -> LabyrinthTurnGraph:
    """The turn graph of a map, kept because rules, advice, sheets and `solve` all measure on it."""
    return LabyrinthTurnGraph(params, facts)


class FetchOrder(NamedTuple):
    """What to do from a treasure."""

    turns: int
    then: tuple[Cell, ...] = ()
    """The cells of the other treasures to fetch, in their order; empty where none is needed."""


class WinPlan(NamedTuple):
    """The shortest ways to win that were found."""

    turns: Mapping[Cell, int]
    """The turns to win from each cell from which it is possible."""
    orders: Mapping[Cell, FetchOrder]
    """For each treasure that is fetched first, what to do from there; empty where players win without treasure."""


def _best_orders(ground: LabyrinthTurnGraph, wanted: Sequence[Cell]) -> Mapping[Cell, FetchOrder]:
    """Search all sets of treasures that are left, smaller sets first (the algorithm of Held and Karp)."""
    far = {goal: dict(ground.spread({goal: 0})) for goal in wanted}
    best: dict[tuple[int, int], FetchOrder] = {(n, 0): FetchOrder(ground.out[cell]) for n, cell in enumerate(wanted)}
    for left in range(1, 1 << len(wanted)):
        ahead = [n for n in range(len(wanted)) if left >> n & 1]
        for n, cell in enumerate(wanted):
            found = []
            for goal in ahead if n not in ahead else ():
                turns, then = best.get((goal, left - (1 << goal)), FetchOrder(-1))
                if turns >= 0 and cell in far[wanted[goal]]:
                    found.append(FetchOrder(far[wanted[goal]][cell] + turns, (wanted[goal], *then)))
            if found:
                best[n, left] = min(found)
    others = {n: (1 << len(wanted)) - 1 - (1 << n) for n in range(len(wanted))}
    return {wanted[n]: best[n, left] for n, left in others.items() if (n, left) in best}


def _one_order(ground: LabyrinthTurnGraph, wanted: Sequence[Cell]) -> Mapping[Cell, FetchOrder]:
    """An order built from its end: the treasure nearest to an exit is last, before it comes the one nearest to that."""
    last = min(wanted, key=lambda cell: ground.out[cell])
    then: tuple[Cell, ...] = (last,)
    turns, left = ground.out[last], set(wanted) - {last}
    while left:
        nearest = next(((cell, far) for cell, far in ground.spread({then[0]: 0}) if cell in left), None)
        if nearest is None:
            return {}
        then, turns = (nearest[0], *then), turns + nearest[1]
        left.remove(nearest[0])
    return {then[0]: FetchOrder(turns, then[1:])}


# --- routes ------------------------------------------------------------------------------------------------------


def routes(ground: LabyrinthTurnGraph, starts: tuple[Cell, ...]) -> tuple[Route, ...]:
    """A shortest way to win from each start; without `starts`, from the listed ones or an easy, a usual and a hard one.

    The way fetches a genuine treasure, unless players win without one, and leaves through an exit; its last cell is the
    one with that exit. With V3 and
    V4 it fetches all genuine treasures, in the best order or, with more than `EXACT`, in a good one. After a swamp the
    words of a turn are `LOST_TURN`. A start without a way to win has no route.
    """
    turns, place = ground.plan.turns, ground.lay.place
    telling = ground.listed if ground.listed or not ground.pars else least_median_most(ground.pars)
    return tuple(_route(ground, start) for start in starts or dict.fromkeys(telling) if place(start).spot in turns)


def _route(ground: LabyrinthTurnGraph, start: Cell) -> Route:
    turns, orders = ground.plan
    walk = [TurnEdge(SKIP, str(ground.lay.place(start).spot), 0)]
    if orders:
        firsts = {goal for goal, order in orders.items() if turns[goal] == order.turns}
        walk += _walk(ground, walk[-1].spot, turns, firsts)
    for goal in orders[walk[-1].spot].then if orders else ():
        until = dict[Cell, int]()  # the turns to the goal from here and from all cells that are nearer to it
        for nearer, far in ground.spread({goal: 0}):
            until[nearer] = far
            if nearer == walk[-1].spot:
                break
        walk += _walk(ground, walk[-1].spot, until, {goal})
    walk += _walk(ground, walk[-1].spot, ground.out, ground.exit_sides)
    walk.append(TurnEdge(ground.exit_sides[walk[-1].spot], walk[-1].spot, 1))
    said = list[tuple[str, Cell]]()
    for turn in walk[1:]:
        said.append((request(ground.params, turn.direction), turn.spot))
        said += [(LOST_TURN, turn.spot)] if turn.turns > 1 else []
    cells = tuple(spot for _, spot in said)
    finds = tuple((cell, noun("treasure")) for cell in dict.fromkeys((start, *cells)) if cell in ground.genuine)
    return Route(start, tuple(words for words, _ in said), cells, finds)


def _walk(
    ground: LabyrinthTurnGraph, cell: Cell, turns: Mapping[Cell, int], goals: Collection[Cell]
) -> Iterator[TurnEdge]:
    """The turns along a shortest way, by a table of turns, to the first goal that it meets."""
    while cell not in goals:
        turn = next(turn for turn in ground.onward[cell] if turns.get(turn.spot, -9) + turn.turns == turns[cell])
        yield turn
        cell = turn.spot


# --- measures ----------------------------------------------------------------------------------------------------


def analyse(map_: Map[Params], ask: Ask) -> Analysis:
    """Measure a map, and find shortest ways to win from the starts that are asked for."""
    return measures.analysis(ground_of(map_.params, map_.facts), ask, partial(interest, map_), _LOOKS, routes)


def interest(map_: Map[Params]) -> Interest:
    """How interesting a labyrinth is to players who know it, meet nobody else and lose no turns."""
    ground = ground_of(map_.params, map_.facts)
    onward = {cell: [turn.spot for turn in turns] for cell, turns in ground.onward.items()}
    steps = {*ground.lay.steps}
    level = ((cell, other) for cell in ground.cells for d in "NESW" if (other := ground.lay.grid.step(cell, d)))
    barred = Counter(cell for cell, other in level if (cell, other) not in steps)
    ways = [(ground.ways[cell], barred[cell]) for cell in ground.cells]
    return interest_of(ways, onward, ground.pars.values(), pairs_of(ground.starts))


def by_cell(map_: Map[Params], _: Ask) -> tuple[CellNumbers, ...]:
    ground = ground_of(map_.params, map_.facts)
    turns = ground.plan.turns
    return measures.by_cell(ground, {cell: turns[cell] for cell in ground.cells if cell in turns})


def prospect(map_: Map[Params], asked: Cell) -> Prospect:
    ground = ground_of(map_.params, map_.facts)
    return measures.prospect(ground, asked, partial(routes, ground), lambda start: ground.lay.place(start).spot)


def _turns_to_win(ground: LabyrinthTurnGraph) -> measures.Findings:
    pars = ground.pars
    if not (pars and ground.listed):
        yield from measures.turns_to_win(ground)
    else:
        yield pars, names(f"{start} {pars[start]}" for start in ground.listed if start in pars)


def _stuck(ground: LabyrinthTurnGraph) -> measures.Findings:
    stuck = [start for start in ground.starts if start not in ground.pars]
    if stuck:
        yield stuck, message("no way to win from {cells}", some(stuck))


def _time(ground: LabyrinthTurnGraph) -> measures.Findings:
    times = {n: minutes(len(ground.cells), n) for n in sorted({3, 4, 5, ground.params.players})}
    told = [(plural("{number} player", "{number} players", n), _clock(time)) for n, time in times.items()]
    words = joined([message("{players} about {time}", *each) for each in told])
    yield {str(n): time for n, time in times.items()}, words


def _clock(minutes: int) -> Message:
    """Minutes as people say them: rounded to five minutes, from four hours on in hours."""
    rounded = max(5, 5 * round(minutes / 5))
    hours, rest = divmod(rounded, 60)
    if rounded < 60:
        return message("{minutes} min", rounded)
    if hours >= 4 or not rest:
        return message("{hours} h", round(rounded / 60))
    return message("{hours} h {minutes} min", hours, rest)


def _torn(ground: LabyrinthTurnGraph) -> measures.Findings:
    """The pieces by walls and by real moves (MP-32.b); of the latter all but the largest are listed."""
    walls, real = len(pieces_by_walls(ground)), sorted(pieces_by_moves(ground), key=len)
    apart = [sorted(piece, key=natural) for piece in real[:-1]]
    named = [message("apart: {cells}", some(piece)) for piece in apart[: measures.MOST_NAMED]]
    words = message("by walls alone {walls}, by real moves {moves}", walls, len(real))
    yield {"by_walls": walls, "by_moves": len(real), "apart": apart}, clauses(words, *named)


def _walls(ground: LabyrinthTurnGraph) -> measures.Findings:
    solid = frozenset(ground.params.grid.cells()).difference(ground.cells)
    lines, most = walled(ground.params.grid, solid), most_walls(ground.params.grid, solid)
    walls = len({fact.place for fact in ground.facts if fact.mark in BARRIERS}.intersection(lines))
    share = _percent(walls / most if most else 0)
    words = message("{walls}, {share} of the {most} that cut nothing off", walls, share, most)
    yield {"walls": walls, "most": most}, words


def _restless(ground: LabyrinthTurnGraph) -> measures.Findings:
    stayed = {ground.lay.place(cell).spot for cell in ground.cells}
    left = [cell for cell in ground.cells if cell not in stayed]
    yield left, some(left) or message("none")


_WINS, _KNOWS = message("turns to win"), message("answers until a player with the map knows where they are")
_LOOKS: measures.Looks[LabyrinthTurnGraph] = (
    ("turns-to-win", _WINS, _turns_to_win),
    ("starts-without-a-way", _WINS, _stuck),
    ("difference-of-starts", message("difference of the starts"), measures.difference_of_starts),
    ("fairness", message("verdict"), measures.fairness),
    ("playing-time", message("playing time"), _time),
    ("answers-to-know", _KNOWS, measures.answers_to_know),
    ("starts-never-known", _KNOWS, measures.starts_never_known),
    ("random-walk", message("where a random walk is"), measures.random_walk),
    ("pieces", message("pieces"), _torn),
    ("dead-ends", message("dead ends"), measures.dead_ends),
    ("inner-walls", message("inner walls"), _walls),
    ("cells-without-rest", message("cells where nobody can stay"), _restless),
    ("cells-without-need", message("cells that nobody needs"), measures.unneeded),
)


def _percent(share: float) -> Name:
    return Name(f"{round(100 * share)} %")


# --- walks and pieces --------------------------------------------------------------------------------------------


def walk_shares(ground: LabyrinthTurnGraph, enough: float = 0.0) -> Mapping[Place, float]:
    """The share of the time that a random walk from a random start spends on each place in the long run.

    Each turn asks for a random direction; under S1 it asks again until the marker moves. Where all shares come to less
    than `enough`, they may be those of an earlier time.
    """
    onward, again = dict[Place, list[Place]](), "S2" not in ground.params.code
    spots: list[Place] = [*ground.cells, *(() if ground.params.stay_inside == "yes" else ground.lay.exits)]
    for spot in spots:
        moves = [ground.lay.turn(spot, direction) for direction in ground.lay.grid.directions]
        moves = [move for move in moves if ground.lay.kinds.get(str(move.spot)) not in ground.params.barred]
        onward[spot] = [move.spot for move in moves if move.executed or not again] or [spot]
    return shares_of_walk(onward, len(ground.cells), enough)


def pieces_by_walls(ground: LabyrinthTurnGraph) -> list[set[Cell]]:
    """The pieces that open borders and doors leave, rivers and wormholes aside."""
    beside: dict[Cell, list[Cell]] = defaultdict(list)
    for cell, other in ground.lay.steps:
        beside[cell].append(other)
        beside[other].append(cell)
    return pieces(ground.cells, beside.get)


def pieces_by_moves(ground: LabyrinthTurnGraph) -> list[set[Cell]]:
    """The pieces in which real moves lead from each cell to every other, to enter it or rest there (MP-32.a)."""
    # By skipping, a marker at rest on a cell gets wherever entering the cell leads. So the two are one node
    steps: dict[Cell, list[Cell]] = defaultdict(list)
    for cell, other in ground.lay.steps:
        steps[cell].append(other)
    rests = {cell: ground.lay.carried.get(cell, cell) for cell in ground.cells}
    return mutual({cell: [rest, *steps[rest]] for cell, rest in rests.items()})


# --- advice ------------------------------------------------------------------------------------------------------


ATTRACTION, TIMES_EVEN = 0.15, 3
"""On an attractor a random walk spends more than this share of its time, and more than this many even shares."""


def attractors(map_: Map[Params]) -> Iterator[Remark]:
    ground = ground_of(map_.params, map_.facts)
    most = max(ATTRACTION, TIMES_EVEN / len(ground.cells))
    if len(ground.cells) > TIMES_EVEN:
        for cell, share in walk_shares(ground, most).items():
            if isinstance(cell, str) and share > most:
                yield Remark(cell, message("It is on {cell} for {share}.", Name(cell), _percent(share)), (cell,))


def far_from_arsenals(map_: Map[Params]) -> Iterator[Remark]:
    ground = ground_of(map_.params, map_.facts)
    arsenals = [cell for cell in ground.cells if ground.lay.kinds.get(cell) == "arsenal"]
    near = dict(ground.spread(dict.fromkeys(arsenals, 0)))
    turns = {cell: near.get(ground.lay.carried.get(cell, cell), 0) for cell in ground.cells}
    far = [cell for cell in ground.cells if 3 * turns[cell] > len(ground.cells)]
    if far:
        worst = max(far, key=lambda cell: turns[cell])
        found = plural(
            "Farther: {cells}; from {cell} it takes {number} move.",
            "Farther: {cells}; from {cell} it takes {number} moves.",
            turns[worst],
            *(some(far), Name(worst)),
        )
        yield Remark(worst, found, tuple(far))


def remark_unequal_starts(map_: Map[Params]) -> Iterator[Remark]:
    ground = ground_of(map_.params, map_.facts)
    if ground.listed and ground.pars:
        median = least_median_most(ground.pars)[1]
        if 2 * difference_of_pars(ground.pars.values()) > ground.pars[median]:
            yield _differing(ground)


def remark_unfair_starts(map_: Map[Params]) -> Iterator[Remark]:
    ground = ground_of(map_.params, map_.facts)
    allowed, wanted = map_.params.fairness, map_.params.players
    if allowed is None:
        return
    stuck = [start for start in ground.starts if start not in ground.pars]
    if not ground.listed:
        yield Remark(WHOLE_MAP, message("No starts are listed; {number} are wanted.", wanted), least=wanted)
    elif stuck and ground.pars:
        said = message("No way to win from {cells}.", some(stuck))
        yield Remark(stuck[0], said, tuple(stuck), off=100 * len(stuck))
    elif difference_of_pars(ground.pars.values()) > allowed:
        yield _differing(ground)._replace(off=difference_of_pars(ground.pars.values()) - allowed)


def remark_no_enclosure(map_: Map[Params]) -> Iterator[Remark]:
    if not map_.fitted_params.drawn.enclosed:
        why = next(remark_bad_enclosure(map_), None)
        yield why or Remark(WHOLE_MAP, message("No part of the labyrinth is closed off in this way."))


def remark_bad_enclosure(map_: Map[Params]) -> Iterator[Remark]:
    closed, why = closed_off(map_.params, map_.facts)
    if why:
        cells = tuple(cell for cell in map_.params.grid.cells() if cell in closed)
        found = plural(
            "{cells} cannot be entered from an arsenal and is no enclosure: {why}.",
            "{cells} cannot be entered from an arsenal and are no enclosure: {why}.",
            len(cells),
            *(some(cells), why),
        )
        yield Remark(cells[0], found, cells)


def _differing(ground: LabyrinthTurnGraph) -> Remark:
    pars = ground.pars
    low, high = min(pars, key=lambda cell: pars[cell]), max(pars, key=lambda cell: pars[cell])
    found = plural(
        "It takes {number} move from {cell} and {most} from {cell2}.",
        "It takes {number} moves from {cell} and {most} from {cell2}.",
        pars[low],
        *(Name(low), pars[high], Name(high)),
    )
    return Remark(high, found, (low, high))


# --- starts ------------------------------------------------------------------------------------------------------


def _free_turns(params: Params, facts: Facts) -> Mapping[Cell, int]:
    """The turns to win from each cell that may be a start, off treasures and the enclosure, where a marker stays."""
    ground = LabyrinthTurnGraph(params, facts)
    taken = {*ground.lay.carried, *ground.lay.treasures, *fit(params, facts).drawn.enclosed}
    turns = ground.plan.turns
    return {cell: turns[cell] for cell in ground.cells if cell in turns and cell not in taken}


def fair_starts(params: Params, facts: Facts, chance: Chance) -> tuple[Cell, ...]:
    """Random starts for all players whose turns to win differ by no more than `fairness` allows.

    Where there are no such starts, the ones that differ least. The starts are distinct, off treasures and the
    enclosure, and a marker that is put there stays there. Empty where the board has too few such cells.
    """
    turns = _free_turns(params, facts)
    ranked = sorted(chance.shuffled(turns), key=lambda cell: turns[cell])
    crowds = [ranked[n : n + params.players] for n in range(len(ranked) - params.players + 1)]
    if not crowds:
        return ()
    least = min(turns[crowd[-1]] - turns[crowd[0]] for crowd in crowds)
    allowed = max(least, max(turns.values()) if params.fairness is None else params.fairness)
    first = chance.choice([crowd[0] for crowd in crowds if turns[crowd[-1]] - turns[crowd[0]] <= allowed])
    level = [cell for cell in ranked if 0 <= turns[cell] - turns[first] <= allowed]
    return tuple(chance.shuffled(level)[: params.players])


def like(params: Params, facts: Facts) -> Params:
    """The parameters of maps like a drawing: with chains as long as its own, and with starts that are as fair."""
    chains, starts = layout_of(params, facts).chains, listed_cells(facts, "start")
    lengths = [longest for letter, longest in chains if any(mark == f"{letter}1" for _, mark in facts)]
    if lengths:
        params = replace(params, chain_length=Amount(max(2, min(lengths)), max(2, *lengths)))
    if starts and params.fairness is None:
        pars = ground_of(params, facts).pars.values()
        params = replace(params, players=len(starts), fairness=difference_of_pars(pars))
    return params


def settled(map_: Map[Params], stays: Facts) -> Facts:
    """MP-35: the facts with as few starts changed as `fairness` needs, or with the starts that differ least."""
    p, facts = map_.params, map_.facts
    if p.fairness is None or not map_.finished or not any(remark_unfair_starts(map_)):
        return facts
    bare = frozenset(fact for fact in facts if not fact.mark.startswith("start "))
    listed = [*dict.fromkeys(listed_cells(facts, "start"))]
    kept = {fact.place for fact in stays if fact.mark.startswith("start ")}
    turns = {cell: number for cell, number in _free_turns(p, bare).items() if cell not in map_.locked}
    turns.update(ground_of(p, facts).pars if listed else {})
    ranked = sorted(turns, key=lambda cell: (turns[cell], natural(cell)))
    best: tuple[tuple[int, ...], list[Cell], list[Cell]] | None = None
    for number, last in enumerate(ranked[p.players - 1 :]):
        low = turns[ranked[number]]
        for most in (p.fairness, min(p.fairness, low // 2)):  # starts that differ by more than half break advice
            high = max(low + most, turns[last])
            level = [cell for cell in ranked if low <= turns[cell] <= high]
            stay = [cell for cell in listed if cell in level][: p.players]
            excess, unlike = max(0, turns[last] - low - p.fairness), 2 * (high - low) > low
            order = len(kept - {*stay}), excess, -len(stay), unlike
            if best is None or order < best[0]:
                best = order, stay, level
    if best is None:
        return facts
    _, stay, level = best
    new = iter(far_apart(p.grid, stay, [cell for cell in level if cell not in stay], p.players)[len(stay) :])
    order_of_play = [cell if cell in stay else next(new, "") for cell in listed]
    cells = [cell for cell in (*order_of_play, *new) if cell][: p.players]
    return _with_starts(map_, cells).facts


# --- rules that are measured -------------------------------------------------------------------------------------


# fmt: off
_ADVICE: tuple[MeasuredRule[Params], ...] = (
    MeasuredRule("MP-34", "A random walk is on no cell for more than 15 % of the time.",
         measure=attractors, breaches=("""
rules=A2
+---+---+---+---+---+
| W1  .   A   ~v| W2|
+   +   +   +   +   +
| T   .   . | ~v  . |
+   +---+   +   +   +
| .   . | .   ~o  . |
+---+---+---+---+   +
""",)),
    MeasuredRule("MP-34", "From every cell it takes no more moves to the nearest arsenal than a third of the cells.",
             measure=far_from_arsenals, breaches=("""
rules=A2-H4-W5
+---+---+---+---+
| ~v| .   H | W1|
+   +---+   +   +
| ~o  .   .   T |
+   +   +   +---+
  A   .   .   W2|
+---+---+---+---+
""",)),
    MeasuredRule("MP-34",
             "The players' starts differ by no more than half of the moves that one of them usually takes to win.",
             measure=remark_unequal_starts, breaches=("""
players=2 starts=b1,e2
+---+---+---+---+---+
| .   . | .   .   T |
+   +   +   +   +   +
| .   .   . | . | . |
+   +---+---+---+---+
""",)),
)
"""Advice about the map that can be kept as rules."""
MEASURED_RULES: tuple[MeasuredRule[Params], ...] = (
    MeasuredRule("MP-35", "The players' starts differ by at most {fairness} moves.", measure=remark_unfair_starts,
             applies=lambda p: p.fairness is not None, breaches=("""
fairness=3 players=2 starts=a2,e2
+---+---+---+---+---+
| T   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+   +---+---+---+---+
""",)),
    MeasuredRule("MP-33", "One part of the labyrinth is closed off to all but a grenade, and an arsenal gives one.",
             measure=remark_no_enclosure, applies=lambda p: p.enclosure == "always", breaches=("""
rules=A2-W5 enclosure=always
+---+---+---+---+
| T   .   .   . |
+   +   +   +   +
| .   .   .   A |
+   +   +   +   +
| .   .   .   .
+---+---+---+---+
""",)),
    *map(as_rule, _ADVICE),
)
MEASURED_ADVICE: tuple[MeasuredRule[Params], ...] = (
    MeasuredRule("MP-33", "At most one enclosure, smaller than the rest, that a grenade opens.",
             measure=remark_bad_enclosure, applies=lambda p: p.enclosure != "always"),
    *map(as_advice, _ADVICE),
)
# fmt: on


# --- what may make the seats even --------------------------------------------------------------------------------


def _fairness(most: int, _: int) -> Mapping[str, str]:
    return {"fairness": str(most)}


def _starts_drawn(map_: Map[Params], chance: Chance) -> Map[Params]:
    """The map with starts that are drawn as its setting `fairness` asks for."""
    without = map_.facts - {fact for fact in map_.facts if fact.mark.startswith("start ")}
    return _with_starts(replace(map_, facts=without), fair_starts(map_.params, without, chance))


def evened(map_: Map[Params]) -> FairMap | None:
    """The map with starts for all players that are fair and lie far apart."""
    ground, p = ground_of(map_.params, map_.facts), map_.params
    if len(ground.pars) == len(ground.starts) and difference_of_pars(ground.pars.values()) <= measures.FAIR:
        return None
    bare = frozenset(fact for fact in map_.facts if not fact.mark.startswith("start "))
    free = _free_turns(p, bare)
    plain = {cell: turns for cell, turns in free.items() if ground.lay.kinds.get(cell) == "empty"}
    groups = (measures.even_starts(p.grid, cells, p.players) for cells in (plain, free))
    starts = next((each for each in groups if each and difference_of_pars(each.values()) <= measures.FAIR), None)
    if starts is None:
        return None
    words = message("Draw fair starts: {cells}", names(sorted(starts, key=natural)))
    return FairMap(_with_starts(map_, [*starts]), words)


def _farthest_first(map_: Map[Params], _: Chance) -> Map[Params]:
    """The map with its listed starts in another order: a player who moves later has fewer moves to a win."""
    pars, listed = ground_of(map_.params, map_.facts).pars, listed_cells(map_.facts, "start")
    if not set(listed) <= pars.keys():
        return map_  # from one of them there is no way to win
    return _with_starts(map_, sorted(listed, key=lambda cell: -pars[cell]))


def _with_starts(map_: Map[Params], cells: Sequence[Cell]) -> Map[Params]:
    others = {fact for fact in map_.facts if not fact.mark.startswith("start ")}
    return replace(map_, facts=frozenset(others | {has(cell, f"start {n}") for n, cell in enumerate(cells, 1)}))


REMEDIES = (
    Remedy(message("the farthest of the listed starts first"), redraw=_farthest_first),
    *(
        Remedy(message("fair starts within {number} moves", most), partial(_fairness, most), _starts_drawn)
        for most in (4, 2, 0)
    ),
)
"""What `mapkit balance` tries, the lightest first. A labyrinth has no gifts, and no last round."""
