"""Every verb has a limit on what it asks the solver, works piece by piece on large boards, and gives up in words."""

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from ortools.sat.python import cp_model
from typer.testing import CliRunner

from mapkit.cli import main
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.design import UNDECIDED
from mapkit.model.game import solving_of
from mapkit.model.grid import Square, borders, inner_borders, sides
from mapkit.model.map import Map
from mapkit.model.message import Message
from mapkit.model.rule import Fact, SolverGaveUp, has
from mapkit.model.settings import read_size
from mapkit.solve import legality, repairs, search, solver

Asked = list[int]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """How many facts were open in each run of the solver; it may have at most 900 at once."""
    sizes, run = Asked(), solver._run  # the one place where the solver is called

    def counting(solver: cp_model.CpSolver, model: Any, effort: float) -> Any:
        sizes.append(len(model.variables))
        return run(solver, model, effort)

    monkeypatch.setattr(solver, "_run", counting)
    monkeypatch.setattr(solver, "MOST_OPEN", 900)
    return sizes


def blank(game: str, size: str) -> Map[Any]:
    return maps.read(maps.new(game, size=read_size(size)).encode(), "blank").map


def shut_in(made: Map[Any]) -> Map[Any]:
    """The map with walls all around its upper left cell, far from all other faults, of which there are none."""
    grid = made.params.grid
    cell = grid.cells()[0]
    lines = [line for line in inner_borders(grid) if cell in sides(grid, line)]
    return replace(made, facts=made.facts | {Fact(line, "wall") for line in lines})


@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
def test_a_blank_board_that_is_too_large_is_drawn_at_random_and_repaired(game: str, asked: Asked) -> None:
    """A repair has no seed; the same file gives the same map."""
    board = blank(game, "14x14")
    repaired = repairs.repair(board)
    assert legality.check(repaired.map) == ()
    assert (repaired.proven, repaired.doubt) == (False, search.TOO_LARGE)
    assert max(asked, default=0) <= 900
    assert repairs.repair(board).map.facts == repaired.map.facts


def test_a_fault_on_a_board_that_is_too_large_is_repaired_where_it_shows(asked: Asked) -> None:
    made = maps.generate("treasures", "large", preset="any-size", size=read_size("14x14"))
    asked.clear()
    repaired = repairs.repair(shut_in(made))
    assert legality.check(repaired.map) == ()
    assert repaired.edits
    assert asked
    assert max(asked) <= 900


@pytest.mark.parametrize(("game", "preset"), [("treasures", "any-size"), ("labyrinth", "default")])
def test_a_thing_missing_on_a_board_that_is_too_large_is_put_somewhere(game: str, preset: str, asked: Asked) -> None:
    """TL-23, MP-31: such a fault has no place."""
    made = maps.generate(game, "large", preset=preset, size=read_size("14x14"))
    treasure = min((fact for fact in made.facts if fact.mark == "treasure"), key=str)
    bare = {has(treasure.place, "empty")} if game == "labyrinth" else set()
    repaired = repairs.repair(replace(made, facts=(made.facts - {treasure}) | bare))
    assert legality.check(repaired.map) == ()
    assert max(asked) <= 900


@pytest.mark.parametrize("verb", [repairs.repair, lambda board: search.complete(board, "seed")])
def test_if_no_piece_is_small_enough_repair_gives_up_in_words(
    verb: Any, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "MOST_OPEN", 3)
    with pytest.raises(
        SolverGaveUp, match=r"too large to be solved as a whole: [\d,]+ facts are open, and 3 are the most"
    ):
        verb(replace(blank("treasures", "8x8"), facts=frozenset({has("a1", "shop"), has("b1", "shop")})))
    assert asked == []


@pytest.mark.parametrize("side", [24, *(pytest.param(side, marks=pytest.mark.long) for side in (32, 64))])
def test_a_large_blank_board_is_completed_if_a_draft_is_legal(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver is then asked nothing."""
    monkeypatch.setattr(solver, "near", lambda _: pytest.fail("the solver is asked"))
    completed = search.complete(blank("treasures", f"{side}x{side}"), "seed")
    assert len(completed.kinds) == side * side


def test_if_the_nearest_map_is_not_found_in_time_open_places_are_drawn_at_random(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The solver was once asked again for what it had given up, on 20 x 20 tiles for a minute and in vain (TL-27)."""

    def gives_up(_: object) -> Any:
        raise SolverGaveUp("no map was found in time")

    monkeypatch.setattr(solver, "nearest", gives_up)
    monkeypatch.setattr(solver, "near", lambda _: pytest.fail("the solver is asked again"))
    board = blank("treasures", "20x20")
    lines = {Fact(line, UNDECIDED) for line in borders(board.params.grid)}
    repaired = repairs.repair(replace(board, facts=board.facts | lines))
    assert legality.check(repaired.map) == ()
    assert not repaired.proven


def test_a_query_beyond_the_bound_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MOST_OPEN", 10)
    board = blank("treasures", "8x8")
    p = board.fitted_params
    query = solver.MapQuery(legality.rule_claims(GAMES["treasures"], p), p, p.grid, board.facts)
    for ask in (solver.nearest, solver.near):
        with pytest.raises(SolverGaveUp, match=r"[\d,]+ facts are open, and 10 are the most that are settled at once"):
            ask(query)


@pytest.mark.parametrize("error", [MemoryError(), OverflowError("too many"), RuntimeError("bad\nlines")])
def test_a_failure_of_the_solver_is_told_in_words(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise error

    wrong = shut_in(maps.generate("treasures", "small", preset="small"))
    monkeypatch.setattr(cp_model.CpSolver, "solve", fails)
    with pytest.raises(SolverGaveUp, match=r"the solver failed on it: (no memory|too many|bad)$"):
        repairs.repair(wrong)


def test_a_model_that_the_solver_does_not_take_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = shut_in(maps.generate("treasures", "small", preset="small"))
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_: cp_model.MODEL_INVALID)
    with pytest.raises(SolverGaveUp, match="smaller ones in the settings would do"):
        repairs.repair(wrong)


def test_a_large_board_gets_fewer_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round reads all claims of the board again. Before them the numbers alone are looked at."""
    rounds = Asked()

    def unknown(*_: object) -> Any:
        rounds.append(1)
        return cp_model.UNKNOWN

    monkeypatch.setattr(solver, "_run", unknown)
    board = blank("treasures", "8x8")
    p = board.fitted_params
    query = solver.MapQuery(legality.rule_claims(GAMES["treasures"], p), p, p.grid, board.facts)
    monkeypatch.setattr(solver, "READINGS", 3 * len(query.claims))
    monkeypatch.setattr(cp_model.CpSolver, "response_proto", type("", (), {"deterministic_time": 0.0}))
    with pytest.raises(SolverGaveUp):
        solver.near(query)
    assert len(rounds) == 1 + 3


def test_repair_says_beforehand_that_it_works_piece_by_piece(tmp_path: Any, asked: Asked) -> None:
    path = tmp_path / "blank.toml"
    path.write_text(writer.show(blank("treasures", "14x14")), encoding="utf-8")
    said = CliRunner().invoke(main.app, ["repair", str(path), "-o", "-"]).stderr
    assert f"{path}: {search.IN_PIECES}" in said
    assert max(asked, default=0) <= 900
    legal = tmp_path / "legal.toml"
    legal.write_text(writer.show(repairs.repair(blank("treasures", "14x14")).map), encoding="utf-8")
    assert "too large" not in CliRunner().invoke(main.app, ["repair", str(legal), "-o", "-"]).stderr


def test_a_draft_of_a_labyrinth_makes_fewer_sets_than_it_has_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the sets was once made again for every cell, which took a minute on 64 x 64 cells and 8 floors."""
    made = Asked()

    class CountedSet(set[Any]):
        def __init__(self, *given: Any) -> None:
            made.append(1)
            super().__init__(*given)

    monkeypatch.setattr(import_module("mapkit.games.labyrinth.draft"), "set", CountedSet, raising=False)
    params = maps.params(maps.game_named("labyrinth"), "default", Square(12, 12), {})
    solving_of(maps.game_named("labyrinth")).draft(params, Chance("sets"), frozenset())
    assert len(made) < 12 * 12


EMPTY = """
mapkit = 1
game = "quoridor"
size = {size}
players = 4
walls_each = 18
pawns = "{pawns}"
walls = ""
[settings]
standing = 60
apart = 2
"""


def test_an_empty_board_of_quoridor_is_drawn_at_random_with_the_fewest_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    """QC-15: 64 things are missing, so 64 edits are the fewest; the solver once took minutes for it."""
    monkeypatch.setattr(solver, "nearest", lambda _: pytest.fail("the solver is asked"))
    repaired = repairs.repair(maps.read(EMPTY.format(size=17, pawns="").encode(), "empty").map)
    assert legality.check(repaired.map) == ()
    assert (len(repaired.edits), repaired.proven) == (64, True)


def test_preparing_a_repair_uses_a_part_of_its_effort(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """QC-22: the solver counts little of it, so a board of Quoridor was once prepared 131 times in 15 minutes."""
    monkeypatch.setattr(solver, "MOST_OPEN", 25_000)
    monkeypatch.setattr(solver, "PREPARED", 100)
    told = list[Message]()
    with pytest.raises(SolverGaveUp):
        repairs.repair(maps.read(EMPTY.format(size=13, pawns="e1 a5 e9 i5").encode(), "empty").map, told.append)
    assert told == [repairs.MUCH_TO_DO]
    assert 0 < sum(size > 2_000 for size in asked) <= 4


def test_a_small_blank_labyrinth_is_repaired_without_a_word_beforehand() -> None:
    told = list[Message]()
    assert legality.check(repairs.repair(blank("labyrinth", "4x4"), told.append).map) == ()
    assert told == []
