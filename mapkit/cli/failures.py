"""Failures as messages and exit codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import assert_never

from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import NO_FILE, NO_MAP, NOT_UNDERSTOOD, say_on_stderr
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.files import BadLog, FileTrouble
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting

Failure = UnreadableMap | NoSuchPreset | BadSetting | BadLog | FileTrouble | OSError | NoSuchMap | SolverGaveUp


FAILURES = (UnreadableMap, NoSuchPreset, BadSetting, BadLog, FileTrouble, OSError, NoSuchMap, SolverGaveUp)


def for_each_file(names: Iterable[str], look: Callable[[str], int]) -> int:
    """Call `look` for every file, and go on after a failure; returns the highest exit code."""
    worst = 0
    for name in dict.fromkeys(names):
        try:
            code = look(name)
        except FAILURES as failure:
            code = report_failure(failure)
        worst = max(worst, code)
    return worst


def report_failure(failure: Failure) -> int:
    """Print a failure on stderr; returns its exit code."""
    with Stoppable():
        for line in chain(failure_lines(failure), getattr(failure, "__notes__", ())):
            say_on_stderr(line)
    match failure:
        case UnreadableMap() | NoSuchPreset() | BadSetting() | BadLog():
            return NOT_UNDERSTOOD
        case FileTrouble() | OSError():  # an OSError is about mapkit's own files, such as a missing template
            return NO_FILE
        case NoSuchMap() | SolverGaveUp():
            return NO_MAP
        case _:
            assert_never(failure)


def failure_lines(failure: Failure) -> Iterator[str]:
    """What went wrong and what would do; the search for rules in conflict runs only when its lines are asked for."""
    match failure:
        case UnreadableMap():
            yield from str(failure).splitlines()
        case NoSuchPreset() | BadSetting() | BadLog() | FileTrouble() | OSError():
            yield from (f"error: {line}" for line in str(failure).splitlines())
        case NoSuchMap():
            proven, *_ = failure.args
            yield f"impossible: {proven}"
            yield from failure.conflicts_in_words()
        case SolverGaveUp():
            yield f"gave up: {failure}; there may or may not be one"
        case _:
            assert_never(failure)
