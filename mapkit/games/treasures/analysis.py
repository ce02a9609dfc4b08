"""Measures of a map of Treasures: shortest ways to win, how fair the starts are, how soon players know their tile.

All of them follow the referee's moves, for a single player who uses no item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple

from mapkit.games.kit import measures
from mapkit.games.kit.measures import (
    FAIR,
    NEVER,
    TurnGraph,
    answers_needed,
    difference_of_pars,
    least_median_most,
    shares_of_walk,
    windows,
)
from mapkit.games.treasures.design import Params, movement
from mapkit.games.treasures.draft import interest
from mapkit.games.treasures.referee import move, opening
from mapkit.games.treasures.state import Player, State
from mapkit.model.analysis import Analysis, Ask, CellNumbers, FairMap, Prospect, Route, Value
from mapkit.model.grid import COMPASS, Cell, Direction, Place, inner_borders, natural
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import clauses, message, noun
from mapkit.model.rule import wall
from mapkit.model.walk import mutual, pieces

LOST_TURN = "(marsh)"
"""The entry of a route for the turn that a marsh costs (TL-65)."""


class TurnOutcome(NamedTuple):
    """What a request to move leads to."""

    spot: Cell
    """The tile where the player rests."""
    heard: tuple[str, ...]
    """The keys of what is heard, in order."""
    turns: int
    """The turns that it takes; 0 where the player may ask again (TL-55.2, TL-57.a)."""


class TreasuresTurnGraph(TurnGraph):
    """The turns of a map of Treasures."""

    def __init__(self, map_: Map[Params]) -> None:
        self.map = map_
        self.cells, self.requests = map_.params.grid.cells(), tuple(movement(map_.params).requests)
        found = (map_.cells_of(kind) for kind in map_.params.winning)
        self.treasures: Sequence[Cell] = next((cells for cells in found if cells), ())  # pure ones first (TX-79)

    @cached_property
    def starts(self) -> Sequence[Cell]:
        barred = {cell for pack in self.map.params.on for cell in pack.no_starts(self.map)}
        return tuple(cell for cell in self.map.cells_of("safe") if cell not in barred)

    @cached_property
    def outcomes(self) -> Mapping[tuple[Place, str], Sequence[TurnOutcome]]:
        """The outcomes of each request that may be made on each tile; several where a secret die decides."""
        found = {(cell, request): self._outcomes(cell, request) for cell in self.cells for request in self.requests}
        return {request: outcomes for request, outcomes in found.items() if outcomes}

    @cached_property
    def _opening(self) -> State:
        return opening(self.map)

    def _outcomes(self, cell: Cell, request: str) -> Sequence[TurnOutcome]:
        found: list[TurnOutcome] = []
        sides = int(bool(self._opening.moves.open(cell, request)))

        def dice(number: int) -> int:
            nonlocal sides
            sides = max(sides, number)
            return min(len(found) + 1, number)

        while len(found) < sides:
            told = move(replace(self._opening, players=(Player("one", cell),)), request, dice)
            after = told.state.player
            turns = 1 + (after.lost == "marsh") if told.state.moved else 0
            found.append(TurnOutcome(after.cell, tuple(said.key for said in told.heard), turns))
        return found

    @cached_property
    def exit_sides(self) -> Mapping[Cell, Direction]:
        return {str(cell): d for (cell, d), (step, *_) in self.outcomes.items() if step.heard == ("exit",)}

    def turns_between(self) -> Iterator[tuple[Cell, Cell, int]]:
        found = ((str(cell), step) for (cell, _), outcomes in self.outcomes.items() for step in outcomes)
        return ((cell, step.spot, step.turns) for cell, step in found if step.turns)

    @cached_property
    def turns(self) -> Mapping[Cell, int]:
        """The fewest turns from each tile to a treasure and then out with it."""
        return dict(self.spread({cell: self.out[cell] for cell in self.treasures if cell in self.out}))

    @cached_property
    def pars(self) -> Mapping[Cell, int]:
        return {start: self.turns[start] for start in self.starts if start in self.turns}

    @cached_property
    def dead_ends(self) -> Sequence[Cell]:
        return tuple(cell for cell in self.cells if len(self.neighbours(cell)) + (cell in self.exit_sides) == 1)

    @cached_property
    def unneeded(self) -> Sequence[Cell]:
        goals = _goals(self)
        needed = self.crossed(self.pars, self.turns, goals)
        needed |= self.crossed(goals & needed, self.out, self.exit_sides)
        return tuple(cell for cell in self.map.cells_of("safe") if cell not in needed)

    @cached_property
    def answers_needed(self) -> Counter[int]:
        """Players may begin on any Safe tile (TL-29) and hear nothing at the start (TL-29.b). No treasure is moved."""
        if any(len(outcomes) > 1 for outcomes in self.outcomes.values()):
            return Counter()  # a player with the map cannot tell where a secret die has led
        opening = {cell: TurnOutcome(cell, (), 0) for cell in self.starts}
        return answers_needed(opening, self.starts, self.requests, self._answer)

    def _answer(self, spot: Place, request: str) -> TurnOutcome:
        return self.outcomes.get((spot, request), [TurnOutcome(str(spot), (), 0)])[0]

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The tiles next to one on foot: through open borders, and by stairs and elevators (TL-27.a)."""
        return (*self.map.open_neighbours(cell), *self._joined[cell])

    @cached_property
    def _joined(self) -> Mapping[Cell, Sequence[Cell]]:
        joined: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells}
        for way in (way for pack in self.map.params.on for way in pack.on_foot(self.map.params)):
            if self.map.facts.issuperset(way.needs):
                joined[str(way.source)].append(str(way.target))
                joined[str(way.target)].append(str(way.source))
        return joined

    @cached_property
    def onward(self) -> Mapping[Place, Sequence[Place]]:
        """For each tile the tiles where its movements lead, each movement as often as any other."""
        most = max(map(len, self.outcomes.values()))
        leads: dict[Place, list[Place]] = {cell: [] for cell in self.cells}
        for (cell, _), outcomes in self.outcomes.items():
            leads[cell] += [step.spot for step in outcomes if step.turns for _ in range(most // len(outcomes))]
        return leads

    @cached_property
    def shares(self) -> Mapping[Place, float]:
        """The share of the time that a random walk spends on each tile; it leaves through no exit."""
        return shares_of_walk({cell: leads or [cell] for cell, leads in self.onward.items()}, len(self.cells))


def routes(ground: TreasuresTurnGraph, starts: tuple[Cell, ...]) -> tuple[Route, ...]:
    """A shortest way to win from each start; without `starts`, from an easy, a usual and a hard one (TL-56).

    The way takes one treasure and leaves through an exit. After a marsh the words of a turn are `LOST_TURN`. A start
    without a way to win has no route.
    """
    telling = starts or (tuple(dict.fromkeys(least_median_most(ground.pars))) if ground.pars else ())
    goals = _goals(ground)
    shortest = list[Route]()
    for start in (start for start in telling if start in ground.turns):
        found = [("", start), *_walk(ground, start, ground.turns, goals)]
        taken, prize = len(found), found[-1][1]
        found += _walk(ground, prize, ground.out, set(ground.exit_sides))
        last = found[-1][1]
        found.append((COMPASS[ground.exit_sides[last]], last))
        words = [said for said, _ in found]
        if taken > 1:
            words[taken - 1] += "; take"
        else:
            words[1] = f"take; {words[1]}"
        cells = tuple(cell for _, cell in found[1:])
        shortest.append(Route(start, tuple(words[1:]), cells, ((prize, noun("treasure")),)))
    return tuple(shortest)


def _goals(ground: TreasuresTurnGraph) -> set[Cell]:
    """The treasures with which a player had better leave at once."""
    return {cell for cell in ground.treasures if ground.turns.get(cell) == ground.out.get(cell, NEVER)}


def _walk(
    ground: TreasuresTurnGraph, cell: Cell, turns: Mapping[Cell, int], goals: set[Cell]
) -> Iterator[tuple[str, Cell]]:
    """The turns, in words and with the tiles reached, along a shortest way to one of the goals."""
    while cell not in goals:
        cell, said, lost = next(
            (step.spot, COMPASS.get(way, way), step.turns > 1)
            for way in ground.requests
            for step in ground.outcomes.get((cell, way), ())
            if step.turns and turns.get(step.spot, NEVER) + step.turns == turns[cell]
        )
        yield said, cell
        if lost:
            yield LOST_TURN, cell


# --- measures ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)  # a sheet asks for measures and for starts
def ground_of(map_: Map[Any]) -> TreasuresTurnGraph:
    return TreasuresTurnGraph(map_)


def analyse(map_: Map[Params], ask: Ask) -> Analysis:
    """Measure a map, and find shortest ways to win from the starts that are asked for."""
    return measures.analysis(ground_of(map_), ask, partial(interest, map_), _LOOKS, routes)


def by_cell(map_: Map[Params], _: Ask) -> tuple[CellNumbers, ...]:
    return measures.by_cell(ground_of(map_), ground_of(map_).turns)


def prospect(map_: Map[Params], asked: Cell) -> Prospect:
    ground = ground_of(map_)
    return measures.prospect(ground, asked, partial(routes, ground), lambda start: start)


def even_starts(map_: Map[Any]) -> Mapping[Cell, int]:
    return measures.even_starts(map_.params.grid, ground_of(map_).pars, map_.params.players)


def _fair_starts(map_: Map[Any]) -> Mapping[Cell, int]:
    """The even starts, where they are fair and all starts together are not."""
    even = even_starts(map_) if difference_of_pars(ground_of(map_).pars.values()) > FAIR else {}
    return even if difference_of_pars(even.values()) <= FAIR else {}


def evened(map_: Map[Any]) -> FairMap | None:
    """The map with a setting by which players begin on fair starts only (TX-79)."""
    if getattr(map_.params, "fair_starts", FAIR) is not None or not _fair_starts(map_):
        return None
    return FairMap(replace(map_, params=replace(map_.params, fair_starts=FAIR)), message("Play from fair starts only"))


def _fairness(ground: TreasuresTurnGraph) -> measures.Findings:
    """The verdict on the starts that players may get: with `fair_starts` these differ by no more than that (TX-79).

    Where the starts are not fair, it tells those that are.
    """
    allowed, apart = getattr(ground.map.params, "fair_starts", None), difference_of_pars(ground.pars.values())
    if allowed is not None and allowed < apart and windows(ground.pars, ground.map.params.players, allowed):
        yield from measures.starts_drawn_within(allowed)
        return
    for found, words in measures.fairness(ground):
        fair = names(sorted(_fair_starts(ground.map), key=natural))
        yield found, clauses(words, message("{cells} are fair", fair)) if fair else words


def _torn(ground: TreasuresTurnGraph) -> measures.Findings:
    """The pieces by open borders, and those in which real moves lead from each tile to every other."""
    walls = len(pieces(ground.cells, ground.neighbours))
    real = sorted(mutual(ground.onward), key=len)
    apart = [sorted(map(str, piece), key=natural) for piece in real[:-1]]
    value: Value = {"by_walls": walls, "by_moves": len(real), "apart": apart}
    yield value, message("by walls alone {pieces}, by real moves {real}", walls, len(real))


def _walls(ground: TreasuresTurnGraph) -> measures.Findings:
    lines = inner_borders(ground.map.params.grid)
    walls, most = sum(wall(line) in ground.map.facts for line in lines), len(lines) - len(ground.cells) + 1
    most += sum(len(ground.neighbours(cell)) - len(ground.map.open_neighbours(cell)) for cell in ground.cells) // 2
    share = round(100 * walls / most)
    words = message("{walls}, {share} % of the {most} that leave the board in one piece", walls, share, most)
    yield {"walls": walls, "most": most}, words


def _restless(ground: TreasuresTurnGraph) -> measures.Findings:
    stayed = {spot for leads in ground.onward.values() for spot in leads} | {*ground.starts}
    left = [cell for cell in ground.cells if cell not in stayed]
    yield left, names(left) or message("none")


_KNOWS = message("answers until a player with the map knows their tile")
_LOOKS: measures.Looks[TreasuresTurnGraph] = (
    ("turns-to-win", message("turns to win"), measures.turns_to_win),
    ("difference-of-starts", message("difference of the starts"), measures.difference_of_starts),
    ("fairness", message("verdict"), _fairness),
    ("answers-to-know", _KNOWS, measures.answers_to_know),
    ("starts-never-known", _KNOWS, measures.starts_never_known),
    ("random-walk", message("where a random walk is"), measures.random_walk),
    ("pieces", message("pieces"), _torn),
    ("dead-ends", message("dead ends"), measures.dead_ends),
    ("inner-walls", message("inner walls"), _walls),
    ("cells-without-rest", message("tiles where nobody can stay"), _restless),
    ("cells-without-need", message("tiles that nobody needs"), measures.unneeded),
)
