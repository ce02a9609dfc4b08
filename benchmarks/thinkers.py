"""How often a thinker beats an explorer: games of two on fresh maps, each map from both seats.

    python -m benchmarks.thinkers --maps 100 --seed held-out --jobs 2

A game without a winner counts as not won. The maps of a seed are no others than those of `mapkit.generate` with the
seeds "thinkers SEED 0", "thinkers SEED 1", ...; choose a seed that nobody has used to improve the thinker.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from mapkit.games import maps
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.players.machines import Machine, dice_of, machines, play_directives, ponderers
from mapkit.study.simulation import share

TURNS = 400
"""The most turns of a game."""
NAMES = ("Ann", "Bob")


class Played(NamedTuple):
    """What came of a game."""

    map: int
    """The number of the map."""
    first: bool
    """Whether the thinker moved first."""
    winner: str
    """The kind of the winner; empty for nobody."""
    turns: int
    """How many turns the game took."""
    seconds: tuple[float, ...]
    """The processor time of each decision of the thinker."""


def timed(machine: Machine[Any], seconds: list[float]) -> Machine[Any]:
    """A machine whose decisions are timed; what it concludes while others move counts for its next decision."""
    spent = [0.0]

    def watch(*said: Any) -> None:
        begun = process_time()
        assert machine.watches is not None
        machine.watches(*said)
        spent[0] += process_time() - begun

    def says(*asked: Any) -> Iterator[str]:
        begun = process_time()
        found = iter(machine.says(*asked))
        best = next(found)
        seconds.append(process_time() - begun + spent[0])
        spent[0] = 0.0
        yield best
        yield from found

    return machine._replace(says=says, watches=watch)


def played(drawn: Map[Any], number: int, thinker: str, seed: str) -> Played:
    """A game on a map, in which the thinker has this name; Ann moves first."""
    table, seconds = table_of(drawn.game), list[float]()
    known = {**machines(table), **ponderers(drawn.game)}
    kinds = {name: "thinker" if name == thinker else "explorer" for name in NAMES}
    seats = {name: known[kind](name, Chance(f"{name} plays {seed}"), drawn.params) for name, kind in kinds.items()}
    seats[thinker] = timed(seats[thinker], seconds)
    options, turns, last = {"order": "given"} if drawn.game.name == "treasures" else {}, 0, None
    for last in play_directives(table.referee, drawn, seats, dice_of(seed), options):
        turns += sum(announcement.key == "turn" for announcement in last.ruling.heard)
        if turns > TURNS:
            break
    assert table.statistics is not None
    assert last is not None
    won = table.statistics.winners(last.ruling.state)
    return Played(number, thinker == NAMES[0], kinds[won[0]] if len(won) == 1 else "", turns, tuple(seconds))


def both(game: str, preset: str, seed: str, number: int) -> list[Played]:
    """The two games on a map."""
    drawn = maps.generate(game, f"thinkers {seed} {number}", preset=preset)
    return [played(drawn, number, name, f"{seed} {number}") for name in NAMES]


def told(games: list[Played]) -> Iterator[str]:
    """What came of the games, in lines."""
    for kind in ("thinker", "explorer"):
        wins = sum(game.winner == kind for game in games)
        won = share(wins, len(games))
        yield f"{kind}: {wins} of {len(games)} games, {won.value:.1%} (95 %: {won.low:.1%} to {won.high:.1%})"
    yield f"without a winner: {sum(not game.winner for game in games)}; turns, median {median(g.turns for g in games)}"
    for first, seat in ((True, "first"), (False, "second")):
        found = [game.winner == "thinker" for game in games if game.first is first]
        yield f"the thinker moved {seat}: {sum(found)} of {len(found)}"
    seconds = sorted(second for game in games for second in game.seconds)
    yield (
        f"seconds of processor time for a decision: median {median(seconds):.2f}, "
        f"95 of 100 {seconds[len(seconds) * 95 // 100]:.2f}, worst {seconds[-1]:.2f}"
    )


def all_games(asked: argparse.Namespace, numbers: Iterable[int]) -> Iterator[Played]:
    """The games on the maps of these numbers, as they are done."""
    if asked.jobs == 1:
        for number in numbers:
            yield from both(asked.game, asked.preset, asked.seed, number)
        return
    with ProcessPoolExecutor(asked.jobs) as pool:
        todo = [pool.submit(both, asked.game, asked.preset, asked.seed, number) for number in numbers]
        for done in as_completed(todo):
            yield from done.result()


def main() -> None:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maps", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first map")
    parser.add_argument("--seed", default="held-out")
    parser.add_argument("--game", default="treasures")
    parser.add_argument("--preset", default="default")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file of lines to which games are added, and from which to go on")
    asked = parser.parse_args()
    games = [Played(*json.loads(line)) for line in asked.kept.read_text().splitlines()] if _there(asked) else []
    done = {game.map for game in games}
    numbers = (number for number in range(asked.first, asked.first + asked.maps) if number not in done)
    for game in all_games(asked, numbers):
        games.append(game)
        if asked.kept:
            with asked.kept.open("a") as kept:
                kept.write(json.dumps(game) + "\n")
    print(*told(games), sep="\n")


def _there(asked: argparse.Namespace) -> bool:
    return asked.kept is not None and asked.kept.exists()


if __name__ == "__main__":
    main()
