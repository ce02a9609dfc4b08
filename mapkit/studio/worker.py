"""The worker: one process beside the server, in which the solver is loaded and stays ready.

Nobody can interrupt the solver from inside, so to cancel means to end the process; the next one is begun at once.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any

from mapkit import resources
from mapkit.studio.solving import Answer, Failed, Task, answers

ENDED = "The process of the solver has ended, perhaps because memory ran out. Try again, or take a smaller board."


class Worker:
    """A process that answers tasks, one after another."""

    def __init__(self, heard: Callable[[Task, Answer | None], None]) -> None:
        """Begins no process yet. `heard` is called with a task and each answer to it, at last with None.

        It is called in a thread of the worker's own. Answers to a task that was cancelled may still be on their way.
        """
        self._heard = heard
        self._process: Any = None
        self._line: Connection | None = None

    @property
    def process_id(self) -> int | None:
        """The number of the process; None where there is none."""
        return self._process.pid if self._process else None

    def begin(self) -> None:
        """Begin the process, if there is none."""
        if self._process is not None and self._process.is_alive():
            return
        self.end()
        context = get_context("spawn")  # a fork would take the sockets of the server with it
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, resources.own_folder()), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, task: Task) -> None:
        """Ask for a task; the one before has ended."""
        self.begin()
        Thread(target=self._listen, args=(self._line, task), daemon=True).start()

    def cancel(self) -> None:
        """End the process at once, and begin another."""
        self.end()
        self.begin()

    def end(self) -> None:
        """End the process at once."""
        process, self._process, self._line = self._process, None, None
        if process is not None:
            process.kill()
            process.join()

    def _listen(self, line: Connection, task: Task) -> None:
        try:
            line.send(task)
            while (answer := line.recv()) is not None:
                self._heard(task, answer)
        except (EOFError, OSError):
            self._heard(task, Failed(ENDED))
        self._heard(task, None)


def _end_with_server() -> None:
    """Wait for the process of the server, and end with it, even in the middle of a task."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _work(line: Connection, own: Path | None) -> None:
    """What the process does: it loads the solver, then answers each task, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    Thread(target=_end_with_server, daemon=True).start()
    resources.use_own(own)
    from mapkit import solver  # noqa: F401  # half a second, before it is wanted

    with suppress(EOFError, OSError):
        while True:
            task = line.recv()
            answers(task, line.send)
            line.send(None)
