"""The studio in a real browser: what a person sees and does. One browser serves all of these tests.

They are skipped where there is no Chromium, unless the variable MAPKIT_CHROMIUM says that it is needed.
"""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model import walk
from mapkit.model.grid import Border
from mapkit.model.map import Map
from mapkit.model.settings import read_size
from mapkit.studio.places import spot_name
from mapkit.studio.scene import scene
from mapkit.studio.tools import Tool, tools
from tests import command
from tests.studio.desks import blank
from tests.studio.test_studio_solver_panel import CLOSED

CHROMIUM = shutil.which("chromium") if find_spec("playwright") else None
NEEDED = bool(os.environ.get("MAPKIT_CHROMIUM"))
WAIT = 10_000
"""The most milliseconds that a test waits for something to be seen."""
PATIENCE = 240_000
"""The same where it waits for all the strokes of a whole map."""

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not NEEDED, reason="a browser needs `apt-get install chromium` and `make setup-ci`"
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser without windows. It ends with this module: while it is open, no other test can run an event loop."""
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "there is no chromium, or nothing that drives it, and MAPKIT_CHROMIUM says that it is needed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def studio(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Begins a studio, and opens its page; at the end no console has said anything, and Ctrl-C ends it at once."""
    said: list[str] = []
    begun: list[subprocess.Popen[str]] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 800})

    def open_page(*words: str) -> Any:
        port = [] if "--port" in words else ["--port", "0"]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        process = command.process("studio", *words, *port, "--no-open", cwd=tmp_path, text=True, **streams)
        begun.append(process)
        assert process.stdout is not None
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("console", lambda message: said.append(f"{message.text}: {message.location['url']}"))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(process.stdout.readline().strip())
        page.wait_for_selector("body[data-ready]")
        return page

    vars(open_page).update(begun=begun, said=said)
    yield open_page
    heard = list(said)
    for process in begun:
        process.send_signal(signal.SIGINT)
    for process in begun:
        process.wait(timeout=10)
        assert process.stdout is not None
        process.stdout.close()
    context.close()
    assert heard == []


def seen(shapes: Any, number: int) -> None:
    """Wait until so many shapes are seen."""
    from playwright.sync_api import expect

    expect(shapes).to_have_count(number, timeout=WAIT)


def choose(page: Any, tool: str) -> None:
    page.get_by_role("button", name=tool, exact=True).click()


def spot(page: Any, across: float, down: float) -> tuple[float, float]:
    """A point of the first floor on the screen, in widths of a cell from the upper left corner of the board."""
    found: list[float] = page.evaluate(
        """([across, down]) => {
            const svg = document.querySelector(".floor");
            const tile = svg.dataset.tile;
            const spot = new DOMPoint(across * tile, down * tile).matrixTransform(svg.getScreenCTM());
            return [spot.x, spot.y];
        }""",
        [across, down],
    )
    return found[0], found[1]


def saved(page: Any, path: Path, patience: int = WAIT) -> Map[Any]:
    """The map in the file once the page has saved it."""
    page.keyboard.press("Control+s")
    page.get_by_text("Saved", exact=True).wait_for(timeout=patience)
    return maps.read(path.read_bytes(), path.name).map


def stroke(page: Any, *points: tuple[float, float]) -> None:
    """Drag the mouse from point to point."""
    first, *others = (spot(page, *point) for point in points)
    page.mouse.move(*first)
    page.mouse.down()
    for other in others:
        page.mouse.move(*other, steps=4)
    page.mouse.up()


def test_a_new_map_greets_with_help_and_new_maps_are_like_what_is_drawn(studio: Any) -> None:
    """Issue 48: 12 red faults greeted; counts agree in the verdict, the list and on the board."""
    page = studio("new.toml", "--game", "labyrinth", "--size", "5x5")
    assert page.locator("#verdict.calm").inner_text() == "5 things to come"
    seen(page.locator("#notes > .rule"), 0)
    seen(page.locator(".lit"), 0)
    assert page.locator("#ask-alike").is_disabled(), "nothing is drawn yet"
    page.locator("#notes summary").click()
    seen(page.locator(".coming li"), 5)
    choose(page, "Found no arsenal.")
    assert page.locator('#tools [aria-pressed="true"]:not(.modes *)').get_attribute("aria-label") == "arsenal"
    stroke(page, (2.5, 2.5), (2.5, 2.5))
    page.locator("#verdict").get_by_text("4 things to come, 24 cells not filled in").wait_for()
    page.locator("#ask-alike").click()
    page.locator("#sketch-5").click()
    page.locator("#verdict.legal").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.get_by_text("new.toml", exact=True).bounding_box()["width"] > 20, "the name of the file stays in sight"


def test_the_text_of_a_code_is_asked_for_where_repair_needs_it(studio: Any, tmp_path: Path) -> None:
    page = studio("new.toml", "--game", "minoqaur")
    page.get_by_label("What does the code say?").fill("HELLO")
    page.get_by_text("Take this text").click()
    page.get_by_text('The code is to say "HELLO".').wait_for()
    page.locator("#code-text").wait_for(state="detached")
    page.locator("#ask-complete").click()
    page.locator("#accept").click()
    page.locator("#verdict.legal").wait_for()
    page.keyboard.press("Control+s")
    page.get_by_text("Saved", exact=True).wait_for()
    assert 'text = "HELLO"' in (tmp_path / "new.toml").read_text()


def test_a_map_is_drawn_with_the_mouse_faults_appear_and_it_is_saved(studio: Any, tmp_path: Path) -> None:
    page = studio("new.toml", "--game", "treasures", "--size", "4x3")
    verdict = page.locator("#verdict")
    assert verdict.inner_text().endswith("things to come")
    choose(page, "treasure")
    stroke(page, (0.5, 0.5), (1.5, 0.5))
    seen(page.locator(".blanks polygon"), 10)
    choose(page, "river")
    stroke(page, (0.5, 1.5), (2.5, 1.5), (2.5, 2.5))
    seen(page.locator(".blanks polygon"), 6)
    choose(page, "wall")
    stroke(page, (1, 1.5))
    page.locator("#notes .rule", has_text="TL-19.c").wait_for()
    page.locator(".lights .lit").first.wait_for(state="attached")
    drawn = saved(page, tmp_path / "new.toml").facts
    assert {spot_name(place): mark for place, mark in drawn} == {
        "a3": "treasure",
        "b3": "treasure",
        "a2": "flows E",
        "b2": "flows E",
        "c2": "flows S",
        "c1": "flows S",
        "a2|E": "wall",
    }
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Not saved").wait_for()


def test_a_fault_leads_to_its_place_and_a_title_is_never_markup(studio: Any, tmp_path: Path) -> None:
    text = maps.new("quoridor").replace('title = ""', 'title = "<b>bold</b>"').replace('pawns = ""', 'pawns = "e1 e1"')
    (tmp_path / "mine.toml").write_text(text)
    page = studio("mine.toml")
    assert page.locator("#title").inner_text() == "<b>bold</b>"
    page.locator("#notes .rule li button").first.click()
    page.locator(".shows .shown").first.wait_for(state="attached")


def test_a_fault_of_the_settings_leads_to_them_and_is_allowed_and_unfair_starts_become_fair(
    studio: Any, tmp_path: Path
) -> None:
    """Issue 48: a hospital was refused by a code of rules, and nothing led there."""
    page = studio("new.toml", "--game", "labyrinth", "--size", "5x5")
    seen(page.locator("#notes .rule .row"), 0)
    for tool, at in (("treasure", 0), ("false treasure", 4), ("arsenal", 2), ("hospital", 3)):
        choose(page, tool)
        page.mouse.click(*spot(page, at + 0.5, 0.5))
    choose(page, "exit")
    page.mouse.click(*spot(page, 0, 0.5))
    choose(page, "Fill them: empty cell")
    fault = page.locator("#notes .rule", has_text="There is no hospital.")
    fault.get_by_role("button", name="Change the setting").click()
    page.locator("#settings [name=rules]:focus").wait_for()
    page.locator("#settings > .close").click()
    fault.get_by_role("button", name="Allow it: H34").click()
    page.locator("#verdict.legal").wait_for()
    page.locator("#play:not(.old) .fairness.unfair").wait_for()
    page.get_by_role("button", name="Draw fair starts").click()
    page.locator("#play:not(.old) .fairness.fair").wait_for()
    assert len([mark for _, mark in saved(page, tmp_path / "new.toml").facts if mark.startswith("start ")]) == 4
    page.get_by_role("button", name="Undo").click()
    page.locator("#play:not(.old) .fairness.unfair").wait_for()


def test_settings_stay_where_they_are_scrolled_to(studio: Any) -> None:
    """Issue 48: after Apply the panel was scrolled to other settings."""
    page = studio("new.toml", "--game", "labyrinth", "--size", "5x5")
    choose(page, "Settings")
    page.locator("#settings [name=title]").fill("Mine")
    place = page.locator("#settings .chief").bounding_box()
    page.mouse.click(place["x"] + 20, place["y"] + 20)  # what presses a button by its name scrolls to it
    page.locator("#title").get_by_text("Mine").wait_for()
    answered(page)
    assert page.locator("#settings").evaluate("(panel) => panel.scrollTop") == 0


def test_tools_that_come_move_no_other_tool_on_a_phone(studio: Any) -> None:
    """Issue 48: after the first wormhole the next tap took a door instead of the exit."""
    page = studio("new.toml", "--game", "labyrinth", "--size", "5x5")
    page.set_viewport_size({"width": 390, "height": 844})

    def places() -> dict[str, Any]:
        page.locator("#all-tools").click()
        found: dict[str, Any] = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll("#tools .tool")]
            .map((each) => [each.dataset.tool, JSON.stringify(each.getBoundingClientRect())]))""")
        return found

    before = places()
    page.locator("#tools .numbered .tool").first.click()
    page.mouse.click(*spot(page, 0.5, 0.5))
    seen(page.locator("#tools .numbered .tool"), 2)
    after = places()
    first = next(iter(after.keys() - before.keys()), "")
    assert first
    for name in before.keys() & after.keys():
        assert (name, after[name]) == (name, before[name])


def test_a_board_is_drawn_with_the_keyboard(studio: Any, tmp_path: Path) -> None:
    page = studio("new.toml", "--game", "treasures", "--size", "3x2")
    page.locator(".floor").focus()
    walls = ("ArrowRight", "t", "Shift+ArrowRight", "Shift+ArrowUp")
    for key in (*walls, "ArrowDown", "h", "Delete", "s", "Control+z", "m"):
        page.keyboard.press(key)
    drawn = saved(page, tmp_path / "new.toml").facts
    assert {spot_name(place): mark for place, mark in drawn} == {
        "b2": "treasure",
        "b2|E": "wall",
        "b2|N": "exit",
        "b1": "marsh",
    }
    copied = ("Control+ArrowRight", "Control+c", "ArrowUp", "ArrowLeft", "Control+v")
    filled = ("Alt+Enter", "ArrowLeft", "Shift+Enter")
    line = ("ArrowRight", "ArrowRight", "Shift+Space", "ArrowDown", "Shift+Space")
    for key in (*copied, *filled, *line):
        answered(page)
        page.keyboard.press(key)
    seen(page.locator(".blanks polygon"), 0)
    drawn = saved(page, tmp_path / "new.toml").facts
    assert {mark for _, mark in drawn} == {"marsh", "exit"}
    assert len(drawn) == 7


def test_lines_fills_and_copies_are_drawn_and_the_tool_of_what_is_there_is_picked(studio: Any, tmp_path: Path) -> None:
    page = studio("new.toml", "--game", "treasures", "--size", "4x3")
    choose(page, "wall")
    choose(page, "Straight lines")
    stroke(page, (2, 0.5), (2.3, 1.6))
    choose(page, "Marsh")
    choose(page, "Draw freely")
    page.keyboard.down("Shift")
    stroke(page, (0.5, 2.5), (3.5, 2.1))
    page.keyboard.up("Shift")
    choose(page, "treasure")
    choose(page, "Fill")
    stroke(page, (0.5, 0.5))
    seen(page.locator(".blanks polygon"), 4)
    page.keyboard.down("Alt")
    stroke(page, (2.5, 2.5))
    page.keyboard.up("Alt")
    page.locator("#chosen", has_text="Marsh").wait_for()
    choose(page, "Select")
    stroke(page, (0.5, 0.5), (1.6, 1.4))
    seen(page.locator(".selects .selected"), 4)
    stroke(page, (3.5, 0.5))
    stroke(page, (1.5, 0.5), (1.5, 1.5))
    seen(page.locator(".selects .selected"), 2)
    choose(page, "Cut")
    seen(page.locator(".blanks polygon"), 6)
    stroke(page, (3.5, 0.5))
    choose(page, "Paste")
    seen(page.locator(".blanks polygon"), 4)
    page.mouse.move(*spot(page, 2.5, 1.5))
    page.keyboard.press("Control+v")
    seen(page.locator(".blanks polygon"), 3)
    drawn = saved(page, tmp_path / "new.toml").facts
    assert {mark: {spot_name(place) for place, fact in drawn if fact == mark} for _, mark in drawn} == {
        "wall": {"b3|E", "b2|E", "c2|E", "c1|E"},
        "marsh": {"a1", "b1", "d1"},
        "treasure": {"a3", "a2", "d3", "d2", "c2", "c1"},
    }


@pytest.mark.long
def test_a_wall_that_would_be_illegal_says_why_before_it_is_laid(studio: Any) -> None:
    page = studio("new.toml", "--game", "quoridor", "--size", "5")
    choose(page, "wall")
    stroke(page, (1.3, 2))
    page.mouse.move(*spot(page, 2.3, 2))
    page.locator("#why", has_text="QC-19 No wall lies where another is").wait_for()
    page.mouse.move(5, 5)
    assert page.locator("#why").is_hidden()
    touch = finger(page)
    for tapped in ("Once more lays it all the same.", ""):
        touch("touchStart", spot(page, 2.3, 2))
        touch("touchEnd")
        if tapped:
            page.locator("#why", has_text=tapped).wait_for()
            assert page.locator("#notes .rule", has_text="QC-19").count() == 0
    page.locator("#notes .rule", has_text="QC-19").wait_for()


def test_a_repair_is_shown_and_accepted_the_solver_is_stopped_and_a_new_map_is_taken(
    studio: Any, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text(CLOSED)
    page = studio("mine.toml")
    page.get_by_role("button", name="Repair").click()
    page.locator(".edits", has_text="open an exit on the").wait_for()
    seen(page.locator(".shows .edit"), 1)
    seen(page.locator(".offered"), 1)
    ends, begins = (page.locator(name).bounding_box() for name in ("#accept", ".edits"))
    assert ends["y"] + ends["height"] <= begins["y"]  # below a long list nobody would find it on a phone
    page.get_by_role("button", name="Was").click()
    seen(page.locator(".offered"), 0)
    page.get_by_role("button", name="Accept").click()
    page.locator("#verdict.legal").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("#verdict:not(.legal)").wait_for()
    choose(page, "lock cells")
    stroke(page, (1.5, 0.5))
    seen(page.locator(".lock"), 1)
    page.get_by_role("button", name="By the settings").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Cancel").wait_for(state="detached")
    page.get_by_role("button", name="By the settings").click()
    page.locator(".sketch").first.click()
    page.locator("#verdict.legal").wait_for()
    assert saved(page, tmp_path / "mine.toml").kinds["b3"] == "treasure"


def test_the_text_and_the_board_are_both_live_and_follow_the_disk(studio: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    path = tmp_path / "mine.toml"
    path.write_text(maps.new("treasures"))
    page = studio("mine.toml")
    page.get_by_role("button", name="Text", exact=True).click()
    area = page.get_by_label("The text of the map file")
    area.wait_for()
    text = area.input_value()
    area.fill(text.replace('title = ""', 'title = "typed"'))
    page.locator("#title", has_text="typed").wait_for()
    area.fill(text.replace('title = ""', "title = "))
    page.get_by_text("Line 4, column").wait_for()
    assert page.locator("#title").inner_text() == "typed"
    page.get_by_role("button", name="Back to the text of the board").click()
    choose(page, "treasure")
    stroke(page, (0.5, 0.5))
    expect(area).to_have_value(re.compile(r"\| T "))
    path.write_text(text.replace('title = ""', 'title = "theirs"'))
    page.get_by_role("button", name="Take the other").click()
    page.locator("#title", has_text="theirs").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("#title", has_text="typed").wait_for()
    page.get_by_role("button", name="Settings", exact=True).click()
    page.locator("#settings [name=walls]").fill("many")
    page.locator("#settings [name=shop]").fill("few")
    page.get_by_role("button", name="Apply").click()
    page.get_by_text("walls is 'many'; it takes").wait_for()
    page.get_by_text("shop is 'few'; it takes").wait_for()
    page.locator("#settings [name=walls]").fill("7")
    page.locator("#settings [name=shop]").fill("1")
    page.locator("#settings [name=size]").fill("5x4")
    page.get_by_role("button", name="Apply").click()
    seen(page.locator(".blanks polygon"), 20)
    expect(area).to_have_value(re.compile(r"\nwalls = 7 "))


def test_the_grid_says_what_is_in_each_cell_and_the_page_what_a_key_has_done(studio: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(blank("treasures", "3x2"))  # what is to come on a new map is not said
    page = studio("mine.toml")
    page.locator(".floor").focus()
    for key in ("t", "Shift+ArrowRight"):
        page.keyboard.press(key)
    page.get_by_role("gridcell", name="a2, treasure, wall east").wait_for(state="attached")
    said = page.locator("#heard")
    assert page.get_by_role("grid").get_attribute("aria-activedescendant") == "cell-a2"
    assert "a2, treasure, wall" in said.inner_text()
    assert "TL-" in said.inner_text()


def finger(page: Any) -> Callable[..., None]:
    """Fingers on the screen: what happens, and where each finger then is."""
    session = page.context.new_cdp_session(page)

    def touch(what: str, *points: tuple[float, float]) -> None:
        there = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": there})

    return touch


def test_a_finger_draws_and_a_second_one_never(studio: Any) -> None:
    page = studio("new.toml", "--game", "treasures", "--size", "3x2")
    choose(page, "treasure")
    touch, one, other = finger(page), spot(page, 0.5, 0.5), spot(page, 2.5, 1.5)
    touch("touchStart", one)
    touch("touchStart", one, other)
    touch("touchMove", (one[0] + 50, one[1]), other)
    touch("touchEnd")
    assert page.locator(".blanks polygon").count() == 6
    touch("touchStart", spot(page, 0.5, 0.5))
    touch("touchEnd")
    seen(page.locator(".blanks polygon"), 5)


def test_once_a_pen_was_seen_fingers_only_move_the_board(studio: Any) -> None:
    page = studio("new.toml", "--game", "treasures", "--size", "3x2")
    choose(page, "treasure")
    x, y = spot(page, 0.5, 0.5)
    pen = {"x": x, "y": y, "button": "left", "clickCount": 1, "pointerType": "pen"}
    session = page.context.new_cdp_session(page)
    for what in ("mousePressed", "mouseReleased"):
        session.send("Input.dispatchMouseEvent", {"type": what, **pen})
    seen(page.locator(".blanks polygon"), 5)
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    touch, (x, y) = finger(page), spot(page, 1.5, 0.5)
    before = page.evaluate("document.getElementById('board').scrollLeft")
    touch("touchStart", (x, y))
    touch("touchMove", (x - 60, y))
    touch("touchEnd")
    assert page.evaluate("document.getElementById('board').scrollLeft") == pytest.approx(before + 60, abs=1)
    assert page.locator(".blanks polygon").count() == 5


def violations(page: Any) -> list[tuple[str, list[str]]]:
    """What axe finds, in the light and in the dark, with the elements that it finds it in."""
    from axe_playwright_python.sync_playwright import Axe

    told = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page).response["violations"]
        told += [(violation["id"], [node["html"][:200] for node in violation["nodes"]]) for violation in found]
    return told


def small_targets(page: Any) -> list[str]:
    """What one can press on the page that is less than 24 pixels wide or high; a tick counts with its label."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a[href], input, select, textarea, [role=gridcell]")]
            .filter((each) => each.checkVisibility())
            .map((each) => [each, (each.type === "checkbox" && each.closest("label")) || each])
            .map(([each, target]) => [each, target.getBoundingClientRect()])
            .filter(([, { width, height }]) => width < 23.99 || height < 23.99)
            .map(([each, { width, height }]) => `${each.outerHTML.slice(0, 90)} ${width}x${height}`)"""
    )
    return found


def test_axe_finds_no_violation_in_the_light_and_in_the_dark(studio: Any) -> None:
    page = studio("new.toml", "--game", "treasures", "--size", "3x2", "--lang", "ru")
    assert page.locator("html").get_attribute("lang") == "ru"
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert small_targets(page) == []
    page.get_by_role("button", name="Все инструменты").click()
    assert small_targets(page) == []
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("header button, #tools button")]
            .filter((each) => each.checkVisibility())
            .map((each) => [each.title || each.textContent, each.getBoundingClientRect()])
            .filter(([, { left, right, bottom }]) => left < 0 || right > innerWidth || bottom > innerHeight)
            .map(([words]) => words)"""
    )
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_violation_and_no_small_target_in_any_panel(studio: Any, tmp_path: Path, width: int) -> None:
    (tmp_path / "mine.toml").write_text(CLOSED)
    page = studio("mine.toml")
    page.set_viewport_size({"width": width, "height": 800})

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    def is_sound() -> bool:
        assert violations(page) == []
        assert small_targets(page) == []
        return True

    press("Settings")
    page.locator("#settings [name=title]").fill("long " * 40)
    press("Apply")
    page.locator("#settings [aria-invalid=true]").wait_for()
    assert is_sound()
    press("Text")
    area = page.get_by_label("The text of the map file")
    area.fill(area.input_value().replace("mapkit = 1", "mapkit ="))
    page.locator("#problems button").wait_for()
    assert is_sound()
    press("Back to the text of the board")
    press("Print and share")
    page.locator("#prints article").first.wait_for()
    page.get_by_text("QR code", exact=True).click()
    assert is_sound()
    press("Print and share")
    press("Repair")
    page.locator("#accept").wait_for()
    assert is_sound()
    press("Refuse")
    press("By the settings")
    page.locator(".sketch").first.wait_for(timeout=30_000)
    assert is_sound()
    press("Select")
    stroke(page, (0.5, 0.5), (1.5, 1.5))
    press("Copy")
    assert is_sound()


def comes_to(page: Any, x: float, y: float, wide: float = 0) -> None:
    """Wait until the middle of a board of 3x2 is at a point, within 8 pixels, and the floor is so wide."""
    for _ in range(WAIT // 100):
        now = page.locator(".floor").evaluate("(floor) => floor.clientWidth")
        if spot(page, 1.5, 1) == pytest.approx((x, y), abs=8) and now == pytest.approx(wide or now, rel=0.02):
            return
        page.wait_for_timeout(100)
    assert (spot(page, 1.5, 1), now) == ((x, y), wide or now)


@pytest.mark.long
def test_two_fingers_zoom_and_move_the_board(studio: Any) -> None:
    page = studio("new.toml", "--game", "treasures", "--size", "3x2")
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    touch, (x, y) = finger(page), spot(page, 1.5, 1)
    wide = page.locator(".floor").evaluate("(floor) => floor.clientWidth")
    touch("touchStart", (x - 40, y))
    touch("touchStart", (x - 40, y), (x + 40, y))
    touch("touchMove", (x - 60, y), (x + 60, y))
    comes_to(page, x, y, wide * 1.5)
    touch("touchMove", (x - 90, y - 20), (x + 30, y - 20))
    comes_to(page, x - 30, y - 20)
    touch("touchEnd")
    assert page.locator(".blanks polygon").count() == 6


def test_a_game_master_plays_at_the_table(studio: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    (tmp_path / "mine.toml").write_text(writer.show(maps.generate("dungeon", "table")))
    page = studio("mine.toml")
    page.get_by_role("button", name="Play at the table").click()
    for number, name in enumerate(("Ann", "Bob"), 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_text("What the group agrees on").click()
    page.locator("[name=fog]").check()
    page.get_by_role("button", name="Begin").click()
    private = page.get_by_role("button", name="For Ann: press to read").first
    private.wait_for()
    assert "Around:" not in page.locator(".now").inner_text()
    private.click()
    assert "Around:" in page.locator(".now").inner_text()
    page.locator("#tab-log").click()
    assert violations(page) == []
    assert small_targets(page) == []
    page.locator("[data-key=wait]").click()
    page.locator("#say").press("Enter")
    page.get_by_text("Ann has handed in orders.").first.wait_for()
    assert "Around:" not in page.locator(".now").inner_text()
    page.locator("#say").fill("xyzzy")
    page.locator("#say").press("Enter")
    page.locator(".now .refused").wait_for()
    page.locator("#say").fill("")
    page.locator("#say").press("Control+z")
    page.locator(".now").get_by_text("Taken back").wait_for()
    page.get_by_role("button", name="Cover the map").click()
    assert not page.locator(".game-floor").is_visible()
    page.reload()
    page.get_by_text("Ann, your orders.").first.wait_for()
    page.get_by_role("button", name="Close the table").click()
    page.locator(".games li").get_by_text("Ann, Bob").wait_for()
    (log,) = (tmp_path / "games").iterdir()
    assert len(log.read_bytes().splitlines()) == 3


def test_six_keys_lead_from_hex_to_hex(studio: Any) -> None:
    page = studio("new.toml", "--game", "dungeon", "--size", "2")
    grid = page.get_by_role("grid")
    grid.focus()
    led = []
    for key in ("PageDown", "End", "ArrowRight", "PageUp", "Home", "ArrowLeft"):
        page.keyboard.press(key)
        led.append(grid.get_attribute("aria-activedescendant"))
    assert led == ["cell-d3", "cell-c2", "cell-c3", "cell-d4", "cell-e4", "cell-e3"]


class Dab(NamedTuple):
    """What draws a fact of a map, or a row of them: a tool, the spot that it goes to, how often, and the last cell."""

    tool: Tool
    spot: str
    times: int = 1
    to: str = ""


def dabs(map_: Any) -> list[Dab]:
    """What draws a map, tool by tool, and things with numbers in their order; what most cells are is left to a fill."""
    found, known = list[tuple[int, int, Dab]](), tools(map_)
    for place, mark in map_.facts:
        exactly = [tool for tool in known if mark in tool.marks]
        tool = (exactly or [tool for tool in known if mark.rpartition(" ")[0] in tool.marks])[0]
        cell = place.cell if isinstance(place, Border) else place
        spot, times = spot_name(place) if tool.aims in ("borders", "steps") else cell, 1
        if tool.heading == "Cells" and len(tool.marks) > 1:
            times = tool.marks.index(mark) + 1
        elif tool.aims == "steps":
            times = 1 if mark.split()[1] in "NE" else 2
        elif tool.aims == "corners":
            spot += "+across" if mark.startswith("h") else "+upright"
        if mark != most_common(map_):
            number = re.sub(r"\D", "", mark) or "0"
            found.append((known.index(tool), int(number), Dab(tool, spot, times)))
    cells = map_.params.grid.cells()
    found.sort(key=lambda each: (*each[:2], cells.index(each[2].spot) if each[2].spot in cells else 0))
    return list(in_rows([dab for *_, dab in found], map_.params.grid))


def in_rows(found: list[Dab], grid: Any) -> Iterator[Dab]:
    """What is painted from west to east becomes one line."""
    row: Dab | None = None
    for dab in found:
        if row and dab.tool == row.tool and dab.tool.fills and grid.step(row.to or row.spot, "E") == dab.spot:
            row = row._replace(to=dab.spot)
            continue
        if row:
            yield row
        row = dab
    if row:
        yield row


def most_common(map_: Any) -> str:
    """What most cells are; empty where a map has no kinds of cells."""
    kinds = list(map_.kinds.values())
    return max(kinds, key=kinds.count) if kinds else ""


KEYS = {"N": "ArrowUp", "E": "ArrowRight", "S": "ArrowDown", "W": "ArrowLeft"}
KEYS |= {"NW": "Home", "NE": "PageUp", "SW": "End", "SE": "PageDown"}


def answered(page: Any) -> None:
    """Wait until the server has answered all that was drawn."""
    page.locator("body:not([data-waits]), body[data-waits='0']").wait_for(timeout=PATIENCE)


class Typist:
    """Draws with the keyboard alone."""

    def __init__(self, page: Any, map_: Any) -> None:
        self.press, self.page, self.grid = page.keyboard.press, page, map_.params.grid
        self.floors = [floor["cells"].keys() for floor in scene(document_of(map_))["layout"]]
        self.at, self.tool = next(iter(self.floors[0])), ""
        page.locator(".floor").first.focus()
        self.press("ArrowUp")  # from here on the keyboard has the board

    def choose(self, name: str) -> None:
        """Choose a tool, or how to draw, and come back to the first floor."""
        if name == self.tool:
            return
        answered(self.page)
        where = "document.activeElement.dataset?.tool"
        self.press("Shift+Tab")
        while self.page.evaluate(where) is None:
            self.press("Shift+Tab")
        self.press("Home")
        while self.page.evaluate(where) != name:
            self.press("ArrowRight")
        for key in ("Space", "Tab"):
            self.press(key)
        self.tool, self.at = name, self.cursor()

    def cursor(self) -> str:
        found: str = self.page.evaluate("document.activeElement.getAttribute('aria-activedescendant')")
        return found.removeprefix("cell-")

    def go(self, cell: str) -> None:
        floor = next(floor for floor in self.floors if cell in floor)
        if self.at not in floor:
            number = [self.at in each for each in self.floors].index(True)
            for _ in range(abs(self.floors.index(floor) - number)):
                self.press("Tab" if self.floors.index(floor) > number else "Shift+Tab")
            self.at = self.cursor()
        steps = [way for way in self.grid.directions if way not in "UD"]
        way = walk.shortest(self.at, [cell], lambda each: filter(None, (self.grid.step(each, way) for way in steps)))
        assert way is not None
        for one, other in pairwise(way):
            self.press(KEYS[next(step for step in steps if self.grid.step(one, step) == other)])
        self.at = cell

    def fill(self, tool: Tool) -> None:
        self.choose(tool.name)
        for floor in self.floors:
            self.go(next(iter(floor)))
            self.press("Shift+Enter")

    def draw(self, dab: Dab) -> None:
        cell, _, side = dab.spot.partition("|")
        cell, _, lies = cell.partition("+")
        if dab.to or dab.tool.aims != "cells" or dab.tool.sign not in ("#", "T", "."):
            self.choose(dab.tool.name)
        self.go(cell)
        if dab.to:
            self.press("Shift+Space")
            self.go(dab.to)
            self.press("Shift+Space")
            return
        shifted = {"across": "N", "upright": "E"}.get(lies, side)
        key = f"Shift+{KEYS[shifted]}" if shifted else "Space" if self.tool == dab.tool.name else dab.tool.sign
        for _ in range(dab.times):
            self.press(key)


class Finger:
    """Draws with a finger alone."""

    def __init__(self, page: Any, map_: Any) -> None:
        self.page, self.touch, self.tool, self.mode = page, finger(page), "", "mode draw"
        self.floors = [floor["cells"].keys() for floor in scene(document_of(map_))["layout"]]

    def tap(self, x: float, y: float) -> None:
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def choose(self, tool: str, mode: str) -> None:
        """Choose a tool and how to draw; what is out of sight is moved into it first."""
        for name in (tool, mode):
            if name not in (self.tool, self.mode):
                self.press(name)
        self.tool, self.mode = tool, mode

    def press(self, name: str) -> None:
        """Tap a button until it is pressed: on a busy machine a tap may last so long that it is none."""
        from playwright.sync_api import TimeoutError as TooLong

        pressed = self.page.locator(f"[data-tool='{name}'][aria-pressed='true']")
        answered(self.page)
        for _ in range(10):
            self.tap(*self.point(f"[data-tool='{name}']", 0.5, 0.5))
            with suppress(TooLong):
                pressed.wait_for(timeout=WAIT / 5)
                return
        raise AssertionError(f"{name} cannot be chosen")

    def fill(self, tool: Tool) -> None:
        self.choose(tool.name, "mode fill")
        for floor in self.floors:
            self.tap(*self.point(next(iter(floor)), 0.5, 0.5))

    def point(self, named: str, right: float, down: float) -> tuple[float, float]:
        """A point on the screen of a cell, or of what a selector names; what is out of sight is moved into it."""
        x, y, width, height = self.page.evaluate(
            """(named) => {
                const there = document.getElementById(`cell-${named}`) ?? document.querySelector(named);
                there.scrollIntoView({ block: "nearest", inline: "nearest" });
                const { x, y, width, height } = there.getBoundingClientRect();
                return [x, y, width, height];
            }""",
            named,
        )
        return x + right * width, y + down * height

    def draw(self, dab: Dab) -> None:
        self.choose(dab.tool.name, "mode line" if dab.to else "mode draw")
        cell, _, side = dab.spot.partition("|")
        cell, _, lies = cell.partition("+")
        if dab.to:
            self.touch("touchStart", self.point(cell, 0.5, 0.5))
            self.touch("touchMove", self.point(dab.to, 0.5, 0.5))
            self.touch("touchEnd")
            return
        ways = {"N": (0.5, 0.02), "E": (0.98, 0.5), "S": (0.5, 0.98), "W": (0.02, 0.5)}
        ways |= {"across": (0.8, 0), "upright": (1, 0.2)}
        for _ in range(dab.times):
            self.tap(*self.point(cell, *ways.get(side or lies, (0.5, 0.5))))


def document_of(map_: Any) -> Any:
    return maps.read(writer.show(map_).encode(), "map.toml")


def drawn_whole(page: Any, path: Path, wanted: Any, hand: Typist | Finger) -> None:
    """Draw a whole map from nothing; at the end it is legal, saved, and the map that was wanted."""
    if kind := most_common(wanted):
        hand.fill(next(tool for tool in tools(wanted) if kind in tool.marks))
    for dab in dabs(wanted):
        hand.draw(dab)
    page.locator("#verdict.legal").wait_for(timeout=PATIENCE)
    assert saved(page, path, PATIENCE).facts == wanted.facts


WHOLE = [
    ("treasures", "default"),
    ("labyrinth", "tower"),
    ("labyrinth", "extreme"),
    ("quoridor", "middle"),
    ("dungeon", "additions"),
    ("minoqaur", "default"),
]


@pytest.mark.long
@pytest.mark.parametrize("hand", [Typist, Finger])
@pytest.mark.parametrize(("game", "preset"), WHOLE)
def test_a_whole_legal_map_is_drawn_by_keyboard_alone_and_by_touch_alone(
    studio: Any, tmp_path: Path, game: str, preset: str, hand: Any
) -> None:
    wanted = maps.generate(game, "5", preset=preset)
    page = studio("new.toml", "--game", game, "--preset", preset)
    drawn_whole(page, tmp_path / "new.toml", wanted, hand(page, wanted))


@pytest.mark.parametrize(("hand", "game", "size"), [(Typist, "quoridor", "5"), (Finger, "dungeon", "2")])
def test_a_small_legal_map_is_drawn_by_keyboard_alone_and_by_touch_alone(
    studio: Any, tmp_path: Path, game: str, size: str, hand: Any
) -> None:
    wanted = maps.generate(game, "5", size=GAMES[game].design.board.read(size))
    page = studio("new.toml", "--game", game, "--size", size)
    drawn_whole(page, tmp_path / "new.toml", wanted, hand(page, wanted))


def read_qr(picture: bytes) -> str:
    from io import BytesIO

    import zxingcpp
    from PIL import Image

    [found] = zxingcpp.read_barcodes(Image.open(BytesIO(picture)))
    return str(found.text)


def test_sheets_are_shown_and_what_is_secret_is_a_file_of_its_own(studio: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = studio("friday.toml", "--game", "treasures", "--size", "3x2")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Print and share").click()
    page.locator(".for-master img").first.evaluate("picture => (picture.loading = 'eager', picture.decode())")
    assert "not legal" in page.locator("#prints > .wrong").inner_text()
    saved = []
    for button in ("#file-players", "#file-game-master"):
        with page.expect_download(timeout=WAIT) as download:
            page.click(button)
        saved.append(download.value.suggested_filename)
    assert re.fullmatch(r"treasures-3x2-\w+-players\.pdf", saved[0])
    assert saved[1] == "secret-friday-game-master.pdf"
    pages = page.locator("#file-players").inner_text()
    page.get_by_label("Sets, one for each player").fill("9")
    expect(page.locator("#file-players")).not_to_have_text(pages)
    area = page.get_by_label("The share code", exact=True)
    expect(area).to_have_value(re.compile("^treasures:1"))
    code = area.input_value()
    page.get_by_text("QR code", exact=True).click()
    assert read_qr(page.locator(".square svg").screenshot()) == code
    with page.expect_download(timeout=WAIT) as download:
        page.get_by_role("link", name="Save the file").click()
    assert download.value.suggested_filename == "friday.toml"
    page.get_by_role("button", name="Print and share").click()
    page.goto(f"{page.url}#{code}")  # the page is open already, and so it is not loaded again
    expect(page.get_by_label("A link, a share code, or the text of a map")).to_have_value(code)
    assert "#" not in page.url


@pytest.mark.long
def test_a_page_goes_on_when_a_killed_studio_is_back(studio: Any, tmp_path: Path) -> None:
    """A page that is closed in the middle of a stroke changes nothing; a page that stays keeps what was not saved."""
    page = studio("new.toml", "--game", "treasures", "--size", "4x3")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("body[data-ready]")
    choose(other, "treasure")
    other.mouse.move(*spot(other, 0.5, 0.5))
    other.mouse.down()
    other.mouse.move(*spot(other, 2.5, 0.5), steps=4)
    other.close()
    choose(page, "treasure")
    stroke(page, (0.5, 0.5))
    seen(page.locator(".blanks polygon"), 11)
    saved(page, tmp_path / "new.toml")
    stroke(page, (1.5, 0.5))
    seen(page.locator(".blanks polygon"), 10)
    studio.begun[0].kill()
    page.get_by_text("The studio's server does not answer. What you drew is kept in this page").wait_for()
    stroke(page, (2.5, 0.5))  # cannot be drawn now
    studio("new.toml", "--port", page.url.rpartition(":")[2].strip("/"))
    page.get_by_text("The studio is back, and so is what was not saved.").wait_for()
    seen(page.locator(".blanks polygon"), 10)
    page.get_by_role("button", name="Undo").click()
    seen(page.locator(".blanks polygon"), 11)
    assert {line.partition(":")[0] for line in studio.said} == {"Failed to load resource"}
    studio.said.clear()


def at_phone(master: Any, seat: str, scheme: str) -> Any:
    """The page of a phone that has come in by the code, in a seat."""
    size = {"width": 360, "height": 640}
    phone = master.context.browser.new_context(viewport=size, has_touch=True, is_mobile=True, color_scheme=scheme)
    page = phone.new_page()
    page.set_default_timeout(WAIT)
    page.goto(master.locator("#phones .address").inner_text())
    page.get_by_role("button", name=seat, exact=True).tap()
    page.locator("#told").wait_for()
    return page


def test_phones_come_in_by_the_code_hear_and_say_and_keep_a_drawing(
    studio: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end Ctrl-C ends both listeners, while the phones still hear."""
    from playwright.sync_api import expect

    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    (tmp_path / "mine.toml").write_text(writer.show(maps.generate("labyrinth", "phones", size=read_size("5x5"))))
    page = studio("mine.toml", "--lan-address", "127.0.0.2")
    page.evaluate(
        """() => fetch("/act", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(
            { do: "table_begin", names: ["Ann", "Bob"], options: {}, seed: "phones" }) })"""
    )
    page.get_by_role("button", name="Phones").click()
    ann, bob = (at_phone(page, name, scheme) for name, scheme in (("Ann", "light"), ("Bob", "dark")))
    page.get_by_text("Bob: the phone at 127.0.0.1").wait_for()
    mover, other = (ann, bob) if ann.locator("body.mine").count() else (bob, ann)
    other.locator("#ways button").wait_for(state="detached")
    said = mover.locator("#ways button").first.inner_text()
    mover.locator("#ways button").first.tap()
    other.locator("#lines .asked", has_text=said).wait_for()
    mover.locator("#words-said").fill("fly")
    mover.locator("#words-said").press("Enter")
    expect(mover.locator("#problem")).not_to_have_text("")
    other.get_by_role("button", name="My sheet").tap()
    paper = other.locator("#paper")
    box = paper.bounding_box()
    other.get_by_role("button", name="Sign", exact=True).tap()
    other.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(paper.locator("text")).to_have_text(["T"])
    paper.press("Shift+ArrowRight")
    assert violations(other) == []
    other.get_by_role("button", name="Table").tap()
    assert violations(mover) == []
    heard = other.locator("#lines").inner_text()
    other.reload()
    expect(other.locator("#lines")).to_have_text(re.compile(re.escape(heard.splitlines()[-1])))
    other.get_by_role("button", name="My sheet").tap()
    expect(paper.locator("text")).to_have_text(["T"])
    assert paper.locator(".walls").get_attribute("d")
    page.get_by_role("button", name="Ann: Free the seat").click()
    ann.locator("#choose").wait_for()
