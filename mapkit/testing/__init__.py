"""Laws that every game keeps, for the tests of a game of your own. It runs what other rooms do, and knows no game.

`laws(GAME)` are the laws one by one, for a test of each; `check_game(GAME)` holds a game against all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mapkit.model.game import Game
    from mapkit.model.map import Map


class Law(NamedTuple):
    """Something that holds of a game; `check` raises AssertionError where it does not, or what the game raises."""

    name: str
    check: Callable[[], None]

    def __str__(self) -> str:
        return self.name


def laws(
    game: Game[Any],
    *,
    drawn: Callable[[str, str], Map[Any]] | None = None,
    settings: Mapping[str, object] = MappingProxyType({}),
) -> tuple[Law, ...]:
    """The laws that every game keeps, each to be checked.

    `drawn` makes a map of the text of a breach and the name of the game; without it the text is settings, such as
    `walls=2`, and below them a drawing. `settings` are those of the maps that are drawn at random.
    """
    from mapkit.testing.of_games import laws_of

    return tuple(Law(name, check) for name, check in laws_of(game, drawn, settings))


def check_game(game: Game[Any]) -> None:
    """Hold a game against all laws; raises AssertionError with a line for each that is broken."""
    broken = list[str]()
    for law in laws(game):
        try:
            law.check()
        except Exception as error:  # noqa: BLE001 (whatever the game raises, the other laws are told, too)
            broken.append(f"{law.name}: {type(error).__name__}: {error}")
    if broken:
        raise AssertionError("\n".join(broken))
