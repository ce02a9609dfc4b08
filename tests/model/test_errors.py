"""Errors: they travel between processes and are copied, with all that they say."""

import copy
import pickle
import pkgutil
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

import mapkit
from mapkit.games.own_templates import UnreadableFolder
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import ruling
from mapkit.model.errors import Problem
from mapkit.model.files import BadLog
from mapkit.model.message import Message, Name, joined, message, noun, plural
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import Fact, NoSuchMap, Rule, count_rule
from mapkit.model.settings import BadValue
from mapkit.paper.own_icons import _BadPath
from mapkit.solve.checker import Fault
from mapkit.studio.settings_panel import WrongFields

HOUSE: Rule[Any] = count_rule("HOUSE-1", "Exactly one well.", "wells", lambda p: [Fact("a1", "well")], ())
"""A rule of a game of one's own, with functions that have no name in a module."""
FAULT = Fault(HOUSE, "a1", message("Exactly one well."), message("Found {number}.", 2), ("a1", "b1"))
SAID = message("{names}: {what}", joined([Name("a1"), noun("well")]), plural("{number} fault", "{number} faults", 2))
REFUSAL = ruling.heard("TL-39", player="Ann")
MADE: dict[type, Callable[[Any], Exception]] = {
    mapkit.FaultyMap: lambda kind: kind((FAULT, FAULT), message("`anyway=True` prints this one")),
    NoSuchMap: lambda kind: kind(SimpleNamespace(wells=1), lambda: iter([(HOUSE, HOUSE)])),
    NoSuchPreset: lambda kind: kind("smal", ["small", "default"]),
    UnreadableMap: lambda kind: kind("t.toml", [Problem(2, 7, message("a tab has no fixed width"))]),
    UnreadableFolder: lambda kind: kind("ours", [UnreadableMap("ours/t.toml", [Problem(1, 1, message("no TOML"))])]),
    ruling.NoRuling: lambda kind: kind(REFUSAL, REFUSAL),
    ruling.MoveError: lambda kind: kind(REFUSAL, "It is Ann's turn."),
    BadLog: lambda kind: kind("game.jsonl", 3, message("no JSON")),
    WrongFields: lambda kind: kind({"title": SAID, "size": SAID}),
    BadValue: lambda kind: kind("{name} is {found}", 7),
    _BadPath: lambda kind: kind(7, SAID),
}


def errors() -> Iterator[type[Exception]]:
    """Every exception of mapkit, the base as well."""
    for module in pkgutil.walk_packages(mapkit.__path__, "mapkit."):
        if not module.name.endswith("__main__"):
            found = vars(import_module(module.name)).values()
            yield from (
                e for e in found if isinstance(e, type) and issubclass(e, Exception) and e.__module__ == module.name
            )


def without_functions(error: Exception) -> str:
    """All that an error holds but the functions of rules."""
    return re.sub(r"<function .*? at 0x\w+>", "", repr(sorted(vars(error).items())))


def all_of(said: object) -> object:
    """What a message is made of, and what its parts are made of."""
    if not isinstance(said, Message):
        return said
    fillings = {name: all_of(filling) for name, filling in said.args.items()}
    return said.template, fillings, said.many, [*map(all_of, said.parts)], said.is_noun


def test_every_error_comes_out_of_pickle_and_copy_as_it_went_in() -> None:
    kinds = set(errors())
    assert set(MADE) < kinds
    for kind in kinds:
        make = next((MADE[base] for base in kind.__mro__ if base in MADE), lambda kind: kind(SAID))
        error = make(kind)
        error.add_note("at Ann's table")
        for there in (
            *(pickle.loads(pickle.dumps(error, n)) for n in range(6)),
            copy.copy(error),
            copy.deepcopy(error),
        ):
            assert type(there) is kind
            assert (str(there), there.args) == (str(error), error.args)
            assert without_functions(there) == without_functions(error)
            assert all_of(getattr(there, "said", "")) == all_of(getattr(error, "said", ""))


def test_a_map_that_cannot_be_is_told_in_another_process_with_its_conflict() -> None:
    with pytest.raises(mapkit.NoSuchMap) as none:
        mapkit.generate("treasures", "s", preset="small", settings={"marsh": 40})
    there = pickle.loads(pickle.dumps(none.value))
    assert isinstance(there, NoSuchMap)
    assert (str(there), there.conflicts) == (str(none.value), none.value.conflicts)
    assert there.conflicts[0][0] is none.value.conflicts[0][0]
