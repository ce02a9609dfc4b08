"""The printed sheets of Minoqaur: the maze to draw on, the code to scan, a list of turns, the rule card."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, fsum

from mapkit.games.minoqaur.design import RING, RULES, Params, numbers
from mapkit.games.minoqaur.figures import (
    BROKEN,
    PICTURES,
    QUIET_ZONE,
    RIM,
    DrawnCode,
    DrawnPath,
    all_paths,
    ground,
    ground_without_ways,
    playable,
    region,
)
from mapkit.games.minoqaur.maze_rules import Maze
from mapkit.games.minoqaur.measured import MEASURED_RULES
from mapkit.games.minoqaur.referee import begin_in_maze, play
from mapkit.games.minoqaur.state import MINOQAUR
from mapkit.language.catalogue import Words
from mapkit.language.phrases import phrases
from mapkit.model.design import Section
from mapkit.model.game import NoSheet
from mapkit.model.grid import Cell, Square
from mapkit.model.map import Map, Public
from mapkit.paper import icons
from mapkit.paper.board import Panel, whole_board
from mapkit.paper.card import Example, ExampleRow, in_brief, rule_card, rules_section
from mapkit.paper.drawing import (
    BODY,
    FOOT,
    LEADING,
    SMALL,
    Block,
    PageDraft,
    PageSetup,
    above_foot,
    as_pages,
    balanced_height,
    blanks,
    boxes,
    columns,
    fill,
    ledgers,
    measured_foot,
    page_setup_of,
    paragraph,
)
from mapkit.paper.edition import Edition
from mapkit.paper.layout import preferred, ways_to_lie
from mapkit.paper.sheet import Box, Circle, Ink, Mark, Page, Text, fit, wrap
from mapkit.paper.sheets import Floor
from mapkit.paper.tiling import BoardPart, divided, joint_marks, key_plan, largest, panel_of, plan_size, spread_over

LARGE_MODULE = 3.5
"""The least side of a module of the large maze, in mm."""
NAME = "minoqaur"
on_every_page = partial(page_setup_of, NAME)


def cut(text: str, wide: float, size: float) -> str:
    """A text in a few lines; a long text ends with an ellipsis."""
    rows = wrap(text, wide, size)
    return (
        " ".join(rows)
        if len(rows) <= _MOST_ROWS
        else " ".join((*rows[: _MOST_ROWS - 1], rows[_MOST_ROWS - 1][:-3])) + "…"
    )


_MOST_ROWS = 4


def foot(setup: PageSetup, module: float) -> Iterator[Mark]:
    """The foot of a page: the ruler, the size of a module, and how the code lies."""
    words = setup.game_words
    return measured_foot(setup, words["orientation"], words["module"].format(size=setup.paper.mm(module)))


def module_that_fits(modules: int, room: float) -> float:
    """The side of a module, to a hundredth of a mm, of a code that fits with its rim into `room` mm."""
    return int((room - 2 * RIM) / modules * 100) / 100


def maze_at_top(drawn: DrawnCode, box: Box, module: float) -> Panel:
    """The maze at the top of a box, in the middle of the width."""
    side = module * drawn.grid.columns
    return whole_board(drawn.grid, box.x + (box.width - side) / 2, box.y + RIM, module)


def board_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The maze as large as the page allows, with boxes for turns below, and the rules in brief where they have room."""
    setup, drawn, words = on_every_page(edition, "board", map_.title), ground(map_), edition.of(NAME)
    body = above_foot(setup)
    wide, chosen, brief = columns(body, _ACROSS, _GAP)[0].width, note_words(drawn.params, words), list[Block]()
    for part in words["note"]:
        brief.append(_small_heading(part["heading"], wide))
        for said in wrap(part["says"].format_map(chosen), wide, SMALL):
            brief += paragraph(said, wide, SMALL)
    items = [*pictures(drawn, words, wide)]
    left, turns = body.x + 14, max(_TURNS, edition.rounds)
    rows = ceil(turns / ((body.right - left) / _LEAST_TICK))
    across, ticks = ceil(turns / rows), rows * _TICKS
    for notes in ([*brief, *items], items):
        below = (balanced_height(notes, body, _ACROSS, _GAP) or 0) + ticks + 3
        module = module_that_fits(drawn.grid.columns, min(body.width, body.height - below))
        if module >= _LEAST_MODULE:
            break
    board = maze_at_top(drawn, body, module)
    top = board.box.bottom + RIM + 1
    room = body.below(top + ticks + 3)
    marks = [*playable(board, drawn), Text(Ink.TEXT, body.x, top + 4.2, SMALL, words["board"]["turns"], True)]
    for row in range(rows):
        numbers = range(row * across + 1, (row + 1) * across + 1)
        marks += tick_boxes(left, top + row * _TICKS, numbers, (body.right - left) / across, _TICKS)
    marks += fill(notes, columns(room._replace(height=below - ticks - 3 + 1e-6), _ACROSS, _GAP))[0]
    return as_pages(setup, [[*marks, *foot(setup, module)]])


def board_alone(map_: Map[Params], _: Edition, box: Box) -> list[Floor]:
    drawn = ground(map_) if map_.cells_of("light") else ground_without_ways(map_)
    board = maze_at_top(drawn, box, module_that_fits(drawn.grid.columns, min(box.width, box.height)))
    return [(board, [*playable(board, drawn)])]


_ACROSS, _GAP = 3, 7.0
"""The number of columns of the notes below the maze, and the gap between them, in mm."""
_LEAST_MODULE = 4.0
"""The least side, in mm, of a module beside which the rules in brief stand."""
_TICKS, _LEAST_TICK = 6.2, 4.6
"""The height of the boxes for turns, and their least width, in mm."""
_TURNS = 24
"""The least number of boxes for turns."""


def tick_boxes(x: float, y: float, numbers: range, wide: float, high: float) -> Iterator[Mark]:
    yield from boxes(x, y, len(numbers), wide, high)
    for i, number in enumerate(numbers):
        yield Text(Ink.QUIET, x + (i + 0.5) * wide, y + high / 2 + 1.15, SMALL, str(number), anchor="middle")


def note_words(p: Params, words: Words) -> dict[str, str]:
    """What the rules in brief say about the options of a maze, by their names."""
    chosen = {"doors": p.border_exits, "chambers": p.chamber, "tie": p.tie, "stuck": p.stuck, "out": p.step_out}
    return {name: words["note_options"][name][value] for name, value in chosen.items()}


def _small_heading(text: str, wide: float) -> Block:
    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 3.2, BODY, fit(text, wide, BODY, bold=True)[0], True)

    return Block(4.4, draw, 2.4, keep=True)


def pictures(drawn: DrawnCode, words: Words, wide: float) -> Iterator[Block]:
    for item in (*PICTURES, ""):
        said = words["board"]["says"][item or "dot"].format(cell=drawn.dot)
        yield _picture_block(item, said, wide, 0.6 if item != "sword" else 2.0)


def _picture_block(item: str, says: str, wide: float, above: float) -> Block:
    """A picture with its words; the dot if `item` is empty."""
    rows = wrap(says, wide - _PICTURE, SMALL)
    high = max(_PICTURE - 2.2, len(rows) * SMALL * LEADING)

    def draw(x: float, y: float) -> Iterator[Mark]:
        middle = y + high / 2
        if item:
            yield from icons.draw(PICTURES[item], x + 2.6, middle, 2.4)
        else:
            yield Circle(Ink.ORANGE_PATH, x + 2.6, middle, 1.6)
        top = middle - len(rows) * SMALL * LEADING / 2
        for i, row in enumerate(rows):
            yield Text(Ink.TEXT, x + _PICTURE, top + (i + 0.8) * SMALL * LEADING, SMALL, row)

    return Block(high, draw, above)


_PICTURE = 7.0
"""The width for a picture beside words, in mm."""


def large_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The maze with modules of at least `LARGE_MODULE`, on as many pages as it takes, to be glued together."""
    setup, drawn, words = on_every_page(edition, "large", map_.title), ground(map_), edition.of(NAME)
    body, modules = setup.body, drawn.grid.columns
    one = module_that_fits(modules, min(body.width, body.height - FOOT))
    if one >= LARGE_MODULE:
        raise NoSheet(words["large"]["small"].format(modules=modules, size=edition.paper.mm(one)))
    return as_pages(setup, parts_of_maze(setup, drawn, LARGE_MODULE))


def parts_of_maze(setup: PageSetup, drawn: DrawnCode, least: float) -> list[PageDraft]:
    """The maze on as few pages as modules of `least` mm allow, to be glued together."""
    ways = [_divided(way, drawn, least) for way in ways_to_lie(setup)]
    fewest = min(len(parts) for *_, parts in ways)
    module, lying, parts = preferred([way for way in ways if len(way[-1]) == fewest])
    drawn_parts = (_part(lying, module, parts, drawn, number) for number in range(fewest))
    return [PageDraft(lying, tuple(marks), glued=True) for marks in drawn_parts]


def _divided(setup: PageSetup, drawn: DrawnCode, least: float) -> tuple[float, PageSetup, Sequence[BoardPart]]:
    """The maze on as few pages as modules of `least` mm allow, and the side of the modules, as large as these allow."""
    room = setup.body._replace(height=setup.body.height - _PLAN).inset(RIM)
    parts = divided(drawn.grid, room, least)
    across, down = largest(parts)
    module = int(min(room.width / across, room.height / down) * 100) / 100
    return module, setup, parts


_PLAN = 23.0
"""The height of the foot of a page with a part of the maze, in mm."""


def _part(setup: PageSetup, module: float, parts: Sequence[BoardPart], drawn: DrawnCode, number: int) -> Iterator[Mark]:
    """A page with a part of the maze, and below it the name of the part."""
    body, part, words = setup.body, parts[number], setup.game_words["large"]
    board = panel_of(part, body.inset(RIM), module)
    yield from playable(board, drawn)
    yield from joint_marks(board, parts, number)
    yield from foot(setup, module)
    left, top = body.x + 68, body.bottom - _PLAN
    yield from fill(paragraph(words["part"], left - body.x - 4, SMALL), [body._replace(y=top)])[0]
    yield from key_plan(parts, number, left + plan_size(parts)[0], body.bottom)
    yield Text(Ink.QUIET, body.right, top + 3.4, SMALL, spread_over(part, setup.words), anchor="end")


def code_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The code in solid black with its quiet zone and nothing on it, so that it can be scanned."""
    setup, words, p = on_every_page(edition, "code", map_.title), edition.of(NAME), map_.params
    body, modules = above_foot(setup), p.grid.columns
    told = [*paragraph(words["code"]["says"], body.width)]
    if p.text:
        told += paragraph(cut(words["code"]["text"].format(text=p.text), body.width, BODY), body.width, above=2)
    room = min(body.width, body.height - fsum(block.height + block.above for block in told) - 4)
    module = int(room / (modules + 2 * QUIET_ZONE) * 100) / 100
    side = module * (modules + 2 * QUIET_ZONE)
    left = body.x + (body.width - side) / 2 + QUIET_ZONE * module
    board = whole_board(p.grid, left, body.y + QUIET_ZONE * module, module)
    dark = map_.cells_of("dark")
    marks = [*region(Ink.SOLID, board, dark), *fill(told, [body._replace(y=body.y + side + 4, height=body.height)])[0]]
    return as_pages(setup, [[*marks, *foot(setup, module)]])


def log_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """Numbered lines for the turns of a game."""
    setup, said = on_every_page(edition, "log", public.title), edition.of(NAME)["log"]
    body = setup.body
    x, y, third = body.x, body.y + 4, body.width / 3
    head = said["player"], setup.words["date"], said["entrance"]
    marks = [*blanks(y, (x, x + third, x + 2 * third, body.right), head)]
    marks += blanks(y + 9, (x, x + 2 * third, body.right), (said["result"], said["par"]))
    table = Box(body.x, y + 15, body.width, body.height - 15 - 14)
    shares = {"you": 0.34, "takes": 0.22, "minoqaur": 0.44}

    def headings(wide: float) -> list[tuple[str, float]]:
        return [(said["turn"], 8.0), *((said[name], (wide - 8) * share) for name, share in shares.items())]

    marks += ledgers(table, 2, 7, headings, _LOG_ROW)
    marks.append(Text(Ink.QUIET, body.x, body.bottom - 1.0, SMALL, said["notation"]))
    return as_pages(setup, [marks])


_LOG_ROW = 7.0


def played_in_brief(every: Iterable[Params], edition: Edition) -> tuple[Section, ...]:
    """How to play in brief, as far as it holds for all mazes."""
    force = {"ring"} if all(p.treasure == RING for p in every) else set()
    return in_brief(replace(edition, force=frozenset(force)).of(NAME))


def card_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """The rule card: how to play in brief, and the rules and options in force for a maze."""
    words = edition.of(NAME)
    more = Section(words["more"]["heading"], tuple(map(tuple, words["more"]["entries"])))
    sections = (*played_in_brief([public.params], edition), more)
    said, p = words["in_force"], public.params
    told = (rule for rule in public.game.design.rules if rule not in MEASURED_RULES)
    stands = rules_section(said["heading"], told, p, words["language"], _FOR_DRAWING, RULES)
    size = (said["size"]["rule"], said["size"]["says"].format(version=p.version, modules=p.grid.columns))
    options = (_option_in_words(p, option) for option in said["options"])
    in_force = stands._replace(entries=(size, *options, *stands.entries))
    return rule_card(on_every_page(edition, "card", public.title), (*sections, _example(edition)), in_force)


_EXAMPLE_PLAN = """
#########
#.......#
#.###.#.#
#.#.....#
..#.#.#.#
#.....#.#
#.###.#.#
#.......#
#########
"""
_EXAMPLE, _MOVES = Square(9, 9), ("b5", "b2")


def _example(edition: Edition) -> Example:
    """Two turns in a small maze, with what the referee says of the minoqaur's way (MQ-30 to MQ-37)."""
    shades = dict(zip(_EXAMPLE.cells(), _EXAMPLE_PLAN.replace("\n", ""), strict=True))
    number, spoken, words = numbers(_EXAMPLE.columns), phrases(NAME, edition.language), edition.words["example"]
    name = words["names"][0]
    light = sum(1 << number[cell] for cell, shade in shades.items() if shade == ".")
    small = Maze(_EXAMPLE.columns, light, {}, frozenset({number["a5"]}), number["f6"])
    state = play(begin_in_maze(small, (name,), {}, at_random=False).state, "enter a5", lambda _: 1).state
    dark, ways, rows = {cell for cell, shade in shades.items() if shade == "#"}, {"": ["a5"], MINOQAUR: ["f6"]}, []
    for said in _MOVES:
        ruling = play(state, said, lambda _: 1)
        state = ruling.state
        ways = {"": [*ways[""], said], MINOQAUR: [*ways[MINOQAUR], state.at(state.minoqaur)]}
        heard = [spoken.say(each) for each in ruling.heard if each.key != "turn"]
        told = words["says"].format(player=name, words=said)
        rows.append(ExampleRow(told, heard, draw=partial(_drawn_turns, dark, ways)))
    return Example(words["heading"], rows)


def _drawn_turns(dark: Collection[Cell], ways: Mapping[str, Sequence[Cell]], box: Box) -> Iterator[Mark]:
    board = whole_board(_EXAMPLE, box.x, box.y, box.width / _EXAMPLE.columns)
    yield from region(Ink.GREY_SHAPE, board, dark)
    inks = {"": (Ink.BLUE_PATH, ()), MINOQAUR: (Ink.ORANGE_PATH, BROKEN)}
    labelled = {who: [(cell, str(turn or "")) for turn, cell in enumerate(way)] for who, way in ways.items()}
    yield from all_paths(board, [DrawnPath(*inks[who], [way]) for who, way in labelled.items()])


_FOR_DRAWING = frozenset({"MQ-3", "MQ-V1", "MQ-V2", "MQ-V3", "MQ-V6", "MQ-V7", "MQ-X1"})
"""The rules that only a person who makes a code needs."""


def unseen_options(p: Params, words: Words) -> tuple[tuple[str, str], ...]:
    """The options that the maze does not show and the rules in brief do not state."""
    told = words["in_force"]["options"]
    return tuple(_option_in_words(p, option) for option in told if _chosen(p, option["setting"]) not in option["seen"])


def _option_in_words(p: Params, option: Words) -> tuple[str, str]:
    return option["rule"], option[_chosen(p, option["setting"])].format(module=p.treasure)


def _chosen(p: Params, setting: str) -> str:
    if setting == "treasure":
        return RING if p.treasure == RING else "module"
    return str(getattr(p, setting))
