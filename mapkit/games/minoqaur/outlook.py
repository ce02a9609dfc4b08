"""What a code leads to: its par, the line that reaches it in words and as a picture, and how hard it is (MQ-V5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mapkit.game import Map, Measure
from mapkit.games.minoqaur.design import ITEMS, WINS, Params, many_moves, maze, solved, told
from mapkit.games.minoqaur.notation import NAMES
from mapkit.games.minoqaur.picture import ITEMS as SIGN_OF
from mapkit.games.minoqaur.picture import letters
from mapkit.games.minoqaur.search import FAR, Found, Turn, first_moves, first_moves_to_treasure, shortest_with_treasure
from mapkit.games.minoqaur.trails import KEY, OUTSIDE, TREASURE, Maze, Move
from mapkit.grid import Matrix
from mapkit.rule import Facts

SIGNS = "123456789abcdefghijklmnopqrstuvwxyz"
"""Turns in a picture; later ones are all shown as the last."""


def outlook(map: Map[Params], plies: int | None) -> tuple[Measure, ...]:
    """The shortest win, of so many moves at the most if a number is given: its line, turn by turn, and its picture."""
    p = map.params
    if p.tie == "random":
        return (
            Measure("par", "none: the minoqaur's way is drawn by lot where rows and columns are as many (MQ-30.a)"),
        )
    ground = maze(p, map.facts)
    found = WINS[p.win](ground, most=plies) if plies else solved(p, map.facts)
    treasure = found if p.win == "treasure" else shortest_with_treasure(ground, most=plies or FAR)
    return (_start(p, ground), *_told(p, ground, found, treasure))


def measures(map: Map[Params]) -> tuple[Measure, ...]:
    """The par, and how hard it is to find, for game masters and for the order of a puzzle book."""
    if map.params.tie == "random":
        return ()
    found = solved(map.params, map.facts)
    return (Measure("par", told(found)), *_hard(map.params, maze(map.params, map.facts), found))


@lru_cache(maxsize=8)
def difficulty(p: Params, facts: Facts) -> float | None:
    """The par, and after the point how few first moves keep it; None where no par is proven."""
    found = solved(p, facts)
    counted = _firsts(p, maze(p, facts), found)
    return _difficulty(found, counted) if counted else None


def _difficulty(found: Found, firsts: tuple[int, int]) -> float:
    keep, all_ = firsts
    return len(found.line) + 1 - keep / all_


def _told(p: Params, ground: Maze, found: Found, treasure: Found) -> Iterator[Measure]:
    yield Measure("par", told(found))
    yield Measure("with the treasure", told(treasure))
    yield from _hard(p, ground, found)
    if found.line:
        yield Measure("entrance", p.grid.cells()[found.entrance])
        for number, words in enumerate(_turns(p.grid, ground, found), 1):
            yield Measure(f"turn {number}", words)
        yield Measure("picture", "\n".join(picture(ground, found)))
    if treasure.line and treasure.line != found.line:
        start = f"enter at {p.grid.cells()[treasure.entrance]}"
        line = "; ".join((start, *(_said(p.grid, turn.move) for turn in treasure.line)))
        yield Measure("a line with the treasure", line)


def _start(p: Params, ground: Maze) -> Measure:
    """Where the minoqaur starts, and how far that is from the centre (MQ-V4)."""
    far = ground.distance(ground.dot, p.grid.columns * p.grid.rows // 2)
    where = p.grid.cells()[ground.dot]
    return Measure("minoqaur starts", f"on {where}, {far} from the centre" if far else f"on {where}, the centre")


def _firsts(p: Params, ground: Maze, found: Found) -> tuple[int, int] | None:
    """How many first moves keep the par, of how many; None where no par is proven."""
    if not (found.proven and found.line):
        return None
    return {"any": first_moves, "treasure": first_moves_to_treasure}[p.win](ground, len(found.line))


def _hard(p: Params, ground: Maze, found: Found) -> Iterator[Measure]:
    yield Measure("moves looked at", str(found.looked))
    firsts = _firsts(p, ground, found)
    if firsts:
        words = f"{firsts[0]} of {many_moves(firsts[1])} at the first turn keep the par"
        yield Measure("difficulty", f"{_difficulty(found, firsts):.2f}: {words}")


def _turns(grid: Matrix, ground: Maze, found: Found) -> Iterator[str]:
    """Each turn of a line in words: the move, what it takes, and what the minoqaur does."""
    held = ground.finds.get(found.entrance, 0)
    for turn in found.line:
        taken = [f"takes the {item}" for item in _named(turn.move.holds & ~held)]
        yield ", ".join((_said(grid, turn.move), *taken)) + "; " + _ending(grid, turn)
        held = turn.move.holds


def _named(things: int) -> Iterator[str]:
    yield from (item for item, bit in {**ITEMS, "treasure": TREASURE}.items() if things & bit)


def _said(grid: Matrix, move: Move) -> str:
    """A move as it may be said, and where it ends."""
    if move.end == OUTSIDE:
        return f"{NAMES[move.direction]} out"
    verb = "tunnel " if move.tunnels else ""
    return f"{verb}{NAMES[move.direction]} {len(move.way)} to {grid.cells()[move.end]}"


def _ending(grid: Matrix, turn: Turn) -> str:
    if turn.answer is None:
        return "out with the key: won (MQ-25)" if turn.move.holds & KEY else "out of the maze: won (MQ-39)"
    if turn.answer.trapped:
        return "the minoqaur is trapped: won (MQ-40)"
    return f"the minoqaur: {_said(grid, turn.answer.move)}" if turn.answer.move else "the minoqaur waits"


def picture(ground: Maze, found: Found) -> Iterator[str]:
    """The code with both trails, two signs a module, as far as the line leads.

    Turns are numbered along the player's trail, with `>` before them, and along the minoqaur's with `m`.
    """
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
        yield f"{n - row:>3} {modules}".rstrip()
    yield from (f"    {line}".rstrip() for line in letters(n))
    yield "    >1 >2: your turns, m1 m2: the minoqaur's, ++: both, >0 m0: where they begin, S C K T: what lies there"
