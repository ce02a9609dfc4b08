"""A language that no people speak, made of the English by a rule: whatever is in Latin letters has missed its words.

Each Latin letter becomes a Cyrillic one, and words grow by a third, as German ones do.
"""

import re
import tomllib
from atexit import register
from functools import cache
from json import dumps
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from mapkit.language.catalogue import FOLDER
from mapkit.model import resources
from tests.language.test_languages import NAMES_OF_RULES, is_condition, is_number
from tests.messages import everything

PSEUDO = "zz"
NOUNS = {"nouns", "told"}
"""Tables whose lists are the forms of a noun."""
_SMALL = "abcdefghijklmnopqrstuvwxyz", "абцдефгхийклмнопярстужвьыз"
_LETTERS = str.maketrans(*(letters + letters.upper() for letters in _SMALL))
_KEPT = re.compile(r"({[^{}]*}|`[^`]*`|\[[^][?]+\?|<[^<>]*>)")
"""What a text keeps: what is filled in, what is typed, and the conditions of parts."""
HEAD = "Language: zz\nPlural-Forms: nplurals=2; plural=n != 1;\n"


def said(english: str) -> str:
    """The words for an English text."""
    return "".join(part if _KEPT.fullmatch(part) else _longer(part) for part in _KEPT.split(english))


def _longer(text: str) -> str:
    longer = re.sub(r"[A-Za-z]{3,}", lambda word: word[0] + word[0][-1].lower() * (len(word[0]) // 3), text)
    return longer.translate(_LETTERS)


@cache
def installed() -> Path:
    """A folder like the package, whose templates have the language beside the others; made once a process."""
    home = Path(mkdtemp(prefix="mapkit-pseudo-"))
    register(rmtree, home)
    folder = home / "templates"
    folder.mkdir()
    for each in resources.path("cards").parent.iterdir():
        if each.name not in ("cards", "phrases", FOLDER):
            (folder / each.name).symlink_to(each)
            continue
        (folder / each.name).mkdir()
        for language in each.iterdir():
            (folder / each.name / language.name).symlink_to(language)
        (folder / each.name / PSEUDO).mkdir()
        if each.name != FOLDER:
            for file in (each / "en").glob("*.toml"):
                tables = tomllib.loads(file.read_text(encoding="utf-8"))
                if each.name == "phrases":
                    other = tomllib.loads((each / "ru" / file.name).read_text(encoding="utf-8")).get("words", {})
                    tables["words"] = {word: word for word in other} | tables.get("words", {})
                (folder / each.name / PSEUDO / file.name).write_text(_toml(_in_words(tables)), encoding="utf-8")
    entries = {found.english: _entry(found.english, found.many) for found in everything()}
    head = f'msgid ""\nmsgstr {dumps(HEAD)}\n'
    for name in ("mapkit", "page"):
        (folder / FOLDER / PSEUDO / f"{name}.po").write_text("\n".join([head, *entries.values()]), encoding="utf-8")
    return home


def _entry(english: str, many: str) -> str:
    if not many:
        return f"msgid {dumps(english)}\nmsgstr {dumps(said(english), ensure_ascii=False)}\n"
    forms = (f"msgstr[{at}] {dumps(said(form), ensure_ascii=False)}\n" for at, form in enumerate((english, many)))
    return f"msgid {dumps(english)}\nmsgid_plural {dumps(many)}\n{''.join(forms)}"


def _in_words(part: Any, key: str = "") -> Any:
    if isinstance(part, dict):
        return {name: _in_words(each, key if key in NOUNS else name) for name, each in part.items()}
    if isinstance(part, list):
        last = key not in NOUNS and len(part) > 1 and is_condition(part[-1]) and not any(map(is_condition, part[:-1]))
        return [each if last and each is part[-1] else _in_words(each, key) for each in part]
    return part if not isinstance(part, str) or key in NAMES_OF_RULES or is_number(part) else said(part)


def _toml(tables: dict[str, Any]) -> str:
    """The tables as TOML, each as a value on one line."""
    return "".join(f"{dumps(key)} = {_value(value)}\n" for key, value in tables.items())


def _value(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{dumps(key)} = {_value(each)}" for key, each in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
    return dumps(value, ensure_ascii=False)
