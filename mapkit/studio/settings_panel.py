"""The head: title, preset, size and settings of a map file, as a panel shows them and as it changes them.

Every function here is pure. The words and the limits are those of the map file itself: a change is made in the text,
and the text is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from mapkit.games import maps
from mapkit.language.catalogue import ENGLISH, NO_THEME, in_theme, texts
from mapkit.language.wording import translated
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document
from mapkit.mapfile.drawing import UnwritableMap
from mapkit.mapfile.text import KeyPath, Source, UnreadableMap
from mapkit.model import symmetry
from mapkit.model.design import AS_DRAWN
from mapkit.model.errors import MapkitError
from mapkit.model.grid import Board, Matrix, Square
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, clauses, joined, message
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import Fact
from mapkit.model.settings import BadSetting, Setting, read_setting, settings, show_setting
from mapkit.model.symmetry import moved_place
from mapkit.studio.places import numbers
from mapkit.studio.tools import BadStroke

THEME = "theme"
"""The setting whose values have pictures."""
TITLE, PRESET, SIZE = "title", "preset", "size"
"""The fields that every game has."""


class WrongFields(MapkitError):
    """Fields that cannot be understood: a sentence for each, by its name; an empty name for the whole file."""

    def __init__(self, sentences: Mapping[str, Message]) -> None:
        super().__init__(joined([*sentences.values()], "\n"))
        self.sentences = dict(sentences)


def fields(read: Document, language: str = ENGLISH) -> list[dict[str, Any]]:
    """What the panel shows: each field with its value in the file, and what holds where the file leaves it out."""
    map_, of_preset = read.map, message("The preset that the settings come from")
    titles = {preset.name: translated(preset.says, language) for preset in maps.presets(map_.game)}
    presets = [*dict.fromkeys((*titles, map_.preset))]
    found: list[dict[str, Any]] = [
        {"name": TITLE, "value": map_.title, "meaning": message("The title"), "usual": ""},
        {"name": PRESET, "value": map_.preset, "meaning": of_preset, "choices": presets, "titles": titles},
        {"name": SIZE, "value": str(map_.params.grid), "meaning": message("The size; what fits stays"), "usual": ""},
    ]
    for setting in settings(type(map_.params)):
        value, kind = str(show_setting(setting, getattr(map_.params, setting.name))), setting.value_kind
        found.append(
            {
                "name": setting.name,
                "value": value if _path(setting) in read.source.values else "",
                "usual": value,
                "meaning": setting.meaning,
                "rule": setting.rule,
                "takes": translated(kind.takes, language),
                "choices": list(kind.offered),
                "pictures": _themes(map_.game.name, kind.offered, language) if setting.name == THEME else {},
            }
        )
    return [{**field, "meaning": translated(field["meaning"], language)} for field in found]


def _themes(game: str, names: Iterable[str], language: str) -> dict[str, str]:
    """What a game is called in each of its themes."""
    return {name: texts(game, in_theme(language, "" if name == NO_THEME else name))["name"] for name in names}


def differing(map_: Map[Any], becomes: Map[Any]) -> dict[str, str]:
    """The settings of a map that are others in what it becomes, as `changed` takes them."""
    pairs = [(each, getattr(becomes.params, each.name)) for each in settings(type(map_.params))]
    return {
        each.name: str(show_setting(each, value)) for each, value in pairs if value != getattr(map_.params, each.name)
    }


def changed(read: Document, values: Mapping[str, str]) -> Document:
    """The document with other values of its fields; raises WrongFields with all that is wrong, or Refused.

    An empty value of a setting leaves it out of the file.
    """
    wrong = dict[str, Message]()
    given = {name: value.strip() for name, value in values.items()}
    given = {**_size_of_preset(read.map, given.get(PRESET, read.map.preset)), **given}
    if SIZE in given:
        try:
            read = resized(read, read.map.game.design.board.read(given.pop(SIZE)))
        except (BadSetting, BadStroke) as error:
            wrong[SIZE] = error.said
    if read.bare and given:
        read = maps.read(writer.show(read.map).encode(), read.name, game=read.map.game)  # it has a head now
    given = {**_of_preset(read, given.get(PRESET, read.map.preset)), **given}
    read = _on_the_board_of(read, given)
    text = _with_values(read, given)
    try:
        now = maps.read(text.encode(errors="replace"), read.name, game=read.map.game)
    except UnreadableMap as error:
        source = Source(text.removeprefix("\ufeff"))
        source.scan()
        lines = {source.value(*_path_of(read.map, name)).line: name for name in given}
        for line, _, sentence in error.problems:
            name = lines.get(line, "")
            wrong[name] = clauses(wrong.get(name, NOTHING), sentence)
    if wrong:
        raise WrongFields(wrong)
    return now


def _size_of_preset(map_: Map[Any], preset: str) -> dict[str, str]:
    """The size of another preset, where nothing is drawn and the board has that of the preset so far."""
    sizes = {each.name: each.grid for each in maps.presets(map_.game)}
    if map_.facts or preset not in sizes or sizes.get(map_.preset) != map_.params.grid:
        return {}
    return {SIZE: str(sizes[preset])}


def _on_the_board_of(read: Document, given: Mapping[str, str]) -> Document:
    """The document on the board that other settings ask for, such as one with as many floors as levels."""
    map_, known = read.map, {setting.name: setting for setting in settings(type(read.map.params))}
    asked = {name: value for name, value in given.items() if value and name in known}
    try:
        grid = maps.params(map_.game, given.get(PRESET, map_.preset), map_.params.grid, asked).grid
        if grid == map_.params.grid:
            return read
        usual = {name: str(show_setting(known[name], known[name].default)) for name in asked}
        return resized(maps.read(_with_values(read, usual).encode(), read.name, game=map_.game), grid)
    except (BadSetting, BadStroke, NoSuchPreset, UnreadableMap):
        return read  # reading the file tells why


def _of_preset(read: Document, preset: str) -> dict[str, str]:
    """The values of another preset for the settings that the file has; empty ones where it takes them as drawn."""
    map_ = read.map
    if preset == map_.preset:
        return {}
    written = [setting for setting in settings(type(map_.params)) if _path(setting) in read.source.values]
    if preset == AS_DRAWN:
        return {setting.name: "" for setting in written}
    try:
        params = maps.params(map_.game, preset, map_.params.grid, {})
    except (BadSetting, NoSuchPreset):
        return {}  # reading the file tells why
    return {setting.name: str(show_setting(setting, getattr(params, setting.name))) for setting in written}


# --- the text ----------------------------------------------------------------------------------------------------


def _path(setting: Setting) -> KeyPath:
    return (setting.name,) if setting.header else ("settings", setting.name)


def _path_of(map_: Map[Any], name: str) -> KeyPath:
    known = {setting.name: _path(setting) for setting in settings(type(map_.params))}
    return known.get(name, (name,) if name in (TITLE, PRESET) else ("settings", name))


def _with_values(read: Document, values: Mapping[str, str]) -> str:
    """The text with other values, each in its place; a key that the file lacks gets a line."""
    source, edits = read.source, [*_renamed_listings(read, values)]
    later: list[str] = []
    for name, value in values.items():
        path = _path_of(read.map, name)
        head = len(path) == 1
        if path in source.values:
            start = source.keys[path]
            leave_out = not value and name not in (TITLE, PRESET)
            edits.append((start, start, "# ") if leave_out else (*_extent(source, path), _toml(name, value)))
        elif value and head:
            below = source.text.find("\n", source.values["game",]) + 1 if ("game",) in source.values else 0
            start = source.keys.get(("preset",), below)
            edits.append((start, start, f"{name} = {_toml(name, value)}\n"))
        elif value:
            later.append(f"{name} = {_toml(name, value)}\n")
    end = len(source.text)
    if later and ("settings",) in source.keys:
        start = source.text.find("\n", source.keys["settings",]) + 1 or end
        edits.append((start, start, "".join(later)))
    elif later:
        edits.append((end, end, "".join(("" if source.text.endswith("\n") else "\n", "\n[settings]\n", *later))))
    return with_edits(read.text, edits)


def _renamed_listings(read: Document, values: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """The edits of listings where the cells of the board get other names, so that they name the same cells."""
    map_, known = read.map, {setting.name: setting for setting in settings(type(read.map.params))}
    named = [known[name] for name in ("rows", "columns") if name in known]
    if not any(each.name in values for each in named):
        return
    try:
        rows, columns = (
            read_setting(each, values.get(each.name, getattr(map_.params, each.name)) or each.default, map_.params.grid)
            for each in named
        )
    except BadSetting:
        return  # reading the file tells why
    move = symmetry.renamed(map_.params.grid, rows, columns)
    yield from _listing_edits(read, replace(map_, facts=frozenset(map(move.fact, map_.facts))))


def _listing_edits(read: Document, becomes: Map[Any]) -> Iterator[tuple[int, int, str]]:
    was = writer.drawn_and_listed(read.map.game.design.legend(read.map.params), read.map.facts)[1]
    for name, text in writer.drawn_and_listed(becomes.game.design.legend(becomes.params), becomes.facts)[1].items():
        if was.get(name) != text:
            yield writer.listing_edit(read.source, name, json.dumps(text))


_NUMBER = re.compile(r"[^\s,#}\]]*")


def _extent(source: Source, path: KeyPath) -> tuple[int, int]:
    """The offsets at which the value of a key begins and ends: of a text or of a number."""
    start, end = source.extent(*path)
    found = _NUMBER.match(source.text, start)
    return start, found.end() if found and start == end else end


def _toml(name: str, value: str) -> str:
    """A value as TOML writes it: whole numbers of settings without quotes."""
    if name not in (TITLE, PRESET) and re.fullmatch(r"0|[1-9][0-9]{0,8}", value):
        return value
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def with_edits(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """The text with pieces replaced, whose offsets do not count a byte order mark; lines end as they do in it."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    ends, plain = ("\r\n" if "\r\n" in text else "\n"), text.removeprefix(mark)
    for start, end, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        plain = plain[:start] + new.replace("\n", ends) + plain[end:]
    return mark + plain


# --- another board -----------------------------------------------------------------------------------------------


def resized(read: Document, grid: Board) -> Document:
    """The document on a board of another size: what fits stays, counted from the lower left or from the middle.

    Raises BadStroke or BadSetting.
    """
    map_ = read.map
    if grid == map_.params.grid:
        return read
    params = maps.arranged(map_.game, replace(map_.params, grid=grid))
    old, new = map_.params.grid, params.grid
    alike = isinstance(old, Square) is isinstance(new, Square)
    at = {numbers(new, cell): cell for cell in new.cells()} if alike else {}
    moved = ((moved_place(old, new, place, lambda c: at.get(numbers(old, c))), mark) for place, mark in map_.facts)
    fit = frozenset(Fact(there, mark) for there, mark in moved if there is not None)
    return with_board(read, replace(map_, params=params, facts=fit))


def with_board(read: Document, becomes: Map[Any]) -> Document:
    """The document with another board drawn in it; comments, and all but the board, stay. Raises BadStroke."""
    return written(read, becomes, _text_with_board)


def written(read: Document, becomes: Map[Any], write: Callable[[Document, Map[Any]], str]) -> Document:
    """The document with what is written for a map that it has become; raises BadStroke where no file holds that."""
    try:
        now = maps.read(write(read, becomes).encode(), read.name, game=becomes.game)
    except (UnreadableMap, UnwritableMap) as error:
        first = next(iter(error.said.parts), error.said)
        raise BadStroke(message("the map file cannot hold that: {why}", first)) from None
    if now.map.facts != becomes.facts:
        raise BadStroke(message("the map file cannot hold that; change it in its text"))
    return now


def _text_with_board(read: Document, becomes: Map[Any]) -> str:
    source, game = read.source, becomes.game
    key = "map" if ("map",) in source.values else "size"
    if read.bare or (key,) not in source.values or (key == "map" and not game.design.board.drawn_in_files):
        return writer.show(becomes)
    start = source.values[key,]
    if key == "map":
        begins, end = source.extent("map")
        if begins == end:  # a list of floors, each with a drawing
            floors = [path for path in source.values if path[0] == "map" and len(path) == 2]
            end = source.text.index("]", source.extent(*floors[-1])[1]) + 1
        edits = [(start, end, writer.shown_map(becomes).removeprefix("map = "))]
    else:
        end = _extent(source, (key,))[1]
        edits = [(start, end, str(becomes.params.grid).partition("x")[0])]
    return with_edits(read.text, [*edits, *_listing_edits(read, becomes)])


def map_reshaped(read: Document, how: Callable[[Board], symmetry.Symmetry]) -> Document:
    """The whole map mirrored or turned; as often as that makes a whole turn it is the same.

    Raises BadStroke or BadSetting.
    """
    map_ = read.map
    barred = any(listing.bars(map_.params) for listing in map_.game.design.legend(map_.params).listings)
    if isinstance(map_.params.grid, Matrix) or barred:
        game = map_.game.title
        raise BadStroke(message("maps of {game} are not mirrored or turned: their rules say which side is which", game))
    move = how(map_.params.grid)
    params = maps.arranged(map_.game, replace(map_.params, grid=move.board))
    return with_board(read, replace(map_, params=params, facts=frozenset(map(move.fact, map_.facts))))
