"""What may make the seats of a labyrinth even: equal starts (MP-35), and the order in which they are listed (MP-41)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from mapkit.games.labyrinth.analysis import fair_starts, ground_of
from mapkit.games.labyrinth.design import Params, listed_cells
from mapkit.model.chance import Chance
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.rule import has
from mapkit.model.table import Remedy


def _fairness(most: int, _: int) -> Mapping[str, str]:
    return {"fairness": str(most)}


def _starts_drawn(map_: Map[Params], chance: Chance) -> Map[Params]:
    """The map with starts that are drawn as its setting `fairness` asks for."""
    without = map_.facts - {fact for fact in map_.facts if fact.mark.startswith("start ")}
    return _with_starts(replace(map_, facts=without), fair_starts(map_.params, without, chance))


def _farthest_first(map_: Map[Params], _: Chance) -> Map[Params]:
    """The map with its listed starts in another order: a player who moves later has fewer moves to a win."""
    pars, listed = ground_of(map_.params, map_.facts).pars, listed_cells(map_.facts, "start")
    if not set(listed) <= pars.keys():
        return map_  # from one of them there is no way to win
    return _with_starts(map_, sorted(listed, key=lambda cell: -pars[cell]))


def _with_starts(map_: Map[Params], cells: Sequence[Cell]) -> Map[Params]:
    others = {fact for fact in map_.facts if not fact.mark.startswith("start ")}
    return replace(map_, facts=frozenset(others | {has(cell, f"start {n}") for n, cell in enumerate(cells, 1)}))


REMEDIES = (
    Remedy("the farthest of the listed starts first", redraw=_farthest_first),
    *(Remedy(f"fair starts within {most} moves", partial(_fairness, most), _starts_drawn) for most in (4, 2, 0)),
)
"""What `mapkit balance` tries, the lightest first. A labyrinth has no gifts, and no last round."""
