"""Simulations: what is counted was played, whoever plays gets the same result, and the intervals are right."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import chain, repeat
from math import inf
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from types import SimpleNamespace
from typing import Any

import pytest

import mapkit
from mapkit.cli import processes
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.referee import REFEREE
from mapkit.games.treasures.state import State
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.game import Game, table_of
from mapkit.model.map import Map
from mapkit.model.rule import SolverGaveUp
from mapkit.model.ruling import Ruling, heard
from mapkit.model.settings import BadSetting, read_size
from mapkit.model.table import Referee, Statistics
from mapkit.players.explorer import Explorer
from mapkit.solve import search
from mapkit.study.simulation import (
    _Z,
    DRAWN,
    NO_MAP,
    UNFINISHED,
    WON,
    Frequency,
    SimulationPlan,
    Tally,
    _student,
    mean,
    mean_length,
    opening_of,
    percentile,
    play,
    player_kinds,
    share,
    simulate,
)
from tests.command import Typed, output, process, run
from tests.playthrough import Wanderer, play_out

ROOT = Path(__file__).parents[2]
CELLAR = str(resources.path("samples", "cellar.toml"))
SMALL = {"treasures": ("small", ""), "labyrinth": ("default", "5x5"), "quoridor": ("default", "5x5")}
"""For each game a preset and a size that is quickly played."""
DONE, BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, GAVE_UP, STOPPED = 0, 1, 2, 3, 4, 130
REFEREED = [game for game in GAMES.values() if table_of(game).referee is not None]


def dealt(game: str) -> Callable[[int], Map[Any] | None]:
    return lambda number: drawn_map(game, number)


@cache
def drawn_map(game: str, number: int) -> Map[Any]:
    preset, size = SMALL.get(game, ("default", ""))
    return maps.generate(game, f"sim {number}", preset=preset, size=read_size(size) if size else None)


def plan(game: str, *who: str, turns: int = 200, seed: str = "s") -> SimulationPlan:
    return SimulationPlan(dealt(game), who, seed, turns, {})


# --- what is counted


@pytest.mark.parametrize("game", REFEREED, ids=lambda game: game.name)
def test_every_game_that_has_a_referee_can_be_simulated(game: Game[Any]) -> None:
    assert table_of(game).referee is not None
    count = table_of(game).seating.player_count(drawn_map(game.name, 1))
    seats = count + (count == 1)
    for kind in player_kinds(game)[:3]:
        tally = simulate(plan(game.name, *[kind] * seats, turns=30), 3)
        assert tally.games == tally.ends.total() == 3
        assert tally.lengths.total() == 3 - tally.ends[UNFINISHED]
        assert tally.ends[WON] <= tally.seats.total() == tally.players.total()
        assert max(tally.lengths, default=0) <= 30
        assert tally.came_up


def test_the_rules_counted_are_those_heard_in_the_same_game() -> None:
    of = plan("treasures", "explorer", "random", turns=10_000)
    drawn, ear = drawn_map("treasures", 1), table_of(GAMES["treasures"]).ear
    assert ear is not None
    ann, bob = Explorer("Ann", ear(drawn.params), Chance("Ann plays s 1")), Wanderer(Chance("Bob plays s 1"))
    game = play_out(REFEREE, drawn, ["Ann", "Bob"], [ann, bob], "s 1", 100_000)
    said = Counter(announcement.key for one in game.said for announcement in one.ruling.heard)
    dropped = sum(note.key == "drops" for one in game.said for note in one.ruling.notes)
    tally = play(of, [1])
    assert list(tally.lengths) == [said.pop("turn") + 1]  # and the turn announced at the beginning
    assert {key: count.total for key, count in tally.came_up.items() if key != "drops"} == said
    assert tally.came_up.get("drops", Frequency()).total == dropped
    assert tally.players == {["Ann", "Bob"].index(game.state.winner): 1}
    assert tally.seats == {[p.name for p in game.opening.ruling.state.players].index(game.state.winner): 1}


def test_what_a_game_measures_is_added_up_game_by_game() -> None:
    of = plan("labyrinth", "explorer", "explorer")
    alone = [play(of, [number]).measured for number in range(1, 6)]
    whole = simulate(of, 5).measured
    for what in set().union(*alone):
        totals = [tally[what].total for tally in alone if what in tally]
        assert whole[what] == Frequency(len(totals), sum(totals), sum(total**2 for total in totals))
    assert {"treasure", "exit"} <= whole.keys()


@pytest.mark.parametrize("name", ["treasures", "labyrinth", "quoridor"])
def test_the_winner_counted_is_the_winner_announced(name: str) -> None:
    referee, kind = table_of(GAMES[name]).referee, player_kinds(GAMES[name])[1]
    assert referee is not None
    of = plan(name, kind, kind)
    for number in range(1, 11):
        tally = play(of, [number])
        announced = sum(tally.came_up[key].total for key in ("won", "wins", "wins-all", "last") if key in tally.came_up)
        assert tally.ends[WON] == announced
        assert tally.ends[DRAWN] == tally.came_up.get("draw", Frequency()).total
        assert tally.seats.total() == announced


def test_players_who_know_more_win_more_often() -> None:
    tally = simulate(plan("treasures", "random", "explorer", turns=1000), 20)
    assert tally.players[1] > 2 * tally.players[0]
    levels = simulate(plan("quoridor", "random", "easy"), 20)
    assert levels.players[1] > 15


def test_players_change_seats_after_every_game() -> None:
    of = plan("quoridor", "random", "easy")
    seats = [next(iter(play(of, [number]).seats)) for number in range(1, 21)]
    players = [next(iter(play(of, [number]).players)) for number in range(1, 21)]
    assert [(seat - number + 1) % 2 for number, seat in enumerate(seats, 1)] == players
    assert len(set(seats)) == 2


@pytest.mark.parametrize("games", [10, pytest.param(20, marks=pytest.mark.long)])
def test_a_game_that_does_not_end_is_stopped_and_counted(games: int) -> None:
    of = plan("treasures", "random", "random", turns=10)
    longer = simulate(of._replace(turns=300), games)
    tally = simulate(of, games)
    assert (
        tally.ends[UNFINISHED]
        == sum(times for turns, times in longer.lengths.items() if turns > 10) + (longer.ends[UNFINISHED])
    )
    assert tally.lengths == {turns: times for turns, times in longer.lengths.items() if turns <= 10}
    assert tally.games == games


def with_referee(referee: Referee[Any]) -> Game[Any]:
    return replace(GAMES["treasures"], table=replace(table_of(GAMES["treasures"]), referee=referee))


def with_play(act: Callable[[State, str], Ruling[State]]) -> Callable[[int], Map[Any] | None]:
    """Maps of treasures with another referee."""
    game = with_referee(replace(REFEREE, play=lambda state, words, _: act(state, words)))
    return lambda number: replace(deal, game=game) if (deal := dealt("treasures")(number)) else None


@pytest.mark.parametrize("before", [(), ("turn",), ("blocked", "turn")])
def test_a_player_who_talks_for_ever_in_one_turn_is_stopped(before: tuple[str, ...]) -> None:
    said = chain(before, repeat("blocked"))
    deal = with_play(lambda state, _: Ruling((heard(next(said)),), (), state))
    tally = simulate(plan("treasures", "random")._replace(deal=deal), 1)
    assert tally.ends == {UNFINISHED: 1}
    assert tally.came_up["blocked"].total == 1000 + before.count("blocked")


def test_a_game_without_a_winner_is_told_from_one_that_is_won() -> None:
    ended = iter([True] * 3 + [False] * 9)
    referee = replace(REFEREE, mover=lambda _: "Ann" if next(ended) else "")
    table = replace(table_of(GAMES["treasures"]), referee=referee, statistics=Statistics(winners=lambda _: ()))
    game = replace(GAMES["treasures"], table=table)
    drawn = drawn_map("treasures", 1)
    tally = play(plan("treasures", "random")._replace(deal=lambda _: replace(drawn, game=game)), [1])
    assert tally.ends == {DRAWN: 1}
    assert not tally.seats


def test_a_game_without_statistics_is_just_over(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    table = replace(table_of(GAMES["quoridor"]), statistics=None)
    monkeypatch.setattr("mapkit.games.quoridor.GAME", replace(GAMES["quoridor"], table=table))
    assert "\nended  2 over\n" in typed("quoridor", "--size", "5x5", "--games", "2").stdout
    told = json.loads(typed("quoridor", "--size", "5x5", "--games", "2", "--json").stdout)
    assert told["ended"] == {"over": 2, "unfinished": 0, "no-map": 0}


def test_games_without_a_map_are_counted_as_such() -> None:
    of = plan("treasures", "random", "random")
    deal = of.deal
    tally = simulate(of._replace(deal=lambda number: deal(number) if number % 2 else None), 10)
    assert tally.ends[NO_MAP] == 5
    assert tally.games == 5


def test_a_refused_directive_is_passed_over_for_the_next_best() -> None:
    table = replace(
        table_of(GAMES["treasures"]), bots={"mumbler": lambda state, _: ["mumble", "shop", REFEREE.ways(state)[-1]]}
    )
    game = replace(GAMES["treasures"], table=table)
    deal = dealt("treasures")
    tally = simulate(
        SimulationPlan(lambda n: replace(d, game=game) if (d := deal(n)) else None, ("mumbler",), "s", 5, {}), 3
    )
    assert tally.games == 3
    assert tally.came_up


def test_a_game_that_is_over_before_it_begins_is_refused() -> None:
    drawn = drawn_map("treasures", 1)
    over = replace(drawn, game=with_referee(replace(REFEREE, mover=lambda _: "")))
    with pytest.raises(BadSetting, match="over before it begins"):
        opening_of(plan("treasures", "random"), over)


# --- the same whoever plays


class Backwards(Executor):
    """Plays the last task first, as soon as a result is asked for."""

    def __init__(self) -> None:
        self.tasks: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = Asked(self)
        self.tasks.append((future, lambda: fn(*args, **kwargs)))
        return future


class Asked(Future[Any]):
    def __init__(self, crew: Backwards) -> None:
        super().__init__()
        self.crew = crew

    def result(self, timeout: float | None = None) -> Any:
        while self.crew.tasks:
            future, task = self.crew.tasks.pop()
            future.set_result(task())
        return super().result(timeout)


@pytest.mark.parametrize("games", [5, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
def test_the_result_is_the_same_whoever_plays_which_games_in_which_order(game: str, games: int) -> None:
    of = plan(game, "explorer", "random", turns=30)
    alone = simulate(of, games)
    apart = Tally()
    for numbers in ([4, 3], range(5, games + 1), [1, 2]):
        apart.add(play(of, numbers))
    with ThreadPoolExecutor(3) as threads:
        assert simulate(of, games, threads) == alone
    assert simulate(of, games, Backwards()) == alone
    assert apart == alone
    assert simulate(of._replace(seed="t"), games) != alone


def test_progress_is_told_up_to_the_last_game() -> None:
    for games in (1, 49, 130):
        steps = list[int]()
        one_map = plan("quoridor", "random", "random", turns=1)._replace(deal=lambda _: drawn_map("quoridor", 1))
        simulate(one_map, games, None, steps.append)
        assert sum(steps) == games
        assert len(steps) >= min(games, 40)


def test_a_failure_cancels_the_tasks_that_nobody_has_begun() -> None:
    def deal(number: int) -> Map[Any] | None:
        raise BadSetting(f"no {number}")

    crew = Backwards()
    with pytest.raises(BadSetting, match="no"):
        simulate(plan("treasures", "random")._replace(deal=deal), 10, crew)
    assert all(future.cancelled() for future, _ in crew.tasks)


# --- intervals


def test_shares_have_the_intervals_of_newcombe() -> None:
    """Wilson's score method in Newcombe's table (Statistics in Medicine 17, 1998)."""
    known = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605), (0, 20): (0, 0.1611), (1, 29): (0.0061, 0.1718)}
    for (part, whole), (low, high) in known.items():
        found = share(part, whole)
        assert found == pytest.approx((part / whole, low, high), abs=5e-5)
    assert share(20, 20).high == 1


def test_the_points_of_student_are_those_of_the_tables() -> None:
    table = {3: 3.182, 4: 2.776, 5: 2.571, 7: 2.365, 9: 2.262, 19: 2.093, 29: 2.045, 99: 1.984}
    assert {freedom: _student(freedom) for freedom in table} == pytest.approx(table, abs=4e-3)
    assert pytest.approx(NormalDist().inv_cdf(0.975)) == _Z


def test_a_mean_has_the_interval_that_its_games_give() -> None:
    totals = [3, 0, 7, 4, 4, 0, 1, 12, 5, 2]
    found = mean(Frequency(8, sum(totals), sum(n**2 for n in totals)), len(totals))
    half = 2.2622 * stdev(totals) / len(totals) ** 0.5
    assert found == pytest.approx((fmean(totals), fmean(totals) - half, fmean(totals) + half), abs=1e-3)
    assert mean(Frequency(1, 5, 25), 3) == (5 / 3, None, None)
    assert mean(Frequency(1, 1, 1), 20).low == 0


def test_a_mean_interval_holds_the_true_mean_about_95_times_in_100() -> None:
    chance, held = Chance("dice"), 0
    for _ in range(1000):
        rolls = [chance.between(1, 6) for _ in range(12)]
        found = mean(Frequency(12, sum(rolls), sum(n**2 for n in rolls)), 12)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 3.5 <= found.high
    assert 930 <= held <= 970


def test_percentiles_count_the_games_that_were_left_off_as_longer_than_all() -> None:
    tally = Tally(Counter({WON: 18, UNFINISHED: 2}), Counter(range(1, 19)))
    assert [percentile(tally, p) for p in (5, 50, 90, 91, 95)] == [1, 10, 18, inf, inf]
    assert mean_length(tally) == mean(Frequency(18, sum(range(1, 19)), sum(n**2 for n in range(1, 19))), 18)
    assert mean_length(Tally(Counter({UNFINISHED: 2}))) is None


# --- the rules that come up

COMMENTED = re.compile(r"^([\w-]+) = .*# ([A-Z]{2}-[\w., -]+?)\s*$", re.MULTILINE)
UNNUMBERED = re.compile(r"turn|agreed-.*")
"""Two kinds of announcements are not counted: what a group agreed, told at the beginning, and whose turn it is."""


@pytest.mark.parametrize("name", ["treasures", "labyrinth", "quoridor"])
def test_every_announcement_has_the_number_that_the_phrases_and_the_ledger_have(name: str) -> None:
    text = (ROOT / "templates" / "phrases" / "en" / f"{name}.toml").read_text(encoding="utf-8")
    ledgers = (name, *{"treasures": ["expansions"], "labyrinth": ["house-options"]}.get(name, []))
    ledger = "".join((ROOT / "docs" / "rules" / f"{each}.md").read_text(encoding="utf-8") for each in ledgers)
    phrases = tomllib.loads(text)
    told = {key: numbers for key, numbers in COMMENTED.findall(text) if key in phrases["heard"] and key != "turn"}
    assert told.items() <= phrases["rules"].items()
    assert phrases["rules"].keys() <= phrases["heard"].keys() | phrases["notes"].keys()
    assert [key for key in phrases["heard"] if key not in phrases["rules"] and not UNNUMBERED.fullmatch(key)] == []
    for number in {number for numbers in phrases["rules"].values() for number in numbers.split(", ")}:
        assert re.search(rf"(?:\*\*|- ){re.escape(number)}(?:\*\*)? ", ledger), number


# --- the command


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """The result of `mapkit simulate` in an empty folder with the seed s; an unexpected failure is raised."""
    monkeypatch.chdir(tmp_path)

    return lambda *words, given=None: run("simulate", *words, "--seed", "s", given=given)


def simulating(*words: str, **where: Any) -> subprocess.Popen[Any]:
    return process("simulate", *words, text=True, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **where})


def test_a_map_is_told_in_a_small_table(typed: Typed) -> None:
    result = typed(CELLAR, "--games", "12", "--turns", "60")
    lines = result.stdout.splitlines()
    assert result.exit_code == DONE
    assert lines[0].endswith("cellar.toml: 12 games of 3 players, all explorer")
    won, left = map(int, re.findall(r"\d+", lines[1])[:2])
    assert lines[1] == f"ended  {won} won, {left} not finished within 60 turns"
    assert won + left == 12
    assert left
    assert re.fullmatch(r"turns  median (\d+|more than 60), 5th percentile \d+, 95th percentile more than 60", lines[2])
    assert re.fullmatch(r" +mean of a finished game [\d.]+ \(95 %: [\d.]+ to [\d.]+\)", lines[3])
    wins = [int(line.split()[3]) for line in lines if " to move " in line]
    assert len(wins) == 3
    assert sum(wins) == won
    rules = [line for line in lines if line.startswith("TL-")]
    assert len(rules) == 20
    assert any(line.startswith("TL-58 ") and line.endswith("‹player› walks into a SAFE clearing.") for line in rules)


def test_a_program_is_told_everything(typed: Typed) -> None:
    words = (CELLAR, "--games", "8", "--who", "explorer,random")
    told = json.loads(typed(*words, "--json").stdout)
    assert (told["game"], told["games"], told["seed"]) == ("treasures", 8, "s")
    assert sum(told["ended"].values()) == 8
    assert [seat["kind"] for seat in told["players"]] == ["explorer", "random"]
    assert sum(seat["wins"] for seat in told["seats"]) == sum(seat["wins"] for seat in told["players"])
    assert all(each["low"] <= each["value"] <= each["high"] for each in (*told["seats"], *told["players"]))
    assert len({rule["key"] for rule in told["rules"]}) == len(told["rules"]) > 20
    totals = [rule["total"] for rule in told["rules"]]
    assert totals == sorted(totals, reverse=True)
    shown = typed(*words).stdout
    assert "explorer 1" in shown
    assert "random 2" in shown


def test_a_game_is_played_on_the_maps_that_generate_draws_from_the_seed(typed: Typed, tmp_path: Path) -> None:
    rules = "G2-S2-F4-V3-T3-A5-H34-W67-O24"
    words = ("labyrinth", "--size", "5x5", "--rules", rules, "--set", "walls=6")
    told = json.loads(typed(*words, "--games", "1", "--players", "2", "--json").stdout)
    output("generate", *words, "--set", "players=2", "--seed", "s-1", "-o", "one.toml")
    assert (told["game"], told["size"], len(told["players"])) == ("labyrinth", "5x5", 2)
    again = json.loads(typed("one.toml", "--games", "1", "--json").stdout)
    assert {**told, "of": "one.toml"} == again


def test_seats_bear_the_names_that_the_game_has_for_them(typed: Typed) -> None:
    told = typed("quoridor", "--size", "5x5", "--players", "4", "--games", "4").stdout
    assert re.findall(r"^([SWNE]) +\d+ ", told, re.MULTILINE) == ["S", "W", "N", "E"]
    assert "all easy" in told


def test_options_of_the_table_hold_in_the_games(typed: Typed) -> None:
    def healing(*words: str) -> set[str]:
        told = json.loads(typed(CELLAR, "--games", "6", "--turns", "150", "--json", *words).stdout)
        return {rule["key"] for rule in told["rules"]}

    assert "puts-down" not in healing("--who", "random")
    assert "puts-down" in healing("--who", "random", "--option", "put-down=yes")


def test_jobs_change_nothing_in_what_is_said(typed: Typed, tmp_path: Path) -> None:
    words = ("labyrinth", "--size", "4x4", "--games", "7", "--who", "random", "--turns", "20")
    alone = typed(*words)
    process = simulating(*words, "--seed", "s", "--jobs", "3", cwd=tmp_path)
    said, talk = process.communicate()
    assert process.returncode == alone.exit_code == DONE
    assert said == alone.stdout
    assert talk == ""


def test_a_seed_that_was_drawn_is_told(typed: Typed) -> None:
    words = ["simulate", "quoridor", "--size", "5x5", "--games", "2"]
    result = run(*words)
    seed = re.fullmatch(r"seed (\w+)\n", result.stderr)
    assert seed
    assert run(*words, "--seed", seed[1]).stdout == result.stdout


OVER = 'mapkit = 1\ngame = "quoridor"\nsize = 5\nplayers = 2\npawns = "c5 a3"\nwalls_each = 1\n'


REFUSED: list[tuple[tuple[str, ...], int, str]] = [
    (("over.toml",), NOT_UNDERSTOOD, "S is home: the game is over (QC-35)"),
    (("treasures", "--size", "4x2", "--set", "walls=99"), GAVE_UP, "impossible: it is proven"),
    ((CELLAR, "--dask", "tcp://127.0.0.1:1"), NOT_UNDERSTOOD, "no scheduler answers there"),
]


@pytest.mark.parametrize(("words", "code", "says"), REFUSED, ids=[" ".join(words) for words, _, _ in REFUSED])
def test_what_cannot_be_simulated_is_refused_in_words(
    typed: Typed, words: tuple[str, ...], code: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "PATIENCE", 0.5)
    (tmp_path / "over.toml").write_text(OVER, encoding="utf-8")
    result = typed(*words)
    assert result.exit_code == code
    assert says in result.stderr
    assert result.stdout == ""


def test_a_map_with_faults_is_not_played(typed: Typed) -> None:
    result = typed("-", given=Path(CELLAR).read_text(encoding="utf-8").replace("~>  ~>", "~<  ~>"))
    assert result.exit_code == BREAKS_RULES
    assert "-:11:7: fault[TL-17] b3" in result.stderr
    assert "not played because of the faults above" in result.stderr


def test_if_no_map_is_found_for_any_game_that_is_said(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([dealt("treasures")(1)])

    def gives_up(*_: object) -> Map[Any]:
        drawn = next(found, None)
        if drawn is None:
            raise SolverGaveUp("its limit is reached")
        return drawn

    monkeypatch.setattr(search, "generate_from", gives_up)
    result = typed("treasures", "--games", "3")
    assert result.exit_code == GAVE_UP
    assert "no map was found for any of the games" in result.stderr


def test_games_without_a_map_are_told(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    generate, lost = search.generate_from, iter([False, False, True, False])

    def gives_up_once(*words: Any) -> Map[Any]:
        if next(lost):
            raise SolverGaveUp("its limit is reached")
        return generate(*words)

    monkeypatch.setattr(search, "generate_from", gives_up_once)
    assert "\nended  2 won, 1 without a map\n" in typed("quoridor", "--size", "5x5", "--games", "3").stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c_ends_it_at_once_and_leaves_no_process(jobs: str, tmp_path: Path) -> None:
    screen, terminal = pty.openpty()
    words = ("quoridor", "--who", "hard", "--games", "5000", "--seed", "s", "--jobs", jobs)
    process = simulating(*words, stderr=terminal, cwd=tmp_path)
    os.close(terminal)
    shown = ""
    while "Playing games" not in shown:
        shown += os.read(screen, 10_000).decode()
    # The processes that a process has started.
    # In their `stat` the parent's number is the fourth field, after a name in brackets
    found = {path.parent.name: path.read_text() for path in Path("/proc").glob("[0-9]*/stat")}
    workers = {int(pid) for pid, stat in found.items() if int(stat.rpartition(")")[2].split()[1]) == process.pid}
    assert len(workers) >= (int(jobs) if jobs != "1" else 0)
    process.send_signal(signal.SIGINT)
    try:
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == STOPPED
    assert said == ""
    end = time.monotonic() + 5
    while (left := {pid for pid in workers if Path(f"/proc/{pid}").exists()}) and time.monotonic() < end:
        time.sleep(0.05)
    assert left == set()
    os.close(screen)


# --- over machines

CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.readline()
"""


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler with two workers on this machine."""
    around = {**os.environ, "PYTHONPATH": str(ROOT)}
    streams: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], env=around, cwd=tmp_path, text=True, **streams) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.communicate("\n", timeout=20)


def test_a_scheduler_with_two_workers_plays_the_same_games(scheduler: str, typed: Typed) -> None:
    words = ("treasures", "--preset", "small", "--games", "12", "--who", "random", "--turns", "20", "--json")
    together = typed(*words, "--dask", scheduler)
    assert (together.exit_code, together.stderr) == (DONE, "")
    assert json.loads(together.stdout) == json.loads(typed(*words).stdout)


def test_without_distributed_it_says_what_to_install(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = typed(CELLAR, "--dask", "tcp://127.0.0.1:8786")
    assert result.exit_code == NOT_UNDERSTOOD
    assert "--dask needs an extra library: " in result.stderr


class Cluster:
    """A scheduler whose workers tell which version of mapkit they have."""

    versions: Sequence[str] = ()

    def __init__(self, *_: object, **__: object) -> None:
        """Accept any address."""

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left open."""

    def run(self, _: Callable[[], str]) -> dict[str, str]:
        if "none" in self.versions:
            raise ModuleNotFoundError("No module named 'mapkit'")
        return {f"worker {n}": version for n, version in enumerate(self.versions)}


@pytest.mark.parametrize(
    ("versions", "says"),
    [((), "has no workers"), (("none",), "has no mapkit"), (("0.0.1", mapkit.__version__), "have mapkit 0.0.1")],
    ids=["none", "without mapkit", "another mapkit"],
)
def test_workers_that_cannot_play_the_same_games_are_refused(
    typed: Typed, versions: Sequence[str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = {"Client": Cluster, "CancelledError": CancelledError, "KilledWorker": CancelledError}
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(**named))
    monkeypatch.setattr(Cluster, "versions", versions)
    result = typed(CELLAR, "--dask", "tcp://x:1")
    assert result.exit_code == NOT_UNDERSTOOD
    assert says in result.stderr
