"""The printed sheets of Treasures: the game master's map, script and tracker, players' paper, the rule card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from mapkit.games.kit import rings, streams
from mapkit.games.kit.example_turn import ExampleGame, example_turn
from mapkit.games.kit.streams import Streams, stream_sample
from mapkit.games.treasures.analysis import analyse, even_starts
from mapkit.games.treasures.conditions import MONSTERS, NONE, conditions, contents
from mapkit.games.treasures.design import FINISHED, LEADS_TO, OF_PACKS, RULES, SETS, Params
from mapkit.games.treasures.modules import ModuleWords, signs_of_modules
from mapkit.games.treasures.situation import situation
from mapkit.language.catalogue import form, texts
from mapkit.language.phrases import phrases
from mapkit.language.wording import translated
from mapkit.model.analysis import Ask
from mapkit.model.frozen import FrozenDict
from mapkit.model.grid import Border, Cell, Square, border, natural
from mapkit.model.map import Map, Public
from mapkit.model.replay import Track
from mapkit.model.rule import Amount, has, wall
from mapkit.model.settings import settings
from mapkit.paper import icons
from mapkit.paper.blank_forms import AGAIN, MOST_OTHERS, ColumnPart, PlayerColumn, RoundTable, glossary, round_pages
from mapkit.paper.card import in_brief, playing_blind, rule_card, rules_section
from mapkit.paper.drawing import SMALL, Block, PageSetup, as_pages, page_setup, paragraph, titled_blanks
from mapkit.paper.edition import Edition
from mapkit.paper.map_pages import (
    MapPicture,
    Script,
    board_floors,
    border_items,
    cells_item,
    gm_pages,
    in_tile,
    item,
    played_pages,
)
from mapkit.paper.player_paper import paper_pages
from mapkit.paper.screen import script_screen
from mapkit.paper.sheet import Box, Circle, Ink, Mark, Page, Text, rectangle, width
from mapkit.paper.sheets import BoardPicture, Floor, Paper, PlayedSheets

_TEXTS = "treasures"


def gm_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The game master's sheets: the map with its legend and what changes on it, and a script. They are secret."""
    edition = replace(edition, force=conditions(map_.params))
    words, drawn = edition.words, _read(map_, edition.language)
    setup = _setup(edition, "gm", map_.title, words["gm"], words["secret"])
    scene = _scene(drawn, edition)
    # The measures by their names on the sheet; none where cells are blank. An undecided border counts as open.
    names, decided = dict(drawn.words["measured"]["names"]), map_.without_undecided
    starts = even_starts(decided) if decided.finished else {}
    if starts:  # players begin on these alone
        names.pop("difference-of-starts", None)
    found = analyse(decided, Ask(measures=names)).measures if decided.finished else {}
    measured = [(names[key], translated(measure.in_words, drawn.language)) for key, measure in found.items()]
    return as_pages(setup, gm_pages(scene, setup, partial(_legend, drawn, scene), _script(drawn, measured, starts)))


def screen_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The game master's screen: the script inside, and outside what players are told before the game."""
    edition = replace(edition, force=conditions(map_.params))
    words, script = edition.words, _script(_read(map_, edition.language), ())
    setup = _setup(edition, "screen", map_.title, words["screen"]["kind"], words["secret"])
    return as_pages(setup, script_screen(setup, script, map_.params.grid))


def board_alone(map_: Map[Params], edition: Edition, box: Box) -> Iterator[Floor]:
    return board_floors(_scene(_read(map_, edition.language), edition), box, edition.scale)


def player_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """A player's blank forms, from what is public: the board, one of twice the size, fragments, all players' turns."""
    p, more = public.params, ModuleWords(public.params, edition.language)
    words, said = more.base["player"], edition.words
    setup = _setup(edition, "player", public.title, said["player"])
    signs = _signs(edition.language)
    key = [(sign.format_map(signs), meant) for sign, meant in (*words["key_marks"], *more.key_marks)]
    twice = replace(p.grid, columns=2 * p.grid.columns - 1, rows=2 * p.grid.rows - 1)
    pages = paper_pages(setup, p.grid, words, key, twice)
    names = (said["rounds"]["you"], *[said["name"]] * min(p.players - 1, MOST_OTHERS))
    states = [[(state, AGAIN) for state in words["states"] if state]]
    columns = [PlayerColumn(name, states) for name in names]
    parts = (ColumnPart(said["moves"]["move"], share=0.32), ColumnPart(said["moves"]["answer"], share=0.68))
    how = paragraph(said["tracker"]["again"], setup.body.width, SMALL, ink=Ink.QUIET)
    table = RoundTable(words["moves"], said["rounds"]["round"], columns, parts, room=33.0, above=how)
    return as_pages(setup, [*pages, *round_pages(setup, table, edition.rounds or len(p.grid.cells()))])


def _signs(language: str) -> Mapping[str, str]:
    own: Mapping[str, str] = texts(_TEXTS, language)["player"]["signs"]
    return {**own, **signs_of_modules(language)}


def log_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """The game master's blank log, round by round; made from what is public, for secret notes."""
    p, more, said = public.params, ModuleWords(public.params, edition.language), edition.words["rounds"]
    words, (answers, circled, *held) = more.base["log"], more.letters
    setup = _setup(edition, "log", public.title, words["kind"], words["badge"])
    letters = [letter for letter, _ in circled[1]]
    parts = [
        ColumnPart(said["says"]),
        ColumnPart(said["on"], 12.0),
        ColumnPart(circled[0], 4.0 * len(letters), letters=letters),
        *(ColumnPart(hand, max(11.0, width(hand, SMALL) + 2.4)) for hand in more.hands),
    ]
    beside = [(name, 24.0 if monster == "bear" else 14.0) for monster, name in more.monsters.items()]
    columns = [
        PlayerColumn(f"{number}  {edition.words['name']}", (), said["start"]) for number in range(1, p.players + 1)
    ]
    foot = [glossary(title, pairs, setup.body.width) for title, pairs in (answers, circled, *held)]
    table = RoundTable(said["heading"], said["round"], columns, parts, beside, least=8.0, foot=foot)
    return as_pages(setup, [*round_pages(setup, table, edition.rounds or len(p.grid.cells()))])


def played_sheets(map_: Map[Params], track: Track, edition: Edition) -> tuple[Page, ...]:
    """The game as it was played: the map with the players' paths on it, and the list of turns.

    The sheets show everything; while the game is not over, they are marked as secret.
    """
    drawn = _read(map_, edition.language)
    words, badge = drawn.words["played"], "" if track.over else edition.words["secret"]
    setup = _setup(edition, "played", map_.title, words["kind"], badge)
    remarks = dict.fromkeys(track.rebuilt, words["at_the_start"])
    scene = replace(_scene(drawn, edition), picture=partial(_picture, drawn, lambda _: {}), remarks=remarks)

    def legend(wide: float) -> Iterator[Block]:
        # Where treasures and monsters are at the end; the map above shows where they were at the beginning (TL-G1)
        ended, of_modules = words["ended"], ModuleWords(drawn.params, drawn.language).of_modules
        for moment in track.moments[-1:]:
            told, kinds = situation(moment.ruling.state), moment.ruling.state.drawn.params.treasure_marks
            where = [ended["lies"].format(cell=cell) for kind, cell in told.things if kind in kinds]
            where += [ended["held"].format(name=name) for name in told.holds]
            yield item(partial(_sample, "treasure"), ended["name"], [", ".join(where)], wide)
            for kind, cell in told.things:
                if kind not in kinds:
                    name = of_modules["played"]["monsters"][kind]
                    yield item(partial(_sample, kind), name, [ended["lies"].format(cell=cell)], wide)
        yield from _legend(drawn, scene, wide)

    return as_pages(setup, played_pages(scene, track, setup, words, legend))


def card_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """The rule card: how to play in brief, and the rules of the map with the numbers of this game."""
    p = public.params
    usual = (*RULES, *(rule for pack in p.packs for rule in pack.rules))
    told = (rule for rule in public.game.design.rules if rule not in (*OF_PACKS, FINISHED))
    more = ModuleWords(public.params, edition.language)
    absent = {setting.name for setting in settings(type(p)) if getattr(p, setting.name) in NONE}
    absent |= set() if "rivers" in more.force else {"TL-17", "TL-19.c"}
    rules = rules_section(more.base["map"], told, p, edition.language, _FOR_DRAWING | absent, usual)
    setup = _setup(edition, "card", public.title, edition.words["card"])
    brief = (
        section._replace(entries=tuple(entry for entry in section.entries if entry[0] not in more.set_aside))
        for section in in_brief(more.base)
    )
    aim, *sections = brief
    example = example_turn(public, _EXAMPLE, more.base["player"]["signs"], edition)
    blind = playing_blind(edition, p.players, {"lost"})
    return rule_card(setup, (aim, blind, example, *sections, *more.sections), rules)


_SMALL = Square(4, 3)
_EXAMPLE = ExampleGame(
    _SMALL,
    frozenset(
        (
            *(has(cell, "safe") for cell in _SMALL.cells() if cell != "c2"),
            has("c2", "treasure"),
            wall(border(_SMALL, "b2", "N")),
        )
    ),
    "b2 d1",
    ((("north", "N"), ("east", "E"), ("take", "")), (("north", "N"),)),
)


_FOR_DRAWING = frozenset(
    {
        "TL-9",
        "TL-27.a",
        "TL-17.b",
        "TL-18",
        "TL-28.a",
        "safe",
        "bends",
        "treasure_spacing",
        "portal_spacing",
        "shop_spacing",
        "exit_distance",
        "treasure_distance",
    }
    | {"TX-21", "TX-50", "fair_starts"}
)
"""The rules of the map, and the settings, that only a person who draws it needs."""


def _setup(edition: Edition, name: str, title: str, kind: str, badge: str = "") -> PageSetup:
    return page_setup(edition, name, texts(_TEXTS, edition.language)["name"], title, kind, badge)


# --- the map -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _TreasuresPicture:
    params: Params
    kinds: Mapping[Cell, str]
    rivers: Streams
    walls: frozenset[Border]
    exits: frozenset[Border]
    language: str
    symbols: Mapping[str, str]
    """The symbols in files of the kinds that packs add."""

    @property
    def words(self) -> Mapping[str, Any]:
        return texts(_TEXTS, self.language)

    @property
    def marks(self) -> frozenset[str]:
        return frozenset(self.kinds.values())

    def cells(self, *marks: str) -> tuple[Cell, ...]:
        return tuple(sorted((cell for cell, mark in self.kinds.items() if mark in marks), key=natural))


def _read(map_: Map[Params], language: str) -> _TreasuresPicture:
    kinds = {cell: map_.kinds[cell] for cell in sorted(map_.kinds)}
    for listing in map_.game.design.legend(map_.params).listings:  # such as the lairs of monsters, on Safe tiles
        kinds |= dict.fromkeys(listing.show(map_.facts)[0], listing.key)
    flows = {cell: mark.removeprefix("flows ") for cell, mark in kinds.items() if mark.startswith("flows ")}
    lines = [(place, mark) for place, mark in map_.facts if isinstance(place, Border)]
    walls, exits = (frozenset(place for place, mark in lines if mark == kind) for kind in ("wall", "exit"))
    symbols = {kind: symbol for kind, (symbol, _) in ModuleWords(map_.params, language).tiles.items()}
    return _TreasuresPicture(map_.params, kinds, Streams(map_.params.grid, flows), walls, exits, language, symbols)


def _scene(drawn: _TreasuresPicture, edition: Edition) -> MapPicture:
    pictures = (cell for cell, kind in drawn.kinds.items() if kind not in _FLAT and cell not in drawn.rivers.flows)
    return MapPicture(
        drawn.params.grid,
        partial(_picture, drawn, cache(partial(_leads, drawn))),
        edition.words,
        partial(_ground, drawn),
        dict.fromkeys(drawn.walls, "wall"),
        drawn.exits,
        corner_pictures=frozenset(pictures),
    )


_FLAT = frozenset({"safe", "marsh"})


def _ground(drawn: _TreasuresPicture, cell: Cell, box: Box) -> Iterator[Mark]:
    """The tints of marsh and water."""
    if drawn.kinds.get(cell) == "marsh":
        yield rectangle(Ink.GREEN_TINT, box)
    yield from drawn.rivers.ground(cell, box)


def _picture(drawn: _TreasuresPicture, leads: rings.Leads, cell: Cell, box: Box) -> Iterator[Mark]:
    kind = drawn.kinds.get(cell, "")
    if kind in LEADS_TO:
        arcs = 2 if kind in _TWO_WAY else 3
        ring = partial(rings.turning_ring, label=kind, arcs=arcs)
        yield from rings.ring_with_words(box, leads(box.width).get(kind, ""), ring)
    else:
        yield from drawn.rivers.picture(cell, box)
        yield from _plain(kind, box, drawn.symbols.get(kind, ""))


def _plain(kind: str, box: Box, symbol: str = "") -> Iterator[Mark]:
    """The picture of a kind of tile without river or portal: its symbol in files where there is no icon for it."""
    x, y = box.middle
    match kind:
        case "safe":
            yield Circle(Ink.GREY, x, y, 0.35)
        case kind if kind in _ICONS:
            yield from icons.draw(_ICONS[kind], x, y, box.width * 0.36)
        case "marsh":
            yield from streams.reeds(box)
        case "fake":
            yield from rings.turning_ring(x, y, box.width * 0.36, "F", 0)
        case _ if symbol:
            yield Text(Ink.TEXT, x, y + box.width * 0.17, box.width * 0.48, symbol, True, "middle")


_ICONS = {
    "treasure": "chest",
    "shop": "stall",
    "hospital": "cross",
    "fools": "crossed-chest",
    "trapped": "trapped-chest",
    "donation": "donation-box",
    "stairs up": "stairs-up",
    "stairs down": "stairs-down",
    "elevator": "elevator",
    "bear": "paw",
    "dog": "bone",
    "zombie": "hand",
}


def _leads(drawn: _TreasuresPicture, tile: float) -> Mapping[str, str]:
    """The words below the portals: the partner and its cell, only the cell, or nothing, as all have room."""
    goals = {mark: drawn.cells(LEADS_TO[mark]) for mark in LEADS_TO if drawn.cells(mark)}
    short = {mark: f"> {cells[0] if cells else '?'}" for mark, cells in goals.items()}
    long = {mark: f"> {LEADS_TO[mark]} {short[mark][2:]}" for mark in goals}
    return rings.words_that_fit((long, short), tile)


_TWO_WAY = frozenset(mark for marks in SETS for mark in marks if len(marks) == 2)


# --- the legend --------------------------------------------------------------------------------------------------


def _legend(drawn: _TreasuresPicture, scene: MapPicture, wide: float) -> Iterator[Block]:
    """A block for each kind on the map; kinds that the game master looks for have their cells listed."""
    words = drawn.words["legend"]
    for kind, (name, says) in {**words["kinds"], **ModuleWords(drawn.params, drawn.language).kinds}.items():
        found = drawn.cells(kind)
        if found:
            yield cells_item(partial(_sample, kind, symbol=drawn.symbols.get(kind, "")), name, found, wide, says)
    for course in drawn.rivers.courses():
        end = words["mouth" if drawn.rivers.leaves(course[-1]) else "end"]
        details = [f"{words['source']} {course[0]} > {end} {course[-1]}", words["flushes"]]
        yield item(stream_sample("W", "E"), words["river"].format(tiles=len(course)), details, wide)
    for marks in SETS:
        at = {mark: ", ".join(drawn.cells(mark)) or "?" for mark in marks}
        if any(drawn.cells(mark) for mark in marks):
            arrow = "<>" if len(marks) == 2 else ">"
            pairs = [(mark, LEADS_TO[mark]) for mark in (marks[:1] if len(marks) == 2 else marks)]
            details = [f"{one} {at[one]} {arrow} {other} {at[other]}" for one, other in pairs]
            name = words["two_way" if len(marks) == 2 else "three_way"].format(letter=marks[0][0])
            yield item(in_tile(partial(_ring, marks)), name, details, wide)
    yield from border_items(scene, wide)


def _sample(kind: str, box: Box, symbol: str = "") -> Iterator[Mark]:
    if kind == "marsh":
        yield rectangle(Ink.GREEN_TINT, box)
    yield from in_tile(lambda tile: _plain(kind, tile, symbol))(box)


def _ring(marks: Sequence[str], box: Box) -> Iterator[Mark]:
    return rings.turning_ring(*box.middle, 3.1, marks[0][0], len(marks))


# --- what the game master says and notes -------------------------------------------------------------------------


def _script(
    drawn: _TreasuresPicture, measured: Sequence[tuple[str, str]], starts: Mapping[Cell, int] = FrozenDict()
) -> Script:
    p, more = drawn.params, ModuleWords(drawn.params, drawn.language, drawn.marks)
    told = {
        "board": drawn.words["size"].format(columns=p.grid.columns, rows=p.grid.rows),
        "first_column": p.grid.column(0),
        "last_column": p.grid.column(p.grid.columns - 1),
        "corner": p.grid.corner,
        "last_row": str(p.grid.rows),
        "counts": _counts(p, drawn.language),
    }
    words, start, aside = more.base, more.base["start"], more.set_aside
    named = {"TL-29": start["named"].format(starts=", ".join(f"{cell} ({par})" for cell, par in starts.items()))}
    prepare, aloud = ([(number, text.format(**told)) for number, text in start[part]] for part in ("prepare", "aloud"))
    prepare = [(number, named.get(number, text) if starts else text) for number, text in prepare]
    aloud = [*(entry for entry in aloud if entry[0] not in aside), *more.aloud]
    table = (words["measured"]["heading"], measured)
    kept = partial(_changing, drawn, more)
    rows = [*(row for row in words["announcements"]["rows"] if row[0] not in aside), *more.announcements]
    return Script(prepare, aloud, more.turn, rows, table, kept)


def _changing(drawn: _TreasuresPicture, more: ModuleWords, wide: float) -> Iterator[Block]:
    """For each treasure where it lies and room for where it lies later; then what modules keep."""
    words, of_modules = more.base["tracker"], more.of_modules.get("tracker", {})
    kinds, found = more.kinds_of_treasures, list(drawn.cells("treasure"))
    found += [f"{cell} ({name})" for kind, name in kinds.items() for cell in drawn.cells(kind)]
    across = (2 if kinds else 3) if len(found) <= (8 if kinds else 12) else 4
    labels = [words["then"].format(cell=cell) for cell in found]
    for first in range(0, len(labels), across):
        yield titled_blanks("" if first else words["treasures"], labels[first : first + across], across, wide)
    for cell in drawn.cells("donation"):
        label = of_modules["shelf"].format(cell=cell)
        yield titled_blanks(label, [of_modules["then"].format(items=more.filled("{donated}"))], 1, wide)
    if "zombie" in more.on:
        yield titled_blanks(f"{more.monsters['zombie']}, {of_modules['fallen']}", [""] * 6, 6, wide)


def _counts(p: Params, language: str) -> str:
    """The contents of the map in words: `2 treasures, 6 to 10 marsh tiles and no shop`."""
    words, more = texts(_TEXTS, language), ModuleWords(p, language)
    nouns = {**phrases(_TEXTS, language).words, **more.nouns}
    counted = [
        _amount_in_words(amount, nouns[noun.template], words["amounts"], language) for noun, amount in contents(p)
    ]
    counted += [_amount_in_words(amount, forms, words["amounts"], language) for forms, amount in more.counted]
    counted += [more.of_modules["nouns"]["monsters"][name] for name in MONSTERS if name in more.on]
    return f"{', '.join(counted[:-1])} {words['and']} {counted[-1]}"


def _amount_in_words(amount: Amount, forms: Sequence[str], words: Mapping[str, str], language: str) -> str:
    """An amount of things, such as `1 shop`, `6 to 10 marsh tiles`, `any number of rivers`."""
    if amount.low == amount.high:
        return f"{amount.low} {form(forms, amount.low, language)}"
    kind = "range" if amount.high is not None else "least" if amount.low else "any"
    said = words[kind].format(low=amount.low, high=amount.high)
    return f"{said} {form(forms, max(2, amount.high or amount.low), language)}"


PAPER: Paper[Params] = Paper(
    secret={"gm": gm_sheets, "screen": screen_sheets},
    public={"player": player_sheets, "card": card_sheets, "log": log_sheets},
    played=PlayedSheets(played_sheets),
    board=BoardPicture(board_alone, secret=True),
    signs=_signs,
)
