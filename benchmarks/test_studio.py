"""The studio in a real browser: how soon people see what they drew, and what its rules say of it.

Times are taken inside the page, until what has changed is painted. The load of the machine is told with them, since a
server and a browser at work share its cores.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from subprocess import DEVNULL, PIPE, Popen
from time import perf_counter
from typing import Any

import pytest

from benchmarks.conftest import FIGURES, Figure, Note
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer

CHROMIUM = shutil.which("chromium")
STROKES = 40

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no chromium here; apt-get install chromium brings it"
)

WATCH = """
// The time at which what has changed is painted: a message that is posted while a frame is made comes after it.
window.painted = () => new Promise((done) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done(performance.now());
  port2.postMessage(0);
}));
document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver(async (_, watch) => {
    if (!document.body.dataset.ready) return;
    watch.disconnect();
    window.first = await window.painted();
  }).observe(document.body, { attributes: true });
});
"""
STROKE = """
// A click of the mouse; the milliseconds until the faults are drawn anew, or null where nothing changes.
async ([clientX, clientY]) => {
  const svg = document.querySelector(".floor");
  const send = (kind, buttons) => svg.dispatchEvent(new PointerEvent(kind,
    { clientX, clientY, buttons, pointerId: 1, pointerType: "mouse", bubbles: true, cancelable: true }));
  svg.setPointerCapture = () => {};
  const drawn = new Promise((done) => {
    new MutationObserver(async (_, watch) => {
      watch.disconnect();
      done(await window.painted());
    }).observe(document.getElementById("notes"), { childList: true });
    setTimeout(() => done(null), 2000);
  });
  send("pointerdown", 1);
  const began = performance.now();
  send("pointerup", 0);
  const ended = await drawn;
  return ended && ended - began;
}
"""
TO_VERDICT = """
// A click of the mouse; the milliseconds until the panel of play has judged the map, or null where the map has faults.
async ([clientX, clientY]) => {
  const svg = document.querySelector(".floor"), play = document.getElementById("play");
  const send = (kind, buttons) => svg.dispatchEvent(new PointerEvent(kind,
    { clientX, clientY, buttons, pointerId: 1, pointerType: "mouse", bubbles: true, cancelable: true }));
  svg.setPointerCapture = () => {};
  let watched = null, faults = false;
  const judged = new Promise((done) => {
    const see = async () => {
      if (faults && play.matches(".later")) done(null);
      else if (faults && !play.matches(".old")) done(await window.painted());
    };
    watched = [new MutationObserver(() => { faults = true; see(); }), new MutationObserver(see)];
    watched[0].observe(document.getElementById("notes"), { childList: true });
    watched[1].observe(play, { childList: true, attributes: true });
    setTimeout(() => done(null), 5000);
  });
  send("pointerdown", 1);
  const began = performance.now();
  send("pointerup", 0);
  const ended = await judged;
  for (const each of watched) each.disconnect();
  return ended && ended - began;
}
"""
DRAG = """
// A stroke with a move in each frame: how long each move took until it was painted, and how far apart the frames were.
async (points) => {
  const svg = document.querySelector(".floor");
  const send = (kind, [clientX, clientY], buttons) => svg.dispatchEvent(new PointerEvent(kind,
    { clientX, clientY, buttons, pointerId: 1, pointerType: "mouse", bubbles: true, cancelable: true }));
  svg.setPointerCapture = () => {};
  const frame = () => new Promise(requestAnimationFrame);
  const inks = [], apart = [];
  send("pointerdown", points[0], 1);
  let last = await frame();
  for (const point of points.slice(1)) {
    const now = await frame();
    apart.push(now - last);
    last = now;
    const began = performance.now(), after = new MessageChannel();
    const done = new Promise((heard) => { after.port1.onmessage = () => heard(performance.now()); });
    send("pointermove", point, 1);
    after.port2.postMessage(0);
    inks.push(await done - began);
  }
  send("pointerup", points.at(-1), 0);
  return { inks, apart };
}
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser without windows."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


class Studio:
    """A studio on a map, and the browser that its pages are opened in."""

    def __init__(self, chromium: Any, folder: Path, *words: str) -> None:
        command = [sys.executable, "-m", "mapkit", "studio", *words, "--port", "0", "--no-open"]
        self.process = Popen(command, cwd=folder, stdout=PIPE, stderr=DEVNULL, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.at_address = self.cpu()
        self.chromium, self.pages = chromium, list[Any]()

    def cpu(self) -> float:
        """The milliseconds of a processor that the studio has used."""
        found = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return 1000 * (int(found[11]) + int(found[12])) / os.sysconf("SC_CLK_TCK")

    def page(self, heard: Callable[[Any], object] = lambda _: None) -> Any:
        """A new page that has drawn the map; all that it gets is `heard`.

        It is in a browser of its own: here no page is ever hidden, and six that look on take all connections of one.
        """
        page = self.chromium.new_page(viewport={"width": 1280, "height": 800})
        self.pages.append(page)
        page.add_init_script(WATCH)
        page.on("response", heard)
        page.goto(self.address)
        page.wait_for_selector("body[data-ready]")
        page.evaluate("async () => { while (!window.first) await window.painted(); }")
        return page

    def end(self) -> float:
        """Ends the studio with its pages open; the milliseconds that this took."""
        began = perf_counter()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)
        took = perf_counter() - began
        for page in self.pages:
            page.close()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return took * 1000


@pytest.fixture
def studio(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Studio]]:
    begun: list[Studio] = []

    def begin(*words: str) -> Studio:
        begun.append(Studio(chromium, tmp_path, *words))
        return begun[-1]

    yield begin
    for stream in begun:
        if stream.process.poll() is None:
            stream.end()


@pytest.fixture(autouse=True, scope="module")
def load(request: pytest.FixtureRequest) -> Iterator[None]:
    """Says how busy the machine was, since that is in every figure."""
    yield
    told = Figure(f"studio: load of the machine, with {os.cpu_count()} processors", os.getloadavg()[0], "", None)
    request.config.stash.setdefault(FIGURES, []).append(told)


def points(page: Any, across: float, down: float) -> list[list[float]]:
    """A point of each cell on the screen, in parts of its width and height."""
    found: list[list[float]] = page.evaluate(
        """([across, down]) => [...document.querySelectorAll("[role=gridcell]")].map((cell) => {
            const { left, top, width, height } = cell.getBoundingClientRect();
            return [left + across * width, top + down * height];
        })""",
        [across, down],
    )
    return found


def drawn(page: Any, tools: tuple[str, ...], across: float, down: float) -> list[float]:
    """The milliseconds until the faults are drawn, of strokes all over the board; all tools draw at a place in turn."""
    took = list[float | None]()
    spots = points(page, across, down)
    for number in range(STROKES):
        page.get_by_role("button", name=tools[number % len(tools)], exact=True).click()
        took.append(page.evaluate(STROKE, spots[(number // len(tools) * 7 + 1) % len(spots)]))
    return [each for each in took[4:] if each is not None]  # at first everything is loaded


@pytest.mark.parametrize(
    ("game", "size", "tools", "across", "down"),
    [
        ("treasures", "12x12", ("wall",), 1, 0.5),
        ("treasures", "12x12", ("eraser", "treasure"), 0.5, 0.5),
        ("labyrinth", "8x8", ("wall",), 1, 0.5),
        ("dungeon", "3", ("eraser", "Pool"), 0.5, 0.5),
        ("quoridor", "9", ("the pawn of S (south)",), 0.5, 0.5),
        ("minoqaur", "2", ("eraser", "dark module (a wall)"), 0.5, 0.5),
    ],
)
def test_a_stroke_until_its_faults_are_drawn(
    game: str,
    size: str,
    tools: tuple[str, ...],
    across: float,
    down: float,
    studio: Any,
    benchmark: Any,
    note: Note,
    tmp_path: Path,
) -> None:
    text = writer.show(maps.generate(game, "bench", size=GAMES[game].design.board.read(size)))
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    begun = studio("map.toml")
    page = begun.page()
    before = begun.cpu()
    took = benchmark.pedantic(drawn, (page, tools, across, down), rounds=1)
    what = f"studio: {game} {size}, {tools[-1].partition(' (')[0]}"
    note(f"{what}, faults drawn, median", median(took), "ms", 50)
    note(f"{what}, faults drawn, 95 of 100", quantiles(took, n=20)[-1], "ms", 100)
    note(f"{what}, processor of the server a stroke", (begun.cpu() - before) / STROKES, "ms", None)


@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
def test_a_stroke_until_the_map_is_judged(game: str, studio: Any, benchmark: Any, note: Note, tmp_path: Path) -> None:
    text = writer.show(maps.generate(game, "bench", size=GAMES[game].design.board.read("8x8")))
    head, _, _ = re.sub("(?m)^preset = .*", 'preset = "as-drawn"', text).partition("\n[settings]")  # any walls will do
    (tmp_path / "map.toml").write_text(head, encoding="utf-8")
    page = studio("map.toml").page()
    page.locator("#play:not(.old) .fairness").wait_for()
    page.get_by_role("button", name="wall", exact=True).click()
    inner = [spot for number, spot in enumerate(points(page, 1, 0.5)) if number % 8 < 7]  # in the frame, an exit opens

    def judged() -> list[float]:
        took = [page.evaluate(TO_VERDICT, inner[(number // 2 * 9 + 1) % len(inner)]) for number in range(2 * STROKES)]
        return [each for each in took[8::2] if each is not None]  # every other stroke leads back to the map before

    took = benchmark.pedantic(judged, rounds=1)
    note(f"studio: {game} 8x8, a stroke until the verdict, median", median(took), "ms", 500)
    note(f"studio: {game} 8x8, a stroke until the verdict, worst", max(took), "ms", 500)


@pytest.mark.parametrize("size", ["12x12", "40x40"])
def test_own_ink_and_frames_while_drawing(size: str, studio: Any, benchmark: Any, note: Note) -> None:
    page = studio("--game", "treasures", "--size", size).page()
    page.get_by_role("button", name="treasure", exact=True).click()
    cells = points(page, 0.5, 0.5)
    (x, y), (u, v) = cells[0], cells[-1]
    along = [[x + (u - x) * number / 120, y + (v - y) * number / 120] for number in range(121)]
    found = benchmark.pedantic(page.evaluate, (DRAG, along), rounds=1)
    note(f"studio: own ink, {size}, median", median(found["inks"]), "ms", 16)
    note(f"studio: own ink, {size}, 95 of 100", quantiles(found["inks"], n=20)[-1], "ms", 16)
    note(f"studio: a frame while drawing, {size}, 95 of 100", quantiles(found["apart"], n=20)[-1], "ms", 33.4)


def test_from_the_command_to_the_page_and_back(studio: Any, benchmark: Any, note: Note) -> None:
    found = benchmark.pedantic(studio, ("--game", "treasures"), rounds=1)
    note("studio: command to address, processor", found.at_address, "ms", 500)
    heard = list[Any]()
    found.page(lambda response: heard.append(response))
    files = [each for each in heard if each.status == 200 and "/scene" not in each.url and "/news" not in each.url]
    weighs = sum(int(file.header_value("content-length") or 0) for file in files)
    note("studio: bytes of the page", weighs / 1000, "KB", 150)
    note("studio: requests of a page", sum("token=" not in announcement.url for announcement in heard), "", 12)
    note("studio: requests to elsewhere", sum(not each.url.startswith("http://127.0.0.1:") for each in heard), "", 0)
    firsts = [found.page().evaluate("() => window.first") for _ in range(5)]
    note("studio: first drawing after navigation", median(firsts), "ms", 300)
    libraries = Path(f"/proc/{found.process.pid}/maps").read_text()
    note("studio: libraries of OR-Tools that are loaded", float(len(set(re.findall("ortools[^ ]*", libraries)))), "", 0)
    note(f"studio: Ctrl-C with {len(found.pages)} open pages", found.end(), "ms", 1500)
