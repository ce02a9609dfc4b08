"""The options that say how sheets are printed, for each command that prints."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, get_type_hints

import typer

from mapkit.cli import completion
from mapkit.cli.languages import VARIABLE
from mapkit.paper.options import OPTIONS, PrintOption

_Command = Callable[..., None]


def with_print_options(without: Collection[str] = ()) -> Callable[[_Command], _Command]:
    """Gives a command an option for each of `OPTIONS`, but for some, in place of its parameter `printing`.

    As `printing`, the command gets a dictionary of those that were typed.
    """
    offered = [option for option in OPTIONS if option.name not in without]

    def with_options(command: _Command) -> _Command:
        @wraps(command)
        def run(**said: Any) -> None:
            given = {option.name: said.pop(option.name) for option in offered}
            command(**said, printing={name: value for name, value in given.items() if value is not None})

        hints = get_type_hints(command, include_extras=True)
        own = [each.replace(annotation=hints[each.name]) for each in signature(command).parameters.values()]
        at = [each.name for each in own].index("printing")
        taken = [*own[:at], *map(_parameter, offered), *own[at + 1 :]]
        run.__signature__ = signature(command).replace(  # type: ignore[attr-defined]  # typer reads it from there
            parameters=[each.replace(kind=Parameter.KEYWORD_ONLY) for each in taken], return_annotation=None
        )
        run.__annotations__ = {each.name: each.annotation for each in taken}
        return run

    return with_options


def _parameter(option: PrintOption) -> Parameter:
    """The parameter of a command for an option; it is None where the option is not typed."""
    offer = typer.Option(
        f"--{option.typed}",
        metavar=option.takes,
        help=option.help + (f" [default: {option.usual}]" if option.usual else ""),
        show_default=False,
        envvar=VARIABLE if option.name == "language" else None,
        autocompletion=completion.any_of(lambda _ctx, _typed: ((word, "") for word in option.words())),
    )
    kind = bool if option.usual is False else str
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, offer])
