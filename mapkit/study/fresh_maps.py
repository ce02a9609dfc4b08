"""Maps for many games and for surveys: that of a file, or fresh ones; and work on them that processes share."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.game import Game
from mapkit.model.map import Map
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.solve import search

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

AHEAD = 64
"""The most parts of the work that wait for each other, so that memory does not grow with their number."""
P = TypeVar("P")
R = TypeVar("R")


class Order(NamedTuple):
    """What fresh maps are to be like. It is sent to other processes, so it holds the names of games, not games."""

    game: str
    preset: str
    params: Any

    def draw(self, seed: str) -> Map[Any]:
        """The map of a seed; raises NoSuchMap or SolverGaveUp."""
        return search.generate_from(GAMES[self.game], self.params, self.preset, seed)

    def draw_or_none(self, seed: str) -> Map[Any] | None:
        try:
            return self.draw(seed)
        except (NoSuchMap, SolverGaveUp):
            return None

    def attempts(self, seed: str, most: int) -> Iterator[tuple[str, Map[Any]]]:
        """The map of the seed, and those of the seed with 2, 3 and so on behind it, each with its seed."""
        for name in (seed, *(f"{seed} {number}" for number in range(2, most + 1))):
            yield name, self.draw(name)


class OneMap(NamedTuple):
    """One map for all games; as a text it can be sent to other processes."""

    text: str
    game: Game[Any] | str = ""
    """The game itself, where it is a group's own, which cannot be sent."""

    def deal(self, _: int) -> Map[Any]:
        return _read(self.text, self.game)


@lru_cache(maxsize=1)
def _read(text: str, game: Game[Any] | str) -> Map[Any]:
    return maps.read_from_log(text, "map", game)


class FreshMaps(NamedTuple):
    """A fresh map for each game: that of `generate --count` from the same seed, but for those which repeat another."""

    order: Order
    seed: str
    """The seed; the map of each game also depends on the game's number."""

    def deal(self, number: int) -> Map[Any] | None:
        """The map of the game of that number; None where none is found."""
        return self.order.draw_or_none(f"{self.seed}-{number}")


def in_order(workers: Executor | None, task: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
    """What the task makes of each part of the work, in order; a part is handed out only when it is soon needed."""
    if workers is None:
        yield from map(task, parts)
        return
    waiting = deque["Future[R]"]()
    try:
        for part in parts:
            waiting.append(workers.submit(task, part))
            if len(waiting) == AHEAD:
                yield waiting[0].result()
                waiting.popleft()
        while waiting:
            yield waiting[0].result()
            waiting.popleft()
    finally:
        for future in waiting:
            future.cancel()
