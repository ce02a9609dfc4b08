"""The kit of an evening: a map that is worth it, and the pages to print in the order of the printer."""

from __future__ import annotations

from typing import Any, NamedTuple

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.map import Map
from mapkit.model.message import message
from mapkit.model.rule import SolverGaveUp
from mapkit.paper.packs import PackPages, packed
from mapkit.paper.press import Press
from mapkit.solve import legality
from mapkit.study.evenings import Evening, says_players
from mapkit.study.fresh_maps import Order

MOST_MAPS = 200
"""The most maps that are made to find one for an evening: half of the dungeons drawn by the rules have no way on."""


class Kit(NamedTuple):
    """All that is printed for an evening."""

    map: Map[Any]
    seed: str
    """The seed of the map, perhaps with a number behind the one that was given."""
    press: Press
    """The press in the theme of the map."""
    pages: PackPages


def worth_an_evening(evening: Evening, seed: str) -> tuple[Map[Any], str]:
    """A map without advice that another map would follow, and its seed; raises NoSuchMap and SolverGaveUp."""
    game = GAMES[evening.game]
    given = {"players": evening.players} if says_players(game.design.params) else {}
    order = Order(game.name, evening.preset, maps.params(game, evening.preset, evening.board, given))
    for tried, made in order.attempts(seed, MOST_MAPS):
        if not legality.unfollowed_advice(made):
            return made, tried
    raise SolverGaveUp(message("of {number} maps none follows all advice", MOST_MAPS))


def kit_of(evening: Evening, press: Press, seed: str) -> Kit:
    """Raises NoSuchMap, SolverGaveUp and BadSetting."""
    press.edition(GAMES[evening.game])
    made, made_from = worth_an_evening(evening, seed)
    press = press.in_theme_of(made)
    drawn = press.drawn(made, (*evening.pack.once, *evening.pack.each))
    pages = packed(drawn, evening.pack, evening.players, press.side, press.player)
    return Kit(made, made_from, press, pages)
