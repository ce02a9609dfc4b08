"""The board of a map alone: `map.svg()`, the sheet `map`, and what `--crop` leaves of it."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdf import PdfReader

import mapkit
from mapkit.model.map import Map
from mapkit.paper import board_alone, small_svg
from mapkit.paper.edition import Edition
from mapkit.paper.pens import drawn, usual_theme
from mapkit.paper.sheet import A4, Box, Circle, Ink, Page, Segment, Text, extent, moved, rectangle, thinned
from mapkit.paper.sheet import Path as Stroke
from tests.command import output

AT_MOST = 20_000
FORMATS = ("svg", "pdf", "png")
OPEN = ("quoridor", "minoqaur")
EIGHT = [("treasures", "default"), ("treasures", "any-size"), ("labyrinth", "default"), ("labyrinth", "classic")]


@cache
def a_map(game: str, preset: str = "default") -> Map[Any]:
    return mapkit.generate(game, "alone", preset=preset)


def cut_out(map_: Map[Any]) -> tuple[Page, ...]:
    return board_alone.cropped(map_, Edition(A4))


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_the_board_alone_has_no_page_around_it(game: str) -> None:
    (sheet,) = cut_out(a_map(game))
    boxes = [extent(mark) for mark in sheet.marks]
    left, top = sheet.corner
    assert min(box.x for box in boxes) == pytest.approx(left + 1.5)
    assert min(box.y for box in boxes) == pytest.approx(top + 1.5)
    assert max(box.right for box in boxes) == pytest.approx(left + sheet.paper.width - 1.5, abs=0.01)
    assert max(box.bottom for box in boxes) == pytest.approx(top + sheet.paper.height - 1.5, abs=0.01)
    words = {mark.text for mark in sheet.marks if isinstance(mark, Text)}
    assert not words & {"SECRET", "Game master", "Map", "50 mm if printed at 100 %"}


@pytest.mark.parametrize(
    ("size", "orientation", "lies"),
    [("10x5", "auto", True), ("5x10", "auto", False), ("10x5", "portrait", False), ("5x5", "landscape", True)],
)
def test_a_page_lies_on_its_side_where_that_makes_a_board_larger(size: str, orientation: Any, lies: bool) -> None:
    map_ = mapkit.read(mapkit.new("labyrinth", size=size))
    (sheet,) = board_alone.map_sheets(map_, "", Edition(A4, orientation=orientation))
    assert (sheet.paper.width > sheet.paper.height) is lies


def test_a_page_with_a_floor_has_its_name() -> None:
    pages = board_alone.map_sheets(a_map("labyrinth", "tower"), "", Edition(A4))
    said = [{mark.text for mark in page.marks if isinstance(mark, Text)} for page in pages]
    assert ["Floor 1 of 2" in said[0], "Floor 2 of 2" in said[1]] == [True, True]


def test_each_floor_is_a_picture_of_its_own() -> None:
    tower = a_map("labyrinth", "tower")
    assert len(cut_out(tower)) == len(tower.print("map", format="svg", crop=True)) == 2
    assert tower.svg() != tower.svg(floor=2) == tower.svg(floor=2)
    with pytest.raises(mapkit.BadSetting, match="floor is 3; this map has 2 floors"):
        tower.svg(floor=3)


@pytest.mark.parametrize(("game", "preset"), EIGHT)
@pytest.mark.parametrize("suffix", FORMATS)
def test_a_picture_of_8x8_cells_has_less_than_20_kilobytes(game: str, preset: str, suffix: str) -> None:
    titled = replace(a_map(game, preset), title="The cellar below the abandoned labyrinth")
    (picture,) = titled.print("map", format=suffix, crop=True)
    assert len(picture) < AT_MOST


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_an_svg_is_whole_and_shows_every_mark(game: str) -> None:
    (sheet,) = cut_out(a_map(game))
    root = ElementTree.fromstring(a_map(game).svg())
    tag = "{http://www.w3.org/2000/svg}"
    texts = [each.text for each in root.iter(f"{tag}text")]
    assert Counter(texts) == Counter(mark.text for mark in sheet.marks if isinstance(mark, Text))
    assert sum(1 for _ in root.iter(f"{tag}circle")) == sum(isinstance(mark, Circle) for mark in sheet.marks)
    shapes = {each.get("id"): each.get("d", "") for each in root.iter(f"{tag}path") if "id" in each.attrib}
    used = [each.get("href", "")[1:] for each in root.iter(f"{tag}use")]
    assert set(used) == {*shapes}
    lines = [each.get("d", "") for each in root.iter(f"{tag}path") if "id" not in each.attrib]
    begun = sum(len(re.findall("[Mm]", strokes)) for strokes in (*lines, *(shapes[name] for name in used)))
    strokes = [mark.mark for mark in drawn(sheet.marks, usual_theme()) if isinstance(mark.mark, Stroke)]
    assert begun == 1 + sum(step.verb == "M" for mark in strokes for step in mark.steps), "and the paper"


def test_lines_in_an_svg_end_where_they_were_drawn() -> None:
    """A closed shape, a line that goes on after it, and the same shape once more beside it."""
    square = [Segment("M", (1, 1)), Segment("L", (3, 1)), Segment("L", (3, 3)), Segment("L", (1, 3)), Segment("Z")]
    shape = Stroke(Ink.SOLID, (*square, Segment("M", (4, 4)), Segment("C", (5, 4, 6, 5, 6, 7))))
    paper = replace(A4, width=20.0, height=10.0)
    text = small_svg.write(Page(paper, "map-1", (shape, moved(shape, 7, 1))), "Two").decode()
    ((name, strokes),) = re.findall(r'<path id="(\w+)" d="([^"]*)"', text)
    assert strokes == "M0 0h24v24h-24zm36 36c12 0 24 12 24 36"
    assert re.findall(rf'<use href="#{name}" x="(\d+)" y="(\d+)"/>', text) == [("12", "12"), ("96", "24")]


def test_marks_of_one_pen_are_a_group_and_nothing_is_covered_that_was_not() -> None:
    """The last dark square lies on the light one, and the first two do not."""
    squares = [rectangle(ink, Box(x, 10, 8, 8)) for ink, x in DARK_AND_LIGHT]
    text = small_svg.write(Page(A4, "map-1", tuple(squares)), "Squares").decode()
    dark, light = (usual_theme().pens[ink].fill for ink in (Ink.SOLID, Ink.BLUE_TINT))
    assert [(dark or "")[:2], (light or "")[:2]] == ["#0", "#d"]
    order = re.findall(r'fill="(#[0-9a-f]+)" d="((?:M\d+ [^M]*z)+)"', text)
    assert [(fill, strokes.count("M")) for fill, strokes in order[1:]] == [("#000", 2), (light, 1), ("#000", 1)]


DARK_AND_LIGHT = ((Ink.SOLID, 10), (Ink.BLUE_TINT, 40), (Ink.SOLID, 70), (Ink.SOLID, 42))


def test_many_pictures_take_their_letters_from_the_page() -> None:
    alone, shared = a_map("treasures").svg(), a_map("treasures").svg(font="inherit")
    assert "@font-face" in alone
    assert "@font-face" not in shared
    family = re.findall(r'font-family="([^"]*)"', shared)[0].split(",")[0]
    assert mapkit.font_style().count(f'@font-face{{font-family:"{family}"') == 2
    assert len(shared) < 13_000
    assert "<text" not in a_map("treasures").svg(font="outlines")
    with pytest.raises(mapkit.BadSetting, match=r"(?s)floor is 2; this map has 1 floor\nfont is .*embedded"):
        a_map("treasures").svg(floor=2, font=cast(Any, "embeded"))


def test_a_picture_wears_the_theme_of_its_map() -> None:
    """As the sheet does that is cut out."""
    themed = replace(a_map("treasures"), params=replace(a_map("treasures").params, theme="mono"))
    assert themed.svg().encode() == themed.print("map", format="svg", crop=True)[0] != a_map("treasures").svg().encode()


def test_a_line_keeps_its_bends_and_loses_what_is_straight() -> None:
    points = [(0.0, 0.0), (1.0, 0.01), (2.0, 0.0), (2.0, 1.0), (2.01, 2.0), (0.0, 0.0)]
    steps = [Segment("L" if n else "M", point) for n, point in enumerate(points)]
    assert [step.points for step in thinned(steps, 0.06)] == [points[0], points[2], points[4], points[5]]


@pytest.mark.parametrize("game", ["treasures", "quoridor"])
def test_a_png_is_the_picture_in_the_colours_of_its_inks(game: str) -> None:
    map_ = a_map(game)
    (data,) = map_.print("map", format="png", crop=True)
    picture, (sheet,) = Image.open(BytesIO(data)), cut_out(map_)
    assert picture.format == "PNG"
    assert picture.width / picture.height == pytest.approx(sheet.paper.width / sheet.paper.height, abs=0.01)
    colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20) or ()}
    assert {(255, 255, 255), (0, 0, 0)} <= colours
    if game == "treasures":
        assert {(0xD5, 0x5E, 0x00), (0xD6, 0xEC, 0xF9)} <= colours, "the hospital and the river"
    assert map_.print("map", format="png", crop=True) == (data,)


def test_a_pdf_has_a_page_as_large_as_the_board_with_its_letters() -> None:
    (data,) = a_map("treasures").print("map", crop=True)
    (page,) = PdfReader(BytesIO(data)).pages
    (sheet,) = cut_out(a_map("treasures"))
    assert float(page.mediabox.width) * 25.4 / 72 == pytest.approx(sheet.paper.width, abs=0.1)
    assert {"EXIT", "a", "h", "8"} <= set(page.extract_text().split()), "both faces can be searched"
    (whole,) = a_map("treasures").print("map")
    (page,) = PdfReader(BytesIO(whole)).pages
    assert round(float(page.mediabox.width) * 25.4 / 72) == 210
    assert "SECRET" in page.extract_text()


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_print_crops_the_board_and_says_who_may_see_it(game: str, tmp_path: Path) -> None:
    file, folder = tmp_path / "board.toml", tmp_path / "out"
    file.write_text(a_map(game).to_text())
    told = output("print", str(file), "--sheets", "map", "--crop", "--format", "svg", "-o", str(folder))
    secret = "" if game in OPEN else "for the game master alone: board-map.svg\n"
    assert told == f"{folder / 'board-map.svg'}\n{secret}"
    assert (folder / "board-map.svg").read_text() == a_map(game).svg()


def test_the_sheet_is_printed_only_where_it_is_asked_for(tmp_path: Path) -> None:
    file, folder = tmp_path / "board.toml", tmp_path / "out"
    file.write_text(a_map("quoridor").to_text())
    assert output("print", str(file), "--crop", "-o", str(tmp_path / "a.png")) == f"{tmp_path / 'a.png'}\n"
    output("print", str(file), "-o", str(folder))
    assert not [path for path in folder.iterdir() if "map" in path.name]
    assert "map.pdf" in output("print", str(file), "--sheets", "map", "-o", str(folder))
    with pytest.raises(mapkit.BadSetting, match="crop is for the sheet map alone"):
        a_map("quoridor").print("diagram", crop=True)


def test_several_pictures_stand_in_one_page() -> None:
    """No rule of style and no font of one picture reaches another, and a name that both have means the same shape."""
    pictures = [a_map("treasures").svg(), a_map("treasures", "small").svg(), a_map("labyrinth").svg()]
    shapes = dict[str, str]()
    for picture in pictures:
        (family,) = re.findall(r'<svg [^>]*?font-family="([^",]+)', picture)
        assert sum(family in other for other in pictures) == 1
        style = picture.partition("<style>")[2].partition("</style>")[0]
        rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style)
        assert rules
        assert all(rule == "@font-face" and family in says for rule, says in rules)
        for path in re.findall(r"<path [^>]*id=[^>]*>", picture):
            (name,) = re.findall(r'id="([^"]+)"', path)
            assert shapes.setdefault(name, path) == path
    assert a_map("treasures").svg() == pictures[0]
