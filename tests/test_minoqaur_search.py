"""The shortest win of Minoqaur: it agrees with a search of all positions, is told in words, and is asked of codes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from mapkit import cli, maps
from mapkit.chance import Chance
from mapkit.game import Ask, Map, table_of
from mapkit.games import minoqaur
from mapkit.games.minoqaur import code, search
from mapkit.games.minoqaur.analysis import analyse
from mapkit.games.minoqaur.design import Params, is_on_par, maze, solved
from mapkit.games.minoqaur.draft import draft
from mapkit.games.minoqaur.maze_rules import KEY, TREASURE, Maze, MinoqaurTurn, Trail, answer, drawn, has_won, moves
from mapkit.games.minoqaur.notation import Traveller, spoken
from mapkit.games.minoqaur.search import (
    FAR,
    Found,
    first_moves,
    first_moves_to_treasure,
    shortest,
    shortest_with_treasure,
)
from mapkit.rule import Amount, NoSuchMap, SolverGaveUp
from mapkit.settings import BadSetting

DONE, BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, NO_MAP = 0, 1, 2, 3, 4
DEPTH = 40
Place = tuple[Trail, Trail, int]


def board(seed: str, version: int = 2, **given: Any) -> Map[Params]:
    """A code with random contents."""
    p = replace(Params(code.matrix(version)), **given)
    return Map(minoqaur.GAME, p, draft(p, Chance(seed), frozenset()))


def ground(map: Map[Params]) -> Maze:
    return maze(map.params, map.facts)


def small(chance: Chance, side: int) -> Maze:
    """A maze of random modules, much smaller than a code, so that all its positions are soon searched."""
    free = [module for module in range(side * side) if chance.below(10) < 6] or [0]
    finds = {chance.choice(free): 1 << thing for thing in range(4)}
    doors = frozenset(chance.choice(free) for _ in range(3))
    odd, restless, out = chance.below(2), chance.below(3), chance.below(3)
    light = sum(1 << module for module in free)
    return Maze(side, light, finds, doors, chance.choice(free), bool(odd), restless == 0, out == 0)


def replies(ground: Maze, place: Place) -> Iterator[tuple[MinoqaurTurn | None, Place]]:
    """Every move that does not lose, with the answer and the position after both; a winning move has no answer."""
    own, minoqaur, holds = place
    for move in moves(ground, own, holds, minoqaur):
        after = drawn(ground, own, move)
        if has_won(ground, move):
            yield None, (after, minoqaur, move.holds)
            continue
        reply = answer(ground, minoqaur, after)
        moved = drawn(ground, minoqaur, reply.move) if reply.move else minoqaur
        if not reply.catches:
            yield reply, (after, moved, move.holds)


def by_looking_at_all(ground: Maze, *, traps: bool, depth: int = DEPTH) -> int:
    """The moves of the shortest win, found by a search of all positions without bounds; FAR if there is none."""
    layer: set[Place] = {
        (Trail.at(door), Trail.at(ground.dot), ground.finds.get(door, 0))
        for door in ground.entrances
        if door != ground.dot
    }
    for turn in range(1, depth):
        onward = set[Place]()
        for place in layer:
            for reply, after in replies(ground, place):
                if reply is None or (reply.trapped and traps):
                    return turn
                if not reply.trapped:
                    onward.add(after)
        layer = onward
    assert not layer or depth < DEPTH
    return FAR


@pytest.mark.parametrize("seed", range(40))
def test_no_shorter_win_is_found_by_looking_at_all_positions_of_small_mazes(seed: int) -> None:
    """MQ-V5: every kind of win, all ties and options; a bound that is too high would show here."""
    chance = Chance(f"small {seed}")
    for _ in range(15):
        there = small(chance, chance.between(3, 5))
        found, hunted = shortest(there), shortest_with_treasure(there)
        assert found.proven
        assert found.at_least == by_looking_at_all(there, traps=True)
        assert hunted.at_least == by_looking_at_all(there, traps=False)


def test_the_small_mazes_have_all_kinds_of_wins() -> None:
    ends = set()
    for seed in range(40):
        chance = Chance(f"small {seed}")
        for _ in range(15):
            line = shortest(small(chance, chance.between(3, 5))).line
            last = line[-1] if line else None
            ends.add("none" if not last else "trap" if last.answer else "key" if last.move.holds & KEY else "door")
    assert ends == {"none", "trap", "key", "door"}


@pytest.mark.parametrize("given", [{}, {"tie": "vertical"}, {"stuck": "least-bad"}, {"border_exits": "all"}], ids=str)
@pytest.mark.parametrize("seed", ["x 2 1", "x 2 3"])
def test_no_win_within_a_few_moves_is_overlooked_in_a_code(seed: str, given: dict[str, Any]) -> None:
    """All positions up to this many moves are searched; a whole par has too many, because traps are rare (MQ-40.b)."""
    there = ground(board(seed, **given))
    assert by_looking_at_all(there, traps=True, depth=4) == FAR
    assert shortest(there, most=4).at_least > 3


def replayed(there: Maze, found: Found) -> Iterator[tuple[Place, search.Exchange]]:
    """Each turn of a line with the position before it; asserts that it is legal and the answer the minoqaur's."""
    place = (Trail.at(found.entrance), Trail.at(there.dot), there.finds.get(found.entrance, 0))
    for turn in found.line:
        yield place, turn
        own, hunter, holds = place
        assert turn.move in tuple(moves(there, own, holds, hunter))
        after = drawn(there, own, turn.move)
        won = has_won(there, turn.move)
        assert turn.answer == (None if won else answer(there, hunter, after))
        hunter = drawn(there, hunter, turn.answer.move) if turn.answer and turn.answer.move else hunter
        place = (after, hunter, turn.move.holds)
    assert found.line[-1].answer is None or found.line[-1].answer.trapped


@pytest.mark.parametrize("version", [2, 3])
def test_the_referee_agrees_that_the_lines_win(version: int) -> None:
    map = board("referee", version)
    there, referee = ground(map), table_of(minoqaur.GAME).referee
    assert referee is not None
    for found in (shortest(there), shortest_with_treasure(there)):
        state = referee.begin(map, ("Ann",), {}, lambda sides: sides).state
        assert referee.mover(state)
        state = referee.play(state, map.params.grid.cells()[found.entrance], lambda sides: sides).state
        for (own, hunter, holds), turn in replayed(there, found):
            assert referee.mover(state)
            words = spoken(Traveller(there, own, holds, hunter), turn.move)
            state = referee.play(state, words, lambda sides: sides).state
        assert not referee.mover(state)


def test_the_line_with_the_treasure_brings_it_out_and_is_never_shorter_than_the_par() -> None:
    for seed in range(4):
        there = ground(board(f"treasure {seed}"))
        found, hunted = shortest(there), shortest_with_treasure(there)
        assert hunted.proven
        assert hunted.line[-1].move.holds & TREASURE
        assert hunted.line[-1].answer is None
        assert len(hunted.line) >= len(found.line)
        assert [*replayed(there, hunted)]


def test_with_little_effort_a_win_is_still_found_with_bounds_that_hold_and_nothing_is_called_proven() -> None:
    there = ground(board("x 2 0"))
    whole = shortest(there)
    for effort in (800, 1500, 3000, 6000):
        part = shortest(there, effort)
        assert not part.proven
        assert 1 <= part.at_least <= len(whole.line) <= len(part.line)
        assert part.looked == effort
        assert part == shortest(there, effort)
        assert [*replayed(there, part)]
    assert not shortest(there, 10).line


def test_nobody_wins_without_a_way_and_that_is_proven() -> None:
    there = Maze(5, 0b11, {}, frozenset({0}), 1)
    assert shortest(there) == Found(-1, (), FAR, shortest(there).looked)
    assert shortest(there).proven


def test_first_moves_that_keep_the_par_are_counted_among_all() -> None:
    there = ground(board("x 2 1"))
    par = len(shortest_with_treasure(there).line)
    counted = first_moves_to_treasure(there, par)
    assert counted is not None
    keep, every = counted
    starts = [(Trail.at(door), Trail.at(there.dot), there.finds.get(door, 0)) for door in sorted(there.entrances)]
    assert every == sum(len([*replies(there, start)]) for start in starts)
    assert 1 <= keep < every
    assert first_moves_to_treasure(there, par - 1) == (0, every)
    assert first_moves(there, par, effort=50) is None


# --- in words ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("solved") / "code.toml")
    assert typed("generate", "minoqaur", "--preset", "easy", "--seed", "a", "-o", path).exit_code == DONE
    return path


def typed(*words: str) -> Result:
    return CliRunner().invoke(cli.app, [*words], catch_exceptions=False, prog_name="mapkit")


def test_solve_tells_the_par_and_the_line_in_words_and_draws_it(file: str) -> None:
    result = typed("solve", file)
    assert result.exit_code == DONE
    told = dict(line.split(": ", 1) for line in result.stdout.splitlines() if ": " in line)
    par = int(told["par"].removesuffix(" moves, proven"))
    assert par in (8, 9)
    assert [key for key in told if key.startswith("turn ")] == [f"turn {number}" for number in range(1, par + 1)]
    assert told[f"turn {par}"].split(": ")[-1] in {"won (MQ-40)", "won (MQ-25)", "won (MQ-39)"}
    rows = result.stdout.split("picture:\n")[1].splitlines()
    assert [row[:3].strip() for row in rows[:25]] == [str(number) for number in range(25, 0, -1)]
    assert all(f">{number}" in "".join(rows) for number in range(par + 1))


def test_programs_read_the_same(file: str) -> None:
    told = json.loads(typed("solve", file, "--json").stdout)["measures"]
    lines = typed("solve", file).stdout
    assert told["par"] in lines
    assert told["picture"] in lines
    assert told["entrance"]


def test_with_a_number_of_plies_no_longer_win_is_searched_for(file: str) -> None:
    told = json.loads(typed("solve", file, "--plies", "2", "--json").stdout)["measures"]
    assert told["par"].startswith("3 to ")
    assert "not proven" in told["par"]


def test_if_ties_are_broken_at_random_there_is_no_par() -> None:
    """MQ-30.a."""
    map = board("lots", tie="random")
    (only,) = analyse(map, Ask()).measures.values()
    assert only.in_words.startswith("none")
    assert only.value is None
    with pytest.raises(BadSetting, match="tie = random there is no par"):
        maps.generate("minoqaur", "a", given={"tie": "random", "par": 5})


def test_difficulty_depends_on_the_par_and_then_on_how_few_first_moves_keep_it() -> None:
    boards = [board(f"x 2 {seed}", win="treasure") for seed in range(4)]
    for each in boards:
        (told,) = analyse(each, Ask(measures=("difficulty",))).measures.values()
        hard = told.value
        par, counted = len(solved(each.params, each.facts).line), first_moves(ground(each), 0)
        assert isinstance(hard, float)
        assert counted is not None
        assert par < hard < par + 1
        assert told.in_words.startswith(f"{hard:.2f}: ")
        assert told.in_words.endswith(f"of {counted[1]} moves at the first turn keep the par")


# --- codes with a par ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "par"), [("easy", Amount(8, 9)), ("middle", Amount(11, 12)), ("hard", Amount(14, 17))]
)
def test_a_preset_gives_the_par_that_it_names(preset: str, par: Amount) -> None:
    made = maps.generate("minoqaur", "preset", preset=preset)
    assert made.params.par == par
    assert made.params.win == "treasure"
    assert maps.check(made) == ()
    found = shortest_with_treasure(ground(made))
    assert par.low <= found.at_least <= len(found.line) <= (par.high or FAR)
    assert made == maps.generate("minoqaur", "preset", preset=preset)


def test_a_code_with_another_par_is_at_fault() -> None:
    """MQ-V5."""
    map = board("x 2 1")
    par = len(solved(map.params, map.facts).line)
    asked = replace(map, params=replace(map.params, par=Amount(par + 1, None)))
    (fault,) = maps.check(asked)
    assert fault.rule.number == "MQ-V5"
    assert fault.found == f"{par} moves, proven."
    assert maps.check(replace(map, params=replace(map.params, par=Amount(par, par)))) == ()


def test_par_counts_all_wins_or_those_with_the_treasure_alone() -> None:
    """MQ-V5: a file that does not say which counts all wins."""
    trapped = maps.generate("minoqaur", "p2")
    there = ground(trapped)
    assert (len(shortest(there).line), len(shortest_with_treasure(there).line)) == (9, 12)
    asked = replace(trapped, params=replace(trapped.params, par=Amount(12, 12)))
    assert [fault.found for fault in maps.check(asked)] == ["9 moves, proven."]
    assert maps.check(replace(asked, params=replace(asked.params, win="treasure"))) == ()


def test_bounds_alone_are_no_par_unless_both_lie_within() -> None:
    found = Found(0, (shortest_with_treasure(ground(board("x 2 0"))).line * 3)[:12], 7, 100)
    assert not found.proven
    assert is_on_par(found, Amount(7, 12))
    assert is_on_par(found, Amount(5, None))
    assert not is_on_par(found, Amount(8, 12))
    assert not is_on_par(found, Amount(7, 11))
    assert not is_on_par(Found(-1, (), FAR, 100), Amount(1, None))


def test_a_text_is_kept_while_level_mask_and_corners_are_tried() -> None:
    made = maps.generate("minoqaur", "a", given={"text": "HELLO", "par": "9-11", "win": "treasure"})
    assert made.params.text == "HELLO"
    assert 9 <= len(solved(made.params, made.facts).line) <= 11
    assert maps.check(made) == ()


def test_if_the_only_code_has_another_par_that_is_proven_impossible() -> None:
    with pytest.raises(NoSuchMap) as bad:
        maps.generate("minoqaur", "a", given={"text": "HELLO", "error": "L", "mask": 1, "par": 20})
    assert [rule.number for rule in bad.value.conflicts[0]] == ["MQ-V5", "MQ-2"]


def test_a_par_that_no_code_has_is_given_up_with_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("mapkit.games.minoqaur.draft"), "SOLVED", 4)
    with pytest.raises(SolverGaveUp, match=r"of 4 codes none takes at least 30 moves .* took \d+ to \d+ moves"):
        maps.generate("minoqaur", "a", given={"par": "30-", "win": "treasure"})
