"""A table for one and machines at the table, on the pages in a real browser."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from tests import command
from tests.studio.desks import legal
from tests.studio.test_studio_known_page import SLOW, act
from tests.studio.test_studio_page import at_phone, chromium, pytestmark, small_targets, studio, violations

__all__ = ["chromium", "pytestmark", "studio"]


@pytest.fixture(autouse=True)
def _games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))


def alone(studio: Any, tmp_path: Path, game: str, *, width: int = 1280) -> Any:
    """The page of a table for one: Ann plays on the map that lies on the board."""
    (tmp_path / "mine.toml").write_text(writer.show(legal(game)))
    page = studio("mine.toml")
    page.set_viewport_size({"width": width, "height": 800 if width > 400 else 844})
    page.get_by_role("button", name="Play at the table").click()
    page.get_by_text("One player sits here").click()
    page.locator(".seat input").first.fill("Ann")
    page.get_by_label("On which map").select_option("board")
    page.get_by_label("Seed of the dice").fill("alone")
    assert violations(page) == []
    assert small_targets(page) == []
    page.get_by_role("button", name="Begin").click()
    page.locator("body.alone").wait_for()
    return page


def corner(page: Any, cell: str) -> tuple[float, float, float]:
    """The upper right corner of a cell on the screen, and its width."""
    box = page.locator(f'[data-cell="{cell}"]').bounding_box()
    return box["x"] + box["width"], box["y"], box["width"]


def test_pawn_and_walls_of_quoridor_are_moved_by_clicks_and_the_referee_says_why_not(
    studio: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    page = alone(studio, tmp_path, "quoridor")
    page.locator(".game-floor .way").first.wait_for()
    page.get_by_text("It is your turn").wait_for()
    assert page.locator("#ways button").count() == 0, "all moves are on the board"
    bars = set(page.evaluate("() => fetch('/alone/board').then((reply) => reply.json())")["bars"])
    allowed = {way for way, *_ in page.evaluate("() => fetch('/alone/hear').then((reply) => reply.json())")["ways"]}
    wall = min(way for way in bars & allowed if way.endswith("h"))
    x, y, wide = corner(page, wall[:-1])
    page.mouse.move(x - wide * 0.3, y)
    expect(page.locator(".ghost")).not_to_have_class("ghost barred")
    page.mouse.click(x - wide * 0.3, y)
    expect(page.locator("#lines")).to_contain_text(f"Ann places {wall}.")
    page.get_by_text("It is your turn").wait_for(timeout=SLOW)
    page.mouse.move(x, y - 40)
    page.mouse.move(x - wide * 0.3, y)
    expect(page.locator(".ghost.barred")).to_be_visible()
    page.mouse.click(x - wide * 0.3, y)
    expect(page.locator("#problem")).to_contain_text("(QC-19)")
    page.locator(".game-floor .way").first.click()
    expect(page.locator("#lines")).to_contain_text("Ann moves to")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#lines")).to_contain_text("Taken back")
    page.locator("#words-said").fill("status")
    page.get_by_role("button", name="Say", exact=True).click()
    expect(page.locator("#problem")).to_contain_text("is played by the machine: easy.")
    assert violations(page) == []
    assert small_targets(page) == []


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_a_table_for_one_has_no_violation_and_shows_no_drawing_in_any_game(
    game: str, width: int, studio: Any, tmp_path: Path
) -> None:
    page = alone(studio, tmp_path, game, width=width)
    page.get_by_text("It is your turn").wait_for(timeout=SLOW)
    assert violations(page) == []
    assert small_targets(page) == []
    page.goto(page.url.replace("/alone/", "/"))
    page.wait_for_url("**/alone/")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Close the table").click()
    page.locator("#open-table").wait_for()
    assert page.url.endswith("/")


def on_phone(page: Any) -> Any:
    """The same page in the same browser, under a finger."""
    state, size = page.context.storage_state(), {"width": 390, "height": 844}
    phone = page.context.browser.new_context(storage_state=state, viewport=size, has_touch=True, is_mobile=True)
    shown = phone.new_page()
    shown.goto(page.url)
    shown.locator("body.alone").wait_for()
    return shown


def test_a_finger_lays_a_wall_with_its_second_tap(studio: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    phone = on_phone(alone(studio, tmp_path, "quoridor"))
    phone.locator(".game-floor .way").first.wait_for()
    phone.get_by_text("It is your turn").wait_for()
    bars = set(phone.evaluate("() => fetch('/alone/board').then((reply) => reply.json())")["bars"])
    allowed = {way for way, *_ in phone.evaluate("() => fetch('/alone/hear').then((reply) => reply.json())")["ways"]}
    wall = min(way for way in bars & allowed if way.endswith("h"))
    x, y, wide = corner(phone, wall[:-1])
    phone.touchscreen.tap(x - wide * 0.3, y)
    phone.locator(".ghost").wait_for()
    expect(phone.locator("#lines")).not_to_contain_text("Ann places")
    phone.touchscreen.tap(x - wide * 0.3, y)
    expect(phone.locator("#lines")).to_contain_text(f"Ann places {wall}.")


def test_where_cells_are_too_small_for_a_finger_each_way_has_a_button(studio: Any, tmp_path: Path) -> None:
    page = alone(studio, tmp_path, "minoqaur", width=390)
    page.locator("#ways button").first.click()
    page.locator("#lines").get_by_text("Ann enters at").wait_for(state="attached")
    page.locator(".game-floor .way").nth(1).wait_for()
    lit = page.evaluate(
        "() => [...document.querySelectorAll('.game-floor .way')].map((each) => each.dataset.cell).sort()"
    )
    assert sorted(page.locator("#ways button").all_inner_texts()) == lit
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.locator(".game-floor .way").first.click()
    page.locator("#lines").get_by_text("Bot").nth(1).wait_for(state="attached", timeout=SLOW)
    page.locator(".game-floor .way").first.wait_for(timeout=SLOW)
    assert page.locator("#ways button").count() == 0, "all ways are on the board"


def test_a_page_of_a_player_alone_goes_on_when_a_killed_studio_is_back(studio: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page = alone(studio, tmp_path, "quoridor")
    page.locator(".game-floor .way").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lines")).to_contain_text("Ann moves to")
    expect(page.locator(".way:focus")).to_be_visible(timeout=SLOW)  # keys go on where they were
    studio.begun[0].kill()
    page.get_by_text("The studio does not answer.").wait_for()
    again = ("studio", "mine.toml", "--no-open", "--port", page.url.split(":")[2].partition("/")[0])
    process = command.process(*again, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    studio.begun.append(process)
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    page.get_by_text("Open the address that `mapkit studio` printed").wait_for()
    other = page.context.new_page()
    other.goto(address)
    page.get_by_text("It is your turn").wait_for(timeout=SLOW)
    expect(page.locator("#lines")).to_contain_text("Ann moves to")
    expect(page.locator("#players")).to_contain_text("easy")
    other.wait_for_url("**/alone/")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Close the table").click()
    for each in (page, other):
        each.locator("#open-table").wait_for()
    page.wait_for_timeout(500)
    assert {each.url.rpartition("/")[2] for each in (page, other)} == {""}, "nobody goes on with what was closed"
    studio.said.clear()


@pytest.mark.parametrize("width", [1280, 390])
def test_from_the_gallery_a_person_plays_alone_and_reads_the_rules(width: int, studio: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page = studio()
    page.set_viewport_size({"width": width, "height": 844})
    page.get_by_role("button", name="Play alone: Treasures").click()
    page.get_by_label("One player sits here, alone against machines").wait_for()
    assert page.get_by_label("One player sits here, alone against machines").is_checked()
    assert violations(page) == []
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("It is your turn").wait_for(timeout=SLOW)
    expect(page.locator("#lines li").last).to_be_in_viewport()
    field, say = page.locator("#words-said"), page.get_by_role("button", name="Say", exact=True)
    field.fill("fly")
    say.click()
    expect(page.locator("#problem")).to_contain_text("fly", timeout=SLOW)
    expect(page.locator("#ways button").first).to_have_text("north")
    field.fill("")
    page.get_by_role("button", name="north").focus()
    page.keyboard.press("Enter")
    page.locator("#lines .own").wait_for()
    page.locator("#say:not([inert])").wait_for(timeout=SLOW)
    expect(page.locator("#ways button:focus")).to_have_text("north")
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_alt_text("Rules, page 1")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()
    assert small_targets(page) == []


def test_a_log_is_gone_on_with_and_nothing_is_shown_before_somebody_sits_down(studio: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page = alone(studio, tmp_path, "treasures")
    (log,) = (tmp_path / "games").iterdir()
    page.evaluate("""() => fetch("/act", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ do: "table_close" }) })""")
    page.wait_for_url("**:*/")
    other = studio(str(log))
    other.get_by_role("heading", name="Go on with a game").wait_for()
    assert other.locator(".game-floor").count() == 0
    assert "treasures" in other.evaluate("() => fetch('/scene?seen=0').then((reply) => reply.text())")
    other.get_by_text("One player sits here").click()
    expect(other.get_by_label("Who plays Bot B")).to_have_value("explorer")
    other.get_by_label("Who plays Bot B").select_option("random")
    other.get_by_role("button", name="Go on").click()
    other.locator("body.alone").wait_for()
    expect(other.locator("#players")).to_contain_text("Bot B random")


def test_phones_say_by_one_tap_and_see_the_map_after_the_game_when_the_game_master_shows_it(
    studio: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    (tmp_path / "mine.toml").write_text(writer.show(maps.generate("quoridor", "table", preset="opening", size="5x5")))
    page = studio("mine.toml", "--lan-address", "127.0.0.2")
    act(page, do="table_begin", names=["Ann", "Bob"], kinds=["", "random"], seed="phones")
    page.locator("#open-table").click()
    page.get_by_role("button", name="Phones").click()
    expect(page.locator("#phones li")).to_have_count(1)  # no phone sits in the seat of a machine
    ann = at_phone(page, "Ann", "light")
    page.locator("#phones form button").click()
    ann.get_by_role("button", name="Board").tap()
    ann.locator(".game-floor .way").first.tap()
    ann.get_by_role("button", name="Table").tap()
    expect(ann.locator("#lines")).to_contain_text("Ann moves to")
    act(page, do="table_hurry")
    expect(ann.locator("#lines")).to_contain_text("Bob: ", timeout=SLOW)
    act(page, do="table_correct", words="Ann at e4")
    act(page, do="table_say", words="e5")
    page.get_by_role("button", name="Show players the map").click()
    ann.get_by_role("button", name="Board").tap()
    expect(ann.locator(".ending")).to_contain_text("Ann: ")
    expect(ann.locator(".trail.seat-0")).to_be_attached()
    assert violations(ann) == []


@pytest.mark.parametrize("game", ["quoridor", "dungeon"])
def test_nothing_moves_on_the_screen_of_a_player_while_machines_move(studio: Any, tmp_path: Path, game: str) -> None:
    page = alone(studio, tmp_path, game, width=390)
    page.locator(".game-floor").first.wait_for()
    page.get_by_text("It is your turn").wait_for(timeout=SLOW)
    page.wait_for_function("document.querySelector('link[href*=player-alone]')?.sheet", timeout=SLOW)
    page.evaluate(
        """() => {
            window.places = new Set();
            const one = (name) => {
                const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
                return [name, x, y, width, height].map((each) => Math.round(each) || each).join(" ");
            };
            const look = () => {
                for (const name of ["header", "main", "#board", "#say", "#tabs"]) window.places.add(one(name));
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    page.locator("#asides button").first.click()
    page.locator("#problem").filter(has_text="Ann").wait_for()
    if game == "quoridor":
        page.locator(".game-floor .way").first.click()
    else:
        page.locator("#words-said").fill("wait")
        page.get_by_role("button", name="Say", exact=True).click()
    page.locator("#lines").get_by_text("Bot").nth(1).wait_for(state="attached", timeout=SLOW)
    page.locator("#say:not([inert])").wait_for(timeout=SLOW)
    page.wait_for_timeout(300)
    assert len(page.evaluate("[...window.places].sort()")) == 5, page.evaluate("[...window.places].sort()")
    assert page.evaluate(SMALLEST) >= 44


SMALLEST = """() => Math.min(...[...document.querySelectorAll("button, input")].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect()).map(({ width, height }) => Math.ceil(Math.min(width, height))))"""
"""The least width or height of what one presses on a page."""
