"""Machine players: their moves are legal and always the same, the levels differ in strength, and --bot seats them."""

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import Result

from mapkit.games import maps
from mapkit.games.quoridor.bots import LEVELS, choose
from mapkit.games.quoridor.position import (
    PASS,
    SIZES,
    Move,
    Position,
    after,
    board,
    distance,
    moves,
    opening,
    winner,
    with_wall,
    without_walls,
)
from mapkit.games.quoridor.referee import REFEREE, TABLE
from mapkit.games.quoridor.tables import Tables
from mapkit.model.chance import Chance
from tests.command import run

Player = Callable[[Position, Chance], Move]
DONE, BREAKS_RULES, NOT_UNDERSTOOD = 0, 1, 2


def bot(level: str) -> Player:
    return lambda position, chance: choose(position, level, chance)[0]


def walker(position: Position, chance: Chance) -> Move:
    """A player who places no wall and always steps on a shortest way."""
    walks = [move for move in moves(position) if move == PASS or move[-1] not in "hv"]
    far = {move: distance(after(position, move), position.turn) or 0 for move in walks}
    return chance.choice([move for move in walks if far[move] == min(far.values())])


def anywhere(size: int, players: int, chance: Chance) -> Position:
    """A position that random play leads to."""
    supply = chance.between(1, size)
    position = opening(size, players, supply)
    for _ in range(chance.between(0, min(3 * size, 24))):
        onward = after(position, chance.choice(sorted(moves(position))))
        if winner(onward) is not None:
            break
        position = onward
    return position


def won_by(south: Player, north: Player, size: int, walls: int, seed: str) -> int:
    """The winner after two random plies; -1 if nobody wins within 400."""
    chance = Chance(seed)
    position = opening(size, 2, walls)
    for _ in range(2):
        position = after(position, chance.choice(sorted(moves(position))))
    for number in range(400):
        won = winner(position)
        if won is not None:
            return won
        position = after(position, (south, north)[position.turn](position, Chance(f"{seed} {number}")))
    return -1


def wins(one: Player, other: Player, games: int, size: int, walls: int) -> int:
    """How many games one of two players wins; they change seats after every game."""
    seats = [(one, other), (other, one)]
    return sum(won_by(*seats[n % 2], size, walls, f"game {n // 2}") == n % 2 for n in range(games))


# --- moves


FEW = ((5, 2, 6), (5, 4, 6), (7, 2, 3), (7, 4, 3), (9, 2, 1), (11, 4, 1), (13, 2, 1), (15, 4, 1), (17, 4, 1))
SOME = [*((*few, ("easy", "medium")) for few in FEW), (5, 2, 2, ("hard",)), (5, 4, 2, ("hard",))]
MANY = [(size, players, 100 if size < 9 else 20, LEVELS) for size in SIZES for players in (2, 4)]


@pytest.mark.parametrize(
    ("size", "players", "number", "levels"), [*SOME, *(pytest.param(*many, marks=pytest.mark.long) for many in MANY)]
)
def test_machines_make_legal_moves_and_name_none_twice(
    size: int, players: int, number: int, levels: Sequence[str]
) -> None:
    chance = Chance(f"bots {size} {players}")
    for n in range(number):
        position = anywhere(size, players, chance)
        for level in levels:
            found = choose(position, level, Chance(str(n)))
            assert set(found) <= set(moves(position))
            assert len(set(found)) == len(found) > 0


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_move(level: str) -> None:
    position = reduce(after, ("c2", "c4", "b2h"), opening(5, 2, 3))
    assert choose(position, level, Chance("same")) == choose(position, level, Chance("same"))


def test_another_chance_gives_other_moves_of_easy() -> None:
    position = reduce(after, ("e2", "e8", "d8h", "f8"), opening(9, 2, 10))
    assert len({choose(position, "easy", Chance(str(n)))[0] for n in range(40)}) > 3


@pytest.mark.parametrize("level", LEVELS)
def test_a_machine_that_can_reach_its_goal_does(level: str) -> None:
    """QC-35."""
    on = board(9)
    pawns = (on.squares_by_name["c8"], on.squares_by_name["e5"])
    found = {choose(without_walls(on, pawns, (3, 3), 0), level, Chance(str(n)))[0] for n in range(3)}
    assert found <= {"c9"} or level == "easy"
    assert "c9" in found


def test_medium_and_hard_stop_a_player_one_step_from_the_goal() -> None:
    on = board(9)
    position = without_walls(on, (on.squares_by_name["e2"], on.squares_by_name["g2"]), (3, 3), 0)
    for level in ("medium", "hard"):
        answered = after(position, choose(position, level, Chance("stop"))[0])
        assert (distance(answered, 1) or 0) > 1


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_race_without_walls_is_played_perfectly(level: str) -> None:
    """The move that is said leads to the best outcome in the tables of perfect play."""
    for n in range(12):
        chance = Chance(f"race {n}")
        position = anywhere(5, 2, chance)._replace(stock=(0, 0))
        best = Tables(position.board).best(position)
        said = choose(position, level, chance)[0]
        assert dict(best)[said] == best[0][1]


def test_a_machine_without_a_move_passes() -> None:
    """QC-X4."""
    on = board(5, "SWNE")
    pawns = tuple(on.squares_by_name[cell] for cell in ("a1", "b1", "c4", "c1"))
    position = with_wall(without_walls(on, pawns, (0, 0, 0, 0), 0), "a1h")
    assert moves(position) == [PASS]
    assert [choose(position, level, Chance("x")) for level in LEVELS] == [(PASS,)] * 3


# --- levels


def test_medium_beats_easy_and_easy_beats_a_player_who_only_walks() -> None:
    assert wins(bot("medium"), bot("easy"), 16, 5, 3) > 8
    assert wins(bot("medium"), bot("easy"), 6, 7, 6) > 3
    assert wins(bot("easy"), walker, 40, 9, 10) > 20


@pytest.mark.parametrize("walls", [1, pytest.param(2, marks=pytest.mark.long)])
def test_hard_beats_medium(walls: int) -> None:
    assert wins(bot("hard"), bot("medium"), 4, 5, walls) > 2


def four(hero: Player, others: Player, games: int, walls: int = 5, size: int = 9) -> int:
    """How many games a player wins against three others, in each seat in turn; 0 stands for games without an end."""
    won = 0
    for number in range(games):
        seat, position = number % 4, opening(size, 4, walls)
        for ply in range(600):
            if winner(position) is not None:
                break
            player = hero if position.turn == seat else others
            position = after(position, player(position, Chance(f"four {number} {ply}")))
        won += winner(position) == seat
    return won


@pytest.mark.parametrize("size", [3, pytest.param(5, marks=pytest.mark.long)])
def test_with_four_players_hard_wins_on_a_small_board_more_than_its_share(size: int) -> None:
    assert four(bot("hard"), bot("easy"), 12, 2, size) > 3


@pytest.mark.long
def test_with_four_players_hard_wins_far_more_than_its_share_and_medium_more() -> None:
    """By luck it would win a quarter, 15 games."""
    medium, hard = four(bot("medium"), bot("easy"), 60), four(bot("hard"), bot("easy"), 60)
    assert medium > 15
    assert hard >= 24


@pytest.mark.long
def test_hard_beats_a_player_who_only_walks_in_95_of_100_games() -> None:
    assert wins(bot("hard"), walker, 100, 9, 10) >= 95


@pytest.mark.long
@pytest.mark.parametrize(("size", "walls"), [(7, 6), (9, 10)])
def test_each_level_beats_the_one_below(size: int, walls: int) -> None:
    for weaker, stronger in pairwise(LEVELS):
        assert wins(bot(stronger), bot(weaker), 30, size, walls) > 15


# --- at the table


OPENING = 'mapkit = 1\ngame = "quoridor"\npreset = "opening"\nsize = 5\nwalls_each = 1\npawns = "c1 c5"\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, made the current one, with a position in it and the saved games in `games`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", "games")
    (tmp_path / "duel.toml").write_text(OPENING, encoding="utf-8")
    return tmp_path


def duel(*words: str, given: str = "") -> Result:
    """Ann in the south against the machine in the north, kept in `game.jsonl`."""
    return run("play", "duel.toml", "--seed", "s", "--log", "game.jsonl", *words, given=given)


def test_machines_alone_stop_if_nobody_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mapkit.table.host.MOST_ALONE", 3)
    result = duel("--bot", "S=easy", "--bot", "N=easy")
    assert result.exit_code == DONE
    assert result.stdout.splitlines()[-1].startswith("The machines stop, as nobody has won within 3 turns.")
    assert len(Path("game.jsonl").read_text(encoding="utf-8").splitlines()) == 4


@pytest.mark.parametrize("level", LEVELS)
def test_a_machine_knows_no_wall_that_is_hidden_from_it(level: str) -> None:
    """QC-36: positions that look alike to the player get the same moves."""
    drawn = maps.read(OPENING.replace("walls_each = 1", "walls_each = 2").encode(), "duel").map
    told = set()
    for wall in ("a3h", "c2v", "b4h"):
        state = REFEREE.begin(drawn, ("Ann", "Bob"), {"invisible": "yes"}, lambda _: 1).state
        state = REFEREE.play(state, wall, lambda _: 1).state
        told.add(tuple(TABLE.bots[level](state, Chance("same"))))
    assert len(told) == 1


@pytest.mark.parametrize("option", ["masked=yes", "invisible=yes"])
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_game_of_machines_comes_to_its_end_whatever_is_hidden(option: str, level: str) -> None:
    """QC-36: a wall that a hidden wall forbids is refused, and the machine says something else."""
    for seed in "abc":
        words = ("--seed", seed, "--set", option, "--log", f"{seed}.jsonl")
        result = run("play", "duel.toml", "--bot", f"S={level}", "--bot", f"N={level}", *words)
        assert result.exit_code == DONE, result.output
        assert "is home and wins." in result.stdout
