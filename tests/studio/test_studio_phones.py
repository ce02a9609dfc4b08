"""Players' phones: who comes in, which seat they get, what they hear, and that no byte tells what is secret."""

import asyncio
import json
import re
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
import pytest
import zxingcpp
from starlette.testclient import TestClient

from mapkit import studio
from mapkit.games import maps
from mapkit.model.chance import Chance
from mapkit.model.game import solving_of, table_of
from mapkit.model.grid import Hex
from mapkit.model.map import Map
from mapkit.model.ruling import MoveError, recorded
from mapkit.model.settings import BadSetting, read_size
from mapkit.paper.game_sheets import paper_of
from mapkit.solve import legality
from mapkit.studio import auth, phone_server, session, words
from mapkit.studio.auth import auth_answer
from mapkit.studio.phone_server import FILES, LATER
from mapkit.studio.phones import Phones, sealed
from mapkit.studio.player_pages import MOST_STREAMS, PlayerStreams
from mapkit.studio.player_screens import MOST_CHARACTERS, ShownState
from mapkit.studio.session import Sitting
from mapkit.table import saved_games
from mapkit.table.history import of_the_game
from mapkit.table.voice import audience
from tests.command import output
from tests.studio.desks import code_of, legal

NAMES = ("Ann", "Bob")
HOST = "127.0.0.2"
"""It stands for an address in the local network."""
HOME = f"http://{HOST}:8730"


def key_of(number: int) -> str:
    """The key of the first phone that came in, of the second, and so on."""
    return sealed("secret", number)


class Table:
    """A game with phones around it, each in the seat of its player; the last phone has no seat."""

    def __init__(self, played: Sitting | None, names: tuple[str, ...] = NAMES) -> None:
        self.played = played
        self.phones = Phones(HOST, 8730, "token", "secret", lambda: self.played)
        self.streams = PlayerStreams(self.phones)
        self.app = phone_server.application(self.phones, self.streams)
        self.seats = {name: self.come_in() for name in (*names, "")}
        for name in names if played else ():
            assert self.seats[name].post("/sit", json={"name": name}).json() == {}

    def come_in(self, address: str = HOST) -> Any:
        client = TestClient(self.app, base_url=HOME, headers={"origin": HOME}, client=(address, 50000))
        assert client.get("/?token=token").status_code == 200
        return client


@pytest.fixture
def table() -> Iterator[Table]:
    played = session.begin(legal("treasures", "phones"), NAMES, {"order": "given"}, "dice")
    yield Table(played)
    played.close()


# --- coming in ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "query", "headers", "status"),
    [
        ("GET", "/", "", {}, 0),
        ("POST", "/say", "", {}, 0),
        ("GET", "/", "", {"host": "localhost:8730"}, 400),
        ("GET", "/", "", {"host": "127.0.0.1:8730"}, 400),
        ("GET", "/", "token=token", {"host": "evil.example:8730"}, 400),
        ("GET", "/", "token=token", {"cookie": ""}, 200),
        ("POST", "/", "token=token", {"cookie": ""}, 403),
        ("GET", "/", "token=guess", {"cookie": ""}, 403),
        ("GET", "/hear", "token=token", {"cookie": ""}, 403),
        ("GET", "/news", "", {"cookie": f"mapkit_8720={key_of(1)}"}, 403),
        ("GET", "/hear", "", {"cookie": "mapkit_8730=token"}, 403),
        ("GET", "/hear", "", {"cookie": f"mapkit_8730={key_of(1)[:-1]}"}, 403),
        ("POST", "/say", "", {"origin": "http://evil.example"}, 403),
        ("POST", "/sit", "", {"origin": "null"}, 403),
        ("POST", "/leave", "", {"origin": "http://127.0.0.1:8730"}, 403),
        ("PUT", "/say", "", {}, 405),
    ],
)
def test_only_a_phone_with_the_code_comes_in(
    method: str, path: str, query: str, headers: dict[str, str], status: int
) -> None:
    known = {"host": f"{HOST}:8730", "cookie": f"mapkit_8730={key_of(1)}", "origin": HOME}
    lock = Phones(HOST, 8730, "token", "secret", lambda: None)
    assert lock.key("token", "") == key_of(1)
    answer = auth_answer(method, path, query, {**known, **headers}, lock)
    assert (answer.status if answer else 0) == status
    if status == 200 and answer:
        assert answer.headers["set-cookie"] == f"mapkit_8730={key_of(2)}; Path=/; HttpOnly; SameSite=Lax"
        assert answer.headers["refresh"] == "0; url=/"


def test_a_phone_that_scans_the_code_twice_keeps_its_seat_and_many_keys_keep_no_phone_out(table: Table) -> None:
    assert table.seats["Ann"].get("/?token=token").status_code == 200
    assert heard(table.seats["Ann"])["seat"] == "Ann"
    assert len({table.phones.key("token", "") for _ in range(1000)}) == 1000
    assert [heard(table.seats[name])["seat"] for name in (*NAMES, "")] == [*NAMES, ""]
    assert heard(table.come_in())["seat"] == ""


def test_a_seat_that_a_phone_has_is_no_other_phones_until_it_is_freed(table: Table) -> None:
    other = table.seats[""]
    told: list[str] = []
    table.phones.changed.append(lambda: told.append("changed"))
    assert other.post("/sit", json={"name": "Ann"}).json() == {
        "refused": "Another phone has that seat. The game master can free it."
    }
    assert other.post("/sit", json={"name": "Zed"}).json()["refused"].startswith("There is no such seat")
    assert told == []
    table.phones.free("Ann")
    assert heard(table.seats["Ann"])["lines"] == []
    assert table.seats["Ann"].post("/say", json={"words": "north"}).json() == {"refused": "Choose a seat first."}
    assert other.post("/sit", json={"name": "Ann"}).json() == {}
    assert other.post("/leave").json() == {}
    assert [seat["taken"] for seat in heard(other)["seats"]] == [False, True]
    assert len(told) == 3


def test_one_address_has_one_seat_until_the_game_master_lets_in_another_phone(table: Table) -> None:
    """Several browsers of one player take no second seat; phones behind one hotspot are let in one by one."""
    for name in NAMES:
        table.phones.free(name)
    greedy, again, guest = (table.come_in(address) for address in ("10.0.0.7", "10.0.0.7", "10.0.0.8"))

    def seats() -> list[tuple[str, str]]:
        return [(seat["taken"], seat["waits"]) for seat in table.phones.shown["phones"]["seats"]]

    told: list[str] = []
    table.phones.changed.append(lambda: told.append("changed"))
    assert greedy.post("/sit", json={"name": "Ann"}).json() == {}
    for client in (again, *(table.come_in("10.0.0.7") for _ in range(3))):
        assert client.post("/sit", json={"name": "Bob"}).json() == {
            "refused": "Another phone at your address has a seat. The game master can let you in, too."
        }
    assert (seats(), len(told)) == ([("10.0.0.7", ""), ("", "10.0.0.7")], 2)
    assert greedy.post("/sit", json={"name": "Bob"}).json() == {}, "its own seat does not count"
    assert greedy.post("/sit", json={"name": "Ann"}).json() == {}
    again.post("/sit", json={"name": "Bob"})
    table.phones.let_in("Bob")
    assert (heard(again)["seat"], seats()) == ("Bob", [("10.0.0.7", ""), ("10.0.0.7", "")])
    table.phones.free("Bob")
    table.phones.let_in("Bob")
    assert heard(again)["seat"] == "", "it asks again before it can be let in again"
    assert guest.post("/sit", json={"name": "Bob"}).json() == {}
    table.phones.let_in("Bob")
    assert heard(guest)["seat"] == "Bob"


def test_what_changes_nothing_about_seats_is_told_to_nobody(table: Table) -> None:
    told: list[str] = []
    table.phones.changed.append(lambda: told.append("changed"))
    for _ in range(3):
        assert table.seats["Ann"].post("/sit", json={"name": "Ann"}).json() == {}
        assert table.seats[""].post("/leave").json() == {}
        table.phones.free("Zed")
    assert told == []
    for _ in range(3):
        table.phones.free("Ann")
        assert table.seats["Bob"].post("/leave").json() == {}
    assert len(told) == 2


TWO_KEYS = tuple(
    cookie.replace("key", key_of(3))
    for cookie in (
        *("mapkit_8730=key; mapkit_8730=new", "mapkit_8730=new; mapkit_8730=key", 'mapkit_8730="key"'),
        *('mapkit_8730=key; {"; mapkit_8730=new', "mapkit_8730=key; $x; mapkit_8730=new", "mapkit_8730=key; a b=1"),
    )
)


def test_no_phone_makes_a_key_of_its_own(table: Table) -> None:
    """Two readers of one header could find two keys; the one that auth has found is the one that counts."""
    for cookie in TWO_KEYS:
        phone = TestClient(table.app, base_url=HOME, headers={"origin": HOME, "cookie": cookie})
        for route in ("/leave", "/sit", "/say"):
            assert phone.post(route, json={"name": "Ann"}).status_code in (200, 403), cookie
        assert not table.phones.fits("new"), cookie
    let_in = TestClient(table.app, base_url=HOME, headers={"origin": HOME, "cookie": TWO_KEYS[3]})
    table.phones.free("Ann")
    assert let_in.post("/sit", json={"name": "Ann"}).json() == {}
    assert heard(table.seats[""])["seat"] == "Ann"


def test_a_key_that_was_given_nowhere_fits_nothing(table: Table) -> None:
    spoilt = (key_of(1)[:-1], f"2{key_of(1)[1:]}", f"0{key_of(1)}", sealed("guess", 1), "९-" + key_of(9)[2:])
    wrong = ("", "1", "1-", *spoilt)
    assert [table.phones.fits(key) for key in (key_of(1), key_of(9999), *wrong)] == [True, True] + len(wrong) * [False]


def test_the_master_sees_the_code_and_the_seats(table: Table) -> None:
    shown = table.phones.shown["phones"]
    assert shown["address"] == f"{HOME}/?token=token"
    assert shown["seats"] == [{"name": "Ann", "taken": HOST, "waits": ""}, {"name": "Bob", "taken": HOST, "waits": ""}]
    width, dark = shown["code"]["width"], re.findall(r"M(\d+) (\d+)h1v1h-1z", shown["code"]["path"])
    picture = np.full((4 * width, 4 * width), 255, np.uint8)
    for x, y in ((4 * int(x), 4 * int(y)) for x, y in dark):
        picture[y : y + 4, x : x + 4] = 0
    assert [barcode.text for barcode in zxingcpp.read_barcodes(picture)] == [shown["address"]]


# --- what is heard and said --------------------------------------------------------------------------------------


def heard(phone: Any, **seen: str) -> Any:
    return phone.get("/hear", params=seen).json()


def test_before_a_game_a_phone_waits() -> None:
    phone = Table(None).seats[""]
    assert heard(phone) == {"game": "", "seat": "", "count": 0, "lines": []}
    assert phone.post("/sit", json={"name": "Ann"}).json()["refused"].startswith("There is no such seat")
    assert phone.post("/say", json={"words": "north"}).json() == {"refused": "Choose a seat first."}


def test_a_player_says_what_is_on_the_buttons_and_all_hear_it(table: Table) -> None:
    ann, bob = (table.seats[name] for name in NAMES)
    before = heard(bob)
    assert (before["mover"], before["speaks"], before["ways"]) == ("Ann", False, [])
    assert heard(ann)["ways"] == [[way, way, ""] for way in ("north", "east", "south", "west")]
    assert "moved" not in ann.post("/say", json={"words": "north"}).json()
    now = heard(bob, game=before["game"], seen=str(before["count"]))
    assert now["lines"][0] == ["asked", "Ann: north"]
    assert now["count"] == before["count"] + len(now["lines"])
    assert heard(bob, game="another", seen="99")["lines"][: before["count"]] == before["lines"]
    assert heard(table.seats[""])["lines"] == []


@pytest.mark.parametrize(
    ("name", "words", "refused"),
    [
        ("Bob", "north", "It is not your turn"),
        ("Bob", "Ann: north", "Ann"),
        ("Ann", "gm wall a1 east", ""),
        ("Ann", "undo", ""),
        ("Ann", "x" * (MOST_CHARACTERS + 1), f"Say 1 to {MOST_CHARACTERS} characters at once."),
        ("Ann", " \n ", f"Say 1 to {MOST_CHARACTERS} characters at once."),
        ("Ann", "\ud800\x00<b>", ""),
    ],
)
def test_what_may_not_be_said_is_refused_in_words_and_changes_nothing(
    table: Table, name: str, words: str, refused: str
) -> None:
    assert table.played is not None
    before = len(table.played.record)
    answer = table.seats[name].post("/say", content=json.dumps({"words": words})).json()
    assert answer["refused"]
    assert refused in answer["refused"] or name == "Bob"
    assert len(table.played.record) == before


@pytest.fixture
def neighbours() -> Iterator[Table]:
    """Ann and Bob on one tile, where players trade, and Bob carries a treasure."""
    map_ = maps.generate("treasures", "z", preset="any-size", size=read_size("6x5"), given={"trading": "yes"})
    played = session.begin(map_, NAMES, {"order": "given"}, "dice")
    bob = next(seat.cell for seat in played.match.seats if seat.name == "Bob")
    played.hear("gm Bob carries treasure")
    played.hear(f"gm Ann at {bob}")
    yield Table(played)
    played.close()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("trade Bob nothing for treasure agreed", "Only the game master says that somebody agrees."),
        ("Ann: Trade bob for treasure AGREED", "Only the game master says that somebody agrees."),
        ("trade Bob for treasureagreed", "Say whom you trade with"),
        ("обмен Bob за клад согласен", "Only the game master says that somebody agrees."),
        ("attack Bob 6 1", "Leave the numbers out: mapkit rolls the dice."),
        ("shop 1", "Leave the numbers out: mapkit rolls the dice."),
    ],
)
def test_a_phone_says_neither_that_others_agree_nor_what_dice_show(neighbours: Table, words: str, why: str) -> None:
    """TX-10.c, TX-31.a: only the game master says these, since they see the other player and the dice."""
    assert neighbours.played is not None
    before = len(neighbours.played.record)
    assert why in neighbours.seats["Ann"].post("/say", json={"words": words}).json()["refused"]
    assert len(neighbours.played.record) == before


def test_the_game_master_says_that_others_agree_and_what_dice_show(neighbours: Table) -> None:
    assert neighbours.played is not None
    neighbours.played.hear("trade Bob nothing for treasure agreed")
    neighbours.played.hear("attack Bob 6 1")
    said = [line[-1] for line in neighbours.seats["Bob"].get("/hear").json()["lines"]]
    assert {"Bob gives Ann a pile of treasure.", "Ann attacks Bob: 6 against 1."} <= {*said}
    assert neighbours.seats["Bob"].post("/say", json={"words": "trade Ann for treasure"}).json()["refused"]


def test_a_phone_ends_no_period_while_others_are_to_give_orders() -> None:
    """HD-38.b: otherwise the others would do nothing in that period."""
    names = ("Ann", "Bob", "Cid")
    played = session.begin(drafted("dungeon", "one 0"), names, {}, "dice")
    table = Table(played, names)
    for name, said in (("Bob", "resolve"), ("Bob", "Выполнить"), ("Ann", "resolve")):
        refused = table.seats[name].post("/say", json={"words": said}).json()["refused"]
        assert refused == "Others have not given their orders; the game master may end the period without them."
    assert "Ann" in played.turn
    played.hear("resolve")
    assert any("Period 1" in str(line) for line in table.seats["Cid"].get("/hear").json()["lines"])
    played.close()


def test_a_phone_does_not_learn_where_a_zombie_lies() -> None:
    """TX-55.b: nobody is told that a fallen zombie lies on their tile, so no refusal tells it."""
    map_ = maps.generate("treasures", "z", preset="any-size", size=read_size("6x5"), given={"zombie": 1})
    answers = []
    for here in (True, False):
        played = session.begin(map_, NAMES, {"order": "given"}, "dice")
        taken = [seat.cell for seat in played.match.seats]
        cell = taken[0] if here else next(cell for cell in map_.cells_of("safe") if cell not in taken)
        played.hear(f"gm zombie at {cell}")
        played.hear("gm zombie fallen")
        answers.append(Table(played).seats["Ann"].post("/say", json={"words": "attack zombie"}).json())
        played.close()
    assert answers == [{"refused": "There is no ZOMBIE on your tile to attack. (TX-55)"}] * 2


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"words": "' + b"n" * 5000 + b'"}', b"\xff", b'{"words": 7}'])
def test_what_is_no_directive_at_all_is_refused(table: Table, body: bytes) -> None:
    assert table.seats["Ann"].post("/say", content=body).json()["refused"]
    assert table.seats["Ann"].post("/sit", content=body).json()["refused"]


def test_private_answers_come_to_their_own_seat_alone_and_their_numbers_tell_nothing() -> None:
    played = session.begin(legal("treasures", "phones"), NAMES, {"order": "given", "private-answers": "yes"}, "dice")
    table = Table(played)
    ann, bob = (table.seats[name] for name in NAMES)
    before = bob.get("/hear").content
    for way in ("north", "east", "south", "west"):
        ann.post("/say", json={"words": way})
        if played.mover == "Bob":
            break
    else:
        pytest.fail("no step ended the turn")
    assert [line for line in heard(ann)["lines"] if line[0] == "asked"]
    now = heard(bob)
    was = json.loads(before)
    assert [line for line in now["lines"] if line[0] in ("asked", "heard")] == [
        line for line in was["lines"] if line[0] in ("asked", "heard")
    ]
    assert now["count"] == len(now["lines"]) < len(played.record)
    played.close()


def test_players_may_ask_what_they_themselves_have_and_see_a_board_that_is_open() -> None:
    played = session.begin(drafted("dungeon", "one 0"), NAMES, {}, "dice")
    table = Table(played)
    now = heard(table.seats["Bob"])
    assert now["asides"] == [["pocket", "pocket"]]
    tokens = table.seats["Bob"].get("/board").json()["tokens"]
    assert {"Ann", "Bob"} <= {token["words"] for token in tokens}
    assert table.seats[""].get("/board").json() == {}
    assert now["sheet"] == {
        "shape": "hex",
        "columns": 3,
        "rows": 3,
        "floors": 1,
        "named": True,
        "across": [],
        "down": [],
        "signs": ["T"],
    }
    before = len(played.record)
    assert "Bob" in table.seats["Bob"].post("/say", json={"words": "pocket"}).json()["told"]
    for said in ("Bob: pocket", ": pocket", "Ann: Bob: pocket"):
        assert "Bob" not in table.seats["Ann"].post("/say", json={"words": said}).json().get("told", "")
    assert len(played.record) == before
    played.close()


def test_a_stream_tells_only_what_is_new_for_its_seat_and_ends() -> None:
    async def listen() -> list[str]:
        played = session.begin(
            legal("treasures", "phones"), NAMES, {"order": "given", "private-answers": "yes"}, "dice"
        )
        table = Table(played)
        played.changed.append(table.streams.tell)
        streams = [table.streams.stream(key_of(number), ShownState()) for number in (1, 2)]
        for stream in streams:
            assert await anext(stream) == "retry: 1000\n\n"
        first = [await anext(stream) for stream in streams]
        assert [json.loads(event.partition("data: ")[2])["seat"] for event in first] == [*NAMES]
        waiting = [asyncio.ensure_future(anext(stream, "")) for stream in streams]
        await asyncio.sleep(0)
        played.say("fly", "Ann")
        table.streams.tell()
        await asyncio.sleep(0)
        assert not any(answer.done() for answer in waiting)
        while played.mover == "Ann":
            played.say(Chance("words").choice(played.ways), "Ann")
            assert "asked" in await waiting[0]
            waiting[0] = asyncio.ensure_future(anext(streams[0], ""))
            await asyncio.sleep(0)
            if played.mover == "Ann":
                assert not waiting[1].done()
        assert '"mover": "Bob"' in await waiting[1]
        waiting[1] = asyncio.ensure_future(anext(streams[1], ""))
        await asyncio.sleep(0)
        table.streams.end()
        played.close()
        return [await answer for answer in waiting]

    assert asyncio.run(listen()) == ["", ""]


def test_a_phone_has_few_streams_and_the_first_one_ends() -> None:
    async def listen() -> None:
        table = Table(None)
        streams = [table.streams.stream(key_of(1), ShownState()) for _ in range(MOST_STREAMS + 1)]
        for stream in streams:
            await anext(stream)
        assert await anext(streams[0], "ended") == "ended"
        assert "data" in await anext(streams[-1], "ended")
        table.streams.end()

    asyncio.run(listen())


def test_what_is_new_is_worked_out_once_for_all_phones_in_a_seat(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    view, made = Phones.view, list[str]()

    def counted(phones: Phones, key: str) -> Any:
        made.append(phones.seat(key))
        return view(phones, key)

    async def listen() -> None:
        streams = [table.streams.stream(key_of(number), ShownState()) for number in (1, 2, 3) for _ in range(3)]
        for stream in streams:
            await anext(stream)
            await anext(stream)
        waiting = [asyncio.ensure_future(anext(stream)) for stream in streams]
        await asyncio.sleep(0)
        made.clear()
        assert table.played is not None
        table.played.say("north", "Ann")
        table.streams.tell()
        assert all(["data: " in await answer for answer in waiting])
        table.streams.end()

    monkeypatch.setattr(Phones, "view", counted)
    asyncio.run(listen())
    assert sorted(made) == ["", "Ann", "Bob"]


# --- the page ----------------------------------------------------------------------------------------------------


def test_the_page_is_small_and_the_phones_have_no_route_of_the_master(table: Table) -> None:
    phone = table.seats["Ann"]
    page = phone.get("/")
    assert "default-src 'self'; frame-ancestors 'none'" in page.headers["content-security-policy"]
    files = [phone.get(f"/page/{name}") for name in FILES]
    assert {file.status_code for file in files} == {200}
    assert sum(len(code_of(file.text)) for file in (page, *files)) < 30_710
    later = [phone.get(f"/page/{name}") for name in LATER]
    assert {file.status_code for file in later} == {200}
    assert sum(len(code_of(file.text)) for file in later) < 16_000, "where there is a board to show, or what is known"
    pages = ("/page/main.js", "/page/photo-panel.js", "/page/studio.html", "/page/../auth.py")
    for path in ("/scene", "/act", "/sheets", "/sketch/1/0", "/photos", "/photos/1/1.jpg", *pages):
        assert phone.get(path).status_code == phone.post(path).status_code == 404, path
    assert "photo" not in phone.get("/hear").text


# --- nothing secret ----------------------------------------------------------------------------------------------

SECRET: tuple[tuple[str, dict[str, str]], ...] = (
    ("treasures", {}),
    ("treasures", {"private-answers": "yes"}),
    ("labyrinth", {}),
    ("dungeon", {"fog": "yes"}),
)
"""The games with secrets, and how they are played."""
ROUTES = ("/", "/hear", *(f"/page/{name}" for name in FILES))


KNOWN = ("/known", "/known/1.svg")
"""What a phone with a seat may ask for where the group has agreed on it."""


class Twins:
    """Two games on maps that share what is public, with the same phones around each."""

    def __init__(self, game: str, options: dict[str, str], number: int, folder: Path, stack: ExitStack) -> None:
        self.chance, tables = Chance(f"{game} {options} {number}"), []
        self.names = ("Ann", "Bob", "Cid")[: self.chance.between(2, 3)]
        maps_of_both = twin_maps(game, number)
        seed = seed_of_twins(maps_of_both, self.names, options)
        for which, map_ in zip(("one", "other"), maps_of_both, strict=True):
            with pytest.MonkeyPatch.context() as patch:  # the same id for both games, each in a folder of its own
                patch.setenv("MAPKIT_GAMES", str(folder / which / str(number)))
                patch.setattr(saved_games, "new_id", lambda _: "twin")
                played = stack.enter_context(closing(session.begin(map_, self.names, options, seed)))
            tables.append((played, Table(played, ())))
        (self.one, first), (self.other, second) = tables
        self.asked = [httpx2.ASGITransport(table.app) for table in (first, second)]
        for table in (first, second):
            for name in self.names:
                table.phones.sit(table.phones.key("token", ""), name, HOST)
        self.tables, self.alike, self.routes = (first, second), [*self.names, ""], ROUTES
        self.knows = options.get("knowledge") == "yes"
        self.streamed: list[dict[str, list[str]]] = [{name: [] for name in self.alike} for _ in self.tables]
        for played, table, streamed in zip((self.one, self.other), self.tables, self.streamed, strict=True):
            played.changed.append(table.streams.tell)
            for name in self.alike:
                reading = _read(table.streams.stream(self.key(name), ShownState()), streamed[name])
                stack.callback(asyncio.ensure_future(reading).cancel)

    def key(self, name: str) -> str:
        """The key of the phone in a seat; the one without a seat came in first."""
        return key_of(["", *self.names].index(name) + 1)

    async def ask(self, name: str, route: str, **sent: str) -> list[tuple[Any, ...]]:
        """What the phone in a seat receives in each of the games."""
        headers = {"cookie": f"mapkit_8730={self.key(name)}", "origin": HOME}
        asked = [httpx2.Request("POST" if sent else "GET", HOME + route, headers=headers, content=json.dumps(sent))] * 2
        answers = [await request.handle_async_request(one) for request, one in zip(self.asked, asked, strict=True)]
        await self.streams_have_told()
        return [(answer.status_code, answer.headers, await answer.aread()) for answer in answers]

    async def streams_have_told(self) -> None:
        """Give the streams so many turns that none has anything left to tell, or they would tell two things at once."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def compare(self) -> bool:
        """Compare what phones receive whose players have heard the same; returns whether there are any."""
        self.alike = [name for name in self.alike if _heard(self.one, name) == _heard(self.other, name)]
        for name in self.alike:
            for route in (*self.routes, *(KNOWN if self.knows and name else ())):
                one, other = await self.ask(name, route)
                assert one == other, (name, route)
                assert one[0] == 200
        self.routes = ("/hear",)
        await self.streams_have_told()
        for name in self.alike:
            assert self.streamed[0][name] == self.streamed[1][name], name
            assert len(self.streamed[0][name]) > 1
        return self.alike not in ([], [""])

    async def say(self) -> bool:
        """Let the player whose turn it is say the same in both games, mostly with equal answers."""
        mover = self.one.mover
        if not mover or mover != self.other.mover:
            return False
        words = self.chance.shuffled(dict.fromkeys((*self.one.ways, *self.other.ways)))
        others = [name for name in self.alike if name != mover] if self.chance.below(4) == 0 else []
        for hearers in ([others] if others else []) + [self.names]:  # the others may still hear the same
            alike = [word for word in words if self.equal(word, hearers)]
            if alike:
                break
        hint = ["hint"] if self.knows else []
        for each in (*hint, alike[0] if alike else words[0], "fly"):
            equal = mover in self.alike and _heard(self.one, mover) == _heard(self.other, mover)
            equal = equal and self.equal(each, [mover])
            one, other = await self.ask(mover, "/say", words=each)
            assert one == other or not equal, (mover, each)
        return True

    def equal(self, words: str, hearers: Sequence[str]) -> bool:
        """Whether these players would hear the same of words in both games."""
        return _answer(self.one, words, hearers) == _answer(self.other, words, hearers)


async def _read(stream: AsyncIterator[str], heard: list[str]) -> None:
    """Keep all that comes by a stream, but for the signs that come at fixed times."""
    while each := await anext(stream, ""):
        if not each.startswith(":"):
            heard.append(each)


@cache
def drafted(game: str, seed: str) -> Map[Any]:
    """A map without faults, small and quickly made."""
    made, sizes = maps.game_named(game), {"treasures": "6x5", "labyrinth": "5x5"}
    preset = "any-size" if game == "treasures" else "default"
    params = maps.params(made, preset, read_size(sizes[game]) if game in sizes else None, {})
    drafts = (Map(made, params, solving_of(made).draft(params, Chance(f"{seed} {n}"), frozenset())) for n in count())
    return next(draft for draft in drafts if not legality.check(draft))


def twin_maps(game: str, number: int) -> tuple[Map[Any], Map[Any]]:
    """Two maps that share what is public. Of hexes they share the middle, too, which all players see at first."""
    one, other = drafted(game, f"one {number % 25}"), drafted(game, f"other {(number + number // 25) % 25}")
    grid = one.params.grid
    if isinstance(grid, Hex):
        near = {cell for cell in grid.cells() if max(map(abs, (*grid.axial(cell), sum(grid.axial(cell))))) <= 2}
        facts = [fact for fact in one.facts if fact.place in near] + [f for f in other.facts if f.place not in near]
        other = replace(other, facts=frozenset(facts))
    assert one.public == other.public
    assert one.facts != other.facts
    return one, other


def seed_of_twins(twins: Sequence[Map[Any]], names: tuple[str, ...], options: dict[str, str]) -> str:
    """Dice by which all hear the same at the beginning of both games, where there are any such."""

    def opening(map_: Map[Any], seed: str) -> object:
        table = table_of(map_.game)
        return table.referee.begin(map_, names, of_the_game(table, options), Chance(f"dice {seed} 0").die).heard

    seeds = [f"seed {number}" for number in range(30)]
    return next((each for each in seeds if opening(twins[0], each) == opening(twins[1], each)), seeds[0])


def _heard(played: Sitting, name: str) -> list[object]:
    """What a player has heard; in no seat, nothing. Whose turn it is and who has won is heard by all."""
    return [(line.said, line.words) for line in played.record if name in line.hearers] + [
        played.mover,
        played.match.winners,
    ]


def _answer(played: Sitting, words: str, hearers: Sequence[str]) -> object:
    """What these players would hear of words; the player who says them hears a refusal."""
    match, hears = played.match, audience(played.match).hears
    dice = recorded(Chance(f"dice {match.begun.seed} {match.events - len(match.hints)}").die, [])
    try:
        heard = match.referee.play(match.state, words, dice).heard
    except MoveError as refused:
        return refused.refusal if played.mover in hearers else None
    return [announcement for announcement in heard if any(hears(name, announcement) for name in hearers)]


def compared(game: str, options: dict[str, str], number: int, folder: Path, most: int = 25) -> int:
    """Play two games as long as anybody hears the same in both; returns how many directives that was."""

    async def play() -> int:
        with ExitStack() as stack:
            twins = Twins(game, options, number, folder, stack)
            for played in range(most):
                if not await twins.compare() or not await twins.say():
                    return played
            return most

    return asyncio.run(play())


@pytest.mark.parametrize(
    ("pairs", "most", "half"), [(3, 6, 3), pytest.param(125, 25, 8, marks=pytest.mark.long)], ids=["few", "many"]
)
@pytest.mark.parametrize(("game", "options"), SECRET, ids=[" ".join((game, *options)) for game, options in SECRET])
def test_what_phones_receive_on_maps_with_other_secrets_is_the_same(
    game: str, options: dict[str, str], pairs: int, most: int, half: int, tmp_path: Path
) -> None:
    """For as many directives or more in half of the pairs."""
    lengths = sorted(compared(game, options, number, tmp_path, most) for number in range(pairs))
    assert lengths[pairs // 2] >= half


@pytest.mark.parametrize(
    ("number", "leak"),
    [
        (0, lambda played, _: tuple(seat.cell for seat in played.match.seats)),
        (1, lambda played, _: (str(len(played.record)),)),
    ],
    ids=["places", "what others have heard"],
)
def test_a_phone_that_is_told_too_much_is_caught(
    number: int,
    leak: Callable[[Sitting, int], tuple[str, ...]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Sitting, "open_board", leak)

    with pytest.raises(AssertionError):  # only on some of them what is told depends on the secret
        [compared(*SECRET[number], pair, tmp_path) for pair in range(25)]


# --- the address -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["0.0.0.0", "here", "192.168.1", "::1", "224.0.0.1", "255.255.255.255", "<b>"])
def test_an_address_that_is_none_of_this_computer_is_refused_with_what_would_do(address: str) -> None:
    with pytest.raises(BadSetting, match=r"it takes an address of this computer, such as 192\.168\.1\.5"):
        auth.phones_listener(address, 0)
    with pytest.raises(BadSetting, match=r"--lan-address 192\.0\.2\.9: this computer has no such address"):
        auth.phones_listener("192.0.2.9", 0)


def test_phones_have_a_listener_at_an_address_that_is_named_and_take_the_next_port() -> None:
    with auth.phones_listener(HOST, 0) as first:
        host, port = first.getsockname()
        assert host == HOST
        with auth.phones_listener(HOST, port) as second:
            assert second.getsockname()[1] > port


class NoNetwork(socket.socket):
    def connect(self, _: object) -> None:
        raise OSError("Network is unreachable")


class Elsewhere(NoNetwork):
    own = "8.8.4.4"

    def connect(self, _: object) -> None:
        pass

    def getsockname(self) -> Any:
        return self.own, 9


def test_the_address_in_the_local_network_is_found_or_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mapkit.studio.auth.socket.socket", NoNetwork)
    with pytest.raises(BadSetting, match=r"this computer is in no network; join .* with --lan-address"):
        auth.local_address()
    monkeypatch.setattr("mapkit.studio.auth.socket.socket", Elsewhere)
    with pytest.raises(BadSetting, match=r"8\.8\.4\.4 of this computer is not one of a local network"):
        auth.local_address()
    monkeypatch.setattr(Elsewhere, "own", "192.168.1.5")
    assert auth.local_address() == "192.168.1.5"


# --- the command -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "loaded"), [("", False), ("--lan-address 127.0.0.2", True)])
def test_what_phones_need_is_loaded_for_phones_alone(
    given: str, loaded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Any] = []

    def serve(desk: Any, listening: socket.socket, *others: Any) -> None:
        beside = others[2]
        served.append((desk.phones, beside))
        listening.close()
        if beside is not None:
            beside.listening.close()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mapkit.studio.server.serve", serve)
    for name in ("phones", "phone_server"):
        monkeypatch.delitem(sys.modules, f"mapkit.studio.{name}")
        monkeypatch.delattr(studio, name)
    told = output("studio", "--game", "treasures", "--port", "0", "--no-open", *given.split())
    assert [bool(phones) and bool(beside) for phones, beside in served] == [loaded]
    assert all((f"mapkit.studio.{name}" in sys.modules) is loaded for name in ("phones", "phone_server"))
    assert ("phones come in at 127.0.0.2, port " in told) is loaded


@pytest.mark.parametrize("name", ["studio.html", "player.html"])
def test_a_page_brings_all_its_words_along(name: str) -> None:
    page = words.page("ru", name)
    assert 'lang="ru"' in page
    assert "Выберите место" in page.partition('id="phrases"')[0] or name == "studio.html"
    brought = re.search(r'id="phrases">(.*?)</script>', page)
    assert brought is not None
    assert json.loads(brought[1]) == words.phrases("ru")


def test_a_sheet_offers_the_signs_that_stand_on_paper() -> None:
    """In the language of the table; the treasure is the first, which a phone draws until another is chosen."""
    for language, treasure in (("en", "T"), ("de", "S"), ("ru", "К")):
        with closing(session.begin(maps.generate("labyrinth", "signs"), ("Ann", "Bob"), {}, "signs", language)) as game:
            signs = Table(game, ("Ann", "Bob")).phones.view("").parts["sheet"]["signs"]
            assert signs[0] == treasure
            assert signs == [*paper_of(game.match.map.game).signs(language).values()]
