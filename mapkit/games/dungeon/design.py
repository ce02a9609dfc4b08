"""The design of Dungeon: its settings, its levels as map files have them, and its rules (`docs/rules/dungeon.md`).

The floors of a map are the levels of one dungeon that are made ahead. Level 1 comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mapkit.games.kit.claims import everywhere, one_of
from mapkit.model.design import Barrier, Clash, DrawnSetting, Legend
from mapkit.model.grid import Cell, Hex, beside, cell_of
from mapkit.model.letters import names, refused_word, written
from mapkit.model.message import Message, Name, clauses, message, noun
from mapkit.model.rule import WHOLE_MAP, Claims, Endpoint, Facts, Reaches, Rule, Way, exactly, has, none
from mapkit.model.settings import BadSetting, BadValue, Limit, PlayedParams, ValueKind, choice, setting

if TYPE_CHECKING:
    from mapkit.games.dungeon.state import State  # noqa: F401 (the base of `Params` names it in quotes)

RADII = range(2, 7)
"""The radius that a level may have: the steps from its centre to its edge (HD-3.a)."""
MOST_LEVELS = 8
"""The largest number of levels that may be made ahead."""
MOST_WEIGHT = 999


# --- settings ----------------------------------------------------------------------------------------------------


class Weight(NamedTuple):
    """How often a thing is drawn, compared with the other weights."""

    base: int
    """The weight, without what each level adds."""
    a_level: int = 0
    """What each level adds, the first level too."""

    def on(self, level: int) -> int:
        """The weight on a level, counted from 1."""
        return self.base + self.a_level * level

    def __bool__(self) -> bool:
        return self != NEVER


NEVER = Weight(0)


class Weights(ValueKind):
    """The kind of setting that is a weight: 8, `level`, or `2+level` for one that grows with the level."""

    takes = message('a whole number up to {most}, "level", or a sum such as "2+level"', MOST_WEIGHT)

    def read(self, raw: object, _: object) -> Weight:
        text = "".join(written(raw).lower().split())
        found = re.fullmatch(r"(?:([0-9]{1,3})\+)?(?:([0-9]{1,3})|(level))", text, re.ASCII)
        if not found or (found[1] and not found[3]):
            word, takes = refused_word(raw), self.takes
            if text.startswith("-"):
                raise BadValue("{name} is {found}, and no weight is less than 0; it takes {takes} (HD-4)", word, takes)
            raise BadValue("{name} is {found}; it takes {takes} (HD-4)", word, takes)
        return Weight(int(found[2] or found[1] or 0), int(found[3] is not None))

    def show(self, value: Weight) -> int | str:
        if not value.a_level:
            return value.base
        return f"{value.base}+level" if value.base else "level"


AHEAD = Limit(1, MOST_LEVELS, "drawn", message("a whole number from {low} to {high}", 1, MOST_LEVELS))
"""The kind of setting that is a number of levels made ahead; `drawn` for as many as the drawing has."""


def _weight(base: int, says: str, rule: str, *, a_level: int = 0) -> Weight:
    return setting(Weight(base, a_level), says, rule, Weights())  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Params(PlayedParams["State"]):
    """The shape of the levels, and the weights by which hexes, creatures and loot are drawn.

    What each setting asks for stands in the setting itself.
    """

    grid: Hex = Hex(3)
    """The board of one level; a map with levels made ahead has them as its floors (HD-3)."""
    levels: int | None = setting(None, "Levels that are made ahead", "HD-1", AHEAD)
    fair: str = choice(
        "no yes",
        "Draw a level again until the centre is safe and leads to a Chest and a Pit; this bends the odds",
        "HD-13.a",
    )
    top: str = choice("pointy flat", "How hexes are printed: with a corner or a side on top", "HD-3.b")
    blank: Weight = _weight(8, "Weight of Blank hexes", "HD-5")
    stone_wall: Weight = _weight(5, "Weight of Stone Walls", "HD-6")
    pool: Weight = _weight(3, "Weight of Pools", "HD-7")
    chest: Weight = _weight(2, "Weight of Chests", "HD-8")
    enemy: Weight = _weight(0, "Weight of Enemies", "HD-9", a_level=1)
    pit: Weight = _weight(2, "Weight of Pits", "HD-11")
    rope: Weight = _weight(1, "Weight of Ropes", "HD-12")
    steel_wall: Weight = _weight(0, "Weight of Steel Walls; 1 is suggested", "HD-58")
    dark: Weight = _weight(0, "Weight of Dark hexes; 2+level is suggested, with stone_wall=4+level", "HD-62")
    minotaur: Weight = _weight(2, "Weight of the Minotaur among Enemies", "HD-40")
    rot_bird: Weight = _weight(0, "Weight of the Rot Bird among Enemies; 1 is suggested", "HD-52")
    nothing: Weight = _weight(2, "Weight of nothing in the loot", "HD-46")
    one_coin: Weight = _weight(5, "Weight of 1 coin in the loot", "HD-47")
    two_coins: Weight = _weight(3, "Weight of 2 coins in the loot", "HD-48")
    mining_tools: Weight = _weight(0, "Weight of Mining Tools in the loot; 1 is suggested", "HD-59")
    torch: Weight = _weight(0, "Weight of a torch in the loot; 1 is suggested", "HD-65")

    deck: tuple[tuple[str, ...], ...] = ()
    """Not a setting: the kinds of hexes that are dealt on each level first, for levels like those of a drawing."""

    def hexes(self, level: int) -> tuple[tuple[str, int], ...]:
        """The kinds of hexes and their weights on a level, in the order of the rules (HD-5 to HD-12)."""
        return tuple((kind, getattr(self, kind).on(level)) for kind in HEXES)

    def creatures(self, level: int) -> tuple[tuple[str, int], ...]:
        """The Enemy table of a level; on level 1 each Rot Bird is replaced by a Minotaur (HD-40, HD-52, HD-53)."""
        return tuple((kind, getattr(self, kind).on(level)) for kind in CREATURES)

    def loot(self, level: int) -> tuple[tuple[str, int], ...]:
        """The loot table (HD-46 to HD-48, HD-59, HD-65)."""
        return tuple((kind, getattr(self, kind).on(level)) for kind in LOOT)


HEXES = ("blank", "stone_wall", "pool", "chest", "enemy", "pit", "rope", "steel_wall", "dark")
"""The kinds that are drawn for hexes; for an enemy, one of the creatures is drawn next."""
CREATURES = ("minotaur", "rot_bird")
LOOT = ("nothing", "one_coin", "two_coins", "mining_tools", "torch")


class HexKind(NamedTuple):
    """A kind of hex on a level."""

    glyph: str
    words: Message
    shut: bool = False
    """Whether no player can enter it (HD-15, HD-16, HD-58)."""


KINDS = {
    "blank": HexKind(".", noun("Blank hex")),
    "stone_wall": HexKind("#", noun("Stone Wall"), shut=True),
    "pool": HexKind("~", noun("Pool"), shut=True),
    "chest": HexKind("C", noun("Chest")),
    "minotaur": HexKind("M", noun("Minotaur")),
    "rot_bird": HexKind("B", noun("Rot Bird")),
    "pit": HexKind("O", noun("Pit")),
    "rope": HexKind("R", noun("Rope")),
    "steel_wall": HexKind("S", noun("Steel Wall"), shut=True),
    "dark": HexKind("D", noun("Dark hex")),
}
"""The kinds of hexes on a map; a hex with a creature on it is otherwise Blank (HD-22)."""
SHUT = tuple(name for name, kind in KINDS.items() if kind.shut)
"""The kinds of hexes that no player can enter."""
BARRED = (*SHUT, "dark")
"""The kinds of hexes that no player without a torch can enter (HD-63)."""


def read_size(raw: object) -> Hex:
    """The board of a size such as `3`, a radius, or `3x2` with two levels (HD-3.a); raises BadSetting."""
    found = re.fullmatch(r"([0-9]{1,2})(?:\s*[xX×]\s*([1-8]))?", written(raw), re.ASCII)
    if not found or int(found[1]) not in RADII:
        wrong, ends = message("{name} is {found}", Name("size"), refused_word(raw)), (RADII[0], RADII[-1])
        takes = message("it takes a radius from {low} to {high}, or with levels such as 3x2 (HD-3.a)", *ends)
        raise BadSetting(clauses(wrong, takes))
    return Hex(int(found[1]), int(found[2] or 1))


def level_name(level: int) -> Message:
    return message("Level {number}", level)


def with_floors(p: Params) -> Params:
    """The parameters with a floor for each level that is made ahead."""
    return p if p.levels is None else replace(p, grid=replace(p.grid, floors=p.levels))


def clashes(p: Params) -> Iterator[Clash]:
    """The conflicts among the settings: weights that leave nothing to draw, and levels that the drawing lacks."""
    if p.levels is not None and p.levels != (drawn := p.grid.floors):
        words = message("levels is {levels}, and {drawn} drawn; draw as many, or leave it out", p.levels, drawn)
        yield Clash("levels", words, "HD-1", True)
    if not any(getattr(p, kind) for kind in HEXES):
        words = message("all weights are 0; one of {names} is to be more", names(HEXES))
        yield Clash("blank", words, "HD-4", True)
    elif not p.chest:
        yield Clash("chest", message("chest is 0, so that nobody gets coins and wins"), "HD-49", False)
    if p.enemy and not (p.minotaur or p.rot_bird):
        words = message("minotaur and rot_bird are 0, so that no Enemy can be drawn; set enemy=0, or one of them")
        yield Clash("minotaur", words, "HD-40", True)
    if p.chest and not any(getattr(p, kind) for kind in LOOT):
        words = message("all loot has the weight 0; one of {names} is to be more", names(LOOT))
        yield Clash("nothing", words, "HD-46", True)
    elif p.chest and not (p.one_coin or p.two_coins):
        words = message("one_coin and two_coins are 0, so that nobody gets coins and wins")
        yield Clash("one_coin", words, "HD-49", False)


def creatures_in(p: Params) -> dict[str, bool]:
    """Whether each creature may appear; Minotaurs also replace the Rot Birds of level 1 (HD-53)."""
    return {"minotaur": bool(p.enemy and (p.minotaur or p.rot_bird)), "rot_bird": bool(p.enemy and p.rot_bird)}


def in_force(p: Params) -> frozenset[str]:
    """The words of conditions that hold: the kinds of hexes, of creatures and of loot that may be drawn."""
    creatures = {kind for kind, there in creatures_in(p).items() if there}
    drawn = {kind for kind in (*HEXES, *(LOOT if p.chest else ())) if kind != "enemy" and getattr(p, kind)}
    return frozenset(drawn | creatures | ({"enemies"} if creatures else set()))


def as_drawn(_: object, facts: Facts) -> dict[str, DrawnSetting]:
    """What a drawing says of the settings: things that usual levels lack are in the dungeon where they are drawn.

    They then have the suggested weights (HD-52, HD-58, HD-62).
    """
    there = {fact.mark for fact in facts}
    suggested = {
        "steel_wall": (noun("weight of Steel Walls"), Weight(1)),
        "dark": (noun("weight of Dark hexes"), Weight(2, 1)),
        "rot_bird": (noun("weight of the Rot Bird among Enemies"), Weight(1)),
    }
    return {kind: DrawnSetting(thing, w, w) for kind, (thing, w) in suggested.items() if kind in there}


def like(p: Params, facts: Facts) -> Params:
    """The parameters of levels like those of a drawing: with as many hexes of each kind."""
    return replace(
        p,
        deck=tuple(
            tuple(
                sorted(
                    mark
                    for cell, mark in facts
                    if p.grid.floor(cell_of(cell)) == level and cell != centre(p.grid, level)
                )
            )
            for level in floors(p.grid)
        ),
    )


# --- facts -------------------------------------------------------------------------------------------------------


LEGEND = Legend(
    {kind.glyph: name for name, kind in KINDS.items()},
    {name: kind.words for name, kind in KINDS.items()},
    (),
    "",
    barriers={name: Barrier(sight=name != "pool") for name in SHUT},
)


def centre(grid: Hex, level: int) -> Cell:
    """The centre of a level, counted from 1."""
    return grid.name(0, 0, level)


def floors(grid: Hex) -> range:
    return range(1, grid.floors + 1)


def open_ways(grid: Hex, kinds: Mapping[Cell, str]) -> Callable[[Cell], Iterable[Cell]]:
    """The hexes to which a player without a torch can walk on: none from a Pit, and no unknown ones."""
    free = {cell for cell, kind in kinds.items() if kind not in BARRED}
    return lambda cell: () if kinds.get(cell) == "pit" else filter(free.__contains__, beside(grid, cell))


@lru_cache(maxsize=4)
def steps(grid: Hex) -> tuple[Way, ...]:
    """The steps of a player without a torch; a step onto a Pit ends in a fall (HD-14 to HD-24).

    Each Chest also leads to a node that stands for a Chest of its level, and each Pit likewise.
    """
    ways = list[Way]()
    for cell in grid.cells():
        ways += [Way(cell, _goal(goal, grid.floor(cell)), needs=(has(cell, goal),)) for goal in _GOALS]
        for other in beside(grid, cell):
            ways.append(Way(cell, other, bars=(has(cell, "pit"), *(has(other, kind) for kind in BARRED))))
    return tuple(ways)


_GOALS = ("chest", "pit")


def _goal(kind: str, level: int) -> Message:
    return message("a Chest of level {level}", level) if kind == "chest" else message("a Pit of level {level}", level)


# --- rules -------------------------------------------------------------------------------------------------------


def centre_is_rope(p: Params) -> Claims:
    for level in floors(p.grid):
        yield centre(p.grid, level), exactly(1, [has(centre(p.grid, level), "rope")])


def _undrawn(kind: str, number: str, sentence: Message, breach: str) -> Rule[Params]:
    """The rule that a kind with weight 0 is nowhere."""

    def claims(p: Params) -> Claims:
        middle = [centre(p.grid, level) for level in floors(p.grid)]
        yield WHOLE_MAP, none(fact for fact in everywhere(p.grid, kind) if fact.place not in middle)

    def applies(p: Params) -> bool:
        return not getattr(p, "enemy" if kind in CREATURES and not p.enemy else kind) and not _instead(p, kind)

    return Rule(number, sentence, claims, (breach,), applies)


def _instead(p: Params, kind: str) -> bool:
    """Whether Minotaurs replace the Rot Birds of level 1 (HD-53)."""
    return kind == "minotaur" and bool(p.enemy) and bool(p.rot_bird)


def no_enemy_beside_the_centre(p: Params) -> Claims:
    for level in floors(p.grid):
        for cell in beside(p.grid, centre(p.grid, level)):
            yield cell, none(has(cell, kind) for kind in CREATURES)


def goals_in_reach(p: Params) -> Claims:
    for level in floors(p.grid):
        start = centre(p.grid, level)
        for kind in _GOALS:
            yield start, Reaches(steps(p.grid), (Endpoint(start),), (Endpoint(_goal(kind, level)),))


_SAFE, _LEADS = message("No Enemy is beside the centre."), message("From the centre a Chest and a Pit can be reached.")
_PROMISES = (
    (_SAFE, no_enemy_beside_the_centre, "# C .\n. . M .\n. # R . .\n. . . O\n. . ."),
    (_LEADS, goals_in_reach, "# C .\n. . . .\n. # R . .\n. . . .\n. . ."),
)
"""What makes a level fair: a sentence, its claims and a breach. They are rules where `fair` is yes, else advice."""

_EMPTY = ". . .\n. . C .\n. O R . .\n. . . .\n. . ."
# fmt: off
RULES: tuple[Rule[Params], ...] = (
    Rule("HD-4", "Every hex of a level is of one kind.", one_of(*KINDS),
         (". . .\n. . C .\n. O R . .\n. . ? .\n. . .",)),
    Rule("HD-13", "The centre hex of every level is a Rope.", centre_is_rope,
         (". . .\n. . C .\n. O . . .\n. . . .\n. . .",)),
    Rule("HD-53", "There is no Rot Bird on level 1.",
         lambda p: [(WHOLE_MAP, none(has(cell, "rot_bird") for cell in p.grid.cells() if p.grid.floor(cell) == 1))],
         ("rot_bird=1\n. . .\n. . C .\n. O R . .\n. . . .\nB . .",), lambda p: bool(p.enemy and p.rot_bird)),
    Rule("HD-40", "There is no Minotaur below level 1, as its weight is 0.",
         lambda p: [(WHOLE_MAP, none(has(cell, "minotaur") for cell in p.grid.cells() if p.grid.floor(cell) > 1))],
         ("minotaur=0 rot_bird=1\nlegal e3/1=M e3/2=.\n" + _EMPTY + "\n\n" + _EMPTY.replace(".", "M", 1),),
         lambda p: not p.minotaur and _instead(p, "minotaur")),
    *(
        _undrawn(kind, number, sentence, f"{kind}=0\n. . .\n. . . .\n. . R . .\n. . . .\n{glyph} . .")
        for kind, number, sentence, glyph in (
            ("stone_wall", "HD-6", message("There is no Stone Wall, as its weight is 0."), "#"),
            ("pool", "HD-7", message("There is no Pool, as its weight is 0."), "~"),
            ("chest", "HD-8", message("There is no Chest, as its weight is 0."), "C"),
            ("pit", "HD-11", message("There is no Pit, as its weight is 0."), "O"),
            ("rope", "HD-12", message("There is no Rope but the centre, as its weight is 0."), "R"),
            ("steel_wall", "HD-58", message("There is no Steel Wall, as its weight is 0."), "S"),
            ("dark", "HD-62", message("There is no Dark hex, as its weight is 0."), "D"),
        )
    ),
    _undrawn("blank", "HD-5", message("There is no Blank hex, as its weight is 0."),
             "blank=0\n# # #\n# # # #\n# # R # #\n# # # #\n. # #"),
    _undrawn("minotaur", "HD-40", message("There is no Minotaur, as its weight is 0."),
             "enemy=0\n. . .\n. . . .\n. . R . .\n. . . .\nM . ."),
    _undrawn("rot_bird", "HD-52", message("There is no Rot Bird, as its weight is 0."),
             "enemy=0\n. . .\n. . . .\n. . R . .\n. . . .\nB . ."),
    *(
        Rule("HD-13.a", sentence, claims, (f"fair=yes\n{breach}",), lambda p: p.fair == "yes")
        for sentence, claims, breach in _PROMISES
    ),
)
ADVICE: tuple[Rule[Params], ...] = tuple(
    Rule("HD-13.a", sentence, claims, (breach,), lambda p: p.fair != "yes")
    for sentence, claims, breach in _PROMISES
)
# fmt: on
