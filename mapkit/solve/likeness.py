"""What maps like a drawing are to have: as many of each thing as are drawn, and the options that these need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar, cast

from mapkit.model.game import solving_of
from mapkit.model.map import Map
from mapkit.model.rule import WHOLE_MAP, Amount, Count
from mapkit.model.settings import Amounts, Params, settings, with_room
from mapkit.solve import legality
from mapkit.solve.search import blank_places, wished

P = TypeVar("P", bound=Params)


class LikeSettings(NamedTuple, Generic[P]):
    """The settings of maps like a drawing."""

    params: P
    changed: tuple[str, ...]
    """The settings of the drawing's file that have no room for what is drawn, by their names."""


def settings_like(map_: Map[P]) -> LikeSettings[P]:
    """The settings of maps like a drawing: as many of each thing as a finished one has.

    One with blank places has at least what is drawn, and else what its settings ask for. Raises BadSetting where maps
    of the game are not drawn at random.
    """
    solving, blank = solving_of(map_.game), frozenset() if map_.finished else blank_places(map_)
    kinds = {setting.name: setting.value_kind for setting in settings(map_.game.design.params)}
    base: Any = wished(map_.opened) if blank and map_.drawn_settings else map_.as_usual.params
    p, changed = base, list[str]()

    def broken(params: Any) -> int:
        return len(legality.check_rest(replace(map_, params=params), blank))

    for name, said in map_.game.design.drawn_settings(map_.params.grid, map_.facts).items():
        if name in map_.drawn_settings or isinstance(kinds[name], Amounts):
            continue
        while broken(p):
            steps = (replace(p, **{name: value}) for value in kinds[name].towards(getattr(p, name), said.value))
            better = min(steps, key=broken)
            if broken(better) >= broken(p):
                break
            p = better
        changed += [name] if getattr(p, name) != getattr(base, name) else []
    for name, number in _counted(replace(map_, params=p)):
        asked, kind = getattr(p, name), cast(Amounts, kinds[name])
        if number < kind.low:
            continue
        more = None if asked.high is None else max(asked.high, number)
        p = replace(p, **{name: Amount(max(asked.low, number), more) if blank else Amount(number, number)})
        low, high = getattr(map_.params, name)
        if name not in map_.drawn_settings and ((number < low and not blank) or (high is not None and number > high)):
            changed.append(name)
    p = with_room(p, map_.drawn_settings)
    return LikeSettings(solving.like(p, map_.facts), tuple(dict.fromkeys(changed)))


def _counted(map_: Map[Any]) -> Iterator[tuple[str, int]]:
    """How many are drawn of each thing that a rule counts, by the setting that the rule names."""
    amounts = {each.name for each in settings(map_.game.design.params) if isinstance(each.value_kind, Amounts)}
    for rule in map_.game.design.rules:
        if len(rule.settings) == 1 and (name := rule.settings[0]) in amounts:
            asked = replace(map_.fitted_params, **{name: Amount(1, 1)})  # any number would claim nothing
            claims = rule.claims(asked) if rule.applies(asked) else ()
            match [claim for place, claim in claims if place == WHOLE_MAP]:
                case [Count(facts=facts, low=1, high=1)]:
                    yield name, sum(fact in map_.facts for fact in facts)
