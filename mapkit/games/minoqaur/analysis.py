"""Analyse a code: its par, the line that reaches it in words and as a picture, and how hard it is (MQ-V5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from mapkit.games.minoqaur.design import NOUNS, Params, maze, par_in_words, par_search, solved
from mapkit.games.minoqaur.maze_rules import KEY, OUTSIDE, TREASURE, Maze, Move
from mapkit.games.minoqaur.picture import ITEMS as SIGN_OF
from mapkit.games.minoqaur.picture import letters
from mapkit.games.minoqaur.search import FAR, ParSearch, SearchResult, search_in
from mapkit.games.minoqaur.state import ITEMS
from mapkit.model.analysis import Analysis, Ask, CellNumbers, Measure, Prospect, Value
from mapkit.model.grid import Cell, Matrix
from mapkit.model.interest import Interest, interest_of
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, joined, message, plural
from mapkit.model.walk import distances

SIGNS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The signs of turns in a picture; all later turns have the last sign."""


class _Lines:
    """The winning lines of a code, searched for when needed: the shortest, and the shortest with the treasure."""

    def __init__(self, map_: Map[Params], plies: int | None) -> None:
        self.params, self.facts, self.plies = map_.params, map_.facts, plies
        self.grid = map_.params.grid
        self.ground = maze(map_.params, map_.facts)

    @cached_property
    def search(self) -> ParSearch:
        """The search of the shortest win, of at most `plies` moves if a number is given."""
        p = self.params
        return search_in(self.ground, p.win, most=self.plies) if self.plies else par_search(p, self.facts)

    @property
    def found(self) -> SearchResult:
        return self.search.found if self.plies else solved(self.params, self.facts)

    @cached_property
    def treasure(self) -> SearchResult:
        """The shortest win that brings the treasure out."""
        if self.params.win == "treasure":
            return self.found
        if self.plies:
            return search_in(self.ground, "treasure", most=self.plies).found
        return solved(replace(self.params, win="treasure"), self.facts)


def analyse(map_: Map[Params], ask: Ask) -> Analysis:
    """The par and how hard it is to find, with its line turn by turn and its picture (MQ-V5).

    The key `turn` asks for all of `turn-1`, `turn-2` and so on. Raises BadSetting for keys that are not known.
    """
    wanted = ask.wanted(("interest", *_LOOKS))
    told = {"interest": interest(map_).measure} if "interest" in wanted else {}
    if map_.params.tie == "random":
        lot = message("none: the minoqaur's way is random where rows and columns are equal ({rule})", Name("MQ-30.a"))
        return Analysis(
            {**told, **({"par": Measure("par", message("shortest way to win"), None, lot)} if "par" in wanted else {})}
        )
    lines = _Lines(map_, ask.plies)
    found = (measure for key in wanted if key in _LOOKS for measure in _LOOKS[key](lines))
    return Analysis({**told, **{measure.key: measure for measure in found}})


def interest(map_: Map[Params]) -> Interest:
    """How interesting a code is, trails aside: its corridors, and the steps from entrances to treasure and minoqaur."""
    p, cells = map_.params, map_.params.grid.cells()
    ground = maze(p, map_.facts)
    light = {cell for module, cell in enumerate(cells) if ground.light >> module & 1}
    onward = {cell: [*_steps(p.grid, light, cell)] for cell in cells if cell in light}
    entered = [cells[module] for module in sorted(ground.entrances) if cells[module] in light]
    rooms = [cells[module] for module, find in ground.finds.items() if find == TREASURE]
    far = [distances([cell], onward.get) for cell in entered]
    wins = [min(way[cell] for cell in rooms if cell in way) for way in far if not way.keys().isdisjoint(rooms)]
    return interest_of(
        [(len(leads), 4 - len(leads)) for leads in onward.values()],
        onward,
        wins,
        [(cell, cells[ground.dot]) for cell in entered],
    )


def _steps(grid: Matrix, light: Collection[Cell], cell: Cell) -> Iterator[Cell]:
    """The next modules on all sides, or those behind a wall of one module."""
    for side in "NESW":
        onward = grid.step(cell, side)
        onward = onward if onward is None or onward in light else grid.step(onward, side)
        if onward in light:
            yield str(onward)


def by_cell(map_: Map[Params], ask: Ask) -> tuple[CellNumbers, ...]:
    """The modules that the player and the minoqaur cross on the shortest line, each with the number of the turn."""
    if map_.params.tie == "random":
        return ()
    lines, found = _Lines(map_, ask.plies), list[CellNumbers]()
    for label, of_turns in (
        (message("the player's way to win, by turns"), [turn.move for turn in lines.found.line]),
        (message("the minoqaur's way, by turns"), [turn.answer and turn.answer.move for turn in lines.found.line]),
    ):
        modules = ((module, turn) for turn, move in enumerate(of_turns, 1) for module in (move.way if move else ()))
        crossed = {lines.grid.cells()[module]: turn for module, turn in modules if module != OUTSIDE}
        found += [CellNumbers(label, crossed)] if crossed else []
    return tuple(found)


def prospect(map_: Map[Params], _: Cell) -> Prospect:
    """The ways of the player and of the minoqaur on the shortest line, with the turns in which the player is there."""
    if map_.params.tie == "random":
        return Prospect({})
    lines = _Lines(map_, None)
    cells, line = lines.grid.cells(), lines.found.line
    if not line:
        return Prospect({})
    entrance, turns = cells[lines.found.entrance], dict[Cell, int]()
    ways, whose = [[entrance], [cells[lines.ground.dot]]], [message("the player's way"), message("the minoqaur's way")]
    for number, turn in enumerate(line, 1):
        for way, move in zip(ways, (turn.move, turn.answer and turn.answer.move), strict=True):
            way += [cells[module] for module in (move.way if move else ()) if module != OUTSIDE]
        turns = {**dict.fromkeys(ways[0], number), **turns}
    starts = {entrance: message("{cell}: {words}", Name(entrance), par_in_words(lines.found))}
    return Prospect(starts, entrance, {**turns, entrance: 0}, [*zip(whose, ways, strict=True)])


def _start(lines: _Lines) -> Iterator[Measure]:
    """The module where the minoqaur starts, and how far that is from the centre (MQ-V4)."""
    grid, dot = lines.grid, lines.ground.dot
    far = lines.ground.distance(dot, grid.columns * grid.rows // 2)
    where, label = Name(grid.cells()[dot]), message("minoqaur starts")
    at_centre = message("on {cell}, the centre", where)
    found = message("on {cell}, {number} from the centre", where, far) if far else at_centre
    yield Measure("minoqaur-start", label, {"cell": where, "from_centre": far}, found)


def _bounds(found: SearchResult) -> Value:
    """The moves of the shortest known win, a lower bound on the moves of any win, and whether this is proven."""
    least = None if found.at_least == FAR else found.at_least
    return {"moves": len(found.line) or None, "at_least": least, "proven": found.proven}


def _difficulty(lines: _Lines) -> Iterator[Measure]:
    """The par, and behind the point how few first moves keep it; nothing where no par is proven."""
    found = lines.found
    if not (found.proven and found.line):
        return
    if firsts := lines.search.first_moves(len(found.line)):
        keep, all_ = firsts
        hard = len(found.line) + 1 - keep / all_
        words = plural(
            "{hard}: {keep} of {number} move at the first turn keep the par",
            "{hard}: {keep} of {number} moves at the first turn keep the par",
            all_,
            *(Name(f"{hard:.2f}"), keep),
        )
        yield Measure("difficulty", message("difficulty"), hard, words)


def _entrance(lines: _Lines) -> Iterator[Measure]:
    if lines.found.line:
        cell = lines.grid.cells()[lines.found.entrance]
        yield Measure("entrance", message("entrance"), cell, Name(cell))


def _each_turn(lines: _Lines) -> Iterator[Measure]:
    held = lines.ground.finds.get(lines.found.entrance, 0)
    for number, turn in enumerate(lines.found.line, 1):
        new = turn.move.holds & ~held
        taken = [message("takes the {item}", NOUNS[item]) for item, bit in ITEMS.items() if new & bit]
        held = turn.move.holds
        reply = turn.answer.move if turn.answer else None
        value = {"player": _end(lines.grid, turn.move), "minoqaur": _end(lines.grid, reply) if reply else None}
        if turn.answer is None:
            ends = message("out with the key: won (MQ-25)") if held & KEY else message("out of the maze: won (MQ-39)")
        elif turn.answer.trapped:
            ends = message("the minoqaur is trapped: won (MQ-40)")
        elif reply:
            ends = message("the minoqaur: {what}", _move_in_words(lines.grid, reply))
        else:
            ends = message("the minoqaur waits")
        words = clauses(joined([_move_in_words(lines.grid, turn.move), *taken]), ends)
        yield Measure(f"turn-{number}", message("turn {number}", number), value, words)


def _end(grid: Matrix, move: Move) -> str | None:
    """The module where a move ends; None outside."""
    return None if move.end == OUTSIDE else grid.cells()[move.end]


def _picture(lines: _Lines) -> Iterator[Measure]:
    if lines.found.line:
        drawn = joined([*picture(lines.ground, lines.found)], "\n")
        yield Measure("picture", message("picture"), drawn, drawn)


def _treasure_line(lines: _Lines) -> Iterator[Measure]:
    """The shortest line with the treasure, where it differs from the shortest line."""
    treasure, grid = lines.treasure, lines.grid
    if treasure.line and treasure.line != lines.found.line:
        said = [
            message("enter at {cell}", Name(grid.cells()[treasure.entrance])),
            *(_move_in_words(grid, turn.move) for turn in treasure.line),
        ]
        yield Measure("treasure-line", message("a line with the treasure"), said, clauses(*said))


_LOOKS: Mapping[str, Callable[[_Lines], Iterable[Measure]]] = {
    "minoqaur-start": _start,
    "par": lambda lines: [
        Measure("par", message("shortest way to win"), _bounds(lines.found), par_in_words(lines.found))
    ],
    "par-with-treasure": lambda lines: [
        Measure("par-with-treasure", message("with the treasure"), _bounds(won := lines.treasure), par_in_words(won))
    ],
    "moves-looked-at": lambda lines: [
        Measure("moves-looked-at", message("moves looked at"), seen := lines.found.positions_seen, Name(str(seen)))
    ],
    "difficulty": _difficulty,
    "entrance": _entrance,
    "turn": _each_turn,
    "picture": _picture,
    "treasure-line": _treasure_line,
}


_WAYS = {"N": message("north"), "E": message("east"), "S": message("south"), "W": message("west")}


def _move_in_words(grid: Matrix, move: Move) -> Message:
    way = _WAYS[move.direction]
    if move.end == OUTSIDE:
        return message("{way} out", way)
    walked = message("{way} {number} to {cell}", way, len(move.way), Name(grid.cells()[move.end]))
    return message("tunnel {way}", walked) if move.tunnels else walked


def picture(ground: Maze, found: SearchResult) -> Iterator[Message | Name]:
    """The code with both trails and their turns, `>` for the player and `m` for the minoqaur: two signs a module."""
    drawn = {module: "  " if ground.light >> module & 1 else "##" for module in range(ground.side**2)}
    drawn |= {module: f"{SIGN_OF[thing]} " for module, thing in ground.finds.items()}
    marked = {ground.dot: "m0", found.entrance: ">0"}
    for number, turn in enumerate(found.line):
        sign = SIGNS[min(number, len(SIGNS) - 1)]
        for who, move in ((">", turn.move), ("m", turn.answer and turn.answer.move)):
            for module in move.way if move else ():
                if module == OUTSIDE:
                    break
                marked[module] = "++" if module in marked else who + sign
    drawn |= marked
    n = ground.side
    for row in range(n):
        modules = "".join(drawn[row * n + column] for column in range(n))
        yield Name(f"{n - row:>3} {modules}".rstrip())
    yield from (Name(f"    {line}".rstrip()) for line in letters(n))
    yield message(
        "    >1 >2: your turns, m1 m2: the minoqaur's, ++: both, >0 m0: where they begin, S C K T: what lies there"
    )
