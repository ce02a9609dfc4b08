"""Treasures of the Abandoned Labyrinth (`docs/rules/treasures.md`), with its packs (`docs/rules/expansions.md`)."""

from __future__ import annotations

from functools import partial
from typing import TypeVar, cast

from mapkit.games.kit.packs import refuse_symbols
from mapkit.games.treasures.analysis import analyse, by_cell, evened, prospect
from mapkit.games.treasures.design import (
    ADVICE,
    FINISHED,
    LATER,
    OF_PACKS,
    RULES,
    TILES,
    Params,
    as_drawn,
    clashes,
    fit,
    legend,
)
from mapkit.games.treasures.draft import draft, interest
from mapkit.games.treasures.pack import Pack
from mapkit.games.treasures.packs import Settings
from mapkit.games.treasures.referee import table
from mapkit.model.analysis import Study
from mapkit.model.design import Boards, Design, Solving
from mapkit.model.game import Game
from mapkit.model.message import message
from mapkit.paper.sheets import Paper

P = TypeVar("P", bound=Params)


def _paper() -> Paper[Params]:
    from mapkit.games.treasures.sheets import PAPER

    return PAPER


_BARE = {
    **dict.fromkeys(("shop", "hospital", "marsh", "river", "fake", "two_way", "three_way"), "0"),
    **dict.fromkeys(("exit_distance", "treasure_distance"), "0"),
    **dict.fromkeys(("treasures", "exits", "players"), "1"),
    "walls": "any",
}
"""The settings of a breach that names none: one treasure, one exit, nothing else."""


def game_with(settings: type[P]) -> Game[P]:
    """The game with these settings, and the packs that they name.

    Raises BadSetting where a pack has a tile with a symbol that cannot be drawn, or that another tile has.
    """
    packs = cast("tuple[Pack, ...]", settings.packs)
    refuse_symbols({mark: symbol for mark, (symbol, _) in TILES.items()}, packs)
    rules = tuple(rule for pack in packs for rule in pack.rules)
    return Game(
        name="treasures",
        title=message("Treasures of the Abandoned Labyrinth"),
        design=Design(
            settings,
            (*RULES, *rules, *(OF_PACKS if packs else ()), FINISHED),
            legend,
            (*ADVICE, *(rule for pack in packs for rule in pack.advice)),
            board=Boards(most_floors=max((pack.most_floors for pack in packs), default=1)),
            conflicts=clashes,
            reserved=LATER,
            as_drawn=partial(as_drawn, packs),
            breach=lambda words: ({**_BARE, **words}, ""),
        ),
        solving=Solving(draft, fit=fit, interest=interest),
        paper=_paper,
        table=table(packs),
        study=Study(analyse, frozenset({"starts"}), by_cell, prospect, evened=evened, ranked_by="turns-to-win"),
        with_settings=game_with,
    )


GAME = game_with(Settings)
