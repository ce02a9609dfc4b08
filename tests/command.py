"""The command `mapkit`, as tests type it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

from typer.testing import CliRunner, Result

from mapkit.cli import main

ROOT = Path(__file__).parents[1]


class Typed(Protocol):
    """The type of `run`, for fixtures that first make a folder."""

    def __call__(self, *words: object, given: str | bytes | None = None) -> Result: ...


def run(*words: object, given: str | bytes | None = None) -> Result:
    """What a command says, and its exit code; an unexpected failure is raised."""
    typed = [str(word) for word in words]
    return CliRunner().invoke(main.app, typed, input=given, catch_exceptions=False, prog_name="mapkit")


def outcome(*words: object) -> tuple[int, str, str]:
    """The exit code of a command, and what it says on stdout and on stderr."""
    result = run(*words)
    return result.exit_code, result.stdout, result.stderr


def output(*words: object, given: str | bytes | None = None, code: int = 0) -> str:
    """All that a command says that ends with the exit code."""
    result = run(*words, given=given)
    assert result.exit_code == code, result.output
    return result.output


def refusal(*words: object, given: str | bytes | None = None, code: int = 2) -> str:
    """What a command that ends with the exit code says on stderr."""
    result = run(*words, given=given)
    assert result.exit_code == code, result.output
    return result.stderr


def process(*words: object, **streams: Any) -> subprocess.Popen[Any]:
    """A command in a process of its own."""
    around = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    return subprocess.Popen([sys.executable, "-m", "mapkit", *map(str, words)], env=around, **streams)
