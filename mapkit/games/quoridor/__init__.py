"""Quoridor in the rules of Corridor Quest (`docs/rules/quoridor.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Game, Map, Public
from mapkit.games.quoridor.design import Params, clashes, fit, legend, read_size
from mapkit.games.quoridor.draft import draft
from mapkit.games.quoridor.outlook import outlook
from mapkit.games.quoridor.referee import REFEREE
from mapkit.games.quoridor.rules import ADVICE, RULES, faulted

if TYPE_CHECKING:
    from mapkit.printing.edition import Edition
    from mapkit.printing.sheet import Sheet


def _gm(drawn: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.quoridor import sheets  # only printing needs it

    return sheets.gm_sheets(drawn, edition)


def _diagram(drawn: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.quoridor import sheets

    return sheets.diagram_sheets(drawn, edition)


def _puzzle(drawn: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.quoridor import sheets

    return sheets.puzzle_sheets(drawn, edition)


def _board(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.quoridor import sheets

    return sheets.board_sheets(public, edition)


def _large(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.quoridor import sheets

    return sheets.large_sheets(public, edition)


def _pieces(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.quoridor import sheets

    return sheets.pieces_sheets(public, edition)


def _score(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.quoridor import sheets

    return sheets.score_sheets(public, edition)


def _card(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.quoridor import sheets

    return sheets.card_sheets(public, edition)


GAME: Game[Params] = Game(
    name="quoridor",
    title="Quoridor",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={"gm": _gm},
    open_sheets={"diagram": _diagram, "puzzle": _puzzle},
    public_sheets={"board": _board, "large": _large, "pieces": _pieces, "score": _score, "card": _card},
    fit=fit,
    faulted=faulted,
    clashes=clashes,
    size=read_size,
    board=read_size,
    outlook=outlook,
    referee=REFEREE,
)
