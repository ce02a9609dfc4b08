"""The checker: it reads the claims of a drawn map, and finds which of them fail, where and why.

Every fault has a witness, such as facts that are too many, cells that cannot be reached, or the ring of a river. The
solver learns from the same witness what must change. Nothing here repairs, raises or prints.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, assert_never

from mapkit.model.grid import A_CELL, Border, Cell, Grid, Place, cell_of, sides, spell
from mapkit.model.message import (
    NOTHING,
    Message,
    Name,
    for_program,
    joined,
    listed,
    message,
    noun,
    plural,
    sentences,
    shortened,
)
from mapkit.model.rule import (
    WHOLE_MAP,
    BendingChain,
    Claim,
    Count,
    Endpoint,
    Fact,
    Facts,
    Joins,
    LazyWays,
    Length,
    Link,
    Node,
    Reaches,
    Rule,
    RuleClaim,
    Spacing,
    Way,
    When,
    differ_in_number,
    flows,
)
from mapkit.model.walk import backward, distances, pieces, pieces_in_order, reached, shortest

MOST_NAMED = 6
MANY = 40
"""The most places that a fault names where any of them may be the wrong one."""
_FLOWS = flows("", "").mark
Graph = Mapping[Node, Sequence[Node]]
"""The nodes that one step leads to, for each node."""
Nouns = Callable[[str], Message]
"""Gives the noun of a mark, or of the stem that several marks share."""


class Gap(NamedTuple):
    """The witness of a goal that is cut off."""

    region: frozenset[Node]
    """Nodes that no open way leads out of."""
    start: Endpoint
    goal: Endpoint
    ways: Sequence[Way]
    """All ways; one that leads out of the region must open, while the start and the goal count."""


class Shortcut(NamedTuple):
    """The witness of a way that is too short."""

    start: Endpoint
    goal: Endpoint
    ways: tuple[Way, ...]
    """Its steps; one of them must close, while the start and the goal count."""


class Detour(NamedTuple):
    """The witness of a way that is too long: one of the ways must open, or one of the goals must count."""

    start: Endpoint
    goals: tuple[Endpoint, ...]
    """Goals near enough that do not count now."""
    ways: tuple[Way, ...]
    """Closed ways that would make the way shorter."""


class Chain(NamedTuple):
    """The witness of a bad chain of links."""

    links: tuple[Link, ...]
    """Links that must not all hold."""
    unless: tuple[Fact, ...] = ()
    """Facts any of which allows all the links to hold."""


Cut = Gap | Shortcut | Detour | Chain


class Fault(NamedTuple):
    """A rule that the map breaks."""

    rule: Rule[object]
    place: Place
    """Where the fault is shown; `WHOLE_MAP` for no place."""
    sentence: Message
    """The rule in words, with the numbers of this map."""
    found: Message
    witness: tuple[Place, ...]
    cuts: tuple[Cut, ...] = ()
    """What must change, for claims about ways and links."""
    conditions: tuple[Fact, ...] = ()
    fallback_place: Place = WHOLE_MAP
    """The place that was taken because neither the claim nor what was found has one."""
    grid: Grid | None = None
    """The board, on which borders have their names."""

    def called(self, place: Place) -> Message | Name:
        """The name of a place in faults; `map` for the whole map."""
        return spell(self.grid, place) if place and self.grid is not None else message("map")

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The fault for `json.dumps`, with texts as `say` puts them; its schema is `finding` in that of `check`."""
        return {
            "rule": self.rule.number,
            "place": say(self.called(self.place)),
            **for_program(say, sentence=self.sentence, found=self.found),
            "witness": [say(self.called(place)) for place in self.witness],
        }


def faults(
    claims: Iterable[RuleClaim], params: object, grid: Grid, facts: Facts, noun: Nouns = noun
) -> tuple[Fault, ...]:
    """All faults of a map, in the order of the claims."""
    return tuple(fault for each in faults_of_each(claims, params, grid, facts, noun) for fault in each)


def faults_of_each(
    claims: Iterable[RuleClaim],
    params: object,
    grid: Grid,
    facts: Facts,
    noun: Nouns = noun,
    known: Mapping[int, Graph] = MappingProxyType({}),
) -> Iterator[tuple[Fault, ...]]:
    """The faults of each claim, claim by claim. `known` gives graphs of open ways, by the `id` of all the ways."""
    reader, hold = _ClaimReader(grid, facts, noun, known), facts.__contains__
    for claimed in claims:  # most claims of most maps are plainly kept
        claim = claimed.claim
        while type(claim) is When and facts.issuperset(claim.facts):
            claim = claim.claim
        kept = type(claim) is When or (type(claim) is Count and claim.low <= sum(map(hold, claim.facts)) <= claim.high)
        yield () if kept else tuple(reader.faults(claimed, params))


def counts(needing: Endpoint | Way, facts: Facts) -> bool:
    return facts.issuperset(needing.needs) and facts.isdisjoint(needing.bars)


def inside(claim: Claim) -> Claim:
    return inside(claim.claim) if isinstance(claim, When) else claim


def facts_to_change(fault: Fault) -> Facts:
    """Facts one of which must change before the fault can go; for faults with cuts only."""
    cut = fault.cuts[0]
    stops: tuple[Endpoint, ...] = ()
    ways: Iterable[Way] = ()
    match cut:
        case Gap(region, start, goal, between):
            stops, ways = (start, goal), (w for w in between if w.source in region and w.target not in region)
        case Shortcut(start, goal, ways):
            stops = (start, goal)
        case Detour(start, goals, ways):
            stops = (start, *goals)
        case Chain(links, unless):
            return frozenset((*fault.conditions, *(link.fact for link in links), *unless))
        case _:
            assert_never(cut)
    return frozenset((*fault.conditions, *(fact for stop in (*stops, *ways) for fact in (*stop.needs, *stop.bars))))


def rank(fault: Fault) -> int:
    """A number to sort faults by: 0 for a fault at one place, 1 for a wrong number, and 2 for ways and links.

    Faults with a larger number may follow from others.
    """
    return 2 if fault.cuts else 0 if fault.place else 1


def found_no(thing: Message | Name) -> Message:
    return message("Found no {thing}.", thing)


class _Failure(NamedTuple):
    """A way in which a claim fails: a fault without what the claim's rule says of it."""

    place: Place
    found: Message
    witness: tuple[Place, ...]
    cuts: tuple[Cut, ...] = ()
    fallback_place: Place = WHOLE_MAP


class _ClaimReader:
    """Reads the claims of one map. The graph of ways that many claims share is built once."""

    def __init__(self, grid: Grid, facts: Facts, noun: Nouns, known: Mapping[int, Graph]) -> None:
        self.grid = grid
        self.facts = facts
        self.noun_of = noun
        self._graphs: dict[int, Graph] = {}
        self._open = dict(known)
        self._met: dict[tuple[int, Node], tuple[set[Node], set[Node]]] = {}
        self._kept = list[Sequence[Way]]()  # while they are, no others have their `id`

    def faults(self, claimed: RuleClaim, params: object) -> Iterator[Fault]:
        (rule, own_place, claim), conditions = claimed, tuple[Fact, ...]()
        while isinstance(claim, When):
            if not self.facts.issuperset(claim.facts):
                return
            conditions, claim = claim.facts + conditions, claim.claim
        match claim:
            case Count():
                failures = self._count(claim, of_whole_map=own_place == WHOLE_MAP and claim is claimed.claim)
            case Joins():
                failures = self._joined(claim)
            case Reaches():
                failures = self._reaches(claim)
            case Length():
                failures = self._length(claim)
            case BendingChain():
                failures = self._bends(claim)
            case Spacing():
                failures = self._spaced(claim)
            case _:
                assert_never(claim)
        for place, found, witness, cuts, fallback_place in failures:
            shown = place or own_place or fallback_place
            yield Fault(rule, shown, rule.text(params), found, witness, cuts, conditions, fallback_place, self.grid)

    def _count(self, claim: Count, *, of_whole_map: bool) -> Iterator[_Failure]:
        true = [fact for fact in claim.facts if fact in self.facts]
        if not claim.low <= len(true) <= claim.high:
            places = tuple(fact.place for fact in true)
            place = places[-1] if len(true) > claim.high else WHOLE_MAP
            found = self._found(claim, true, of_whole_map)
            any_may_go = claim.called is not None or all(isinstance(each, Border) for each in places)
            if any_may_go and len(true) > max(claim.high, MOST_NAMED):
                place, found = WHOLE_MAP, message("Found {number}; any of them may go.", len(true))
            marks = {fact.mark for fact in claim.facts}
            # the other facts of a set in which this one mark is missing, such as the partner of a portal
            alone = list[Fact]()
            if not true and len(marks) == 1:
                alone = sorted((fact for fact in self.facts if differ_in_number(min(marks), fact.mark)), key=str)
            if alone:
                lacking, partner, places = self.noun_of(min(marks)), alone[0].mark, tuple(fact.place for fact in alone)
                found = message("Found no {thing}; its partner {mark} is here.", lacking, Name(partner))
                yield _Failure(WHOLE_MAP, found, places, fallback_place=places[0])
            else:
                yield _Failure(place, found, places)

    def _found(self, claim: Count, true: Sequence[Fact], of_whole_map: bool) -> Message:
        """What was found: in a claim about one place each thing with its place, else their number."""
        if not true:
            return self._nothing(claim, of_whole_map)
        if claim.called or of_whole_map or len(true) > MOST_NAMED:
            names = list(map(claim.called, true)) if claim.called else self._names([fact.place for fact in true])
            most = MOST_NAMED if all(isinstance(fact.place, Border) for fact in true) else MANY
            return message("Found {number}: {things}.", len(true), shortened(names, most))
        true = sorted(true, key=lambda fact: not isinstance(fact.place, Border))
        nouns = [self.noun_of(fact.mark) for fact in true]
        named = [message("one") if n in nouns[:i] else message("{thing:a}", n) for i, n in enumerate(nouns)]
        return message(
            "Found {things}.", listed([thing_at(self.grid, n, f.place) for f, n in zip(true, named, strict=True)])
        )

    def _nothing(self, claim: Count, of_whole_map: bool) -> Message:
        """What to say where none of the facts holds: the cell that is blank, or what should be there."""
        facts = claim.facts
        places, marks = tuple(dict.fromkeys(fact.place for fact in facts)), {fact.mark for fact in facts}
        if not facts:
            return NOTHING
        if claim.called:
            return found_no(claim.called(facts[0])) if len(facts) == 1 else message("Found none.")
        if len(places) == 1 and places[0] not in self._drawn and len(marks) > 1:
            return message("{cell} is blank.", spell(self.grid, places[0]))
        if len(places) == 1:
            flowing = sum(mark.startswith(_FLOWS) for mark in marks)  # the noun is of a river, with its end or without
            called = self.noun_of("flows") if 1 < flowing >= len(marks) - 1 else min(map(self.noun_of, marks))
            return found_no(thing_at(self.grid, called, places[0]))
        into = {self.grid.step(cell_of(f.place), f.mark[len(_FLOWS) :]) for f in facts if f.mark.startswith(_FLOWS)}
        if len(into) == 1 and all(fact.mark.startswith(_FLOWS) for fact in facts):
            goal, cells = into.pop(), self._list(places)
            out = message("Nothing flows out of the map from {cells}.", cells)
            return message("Nothing flows into {cell} from {cells}.", Name(goal), cells) if goal else out
        if len(facts) <= 4 and not of_whole_map:
            things = joined([thing_at(self.grid, self.noun_of(fact.mark), fact.place) for fact in facts])
            return message("Found none of these: {things}.", things)
        return found_no(self.noun_of(marks.pop())) if len(marks) == 1 else message("Found none.")

    @cached_property
    def _drawn(self) -> frozenset[Place]:
        return frozenset(fact.place for fact in self.facts)

    def _joined(self, claim: Joins) -> Iterator[_Failure]:
        """A fault for each piece of the cells but the largest."""
        order = {cell: i for i, cell in enumerate(claim.cells)}
        first = next(iter(_parts(self._onward(claim.ways), order)), ())
        if len(first) == len(order):
            return
        split = sorted(_parts(self._graph(claim.ways), order), key=len)
        inside = [way for way in claim.ways if way.source in order and way.target in order]
        both = (*inside, *(Way(way.target, way.source, way.needs, way.bars) for way in inside))
        for piece in split[:-1]:
            cells = tuple(sorted((n for n in piece if isinstance(n, str)), key=order.__getitem__))
            elsewhere = next(cell for cell in claim.cells if cell not in piece)
            gap = Gap(frozenset(piece), Endpoint(cells[0]), Endpoint(elsewhere), both)
            yield _Failure(cells[0], message("Cut off: {cells}.", self._list(cells)), cells, (gap,))

    def _reaches(self, claim: Reaches) -> Iterator[_Failure]:
        """A fault for each group of goals that the same starts do not reach."""
        starts, goals = ([stop for stop in stops if counts(stop, self.facts)] for stops in (claim.starts, claim.goals))
        if not starts or not goals:
            return
        ahead, behind = self._around(claim.ways, starts[0].node)  # mostly every start reaches every goal by one of them
        if ahead.issuperset(goal.node for goal in goals) and behind.issuperset(start.node for start in starts):
            return
        graph = self._graph(claim.ways)
        for missed, stranded in _missed_goals(graph, starts, goals):
            goal = missed[0]
            regions = [(stranded[0], frozenset(graph) - reached([goal.node], backward(graph).get))]
            seen: set[Node] = set()
            for start in stranded:
                if start.node not in seen and len(regions) <= MOST_NAMED:
                    region = frozenset(reached([start.node], graph.get))
                    seen |= region
                    regions.append((start, region))
            cuts = tuple(Gap(region, start, goal, claim.ways) for start, region in regions)
            cells, unreached = _cells(stranded), _cells(missed)
            place = unreached[0] if 0 < len(unreached) <= len(cells) else cells[0]
            found, shut = self._unreached(goal, cells, unreached), dict[Fact, Message | Name]()
            if len(cells) == 1 and not unreached:
                region, board = regions[1][1], self.grid.cells()
                inside = tuple(cell for cell in board if cell in region)
                if 1 < 2 * len(inside) < len(board):
                    found = sentences(found, message("Only {cells} can be reached.", self._list(inside)))
                out = (way for way in claim.ways if way.source in region and way.target not in region)
                closing = self.facts.intersection(bar for way in out for bar in way.bars)
                shut = {fact: words for fact, words in claim.names if fact in closing}
                if shut:
                    found = sentences(found, message("Around it: {things}.", joined(list(shut.values()))))
            yield _Failure(place, found, (*(cells or unreached), *(fact.place for fact in shut)), cuts)

    def _unreached(self, goal: Endpoint, cells: Sequence[Cell], unreached: Sequence[Cell]) -> Message:
        if unreached and cells:
            return message("{cells} cannot be reached from {others}.", self._list(unreached), self._list(cells))
        if unreached:
            return message("{cells} cannot be reached.", self._list(unreached))
        called = goal.node if isinstance(goal.node, Message) else Name(str(goal.node))
        from_cells = message("No way leads to {goal} from {cells}.", called, self._list(cells))
        return from_cells if cells else message("No way leads to {goal}.", called)

    def _spaced(self, claim: Spacing) -> Iterator[_Failure]:
        """A fault for each two facts that are too close."""
        board, steps = claim.board, claim.steps
        true = [(fact, board.centre(cell_of(fact.place))[0]) for fact in claim.facts if fact in self.facts]
        for (one, x), (other, y) in combinations(true, 2):  # columns alone tell most pairs apart
            if abs(x - y) < steps > board.steps_apart(cell_of(one.place), cell_of(other.place)):
                found = self._found(Count((one, other), 0, 1), (one, other), of_whole_map=False)
                yield _Failure(other.place, found, (one.place, other.place))

    def _length(self, claim: Length) -> Iterator[_Failure]:
        """A fault for each start whose shortest way has too many or too few steps."""
        graph, goals = self._onward(claim.ways), {goal.node: goal for goal in claim.goals if counts(goal, self.facts)}
        for start in claim.starts:
            if not counts(start, self.facts):
                continue
            path = shortest(start.node, goals, graph.get)
            if path is None or len(path) - 1 > (claim.steps.high if claim.steps.high is not None else len(path)):
                if claim.steps.high is not None:
                    yield self._too_long(claim, start, path)
            elif len(path) - 1 < claim.steps.low:
                steps = set(pairwise(path))
                ways = tuple(way for way in claim.ways if (way.source, way.target) in steps and counts(way, self.facts))
                cells = _cells((start, *map(Endpoint, path[1:])))
                shortcut = Shortcut(start, goals[path[-1]], ways)
                yield _Failure(cells[0], self._steps(path, cells), cells, (shortcut,))

    def _too_long(self, claim: Length, start: Endpoint, path: Sequence[Node] | None) -> _Failure:
        """The fault of a way that has too many steps; `path` is the shortest open way, or None where there is none."""
        most = claim.steps.high or 0
        onward = defaultdict[Node, list[Node]](list)
        for way in claim.ways:
            onward[way.source].append(way.target)
        there = distances([start.node], onward.get)
        home = distances([goal.node for goal in claim.goals], backward(onward).get)
        closed = tuple(
            way
            for way in claim.ways
            if not counts(way, self.facts) and there.get(way.source, most) + 1 + home.get(way.target, most) <= most
        )
        near = tuple(
            goal for goal in claim.goals if there.get(goal.node, most + 1) <= most and not counts(goal, self.facts)
        )
        cells = _cells((start, *map(Endpoint, path or ())))
        found = self._steps(path, cells) if path else message("There is no way.")
        return _Failure(cells[0], found, cells, (Detour(start, near, closed),))

    def _steps(self, path: Sequence[Node], cells: Sequence[Cell]) -> Message:
        steps, named = len(path) - 1, self._list(cells)
        return plural("Found {number} step: {cells}.", "Found {number} steps: {cells}.", steps, named)

    def _bends(self, claim: BendingChain) -> Iterator[_Failure]:
        """A fault for each chain with too many or too few bends, and for each ring."""
        onward = {link.source: link for link in claim.links if link.fact in self.facts}
        entered = {link.target for link in onward.values()}
        for head in (cell for cell in onward if cell not in entered):
            chain = _walk(onward, head)
            bends = [i for i in range(1, len(chain)) if chain[i].direction != chain[i - 1].direction]
            most = claim.bends.high
            cells = tuple(link.source for link in chain)
            found = plural("Found {number} bend.", "Found {number} bends.", len(bends))
            if most is not None and len(bends) > most:
                yield _Failure(head, found, cells, (Chain(tuple(chain[: bends[most] + 1])),))
            elif len(bends) < claim.bends.low and chain[-1].target not in cells:
                longer = tuple(x.fact for x in claim.links if x.target == head or x.source == chain[-1].target)
                yield _Failure(head, found, cells, (Chain(tuple(chain), longer),))
        seen: set[str] = set()
        for start in onward:
            chain = _walk(onward, start, seen)
            walked = [link.source for link in chain]
            if chain and chain[-1].target in walked:  # it begins at the first of its cells that a walk comes to
                ring = chain[walked.index(chain[-1].target) :]
                cells = tuple(link.source for link in ring)
                yield _Failure(cells[0], message("A ring: {cells}.", self._list(cells)), cells, (Chain(tuple(ring)),))
            seen.update(walked)

    def _around(self, ways: Sequence[Way], hub: Node) -> tuple[set[Node], set[Node]]:
        """The nodes that are reached from a hub, and those from which it is reached."""
        met = self._met.get((id(ways), hub))
        if met is None:
            self._kept.append(ways)
            known = isinstance(ways, LazyWays) and not ways.is_made and ways.opened(self.facts)
            graph = known or self._onward(ways)
            met = self._met[id(ways), hub] = reached([hub], graph.get), reached([hub], backward(graph).get)
        return met

    def _graph(self, ways: Sequence[Way]) -> Graph:
        if id(ways) not in self._graphs:
            onward = self._onward(ways)
            nodes = chain((way.source for way in ways), (way.target for way in ways))
            self._graphs[id(ways)] = {node: onward.get(node, []) for node in nodes}
        return self._graphs[id(ways)]

    def _onward(self, ways: Sequence[Way]) -> Graph:
        """The open ways as a graph, without the nodes that no open way leaves."""
        if id(ways) not in self._open:
            self._kept.append(ways)
            facts, graph = self.facts, dict[Node, list[Node]]()
            for source, target, needs, bars in ways:
                if facts.issuperset(needs) and facts.isdisjoint(bars):
                    graph.setdefault(source, []).append(target)
            self._open[id(ways)] = graph
        return self._open[id(ways)]

    def _list(self, places: Sequence[Place]) -> Message:
        return shortened(self._names(places), MOST_NAMED)

    def _names(self, places: Sequence[Place]) -> list[Message | Name]:
        return [spell(self.grid, place) for place in places]


def at_border(grid: Grid, line: Border) -> Message | Name:
    """Where something on a border is: `between c3 and c4`, `on the east side of d2`."""
    if sides(grid, line)[1] is not None:
        return spell(grid, line)
    where = _ON_A_SIDE.get(line.side)
    return where.filled(cell=Name(line.cell)) if where else message("on {where}", spell(grid, line))


_ON_A_SIDE = {
    "N": message("on the north side of {cell}", A_CELL),
    "E": message("on the east side of {cell}", A_CELL),
    "S": message("on the south side of {cell}", A_CELL),
    "W": message("on the west side of {cell}", A_CELL),
}


def thing_at(grid: Grid, thing: Message, place: Place) -> Message:
    """A thing and its place, such as `a wall between c3 and d3`."""
    if isinstance(place, str):
        return message("{thing} at {cell}", thing, Name(place))
    return message("{thing} {where}", thing, at_border(grid, place))


def _cells(stops: Iterable[Endpoint]) -> tuple[Cell, ...]:
    """The cells of the endpoints that have one: that of the first fact it needs, its `cell`, or its node."""
    named = (str(cell_of(stop.needs[0].place)) if stop.needs else stop.cell or stop.node for stop in stops)
    return tuple(dict.fromkeys(cell for cell in named if isinstance(cell, str) and not isinstance(cell, Message)))


def _parts(graph: Graph, cells: Collection[Node]) -> list[set[Node]]:
    """The cells of the graph in pieces that are joined by ways in either direction."""
    back = backward(graph)

    def beside(node: Node) -> Iterator[Node]:
        return (other for other in chain(graph.get(node, ()), back.get(node, ())) if other in cells)

    return pieces((node for node in graph if node in cells), beside)


def _missed_goals(
    graph: Graph, starts: Sequence[Endpoint], goals: Sequence[Endpoint]
) -> Iterator[tuple[list[Endpoint], list[Endpoint]]]:
    """Goals, each group with the starts that do not reach it; goals that the same starts miss are in one group.

    The goals that a node reaches are kept as a number with a bit for each goal. Strongly connected pieces are taken
    from the last to the first, so each is visited only once, however many starts and goals there are.
    """
    bits: dict[Node, int] = {}
    for i, goal in enumerate(goals):
        bits[goal.node] = bits.get(goal.node, 0) | 1 << i
    reach: dict[Node, int] = {}
    for piece in reversed(pieces_in_order(graph)):
        found = 0
        for node in piece:
            found |= bits.get(node, 0)
            for onward in graph[node]:
                found |= reach.get(onward, 0)
        reach.update(dict.fromkeys(piece, found))
    whole = (1 << len(goals)) - 1
    alike: dict[int, list[Endpoint]] = {}
    for start in starts:
        missed = whole & ~reach.get(start.node, bits.get(start.node, 0))
        if missed:
            alike.setdefault(missed, []).append(start)
    together: dict[tuple[int, ...], list[Endpoint]] = {}
    for i, goal in enumerate(goals):
        missing = tuple(missed for missed in alike if missed >> i & 1)
        if missing:
            together.setdefault(missing, []).append(goal)
    for missing, these in together.items():
        stranded = {id(start) for missed in missing for start in alike[missed]}
        yield these, [start for start in starts if id(start) in stranded]


def _walk(onward: dict[str, Link], start: str, walked: Collection[str] = ()) -> list[Link]:
    """The links from a cell onwards, until they end or come to a cell that was visited before."""
    chain: list[Link] = []
    cell: str | None = start
    seen = set(walked)
    while cell is not None and cell in onward and cell not in seen:
        seen.add(cell)
        chain.append(onward[cell])
        cell = onward[cell].target
    return chain
