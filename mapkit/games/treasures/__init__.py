"""Treasures of the Abandoned Labyrinth (`docs/rules/treasures.md`)."""

from __future__ import annotations

from collections.abc import Sequence

from mapkit.game import Analysis, Ask, CellNumbers, Design, Game, Map, Paper, Solving, Study
from mapkit.games.treasures.design import ADVICE, FINISHED, LATER, RULES, Params, as_drawn, legend
from mapkit.games.treasures.draft import draft
from mapkit.games.treasures.referee import TABLE


def _paper() -> Paper[Params]:
    from mapkit.games.treasures.sheets import PAPER

    return PAPER


def _analysed(map: Map[Params], ask: Ask) -> Analysis:
    from mapkit.games.treasures.analysis import analyse

    return analyse(map, ask)


def _by_cell(map: Map[Params], ask: Ask) -> Sequence[CellNumbers]:
    from mapkit.games.treasures.analysis import by_cell

    return by_cell(map, ask)


GAME: Game[Params] = Game(
    name="treasures",
    title="Treasures of the Abandoned Labyrinth",
    design=Design(Params, (*RULES, FINISHED), legend, ADVICE, reserved=LATER, as_drawn=as_drawn),
    solving=Solving(draft),
    paper=_paper,
    table=TABLE,
    study=Study(_analysed, frozenset({"starts"}), _by_cell, ranked_by="turns-to-win"),
)
