"""The command that finds the way: solve."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import Annotated, Any

import typer

from mapkit import maps
from mapkit.cli.shell import (
    BREAKS_RULES,
    NO_MAP,
    AsJson,
    FileName,
    app,
    read_document,
    say,
    say_json,
    talk,
    tell_faults,
)
from mapkit.document import Document
from mapkit.game import BadSetting, Map, Measure, Route
from mapkit.games import GAMES
from mapkit.grid import Cell, natural
from mapkit.rule import many

WIDTH = 100


@app.command()
def solve(
    name: FileName,
    starts: Annotated[
        list[str] | None, typer.Option("--from", metavar="CELL", help="The way from there; may be given many times.")
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option("--plies", min=1, max=15, help="How far to look ahead, in a game of moves against moves."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Shortest ways to win, and what else was measured on a map; for its game master."""
    read = read_document(name)
    game = read.map.game
    if game.routes is None and game.outlook is None:
        solvable = [each.name for each in GAMES.values() if each.routes or each.outlook]
        raise BadSetting(f"{game.name} has no ways to solve yet; solve takes maps of {', '.join(solvable)}")
    if (starts and game.routes is None) or (plies and game.outlook is None):
        raise BadSetting(f"{'--from' if starts and game.routes is None else '--plies'} is not for {game.name}")
    asked = _cells(read.map, starts or ())
    faults = maps.check(read.map)
    if faults:
        tell_faults(read, faults, (), talk)
        talk(f"{read.name}: not solved, for the faults above; `mapkit repair` mends them")
        raise typer.Exit(BREAKS_RULES)
    if game.outlook is not None:
        _say_outlook(read, game.outlook(read.map, plies), as_json=as_json)
        return
    assert game.routes is not None
    found = game.routes(read.map, asked)
    stuck = [cell for cell in asked if cell not in {route.start for route in found}]
    measured = read.map.game.measures(read.map)
    if as_json:
        say_json(_told(read, found, stuck, measured))
    else:
        _say_all(found, stuck, measured)
    if stuck or not found:
        raise typer.Exit(NO_MAP)


def _say_outlook(read: Document, found: Sequence[Measure], *, as_json: bool) -> None:
    if as_json:
        say_json({"file": read.name, "game": read.map.game.name, "measures": {each.what: each.found for each in found}})
        return
    for each in found:
        drawn = "\n" in each.found
        say(f"{each.what}:\n{each.found}" if drawn else f"{each.what}: {each.found}")


def _cells(map: Map[Any], words: Sequence[str]) -> tuple[Cell, ...]:
    """The cells of the words, each once; raises BadSetting with all that are none."""
    cells = map.params.grid.cells()
    named = [word.strip().lower() for word in words]
    wrong = [word for word, cell in zip(words, named, strict=True) if cell not in cells]
    if wrong:
        board = f"a cell of this board, {min(cells, key=natural)} to {max(cells, key=natural)}"
        raise BadSetting("\n".join(f"--from {word!r:.40} is not {board}" for word in wrong))
    return tuple(dict.fromkeys(named))


def _say_all(found: Sequence[Route], stuck: Sequence[Cell], measured: Sequence[Measure]) -> None:
    for route in found:
        say(fill(_sentence(route), WIDTH, subsequent_indent="  ", break_on_hyphens=False))
    for cell in stuck:
        say(f"from {cell}: there is no way to win by moves alone")
    if not found and not stuck:
        say("there is no way to win by moves alone, from whatever start")
    for measure in measured:
        say(f"{measure.what}: {measure.found}")


def _sentence(route: Route) -> str:
    """`from d2, 9 turns: right, right, up (treasure at e4), ...`."""
    finds = dict(route.finds)
    start = f"{route.start} ({finds.pop(route.start)})" if route.start in finds else route.start
    steps = (
        f"{words} ({finds.pop(cell)} at {cell})" if cell in finds else words
        for words, cell in zip(route.words, route.cells, strict=True)
    )
    return f"from {start}, {many(len(route.words), 'turn')}: {', '.join(steps)}"


def _told(read: Document, found: Sequence[Route], stuck: Sequence[Cell], measured: Sequence[Measure]) -> dict[str, Any]:
    return {
        "file": read.name,
        "game": read.map.game.name,
        "routes": [
            {"start": route.start, "turns": len(route.words), "words": route.words, "cells": route.cells}
            for route in found
        ],
        "no_way_from": list(stuck),
        "measures": {measure.what: measure.found for measure in measured},
    }
