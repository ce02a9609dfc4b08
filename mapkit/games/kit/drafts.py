"""What drafts of many games are made of: marks strewn at random, and what is drawn already kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from mapkit.model.chance import Chance
from mapkit.model.grid import Place, inner_borders
from mapkit.model.rule import Fact, Facts, has
from mapkit.model.settings import Params, number_within

P = TypeVar("P", bound=Params)


def keep_drawn(drawn: Facts, facts: Iterable[Fact]) -> Facts:
    """The facts already drawn, and those of the others whose places bear nothing yet."""
    taken = {fact.place for fact in drawn}
    return drawn | {fact for fact in facts if fact.place not in taken}


def strew_marks(
    plain: str, cells: Mapping[str, str], borders: Mapping[str, str]
) -> Callable[[P, Chance, Facts], Facts]:
    """A draft that puts marks on cells and on inner borders anywhere, as many as the settings say.

    `cells` and `borders` give for each mark the name of its setting, an amount. All other cells bear the mark `plain`.
    """

    def draft(p: P, chance: Chance, drawn: Facts) -> Facts:
        facts = {has(cell, plain) for cell in p.grid.cells()}
        for marks, places in ((cells, p.grid.cells()), (borders, inner_borders(p.grid))):
            pile: list[Place] = chance.shuffled(places)
            for mark, setting in marks.items():
                number = number_within(getattr(p, setting), setting, chance, len(pile))
                facts |= {has(place, mark) for place in pile[:number]}
                facts -= {has(place, plain) for place in pile[:number]}
                del pile[:number]
        return keep_drawn(drawn, facts)

    return draft
