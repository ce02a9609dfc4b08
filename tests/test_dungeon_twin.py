"""Mapkit's referee of Dungeon and one that was written from the ledger alone, side by side."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, cast

import pytest

from mapkit import maps
from mapkit.chance import Chance
from mapkit.game import Dice, Heard, Map, MoveError, Referee
from mapkit.games import GAMES
from mapkit.grid import Hex
from tests.twins.dungeon import CENTRE, WAYS, WORDS, Place, Refused, Said, Twin

REFEREE = cast(Referee[Any], GAMES["dungeon"].referee)
NAMES = ("Ann", "Bob", "Cid", "Dan")
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
    """The two referees do not agree; the text tells the game so far and both answers."""


def said(heard: tuple[Heard, ...]) -> list[Said]:
    return [(each.key, {name: words for name, words in each.args if words}) for each in heard]


class Game:
    """A game of the two referees with the same dice."""

    def __init__(self, seed: str) -> None:
        self.chance = Chance(f"twins {seed}")
        given = {name: self.chance.choice(values) for name, values in SETTINGS.items()}
        floors = self.chance.choice((1, 1, 2, 3))
        given |= {"levels": str(floors)} if floors > 1 else {}
        self.map: Map[Any] = maps.generate("dungeon", seed, size=Hex(self.chance.choice((2, 2, 2, 3))), given=given)
        self.names = NAMES[: self.chance.choice((1, 2, 2, 3, 4))]
        self.options = {name: "yes" for name in ("fog", "climb-in-place") if self.chance.below(3) == 0}
        self.rolled: tuple[list[int], list[int]] = ([], [])
        self.title = f"{seed} {given} {self.options}"
        self.words: list[str] = []
        ruling = REFEREE.begin(self.map, self.names, self.options, self.dice(seed, 0))
        self.state = ruling.state
        self.twin = Twin(self.map, self.names, self.options, self.dice(seed, 1))
        self.mine, self.theirs = self.dice(seed, 0), self.dice(seed, 1)
        self.seen: Counter[str] = Counter()
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
        """Who is where with what, the creatures and Chests there, whose turn it is, and what may be said."""
        assert REFEREE.survey
        survey = REFEREE.survey(self.state)
        self.compare("dice", self.rolled[0], self.rolled[1])
        rows = [
            (p.name, self.twin.label(p.at) if p.at else "outside", str(p.pocket), str(p.store))
            for p in self.twin.people
        ]
        self.compare("rows", [row[:4] for row in survey.rows], rows)
        levels = {p.at[:2] for p in self.twin.people if p.at}
        things = [
            (WORDS[each.kind], self.twin.label(each.at))
            for dungeon in self.twin.dungeons
            for level in dungeon.creatures
            for each in level
            if each.at[:2] in levels
        ]
        for d, level in sorted(levels):
            hexes = self.twin.level(Place(d, level, CENTRE))
            things += [("Chest", self.twin.label(Place(d, level, s))) for s, kind in hexes.items() if kind == "chest"]
        self.compare("things", sorted(survey.things), sorted(things))
        self.compare("mover", REFEREE.mover(self.state), self.twin.mover())
        self.compare("ways", list(REFEREE.ways(self.state)), self.twin.ways())
        assert REFEREE.winners
        self.compare("winners", list(REFEREE.winners(self.state)), [self.twin.winner] if self.twin.winner else [])

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
            self.seen.update(each.key for each in ruling.heard)
        self.compare_all()

    def orders(self) -> str:
        """What somebody says: mostly sensible, one in ten made up."""
        if self.chance.below(10) == 0:
            return self.nonsense()
        ways = list(self.twin.ways())
        first = self.chance.choice([way for way in ways if way != "wait"] or ways)
        further = [self.chance.choice([*WAYS, *WAYS, *WAYS, "wait"]) for _ in range(self.chance.below(3))]
        further = [f"{way} climb" if way in WAYS and self.chance.below(3) == 0 else way for way in further]
        said = " ".join([first, *([] if first in ("wait", "new") else further)])
        return re.sub("climb", lambda _: self.chance.choice(("climb", f"climb {self.hex()}")), said)

    def hex(self) -> str:
        """A hex, of some level and some dungeon, as it may be said."""
        chance = self.chance
        cell = self.twin.name(chance.choice(self.twin.spots()))
        return chance.choice(("", "", "", "1:", "2:")) + f"{cell}/{chance.choice('12')}" if chance.below(2) else cell

    def nonsense(self) -> str:
        chance = self.chance
        words = [chance.choice([*MADE_UP, self.hex(), self.hex()]) for _ in range(1 + chance.below(5))]
        name = chance.choice(["", "", "", "Zoe: ", *(f"{name}: " for name in self.names)])
        return name + chance.choice([" ".join(words), " ".join(words), " ".join(words), "resolve"])


def played(seed: str, most: int) -> Counter[str]:
    """What was heard in a game of so many directives, of both referees alike."""
    game = Game(seed)
    for _ in range(most):
        if game.twin.winner:
            break
        game.play(game.orders())
        game.seen["directives"] += 1
    return game.seen


def many(seed: str, most: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    number = 0
    while seen["directives"] < most:
        seen += played(f"{seed} {number}", min(150, most - seen["directives"]))
        number += 1
    return seen


def test_some_games_are_refereed_alike() -> None:
    assert many("some", 300)["period"]


@pytest.mark.long
def test_many_games_are_refereed_alike() -> None:
    assert many("many", 20_000)["period"]
