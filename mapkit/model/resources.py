"""The places of the templates: beside the package in a checkout, and inside it in an installed wheel.

Packages that bring games or packs along have templates of their own; those of mapkit go before them. A user may have a
folder of their own, whose files go before those of mapkit; `own_templates` checks it first.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mapkit.model import packages
from mapkit.model.letters import composed

_HERE = Path(__file__).parents[1]
_ELSEWHERE = {"rules": Path("docs", "rules"), "cases": Path("tests", "cases")}
"""What stands elsewhere in a checkout and comes to the templates in a wheel (`pyproject.toml`)."""
_own = SimpleNamespace(folder=None)
"""The folder of the user's own templates, for all threads of this process."""
_here: ContextVar[Path] = ContextVar("_here")
"""The folder within `used_here`, which goes before that one."""


def path(*parts: str) -> Path:
    """The path of a file or folder of the templates; raises FileNotFoundError where it is missing."""
    for found in _places(parts):
        return found
    raise FileNotFoundError(f"mapkit's templates lack {'/'.join(parts)}; install mapkit again")


def places(*parts: str) -> tuple[Path, ...]:
    """The files or folders of that name: that of mapkit first, and then those of packages."""
    return tuple(_places(parts))


def _places(parts: Sequence[str]) -> Iterator[Path]:
    first, rest = parts[:1], parts[1:]
    in_checkout = _ELSEWHERE.get("".join(first), Path("templates", *first))
    for top in (Path(_HERE, "templates", *first), _HERE.parent / in_checkout):
        if (found := top.joinpath(*rest)).exists():
            yield found
            break
    for shelf in packages.templates():
        if (found := shelf.joinpath(*parts)).exists():
            yield found


def tables(*parts: str) -> dict[str, Any]:
    """The tables of a TOML file of the templates, with what those of packages add to it; lists of tables grow.

    Raises ValueError where one cannot be read, and FileNotFoundError where there is none.
    """
    found = dict[str, Any]()
    for place in places(*parts) or (path(*parts),):
        added = tomllib.loads(place.read_text(encoding="utf-8"))
        longer = {key: found[key] + more for key, more in added.items() if isinstance(found.get(key), list)}
        found = merged(added, found) | longer
    return found


def use_own(folder: Path | None) -> None:
    """Let the files of a folder go before those of mapkit, in this process; None for those of mapkit alone."""
    _own.folder = folder


@contextmanager
def used_here(folder: Path) -> Iterator[None]:
    """Let the files of a folder go before all others, for what happens within it in this thread or task."""
    token = _here.set(folder)
    try:
        yield
    finally:
        _here.reset(token)


def own_folder() -> Path | None:
    """The folder of the user's own templates; None where there is none."""
    folder: Path | None = _here.get(_own.folder)
    return folder


def toml_files(*parts: str) -> dict[str, Path]:
    """The TOML files of a folder of the templates, by their names without the ending; the user's own go first."""
    own = own_folder()
    ours = own.joinpath(*parts) if own else None
    folders = (*reversed(places(*parts) or (path(*parts),)), *([ours] if ours and ours.is_dir() else []))
    return {composed(file.stem): file for folder in folders for file in toml_in(folder)}


def toml_in(folder: Path) -> list[Path]:
    """The TOML files in a folder, by name; raises OSError where it cannot be read, which `glob` may pass over."""
    return sorted(file for file in folder.iterdir() if file.suffix == ".toml")


@cache
def forms(game: str, language: str, part: str) -> Mapping[str, str]:
    """What may be typed in a game in a language (`templates/speech`), and the words that it stands for.

    A part is `directives`, `corrections` by the game master, or `answers` and `notes` for what is written down.
    """
    file = ("speech", language, f"{game}.toml")
    said = tables(*file).get(part, {}) if places(*file) else {}
    return {form.strip(): word for word, forms in said.items() for form in forms.split(",")}


def spoken(game: str, part: str, language: str = "") -> Mapping[str, str]:
    """The forms of all languages; where they stand for different words, those of the given language count."""
    languages = (*sorted(each.name for each in path("speech").iterdir()), language)
    return {form: word for each in languages for form, word in forms(game, each, part).items()}


def with_own(tables: Mapping[str, Any], *parts: str) -> dict[str, Any]:
    """The tables of a file of the templates, with what the user's own file of that name replaces."""
    own, found = own_folder(), dict[str, Path]()
    if own and own.joinpath(*parts[:-1]).is_dir():
        found = {composed(each.name): each for each in toml_in(own.joinpath(*parts[:-1]))}
    file = found.get(parts[-1])
    if file is None:
        return dict(tables)
    return merged(tables, tomllib.loads(file.read_text(encoding="utf-8-sig")))


def merged(tables: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Tables in which others replace what they name, key by key; a list is replaced as a whole."""
    return {
        **tables,
        **{key: merged(tables.get(key, {}), new) if isinstance(new, dict) else new for key, new in own.items()},
    }
