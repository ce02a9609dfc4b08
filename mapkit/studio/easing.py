"""Faults that come from the settings, and the values that would allow what is drawn, for buttons beside the fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from mapkit.language.wording import translated
from mapkit.model.game import fatal
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined
from mapkit.model.rule import Rule
from mapkit.model.settings import Setting, settings, show_setting
from mapkit.solve import legality
from mapkit.solve.checker import Fault

_LONG = 12
"""The number of characters from which on only the new parts of a value are told."""


class _Wish(NamedTuple):
    """Another value of a setting, as the drawing has it."""

    setting: Setting
    thing: Message
    was: str
    value: Any
    partly: bool
    """Whether it differs from the setting in one part, and the drawing in more of them."""

    @property
    def shown(self) -> str:
        return str(show_setting(self.setting, self.value))

    @property
    def words(self) -> Message | Name:
        if len(self.shown) < _LONG:
            return joined([self.thing, Name(self.shown)], " ")
        return Name("-".join(part for part in self.shown.split("-") if part not in self.was.split("-")))


def eased(map_: Map[Any], language: str) -> list[dict[str, Any]]:
    """For each rule that is broken because a setting says other than the drawing: the values that would allow it.

    What a drawing that is not finished lacks may still come.
    """
    broken = {_key(fault): fault for fault in legality.check(map_)}
    there = {key: fault.rule for key, fault in broken.items() if fault.witness or map_.finished}
    wishes = _wishes(map_) if there else []
    found = dict[tuple[str, str], Sequence[_Wish]]()
    for few in (*((wish,) for wish in wishes), [wish for wish in wishes if not wish.partly]):
        names = {wish.setting.name for wish in few}
        params = replace(map_.params, **{wish.setting.name: wish.value for wish in few})
        rules = {key: rule for key, rule in there.items() if key not in found}
        gone = {key for key, rule in rules.items() if names.intersection(rule.settings) or not rule.applies(params)}
        if gone and not fatal(map_.game, params):
            left = {_key(fault) for fault in legality.check(replace(map_, params=params))}
            found.update(dict.fromkeys(gone - left if left <= broken.keys() else (), few))
    if found:
        legality.check(map_)  # which the next stroke goes on from
    return [
        {
            "rule": key[0],
            "sentence": translated(broken[key].sentence, language),
            "values": {wish.setting.name: wish.shown for wish in few},
            "words": translated(joined([wish.words for wish in few]), language),
        }
        for key, few in found.items()
    ]


def asking_settings(map_: Map[Any], faults: Iterable[Fault]) -> Mapping[Rule[Any], Sequence[str]]:
    """For each broken rule the settings that ask for it: those it names, or one that as drawn would not ask for it."""
    rules = {fault.rule: fault.rule.settings for fault in faults}
    if all(rules.values()):
        return rules
    wishes = {wish.setting.name: wish.value for wish in _wishes(map_) if not wish.partly}
    others = {name: replace(map_.params, **{name: value}) for name, value in wishes.items()}
    return {
        rule: named or [n for n, other in others.items() if not rule.applies(other)] for rule, named in rules.items()
    }


def _key(fault: Fault) -> tuple[str, str]:
    """The rule of a fault, whatever numbers it has."""
    return fault.rule.number, fault.rule.sentence


def _wishes(map_: Map[Any]) -> list[_Wish]:
    """All values that the drawing would have instead, those first that change a part of a setting only."""
    found = list[_Wish]()
    drawn = map_.game.design.drawn_settings(map_.params.grid, map_.facts)
    for setting in (each for each in settings(type(map_.params)) if each.name in drawn.keys() - {*map_.drawn_settings}):
        now, (thing, last, _, towards) = getattr(map_.params, setting.name), drawn[setting.name]
        was, values = str(show_setting(setting, now)), dict.fromkeys((*towards(now), last))
        found += [_Wish(setting, thing, was, value, value != last) for value in values if value != now]
    return found
