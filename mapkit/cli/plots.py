"""The option `--plot` of `simulate` and `solve`: what was counted or measured, as one picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mapkit.cli.shell import file_place, say_on_stderr
from mapkit.files import printable_name, replace, write_new
from mapkit.game import Map
from mapkit.grid import Border, outer_borders
from mapkit.printing.options import FORMATS
from mapkit.settings import BadSetting

if TYPE_CHECKING:
    from mapkit.pages.plots import CellPlot, Chart, PlainBoard

Plot = Annotated[
    str | None,
    typer.Option("--plot", metavar="FILE", help="Draw what is found, too: a file that ends in .pdf, .svg or .png."),
]
"""The option of both commands."""


class Plotted(NamedTuple):
    """What is drawn on the page."""

    title: str
    """The title at the head of the page."""
    kind: str
    """What the page shows, below the title."""
    charts: Sequence[tuple[str, Chart]]
    """Charts with their headings."""
    board: PlainBoard
    """The board."""
    numbers: Sequence[CellPlot]
    """The numbers on the board; it is drawn once for each of them."""
    secret: bool
    """Whether it shows what players may not know."""


def plot_place(name: str | None) -> Path | None:
    """The file that --plot names; raises BadSetting for another ending, and FileTrouble where none can be written."""
    if name is None:
        return None
    ending = Path(name).suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        found = f"ends in .{ending}" if ending else "has no ending"
        raise BadSetting(f"--plot {printable_name(name)} {found}; name a file that ends in .pdf, .svg or .png")
    return Path(file_place(name))


def write_plot(path: Path, plotted: Plotted, force: bool) -> None:
    """Draw the page into a file, and say its name on stderr, so that stdout stays as it is."""
    from mapkit.language import Edition
    from mapkit.pages.plots import plot_page
    from mapkit.printing.press import Press
    from mapkit.sheet import A4

    edition = Edition(A4)
    badge = str(edition.words["secret"]) if plotted.secret else ""
    pages = plot_page(plotted.title, plotted.kind, badge, plotted.charts, plotted.board, plotted.numbers, edition)
    (data,) = Press(path.suffix.lower().removeprefix("."), edition).written(pages, plotted.title)
    (replace if force else write_new)(path, data)
    say_on_stderr(f"the plot is in {printable_name(str(path))}")


def plain_board(map: Map[Any], known: bool) -> PlainBoard:
    """The board of a map as numbers are drawn on it; empty where the map is not `known`."""
    from mapkit.pages.plots import PlainBoard

    grid = map.params.grid
    outer = set(outer_borders(grid))
    if not known:
        return PlainBoard(grid, outer)
    legend = map.game.design.legend(map.params)
    signs = {mark: glyph for glyph, mark in reversed([*legend.marks.items()])}
    solid, plain = legend.marks.get(_SOLID), legend.marks.get(_PLAIN)
    gaps = {fact.place for fact in map.facts if legend.gap and fact.mark == legend.gap}
    walls: set[Border] = {fact.place for fact in map.facts if isinstance(fact.place, Border) and fact.mark == "wall"}
    return PlainBoard(
        grid,
        sorted((outer - gaps) | walls),
        {cell for cell, mark in map.kinds.items() if mark == solid},
        {cell: signs[mark] for cell, mark in map.kinds.items() if mark not in (solid, plain)},
    )


_SOLID, _PLAIN = "#", "."
"""The signs of cells in drawings that nobody enters, and of cells with nothing in them."""
