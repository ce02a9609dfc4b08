"""Maze on paper, also known as Labyrinth and Terra Incognita (`docs/rules/labyrinth.md`)."""

from __future__ import annotations

from mapkit.games.labyrinth.analysis import MEASURED_ADVICE, MEASURED_RULES, analyse, by_cell
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.design import (
    Params,
    as_drawn,
    board_for_evening,
    fit,
    kept_by_repair,
    legend,
    minutes_on,
    public_params,
)
from mapkit.games.labyrinth.draft import draft
from mapkit.games.labyrinth.referee import TABLE
from mapkit.games.labyrinth.rules import ADVICE, FINISHED, RULES
from mapkit.games.labyrinth.words import code_in_words
from mapkit.model.analysis import Study
from mapkit.model.design import Boards, Design, Solving
from mapkit.model.game import Game
from mapkit.model.message import message
from mapkit.paper.sheets import Paper


def _paper() -> Paper[Params]:
    from mapkit.games.labyrinth.sheets import PAPER

    return PAPER


GAME: Game[Params] = Game(
    name="labyrinth",
    title=message("Maze on paper"),
    design=Design(
        params=Params,
        rules=(*RULES, FINISHED, *MEASURED_RULES),
        legend=legend,
        advice=(*ADVICE, *MEASURED_ADVICE),
        board=Boards(most_floors=8, for_evening=board_for_evening, minutes=minutes_on),
        conflicts=clashes,
        describe=code_in_words,
        as_drawn=as_drawn,
    ),
    solving=Solving(draft, fit=fit, left_by_repair=kept_by_repair),
    paper=_paper,
    public_params=public_params,
    table=TABLE,
    study=Study(analyse, frozenset({"starts"}), by_cell, ranked_by="turns-to-win"),
)
