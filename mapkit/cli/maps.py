"""The commands that say what there is: games, formats, rules, and new, a blank map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from mapkit.cli.commands import command
from mapkit.cli.inputs import clash_line
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import AsJson, Force, GameName, MapOptions, Output, say_broken_packages
from mapkit.cli.outputs import file_writer, map_place, write
from mapkit.cli.streams import in_a_command, say, say_json, say_on_stderr, tell
from mapkit.formats.shelf import FORMATS
from mapkit.games import maps
from mapkit.games.rule_list import rules_of
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.design import AS_DRAWN
from mapkit.model.letters import columns_of, in_columns, names
from mapkit.model.message import NOTHING, Message, Name, for_program, joined, listed, message
from mapkit.model.rule import Rule
from mapkit.model.settings import Choice, Setting, named_settings, settings, show_setting, whole_code
from mapkit.paper.game_sheets import paper_of


@command("games")
def games(as_json: AsJson = False) -> None:
    """The games, their presets and their sheets."""
    say_broken_packages()
    if as_json:
        say_json(
            [
                {
                    "name": game.name,
                    **for_program(
                        in_words, title=game.title, presets={each.name: each.says for each in maps.presets(game.name)}
                    ),
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
            tell(message("  preset {name} {what}", Name(in_columns(preset.name, wide)), preset.says))
        tell(message("  sheets {names}", names(paper_of(game).names)))


@command("formats")
def formats() -> None:
    """The formats that maps are read from and written to, and what each cannot hold."""
    for form in FORMATS.values():
        way = message("only written") if not form.read else message("read and written")
        way = way if form.write else message("only read")
        told = Name(form.name), form.title, way, names(form.endings)
        tell(message("{name}: {what} ({way}; {endings})", *told))
        of = [game.name for game in GAMES.values() if form.suits(game)]
        if len(of) < len(GAMES.values()):
            tell(message("  maps of {names}", names(of)))
        if form.losses:
            tell(message("  without {things}", listed([loss.what for loss in form.losses])))


@command("rules")
def rules(*, game: GameName, fresh: MapOptions, as_json: AsJson = False) -> None:
    """The rules of a game's maps in words, and its settings."""
    found = maps.game_named(game)
    params = fresh.params(found)
    if as_json:
        say_json(rules_of(found, params, answer_language()).to_json(in_words))
        return
    as_drawn, given = fresh.preset == AS_DRAWN, _keys(fresh.given or ())
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


def _keys(pairs: Iterable[str]) -> set[str]:
    return {pair.partition("=")[0].strip() for pair in pairs}


def _say_rules(listed: Iterable[Rule[Any]], params: Any, shown: Mapping[str, Any], heading: Message) -> None:
    """Print those of the rules that hold with these parameters, below the heading; `shown` fills their sentences."""
    values = SimpleNamespace(**shown)
    in_force = [rule for rule in listed if rule.applies(params)]
    if heading and in_force:
        say("")
        tell(heading)
    for rule in in_force:
        tell(message("{number} {rule}", Name(f"{rule.number:8}"), rule.text(values)))


@command("new")
def new(*, game: GameName, fresh: MapOptions, output: Output = "-", force: Force = False) -> None:
    """A blank map file with its legend, to fill in by hand."""
    found = maps.game_named(game)
    path, order = map_place(output or "-"), fresh.order(found)
    text = writer.blank(found, order.params, order.preset, _keys(fresh.pairs(found)), in_words)
    write(path, text, file_writer(force))
    file = in_a_command(path)
    said = message("draw in it, then: mapkit check {file}   or, for the cells left blank: mapkit complete {file}", file)
    say_on_stderr(said)
