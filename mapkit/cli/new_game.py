"""The command `new-game`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from mapkit.cli.commands import command
from mapkit.cli.options import output_option
from mapkit.cli.outputs import file_writer, folder_place
from mapkit.cli.streams import say, say_on_stderr, shell_quoted
from mapkit.games.new_game import package
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.message import Name, message
from mapkit.model.version import installer


@command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the game, in small letters.")],
    letters: Annotated[
        str, typer.Option(metavar="MO", help="The capitals before the numbers of its rules.", show_default=False)
    ] = "",
    output: Annotated[str | None, output_option(message("The folder to make, else of that name."), "DIR")] = None,
) -> None:
    """A package with a small game that works, to change into a game of your own."""
    files, folder = package(name, letters), folder_place(output or name)
    if os.path.lexists(folder):
        why = message("{file}: is there already, and nothing is overwritten; name another folder with -o",
                      printable_name(str(folder)))  # fmt: skip
        raise FileTrouble(why)
    store = file_writer(force=False)
    for path, text in files.items():
        place = Path(folder, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        store(place, text.encode())
        say(printable_name(str(place)))
    adds = Name(f"{installer()} -e {shell_quoted(str(folder))}")
    say_on_stderr(message("add it to mapkit: {command}   and then: mapkit generate {name}", adds, Name(name)))
