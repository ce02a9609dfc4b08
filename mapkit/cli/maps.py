"""The commands that say what there is: games, rules, and new, a blank map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mapkit.cli.commands import command
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import AsJson, Force, GameName, MapOptions, Output
from mapkit.cli.outputs import file_writer, map_place, write
from mapkit.cli.streams import in_a_command, say, say_json, say_on_stderr
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.translation import with_comments_in
from mapkit.mapfile import writer
from mapkit.model.design import AS_DRAWN
from mapkit.model.game import Game
from mapkit.model.letters import columns_of, in_columns
from mapkit.model.rule import Rule
from mapkit.model.settings import Choice, Setting, named_settings, settings, show_setting
from mapkit.paper.game_sheets import paper_of


@command("games")
def games(as_json: AsJson = False) -> None:
    """The games, their presets and their sheets."""
    if as_json:
        say_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "presets": {preset.name: preset.says for preset in maps.presets(game.name)},
                    "sheets": paper_of(game).names,
                }
                for game in GAMES.values()
            ]
        )
        return
    for game in GAMES.values():
        say(f"{game.name}  {in_words(game.title)}")
        presets = maps.presets(game.name)
        wide = max(10, *(columns_of(preset.name) for preset in presets))
        for preset in presets:
            say(f"  {in_words('preset')} {in_columns(preset.name, wide)} {in_words(preset.says)}")
        say(f"  {in_words('sheets')} {', '.join(paper_of(game).names)}")


@command("rules")
def rules(*, game: GameName, fresh: MapOptions, as_json: AsJson = False) -> None:
    """The rules of a game's maps in words, and its settings."""
    found = maps.game_named(game)
    params = fresh.params(found)
    if as_json:
        say_json(_rules_data(found, params))
        return
    as_drawn, given = fresh.preset == AS_DRAWN, _names(fresh.given or ())
    if as_drawn:  # a file that names these settings only leaves the others out
        left_out = {each.name: each.value_left_out for each in settings(type(params)) if each.name not in given}
        params = replace(params, **{name: value for name, value in left_out.items() if value is not None})
    drawn = found.design.drawn_settings(params.grid, frozenset()) if as_drawn else {}
    shown = {**vars(params), **{name: AS_DRAWN for name in drawn if name not in given}}
    say(f"{in_words(found.title)}, {str(params.grid).replace('x', ' x ')}")
    known = tuple(settings(found.design.params))
    for setting in known:
        if setting.header:
            say(f"{setting.name} {show_setting(setting, getattr(params, setting.name))}")
    described = found.design.describe(params, answer_language())
    for section in described:
        say(f"\n{section.heading}")
        for number, words in section.entries:
            say(f"{number:8} {words}")
    if described:
        say(f"\n{in_words('The map')}")
    _say_rules(found.design.rules, params, shown)
    _say_rules(found.design.advice, params, shown, "Advice, which a map may break")
    for clash in found.design.conflicts(params):
        said = in_words(clash.words)
        if said == clash.words:  # some words of a conflict are those of a sentence, without its full stop
            said = in_words(f"{said}.").removesuffix(".")
        say(f"\n{in_words('advice')}[{clash.rule}] {clash.setting}: {said}")
    named = named_settings(params)
    off = tuple(setting for setting in known if setting not in named)
    _say_settings("Settings, for --set or in a map file:", named, shown)
    _say_settings("Settings of modules that are off:", off, shown)


def _say_settings(heading: str, known: Sequence[Setting], shown: Mapping[str, Any]) -> None:
    if known:
        say(f"\n{in_words(heading)}")
    for setting in known:
        found = shown[setting.name]
        value = f"{setting.name}={found if found == AS_DRAWN else show_setting(setting, found)}"
        words = (
            f": {in_words(' or ').join(setting.value_kind.takes.split(' or '))}"
            if isinstance(setting.value_kind, Choice)
            else ""
        )
        say(f"  {value:21} {in_words(setting.meaning)}{words} ({setting.rule})")


def _names(pairs: Iterable[str]) -> set[str]:
    return {pair.partition("=")[0].strip() for pair in pairs}


def _say_rules(listed: Iterable[Rule[Any]], params: Any, shown: Mapping[str, Any], heading: str = "") -> None:
    """Print those of the rules that hold with these parameters, below the heading; `shown` fills their sentences."""
    told = ((rule.number, rule.sentence.format_map(shown)) for rule in listed if rule.applies(params))
    in_force = [f"{number:8} {in_words(sentence)}" for number, sentence in told]
    for line in ([f"\n{in_words(heading)}"] if heading and in_force else []) + in_force:
        say(line)


@command("new")
def new(*, game: GameName, fresh: MapOptions, output: Output = "-", force: Force = False) -> None:
    """A blank map file with its legend, to fill in by hand."""
    found = maps.game_named(game)
    path, order = map_place(output or "-"), fresh.order(found)
    text = writer.blank(found, order.params, order.preset, _names(fresh.pairs(found)))
    write(path, with_comments_in(text, answer_language()), file_writer(force))
    file = in_a_command(path)
    say_on_stderr(f"draw in it, then: mapkit check {file}   or, for the cells left blank: mapkit complete {file}")


def _rules_data(game: Game[Any], params: Any) -> dict[str, Any]:
    described, clashes = game.design.describe(params, answer_language()), game.design.conflicts(params)
    sections = {s.heading: [{"rule": number, "sentence": words} for number, words in s.entries] for s in described}
    warnings = [{"rule": clash.rule, "setting": clash.setting, "words": clash.words} for clash in clashes]
    return {
        "game": game.name,
        "size": str(params.grid),
        "rules": _sentences(game.design.rules, params),
        "advice": _sentences(game.design.advice, params),
        **({"options": sections, "warnings": warnings} if described else {}),
        "settings": {s.name: show_setting(s, getattr(params, s.name)) for s in named_settings(params)},
    }


def _sentences(rules: Iterable[Rule[Any]], params: Any) -> list[dict[str, str]]:
    return [{"rule": r.number, "sentence": in_words(r.text(params))} for r in rules if r.applies(params)]
