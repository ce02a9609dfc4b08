"""Nothing moves what a finger is about to touch: the place of the board, and of what one presses, in every state."""

import re
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.mapfile import writer
from tests.studio.desks import legal
from tests.studio.test_studio_page import chromium, finger, pytestmark, seen, spot, studio

__all__ = ["chromium", "pytestmark", "studio"]
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1280, 800)}
KEPT = (
    "#table", "#board", ".floor", "#palette", "#all-tools", "[data-tool=eraser]", "[data-tool='mode draw']", "#undo",
    "#redo", "#save", "#open-settings", "#open-text", "#open-prints", "#zoom", "#side", "footer",
)  # fmt: skip
"""What stays where it is, whatever the page has to say."""


def places(page: Any) -> dict[str, list[int]]:
    """Where each of them lies: left, top, width and height."""
    found: dict[str, list[int]] = page.evaluate(
        """(names) => Object.fromEntries(names.map((name) => [name, document.querySelector(name)])
            .filter(([, each]) => each?.checkVisibility())
            .map(([name, each]) => [name, each.getBoundingClientRect()])
            .map(([name, { x, y, width, height }]) => [name, [x, y, width, height].map(Math.round)]))""",
        list(KEPT),
    )
    return found


class Watch:
    """What has moved on a page, state by state."""

    def __init__(self, page: Any) -> None:
        """Takes the page as it is when nothing has happened yet."""
        self.page, self.first, self.moved = page, places(page), dict[str, Any]()

    def sees(self, state: str, besides: str = "nothing") -> None:
        now = places(self.page)
        kept = {name: was for name, was in self.first.items() if besides not in name}
        gone = {name: (was, now.get(name)) for name, was in kept.items() if now.get(name) != was}
        if gone:
            self.moved[state] = gone


def press(page: Any, name: str) -> None:
    page.locator(name).click()


@pytest.mark.parametrize("language", ["en", "ru", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_the_board_stays_where_it_is_whatever_happens(studio: Any, tmp_path: Path, size: str, language: str) -> None:
    drawn, path = legal("treasures"), tmp_path / "mine.toml"
    empty = writer.blank(drawn.game, drawn.params, drawn.preset)
    path.write_text(empty)
    page = studio("mine.toml", "--lang", language)
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
    page.wait_for_timeout(200)
    watch = Watch(page)
    assert watch.first.keys() >= {"#board", ".floor", "#palette", "#undo", "#save"}
    touch = finger(page)

    def tap(across: float, down: float) -> None:
        touch("touchStart", spot(page, across, down))
        touch("touchEnd")

    # faults, and tools whatever they are called
    page.locator(".tools:not(.modes) .tool").nth(3).evaluate("(each) => each.click()")
    watch.sees("a tool is chosen")
    tap(0.5, 0.5)
    page.locator("#undo:not(:disabled)").wait_for()
    watch.sees("a stroke")
    for tool in page.locator(".tools:not(.modes) .tool").all():
        tool.evaluate("(each) => each.click()")
        watch.sees(f"the tool {tool.get_attribute('data-tool')}")
    press(page, "#undo")
    # the text of the file becomes legal, then another program writes it
    path.write_text(writer.show(drawn))
    page.locator("#verdict.legal").wait_for()
    page.wait_for_timeout(1200)  # advice, and what else comes when people pause
    watch.sees("legal")
    page.locator(".mode-select, [data-tool='mode select']").evaluate("(each) => each.click()")
    watch.sees("select")
    touch("touchStart", spot(page, 0.5, 0.5))
    touch("touchMove", spot(page, 1.5, 1.5))
    touch("touchEnd")
    seen(page.locator(".selects .selected"), 4)
    watch.sees("a selection")
    page.keyboard.press("Control+c")
    page.locator("#said", has_text=re.compile(r"\w")).wait_for(state="attached")
    watch.sees("a message")
    page.evaluate(
        "document.getElementById('said').textContent = 'Nicht alles davon passt auf den Spielplan. '.repeat(9)"
    )
    watch.sees("a long message")
    page.locator("[data-tool='mode draw']").evaluate("(each) => each.click()")
    page.locator(".tools:not(.modes) .tool").nth(2).evaluate("(each) => each.click()")
    tap(2.5, 1.5)
    page.wait_for_timeout(300)
    watch.sees("another stroke")
    path.write_text(empty.replace('title = ""', f'title = "{"long " * 15}"'))
    page.locator("#elsewhere").wait_for()
    page.wait_for_timeout(700)
    watch.sees("another program")
    press(page, "#take-elsewhere")
    page.locator("#elsewhere").wait_for(state="hidden")
    watch.sees("a long title")
    # the solver
    page.locator("#solve button").nth(1).click()
    watch.sees("the solver works")
    page.locator("#accept").wait_for(timeout=60_000)
    watch.sees("the solver has an answer")
    press(page, "#accept")
    page.locator("#verdict.legal").wait_for()
    watch.sees("accepted")
    # panels
    names = ["#open-settings", "#open-text", "#open-prints", "#open-photo"]
    for name in names if size != "desk" else ["#open-prints"]:
        press(page, name)
        page.wait_for_timeout(300)
        watch.sees(f"{name} is open")
        for seen_still in ("#verdict", "#solve button"):
            assert page.locator(seen_still).first.is_visible(), name
        page.keyboard.press("Escape")
        page.wait_for_timeout(100)
        watch.sees(f"{name} is closed")
        assert page.locator(name).get_attribute("aria-expanded") == "false", name
    if size != "desk":
        press(page, "#all-tools")
        watch.sees("all tools", besides="data-tool")
        top, bottom = page.locator("#verdict").evaluate("(each) => [each.getBoundingClientRect().top, innerHeight]")
        assert page.locator("#verdict").is_visible()
        assert top < bottom
        page.keyboard.press("Escape")
    assert watch.moved == {}


def test_a_large_board_stays_where_it_is_when_it_becomes_legal(studio: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(maps.new("quoridor"))
    page = studio("mine.toml")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(200)
    watch = Watch(page)
    path.write_text(writer.show(legal("quoridor")))
    page.locator("#verdict.legal").wait_for()
    page.wait_for_timeout(600)
    watch.sees("legal")
    assert watch.moved == {}


@pytest.mark.parametrize("language", ["en", "ru", "de"])
def test_a_phone_shows_the_title_the_file_and_whether_it_is_saved_and_two_rows_of_buttons(
    studio: Any, language: str
) -> None:
    page = studio("new.toml", "--game", "treasures", "--lang", language)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(200)
    assert page.locator("body > header").bounding_box()["height"] <= 160
    assert page.locator("#title").bounding_box()["width"] >= 150
    file = page.locator("#file")
    assert file.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")


def test_the_board_is_where_it_was_when_somebody_comes_back_from_the_table(studio: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(writer.show(legal("treasures")))
    page = studio("mine.toml")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(200)
    before = places(page)
    page.get_by_role("button", name="Play at the table").click()
    page.get_by_label("Player 1", exact=True).first.fill("Ann")
    page.get_by_label("Player 2", exact=True).first.fill("Bob")
    page.get_by_role("button", name="Begin").click()
    page.locator(".game-floor").first.wait_for()
    page.get_by_role("button", name="Back to the drawing").click()
    page.locator(".floor").first.wait_for()
    page.wait_for_timeout(300)
    assert places(page)[".floor"] == before[".floor"]


def test_a_phone_that_lies_on_its_side_has_the_board_beside_the_tools(studio: Any) -> None:
    page = studio("new.toml", "--game", "treasures", "--lang", "de")
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_timeout(300)
    found = places(page)
    left, top, width, height = found["#board"]
    assert [left, top, width, height] == found["#table"], "nothing of the board lies over what is beside it"
    assert left + width <= found["#palette"][0]
    assert height > 200


def test_what_the_text_panel_says_stays_inside_the_panel(studio: Any) -> None:
    page = studio("new.toml", "--game", "labyrinth", "--lang", "de")
    page.set_viewport_size({"width": 390, "height": 844})
    press(page, "#open-text")
    page.locator("#text textarea").fill("mapkit == 1\n" * 3)
    page.locator("#problems li").first.wait_for()
    assert page.locator("#text").evaluate("panel => getComputedStyle(panel).overflowY") == "auto"
    page.locator("#text > :last-child").scroll_into_view_if_needed()
    last, panel = page.locator("#text > :last-child").bounding_box(), page.locator("#text").bounding_box()
    assert last["y"] + last["height"] <= panel["y"] + panel["height"] + 1, "within a pixel"
