"""The solver: it finds a map that keeps the claims. This is the only module that imports OR-Tools.

What a local constraint can say is posted at once. Reachability and rings are not: the solver proposes a map, the
checker finds what the map breaks, and each witness becomes a cut, until nothing is broken. A cut says, for example,
that some way out of a region must open, or that certain links must not all hold. There is one worker, a fixed search
and a deterministic limit, so the same query gives the same map on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, assert_never

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import Literal

from mapkit.model.grid import Grid
from mapkit.model.message import LargeNumber, Name, message
from mapkit.model.rule import (
    BendingChain,
    Claim,
    Count,
    Fact,
    Facts,
    Joins,
    Length,
    NoSuchMap,
    Reaches,
    Rule,
    RuleClaim,
    SolverGaveUp,
    Spacing,
    Way,
    When,
    facts_of_claims,
)
from mapkit.solve.checker import Chain, Detour, Fault, Gap, Shortcut, faults, faults_of_each, inside

Known = Literal | bool

MOST_OPEN = 25_000
"""The most facts that a query may leave open; more would take minutes, and gigabytes of memory."""
PREPARED = 4_000
"""How many open facts a repair makes ready for one unit of effort, for each map: the solver does not count that."""
MOST_MEGABYTES = 1_500
ROUNDS = 200
"""The most maps that the solver proposes for a query."""
READINGS = 2_000_000
"""The most claims that are read to check the proposed maps; so large boards get fewer rounds."""
MOST_BLAMED = 10_000
"""The most open facts with which rules in conflict are searched for."""
MOST_CONFLICTS = 3
COUNTING_EFFORT = 0.2
"""The effort for a look at the numbers alone, before a map is looked for, in the solver's units."""
BLAME_EFFORT = 2.0
"""The effort to show that rules contradict each other."""
TIE_EFFORT = 2.0
"""The effort to choose among maps that are equally near."""
MOST_ADVISED = 8
"""How often a map that breaks other advice leads to a further search among maps that are equally near."""
SPARE_EFFORT = 0.2
"""The effort to show that they still do so without one of them."""


class Exchange(NamedTuple):
    """Two groups of changes that are cheaper together, as a thing that moves is one edit and not two."""

    these: tuple[Fact, ...]
    those: tuple[Fact, ...]
    spares: int
    """What is saved for each pair of changes, one from either group."""


class Prices(NamedTuple):
    """The costs of changes."""

    facts: Mapping[Fact, int]
    """What it costs to change a fact; 1 for facts that are not listed."""
    exchanges: tuple[Exchange, ...] = ()


class Ties(NamedTuple):
    """What is preferred among maps whose changes cost the least, the first before the second and so on."""

    advice: tuple[RuleClaim, ...] = ()
    """Claims of which as few as possible are broken."""
    costs: tuple[Mapping[Fact, int], ...] = ()
    """What it costs to change a fact; nothing for facts that are not listed."""
    alike: tuple[tuple[Fact, Fact], ...] = ()
    """Pairs of which both hold or neither does, as far as possible; after the costs."""


class MapQuery(NamedTuple):
    """What is asked for: a map that keeps the claims."""

    claims: Sequence[RuleClaim]
    params: object
    grid: Grid
    drawn: Facts
    free: Collection[Fact] | None = None
    """The only facts that may differ from those drawn; None allows every fact that the claims mention."""
    effort: float = 20.0
    """The limit in the solver's deterministic units, each about a second on a fast machine."""
    prices: Prices = Prices({})
    """The costs of changes; the nearest map is the one with the least."""
    ties: Ties | None = None
    refused: tuple[Facts, ...] = ()
    counts_preparing: bool = False
    """Whether making the facts ready takes a part of the effort, as in a repair; maps of a seed stay as they are."""


class NearestMap(NamedTuple):
    """A map that keeps all claims."""

    facts: Facts
    proven: bool
    """Whether it is proven that none is nearer."""


def open_facts(query: MapQuery) -> tuple[Fact, ...]:
    """The facts that the solver has to decide; time and memory for a query depend on their number."""
    never = frozenset(f for _, _, c in query.claims if isinstance(c, Count) and c.high == 0 for f in c.facts)
    return tuple(fact for fact in _facts_to_change(query) if fact not in never)


def _facts_to_change(query: MapQuery) -> dict[Fact, None]:
    """The facts that may differ from those drawn, in a fixed order."""
    return dict.fromkeys(facts_of_claims(c.claim for c in query.claims) if query.free is None else query.free)


def nearest(query: MapQuery) -> NearestMap:
    """The map whose changes cost the least, or the best found in time; raises NoSuchMap or SolverGaveUp."""
    model = _SolverModel(query)
    model.minimise(query.prices)
    for facts in query.refused:
        model.forbid(facts)
    found, _ = _settle(query, model)
    return _preferred(query, query.ties, model, found) if found.proven and query.ties is not None else found


def _preferred(query: MapQuery, ties: Ties, model: _SolverModel, found: NearestMap) -> NearestMap:
    """The map that the ties prefer among those at the same cost, as far as a part of the effort finds it.

    Advice is put into the model once a map breaks it: then all claims of its rule.
    """
    of_rules: dict[int, list[RuleClaim]] = {}
    for claim in ties.advice:
        of_rules.setdefault(id(claim.rule), []).append(claim)
    broken = _broken(query, ties.advice, found.facts)
    best, least, query = found, len(broken), query._replace(effort=TIE_EFFORT + len(model.variables) / PREPARED)
    model.keep_cost()
    for _ in range(MOST_ADVISED):
        for claim, faulty in broken:
            if claim not in model.advised:
                model.advise(of_rules[id(claim.rule)])
            model.cut(faulty, [~model.advised[claim]])
        model.prefer(ties, best.facts)
        try:
            other, left = _settle(query, model)
        except (NoSuchMap, SolverGaveUp):
            break
        broken, query = _broken(query, ties.advice, other.facts), query._replace(effort=left)
        if len(broken) <= least:
            best, least = other._replace(proven=True), len(broken)
        if left <= 0 or all(claim in model.advised for claim, _ in broken):
            break
    return best


def _broken(query: MapQuery, advice: Sequence[RuleClaim], facts: Facts) -> list[tuple[RuleClaim, tuple[Fault, ...]]]:
    found = faults_of_each(advice, query.params, query.grid, facts)
    return [(claim, broken) for claim, broken in zip(advice, found, strict=True) if broken]


def near(query: MapQuery) -> NearestMap:
    """A map with few changes, found by a search that tries the drawn facts first; raises NoSuchMap or SolverGaveUp."""
    if query.free is None and _contradict(_counting(query), (), _rules(query), COUNTING_EFFORT):
        raise NoSuchMap(query.params, partial(_conflicts, query, ()))
    model = _SolverModel(query)
    model.dive()
    return _settle(query, model)[0]


def every(query: MapQuery) -> Iterator[Facts]:
    """Every map that keeps the claims, each once; only for tiny boards."""
    model = _SolverModel(query)
    model.dive()
    while True:
        try:
            facts = _settle(query, model)[0].facts
        except NoSuchMap:
            return
        yield facts
        model.forbid(facts)


def _settle(query: MapQuery, model: _SolverModel) -> tuple[NearestMap, float]:
    """Let the solver propose maps, and cut off each that breaks a claim; returns the effort that is left, too.

    Raises NoSuchMap or SolverGaveUp.
    """
    effort, most = query.effort, max(1, min(ROUNDS, READINGS // max(1, len(query.claims))))
    preparing = len(model.variables) / PREPARED if query.counts_preparing else 0.0
    for _ in range(most):
        solver = cp_model.CpSolver()
        status = _run(solver, model, effort)
        effort -= solver.response_proto.deterministic_time + preparing
        if status == cp_model.INFEASIBLE:
            raise NoSuchMap(query.params, partial(_conflicts, query, tuple(model.cuts)))
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            facts = model.facts(solver)
            found = faults(query.claims, query.params, query.grid, facts)
            if not found:
                model.reached = round(solver.objective_value)
                return NearestMap(facts, status == cp_model.OPTIMAL), effort
            model.cut(found)
        elif model.diving:
            model.diving = False  # a dive that finds nothing soon will find nothing at all
            model.linear = 2  # only the relaxation shows sums over all cells that cannot be, such as too many tiles
        if effort <= 0:
            break
    raise SolverGaveUp(message("no map was found within the effort of {name}", Name(f"{query.effort:g}")))


def _run(solver: cp_model.CpSolver, model: _SolverModel, effort: float) -> cp_model.CpSolverStatus:
    """Run the solver once, the same on every machine; raises SolverGaveUp.

    A dive gets an eighth of the effort and follows its own order.
    """
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.linearization_level = model.linear
    solver.parameters.max_memory_in_mb = MOST_MEGABYTES
    solver.parameters.catch_sigint_signal = False  # otherwise Ctrl-C would look like a solver that gave up
    solver.parameters.max_deterministic_time = max(effort / (8 if model.diving else 1), 0.01)
    if model.prices is not None:  # less preparing, which takes most of the time of a small model
        solver.parameters.linearization_level = 2
        solver.parameters.max_presolve_iterations = 1
        solver.parameters.cp_model_probing_level = 1
        solver.parameters.symmetry_level = 0
    if model.diving:
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
        solver.parameters.keep_all_feasible_solutions_in_presolve = True
    try:
        status = solver.solve(model.cp)
    except (MemoryError, OverflowError, RuntimeError, ValueError) as error:
        why = Name(str(error).splitlines()[0]) if str(error) else message("no memory")
        raise SolverGaveUp(message("the solver failed on it: {why}", why)) from None
    if status == cp_model.MODEL_INVALID:
        raise SolverGaveUp(message("the solver cannot take such numbers; smaller ones in the settings would do"))
    return status


def _conflicts(query: MapQuery, cuts: Sequence[Fault]) -> Iterator[tuple[Rule[object], ...]]:
    """Sets of rules that contradict each other; after each, the rules that are left are searched again."""
    if len(open_facts(query)) > MOST_BLAMED:
        return
    rules, counting = _rules(query), _counting(query)
    left = list(rules)
    for _ in range(MOST_CONFLICTS):
        try:  # numbers that cannot be added up are the usual conflict, and are soon shown without the ways
            plain = _contradict(counting, (), left, COUNTING_EFFORT)
            core = _smallest_by(counting, (), left, 2) if plain else _smallest_by(query, cuts, left, 1)
        except SolverGaveUp:
            return
        if not core:
            return
        yield tuple(rules[number] for number in core)
        left = [number for number in left if number not in core]


def _rules(query: MapQuery) -> dict[int, Rule[object]]:
    """The rules that the claims belong to, by their `id`."""
    return {id(claim.rule): claim.rule for claim in query.claims}


def _smallest_by(query: MapQuery, cuts: Sequence[Fault], rules: list[int], linear: int) -> list[int]:
    """A smallest set of these rules that contradict each other; empty where no conflict is shown."""
    model = _SolverModel(query, blame=True)
    model.cut(cuts)
    model.linear = linear
    core = model.core([number for number in rules if number in model.switches])
    if core is None:
        core = rules if _contradict(query, cuts, rules, BLAME_EFFORT) else []
    for number in list(core):
        smaller = [n for n in core if n != number]
        shown = _contradict(query, cuts, smaller, SPARE_EFFORT)
        if shown or (shown is None and model.core(smaller, SPARE_EFFORT) is not None):
            core = smaller
    return core


def _counting(query: MapQuery) -> MapQuery:
    """The same query without claims about ways and links; what contradicts itself here does so in the query."""
    return query._replace(claims=[claim for claim in query.claims if isinstance(inside(claim.claim), Count)])


def _contradict(query: MapQuery, cuts: Sequence[Fault], rules: Collection[int], effort: float) -> bool | None:
    """Whether the rules contradict each other; None where that is not decided within the effort.

    This goes without assumptions, which hinder the presolve.
    """
    claims = [claim for claim in query.claims if id(claim.rule) in rules]
    model = _SolverModel(query._replace(claims=claims))
    model.cut([fault for fault in cuts if id(fault.rule) in rules])
    model.linear = 2
    status = _run(cp_model.CpSolver(), model, effort)
    return None if status == cp_model.UNKNOWN else bool(status == cp_model.INFEASIBLE)


class _SolverModel:
    """The claims as constraints. Facts that are not free are constants, so few free facts make a small model.

    With `blame` every rule has a switch, so that the solver can say which rules contradict each other.
    """

    def __init__(self, query: MapQuery, *, blame: bool = False) -> None:
        self.cp = cp_model.CpModel()
        self.drawn = query.drawn
        self.cuts: list[Fault] = []
        self.diving = False
        self.linear = 1
        self.prices: Prices | None = None
        self.cost: list[cp_model.LinearExprT] = []
        self.reached = 0
        """The cost of the map that was found last."""
        self.advised: dict[RuleClaim, Literal] = {}
        """For each piece of advice in the model whether it is broken."""
        self.switches: dict[int, Literal] = {n: self.cp.new_bool_var("") for n in _rules(query)} if blame else {}
        self._open: dict[Way, Known] = {}
        freed = _facts_to_change(query)
        opened = freed if blame else open_facts(query)
        if len(opened) > MOST_OPEN:
            both = LargeNumber(len(opened)), LargeNumber(MOST_OPEN)
            said = message("{open} facts are open, and {most} are the most that are settled at once", *both)
            raise SolverGaveUp(said)
        self.variables = {fact: self.cp.new_bool_var("") for fact in opened}
        self.fixed = frozenset(fact for fact in query.drawn if fact not in freed)
        for rule, _, claim in query.claims:
            self._post(claim, self._switch(rule))

    def minimise(self, prices: Prices) -> None:
        self.prices = prices
        self.cost = [
            price * changed for fact, changed in self._changed().items() if (price := prices.facts.get(fact, 1))
        ]
        self.cost += [-exchange.spares * self._pairs_exchanged(exchange) for exchange in prices.exchanges]
        self.cp.minimize(cp_model.LinearExpr.sum(self.cost))
        self._hint(self.drawn)

    def _changed(self) -> dict[Fact, cp_model.LinearExprT]:
        return {fact: 1 - variable if fact in self.drawn else variable for fact, variable in self.variables.items()}

    def _hint(self, facts: Facts) -> None:
        self.cp.clear_hints()  # type: ignore[no-untyped-call]
        for fact, variable in self.variables.items():
            self.cp.add_hint(variable, fact in facts)

    def keep_cost(self) -> None:
        """Let no map cost more than the one that was found."""
        self.cp.add(cp_model.LinearExpr.sum(self.cost) <= self.reached)

    def advise(self, claims: Iterable[RuleClaim]) -> None:
        """Tell for each of these claims whether it is broken."""
        for claim in claims:
            self.advised[claim] = self.cp.new_bool_var("")
            self._post(claim.claim, [~self.advised[claim]])

    def prefer(self, ties: Ties, near: Facts) -> None:
        """Look for the map that the ties prefer, beginning with a map; each tie outweighs all after it."""
        changed, most = self._changed(), 2 * len(near ^ self.drawn) + 1
        unlike = [self._unlike(*pair) for pair in ties.alike]
        cost: list[cp_model.LinearExprT] = [*unlike]
        weight = len(unlike) + 1
        for costs in reversed(ties.costs):
            cost += [weight * costs[fact] * changed[fact] for fact in costs if fact in changed]
            weight *= most * max(costs.values(), default=0) + 1
        cost += [weight * broken for broken in self.advised.values()]
        self.cp.minimize(cp_model.LinearExpr.sum(cost))
        self._hint(near)

    def _unlike(self, one: Fact, other: Fact) -> cp_model.LinearExprT:
        """A variable that is true where one of the facts holds and the other does not."""
        both = self._known(one), self._known(other)
        unlike = self.cp.new_bool_var("")
        for here, there in (both, both[::-1]):
            literals = [unlike, *(v for v in (_negated(here), there) if not isinstance(v, bool))]
            if not _holds(True, (_negated(here), there)):
                self.cp.add_bool_or(literals)
        return unlike

    def _pairs_exchanged(self, exchange: Exchange) -> cp_model.LinearExprT:
        """A variable for the number of pairs of changes that are made; the solver makes it as large as it may be."""
        both = [[v for f in facts if (v := self.variables.get(f)) is not None] for facts in exchange[:2]]
        most = min(map(len, both))
        if not most:
            return 0
        pairs = self.cp.new_int_var(0, most, "")
        for changes in both:
            self.cp.add(pairs <= cp_model.LinearExpr.sum(changes))
        return pairs

    def dive(self) -> None:
        """Make the search try the drawn facts first."""
        true = [v for fact, v in self.variables.items() if fact in self.drawn]
        false = [v for fact, v in self.variables.items() if fact not in self.drawn]
        self.cp.add_decision_strategy(true, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
        self.cp.add_decision_strategy(false, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)
        self.diving = True

    def facts(self, solver: cp_model.CpSolver) -> Facts:
        return self.fixed | {fact for fact, v in self.variables.items() if solver.boolean_value(v)}

    def forbid(self, facts: Facts) -> None:
        self.cp.add_bool_or([~v if fact in facts else v for fact, v in self.variables.items()])

    def core(self, rules: Sequence[int], effort: float = BLAME_EFFORT) -> list[int] | None:
        """The rules among these that contradict each other; None where that is not shown."""
        self.cp.clear_assumptions()
        self.cp.add_assumptions([self.switches[number] for number in rules])
        solver = cp_model.CpSolver()
        if _run(solver, self, effort) != cp_model.INFEASIBLE:
            return None
        used = set(solver.sufficient_assumptions_for_infeasibility())
        return [number for number in rules if self.switches[number].index in used]

    def cut(self, found: Sequence[Fault], given: Sequence[Literal] = ()) -> None:
        """Forbid what the witnesses of the faults show, where all literals of `given` hold."""
        self.cuts += () if given else found
        for fault in found:
            for cut in fault.cuts:
                match cut:
                    case Gap(region, start, goal, ways):
                        needs = self._all((*fault.conditions, *start.needs, *goal.needs), (*start.bars, *goal.bars))
                        opening = [self._opens(w) for w in ways if w.source in region and w.target not in region]
                    case Shortcut(start, goal, ways):
                        needs = self._all((*fault.conditions, *start.needs, *goal.needs), (*start.bars, *goal.bars))
                        opening = [known for way in ways for known in self._closes(way)]
                    case Detour(start, goals, ways):
                        needs = self._all((*fault.conditions, *start.needs), start.bars)
                        opening = [
                            *map(self._opens, ways),
                            *(self._opens(Way(goal.node, goal.node, goal.needs, goal.bars)) for goal in goals),
                        ]
                    case Chain(links, unless):
                        needs = self._all((*fault.conditions, *(link.fact for link in links)))
                        opening = [self._known(fact) for fact in unless]
                    case _:
                        assert_never(cut)
                if needs is not None and not _holds(True, opening):
                    self._clause(
                        [v for v in opening if not isinstance(v, bool)], [*given, *self._switch(fault.rule), *needs]
                    )

    def _switch(self, rule: Rule[object]) -> list[Literal]:
        """The condition under which a rule is in force; empty where it always is."""
        return [self.switches[id(rule)]] if self.switches else []

    def _known(self, fact: Fact) -> Known:
        variable = self.variables.get(fact)
        return fact in self.fixed if variable is None else variable

    def _all(self, facts: Iterable[Fact], bars: Iterable[Fact] = ()) -> list[Literal] | None:
        """The literals that say that all of the facts hold and no bar does; None where that cannot be."""
        known = [*(self._known(fact) for fact in facts), *(_negated(self._known(fact)) for fact in bars)]
        return None if _holds(False, known) else [v for v in known if not isinstance(v, bool)]

    def _opens(self, way: Way) -> Known:
        """A literal that is true only while the way is open."""
        if way not in self._open:
            literals = self._all(way.needs, way.bars)
            if not literals:
                self._open[way] = literals is not None
            elif len(literals) == 1:
                self._open[way] = literals[0]
            else:
                opened = self.cp.new_bool_var("")
                self.cp.add_bool_and(literals).only_enforce_if(opened)
                self._open[way] = opened
        return self._open[way]

    def _closes(self, way: Way) -> list[Known]:
        """Literals for the facts that close the way; at least one of them is true while the way is closed."""
        return [*(_negated(self._known(fact)) for fact in way.needs), *(self._known(fact) for fact in way.bars)]

    def _clause(self, some: Sequence[Literal], given: Sequence[Literal]) -> None:
        """Where all literals of `given` hold, at least one of `some` holds."""
        self.cp.add_bool_or([*some, *(~g for g in given)])

    def _post(self, claim: Claim, given: list[Literal]) -> None:
        """Post the part of a claim that local constraints can say, where all literals of `given` hold."""
        match claim:
            case Count(facts, low, high):
                self._post_count(facts, low, high, given)
            case When(facts, inner):
                needs = self._all(facts)
                if needs is not None:
                    self._post(inner, [*given, *needs])
            case Joins(cells, ways):
                # A tree needs this many ways. Without this sum, cuts would have to exclude the impossible one by one.
                inside = set(cells)
                between = [self._opens(w) for w in ways if w.source in inside and w.target in inside]
                free = [v for v in between if not isinstance(v, bool)]
                least = len(cells) - 1 - sum(v is True for v in between)
                if least > 0:
                    constraint = self.cp.add(cp_model.LinearExpr.sum(free) >= least)
                    if given:
                        constraint.only_enforce_if(given)
            case Reaches() | Length():
                pass
            case BendingChain():
                self._post_bends(claim, given)
            case Spacing():
                for count in claim.counts():
                    self._post(count, given)
            case _:
                assert_never(claim)

    def _post_count(self, facts: tuple[Fact, ...], low: int, high: int, given: list[Literal]) -> None:
        known = [self._known(fact) for fact in facts]
        free = [v for v in known if not isinstance(v, bool)]
        held = sum(1 for v in known if v is True)
        low, high = low - held, high - held
        if low > len(free) or high < 0:
            self._clause([], given)
        elif high == 0:
            for v in free:
                self._clause([~v], given)
        elif low == 1 and high >= len(free):
            self._clause(free, given)
        elif not given and high == 1:
            (self.cp.add_exactly_one if low == 1 else self.cp.add_at_most_one)(free)
        elif low > 0 or high < len(free):
            constraint = self.cp.add_linear_constraint(cp_model.LinearExpr.sum(free), max(low, 0), high)
            if given:
                constraint.only_enforce_if(given)

    def _post_ends(self, claim: BendingChain, given: list[Literal]) -> None:
        """Where a link holds, some chain ends. Cuts would imply this, too, but would take long to prove it."""
        onward: dict[str, list[Literal]] = {}
        for link in claim.links:
            known = self._known(link.fact)
            if known is True:
                return  # a fixed link means a window, and only a whole board needs this proof
            if known is not False:
                onward.setdefault(link.source, []).append(known)
        some, ends = self.cp.new_bool_var(""), list[Literal]()
        for link in claim.links:
            known = self._known(link.fact)
            if not isinstance(known, bool):
                self._clause([some], [*given, known])
                end = self.cp.new_bool_var("")
                self.cp.add_bool_and([known, *(~v for v in onward.get(link.target or "", ()))]).only_enforce_if(end)
                ends.append(end)
        self._clause(ends, [*given, some])

    def _post_bends(self, claim: BendingChain, given: list[Literal]) -> None:
        """Count the bends along each chain. A ring has bends without end, so a limit excludes rings without cuts."""
        self._post_ends(claim, given)
        most = claim.bends.high
        if most is None:
            return
        leaving: dict[str, list[tuple[Fact, str]]] = {}
        for link in claim.links:
            leaving.setdefault(link.source, []).append((link.fact, link.direction))
        bent: dict[str, cp_model.IntVar] = {}
        for link in claim.links:
            for fact, direction in leaving.get(link.target or "", ()):
                needs = self._all((link.fact, fact))
                if needs is not None and link.target is not None:
                    for cell in (link.source, link.target):
                        if cell not in bent:
                            bent[cell] = self.cp.new_int_var(0, most, "")
                    more = int(direction != link.direction)
                    after, before = bent[link.target], bent[link.source]
                    self.cp.add(after - before >= more).only_enforce_if([*given, *needs])


def _negated(known: Known) -> Known:
    return not known if isinstance(known, bool) else ~known


def _holds(value: bool, known: Iterable[Known]) -> bool:
    """Whether the constant is among the literals; `in` would compare variables, and so build a constraint."""
    return any(v is value for v in known)
