"""Moves: where each request of a player leads, and what is heard. All that knows where a step leads reads them.

A game gives its moves node by node. A cell's name, and the border of an exit behind which a player stands, are places
of rest; all other nodes lie between, and what leads on from there happens by itself. The referee and the measures
follow moves on a known map, claims read the ways of all of them, and proofs those on which certain words are heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, groupby, product
from typing import Any, NamedTuple, cast

from mapkit.model.evidence import Moves, Stands
from mapkit.model.frozen import FrozenDict, SetOnce
from mapkit.model.grid import Border, Cell, Place
from mapkit.model.message import message, noun
from mapkit.model.rule import Endpoint, Fact, Facts, Node, Way
from mapkit.model.walk import reached


class Move(NamedTuple):
    """A way with what is heard on it; of several that are open from one node, a die chooses."""

    way: Way
    says: tuple[str, ...] = ()
    """The keys of what is heard, in order."""
    request: str = ""
    """The request that it follows, such as `N`; empty for what happens by itself."""


class MoveCourse(NamedTuple):
    """Where a request leads on a known map."""

    to: Place
    """Where the player rests. On a faulty map that leads nowhere, they stay where they came in."""
    moves: tuple[Move, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for move in self.moves for key in move.says)

    @property
    def cells_entered(self) -> tuple[Cell, ...]:
        return tuple(cast(Any, move.way.target)[1] for move in self.moves if is_just_entered(move.way.target))


class Terrain(SetOnce):
    """What cells may bear: on an unknown map anything; a known one (`KnownMoves`) tells what is drawn."""

    def __init__(self, cells: Sequence[Cell], heard: bool = True) -> None:
        """Takes the cells of the board, and whether anybody hears: else refusals and what is said may be left out."""
        self._cells, self.heard = cells, heard

    def cells(self, _mark: str) -> Sequence[Cell]:
        """The cells that may bear a mark."""
        return self._cells

    def borne(self, place: Place, marks: tuple[str, ...]) -> Sequence[Fact]:
        """The facts that a place bears these marks, of those that it may bear."""
        return bearing(place, marks)

    def is_bare(self, _place: Place) -> bool:
        """Whether it is known that nothing is drawn on a place."""
        return False


Onward = Callable[[Node, str, Terrain], Iterable[Move]]
"""Gives the moves from a node at a request, or by themselves where the request is empty."""


@lru_cache(maxsize=200_000)  # many moves need the same facts
def bearing(place: Place, marks: tuple[str, ...]) -> tuple[Fact, ...]:
    """The facts that a place bears each of the marks."""
    return tuple(Fact(place, mark) for mark in marks)


OUTSIDE = message("{thing:a}", noun("exit"))
"""The node of claims for whoever has gone out through an exit."""


def just_entered(cell: Cell) -> Node:
    """The node of a player who has just entered a cell."""
    return ("in", cell)


def is_just_entered(node: Node) -> bool:
    return isinstance(node, tuple) and node[0] == "in"


def is_rest(node: Node) -> bool:
    return node.__class__ is not tuple  # a cell, or a border


Stages = tuple[tuple[Way, ...], ...]
"""Ways one after the other; of each stage one is taken."""


class Arrival(NamedTuple):
    """What a player who hears a key on entering a cell knows of it."""

    stays: bool
    """Whether they stay there, in any case."""
    near: bool
    """Whether they stay, or are carried to a neighbouring cell."""


class Movement(SetOnce):
    """The moves of a game with certain settings."""

    def __init__(
        self,
        cells: Sequence[Cell],
        onward: Onward,
        requests: Sequence[str],
        derived: frozenset[str],
        cases: Callable[[Fact], Sequence[Fact]],
        strays: Callable[[Node, str, Mapping[Place, Sequence[str]]], Iterable[Move]] | None = None,
    ) -> None:
        """Takes the cells of the board, the moves, the requests for them, and the marks of derived facts.

        `cases` gives the facts of which one holds where a derived fact does. `strays` gives the moves from a node on
        maps that break the rules, by what is drawn on each place; they are open before all others.
        """
        self.cells, self.onward, self.requests, self.strays = cells, onward, requests, strays
        self.derived, self._cases, self._anything = derived, cases, Terrain(cells)
        self._known_cases: dict[Fact, Sequence[Fact]] = {}
        self._leaving: dict[tuple[Node, str], Sequence[Move]] = {}
        self._stages: dict[tuple[tuple[Place, ...], str, tuple[tuple[str, ...], ...]], Stages] = {}

    def cases(self, fact: Fact) -> Sequence[Fact]:
        """The facts of which one holds where this one does; a fact of the map alone is itself its only case."""
        if fact.mark not in self.derived:
            return (fact,)
        if fact not in self._known_cases:
            self._known_cases[fact] = tuple(self._cases(fact))
        return self._known_cases[fact]

    def leaving(self, node: Node, request: str = "") -> Sequence[Move]:
        """The moves from a node on any map."""
        found = self._leaving.get((node, request))
        if found is None:
            found = self._leaving[node, request] = tuple(self.onward(node, request, self._anything))
        return found

    def ways(self) -> Sequence[Way]:
        """All ways that begin with a request on a cell, for claims, which know facts of maps alone.

        What is heard is left out, and so are ways on which nobody moves. Derived facts are spelt out, a way for each
        case. A border leads `OUTSIDE`.
        """
        derived, cases, ways = self.derived, self.cases, list[Way]()
        for moves in self._every(Terrain(self.cells, heard=False)):
            spelt = list[Way]()
            for way, _, _ in moves:
                source, target, needs, bars = way
                if source == target:
                    continue
                if target.__class__ is Border:
                    way = Way(source, OUTSIDE, needs, bars)
                for fact in needs + bars:
                    if fact[1] in derived:
                        barred = tuple(chain.from_iterable(map(cases, bars)))
                        spelt += [Way(source, target, met, barred) for met in product(*map(cases, needs))]
                        break
                else:
                    spelt.append(way)
            ways += spelt
        return ways

    def _every(self, terrain: Terrain) -> Iterator[Sequence[Move]]:
        """The moves at each request on each cell, and from all nodes to which they lead."""
        edge: list[tuple[Node, str]] = [(cell, request) for cell in self.cells for request in self.requests]
        seen = set[Node]()
        for node, request in edge:  # the list grows meanwhile
            moves = [*self.onward(node, request, terrain)]
            for move in moves:
                target = move[0][1]
                if target.__class__ is tuple and target not in seen:
                    seen.add(target)
                    edge.append((target, ""))
            yield moves

    @cached_property
    def keys(self) -> frozenset[str]:
        """All that may be heard of moves."""
        return frozenset(key for moves in self._every(self._anything) for move in moves for key in move.says)

    @cached_property
    def arrivals(self) -> Mapping[str, Arrival]:
        """For each key that is heard first on entering a cell what it means."""

        def onto(node: Node) -> Iterable[Node]:
            return () if is_rest(node) else (move.way.target for move in self.leaving(node))

        found = dict[str, Arrival]()
        for cell in self.cells:
            steps = (move for request in self.requests for move in self.leaving(cell, request))
            beside = {move.way.target for move in steps if is_just_entered(move.way.target)}
            for move in self.leaving(just_entered(cell)):
                ends = reached([move.way.target], onto)
                rests = {just_entered(str(node)) for node in ends if is_rest(node)}
                for key in move.says[:1]:
                    usual = found.get(key, Arrival(True, True))
                    stays, near = rests == {just_entered(cell)}, rests <= {just_entered(cell), *beside}
                    found[key] = Arrival(stays and usual.stays, near and usual.near)
        return FrozenDict(found)

    def stages(self, starts: Sequence[Place], request: str, said: Iterable[tuple[str, ...]]) -> Stages:
        """The ways on which one of these lists of keys is heard at a request, by stages; empty where there are none.

        The first stage begins on the starts and the last ends on cells; a border stands for its cell.
        """
        known = (tuple(starts), request, tuple(said))
        if known in self._stages:
            return self._stages[known]
        layers: list[list[Way]] = []
        edge: dict[Node, None] = {(start, left): None for left in known[2] for start in starts}
        while edge and len(layers) < len(self.cells) + 10:
            layer = [way for node in edge for way in self._heard(node, "" if layers else request)]
            layers.append(layer)
            edge = dict.fromkeys(way.target for way in layer if not isinstance(way.target, str))
        if edge:  # moves that go round in silence tell nothing
            layers = [[Way(_cell(start), cell) for start in starts for cell in self.cells]]
        self._stages[known] = tuple(map(tuple, layers if edge else _merged(_padded(_pruned(layers)))))
        return self._stages[known]

    def _heard(self, node: Node, request: str) -> Iterator[Way]:
        """The ways from a node, given with the keys that are still to be heard, on which these are heard in order."""
        source, left = cast(tuple[Node, tuple[str, ...]], node)
        for move in self.leaving(source, request):
            says, way = move.says, move.way
            if left[: len(says)] == says:
                after = left[len(says) :]
                if not is_rest(way.target):
                    yield way._replace(source=_cell(source) if request else node, target=(way.target, after))
                elif not after:
                    yield way._replace(source=_cell(source) if request else node, target=_cell(way.target))


def statement_of(who: str, stages: Stages) -> Moves | Stands:
    """What is proven of a player who went by such ways; where nobody moves on them, only where the player stands."""
    if len(stages) > 1 or any(way.source != way.target for stage in stages for way in stage):
        return Moves(who, stages)
    return Stands(who, tuple(Endpoint(way.source, way.needs, way.bars) for stage in stages for way in stage))


def folded(ways: Iterable[Way]) -> Iterator[Way]:
    """The ways of claims. Of those by which players rest on a cell that they just entered, all kinds of it have one.

    A cell is of one kind. So the kinds that lead on from there bar that way.
    """
    for source, of_node in groupby(ways, lambda way: way.source):
        leaving = [*of_node]
        yield from _of_kinds(leaving) if is_just_entered(source) else leaving


def _of_kinds(ways: Sequence[Way]) -> Iterable[Way]:
    rests = [way for way in ways if len(way.needs) == 1 and not way.bars and is_rest(way.target)]
    if not rests:
        return ways
    kept = {way.needs[0] for way in rests}
    onward = tuple(dict.fromkeys(way.needs[0] for way in ways if way.needs and way.needs[0] not in kept))
    folded = {way.target: Way(way.source, way.target, (), onward) for way in rests}
    return (*folded.values(), *(way for way in ways if not way.needs or way.bars or not kept.issuperset(way.needs)))


def _cell(rest: Node) -> Cell:
    return rest.cell if isinstance(rest, Border) else str(rest)


def _pruned(layers: Sequence[Sequence[Way]]) -> list[list[Way]]:
    """Without the ways that lead to no rest."""
    kept, live = list[list[Way]](), set[Node]()
    for layer in reversed(layers):
        kept.append([way for way in layer if isinstance(way.target, str) or way.target in live])
        live = {way.source for way in kept[-1]}
    return [layer for layer in kept[::-1] if layer]


def _padded(layers: Sequence[Sequence[Way]]) -> Iterator[list[Way]]:
    """Stages that are all as long as the longest: a player who rests early stays where they are."""
    resting = dict[Node, None]()
    for number, layer in enumerate(layers, 1):
        last = number == len(layers)
        stage = [Way(("rests", cell), cell if last else ("rests", cell)) for cell in resting]
        for way in layer:
            early = isinstance(way.target, str) and not last
            stage.append(way._replace(target=("rests", way.target)) if early else way)
            resting |= {way.target: None} if early else {}
        yield stage


def _merged(layers: Iterable[Sequence[Way]]) -> list[list[Way]]:
    """The stages, each that only leads on joined to the one before."""
    stages = list[list[Way]]()
    for layer in layers:
        onward = {way.source: way for way in layer}
        if stages and len(onward) == len(layer):
            stages[-1] = [
                Way(way.source, then.target, (*way.needs, *then.needs), (*way.bars, *then.bars))
                for way in stages[-1]
                if (then := onward.get(way.target))
            ]
        else:
            stages.append([*layer])
    return stages


class KnownMoves(Terrain):
    """The moves on a known map."""

    def __init__(self, movement: Movement, facts: Facts, heard: bool = True) -> None:
        super().__init__(movement.cells, heard)
        self.movement, self.facts = movement, facts
        self._open: dict[tuple[Node, str], Sequence[Move]] = {}
        drawn: dict[Place, tuple[str, ...]] = {}
        for place, mark in facts:
            drawn[place] = (*drawn.get(place, ()), mark)
        self.marks: Mapping[Place, Sequence[str]] = FrozenDict(drawn)
        """All that is drawn on each place."""

    def cells(self, mark: str) -> Sequence[Cell]:
        return self._bearers.get(mark, ())

    def borne(self, place: Place, marks: tuple[str, ...]) -> Sequence[Fact]:
        drawn, derived = self.marks.get(place, ()), self.movement.derived
        holds = (mark for mark in marks if mark in drawn or (mark in derived and self.holds(Fact(place, mark))))
        return [Fact(place, mark) for mark in holds]

    def is_bare(self, place: Place) -> bool:
        return place not in self.marks

    @cached_property
    def _bearers(self) -> Mapping[str, Sequence[Cell]]:
        bearers: dict[str, list[Cell]] = {}
        for cell in self._cells:
            for mark in self.marks.get(cell, ()):
                bearers.setdefault(mark, []).append(cell)
        return bearers

    def holds(self, fact: Fact) -> bool:
        """Whether a fact of the map or a derived one holds."""
        if fact.mark not in self.movement.derived:
            return fact in self.facts
        return not self.facts.isdisjoint(self.movement.cases(fact))

    def is_open(self, way: Way) -> bool:
        _, _, needs, bars = way
        if needs and not all(map(self.holds, needs)):
            return False
        return not (bars and any(map(self.holds, bars)))

    def open(self, node: Node, request: str = "") -> Sequence[Move]:
        """The moves that are open from a node; strays, where there are any, are the only ones."""
        found = self._open.get((node, request))
        if found is None:
            moves, is_open = self.movement, self.is_open
            strays = moves.strays(node, request, self.marks) if moves.strays else ()
            found = [move for move in strays if is_open(move[0])]
            found = found or [move for move in moves.onward(node, request, self) if is_open(move[0])]
            self._open[node, request] = found
        return found

    @cached_property
    def graph(self) -> Mapping[Node, Sequence[Node]]:
        """The nodes to which moves are open, for each node; a border leads `OUTSIDE`."""
        cells, asked = self._cells, self.movement.requests
        graph: dict[Node, list[Node]] = {node: [] for cell in cells for node in (cell, just_entered(cell))}
        nodes = [*graph]
        for node in nodes:  # the list grows meanwhile
            onto = graph[node]
            for request in asked if node.__class__ is str else ("",):
                for (_, target, _, _), _, _ in self.open(node, request):
                    onto.append(target if target.__class__ is not Border else OUTSIDE)
            for target in onto:
                if target not in graph:
                    graph[target] = []
                    nodes += () if target is OUTSIDE else (target,)
        return FrozenDict((node, tuple(onto)) for node, onto in graph.items())

    def course(self, start: Place, request: str, dice: Callable[[int], int] = lambda _: 1) -> MoveCourse:
        """Where a request leads; a die chooses where several moves are open."""
        moves = self.open(start, request)
        if not moves:
            return MoveCourse(start, ())
        return self.follow(moves[dice(len(moves)) - 1] if len(moves) > 1 else moves[0], dice)

    def follow(self, first: Move, dice: Callable[[int], int] = lambda _: 1) -> MoveCourse:
        """Where a move leads with all that then happens by itself."""
        made, node = [first], first.way.target
        passed: set[Node] = {first.way.source}
        while not isinstance(node, str | Border) and node not in passed and (moves := self.open(node)):
            passed.add(node)
            made.append(moves[dice(len(moves)) - 1] if len(moves) > 1 else moves[0])
            node = made[-1].way.target
        if not is_rest(node):
            came = (cast(Any, move.way.target)[1] for move in reversed(made))
            node = next((cell for cell in came if cell in self.movement.cells), first.way.source)
        return MoveCourse(cast(Place, node), tuple(made))
