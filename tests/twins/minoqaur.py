"""A second referee of Minoqaur, written from docs/rules/minoqaur.md alone; slow and plain.

It keeps its own state and reads the words of the table. It tells what is heard, what is refused, whose turn it is,
where each piece is, and which player has won. Corrections by the game master (MQ-G3) are left out.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mapkit.model.grid import column_name

Module = tuple[int, int]
"""A column and a row, both counted from 0 at the lower left."""
Heard = tuple[str, dict[str, str]]
"""A key of the phrase file and the values for its braces."""
ITEMS = ("sword", "cloak", "key", "treasure")
COMPASS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


class Refused(Exception):
    """Raised for a directive that changes nothing: a key of the phrase file and the values for its braces."""

    def __init__(self, key: str, **args: str) -> None:
        super().__init__(key)
        self.key, self.told = key, args


class Maze(NamedTuple):
    """What is drawn: the light modules, the entrances in their order, the chambers, the dot, and the settings."""

    side: int
    light: frozenset[Module]
    entrances: tuple[Module, ...]
    chambers: Mapping[str, frozenset[Module]]
    dot: Module
    tie: str = "horizontal"
    stuck: str = "waits"
    step_out: bool = False

    @property
    def reading(self) -> list[Module]:
        """All modules, the top row first."""
        return [(x, y) for y in reversed(range(self.side)) for x in range(self.side)]

    def named(self, name: str) -> Module | None:
        return next((step for step in self.reading if cell(step) == name), None)


def cell(module: Module) -> str:
    return f"{column_name(module[0])}{module[1] + 1}"


def of_drawing(rows: Sequence[str], **settings: Any) -> Maze:
    """A small maze as the case files draw it: `X` dark, `.` light, `E` entrances, `M` the dot, `S C K T` chambers."""
    signs = {(x, len(rows) - 1 - n): sign for n, row in enumerate(rows) for x, sign in enumerate(row.replace(" ", ""))}
    chambers = {item: frozenset(at for at, sign in signs.items() if sign == item[0].upper()) for item in ITEMS}
    return Maze(
        len(rows),
        frozenset(at for at, sign in signs.items() if sign != "X"),
        tuple(at for at, sign in signs.items() if sign == "E"),
        chambers,
        next(at for at, sign in signs.items() if sign == "M"),
        **settings,
    )


def of_code(side: int, marks: Sequence[tuple[str, str]], p: Any) -> Maze:
    """A whole code: its marks under the names of their modules, and its settings (MQ-3 to MQ-9)."""
    names = {f"{column_name(x)}{y + 1}": (x, y) for x in range(side) for y in range(side)}
    light = frozenset(names[name] for name, mark in marks if mark == "light")
    top = side - 4
    middles = {"sword": (3, top), "cloak": (top, top), "key": (3, 3)}
    for name, mark in marks:
        if mark in ITEMS:
            middles[mark] = names[name]
    if any(p.lying):
        middles = dict(zip(p.lying, ((3, top), (top, top), (3, 3)), strict=True))
    off = 3 if p.chamber == "ring" else 2
    chambers = {
        item: frozenset(
            (x + dx, y + dy)
            for dx in range(-2, 3)
            for dy in range(-2, 3)
            if max(abs(dx), abs(dy)) == 2 and abs(dx) + abs(dy) <= off + 1
        )
        for item, (x, y) in middles.items()
    }
    x, y = side - 7, 6
    ring = frozenset((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    chambers["treasure"] = ring if p.treasure == "ring" else frozenset([names[p.treasure]])
    high = side - 1
    six = [(7, high), (side - 8, high), (0, high - 7), (high, high - 7), (0, 7), (7, 0)]
    maze = Maze(side, light, (), chambers, (0, 0), p.tie, p.stuck, p.step_out == "yes")
    border = [(x, y) for x, y in maze.reading if {x, y} & {0, high}]
    doors = six if p.border_exits == "named" else border
    centre = high // 2
    dot = min(  # MQ-8.a
        light,
        key=lambda at: (
            abs(at[0] - centre) + abs(at[1] - centre),
            (at[0] - centre) ** 2 + (at[1] - centre) ** 2,
            -at[1],
            at[0],
        ),
    )
    return maze._replace(entrances=tuple(at for at in doors if at in light), dot=dot)


@dataclass
class Path:
    """A line of the pen: all its modules, the links between them, and its head (MQ-12.a)."""

    head: Module | None = None
    modules: set[Module] = field(default_factory=set)
    links: set[frozenset[Module]] = field(default_factory=set)

    def draw(self, way: Sequence[Module]) -> None:
        for module in way:
            if self.head is not None:
                self.links.add(frozenset((self.head, module)))
            self.modules.add(module)
            self.head = module


def drawn(way: Sequence[Module]) -> Path:
    """The path along all these modules."""
    path = Path()
    path.draw(way)
    return path


class Sits(NamedTuple):
    """Where a piece is: the modules of the line that led there, the head last, and the items that it holds."""

    way: tuple[Module, ...]
    holds: tuple[str, ...] = ()


@dataclass
class Explorer:
    """An explorer: their path, what they hold, and whether they are out."""

    name: str
    path: Path = field(default_factory=Path)
    holds: set[str] = field(default_factory=set)
    out: bool = False


class Move(NamedTuple):
    """One straight line: its direction, whether it is a tunnel, the modules after the head, whether it leaves the
    board.

    `stopped` is the key of what bars the line after these modules.
    """

    direction: str
    tunnel: bool
    way: tuple[Module, ...]
    leaves: bool = False
    stopped: str = ""


class Spoils(NamedTuple):
    """What a move brings: items out of chambers, and items stolen, each with its victim."""

    found: tuple[str, ...]
    stolen: tuple[tuple[str, tuple[str, ...]], ...]


def listed(things: Any) -> str:
    """Items in their order, in words."""
    return ", ".join(item for item in ITEMS if item in things)


class Twin:
    """One game; `play` changes it, or raises Refused and changes nothing."""

    def __init__(self, maze: Maze, names: Sequence[str], options: Mapping[str, str]) -> None:
        """Give each player a seat. Without `machine` the last of several players is the minoqaur (MQ-42, MQ-45)."""
        kept = len(names) > 1 and options.get("machine") != "yes"
        self.maze = maze
        self.keeper = names[-1] if kept else ""
        self.explorers = [Explorer(name) for name in (names[:-1] if kept else names)]
        self.steal_one = options.get("steal-one") == "yes"
        self.minoqaur = Path()
        self.minoqaur.draw([maze.dot])
        self.turn, self.round = 0, 0
        self.over = False
        self.winners: tuple[str, ...] = ()
        self.said: list[Heard] = []
        self.dice: Callable[[int], int] = lambda _: 1

    # --- the state ---------------------------------------------------------------------------------------------

    @property
    def mover(self) -> str:
        """Whose turn it is; empty when the game is over."""
        if self.over:
            return ""
        return self.explorers[self.turn].name if self.turn < len(self.explorers) else self.keeper

    @property
    def seats(self) -> dict[str, tuple[str, str]]:
        """Where each piece is, and what it holds."""
        found = {
            explorer.name: (
                cell(explorer.path.head) if explorer.path.head else "",
                "out" if explorer.out else listed(explorer.holds) or "nothing",
            )
            for explorer in self.explorers
        }
        assert self.minoqaur.head
        return {**found, (self.keeper or "minoqaur"): (cell(self.minoqaur.head), "the minoqaur")}

    @property
    def alive(self) -> list[Explorer]:
        """The explorers who are not out."""
        return [explorer for explorer in self.explorers if not explorer.out]

    def say(self, key: str, **args: str) -> None:
        self.said.append((key, args))

    def seat(self, seats: Mapping[str, Sits]) -> None:
        """Seat each piece with the line that led there and the items that it holds, in the first round."""
        for explorer in self.explorers:
            explorer.path = drawn(seats[explorer.name].way)
            explorer.holds = set(seats[explorer.name].holds)
        self.minoqaur = drawn(seats[self.keeper or "minoqaur"].way)
        self.turn, self.round = 0, 1

    # --- lines -------------------------------------------------------------------------------------------------

    def ray(self, at: Module, direction: str) -> list[Module]:
        """All modules from there to the edge."""
        dx, dy = COMPASS[direction]
        inside = range(self.maze.side)
        ray = [(at[0] + n * dx, at[1] + n * dy) for n in range(1, self.maze.side)]
        return [(x, y) for x, y in ray if x in inside and y in inside]

    def run(self, at: Module, direction: str) -> list[Module]:
        """The way of a tunnel: dark modules, then the first light one if there is one (MQ-18, MQ-19.a)."""
        way: list[Module] = []
        for module in self.ray(at, direction):
            way.append(module)
            if module in self.maze.light:
                break
        return way

    def lies(self, item: str) -> bool:
        """Whether an item lies in its chamber (MQ-49.b)."""
        return not any(item in explorer.holds for explorer in self.explorers)

    # --- an explorer's move --------------------------------------------------------------------------------------

    def spoils(self, me: Explorer, move: Move, take: str) -> Spoils:
        """What the move brings; raises Refused if the move is barred (MQ-13 to MQ-24, MQ-47 to MQ-49)."""
        holds, found, stolen = set(me.holds), list[str](), list[tuple[str, tuple[str, ...]]]()
        unsaid: list[Explorer] = []
        at = me.path.head
        assert at
        if move.tunnel:
            if not move.way or move.way[-1] not in self.maze.light:
                raise Refused("MQ-18.c.edge")
            if len(move.way) > 2 and "sword" not in me.holds:
                raise Refused("MQ-19.thick")
        for n, module in enumerate(move.way, 1):
            last = n == len(move.way) and not move.leaves and (move.tunnel or not move.stopped)
            self.stride(me, move, at, module, last=last, cloak="cloak" in holds)
            for item in ITEMS:
                if module in self.maze.chambers[item] and self.lies(item) and item not in found:
                    holds.add(item)
                    found.append(item)
            for other in self.explorers:
                if other is not me and not other.out and other.path.head == module and other.holds:
                    loot = self.loot(other, take)
                    holds |= set(loot)
                    stolen.append((other.name, loot))
                    unsaid += [] if loot else [other]
            at = module
        if move.stopped:
            raise Refused(move.stopped)
        if move.leaves:
            self.leaving(at, holds)
        for other in unsaid[:1]:
            raise Refused("MQ-49.a.which", other=other.name, ways=listed(other.holds))
        return Spoils(tuple(item for item in ITEMS if item in found), tuple(stolen))

    def leaving(self, at: Module, holds: set[str]) -> None:
        """Off the board by an entrance, with the treasure (MQ-39.a)."""
        if at not in self.maze.entrances:
            raise Refused("MQ-39.entrance")
        if "treasure" not in holds:
            raise Refused("MQ-39.treasure")

    def loot(self, other: Explorer, take: str) -> tuple[str, ...]:
        """What is taken from another explorer whose head is crossed (MQ-49.a)."""
        having = tuple(item for item in ITEMS if item in other.holds)
        if not self.steal_one or len(having) == 1:
            return having
        return (take,) if take in having else ()

    def stride(self, me: Explorer, move: Move, at: Module, module: Module, *, last: bool, cloak: bool) -> None:
        """One link of the way; raises Refused where a path bars it."""
        landing = move.tunnel and module == move.way[-1]
        link = frozenset((at, module))
        if not move.tunnel and module not in self.maze.light:
            raise Refused("MQ-14.wall")
        others = [explorer.path for explorer in self.explorers if explorer is not me]
        if landing and module in me.path.modules | self.minoqaur.modules:
            raise Refused("MQ-18.d.landing")
        if module == self.minoqaur.head:
            raise Refused("MQ-22.a.head")
        if module in me.path.modules:
            raise Refused("MQ-16.own")
        if module in self.minoqaur.modules and not cloak:
            raise Refused("MQ-15.trail")
        if link in self.minoqaur.links:
            raise Refused("MQ-23.along")
        if module in self.minoqaur.modules and last:
            raise Refused("MQ-23.b.stop")
        if any(link in path.links for path in others):
            raise Refused("MQ-48.along")
        if last and any(module in path.modules for path in others):
            raise Refused("MQ-48.stop")

    # --- the minoqaur's move -------------------------------------------------------------------------------------

    def prey(self, module: Module) -> Explorer | None:
        """The explorer who is caught there (MQ-41)."""
        return next((player for player in self.alive if player.path.head == module), None)

    def bar(self, move: Move, paths: Sequence[Path]) -> str:
        """Why the minoqaur may not make that move; empty if it may (MQ-29 to MQ-35)."""
        if move.tunnel and (not move.way or move.way[-1] not in self.maze.light):
            return "MQ-18.c.edge"
        at = self.minoqaur.head
        assert at
        for n, module in enumerate(move.way, 1):
            last = n == len(move.way) and (move.tunnel or not move.stopped)
            if not move.tunnel and module not in self.maze.light:
                return "MQ-14.wall"
            if module in self.minoqaur.modules:
                return "MQ-33.own"
            if any(frozenset((at, module)) in path.links for path in paths):
                return "MQ-35.along"
            prey = paths and self.prey(module)
            if prey and n < len(move.way):
                return "MQ-41.caught"
            if last and not prey and any(module in path.modules for path in paths):
                return "MQ-34.a.stop"
            at = module
        return move.stopped

    @property
    def drawn(self) -> list[Path]:
        """The paths of all explorers, also of those who are out (MQ-49.d)."""
        return [explorer.path for explorer in self.explorers]

    def options(self, head: Module, direction: str) -> list[Move]:
        """All walks in that direction, or the one tunnel, as if there were no paths (MQ-37.b)."""
        ray = self.ray(head, direction)
        if ray and ray[0] in self.maze.light:
            ends = next((n for n, module in enumerate(ray) if module not in self.maze.light), len(ray))
            return [Move(direction, False, tuple(ray[:n])) for n in range(1, ends + 1)]
        run = self.run(head, direction)
        return [Move(direction, True, tuple(run))] if run and run[-1] in self.maze.light else []

    def may(self, direction: str, paths: Sequence[Path]) -> list[Move]:
        """The minoqaur's legal moves in that direction."""
        assert self.minoqaur.head
        return [option for option in self.options(self.minoqaur.head, direction) if not self.bar(option, paths)]

    @property
    def trapped(self) -> bool:
        """Whether it could not move even if no player had drawn anything, with its own path as a reason (MQ-40)."""
        assert self.minoqaur.head
        if any(self.may(direction, ()) for direction in COMPASS):
            return False
        return any(self.options(self.minoqaur.head, direction) for direction in COMPASS)

    def prowl(self) -> None:
        """The minoqaur's turn by its rule (MQ-28 to MQ-37, and the summary there)."""
        assert self.minoqaur.head
        hunted = min(self.alive, key=lambda player: self.apart(self.minoqaur.head, player))  # MQ-49.g
        for direction in self.looks(hunted):
            moves = self.may(direction, self.drawn)
            nearer = [
                move for move in moves if self.apart(move.way[-1], hunted) < self.apart(self.minoqaur.head, hunted)
            ]
            if nearer:
                self.charge(min(nearer, key=lambda move: self.apart(move.way[-1], hunted)))
                return
            self.say(f"hindered-{'far' if moves else self.hindrance(direction)}", direction=direction)
        moves = [move for direction in COMPASS for move in self.may(direction, self.drawn)]
        if self.maze.stuck == "least-bad" and moves:
            self.say("least-bad")
            self.charge(min(moves, key=lambda move: self.apart(move.way[-1], hunted)))
            return
        self.say("waits", count=str(self.round))

    def hindrance(self, direction: str) -> str:
        """What bars that direction: the first thing on the way."""
        assert self.minoqaur.head
        moves = self.options(self.minoqaur.head, direction)
        if not moves:
            return "edge"
        return "own" if self.bar(moves[0], self.drawn) == "MQ-33.own" else "trail"

    @staticmethod
    def apart(module: Module | None, explorer: Explorer) -> int:
        """Rows and columns between a module and an explorer."""
        head = explorer.path.head
        assert head
        assert module
        return abs(head[0] - module[0]) + abs(head[1] - module[1])

    def looks(self, hunted: Explorer) -> list[str]:
        """The directions that the minoqaur tries, in order (MQ-30)."""
        (x, y), head = self.minoqaur.head or (0, 0), hunted.path.head
        assert head
        columns, rows = head[0] - x, head[1] - y
        across, upright = "east" if columns > 0 else "west", "north" if rows > 0 else "south"
        if not columns or not rows:
            only = upright if rows else across
            self.say("aims-line", player=hunted.name, first=str(abs(rows)), last=str(abs(columns)), direction=only)
            return [only]
        args = {"player": hunted.name, "first": str(abs(rows)), "last": str(abs(columns))}
        if abs(rows) != abs(columns):
            first, key = (upright, "rows") if abs(rows) < abs(columns) else (across, "columns")
        elif self.maze.tie == "random" and any(self.may(direction, self.drawn) for direction in COMPASS):
            first, key = (across if self.dice(2) == 1 else upright), "lot"
        else:
            first, key = (upright if self.maze.tie == "vertical" else across), "tie"
        self.say(f"aims-{key}", direction=first, **args)
        return [first, upright if first == across else across]

    def charge(self, move: Move) -> None:
        """The minoqaur moves, and catches each explorer that it reaches (MQ-41)."""
        key = "minoqaur-tunnels" if move.tunnel else "minoqaur-walks"
        self.say(key, count=str(self.round), direction=move.direction, cell=cell(move.way[-1]))
        prey = self.prey(move.way[-1])
        self.minoqaur.draw(move.way)
        if prey:
            self.say("catches", player=prey.name)
            self.bury(prey)

    def bury(self, who: Explorer) -> None:
        """Put an explorer out; their things go back to the chambers.

        If nobody is left, the game is lost (MQ-49.d, MQ-G1).
        """
        lost = listed(who.holds)
        who.out, who.holds = True, set()
        if lost and self.alive:
            self.say("returns", what=lost)
        if not self.alive:
            self.over = True
            self.winners = (self.keeper,) if self.keeper else ()
            if self.keeper:
                self.say("minoqaur-wins", player=self.keeper)
            else:
                self.say("lost", players=", ".join(explorer.name for explorer in self.explorers))

    # --- turns ---------------------------------------------------------------------------------------------------

    def begin(self) -> list[Heard]:
        """What is heard before the first turn."""
        names = [explorer.name for explorer in self.explorers] + ([self.keeper] if self.keeper else [])
        self.say("begin", players=", ".join(names))
        if self.keeper:
            self.say("keeps", player=self.keeper)
        else:
            self.say("runs")
        self.say("dot", cell=cell(self.maze.dot))
        lying = [f"{item} {self.whereabouts(self.maze.chambers[item])}" for item in ITEMS if self.maze.chambers[item]]
        if lying:
            self.say("chambers", what=", ".join(lying))
        doors = [cell(entrance) for entrance in self.maze.entrances]
        self.say("entrances", what=", ".join(doors), first=doors[0])
        self.say("turn", player=self.mover)
        return self.said

    @staticmethod
    def whereabouts(chamber: frozenset[Module]) -> str:
        """A chamber's upper left and lower right module."""
        columns, rows = [x for x, _ in chamber], [y for _, y in chamber]
        ends = cell((min(columns), max(rows))), cell((max(columns), min(rows)))
        return " to ".join(ends if len(chamber) > 1 else ends[:1])

    def onward(self) -> None:
        """Go on to a person's next turn: machines move, and explorers without a move go out (MQ-10, MQ-49.c, MQ-G1)."""
        while not self.over:
            self.turn += 1
            if self.turn < len(self.explorers):
                if self.ready(self.explorers[self.turn]):
                    return
            elif self.round and self.turn == len(self.explorers):
                if self.hunts():
                    return
            else:
                self.turn, self.round = -1, self.round + 1

    def ready(self, who: Explorer) -> bool:
        """Whether that explorer has a turn now."""
        if who.out:
            return False
        if self.round and not self.legal(who):
            self.say("walled-in", player=who.name)
            self.bury(who)
            return False
        self.say("turn", player=who.name)
        return True

    def hunts(self) -> bool:
        """Carry out the minoqaur's turn; returns whether a person must say what it does."""
        if self.trapped:
            self.say("trapped", count=str(self.round))
            self.winners = tuple(player.name for player in self.alive)
            self.say("wins", players=", ".join(self.winners))
            self.over = True
        elif not self.keeper:
            self.prowl()
        elif any(self.may(direction, self.drawn) for direction in COMPASS):
            self.say("turn", player=self.keeper)
            return True
        else:
            self.prowl()
        return False

    # --- what may be said ------------------------------------------------------------------------------------------

    def legal(self, who: Explorer) -> Iterator[str] | list[str]:
        """All that an explorer may say; with a single thing to steal there is no choice."""
        found: list[str] = []
        assert who.path.head
        for move in self.lines(who.path.head):
            for take in ("", *(ITEMS if self.steal_one else ())):
                try:
                    self.spoils(who, move, take)
                except Refused:
                    continue
                words = f"{move.direction} out" if move.leaves else cell(move.way[-1])
                if words not in found:
                    found.append(f"{words} take {take}" if take else words)
        return found

    def lines(self, head: Module) -> Iterator[Move]:
        """All lines in all directions, as if there were no paths."""
        for direction in COMPASS:
            yield from self.options(head, direction)
            ray = self.ray(head, direction)
            if self.maze.step_out:
                yield Move(direction, False, tuple(ray), True)

    @property
    def ways(self) -> list[str]:
        """Everything that may be said now."""
        if self.over:
            return []
        if self.turn == len(self.explorers):
            return [cell(move.way[-1]) for direction in COMPASS for move in self.may(direction, self.drawn)]
        me = self.explorers[self.turn]
        if not self.round:
            return [f"enter {cell(fact)}" for fact in self.free]
        return list(self.legal(me))

    @property
    def free(self) -> list[Module]:
        """The entrances at which nobody has entered (MQ-49.e)."""
        return [module for module in self.maze.entrances if all(module not in path.modules for path in self.drawn)]

    # --- reading ---------------------------------------------------------------------------------------------------

    def play(self, words: str, dice: Callable[[int], int]) -> list[Heard]:
        """Carry out a directive of the player whose turn it is; returns what is heard, or raises Refused."""
        self.said, self.dice = [], dice
        if self.over:
            raise Refused("MQ-46.over", winner=", ".join(self.winners) or "the minoqaur")
        name, colon, rest = words.partition(":")
        if colon:
            names = [explorer.name for explorer in self.explorers] + ([self.keeper] if self.keeper else [])
            if name.strip() not in names:
                raise Refused("nobody", name=name.strip(), players=", ".join(names))
            if name.strip() != self.mover:
                raise Refused("MQ-10.turn", player=self.mover)
            words = rest
        said = words.lower().split()
        if self.turn == len(self.explorers):
            self.hunt(said)
        elif not self.round:
            self.enter(said)
        else:
            self.explore(self.explorers[self.turn], said)
        self.onward()
        return self.said

    def enter(self, said: list[str]) -> None:
        """Enter at an entrance, given by its name or its number (MQ-9)."""
        me, doors = self.explorers[self.turn], self.maze.entrances
        name = " ".join(said[1:] if said[:1] == ["enter"] else said)
        free = ", ".join(map(cell, self.free))
        number = int(name) if re.fullmatch("[0-9]{1,3}", name) else 0
        door = doors[number - 1] if 1 <= number <= len(doors) else self.maze.named(name)
        if door is None:
            raise Refused("where", ways=free)
        if door not in doors:
            raise Refused("MQ-9.a.door", cell=cell(door), ways=free)
        if door not in self.free:
            raise Refused("MQ-49.e.taken", cell=cell(door), ways=free)
        me.path.draw([door])
        self.say("enters", player=me.name, cell=cell(door))
        for item in ITEMS:
            if door in self.maze.chambers[item] and self.lies(item):
                self.gain(me, item)

    def gain(self, me: Explorer, item: str) -> None:
        """Take an item out of its chamber (MQ-21, MQ-26)."""
        me.holds.add(item)
        if item == "treasure":
            self.say("captures", player=me.name, what=item)
        else:
            self.say("equips", player=me.name, what=item)

    def explore(self, me: Explorer, said: list[str]) -> None:
        """Carry out an explorer's walk or tunnel."""
        take = ""
        if "take" in said:
            where = said.index("take")
            take, said = " ".join(said[where + 1 :]), said[:where]
            if not self.steal_one:
                raise Refused("MQ-49.a.all")
            if take not in ITEMS:
                raise Refused("take", ways=", ".join(ITEMS))
        assert me.path.head
        move = self.out(me, said, take) if said[-1:] == ["out"] else None
        if move is None:
            move = self.line(said, me.path.head, lambda tried: self.fits(me, tried, take))
        spoils = self.spoils(me, move, take)
        self.go(me, move, spoils)

    def fits(self, me: Explorer, move: Move, take: str) -> bool:
        """Whether the move is legal."""
        try:
            self.spoils(me, move, take)
        except Refused:
            return False
        return True

    def go(self, me: Explorer, move: Move, spoils: Spoils) -> None:
        """Carry out a legal move of an explorer."""
        me.path.draw(move.way)
        head = me.path.head
        assert head
        key = "steps-out" if move.leaves else "tunnels" if move.tunnel else "walks"
        self.say(key, player=me.name, direction=move.direction, cell=cell(head), count=str(self.round))
        stolen = dict(spoils.stolen)
        for other in [explorer for explorer in self.explorers if explorer.name in stolen]:
            loot = stolen[other.name]
            other.holds -= set(loot)
            me.holds |= set(loot)
            self.say("steals", player=me.name, other=other.name, what=listed(loot))
        for item in spoils.found:
            self.gain(me, item)
        if {"treasure", "key"} <= me.holds:
            self.win(me, "escapes-by-key", cell=cell(head))
        elif move.leaves or ("treasure" in me.holds and head in self.maze.entrances and not self.maze.step_out):
            self.win(me, "escapes", cell=cell(head))

    def win(self, me: Explorer, key: str, **args: str) -> None:
        """The first explorer who escapes wins (MQ-25, MQ-39, MQ-46)."""
        self.say(key, player=me.name, **args)
        self.over, self.winners = True, (me.name,)

    def out(self, me: Explorer, said: list[str], take: str) -> Move:
        """A move off the board (MQ-39.a)."""
        if not self.maze.step_out:
            raise Refused("MQ-39.a.out")
        assert me.path.head
        sides = list(COMPASS)
        if len(said) > 1:
            sides = [direction for direction in COMPASS if said[0] in (direction, direction[0])]
        rays = {side: len(self.ray(me.path.head, side)) for side in sides}
        moves = [
            self.so_far(me.path.head, side, rays[side] + 1, "") for side in sorted(sides, key=lambda side: rays[side])
        ]
        good = [move for move in moves if self.fits(me, move, take)]
        if len(good) > 1:
            raise Refused("which")
        return good[0] if good else moves[0]

    def hunt(self, said: list[str]) -> None:
        """A move of the minoqaur that a person plays (MQ-42 to MQ-44)."""
        assert self.minoqaur.head
        if said[-1:] == ["out"]:
            raise Refused("MQ-39.a.out")
        move = self.line(said, self.minoqaur.head, lambda tried: not self.bar(tried, self.drawn))
        bar = self.bar(move, self.drawn)
        if bar:
            raise Refused(bar)
        self.charge(move)

    def line(self, said: list[str], head: Module, legal: Callable[[Move], bool]) -> Move:
        """The line that the words mean; raises Refused if they mean none (MQ-11 to MQ-20)."""
        if said[:1] == ["enter"]:
            raise Refused("MQ-11.entered")
        if said == ["pass"]:
            raise Refused("MQ-11.b.pass")
        verb = {"tunnel": "tunnel", "t": "tunnel", "walk": "walk"}.get(said[0], "") if len(said) > 1 else ""
        rest = said[1:] if verb else said
        glued = re.fullmatch("(north|east|south|west|[nesw])([0-9]+)", rest[0]) if len(rest) == 1 else None
        module = self.maze.named(rest[0]) if len(rest) == 1 else None
        if module and glued:
            return self.either(head, module, glued, legal)
        if module:
            return self.towards(head, module)
        if glued:
            rest = [glued[1], glued[2]]
        sides = [direction for direction in COMPASS if rest and rest[0] in (direction, direction[0])]
        if not sides:
            raise Refused("unread")
        if verb == "tunnel" and len(rest) == 1:
            return self.through(head, sides[0])
        if len(rest) == 1:
            ray = self.ray(head, sides[0])
            if ray and ray[0] not in self.maze.light:
                return self.through(head, sides[0])
            move = self.so_far(head, sides[0], 1, verb)
            if ray or legal(move):
                raise Refused("how-far")
            return move
        if len(rest) > 2 or not rest[1].isdecimal():
            raise Refused("MQ-20.bent" if verb == "tunnel" else "MQ-11.one")
        return self.so_far(head, sides[0], int(rest[1]), verb)

    def either(self, head: Module, module: Module, glued: re.Match[str], legal: Callable[[Move], bool]) -> Move:
        """Read words that name a module and also a direction with a number.

        They mean the module if the piece may go there, or if no reading is legal and the module is in line.
        """
        side = next(direction for direction in COMPASS if glued[1] in (direction, direction[0]))
        aligned = head[0] == module[0] or head[1] == module[1]
        readings: list[Callable[[], Move]] = [lambda: self.so_far(head, side, int(glued[2]), "")]
        readings[:0] = [lambda: self.towards(head, module)] if aligned else []
        for reading in readings:
            try:
                move = reading()
            except Refused:
                continue
            if legal(move):
                return move
        return readings[0]()

    def through(self, head: Module, side: str) -> Move:
        """The tunnel in that direction (MQ-17)."""
        ray = self.ray(head, side)
        if ray and ray[0] in self.maze.light:
            raise Refused("MQ-17.light")
        return Move(side, True, tuple(self.run(head, side)))

    def so_far(self, head: Module, side: str, count: int, verb: str) -> Move:
        """The line of this many modules in that direction, a walk or a tunnel (MQ-13, MQ-14, MQ-18.a)."""
        if not count:
            raise Refused("MQ-11.c.none")
        ray = self.ray(head, side)
        dark = bool(ray) and ray[0] not in self.maze.light
        if verb == "tunnel" or (dark and verb != "walk"):
            move = self.through(head, side)
            if count < len(move.way) and move.way[-1] in self.maze.light:
                raise Refused("MQ-13.dark")
            return move if len(move.way) == count else move._replace(stopped="MQ-18.a.on")
        if dark:
            raise Refused("MQ-13.dark")
        free = next((n for n, each in enumerate(ray) if each not in self.maze.light), len(ray))
        if count <= free:
            return Move(side, False, tuple(ray[:count]))
        if free < len(ray):
            return Move(side, False, tuple(ray[:free]), stopped="MQ-14.wall")
        if self.maze.step_out and count == free + 1 and self.turn < len(self.explorers):
            return Move(side, False, tuple(ray), leaves=True)
        return Move(side, False, tuple(ray), stopped="MQ-14.b.edge")

    def towards(self, head: Module, module: Module) -> Move:
        """The line to a module (MQ-12)."""
        if module == head:
            raise Refused("MQ-11.c.none")
        for side in COMPASS:
            ray = self.ray(head, side)
            if module in ray:
                return self.so_far(head, side, ray.index(module) + 1, "")
        raise Refused("MQ-12.line")
