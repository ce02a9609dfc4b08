"""Moves as people write them (`docs/rules/quoridor.md`, F), and the rule that forbids one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mapkit.games.quoridor.position import (
    PASS,
    Bits,
    Layout,
    Move,
    Position,
    after,
    beside,
    cut_off,
    is_wall,
    moves,
    steps,
    winner,
    with_wall,
)
from mapkit.model.grid import COMPASS, column_name
from mapkit.model.listing import WORD, UnreadWord
from mapkit.model.message import NOTHING, Message, Name, message


def limits(on: Layout) -> Mapping[str, str]:
    """`last` and `size`, the last column and row of a board; `cell`, the last square that a wall is named after."""
    last = column_name(on.size - 1)
    return {"last": last, "size": str(on.size), "cell": f"{column_name(on.size - 2)}{on.size - 1}"}


def forbids(on: Layout) -> Mapping[str, Message]:
    """What is said of a move that a rule forbids, by the number of the rule."""
    last, size, cell = map(Name, limits(on).values())
    return {
        "QC-5": message("no square of this board, which has columns a to {last} and rows 1 to {size}", last, size),
        "QC-16": message("a wall lies wholly on the board, so it is named by a square from a1 to {cell}", cell),
        "QC-17": message("a wall is a square and h or v"),
        "QC-19": message("a wall is there already, or in part"),
        "QC-20": message("it would cross a wall"),
        "QC-22": message("it would cut a player off from their goal"),
        "QC-25": message("a pawn moves one square to the north, east, south or west"),
        "QC-26": message("a wall is in between"),
        "QC-27": message("another pawn is there"),
        "QC-29": message("a wall stops the jump"),
        "QC-30": message("only one pawn can be jumped"),
        "QC-32": message("a jump goes straight on where it can"),
        "QC-35": message("the game is over"),
        "QC-X2": message("no wall is left"),
        "QC-X4": message("only a player who has no other move passes"),
    }


TOWARDS = {name: side for side, name in COMPASS.items() if side in "NESW"}
"""The directions of a straight step, by the words for them."""


def towards(position: Position, direction: str) -> Move:
    """The square to which a direction leads the pawn: the next one, or that behind a pawn; empty off the board."""
    here = position.pawns[position.turn]
    near, far = (_shifted(position, here, direction, times) for times in (1, 2))
    jumps = near & sum(position.pawns) and far
    return position.board.names.get(far if jumps else near, "")


def with_wall_last(move: Move) -> Move:
    """A move that somebody typed; the way of a wall may stand before its square, as in `he3` (QC-17)."""
    return re.sub(r"\A([hv])([a-z][0-9]+)\Z", r"\2\1", move)


class ListedMove(NamedTuple):
    """A move of a list that somebody typed."""

    place: int
    move: Move
    later: bool
    """Whether dots say that it is a later move of its round."""


def moves_in_list(words: Sequence[str]) -> Iterator[ListedMove]:
    """The moves among the words of a list: `1. e2 e8 2. e3h`, and `1. e2 1... e8` or `1. ... e8` (QC-X5)."""
    later = False
    for place, word in enumerate(words):
        found = re.fullmatch(r"((?:[0-9]+\.)?)((?:\.\.+|…)?)(.*)", word)
        assert found is not None, "every part may be empty"
        number, dots, move = found.groups()
        later = bool(dots) or (later and not number)
        if move:
            yield ListedMove(place, with_wall_last(move.casefold()), later)
            later = False


def forbidden(position: Position, move: Move) -> str:
    """The number of the rule that forbids a move; empty for a legal one."""
    found = re.fullmatch(r"([a-z]+[0-9]+)([a-z]*)", move)
    if winner(position) is not None:
        return "QC-35"
    if move == PASS:
        return "" if moves(position) == [PASS] else "QC-X4"
    if found is None:
        return "QC-5"
    off = found[1] not in position.board.squares_by_name
    if found[2]:
        return "QC-17" if found[2] not in ("h", "v") else "QC-16" if off else _wall(position, move)
    if off:
        return "QC-5"
    return _step(position, position.board.squares_by_name[move])


def _wall(position: Position, wall: Move) -> str:
    """The number of the rule that keeps a wall from being placed; empty where none does."""
    on, bit = position.board, position.board.squares_by_name[wall[:-1]]
    free = position.across if wall[-1] == "h" else position.upright
    if not position.stock[position.turn]:
        return "QC-X2"
    if not bit & on.walls:
        return "QC-16"
    if not bit & free:
        # where both borders that it would stand on are free, the wall in its way crosses it
        borders, step = (position.north, 1) if wall[-1] == "h" else (position.east, on.width)
        both = bit | bit << step
        return "QC-20" if borders & both == both else "QC-19"
    return "QC-22" if any(True for _ in cut_off(with_wall(position, wall))) else ""


def _step(position: Position, target: Bits) -> str:
    """The number of the rule that keeps the pawn from moving there; empty where none does."""
    here = position.pawns[position.turn]
    others = sum(position.pawns) - here
    if target & steps(position):
        return ""
    if target & others:
        return "QC-27"
    if target == here:
        return "QC-25"
    for direction in "NESW":
        near, far = _shifted(position, here, direction), _shifted(position, here, direction, 2)
        ahead = beside(position, here, direction)
        if target == near:
            return "QC-26"
        if target == far and near & others:
            return "QC-29"
        if target == _shifted(position, here, direction, 3) and near & others and far & others:
            return "QC-30"
        if near & others and target in (_shifted(position, near, side) for side in "NESW"):
            if not ahead:
                return "QC-29"
            beyond = beside(position, ahead, direction)
            return "QC-32" if beyond and not beyond & others else "QC-29"
    return "QC-25"


def _shifted(position: Position, square: Bits, direction: str, times: int = 1) -> Bits:
    """The square `times` steps away in a direction, walls aside; 0 beyond the edge."""
    w = position.board.width
    for _ in range(times):
        square = {"N": square << w, "S": square >> w, "E": square << 1, "W": square >> 1}[direction]
        square &= position.board.squares
    return square


@dataclass(frozen=True)
class MoveRecord:
    """What a list of moves leads to."""

    position: Position
    moves: tuple[Move, ...]
    owners: Mapping[Move, str]
    """The seat that placed each wall, by the wall's name."""
    wrong: UnreadWord | None = None
    """The first illegal move, and why it is illegal; None where all are legal."""


def record_of(position: Position, words: Sequence[str]) -> MoveRecord:
    line, owners = list[Move](), dict[Move, str]()
    for place, move, later in moves_in_list(words):
        number = forbidden(position, move)
        why = NOTHING
        if later and position.turn == 0:
            why = message(
                "{found} has dots before it, as later moves of a round have; {seat} is to move and begins the round "
                "(QC-X5)",
                *(WORD, Name(position.board.seats[0])),
            )
        elif number and line:
            of_move = WORD, Name(line[-1]), forbids(position.board)[number], Name(number)
            why = message("{found} is no legal move after {move}: {why} ({rule})", *of_move)
        elif number:
            first = WORD, forbids(position.board)[number], Name(number)
            why = message("{found} is no legal move: {why} ({rule})", *first)
        if why:
            return MoveRecord(position, tuple(line), owners, UnreadWord(place, why))
        if is_wall(move):
            owners[move] = position.board.seats[position.turn]
        line.append(move)
        position = after(position, move)
    return MoveRecord(position, tuple(line), owners)
