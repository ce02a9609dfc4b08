"""Photos in the studio in a real browser: sending, doubts, corners; by mouse, finger and keyboard."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks.camera import CONDITIONS, PENS, Hand, blank_pages, draw, photograph
from mapkit.games import maps
from mapkit.photos import reader
from tests.photos import test_photos, test_photos_plain, test_photos_quoridor
from tests.studio.test_studio_page import (  # noqa: F401  # two of them are fixtures
    CHROMIUM,
    NEEDED,
    chromium,
    seen,
    small_targets,
    studio,
    violations,
)

READ = 60_000
"""The most milliseconds that a test waits for a photo to be read, and for a process that begins for it."""
pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not NEEDED, reason="a browser needs `apt-get install chromium` and `make setup-ci`"
)
SHAKY = Hand(PENS["ballpoint"], wobble=0.6, beside=1.0, letters="hershey:scripts", shaky=0.05)
"""A hand that leaves much to ask."""


@cache
def doubtful_photo() -> bytes:
    drawn = draw(blank_pages(test_photos.a_map())[0], test_photos.a_map(), SHAKY, "0")
    return photograph(drawn, CONDITIONS["blurred"], "0")


def send(page: Any, *files: tuple[str, bytes]) -> None:
    """Choose photos in the panel, which is opened if need be."""
    if page.locator("#photo").is_hidden():
        page.locator("#open-photo").click()
    page.locator("#photo-choose").wait_for()
    page.locator("#photo input[type=file]").set_input_files(
        [{"name": name, "mimeType": "image/jpeg", "buffer": data} for name, data in files]
    )


def left(page: Any) -> int:
    """How many doubts are left, as the page says."""
    return int(page.locator("#photo .doubts li").count())


@pytest.mark.usefixtures("chromium")
def test_a_photo_comes_under_the_drawing_and_its_doubts_are_clicked_away(
    studio: Callable[..., Any],  # noqa: F811
    tmp_path: Path,
) -> None:
    found = reader.read([("photo", doubtful_photo())])
    number = len(found.doubts)
    assert number > 4
    page = studio("mine.toml", "--game", "treasures", "--size", "4x3")
    send(page, ("mine.jpg", doubtful_photo()))
    page.locator("#photo-left").wait_for(timeout=READ)
    assert page.locator("#photo-left").inner_text() == f"Not sure: {number} of {number} places"
    assert page.locator("#said").inner_text() == "This is the map of the photo. Undo leads back to yours."
    seen(page.locator(".floor .doubt"), number)
    image = page.locator(".floor image")
    assert image.evaluate("async (image) => (await fetch(image.href.baseVal)).ok")
    page.locator("#photo-shown").uncheck()
    seen(image, 0)
    page.locator("#photo-shown").check()
    page.locator("#photo-strength").fill("30")
    assert page.locator(".floor .photo").evaluate("(layer) => layer.style.opacity") == "0.3"

    # By a frame on the board
    page.locator(".floor .doubt").first.click(force=True)
    bubble = page.get_by_role("dialog", name="Not sure:")
    readings = bubble.locator(".way")
    assert readings.count() == 3  # the sign, the other one, and plain
    readings.first.click()
    seen(page.locator(".floor .doubt"), number - 1)
    bubble.wait_for(state="hidden")

    # In the list, by keys alone: each press leads on to the next doubt
    page.locator("#photo .doubts .way").first.focus()
    page.keyboard.press("Enter")
    seen(page.locator(".floor .doubt"), number - 2)
    page.wait_for_function("document.activeElement.matches('#photo .doubts .way')")

    # On the board, by keys alone
    page.locator(".floor").focus()
    page.keyboard.press("F8")
    bubble.wait_for()
    page.keyboard.press("Escape")
    bubble.wait_for(state="hidden")
    assert page.evaluate("document.activeElement.matches('.floor')")
    page.keyboard.press("F8")
    page.keyboard.press("Space")
    seen(page.locator(".floor .doubt"), number - 3)
    page.keyboard.press("Control+z")
    seen(page.locator(".floor .doubt"), number - 2)

    # By drawing
    for count in (number - 1, number):
        page.keyboard.press("Control+z")
        seen(page.locator(".floor .doubt"), count)
    page.get_by_role("button", name="treasure", exact=True).first.click()
    frame = page.locator(".floor polygon.doubt").first
    frame.click(force=True)
    page.locator(".floor .doubt.chosen").wait_for(state="attached")
    box = page.locator(".floor .doubt.chosen").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    seen(page.locator(".floor .doubt"), number - 1)

    page.keyboard.press("Control+s")
    page.get_by_text("Saved as").wait_for()
    drawn = maps.read((tmp_path / "mine.toml").read_bytes(), "mine.toml").map
    assert len(drawn.facts & found.map.facts) > 0.9 * len(found.map.facts)
    assert page.locator("#verdict").inner_text()


def test_a_picture_dropped_on_the_board_is_read_and_reading_is_cancelled(studio: Callable[..., Any]) -> None:  # noqa: F811
    page = studio("--game", "treasures", "--size", "4x3")
    before = page.locator("#verdict").inner_text()
    page.evaluate(
        """(bytes) => {
            const files = new DataTransfer();
            files.items.add(new File([new Uint8Array(bytes)], "dropped.jpg", { type: "image/jpeg" }));
            const init = { dataTransfer: files, bubbles: true, cancelable: true };
            document.getElementById("board").dispatchEvent(new DragEvent("dragover", init));
            document.getElementById("board").dispatchEvent(new DragEvent("drop", init));
        }""",
        [*test_photos.photo()],
    )
    page.locator("#photo", has_text="Reading the").locator("progress").wait_for()  # and it is no longer being sent
    page.keyboard.press("Control+z")  # the page is alive
    page.locator("#photo-cancel").click()
    page.locator("#photo", has_text="dropped.jpg").locator("#photo-choose").wait_for()
    assert page.locator("#verdict").inner_text() == before


def test_the_corners_of_a_board_are_pointed_at_by_mouse_and_keys(studio: Callable[..., Any]) -> None:  # noqa: F811
    page = studio("--game", "treasures", "--size", "6x6")
    send(page, ("mine.jpg", test_photos_plain.photo()))
    page.locator("#photo .failed", has_text="no marks of a drawing sheet are seen").wait_for(timeout=READ)
    page.get_by_role("button", name="It has no marks").click()
    page.locator("#corners").wait_for(timeout=READ)
    box = page.locator(".sheet").bounding_box()
    assert page.locator("#photo-size").input_value() == "6x6"

    def at(x: float, y: float) -> tuple[float, float]:
        return box["x"] + box["width"] * x / 1200, box["y"] + box["height"] * y / 1600

    one, two, three, four = (at(*each) for each in test_photos_plain.corners())
    lens = page.locator(".lens")
    page.mouse.move(*one)
    page.mouse.down()
    lens.wait_for()
    page.mouse.up()
    lens.wait_for(state="hidden")
    for away, corner in ((20, two), (0, three), (0, four)):
        page.mouse.click(corner[0] + away, corner[1])
    page.mouse.move(two[0] + 20, two[1])  # the second one is dragged to its place
    page.mouse.down()
    page.mouse.move(*two, steps=3)
    page.mouse.up()
    handle = page.locator(".corner").nth(1)
    before = handle.bounding_box()["x"]
    handle.focus()
    page.keyboard.press("Shift+ArrowRight")
    assert handle.bounding_box()["x"] == pytest.approx(before + box["width"] * 10 / 1200, abs=0.5)
    page.keyboard.press("Shift+ArrowLeft")
    page.locator("#photo-size").fill("6x6x2")
    page.locator("#photo-place").click()
    page.locator("#photo .wrong", has_text="one floor of squares with walls").wait_for(timeout=READ)
    page.locator("#photo-size").fill("6x6")
    page.locator("#photo-place").click()
    page.locator("#photo-correct").wait_for(timeout=READ)
    page.locator("#corners").wait_for(state="hidden")
    page.locator(".floor image").wait_for(state="attached")
    assert left(page) < 4


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_violation_and_no_small_target_in_any_state(studio: Callable[..., Any], width: int) -> None:  # noqa: F811
    page = studio("--game", "treasures", "--size", "6x6")
    page.set_viewport_size({"width": width, "height": 844})

    def is_sound() -> bool:
        assert violations(page) == []
        assert small_targets(page) == []
        return True

    page.locator("#open-photo").click()
    page.locator("#photo-choose").wait_for()
    assert is_sound()
    send(page, ("mine.jpg", doubtful_photo()))
    page.locator("#photo-left").wait_for(timeout=READ)
    page.locator(".floor .doubt").first.click(force=True)
    page.locator("#doubt").wait_for()
    assert is_sound()
    send(page, ("mine.jpg", test_photos_plain.photo()))
    page.locator("#photo .failed").wait_for(timeout=READ)
    assert is_sound()
    page.locator("#photo-plain").click()
    page.locator("#corners").wait_for(timeout=READ)
    assert is_sound()


@cache
def position_with_doubts() -> bytes:
    """A photo of Quoridor with half a wall and a row without a cross."""
    of = test_photos_quoridor
    work = of.BY_HAND.show(of.a_map().params, of.a_map().facts)
    crosses = {name: box for name, box in work.crosses.items() if name != "left-N"}
    halves = of.lines("b6N")
    drawn = draw(of.page(), of.a_map(), Hand(PENS["felt pen"]), "q", work=work._replace(crosses=crosses), lines=halves)
    return photograph(drawn, CONDITIONS["usual"], "q")


@pytest.mark.usefixtures("chromium")
def test_halves_of_walls_and_rows_of_boxes_are_clicked_away(studio: Callable[..., Any]) -> None:  # noqa: F811
    found = reader.read([("photo", position_with_doubts())])
    page = studio("mine.toml", "--game", "treasures", "--size", "4x3")
    send(page, ("mine.jpg", position_with_doubts()))
    page.locator("#photo-left").wait_for(timeout=READ)
    assert left(page) == len(found.doubts)
    seen(page.locator(".floor .doubt"), sum(place != "left-N" for place in found.doubts))
    assert not small_targets(page)
    assert violations(page) == []
    page.locator("svg.floor").focus()
    for words in [part.inner_text() for part in page.locator(".doubts li > div > span").all()]:
        page.keyboard.press("F8")
        assert words in page.locator("#doubt").inner_text()
    seen(page.locator("#doubt .wide.piece"), 1)
    page.keyboard.press("Escape")
    row = page.locator('.doubts [data-spot="left-N"]')
    assert row.locator(".wide.piece").bounding_box()["height"] > 10
    assert "walls left to N" in row.inner_text()
    row.get_by_role("button", name="4").click()
    seen(row, 0)
    page.locator('.doubts [data-spot="b6|N"]').get_by_role("button", name="b6h").click()
    seen(page.locator('.doubts [data-spot="b6|N"]'), 0)
    page.keyboard.press("Control+z")
    seen(page.locator('.doubts [data-spot="b6|N"]'), 1)
    page.locator(".floor .doubt").last.click()
    page.locator("#doubt").wait_for()
