"""The board of a map alone: `map.svg()`, the sheet `map`, and what `--crop` leaves of it."""

import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdf import PdfReader

import mapkit
from mapkit.model.map import Map
from mapkit.paper import board_alone
from mapkit.paper.edition import Edition
from mapkit.paper.pens import drawn, usual_theme
from mapkit.paper.sheet import A4, Circle, Ink, Page, Segment, Text, extent, moved
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
    assert min(box.x for box in boxes) == pytest.approx(1.5)
    assert min(box.y for box in boxes) == pytest.approx(1.5)
    assert max(box.right for box in boxes) == pytest.approx(sheet.paper.width - 1.5, abs=0.01)
    assert max(box.bottom for box in boxes) == pytest.approx(sheet.paper.height - 1.5, abs=0.01)
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
    assert texts == [mark.text for mark in sheet.marks if isinstance(mark, Text)]
    assert sum(1 for _ in root.iter(f"{tag}circle")) == sum(isinstance(mark, Circle) for mark in sheet.marks)
    shown = [each for each in root.iter() if each.tag in (f"{tag}path", f"{tag}use") and "id" not in each.attrib]
    with_hatching = [picture.mark for picture in drawn(sheet.marks, usual_theme())]
    assert 0 < len(shown) <= sum(isinstance(mark, Stroke) for mark in with_hatching)
    known = {each.get("id") for each in root.iter(f"{tag}path")}
    assert {each.get("{http://www.w3.org/1999/xlink}href", "")[1:] for each in root.iter(f"{tag}use")} <= known


def test_lines_in_an_svg_end_where_they_were_drawn() -> None:
    """A closed shape, a line that goes on after it, and the same shape once more beside it."""
    from mapkit.paper import svg

    square = [Segment("M", (1, 1)), Segment("L", (3, 1)), Segment("L", (3, 3)), Segment("L", (1, 3)), Segment("Z")]
    shape = Stroke(Ink.SOLID, (*square, Segment("M", (4, 4)), Segment("C", (5, 4, 6, 5, 6, 7))))
    paper = replace(A4, width=20.0, height=10.0)
    text = svg.write_small(Page(paper, "map-1", (shape, moved(shape, 7, 1))), "Two").decode()
    ((strokes, name),) = re.findall(r'<path d="([^"]*)" id="(\w+)"', text)
    assert strokes == "M0 0l24 0 0 24-24 0zm36 36c12 0 24 12 24 36"
    spots = re.findall(rf'<use x="(\d+)" xlink:href="#{name}" y="(\d+)"/>', text)
    assert spots == [("12", "12"), ("96", "24")]


def test_a_line_keeps_its_bends_and_loses_what_is_straight() -> None:
    points = [(0.0, 0.0), (1.0, 0.01), (2.0, 0.0), (2.0, 1.0), (2.01, 2.0), (0.0, 0.0)]
    steps = tuple(Segment("L" if n else "M", point) for n, point in enumerate(points))
    drawn = board_alone._thinned(Stroke(Ink.WALL, steps))
    assert isinstance(drawn, Stroke)
    assert [step.points for step in drawn.steps] == [points[0], points[2], points[4], points[5]]


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
        (own,) = re.findall(r'<svg [^>]*?class="(\w+)"', picture)
        assert sum(own in other for other in pictures) == 1
        style = picture.partition("<style")[2].partition(">")[2].partition("</style>")[0].replace("<![CDATA[", "")
        selectors = re.findall(r"([^{}]+)\{[^{}]*\}", style.replace("]]>", ""))
        assert len(selectors) > 5
        for selector in map(str.strip, selectors):
            assert selector == "@font-face" or re.match(rf"\.{own}( |$)", selector), selector
        assert all(own in family for family in re.findall(r'font-family:"([^"]+)"', style))
        for path in re.findall(r"<path [^>]*id=[^>]*>", picture):
            (name,) = re.findall(r'id="([^"]+)"', path)
            assert shapes.setdefault(name, path) == path
    assert a_map("treasures").svg() == pictures[0]
