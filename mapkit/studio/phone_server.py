"""The second listener of the studio, for players' phones on the local network; loaded only where it is asked for.

It has routes of its own, and tells nothing but what `phones` lets a phone know.
"""

from __future__ import annotations

import contextlib
import socket

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from mapkit.language.wording import translated
from mapkit.studio import connections, words
from mapkit.studio.auth import KEY, Auth
from mapkit.studio.desk import Desk
from mapkit.studio.phones import Phones
from mapkit.studio.player_pages import PlayerStreams, player_routes, posted

FILES = ("player.js", "player-sheet.js", "elements.js", "transport.js", "player.css", "icon.svg")
"""The files of the phones' page, beside the page itself."""
LATER = (
    *("player-board.js", "game-board.js", "controls.js", "picture.js", "game-board.css"),
    *("player-known.js", "knowledge.js"),
)
"""The files that come where there is a board to show, or what is known."""
MOST_AT_ONCE = 300
"""The most connections of all phones together."""
MOST_OF_ONE = 40
"""The most connections from one address; several phones may share it, each with up to six of them."""


def application(phones: Phones, streams: PlayerStreams) -> Auth:
    """The page of the phones and what it talks to, behind keys of its own."""

    async def file(request: Request) -> Response:
        return FileResponse(words.PAGE / request.url.path.rpartition("/")[2])

    async def sit(request: Request) -> Response:
        address = request.client.host if request.client else ""
        why = phones.sit(str(request.scope[KEY]), str((await posted(request)).get("name", "")), address)
        return JSONResponse({"refused": translated(why, phones.language)} if why else {})

    async def leave(request: Request) -> Response:
        phones.leave(str(request.scope[KEY]))
        return JSONResponse({})

    routes = [
        *player_routes(phones, streams),
        *(Route(f"/page/{name}", file) for name in (*FILES, *LATER)),
        Route("/sit", sit, methods=["POST"]),
        Route("/leave", leave, methods=["POST"]),
    ]
    return Auth(Starlette(routes=routes), phones)


class PhoneListener:
    """The phones' listener, which runs beside that of the master's page, in the same loop."""

    def __init__(self, phones: Phones, listening: socket.socket) -> None:
        self.streams, self.listening = PlayerStreams(phones), listening
        self._server = connections.server(application(phones, self.streams), MOST_AT_ONCE, MOST_OF_ONE)
        self._server.capture_signals = contextlib.nullcontext  # the master's server hears of Ctrl-C, and ends this one

    async def run(self) -> None:
        await self._server.serve(sockets=[self.listening])

    def end(self) -> None:
        self.streams.end()
        self._server.should_exit = True


def open_phones(desk: Desk, listening: socket.socket, token: str, secret: str) -> PhoneListener:
    """Let phones come to the game at the table, at a socket that listens."""
    host, port = listening.getsockname()[:2]
    phones = desk.phones = Phones(host, port, token, secret, lambda: desk.sitting, desk.language, desk.slow_answers)
    beside = PhoneListener(phones, listening)
    phones.changed.append(desk.tell)
    for told in (desk.changed, desk.played):
        told.append(lambda: desk.soon(beside.streams.tell))
    return beside
