"""The numbers of rules in the studio lead to what the rules say."""

from pathlib import Path
from typing import Any

from tests.studio.test_studio_page import chromium, pytestmark, small_targets, studio, violations
from tests.studio.test_studio_solver_panel import CLOSED

__all__ = ["chromium", "pytestmark", "studio"]


def test_the_number_of_a_fault_opens_its_rule_with_an_example(studio: Any, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(CLOSED)
    page = studio("map.toml")
    number = page.locator("#notes .number").first
    word = number.inner_text()
    title = f"{word.removeprefix('Rule ')}  Treasures of the Abandoned Labyrinth"
    number.click()
    opened = page.get_by_role("dialog", name=word)
    opened.get_by_text("breaks it").wait_for()
    assert opened.locator("p").first.text_content() == title
    assert opened.get_by_text("`mapkit repair`").count()
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert small_targets(page) == []
    page.keyboard.press("Escape")
    opened.wait_for(state="detached")
    assert number.evaluate("each => each === document.activeElement")
