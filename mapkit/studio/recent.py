"""Recent files: which map files the studio had open, the last one first, in a small file of the user's own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from mapkit.games.shelf import GAMES
from mapkit.language.wording import translated
from mapkit.model import files
from mapkit.model.files import FileTrouble, printable_name
from mapkit.studio.disk import Disk

MOST_RECENT = 12
_FILE = "recent.json"


class RecentFile(NamedTuple):
    """A map file that was open in the studio."""

    path: Path
    game: str
    when: str
    """The day when it was open last, such as 2026-11-30."""

    @property
    def sign(self) -> str:
        """What a page calls it by: a page names no path."""
        return sha256(os.fsencode(self.path)).hexdigest()[:16]

    @property
    def kept(self) -> bool:
        """Whether a drawing lies beside it that an earlier studio has not saved."""
        return bool(Disk(self.path, None).kept())

    def shown(self, language: str) -> Mapping[str, Any]:
        """What a page sees of it."""
        folder, home = str(self.path.parent), str(Path.home())
        return {
            "sign": self.sign,
            "name": printable_name(self.path.name),
            "folder": printable_name(f"~{folder[len(home) :]}" if f"{folder}/".startswith(f"{home}/") else folder),
            "game": translated(GAMES[self.game].title, language) if self.game in GAMES else printable_name(self.game),
            "when": self.when,
            "gone": not files.is_file(str(self.path)) and not self.kept,
            "kept": self.kept,
        }


def state_folder() -> Path:
    """The folder of the variable `MAPKIT_STATE`, or the system's folder for what programs remember."""
    chosen = os.environ.get("MAPKIT_STATE")
    if chosen:
        return Path(chosen)
    import platformdirs  # only the studio needs it

    return platformdirs.user_state_path("mapkit", appauthor=False)


def recent_files() -> list[RecentFile]:
    """The files, the last one first; what cannot be read of the list counts as nothing."""
    try:
        listed = json.loads(files.read(str(state_folder() / _FILE), "map files"))
        return [_entry(each) for each in listed if _is_entry(each)][:MOST_RECENT]
    except (FileTrouble, ValueError, TypeError, RecursionError):
        return []


def _is_entry(found: Any) -> bool:
    return isinstance(found, dict) and isinstance(path := found.get("path"), str) and Path(path).is_absolute()


def _entry(found: Mapping[str, Any]) -> RecentFile:
    return RecentFile(Path(found["path"]), str(found.get("game", "")), str(found.get("when", ""))[:10])


def note(path: Path, game: str) -> None:
    """Put a file at the head of the list; where the list cannot be written, nothing happens."""
    entry = RecentFile(path.absolute(), game, f"{datetime.now():%Y-%m-%d}")
    _write([entry, *(each for each in recent_files() if each.path != entry.path)])


def forget(found: RecentFile) -> None:
    """Take a file off the list; the file itself stays."""
    _write([each for each in recent_files() if each.path != found.path])


def _write(entries: list[RecentFile]) -> None:
    listed = [{"path": str(each.path), "game": each.game, "when": each.when} for each in entries[:MOST_RECENT]]
    path = state_folder() / _FILE
    with suppress(OSError, ValueError, FileTrouble), files.unfinished(path, Path.replace, 0o600) as file:
        file.write(json.dumps(listed, indent=1).encode())
