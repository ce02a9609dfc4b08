"""Executors of shared work: this process, which Ctrl-C ends, several processes, or the workers of dask."""

from __future__ import annotations

import logging
import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager
from socket import socket, socketpair
from threading import Event, Thread, current_thread, main_thread
from time import sleep
from typing import TYPE_CHECKING

from mapkit.cli.streams import STOPPED, say_on_stderr
from mapkit.model.letters import names
from mapkit.model.message import Name, message
from mapkit.model.settings import BadSetting
from mapkit.model.version import __version__, added_by

if TYPE_CHECKING:
    from concurrent.futures import Executor


STOPPED_WORDS = message("stopped; files that are written are whole")


class Stoppable:
    """Lets Ctrl-C end the process even while the solver keeps Python from seeing the signal.

    No file may be open inside. In a thread beside the main one, such as one of a dask worker, nothing needs to be done.
    This is no generator: one that Ctrl-C interrupts between its start and the first line inside would end at some later
    time, when the files that it knows are closed.
    """

    def __enter__(self) -> None:
        self._left = Event()
        self._writer: socket | None = None
        if current_thread() is main_thread():
            reader, self._writer = socketpair()
            self._writer.setblocking(False)
            self._before = signal.set_wakeup_fd(self._writer.fileno())
            Thread(target=_stop_on_request, args=(reader, self._left), daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._left.set()
        if self._writer is not None:
            signal.set_wakeup_fd(self._before)
            self._writer.close()


def _stop_on_request(reader: socket, left: Event) -> None:
    """Wait for a byte or the end of the line; after a byte, end the process unless Python sees the signal soon."""
    with reader:
        if reader.recv(1) and not left.wait(0.5):
            say_on_stderr(STOPPED_WORDS)
            os._exit(STOPPED)


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """A pool of processes; Ctrl-C, or any failure, ends them at once. Raises BadSetting where one of them is ended."""
    from concurrent.futures import ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(jobs, initializer=_end_with_others)
    try:
        with _ended_by_ctrl_c() as is_stopped:
            try:
                wait([pool.submit(sleep, 0.02) for _ in range(jobs)])  # each of these tasks starts a process
                yield pool
            except BrokenProcessPool:
                if not is_stopped():
                    why = message("a process was ended, perhaps because memory ran out; use fewer --jobs")
                    raise BadSetting(why) from None
        if is_stopped():
            raise KeyboardInterrupt
    except BaseException:
        _end_children()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ended_by_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C end the processes of a pool, and not raise; a function that says whether it did.

    An exception in the middle of the pool's own code would leave its locks closed, and the pool would never end.
    """
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True
        _end_children()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: stopped
    finally:
        signal.signal(signal.SIGINT, before)


def _end_children() -> None:
    from multiprocessing import active_children

    for child in active_children():
        child.terminate()


def _end_with_others() -> None:
    """Make a process of a pool end with Ctrl-C, and when the process that it works for ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from mapkit.studio.worker import end_with_parent  # it loads what only such processes need

    Thread(target=end_with_parent, daemon=True).start()


PATIENCE = 5
"""The seconds that a scheduler may take to answer."""
ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a dask scheduler; raises BadSetting where they cannot play."""
    where, ours = Name(f"--dask {address!r:.80}"), Name(__version__)
    if not ADDRESS.fullmatch(address):
        raise BadSetting(message("{url} is no address; give the scheduler's, such as tcp://192.168.1.5:8786", where))
    try:
        from distributed import CancelledError, Client, KilledWorker
    except ImportError:
        raise BadSetting(message("--dask needs an extra library: {line}", added_by("dask"))) from None
    logging.disable()  # the command itself says what goes wrong
    try:
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except OSError:
            raise BadSetting(message("{url}: no scheduler answers there", where)) from None
        with client:
            try:
                found = set(client.run(lambda: __import__("mapkit").__version__).values())
                if not found:
                    raise BadSetting(message("{url}: the scheduler has no workers; start some", where))
                if found != {__version__}:
                    theirs = names(sorted(found))
                    these = where, theirs, ours
                    why = message("{where}: its workers have mapkit {versions}; install {version} there", *these)
                    raise BadSetting(why)
                yield client.get_executor(pure=False)
            except ImportError:
                why = message("{url}: a worker has no mapkit; install mapkit {version} there", where, ours)
                raise BadSetting(why) from None
            except (KilledWorker, CancelledError, futures.CancelledError):
                lost = message("{url}: the scheduler or a worker was lost, and so are the results", where)
                raise BadSetting(lost) from None
    finally:
        logging.disable(logging.NOTSET)
