"""Work in parts that other processes share, whose results come in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

AHEAD = 64
"""The most parts of the work that wait for each other, so that memory does not grow with their number."""
P = TypeVar("P")
R = TypeVar("R")


def in_order(workers: Executor | None, task: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
    """What the task makes of each part of the work, in order; a part is handed out only when it is soon needed."""
    if workers is None:
        yield from map(task, parts)
        return
    waiting = deque["Future[R]"]()
    try:
        for part in parts:
            waiting.append(workers.submit(task, part))
            if len(waiting) == AHEAD:
                yield waiting[0].result()
                waiting.popleft()
        while waiting:
            yield waiting[0].result()
            waiting.popleft()
    finally:
        for each in waiting:
            each.cancel()
