"""The panel of play in a real browser: its verdict, its pictures on the board, its games, and how soon it is there."""

import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from tests.studio.desks import legal
from tests.studio.test_studio_page import (  # noqa: F401
    CHROMIUM,
    NEEDED,
    WAIT,
    choose,
    chromium,
    seen,
    small_targets,
    spot,
    studio,
    violations,
)
from tests.studio.test_studio_solver_panel import CLOSED, LEGAL

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not NEEDED, reason="a browser needs `apt-get install chromium` and `make setup-ci`"
)


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def fresh(page: Any) -> Any:
    """The panel, once it speaks of the map as it is drawn now."""
    page.locator("#play:not(.old) .fairness").wait_for(
        timeout=6 * WAIT
    )  # a code takes seconds, and longer on a busy machine
    return page.locator("#play")


def test_a_map_that_becomes_legal_is_judged_and_a_fault_takes_the_verdict_away(studio: Any, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "mine.toml").write_text(CLOSED)
    page = studio("mine.toml")
    play = page.locator("#play")
    assert play.inner_text().endswith("Once the map is legal, here stands whether it is fair.")
    choose(page, "exit")
    page.mouse.click(*spot(page, 1.5, 0))
    assert fresh(page).locator(".fairness").inner_text() == "Fair; the starts differ by 2 turns at most"
    press(page, "Distances")
    seen(page.locator(".plays .far"), 9)
    assert page.locator(".plays .start:not(.rim)").count() == 1
    page.get_by_label("Seen from").select_option("a3")
    page.locator("#play-from").filter(has=page.locator("option[value=a3]:checked")).wait_for()
    press(page, "Shortest way")
    page.locator(".legend").get_by_text("shortest way to win: a3 → b3").wait_for()
    seen(page.locator(".plays polyline.route:not(.rim)"), 1)
    press(page, "First steps")
    page.locator(".legend").get_by_text("north: Ann cannot move north. Blocked by wall.").wait_for()
    assert page.locator("#play-first").get_attribute("aria-pressed") == "true"
    page.mouse.click(*spot(page, 1.5, 0))
    page.locator("#play.later").wait_for()
    seen(page.locator(".plays *"), 0)
    press(page, "Undo")
    seen(fresh(page).page.locator(".plays .far"), 9)


@pytest.mark.parametrize("game", ["treasures", "dungeon"])
def test_distances_lie_in_their_cells_and_on_no_words(studio: Any, tmp_path: Path, game: str) -> None:  # noqa: F811
    (tmp_path / "mine.toml").write_text(writer.show(maps.generate(game, "distances")))
    page = studio("mine.toml")
    fresh(page)
    press(page, "Distances")
    page.locator(".plays .far").first.wait_for()
    wrong = page.evaluate(
        """() => {
            const boxes = (kind) => [...document.querySelectorAll(kind)].map((each) => each.getBoundingClientRect());
            const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            const holds = (a, b) => a.left <= b.left && b.right <= a.right && a.top <= b.top && b.bottom <= a.bottom;
            const cells = boxes("[role=gridcell]"), words = boxes(".floor .picture text");
            const fits = (far) => words.every((each) => apart(each, far)) && cells.some((each) => holds(each, far));
            return boxes(".plays .far").filter((far) => !fits(far)).length;
        }"""
    )
    assert wrong == 0


def test_games_are_played_with_a_bar_and_are_cancelled(studio: Any, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "mine.toml").write_text(writer.show(maps.generate("treasures", "games")))
    page = studio("mine.toml")
    fresh(page)
    press(page, "How long do games last?")
    page.get_by_role("progressbar", name="Playing games").wait_for()
    assert page.evaluate("document.activeElement.id") == "play-cancel"  # the keyboard goes on where it was
    press(page, "Cancel")
    page.get_by_role("progressbar").wait_for(state="detached")
    press(page, "How long do games last?")
    page.get_by_text(re.compile("^Between . players: half of the games are over within")).wait_for(timeout=120_000)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_no_violation_and_no_small_target_in_the_panel_of_any_game(
    studio: Any,  # noqa: F811
    tmp_path: Path,
    game: str,
) -> None:
    (tmp_path / "mine.toml").write_text(writer.show(legal(game)))
    page = studio("mine.toml", "--lang", "ru")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        play = fresh(page)
        pictures = [button.get_attribute("id") for button in play.locator("[aria-pressed]").all()]
        for name in pictures:
            play.locator(f"#{name}").click()
        assert play.locator(".legend li").count() > 1
        play.locator("summary").click()
        assert violations(page) == []
        assert small_targets(page) == []
        for name in pictures:
            play.locator(f"#{name}").click()
        play.locator("summary").click()


def test_no_stroke_waits_for_the_report(studio: Any, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "mine.toml").write_text(LEGAL)
    page = studio("mine.toml")
    fresh(page)
    (process,) = studio.begun
    workers = [
        each for task in Path(f"/proc/{process.pid}/task").glob("*/children") for each in task.read_text().split()
    ]
    stopped = [int(each) for each in workers if "spawn_main" in Path(f"/proc/{each}/cmdline").read_text()]
    assert stopped
    for each in stopped:
        os.kill(each, signal.SIGSTOP)
    choose(page, "wall")
    for row in range(2):
        page.mouse.click(*spot(page, 1, row + 0.5))
        page.wait_for_selector("body[data-waits='0']")
        assert page.locator("#verdict").inner_text() == "The map is legal"
    assert page.locator("#play.old").count() == 1
    for each in stopped:
        os.kill(each, signal.SIGCONT)
    fresh(page)
