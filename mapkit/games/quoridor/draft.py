"""Random positions of Quoridor that nearly meet the settings: pawns first, then walls, each of them legal."""

from __future__ import annotations

from collections.abc import Collection
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
from mapkit.model.grid import Cell, Square
from mapkit.model.rule import Amount, Fact, Facts, SolverGaveUp, many
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
    if p.win_in is not None:
        tries = spent = 0
        while tries < PUZZLES and spent <= MOST_TRIED:
            tries += 1
            facts = _position(p, _free(p), chance, drawn)
            position = position_of(p, facts)
            if not _miss(p, _free(p), position) and not unsolvable(p, position):
                return facts
            spent += number_of_tries(p, position)
        likelier = "" if p.win_in == LIKELIEST else f"; puzzles won in {LIKELIEST} are far likelier"
        raise SolverGaveUp(f"no puzzle won in {p.win_in} was found among {many(tries, 'random position')}{likelier}")
    best: tuple[tuple[int, int], Facts] | None = None
    aims = _aims(p, chance)
    for _ in range(TRIES):
        facts = _position(p, aims, chance, drawn)
        position = position_of(p, facts)
        miss = _miss(p, _free(p), position), _miss(p, aims, position)
        if best is None or miss < best[0]:
            best = (miss, facts)
        if miss == (0, 0):
            break
    assert best is not None
    return best[1]


def _position(p: Params, aims: Aims, chance: Chance, drawn: Facts) -> Facts:
    return _with_walls(p, aims, chance, drawn | _pawns(p, aims, chance, drawn))


def _free(p: Params) -> Aims:
    """The lengths that are asked for, the same for all players."""
    return (p.shortest,) * p.players


def _aims(p: Params, chance: Chance) -> Aims:
    """The length of each player's way: one number for each player out of the range, as far apart as asked."""
    low, high = p.shortest
    if high is None or low == high:
        return _free(p)
    apart = 0 if p.symmetric == "yes" else p.apart
    first = number_within(p.shortest, "shortest", chance, high)
    lengths = [first]
    for number in range(2, p.players + 1):
        stream, name = chance.separate_stream(f"apart {number}"), f"shortest {number}"
        far = [] if apart is None else [n for n in (first - apart, first + apart) if low <= n <= high]
        lengths.append(stream.choice(far) if far else number_within(p.shortest, name, chance, high))
    return tuple(Amount(length, length) for length in lengths)


def _pawns(p: Params, aims: Aims, chance: Chance, drawn: Facts) -> Facts:
    """A pawn for each player who has none: on the start, or at least half of the way from home."""
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
    return frozenset(pawn(number, cell) for number, cell in found.items())


def _far_from_home(p: Params, seat: str, aim: Amount, taken: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The free squares that leave a seat at least half of its way to go, or for puzzles only a small part of it."""
    grid, last = p.grid, p.grid.columns - 1
    middle = grid.name(last // 2, last // 2)
    far = {cell: _steps_home(grid, seat, cell) for cell in grid.cells() if cell not in (*taken, middle)}
    if p.win_in is not None:
        return tuple(cell for cell, steps in far.items() if min(2, p.win_in) <= steps <= p.win_in)
    if p.shortest.low != p.shortest.high and aim.high is not None:
        near = min(max(1, aim.high - DETOUR), last - 1)
        return tuple(cell for cell, steps in far.items() if near <= steps <= max(near, aim.high))
    return tuple(cell for cell, steps in far.items() if 2 * steps >= last)


def _steps_home(grid: Square, seat: str, cell: Cell) -> int:
    """The number of steps from a cell to a seat's goal if there were no walls."""
    x, y = map(int, grid.centre(cell))
    last = grid.columns - 1
    return {"S": last - y, "N": y, "W": last - x, "E": x}[seat]


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


def _with_walls(p: Params, aims: Aims, chance: Chance, drawn: Facts) -> Facts:
    """The facts with random walls added, as many as are asked for if there is room; the owners take turns."""
    wanted = _walls_wanted(p, chance)
    facts, position = set(drawn), position_of(p, drawn)._replace(stock=(1,) * p.players)
    number = sum(fact in drawn for fact in wall_facts(p))
    while number < wanted:
        on, (across, upright) = position.board, legal_walls(position)
        known: list[tuple[Bits, str]] = [(bit, "h") for bit in each(across)] + [(bit, "v") for bit in each(upright)]
        some = [f"{on.names[bit]}{way}" for bit, way in chance.shuffled(known)[:CHOICES]]
        if not some:
            break
        walls = min((_with_twin(p, wall) for wall in some), key=lambda each: _rank(p, aims, position, each))
        for wall in islice(walls, wanted - number if p.symmetric == "no" else 2):
            position = with_wall(position, wall)
            facts.add(wall_fact(wall, _owner(p, facts, number)))
            number += 1
    return frozenset(facts)


def _owner(p: Params, facts: Collection[Fact], number: int) -> str:
    """The seat that places the next wall: the next in turn or, with `walls_left`, the one with most walls to place."""
    if not p.walls_left:
        return p.seats[number % p.players]
    owners = [fact.mark[2:] for fact in facts if fact.mark[0] in WAYS]
    due = {seat: p.supply - left - owners.count(seat) for seat, left in zip(p.seats, p.walls_left, strict=True)}
    return max(p.seats, key=lambda seat: due[seat])


def _with_twin(p: Params, wall: str) -> tuple[str, ...]:
    """The wall, and on symmetric boards the one that it becomes when the board is turned, where that is legal."""
    if p.symmetric == "no":
        return (wall,)
    twin = half_turned_wall(p.grid, wall)
    return (wall, twin) if twin != wall else (wall,)


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
