"""The design of Quoridor: its settings, and positions as map files have them (`docs/rules/quoridor.md`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from mapkit.games.quoridor.notation import limits, moves_in_list, record_of
from mapkit.games.quoridor.position import (
    ACROSS,
    PASS,
    SEATS,
    SIZES,
    Layout,
    Move,
    Position,
    board,
    distance,
    with_wall,
    without_walls,
)
from mapkit.model.design import Clash, Legend
from mapkit.model.grid import Cell, Square, inner_borders, natural, sides
from mapkit.model.letters import names, refused_word, written
from mapkit.model.listing import WORD, Bar, ListedFact, Listing, OrderedCells, UnreadWord, one_too_many
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, either, message, noun, plural
from mapkit.model.rule import Amount, Fact, Facts, Way, has
from mapkit.model.settings import BadSetting, BadValue, Limit, PlayedParams, ValueKind, amount, choice, limit, setting
from mapkit.model.settings import Params as Bounds

if TYPE_CHECKING:
    from mapkit.games.quoridor.state import State  # noqa: F401 (the base of `Params` names it in quotes)

ANY = Amount(0, None)
SIZES_IN_WORDS = either([Name(str(size)) for size in SIZES])
MOST_MOVES = 4
"""The largest number of moves in which a puzzle is won; longer wins take too long to prove."""
WAYS = "hv"
"""The two ways a wall may lie: horizontal and vertical."""
_MOST_WORDS = 2_000
"""The most words in a list of moves; the numbers of moves are words, too."""
_WALL_MARKS = frozenset(f"{way}{owner}" for way in WAYS for owner in ("", *(f" {seat}" for seat in SEATS[4])))


SIDES: Mapping[str, Message] = {
    "S": message("S (south)"),
    "W": message("W (west)"),
    "N": message("N (north)"),
    "E": message("E (east)"),
}
"""The sides of the board at which the seats are, by their letters."""


# --- settings ----------------------------------------------------------------------------------------------------


class Players(ValueKind):
    """The kind of setting that is the number of players (QC-9, QC-11)."""

    takes = message("2 or 4")

    def read(self, raw: object, _: object) -> int:
        text = written(raw)
        if text == "3":
            raise BadValue("{name} is 3, which gives unequal chances (QC-11); it takes 2 or 4")
        if text not in ("2", "4"):
            raise BadValue("{name} is {found}; it takes {takes} (QC-9)", refused_word(raw), self.takes)
        return int(text)


class Stocks(ValueKind):
    """The kind of setting that is a number of walls for each player; empty where the walls on the board decide."""

    takes = message('a whole number for each player in the order of turns, such as "9 10"')

    def read(self, raw: object, _: object) -> tuple[int, ...]:
        words = written(raw).split()
        if not all(re.fullmatch(r"[0-9]{1,3}", word) for word in words):
            raise BadValue("{name} is {found}; it takes {takes} (QC-13)", refused_word(raw), self.takes)
        return tuple(map(int, words))

    def show(self, value: tuple[int, ...]) -> str:
        return " ".join(map(str, value))


class Seats(ValueKind):
    """The kind of setting that is one seat, or all seats in an order; empty for the order of the rules."""

    takes = message("letters of S, W, N and E")

    def read(self, raw: object, _: object) -> str:
        text = "".join(written(raw).upper().replace(",", " ").split())
        if not re.fullmatch(r"[SWNE]{0,4}", text) or len(set(text)) < len(text):
            raise BadValue("{name} is {found}; it takes {takes} (QC-X1)", refused_word(raw), self.takes)
        return text


@dataclass(frozen=True)
class Params(PlayedParams["State"]):
    """The board, the players and their walls, and what is asked of a generated position.

    What each setting asks for stands in the setting itself.
    """

    grid: Square = Square(9, 9)
    players: int = setting(2, "Players", "QC-9", Players(), header=True)
    walls_each: int | None = setting(
        None, "Walls that each player begins with", "QC-14", Limit(high=999, word="table", rule="QC-14"), header=True
    )
    order: str = setting("", "The order of turns; else SN or SWNE", "QC-X1", Seats(), header=True)
    turn: str = setting("", "Whose turn it is; else the first player's", "QC-X5", Seats(), header=True)
    walls_left: tuple[int, ...] = setting(
        (), "Walls left to each player; else the supply without those that were placed", "QC-X5", Stocks(), header=True
    )
    standing: Amount = amount(ANY, "Walls that stand", "QC-15")
    pawns_at: str = choice("anywhere start", "Where the pawns stand", "QC-8")
    apart: int | None = limit("Steps by which the others' shortest ways differ from the first player's", "QC-22")
    shortest: Amount = amount(ANY, "Steps of each player's shortest way", "QC-22")
    symmetric: str = choice("no yes", "Whether the walls look the same from both sides", "QC-6")
    pockets: str = choice("yes no", "Whether squares may be walled off from the rest", "QC-22")
    win_in: int | None = limit("Moves in which the player to move wins, with one first move only", "QC-35", low=2)
    ways: tuple[int, ...] = ()
    """Not a setting: the steps of each player's shortest way, which `fit` fills in where `apart` asks for them."""
    again: tuple[Fact, ...] = ()
    """Not a setting: the walls that a file lists more than once, which `fit` fills in (QC-19)."""

    @property
    def seats(self) -> str:
        return self.order or SEATS[self.players]

    @property
    def supply(self) -> int:
        """The number of walls that each player begins with (QC-14.a)."""
        if self.walls_each is not None:
            return self.walls_each
        for_two = self.grid.columns**2 // 8
        return for_two if self.players == 2 else max(1, for_two // 2)

    @property
    def board(self) -> Layout:
        return board(self.grid.columns, self.seats)


def read_size(raw: object) -> Square:
    """The board of a size on file (QC-2, QC-3): 9 or `9x9`; raises BadSetting."""
    found = re.fullmatch(r"([0-9]{1,2})(?:\s*x\s*([0-9]{1,2}))?", written(raw).lower())
    if not found or found[2] not in (None, found[1]) or int(found[1]) not in SIZES:
        would_do = message("a board has {names} squares a side, as in 9 or 9x9 (QC-3)", SIZES_IN_WORDS)
        raise BadSetting(clauses(message("{name} is {found}", Name("size"), refused_word(raw)), would_do))
    return Square(int(found[1]), int(found[1]))


def clashes(p: Params) -> Iterator[Clash]:
    """The conflicts among the settings: sizes that no board has, and seats that do not fit the players."""
    grid, seats = p.grid, SEATS[p.players]
    if grid.columns != grid.rows:
        words = message("size is {size}; width and height of a board are equal (QC-2)", Name(str(grid)))
        yield Clash("size", words, "QC-2", True)
    elif grid.columns not in SIZES:
        words = message("size is {size}; a board has {names} squares a side (QC-3)", Name(str(grid)), SIZES_IN_WORDS)
        yield Clash("size", words, "QC-3", True)
    if p.order and sorted(p.order) != sorted(seats):
        each = Name(p.order), names(seats), Name("QC-10")
        yield Clash("order", message("order is {order}; it names each of {seats} once ({rule})", *each), "QC-10", True)
    elif p.turn and p.turn not in tuple(p.seats):
        words = message("turn is {name}; it takes one of {names}", Name(p.turn), names(p.seats))
        yield Clash("turn", words, "QC-X5", True)
    if p.win_in is not None and (p.players != 2 or p.win_in > MOST_MOVES):
        words = message(
            "win_in is {number}; puzzles are for two players, with 2 to {most} moves to win", p.win_in, MOST_MOVES
        )
        yield Clash("win_in", words, "QC-35", True)
    if p.walls_left and len(p.walls_left) != p.players:
        words = plural(
            "walls_left has {number} number; it takes one for each of the {players} players ({rule})",
            "walls_left has {number} numbers; it takes one for each of the {players} players ({rule})",
            len(p.walls_left),
            *(p.players, Name("QC-13")),
        )
        yield Clash("walls_left", words, "QC-13", True)
    elif any(left > p.supply for left in p.walls_left):
        words = message(
            "walls_left is {left}; nobody has more walls than the {supply} of the start ({rule})",
            *(Name(" ".join(map(str, p.walls_left))), p.supply, Name("QC-13")),
        )
        yield Clash("walls_left", words, "QC-13", True)


# --- facts -------------------------------------------------------------------------------------------------------


def marks(players: int, way: str) -> tuple[str, ...]:
    """The marks of walls that lie `way` ("h" or "v"): without an owner, and of each seat (QC-18)."""
    return (way, *(f"{way} {seat}" for seat in SEATS[players]))


@lru_cache(maxsize=4)
def wall_facts(grid: Square, players: int) -> tuple[Fact, ...]:
    known = [mark for way in WAYS for mark in marks(players, way)]
    return tuple(has(cell, mark) for cell in grid.cells() for mark in known)


@lru_cache(maxsize=4)
def steps(grid: Square, players: int) -> tuple[Way, ...]:
    """The steps between squares, pawns aside (QC-25, QC-26); two walls would block each (QC-17)."""
    found = list[Way]()
    for line in inner_borders(grid):
        one, other = sides(grid, line)
        way, back = ("h", "W") if line.side == "N" else ("v", "S")
        named = (line.cell, grid.step(line.cell, back))
        bars = tuple(has(cell, mark) for cell in named if cell for mark in marks(players, way))
        found += [Way(one, other, bars=bars), Way(other, one, bars=bars)] if other else []
    return tuple(found)


def pawn(number: int, cell: Cell) -> Fact:
    """The fact that a player's pawn stands on a cell; players are numbered from 1 in the order of turns."""
    return has(cell, f"pawn {number}")


def wall_fact(wall: Move, owner: str) -> Fact:
    """The fact that a wall stands; `owner` is the seat of the player who placed it, or empty where it is unknown."""
    return has(wall[:-1], f"{wall[-1]} {owner}" if owner else wall[-1])


def half_turned(grid: Square, cell: Cell) -> Cell:
    """Where a square lies after the board is turned by half a turn."""
    x, y = grid.centre(cell)
    return grid.name(grid.columns - 1 - int(x), grid.rows - 1 - int(y))


def half_turned_wall(grid: Square, wall: Move) -> Move:
    """Where a wall lies after the board is turned by half a turn; empty for a wall that is not on the board."""
    x, y = grid.centre(wall[:-1])
    if x > grid.columns - 2 or y > grid.rows - 2:
        return ""
    return f"{grid.name(grid.columns - 2 - int(x), grid.rows - 2 - int(y))}{wall[-1]}"


def goals(grid: Square, seat: str) -> tuple[Cell, ...]:
    """The goal squares of a seat (QC-35)."""
    return tuple(cell for cell in grid.cells() if grid.step(cell, ACROSS[seat]) is None)


class Walls(Listing):
    """The walls of a position as a file lists them: `e3h` or, with its owner's seat, `e3h:S`."""

    key, title = "walls", noun("walls{piece}", NOTHING)  # the gap tells the piece from a wall of a map
    says = message('walls by their names, such as "c3v e3h"; their owners may follow: "c3v:N e3h:S"')
    left_by_repair = False

    def read(self, words: Sequence[str], params: Bounds) -> Iterator[ListedFact | UnreadWord]:
        assert isinstance(params, Params)
        cells, times = set(params.grid.cells()), Counter[str]()
        for number, word in enumerate(words):
            found = re.fullmatch(r"([a-z]+[0-9]+)([hv])(?::([a-z]))?", word.casefold())
            owner = ((found and found[3]) or "").upper()
            if found is None:
                wrong = message("{found} in walls is no wall; a wall is a square and h or v, such as e3h (QC-17)", WORD)
                yield UnreadWord(number, wrong)
            elif found[1] not in cells:
                on = limits(params.board)
                wrong = message(
                    "{found} in walls is off the board (QC-16); squares are named a1 to {last}, "
                    "and walls after those from a1 to {cell}",
                    *(WORD, Name(f"{on['last']}{on['size']}"), Name(on["cell"])),
                )
                yield UnreadWord(number, wrong)
            elif owner and owner not in params.seats:
                seats = names(params.seats)
                wrong = message("{found} in walls has an owner who does not play; there are {names}", WORD, seats)
                yield UnreadWord(number, wrong)
            else:
                before = min(times[word.casefold()], 20)
                times[word.casefold()] += 1
                # a wall that is listed once more is a fault, not a wall of the position
                wall = wall_fact(found[1] + found[2], owner)
                yield ListedFact(number, has(wall.place, f"{wall.mark}{'+' * before}"))

    def bars(self, params: Bounds) -> tuple[Bar, ...]:
        """The two ways a wall lies (QC-17): walls without an owner, and those of each player (QC-18)."""
        assert isinstance(params, Params)
        ways: tuple[tuple[str, Literal["across", "upright"]], ...] = (("h", "across"), ("v", "upright"))
        owned = (
            Bar(f"{way} {seat}", noun("wall of {seat}", SIDES[seat]), lies)
            for seat in params.seats
            for way, lies in ways
        )
        return (*(Bar(way, noun("wall{piece}", NOTHING), lies) for way, lies in ways), *owned)

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        mine = {fact for fact in facts if isinstance(fact.place, Cell) and fact.mark.rstrip("+") in _WALL_MARKS}
        in_order = sorted((natural(str(fact.place)), wall_word(fact)) for fact in mine)
        return tuple(word for _, word in in_order), frozenset(mine)


def wall_word(fact: Fact) -> Name:
    """A wall as a map file names it, such as `e3h` or `e3h:S`."""
    way, _, owner = fact.mark.partition("+")[0].partition(" ")
    return Name(f"{fact.place}{way}:{owner}" if owner else f"{fact.place}{way}")


class MoveList(Listing):
    """The moves of a game from its beginning, as a file lists them; pawns and walls follow from them (QC-X5)."""

    key, title = "moves", noun("moves")
    says = message(
        'the moves from the beginning, such as "e2 e8 e3h" or "1. e2 e8 2. e3h", in place of pawns and walls'
    )
    implies = ("pawns", "walls", "turn", "walls_left")

    def read(self, words: Sequence[str], params: Bounds) -> Iterator[ListedFact | UnreadWord]:
        assert isinstance(params, Params)
        if len(words) > _MOST_WORDS:
            yield UnreadWord(_MOST_WORDS, one_too_many(self.key, _MOST_WORDS))
            return
        record = record_of(opening_position(params), words)
        if record.wrong:
            yield record.wrong
        elif record.moves:
            last = len(words) - 1
            places = (said.place for said in moves_in_list(words))
            for number, (place, move) in enumerate(zip(places, record.moves, strict=True), 1):
                square = "" if move == PASS else move.rstrip("hv")
                yield ListedFact(place, has(square, f"move {number} {move[len(square) :]}".rstrip()))
            pawns = (pawn(n, params.board.names[bit]) for n, bit in enumerate(record.position.pawns, 1))
            walls = (wall_fact(wall, seat) for wall, seat in record.owners.items())
            yield from (ListedFact(last, fact) for fact in (*pawns, *walls))

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        """The moves of a game; the pawns and walls then need no entries of their own."""
        mine = moves_on_file(facts)
        return mine, facts if mine else frozenset()


def moves_on_file(facts: Facts) -> tuple[Move, ...]:
    """The moves of a game in their order; none where the map lists a position instead."""
    said = [fact for fact in facts if fact.mark.startswith("move ")]
    said.sort(key=lambda fact: int(fact.mark.split()[1]))
    return tuple(f"{fact.place}{''.join(fact.mark.split()[2:])}" or PASS for fact in said)


def opening_position(p: Params) -> Position:
    """The position in which a game begins (QC-8, QC-13)."""
    return without_walls(p.board, tuple(p.board.start(seat) for seat in p.seats), (p.supply,) * p.players, 0)


class Pawns(OrderedCells):
    """The squares of the pawns, in upper or lower case, as with moves; `?` where a pawn's square is not known yet."""

    left_by_repair = False

    def read(self, words: Sequence[str], params: Bounds) -> Iterator[ListedFact | UnreadWord]:
        for number, said in enumerate(super().read(["a1" if w == "?" else w.casefold() for w in words], params)):
            if words[number] != "?":
                yield said

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        _, mine = super().show(facts)
        at = {int(fact.mark.rpartition(" ")[2]): str(fact.place) for fact in sorted(mine)}
        return tuple(at.get(number, "?") for number in range(1, max(at, default=0) + 1)), mine


MOST_PAWNS = 8
"""The most pawns that a file may list; more than there are players are a fault (QC-9)."""
PAWNS = Pawns("pawns", "pawn", noun("pawns"), message("the squares of the pawns in the order of turns"), MOST_PAWNS)


@lru_cache(maxsize=8)
def legend(seats: str) -> Legend:
    words = {f"pawn {number}": noun("the pawn of {seat}", SIDES[seat]) for number, seat in enumerate(seats, 1)}
    nouns = {f"pawn {number}": noun("pawn of {seat}", Name(seat)) for number, seat in enumerate(seats, 1)}
    return Legend({}, words, (), "", (MoveList(), PAWNS, Walls()), nouns=nouns)


# --- positions ---------------------------------------------------------------------------------------------------


def fit(p: Params, facts: Facts) -> Params:
    """The parameters with what the facts decide: whose turn it is, walls listed again, shortest ways (QC-22)."""
    line = moves_on_file(facts)
    if line:
        now = record_of(opening_position(p), line).position
        p = replace(p, turn=p.seats[now.turn], walls_left=now.stock)
    # the walls that a file lists more than once, without the first entry (QC-19)
    p = replace(p, again=tuple(sorted(fact for fact in facts if fact.mark.endswith("+"))))
    pawns = [sum(fact.mark == f"pawn {number}" for fact in facts) for number in range(1, p.players + 1)]
    if p.apart is None or pawns != [1] * p.players:
        return p
    position = position_of(p, facts)
    return replace(p, ways=tuple(distance(position, player) or 0 for player in range(p.players)))


def like(p: Params, facts: Facts) -> Params:
    """The parameters of positions like one: with its pawns at their starts, and symmetric, where it is so."""
    pawns = {fact for fact in facts if fact.mark.startswith("pawn ")}
    begun = {pawn(number, p.board.names[p.board.start(seat)]) for number, seat in enumerate(p.seats, 1)}
    walls = {f"{fact.place}{fact.mark[0]}" for fact in standing_walls(p, facts)}
    turned = walls and walls == {half_turned_wall(p.grid, wall) for wall in walls}
    return replace(
        p,
        pawns_at="start" if pawns == begun else p.pawns_at,
        symmetric="yes" if turned and pawns == begun else p.symmetric,
    )


def kept_by_repair(map_: Map[Params]) -> Message:
    """What repair keeps: the first player's shortest way, where the others' are compared with it (QC-22)."""
    return message("the first player's way is as long as now") if map_.fitted_params.ways else NOTHING


def position_of(p: Params, facts: Facts) -> Position:
    """The position that the facts describe. Raises ValueError where a pawn is missing."""
    on = p.board
    pawns = {fact.mark: on.squares_by_name[str(fact.place)] for fact in facts if str(fact.mark).startswith("pawn ")}
    if len(pawns) < p.players:
        raise ValueError("a pawn is missing")
    placed = standing_walls(p, facts)
    made = without_walls(
        on,
        tuple(pawns[f"pawn {n}"] for n in range(1, p.players + 1)),
        stock(p, placed),
        p.seats.index(p.turn or p.seats[0]),
    )
    for fact in placed:
        made = with_wall(made, f"{fact.place}{fact.mark[0]}")
    return made


def standing_walls(p: Params, facts: Facts) -> tuple[Fact, ...]:
    return tuple(fact for fact in wall_facts(p.grid, p.players) if fact in facts)


def stock(p: Params, placed: Iterable[Fact]) -> tuple[int, ...]:
    """The number of walls left to each player: as the file says, else the supply less the walls already placed.

    Walls without an owner are counted as placed by the players in turn.
    """
    return p.walls_left or _walls_still_left(p, placed)


def _walls_still_left(p: Params, placed: Iterable[Fact]) -> tuple[int, ...]:
    """The number of walls left to each player, going by the walls on the board (QC-X5.a)."""
    owners = [fact.mark.partition(" ")[2] for fact in placed]
    unowned = owners.count("")
    used = (owners.count(seat) + len(range(i, unowned, p.players)) for i, seat in enumerate(p.seats))
    return tuple(max(0, p.supply - number) for number in used)


def walls_left_problem(p: Params, facts: Facts) -> Message:
    """What is wrong with `walls_left`, and what would do; empty where it fits the walls on the board."""
    placed, whole = standing_walls(p, facts), p.supply * p.players
    if not p.walls_left or len(placed) > whole:
        return NOTHING
    owned = [sum(fact.mark[2:] == seat for fact in placed) for seat in p.seats]
    short = [left + used > p.supply for left, used in zip(p.walls_left, owned, strict=True)]
    if sum(p.walls_left) + len(placed) == whole and not any(short):
        return NOTHING
    says, would = (Name(" ".join(map(str, each))) for each in (p.walls_left, _walls_still_left(p, placed)))
    stand = plural("{number} wall stands", "{number} walls stand", len(placed))
    return message(
        'walls_left is "{left}", but {stand} of {each} each: say "{would}", or leave walls_left out',
        *(says, stand, p.supply, would),
    )
