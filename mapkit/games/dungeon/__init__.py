"""Dungeon, the hexes of the nomic game (`docs/rules/dungeon.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Game, Map, Public
from mapkit.games.dungeon.design import ADVICE, RULES, Params, arranged, clashes, legend, read_size
from mapkit.games.dungeon.draft import draft
from mapkit.games.dungeon.referee import REFEREE
from mapkit.games.dungeon.text_mapper import TEXT_MAPPER

if TYPE_CHECKING:
    from mapkit.printing.edition import Edition
    from mapkit.printing.sheet import Sheet


def _gm(drawn: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.dungeon import sheets  # only printing needs it

    return sheets.gm_sheets(drawn, edition)


def _level(drawn: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.dungeon import sheets

    return sheets.level_sheets(drawn, edition)


def _player(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.dungeon import sheets

    return sheets.player_sheets(public, edition)


def _counters(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.dungeon import sheets

    return sheets.counters_sheets(public, edition)


def _orders(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.dungeon import sheets

    return sheets.orders_sheets(public, edition)


def _tracker(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.dungeon import sheets

    return sheets.tracker_sheets(public, edition)


def _log(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.dungeon import sheets

    return sheets.log_sheets(public, edition)


def _card(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    from mapkit.games.dungeon import sheets

    return sheets.card_sheets(public, edition)


GAME: Game[Params] = Game(
    name="dungeon",
    title="Dungeon",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={"gm": _gm},
    open_sheets={"level": _level},
    public_sheets={
        "player": _player,
        "counters": _counters,
        "orders": _orders,
        "tracker": _tracker,
        "log": _log,
        "card": _card,
    },
    size=read_size,
    arranged=arranged,
    clashes=clashes,
    most_floors=8,
    referee=REFEREE,
    drafts=1,
    exchange=TEXT_MAPPER,
)
