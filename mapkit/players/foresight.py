"""Foresight: which step takes the fewest turns to win, where several worlds may be the true one.

Each step splits the worlds by its answer. The next step is chosen when the answer is known, so it is the same in all
worlds with that answer. After the last step the planner estimates the turns that are left: the way to the nearest goal
in each world, and more the more places that goal may be in, since the player has to look in one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from mapkit.model.evidence import Lead
from mapkit.model.grid import Cell
from mapkit.model.walk import nearest_first

FAR = 40.0
"""The turns to win from a cell without a way to win."""
LOOK = 0.5
"""How many turns it costs to look for a goal in one more place."""


class Aim(IntEnum):
    """What a player looks for."""

    EXIT = 0
    """They carry what they need, and look for a way out."""
    PRIZE = 1
    """They look for a prize."""
    HEALING = 2
    """They are injured."""


Goals = Mapping[Cell, tuple[float, Cell]]
"""For each cell from which a win is possible: the turns that it takes, and the cell of the nearest goal."""


class Outlook(NamedTuple):
    """A world as a planner sees it: what steps lead to, and how far it is to win."""

    leads: Mapping[tuple[Cell, str], Lead]
    goals: tuple[Goals, ...]

    def after(self, lead: Lead, aim: Aim) -> Aim:
        if aim is Aim.PRIZE and lead.finds == "prize":
            return Aim.EXIT
        return Aim.PRIZE if aim is Aim.HEALING and lead.finds == "healing" else aim


def outlook_of(leads: Mapping[tuple[Cell, str], Lead], hunted: Mapping[Cell, float]) -> Outlook:
    """A world as a planner sees it; `hunted` are cells where a prize may be won, with the turns that it costs."""
    back: dict[Cell, list[tuple[Cell, int]]] = {}
    exits: dict[Cell, float] = {}
    prizes, healing = set[Cell](), set[Cell]()
    for (cell, _), lead in leads.items():
        if lead.turns:
            back.setdefault(lead.to, []).append((cell, lead.turns))
        if lead.finds == "exit":
            exits[cell] = 1.0
        elif lead.finds == "prize":
            prizes.add(lead.to)
        elif lead.finds == "healing":
            healing.add(lead.to)
    out = dict(nearest_first(exits, back))
    goals = {cell: out[cell][0] for cell in prizes if cell in out}
    for cell, more in hunted.items():
        if cell in out:
            goals[cell] = min(goals.get(cell, FAR), out[cell][0] + more)
    seek = dict(nearest_first(goals, back))
    heal = dict(nearest_first({cell: (seek[cell][0] if cell in seek else FAR) + 1.0 for cell in healing}, back))
    return Outlook(leads, (out, seek, heal))


class LikelyWorld(NamedTuple):
    """A world that may be the true one."""

    share: float
    outlook: Outlook
    cell: Cell


class Planner:
    """Looks some steps ahead; a step that is refused without a cost does not count."""

    def __init__(self, steps: Sequence[str], depth: int, places: Mapping[Cell, tuple[int, int]]) -> None:
        """Takes the steps, how many of them it looks ahead, and where the cells lie."""
        self._steps, self._depth, self._at = tuple(steps), depth, places

    def costs(self, spots: Sequence[LikelyWorld], aim: Aim, now: Sequence[str]) -> Mapping[str, float]:
        """The turns to be expected with each of the steps that may be said now."""
        whole = sum(spot.share for spot in spots)
        return {step: self._cost(spots, aim, step, tuple(now), self._depth) / whole for step in now}

    def _cost(self, spots: Sequence[LikelyWorld], aim: Aim, step: str, now: tuple[str, ...], depth: int) -> float:
        """The turns to be expected with a step, times the share of these worlds."""
        groups: dict[tuple[str, bool], list[tuple[LikelyWorld, Lead]]] = {}
        for spot in spots:
            lead = spot.outlook.leads[spot.cell, step]
            groups.setdefault((lead.finds, lead.turns > 0), []).append((spot, lead))
        total = 0.0
        for (finds, moves), group in groups.items():
            share = sum(spot.share for spot, _ in group)
            if aim is Aim.EXIT and finds == "exit":
                total += share
                continue
            if not moves and len(groups) == 1:
                return FAR * 3 * share  # everybody knows already that this leads nowhere
            spot, lead = group[0]
            after = spot.outlook.after(lead, aim)
            left = self._steps if moves else tuple(other for other in now if other != step)
            inside = [LikelyWorld(spot.share, spot.outlook, lead.to) for spot, lead in group]
            healed = aim is Aim.HEALING and after is not aim  # which costs a turn
            total += sum(spot.share * lead.turns for spot, lead in group) + share * healed
            total += self._best(inside, after, left, depth - moves)
        return total

    def _best(self, spots: Sequence[LikelyWorld], aim: Aim, now: tuple[str, ...], depth: int) -> float:
        """The turns to be expected with the best of these steps, times the share of these worlds."""
        if not now:
            return FAR * sum(spot.share for spot in spots)
        if len(spots) == 1 or depth <= 0:
            total, at, found = 0.0, self._at, dict[tuple[int, int], float]()
            for share, outlook, cell in spots:
                turns, goal = outlook.goals[aim].get(cell, (FAR, cell))
                total += share * turns
                (x, y), (gx, gy) = at[cell], at[goal]
                way = gx - x, gy - y
                found[way] = found.get(way, 0.0) + share
            if len(found) > 1:
                total += LOOK * sum(n * chance for n, chance in enumerate(sorted(found.values(), reverse=True)))
            return total
        return min(self._cost(spots, aim, step, now, depth) for step in now)
