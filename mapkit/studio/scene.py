"""The scene: all that the page shows of a map, as data.

`scene` gives the whole of it, and `changes` what has changed between two scenes. The picture of the board is the one
that mapkit prints: a list of shapes for each floor, of which the page touches only those that are new.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache, partial
from math import dist
from typing import Any, NamedTuple, assert_never

from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.mapfile.document import Document
from mapkit.model.design import UNDECIDED
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border, Cell, borders, cell_of
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, joined
from mapkit.model.rule import WHOLE_MAP, Fact, MeasuredRule
from mapkit.model.settings import BadSetting, Params
from mapkit.paper.default_sheets import default_paper
from mapkit.paper.description import cells_in_words
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.hexes import AnyBoard
from mapkit.paper.pens import Pen, PenMark, drawn, usual_theme
from mapkit.paper.sheet import A4, Box, Circle, Mark, Path, Text, extent, moved, path_text, printable
from mapkit.paper.sheets import Floor
from mapkit.solve import legality
from mapkit.solve.checker import Fault, found_no
from mapkit.solve.search import blank_cells, blank_places
from mapkit.studio.easing import asking_settings, eased
from mapkit.studio.places import is_flat, spot_name
from mapkit.studio.tools import Tool, samples, tools

Scene = Mapping[str, Any]
"""What the page shows, by the names of its parts."""

Shape = tuple[Any, ...]
"""A mark as the page draws it: its kind, the name of its pen, and where it lies."""

_CELL = 12.0
"""The width of a cell in the picture, in mm."""
_AROUND = 40.0
"""The room around the board that games draw their boards in, in mm."""
_RIM, _RIM_OF_GAPS = 10.5, 13.0
"""What is seen around the cells, in mm: coordinates; and signs where the outer wall has gaps."""


def scene(read: Document, language: str = ENGLISH, *, begun_blank: bool = False) -> Scene:
    """All that the page shows of a map; what is written on the board is in a language.

    Of a map that was `begun_blank`, faults that places without a drawing may still settle are marked as `coming`.
    """
    map_ = read.map
    legend, blank = map_.game.design.legend(map_.params), blank_cells(map_)
    found = defaultdict[str, list[Message]](list)
    faults = legality.check(map_)
    coming = _coming(map_, faults) if begun_blank else ()
    gauges = map_.game.study.gauges(map_) if map_.game.study else ()
    bars = {bar.mark: bar.words for listing in legend.listings for bar in listing.bars(map_.params)}
    for place, mark in sorted(map_.facts, key=lambda fact: fact.mark):
        found[spot_name(place)].append(bars.get(mark) or legend.word(mark))
    return {
        "game": translated(map_.game.title, language),
        "title": map_.title,
        **pictured(map_, language),
        "blank": blank,
        "undecided": sorted(spot_name(fact.place) for fact in map_.facts if fact.mark == UNDECIDED),
        "words": {name: translated(joined(marks), language) for name, marks in found.items()},
        "told": cells_in_words(map_, language),
        "tools": [_tool(tool, language) for tool in tools(map_)],
        "samples": _samples(map_.game, map_.params, language),
        "faults": list(_told_once(map_, faults, frozenset(blank), coming, language)),
        "gauges": [{**gauge._asdict(), "label": translated(gauge.label, language)} for gauge in gauges],
    }


def _tool(tool: Tool, language: str) -> dict[str, Any]:
    """What the page is told of a tool."""
    kept = {name: getattr(tool, name) for name in ("name", "sign", "aims", "sample", "fills")}
    return {**kept, "words": translated(tool.words, language), "heading": translated(tool.heading, language)}


def second_thoughts(read: Document, language: str = ENGLISH) -> Scene:
    """The advice on a map, and settings that would allow it; they come after its scene, for which people wait."""
    advice = [_told(fault, language) for fault in legality.advise(read.map)]
    return {"advice": advice, "eased": eased(read.map, language)}


def _coming(map_: Map[Any], faults: Sequence[Fault]) -> Collection[Fault]:
    """The faults that only say what is not there yet: what is blank may settle them."""
    if map_.finished and map_.facts:
        return ()
    sure = {(fault.rule.number, fault.place) for fault in legality.check_rest(map_, blank_places(map_))}
    measured = {rule for rule in map_.game.design.rules if isinstance(rule, MeasuredRule) and not rule.of_unfinished}
    return [each for each in faults if each.rule not in measured and (each.rule.number, each.place) not in sure]


def _told_once(
    map_: Map[Any], faults: Sequence[Fault], blank: Collection[Cell], coming: Collection[Fault], language: str
) -> Iterator[dict[str, Any]]:
    """The faults as the page shows them; a rule that only says of each blank cell that it is blank says so once.

    Then `blank` is their number, which are all that the scene names.
    """
    alike = defaultdict[tuple[str, str], list[Fault]](list)
    for fault in faults:
        alike[fault.rule.number, fault.sentence].append(fault)
    once = {
        key: some[0]
        for key, some in alike.items()
        if 1 < len(some) == len(blank) and all(fact.place in blank for fact in some)
    }
    lacking = _tools_by_lack(map_.game, map_.params) if any(not fault.place for fault in faults) else {}
    asking = asking_settings(map_, [fault for fault in faults if fault not in coming])
    for fault in faults:
        first = once.get((fault.rule.number, fault.sentence))
        told = {**_told(fault, language), **({"coming": True} if fault in coming else {})}
        if first is None:
            yield {**told, "settings": [*asking.get(fault.rule, ())], "tool": lacking.get(fault.found, "")}
        elif fault is first:
            yield {**told, "found": "", "place": "", "witness": [], "blank": len(blank)}


@lru_cache(maxsize=4)
def _tools_by_lack(game: Game[Any], params: Params) -> Mapping[Message, str]:
    """The name of the tool that draws what is not there, by what is then said."""
    called, every = game.design.legend(params).unnumbered, tools(Map(game, params, frozenset()))
    return {found_no(called(mark)): tool.name for tool in every for mark in tool.marks}


def _told(fault: Fault, language: str) -> dict[str, Any]:
    return {
        "rule": fault.rule.number,
        "sentence": translated(fault.sentence, language),
        "found": translated(fault.found, language),
        "place": spot_name(fault.place) if fault.place != WHOLE_MAP else "",
        "witness": [spot_name(place) for place in fault.witness if place != WHOLE_MAP],
    }


# --- the picture -------------------------------------------------------------------------------------------------


class _ScenePicture:
    """The picture of a map, with the upper left corner of the cells of each floor at (0, 0)."""

    def __init__(self, map_: Map[Any], language: str) -> None:
        """Draws the map; where its game cannot draw it yet, as the default sheets do."""
        legend = map_.game.design.legend(map_.params)
        rim, bordered = _RIM_OF_GAPS if legend.gap else _RIM, bool(legend.lines or legend.gap)
        self.layouts: list[_PictureLayout] = []
        self.floors: list[list[tuple[PenMark, Shape]]] = []
        for board, marks in _floors(map_, language):
            layout = _floor_layout(map_.params.grid, board, rim, bordered)
            self.layouts.append(layout)
            self.floors.append([each for mark in marks for each in _placed(mark, -layout.left, -layout.top)])

    def at(self, cell: Cell) -> tuple[Sequence[tuple[float, float]], list[tuple[PenMark, Shape]]]:
        """The corners of a cell, and what is drawn on its floor."""
        number = next(n for n, layout in enumerate(self.layouts) if cell in layout.outlines)
        return self.layouts[number].outlines[cell], self.floors[number]

    @property
    def marks(self) -> list[list[Shape]]:
        return [[shape for _, shape in floor] for floor in self.floors]

    @property
    def pens(self) -> dict[str, Any]:
        used = {named.name: named.pen for floor in self.floors for named, _ in floor}
        return {name: _pen(pen) for name, pen in used.items()}


def _floors(map_: Map[Any], language: str) -> list[Floor]:
    own, usual = paper_of(map_.game).board, default_paper(map_.game).board
    assert usual is not None
    spots = [map_.params.grid.centre(cell) for cell in map_.params.grid.cells()]
    across = max(max(values) - min(values) + 1 for values in zip(*spots, strict=True))
    side, edition = _CELL * across + _AROUND, Edition(A4, language, scale=_CELL)
    try:
        return [*(own or usual).floors(map_, edition, Box(0, 0, side, side))]
    except BadSetting:
        return [*usual.floors(map_, edition, Box(0, 0, side, side))]


@lru_cache(maxsize=1 << 14)  # nearly all marks stay the same from stroke to stroke
def _placed(mark: Mark, right: float, down: float) -> Sequence[tuple[PenMark, Shape]]:
    return [(each, _shape(each)) for each in drawn([moved(mark, right, down)], usual_theme())]


def _shape(each: PenMark) -> Shape:
    match each.mark:
        case Path(_, steps):
            return "path", each.name, path_text(steps)
        case Circle(_, x, y, radius):
            return "circle", each.name, round(x, 2), round(y, 2), round(radius, 2)
        case Text(_, x, y, size, text, bold, anchor, turn):
            where = round(x, 2), round(y, 2), round(size, 2)
            return "text", each.name, *where, printable(text, bold), bold, anchor, turn
        case other:
            assert_never(other)


def _pen(pen: Pen) -> dict[str, Any]:
    return {
        "fill": pen.fill,
        "stroke": pen.colour,
        "line": round(pen.line, 3),
        "cap": pen.cap,
        "dash": " ".join(map(str, pen.dash)),
    }


# --- where things lie --------------------------------------------------------------------------------------------


class _PictureLayout(NamedTuple):
    left: float
    """Its left end, where its game draws it."""
    top: float
    outlines: Mapping[Cell, Sequence[tuple[float, float]]]
    """The corners of its cells, from its upper left corner."""
    borders: Mapping[Border, Sequence[float]]
    """The ends of its borders from there."""
    for_page: Mapping[str, Any]
    """What the page is told: its cells, its borders, and what is seen of it: left, top, width, height."""


@lru_cache(maxsize=16)  # it stays the same from stroke to stroke
def _floor_layout(grid: Board, board: AnyBoard, rim: float, bordered: bool) -> _PictureLayout:
    left, top, right, bottom = board.box.x, board.box.y, board.box.width, board.box.height
    outlines = {cell: [(x - left, y - top) for x, y in corners] for cell, corners in board.outlines.items()}
    flat = (line for line in borders(grid) if bordered and is_flat(line) and line.cell in outlines)
    lines = {line: _rounded((x - left, y - top) for x, y in board.border_ends(line)) for line in flat}
    for_page = {
        "seen": [-rim, -rim, round(right + 2 * rim, 2), round(bottom + 2 * rim, 2)],
        "cells": {cell: _rounded(corners) for cell, corners in outlines.items()},
        "borders": {spot_name(line): ends for line, ends in lines.items()},
    }
    return _PictureLayout(left, top, outlines, lines, for_page)


def _rounded(corners: Iterable[tuple[float, float]]) -> list[float]:
    return [round(value, 2) + 0.0 for corner in corners for value in corner]


# --- pictures of the tools ---------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _samples(game: Game[Any], params: Params, language: str) -> Mapping[str, Any]:
    """The picture of each mark that has a tool, by the mark: what is seen of it, its shapes, and their pens.

    Each is what is drawn at its place on a board and not on an empty one.
    """
    of_cells, of_borders, listed = samples(game, params)
    cells = params.grid.cells()

    def shown(facts: Iterable[Fact] = ()) -> _ScenePicture:
        return _ScenePicture(Map(game, params, frozenset(facts)), language)

    empty = shown()
    outlines, usual = [layout.outlines for layout in empty.layouts], {shape for marks in empty.marks for shape in marks}
    twice = len(cells) // max(1, len(of_cells)) > 1
    placed = [*zip(cells, of_cells, strict=False), *(zip(reversed(cells), of_cells, strict=False) if twice else ())]
    drawn_cells = {Fact(cell, mark) for cell, mark in placed}
    floors = shown(drawn_cells).floors
    found: dict[str, Any] = {}
    for cell, mark in placed:
        floor = next(number for number, corners in enumerate(outlines) if cell in corners)
        others = [Box.between(*corners).middle for corners in outlines[floor].values()]
        sample = _sample(floors[floor], Box.between(*outlines[floor][cell]), usual, others)
        if mark not in found or len(sample["shapes"]) < len(found[mark]["shapes"]):
            found[mark] = sample  # what lies on one of the two alone belongs to something else
    legend, lines = game.design.legend(params), empty.layouts[0].borders
    for mark in of_borders:
        # on a border that can bear it: an upright one where possible, near the middle of the floor
        glyphs = next((each for each in legend.lines if each.mark == mark), None)
        side = "W" if glyphs is None else "E" if glyphs.upright else "N"
        fit = [line for line in lines if line.side == side and (params.grid.step(*line) is None) == (glyphs is None)]
        if fit:
            line = fit[len(fit) // 2]
            left, top, right, bottom = lines[line]
            around = Box((left + right - _CELL) / 2, (top + bottom - _CELL) / 2, _CELL, _CELL)
            drawn_there = shown([Fact(line, mark)]).floors[0]
            if glyphs is None:  # the sign of a gap lies outside
                names = {shape[5:6] for shape in usual if shape[0] == "text"}  # of rows, which make room
                drawn_there = [each for each in drawn_there if each[1] not in usual and each[1][5:6] not in names]
                signs = (extent(named.mark) for named, _ in drawn_there)
                sign = Box.over([each for each in signs if dist(each.middle, around.middle) < _CELL])
                around = Box.around(sign.middle, max(sign.width, sign.height) / 2)
            found[mark] = _sample(drawn_there, around, usual)
    for tool in listed:  # alone; or else beside a kind of cell that is another with it
        cell = cells[len(cells) // 2 - len(cells) // 8]
        alone = tool.shown(cell) if tool.shown else frozenset()
        place = next(cell_of(fact.place) for fact in alone if fact.mark.startswith(tool.marks[0]))
        found[tool.sample] = _listed_sample(shown(alone), place, usual, 3 * _CELL)
        if not found[tool.sample]["shapes"]:
            usual_cells = {shape for floor in floors for _, shape in floor}
            listed_all = {Fact(place, f"{tool.marks[0]} {n}") for n, (place, _) in enumerate(placed, 1)}
            everywhere = shown(drawn_cells | listed_all)
            some = (_listed_sample(everywhere, place, usual_cells, _CELL / 2) for place, _ in placed)
            found[tool.sample] = next((each for each in some if each["shapes"]), found[tool.sample])
    for mark in (mark for mark in of_cells if not found.get(mark, {"shapes": ()})["shapes"]):
        found[mark] = _tile(shown([Fact(cells[0], mark)]), cells[0], usual)
    return found


def _listed_sample(picture: _ScenePicture, place: Cell, usual: Collection[Any], reach: float) -> dict[str, Any]:
    """What is drawn around a cell, as near as `reach`, as from the upper left corner of the cell."""
    corners, drawn_there = picture.at(place)
    cell = Box.between(*corners)
    own = [named for named, shape in drawn_there if shape not in usual]
    near = [named for named in own if dist(extent(named.mark).middle, cell.middle) < reach]
    box = Box.over([extent(named.mark) for named in near]) if near else cell
    half = max(box.width, box.height) * 0.6
    seen = Box.around(box.middle, half)
    return {
        "from": [round(seen.x - cell.x, 2), round(seen.y - cell.y, 2)],
        "seen": [round(2 * half, 2), round(2 * half, 2)],
        "shapes": [_shape(named._replace(mark=moved(named.mark, -cell.x, -cell.y))) for named in near],
        "pens": {named.name: _pen(named.pen) for named in near},
    }


def _tile(picture: _ScenePicture, cell: Cell, usual: Collection[Any]) -> dict[str, Any]:
    """The picture of a kind of cell that at most fills the cell: the cell itself, as on the board."""
    corners, drawn_there = picture.at(cell)
    box = Box.between(*corners)
    filling = [each for each in drawn_there if extent(each[0].mark).width > 0.9 * box.width]
    sample = _sample(filling, box, usual)
    lines = "L".join(f"{x - box.x:.2f} {y - box.y:.2f}" for x, y in corners)
    sample["shapes"].insert(0, ("path", "tile", f"M{lines}Z"))
    return {**sample, "pens": {"tile": _TILE, **sample["pens"]}}


_TILE = {"fill": "#ffffff", "stroke": "#777777", "line": 0.4, "cap": "butt", "dash": ""}
"""The pen of a cell in which nothing is drawn."""


def _sample(
    drawn: Iterable[tuple[PenMark, Shape]], box: Box, usual: Collection[Any], others: Sequence[tuple[float, float]] = ()
) -> dict[str, Any]:
    """What is drawn inside a box on a floor, without what is usual there.

    A word may be longer than a cell; then the box is larger. The places of each floor are counted from its own corner,
    so the same box fits every floor.
    """
    own = [mark for mark, shape in drawn if shape not in usual and _lies_in(extent(mark.mark), box)]
    nearest = {named: min(others, key=partial(dist, extent(named.mark).middle)) for named in own if others}
    own = [named for named in own if not others or dist(nearest[named], box.middle) < 0.01]  # corners of hexes overlap
    extents = [extent(named.mark) for named in own]
    more = max((max(each.width / box.width, each.height / box.height) for each in extents), default=1.0) - 1
    if more > 0:
        box = Box(box.x - more * box.width / 2, box.y - more * box.height / 2, *((1 + more) * side for side in box[2:]))
    return {
        "seen": [round(box.width, 2), round(box.height, 2)],
        "shapes": [_shape(named._replace(mark=moved(named.mark, -box.x, -box.y))) for named in own],
        "pens": {named.name: _pen(named.pen) for named in own},
    }


def _lies_in(inner: Box, outer: Box) -> bool:
    x, y = inner.middle
    fits = inner.width <= outer.width * 1.4 and inner.height <= outer.height * 1.4
    return fits and outer.x <= x <= outer.right and outer.y <= y <= outer.bottom


@lru_cache(maxsize=4)  # at the table most directives leave the board as it is
def pictured(map_: Map[Any], language: str, floors: Sequence[Message] = ()) -> Mapping[str, Any]:
    """A map as a page draws it: where the cells of each floor lie, its shapes, and their pens.

    Each of several floors is named, as the design does or as `floors` do.
    """
    picture, many = _ScenePicture(map_, language), range(1, map_.params.grid.floors + 1)
    names = floors or [map_.game.design.board.floor(number) if many[1:] else NOTHING for number in many]
    pairs = zip(picture.layouts, names, strict=True)
    layout = [{"name": translated(name, language), **layout.for_page} for layout, name in pairs]
    return {"layout": layout, "marks": picture.marks, "pens": picture.pens}


def picture_changes(before: Map[Any], after: Map[Any], language: str) -> dict[str, Any]:
    """What makes the picture of one map that of another: the pens, and the splices of each floor."""
    was, becomes = _ScenePicture(before, language), _ScenePicture(after, language)
    pairs = zip(was.marks, becomes.marks, strict=True)
    return {"pens": becomes.pens, "splices": [splices(old, new) for old, new in pairs]}


# --- changes -----------------------------------------------------------------------------------------------------


_LISTS = ("faults", "blank", "undecided")
"""The parts that are long lists, of which a stroke changes little."""


def changes(before: Scene, after: Scene) -> dict[str, Any]:
    """The parts of a scene that have changed. Those of the picture come as `splices`, floor by floor.

    A splice is a place in the list of shapes, how many shapes go there, and those that come. Other long lists come as
    `spliced`, with one splice each. What is said of each cell comes as `retold`, with those cells alone.
    """
    found = {name: part for name, part in after.items() if name not in before or before[name] != part}
    if "marks" in found and len(before.get("marks", ())) == len(after["marks"]):
        pairs = zip(before["marks"], found.pop("marks"), strict=True)
        found["splices"] = [splices(old, new) for old, new in pairs]
    if "told" in found and before.get("told", {}).keys() == after["told"].keys():
        told = found.pop("told").items()
        found["retold"] = {cell: words for cell, words in told if before["told"][cell] != words}
    if spliced := {name: splice(before[name], found.pop(name)) for name in _LISTS if name in found and name in before}:
        found["spliced"] = spliced
    return found


def splice(old: Sequence[Any], new: Sequence[Any]) -> tuple[int, int, list[Any]]:
    """The one splice that makes one list of another: what they begin and end with alike stays."""
    most = min(len(old), len(new))
    at = next((i for i in range(most) if old[i] != new[i]), most)
    alike = next((i for i in range(most - at) if old[-1 - i] != new[-1 - i]), most - at)
    return at, len(old) - alike - at, list(new[at : len(new) - alike])


def splices(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int, int, list[Any]]]:
    """What makes one list of another, from its end to its beginning, so that each place is that of the old list."""
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(i, j - i, list(new[k:n])) for tag, i, j, k, n in reversed(steps) if tag != "equal"]
