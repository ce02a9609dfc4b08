"""Mapkit's referee of Dungeon and a second one, written from the ledger alone, side by side.

Both hear the same words and have the same dice. After every directive the test compares what everybody hears and
what only the game master is told, refusals with their words, every die by its faces, where players are and what they
have in Pocket and Store, every hex and creature of every level, whose turn it is, what may be said, and which player
has won. All options, additions, levels drawn ahead and `fair` are in play. In a third of the games a game master
changes things, so that rare situations come up; after a ruling the states are compared, but not the words. Words
that neither the ledger nor the page names, such as `stay` for `wait`, are not in play.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.grid import Hex
from mapkit.model.map import Map
from mapkit.model.ruling import Announcement, Dice, Look, MoveError, NoRuling
from tests.twins.dungeon import CENTRE, WAYS, WORDS, Belongings, Place, Refused, Said, Twin

TABLE: Any = table_of(GAMES["dungeon"])
REFEREE = TABLE.referee
NAMES = ("Ann", "Bob", "Cid", "Dan")
GLYPHS = {
    "blank": ".",
    "stone_wall": "#",
    "pool": "~",
    "chest": "C",
    "pit": "O",
    "rope": "R",
    "steel_wall": "S",
    "dark": "D",
}
SETTINGS: dict[str, tuple[str, ...]] = {
    "fair": ("no", "no", "no", "yes"),
    "blank": ("8", "4", "2"),
    "stone_wall": ("5", "2", "4+level", "8"),
    "pool": ("3", "1"),
    "chest": ("2", "6", "12"),
    "enemy": ("level", "level", "2", "3", "0"),
    "pit": ("2", "4", "6"),
    "rope": ("1", "4"),
    "steel_wall": ("0", "0", "1", "2"),
    "dark": ("0", "0", "2+level", "3"),
    "rot_bird": ("0", "1", "4"),
    "two_coins": ("3", "30"),
    "mining_tools": ("0", "0", "1", "4"),
    "torch": ("0", "0", "1", "4"),
}
MADE_UP = (
    *WAYS,
    "wait",
    "climb",
    "climb",
    "any",
    "mine",
    "north-east",
    "southwest",
    "east",
    "then",
    "fly",
    "new",
    "enter",
)


class Differs(AssertionError):
    """Raised if the two referees do not agree; the text tells the game so far and both answers."""


def said(heard: tuple[Announcement, ...]) -> list[Said]:
    return [(announcement.key, {name: words for name, words in announcement.args if words}) for announcement in heard]


class Game:
    def __init__(self, seed: str) -> None:
        self.chance = Chance(f"twins {seed}")
        given = {name: self.chance.choice(values) for name, values in SETTINGS.items()}
        floors = self.chance.choice((1, 1, 2, 3))
        given |= {"levels": str(floors)} if floors > 1 else {}
        self.map: Map[Any] = maps.generate("dungeon", seed, size=Hex(self.chance.choice((2, 2, 2, 3))), given=given)
        self.names = NAMES[: self.chance.choice((1, 2, 2, 3, 4))]
        self.options = {name: "yes" for name in ("fog", "climb-in-place", "chest-once") if self.chance.below(3) == 0}
        self.rolled: tuple[list[int], list[int]] = ([], [])
        self.title = f"{seed} {given} {self.options}"
        self.words: list[str] = []
        ruling = REFEREE.begin(self.map, self.names, self.options, self.dice(seed, 0))
        self.state = ruling.state
        self.twin = Twin(self.map, self.names, self.options, self.dice(seed, 1))
        self.mine, self.theirs = self.dice(seed, 0), self.dice(seed, 1)
        self.seen = Counter(announcement.key for announcement in ruling.heard)
        self.compare("what is heard", said(ruling.heard), self.twin.heard)
        self.compare("notes", said(ruling.notes), self.twin.notes)
        self.compare_all()

    def dice(self, seed: str, which: int) -> Dice:
        chance = Chance(f"dice of the twins {seed}")

        def roll(faces: int) -> int:
            self.rolled[which].append(faces)
            return 1 if faces == 1 else chance.between(1, faces)

        return roll

    def compare(self, what: str, mapkit: object, twin: object) -> None:
        if mapkit != twin:
            text = "\n".join(self.words)
            raise Differs(f"{what}\n{self.title}\n{self.names}\n{text}\nmapkit: {mapkit}\ntwin:   {twin}")

    def compare_all(self) -> None:
        """Compare players and what they have, creatures, Chests, whose turn it is, and what may be said."""
        assert TABLE.screen.situation
        situation = TABLE.screen.situation(self.state)
        self.compare("dice", self.rolled[0], self.rolled[1])
        rows = [
            (p.name, self.twin.label(p.at) if p.at else "outside", str(p.pocket), str(p.store))
            for p in self.twin.people
        ]
        self.compare("rows", [row[:4] for row in situation.rows], rows)
        dungeons = enumerate(self.twin.dungeons, 1)
        levels = [(d, level) for d, dungeon in dungeons for level in range(1, len(dungeon.creatures) + 1)]
        things = [
            (WORDS[hex_.kind], self.twin.label(hex_.at))
            for dungeon in self.twin.dungeons
            for level in dungeon.creatures
            for hex_ in level
        ]
        for d, level in levels:
            hexes = self.twin.level(Place(d, level, CENTRE))
            things += [("Chest", self.twin.label(Place(d, level, s))) for s, kind in hexes.items() if kind == "chest"]
        self.compare("things", sorted(situation.things), sorted(things))
        assert TABLE.screen.public_view
        board = TABLE.screen.public_view(self.state, Look(plain=True, whole=True))[1:]
        rows_shown = [line.split()[1:-1] for line in board if not re.match("dungeon|level", line)]
        self.compare("hexes", rows_shown, self.drawn())
        self.compare("mover", REFEREE.mover(self.state), self.twin.mover())
        self.compare("ways", list(REFEREE.ways(self.state)), self.twin.ways())
        self.compare(
            "winners", list(TABLE.statistics.winners(self.state)), [self.twin.winner] if self.twin.winner else []
        )

    def drawn(self) -> list[list[str]]:
        """Every row of every level: each hex with the numbers of the players and the letters of the creatures there."""
        twin, rows = self.twin, []
        for d, dungeon in enumerate(twin.dungeons, 1):
            for k, level in enumerate(dungeon.levels, 1):
                for r in range(-twin.radius, twin.radius + 1):
                    here = [Place(d, k, spot) for spot in twin.spots() if spot[1] == r]
                    rows.append([self.drawn_hex(level[place.spot], place) for place in here])
        return rows

    def drawn_hex(self, kind: str, place: Place) -> str:
        people = [str(number) for number, person in enumerate(self.twin.people, 1) if person.at == place]
        creatures = [{"minotaur": "M", "rot_bird": "B"}[each.kind] for each in self.twin.lurking(place)]
        marks = "".join(people + creatures)
        return GLYPHS[kind] + (marks if len(marks) <= 2 else f"{marks[0]}+")

    def rule(self) -> None:
        """Let the game master rule something if that can be done, so that rare situations come up (HD-G5)."""
        self.chance.choice((self.put, self.give, self.store, self.change, self.fill_pits, self.weigh))()
        self.compare_all()

    def any_place(self) -> Place:
        number = 1 + self.chance.below(len(self.twin.dungeons))
        depth = 1 + self.chance.below(len(self.twin.dungeons[number - 1].levels))
        return Place(number, depth, self.chance.choice(self.twin.spots()))

    def put(self) -> None:
        person, place = self.chance.choice(self.twin.people), self.any_place()
        if self.ruled(f"{person.name} at {self.twin.label(place)}"):
            person.at, person.orders = place, None

    def give(self) -> None:
        person = self.chance.choice(self.twin.people)
        have = Belongings(self.chance.choice((0, 4, 30)), self.chance.below(3), self.chance.below(2))
        if self.ruled(f"{person.name} has {have.coins} coins, {have.tools} tools and {have.torches} torches"):
            person.pocket = have

    def store(self) -> None:
        person, coins = self.chance.choice(self.twin.people), self.chance.choice((0, 20, 44, 49, 50, 55))
        if self.ruled(f"{person.name} stores {coins} coins"):
            person.store.coins = coins

    def change(self) -> None:
        place, kind = self.any_place(), self.chance.choice(tuple(GLYPHS))
        if self.ruled(f"{self.twin.label(place)} is {WORDS[kind]}"):
            self.twin.level(place)[place.spot] = kind

    def fill_pits(self) -> None:
        """Fill the Pits, so that no Rope of the level below leads anywhere, and a new dungeon may be made."""
        place = self.any_place()
        level = self.twin.level(place)
        for spot in [spot for spot, kind in level.items() if kind == "pit"]:
            if self.ruled(f"{self.twin.label(place._replace(spot=spot))} is Blank"):
                level[spot] = "blank"

    def weigh(self) -> None:
        name = self.chance.choice(("pit", "chest", "torch", "nothing"))
        number, grows = self.chance.choice(((1, 0), (3, 0), (2, 1)))
        if self.ruled(f"weight {name} {number}{'+level' if grows else ''}"):
            self.twin.ruled[name] = number, grows

    def ruled(self, words: str) -> bool:
        """Whether mapkit makes that ruling; if so, the game goes on from it."""
        assert TABLE.screen.correct
        try:
            self.state = TABLE.screen.correct(self.state, words).state
        except NoRuling:
            return False
        self.words.append(f"gm {words}")
        self.seen["rulings"] += 1
        return True

    def play(self, words: str) -> None:
        self.words.append(words)
        refusal: Said | None = None
        ruling = None
        try:
            ruling = REFEREE.play(self.state, words, self.mine)
        except MoveError as refused:
            (refusal,) = said((refused.refusal,))
        try:
            self.twin.dice = self.theirs
            self.twin.play(words)
            other = None
        except Refused as refused:
            other = refused.said
        self.compare("refusal", refusal, other)
        if ruling is None:
            assert refusal
            self.seen[refusal[0]] += 1
        else:
            self.compare("what is heard", said(ruling.heard), self.twin.heard)
            self.compare("notes", said(ruling.notes), self.twin.notes)
            self.state = ruling.state
            self.seen.update(announcement.key for announcement in ruling.heard)
        self.compare_all()

    def orders(self) -> str:
        """A player's orders: mostly sensible, one in ten made up."""
        if self.chance.below(10) == 0:
            return self.nonsense()
        person = next(person for person in self.twin.people if person.orders is None)
        if person.at and self.chance.below(2):
            return self.plan(person.at, "rope" if person.pocket.coins > 8 or self.chance.below(4) == 0 else "chest")
        if person.at is None and self.chance.below(4) == 0:
            return self.chance.choice(("new", "enter new e", "new wait", "enter 2", "wait wait", "e", "new e"))
        ways = list(self.twin.ways())
        first = self.chance.choice([way for way in ways if way != "wait"] or ways)
        further = [self.chance.choice([*WAYS, *WAYS, *WAYS, "wait"]) for _ in range(self.chance.below(3))]
        further = [f"{way} climb" if way in WAYS and self.chance.below(3) == 0 else way for way in further]
        said = " ".join([first, *([] if first in ("wait", "new") else further)])
        return re.sub("climb", lambda _: self.chance.choice(("climb", f"climb {self.hex()}")), said)

    def plan(self, at: Place, goal: str) -> str:
        """The way to the nearest Chest, or with a full Pocket to a Rope and up."""
        level, came = self.twin.level(at), {at.spot: ""}
        edge = [at.spot]
        for spot in edge:
            if came[spot] and level[spot] == goal:
                climb = (
                    self.chance.choice((" climb", " climb", f" climb {self.hex()}"))
                    if goal == "rope" and len(came[spot].split()) <= 3
                    else ""
                )
                return " ".join(came[spot].split()[:3]) + climb
            for way, other in self.twin.beside(spot).items():
                if other not in came and level[other] in ("blank", "rope", "chest", "dark", goal):
                    came[other] = f"{came[spot]} {way}"
                    edge.append(other)
        return self.chance.choice(tuple(WAYS))

    def hex(self) -> str:
        """A hex, of some level and some dungeon, in the words for it."""
        chance = self.chance
        cell = self.twin.name(chance.choice(self.twin.spots()))
        return chance.choice(("", "", "", "1:", "2:")) + f"{cell}/{chance.choice('12')}" if chance.below(2) else cell

    def nonsense(self) -> str:
        chance = self.chance
        words = [chance.choice([*MADE_UP, self.hex(), self.hex()]) for _ in range(1 + chance.below(5))]
        name = chance.choice(["", "", "", "Zoe: ", *(f"{name}: " for name in self.names)])
        return name + chance.choice([" ".join(words), " ".join(words), " ".join(words), "resolve"])


def played(seed: str, most: int) -> Counter[str]:
    """What was heard in a game of this many directives, from both referees alike."""
    game = Game(seed)
    mastered = game.chance.below(3) == 0
    for _ in range(most):
        if game.twin.winner:
            break
        if mastered and game.chance.below(6) == 0:
            game.rule()
        game.play(game.orders())
        game.seen["directives"] += 1
    if game.twin.winner:
        game.play(game.nonsense())
    return game.seen


@pytest.mark.parametrize(("seed", "most"), [("some", 300), pytest.param("many", 20_000, marks=pytest.mark.long)])
def test_games_are_refereed_alike_and_in_many_every_announcement_is_heard(seed: str, most: int) -> None:
    seen, number = Counter[str](), 0
    while seen["directives"] < most:
        seen += played(f"{seed} {number}", min(150, most - seen["directives"]))
        number += 1
    assert seen["period"]
    own = tomllib.loads(resources.path("phrases/en/dungeon.toml").read_text("utf-8"))
    assert most < 20_000 or {*own["heard"], *own["refused"]} <= set(seen)
