"""A studio that ends with its last page."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mapkit.studio import open_pages
from mapkit.studio.desk import Desk
from mapkit.studio.open_pages import OpenPages
from mapkit.studio.server import News, application
from tests.studio.desks import HOME, blank, page_of
from tests.studio.test_studio_page import CHROMIUM, NEEDED, WAIT


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_pages, "TO_COME", 0.05)
    monkeypatch.setattr(open_pages, "BETWEEN", 0.05)


def ended(*told: tuple[str, bool], within: float = 0.4) -> bool:
    """Whether the studio ends after pages have said that they are there or gone."""

    async def run() -> bool:
        pages = OpenPages()
        waits = asyncio.create_task(pages.closed())
        for page, here in told:
            pages.tell(page, here=here)
            await asyncio.sleep(0.01)
        done, _ = await asyncio.wait([waits], timeout=within)
        waits.cancel()
        return bool(done)

    return asyncio.run(run())


def test_it_ends_after_the_last_page_and_where_none_comes() -> None:
    assert ended()
    assert ended(("one", True), ("one", False))
    assert ended(("one", True), ("two", True), ("one", False), ("two", False))


def test_it_stays_while_a_page_is_open_or_loaded_again() -> None:
    assert not ended(("one", True))
    assert not ended(("one", True), ("two", True), ("one", False))
    assert not ended(("one", True), ("one", False), ("again", True))


def test_only_pages_of_such_a_studio_say_that_they_are_there() -> None:
    from starlette.testclient import TestClient

    pages, desk = OpenPages(), Desk(Path("mine.toml"), blank(), None)
    client: Any = TestClient(application(desk, 8720, "secret", News(), pages), base_url=HOME, headers={"origin": HOME})
    assert client.post("/here", json={"page": "one", "here": True}).status_code == 403
    client.get("/?token=secret")
    assert "presence.js" in client.get("/").text
    assert client.post("/here", json={"page": "one", "here": True}).status_code == 204
    assert client.post("/here", content=b"{").status_code == 204
    assert pages._open == {"one"}
    assert "presence.js" not in page_of(desk).get("/").text


@pytest.mark.skipif(
    CHROMIUM is None and not NEEDED, reason="a browser needs `apt-get install chromium` and `make setup-ci`"
)
def test_a_page_asks_before_a_drawing_is_lost_and_the_studio_ends_with_it(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    words = [
        sys.executable,
        "-m",
        "mapkit",
        "studio",
        "--game",
        "treasures",
        "--port",
        "0",
        "--no-open",
        "--end-with-page",
    ]
    around = {**os.environ, "MAPKIT_STATE": str(tmp_path)}
    process = subprocess.Popen(
        words, cwd=tmp_path, env=around, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        with sync_playwright() as playwright:
            assert process.stdout is not None
            assert CHROMIUM is not None
            page = playwright.chromium.launch(executable_path=CHROMIUM).new_page()
            page.set_default_timeout(WAIT)
            page.goto(process.stdout.readline().strip())
            page.wait_for_selector("body[data-ready]")
            page.locator("#board svg").click(position={"x": 100, "y": 100})
            page.locator("#undo:not(:disabled)").wait_for()
            asked: list[str] = []
            page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))  # type: ignore[func-returns-value]
            with page.expect_event("dialog"):
                page.evaluate("() => { location.href = 'about:blank'; }")
            assert asked == ["beforeunload"]
            page.locator("#save").click()
            page.locator("#saved", has_text="Saved").wait_for()
            with page.expect_event("close"):
                page.close(run_before_unload=True)  # as a person closes it, so that it can say so
            assert process.wait(30) == 0
    finally:
        process.kill()  # a page that is still open would hold it for ever
        process.communicate()
