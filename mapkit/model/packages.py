"""What other installed packages bring along for mapkit, by entry points and templates. Nothing of theirs is loaded.

The standard library's `importlib.metadata` takes longer to load than most commands; it is asked about archives alone.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

GAMES, PACKS = "mapkit.games", "mapkit.packs"
"""The groups of entry points: games, and packs of house rules."""


class EntryPoint(NamedTuple):
    """A line in the metadata of a package, such as `moths = "moths:GAME"`."""

    group: str
    name: str
    place: str
    """The module of what it names, and after a colon its name there."""
    package: str
    """The package with its version, as `pip` lists it, such as `moths 0.1`."""


def entry_points(group: str) -> tuple[EntryPoint, ...]:
    return tuple(point for point in _entry_points(tuple(sys.path)) if point.group == group)


def templates() -> tuple[Path, ...]:
    """The folders of templates that packages with such entry points have."""
    return _templates(tuple(sys.path))


@cache
def _templates(path: tuple[str, ...]) -> tuple[Path, ...]:
    modules = dict.fromkeys(re.split(r"[.:]", point.place)[0] for point in _entry_points(path))
    return tuple(folder for module in modules for folder in _folders_of(module))


def _folders_of(module: str) -> Iterator[Path]:
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return
    for place in (spec and spec.submodule_search_locations) or ():
        if (folder := Path(place, "templates")).is_dir():
            yield folder


@cache
def _entry_points(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """Those of all packages on a path, by name; of two versions of a package Python takes the first."""
    found = dict[str, tuple[EntryPoint, ...]]()
    for folder in path:
        for package, text in _metadata_in(folder or "."):
            found.setdefault(package.partition(" ")[0].lower(), tuple(_read(package, text)))
    return tuple(sorted(point for points in found.values() for point in points))


def _metadata_in(folder: str) -> Iterator[tuple[str, str]]:
    """Each package in a folder or an archive, with the text of its entry points."""
    try:
        infos = sorted(each.name for each in os.scandir(folder) if each.name.endswith((".dist-info", ".egg-info")))
    except NotADirectoryError:
        from importlib.metadata import distributions

        for each in distributions(path=[folder]):
            yield f"{each.metadata['Name']} {each.version}", each.read_text("entry_points.txt") or ""
        return
    except OSError:
        return
    for info in infos:
        text = b""
        with suppress(OSError), open(f"{folder}/{info}/entry_points.txt", "rb") as file:  # noqa: PTH123 (three times as fast)
            text = file.read()
        package = " ".join(info.rpartition(".")[0].split("-")[:2])
        yield package, text.decode(errors="replace") if b"[mapkit." in text else ""


def _read(package: str, text: str) -> Iterator[EntryPoint]:
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            group = line.strip("[]")
        elif "=" in line and group in (GAMES, PACKS) and line[0] not in "#;":
            name, _, place = line.partition("=")
            yield EntryPoint(group, name.strip(), place.partition("[")[0].strip(), package)
