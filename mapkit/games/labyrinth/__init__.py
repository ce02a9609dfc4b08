"""Maze on paper, also known as Labyrinth and Terra Incognita (`docs/rules/labyrinth.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Game, Map, Public
from mapkit.games.labyrinth.design import Params, clashes, fit, legend, sized
from mapkit.games.labyrinth.draft import draft
from mapkit.games.labyrinth.ear import LabyrinthEar
from mapkit.games.labyrinth.measure import advised, faulted, measures, routes
from mapkit.games.labyrinth.referee import REFEREE
from mapkit.games.labyrinth.rules import ADVICE, RULES
from mapkit.games.labyrinth.words import told

if TYPE_CHECKING:
    from mapkit.printing.edition import Edition
    from mapkit.printing.sheet import Sheet
    from mapkit.track import Track


def _gm(drawn: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.labyrinth import sheets  # only printing needs it

    return sheets.gm_sheets(drawn, edition)


def _player(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.labyrinth import sheets

    return sheets.player_sheets(public, edition)


def _card(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.labyrinth import sheets

    return sheets.card_sheets(public, edition)


def _log(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.labyrinth import sheets

    return sheets.log_sheets(public, edition)


def _played(drawn: Map[Params], track: Track, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.labyrinth import sheets

    return sheets.played_sheets(drawn, track, edition)


GAME: Game[Params] = Game(
    name="labyrinth",
    title="Maze on paper",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={"gm": _gm},
    public_sheets={"player": _player, "card": _card, "log": _log},
    played_sheets=_played,
    most_floors=8,
    fit=fit,
    clashes=clashes,
    told=told,
    sized=sized,
    referee=REFEREE,
    ear=LabyrinthEar,
    faulted=faulted,
    advised=advised,
    measures=measures,
    routes=routes,
)
