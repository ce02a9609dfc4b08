"""The games on the shelf, one line each."""

from __future__ import annotations

from typing import Any

from mapkit.game import Game
from mapkit.games import dungeon, labyrinth, minoqaur, quoridor, treasures

GAMES: dict[str, Game[Any]] = {
    game.name: game for game in (treasures.GAME, labyrinth.GAME, quoridor.GAME, dungeon.GAME, minoqaur.GAME)
}
