"""Auth before a page: only the browser of the person who started the studio comes in, or the players' phones.

Another page in such a browser may send requests to this computer, and another name may lead to its address. So the host
is checked always; a token stands once in the address, then in a cookie; and whatever changes something must come from
the studio's own page.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest
from typing import Any, NamedTuple, Protocol
from urllib.parse import parse_qs

from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.model.message import Message, Name, clauses, message
from mapkit.model.settings import BadSetting

HOST = "127.0.0.1"
"""The address of this computer for itself; nobody else can ask there."""
PORTS = 20
"""How many ports are tried, from the one that was asked for."""
_ELSEWHERE = "192.0.2.1", 9
"""An address in no network at all, to find out from which address this computer would send something there."""
MOST_PATH = 1000
"""The most characters of an address without what is asked; more could hold a number that Python does not read."""
PATIENCE = 10.0
"""After how many seconds a connection is closed on which nobody is let in, or a request that does not wholly come."""
KEY = "mapkit.key"
"""Where a request that was let in has the key that auth took, in its ASGI scope."""
HEADERS = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
"""What stands at the head of every answer that does not say otherwise."""


def listener(port: int, host: str = HOST) -> socket.socket:
    """A socket on the port, or on the next that is free; raises BadSetting where none is.

    The host is an address of this computer.
    """
    for number in range(port, min(port + PORTS, 65536)) if port else [0]:
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, number))
            found.listen()
        except OSError:
            found.close()
        else:
            return found
    in_use = message("--port {port}: it and the next {number} ports are in use", port, PORTS - 1)
    raise BadSetting(clauses(in_use, message("name another, or 0 for any")))


def local_address() -> str:
    """The address of this computer in its local network; raises BadSetting where there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_ELSEWHERE)  # a datagram's connection is only a note of where its packets would go
            found = ipaddress.IPv4Address(asked.getsockname()[0])
        except (OSError, ValueError):
            why = message("--lan: this computer is in no network")
            would_do = message("join the network of the phones, or name an address of this computer with --lan-address")
            raise BadSetting(clauses(why, would_do)) from None
    if found.is_loopback or not found.is_private:
        why = message("--lan: the address {found} of this computer is not one of a local network", Name(str(found)))
        raise BadSetting(clauses(why, message("name another one with --lan-address")))
    return str(found)


def phones_listener(address: str, port: int) -> socket.socket:
    """A socket for phones, at an address of this computer that is named, or else found; raises BadSetting."""
    host = address or local_address()
    try:
        named = ipaddress.IPv4Address(host)
    except ValueError:
        named = ipaddress.IPv4Address(0)
    if named.is_unspecified or named.is_multicast or str(named) == "255.255.255.255":
        takes = message("it takes an address of this computer, such as 192.168.1.5")
        raise BadSetting(clauses(message("--lan-address is {found}", Name(repr(address))), takes))
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        try:
            tried.bind((host, 0))
        except OSError:
            raise BadSetting(message("--lan-address {host}: this computer has no such address", Name(host))) from None
    return listener(port, host)


class Answer(NamedTuple):
    """The answer of auth itself."""

    status: int
    text: Message | Name
    headers: Mapping[str, str] = {}


def cookie_name(port: int) -> str:
    """The name of the cookie with the key. It has the port, since cookies of all ports of a computer go together."""
    return f"mapkit_{port}"


class Keys(Protocol):
    """The keys that auth lets in."""

    hosts: tuple[str, ...]
    """The names that it is asked by, each with the port; the first is its own."""
    cookie: str
    same_site: str
    """From where a browser sends its cookie along: `Strict` or `Lax`."""
    closed: Message
    """What it says to a browser without a key."""
    language: str
    """The language in which it says that, and what else it refuses."""

    def key(self, token: str, before: str) -> str:
        """The key of a browser that brings a token; empty where the token is wrong. `before` is the key it has."""
        ...

    def fits(self, key: str) -> bool: ...


class MasterKeys:
    """The keys of the master's page: there is one, the token itself."""

    same_site = "Strict"
    closed = message("Open the address that `mapkit studio` printed; it has a token that lets you in.")

    def __init__(self, port: int, token: str, language: str = ENGLISH) -> None:
        self.hosts: tuple[str, ...] = (f"{HOST}:{port}", f"localhost:{port}")
        self.cookie = cookie_name(port)
        self._token, self.language = token, language

    def key(self, token: str, _: str) -> str:
        return token if self.fits(token) else ""

    def fits(self, key: str) -> bool:
        return same(key, self._token)


def auth_answer(method: str, path: str, query: str, headers: Mapping[str, str], keys: Keys) -> Answer | None:
    """What auth answers to a request, or None where it lets it in; the names of headers are in small letters."""
    host, brought = headers.get("host", ""), key_in(headers, keys)
    if host not in keys.hosts:
        return Answer(400, message("The studio answers at {address} only.", Name(f"http://{keys.hosts[0]}")))
    if method not in ("GET", "HEAD", "POST"):
        return Answer(405, message("The studio takes GET and POST."))
    given = parse_qs(query).get("token", [""])[0]
    if path == "/" and given and method != "POST" and (key := keys.key(given, brought)):
        cookie = f"{keys.cookie}={key}; Path=/; HttpOnly; SameSite={keys.same_site}"
        # a page that leads on, since a strict cookie is kept back from where the page of another address redirects
        page = (
            f'<!doctype html><title>Mapkit</title><link rel="icon" href="/page/icon.svg"><a href="/">http://{host}/</a>'
        )
        told = {"refresh": "0; url=/", "set-cookie": cookie, "content-type": "text/html; charset=utf-8"}
        return Answer(200, Name(page), told)
    if not keys.fits(brought):
        return Answer(403, keys.closed)
    if method == "POST" and headers.get("origin", "") != f"http://{host}":
        return Answer(403, message("Only the studio's own page may change something."))
    return Answer(404, message("There is nothing at an address as long as that.")) if len(path) > MOST_PATH else None


async def bounded(receive: Callable[[], Awaitable[Any]], most: int, seconds: float) -> bytes | None:
    """What a browser sends, by its ASGI messages, of at most so many bytes in so many seconds.

    None where that is more, or comes more slowly, or the browser goes away; then no more is read.
    """
    found, more = bytearray(), True
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while more and len(found) <= most:
                sentence = await receive()
                if sentence["type"] == "http.disconnect":
                    return None
                found += sentence.get("body", b"")
                more = sentence.get("more_body", False)
    return None if more or len(found) > most else bytes(found)


def data_in(body: bytes) -> dict[str, Any] | None:
    """The JSON object that a browser sends; None where it sends something else."""
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):  # the second one where lists lie in lists a thousand times
        return None
    return sent if isinstance(sent, dict) else None


def number_in(text: str) -> int:
    """The whole number in an address; 0 where there is none, or one too long to count anything."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 16 else 0


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same; how long it takes tells nothing."""
    return compare_digest(one.encode(errors="replace"), other.encode(errors="replace"))


def key_in(headers: Mapping[str, str], keys: Keys) -> str:
    """The key that a browser brings in its cookie; empty where there is none."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(keys.cookie)
    except CookieError:
        return ""
    return found.value if found else ""


class Auth:
    """An ASGI application that lets another one answer only what passes auth.

    The other one finds the key in the scope, and reads no cookies: two readers could find two keys in one header.
    """

    def __init__(self, inside: Any, keys: Keys) -> None:
        self.inside, self.keys = inside, keys

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        query = scope["query_string"].decode("latin-1")
        answer = auth_answer(scope["method"], scope["path"], query, headers, self.keys)

        async def sent(sentence: Any) -> None:
            if sentence["type"] == "http.response.start":
                told = sentence.get("headers", [])
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                own = [token for token in own if token[0] not in dict(told)]
                sentence = {**sentence, "headers": [*told, *own]}
            await send(sentence)

        if answer is None:
            scope[KEY] = key_in(headers, self.keys)
            await self.inside(scope, receive, sent)
            return
        told = {"content-type": "text/plain; charset=utf-8", **answer.headers}
        start = {"type": "http.response.start", "status": answer.status}
        await sent({**start, "headers": [(name.encode(), value.encode()) for name, value in told.items()]})
        await send({"type": "http.response.body", "body": translated(answer.text, self.keys.language).encode()})
