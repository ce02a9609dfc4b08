"""The base of the errors that mapkit raises on purpose; other modules say what each of them means."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from typing import Any, NamedTuple

from mapkit.model.message import Message, Name, clauses, joined, said_of


class MapkitError(Exception):
    """Mapkit refuses something, or cannot do it; the text says in words what was found and what would do."""

    @property
    def said(self) -> Message:
        return clauses(*map(said_of, self.args))

    def __str__(self) -> str:
        return str(self.said)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it goes to another process: Python's way would call `__init__` with the text alone."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]  # typeshed does not list it


class BadSetting(MapkitError, ValueError):
    """A value that a person gave cannot be understood; the text says what would do."""


def refuse_all(wrong: Sequence[Message | Name], *, in_a_line: bool = False) -> None:
    """Raise BadSetting with a line for each thing that is wrong, or all in one; where nothing is, nothing happens."""
    if wrong:
        raise BadSetting(clauses(*wrong) if in_a_line else joined(wrong, "\n"))


class WrongType(MapkitError, TypeError):
    """A program gave a value of a type that a function does not take; the text says what it takes."""


class Problem(NamedTuple):
    """Something in a file, or in a drawn board, that cannot be read, with its line and column, both counted from 1."""

    line: int
    column: int
    message: Message | Name
    """What was found, and what would do."""
