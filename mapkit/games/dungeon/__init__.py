"""Dungeon, the hexes of the nomic game (`docs/rules/dungeon.md`)."""

from __future__ import annotations

from mapkit.games.dungeon.analysis import analyse, by_cell, interest, prospect
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
from mapkit.model.analysis import Study
from mapkit.model.design import Boards, Design, Solving
from mapkit.model.game import Game
from mapkit.model.message import message
from mapkit.paper.sheets import Paper


def _paper() -> Paper[Params]:
    from mapkit.games.dungeon.sheets import PAPER

    return PAPER


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
    solving=Solving(draft, tries=1, like=like, interest=interest),
    paper=_paper,
    table=TABLE,
    study=Study(analyse, by_cell=by_cell, prospect=prospect),
)
