"""The shortest win of Minoqaur: it agrees with a search of all positions, is told in words, and is asked of codes."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from mapkit.games import maps, minoqaur
from mapkit.games.minoqaur import code, search
from mapkit.games.minoqaur.analysis import analyse
from mapkit.games.minoqaur.design import Params, is_on_par, maze, solved
from mapkit.games.minoqaur.draft import draft
from mapkit.games.minoqaur.maze_rules import (
    KEY,
    TREASURE,
    Maze,
    MinoqaurTurn,
    Trail,
    answer,
    has_won,
    moves,
    trail_after,
)
from mapkit.games.minoqaur.notation import Traveller, move_in_words
from mapkit.games.minoqaur.search import (
    FAR,
    SearchResult,
    search_in,
)
from mapkit.model.analysis import Ask
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.rule import Amount, NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting
from mapkit.solve import legality
from tests.command import run

DONE, BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, NO_MAP = 0, 1, 2, 3, 4
DEPTH = 40
Place = tuple[Trail, Trail, int]


@cache
def board(seed: str, version: int = 2, **given: Any) -> Map[Params]:
    p = Params(code.matrix(version), **{"treasure": "k9" if version == 1 else "ring", **given})
    return Map(minoqaur.GAME, p, draft(p, Chance(seed), frozenset()))


def ground(map_: Map[Params]) -> Maze:
    return maze(map_.params, map_.facts)


SHORT = "x 2 52"
"""The seed of a code of version 2 that is won in 6 moves, which is soon found; those of other codes are far dearer."""


def trapping() -> Map[Params]:
    """A small code that a trap wins in 6 moves, and the treasure in 7."""
    return board("x 1 14", 1)


def wins(map_: Map[Params]) -> tuple[SearchResult, SearchResult]:
    return solved(map_.params, map_.facts), solved(replace(map_.params, win="treasure"), map_.facts)


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
        after = trail_after(ground, own, move)
        if has_won(ground, move):
            yield None, (after, minoqaur, move.holds)
            continue
        reply = answer(ground, minoqaur, after)
        moved = trail_after(ground, minoqaur, reply.move) if reply.move else minoqaur
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


SMALL = (2, 7, 12, 16, 22, 31)


@cache
def small_wins(seed: int) -> tuple[tuple[Maze, SearchResult, SearchResult], ...]:
    """Fifteen small mazes with their shortest wins."""
    chance = Chance(f"small {seed}")
    mazes = [small(chance, chance.between(3, 5)) for _ in range(15)]
    return tuple((there, search_in(there).found, search_in(there, "treasure").found) for there in mazes)


@pytest.mark.parametrize(
    "seed", [seed if seed in SMALL else pytest.param(seed, marks=pytest.mark.long) for seed in range(40)]
)
def test_no_shorter_win_is_found_by_looking_at_all_positions_of_small_mazes(seed: int) -> None:
    """MQ-V5: every kind of win, all ties and options; a bound that is too high would show here."""
    for there, found, hunted in small_wins(seed):
        assert found.proven
        assert found.at_least == by_looking_at_all(there, traps=True)
        assert hunted.at_least == by_looking_at_all(there, traps=False)


def test_the_small_mazes_have_all_kinds_of_wins() -> None:
    ends = set()
    for seed in SMALL:
        for _, found, _ in small_wins(seed):
            last = found.line[-1] if found.line else None
            ends.add("none" if not last else "trap" if last.answer else "key" if last.move.holds & KEY else "door")
    assert ends == {"none", "trap", "key", "door"}


@pytest.mark.parametrize("given", [{}, {"tie": "vertical"}, {"stuck": "least-bad"}, {"border_exits": "all"}], ids=str)
@pytest.mark.parametrize(
    ("seed", "depth"), [("x 2 1", 3), *(pytest.param(each, 4, marks=pytest.mark.long) for each in ("x 2 1", "x 2 3"))]
)
def test_no_win_within_a_few_moves_is_overlooked_in_a_code(seed: str, depth: int, given: dict[str, Any]) -> None:
    """All positions up to this many moves are searched; a whole par has too many, because traps are rare (MQ-40.b)."""
    there = ground(board(seed, **given))
    assert by_looking_at_all(there, traps=True, depth=depth) == FAR
    assert search_in(there, most=depth).found.at_least > depth - 1


def replayed(there: Maze, found: SearchResult) -> Iterator[tuple[Place, search.AnsweredMove]]:
    """Each turn of a line with the position before it; asserts that it is legal and the answer the minoqaur's."""
    place = (Trail.at(found.entrance), Trail.at(there.dot), there.finds.get(found.entrance, 0))
    for turn in found.line:
        yield place, turn
        own, hunter, holds = place
        assert turn.move in tuple(moves(there, own, holds, hunter))
        after = trail_after(there, own, turn.move)
        won = has_won(there, turn.move)
        assert turn.answer == (None if won else answer(there, hunter, after))
        hunter = trail_after(there, hunter, turn.answer.move) if turn.answer and turn.answer.move else hunter
        place = (after, hunter, turn.move.holds)
    assert found.line[-1].answer is None or found.line[-1].answer.trapped


every_code = pytest.mark.parametrize(
    ("seed", "version"),
    [
        ("x 1 14", 1),
        (SHORT, 2),
        *(pytest.param("referee", version, marks=pytest.mark.long) for version in (2, 3)),
        *(pytest.param(f"treasure {number}", 2, marks=pytest.mark.long) for number in range(4)),
    ],
)


@every_code
def test_the_referee_agrees_that_the_lines_win(seed: str, version: int) -> None:
    map_ = board(seed, version)
    there, referee = ground(map_), table_of(minoqaur.GAME).referee
    assert referee is not None
    for found in wins(map_):
        state = referee.begin(map_, ("Ann",), {}, lambda sides: sides).state
        assert referee.mover(state)
        state = referee.play(state, map_.params.grid.cells()[found.entrance], lambda sides: sides).state
        for (own, hunter, holds), turn in replayed(there, found):
            assert referee.mover(state)
            words = move_in_words(Traveller(there, own, holds, hunter), turn.move)
            state = referee.play(state, words, lambda sides: sides).state
        assert not referee.mover(state)


@every_code
def test_the_line_with_the_treasure_brings_it_out_and_is_never_shorter_than_the_par(seed: str, version: int) -> None:
    map_ = board(seed, version)
    found, hunted = wins(map_)
    assert hunted.proven
    assert hunted.line[-1].move.holds & TREASURE
    assert hunted.line[-1].answer is None
    assert len(hunted.line) >= len(found.line)
    assert [*replayed(ground(map_), hunted)]


def test_a_trap_may_win_before_the_treasure() -> None:
    found, hunted = wins(trapping())
    assert (len(found.line), len(hunted.line)) == (6, 7)
    assert found.line[-1].answer is not None
    assert found.line[-1].answer.trapped


@pytest.mark.parametrize(
    ("seed", "efforts"),
    [
        (SHORT, (1200, 2000)),
        pytest.param(SHORT, (3000,), marks=pytest.mark.long),
        pytest.param("x 2 0", (800, 1500, 3000, 6000), marks=pytest.mark.long),
    ],
)
def test_with_little_effort_a_win_is_still_found_with_bounds_that_hold_and_nothing_is_called_proven(
    seed: str, efforts: tuple[int, ...]
) -> None:
    map_ = board(seed)
    there, (whole, _) = ground(map_), wins(map_)
    for effort in efforts:
        part = search_in(there, effort=effort).found
        assert not part.proven
        assert 1 <= part.at_least <= len(whole.line) <= len(part.line)
        assert part.positions_seen == effort
        assert part == search_in(there, effort=effort).found
        assert [*replayed(there, part)]
    assert not search_in(there, effort=10).found.line


def test_nobody_wins_without_a_way_and_that_is_proven() -> None:
    there = Maze(5, 0b11, {}, frozenset({0}), 1)
    assert search_in(there).found == SearchResult(-1, (), FAR, search_in(there).found.positions_seen)
    assert search_in(there).found.proven


def test_first_moves_that_keep_the_par_are_counted_among_all() -> None:
    there, (_, hunted) = ground(board(SHORT)), wins(board(SHORT))
    par = len(hunted.line)
    counted = search_in(there, "treasure").first_moves(par)
    assert counted is not None
    keep, every = counted
    starts = [(Trail.at(door), Trail.at(there.dot), there.finds.get(door, 0)) for door in sorted(there.entrances)]
    assert every == sum(len([*replies(there, start)]) for start in starts)
    assert 1 <= keep < every
    assert search_in(there, "treasure").first_moves(par - 1) == (0, every)
    assert search_in(there, effort=50).first_moves(par) is None


# --- in words ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("solved") / "code.toml")
    assert run("generate", "minoqaur", "--preset", "easy", "--seed", "e", "-o", path).exit_code == DONE
    return path


def test_solve_tells_the_par_and_the_line_in_words_and_draws_it(file: str) -> None:
    result = run("solve", file)
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
    told = json.loads(run("solve", file, "--json").stdout)["measures"]
    lines = run("solve", file).stdout
    assert told["shortest way to win"] in lines
    assert told["picture"] in lines
    assert told["entrance"]


def test_with_a_number_of_plies_no_longer_win_is_searched_for(file: str) -> None:
    told = json.loads(run("solve", file, "--plies", "2", "--json").stdout)["measures"]
    assert told["shortest way to win"].startswith("3 to ")
    assert "not proven" in told["shortest way to win"]


def test_if_ties_are_broken_at_random_there_is_no_par() -> None:
    """MQ-30.a."""
    map_ = board("lots", tie="random")
    (only,) = analyse(map_, Ask(measures=("par",))).measures.values()
    assert only.in_words.startswith("none")
    assert only.value is None
    with pytest.raises(BadSetting, match="tie = random there is no par"):
        maps.generate("minoqaur", "a", given={"tie": "random", "par": 5})


def test_difficulty_depends_on_the_par_and_then_on_how_few_first_moves_keep_it() -> None:
    for map_ in (board(SHORT, win="treasure"), board("x 1 14", 1, win="treasure")):
        (told,) = analyse(map_, Ask(measures=("difficulty",))).measures.values()
        hard = told.value
        par, counted = len(solved(map_.params, map_.facts).line), search_in(ground(map_)).first_moves(0)
        assert isinstance(hard, float)
        assert counted is not None
        assert par < hard < par + 1
        assert told.in_words.startswith(f"{hard:.2f}: ")
        assert told.in_words.endswith(f"of {counted[1]} moves at the first turn keep the par")


# --- codes with a par ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "seed", "par"),
    [
        ("easy", "e", Amount(8, 9)),
        ("middle", "j", Amount(11, 12)),
        ("hard", "h", Amount(14, 17)),
        pytest.param("middle", "c", Amount(11, 12), marks=pytest.mark.long),
        pytest.param("hard", "b", Amount(14, 17), marks=pytest.mark.long),
    ],
)
def test_a_preset_gives_the_par_that_it_names(preset: str, seed: str, par: Amount) -> None:
    made = maps.generate("minoqaur", seed, preset=preset)
    assert made.params.par == par
    assert made.params.win == "treasure"
    assert legality.check(made) == ()
    found = search_in(ground(made), "treasure").found
    assert par.low <= found.at_least <= len(found.line) <= (par.high or FAR)


@pytest.mark.parametrize(
    ("preset", "seed"),
    [("easy", "e"), *(pytest.param(*each, marks=pytest.mark.long) for each in (("middle", "c"), ("hard", "b")))],
)
def test_a_preset_gives_the_same_code_from_the_same_seed(preset: str, seed: str) -> None:
    assert maps.generate("minoqaur", seed, preset=preset) == maps.generate("minoqaur", seed, preset=preset)


def test_a_code_with_another_par_is_at_fault() -> None:
    """MQ-V5."""
    map_ = board(SHORT)
    par = len(solved(map_.params, map_.facts).line)
    asked = replace(map_, params=replace(map_.params, par=Amount(par + 1, None)))
    (fault,) = legality.check(asked)
    assert fault.rule.number == "MQ-V5"
    assert fault.found == f"{par} moves, proven."
    assert legality.check(replace(map_, params=replace(map_.params, par=Amount(par, par)))) == ()


def test_par_counts_all_wins_or_those_with_the_treasure_alone() -> None:
    """MQ-V5: a file that does not say which counts all wins."""
    asked = replace(trapping(), params=replace(trapping().params, par=Amount(7, 7)))
    assert [fault.found for fault in legality.check(asked)] == ["6 moves, proven."]
    assert legality.check(replace(asked, params=replace(asked.params, win="treasure"))) == ()


def test_bounds_alone_are_no_par_unless_both_lie_within() -> None:
    found = SearchResult(0, (wins(board(SHORT))[1].line * 3)[:12], 7, 100)
    assert not found.proven
    assert is_on_par(found, Amount(7, 12))
    assert is_on_par(found, Amount(5, None))
    assert not is_on_par(found, Amount(8, 12))
    assert not is_on_par(found, Amount(7, 11))
    assert not is_on_par(SearchResult(-1, (), FAR, 100), Amount(1, None))


def test_a_text_is_kept_while_level_mask_and_corners_are_tried() -> None:
    made = maps.generate("minoqaur", "a", given={"text": "HELLO", "par": "9-11", "win": "treasure"})
    assert made.params.text == "HELLO"
    assert 9 <= len(solved(made.params, made.facts).line) <= 11
    assert legality.check(made) == ()


def test_if_the_only_code_has_another_par_that_is_proven_impossible() -> None:
    given = {"text": "HELLO", "error": "L", "mask": 1, "win": "treasure", "par": 20}
    with pytest.raises(NoSuchMap) as bad:
        maps.generate("minoqaur", "a", given=given)
    assert [rule.number for rule in bad.value.conflicts[0]] == ["MQ-V5", "MQ-2"]


def test_a_par_that_no_code_has_is_given_up_with_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("mapkit.games.minoqaur.draft"), "SOLVED", 2)
    with pytest.raises(SolverGaveUp, match=r"of 2 codes none takes at least 30 moves .* took \d+ to \d+ moves"):
        maps.generate("minoqaur", "a", given={"par": "30-", "win": "treasure"})
