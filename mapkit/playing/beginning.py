"""The beginning of a game that is kept: as a saved game with an id of its own, or in a log of a name that was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mapkit.game import Map
from mapkit.mapfile import document
from mapkit.playing import match, saved
from mapkit.playing.match import Match


def begin(drawn: Map[Any], names: Sequence[str], options: Mapping[str, str], seed: str, log: str = "") -> Match:
    """Begin a game on a map without faults; its log is at the path `log`, or else that of a new saved game.

    Raises BadSetting or FileTrouble, and then nothing is written.
    """
    folder = saved.games_folder()
    path = Path(log) if log else saved.saved_path(folder, saved.new_id(folder))
    return match.start(drawn, document.show(drawn), names, options, seed, path)


def resume_name(played: Match) -> str:
    """What `mapkit play --resume` takes to go on with a game: the id of a saved game, or else the path of its log."""
    path = Path(played.name)
    saved_here = path.suffix == saved.SUFFIX and path.parent == saved.games_folder()
    return path.stem if saved_here else played.name
