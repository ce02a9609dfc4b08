"""The design of Minoqaur: its settings, its codes as map files have them, and its rules (`docs/rules/minoqaur.md`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from mapkit.games.minoqaur import code
from mapkit.games.minoqaur.maze_rules import CLOAK, KEY, SWORD, TREASURE, Maze
from mapkit.games.minoqaur.search import ParSearch, SearchResult, search_in
from mapkit.model import walk
from mapkit.model.design import Barrier, Clash, GlyphSeries, Legend
from mapkit.model.grid import Cell, Matrix
from mapkit.model.letters import is_unfit, names, refused_word, visible, written
from mapkit.model.listing import WORD, ListedFact, Listing, UnreadWord
from mapkit.model.message import Message, Name, clauses, message, noun, plural
from mapkit.model.rule import Amount, Claims, Endpoint, Fact, Facts, Reaches, Rule, Way, exactly, has, none
from mapkit.model.settings import BadSetting, BadValue, PlayedParams, ValueKind, amount, choice, limit, number, setting
from mapkit.model.settings import Params as Bounds

if TYPE_CHECKING:
    from mapkit.games.minoqaur.state import State  # noqa: F401 (the base of `Params` names it in quotes)

ITEMS = {"sword": SWORD, "cloak": CLOAK, "key": KEY}
"""The items of the corners, in the order in which they lie by the rules: top left, top right, bottom left (MQ-7.a)."""
ANY_PAR = Amount(1, None)
"""The setting `par` where no par is asked for."""
MOST_TEXT = 7089
"""The number of digits in the longest text that any code holds, one of version 40-L."""
MOST_BUDGET = 75
"""The largest percentage; with more, a reader could hardly read a print of the code."""
RING = "ring"
"""The place of the treasure by the rules: the light ring of the lower right alignment pattern (MQ-6)."""


# --- settings ----------------------------------------------------------------------------------------------------


class Texts(ValueKind):
    """The kind of setting that is the text of a code; empty where the text is not known."""

    takes = message("a text")

    def read(self, raw: object, _: object) -> str:
        """The text. Raises BadSetting for characters that no map file can show, and for a text that is too long."""
        if not isinstance(raw, str):
            raise BadValue("{name} is {found}; it takes a text in quotes", refused_word(raw))
        if len(raw) > MOST_TEXT:
            raise BadValue("{name} has {number} characters; {most} are the most", len(raw), MOST_TEXT)
        unfit = next((sign for sign in raw if is_unfit(sign)), "")
        if unfit:
            raise BadValue("{name} has the character {sign}; take it out", Name(visible(unfit)))
        return raw


class Levels(ValueKind):
    """The kind of setting that is a level of error correction, or `any`."""

    takes = message("L, M, Q, H or any")

    def read(self, raw: object, _: object) -> str:
        """The letter, or "" for any. Raises BadSetting."""
        text = written(raw).upper()
        if text == "ANY":
            return ""
        if len(text) != 1 or text not in code.LEVELS:
            raise BadValue("{name} is {found}; it takes {takes}", refused_word(raw), self.takes)
        return text

    def show(self, value: str) -> str:
        return value or "any"


class TreasurePlace(ValueKind):
    """The kind of setting that is the place of the treasure: `ring`, or the name of a module (MQ-6.c)."""

    takes = message('"ring" or a light module such as q9')

    def read(self, raw: object, grid: object) -> Cell:
        text = written(raw).lower()
        if text != RING and not (isinstance(grid, Matrix) and text in grid.cells()):
            raise BadValue("{name} is {found}; it takes {takes} (MQ-6.a)", refused_word(raw), self.takes)
        return text


@dataclass(frozen=True)
class Params(PlayedParams["State"]):
    """The code, and the settings of the game on it."""

    grid: Matrix = Matrix(25, 25)
    """The modules of the code, 21 to 177 on each side."""
    text: str = setting("", "The text that the code says; empty if it is not known", "MQ-2", Texts(), header=True)
    error: str = setting("", "Level of error correction", "MQ-2", Levels(), header=True)
    mask: int | None = limit("Mask of the code, 0 to 7", "MQ-2", high=7)
    best: str = choice("no yes", "Whether the mask is the one with the longest ways", "MQ-2")
    corners: str = choice("ruled drawn", "Whether sword, cloak and key lie as ruled, or at random", "MQ-7")
    chamber: str = choice("ring centre-line", "Which modules of a corner's light ring are its chamber", "MQ-5")
    treasure: Cell = setting(RING, "Where the treasure is", "MQ-6", TreasurePlace())
    border_exits: str = choice("named all", "Whether all light modules of the border are entrances", "MQ-9")
    tie: str = choice("horizontal vertical random", "The minoqaur's way where rows and columns are equal", "MQ-30")
    stuck: str = choice("waits least-bad", "What the minoqaur does when it cannot come nearer", "MQ-30")
    step_out: str = choice("no yes", "Whether players step off the board to leave", "MQ-39")
    par: Amount = amount(ANY_PAR, "Moves of the shortest win", "MQ-V5", low=1)
    win: str = choice(
        "any treasure", "The wins that par counts: any, even by a trap, or with the treasure only", "MQ-V5"
    )
    asks: str = choice("none wall way both", "A wall before the treasure, a way to the cloak, or both", "MQ-X2, MQ-X3")
    budget: int = number(0, "Percent of the code's correction that this may take", "MQ-X1", high=MOST_BUDGET)
    lying: tuple[str, ...] = ("", "", "")
    """The items of a drawing, corner by corner: not a setting, but what the claims need to know."""

    @property
    def version(self) -> int:
        return code.version_of(self.grid)


def read_size(raw: object) -> Matrix:
    """The board of a size: a version such as `3`, or modules such as `29x29` (MQ-2). Raises BadSetting."""
    found = re.fullmatch(r"(?:version\s*|v)?([0-9]{1,2})|([0-9]{2,3})\s*[xX×]\s*([0-9]{2,3})", written(raw).lower())
    version = 0
    if found and found[1]:
        version = int(found[1])
    elif found and found[2] == found[3] and (int(found[2]) - 17) % 4 == 0:
        version = (int(found[2]) - 17) // 4
    if version not in code.VERSIONS:
        would_do = message(
            "it takes a version from 1 to 40, such as 3 (a number alone is a version), or its modules, 29x29"
        )
        raise BadSetting(clauses(message("{name} is {found}", Name("size"), refused_word(raw)), would_do))
    return code.matrix(version)


def board_of_text(text: str, given: Mapping[str, object]) -> Matrix:
    """The board of the smallest code, of version 2 or larger, that holds a text (MQ-2). Raises BadSetting."""
    try:
        said = Texts().read(text, None)
    except BadSetting as bad:
        raise BadSetting(message("the text {message}", bad.said)) from None
    if not said:
        raise BadSetting(message("the text is empty; say what the code is to say"))
    try:
        return code.matrix(code.least_version(said, Levels().read(given.get("error", "any"), None) or "L"))
    except code.TextTooLong as bad:
        raise BadSetting(message("{message}; take a shorter one", bad.said)) from None
    except BadSetting as bad:
        raise BadSetting(message("error {message}", bad.said)) from None


def clashes(p: Params) -> Iterator[Clash]:
    """The conflicts among the settings: what no code can have."""
    if p.version == 1 and p.treasure == RING:
        words = message("version 1 has no fourth square; use version 2 or larger, or say treasure = and a light module")
        yield Clash("treasure", words, "MQ-6.a", True)
    if p.par != ANY_PAR and p.tie == "random":
        words = message("with tie = random there is no par to ask for; take tie = horizontal or vertical, or par = any")
        yield Clash("par", words, "MQ-30.a", True)
    if p.asks in WALL and p.treasure != RING:
        words = message("a wall is built around the fourth square; take treasure = {name}", Name(RING))
        yield Clash("asks", words, "MQ-X2", True)
    if p.asks != "none" and not p.budget:
        words = message(
            "few codes have by themselves what asks wants; with a budget, such as 50, mapkit changes modules for it"
        )
        yield Clash("budget", words, "MQ-X1", False)
    if p.text:
        try:
            code.code_of_text(p.text, p.version, p.error or "L", p.mask or 0)
        except code.TextTooLong as bad:
            try:
                would_do = message("take version {number} or larger", code.least_version(p.text, p.error or "L"))
            except code.TextTooLong:
                would_do = message("take version 40 and a shorter text")
            or_none = message("{what}, or leave text empty if another program made the code", would_do)
            yield Clash("text", clauses(bad.said, or_none), "MQ-2", True)


WALL, WAY = ("wall", "both"), ("way", "both")
"""The values of `asks` that ask for a wall, and those that ask for a way."""


def fit(p: Params, facts: Facts) -> Params:
    lying = items(p, facts)
    return replace(p, lying=tuple(lying.get(corner, "") for corner in corners(p.grid)))


# --- facts -------------------------------------------------------------------------------------------------------


class Corners(Listing):
    """The items of the three corners as a map file lists them; by the rules sword, cloak and key."""

    key, title = "items", noun("items")
    says = message("the items of the corners: upper left, upper right, lower left; else sword cloak key")

    def read(self, words: Sequence[str], params: Bounds) -> Iterator[ListedFact | UnreadWord]:
        assert isinstance(params.grid, Matrix)
        middles = corners(params.grid)
        for place, word in enumerate(words):
            if word not in ITEMS:
                known = names(ITEMS)
                none = message("{found} in items is none; say {names} in the order of the corners (MQ-7)", WORD, known)
                yield UnreadWord(place, none)
            elif place >= len(middles) or word in words[:place]:
                more = message("{found} in items is one too many; each of three corners has another item (MQ-7)", WORD)
                yield UnreadWord(place, more)
            else:
                yield ListedFact(place, has(middles[place], word))

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        mine = [fact for fact in facts if fact.mark in ITEMS]
        # upper left, upper right, lower left; the middles of the corners lie in column d or row 4
        mine.sort(key=lambda fact: (fact.place == "d4", not str(fact.place).startswith("d")))
        return tuple(fact.mark for fact in mine), frozenset(mine)

    def allotted(self, params: Bounds) -> Mapping[Cell, str]:
        assert isinstance(params.grid, Matrix)
        return dict(zip(corners(params.grid), ITEMS, strict=True))


def corners(grid: Matrix) -> tuple[Cell, Cell, Cell]:
    """The middle modules of the finders: upper left, upper right, lower left (MQ-5)."""
    return code.module(grid, 3, 3), code.module(grid, 3, -4), code.module(grid, -4, 3)


def items(p: Params, facts: Facts) -> Mapping[Cell, str]:
    """The item of each corner, by the middle of the corner (MQ-7.a)."""
    listed = {str(fact.place): fact.mark for fact in facts if fact.mark in ITEMS}
    return listed or dict(zip(corners(p.grid), ITEMS, strict=True))


def entrances(grid: Matrix) -> tuple[Cell, ...]:
    """The outer ends of the finders' separators (MQ-9.a)."""
    ends = ((0, 7), (7, 0), (0, -8), (7, -1), (-8, 0), (-1, 7))
    return tuple(code.module(grid, row, column) for row, column in ends)


def chambers(p: Params, facts: Facts) -> Mapping[Cell, str]:
    """By module what a player who passes it takes there: an item, or the treasure (MQ-5.a, MQ-6.c)."""
    grid = p.grid
    middles = [(3, 3), (3, grid.columns - 4), (grid.rows - 4, 3)]
    lying = items(p, facts)
    found = {
        code.module(grid, row + r, column + c): lying[code.module(grid, row, column)]
        for row, column in middles
        for r, c in _ring(2)
        if p.chamber == RING or min(abs(r), abs(c)) < 2
    }
    if p.treasure != RING:
        return {**found, p.treasure: "treasure"}
    return {**found, **{code.module(grid, r - 7, c - 7): "treasure" for r, c in _ring(1)}}


def _ring(radius: int) -> Iterator[tuple[int, int]]:
    """The offsets, in rows and columns, of the ring of modules `radius` from a middle."""
    span = range(-radius, radius + 1)
    yield from ((r, c) for r in span for c in span if max(abs(r), abs(c)) == radius)


GLYPHS = {"#": "dark", ".": "light"}
ALSO = {"1": "dark", "0": "light", "█": "dark", "X": "dark", "_": "light"}
WORDS = {
    "dark": noun("dark module (a wall)"),
    "light": noun("light module (a corridor)"),
    "sword": noun("the sword"),
    "cloak": noun("the cloak"),
    "key": noun("the key"),
}
SHADES = {"dark": message("dark"), "light": message("light")}
NOUNS = {
    "dark": noun("dark module"),
    "light": noun("light module"),
    "sword": noun("sword"),
    "cloak": noun("cloak"),
    "key": noun("key"),
    "treasure": noun("treasure"),
}
LEGEND = Legend(
    GLYPHS,
    WORDS,
    (),
    "",
    (Corners(),),
    series=GlyphSeries(ALSO, {"1 X █ 0 _": message("can be read too, as dark and light")}),
    movable=False,
    nouns=NOUNS,
    barriers={"dark": Barrier()},
)


# --- the maze ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2)  # a search leaves with it what it found out
def maze(p: Params, facts: Facts) -> Maze:
    """The code as a maze to play in. Raises BadSetting where it has no light module."""
    number = numbers(p.grid.columns)
    light = {str(fact.place) for fact in facts if fact.mark == "light"}
    finds = {number[cell]: ITEMS.get(item, TREASURE) for cell, item in chambers(p, facts).items() if cell in light}
    doors = (
        [cell for cell in p.grid.cells() if any(p.grid.step(cell, side) is None for side in "NESW")]
        if p.border_exits == "all"
        else entrances(p.grid)
    )
    return Maze(
        p.grid.columns,
        sum(1 << number[cell] for cell in light),
        finds,
        frozenset(number[cell] for cell in doors if cell in light),
        number[dot(p.grid, light)],
        sideways=p.tie != "vertical",
        restless=p.stuck == "least-bad",
        step_out=p.step_out == "yes",
    )


@lru_cache(maxsize=256)
def solved(p: Params, facts: Facts) -> SearchResult:
    """The shortest win of one player, and what is proven about it (MQ-V5); meaningless if ties are broken at random."""
    return par_search(p, facts).found


@lru_cache(maxsize=2)  # what is asked next goes on from what it found out
def par_search(p: Params, facts: Facts) -> ParSearch:
    return search_in(maze(p, facts), p.win)


@lru_cache(maxsize=8)
def numbers(side: int) -> Mapping[Cell, int]:
    """The number of each module, row by row from the top left, by its name."""
    return {cell: number for number, cell in enumerate(Matrix(side, side).cells())}


def dot(grid: Matrix, light: set[Cell]) -> Cell:
    """The module where the minoqaur starts: the light one nearest to the centre (MQ-8.a). Raises BadSetting."""
    if not light:
        raise BadSetting(message("no module is light; there is nowhere to go"))
    middle = grid.columns // 2

    def rank(cell: Cell) -> tuple[int, int, int, int]:
        row, column = divmod(numbers(grid.columns)[cell], grid.columns)
        down, right = abs(row - middle), abs(column - middle)
        return down + right, down * down + right * right, row, column

    return min(light, key=rank)


def reached(p: Params, facts: Facts, thickest: int) -> frozenset[Cell]:
    """The modules reached from the entrances by walks, and tunnels of up to `thickest` modules (MQ-V3, MQ-V4)."""
    light = {str(fact.place) for fact in facts if fact.mark == "light"}
    entered = light.intersection(entrances(p.grid))
    return frozenset(walk.reached(entered, lambda cell: _ends(p.grid, light, cell, thickest)))


def interest(p: Params, facts: Facts) -> tuple[int, int]:
    """The moves to the treasure without the sword, minoqaur and trails aside; and the sum of the moves to all modules.

    A treasure that cannot be reached in this way counts as the farthest.
    """
    light = {str(fact.place) for fact in facts if fact.mark == "light"}
    entered = (cell for cell in entrances(p.grid) if cell in light)
    far = walk.distances(entered, lambda cell: _ends(p.grid, light, cell, 1))
    rooms = [far[cell] for cell, item in chambers(p, facts).items() if item == "treasure" and cell in far]
    return min(rooms, default=len(far)), sum(far.values())


def _ends(grid: Matrix, light: set[Cell], cell: Cell, thickest: int) -> Iterator[Cell]:
    """The modules where one move can end: along a corridor, or behind a wall of up to `thickest` modules."""
    for side in "NESW":
        onward, thick = grid.step(cell, side), 0
        while onward is not None and onward not in light and thick < thickest:
            onward, thick = grid.step(onward, side), thick + 1
        while onward is not None and onward in light:
            yield onward
            onward = None if thick else grid.step(onward, side)


# --- rules -------------------------------------------------------------------------------------------------------


def dark_or_light(p: Params) -> Claims:
    for cell in p.grid.cells():
        yield cell, exactly(1, (has(cell, "dark"), has(cell, "light")))


def patterns(p: Params) -> Claims:
    doors = set(entrances(p.grid))
    for cell, shade in code.fixed_modules(p.version).items():
        if cell not in doors:
            yield cell, exactly(0, [has(cell, "light" if shade == "dark" else "dark")])


def open_entrances(p: Params) -> Claims:
    for cell in entrances(p.grid):
        yield cell, exactly(0, [has(cell, "dark")])


def before_treasure(grid: Matrix) -> tuple[Cell, ...]:
    """The modules around the lower right square where a thin tunnel into its ring would begin."""
    near = [(r, c) for out in (-3, 3) for along in (-1, 0, 1) for r, c in ((out, along), (along, out))]
    return tuple(code.module(grid, r - 7, c - 7) for r, c in near)


def wall(p: Params) -> Claims:
    for cell in before_treasure(p.grid):
        yield cell, none([has(cell, "light")])


def by_sword_and_cloak(p: Params) -> tuple[Cell, Cell] | None:
    """An entrance in the corner of the sword, and one in the corner of the cloak; None unless both items lie there."""
    doors = dict(zip(p.lying, (entrances(p.grid)[n] for n in (0, 2, 4)), strict=True))
    return (doors["sword"], doors["cloak"]) if doors.keys() >= {"sword", "cloak"} else None


def way(p: Params) -> Claims:
    ends = by_sword_and_cloak(p)
    if ends:
        yield ends[1], Reaches(_steps(p.grid), (Endpoint(ends[0]),), (Endpoint(ends[1]),))


@lru_cache(maxsize=4)
def _steps(grid: Matrix) -> tuple[Way, ...]:
    pairs = ((cell, grid.step(cell, side)) for cell in grid.cells() for side in "NESW")
    return tuple(
        Way(cell, onward, (has(cell, "light"), has(onward, "light"))) for cell, onward in pairs if onward is not None
    )


# fmt: off
RULES: tuple[Rule[Params], ...] = (
    Rule("MQ-3", "Every module is light, a corridor, or dark, a wall.", dark_or_light,
         ("size=1 treasure=k11 blank=j10", "size=1 treasure=k11 blank=k12")),
    Rule("MQ-V1", "Finders, separators, timing and alignment are as in every code of this size.", patterns,
         ("size=1 treasure=k11 flip=a21", "size=2 flip=s7")),
    Rule("MQ-V2", "The entrances are light.", open_entrances, ("size=1 treasure=k11 flip=h21",
         "size=1 treasure=k11 flip=a14")),
    Rule("MQ-X2", "The wall before the treasure is thicker than one module on all sides.", wall,
         ("size=2 text=HI asks=wall", "size=2 text=HELLO asks=wall"), lambda p: p.asks in WALL),
    Rule("MQ-X3", "A walk without tunnels leads from the corner of the sword to the corner of the cloak.", way,
         ("size=2 text=HI asks=way", "size=2 text=HELLO asks=way"), lambda p: p.asks in WAY),
)
# fmt: on


def allowed_changes(p: Params, block: code.CodewordBlock) -> int:
    """How many codewords of a block may be changed (MQ-X1)."""
    return block.correctable * p.budget // 100


def is_on_par(found: SearchResult, par: Amount) -> bool:
    """Whether the shortest win is proven to take a number of moves within `par`."""
    return bool(found.line) and found.at_least >= par.low and (par.high is None or len(found.line) <= par.high)


def par_in_words(found: SearchResult) -> Message:
    """The number of moves of the shortest win in words, and how sure it is."""
    longest, least, seen = len(found.line), found.at_least, found.positions_seen
    if found.proven and longest:
        return plural("{number} move, proven", "{number} moves, proven", longest)
    if found.proven:
        return message("nobody can win: proven")
    if longest:
        looked = least, longest, seen
        return message("{low} to {high} moves, not proven further in {seen} moves looked at", *looked)
    none = message("no win found in {number} moves looked at", seen)
    return clauses(none, plural("one takes {number} move at least", "one takes {number} moves at least", least))


def drawn_facts(shades: Mapping[Cell, str]) -> frozenset[Fact]:
    return frozenset(has(cell, shade) for cell, shade in shades.items())


def breach(words: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    """A code in a few words, as breaches of the rules are written: `size=2 text=HI says=HO flip=a21 blank=j10`.

    The modules are those of `says`, or else of the text, apart from those that are flipped or blank; `flip=all` makes
    the code light on dark.
    """
    rest = dict(words)
    version, text = int(rest.pop("size")), rest.setdefault("text", "")
    shades = dict(code.code_of_text(rest.pop("says", text or "MINOQAUR"), version, "L", 0))
    flipped = rest.pop("flip", "")
    for cell in shades if flipped == "all" else filter(None, flipped.split(",")):
        shades[cell] = code.OTHER[shades[cell]]
    for cell in filter(None, rest.pop("blank", "").split(",")):
        del shades[cell]
    shapes = {"dark": "#", "light": ".", "": "?"}
    glyphs = "".join(shapes[shades.get(cell, "")] for cell in code.matrix(version).cells())
    side = code.size(version)
    return rest, "\n".join(glyphs[start : start + side] for start in range(0, len(glyphs), side))
