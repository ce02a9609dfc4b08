"""Chances are honest: their intervals hold the true shares, and what is proven is never told as a chance."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import mapkit
from mapkit.games.treasures.design import PORTALS
from mapkit.games.treasures.stock import stock
from mapkit.knowledge.chances import SamplingEffort, chances
from mapkit.knowledge.deduction import Knowledge, Verdict
from mapkit.knowledge.map_table import MapTable
from mapkit.knowledge.particles import NOTHING, BoardPlaces, Particle, indexed
from mapkit.knowledge.shares import Chances, NoChances, Share
from mapkit.knowledge.sketches import thinned
from mapkit.knowledge.worlds import Worlds
from mapkit.model.chance import Chance
from mapkit.model.evidence import Holds, Stands
from mapkit.model.game import table_of
from mapkit.model.grid import Place, inner_borders, outer_borders
from mapkit.model.map import Map
from mapkit.model.rule import Endpoint, Fact, Facts, has, wall
from mapkit.model.ruling import MoveError
from mapkit.players.machines import dice_of
from mapkit.solve import legality
from tests.command import outcome
from tests.knowledge.test_deduction import NAMES, SMALL, follow, listener, played


class Tiny(NamedTuple):
    """A board of which every map can be written down."""

    size: str
    things: tuple[str, ...]
    walls: int = 1
    exits: int = 1
    seats: int = 2
    settings: Mapping[str, object] = {}


TINY = {
    "marsh": Tiny("3x2", ("safe",) * 4 + ("treasure", "marsh"), settings={"marsh": 1}),
    "walls": Tiny("3x2", ("safe",) * 5 + ("treasure",), walls=2, settings={"walls": 2}),
    "river": Tiny("3x2", ("safe",) * 3 + ("treasure", "river", "river"), settings={"river": 2, "rivers": 1}),
    "portals": Tiny("2x3", ("safe",) * 3 + ("treasure", "A1", "A2"), settings={"two_way": 1}),
    "fake": Tiny("2x3", ("safe",) * 4 + ("treasure", "fake"), exits=2, settings={"fake": 1, "exits": 2}),
    "distances": Tiny("3x2", ("safe",) * 5 + ("treasure",), settings={"treasure_distance": 2, "one_piece": "yes"}),
    "3x3": Tiny("3x3", ("safe",) * 8 + ("treasure",), settings={"players": 2}),
    "3x3 marsh": Tiny("3x3", ("safe",) * 7 + ("treasure", "marsh"), seats=1, settings={"marsh": 1}),
    "3x3 river": Tiny(
        "3x3", ("safe",) * 5 + ("treasure", *("river",) * 3), seats=1, settings={"river": 3, "rivers": 1}
    ),
}


def drawn_on(tiny: Tiny, seed: str) -> Map[Any]:
    return mapkit.generate("treasures", seed, size=tiny.size, settings={**SMALL, **tiny.settings})


@cache
def every_map(name: str) -> tuple[Facts, ...]:
    """Every legal map with these things, written down without what is tested here."""
    tiny = TINY[name]
    drawn = drawn_on(tiny, "any")
    grid, found = drawn.params.grid, set[Facts]()
    for tiles in {*permutations(tiny.things)}:
        for towards in product("NESW", repeat=tiles.count("river")):
            ways = iter(towards)
            marks = ("flows " + next(ways) if tile == "river" else tile for tile in tiles)
            kinds = [*map(has, grid.cells(), marks)]
            if towards and not _runs(drawn, frozenset(kinds)):
                continue
            for walls in combinations(inner_borders(grid), tiny.walls):
                for gates in combinations(outer_borders(grid), tiny.exits):
                    found.add(frozenset((*kinds, *map(wall, walls), *(has(gate, "exit") for gate in gates))))
    some = sorted(found, key=lambda facts: sorted(map(str, facts)))
    return tuple(facts for facts, good in zip(some, legal_by_rules(drawn, some), strict=True) if good)


def _runs(drawn: Map[Any], kinds: Facts) -> bool:
    """Whether the river of these tiles runs as rivers do; asks the checker, which reads the bends and rings, too."""
    dry = frozenset(fact if fact.mark.startswith("flows") else has(fact.place, "safe") for fact in kinds)
    return _keeps_river_rules(drawn, dry)


@cache
def _keeps_river_rules(drawn: Map[Any], kinds: Facts) -> bool:
    faults = legality.check(replace(drawn, facts=kinds))
    return not any(fault.rule.number.startswith(("TL-17", "TL-18", "TL-19")) for fault in faults)


def legal_by_rules(drawn: Map[Any], some: list[Facts]) -> list[bool]:
    """Which maps keep the rules, by the reader of claims that a test below holds to the checker."""
    column = {fact: n for n, fact in enumerate(sorted({fact for facts in some for fact in facts}, key=str))}
    table = np.zeros((len(some), len(column)), bool)
    for n, facts in enumerate(some):
        table[n, [column[fact] for fact in facts]] = True
    return [bool(option) for option in MapTable(column, table).keep(drawn.game.design.rules, drawn.params)]


class Told(NamedTuple):
    """A moment of a game: what is told, and what is so on all maps and with all starts that fit."""

    known: Knowledge
    found: tuple[Chances | NoChances, ...]
    facts: Mapping[Fact, float]
    places: Mapping[tuple[str, str], float]


def told_in_a_game(name: str, seed: str, moves: int, efforts: tuple[SamplingEffort, ...]) -> Iterator[Told]:
    """The moments of a game, with the true shares by brute force: the referee plays it on every map."""
    tiny = TINY[name]
    drawn = drawn_on(tiny, seed)
    referee, names = table_of(drawn.game).referee, NAMES[: tiny.seats]
    game = played(drawn, seed, ("random",) * tiny.seats, {"order": "given"})
    opening = next(game).ruling
    listening, live = listener(drawn, opening), list[Any]()
    for facts in every_map(name):
        world = replace(drawn, facts=facts)
        for starts in permutations(world.cells_of("safe"), tiny.seats):
            options = {"starts": " ".join(starts), "order": "given"}
            live.append(referee.begin(world, names, options, dice_of("0")).state)
    for said in [None, *islice(game, moves)]:
        if said is not None:
            listening.hear(said.mover, said.words, said.ruling.heard)
            live = [state for each in live for state in _after(referee, each, said)]
        known = listening.knows()
        found = tuple(chances(listening, known, effort) for effort in efforts)
        on_board = Counter[Fact]()
        for board, many in Counter(state.drawn.facts for state in live).items():
            on_board.update(dict.fromkeys(board, many))
        at = Counter((player.name, player.cell) for state in live for player in state.players)
        yield Told(known, found, _shares(on_board, len(live)), _shares(at, len(live)))


def _after(referee: Any, state: Any, said: Any) -> Iterator[Any]:
    """The state after a directive, if it is answered as it was."""
    rolls = iter(said.rolls)
    try:
        ruling = referee.play(state, said.words, lambda _: next(rolls))
    except (MoveError, StopIteration):
        return
    if ruling.heard == said.ruling.heard:
        yield ruling.state


def _shares(number: Mapping[Any, int], of: int) -> dict[Any, float]:
    return {thing: many / of for thing, many in number.items()}


def compared(told: Told, found: Chances) -> Iterator[tuple[Share, float]]:
    """Each chance with the true share."""
    for fact, share in found.facts.items():
        marks = told.known.asked.finer.get(fact.mark, (fact.mark,))
        yield share, sum(told.facts.get(has(fact.place, mark), 0.0) for mark in marks)
    for who, cells in found.places.items():
        for cell, share in cells.items():
            yield share, told.places.get((who, cell), 0.0)


class Score(NamedTuple):
    """How well intervals did."""

    inside: int = 0
    number: int = 0
    silent: int = 0

    def and_of(self, told: Told, found: Chances | NoChances) -> Score:
        if isinstance(found, NoChances):
            assert found is NoChances.SAMPLES
            return self._replace(silent=self.silent + 1)
        held = [share.low - 1e-9 <= true <= share.high + 1e-9 for share, true in compared(told, found)]
        return Score(self.inside + sum(held), self.number + len(held), self.silent)


def scores(name: str, seed: str, moves: int, efforts: tuple[SamplingEffort, ...]) -> tuple[Score, ...]:
    """How many intervals hold the true share, for each effort."""
    found = [Score() for _ in efforts]
    for told in told_in_a_game(name, seed, moves, efforts):
        found = [score.and_of(told, fault) for score, fault in zip(found, told.found, strict=True)]
    return tuple(found)


FEW = SamplingEffort(levels=(5,), filled=300)
"""So few sketches that most are left out, also on a tiny board."""


# --- the intervals -----------------------------------------------------------------------------------------------


def test_intervals_of_95_percent_hold_the_true_share() -> None:
    every, few = scores("distances", "one", 8, (SamplingEffort(filled=300), FEW))
    assert every.number + few.number > 400
    assert every.inside >= 0.93 * every.number
    assert few.inside >= 0.93 * few.number
    assert (every.silent, few.silent <= 3) == (0, True)


SAMPLES = 10
"""How many times each moment of a game is sampled anew."""


@pytest.mark.long
@pytest.mark.parametrize("seed", ["one", "two", "three"])
@pytest.mark.parametrize("name", TINY)
def test_intervals_hold_the_true_share_in_95_percent_of_many_samples(name: str, seed: str) -> None:
    """The intervals of one sample miss together, so the promise is of many samples of the same moments."""
    kinds = ((1000,), (5,), (2,))
    found = scores(
        name, seed, 10, tuple(SamplingEffort(levels=kind, seed=str(n)) for kind in kinds for n in range(SAMPLES))
    )
    for n in range(len(kinds)):
        of_kind = found[n * SAMPLES : (n + 1) * SAMPLES]
        inside, number = sum(kind.inside for kind in of_kind), sum(kind.number for kind in of_kind)
        assert number > 1000 or n > 0
        assert inside >= 0.95 * number


def test_thinning_keeps_each_weight_on_average() -> None:
    weights = np.log(np.array([0.5, 0.2, 0.1, 0.1, 0.05, 0.03, 0.02]))
    sums, chance = np.zeros(len(weights)), Chance("thin")
    for _ in range(4000):
        which, heavier = thinned(weights, 4, chance)
        assert len(which) <= 4
        sums[which] += np.exp(heavier)
    assert np.allclose(sums / 4000, np.exp(weights), atol=0.01)


# --- what is counted ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["marsh", "river", "portals", "distances"])
def test_sketches_without_anything_heard_stand_for_each_map_once(name: str) -> None:
    drawn = drawn_on(TINY[name], "any")
    made_of = stock(drawn.params)
    assert made_of is not None
    rivers = {shape.holds for shape in made_of.shapes}
    flows = {frozenset(f for f in facts if f.mark.startswith("flows")) for facts in every_map(name)}
    assert flows <= rivers


@pytest.mark.parametrize(
    ("size", "settings"),
    [("6x6", {"preset": "small"}), ("8x8", {}), ("4x3", {"settings": {**SMALL, "walls": 6, "exits": 2}})],
)
def test_maps_are_legal_as_the_checker_finds_them(size: str, settings: Mapping[str, Any]) -> None:
    good = mapkit.generate("treasures", "legal", size=size, **settings)
    chance, some = Chance("legal"), [good.facts]
    inner, outer = [*inner_borders(good.params.grid)], [*outer_borders(good.params.grid)]
    for _ in range(25):
        kinds = [fact for fact in good.facts if isinstance(fact.place, str)]
        if chance.below(2):
            mixed = chance.shuffled(fact.mark for fact in kinds)
            kinds = [has(fact.place, mark) for fact, mark in zip(sorted(kinds), mixed, strict=True)]
        walls = chance.shuffled(inner)[: sum(fact.mark == "wall" for fact in good.facts)]
        gates = chance.shuffled(outer)[: sum(fact.mark == "exit" for fact in good.facts)]
        some.append(frozenset((*kinds, *map(wall, walls), *(has(gate, "exit") for gate in gates))))
    found = legal_by_rules(good, some)
    wanted = [not legality.check(replace(good, facts=facts)) for facts in some]
    chains = {"TL-19.b"}  # sketches draw only rivers that bend as they should
    for facts, legal, right in zip(some, found, wanted, strict=True):
        faults = {fault.rule.number for fault in legality.check(replace(good, facts=facts))}
        assert legal == right or faults <= chains
    assert any(found)


# --- what is told ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def midway() -> tuple[Knowledge, Chances, Chances]:
    """A moment of a game on 6x6, with what is told twice."""
    drawn = mapkit.generate("treasures", "midway", preset="small")
    listening, _ = follow(drawn, "midway", ("explorer", "explorer"), 24)
    known = listening.knows()
    effort = SamplingEffort(filled=150)
    found = [chances(listening, known, effort) for _ in range(2)]
    assert isinstance(found[0], Chances)
    assert isinstance(found[1], Chances)
    return known, found[0], found[1]


def test_what_is_proven_is_never_told_as_a_chance(midway: tuple[Knowledge, Chances, Chances]) -> None:
    known, found, _ = midway
    assert found.facts
    assert all(known.facts[fact] is Verdict.OPEN for fact in found.facts)
    assert all(known.places[who][cell] is Verdict.OPEN for who, cells in found.places.items() for cell in cells)


def test_no_chance_is_0_or_1_and_each_lies_in_its_interval(midway: tuple[Knowledge, Chances, Chances]) -> None:
    _, found, _ = midway
    shares = [*found.facts.values(), *(share for cells in found.places.values() for share in cells.values())]
    for share in shares:
        assert 0 < share.chance < 1
        assert 0 <= share.low <= share.chance <= share.high <= 1
        assert share.high - share.low > 0.001


def test_the_same_game_has_the_same_chances(midway: tuple[Knowledge, Chances, Chances]) -> None:
    _, found, again = midway
    assert found == again


def test_chances_of_the_places_of_one_treasure_add_up_to_one(midway: tuple[Knowledge, Chances, Chances]) -> None:
    _, found, _ = midway
    treasure = [share.chance for fact, share in found.facts.items() if fact.mark == "treasure"]
    assert not treasure or sum(treasure) == pytest.approx(1, abs=0.1)


def test_with_too_few_samples_no_chances_are_told() -> None:
    drawn = mapkit.generate("treasures", "few", preset="small")
    listening, _ = follow(drawn, "few", ("explorer", "explorer", "explorer"), 12)
    assert chances(listening, listening.knows(), SamplingEffort(levels=(1,), filled=20)) is NoChances.SAMPLES


@pytest.mark.parametrize(
    ("game", "settings", "why"),
    [
        ("labyrinth", {"preset": "basic"}, NoChances.GAME),
        ("treasures", {"preset": "haunted-house"}, NoChances.SETTINGS),
        ("treasures", {"preset": "small", "settings": {"walls": "8-12"}}, NoChances.SETTINGS),
    ],
)
def test_where_maps_are_not_counted_no_chances_are_told(game: str, settings: Any, why: NoChances) -> None:
    listening, _ = follow(mapkit.generate(game, "none", **settings), "none", ("random", "random"), 2)
    assert chances(listening, Knowledge({}, {}, listening.evidence.asks)) is why


def test_after_a_correction_no_chances_are_told() -> None:
    drawn = mapkit.generate("treasures", "corrected", preset="small")
    listening, state = follow(drawn, "corrected", ("random", "random"), 4)
    correct = table_of(drawn.game).screen.correct
    assert correct is not None
    listening.hear("", "", correct(state, f"{state.player.name} at {drawn.cells_of('safe')[0]}").heard)
    assert chances(listening, Knowledge({}, {}, listening.evidence.asks)) is NoChances.EVENTS


# --- at the command line -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("chances")
    (folder / "map.toml").write_text(mapkit.generate("treasures", "chances", preset="small").to_text())
    seats = ["--players", "Ann,Bob", "--bot", "Ann=explorer", "--bot", "Bob=explorer"]
    outcome("play", str(folder / "map.toml"), *seats, "--seed", "1", "--log", str(folder / "game.jsonl"))
    return str(folder / "game.jsonl")


def test_chances_are_marked_as_sampled_with_their_intervals(log: str) -> None:
    code, said, _ = outcome("know", log, "--turn", "14", "--chances")
    head, *lines = said[said.index("Sampled, not proven: chances from ") :].splitlines()
    assert (code, head.endswith(" maps, each with its interval of 95 %:")) == (0, True)
    assert all(", sampled: " in line for line in lines)
    treasure = next(line for line in lines if line.startswith("treasure, sampled: "))
    assert treasure.count(" % (") == treasure.count(" to ") > 0
    assert " 0 %" not in said
    assert " 100 %" not in said


def test_programs_get_chances_with_their_intervals(log: str) -> None:
    told = json.loads(outcome("know", log, "--turn", "14", "--chances", "--json")[1])
    shares = [share for cell in told["chances"]["cells"].values() for share in cell.values()]
    assert told["chances"]["samples"] >= 100
    assert all(set(share) == {"chance", "low", "high"} for share in shares)
    assert "chances" not in json.loads(outcome("know", log, "--turn", "14", "--json")[1])


def test_portals_are_named_by_what_players_can_tell_apart(log: str) -> None:
    told = json.loads(outcome("know", log, "--turn", "30", "--chances", "--json")[1])
    named = {mark for cell in told["chances"]["cells"].values() for mark in cell}
    assert named.isdisjoint(PORTALS)


def test_a_labyrinth_says_that_it_tells_no_chances(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(mapkit.generate("labyrinth", "known", preset="basic").to_text())
    seats = ["--players", "Ann,Bob", "--bot", "Ann=explorer", "--bot", "Bob=random"]
    outcome("play", str(tmp_path / "map.toml"), *seats, "--seed", "1", "--log", str(tmp_path / "game.jsonl"))
    assert outcome("know", str(tmp_path / "game.jsonl"), "--turn", "6", "--chances")[1].endswith(
        "No chances are told for this game.\n"
    )


# Particles: maps that fit, followed statement by statement, and worlds made of them


@pytest.mark.parametrize("number", range(4))
def test_the_true_map_fits_all_that_is_said(number: int) -> None:
    drawn = mapkit.generate("treasures", f"particles {number}", preset="small")
    referee, game = table_of(drawn.game).referee, played(drawn, "x", ("explorer", "explorer"))
    opening = next(game).ruling
    starts, hears = {seat.name: seat.cell for seat in referee.seats(opening.state)}, listener(drawn, opening)
    marks: dict[Place, set[str]] = {}
    for fact in hears.evidence.facts_of(drawn.facts):
        marks.setdefault(fact.place, set()).add(fact.mark)
    particle = Particle({place: frozenset(found) for place, found in marks.items()}, starts)
    for said in islice(game, 120):
        hears.hear(said.mover, said.words, said.ruling.heard)
        assert particle.follow([indexed(statement.statement) for statement in hears.told])
        if referee.mover(said.ruling.state):
            assert particle.places == {seat.name: seat.cell for seat in referee.seats(said.ruling.state)}
    assert particle.read


def test_worlds_keep_what_was_heard_and_the_rules_and_differ_in_the_rest() -> None:
    drawn = mapkit.generate("treasures", "particles", preset="small")
    game = played(drawn, "x", ("explorer", "explorer"))
    hears = listener(drawn, next(game).ruling)
    worlds = Worlds(hears, drawn.game.design.rules, "Ann", 20, Chance("worlds"))
    for said in islice(game, 40):
        hears.hear(said.mover, said.words, said.ruling.heard)
    found, heard = worlds.now(), [indexed(statement.statement) for statement in hears.told]
    assert sum(each.weight for each in found) == pytest.approx(1)
    board = BoardPlaces(drawn.game.design.rules, hears.params)
    maps = set()
    for particle in worlds.particles:
        again = Particle(particle.drawn, particle.starts)
        assert again.follow(heard)
        assert (again.facts, again.places, again.read) == (particle.facts, particle.places, particle.read)
        drawn_facts = {fact for fact in particle.facts if fact.mark in particle.drawn.get(fact.place, NOTHING)}
        assert all(claim.holds(drawn_facts) for claim in board.claims)
        maps.add(frozenset(drawn_facts))
    assert len(maps) > len(worlds.particles) // 2


def test_a_fact_that_follows_from_another_cell_is_read_there() -> None:
    particle = Particle({"b1": frozenset({"spring"})}, {"Ann": "a1"})
    wet = Holds(has("a1", "wet"), (has("b1", "spring"), has("c1", "spring")))
    stands = Stands("Ann", (Endpoint("a1", (has("a1", "wet"),)),))
    assert particle.follow([indexed(wet), indexed(stands)])
    assert particle.read == {"b1"}
