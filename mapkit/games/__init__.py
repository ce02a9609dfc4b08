"""The games on the shelf. A game is loaded only when it is looked up by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, cast

from mapkit.game import Game

NAMES = ("treasures", "labyrinth", "quoridor", "dungeon", "minoqaur")
"""The games in the order in which they are listed. Each is a package here, and has a `GAME`."""


class _Shelf(Mapping[str, Game[Any]]):
    """The games by their names."""

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in NAMES:
            raise KeyError(name)
        return cast(Game[Any], import_module(f"{__name__}.{name}").GAME)

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Mapping[str, Game[Any]] = _Shelf()
"""The games by their names."""
