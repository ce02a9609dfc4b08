"""The machines at the table: each speaks when its turn comes, after a pause that people can skip."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from mapkit.model.files import FileTrouble
from mapkit.model.settings import BadSetting
from mapkit.studio.session import Sitting

PAUSE = 0.9
"""How many seconds pass before a machine speaks, so that people can follow."""


class Machines:
    """Lets machines speak at the game that is at the table; `wake` is called after whatever changes there."""

    def __init__(self, at_table: Callable[[], Sitting | None], pause: float = PAUSE) -> None:
        self._at_table, self._pause, self._changed = at_table, pause, asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    async def run(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            while (game := self._at_table()) is not None and game.machine:
                await self._speak(game)

    async def _speak(self, game: Sitting) -> None:
        """Let the machine whose turn it is speak, unless anything else happens while it thinks."""
        events = game.match.events
        thinking = asyncio.create_task(asyncio.to_thread(game.thinking()))
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pause):
                while not game.hurries and game.match.events == events:
                    await self._changed.wait()
                    self._changed.clear()
        try:
            directives = await thinking
            if game is self._at_table() and game.machine and game.match.events == events:
                game.say_first(directives)
        except (BadSetting, FileTrouble) as trouble:
            game.stop(trouble.said)
