"""The rules of a legal position (`docs/rules/quoridor.md`, A to C and QC-X6), and what settings may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, cast

from mapkit.games.quoridor.design import (
    ANY,
    MOST_PAWNS,
    WAYS,
    Params,
    goals,
    half_turned,
    half_turned_wall,
    marks,
    pawn,
    position_of,
    standing_walls,
    steps,
    wall_fact,
    wall_facts,
    wall_word,
    walls_left_problem,
)
from mapkit.games.quoridor.position import ACROSS, SEATS
from mapkit.games.quoridor.puzzle import unsolvable
from mapkit.model.design import RepairHints
from mapkit.model.grid import Cell, Square, natural
from mapkit.model.map import Map
from mapkit.model.message import Name, message
from mapkit.model.rule import (
    WHOLE_MAP,
    Amount,
    Claims,
    Count,
    Endpoint,
    Fact,
    Joins,
    Length,
    MeasuredRule,
    Reaches,
    Remark,
    Rule,
    RuleClaim,
    Way,
    When,
    exactly,
    has,
    none,
    within,
)


@lru_cache(maxsize=4)
def _ways_home(grid: Square, players: int) -> tuple[Way, ...]:
    """The steps, and from each goal square one more step to the goal itself."""
    seats = ((seat, message("the goal of {seat}", Name(seat))) for seat in SEATS[players])
    homes = (Way(cell, goal) for seat, goal in seats for cell in goals(grid, seat))
    return (*steps(grid, players), *homes)


# --- the position ------------------------------------------------------------------------------------------------


def one_pawn_each(p: Params) -> Claims:
    for number in range(1, p.players + 1):
        yield WHOLE_MAP, exactly(1, (pawn(number, cell) for cell in p.grid.cells()))


def no_further_pawn(p: Params) -> Claims:
    for number in range(p.players + 1, MOST_PAWNS + 1):
        yield WHOLE_MAP, none(pawn(number, cell) for cell in p.grid.cells())


def squares_of_their_own(p: Params) -> Claims:
    for cell in p.grid.cells():
        yield cell, Count(tuple(pawn(number, cell) for number in range(1, p.players + 1)), 0, 1)


def wholly_on_the_board(p: Params) -> Claims:
    for cell in p.grid.cells():
        if p.grid.step(cell, "N") is None or p.grid.step(cell, "E") is None:
            yield cell, Count(tuple(fact for way in WAYS for fact in _walls(p, cell, way)), 0, 0, wall_word)


def without_overlap(p: Params) -> Claims:
    for fact in p.again:
        yield fact.place, Count((fact,), 0, 0, lambda wall: message("{wall} once more", wall_word(wall)))
    for cell in p.grid.cells():
        for way, step in (("h", "E"), ("v", "N")):
            onward = p.grid.step(cell, step)
            if onward is not None:
                yield onward, Count(_walls(p, cell, way) + _walls(p, onward, way), 0, 1, wall_word)


def without_crossing(p: Params) -> Claims:
    for cell in p.grid.cells():
        for fact in _walls(p, cell, "h"):
            yield cell, When((fact,), Count(_walls(p, cell, "v"), 0, 0, wall_word))


def _walls(p: Params, cell: Cell, way: str) -> tuple[Fact, ...]:
    return tuple(has(cell, mark) for mark in marks(p.players, way))


def nobody_cut_off(p: Params) -> Claims:
    named = ((fact, Name(f"{fact.place}{fact.mark[0]}")) for fact in wall_facts(p.grid, p.players))
    walls = tuple(sorted(named, key=lambda pair: natural(pair[1])))
    for number, seat in enumerate(p.seats, 1):
        starts = tuple(Endpoint(cell, (pawn(number, cell),)) for cell in p.grid.cells())
        goal = Endpoint(message("the goal of {seat}", Name(seat)))
        yield WHOLE_MAP, Reaches(_ways_home(p.grid, p.players), starts, (goal,), walls)


def no_more_than_the_supply(p: Params) -> Claims:
    for seat in p.seats:
        placed = tuple(fact for fact in wall_facts(p.grid, p.players) if fact.mark[2:] == seat)
        yield WHOLE_MAP, Count(placed, 0, p.supply, wall_word)


def as_many_as_were_placed(p: Params) -> Claims:
    """QC-X6: no more walls stand than there were. `walls_left` is measured, so that no wall is built to fit it."""
    yield WHOLE_MAP, Count(wall_facts(p.grid, p.players), 0, p.supply * p.players, wall_word)


def one_winner(p: Params) -> Claims:
    yield (
        WHOLE_MAP,
        Count(tuple(pawn(n, cell) for n, seat in enumerate(p.seats, 1) for cell in goals(p.grid, seat)), 0, 1),
    )


# --- what settings may ask for -----------------------------------------------------------------------------------


def pawns_at_their_start(p: Params) -> Claims:
    for number, seat in enumerate(p.seats, 1):
        yield WHOLE_MAP, exactly(1, [pawn(number, p.board.names[p.board.start(seat)])])


def equally_far_apart(p: Params) -> Claims:
    """QC-22: the first player's way keeps its length, and the others' differ from it by as much as is asked."""
    if not p.ways or p.apart is None:
        return
    first = p.ways[0]
    for (number, seat), far in zip(enumerate(p.seats, 1), p.ways, strict=True):
        wanted = first if number == 1 else first + p.apart if far >= first or first < p.apart else first - p.apart
        yield WHOLE_MAP, _length(p, number, seat, Amount(wanted, wanted))


def ways_of_a_length(p: Params) -> Claims:
    for number, seat in enumerate(p.seats, 1):
        yield WHOLE_MAP, _length(p, number, seat, p.shortest)


def _length(p: Params, number: int, seat: str, steps_home: Amount) -> Length:
    starts = tuple(Endpoint(cell, (pawn(number, cell),)) for cell in p.grid.cells())
    return Length(steps(p.grid, p.players), starts, tuple(map(Endpoint, goals(p.grid, seat))), steps_home)


def alike_from_both_sides(p: Params) -> Claims:
    """QC-6: after half a turn of the board the position is the same, owners and pawns included."""
    for cell in p.grid.cells():
        for number, seat in enumerate(p.seats, 1):
            other = p.seats.index(ACROSS[seat]) + 1
            yield cell, When((pawn(number, cell),), exactly(1, [pawn(other, half_turned(p.grid, cell))]))
        for fact in (*_walls(p, cell, "h"), *_walls(p, cell, "v")):
            # The wall after half a turn of the board; None for one that leaves the board
            way, _, owner = fact.mark.partition(" ")
            wall = half_turned_wall(p.grid, f"{fact.place}{way}")
            becomes = wall_fact(wall, ACROSS[owner] if owner else "") if wall else None
            if becomes is not None:
                yield cell, When((fact,), Count((becomes,), 1, 1, wall_word))


def _asks_for(*names: str) -> Callable[[Params], bool]:
    """A test of whether any of these settings asks for something."""
    return lambda p: any(getattr(p, name) not in (ANY, None) for name in names)


def miscount(map_: Map[Params]) -> Iterator[Remark]:
    p = map_.fitted_params
    if wrong := walls_left_problem(p, map_.facts):
        places = tuple(fact.place for fact in standing_walls(p, map_.facts))
        yield Remark((*places, WHOLE_MAP)[0], message("Its {message}.", wrong), places)


def heeded(map_: Map[Params]) -> RepairHints:
    """QC-X6: where more walls stand than `walls_left` says, a repair takes out as many; a wall with an owner stays."""
    p = map_.fitted_params
    walls = standing_walls(p, map_.facts)
    due = p.supply * p.players - sum(p.walls_left)
    if not p.walls_left or len(walls) <= due:
        return RepairHints()
    (rule,) = (rule for rule in RULES if rule.number == "QC-X6")
    claims = [exactly(due, wall_facts(p.grid, p.players))]
    for seat, left in zip(p.seats, p.walls_left, strict=True):
        placed = tuple(fact for fact in wall_facts(p.grid, p.players) if fact.mark[2:] == seat)
        claims.append(Count(placed, 0, p.supply - left))
    owned = frozenset(fact for fact in walls if fact.mark[2:])
    return RepairHints(tuple(RuleClaim(cast(Any, rule), WHOLE_MAP, claim) for claim in claims), owned)


def no_puzzle(map_: Map[Params]) -> Iterator[Remark]:
    """Remark why a position is not the puzzle asked for, once its pawns and walls are right."""
    p = map_.fitted_params
    one_each = all(sum(f.mark == f"pawn {n}" for f in map_.facts) == 1 for n in (1, 2))
    if one_each and not walls_left_problem(p, map_.facts) and (found := unsolvable(p, position_of(p, map_.facts))):
        yield Remark(WHOLE_MAP, found)


# fmt: off
RULES: tuple[Rule[Params], ...] = (
    Rule("QC-8", "Every player has one pawn on the board.", one_pawn_each, ("size=5 pawns=c1\nlegal pawns=c1,c5",)),
    Rule("QC-9", "Two or four players have pawns.", no_further_pawn, ("size=5 pawns=c1,c5,a3\nlegal pawns=c1,c5",)),
    Rule("QC-27", "No two pawns stand on one square.", squares_of_their_own,
         ("size=5 pawns=c3,c3\nlegal pawns=c3,c4", "size=7 pawns=d4,d4")),
    Rule("QC-16", "Every wall lies wholly on the board.", wholly_on_the_board,
         ("size=5 pawns=c1,c5 walls=e2h\nlegal walls=d2h", "size=5 pawns=c1,c5 walls=c5v\nlegal walls=c4v")),
    Rule("QC-19", "No wall lies where another is, not even in part.", without_overlap,
         ("size=5 pawns=c1,c5 walls=b2h,c2h\nlegal walls=b2h,d2h", "size=5 pawns=c1,c5 walls=b2v:S,b2v:N",
          "size=5 pawns=c1,c5 walls=b2v,b3v", "size=5 pawns=c1,c5 walls=b2v,b2v")),
    Rule("QC-20", "No two walls cross.", without_crossing, ("size=5 pawns=c1,c5 walls=b2h,b2v\nlegal walls=b2h,b3v",)),
    Rule("QC-22", "No player is cut off from their goal.", nobody_cut_off,
         ("size=5 pawns=c1,c5 walls=b1v,d1v,c2h walls_each=5", "size=5 pawns=c1,c5 walls=b4v,d4v,c3h walls_each=5")),
    Rule("QC-13", "Nobody has more walls, placed and left, than at the beginning.", no_more_than_the_supply,
         ("size=5 pawns=c1,c5 walls=a1h:S,c1h:S,a3h:S,c3h:S\nlegal walls=a1h:S,c1h:S,a3h:S",
          "size=5 pawns=c1,c5 walls=a1h:N,c1h:N,a3h:N,c3h:N")),
    MeasuredRule("QC-X6", "The walls that stand and those that are left are all that there were.",
             as_many_as_were_placed,
             ("size=5 pawns=c1,c5 walls=a1h,c1h,a2h,c2h,a3h,c3h,a4h\nlegal walls=a1h,c1h,a2h,c2h,a3h,c3h or walls=",
              "size=5 pawns=c1,c5 walls=a1v,b1v,c1v,d1v,a3v,b3v,c3v"), measure=miscount),
    Rule("QC-35", "At most one player is home.", one_winner,
         ("size=5 pawns=c5,c1\nlegal pawns=c5,c2", "size=7 pawns=d7,d1")),
    Rule("QC-15", "Walls that stand: {standing}.",
         lambda p: [(WHOLE_MAP, within(p.standing, wall_facts(p.grid, p.players))._replace(called=wall_word))],
         ("size=5 pawns=c1,c5 walls=b2h standing=2",), _asks_for("standing")),
    Rule("QC-8", "The pawns stand where they start.", pawns_at_their_start,
         ("size=5 pawns=c2,c5 pawns_at=start\nlegal pawns=c1,c5",),
         lambda p: p.pawns_at == "start"),
    Rule("QC-22", "Steps by which the others' shortest ways differ from the first player's: {apart}.",
         equally_far_apart, ("size=5 pawns=c2,c5 apart=0\nlegal apart=1 or apart=2 pawns=c3,d1",
          "size=5 pawns=c1,c4 apart=0"), _asks_for("apart")),
    Rule("QC-22", "Steps of each player's shortest way: {shortest}.", ways_of_a_length,
         ("size=5 pawns=c1,c5 shortest=5-",
         "size=5 pawns=c1,c5 shortest=0-3"), _asks_for("shortest")),
    Rule("QC-6", "After half a turn of the board the position is the same.", alike_from_both_sides,
         ("size=5 pawns=c1,c5 walls=b2h symmetric=yes\nlegal walls=b2h,c3h",
         "size=5 pawns=c1,b5 symmetric=yes"), lambda p: p.symmetric == "yes"),
    Rule("QC-22", "No square is walled off from the rest.",
         lambda p: [(WHOLE_MAP, Joins(p.grid.cells(), steps(p.grid, p.players)))],
         ("size=5 pawns=c1,c5 walls=a1h,a3h,b2v walls_each=5 pockets=no",
          "size=5 pawns=c1,c5 walls=d1h,d3h,c2v walls_each=5 pockets=no"), lambda p: p.pockets == "no"),
    MeasuredRule(
        "QC-35", "Moves in which the player to move wins against any defence, by only one first move: {win_in}.",
        breaches=("size=5 pawns=e3,d3 walls=b3h:S,c1v:N,c3v:S win_in=3",
                  "size=5 pawns=a3,b3 walls=c3h:S,b1v:N,b3v:S win_in=3"),
        applies=_asks_for("win_in"), measure=no_puzzle,
    ),
)
# fmt: on


ADVICE: tuple[Rule[Params], ...] = (
    Rule(
        "QC-35",
        "The first player to reach home wins, and the game is over.",
        lambda p: [
            (WHOLE_MAP, none(pawn(n, cell) for n, seat in enumerate(p.seats, 1) for cell in goals(p.grid, seat)))
        ],
        ("size=5 pawns=c5,d4\nlegal pawns=c4,d4",),
    ),
)
