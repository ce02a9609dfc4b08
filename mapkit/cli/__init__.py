"""The commands. Only these modules print, or read `sys.argv`; `shell` has what they share."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from mapkit.cli import maps, routes, sheets, simulate, table, transfer  # noqa: F401 - each names its commands
from mapkit.cli.shell import app, say
from mapkit.version import __version__

__all__ = ["app", "run"]


def run() -> None:
    """Run the command line; every failure is a message and an exit code, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="mapkit")


def _version(asked: bool) -> None:
    if asked:
        say(f"mapkit {__version__}")
        raise typer.Exit


@app.callback()
def _mapkit(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version of mapkit.")
    ] = False,
) -> None:
    """Maps for pen-and-paper games: generate, check, repair, complete and print them, and referee the games."""
