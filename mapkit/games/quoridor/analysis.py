"""Analyse a position: by perfect play where few walls are left, else by a search for a forced win."""

from __future__ import annotations

from collections.abc import Iterator

from mapkit.games.quoridor.design import Params, position_of
from mapkit.games.quoridor.position import Move, Position, after, distance, each, near_squares, spread, waves, winner
from mapkit.games.quoridor.search import SearchLimit, WinSearch
from mapkit.games.quoridor.tables import Tables
from mapkit.model.analysis import Analysis, Ask, CellNumbers, Measure, Prospect, Value
from mapkit.model.grid import Cell
from mapkit.model.interest import Interest, interest_of, pairs_of
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, either, message, plural
from mapkit.model.walk import shortest

PLIES = 5
"""How many plies the analysis looks ahead, unless it is asked for another number."""
EFFORT = 300_000
"""The largest number of positions that the search for a forced win looks at."""
FAIR_ROUNDS = {0: message("fair"), 1: message("nearly fair")}
"""The verdicts on positions in which nobody is ahead by more rounds than these; `docs/fair.md` says why."""
WALLS_LEFT = {5: 3, 7: 1, 9: 0, 11: 0, 13: 0, 15: 0, 17: 0}
"""By the size of the board: how many walls both players together may have left for perfect play to be worked out.

With more walls it takes too long.
"""


def analyse(map_: Map[Params], ask: Ask) -> Analysis:
    """Measure the shortest ways of all players and, with two players, who wins, as far as that is found out.

    The key `win` asks for everything that is reported about who wins. Raises BadSetting for keys that are not known.
    """
    position = position_of(map_.fitted_params, map_.facts)
    looks = {"interest": _interest, "shortest-ways": _ways, "fairness": _fairness, "win": _who_wins}
    found = (measure for key in ask.wanted(looks) for measure in looks[key](position, ask.plies or PLIES))
    return Analysis({measure.key: measure for measure in found})


def interest(map_: Map[Params]) -> Interest:
    """How interesting a position is: its squares, the shortest ways home and the way between two pawns."""
    return _interest_of(position_of(map_.fitted_params, map_.facts))


def _interest_of(position: Position) -> Interest:
    onward = {bit: [*each(near_squares(position, bit))] for bit in each(position.board.squares)}
    found = (distance(position, player) for player in range(len(position.pawns)))
    wins = [steps for steps in found if steps is not None]
    edges = position.board.edges.values()
    ways = [(len(near), 4 - len(near) - sum(bit & edge > 0 for edge in edges)) for bit, near in onward.items()]
    return interest_of(ways, onward, wins, pairs_of(position.pawns))


def _interest(position: Position, _: int) -> Iterator[Measure]:
    yield _interest_of(position).measure


def by_cell(map_: Map[Params], _: Ask) -> tuple[CellNumbers, ...]:
    """The steps of each player to the squares of the board, until the nearest goal is reached."""
    position, found = position_of(map_.fitted_params, map_.facts), list[CellNumbers]()
    for player, seat in enumerate(position.board.seats):
        layers, names = reversed([*enumerate(waves(position, player))]), position.board.names
        far = {names[bit]: steps for steps, seen in layers for bit in each(seen)}
        found.append(CellNumbers(message("steps of {name} until it is home, pawns aside", Name(seat)), far))
    return tuple(found)


def _ways(position: Position, _: int) -> Iterator[Measure]:
    ways = {seat: distance(position, player) for player, seat in enumerate(position.board.seats)}
    words = names(f"{seat} {far}" for seat, far in ways.items())
    yield Measure("shortest-ways", message("shortest ways"), ways, words)


def prospect(map_: Map[Params], asked: Cell) -> Prospect:
    """What is seen from a pawn; from that of the player to move where the cell bears none."""
    position = position_of(map_.fitted_params, map_.facts)
    squares, seats = position.board.names, position.board.seats
    pawns = {squares[pawn]: player for player, pawn in enumerate(position.pawns)}
    starts = dict[Cell, Message]()
    for cell, player in pawns.items():
        far, of = distance(position, player) or 0, (Name(seats[player]), Name(cell))
        starts[cell] = plural("{name} on {cell}: {number} step", "{name} on {cell}: {number} steps", far, *of)
    start = asked if asked in pawns else squares[position.pawns[position.turn]]
    pawn, goals = position.pawns[pawns[start]], position.board.goals[pawns[start]]

    def beside(cell: Cell) -> Iterator[Cell]:
        return (squares[bit] for bit in each(near_squares(position, position.board.squares_by_name[cell])))

    way = shortest(start, {squares[bit] for bit in each(goals)}, beside)
    layers = reversed([*enumerate(spread(position, pawn))])
    reach = {squares[bit]: steps for steps, seen in layers for bit in each(seen)}
    ends = (cell for cell in map_.params.grid.cells() if sum(1 for _ in beside(cell)) == 1)
    return Prospect(starts, start, reach, [(message("shortest way home"), way)] if way else [], tuple(ends))


def _fairness(position: Position, _: int) -> Iterator[Measure]:
    """How many whole rounds later the last player would be home than the first, if everybody walked; nobody is yet."""
    players, seats = len(position.board.seats), position.board.seats
    ways = [distance(position, player) for player in range(players)]
    if winner(position) is not None or None in ways:
        return
    home = {
        seat: (ways[player] or 0) * players + (player - position.turn) % players for player, seat in enumerate(seats)
    }
    first, last = min(home, key=home.__getitem__), max(home, key=home.__getitem__)
    rounds, mover = (home[last] - home[first]) // players, Name(seats[position.turn])
    found = FAIR_ROUNDS.get(rounds, message("unfair"))
    told = plural(
        "{name} would be home {number} round after {other}",
        "{name} would be home {number} rounds after {other}",
        rounds,
        *(Name(last), Name(first)),
    )
    ahead = told if rounds else message("nobody is ahead by a whole round")
    left = names(f"{seat} {left}" for seat, left in zip(seats, position.stock, strict=True))
    more = message("walls left: {walls}", left) if len({*position.stock}) > 1 else NOTHING
    words = clauses(found, ahead, message("{name} moves first", mover), more)
    yield Measure("fairness", message("verdict"), str(found), words)


def _who_wins(position: Position, plies: int) -> Iterator[Measure]:
    seats, won = position.board.seats, winner(position)
    if won is not None:
        home = message("{seat} is home ({rule})", Name(seats[won]), Name("QC-35"))
        yield Measure("winner", message("winner"), seats[won], home)
    elif len(seats) > 2:
        yield Measure("win", message("win"), None, message("looked for with two players only"))
    elif sum(position.stock) <= WALLS_LEFT.get(position.board.size, -1):
        # the player who wins when nobody makes a mistake, and the best moves
        tables = Tables(position.board)
        value = tables.outcome(position)
        who = seats[position.turn if value > 0 else 1 - position.turn] if value else None
        wins = message("{name} wins in {plies}", Name(who or ""), _plies(abs(value)))
        said = wins if who else message("neither can force a win")
        yield Measure("perfect-play", message("perfect play"), {"winner": who, "plies": abs(value) or None}, said)
        best = [move for move, found in tables.best(position) if found == value]
        yield Measure("best-moves", message("best moves"), best, Name(" ".join(best)))
        line = list[Move]()
        while value and winner(position) is None:
            line.append(tables.best(position)[0][0])
            position = after(position, line[-1])
        if value:
            yield Measure("line", message("line"), line, Name(" ".join(line)))
    else:
        yield _forced_win(position, plies)


def _forced_win(position: Position, plies: int) -> Measure:
    """Whether the player to move wins within this many plies. `proven` says whether the search found it out in time."""
    who, search, label = Name(position.board.seats[position.turn]), WinSearch(EFFORT), message("win")
    within = _plies(plies)
    asked: dict[str, Value] = {"player": who, "within": plies}
    try:
        shortest = search.shortest(position, plies)
    except SearchLimit:
        words = message("whether {name} wins within {plies} was not found out in time; ask for fewer", who, within)
        return Measure("win", label, {**asked, "proven": False, "plies": None}, words)
    if shortest is None:
        words = message("proven: {name} is to move and cannot force a win within {plies}", who, within)
        return Measure("win", label, {**asked, "proven": True, "plies": None}, words)
    firsts, line = search.wins(position, shortest), search.line(position, shortest)
    how = either([*map(Name, firsts)]), Name(" ".join(line))
    words = message("{name} wins in {plies}, first {moves}: {line}", who, _plies(shortest), *how)
    value = {**asked, "proven": True, "plies": shortest, "first": firsts, "line": line}
    return Measure("win", label, value, words)


def _plies(number: int) -> Message:
    return plural("{number} ply", "{number} plies", number)
