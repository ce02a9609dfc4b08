"""A folder of a user's own templates: words, presets and themes that go before those of mapkit.

Such a folder may come from a stranger. So all of it is checked before any of it is used: only files that mapkit knows,
only keys that it knows, only values of the same kind, and in braces only what may be filled in there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from string import Formatter
from typing import Any

from mapkit.games.shelf import GAMES
from mapkit.mapfile.text import Source, UnreadableMap, decode_file, parse_toml
from mapkit.model import files, resources
from mapkit.model.errors import Problem
from mapkit.model.game import assemble, fatal
from mapkit.model.letters import composed, in_a_row, in_quotes, is_unfit, near, suggestion
from mapkit.model.settings import BadSetting, settings
from mapkit.paper import themes

_MOST_FILES = 200
_MOST_LETTERS = 2000
_NAME = re.compile(r"[^\W_](?:[^\W_]|-){0,39}")
_KINDS = ("cards", "phrases", "presets", "themes")


class UnreadableFolder(UnreadableMap):
    """Files in a folder of templates cannot be used; the text has a line for each problem, with the file's name."""

    def __init__(self, name: str, refused: Sequence[UnreadableMap]) -> None:
        """Takes the name of the folder, and what is wrong with each file."""
        super().__init__(name, [problem for unreadable_map in refused for problem in unreadable_map.problems])
        self.args = ("\n".join(map(str, refused)),)


def use(name: str) -> None:
    """Check the folder of that name, and let its files go before those of mapkit.

    Raises FileTrouble where it is no folder or cannot be read, and UnreadableFolder with all that is wrong in it.
    """
    if not files.is_folder(name):
        raise files.FileTrouble(f"{files.printable_name(name)}: there is no such folder; --templates names one")
    folder = Path(name).resolve()
    try:
        found = sorted(islice(_files_below(folder), _MOST_FILES + 1))
    except OSError as why:
        shown = files.printable_name(str(Path(name, Path(why.filename or folder).relative_to(folder))))
        raise files.FileTrouble(f"{shown}: cannot be read: {files.reason(why)}") from None
    refused = [*_refused(folder, name, found)]
    if refused:
        raise UnreadableFolder(files.printable_name(name), refused)
    resources.use_own(folder)


def _files_below(folder: Path) -> Iterator[Path]:
    """All files and links in a folder and below it, and folders whose names end in `.toml`; raises OSError."""
    folders = [folder]
    while folders:
        for entry in folders.pop().iterdir():
            opened = entry.is_dir() and not entry.is_symlink()
            if opened:
                folders.append(entry)
            if not opened or entry.suffix == ".toml":
                yield entry


def _refused(folder: Path, name: str, found: Sequence[Path]) -> Iterator[UnreadableMap]:
    """What is wrong with the files of a folder."""
    if not found:
        yield UnreadableMap(name, [Problem(1, 1, f"the folder has no files; it holds {in_a_row(_KINDS, 'or')}")])
    if len(found) > _MOST_FILES:
        yield UnreadableMap(name, [Problem(1, 1, f"the folder has more than {_MOST_FILES} files; name one with fewer")])
        return
    for path in found:
        shown = files.printable_name(str(Path(name, path.relative_to(folder))))
        try:
            if path.is_dir() and not path.is_symlink():
                raise UnreadableMap(shown, [Problem(1, 1, "this is a folder; give it another name")])
            if folder not in path.resolve().parents or not path.is_file():
                raise UnreadableMap(shown, [Problem(1, 1, "this leads out of the folder; put the file itself there")])
            _check(path, path.relative_to(folder).parts, shown)
        except UnreadableMap as why:
            yield why


def _check(path: Path, parts: tuple[str, ...], shown: str) -> None:
    """Check a file; raises UnreadableMap."""
    problems = list[Problem]()
    match parts:
        case ("themes", file) if _named(file):
            themes.read(files.read(str(path), "themes"), shown, path.parent)
        case ("themes", file) if file.endswith((".ttf", ".otf")):
            pass  # a theme that names it looks into it
        case ("presets", game, file) if _named(file) and game in GAMES:
            source, values = _opened(path, shown)
            problems += _preset_problems(path, game, source, values)
        case ("cards" | "phrases", _, _) if _ours(parts).is_file():
            source, values = _opened(path, shown)
            ours = tomllib.loads(_ours(parts).read_text(encoding="utf-8"))
            if parts[0] == "phrases":
                # of arguments there are also the words that a language or a theme of mapkit replaces by others
                named = (file for file in _ours_of("phrases") if file.name.startswith(_ours(parts).stem))
                tables = [tomllib.loads(file.read_text(encoding="utf-8")) for file in named]
                known = {key: text for table in tables for key, text in table.get("words", {}).items()}
                ours["words"] = known | ours.get("words", {})
            problems += _word_problems(source, values, ours, ())
        case _:
            words = ["/".join(ours.parts[-3:]) for kind in ("cards", "phrases") for ours in _ours_of(kind)]
            close = near("/".join(parts), words)
            there = (
                f"did you mean {close}?" if close else f"there are themes/NAME.toml, presets/GAME/NAME.toml, {words[0]}"
            )
            problems.append(Problem(1, 1, f"mapkit takes no file of this name; {there}"))
    if problems:
        raise UnreadableMap(shown, problems)


def _named(file: str) -> bool:
    name = composed(file.removesuffix(".toml"))
    return file.endswith(".toml") and name == name.lower() and _NAME.fullmatch(name) is not None


def _ours(parts: tuple[str, ...]) -> Path:
    """The file of mapkit that a user's file is compared with; a theme's `GAME.THEME.toml` with `GAME.toml`."""
    game, _, theme = parts[-1].removesuffix(".toml").partition(".")
    plain = f"{game}.toml" if theme and _named(f"{theme}.toml") else parts[-1]
    return resources.path(parts[0]).joinpath(*parts[1:-1], plain)


def _ours_of(kind: str) -> Iterator[Path]:
    for language in sorted(resources.path(kind).iterdir()):
        if language.is_dir():
            yield from resources.toml_in(language)


def _opened(path: Path, shown: str) -> tuple[Source, dict[str, Any]]:
    source = Source(decode_file(files.read(str(path), "themes"), shown, "template").removeprefix("\ufeff"))
    return source, parse_toml(source, shown)


def _preset_problems(path: Path, game: str, source: Source, values: Mapping[str, Any]) -> Iterator[Problem]:
    if resources.path("presets", game).joinpath(path.name).exists():
        yield Problem(1, 1, f"mapkit has a preset {path.stem}, and map files name it; give yours another name")
    for key in values.keys() - _PRESET_KEYS:
        message = f"there is no key {in_quotes(key)} in a preset; {suggestion(key, _PRESET_KEYS)}"
        yield Problem(*source.key(key), message)
    says, given = values.get("says"), values.get("settings", {})
    if not isinstance(says, str) or len(says) > _MOST_LETTERS or any(map(is_unfit, says)):
        yield Problem(*source.key("says"), 'says takes one line, such as says = "Our Friday game."')
    if not isinstance(given, dict):
        yield Problem(*source.key("settings"), "settings is a table: write [settings]")
        return
    try:
        grid = GAMES[game].design.board.read(str(values.get("size", "")))
    except BadSetting as bad:
        yield Problem(*source.value("size"), str(bad))
        return
    built = assemble(GAMES[game], given, grid, {})
    known = [setting.name for setting in settings(GAMES[game].design.params)]
    for name, why in built.wrong_in_preset:
        message = why or f"there is no setting {in_quotes(name)} in {game}; {suggestion(name, known)}"
        yield Problem(*(source.value if why else source.key)("settings", name), message)
    if not built.wrong_in_preset:
        for clash in fatal(GAMES[game], GAMES[game].design.board.arrange(built.params)):
            yield Problem(*source.key("settings"), clash.words)


_PRESET_KEYS = ("says", "size", "settings")


def _word_problems(
    source: Source, own: Mapping[str, Any], ours: Mapping[str, Any], above: tuple[str, ...]
) -> Iterator[Problem]:
    for key, value in own.items():
        here = (*above, key)
        if key not in ours:
            close = near(key, tuple(ours))
            would_do = f"did you mean {close}?" if close else "leave it out"
            yield Problem(*source.key(*here), f"there are no words {in_quotes(key)}; {would_do}")
        elif isinstance(ours[key], dict) and isinstance(value, dict):
            yield from _word_problems(source, value, ours[key], here)
        elif why := _unlike(value, ours[key], key == _GROWING):
            yield Problem(*source.value(*here), f"{key} {why}")


_GROWING = "entries"
"""The key of lists that may have more or fewer parts than mapkit's, such as the rules on a card.

A part has a number and a text; what comes after them is no text, and stays as mapkit has it.
"""


def _unlike(own: Any, ours: Any, growing: bool) -> str:
    """Why a value cannot stand in the place of mapkit's; empty where it can."""
    if isinstance(own, str) and isinstance(ours, str):
        return _bad_text(own, ours)
    if not _alike(own, ours, growing):
        return f"takes {_kind(ours)}"
    known = " ".join(_texts_in(ours))
    pairs = zip(own, ours, strict=True) if _is_row(ours) else ((text, known) for text in _texts_in(own))
    return next(filter(None, (_bad_text(text, fillings) for text, fillings in pairs)), "")


def _is_row(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def _alike(own: Any, ours: Any, growing: bool = False) -> bool:
    """Whether a value has the same parts as mapkit's, in the same places."""
    match own, ours:
        case dict(), dict():
            return own.keys() == ours.keys() and all(_alike(own[key], ours[key], key == _GROWING) for key in ours)
        case list(), list() if growing:
            return bool(own) and all(any(_alike(each, one) and each[2:] == one[2:] for one in ours) for each in own)
        case list(), list():
            return len(own) == len(ours) and all(map(_alike, own, ours))
        case str(), str():
            return True
        case _:
            return type(own) is type(ours) and bool(own == ours)


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(part)


def _kind(ours: Any) -> str:
    """The kind of value that mapkit has there, in words."""
    if _is_row(ours):
        return f"a list of {len(ours)} texts"
    if isinstance(ours, list):
        return f"a list of {len(ours)} parts, each as in mapkit's own file"
    return "a text in quotes" if isinstance(ours, str) else "a table" if isinstance(ours, dict) else f"{ours!r}"


def _bad_text(own: str, ours: str) -> str:
    """Why a text cannot stand in the place of mapkit's: what stands in braces is filled in, and nothing else may be."""
    if len(own) > _MOST_LETTERS or any(is_unfit(sign) and not (sign == "\n" and sign in ours) for sign in own):
        return f"takes at most {_MOST_LETTERS} characters that can be printed"
    try:
        wanted, known = _braces(own), _braces(ours)
    except ValueError as error:
        return f"has a brace that does not close: {error}; a brace that stands for itself is written twice"
    unknown = sorted(wanted - known)
    if not unknown:
        return ""
    would_do = f"these are filled in there: {', '.join(sorted(known))}" if known else "nothing is filled in there"
    return f"has {in_quotes(unknown[0])}; {would_do}"


def _braces(text: str) -> frozenset[str]:
    parts = Formatter().parse(text)
    return frozenset(
        "{" + name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}"
        for _, name, spec, conversion in parts
        if name is not None
    )
