"""The server of the studio: the page, the scene, the actions, and a stream of news; on this computer only.

The page gets `/scene?seen=N`, posts what people do to `/act`, and hears at `/news` that something has changed.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import AsyncIterator, Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from mapkit.studio import words
from mapkit.studio.actions import act
from mapkit.studio.desk import Desk
from mapkit.studio.gate import Gate

MOST_POSTED = 1 << 20
"""The most bytes that a page may send at once."""
_BETWEEN_LOOKS = 0.4
"""How many seconds there are between two looks at the file on the disk."""
_SILENCE = 15.0
"""After how many seconds without news a stream says that it is still there."""


class News:
    """The streams to open pages; each hears the number of every new version, and None at the end."""

    def __init__(self) -> None:
        """No page is open yet."""
        self.streams: set[asyncio.Queue[int | None]] = set()

    def tell(self, version: int | None) -> None:
        """Tell all pages of a version, or of the end."""
        for each in self.streams:
            each.put_nowait(version)

    async def stream(self) -> AsyncIterator[str]:
        """What a page hears, in the format of server-sent events."""
        heard: asyncio.Queue[int | None] = asyncio.Queue()
        self.streams.add(heard)
        try:
            yield "retry: 1000\n\n"
            while True:
                try:
                    version = await asyncio.wait_for(heard.get(), _SILENCE)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if version is None:
                    return
                yield f"data: {version}\n\n"
        finally:
            self.streams.discard(heard)


def application(desk: Desk, port: int, token: str, news: News) -> Gate:
    """The page and what it talks to, behind the gate."""
    desk.changed.append(lambda: news.tell(desk.version))

    async def page(_: Request) -> Response:
        return HTMLResponse(words.page(desk.language))

    async def see(request: Request) -> Response:
        seen = request.query_params.get("seen", "")
        return JSONResponse(desk.seen(int(seen) if seen.isdecimal() else 0))

    async def do(request: Request) -> Response:
        if int(request.headers.get("content-length", "0")) > MOST_POSTED:
            return Response("That is too much at once.", 413)
        try:
            sent = json.loads(await request.body())
        except ValueError:
            sent = None
        if not isinstance(sent, dict):
            return Response("The studio takes JSON.", 400)
        desk.soon = asyncio.get_running_loop().call_soon_threadsafe  # what the solver's worker finds comes by this loop
        return JSONResponse(act(desk, sent))

    async def sketch(request: Request) -> Response:
        pictures = [found.picture for found in desk.work.sketches]
        number = request.path_params["number"]
        if number >= len(pictures):
            return Response("That map is not there any more.", 404)
        return Response(pictures[number], media_type="image/svg+xml")

    async def hear(_: Request) -> Response:
        return StreamingResponse(news.stream(), media_type="text/event-stream")

    routes = [
        Route("/", page),
        Route("/scene", see),
        Route("/act", do, methods=["POST"]),
        Route("/news", hear),
        Route("/sketch/{seed}/{number:int}", sketch),
        Mount("/page", StaticFiles(directory=words.PAGE)),
    ]
    return Gate(Starlette(routes=routes), port, token)


async def _look(desk: Desk) -> None:
    """Look at the file on the disk again and again."""
    while True:
        desk.look()
        await asyncio.sleep(_BETWEEN_LOOKS)


def serve(desk: Desk, listening: socket.socket, token: str, ready: Callable[[], None]) -> None:
    """Call `ready`, and answer until Ctrl-C, which ends all streams first and then raises KeyboardInterrupt."""
    news = News()
    app: Any = application(desk, listening.getsockname()[1], token, news)
    config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    ended = server.handle_exit

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def end(number: int, frame: Any) -> None:
            loop.call_soon_threadsafe(news.tell, None)
            if number == signal.SIGINT:
                ended(number, frame)
            else:
                server.should_exit = True  # else the process would end before the command keeps what is not saved

        server.handle_exit = end
        if hasattr(signal, "SIGHUP"):  # the terminal is closed
            signal.signal(signal.SIGHUP, end)
        loop.call_soon(ready)
        looking = asyncio.create_task(_look(desk))
        try:
            await server.serve(sockets=[listening])
        finally:
            looking.cancel()
            desk.work.close()

    asyncio.run(run())
