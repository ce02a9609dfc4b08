"""Pages on sheets of paper: several on a side, and booklets."""

import re
from io import BytesIO
from typing import Any

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import Destination

import mapkit
from mapkit.paper import pdf
from mapkit.paper.imposition import booklet, folded, grid_of, several_on_a_side
from mapkit.paper.press import press_of
from mapkit.paper.sheet import A4, LETTER, Ink, Page, PaperSize, Text


def numbered(count: int, paper: PaperSize) -> bytes:
    """A PDF whose pages say their numbers; each has a bookmark."""
    pages = (Page(paper, f"p-{n}", (Text(Ink.TEXT, 30, 30, 8, f"page{n}."),), f"to {n}") for n in range(1, count + 1))
    return pdf.write([*pages], "Numbers")


def sides(data: bytes) -> list[list[int]]:
    """The numbers of the pages that each side of the sheets shows, in the order in which they are drawn."""
    return [
        [int(n) for n in re.findall(r"page(\d+)\.", page.extract_text())] for page in PdfReader(BytesIO(data)).pages
    ]


def drawn(page: PageObject) -> bytes:
    """The strokes of a side."""
    found = page.get_contents()
    assert found is not None
    return found.get_data()


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize(("number", "shape"), [(2, (2, 1)), (4, (2, 2)), (6, (3, 2)), (9, (3, 3))])
def test_pages_share_a_side_in_reading_order(paper: PaperSize, number: int, shape: tuple[int, int]) -> None:
    grid = grid_of(paper, number, 8)
    assert (grid.across, grid.down) == shape
    assert {grid.width, grid.height} == set(paper.printed)
    printed = several_on_a_side(numbered(number + 1, grid.page(paper)), grid)
    assert sides(printed) == [[*range(1, number + 1)], [number + 1]]
    corners = [grid.corner(at) for at in range(number)]
    assert corners == sorted(corners, key=lambda corner: (-corner[1], corner[0])), "row by row, from the left"
    reader = PdfReader(BytesIO(printed))
    assert [reader.get_destination_page_number(each) for each in reader.outline if isinstance(each, Destination)] == [
        0
    ] * number + [1]
    assert reader.metadata is not None
    assert reader.metadata.title == "Numbers"
    assert printed == several_on_a_side(numbered(number + 1, grid.page(paper)), grid), "equal pages give equal bytes"


def test_a_booklet_is_folded_from_sheets_that_lie_in_each_other() -> None:
    grid = folded(A4, 8)
    data = numbered(7, grid.page(A4))
    assert sides(booklet(data, grid, long_edge=False)) == [[1], [2, 7], [6, 3], [4, 5]], "page 8 is blank"
    long, short = (PdfReader(BytesIO(booklet(data, grid, long_edge=edge))).pages for edge in (True, False))
    turned = [b"-1 0 0 -1" in drawn(page) for page in long]
    assert turned == [False, True, False, True], "every back is upside down"
    assert not any(b"-1 0 0 -1" in drawn(page) for page in short)


def test_sides_within_a_booklet_that_would_be_blank_are_for_notes() -> None:
    press, map_ = press_of({"booklet": "long"}), mapkit.generate("treasures", "1", preset="small")
    pages = press.pages(map_, "card")
    for number, notes in ((1, 2), (2, 1), (3, 0), (4, 0), (5, 2)):
        (data,) = press.written((pages * 5)[:number], "")
        text = "".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
        assert text.count("Notes") == notes, number


def test_tags_language_title_and_bookmarks_survive_in_the_order_of_the_pages() -> None:
    grid = folded(A4, 8)
    pages = [
        Page(
            grid.page(A4),
            f"p-{n}",
            (Text(Ink.TEXT, 9, 30, 8, f"Page {n}", True, title=True), Text(Ink.TEXT, 9, 40, 4, "word")),
            f"to {n}",
        )
        for n in range(1, 5)
    ]
    reader = PdfReader(BytesIO(booklet(pdf.write(pages, "Numbers", language="ru"), grid, long_edge=True)))
    root: Any = reader.root_object
    assert (root["/Lang"], reader.metadata.title) == ("ru", "Numbers")  # type: ignore[union-attr]
    assert [each.title for each in reader.outline] == ["to 1", "to 2", "to 3", "to 4"]  # type: ignore[union-attr]
    assert root["/MarkInfo"]["/Marked"]
    tree = root["/StructTreeRoot"]
    sections = tree["/K"]["/K"]
    assert len(sections) == 4
    for number, (section, side) in enumerate(zip(sections, (0, 1, 1, 0), strict=True)):
        parts = [part.get_object() for part in section.get_object()["/K"]]
        assert [part["/S"] for part in parts] == ["/H1", "/P"]
        for mark, part in enumerate(parts):
            within = part["/K"]
            assert (within["/Type"], within["/MCID"]) == ("/MCR", mark)
            assert within["/Pg"].get_object() == reader.pages[side]
            form = within["/Stm"].get_object()
            assert form["/StructParents"] == number
            assert f"<</MCID {mark}>> BDC".encode() in form.get_data()
        assert tree["/ParentTree"]["/Nums"][2 * number + 1] == section.get_object()["/K"]


def test_a_booklet_has_the_margin_that_is_asked_for() -> None:
    assert press_of({"booklet": "long", "margin": 20}).grid == folded(A4, 20)


def test_a_sheet_is_printed_as_a_booklet() -> None:
    map_ = mapkit.generate("treasures", "a", preset="small")
    pages = PdfReader(BytesIO(map_.print("player", booklet="short")[0])).pages
    assert len(pages) % 2 == 0
    assert pages[0].mediabox.width > pages[0].mediabox.height
