"""Minoqaur, the labyrinth in a QR code (`docs/rules/minoqaur.md`)."""

from __future__ import annotations

from mapkit.games.minoqaur.analysis import analyse, by_cell, interest, prospect
from mapkit.games.minoqaur.changes import mutable
from mapkit.games.minoqaur.design import LEGEND, RULES, Params, board_of_text, breach, clashes, fit, read_size
from mapkit.games.minoqaur.draft import draft
from mapkit.games.minoqaur.measured import MEASURED_ADVICE, MEASURED_RULES, budgets
from mapkit.games.minoqaur.referee import TABLE
from mapkit.games.minoqaur.repair import like, repair_copy
from mapkit.model.analysis import Study
from mapkit.model.design import Boards, Design, PicturedBoard, Solving
from mapkit.model.game import Game
from mapkit.model.message import message
from mapkit.paper.sheets import Paper


def _paper() -> Paper[Params]:
    from mapkit.games.minoqaur.solutions import PAPER

    return PAPER


def _pictured(data: bytes) -> PicturedBoard:
    from mapkit.games.minoqaur.photos import read

    return read(data)


GAME: Game[Params] = Game(
    name="minoqaur",
    title=message("Minoqaur"),
    design=Design(
        params=Params,
        rules=(*RULES, *MEASURED_RULES),
        advice=MEASURED_ADVICE,
        legend=lambda _: LEGEND,
        board=Boards(read_size, for_text=board_of_text, read_picture=_pictured),
        conflicts=clashes,
        breach=breach,
    ),
    solving=Solving(draft, like=like, fit=fit, mutable=mutable, recognise=repair_copy, interest=interest),
    paper=_paper,
    table=TABLE,
    study=Study(analyse, frozenset({"plies"}), by_cell, prospect, verdict="par", gauges=budgets),
)
