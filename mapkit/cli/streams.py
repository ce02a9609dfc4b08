"""What commands say: results on stdout, messages and progress on stderr, and exit codes.

Exit codes: 0 done; 1 the map breaks the rules; 2 the command or the input cannot be understood; 3 a file cannot be read
or written; 4 no map was found (impossible, or gave up); 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from mapkit.cli.languages import in_words
from mapkit.model import files
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.ledger import command_of, linked
from mapkit.model.message import Message, Name, message

BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, NO_MAP, STOPPED = 1, 2, 3, 4, 130


@contextmanager
def progress(what: Message, total: int) -> Iterator[Callable[[int], None]]:
    """A function to call with the number of steps done; on a terminal it moves a bar on stderr."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    console, beside = Console(stderr=True), sys.stdout is not None and sys.stdout.isatty()
    with Progress(console=console, redirect_stdout=beside, transient=True) as bar:
        task = bar.add_task(in_words(what), total=total)
        yield lambda steps: bar.advance(task, steps)


def tell_seed(text: str | None, seed: str) -> None:
    """Say a seed that nobody gave."""
    if text is None:
        say_on_stderr(message("seed {seed}", Name(seed)))


def shell_quoted(path: str) -> Name:
    """A path in the form in which it can be typed into a shell."""
    return Name(shlex.quote(printable_name(path)))


def in_a_command(path: str) -> Name:
    """A path that was written to, in an example of a command; FILE for stdout."""
    return Name("FILE") if path == "-" else shell_quoted(path)


def say(text: str) -> None:
    """Print a line of results on stdout."""
    with _stdout() as stream:
        stream.write(f"{_with_links(text, stream)}\n")


def _with_links(text: str, stream: Any) -> str:
    """A text in which numbers of rules lead to their pages, on a terminal, and where these are published."""
    return linked(text) if stream.isatty() and os.environ.get("TERM") != "dumb" else text


def talk_of_rules(numbers: Iterable[str]) -> None:
    """Say at a terminal which command tells the first of these rules in full."""
    if (number := next(iter(numbers), "")) and sys.stderr is not None and sys.stderr.isatty():
        say_on_stderr(message("what {number} says, with an example: {command}", Name(number), Name(command_of(number))))


def tell(said: Message) -> None:
    """Print a line of results in the language of the answer."""
    say(in_words(said))


def say_json(thing: object) -> None:
    say(json.dumps(thing, ensure_ascii=False, indent=2))


def say_bytes(data: bytes) -> None:
    with _stdout() as stream:
        stream.flush()
        stream.buffer.write(data)


@contextmanager
def _stdout() -> Iterator[Any]:
    """Stdout, flushed at the end; raises FileTrouble.

    A reader may stop early, as with `| head -1`. Then the rest is dropped, and the command goes on, since it may still
    have files to write.
    """
    if sys.stdout is None:
        raise FileTrouble(message("stdout: is closed; name a file with -o"))
    try:
        yield sys.stdout
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise FileTrouble(message("stdout: cannot be written: {what}", files.reason(error))) from None


def say_on_stderr(said: Message | Name) -> None:
    """Print a message on stderr; it is dropped where stderr is closed."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(_with_links(in_words(said), sys.stderr), file=sys.stderr, flush=True)


def talk_of_printing(path: str) -> None:
    if path != "-":
        say_on_stderr(message("print it: mapkit print {file}", shell_quoted(path)))
