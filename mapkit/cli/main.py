"""The command line as a whole: its name, what all commands take, and how it is run."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from mapkit.cli.commands import Commands, use_templates
from mapkit.cli.languages import in_words
from mapkit.cli.streams import NO_FILE, say, say_on_stderr
from mapkit.model.files import printable_name, reason
from mapkit.model.message import message
from mapkit.model.version import summary

__all__ = ["app", "run"]

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def run() -> None:
    """Run the command line; every failure is a message and an exit code, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            redirected = None if stream.isatty() else "utf-8"  # not the code page of Windows, which lacks most letters
            stream.reconfigure(encoding=redirected, errors="backslashreplace")
    try:
        app(prog_name="mapkit")
    except OSError as failure:  # the commands handle their own; this one comes from `--install-completion`
        file = printable_name(str(failure.filename or "output"))
        why = message("{file}: cannot be written: {what}", file, reason(failure))
        say_on_stderr(message("error: {message}", why))
        say_on_stderr(message("`mapkit --show-completion` prints what would be written"))
        sys.exit(NO_FILE)


def _version(asked: bool) -> None:
    if asked:
        say(in_words(summary()))
        raise typer.Exit


@app.callback()
def _mapkit(
    _told: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version of mapkit.")
    ] = False,
    templates: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            envvar="MAPKIT_TEMPLATES",
            show_envvar=False,
            help="Words, presets and themes of your own, which go before those of mapkit.",
        ),
    ] = None,
) -> None:
    """Maps for pen-and-paper games: generate, check, repair, complete and print them, and referee the games."""
    use_templates(templates)
