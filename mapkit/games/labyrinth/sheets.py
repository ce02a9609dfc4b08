"""The printed sheets of Maze on paper: the game master's maps, script and log, players' paper, rule card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any, assert_never, cast

from mapkit.games.kit import rings, streams
from mapkit.games.kit.example_turn import ExampleGame, example_turn
from mapkit.games.kit.streams import Streams, stream_sample
from mapkit.games.labyrinth.analysis import MEASURED_RULES, analyse
from mapkit.games.labyrinth.code import OPTIONS, StartingKit
from mapkit.games.labyrinth.design import (
    ANY,
    BARRIERS,
    CHAINS,
    END,
    FLOWS,
    HOLE,
    LETTERS,
    STOCKS,
    TREASURES,
    Params,
    arsenal_gives,
    inside_of,
    kit,
    most_weapons,
)
from mapkit.games.labyrinth.moves import LabyrinthLayout, requests
from mapkit.games.labyrinth.rules import FINISHED, NOTHING_OFF, RULES
from mapkit.games.labyrinth.words import (
    InForce,
    agreements_in_words,
    entries_in_force,
    fillers,
    in_force,
    in_force_here,
    joined_words,
    many,
    noun_of,
    options_in_words,
    texts,
    trapped,
)
from mapkit.language.catalogue import holds, without_absent
from mapkit.language.wording import translated
from mapkit.model.analysis import Ask
from mapkit.model.design import Section
from mapkit.model.grid import Border, Cell, Square, border, natural
from mapkit.model.map import Map, Public
from mapkit.model.replay import MasterRuling, ReplayStep, Track
from mapkit.model.rule import Amount, Rule, has, wall
from mapkit.model.settings import agreements, settings
from mapkit.paper import icons
from mapkit.paper.blank_forms import (
    AGAIN,
    MOST_OTHERS,
    ColumnPart,
    PlayerColumn,
    RoundTable,
    TickBoxes,
    glossary,
    round_pages,
    ticked,
)
from mapkit.paper.board import rock, undirected, way_out
from mapkit.paper.card import Example, in_a_table, playing_blind, rule_card
from mapkit.paper.drawing import (
    BESIDE_TITLE,
    BODY,
    SMALL,
    Block,
    PageSetup,
    arrowed_width,
    as_pages,
    blank,
    page_setup,
    paragraph,
    titled_blanks,
)
from mapkit.paper.edition import Edition
from mapkit.paper.map_pages import (
    READ,
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
from mapkit.paper.player_paper import large_pages, paper_pages
from mapkit.paper.screen import script_screen
from mapkit.paper.sheet import Box, Ink, Mark, Page, Text, cap_height, lines, rectangle, width
from mapkit.paper.sheets import BoardPicture, Floor, Paper, PlayedSheets


def gm_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The game master's sheets: the map of each floor with its legend and what changes on it, and a script; secret."""
    edition = replace(edition, force=in_force(map_.params))
    words = edition.words
    setup, drawn = _setup(edition, "gm", map_.public, words["gm"], words["secret"]), _read(map_, edition.language)
    scene = _scene(drawn, edition)
    # The measures that matter at the table, in words; measures of the same name share a row. A map with blank cells
    # has no measures; a border that is not decided yet counts as open.
    words, map_ = texts(edition.language)["measured"], map_.without_undecided
    found = analyse(map_, Ask(measures=words["names"])).measures if map_.finished else {}
    rows: dict[str, list[str]] = {}
    for key, measure in found.items():
        by_start = key == "turns-to-win"
        told = (
            _turns_to_win(map_, cast(Mapping[Cell, int], measure.value), words)
            if by_start
            else translated(measure.in_words, edition.language)
        )
        rows.setdefault(words["names"][key], []).append(told)
    script = _script(drawn, tuple((name, "; ".join(told)) for name, told in rows.items()))
    return as_pages(setup, gm_pages(scene, setup, partial(_legend, drawn, scene), script))


def screen_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The game master's screen: the script inside, and outside what players are told before the game."""
    edition = replace(edition, force=in_force(map_.params))
    words, script = edition.words, _script(_read(map_, edition.language), ())
    setup = _setup(edition, "screen", map_.public, words["screen"]["kind"], words["secret"])
    return as_pages(setup, script_screen(setup, script, map_.params.grid))


def board_alone(map_: Map[Params], edition: Edition, box: Box) -> Iterator[Floor]:
    return board_floors(_scene(_read(map_, edition.language), edition), box, edition.scale)


def player_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """A player's blank forms, from what is public: the board, scratch grids, a table of all players' turns.

    If players choose their starts and nothing moves them about, they know where they are; then the board is large and
    there are no scratch grids.
    """
    language = edition.language
    setup, words = _setup(edition, "player", public, edition.words["player"]), texts(language)["player"]
    p, force = public.params, in_force(public.params)
    twice = None if "G1" in force else replace(p.grid, columns=2 * p.grid.columns - 1, rows=2 * p.grid.rows - 1)
    known = "G1" in force and not (p.carriers or force & {"wormholes", "rivers"})
    north = {} if "floors" in force else {"north": words["on_one_floor"]}
    key = _with_signs(entries_in_force(words["key_marks"], force), language)
    words = {**words, **north}
    if known:  # the board is needed at once with the answers, so nothing stands behind it
        pages = [page._replace(cut=True) for page in large_pages(setup, p.grid, words, key)]
    else:
        pages = paper_pages(setup, p.grid, words, key, twice)
    health = [[(texts(language)["tracker"][each], number) for each, number in _health(force, AGAIN).items()]]
    said = setup.words["rounds"]
    how = paragraph(setup.words["tracker"]["again"], setup.body.width, SMALL, ink=Ink.QUIET) if health[0] else ()
    names = (said["you"], *[setup.words["name"]] * min(p.players - 1, MOST_OTHERS))
    parts = (ColumnPart(words["asks"], share=0.36), ColumnPart(words["hears"], share=0.64))
    columns = [PlayerColumn(name, health) for name in names]
    table = RoundTable(
        words["moves"], said["round"], columns, parts, room=33.0, above=(*how, *_own_kit(p, force, setup))
    )
    return as_pages(setup, [*pages, *round_pages(setup, table, edition.rounds or len(p.grid.cells()))])


def _with_signs(rows: Iterable[tuple[str, str]], language: str) -> list[tuple[str, str]]:
    """The rows that explain signs, with the signs of what they name."""
    return [(sign.format_map(_signs(language)), meant) for sign, meant in rows]


def _signs(language: str) -> Mapping[str, str]:
    signs: Mapping[str, str] = texts(language)["player"]["signs"]
    return signs


def log_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """The game master's blank log, round by round; made from what is public, for secret notes."""
    p, said = public.params, edition.words["rounds"]
    force = in_force(p)
    words = without_absent(texts(edition.language)["log"], force)
    setup = _setup(edition, "log", public, words["kind"], words["badge"])
    named = (_with_signs(entries_in_force(words[name], force), edition.language) for name in ("circle", "answers"))
    circle, answers = named
    parts = [
        ColumnPart(said["says"]),
        ColumnPart(said["on"], 12.0),
        ColumnPart(words["circle_title"], max(12.0, 4.2 * len(circle)), letters=[letter for letter, _ in circle]),
    ]
    columns = [
        PlayerColumn(f"{number}  {edition.words['name']}", _arms(p, force, edition.language), said["start"])
        for number in range(1, p.players + 1)
    ]
    foot = [
        glossary(words[f"{name}_title"], words_, setup.body.width)
        for name, words_ in (("answers", answers), ("circle", circle))
    ]
    table = RoundTable(said["heading"], said["round"], columns, parts, least=8.0, foot=foot)
    return as_pages(setup, [*round_pages(setup, table, edition.rounds or len(p.grid.cells()))])


def played_sheets(map_: Map[Params], track: Track, edition: Edition) -> tuple[Page, ...]:
    """The game as it was played: the map with the players' paths on it, and the list of turns.

    The sheets show everything; while the game is not over, they are marked as secret. Listed starts are left out,
    because the paths show where players began.
    """
    words, drawn = texts(edition.language)["played"], replace(_read(map_, edition.language), starts=())
    badge = "" if track.over else edition.words["secret"]
    setup = _setup(edition, "played", map_.public, words["kind"], badge)
    scene = _scene(drawn, edition)
    # the kinds of borders that may have changed, by weapons in force or by a ruling
    walls = ["wall"] if "wall" in drawn.borders.values() and drawn.force & {"grenades", "cement"} else []
    scene = replace(
        scene,
        remarks=dict.fromkeys((*walls, *map(undirected, track.rebuilt)), words["at_the_start"]),
        picture=partial(_picture, replace(drawn, holes={}), lambda _: {}),
        ground=partial(_ground_and_holes, drawn),
        corner_pictures=drawn.pictured | {path[0] for path in drawn.beats.values()},
    )

    def legend(wide: float) -> Iterator[Block]:
        # Where the treasures are at the end; the map above shows where they were at the beginning (MP-127)
        words = drawn.words["played"]["ended"]
        for kind in TREASURES if track.moments else ():
            state, genuine = track.moments[-1].ruling.state, kind == "treasure"
            where = [words["lies"].format(cell=thing.cell) for thing in state.loose if thing.genuine == genuine]
            for player in state.players:
                where += [words["held"].format(name=player.name)] * (player.genuine if genuine else player.false)
            told = [f"{place} × {number}" if number > 1 else place for place, number in Counter(where).items()]
            if told or drawn.cells(kind):
                yield item(partial(_sample, kind), words[kind], [", ".join(told) or words["gone"]], wide)
        yield from _legend(drawn, scene, wide)

    walked = replace(track, entries=tuple(_answered_entries(track, LabyrinthLayout(map_.params, map_.facts))))
    return as_pages(setup, played_pages(scene, walked, setup, words, legend))


def _answered_entries(track: Track, lay: LabyrinthLayout) -> Iterator[ReplayStep | MasterRuling]:
    """The rulings, and the steps that have an answer; ends of turns have none.

    A player who was carried on from the wormhole or river on which they stood did not walk: the step passes through it.
    """
    at = {start.player: start.carried_to or start.cell for start in track.starts}
    for entry in track.entries:
        match entry:
            case ReplayStep():
                here, at[entry.player] = at.get(entry.player, ""), entry.cell
                taken = entry.heard and not entry.through and entry.cell != here
                if taken and lay.carried.get(here) == entry.cell:
                    to_the_end = lay.kinds.get(entry.cell) == END and lay.grid.steps_apart(here, entry.cell) == 1
                    yield entry if to_the_end else entry._replace(through=(here,))
                elif entry.heard or entry.cell != here:
                    yield entry
            case MasterRuling():
                at |= {placement.player: placement.cell for placement in entry.moved}
                yield entry
            case _:
                assert_never(entry)


def card_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """The rule card: a turn in brief, the options in force, and the rules of the map that these do not state."""
    language, p = edition.language, public.params
    force, words = in_force(p) | ({"numbers"} if edition.numbers else set()), texts(language)
    card, options = words["code"], options_in_words(p, language)
    options = {option: text for option, text in options.items() if edition.numbers or option not in _LACKING}
    goals = [options.pop(option) for option in [*options] if option[0] == "V"]
    filling = {**fillers(p, force, language), "aim": " ".join(goals)}
    aim, *brief = [Section(part["heading"], _entries(part["entries"], force, filling)) for part in words["card"]]
    there = {number for section in brief for number, _ in section.entries} & set(card["in_brief"])
    beside = tuple(entry for entry in agreements_in_words(p, language) if entry[0] not in there)
    inside = public._replace(params=replace(public.params, start_outside="no"))  # a turn after all have come in
    sections: tuple[Section | Example, ...] = (
        aim,
        playing_blind(edition, p.players),
        example_turn(inside, _example(p), {}, edition),
        *brief,
        Section(card["heading"].format(code=p.code), tuple(options.items())),
        Section(words["agreed"]["heading"], beside),
    )
    rules = in_a_table(card["map"], _rules_of_the_map(public, force, language), p, language)
    rules = rules._replace(entries=(*_entries(card["entries"], force, filling), *rules.entries))
    return rule_card(_setup(edition, "card", public, edition.words["card"]), sections, rules)


_LACKING = {"F1", "A1", "H1", "W1"}
"""The options that only say what a labyrinth does not have."""


def _example(p: Params) -> ExampleGame:
    grid, word = Square(4, 3), requests(p)
    facts = {*(has(cell, "empty") for cell in grid.cells()), wall(border(grid, "b2", "N"))}
    return ExampleGame(grid, frozenset(facts), "b2 d1", (((word["N"], "N"), (word["E"], "E")), ((word["N"], "N"),)))


def _entries(
    entries: Iterable[Sequence[str]], force: InForce, filling: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """The entries whose conditions hold, with their braces filled."""
    return tuple((number, text.format_map(filling)) for number, text in entries_in_force(entries, force))


def _rules_of_the_map(public: Public, force: InForce, language: str) -> Iterator[Rule[Params]]:
    """The rules of the map that neither the options nor the card's own texts state."""
    card, p = texts(language)["code"], public.params
    told = {OPTIONS[option] for option in p.code.options} | set(card["left_off"])
    unsaid, usual = (FINISHED, NOTHING_OFF, *MEASURED_RULES), {rule.number for rule in RULES}
    rules = (each for each in public.game.design.rules if each not in unsaid and not getattr(each, "without", None))
    for rule in rules:
        named = [getattr(p, name) for name in rule.settings]
        absent = named == [Amount(0, 0)] and rule.number != "MP-101"  # where 0 bends are a straight river
        numbers = [value for value in named if isinstance(value, Amount | int) and value != ANY and not absent]
        says = rule.number not in usual or (bool(numbers) if named else rule.number not in told)
        if says and _is_told(rule, p) and holds(card["only"].get(rule.number, ""), force):
            yield rule


def _is_told(rule: Rule[Params], p: Params) -> bool:
    """Whether players hear of a rule; of mapkit's own about distances between things only where these were agreed."""
    agreed = {setting.name for setting, _ in agreements(p)}
    for_drawing = {setting.name for setting in settings(type(p)) if setting.crowd and setting.name not in agreed}
    return rule.applies(p) and (rule not in RULES or for_drawing.isdisjoint(rule.settings))


def _setup(edition: Edition, name: str, public: Public, kind: str, badge: str = "") -> PageSetup:
    """The setup of a sheet; below the title stand the size and the code if the map has no title."""
    grid, words = public.params.grid, texts(edition.language)
    size = words["subtitle"]["floors" if grid.floors > 1 else "plain"].format(
        columns=grid.columns, rows=grid.rows, floors=grid.floors, code=public.params.code
    )
    return page_setup(edition, name, words["name"], public.title, kind if public.title else f"{kind} · {size}", badge)


# --- the map -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _LabyrinthPicture:
    params: Params
    kinds: Mapping[Cell, str]
    rivers: Streams
    borders: Mapping[Border, str]
    """The kind of each inner border that is no opening."""
    exits: frozenset[Border]
    """The exits, as seen from the cells that lead to them."""
    holes: Mapping[Cell, str]
    """For each cell with holes `U` for one in its ceiling, `D` for one in its floor, or both (MP-90)."""
    starts: tuple[Cell, ...]
    """The cells of the starts, in the players' order."""
    beats: Mapping[str, tuple[Cell, ...]]
    """The path of each creature, its cave first."""
    enclosed: frozenset[Cell]
    trapped: tuple[Cell, ...]
    """The cells of the enclosure from which nothing leads out of it (MP-33.b)."""
    force: InForce
    language: str

    @property
    def words(self) -> Mapping[str, Any]:
        return texts(self.language)

    def cells(self, *marks: str) -> tuple[Cell, ...]:
        return tuple(sorted((cell for cell, mark in self.kinds.items() if mark in marks), key=natural))

    @property
    def solid(self) -> frozenset[Cell]:
        return self.params.drawn.solid

    @property
    def stocks(self) -> Mapping[Cell, str]:
        """The arsenals that hold only one kind of weapon, each with that kind, where arsenals differ (MP-92)."""
        return {cell: kind for cell, kind in self.params.drawn.stocks if self.kinds.get(cell) == "arsenal"}

    @cached_property
    def own(self) -> Mapping[str, str]:
        """For the kinds of cells of options their icons, or their glyphs where they have none; none for solid cells."""
        tiles = ((pack, mark, glyph) for pack in self.params.on for mark, (glyph, _) in pack.tiles.items())
        return {mark: pack.icons.get(mark, glyph) for pack, mark, glyph in tiles if mark != pack.solid}

    @property
    def pictured(self) -> frozenset[Cell]:
        kinds = {*_PICTURES, *CHAINS, *self.own}
        return frozenset(cell for cell, kind in self.kinds.items() if kind in kinds)

    @cached_property
    def waters(self) -> Mapping[Cell, Collection[Cell]]:
        """For the last cell of each river its cells, and those of all that flow together in it (MX-12)."""
        found: dict[Cell, dict[Cell, None]] = {}
        for course in self.rivers.courses():
            found.setdefault(course[-1], {}).update(dict.fromkeys(course))
        return found

    @property
    def chains(self) -> Mapping[str, tuple[tuple[str, Cell], ...]]:
        at = {mark: cell for cell, mark in reversed(tuple(self.kinds.items()))}
        holes = [mark for mark in at if mark in CHAINS]
        numbers = {letter: sorted(int(mark[1:]) for mark in holes if mark[0] == letter) for letter in LETTERS}
        return {
            letter: tuple((f"{letter}{n}", at[f"{letter}{n}"]) for n in found)
            for letter, found in numbers.items()
            if found
        }


def _read(map_: Map[Params], language: str) -> _LabyrinthPicture:
    kinds = dict(sorted(map_.kinds.items(), key=lambda pair: natural(pair[0])))
    flows = {c: None if k == END else k.removeprefix("flows ") for c, k in kinds.items() if k in (*FLOWS, END)}
    sided = sorted((place, mark) for place, mark in map_.facts if isinstance(place, Border))
    known = map_.fitted_params.drawn
    holes = [place for place, mark in sided if mark == HOLE]
    # For each cell `U` if there is a hole in its ceiling, and `D` if there is one in its floor
    found: dict[Cell, str] = {}
    for hole in holes:
        above = map_.params.grid.step(hole.cell, hole.side)
        for cell, way in ((hole.cell, "U"), (above, "D")):
            if cell is not None:
                found[cell] = found.get(cell, "") + way
    return _LabyrinthPicture(
        map_.fitted_params,
        kinds,
        Streams(map_.params.grid, flows),
        {place: mark for place, mark in sided if mark in BARRIERS},
        frozenset(inside_of(map_.fitted_params, place) for place, mark in sided if mark == "exit"),
        found,
        known.starts,
        {who: path for who, path in (("bear", known.bear), ("leprechaun", known.leprechaun)) if path},
        known.enclosed,
        trapped(map_),
        in_force_here(map_),
        language,
    )


def _scene(drawn: _LabyrinthPicture, edition: Edition) -> MapPicture:
    as_said = {"sides": drawn.words["sides"]["floors"]}  # with one floor, players say that north is up
    if drawn.params.grid.floors == 1:
        as_said = {"north": drawn.words["player"]["on_one_floor"], "sides": drawn.words["sides"]["plain"]}
    return MapPicture(
        drawn.params.grid,
        partial(_picture, drawn, cache(partial(_leads, drawn))),
        {**edition.words, **as_said},
        partial(_ground, drawn),
        drawn.borders,
        drawn.exits,
        dotted=tuple(drawn.beats.values()),
        full=drawn.pictured,
    )


def _ground(drawn: _LabyrinthPicture, cell: Cell, box: Box) -> Iterator[Mark]:
    """The tints of swamp and water, and the hatching of the enclosure."""
    if drawn.kinds.get(cell) == "swamp":
        yield rectangle(Ink.GREEN_TINT, box)
    if cell in drawn.enclosed:
        yield from _hatching(box)
    if cell in drawn.solid:
        grid = drawn.params.grid
        beside = {d: other for d in "NESW" if (other := grid.step(cell, d)) is not None and other not in drawn.solid}
        yield from rock(box, [d for d, other in beside.items() if Border(other, grid.back(d)) not in drawn.exits])
    yield from drawn.rivers.ground(cell, box)


def _ground_and_holes(drawn: _LabyrinthPicture, cell: Cell, box: Box) -> Iterator[Mark]:
    """The ground and the holes, which keep their corner when the picture is small in another corner."""
    yield from _ground(drawn, cell, box)
    yield from icons.holes(box, drawn.holes.get(cell, ""))


def _hatching(box: Box) -> Iterator[Mark]:
    """Thin slanting lines over a tile, equally many on each tile, so that they continue on the next."""
    number = max(3, round(box.width / 2.6))
    step = box.width / number
    rising = [((box.x, box.y + i * step), (box.x + i * step, box.y)) for i in range(1, number + 1)]
    falling = [((box.x + i * step, box.bottom), (box.right, box.y + i * step)) for i in range(1, number)]
    yield lines(Ink.GRID, [*rising, *falling])


def _picture(drawn: _LabyrinthPicture, leads: rings.Leads, cell: Cell, box: Box) -> Iterator[Mark]:
    kind = drawn.kinds.get(cell, "")
    for way in "NESW" if cell in drawn.solid else ():
        if Border(drawn.params.grid.step(cell, way) or "", drawn.params.grid.back(way)) in drawn.exits:
            yield from way_out(box, way)
    if kind in CHAINS:
        room, words = _beside(drawn, cell, box, leads(box.width).get(kind, ""))
        south, north = ("door" in drawn.borders.get(border(drawn.params.grid, cell, side), "") for side in "SN")
        said = "" if south and north else words
        yield from rings.ring_with_words(room, said, lambda x, y, r: rings.whirl(x, y, r, kind), above=south)
    else:
        yield from drawn.rivers.picture(cell, box)
        yield from _plain(kind, box, drawn.stocks.get(cell, ""), drawn.own)
    alone = kind in ("", "empty")
    # Flags at starts and creatures in their caves: in the middle of an empty cell, else in its corners
    here = [str(number) for number, start in enumerate(drawn.starts, 1) if start == cell]
    climbing = drawn.params.grid.floors > 1 and cell in drawn.rivers.flows  # the river's plates may be there
    told_here = ",".join(here) if box.width >= (16 if climbing else 12) else ""
    caves = [who for who, path in drawn.beats.items() if path[0] == cell]
    tile, alone = box.width, alone and len(caves) + bool(here) == 1
    small = max(1.7, 0.15 * tile)
    left, right, low = (box.x + small + 0.5, box.right - small - 0.5, box.bottom - small - 0.5)
    high = box.y + small + 0.5
    if here and alone:
        yield from _flag(*box.middle, 0.3 * tile, told_here)
    elif here:
        yield from icons.draw("flag", left, high, small)
        beside = Text(Ink.TEXT, left + small + 0.3, high + cap_height(SMALL) / 2, SMALL, told_here, True)
        yield from [beside] if told_here else []
    for who in caves:
        spot = box.middle if alone else (right, high) if who == "bear" else (left, low)
        yield from icons.draw(_CREATURES[who], *spot, 0.32 * tile if alone else small)
    yield from icons.holes(box, drawn.holes.get(cell, ""))


def _beside(drawn: _LabyrinthPicture, cell: Cell, box: Box, leads: str) -> tuple[Box, str]:
    """The part of a tile that flags and holes in its corners leave to a wormhole, and the words that fit below."""
    if cell in drawn.starts:
        side = 0.72 * box.width
        return Box(box.right - side, box.bottom - side, side, side), ""
    if cell in drawn.holes and leads:
        left = box._replace(width=0.7 * box.width - 0.27 * box.width * (len(drawn.holes[cell]) - 1) / 2)
        choices = (leads, f"> {leads.rpartition(' ')[2]}", "")
        return left, next(words for words in choices if arrowed_width(SMALL, words) <= left.width - 0.6)
    return box, leads


def _plain(kind: str, box: Box, stock: str = "", own: Mapping[str, str] | None = None) -> Iterator[Mark]:
    """The picture of a kind of cell, or of an arsenal that holds only bullets or only grenades (MP-92)."""
    if stock:
        yield from icons.draw(_ALONE[stock], *box.middle, box.width * 0.34)
    elif picture := {**_PICTURES, **(own or {})}.get(kind):
        yield from _icon_or_glyph(picture, box)
    elif kind == "swamp":
        yield from streams.reeds(box)


def _icon_or_glyph(picture: str, box: Box) -> Iterator[Mark]:
    if picture in icons.pictures():
        yield from icons.draw(picture, *box.middle, box.width * 0.34)
    else:
        x, y = box.middle
        yield Text(Ink.TEXT, x, y + box.width * 0.17, box.width * 0.48, picture, True, "middle")


_PICTURES = {"treasure": "chest", "false": "crossed-chest", "arsenal": "swords", "hospital": "cross"}
_ALONE = {"bullets": "cartridges", "grenades": "grenade"}
_CREATURES = {"bear": "paw", "leprechaun": "hat"}


def _flag(x: float, y: float, radius: float, number: str) -> Iterator[Mark]:
    """A flag with the starting player's number below it, to the right of the pole."""
    size = max(3.2, min(6.0, radius * 0.8))
    yield from icons.draw("flag", x, y, radius)
    if number:
        yield Text(Ink.TEXT, x + 0.2 * radius, y + 0.86 * radius, size, number, True)


def _leads(drawn: _LabyrinthPicture, tile: float) -> Mapping[str, str]:
    """The words below the wormholes: the next one and its cell, only the cell, or nothing, as all have room."""
    goals = {
        mark: (*chain[1:], chain[0])[i]
        for chain in drawn.chains.values()
        if len(chain) > 1
        for i, (mark, _) in enumerate(chain)
    }
    long = {mark: f"> {goal} {cell}" for mark, (goal, cell) in goals.items()}
    short = {mark: f"> {cell}" for mark, (_, cell) in goals.items()}
    return rings.words_that_fit((long, short), tile)


# --- the legend --------------------------------------------------------------------------------------------------


def _legend(drawn: _LabyrinthPicture, scene: MapPicture, wide: float) -> Iterator[Block]:
    """A block for each kind on the map; kinds that the game master looks for have their cells listed."""
    words = drawn.words["legend"]
    for kind in (*_PICTURES, "swamp", *drawn.own):
        for stock in ("", *STOCKS):
            if found := [cell for cell in drawn.cells(kind) if drawn.stocks.get(cell, "") == stock]:
                name = words[f"{stock}_only" if stock else kind]
                yield cells_item(partial(_sample, kind, stock=stock, own=drawn.own), name, found, wide)
    if drawn.solid:
        yield cells_item(partial(rock, walls=()), words["rock"], sorted(drawn.solid, key=natural), wide)
    for letter, chain in drawn.chains.items():
        links = " > ".join(f"{mark} {cell}" for mark, cell in (*chain, *chain[:1]))
        name = f"{words['wormholes'].format(letter=letter)} × {len(chain)}"
        yield item(in_tile(partial(_ring, letter)), name, [links], wide, READ)
    for end, cells in drawn.waters.items():
        name = words["river"].format(cells=f"{len(cells)} {noun_of('cells', len(cells), drawn.language)}")
        sources = ", ".join(cell for cell in cells if not drawn.rivers.inflows(cell))
        details = [words["course"].format(source=sources, end=end)]
        yield item(stream_sample("W", "E"), name, details, wide)
    if drawn.starts:
        starts = ", ".join(f"{number} {cell}" for number, cell in enumerate(drawn.starts, 1))
        yield item(in_tile(lambda box: _flag(*box.middle, 3.0, "")), words["starts"], [starts], wide)
    for who, path in drawn.beats.items():
        alone = words["copies" if who == "bear" else "stays"]
        walk = words["path"].format(path=" > ".join(path[1:])) if path[1:] else alone
        details = [words["cave"].format(cell=path[0]), walk]
        yield item(in_tile(partial(_creature, who)), words[who], details, wide)
    yield from border_items(scene, wide)
    if up := [cell for cell, ways in drawn.holes.items() if "U" in ways]:
        yield cells_item(icons.hole_sample("U"), words["hole_up"], sorted(up, key=natural), wide)
        down = [cell for cell, ways in drawn.holes.items() if "D" in ways]
        yield cells_item(icons.hole_sample("D"), words["hole_down"], sorted(down, key=natural), wide)
    if drawn.enclosed:
        cells = ", ".join(sorted(drawn.enclosed, key=natural))
        yield item(in_tile(_hatching), words["enclosure"], [words["enclosed"].format(cells=cells)], wide)


def _ring(letter: str, box: Box) -> Iterator[Mark]:
    return rings.whirl(*box.middle, 3.4, letter)


def _creature(who: str, box: Box) -> Iterator[Mark]:
    return icons.draw(_CREATURES[who], *box.middle, 3.0)


def _sample(kind: str, box: Box, stock: str = "", own: Mapping[str, str] | None = None) -> Iterator[Mark]:
    if kind == "swamp":
        yield rectangle(Ink.GREEN_TINT, box)
    yield from in_tile(partial(_plain, kind, stock=stock, own=own))(box)


# --- what the game master says and notes -------------------------------------------------------------------------


def _script(drawn: _LabyrinthPicture, measured: Sequence[tuple[str, str]]) -> Script:
    p, force, language = drawn.params, drawn.force, drawn.language
    start, filling = drawn.words["start"], {**fillers(p, force, language), **_words(drawn)}
    prepare, aloud, closing, turn = (
        _entries(start[part], force, filling) for part in ("prepare", "aloud", "closing", "turn")
    )
    creatures = {"MP-94"}  # the game master reads these aloud anyway
    beside = [entry for entry in agreements_in_words(p, language) if entry[0] not in creatures]
    limits = [
        (start["limits"], translated(rule.text(p), language))
        for rule in RULES
        if rule.number == "MP-101" and _is_told(rule, p)
    ]
    rows = entries_in_force(drawn.words["announcements"]["rows"], force, 4)
    announcements = [[text.format_map(filling) for text in cells] for cells in rows]
    table = (drawn.words["measured"]["heading"], measured)
    return Script(prepare, [*aloud, *beside, *limits, *closing], turn, announcements, table, partial(_changing, drawn))


def _turns_to_win(map_: Map[Params], found: Mapping[Cell, int], words: Mapping[str, Any]) -> str:
    """The turns to win, `7 turns from d1, 9 from e5`: from the map's starts, else from an easy, a usual, a hard one."""
    starts = [cell for cell in map_.fitted_params.drawn.starts if cell in found]
    ranked = sorted(found, key=lambda cell: found[cell])
    shown = tuple(dict.fromkeys(starts or (ranked[0], ranked[len(ranked) // 2], ranked[-1])))
    told = [words["from"][i > 0].format(turns=found[cell], cell=cell) for i, cell in enumerate(shown)]
    return str(words["between"][not starts]).join(told)


def _words(drawn: _LabyrinthPicture) -> Mapping[str, str]:
    """Further words for braces in the texts of the game master's sheets: what the map has."""
    grid, start, tell = drawn.params.grid, drawn.words["start"], partial(many, language=drawn.language)
    counted_things = ("treasures", "false", "arsenals", "hospitals", "swamps")
    number = {things: len(drawn.cells(things.removesuffix("s"))) for things in counted_things}
    number["exits"] = len(drawn.exits)
    there_are = [name for name in ("arsenals", "hospitals", "swamps") if number[name]]
    special = [tell(number[name], name) for name in there_are]
    counted = [tell(number[name], name) for name in ("exits", "treasures", "false") if number[name]]
    chains = [len(chain) for chain in drawn.chains.values()]
    rivers = [len(cells) for cells in drawn.waters.values()]

    def there(first: int, things: str) -> str:
        return str(start["there"][first != 1]).format(things=things)

    return {
        "first_column": grid.column(0),
        "last_column": grid.column(grid.columns - 1),
        "corner": grid.corner,
        "last_row": str(grid.rows),
        "chains": there(len(chains), _lengths(drawn, tell(len(chains), "chains"), chains, "holes")),
        "rivers": there(len(rivers), _lengths(drawn, tell(len(rivers), "rivers"), rivers, "river")),
        "counts": there(number["exits"], _and(drawn, [*counted, *special])),
        "special": there(number[there_are[0]] if there_are else 0, _and(drawn, special)),
        "trapped": _and(drawn, drawn.trapped),
        "starts": ", ".join(drawn.starts),
    }


def _lengths(drawn: _LabyrinthPicture, things: str, numbers: Sequence[int], thing: str) -> str:
    """Things with their lengths: `2 chains of wormholes, of 4 and 3 wormholes`."""
    ranked = sorted(numbers, reverse=True)
    lengths = f"{_and(drawn, [str(number) for number in ranked])} {noun_of(thing, (ranked or [0])[-1], drawn.language)}"
    return str(drawn.words["start"]["lengths"]).format(things=things, lengths=lengths)


def _and(drawn: _LabyrinthPicture, words: Sequence[str]) -> str:
    between, last = drawn.words["and"]
    return joined_words(words, between, last)


def _arms(p: Params, force: InForce, language: str) -> Sequence[Sequence[TickBoxes]]:
    """The boxes to tick for the weapons of a player: those at hand, and the extra kits of arsenals."""
    words, further = texts(language)["tracker"], p.code.has_any("A3", "A5")
    # a line for the weapons that are left, where a visit to an arsenal fills them up (MP-A-2, MP-A-4)
    left = ((words["left"], 0),) if p.code.has_any("A2", "A4") and any(arsenal_gives(p)) else ()
    # Without extra kits a player holds the starting kit at most, or what arsenals fill up to
    rows = [(*_kit_states(kit(p) if further else most_weapons(p), language), *_boomerang(force, language), *left)]
    extra = _kit_states(arsenal_gives(p), language)
    rows += [((words["extra"], 1), *extra)] * ((2 if "A5" in p.code else 1) if further and extra else 0)
    return tuple(row for row in rows if row)


def _health(force: InForce, again: int) -> Mapping[str, int]:
    """The states of health with the number of boxes for each: `again` for wounds that hospitals heal."""
    found = {"wounded": again if "hospitals" in force else 1} if "wounds" in force else {}
    return {**found, "dead": 1} if "deaths" in force else found


def _kit_states(given: StartingKit, language: str) -> tuple[TickBoxes, ...]:
    return tuple((noun_of(thing, number, language), number) for thing, number in given._asdict().items() if number)


def _boomerang(force: InForce, language: str) -> tuple[TickBoxes, ...]:
    return ((noun_of("boomerang", 1, language), 1),) if "boomerang" in force else ()


def _changing(drawn: _LabyrinthPicture, wide: float) -> Iterator[Block]:
    """Lines for what changes on the map: treasures, things that lie about, changed walls, creatures."""
    words, force = drawn.words["tracker"], drawn.force
    cells = drawn.cells("treasure", "false")
    found = [words["then" if drawn.kinds[cell] == "treasure" else "then_false"].format(cell=cell) for cell in cells]
    most = max(1, min(3, int((wide - BESIDE_TITLE) / (max((width(label, BODY) for label in found), default=0.0) + 22))))
    for first in range(0, len(found), most):
        yield titled_blanks("" if first else words["treasures"], found[first : first + most], most, wide)
    further = [words["dropped"]] if force & {"wounds", "deaths"} and not drawn.params.without_treasure else []
    further += [words["trophies"]] if force >= {"W7", "deaths"} else []
    further += [words["walls"]] if force & {"grenades", "cement"} else []
    further += [words["creatures"]] if drawn.beats else []
    for label in further:
        yield Block(8.0, partial(_line, label, wide))


def _line(label: str, wide: float, x: float, y: float) -> Iterator[Mark]:
    return blank(x, y + 5, x + wide, label)


# --- a player's paper --------------------------------------------------------------------------------------------


def _own_kit(p: Params, force: InForce, setup: PageSetup) -> tuple[Block, ...]:
    """Boxes for a player's own weapons, and a line for what the player gets from arsenals."""
    wide, language = setup.body.width, setup.edition.language
    words = texts(language)["player"]
    if "weapons" not in force:
        return ()
    own = (*_kit_states(kit(p), language), *_boomerang(force, language))
    blocks = [ticked([own], words["kit"], wide)] if own else []
    if force >= {"arsenals", "refill"}:
        blocks.append(Block(7.0, lambda x, y: blank(x, y + 4.6, x + wide, words["fetched"]), 1))
    return tuple(blocks)


PAPER: Paper[Params] = Paper(
    secret={"gm": gm_sheets, "screen": screen_sheets},
    public={"player": player_sheets, "card": card_sheets, "log": log_sheets},
    played=PlayedSheets(played_sheets),
    board=BoardPicture(board_alone, secret=True),
    signs=_signs,
)
