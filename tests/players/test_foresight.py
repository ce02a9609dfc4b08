"""Foresight: the step that takes the fewest turns to win, where several worlds may be the true one."""

from typing import Any, cast

import pytest

import mapkit
from mapkit.model.evidence import Lead
from mapkit.model.game import table_of
from mapkit.model.grid import COMPASS
from mapkit.model.map import Map
from mapkit.model.rule import has
from mapkit.players.foresight import Aim, LikelyWorld, Outlook, Planner, outlook_of

STEPS = tuple(COMPASS[way] for way in "NESW")


ROW = {cell: (n, 0) for n, cell in enumerate(("a1", "b1", "c1", "d1", "e1"))}


def at(drawn: Map[Any]) -> dict[str, tuple[int, int]]:
    centres = {cell: drawn.params.grid.centre(cell) for cell in drawn.params.grid.cells()}
    return {cell: (int(x), int(y)) for cell, (x, y) in centres.items()}


def known(drawn: Map[Any]) -> Outlook:
    evidence = table_of(drawn.game).evidence
    assert evidence is not None
    lies = {has(cell, "lies") for cell in drawn.cells_of("treasure")}
    return outlook_of(evidence(drawn.params, ("Ann",)).leads(drawn.facts | lies), {})


@pytest.mark.parametrize("number", range(4))
def test_whoever_knows_the_map_wins_in_the_fewest_turns(number: int) -> None:
    drawn = mapkit.generate("treasures", f"foresight {number}", preset="default")
    world, planner = known(drawn), Planner(STEPS, 2, at(drawn))
    for start in drawn.cells_of("safe")[:5]:
        cell, aim, turns, won = start, Aim.PRIZE, 0, False
        while not won:
            costs = planner.costs([LikelyWorld(1.0, world, cell)], aim, STEPS)
            step = min(STEPS, key=costs.__getitem__)
            lead = world.leads[cell, step]
            assert costs[step] == pytest.approx(world.goals[aim][cell][0])
            won = aim is Aim.EXIT and lead.finds == "exit"
            cell, aim, turns = lead.to, world.after(lead, aim), turns + max(lead.turns, int(won))
        assert turns == world.goals[Aim.PRIZE][start][0]


def row(prize: str, way_out: str) -> Outlook:
    """Cells a1 to e1 in a row; whoever asks north on c1 learns at once where the prize is."""
    cells, leads = ("a1", "b1", "c1", "d1", "e1"), dict[tuple[str, str], Lead]()
    for n, cell in enumerate(cells):
        for step, to in (("west", n - 1), ("east", n + 1)):
            there = cells[to] if 0 <= to < len(cells) else ""
            finds = "prize" if there and there == prize else "exit" if not there and cell == way_out else ""
            answer = finds or ("on" if there else "blocked")
            leads[cell, step] = Lead(answer, there or cell, int(bool(there)), cast(Any, finds))
        leads[cell, "south"] = Lead("blocked", cell, 0)
        gate = "exit" if prize == "e1" and cell == "c1" else ""
        leads[cell, "north"] = Lead(gate or "blocked", cell, 0, cast(Any, gate))
    return outlook_of(leads, {})


def test_an_answer_that_costs_nothing_and_tells_worlds_apart_comes_first() -> None:
    spots = [LikelyWorld(0.5, row("a1", "a1"), "c1"), LikelyWorld(0.5, row("e1", "e1"), "c1")]
    costs = Planner(STEPS, 2, ROW).costs(spots, Aim.PRIZE, STEPS)
    assert min(STEPS, key=costs.__getitem__) == "north"
    assert costs["north"] == pytest.approx(3)


def test_a_likelier_world_counts_more() -> None:
    for share, step in ((0.9, "west"), (0.1, "east")):
        spots = [LikelyWorld(share, row("a1", "a1"), "b1"), LikelyWorld(1 - share, row("e1", "e1"), "d1")]
        costs = Planner(("east", "west"), 2, ROW).costs(spots, Aim.PRIZE, ("east", "west"))
        assert min(costs, key=costs.__getitem__) == step


def test_without_a_prize_on_the_map_the_one_who_carries_it_is_hunted() -> None:
    leads = row("", "a1").leads
    assert outlook_of(leads, {"e1": 5.0}).goals[Aim.PRIZE]["c1"][0] == 2 + 5 + 5
    assert "c1" not in outlook_of(leads, {}).goals[Aim.PRIZE]
