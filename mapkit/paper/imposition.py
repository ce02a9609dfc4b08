"""Pages of a PDF on sheets of paper: several on a side, or folded to a booklet. pypdf reads and writes the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import product
from typing import Any, NamedTuple

from mapkit.paper.sheet import PaperSize

_POINTS = 72 / 25.4
_CELL_MARGIN = 4.0
"""The margin of a page that shares its side with others, in mm; as much again is white around all of them."""


class PageGrid(NamedTuple):
    """How pages stand on a side of a sheet, whose measures are in mm."""

    across: int
    down: int
    width: float
    height: float
    edge: float
    """What stays white around all of them, in mm."""

    @property
    def pages(self) -> int:
        return self.across * self.down

    def page(self, paper: PaperSize) -> PaperSize:
        """The paper that one of the pages is laid out for."""
        wide, high = self.page_size
        return PaperSize(paper.name, wide, high, paper.square).with_margin(_CELL_MARGIN)

    @property
    def page_size(self) -> tuple[float, float]:
        """The width and the height of a page on the side, in mm."""
        return (self.width - 2 * self.edge) / self.across, (self.height - 2 * self.edge) / self.down

    def corner(self, number: int) -> tuple[float, float]:
        """The lower left corner of a place, from the lower left of the sheet in mm; places count in reading order."""
        wide, high = self.page_size
        row, column = divmod(number, self.across)
        return self.edge + column * wide, self.height - self.edge - (row + 1) * high


def grid_of(paper: PaperSize, pages: int, margin: float) -> PageGrid:
    """How so many pages stand on a side of the paper, so that they are as large as they can be."""
    wide, high = paper.printed
    grids = (
        PageGrid(across, pages // across, *lies, margin - _CELL_MARGIN)
        for across, lies in product(range(1, pages + 1), ((wide, high), (high, wide)))
        if pages % across == 0
    )
    return min(grids, key=lambda grid: grid.page(paper).reduced)


def folded(paper: PaperSize, margin: float) -> PageGrid:
    wide, high = paper.printed
    return PageGrid(2, 1, high, wide, margin - _CELL_MARGIN)


def several_on_a_side(data: bytes, grid: PageGrid) -> bytes:
    """The pages of a PDF in reading order, several on a side."""
    reader = _read(data)
    count = len(reader.pages)
    sides = [
        [(page, page - first) for page in range(first, min(first + grid.pages, count))]
        for first in range(0, count, grid.pages)
    ]
    return _imposed(reader, grid, sides)


def booklet(data: bytes, grid: PageGrid, *, long_edge: bool) -> bytes:
    """The pages of a PDF on sheets that are printed on both sides, laid into each other, folded and stapled.

    With `long_edge` every second side is upside down, for printers that turn the paper over its long edge.
    """
    reader = _read(data)
    count = len(reader.pages)
    whole = -(-count // 4) * 4  # from the outermost sheet inwards, front and back; some pages are past the end
    pairs = [
        pair
        for first in range(0, whole // 2, 2)
        for pair in ((whole - 1 - first, first), (first + 1, whole - 2 - first))
    ]
    sides = [[(page, at) for at, page in enumerate(pair) if page < count] for pair in pairs]
    return _imposed(reader, grid, sides, upside_down=range(1, len(sides), 2) if long_edge else ())


def _read(data: bytes) -> Any:
    from pypdf import PdfReader

    return PdfReader(BytesIO(data))


def _imposed(
    reader: Any, grid: PageGrid, sides: Sequence[Sequence[tuple[int, int]]], upside_down: Sequence[int] = ()
) -> bytes:
    """The sides of the sheets, each with its pages and their places, as a PDF; its bookmarks lead to the sides.

    A page becomes a form that its side shows. (To merge the strokes of pages takes pypdf sixty times as long.)
    """
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, StreamObject

    writer = PdfWriter()
    half_turn = f"-1 0 0 -1 {grid.width * _POINTS:.3f} {grid.height * _POINTS:.3f} cm"
    shown: dict[int, tuple[Any, Any]] = {}
    for number, side in enumerate(sides):
        page = writer.add_blank_page(grid.width * _POINTS, grid.height * _POINTS)
        forms, strokes = DictionaryObject(), [half_turn] if number in upside_down else []
        for which, at in side:
            copied, form, name = reader.pages[which], DecodedStreamObject(), f"/P{at}"
            contents = copied.get_contents()
            form.set_data(contents.get_data() if contents is not None else b"")
            form[_name("/Type")], form[_name("/Subtype")] = _name("/XObject"), _name("/Form")
            form[_name("/BBox")] = copied.mediabox
            form[_name("/Resources")] = copied["/Resources"].clone(writer)
            forms[_name(name)] = writer._add_object(form.flate_encode())
            shown[which] = forms.raw_get(name), page.indirect_reference
            (x, y), (wide, high) = grid.corner(at), grid.page_size
            matrix = f"1 0 0 1 {x * _POINTS:.3f} {y * _POINTS:.3f}"
            if (copied.mediabox.width > copied.mediabox.height) != (wide > high):  # it is turned by a quarter
                matrix = f"0 1 -1 0 {(x + wide) * _POINTS:.3f} {y * _POINTS:.3f}"
            strokes.append(f"q {matrix} cm {name} Do Q")
        page[_name("/Resources")] = DictionaryObject({_name("/XObject"): forms})
        drawn = StreamObject()
        drawn.set_data("\n".join(strokes).encode())
        page[_name("/Contents")] = writer._add_object(drawn)
    shown_on = {which: number for number, side in enumerate(sides) for which, _ in side}
    _copy_bookmarks(reader, writer, reader.outline, shown_on, None)
    _copy_tags(reader, writer, shown)
    writer.add_metadata({key: str(value) for key, value in (reader.metadata or {}).items()})
    for key in ("/ViewerPreferences", "/Lang"):
        if key in reader.root_object:
            writer.root_object[_name(key)] = reader.root_object[key].clone(writer)
    writer.compress_identical_objects()  # what is there twice, such as a font, is written once
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def _copy_bookmarks(reader: Any, writer: Any, outline: Sequence[Any], shown_on: Mapping[int, int], parent: Any) -> None:
    """Copy bookmarks and those below them; each leads to the side that shows its page."""
    last = parent
    for entry in outline:
        if isinstance(entry, list):
            _copy_bookmarks(reader, writer, entry, shown_on, last)
        else:
            side = shown_on[reader.get_destination_page_number(entry)]
            last = writer.add_outline_item(title=entry.title, page_number=side, parent=parent)


def _copy_tags(reader: Any, writer: Any, shown: Mapping[int, tuple[Any, Any]]) -> None:
    """Copy what is a heading and what is text. A part of a page is now a part of its form, on the side that shows it.

    The order stays that of the pages, also in a booklet.
    """
    from pypdf.generic import ArrayObject

    if "/StructTreeRoot" not in reader.root_object:
        return
    root = _dictionary({"/Type": "/StructTreeRoot"})
    document = _dictionary({"/Type": "/StructElem", "/S": "/Document", "/P": writer._add_object(root)})
    above, sections, numbers = writer._add_object(document), ArrayObject(), ArrayObject()
    found = reader.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    for number, parts in zip(found[::2], found[1::2], strict=True):
        form, side = shown[number]
        form.get_object()[_name("/StructParents")] = number
        section, copies = _dictionary({"/Type": "/StructElem", "/S": "/Sect", "/P": above}), ArrayObject()
        sections.append(writer._add_object(section))
        for part in (each.get_object() for each in parts):
            there = _dictionary({"/Type": "/MCR", "/Pg": side, "/Stm": form, "/MCID": part["/K"]})
            copy = {"/Type": "/StructElem", "/S": part["/S"], "/P": sections[-1], "/K": there}
            copies.append(writer._add_object(_dictionary(copy)))
        section[_name("/K")] = copies
        numbers += [number, copies]
        reader.resolved_objects.clear()  # a large book has the parts of one page in memory twice, and not of all
    document[_name("/K")] = sections
    root[_name("/K")] = above
    root[_name("/ParentTree")] = _dictionary({"/Nums": numbers})
    writer.root_object[_name("/StructTreeRoot")] = root.indirect_reference
    writer.root_object[_name("/MarkInfo")] = reader.root_object["/MarkInfo"].clone(writer)


def _dictionary(items: Mapping[str, Any]) -> Any:
    """A dictionary of a PDF; texts in it are names."""
    from pypdf.generic import DictionaryObject

    names = ((_name(key), _name(value) if isinstance(value, str) else value) for key, value in items.items())
    return DictionaryObject(names)


@cache
def _name(word: str) -> Any:
    """A name in a PDF; each is in memory once."""
    from pypdf.generic import NameObject

    return NameObject(word)
