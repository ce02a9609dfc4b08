"""Mapkit's referee of Minoqaur and a second one, written from the ledger, say the same, directive by directive.

They play small random mazes with much on them, and whole codes; one explorer against the rule, a person as the
minoqaur, up to six explorers; with every setting and option that changes play. All players enter, or sit somewhere
already with a line behind them and items in hand. Left out are corrections by the game master, and names that are
refused.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from mapkit.games import maps
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from mapkit.model.ruling import Announcement, MoveError
from tests.case_files import MINOQAUR, Sits
from tests.twins import minoqaur as twins
from tests.twins.minoqaur import COMPASS, ITEMS, Maze, Module, Refused, Twin, cell

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")
MOST = 60
"""The number of directives of one game."""
REFEREE = MINOQAUR.referee


class Drawn(NamedTuple):
    """A maze for mapkit, the same maze for the twin, and in words."""

    map: Map[Any]
    maze: Maze
    words: str


def _small(chance: Chance) -> Drawn:
    """A random maze of 4 x 4 to 6 x 6 modules."""
    side, light = chance.choice([4, 5, 5, 6, 6]), chance.choice([45, 60, 75, 90, 100])
    signs = {(x, y): "." if chance.between(1, 100) <= light else "X" for y in range(side) for x in range(side)}
    rest = [*chance.shuffled([*signs])]
    corners = [at for at in rest if {*at} <= {0, side - 1}][: chance.choice([0, 0, 0, 2])]
    border = [at for at in rest if {*at} & {0, side - 1} and at not in corners]
    doors = [*corners, *border][: chance.between(1, 6)]
    rest = [at for at in rest if at not in doors]
    signs |= dict.fromkeys(doors, "E") | {rest.pop(): "M"}
    for sign in "SCKT":
        signs |= {rest.pop(): sign for _ in range(chance.choice([0, 1, 1, 2])) if rest}
    tie, stuck = chance.choice(["horizontal", "vertical", "random"]), chance.choice(["waits", "least-bad"])
    out = chance.choice(["no", "yes"])
    rows = [" ".join(signs[x, y] for x in range(side)) for y in range(side)]
    words = "\n".join([f"tie={tie} stuck={stuck} step_out={out}", *rows])
    maze = twins.of_drawing(rows, tie=tie, stuck=stuck, step_out=out == "yes")
    return Drawn(MINOQAUR.board(words), maze, words)


def _code(chance: Chance) -> Drawn:
    """A whole code of version 2, with all settings that change play."""
    given = {
        "text": chance.choice(["HI", "MAZE", "12345", "minoqaur"]),
        "corners": chance.choice(["ruled", "drawn"]),
        "chamber": chance.choice(["ring", "centre-line"]),
        "treasure": chance.choice(["ring", "h25", "h18"]),
        "border_exits": chance.choice(["named", "all"]),
        "tie": chance.choice(["horizontal", "vertical", "random"]),
        "stuck": chance.choice(["waits", "least-bad"]),
        "step_out": chance.choice(["no", "yes"]),
        "mask": "0",
        "error": "L",
    }
    seed = str(chance.between(1, 999))
    map_ = maps.generate("minoqaur", seed, given=given)
    marks = [(str(fact.place), fact.mark) for fact in sorted(map_.facts)]
    return Drawn(map_, twins.of_code(25, marks, map_.params), f"{seed} {given}")


def _line(chance: Chance, twin: Twin, head: Module, bends: int) -> tuple[Module, ...]:
    """A line of at most this many straight parts that leads to the head and bends on light modules."""
    way = [head]
    for _ in range(bends):
        ray = twin.ray(way[-1], chance.choice([*COMPASS]))
        ends = [n for n, at in enumerate(ray, 1) if at in twin.maze.light]
        part = ray[: chance.choice(ends)] if ends else []
        if {*part} & {*way}:
            break
        way += part
    return tuple(reversed(way))


def _seats(chance: Chance, twin: Twin) -> dict[str, twins.Sits]:
    """Each piece somewhere, some with a line behind them; no two lines touch. Empty if there is no room."""
    names, hunter = [explorer.name for explorer in twin.explorers], twin.keeper or "minoqaur"
    used = set[Module]()
    light = chance.shuffled(sorted(twin.maze.light))
    seats = dict[str, twins.Sits]()
    for piece in (hunter, *names):
        while light and piece not in seats:
            way = _line(chance, twin, light.pop(), chance.choice([0, 1, 2, 4, 6] if piece == hunter else [0, 0, 1, 2]))
            if not used & {*way}:
                used |= {*way}
                seats[piece] = twins.Sits(way)
    rich = chance.shuffled(names)[: chance.choice([1, 2])]
    holds = {item: chance.choice(rich) for item in ITEMS if chance.between(1, 10) <= 6}
    if holds.get("key", "") == holds.get("treasure", "-"):
        del holds["key"]
    for item, name in holds.items():
        if name in seats:
            seats[name] = seats[name]._replace(holds=(*seats[name].holds, item))
    return seats if len(seats) == len(names) + 1 else {}


def _told(name: str, seat: twins.Sits) -> Sits:
    """The same line as the case files write it: by its corners."""
    inner = zip(seat.way, seat.way[1:], seat.way[2:], strict=False)
    corners = [at for before, at, after in inner if before[0] != after[0] and before[1] != after[1]]
    came = [cell(at) for at in (*seat.way[:1], *corners)] if len(seat.way) > 1 else []
    return Sits(name, cell(seat.way[-1]), (*([f"from {' '.join(came)}"] if came else []), *seat.holds))


def _made_up(chance: Chance, twin: Twin) -> str:
    """A directive in the game's words that is mostly refused."""
    sides = ["north", "east", "south", "west", "n", "e", "s", "w", "EAST"]
    side, other, number = chance.choice(sides), chance.choice(sides), chance.between(0, twin.maze.side + 1)
    at = twin.seats[twin.mover][0]
    head = twin.maze.named(at) or twin.maze.dot
    rays = [twin.ray(head, direction) for direction in COMPASS]
    heads = {place for place, _ in twin.seats.values()}
    behind = [ray[n:] for ray in rays for n, at in enumerate(ray, 1) if cell(at) in heads]
    line = chance.choice([*rays, *behind, *behind]) or [head]
    where, near = cell(chance.choice(twin.maze.reading)), cell(chance.choice(line))
    item = chance.choice([*ITEMS, "gold"])
    forms = [near, near, near, f"{near} take {item}", f"{side} {number}", f"tunnel {side}", f"{side}{number}"]
    rare = [where, f"t {side}", f"tunnel {side} {number}", f"walk {side} {number}", "pass", "out", f"{side} out", side]
    odd = ["fly", f"{side} {number} {other} 1", f"tunnel {side} {other}", f"enter {where}", f"enter {number}"]
    speech = [f"{number}", f"Ann: {near}", f"Bob: {side} {number}", "Zoe: a1"]
    leaving = ["out"] * 6 if twin.maze.step_out else []
    return chance.choice([*forms, *forms, *forms, *rare, *odd, *speech, *leaving])


def _args(key: str, args: dict[str, str]) -> tuple[str, dict[str, str]]:
    """What is heard or refused, without the player's own words."""
    return key, {name: value for name, value in args.items() if name != "words"}


def _heard(told: tuple[Announcement, ...]) -> list[tuple[str, dict[str, str]]]:
    return [(announcement.key, dict(announcement.args)) for announcement in told]


class Both:
    """One game that both referees play; `log` has all that is needed to play it again."""

    def __init__(self, seed: str) -> None:
        """Take the seed of the maze, the players and the dice."""
        self.chance = chance = Chance(seed)
        self.drawn = _code(chance) if chance.between(1, 100) <= 4 else _small(chance)
        most = min(6, len(self.drawn.maze.entrances))
        names = NAMES[: chance.between(1, most)]
        self.options = {name: "yes" for name in ("machine", "steal-one") if chance.between(1, 100) <= 50}
        if "machine" not in self.options and chance.between(1, 100) <= 70:
            names = (*names, "Max")
        self.twin = Twin(self.drawn.maze, names, self.options)
        self.log = [seed, self.drawn.words, f"{names} {self.options}"]
        self.rolls: list[int] = []
        begun = REFEREE.begin(self.drawn.map, names, self.options, self.roll)
        self.state = begun.state
        self.agree("begin", _heard(begun.heard), self.twin.begin())
        self.seated()

    def roll(self, faces: int) -> int:
        self.rolls.append(self.chance.between(1, faces))
        return self.rolls[-1]

    def seated(self) -> None:
        """In six of ten games all players sit somewhere already."""
        seats = _seats(self.chance, self.twin) if self.chance.between(1, 10) <= 6 else {}
        if not seats:
            return
        before = self.state, self.twin
        assert MINOQAUR.seated
        told = tuple(_told(name, seat) for name, seat in seats.items())
        self.state = MINOQAUR.seated(self.state, told, ())
        self.twin = Twin(self.drawn.maze, [*before[1].seats][: len(seats) - (not before[1].keeper)], self.options)
        self.twin.seat(seats)
        if not self.twin.ways:
            self.state, self.twin = before
        else:
            self.log.append(str(told))

    def agree(self, what: str, mapkit: object, twin: object) -> None:
        """Check that both say the same; if not, show all that is needed to see it again."""
        assert mapkit == twin, "\n".join([*self.log, f"{what}:", f"  mapkit: {mapkit}", f"  twin:   {twin}"])

    def play(self) -> Iterator[str]:
        """Play one directive after the other; returns the keys of what is heard and refused."""
        for _ in range(MOST):
            yield from self.directive()
            if not self.twin.mover:
                break
        else:
            return
        yield from self.said("a1")

    def directive(self) -> Iterator[str]:
        """Compare what may be said, and say one of these ways or something else."""
        ways = REFEREE.ways(self.state)
        self.agree("ways", sorted(ways), sorted(self.twin.ways))
        yield from self.said(
            self.chance.choice(ways) if self.chance.between(1, 10) <= 8 else _made_up(self.chance, self.twin)
        )

    def said(self, words: str) -> Iterator[str]:
        self.log.append(f"{self.twin.mover}: {words}")
        self.rolls.clear()
        mapkit: object
        twin: object
        try:
            ruling = REFEREE.play(self.state, words, self.roll)
            self.state, mapkit = ruling.state, _heard(ruling.heard)
            keys = [announcement.key for announcement in ruling.heard]
        except MoveError as refused:
            mapkit = _args(refused.refusal.key, dict(refused.refusal.args))
            keys = [refused.refusal.key]
        rolls = iter(self.rolls)
        try:
            twin = self.twin.play(words, lambda _: next(rolls, 0))
        except Refused as refused:
            twin = _args(refused.key, refused.told)
        self.agree("heard", mapkit, twin)
        self.agree("dice left", [*rolls], [])
        self.agree("mover", REFEREE.mover(self.state), self.twin.mover)
        seats = {seat.name: (seat.cell, seat.words) for seat in REFEREE.seats(self.state)}
        self.agree("seats", seats, self.twin.seats)
        yield from ("a directive", *keys)


@pytest.mark.parametrize(("name", "least"), [("short", 1000), pytest.param("long", 20_000, marks=pytest.mark.long)])
def test_a_second_referee_says_the_same_and_in_many_games_with_every_phrase(name: str, least: int) -> None:
    keys, game = Counter[str](), 0
    while keys["a directive"] < least:
        game += 1
        keys.update(Both(f"{name} {game}").play())
    words = MINOQAUR.words["en"]
    wanted = {*words.heard, *words.refused} - {"begin", "runs", "keeps", "dot", "chambers", "entrances"}
    assert least < 20_000 or not wanted - {*keys}, sorted(wanted - {*keys})
