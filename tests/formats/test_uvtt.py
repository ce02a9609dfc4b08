"""Maps for virtual tabletops: the fields that readers ask for, and walls that lie where the picture has them."""

import json
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageStat

import mapkit
from mapkit.formats.record import ExportOrder
from mapkit.formats.shelf import FORMATS, written
from mapkit.formats.uvtt import Point, barriers, polylines
from mapkit.model.design import UNDECIDED
from mapkit.model.grid import borders
from mapkit.model.map import Map
from tests.command import run

POINT = {"type": "object", "required": ["x", "y"], "properties": {"x": {"type": "number"}, "y": {"type": "number"}}}
LINE = {"type": "array", "minItems": 2, "items": POINT}
FIELDS = {
    "type": "object",
    "required": [
        *(
            "format",
            "resolution",
            "line_of_sight",
            "objects_line_of_sight",
            "portals",
            "environment",
            "lights",
            "image",
        ),
    ],
    "additionalProperties": False,
    "properties": {
        "format": {"const": 0.3},
        "resolution": {
            "type": "object",
            "required": ["map_origin", "map_size", "pixels_per_grid"],
            "properties": {"map_origin": POINT, "map_size": POINT, "pixels_per_grid": {"type": "integer"}},
        },
        "line_of_sight": {"type": "array", "items": LINE},
        "objects_line_of_sight": {"type": "array", "items": LINE},
        "portals": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["position", "bounds", "rotation", "closed", "freestanding"],
                "properties": {
                    "position": POINT,
                    "bounds": {**LINE, "maxItems": 2},
                    "rotation": {"type": "number"},
                    "closed": {"type": "boolean"},
                    "freestanding": {"type": "boolean"},
                },
            },
        },
        "environment": {
            "type": "object",
            "required": ["baked_lighting", "ambient_light"],
            "properties": {
                "baked_lighting": {"type": "boolean"},
                "ambient_light": {"type": "string", "pattern": "^[0-9a-f]{8}$"},
            },
        },
        "lights": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["position", "range", "intensity", "color", "shadows"],
                "properties": {
                    "position": POINT,
                    "range": {"type": "number"},
                    "intensity": {"type": "number"},
                    "color": {"type": "string", "pattern": "^[0-9a-f]{8}$"},
                    "shadows": {"type": "boolean"},
                },
            },
        },
        "image": {"type": "string"},
    },
}
"""The fields of Universal VTT as programs that read it publish them."""
MAPS = {
    "treasures": ("small", {}),
    "labyrinth": ("extreme", {}),
    "dungeon": ("small", {"stone_wall": 20}),
    "minoqaur": ("default", {}),
}
INK, DIFFERENT = 110, 8
"""A pixel is ink where its brightness is at most this; the ground, rivers and signs are brighter. Solid cells have no
thick line around them, but differ from others by more than this."""


def tables(map_: Map[Any], lit: frozenset[str] | None = None) -> list[dict[str, Any]]:
    """The files of the floors of a map, held to the list of fields."""
    validator = pytest.importorskip("jsonschema").Draft202012Validator(FIELDS)
    found = [json.loads(data) for data in written(map_, FORMATS["uvtt"], ExportOrder(lit=lit)).values()]
    for told in found:
        assert [error.message for error in validator.iter_errors(told)] == []
    return found


def picture(told: dict[str, Any]) -> Image.Image:
    return Image.open(BytesIO(b64decode(told["image"]))).convert("L")


def darkest(seen: Image.Image, x: float, y: float, near: int = 5) -> int:
    """The darkest pixel near a point of the picture."""
    box = seen.crop((int(x) - near, int(y) - near, int(x) + near + 1, int(y) + near + 1))
    return min(box.tobytes())


def parts(told: dict[str, Any], seen: Image.Image, one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether a line of the picture runs there all along, or a solid cell begins there."""
    pixels = told["resolution"]["pixels_per_grid"]
    long = ((other["x"] - one["x"]) ** 2 + (other["y"] - one["y"]) ** 2) ** 0.5
    aside = (one["y"] - other["y"]) / long * pixels / 4, (other["x"] - one["x"]) / long * pixels / 4

    def ground(x: float, y: float) -> float:
        return ImageStat.Stat(seen.crop((int(x) - 4, int(y) - 4, int(x) + 5, int(y) + 5))).mean[0]

    return all(
        darkest(seen, x, y) <= INK
        or abs(ground(x + aside[0], y + aside[1]) - ground(x - aside[0], y - aside[1])) > DIFFERENT
        for x, y in along(told, one, other)
    )


def along(told: dict[str, Any], one: dict[str, float], other: dict[str, float]) -> Iterator[tuple[float, float]]:
    """Points on a line, in pixels, a quarter of a square apart."""
    pixels = told["resolution"]["pixels_per_grid"]
    steps = max(2, round(4 * (abs(one["x"] - other["x"]) + abs(one["y"] - other["y"]))))
    for step in range(steps):
        part = (step + 0.5) / steps  # between the corners, where four cells meet
        yield tuple((one[k] + (other[k] - one[k]) * part) * pixels for k in "xy")


@pytest.fixture(scope="module", params=MAPS)
def drawn(request: pytest.FixtureRequest) -> Map[Any]:
    preset, settings = MAPS[request.param]
    return mapkit.generate(request.param, "tabletop", preset=preset, settings=settings)


def test_the_picture_has_as_many_pixels_as_its_grid_says(drawn: Map[Any]) -> None:
    for told in tables(drawn):
        size, pixels = told["resolution"]["map_size"], told["resolution"]["pixels_per_grid"]
        assert picture(told).size == (size["x"] * pixels, size["y"] * pixels)


def test_walls_lie_on_the_lines_of_the_picture(drawn: Map[Any]) -> None:
    """Laid over the picture, every wall, door and window is on ink, and every open border is not."""
    for told in tables(drawn):
        seen = picture(told)
        assert told["line_of_sight"]
        for line in told["line_of_sight"]:
            for one, other in pairwise(line):
                assert parts(told, seen, one, other), (one, other)
        for portal in told["portals"]:
            assert parts(told, seen, *portal["bounds"]), portal


def test_what_is_open_lies_on_no_line_of_the_picture() -> None:
    map_ = mapkit.generate("treasures", "tabletop", preset="small", settings={"river": 0, "rivers": 0})
    (told,) = tables(map_)
    seen, pixels, rows = picture(told), told["resolution"]["pixels_per_grid"], map_.params.grid.rows
    shut = barriers(map_)
    for line in borders(map_.params.grid):
        if line not in shut and map_.params.grid.step(line.cell, line.side):
            x, y = map_.params.grid.centre(line.cell)
            aside, up = {"N": (0, 0.5), "E": (0.5, 0)}[line.side]
            at = (x + aside + 1.5) * pixels, (rows - y - up + 0.5) * pixels
            assert darkest(seen, *at, near=2) > INK, line


def test_doors_and_windows_are_portals_and_walls_are_not() -> None:
    map_ = mapkit.generate("labyrinth", "tabletop", preset="extreme")
    (told,) = tables(map_)
    marks = [fact.mark for fact in map_.facts if "door" in fact.mark or "window" in fact.mark]
    assert len(told["portals"]) == len(marks) > 3
    lines = {(point["x"], point["y"]) for line in told["line_of_sight"] for point in line}
    assert all(abs(x % 1) < 1e-6 and abs(y % 1) < 1e-6 for x, y in lines), "walls lie on the grid"


def test_each_floor_has_a_file_and_a_large_board_no_more_pixels_than_a_picture_may(tmp_path: Path) -> None:
    tower = mapkit.generate("labyrinth", "tabletop", preset="tower")
    path = tmp_path / "tower.toml"
    path.write_text(tower.to_text())
    said = run("export", path, "-o", tmp_path / "t.dd2vtt").stdout.splitlines()
    assert [Path(name).name for name in said] == [
        "t.dd2vtt",
        *(f"t-{n}.dd2vtt" for n in range(2, tower.params.grid.floors + 1)),
    ]
    assert run("export", path, "--format", "uvtt", "-o", "-").exit_code == 2
    (told,) = tables(mapkit.read(mapkit.new("treasures", preset="any-size", size="64x64")))
    assert max(picture(told).size) <= 4096


def test_a_game_gives_what_was_known_and_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("pysat", reason="the extra deduction is not installed")
    map_, log = mapkit.generate("treasures", "tabletop", preset="small"), tmp_path / "game.jsonl"
    (tmp_path / "map.toml").write_text(map_.to_text())
    run(
        "play",
        tmp_path / "map.toml",
        *["--players", "Ann,Bob", "--bot", "Ann=explorer", "--bot", "Bob=explorer", "--seed", "3", "--log"],
        log,
    )
    assert run("export", log, "--format", "map", "-o", tmp_path / "known.toml").exit_code == 0
    known = mapkit.read((tmp_path / "known.toml").read_text())
    sure = {fact for fact in known.facts if fact.mark != UNDECIDED}
    assert len(known.kinds) > 5
    assert sure <= map_.facts
    assert run("export", log, "-o", tmp_path / "known.uvtt").exit_code == 0
    told = json.loads((tmp_path / "known.uvtt").read_text())
    assert told["environment"]["ambient_light"] == "ff000000"
    assert len(known.kinds) <= len(told["lights"]) <= len(known.params.grid.cells())
    seen = picture(told)
    for line in told["line_of_sight"]:
        for one, other in pairwise(line):
            assert parts(told, seen, one, other)


def test_pieces_become_long_lines_without_points_in_the_middle() -> None:
    square: list[tuple[Point, Point]] = [
        ((0, 0), (1, 0)),
        ((1, 0), (2, 0)),
        ((2, 0), (2, 1)),
        ((2, 1), (0, 1)),
        ((0, 1), (0, 0)),
    ]
    (ring,) = polylines(square)
    assert ring[0] == ring[-1]
    assert {*ring} >= {(2, 0), (2, 1), (0, 1)}
    cross = polylines([((0, 1), (1, 1)), ((1, 1), (2, 1)), ((1, 0), (1, 1)), ((1, 1), (1, 2))])
    assert sum(len(line) - 1 for line in cross) == 4
    assert polylines([((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 0))]) == [[(0, 0), (3, 0)]]


def test_a_map_of_which_nothing_is_known_is_dark() -> None:
    map_ = mapkit.generate("treasures", "tabletop", preset="small")
    nothing = replace(map_, facts=frozenset())
    assert tables(nothing, frozenset())[0]["environment"]["ambient_light"] == "ff000000"
    assert tables(map_)[0]["environment"]["ambient_light"] == "ffffffff"
