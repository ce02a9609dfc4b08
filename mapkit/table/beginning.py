"""The beginning of a game that is kept: as a saved game with an id of its own, or in a log of a name that was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mapkit.mapfile import writer
from mapkit.model.map import Map
from mapkit.table import match, saved_games
from mapkit.table.match import Match


def begin(drawn: Map[Any], names: Sequence[str], options: Mapping[str, str], seed: str, log: str = "") -> Match:
    """Begin a game on a map without faults; its log is at the path `log`, or else that of a new saved game.

    Raises BadSetting or FileTrouble, and then nothing is written.
    """
    folder = saved_games.games_folder()
    path = Path(log) if log else saved_games.saved_path(folder, saved_games.new_id(folder))
    return match.start(drawn, writer.show(drawn), names, options, seed, path)


def resume_name(played: Match) -> str:
    """What `mapkit play --resume` takes to go on with a game: the id of a saved game, or else the path of its log."""
    path = Path(played.name)
    saved_here = path.suffix == saved_games.SUFFIX and path.parent == saved_games.games_folder()
    return path.stem if saved_here else played.name
