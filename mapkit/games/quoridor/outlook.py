"""What a position leads to: perfect play where few walls are left, else a forced win within so many plies."""

from __future__ import annotations

from collections.abc import Iterator

from mapkit.game import Map, Measure
from mapkit.games.quoridor.design import Params, position_of
from mapkit.games.quoridor.position import Position, after, distance, winner
from mapkit.games.quoridor.search import Search, TooLong
from mapkit.games.quoridor.tables import Tables

PLIES = 5
"""How far is looked ahead where nobody says how far."""
EFFORT = 300_000
"""How many positions are looked at, at the most, for a forced win."""
WALLS_LEFT = {5: 3, 7: 1, 9: 0, 11: 0, 13: 0, 15: 0, 17: 0}
"""How many walls may be left in all for perfect play, by the size of the board; else it takes too long."""


def outlook(map: Map[Params], plies: int | None) -> tuple[Measure, ...]:
    """The shortest ways of all players, and of a position for two who wins it, as far as that is found out."""
    p = map.fitted
    position = position_of(p, map.facts)
    return tuple(_measured(position, plies or PLIES))


def _measured(position: Position, plies: int) -> Iterator[Measure]:
    seats = position.board.seats
    ways = ((seat, distance(position, player)) for player, seat in enumerate(seats))
    yield Measure("shortest ways", ", ".join(f"{seat} {far}" for seat, far in ways))
    won = winner(position)
    if won is not None:
        yield Measure("winner", f"{seats[won]} is home (QC-35)")
    elif len(seats) > 2:
        yield Measure("win", "looked for with two players only")
    elif sum(position.stock) <= WALLS_LEFT.get(position.board.size, -1):
        yield from _perfect(position)
    else:
        yield _forced(position, plies)


def _perfect(position: Position) -> Iterator[Measure]:
    """Who wins when nobody errs, and the best moves."""
    tables, seats = Tables(position.board), position.board.seats
    value = tables.outcome(position)
    who = seats[position.turn if value > 0 else 1 - position.turn]
    yield Measure("perfect play", f"{who} wins in {_plies(abs(value))}" if value else "neither can force a win")
    best = [move for move, found in tables.best(position) if found == value]
    yield Measure("best moves", " ".join(best))
    if value:
        yield Measure("line", " ".join(_line(tables, position)))


def _line(tables: Tables, position: Position) -> Iterator[str]:
    """Best moves of both until somebody is home."""
    while winner(position) is None:
        move = tables.best(position)[0][0]
        yield move
        position = after(position, move)


def _forced(position: Position, plies: int) -> Measure:
    who, search = position.board.seats[position.turn], Search(EFFORT)
    try:
        shortest = search.shortest(position, plies)
    except TooLong:
        return Measure("win", f"whether {who} wins within {_plies(plies)} was not found out in time; ask for fewer")
    if shortest is None:
        return Measure("win", f"proven: {who}, who is to move, cannot force one within {_plies(plies)}")
    firsts = " or ".join(search.wins(position, shortest))
    line = " ".join(search.line(position, shortest))
    return Measure("win", f"{who} wins in {_plies(shortest)}, first {firsts}: {line}")


def _plies(number: int) -> str:
    return f"{number} plies" if number != 1 else "1 ply"
