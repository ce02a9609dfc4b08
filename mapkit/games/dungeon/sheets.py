"""The printed sheets of Dungeon: levels, hex paper, counters, order slips, Pockets and Stores, log, rule card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain, count
from math import ceil, fsum
from typing import Any

from mapkit.games.dungeon.design import (
    BARRED,
    CREATURES,
    RULES,
    Params,
    centre,
    creatures_in,
    floors,
    in_force,
    open_ways,
)
from mapkit.games.dungeon.figures import centre_sample, ground, hex_name, inside, picture, player, ring, sample, tile
from mapkit.games.dungeon.journeys import by_period, walks
from mapkit.games.dungeon.period import ACTIONS, ENOUGH
from mapkit.games.dungeon.state import State
from mapkit.language.catalogue import Words
from mapkit.language.phrases import phrases
from mapkit.model.design import Section
from mapkit.model.game import NoSheet, table_of
from mapkit.model.grid import Cell, Hex
from mapkit.model.map import Map, Public
from mapkit.model.replay import Track
from mapkit.model.rule import has
from mapkit.model.walk import distances
from mapkit.paper.blank_forms import boxes_of_states, states_width
from mapkit.paper.card import Example, ExampleRow, in_brief, rule_card, rules_section
from mapkit.paper.drawing import (
    BODY,
    LARGE,
    SMALL,
    Block,
    Column,
    PageDraft,
    PageSetup,
    above_foot,
    arrow,
    as_pages,
    blank,
    boxes,
    cut_lines,
    entry,
    fill,
    heading,
    height,
    in_pages,
    ledger,
    measured_foot,
    one_block,
    page_setup_of,
    paragraph,
    plots,
    row,
    ruler,
    ticks,
    ticks_width,
    with_notes,
)
from mapkit.paper.edition import Edition
from mapkit.paper.hexes import (
    RIM,
    ROSE,
    Hexagon,
    HexBoard,
    Lettering,
    above_key,
    edge_names,
    edge_spots,
    hex_lines,
    largest,
    lettering,
    measures,
    outline,
    rose,
    short_name,
)
from mapkit.paper.map_pages import ASIDE, Detail, item, third
from mapkit.paper.milestones import milestones
from mapkit.paper.screen import entries_sized, screen_pages
from mapkit.paper.sheet import Box, Circle, Ink, Mark, Page, Text, cap_height, centred_text, line, lines, polygon, width
from mapkit.paper.sheets import BoardPicture, Floor, Paper, PlayedSheets
from mapkit.paper.trails import trails, walkers
from mapkit.paper.turn_list import turn_pages

PLAYERS = "ABCDEFGH"


# --- heads and feet of sheets ------------------------------------------------------------------------------------


_NAME = "dungeon"


def _setup(p: Params, edition: Edition, name: str, title: str, badge: str = "") -> PageSetup:
    """The setup of a sheet in the words of the game, without what cannot be in it with these settings."""
    return page_setup_of(_NAME, replace(edition, force=in_force(p)), name, title, badge)


def _level_name(words: Mapping[str, str], number: int, of: int) -> str:
    return words["level_of" if of > 1 else "level"].format(number=number, of=of)


_foot = partial(measured_foot, rule=ruler)
"""The foot of a page: a ruler, and a sentence beside it."""


def _kinds(p: Params) -> tuple[str, ...]:
    """The kinds that hexes may have or get by these settings, in the order of the sheets."""
    drawn = {"blank", "rope", *(kind for kind in _ORDER if kind not in ("minotaur", "rot_bird") and getattr(p, kind))}
    drawn |= {kind for kind, there in creatures_in(p).items() if there}
    return tuple(kind for kind in _ORDER if kind in drawn)


_ORDER = ("blank", "stone_wall", "steel_wall", "pool", "dark", "rope", "pit", "chest", "minotaur", "rot_bird")


# --- boards ------------------------------------------------------------------------------------------------------


def _level_marks(
    board: HexBoard, kinds: Mapping[Cell, str], where: Lettering | None = None, paths: Collection[Mark] = ()
) -> Iterator[Mark]:
    """A level with everything on it; an unknown hex has a question mark. Paths pass below the names of hexes."""
    where, middle = where or lettering(board), centre(board.grid, board.floor)
    for cell in board.cells():
        yield from ground(kinds.get(cell, ""), board.hexagon(cell))
    yield from hex_lines(board)
    for cell in board.cells():
        kind, hexagon = kinds.get(cell, ""), board.hexagon(cell)
        if cell == middle:
            yield from ring(hexagon)
        yield from inside(hexagon, kind, where)
    yield from paths
    for cell in board.cells():
        yield from hex_name(board.hexagon(cell), cell, kinds.get(cell, ""), where, clear=bool(paths))
    yield from outline(board)
    yield from edge_names(board)


def _empty(board: HexBoard) -> Iterator[Mark]:
    """An empty level to draw on, with pale names."""
    where = lettering(board)
    yield from hex_lines(board)
    yield from ring(board.hexagon(centre(board.grid, board.floor)))
    for cell in board.cells() if where.size else ():
        x, y, *_ = board.hexagon(cell)
        yield Text(Ink.QUIET, x, y + where.base, where.size, short_name(cell), anchor="middle")
    yield from outline(board)
    yield from edge_names(board)


def _compass(p: Params, setup: PageSetup) -> Iterator[Mark]:
    """The rose of directions in the upper right corner, where boards of hexes leave room."""
    body = setup.body
    return rose(body.right - ROSE / 2, body.y + ROSE / 2, p.top, setup.game_words["directions"])


# --- the game master's levels ------------------------------------------------------------------------------------


def gm_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """Every level with its legend and measures, then the sheet `course`; secret."""
    p, setup = map_.params, _setup(map_.params, edition, "gm", map_.title, edition.words["secret"])
    words, body, pages = setup.game_words, setup.body, list[list[Mark]]()
    for number in floors(p.grid):
        kinds = _kinds_on(map_, number)
        # what a player without torch or tools can reach from the centre, in how many steps
        said, reached = words["measured"], distances([centre(p.grid, number)], open_ways(p.grid, kinds))
        times, wide = Counter(kinds.values()), third(setup)
        title, says = said["enter"]
        free = sum(kind not in BARRED for kind in kinds.values())
        measured = [heading(said["heading"], wide)]
        measured += _measure(title, says.format(reached=len(reached), free=free), wide)
        for name, kind in (("chests", "chest"), ("pits", "pit")):
            title, says = said[name]
            near = sorted(steps for cell, steps in reached.items() if kinds.get(cell) == kind)
            told = says.format(reached=len(near), all=times[kind])
            if near:
                told += said["next"] if near[0] == 1 else said["near"].format(steps=near[0])
            measured += _measure(title, told, wide)
        if not times["pit"]:
            measured += paragraph(said["no_pit"], wide, SMALL, above=1)
        legend = [*_legend(p, kinds, words, wide), one_block(measured)]
        board, key = above_key(p.grid, above_foot(setup), legend, p.top, number)
        level = Text(Ink.TEXT, body.x, body.y + 5, 6.0, _level_name(words, number, p.grid.floors), True)
        foot = _foot(setup, words["player"]["names"])
        pages.append([level, *_compass(p, setup), *_level_marks(board, kinds), *key, *foot])
    return as_pages(setup, [*pages, *_course(p, setup)])


def course_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """The course of a period, the creatures, and tables to roll on, which is all that a game master needs to know."""
    setup = _setup(public.params, edition, "course", public.title)
    return as_pages(setup, [*_course(public.params, setup)])


def _course(p: Params, setup: PageSetup) -> Iterator[PageDraft]:
    """One page, or else a leaf for what the game master does and one for the tables, both in view at once."""
    tables = _tables(p, setup)
    scripts = [_script(p, setup, size) for size in (BODY, 3.4, SMALL)]
    room, parts = setup.body.height, [scripts[0], tables]
    if whole := next((each for each in scripts if height([*each, *tables]) <= room), None):
        parts = [[*whole, *tables]]
    for blocks in parts:
        for marks in in_pages(blocks, setup.body, 1):
            yield PageDraft(setup, with_notes(marks, setup.body, setup, 8.0), front=True)


def _legend(p: Params, kinds: Mapping[Cell, str], words: Mapping[str, Any], wide: float) -> Iterator[Block]:
    """The kinds on a level; those that the game master looks for have their hexes listed."""
    yield _centre_item(p, words, wide)
    for kind in _ORDER:
        found = [short_name(cell) for cell, each in kinds.items() if each == kind]
        if found:
            name, says, _ = words["hexes"][kind]
            title = words["legend"]["many"].format(name=name, number=len(found)) if len(found) > 1 else name
            sought = kind in ("chest", "pit", "rope", "minotaur", "rot_bird")
            listed = ", ".join(found) if sought and len(found) <= 24 else ""
            yield item(partial(sample, kind, p.top), title, [says, listed], wide)


def _measure(title: str, found: str, wide: float) -> Iterator[Block]:
    yield from paragraph(title, wide, SMALL, bold=True, above=1)
    yield from paragraph(found, wide, SMALL)


# --- the game as it was played -----------------------------------------------------------------------------------


def played_sheets(map_: Map[Params], track: Track, edition: Edition) -> tuple[Page, ...]:
    """The game as it was played: each level with the players' paths on it, and the list of periods.

    In fog the sheets show secrets while the game goes on. They leave out levels that are not made yet, and orders that
    have not been carried out.
    """
    badge = edition.words["secret"] if secret_play(track) else ""
    state: State = track.moments[-1].ruling.state
    setup = _setup(map_.params, edition, "played", map_.title, badge)
    words = setup.game_words["played"]
    pages = list[list[Mark]]()
    for number in range(1, len(state.dungeons) + 1):
        pages += _played_levels(track, state, number, setup)
    told = by_period(track, words["others"])
    ways = walks(told, 1, state.grid)
    pages += turn_pages(told, ways, words, edition.words["rulings"], setup.body, edition.words["notes"])
    return as_pages(setup, pages)


def secret_play(track: Track) -> bool:
    """Whether the sheets of a played game show what players may not know (HD-G1)."""
    return not track.over and track.options.get("fog") == "yes"


def _played_levels(track: Track, state: State, number: int, setup: PageSetup) -> Iterator[list[Mark]]:
    """The levels of a dungeon as they were when they were made, with the players' paths."""
    made, now = state.dungeons[number - 1].made, state.dungeons[number - 1].levels
    p, words, body = state.params, setup.game_words, setup.body
    grid = Hex(state.grid.radius, len(made))
    ways = walks(track, number, grid)
    who = list(walkers(track, ways, words["played"], setup.words["rulings"], third(setup)))
    for floor, level_ in enumerate(made, 1):
        names = dict(zip(state.grid.cells(), (cell for row in grid.rows(floor) for cell in row), strict=True))
        kinds = {names[cell]: kind for cell, kind in level_.items()}
        legend = [*who, *_legend(p, kinds, words, third(setup))]
        # a creature's hex was Blank (HD-22)
        became = {cell: "blank" if kind in CREATURES else kind for cell, kind in level_.items()}
        changes = {
            words["hexes"][kind][0]: ", ".join(
                cell for cell, is_ in now[floor - 1].items() if is_ == kind != became[cell]
            )
            for kind in _ORDER
        }
        if told := "; ".join(f"{kind}: {cells}" for kind, cells in changes.items() if cells):
            legend += paragraph(words["played"]["by_now"].format(hexes=told), third(setup), SMALL, above=2)
        title = _level_name(words, floor, len(made))
        title = words["played"]["dungeon"].format(number=number, level=title) if len(state.dungeons) > 1 else title
        board, key = above_key(grid, above_foot(setup), legend, p.top, floor)
        where = lettering(board)
        aside = where._replace(picture=-0.56 * board.side, radius=0.27 * board.side)
        busy = [Box(*spot, 0, 0).inset(-2.5) for _, spot in edge_spots(board)]
        for cell in board.cells():
            x, y, *_ = board.hexagon(cell)
            if kinds.get(cell, "blank") != "blank":
                busy.append(Box(x, y + aside.picture, 0, 0).inset(-aside.radius))
            if aside.size:
                wide, high = width(short_name(cell), aside.size), cap_height(aside.size)
                busy.append(Box(x - wide / 2, y + aside.base - high, wide, high).inset(-0.7))
        yield [
            Text(Ink.TEXT, body.x, body.y + 5, 6.0, title, True),
            *_compass(p, setup),
            *_level_marks(board, kinds, aside, tuple(trails(board, ways))),
            *milestones(board, ways, busy),
            *key,
            *_foot(setup, words["player"]["names"]),
        ]


# --- the course of a period, and tables --------------------------------------------------------------------------


def _script(p: Params, setup: PageSetup, size: float) -> list[Block]:
    """What the game master does, in type of this size."""
    words, wide, said = setup.game_words, setup.body.width, setup.game_words["gm"]
    blocks = [heading(setup.words["script"]["prepare"], wide)]
    blocks += [block for number, text in said["prepare"] for block in entry(number, text, wide, 14, size=size)]
    blocks.append(heading(said["period_heading"], wide))
    blocks += [block for number, text in said["period"] for block in entry(number, text, wide, 14, size=size)]
    for title, entries in _of_creatures(p, words):
        blocks.append(heading(title, wide))
        blocks += [block for number, text in entries for block in entry(number, text, wide, 14, size=size)]
    return blocks


def _tables(p: Params, setup: PageSetup) -> list[Block]:
    """What the game master rolls dice for."""
    words, wide, said = setup.game_words, setup.body.width, setup.game_words["gm"]
    blocks = [heading(said["tables"], wide), *paragraph(said["dice"], wide, SMALL)]
    if in_force(p) & {*CREATURES}:
        blocks.append(_directions(words, wide))
    if p.chest:
        blocks.append(_table(said["loot"], p.loot, words, wide))
    if p.enemy and p.minotaur and p.rot_bird:
        blocks.append(_table(said["creatures"], p.creatures, words, wide))
    elif p.enemy:
        blocks += paragraph(said["only_birds" if p.rot_bird else "one_creature"], wide, bold=True, above=3)
    return [*blocks, _table(said["fresh"], p.hexes, words, wide)]


def _of_creatures(p: Params, words: Mapping[str, Any]) -> tuple[Section, ...]:
    """The sections of the rule card on the creatures that there may be, with the dice for what is left to chance."""
    by_die = dict(words["gm"]["by_die"])
    card = [
        {**part, "entries": [(number, by_die.get(number, text), *when) for number, text, *when in part["entries"]]}
        for part in words["card"]
        if "when" in part
    ]
    return in_brief({**words, "card": card}, in_force(p))


def _directions(words: Mapping[str, Any], wide: float) -> Block:
    """A number of the die for each direction."""
    table = [column for _ in range(DIE) for column in (Column(6, SMALL, bold=True), Column(wide / DIE - 6, SMALL))]
    cells = chain.from_iterable(zip(map(str, range(1, DIE + 1)), words["directions"].values(), strict=True))
    return one_block([*paragraph(words["gm"]["direction"], wide, bold=True, above=3), row([*cells], table)])


DIE = 6
"""The faces of the dice that people have."""
WeightedThings = tuple[tuple[str, int], ...]


def _things(words: Mapping[str, Any]) -> dict[str, str]:
    return {
        **{kind: name for kind, (name, *_) in words["hexes"].items()},
        **words["things"],
        "again": words["gm"]["again"],
    }


def _dice_for(weights: int) -> int:
    """How many dice, rolled one after the other, have a number for each of so many chances."""
    return next(dice for dice in count(1) if DIE**dice >= weights)


def _rolls(pool: WeightedThings, dice: int) -> dict[str, str]:
    """The numbers of so many dice for each thing in a pool: `11–26`, or `3`; empty for things that are never drawn.

    Of all numbers as many count as the weights can share; `again` are the others.
    """
    sides, all_ = (DIE**dice // (sum(weight for _, weight in pool)), DIE**dice)
    ends = [*accumulate(weight * sides for _, weight in pool), all_]

    def number(chance: int) -> str:
        return "".join(str(chance // DIE**place % DIE + 1) for place in reversed(range(dice)))

    return {
        thing: "" if low == high else number(low) if low + 1 == high else f"{number(low)}–{number(high - 1)}"
        for thing, low, high in zip([*(thing for thing, _ in pool), "again"], [0, *ends], ends, strict=False)
    }


_LEVELS = range(1, 9)


def _table(title: str, pool_on: Callable[[int], WeightedThings], words: Mapping[str, Any], wide: float) -> Block:
    """A pool as numbers to roll: in two rows, or with a column for each level if levels differ."""
    said, things, name = words["gm"], _things(words), 26.0
    pools = [pool_on(number) for number in _LEVELS]
    dice = _dice_for(max(sum(weight for _, weight in pool) for pool in pools))
    title = said["one_die" if dice == 1 else "many_dice"].format(title=title, number=dice)
    if len(set(pools)) > 1:
        table = [Column(name, SMALL), *[Column((wide - name) / len(pools), SMALL)] * len(pools)]
        quiet = [column._replace(ink=Ink.QUIET) for column in table]
        rows = [row(["", *(said["on_level"].format(number=number) for number in _LEVELS)], quiet, ink=Ink.RULE)]
        rolled = [_rolls(pool, dice) for pool in pools]
        for thing in rolled[0]:
            cells = [rolls[thing] for rolls in rolled]
            if any(cells):
                rows.append(row([things[thing], *cells], table))
    else:
        rolls = {thing: rolled for thing, rolled in _rolls(pools[0], dice).items() if rolled}
        table = [Column(wide / max(4, len(rolls)), SMALL)] * len(rolls)
        if any(width(word, SMALL) > table[0].wide - 3 for thing in rolls for word in things[thing].split()):
            # a row for each thing, as a word is too wide for its column
            pair = (Column(wide / 4, SMALL, bold=True), Column(wide * 3 / 4, SMALL))
            rows = [row((rolled, things[thing]), pair) for thing, rolled in rolls.items()]
        else:
            rows = [row(list(rolls.values()), [column._replace(bold=True) for column in table])]
            rows.append(row([things[thing] for thing in rolls], table))
    return one_block([*paragraph(title, wide, bold=True, above=3), *rows])


def screen_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The game master's screen: the course of a period and tables inside; outside the hexes, the aim and a period."""
    p, setup = map_.params, _setup(map_.params, edition, "screen", map_.title, edition.words["secret"])
    words = setup.game_words

    def inside_(wide: float, size: float) -> list[Block]:
        prepare = entries_sized(edition.words["script"]["prepare"], words["gm"]["prepare"])(wide, size)
        period = [*prepare, *entries_sized(words["gm"]["period_heading"], words["gm"]["period"])(wide, size)]
        for section in _of_creatures(p, words):
            period += entries_sized(*section)(wide, size)
        rolled = [_directions(words, wide)] if in_force(p) & {*CREATURES} else []
        rolled += [_table(words["gm"]["loot"], p.loot, words, wide)] if p.chest and _alike(p.loot) else []
        if p.enemy and p.minotaur and p.rot_bird and _alike(p.creatures):
            rolled.append(_table(words["gm"]["creatures"], p.creatures, words, wide))
        how = [heading(words["gm"]["tables"], wide), *paragraph(words["gm"]["dice"], wide, SMALL)]
        return [*period, *([*how, *rolled] if rolled else [])]

    def outside(wide: float, size: float) -> list[Block]:
        title, how = heading(edition.words["legend"], wide), Detail(min(size, BODY), Ink.TEXT)
        brief = (entries_sized(*section)(wide, size) for section in in_brief(words, in_force(p))[:2])
        key = (replace(block, above=0.75 * size) for block in _key(p, setup, wide, how))
        return [title, *key, *map(one_block, brief)]

    def picture_(box: Box) -> Iterator[Mark]:
        board = largest(p.grid, box._replace(height=box.height - ROSE), p.top)
        high = board.box.height + 2 * RIM
        top = box.middle[1] - (ROSE + high) / 2
        yield from rose(box.middle[0], top + ROSE / 2, p.top, words["directions"])
        yield from _empty(replace(board, y=top + ROSE + high / 2))

    return as_pages(setup, screen_pages(setup, inside_, outside, picture_))


def _alike(pool_on: Callable[[int], WeightedThings]) -> bool:
    """Whether a pool is the same on all levels, so that its table is narrow."""
    return len({pool_on(number) for number in _LEVELS}) == 1


# --- level 1 for the table ---------------------------------------------------------------------------------------


def level_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """Level 1 as large as the paper allows, to lay on the table; other levels lie open once entered (HD-G1)."""
    setup = _setup(map_.params, edition, "level", map_.title)
    return as_pages(setup, [_table_page(map_, setup, 1)])


def deeper_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """Each further level, for the table once a player has entered it (HD-25); raises NoSheet where there is none.

    Each is a leaf of its own, to be folded up until then.
    """
    p, words = map_.params, edition.of(_NAME)
    if p.grid.floors == 1:
        raise NoSheet(words["table"]["one"])
    setup = _setup(map_.params, edition, "deeper", map_.title, words["table"]["badge"])
    return as_pages(setup, [PageDraft(setup, _table_page(map_, setup, n), front=True) for n in floors(p.grid)[1:]])


def _table_page(map_: Map[Params], setup: PageSetup, number: int) -> list[Mark]:
    p, words, body = map_.params, setup.game_words, setup.body
    board, key = above_key(p.grid, above_foot(setup), _key(p, setup), p.top, number)
    title = _level_name(words, number, p.grid.floors)
    marks: list[Mark] = [Text(Ink.TEXT, body.x, body.y + 5, 6.0, title, True)] if number > 1 else []
    marks += [*_compass(p, setup), *_level_marks(board, _kinds_on(map_, number)), *key]
    of_counters = words["table"]["size"].format(across=setup.paper.mm(board.across))
    return [*marks, *_foot(setup, words["table"]["sealed"] if number > 1 else of_counters)]


def board_alone(map_: Map[Params], _: Edition, box: Box) -> Iterator[Floor]:
    """Every level alone; those below the first are secret until they are entered (HD-G1)."""
    p = map_.params
    for number in floors(p.grid):
        board = replace(largest(p.grid, box, p.top, number, most=40.0), y=box.middle[1])
        yield board, [*_level_marks(board, _kinds_on(map_, number))]


def _kinds_on(map_: Map[Params], level: int) -> Mapping[Cell, str]:
    return {cell: kind for cell, kind in map_.kinds.items() if map_.params.grid.floor(cell) == level}


def table_board(p: Params, edition: Edition) -> HexBoard:
    """The board of the sheet `level`, for which the counters are made; the same for all maps with these settings."""
    setup = _setup(p, edition, "level", "")
    return above_key(p.grid, above_foot(setup), _key(p, setup), p.top)[0]


def _key(p: Params, setup: PageSetup, wide: float = 0.0, how: Detail = ASIDE) -> list[Block]:
    """The name of each kind, and what it does, in a `third` of the page, or as wide as is given (mm)."""
    words, wide = setup.game_words, wide or third(setup)
    told = {kind: words["hexes"][kind] for kind in _kinds(p)}
    kinds = [item(partial(sample, kind, p.top), name, [says], wide, how) for kind, (name, says, _) in told.items()]
    return [_centre_item(p, words, wide, how), *kinds]


def _centre_item(p: Params, words: Mapping[str, Any], wide: float, how: Detail = ASIDE) -> Block:
    name, says = words["legend"]["centre"]
    return item(partial(centre_sample, p.top), name, [says], wide, how)


def player_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """Empty levels to draw on in fog (HD-G1), a large one above the letters for the kinds, and small ones."""
    p, setup = public.params, _setup(public.params, edition, "player", public.title)
    body, words = setup.body, setup.game_words
    said, hexes = words["player"], words["hexes"]
    foot = [*_foot(setup, said["names"])]
    letters = [(hexes[kind][2], hexes[kind][0]) for kind in _kinds(p) if hexes[kind][2]]
    across = min(5, int(body.width / (9 + max(width(name, SMALL) for _, name in letters))))
    rows = -(-len(letters) // across)
    room = body._replace(height=above_foot(setup).height - 13 - rows * 6.0)
    marks = [
        *blank(body.x, body.y + 4, body.x + 52, said["you"]),
        *blank(body.x, body.y + 13, body.x + 30, said["level"]),
        *_compass(p, setup),
        *_empty(largest(p.grid, room.below(room.y + 3), p.top)),
        *heading(said["key"], body.width).draw(body.x, room.bottom + 4),
    ]
    for i, (letter, name) in enumerate(letters):
        left, base = body.x + i % across * body.width / across, room.bottom + 17 + i // across * 6
        marks.append(Text(Ink.TEXT, left + 2, base, BODY, letter, True, "middle"))
        marks.append(Text(Ink.TEXT, left + 6, base, SMALL, name))
    # as many small levels as fit, with hexes large enough to draw in, below the rose
    upper = above_foot(setup)
    room = upper.below(upper.y + ROSE + 2)
    for wide, high in ((2, 3), (2, 2), (1, 2)):
        cells = plots(room, wide, high, 4)
        made = [largest(p.grid, cell, p.top) for cell in cells]
        if made[0].side >= 4.4:
            break
    small = [*_compass(p, setup), *blank(upper.x, upper.y + 4, upper.x + 52, said["you"])]
    for box, board in zip(cells, made, strict=True):
        small += (*blank(box.x, box.y + 4, box.x + 18, said["level"], SMALL), *_empty(board))
    return as_pages(setup, [[*marks, *foot], [*small, *foot]])


# --- counters to cut out -----------------------------------------------------------------------------------------


def counters_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """Counters for players and creatures, and Blank hexes to cover used ones, for the sheet `level`."""
    p, setup = public.params, _setup(public.params, edition, "counters", public.title)
    said, board, wide = setup.game_words["counters"], table_board(public.params, edition), setup.body.width
    square = min(1.2 * board.side, 22.0)
    blocks = [*paragraph(said["how"].format(across=setup.paper.mm(board.across)), wide)]
    blocks.append(
        _cut_squares(
            said["players"],
            [*PLAYERS],
            0.84 * square,
            wide,
            lambda letter, box: player(letter, PLAYERS.index(letter), box.inset(0.6)),
        )
    )
    for kind, there in creatures_in(p).items():
        if there:
            across = int((wide - 2 * _CROP) / square)
            number = across * -(-10 // across)  # at least ten
            labels = [str(i) for i in range(1, number + 1)]
            blocks.append(_cut_squares(said[kind], labels, square, wide, partial(_creature_counter, kind)))
    where = [("spent", p.chest), ("began", p.enemy), ("mined", p.mining_tools), ("ruined", creatures_in(p)["rot_bird"])]
    named_ = ", ".join(said[key] for key, there in where if there)
    if named_:
        title = said["blanks"].format(where=named_)
        left = above_foot(setup).height - height(blocks) - 3
        blocks.append(_blank_hexes(title, board, wide, left))
    return as_pages(setup, [[*marks, *_foot(setup)] for marks in in_pages(blocks, above_foot(setup), 1)])


_CROP = 3.0
"""How far cutting lines extend beyond the counters, in mm."""
_TITLE = 9.0
"""The height of the title of a block of counters, in mm."""


def _cut_squares(
    title: str, labels: Sequence[str], square: float, wide: float, counter: Callable[[str, Box], Iterable[Mark]]
) -> Block:
    """Square counters, edge to edge, with lines to cut along."""
    across = min(len(labels), int((wide - 2 * _CROP) / square))
    down = -(-len(labels) // across)

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 3.6, BODY, title, True)
        all_ = Box(x + _CROP, y + _TITLE, across * square, down * square)
        for label, box in zip(labels, plots(all_, across, down), strict=False):
            yield from counter(label, box)
        yield cut_lines(all_, across, down, _CROP)

    return Block(_TITLE + down * square + _CROP, draw, 3)


def _creature_counter(kind: str, label: str, box: Box) -> Iterator[Mark]:
    size = max(SMALL, box.height * 0.2)
    base = box.bottom - 0.9
    high = base - cap_height(size) - 0.4 - (box.y + 0.7)
    yield from picture(kind, box.middle[0], box.y + 0.7 + high / 2, min(high / 2, 0.45 * box.width))
    yield Text(Ink.TEXT, box.middle[0], base, size, label, True, "middle")


def _blank_hexes(title: str, board: HexBoard, wide: float, room: float) -> Block:
    """Hexes with lines to cut along: as many as fit into the room, but at least one row."""
    said = paragraph(title, wide, bold=True)
    above = height(said) + 2
    wide_one, high_one = (measure * board.side * _COVER for measure in measures(0, board.top))
    across = int((wide + _APART) / (wide_one + _APART))
    down = max(1, int((room - above) / (high_one + _APART)))

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield from fill(said, [Box(x, y, wide, above)])[0]
        for i in range(across * down):
            left, top = x + i % across * (wide_one + _APART), y + above + i // across * (high_one + _APART)
            one = Hexagon(left + wide_one / 2, top + high_one / 2, board.side * _COVER, board.top)
            yield polygon(Ink.CUT, *one.corners())

    return Block(above + down * (high_one + _APART), draw, 3)


_COVER, _APART = 0.97, 1.6
"""The size of a Blank hex as a share of one on the board, and the gap between two, in mm."""


def tiles_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """An empty level for the table, and every hex to cut out and lay onto it when players see it (HD-G1); secret."""
    p, setup = map_.params, _setup(map_.params, edition, "tiles", map_.title, edition.words["secret"])
    words, board = setup.game_words, table_board(p, edition)
    room = above_foot(setup)
    how = [*paragraph(words["tiles"]["how"], setup.body.width)]
    base = replace(board, y=room.y + (room.height + height(how)) / 2)
    pages = [[*fill(how, [room])[0], *_empty(base), *_foot(setup, words["player"]["names"])]]
    for number in floors(p.grid):
        pages += [[*marks, *_foot(setup)] for marks in _tile_pages(map_, setup, board, number)]
    return as_pages(setup, pages)


def _tile_pages(map_: Map[Params], setup: PageSetup, board: HexBoard, number: int) -> Iterator[list[Mark]]:
    p, room, where = map_.params, above_foot(setup), lettering(board)
    side = board.side * _COVER
    wide, high = (measure * side + _APART for measure in measures(0, board.top))
    across = int((room.width + _APART) / wide)
    cells = [cell for cell in p.grid.cells() if p.grid.floor(cell) == number]
    rows = [cells[i : i + across] for i in range(0, len(cells), across)]
    spare = (room.height - _TITLE - len(rows) * high) / len(rows)
    apart = _APART + min(max(0.0, spare), 8.0)  # the rows fill the page, if they need not lie much further apart

    def drawn(row_: Sequence[Cell]) -> Block:
        def draw(x: float, y: float) -> Iterator[Mark]:
            for i, cell in enumerate(row_):
                spot = Hexagon(x + i * wide + (wide - _APART) / 2, y + (high - _APART) / 2, side, board.top)
                yield from tile(spot, cell, map_.kinds.get(cell, ""), where)

        return Block(high - _APART, draw, apart)

    title = heading(_level_name(setup.game_words, number, p.grid.floors), room.width)
    return in_pages([title, *map(drawn, rows)], room, 1)


def orders_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """A row for the secret orders of each period: three actions, each with six directions and the other choices.

    Where a long game on small paper would take many pages, players write the actions into lower rows.
    """
    p, setup = public.params, _setup(public.params, edition, "orders", public.title)
    wide = setup.body.width >= 160  # else the choices of three actions have no room side by side
    pages = _orders(p, setup if wide else setup.turned, "how", _ORDER_ROW, _choices)
    return pages if len(pages) <= _MOST_ORDERS else _orders(p, setup, "how_written", _WRITTEN_ROW, _nothing)


def _orders(p: Params, setup: PageSetup, how: str, row: float, action: _DrawAction) -> tuple[Page, ...]:
    words, body, said = setup.game_words, setup.body, setup.game_words["orders"]
    head = body._replace(width=body.width - ROSE - 6)
    above = [*paragraph(said[f"{how}_mining" if p.mining_tools else how], head.width)]
    said_above = max(ROSE, 10 + height(above))
    tops = (
        body.y + said_above + _ORDER_LABELS,
        body.y + 9 + _ORDER_LABELS,
    )  # of the rows of the first page, and others
    first, more = (int((body.bottom - top) / row) for top in tops)
    pages = 1 + max(0, ceil(((setup.edition.rounds or first) - first) / more))
    wide = (body.width - _ORDER_NUMBER - _ORDER_ENTER) / ACTIONS
    edges = [body.x + _ORDER_NUMBER + i * wide for i in range(ACTIONS + 1)]

    def drawn(page: int) -> Iterator[Mark]:
        top, number = (tops[1], more) if page else (tops[0], first)
        high = (body.bottom - top) / number
        yield from blank(body.x, body.y + 4.6, body.x + 70, setup.words["name"])
        if not page:
            yield from fill(above, [head.below(body.y + 9)])[0]
            yield from _compass(p, setup)
        labels = [(body.x, said["period"]), *((x + 1.2, str(i)) for i, x in enumerate(edges[:-1], 1))]
        yield from (Text(Ink.QUIET, x, top - 1.6, SMALL, label) for x, label in labels)
        levels = [((body.x, top + i * high), (body.right, top + i * high)) for i in range(number + 1)]
        yield line(Ink.RULE, *levels[0])
        yield lines(Ink.HAIRLINE, [*levels[1:], *(((x, top), (x, body.bottom)) for x in edges)])
        for row_ in range(number):
            middle = top + (row_ + 0.5) * high
            base = middle + cap_height(SMALL) / 2
            period = str((first + (page - 1) * more if page else 0) + row_ + 1)
            yield Text(Ink.QUIET, edges[0] - 1.6, base, SMALL, period, anchor="end")
            for x in edges[:-1]:
                yield from action(p, words, Box(x, middle, wide, 0))
            yield from _ticked_line(edges[-1] + 2, base, body.right, said["enter"])

    return as_pages(setup, [tuple(drawn(page)) for page in range(pages)])


def _choices(p: Params, words: Words, box: Box) -> Iterator[Mark]:
    """The choices of an action, around the upper edge of a box."""
    said, base = words["orders"], box.y + cap_height(SMALL) / 2
    ring_ = Hexagon(box.x + 9.7, box.y, 1.0, p.top)
    yield Circle(Ink.SOLID, ring_.x, ring_.y, 0.4)
    for direction, word in words["directions"].items():
        across, down = ring_.towards(direction, 4.6)
        yield centred_text(Ink.TEXT, ring_.x + 1.35 * (across - ring_.x), down, SMALL, word)
    yield from _ticked_line(box.x + 19, base - 2.6, box.right - 2, said["climb"])
    yield from ticks(box.x + 19, base + 2.9, [*([said["mine"]] if p.mining_tools else []), said["wait"]])


def _nothing(*_: object) -> Iterator[Mark]:
    return iter(())


_DrawAction = Callable[[Params, Words, Box], Iterator[Mark]]
_MOST_ORDERS, _WRITTEN_ROW = 8, 7.5
"""The most pages of orders with choices, and the least height of a row to write in, in mm."""
_ORDER_ROW, _ORDER_LABELS, _ORDER_NUMBER, _ORDER_ENTER = 12.0, 5.0, 13.0, 26.0
"""The least height of a row of orders and that of the labels above; the widths of its number and of `enter`; in mm."""


def _ticked_line(x: float, y: float, to: float, words: str) -> Iterator[Mark]:
    """A box to tick with its words, and a line to write on up to `to`."""
    yield from ticks(x, y, [words])
    yield line(Ink.RULE, (x + ticks_width([words]) + 1, y + 0.8), (to, y + 0.8))


# --- Pockets and Stores ------------------------------------------------------------------------------------------


def tracker_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """Pockets and Stores of all players, or of eight, the periods, and the conditions for a new dungeon."""
    p, setup = public.params, _setup(public.params, edition, "tracker", public.title)
    words, body = setup.game_words["tracker"], setup.body
    marks: list[Mark] = [Text(Ink.TEXT, body.x, body.y + 4.4, BODY, words["periods"], True)]
    left = body.x + max(18.0, width(words["periods"], BODY, bold=True) + 3)
    across = min(24, int((body.right - left) / 6.4))
    rows = ceil((edition.rounds or 48) / across)
    for down in range(rows):
        marks += _numbers(Box(left, body.y + 5.5 * down, body.right - left, 5.0), 1 + down * across, across)
    said = [
        *paragraph(setup.words["tracker"]["again"], body.width, SMALL, ink=Ink.QUIET, leading=1.25),
        *paragraph(words["win"], body.width, SMALL, above=1, leading=1.25),
        *_conditions(words, body.width),
    ]
    below, top = height(said) + 3, body.y + 2 + 5.5 * rows
    store = (3, 20) if body.width > 160 else (5, 12)  # the rows of boxes for coins, and the boxes in each
    players = PLAYERS[: edition.players or len(PLAYERS)]
    least = store[0] * _COIN + 5
    first = min(len(players), int((body.bottom - below - top) / least))
    each = max(1, int((body.height - below) / least))
    pages = list[list[Mark]]()
    for on_page in (players[:first], *(players[i : i + each] for i in range(first, len(players), each))):
        high = min((body.bottom - below - top) / len(on_page), 44.0)
        for i, letter in enumerate(on_page):
            marks += _pocket_and_store(p, setup, letter, Box(body.x, top + i * high, body.width, high), store)
        bottom = top + high * len(on_page)
        marks.append(line(Ink.RULE, (body.x, bottom), (body.right, bottom)))
        marks += fill(said, [Box(body.x, bottom + 1.5, body.width, below)])[0]
        pages.append(with_notes(marks, body, setup))
        marks, top = [], body.y
    return as_pages(setup, pages)


_COIN = 4.9
"""The side of a box for a coin, in mm."""


def _pocket_and_store(p: Params, setup: PageSetup, letter: str, box: Box, rows: tuple[int, int]) -> Iterator[Mark]:
    """The name of a player, what is in the Pocket, and the coins of the Store to cross out: rows of so many."""
    words = setup.game_words["tracker"]
    down, across = rows
    store = Box(box.right - across * _COIN, box.y, across * _COIN, box.height)
    right, line_ = store.x - 5, (box.height - 4) / 3
    yield line(Ink.RULE, (box.x, box.y), (box.right, box.y))
    yield Text(Ink.TEXT, box.x, box.y + line_, LARGE, letter, True)
    yield from blank(box.x + 6, box.y + line_, right, setup.words["name"], SMALL)
    yield Text(Ink.TEXT, box.x, box.y + 2 * line_, SMALL, words["pocket"], True)
    pocket = width(words["pocket"], SMALL, bold=True) + 2
    yield Text(Ink.QUIET, box.x + pocket, box.y + 2 * line_, SMALL, words["coins"])
    # boxes to write the number of coins in, a new one for each change
    left = box.x + pocket + width(words["coins"], SMALL) + 1.5
    number = int((right - left) / 6.4)
    yield from boxes(left, box.y + 2 * line_ - 4.0, number, (right - left) / number, 5.2)
    states = [words[key] for key in ("torch", "mining_tools") if getattr(p, key)] + [words["escaped"]]
    often = next((n for n in range(8, 1, -1) if states_width([(state, n) for state in states]) <= right - box.x), 1)
    yield from boxes_of_states(box.x, box.y + 3 * line_, [(state, often) for state in states])
    top = box.y + (box.height - down * _COIN + 4) / 2
    yield Text(Ink.TEXT, store.x, top - 1.4, SMALL, words["store"], True)
    for row_ in range(down):
        yield from _numbers(Box(store.x, top + row_ * _COIN, store.width, _COIN), 1 + row_ * across, across, ENOUGH)


def _conditions(words: Mapping[str, str], wide: float) -> Iterator[Block]:
    """The conditions for a new dungeon to tick: beside their heading, or below it where they have no room there."""
    title, named = words["fresh"], [words["three"], words["no_pit"], words["six"]]
    indent = width(title, SMALL, bold=True) + 4
    beside = indent + ticks_width(named) <= wide

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 4.5, SMALL, title, True)
        yield from ticks(x + (indent if beside else 0.0), y + (4.5 if beside else 9.7), named)

    yield Block(6.0 if beside else 11.2, draw)


def _numbers(box: Box, first: int, number: int, strong: int = 0) -> Iterator[Mark]:
    """Numbered boxes to cross out; the numbers are bold from `strong` on."""
    wide = box.width / number
    yield from boxes(box.x, box.y, number, wide, box.height)
    for i in range(number):
        bold = bool(strong) and first + i >= strong
        x, y = box.x + (i + 0.5) * wide, box.middle[1] + cap_height(SMALL) / 2
        yield Text(Ink.TEXT if bold else Ink.QUIET, x, y, SMALL, str(first + i), bold, "middle")


def log_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """Empty rows for orders and their results, period by period (HD-G2)."""
    setup = _setup(public.params, edition, "log", public.title)
    body, names = setup.body, setup.game_words["log"]["columns"]
    wide = [14.0, 24.0, 17.0, 17.0, 17.0]
    table = list(zip(names, [*wide, body.width - fsum(wide)], strict=True))
    return as_pages(setup, [[*ledger(body, table, 7.6)]])


# --- the rule card -----------------------------------------------------------------------------------------------


def card_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """The rule card: how to play in brief, with what these settings allow, and the odds."""
    setup = _setup(public.params, edition, "card", public.title)
    words = setup.game_words
    told = (rule for rule in public.game.design.rules if rule not in RULES)
    house_rules = rules_section(words["map"], told, public.params, edition.language)
    # the weights of all things that are drawn
    p, odds, things = public.params, words["weights"], _things(words)
    pools = [("HD-4", "hexes", p.hexes(1), True), ("HD-21", "creatures", p.creatures(1), bool(p.enemy and p.rot_bird))]
    pools.append(("HD-18", "loot", p.loot(1), bool(p.chest)))
    entries = []
    for number, name, pool, there in pools:
        said = []
        for thing, weight in ((thing, getattr(p, thing)) for thing, _ in pool if getattr(p, thing)):
            grows = odds["plus_level" if weight.base else "a_level"].format(base=weight.base)
            said.append(odds["each"].format(thing=things[thing], weight=grows if weight.a_level else weight.base))
        entries += [(number, odds[name].format(odds=", ".join(said)))] if there else []
    entries += [("HD-13.a", odds["fair"])] if p.fair == "yes" else []
    brief, chances = in_brief(words, in_force(p)), Section(odds["heading"], tuple(entries))
    return rule_card(setup, [*brief[:4], _example(public, edition), *brief[4:], chances], house_rules)


_EXAMPLE = Hex(2, 1)
_ORDERS = ("ne ne wait", "sw wait wait")
_UNTOLD = ("turn", "waits", "stores", "ordered", "period", "made")


def _example(public: Public, edition: Edition) -> Example:
    """A period on a small level, with what the referee says: a fall into a Pit and a Minotaur that charges."""
    p, spoken = replace(public.params, grid=_EXAMPLE), phrases(_NAME, edition.language)
    words = edition.words["example"]
    names = tuple(words["names"])
    kinds = {**dict.fromkeys(_EXAMPLE.cells(), "blank"), "c3": "rope"}
    kinds |= {cell: kind for cell, kind in (("e5", "pit"), ("b4", "minotaur")) if kind in in_force(p)}
    referee = table_of(public.game).referee
    map_ = Map(public.game, p, frozenset(has(cell, kind) for cell, kind in kinds.items()))
    ruling = referee.begin(map_, names, {}, lambda _: 1)
    for orders in _ORDERS:
        ruling = referee.play(ruling.state, orders, lambda _: 1)
    ordered = (" ".join(map(spoken.word, orders.split())) for orders in _ORDERS)
    told = "; ".join(words["says"].format(player=name, words=each) for name, each in zip(names, ordered, strict=True))
    heard = [spoken.say(each) for each in ruling.heard if each.key not in _UNTOLD]
    return Example(words["heading"], [ExampleRow(told, heard, draw=partial(_drawn_period, p, kinds), share=0.62)])


def _drawn_period(p: Params, kinds: Mapping[Cell, str], box: Box) -> Iterator[Mark]:
    board, paths = largest(_EXAMPLE, box, p.top), list[Mark]()
    for orders in _ORDERS:
        at = centre(_EXAMPLE, 1)
        for way in (word for word in orders.split() if word != "wait"):
            onto = _EXAMPLE.step(at, way.upper()) or at
            paths += arrow(board.hexagon(at)[:2], board.hexagon(onto)[:2], 0.3 * board.side)
            at = onto
    yield from _level_marks(board, kinds, paths=paths)


PAPER: Paper[Params] = Paper(
    secret={"gm": gm_sheets, "deeper": deeper_sheets, "tiles": tiles_sheets, "screen": screen_sheets},
    open={"level": level_sheets},
    public={
        "player": player_sheets,
        "counters": counters_sheets,
        "orders": orders_sheets,
        "tracker": tracker_sheets,
        "log": log_sheets,
        "card": card_sheets,
        "course": course_sheets,
    },
    played=PlayedSheets(played_sheets, secret_play),
    board=BoardPicture(board_alone, secret=True),
)
