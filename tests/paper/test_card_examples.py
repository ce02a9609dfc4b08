"""The example turns on rule cards: the referee's answers, and pictures that show what these told and nothing else."""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import in_theme, languages
from mapkit.model.map import Public
from mapkit.model.rule import Amount
from mapkit.paper.card import Example, ExampleRow
from mapkit.paper.drawing import BAND
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.sheet import A4, Box, Circle, Ink, Mark, Path, Text, extent
from tests.games.test_labyrinth_groups import GROUPS, Group
from tests.sheet_measures import prose

PRESETS = [(game, preset.name) for game in GAMES for preset in maps.presets(game)]
BLIND = [(game, preset) for game, preset in PRESETS if game in ("treasures", "labyrinth")]
ON_A4 = Edition(A4)


def public_of(game: str, preset: str, **given: Any) -> Public:
    of = GAMES[game]
    return Public("", of.public_params(replace(maps.params(of, preset, None, {}), **given)), of)


def example_of(public: Public, edition: Edition, monkeypatch: pytest.MonkeyPatch) -> Example:
    sheets = import_module(f"mapkit.games.{public.game.name}.sheets")
    with monkeypatch.context() as patched:
        patched.setattr(sheets, "rule_card", lambda _, sections, *rules: tuple(sections))
        parts = sheets.card_sheets(public, edition)
    (example,) = (part for part in parts if isinstance(part, Example))
    return example


def picture(row: ExampleRow) -> list[Mark]:
    assert row.draw
    return [*row.draw(Box(0.0, 0.0, 40.0, 40.0))]


def assert_drawn_as_heard(rows: Sequence[ExampleRow]) -> None:
    """Ann begins on b2 of 4 x 3 cells. North of b2 is a wall; nothing bars her way east."""
    north_of_b2, at = (10.0, 10.0, 10.0), (15.0, 15.0)
    drawn = [(row, picture(row)) for row in rows if row.draw]
    refused, entered = drawn
    for (row, marks), (middle, known) in zip(drawn, ((at, 1), ((25.0, 15.0), 2)), strict=True):
        walls = [extent(mark) for mark in marks if isinstance(mark, Path) and mark.ink is Ink.WALL]
        assert [(wall.x, wall.middle[1], wall.width) for wall in walls] == [pytest.approx(north_of_b2, abs=1e-6)]
        (circle,) = (mark for mark in marks if isinstance(mark, Circle))
        assert (circle.x, circle.y) == pytest.approx(middle)
        assert len([mark for mark in marks if isinstance(mark, Text)]) == known, row.said
    assert "Ann" in refused[0].said
    assert any(word in " ".join(refused[0].heard) for word in ("impossible", "cannot"))
    assert not any(word in " ".join(entered[0].heard) for word in ("impossible", "cannot"))
    assert all(not row.draw and "Ann draws nothing" in row.remark for row in rows if row.said.startswith("Bob"))


@pytest.mark.parametrize(("game", "preset"), BLIND)
def test_a_wall_is_drawn_where_a_step_was_refused_and_nothing_else(
    game: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_drawn_as_heard(example_of(public_of(game, preset), ON_A4, monkeypatch).rows)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_the_example_follows_the_code_of_a_group(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    """MP-S-1, MP-S-2: a player who may ask again does so; else it is the other player's turn."""
    game = GAMES["labyrinth"]
    params = maps.params(game, "default", group.size, group.given)
    rows = example_of(Public("", game.public_params(params), game), ON_A4, monkeypatch).rows
    assert_drawn_as_heard(rows)
    again = "S1" in params.code or params.turn == "three-actions"
    assert [row.said.partition(":")[0] for row in rows] == (["Ann", "Ann", "Bob"] if again else ["Ann", "Bob", "Ann"])


def test_directions_and_players_are_those_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    tower = example_of(public_of("labyrinth", "tower"), ON_A4, monkeypatch)
    alone = example_of(public_of("labyrinth", "default", players=1), ON_A4, monkeypatch)
    assert [row.said for row in tower.rows] == ["Ann: “north”", "Ann: “right”", "Bob: “north”"]
    assert [row.said for row in alone.rows] == ["Ann: “up”", "Ann: “right”"]


def test_rules_that_no_game_begins_with_have_no_example(monkeypatch: pytest.MonkeyPatch) -> None:
    several = maps.params(GAMES["labyrinth"], "default", None, {"rules": "G1-S1-F1-V1-T1-A4-H1-W1-O1"})
    assert isinstance(several, LabyrinthSettings)
    public = Public("", replace(several, arsenals=Amount(0, 0)), GAMES["labyrinth"])
    assert example_of(public, ON_A4, monkeypatch).rows == ()
    assert "A turn, for example" not in prose(paper_of(public.game).public["card"](public, ON_A4))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_has_an_example_in_every_language(
    game: str, preset: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = public_of(game, preset)
    example = example_of(public, Edition(A4, language), monkeypatch)
    heard = [text for row in example.rows for text in (row.said, *row.heard)]
    assert len(heard) >= 2
    assert all(heard)
    assert any(row.draw for row in example.rows)
    assert not any("{" in text or "[" in text for text in heard)


def test_a_jump_and_walls_of_quoridor_are_those_of_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """QC-13, QC-15, QC-17: over a pawn, past a wall behind it, and a wall that lies and one that stands."""
    rows = example_of(public_of("quoridor", "default"), ON_A4, monkeypatch).rows
    assert [row.heard for row in rows] == [
        ["Ann moves to c4."],
        ["Ann moves to d3."],
        ["Ann places b3h."],
        ["Ann places d2v."],
    ]
    tile = (40.0 - BAND) / 5
    lie = {"north of c3, d3": (3, 2), "north of b3, c3": (2, 2), "east of d2, d3": (4, 3)}
    for row, wall in zip(rows, (None, *lie), strict=True):
        middles = [extent(mark).middle for mark in picture(row) if isinstance(mark, Path) and mark.ink is not Ink.ARROW]
        stand = {where for where, (x, y) in lie.items() if pytest.approx((BAND + x * tile, y * tile)) in middles}
        assert stand == ({wall} if wall else set())
        assert (any(mark.ink is Ink.ARROW for mark in picture(row))) == row.heard[0].startswith("Ann moves")


def test_the_example_of_dungeon_has_a_charge_and_a_pit(monkeypatch: pytest.MonkeyPatch) -> None:
    (row,) = example_of(public_of("dungeon", "default"), ON_A4, monkeypatch).rows
    assert "Ann falls to level 2." in row.heard
    assert any(text.startswith("The Minotaur on b4 charges at Bob") for text in row.heard)


def test_the_minoqaur_of_the_example_moves_as_its_rule_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """MQ-30 to MQ-37."""
    rows = example_of(public_of("minoqaur", "default"), ON_A4, monkeypatch).rows
    assert all(any("the minoqaur looks" in text for text in row.heard) for row in rows)
    ways = [[mark for mark in picture(row) if mark.ink is Ink.ORANGE_PATH] for row in rows]
    assert 0 < len(ways[0]) <= len(ways[1])


@pytest.mark.parametrize("theme", ["cursed-forest", "haunted-house", "pirate-ship", "psych-ward"])
def test_a_theme_tells_the_example_in_its_own_words(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    public = public_of("treasures", "small")
    plain = example_of(public, ON_A4, monkeypatch)
    own = example_of(public, Edition(A4, in_theme("en", theme)), monkeypatch)
    assert [row.said for row in own.rows] == [row.said for row in plain.rows]
    assert all(mine.heard != usual.heard for mine, usual in zip(own.rows[1:3], plain.rows[1:3], strict=True))
