"""Maps on desks, the game master's page at a desk, and a worker that answers only when a test does."""

import re
from functools import cache
from typing import Any

from starlette.testclient import TestClient

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.map import Map
from mapkit.model.settings import read_size
from mapkit.studio.desk import Desk
from mapkit.studio.server import News, application
from mapkit.studio.worker import Worker

HOME = "http://127.0.0.1:8720"
SIZES = {"treasures": "3x2", "labyrinth": "3x2x2", "quoridor": "5", "dungeon": "2", "minoqaur": "2"}


def blank(game: str = "treasures", size: str = "", preset: str = "default") -> str:
    board = GAMES[game].design.board.read(size or SIZES[game])
    return writer.blank(GAMES[game], maps.params(GAMES[game], preset, board, {}), preset)


@cache
def legal(game: str, seed: str = "table") -> Map[Any]:
    """A small map to play on."""
    size = {"treasures": "6x5", "labyrinth": "5x5"}.get(game)
    preset = "any-size" if game == "treasures" else "default"
    return maps.generate(game, seed, preset=preset, size=read_size(size) if size else None)


def page_of(desk: Desk) -> Any:
    """The game master's page, which is let in."""
    client = TestClient(application(desk, 8720, "secret", News()), base_url=HOME, headers={"origin": HOME})
    assert client.get("/?token=secret").status_code == 200
    return client


def code_of(text: str) -> str:
    """A file of a page without its comments, which name types and weigh little."""
    return re.sub(r"(?ms)^ */\*\*.*?\*/\n|/\*\*.*?\*/ ?|(^ *| +)//(?= ).*?$", "", text)


class Idle(Worker[Any, Any]):
    """A worker that does nothing by itself."""

    def begin(self) -> None:
        """Begin no process."""

    def ask(self, task: Any) -> None:
        """Keep the task."""
        self.task = task


def answer(worker: Worker[Any, Any], *instead: Any) -> None:
    """Answer what a worker was asked, as its process would, or with these."""
    task = worker.task
    assert task is not None
    for found in instead:
        worker._later(task, found)
    if not instead:
        worker._trade.answers(task, lambda found: worker._later(task, found))
    worker._later(task, None)
