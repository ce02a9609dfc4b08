"""The examples in docstrings: each verb of the library has one, and all of them are true."""

import doctest
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import mapkit

NAMES: list[str] = vars(mapkit)["__all__"]
VALUES = {"Cell", "Direction", "Place", "Board"}
"""Names of types of Python."""


def docstrings() -> Iterator[tuple[str, Any]]:
    """The functions of the library, its types, and their methods."""
    for name in NAMES:
        value = getattr(mapkit, name)
        if name not in VALUES and (inspect.isroutine(value) or isinstance(value, type)):
            yield name, value
            for member, inner in vars(value).items() if isinstance(value, type) else ():
                function = getattr(inner, "__func__", inner)
                if member[0] != "_" and inspect.isfunction(function):
                    yield f"{name}.{member}", function


DOCSTRINGS = dict(docstrings())


@pytest.mark.parametrize("name", [name for name, value in DOCSTRINGS.items() if ">>>" in (value.__doc__ or "")])
def test_an_example_is_true(name: str) -> None:
    told = list[str]()
    example = doctest.DocTestParser().get_doctest(inspect.getdoc(DOCSTRINGS[name]) or "", {}, name, None, None)
    assert doctest.DocTestRunner().run(example, out=told.append).failed == 0, "".join(told)


def test_every_function_and_every_verb_of_maps_and_games_has_an_example() -> None:
    docstrings = DOCSTRINGS.keys() - {"templates"}  # which takes a folder; docs/printing.md has one
    verbs = [name for name in docstrings if name[0].islower() or name.startswith(("Map.", "PlayedGame."))]
    assert len(verbs) > 35
    assert [name for name in verbs if ">>>" not in (DOCSTRINGS[name].__doc__ or "")] == []
