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
from mapkit.mapfile.text import MOST_SOUGHT, FilePosition, KeyPath, Source, UnreadableMap, decoded, not_ours, refused
from mapkit.model.design import AS_DRAWN, UNDECIDED
from mapkit.model.errors import Problem
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border, Place, border, borders, cells_of, sides, spell
from mapkit.model.letters import in_quotes, in_quotes_with_hint, suggestion
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, listed, message
from mapkit.model.rule import Fact, Facts
from mapkit.model.settings import BadSetting, named_settings, settings, show_setting

_EXAMPLES = {"cells": '{"cell": "a1", "marks": ["safe"]}', "borders": '{"cell": "a1", "side": "N", "mark": "wall"}'}
_KINDS: Mapping[str, tuple[type, Message]] = {
    "mapkit": (int, message("the version of the format, {number}", document.FORMAT)),
    "game": (str, message("the name of a game in quotes")),
    "title": (str, message("text in quotes")),
    "preset": (str, message("text in quotes")),
    "seed": (str, message("text in quotes")),
    "size": (str, message('text in quotes, such as "8x8"')),
    "settings": (dict, message("the settings between {{ and }}")),
    "listings": (dict, message("texts between {{ and }}")),
    "drawing": (list, message("a list of floors, each a list of lines in quotes")),
    "cells": (list, message("a list such as {example}", Name(f"[{_EXAMPLES['cells']}]"))),
    "borders": (list, message("a list such as {example}", Name(f"[{_EXAMPLES['borders']}]"))),
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
    text = decoded(data, name, "map as JSON")
    source = _JsonSource(text.removeprefix("\ufeff"))
    try:
        given: Any = json.loads(source.text)
    except json.JSONDecodeError as error:
        raise UnreadableMap(name, [_no_json(source, error)]) from None
    except RecursionError:
        raise refused(name, message("this is no JSON that a map could be: {message}", _TOO_DEEP)) from None
    except ValueError:  # Python reads no number with thousands of digits
        spot = source.spot(max(_NUMBER.finditer(source.text), key=lambda found: len(found[0])).start())
        raise refused(name, message("a number is too long for a map; write one of few digits"), at=spot) from None
    if not isinstance(given, dict):
        raise refused(name, message("a map is an object: its keys and values stand between {{ and }}"))
    if given.keys() - _KINDS.keys() and not given.keys() & {"mapkit", "game"}:
        raise not_ours(name, message("JSON"))
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
        wrong = message("size is {found}, and the map has {name}", in_quotes(given["size"]), Name(str(grid)))
        told.problems.insert(0, Problem(*source.value("size"), clauses(wrong, message("correct one of the two"))))
    if problems := told.problems or [*told.differences(found.map)]:
        raise UnreadableMap(name, problems)
    return found


class _JsonSource(Source):
    """The text of a JSON file, with the places of its values also under the names that they have in a map file."""

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
                raise refused(name, _TOO_DEEP, at=self.spot(at))
            after = sign

    def rename(self, old: KeyPath, new: KeyPath) -> None:
        """Let a value be found under the path that it has in a map file."""
        for places in (self.keys, self.values):
            if old in places:
                places[new] = places[old]


_TOO_DEEP = message("brackets in brackets, more than {number} deep; a map needs four at most", _MOST_DEPTH)
_NUMBER = re.compile(r"\d+")
_IN_WORDS: Mapping[str, Message] = {
    "Expecting value": message("a value is missing, such as a number, a text in quotes or a list"),
    "Expecting property name enclosed in double quotes": message('a key is missing, in quotes such as "game"'),
    "Illegal trailing comma before end of object": message("a comma stands before }}; delete it"),
    "Illegal trailing comma before end of array": message("a comma stands before ]; delete it"),
    "Expecting ':' delimiter": message("a colon is missing between a key and its value"),
    "Expecting ',' delimiter": message("a comma or a closing bracket is missing"),
    "Unterminated string starting at": message("the text that begins here has no closing quote"),
    "Invalid control character at": message(r"a text goes on in another line, or has a tab; write \n or \t"),
}
"""What is wrong with JSON, by the words of Python's reader."""


def _no_json(source: Source, error: json.JSONDecodeError) -> Problem:
    rest = source.text[error.pos :].lstrip()
    said = message("this is no JSON: {message}", _IN_WORDS.get(error.msg, Name(error.msg)))
    if error.msg == "Extra data" and rest.startswith("{"):
        said = message(
            "this file has several maps, one a line; give one line, such as `head -n 1 FILE | mapkit check -`"
        )
    elif error.msg == "Extra data":
        said = message("the map ends before this; delete what follows")
    elif not rest:
        said = message("the JSON ends too early: a bracket or a quote is not closed")
    return Problem(error.lineno, error.colno, said)


def _problems_of_keys(source: Source, given: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the keys of a map, and with the kinds of their values."""
    yield from source.set_twice()
    for key in given:
        if key not in _KINDS:
            sentence = clauses(message("unknown key {found}", in_quotes_with_hint(key)), suggestion(key, tuple(_KINDS)))
            yield Problem(*source.key(key), sentence)
    if type(version := given.get("mapkit")) is int and version < 1:
        sentence = clauses(_is("mapkit", version), message("write {version}", document.FORMAT))
        yield Problem(*source.value("mapkit"), sentence)
    for key, (kind, would_do) in _KINDS.items():
        takes = message("it takes {message}", would_do)
        if key not in given and key in ("mapkit", "game"):
            yield Problem(1, 1, clauses(message("{key} is missing", Name(key)), takes))
        elif key in given and type(given[key]) is not kind:
            yield Problem(*source.value(key), clauses(_is(key, given[key]), takes))


def _problems_of_values(source: Source, given: Mapping[str, Any]) -> Iterator[Problem]:
    for number, floor in enumerate(_items(given, "drawing")):
        if not isinstance(floor, list) or not all(isinstance(line, str) for line in floor):
            sentence = message("a floor of the drawing is a list of lines in quotes")
            yield Problem(*source.value("drawing", number), sentence)
    for key, kinds, takes in (
        ("settings", (str, int), message("it takes {message}", message("a text or a whole number"))),
        ("listings", (str,), message("it takes {message}", message("a text"))),
    ):
        for name, value in given[key].items() if isinstance(given.get(key), dict) else ():
            if not isinstance(value, kinds):
                yield Problem(*source.value(key, name), clauses(_is(in_quotes(name), value), takes))
    for key in ("cells", "borders"):
        for number, entry in enumerate(_items(given, key)):
            why = _wrong_entry(key, entry)
            if why:
                hint = message("one of {key} looks like {example}", Name(key), Name(_EXAMPLES[key]))
                yield Problem(*source.value(key, number), clauses(why, hint))


def _items(given: Mapping[str, Any], key: str) -> list[Any]:
    value = given.get(key)
    return value if isinstance(value, list) else []


def _wrong_entry(key: str, entry: object) -> Message:
    """What is wrong with the form of a cell or a border; empty where nothing is."""
    needs = {"cell": str, "marks": list} if key == "cells" else {"cell": str, "side": str, "mark": str}
    ignored = ("x", "y", "floor") if key == "cells" else ("beyond",)
    if not isinstance(entry, dict):
        return message("{found} is no object", _in_words(entry))
    for name in entry:
        if name not in needs and name not in ignored:
            return clauses(message("unknown key {found}", in_quotes_with_hint(name)), suggestion(name, tuple(needs)))
    for name, kind in needs.items():
        if name not in entry:
            return message("{key} is missing", Name(name))
        if not isinstance(entry[name], kind) or not all(isinstance(item, str) for item in entry[name]):
            return _is(name, entry[name])
    return NOTHING


def _is(name: str, value: object) -> Message:
    return message("{name} is {found}", Name(name), _in_words(value))


def _in_words(value: object) -> Message | Name:
    """A JSON value in words, long ones cut."""
    if isinstance(value, list | dict):
        return message("a list") if isinstance(value, list) else message("an object")
    return in_quotes(value) if isinstance(value, str) else Name(f"{json.dumps(value):.40}")


class _FactReader:
    """What the cells and the borders of a file tell, and what is wrong with them."""

    def __init__(self, source: Source, given: Mapping[str, Any], game: Game[Any], grid: Board) -> None:
        """Takes the values of the file, whose forms are right, the game and the board."""
        self.problems: list[Problem] = []
        self.source, self.given, self.grid, self.cells = source, given, grid, frozenset(grid.cells())
        self.spots: dict[Place, FilePosition] = {}
        self.facts: Facts = frozenset(self._facts())
        legend = game.design.legend(replace(game.design.params(), grid=grid))
        on_borders = [*(line.mark for line in (*legend.lines, *legend.outer)), legend.gap, UNDECIDED]
        for place, mark in sorted(writer.drawn_and_listed(legend, self.facts)[0], key=str):
            known = on_borders if isinstance(place, Border) else [*legend.marks.values()]
            if mark not in known and len(self.problems) < MOST_SOUGHT:
                both = in_quotes_with_hint(mark), Name(game.name)
                wrong = message("{found} is no mark of cells in {name}", *both)
                if isinstance(place, Border):
                    wrong = message("{found} is no mark of borders in {name}", *both)
                self._wrong(self.spots[place], wrong, suggestion(mark, tuple(dict.fromkeys(filter(None, known)))))

    def _wrong(self, spot: FilePosition, *said: Message) -> None:
        self.problems.append(Problem(*spot, clauses(*said)))

    def _facts(self) -> Iterator[Fact]:
        for number, entry in enumerate(_items(self.given, "cells")):
            for cell in self._place(entry["cell"], "", self.source.value("cells", number)):
                yield from (Fact(cell, mark) for mark in entry["marks"])
        for number, entry in enumerate(_items(self.given, "borders")):
            side, spot = entry["side"], self.source.value("borders", number)
            if side not in self.grid.directions:
                wrong = message("{found} is no side of a cell", in_quotes(side))
                self._wrong(spot, wrong, suggestion(side, self.grid.directions))
            else:
                yield from (Fact(line, entry["mark"]) for line in self._place(entry["cell"], side, spot))

    def _place(self, cell: str, side: str, spot: FilePosition) -> Iterator[Place]:
        """The cell, or the border on a side of it; nothing where the board lacks the cell, which is a problem."""
        if cell not in self.cells:
            self._wrong(spot, message("{found} is no cell of this board", in_quotes(cell)), cells_of(self.grid))
            return
        place = border(self.grid, cell, side) if side else cell
        if place in self.spots:
            there, line = spell(self.grid, place), self.spots[place].line
            self._wrong(spot, message("{place} stands here again; first in line {line}", there, line))
        self.spots.setdefault(place, spot)
        yield place

    def differences(self, map_: Map[Any]) -> Iterator[Problem]:
        """What the cells and borders say otherwise than the drawing and the listings, which the map was read from."""
        for place in sorted({fact.place for fact in self.facts ^ map_.facts}, key=str):
            key = "borders" if isinstance(place, Border) else "cells"
            if key in self.given:
                marks = (sorted(fact.mark for fact in of if fact.place == place) for of in (self.facts, map_.facts))
                here, there = (listed([*map(Name, some)]) or message("no mark") for some in marks)
                both = spell(self.grid, place), here, Name(key), there
                wrong = message("{place} has {mark} in {key}, and {mark2} in the drawing or the listings", *both)
                sentence = clauses(wrong, message("correct one of the two, or leave it out"))
                yield Problem(*self.spots.get(place, self.source.value(key)), sentence)


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
        source.texts[path] = "\n".join(line for line, _ in lines), offsets or [0]
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
        drawing = _KINDS["drawing"][1]
        raise refused(
            name, message("the map itself is missing; it takes a drawing, {list}, or cells and borders", drawing)
        )
    told = _FactReader(source, given, game, _board(source, given, game, name))
    sketch = Map(game, replace(game.design.params(), grid=told.grid), told.facts)
    listed = writer.drawn_and_listed(game.design.legend(sketch.params), told.facts)[1]
    try:
        floors = writer.drawings(sketch) if game.design.board.drawn_in_files and not told.problems else ()
    except UnwritableMap as unfit:
        told.problems.append(Problem(*source.value("cells"), unfit.said))
    if told.problems:
        raise UnreadableMap(name, told.problems)
    return list(floors), {**listed, **listings}


def _board(source: Source, given: Mapping[str, Any], game: Game[Any], name: str) -> Any:
    """The board of the given size; raises UnreadableMap."""
    if "size" not in given:
        example = Name(f'"size": "{game.design.params().grid}"')
        raise refused(name, message("size is missing; write {example} or another", example))
    try:
        return game.design.board.read(given["size"])
    except BadSetting as bad:
        raise refused(name, bad.said, at=source.value("size")) from None
