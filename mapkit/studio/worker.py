"""Workers: processes beside the server, each with a trade of its own, whose libraries are loaded and stay ready.

Nobody can interrupt a solver from inside, so to cancel means to end the process; the next one is begun at once.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, Generic, NamedTuple, TypeVar

from mapkit.model import resources

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class Trade(NamedTuple, Generic[Task, Answer]):
    """What a worker does; its functions are those of a module, so that another process finds them."""

    ready: Callable[[], object]
    """Loads what is needed, before it is wanted."""
    answers: Callable[[Task, Callable[[Answer], None]], None]
    """Tells the answers to a task one by one."""
    ended: Answer
    """What is heard where the process has ended by itself."""


class Worker(Generic[Task, Answer]):
    """A process that answers tasks, one after another."""

    def __init__(
        self,
        trade: Trade[Task, Answer],
        heard: Callable[[Answer | None], None],
        soon: Callable[[Callable[[], None]], object] = lambda do: do(),
    ) -> None:
        """Begins no process yet. `heard` is called with each answer to the task, at last with None.

        `soon` is given what calls it, in a thread of the worker's own. No answer to a task that was cancelled is heard.
        """
        self._trade, self._heard, self._soon = trade, heard, soon
        self.task: Task | None = None
        self._process: Any = None
        self._line: Connection | None = None

    @property
    def process_id(self) -> int | None:
        """The number of the process; None where there is none."""
        return self._process.pid if self._process else None

    def begin(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        self.end()
        context = get_context("spawn")  # a fork would take the sockets of the server with it
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, resources.own_folder(), self._trade), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, task: Task) -> None:
        """Ask for a task; the one before has ended."""
        self.begin()
        self.task = task
        Thread(target=self._listen, args=(self._line, task), daemon=True).start()

    def cancel(self) -> bool:
        """End the process at once, and begin another; whether there was a task."""
        if self.task is None:
            return False
        self.end()
        self.begin()
        return True

    def end(self) -> None:
        process, self._process, self._line, self.task = self._process, None, None, None
        if process is not None:
            process.kill()
            process.join()

    def _listen(self, line: Connection, task: Task) -> None:
        try:
            line.send(task)
            while (answer := line.recv()) is not None:
                self._later(task, answer)
        except (EOFError, OSError):
            self._later(task, self._trade.ended)
        self._later(task, None)

    def _later(self, task: Task, answer: Answer | None) -> None:
        self._soon(partial(self._hear, task, answer))

    def _hear(self, task: Task, answer: Answer | None) -> None:
        if task is self.task:  # else it was cancelled while this answer was on its way
            self.task = None if answer is None else task
            self._heard(answer)


def end_with_parent() -> None:
    """Wait for the process that this one works for, and end with it, even in the middle of a task."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(line: Connection, own: Path | None, trade: Trade[Any, Any]) -> None:
    """What the process does: it gets ready, then answers each task, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    Thread(target=end_with_parent, daemon=True).start()
    resources.use_own(own)
    trade.ready()
    with suppress(EOFError, OSError):
        while True:
            task = line.recv()
            trade.answers(task, line.send)
            line.send(None)
