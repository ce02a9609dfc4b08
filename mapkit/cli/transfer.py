"""The commands that exchange maps with other programs: export, import."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mapkit import files, maps
from mapkit.cli.shell import FOLDER, FileName, Force, Output, app, quoted, read_document, stem, storing, talk, write
from mapkit.files import shown
from mapkit.games import GAMES
from mapkit.mapfile import document, foreign

Foreign = Annotated[str, typer.Argument(metavar="PATH", help="A file of another program; - is stdin.")]


@app.command("export")
def export_map(name: FileName, output: Output = None, force: Force = False) -> None:
    """A map for another program: dungeon levels for Text Mapper."""
    read = read_document(name)
    text = foreign.show(read.map, GAMES)
    program = foreign.text_format(read.map.game)
    assert program is not None
    path = output or _answer(name, program.ending)
    write(path, text, storing(force))
    talk(f"for {program.program}; back again: mapkit import {_in_a_command(path)}")


@app.command("import")
def import_map(name: Foreign, output: Output = None, force: Force = False) -> None:
    """The map file of a map from another program."""
    made = foreign.read(files.read_bytes(name), shown(name), GAMES, maps.preset_settings)
    path = output or _answer(name, ".toml")
    write(path, document.show(made), storing(force))
    talk(f"check it: mapkit check {_in_a_command(path)}")


def _answer(name: str, ending: str) -> str:
    """The default output for an input: `output/cave.txt` for `cave.toml`, and stdout for stdin."""
    return "-" if name == "-" else str(Path(FOLDER, f"{stem(name)}{ending}"))


def _in_a_command(path: str) -> str:
    """The path in an example of a command; FILE for stdout."""
    return "FILE" if path == "-" else quoted(path)
