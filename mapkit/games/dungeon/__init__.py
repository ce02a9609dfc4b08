"""Dungeon, the hexes of the nomic game (`docs/rules/dungeon.md`)."""

from __future__ import annotations

from collections.abc import Sequence

from mapkit.games.dungeon.design import (
    ADVICE,
    LEGEND,
    RULES,
    Params,
    as_drawn,
    clashes,
    level_name,
    like,
    read_size,
    with_floors,
)
from mapkit.games.dungeon.draft import draft
from mapkit.games.dungeon.referee import TABLE
from mapkit.model.analysis import Analysis, Ask, CellNumbers, Prospect, Study
from mapkit.model.design import Boards, Design, Solving
from mapkit.model.game import Game
from mapkit.model.grid import Cell
from mapkit.model.interest import Interest
from mapkit.model.map import Map
from mapkit.model.message import message
from mapkit.paper.sheets import Paper


def _paper() -> Paper[Params]:
    from mapkit.games.dungeon.sheets import PAPER

    return PAPER


def _analysed(map_: Map[Params], ask: Ask) -> Analysis:
    from mapkit.games.dungeon.analysis import analyse

    return analyse(map_, ask)


def _by_cell(map_: Map[Params], ask: Ask) -> Sequence[CellNumbers]:
    from mapkit.games.dungeon.analysis import by_cell

    return by_cell(map_, ask)


def _interest(map_: Map[Params]) -> Interest:
    from mapkit.games.dungeon.analysis import interest

    return interest(map_)


def _prospect(map_: Map[Params], asked: Cell) -> Prospect:
    from mapkit.games.dungeon.analysis import prospect

    return prospect(map_, asked)


GAME: Game[Params] = Game(
    name="dungeon",
    title=message("Dungeon"),
    design=Design(
        params=Params,
        rules=RULES,
        legend=lambda _: LEGEND,
        advice=ADVICE,
        board=Boards(read_size, most_floors=8, floor=level_name, arrange=with_floors),
        conflicts=clashes,
        as_drawn=as_drawn,
    ),
    solving=Solving(draft, tries=1, like=like, interest=_interest),
    paper=_paper,
    table=TABLE,
    study=Study(_analysed, by_cell=_by_cell, prospect=_prospect),
)
