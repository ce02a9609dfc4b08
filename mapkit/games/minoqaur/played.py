"""A played game of Minoqaur on paper: the paths of all pieces on the maze, and the list of turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import assert_never

from mapkit.games.minoqaur.design import Params
from mapkit.games.minoqaur.figures import BROKEN, DASHES, RIM, DrawnPath, all_paths, ground, legend_row, playable
from mapkit.games.minoqaur.sheets import NAME, foot, maze_at_top, module_that_fits, on_every_page
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.replay import MasterRuling, ReplayStep, Track
from mapkit.paper.drawing import Block, above_foot, as_pages, balanced_height, columns, fill
from mapkit.paper.edition import Edition
from mapkit.paper.paths import Walk, letters
from mapkit.paper.sheet import Ink, Page
from mapkit.paper.turn_list import turn_pages


def played_sheets(map_: Map[Params], track: Track, edition: Edition) -> tuple[Page, ...]:
    """The maze with the paths of all pieces, a legend, and the list of turns; nothing of it is secret."""
    setup, words = on_every_page(edition, "played", map_.title), edition.of(NAME)
    drawn = ground(map_)
    if track.moments:  # walls and corridors as they are after all rulings (MQ-G3)
        light = track.moments[-1].ruling.state.maze.light
        drawn = drawn._replace(dark=frozenset(c for n, c in enumerate(drawn.grid.cells()) if not light >> n & 1))
    body, said = above_foot(setup), words["played"]
    ways, wide = tuple(_ways(track)), columns(body, 2)[0].width
    names = [start.player for start in track.starts]
    signs = letters(names)
    who = list[Block]()
    for name, sign, way in zip(names, signs, ways, strict=True):
        start, end, moves = way.parts[0][0][0], way.parts[-1][-1][0], sum(len(part) - 1 for part in way.parts)
        told = f"{name}: {said['walked'].format(start=start, end=end, moves=moves)}"
        who.append(Block(6.4, partial(legend_row, wide=wide, says=told, ink=way.ink, dash=way.dash, label=sign), 1))
    high = balanced_height(who, body, 2) or 0.0
    board = maze_at_top(drawn, body, module_that_fits(drawn.grid.columns, min(body.width, body.height - high - 4)))
    below = body._replace(y=board.box.bottom + RIM + 2, height=high + 0.01)
    first = [
        *playable(board, drawn),
        *all_paths(board, ways),
        *fill(who, columns(below, 2))[0],
        *foot(setup, board.tile),
    ]
    walks = [Walk(sign, start.cell, (), {}) for sign, start in zip(signs, track.starts, strict=True)]
    shared = setup.words
    turns = turn_pages(track, walks, said, shared["rulings"], setup.body, shared["notes"])
    return as_pages(setup, [first, *turns])


def _ways(track: Track) -> Iterator[DrawnPath]:
    """The path of each piece, labelled by rounds; with several explorers the labels begin with a letter."""
    hunter = track.starts[0].player if track.starts else ""  # it starts before the explorers enter
    names = [start.player for start in track.starts]
    dashes = iter(DASHES)
    signs = dict(zip(names, letters(names), strict=True))
    alone = len(names) < 3
    for start in track.starts:
        sign = "" if alone or start.player == hunter else signs[start.player]
        parts = [[(start.cell, "")]]  # as in DrawnPath; a new part where the game master put the piece
        for number, cell, put in _ends(track, start.player):
            if put:
                parts.append([(cell, "")])
            elif cell != parts[-1][-1][0]:
                parts[-1].append((cell, f"{sign}{number}"))
        if start.player == hunter:
            yield DrawnPath(Ink.ORANGE_PATH, BROKEN, parts)
        else:
            yield DrawnPath(Ink.BLUE_PATH, next(dashes), parts)


def _ends(track: Track, name: str) -> Iterator[tuple[int, Cell, bool]]:
    """Where a piece came to: the round, the module, and whether the game master put it there."""
    moved = Counter[str]()
    for entry in track.entries:
        match entry:
            case ReplayStep():
                moved[entry.player] += 1
                if entry.player == name:
                    yield moved[name], entry.cell, False
                number = max(moved.values())
                yield from ((number, other.cell, False) for other in entry.others if other.player == name)
            case MasterRuling():
                yield from ((0, put.cell, True) for put in entry.moved if put.player == name)
            case _:
                assert_never(entry)
