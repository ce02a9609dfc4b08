"""Players' phones: how soon all of them hear what one of them has said, over real connections of this computer."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from statistics import median, quantiles
from subprocess import DEVNULL, PIPE, Popen
from threading import Barrier, Thread
from time import perf_counter, sleep
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.games import maps
from mapkit.mapfile import writer

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
MOVES = 30


class Caller:
    """A browser or a phone that has come in by an address with a token."""

    def __init__(self, address: str) -> None:
        found = re.fullmatch(r"http://([\d.]+):(\d+)(/\?token=.+)", address)
        assert found
        self.host, self.port, self.cookie = found[1], int(found[2]), ""
        for _ in range(100):  # the address is printed before the server answers
            try:
                self.cookie = str(self.ask("GET", found[3])[0].get("set-cookie")).partition(";")[0]
                break
            except ConnectionError:
                sleep(0.1)

    def ask(self, method: str, path: str, **sent: Any) -> tuple[Any, bytes]:
        """The head and the body of an answer."""
        with self._asked(method, path, **sent) as told:
            return told.headers, told.read()

    def lines(self, path: str) -> Iterator[bytes]:
        """The lines of a stream, until it ends."""
        with self._asked("GET", path) as told:
            yield from told

    @contextmanager
    def _asked(self, method: str, path: str, **sent: Any) -> Iterator[HTTPResponse]:
        there = HTTPConnection(self.host, self.port, timeout=20)
        head = {"Cookie": self.cookie, "Origin": f"http://{self.host}:{self.port}"}
        try:
            there.request(method, path, json.dumps(sent) if sent else None, head)
            with there.getresponse() as told:
                yield told
        finally:
            there.close()


@contextmanager
def phones(folder: Path) -> Iterator[list[Caller]]:
    """Six phones in the seats of a game of Dungeon."""
    (folder / "map.toml").write_text(writer.show(maps.generate("dungeon", "phones")))
    words = ["studio", "map.toml", "--port", "0", "--no-open", "--lan-address", "127.0.0.2"]
    with Popen([sys.executable, "-m", "mapkit", *words], cwd=folder, stdout=PIPE, stderr=DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            master = Caller(process.stdout.readline().strip())
            scene = json.loads(master.ask("POST", "/act", do="table_begin", names=NAMES, options={}, seed="1")[1])
            found = [Caller(scene["phones"]["address"]) for _ in NAMES]
            for phone, name in zip(found, NAMES, strict=True):
                phone.ask("POST", "/sit", name=name)
            yield found
        finally:
            process.send_signal(signal.SIGINT)


def test_a_move_reaches_six_phones(benchmark: Any, note: Note, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    heard, took = dict.fromkeys(NAMES, 0.0), list[float]()
    all_heard = Barrier(len(NAMES) + 1, timeout=20)

    def listen(phone: Caller, name: str) -> None:
        for line in phone.lines("/news"):
            if line.startswith(b"data:"):
                heard[name] = perf_counter()
                all_heard.wait()

    def move() -> None:
        began = perf_counter()
        assert b"refused" not in found[len(took) % len(NAMES)].ask("POST", "/say", words="wait")[1]
        all_heard.wait()
        took.append(1000 * (max(heard.values()) - began))

    with phones(tmp_path) as found:
        listening = [Thread(target=listen, args=each) for each in zip(found, NAMES, strict=True)]
        for thread in listening:
            thread.start()
        all_heard.wait()  # all of them listen
        benchmark.pedantic(move, rounds=MOVES)
    for thread in listening:
        thread.join()
    note("studio: a move to six phones", median(took), "ms", 200)
    note("studio: a move to six phones, 95th percentile", quantiles(took, n=20)[-1], "ms", None)
