"""Balance: what counts as even, the order of the trials, and the command."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

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
from mapkit.study import balance
from mapkit.study.balance import Remedies, Trial, add_games, choices, is_even, is_hopeless, shares, tune
from mapkit.study.simulation import SimulationPlan, Tally, simulate
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


def test_seats_are_given_up_only_where_more_games_cannot_make_them_even() -> None:
    assert is_hopeless(won(500, 500), 2) is False
    assert is_hopeless(won(560, 440), 2) is False
    assert is_hopeless(won(700, 300), 2) is True
    assert is_hopeless(won(0, 0, games=1000), 2) is False


# --- the trials (TX-82)


def test_the_trials_of_treasures_come_in_the_order_of_the_rules() -> None:
    """TX-82, TX-82.a: nothing, each remedy with the lightest first, and pairs that do not change the same."""
    statistics = table_of(GAMES["treasures"]).statistics
    assert statistics is not None
    tried = [balance.changes(remedy, 3) for remedy in choices(statistics.remedies, 3)]
    single = [
        {"last_round": "yes"},
        {"gifts": "none none kit"},
        {"gifts": "none kit kit"},
        {"gifts": "none none bullet"},
        *({"fair_starts": most} for most in "420"),
    ]
    assert tried[:8] == [{}, *single]
    assert len(tried) == 1 + 7 + 15
    assert all(len(result) == 2 for result in tried[8:])
    assert {"gifts": "kit kit"} not in [balance.changes(remedy, 2) for remedy in choices(statistics.remedies, 2)]


def trying(evens: Sequence[bool]) -> list[tuple[str, bool, bool]]:
    """What `tune` tries of the remedies a, b and c where the trials end like this, with what is played again."""
    results, remedies = iter(evens), [()] + [(Remedy(Message(name)),) for name in "abc"]

    def play(tried: Remedies, again: bool) -> Trial | None:
        if tried and tried[0].words == "b":
            return None
        return Trial(tried, {}, 2, won(50, 50) if next(results) else won(90, 10), again)

    return [("".join(remedy.words for remedy in t.remedies), t.again, t.even) for t in tune(remedies, play)]


def test_what_is_even_is_played_again_and_chosen_only_if_it_is_even_then_too() -> None:
    """TX-82.b; a remedy that changes nothing is left out."""
    assert trying([True, True]) == [("", False, True), ("", True, True)]
    assert trying([False, True, False, True, True]) == [
        ("", False, False),
        ("a", False, True),
        ("a", True, False),
        ("c", False, True),
        ("c", True, True),
    ]
    assert trying([False] * 3) == [("", False, False), ("a", False, False), ("c", False, False)]


def test_a_trial_counts_the_same_games_in_blocks_by_several_or_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "BLOCK", 3)
    drawn = mapkit.generate("quoridor", "s", size="5x5")
    plan = SimulationPlan(lambda _: drawn, ("random", "random"), "s", 15, {})
    alone, together, whole = Tally(), Tally(), simulate(plan, 7)
    add_games(plan, 7, None, lambda _: None, alone, to_the_end=True)
    with ThreadPoolExecutor(2) as threads:
        add_games(plan, 7, threads, lambda _: None, together, to_the_end=True)
    assert alone == together == whole


def test_a_hopeless_trial_is_left_after_a_whole_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "simulate", lambda _plan, games, *_: won(games, 0))
    plan = SimulationPlan(lambda _: None, ("random", "random"), "s", 15, {})
    left, whole = Tally(), Tally()
    add_games(plan, 5500, None, lambda _: None, left, to_the_end=False)
    add_games(plan, 5500, None, lambda _: None, whole, to_the_end=True)
    assert (left.games, whole.games) == (balance.BLOCK, 5500)


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

    return lambda *words, given=None: run("balance", *words, "--who", "random", "--turns", "4", "--seed", "s")


@pytest.fixture
def wins(monkeypatch: pytest.MonkeyPatch) -> dict[str, Tally]:
    """What is counted in place of games, by the settings of the first map; else the first seat wins all of them."""
    counted = dict[str, Tally]()

    def simulated(plan: SimulationPlan, games: int, *_: Any) -> Tally:
        drawn = plan.deal(1)
        assert drawn is not None
        given = drawn.params.last_round, " ".join(drawn.params.gifts), plan.seed.endswith("again")
        return counted.get(" ".join(map(str, given)).strip(), won(games, 0, 0))

    monkeypatch.setattr(balance, "simulate", simulated)
    return counted


EVEN, KIT = won(100, 100, 100), "no none none kit"


def test_every_trial_is_told_and_what_is_even_twice_is_chosen(typed: Typed, wins: dict[str, Tally]) -> None:
    """TX-82: the trials in their order, each with its shares; the one chosen is played again with a fresh seed."""
    wins |= {f"{KIT} False": EVEN, f"{KIT} True": EVEN}
    result = typed(CELLAR, "--games", "300")
    said = result.stdout.splitlines()
    assert result.exit_code == DONE
    assert said[0] == f"Treasures of the Abandoned Labyrinth, 6x5, {CELLAR}"
    assert said[1] == "3 players, all random; 300 games a trial"
    assert [line for line in said if line[:1].isdigit() and ". " in line] == [
        "1. as it is: not even",
        "2. a last round: not even",
        "3. a first aid kit for the last player: even",
        "3. a first aid kit for the last player, again with another seed: even",
    ]
    assert said[4:9] == [
        "ended  300 won",
        "turns  median 10, 5th percentile 10, 95th percentile 10",
        "seat            wins   share    99 % interval",
        "first to move    300  100.0%  97.8% to 100.0%",
        "second to move     0    0.0%     0.0% to 2.2%",
    ]
    assert said[-2:] == ["even with: a first aid kit for the last player", 'gifts = "none none kit"']
    assert result.stderr == "300 games a trial are few; take 10000 or more to be sure\n"


def test_a_map_is_written_with_what_was_chosen_and_the_old_one_stays(
    typed: Typed, wins: dict[str, Tally], tmp_path: Path
) -> None:
    """TX-82: it changes no file unless told; as-it-is and nothing-is-even write nothing."""
    before = Path(CELLAR).read_bytes()
    assert "new.toml: not written; nothing is even" in typed(CELLAR, "--games", "300", "--write", "new.toml").stderr
    wins |= {f"{KIT} False": EVEN, f"{KIT} True": EVEN}
    assert typed(CELLAR, "--games", "300", "--write", "new.toml").stderr.endswith("written: new.toml\n")
    new, old = mapkit.read((tmp_path / "new.toml").read_text()), mapkit.read(before.decode())
    assert new.params == replace(old.params, gifts=("none", "none", "kit"))
    assert new.facts == old.facts
    assert Path(CELLAR).read_bytes() == before
    refused = typed(CELLAR, "--games", "300", "--write", "new.toml")
    assert (refused.exit_code, refused.stdout) == (NO_FILE, "")
    wins |= {"no  False": EVEN, "no  True": EVEN}
    assert "not written; it is even as it is" in typed(CELLAR, "--games", "300", "--write", "other.toml").stderr
    assert not (tmp_path / "other.toml").exists()


def test_a_preset_is_written_that_mapkit_takes(typed: Typed, wins: dict[str, Tally], tmp_path: Path) -> None:
    wins |= {"yes  False": EVEN, "yes  True": EVEN}
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


def test_a_program_is_told_all_trials_as_the_schema_says(typed: Typed, wins: dict[str, Tally]) -> None:
    wins |= {f"{KIT} False": EVEN, f"{KIT} True": EVEN}
    told = json.loads(typed(CELLAR, "--games", "300", "--json").stdout)
    jsonschema.validate(told, mapkit.json_schema("balance"))
    assert [trial["settings"] for trial in told["trials"]] == [
        {},
        {"last_round": "yes"},
        *[{"gifts": "none none kit"}] * 2,
    ]
    assert told["chosen"] == told["trials"][-1]
    assert (told["chosen"]["again"], told["chosen"]["even"], told["stopped"]) == (True, True, False)
    wins.clear()
    told = json.loads(typed(CELLAR, "--games", "300", "--json").stdout)
    assert told["chosen"] is None
    assert len(told["trials"]) == 23


def test_the_first_trial_is_what_simulate_says(typed: Typed) -> None:
    """TX-78; a game without remedies is only measured, and real games are played."""
    words = ("quoridor", "--size", "5x5", "--games", "12", "--json")
    told = json.loads(typed(*words).stdout)
    alike = json.loads(run("simulate", *words, "--who", "random", "--turns", "4", "--seed", "s").stdout)
    assert told["trials"][0]["ended"] == alike["ended"]
    assert {trial["settings"] == {} for trial in told["trials"]} == {True}


def test_what_cannot_be_played_is_told_and_passed_over(typed: Typed, wins: dict[str, Tally]) -> None:
    """TX-79: a map without such starts does not keep the rule."""
    told = json.loads(typed(CELLAR, "--players", "8", "--games", "300", "--json").stdout)
    refused = {
        json.dumps(trial["settings"]): trial["why_not_played"] for trial in told["trials"] if trial["why_not_played"]
    }
    assert any("There are no starts for 8 players" in why for why in refused.values())


def test_stopped_in_the_middle_it_tells_what_was_found(
    typed: Typed, wins: dict[str, Tally], monkeypatch: pytest.MonkeyPatch
) -> None:
    play, left = vars(balance)["simulate"], iter([True, True, False])

    def interrupted(*words: Any) -> Any:
        if not next(left):
            raise KeyboardInterrupt
        return play(*words)

    monkeypatch.setattr(balance, "simulate", interrupted)
    result = typed(CELLAR, "--games", "300")
    assert result.exit_code == STOPPED
    assert "2. a last round: not even" in result.stdout
    assert result.stdout.endswith("3. a first aid kit for the last player: stopped\n")
    left = iter([True, False])
    told = json.loads(typed(CELLAR, "--games", "300", "--json").stdout)
    jsonschema.validate(told, mapkit.json_schema("balance"))
    assert (told["stopped"], told["chosen"], len(told["trials"])) == (True, None, 2)


def test_a_plot_shows_the_wins_before_and_after(typed: Typed, wins: dict[str, Tally], tmp_path: Path) -> None:
    wins |= {f"{KIT} False": EVEN, f"{KIT} True": EVEN}
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
    """The processes count the same games in the same blocks."""
    words = ("quoridor", "--size", "5x5", "--games", "6")
    assert typed(*words, "--jobs", "2").stdout == typed(*words).stdout
