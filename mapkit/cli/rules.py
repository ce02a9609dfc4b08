"""The command `rules`: the rules of a game's maps, and one rule by its number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from textwrap import fill
from types import SimpleNamespace
from typing import Any

from mapkit.cli.commands import command
from mapkit.cli.inputs import clash_line
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import AsJson, GameOrNumber, MapOptions
from mapkit.cli.streams import say, say_json, say_on_stderr, tell
from mapkit.games import maps
from mapkit.games.rule_list import rules_of
from mapkit.language.catalogue import ENGLISH
from mapkit.model import ledger
from mapkit.model.design import AS_DRAWN
from mapkit.model.message import NOTHING, Message, Name, joined, message
from mapkit.model.rule import Rule
from mapkit.model.settings import BadSetting, Choice, Setting, named_settings, settings, show_setting, whole_code

WIDE = 100
"""How many columns the sentences of a rule take."""


@command("rules")
def rules(*, game: GameOrNumber, fresh: MapOptions, as_json: AsJson = False) -> None:
    """The rules of a game's maps in words, and its settings; or one rule by its number, with an example."""
    if number := ledger.number_typed(game):
        if fresh != MapOptions():
            raise BadSetting(message("{number} is the number of a rule; settings go with a game", Name(number)))
        _explain(number, as_json)
    else:
        _list_rules(game, fresh, as_json)


def _list_rules(game: str, fresh: MapOptions, as_json: bool) -> None:
    found = maps.game_named(game)
    params = fresh.params(found)
    if as_json:
        say_json(rules_of(found, params, answer_language()).to_json(in_words))
        return
    as_drawn, given = fresh.preset == AS_DRAWN, fresh.keys(found)
    if as_drawn:  # a file that names these settings only leaves the others out
        left_out = {each.name: each.value_left_out for each in settings(type(params)) if each.name not in given}
        params = replace(params, **{name: value for name, value in left_out.items() if value is not None})
    drawn = found.design.drawn_settings(params.grid, frozenset()) if as_drawn else {}
    shown = {**vars(params), **{name: message("as-drawn") for name in drawn if name not in given}}
    tell(joined([found.title, Name(str(params.grid).replace("x", " x "))]))
    known = tuple(settings(found.design.params))
    for setting in known:
        if setting.header:
            shown_code = (
                whole_code(params) if setting.rule_code else show_setting(setting, getattr(params, setting.name))
            )
            say(f"{setting.name} {shown_code}")
    described = found.design.describe(params, answer_language())
    for section in described:
        say(f"\n{section.heading}")
        for number, words in section.entries:
            say(f"{number:8} {words}")
    _say_rules(found.design.rules, params, shown, message("The map") if described else NOTHING)
    _say_rules(found.design.advice, params, shown, message("Advice, which a map may break"))
    for clash in found.design.conflicts(params):
        say("")
        tell(clash_line(clash))
    named = named_settings(params)
    off = tuple(setting for setting in known if setting not in named)
    _say_settings(message("Settings, for --set or in a map file:"), named, shown)
    _say_settings(message("Settings of modules that are off:"), off, shown)


def _say_settings(heading: Message, known: Sequence[Setting], shown: Mapping[str, Any]) -> None:
    if known:
        say("")
        tell(heading)
    for setting in known:
        found = shown[setting.name]
        value = f"{setting.name}={found if found == AS_DRAWN else show_setting(setting, found)}"
        takes = [setting.value_kind.takes] if isinstance(setting.value_kind, Choice) else []
        words = joined([setting.meaning, *takes], ": ")
        tell(message("  {name} {what} ({rule})", Name(f"{value:21}"), words, Name(setting.rule)))


def _say_rules(listed: Iterable[Rule[Any]], params: Any, shown: Mapping[str, Any], heading: Message) -> None:
    """Print those of the rules that hold with these parameters, below the heading; `shown` fills their sentences."""
    values = SimpleNamespace(**shown)
    in_force = [rule for rule in listed if rule.applies(params)]
    if heading and in_force:
        say("")
        tell(heading)
    for rule in in_force:
        tell(message("{number} {rule}", Name(f"{rule.number:8}"), rule.text(values)))


def _explain(number: str, as_json: bool) -> None:
    """Say a rule, why it is so, a drawing that breaks it, what a repair would do, and what is like it."""
    from mapkit.study.rule_examples import explained  # a list of rules needs no repair

    rule = explained(number)
    if answer_language() != ENGLISH:
        say_on_stderr(message("The numbered rules are written in English alone."))
    if as_json:
        say_json(rule.to_json(in_words))
        return
    for line in rule.lines(in_words):
        say(fill(line, WIDE, break_long_words=False, break_on_hyphens=False) if line[:1] not in "+| " else line)
    if address := ledger.address_of(number):
        say(f"\n{address}")
