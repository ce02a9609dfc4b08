"""The output of commands for programs is as `templates/schemas` says, in every game."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from jsonschema import Draft202012Validator

import mapkit
from mapkit.cli import main
from mapkit.language.wording import translated
from mapkit.model import resources
from mapkit.model.message import from_data
from tests.command import run

SCHEMAS = {path.stem: json.loads(path.read_text()) for path in resources.path("schemas").iterdir()}
MADE: dict[str, dict[str, Any]] = {
    "treasures": {"preset": "small"},
    "quoridor": {"preset": "middle"},
    "minoqaur": {"settings": {"win": "treasure"}},  # so that its shortest win is soon found
}
WRITE_MAPS = {"generate", "complete", "export"}
STUDIED = ("treasures", "labyrinth", "quoridor", "minoqaur")


def told(*words: str, given: str | None = None) -> Any:
    """The output of a command for a program; checks it against its schema."""
    command = "moves-why" if "--why" in words else words[0]
    found = json.loads(run(*words, "--json", given=given).stdout)
    wrong = [error.message for error in Draft202012Validator(mapkit.json_schema(command)).iter_errors(found)]
    assert wrong == []
    return found


@cache
def a_map(game: str) -> str:
    return mapkit.generate(game, "schemas", **MADE.get(game, {})).to_text()


@pytest.fixture(scope="module", params=mapkit.GAMES)
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("maps") / f"{request.param}.toml"
    path.write_text(a_map(request.param))
    return str(path)


def test_every_command_for_programs_has_a_schema_and_no_other_has() -> None:
    commands = typer.main.get_command(main.app).commands  # type: ignore[attr-defined]
    heeding = {name for name, command in commands.items() if any("--json" in option.opts for option in command.params)}
    assert SCHEMAS.keys() == {*heeding, "moves-why", "map"} - WRITE_MAPS
    assert heeding >= WRITE_MAPS
    assert all(mapkit.json_schema(name) == SCHEMAS["map"] for name in WRITE_MAPS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_valid_and_names_its_command(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    title = "A map of mapkit as JSON" if name == "map" else f"mapkit {name.replace('-', ' --')} --json"
    assert SCHEMAS[name]["title"] == title
    assert mapkit.json_schema(name) == SCHEMAS[name]


def test_for_a_command_without_a_schema_those_with_one_are_named() -> None:
    for name in ("play", "../presets/treasures", ""):
        with pytest.raises(
            mapkit.BadSetting, match="say one of audit, balance, check, games, know, map, moves, moves-why, repair"
        ):
            mapkit.json_schema(name)


def test_the_games() -> None:
    assert [game["name"] for game in told("games")] == [*mapkit.GAMES]


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_rules(game: str) -> None:
    assert told("rules", game)["game"] == game


@pytest.mark.parametrize("number", ["TL-27.a", "TL-7", "MP-34", "QC-X5"])
def test_one_rule(number: str) -> None:
    assert told("rules", number)["about"] == f"mapkit rules {number}"


def test_a_legal_map(file: str, tmp_path: Path) -> None:
    assert {fault["kind"] for fault in told("check", file)} <= {"advice"}
    assert told("repair", file, "-o", "-")["edits"] == []
    assert told("repair", file, "-o", str(tmp_path / "new.toml"))["written"]


def test_what_may_be_said(file: str) -> None:
    (first, *_) = told("moves", file)["moves"]
    if "treasures" not in file and "labyrinth" not in file:  # where possible moves are no secret
        assert told("moves", file, "--why", first)["may_be_said"]
    assert told("moves", file, "--why", "dance")["why"]


@pytest.mark.parametrize("turn", ["2", "20"])
def test_what_everybody_knows(turn: str, tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text(a_map("treasures"))
    seats = ["--players", "Ann,Bob", "--bot", "Ann=explorer", "--bot", "Bob=explorer"]
    run("play", file, *seats, "--seed", "s", "--log", tmp_path / "game.jsonl")
    assert told("know", str(tmp_path / "game.jsonl"), "--turn", turn)["turn"] == int(turn)
    assert "chances" in told("know", str(tmp_path / "game.jsonl"), "--turn", turn, "--chances")
    assert told("audit", str(tmp_path / "game.jsonl"), "--map", str(file))["possible"]


def test_answers_that_cannot_be_true(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("game: treasures\nplayers: Ann\nAnn: north = safe\nAnn: south = wall\n")
    assert told("audit", str(tmp_path / "notes.txt"))["first"]["line"] == 4


def test_many_games(file: str) -> None:
    assert (
        told("simulate", file, "--games", "3", "--turns", "20", "--who", "random,random", "--seed", "s")["games"] == 3
    )


@pytest.mark.parametrize("game", STUDIED)
def test_a_survey_of_maps(game: str) -> None:
    measured = ["--measure", "difficulty"] if game == "minoqaur" else []
    found = told("survey", game, "--count", "3", "--seed", "s", *measured)
    assert (found["game"], found["maps"]) == (game, 3)


@pytest.mark.long
def test_a_survey_of_enough_maps_to_tell_what_is_even() -> None:
    found = told("survey", "treasures", "--preset", "small", "--count", "320", "--seed", "s", "--measure", "dead-ends")
    assert {thing["kind"] for thing in found["things"] if thing["even"] is None} == set()


@pytest.mark.parametrize("game", STUDIED)
def test_the_analysis_of_a_map(game: str) -> None:
    found = told("solve", "-", given=a_map(game))
    assert len(found["values"]) >= len(found["measures"]) > 0


@pytest.mark.long
@pytest.mark.parametrize("command", ["check", "solve", "simulate"])
def test_a_code_that_is_won_as_usual(command: str) -> None:
    few = ("--games", "3", "--turns", "20", "--seed", "s") if command == "simulate" else ()
    told(command, "-", *few, given=mapkit.generate("minoqaur", "schemas", preset="easy").to_text())


def test_maps_that_break_rules_and_unreadable_files(file: str, tmp_path: Path) -> None:
    text = Path(file).read_text(encoding="utf-8")
    bare = tmp_path / "bare.toml"
    bare.write_text(text.replace("T", ".").replace("C", ".").replace("#", " ") + "\nwalls = 'many'\n")
    none = tmp_path / "none.toml"
    found = told("check", str(bare), str(none), str(tmp_path))
    assert found
    assert {"error"} <= {fault["kind"] for fault in found}


def test_texts_are_in_the_language_that_was_asked_for_and_what_they_are_made_of_is_not() -> None:
    spoilt = a_map("treasures").replace("T", ".")
    in_english, in_russian = (told("check", "-", "--lang", language, given=spoilt) for language in ("en", "ru"))
    assert [fault["messages"] for fault in in_english] == [fault["messages"] for fault in in_russian] != []
    for language, found in (("en", in_english), ("ru", in_russian)):
        for fault in found:
            of = {key: from_data(text) for key, text in fault["messages"].items()}
            assert {key: translated(said, language) for key, said in of.items()}.items() <= fault.items()


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_a_blank_map_and_its_faults(game: str) -> None:
    assert {fault["kind"] for fault in told("check", "-", given=mapkit.new(game))} <= {"fault", "advice"}


PLACES = {
    "perfect": 'game = "quoridor"\nsize = 5\nwalls_each = 0\npawns = "c1 c5"\n',
    "forced": 'game = "quoridor"\nsize = 5\npawns = "c3 c4"\nwalls = "b2h:S"\n',
    "four": 'game = "quoridor"\nplayers = 4\nsize = 5\npawns = "c1 a3 c5 e3"\n',
    "shut": """game = "labyrinth"
rules = "G1-S1-F5-V1-T1-A2-H1-W5-O1"
map = '''
+---+---+---+
| T   A   .
+---+---+   +
| .   . | . |
+---+---+---+
'''
""",
}


@pytest.mark.parametrize("name", PLACES)
def test_further_analyses_of_maps(name: str) -> None:
    assert told("solve", "-", given="mapkit = 1\n" + PLACES[name])["values"]


@pytest.mark.parametrize("given", [{"tie": "random"}, {"win": "any"}], ids=str)
def test_codes_that_are_won_in_other_ways(given: dict[str, object]) -> None:
    code = mapkit.generate("minoqaur", "p2", settings=given).to_text()
    assert (told("solve", "-", "--plies", "2", given=code)["values"]["par"] is None) == ("tie" in given)
