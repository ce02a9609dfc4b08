"""Treasures of the Abandoned Labyrinth (`docs/rules/treasures.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Game, Map, Public
from mapkit.games.treasures.design import ADVICE, LATER, RULES, Params, legend
from mapkit.games.treasures.draft import draft
from mapkit.games.treasures.ear import TreasuresEar
from mapkit.games.treasures.referee import REFEREE

if TYPE_CHECKING:
    from mapkit.printing.edition import Edition
    from mapkit.printing.sheet import Sheet
    from mapkit.track import Track


def _gm(drawn: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.treasures import sheets  # only printing needs it

    return sheets.gm_sheets(drawn, edition)


def _player(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.treasures import sheets

    return sheets.player_sheets(public, edition)


def _log(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.treasures import sheets

    return sheets.log_sheets(public, edition)


def _played(drawn: Map[Params], track: Track, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.treasures import sheets

    return sheets.played_sheets(drawn, track, edition)


def _card(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.treasures import sheets

    return sheets.card_sheets(public, edition)


GAME: Game[Params] = Game(
    name="treasures",
    title="Treasures of the Abandoned Labyrinth",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={"gm": _gm},
    public_sheets={"player": _player, "card": _card, "log": _log},
    played_sheets=_played,
    referee=REFEREE,
    ear=TreasuresEar,
    later=LATER,
)
