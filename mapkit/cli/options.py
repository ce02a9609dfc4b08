"""The arguments and options of commands, each with its one sentence of help."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from mapkit.cli import completion
from mapkit.games.shelf import GAMES
from mapkit.model import files
from mapkit.model.letters import refused_word
from mapkit.model.settings import BadSetting


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

FILES_HELP = "A map file or a share code, or several; - is stdin."

FileNames = Annotated[list[str], typer.Argument(metavar="FILE...", help=FILES_HELP)]

PresetName = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="P",
        help="A preset that `mapkit games` lists, else default.",
        autocompletion=completion.presets,
    ),
]

Size = Annotated[str | None, typer.Option("--size", metavar="8x8", help="Columns x rows; else the preset's.")]

Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Any text; else mapkit chooses one.")]


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


def key_values(pairs: Iterable[str], named: str, example: str) -> tuple[dict[str, str], list[str]]:
    """The values of KEY=VALUE pairs, and a sentence for each text that is no such pair or sets a key again.

    `named` is the option for such a pair, and `example` is one.
    """
    given, wrong = dict[str, str](), list[str]()
    for pair in pairs:
        key, sign, value = (part.strip() for part in pair.partition("="))
        if not sign or not key:
            wrong.append(f"{named} takes KEY=VALUE, such as {example}; found {refused_word(pair, 60)}")
        elif key in given:
            wrong.append(f"{key} is set twice, to {given[key]!r:.40} and to {value!r:.40}; set it once")
        else:
            given[key] = value
    return given, wrong
