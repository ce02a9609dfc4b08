"""Maze on paper, also known as Labyrinth and Terra Incognita (`docs/rules/labyrinth.md`), with its house options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from mapkit.games.kit.packs import refuse_symbols
from mapkit.games.labyrinth.analysis import (
    MEASURED_ADVICE,
    MEASURED_RULES,
    analyse,
    by_cell,
    evened,
    interest,
    like,
    prospect,
    settled,
)
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.design import (
    BLOCKS,
    CELLS,
    CHAINS,
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
from mapkit.games.labyrinth.pack import OptionPack
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.games.labyrinth.referee import table
from mapkit.games.labyrinth.rules import ADVICE, FINISHED, NOTHING_OFF, RULES
from mapkit.games.labyrinth.words import code_in_words
from mapkit.model.analysis import Study
from mapkit.model.design import Boards, Design, Solving
from mapkit.model.frozen import FrozenDict
from mapkit.model.game import Game
from mapkit.model.message import message
from mapkit.model.rule import Rule
from mapkit.paper.sheets import Paper

P = TypeVar("P", bound=Params)


def _paper() -> Paper[Params]:
    from mapkit.games.labyrinth.sheets import PAPER

    return PAPER


def game_with(settings: type[P]) -> Game[P]:
    """The game with these settings, and the packs that they name.

    Raises BadSetting where a pack has a cell with a symbol that cannot be drawn, or that another cell has.
    """
    packs = cast("tuple[OptionPack[Any], ...]", settings.packs)
    refuse_symbols({mark: symbol for mark, (symbol, _) in CELLS.items()} | {mark: mark for mark in CHAINS}, packs)
    lifted = frozenset(number for pack in packs for number in pack.lifts)
    solid = any(pack.solid for pack in packs)
    new = any({*pack.tiles} - {pack.solid} or pack.listings for pack in packs)
    usual = (*RULES, *([NOTHING_OFF] if new else []), FINISHED, *MEASURED_RULES)
    advice = (*ADVICE, *MEASURED_ADVICE, *(rule for pack in packs for rule in pack.advice))
    return Game(
        name="labyrinth",
        title=message("Maze on paper"),
        design=Design(
            params=settings,
            rules=(*(_liftable(rule, lifted) for rule in usual), *(rule for pack in packs for rule in pack.rules)),
            legend=legend,
            advice=tuple(_liftable(rule, lifted) for rule in advice),
            board=Boards(
                most_floors=8,
                for_evening=board_for_evening,
                minutes=minutes_on,
                blocks=FrozenDict(BLOCKS if solid else {}),
            ),
            conflicts=clashes,
            describe=code_in_words,
            as_drawn=partial(as_drawn, packs),
            breach=_breach,
        ),
        solving=Solving(draft, like=like, fit=fit, left_by_repair=kept_by_repair, interest=interest, settle=settled),
        paper=_paper,
        public_params=public_params,
        table=table(packs),
        study=Study(analyse, frozenset({"starts"}), by_cell, prospect, evened=evened, ranked_by="turns-to-win"),
        with_settings=game_with,
    )


def _breach(words: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    """Groups of the rule code that a breach names replace those of a plain one with wormholes and rivers."""
    groups = (*["G1", "S1", "F5", "V1", "T1", "A1", "H1", "W1", "O1"], *filter(None, words.get("rules", "").split("-")))
    return {**words, "rules": "-".join({group[0]: group for group in groups}.values())}, ""


def _liftable(rule: Rule[Params], lifted: frozenset[str]) -> Rule[Params]:
    """The rule, which does not hold where an option lifts it."""
    if rule.number not in lifted:
        return rule
    return replace(rule, applies=lambda p: rule.number not in p.lifted and rule.applies(p))


GAME = game_with(LabyrinthSettings)
