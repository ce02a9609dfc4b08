"""Random sets of house options: maps are legal, games can be played, and what is heard never excludes the truth."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import mapkit
from mapkit.games.labyrinth.code import PRESETS
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.knowledge.audit import Auditor
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.rule import NoSuchMap
from mapkit.model.settings import BadSetting, Choice, Limit, Number, Setting, settings
from tests.knowledge.test_deduction import follow, played, truth_is_possible

OPTIONS = tuple(each for each in settings(LabyrinthSettings) if each.agreed and each.name not in ("drift", "boomerang"))


def some_value(setting: Setting, chance: Chance) -> str:
    kind = setting.value_kind
    if isinstance(kind, Choice):
        return chance.choice(kind.words)
    if isinstance(kind, Limit | Number):
        return str(chance.between(kind.low, kind.low + 3))
    return str(chance.between(0, 2))


def with_some_options(number: int) -> Map[Any]:
    """A map of a group that has agreed on a few options at random."""
    chance = Chance(f"options {number}")
    while True:
        chosen = {setting.name: some_value(setting, chance) for setting in chance.shuffled(OPTIONS)[:4]}
        rules = chance.choice([*PRESETS])
        try:
            return mapkit.generate("labyrinth", f"{number}", size="6x6", settings={**chosen, "rules": rules})
        except (BadSetting, NoSuchMap):
            continue


@pytest.mark.parametrize("number", range(12))
def test_what_is_heard_with_random_options_never_excludes_the_truth(number: int) -> None:
    drawn = with_some_options(number)
    assert drawn.check() == ()
    kinds = (("explorer", "random"), ("random",) * 3)[number % 2]
    listening, state = follow(drawn, f"{number}", kinds, 120)
    assert truth_is_possible(listening, drawn, state)
    opening, *said = islice(played(drawn, f"{number}", kinds), 120)
    names = [seat.name for seat in table_of(drawn.game).referee.seats(opening.ruling.state)]
    for known in (True, False):
        auditor = Auditor(drawn.game, drawn.params, names, opening.ruling.heard)
        auditor.map_is(drawn) if known else auditor.map_is_legal()
        for line, each in enumerate(said, 1):
            auditor.hear(line, each.mover, each.words, each.ruling.heard)
        assert auditor.slip() is None
