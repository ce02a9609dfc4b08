"""The language of what commands say: the option `--lang`, and the variable MAPKIT_LANG for answers and help."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextvars import ContextVar
from itertools import pairwise
from typing import Any

import typer

from mapkit.language.catalogue import ENGLISH, languages
from mapkit.language.translation import translated
from mapkit.model.letters import refused_word
from mapkit.model.settings import BadSetting

VARIABLE = "MAPKIT_LANG"
"""The variable of the environment that names the language where no option does."""

_language = ContextVar("language of the answers", default=ENGLISH)


def answer_language() -> str:
    return _language.get()


def in_words(text: str) -> str:
    """A line of an answer in the language that was asked for."""
    return translated(text, _language.get())


def answer_in(language: str) -> None:
    """Answer in this language from now on; raises BadSetting for one that mapkit does not know."""
    if language.lower() != ENGLISH and language.lower() not in languages():
        raise BadSetting(f"lang is {refused_word(language)}; say {' or '.join(languages())}")
    _language.set(language.lower())


def asked_language(words: Sequence[str]) -> str:
    """The language that the words of a command line ask for, else the environment; English where none is known."""
    typed = [after for word, after in pairwise(words) if word == "--lang"]
    typed += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    asked = [language.lower() for language in (*typed, os.environ.get(VARIABLE, ""), ENGLISH)]
    return next(language for language in asked if language == ENGLISH or (language and language in languages()))


_REMARKS = re.compile(r"(?P<help>.*?)(?P<remarks>(?:\s+\[[^]]*\])*)", re.DOTALL)
"""The help of an option, and what stands in brackets behind it."""
_REMARK = re.compile(r"default(?=:)|env var|required")


_HelpFormatter: Any = typer.Context.formatter_class
"""What writes help; typer has no public name for it."""


class _Formatter(_HelpFormatter):  # type: ignore[misc]  # for the same reason it has no type
    """Writes help in the language that was asked for."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, f"{in_words('Usage:')} " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(in_words(heading))

    def write_text(self, text: str) -> None:
        super().write_text(in_words(text))

    def write_dl(self, rows: Any, *args: Any, **kwargs: Any) -> None:
        super().write_dl([(term, _of_an_option(text)) for term, text in rows], *args, **kwargs)


def _of_an_option(text: str) -> str:
    found = _REMARKS.fullmatch(text)
    assert found is not None
    return in_words(found["help"]) + _REMARK.sub(lambda word: in_words(word[0]), found["remarks"])


class HelpContext(typer.Context):
    """The context of a command that writes its help in the language that was asked for."""

    formatter_class = _Formatter
