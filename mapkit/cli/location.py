"""How soon players can know where they are on a map, for `solve --known` and for `generate --set located=5-15`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from mapkit.cli.orders import Order, made_to_size
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import say_on_stderr
from mapkit.knowledge.deduction import Listener
from mapkit.knowledge.location import PATIENCE, located, share_known
from mapkit.model.analysis import Measure
from mapkit.model.chance import Chance
from mapkit.model.game import Game, table_of
from mapkit.model.map import Map
from mapkit.model.rule import Amount, SolverGaveUp
from mapkit.model.settings import Amounts, BadSetting
from mapkit.players.machines import dice_of, machines, play_directives

LOCATED = "located"
"""What `--set` calls the answers until a player without a map knows where they are, for the start in the middle."""
MOST_MAPS = 20
"""The most maps that are drawn to find one within the range."""
GAMES, MOST_SAID = 4, 600
"""The games that are played to learn how much is known at the end, and the most commands in each."""
NAMES = ("Ann", "Bob")


def range_wanted(game: Game[Any], given: Sequence[str]) -> tuple[list[str], Amount | None]:
    """The settings of a map, and the range for `located` among them; raises BadSetting."""
    ours = [pair for pair in given if pair.partition("=")[0].strip() == LOCATED]
    if not ours:
        return list(given), None
    if game.table is None or game.table.evidence is None:
        raise BadSetting(f"maps of {game.name} have no setting located: everybody sees the board")
    if len(ours) > 1:
        raise BadSetting("located is set twice; set it once")
    try:
        wanted = Amounts(1).read(ours[0].partition("=")[2].strip(), game.design.params().grid)
    except BadSetting as bad:
        raise BadSetting(f"{LOCATED} {bad}") from None
    return [pair for pair in given if pair not in ours], wanted


def made_within(order: Order, others: Iterator[Order], seed: str, wanted: Amount) -> tuple[Order, Map[Any], str]:
    """A map on which the start in the middle takes as many answers as wanted, and its seed.

    Where the map of the seed does not do, those of the seed with 2, 3 and so on behind it follow. Raises SolverGaveUp.
    """
    found, patience = list[str](), min(wanted.high or PATIENCE, PATIENCE)
    for number in range(1, MOST_MAPS + 1):
        tried = seed if number == 1 else f"{seed} {number}"
        order, made = made_to_size(order, others, tried)
        with Stoppable():
            median = located(made, patience).median
        if median is not None and median >= wanted.low:
            say_on_stderr(f"a player without a map knows their place after {median} answers; seed {tried}")
            return order, made, tried
        found.append(f"more than {patience}" if median is None else str(median))
    raise SolverGaveUp(f"on none of {MOST_MAPS} maps the answers are within the range; found {', '.join(found)}")


def measures(drawn: Map[Any]) -> Mapping[str, Measure]:
    """How soon players know where they are, and how much is known when a game ends; raises BadSetting."""
    found, known = located(drawn), [*_known_at_the_end(drawn)]
    cells, borders = (sum(shares) / len(known) for shares in zip(*known, strict=True))
    words = f"{round(100 * cells)} % of the cells, {round(100 * borders)} % of the borders, in {GAMES} games"
    return {
        "answers-to-locate": Measure(
            "answers-to-locate", "answers until a player without a map knows their place", found.answers, found.words
        ),
        "known-at-the-end": Measure(
            "known-at-the-end",
            "what two explorers know at the end of a game",
            {"cells": cells, "borders": borders, "games": GAMES},
            words,
        ),
    }


def _known_at_the_end(drawn: Map[Any]) -> Iterator[tuple[float, float]]:
    """The shares of cells and of borders that are known at the end of some games."""
    table = table_of(drawn.game)
    new = machines(table)["explorer"]
    for number in range(1, GAMES + 1):
        seats = {name: new(name, Chance(f"{name} knows {number}"), drawn.params) for name in NAMES}
        game = play_directives(table.referee, drawn, seats, dice_of(f"known {number}"), {})
        opening = next(game).ruling
        names = [seat.name for seat in table.referee.seats(opening.state)]
        listener = Listener(drawn.public, drawn.game, names, opening.heard)
        for said in islice(game, MOST_SAID):
            listener.hear(said.mover, said.words, said.ruling.heard)
        yield share_known(listener.knows())
