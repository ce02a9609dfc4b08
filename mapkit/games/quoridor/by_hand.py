"""Positions of Quoridor as people draw them on a drawing sheet: pawns, walls, and boxes for the turn and walls left."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import permutations

from mapkit.games.quoridor.design import MOST_PAWNS, Params, pawn, wall_fact
from mapkit.games.quoridor.position import SEATS, Move
from mapkit.model.grid import Board, Border, Square, border
from mapkit.model.handwork import BoxRow, ByHand, HandSheet, Handwork
from mapkit.model.message import Name, message, noun
from mapkit.model.rule import Fact, Facts
from mapkit.model.settings import BadSetting

_ORDERS = tuple("".join(permutation) for seats in SEATS.values() for permutation in permutations(seats))
"""Every order of turns, in the order in which forms of sheets are numbered."""
MOST_EACH = 40
"""The most walls for each player that a sheet can tell."""


def _settings(grid: Board, form: int) -> Params:
    """The settings that the number of a sheet tells; raises BadSetting."""
    walls, order = divmod(form - 1, len(_ORDERS))
    if form < 1 or walls > MOST_EACH + 1:
        raise BadSetting(message("the marks tell of a sheet that this mapkit does not know; a newer one may read it"))
    assert isinstance(grid, Square)
    seats = _ORDERS[order]
    own = "" if seats in SEATS.values() else seats
    return Params(grid, len(seats), walls - 1 if walls else None, own)


def _sheet(p: Params) -> HandSheet:
    """The sheet; its number tells the order of turns, and with how many walls each player begins."""
    if p.seats not in _ORDERS or p.supply > MOST_EACH:
        raise BadSetting(
            message("a drawing sheet is for at most {number} walls for each player, and this board has more", MOST_EACH)
        )
    form = 1 + _ORDERS.index(p.seats) + len(_ORDERS) * (0 if p.walls_each is None else p.walls_each + 1)
    numbers = tuple(map(str, range(p.supply + 1)))
    left = ((seat, message("walls left to {seat}", Name(seat))) for seat in p.seats)
    rows = (BoxRow(f"left-{seat}", words, numbers, "walls left") for seat, words in left)
    turn = BoxRow("turn", message("whose turn it is"), tuple(p.seats))
    return HandSheet(dict.fromkeys(p.seats, noun("pawn")), _bars(p.grid), (turn, *rows), form)


@lru_cache(maxsize=4)
def _bars(grid: Square) -> dict[Move, tuple[Border, ...]]:
    """The walls that lie on the board, each with the two borders that it stands on (QC-17)."""
    names = [grid.name(x, y) for y in range(grid.rows - 1) for x in range(grid.columns - 1)]
    found = dict[Move, tuple[Border, ...]]()
    for cell in names:
        for way, side, onward in (("h", "N", "E"), ("v", "E", "N")):
            beside = grid.step(cell, onward)
            assert beside is not None, "the cell lies in no last column or row"
            found[f"{cell}{way}"] = border(grid, cell, side), border(grid, beside, side)
    return found


def _read(p: Params, work: Handwork) -> tuple[Params, Facts]:
    """The position that is drawn. A second pawn of a seat is one pawn too many, which is a fault (QC-9)."""
    facts, further = set[Fact](), iter(range(p.players + 1, MOST_PAWNS + 1))
    for cell in p.grid.cells():
        seat = work.signs.get(cell, "")
        number = p.seats.index(seat) + 1 if seat else 0
        if number and any(fact.mark == f"pawn {number}" for fact in facts):
            number = next(further, 0)
        if number:
            facts.add(pawn(number, cell))
    facts |= {wall_fact(bar, "") for bar in work.bars}
    left = [work.crosses.get(f"left-{seat}", "") for seat in p.seats]
    stock = tuple(map(int, left)) if all(left) else ()
    return replace(p, turn=work.crosses.get("turn", ""), walls_left=stock), frozenset(facts)


def _show(p: Params, facts: Facts) -> Handwork:
    """The position as people draw it; owners of walls are not drawn."""
    signs = {str(fact.place): seat for n, seat in enumerate(p.seats, 1) for fact in facts if fact.mark == f"pawn {n}"}
    bars = _bars(p.grid)
    walls = dict.fromkeys(f"{fact.place}{fact.mark[:1]}" for fact in sorted(facts) if fact.mark[:1] in ("h", "v"))
    left = {f"left-{seat}": str(number) for seat, number in zip(p.seats, p.walls_left, strict=False)}
    turn = {"turn": p.turn} if p.turn else {}
    return Handwork(signs, tuple(wall for wall in walls if wall in bars), {**turn, **left})


BY_HAND = ByHand(_sheet, _settings, _read, _show)
