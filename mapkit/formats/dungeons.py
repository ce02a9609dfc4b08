"""Dungeons that other programs make: tables (TSV) and JSON of donjon, and JSON of Watabou's One Page Dungeon.

Squares that nobody can enter are solid cells. With donjon, rooms and passages lie on every second row and column, and
what lies between is a border; where that is not so, and with the other, each square is a cell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from mapkit.formats.mazes import Lattice, read_lattice, takes_solid
from mapkit.formats.record import FileFormat, FileToRead
from mapkit.mapfile.document import MOST_TITLE, Document
from mapkit.mapfile.drawing import SIDES
from mapkit.mapfile.text import decoded, refused
from mapkit.model.errors import BadSetting
from mapkit.model.letters import in_quotes_with_hint
from mapkit.model.message import Message, Name, listed, message
from mapkit.model.walk import distances, reached

At = tuple[int, int]
_AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))
_DOORS = ("door", "locked", "trapped", "secret", "portcullis")
_STAIRS = ("stair_down", "stair_up")
_FREE = ("room", "corridor", "aperture", "arch", *_DOORS, *_STAIRS)
_TOKEN = re.compile(r"F|D[A-Z]{0,2}|S[UD]{1,2}|")
"""What stands in a table: floor, a door, the upper or the lower part of stairs, or nothing."""
_MOST_SQUARES, _ACROSS = 4 * SIDES[-1] ** 2, 4000
"""The most squares of a board with those between its cells; in so many characters a table has a tab."""
_DONJON = message("a dungeon of donjon")
_NO_DOOR, _ENTRANCE, _STAIRS_DOWN, _STAIRS_INSIDE = (0, 2), 3, 8, 9
"""Types of doors in One Page Dungeon: openings, those that lead out, stairs to a further level and to a room."""


class DungeonSquares(NamedTuple):
    """A dungeon as squares, counted to the right and downwards."""

    free: Mapping[At, tuple[int, int]]
    """The squares that can be entered, each with its line and column in the text, counted from 0."""
    form: Message
    ways_out: Iterable[Iterable[tuple[At, At]]] = ()
    """For each way out the squares from which it may lead, each with a direction; the first that leads out is taken."""
    doors: int = 0
    left_out: Mapping[Message, int] = MappingProxyType({})
    """What else has no place in a labyrinth, and how much of it there is."""
    treasury: At | None = None
    folds: bool = False
    """Whether borders may have squares of their own."""
    title: Any = ""
    """What the file says that it is called."""


# --- what the programs write --------------------------------------------------------------------------------------


def _table(text: str) -> DungeonSquares:
    free, doors, stairs = dict[At, tuple[int, int]](), 0, list[At]()
    for y, line in enumerate(text.split("\n")):
        column = 0
        for x, word in enumerate(line.rstrip("\r").split("\t")):
            if not _TOKEN.fullmatch(word.strip()):
                told = in_quotes_with_hint(word), y + 1, x + 1
                raise BadSetting(message("{found} in line {line}, column {column}, is no square of donjon", *told))
            if word.strip():
                free[x, y] = y, column
            doors += word[:1] == "D"
            stairs += [(x, y)] if word[:1] == "S" else []
            column += len(word) + 1
    return DungeonSquares(free, _DONJON, _from_stairs(free, stairs), doors, folds=True)


def _of_donjon(told: Mapping[str, Any]) -> DungeonSquares:
    bits, rows = told.get("cell_bit"), told.get("cells")
    if not isinstance(bits, dict) or not isinstance(rows, list):
        raise BadSetting(message("{names} are not as donjon writes them", Name('"cells", "cell_bit"')))
    free, doors, stairs = dict[At, tuple[int, int]](), 0, list[At]()
    number_of = {name: bit for name, bit in bits.items() if isinstance(bit, int)}
    inside, door, stair = (sum({number_of.get(name, 0) for name in names}) for names in (_FREE, _DOORS, _STAIRS))
    for y, row in enumerate(rows):
        for x, cell in enumerate(row if isinstance(row, list) else [None]):
            if type(cell) is not int:
                raise BadSetting(message("row {number} of {name} is no list of numbers", y + 1, Name('"cells"')))
            if cell & inside:
                free[x, y] = 0, 0
            doors += bool(cell & door)
            stairs += [(x, y)] if cell & stair else []
    rooms = sum(isinstance(room, dict) and bool(room.get("contents")) for room in _list(told, "rooms"))
    left_out = {message("what lies in rooms ({number})", rooms): rooms}
    named = told.get("settings")
    title = named.get("name") if isinstance(named, dict) else ""
    return DungeonSquares(free, _DONJON, _from_stairs(free, stairs), doors, left_out, folds=True, title=title)


def _from_stairs(free: Mapping[At, Any], stairs: Iterable[At]) -> list[list[tuple[At, At]]]:
    """The ways out at the ends of stairs, which have one side open."""
    ways = [_ways_from(square, free) for square in stairs]
    return [way for way in ways if len(way) == len(_AROUND) - 1]


def _ways_from(square: At, free: Mapping[At, Any]) -> list[tuple[At, At]]:
    """The shut sides of a square, those straight ahead before others."""
    x, y = square
    shut = [(a, b) for a, b in _AROUND if (x + a, y + b) not in free]
    return [(square, way) for way in sorted(shut, key=lambda way: (x - way[0], y - way[1]) not in free)]


def _of_one_page(told: Mapping[str, Any]) -> DungeonSquares:
    free, treasury, ways = dict[At, tuple[int, int]](), None, list[list[tuple[At, At]]]()
    area, round_rooms, doors = 0, 0, 0
    for number, each in enumerate(_list(told, "rects"), 1):
        x, y, wide, high = _numbers(each, "rects", number, "x", "y", "w", "h")
        if min(wide, high) < 1 or max(wide, high) > SIDES[-1] or (area := area + wide * high) > 4 * _MOST_SQUARES:
            raise BadSetting(message("{name} {number} is no part of a map", Name('"rects"'), number))
        free |= dict.fromkeys(product(range(x, x + wide), range(y, y + high)), (0, 0))
        treasury = (x + wide // 2, y + high // 2) if each.get("ending") else treasury
        round_rooms += bool(each.get("rotunda"))
    for number, each in enumerate(_list(told, "doors"), 1):
        x, y, kind = _numbers(each, "doors", number, "x", "y", "type")
        ways += [_ways_from((x, y), free)] if kind in (_ENTRANCE, _STAIRS_DOWN) else []
        doors += kind not in (*_NO_DOOR, _ENTRANCE, _STAIRS_DOWN, _STAIRS_INSIDE)
    water, columns, notes = (len(_list(told, name)) for name in ("water", "columns", "notes"))
    left_out = {
        message("round rooms ({number}; they have corners here)", round_rooms): round_rooms,
        message("water ({number})", water): water,
        message("columns ({number})", columns): columns,
        message("notes ({number})", notes): notes,
    }
    form = message("a One Page Dungeon")
    return DungeonSquares(free, form, ways, doors, left_out, treasury, title=told.get("title"))


def _list(told: Mapping[str, Any], key: str) -> list[Any]:
    value = told.get(key, [])
    if not isinstance(value, list):
        raise BadSetting(message("{name} is no list", Name(f'"{key}"')))
    return value


def _numbers(each: Any, key: str, number: int, *names: str) -> list[int]:
    found = [each.get(name) for name in names] if isinstance(each, dict) else [None]
    whole = [value for value in found if type(value) is int]
    if len(whole) != len(names):
        has = Name(f'"{key}"'), number, listed([Name(name) for name in names])
        raise BadSetting(message("{name} {number} lacks a whole number of {names}", *has))
    return whole


# --- as a maze ----------------------------------------------------------------------------------------------------


def _lattice(found: DungeonSquares) -> Lattice:
    """The maze of a dungeon with its exits, and with a treasure far from them."""
    free = found.free
    if not free:
        raise BadSetting(message("there is no room in it"))
    step, cells = _cells(free) if found.folds and len(free) <= _MOST_SQUARES else (1, {*free})
    (left, right), (top, bottom) = ((min(numbers), max(numbers)) for numbers in zip(*cells, strict=True))
    columns, rows = ((end - start) // step + 1 for start, end in ((left, right), (top, bottom)))
    if max(columns, rows) > SIDES[-1]:
        size = columns, rows, SIDES[-1]
        raise BadSetting(message("the dungeon has {wide} x {high} cells; {most} are the most", *size))

    def place(square: At) -> At:
        return (square[0] - left) * 2 // step + 1, (square[1] - top) * 2 // step + 1

    every = {*product(range(1, 2 * columns, 2), range(1, 2 * rows, 2))}
    spots, inside = {place(square): spot for square, spot in free.items()}, {*map(place, cells)}
    solid = every - inside
    lines = {at for at in product(range(2 * columns + 1), range(2 * rows + 1)) if (at[0] + at[1]) % 2}
    outer = {(x, y) for x, y in lines if x in (0, 2 * columns) or y in (0, 2 * rows)}
    walls = lines - spots.keys() if step == 2 else outer
    outside = reached(
        {at for at in solid if any(line in outer for line, _ in _beside(at))},
        lambda at: [beyond for _, beyond in _beside(at) if beyond in solid],
    )
    ways_out, lost = set[At](), 0
    for way in found.ways_out:
        for square, (right, down) in way:
            (x, y) = at = place(square)
            if at in inside and ((x + right, y + down) in outer or (x + 2 * right, y + 2 * down) in outside):
                ways_out.add((x + right, y + down))
                break
        else:
            lost += 1
    if found.treasury is not None and found.treasury in free:
        treasury = place(found.treasury)
    else:
        starts = {at for at in inside if any(line in ways_out for line, _ in _beside(at))}
        far = distances(
            starts or {min(inside)},
            lambda at: [beyond for line, beyond in _beside(at) if beyond in inside and line not in walls],
        )
        in_rooms = {place(square) for square in cells if _in_room(square, free)} & far.keys()
        treasury = max(in_rooms or far, key=lambda at: (far[at], at))
    things = {message("doors ({number}; they are open here)", found.doors): found.doors, **found.left_out}
    things |= {message("ways out that solid cells enclose ({number})", lost): lost}
    left_out = [thing for thing, number in things.items() if number]
    said = [message("left out, as a labyrinth has no such things: {things}", listed(left_out))] if left_out else []
    where = message("in the last room") if found.treasury else message("in the room furthest from the exits")
    said.append(message("put {where}, as a labyrinth needs one: a treasure", where))
    if not ways_out:
        said.append(message("undecided: the edge, where an exit is to be; `mapkit complete` decides"))
    return Lattice(
        columns,
        rows,
        frozenset(walls),
        lambda x, y: spots.get((x, y), (0, 0)),
        (("T", *treasury),),
        found.form,
        frozenset(solid),
        of_cells=True,
        ways_out=frozenset(ways_out),
        undecided=frozenset() if ways_out else frozenset(outer),
        remarks=tuple(said),
    )


def _cells(free: Mapping[At, Any]) -> tuple[int, set[At]]:
    """How far apart the cells lie, and which squares are cells; what lies between must have cells on its sides."""
    for first in product((0, 1), (0, 1)):
        between = [(x, y, (x - first[0]) % 2, (y - first[1]) % 2) for x, y in free]
        if all(
            (not a or free.keys() >= {(x - 1, y), (x + 1, y)}) and (not b or free.keys() >= {(x, y - 1), (x, y + 1)})
            for x, y, a, b in between
        ):
            return 2, {(x, y) for x, y, a, b in between if not a and not b}
    return 1, {*free}


def _in_room(square: At, free: Mapping[At, Any]) -> bool:
    x, y = square
    return any({(x + a, y), (x, y + b), (x + a, y + b)} <= free.keys() for a, b in product((-1, 1), (-1, 1)))


def _beside(at: At) -> Iterator[tuple[At, At]]:
    """The borders of a cell of a maze, each with the cell beyond."""
    return (((at[0] + a, at[1] + b), (at[0] + 2 * a, at[1] + 2 * b)) for a, b in _AROUND)


def _reader(from_json: Callable[[Mapping[str, Any]], DungeonSquares]) -> Callable[[FileToRead], Document]:
    def read(asked: FileToRead) -> Document:
        text = decoded(asked.data, asked.name, "map as JSON")
        plain = text.removeprefix("\ufeff")
        try:
            told = json.loads(plain) if plain.lstrip().startswith("{") else None
        except (ValueError, RecursionError):
            raise refused(asked.name, message("this is no JSON of a dungeon")) from None
        try:
            found = _table(plain) if told is None else from_json(told)
            maze = _lattice(found)
        except BadSetting as wrong:
            raise refused(asked.name, wrong.said) from None
        title = found.title if isinstance(found.title, str) and found.title.isprintable() else ""
        return read_lattice(asked, text, maze, title if len(title) <= MOST_TITLE else "")

    return read


def _is_table(text: str) -> bool:
    if "\t" not in text[:_ACROSS]:
        return False
    lines = [line for line in text.split("\n") if line.strip()]
    words = [word.strip() for line in lines for word in line.split("\t") if word.strip()]
    known = sum(_TOKEN.fullmatch(word) is not None for word in words)
    return len(lines) > 1 and "F" in words and all("\t" in line for line in lines) and 2 * known > len(words)


DONJON = FileFormat(
    "donjon",
    message("a dungeon of donjon, as a table or as JSON"),
    (".tsv", ".json"),
    suits=takes_solid,
    recognise=lambda text: (
        _is_table(text) or (text.lstrip()[:1] == "{" and all(f'"{key}"' in text for key in ("cells", "cell_bit")))
    ),
    read=_reader(_of_donjon),
)
ONE_PAGE_DUNGEON = FileFormat(
    "one-page-dungeon",
    message("a dungeon of Watabou's One Page Dungeon, as JSON"),
    (".json",),
    suits=takes_solid,
    recognise=lambda text: text.lstrip()[:1] == "{" and all(f'"{key}"' in text for key in ("rects", "doors")),
    read=_reader(_of_one_page),
)
