"""New, Open and Recent in a real browser: the gallery, a file that is dropped, and what is not saved."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.table import match
from mapkit.table.log import _seal, _tail
from tests.studio.desks import legal
from tests.studio.test_studio_page import WAIT, choose, chromium, pytestmark, saved, stroke, studio, violations

__all__ = ["chromium", "pytestmark", "studio"]
DROP = """([name, bytes, type]) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const init = { dataTransfer: files, bubbles: true, cancelable: true };
    document.getElementById("board").dispatchEvent(new DragEvent("drop", init));
}"""


def drop(page: Any, name: str, data: bytes) -> None:
    page.evaluate(DROP, [name, list(data), ""])


def is_open(page: Any) -> bool:
    return bool(page.locator("#gallery").evaluate("dialog => dialog.open"))


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_studio_alone_opens_a_gallery_and_each_game_is_begun_from_it(
    studio: Callable[..., Any],
    size: tuple[int, int],
) -> None:
    from playwright.sync_api import expect

    page = studio()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    cards = page.locator("#gallery article")
    expect(cards).to_have_count(len(GAMES), timeout=WAIT)
    for card in cards.all():
        card.scroll_into_view_if_needed()
        picture = card.locator("img")
        picture.evaluate("picture => (picture.loading = 'eager', picture.decode())")
        assert picture.evaluate("picture => picture.naturalWidth") > 100
    assert violations(page) == []
    wide = page.locator("#gallery").evaluate("dialog => dialog.scrollWidth - dialog.clientWidth")
    assert wide <= 0, "nothing is cut at the side"
    for name, game in GAMES.items():
        if not is_open(page):
            page.get_by_role("button", name="New", exact=True).click()
        page.get_by_role("button", name=f"Draw: {game.title}").click()
        expect(page.locator("#file")).to_have_text(f"{name}-drawing.toml")
        expect(page.locator("#gallery")).to_be_hidden()
        assert (
            page.locator("[data-tool='mode draw']").get_attribute("aria-pressed") == "true"
        )  # no fill of the map before
        page.locator("[data-tool='mode line']").evaluate("button => button.click()")


def test_a_map_is_generated_from_the_gallery(studio: Callable[..., Any]) -> None:
    page = studio()
    page.get_by_role("button", name="Generate: Dungeon").click()
    page.locator(".sketch").first.wait_for(timeout=60_000)


def test_what_is_opened_while_a_game_is_made_ready_leads_to_the_drawing(studio: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = studio("first.toml", "--game", "treasures", "--size", "4x3")
    page.click("#open-table")
    expect(page.locator("#game")).to_be_visible()
    page.click("#open-photo")
    expect(page.locator("#photo")).to_be_visible()
    page.click("#open-table")
    page.click("#open-new")
    page.get_by_role("button", name="Draw: Dungeon").click()
    expect(page.locator("#game")).to_be_hidden()
    expect(page.locator("#file")).to_have_text("dungeon-drawing.toml")


def test_a_file_that_is_dropped_is_opened_and_what_is_not_saved_is_asked_for(
    studio: Callable[..., Any],
    tmp_path: Path,
) -> None:
    from playwright.sync_api import expect

    page = studio("first.toml", "--game", "treasures", "--size", "4x3")
    file = page.locator("#file")
    choose(page, "treasure")
    stroke(page, (0.5, 0.5))
    ask = page.locator("#unsaved")
    data = json.dumps(legal("quoridor").to_json()).encode()
    drop(page, "chess.bin", data)
    ask.get_by_text("What you drew in first.toml is not saved.").wait_for()
    assert violations(page) == []
    ask.get_by_role("button", name="Cancel").click()
    expect(file).to_have_text("first.toml")
    drop(page, "chess.bin", data)
    ask.get_by_role("button", name="Save it").click()
    expect(file).to_have_text("chess.toml")
    expect(page.locator("#title")).to_have_text("Quoridor")
    assert "treasure" in (tmp_path / "first.toml").read_text(encoding="utf-8")
    assert "Save writes it to output/chess.toml." in page.locator("#said").inner_text()
    page.keyboard.press("Control+o")
    page.locator("#gallery[open]").wait_for()
    page.keyboard.press("Escape")
    assert not is_open(page)
    assert saved(page, tmp_path / "output" / "chess.toml").facts == legal("quoridor").facts
    page.get_by_role("button", name="Open", exact=True).click()
    recent = page.get_by_role("region", name="Recent files").get_by_role("listitem")
    expect(recent).to_have_count(2)
    (tmp_path / "first.toml").unlink()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(recent.nth(1)).to_contain_text("gone from")
    page.get_by_role("button", name="Take first.toml off the list").click()
    expect(recent).to_have_count(1)
    recent.first.get_by_role("button").first.click()
    expect(page.locator("#said")).to_have_text("")


def test_what_is_no_map_is_told_and_a_code_a_drawing_and_a_photo_are_opened(
    studio: Callable[..., Any],
) -> None:
    from playwright.sync_api import expect

    page = studio()
    told = page.locator("#gallery .failed")
    drop(page, "\x1b[31m<b>.pdf", b"%PDF-1.7")
    expect(told).to_contain_text("this is a PDF file; save the drawing as plain text")
    area = page.get_by_label("A link, a share code, or the text of a map")
    area.fill(f"Look, Bob: http://127.0.0.1:8720/#{legal('labyrinth').share()} until Friday!")
    page.get_by_role("button", name="Open this text").click()
    expect(page.locator("#title")).to_have_text("Maze on paper")
    drop(page, "b.txt", b"+---+---+\n| .   . |\n+---+---+\n| .   . |\n+---+---+\n")
    expect(told).to_contain_text("Of which game is it?")
    told.get_by_role("button", name="Treasures").click()
    expect(page.locator("#title")).to_have_text(re.compile("Treasures"))
    page.evaluate(
        """text => {
            const dragged = new DataTransfer();
            dragged.setData("text/plain", text);
            const init = { dataTransfer: dragged, bubbles: true, cancelable: true };
            document.getElementById("board").dispatchEvent(new DragEvent("drop", init));
            File.prototype.arrayBuffer = () => Promise.reject(new Error("NotReadableError"));
        }""",
        "https://example.org/#treasures:1",
    )
    expect(area).to_have_value("https://example.org/#treasures:1")
    drop(page, "folder", b"")
    expect(told).to_have_text("folder cannot be read. Is it a folder, or is it gone?")
    page.evaluate("() => { delete File.prototype.arrayBuffer; }")
    drop(page, "x.toml", b"\xff\xd8\xff\xe0 no JPEG really")
    page.locator("#photo").wait_for()
    assert not is_open(page)


def test_a_log_that_cannot_be_gone_on_with_is_told_beside_the_other_games(
    studio: Callable[..., Any], tmp_path: Path
) -> None:
    """The page stayed empty, as it had asked for the game before it showed anything."""
    with match.start(map_ := legal("treasures"), writer.show(map_), ("Ann", "Bob"), {}, "dice", tmp_path / "log.jsonl"):
        log = (tmp_path / "log.jsonl").read_bytes()
    page = studio()
    body = json.loads(log)
    del body["sum"]
    body["turn"] = "Ann" if body["turn"] == "Bob" else "Bob"
    line = json.dumps(body).encode()[:-1]
    drop(page, "friday.jsonl", line + _tail(_seal("", line + b"}")) + b"\n")
    page.locator("#game .wrong").get_by_text("rules differently").wait_for()
    assert page.locator("#game .games").is_visible()


def test_the_file_field_opens_a_file(studio: Callable[..., Any], tmp_path: Path) -> None:
    from playwright.sync_api import expect

    path = tmp_path / "friday.toml"
    path.write_text(legal("treasures").to_text(), encoding="utf-8")
    page = studio()
    page.locator("#gallery article").first.wait_for()
    page.locator("#gallery-file").set_input_files(path)
    expect(page.locator("#file")).to_have_text("friday.toml")
    expect(page.locator("#saved")).to_have_text("Saved")
