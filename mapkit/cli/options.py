"""The arguments and options of commands, each with its one sentence of help."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from mapkit.cli import completion
from mapkit.cli.inputs import keep_game
from mapkit.games.shelf import GAMES
from mapkit.model import files
from mapkit.model.letters import refused_word
from mapkit.model.settings import BadSetting, settings


class RuleCodeCommand(TyperCommand):
    """A command with the option `--rules`, whose help is what the games' settings say that are rule codes."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options; this loads the games, so it happens only for help."""
        for each in self.params:
            if isinstance(each, TyperOption) and "--rules" in each.opts:
                each.help = "; ".join(_rule_codes())
        super().format_options(ctx, formatter)


class FileCommand(TyperCommand):
    """A command that reads map files; with the option `--game` it also reads drawings without a head."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        says = "The game of a file that is a drawing alone, without a head."
        decls = ["--game"]
        self.params.append(
            TyperOption(
                param_decls=decls,
                metavar="GAME",
                help=says,
                expose_value=False,
                callback=lambda _context, _option, game: keep_game(game),
                autocompletion=lambda context, _words, typed: completion.games(context, typed),
            )
        )


def _rule_codes() -> Iterator[str]:
    """What each rule code of a game is, with the name of the game."""
    for game in GAMES.values():
        for setting in settings(game.design.params):
            if setting.rule_code:
                yield f"{setting.meaning} of {game.name}: {setting.value_kind.takes}"


def _game_word(name: str) -> str:
    """The name of a game in small letters; raises BadSetting for the name of a file."""
    if name.lower() not in GAMES and (Path(name).suffix or files.is_file(name)):
        games = ", ".join(GAMES)
        raise BadSetting(f"{refused_word(name)} is a file, and a game belongs there: say one of {games}")
    return name.lower() if name.lower() in GAMES else name


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One of the games that `mapkit games` lists.",
        callback=_game_word,
        autocompletion=completion.games,
    ),
]


FileName = Annotated[str, typer.Argument(metavar="FILE", help="A map file or a share code; - is stdin.")]


FileNames = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="A map file or a share code, or several; - is stdin.")
]


_PRESET = typer.Option(
    "--preset", metavar="P", help="A preset that `mapkit games` lists.", autocompletion=completion.presets
)


PresetName = Annotated[str, _PRESET]


PresetOrNone = Annotated[str | None, _PRESET]


Size = Annotated[str | None, typer.Option("--size", metavar="8x8", help="Columns x rows; else the preset's.")]


Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="A setting that `mapkit rules` lists; may be given many times.",
        autocompletion=completion.map_settings,
    ),
]


RuleCode = Annotated[str | None, typer.Option("--rules", metavar="CODE")]
"""Its help is written by `RuleCodeCommand`."""


Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Any text; else mapkit chooses one.")]


Jobs = Annotated[int, typer.Option("--jobs", min=1, max=64, metavar="N", help="Processes that share the work.")]


def not_empty(place: str | None) -> str | None:
    """The place that -o names; raises BadSetting for an empty one."""
    if place is not None and not place.strip():
        raise BadSetting("-o names no place; write a name after it, or leave -o out")
    return place


Output = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="PATH", callback=not_empty, help="Where to write, else into output/; - is stdout."
    ),
]


Beside = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="PATH", callback=not_empty, help="Where to write, else beside the file; - is stdout."
    ),
]


Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]


AsJson = Annotated[bool, typer.Option("--json", help="Print for a program to read.")]


Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Share the work out over the workers of a dask scheduler."),
]
