"""Tables that the pages have from the code: `{from-code} settings labyrinth` in a page is the table of these settings.

So no page can be out of step with the code. Each function returns Markdown; presets are told in the
language of the site.
"""

import re
from collections.abc import Sequence
from typing import Any, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.main import get_group

from mapkit.cli import main
from mapkit.games import maps
from mapkit.games.labyrinth.code import OPTIONS, PRESETS
from mapkit.games.labyrinth.words import option_in_words
from mapkit.games.shelf import GAMES
from mapkit.language.wording import translated
from mapkit.model.game import table_of
from mapkit.model.settings import Amounts, Number, settings, show_setting
from mapkit.model.version import contacts
from mapkit.table.history import CONCLUDED

OPTION = re.compile(r"`[^`]+`|--[a-z][a-z-]*")
"""An option in a text; what is code already stays as it is."""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    cells = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def takes(kind: Any) -> str:
    ends = " to ".join(str(end) for end in (getattr(kind, "low", None), getattr(kind, "high", None)) if end is not None)
    match kind:
        case Amounts(_, share_of):
            return f"an amount from {ends}; % of the {share_of.replace('outer borders', 'outer wall')}"
        case Number():
            return f"one number from {ends}"
        case _:
            return str(kind.takes)


def settings_of(game: str, _: str) -> str:
    rows = [
        (f"`{s.name} = {show_setting(s, s.default)}`", takes(s.value_kind), f"{s.meaning} ({s.rule})")
        for s in settings(GAMES[game].design.params)
    ]
    return table(["setting and its default", "takes", "what it is"], rows)


def symbols_of(game: str, _: str) -> str:
    """What may stand in a cell, and then what may stand between two, by what it is."""
    design = GAMES[game].design
    legend = design.legend(design.params())
    named = [(glyph, mark) for glyph, mark in legend.series.marks.items() if mark in legend.words]
    of_lines = [(glyph, line.mark) for line in legend.lines for glyph in line[1:] if glyph]
    found = dict[str, list[str]]()
    for glyph, mark in [*legend.cells.items(), *named, *of_lines]:
        found.setdefault(str(legend.kind(mark)), []).append(glyph)
    for glyphs, words in legend.series.examples.items():
        if not {*glyphs.split()} & dict(named).keys():
            found[str(words)] = glyphs.split()
    return table(["symbol", "what it is"], [(f"`{'` `'.join(glyphs)}`", words) for words, glyphs in found.items()])


def keys_of(game: str, _: str) -> str:
    """What may stand in the header of a file."""
    design = GAMES[game].design
    heads = [(s.name, f"{s.meaning}; {takes(s.value_kind)}") for s in settings(design.params) if s.header]
    listed = [(each.key, str(each.says)) for each in design.legend(design.params()).listings]
    return table(["key", "what it is"], [(f"`{key}`", words) for key, words in [*heads, *listed]])


def presets_of(game: str, language: str) -> str:
    rows = [(f"`{p.name}`", str(p.grid).replace("x", " x "), translated(p.says, language)) for p in maps.presets(game)]
    return table(["preset", "board", "what it is for"], rows)


def options_of(game: str, _: str) -> str:
    """The options of `mapkit play --set`."""
    of = table_of(GAMES[game])
    rows = [
        *((f"`{option}`", words) for option, words in of.seating.starts.items()),
        *((f"`{key}={value}`", words) for key, (value, words) in CONCLUDED.items() if of.evidence),
        *((f"`{key}=yes`", words) for key, words in of.seating.options.items()),
    ]
    return table(["option", "what it does"], rows)


def code_of(_: str, __: str) -> str:
    """The options of the labyrinth's rule code, and the named codes."""
    options = [(f"`{option}`", option_in_words(option), number) for option, number in OPTIONS.items()]
    named = [(f"`{name}`", f"`{known}`") for name, known in PRESETS.items()]
    return table(["option", "what it means in play", "rule"], options) + "\n" + table(["name", "code"], named)


def command(name: str, _: str) -> str:
    """A command with its words and options, as `--help` tells them."""
    told = cast(Any, get_group(main.app).commands[name])
    context = told.context_class(told, info_name=name)
    records = ((each, each.get_help_record(context)) for each in told.get_params(context))
    rows = [(f"`{record[0]}`", told.option_help(each)) for each, record in records if record and each.name != "help"]
    rows = [(words, OPTION.sub(lambda found: f"`{found[0].strip('`')}`", says)) for words, says in rows]
    return f"{told.help}\n\n{table(['word or option', 'what it is'], rows)}"


def contacts_of(_: str, __: str) -> str:
    """The addresses that a packager has written: of the manual, and for reports."""
    nobody = "Nobody has named an address for this mapkit: tell whoever gave it to you."
    return "".join(f"* {line}\n" for line in contacts()) or nobody


KINDS = {
    "settings": settings_of,
    "symbols": symbols_of,
    "keys": keys_of,
    "presets": presets_of,
    "options": options_of,
    "code": code_of,
    "command": command,
    "contacts": contacts_of,
}


class FromCode(SphinxDirective):
    """`{from-code} KIND NAME`."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        kind, of = self.arguments
        return self.parse_text_to_nodes(KINDS[kind](of, self.config.language))


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("from-code", FromCode)
    return {"parallel_read_safe": True}
