"""The command `solve`, which finds shortest ways to win."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from mapkit.cli import corpora
from mapkit.cli.commands import FileCommand, command, report_failure
from mapkit.cli.inputs import is_faulty, read_document
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import AsJson, FileName
from mapkit.cli.plots import PlotFile, PlotOptions, plain_board
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import BREAKS_RULES, NO_MAP, say, say_json, tell
from mapkit.games import maps
from mapkit.language.catalogue import ENGLISH
from mapkit.language.directives import cell_name
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.analysis import MOST_PLIES, Ask, CellNumbers, Route
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.grid import Cell, ends
from mapkit.model.letters import in_lines, refused_word
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, lines_of, message, plural
from mapkit.solve import legality

WIDTH = 100


@dataclass(frozen=True)
class RouteOptions:
    """The options for what is asked of a map."""

    starts: Annotated[
        list[str] | None, typer.Option("--from", metavar="CELL", help="The way from there; may be given many times.")
    ] = None
    plies: Annotated[
        int | None,
        typer.Option(
            "--plies",
            min=1,
            max=MOST_PLIES,
            metavar="N",
            help="How far to look ahead, in a game of moves against moves.",
        ),
    ] = None
    known: Annotated[
        bool, typer.Option("--known", help="Also how soon players know where they are; takes up to a minute.")
    ] = False

    def answer(self, read: Document, as_json: bool, say_data: Callable[[object], None] = say_json) -> int:
        """Say the answer for a map; returns the exit code."""
        typed = Ask(tuple(self.starts or ()), self.plies)
        study = maps.study_for(read.map.game, typed, {"starts": "--from", "plies": "--plies"})
        asked = self.cells(read.map)
        so = message("not solved because of the faults above; `mapkit repair` repairs them")
        if is_faulty(read, legality.check(read.map), so):
            return BREAKS_RULES
        language = ENGLISH if as_json else answer_language()
        found = study.analyse(read.map, Ask(asked, self.plies))
        if self.known:
            from mapkit.study.whereabouts import measures  # few ask for it, and it takes a while to load

            with Stoppable():
                found = found._replace(measures={**found.measures, **measures(read.map)})
        stuck = [cell for cell in asked if cell not in {route.start for route in found.routes or ()}]
        if as_json:
            answer = found.to_json()
            ways = {"routes": answer.pop("routes"), "no_way_from": stuck} if found.routes is not None else {}
            say_data({"file": read.name, "game": read.map.game.name, **ways, **answer})
        else:
            spoken: Callable[[str], str] = str
            if (language != ENGLISH or read.map.theme) and read.map.game.table is not None:
                from mapkit.table.voice import phrases_of  # plain English needs none

                spoken = phrases_of(read.map, language).word
            for route in found.routes or ():
                say("\n".join(in_lines(in_words(_sentence(route, spoken)), WIDTH, "  ")))
            for cell in stuck:
                tell(message("from {cell}: there is no way to win by moves alone", Name(cell)))
            if found.routes == () and not stuck:
                tell(message("there is no way to win by moves alone, from whatever start"))
            for measure in found.measures.values():
                words = "\n".join(map(in_words, lines_of(measure.in_words)))
                label = in_words(measure.label)
                say(f"{label}:\n{words}" if "\n" in words else f"{label}: {words}")
        return NO_MAP if stuck or found.routes == () else 0

    def cells(self, map_: Map[Any]) -> tuple[Cell, ...]:
        grid = map_.params.grid
        cells = grid.cells()
        named = [cell_name(word.strip(), grid) for word in self.starts or ()]
        wrong = [word for word, cell in zip(self.starts or (), named, strict=True) if cell not in cells]
        found = [(refused_word(word), *ends(grid)) for word in wrong]
        refuse_all([message("--from {found} is not a cell of this board, {cell} to {cell2}", *each) for each in found])
        return tuple(dict.fromkeys(named))


@command("solve", FileCommand)
def solve(*, name: FileName, asked: RouteOptions, plot: PlotOptions, as_json: AsJson = False) -> None:
    """Shortest ways to win, and what else was measured on a map; for its game master."""
    if corpora.holds_many(name):
        if plot.plot is not None:
            raise BadSetting(message("--plot draws one map; give it one in place of a corpus"))
        worst = 0
        for read in corpora.documents(name):
            if isinstance(read, UnreadableMap):
                code = report_failure(read)
            else:
                if not as_json:
                    say(f"{read.name}:")
                code = asked.answer(read, as_json, lambda data: say(json.dumps(data, ensure_ascii=False)))
            worst = max(worst, code)
        raise typer.Exit(worst)
    drawing, read = plot.file(), read_document(name)
    code = asked.answer(read, as_json)
    if drawing and code != BREAKS_RULES:
        ask = Ask(asked.cells(read.map), asked.plies)
        _draw(drawing, read.map, maps.study_for(read.map.game, ask).by_cell(read.map, ask))
    raise typer.Exit(code)


def _sentence(route: Route, spoken: Callable[[str], str]) -> Message:
    """A route in words: `from d2, 9 turns: right, right, up (treasure at e4), ...`."""
    finds = dict(route.finds)
    start: Message | Name = Name(route.start)
    if route.start in finds:
        start = message("{cell} ({thing})", start, finds.pop(route.start))
    steps = list[Message | Name]()
    for words, cell in zip(route.words, route.cells, strict=True):
        step, place = Name(spoken(words)), Name(cell)
        steps.append(message("{name} ({thing} at {cell})", step, finds.pop(cell), place) if cell in finds else step)
    head = plural("from {cell}, {number} turn", "from {cell}, {number} turns", len(route.words), start)
    return message("{message}: {names}", head, joined(steps))


def _draw(drawing: PlotFile, map_: Map[Any], found: Sequence[CellNumbers]) -> None:
    """Draw what was measured cell by cell; raises BadSetting where nothing was."""
    from mapkit.paper.plots import CellPlot

    numbers = [
        CellPlot(in_words(each.label), each.numbers, (lambda n: f"{100 * n:.1f}") if each.is_share else "{:g}".format)
        for each in found
        if each.numbers
    ]
    if not numbers:
        of = Name(map_.game.name)
        why = message("--plot: nothing was measured cell by cell on this map of {name}; leave --plot out", of)
        raise BadSetting(why)
    kind = in_words(joined([message("What was measured"), *([map_.game.title] if map_.title else [])], " · "))
    drawing.write(drawing.press.title_of(map_), kind, (), plain_board(map_, known=True), numbers, secret=True)
