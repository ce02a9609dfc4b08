"""The design of Maze on paper: its settings, and its maps as files have them (`docs/rules/labyrinth.md`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import starmap
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from mapkit.games.kit.claims import flows_into
from mapkit.games.kit.movement import (
    KnownMoves,
    Move,
    Movement,
    Onward,
    Terrain,
    bearing,
    is_just_entered,
    just_entered,
)
from mapkit.games.kit.packs import PackDesign, PackedParams, as_noun, marks_off, with_packs
from mapkit.games.labyrinth.code import GROUPS, PRESETS, Code, StartingKit, arsenal_kit, read_code, start_kit
from mapkit.model.design import Barrier, BorderGlyphs, DrawnSetting, GlyphSeries, Legend, drawn_number
from mapkit.model.frozen import HashedOnce
from mapkit.model.grid import Board, Border, Cell, Direction, Square, border, inner_borders, outer_borders, sides
from mapkit.model.letters import refused_word
from mapkit.model.listing import CellsBySide, OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, message, noun
from mapkit.model.rule import Amount, Fact, Facts, LazyWays, Node, Way, has
from mapkit.model.settings import (
    BadSetting,
    BadValue,
    PlayedParams,
    ValueKind,
    agreed,
    amount,
    choice,
    column_names,
    limit,
    most_of,
    number,
    row_names,
    setting,
    spacing,
)
from mapkit.model.walk import reached

if TYPE_CHECKING:
    from mapkit.games.labyrinth.state import State  # noqa: F401 (the base of `Params` names it in quotes)

ANY = Amount(0, None)


class Codes(ValueKind):
    """The kind of setting that is a rule code (MP-110)."""

    takes = message("a rule code such as G2-S1-F3-V1-T2-A2-H2-W57-O2, or the name of one")

    def read(self, raw: object, _: object) -> Code:
        if not isinstance(raw, str):
            raise BadValue("{name} is {found}; it takes {takes}", refused_word(raw, 60), self.takes)
        try:
            return read_code(raw)
        except BadSetting as bad:
            raise BadValue("{name} is no code: {why}", bad.said) from None

    def show(self, value: Code) -> str:
        return str(value)

    def towards(self, value: Code, drawn: Code) -> Iterable[Code]:
        """The codes with one group of the other."""
        return (value.with_group(group, drawn) for group in GROUPS)


class DrawingSummary(NamedTuple):
    """What the claims must know about a drawing beforehand."""

    chains: tuple[tuple[str, int], ...] = ()
    """The letters of the wormhole chains, each with its highest number."""
    river: bool = False
    starts: tuple[Cell, ...] = ()
    """The cells of the starts, in the players' order."""
    bear: tuple[Cell, ...] = ()
    """The path of the bear, its cave first; empty where there is none."""
    leprechaun: tuple[Cell, ...] = ()
    """The path of the leprechaun, its cave first; empty where there is none."""
    enclosed: frozenset[Cell] = frozenset()
    """The enclosure of MP-33; empty where there is none."""
    stocks: tuple[tuple[Cell, str], ...] = ()
    """The arsenals that hold one kind of weapon, each with that kind (MP-92)."""
    across: frozenset[Border] = frozenset()
    """Walls across rivers (MP-22.b), which repair leaves as they are drawn."""
    whole: bool = False
    """Whether the chains are known to be as long as that; else the highest numbers may be missing."""
    on_treasure: frozenset[Cell] = frozenset()
    """Starts on a treasure (MP-43.b), which repair leaves as they are drawn."""
    off: frozenset[str] = frozenset()
    """The marks that are drawn or listed although their options are off (MX-95)."""
    solid: frozenset[Cell] = frozenset()
    """The cells of kinds that nobody enters; what stands on their borders means nothing (MX-90.b)."""
    gates: frozenset[Border] = frozenset()
    """The borders between two cells where an exit may be (MX-93)."""


@dataclass(frozen=True)
class Params(PlayedParams["State"], PackedParams, HashedOnce):
    """The board, the rule code and the settings beside it; an amount left open is as the code allows.

    What each setting asks for stands in the setting itself.
    """

    grid: Square = Square(8, 8)
    """The board, of several floors with G3."""
    rules: Code = setting(PRESETS["CLASSIC"], "The rule code", "MP-110", Codes(), header=True, rule_code=True)
    fill: str = choice("none basic", "Where a group of the code is missing", "MP-110.b")
    exits: Amount = amount(Amount(1, None), "Exits", "MP-18", low=1, share_of="outer borders")
    exit_distance: int = spacing(
        4, "Fewest steps between two exits", "MP-18.a", lambda p: most_of(p.exits, p.usual_exits)
    )
    walls: Amount = amount(ANY, "Inner walls, doors and windows", "MP-30", share_of="inner borders")
    chains: Amount = amount(ANY, "Wormhole chains", "MP-20")
    chain_length: Amount = amount(Amount(2, None), "Wormholes in each chain", "MP-20", low=2)
    wormhole_distance: int = agreed(
        spacing(2, "Fewest steps between two wormholes of a chain", "MP-101", lambda p: p.longest_chain)
    )
    rivers: Amount = amount(ANY, "Rivers", "MP-26")
    river: Amount = amount(ANY, "River cells, of all rivers together", "MP-22")
    bends: Amount = agreed(amount(ANY, "Bends of each river; 0 is straight", "MP-101"))
    course: str = agreed(choice("any south", "Where rivers may flow", "MP-101"))
    hospitals: Amount = amount(ANY, "Hospitals", "MP-27")
    arsenals: Amount = amount(ANY, "Arsenals", "MP-28")
    treasures: Amount = amount(Amount(1, None), "Genuine treasures", "MP-31", low=1)
    false_treasures: Amount = amount(ANY, "False treasures", "MP-86")
    treasure_spacing: int = spacing(
        3, "Fewest steps between two treasures, genuine or false", "MP-34.b", lambda p: sum(p.most_things[:2])
    )
    arsenal_spacing: int = spacing(
        3, "Fewest steps between two arsenals, or two hospitals", "MP-34.b", lambda p: max(p.most_things[2:])
    )
    swamps: Amount = amount(0, "Swamp cells", "MP-89")
    solid_walls: Amount = amount(ANY, "Indestructible inner walls", "MP-96", share_of="inner borders")
    doors: Amount = amount(ANY, "One-way doors", "MP-97", share_of="inner borders")
    windows: Amount = amount(ANY, "Windows, in walls or doors", "MP-98", share_of="inner borders")
    openings: Amount = amount(ANY, "Holes between floors", "MP-90")
    creatures: str = choice("both none bear leprechaun", "The creatures, where the code allows them", "MP-94")
    enclosure: str = choice(
        "one none always", "Enclosures that only a grenade opens: at most one, none, or always one", "MP-33"
    )
    players: int = number(4, "Players", "MP-2", low=1)
    fairness: int | None = limit("Moves by which the players' starts may differ; draws the starts", "MP-35")
    advice: str = choice("tell keep", "What to do with advice: give it, or keep it as rules", "MP-34")
    drift: str = agreed(choice("2 1 3 mouth", "Cells that a river carries a marker down", "MP-67"))
    drift_on_bump: str = agreed(choice("no yes", "Whether a refused step on a river drifts, too", "MP-69"))
    stay_inside: str = agreed(choice("no yes", "Whether a player at an exit without treasure stays inside", "MP-78"))
    own_cell: str = agreed(choice("no yes", "Whether a bullet hits on the shooter's own cell", "MP-56"))
    anonymous_hits: str = agreed(choice("no yes", "Whether hits are announced without the name", "MP-58"))
    weapons_first: str = agreed(choice("no yes", "Whether all weapons are named before the step", "MP-60"))
    wounded_restock: str = agreed(choice("no yes", "Whether the wounded get weapons in the arsenal", "MP-70"))
    grenades: int | None = agreed(limit("Grenades at the start, instead of the code's", "MP-80"))
    bullets: int | None = agreed(limit("Bullets at the start, instead of the code's", "MP-80"))
    knives: int | None = agreed(limit("Knives at the start, instead of the code's", "MP-80"))
    stock: str = agreed(choice("all bullets grenades mixed", "What the arsenals hold; mixed: each its own", "MP-92"))
    arsenal_grenades: int | None = agreed(limit("Grenades that an arsenal gives, instead of the code's", "MP-80"))
    arsenal_bullets: int | None = agreed(limit("Bullets that an arsenal gives, instead of the code's", "MP-80"))
    arsenal_knives: int | None = agreed(limit("Knives that an arsenal gives, instead of the code's", "MP-80"))
    cement: int | None = agreed(limit("Bags of cement that an arsenal gives, instead of the code's", "MP-91"))
    boomerang: int = agreed(number(0, "Cells that a boomerang flies; 0: there are none", "MP-93"))
    hide_counts: str = agreed(choice("no yes", "Whether the numbers of exits and treasures are kept secret", "MP-39"))
    one_obstacle: str = agreed(choice("no yes", "Whether wall and monolith are announced alike", "MP-99"))
    tell_corpses: str = agreed(choice("no yes", "Whether it is announced that a corpse is met", "MP-100"))
    tell_starts: str = agreed(
        choice("no yes", "Whether it is announced that a player is back at their start", "MP-100")
    )
    rows: str = row_names("MP-36.a")
    columns: str = column_names("MP-36.a")
    drawn: DrawingSummary = DrawingSummary()
    """Not a setting, but what the claims need to know of a drawing; `fit` fills it in."""

    @property
    def code(self) -> Code:
        """The rule code; missing groups are filled in if `fill` says so."""
        return self.rules.filled() if self.fill == "basic" else self.rules

    @cached_property
    def cell_marks(self) -> frozenset[str]:
        """The marks of all kinds of cells, also of options that are off."""
        return KINDS.union(*(pack.tiles for pack in self.packs))

    @cached_property
    def barred(self) -> tuple[str, ...]:
        """The kinds of cells on which nobody is placed, and from which nobody goes on."""
        return tuple(mark for pack in self.on for mark in pack.barred(self))

    @cached_property
    def moves_as_usual(self) -> bool:
        """Whether no pack has moves of its own, beside those onto its cells."""
        return not any(pack.changes_moves for pack in self.on)

    @cached_property
    def carriers(self) -> tuple[str, ...]:
        """The kinds of cells beside rivers and wormholes that carry on whoever enters them."""
        return tuple(mark for pack in self.on for mark in pack.carriers(self))

    @cached_property
    def shielded(self) -> tuple[str, ...]:
        """The kinds of cells on which nobody is hit, and past which no bullet flies."""
        return tuple(mark for pack in self.on for mark in pack.shields(self))

    @cached_property
    def bullet_strikes(self) -> str:
        """Whom a bullet strikes: `one` player, all on the first `cell` where somebody is, or `all` in its way."""
        return next((agreed for pack in self.on if (agreed := pack.bullet_strikes(self)) != "one"), "one")

    @cached_property
    def grenades_strike(self) -> bool:
        """Whether a grenade strikes everybody on the next cell as a shot does, where no wall stands between."""
        return any(pack.grenades_strike(self) for pack in self.on)

    @cached_property
    def closed(self) -> tuple[str, ...]:
        """The kinds of cells that nobody enters."""
        return tuple(pack.solid for pack in self.on if pack.solid)

    @cached_property
    def without_treasure(self) -> bool:
        """Whether players win without treasure, so that none is on the map."""
        return any(pack.without_treasure(self) for pack in self.on)

    @cached_property
    def lifted(self) -> frozenset[str]:
        """The numbers of rules, clashes and limits that do not hold because of options."""
        return frozenset(number for pack in self.on for number, holds in pack.lifts.items() if holds(self))

    @property
    def longest_chain(self) -> int:
        """The most wormholes that a chain of a random map has, as a rule."""
        return most_of(self.chain_length, min(8, 2 + len(self.grid.cells()) // 32))

    @property
    def usual_exits(self) -> int:
        """The most exits that a random map has, as a rule."""
        return 1 if "O2" in self.code else max(1, min(4, len(self.grid.cells()) // 40))

    @property
    def most_things(self) -> tuple[int, int, int, int]:
        """The most treasures, false treasures, arsenals and hospitals that a random map has, as a rule."""
        limits, several = limits_of_code(self.code, self.lifted), 2 + (len(self.grid.cells()) >= 120)
        usual = {"treasures": several, "false_treasures": several, "arsenals": several, "hospitals": 2}
        most = (
            most_of(getattr(self, name).within(limits[name].amount if name in limits else ANY), number)
            for name, number in usual.items()
        )
        return cast(tuple[int, int, int, int], tuple(most))

    @property
    def creatures_here(self) -> frozenset[str]:
        asked = {"both": ("bear", "leprechaun"), "none": ()}.get(self.creatures, (self.creatures,))
        return frozenset(asked if "O7" in self.code else ())


def public_params(p: Params) -> Params:
    """The parameters as players may know them before the game: without the numbers that stay secret (MP-39.a).

    How far exits, and treasures, are apart follows from their numbers.
    """
    if p.hide_counts != "yes":
        return p
    secret = ("exits", "exit_distance", "treasures", "false_treasures", "treasure_spacing")
    return replace(p, **{name: getattr(Params, name) for name in secret})


class Limits(NamedTuple):
    """How many of a thing an option of the code allows."""

    options: str
    """The option; after `not`, options of which none may be in force. Several are separated by spaces."""
    amount: Amount
    says: Message
    number: str
    """The number of the option, or of a rule, in the ledger."""


NONE, ONE, SEVERAL = Amount(0, 0), Amount(1, 1), Amount(2, None)
_RIVERLESS = Limits("F1 F2 F3", NONE, message("with F1, F2 and F3 there is no river"), "MP-F-3")
_LIMITS: Mapping[str, tuple[Limits, ...]] = {
    "exits": (Limits("O2", ONE, message("with O2 there is exactly one exit"), "MP-O-2"),),
    "chains": (
        Limits("F1", NONE, message("with F1 there are no wormholes"), "MP-F-1"),
        Limits("F2", Amount(0, 1), message("with F2 there is at most one chain"), "MP-F-2"),
    ),
    "rivers": (_RIVERLESS, Limits("F4", Amount(0, 1), message("with F4 there is at most one river"), "MP-F-4")),
    "river": (_RIVERLESS,),
    "hospitals": (
        Limits("not H4 H5", NONE, message("without H4 and H5 there is no hospital"), "MP-27"),
        Limits("H4", ONE, message("with H4 there is one hospital"), "MP-H-4"),
        Limits("H5", Amount(1, None), message("with H5 there is at least one hospital"), "MP-H-5"),
    ),
    "arsenals": (
        Limits("A1", NONE, message("with A1 there is no arsenal"), "MP-A-1"),
        *(Limits(a, ONE, message("with {name} there is one arsenal", Name(a)), f"MP-A-{a[1]}") for a in ("A2", "A3")),
        Limits("A4", SEVERAL, message("with {name} there are several arsenals", Name("A4")), "MP-A-4"),
        Limits("A5", SEVERAL, message("with {name} there are several arsenals", Name("A5")), "MP-A-5"),
    ),
    "treasures": (
        Limits("T1", ONE, message("with T1 there is one treasure"), "MP-T-1"),
        Limits("T2", ONE, message("with T2 there is one genuine treasure"), "MP-T-2"),
    ),
    "false_treasures": (
        Limits("T1", NONE, message("with T1 there is no false treasure"), "MP-T-1"),
        Limits("T2", ONE, message("with T2 there is one false treasure"), "MP-T-2"),
    ),
    "solid_walls": (Limits("not O3", NONE, message("without O3 no inner wall is indestructible"), "MP-O-3"),),
    "doors": (Limits("not O5", NONE, message("without O5 there are no one-way doors"), "MP-O-5"),),
    "windows": (Limits("not O6", NONE, message("without O6 there are no windows"), "MP-O-6"),),
    "openings": (Limits("not G3", NONE, message("without G3 there is one floor, and no holes"), "MP-G-3"),),
}


def limits_of_code(code: Code, lifted: Collection[str] = ()) -> Mapping[str, Limits]:
    """The limits that a code sets to amounts, by the names of their settings; amounts without limits are left out."""
    found = (
        (name, next((fact for fact in some if _holds(code, fact.options) and fact.number not in lifted), None))
        for name, some in _LIMITS.items()
    )
    return {name: limits for name, limits in found if limits is not None}


def _holds(code: Code, options: str) -> bool:
    """Whether any of the options is in force; after `not`, whether none is."""
    first, *rest = options.split()
    return not code.has_any(*rest) if first == "not" else code.has_any(first, *rest)


# --- facts -------------------------------------------------------------------------------------------------------

TREASURES = ("treasure", "false")
PLAIN = ("empty", *TREASURES, "arsenal", "hospital", "swamp")
FLOWS = tuple("flows " + d for d in "NEUSWD")
END = "river end"
LETTERS = tuple("WVXYZUBCDEGIJKLMNOPQR")
"""The letters of wormhole chains in the order in which they are used.

A, F, H, S and T are arsenal, false treasure, hospital, swamp and treasure.
"""
LONGEST = 99
WALLS = ("wall", "window", "solid", "solid window")
"""The marks that bar a border in both directions."""
DOORS = {d: (f"door {d}", f"door {d} window") for d in "NESW"}
"""For each direction the marks of doors that open only in it."""
BARRIERS = (*WALLS, *(mark for d in "NSEW" for mark in DOORS[d]))
BARRIERS_OF = {
    "N": (*WALLS, *DOORS["N"], *DOORS["S"]),
    "E": (*WALLS, *DOORS["E"], *DOORS["W"]),
    "S": (*WALLS, *DOORS["N"], *DOORS["S"]),
    "W": (*WALLS, *DOORS["E"], *DOORS["W"]),
}
"""By the side of a border, the marks that it may bear; a door leads across the border, never along it.

The last two of the four walls are indestructible. Of walls and doors, every second one has a window.
"""
WINDOWS = ("window", "solid window", *(marks[1] for marks in DOORS.values()))
SOLID = ("solid", "solid window")
HOLE = "hole"

CELLS = {
    "empty": (".", noun("empty cell")),
    "treasure": ("T", noun("treasure")),
    "false": ("F", noun("false treasure")),
    "arsenal": ("A", noun("arsenal")),
    "hospital": ("H", noun("hospital")),
    "swamp": ("S", noun("swamp")),
    "flows N": ("~^", noun("river cell flowing north")),
    "flows E": ("~>", noun("river cell flowing east")),
    "flows S": ("~v", noun("river cell flowing south")),
    "flows W": ("~<", noun("river cell flowing west")),
    "flows U": ("~u", noun("river cell flowing up")),
    "flows D": ("~d", noun("river cell flowing down")),
    END: ("~o", noun("river end")),
}
"""The kinds of cells but wormholes: the glyph of each in a drawing, and what it is called."""
GLYPHS = {glyph: mark for mark, (glyph, _) in CELLS.items()}
CHAINS = {f"{letter}{n}": f"{letter}{n}" for letter in LETTERS for n in range(1, LONGEST + 1)}
SIDED = {
    "wall": ("---", "|", noun("wall")),
    "window": ("-:-", ":", noun("wall with a window")),
    "solid": ("===", "#", noun("indestructible wall")),
    "solid window": ("=:=", "%", noun("indestructible wall with a window")),
    "door N": ("-^-", "", noun("one-way door to the north")),
    "door S": ("-v-", "", noun("one-way door to the south")),
    "door E": ("", ">", noun("one-way door to the east")),
    "door W": ("", "<", noun("one-way door to the west")),
    "door N window": (":^:", "", noun("one-way door to the north with a window")),
    "door S window": (":v:", "", noun("one-way door to the south with a window")),
    "door E window": ("", "}", noun("one-way door to the east with a window")),
    "door W window": ("", "{", noun("one-way door to the west with a window")),
}
"""The kinds of inner borders: how each is drawn, from west to east and from north to south, and what it is called."""
LINES = tuple(BorderGlyphs(mark, across, upright) for mark, (across, upright, _) in SIDED.items())
WORDS = {
    **{mark: words for mark, (_, words) in CELLS.items()},
    **{mark: words for mark, (*_, words) in SIDED.items()},
    "exit": noun("exit"),
    "flows": noun("river"),
    HOLE: noun("hole"),
    "bear": noun("bear"),
    "leprechaun": noun("leprechaun"),
    "start": noun("start"),
    "bullets only": noun("arsenal with bullets only"),
    "grenades only": noun("arsenal with grenades only"),
}
_BULLETS = message("the arsenals that hold bullets only, where stock is mixed")
_GRENADES = message("the arsenals that hold grenades only, where stock is mixed")
_BEAR = message("the bear's cave, and the path it walks to and fro; without a path it copies the players")
_LEPRECHAUN = message("the cell of the leprechaun, and the path it walks to and fro")
LISTINGS = (
    CellsBySide("holes", HOLE, noun("holes"), message("the cells from which a hole leads up to the next floor"), "U"),
    OrderedCells("starts", "start", noun("starts"), message("where the players start, in their order")),
    OrderedCells("bullet_arsenals", "bullets only", noun("bullet arsenals"), _BULLETS),
    OrderedCells("grenade_arsenals", "grenades only", noun("grenade arsenals"), _GRENADES),
    OrderedCells("bear", "bear", WORDS["bear"], _BEAR),
    OrderedCells("leprechaun", "leprechaun", WORDS["leprechaun"], _LEPRECHAUN),
)
SERIES = message("a chain of wormholes: a capital (none of A F H S T) and the place in the chain")
KINDS_OF_MARKS = {
    **dict.fromkeys(CHAINS, noun("wormhole")),
    **{mark: noun("river cell") for mark in CELLS if mark in FLOWS},
    **{mark: noun("one-way door") for mark, _ in DOORS.values()},
    **{mark: noun("one-way door with a window") for _, mark in DOORS.values()},
}


BLOCKS = {
    **dict.fromkeys(" .·", "empty"),
    "S": "start",
    "E": "exit",
    **{glyph: mark for glyph, mark in GLYPHS.items() if glyph in "TFAH"},
}
"""The marks that the signs of a maze of blocks stand for."""


def legend(p: Params) -> Legend:
    """The glyphs of a drawing; only boards with several floors have rivers that flow up and down (MP-G-3.b).

    Those of options that are off are read and not explained, so that a rule names them.
    """
    on = tuple((tuple(pack.tiles_on(p)), tuple(pack.listings_on(p))) for pack in p.on)
    return _legend(p.grid.floors > 1, on, p.packs)


@lru_cache(maxsize=64)
def _legend(
    storeys: bool, on: tuple[tuple[tuple[str, ...], tuple[OrderedCells, ...]], ...], packs: tuple[PackDesign[Any], ...]
) -> Legend:
    tiles = {mark: tile for pack in packs for mark, tile in pack.tiles.items()}
    known, listed = {mark for marks, _ in on for mark in marks}, [each for _, listings in on for each in listings]
    glyphs = {glyph: mark for glyph, mark in GLYPHS.items() if storeys or mark not in ("flows U", "flows D")}
    nouns = {mark: as_noun(said) for pack in packs for mark, said in pack.nouns.items()}
    solid = next((pack.solid for pack in packs if pack.solid), "")
    barriers = {mark: Barrier(sight=mark not in WINDOWS, door=mark not in WALLS) for mark in BARRIERS}
    return Legend(
        {**glyphs, **{glyph: mark for mark, (glyph, _) in tiles.items() if mark in known}},
        {**WORDS, **nouns, **{mark: as_noun(said) for mark, (_, said) in tiles.items()}},
        LINES,
        "exit",
        (*LISTINGS, *(replace(each, explained=each in listed) for pack in packs for each in pack.listings)),
        LINES[1:],
        GlyphSeries(
            {**CHAINS, **{glyph: mark for mark, (glyph, _) in tiles.items() if mark not in known}},
            {"W1 W2 W3": SERIES},
            noun("wormhole"),
        ),
        undecided=True,
        kinds=KINDS_OF_MARKS,
        barriers={**barriers, solid: Barrier()} if solid else barriers,
        solid=solid,
        inner_gap=BorderGlyphs("exit", "-e-", "e") if solid else None,
    )


def listed_cells(facts: Facts, word: str) -> tuple[Cell, ...]:
    """The cells that bear `word 1`, `word 2` and so on, in that order."""
    ranked = [(int(mark.removeprefix(f"{word} ")), str(place)) for place, mark in facts if mark.startswith(f"{word} ")]
    return tuple(cell for _, cell in sorted(ranked))


def layout_of(p: Params, facts: Facts) -> DrawingSummary:
    """What moves must know about a drawing beforehand, such as its wormhole chains, and whether there are rivers."""
    longest: dict[str, int] = {}
    for _, mark in facts:
        if mark in CHAINS:
            longest[mark[0]] = max(longest.get(mark[0], p.chain_length.low), int(mark[1:]))
    for letter in LETTERS:
        if len(longest) < p.chains.low:
            longest.setdefault(letter, p.chain_length.low)
    river = p.code.has_any("F4", "F5") or any(fact.mark in FLOWS or fact.mark == END for fact in facts)
    nobody = {pack.solid for pack in p.packs}
    solid = frozenset(cast(Cell, place) for place, mark in facts if mark in nobody)
    gates = frozenset(cast(Border, place) for place, mark in facts if mark == "exit") - {*outer_borders(p.grid)}
    off = marks_off(p, legend(p), facts)
    return DrawingSummary(tuple(sorted(longest.items())), river, off=off, solid=solid, gates=gates)


def fit(p: Params, facts: Facts) -> Params:
    """The parameters with what the claims must know about this drawing beforehand."""
    starts, bear, leprechaun = (listed_cells(facts, word) for word in ("start", "bear", "leprechaun"))
    rich = frozenset(cell for cell in starts if any(has(cell, mark) in facts for mark in TREASURES))
    across = frozenset(_across(p.grid, facts))
    drawn = layout_of(p, facts)._replace(starts=starts, bear=bear, leprechaun=leprechaun, stocks=stocks(facts))
    drawn = drawn._replace(across=across, on_treasure=rich)
    fitted = replace(p, drawn=drawn)
    enclosed = enclosure(fitted, facts)
    return replace(fitted, drawn=drawn._replace(enclosed=enclosed)) if enclosed else fitted


USUAL_CODE = "G{floors}-S1-F{water}-V1-T{treasures}-A{arsenals}-H{hospitals}-W57-O{openings}"
"""The code of a map whose file names none: CLASSIC, with the options that the drawing needs instead of its own."""


def as_drawn(packs: Sequence[PackDesign[Any]], grid: Square, facts: Facts) -> dict[str, DrawnSetting]:
    """What a drawing says of the settings: the code that it needs (MP-122), and how many things lie in it."""
    number = Counter(fact.mark for fact in facts)
    chains = len({mark[0] for mark in number if mark in CHAINS})
    wet, ends = any(mark in FLOWS or mark == END for mark in number), number[END]
    known = {"3": SOLID, "5": sum(DOORS.values(), ()), "6": WINDOWS, "7": _CREATURES}
    code = read_code(
        USUAL_CODE.format(
            floors="23" if grid.floors > 1 else "2",
            water=_option(ends > 1, wet, chains > 1, chains > 0, options="54321"),
            treasures=_option(number["treasure"] > 1 or number["false"] > 1, number["false"] > 0, options="321"),
            arsenals=_option(number["arsenal"] > 1, number["arsenal"] > 0, options="421"),
            hospitals=("35" if number["hospital"] > 1 else "34" if number["hospital"] else "2"),
            openings=_option(number["exit"] > 1, options="12")
            + "".join(option for option, marks in known.items() if any(number.get(mark) for mark in marks)),
        )
    )
    starts = len(listed_cells(facts, "start"))
    here = [who for who, mark in zip(("bear", "leprechaun"), _CREATURES, strict=True) if number[mark]]
    creatures = here[0] if len(here) == 1 else "both" if here else "none"
    mixed = "mixed" if stocks(facts) else "all"
    return {
        "rules": DrawnSetting(noun("the rule code"), code, code, code.towards),
        "exits": drawn_number(noun("exits"), number["exit"], 1),
        "treasures": drawn_number(noun("genuine treasures"), number["treasure"], 1),
        "false_treasures": drawn_number(noun("false treasures"), number["false"]),
        "swamps": drawn_number(noun("swamp cells"), number["swamp"]),
        **({"creatures": DrawnSetting(noun("the creatures"), creatures, creatures)} if here else {}),
        **({"stock": DrawnSetting(noun("what the arsenals hold"), mixed, mixed)} if mixed != "all" else {}),
        **({"players": DrawnSetting(noun("players"), starts, starts)} if starts else {}),
        **{name: value for pack in packs for name, value in pack.as_drawn(grid, number, facts).items()},
    }


_CREATURES = ("bear 1", "leprechaun 1")


def _option(*tests: bool, options: str) -> str:
    """The option of the first test that is true; the last option where none is."""
    return next((option for test, option in zip(tests, options, strict=False) if test), options[-1])


def _across(grid: Square, facts: Facts) -> Iterator[Border]:
    """The borders with a wall across a river (MP-22.b); where an arrow leads to no river, all that may have one."""
    wet = {str(place): mark for place, mark in facts if mark in FLOWS or mark == END}
    walls = {place for place, mark in facts if mark in BARRIERS}
    for cell, mark in wet.items() if walls else ():
        onward = mark.removeprefix("flows ")
        if mark != END:
            lost = grid.step(cell, onward) not in wet
            ways = [d for d in "NESW" if d == onward or (lost and grid.step(cell, d) in wet)]
            yield from (line for line in (border(grid, cell, d) for d in ways) if line in walls)


def kept_by_repair(map_: Map[Params]) -> Message:
    """What repair keeps, in words: the enclosure, where there is one or must be (MP-33), and what is unusual."""
    p = map_.fitted_params
    if opens_enclosures(p) and (p.enclosure == "always" or closed_off(p, map_.facts)[0]):
        return message("no other cells are the enclosure")
    if p.advice == "keep":
        return NOTHING
    if p.drawn.across:
        return message("no other walls stand across a river")
    return message("no other starts are on a treasure") if p.drawn.on_treasure else NOTHING


@lru_cache(maxsize=32)
def chain_marks(chains: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """The marks of all wormholes of such chains."""
    return tuple(f"{letter}{n}" for letter, longest in chains for n in range(1, longest + 1))


@lru_cache(maxsize=8)
def flow_marks(grid: Square) -> tuple[str, ...]:
    """The marks of river cells but ends, by the directions in which they may flow."""
    return tuple(f"flows {d}" for d in grid.directions)


def kinds(p: Params) -> tuple[str, ...]:
    """The marks of the kinds of cells; every cell bears one of them."""
    wet = (*flow_marks(p.grid), END) if p.drawn.river else ()
    return (*PLAIN, *p.tiles_on, *wet, *chain_marks(p.drawn.chains))


@lru_cache(maxsize=8)
def in_plane(grid: Square) -> tuple[Border, ...]:
    """The borders between two cells of one floor."""
    return tuple(line for line in inner_borders(grid) if line.side != "U")


@lru_cache(maxsize=8)
def walled(grid: Square, solid: frozenset[Cell]) -> tuple[Border, ...]:
    """The borders between two cells of one floor that somebody can enter."""
    return tuple(line for line in in_plane(grid) if line.cell not in solid and beyond(grid, line) not in solid)


def most_walls(grid: Square, solid: frozenset[Cell] = frozenset()) -> int:
    """The largest number of walls that leaves what can be entered of every floor in one piece."""
    return max(0, len(walled(grid, solid)) - len(grid.cells()) + len(solid) + grid.floors)


def least_walls(grid: Square, solid: frozenset[Cell]) -> int:
    """The fewest walls that a labyrinth should have (MP-34.a); the sides of solid cells count, too (MX-90.c)."""
    sides_of_solid = len(in_plane(grid)) - len(walled(grid, solid))
    return max(0, ceil((len(grid.cells()) - len(solid)) / 4) - sides_of_solid)


def inside_of(p: Params, exit_line: Border) -> Border:
    """An exit as seen from within: the cell that leads to it, and the side of it on which the exit is."""
    other = p.grid.step(*exit_line)
    return Border(other, p.grid.back(exit_line.side)) if other and exit_line.cell in p.drawn.solid else exit_line


def beyond(grid: Square, line: Border) -> Cell:
    """The cell on the far side of an inner border."""
    other = sides(grid, line)[1]
    assert other is not None
    return other


@lru_cache(maxsize=200_000)  # a board of 64 x 64 cells and 8 floors has 126,000 borders
def barriers(line: Border) -> tuple[Fact, ...]:
    return tuple(has(line, mark) for mark in BARRIERS_OF[line.side])


@lru_cache(maxsize=200_000)  # as for `barriers`
def facts_that_bar(line: Border, towards: Direction) -> tuple[Fact, ...]:
    """The facts that bar a border in one direction: walls, and doors that open the other way."""
    against = {"N": "S", "S": "N", "E": "W", "W": "E"}[towards]
    return tuple(has(line, mark) for mark in (*WALLS, *DOORS[against]))


# --- moves -------------------------------------------------------------------------------------------------------

STAY, PLACE = "stay", "place"
"""The requests to skip, which is always possible (MP-48), and to be put on a cell (MP-42)."""
PLAIN_GROUND, FED, RIVER, WORMHOLE = "plain", "fed", "river", "wormhole"
BARRIER, OPAQUE, SOLID_WALL = "barrier", "opaque", "withstands"


_DERIVED = frozenset(
    {*(PLAIN_GROUND, FED, RIVER, WORMHOLE, BARRIER, OPAQUE, SOLID_WALL), *(f"bars {d}" for d in "NESW")}
)
"""The marks of facts that follow from those of the map."""


def _cases(p: Params, fact: Fact) -> Sequence[Fact]:
    """The facts of which one holds where a derived fact does."""
    place, mark = fact
    if p.closed and isinstance(place, Border) and mark in _DERIVED:
        solid = (each for cell in sides(p.grid, place) if cell for each in bearing(cell, p.closed))
        return (*_drawn_cases(p, fact), *solid)
    return _drawn_cases(p, fact)


def _drawn_cases(p: Params, fact: Fact) -> Sequence[Fact]:
    """The same without what solid cells bar."""
    place, mark = fact
    if mark.startswith("bars "):
        return facts_that_bar(cast(Border, place), mark[-1])
    if mark == RIVER:
        return bearing(place, flow_marks(p.grid))
    if mark == WORMHOLE:
        return bearing(place, chain_marks(p.drawn.chains))
    if mark == PLAIN_GROUND:
        return bearing(place, PLAIN[:3])
    if mark == FED:
        return flows_into(p.grid, cast(Cell, place))
    line = cast(Border, place)
    if mark == BARRIER:
        return barriers(line)
    withstands = mark == SOLID_WALL
    return [fact for fact in barriers(line) if (fact.mark in SOLID if withstands else fact.mark not in WINDOWS)]


@lru_cache(maxsize=8)
def movement(p: Params, longest: int = 0) -> Movement:
    """The moves of play (MP-46 to MP-69). `longest` is the length of the longest river, where that is known."""
    far = (longest or "mouth") if p.drift == "mouth" else int(p.drift)
    chains, river, whole, off, gates = p.drawn.chains, p.drawn.river, p.drawn.whole, p.drawn.off, p.drawn.gates
    read = replace(p, drawn=DrawingSummary(chains, river, whole=whole, off=off, gates=gates))
    if not p.on:  # while the moves of packs may read any setting
        usual = Params(p.grid, p.rules, p.fill, rows=p.rows, columns=p.columns, one_obstacle=p.one_obstacle)
        read = replace(usual, drift=p.drift, drift_on_bump=p.drift_on_bump, drawn=read.drawn)
    if p != read:
        return movement(read, longest)
    return Movement(
        p.grid.cells(),
        _held_back(p, with_packs(p, partial(_onward, p, far))) if p.barred else with_packs(p, partial(_onward, p, far)),
        (*p.grid.directions, STAY),
        _DERIVED,
        partial(_cases, p),
    )


def _held_back(p: Params, onward: Onward) -> Onward:
    """The moves without those that lead on from barred cells (MX-96)."""

    def held_back(node: Node, request: str, terrain: Terrain) -> Iterable[Move]:
        moves = onward(node, request, terrain)
        facts = tuple(terrain.borne(node, p.barred)) if request and isinstance(node, str) else ()
        if not facts:
            return moves
        barred = (move._replace(way=move.way._replace(bars=(*move.way.bars, *facts))) for move in moves)
        lead = {STAY: "skipped", PLACE: "placed"}.get(request, "impossible")
        stays = (Move(Way(node, node, (fact,)), (lead,), request) for fact in facts if terrain.heard)
        return (*barred, *stays)

    return held_back


KINDS = frozenset((*PLAIN, *FLOWS, END, *CHAINS))


def known_moves(p: Params, facts: Facts) -> KnownMoves:
    """The moves of play on a map, where a blank cell is an empty one."""
    return _known(movement(replace(p, drawn=layout_of(p, facts))), facts, p.cell_marks, True)


@lru_cache(maxsize=4)  # rules, advice and measures ask for the same map
def _known(moves: Movement, facts: Facts, kinds: frozenset[str], heard: bool) -> KnownMoves:
    taken = {place for place, mark in facts if mark in kinds}
    return KnownMoves(moves, facts.union(has(cell, "empty") for cell in moves.cells if cell not in taken), heard)


def real_moves(p: Params) -> Sequence[Way]:
    """The ways of play for claims: `("in", cell)` is just entered, the cell's name is rest, `("hit", cell)` is either.

    A refused step moves a marker no further than skipping does (MP-65).
    """
    return _ways(movement(p), p.cell_marks, p.moves_as_usual)


@lru_cache(maxsize=4)
def _ways(moves: Movement, kinds: frozenset[str], heard: bool) -> LazyWays:
    hits = tuple((node, ("hit", cell)) for cell in moves.cells for node in (just_entered(cell), cell))

    def opened(facts: Facts) -> Mapping[Node, Sequence[Node]]:
        """By the moves of play, which advice follows, too, or of claims, since packs may have others where it is heard.

        Of a cell of two kinds they know less than claims, and of a blank cell packs may.
        """
        known = _known(moves, facts, kinds, heard)
        blank = not heard and len(known.facts) > len(facts)
        if blank or any(len(marks) > 1 and len(kinds.intersection(marks)) > 1 for marks in known.marks.values()):
            return {}
        return {**known.graph, **{node: (*known.graph[node], hit) for node, hit in hits}}

    return LazyWays(lambda: (*moves.ways(), *starmap(Way, hits)), opened)


def _onward(p: Params, far: int | str, node: Node, request: str, terrain: Terrain) -> Iterable[Move]:
    if isinstance(node, Border):  # outside a player can only step back in through the same exit, or stay (MP-78)
        if request == p.grid.back(node.side):
            return (Move(Way(node, just_entered(node.cell)), ("executed",), request),)
        says = ("skipped",) if request == STAY else _refusal(p, "monolith")
        return (Move(Way(node, node), says, request),) if request else ()
    if isinstance(node, str):
        match request:
            case "":
                return ()
            case "place":
                return (Move(Way(node, just_entered(node)), ("placed",), request),)
            case "stay":
                return _carried(p, far, node, node, terrain, ("skipped",), request)
        return _step(p, node, request, terrain)
    kind, at, *left = cast(tuple[Any, ...], node)
    match kind:
        case "in":
            carried = _carried(p, far, node, at, terrain)
            return (*_staying(node, at, terrain), *carried) if terrain.heard else carried
        case "bump":
            return _carried(p, far if p.drift_on_bump == "yes" else 0, node, at, terrain)
        case "drift":
            return _drift(p, node, at, left[0], terrain)
        case "hole":
            return _jump(p, node, at, terrain)
    return (Move(Way(node, cell, (has(cell, f"{at}1"),))) for cell in terrain.cells(f"{at}1"))


def _staying(node: Node, cell: Cell, terrain: Terrain) -> Iterator[Move]:
    for fact in terrain.borne(cell, (PLAIN_GROUND, "arsenal", "hospital", "swamp", END)):
        says = () if fact.mark == PLAIN_GROUND else (fact.mark.replace(" ", "-"),)
        yield Move(Way(node, cell, (fact,)), says)


def _refusal(p: Params, obstacle: str) -> tuple[str, ...]:
    return ("impossible",) if p.one_obstacle == "yes" else ("impossible", obstacle)


def _step(p: Params, cell: Cell, towards: Direction, terrain: Terrain) -> Iterator[Move]:
    """A step leads in, unless a wall or a door the other way bars it, or out through an exit (MP-46, MP-78, MP-97)."""
    line, onto = border(p.grid, cell, towards), p.grid.step(cell, towards)
    if onto is not None and terrain.is_bare(line) and p.moves_as_usual and not p.closed and towards not in "UD":
        yield Move(Way(cell, just_entered(onto)), ("executed",), towards)
        return
    bump: Node = ("bump", cell) if terrain.heard and "S2" in p.code else cell  # MP-65
    if onto is None:
        exit_facts = (has(line, "exit"),) if towards not in "UD" else ()
        if terrain.heard:
            yield Move(Way(cell, bump, (), exit_facts), _refusal(p, "monolith"), towards)
        yield from (Move(Way(cell, line, (fact,)), ("executed", "exit"), towards) for fact in exit_facts)
        return
    hole = (has(line, HOLE),) if towards in "UD" else ()
    barred = () if hole else (has(line, f"bars {towards}"),)
    gate = (has(line, "exit"),) if line in p.drawn.gates else ()
    yield Move(Way(cell, just_entered(onto), hole, barred), ("executed",), towards)
    yield from (Move(Way(cell, Border(cell, towards), (fact,)), ("executed", "exit"), towards) for fact in gate)
    if terrain.heard:
        yield Move(Way(cell, bump, barred, (*hole, *gate)), _refusal(p, "wall"), towards)


def _carried(
    p: Params, far: int | str, node: Node, cell: Cell, terrain: Terrain, lead: tuple[str, ...] = (), request: str = ""
) -> Iterator[Move]:
    """A wormhole or a river moves the marker on (MP-63, MP-67); a river only where it drifts far at all (MP-69).

    For claims a drift leads nowhere where nothing flows, so that the ways into one need no flow.
    """
    wet, drift = p.drawn.river and far != 0, ("drift", cell, far)
    holes = terrain.borne(cell, chain_marks(p.drawn.chains))
    if not terrain.heard:
        flowing = terrain.borne(cell, flow_marks(p.grid)) if wet else ()
        yield Move(Way(node, cell, (), (*holes, *flowing)), lead, request)
    says = (*lead, "wormhole")
    for hole in holes:
        yield Move(Way(node, ("hole", hole.mark), (hole,)), says, request)
    if wet and not terrain.heard:
        yield Move(Way(node, drift))
    elif wet and terrain.borne(cell, (RIVER,)):
        yield Move(Way(node, drift, (has(cell, RIVER),), (has(cell, FED),)), (*lead, "river-source"), request)
        yield Move(Way(node, drift, (has(cell, RIVER), has(cell, FED))), (*lead, "river"), request)
    if terrain.heard and not is_just_entered(node):
        bars = bearing(cell, (WORMHOLE,) * bool(p.drawn.chains) + (RIVER,) * wet)
        yield Move(Way(node, cell, (), bars), lead, request)


def _drift(p: Params, node: Node, cell: Cell, left: int | str, terrain: Terrain) -> Iterator[Move]:
    """A river carries a marker so many cells down, or to its end, which is announced (MP-67, MP-68)."""
    if left != 0:
        after = left - 1 if isinstance(left, int) else left
        for flow in terrain.borne(cell, flow_marks(p.grid)):
            below = p.grid.step(cell, flow.mark[-1])
            yield Move(Way(node, cell if below is None else ("drift", below, after), (flow,)))
    stops = () if left == 0 else (has(cell, RIVER),)
    if terrain.heard:
        yield Move(Way(node, cell, (), (*stops, has(cell, END))))
        yield Move(Way(node, cell, (has(cell, END),), stops), ("river-end",))
    else:
        yield Move(Way(node, cell, (), stops))


def _jump(p: Params, node: Node, mark: str, terrain: Terrain) -> Iterator[Move]:
    """Each wormhole of a chain leads to the next, and the last one on the map to the first (MP-63)."""
    letter, n, longest = mark[0], int(mark[1:]), dict(p.drawn.chains)[mark[0]]
    after = f"{letter}{n % longest + 1 if p.drawn.whole else n + 1}"
    there = [has(cell, after) for cell in terrain.cells(after)] if n < longest or p.drawn.whole else []
    yield from (Move(Way(node, str(fact.place), (fact,))) for fact in there)
    if not p.drawn.whole:
        yield Move(Way(node, ("first", letter), (), tuple(there)))


def kit(p: Params) -> StartingKit:
    """The kit that each player starts with (MP-44), with the numbers that were agreed instead of the code's (MP-80)."""
    given = _agreed_kit(p, start_kit(p.code))
    for pack in p.on:
        given = pack.kit(p, given)
    return given


SIZES = ("arsenal_grenades", "arsenal_bullets", "arsenal_knives", "cement")
"""The settings for what arsenals give, instead of the code's numbers (MP-80, MP-91.b)."""


STOCKS = ("bullets", "grenades")
"""The kinds of weapons that an arsenal may hold as its only kind (MP-92)."""


def stocks(facts: Facts) -> tuple[tuple[Cell, str], ...]:
    """The arsenals that hold only one kind of weapon, each with that kind."""
    return tuple((cell, kind) for kind in STOCKS for cell in listed_cells(facts, f"{kind} only"))


def arsenal_gives(p: Params, cell: Cell = "") -> StartingKit:
    """What an arsenal gives on a visit, by the code or as agreed, less what it does not hold (MP-92).

    Without a cell: what all arsenals give or, where they differ, what one that holds everything would give. There is
    cement only with O4 (MP-91.b).
    """
    if "A1" in p.code:
        return StartingKit()
    given = arsenal_kit(p.code)
    weapons = given if "W3" in p.code else _agreed_kit(p, given)
    own = (p.arsenal_grenades, p.arsenal_bullets, p.arsenal_knives, p.cement if "O4" in p.code else None)
    weapons = StartingKit(*(number if size is None else size for number, size in zip(weapons, own, strict=True)))
    alone = dict(p.drawn.stocks).get(cell, "all") if p.stock == "mixed" else p.stock
    held = (alone,) if alone in STOCKS else StartingKit._fields
    return StartingKit(**{name: number for name, number in weapons._asdict().items() if name in held})


def most_weapons(p: Params) -> StartingKit:
    """For each weapon the larger of the numbers that a player starts with and that an arsenal gives."""
    return StartingKit(*map(max, kit(p), arsenal_gives(p)))


def _agreed_kit(p: Params, given: StartingKit) -> StartingKit:
    agreed = {"grenades": p.grenades, "bullets": p.bullets, "knives": p.knives}
    return given._replace(**{name: number for name, number in agreed.items() if number is not None})


def opens_enclosures(p: Params) -> bool:
    """Whether there may be an enclosure: the settings allow it, and the arsenals have grenades (MP-33)."""
    return p.enclosure != "none" and arsenal_gives(p).grenades > 0


def enclosure(p: Params, facts: Facts) -> frozenset[Cell]:
    """The cells of the enclosure that MP-33 permits; empty where there is none, or one that is not permitted.

    An enclosure is in one piece and smaller than the rest of the board. Real moves from an arsenal cannot enter it, and
    a grenade can destroy one of its walls.
    """
    cells, refused = closed_off(p, facts) if opens_enclosures(p) else (frozenset[Cell](), NOTHING)
    return frozenset() if refused else cells


@lru_cache(maxsize=4)  # several rules ask for the same map
def closed_off(p: Params, facts: Facts) -> tuple[frozenset[Cell], Message]:
    """The cells that real moves from an arsenal cannot enter, and why MP-33 does not permit that; empty if it does."""
    onward, closed, solid = open_moves(p, facts), [], layout_of(p, facts).solid
    cells = [cell for cell in p.grid.cells() if cell not in solid]
    for cell in cells:
        if has(cell, "arsenal") in facts and (arsenal_gives(p, cell).grenades or not arsenal_gives(p).grenades):
            met = reachable(onward, cell)
            closed.append((frozenset(c for c in cells if c not in met and just_entered(c) not in met), cell))
    least, arsenal = min(closed, key=lambda each: len(each[0]), default=(frozenset[Cell](), ""))
    if not least:
        return least, NOTHING
    if p.enclosure == "none":
        return least, message("the setting enclosure permits none")
    if not arsenal_gives(p).grenades:
        return least, message("no arsenal hands out grenades")
    if 2 * len(least) >= len(cells):
        return least, message("it is half of the board or more")
    if not one_piece(p, facts, least):
        return least, message("it is more than one enclosure")
    if not grenade_opens(p, facts, least, onward, arsenal):
        return least, message("no grenade that is thrown from where a marker can rest opens it")
    return least, NOTHING


def open_moves(p: Params, facts: Facts) -> Callable[[Node], Iterable[Node] | None]:
    """The nodes to which moves are open from a node on a map; whoever goes out comes to `OUTSIDE`."""
    return known_moves(p, facts).graph.get


def reachable(onward: Callable[[Node], Iterable[Node] | None], start: Node) -> set[Node]:
    """All nodes that can be reached from a start."""
    return reached([start], onward)


def one_piece(p: Params, facts: Facts, cells: frozenset[Cell]) -> bool:
    """Whether the cells are connected where no wall stands."""
    onward: dict[Node, list[Node]] = {}
    for line in inner_borders(p.grid):
        other = beyond(p.grid, line)
        free = has(line, HOLE) in facts if line.side == "U" else facts.isdisjoint(barriers(line))
        if free and line.cell in cells and other in cells:
            onward.setdefault(line.cell, []).append(other)
            onward.setdefault(other, []).append(line.cell)
    return bool(cells) and reachable(onward.get, next(iter(cells))) >= cells


def grenade_opens(
    p: Params, facts: Facts, cells: frozenset[Cell], onward: Callable[[Node], Iterable[Node] | None], arsenal: Cell
) -> bool:
    """Whether one grenade, thrown from where a player from the arsenal can stand, opens a way into all of the cells."""
    outside = reachable(onward, arsenal)
    for line in in_plane(p.grid):
        ends = (line.cell, beyond(p.grid, line))
        frail = any(fact in facts and fact.mark not in SOLID for fact in barriers(line))
        for here, there in (ends, ends[::-1]) if frail else ():
            breached = here in outside and here not in cells and there in cells
            met = reachable(onward, just_entered(there)) if breached else set[Node]()
            if breached and all(cell in met or just_entered(cell) in met for cell in cells):
                return True
    return False


# --- how long a game lasts ---------------------------------------------------------------------------------------


MINUTES = 75 / (20 * 3.5**2)
"""Minutes by cells and the square of the players: 20 cells take 3 or 4 players 1 to 1.5 hours (MP-35.a)."""


def minutes(cells: int, players: int) -> int:
    """The length of a game in minutes, by the rule of thumb of MP-35.a."""
    return round(MINUTES * cells * players**2)


def board_for_evening(players: int, wanted: int) -> Square:
    """The square board, 4 x 4 to 12 x 12, whose games last nearest to the wanted minutes (MP-35.a)."""
    side = min(range(4, 13), key=lambda n: abs(minutes(n * n, players) - wanted))
    return Square(side, side)


def minutes_on(board: Board, players: int) -> int:
    """The length of a game on a board, by the rule of thumb of MP-35.a."""
    return minutes(len(board.cells()), players)
