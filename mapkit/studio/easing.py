"""Faults that come from the settings, and the values that would allow what is drawn, for buttons beside the fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from mapkit.language.wording import translated
from mapkit.mapfile.document import Document
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined
from mapkit.model.rule import Rule
from mapkit.model.settings import Setting, settings, show_setting
from mapkit.solve import legality
from mapkit.solve.checker import Fault
from mapkit.studio.settings_panel import WrongFields, changed
from mapkit.studio.tools import BadStroke

_LONG = 12
"""From how many characters on only those parts of a value are told that are new."""


class _Wish(NamedTuple):
    """Another value of a setting, as the drawing has it."""

    setting: Setting
    was: str
    value: str
    partly: bool
    """Whether it differs from the setting in one part, and the drawing has more of them."""

    @property
    def words(self) -> Message | Name:
        if len(self.value) < _LONG:
            return joined([self.setting.meaning, Name(self.value)], " ")
        return Name("-".join(part for part in self.value.split("-") if part not in self.was.split("-")))


def eased(read: Document, language: str) -> list[dict[str, Any]]:
    """For each rule that is broken because a setting says other than the drawing: the values that would allow it."""
    faults = legality.check(read.map)
    broken = {_key(fault): fault.sentence for fault in faults}
    wishes = _wishes(read.map) if any(asking_settings(read.map, faults).values()) else []
    all_of_them = tuple({wish.setting.name: wish for wish in wishes if not wish.partly}.values())
    left = _left(read, all_of_them) if wishes else None
    come_from_settings = broken.keys() - left if left is not None else set()
    found = dict[tuple[str, str], Sequence[_Wish]]()
    for few in (*((wish,) for wish in wishes), all_of_them):
        if found.keys() < come_from_settings and (now := _left(read, few)) is not None and now <= broken.keys():
            for key in come_from_settings - now - found.keys():
                found[key] = few
    if found:
        legality.check(read.map)  # which the next stroke goes on from
    return [
        {
            "rule": key[0],
            "sentence": translated(broken[key], language),
            "values": {wish.setting.name: wish.value for wish in few},
            "words": translated(joined([wish.words for wish in few]), language),
        }
        for key, few in found.items()
    ]


def asking_settings(map_: Map[Any], faults: Iterable[Fault]) -> Mapping[Rule[Any], Sequence[str]]:
    """For each broken rule the settings that ask for it: those it names, or one that as drawn would not ask for it."""
    rules = {fault.rule: fault.rule.settings for fault in faults}
    if all(rules.values()):
        return rules
    drawn = map_.game.design.drawn_settings(map_.params.grid, map_.facts)
    others = {
        name: replace(map_.params, **{name: drawn[name].value})
        for name in drawn.keys() - {*map_.drawn_settings}
        if getattr(map_.params, name) != drawn[name].value
    }
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
        now, wanted = getattr(map_.params, setting.name), drawn[setting.name]
        was = str(show_setting(setting, now))
        parts = [value for value in wanted.towards(now) if value != wanted.value]
        values = [*((value, True) for value in parts), *([(wanted.value, False)] if now != wanted.value else [])]
        found += [_Wish(setting, was, str(show_setting(setting, value)), partly) for value, partly in values]
    return found


def _left(read: Document, wishes: Sequence[_Wish]) -> set[tuple[str, str]] | None:
    """What is broken with other values; None where they do not fit each other."""
    try:
        now = changed(read, {wish.setting.name: wish.value for wish in wishes})
    except (WrongFields, BadStroke):
        return None
    return {_key(fault) for fault in legality.check(now.map)}
