"""The commands that exchange maps with other programs: export, import."""

from __future__ import annotations

from typing import Annotated

import typer

from mapkit import files, maps
from mapkit.cli.shell import (
    FileName,
    Force,
    Output,
    answer_path,
    app,
    file_writer,
    in_a_command,
    read_document,
    say_on_stderr,
    write,
)
from mapkit.files import printable_name
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
    path = output or answer_path(name, program.ending)
    write(path, text, file_writer(force))
    say_on_stderr(f"for {program.program}; back again: mapkit import {in_a_command(path)}")


@app.command("import")
def import_map(name: Foreign, output: Output = None, force: Force = False) -> None:
    """The map file of a map from another program."""
    made = foreign.read(files.read_bytes(name), printable_name(name), GAMES, maps.preset_settings)
    path = output or answer_path(name, ".toml")
    write(path, document.show(made), file_writer(force))
    say_on_stderr(f"check it: mapkit check {in_a_command(path)}")
