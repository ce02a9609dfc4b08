"""Balance: what counts as even, the order of the trials, and the command."""

import json
import os
import re
import signal
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest
from pypdf import PdfReader

import mapkit
from mapkit.cli.many_games import GamesOptions
from mapkit.games import maps
from mapkit.games.kit.measures import difference_of_pars
from mapkit.games.labyrinth.analysis import ground_of
from mapkit.games.labyrinth.design import listed_cells
from mapkit.games.shelf import GAMES
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.message import Message
from mapkit.model.settings import BadSetting
from mapkit.model.table import Remedy
from mapkit.solve import legality
from mapkit.study import balance, bench
from mapkit.study.balance import (
    BalanceRound,
    Trial,
    all_at_once,
    games_of_a_minute,
    is_even,
    length,
    pairs,
    race,
    shares,
)
from mapkit.study.simulation import SimulationPlan, Tally
from tests.command import Typed, output, run

CELLAR = str(resources.path("samples", "cellar.toml"))
DONE, BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, STOPPED = 0, 1, 2, 3, 130


def won(*wins: int, games: int = 0) -> Tally:
    """What is counted where each seat has won so many games."""
    return Tally(Counter({"won": games or sum(wins)}), Counter({10: sum(wins)}), Counter(dict(enumerate(wins))))


# --- the measure (TX-78)


@pytest.mark.parametrize(
    ("wins", "even"),
    [
        ((3333, 3333, 3334), True),
        ((3430, 3280, 3290), True),  # within 1 point, or within the interval
        ((3480, 3260, 3260), False),  # within 2 points, but out of the interval by more than 1 point
        ((3540, 3230, 3230), False),
        ((35, 33, 32), True),
        ((36, 32, 32), False),  # the interval is wide, but 2 points are 2 points
        ((50_000, 49_000), True),  # 0.5 points: out of the interval, but less than 1 point
        ((50_000, 46_000), False),
        ((0, 0), False),
    ],
)
def test_seats_are_even_within_two_points_and_within_the_interval_or_one_point(
    wins: tuple[int, ...], even: bool
) -> None:
    """TX-78: a game that nobody has won is even for nobody."""
    assert is_even(shares(won(*wins), len(wins))) is even


def test_games_without_a_winner_count_for_nobody_and_a_shared_victory_for_each() -> None:
    """TX-78: shares are of all wins, so they make up a whole."""
    assert [share.value for share in shares(won(30, 10, games=100), 2)] == [0.75, 0.25]
    assert sum(share.value for share in shares(won(60, 50, 40, games=120), 3)) == pytest.approx(1)


def test_the_interval_is_the_99_per_cent_interval_of_wilson() -> None:
    """With z = 2.5758: (81 + z²/2 ± z √(81 · 182/263 + z²/4)) / (263 + z²)."""
    first, _ = shares(won(81, 182), 2)
    assert first == pytest.approx((0.30798, 0.24013, 0.38528), abs=2e-4)


def tried(*wins: int, z: float = 2.5758, games: int = 0) -> Trial:
    return Trial((), {}, len(wins), won(*wins, games=games), z=z)


@pytest.mark.parametrize(
    ("trial", "verdict"),
    [
        (tried(5000, 5000), "even"),
        (tried(5400, 4600), "uneven"),
        (tried(5230, 4770), "uneven"),  # the interval reaches into what is even, but there are games enough (TX-78)
        (tried(500, 500), "undecided"),
        (tried(560, 440), "undecided"),
        (tried(700, 300), "uneven"),
        (tried(0, 0, games=20_000), "undecided"),
    ],
)
def test_what_few_games_do_not_show_is_undecided(trial: Trial, verdict: str) -> None:
    """TX-82.d: with fewer games than TX-78 asks for nothing is even."""
    assert trial.verdict == verdict


def test_the_farthest_seat_is_measured_with_an_interval() -> None:
    """The interval of 81 in 263 is 0.240 to 0.385, and a half is 0.115 to 0.260 away from it."""
    assert tried(81, 182).farthest == pytest.approx((0.192, 0.1147, 0.2599), abs=1e-3)
    assert tried(50, 50).farthest.low == 0
    assert tried(900, 100).is_worse_than(tried(550, 450))
    assert not tried(55, 45).is_worse_than(tried(50, 50))


# --- the race (TX-82)


def test_the_remedies_of_treasures_stand_in_the_order_of_the_rules() -> None:
    """TX-82: the lightest first, and pairs that do not change the same."""
    statistics = table_of(GAMES["treasures"]).statistics
    assert statistics is not None
    assert [balance.changes((remedy,), 3) for remedy in statistics.remedies] == [
        {"last_round": "yes"},
        {"gifts": "none none kit"},
        {"gifts": "none kit kit"},
        {"gifts": "none none bullet"},
        *({"fair_starts": most} for most in "420"),
    ]
    both = [balance.changes(pair, 3) for pair in pairs(statistics.remedies, 3)]
    assert len(both) == 15
    assert all(len(result) == 2 for result in both)


class Race(NamedTuple):
    trials: list[Trial]
    rounds: list[BalanceRound]


def raced(likely: Mapping[str, Sequence[int]], games: int, seed: int = 0) -> Race:
    """A race of remedies whose seats win so likely; `-` is the game as it is, and what is not named is hopeless."""
    remedies = [Remedy(Message(name)) for name in likely if len(name) == 1 and name != "-"]
    found, z = list[Trial](), all_at_once(len(remedies), 3)

    def enter(tried: Sequence[Remedy], again: bool) -> Trial:
        found.append(Trial(tuple(tried), {}, 3, Tally(), again, z=z))
        return found[-1]

    def play(trial: Trial, upto: int) -> None:
        name = named(trial)
        chance, by_seat = Chance(f"{seed} {name} {trial.again} {trial.games}"), likely.get(name, (9, 1, 0))
        pot = [seat for seat in range(3) for _ in range(by_seat[seat])]
        wins = Counter(chance.choice(pot) for _ in range(trial.games, upto))
        trial.tally.add(won(*(wins[seat] for seat in range(3))))

    first = enter((), False)
    return Race(found, [*race(first, remedies, games, enter, play)])


def named(trial: Trial) -> str:
    return "".join(remedy.words for remedy in trial.remedies) or "-"


EQUAL, FAR = (1, 1, 1), (7, 2, 1)


@pytest.mark.parametrize("seed", range(8))
def test_a_remedy_that_is_much_better_wins_and_that_is_proven(seed: int) -> None:
    """TX-82.b, TX-82.d."""
    trials, rounds = raced({"-": FAR, "a": FAR, "b": EQUAL, "c": FAR, "d": FAR}, 400, seed)
    assert (named(trials[-1]), trials[-1].again) == ("b", True)
    assert trials[0].is_worse_than(trials[-1])
    assert (trials[0].verdict, trials[-1].verdict) == ("uneven", "undecided")
    assert rounds[-1].trials == (trials[-1],)


@pytest.mark.parametrize("seed", range(8))
def test_of_equal_remedies_nothing_is_proven(seed: int) -> None:
    """TX-82.d: however often one looks."""
    trials, _ = raced(
        dict.fromkeys(["-", "a", "b", "c", "d", "ab", "bc", "ac", "ad", "bd", "cd"], (4, 3, 3)), 300, seed
    )
    assert {trial.verdict for trial in trials} == {"undecided"}
    assert {trial.left for trial in trials} <= {"", "behind"}
    assert not trials[0].is_worse_than(trials[-1])


def test_most_leave_the_race_after_few_games_and_it_has_no_more_than_was_said() -> None:
    """TX-82.c: the best three after the first two rounds, with pairs; then one; the game as it is always stays."""
    names = ["-", *"abcdefg"]
    trials, rounds = raced({**dict.fromkeys(names, (4, 3, 3)), "-": (5, 3, 2)}, 80)
    assert [over.games for over in rounds] == [10, 20, 40, 80, 80]
    assert [len(over.trials) for over in rounds[:2]] == [8, 7]
    assert all(trials[0] in over.trials for over in rounds[:4])
    assert all(len(over.trials) <= most for over, most in zip(rounds[2:], (4, 2, 1), strict=True))
    assert sum(trial.games for trial in trials) <= 80 * length([Remedy(Message(name)) for name in "abcdefg"], 3)


def test_with_games_enough_a_game_that_is_even_twice_has_no_race(monkeypatch: pytest.MonkeyPatch) -> None:
    """TX-82: with fewer, nothing is even, and remedies are tried."""
    monkeypatch.setattr(balance, "ENOUGH", 3000)
    monkeypatch.setattr(balance, "FAR", 0.05)
    monkeypatch.setattr(balance, "CLOSE", 0.05)
    assert [named(trial) for trial in raced({"-": EQUAL, "a": FAR}, 3000).trials] == ["-", "-"]
    assert [named(trial) for trial in raced({"-": EQUAL, "a": FAR}, 2999).trials] == ["-", "a"]
    alone = raced({"-": FAR}, 3000)
    assert ([named(trial) for trial in alone.trials], [over.games for over in alone.rounds]) == (
        ["-"],
        [375, 750, 1500, 3000],
    )


def test_of_even_remedies_the_lightest_wins() -> None:
    """TX-82.a."""
    trials, _ = raced({"-": FAR, "a": FAR, "b": EQUAL, "c": EQUAL, "bc": EQUAL}, 60_000)
    assert (named(trials[-1]), trials[-1].verdict) == ("b", "even")


def test_a_minute_is_counted_in_turns() -> None:
    """The longer the games and the slower the players, the fewer games; never fewer than the first, or too many."""
    first = Tally(Counter(won=18, unfinished=2), Counter({50: 18}))
    games = games_of_a_minute(first, 300, 6)
    assert games * 6 * 75 == pytest.approx(balance.A_MINUTE, rel=0.02)
    assert games_of_a_minute(first, 300, 12) == games // 2
    assert games_of_a_minute(first, 300, 3000) == balance.FIRST
    assert games_of_a_minute(won(20), 300, 1) == balance.ENOUGH


# --- the remedies of a labyrinth


@pytest.fixture(scope="module")
def unfair() -> Map[Any]:
    """A labyrinth whose first player starts nearest to a win."""
    made = mapkit.generate("labyrinth", "a", size="4x4", settings={"rules": "BASIC", "fairness": 9, "players": 3})
    pars = ground_of(made.params, made.facts).pars
    nearest = " ".join(sorted(pars, key=lambda cell: pars[cell]))
    return mapkit.read(re.sub('(?m)^starts = ".*"', f'starts = "{nearest}"', made.to_text()))


def test_a_labyrinth_may_list_its_starts_in_another_order_or_draw_fairer_ones(unfair: Map[Any]) -> None:
    """MP-35, MP-41: the same starts with the farthest first, or starts that `fairness` allows."""
    statistics = table_of(unfair.game).statistics
    assert statistics is not None
    order, *fairer = statistics.remedies
    assert order.redraw is not None
    assert not order.settings(3)
    now = order.redraw(unfair, Chance("s"))
    pars = ground_of(now.params, now.facts).pars
    starts = listed_cells(now.facts, "start")
    assert sorted(starts) == sorted(listed_cells(unfair.facts, "start"))
    assert [pars[cell] for cell in starts] == sorted(pars.values(), reverse=True)
    assert [remedy.settings(3) for remedy in fairer] == [{"fairness": most} for most in "420"]
    asked = replace(unfair, params=replace(unfair.params, fairness=2))
    assert fairer[1].redraw is not None
    drawn = fairer[1].redraw(asked, Chance("s"))
    assert difference_of_pars(ground_of(drawn.params, drawn.facts).pars.values()) <= 2
    assert legality.check(drawn) == ()


# --- the command


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """The result of `mapkit balance` in an empty folder with the seed s, by players who play at random."""
    monkeypatch.chdir(tmp_path)

    return lambda *words, given=None: run(
        "balance",
        *words,
        *([] if "--jobs" in words else ["--jobs", "1"]),
        "--who",
        "random",
        "--turns",
        "4",
        "--seed",
        "s",
    )


@pytest.fixture
def wins(monkeypatch: pytest.MonkeyPatch) -> dict[str, Sequence[int]]:
    """How likely each seat wins, by the settings of the first map; else the first seat wins all. 300 games suffice."""
    likely = dict[str, Sequence[int]]()

    def simulated(plan: SimulationPlan, games: int, _workers: Any, _advance: Any, after: int) -> Tally:
        drawn = plan.deal(1)
        assert drawn is not None
        given = drawn.params.last_round, " ".join(drawn.params.gifts), plan.seed.endswith("again")
        chances = likely.get(" ".join(map(str, given)).strip(), (1, 0, 0))
        before, by_now = ([n * each // sum(chances) for each in chances] for n in (after, after + games))
        return won(*(now - then for then, now in zip(before, by_now, strict=True)), games=games)

    monkeypatch.setattr(bench, "simulate", simulated)
    monkeypatch.setattr(balance, "ENOUGH", 300)
    return likely


KIT = "no none none kit"


def test_every_trial_is_told_and_the_best_is_played_again(typed: Typed, wins: dict[str, Sequence[int]]) -> None:
    """TX-82, TX-82.b: what is told of the best is its measure with a fresh seed."""
    wins |= {f"{KIT} False": EQUAL, f"{KIT} True": EQUAL}
    result = typed(CELLAR, "--games", "300")
    said = result.stdout.splitlines()
    assert result.exit_code == DONE
    assert said[:4] == [
        f"Treasures of the Abandoned Labyrinth, 6x5, {CELLAR}",
        "3 players, all random; 300 games a trial",
        "1. as it is: not even; 300 games, the farthest seat 66.7 points off, 61.7 to 66.7",
        "ended  300 won",
    ]
    assert said[5:7] == [
        "seat            wins   share    99 % interval",
        "first to move    300  100.0%  97.8% to 100.0%",
    ]
    assert [line.partition(";")[0] for line in said if line[:1].isdigit() and ". " in line][1:4] == [
        "2. a last round: plainly worse",
        "3. a first aid kit for the last player: even",
        "4. a first aid kit for the last two players: plainly worse",
    ]
    assert "3. a first aid kit for the last player, again with another seed: even; 300 games" in result.stdout
    assert said[-2:] == ["even with: a first aid kit for the last player", 'gifts = "none none kit"']
    assert result.stderr.splitlines()[:2] == [
        "38 games, 1 in the race; best: as it is, 66.7 points off",
        "38 games, 8 in the race; best: a first aid kit for the last player, 0.0 points off; as it is: 66.7 points off",
    ]


def test_what_is_better_is_told_and_what_is_not_decided_too(typed: Typed, wins: dict[str, Sequence[int]]) -> None:
    """TX-82.d."""
    wins |= {f"{KIT} False": EQUAL, f"{KIT} True": EQUAL}
    assert typed(CELLAR, "--games", "200").stdout.splitlines()[-2:] == [
        "plainly better than as it is, with: a first aid kit for the last player",
        'gifts = "none none kit"',
    ]
    wins |= {"no  False": (4, 3, 3)}
    assert typed(CELLAR, "--games", "200").stdout.splitlines()[-2:] == [
        "not decided with 200 games a trial; --games 300 tells more",
        "the best so far: a first aid kit for the last player",
    ]


def test_a_map_is_written_with_what_was_chosen_and_the_old_one_stays(
    typed: Typed, wins: dict[str, Sequence[int]], tmp_path: Path
) -> None:
    """TX-82: it changes no file unless told; as-it-is and nothing-is-even write nothing."""
    before = Path(CELLAR).read_bytes()
    assert (
        "new.toml: not written; nothing is proven to be better"
        in typed(CELLAR, "--games", "300", "--write", "new.toml").stderr
    )
    wins |= {f"{KIT} False": EQUAL, f"{KIT} True": EQUAL}
    assert typed(CELLAR, "--games", "300", "--write", "new.toml").stderr.endswith("written: new.toml\n")
    new, old = mapkit.read((tmp_path / "new.toml").read_text()), mapkit.read(before.decode())
    assert new.params == replace(old.params, gifts=("none", "none", "kit"))
    assert new.facts == old.facts
    assert Path(CELLAR).read_bytes() == before
    refused = typed(CELLAR, "--games", "300", "--write", "new.toml")
    assert (refused.exit_code, refused.stdout) == (NO_FILE, "")
    wins |= {"no  False": EQUAL, "no  True": EQUAL}
    assert "not written; it is even as it is" in typed(CELLAR, "--games", "300", "--write", "other.toml").stderr
    assert not (tmp_path / "other.toml").exists()


def test_a_preset_is_written_that_mapkit_takes(typed: Typed, wins: dict[str, Sequence[int]], tmp_path: Path) -> None:
    wins |= {"yes  False": EQUAL, "yes  True": EQUAL}
    place = tmp_path / "ours" / "presets" / "treasures" / "even.toml"
    place.parent.mkdir(parents=True)
    assert typed("treasures", "--preset", "small", "--games", "300", "--write", str(place)).exit_code == DONE
    preset = tomllib.loads(place.read_text())
    assert preset["says"].endswith("6 x 6 tiles. With a last round.")
    small = maps.preset("treasures", "small")
    assert preset["size"] == str(small.grid)
    assert {**preset["settings"], "two_way": 1} == {**small.settings, "last_round": "yes"}
    words = ["--templates", "ours", "generate", "treasures", "--preset", "even", "--seed", "s", "-o", "-"]
    assert 'last_round = "yes"' in output(*words)


def test_a_program_is_told_all_trials_as_the_schema_says(typed: Typed, wins: dict[str, Sequence[int]]) -> None:
    wins |= {f"{KIT} False": EQUAL, f"{KIT} True": EQUAL}
    told = json.loads(typed(CELLAR, "--games", "300", "--json").stdout)
    jsonschema.validate(told, mapkit.json_schema("balance"))
    assert [trial["settings"] for trial in told["trials"][:3]] == [
        {},
        {"last_round": "yes"},
        {"gifts": "none none kit"},
    ]
    assert [trial["left"] for trial in told["trials"][:3]] == ["", "worse", ""]
    assert [trial["verdict"] for trial in told["trials"][:3]] == ["uneven", "uneven", "even"]
    assert told["chosen"] == told["trials"][-1]
    assert told["rounds"][-1] == {"games": 300, "trials": [len(told["trials"]) - 1], "best": len(told["trials"]) - 1}
    assert (told["chosen"]["again"], told["chosen"]["verdict"], told["stopped"]) == (True, "even", False)
    wins.clear()
    told = json.loads(typed(CELLAR, "--games", "300", "--json").stdout)
    assert told["chosen"] is None
    assert [len(over["trials"]) for over in told["rounds"]] == [1, 8, 6, 4, 2]  # two of three pairs do not clash
    assert {trial["left"] for trial in told["trials"]} == {"", "behind"}


def test_the_first_trial_is_what_simulate_says(typed: Typed) -> None:
    """TX-78; a game without remedies is only measured, and real games are played."""
    words = ("quoridor", "--size", "5x5", "--games", "12", "--json")
    told = json.loads(typed(*words).stdout)
    alike = json.loads(run("simulate", *words, "--who", "random", "--turns", "4", "--seed", "s").stdout)
    assert told["trials"][0]["ended"] == alike["ended"]
    assert {trial["settings"] == {} for trial in told["trials"]} == {True}


def test_what_cannot_be_played_is_told_and_passed_over(typed: Typed, wins: dict[str, Sequence[int]]) -> None:
    """TX-79: a map without such starts does not keep the rule."""
    told = json.loads(typed(CELLAR, "--players", "8", "--games", "300", "--json").stdout)
    refused = {
        json.dumps(trial["settings"]): trial["why_not_played"] for trial in told["trials"] if trial["why_not_played"]
    }
    assert any("There are no starts for 8 players" in why for why in refused.values())


def test_stopped_in_the_middle_it_tells_what_was_found(
    typed: Typed, wins: dict[str, Sequence[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    play, left = vars(bench)["simulate"], iter([True, True, True, False])

    def interrupted(*words: Any) -> Any:
        if not next(left):
            raise KeyboardInterrupt
        return play(*words)

    monkeypatch.setattr(bench, "simulate", interrupted)
    result = typed(CELLAR, "--games", "300")
    assert result.exit_code == STOPPED
    assert "2. a last round: " in result.stdout
    assert result.stdout.endswith("\nstopped\n")
    left = iter([True, True, False])
    told = json.loads(typed(CELLAR, "--games", "300", "--json").stdout)
    jsonschema.validate(told, mapkit.json_schema("balance"))
    assert (told["stopped"], told["chosen"], sum(trial["games"] > 0 for trial in told["trials"])) == (True, None, 1)


def test_a_plot_shows_the_wins_before_and_after(typed: Typed, wins: dict[str, Sequence[int]], tmp_path: Path) -> None:
    wins |= {f"{KIT} False": EQUAL, f"{KIT} True": EQUAL}
    result = typed(CELLAR, "--games", "300", "--plot", "plot.pdf")
    assert result.stderr.endswith("the plot is in plot.pdf\n")
    (page,) = PdfReader(tmp_path / "plot.pdf").pages
    words = page.extract_text()
    assert "as it is" in words
    assert "a first aid kit for the last player" in words
    assert "first to move: 100.0%" in words
    assert "third to move: 33.3%" in words
    assert "SECRET" not in words
    wins.clear()
    assert typed(CELLAR, "--games", "300", "--plot", "none.pdf", "--lang", "ru").exit_code == DONE
    words = PdfReader(tmp_path / "none.pdf").pages[0].extract_text()
    assert "что ни пробовали, не поровну" in words


def test_a_game_that_tells_no_winner_or_has_no_thinking_player_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = mapkit.read(Path(CELLAR).read_text(encoding="utf-8"))
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"statistics": None}, "does not tell who has won"),
        ({"ear": None}, "--who random plays at"),
    )
    for lost, says in cases:
        table = replace(table_of(drawn.game), **lost)
        other = replace(drawn, game=replace(drawn.game, table=table))
        with pytest.raises(BadSetting, match=says):
            GamesOptions(what=CELLAR, players=3).seats.kinds_alike(other)


def test_jobs_change_nothing_in_what_is_said(typed: Typed) -> None:
    """Each game depends on its number alone, and what leaves the race leaves it after whole rounds."""
    for words in (("quoridor", "--size", "5x5", "--games", "6"), (CELLAR, "--games", "8", "--json")):
        alone, shared = typed(*words), typed(*words, "--jobs", "2")
        assert (alone.stdout, alone.stderr) == (shared.stdout, shared.stderr)
    assert [over["games"] for over in json.loads(alone.stdout)["rounds"]][:4] == [1, 2, 4, 8]


def test_a_dask_worker_that_is_killed_in_the_middle_changes_nothing(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    words = (CELLAR, "--games", "40", "--json")
    whole = typed(*words)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, scheduler_port=0, processes=True
    ) as cluster:
        doomed, played = next(iter(cluster.workers.values())).pid, list[int]()

        def advance(games: int) -> None:
            played.append(games)
            if len(played) == 20:
                os.kill(doomed, signal.SIGKILL)

        monkeypatch.setattr("mapkit.cli.balance.progress", lambda *_: nullcontext(advance))
        together = typed(*words, "--dask", cluster.scheduler_address)
    assert len(played) > 40
    assert (together.exit_code, together.stdout, together.stderr) == (whole.exit_code, whole.stdout, whole.stderr)
