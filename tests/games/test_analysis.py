"""The analysis of maps: one answer for the screen, for sheets and for programs, and nothing is worked out twice."""

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import mapkit
from mapkit.cli import main
from mapkit.games.labyrinth import analysis as labyrinth
from mapkit.games.minoqaur import design, search
from mapkit.games.treasures import analysis as treasures
from mapkit.language.catalogue import texts

SETTINGS: dict[str, dict[str, object]] = {"minoqaur": {"win": "treasure"}}
STUDIED = ("treasures", "labyrinth", "quoridor", "minoqaur")


@pytest.fixture(scope="module", params=STUDIED)
def map_(request: pytest.FixtureRequest) -> mapkit.Map[Any]:
    return mapkit.generate(request.param, "analysis", settings=SETTINGS.get(request.param, {}))


def flat(value: object) -> Iterator[object]:
    """A value and all values in it."""
    yield value
    if isinstance(value, dict):
        assert all(type(key) is str for key in value)
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from flat(part)


def test_measures_stand_under_their_keys_with_plain_values_and_words(map_: mapkit.Map[Any]) -> None:
    measures = map_.solve().measures
    assert measures
    for key, measure in measures.items():
        assert key == measure.key
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", key)
        assert measure.label
        assert measure.in_words
        plain = (str, int, float, bool, type(None), dict, list, tuple)
        assert all(isinstance(inner, plain) for inner in flat(measure.value))


def test_a_single_measure_is_the_same_as_among_all_of_them(map_: mapkit.Map[Any]) -> None:
    every = map_.solve()
    first = next(iter(every.measures))
    assert map_.solve(measures=[first]) == mapkit.Analysis({first: every.measures[first]})


def test_sheets_name_only_measures_that_there_are() -> None:
    for game, looks in (("treasures", treasures._LOOKS), ("labyrinth", labyrinth._LOOKS)):
        assert texts(game, "en")["measured"]["names"].keys() <= {key for key, *_ in looks}


WORK: dict[str, tuple[tuple[Any, str], ...]] = {
    "treasures": ((treasures, "TreasuresTurnGraph"), (treasures, "answers_needed")),
    "labyrinth": ((labyrinth, "LabyrinthTurnGraph"), (labyrinth, "answers_needed"), (labyrinth, "walk_shares")),
    "minoqaur": ((search.ParSearch, "first_moves"), (search.ParSearch, "some_win")),
}


@pytest.mark.parametrize("command", [["solve"], ["print", "--sheets", "gm", "--output"]], ids=lambda words: words[0])
@pytest.mark.parametrize("game", WORK)
def test_nothing_is_worked_out_twice_in_one_command(
    game: str, command: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    counted = Counter[str]()

    def counting(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(work)
        def counted_work(*given: Any, **named: Any) -> Any:
            counted[name] += 1
            return work(*given, **named)

        return counted_work

    file = tmp_path / "map.toml"
    file.write_text(mapkit.generate(game, "analysis", settings=SETTINGS.get(game, {})).to_text())
    labyrinth.ground_of.cache_clear()
    treasures.ground_of.cache_clear()
    design.solved.cache_clear()
    design.par_search.cache_clear()
    for module, name in WORK[game]:
        monkeypatch.setattr(module, name, counting(name, getattr(module, name)))
    words = [command[0], str(file), *command[1:], *([str(tmp_path / "out")] if len(command) > 1 else [])]
    result = CliRunner().invoke(main.app, words, catch_exceptions=False)
    assert result.exit_code == 0
    assert counted
    assert {name: times for name, times in counted.items() if times > 1} == {}
