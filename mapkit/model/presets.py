"""Presets: named sets of settings, in files of the templates."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import cast

from mapkit.model import resources
from mapkit.model.errors import MapkitError
from mapkit.model.frozen import frozen
from mapkit.model.letters import composed, refused_word, suggestion, written
from mapkit.model.message import Message, Name, clauses, message
from mapkit.model.settings import BadSetting


class NoSuchPreset(MapkitError, KeyError):
    """A game has no preset of that name; `known` are the names of its presets."""

    def __init__(self, preset: str, known: Collection[str] = ()) -> None:
        super().__init__(preset)
        self.preset, self.known = preset, tuple(known)

    @property
    def said(self) -> Message:
        otherwise = suggestion(self.preset, self.known) if self.known else message("default always does")
        return clauses(message("there is no preset {found}", refused_word(self.preset, 60)), otherwise)


def preset_files(game: str) -> dict[str, Path]:
    found = resources.toml_files("presets", game)
    return dict(sorted(found.items(), key=lambda named: (named[0] != "default", named[0])))


def preset_file(game: str, name: str) -> Path:
    """The file of a preset; raises NoSuchPreset with the names that would do."""
    known = preset_files(game)
    path = known.get(composed(written(name)).lower())
    if path is None:
        raise NoSuchPreset(name, list(known))
    return path


def unreadable(path: Path, error: Exception) -> BadSetting:
    return BadSetting(message("{file}: no preset can be read in it: {why}", Name(str(path)), Name(str(error))))


def least_interest(game: str, name: str) -> tuple[int, object]:
    """How interesting maps of a preset are at least, and the size of the board for which it says so; 0 for none."""
    try:
        given = tomllib.loads(preset_file(game, name).read_text(encoding="utf-8"))
    except (NoSuchPreset, ValueError, OSError):
        return 0, ""  # a map may be of a preset that another machine has
    least = given.get("interest", 0)
    return (least if isinstance(least, int) else 0), given.get("size", "")


def preset_settings(game: str, name: str) -> Mapping[str, object]:
    """The settings of a preset, as `document.read` takes them; raises NoSuchPreset."""
    path = preset_file(game, name)
    try:
        return cast(Mapping[str, object], frozen(tomllib.loads(path.read_text(encoding="utf-8")).get("settings", {})))
    except (ValueError, OSError) as error:
        raise unreadable(path, error) from None
