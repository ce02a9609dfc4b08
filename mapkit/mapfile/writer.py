"""Writing map files: `show` is the inverse of `document.read`, and `redraw` changes symbols alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from mapkit.mapfile.bare import boxed, has_boxes
from mapkit.mapfile.document import FORMAT, MOST_TITLE, Document, _side, read
from mapkit.mapfile.drawing import Glyphs, UnwritableMap, not_drawn, one_mark_each, shape_of
from mapkit.mapfile.text import Source, UnreadableMap
from mapkit.model.design import AS_DRAWN, Legend
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border, borders
from mapkit.model.letters import in_quotes, is_unfit, visible
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, either, message
from mapkit.model.rule import Facts
from mapkit.model.settings import Amounts, Number, Params, Setting, named_settings, settings, show_setting

P = TypeVar("P", bound=Params)

SAID_ONCE = 5
"""The most settings of a blank file that each say which values they take; for more, one line says it for all."""


def show(map_: Map[P], comments: Iterable[str] = ()) -> str:
    """The text of a map file with every setting, below these comments; the inverse of `read`. Raises UnwritableMap."""
    lines = [f"# {visible(line)}".rstrip() for comment in comments for line in comment.splitlines()]
    above, below = around(map_)
    drawn = (shown_map(map_),) if map_.game.design.board.drawn_in_files else ()
    return "\n".join([*lines, *above, *drawn, *below]) + "\n"


def show_preset(params: Params, says: str) -> str:
    """The text of a preset: what it is for, its size, and the settings that differ from their defaults."""
    own = [setting for setting in settings(type(params)) if getattr(params, setting.name) != setting.default]
    lines = [f"says = {_toml_text(says)}", f"size = {_toml_text(str(params.grid))}", "", "[settings]"]
    return "\n".join([*lines, *(_shown_setting(params, setting) for setting in own)]) + "\n"


def show_as_drawn(map_: Map[P]) -> str:
    """The text of a map file without settings, whose drawing says all; raises ValueError as `show` does."""
    drawn = (shown_map(map_),) if map_.game.design.board.drawn_in_files else ()
    return "\n".join([*_head(map_, map_.drawn_settings), *drawn]) + "\n"


def around(map_: Map[P]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of a map file above its drawing and below it; raises UnwritableMap for a title that `read` refuses."""
    known = [_shown_setting(map_.params, setting) for setting in named_settings(map_.params) if not setting.header]
    return _head(map_), ("", "[settings]", *known) if known else ()


def _head(map_: Map[Any], left_out: Collection[str] = ()) -> tuple[str, ...]:
    """The lines above the drawing, less the settings `left_out`; raises UnwritableMap for names that `read` refuses."""
    for what, text in (
        (message("the title {title}", in_quotes(map_.title)), map_.title),
        (message("the preset {preset}", in_quotes(map_.preset)), map_.preset),
    ):
        if unfit := next(filter(is_unfit, text), ""):
            raise UnwritableMap(message("{name} has the character {sign}", what, Name(visible(unfit))))
        if len(text) > MOST_TITLE:
            raise UnwritableMap(message("{name} has {number} characters", what, len(text)))
    names = [f"mapkit = {FORMAT}", f"game = {_toml_text(map_.game.name)}"]
    names += [f"title = {_toml_text(map_.title)}"] if map_.title else []
    return (*names, f"preset = {_toml_text(map_.preset)}", *_shown_head(map_, left_out))


def blank(
    game: Game[P],
    params: P,
    preset: str = "default",
    given: Collection[str] = (),
    in_words: Callable[[Message], str] = str,
) -> str:
    """The text of a map file to fill in by hand: the legend as comments, an empty board, the settings explained.

    `given` are the settings that were asked for. With the preset `as-drawn` all others are comments, since the drawing
    decides them. `in_words` puts the comments into a language.
    """
    empty, legend, title = Map(game, params, frozenset(), "", preset), game.design.legend(params), game.title
    if game.design.board.drawn_in_files:
        decided = game.design.drawn_settings(params.grid, empty.facts) if preset == AS_DRAWN else ()
        head = _shown_head(empty, {*decided} - {*given})
        says = message("A map of {thing}. Fill in the drawing; lines that begin with # are for you alone.", title)
        board = [*head, "", *_legend_lines(legend, params.grid, in_words), shown_map(empty)]
    else:
        says = message("A map of {thing}. Fill in the lines below; lines that begin with # are for you alone.", title)
        board = [*_shown_head(empty), ""]
        for listing in legend.explained:
            board += [f"# {listing.key}: {in_words(listing.says)}", f'{listing.key} = ""']
    names = [f"mapkit = {FORMAT}", f"game = {_toml_text(game.name)}", 'title = ""', f"preset = {_toml_text(preset)}"]
    lines = [f"# {in_words(says)}", *names, *board, ""]
    if preset == AS_DRAWN:
        drawn = message("The numbers are those of your drawing. A line without its # asks for another.")
        lines += [f"# {in_words(drawn)}", "[settings]"]
        for setting in (setting for setting in named_settings(params) if not setting.header):
            begins = _shown_setting(params, setting) if setting.name in given else f"# {setting.name} = "
            lines.append(f"{begins}  # {in_words(setting.meaning)} ({setting.rule})")
    else:
        lines += _setting_lines(params, in_words)
    return "\n".join(lines).rstrip("\n") + "\n"


def redraw(document: Document, new_map: Map[P]) -> str:
    """The text of the document with the glyphs of changed facts replaced; everything else stays as it is.

    Reading the text gives the new map. Where a change cannot be made in place (to a title, a board or a setting), the
    result is that of `show`.
    """
    text = in_place(document, new_map)
    if text is None:
        return show(new_map)
    games = {document.map.game.name: document.map.game}
    try:
        same = read(text.encode(), document.name, games, lambda *_: document.preset).map == new_map
    except UnreadableMap:
        same = False
    return text if same else show(new_map)


def in_place(document: Document, new_map: Map[P]) -> str | None:
    """What `redraw` gives where a change can be made in place, for a caller that reads it back; else None."""
    old = document.map
    placed = document.drawings or not old.game.design.board.drawn_in_files
    same_settings = new_map.params == old.params or new_map.drawn_settings == old.drawn_settings != ()
    if document.bare and new_map.drawn_settings:
        return show_as_drawn(new_map)
    if document.bare or not placed or not same_settings or replace(new_map, facts=old.facts, params=old.params) != old:
        return None
    mark = "\ufeff" if document.text.startswith("\ufeff") else ""  # which the offsets of edits do not count
    text, pieces, at = document.text.removeprefix(mark), [mark], 0
    for start, end, new in sorted(_edits(document, new_map.facts)):
        pieces += [text[at:start], new]
        at = end
    return "".join([*pieces, text[at:]])


def drawn_and_listed(legend: Legend, facts: Facts) -> tuple[Facts, dict[str, str]]:
    """The facts that the drawing shows, and the text of each listing for the others."""
    texts = {}
    for listing in legend.listings:
        words, mine = listing.show(facts)
        texts[listing.key] = " ".join(words)
        facts -= mine
    return facts, texts


def _toml_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def shown_map(map_: Map[P]) -> str:
    """The `map` of a file: one drawing, or a list of them where there are floors."""
    texts = [f'"""\n{_toml_text(drawing)[1:-1]}\n"""' for drawing in drawings(map_)]
    return f"map = {texts[0]}" if len(texts) == 1 else "map = [\n" + "".join(f"{text},\n" for text in texts) + "]"


def drawings(map_: Map[P]) -> tuple[str, ...]:
    """The drawing of each floor, lowest first; raises UnwritableMap for a fact that no drawing can show."""
    legend = map_.game.design.legend(map_.params)
    grid, marks = map_.params.grid, one_mark_each(drawn_and_listed(legend, map_.facts)[0])
    shape = shape_of(grid)
    glyphs = Glyphs.of(map_.game.name, legend, shape)
    for place in marks.keys() - {*grid.cells(), *borders(grid)}:
        raise not_drawn(marks[place], place)
    return tuple(shape.drawn(grid, floor, glyphs, marks) for floor in range(1, grid.floors + 1))


def _shown_head(map_: Map[P], left_out: Collection[str] = ()) -> Iterator[str]:
    """The lines of the head that belong to the game: a size, the settings there that are not `left_out`, listings."""
    if not map_.game.design.board.drawn_in_files:
        yield f"size = {_side(map_.params.grid)}"
    for setting in settings(type(map_.params)):
        if setting.header and setting.name not in left_out:
            yield _shown_setting(map_.params, setting)
    for key, text in drawn_and_listed(map_.game.design.legend(map_.params), map_.facts)[1].items():
        if text:
            yield f"{key} = {_toml_text(text)}"


def _shown_setting(params: Params, setting: Setting) -> str:
    value = show_setting(setting, getattr(params, setting.name))
    return f"{setting.name} = {_toml_text(value) if isinstance(value, str) else value}"


def _setting_lines(params: Params, in_words: Callable[[Message], str]) -> Iterator[str]:
    known = [named_setting for named_setting in named_settings(params) if not named_setting.header]
    lines = [(_shown_setting(params, each), each) for each in known if each.value_left_out is None]
    width = max((len(line) for line, _ in lines), default=0)
    if lines:
        yield "[settings]"
    if any(isinstance(each.value_kind, Amounts) for _, each in lines):
        yield f"# {in_words(_AMOUNTS)}"
    same = Counter(each.value_kind.takes for _, each in lines if not isinstance(each.value_kind, Amounts | Number))
    often = [takes for takes, times in same.items() if times > SAID_ONCE]
    yield from (f"# {in_words(message('A setting that names no values takes {takes}.', takes))}" for takes in often)
    for line, each in lines:
        clear = isinstance(each.value_kind, Amounts | Number) or each.value_kind.takes in often
        takes = "" if clear else f": {in_words(each.value_kind.takes)}"
        yield f"{line:{width}}  # {in_words(each.meaning)}{takes} ({each.rule})"
    usual = [setting for setting in known if setting.value_left_out is not None]
    if usual:
        yield f"# {in_words(_USUAL)}"
    kept = [f"# {_shown_setting(params, setting)}" for setting in usual]  # without its # such a line is in force
    for line, setting in zip(kept, usual, strict=True):
        yield f"{line:{max(map(len, kept))}}  # {in_words(setting.meaning)} ({setting.rule})"


_AMOUNTS = message('Each takes a number; most also "6-10", "6-" (6 or more), "12%" (a share of the board) or "any".')
_USUAL = message("What maps usually keep. Where yours does not, that is advice; take the # away, and it is a fault.")


def _legend_lines(legend: Legend, grid: Board, in_words: Callable[[Message], str]) -> Iterator[str]:
    shape, to_come = shape_of(grid), message("not filled in yet (mapkit complete fills it in)")
    to_come = message("or nothing: {what}", to_come) if "" in shape.blanks else to_come
    yield f"# {in_words(shape.describe(grid))}"
    yield from (f"#   {glyph:3}  {in_words(legend.word(mark))}" for glyph, mark in legend.cells.items())
    yield from (f"#   {example:9}  {in_words(words)}" for example, words in legend.series.examples.items())
    yield f"#   ?    {in_words(to_come)}"
    if legend.lines:
        yield f"# {in_words(message('Between two cells:'))}"
        for line in legend.lines:
            glyphs = in_words(either([Name(glyph) for glyph in (line.across, line.upright) if glyph]))
            yield f"#   {glyphs:8}  {in_words(legend.word(line.mark))}"
        yield f"#   {in_words(message('a gap')):8}  {in_words(message('nothing; you can pass'))}"
        if legend.undecided:
            both = message("not decided yet, in the outer wall too: + ? + or ? (mapkit complete decides it)")
            yield f"#   ?         {in_words(both)}"
        gap = message("In the outer wall, --- and |, a gap is: {thing}", legend.word(legend.gap))
        yield f"# {in_words(gap if legend.gap else message('The outer wall, --- and |, has no gaps.'))}"
        if legend.inner_gap and legend.solid in legend.cells.values():
            glyphs = either([Name(glyph) for glyph in legend.inner_gap[1:]])
            named = legend.word(legend.gap), legend.word(legend.solid), glyphs
            yield f"# {in_words(message('{thing:a} between a cell and {solid:a} at the edge: {glyphs}', *named))}"
    for listing in legend.explained:
        says = message('{key} = "CELLS" above the drawing: {says}', Name(listing.key), listing.says)
        yield f"# {in_words(says)}"


def _edits(document: Document, facts: Facts) -> Iterator[tuple[int, int, str]]:
    """The replacements in the text, one for each place whose mark has changed: begin, end and new characters."""
    map_ = document.map
    legend = map_.game.design.legend(map_.params)
    grid, shape = map_.params.grid, shape_of(map_.params.grid)
    glyphs = Glyphs.of(map_.game.name, legend, shape)
    (drawn, was), (redrawn, becomes) = drawn_and_listed(legend, map_.facts), drawn_and_listed(legend, facts)
    for key in becomes:
        if was[key] != becomes[key]:
            yield listing_edit(document.source, key, _toml_text(becomes[key]))
    old, new = one_mark_each(drawn), one_mark_each(redrawn)
    changed = {place for place in old.keys() | new.keys() if old.get(place) != new.get(place)}
    in_boxes = has_boxes(document.text)
    for floor, drawing in enumerate(document.drawings, 1):
        longer: dict[int, str] = {}
        for slot in (slot for place, slot in shape.slots(drawing, grid, floor).items() if place in changed):
            glyph = glyphs.glyph(slot, new.get(slot.place, ""))
            for number, sign in enumerate(boxed(glyph) if in_boxes and isinstance(slot.place, Border) else glyph):
                where, column = drawing.offsets[slot.row], drawing.indent + slot.column + number
                if column + 1 < len(where):
                    yield where[column], where[column + 1], sign
                elif sign != " ":
                    added = longer.get(slot.row, "")
                    longer[slot.row] = added.ljust(column + 1 - len(where)) + sign
        for row, added in longer.items():
            yield drawing.offsets[row][-1], drawing.offsets[row][-1], added


def listing_edit(source: Source, key: str, new: str) -> tuple[int, int, str]:
    """The replacement that gives a listing a new text; a new one gets a line above the drawing or the size."""
    if (key,) in source.values:
        return *source.extent(key), new
    start = source.keys["map",] if ("map",) in source.keys else source.keys["size",]
    return start, start, f"{key} = {new}\n"
