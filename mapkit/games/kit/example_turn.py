"""A turn on a small map, as a rule card shows it: what was said, what was answered, and what a player then has drawn.

The referee of the game answers by the settings of the map that is played, so the example is never wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from mapkit.language.phrases import phrases
from mapkit.model.game import table_of
from mapkit.model.grid import Border, Cell, Direction, Square, border
from mapkit.model.map import Map, Public
from mapkit.model.rule import Facts
from mapkit.model.ruling import IllegalMove
from mapkit.model.settings import BadSetting
from mapkit.paper.board import border_marks, grid_lines, whole_board
from mapkit.paper.card import Example, ExampleRow
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import LEAST_TEXT, Box, Circle, Ink, Mark, centred_text


class ExampleGame(NamedTuple):
    """The beginning of a game for two on a small map."""

    grid: Square
    facts: Facts
    starts: str
    """The cells on which the two begin."""
    said: tuple[Sequence[tuple[str, Direction]], ...]
    """What each of them says in turn, and the direction of what is a step."""


class _Sketch(NamedTuple):
    """What a player has drawn."""

    cells: Mapping[Cell, str]
    """The cells that the player knows, each with its sign."""
    walls: frozenset[Border]
    at: Cell


def example_turn(public: Public, example: ExampleGame, signs: Mapping[str, str], edition: Edition) -> Example:
    """The example in words and pictures. `signs` are those that a player draws, by the marks of cells; else a dot."""
    words, spoken, grid = edition.words["example"], phrases(public.game.name, edition.language), example.grid
    names = tuple(words["names"][: public.params.players])
    params = replace(public.params, grid=grid, players=len(names))
    map_, referee = Map(public.game, params, example.facts), table_of(public.game).referee

    def signed(cells: Iterable[Cell]) -> dict[Cell, str]:
        return {cell: signs.get(map_.kinds.get(cell, ""), "·") for cell in cells}

    at = example.starts.split()[0]
    left = dict(zip(names, map(list, example.said), strict=False))
    try:
        ruling = referee.begin(map_, names, {"starts": " ".join(example.starts.split()[: len(names)])}, lambda _: 1)
    except BadSetting:  # settings that no game can be played with
        return Example("", ())
    sketch, rows = _Sketch(signed([at]), frozenset(), at), list[ExampleRow]()
    while any(left.values()):
        mover = referee.mover(ruling.state)
        try:
            said, side = left[mover][0]
            ruling = referee.play(ruling.state, said, lambda _: 1)
        except (IndexError, IllegalMove):  # where the turn is not over by itself
            ruling = referee.play(ruling.state, "end", lambda _: 1)
            continue
        del left[mover][0]
        heard = [spoken.say(announcement) for announcement in ruling.heard if announcement.key != "turn"]
        told, remark, draw = words["says"].format(player=mover, words=spoken.word(said)), "", None
        if mover != names[0]:
            remark = words["other"].format(player=names[0], other=mover)
        elif side:
            entered = [dict(note.args)["cell"] for note in ruling.notes if note.key in ("through", "at")]
            bumped = frozenset() if entered else {border(grid, sketch.at, side)}
            sketch = _Sketch({**sketch.cells, **signed(entered)}, sketch.walls | bumped, [sketch.at, *entered][-1])
            draw, remark = partial(_drawn, grid, sketch), "" if rows else words["drawn"].format(player=mover)
        rows.append(ExampleRow(told, heard, remark, draw, grid.rows / grid.columns))
    return Example(words["heading"], rows)


def _drawn(grid: Square, sketch: _Sketch, box: Box) -> Iterator[Mark]:
    tile = box.width / grid.columns
    board = whole_board(grid, box.x, box.y, tile)
    yield from grid_lines(board)
    yield from border_marks(board, dict.fromkeys(sketch.walls, "wall"))
    yield Circle(Ink.OUTLINE, *board.tile_box(sketch.at).middle, 0.38 * tile)
    for cell, sign in sketch.cells.items():
        yield centred_text(Ink.TEXT, *board.tile_box(cell).middle, max(LEAST_TEXT, 0.5 * tile), sign, True)
