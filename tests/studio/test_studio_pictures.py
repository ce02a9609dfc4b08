"""The pictures of the studio in the pages: on a fixed map after fixed strokes, as a browser shows it.

Fonts differ between computers. So each picture holds what the page said, by roles and names, and a test holds the page
of today against that; with MAPKIT_UPDATE_GOLDEN=1, or by `python -m tests.gallery --docs studio`, it is drawn anew.
"""

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from benchmarks.camera import CONDITIONS, draw, photograph
from mapkit.games import maps
from mapkit.mapfile import writer
from tests.gallery import HELD, PICTURES, few_colours, held
from tests.photos import test_photos, test_photos_plain
from tests.studio.test_studio_page import at_phone, choose, chromium, pytestmark, stroke, studio
from tests.studio.test_studio_photos_page import READ, SHAKY, send

__all__ = ["chromium", "pytestmark", "studio"]


def _drawing(page: Any) -> None:
    choose(page, "exit")
    stroke(page, (5.5, 8))
    choose(page, "treasure")
    stroke(page, (0.5, 0.5))
    page.get_by_text("3 faults", exact=True).wait_for()
    page.keyboard.press("Control+s")
    page.get_by_text("Saved", exact=True).wait_for()
    page.mouse.move(0, 0)


def _in_the_dark(page: Any) -> None:
    page.emulate_media(color_scheme="dark")
    _drawing(page)


def _photo(page: Any) -> None:
    drawn = draw(test_photos.page(), test_photos.a_map(), SHAKY._replace(shaky=0.03), "2")
    send(page, ("friday.jpg", photograph(drawn, CONDITIONS["usual"], "2")))
    page.get_by_text("the rules exclude it").first.wait_for(timeout=READ)
    page.locator(".floor .doubt").first.click(force=True)
    page.get_by_role("dialog", name="Not sure:").wait_for()


def _corners(page: Any) -> None:
    send(page, ("friday.jpg", test_photos_plain.photo("blue", "pencil")))
    page.get_by_role("button", name="It has no marks").click(timeout=READ)
    page.locator("#corners").wait_for(timeout=READ)
    page.locator("#photo-size").fill("6x6")
    box = page.locator(".sheet").bounding_box()
    for x, y in test_photos_plain.corners():
        page.mouse.move(box["x"] + box["width"] * x / 1200, box["y"] + box["height"] * y / 1600)
        page.mouse.down()
        page.locator(".lens").wait_for()
        page.mouse.up()
    page.mouse.down()
    page.locator("#play:not(.old) .fairness").wait_for()


def _table(page: Any) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    page.get_by_role("button", name="Play at the table").click()
    for number, name in enumerate(("Ann", "Bob"), 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_text("What the group agrees on").click()
    page.get_by_label("Seed of the dice").fill("friday")
    page.get_by_role("button", name="Begin").click()
    for way in ("west", "east"):
        page.get_by_role("button", name=way).click()
        page.locator("body[data-waits='0']").wait_for()
    page.mouse.move(0, 0)


def _phone(page: Any) -> Any:
    _table(page)
    page.get_by_role("button", name="Phones").click()
    return at_phone(page, "Ann", "light")


LEADS: dict[str, Callable[[Any], Any]] = {
    "studio": _drawing,
    "studio-dark": _in_the_dark,
    "studio-photo": _photo,
    "studio-corners": _corners,
    "studio-table": _table,
    "studio-phone": _phone,
}
"""What leads to each picture, by its name; where another page is shown than that of the studio, it returns that."""


def test_each_picture_of_the_studio_is_drawn_here() -> None:
    assert {file.stem for file in PICTURES.parent.glob("studio*.png")} == {*LEADS}


@pytest.mark.parametrize("name", LEADS)
def test_no_picture_of_the_studio_is_stale(name: str, studio: Any, tmp_path: Path) -> None:
    (tmp_path / "friday.toml").write_text(writer.show(maps.generate("treasures", "friday")), encoding="utf-8")
    page = studio("friday.toml", *(("--lan-address", "127.0.0.2") if name == "studio-phone" else ()))
    page = LEADS[name](page) or page
    said = page.locator("body").aria_snapshot()
    file = PICTURES.with_name(f"{name}.png")
    if os.environ.get("MAPKIT_UPDATE_GOLDEN"):
        picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
        picture.thumbnail((1024, 600 if picture.width > 1024 else 768), Image.Resampling.LANCZOS)
        few_colours(picture, 256).save(file, optimize=True, pnginfo=held(said))
    with Image.open(file) as kept:
        assert said == kept.info[HELD], "the page says something else now: python -m tests.gallery --docs studio"
