"""The pages of players: what a screen asks for, and the streams that tell it what is new.

The phones' listener has them, and the studio's own while somebody plays alone.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from mapkit.language.wording import translated
from mapkit.model.message import Message, message
from mapkit.model.settings import BadSetting
from mapkit.studio import words
from mapkit.studio.auth import KEY, PATIENCE, bounded, data_in, number_in
from mapkit.studio.knowledge import KnowledgeAnswer
from mapkit.studio.player_screens import PlayerScreens, ShownState, View
from mapkit.studio.tools import BadStroke

SILENCE = 15.0
"""After how many seconds without news a stream says that it is still there."""
MOST_POSTED = 4096
"""The most bytes that a screen may send at once."""
MOST_STREAMS = 4
"""The most streams of a screen; where more are opened, the first one ends."""


class PlayerStreams:
    """The streams to players' screens; each tells what is new for its own seat, and nothing where nothing is."""

    def __init__(self, screens: PlayerScreens) -> None:
        self.screens, self._open = screens, list[tuple[str, asyncio.Event]]()
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
        """What a screen hears, in the format of server-sent events."""
        own = key, asyncio.Event()
        self._open.append(own)
        before: Mapping[str, Any] = {}
        now_is = asyncio.get_running_loop().time
        sign = now_is() + SILENCE  # at fixed times, so that they do not tell of what others hear in private
        look = self.screens.view  # not yet `_views`, as in `/hear`: the time tells nothing of other screens
        try:
            yield "retry: 1000\n\n"
            # a stream goes on while it is one of the last of its screen
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
        """What a screen shows; it is worked out once for all screens in a seat, until `tell` is called."""
        seat = self.screens.seat(key)
        if seat not in self._views:
            self._views[seat] = self.screens.view(key)
        return self._views[seat]


def _seen(request: Request) -> ShownState:
    asked = request.query_params
    return ShownState(asked.get("game", ""), number_in(asked.get("seen", "")))


async def posted(request: Request) -> Mapping[str, Any]:
    """What a screen has sent; nothing where that is too much or too slow, or no JSON."""
    return data_in(await bounded(request.receive, MOST_POSTED, PATIENCE) or b"") or {}


def player_routes(screens: PlayerScreens, streams: PlayerStreams) -> list[Route]:
    """What players' screens ask for; each request has the key of its screen."""
    page = words.page(screens.language, "player.html")

    def key(request: Request) -> str:
        return str(request.scope[KEY])

    async def home(_: Request) -> Response:
        return HTMLResponse(page)

    async def hear(request: Request) -> Response:
        return JSONResponse(screens.view(key(request)).since(_seen(request)))

    async def news(request: Request) -> Response:
        game, _, lines = request.headers.get("last-event-id", "").partition(".")
        seen = ShownState(game, number_in(lines)) if game else _seen(request)
        return StreamingResponse(streams.stream(key(request), seen), media_type="text/event-stream")

    async def say(request: Request) -> Response:
        return JSONResponse(await screens.say(key(request), str((await posted(request)).get("words", ""))))

    async def board(request: Request) -> Response:
        return JSONResponse(screens.board(key(request)))

    async def known(request: Request) -> Response:
        asked = screens.known(key(request), request.query_params.get("player", ""))
        return await known_response(request, asked, screens.language)

    return [
        Route("/", home),
        Route("/hear", hear),
        Route("/news", news),
        Route("/say", say, methods=["POST"]),
        Route("/board", board),
        Route("/known", known),
        Route("/known/{floor:int}.svg", known),
    ]


async def known_response(request: Request, asked: Awaitable[KnowledgeAnswer], language: str) -> Response:
    """What somebody could know, as words or as a picture of the floor in the address, or why that cannot be told."""
    floor = request.path_params.get("floor")
    try:
        found = await asked
        if floor is None:
            return JSONResponse({"lines": found.lines, "floors": len(found.pictures)})
        if not 1 <= floor <= len(found.pictures):
            raise BadStroke(message("there is no such floor"))
        return Response(found.pictures[floor - 1], media_type="image/svg+xml")
    except (BadStroke, BadSetting) as error:
        return refused(409, error.said, language)


def refused(status: int, why: Message, language: str) -> Response:
    return Response(translated(why, language), status, media_type="text/plain")
