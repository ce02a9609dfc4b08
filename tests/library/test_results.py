"""What the library finds out: for `json.dumps` as the published schemas say, and edits that are applied one by one."""

import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import mapkit
from mapkit.language.wording import translated
from mapkit.model import resources

GAMES = tuple(mapkit.GAMES)
BARE = """
+---+---+---+
| A1  T   . |
+   +   +   +
| .   .   .
+---+---+---+
"""
"""A drawing alone, with one end of a portal."""


def wrong(data: Any, schema: str, part: str = "") -> list[str]:
    """What is wrong with data that went through JSON, by a schema or a part of one."""
    whole = mapkit.json_schema(schema)
    asked = {"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]} if part else whole
    told = json.loads(json.dumps(data))
    return [error.message for error in Draft202012Validator(asked).iter_errors(told)]


@cache
def drawn(game: str) -> mapkit.Map[Any]:
    preset = "small" if game == "treasures" else "default"
    return mapkit.generate(game, "results", preset=preset, settings={"win": "treasure"} if game == "minoqaur" else {})


@cache
def damaged(game: str) -> mapkit.Map[Any]:
    """A map of which some facts are gone; a copy of a code with a few wrong modules."""
    map_ = drawn(game)
    return replace(
        map_, facts=frozenset(sorted(map_.facts, key=lambda fact: (not fact.mark.startswith("pawn"), str(fact)))[3:])
    )


@pytest.mark.parametrize("game", GAMES)
def test_faults_edits_and_analyses_go_through_json_as_their_schemas_say(game: str) -> None:
    say = partial(translated, language="de")
    faults, repaired = damaged(game).check(), damaged(game).repair()
    assert faults
    for fault in faults:
        assert wrong(fault.to_json(), "check", "finding") == []
        assert fault.to_json(say)["sentence"] == mapkit.translated(fault.sentence, "de")
    for edit in repaired.edits:
        assert wrong(edit.to_json(say), "repair", "edit") == []
    assert wrong({"file": "a.toml", "written": None, **repaired.to_json()}, "repair") == []
    found = drawn(game).solve(measures=["inner-walls"] if game in ("treasures", "labyrinth") else None)
    assert wrong({"file": "a.toml", "game": game, **found.to_json()}, "solve") == []
    for measure in found.measures.values():
        assert wrong(measure.to_json(say), "solve", "measure") == []
    assert wrong(drawn(game).to_json(), "map") == []
    assert wrong(mapkit.rules(game).to_json(say), "rules") == []


def test_edits_of_settings_that_are_taken_from_the_drawing_change_them() -> None:
    sketch = mapkit.read(BARE, game="treasures")
    now = sketch
    for edit in sketch.repair().edits:
        now = edit.apply(now)
    assert now == sketch.repair().map
    assert now.check() == ()


MANY: list[tuple[str, Callable[[], Any]]] = [
    ("simulate", lambda: mapkit.simulate(drawn("treasures"), games=4, seed="many")),
    ("simulate", lambda: mapkit.simulate("quoridor", games=3, size="5x5", seed="many", who=["easy", "medium"])),
    ("balance", lambda: mapkit.balance("quoridor", games=4, size="5x5", seed="many", players=2)),
    ("survey", lambda: mapkit.survey("quoridor", count=3, seed="many")),
    ("survey", lambda: mapkit.survey([drawn("treasures"), damaged("treasures").repair().map])),
]


@pytest.mark.parametrize(("command", "asked"), MANY)
def test_what_many_games_and_maps_show_goes_through_json_as_its_schema_says_and_to_other_processes(
    command: str, asked: Callable[[], Any]
) -> None:
    found = asked()
    assert wrong(found.to_json(partial(translated, language="ru")), command) == []
    assert pickle.loads(pickle.dumps(found)).to_json() == found.to_json()


def test_games_that_are_shared_out_are_the_same_games() -> None:
    alone = mapkit.simulate(drawn("treasures"), games=6, seed="many").to_json()
    with ThreadPoolExecutor(2) as workers:
        assert mapkit.simulate(drawn("treasures"), games=6, seed="many", workers=workers).to_json() == alone


REFUSED: list[tuple[Callable[[], object], str]] = [
    (
        lambda: mapkit.simulate(drawn("treasures"), who=["explorr"]),
        "treasures has no player 'explorr'; did you",
    ),
    (lambda: mapkit.simulate("treasures", who=["random", "random"], players=3), "who names 2 players, and 3 play; "),
    (lambda: mapkit.simulate(drawn("treasures"), size="6x6"), "size: for fresh maps, and these games are on a map"),
    (lambda: mapkit.simulate("treasure"), "there is no game 'treasure'; did you mean treasures?"),
    (lambda: mapkit.simulate("treasures", games=0), "games is 0; it takes 1 to 100000"),
    (lambda: mapkit.balance("treasures", players=1), "1 player has nobody to be even with; use players 2 or more"),
    (lambda: mapkit.survey("treasures", count=1), "count is 1; it takes 2 to 100000"),
    (lambda: mapkit.survey([drawn("treasures")]), "a survey takes two maps or more, of one game and size, not 1"),
    (lambda: mapkit.survey([*map(drawn, GAMES)]), "a survey takes two maps or more, of one game and size, not treas"),
    (lambda: mapkit.tonight(4, keeper="nobody"), "keeper is 'nobody'; say person or mapkit"),
    (lambda: mapkit.tonight(60), "mapkit has games for "),
    (
        lambda: mapkit.book([*map(drawn, GAMES[:2])]),
        "a book has maps of one game; these are of treasures and l",
    ),
    (lambda: mapkit.book([]), "a book has maps of one game; these are of "),
    (lambda: mapkit.book(drawn("quoridor")), "maps_ takes a list of maps, not Map <Map quoridor"),  # type: ignore[arg-type]
    (lambda: mapkit.survey(["a", "b"]), "what takes a list of maps, not str 'a'"),  # type: ignore[list-item]
    (lambda: mapkit.simulate([drawn("quoridor")]), "what takes a map, or the name of a game, not list"),  # type: ignore[arg-type]
    (lambda: mapkit.simulate("quoridor", workers=4), "workers takes an executor, such as ProcessPoolExecutor(), not"),  # type: ignore[arg-type]
    (lambda: mapkit.tonight("4"), "people takes a whole number, not str '4'"),  # type: ignore[arg-type]
    (lambda: mapkit.PlayedGame.from_text({}), "text takes a text, as to_text() gives it, not dict {}"),  # type: ignore[arg-type]
    (lambda: drawn("quoridor").begin(["Ann", "Bob"]).undo(-3), "turns is -3; it takes 1 or more"),
    (lambda: mapkit.translated("x", "yy"), "language is 'yy'; say en, de, fr or ru"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "says"), REFUSED, ids=[says for _, says in REFUSED])
def test_what_cannot_be_is_told_with_what_would_do(call: Callable[[], object], says: str) -> None:
    with pytest.raises(mapkit.MapkitError) as refused:
        call()
    assert str(refused.value).startswith(says)


def test_a_book_and_an_evening_are_bound() -> None:
    book = mapkit.book([drawn("treasures"), damaged("treasures").repair().map], apart=True)
    assert [data[:5] for data in (*book.pages, *book.secret)] == [b"%PDF-", b"%PDF-"]
    kit = mapkit.tonight(4, minutes=40, keeper="mapkit", seed="results", paper="letter")
    assert kit.sheets.startswith(b"%PDF-")
    assert kit.map.check() == ()
    assert kit.evening.game not in [other.game for other in kit.others]


def test_templates_hold_within_their_block_and_in_their_thread_alone(tmp_path: Path) -> None:
    (tmp_path / "presets" / "treasures").mkdir(parents=True)
    own = 'says = "Ours."\nsize = "6x6"\n'
    (tmp_path / "presets" / "treasures" / "ours.toml").write_text(own, encoding="utf-8")

    def names() -> list[str]:
        return [preset.name for preset in mapkit.presets("treasures")]

    with mapkit.templates(tmp_path), ThreadPoolExecutor(1) as other:
        assert "ours" in names()
        assert "ours" not in other.submit(names).result()
    assert "ours" not in names()
    assert resources.own_folder() is None
    with pytest.raises(mapkit.MapkitError, match="there is no such folder"), mapkit.templates(tmp_path / "none"):
        pass
    with pytest.raises(mapkit.WrongType, match=r"^folder takes the name of a folder, not 7$"), mapkit.templates(7):  # type: ignore[arg-type]
        pass


def test_what_is_said_is_in_other_languages_too() -> None:
    with pytest.raises(mapkit.MapkitError) as refused:
        mapkit.generate("treasures", "x", preset="smal")
    assert mapkit.translated(refused.value, "de").startswith("es gibt keine Vorlage 'smal'") or "smal" in str(refused)
    assert mapkit.translated(refused.value, "en") == str(refused.value)
    assert mapkit.bots("quoridor") == ("easy", "medium", "hard", "random")
