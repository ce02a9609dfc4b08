"""A group's own rules hold: they belong to the game object of a map, whatever other game has its name."""

import copy
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import pytest

import mapkit
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import Pack
from mapkit.model.map import Map
from mapkit.model.rule import Amount, Claims, Rule, claims_nothing, none
from mapkit.model.settings import amount, of_module, settings
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.sheet import A4, Text
from mapkit.studio import edits
from mapkit.studio.scene import scene


def numbers(found: Collection[mapkit.Fault]) -> list[str]:
    return [fault.rule.number for fault in found if fault.rule.number.startswith("HOUSE")]


@pytest.fixture(params=GAMES)
def ours(request: pytest.FixtureRequest) -> Map[Any]:
    """A map whose game has a rule and advice of the group's own: that one thing on this map is not there."""
    drawn = mapkit.generate(request.param, "house")
    kept = {"safe", "blank", "rope", "dark"}
    found = min(
        (fact for fact in drawn.facts if fact.mark not in kept), key=lambda fact: (fact.mark != "wall", str(fact))
    )

    def claims(_: object) -> Claims:
        yield found.place, none([found])

    design = drawn.game.design
    rule, advice = (Rule(number, "We want this place empty.", claims, ()) for number in ("HOUSE-1", "HOUSE-2"))
    design = replace(design, rules=(*design.rules, rule), advice=(*design.advice, advice))
    return replace(drawn, game=replace(drawn.game, design=design))


def test_a_rule_of_a_group_is_told_and_repaired_on_its_own_maps_and_on_no_others(ours: Map[Any]) -> None:
    theirs = replace(ours, game=GAMES[ours.game.name])
    for _ in range(2):
        assert [numbers(drawing.check()) for drawing in (ours, theirs)] == [["HOUSE-1"], []]
        assert [numbers(drawing.advise()) for drawing in (ours, theirs)] == [["HOUSE-2"], []]
    repaired = ours.repair()
    assert (repaired.map.game, repaired.map.check()) == (ours.game, ())
    assert len(repaired.edits) > 0
    assert mapkit.generate(ours.game, "house").check() == ()


def test_a_rule_of_a_group_is_on_the_card_and_in_the_studio(ours: Map[Any]) -> None:
    """Its sentence may name any setting, whatever value that has."""
    named = {f"H-{number}": setting.name for number, setting in enumerate(settings(type(ours.params)), 1)}
    rules = [Rule[Any](number, f"We play {{{name}}}.", claims_nothing, ()) for number, name in named.items()]
    design = replace(ours.game.design, rules=(*ours.game.design.rules, *rules))
    told = ours.public._replace(game=replace(ours.game, design=design))
    for language in ("en", "ru"):
        pages = paper_of(ours.game).public["card"](told, Edition(A4, language, numbers=True))
        on_card = {mark.text for page in pages for mark in page.marks if isinstance(mark, Text)}
        assert on_card >= {"HOUSE-1", *named}
    read = maps.read(ours.to_text().encode(), "ours", game=ours.game)
    assert [fault["rule"] for fault in scene(read)["faults"]] == ["HOUSE-1"]
    repaired = ours.repair().map
    assert edits.redrawn(read, repaired).map == repaired


def test_a_game_without_rules_has_none_on_its_card(ours: Map[Any]) -> None:
    """It has the card of a game whose only rule is never in force, and no rule of mapkit's."""
    never = Rule[Any]("HOUSE-3", "Never.", claims_nothing, (), lambda _: False)
    bare, idle = (
        replace(ours, game=replace(ours.game, design=replace(ours.game.design, rules=rules, advice=())))
        for rules in ((), (never,))
    )
    card = paper_of(bare.game).public["card"]
    assert card(bare.public, Edition(A4)) == card(idle.public, Edition(A4))


def test_a_sentence_of_a_rule_names_settings_of_its_game_alone(ours: Map[Any]) -> None:
    wrong = Rule[Any]("HOUSE-3", "We like {gardens}.", claims_nothing, ())
    for rules, advice in (((wrong,), ()), ((), (wrong,))):
        with pytest.raises(mapkit.BadSetting, match=r"^rule HOUSE-3 names \{gardens\}, which is no setting; "):
            replace(ours.game.design, rules=rules, advice=advice)


@pytest.mark.parametrize("symbol", ["WELL", "", "?", "a b", "\u2502", "\u200b", "T", "O"])
def test_a_tile_whose_symbol_could_not_be_read_back_is_refused(symbol: str) -> None:
    """It is too long, cannot be seen, or is that of another tile, in the game or in a pack that is off."""

    @dataclass(frozen=True)
    class WellSettings(Params):
        wells: Amount = of_module(amount(0, "Wells", "HOUSE-1"))

    class Wells(Pack):
        name, settings = "wells", WellSettings
        tiles = {"well": (symbol, "well")}  # noqa: RUF012  # as `docs/house-rules.md` shows it

    with pytest.raises(mapkit.BadSetting, match="symbol"):
        Wells().added_to(GAMES["treasures"])


def test_a_map_of_a_group_is_read_from_every_form_with_its_game(ours: Map[Any]) -> None:
    """The names of the games in files stay those of mapkit."""
    for text in (ours.to_text(), ours.to_json(), ours.share()):
        assert mapkit.read(text, game=ours.game) == ours != mapkit.read(text)
    assert mapkit.read(ours.to_json(), game=ours.game) == ours


def test_a_copy_of_a_map_with_rules_of_ones_own_is_the_map(ours: Map[Any]) -> None:
    assert copy.deepcopy(ours) == copy.copy(ours) == ours
    assert numbers(copy.deepcopy(ours).check()) == numbers(ours.check())
