"""A folder of a user's own templates: words, presets and themes that go before those of mapkit.

Such a folder may come from a stranger. So all of it is checked before any of it is used: only files that mapkit knows,
only keys that it knows, only values of the same kind, and in braces only what may be filled in there.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from string import Formatter
from typing import Any

from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import entries_in, unread
from mapkit.mapfile.text import Source, UnreadableMap, decode_file, parse_toml, refused
from mapkit.model import files, resources
from mapkit.model.errors import Problem
from mapkit.model.game import assemble, fatal
from mapkit.model.letters import composed, in_quotes, is_unfit, names, suggestion
from mapkit.model.message import NOTHING, Message, Name, clauses, either, joined, message, plural
from mapkit.model.settings import BadSetting, settings
from mapkit.paper import themes
from mapkit.table import own_words

_MOST_FILES = 200
_MOST_LETTERS = 2000
_NAME = re.compile(r"[^\W_](?:[^\W_]|-){0,39}")
_KINDS = ("cards", "messages", "phrases", "presets", "themes", own_words.FOLDER)


class UnreadableFolder(UnreadableMap):
    """Files in a folder of templates cannot be used; the text has a line for each problem, with the file's name."""

    def __init__(self, name: str, refused: Sequence[UnreadableMap]) -> None:
        super().__init__(name, [problem for unreadable_map in refused for problem in unreadable_map.problems])
        self.args = (joined([unreadable_map.said for unreadable_map in refused], "\n"),)


def use(name: str) -> None:
    """Check the folder of that name, and let its files go before those of mapkit; raises what `checked` does."""
    resources.use_own(checked(name))


def checked(name: str) -> Path:
    """The folder of that name, all of whose files can be used.

    Raises FileTrouble where it is no folder or cannot be read, and UnreadableFolder with all that is wrong in it.
    """
    if not files.is_folder(name):
        shown = files.printable_name(name)
        raise files.FileTrouble(message("{file}: there is no such folder; --templates names one", shown))
    folder = Path(name).resolve()
    try:
        found = sorted(islice(_files_below(folder), _MOST_FILES + 1))
    except OSError as why:
        shown = files.printable_name(str(Path(name, Path(why.filename or folder).relative_to(folder))))
        raise files.FileTrouble(message("{file}: cannot be read: {what}", shown, files.reason(why))) from None
    refused = [*_refused(folder, name, found)]
    if refused:
        raise UnreadableFolder(files.printable_name(name), refused)
    return folder


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
    if not found:
        yield refused(name, message("the folder has no files; it holds {kinds}", either([*map(Name, _KINDS)])))
    if len(found) > _MOST_FILES:
        yield refused(name, message("the folder has more than {number} files; name one with fewer", _MOST_FILES))
        return
    for path in found:
        shown = files.printable_name(str(Path(name, path.relative_to(folder))))
        try:
            if path.is_dir() and not path.is_symlink():
                raise refused(shown, message("this is a folder; give it another name"))
            if folder not in path.resolve().parents or not path.is_file():
                raise refused(shown, message("this leads out of the folder; put the file itself there"))
            _check(path, path.relative_to(folder).parts, shown)
        except UnreadableMap as why:
            yield why


def _check(path: Path, parts: tuple[str, ...], shown: str) -> None:
    """Raises UnreadableMap for a file that cannot be used."""
    problems: Iterable[Problem] = ()
    match parts:
        case ("themes", file) if _named(file):
            themes.read(files.read(str(path), "themes"), shown, path.parent)
        case ("themes", file) if file.endswith((".ttf", ".otf")):
            pass  # a theme that names it looks into it
        case ("presets", game, file) if _named(file) and game in GAMES:
            source = _opened(path, shown)
            problems = _preset_problems(path, game, source, parse_toml(source, shown))
        case (own_words.FOLDER, file) if file.removesuffix(".toml") in GAMES and file.endswith(".toml"):
            own_words.read(GAMES[file.removesuffix(".toml")], files.read(str(path), "themes"), shown)
        case ("messages", language, file) if file.endswith(".po") and (resources.path("messages") / language).is_dir():
            source = Source("\n".join(_opened(path, shown).text.splitlines()))
            problems = _message_problems(source, file, path.parents[2])
        case ("cards" | "phrases", _, _) if _ours(parts).is_file():
            source = _opened(path, shown)
            ours = tomllib.loads(_ours(parts).read_text(encoding="utf-8"))
            if parts[0] == "phrases":
                # of arguments there are also the words that a language or a theme of mapkit replaces by others
                named = (file for file in _ours_of("phrases") if file.name.startswith(_ours(parts).stem))
                tables = [tomllib.loads(file.read_text(encoding="utf-8")) for file in named]
                known = {key: text for table in tables for key, text in table.get("words", {}).items()}
                ours["words"] = known | ours.get("words", {})
            problems = _word_problems(source, parse_toml(source, shown), ours, ())
        case _:
            words = ["/".join(ours.parts[-3:]) for kind in ("cards", "phrases") for ours in _ours_of(kind)]
            some = names(["themes/NAME.toml", "presets/GAME/NAME.toml", "words/GAME.toml", "cards/en/dungeon.toml"])
            there = suggestion("/".join(parts), words, message("there are {names}", some))
            raise refused(shown, message("mapkit takes no file of this name; {message}", there))
    if found := [*problems]:
        raise UnreadableMap(shown, found)


def _named(file: str) -> bool:
    name = composed(file.removesuffix(".toml"))
    return file.endswith(".toml") and name == name.lower() and _NAME.fullmatch(name) is not None


def _ours(parts: tuple[str, ...]) -> Path:
    """The file of mapkit that a user's file is compared with; a theme's `GAME.THEME.toml` with `GAME.toml`."""
    game, _, theme = parts[-1].removesuffix(".toml").partition(".")
    plain = f"{game}.toml" if theme and _named(f"{theme}.toml") else parts[-1]
    file = *parts[:-1], plain
    return next(iter(resources.places(*file)), resources.path(parts[0]).joinpath(*file[1:]))


def _ours_of(kind: str) -> Iterator[Path]:
    for language in sorted(language for place in resources.places(kind) for language in place.iterdir()):
        if language.is_dir():
            yield from resources.toml_in(language)


def _opened(path: Path, shown: str) -> Source:
    return Source(decode_file(files.read(str(path), "themes"), shown, "template").removeprefix("\ufeff"))


def _preset_problems(path: Path, game: str, source: Source, values: Mapping[str, Any]) -> Iterator[Problem]:
    if resources.path("presets", game).joinpath(path.name).exists():
        taken = message("mapkit has a preset {name}, and map files name it; give yours another name", Name(path.stem))
        yield Problem(1, 1, taken)
    for key in values.keys() - _PRESET_KEYS:
        wrong = message("there is no key {found} in a preset", in_quotes(key))
        yield Problem(*source.key(key), clauses(wrong, suggestion(key, _PRESET_KEYS)))
    says, given = values.get("says"), values.get("settings", {})
    if not isinstance(says, str) or len(says) > _MOST_LETTERS or any(map(is_unfit, says)):
        yield Problem(*source.key("says"), message('says takes one line, such as says = "Our Friday game."'))
    if not isinstance(given, dict):
        yield Problem(*source.key("settings"), message("settings is a table: write [settings]"))
        return
    try:
        grid = GAMES[game].design.board.read(str(values.get("size", "")))
    except BadSetting as bad:
        yield Problem(*source.value("size"), bad.said)
        return
    built = assemble(GAMES[game], given, grid, {})
    known = [setting.name for setting in settings(GAMES[game].design.params)]
    for name, why in built.wrong_in_preset:
        unknown = message("there is no setting {found} in {name}", in_quotes(name), Name(game))
        sentence = why or clauses(unknown, suggestion(name, known))
        yield Problem(*(source.value if why else source.key)("settings", name), sentence)
    if not built.wrong_in_preset:
        for clash in fatal(GAMES[game], GAMES[game].design.board.arrange(built.params)):
            yield Problem(*source.key("settings"), clash.words)


_PRESET_KEYS = ("says", "size", "settings")


def _message_problems(source: Source, name: str, folder: Path) -> Iterator[Problem]:
    theme, tales = composed(name[:-3]).partition(".")[2], (resources.path("phrases"), folder / "phrases")
    themes = sorted({composed(file.stem).partition(".")[2] for tale in tales for file in tale.glob("en/*.*.toml")})
    if theme and theme not in themes:
        yield Problem(1, 1, clauses(message("there is no theme {found}", in_quotes(theme)), suggestion(theme, themes)))
    for number, line in enumerate(source.text.splitlines(), 1):
        if not _LINE.fullmatch(line):
            yield Problem(number, 1, message('this is no line of a catalogue; it has lines such as msgid "north"'))
            return
    for offset in unread(source.text):
        how = message("this line belongs to no entry; write msgstr right below msgid, with no space behind them")
        yield Problem(*source.spot(offset), how)
    files = resources.path("messages").glob("*/*.po")
    known = {line for file in files for line in file.read_text(encoding="utf-8").splitlines() if line[:6] == "msgid "}
    for (_, english, _), said in entries_in(source.text):
        here = source.spot(max(source.text.find(line := f"msgid {json.dumps(english, ensure_ascii=False)}"), 0))
        if line not in known:
            nowhere = message("mapkit says nowhere {found}", in_quotes(english))
            there = [json.loads(each[6:]) for each in known]
            yield Problem(*here, clauses(nowhere, suggestion(english, there, message("leave it out"))))
        elif english and (why := _bad_text(Name("msgstr"), *(_FORM.sub("}", each) for each in (said, english)))):
            yield Problem(*here, why)


_LINE = re.compile(r'\s*|#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[[0-9]\])?) +)?"(?:[^"\\]|\\["\\nt])*"\s*')
_FORM = re.compile(r":\w+}")


def _word_problems(
    source: Source, own: Mapping[str, Any], ours: Mapping[str, Any], above: tuple[str, ...]
) -> Iterator[Problem]:
    for key, value in own.items():
        here = (*above, key)
        if key not in ours:
            none = message("there are no words {found}", in_quotes(key))
            yield Problem(*source.key(*here), clauses(none, suggestion(key, tuple(ours), message("leave it out"))))
        elif isinstance(ours[key], dict) and isinstance(value, dict):
            yield from _word_problems(source, value, ours[key], here)
        elif why := _unlike(Name(key), value, ours[key]):
            yield Problem(*source.value(*here), why)


_GROWING = "entries"
"""The key of lists that may have more or fewer parts than mapkit's, such as the rules on a card.

A part has a number and a text; what comes after them is no text, and stays as mapkit has it.
"""


def _unlike(key: Name, own: Any, ours: Any) -> Message:
    """Why a value cannot stand in the place of mapkit's; empty where it can."""
    if isinstance(own, str) and isinstance(ours, str):
        return _bad_text(key, own, ours)
    if not _alike(own, ours, key == _GROWING):
        return _takes(key, ours)
    known = " ".join(_texts_in(ours))
    pairs = zip(own, ours, strict=True) if _is_row(ours) else ((text, known) for text in _texts_in(own))
    return next(filter(None, (_bad_text(key, text, fillings) for text, fillings in pairs)), NOTHING)


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


def _takes(key: Name, ours: Any) -> Message:
    """What would do instead of a value of another kind than mapkit has there."""
    match ours:
        case list() if _is_row(ours):
            return plural("{key} takes a list of {number} text", "{key} takes a list of {number} texts", len(ours), key)
        case list():
            return plural(
                "{key} takes a list of {number} part, each as in mapkit's own file",
                "{key} takes a list of {number} parts, each as in mapkit's own file",
                len(ours),
                key,
            )
        case str():
            return message("{key} takes a text in quotes", key)
        case dict():
            return message("{key} takes a table", key)
    return message("{key} takes {value}", key, Name(repr(ours)))


def _bad_text(key: Name, own: str, ours: str) -> Message:
    """Why a text cannot stand in the place of mapkit's: what stands in braces is filled in, and nothing else may be."""
    if len(own) > _MOST_LETTERS or any(is_unfit(sign) and not (sign == "\n" and sign in ours) for sign in own):
        return message("{key} takes at most {number} characters that can be printed", key, _MOST_LETTERS)
    try:
        wanted, known = _braces(own), _braces(ours)
    except ValueError as error:
        why = message("{key} has a brace that does not close: {rest}", key, Name(str(error)))
        return clauses(why, message("a brace that stands for itself is written twice"))
    unknown = sorted(wanted - known)
    if not unknown:
        return NOTHING
    found = in_quotes(unknown[0])
    if known:
        return message("{key} has {found}; these are filled in there: {names}", key, found, names(sorted(known)))
    return message("{key} has {found}; nothing is filled in there", key, found)


def _braces(text: str) -> frozenset[str]:
    parts = (
        (name, f"!{conversion}" * bool(conversion), f":{spec}" * bool(spec))
        for _, name, spec, conversion in Formatter().parse(text)
    )
    return frozenset(f"{{{name}{conversion}{spec}}}" for name, conversion, spec in parts if name is not None)
