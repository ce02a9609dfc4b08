"""Sheets for game masters only: the shortest win, drawn and in words, measures and places; and the book of mazes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, product
from typing import NamedTuple, cast

from mapkit.games.minoqaur import played, sheets
from mapkit.games.minoqaur.analysis import analyse
from mapkit.games.minoqaur.design import RING, Params, solved
from mapkit.games.minoqaur.figures import (
    LEAST_MODULE,
    PICTURES,
    RIM,
    DrawnCode,
    ground,
    legend_row,
    paths,
    playable,
    region,
)
from mapkit.games.minoqaur.maze_rules import KEY, TREASURE, Move
from mapkit.games.minoqaur.search import FAR, SearchResult
from mapkit.games.minoqaur.sheets import (
    NAME,
    cut,
    foot,
    maze_at_top,
    module_that_fits,
    note_words,
    on_every_page,
    parts_of_maze,
    pictures,
    played_in_brief,
    tick_boxes,
    unseen_options,
)
from mapkit.games.minoqaur.state import ITEMS
from mapkit.language.catalogue import Words, in_number
from mapkit.language.wording import translated
from mapkit.model.analysis import Ask
from mapkit.model.design import Section
from mapkit.model.game import NoSheet
from mapkit.model.map import Map
from mapkit.paper import icons
from mapkit.paper.binding import INDEXED, bookmarked, index_before_solutions, level, paginated, solutions
from mapkit.paper.board import Panel, whole_board
from mapkit.paper.card import card_pages, numbered
from mapkit.paper.drawing import (
    BODY,
    LARGE,
    SMALL,
    Block,
    Column,
    PageSetup,
    above_foot,
    as_pages,
    balanced_height,
    blanks,
    columns,
    entry,
    fill,
    heading,
    height,
    in_pages,
    paragraph,
    plots,
    row,
    with_notes,
)
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import Box, Circle, Ink, Mark, Page, Text, fit, line, width
from mapkit.paper.sheets import BoardPicture, Book, BoundPages, Paper, PlayedSheets

# --- a line in words ---------------------------------------------------------------------------------------------


def _way(drawn: DrawnCode, move: Move, words: Words) -> str:
    said = words["solution"]
    direction = words["directions"][move.direction]
    if move.end < 0:
        return str(said["out"].format(direction=direction))
    how = said["tunnel"] if move.tunnels else said["walk"]
    return str(how.format(direction=direction, count=len(move.way), cell=drawn.grid.cells()[move.end]))


def _par(found: SearchResult, words: Words) -> str:
    """The moves in which a line wins, in words, and whether that is proven to be the least."""
    said = words["solution"]
    moves = in_number(said["moves"], len(found.line), words)
    if found.proven:
        return str(said["proven"].format(moves=moves))
    return str(said["bounds"].format(moves=moves, least=in_number(said["moves"], found.at_least, words)))


# --- the solution ------------------------------------------------------------------------------------------------


def solution_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The shortest known win, drawn on the maze with numbered turns, and in words; secret."""
    words = edition.of(NAME)
    said = words["solution"]
    if map_.params.tie == "random":
        raise NoSheet(said["lot"])
    found = solved(map_.params, map_.facts)
    if not found.line:
        raise NoSheet(said["impossible" if found.at_least == FAR else "none"])
    setup = on_every_page(edition, "solution", map_.title, edition.words["secret"])
    drawn, body = ground(map_), above_foot(setup)
    wide = columns(body, 2)[0].width
    rows = [*_rows(drawn, found, words, wide)]
    half, whose = body.width / 2, ((said["you"], Ink.BLUE_PATH), (said["minoqaur"], Ink.ORANGE_PATH))
    beside = body.width > 160

    def legend(x: float, y: float) -> Iterator[Mark]:
        for number, (says, ink) in enumerate(whose):
            right, down = (number * (half - 8), 0.0) if beside else (0.0, number * 6.4)
            yield from legend_row(x + right, y + down, half + 9 if beside else body.width, says, ink)

    head = [*paragraph(_par(found, words), body.width, bold=True), Block(6.4 if beside else 12.8, legend, 2)]
    told = balanced_height(rows, body, 2)
    told = told if told is not None and told <= _MOST_WORDS else 0.0  # long words fill a further page anyway
    room = body.height - height(head) - 6 - told
    module = module_that_fits(drawn.grid.columns, min(body.width, room))
    board = maze_at_top(drawn, body, module)
    marks = [*playable(board, drawn), *paths(board, drawn, found)]
    below = body.below(board.box.bottom + RIM + 1)
    marks += fill(head, [below])[0]
    left = body.below(below.y + height(head) + 3)
    high = balanced_height(rows, left, 2) or left.height
    more, done = fill(rows, columns(left._replace(height=high), 2))
    pages = [[*marks, *more], *in_pages(rows[done:], body, 2)]
    pages = [pages[0], *(with_notes(page, body, setup, 8.0) for page in pages[1:])]
    return as_pages(setup, [[*page, *foot(setup, module)] for page in pages])


_MOST_WORDS = 84.0
"""The largest height of words for which a solution is drawn smaller, in mm; longer ones go on on further pages."""


def _rows(drawn: DrawnCode, found: SearchResult, words: Words, wide: float, spare: float = 2.4) -> Iterator[Block]:
    """A line turn by turn: the number, what the player does, and what the minoqaur does."""
    number = 7.0
    table = (
        Column(number, SMALL, Ink.QUIET),
        Column((wide - number) * 0.53, SMALL),
        Column((wide - number) * 0.47, SMALL, Ink.QUIET),
    )
    said, enters = words["solution"], drawn.grid.cells()[found.entrance]
    entered = said["enter" if enters in drawn.doors else "enter_at"]
    yield row(("", entered.format(number=drawn.doors.get(enters), cell=enters), ""), table, spare=spare)
    held = 0
    for turn, move in enumerate(found.line, 1):
        holds = move.move.holds
        taken = [said["takes"].format(item=words["items"][item]) for item, bit in ITEMS.items() if holds & ~held & bit]
        if move.answer is None:
            ends = said["won_key"] if holds & KEY and holds & TREASURE else said["won_out"]
        elif move.answer.trapped:
            ends = said["won_trap"]
        else:
            ends = _way(drawn, move.answer.move, words) if move.answer.move else said["waits"]
        yield row((str(turn), ", ".join((_way(drawn, move.move, words), *taken)), ends), table, spare=spare)
        held = holds


# --- measures and places -----------------------------------------------------------------------------------------


def gm_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The places of all things, the measures, and the minoqaur's move step by step; secret."""
    setup, words = on_every_page(edition, "gm", map_.title, edition.words["secret"]), edition.of(NAME)
    drawn, body, p = ground(map_), above_foot(setup), map_.params
    wide = columns(body, 2)[0].width
    measures: list[list[str]] = []
    if p.tie != "random":
        found = analyse(map_, Ask(measures=_MEASURED)).measures.values()
        measures = [
            [translated(text, edition.language) for text in (measure.label, measure.in_words)] for measure in found
        ]
    blocks = _whereabouts(drawn, map_, measures, words, wide)
    steps = _steps(p, words, wide, SMALL, 1.2)
    high, module = _below(drawn, [*blocks, *steps], body)
    further: list[list[Mark]] = []
    if module < _CLEAR_MODULE:
        high, module = _below(drawn, blocks, body)
        further, steps = [*in_pages(_steps(p, words, body.width, LARGE, 8.5), body, 1)], []
    if module < LEAST_MODULE:
        last = [*_whereabouts(drawn, map_, measures, words, body.width), *_steps(p, words, body.width, LARGE, 4.2)]
        return as_pages(setup, [*parts_of_maze(setup, drawn, LEAST_MODULE), *in_pages(last, setup.body, 1)])
    board = maze_at_top(drawn, body, module)
    below = body._replace(y=board.box.bottom + RIM + _ABOVE_WORDS, height=high + 1e-6)
    first = [*playable(board, drawn), *fill([*blocks, *steps], columns(below, 2))[0]]
    return as_pages(setup, [[*page, *foot(setup, module)] for page in (first, *further)])


def _whereabouts(
    drawn: DrawnCode, map_: Map[Params], measures: Sequence[Sequence[str]], words: Words, wide: float
) -> list[Block]:
    """The size of the code, the places of items, treasure, entrances and dot, and the measures, in words."""
    said, p = words["gm"], drawn.params
    light = sum(shade == "light" for shade in map_.kinds.values())
    places = [
        (said["size"], words["size"].format(version=p.version, modules=p.grid.columns)),
        (said["modules_name"], said["modules"].format(dark=len(drawn.dark), light=light)),
    ]
    if p.text:
        places.append((said["text"], cut(p.text, _LEAST_TEXT_WIDTH, SMALL)))
    for middle, item in sorted(drawn.items.items(), key=lambda cell: [*PICTURES].index(cell[1])):
        at = said["chamber"].format(middle=middle, cells=_span(drawn, item))
        places.append((said["things"][item], at))
    key = "chamber" if p.treasure == RING else "chamber_at"
    at = said[key].format(middle=drawn.treasure, cells=_span(drawn, "treasure"))
    places.append((said["things"]["treasure"], at))
    doors = ", ".join(said["door"].format(number=i, cell=cell) for cell, i in drawn.doors.items())
    places.append((said["entrances"], ". ".join((doors, said["all_doors"])) if drawn.others else doors))
    middle = p.grid.name(p.grid.columns // 2, p.grid.columns // 2)
    far = p.grid.steps_apart(drawn.dot, middle)
    at, steps = said["dot_at" if far else "on_middle"], in_number(said["steps"], far, words)
    places.append((said["dot"], at.format(cell=drawn.dot, middle=middle, steps=steps)))
    blocks = [heading(said["places"], wide), *_table(places, wide, 20)]
    return blocks + ([heading(said["measures"], wide), *_table(measures, wide, 34)] if measures else [])


def _steps(p: Params, words: Words, wide: float, size: float, above: float) -> list[Block]:
    """The minoqaur's move step by step, in type of a size, with a gap above each step (mm)."""
    chosen, blocks = note_words(p, words), [heading(words["gm"]["how"], wide)]
    for step in words["gm_steps"]:
        text = step["text"].format_map(chosen)
        blocks += entry(step["rule"], text, wide, 17, size=size, above=above)
    return blocks


def _below(drawn: DrawnCode, blocks: Sequence[Block], body: Box) -> tuple[float, float]:
    """The height of the words in two columns below a maze, and the side of its modules."""
    high = balanced_height(blocks, body, 2) or body.height
    room = body.height - high - _ABOVE_WORDS
    return high, module_that_fits(drawn.grid.columns, min(body.width, room)) if room > 2 * RIM else 0.0


_ABOVE_WORDS = 4.0
"""The gap between a maze and the words below it, in mm."""
_CLEAR_MODULE = 2.6
"""Where modules would be smaller (side in mm), the minoqaur's move has a page of its own, in large type."""
_MEASURED = ("par", "moves-looked-at", "difficulty")
_LEAST_TEXT_WIDTH = 60.0
"""The least width at which a text is shown before it is cut, in mm."""


def _table(rows: Sequence[Sequence[str]], wide: float, first: float) -> list[Block]:
    table = (Column(first, SMALL, Ink.QUIET), Column(wide - first, SMALL))
    return [row(cells, table) for cells in rows]


def _span(drawn: DrawnCode, item: str) -> str:
    """The first and the last module of a chamber in words, or its only module."""
    cells = [cell for cell, what in drawn.chambers.items() if what == item]
    spots = [drawn.grid.centre(cell) for cell in cells]
    low = drawn.grid.name(*(int(min(numbers)) for numbers in zip(*spots, strict=True)))
    high = drawn.grid.name(*(int(max(numbers)) for numbers in zip(*spots, strict=True)))
    return low if low == high else f"{low} – {high}"


# --- books -------------------------------------------------------------------------------------------------------


def unfit(map_: Map[Params], edition: Edition) -> str:
    """Why a maze cannot be in a book; empty for a maze with a known win."""
    said = edition.of(NAME)["book"]
    if map_.params.tie == "random":
        return str(said["lot"])
    return "" if solved(map_.params, map_.facts).line else str(said["unknown"])


class _BookPuzzle(NamedTuple):
    number: int
    title: str
    drawn: DrawnCode
    found: SearchResult


def book_sheets(maps: Sequence[Map[Params]], edition: Edition, apart: bool) -> BoundPages:
    """A title page, the rules, the mazes from the shortest win to the longest, an index, and the solutions."""
    words, setup = edition.of(NAME), on_every_page(edition, "book", "")
    said, ranked = words["book"], []
    for game_map in maps:  # by the moves of the win, then by difficulty; those of unknown difficulty come last
        found, hard = solved(game_map.params, game_map.facts), analyse(game_map, Ask(measures=("difficulty",))).measures
        moves = len(found.line)
        rank = cast(float, hard["difficulty"].value) if hard else moves + 1
        ranked.append(((moves, rank), game_map, found))
    ranked.sort(key=lambda puzzle: puzzle[0])
    puzzles = [
        _BookPuzzle(number, game_map.title, ground(game_map), found)
        for number, (_, game_map, found) in enumerate(ranked, 1)
    ]
    shared = frozenset.intersection(*(frozenset(unseen_options(game_map.params, words)) for game_map in maps))
    together = tuple(entry for entry in unseen_options(maps[0].params, words) if entry in shared)
    sections = (*played_in_brief([game_map.params for game_map in maps], edition), Section(said["together"], together))
    rules = as_pages(setup, [*card_pages(setup.body, numbered(sections, edition))])
    pages: list[list[_BookPuzzle]] = []
    for puzzle in puzzles:
        small = puzzle.drawn.grid.columns <= _SMALL_CODE
        if pages and len(pages[-1]) == 1 and small and pages[-1][0].drawn.grid.columns <= _SMALL_CODE:
            pages[-1].append(puzzle)
        else:
            pages.append([puzzle])
    told = [as_pages(setup, [*_line_pages(setup, page, words)]) for page in pages]
    first = len(rules) + 2
    indexed: tuple[Page, ...] = ()
    if len(maps) >= INDEXED:
        rows = partial(_index_rows, pages, told, words, first)
        indexed = index_before_solutions(setup, 0 if apart else first + len(pages), rows)
    where = solutions(edition, first + len(pages) + len(indexed), apart=apart)
    asked = as_pages(setup, [_asked_page(setup, page, words, shared, where) for page in pages])
    (cover,) = as_pages(setup, [[]])
    contents = {said["rules"]: 2}
    contents |= {edition.words["book"]["index"]: first + len(pages)} if indexed else {}
    contents |= {} if apart else {said["solutions"]: first + len(pages) + len(indexed)}
    cover = replace(cover, marks=tuple(_cover(setup, puzzles, words, contents)), bookmark=words["name"])
    rules = bookmarked(rules, said["rules"])
    marked = zip(asked, pages, strict=True)
    asked = tuple(replace(sheet, bookmark=_bookmark(said["puzzle"], page)) for sheet, page in marked)
    answers = (bookmarked(told_, _bookmark(said["solution"], page)) for told_, page in zip(told, pages, strict=True))
    back = [*chain.from_iterable(answers)]
    return paginated((cover, *rules, *asked, *indexed), back, apart=apart)


def _index_rows(
    pages: Sequence[Sequence[_BookPuzzle]], told: Sequence[Sequence[Page]], words: Words, first: int, back: int
) -> Sequence[Sequence[str]]:
    """The mazes with their pars, and with their pages from `first` on and those of their solutions from `back` on."""
    rows = []
    for page, (puzzles, answers) in enumerate(zip(pages, told, strict=True), first):
        for puzzle in puzzles:
            par = in_number(words["solution"]["moves"], len(puzzle.found.line), words)
            par = par if puzzle.found.proven else words["book"]["or_fewer"].format(moves=par)
            rows.append((f"{puzzle.number}. {puzzle.title}".rstrip(), par, str(page), str(back)))
        back += len(answers)
    return rows


def _bookmark(forms: Sequence[str], puzzles: Sequence[_BookPuzzle]) -> str:
    named = {"first": puzzles[0].number, "last": puzzles[-1].number}
    text = forms[len(puzzles) > 1].format_map(named)
    return f"{text}: {puzzles[0].title}" if len(puzzles) == 1 and puzzles[0].title else text


_SMALL_CODE = 29
"""Codes of up to this many modules on a side are clear on half a page."""


def _cover(
    setup: PageSetup, puzzles: Sequence[_BookPuzzle], words: Words, contents: Mapping[str, int]
) -> Iterator[Mark]:
    """The title page: the name of the game, the last code with the minoqaur's head in it, and the contents."""
    inside, said, drawn = setup.paper.inside, words["book"], puzzles[-1].drawn
    pars = [len(puzzle.found.line) for puzzle in puzzles]
    x, side = inside.middle[0], min(inside.width * 0.8, inside.height * 0.6)
    top = inside.y + (inside.height - side) / 2 + 10
    yield Text(Ink.TEXT, x, top - 38, 19, words["name"], True, "middle")
    yield line(Ink.HEAVY_RULE, (x - 27, top - 30), (x + 27, top - 30))
    most = in_number(words["solution"]["moves"], max(pars), words)
    told = said["par" if min(pars) == max(pars) else "pars"]
    least = most if min(pars) == max(pars) else min(pars)
    yield Text(Ink.TEXT, x, top - 20, 6, in_number(said["subtitle"], len(puzzles), words), False, "middle")
    yield Text(Ink.QUIET, x, top - 12, LARGE, told.format(least=least, most=most), False, "middle")
    board = whole_board(drawn.grid, x - side / 2, top, side / drawn.grid.columns)
    yield from region(Ink.SOLID, board, drawn.dark)
    radius, middle = side * 0.2, board.box.middle
    yield Circle(Ink.PAPER, *middle, radius * 1.42)
    yield Circle(Ink.RING, *middle, radius * 1.32)
    yield from icons.draw("bull", middle[0], middle[1] - radius * 0.03, radius)
    for i, item in enumerate(PICTURES):
        yield from icons.draw(PICTURES[item], x + (i - 1.5) * 18, board.box.bottom + 18, 5.5)
    told_pages = " · ".join(f"{name} {page}" for name, page in contents.items())
    yield Text(Ink.TEXT, x, inside.bottom - 4, LARGE, told_pages, anchor="middle")


def _stands(setup: PageSetup, page: Sequence[_BookPuzzle]) -> tuple[Box, ...]:
    """The places of the puzzles on a page: two halves, or the whole page."""
    room = above_foot(setup)
    room = room.below(room.y + _ABOVE)
    if len(page) == 1:
        return (room,)
    return plots(room, 1, 2, below=5)


_ABOVE = 6.0
"""The height of the head of a page in a book, in mm."""


def _plate(puzzle: _BookPuzzle, place: Box, below: float) -> tuple[Panel, tuple[Box, ...]]:
    """A maze at the upper left of its place, and the columns for words: beside it, or in `below` mm below it."""
    grid = puzzle.drawn.grid
    if place.width > place.height:
        module = module_that_fits(grid.columns, min(place.height, place.width - _BESIDE))
        board = whole_board(grid, place.x + RIM, place.y + RIM, module)
        x = board.box.right + RIM + 5
        return board, (Box(x, place.y + 1, place.right - x, place.height - 1),)
    board = maze_at_top(puzzle.drawn, place, module_that_fits(grid.columns, min(place.width, place.height - below)))
    return board, columns(place.below(board.box.bottom + RIM + 1), 2)


_BESIDE = 56.0
"""The width for the words beside a maze, in mm."""


def _asked_page(
    setup: PageSetup, page: Sequence[_BookPuzzle], words: Words, shared: Collection[tuple[str, str]], where: str
) -> Iterator[Mark]:
    """A page of puzzles with their tasks, and the options in which they differ; `where` names the solutions' place."""
    body = setup.body
    says = words["book"]["in_order"].format(solutions=where)
    yield Text(Ink.QUIET, body.x, body.y + 2.6, SMALL, fit(says, body.width, SMALL)[0])
    for puzzle, place in zip(page, _stands(setup, page), strict=False):
        wide = _plate(puzzle, place, 0)[1][0].width
        asked = [*_task_blocks(puzzle, words, setup.edition, wide)]
        for entry_ in unseen_options(puzzle.drawn.params, words):
            asked += () if entry_ in shared else paragraph(entry_[1], wide, SMALL, above=1.2)
        shown = [*pictures(puzzle.drawn, words, wide)]
        board, beside = _plate(puzzle, place, max(height(asked), height(shown)) + 2)
        yield from playable(board, puzzle.drawn)
        if len(beside) == 1:
            yield from fill([*asked, *shown], beside)[0]
        else:
            yield from fill(asked, beside[:1])[0]
            yield from fill(shown, beside[1:])[0]
    yield from foot(setup, board.tile)


_EASY_WIN, _MEDIUM_WIN = 9, 12
"""The most moves of the wins of an easy maze and of one of medium difficulty, as the presets have them."""


def _task_blocks(puzzle: _BookPuzzle, words: Words, edition: Edition, wide: float) -> Iterator[Block]:
    said, found = words["book"], puzzle.found
    moves = in_number(words["solution"]["moves"], len(found.line), words)
    yield _title_block(puzzle, wide, level(edition, len(found.line), (_EASY_WIN, _MEDIUM_WIN)))
    yield from paragraph(said["again" if found.proven else "known_again"].format(moves=moves), wide, BODY)
    across = int(wide / 6.4)
    down = min(2, -(-(2 * len(found.line)) // across))

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.QUIET, x, y + 3.2, SMALL, said["tick"])
        for i in range(down):
            numbers = range(1 + i * across, (i + 1) * across + 1)
            yield from tick_boxes(x, y + 5 + i * 6.0, numbers, wide / across, 6.0)

    yield Block(5 + 6.0 * down, draw, 2)
    answer = (words["log"]["entrance"], words["log"]["result"])
    yield Block(7.0, lambda x, y: blanks(y + 4.6, (x, x + 0.45 * wide, x + wide), answer, 3), 2)


def _title_block(puzzle: _BookPuzzle, wide: float, hard: str = "") -> Block:

    def draw(x: float, y: float) -> Iterator[Mark]:
        head = f"{puzzle.number}."
        yield Text(Ink.QUIET, x + wide, y + 5.4, SMALL, hard, anchor="end")
        yield Text(Ink.TEXT, x, y + 5.4, 7, head, True)
        left = x + width(head, 7, bold=True) + 2.5
        text, size = fit(puzzle.title, x + wide - left - width(hard, SMALL) - 1, LARGE, bold=True)
        yield Text(Ink.TEXT, left, y + 5.4, size, text, True)

    return Block(9.0, draw, keep=True)


def _line_pages(setup: PageSetup, page: Sequence[_BookPuzzle], words: Words) -> Iterator[list[Mark]]:
    """The solutions of a page of puzzles, on pages of their own where lines are long; the rest is on further pages."""
    body = setup.body
    marks: list[Mark] = [*heading(words["book"]["solutions"], body.width).draw(body.x, body.y - 2)]
    left: list[Block] = []
    for puzzle, place in zip(page, _stands(setup, page), strict=False):
        tried = list[tuple[Panel, tuple[Box, ...], list[Block]]]()
        for below, spare in product(_LINE_BELOW, (2.4, 1.2, 0.3)):
            board, beside = _plate(puzzle, place, below)
            par = paragraph(_par(puzzle.found, words), beside[0].width, SMALL)
            rows = _rows(puzzle.drawn, puzzle.found, words, beside[0].width, spare)
            tried.append((board, beside, [_title_block(puzzle, beside[0].width), *par, *rows]))
        whole = (each for each in tried if fill(each[2], each[1])[1] == len(each[2]))
        board, beside, told = next(whole, tried[0])
        wide = beside[0].width
        marks += playable(board, puzzle.drawn)
        marks += paths(board, puzzle.drawn, puzzle.found)
        more, done = fill(told, beside)
        marks += more
        if told[done:]:
            left += [heading(words["book"]["goes_on"].format(number=puzzle.number), wide), *told[done:]]
    if left and len(page) > 1:
        yield from (alone for puzzle in page for alone in _line_pages(setup, [puzzle], words))
        return
    yield [*marks, *foot(setup, board.tile)]
    yield from (with_notes(further, body, setup, 8.0) for further in in_pages(left, body, 2))


_LINE_BELOW = (52.0, 60.0, 68.0, 76.0, 84.0, 92.0)
"""The heights for the line of a puzzle that has a page to itself, in mm; the first that is enough."""
PAPER: Paper[Params] = Paper(
    secret={"gm": gm_sheets, "solution": solution_sheets},
    open={"board": sheets.board_sheets, "large": sheets.large_sheets, "code": sheets.code_sheets},
    public={"card": sheets.card_sheets, "log": sheets.log_sheets},
    played=PlayedSheets(played.played_sheets, lambda _: False),
    book=Book(book_sheets, unfit),
    board=BoardPicture(sheets.board_alone, secret=False),
)
