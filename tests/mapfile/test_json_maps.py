"""Maps as JSON: one form for all games, the same map as in TOML, and read wherever a map file is read."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

import mapkit
from mapkit.cli import main
from mapkit.mapfile import json_file, writer
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.grid import borders
from mapkit.model.map import Map
from tests.mapfile.test_document import CELLAR, GAMES, combs, maps, presets, reading

SCHEMA = Draft202012Validator(mapkit.json_schema("map"))
KINDS = [*((game, "default") for game in mapkit.GAMES), ("labyrinth", "tower"), ("dungeon", "stack")]


@cache
def a_map(game: str, preset: str) -> Map[Any]:
    preset, asked = ("default", {"levels": 2}) if preset == "stack" else (preset, {})
    return mapkit.generate(game, "json", preset=preset, settings=asked)


def read(text: str) -> Map[Any]:
    return json_file.read(text.encode(errors="surrogatepass"), "toy.json", GAMES, presets).map


def without(text: str, *keys: str) -> str:
    """The JSON without some keys, all in one line, as a program may write it."""
    return json.dumps({key: value for key, value in json.loads(text).items() if key not in keys})


@settings(max_examples=20)
@given(maps() | combs())
def test_toml_to_json_to_toml_gives_the_same_map(map_: Map[Any]) -> None:
    toml = writer.show(map_)
    text = json_file.show(reading(toml).map)
    assert read(text) == read(without(text, "cells", "borders", "size")) == map_
    assert writer.show(read(json_file.show_in_a_line(map_, "seed"))) == toml


@settings(max_examples=20)
@given(maps())
def test_cells_and_borders_alone_are_the_map_too(map_: Map[Any]) -> None:
    assert read(without(json_file.show(map_), "drawing")) == map_


@pytest.mark.parametrize(("game", "preset"), KINDS)
def test_maps_of_all_games_have_one_form(game: str, preset: str) -> None:
    map_ = a_map(game, preset)
    told = map_.to_json()
    assert [*SCHEMA.iter_errors(told)] == []
    assert list(told) == list(json_file.data(map_))
    assert [entry["cell"] for entry in told["cells"]] == [*map_.params.grid.cells()]
    assert {cell["cell"]: cell["marks"][0] for cell in told["cells"] if map_.kinds and cell["marks"]} == {**map_.kinds}
    assert {(entry["cell"], entry["side"]) for entry in told["borders"]} <= {*borders(map_.params.grid)}
    assert mapkit.read(json.dumps(map_.to_json())) == mapkit.read(map_.to_json()) == mapkit.read(map_.to_text()) == map_
    other = without(json.dumps(map_.to_json()), "drawing", "listings")
    assert mapkit.read(other) == map_
    assert mapkit.read(without(json.dumps(map_.to_json()), "cells", "borders").encode()) == map_


def test_json_without_preset_and_settings_is_taken_as_drawn() -> None:
    """As a map file is; a program that writes JSON need not know the settings of a game."""
    told = without(json.dumps(a_map("treasures", "default").to_json()), "preset", "settings", "drawing")
    map_ = mapkit.read(told)
    assert map_.preset == "as-drawn"
    assert map_.check() == ()
    assert mapkit.read(map_.to_text()) == mapkit.read(map_.to_json()) == map_


def test_people_can_read_the_drawing_in_the_json_and_faults_have_its_lines(tmp_path: Path) -> None:
    text = json_file.show(reading(CELLAR).map)
    assert '      "| T   .   ~>  ~>|",\n' in text
    assert '    {"cell": "a3", "x": 0, "y": 2, "floor": 1, "marks": ["treasure"]},\n' in text
    assert '    {"cell": "d2", "side": "E", "beyond": null, "mark": "exit"},\n' in text
    found = json_file.read(text.encode(), "toy.json", GAMES, presets)
    line, column = found.spot("d3")
    assert text.splitlines()[line - 1][column - 1 :].startswith('~>|"')
    assert writer.redraw(found, found.map) == writer.show(found.map)


WRONG: list[tuple[str, str, str]] = [
    ('"c3"', '"z9"', '28:5: error: "z9" is no cell of this board; cells are named a1 to d3'),
    ('["treasure"]', '["tresure"]', '26:5: error: "tresure" is no mark of cells in toy; did you mean treasure?'),
    ('"mark": "exit"', '"mark": "exti"', '42:5: error: "exti" is no mark of borders in toy; did you mean exit?'),
    (
        '"marks": ["treasure"]',
        '"marks": ["safe"]',
        "a3 has safe in cells, and treasure in the drawing or the listings",
    ),
    ('"side": "E"', '"side": "NE"', '"NE" is no side of a cell'),
    ("| T   .", "| Q   .", '17:10: error: "Q" is no symbol of toy'),
    ('"marsh": 0', '"marsh": null', '8:14: error: "marsh" is null; it takes a text or a whole number'),
    ('"marsh": 0', '"mash": 0', '8:5: error: unknown key "mash"; did you mean "marsh"?'),
    ('"marsh": 0', '"marsh": 0, "marsh": 1', '8:17: error: "marsh" is set twice; first in line 8'),
    ('"title"', '"tilte"', '4:3: error: unknown key "tilte"; did you mean title?'),
    ('"mapkit": 1', '"mapkit": 2', "2:13: error: this file needs a newer mapkit"),
    ('"mapkit": 1,', "", "1:1: error: mapkit is missing; it takes the version of the format, 1"),
    ('"game": "toy"', '"game": "tou"', '3:11: error: "tou" is no game of mapkit; did you mean "toy"?'),
    ('"game": "toy"', '"game": ["toy"]', "3:11: error: game is a list; it takes the name of a game in quotes"),
    ('"size": "4x3"', '"size": "3x4"', '6:11: error: size is "3x4", and the map has 4x3; correct one of the two'),
    ('"borders": [', '"borders": [3, ', "3 is no object; one of borders looks like"),
    ('"floor": 1, "marks"', '"foor": 1, "marks"', 'unknown key "foor"'),
    ('"drawing": [', '"drawing": ["+---+", ', "a floor of the drawing is a list of lines in quotes"),
    ("{\n", "{\n oops", "2:2: error: this is no JSON: a key is missing, in quotes such as"),
    ('"cells": [', '"cells": ' + 30 * "[" + 30 * "]" + ', "x": [', "brackets in brackets, more than 20 deep"),
]


@pytest.mark.parametrize(("old", "new", "says"), WRONG, ids=[new for _, new, _ in WRONG])
def test_what_is_wrong_in_json_is_told_with_its_line(old: str, new: str, says: str) -> None:
    text = json_file.show(reading(CELLAR).map)
    assert old in text
    with pytest.raises(UnreadableMap) as refused:
        read(text.replace(old, new, 1))
    assert says in str(refused.value)


def test_what_json_lacks_is_told_all_the_same() -> None:
    text = json_file.show(reading(CELLAR).map)
    for left, says in (
        (without(text, "drawing", "cells", "borders"), "the map itself is missing; it takes a drawing, a list of"),
        (without(text, "drawing", "size"), 'size is missing; write "size": "4x3" or another'),
        ('["mapkit"]', "a map is an object"),
        ("[" * 200_000, "this is no JSON"),
    ):
        with pytest.raises(UnreadableMap, match=says):
            read(left)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The JSON of a map with a few characters replaced."""
    text, at = json_file.show(reading(CELLAR).map), draw(st.integers(0, 3000))
    return text[:at] + draw(st.text(max_size=3)) + text[at + 1 :]


@settings(max_examples=40)
@given(damaged() | st.text().map("{".__add__))
def test_anything_like_json_is_a_map_or_unreadable(text: str) -> None:
    try:
        assert isinstance(read(text), Map)
    except UnreadableMap as unreadable:
        assert str(unreadable).startswith("toy.json:")  # noqa: PT017 (most of these texts are no maps, but some are)


# Commands


def run(*words: str, text: str | None = None, code: int = 0) -> str:
    result = CliRunner().invoke(main.app, words, input=text, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


SMALL = ("treasures", "--preset", "small", "--seed", "json")


def test_generate_prints_a_map_for_programs_and_many_in_lines(tmp_path: Path) -> None:
    one = run("generate", *SMALL, "--json")
    assert mapkit.read(one) == mapkit.generate("treasures", "json", preset="small")
    assert one == run("generate", *SMALL, "--format", "json")
    first, second = run("generate", *SMALL, "--json", "--count", "2").splitlines()
    assert mapkit.read(first) == mapkit.generate("treasures", "json-1", preset="small")
    assert mapkit.read(second) == mapkit.generate("treasures", "json-2", preset="small")
    path = tmp_path / "one.json"
    run("generate", *SMALL, "-o", str(path))
    assert path.read_text() == one
    run("generate", *SMALL, "--json", "--count", "2", "-o", str(tmp_path / "many"))
    files = sorted((tmp_path / "many").iterdir())
    assert [file.name for file in files] == ["treasures-json-001.json", "treasures-json-002.json"]
    assert mapkit.read(files[0].read_bytes()) == mapkit.read(first)


def test_many_maps_go_into_one_file_of_json_lines(tmp_path: Path) -> None:
    many, path = ("generate", *SMALL, "--json", "--count", "2"), tmp_path / "two.jsonl"
    run(*many, "-o", str(path))
    assert path.read_text() == run(*many)
    again = CliRunner().invoke(main.app, [*many, "-o", str(path)])
    assert again.exit_code != 0
    assert "exists already" in again.output
    for command in (["describe"], ["print"], ["moves"]):
        told = CliRunner().invoke(main.app, [*command, str(path)]).output
        assert "two.jsonl:2:1: error: this file has several maps, one a line; give one line" in told
    with pytest.raises(mapkit.UnreadableMap, match="this file has several maps, one a line"):
        mapkit.read(path.read_bytes())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"mapkit": ' + "1" * 5000 + "}", "1:12: error: a number is too long for a map; write one of few digits"),
        ('{"mapkit": ' + "[" * 100_000, "brackets in brackets, more than 20 deep; a map needs four at most"),
    ],
)
def test_a_text_far_beyond_any_json_is_told_in_sentences(text: str, told: str) -> None:
    with pytest.raises(mapkit.UnreadableMap) as refused:
        mapkit.read(text)
    assert told in str(refused.value)
    assert not re.search("set_int_max|recursion|Expecting|as as", str(refused.value))


def test_a_map_goes_to_json_and_back_by_export_and_import(tmp_path: Path) -> None:
    toml, as_json, back = (tmp_path / name for name in ("a.toml", "a.json", "b.toml"))
    run("generate", *SMALL, "-o", str(toml))
    assert json.loads(run("export", str(toml), "--json")) == mapkit.read(toml.read_text()).to_json()
    run("export", str(toml), "-o", str(as_json))
    run("import", str(as_json), "-o", str(back))
    assert back.read_text() == toml.read_text().partition("\n")[2]


def test_json_is_read_wherever_a_map_file_is(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    text = json_file.show(a_map("treasures", "default"))
    path.write_text(text)
    assert run("check", str(path)) == f"{path}: legal\n"
    assert run("check", "-", text=text) == "-: legal\n"
    assert "north" in run("moves", str(path))
    assert "player.pdf" in run("print", str(path), "--sheets", "player", "-o", str(tmp_path))
    blank = text.replace('["safe"]', "[]", 1)
    assert "legal" not in run("check", "-", text=without(blank, "drawing"), code=1)
    filled = run("complete", "-", "--json", "--seed", "s", text=without(blank, "drawing"))
    assert mapkit.read(filled).check() == ()
    log = str(tmp_path / "a.jsonl")
    run("play", str(path), "--players", "Ann,Bob,Cy,Di,Eve", "--seed", "s", "--log", log, text="quit\n")
    assert "north" in run("moves", log)


def test_format_json_is_another_word_for_json(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(mapkit.generate("treasures", "json", preset="small").to_text())
    for words in (("games",), ("rules", "treasures"), ("check", str(path)), ("solve", str(path)), ("moves", str(path))):
        assert run(*words, "--format", "json") == run(*words, "--json") != run(*words, "--format", "text")
