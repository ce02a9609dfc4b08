"""Particles: maps that fit, followed statement by statement, and worlds made of them."""

from itertools import islice
from typing import Any

import pytest

import mapkit
from mapkit.knowledge.deduction import Listener
from mapkit.knowledge.particles import NOTHING, BoardPlaces, Particle, indexed
from mapkit.knowledge.worlds import Worlds
from mapkit.model.chance import Chance
from mapkit.model.evidence import Holds, Stands
from mapkit.model.game import table_of
from mapkit.model.grid import Place
from mapkit.model.map import Map
from mapkit.model.rule import Endpoint, has
from tests.knowledge.test_deduction import played


def the_truth(drawn: Map[Any], listener: Listener, starts: dict[str, str]) -> Particle:
    marks: dict[Place, set[str]] = {}
    for fact in listener.evidence.facts_of(drawn.facts):
        marks.setdefault(fact.place, set()).add(fact.mark)
    return Particle({place: frozenset(found) for place, found in marks.items()}, starts)


@pytest.mark.parametrize("number", range(4))
def test_the_true_map_fits_all_that_is_said(number: int) -> None:
    drawn = mapkit.generate("treasures", f"particles {number}", preset="small")
    referee, game = table_of(drawn.game).referee, played(drawn, "x", ("explorer", "explorer"))
    opening = next(game).ruling
    starts = {seat.name: seat.cell for seat in referee.seats(opening.state)}
    listener = Listener(drawn.public, drawn.game, [*starts], opening.heard)
    particle = the_truth(drawn, listener, starts)
    for said in islice(game, 120):
        listener.hear(said.mover, said.words, said.ruling.heard)
        assert particle.follow([indexed(each.statement) for each in listener.told])
        if referee.mover(said.ruling.state):
            assert particle.places == {seat.name: seat.cell for seat in referee.seats(said.ruling.state)}
    assert particle.read


def test_worlds_keep_what_was_heard_and_the_rules_and_differ_in_the_rest() -> None:
    drawn = mapkit.generate("treasures", "particles", preset="small")
    game = played(drawn, "x", ("explorer", "explorer"))
    opening = next(game).ruling
    names = [seat.name for seat in table_of(drawn.game).referee.seats(opening.state)]
    listener = Listener(drawn.public, drawn.game, names, opening.heard)
    worlds = Worlds(listener, drawn.game.design.rules, names[0], 20, Chance("worlds"))
    for said in islice(game, 40):
        listener.hear(said.mover, said.words, said.ruling.heard)
    found, heard = worlds.now(), [indexed(each.statement) for each in listener.told]
    assert sum(each.weight for each in found) == pytest.approx(1)
    board = BoardPlaces(drawn.game.design.rules, listener.params)
    maps = set()
    for each in worlds.particles:
        again = Particle(each.drawn, each.starts)
        assert again.follow(heard)
        assert (again.facts, again.places, again.read) == (each.facts, each.places, each.read)
        drawn_facts = {fact for fact in each.facts if fact.mark in each.drawn.get(fact.place, NOTHING)}
        assert all(claim.holds(drawn_facts) for claim in board.claims)
        maps.add(frozenset(drawn_facts))
    assert len(maps) > len(worlds.particles) // 2


def test_a_fact_that_follows_from_another_cell_is_read_there() -> None:
    particle = Particle({"b1": frozenset({"spring"})}, {"Ann": "a1"})
    wet = Holds(has("a1", "wet"), (has("b1", "spring"), has("c1", "spring")))
    stands = Stands("Ann", (Endpoint("a1", (has("a1", "wet"),)),))
    assert particle.follow([indexed(wet), indexed(stands)])
    assert particle.read == {"b1"}
