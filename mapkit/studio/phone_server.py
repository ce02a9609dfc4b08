"""The second listener of the studio, for players' phones on the local network; loaded only where it is asked for.

It has routes of its own, and tells nothing but what `phones` lets a phone know.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from mapkit.language.wording import translated
from mapkit.studio import connections, words
from mapkit.studio.auth import KEY, PATIENCE, Auth, bounded, data_in, number_in
from mapkit.studio.desk import Desk
from mapkit.studio.phones import Phones, ShownState, View
from mapkit.studio.server import SILENCE, known_response

FILES = (
    *("player.js", "player-sheet.js", "knowledge.js", "elements.js", "transport.js"),
    *("player.css", "icon.svg"),
)
"""The files of the phones' page, beside the page itself."""
MOST_POSTED = 4096
"""The most bytes that a phone may send at once."""
MOST_STREAMS = 4
"""The most streams of a phone; where more are opened, the first one ends."""
MOST_AT_ONCE = 300
"""The most connections of all phones together."""
MOST_OF_ONE = 40
"""The most connections from one address; several phones may share it, each with up to six of them."""


class PhoneStreams:
    """The streams to the phones; each tells what is new for its own seat, and nothing where nothing is."""

    def __init__(self, phones: Phones) -> None:
        self.phones, self._open = phones, list[tuple[str, asyncio.Event]]()
        self._views, self._ended = dict[str, View](), False

    def tell(self) -> None:
        """Let every stream see what is new."""
        self._views.clear()
        for _, wake in self._open:
            wake.set()

    def end(self) -> None:
        self._ended = True
        self.tell()

    async def stream(self, key: str, seen: ShownState) -> AsyncIterator[str]:
        """What a phone hears, in the format of server-sent events."""
        own = key, asyncio.Event()
        self._open.append(own)
        before: Mapping[str, Any] = {}
        now_is = asyncio.get_running_loop().time
        sign = now_is() + SILENCE  # at fixed times, so that they do not tell of what others hear in private
        look = self.phones.view  # first without `_views`, as in `/hear`, so that the time tells nothing of other phones
        try:
            yield "retry: 1000\n\n"
            # a stream goes on while it is one of the last of its phone
            while not self._ended and own in [one for one in self._open if one[0] == key][-MOST_STREAMS:]:
                own[1].clear()
                view = look(key).since(seen)
                look = self._view
                now = {name: part for name, part in view.items() if name != "lines"}
                if view["lines"] or now != before:
                    before, seen = now, ShownState(view["game"], view["count"])
                    yield f"id: {seen.game}.{seen.lines}\ndata: {json.dumps(view)}\n\n"
                try:
                    await asyncio.wait_for(own[1].wait(), max(0.0, sign - now_is()))
                except TimeoutError:
                    sign += SILENCE
                    yield ": still here\n\n"
        finally:
            self._open.remove(own)

    def _view(self, key: str) -> View:
        """What a phone shows; it is worked out once for all phones in a seat, until `tell` is called."""
        seat = self.phones.seat(key)
        if seat not in self._views:
            self._views[seat] = self.phones.view(key)
        return self._views[seat]


def _seen(game: str, lines: str) -> ShownState:
    return ShownState(game, number_in(lines))


async def _posted(request: Request) -> Mapping[str, Any]:
    """What a phone has sent; nothing where that is too much or too slow, or no JSON."""
    return data_in(await bounded(request.receive, MOST_POSTED, PATIENCE) or b"") or {}


def application(phones: Phones, streams: PhoneStreams) -> Auth:
    """The page of the phones and what it talks to, behind keys of its own."""
    page = words.page(phones.language, "player.html")

    def key(request: Request) -> str:
        return str(request.scope[KEY])

    async def home(_: Request) -> Response:
        return HTMLResponse(page)

    async def file(request: Request) -> Response:
        return FileResponse(words.PAGE / request.url.path.rpartition("/")[2])

    async def hear(request: Request) -> Response:
        asked = request.query_params
        return JSONResponse(phones.view(key(request)).since(_seen(asked.get("game", ""), asked.get("seen", ""))))

    async def news(request: Request) -> Response:
        game, _, lines = request.headers.get("last-event-id", "").partition(".")
        asked = request.query_params
        seen = _seen(game, lines) if game else _seen(asked.get("game", ""), asked.get("seen", ""))
        return StreamingResponse(streams.stream(key(request), seen), media_type="text/event-stream")

    async def sit(request: Request) -> Response:
        address = request.client.host if request.client else ""
        why = phones.sit(key(request), str((await _posted(request)).get("name", "")), address)
        return JSONResponse({"refused": translated(why, phones.language)} if why else {})

    async def leave(request: Request) -> Response:
        phones.leave(key(request))
        return JSONResponse({})

    async def say(request: Request) -> Response:
        return JSONResponse(await phones.say(key(request), str((await _posted(request)).get("words", ""))))

    async def known(request: Request) -> Response:
        asked = phones.known(key(request), request.query_params.get("player", ""))
        return await known_response(request, asked, phones.language)

    routes = [
        Route("/", home),
        *(Route(f"/page/{name}", file) for name in FILES),
        Route("/hear", hear),
        Route("/news", news),
        Route("/sit", sit, methods=["POST"]),
        Route("/leave", leave, methods=["POST"]),
        Route("/say", say, methods=["POST"]),
        Route("/known", known),
        Route("/known/{floor:int}.svg", known),
    ]
    return Auth(Starlette(routes=routes), phones)


class PhoneListener:
    """The phones' listener, which runs beside that of the master's page, in the same loop."""

    def __init__(self, phones: Phones, listening: socket.socket) -> None:
        self.streams, self.listening = PhoneStreams(phones), listening
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
    desk.changed.append(lambda: desk.soon(beside.streams.tell))
    return beside
