"""The command `compare`: a map that a player drew, beside the secret map of the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from mapkit.cli.commands import command
from mapkit.cli.inputs import read_document
from mapkit.cli.languages import in_words
from mapkit.cli.options import FileName
from mapkit.cli.plots import PlotFile, PlotOptions
from mapkit.cli.streams import say_on_stderr, tell
from mapkit.games import maps
from mapkit.model.files import printable_name
from mapkit.model.grid import Border, Square, cell_of, spell
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, message
from mapkit.model.settings import BadSetting
from mapkit.study.comparison import Comparison, bearing, compared, written_signs

_PHOTOS = (".jpg", ".jpeg", ".png", ".heic", ".heif")
_NAMED = 12
"""The most places that are named; of more, the number is told."""


@command("compare")
def compare(
    *,
    name: FileName,
    drawn: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="The player's map: a map file, or photos of a drawing sheet.")
    ],
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="With --plot: whose map it is, for the head of the sheet.")
    ] = "",
    plot: PlotOptions,
) -> None:
    """What a player had right, wrong and not found, in a map drawn during a game."""
    if player and plot.plot is None:
        raise BadSetting(message("--player: for a plot, and there is none; name its file with --plot"))
    drawing, true = plot.file(), read_document(name).map
    if Path(drawn[0]).suffix.lower() in _PHOTOS:
        from mapkit.cli.read import photos_read
        from mapkit.photos.sheet import place_name

        reading = photos_read(drawn)
        if reading.doubts:
            places = names(map(place_name, reading.doubts))
            say_on_stderr(message("not sure in the photo, and taken as what is most likely: {places}", places))
        theirs = reading.likeliest
    elif len(drawn) > 1:
        raise BadSetting(message("compare takes one map file of a player, or photos of the pages of one map"))
    else:
        theirs = read_document(drawn[0]).map
    theirs = maps.named_as(theirs, true)
    if (true.game.name, true.params.grid) != (theirs.game.name, theirs.params.grid):
        boards = (Name(f"{map_.game.name}-{map_.params.grid}") for map_ in (theirs, true))
        why = message("the player's map is of {board}, and the other one of {other}; take two of one board", *boards)
        raise BadSetting(why)
    found = tuple(compared(true, theirs))
    if drawing:
        _draw(drawing, true, theirs, found, player)
    for comparison in found:
        tell(_score(comparison))
        for what, amiss in ((message("not found"), comparison.missing), (message("wrong"), comparison.wrong)):
            if amiss:
                order = {cell: at for at, cell in enumerate(true.params.grid.cells())}
                listed = sorted(amiss, key=lambda place: (order.get(cell_of(place), len(order)), str(place)))
                named = joined([spell(true.params.grid, place) for place in listed[:_NAMED]])
                more = [Name(f"+{len(listed) - _NAMED}")] if len(listed) > _NAMED else []
                tell(message("  {message}: {cells}", what, joined([named, *more], " ")))


def _score(found: Comparison) -> Message:
    return message("{thing}: {right} of {all} right", found.kind, found.right, found.there)


def _draw(drawing: PlotFile, true: Map[Any], theirs: Map[Any], found: Sequence[Comparison], player: str) -> None:
    """Write the map and beside it the player's map, as far as it is right, into the file; raises BadSetting."""
    from mapkit.paper.moments import KnownBoard, known_pages

    grid, gap = true.params.grid, true.game.design.legend(true.params).gap
    if not isinstance(grid, Square):
        raise BadSetting(message("--plot: this sheet is for boards of squares; leave it out, and read the answer here"))
    if true.game.design.board.by_hand:
        why = message(
            "--plot: this sheet is for games whose files draw the board; leave it out, and read the answer here"
        )
        raise BadSetting(why)
    signs, drawn = written_signs(true), written_signs(theirs)
    walls, exits = bearing(true, "wall"), bearing(true, gap) if gap else {}
    right = [line for line in (*walls, *exits) if _bears(theirs, line) == _bears(true, line)]
    amiss = [place for each in found for place in (*each.missing, *each.wrong) if isinstance(place, Border)]
    score = in_words(joined([*map(_score, found)], "; "))
    boards = []
    for floor in range(1, grid.floors + 1):
        on = f" {floor}" if grid.floors > 1 else ""
        every = {cell: signs.get(cell, "") for cell in grid.cells()}
        seen = {cell: sign for cell, sign in every.items() if drawn.get(cell, "") == sign}
        boards += [
            KnownBoard(in_words(message("the map")) + on, every, [*walls], [*exits], (), {}, floor),
            KnownBoard(
                f"{in_words(message('as it was drawn'))}{on} ({score})", seen,
                [line for line in right if line in walls], [line for line in right if line in exits], amiss, {}, floor,
            ),
        ]  # fmt: skip
    title = drawing.press.title_of(true)
    whose = in_words(message("The map of {name}", printable_name(player)) if player else message("A player's map"))
    key = in_words(message("Grey cells and dotted borders were not found, or drawn wrongly."))
    pages = known_pages(title, whose, key, grid, boards, drawing.press.wanted)
    drawing.keep(pages, title)


def _bears(map_: Map[Any], line: Border) -> frozenset[str]:
    return frozenset(fact.mark for fact in map_.facts if fact.place == line)
