"""The layers of a picture, for a program in which people change it: grid, walls, terrain, things, text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import floor

from mapkit.paper.pens import PenMark
from mapkit.paper.sheet import Box, Ink, Path, Text, extent

_GRID = (Ink.GRID, Ink.TILE, Ink.TORN, Ink.BLANK, Ink.GRAPH, Ink.EDGE, Ink.PALE_LINE)
_WALLS = (Ink.OUTER_WALL, Ink.WALL, Ink.WHITE_BAR, Ink.HATCH, Ink.GREY_TINT, Ink.PANE, Ink.BAR, Ink.GREY_SHAPE)
_TERRAIN = (Ink.BLUE_TINT, Ink.BLUE_LINE, Ink.FINE_BLUE_LINE, Ink.GREEN_TINT, Ink.GREEN_LINE, Ink.CREAM_TINT, Ink.GREY)
_PAGE = (Ink.CUT, Ink.FOLD, Ink.HEAVY_RULE, Ink.RULE, Ink.HAIRLINE, Ink.PANEL, Ink.BOX)
_LAYERS = {
    ink: layer
    for layer, inks in {"grid": _GRID, "walls": _WALLS, "terrain": _TERRAIN, "page": _PAGE}.items()
    for ink in inks
}
"""The layer of each ink; all others draw the things on a map."""
_BLOCK = 15.0
"""The side of the blocks of a page, in mm, in which marks that may lie above each other are looked for."""


def layers(marks: Iterable[PenMark], things: str) -> Iterator[tuple[str, list[PenMark]]]:
    """The marks in layers, lowest first; `things` is the name of the layer of things.

    A mark goes into the last layer of its name, unless something between the two may lie below it: nothing is covered
    that was not covered before. So a name may come more than once.
    """
    found: list[_Layer] = []
    for each in marks:
        name = "text" if isinstance(each.mark, Text) else _LAYERS.get(each.mark.ink, things)
        boxes = tuple(_boxes(each))
        layer = _last(found, name, boxes)
        if layer is None:
            found.append(layer := _Layer(name))
        layer.add(each, boxes)
    yield from ((layer.name, layer.marks) for layer in found)


def _last(found: Sequence[_Layer], name: str, boxes: Sequence[Box]) -> _Layer | None:
    """The last layer of a name, if a mark that fills these boxes may go there; None where it may not."""
    for layer in reversed(found):
        if layer.name == name:
            return layer
        if any(map(layer.may_lie_below, boxes)):
            return None
    return None


class _Layer:
    def __init__(self, name: str) -> None:
        self.name = name
        self.marks: list[PenMark] = []
        self._boxes: dict[tuple[int, int], list[Box]] = {}

    def add(self, drawn: PenMark, boxes: Iterable[Box]) -> None:
        """Add a mark, which fills these boxes, above the others."""
        self.marks.append(drawn)
        for box in boxes:
            for block in _blocks(box):
                self._boxes.setdefault(block, []).append(box)

    def may_lie_below(self, box: Box) -> bool:
        """Whether a mark of this layer meets a box."""
        return any(box.meets(other) for block in _blocks(box) for other in self._boxes.get(block, ()))


def _boxes(drawn: PenMark) -> Iterator[Box]:
    """Boxes that a mark lies in: one for each stroke of a line, one for a shape that is filled."""
    mark, wide = drawn.mark, drawn.pen.line / 2
    if not isinstance(mark, Path) or drawn.pen.fill is not None:
        yield extent(mark).inset(-wide)
        return
    first = at = mark.steps[0].points
    for verb, points in mark.steps:
        stroke = (*at, *(points or first))
        if verb == "M":
            first = points
        else:
            yield Box.between(*zip(stroke[::2], stroke[1::2], strict=True)).inset(-wide)
        at = stroke[-2:]


def _blocks(box: Box) -> Iterator[tuple[int, int]]:
    for x in range(floor(box.x / _BLOCK), floor(box.right / _BLOCK) + 1):
        for y in range(floor(box.y / _BLOCK), floor(box.bottom / _BLOCK) + 1):
            yield x, y
