"""The design of Treasures of the Abandoned Labyrinth: its settings, its maps, its rules (`docs/rules/treasures.md`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from mapkit.games.kit.claims import (
    each,
    everywhere,
    flows_into,
    in_one_piece,
    inner_walls,
    links,
    one_of,
    outer_exits,
    rooms,
)
from mapkit.games.kit.movement import OUTSIDE, KnownMoves, Move, Movement, Terrain, folded, just_entered
from mapkit.games.kit.packs import PackDesign, PackedParams, as_noun, marks_off, with_packs
from mapkit.language.catalogue import NO_THEME, themes_of
from mapkit.model.chance import Chance
from mapkit.model.design import BorderGlyphs, Clash, DrawnSetting, GlyphSeries, Legend, drawn_number
from mapkit.model.frozen import HashedOnce, of_the_same
from mapkit.model.grid import Cell, Grid, Place, Square, Storeys, border, outer_borders, within_steps
from mapkit.model.letters import refused_word, written
from mapkit.model.listing import OrderedCells
from mapkit.model.map import Map, every_border_decided
from mapkit.model.message import Message, Name, either, message, noun
from mapkit.model.rule import (
    WHOLE_MAP,
    Amount,
    BendingChain,
    Claims,
    Count,
    Endpoint,
    Fact,
    Facts,
    Node,
    Reaches,
    Rule,
    Spacing,
    Way,
    When,
    count_rule,
    exactly,
    flows,
    has,
    none,
    settings_rule,
    wall,
    within,
)
from mapkit.model.settings import (
    BadValue,
    CountedSetting,
    PlayedParams,
    ValueKind,
    amount,
    choice,
    column_names,
    most_of,
    number,
    of_module,
    row_names,
    setting,
    spacing,
)

if TYPE_CHECKING:
    from mapkit.games.treasures.state import State  # noqa: F401 (the base of `Params` names it in quotes)

TWO_WAY = "ABCDEG"
"""The letters of two-way portal sets, in the order in which they are used; each set is `A1` and `A2`."""
THREE_WAY = "XYZUVW"
"""The letters of three-way portal sets; each set is `X1`, `X2` and `X3`."""


P = TypeVar("P", bound="Params")


class ThemeNames(ValueKind):
    """The names of the themes with words for this game; the value is empty for none."""

    @property
    def takes(self) -> Message:
        return either([*map(Name, self.offered)])

    @property
    def offered(self) -> tuple[str, ...]:
        return (*themes_of("treasures"), NO_THEME)

    def read(self, raw: object, _: Grid) -> str:
        name = written(raw).lower()
        if name in ("", NO_THEME):
            return ""
        if name not in themes_of("treasures"):
            raise BadValue("{name} is {found}; say {takes}", refused_word(raw, 60), self.takes)
        return name


@dataclass(frozen=True)
class Params(PlayedParams["State"], PackedParams, HashedOnce):
    """The board and the settings of a map; the defaults are those of the rules for 8 x 8 tiles (TL-9, TL-28).

    What each setting asks for stands in the setting itself.
    """

    grid: Square = Square(8, 8)
    safe: Amount = amount(Amount(0, None), "Safe tiles without treasure; by default all that are left", "TL-12")
    shop: Amount = amount(1, "Shops", "TL-13")
    hospital: Amount = amount(1, "Hospitals", "TL-14")
    marsh: Amount = amount(8, "Marsh tiles", "TL-15")
    river: Amount = amount(12, "River tiles, of all rivers together", "TL-16", share_of="outer borders")
    rivers: Amount = amount(1, "Rivers", "TL-19.d")
    bends: Amount = amount(Amount(0, 2), "Bends of a river", "TL-19.b", value_left_out=Amount(0, None))
    fake: Amount = amount(1, "Fake portals", "TL-20")
    two_way: int = setting(1, "Sets of two-way portals, up to six", "TL-21", CountedSetting(high=6))
    three_way: int = setting(1, "Sets of three-way portals, up to six", "TL-22", CountedSetting(high=6))
    treasures: Amount = amount(2, "Treasures", "TL-23")
    exits: Amount = amount(2, "Exits", "TL-26", low=1, share_of="outer borders")
    walls: Amount = amount(20, "Inner walls", "TL-27", share_of="inner borders")
    exit_distance: int = number(5, "Fewest steps between two exits", "TL-26.a", value_left_out=0)
    treasure_distance: int = number(3, "Fewest steps between an exit and a treasure", "TL-26.a", value_left_out=0)
    treasure_spacing: int = spacing(3, "Fewest steps between two treasures", "TL-23.b", lambda p: p.most_treasures)
    portal_spacing: int = spacing(
        2, "Fewest steps between two portals of a set, or two fake ones", "TL-21.a", lambda p: max(3, most_of(p.fake))
    )
    shop_spacing: int = spacing(
        3,
        "Fewest steps between two Shops, or two Hospitals",
        "TL-13.a",
        lambda p: max(map(most_of, (p.shop, p.hospital))),
    )
    dry_exits: str = choice("yes no", "Whether exits keep off all river tiles", "TL-17.b", value_left_out="no")
    one_piece: str = choice("yes no", "Whether every tile is reached on foot", "TL-27.a", value_left_out="no")
    players: int = number(5, "Players; as many Safe tiles must be left to start on", "TL-6", low=1)
    rows: str = row_names("TL-9.c")
    columns: str = column_names("TL-9.c")
    theme: str = of_module(
        setting("", "The theme that tells the game in other words and pictures", "TX-75", ThemeNames())
    )

    modules_off: frozenset[str] = frozenset()
    """The marks that are drawn or listed although their modules are off; see `fit`."""

    packs: ClassVar[tuple[DesignPart, ...]] = ()

    def __post_init__(self) -> None:
        """Put several floors on a board without steps between them; only tiles lead to another floor (TX-20)."""
        super().__post_init__()
        if self.grid.floors > 1 and type(self.grid) is Square:
            object.__setattr__(self, "grid", self.grid.laid_as(Storeys))

    @cached_property
    def treasure_marks(self) -> frozenset[str]:
        """The kinds of treasures, as they are drawn; packs may add some (TX-24)."""
        return frozenset({"treasure"}).union(*(pack.treasures for pack in self.packs))

    @cached_property
    def treasures_on(self) -> tuple[str, ...]:
        """The kinds of treasures that maps with these settings may have."""
        return ("treasure", *(mark for mark in self.tiles_on if mark in self.treasure_marks))

    @property
    def most_treasures(self) -> int:
        """The most treasures that a map with these settings has, of all kinds."""
        return int(most_of(self.treasures, 2) + sum(pack.most_treasures(self) for pack in self.on))

    @cached_property
    def winning(self) -> tuple[str, ...]:
        """The kinds of treasures that win, or that come to win."""
        return ("treasure", *(mark for mark in self.treasures_on if any(mark in pack.winning for pack in self.on)))

    @property
    def most_items(self) -> int:
        """How many items a player may hold (TL-33.a, TX-30)."""
        return max((pack.most_items(self) for pack in self.on), default=1)


class DesignPart(PackDesign["Params"]):
    """What a pack adds to maps. A `Pack` also says what it does in play.

    Nobody may begin on a tile that its listings name.
    """

    treasures: frozenset[str] = frozenset()
    """The kinds among its tiles that are treasures, which lie on tiles that are otherwise Safe."""
    winning: frozenset[str] = frozenset()
    """The kinds of treasures among these that win, or that come to win in play (TX-28)."""
    most_floors: int = 1

    def most_treasures(self, p: Params) -> int:
        """The most treasures that a map has because of it."""
        return 0

    def no_starts(self, map_: Map[Any]) -> Collection[Cell]:
        """The Safe tiles on which nobody may begin, even where the table names the starts."""
        return ()

    def starts_taken(self, p: Params) -> int:
        """How many Safe tiles it keeps from the players."""
        return 0

    def injures(self, p: Params) -> bool:
        """Whether it injures players who attack nobody, so that there must be a hospital (TX-D2)."""
        return False

    movements: tuple[str, ...] = ()
    """The directives among its own that are requests to move, as it says them in `may_say`."""

    def rests_on(self, p: Params) -> tuple[str, ...]:
        return tuple(mark for mark in self.tiles_on(p) if mark not in self.treasures)

    def on_foot(self, p: Params) -> Iterable[Way]:
        """The ways that join tiles into one piece as open borders do, each given in one direction (TL-27.a)."""
        return ()

    def most_items(self, p: Params) -> int:
        """How many items a player may hold with it."""
        return 1

    def placed(self, p: Params, chance: Chance, dry: Collection[Cell]) -> Mapping[Cell, str]:
        """The kinds of the tiles that a random map has because of it, at places of their own among the dry cells."""
        return {}


GROUND = "ground"
"""The mark of a derived fact: a Safe tile, with a treasure or without (TL-23.a)."""
PLAIN = ("safe", "treasure", "shop", "hospital", "marsh", "fake")
FLOWS = tuple("flows " + d for d in "NESW")


def portal_set(letter: str) -> tuple[str, ...]:
    """The marks of a set of portals: each leads to the next one, and the last to the first (TL-73, TL-74)."""
    return tuple(f"{letter}{number}" for number in ("12" if letter in TWO_WAY else "123"))


SETS = tuple(map(portal_set, TWO_WAY + THREE_WAY))
PORTALS = tuple(mark for marks in SETS for mark in marks)
LEADS_TO = {mark: marks[(i + 1) % len(marks)] for marks in SETS for i, mark in enumerate(marks)}
"""The mark to which each portal leads; fake portals lead nowhere."""

KINDS = PLAIN + FLOWS + PORTALS

TILES = {
    "safe": (".", noun("Safe tile")),
    "treasure": ("T", noun("treasure")),
    "shop": ("S", noun("Shop")),
    "hospital": ("H", noun("Hospital")),
    "marsh": ("M", noun("Marsh")),
    "flows N": ("~^", noun("river tile flowing north")),
    "flows E": ("~>", noun("river tile flowing east")),
    "flows S": ("~v", noun("river tile flowing south")),
    "flows W": ("~<", noun("river tile flowing west")),
    "fake": ("F", noun("fake portal")),
    **{mark: (mark, noun("portal {mark} (to {goal})", Name(mark), Name(LEADS_TO[mark]))) for mark in PORTALS},
}
"""The kinds of tiles: the glyph of each in a drawing, and the noun for it."""


def legend(p: Params) -> Legend:
    """The glyphs of a drawing. Those of modules that are off are read and not explained, so that a rule names them."""
    return _legend(tuple((pack, tuple(pack.tiles_on(p)), tuple(pack.listings_on(p))) for pack in p.on), p.packs)


@lru_cache(maxsize=64)
def _legend(
    on: tuple[tuple[DesignPart, tuple[str, ...], tuple[OrderedCells, ...]], ...], packs: tuple[DesignPart, ...]
) -> Legend:
    known = {**TILES, **{mark: pack.tiles[mark] for pack, marks, _ in on for mark in marks}}
    listed = [listing for *_, listings in on for listing in listings]
    every = (listing for pack in packs for listing in pack.listings)
    nouns = {mark: as_noun(said) for pack in packs for mark, said in pack.nouns.items()}
    other = {mark: tile for pack in packs for mark, tile in pack.tiles.items() if mark not in known}
    words = {mark: as_noun(said) for mark, (_, said) in {**known, **other}.items()}
    return Legend(
        {glyph: mark for mark, (glyph, _) in known.items()},
        {"wall": noun("wall"), "exit": noun("exit"), "flows": noun("river"), **nouns, **words},
        (BorderGlyphs("wall", "---", "|"),),
        "exit",
        tuple(replace(listing, explained=listing in listed) for listing in every),
        series=GlyphSeries({glyph: mark for mark, (glyph, _) in other.items()}),
        undecided=True,
        nouns={"flows": noun("river tile"), **{mark: noun("portal {mark}", Name(mark)) for mark in PORTALS}},
        kinds={**dict.fromkeys(PORTALS, noun("portal")), **dict.fromkeys(FLOWS, noun("river tile"))},
    )


def kinds(p: Params) -> tuple[str, ...]:
    """The kinds of tiles that maps with these settings may have."""
    return (*KINDS, *p.tiles_on)


def of_one_kind(p: Params) -> Claims:
    tiles = {mark for pack in p.packs for mark in pack.tiles}
    return one_of(*kinds(p), *sorted(p.modules_off & tiles))(p)


def river_ends(p: Params) -> Claims:
    for link in links(p.grid):
        if link.target is not None:
            yield link.source, When((link.fact,), exactly(1, (flows(link.target, d) for d in "NESW")))
    for cell in p.grid.cells():
        inflows = flows_into(p.grid, cell)
        if len(inflows) == 4:
            for d in "NESW":
                yield cell, When((flows(cell, d),), Count(inflows, 1, 4))


def no_joining(p: Params) -> Claims:
    for cell in p.grid.cells():
        yield cell, Count(flows_into(p.grid, cell), 0, 1)


def bends(p: Params) -> Claims:
    yield WHOLE_MAP, BendingChain(links(p.grid), p.bends)


def rivers(p: Params) -> Claims:
    if p.river.high != 0:
        yield WHOLE_MAP, within(p.rivers, (link.fact for link in links(p.grid) if link.target is None))


def open_stream(p: Params) -> Claims:
    for link in links(p.grid):
        if link.target is not None:
            line = border(p.grid, link.source, link.direction)
            yield line, Count((link.fact, wall(line)), 0, 1)


def no_exit_at_water(p: Params) -> Claims:
    """No river flows out through an exit; with dry exits, none lies beside a river tile."""
    for line in outer_borders(p.grid):
        wet = (flows(line.cell, d) for d in ("NESW" if p.dry_exits == "yes" else line.side))
        yield line, Count((has(line, "exit"), *wet), 0, 1)


def portal_sets(letters: str, p: Params) -> Claims:
    """Claims that the sets take their letters in order, and that each mark of a set is on the map once."""
    asked = portals(p)
    for mark in (mark for letter in letters for mark in portal_set(letter)):
        yield WHOLE_MAP, exactly(int(mark in asked), everywhere(p.grid, mark))


def treasures_on(p: Params, cell: Cell) -> tuple[Fact, ...]:
    """That a treasure lies on a cell, a fact for each kind."""
    return tuple(has(cell, mark) for mark in p.treasures_on)


def treasures_apart(p: Params) -> Claims:
    yield WHOLE_MAP, Spacing(everywhere(p.grid, *p.treasures_on), p.treasure_spacing, p.grid)


def portals_apart(p: Params) -> Claims:
    for marks in (("fake",), *(marks for marks in SETS if marks[0] in portals(p))):
        yield WHOLE_MAP, Spacing(everywhere(p.grid, *marks), p.portal_spacing, p.grid)


def shops_apart(p: Params) -> Claims:
    for mark in ("shop", "hospital"):
        yield WHOLE_MAP, Spacing(everywhere(p.grid, mark), p.shop_spacing, p.grid)


def exits_apart(p: Params) -> Claims:
    for one, other in combinations(outer_borders(p.grid), 2):
        if p.grid.steps_apart(one.cell, other.cell) < p.exit_distance:
            yield other, Count((has(one, "exit"), has(other, "exit")), 0, 1)


def treasures_off_exits(p: Params) -> Claims:
    for line in outer_borders(p.grid):
        near = _near(p, line.cell, p.treasure_distance - 1)
        yield line, When((has(line, "exit"),), none(fact for cell in near for fact in treasures_on(p, cell)))


def _near(p: Params, cell: Cell, steps: int) -> tuple[Cell, ...]:
    """The cells at most so many columns, rows and floors away (TX-20.a)."""
    return within_steps(p.grid.laid_as(Square), cell, steps)


def all_on_foot(p: Params) -> Claims:
    yield from in_one_piece(p, *(way for pack in p.on for way in pack.on_foot(p)))


def treasure_in_reach(p: Params) -> Claims:
    starts = tuple(Endpoint(cell, (has(cell, "safe"),)) for cell in p.grid.cells())
    goals = tuple(Endpoint(cell, (fact,)) for cell in p.grid.cells() for fact in treasures_on(p, cell))
    yield WHOLE_MAP, Reaches(real_moves(p), starts, goals)


def exit_in_reach(p: Params) -> Claims:
    starts = tuple(Endpoint(cell, (fact,)) for cell in p.grid.cells() for fact in treasures_on(p, cell))
    yield WHOLE_MAP, Reaches(real_moves(p), starts, (Endpoint(OUTSIDE),))


def hospital_in_reach(p: Params) -> Claims:
    cells = p.grid.cells()
    healed = tuple(Way(cell, A_HOSPITAL, needs=(has(cell, "hospital"),)) for cell in cells)
    starts = (Endpoint(cell, (fact,)) for cell in cells for fact in (has(cell, "safe"), *treasures_on(p, cell)))
    yield WHOLE_MAP, Reaches((*real_moves(p), *healed), tuple(starts), (Endpoint(A_HOSPITAL),))


def room_to_start(p: Params) -> Claims:
    least = p.players + sum(pack.starts_taken(p) for pack in p.on)
    yield WHOLE_MAP, Count(everywhere(p.grid, "safe"), least, len(p.grid.cells()))


def no_trap(p: Params) -> Claims:
    cells = p.grid.cells()
    taken = tuple(Way(cell, A_TREASURE, needs=(has(cell, mark),)) for cell in cells for mark in p.winning)
    yield WHOLE_MAP, Reaches((*real_moves(p), *taken), tuple(map(Endpoint, cells)), (Endpoint(A_TREASURE),))


A_TREASURE = message("{thing:a}", noun("treasure"))
A_HOSPITAL = message("a hospital")


@lru_cache(maxsize=8)
def real_moves(p: Params) -> tuple[Way, ...]:
    """The ways of play for claims: a cell's name is a player at rest, and `("in", cell)` one who just entered."""
    return tuple(folded(movement(p).ways()))


@lru_cache(maxsize=8)
def movement(p: Params) -> Movement:
    """The moves of play: those of the base (TL-55 to TL-74), as each pack that is on changes them."""
    onward = with_packs(p, partial(_onward, p))
    requests = (*"NESW", *(way for pack in p.on for way in pack.movements))
    return Movement(p.grid.cells(), onward, requests, frozenset({GROUND}), partial(_cases, p), partial(_strays, p))


@of_the_same
@lru_cache(maxsize=64)
def known_moves(p: Params, facts: Facts) -> KnownMoves:
    """The moves of play on a map."""
    return KnownMoves(movement(p), facts)


def _cases(p: Params, fact: Fact) -> Sequence[Fact]:
    """A tile is `GROUND` with a treasure or without."""
    return [has(fact.place, mark) for mark in ("safe", *p.treasures_on)]


def _onward(p: Params, node: Node, request: str, terrain: Terrain) -> Iterator[Move]:
    match node:
        case str() if request and request in "NESW":
            # A step leads onto the next tile unless a wall bars it, or out through an exit (TL-55 to TL-57)
            line, onto = border(p.grid, node, request), p.grid.step(node, request)
            if onto is None:
                yield Move(Way(node, line, (has(line, "exit"),)), ("exit",), request)
                yield Move(Way(node, node, (), (has(line, "exit"),)), ("blocked",), request)
            else:
                yield Move(Way(node, just_entered(onto), (), (wall(line),)), (), request)
                if terrain.heard:
                    yield Move(Way(node, node, (wall(line),)), ("blocked",), request)
        case ("in", str() as cell):
            # A player who has entered rests, is flushed one tile downstream unless a wall prevents it (TL-66, TL-68),
            # or comes out of the portal's partner; a fake portal leads nowhere (TL-70, TL-73, TL-74)
            for fact in terrain.borne(cell, (*_STAYS,)):
                yield Move(Way(node, cell, (fact,)), (_STAYS[fact.mark],))
            for flow in terrain.borne(cell, FLOWS):
                towards = flow.mark[-1]
                below = p.grid.step(cell, towards)
                if below is None:
                    yield Move(Way(node, cell, (flow,)), ("river-wall",))
                    continue
                bar = wall(border(p.grid, cell, towards))
                yield Move(Way(node, below, (flow,), (bar,)), ("river",))
                yield Move(Way(node, cell, (flow, bar)), ("river-wall",))
            for portal in terrain.borne(cell, portals(p)):
                yield Move(Way(node, ("portal", portal.mark), (portal,)), ("portal",))
        case ("portal", str() as mark):
            for cell in terrain.cells(LEADS_TO[mark]):
                yield Move(Way(node, cell, (has(cell, LEADS_TO[mark]),)))


_STAYS = {GROUND: "safe", "shop": "shop", "hospital": "hospital", "marsh": "marsh", "fake": "portal"}
"""What is heard of the tiles where whoever enters them stays."""


def _strays(p: Params, node: Node, request: str, drawn: Mapping[Place, Sequence[str]]) -> Iterator[Move]:
    """Exits within the board, rivers that run ashore (TL-66.d), and portals for which the settings do not ask."""
    if isinstance(node, str):
        line = border(p.grid, node, request) if request in (*"NESW",) else None
        if line is not None and "exit" in drawn.get(line, ()):
            yield Move(Way(node, line, (has(line, "exit"),)), ("exit",), request)
        return
    kind, cell, *_ = cast(tuple[str, ...], node)
    for mark in drawn.get(cell, ()) if kind == "in" else ():
        if mark in PORTALS and mark not in portals(p):
            yield Move(Way(node, ("portal", mark), (has(cell, mark),)), ("portal",))
        below = p.grid.step(cell, mark[-1]) if mark in FLOWS else None
        if below is not None:
            bars = (wall(border(p.grid, cell, mark[-1])), *(flows(below, d) for d in "NESW"))
            yield Move(Way(node, just_entered(below), (has(cell, mark),), bars), ("river",))


@lru_cache(maxsize=8)
def portals(p: Params) -> tuple[str, ...]:
    """The marks of the portals that the settings ask for; each leads to one of its set."""
    return tuple(mark for letter in TWO_WAY[: p.two_way] + THREE_WAY[: p.three_way] for mark in portal_set(letter))


def clashes(p: Params) -> tuple[Clash, ...]:
    most = p.treasures.high != 0 or len(p.winning) > 1
    why = message("no treasure would win; the least is 1 where no treasure is booby-trapped")
    without = () if most else (Clash("treasures", why, "TX-D2", True),)
    return (*without, *(clash for pack in p.on for clash in pack.clashes(p)))


USUAL_PLAYERS = 3
"""The players of a map whose file names no settings; fewer where the drawing has fewer Safe tiles (TL-6)."""


def as_drawn(packs: Sequence[DesignPart], grid: Square, facts: Facts) -> dict[str, DrawnSetting]:
    """What a drawing says of the settings. A repair may take away walls and river tiles, and nothing else."""
    number = Counter(fact.mark for fact in facts)
    wet = [Fact(str(cell), mark) for cell, mark in facts if mark in FLOWS]
    mouths = sum(grid.step(str(cell), mark[-1]) is None for cell, mark in wet)
    letters = {mark[0] for mark in number if mark in PORTALS}
    two, three = len(letters & {*TWO_WAY}), len(letters & {*THREE_WAY})
    tiles = (*KINDS, *(mark for pack in packs for mark in pack.tiles))
    blank = len(grid.cells()) - sum(number[kind] for kind in tiles)
    taken = sum(len(listing.show(facts)[1]) for pack in packs for listing in pack.listings)
    players = max(1, min(USUAL_PLAYERS, number["safe"] + blank - taken))
    wins_otherwise = any(number[mark] for pack in packs for mark in pack.winning)
    return {
        "shop": drawn_number(noun("shops"), number["shop"]),
        "hospital": drawn_number(noun("hospitals"), number["hospital"]),
        "marsh": drawn_number(noun("marsh tiles"), number["marsh"]),
        "river": drawn_number(noun("river tiles"), len(wet), stays=False),
        "rivers": drawn_number(noun("rivers"), mouths, stays=False),
        "fake": drawn_number(noun("fake portals"), number["fake"]),
        "two_way": DrawnSetting(noun("sets of two-way portals"), two, two),
        "three_way": DrawnSetting(noun("sets of three-way portals"), three, three),
        "treasures": drawn_number(noun("treasures"), number["treasure"], int(not wins_otherwise)),
        "exits": drawn_number(noun("exits"), number["exit"], 1),
        "walls": drawn_number(noun("inner walls"), number["wall"], stays=False),
        "players": DrawnSetting(noun("players"), players, players),
        **{name: value for pack in packs for name, value in pack.as_drawn(grid, number, facts).items()},
    }


RULES: tuple[Rule[Params], ...] = (
    Rule("TL-9", "Every tile of the board is of one kind.", of_one_kind, rooms(upper="| T")),
    count_rule("TL-12", "Safe tiles without a treasure: {safe}.", "safe", each("safe"), rooms("safe=2")),
    count_rule("TL-13", "Shops: {shop}.", "shop", each("shop"), rooms("shop=1")),
    Rule("TL-13.a", "Fewest steps between two Shops, or two Hospitals: {shop_spacing}.", shops_apart,
        rooms("shop=2 shop_spacing=2", "| T   .   .", "| S   S   . |", legal="b1=. c1=S")
        + rooms("hospital=2 shop_spacing=3", "| T   .   .   .", "| H   .   H   . |", legal="c1=. d1=H"),
        applies=lambda p: p.shop_spacing > 1),
    count_rule("TL-14", "Hospitals: {hospital}.", "hospital", each("hospital"), rooms("hospital=1", lower="| H   H |")),
    count_rule("TL-15", "Marsh tiles: {marsh}.", "marsh", each("marsh"), rooms("marsh=1", lower="| M   M |")),
    count_rule("TL-16", "River tiles: {river}.", "river", each(*FLOWS), rooms("river=3", "  T   ~v|", "| .   ~v|")),
    Rule("TL-17", "A river begins and ends at the outer wall; each tile flows into the next.", river_ends,
        rooms("river=1 rivers=any", "  T   ~v|", legal="river=2 b1=~v")
        + rooms("river=2", "| T   .   .", "| .   ~v  . |", "| .   ~v  . |", legal="river=3 b3=~v")),
    Rule("TL-17.b", "No river flows out through an exit.", no_exit_at_water,
        rooms("river=1", "| T   . |", "  ~<  . |", legal="a1W= b1E=exit"), applies=lambda p: p.dry_exits == "no"),
    Rule("TL-17.b", "No exit lies beside a river tile.", no_exit_at_water,
        rooms("river=1 dry_exits=yes", "| T   . |", "  ~v  . |", legal="a1W= b2E=exit"),
        applies=lambda p: p.dry_exits == "yes"),
    Rule("TL-18", "A river does not fork, and no two streams run into one tile.", no_joining,
        rooms("river=3", "  T   .   . |", "| ~>  ~v  ~<|", legal="river=2 c1=.")),
    Rule("TL-19.b", "A river runs in one direction from its source to its mouth; bends of each: {bends}.", bends,
        rooms("river=2 bends=0", "  T   . |", "| ~>  ~v|")
        + rooms("river=4 rivers=any", "| ~>  ~v  T", "| ~^  ~<  . |", legal="river=3 a1=. b1=~v")),
    Rule("TL-19.c", "No wall stands across a river.", open_stream, rooms("river=2", "  T   . |", "| ~>| ~v|",
          legal="a1E=")),
    Rule("TL-19.d", "Rivers: {rivers}.", rivers, rooms("river=0-2", "  T   . |", "| ~v  ~v|")),
    count_rule("TL-20", "Fake portals: {fake}.", "fake", each("fake"), rooms("fake=1")),
    Rule("TL-21", "Sets of two-way portals, two tiles each: {two_way}.", partial(portal_sets, TWO_WAY),
        rooms("two_way=1", lower="| A1  . |", legal="b1=A2") + rooms(lower="| A1  A2|")),
    Rule("TL-22", "Sets of three-way portals, three tiles each: {three_way}.", partial(portal_sets, THREE_WAY),
        rooms("three_way=1", "| T   .   X3", "| X1  X2  X3|", legal="c2=.")),
    Rule("TL-21.a", "Fewest steps between two portals of a set, or two fake ones: {portal_spacing}.", portals_apart,
        rooms("two_way=1 portal_spacing=2", "| T   .   .", "| A1  A2  . |", legal="b1=. c1=A2")
        + rooms("fake=2 portal_spacing=2", "| T   .   .", "| F   F   . |", legal="b1=. c1=F"),
        applies=lambda p: p.portal_spacing > 1),
    count_rule("TL-23", "Treasures: {treasures}.", "treasures", each("treasure"), rooms("treasures=2")),
    Rule("TL-23.b", "Fewest steps between two treasures: {treasure_spacing}.", treasures_apart,
        rooms("treasures=2 treasure_spacing=2", lower="| T   . |", legal="a1=. b1=T"),
        applies=lambda p: p.treasure_spacing > 1),
    count_rule("TL-26", "Exits, gaps in the outer wall: {exits}.", "exits", outer_exits, rooms("exits=2")),
    Rule("TL-26.a", "Fewest steps between two exits: {exit_distance}.", exits_apart,
        rooms("exits=2 exit_distance=2", lower="| .   ."), applies=lambda p: p.exit_distance > 0),
    Rule("TL-26.a", "Fewest steps from an exit to a treasure: {treasure_distance}.", treasures_off_exits,
        rooms("treasure_distance=2"), applies=lambda p: p.treasure_distance > 0),
    count_rule("TL-27", "Inner walls: {walls}.", "walls", inner_walls, rooms("walls=2", between="+---+   +")),
    Rule("TL-27.a", "Every tile can be reached on foot.", all_on_foot,
        rooms("marsh=1 one_piece=yes", lower="| M | . |", between="+---+   +"), applies=lambda p: p.one_piece == "yes"),
    Rule("TL-27.a", "Every treasure can be reached from every Safe tile by real moves.", treasure_in_reach,
        rooms("river=2", "| T | .", "| ~>  ~v|")),
    Rule("TL-27.a", "From every treasure an exit can be reached by real moves.", exit_in_reach,
        rooms("river=2", "  . | T |", "| ~>  ~v|")),
    Rule("TL-28.a", "Safe tiles are left for all players to start on: {players}.", room_to_start, rooms("players=4")),
)  # fmt: skip


def fit(p: P, facts: Facts) -> P:
    """The parameters with what the rules of packs must know of a drawing beforehand, also of modules that are off."""
    off = marks_off(p, legend(p), facts)
    return replace(p, modules_off=off) if off else p


def _nothing_off(p: Params) -> Claims:
    for cell in p.grid.cells():
        yield cell, none(has(cell, mark) for mark in sorted(p.modules_off))


OF_PACKS: tuple[Rule[Any], ...] = (
    Rule("TX-D2", "Every Safe tile and every treasure has a way to a hospital by real moves.", hospital_in_reach,
        rooms("trapped=0-1", lower="| .   Tb|", legal="hospital=1 a1=H"),
        applies=lambda p: any(pack.injures(p) for pack in p.on)),
    Rule("TX-7", "There is nothing of a module that is off.", _nothing_off, rooms(lower="| .   /u|"),
        applies=lambda p: bool(p.modules_off)),
)  # fmt: skip
"""The rules that packs share."""

FINISHED = every_border_decided("TL-27", rooms(lower="| . ? . |"))  # fmt: skip
"""No card prints it, since every map that is printed is finished."""

LATER = {
    "balance": "TL-86",
    **dict.fromkeys(("levels", "floors", "donation_centre"), "TL-88"),
    **dict.fromkeys(("bears", "dogs", "zombies"), "TL-91"),
    "themes": "TL-92",
}
"""What the source announces without giving rules; a setting of this name is refused (TL-86.a)."""

ADVICE: tuple[Rule[Params], ...] = (
    settings_rule("TL-6", "Three to five players are recommended; their number is {players}.",
        lambda p: 3 <= p.players <= 5, rooms("players=2") + rooms("players=6", "| T   .   .   .", "| .   .   .   . |")),
    Rule("TL-27.a", "No tile is a trap: from each a treasure can be reached by real moves.", no_trap,
        rooms("river=2 marsh=1 players=3", "  T   .   . | M |", "| .   .   ~>  ~>|")),
)  # fmt: skip
"""Rules whose breach is advice, not a fault."""
