"""How soon players can know where they are on a map, and how much they know when a game ends."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from mapkit.knowledge.deduction import Listener
from mapkit.knowledge.location import PATIENCE, located, share_known
from mapkit.model.analysis import Measure
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, message
from mapkit.model.rule import Amount, SolverGaveUp
from mapkit.players.machines import dice_of, machines, play_directives
from mapkit.study.fresh_maps import Order

MOST_MAPS = 20
"""The most maps that are drawn to find one within the range."""
GAMES, MOST_SAID = 4, 600
"""The games that are played to learn how much is known at the end, and the most commands in each."""
NAMES = ("Ann", "Bob")


def made_within(order: Order, seed: str, wanted: Amount) -> tuple[Map[Any], str, int]:
    """A map on which the start in the middle takes as many answers as wanted, its seed, and how many it takes.

    Raises NoSuchMap, and SolverGaveUp where none of the first maps will do.
    """
    found, patience = list[Message | Name](), min(wanted.high or PATIENCE, PATIENCE)
    for tried, made in order.attempts(seed, MOST_MAPS):
        median = located(made, patience).median
        if median is not None and median >= wanted.low:
            return made, tried, median
        found.append(message("more than {number}", patience) if median is None else Name(str(median)))
    none = MOST_MAPS, joined(found)
    raise SolverGaveUp(message("on none of {number} maps the answers are within the range; found {found}", *none))


def measures(drawn: Map[Any]) -> Mapping[str, Measure]:
    """How soon players know where they are, and how much is known when a game ends; raises BadSetting."""
    found, known, table = located(drawn), list[tuple[float, float]](), table_of(drawn.game)
    new = machines(table)["explorer"]
    for number in range(1, GAMES + 1):
        seats = {name: new(name, Chance(f"{name} knows {number}"), drawn.params) for name in NAMES}
        game = play_directives(table.referee, drawn, seats, dice_of(f"known {number}"), {})
        opening = next(game).ruling
        names = [seat.name for seat in table.referee.seats(opening.state)]
        listener = Listener(drawn.public, drawn.game, names, opening.heard_by(""))
        for said in islice(game, MOST_SAID):
            listener.hear(said.mover, said.words, said.ruling.heard_by(""))
        known.append(share_known(listener.knows()))
    cells, borders = (sum(shares) / len(known) for shares in zip(*known, strict=True))
    shares, percents = {"cells": cells, "borders": borders, "games": GAMES}, (round(100 * cells), round(100 * borders))
    words = message("{cells} % of the cells, {borders} % of the borders, in {games} games", *percents, GAMES)
    locate = message("answers until a player without a map knows their place")
    end = message("what two explorers know at the end of a game")
    return {
        "answers-to-locate": Measure("answers-to-locate", locate, found.answers, found.words),
        "known-at-the-end": Measure("known-at-the-end", end, shares, words),
    }
