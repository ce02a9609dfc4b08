"""The command `know`: what follows from what was heard in a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from mapkit.cli.commands import command
from mapkit.cli.inputs import open_to_look
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import AsJson
from mapkit.cli.plots import PlotOptions
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import say_json, tell
from mapkit.knowledge.deduction import Knowledge, Verdict
from mapkit.knowledge.drawing import finest, not_used
from mapkit.knowledge.shares import Chances, NoChances, Share
from mapkit.model.files import printable_name
from mapkit.model.grid import spell
from mapkit.model.message import Name, joined, message, sentences
from mapkit.model.settings import BadSetting
from mapkit.paper.moments import known_pages
from mapkit.table.ears import ears
from mapkit.table.knowledge import KnowledgeMoment, board, chance_lines, lines, moments


@command("know")
def know(
    *,
    name: Annotated[str, typer.Argument(metavar="ID|LOG", help="A saved game by its id, or a log.")],
    player: Annotated[
        str, typer.Option(metavar="NAME", help="What this player knows, where answers are private.")
    ] = "",
    turn: Annotated[int | None, typer.Option(min=0, metavar="N", help="After this turn; else after the last.")] = None,
    every: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="With --plot: a board after every N turns, for a booklet.")
    ] = None,
    chances: Annotated[
        bool,
        typer.Option("--chances", help="How likely everything is that is open, by sampling; this takes some seconds."),
    ] = False,
    plot: PlotOptions,
    as_json: AsJson = False,
) -> None:
    """What everybody can know of the map in a game: what is certain, what is excluded, and what is open."""
    if every is not None and plot.plot is None:
        raise BadSetting(message("--every: for a plot, and there is none; name its file with --plot"))
    drawing, match = plot.file(), open_to_look(name)
    heard = ears(match, player)
    with Stoppable():
        *earlier, (moment, known) = moments(heard, answer_language(), turn, every)
        found = None
        if chances:
            from mapkit.knowledge.chances import chances as counted  # it loads numpy

            found = counted(moment.listener, known)
    if drawing:
        floors, shown = range(1, moment.params.grid.floors + 1), (*earlier, (moment, known))
        boards = [board(*each, heard, floor, answer_language()) for each in shown for floor in floors]
        whose = message("What {name} knew", Name(heard.player)) if heard.player else message("What everybody knew")
        key = message(
            "Grey cells and dotted borders were not known. Letters in a corner: a player is there, or perhaps if grey."
        )
        asked = known.asked
        signs = [message("{name} = {thing}", Name(asked.glyphs[kind]), asked.words[kind]) for kind in asked.kinds]
        meant = message("{things}.", joined(signs))
        title, below = drawing.press.title_of(heard.match.map), in_words(sentences(key, meant, not_used(known.unused)))
        pages = known_pages(title, in_words(whose), below, moment.params.grid, boards, drawing.press.wanted)
        drawing.keep(pages, title)
    if as_json:
        say_json({**_data(name, moment, known, heard.turns), **_chance_data(moment.params.grid, found)})
        return
    for line in (*lines(moment, known, heard), *(chance_lines(moment, known, found) if found else ())):
        tell(line)


def _data(name: str, moment: KnowledgeMoment, known: Knowledge, turns: int) -> dict[str, Any]:
    grid = moment.params.grid
    borders: dict[str, dict[str, list[str]]] = {mark: {} for mark in known.asked.borders}
    for fact, verdict in known.facts.items():
        if fact.mark in borders:
            borders[fact.mark].setdefault(verdict.value, []).append(spell(grid, fact.place))
    return {
        "file": printable_name(name),
        "turn": moment.over,
        "turns": turns,
        "cells": {cell: [kind] if (kind := finest(known, cell)) else known.kinds(cell) for cell in grid.cells()},
        "borders": borders,
        "players": {who: known.cells_of(who) for who in known.places},
        "fragments": [
            {
                "player": fragment.who,
                "since": fragment.begun,
                "here": fragment.here,
                "first_cell": fragment.places,
                "certain": [  # by distances east, north and up from its first cell
                    {"away": trait.away, "side": trait.side, "is": trait.mark}
                    for trait, verdict in fragment.traits.items()
                    if verdict is Verdict.CERTAIN
                ],
            }
            for fragment in known.fragments
        ],
        "undecided": known.undecided,
        "unused": known.unused,
    }


def _chance_data(grid: Any, found: Chances | NoChances | None) -> dict[str, Any]:
    if found is None:
        return {}
    if isinstance(found, NoChances):
        return {"no_chances": found.name.lower()}
    cells: dict[str, dict[str, Any]] = {}
    borders: dict[str, dict[str, Any]] = {}
    for fact, share in found.facts.items():
        of = cells.setdefault(fact.place, {}) if isinstance(fact.place, str) else borders.setdefault(fact.mark, {})
        of[fact.mark if isinstance(fact.place, str) else spell(grid, fact.place)] = _share_data(share)
    players = {who: {cell: _share_data(each) for cell, each in at.items()} for who, at in found.places.items()}
    return {"chances": {"samples": found.samples, "cells": cells, "borders": borders, "players": players}}


def _share_data(share: Share) -> dict[str, float]:
    return {name: round(value, 5) for name, value in share._asdict().items()}
