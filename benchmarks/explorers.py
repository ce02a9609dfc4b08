"""How often today's explorer beats an earlier one: games of two on fresh maps, each in either seat half of the time.

    python -m benchmarks.explorers --since COMMIT --games 100 --game treasures

The earlier explorer is taken from git under another name, so it plays as it did.
"""

from __future__ import annotations

import argparse
import atexit
import re
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from inspect import signature
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from statistics import median
from tempfile import mkdtemp
from time import process_time
from typing import Any

from mapkit.games import maps
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.table import Table
from mapkit.players.machines import dice_of, machines, play_directives
from mapkit.study.simulation import share

TURNS = 400
"""The most turns of a game."""
SIDES = ("new", "old")


def machines_of(commit: str) -> Callable[[Table[Any]], Any]:
    """The function `machines` of an earlier mapkit, which is unpacked as the package `mapkit_<commit>`."""
    name, folder = f"mapkit_{commit}", Path(mkdtemp())
    atexit.register(rmtree, folder)
    archive = subprocess.run(["git", "archive", commit, "mapkit"], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as packed:
        packed.extractall(folder, filter="data")
    (folder / "mapkit").rename(folder / name)
    for file in folder.rglob("*.py"):
        words = re.sub(r"^(\s*)(from|import) mapkit\b", rf"\1\2 {name}", file.read_text(), flags=re.MULTILINE)
        file.write_text(words)
    sys.path.insert(0, str(folder))
    places = ("model.game", "players.machines", "games.shelf")
    if not (folder / name / "model").exists():  # a commit from before mapkit had rooms
        places = ("game", "playing.players", "games")
    game, old, shelf = (import_module(f"{name}.{place}") for place in places)
    return lambda table: old.machines(game.table_of(shelf.GAMES[_name(table)]))


def _name(table: Table[Any]) -> str:
    return table.referee.play.__module__.split(".")[2]


def seat(kinds: Any, name: str, seed: str, drawn: Map[Any]) -> Any:
    """An explorer in its seat; early ones know nothing of the settings."""
    given = (name, Chance(f"{name} plays {seed}"), drawn.params)
    return kinds["explorer"](*given[: len(signature(kinds["explorer"]).parameters)])


def played(game: str, commit: str, numbers: Iterable[int], preset: str) -> list[tuple[str, int, str]]:
    """Who won each game (or nobody), after how many turns, and who moved first."""
    table, found = None, []
    kinds: dict[str, Any] = {}
    for number in numbers:
        drawn = maps.generate(game, f"explorers {number // 2}", preset=preset)
        if table is None:
            table = table_of(drawn.game)
            new = machines(table)
            kinds = {"new": new, "old": machines_of(commit)(table) if commit else new}
        sides = dict(zip(("Ann", "Bob"), SIDES if number % 2 else SIDES[::-1], strict=True))
        seats = {name: seat(kinds[side], name, str(number), drawn) for name, side in sides.items()}
        turns, last, first = 0, None, ""
        options = {"order": "given"} if game == "treasures" else {}
        for last in play_directives(table.referee, drawn, seats, dice_of(str(number)), options):
            turns += sum(announcement.key == "turn" for announcement in last.ruling.heard)
            first = first or sides[table.referee.mover(last.ruling.state)]
            if turns > TURNS:
                break
        assert table.statistics is not None
        assert last is not None
        won = table.statistics.winners(last.ruling.state)
        found.append((sides[won[0]] if len(won) == 1 else "", turns, first))
    return found


def main() -> None:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--since", default="", help="the commit of the earlier explorer; without it, today's meets itself"
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--game", default="treasures")
    parser.add_argument("--preset", default="default")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.games)
    began = process_time()
    if asked.jobs > 1:
        with ProcessPoolExecutor(asked.jobs) as pool:
            parts = [numbers[n :: asked.jobs] for n in range(asked.jobs)]
            todo = [pool.submit(played, asked.game, asked.since, part, asked.preset) for part in parts]
            games = [each for part in todo for each in part.result()]
    else:
        games = played(asked.game, asked.since, numbers, asked.preset)
    seconds, wins = process_time() - began, Counter(side for side, _, _ in games)
    for side in SIDES:
        estimate = share(wins[side], len(games))
        print(f"{side}: {wins[side]} of {len(games)} games, {estimate.value:.1%}", end=" ")
        print(f"(95 %: {estimate.low:.1%} to {estimate.high:.1%})")
    print(f"without a winner: {wins['']}; turns, median {median(turns for _, turns, _ in games)}")
    first = sum(side == mover for side, _, mover in games if side)
    print(f"the first to move won {first}; {seconds:.1f} s of this process")


if __name__ == "__main__":
    main()
