"""Maps of Tiled come in and go out; what other programs write into such files is read or told."""

import gzip
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import mapkit
from mapkit.formats import shelf
from mapkit.formats.record import ExportOrder
from mapkit.formats.tiled import HEX_HIGH, SIDE, TiledBoard
from mapkit.games.shelf import GAMES
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.grid import Border, Hex
from mapkit.model.map import Map
from tests.command import run
from tests.formats.test_shelf import SAMPLES
from tests.games.test_dungeon import few, some_maps
from tests.test_hostile_files import good

DRAWN_IN_TILED = ("treasures", "labyrinth", "dungeon")


def files(map_: Map[Any], folder: Path, ending: str = ".tmx") -> Path:
    """The files of a map in a folder; the place of the map itself."""
    form = shelf.FORMATS[ending.removeprefix(".")]
    for end, data in shelf.written(map_, form, ExportOrder(stem="m")).items():
        (folder / f"m{end}").write_bytes(data)
    return folder / f"m{ending}"


def read(path: Path, game: str = "") -> Document:
    return shelf.read(path.read_bytes(), path.name, game, folder=path.parent)


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
@pytest.mark.parametrize("game", DRAWN_IN_TILED)
def test_a_map_comes_back_from_tiled_as_it_went(game: str, ending: str, tmp_path: Path) -> None:
    map_ = good(game)
    assert read(files(map_, tmp_path, ending)).map == map_


@few
@given(some_maps(), st.sampled_from([".tmx", ".tmj"]))
def test_levels_of_any_size_come_back(tmp_path_factory: pytest.TempPathFactory, map_: Map[Any], ending: str) -> None:
    assert read(files(map_, tmp_path_factory.mktemp("levels"), ending)).map == map_


def test_floors_doors_and_what_is_listed_come_back(tmp_path: Path) -> None:
    for preset in ("tower", "extreme"):
        map_ = mapkit.generate("labyrinth", "tiled", preset=preset)
        assert read(files(map_, tmp_path)).map == map_


@pytest.mark.parametrize("game", DRAWN_IN_TILED)
def test_the_picture_of_the_tiles_has_room_for_each(game: str, tmp_path: Path) -> None:
    files(good(game), tmp_path)
    told = (tmp_path / "m-tiles.tsx").read_text()
    size = tuple(int(re.search(rf'<image [^>]*{side}="(\d+)"', told)[1]) for side in ("width", "height"))  # type: ignore[index]
    picture = Image.open(BytesIO((tmp_path / "m-tiles.png").read_bytes())).convert("L")
    assert picture.size == size
    high = HEX_HIGH if game == "dungeon" else SIDE
    tiles = [picture.crop((x, y, x + SIDE, y + high)) for y in range(0, size[1], high) for x in range(0, size[0], SIDE)]
    count = int(re.search(r'tilecount="(\d+)"', told)[1])  # type: ignore[index]
    looks = [tile.tobytes() for tile in tiles[:count]]
    assert len({*looks}) == len(looks), "no two tiles look the same"


@pytest.mark.parametrize("game", DRAWN_IN_TILED)
def test_another_reader_finds_the_same_cells_and_walls(game: str, tmp_path: Path) -> None:
    pytmx = pytest.importorskip("pytmx", reason="the extra ci is not installed")
    map_ = good(game)
    found = pytmx.TiledMap(str(files(map_, tmp_path)))
    board = TiledBoard(map_.params.grid)
    tiles = next(layer for layer in found.layers if isinstance(layer, pytmx.TiledTileLayer))
    kinds = {}
    for (x, y), cell in board.cells(1):
        if gid := tiles.data[y][x]:
            kinds[cell] = found.get_tile_properties_by_gid(gid)["mark"]
    assert kinds == map_.kinds
    if not isinstance(map_.params.grid, Hex):
        walls = [(each.properties["mark"], frozenset((x, y) for x, y in each.points)) for each in found.objects]
        for fact in map_.facts:
            if isinstance(fact.place, Border):
                ends = frozenset((x * SIDE, y * SIDE) for x, y in board.ends(fact.place))
                assert (fact.mark, ends) in walls
        assert len(walls) == sum(isinstance(fact.place, Border) for fact in map_.facts)


def endless(told: dict[str, Any], left: int, top: int) -> None:
    """Make a map infinite, as Tiled does: its tiles lie in parts, from that column and row."""
    told |= {"infinite": True, "width": 30, "height": 20}
    for layer in told["layers"]:
        if layer["type"] == "tilelayer":
            wide, tiles = layer["width"], layer.pop("data")
            rows = [tiles[at : at + wide] for at in range(0, len(tiles), wide)]
            layer["chunks"] = [
                {"x": left, "y": top + y, "width": wide, "height": 1, "data": row} for y, row in enumerate(rows)
            ]
        for each in layer.get("objects", ()):
            each["x"], each["y"] = each["x"] + left * SIDE, each["y"] + top * SIDE


@pytest.mark.parametrize("game", DRAWN_IN_TILED)
def test_an_infinite_map_is_where_its_tiles_lie(game: str, tmp_path: Path) -> None:
    path = files(good(game), tmp_path, ".tmj")
    told = drawing(path)
    endless(told, -5, -4)
    path.write_text(json.dumps(told))
    assert read(path).map == good(game)
    assert read(path).remarks[0].startswith("the map is infinite; the board is where tiles lie, ")


def test_an_infinite_map_in_xml_has_its_tiles_in_parts(tmp_path: Path) -> None:
    path = files(good("treasures"), tmp_path)
    text = path.read_text().replace('infinite="0"', 'infinite="1"')
    packed = re.sub(
        r'(<data encoding="csv">)(.*?)(</data>)',
        r'\1<chunk x="0" y="0" width="6" height="6">\2</chunk>\3',
        text,
        flags=re.DOTALL,
    )
    path.write_text(packed)
    assert read(path).map == good("treasures")


def test_layers_that_are_moved_as_a_whole_and_in_order_are_read_where_they_lie(tmp_path: Path) -> None:
    map_ = mapkit.generate("labyrinth", "tiled", preset="tower")
    path = files(map_, tmp_path, ".tmj")
    told = drawing(path)
    told["layers"].sort(key=lambda layer: layer["type"])
    for layer in told["layers"]:
        layer["offsetx"], layer["offsety"] = (SIDE, -SIDE) if layer["type"] == "objectgroup" else (-SIDE, 0)
        for each in layer.get("objects", ()):
            each["x"], each["y"] = each["x"] - 2 * SIDE, each["y"] + SIDE
    told["layers"] = [{"type": "group", "name": "all", "offsetx": 99, "offsety": 7, "layers": told["layers"]}]
    path.write_text(json.dumps(told))
    assert read(path).map == map_


# --- what people draw there


def drawing(path: Path) -> dict[str, Any]:
    """The map of a file in JSON, to change."""
    told: dict[str, Any] = json.loads(path.read_text())
    return told


@pytest.fixture
def sketch(tmp_path: Path) -> Path:
    """A map of treasures in JSON with a few walls and no settings."""
    text = "+---+---+---+\n| T   .   ~v|\n+   +---+   +\n| .   .   ~v\n+---+---+---+\n"
    path = files(mapkit.read(text, game="treasures"), tmp_path, ".tmj")
    told = drawing(path)
    del told["properties"]
    path.write_text(json.dumps(told))
    return path


def changed(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    told = drawing(path)
    change(told)
    path.write_text(json.dumps(told))
    return path


def walls(told: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = told["layers"][1]["objects"]
    return found


def test_a_map_without_our_property_is_taken_as_drawn(sketch: Path) -> None:
    found = read(sketch, "treasures")
    assert found.names_no_preset
    assert found.map.kinds["a2"] == "treasure"
    assert {str(fact.place) for fact in found.map.facts if fact.mark == "wall"} == {"Border(cell='b1', side='N')"}


def test_long_lines_rectangles_and_polygons_are_walls_cell_by_cell(sketch: Path) -> None:
    def change(told: dict[str, Any]) -> None:
        told["layers"][1]["objects"] = [
            {"id": 1, "x": 3, "y": 62, "polyline": [{"x": 0, "y": 0}, {"x": 125, "y": 3}], "rotation": 0},
            {"id": 2, "x": 128, "y": 64, "width": 64, "height": 64, "rotation": 0, "type": "wall"},
            {
                "id": 3,
                "x": 192,
                "y": 0,
                "polygon": [{"x": 0, "y": 0}, {"x": 0, "y": 64}],
                "properties": [{"name": "mark", "value": "exit"}],
            },
            {"id": 4, "x": 20, "y": 20, "ellipse": True, "width": 9, "height": 9},
        ]

    found = read(changed(sketch, change), "treasures")
    lines = {
        (fact.place.cell, fact.place.side): fact.mark for fact in found.map.facts if isinstance(fact.place, Border)
    }
    assert {place for place, mark in lines.items() if mark == "wall"} >= {
        ("a1", "N"),
        ("b1", "N"),
        ("b1", "E"),
        ("c1", "N"),
    }
    assert lines["c2", "E"] == "exit"
    assert found.remarks == ("objects left out, as they are no walls: 1",)


@pytest.mark.parametrize(
    "packed",
    [
        {"encoding": "base64"},
        {"encoding": "base64", "compression": "zlib"},
        {"encoding": "base64", "compression": "gzip"},
    ],
)
def test_packed_layers_are_unpacked(sketch: Path, packed: dict[str, str]) -> None:
    before = read(sketch, "treasures").map

    def change(told: dict[str, Any]) -> None:
        data = b"".join(number.to_bytes(4, "little") for number in told["layers"][0]["data"])
        known: dict[str, Any] = {"zlib": zlib.compress, "gzip": gzip.compress}
        press = known.get(packed.get("compression", ""), bytes)
        told["layers"][0] |= {**packed, "data": b64encode(press(data)).decode()}

    assert read(changed(sketch, change), "treasures").map == before


def test_a_door_may_lie_upon_a_wall_and_nothing_else_upon_anything(tmp_path: Path) -> None:
    path = files(good("labyrinth"), tmp_path, ".tmj")
    told = drawing(path)
    line = {"x": SIDE, "y": SIDE, "polyline": [{"x": 0, "y": 0}, {"x": 0, "y": SIDE}]}
    told["layers"][1]["objects"] = [{**line, "id": 1, "type": "wall"}, {**line, "id": 2, "type": "window"}]
    path.write_text(json.dumps(told))
    assert [fact.mark for fact in read(path).map.facts if isinstance(fact.place, Border)] == ["window"]
    told["layers"][1]["objects"].append({**line, "id": 3, "type": "undecided"})
    path.write_text(json.dumps(told))
    with pytest.raises(UnreadableMap, match='"window" and "undecided" lie upon each other; take one away'):
        read(path)


WRONG: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a turned tile": (
        lambda told: told["layers"][0]["data"].__setitem__(1, 0x80000001),
        "column 2, row 1; the tile is turned",
    ),
    "a tile of another set": (
        lambda told: told["layers"][0]["data"].__setitem__(2, 900),
        "column 3, row 1; the tile has no property mark",
    ),
    "an infinite map": (
        lambda told: told["layers"][0].pop("data") and told["layers"][0].update(chunks=[], data="x", encoding="base64"),
        "cannot be unpacked",
    ),
    "another packing": (
        lambda told: told["layers"][0].update(encoding="base64", compression="zstd", data="AA=="),
        "packed with zstd; choose CSV",
    ),
    "a slanted wall": (
        lambda told: walls(told)[0]["polyline"].append({"x": 128, "y": 64}),
        "object 1 does not lie on borders",
    ),
    "an unknown mark": (lambda told: walls(told)[0]["properties"][0].update(value="hedge"), 'the mark is "hedge"'),
    "no layer": (lambda told: told["layers"].clear(), "there are 0 layers of tiles"),
    "a small map": (lambda told: told.update(width=1), "1 x 2 tiles; 2 to 64 will do"),
    "a width that is no number": (lambda told: told.update(width=10**400), "width is no number"),
    "a wall nowhere": (lambda told: walls(told)[0].update(x=float("nan")), "x is no number"),
    "a wall without end": (
        lambda told: walls(told)[0]["polyline"].append({"x": float("inf"), "y": 0}),
        "x is no number",
    ),
    "tiles of no size": (lambda told: told.update(tilewidth=0), "a tile has 0 x 64 pixels; 1 x 1 is the least"),
    "hexes": (
        lambda told: told.update(orientation="hexagonal"),
        'the map is "hexagonal"; maps of treasures are orthogonal',
    ),
    "a set that is not there": (lambda told: told["tilesets"][0].update(source="away.tsx"), "away.tsx cannot be read"),
    "a set elsewhere": (
        lambda told: told["tilesets"][0].update(source="../m-tiles.tsx"),
        "does not lie beside the map",
    ),
    "lines that are no map file": (
        lambda told: told.update(properties=[{"name": "mapkit", "value": "game = ["}]),
        "this is no TOML",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_read_is_told(name: str, sketch: Path) -> None:
    change, says = WRONG[name]
    changed(sketch, change)
    with pytest.raises(UnreadableMap) as refused:
        read(sketch, "treasures")
    assert says in str(refused.value)


def test_a_wall_beside_the_map_is_told_as_left_out(sketch: Path) -> None:
    changed(sketch, lambda told: walls(told)[0].update(x=64_000))
    assert "objects left out, as they are no walls: 1" in read(sketch, "treasures").remarks


def test_what_is_wrong_in_xml_is_told_with_its_line(tmp_path: Path) -> None:
    path = files(good("treasures"), tmp_path)
    text = path.read_text()
    line = text[: text.index('<data encoding="csv">')].count("\n") + 3
    rows = text.split("\n")
    rows[line - 1] = "900" + rows[line - 1][rows[line - 1].index(",") :]
    path.write_text("\n".join(rows))
    with pytest.raises(UnreadableMap) as refused:
        read(path)
    assert [problem[:2] for problem in refused.value.problems] == [(line, 1)]
    for bad, says in (
        (text.replace("</layer>", "", 1), "this is no XML"),
        (text.replace("<map ", '<!DOCTYPE a [<!ENTITY b "c">]>\n<map ', 1), "declares entities"),
        (text.replace('points="0,0', 'points="inf,0', 1), "the points of object 1 are no numbers"),
        (text.replace('name="mapkit">', f'name="mapkit">{"<b>" * 30}', 1), "tags in tags"),
    ):
        path.write_text(bad)
        with pytest.raises(UnreadableMap, match=says):
            read(path)


def test_a_fault_of_a_map_of_tiled_names_the_line_of_its_layer(tmp_path: Path) -> None:
    path = files(good("treasures"), tmp_path)
    kinds = read(path).map.kinds
    cell = next(cell for cell, kind in kinds.items() if kind == "treasure")
    row = good("treasures").params.grid.rows - int(cell[1:])
    text = path.read_text()
    numbers = text.index('<data encoding="csv">')
    lines = text.split("\n")
    at = text[:numbers].count("\n") + 1 + row
    lines[at] = ",".join("2" if number == "1" else number for number in lines[at].split(","))
    path.write_text("\n".join(lines))
    told = run("check", path).stdout
    assert f"{path}:{at + 1}:1: fault[" in told


@pytest.mark.parametrize("path", sorted((SAMPLES / "tiled").glob("*")), ids=lambda path: path.name)
def test_samples_are_maps(path: Path) -> None:
    assert read(path, "" if "dungeon" in path.name else "treasures").map.kinds


@settings(max_examples=30)
@given(st.text(alphabet="<>/=\"'map layer data12,", max_size=60))
def test_any_text_after_a_beginning_is_a_map_or_unreadable(text: str) -> None:
    for start in (
        '<map orientation="orthogonal" width="3" height="3">',
        '{"orientation": 1, "layers": [], "tilesets": []',
    ):
        with pytest.raises(UnreadableMap):
            shelf.read(f"{start}{text}".encode(), "m", "treasures")


def test_games_that_no_layer_of_tiles_shows_are_refused() -> None:
    for game in {*GAMES} - {*DRAWN_IN_TILED}:
        with pytest.raises(mapkit.BadSetting, match="are not written as tmx"):
            shelf.written(good(game), shelf.FORMATS["tmx"], ExportOrder())
