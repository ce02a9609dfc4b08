"""Random maps that are nearly legal: quick and varied, so that `repair` needs few steps or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, repeat

from mapkit.games.kit.drafts import keep_drawn
from mapkit.games.kit.movement import KnownMoves, Move, just_entered
from mapkit.games.treasures.design import FLOWS, PLAIN, PORTALS, Params, movement, portals
from mapkit.model.chance import Chance
from mapkit.model.grid import Border, Cell, Direction, Square, cell_of, doorways, outer_borders, within_steps
from mapkit.model.interest import Interest, interest_of, pairs_of
from mapkit.model.map import Map
from mapkit.model.rule import Amount, Fact, Facts, Way, flows, has, wall
from mapkit.model.settings import number_within
from mapkit.model.walk import backward, nearest_first

Course = list[tuple[Cell, Direction]]
"""The tiles of a river from source to mouth, each with its direction of flow."""

TRIES_OF_A_RIVER = 400
TRIES_OF_A_DETOUR = 2000
MOST_BENDS = 12
"""A river that may bend more often is drawn with fewer bends, and then given detours."""
TRIES = 60
OTHERS = 5
"""How many other lengths of rivers are tried where the first random length does not fit."""


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """A random map that keeps the facts already drawn, with the right numbers of everything where they fit."""
    courses = [] if any(fact.mark in FLOWS for fact in drawn) else rivers(p, chance)
    wet = {cell: d for course in courses for cell, d in course}
    exit_borders = exits(p, chance, wet)
    facts = {flows(cell, d) for cell, d in wet.items()} | {has(line, "exit") for line in exit_borders}
    facts |= tiles(p, chance, [c for c in p.grid.cells() if c not in wet], exit_borders)
    facts |= {wall(line) for line in walls(p, chance, courses, facts)}
    found = keep_drawn(drawn, facts)
    for pack in p.on:
        found = pack.finished(p, chance.separate_stream(f"{pack.name} at the end"), found)
    return found


def interest(map_: Map[Params]) -> Interest:
    """How interesting a map is to players who know it, meet nobody else and lose no turns."""
    p, known, kinds = map_.params, KnownMoves(movement(map_.params), map_.facts), map_.kinds
    entered = ((cell, Move(Way(cell, just_entered(cell)))) for cell in p.grid.cells())
    rests = {cell: cell if kinds.get(cell) in PLAIN else str(known.follow(move).to) for cell, move in entered}
    exit_cells = [str(cell_of(place)) for place, mark in map_.facts if mark == "exit"]
    onward, sides = {cell: list[Cell]() for cell in rests}, Counter([*rests, *exit_cells])
    ways = [(one, other) for line, one, other in doorways(p.grid) if wall(line) not in map_.facts]
    ways += [(str(way.source), str(way.target)) for pack in p.on for way in pack.on_foot(p) if known.is_open(way)]
    walls = Counter(cell for line, *pair in doorways(p.grid) if wall(line) in map_.facts for cell in pair)
    for one, other in ways:
        sides.update((one, other))
        onward[one] += [rests[other]] * (rests[other] != one)
        onward[other] += [rests[one]] * (rests[one] != other)
    back = {cell: [(before, 1) for before in leads] for cell, leads in backward(onward).items()}
    out = dict(nearest_first(dict.fromkeys(exit_cells, 1), back))
    prizes = next((cells for kind in p.winning if (cells := map_.cells_of(kind))), ())
    wins = dict(nearest_first({cell: out[cell][0] for cell in prizes if cell in out}, back))
    barred = {cell for pack in p.on for cell in pack.no_starts(map_)}
    starts = [cell for cell in map_.cells_of("safe") if cell not in barred]
    found = [wins[cell][0] for cell in starts if cell in wins]
    return interest_of([(number - 1, walls[cell]) for cell, number in sides.items()], onward, found, pairs_of(starts))


def random_number(amount: Amount, name: str, chance: Chance, usual: int, most: int) -> int:
    """A random number within the amount, at most `usual` where the amount has no upper end."""
    if amount.low == amount.high or (amount.high is None and amount.low <= usual):
        return chance.between(amount.low, amount.low if amount.high is not None else usual)
    return number_within(amount, name, chance, most)


def rivers(p: Params, chance: Chance) -> list[Course]:
    """Courses for all rivers. Where none fit, other numbers within the settings are tried, and at last too few."""
    cells, (low, high) = len(p.grid.cells()), p.river
    total = random_number(p.river, "river", chance, cells // 2, cells)
    rest = [number for number in range(low, low if high is None else high + 1) if number != total]
    best: list[Course] = []
    for length in (total, *chance.separate_stream("others").shuffled(rest)[:OTHERS]):
        number = random_number(p.rivers, "rivers", chance, max(1, length // 3), length) if length else 0
        courses, missing = list[Course](), length
        for left in range(number, 0, -1):
            taken = {cell for course in courses for cell, _ in course}
            course = _course(p, chance, missing // left, taken)
            courses += [course] if course else []
            missing -= missing // left
        if len(courses) == number:
            return courses
        best = max(best, courses, key=len)
    return best


def _course(p: Params, chance: Chance, length: int, taken: set[Cell]) -> Course:
    """A river of this length from the border to the outer wall, off the taken tiles; empty where none was found."""
    winding = p.bends.high is None or p.bends.high > MOST_BENDS
    short = length - max(0, length - p.grid.columns - p.grid.rows + 1) // 2 * 2 if winding else length
    most = min(MOST_BENDS if p.bends.high is None else p.bends.high, MOST_BENDS, short - 1)
    for asked in _turns(p, chance, short, len(taken)):
        source = chance.choice(outer_borders(p.grid)).cell
        turns = chance.between(min(p.bends.low, most), most)
        for bearings in _bearings(chance, turns, short):
            course = _course_of(p, source, bearings)
            if asked in (None, turns) and course and taken.isdisjoint(cell for cell, _ in course):
                course = _with_detours(p, chance, course, length, taken)
                if len(course) == length:
                    return course
    return []


def _turns(p: Params, chance: Chance, length: int, wet: int) -> Iterator[int | None]:
    """For each try the number of turns that a course is to have; None where any number will do.

    With a range of bends each number gets a share of the tries, one number after the other.
    """
    low, high = p.bends
    if high is None or low == high:
        yield from repeat(None, TRIES_OF_A_RIVER)
        return
    every = range(min(low, length - 1), max(low, min(high, MOST_BENDS, length - 1)) + 1)
    for turns in chance.separate_stream(f"bends {wet}").shuffled(every):
        if turns or length in (p.grid.columns, p.grid.rows):
            yield from repeat(turns, TRIES_OF_A_RIVER * len(every) // 2)


def _with_detours(p: Params, chance: Chance, course: Course, length: int, taken: set[Cell]) -> Course:
    """The course with detours of two tiles added until it is long enough or no more fit."""
    cells, mouth = [cell for cell, _ in course], course[-1][1]
    wet = taken.union(cells)
    for _ in range(TRIES_OF_A_DETOUR * (length > len(cells))):
        at = chance.below(len(cells) - 1)
        side = _random_turn(chance, _between(p, cells[at], cells[at + 1]))
        detour = [other for cell in cells[at : at + 2] if (other := p.grid.step(cell, side)) is not None]
        if len(detour) == 2 and wet.isdisjoint(detour):
            cells[at + 1 : at + 1] = detour
            wet.update(detour)
        if len(cells) == length:
            break
    return [(one, _between(p, one, other)) for one, other in pairwise(cells)] + [(cells[-1], mouth)]


def _between(p: Params, one: Cell, other: Cell) -> Direction:
    return next(d for d in "NESW" if p.grid.step(one, d) == other)


def _bearings(chance: Chance, turns: int, length: int) -> Iterator[list[Direction]]:
    """Directions of flow, tile by tile, for `length` tiles with this many turns; the course may cross itself.

    The runs before the last turn are random. The last run goes to the wall, so the run before it has one length.
    """
    towards = chance.choice("NESW")
    drawn: list[Direction] = []
    for _ in range(turns - 1):
        drawn += [towards] * chance.between(1, max(1, 2 * length // (turns + 1)))
        towards = _random_turn(chance, towards)
    if turns == 0:
        yield [towards] * length
        return
    onward = _random_turn(chance, towards)
    for run in chance.shuffled(range(1, length - len(drawn))):
        yield [*drawn, *[towards] * run, *[onward] * (length - len(drawn) - run)]


def _random_turn(chance: Chance, towards: Direction) -> Direction:
    return chance.choice("EW" if towards in "NS" else "NS")


def _course_of(p: Params, source: Cell, bearings: list[Direction]) -> Course:
    """The course of these flows from a source; empty where it crosses itself, or does not end just at the wall."""
    course: Course = []
    cell: Cell | None = source
    seen: set[Cell] = set()
    for direction in bearings:
        if cell is None or cell in seen:
            return []
        seen.add(cell)
        course.append((cell, direction))
        cell = p.grid.step(cell, direction)
    return course if cell is None else []


def exits(p: Params, chance: Chance, wet: Iterable[Cell]) -> list[Border]:
    """Random exits off the river and far enough apart; fewer where no more are found."""
    rivers = set(wet)
    dry = [line for line in outer_borders(p.grid) if line.cell not in rivers]
    number = random_number(p.exits, "exits", chance, max(2, len(dry) // 16), len(dry))
    best: list[Border] = []
    for _ in range(TRIES):
        exit_borders: list[Border] = []
        for line in chance.shuffled(dry):
            if all(p.grid.steps_apart(line.cell, other.cell) >= p.exit_distance for other in exit_borders):
                exit_borders.append(line)
            if len(exit_borders) == number:
                return exit_borders
        best = max(best, exit_borders, key=len)
    return best


def tiles(p: Params, chance: Chance, dry: list[Cell], exit_borders: list[Border]) -> set[Fact]:
    """A random kind for every tile off the rivers."""
    pile = chance.shuffled(dry)
    scattered = [kind for pack in p.on for kind in pack.scattered(p, chance.separate_stream(f"{pack.name} tiles"))]
    other = [kind for kind in scattered if kind in p.treasures_on]
    facts = treasures(p, chance, pile, exit_borders, other)
    for pack in p.on:
        taken = {fact.place for fact in facts}
        free = [cell for cell in dry if cell not in taken]
        facts |= {has(cell, mark) for cell, mark in pack.placed(p, chance.separate_stream(pack.name), free).items()}
    taken = {fact.place for fact in facts}
    # The first tiles of the pile lie near exits more often than others, since treasures have taken those that do not.
    rest = chance.separate_stream("kinds").shuffled(cell for cell in pile if cell not in taken)
    kinds: list[str] = []
    for mark, amount in (("shop", p.shop), ("hospital", p.hospital), ("fake", p.fake)):
        kinds += [mark] * random_number(amount, mark, chance, 1, len(dry))
    kinds += portals(p)
    kinds += [kind for kind in scattered if kind not in p.treasures_on]
    kinds += ["marsh"] * marshes(p, chance, len(dry) - len(taken) - len(kinds))
    board, too_close = p.grid.laid_as(Square), dict[str, set[Cell]]()
    for kind in kinds[: len(rest)]:
        group, steps = _kept_apart(p, kind)
        near = too_close.setdefault(group, set())
        cell = rest.pop(next((n for n, cell in enumerate(rest) if cell not in near), 0))
        near.update(within_steps(board, cell, steps - 1))
        facts.add(has(cell, kind))
    return facts | {has(cell, "safe") for cell in rest}


def _kept_apart(p: Params, kind: str) -> tuple[str, int]:
    """The group of a kind of tiles, and the fewest steps between two tiles of one group."""
    if kind in ("shop", "hospital"):
        return kind, p.shop_spacing
    return (kind if kind == "fake" else kind[0], p.portal_spacing) if kind == "fake" or kind in PORTALS else (kind, 1)


def marshes(p: Params, chance: Chance, left: int) -> int:
    """How many of the tiles that are left become Marsh; settings and players decide how many must stay Safe."""
    spare = left - max(p.players, p.safe.low)
    if p.safe.high is None or p.marsh.low == p.marsh.high:
        return random_number(p.marsh, "marsh", chance, spare // 2, spare)
    most = spare if p.marsh.high is None else min(p.marsh.high, spare)
    return number_within(Amount(max(p.marsh.low, left - p.safe.high), most), "marsh", chance, most)


def treasures(
    p: Params, chance: Chance, pile: list[Cell], exit_borders: list[Border], other: Sequence[str]
) -> set[Fact]:
    """Random tiles for the treasures, away from the exits and from each other; fewer where no more are found.

    `other` are the kinds of treasures that packs add.
    """
    marks = ["treasure"] * random_number(p.treasures, "treasures", chance, 2, len(pile)) + [*other]
    chosen, board = list[Cell](), p.grid.laid_as(Square)
    near = {cell for line in exit_borders for cell in within_steps(board, line.cell, p.treasure_distance - 1)}
    for cell in pile:
        if len(chosen) == len(marks):
            break
        if cell not in near:
            chosen.append(cell)
            near.update(within_steps(board, cell, p.treasure_spacing - 1))
    return {has(cell, mark) for cell, mark in zip(chosen, marks, strict=False)}


def walls(p: Params, chance: Chance, courses: list[Course], tiles: set[Fact]) -> list[Border]:
    """Random inner walls that leave the board in one piece: none on a random spanning tree, none across a river."""
    joined = [way for pack in p.on for way in pack.on_foot(p) if tiles.issuperset(way.needs)]
    kept = spanning_tree(p, chance, courses, [(str(way.source), str(way.target)) for way in joined])
    free = chance.shuffled(line for line, _, _ in doorways(p.grid) if line not in kept)
    return free[: random_number(p.walls, "walls", chance, len(free) // 2, len(free))]


def spanning_tree(
    p: Params, chance: Chance, courses: list[Course], joined: Iterable[tuple[Cell, Cell]] = ()
) -> set[Border]:
    """Borders that join all cells as a tree, rivers included; each such tree is equally likely (Wilson's algorithm).

    Tiles on other floors are `joined` without a border. A floor that nothing joins to the others has a tree of its own.
    """
    beside: dict[Cell, list[tuple[Cell, Border | None]]] = {cell: [] for cell in p.grid.cells()}
    between: dict[tuple[Cell, Cell], Border] = {}
    for line, _, other in doorways(p.grid):
        beside[line.cell].append((other, line))
        beside[other].append((line.cell, line))
        between[line.cell, other] = between[other, line.cell] = line
    for one, other in joined:
        beside[one].append((other, None))
        beside[other].append((one, None))
    joined = tuple(joined)
    inside = {*_roots(p, chance, courses[0][0][0] if courses else chance.choice(p.grid.cells()), joined)}
    kept: set[Border | None] = set()
    for course in courses:
        for (one, _), (other, _) in pairwise(course):
            kept.add(between[one, other])
    inside |= {cell for cell, _ in courses[0]} if courses else set()
    for start in chance.shuffled(p.grid.cells()):
        way: dict[Cell, tuple[Cell, Border | None]] = {}
        cell = start
        while cell not in inside:
            way[cell] = chance.choice(beside[cell])
            cell = way[cell][0]
        cell = start
        while cell not in inside:
            inside.add(cell)
            kept.add(way[cell][1])
            cell = way[cell][0]
    return {line for line in kept if line is not None}


def _roots(p: Params, chance: Chance, first: Cell, joined: Collection[tuple[Cell, Cell]]) -> list[Cell]:
    """The first tile, and a random one of each floor to which nothing leads from there, so that every walk ends."""
    roots, floor = [first], p.grid.floor
    while True:
        reached = {*map(floor, roots)}
        for _ in range(p.grid.floors - 1):
            reached |= {floor(cell) for pair in joined if reached.intersection(map(floor, pair)) for cell in pair}
        if len(reached) == p.grid.floors:
            return roots
        roots.append(chance.choice([cell for cell in p.grid.cells() if floor(cell) not in reached]))
