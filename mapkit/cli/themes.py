"""The command `theme`."""

from __future__ import annotations

from typing import Annotated

import typer

from mapkit.cli import completion
from mapkit.cli.commands import command
from mapkit.cli.languages import answer_language
from mapkit.cli.streams import say_bytes, say_on_stderr
from mapkit.language.translation import with_comments_in
from mapkit.model.letters import in_a_row
from mapkit.paper.options import theme_names


@command("theme")
def theme(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="The theme to begin with.",
            autocompletion=completion.one_of(theme_names),
        ),
    ] = "paper",
) -> None:
    """A theme as a text to change: how lines, fills, hatching and icons look when mapkit prints."""
    from mapkit.paper.themes import theme_text  # loads what only printing needs

    say_bytes(with_comments_in(theme_text(name), answer_language()).encode())
    say_on_stderr(f"themes: {in_a_row(theme_names())}; print with one of your own: mapkit print FILE --theme mine.toml")
