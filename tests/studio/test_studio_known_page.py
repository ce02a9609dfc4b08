"""What players know and hints, on the pages in a real browser: of the game master, and of phones."""

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.model.settings import read_size
from mapkit.studio import session
from tests.studio.test_studio_known import SAID
from tests.studio.test_studio_page import WAIT, at_phone, chromium, pytestmark, studio, violations

__all__ = ["chromium", "pytestmark", "studio"]
SLOW = 60_000
"""The most milliseconds that a test waits for what takes thought, on a busy machine."""


def act(page: Any, **sent: Any) -> None:
    """Do what a page may ask for."""
    page.evaluate(
        """(sent) => fetch("/act", { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify(sent) })""",
        sent,
    )


@pytest.fixture
def page(studio: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The game master's page, before a game."""
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    (tmp_path / "mine.toml").write_text(writer.show(maps.generate("treasures", "know", preset="small")))
    return studio("mine.toml", "--lan-address", "127.0.0.2")


def test_the_group_agrees_and_hints_and_knowledge_come_to_the_pages(page: Any) -> None:
    from playwright.sync_api import expect

    page.get_by_role("button", name="Play at the table").click()
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Player 2").fill("Bob")
    page.get_by_text("What the group agrees on").click()
    page.get_by_label("players may look at all that follows from the answers").check()
    page.get_by_label("hints").fill("2")
    page.get_by_label("Seed of the dice").fill("1")
    page.get_by_role("button", name="Begin").click()
    page.locator(".players").wait_for()
    for words in SAID:
        act(page, do="table_say", words=words)
    page.get_by_role("button", name="Phones").click()
    ann, bob = (at_phone(page, name, scheme) for name, scheme in (("Ann", "light"), ("Bob", "dark")))
    page.locator("#phones form button").click()
    assert bob.locator("#hint").is_hidden()
    ann.get_by_role("button", name="A hint (2 left)").tap()
    for phone in (ann, bob):
        expect(phone.locator("#lines .hint")).to_contain_text("Ann could know (hint 1 of 2)", timeout=SLOW)
    ann.get_by_role("button", name="A hint (1 left)").wait_for()
    expect(page.locator(".now .hint")).to_contain_text("the way east of Ann is barred")
    field = page.get_by_label("What a player says")
    field.fill("hint")
    field.press("Enter")
    page.get_by_role("button", name="Hint (0 left)").or_(page.get_by_text("does not count")).wait_for(timeout=SLOW)
    bob.get_by_role("button", name="What I know").tap()
    expect(bob.locator("#known-when")).to_contain_text("After turn 5 of 5", timeout=SLOW)
    assert bob.locator("#known-board img").evaluate("each => each.decode().then(() => each.naturalWidth)") > 100
    assert bob.locator("#known-lines .drawing").count() > 4
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(bob) == []
    act(page, do="table_say", words="west")
    expect(bob.locator("#known-when")).to_contain_text("After turn 6 of 6", timeout=SLOW)
    assert ann.locator("[data-tab=known]").is_visible()


def test_the_game_master_moves_through_the_turns_with_the_keyboard(page: Any) -> None:
    from playwright.sync_api import expect

    options = {"private-answers": "yes"}
    act(page, do="table_begin", names=["Ann", "Bob"], options=options, seed="1")
    for words in SAID:
        act(page, do="table_say", words=words)
    page.get_by_role("button", name=re.compile("table", re.IGNORECASE)).first.click()
    page.locator("#tab-known").click(timeout=WAIT)
    title = page.locator(".known .title")
    expect(title).to_contain_text("from what Ann heard", timeout=SLOW)
    page.locator(".pictures img").evaluate("each => each.decode()")
    slider = page.get_by_label("After which turn")
    slider.focus()
    slider.press("ArrowLeft")
    expect(title).to_contain_text("After turn 4 of 5", timeout=SLOW)
    slider.press("Home")
    expect(title).to_contain_text("After turn 0 of 5", timeout=SLOW)
    assert page.get_by_role("button", name="A turn back").is_disabled()
    page.get_by_role("button", name="A turn forth").click()
    expect(title).to_contain_text("After turn 1 of 5", timeout=SLOW)
    for low in (800, 500):
        page.set_viewport_size({"width": 820, "height": low})
        assert page.locator(".pictures img").bounding_box()["height"] > 130, "also in a low window"
    page.get_by_label("Whose knowledge").select_option("Bob")
    expect(title).to_contain_text("from what Bob heard", timeout=SLOW)
    assert violations(page) == [], "seen by axe"
    page.get_by_role("button", name="Cover the map").click()
    assert page.locator(".pictures img").is_hidden()
    assert page.get_by_role("button", name=re.compile("Hint")).is_hidden()


def test_a_hint_that_comes_after_its_table_was_closed_is_told_to_no_other_game(page: Any) -> None:
    held: list[Any] = []
    page.route("**/hint", lambda route: held.append(route))
    act(page, do="table_begin", names=["Ann", "Bob"], options={"hints": "2"}, seed="1")
    page.get_by_role("button", name=re.compile("table", re.IGNORECASE)).first.click()
    page.get_by_role("button", name="Hint (2 left)").click()
    page.get_by_text("Working it out").wait_for()
    page.get_by_role("button", name="Close the table").click()
    page.get_by_role("button", name="Begin").wait_for()
    held[0].fulfill(json={"answer": [{"words": "north of Ann is a wall", "refused": False, "aloud": True}]})
    act(page, do="table_begin", names=["Cid", "Dan"], options={"hints": "2"}, seed="2")
    page.get_by_role("button", name="Hint (2 left)").wait_for()
    assert page.get_by_text("north of Ann").count() == 0


def test_another_game_in_the_same_log_is_answered_anew_on_the_pages(page: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    def game(size: str) -> str:
        """The log of a game on a board of that size that nobody has played yet."""
        drawn = maps.generate("treasures", "a", preset="any-size", size=read_size(size))
        with closing(session.begin(drawn, ("Ann", "Bob"), {"knowledge": "yes", "order": "given"}, "1")) as begun:
            return begun.match.name

    log = tmp_path / "friday.jsonl"
    log.write_bytes(Path(game("6x5")).read_bytes())
    act(page, do="table_resume", name=str(log))
    page.get_by_role("button", name=re.compile("table", re.IGNORECASE)).first.click()
    page.locator("#tab-known").click(timeout=WAIT)
    page.get_by_role("button", name="Phones").click()
    ann = at_phone(page, "Ann", "light")
    page.locator("#phones form button").click()
    ann.get_by_role("button", name="What I know").tap()
    for panel in (page.locator(".known"), ann.locator("#known-lines")):
        expect(panel).to_contain_text("one of 30 cells", timeout=SLOW)
    act(page, do="table_close")
    expect(ann.locator("#wait")).to_be_visible()
    log.write_bytes(Path(game("4x6")).read_bytes())
    act(page, do="table_resume", name=str(log))
    expect(page.locator(".known")).to_contain_text("one of 24 cells", timeout=SLOW)
    ann.get_by_role("button", name="What I know").tap()
    expect(ann.locator("#known-lines")).to_contain_text("one of 24 cells", timeout=SLOW)
    for picture in (page.locator(".pictures img"), ann.locator("#known-board img")):
        wide, high = picture.evaluate("each => each.decode().then(() => [each.naturalWidth, each.naturalHeight])")
        assert wide < high


def test_an_older_answer_that_is_read_slowly_does_not_replace_a_newer_one(page: Any) -> None:
    act(page, do="table_begin", names=["Ann", "Bob"], options={"knowledge": "yes"}, seed="1")
    page.get_by_role("button", name=re.compile("table", re.IGNORECASE)).first.click()
    page.get_by_role("button", name="Phones").click()
    told = at_phone(page, "Ann", "light").evaluate(
        """async () => {
            const { answers: asking } = await import("/page/knowledge.js");
            const later = (time, value) => new Promise((done) => setTimeout(() => done(value), time));
            const answers = [
                { ok: false, text: () => later(100, "old") },
                { ok: true, json: () => later(0, { lines: ["new"], floors: 0 }) },
                { ok: true, json: () => Promise.reject(new Error("half of it came")) },
            ];
            window.fetch = async () => answers.shift();
            const told = [], shown = { wrong: "", when: "" };
            const note = ({ lines, wrong }) => Object.assign(shown, { wrong, when: lines[0] ?? "" });
            const known = asking(() => "gone", () => "", note);
            for (const [count, time] of [[1, 20], [2, 200], [3, 20]]) {
                known.show(`friday.${count}`);
                await later(time);
                told.push(shown.wrong, shown.when);
            }
            return told;
        }"""
    )
    assert told == ["", "", "", "new", "gone", ""]


def test_an_answer_that_comes_after_its_player_stood_up_is_not_shown_on_the_phone(page: Any) -> None:
    from playwright.sync_api import expect

    act(page, do="table_begin", names=["Ann", "Bob"], options={"hints": "1", "order": "given"}, seed="1")
    page.get_by_role("button", name=re.compile("table", re.IGNORECASE)).first.click()
    page.get_by_role("button", name="Phones").click()
    ann, held = at_phone(page, "Ann", "light"), list[Any]()
    ann.route("**/say", lambda route: held.append(route))
    ann.get_by_role("button", name="A hint (1 left)").tap()
    ann.on("dialog", lambda dialog: dialog.accept())
    ann.get_by_role("button", name="Stand up").tap()
    expect(ann.locator("#choose")).to_be_visible()
    with ann.expect_response("**/say"):
        held[0].fulfill(json={"told": "north of Ann is a wall"})
    ann.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    assert ann.get_by_text("north of Ann").count() == 0
