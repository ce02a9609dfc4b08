"""The text of a TOML file: where each key and value stands in it, and which parts cannot be read."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from mapkit.model.errors import MapkitError, Problem
from mapkit.model.file_kinds import CONFLICT, NOTES, TWO_VERSIONS, is_utf_16, kind_of, kind_of_text
from mapkit.model.letters import composed, in_latin_letters, in_quotes, look_alike, visible, with_plain_spaces
from mapkit.model.message import NOTHING, LargeNumber, Message, Name, clauses, joined, message, noun

MOST_BYTES = 2**20
MOST_PROBLEMS = 100
MOST_SOUGHT = 1000
"""More problems than this are not looked for; an error tells a hundred of them."""
_MOST_DEPTH = 50
_MOST_PARTS = 10
_MOST_DIGITS = 1000
_MOST_SIGNS = {"=": 4000, "[": 4000, "{": 4000, ",": 40_000}
"""How often a sign may stand in a file; each `=` is a name with a value, and each comma a value of a list."""
KeyPath = tuple[str | int, ...]
Held = Literal["drawing", "map as JSON", "theme", "game", "template"]


class FilePosition(NamedTuple):
    """A place in a text file: the line and the column in characters, both counted from 1."""

    line: int
    column: int


class UnreadableMap(MapkitError, ValueError):
    """A map file cannot be read; the text has a line for each problem, `NAME:line:column: error: message`."""

    def __init__(self, name: str, problems: Iterable[Problem]) -> None:
        """Takes the name of the file, and the problems in any order.

        Of more than a hundred problems the first hundred are kept, and one more gives the number of the rest.
        """
        found = sorted(dict.fromkeys(problems), key=lambda problem: (problem.line, problem.column))
        if len(found) > MOST_PROBLEMS:
            rest = len(found) - MOST_PROBLEMS
            found[MOST_PROBLEMS:] = [
                found[MOST_PROBLEMS]._replace(message=message("and {number} more errors from here on", rest))
            ]
        self.name = name
        self.problems = tuple(found)
        self.kind: Message = NOTHING
        """What the file is where it is of a kind of its own and no map file."""
        self.rest: Any = None
        """The document of what can be read, where only signs of its drawing cannot; it stays in its process."""
        shown = Name(visible(name))
        lines = [message("{file}:{line}:{column}: error: {message}", shown, *problem) for problem in found]
        super().__init__(joined(lines, "\n"))

    def __reduce__(self) -> tuple[Any, ...]:
        """How it goes to another process: without the rest of the map."""
        made, of, state = super().__reduce__()
        return made, of, {**state, "rest": None}


def refused(name: str, *said: Message | Name, at: tuple[int, int] = (1, 1)) -> UnreadableMap:
    """The error for a file in which one thing is wrong: what was found and what would do, at a line and column."""
    return UnreadableMap(name, [Problem(*at, clauses(*said))])


# From bytes to characters


def decode_file(data: bytes, name: str, holds: Held = "drawing") -> str:
    """The characters of a file; raises UnreadableMap as `decoded` does, and for what another program wrote."""
    text = decoded(data, name, holds)
    if (kind := kind_of_text(text)) and (holds != "game" or kind not in (NOTES, "YAML")):
        raise not_ours(name, kind, holds)
    return with_plain_spaces(composed(text)) if holds == "game" else text


def decoded(data: bytes, name: str, holds: Held = "drawing") -> str:
    """The characters of a file; raises UnreadableMap where it is not UTF-8, or larger than `MOST_BYTES`.

    `holds` is what the file should hold, in errors.
    """
    if kind := kind_of(data):
        raise refused(name, message("this is {thing}; save the {noun} as plain text", kind, _NOUNS[holds]))
    if len(data) > MOST_BYTES:
        has, most = LargeNumber(len(data)), LargeNumber(MOST_BYTES)
        says = message("the file has {has} bytes; a file with {noun:a} has {most} at most", has, _NOUNS[holds], most)
        raise refused(name, says)
    if is_utf_16(data):
        raise refused(name, message("this is no UTF-8 text but UTF-16; save the file as UTF-8"))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, len(before[before.rfind(b"\n") + 1 :].decode("utf-8-sig")) + 1
        says = message("the byte {name} is no UTF-8; save the file as UTF-8", Name(f"0x{data[error.start]:02X}"))
        raise refused(name, says, at=(line, column)) from None
    if (empty := _EMPTY.get(holds)) and not text.strip("\ufeff \t\r\n"):
        raise refused(name, empty)
    if conflict := CONFLICT.search(text):
        raise refused(name, TWO_VERSIONS, at=(text.count("\n", 0, conflict.start()) + 1, 1))
    return text


_NOUNS: Mapping[str, Message] = {
    each: each for each in (noun("drawing"), noun("map as JSON"), noun("theme"), noun("game"), noun("template"))
}
_EMPTY: Mapping[Held, Message] = {
    "drawing": message("the file is empty; `mapkit new GAME` writes a map to fill in"),
    "theme": message("the file is empty; `mapkit theme` writes one to change"),
    "game": message("the file is empty; docs/deduction.md shows some"),
}


def not_ours(name: str, kind: Message, holds: Held = "drawing") -> UnreadableMap:
    """The error for a file of that kind that should hold something else of mapkit."""
    says = message("this is {thing}, and no map of mapkit; `mapkit formats` tells what is read", kind)
    if holds == "theme":
        says = message("this is {thing}, but no theme of mapkit; `mapkit theme` writes one to change", kind)
    elif holds == "game":
        says = message("this is {thing}, and no notes of a game; docs/deduction.md shows some", kind)
    elif holds == "template":
        says = message("this is {thing}, but no template of mapkit; save it as TOML", kind)
    elif kind == NOTES:
        says = message("this is {thing}, and no map; `mapkit audit` reads them", kind)
    error = refused(name, says)
    error.kind = NOTHING if kind == NOTES else kind
    return error


# Python before 3.11.5 reads (?:...)*+ wrongly where a lookahead ends an alternative, and (?>...) rightly.
_TEXT = r'''
    """(?>(?:[^"\\]|\\.|"{1,2}(?!"))*)(?P<shut1>"{3,5})?
  | \'\'\'(?>(?:[^\']|\'{1,2}(?!\'))*)(?P<shut2>\'{3,5})?
  | "(?:[^"\\\n]|\\[^\n])*+"?
  | \'[^\'\n]*+\'?
'''
_STRING = re.compile(_TEXT, re.VERBOSE | re.DOTALL)
_TOKEN = re.compile(
    rf"(?P<comment>\#[^\n]*+)|(?P<text>{_TEXT})|(?P<open>[\[{{])|(?P<close>[\]}}])"
    r"|(?P<word>[\w+-]++)|(?P<dot>\.)|(?P<blank>[\ \t\r]++)|(?P<other>.)",
    re.VERBOSE | re.DOTALL,
)
_IGNORED = re.compile(r"(?:[ \t\r\n]|#[^\n]*+)*+")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\[^\n])*+"|'[^'\n]*+'""")
_BARE = re.compile(r"[^,\]}#\n]*+")
_PIECE = re.compile(
    r"(?P<end>\r\n)|(?P<code>\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})|(?P<fold>\\[ \t\r]*\n[ \t\r\n]*)"
    r"|(?P<escape>\\.)|(?P<plain>[^\\\r]++|.)",
    re.DOTALL,
)
_LITERAL_PIECE = re.compile(r"(?P<end>\r\n)|(?P<plain>[^\r]++|.)", re.DOTALL)
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[ \t\r]*\n|.)")
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_DRAWN = message('a drawing stands between """ and """')
_HINTS: Mapping[str, Message] = {
    "Invalid value": clauses(
        message("the value after the = cannot be read"), message('text stands in quotes, as in game = "treasures"')
    ),
    "Invalid statement": clauses(
        message("the line that begins here says nothing"),
        message("write NAME = VALUE, [settings] or a # comment"),
        _DRAWN,
    ),
    "Expected '=' after a key in a key/value pair": clauses(
        message("no = stands after the name"), message("write NAME = VALUE"), _DRAWN
    ),
    "Expected newline or end of document after a statement": clauses(
        message("the line does not end after the value"),
        message("one line holds one NAME = VALUE"),
        message("text stands in quotes"),
    ),
    "Illegal character '\\n'": clauses(
        message("the line ends before its text does"), message('text in "quotes" ends on its line'), _DRAWN
    ),
    "Expected ']' at the end of a table declaration": message("Expected ']' at the end of a table declaration"),
}
"""The errors of tomllib that people meet: what was found, and then what would do."""
_STRAIGHT = message('text stands in straight quotes, and a drawing between """ and """')


class Source:
    """The text of a file, and where in it each key and each value begins.

    The scan assumes that the text is valid TOML. Where it is not, the scan stops without an error, and the places of
    later keys and values stay unknown.
    """

    def __init__(self, text: str) -> None:
        """Takes the text without a byte order mark."""
        self.text = text
        self.keys: dict[KeyPath, int] = {}
        self.values: dict[KeyPath, int] = {}
        self.twice: list[tuple[KeyPath, int]] = []
        self.texts: dict[KeyPath, tuple[str, list[int]]] = {}
        """Values that stand otherwise in the file, with the offset of each of their characters and of their ends."""
        self._seen: set[KeyPath] = set()
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def spot(self, offset: int, beyond: int = 0) -> FilePosition:
        """The line and column of an offset, plus `beyond` columns for a place after the end of the line."""
        line = bisect_right(self._starts, offset)
        beyond = 0 if self.text.startswith("\\", offset) else beyond
        return FilePosition(line, offset - self._starts[line - 1] + 1 + beyond)

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both counted from 0; that of the line's end where it is shorter.

        A line beyond the last, as for other signs that end lines, is the last one.
        """
        line = min(line, len(self._starts) - 1)
        following = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text) + 1
        return min(self._starts[line] + column, following - 1)

    def set_twice(self) -> Iterator[Problem]:
        for path, offset in self.twice:
            found, line = in_quotes(str(path[-1])), self.key(*path).line
            yield Problem(*self.spot(offset), message("{found} is set twice; first in line {number}", found, line))

    def key(self, *path: str | int) -> FilePosition:
        """The place of a key; where it is left out, that of the table that it would be in, of the preset, or 1:1."""
        for keys in (path, path[:-1], ("preset",)):
            if keys in self.keys:
                return self.spot(self.keys[keys])
        return FilePosition(1, 1)

    def value(self, *path: str | int) -> FilePosition:
        """The place where a value begins, or else the place of its key."""
        return self.spot(self.values[path]) if path in self.values else self.key(*path)

    def characters(self, *path: str | int) -> tuple[str, list[int]]:
        """The value of a text, with the offset of each of its characters and of its end; ("", [0]) if it is no text."""
        if path in self.texts:
            return self.texts[path]
        return _characters(self.text, self.values[path]) if path in self.values else ("", [0])

    def extent(self, *path: str | int) -> tuple[int, int]:
        """The offsets at which the text of a key begins and ends, its quotes included."""
        start = self.values[path]
        return start, _end(_STRING, self.text, start)

    def scan(self) -> None:
        try:
            table: KeyPath = ()
            at = self._skip(0)
            while at < len(self.text):
                if self.text[at] == "[":
                    sign = "]]" if self.text.startswith("[[", at) else "]"
                    path, end = self._name((), at + len(sign))
                    if sign == "]]":
                        self.keys.setdefault(path, at)
                        path = (*path, at)
                    self._mark(path, at)
                    table, at = path, self._past(sign, end)
                else:
                    at = self._pair(table, at)
                at = self._skip(at)
        except (_ScanLost, RecursionError):
            return

    def _pair(self, table: KeyPath, at: int) -> int:
        """Note the places in `KEY = VALUE`; returns the offset after it."""
        path, end = self._name(table, at)
        self._mark(path, at)
        return self._value(path, self._skip(self._past("=", end)))

    def _name(self, table: KeyPath, at: int) -> tuple[KeyPath, int]:
        """A dotted name below a table, and the offset after it; notes the tables that the name goes through."""
        path = table
        while found := _KEY.match(self.text, self._skip(at)):
            word = found[0]
            path = (*path, _characters(self.text, found.start())[0] if word[0] in "\"'" else word)
            at = self._skip(found.end())
            if not self.text.startswith(".", at):
                return path, at
            self.keys.setdefault(path, found.start())
            at += 1
        raise _ScanLost

    def _value(self, path: KeyPath, at: int) -> int:
        """Note the place of the value at an offset, and of all values in it; returns the offset after it."""
        self.values.setdefault(path, at)
        if self.text.startswith(("[", "{"), at):
            close, number, at = "]" if self.text[at] == "[" else "}", 0, self._skip(at + 1)
            while not self.text.startswith(close, at):
                end = self._skip(self._value((*path, number), at) if close == "]" else self._pair(path, at))
                number += 1
                at = self._skip(end + 1) if self.text.startswith(",", end) else self._past(close, end) - 1
            return at + 1
        return _end(_STRING if self.text.startswith(('"', "'"), at) else _BARE, self.text, at)

    def _mark(self, path: KeyPath, at: int) -> None:
        """Note the place of a key, or that it is set twice."""
        if path in self._seen:
            self.twice.append((path, at))
        self._seen.add(path)
        self.keys.setdefault(path, at)

    def _skip(self, at: int) -> int:
        """The offset after spaces, line ends and comments."""
        return _end(_IGNORED, self.text, at)

    def _past(self, sign: str, at: int) -> int:
        """The offset after a sign that must stand at an offset; raises _Lost where it does not."""
        if not self.text.startswith(sign, at):
            raise _ScanLost
        return at + len(sign)


class PlacedSource(Source):
    """The lines of a map file that stand in one place of another file, and the text of that file."""

    def __init__(self, text: str, at: tuple[int, int], around: str) -> None:
        super().__init__(text)
        self._at, self._around = FilePosition(*at), Source(around)

    def spot(self, offset: int, beyond: int = 0) -> FilePosition:
        """The place of the lines themselves, or of what `offset` found in the text around them."""
        return self._at if offset <= len(self.text) else self._around.spot(offset - len(self.text) - 1, beyond)

    def offset(self, line: int, column: int) -> int:
        return len(self.text) + 1 + self._around.offset(line, column)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """The end of the pattern that begins at an offset; the offset itself where the pattern does not begin there."""
    found = pattern.match(text, at)
    return found.end() if found else at


class _ScanLost(Exception):
    """The scan met something that is not valid TOML."""


def _characters(text: str, start: int) -> tuple[str, list[int]]:
    """The value of the TOML text that begins at `start`, with the offset of each of its characters and of its end."""
    whole = _STRING.match(text, start)
    if whole is None:
        return "", [start]
    sign = whole[0][:3] if whole[0][:3] in ('"""', "'''") else whole[0][:1]
    at, end = start + len(sign), whole.end() - len(sign)
    if len(sign) == 3 and (newline := re.compile(r"\r?\n").match(text, at, end)):
        at = newline.end()
    value: list[str] = []
    offsets: list[int] = []
    for piece in (_PIECE if sign[0] == '"' else _LITERAL_PIECE).finditer(text, at, end):
        match piece.lastgroup:
            case "code":
                meant = chr(min(int(piece[0].lstrip("\\uU"), 16), 0x10FFFF))
            case "escape":
                meant = _ESCAPES.get(piece[0][1], "")
            case kind:
                meant = {"end": "\n", "fold": ""}.get(kind or "", piece[0])
        value.append(meant)
        offsets += range(piece.start(), piece.end()) if piece.lastgroup == "plain" else [piece.start()] * len(meant)
    return "".join(value), [*offsets, end]


def parse_toml(source: Source, name: str) -> dict[str, Any]:
    """The values of a TOML text; raises UnreadableMap."""
    if (hazard := _hazard(source)) is not None:
        raise UnreadableMap(name, [hazard])
    try:
        values = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableMap(name, _toml_problems(source, str(error))) from None
    except (ValueError, RecursionError) as error:
        raise refused(name, message("this is no TOML: {message}", Name(str(error)))) from None
    source.scan()
    return values


def _hazard(source: Source) -> Problem | None:
    """The first thing that would make tomllib fail, or report the end of the file instead of the real place."""
    depth, parts, counted = 0, 0, Counter[str]()
    curly: re.Match[str] | None = None
    for token in _TOKEN.finditer(source.text):
        match token.lastgroup:
            case "text" if token[0][:3] in ('"""', "'''") and not (token["shut1"] or token["shut2"]):
                if curly is not None:
                    like = message("found {found}", look_alike(curly[0]))
                    return Problem(*source.spot(curly.start()), clauses(like, _STRAIGHT))
                sentence = message("the text that begins here does not end; {quotes} closes it", Name(token[0][:3]))
            case "text" if (slip := _bad_escape(token[0])) is not None:
                found = in_quotes(slip[0].strip())
                sentence = message(r"{found} has no meaning in TOML; a \ that stands for itself is written \\", found)
                return Problem(*source.spot(token.start() + slip.start()), sentence)
            case "open" if depth == _MOST_DEPTH:
                sentence = message(
                    "brackets in brackets, more than {number} deep; a map file needs two at most", _MOST_DEPTH
                )
            case "dot" if parts == _MOST_PARTS:
                sentence = message("a name of more than {number} parts; a map file needs two at most", _MOST_PARTS)
            case "word" if len(token[0]) > _MOST_DIGITS:
                long = LargeNumber(len(token[0]))
                sentence = message("a number or name of {long} characters; none in a map file needs so many", long)
            case _ if counted[token[0]] == (most := _MOST_SIGNS.get(token[0])):
                often = message("more than {most} times {sign} outside of quotes", most, Name(token[0]))
                sentence = clauses(often, message("no file of mapkit needs so many"))
            case kind:
                if token[0] in _MOST_SIGNS:
                    counted[token[0]] += 1
                if curly is None and token[0] != (meant := in_latin_letters(token[0])) and meant in ('"', "'"):
                    curly = token
                depth += (kind == "open") - (kind == "close")
                parts = 0 if kind in ("open", "close", "other") else parts + (kind == "dot")
                continue
        return Problem(*source.spot(token.start()), sentence)
    return None


def _bad_escape(text: str) -> re.Match[str] | None:
    """The first escape in a text that has no meaning in TOML, or that stands for half of a surrogate pair."""
    for found in _ESCAPE.finditer(text) if text.startswith('"') else ():
        sign, code = found[0][1:2], found[0][2:]
        if code and sign in "uU":
            number = int(code, 16)
            good = number < 0xD800 or 0xDFFF < number <= 0x10FFFF
        else:
            good = sign in _ESCAPES or (found[0].endswith("\n") and text.startswith('"""'))
        if not good:
            return found
    return None


def _toml_problems(source: Source, error: str) -> list[Problem]:
    """The error of tomllib in our words, with its place; where keys are set twice, all such keys."""
    at = _AT.search(error)
    text = error[: at.start()] if at else error
    source.scan()
    if text.startswith(("Cannot", "Duplicate")) and source.twice:
        return [*source.set_twice()]
    said = _HINTS.get(text, joined([Name(text)]))
    what, *hints = said.parts or (said,)
    spot = FilePosition(int(at[1]), int(at[2])) if at and at[1] else source.spot(len(source.text))
    like = look_alike(source.text.split("\n")[spot.line - 1][spot.column - 1 : spot.column])
    found = message("found {found}", like) if like else NOTHING
    return [Problem(*spot, message("this is no TOML: {message}", clauses(what, found, *hints)))]
