"""Quoridor in the rules of Corridor Quest (`docs/rules/quoridor.md`)."""

from __future__ import annotations

from collections.abc import Sequence

from mapkit.games.quoridor.analysis import analyse, by_cell, interest, prospect
from mapkit.games.quoridor.by_hand import BY_HAND
from mapkit.games.quoridor.design import Params, clashes, fit, kept_by_repair, legend, like, read_size
from mapkit.games.quoridor.draft import draft
from mapkit.games.quoridor.referee import TABLE
from mapkit.games.quoridor.rules import ADVICE, RULES, heeded
from mapkit.model.analysis import Study
from mapkit.model.design import Boards, Design, DrawnBoard, Solving
from mapkit.model.game import Game
from mapkit.model.message import message
from mapkit.paper.sheets import Paper


def _paper() -> Paper[Params]:
    from mapkit.games.quoridor.diagrams import PAPER

    return PAPER


def _read_drawing(lines: Sequence[str]) -> DrawnBoard:
    from mapkit.games.quoridor.pasted import read_board

    return read_board(lines)


GAME: Game[Params] = Game(
    name="quoridor",
    title=message("Quoridor"),
    design=Design(
        params=Params,
        rules=RULES,
        legend=lambda p: legend(p.seats),
        advice=ADVICE,
        board=Boards(read_size, drawn_in_files=False, read_drawing=_read_drawing, by_hand=BY_HAND),
        conflicts=clashes,
    ),
    solving=Solving(draft, like=like, fit=fit, left_by_repair=kept_by_repair, repair_hints=heeded, interest=interest),
    paper=_paper,
    table=TABLE,
    study=Study(analyse, frozenset({"plies"}), by_cell, prospect),
)
