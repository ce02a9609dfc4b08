"""The command `mapkit`, as tests type it."""

from typing import Protocol

from typer.testing import CliRunner, Result

from mapkit.cli import main


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
