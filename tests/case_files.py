"""The numbered rulings in `cases/*.cases`, of every game: how they are read, and how they are played as written.

The top of each file tells the form of a case. A case that cannot be read or played is told as `NAME:LINE: ...`.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from mapkit.games import maps, minoqaur
from mapkit.games.dungeon import state as dungeon
from mapkit.games.dungeon.design import KINDS
from mapkit.games.labyrinth import state as labyrinth
from mapkit.games.minoqaur import referee as rules
from mapkit.games.minoqaur import state as moment
from mapkit.games.minoqaur.code import matrix
from mapkit.games.minoqaur.maze_rules import Maze, Move, Trail, rays
from mapkit.games.minoqaur.maze_rules import trail_after as trail_after
from mapkit.games.shelf import GAMES
from mapkit.games.treasures import state as treasures
from mapkit.games.treasures.design import THREE_WAY, TWO_WAY
from mapkit.games.treasures.pack import names_of_items
from mapkit.games.treasures.situation import situation
from mapkit.language.phrases import Phrases, phrases
from mapkit.model.game import Game, table_of
from mapkit.model.grid import Border, Cell, Hex, Matrix
from mapkit.model.map import Map
from mapkit.model.ruling import Announcement, Dice, MoveError, NoRuling, Ruling, Seat
from mapkit.model.settings import BadSetting
from mapkit.model.table import Referee, Table
from tests.drawings import drawn, maze_of, numbers

HERE = Path(__file__).parent
LEDGERS = HERE.parent / "docs" / "rules"


def table(name: str, part: str) -> dict[str, str]:
    """The rows of a part of a table among the cases, `# ---- PART`: what stands before `: ` in each, and behind it."""
    text = (HERE / "cases" / name).read_text(encoding="utf-8").partition(f"\n# ---- {part}\n")[2].partition("\n\n")[0]
    return dict(line.partition(": ")[::2] for line in text.splitlines() if line[:1] != "#")


class BadCase(ValueError):
    """A case cannot be read or played; the text begins with its file and line."""

    def __init__(self, place: tuple[str, int], problem: str) -> None:
        super().__init__(f"{place[0]}:{place[1]}: {problem}")


class Step(NamedTuple):
    """One line of a case with what is heard after it: its file and line, and its verb, which is a key of STEPS."""

    place: tuple[str, int]
    verb: str
    words: str
    heard: tuple[str, ...] = ()


class Case(NamedTuple):
    """A ruling: its file and line, its number in the ledger, its sentence, its drawing and its steps."""

    place: tuple[str, int]
    number: str
    sentence: str
    drawing: str
    steps: tuple[Step, ...]

    def said(self, verb: str) -> tuple[str, ...]:
        return tuple(step.words for step in self.steps if step.verb == verb)


class Sits(NamedTuple):
    """A player as a case describes them: `Ann on a1, wounded, bullets 1`."""

    name: str
    cell: Cell
    has: tuple[str, ...]


class Lies(NamedTuple):
    """Things that lie somewhere: `2 treasures on a1`."""

    what: str
    cell: Cell
    times: int


def _drawn(map_: Map[Any], cell: Cell) -> bool:
    return cell in map_.params.grid.cells()


def _told(_: Any, seat: Seat) -> set[str]:
    return {word for word in seat.words.split(", ") if word != "healthy"}


@dataclass(frozen=True)
class CaseBook:
    """The cases of one game, and what is special about them."""

    game: str
    mark: str
    """The letters before the numbers of its rules."""
    board: Callable[[str], Map[Any]]
    """The map of a drawing."""
    places: Callable[[Map[Any]], Iterable[Cell]] | None
    """The cells on which players can be put at the beginning; None if players cannot be put anywhere."""
    seated: Callable[[Any, tuple[Sits, ...], tuple[Lies, ...]], Any] | None
    """The moment that a case describes, made from a moment that has begun; raises ValueError for an impossible one.

    None if the drawing tells everything.
    """
    things: tuple[str, ...]
    lying: Callable[[Any], Iterable[tuple[str, Cell]]]
    """Where each of the `things` lies."""
    languages: tuple[str, ...] = ("en",)
    exists: Callable[[Map[Any], Cell], bool] = _drawn
    """Whether there is a cell of that name."""
    has: Callable[[Any, Seat], set[str]] = _told
    """What a `then` line says of a player."""
    modules: str = ""
    """The glyphs of a drawing without walls."""
    judge: Referee[Any] | None = None
    """The referee, if it is not the game's own."""
    nobody: str = ""
    """The name of a piece that is seated without being a player."""
    breaks: Callable[[Map[Any]], list[str]] = numbers
    """The numbers of the rules that a map breaks."""

    ledger_name: str = ""
    """The name of its ledger and of its file of cases, if these are not called as the game is."""

    done: dict[tuple[str, int], tuple[tuple[Outcome, Any], ...]] = field(default_factory=dict)
    """The cases that were played, by their places: each is played once for all tests that look at it."""

    @property
    def name(self) -> str:
        return f"{self.ledger_name or self.game}.cases"

    @property
    def table(self) -> Table[Any]:
        return table_of(GAMES[self.game])

    @property
    def referee(self) -> Referee[Any]:
        return self.judge or self.table.referee

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        return tuple(self.read((HERE / "cases" / self.name).read_text(encoding="utf-8")))

    @cached_property
    def words(self) -> Mapping[str, Phrases]:
        return {language: phrases(self.game, language) for language in self.languages}

    @cached_property
    def ledger(self) -> str:
        return (LEDGERS / f"{self.ledger_name or self.game}.md").read_text(encoding="utf-8")

    def numbered(self, text: str) -> tuple[tuple[str, str], ...]:
        """The numbers of the ledger, lettered ones too, each with the rest of its line."""
        return tuple(re.findall(rf"^ *- \*\*({self.mark}-[^*]+)\*\*(.*)$", text, re.MULTILINE))

    def read(self, text: str) -> Iterator[Case]:
        """The cases of a text; raises BadCase."""
        lines = deque(((self.name, n), line.rstrip()) for n, line in enumerate(text.splitlines(), 1) if line[:1] != "#")
        while lines:
            place, line = lines.popleft()
            head = re.fullmatch(rf"(?P<number>{self.mark}-\S+)  (?P<sentence>\S.*)", line)
            if head:
                yield Case(place, head["number"], head["sentence"], self._drawing(place, lines), tuple(_steps(lines)))
            elif line:
                raise BadCase(place, f"found {line!r}; a case begins with a rule's number, two blanks and a sentence")

    def _drawing(self, place: tuple[str, int], lines: Lines) -> str:
        """The settings, then lines of walls, and each line between two lines of walls; floors are separated by a
        `/`.

        If the maps of a game are not drawn, there are only settings. Rows of modules have spaces between them, and
        rows of hexes begin with a space.
        """
        rows: list[str] = []
        while lines and re.match(r"[a-z_]+=", lines[0][1]):
            rows.append(lines.popleft()[1])
        if not GAMES[self.game].design.board.drawn_in_files and rows:
            return " ".join(rows)
        while self.modules and lines and re.fullmatch(rf"[{self.modules}](?: [{self.modules}])+", lines[0][1]):
            rows.append(lines.popleft()[1])
        if self.modules and rows:
            return "\n".join(rows)
        if isinstance(GAMES[self.game].design.params().grid, Hex):
            hexes = [lines.popleft()[1] for _ in range(_hexes(lines))]
            if not hexes:
                raise BadCase(place, "no drawing follows; rows of hexes begin with a blank")
            return "\n".join([*rows, *(row.replace("/", "") for row in hexes)])
        while lines and lines[0][1].startswith(("+", "/")):
            rows.append(lines.popleft()[1].replace("/", ""))
            if len(lines) > 1 and lines[1][1].startswith("+") and lines[0][1] != "/" and rows[-1]:
                rows.append(lines.popleft()[1])
        if len(rows) < 3:
            raise BadCase(place, "no drawing follows; it begins with a line of walls, +---+---+")
        return "\n".join(rows)

    def played(self, case: Case) -> tuple[tuple[Outcome, Any], ...]:
        """The outcomes of a case of the file, each with the state of the game after it."""
        if case.place not in self.done:
            game = self.opened(case)
            self.done[case.place] = tuple((outcome, game.state) for outcome in game.follow())
        return self.done[case.place]

    def opened(self, case: Case) -> Play:
        """A case of which nothing is played yet; raises BadCase if the drawing cannot be read."""
        try:
            return Play(self, case, self.board(case.drawing))
        except ValueError as bad:
            raise BadCase(case.place, f"its drawing cannot be read: {bad}") from None


def _hexes(lines: Lines) -> int:
    """How many of the next lines are rows of hexes, or separate levels."""
    return next((n for n, (_, line) in enumerate(lines) if not line.startswith((" ", "/"))), len(lines))


# Reading

STEPS = {
    "rules": re.compile(r"gm (.+)"),
    "says": re.compile(r"([^\W\d][\w ]*: .+)"),
    "breaks": re.compile(r"breaks ([A-Z]{2}-.+)"),
    "option": re.compile(r"option (\S+)"),
    "dice": re.compile(r"dice ([1-9][0-9 ]*)"),
    "then": re.compile(r"then (.+)"),
    "may": re.compile(r"may say (.+)"),
    "begin": re.compile(r"(.+) begin"),
    "plays": re.compile(r"(.+) play"),
    "seats": re.compile(r"(.+ on .+)"),
}
"""The kinds of lines after a case's drawing, by what they do; a line is of the first kind that fits."""
Lines = deque[tuple[tuple[str, int], str]]
SEAT = re.compile(r"(?P<name>\S+) on (?P<cell>[\w/:]+)(?P<has>(?:, [\w' -]+)*)")
LIES = re.compile(r"(?:(?P<count>no|\d+) )?(?P<what>[a-z ]+?)s? on (?P<cell>[\w/:]+)")


def _steps(lines: Lines) -> Iterator[Step]:
    while lines and lines[0][1]:
        place, line = lines.popleft()
        found = next(((verb, each[1]) for verb, form in STEPS.items() if (each := form.fullmatch(line))), None)
        if found is None:
            raise BadCase(place, f"found {line!r}; a line is one of {', '.join(STEPS)}")
        heard = []
        while lines and lines[0][1].startswith("  "):
            heard.append(lines.popleft()[1].strip())
        if heard and found[0] not in ("says", "begin", "rules"):
            raise BadCase(place, f"nothing is heard after {line!r}")
        yield Step(place, *found, tuple(heard))


# Playing


class Outcome(NamedTuple):
    """The result of a step: what the case wants, what was found, the keys of the words said, and the ruling."""

    step: Step
    wanted: object
    found: object
    keys: frozenset[tuple[str, str]] = frozenset()
    ruling: Ruling[Any] | None = None


@dataclass
class Play:
    """A case being played: what is drawn, the options, the dice to come, and the state once it has begun."""

    book: CaseBook
    case: Case
    map: Map[Any]
    options: dict[str, str] = field(default_factory=dict)
    dice: deque[int] = field(default_factory=deque)
    state: Any = None

    def follow(self) -> Iterator[Outcome]:
        """Play the case step by step; raises BadCase if it cannot be played."""
        breaks = [number for words in self.case.said("breaks") for number in words.split(", ")]
        yield Outcome(
            Step(self.case.place, "breaks", "the rules that its drawing breaks"), breaks, self.book.breaks(self.map)
        )
        for step in self.case.steps:
            yield from self._outcomes(step)
        if self.dice:
            raise BadCase(self.case.place, f"dice {' '.join(map(str, self.dice))} were never rolled")

    def _outcomes(self, step: Step) -> Iterator[Outcome]:
        match step.verb:
            case "says" | "begin" | "rules":
                yield self._told(step)
            case "seats":
                self.state = self._seated(step)
            case "plays":
                self.state = self._playing(step)
            case "then":
                yield from self._standing(step)
            case "may":
                named = () if step.words == "nothing" else tuple(step.words.split(", "))
                yield Outcome(step, named, self.book.referee.ways(self._now(step)))
            case "option":
                key, _, value = step.words.partition("=")
                self.options[key] = value or "yes"
            case "dice":
                self.dice.extend(map(int, step.words.split()))

    def _now(self, step: Step) -> Any:
        if self.state is None:
            raise BadCase(step.place, "nobody is seated yet; say who is where, `Ann on a1; Bob on b2`")
        return self.state

    def _roll(self, step: Step) -> Dice:
        """Dice that show what the case says.

        Raises BadCase if the case says nothing, or a number above the sides of the die.
        """

        def die(sides: int) -> int:
            if not self.dice or self.dice[0] > sides:
                raise BadCase(step.place, f"a die with {sides} sides is rolled, and dice says {[*self.dice][:1]}")
            return self.dice.popleft()

        return die

    def _parts(self, step: Step) -> tuple[tuple[Sits, ...], tuple[Lies, ...]]:
        sits, lies = [], []
        for told in map(str.strip, step.words.split(";")):
            thing, seat = LIES.fullmatch(told), SEAT.fullmatch(told)
            if thing and thing["what"] in self.book.things:
                count = 0 if thing["count"] == "no" else int(thing["count"] or 1)
                lies.append(Lies(thing["what"], thing["cell"], count))
            elif seat:
                sits.append(Sits(seat["name"], seat["cell"], tuple(seat["has"].split(", ")[1:])))
            else:
                raise BadCase(step.place, f"found {told!r}; say `Ann on a1, wounded` or `treasure on b2`")
        for cell in (*(sit.cell for sit in sits), *(each.cell for each in lies)):
            if not self.book.exists(self.map, cell):
                raise BadCase(step.place, f"there is no cell {cell} in the drawing")
        return tuple(sits), tuple(lies)

    def _seated(self, step: Step) -> Any:
        if self.book.seated is None:
            raise BadCase(step.place, "the drawing tells who is where; say `Ann, Bob play`")
        sits, lies = self._parts(step)
        options = dict(self.options)
        if self.book.places is not None:
            options |= {"starts": " ".join([*self.book.places(self.map)][: len(sits)]), "order": "given"}
        names = tuple(sit.name for sit in sits if sit.name != self.book.nobody)
        try:
            return self.book.seated(
                self.book.referee.begin(self.map, names, options, self._roll(step)).state, sits, lies
            )
        except BadCase:
            raise
        except ValueError as bad:
            raise BadCase(step.place, str(bad)) from None

    def _playing(self, step: Step) -> Any:
        """The state in which play goes on from the drawing."""
        names = tuple(map(str.strip, step.words.split(",")))
        try:
            return self.book.referee.begin(self.map, names, self.options, self._roll(step)).state
        except BadSetting as bad:
            raise BadCase(step.place, str(bad)) from None

    def _standing(self, step: Step) -> Iterator[Outcome]:
        """For each part of a `then` line, what it wants and what is found."""
        standing = {seat.name: seat for seat in self.book.referee.seats(self._now(step))}
        sits, lies = self._parts(step)
        for sit in sits:
            if sit.name not in standing:
                raise BadCase(step.place, f"{sit.name} is none of the players, who are {', '.join(standing)}")
            found = standing[sit.name]
            yield Outcome(step, (sit.cell, {*sit.has}), (found.cell, self.book.has(self.state, found)))
        for what, cell, count in lies:
            yield Outcome(step, (what, cell, count), (what, cell, [*self.book.lying(self.state)].count((what, cell))))

    def _told(self, step: Step) -> Outcome:
        try:
            ruling = self._ruling(step)
        except BadSetting as bad:
            return Outcome(step, step.heard, (f"refused: {bad}",))
        except NoRuling as bad:
            return self._refused(step, bad.refusals)
        except MoveError as bad:
            return self._refused(step, [bad.refusal])
        self.state = ruling.state
        for words in self.book.words.values():
            _worded([*map(words.say, ruling.heard), *map(words.note, ruling.notes)])
        keys = {("heard", each.key) for each in ruling.heard} | {("notes", note.key) for note in ruling.notes}
        language = "ru" if any(re.search("[а-я]", announcement) for announcement in step.heard) else "en"
        say = self.book.words[language].say
        said = tuple(f"(for {', '.join(each.to)}) {say(each)}" if each.to else say(each) for each in ruling.heard)
        return Outcome(step, step.heard, said, frozenset(keys), ruling)

    def _refused(self, step: Step, refusals: Sequence[Announcement]) -> Outcome:
        spoken = {language: [*map(words.refuse, refusals)] for language, words in self.book.words.items()}
        for told in spoken.values():
            _worded(told)
        found = tuple(f"refused: {line}" for line in spoken["en"])
        return Outcome(step, step.heard, found, frozenset(("refused", refusal.key) for refusal in refusals))

    def _ruling(self, step: Step) -> Ruling[Any]:
        if step.verb == "rules":
            assert self.book.table.screen.correct is not None
            return self.book.table.screen.correct(self._now(step), step.words)
        if step.verb == "says":
            return self.book.referee.play(self._now(step), step.words, self._roll(step))
        names = tuple(map(str.strip, step.words.split(",")))
        return self.book.referee.begin(self.map, names, self.options, self._roll(step))


def _worded(spoken: Iterable[str]) -> None:
    """Check that everything has words, and that no gap in them is left open."""
    assert not [line for line in spoken if not line or "{" in line]


# Treasures of the Abandoned Labyrinth


def _treasures_board(drawing: str) -> Map[Any]:
    """The map of the drawing, with settings that ask only for what is there."""
    kinds = ("shop", "hospital", "marsh", "river", "rivers", "bends", "fake", "treasures", "exits")
    sets = {"two_way": TWO_WAY, "three_way": THREE_WAY}
    given = {name: str(sum(f"{letter}1" in drawing for letter in letters)) for name, letters in sets.items()}
    return drawn(drawing, **dict.fromkeys(kinds, "any"), **given)


def _expanded_board(drawing: str) -> Map[Any]:
    """The map of a drawing with new tiles, whose settings ask for what is drawn."""
    rows = [row for row in drawing.splitlines() if "=" not in row and "+" not in row]
    seen = Counter(re.findall(r"[^\s|]+", " ".join(rows)))
    floors = drawing.count("\n\n") + 1
    numbers = {"donation": seen["O"], "elevators": seen["L"] // floors, "fools": seen["Tf"], "trapped": seen["Tb"]}
    numbers["stairs"] = seen["/u"] // max(1, floors - 1)
    return _treasures_board("\n".join([*(f"{name}={number}" for name, number in numbers.items() if number), drawing]))


def _safe_cells(map_: Map[Any]) -> list[Cell]:
    """The Safe tiles, without those that are something else as well, such as a lair."""
    marks = Counter(fact.place for fact in map_.facts)
    return sorted(cell for cell, kind in map_.kinds.items() if kind == "safe" and marks[cell] == 1)


def _adventurers(state: treasures.State, sits: tuple[Sits, ...], lies: tuple[Lies, ...]) -> treasures.State:
    players = tuple(_adventurer(sit, state) for sit in sits)
    dropped = (treasures.LyingTreasure(thing.cell, thing.what) for thing in lies for _ in range(thing.times))
    return replace(state, players=players, lying=(*state.lying, *dropped))


def _adventurer(sits: Sits, state: treasures.State) -> treasures.Player:
    p = state.drawn.params
    known = [*names_of_items(state)]
    items = [thing for thing in sits.has if thing in known]
    if len(items) > p.most_items or not set(sits.has) <= {*known, "injured", "infected", *p.treasure_marks}:
        most = "one" if p.most_items == 1 else p.most_items
        raise ValueError(
            f"found {', '.join(sits.has)}; a player may have injured, treasure, {most} of {', '.join(known)}"
        )
    carried = next((thing for thing in sits.has if thing in p.treasure_marks), "")
    rolls = state.drawn.kinds[sits.cell] == "shop"
    healthy, infected = not {"injured", "infected"} & {*sits.has}, "infected" in sits.has
    return treasures.Player(sits.name, sits.cell, healthy, tuple(items), carried, may_roll=rolls, infected=infected)


TREASURES = CaseBook(
    "treasures",
    "TL",
    _treasures_board,
    _safe_cells,
    _adventurers,
    ("treasure",),
    lambda state: [("treasure", cell) for cell in state.treasures],
)


def _with_kind(state: treasures.State, seat: Seat) -> set[str]:
    """What is told of a player, with the kind of their treasure, which no player is told (TX-24)."""
    carried = next(player.carried for player in state.players if player.name == seat.name)
    return {carried if each == "treasure" else each for each in _told(state, seat)}


EXPANSIONS = CaseBook(
    "treasures",
    "TX",
    _expanded_board,
    _safe_cells,
    _adventurers,
    ("treasure", "bear", "dog", "zombie"),
    lambda state: situation(state).things,
    ("en", "ru"),
    has=_with_kind,
    ledger_name="expansions",
)
"""The rulings of the packs of Treasures."""


# Maze on paper


def _first_empty(map_: Map[Any]) -> list[Cell]:
    """The first empty cell for all players, as many as can play."""
    first = map_.params.grid.cells()[0]
    return [next((cell for cell, kind in map_.kinds.items() if kind == "empty"), first)] * 8


def _markers(state: labyrinth.State, sits: tuple[Sits, ...], lies: tuple[Lies, ...]) -> labyrinth.State:
    players = tuple(_marker(sit, labyrinth.first_arms(state.params)) for sit in sits)
    marks = [(cell, kind == "treasure") for cell, kind in state.drawn.kinds.items() if kind in ("treasure", "false")]
    drops = [
        (thing.cell, thing.what == "treasure") for thing in lies if "treasure" in thing.what for _ in range(thing.times)
    ]
    genuine = sum(real for _, real in (*marks, *drops)) + sum(player.genuine for player in players)
    loose = tuple(labyrinth.LooseTreasure(*mark) for mark in (*marks, *drops))
    fallen = tuple(thing.cell for thing in lies if thing.what == "boomerang" for _ in range(thing.times))
    return replace(state, players=players, loose=loose, genuine=genuine, fallen=fallen)


def _marker(sits: Sits, kit: labyrinth.Arms) -> labyrinth.Player:
    player = labyrinth.Player(sits.name, spot=sits.cell, start=sits.cell)
    for has in sits.has:
        word, _, rest = has.partition(" ")
        if word in labyrinth.Arms._fields and rest.isdecimal():
            player = player._replace(arms=player.arms._replace(**{word: int(rest)}))
        elif word == "genuine" and rest.isdecimal():
            player = player._replace(genuine=int(rest))
        elif word == "false" and rest.isdecimal():
            player = player._replace(false=int(rest))
        elif has == "kit":
            player = player._replace(arms=kit)
        elif word == "outside":
            player = player._replace(spot=Border(sits.cell, rest))
        elif has in ("wounded", "dead"):
            player = player._replace(wounded=True, dead=has == "dead")
        else:
            raise ValueError(f"found {has!r}; a player has wounded, dead, kit, outside E, genuine 1, bullets 1")
    return player


def _lying(state: labyrinth.State) -> Iterator[tuple[str, Cell]]:
    yield from ((creature.kind, creature.cell) for creature in state.creatures)
    yield from (("boomerang", cell) for cell in state.fallen)
    yield from (("treasure" if treasure.genuine else "false treasure", treasure.cell) for treasure in state.loose)


LABYRINTH = CaseBook(
    "labyrinth",
    "MP",
    lambda drawing: drawn(drawing, "labyrinth"),
    _first_empty,
    _markers,
    ("treasure", "false treasure", "boomerang", "bear", "leprechaun"),
    _lying,
    ("en", "ru"),
)

HOUSE_OPTIONS = replace(LABYRINTH, mark="MX", ledger_name="house-options", done={})
"""The rulings of the packs of Maze on paper."""

# Quoridor


QUORIDOR = CaseBook("quoridor", "QC", lambda drawing: drawn(drawing, "quoridor"), None, None, (), lambda _: ())

# Dungeon


def _is_spot(map_: Map[Any], cell: Cell) -> bool:
    """Whether a word is `outside`, or `c3`, `c3/2`, `2:c3/1`: a hex of any level, made or not."""
    hexes = dungeon.board(map_.params.grid.radius).cells()
    return cell == "outside" or re.sub(r"^[2-9]:|/[1-9]$", "", cell) in hexes


def _spot(cell: Cell) -> dungeon.Spot | None:
    number, name, level = re.fullmatch(r"(?:(\d):)?(\w+)(?:/(\d))?", cell, re.ASCII).groups()  # type: ignore[union-attr]
    return None if cell == "outside" else dungeon.Spot(int(number or 1), int(level or 1), name)


def _party(state: dungeon.State, sits: tuple[Sits, ...], _: tuple[Lies, ...]) -> dungeon.State:
    """All players on their hexes, on levels that are drawn; levels above those are made."""
    players = tuple(dungeon.Player(sit.name, _spot(sit.cell), *_bags(sit)) for sit in sits)
    depth = max((player.spot.level for player in players if player.spot), default=1)
    if depth > state.params.grid.floors:
        raise ValueError(f"level {depth} is not drawn")
    for _level in range(1, depth):
        state = dungeon.with_level(state, 1, lambda sides: sides)
    escaped = frozenset(sit.name for sit in sits if "escaped" in sit.has)
    dungeons = tuple(each._replace(escaped=escaped) for each in state.dungeons)
    return replace(state, players=players, dungeons=dungeons)


def _bags(sits: Sits) -> Iterator[dungeon.Bag]:
    """What is in a player's Pocket and Store."""
    told = dict(thing.rpartition(" ")[::2] for thing in sits.has if thing != "escaped")
    known = [*dungeon.Bag._fields, *(f"store {field}" for field in dungeon.Bag._fields)]
    if not set(told) <= {*known} or not all(each.isdecimal() for each in told.values()):
        raise ValueError(
            f"found {', '.join(sits.has)}; a player has escaped, {', '.join(f'{item} 1' for item in known)}"
        )
    for store in ("", "store "):
        yield dungeon.Bag(*(int(told.get(f"{store}{field}", 0)) for field in dungeon.Bag._fields))


def _belongings(state: dungeon.State, seat: Seat) -> set[str]:
    player = state.player(seat.name)
    bags = {"": player.pocket, "store ": player.store}
    return {f"{of}{what} {number}" for of, bag in bags.items() for what, number in bag._asdict().items() if number}


def _ground(state: dungeon.State) -> Iterator[tuple[str, Cell]]:
    """What each hex is, and which creatures are on it."""
    for number, each in enumerate(state.dungeons, 1):
        for level, hexes in enumerate(each.levels, 1):
            yield from (
                (kind.replace("_", " "), state.name_of(dungeon.Spot(number, level, cell)))
                for cell, kind in hexes.items()
            )
    yield from ((enemy.kind.replace("_", " "), state.name_of(enemy.spot)) for enemy in state.enemies)


DUNGEON = CaseBook(
    "dungeon",
    "HD",
    lambda drawing: drawn(drawing, "dungeon"),
    None,
    _party,
    tuple(kind.replace("_", " ") for kind in KINDS),
    _ground,
    exists=_is_spot,
    has=_belongings,
)

# Minoqaur


@dataclass(frozen=True, eq=False)
class Sketch:
    """Stands for the parameters of a maze that a case draws itself."""

    grid: Matrix
    maze: Maze
    at_random: bool


def _maze_or_code(drawing: str) -> Map[Any]:
    """The maze of a drawing that may begin with settings; if there are only settings, the code that they describe."""
    lines = drawing.splitlines()
    given = dict(pair.split("=") for line in lines if "=" in line for pair in line.split())
    rows = [line for line in lines if "=" not in line]
    if not rows:
        size = matrix(int(given.pop("size")))
        return maps.generate("minoqaur", "case", size=size, given=given)
    known = {"tie": "horizontal vertical random", "stuck": "waits least-bad", "step_out": "no yes"}
    wrong = [f"{key}={value}" for key, value in given.items() if value not in known.get(key, "").split()]
    if wrong:
        raise BadSetting(f"found {', '.join(wrong)}; a drawn maze takes {known}")
    maze = maze_of(
        "\n".join(rows),
        sideways=given.get("tie") != "vertical",
        restless=given.get("stuck") == "least-bad",
        step_out=given.get("step_out") == "yes",
    )
    grid = Matrix(maze.side, maze.side)
    game: Game[Any] = minoqaur.GAME
    of_sketches = replace(game, design=replace(game.design, params=Sketch, rules=(), advice=()))
    return Map(of_sketches, Sketch(grid, maze, given.get("tie") == "random"), frozenset())


def _in_a_sketch(map_: Map[Any], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[Any]:
    p = map_.params
    if not isinstance(p, Sketch):
        return rules.begin(map_, names, options, dice)
    return rules.begin_in_maze(p.maze, names, options, at_random=p.at_random)


def _pieces(state: moment.State, sits: tuple[Sits, ...], _: tuple[Lies, ...]) -> moment.State:
    """Each piece in its place, with the trail that led there."""
    told = {sit.name: sit for sit in sits}
    explorers = tuple(_explorer(state, told[player.name]) for player in state.explorers)
    hunter = told.get(state.keeper or moment.MINOQAUR)
    minoqaur = _trail(state, hunter) if hunter else state.minoqaur
    return replace(state, explorers=explorers, minoqaur=minoqaur, turn=0, round=1)


def _explorer(state: moment.State, sits: Sits) -> moment.Player:
    words = [thing for thing in sits.has if not thing.startswith("from ")]
    if not set(words) <= {*moment.ITEMS, "out"}:
        raise ValueError(f"found {', '.join(words)}; an explorer has from a1 b1, out, {', '.join(moment.ITEMS)}")
    holds = sum(moment.ITEMS[word] for word in words if word != "out")
    return moment.Player(sits.name, _trail(state, sits), holds, "out" in words)


def _trail(state: moment.State, sits: Sits) -> Trail:
    """The trail from corner to corner."""
    corners = [cell for thing in sits.has if thing.startswith("from ") for cell in thing.split()[1:]]
    modules = [state.cells.index(cell) for cell in (*corners, sits.cell)]
    trail = Trail.at(modules[0])
    for one, other in pairwise(modules):
        lines = [(direction, line[one]) for direction, line in rays(state.maze.side).items() if other in line[one]]
        if not lines:
            raise ValueError(f"{sits.name}: a trail goes straight from each module to the next")
        direction, ray = lines[0]
        trail = trail_after(state.maze, trail, Move(direction, False, tuple(ray[: ray.index(other) + 1])))
    return trail


MINOQAUR = CaseBook(
    "minoqaur",
    "MQ",
    _maze_or_code,
    None,
    _pieces,
    (),
    lambda _: (),
    modules="X.EMSCKT",
    judge=replace(rules.REFEREE, begin=_in_a_sketch),
    nobody=moment.MINOQAUR,
    breaks=lambda map_: [] if isinstance(map_.params, Sketch) else numbers(map_),
)

BOOKS = (TREASURES, EXPANSIONS, LABYRINTH, HOUSE_OPTIONS, QUORIDOR, DUNGEON, MINOQAUR)
