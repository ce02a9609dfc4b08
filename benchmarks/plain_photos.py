"""How often photos of plain paper are read wrongly: `python -m benchmarks.plain_photos corners|find [--photos N]`.

Boards of several sizes are drawn on squared paper of several pitches and on blank paper, by hands and pens that take
turns, often with words beside them, and are taken by `benchmarks.camera`. With `corners` the corners of the board are
told 0, 0.07 or 0.15 of a cell beside where they are; with `find` the board is looked for. Then the same photos are
read with a size that is not theirs, which should be refused.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from time import process_time
from typing import Any, NamedTuple

import cv2
import numpy as np

import mapkit
from benchmarks.camera import (
    CONDITIONS,
    PENS,
    RULED,
    BlankPage,
    Camera,
    Hand,
    Point,
    corners_in_photo,
    draw,
    photograph,
    plain_page,
    write_beside,
)
from benchmarks.photos import Drawing, counted, hands, shares, truth, with_faults
from mapkit.model.chance import Chance
from mapkit.model.grid import Place, Square
from mapkit.model.map import Map
from mapkit.model.settings import BadSetting
from mapkit.photos import reader

PAPERS = {
    "blank": RULED["blank"],
    "1 square a cell": RULED["blue"],
    "2 squares a cell": RULED["red"],
    "3 squares a cell": RULED["grey"]._replace(squares=3),
    "4 squares a cell": RULED["small squares"],
}
TAKEN = {**CONDITIONS, "far": Camera(fill=0.6), "near": Camera(fill=1.06)}
SIZES, TILES = ("6x6", "8x8", "5x7", "8x6", "10x10"), (10.0, 15.0, 18.0, 20.0)
GAMES = ("treasures", "labyrinth")
BESIDE = (0.0, 0.07, 0.15)
"""How far beside the board its corners are told, in sides of a cell."""
RIGHT = 0.25
"""How far beside its place a corner of a board that was found may be, in sides of a cell."""
WIDE, HIGH = 210.0, 297.0


class Drawn(NamedTuple):
    """A photo of a board on plain paper."""

    map: Map[Any]
    touched: frozenset[Place]
    """Where its deliberate faults are."""
    data: bytes
    corners: Sequence[Point]
    """Where the corners of the board are, in pixels."""
    kinds: tuple[str, ...]
    """The rows of the table that it counts for."""

    @property
    def grid(self) -> Square:
        return self.map.params.grid  # type: ignore[no-any-return]

    @property
    def side(self) -> float:
        """The side of a cell, in pixels."""
        (x1, y1), (x2, y2) = self.corners[:2]
        return float(np.hypot(x2 - x1, y2 - y1)) / self.grid.columns


def drawn(number: int) -> Drawn:
    """The photo of that number; every number has its own."""
    chance = Chance(f"plain {number}")
    condition = [*TAKEN][number % len(TAKEN)]
    paper, pen = [*PAPERS][number // len(TAKEN) % len(PAPERS)], chance.choice([*PENS])
    size = chance.choice(SIZES)
    map_, touched = mapkit.generate(chance.choice(GAMES), seed=f"plain {number}", size=size), frozenset[Place]()
    if number % 2:
        map_, touched = with_faults(map_, chance)
    grid = map_.params.grid
    tiles = [tile for tile in TILES if grid.columns * tile <= WIDE - 20 and grid.rows * tile <= HIGH - 50]
    tile = chance.choice(tiles)
    page = _page(grid, paper, tile, chance)
    hand = Hand(PENS[pen], letters=chance.choice([*hands().values()]))
    pixels = draw(page, map_, hand, f"{number}", samples=False)
    if number % 3:
        pixels = write_beside(page, pixels, hand, f"{number}")
    data = photograph(pixels, TAKEN[condition], f"{number}")
    corners = corners_in_photo(page, TAKEN[condition], f"{number}")
    return Drawn(map_, touched, data, corners, (condition, paper, f"cells of {tile:.0f} mm", pen, "all"))


def _page(grid: Square, paper: str, tile: float, chance: Chance) -> BlankPage:
    """A page with a board somewhere on it."""
    room = (WIDE - 14 - grid.columns * tile) / 2, (HIGH - 14 - grid.rows * tile) / 2
    aside = tuple(each * (chance.below(201) - 100) / 100 for each in room)
    return plain_page(grid, PAPERS[paper], tile, (aside[0], aside[1]))


def told_corners(photo: Drawn, beside: float, chance: Chance) -> list[Point]:
    """The corners, each so many sides of a cell beside its place, in some direction."""
    told = []
    for x, y in photo.corners:
        turn = 2 * pi * chance.below(1 << 20) / (1 << 20)
        told.append((x + beside * photo.side * cos(turn), y + beside * photo.side * sin(turn)))
    return told


def other_sizes(grid: Square) -> list[Square]:
    """Boards that this one may be taken for."""
    wide, high = grid.columns, grid.rows
    near = [(wide + 1, high), (wide, high - 1), (wide + 1, high + 1), (wide - 1, high - 1), (2 * wide, 2 * high)]
    return [Square(x, y) for x, y in [*near, *([(wide // 2, high // 2)] if not wide % 2 and not high % 2 else [])]]


def read(photo: Drawn, grid: Square, corners: Sequence[Point]) -> reader.BoardMatch:
    """The photo read as one of a board of that size; without corners it is looked for. Raises BadSetting."""
    named = ("photo", photo.data)
    if corners:
        return reader.BoardMatch(reader.read_plain(named, photo.map.game, grid, corners), tuple(corners), 1.0)
    return reader.find_plain(named, photo.map.game, grid)


def looked_at(number: int, beside: float | None) -> tuple[tuple[str, ...], Counter[str], str]:
    """What was counted in a photo, the rows of the table that it counts for, and what was odd."""
    photo, chance = drawn(number), Chance(f"corners {number}")
    count, odd = Counter[str](photos=1), ""
    corners = [] if beside is None else told_corners(photo, beside, chance)
    began = process_time()
    try:
        found = read(photo, photo.grid, corners)
    except BadSetting as why:
        count["refused"], odd = 1, str(why)
    else:
        off = max(np.hypot(x - a, y - b) for (x, y), (a, b) in zip(found.corners, photo.corners, strict=True))
        if beside is None and off > RIGHT * photo.side:
            count["wrong boards"], odd = 1, f"{off / photo.side:.2f} cells beside, {found.sure:.2f} sure"
        else:
            count += counted(found.reading, Drawing(photo.map, truth(photo.map), photo.touched))
            count["read"] = 1
            odd = f"{count['walls wrong']} walls wrong" if count["walls wrong"] else ""
    count["ms"], count["timed"] = round(1000 * (process_time() - began)), 1
    if beside is not None or number % 3 == 0:  # to look for a board in vain takes long
        other = chance.choice(other_sizes(photo.grid))
        count["other sizes"] = 1
        try:
            read(photo, other, corners)
        except BadSetting:
            count["other sizes refused"] = 1
        else:
            odd += f" taken for {other}"
    kinds = photo.kinds if beside is None else (*photo.kinds, f"corners {beside} of a cell off")
    return kinds, count, f"{number} {photo.kinds} {photo.grid}: {odd}" if odd else ""


def row(name: str, count: Counter[str]) -> str:
    """A row of the table."""
    cells = [
        name,
        str(count["photos"]),
        str(count["refused"]),
        str(count["wrong boards"]),
        *shares(count),
        f"{count['other sizes'] - count['other sizes refused']} of {count['other sizes']}",
        f"{count['ms'] / max(1, count['timed']) / 1000:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


HEAD = (
    "| | photos | refused | wrong boards | walls wrong ‰ | doubtful % | signs wrong ‰ | doubtful % | empty wrong ‰ "
    "| taken for another size | s |"
)


def counts(numbers: range, way: str) -> Iterator[tuple[tuple[str, ...], Counter[str], str]]:
    for number in numbers:
        yield looked_at(number, BESIDE[number % 3] if way == "corners" else None)


def main() -> None:
    asked = argparse.ArgumentParser(description="Read photos of plain paper, and count what was read wrongly.")
    asked.add_argument("way", choices=("corners", "find"))
    asked.add_argument("--photos", type=int, default=100)
    asked.add_argument("--first", type=int, default=0, help="the number of the first photo")
    given = asked.parse_args()
    cv2.setNumThreads(1)
    table, slowest = dict[str, Counter[str]](), 0
    for kinds, count, odd in counts(range(given.first, given.first + given.photos), given.way):
        slowest = max(slowest, count["ms"])
        if odd:
            print(odd, file=sys.stderr, flush=True)
        for kind in kinds:
            table.setdefault(kind, Counter()).update(count)
    print(HEAD, "|---" * 11 + "|", sep="\n")
    for name in sorted(table, key=_order):
        print(row(name, table[name]))
    print(f"slowest {slowest / 1000:.1f} s")


def _order(name: str) -> tuple[int, str]:
    known = [*TAKEN, *PAPERS, *PENS]
    return (known.index(name), "") if name in known else (99 + (name == "all"), name)


if __name__ == "__main__":
    main()
