"""The studio and the phones, asked by strangers, by other pages, by broken programs and by players who cheat."""

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from inspect import getsource
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

import mapkit
from mapkit.cli import studio as cli_studio
from mapkit.model.chance import Chance
from mapkit.studio import actions, auth, connections, phone_server, photos, player_pages, session, table
from mapkit.studio.actions import ACTIONS
from mapkit.studio.desk import Desk
from mapkit.studio.phone_server import PhoneListener
from mapkit.studio.server import MOST_POSTED, News, application
from mapkit.studio.words import PAGE
from tests.hostile import CONTROL, SIGNS, VALUES
from tests.studio.test_studio_phones import HOME as OF_PHONES
from tests.studio.test_studio_phones import Table, key_of

ROOT = Path(__file__).parents[2]
HOME = "http://127.0.0.1:8720"
CANARY = "canary93f1"
FEW, MANY = 150, 10_000
numbers = pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
OUTSIDE = (b"root:", b"[project]", b"import ", b"BEGIN ")
"""What stands in files of this computer that nobody may be served."""


pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture
def desk(here: Path) -> Iterator[Desk]:
    """A desk with a map whose title only the game master may know."""
    text = mapkit.generate("treasures", "requests", preset="small").to_text()
    (here / "map.toml").write_text(text.replace("preset", f'title = "{CANARY}"\npreset', 1))
    found = Desk(here / "map.toml", (here / "map.toml").read_text(), (here / "map.toml").read_bytes())
    yield found
    found.solver_panel.cancel()
    if found.sitting is not None:
        found.sitting.close()


def page_of(desk: Desk, **headers: str) -> Any:
    """A client of the studio, without a key and from nowhere."""
    return TestClient(application(desk, 8720, "secret", News()), base_url=HOME, headers=headers, follow_redirects=False)


@pytest.fixture
def master(desk: Desk) -> Any:
    """The game master's page, which is let in."""
    client = page_of(desk, origin=HOME)
    assert client.get("/?token=secret").status_code == 200
    return client


@pytest.fixture
def phones() -> Iterator[Table]:
    """A game with two phones and one without a seat."""
    with closing(
        session.begin(mapkit.generate("treasures", "requests"), ("Ann", "Bob"), {"order": "given"}, "d")
    ) as it:
        yield Table(it)


# What is sent


def keys_of(*modules: Any) -> tuple[str, ...]:
    """All that the page sends along with an action."""
    return tuple(sorted({key for each in modules for key in re.findall(r'sent(?:\.get\(|, )"(\w+)"', getsource(each))}))


KEYS = keys_of(actions, photos, table)
PLAUSIBLE = (
    "a1",
    "b2E",
    ["a1"],
    ["a1", "b1"],
    "cell treasure",
    "wall",
    "repair",
    "yes",
    ["Ann", "Bob"],
    "north",
    1,
    True,
    [[0, 0], [1, 0], [1, 1], [0, 1]],
    [[10**400, 0], [0, 0], [0, 0], [0, 0]],
)
PLAUSIBLE_DATA = ({"title": "x"}, {"size": "3x3"}, {"walls": "9"}, {"preset": "default"}, {"order": "given"})
SLOW = {"ask"}
"""Actions that begin a process."""


def sent_by_chance(chance: Chance) -> dict[str, Any]:
    """An action with things that may or may not belong to it."""
    some = (*PLAUSIBLE, *PLAUSIBLE_DATA, *VALUES, *SIGNS)
    data: dict[str, Any] = {key: chance.choice(some) for key in KEYS if chance.below(4)}
    return {**data, "do": chance.choice([name for name in ACTIONS if name not in SLOW]), "seen": chance.choice(some)}


@numbers
def test_whatever_is_sent_for_an_action_is_answered(master: Any, desk: Desk, here: Path, number: int) -> None:
    chance = Chance("actions")
    for _ in range(number):
        sent = sent_by_chance(chance)
        answer = master.post("/act", content=json.dumps(sent))
        assert answer.status_code == 200, sent
        told = answer.json()
        assert not CONTROL.search(
            json.dumps([told.get(key) for key in ("refused", "said", "asks")], ensure_ascii=False)
        )
        mapkit.read(desk.text)
    outside = {file.name for file in here.parent.iterdir()}
    assert outside == {"inside"}
    kinds = {re.sub(r"\d+", "", file.name) for file in here.iterdir()}
    assert kinds <= {
        *("map.toml", "map.toml.backup", "map.toml.backup-", "map.unsaved.toml", "map.unsaved-.toml", "games"),
    }


def test_corners_that_are_no_places_in_a_photo_are_refused(master: Any) -> None:
    wrong: tuple[Any, ...] = (10**400, -(10**400), -1, 1.5, float("nan"), float("inf"), True, "0", None, [], {})
    for line in wrong:
        for corner in ([line, 0], [0, line], line):
            sent = {"do": "photo_place", "corners": [corner, [0, 0], [0, 0], [0, 0]]}
            assert "point at the four corners" in master.post("/act", content=json.dumps(sent)).json()["refused"]


BODIES = (
    *(b"", b"{", b"[]", b"7", b"null", b'"x"', b"\xff\xfe{", b'{"do": "undo"', b'{"do":"undo"}' * 2, b"[" * 100_000),
    *(b'{"a":' * 100_000, b'{"do": ' + b"9" * 6000 + b"}", b'{"do": NaN}', b'{"do": "undo", "seen": 1e999}', b"\0"),
    b'{"do": "undo", "seen": "\\ud800"}',
)


def test_a_body_that_is_no_action_is_answered(master: Any) -> None:
    for body in BODIES:
        assert master.post("/act", content=body).status_code in (200, 400), body[:40]


def test_a_body_of_a_phone_that_is_no_word_is_answered(phones: Table) -> None:
    for body in (*BODIES, b"[" * 4096, b'{"words":' * 400, b'{"name": {"words": []}}'):
        for route in ("/say", "/sit", "/leave"):
            assert phones.seats["Ann"].post(route, content=body).status_code == 200, body[:40]


ASKED = ("9" * 5000, "-1", "٣", "²", "1e9", "", "\0", "a" * 9000, "0x1", "null", "%00", "../..")


def test_whatever_stands_in_an_address_is_answered(master: Any, phones: Table) -> None:
    for value in ASKED:
        assert master.get("/scene", params={"seen": value}).status_code == 200, value[:40]
        for name in ("paper", "ink", "language", "big", "sets", "save"):
            assert master.get("/sheets", params={name: value}).status_code in (200, 409), (name, value[:40])
        assert phones.seats["Ann"].get("/hear", params={"game": value, "seen": value}).status_code == 200
    for path in ("/sheets/gm/99999999999.svg", "/sheets/gm/0.exe", "/sheets/x/1.svg", "/sketch/x/7", "/sheets/..pdf"):
        assert master.get(path).status_code in (404, 409), path


def test_no_route_has_anything_at_an_address_of_thousands_of_digits(master: Any, phones: Table) -> None:
    """Python does not read a number as long as that."""
    for client in (master, phones.seats["Ann"]):
        inside = getattr(client.app.inside, "inside", client.app.inside)
        for route in inside.routes:
            path = re.sub(r"\{[^}]*\}", "9" * 5000, route.path) if "{" in route.path else route.path + "9" * 5000
            assert client.get(path).status_code == 404, route.path
            assert client.post(path).status_code == 404, route.path
            shorter = re.sub(r"\{[^}]*\}", "9" * 200, route.path)
            assert shorter == route.path or client.get(shorter).status_code in (404, 409), route.path


def test_ten_megabytes_are_refused_before_they_are_read(master: Any, phones: Table) -> None:
    read = 0

    def parts() -> Iterator[bytes]:
        nonlocal read
        for _ in range(160):
            read += 1 << 16
            yield b" " * (1 << 16)

    assert master.post("/act", content=b" " * (10 << 20)).status_code == 413
    assert master.post("/act", content=parts()).status_code == 413
    assert phones.seats["Ann"].post("/say", content=b'{"words": "' + b"x" * (10 << 20)).json()["refused"]
    assert MOST_POSTED < 10 << 20
    assert read


# Who asks

STRANGERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("a name that leads here", {"host": "evil.example:8720"}),
    ("another port", {"host": "127.0.0.1:80"}),
    ("no port", {"host": "127.0.0.1"}),
    ("no host", {"host": ""}),
    ("two hosts", {"host": "127.0.0.1:8720, evil.example"}),
    ("a user before the host", {"host": "evil.example@127.0.0.1:8720"}),
    ("a host forwarded", {"host": "evil.example", "x-forwarded-host": "127.0.0.1:8720"}),
    ("no cookie", {"cookie": ""}),
    ("a guessed key", {"cookie": "mapkit_8720=guess"}),
    ("the beginning of a key", {"cookie": "mapkit_8720=secre"}),
    ("an empty key", {"cookie": "mapkit_8720="}),
    ("the key of another studio", {"cookie": "mapkit_8721=secret"}),
    ("the key of a phone", {"cookie": f"mapkit_8730={key_of(1)}; mapkit_8720={key_of(1)}"}),
    ("a broken cookie", {"cookie": "mapkit_8720=\x01; ="}),
    ("the key as a header", {"cookie": "", "authorization": "Bearer secret"}),
)
OTHER_PORTS = ("http://127.0.0.1:8721", "https://127.0.0.1:8720")
OTHER_PAGES = ("http://evil.example", "null", "", *OTHER_PORTS, f"{HOME}.evil.example", f"{HOME}/")


def routes_of(text: str) -> set[str]:
    return set(re.findall(r"""["'`](/[\w/.-]*)""", text))


def addresses() -> tuple[str, ...]:
    """All addresses that stand in the files of both pages, and those of sheets."""
    text = "".join(file.read_text(encoding="utf-8") for file in sorted(PAGE.iterdir()) if file.suffix != ".svg")
    known = {"/", "/scene", "/act", "/news", "/sheets", "/sheets/gm/1.svg", "/sheets/gm.pdf", "/hear", "/say", "/sit"}
    known |= {"/file", "/open", "/games/treasures.svg"}
    return tuple(sorted({*routes_of(text), *known, *(f"/page/{file.name}" for file in PAGE.iterdir())}))


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.long)])
def test_no_stranger_is_told_anything_at_any_address(desk: Desk, every: int) -> None:
    for who, headers in STRANGERS:
        client = page_of(desk, origin=HOME)
        for address in ("/", "/act", "/scene", *addresses()[::every]):
            for method in ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE"):
                answer = client.request(method, address, headers={"cookie": "mapkit_8720=secret", **headers})
                assert answer.status_code in (400, 403, 405), (who, method, address)
                assert CANARY not in answer.text
                assert "secret" not in answer.text + str(answer.headers)


def test_another_page_in_the_browser_changes_nothing_and_may_show_nothing(desk: Desk, master: Any) -> None:
    """It may send requests, but reads no answer: nothing allows it to, and no frame shows the studio."""
    before = desk.text
    for origin in OTHER_PAGES:
        for do in ("undo", "save", "table_begin", "turn"):
            answer = master.post("/act", content=json.dumps({"do": do}), headers={"origin": origin})
            assert answer.status_code == 403
    assert (desk.text, desk.version, desk.sitting) == (before, desk.first, None)
    for address in addresses():
        if address != "/news":
            headers = master.get(address, headers={"origin": "http://evil.example"}).headers
            assert not [name for name in headers if name.startswith("access-control-")]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cross-origin-resource-policy"] == "same-origin"
            assert "frame-ancestors 'none'" in headers["content-security-policy"]


PATHS = (
    *("../../../../etc/passwd", "..%2f..%2f..%2fetc/passwd", "%2e%2e/%2e%2e/gate.py", "..\\..\\gate.py", "/etc/passwd"),
    *("....//....//gate.py", "%252e%252e/gate.py", "..%c0%af..%c0%afgate.py", ".%00./gate.py", "main.js%00.py", "~/x"),
    *("main.js/../../gate.py", "./../gate.py", "file:///etc/passwd", "", ".", "..", "map.toml"),
    "../../inside/map.toml",
)


def test_no_path_leads_out_of_the_page(master: Any, phones: Table) -> None:
    for path in (name for name in PATHS if name.strip(".")):
        for client, base in ((master, HOME), (phones.seats["Ann"], OF_PHONES)):
            for folder in ("/page/", "/sheets/", "/"):
                answer = client.get(f"{base}{folder}{path}")
                assert answer.status_code in (303, 307, 400, 404, 405, 409), (folder, path)
                assert not [name for name in OUTSIDE if name in answer.content], (folder, path)
                assert CANARY not in answer.text


# Players who cheat


def record(phones: Table) -> list[str]:
    assert phones.played is not None
    return [line.words for line in phones.played.record]


@numbers
def test_messages_that_are_replayed_and_reordered_do_only_what_their_sender_may(phones: Table, number: int) -> None:
    """Each phone sends what it likes, also in the names of others; only the mover's own words are carried out."""
    assert phones.played is not None
    chance, played = Chance("cheats"), phones.played
    words = [
        f"{who}{way}" for who in ("", "Ann: ", "Bob: ", "ann:", "gm ") for way in ("north", "east", "west", "undo")
    ]
    for _ in range(min(number, 1500)):
        if not played.mover:
            break
        sender, mover = chance.choice(("Ann", "Bob", "")), played.mover
        said, before = chance.choice(words), len(record(phones))
        answer = phones.seats[sender].post("/say", content=json.dumps({"words": said, "by": mover, "name": mover}))
        assert answer.status_code == 200
        if len(record(phones)) > before:
            assert sender == mover, "nobody else speaks for the player"
            assert not said.startswith("gm ")
            assert "undo" not in said
    assert len(record(phones)) > 5


def test_a_seat_belongs_to_the_phone_that_took_it_whatever_another_one_sends(phones: Table) -> None:
    thief = phones.seats[""]
    for key in ("key", "token", "Ann", f"key; mapkit_8730={key_of(3)}"):
        thief.cookies.clear()
        answer = thief.get("/hear", headers={"cookie": f"mapkit_8730={key}".replace("key", key_of(1)[:-1])})
        assert answer.status_code in (200, 403)
        assert answer.status_code == 403 or answer.json()["seat"] == ""
    for route, sent in (
        ("/sit", {"name": "Ann"}),
        ("/sit", {"name": "Ann", "key": key_of(1)}),
        ("/leave", {"name": "Ann"}),
    ):
        phones.seats["Bob"].post(route, json=sent)
    assert phones.seats["Ann"].get("/hear").json()["seat"] == "Ann"


# Many and slow ones


def asking(port: int, lines: str) -> socket.socket:
    """A connection that has sent these lines."""
    found = socket.create_connection(("127.0.0.1", port), timeout=20)
    found.sendall(lines.replace("\n", "\r\n").encode())
    return found


def test_two_hundred_open_streams_and_slow_clients_keep_nobody_from_drawing(here: Path) -> None:
    (here / "map.toml").write_text(mapkit.generate("treasures", "requests", preset="small").to_text())
    words = [sys.executable, "-m", "mapkit", "studio", "map.toml", "--port", "0", "--no-open"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=here, env=env, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout
        assert process.stderr
        said = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)", process.stdout.readline())
        assert said
        port, token = int(said[1]), said[2]
        head = f"Host: 127.0.0.1:{port}\nCookie: mapkit_{port}={token}\nOrigin: http://127.0.0.1:{port}\n"
        begun = [asking(port, f"GET /news HTTP/1.1\n{head}\n") for _ in range(200)]
        begun += [asking(port, f"POST /act HTTP/1.1\n{head}Content-Length: 1000\n\n" + "{") for _ in range(100)]
        for no_http in (
            "\x16\x03\x01\n\n",
            f"POST /act HTTP/1.1\n{head}Transfer-Encoding: chunked\n\nzz\n",
            "GET / HTTP\n\n",
        ):
            asking(port, no_http).close()
        asking(port, f"GET / HTTP/1.1\n{head}Connection: upgrade\nUpgrade: websocket\n\n").close()
        begun += [asking(port, f"GET /scene HTTP/1.1\nHo{'x' * number}") for number in range(100)]
        begun += [asking(port, "") for _ in range(150)]
        with suppress(ConnectionResetError):
            assert begun[300].recv(1) == b"", "the first one without a request gives way to the last ones"
        for _ in range(5):
            with asking(port, f"GET /scene HTTP/1.1\n{head}Connection: close\n\n") as one:
                assert b"200 OK" in _all_of(one)
        for stream in begun:
            stream.close()
        time.sleep(0.1)
        with asking(port, f"GET /scene HTTP/1.1\n{head}Connection: close\n\n") as one:
            assert b"200 OK" in _all_of(one)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) in (0, 130)
        lines = [line.partition(";")[0] for line in process.stderr]
        assert lines == ["map.toml: draw at the address above", "stopped"], "a client that goes away is no error"


def _all_of(one: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    found = b""
    with suppress(TimeoutError):
        while part := one.recv(1 << 16):
            found += part
    return found


class Connection:
    """A connection to the phones' listener."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, lines: str) -> None:
        """Send these lines, and perhaps no more."""
        self.writer.write(lines.replace("\n", "\r\n").encode())

    async def until(self, sign: bytes) -> bytes:
        """What comes until a sign."""
        return await asyncio.wait_for(self.reader.readuntil(sign), 20)

    async def closed(self) -> bytes:
        """What comes until the other side closes."""
        found = b""
        with suppress(ConnectionError):
            while part := await asyncio.wait_for(self.reader.read(1 << 16), 20):
                found += part
        return found


@asynccontextmanager
async def listening(table: Table) -> AsyncIterator[Callable[..., Awaitable[Connection]]]:
    """The listener of the phones, which answers; gives what makes a connection from an address of this computer."""
    made: list[Connection] = []

    async def connected(source: str = "127.0.0.1") -> Connection:
        made.append(Connection(*await asyncio.open_connection(*at.getsockname(), local_addr=(source, 0))))
        return made[-1]

    with auth.listener(0) as at:
        listener = PhoneListener(table.phones, at)
        table.phones.changed.append(listener.streams.tell)
        running = asyncio.create_task(listener.run())
        try:
            yield connected
        finally:
            for thing in made:
                thing.writer.close()
            listener.end()
            await running


HEAD = f"Host: {OF_PHONES.removeprefix('http://')}\n"
ASKS = f"GET /hear HTTP/1.1\n{HEAD}Cookie: mapkit_8730={key_of(1)}\nConnection: close\n\n"
LISTENS = f"GET /news HTTP/1.1\n{HEAD}Cookie: mapkit_8730={key_of(1)}\n\n"


def test_strangers_who_only_hold_connections_keep_no_phone_out(phones: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that wait longest give way, wherever they come from; who is let in stays."""
    monkeypatch.setattr(phone_server, "MOST_AT_ONCE", 12)
    monkeypatch.setattr(phone_server, "MOST_OF_ONE", 4)

    async def come() -> None:
        async with listening(phones) as connected:
            phone = await connected()
            phone.send(LISTENS)
            await phone.until(b"data: ")
            strangers = [await connected(f"127.0.0.{1 + number % 9}") for number in range(45)]
            for stranger in strangers[:30]:
                assert await stranger.closed() == b""
            asking = await connected()
            asking.send(ASKS)
            assert b'"seat":"Ann"' in await asking.closed()
            phones.phones.free("Ann")
            await phone.until(b'"seat": ""')

    asyncio.run(come())


def test_one_address_has_so_many_connections_and_no_more(phones: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone_server, "MOST_OF_ONE", 2)

    async def come() -> None:
        async with listening(phones) as connected:
            for _ in range(2):
                stream = await connected()
                stream.send(LISTENS)
                await stream.until(b"data: ")
            more, elsewhere = await connected(), await connected("127.0.0.3")
            assert await more.closed() == b""
            elsewhere.send(ASKS)
            assert b"200 OK" in await elsewhere.closed()

    asyncio.run(come())


HALF = f"POST /say HTTP/1.1\n{HEAD}Cookie: mapkit_8730={key_of(1)}\nOrigin: {OF_PHONES}\nContent-Length: 9\n\n1"


def test_a_request_that_does_not_wholly_come_gives_way_and_ends(phones: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone_server, "MOST_OF_ONE", 2)
    monkeypatch.setattr(player_pages, "PATIENCE", 0.3)

    async def come() -> None:
        async with listening(phones) as connected:
            halves = [await connected(), await connected()]
            for half in halves:
                half.send(HALF)
            await asyncio.sleep(0.1)
            phone = await connected()
            assert await halves[0].closed() == b""
            phone.send(ASKS)
            assert b"200 OK" in await phone.closed()
            assert b"refused" in await halves[1].until(b"}")

    asyncio.run(come())


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "GET /hear HTT",
        f"GET /hear HTTP/1.1\n{HEAD}",
        f"GET /hear HTTP/1.1\n{HEAD}\nG",
        f"POST /say HTTP/1.1\n{HEAD}Content-Length: 9\n\n1",
    ],
    ids=["nothing", "half a line", "half a head", "half a second request", "half a body"],
)
def test_a_connection_on_which_nobody_is_let_in_is_closed(
    phones: Table, monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)

    async def come() -> None:
        async with listening(phones) as connected:
            phone, stranger = await connected(), await connected()
            phone.send(LISTENS)
            await phone.until(b"data: ")
            stranger.send(sent)
            if "\n\n" in sent:
                await stranger.until(b"lets you in.")
                stranger.send("x")
            assert b"200 OK" not in await stranger.closed()
            phones.phones.free("Ann")
            await phone.until(b'"seat": ""')

    asyncio.run(come())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize(
    ("few", "most", "asked", "room"),
    [(256, 4096, 1024, (300, 40)), (256, -1, 1024, (300, 40)), (256, 512, 512, (150, 20)), (9999, 9999, 0, (300, 40))],
)
def test_there_is_room_for_as_many_connections_as_files_may_be_open(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, few: int, most: int, asked: int, room: tuple[int, int]
) -> None:
    import resource

    now: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (few, most))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: now.append(limits))
    made = connections.server(application(desk, 8720, "secret", News()), 300, 40)
    assert now == ([(asked, most)] if asked else [])
    found = made.config.http.args[0]
    assert (found.most, found.most_of_one) == room


def test_a_fault_of_the_studio_itself_is_told_in_one_line_and_what_clients_do_in_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    monkeypatch.setattr(cli_studio, "say_on_stderr", told.append)
    monkeypatch.setattr(cli_studio, "Thread", lambda target, args, daemon: SimpleNamespace(start=lambda: target(*args)))
    faults = cli_studio._OwnFaults()
    for error in [ConnectionResetError(), asyncio.CancelledError(), *map(KeyError, range(3))]:
        try:
            raise error
        except (KeyError, ConnectionError, asyncio.CancelledError) as raised:
            faults.handle(logging.LogRecord("x", logging.ERROR, "", 1, "failed", (), (type(raised), raised, None)))
            faults.handle(logging.LogRecord("x", logging.WARNING, "", 1, "Invalid HTTP request received.", (), None))
    assert [re.sub(r"\d+", "7", line) for line in told] == [
        "a fault of the studio itself, which goes on: KeyError test_hostile_requests.py:7; please tell the maintainers"
    ]
