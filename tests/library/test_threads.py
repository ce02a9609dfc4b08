"""What many threads of one process do at once is what each of them does alone."""

import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.games import own_templates
from mapkit.games.minoqaur import true_code
from mapkit.games.shelf import GAMES
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from mapkit.paper import photo_frame
from mapkit.paper.photo_frame import Label

Job = Callable[[], object]
THREADS = 8
SMALL = {"treasures": "small", "labyrinth": "basic", "quoridor": "fair", "dungeon": "small", "minoqaur": "default"}
"""A preset of each game with a small board."""


@pytest.fixture(autouse=True)
def threads_take_turns_all_the_time() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)
    resources.use_own(None)


def answer(job: Job) -> object:
    try:
        return job()
    except mapkit.MapkitError as refused:
        return str(refused)


def wrong_in_threads(jobs: Mapping[str, Job], times: int = 2) -> set[str]:
    """The jobs that give something else in threads, which do them in any order, than in one thread afterwards."""
    order = Chance("order").shuffled([*jobs] * times)
    with ThreadPoolExecutor(THREADS) as pool:
        found = [*zip(order, pool.map(lambda name: answer(jobs[name]), order), strict=True)]
    alone = {name: answer(job) for name, job in jobs.items()}
    return {name for name, told in found if told != alone[name]}


def with_slips(map_: Map[Any], number: int) -> Iterator[Map[Any]]:
    """The map, and maps in which two things have changed places."""
    chance, things = Chance("slips"), sorted(fact for fact in map_.facts if isinstance(fact.place, str))
    yield map_
    for _ in range(number):
        one, other = chance.shuffled(things)[:2]
        swapped = {mapkit.Fact(one.place, other.mark), mapkit.Fact(other.place, one.mark)}
        yield replace(map_, facts=map_.facts - {one, other} | swapped)


def played(map_: Map[Any]) -> list[str]:
    chance, game = Chance("ways"), map_.begin(["Ann", "Bob"], seed="dice")
    heard = [*game.heard]
    for _ in range(6):
        game = game.say(chance.choice(game.options()).words)
        heard += game.heard
    return heard


def verbs(game: str) -> Iterator[tuple[str, Job]]:
    map_ = mapkit.generate(game, "threads", preset=SMALL[game])
    for number, each in enumerate(with_slips(map_, 4)):
        yield f"check {number}", each.check
        yield f"advise {number}", each.advise
        yield f"describe {number}", partial(each.describe, language="ru")
        yield f"svg {number}", each.svg
        yield f"read {number}", partial(read_again, each)
    yield "repair", each.repair
    yield "complete", partial(replace(map_, facts=frozenset(sorted(map_.facts, key=str)[6:])).complete, "blank")
    yield "generate", partial(mapkit.generate, game, "fresh", preset=SMALL[game])
    yield "play", partial(played, map_)
    yield "solve", map_.solve
    yield "card", partial(map_.print, "card", language="ru")
    yield "picture", partial(map_.print, "map", format="png", crop=True)


def read_again(map_: Map[Any]) -> tuple[Map[Any], ...]:
    return mapkit.read(map_.to_text()), mapkit.read(map_.share()), mapkit.read(map_.to_json())


def test_the_verbs_of_all_games_are_right_in_eight_threads() -> None:
    jobs = {f"{game}: {name}": job for game in GAMES for name, job in verbs(game)}
    assert wrong_in_threads(jobs) == set()


def test_codes_of_two_kinds_are_corrected_at_the_same_time() -> None:
    """The library of Reed and Solomon's codes keeps the tables of the kind in use in one place."""
    map_ = mapkit.generate("minoqaur", "threads")
    drawn = {str(fact.place): fact.mark for fact in map_.facts if fact.mark in ("dark", "light")}
    label = Label(1, (8, 8))
    jobs: dict[str, Job] = {
        "code": partial(true_code.nearest_code, map_.params.version, drawn),
        "label": lambda: photo_frame.label_of({n: number % 16 for n, number in enumerate(photo_frame.ids(label))}),
    }
    assert wrong_in_threads(jobs, 40) == set()


def test_templates_of_the_users_own_are_those_of_all_threads(tmp_path: Path) -> None:
    file = tmp_path / "presets" / "treasures" / "ours.toml"
    file.parent.mkdir(parents=True)
    file.write_text('says = "For us."\nsize = "5x5"\n[settings]\n', encoding="utf-8")
    own_templates.use(str(tmp_path))
    with ThreadPoolExecutor(1) as pool:
        assert "ours" in {each.name for each in pool.submit(mapkit.presets, "treasures").result()}
