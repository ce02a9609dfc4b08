"""Foresight: which step takes the fewest turns to win, where several worlds may be the true one.

Each step splits the worlds by what is answered. What follows an answer is chosen when it is known, and is the same in
all worlds that give it. After a number of steps the planner supposes that it knows the world, and that each bit that it
does not know by then costs it something.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from heapq import heapify, heappop, heappush
from math import log2
from typing import NamedTuple

from mapkit.evidence import Lead
from mapkit.grid import Cell

FAR = 40.0
"""The turns to win from a cell without a way to win."""
BIT = 0.5
"""How many turns a bit costs that is not known in the end."""


class Aim(IntEnum):
    """What a player looks for."""

    EXIT = 0
    """They carry what they need, and look for a way out."""
    PRIZE = 1
    """They look for a prize."""
    HEALING = 2
    """They are injured."""


class Outlook(NamedTuple):
    """A world as a planner sees it: what steps lead to, and how far it is to win."""

    leads: Mapping[tuple[Cell, str], Lead]
    """What each step leads to."""
    turns: tuple[Mapping[Cell, float], ...]
    """For each aim the turns to win from the cells from where that is possible."""

    def after(self, lead: Lead, aim: Aim) -> Aim:
        """What the player looks for after a step."""
        if aim is Aim.PRIZE and lead.finds == "prize":
            return Aim.EXIT
        return Aim.PRIZE if aim is Aim.HEALING and lead.finds == "healing" else aim


def outlook(leads: Mapping[tuple[Cell, str], Lead], hunted: Mapping[Cell, float]) -> Outlook:
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
    out = _spread(exits, back)
    goals = {cell: out[cell] for cell in prizes if cell in out}
    for cell, more in hunted.items():
        if cell in out:
            goals[cell] = min(goals.get(cell, FAR), out[cell] + more)
    seek = _spread(goals, back)
    heal = _spread({cell: seek.get(cell, FAR) + 1.0 for cell in healing}, back)
    return Outlook(leads, (out, seek, heal))


def _spread(goals: Mapping[Cell, float], back: Mapping[Cell, Sequence[tuple[Cell, int]]]) -> dict[Cell, float]:
    """The cells that lead to a goal, with the fewest turns, the nearest first."""
    edge, done = [(turns, cell) for cell, turns in goals.items()], dict[Cell, float]()
    heapify(edge)
    while edge:
        turns, cell = heappop(edge)
        if cell not in done:
            done[cell] = turns
            for before, more in back.get(cell, ()):
                if before not in done:
                    heappush(edge, (turns + more, before))
    return done


class Spot(NamedTuple):
    """A world that may be the true one."""

    share: float
    """How likely it is."""
    world: Outlook
    """The world."""
    cell: Cell
    """Where the player is then."""


class Planner:
    """Looks some steps ahead."""

    def __init__(self, steps: Sequence[str], depth: int) -> None:
        self._steps, self._depth = tuple(steps), depth

    def costs(self, spots: Sequence[Spot], aim: Aim, now: Sequence[str]) -> Mapping[str, float]:
        """The turns to be expected with each of the steps that may be said now."""
        whole = sum(each.share for each in spots)
        return {step: self._cost(spots, aim, step, tuple(now), self._depth) / whole for step in now}

    def _cost(self, spots: Sequence[Spot], aim: Aim, step: str, now: tuple[str, ...], depth: int) -> float:
        """The turns to be expected with a step, times the share of these worlds."""
        groups: dict[str, list[tuple[Spot, Lead]]] = {}
        for spot in spots:
            lead = spot.world.leads[spot.cell, step]
            groups.setdefault(lead.answer, []).append((spot, lead))
        total = 0.0
        for group in groups.values():
            (first, lead), share = group[0], sum(spot.share for spot, _ in group)
            if aim is Aim.EXIT and lead.finds == "exit":
                total += share
                continue
            if len(groups) == 1 and not lead.turns:
                return FAR * 3 * share  # everybody knows already that this leads nowhere
            after = first.world.after(lead, aim)
            more = lead.turns + (after < aim == Aim.HEALING)
            left = self._steps if lead.turns else tuple(each for each in now if each != step)
            inside = [Spot(spot.share, spot.world, to.to) for spot, to in group]
            total += share * more + self._best(inside, after, left, depth - 1)
        return total

    def _best(self, spots: Sequence[Spot], aim: Aim, now: tuple[str, ...], depth: int) -> float:
        """The turns to be expected with the best of these steps, times the share of these worlds."""
        if not now:
            return FAR * sum(each.share for each in spots)
        if len(spots) == 1 or depth <= 0:
            return sum(each.share * each.world.turns[aim].get(each.cell, FAR) for each in spots) + BIT * _bits(spots)
        return min(self._cost(spots, aim, step, now, depth) for step in now)


def _bits(spots: Sequence[Spot]) -> float:
    """How many bits it takes to tell these worlds apart, times their share."""
    whole = sum(each.share for each in spots)
    return sum(each.share * log2(whole / each.share) for each in spots)
