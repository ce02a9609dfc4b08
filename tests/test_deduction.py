"""What everybody can know is so: the truth is never excluded, and what is certain is so on every map that fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, permutations, product
from typing import Any

import pytest

import mapkit
from mapkit import maps
from mapkit.chance import Chance
from mapkit.deduction.clauses import Clauses
from mapkit.deduction.knowledge import Contradiction, Knowledge, Listener, Verdict
from mapkit.game import Map, table_of
from mapkit.games import GAMES
from mapkit.grid import Cell, inner_borders, outer_borders
from mapkit.playing.audience import FOR_ALL, Audience
from mapkit.playing.players import ObservedDirective, dice_of, machines, play_directives
from mapkit.rule import Fact, has, wall
from mapkit.ruling import MoveError, Ruling, heard

NAMES = ("Ann", "Bob", "Cid")
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
    """What was drawn in the cells, and the walls and exits of this moment."""
    board = table_of(drawn.game).screen.board
    now = board(state).facts if board else drawn.facts
    return frozenset(
        fact for fact in drawn.facts | now if fact in (drawn.facts if isinstance(fact.place, str) else now)
    )


def truth_is_possible(listening: Listener, drawn: Map[Any], state: Any) -> bool:
    """Whether all that was heard fits the map as it is, and the players where they are."""
    model, table, board = listening.model, table_of(drawn.game), as_it_is(drawn, state)
    asked = [*listening.evidence.asks.kinds, *listening.evidence.asks.borders]
    asked += [mark for marks in listening.evidence.asks.finer.values() for mark in marks]
    told = {mark for mark in asked if mark not in listening.evidence.asks.finer}
    assumed = [literal if fact in board else -literal for fact, literal in model.facts.items() if fact.mark in told]
    seats = [seat for seat in table.referee.seats(state) if seat.cell]
    assumed += [model.place(seat.name).get(seat.cell, -model.clauses.true) for seat in seats]
    return model.clauses.solve(assumed) is True


def follow(drawn: Map[Any], seed: str, kinds: tuple[str, ...], most: int) -> tuple[Listener, Any]:
    """A listener to a game, and the state at its end."""
    game = played(drawn, seed, kinds)
    opening = next(game).ruling
    listening, state = listener(drawn, opening), opening.state
    for said in islice(game, most):
        listening.hear(said.mover, said.words, said.ruling.heard)
        state = said.ruling.state
    return listening, state


def asserts_the_truth(known: Knowledge, drawn: Map[Any], state: Any) -> None:
    """Nothing that is so is excluded, and nothing is certain that is not so."""
    facts = as_it_is(drawn, state)
    for fact, verdict in known.facts.items():
        if fact.mark not in known.asked.finer:
            assert verdict is not (Verdict.EXCLUDED if fact in facts else Verdict.CERTAIN), fact
    for seat in table_of(drawn.game).referee.seats(state):
        if seat.cell:
            assert seat.cell in known.cells_of(seat.name)


# --- the truth ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(24))
def test_the_truth_is_never_excluded(number: int) -> None:
    drawn = mapkit.generate("treasures", f"truth {number}", preset="small")
    kinds = (("explorer", "random", "explorer"), ("random",) * 3, ("explorer",))[number % 3]
    listening, state = follow(drawn, f"{number}", kinds, 250)
    assert truth_is_possible(listening, drawn, state)


@pytest.mark.parametrize("preset", PACKS)
def test_packs_that_are_not_understood_exclude_nothing_that_is_so(preset: str) -> None:
    drawn = mapkit.generate("treasures", "packs", preset=preset)
    listening, state = follow(drawn, preset, ("explorer", "random", "random"), 200)
    assert truth_is_possible(listening, drawn, state)


@pytest.mark.long
@pytest.mark.parametrize("number", range(1000))
def test_the_truth_is_never_excluded_in_a_thousand_games(number: int) -> None:
    preset = ("small", "default", *PACKS)[number % 6]
    drawn = mapkit.generate("treasures", f"long {number}", preset=preset)
    kinds = (("explorer", "random", "explorer"), ("random",) * 3)[number % 2]
    listening, state = follow(drawn, f"long {number}", kinds, 400)
    assert truth_is_possible(listening, drawn, state)


@pytest.mark.parametrize("number", range(3))
def test_what_is_certain_is_so_and_what_is_excluded_is_not(number: int) -> None:
    drawn = mapkit.generate("treasures", f"certain {number}", preset="small")
    listening, state = follow(drawn, f"{number}", ("explorer", "explorer"), 60 + 40 * number)
    asserts_the_truth(listening.knows(), drawn, state)


def test_corrections_by_the_game_master_leave_the_truth_possible() -> None:
    drawn = mapkit.generate("treasures", "corrected", preset="small")
    table = table_of(drawn.game)
    game = played(drawn, "corrected", ("explorer", "random"))
    opening = next(game).ruling
    listening, state, correct = listener(drawn, opening), opening.state, table.screen.correct
    assert correct is not None
    corrections = (
        "Ann at c3",
        "treasure at b2",
        "Bob injured",
        "wall north of c3",
        "Bob carries a treasure",
        "Ann at a1",
    )
    chance, carried_out = Chance("corrected"), 0
    for words in corrections * 4:
        for _ in range(6):
            said = chance.choice(table.referee.ways(state))
            who = table.referee.mover(state)
            try:
                ruling = table.referee.play(state, said, dice_of(words))
            except MoveError:
                continue
            listening.hear(who, said, ruling.heard)
            state = ruling.state
            if not table.referee.mover(state):
                return
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
        mine = [each for each in said.ruling.heard if hears.hears("Ann", each)]
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


def fits(world: Map[Any], starts: tuple[Cell, ...], told: list[ObservedDirective[Any]]) -> Any:
    """The state at the end if all answers on that map are those that were heard; else None."""
    referee = table_of(world.game).referee
    names = NAMES[: len(starts)]
    state = referee.begin(world, names, {"starts": " ".join(starts), "order": "given"}, dice_of("0")).state
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


def exactly_what_is_so(size: str, things: tuple[str, ...], settings: Mapping[str, object], seed: str) -> None:
    """Each verdict is that of all legal maps that fit: walls are so few here that every cell can be reached."""
    drawn = mapkit.generate("treasures", seed, size=size, settings=settings)
    game = played(drawn, seed, ("random", "random"), {"order": "given"})
    opening = next(game).ruling
    listening, told = listener(drawn, opening), list[ObservedDirective[Any]]()
    for said in islice(game, 6):
        listening.hear(said.mover, said.words, said.ruling.heard)
        told.append(said)
    known = listening.knows()
    possible, at = dict[Fact, set[bool]](), {name: set[Cell]() for name in NAMES[:2]}
    for world in worlds(drawn, things):
        free = world.cells_of("safe")
        ends = [end for starts in permutations(free, 2) if (end := fits(world, starts, told)) is not None]
        if not ends or maps.check(world):
            continue
        for fact in known.facts:
            possible.setdefault(fact, set()).add(fact in world.facts)
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


NOTHING: Mapping[str, object] = dict.fromkeys(
    ("shop", "hospital", "marsh", "river", "rivers", "fake", "two_way", "three_way"), 0
)
SMALL = {
    **NOTHING,
    "treasures": 1,
    "exits": 1,
    "walls": 1,
    "players": 2,
    "exit_distance": 0,
    "treasure_distance": 0,
}


@pytest.mark.parametrize("seed", ["one", "two"])
def test_on_a_tiny_board_exactly_that_is_known_which_all_maps_have_in_common(seed: str) -> None:
    exactly_what_is_so("3x2", ("treasure", "marsh"), {**SMALL, "marsh": 1}, seed)


def test_portals_on_a_tiny_board_are_known_as_well_as_they_can_be() -> None:
    exactly_what_is_so("2x3", ("treasure", "A1", "A2"), {**SMALL, "two_way": 1}, "portals")


@pytest.mark.long
@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5", "6"])
def test_on_a_board_of_nine_exactly_that_is_known_which_all_maps_have_in_common(seed: str) -> None:
    exactly_what_is_so("3x3", ("treasure", "marsh"), {**SMALL, "marsh": 1}, seed)


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
