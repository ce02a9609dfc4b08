"""The pages that are open in browsers, for a studio that ends with the last one, since nobody sees its terminal."""

from __future__ import annotations

import asyncio

TO_COME = 120.0
"""After how many seconds without any page such a studio ends."""
BETWEEN = 4.0
"""How many seconds there may be no page while one is loaded again."""


class OpenPages:
    """The pages that have said that they are open and not that they are closed, by names that they chose."""

    def __init__(self) -> None:
        self._open = set[str]()
        self._told = asyncio.Event()

    def tell(self, page: str, *, here: bool) -> None:
        (self._open.add if here else self._open.discard)(page)
        self._told.set()

    async def closed(self) -> None:
        """Wait until the last page is closed, or none has come."""
        patience = TO_COME
        while True:
            self._told.clear()
            try:
                await asyncio.wait_for(self._told.wait(), None if self._open else patience)
            except TimeoutError:
                return
            patience = BETWEEN
