"""A second referee of Quoridor, written from docs/rules/quoridor.md alone.

It has its own state, made from the facts and settings of a map, and reads the same words. Squares are pairs of
column and row, counted from 1; walls have the names of QC-17, and stand on pairs of squares. A `Twin` changes as the
game goes on. If it refuses words, it gives every reason that holds, because the ledger does not say which of two is
told.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from mapkit.model.map import Map
from mapkit.model.ruling import Announcement, heard

Square = tuple[int, int]
Edge = frozenset[Square]

SEATS = {2: "SN", 4: "SWNE"}
"""QC-X1."""
TOWARDS = {"S": (0, 1), "N": (0, -1), "W": (1, 0), "E": (-1, 0)}
"""QC-35: the direction in which the pawn of each seat goes."""
WORDS = {"S": "north", "N": "south", "W": "east", "E": "west"}
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Refused(Exception):
    """Raised for words that change nothing, with every reason that holds."""

    def __init__(self, *reasons: Announcement) -> None:
        self.reasons = reasons
        super().__init__(*reasons)


class Step(NamedTuple):
    """A way for a pawn to get to a square: whether over a pawn, and the edges that must be free of walls."""

    target: Square
    over: Square | None
    edges: tuple[Edge, ...]


def named(square: Square) -> str:
    """QC-5."""
    return f"{chr(96 + square[0])}{square[1]}"


def square_of(name: str) -> Square:
    """QC-5: the square with a name of one letter and a number; for other names column 0, which is off every board."""
    found = re.fullmatch(r"([a-z])([0-9]+)", name)
    return (ord(found[1]) - 96, int(found[2])) if found else (0, 0)


def moved(square: Square, step: Square) -> Square:
    """The square at that distance from one."""
    return square[0] + step[0], square[1] + step[1]


def edge(one: Square, other: Square) -> Edge:
    """The edge between two squares."""
    return frozenset((one, other))


@lru_cache(maxsize=2_000)
def edges_of(wall: str) -> tuple[Edge, Edge]:
    """QC-15, QC-17: the two edges that a wall stands on."""
    corner = square_of(wall[:-1])
    across, along = ((1, 0), (0, 1)) if wall[-1] == "v" else ((0, 1), (1, 0))
    return edge(corner, moved(corner, across)), edge(moved(corner, along), moved(moved(corner, along), across))


def overlaps(wall: str, other: str) -> bool:
    """QC-19."""
    return bool(set(edges_of(wall)) & set(edges_of(other)))


def crosses(wall: str, other: str) -> bool:
    """QC-20: whether two walls lie in different directions over the same corner."""
    return wall[:-1] == other[:-1] and wall[-1] != other[-1]


@lru_cache(maxsize=10_000)
def way_home(size: int, seat: str, start: Square, walls: frozenset[str]) -> frozenset[Edge] | None:
    """QC-22: the edges of a way to a goal square; None if there is none. QC-22.a: pawns do not block it."""
    barred = {each for wall in walls for each in edges_of(wall)}
    ways: dict[Square, frozenset[Edge]] = {start: frozenset()}
    new = deque([start])
    while new:
        here = new.popleft()
        if not 1 <= here[abs(TOWARDS[seat][1])] + sum(TOWARDS[seat]) <= size:
            return ways[here]
        for there in (moved(here, step) for step in STEPS):
            if min(there) >= 1 and max(there) <= size and there not in ways and edge(here, there) not in barred:
                ways[there] = ways[here] | {edge(here, there)}
                new.append(there)
    return None


@dataclass
class Player:
    """A player: the seat, the pawn's square, and the walls left."""

    name: str
    seat: str
    square: Square
    left: int


@dataclass
class Twin:
    """A game as it stands; `walls` with the seats of their owners. Everybody has seen those in `seen`."""

    size: int
    players: list[Player]
    walls: dict[str, str]
    turn: int
    supply: int
    invisible: bool = False
    masked: bool = False
    winner: str = ""
    seen: set[str] = field(default_factory=set)

    # --- the state -----------------------------------------------------------------------------------------------

    @property
    def mover(self) -> Player:
        """Whose turn it is."""
        return self.players[self.turn]

    def is_on(self, square: Square) -> bool:
        """Whether a square is on the board."""
        return min(square) >= 1 and max(square) <= self.size

    def squares(self) -> Iterator[Square]:
        """All squares."""
        return ((x, y) for x in range(1, self.size + 1) for y in range(1, self.size + 1))

    def possible(self) -> Iterator[str]:
        """QC-16, QC-17.a: every wall that lies wholly on the board."""
        for x, y in self.squares():
            if max(x, y) < self.size:
                yield from (f"{named((x, y))}{way}" for way in "hv")

    def is_home(self, player: Player, square: Square) -> bool:
        """QC-35: whether a square is a player's goal, on the edge opposite their seat."""
        return not self.is_on(moved(square, TOWARDS[player.seat]))

    def known(self) -> set[str]:
        """QC-36.a: the walls that the player to move knows."""
        if not self.invisible:
            return set(self.walls)
        return {wall for wall, owner in self.walls.items() if wall in self.seen or owner == self.mover.seat}

    def occupied(self) -> set[Square]:
        """Where the others' pawns are."""
        return {player.square for player in self.players if player is not self.mover}

    # --- walls ---------------------------------------------------------------------------------------------------

    def against(self, wall: str, walls: Iterable[str]) -> list[Announcement]:
        """QC-19, QC-20, QC-22: why a wall cannot stand beside others."""
        standing, reasons = list(walls), []
        if any(overlaps(wall, other) for other in standing):
            reasons.append(heard("QC-19.move", what=wall))
        if any(crosses(wall, other) for other in standing):
            reasons.append(heard("QC-20.move", what=wall))
        if any(self.cuts_off(player, standing, wall) for player in self.players):
            reasons.append(heard("QC-22.move", what=wall))
        return reasons

    def cuts_off(self, player: Player, standing: Iterable[str], wall: str) -> bool:
        """QC-22: whether no way home is left; a new wall beside the way found before leaves that way open."""
        before = frozenset(standing)
        way = way_home(self.size, player.seat, player.square, before)
        return way is None or (
            bool(way & set(edges_of(wall))) and way_home(self.size, player.seat, player.square, before | {wall}) is None
        )

    def wall_refused(self, wall: str) -> list[Announcement]:
        """Why the player to move cannot place a wall; for what hidden walls forbid, no reason is told (QC-36.b)."""
        reasons = self.against(wall, self.known())
        if not reasons and self.against(wall, self.walls):
            reasons = [heard("QC-36.wall", what=wall)]
        if not self.mover.left:
            reasons.append(heard("QC-X2.move", what=wall))
        return reasons

    # --- steps and jumps -----------------------------------------------------------------------------------------

    def steps(self, barred: Iterable[Edge]) -> Iterator[Step]:
        """QC-25 to QC-32: what the pawn can do if walls bar these edges, without a look at the edges of the steps
        themselves.

        The last edges of a jump are checked here only to see whether the straight jump is obstructed.
        """
        here, others, closed = self.mover.square, self.occupied(), set(barred)
        for step in STEPS:
            there = moved(here, step)
            if not self.is_on(there):
                continue
            if there not in others:
                yield Step(there, None, (edge(here, there),))
                continue
            beyond, first = moved(there, step), edge(here, there)
            last = edge(there, beyond)
            if self.is_on(beyond) and beyond not in others and last not in closed:
                yield Step(beyond, there, (first, last))
                continue
            for side in (step[::-1], (-step[1], -step[0])):
                beside = moved(there, side)
                if self.is_on(beside) and beside not in others:
                    yield Step(beside, there, (first, edge(there, beside)))

    def open_steps(self, walls: Iterable[str]) -> list[Step]:
        """The steps and jumps that these walls leave."""
        barred = {each for wall in walls for each in edges_of(wall)}
        return [step for step in self.steps(barred) if not barred & set(step.edges)]

    def step_refused(self, square: Square) -> list[Announcement]:
        """Why the pawn cannot go to a square, as far as the player to move can know."""
        what = named(square)
        here, others = self.mover.square, self.occupied()
        barred = {each for wall in self.known() for each in edges_of(wall)}
        reasons = set()
        if square in others:
            reasons.add("QC-27.move")
        for step in STEPS:
            there = moved(here, step)
            if square == there and edge(here, there) in barred:
                reasons.add("QC-26.move")
            if there not in others:
                continue
            beyond = moved(there, step)
            walled = edge(here, there) in barred or edge(there, square) in barred
            if square == beyond and walled:
                reasons |= {"QC-29.move"}
            if square == moved(beyond, step) and beyond in others:
                reasons |= {"QC-30.move"}
            if square in (moved(there, step[::-1]), moved(there, (-step[1], -step[0]))):
                straight = self.is_on(beyond) and beyond not in others and edge(there, beyond) not in barred
                if walled:
                    reasons |= {"QC-29.move"}
                if straight:
                    reasons |= {"QC-32.move"}
        return [heard(key, what=what) for key in sorted(reasons or {"QC-25.move"})]

    # --- what may be said ----------------------------------------------------------------------------------------

    def ways(self) -> list[str]:
        """QC-36.a: everything that the player to move may say, as far as that player can know."""
        if self.winner:
            return []
        known = self.known()
        squares = sorted({named(step.target) for step in self.open_steps(known)})
        walls = [wall for wall in self.possible() if not self.against(wall, known)] if self.mover.left else []
        return squares + sorted(walls) + ["pass"] * self.may_pass()

    def may_pass(self) -> bool:
        """QC-X4, QC-36.d."""
        if self.open_steps(self.known()):
            return False
        return not self.mover.left or all(self.against(wall, self.walls) for wall in self.possible())

    def told(self) -> list[tuple[str, str, str]]:
        """Where each player is, where they go, and how many walls they have left."""
        return [(p.name, named(p.square), f"to the {WORDS[p.seat]}, walls {p.left}") for p in self.players]

    def facts(self) -> list[tuple[str, str]]:
        """The position as the facts of a map: places with marks."""
        pawns = [(named(player.square), f"pawn {number}") for number, player in enumerate(self.players, 1)]
        return pawns + [(wall[:-1], f"{wall[-1]} {owner}".strip()) for wall, owner in self.walls.items()]

    # --- play ----------------------------------------------------------------------------------------------------

    def begin(self) -> list[Announcement]:
        """QC-5, QC-12, QC-13, QC-X1: what is heard at the beginning."""
        going = ", ".join(f"{player.name} {WORDS[player.seat]}" for player in self.players)
        told = [
            heard("begin", players=", ".join(player.name for player in self.players)),
            heard("size", size=f"{self.size}x{self.size}"),
            heard("seats", what=going),
        ]
        if not self.masked:
            told.append(heard("stock", count=" ".join(str(player.left) for player in self.players)))
        return told + self.whose_turn()

    def whose_turn(self) -> list[Announcement]:
        """QC-7, QC-35: whose turn it is, or who has won."""
        for player in self.players:
            if self.is_home(player, player.square):
                self.winner = player.name
                return [heard("wins", player=player.name)]
        return [heard("turn", player=self.mover.name)]

    def play(self, words: str) -> list[Announcement]:
        """What everybody hears of one directive; raises Refused."""
        name, said = self.read(words)
        wrong = self.out_of_turn(name) + self.unread(said)
        if wrong and wrong[-1].key == "QC-16.off" and not self.mover.left:
            wrong.append(heard("QC-X2.move", what=said))
        if wrong:
            raise Refused(*wrong)
        told = self.carried_out(said)
        self.turn = (self.turn + 1) % len(self.players)
        return [*told, *self.whose_turn()]

    def out_of_turn(self, name: str) -> list[Announcement]:
        """QC-35, QC-X1: why it is not that player's turn."""
        everybody = ", ".join(player.name for player in self.players)
        wrong = [heard("QC-35.over", winner=self.winner)] if self.winner else []
        if name not in everybody.split(", "):
            wrong.append(heard("nobody", name=name, players=everybody))
        elif name != self.mover.name:
            wrong.append(heard("QC-X1.turn", player=self.mover.name))
        return wrong

    def read(self, words: str) -> tuple[str, str]:
        """Who speaks, and what is said; capitals do not matter (QC-X5)."""
        name, colon, said = words.rpartition(":")
        if not colon:
            return self.mover.name, said.strip().casefold()
        called = {player.name.casefold(): player.name for player in self.players}
        return called.get(name.strip().casefold(), name.strip()), said.strip().casefold()

    def unread(self, said: str) -> list[Announcement]:
        """QC-5, QC-16, QC-17: why words are no move on this board."""
        limits = {"last": chr(96 + self.size), "size": str(self.size), "cell": named((self.size - 1, self.size - 1))}
        if said == "pass":
            return []
        found = re.fullmatch(r"([a-z]+[0-9]+)([a-z]*)", said)
        if found is None:
            return [heard("QC-5.unread", words=said)]
        square = square_of(found[1])
        if not found[2]:
            return [] if self.is_on(square) else [heard("QC-5.off", what=said, **limits)]
        if found[2] not in ("h", "v"):
            return [heard("QC-17.unread", words=said)]
        return [] if min(square) >= 1 and max(square) < self.size else [heard("QC-16.off", what=said, **limits)]

    def carried_out(self, said: str) -> list[Announcement]:
        """A pass, a wall or a step; raises Refused."""
        if said == "pass":
            if not self.may_pass():
                raise Refused(heard("QC-X4.move", what=said))
            return [heard("passes", player=self.mover.name)]
        return self.placed(said) if said[-1] in "hv" else self.gone(square_of(said))

    def placed(self, wall: str) -> list[Announcement]:
        """QC-13, QC-18, QC-36."""
        reasons = self.wall_refused(wall)
        if reasons:
            raise Refused(*reasons)
        self.walls[wall] = self.mover.seat
        self.mover.left -= 1
        if self.invisible:
            return [heard("hides", player=self.mover.name)]
        return [heard("places", player=self.mover.name, what=wall)]

    def gone(self, square: Square) -> list[Announcement]:
        """QC-25 to QC-34; QC-36.a: a player who runs into a hidden wall stays, and everybody sees the wall."""
        meant = [step for step in self.open_steps(self.known()) if step.target == square]
        if not meant:
            raise Refused(*self.step_refused(square))
        name = self.mover.name
        if not any(step.target == square for step in self.open_steps(self.walls)):
            stopping = {wall for wall in self.walls for step in meant if set(step.edges) & set(edges_of(wall))}
            hidden = sorted(stopping - self.seen)
            self.seen |= stopping
            return [heard("bumps", player=name, what=", ".join(hidden))]
        self.mover.square = square
        return [heard("moves", player=name, cell=named(square))]

    # --- corrections ---------------------------------------------------------------------------------------------

    def correct(self, words: str) -> list[Announcement]:
        """QC-X7: what everybody hears of a ruling of the game master; raises Refused."""
        if self.winner:
            raise Refused(heard("gm-over"))
        first, second, *rest = words.split()
        if first == "turn":
            return self.turned(self.called(second))
        if first == "wall":
            return self.put_up(second, rest[-1])
        if first == "no":
            return self.taken_away(rest[0])
        return self.put(self.called(first), rest[0]) if second == "at" else self.counted(self.called(first), rest[0])

    def called(self, name: str) -> Player:
        """The player of a name."""
        for player in self.players:
            if player.name == name:
                return player
        raise Refused(heard("gm-no-player"), heard("gm-off-board"), heard("QC-16.off"), heard("gm-same"))

    def turned(self, player: Player) -> list[Announcement]:
        """Whose turn it is."""
        if player is self.mover:
            raise Refused(heard("gm-same"))
        self.turn = self.players.index(player)
        return [heard("gm-turn"), *self.whose_turn()]

    def put(self, player: Player, name: str) -> list[Announcement]:
        """Where a pawn is: QC-22, QC-27, QC-35."""
        square, reasons = square_of(name), []
        if not self.is_on(square):
            raise Refused(heard("gm-off-board"))
        if square == player.square:
            reasons.append(heard("gm-same"))
        elif any(other.square == square for other in self.players):
            reasons.append(heard("QC-27.move"))
        if way_home(self.size, player.seat, square, frozenset(self.walls)) is None:
            reasons.append(heard("QC-22.gm-cut"))
        if reasons:
            raise Refused(*reasons)
        player.square = square
        told = [heard("gm-at", player=player.name, cell=name)]
        return told + (self.whose_turn() if self.is_home(player, square) else [])

    def put_up(self, wall: str, name: str) -> list[Announcement]:
        """A wall stands, and is its owner's: QC-16, QC-19, QC-20, QC-22."""
        reasons = self.unread(wall)
        if name not in [player.name for player in self.players]:
            raise Refused(*reasons, heard("gm-no-player"))
        player = self.called(name)
        if self.walls.get(wall) == player.seat:
            raise Refused(heard("gm-same"))
        if not reasons and wall not in self.walls:
            reasons = self.against(wall, self.walls)
        unowned = self.walls.get(wall) == ""
        if unowned and player.left + list(self.walls.values()).count(player.seat) >= self.supply:
            reasons.append(heard("QC-13.gm-left"))
        if not (unowned or player.left):
            reasons.append(heard("QC-X2.gm-none"))
        if reasons:
            raise Refused(*reasons)
        hidden, stood = self.is_hidden(wall), wall in self.walls
        self.given_back(wall)
        self.walls[wall] = player.seat
        player.left -= not unowned
        if self.masked and not hidden:
            return [heard("gm-notes") if stood else heard("gm-stands", what=wall)]
        return [heard("gm-notes") if hidden else heard("gm-wall", player=name, what=wall)]

    def is_hidden(self, wall: str) -> bool:
        """QC-36.a: whether somebody has not seen a wall."""
        return self.invisible and wall not in self.seen

    def given_back(self, wall: str) -> None:
        """A wall that is taken away gives its owner one more wall."""
        owner = self.walls.pop(wall, "")
        for player in self.players:
            player.left += player.seat == owner

    def taken_away(self, wall: str) -> list[Announcement]:
        """Take a wall away."""
        if wall not in self.walls:
            raise Refused(heard("gm-no-such-wall"), *self.unread(wall))
        hidden = self.is_hidden(wall)
        self.given_back(wall)
        self.seen.discard(wall)
        return [heard("gm-notes") if hidden else heard("gm-no-wall", what=wall)]

    def counted(self, player: Player, number: str) -> list[Announcement]:
        """Set how many walls a player has left; QC-13: with those on the board no more than at the start."""
        reasons = [heard("gm-same")] if int(number) == player.left else []
        if int(number) + list(self.walls.values()).count(player.seat) > self.supply:
            reasons.append(heard("QC-13.gm-most"))
        if reasons:
            raise Refused(*reasons)
        player.left = int(number)
        return [heard("gm-notes") if self.masked else heard("gm-has", player=player.name, count=number)]


# --- from a map ------------------------------------------------------------------------------------------------------


def supply(size: int, players: int, each: int | None) -> int:
    """QC-14.a: the walls that each player begins with."""
    if each is not None:
        return each
    return size * size // 8 if players == 2 else max(1, size * size // 8 // 2)


def begun(map_: Map[Any], names: tuple[str, ...], options: Mapping[str, str]) -> Twin:
    """The twin of a game that begins on a map: a position, or a game after its moves (QC-X5)."""
    p = map_.params
    size, seats = p.grid.columns, p.order or SEATS[p.players]
    each = supply(size, p.players, p.walls_each)
    middle = (size + 1) // 2
    marks = {(str(fact.place), str(fact.mark)) for fact in map_.facts}
    starts = {"S": (middle, 1), "N": (middle, size), "W": (1, middle), "E": (size, middle)}
    players = [Player(name, seat, starts[seat], each) for name, seat in zip(names, seats, strict=True)]
    twin = Twin(size, players, {}, 0, each)
    played = sorted(
        (int(mark.split()[1]), place + "".join(mark.split()[2:])) for place, mark in marks if "move" in mark
    )
    for _, said in played:
        twin.play(said or "pass")
    if not played:
        _put(twin, marks, p.turn, p.walls_left)
    twin.invisible = "invisible" in options
    twin.masked = "masked" in options
    twin.seen = set(twin.walls)
    return twin


def _put(twin: Twin, marks: set[tuple[str, str]], turn: str, left: tuple[int, ...]) -> None:
    """Set up the position on file; QC-X5.a: walls without an owner were placed in turn."""
    for place, mark in sorted(marks):
        kind, _, owner = mark.partition(" ")
        if kind == "pawn":
            twin.players[int(owner) - 1].square = square_of(place)
        else:
            twin.walls[place + kind] = owner
    owners = list(twin.walls.values())
    for number, player in enumerate(twin.players):
        in_turn = len(range(number, owners.count(""), len(twin.players)))
        player.left = left[number] if left else max(0, twin.supply - owners.count(player.seat) - in_turn)
        if player.seat == turn:
            twin.turn = number
