"""Who does the work of many maps or many games: this process, several processes, or the workers of a dask scheduler."""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from mapkit.cli.shell import Stoppable, process_pool
from mapkit.model.settings import BadSetting
from mapkit.model.version import __version__, needs

if TYPE_CHECKING:
    from concurrent.futures import Executor

PATIENCE = 5
"""The seconds that a scheduler may take to answer."""


ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")


Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Share the work out over the workers of a dask scheduler."),
]


def refuse_two_crews(jobs: int, dask: str | None) -> None:
    """Raise BadSetting where both options share the work out."""
    if dask is not None and jobs != 1:
        raise BadSetting("--jobs and --dask both share the work out; use one of them")


@contextmanager
def crew(jobs: int, dask: str | None) -> Iterator[Executor | None]:
    """The executor that plays the games: processes, or the workers of a scheduler; None for this process."""
    if dask is not None:
        with _cluster(dask) as workers:
            yield workers
    elif jobs == 1:
        with Stoppable():
            yield None
    else:
        with _processes(jobs) as workers:
            yield workers


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """A pool of processes; raises BadSetting where one of them is ended."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        with process_pool(jobs) as crew:
            yield crew
    except BrokenProcessPool:
        raise BadSetting("a process was ended, perhaps because memory ran out; use fewer --jobs") from None


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """The workers of a dask scheduler; raises BadSetting where they cannot play."""
    where = f"--dask {address!r:.80}"
    if not ADDRESS.fullmatch(address):
        raise BadSetting(f"{where} is no address; give the scheduler's, such as tcp://192.168.1.5:8786")
    try:
        from distributed import CancelledError, Client, KilledWorker
    except ImportError:
        raise BadSetting(needs("--dask", "dask")) from None
    with _silently():
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except OSError:
            raise BadSetting(f"{where}: no scheduler answers there") from None
        with client:
            try:
                found = set(client.run(lambda: __import__("mapkit").__version__).values())
                if not found:
                    raise BadSetting(f"{where}: the scheduler has no workers; start some")
                if found != {__version__}:
                    raise BadSetting(
                        f"{where}: its workers have mapkit {', '.join(sorted(found))}; install {__version__} there"
                    )
                yield client.get_executor(pure=False)
            except ImportError:
                raise BadSetting(f"{where}: a worker has no mapkit; install mapkit {__version__} there") from None
            except (KilledWorker, CancelledError, futures.CancelledError):
                lost = "the scheduler or a worker was lost, and so are the results"
                raise BadSetting(f"{where}: {lost}") from None


@contextmanager
def _silently() -> Iterator[None]:
    """Keep libraries from logging; the command says what goes wrong."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


# --- sharing it out ----------------------------------------------------------------------------------------------


AHEAD = 64
"""The most parts of the work that wait for each other, so that memory does not grow with their number."""
P = TypeVar("P")
R = TypeVar("R")


def in_order(workers: Executor | None, task: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
    """What the task makes of each part of the work, in order; a part is handed out only when it is soon needed."""
    if workers is None:
        yield from map(task, parts)
        return
    waiting = deque[futures.Future[R]]()
    try:
        for part in parts:
            waiting.append(workers.submit(task, part))
            if len(waiting) == AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for each in waiting:
            each.cancel()
