"""Quoridor in the rules of Corridor Quest (`docs/rules/quoridor.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Book, Game, Later
from mapkit.games.quoridor.design import Params, clashes, fit, legend, read_size
from mapkit.games.quoridor.draft import draft
from mapkit.games.quoridor.outlook import outlook
from mapkit.games.quoridor.referee import REFEREE
from mapkit.games.quoridor.rules import ADVICE, RULES, faulted

if TYPE_CHECKING:
    from mapkit.games.quoridor import diagrams as _diagrams
    from mapkit.games.quoridor import sheets as _sheets
else:
    _diagrams = Later("mapkit.games.quoridor.diagrams")
    _sheets = Later("mapkit.games.quoridor.sheets")

GAME: Game[Params] = Game(
    name="quoridor",
    title="Quoridor",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={"gm": _diagrams.gm_sheets},
    open_sheets={"diagram": _diagrams.diagram_sheets, "puzzle": _diagrams.puzzle_sheets},
    public_sheets={
        "board": _sheets.board_sheets,
        "large": _sheets.large_sheets,
        "pieces": _sheets.pieces_sheets,
        "score": _sheets.score_sheets,
        "card": _sheets.card_sheets,
    },
    played_sheets=_diagrams.played_sheets,
    secret_play=_diagrams.secret_play,
    book=Book(_diagrams.unfit, _diagrams.book_sheets),
    fit=fit,
    faulted=faulted,
    clashes=clashes,
    size=read_size,
    board=read_size,
    outlook=outlook,
    referee=REFEREE,
)
