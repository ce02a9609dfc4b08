"""Maps as JSON, for programs: one form for all games, with the cells and borders as data beside the drawing.

`read` and `show` are inverse. The schema `map` and docs/format.md describe the form. A file may leave out the drawing,
or the cells and borders; where it has both, they must say the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from mapkit.mapfile import document, writer
from mapkit.mapfile.document import Document
from mapkit.mapfile.drawing import UnwritableMap
from mapkit.mapfile.text import JSON, MOST_SOUGHT, FilePosition, KeyPath, Source, UnreadableMap, decode_file, not_ours
from mapkit.model.design import AS_DRAWN, UNDECIDED
from mapkit.model.errors import Problem
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border, Place, border, borders, cells_of, sides, spell
from mapkit.model.letters import in_quotes, in_quotes_with_hint, suggestion
from mapkit.model.map import Map
from mapkit.model.rule import Fact, Facts
from mapkit.model.settings import BadSetting, named_settings, settings, show_setting

_KINDS: Mapping[str, tuple[type, str]] = {
    "mapkit": (int, f"the version of the format, {document.FORMAT}"),
    "game": (str, "the name of a game in quotes"),
    "title": (str, "text in quotes"),
    "preset": (str, "text in quotes"),
    "seed": (str, "text in quotes"),
    "size": (str, 'text in quotes, such as "8x8"'),
    "settings": (dict, "the settings between { and }"),
    "listings": (dict, "texts between { and }"),
    "drawing": (list, "a list of floors, each a list of lines in quotes"),
    "cells": (list, 'a list such as [{"cell": "a1", "marks": ["safe"]}]'),
    "borders": (list, 'a list such as [{"cell": "a1", "side": "N", "mark": "wall"}]'),
}
"""The keys of a map, in the order in which they are written; the kind of the value of each, and what would do."""
_BEGINNING = re.compile(rb"\s*\{\s*(?:$|\}|\"(?:%s)\")" % "|".join(_KINDS).encode())
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[][{}:,]|[^][{}:,"\s]++')
_MOST_DEPTH = 20


def is_map(start: bytes) -> bool:
    """Whether a file that begins like this holds a map as JSON; the logs of games begin with other keys."""
    return _BEGINNING.match(start.removeprefix(b"\xef\xbb\xbf")) is not None


# From a map to JSON


def show(map_: Map[Any]) -> str:
    """A map as JSON that people can read, too; raises UnwritableMap as `writer.show` does."""
    return f"{_text(data(map_))}\n"


def show_in_a_line(map_: Map[Any], seed: str) -> str:
    """A map as JSON in one line, without its end, with the seed that it was made from; raises UnwritableMap."""
    return json.dumps({"seed": seed, **data(map_)}, ensure_ascii=False)


def data(map_: Map[Any]) -> dict[str, Any]:
    """A map as data for JSON; raises UnwritableMap."""
    writer.around(map_)  # refuses a title that `read` refuses
    params, grid = map_.params, map_.params.grid
    _, listed = writer.drawn_and_listed(map_.game.design.legend(params), map_.facts)
    drawn = writer.drawings(map_) if map_.game.design.board.drawn_in_files else ()
    marks = dict[Place, list[str]]()
    for place, mark in sorted(map_.facts, key=lambda fact: (fact.mark != map_.kinds.get(str(fact.place)), fact.mark)):
        marks.setdefault(place, []).append(mark)
    return {
        "mapkit": document.FORMAT,
        "game": map_.game.name,
        "title": map_.title,
        "preset": map_.preset,
        "size": str(grid),
        "settings": {each.name: show_setting(each, getattr(params, each.name)) for each in named_settings(params)},
        "listings": {key: text for key, text in listed.items() if text},
        "drawing": [floor.split("\n") for floor in drawn],
        "cells": [
            {"cell": cell, "x": round(x, 4), "y": round(y, 4), "floor": grid.floor(cell), "marks": marks.get(cell, [])}
            for cell, (x, y) in ((cell, grid.centre(cell)) for cell in grid.cells())
        ],
        "borders": [
            {"cell": line.cell, "side": line.side, "beyond": sides(grid, line)[1], "mark": mark}
            for line in borders(grid)
            for mark in marks.get(line, ())
        ],
    }


def _text(value: object, margin: str = "\n", depth: int = 0) -> str:
    """JSON with a line for each setting, each line of a drawing, each cell and each border."""
    rows: list[str] = []
    if isinstance(value, list):
        rows = [_text(item, f"{margin}  ", depth + 1) for item in value]
    elif isinstance(value, dict) and depth < 2:
        rows = [f"{_text(key)}: {_text(item, f'{margin}  ', depth + 1)}" for key, item in value.items()]
    if not rows:
        return json.dumps(value, ensure_ascii=False)
    opens, closes = "[]" if isinstance(value, list) else "{}"
    return f"{opens}{margin}  {f',{margin}  '.join(rows)}{margin}{closes}"


# From JSON to a map


def read(
    data: bytes, name: str, games: Mapping[str, Game[Any]], presets: document.Presets, left_out: str = AS_DRAWN
) -> Document:
    """The map in the bytes of a JSON file; raises UnreadableMap with all that is wrong in it at once.

    `left_out` is the preset of a file that names neither a preset nor settings.
    """
    text = decode_file(data, name, JSON)
    source = _JsonSource(text.removeprefix("\ufeff"))
    try:
        given: dict[str, Any] = json.loads(source.text)
    except json.JSONDecodeError as error:
        raise UnreadableMap(name, [_no_json(source, error)]) from None
    except RecursionError:
        raise UnreadableMap(name, [Problem(1, 1, f"this is no JSON that a map could be: {_TOO_DEEP}")]) from None
    except ValueError:  # Python reads no number with thousands of digits
        spot = source.spot(max(_NUMBER.finditer(source.text), key=lambda found: len(found[0])).start())
        raise UnreadableMap(name, [Problem(*spot, "a number is too long for a map; write one of few digits")]) from None
    if not isinstance(given, dict):
        raise UnreadableMap(name, [Problem(1, 1, "a map is an object: its keys and values stand between { and }")])
    if given.keys() - _KINDS.keys() and not given.keys() & {"mapkit", "game"}:
        raise not_ours(name, "JSON")
    source.find_places(name)
    problems = [*islice(chain(_problems_of_keys(source, given), _problems_of_values(source, given)), MOST_SOUGHT)]
    if problems:
        raise UnreadableMap(name, problems)
    game = games.get(given["game"])
    values = _values(source, given, game, name)
    found = document.read_values(document.MapFile(source, values, text, name), games, presets, left_out)
    grid = found.map.params.grid
    told = _FactReader(source, given, found.map.game, grid)
    if given.get("size", str(grid)) != str(grid):
        message = f"size is {in_quotes(given['size'])}, and the map has {grid}; correct one of the two"
        told.problems.insert(0, Problem(*source.value("size"), message))
    if problems := told.problems or [*told.differences(found.map)]:
        raise UnreadableMap(name, problems)
    return found


class _JsonSource(Source):
    """The text of a JSON file, with the places of its values also under the names that they have in a map file."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.lines: dict[KeyPath, tuple[str, list[int]]] = {}
        """The drawing of each floor as one text, with the offset of each of its characters and of its end."""

    def characters(self, *path: str | int) -> tuple[str, list[int]]:
        return self.lines[path] if path in self.lines else super().characters(*path)

    def find_places(self, name: str) -> None:
        """Note where each key and each value begins, given that the text is JSON; raises UnreadableMap."""
        paths: list[KeyPath] = [()]  # for each open bracket, the path of the value in it that comes next
        after = ""
        for token in _TOKEN.finditer(self.text):
            sign, at = token[0], token.start()
            last = paths[-1][-1] if paths[-1] else ""
            if sign in ("]", "}"):
                paths.pop()
            elif sign == ",":
                paths[-1] = (*paths[-1][:-1], last + 1 if isinstance(last, int) else "")
            elif after in ("{", ",") and not isinstance(last, int):
                paths[-1] = (*paths[-1][:-1], json.loads(sign))
                if paths[-1] in self.keys:
                    self.twice.append((paths[-1], at))
                self.keys.setdefault(paths[-1], at)
            elif sign != ":":
                self.values[paths[-1]] = at
                if sign in ("[", "{"):
                    paths.append((*paths[-1], 0 if sign == "[" else ""))
            if len(paths) > _MOST_DEPTH:
                raise UnreadableMap(name, [Problem(*self.spot(at), _TOO_DEEP)])
            after = sign

    def rename(self, old: KeyPath, new: KeyPath) -> None:
        """Let a value be found under the path that it has in a map file."""
        for places in (self.keys, self.values):
            if old in places:
                places[new] = places[old]


_TOO_DEEP = f"brackets in brackets, more than {_MOST_DEPTH} deep; a map needs four at most"
_NUMBER = re.compile(r"\d+")
_IN_WORDS = {
    "Expecting value": "a value is missing, such as a number, a text in quotes or a list",
    "Expecting property name enclosed in double quotes": 'a key is missing, in quotes such as "game"',
    "Illegal trailing comma before end of object": "a comma stands before }; delete it",
    "Illegal trailing comma before end of array": "a comma stands before ]; delete it",
    "Expecting ':' delimiter": "a colon is missing between a key and its value",
    "Expecting ',' delimiter": "a comma or a closing bracket is missing",
    "Unterminated string starting at": "the text that begins here has no closing quote",
    "Invalid control character at": r"a text goes on in another line, or has a tab; write \n or \t",
}
"""What is wrong with JSON, by the words of Python's reader."""


def _no_json(source: Source, error: json.JSONDecodeError) -> Problem:
    spot, rest = FilePosition(error.lineno, error.colno), source.text[error.pos :].lstrip()
    if error.msg == "Extra data" and rest.startswith("{"):
        message = "this file has several maps, one a line; give one line, such as `head -n 1 FILE | mapkit check -`"
        return Problem(*spot, message)
    if error.msg == "Extra data":
        return Problem(*spot, "the map ends before this; delete what follows")
    if not rest:
        return Problem(*spot, "the JSON ends too early: a bracket or a quote is not closed")
    return Problem(*spot, f"this is no JSON: {_IN_WORDS.get(error.msg, error.msg)}")


def _problems_of_keys(source: Source, given: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the keys of a map, and with the kinds of their values."""
    yield from source.set_twice()
    for key in given:
        if key not in _KINDS:
            message = f"unknown key {in_quotes_with_hint(key)}; {suggestion(key, tuple(_KINDS))}"
            yield Problem(*source.key(key), message)
    if type(version := given.get("mapkit")) is int and version < 1:
        yield Problem(*source.value("mapkit"), f"mapkit is {_in_words(version)}; write {document.FORMAT}")
    for key, (kind, would_do) in _KINDS.items():
        if key not in given and key in ("mapkit", "game"):
            yield Problem(1, 1, f"{key} is missing; it takes {would_do}")
        elif key in given and type(given[key]) is not kind:
            yield Problem(*source.value(key), f"{key} is {_in_words(given[key])}; it takes {would_do}")


def _problems_of_values(source: Source, given: Mapping[str, Any]) -> Iterator[Problem]:
    for number, floor in enumerate(_items(given, "drawing")):
        if not isinstance(floor, list) or not all(isinstance(line, str) for line in floor):
            yield Problem(*source.value("drawing", number), "a floor of the drawing is a list of lines in quotes")
    for key, kinds, would_do in (
        ("settings", (str, int), "a text or a whole number"),
        ("listings", (str,), "a text"),
    ):
        for name, value in given[key].items() if isinstance(given.get(key), dict) else ():
            if not isinstance(value, kinds):
                yield Problem(*source.value(key, name), f"{in_quotes(name)} is {_in_words(value)}; it takes {would_do}")
    for key in ("cells", "borders"):
        for number, entry in enumerate(_items(given, key)):
            why = _wrong_entry(key, entry)
            if why:
                example = _KINDS[key][1].partition("[")[2][:-1]
                yield Problem(*source.value(key, number), f"{why}; one of {key} looks like {example}")


def _items(given: Mapping[str, Any], key: str) -> list[Any]:
    value = given.get(key)
    return value if isinstance(value, list) else []


def _wrong_entry(key: str, entry: object) -> str:
    """What is wrong with the form of a cell or a border; empty where nothing is."""
    needs = {"cell": str, "marks": list} if key == "cells" else {"cell": str, "side": str, "mark": str}
    ignored = ("x", "y", "floor") if key == "cells" else ("beyond",)
    if not isinstance(entry, dict):
        return f"{_in_words(entry)} is no object"
    for name in entry:
        if name not in needs and name not in ignored:
            return f"unknown key {in_quotes_with_hint(name)}; {suggestion(name, tuple(needs))}"
    for name, kind in needs.items():
        if name not in entry:
            return f"{name} is missing"
        if not isinstance(entry[name], kind) or not all(isinstance(item, str) for item in entry[name]):
            return f"{name} is {_in_words(entry[name])}"
    return ""


def _in_words(value: object) -> str:
    """A JSON value in words, long ones cut."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return in_quotes(value) if isinstance(value, str) else f"{json.dumps(value):.40}"


class _FactReader:
    """What the cells and the borders of a file tell, and what is wrong with them."""

    def __init__(self, source: Source, given: Mapping[str, Any], game: Game[Any], grid: Board) -> None:
        """Takes the values of the file, whose forms are right, the game and the board."""
        self.problems: list[Problem] = []
        self.source, self.given, self.grid, self.there = source, given, grid, frozenset(grid.cells())
        self.spots: dict[Place, FilePosition] = {}
        self.facts: Facts = frozenset(self._facts())
        legend = game.design.legend(replace(game.design.params(), grid=grid))
        on_borders = [*(line.mark for line in (*legend.lines, *legend.outer)), legend.gap, UNDECIDED]
        for place, mark in sorted(writer.drawn_and_listed(legend, self.facts)[0], key=str):
            known, what = (on_borders, "borders") if isinstance(place, Border) else ([*legend.marks.values()], "cells")
            if mark not in known and len(self.problems) < MOST_SOUGHT:
                words = f"{in_quotes_with_hint(mark)} is no mark of {what} in {game.name}"
                would_do = suggestion(mark, tuple(dict.fromkeys(filter(None, known))))
                self.problems.append(Problem(*self.spots[place], f"{words}; {would_do}"))

    def _facts(self) -> Iterator[Fact]:
        for number, entry in enumerate(_items(self.given, "cells")):
            for cell in self._place(entry["cell"], "", self.source.value("cells", number)):
                yield from (Fact(cell, mark) for mark in entry["marks"])
        for number, entry in enumerate(_items(self.given, "borders")):
            side, spot = entry["side"], self.source.value("borders", number)
            if side not in self.grid.directions:
                message = f"{in_quotes(side)} is no side of a cell; {suggestion(side, self.grid.directions)}"
                self.problems.append(Problem(*spot, message))
            else:
                yield from (Fact(line, entry["mark"]) for line in self._place(entry["cell"], side, spot))

    def _place(self, cell: str, side: str, spot: FilePosition) -> Iterator[Place]:
        """The cell, or the border on a side of it; nothing where the board lacks the cell, which is a problem."""
        if cell not in self.there:
            message = f"{in_quotes(cell)} is no cell of this board; {cells_of(self.grid)}"
            self.problems.append(Problem(*spot, message))
            return
        place = border(self.grid, cell, side) if side else cell
        if place in self.spots:
            message = f"{spell(self.grid, place)} stands here again; first in line {self.spots[place].line}"
            self.problems.append(Problem(*spot, message))
        self.spots.setdefault(place, spot)
        yield place

    def differences(self, map_: Map[Any]) -> Iterator[Problem]:
        """What the cells and borders say otherwise than the drawing and the listings, which the map was read from."""
        for place in sorted({fact.place for fact in self.facts ^ map_.facts}, key=str):
            key = "borders" if isinstance(place, Border) else "cells"
            if key in self.given:
                marks = (sorted(fact.mark for fact in of if fact.place == place) for of in (self.facts, map_.facts))
                here, there = (" and ".join(some) or "no mark" for some in marks)
                message = f"{spell(self.grid, place)} has {here} in {key}, and {there} in the drawing or the listings"
                spot = self.spots.get(place, self.source.value(key))
                yield Problem(*spot, f"{message}; correct one of the two, or leave it out")


def _values(source: _JsonSource, given: Mapping[str, Any], game: Game[Any] | None, name: str) -> dict[str, Any]:
    """The values as a map file has them, with a drawing that was left out; raises UnreadableMap."""
    values = {key: given[key] for key in ("mapkit", "game", "title", "preset") if key in given}
    floors, listings = ["\n".join(floor) for floor in given.get("drawing", ())], dict(given.get("listings", {}))
    if game is not None and (not given.get("drawing") if game.design.board.drawn_in_files else not listings):
        floors, listings = _drawn(source, given, game, name, listings)
    if game is not None and not game.design.board.drawn_in_files:
        values["size"] = _board(source, given, game, name).columns
    elif floors:
        values["map"] = floors if len(floors) > 1 else floors[0]
    for number, floor in enumerate(given.get("drawing", ())):
        lines = [source.characters("drawing", number, row) for row in range(len(floor))]
        path: KeyPath = ("map", number) if len(given["drawing"]) > 1 else ("map",)
        offsets = [offset for _, places in lines for offset in places]
        source.lines[path] = "\n".join(line for line, _ in lines), offsets or [0]
    source.rename(("drawing",), ("map",))
    for number in range(len(floors)):
        source.rename(("drawing", number), ("map", number))
    for name in listings:
        source.rename(("listings", name), (name,))
    headers = [setting.name for setting in settings(game.design.params) if setting.header] if game else []
    own = dict(given.get("settings", {}))
    for name in (name for name in headers if name in own):
        values[name] = own.pop(name)
        source.rename(("settings", name), (name,))
    told = {"settings": own} if "settings" in given else {}
    return {**values, **{key: text for key, text in listings.items() if text}, **told}


def _drawn(
    source: Source, given: Mapping[str, Any], game: Game[Any], name: str, listings: Mapping[str, str]
) -> tuple[list[str], dict[str, str]]:
    """The drawing of each floor and the listings, from the cells and borders; raises UnreadableMap."""
    if "cells" not in given and "borders" not in given:
        message = f"the map itself is missing; it takes a drawing, {_KINDS['drawing'][1]}, or cells and borders"
        raise UnreadableMap(name, [Problem(1, 1, message)])
    told = _FactReader(source, given, game, _board(source, given, game, name))
    sketch = Map(game, replace(game.design.params(), grid=told.grid), told.facts)
    listed = writer.drawn_and_listed(game.design.legend(sketch.params), told.facts)[1]
    try:
        floors = writer.drawings(sketch) if game.design.board.drawn_in_files and not told.problems else ()
    except UnwritableMap as unfit:
        told.problems.append(Problem(*source.value("cells"), str(unfit)))
    if told.problems:
        raise UnreadableMap(name, told.problems)
    return list(floors), {**listed, **listings}


def _board(source: Source, given: Mapping[str, Any], game: Game[Any], name: str) -> Any:
    """The board of the given size; raises UnreadableMap."""
    if "size" not in given:
        message = f'size is missing; write "size": "{game.design.params().grid}" or another'
        raise UnreadableMap(name, [Problem(1, 1, message)])
    try:
        return game.design.board.read(given["size"])
    except BadSetting as bad:
        raise UnreadableMap(name, [Problem(*source.value("size"), str(bad))]) from None
