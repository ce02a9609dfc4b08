"""Reading and writing map files: TOML with a drawing that people can type.

`read` and `show` are inverse; `redraw` changes the glyphs of a file and nothing else. `docs/symbols.md` describes the
format. A file is read in three steps: `decode_file` turns bytes into characters, `parse_toml` turns these into values,
and `read_values` turns the values into a map, with the line and column of everything in it. `mapkit.mapfile.drawing`
knows how boards are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from mapkit.mapfile import outline
from mapkit.mapfile.bare import BareSource, TypedLine, is_bare, kind_drawn, lines_of, looks_drawn, without_strays
from mapkit.mapfile.drawing import Drawing, DrawingProblem, Glyphs, Shape, Slot, facts, first_column, shape_of, would_do
from mapkit.mapfile.text import (
    MOST_SOUGHT,
    FilePosition,
    Source,
    UnreadableMap,
    decode_file,
    not_ours,
    parse_toml,
    refused,
)
from mapkit.model.design import AS_DRAWN, DrawnBoard
from mapkit.model.errors import Problem
from mapkit.model.file_kinds import kind_of_settings
from mapkit.model.game import Game, assemble, fatal
from mapkit.model.grid import Board, Place, Square
from mapkit.model.letters import NoValue, in_quotes, in_quotes_with_hint, is_unfit, names, visible, with_plain_spaces
from mapkit.model.listing import Listing, UnreadWord
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, either, message, shortened
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import Fact, Facts
from mapkit.model.settings import BadSetting, Params, Setting, settings
from mapkit.model.symmetry import renamed

P = TypeVar("P", bound=Params)

FORMAT = 1
"""The version of the format that this mapkit writes, and the newest that it reads."""
HEADER = ("mapkit", "game", "title", "preset", "map", "settings")
"""The keys of every map file, in the order in which they are written. The keys of the game come after `preset`.

Maps that are not drawn have a `size` in place of `map`.
"""
MOST_FLOORS = 8
MOST_TITLE = 100
MOST_NAMED = 12
"""The most cells that are named of those that a drawing leaves out."""
Presets = Callable[[str, str], Mapping[str, object]]
"""The settings of a preset, given the names of the game and of the preset; raises NoSuchPreset (or any KeyError)."""


@dataclass(frozen=True)
class Document:
    """A map that was read from a file, and where in the file everything stands."""

    map: Map[Any]
    name: str
    text: str
    """The whole file, with its byte order mark and line ends, so that `text.encode()` gives its bytes."""
    source: Source = field(repr=False, compare=False)
    drawings: tuple[Drawing, ...] = field(repr=False, compare=False)
    """The drawing of each floor, lowest first; none where the scan could not find them in the text."""
    listed: Mapping[Place, int] = field(repr=False, compare=False)
    """The offset of the word in a listing that names a place."""
    preset: Mapping[str, object] = field(repr=False, compare=False)
    names_no_preset: bool = field(default=False, repr=False, compare=False)
    """Whether the file names neither a preset nor settings, so that the map is taken as it is drawn."""
    unread: frozenset[Place] = field(default=frozenset(), repr=False, compare=False)
    """The places that cannot be read, in the rest of a map that cannot be read as a whole."""
    imported: bool = field(default=False, repr=False, compare=False)
    """Whether it is a file of another program."""
    format: str = field(default="map", repr=False, compare=False)
    """The name of the format that it was read as."""
    remarks: tuple[Message, ...] = field(default=(), repr=False, compare=False)
    """What to tell the person who reads the file in, a sentence each."""

    @property
    def bare(self) -> bool:
        """Whether the file is no map file: a drawing alone, without a head, or one of another program."""
        return self.imported or isinstance(self.source, BareSource)

    def spot(self, place: Place) -> FilePosition:
        """The line and column of a cell's glyph or of a border; those of the drawing where the place is not in it."""
        for drawing, slots in self._slots:
            slot = slots.get(place)
            if slot is not None:
                return self.source.spot(*drawing.offset(slot.row, first_column(slot, drawing.text(slot))))
        if place in self.listed:
            return self.source.spot(self.listed[place])
        key = "map" if self.map.game.design.board.drawn_in_files else "size"
        return self.source.spot(*self.drawings[0].offset(0, 0)) if self.drawings else self.source.key(key)

    def cut_short(self, place: Place) -> Message:
        """A sentence for a cell or border whose line in the drawing ends before it; empty for other places."""
        return self._missing.get(place, NOTHING)

    @cached_property
    def _slots(self) -> tuple[tuple[Drawing, Mapping[Place, Slot]], ...]:
        grid = self.map.params.grid
        return tuple((each, shape_of(grid).slots(each, grid, floor)) for floor, each in enumerate(self.drawings, 1))

    @cached_property
    def _missing(self) -> Mapping[Place, Message]:
        """The sentence for each place missing at a line's end; a line that only lacks a border is not short."""
        found = dict[Place, Message]()
        for drawing, slots in self._slots:
            beyond = [slot for slot in slots.values() if len(drawing.lines[slot.row]) <= slot.column]
            short = {slot.row for slot in beyond if isinstance(slot.place, str)}
            for slot in (slot for slot in beyond if slot.row in short):
                lengths = len(drawing.lines[slot.row]), len(drawing.lines[0])
                found[slot.place] = message(
                    "This line of the drawing is short: it has {has} characters, and the first line {all}.", *lengths
                )
        return found


def read(
    data: bytes, name: str, games: Mapping[str, Game[Any]], presets: Presets, left_out: str = AS_DRAWN, game: str = ""
) -> Document:
    """The map in the bytes of a file; raises UnreadableMap with all that is wrong in it at once.

    `name` is the name of the file in errors. The settings of the file replace those of its preset. `left_out` is the
    preset of a file that names neither a preset nor settings; games without a preset `as-drawn` then use `default`.
    `game` is the name of the game of a file that is a drawing alone.
    """
    text = decode_file(data, name)
    plain = with_plain_spaces(text.removeprefix("\ufeff"))
    if is_bare(plain) and (game or looks_drawn(plain)):
        if not game:
            says = message("this is a drawing without a head; say its game with --game, one of {names}", names(games))
            raise refused(name, says)
        drawing = BareSource(plain, games[game].design.board.most_floors)
        file = MapFile(drawing, {"mapkit": FORMAT, "game": game, "map": drawing.drawn}, text, name)
    else:
        if not game and is_bare(plain):
            raise not_ours(name, kind_of_settings(plain) or message("text"))
        source = Source(plain)
        file = MapFile(source, parse_toml(source, name), text, name)
        said = file.values.setdefault("game", game) if game else ""
        if game and said != game:
            both = _in_words(said), Name(game)
            says = message("the file says game = {game}, and you say {other}; leave one of the two out", *both)
            raise refused(name, says, at=source.value("game"))
    return read_values(file, games, presets, left_out)


# From values to a map


class MapFile:
    """One file while it is read, with the problems found in it so far; the source tells where its values stand."""

    def __init__(self, source: Source, values: dict[str, Any], text: str, name: str) -> None:
        self.source, self.values, self.text, self.name = source, values, text, name
        self.own: dict[str, object] = self.values["settings"] if isinstance(self.values.get("settings"), dict) else {}
        self.head: tuple[str, ...] = HEADER
        self.problems: list[Problem] = []
        self.unread: set[Place] = set()  # the places of the drawing that cannot be read
        self.located = True  # whether the scan found each drawing in the text just as TOML reads it
        self.left_out: list[tuple[int, int, int]] = []  # cells that a drawing leaves out: floor, row and column
        self.has_frame = True  # whether nothing is wrong with the drawings but signs and ends of lines
        self.board: DrawnBoard | None = None  # what is drawn in the way of another program, in place of drawings
        self.imported, self.remarks = False, list[Message]()  # for the file of another program

    def problem(self, spot: FilePosition, *said: Message | Name) -> None:
        """Note what is wrong at a place, and what would do; raises UnreadableMap where there is too much to go on."""
        self.problems.append(Problem(*spot, clauses(*said)))
        if len(self.problems) >= MOST_SOUGHT:
            raise UnreadableMap(self.name, self.problems)

    def missing(self, key: str, example: Message | Name) -> None:
        """Note that a key is missing; one that stands below [settings] by mistake is noted elsewhere."""
        if key not in self.own:
            said = message("{key} is missing; write a line such as {example}", Name(key), example)
            self.problem(FilePosition(1, 1), said)

    def offsets(self, text: str, *path: str | int) -> list[int]:
        """The offset of each character of a text, and of its end; that of the value where the scan reads another."""
        scanned, offsets = self.source.characters(*path)
        return offsets if scanned == text else [self.source.values.get(path, 0)] * (len(text) + 1)

    def word(self, key: str, otherwise: str) -> str:
        """The text of a key, or `otherwise` where the key is left out or its value is no text."""
        word = self.values.get(key, otherwise)
        if isinstance(word, str):
            return word
        self.problem(self.source.value(key), _is(key, word), message("it takes text in quotes"))
        return otherwise


def read_values(file: MapFile, games: Mapping[str, Game[Any]], presets: Presets, left_out: str) -> Document:
    """The document of a file that was parsed; raises UnreadableMap with all that is wrong in it at once."""
    _check_format(file)
    game = _game(file, games)
    file.head = _head(game) if game else HEADER
    title, silent = _title(file), False
    if game and game.design.as_drawn is not None:
        silent = file.values.keys().isdisjoint({"preset", "settings", *_headers(game)})
    preset = file.word("preset", left_out if silent else "default")
    _check_keys(file, game, games)
    usual: Board = game.design.params().grid if game else Square(8, 8)
    shape = shape_of(usual)
    drawings = _drawings(file, game, shape, games) if file.board is None else ()
    grid = shape.board(drawings[0], len(drawings)) if drawings else usual
    listed: dict[Fact, int] = {}
    if file.board is not None:
        grid, listed = _placed(file, file.board, file.source.offset)
    elif game and not game.design.board.drawn_in_files:
        grid, listed = _drawn_board(file, game) if "map" in file.values else (_board_of_size(file, game), listed)
    base = _preset(file, game, preset, presets) if game else {}
    params, usual_values = _params(file, game, base, preset, grid) if game else (None, ())
    glyphs = Glyphs.of(game.name, game.design.legend(params), shape) if game and params else None
    before = len(file.problems)
    if params and isinstance(named := params.grid, Square) and isinstance(grid, Square):
        if listed:  # with the usual names, whatever the preset says
            usual_names = named.names_as(grid.rows_go, grid.columns_are)
            move = renamed(usual_names, named.rows_go, named.columns_are)
            listed = {move.fact(fact): offset for fact, offset in listed.items()}
        grid = named
    drawn = _drawn_facts(file, drawings, grid, shape, glyphs)
    of_drawing = len(file.problems) - before
    if game and params:
        listed |= dict(_listed_facts(file, game.design.legend(params).listings, params))
    unreadable = UnreadableMap(file.name, file.problems) if file.problems or game is None or params is None else None
    if unreadable and (of_drawing < len(file.problems) or not file.has_frame):
        raise unreadable
    assert game is not None
    assert params is not None
    map_ = Map(game, params, drawn.union(listed), title, preset, usual_values)
    if preset == AS_DRAWN:
        given = {*file.own, *(file.values.keys() & {*_headers(game)})}
        said = map_.game.design.drawn_settings(map_.params.grid, map_.facts)
        map_ = replace(map_, drawn_settings=tuple(name for name in said if name not in given)).as_drawn
    if silent and not map_.drawn_settings:
        map_ = replace(map_, preset="default")
    made = Document(
        map_,
        file.name,
        file.text,
        file.source,
        drawings if file.located else (),
        {fact.place: offset for fact, offset in listed.items()},
        base,
        names_no_preset=silent and bool(map_.drawn_settings),
        unread=frozenset(file.unread),
        imported=file.imported,
        remarks=(*file.remarks, *(file.board.remarks if file.board else ()), *_completed(file, map_)),
    )
    if unreadable:
        unreadable.rest = made
        raise unreadable
    return made


def _completed(file: MapFile, map_: Map[Any]) -> Iterator[Message]:
    """Which cells the drawing leaves out, and what they are read as."""
    if not file.left_out:
        return
    grid, legend = map_.params.grid, map_.game.design.legend(map_.params)
    cells = [Name(grid.name(column, grid.rows - 1 - row, floor)) for floor, row, column in file.left_out]
    glyph = next(glyph for glyph, mark in legend.marks.items() if mark == legend.solid)
    read_as = shortened(cells, MOST_NAMED), Name(glyph), legend.word(legend.solid)
    yield message("no cell is drawn at {cells}; read as {glyph} ({thing})", *read_as)


def _check_format(file: MapFile) -> None:
    """Note a missing or wrong format; raises UnreadableMap at once for a newer one, which this mapkit cannot judge."""
    version = file.values.get("mapkit")
    if type(version) is int and version > FORMAT:
        both = _in_words(version), FORMAT
        says = message("this file needs a newer mapkit: its format is {found}, and this one reads up to {here}", *both)
        raise refused(file.name, says, at=file.source.value("mapkit"))
    if "mapkit" not in file.values:
        file.missing("mapkit", Name(f"mapkit = {FORMAT}"))
    elif type(version) is not int or version != FORMAT:
        file.problem(file.source.value("mapkit"), _is("mapkit", version), message("write mapkit = {number}", FORMAT))


def _game(file: MapFile, games: Mapping[str, Game[Any]]) -> Game[Any] | None:
    """The game that the file names; None and a problem where there is none of that name."""
    known = tuple(games)
    if "game" not in file.values:
        file.missing("game", Name(f'game = "{known[0] if known else ""}"'))
        return None
    word, one_of_them = file.word("game", ""), message("use one of {names}", names(known))
    if word in games:
        return games[word]
    if word:
        wrong = message("{found} is no game of mapkit", in_quotes_with_hint(word))
        file.problem(file.source.value("game"), wrong, would_do(word, known, one_of_them))
    elif file.values["game"] == "":
        file.problem(file.source.value("game"), message("game is empty"), one_of_them)
    return None


def _title(file: MapFile) -> str:
    """The title; notes a problem where it is too long or has characters that a title may not have."""
    title = file.word("title", "")
    if len(title) > MOST_TITLE:
        sentence = message("the title has {number} characters; {most} are the most", len(title), MOST_TITLE)
        file.problem(file.source.value("title"), sentence)
    offsets = file.offsets(title, "title")
    for number, sign in enumerate(title[:MOST_TITLE]):
        if is_unfit(sign):
            sentence = message("the title has the character {sign}; take it out", Name(visible(sign)))
            file.problem(file.source.spot(offsets[number]), sentence)
    return title


def _check_keys(file: MapFile, game: Game[Any] | None, games: Mapping[str, Game[Any]]) -> None:
    known = tuple(setting.name for setting in settings(game.design.params)) if game else ()
    head = file.head
    for key in file.values:
        if key in known and key not in head:
            sentence = message("{key} is a setting; it belongs below the line [settings]", Name(key))
            file.problem(file.source.key(key), sentence)
        elif key not in head and (game or not any(key in _head(each) for each in games.values())):
            keys = message("a map file has {names}", names(head))
            unknown = message("unknown key {found}", in_quotes_with_hint(key))
            file.problem(file.source.key(key), unknown, would_do(key, head, keys))
    below = {setting.name for setting in settings(game.design.params) if not setting.header} if game else set()
    for key in (file.own.keys() & set(head)) - below:
        sentence = message("{key} is no setting; it belongs above the line [settings]", Name(key))
        file.problem(file.source.key("settings", key), sentence)
    if not isinstance(file.values.get("settings", {}), dict):
        hint = message("write [settings], and one NAME = VALUE a line below")
        file.problem(file.source.value("settings"), _is("settings", file.values["settings"]), hint)


# Settings


def _preset(file: MapFile, game: Game[Any], preset: str, presets: Presets) -> Mapping[str, object]:
    """The settings of a preset, or none and a problem. A name that could lead out of a folder is never looked up."""
    known: tuple[str, ...] = ()
    try:
        if re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", preset):
            return presets(game.name, preset)
    except NoSuchPreset as error:
        known = error.known
    except KeyError:
        pass
    otherwise = message("use one of {names}", names(known)) if known else message('"default" always does')
    lacking = message("{name} has no preset {found}", Name(game.name), in_quotes_with_hint(preset))
    file.problem(file.source.value("preset"), lacking, would_do(preset, known, otherwise))
    return {}


def _params(
    file: MapFile, game: Game[Any], base: Mapping[str, object], preset: str, grid: Board
) -> tuple[Any, tuple[tuple[str, Any], ...]]:
    """The parameters, and the usual values of settings left out; what cannot be read keeps its default."""
    known = tuple(settings(game.design.params))
    heads = {name: file.values[name] for name in _headers(game) if name in file.values}
    own = {name: raw for name, raw in file.own.items() if name not in _headers(game)}
    left_out = [setting for setting in known if setting.value_left_out is not None and setting.name not in file.own]
    given = {name: _readable(raw) for name, raw in {**heads, **own}.items()}
    values_left_out = {setting.name: setting.value_left_out for setting in left_out}
    built = assemble(game, {name: _readable(raw) for name, raw in base.items()}, grid, given, values_left_out)
    for name, why in built.wrong_in_preset:
        says = message("preset {found}: {message}", in_quotes(preset), why or _unknown_setting(name, known))
        file.problem(file.source.value("preset"), says)
    for name, why in built.wrong_in_given:
        if why or name not in file.head:
            path = (name,) if name in heads else ("settings", name)
            there = name in {setting.name for setting in known}
            spot = file.source.value(*path) if there else file.source.key(*path)
            file.problem(spot, why or _unknown_setting(name, known))
    for clash in fatal(game, built.params):
        path = (clash.setting,) if clash.setting in _headers(game) else ("settings", clash.setting)
        file.problem(file.source.value(*path), clash.words)
    usual = assemble(game, base, grid, given).params if left_out else built.params
    return built.params, tuple((setting.name, getattr(usual, setting.name)) for setting in left_out)


def _unknown_setting(name: str, known: Sequence[Setting]) -> Message:
    there = tuple(setting.name for setting in known)
    hint = would_do(name, there, message("the settings are {names}", names(there)))
    return clauses(message("unknown key {found}", in_quotes_with_hint(name)), hint)


# The drawing, or the size


def _board_of_size(file: MapFile, game: Game[Any]) -> Board:
    """The board of the size in the head; the usual board, so that reading can go on, where the size cannot be read."""
    usual: Board = game.design.params().grid
    if "size" not in file.values:
        file.missing("size", Name(f"size = {_side(usual)}"))
        return usual
    try:
        return game.design.board.read(_readable(file.values["size"]))
    except BadSetting as error:
        file.problem(file.source.value("size"), error.said)
        return usual


def _drawn_board(file: MapFile, game: Game[Any]) -> tuple[Board, dict[Fact, int]]:
    """The board that a file draws in place of its `size` and its listings, and what stands on it, with the offsets.

    The settings that are drawn become values of the file, unless the file has values of its own for them.
    """
    drawn, read_drawing = file.values["map"], game.design.board.read_drawing
    if not isinstance(drawn, str) or read_drawing is None:
        sentence = message('the map is {found}; it takes a board between """ and """', _in_words(drawn))
        file.problem(file.source.value("map"), sentence)
        return game.design.params().grid, {}
    lines = lines_of(drawn, file.offsets(drawn, "map"))
    for key in ("size", *(listing.key for listing in game.design.legend(game.design.params()).listings)):
        if key in file.values:
            sentence = message("{key} stands beside map, which draws it; leave one of the two out", Name(key))
            file.problem(file.source.key(key), sentence)

    def offset(line: int, column: int) -> int:
        return lines[line].offsets[min(column, len(lines[line].offsets) - 1)]

    return _placed(file, read_drawing([line.text for line in lines]), offset)


def _placed(file: MapFile, board: DrawnBoard, offset: Callable[[int, int], int]) -> tuple[Board, dict[Fact, int]]:
    """A board and the offset of each fact on it, given that of a line and column; its problems and keys are noted."""
    for line, column, why in board.problems:
        file.problem(file.source.spot(offset(line - 1, column - 1)), why)
    for key, (value, place) in board.given.items():
        if key not in file.values:
            file.values[key] = value
            file.source.keys[key,] = file.source.values[key,] = offset(*place)
    return board.grid, {fact: offset(*place) for fact, place in board.facts.items()}


def _drawings(
    file: MapFile, game: Game[Any] | None, shape: Shape, games: Mapping[str, Game[Any]]
) -> tuple[Drawing, ...]:
    if game and not game.design.board.drawn_in_files:
        return ()
    most_floors, drawn = game.design.board.most_floors if game else MOST_FLOORS, file.values.get("map")
    if drawn is None:
        file.missing("map", message('map = """ and the drawing below it'))
        return ()
    floors: list[tuple[tuple[str | int, ...], object]] = [(("map",), drawn)]
    if isinstance(drawn, list):
        floors = [(("map", number), drawing) for number, drawing in enumerate(drawn)]
    if not 1 <= len(floors) <= most_floors:
        meant = message("one floor") if most_floors == 1 else message("{low} to {high}", 1, most_floors)
        sentence = message("the map has {number} floors; {allowed} will do", len(floors), meant)
        file.problem(file.source.value("map"), sentence)
        return ()
    drawings = list[Drawing]()
    for path, value in floors:
        if not isinstance(value, str) or not value.strip():
            has = message("empty") if isinstance(value, str) else _in_words(value)
            said = message(
                'the map is {found}; it takes a drawing between """ and """, or a list of such drawings', has
            )
            file.problem(file.source.value(*path), said)
            continue
        file.located &= file.source.characters(*path)[0] == value
        typed, strays = without_strays(lines_of(value, file.offsets(value, *path)))
        kept: Sequence[TypedLine] = typed
        for line in strays:
            indent = len(line.text) - len(line.text.lstrip())
            sentence = message("{found} is no part of a drawing; take this line out", in_quotes(line.text.strip()))
            file.problem(file.source.spot(line.offsets[indent]), sentence)
        seen = kind_drawn(kept)
        if game and seen not in ("", shape.kind):
            every = ((name, each.design) for name, each in games.items() if each.design.board.drawn_in_files)
            having = [Name(name) for name, design in every if shape_of(design.params().grid).kind == seen]
            like = message("{kind}, as for {names}", _DRAWN[seen], either(having)) if having else _DRAWN[seen]
            said = message(
                "this looks like a drawing of {kind}; a map of {name} is {form} (`mapkit new {name}` shows it)",
                *(like, Name(game.name), shape.form(game.design.params().grid)),
            )
            file.problem(file.source.spot(kept[0].offsets[0]), said)
            raise UnreadableMap(file.name, file.problems)  # whatever else there is to say follows from this
        legend = game.design.legend(game.design.params()) if game else None
        if legend and legend.solid:
            kept, left_out = outline.completed(kept, legend)
            file.left_out += [(len(drawings) + 1, *spot) for spot in left_out]
        drawings.append(shape.drawing(kept))
    return tuple(drawings)


_DRAWN: Mapping[str, Message] = {
    each: each for each in (message("squares with walls"), message("hexes"), message("modules"))
}


def _listed_facts(file: MapFile, listings: Iterable[Listing], params: Params) -> Iterator[tuple[Fact, int]]:
    """The facts that listings name, each with the offset of its word."""
    for listing in listings:
        text = file.word(listing.key, "")
        offsets = file.offsets(text, listing.key)
        words = list(re.finditer(r"\S+", text))
        for key in listing.implies if words else ():
            if file.values.get(key):
                both = Name(key), Name(listing.key)
                said = message("{key} stands beside {key2}, from which it follows; leave one of the two out", *both)
                file.problem(file.source.key(key), said)
        for meant in listing.read([word[0] for word in words], params):
            offset = offsets[words[meant.number].start()]
            if isinstance(meant, UnreadWord):
                file.problem(file.source.spot(offset), meant.of(words[meant.number][0]))
            else:
                yield meant.fact, offset


def _drawn_facts(
    file: MapFile, drawings: tuple[Drawing, ...], grid: Board, shape: Shape, glyphs: Glyphs | None
) -> Facts:
    """The facts of all floors. Where the game is not known, there are no glyphs, and only the frames are checked."""
    found: list[Fact] = []
    for floor, drawing in enumerate(drawings, 1):
        faults = list(shape.frame_faults(drawing))
        file.has_frame &= all(fault.ends == "line" for fault in faults)
        board = shape.board(drawing, grid.floors)
        board = grid if str(board) == str(grid) else board
        if not faults and board != grid:
            of = floor, _size(board), _size(grid)
            said = message("floor {number} has {has} cells and the first floor {first}; all are of one size", *of)
            faults.append(DrawingProblem(0, 0, said, "nothing"))
            file.has_frame = False
        if glyphs:
            found += facts(drawing, shape.slots(drawing, board, floor), glyphs, faults, file.unread)
        for fault in faults:
            file.problem(file.source.spot(*drawing.offset(fault.row, fault.column)), fault.message)
    return frozenset(found)


def _headers(game: Game[Any]) -> tuple[str, ...]:
    return tuple(setting.name for setting in settings(game.design.params) if setting.header)


def _head(game: Game[Any]) -> tuple[str, ...]:
    """The keys at the head of a game's files, and the table of settings."""
    listed = tuple(listing.key for listing in game.design.legend(game.design.params()).listings)
    board = game.design.board
    shared = [key for key in HEADER if key != "map" or board.drawn_in_files or board.read_drawing]
    return (*shared, *(() if board.drawn_in_files else ("size",)), *_headers(game), *listed)


def _side(grid: Board) -> int:
    """The number of cells on a side of a square board, which files without a drawing give as `size`."""
    assert isinstance(grid, Square)
    return grid.columns


def _size(grid: Board) -> Name:
    """The number of cells on one floor, such as `8 x 8`."""
    return Name(f"{grid.columns} x {grid.rows}" if isinstance(grid, Square) else f"{len(grid.cells()) // grid.floors}")


def _readable(raw: object) -> object:
    """A value that `read_setting` can read or show in an error; words stand for lists and very long numbers."""
    if isinstance(raw, str) or (type(raw) is int and abs(raw) < 10**9):
        return raw
    return NoValue(_in_words(raw))


# Words for errors


def _is(key: str, value: object) -> Message:
    return message("{name} is {found}", Name(key), _in_words(value))


def _in_words(value: object) -> Message | Name:
    """A TOML value in words: `true`, `"8"`, `a list`; long ones are cut."""
    match value:
        case bool():
            return Name(str(value).lower())
        case int():
            return Name(str(value)) if abs(value) < 10**12 else message("a very large number")
        case str():
            return in_quotes(value)
        case float():
            return Name(repr(value))
        case list():
            return message("a list")
        case dict():
            return message("a table")
        case _:
            return message("the date or time {value}", Name(str(value)))
