"""The option `--plot`: what was counted or measured, as one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import Force
from mapkit.cli.outputs import file_place
from mapkit.cli.streams import say_on_stderr
from mapkit.model.files import printable_name, replace, write_new
from mapkit.model.grid import Border, outer_borders
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import Name, clauses, message
from mapkit.model.settings import BadSetting
from mapkit.paper.options import FORMATS, OPTIONS, PrintOptions

if TYPE_CHECKING:
    from mapkit.paper.plots import CellPlot, PlainBoard, PlotChart
    from mapkit.paper.press import Press
    from mapkit.paper.sheet import Page


class PlotFile(NamedTuple):
    """Where a plot is written, and how."""

    path: Path
    press: Press
    force: bool

    def write(
        self,
        title: str,
        kind: str,
        charts: Sequence[PlotChart],
        board: PlainBoard,
        numbers: Sequence[CellPlot] = (),
        *,
        secret: bool = False,
    ) -> None:
        """Draw a page into the file, and say its name on stderr, so that stdout stays as it is.

        The `kind` below the title says what the page shows. The board is drawn once for each of the `numbers`. A page
        is `secret` where it shows what players may not know.
        """
        from mapkit.paper.plots import plot_page

        badge = str(self.press.wanted.words["secret"]) if secret else ""
        self.keep(plot_page(title, kind, badge, charts, board, numbers, self.press.wanted), title)

    def keep(self, pages: Sequence[Page], title: str) -> None:
        """Write pages into the file, and say its name on stderr; raises BadSetting where several are no PDF."""
        written = self.press.written(pages, title)
        if len(written) > 1:
            why = message("--plot: there are {number} pages; name a file that ends in .pdf for them", len(written))
            raise BadSetting(why)
        (replace if self.force else write_new)(self.path, written[0])
        say_on_stderr(message("the plot is in {file}", printable_name(str(self.path))))


@dataclass(frozen=True, kw_only=True)
class PlotOptions:
    """The options for a plot of what is found."""

    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", help="Draw what is found, too: a file that ends in .pdf, .svg or .png."),
    ] = None
    printing: Annotated[PrintOptions, tuple(each for each in OPTIONS if each.name in ("paper", "ink", "theme", "dpi"))]
    force: Force = False

    def file(self) -> PlotFile | None:
        """The file that --plot names, as it is to be printed.

        Raises BadSetting for another ending, for options that are wrong and for options without a plot, and FileTrouble
        where no such file can be written.
        """
        if self.plot is None:
            if self.printing:
                typed = names(f"--{name}" for name in self.printing)
                raise BadSetting(message("{options}: for a plot, and there is none; name its file with --plot", typed))
            return None
        ending, shown = Path(self.plot).suffix.lower().removeprefix("."), printable_name(self.plot)
        if ending not in FORMATS:
            found = message("--plot {file} has no ending", shown)
            if ending:
                found = message("--plot {file} ends in {name}", shown, Name(f".{ending[:20]}"))
            raise BadSetting(clauses(found, message("name a file that ends in .pdf, .svg or .png")))
        from mapkit.paper.press import press_of

        given = {**self.printing, "format": ending, "language": answer_language()}
        return PlotFile(Path(file_place(self.plot)), press_of(given), self.force)


def plain_board(map_: Map[Any], known: bool) -> PlainBoard:
    """The board of a map as numbers are drawn on it; empty where the map is not `known`."""
    from mapkit.paper.hand_signs import called
    from mapkit.paper.plots import PlainBoard

    grid = map_.params.grid
    outer = set(outer_borders(grid))
    if not known:
        return PlainBoard(grid, outer)
    legend = map_.game.design.legend(map_.params)
    signs = {mark: glyph for glyph, mark in reversed([*legend.marks.items()])}
    solid, plain = legend.marks.get(_SOLID), legend.marks.get(_PLAIN)
    gaps = {fact.place for fact in map_.facts if legend.gap and fact.mark == legend.gap}
    walls: set[Border] = {fact.place for fact in map_.facts if isinstance(fact.place, Border) and fact.mark == "wall"}
    return PlainBoard(
        grid,
        sorted((outer - gaps) | walls),
        {cell for cell, mark in map_.kinds.items() if mark == solid},
        {cell: signs[mark] for cell, mark in map_.kinds.items() if mark not in (solid, plain)},
        {sign: in_words(called(legend, sign)) for sign in signs.values()},
    )


_SOLID, _PLAIN = "#", "."
"""The signs of cells in drawings that nobody enters, and of cells with nothing in them."""
