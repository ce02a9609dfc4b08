"""Which connections a listener keeps, and for how long. Strangers who connect and ask nothing keep nobody out.

A connection is let in while the studio answers a request on it that has passed auth. Every other connection waits:
it is closed after some seconds, and gives way to a new one where there are many. At last one gives way, too, whose
request has not wholly come.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from mapkit.studio.auth import KEY, PATIENCE, Auth

BACKLOG = 100
"""The most connections that the system holds until the listener takes them, and that it takes at once."""
FILES = 1024
"""How many files the studio may have open: connections are files, and so are maps and logs."""


class Connection(H11Protocol):  # type: ignore[misc]  # uvicorn's types are not followed
    """A connection, which is closed where it waits too long."""

    def __init__(
        self, connections: Connections, config: Any, server_state: Any, app_state: Any, _loop: Any = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.all_connections = connections
        self.patience = self.loop.call_later(PATIENCE, self._part)

    @property
    def let_in(self) -> bool:
        """Whether the studio is answering a request on it that has passed auth."""
        return self.cycle is not None and not self.cycle.response_complete and KEY in self.cycle.scope

    @property
    def heard(self) -> bool:
        """Whether it is let in, and all of its request has come."""
        return self.let_in and not self.cycle.more_body

    @property
    def address(self) -> str:
        """The address that it comes from; empty where the system does not tell it."""
        return str(self.client[0]) if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        if not self.all_connections.take(self):
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Wait for the next request; one that has passed auth gives the next one its full time."""
        if KEY in self.cycle.scope:
            self.patience.cancel()
            self.patience = self.loop.call_later(PATIENCE, self._part)
        super().on_response_complete()

    def send_400_response(self, _: str) -> None:
        """Part from a client that does not speak HTTP; an answer that is still being made goes nowhere."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.patience.cancel()
        self.all_connections.drop(self)
        super().connection_lost(exc)

    def _part(self) -> None:
        if not self.let_in:
            self.transport.abort()


class Connections:
    """The connections of a listener, the oldest first."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._here: dict[Connection, None] = {}

    def take(self, connection: Connection) -> bool:
        """Whether a new connection may stay; where there are too many, the oldest one that waits is closed for it."""
        neighbours = [each for each in self._here if each.address == connection.address]
        if not (self._room(neighbours, self.most_of_one) and self._room(tuple(self._here), self.most)):
            return False
        self._here[connection] = None
        return True

    def _room(self, here: Collection[Connection], most: int) -> bool:
        """Whether there is room for one more among these; the oldest one that waits is closed where there was none."""
        if len(here) < most:
            return True
        waiting = min((each for each in here if not each.heard), key=lambda connection: connection.let_in, default=None)
        if waiting is None:
            return False
        self.drop(waiting)
        waiting.transport.abort()
        return True

    def drop(self, connection: Connection) -> None:
        self._here.pop(connection, None)


def server(app: Auth, most: int, most_of_one: int) -> uvicorn.Server:
    """A server that keeps at most `most` connections in all, and `most_of_one` from one address.

    It raises this process's limit of open files; there are fewer of both where the limit stays low.
    """
    files = FILES
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            files = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
            if soft < files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    connections = Connections(most * files // FILES, most_of_one * files // FILES)
    config = uvicorn.Config(
        app,
        http=partial(Connection, connections),
        ws="none",  # else such a library, where it is installed, would take a connection out of these hands
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)
