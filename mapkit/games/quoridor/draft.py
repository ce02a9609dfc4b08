"""Random positions of Quoridor that nearly meet the settings: pawns first, then walls, each of them legal."""

from __future__ import annotations

from functools import partial
from itertools import islice

from mapkit.games.quoridor.design import (
    WAYS,
    Params,
    half_turned,
    half_turned_wall,
    pawn,
    position_of,
    wall_fact,
    wall_facts,
)
from mapkit.games.quoridor.position import ACROSS, Bits, Position, distance, each, legal_walls, winner, with_wall
from mapkit.games.quoridor.puzzle import number_of_tries, unsolvable
from mapkit.model.chance import Chance
from mapkit.model.grid import Cell
from mapkit.model.message import NOTHING, clauses, message, plural
from mapkit.model.rule import Amount, Facts, SolverGaveUp
from mapkit.model.settings import number_within

TRIES = 12
"""The largest number of positions that are drawn to find one in which every way is as long as asked."""
PUZZLES = 1_000
"""The largest number of positions that are drawn to find one that is a puzzle."""
LIKELIEST = 3
"""The number of moves to win of the puzzles that random positions are most often."""
MOST_TRIED = 2_000_000
"""The largest number of moves that are tried to find out whether these positions are puzzles."""
SQUARES_A_WALL = 7
"""Without a setting for the number of walls there is at most one wall for this many squares."""
DETOUR = 2
"""When a length is chosen from a range: by how many steps it may exceed the way without walls."""
Aims = tuple[Amount, ...]
"""For each player the number of steps that the shortest way is to have."""
CHOICES = 5
"""When lengths are asked for: the number of random walls from which the best is chosen."""


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """A random position that keeps the facts already drawn; the best of several where lengths of ways are asked for.

    Where a puzzle is asked for, the position is one. Raises SolverGaveUp where none is found.
    """
    free = (p.shortest,) * p.players
    if p.win_in is not None:
        tries = spent = 0
        while tries < PUZZLES and spent <= MOST_TRIED:
            tries += 1
            facts = _position(p, free, chance, drawn)
            position = position_of(p, facts)
            if not _miss(p, free, position) and not unsolvable(p, position):
                return facts
            spent += number_of_tries(p, position)
        none = plural(
            "no puzzle won in {moves} was found among {number} random position",
            "no puzzle won in {moves} was found among {number} random positions",
            tries,
            p.win_in,
        )
        likelier = message("puzzles won in {number} are far likelier", LIKELIEST)
        raise SolverGaveUp(clauses(none, NOTHING if p.win_in == LIKELIEST else likelier))
    best: tuple[tuple[int, int], Facts] | None = None
    aims = _aims(p, chance)
    for _ in range(TRIES):
        facts = _position(p, aims, chance, drawn)
        position = position_of(p, facts)
        miss = _miss(p, free, position), _miss(p, aims, position)
        if best is None or miss < best[0]:
            best = (miss, facts)
        if miss == (0, 0):
            break
    assert best is not None
    return best[1]


def _position(p: Params, aims: Aims, chance: Chance, drawn: Facts) -> Facts:
    """The facts with a pawn for each player who has none, and random walls, as many as are asked for and have room.

    Pawns stand on their start, or at least half of the way from home. The owners of walls take turns.
    """
    found: dict[int, Cell] = {int(f.mark[5:]): str(f.place) for f in drawn if f.mark.startswith("pawn ")}
    for number, (seat, aim) in enumerate(zip(p.seats, aims, strict=True), 1):
        across = p.seats.index(ACROSS[seat]) + 1
        if number in found:
            continue
        if p.pawns_at == "start":
            found[number] = p.board.names[p.board.start(seat)]
        elif p.symmetric == "yes" and across in found:
            found[number] = half_turned(p.grid, found[across])
        else:
            found[number] = chance.choice(_far_from_home(p, seat, aim, tuple(found.values())))
    wanted = _walls_wanted(p, chance)
    facts = {*drawn, *(pawn(number, cell) for number, cell in found.items())}
    position = position_of(p, frozenset(facts))._replace(stock=(1,) * p.players)
    placed = sum(fact in drawn for fact in wall_facts(p.grid, p.players))
    while placed < wanted:
        on, (flat, upright) = position.board, legal_walls(position)
        known: list[tuple[Bits, str]] = [(bit, "h") for bit in each(flat)] + [(bit, "v") for bit in each(upright)]
        some = [f"{on.names[bit]}{way}" for bit, way in chance.shuffled(known)[:CHOICES]]
        if not some:
            break
        # on symmetric boards with the wall that it becomes when the board is turned
        twins = [(wall, half_turned_wall(p.grid, wall) if p.symmetric == "yes" else wall) for wall in some]
        walls = min((tuple(dict.fromkeys(pair)) for pair in twins), key=partial(_rank, p, aims, position))
        for wall in islice(walls, wanted - placed if p.symmetric == "no" else 2):
            position = with_wall(position, wall)
            seat = p.seats[placed % p.players]
            if p.walls_left:  # the seat with most walls to place, not the next in turn
                owners = [fact.mark[2:] for fact in facts if fact.mark[0] in WAYS]
                due = [p.supply - left - owners.count(seat) for seat, left in zip(p.seats, p.walls_left, strict=True)]
                seat = p.seats[due.index(max(due))]
            facts.add(wall_fact(wall, seat))
            placed += 1
    return frozenset(facts)


def _aims(p: Params, chance: Chance) -> Aims:
    """The length of each player's way: one number for each player out of the range, as far apart as asked."""
    low, high = p.shortest
    if high is None or low == high:
        return (p.shortest,) * p.players
    apart = 0 if p.symmetric == "yes" else p.apart
    first = number_within(p.shortest, "shortest", chance, high)
    lengths = [first]
    for number in range(2, p.players + 1):
        stream, name = chance.separate_stream(f"apart {number}"), f"shortest {number}"
        far = [] if apart is None else [n for n in (first - apart, first + apart) if low <= n <= high]
        lengths.append(stream.choice(far) if far else number_within(p.shortest, name, chance, high))
    return tuple(Amount(length, length) for length in lengths)


def _far_from_home(p: Params, seat: str, aim: Amount, taken: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The free squares that leave a seat at least half of its way to go, or for puzzles only a small part of it."""
    grid, last = p.grid, p.grid.columns - 1
    middle = grid.name(last // 2, last // 2)
    far = dict[Cell, int]()
    for cell in grid.cells():
        if cell not in (*taken, middle):
            x, y = map(int, grid.centre(cell))
            far[cell] = {"S": last - y, "N": y, "W": last - x, "E": x}[seat]
    if p.win_in is not None:
        return tuple(cell for cell, steps in far.items() if min(2, p.win_in) <= steps <= p.win_in)
    if p.shortest.low != p.shortest.high and aim.high is not None:
        near = min(max(1, aim.high - DETOUR), last - 1)
        return tuple(cell for cell, steps in far.items() if near <= steps <= max(near, aim.high))
    return tuple(cell for cell, steps in far.items() if 2 * steps >= last)


def _walls_wanted(p: Params, chance: Chance) -> int:
    """How many walls are to stand: any number of the range, chosen again at each try for a puzzle.

    On symmetric boards walls come in pairs. Puzzles are so rare that one number for all tries would seldom do.
    """
    whole = p.supply * p.players - (sum(p.walls_left) if p.walls_left else 0)
    low, high = p.standing
    usual = len(p.grid.cells()) // SQUARES_A_WALL if high is None else high
    if p.walls_left:
        return whole
    if low == high or p.win_in is not None or (high is None and low <= usual):
        most = min(whole, max(usual, low))
        return chance.between(min(low, most), most)
    twins = p.symmetric == "yes" and p.grid.columns % 2 == 1
    if twins and low + low % 2 <= usual:
        return 2 * number_within(Amount((low + 1) // 2, usual // 2), "standing", chance, whole // 2)
    return number_within(p.standing, "standing", chance, whole)


def _rank(p: Params, aims: Aims, position: Position, walls: tuple[str, ...]) -> int:
    if p.apart is None and p.shortest.low == 0 and p.shortest.high is None:
        return 0
    for wall in walls:
        position = with_wall(position, wall)
    return _miss(p, aims, position)


def _miss(p: Params, aims: Aims, position: Position) -> int:
    """By how many steps in all the players' ways differ from what is asked."""
    ways = [distance(position, player) for player in range(p.players)]
    if None in ways or winner(position) is not None:
        return 100
    far = [way for way in ways if way is not None]
    missed = sum(
        max(0, aim.low - way, way - (way if aim.high is None else aim.high)) for way, aim in zip(far, aims, strict=True)
    )
    return missed + (sum(abs(abs(way - far[0]) - p.apart) for way in far[1:]) if p.apart is not None else 0)
