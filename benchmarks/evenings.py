"""Evenings of a site, for docs/scale.md: games of three machine players, in which players ask what could be known.

    python -m benchmarks.evenings --evenings 40 [--dask]

With --dask two workers of dask play them, and one of them is killed in the middle; then they are played once more
without dask, and all that was said, known and written down has to be the same.
"""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from resource import RUSAGE_SELF, getrusage
from statistics import mean, median, quantiles
from time import perf_counter, process_time
from typing import NamedTuple

import mapkit
from mapkit.study.fresh_maps import in_order

EVERY = 20
"""After so many commands somebody asks."""


class SiteEvening(NamedTuple):
    """What an evening took, in seconds of processor time."""

    commands: int
    made: float
    """For the map and the beginning of the game."""
    said: float
    """For all commands, with the thoughts of the machine players."""
    answers: tuple[float, ...]
    """For each answer to what could be known."""
    log: int
    """The bytes of the game as a text."""
    digest: str
    """Of all that was said, known and written down."""


def evening(preset: str, number: int) -> SiteEvening:
    begun = process_time()
    drawn = mapkit.generate("treasures", f"evening-{number}", preset=preset)
    game = drawn.begin(["Ann", "Bob", "Cid"], seed=f"evening-{number}")
    made, answers, commands, known = process_time() - begun, list[float](), 0, list[str]()
    begun = process_time()
    while not game.is_over and commands < 1000:
        game, commands = game.play("explorer"), commands + 1
        if commands % EVERY == 0:
            asked = process_time()
            known.append(repr(sorted(map(repr, game.known(game.players[commands // EVERY % 3]).facts.items()))))
            answers.append(process_time() - asked)
    said = process_time() - begun - sum(answers)
    text = game.to_text()
    digest = sha256("".join((text, *known)).encode()).hexdigest()
    return SiteEvening(commands, made, said, tuple(answers), len(text.encode()), digest)


@contextmanager
def two_workers() -> Iterator[tuple[Executor, int]]:
    """The workers of a scheduler on this machine, and the process of one of them."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, scheduler_port=0) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor(pure=False), next(iter(cluster.workers.values())).pid


def played(
    preset: str, numbers: range, workers: Executor | None = None, doomed: int | None = None
) -> list[SiteEvening]:
    begun, found = perf_counter(), list[SiteEvening]()
    for each in in_order(workers, partial(evening, preset), numbers):
        found.append(each)
        if doomed and len(found) == len(numbers) // 3:
            os.kill(doomed, signal.SIGKILL)
            print(f"killed a worker after {len(found)} evenings")
    print(f"{len(found)} evenings in {perf_counter() - begun:.0f} s")
    return found


def main() -> None:
    """Measure what the command line asks for."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--evenings", type=int, default=40)
    reader.add_argument("--preset", default="default")
    reader.add_argument("--dask", action="store_true")
    given = reader.parse_args()
    numbers, shared = range(1, given.evenings + 1), list[SiteEvening]()
    if given.dask:
        with two_workers() as (workers, doomed):
            shared = played(given.preset, numbers, workers, doomed)
    alone = played(given.preset, numbers)
    answers = [seconds for each in alone for seconds in each.answers]
    print(f"commands: median {median(each.commands for each in alone):.0f}, mean {mean(e.commands for e in alone):.0f}")
    print(f"a map and a beginning: {1000 * mean(each.made for each in alone):.1f} ms")
    print(f"a command: {1000 * sum(e.said for e in alone) / sum(e.commands for e in alone):.2f} ms")
    high = quantiles(answers, n=20)[-1]
    print(
        f"known: {len(answers)} answers, mean {mean(answers):.2f} s, 95 of 100 {high:.2f} s, worst {max(answers):.2f} s"
    )
    print(f"an evening as a text: {mean(each.log for each in alone) / 1000:.1f} KB")
    print(f"memory: {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    if given.dask:
        print("the same" if [e.digest for e in shared] == [e.digest for e in alone] else "NOT THE SAME")


if __name__ == "__main__":
    main()
