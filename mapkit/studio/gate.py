"""The gate before the page: only the browser of the person who started the studio comes in.

Another page in that browser may send requests to this computer, and another name may lead to its address. So the host
is checked always; a token stands once in the address, then in a cookie; and whatever changes something must come from
the studio's own page.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from mapkit.settings import BadSetting

HOST = "127.0.0.1"
"""The address of this computer for itself; nobody else can ask there."""
PORTS = 20
"""How many ports are tried, from the one that was asked for."""
HEADERS = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
"""What stands at the head of every answer that does not say otherwise."""


def listener(port: int) -> socket.socket:
    """A socket on the port, or on the next that is free; raises BadSetting where none is."""
    for each in range(port, min(port + PORTS, 65536)) if port else [0]:
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, each))
            found.listen()
        except OSError:
            found.close()
        else:
            return found
    raise BadSetting(f"--port {port}: it and the next {PORTS - 1} ports are in use; name another, or 0 for any")


class Answer(NamedTuple):
    """The answer of the gate itself."""

    status: int
    """Its HTTP status."""
    text: str
    """Its text."""
    headers: Mapping[str, str] = {}
    """Its headers."""


def cookie_name(port: int) -> str:
    """The name of the cookie with the token. It has the port, since cookies of all ports of a computer go together."""
    return f"mapkit_{port}"


def at_the_gate(method: str, path: str, query: str, headers: Mapping[str, str], port: int, token: str) -> Answer | None:
    """What the gate answers to a request, or None where it lets it in; the names of headers are in small letters."""
    host = headers.get("host", "")
    if host not in (f"{HOST}:{port}", f"localhost:{port}"):
        return Answer(400, f"The studio answers at http://{HOST}:{port} only.")
    if method not in ("GET", "HEAD", "POST"):
        return Answer(405, "The studio takes GET and POST.")
    given = parse_qs(query).get("token", [""])[0]
    if path == "/" and given and _same(given, token):
        cookie = f"{cookie_name(port)}={token}; Path=/; HttpOnly; SameSite=Strict"
        return Answer(303, "", {"location": "/", "set-cookie": cookie})
    if not _same(_cookie(headers.get("cookie", ""), cookie_name(port)), token):
        return Answer(403, "Open the address that `mapkit studio` printed; it has a token that lets you in.")
    if method == "POST" and headers.get("origin", "") != f"http://{host}":
        return Answer(403, "Only the studio's own page may change something.")
    return None


def _same(given: str, token: str) -> bool:
    return compare_digest(given.encode(), token.encode())


def _cookie(header: str, name: str) -> str:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


class Gate:
    """An ASGI application that lets another one answer only what passes the gate."""

    def __init__(self, inside: Any, port: int, token: str) -> None:
        """Takes the application, the port that it is asked at, and the token."""
        self.inside, self.port, self.token = inside, port, token

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        query = scope["query_string"].decode("latin-1")
        answer = at_the_gate(scope["method"], scope["path"], query, headers, self.port, self.token)

        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                told = message.get("headers", [])
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                own = [each for each in own if each[0] not in dict(told)]
                message = {**message, "headers": [*told, *own]}
            await send(message)

        if answer is None:
            await self.inside(scope, receive, sent)
            return
        told = {"content-type": "text/plain; charset=utf-8", **answer.headers}
        start = {"type": "http.response.start", "status": answer.status}
        await sent({**start, "headers": [(name.encode(), value.encode()) for name, value in told.items()]})
        await send({"type": "http.response.body", "body": answer.text.encode()})
