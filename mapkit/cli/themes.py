"""The command `theme`."""

from __future__ import annotations

from typing import Annotated

import typer

from mapkit.cli import completion
from mapkit.cli.commands import command
from mapkit.cli.languages import in_words
from mapkit.cli.streams import say_bytes, say_on_stderr
from mapkit.model.message import Name, listed, message
from mapkit.paper.options import theme_names


@command("theme")
def theme(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The theme to begin with.", autocompletion=completion.one_of(theme_names)),
    ] = "paper",
) -> None:
    """A theme as a text to change: how lines, fills, hatching and icons look when mapkit prints."""
    from mapkit.paper.themes import theme_text  # loads what only printing needs

    say_bytes(theme_text(name, in_words).encode())
    known = listed([*map(Name, theme_names())])
    say_on_stderr(message("themes: {names}; print with one of your own: mapkit print FILE --theme mine.toml", known))
