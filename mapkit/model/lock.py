"""Libraries that keep what they work on in one place for all threads: only one thread at a time may be in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

_LOCK = RLock()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other thread is in such a library; as a decorator, for each call of a function."""
    with _LOCK:
        yield
