"""Selecting, moving, stamping, picking and looking around in a real browser, by mouse, keys and fingers."""

from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document
from mapkit.studio.edits import Gesture, edited
from mapkit.studio.places import spot_name
from tests.studio.desks import blank, legal
from tests.studio.test_studio_page import (
    answered,
    choose,
    chromium,
    finger,
    pytestmark,
    saved,
    seen,
    spot,
    stroke,
    studio,
    violations,
)

__all__ = ["chromium", "pytestmark", "studio"]


def drawn(path: Path, game: str, size: str, *gestures: tuple[str, str]) -> Document:
    """A file with an empty map after gestures, each a tool and the names of spots."""
    read = maps.read(blank(game, size).encode(), path.name)
    for tool, spots in gestures:
        read = edited(read, Gesture(tool, tuple(spots.split())))
    path.write_text(read.text)
    return read


def kinds(page: Any, path: Path) -> dict[str, str]:
    return dict(saved(page, path).kinds)


def scrolled(page: Any) -> tuple[int, int]:
    left, top = page.evaluate(
        "[document.getElementById('board').scrollLeft, document.getElementById('board').scrollTop]"
    )
    return round(left), round(top)


def test_what_is_selected_is_moved_turned_mirrored_and_deleted_by_the_mouse(studio: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    drawn(path, "treasures", "6x4", ("cell flows", "a4 b4"), ("cell marsh", "a3"))
    page = studio("mine.toml")
    choose(page, "Select")
    stroke(page, (0.5, 0.5), (1.5, 1.5))
    seen(page.locator(".selects .selected"), 4)
    first, there = spot(page, 1.5, 0.5), spot(page, 3.5, 1.5)
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move(*there, steps=5)
    seen(page.locator(".aims .ghost"), 4)
    page.mouse.up()
    seen(page.locator(".aims .ghost"), 0)
    answered(page)
    assert kinds(page, path) == {"c3": "flows E", "d3": "flows E", "c2": "marsh"}
    choose(page, "Turn")
    answered(page)
    assert kinds(page, path) == {"d3": "flows S", "d2": "flows S", "c3": "marsh"}
    choose(page, "Mirror")
    answered(page)
    assert kinds(page, path) == {"c3": "flows S", "c2": "flows S", "d3": "marsh"}
    seen(page.locator(".selects .selected"), 4)
    choose(page, "Delete")
    answered(page)
    assert kinds(page, path) == {}
    for _ in range(4):
        page.keyboard.press("Control+z")
    answered(page)
    assert kinds(page, path) == {"a4": "flows E", "b4": "flows E", "a3": "marsh"}


def test_a_stamp_is_laid_again_and_again_and_turns_in_the_hand(studio: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    drawn(path, "treasures", "6x4", ("cell flows", "a4 b4"), ("border wall", "b4|E"))
    page = studio("mine.toml")
    page.locator("[data-tool='mode stamp']").click(force=True)
    page.locator("#said", has_text="Nothing is selected yet").wait_for()
    choose(page, "Select")
    stroke(page, (0.5, 0.5), (1.5, 0.5))
    choose(page, "Stamp")
    answered(page)
    seen(page.locator(".selects .selected"), 0)
    page.mouse.move(*spot(page, 2.5, 2.5))
    seen(page.locator(".aims .ghost"), 2)
    seen(page.locator(".aims line.ink"), 1)
    stroke(page, (2.5, 2.5))
    stroke(page, (3.5, 1.5))
    choose(page, "Turn")
    answered(page)
    stroke(page, (5.5, 2.5))
    answered(page)
    now = saved(page, path)
    assert dict(now.kinds) == {
        "a4": "flows E", "b4": "flows E", "c2": "flows E", "d2": "flows E", "d3": "flows E", "e3": "flows E",
        "f2": "flows S", "f1": "flows S",
    }  # fmt: skip
    page.keyboard.press("Escape")
    page.locator("[data-tool='mode draw'][aria-pressed=true]").wait_for()


def test_keys_select_move_turn_and_stamp(studio: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    drawn(path, "treasures", "6x4", ("cell flows", "a4 b4"))
    page = studio("mine.toml")
    page.locator(".floor").focus()
    for key in ("Control+ArrowRight", "Control+Shift+ArrowDown", "Control+Shift+ArrowRight"):
        page.keyboard.press(key)
        answered(page)
    assert kinds(page, path) == {"b3": "flows E", "c3": "flows E"}
    for key in ("Alt+t", "Alt+m"):
        page.keyboard.press(key)
        answered(page)
    assert kinds(page, path) == {"b4": "flows S", "b3": "flows S"}
    for key in ("Alt+s", "ArrowRight", "Space", *["ArrowDown"] * 3):
        page.keyboard.press(key)
        answered(page)
    seen(page.locator(".aims .ghost"), 1)  # the other one would lie beyond the board
    page.keyboard.press("Escape")
    assert len(kinds(page, path)) == 4


def test_a_finger_moves_what_is_selected_and_lays_a_stamp(studio: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    drawn(path, "dungeon", "2", ("cell pool", "c1 c2"))
    page = studio("mine.toml")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(200)
    touch = finger(page)

    def drag(*cells: str) -> None:
        boxes = [page.locator(f"#cell-{cell}").bounding_box() for cell in cells]
        points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
        touch("touchStart", points[0])
        for point in points[1:]:
            touch("touchMove", point)
        touch("touchEnd")
        answered(page)

    choose(page, "Select")
    drag("c1", "c2")
    seen(page.locator(".selects .selected"), 2)
    drag("c2", "c3")
    assert kinds(page, path) == {"c2": "pool", "c3": "pool"}
    page.locator("[data-tool=turn]").evaluate("(each) => each.click()")
    answered(page)
    page.locator("[data-tool='mode stamp']").evaluate("(each) => each.click()")
    answered(page)
    drag("e4")
    assert sorted(kinds(page, path).values()) == ["pool"] * 4


def test_a_click_with_the_right_button_picks_and_dragging_erases(studio: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    drawn(path, "treasures", "4x3", ("cell marsh", "a3 b3"), ("cell treasure", "d1"))
    page = studio("mine.toml")
    page.mouse.click(*spot(page, 3.5, 2.5), button="right")
    page.locator("#chosen", has_text="treasure").wait_for()
    assert len(kinds(page, path)) == 3
    page.mouse.move(*spot(page, 0.5, 0.5))
    page.mouse.down(button="right")
    page.mouse.move(*spot(page, 1.5, 0.5), steps=5)
    page.mouse.up(button="right")
    answered(page)
    assert kinds(page, path) == {"d1": "treasure"}


def test_a_wall_that_begins_where_borders_meet_goes_only_where_it_is_drawn(studio: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    drawn(path, "treasures", "6x4")
    page = studio("mine.toml")
    choose(page, "wall")
    stroke(page, (2, 0), (2, 2))
    stroke(page, (3, 1), (5, 1))
    choose(page, "Straight lines")
    stroke(page, (3, 3), (6, 3))
    page.mouse.click(*spot(page, 1, 2.9))
    answered(page)
    walls = {"b4|E", "b3|E", "d3|N", "e3|N", "d1|N", "e1|N", "f1|N", "a2|E"}
    assert {spot_name(fact.place) for fact in saved(page, path).facts} == walls


def test_a_large_map_is_shown_whole_moved_and_seen_in_small(studio: Any, tmp_path: Path) -> None:
    drawn(tmp_path / "mine.toml", "treasures", "30x30")
    page = studio("mine.toml")
    small = page.locator("#overview")
    assert small.is_visible()
    page.locator("#whole").click()
    inside = page.evaluate(
        """() => {
            const [room, map] = ["#board", ".floor"].map((name) => document.querySelector(name))
                .map((each) => each.getBoundingClientRect());
            return map.top >= room.top && map.left >= room.left && map.right <= room.right && map.bottom <= room.bottom;
        }"""
    )
    assert inside
    assert small.is_hidden()
    wide = page.locator(".floor").evaluate("(floor) => floor.clientWidth")
    page.locator("#closer").click()
    assert page.locator(".floor").evaluate("(floor) => floor.clientWidth") == pytest.approx(wide * 1.25, abs=2)
    for _ in range(5):
        page.locator("#closer").click()
    (x, y), before = spot(page, 15, 15), scrolled(page)
    x, y = 600, 400
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    page.mouse.move(x - 60, y - 40, steps=3)
    page.mouse.up(button="middle")
    assert scrolled(page) == pytest.approx((before[0] + 60, before[1] + 40), abs=2)
    before = scrolled(page)
    page.mouse.move(x, y)
    page.keyboard.down("Space")
    page.mouse.down()
    page.mouse.move(x + 50, y + 30, steps=3)
    page.mouse.up()
    page.keyboard.up("Space")
    assert scrolled(page) == pytest.approx((before[0] - 50, before[1] - 30), abs=2)
    box = small.bounding_box()
    page.mouse.click(box["x"] + 4, box["y"] + 4)
    assert scrolled(page) == (0, 0)
    assert page.locator(".blanks polygon").count() == 900
    touch = finger(page)
    touch("touchStart", (x, y), (x + 80, y))
    touch("touchMove", (x - 40, y - 40), (x + 40, y - 40))
    touch("touchEnd")
    assert min(scrolled(page)) > 30
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#overview").wait_for()
    sizes = [page.locator(name).bounding_box() for name in ("#overview", "#table")]
    share = sizes[0]["width"] * sizes[0]["height"] / sizes[1]["width"] / sizes[1]["height"]
    assert share < 0.07, "the overview hides the board"


def test_on_a_phone_the_overview_is_small_and_tools_are_in_sight(studio: Any, tmp_path: Path) -> None:
    drawn(tmp_path / "mine.toml", "minoqaur", "3")
    page = studio("mine.toml")
    page.set_viewport_size({"width": 390, "height": 844})
    for _ in range(3):
        page.locator("#closer").click()
    page.locator("#overview").wait_for()
    room, small = page.locator("#board").bounding_box(), page.locator("#overview").bounding_box()
    assert small["width"] * small["height"] < room["width"] * room["height"] / 20
    strip, tool = (page.locator(name).bounding_box() for name in ("#tools", "[data-tool='cell light']"))
    assert (
        strip["x"] <= tool["x"] < tool["x"] + tool["width"] <= strip["x"] + strip["width"]
    )  # what is drawn comes first
    choose(page, "All tools")
    choose(page, "Fill")
    assert page.locator("#chosen").text_content().startswith("Fill: dark module (a wall)")
    assert page.locator("[data-tool='cell dark']").get_attribute("title") == "dark module (a wall) (#)"


def test_on_a_phone_no_button_lies_on_a_board_of_hexes(studio: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(writer.show(maps.generate("dungeon", "phone")))
    page = studio("mine.toml")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(300)
    assert _lies_free(page)


def test_a_board_of_another_size_is_seen_whole(studio: Any) -> None:
    page = studio("new.toml", "--game", "treasures")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#open-settings").click()
    page.get_by_label("The size").fill("12x12")
    page.get_by_role("button", name="Apply").click()
    page.locator("#settings .close").click()
    seen(page.locator(".floor [role=gridcell]"), 144)
    assert _lies_free(page)


def _lies_free(page: Any) -> bool:
    board, buttons = page.locator(".floor").bounding_box(), page.locator("#zoom").bounding_box()
    return bool(board["y"] + board["height"] <= buttons["y"])


def test_the_sheet_of_shortcuts_and_each_panel_have_a_way_out(studio: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(writer.show(legal("treasures")))
    page = studio("mine.toml")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Shortcuts")
    sheet.wait_for()
    assert sheet.get_by_text("Ctrl + Z").is_visible()
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth"), "columns went on beyond its right end"
    assert violations(page) == []
    sheet.get_by_role("button", name="Close").click()
    assert sheet.is_hidden()
    for name in ("settings", "text", "prints", "photo"):
        opener, panel = page.locator(f"#open-{name}"), page.locator(f"#{name}")
        for way in ("Escape", "×"):
            opener.click()
            panel.wait_for()
            page.wait_for_timeout(300)
            for each in ("#verdict", "#ask-repair"):
                box = page.locator(each).bounding_box()
                top = page.evaluate(
                    "([x, y]) => document.elementFromPoint(x, y).closest('#side') !== null",
                    [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
                )
                assert top, (name, each)
            if way == "Escape":
                page.keyboard.press("Escape")
            else:
                panel.locator(":scope > .close").click()
            panel.wait_for(state="hidden")
            assert opener.get_attribute("aria-expanded") == "false"


def test_what_is_off_says_why(studio: Any) -> None:
    page = studio("new.toml", "--game", "treasures", "--size", "3x2")
    choose(page, "wall")
    for name, why in {
        "mode fill": "A region is filled with a kind of cell",
        "copy": "Nothing is selected yet",
        "paste": "Nothing is copied yet",
    }.items():
        page.locator(f"[data-tool='{name}']").click(force=True)
        page.locator("#said", has_text=why).wait_for()
    assert page.locator("[data-tool='mode draw']").get_attribute("aria-pressed") == "true"
    choose(page, "river")
    stroke(page, (0.5, 0.5))
    page.locator("#notes [data-leads]").first.wait_for()
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("F8")
    page.locator(".floor:focus").wait_for()
