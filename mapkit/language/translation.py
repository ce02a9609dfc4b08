"""What mapkit says of rules, faults, edits, settings and errors, in another language (`templates/wording`).

Games and readers of claims speak English, each sentence in its own place. A file of patterns turns these sentences into
another language: on the left the English with names in braces, on the right the other words with the same names. What
fills the braces is turned in the same way, part by part. A sentence that no pattern fits stays as it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from string import Formatter

from mapkit.language.catalogue import ENGLISH, form, plain_language, theme_in
from mapkit.model import resources
from mapkit.model.settings import BadSetting

_Pattern = tuple[str, Sequence[str], str | Sequence[str]]
"""A sentence with gaps; what stands around these; and the sentence in the other language, or its forms beside a number.

Only a text with all that stands around the gaps is compared, as patterns are slow to compile.
"""


def translated(text: str, language: str) -> str:
    """A line of results in a language; it stays as it is in English, and where the language has no words for it.

    The number of a rule before it stays as it is.
    """
    number = _NUMBER.match(text)
    lead = number[0] if number else ""
    return lead + _turned(text.removeprefix(lead), language) if language != ENGLISH else text


_NUMBER = re.compile(r" *[A-Z]{2}-[\w.-]+ +")
"""The number of a rule, with the spaces around it."""


def translated_in_place(line: str, language: str) -> str:
    """A line of a drawing in another language; words above boards side by side stay above their boards."""
    said = ""
    for piece in _PIECES.finditer(line):
        said = said.ljust(max(piece.start(), len(said) + 2 if said else 0)) + translated(piece[0], language)
    return said


def with_comments_in(text: str, language: str) -> str:
    """A file of TOML that mapkit writes, with its comments in another language."""

    def commented(line: str) -> str:
        if not (found := _COMMENT.fullmatch(line)):
            return line
        begins, words, rule = found.groups("")
        setting, _, values = words.rpartition(": ")
        if rule and translated(setting, language) != setting:
            told = translated(values, language) if "a " in values else _of_gap("names", values, language)
            return f"{begins}{translated(setting, language)}: {told}{rule}"
        return begins + translated_in_place(words, language) + rule

    return "\n".join(map(commented, text.split("\n")))


_COMMENT = re.compile(r"((?:# )?[\w-]+ = .*?  # |# (?:  [a-z]+  +)?)(.+?)( \([A-Z]{2}-[^()]*\))?")
"""A line with a comment, such as `size = 9  # ...`: what stands before its words, these and the number of a rule."""

_PIECES = re.compile(r"[^ ]+(?: [^ ]+)*")
"""What stands in a line between gaps of two spaces or more."""


@lru_cache(maxsize=1024)
def _turned(text: str, language: str) -> str:
    """A sentence, a list or a single word in the other language."""
    fixed, patterns = _wording(language)
    if text in fixed:
        return fixed[text]
    whole = _SENTENCES if text.endswith((".", ":")) else _THINGS
    several = bool(whole.search(text))
    for english, around, other in patterns:
        fits = all(part in text for part in around)
        if fits and several:  # a pattern of a single sentence or thing will not do
            fits = bool(whole.search(english)) or "{message}" in english
        if fits and (found := _english(english).fullmatch(text)):
            gaps = found.groupdict()
            filled = {name: _of_gap(name, part, language) for name, part in gaps.items()}
            if None not in filled.values():  # none lacks a translation
                said = other if isinstance(other, str) else form(other, int(gaps["number"]), language)
                return said.format_map(filled)
    kinds = (whole, _CLAUSES, _LIST) if whole is _SENTENCES else (_CLAUSES, whole, _LIST)
    breaks = next((kind for kind in kinds if kind.search(text)), _LIST)
    parts = breaks.split(text)
    if len(parts) == 1:
        return text
    turned = [fixed.get(part, part) if i % 2 else _turned(part, language) for i, part in enumerate(parts)]
    left = [one for one, other in zip(parts[::2], turned[::2], strict=True) if one == other and _WORD.search(one)]
    return text if left and breaks is not _SENTENCES else "".join(turned)


_SENTENCES = re.compile(r"((?<=[.!?]) (?=[A-Z`\"]|[a-z]+[0-9]))")
"""The space between two sentences; the second may begin with the name of a cell."""
_THINGS = re.compile(r"(, (?=an? |between |the )|,? and (?=an? |one\b))")
"""What is between the things of a list, each with its article."""
_WORD = re.compile(r"[A-Za-z]{3}")
"""What a part has that was not translated, if it has words; a list with one such part stays as it is."""
_CLAUSES = re.compile(r"(; )")
"""What is between the clauses of a sentence: first what is wrong, then what would do."""
_LIST = re.compile(r"(, | and | or )")
"""What is between the parts of another list."""


def _of_gap(name: str, part: str, language: str) -> str | None:
    """What fills a gap, or None.

    The gap `sentence` takes a sentence without its full stop, and `help` one that begins with a small letter, too.
    """
    kind = name.rstrip("0123456789")
    if kind in _KEPT:
        return part
    if kind == "names":
        fixed = _wording(language)[0]
        return _LIST.sub(lambda between: fixed.get(between[0], between[0]), part)
    if kind == "found" and (hint := _HINT.search(part)):
        return part[: hint.start()] + _turned(hint[0], language)
    if kind == "found":
        return part
    if kind == "help":
        said = _of_gap("sentence", part[:1].upper() + part[1:], language)
        return said and said[:1].lower() + said[1:]
    stop = "." if name == "sentence" else ""
    said = _turned(part + stop, language).removesuffix(stop)
    untold = said == part and plain_language(language) != ENGLISH and _WORD.search(part)
    return None if untold else said


_KEPT = frozenset({"file", "key", "keys", "name", "rest", "text", "word"})
"""Gaps for what stays as it is: names of files and settings, and words of a map file."""

_HINT = re.compile(r" \(with [^)]*\)$")
"""What stands behind a refused word that has a character which only looks right."""

_GAPS = {
    "number": r"[0-9]+",
    "file": r"(?:(?!; ).)+?",
    "text": r"(?:(?!; ).)+?",
    "key": r"[^\s;]+?",
    "cell": r"[a-z]{1,3}[0-9]+(?:/[0-9]+)?",
    "name": r"[^\s;]+?",
    "names": r"(?:(?!; ).)+?",
    "found": r"(?:'.*?'|\".*?\"|[^\s;]+?)(?: \(with [^)]*\))?",
    "message": r".+",
}
"""What a gap takes whose name begins so; any other takes words up to the end of the sentence.

`name` is a word, and `names` is a row of them, in which only `and` and `or` are translated. `found` is a refused word,
in quotes or without. `message` may be several sentences.
"""


@cache
def _english(text: str) -> re.Pattern[str]:
    found = ""
    for before, name, _, _ in Formatter().parse(text):
        found += re.escape(before)
        if name is not None:
            inside = _GAPS.get(name.rstrip("0123456789"), r"(?:(?!\. ).)+?")
            found += f"(?P={name})" if f"?P<{name}>" in found else f"(?P<{name}>{inside})"
    return re.compile(found, re.DOTALL)


_GAP = re.compile(r"{\w+}")


@cache
def _wording(language: str) -> tuple[Mapping[str, str], tuple[_Pattern, ...]]:
    """The texts without gaps, and those with gaps: first those that begin with words of their own, the longest first.

    They come from all files of the language's folder; raises BadSetting for one that cannot be read. The files of a
    theme have its name after a full stop. They replace what the language says of the same sentence.
    """
    said, theme = dict[str, str | list[str]](), theme_in(language)
    folder = resources.path("wording") / plain_language(language)
    there = resources.toml_in(folder)
    plain = [path for path in there if "." not in path.stem]
    for path in (*plain, *(path for path in there if theme and path.stem.endswith(f".{theme}"))):
        try:
            said |= tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise BadSetting(f"{path}: no words can be read in it: {error}") from None
    gaps = {text: [name for _, name, _, _ in Formatter().parse(text) if name] for text in said}
    own = sorted((text for text in said if gaps[text]), key=lambda text: (text[0] == "{", -len(_GAP.sub("", text))))
    fixed = {text.format(): str(other).format() for text, other in said.items() if not gaps[text]}
    around = {text: tuple(before for before, *_ in Formatter().parse(text) if before) for text in own}
    return fixed, tuple((text, around[text], said[text]) for text in own)
