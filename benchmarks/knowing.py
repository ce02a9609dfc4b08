"""How long the full answer takes to what everybody can know, and an audit: processor time of single games.

    python -m benchmarks.knowing --game labyrinth --preset advanced --size 8x8 --games 6

Each game is of two explorers and one random player. Every so many turns it is asked what everybody can know: by
somebody who has been asked before, and at last also by somebody who has not. The whole game is audited, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from resource import RUSAGE_SELF, getrusage
from statistics import median, quantiles
from time import process_time
from typing import Any, NamedTuple

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.knowledge.audit import Auditor
from mapkit.knowledge.deduction import Listener
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.settings import read_size
from mapkit.players.machines import ObservedDirective, dice_of, machines, play_directives

SEATS = {"Ann": "explorer", "Bob": "explorer", "Cid": "random"}


class Asked(NamedTuple):
    """One question."""

    seed: str
    """The seed of the map and of the game."""
    turn: int
    """How many turns were over."""
    seconds: float
    """The processor time of the answer, with that of hearing what was said since the question before."""
    undecided: int
    """How much was not decided."""
    conflicts: int
    """The conflicts of the solver."""


def game_on(drawn: Map[Any], seed: str) -> Iterator[ObservedDirective[Any]]:
    """A game: its opening, and then each directive."""
    table = table_of(drawn.game)
    known = machines(table)
    seats = {name: known[kind](name, Chance(f"{name} {seed}"), drawn.params) for name, kind in SEATS.items()}
    return play_directives(table.referee, drawn, seats, dice_of(seed), {})


def listener(drawn: Map[Any], opening: ObservedDirective[Any]) -> Listener:
    """Somebody who has heard the opening."""
    names = [seat.name for seat in table_of(drawn.game).referee.seats(opening.ruling.state)]
    return Listener(drawn.public, drawn.game, names, opening.ruling.heard)


def asked_in(drawn: Map[Any], seed: str, turns: int, every: int) -> Iterator[Asked]:
    """The questions of a game; the last is that of somebody who was not asked before."""
    opening, *said = said_in(drawn, seed, turns)
    begun = process_time()
    listening, over = listener(drawn, opening), 0
    for each in said:
        listening.hear(each.mover, each.words, each.ruling.heard)
        if any(one.key == "turn" for one in each.ruling.heard):
            over += 1
            if over % every == 0:
                yield _answer(listening, seed, over, begun)
                begun = process_time()
    begun = process_time()
    afresh = listener(drawn, opening)
    for each in said:
        afresh.hear(each.mover, each.words, each.ruling.heard)
    yield _answer(afresh, seed, over, begun)


def said_in(drawn: Map[Any], seed: str, turns: int) -> Iterator[ObservedDirective[Any]]:
    """What was said in so many turns of a game."""
    over = 0
    for each in game_on(drawn, seed):
        yield each
        over += any(one.key == "turn" for one in each.ruling.heard)
        if over == turns:
            return


def _answer(listening: Listener, seed: str, over: int, begun: float) -> Asked:
    before = listening.model.clauses.effort_spent
    known = listening.knows()
    spent = listening.model.clauses.effort_spent - before
    return Asked(seed, over, process_time() - begun, known.undecided, spent)


def audited(drawn: Map[Any], seed: str, turns: int, with_map: bool) -> float:
    """The processor time of an audit of a game."""
    opening, *said = said_in(drawn, seed, turns)
    begun = process_time()
    names = [seat.name for seat in table_of(drawn.game).referee.seats(opening.ruling.state)]
    auditor = Auditor(drawn.game, drawn.params, names, opening.ruling.heard)
    auditor.map_is(drawn) if with_map else auditor.map_is_legal()
    for n, each in enumerate(said, 1):
        auditor.hear(n, each.mover, each.words, each.ruling.heard)
    if (slip := auditor.slip()) is not None:
        print(f"  {seed}: {slip}")  # never, or a rule is wrong
    return process_time() - begun


def figures(seconds: Iterable[float]) -> str:
    """The median, the 95th of 100 and the worst."""
    found = [*seconds]
    high = quantiles(found, n=20, method="inclusive")[-1] if len(found) > 1 else found[0]
    return f"median {median(found):.2f}  95 of 100 {high:.2f}  worst {max(found):.2f}"


def main() -> None:
    """Measure what the command line asks for."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--game", default="treasures", choices=("treasures", "labyrinth"))
    reader.add_argument("--preset", action="append")
    reader.add_argument("--size")
    reader.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    reader.add_argument("--games", type=int, default=6)
    reader.add_argument("--turns", type=int, default=150)
    reader.add_argument("--every", type=int, default=6)
    reader.add_argument("--seed", default="known")
    reader.add_argument("--slow", type=float, default=2.0, help="name the questions that took so many seconds")
    given = reader.parse_args()
    settings = dict(each.split("=", 1) for each in given.set)
    size = read_size(given.size) if given.size else None
    for preset in given.preset or ["default"]:
        found, audits = list[Asked](), {True: list[float](), False: list[float]()}
        for number in range(given.games):
            seed = f"{given.seed} {number}"
            drawn = maps.generate(GAMES[given.game].name, seed, preset=preset, size=size, given=settings)
            found += asked_in(drawn, seed, given.turns, given.every)
            for with_map, times in audits.items():
                times.append(audited(drawn, seed, given.turns, with_map))
        some = sum(each.undecided > 0 for each in found)
        print(f"{given.game}, {preset}, {drawn.params.grid}: {len(found)} questions")
        print(f"  answer       {figures(each.seconds for each in found)}; some undecided {some / len(found):.0%}")
        print(f"  with a map   {figures(audits[True])}; without {figures(audits[False])}")
        for each in found:
            if each.seconds > given.slow:
                print(f"  slow: {each}")
    print(f"memory: {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
