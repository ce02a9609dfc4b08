"""What everybody can know is so: the truth is never excluded, and what is certain is so on every map that fits."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mapkit
from mapkit.games.labyrinth.design import BARRIERS, CHAINS
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.evidence import TREASURES
from mapkit.knowledge import clauses
from mapkit.knowledge.clauses import Clauses
from mapkit.knowledge.deduction import Contradiction, Listener, Verdict
from mapkit.knowledge.encoding import Model
from mapkit.model.chance import Chance
from mapkit.model.evidence import WAYS
from mapkit.model.frozen import replaced
from mapkit.model.game import table_of
from mapkit.model.grid import Cell, border, inner_borders, outer_borders
from mapkit.model.map import Map
from mapkit.model.rule import Fact, has, wall
from mapkit.model.ruling import Announcement, MoveError, Ruling, heard
from mapkit.players.machines import ObservedDirective, dice_of, machines, play_directives
from mapkit.solve import legality
from mapkit.table.voice import FOR_ALL, Audience
from tests.command import outcome

NAMES = ("Ann", "Bob", "Cid")
CODES = ("basic", "basic-w", "classic", "classic-x", "advanced", "default", "extreme", "tower")
PACKS = ("haunted-house", "cursed-forest", "pirate-ship", "psych-ward")


def played(
    drawn: Map[Any], seed: str, kinds: tuple[str, ...], options: Mapping[str, str] | None = None
) -> Iterator[ObservedDirective[Any]]:
    """A game between machines: the opening, and then each directive."""
    table = table_of(drawn.game)
    known = machines(table)
    seats = {
        name: known[kind](name, Chance(f"{name} {seed}"), drawn.params)
        for name, kind in zip(NAMES, kinds, strict=False)
    }
    return play_directives(table.referee, drawn, seats, dice_of(seed), options or {})


def listener(drawn: Map[Any], opening: Ruling[Any]) -> Listener:
    names = [seat.name for seat in table_of(drawn.game).referee.seats(opening.state)]
    return Listener(drawn.public, drawn.game, names, opening.heard)


def as_it_is(drawn: Map[Any], state: Any) -> frozenset[Fact]:
    """What was drawn in the cells, and the walls and exits of this moment, also in the words that evidence has."""
    board = table_of(drawn.game).screen.board
    now = board(state).facts if board else drawn.facts
    facts = [fact for fact in drawn.facts | now if fact in (drawn.facts if isinstance(fact.place, str) else now)]
    told = {**dict.fromkeys(CHAINS, "wormhole"), **dict.fromkeys(BARRIERS, "barrier")}
    solid = [str(fact.place) for fact in facts if fact.mark == "rock"]
    around = (border(drawn.params.grid, cell, side) for cell in solid for side in "NESW")
    shut = (has(line, "barrier") for line in around if drawn.params.grid.step(*line) is not None)
    return frozenset((*facts, *shut, *(has(fact.place, told[fact.mark]) for fact in facts if fact.mark in told)))


def truth_is_possible(listening: Listener, drawn: Map[Any], state: Any) -> bool:
    """Whether all that was heard fits the map as it is, and the players where they are."""
    model, table, board = listening.model, table_of(drawn.game), as_it_is(drawn, state)
    asked = [*listening.evidence.asks.kinds, *listening.evidence.asks.borders]
    asked += [mark for marks in listening.evidence.asks.finer.values() for mark in marks]
    told = {mark for mark in asked if mark not in listening.evidence.asks.finer}
    known = {fact: literal for fact, literal in model.facts.items() if fact.mark in told and not _is_floor(fact)}
    assumed = [literal if fact in board else -literal for fact, literal in known.items()]
    seats = [seat for seat in table.referee.seats(state) if seat.cell]
    assumed += [model.place(seat.name).get(seat.cell, -model.clauses.true) for seat in seats]
    return model.clauses.solve(assumed) is True


def _is_floor(fact: Fact) -> bool:
    return not isinstance(fact.place, str) and fact.place.side in "UD"


def follow(drawn: Map[Any], seed: str, kinds: tuple[str, ...], most: int) -> tuple[Listener, Any]:
    """A listener to a game, and the state at its end."""
    game = played(drawn, seed, kinds)
    opening = next(game).ruling
    listening, state = listener(drawn, opening), opening.state
    for said in islice(game, most):
        listening.hear(said.mover, said.words, said.ruling.heard)
        state = said.ruling.state
    return listening, state


# --- the truth ---------------------------------------------------------------------------------------------------


def some_games() -> Iterator[Any]:
    """Games, presets, seeds, players and numbers of directives: packs that are not understood, and every code."""
    three = ("explorer", "random", "explorer"), ("random",) * 3, ("explorer",)
    yield from (("treasures", "small", f"truth {n}", f"{n}", three[n % 3], 250) for n in range(24))
    yield from (("treasures", preset, "packs", preset, ("explorer", "random", "random"), 200) for preset in PACKS)
    for preset in CODES:
        yield "labyrinth", preset, "code", preset, ("explorer", "random", "random"), 100 if preset == "extreme" else 250
    presets = ("small", "default", *PACKS)
    many = [("labyrinth", CODES[n % len(CODES)], f"long {n}", f"long {n}", three[n % 2], 200) for n in range(600)]
    many += [("treasures", presets[n % 6], f"long {n}", f"long {n}", three[n % 2], 400) for n in range(1000)]
    yield from (pytest.param(*game, marks=pytest.mark.long) for game in many)


TURNS = (10, 20, 40, 60)


@pytest.mark.parametrize(("game", "preset"), [("treasures", "small"), ("labyrinth", "basic")])
def test_what_was_proven_stays_proven(game: str, preset: str, tmp_path: Path) -> None:
    """Each moment is worked out by itself, and nothing changes what is drawn in the cells."""
    drawn = mapkit.generate(game, "stays", preset=preset)
    (tmp_path / "map.toml").write_text(drawn.to_text(), encoding="utf-8")
    log, seats = str(tmp_path / "game.jsonl"), ["--bot", "Ann=explorer", "--bot", "Bob=explorer"]
    outcome("play", str(tmp_path / "map.toml"), "--players", "Ann,Bob", *seats, "--seed", "stays 3", "--log", log)
    told = [json.loads(outcome("know", log, "--turn", str(turn), "--json")[1]) for turn in TURNS]
    for before, after in pairwise(told):
        for cell, kinds in after["cells"].items():
            assert len(kinds) == 1 or {*kinds} <= {*before["cells"][cell]}
        for mark, found in before["borders"].items():
            for verdict in ("certain", "excluded"):
                assert {*found.get(verdict, ())} <= {*after["borders"][mark].get(verdict, ())}
    assert sum(len(kinds) == 1 for kinds in told[-1]["cells"].values()) > len(told[-1]["cells"]) / 4


NOTHING: Mapping[str, object] = dict.fromkeys(
    ("shop", "hospital", "marsh", "river", "rivers", "fake", "two_way", "three_way"), 0
)
BOARDS: Mapping[str, Mapping[str, Any]] = {
    "treasures": {
        "size": "4x3",
        "settings": {
            **NOTHING,
            "marsh": 2,
            "two_way": 1,
            "treasures": 1,
            "exits": 1,
            "walls": 3,
            "players": 2,
            "treasure_distance": 1,
        },
    },
    "labyrinth": {"size": "4x4", "preset": "basic"},
    "labyrinth ": {"size": "4x4", "preset": "basic-w"},
}


@settings(max_examples=12)
@given(which=st.sampled_from([*BOARDS]), seed=st.integers(1, 10**6))
def test_on_small_boards_everything_that_was_proven_stays_proven(which: str, seed: int) -> None:
    """A law: after each few commands somebody hears all from the beginning, and knows what was known before."""
    drawn = mapkit.generate(which.strip(), f"law {seed}", **BOARDS[which])
    opening, *said = islice(played(drawn, f"{seed}", ("random", "explorer")), 19)
    before: Mapping[Fact, Verdict] = {}
    for upto in range(0, len(said) + 1, 6):
        listening = listener(drawn, opening.ruling)
        for each in said[:upto]:
            listening.hear(each.mover, each.words, each.ruling.heard)
        after = listening.knows().facts
        proven = {fact: verdict for fact, verdict in before.items() if verdict in (Verdict.CERTAIN, Verdict.EXCLUDED)}
        assert proven.items() <= after.items()
        assert Verdict.UNDECIDED not in after.values()
        before = after


def listened() -> Iterator[Listener]:
    """A game on a board as people play it, while its players do not know where they are; the listener keeps up."""
    drawn = mapkit.generate("treasures", "exchanged", size="10x10")
    game = played(drawn, "exchanged", ("explorer",) * 3)
    opening = next(game).ruling
    listening = listener(drawn, opening)
    for number, said in enumerate(islice(game, 90), 1):
        listening.hear(said.mover, said.words, said.ruling.heard)
        listening.keep_up()
        if number % 30 == 0:
            yield listening


def test_what_exchanges_show_may_be_so() -> None:
    shown = 0
    for listening in listened():
        model = listening.model
        assert model.clauses.solve() is True
        facts = [fact for fact in model.facts if fact.mark in listening.evidence.asks.kinds][::7]
        wanted = [(fact, value) for fact in facts for value in (True, False)]
        for fact, holds in {*listening.variations(model.clauses.model(), wanted)}:
            if fact in model.facts:
                assert model.clauses.solve([model.facts[fact] if holds else -model.facts[fact]]) is True, fact
                shown += 1
    assert shown > 100


def test_the_shapes_of_rivers_are_those_that_the_rules_allow() -> None:
    drawn = mapkit.generate("treasures", "shapes", preset="small")
    stock = table_of(drawn.game).stock
    made_of = stock(drawn.params) if stock else None
    assert made_of is not None
    model = Model(drawn.params.grid.cells())
    for rule in drawn.game.design.rules:
        model.obey(rule, drawn.params)
    for shape in made_of.shapes:
        runs = [model.fact(fact) for fact in shape.holds]
        assert model.clauses.solve(runs) is True
        model.clauses.add(*(-fact for fact in runs))
    assert model.clauses.solve() is False


def test_on_a_board_that_people_play_little_stays_undecided() -> None:
    drawn = mapkit.generate("treasures", "b", size="12x12")
    opening, *said = islice(played(drawn, "b", ("explorer",) * 3), 61)
    listening = listener(drawn, opening.ruling)
    for each in said:
        listening.hear(each.mover, each.words, each.ruling.heard)
    known = listening.knows()
    assert known.undecided < (len(known.facts) + 3 * 144) / 20


@pytest.mark.parametrize(("game", "preset", "seed", "words", "kinds", "most"), [*some_games()])
def test_the_truth_is_never_excluded(
    game: str, preset: str, seed: str, words: str, kinds: tuple[str, ...], most: int
) -> None:
    drawn = mapkit.generate(game, seed, preset=preset)
    listening, state = follow(drawn, words, kinds, most)
    assert truth_is_possible(listening, drawn, state)


AGREED = {
    "S2 with rivers": {"rules": "G2-S2-F4-V3-T3-A5-H34-W67-O24", "drift": "1", "drift_on_bump": "yes"},
    "far rivers": {"rules": "G2-S1-F5-V1-T2-A2-H3-W57-O1", "drift": "mouth", "stay_inside": "yes"},
    "nameless": {"rules": "G1-S1-F3-V1-T2-A2-H3-W578-O136", "anonymous_hits": "yes", "own_cell": "yes"},
    "weapons first": {"rules": "G2-S1-F3-V1-T2-A2-H2-W57-O145", "weapons_first": "yes", "hide_counts": "yes"},
    "thrown": {"rules": "G2-S1-F2-V1-T2-A2-H3-W67-O167", "boomerang": "3", "own_cell": "yes"},
    "thrown on floors": {"rules": "G23-S1-F3-V1-T2-A2-H2-W57-O17", "boomerang": "2", "openings": "any"},
    "told by a leprechaun": {"rules": "G2-S1-F1-V1-T3-A2-H34-W6-O17", "creatures": "leprechaun", "treasures": "3"},
    "solid": {"rules": "G2-S2-F4-V1-T2-A2-H34-W57-O1", "solid_cells": "7"},
    "many solid": {"rules": "G1-S1-F3-V1-T2-A2-H34-W678-O146", "solid_cells": "any", "boomerang": "3"},
    "unnamed sources": {"rules": "G2-S2-F5-V1-T2-A2-H3-W57-O1", "source_named": "no", "drift": "1"},
    "rivers that join": {"rules": "G2-S1-F5-V1-T2-A2-H3-W57-O1", "rivers_join": "anywhere", "whirlpools": "2"},
    "rivers that join in ends": {"rules": "G1-S2-F4-V1-T2-A2-H3-W57-O1", "rivers_join": "ends", "drift": "1"},
    "pits": {"rules": "G2-S2-F3-V1-T2-A2-H3-W57-O1", "loops": "2", "pits": "2"},
    "pits alone": {"rules": "G1-S1-F1-V1-T2-A2-H34-W57-O1", "pits": "3"},
    "traps": {"rules": "G2-S1-F3-V1-T2-A2-H34-W57-O1", "mines": "2", "robbers": "2", "infections": "2"},
    "robbers who hide": {"rules": "G2-S1-F3-V2-T2-A2-H34-W5-O1", "robbers": "5", "treasure_goes": "random"},
    "deadly traps": {"rules": "G1-S2-F3-V1-T1-A2-H34-W57-O1", "mines": "2", "mine_does": "kills", "deadly_swamps": "2"},
    "slow traps": {
        "rules": "G2-S1-F1-V1-T1-A2-H35-W57-O1",
        "mines": "3",
        "mine_does": "turn",
        "robbers": "3",
        "robbers_take": "both",
        "infections": "2",
        "infection_does": "wounds",
    },
    "loot": {"rules": "G2-S1-F3-V1-T2-A2-H34-W57-O1", "treasure_taken": "at-will", "treasure_dropped": "at-will"},
    "nameless loot": {
        "rules": "G1-S2-F5-V3-T3-A2-H3-W57-O1",
        "treasure_taken": "at-will",
        "treasure_dropped": "at-will",
        "anonymous_hits": "yes",
    },
    "no treasure": {"rules": "G1-S2-F4-V1-T2-A2-H34-W57-O1", "goal": "out", "mines": "2"},
    "the last one out": {"rules": "G2-S1-F3-V4-T1-A2-H3-W57-O1", "goal": "out"},
    "bullets for a cell": {"rules": "G1-S1-F3-V1-T1-A2-H3-W5-O167", "bullets_hit": "cell", "own_cell": "yes"},
    "grenades that wound": {"rules": "G1-S1-F3-V1-T1-A2-H34-W5-O13", "grenades_hit": "yes", "shields": "arsenal"},
    "bullets for all": {"rules": "G2-S1-F1-V1-T1-A2-H34-W5-O16", "bullets_hit": "all", "shields": "hospital"},
    "outside": {"rules": "G1-S1-F4-V1-T2-A2-H34-W57-O1", "start_outside": "yes", "hide_counts": "yes"},
    "blown exits": {"rules": "G2-S1-F3-V1-T2-A2-H34-W57-O1", "blown_exits": "yes", "elsewhere": "yes"},
    "senses": {"rules": "G2-S1-F5-V1-T2-A2-H34-W57-O1356", "walls_seen": "all", "cells_heard": "all"},
    "senses on floors": {"rules": "G23-S1-F3-V1-T2-A2-H2-W57-O1", "walls_seen": "all", "openings": "any"},
    "steps": {"rules": "G2-S1-F3-V2-T2-A2-H34-W57-O14", "steps_heard": "all", "dead_return": "random"},
    "unheard": {"rules": "G2-S1-F5-V1-T2-A2-H34-W57-O1", "answers_for": "mover", "mines": "2"},
    "dark moves": {"rules": "G1-S2-F3-V1-T2-A2-H3-W57-O1", "dark_moves": "4", "treasure_dropped": "at-will"},
    "half-dark moves": {"rules": "G2-S2-F4-V1-T2-A2-H34-W57-O1", "half_dark_moves": "9", "drift_on_bump": "yes"},
    "alike": {"rules": "G2-S1-F3-V1-T2-A2-H2-W57-O135", "one_obstacle": "yes", "tell_corpses": "yes"},
}


@pytest.mark.parametrize("settings", AGREED.values(), ids=AGREED)
def test_whatever_is_agreed_in_a_labyrinth_the_truth_is_never_excluded(settings: Mapping[str, object]) -> None:
    amounts = ("walls", "chains", "rivers", "river", "arsenals", "hospitals", "treasures", "false_treasures", "exits")
    given = {**dict.fromkeys(amounts, "any"), **settings}
    size = "4x4x2" if "openings" in settings else "6x6"
    drawn = mapkit.generate("labyrinth", "agreed", size=size, settings=given)
    for kinds in (("explorer", "random", "random"), ("random", "random")):
        listening, state = follow(drawn, "agreed", kinds, 250)
        assert truth_is_possible(listening, drawn, state)


@pytest.mark.parametrize("number", range(3))
def test_what_is_certain_is_so_and_what_is_excluded_is_not(number: int) -> None:
    drawn = mapkit.generate("treasures", f"certain {number}", preset="small")
    listening, state = follow(drawn, f"{number}", ("explorer", "explorer"), 60 + 40 * number)
    # Nothing that is so is excluded, and nothing is certain that is not so
    known = listening.knows()
    facts = as_it_is(drawn, state)
    for fact, verdict in known.facts.items():
        if fact.mark not in known.asked.finer:
            assert verdict is not (Verdict.EXCLUDED if fact in facts else Verdict.CERTAIN), fact
    for seat in table_of(drawn.game).referee.seats(state):
        if seat.cell:
            assert seat.cell in known.cells_of(seat.name)


@pytest.mark.parametrize(
    ("game", "preset", "size", "kinds", "corrections"),
    [
        (
            "treasures",
            "small",
            None,
            ("explorer", "random"),
            "Ann at c3; treasure at b2; Bob injured; wall north of c3; Bob carries a treasure; Ann at a1",
        ),
        (
            "labyrinth",
            "classic-x",
            "6x6",
            ("random",) * 3,
            "Ann at c3; wall c3 right; no wall c3 right; Bob outside {gate}; Cid dead; Cid alive",
        ),
    ],
)
def test_corrections_by_the_game_master_leave_the_truth_possible(
    game: str, preset: str, size: str | None, kinds: tuple[str, ...], corrections: str
) -> None:
    drawn = mapkit.generate(game, "corrected", preset=preset, size=size)
    table = table_of(drawn.game)
    opening = next(played(drawn, "corrected", kinds)).ruling
    listening, state, correct = listener(drawn, opening), opening.state, table.screen.correct
    assert correct is not None
    gate = next(line.cell for line in outer_borders(drawn.params.grid) if Fact(line, "exit") in drawn.facts)
    chance, carried_out = Chance("corrected"), 0
    for words in corrections.format(gate=gate).split("; ") * 4:
        for _ in range(6):
            said, who = chance.choice(table.referee.ways(state)), table.referee.mover(state)
            try:
                ruling = table.referee.play(state, said, dice_of(words))
            except MoveError:
                continue
            listening.hear(who, said, ruling.heard)
            state = ruling.state
            if not table.referee.mover(state):
                assert carried_out
                return
            assert truth_is_possible(listening, drawn, state), (words, said)
        try:
            ruling = correct(state, words)
        except MoveError:
            continue
        listening.hear("", "", ruling.heard)
        state, carried_out = ruling.state, carried_out + 1
        assert truth_is_possible(listening, drawn, state), words
    assert carried_out > 6


def test_a_player_with_private_answers_concludes_nothing_that_is_not_so() -> None:
    drawn = mapkit.generate("treasures", "private", preset="small")
    table = table_of(drawn.game)
    hears = Audience(True, FOR_ALL | table.seating.heard_by_all)
    game = played(drawn, "private", ("explorer", "random", "explorer"), {"private-answers": "yes"})
    opening = next(game).ruling
    listening, state = listener(drawn, opening), opening.state
    for said in islice(game, 200):
        mine = [announcement for announcement in said.ruling.heard if hears.hears("Ann", announcement)]
        listening.hear(said.mover, said.words, mine, [each for each in said.ruling.heard if each not in mine])
        state = said.ruling.state
    assert truth_is_possible(listening, drawn, state)


# --- brute force -------------------------------------------------------------------------------------------------


def worlds(drawn: Map[Any], things: tuple[str, ...]) -> Iterator[Map[Any]]:
    """Every map of that size with these tiles, one wall and one exit, also those that break a rule."""
    grid = drawn.params.grid
    for places in permutations(grid.cells(), len(things)):
        if any(one == other and at > then for one, other, at, then in _pairs(things, places)):
            continue
        at = dict(zip(places, things, strict=True))
        tiles = frozenset(has(cell, at.get(cell, "safe")) for cell in grid.cells())
        for line, gate in product(inner_borders(grid), outer_borders(grid)):
            yield replace(drawn, facts=tiles | {wall(line), Fact(gate, "exit")})


def _pairs(things: tuple[str, ...], places: tuple[Cell, ...]) -> Iterator[tuple[str, str, Cell, Cell]]:
    """Neighbours in the list of things, with their cells; two of one kind are listed in one order only."""
    return zip(things, things[1:], places, places[1:], strict=False)


def fits(world: Map[Any], starts: tuple[Cell, ...], opening: Ruling[Any], told: list[ObservedDirective[Any]]) -> Any:
    """The state at the end if all answers on that map are those that were heard; else None."""
    referee = table_of(world.game).referee
    names = NAMES[: len(starts)]
    begun = referee.begin(world, names, {"starts": " ".join(starts), "order": "given"}, dice_of("0"))
    if begun.heard != opening.heard:
        return None
    state = begun.state
    for said in told:
        rolls = iter(said.rolls)
        try:
            ruling = referee.play(state, said.words, lambda _: next(rolls))  # noqa: B023 - called at once
        except (MoveError, StopIteration):
            return None
        if ruling.heard != said.ruling.heard:
            return None
        state = ruling.state
    return state


def exactly_what_is_so(
    drawn: Map[Any], seed: str, some_worlds: Iterable[Map[Any]], options: Mapping[str, str], seats: int
) -> None:
    """Each verdict is that of all legal maps that fit: walls are so few here that every cell can be reached."""
    game = played(drawn, seed, ("random",) * seats, {"order": "given", **options})
    opening = next(game).ruling
    listening, told = listener(drawn, opening), list[ObservedDirective[Any]]()
    for said in islice(game, 6):
        listening.hear(said.mover, said.words, said.ruling.heard)
        told.append(said)
    known = listening.knows()
    possible, at = dict[Fact, set[bool]](), {name: set[Cell]() for name in NAMES[:seats]}
    for world in some_worlds:
        free = [cell for cell, kind in world.kinds.items() if kind == "safe"] or drawn.params.grid.cells()
        found = (fits(world, starts, opening, told) for starts in permutations(free, seats))
        ends = [end for end in found if end is not None]
        if not ends or legality.check(world):
            continue
        facts = as_it_is(world, ends[0])
        for fact in known.facts:
            possible.setdefault(fact, set()).add(fact in facts)
        for end in ends:
            for seat in table_of(drawn.game).referee.seats(end):
                at[seat.name].add(seat.cell)
    assert possible, "the map itself fits"
    for fact, verdict in known.facts.items():
        if fact.mark not in known.asked.finer:
            wanted = {True: Verdict.CERTAIN, False: Verdict.EXCLUDED}
            so = possible[fact]
            assert verdict is (Verdict.OPEN if len(so) > 1 else wanted[so == {True}]), fact
    assert {name: set(known.cells_of(name)) for name in at} == at


def of_treasures(size: str, things: tuple[str, ...], settings: Mapping[str, object], seed: str) -> None:
    drawn = mapkit.generate("treasures", seed, size=size, settings=settings)
    exactly_what_is_so(drawn, seed, worlds(drawn, things), {}, 2)


SMALL = {
    **NOTHING,
    "treasures": 1,
    "exits": 1,
    "walls": 1,
    "players": 2,
    "exit_distance": 0,
    "treasure_distance": 0,
}


@pytest.mark.parametrize("seed", ["one", pytest.param("two", marks=pytest.mark.long)])
def test_on_a_tiny_board_exactly_that_is_known_which_all_maps_have_in_common(seed: str) -> None:
    of_treasures("3x2", ("treasure", "marsh"), {**SMALL, "marsh": 1}, seed)


@pytest.mark.long
def test_portals_on_a_tiny_board_are_known_as_well_as_they_can_be() -> None:
    of_treasures("2x3", ("treasure", "A1", "A2"), {**SMALL, "two_way": 1}, "portals")


@pytest.mark.parametrize("seed", ["one", *(pytest.param(each, marks=pytest.mark.long) for each in ("two", "three"))])
def test_in_a_tiny_labyrinth_exactly_that_is_known_which_all_maps_have_in_common(seed: str) -> None:
    settings = {"rules": "BASIC", "walls": 1, "exits": 1, "players": 1}
    drawn = mapkit.generate("labyrinth", seed, preset="basic", size="3x2", settings=settings)
    grid = drawn.params.grid
    some_worlds = (
        replace(drawn, facts=frozenset((*tiles, wall(line), Fact(gate, "exit"))))
        for chest in grid.cells()
        for tiles in [[has(cell, "treasure" if cell == chest else "empty") for cell in grid.cells()]]
        for line, gate in product(inner_borders(grid), outer_borders(grid))
    )
    exactly_what_is_so(drawn, seed, some_worlds, {"starts": "b1"}, 1)


@pytest.mark.parametrize(
    ("size", "directives"),
    [
        ("3x2", ("shine east", "shine north", "shine west")),
        ("3x2", ("scan", "shine north")),
        ("3x2", ("east", "scan treasure")),
        pytest.param("2x3", ("shine east", "shine north", "shine west"), marks=pytest.mark.long),
        pytest.param("2x3", ("scan",), marks=pytest.mark.long),
    ],
)
def test_what_lights_and_scanners_show_is_known_as_well_as_it_can_be(size: str, directives: tuple[str, ...]) -> None:
    """TX-35 to TX-40: on all maps that fit, and on no others, they show the same from where the player stands."""
    other = "fools" if "scan treasure" in directives else "marsh"
    settings = {**SMALL, other: 1, "treasure_spacing": 1, "players": 1, "flashlight": "yes", "scanner": "yes"}
    drawn = mapkit.generate("treasures", f"light {size}", size=size, settings=settings)
    referee = table_of(drawn.game).referee

    def shown(world: Map[Any], start: Cell) -> tuple[Ruling[Any], list[tuple[Announcement, ...]], Cell]:
        begun = referee.begin(world, ("Ann",), {"starts": start, "order": "given"}, dice_of("0"))
        bright = (begun.state.player._replace(items=("flashlight", *["battery"] * 3, "scanner")),)
        state, told = replaced(begun.state, players=bright), list[tuple[Announcement, ...]]()
        for words in directives:
            try:
                ruling = referee.play(state, words, dice_of("0"))
            except MoveError:
                return begun, [], ""
            state = ruling.state
            told.append(ruling.heard)
        return begun, told, state.player.cell

    starts = [cell for cell, kind in drawn.kinds.items() if kind == "safe"]
    opening, told, _ = next(found for found in (shown(drawn, start) for start in starts) if found[1])
    listening = listener(drawn, opening)
    for words, heard_then in zip(directives, told, strict=True):
        listening.hear("Ann", words, heard_then)
    known, possible, at = listening.knows(), dict[Fact, set[bool]](), set[Cell]()
    assert known.unused == (TREASURES, WAYS)
    for world in worlds(drawn, ("treasure", other)):
        free = [cell for cell, kind in world.kinds.items() if kind == "safe"]
        ends = [] if legality.check(world) else [shown(world, cell)[1:] for cell in free]
        if found := [cell for heard_there, cell in ends if heard_there == told]:
            at |= {*found}
            for fact in known.facts:
                possible.setdefault(fact, set()).add(fact in world.facts)
    assert {*known.cells_of("Ann")} == at
    for fact, so in possible.items():
        if fact.mark not in known.asked.finer:
            wanted = {True: Verdict.CERTAIN, False: Verdict.EXCLUDED}
            assert known.facts[fact] is (Verdict.OPEN if len(so) > 1 else wanted[so == {True}]), fact


@pytest.mark.long
@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5", "6"])
def test_on_a_board_of_nine_exactly_that_is_known_which_all_maps_have_in_common(seed: str) -> None:
    of_treasures("3x3", ("treasure", "marsh"), {**SMALL, "marsh": 1}, seed)


# --- what is heard -----------------------------------------------------------------------------------------------


def test_announcements_that_contradict_each_other_are_noticed() -> None:
    drawn = mapkit.generate("treasures", "contradiction", preset="small")
    game = played(drawn, "contradiction", ("random",))
    listening = listener(drawn, next(game).ruling)
    listening.hear("Ann", "north", [heard("safe", player="Ann")])
    listening.hear("Ann", "south", [heard("blocked", player="Ann", direction="south")])
    with pytest.raises(Contradiction):
        listening.knows()


def test_a_game_without_announcements_of_a_hidden_map_is_refused() -> None:
    drawn = mapkit.generate("quoridor", "none")
    with pytest.raises(mapkit.BadSetting, match="quoridor has no announcements"):
        Listener(drawn.public, GAMES["quoridor"], ("Ann", "Bob"), ())


@pytest.mark.parametrize("size", range(1, 6))
def test_counts_allow_what_they_say_and_nothing_else(size: int) -> None:
    for low in range(size + 1):
        for high in range(low, size + 1):
            clauses = Clauses()
            literals = [clauses.new() for _ in range(size)]
            clauses.count(literals, low, high)
            for signs in product((1, -1), repeat=size):
                chosen = [sign * literal for sign, literal in zip(signs, literals, strict=True)]
                assert clauses.solve(chosen) is (low <= signs.count(1) <= high)


# Ctrl-C

PIGEONS = """
from mapkit.knowledge.clauses import Clauses
clauses = Clauses()
holes = [[clauses.new() for _ in range(10)] for _ in range(11)]
for each in holes:
    clauses.add(*each)
for hole in zip(*holes):
    clauses.at_most_one(hole)
print("begun", flush=True)
try:
    clauses.solve(effort=300_000)
except KeyboardInterrupt:
    print("stopped")
"""
"""Eleven pigeons in ten holes, over which the solver thinks for seconds."""


def test_ctrl_c_while_the_solver_thinks_is_a_stop_and_no_segmentation_fault() -> None:
    """The library jumped out of the middle of MiniSat."""
    root = Path(__file__).parents[2]
    env = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen([sys.executable, "-c", PIGEONS], env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert (process.stdout.read(), process.wait()) == ("stopped\n", 0)


def test_ctrl_c_while_a_solver_is_freed_comes_after_that_and_it_is_freed_once() -> None:
    freed: list[str] = []

    class Old:
        def delete(self) -> None:
            signal.raise_signal(signal.SIGINT)
            freed.append("freed")

    clauses._done.append(Old())
    with pytest.raises(KeyboardInterrupt):
        Clauses()
    assert (freed, clauses._done) == (["freed"], [])
    assert Clauses().solve()
