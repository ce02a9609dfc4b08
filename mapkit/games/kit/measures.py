"""What the measures of games with hidden maps share: fewest turns to a goal, and answers needed to find one's place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import add, itemgetter, mul, sub
from typing import NamedTuple, Protocol, TypeVar

from mapkit.model.analysis import Analysis, Ask, CellNumbers, Measure, Prospect, Route, Value
from mapkit.model.grid import Cell, Direction, Place, Square, natural
from mapkit.model.interest import Interest
from mapkit.model.message import Message, Name, clauses, message, plural, shortened
from mapkit.model.walk import nearest_first

PATIENCE = 60
"""The number of answers after which a player gives up asking."""
NEVER = -1
"""Stands for a number of answers where no number of them suffices."""
SAMPLE = 144
"""The most starts that are examined, evenly spread over all starts."""
DETOURS = 300
"""The most beliefs that are followed where no single request tells the player anything."""

Belief = dict[Place, int]
"""The places where a player may be, each with the number of examined starts that have led there."""


class Outcome(Protocol):
    """What a request leads to: where the player is then, and what is heard."""

    @property
    def spot(self) -> Place: ...

    @property
    def heard(self) -> tuple[str, ...]:
        """The keys of what is announced."""
        ...


TurnsTo = Mapping[Cell, Sequence[tuple[Cell, int]]]


class TurnGraph(ABC):
    """The cells where players rest and the turns between them, without those that lead out through an exit."""

    cells: Sequence[Cell]

    @cached_property
    @abstractmethod
    def starts(self) -> Sequence[Cell]:
        """Where players may begin."""

    @property
    @abstractmethod
    def pars(self) -> Mapping[Cell, int]:
        """The fewest turns to win from each start that has a way to win."""

    @property
    @abstractmethod
    def answers_needed(self) -> Counter[int]:
        """The number of starts by the answers until a player with the map knows their cell; NEVER where none do."""

    @property
    @abstractmethod
    def shares(self) -> Mapping[Place, float]:
        """The share of the time that a random walk spends on each place in the long run."""

    @cached_property
    @abstractmethod
    def exit_sides(self) -> Mapping[Cell, Direction]:
        """For each cell with an exit a direction that leads out."""

    @abstractmethod
    def turns_between(self) -> Iterator[tuple[Cell, Cell, int]]:
        """The cells between which a request may lead, each with the turns that it takes."""

    @property
    @abstractmethod
    def dead_ends(self) -> Sequence[Cell]:
        """The cells with one way out by walls alone."""

    @property
    @abstractmethod
    def unneeded(self) -> Sequence[Cell]:
        """The cells with nothing on them without which everybody wins as soon; one may begin there, though."""

    @cached_property
    def back(self) -> TurnsTo:
        """For each cell those from which one request may lead to it, each with the turns that it takes."""
        back: dict[Cell, list[tuple[Cell, int]]] = {}
        for cell, onto, turns in self.turns_between():
            back.setdefault(onto, []).append((cell, turns))
        return back

    @cached_property
    def ahead(self) -> TurnsTo:
        """For each cell those to which one request may lead, each with the turns that it takes."""
        ahead: dict[Cell, list[tuple[Cell, int]]] = {}
        for cell, onto, turns in self.turns_between():
            ahead.setdefault(cell, []).append((onto, turns))
        return ahead

    def spread(self, goals: Mapping[Cell, int]) -> Iterator[tuple[Cell, int]]:
        """The cells with the fewest turns from each to a goal, nearest first; `goals` gives the turns needed there."""
        return ((cell, turns) for cell, (turns, _) in nearest_first(goals, self.back))

    def reach(self, cell: Cell) -> Mapping[Cell, int]:
        """The fewest turns from a cell to each that can be reached."""
        return {onto: turns for onto, (turns, _) in nearest_first({cell: 0}, self.ahead)}

    def crossed(self, cells: Iterable[Cell], turns: Mapping[Cell, int], goals: Collection[Cell]) -> set[Cell]:
        """The cells that a shortest way comes to from each of some cells, by a table of turns to the first goal."""
        crossed, done = set[Cell](), set[Cell]()
        for cell in cells:
            while cell not in goals and cell not in done:
                done.add(cell)
                cell = next(onto for onto, more in self.ahead[cell] if turns.get(onto, NEVER) + more == turns[cell])
                crossed.add(cell)
        return crossed

    @cached_property
    def out(self) -> Mapping[Cell, int]:
        """The fewest turns from each cell to the outside."""
        return dict(self.spread(dict.fromkeys(self.exit_sides, 1)))


def least_median_most(pars: Mapping[Cell, int]) -> tuple[Cell, Cell, Cell]:
    """The start with the fewest turns, the one in the middle (the lower median), and the one with the most."""
    ranked = sorted(pars, key=lambda cell: pars[cell])
    return ranked[0], ranked[(len(ranked) - 1) // 2], next(c for c in ranked if pars[c] == pars[ranked[-1]])


def far_apart(grid: Square, chosen: Iterable[Cell], others: Iterable[Cell], number: int) -> tuple[Cell, ...]:
    """So many cells: those chosen, and of the others those as far from them and from each other as there are."""
    found, left = [*chosen], [*others]
    while len(found) < number and left:
        found.append(max(left, key=lambda cell: min((grid.steps_apart(cell, other) for other in found), default=0)))
        left.remove(found[-1])
    return tuple(found)


def windows(pars: Mapping[Cell, int], players: int, most: int) -> tuple[tuple[Cell, ...], ...]:
    """The groups of starts, enough for the players, between any two of which the pars differ by `most` at most."""
    groups = (tuple(c for c, par in pars.items() if low <= par <= low + most) for low in sorted({*pars.values()}))
    return tuple(group for group in groups if len(group) >= players)


def even_starts(grid: Square, pars: Mapping[Cell, int], players: int) -> Mapping[Cell, int]:
    """Starts for all players that differ least in their pars and lie far apart, with their pars; none if too few."""
    spread = difference_of_pars(pars.values())
    groups = next((groups for most in range(spread + 1) if (groups := windows(pars, players, most))), ())
    if not groups:
        return {}
    middle = sorted(pars.values())[len(pars) // 2]
    group = min(groups, key=lambda cells: abs(pars[cells[0]] - middle))
    ranked = sorted(group, key=lambda cell: (-pars[cell], natural(cell)))
    return {cell: pars[cell] for cell in far_apart(grid, (), ranked, players)}


def difference_of_pars(pars: Iterable[int]) -> int:
    """How many turns more the worst start needs than the best; 0 without starts."""
    ranked = sorted(pars)
    return ranked[-1] - ranked[0] if ranked else 0


WORK = 250_000
"""The number of steps of a random walk that are counted, over all places; at least `FEWEST` from each place."""
FEWEST = 60


_LOOK, _EXACT = 8, 1e-9
"""After how many turns of a random walk it is asked whether the rest can be left out, and how much that may change."""


def shares_of_walk(onward: Mapping[Place, Sequence[Place]], starts: int, enough: float = 0.0) -> Mapping[Place, float]:
    """The share of the time that a random walk spends on each place in the long run.

    `onward` gives for each place those that a turn may lead to, all equally likely. The walk begins on any of the first
    places, as many as `starts`. It is followed for a number of turns that depends on the size of the board. It ends as
    soon as no share can come to more than `enough`; then the shares are at most that, and not yet what they come to.
    """
    places = {spot: n for n, spot in enumerate(onward)}
    targets = [[places[spot] for spot in leads] for leads in onward.values()]
    sources: list[list[int]] = [[len(places)] * 2 for _ in places]  # two places that do not exist, so no sum is empty
    for n, leads in enumerate(targets):
        for target in leads:
            sources[target].append(n)
    gathered = [itemgetter(*source) for source in sources]
    chances = [1 / len(leads) for leads in targets]
    shares = [1 / starts if n < starts else 0.0 for n in range(len(places))]
    before = earlier = [0.0] * len(places)
    turns = max(FEWEST, WORK // sum(map(len, targets)))
    for left in reversed(range(turns)):
        flow = [*map(mul, shares, chances), 0.0]
        shares, before, earlier = [sum(gather(flow)) for gather in gathered], shares, before
        if left % _LOOK == 0:
            # What a share gains in two turns never grows, and all gains together are as large as all losses.
            change = sum(map(abs, map(sub, shares, earlier))) / 4 * left
            if change < _EXACT or max(map(add, shares, before)) / 2 + change < enough:
                break
    return {spot: (shares[n] + before[n]) / 2 for spot, n in places.items()}  # a board like chess has two phases


def answers_needed(
    opening: Mapping[Cell, Outcome],
    starts: Sequence[Cell],
    requests: Sequence[Direction],
    turn: Callable[[Place, Direction], Outcome],
) -> Counter[int]:
    """How many answers players need until they know their place: for each number of answers, the number of starts.

    The player has the map, and does not know the start. `NEVER` counts the starts for which no number of answers
    suffices. `opening` gives what is heard on each allowed start; of `starts`, at most `SAMPLE` are examined: all, or
    every second, third and so on. Each time the player makes the request that leaves the fewest places on average;
    where no request tells anything, they go to where one does.
    """
    needed: Counter[int] = Counter()
    seen = frozenset(starts[:: -(-len(starts) // SAMPLE) or 1])
    left = [(belief, 0) for belief in places_by_answer((opening[c], int(c in seen)) for c in opening).values()]
    turn = cache(turn)
    while left:
        belief, answers = left.pop()
        examined = sum(belief.values())
        if examined and len(belief) == 1:
            needed[answers] += examined
        elif examined:
            parts, asked = _best_request(requests, turn, belief)
            if parts and answers + asked <= PATIENCE:
                left += ((part, answers + asked) for part in parts)
            else:
                needed[NEVER] += examined
    return needed


class AnswersSummary(NamedTuple):
    """How many answers are needed, over all examined starts."""

    mean: float
    """The average number of answers, over the `known` starts."""
    most: int
    """The largest number of answers."""
    known: int
    """How many starts can be found out."""
    never: int


def summary_of_answers(needed: Counter[int]) -> AnswersSummary:
    """The summary of what `answers_needed` counts; the mean is 0 where no start can be found out."""
    never = needed[NEVER]
    known = needed.total() - never
    answers = sum(number * starts for number, starts in needed.items() if number != NEVER)
    return AnswersSummary(answers / known if known else 0.0, max(needed, default=NEVER), known, never)


def places_by_answer(moves: Iterable[tuple[Outcome, int]]) -> dict[tuple[str, ...], Belief]:
    """The places where a player may be after each answer that they may hear."""
    parts: dict[tuple[str, ...], Belief] = {}
    for move, starts in moves:
        part = parts.setdefault(move.heard, {})
        part[move.spot] = part.get(move.spot, 0) + starts
    return parts


def _best_request(
    requests: Sequence[Direction], turn: Callable[[Place, Direction], Outcome], belief: Belief
) -> tuple[list[Belief], int]:
    """The beliefs that the best request leaves, one for each answer, and the number of requests made until then.

    The list is empty where no request tells anything.
    """
    seen, edge = {frozenset(belief)}, deque([(belief, 1)])
    while edge and len(seen) < DETOURS:
        before, asked = edge.popleft()
        ways = [
            list(places_by_answer((turn(spot, way), starts) for spot, starts in before.items()).values())
            for way in requests
        ]
        best = min(ways, key=_places_left)
        if _places_left(best) < len(before) ** 2:
            return best, asked
        for (after,) in ways:
            if frozenset(after) not in seen:
                seen.add(frozenset(after))
                edge.append((after, asked + 1))
    return [], 0


def _places_left(parts: Collection[Belief]) -> int:
    """A number in proportion to the places that are left on average, where all places are equally likely."""
    return sum(len(part) ** 2 for part in parts)


# --- what both games measure -------------------------------------------------------------------------------------

Findings = Iterator[tuple[Value, Message | Name]]
"""A measure as a value for programs and in words; none where there is nothing to say."""
G = TypeVar("G", bound=TurnGraph)
Looks = Sequence[tuple[str, Message, Callable[[G], Findings]]]
"""The key of each measure, its label, and what finds it."""


def analysis(
    ground: G,
    ask: Ask,
    interest: Callable[[], Interest],
    looks: Looks[G],
    routes: Callable[[G, tuple[Cell, ...]], Sequence[Route]],
) -> Analysis:
    """The measures that are asked for, and where no keys are named, shortest ways to win from the starts."""
    wanted = ask.wanted(["interest", *(key for key, _, _ in looks)])
    found = {"interest": interest().measure} if "interest" in wanted else {}
    found |= {key: Measure(key, what, *each) for key, what, look in looks if key in wanted for each in look(ground)}
    return Analysis(found, tuple(routes(ground, ask.starts)) if ask.measures is None else None)


def by_cell(ground: TurnGraph, turns: Mapping[Cell, int]) -> tuple[CellNumbers, ...]:
    """The turns to a win from each cell that has a way to win, and where a random walk is."""
    walk, walks = {cell: ground.shares[cell] for cell in ground.cells}, message("where a random walk is, in %")
    return CellNumbers(message("turns to win"), turns), CellNumbers(walks, walk, is_share=True)


def turns_to_win(ground: TurnGraph) -> Findings:
    if pars := ground.pars:
        ranked = (each for cell in least_median_most(pars) for each in (pars[cell], Name(cell)))
        yield pars, message("least {number} ({cell}), median {mid} ({cell2}), most {most} ({cell3})", *ranked)


def difference_of_starts(ground: TurnGraph) -> Findings:
    if ground.pars:
        turns = difference_of_pars(ground.pars.values())
        yield turns, plural("{number} turn", "{number} turns", turns)


FAIR, NEARLY_FAIR = 2, 5
"""By how many turns starts may differ that are fair, or nearly so; `docs/fair.md` has the reason."""
MOST_NAMED = 8


def fairness_of(turns: int) -> Message:
    """The verdict on starts that differ by so many turns."""
    return message("fair") if turns <= FAIR else message("nearly fair") if turns <= NEARLY_FAIR else message("unfair")


def fairness(ground: TurnGraph) -> Findings:
    pars = ground.pars
    if stuck := [start for start in ground.starts if start not in pars]:
        yield "unfair", clauses(message("unfair"), message("no way to win from {cells}", some(stuck)))
    elif pars:
        least, _, most = least_median_most(pars)
        turns, cells = pars[most] - pars[least], (Name(most), Name(least))
        found = fairness_of(turns)
        worse = plural(
            "the start at {cell} is {number} turn worse than that at {cell2}",
            "the start at {cell} is {number} turns worse than that at {cell2}",
            turns,
            *cells,
        )
        yield str(found), _within(turns) if turns <= FAIR else clauses(found, worse)


def _within(turns: int) -> Message:
    differ = plural("the starts differ by {number} turn at most", "the starts differ by {number} turns at most", turns)
    return clauses(fairness_of(turns), differ)


def starts_drawn_within(turns: int) -> Findings:
    """The verdict where starts are drawn that differ by no more than so many turns."""
    yield str(fairness_of(turns)), _within(turns)


def some(cells: Collection[Cell]) -> Message:
    """The names of the cells; of many only the first."""
    return shortened([*map(Name, sorted(cells, key=natural))], MOST_NAMED)


def dead_ends(ground: TurnGraph) -> Findings:
    yield len(ground.dead_ends), message("{number}", len(ground.dead_ends))


def unneeded(ground: TurnGraph) -> Findings:
    yield [*ground.unneeded], some(ground.unneeded) or message("none")


def prospect(
    ground: TurnGraph, asked: Cell, routes: Callable[[tuple[Cell, ...]], Sequence[Route]], rest: Callable[[Cell], Place]
) -> Prospect:
    """What is seen from a start, or from the worst one; `rest` tells where a player comes to rest who begins there."""
    pars = ground.pars
    starts = {
        cell: plural("{cell}: {number} turn", "{cell}: {number} turns", pars[cell], Name(cell))
        if cell in pars
        else message("{cell}: no way to win", Name(cell))
        for cell in sorted(ground.starts, key=natural)
    }
    if not starts:
        return Prospect({})
    stuck = [cell for cell in starts if cell not in pars]
    start = asked if asked in starts else stuck[0] if stuck else least_median_most(pars)[2]
    ways = [(message("shortest way to win"), (start, *route.cells)) for route in routes((start,))]
    reach = ground.reach(str(rest(start)))
    return Prospect(starts, start, reach, ways, ground.dead_ends, ground.unneeded)


def answers_to_know(ground: TurnGraph) -> Findings:
    needed = summary_of_answers(ground.answers_needed)
    if needed.known:
        whole, _, tenths = f"{needed.mean:.1f}".partition(".")
        mean = message("{whole}.{tenths}", Name(whole), Name(tenths))
        value = {"mean": needed.mean, "most": needed.most}
        yield value, message("{mean} on average, {most} at the worst", mean, needed.most)


def starts_never_known(ground: TurnGraph) -> Findings:
    needed = summary_of_answers(ground.answers_needed)
    if needed.never:
        never, starts = needed.never, needed.known + needed.never
        words = message("never, or not in {most} answers, from {never} of {starts} starts", PATIENCE, never, starts)
        yield {"never": never, "starts": starts}, words


def random_walk(ground: TurnGraph) -> Findings:
    cell = max(ground.cells, key=lambda cell: ground.shares[cell])
    share = ground.shares[cell]
    yield {"cell": cell, "share": share}, message("most often on {cell}: {number} %", Name(cell), round(100 * share))
