"""Maps for Tiled, as XML (TMX) and as JSON (TMJ): a layer of tiles and one of walls for each floor, and a set of tiles.

A tile has the property `mark`, and an object in a layer of walls has it, too: the marks of maps as JSON. Two tiles or
objects with the same mark mean the same, whatever they look like. The property `mapkit` of the map has the lines of a
map file, without its drawing.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from binascii import Error as NoBase64
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, pairwise
from math import dist, floor, isfinite
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from xml.parsers import expat

from mapkit.formats.record import ExportOrder, FileFormat, FileToRead, document_in
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document, MapFile
from mapkit.mapfile.drawing import RADII, SIDES
from mapkit.mapfile.text import MOST_SOUGHT, PlacedSource, UnreadableMap, decoded, refused
from mapkit.model.design import UNDECIDED, DrawnBoard
from mapkit.model.errors import Problem
from mapkit.model.files import FileTrouble
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border, Cell, Hex, Matrix, Place, Square, borders
from mapkit.model.letters import in_quotes_with_hint, suggestion
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, message
from mapkit.model.rule import Fact, has

SIDE, HEX_HIGH, HEX_SIDE = 64, 74, 36
"""The pixels of a tile: the side of a square and the width of a hex, the height of a hex, and its upright sides."""
_ACROSS = 8
"""The tiles in a row of the picture of a set."""
_TURNED = 0xF000_0000
"""The bits of a tile's number that say how it is turned."""
_SNAP = 0.3
"""How far from a border an object may lie, in cells."""
_MOST_CELLS, _MOST_OBJECTS, _MOST_STEPS, _MOST_DEPTH = 64 * 64, 20_000, 100_000, 20
_SERIES = 4
"""How many marks of each letter a set has of those that are numbered, besides those that the map bears."""


# --- the board, as Tiled lays it out ------------------------------------------------------------------------------


class TiledBoard(NamedTuple):
    """Where the cells of a board lie among the tiles of a layer."""

    grid: Board

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of a layer."""
        if isinstance(self.grid, Hex):
            return 2 * self.grid.radius + 1, 2 * self.grid.radius + 1
        return self.grid.columns, self.grid.rows

    @property
    def tile(self) -> tuple[int, int]:
        return (SIDE, HEX_HIGH) if isinstance(self.grid, Hex) else (SIDE, SIDE)

    @property
    def head(self) -> dict[str, Any]:
        """The keys of a map that say how its tiles lie; every second row of hexes lies half a hex to the right."""
        (wide, high), (tile_wide, tile_high) = self.size, self.tile
        found = {"orientation": "orthogonal", "renderorder": "right-down", "width": wide, "height": high}
        found |= {"tilewidth": tile_wide, "tileheight": tile_high, "infinite": False}
        if isinstance(self.grid, Hex):
            index = "odd" if self.grid.radius % 2 == 0 else "even"
            found |= {"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": index, "hexsidelength": HEX_SIDE}
        return found

    def cells(self, level: int) -> Iterator[tuple[tuple[int, int], Cell]]:
        """The column and row of each cell of a floor, both counted from the upper left."""
        for cell in self.grid.cells():
            if self.grid.floor(cell) != level:
                continue
            if isinstance(self.grid, Hex):
                (q, r), n = self.grid.axial(cell), self.grid.radius
                yield (q + floor(r / 2) + n, r + n), cell
            else:
                x, y = self.grid.centre(cell)
                yield (int(x), int(self.grid.rows - 1 - y)), cell

    def ends(self, line: Border) -> tuple[tuple[float, float], tuple[float, float]]:
        """The ends of a border of squares, in cells from the upper left."""
        assert isinstance(self.grid, Square)
        x, y = self.grid.centre(line.cell)
        left, top = x + (line.side == "E"), self.grid.rows - 1 - y + (line.side == "S")
        return (left, top), (left + 1, top) if line.side in "NS" else (left, top + 1)


def _tile_marks(map_: Map[Any]) -> list[str]:
    """The marks of the tiles of a set: all that are explained, some of each letter, and those that the map bears."""
    legend = map_.game.design.legend(map_.params)
    some = (mark for glyph, mark in legend.series.marks.items() if glyph[1:].isdecimal() and int(glyph[1:]) <= _SERIES)
    return list(dict.fromkeys((*legend.cells.values(), *some, *sorted(map_.kinds.values()))))


# --- out ----------------------------------------------------------------------------------------------------------


def _data(map_: Map[Any], tileset: Mapping[str, Any]) -> dict[str, Any]:
    """A map as Tiled has it in JSON."""
    grid, marks, board = map_.params.grid, _tile_marks(map_), TiledBoard(map_.params.grid)
    (wide, high), (tile_wide, tile_high) = board.size, board.tile
    numbers, layers, objects = {mark: number for number, mark in enumerate(marks, 1)}, list[dict[str, Any]](), 0
    drawn_facts, _ = writer.drawn_and_listed(map_.game.design.legend(map_.params), map_.facts)
    on_borders = {fact.place: fact.mark for fact in drawn_facts if isinstance(fact.place, Border)}
    for level in range(1, grid.floors + 1):
        cells = {at: numbers.get(map_.kinds.get(cell, ""), 0) for at, cell in board.cells(level)}
        data = [cells.get((x, y), 0) for y in range(high) for x in range(wide)]
        here = {"x": 0, "y": 0, "opacity": 1, "visible": level == 1}
        size = {"width": wide, "height": high}
        layers.append({"type": "tilelayer", "name": f"floor {level}", **size, **here, "data": data})
        drawn = list[dict[str, Any]]()
        for line in (line for line in borders(grid) if line in on_borders and grid.floor(line.cell) == level):
            objects += 1
            (ax, ay), (bx, by) = board.ends(line)
            points = [{"x": 0, "y": 0}, {"x": (bx - ax) * tile_wide, "y": (by - ay) * tile_high}]
            place = {"x": ax * tile_wide, "y": ay * tile_high, "width": 0, "height": 0, "rotation": 0}
            called = {"id": objects, "name": "", "type": on_borders[line], "visible": True}
            drawn.append({**called, **place, "polyline": points, "properties": [_property("mark", on_borders[line])]})
        if map_.game.design.legend(map_.params).lines:
            walls = {"type": "objectgroup", "name": f"walls {level}", **here, "draworder": "index", "objects": drawn}
            layers.append(walls)
    layers = [{"id": number, **layer} for number, layer in enumerate(layers, 1)]
    head = "\n".join(line for part in writer.around(map_) for line in part)
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        **board.head,
        "compressionlevel": -1,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": objects + 1,
        "properties": [_property("mapkit", head)],
        "tilesets": [{"firstgid": 1, **tileset}],
        "layers": layers,
    }


def _property(name: str, value: str) -> dict[str, str]:
    return {"name": name, "type": "string", "value": value}


def _tileset(map_: Map[Any], picture: str) -> dict[str, Any]:
    """The set of tiles of a map, as Tiled has it in JSON."""
    marks, (wide, high) = _tile_marks(map_), TiledBoard(map_.params.grid).tile
    image = {"image": picture, "imagewidth": _ACROSS * wide, "imageheight": -(-len(marks) // _ACROSS) * high}
    clear = {"transparentcolor": "#ffffff"} if isinstance(map_.params.grid, Hex) else {}
    tiles = [{"id": number, "properties": [_property("mark", mark)]} for number, mark in enumerate(marks)]
    size = {"tilewidth": wide, "tileheight": high, "tilecount": len(marks), "columns": _ACROSS}
    called = {"type": "tileset", "version": "1.10", "tiledversion": "1.10.2", "name": map_.game.name}
    return {**called, **size, "margin": 0, "spacing": 0, **image, **clear, "tiles": tiles}


def _element(name: str, given: Mapping[str, Any], *keys: str) -> Element:
    """An object of JSON as a tag with some of its keys and with its properties."""
    shown = {key: given[key] for key in keys if key in given}
    tag = Element(name, {key: str(int(it) if isinstance(it, bool) else it) for key, it in shown.items()})
    if "properties" in given:
        properties = SubElement(tag, "properties")
        for each in given["properties"]:
            lines = "\n" in each["value"]  # Tiled writes such a text between the tags
            SubElement(
                properties, "property", name=each["name"], **({} if lines else {"value": each["value"]})
            ).text = each["value"] if lines else None
    return tag


_HEAD_KEYS = ("version", "tiledversion", "orientation", "renderorder", "width", "height", "tilewidth", "tileheight")
_HEX_KEYS = ("hexsidelength", "staggeraxis", "staggerindex", "infinite", "nextlayerid", "nextobjectid")


def _xml(data: Mapping[str, Any]) -> bytes:
    top = _element("map", data, *_HEAD_KEYS, *_HEX_KEYS)
    top.extend(_element("tileset", each, "firstgid", "source") for each in data["tilesets"])
    for layer in data["layers"]:
        is_tiles, hidden = layer["type"] == "tilelayer", () if layer["visible"] else ("visible",)
        tag = _element("layer" if is_tiles else "objectgroup", layer, "id", "name", "width", "height", *hidden)
        top.append(tag)
        if is_tiles:
            wide, tiles = layer["width"], layer["data"]
            rows = (",".join(map(str, tiles[at : at + wide])) for at in range(0, len(tiles), wide))
            SubElement(tag, "data", encoding="csv").text = "\n" + ",\n".join(rows) + "\n"
        for each in layer.get("objects", ()):
            line = _element("object", each, "id", "type", "x", "y")
            SubElement(line, "polyline", points=" ".join(f"{at['x']},{at['y']}" for at in each["polyline"]))
            tag.append(line)
    return _as_text(top)


def _tsx(tileset: Mapping[str, Any]) -> bytes:
    called = ("version", "tiledversion", "name", "tilewidth", "tileheight", "tilecount", "columns")
    top = _element("tileset", tileset, *called)
    image = {"source": tileset["image"], "width": str(tileset["imagewidth"]), "height": str(tileset["imageheight"])}
    if "transparentcolor" in tileset:
        image["trans"] = tileset["transparentcolor"].removeprefix("#")
    SubElement(top, "image", image)
    top.extend(_element("tile", tile, "id") for tile in tileset["tiles"])
    return _as_text(top)


def _as_text(top: Element) -> bytes:
    indent(top, " ")
    found: bytes = tostring(top, "UTF-8", xml_declaration=True)
    return found + b"\n"


_ARROWS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def _picture(map_: Map[Any], language: str) -> bytes:
    """The picture of a set: each mark as the sheets of the game draw it, alone on an empty board."""
    from mapkit.paper import png
    from mapkit.paper.board_alone import board_of
    from mapkit.paper.drawing import arrow
    from mapkit.paper.press import press_of
    from mapkit.paper.sheet import Box, Ink, Mark, Page, PaperSize, Text, extent, moved, polygon

    press = press_of({"language": language}).in_theme_of(map_)
    marks, grid = _tile_marks(map_), map_.params.grid
    small: Board = Hex(RADII[0]) if isinstance(grid, Hex) else replace(grid, columns=3, rows=3, floors=1)
    cell = small.name(-1, 0) if isinstance(small, Hex) else small.name(1, 1)
    drawn, wide, high = list[Mark](), 0.0, 0.0
    for number, mark in enumerate(marks):
        alone = replace(map_, params=replace(map_.params, grid=small), facts=frozenset({has(cell, mark)}))
        (board, seen), *_ = board_of(alone).floors(alone, press.edition(map_.game), Box(0, 0, 120, 120))
        points = board.outlines[cell]
        box = Box.over(Box(x, y, 0, 0) for x, y in points)
        # a picture of Tiled has hexes of whole pixels, a little higher than ours
        wide, high = box.width, box.width * TiledBoard(grid).tile[1] / TiledBoard(grid).tile[0]
        at = number % _ACROSS * wide - box.x, number // _ACROSS * high - box.y + (high - box.height) / 2
        inside = [each for each in seen if box.inset(-0.3).holds(extent(each))]
        # the name of a hex goes, with the paper behind it
        named = [extent(each).inset(0.5) for each in inside if isinstance(each, Text)] if isinstance(grid, Hex) else []
        behind = [each for each in inside if each.ink in (Ink.PAPER, Ink.TEXT) and any(map(extent(each).holds, named))]
        inside = [each for each in inside if each not in behind]
        if mark[-2:-1] == " " and mark[-1] in _ARROWS:  # such as the course of a river
            (x, y), (right, down), long = box.middle, _ARROWS[mark[-1]], box.width / 4
            start, stop = (x - right * long, y - down * long), (x + right * long, y + down * long)
            inside += arrow(start, stop, long / 2)
        drawn += [moved(each, *at) for each in (polygon(Ink.GRID, *points), *inside)]
    rows = -(-len(marks) // _ACROSS)
    paper = PaperSize("cropped", _ACROSS * wide - 0.01, rows * high - 0.01, 0.0, 0.0)
    return png.write([Page(paper, "tiles", tuple(drawn))], "", press.theme.pens, SIDE * 25.4 / wide)[0]


def _write(map_: Map[Any], order: ExportOrder, ending: str) -> Mapping[str, bytes]:
    tileset = _tileset(map_, f"{order.stem}-tiles.png")
    data = _data(map_, {"source": f"{order.stem}-tiles.tsx"})
    return {
        ending: _xml(data) if ending == ".tmx" else (json.dumps(data, indent=1) + "\n").encode(),
        "-tiles.tsx": _tsx(tileset),
        "-tiles.png": _picture(map_, order.language),
    }


# --- in -----------------------------------------------------------------------------------------------------------


class _Unread(Exception):
    """What is wrong with a file, and the line that it stands in."""

    def __init__(self, said: Message, line: int = 1) -> None:
        self.said, self.line = said, line


def _finite(given: Any) -> float:
    """A number; raises ValueError, also for an infinite one, and TypeError or OverflowError."""
    found = float(given)
    if not isfinite(found):
        raise ValueError
    return found


class _Tag(NamedTuple):
    """A tag of a file in XML, or an object of one in JSON in the same form."""

    name: str
    keys: Mapping[str, Any]
    line: int
    inside: list[_Tag]
    text: list[str]

    def number(self, key: str, usual: float = 0.0) -> float:
        try:
            return _finite(self.keys.get(key, usual))
        except (TypeError, ValueError, OverflowError):
            raise self.wrong(message("{name} is no number", Name(key))) from None

    def all(self, name: str) -> Iterator[_Tag]:
        return (tag for tag in self.inside if tag.name == name)

    def property(self, name: str) -> tuple[str, int]:
        """The value of a property and its line; an empty text and the line of the tag where there is none."""
        for each in (each for part in self.all("properties") for each in part.all("property")):
            if each.keys.get("name") == name:
                return str(each.keys.get("value", "".join(each.text))), each.line
        return "", self.line

    def wrong(self, said: Message) -> _Unread:
        return _Unread(said, self.line)


class _LayerOffset(NamedTuple):
    """A layer, and how many pixels it is moved to the right and down."""

    tag: _Tag
    right: float
    down: float


def _from_xml(text: str) -> _Tag:
    root = _Tag("", {}, 1, [], [])
    stack, parser = [root], expat.ParserCreate()

    def begin(name: str, keys: dict[str, str]) -> None:
        tag = _Tag(name, keys, parser.CurrentLineNumber, [], [])
        if len(stack) > _MOST_DEPTH:
            raise tag.wrong(message("tags in tags, more than {number} deep", _MOST_DEPTH))
        stack[-1].inside.append(tag)
        stack.append(tag)

    def refuse(*_: object) -> None:
        raise _Unread(message("this declares entities, and no map needs any"), parser.CurrentLineNumber)

    parser.StartElementHandler, parser.EndElementHandler = begin, lambda _: stack.pop()
    parser.CharacterDataHandler = lambda said: stack[-1].text.append(said)
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise _Unread(message("this is no XML: {why}", Name(expat.ErrorString(error.code))), error.lineno) from None
    return root.inside[0]


def _from_json(text: str) -> _Tag:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise _Unread(message("this is no JSON that Tiled writes")) from None
    return _tag_of_json("map", given, 0)


def _tag_of_json(name: str, given: Any, depth: int) -> _Tag:
    """An object of a file in JSON in the form of one in XML; all of it stands in line 1."""
    if not isinstance(given, dict) or depth > _MOST_DEPTH:
        raise _Unread(message("{found} is no {name} of Tiled", Name(type(given).__name__), Name(name)))
    parts, tiles = list[_Tag](), given.get("data")
    text = [tiles if isinstance(tiles, str) else ",".join(map(str, _listed(given, "data")))]
    for key, inner in (("properties", "property"), ("objects", "object"), ("tiles", "tile"), ("tilesets", "tileset")):
        several = [_tag_of_json(inner, each, depth + 1) for each in _listed(given, key)]
        parts += [_Tag(key, {}, 1, several, [])] if key == "properties" else several
    for each in _listed(given, "layers"):
        kind = str(each.get("type")) if isinstance(each, dict) else ""
        parts.append(_tag_of_json({"tilelayer": "layer"}.get(kind, kind), each, depth + 1))
    for key in ("polyline", "polygon"):
        points = [_tag_of_json("point", each, depth + 1) for each in _listed(given, key)]
        shown = " ".join(f"{each.number('x')},{each.number('y')}" for each in points)
        parts += [_Tag(key, {"points": shown}, 1, [], [])] if key in given else []
    parts += [_Tag(key, {}, 1, [], []) for key in ("ellipse", "point", "text") if given.get(key)]
    if name == "layer":
        chunks = [_tag_of_json("chunk", each, depth + 1) for each in _listed(given, "chunks")]
        keys = {"encoding": given.get("encoding", "csv"), "compression": given.get("compression", "")}
        parts.append(_Tag("data", keys, 1, chunks, text))
    return _Tag(name, given, 1, parts, text)


def _listed(given: Mapping[str, Any], key: str) -> list[Any]:
    value = given.get(key, [])
    return value if isinstance(value, list) else []


_Tiles = Mapping[tuple[int, int], tuple[int, int]]
"""The tiles of a layer by their columns and rows, each with the line that it stands in."""


def _tiles_of(layer: _Tag, map_wide: float) -> _Tiles:
    """The tiles of a layer, or of the parts that an infinite map has; raises _Unread."""
    found = dict[tuple[int, int], tuple[int, int]]()
    for data in layer.all("data"):
        for part in [*data.all("chunk")] or [data]:
            x, y = int(part.number("x")), int(part.number("y"))
            wide = int(part.number("width", layer.number("width", map_wide)))
            if wide < 1:
                raise part.wrong(message("{name} is no number", Name("width")))
            for number, (gid, line) in enumerate(islice(_tile_numbers(part, data.keys), 2 * _MOST_CELLS)):
                if gid:
                    found[x + number % wide, y + number // wide] = gid, line
    return found


def _tile_numbers(data: _Tag, keys: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """The number of each tile of a layer or of a part of it, row by row, with its line; raises _Unread."""
    text, encoding = "".join(data.text), str(keys.get("encoding", ""))
    if encoding == "csv":
        for at, line in enumerate(text.split("\n")):
            for word in line.split(","):
                if word.strip():
                    yield _gid(word, data), data.line + at
        return
    if encoding != "base64":
        yield from ((_gid(tile.keys.get("gid", 0), tile), tile.line) for tile in data.all("tile"))
        return
    kind, most = str(keys.get("compression", "")), 4 * _MOST_CELLS
    if kind not in ("", "zlib", "gzip"):
        told = message("the tiles are packed with {name}; choose CSV in Tiled, below Map, Map Properties", Name(kind))
        raise data.wrong(told)
    try:
        packed = b64decode(text.strip())
        numbers = zlib.decompressobj(47).decompress(packed, most) if kind else packed[:most]
    except (NoBase64, ValueError, zlib.error):
        raise data.wrong(message("the tiles of this layer cannot be unpacked")) from None
    yield from ((int.from_bytes(numbers[at : at + 4], "little"), data.line) for at in range(0, len(numbers) - 3, 4))


def _gid(word: object, tag: _Tag) -> int:
    try:
        return int(str(word))
    except ValueError:
        raise tag.wrong(message("{found} is no number of a tile", in_quotes_with_hint(str(word).strip()))) from None


class _TiledReader:
    """What a file of Tiled draws."""

    def __init__(self, tag: _Tag, game: Game[Any], asked: FileToRead) -> None:
        self.tag, self.game, self.asked = tag, game, asked
        self.problems, self.remarks, self.left_out, self.steps = list[Problem](), list[Message](), 0, 0
        self.marks = dict(self._marks())
        self.facts = dict[Fact, tuple[int, int]]()

    def drawn(self) -> DrawnBoard:
        """The board; raises _Unread where no board can be seen."""
        layers = [*_layers(self.tag)]
        floors = [layer for layer in layers if layer.tag.name == "layer"]
        most = self.game.design.board.most_floors
        if not 1 <= len(floors) <= most:
            told = message("there are {number} layers of tiles; {least} to {most} will do", len(floors), 1, most)
            raise self.tag.wrong(told)
        tiles = [_tiles_of(layer.tag, self.tag.number("width")) for layer in floors]
        left, top, columns, rows = self._extent(tiles)
        board = TiledBoard(self._grid(len(floors), columns, rows, top))
        for level, each in enumerate(tiles, 1):
            self._tiles({(x - left, y - top): tile for (x, y), tile in each.items()}, board, level)
        wide, high = self._tile()
        named, level = {str(layer.tag.keys.get("name")): at for at, layer in enumerate(floors, 1)}, 1
        for layer in layers:
            if layer.tag.name == "layer":
                level = floors.index(layer) + 1
            else:
                own = named.get(str(layer.tag.keys.get("name")).replace("walls ", "floor "), level)
                under = floors[own - 1]
                moved = (layer.right - under.right) / wide - left, (layer.down - under.down) / high - top
                self._objects(layer.tag, board, own, moved)
        legend = self.game.design.legend(replace(self.game.design.params(), grid=board.grid))
        inner = [*(each.mark for each in legend.lines), UNDECIDED]
        outer = [*(each.mark for each in legend.outer), legend.gap, UNDECIDED]
        marks = defaultdict[Place, list[str]](list)
        for place, mark in self.facts:
            marks[place].append(mark)
        for (place, mark), (line, _) in list(self.facts.items()):
            known = [*legend.marks.values()]
            if isinstance(place, Border):
                known = inner if board.grid.step(place.cell, place.side) else outer
            # the outer wall is closed in any case, and a door may lie upon a wall
            if isinstance(place, Border) and mark == inner[0] and (known is outer or marks[place] != [mark]):
                del self.facts[Fact(place, mark)]
                marks[place].remove(mark)
            elif mark not in known:
                hint = suggestion(mark, tuple(dict.fromkeys(filter(None, known))), "say one of {names}")
                self._note(line + 1, message("the mark is {found}", in_quotes_with_hint(mark)), hint)
            elif marks[place][0] != mark and marks[place][0] != inner[0]:
                two = in_quotes_with_hint(marks[place][0]), in_quotes_with_hint(mark)
                self._note(line + 1, message("{one} and {other} lie upon each other; take one away", *two))
        if self.left_out:
            self.remarks.append(message("objects left out, as they are no walls: {number}", self.left_out))
        return DrawnBoard(board.grid, self.facts, {}, tuple(self.problems), tuple(self.remarks))

    def _note(self, line: int, *said: Message) -> None:
        if len(self.problems) < MOST_SOUGHT:
            self.problems.append(Problem(line, 1, clauses(*said)))

    def _marks(self) -> Iterator[tuple[int, str]]:
        """The marks of tiles, by the numbers that the layers have for them."""
        for each in self.tag.all("tileset"):
            first, source = int(each.number("firstgid", 1)), each.keys.get("source")
            tileset = self._other_file(each, str(source)) if source else each
            for tile in tileset.all("tile"):
                mark, _ = tile.property("mark")
                if mark:
                    yield first + int(tile.number("id")), mark

    def _other_file(self, tag: _Tag, source: str) -> _Tag:
        try:
            text = decoded(self.asked.beside(source), source)
            return _from_xml(text) if text.lstrip("\ufeff \r\n").startswith("<") else _from_json(text)
        except (FileTrouble, UnreadableMap, _Unread) as error:
            told = message("the set of tiles {name} cannot be read: {why}", Name(source), error.said)
            would_do = message("put it beside the map, or embed it in Tiled")
            raise tag.wrong(clauses(told, would_do)) from None

    def _tile(self) -> tuple[float, float]:
        """The pixels of a tile."""
        wide, high = (self.tag.number(key, SIDE) for key in ("tilewidth", "tileheight"))
        if min(wide, high) < 1:
            size = Name(f"{wide:g}"), Name(f"{high:g}")
            raise self.tag.wrong(message("a tile has {wide} x {high} pixels; 1 x 1 is the least", *size))
        return wide, high

    def _extent(self, tiles: Iterable[_Tiles]) -> tuple[int, int, int, int]:
        """The column and row where the board begins, and how many it has; an infinite map has those with tiles."""
        places = [at for each in tiles for at in each]
        if self.tag.keys.get("infinite") not in ("1", 1) or not places:
            return 0, 0, int(self.tag.number("width")), int(self.tag.number("height"))
        (left, right), (top, bottom) = ((min(numbers), max(numbers)) for numbers in zip(*places, strict=True))
        wide, high = right - left + 1, bottom - top + 1
        self.remarks.append(message("the map is infinite; the board is where tiles lie, {wide} x {high}", wide, high))
        return left, top, wide, high

    def _grid(self, floors: int, wide: int, high: int, top: int) -> Board:
        usual, keys = self.game.design.params().grid, self.tag.keys
        wanted = "hexagonal" if isinstance(usual, Hex) else "orthogonal"
        if keys.get("orientation") != wanted:
            told = in_quotes_with_hint(str(keys.get("orientation"))), Name(self.game.name), Name(wanted)
            raise self.tag.wrong(message("the map is {found}; maps of {name} are {wanted}", *told))
        if not isinstance(usual, Hex):
            if wide not in SIDES or high not in SIDES:
                within = wide, high, SIDES[0], SIDES[-1]
                raise self.tag.wrong(message("the map has {wide} x {high} tiles; {low} to {most} will do", *within))
            made_of_squares: Board = replace(usual, columns=wide, rows=high, floors=floors)
            return made_of_squares
        radius = wide // 2
        made = Hex(radius, floors)
        if radius not in RADII or (wide, high) != TiledBoard(made).size:
            odd = message("the map has {wide} x {high} tiles; a level has 5 x 5, 7 x 7 and so on", wide, high)
            raise self.tag.wrong(odd)
        axis, index = (TiledBoard(made).head[key] for key in ("staggeraxis", "staggerindex"))
        index = index if top % 2 == 0 else {"odd": "even", "even": "odd"}[index]
        if (keys.get("staggeraxis"), keys.get("staggerindex")) != (axis, index):
            stagger = Name(axis), Name(index)
            raise self.tag.wrong(message("for this size the stagger axis is {axis} and the index {index}", *stagger))
        return made

    def _tiles(self, tiles: _Tiles, board: TiledBoard, level: int) -> None:
        (wide, high), places = board.size, dict(board.cells(level))
        for (column, row), (gid, line) in tiles.items():
            if len(self.problems) >= MOST_SOUGHT:
                break
            if not (0 <= column < wide and 0 <= row < high):
                continue
            cell = places.get((column, row))
            where = message("column {column}, row {row}", column + 1, row + 1)
            if gid & _TURNED:
                self._note(line, where, message("the tile is turned; take the one that is drawn that way"))
            elif gid not in self.marks:
                self._note(line, where, message("the tile has no property mark, which says what it is"))
            elif cell is None:
                self._note(line, where, message("the tile lies outside the level; take it away"))
            else:
                self.facts[has(cell, self.marks[gid])] = (line - 1, 0)

    def _objects(self, layer: _Tag, board: TiledBoard, level: int, moved: tuple[float, float]) -> None:
        """The borders on which the lines and rectangles of a layer lie that is moved by so many tiles."""
        grid = board.grid
        if isinstance(grid, Hex):
            self.left_out += sum(1 for _ in layer.all("object"))
            return
        on_floor = (line for line in borders(grid) if grid.floor(line.cell) == level and line.side in "NESW")
        known = {frozenset(board.ends(line)): line for line in on_floor}
        wide, high = self._tile()
        for number, each in enumerate(layer.all("object")):
            if number >= _MOST_OBJECTS or len(self.problems) >= MOST_SOUGHT:
                self._note(each.line, message("there are more than {most} objects", _MOST_OBJECTS))
                return
            mark = each.property("mark")[0] or str(each.keys.get("class") or each.keys.get("type") or "") or "wall"
            points = _points(each)
            if points is None:
                self.left_out += 1
                continue
            corners = [(x / wide + moved[0], y / high + moved[1]) for x, y in points]
            snapped = [(round(x), round(y)) for x, y in corners]
            straight = all(a == c or b == d for (a, b), (c, d) in pairwise(snapped))
            if each.number("rotation") or not straight or max(map(dist, corners, snapped), default=0) > _SNAP:
                number_of = Name(str(each.keys.get("id")))
                off = message("object {number} does not lie on borders of cells; snap it to the grid", number_of)
                self._note(each.line, off)
                continue
            self.steps += sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(snapped))
            if self.steps > _MOST_STEPS:
                self._note(each.line, message("the objects are longer than all borders of a map"))
                return
            lines = [known[ends] for start, stop in pairwise(snapped) for ends in _steps(start, stop) if ends in known]
            self.facts |= {Fact(line, mark): (each.line - 1, 0) for line in lines}
            self.left_out += not lines


def _points(each: _Tag) -> list[tuple[float, float]] | None:
    """The points of an object that is a line, a polygon or a rectangle; None for another."""
    x, y, wide, high = (each.number(key) for key in ("x", "y", "width", "height"))
    if "gid" in each.keys or any(tag.name in ("ellipse", "point", "text") for tag in each.inside):
        return None
    for tag in each.inside:
        if tag.name in ("polyline", "polygon"):
            try:
                pairs = [map(_finite, pair.split(",")) for pair in str(tag.keys.get("points")).split()]
                points = [(x + right, y + down) for right, down in pairs]
            except ValueError:
                number = Name(str(each.keys.get("id")))
                raise each.wrong(message("the points of object {number} are no numbers", number)) from None
            return points if tag.name == "polyline" else [*points, *points[:1]]
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]


def _steps(start: tuple[int, int], stop: tuple[int, int]) -> Iterator[frozenset[tuple[float, float]]]:
    """The borders of one cell each on a straight line between two corners."""
    (ax, ay), (bx, by) = start, stop
    right, down = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
    for number in range(min(max(abs(bx - ax), abs(by - ay)), 2 * SIDES[-1])):
        x, y = ax + right * number, ay + down * number
        yield frozenset({(float(x), float(y)), (float(x + right), float(y + down))})


def _layers(tag: _Tag, right: float = 0.0, down: float = 0.0) -> Iterator[_LayerOffset]:
    """The layers of a map, those of groups, too, from the lowest."""
    for each in tag.inside:
        if each.name in ("group", "layer", "objectgroup"):
            moved = right + each.number("offsetx"), down + each.number("offsety")
            yield from _layers(each, *moved) if each.name == "group" else (_LayerOffset(each, *moved),)


def _reader(parse: Callable[[str], _Tag]) -> Callable[[FileToRead], Document]:
    def read(asked: FileToRead) -> Document:
        text = decoded(asked.data, asked.name, "map as JSON")
        plain = text.removeprefix("\ufeff")

        def draw(game: Game[Any], file: MapFile) -> None:
            file.board = _TiledReader(tag, game, asked).drawn()

        try:
            tag = parse(plain)
            head, line = tag.property("mapkit")
            what = message("a map of Tiled, with layers of tiles")
            return document_in(asked, text, PlacedSource(head, (line, 1), plain), draw, _suits, what)
        except _Unread as unread:
            raise refused(asked.name, unread.said, at=(unread.line, 1)) from None

    return read


def _suits(game: Game[Any]) -> bool:
    return game.design.board.drawn_in_files and not isinstance(game.design.params().grid, Matrix)


def _tiled(ending: str, title: Message, recognise: Callable[[str], bool], parse: Callable[[str], _Tag]) -> FileFormat:
    def write(map_: Map[Any], order: ExportOrder) -> Mapping[str, bytes]:
        return _write(map_, order, ending)

    return FileFormat(ending[1:], title, (ending,), _suits, recognise, _reader(parse), write)


TMX = _tiled(
    ".tmx",
    message("a map of Tiled with its set of tiles"),
    lambda text: text[:4000].lstrip().startswith("<") and "<map " in text[:4000] and "orientation=" in text[:4000],
    _from_xml,
)
TMJ = _tiled(
    ".tmj",
    message("a map of Tiled as JSON with its set of tiles"),
    lambda text: (
        text.lstrip().startswith("{") and all(f'"{key}"' in text for key in ("orientation", "layers", "tilesets"))
    ),
    _from_json,
)
