"""The server of the studio: the page, the scene, the actions, and a stream of news; on this computer only.

The page gets `/scene?seen=N`, posts what people do to `/act`, and hears at `/news` that something has changed.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import Any, Protocol, TypeVar
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from mapkit.games.shelf import GAMES
from mapkit.language.wording import translated
from mapkit.model.files import MOST_PICTURE_BYTES, FileTrouble, printable_name
from mapkit.model.ledger import address_of
from mapkit.model.message import message
from mapkit.model.settings import BadSetting
from mapkit.studio import connections, opening, words
from mapkit.studio.actions import OF_THE_GAME, PLAYS_ALONE, acted, version_seen
from mapkit.studio.auth import PATIENCE, Auth, MasterKeys, bounded, data_in, number_in
from mapkit.studio.desk import Desk
from mapkit.studio.knowledge import GAME_MASTER, KnowledgeQuery, question
from mapkit.studio.machines import Machines
from mapkit.studio.open_pages import OpenPages
from mapkit.studio.player_pages import SILENCE, PlayerStreams, known_response, player_routes, refused
from mapkit.studio.player_screens import OwnScreen
from mapkit.studio.prints import KINDS, PLAYERS, SECRET, File, Prints, rule_card, theme_picture, wish
from mapkit.studio.scene import second_thoughts
from mapkit.studio.table import answered
from mapkit.studio.tools import BadStroke
from mapkit.study.rule_examples import explained
from mapkit.table.voice import Line, LineKind

MOST_POSTED = 1 << 20
"""The most bytes that a page may send at once."""
MOST_AT_ONCE = 400
"""The most connections at once."""
_BETWEEN_LOOKS = 0.4
"""How many seconds there are between two looks at the file on the disk."""
_BETWEEN_KEEPS = 1.0
"""How many seconds pass until what was drawn and not saved is on the disk."""
_PAUSE = 0.25
"""How many seconds without a stroke are a pause, in which the advice on the map is worked out."""
_FOR_PHOTOS = 60.0
"""How many seconds a photo may take to come."""
_OWN = "/alone"
"""Where the page of a player is who plays alone at this screen."""
_PRESENCE = '<script type="module" src="/page/presence.js"></script>'
"""What tells that a page is open."""
_OF_PICTURES = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox; frame-ancestors 'none'"
"""The policy of a sheet, which is a picture: it shows itself, and does nothing."""

T = TypeVar("T")


def _sheet_routes(desk: Desk) -> list[Route]:
    """The routes of sheets, which are made in a thread, one after another, so that people can go on drawing."""
    one, last = asyncio.Lock(), list[tuple[object, Prints]]()

    async def made(request: Request, make: Callable[[Prints], T]) -> T | Response:
        """What `make` makes of the sheets of the map that is on the board now, or a sentence why it cannot."""
        document, wanted = desk.document, wish(request.query_params)

        def work() -> T:
            if not last or last[0][0] is not document or last[0][1].wish != wanted:
                last[:] = [(document, Prints(document.map, desk.path.name, wanted))]
            _, prints = last[0]
            return make(prints)

        try:
            async with one:
                return await run_in_threadpool(work)
        except (BadStroke, BadSetting) as error:
            return refused(409, error.said, desk.language)

    async def sheets(request: Request) -> Response:
        sets = request.query_params.get("sets", "")
        found = await made(request, lambda prints: prints.shown_sheets(sets, desk.language))
        return found if isinstance(found, Response) else JSONResponse(found)

    async def picture(request: Request) -> Response:
        name, number, suffix = (request.path_params[part] for part in ("name", "number", "format"))
        found = await made(request, lambda prints: prints.page(name, number, suffix))
        return _file_response(found, saved="save" in request.query_params)

    async def file(request: Request) -> Response:
        name, sets = request.path_params["name"], request.query_params.get("sets", "")
        evening = name in (PLAYERS, SECRET)
        found = await made(request, lambda prints: prints.evening(name, sets) if evening else prints.sheet(name))
        return _file_response(found, saved=True)

    async def theme(request: Request) -> Response:
        game, name = desk.document.map.game.name, request.path_params["name"]
        try:
            return Response(await run_in_threadpool(theme_picture, game, name), media_type=KINDS["svg"])
        except BadSetting as error:
            return refused(404, error.said, desk.language)

    return [
        Route("/theme/{name}.svg", theme),
        Route("/sheets", sheets),
        Route("/sheets/{name}/{number:int}.{format}", picture),
        Route("/sheets/{name}.pdf", file),
    ]


def _knowledge_routes(desk: Desk) -> list[Route]:
    async def known(request: Request) -> Response:
        def ask() -> KnowledgeQuery:
            if desk.sitting is None:
                raise BadStroke(message("no game is at the table; begin one first"))
            turn = request.query_params.get("turn", "")
            return question(desk.sitting, request.query_params.get("player", ""), number_in(turn) if turn else None)

        return await known_response(request, desk.slow_answers.known(GAME_MASTER, ask), desk.language)

    async def hint(_: Request) -> Response:
        """Give a hint to the player whose turn it is; the answer is what is not in the record."""
        game = desk.sitting
        try:
            told = await desk.slow_answers.hint(GAME_MASTER, game) if game else ()
        except FileTrouble as error:
            told = (Line(translated(error.said, desk.language), LineKind.REFUSAL),)
        return JSONResponse(answered(game, told) if game else {"answer": []})

    known_routes = [Route(path, known) for path in ("/known", "/known/{floor:int}.svg")]
    return [*known_routes, Route("/hint", hint, methods=["POST"])]


def _rule_route(desk: Desk) -> Route:
    """What a rule says, with an example that is drawn and repaired in a thread."""
    one = asyncio.Lock()

    async def rule(request: Request) -> Response:
        def told() -> dict[str, Any]:
            number = request.path_params["number"]
            lines = explained(number).lines(partial(translated, language=desk.language))
            return {"lines": [*lines], "address": address_of(number)}

        try:
            async with one:
                return JSONResponse(await run_in_threadpool(told))
        except BadSetting as error:
            return refused(404, error.said, desk.language)

    return Route("/rule/{number}", rule)


def _photo_routes(desk: Desk) -> list[Route]:
    async def add(request: Request) -> Response:
        data = await bounded(request.receive, MOST_PICTURE_BYTES, _FOR_PHOTOS)
        try:
            if data is None:
                most = MOST_PICTURE_BYTES >> 20
                raise BadStroke(message("a photo has more than {number} MiB; make it smaller", most))
            asked = request.query_params
            async with desk.lock:
                desk.photos.add(asked.get("name", ""), data, first=asked.get("first") == "yes")
        except BadStroke as why:
            return refused(413, why.said, desk.language)
        return Response("", 204)

    async def picture(request: Request) -> Response:
        found = desk.photos.picture(request.path_params["series"], request.path_params["number"])
        if found is None:
            return refused(404, message("That picture is not there any more."), desk.language)
        return Response(found.data, media_type="image/jpeg")

    return [Route("/photos", add, methods=["POST"]), Route("/photos/{series}/{number:int}.jpg", picture)]


def _opening_routes(desk: Desk) -> list[Route]:
    async def bring(request: Request) -> Response:
        body, asked = await bounded(request.receive, MOST_PICTURE_BYTES, _FOR_PHOTOS), request.query_params
        seen = number_in(asked.get("seen", ""))
        if body is None:
            why = message("The file has more than {number} MiB, or it came too slowly.", MOST_PICTURE_BYTES >> 20)
            return await _changes(desk, seen, {"refused": translated(why, desk.language)})
        return await _answer(desk, {**asked, "seen": seen, "do": "open_brought", "data": body})

    one = asyncio.Lock()

    async def picture(request: Request) -> Response:
        game = request.path_params["game"]
        if game not in GAMES:
            return refused(404, message("There is no such game."), desk.language)
        async with one:  # one after another, so that people can begin meanwhile
            found = await run_in_threadpool(opening.picture_of, game)
        return Response(found, media_type="image/svg+xml", headers={"content-security-policy": _OF_PICTURES})

    async def file(_: Request) -> Response:
        return _file_response(File(printable_name(desk.path.name), "text/plain", desk.text.encode()), saved=True)

    return [Route("/file", file), Route("/open", bring, methods=["POST"]), Route("/games/{game}.svg", picture)]


async def _answer(desk: Desk, sent: Mapping[str, Any]) -> Response:
    """The answer to what a page sent, with what has changed in the scene."""
    _come_by_this_loop(desk)
    async with desk.lock:
        in_loop = str(sent.get("do")) in OF_THE_GAME
        answer = acted(desk, sent) if in_loop else await run_in_threadpool(acted, desk, sent)
        return await _changes(desk, version_seen(sent), answer)


async def _changes(desk: Desk, version: int, answer: Mapping[str, Any]) -> Response:
    """What has changed since a version, with an answer; on a large board that takes seconds, so it has a thread."""
    moment = desk.moment
    return await run_in_threadpool(lambda: JSONResponse({**desk.changes_since(version, moment), **answer}))


def _file_response(file: File | Response, *, saved: bool) -> Response:
    if isinstance(file, Response):
        return file
    headers = {"content-security-policy": _OF_PICTURES}
    if saved:
        headers["content-disposition"] = f"attachment; filename*=utf-8''{quote(file.name, safe='')}"
    return Response(file.data, media_type=file.kind, headers=headers)


class News:
    """The streams to open pages; each hears the version that is there, then every new one, and None at the end."""

    def __init__(self) -> None:
        self.streams: set[asyncio.Queue[int | None]] = set()
        self.ended: list[Callable[[], None]] = []

    def tell(self, version: int | None) -> None:
        for callback in self.ended if version is None else ():
            callback()
        for stream in self.streams:
            stream.put_nowait(version)

    async def stream(self, now: int) -> AsyncIterator[str]:
        """What a page hears from a version on, in the format of server-sent events."""
        heard: asyncio.Queue[int | None] = asyncio.Queue()
        self.streams.add(heard)
        try:
            yield f"retry: 1000\ndata: {now}\n\n"
            while True:
                try:
                    version = await asyncio.wait_for(heard.get(), SILENCE)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if version is None:
                    return
                yield f"data: {version}\n\n"
        finally:
            self.streams.discard(heard)


def application(desk: Desk, port: int, token: str, news: News, pages: OpenPages | None = None) -> Auth:
    """The page and what it talks to, behind auth; the studio that ends with its `pages` hears of them."""
    desk.changed.append(lambda: desk.soon(lambda: news.tell(desk.version)))

    async def page(_: Request) -> Response:
        html = words.page(desk.language)
        return HTMLResponse(html.replace("</head>", f"{_PRESENCE}</head>") if pages is not None else html)

    async def here(request: Request) -> Response:
        sent = data_in(await bounded(request.receive, MOST_POSTED, PATIENCE) or b"") or {}
        if pages is not None:
            pages.tell(str(sent.get("page", "")), here=sent.get("here") is True)
        return Response("", 204)

    async def see(request: Request) -> Response:
        async with desk.lock:
            return await _changes(desk, number_in(request.query_params.get("seen", "")), {})

    async def do(request: Request) -> Response:
        body = await bounded(request.receive, MOST_POSTED, PATIENCE)
        if body is None:
            return refused(413, message("That is too much at once, or it came too slowly."), desk.language)
        sent = data_in(body)
        if sent is None:
            return refused(400, message("The studio takes JSON."), desk.language)
        return await _answer(desk, sent)

    async def sketch(request: Request) -> Response:
        pictures = [found.picture for found in desk.solver_panel.sketches]
        number = request.path_params["number"]
        if number >= len(pictures):
            return refused(404, message("That map is not there any more."), desk.language)
        return Response(pictures[number], media_type="image/svg+xml")

    async def hear(_: Request) -> Response:
        return StreamingResponse(news.stream(desk.version), media_type="text/event-stream")

    routes = [
        Route("/", page),
        Route("/scene", see),
        Route("/act", do, methods=["POST"]),
        Route("/news", hear),
        Route("/here", here, methods=["POST"]),
        Route("/sketch/{seed}/{number:int}", sketch),
        *_sheet_routes(desk),
        *_knowledge_routes(desk),
        _rule_route(desk),
        *_photo_routes(desk),
        *_opening_routes(desk),
        Mount("/page", StaticFiles(directory=words.PAGE)),
        _own_screen(desk, news),
    ]
    return Auth(_Curtain(Starlette(routes=routes), desk), MasterKeys(port, token, desk.language))


def _own_screen(desk: Desk, news: News) -> Mount:
    """The page of a player who plays alone."""
    screens = OwnScreen(lambda: desk.sitting, desk.language, desk.slow_answers)
    screens.studio = desk.first
    streams = PlayerStreams(screens)
    for told in (desk.changed, desk.played):
        told.append(lambda: desk.soon(streams.tell))
    news.ended.append(streams.end)
    one = asyncio.Lock()

    async def rules(request: Request) -> Response:
        """The pages of the rule card, or the one with the number in the address."""
        game, number = desk.sitting, request.path_params.get("number")
        async with one:
            pages = await run_in_threadpool(rule_card, game.match.map, desk.language) if game and game.alone else ()
        if number is None:
            return JSONResponse({"pages": len(pages)})
        if not 1 <= number <= len(pages):
            return refused(404, message("That picture is not there any more."), desk.language)
        return Response(pages[number - 1], media_type=KINDS["svg"], headers={"content-security-policy": _OF_PICTURES})

    of_rules = [Route(path, rules) for path in ("/rules", "/rules/{number:int}.svg")]
    return Mount(_OWN, routes=[*player_routes(screens, streams), *of_rules])


class _Curtain:
    """An ASGI application that lets another one show nothing of the drawing while somebody plays alone."""

    def __init__(self, inside: Any, desk: Desk) -> None:
        self.inside, self.desk = inside, desk

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        game, path = self.desk.sitting, scope["path"]
        fine = path in ("/", "/scene", "/act", "/news", "/here") or path.startswith(("/page/", f"{_OWN}/"))
        alone = game is not None and game.alone and not fine
        shown = refused(409, PLAYS_ALONE, self.desk.language) if alone else self.inside
        await shown(scope, receive, send)


class SideListener(Protocol):
    """Another listener, which runs beside this one."""

    async def run(self) -> None: ...

    def end(self) -> None: ...


def _come_by_this_loop(desk: Desk) -> None:
    """Let what threads have to tell come by the loop that runs, when nobody else is at the desk."""
    loop = asyncio.get_running_loop()

    async def alone(do: Callable[[], None]) -> None:
        async with desk.lock:
            do()

    def soon(do: Callable[[], None]) -> None:
        if not loop.is_closed():
            asyncio.run_coroutine_threadsafe(alone(do), loop)

    desk.soon = soon


async def _again_and_again(desk: Desk, do: Callable[[], None], seconds: float) -> None:
    """Do something at the desk in a thread, again and again, with a pause between."""
    while True:
        async with desk.lock:
            await asyncio.to_thread(do)
        await asyncio.sleep(seconds)


async def _advise(desk: Desk) -> None:
    """Work out in a thread, once people pause, the advice on a map, and what the rules exclude of doubts in photos."""
    while True:
        document = desk.document
        await asyncio.sleep(_PAUSE)
        if desk.document is document and not desk.advised:
            found = await asyncio.to_thread(second_thoughts, document, desk.language)
            async with desk.lock:
                desk.advise(document, found)
        if desk.document is document and (excluded := desk.photos.to_rule_out(document)):
            ruled_out = await asyncio.to_thread(excluded, document)
            async with desk.lock:
                desk.photos.rule_out(document, ruled_out)


async def _end_with(pages: OpenPages, end: Callable[[], None]) -> None:
    await pages.closed()
    end()


def serve(
    desk: Desk,
    listening: socket.socket,
    token: str,
    ready: Callable[[], None],
    beside: SideListener | None = None,
    pages: OpenPages | None = None,
) -> None:
    """Call `ready`, and answer until Ctrl-C, which ends all streams first and then raises KeyboardInterrupt.

    Another listener runs `beside` it, and ends with it. Where there are `pages`, it ends with the last of them, too.
    """
    news = News()
    app = application(desk, listening.getsockname()[1], token, news, pages)
    server = connections.server(app, MOST_AT_ONCE, MOST_AT_ONCE)
    ended = server.handle_exit

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def end(number: int, frame: Any) -> None:
            loop.call_soon_threadsafe(news.tell, None)
            if beside is not None:
                loop.call_soon_threadsafe(beside.end)
            if number == signal.SIGINT:
                ended(number, frame)
            else:
                server.should_exit = True  # else the process would end before the command keeps what is not saved

        server.handle_exit = end
        if hasattr(signal, "SIGHUP"):  # the terminal is closed
            signal.signal(signal.SIGHUP, end)
        desk.pictured = desk.follow_play
        loop.call_soon(ready)
        _come_by_this_loop(desk)
        often = ((desk.look, _BETWEEN_LOOKS), (desk.keep_unsaved, _BETWEEN_KEEPS))
        tasks = [asyncio.create_task(_again_and_again(desk, *task)) for task in often]
        tasks.append(asyncio.create_task(_advise(desk)))
        machines = Machines(lambda: desk.sitting)
        for told in (desk.changed, desk.played):
            told.append(lambda: desk.soon(machines.wake))
        tasks.append(asyncio.create_task(machines.run()))
        if pages is not None:
            tasks.append(asyncio.create_task(_end_with(pages, lambda: end(signal.SIGTERM, None))))
        other = asyncio.create_task(beside.run()) if beside is not None else None
        try:
            await server.serve(sockets=[listening])
        finally:
            for task in tasks:
                task.cancel()
            if beside is not None and other is not None:
                beside.end()
                await other
            desk.soon = lambda _: None  # the loop ends, and no page is left to hear of what threads still find
            desk.solver_panel.worker.end()
            desk.photos.worker.end()
            desk.play_panel.end()

    asyncio.run(run())
