"""The language of what commands say: the option `--lang`, and the variable MAPKIT_LANG for answers and help."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from itertools import zip_longest
from typing import Any

import typer

from mapkit.language.catalogue import ENGLISH, languages
from mapkit.language.wording import translated
from mapkit.model.letters import refused_word
from mapkit.model.message import Message, Name, either, joined, message, said_of
from mapkit.model.settings import BadSetting

VARIABLE = "MAPKIT_LANG"
"""The variable of the environment that names the language where no option does."""

_language = ContextVar("language of the answers", default=ENGLISH)


def answer_language() -> str:
    return _language.get()


def in_words(said: Message | Name) -> str:
    """A line of an answer in the language that was asked for."""
    return translated(said, _language.get())


def answer_in(language: str) -> None:
    """Answer in this language from now on; raises BadSetting for one that mapkit does not know."""
    if (code := _code(language)) != ENGLISH and code not in languages():
        known = either([*map(Name, languages())])
        raise BadSetting(message("{name} is {found}; say {takes}", Name("lang"), refused_word(language), known))
    _language.set(code)


def _code(language: str) -> str:
    """The code of a language, also in the forms of an environment, such as `de_AT.UTF-8`."""
    return re.split("[-_.]", language.lower())[0]


def typed_after(words: Sequence[str], *options: str) -> Iterator[str]:
    """The values that were typed for an option, which has these names."""
    for word, after in zip_longest(words, words[1:], fillvalue=""):
        name, sign, value = word.partition("=")
        if name in options:
            yield value if sign else after


def asked_language(words: Sequence[str]) -> str:
    """The language that the words of a command line ask for, else the environment; English where none is known."""
    typed = typed_after(words, "--lang")
    asked = filter(None, map(_code, (*typed, os.environ.get(VARIABLE, ""))))
    return next(code for code in (*asked, ENGLISH) if code == ENGLISH or code in languages())


_HelpFormatter: Any = typer.Context.formatter_class
"""What writes help; typer has no public name for it."""
_HEADINGS = {str(each): each for each in (message("Arguments"), message("Commands"), message("Options"))}


class _Formatter(_HelpFormatter):  # type: ignore[misc]  # for the same reason it has no type
    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, f"{in_words(message('Usage:'))} " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(in_words(_HEADINGS[heading]))

    def write_text(self, text: str) -> None:
        super().write_text(in_words(said_of(text)))


class HelpInWords:
    """A command, or the group of all, whose help is in the language that was asked for."""

    context_class: Any = type("HelpContext", (typer.Context,), {"formatter_class": _Formatter})

    def collect_usage_pieces(self: Any, ctx: Any) -> list[str]:
        pieces = (piece for param in self.params for piece in param.get_usage_pieces(ctx))
        return [in_words(message("[OPTIONS]")), *pieces]

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        for kind in ("Arguments", "Options"):
            of_kind = [param for param in self.get_params(ctx) if kind.lower().startswith(param.param_type_name)]
            shown = [(param, names) for param in of_kind for names, _ in [param.get_help_record(ctx) or ("", "")]]
            if rows := [(names, self.option_help(param)) for param, names in shown if names]:
                with formatter.section(kind):
                    formatter.write_dl(rows)

    def option_help(self, option: Any) -> str:
        """What an argument or option means, and in brackets what it takes."""
        limits, usual, remarks = option.type, option.default, list[Message | Name]()
        if option.show_envvar and option.envvar:
            remarks.append(message("env var: {name}", Name(option.envvar)))
        if option.show_default is True and usual not in (None, "", False):
            remarks.append(message("default: {name}", Name(str(usual))))
        if hasattr(limits, "min"):
            remarks.append(Name(f"{limits.min}<=x<={limits.max}" if limits.max is not None else f"x>={limits.min}"))
        if option.required:
            remarks.append(message("required"))
        said = in_words(said_of(option.help))
        if isinstance(option.show_default, str):
            said += in_words(message(" [default: {name}]", Name(option.show_default)))
        return said + (in_words(message("  [{what}]", joined(remarks, "; "))) if remarks else "")
