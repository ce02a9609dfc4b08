"""Files and texts that were spoilt on purpose, the same ones from the same seed."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from mapkit.model.chance import Chance

WORDS = (
    *("", "0", "-1", "1e999", "nan", "99999999999999999999", "4294967296", "0x10", "1_0", "007", "-0.0", "9" * 5000),
    *("true", "null", "any", "none", "[]", "{}", '""', "'", '"""', "[[", "]]", "{{0.__class__}}", "%s%n", "$(id)"),
    *("\0", "\x1b[2J", "\x1b]0;x\x07", "\x9b", "\r", "\t", "\v", "\u2028", "\u202e", "\ufeff", "\u0301" * 50),
    "\U0010ffff",
    *("../../etc/passwd", "/dev/zero", "CON", "a" * 20_000, "a1 " * 5000, "=", ":", "#", ",", "+---+", "\u0660"),
    "\xb2",
    *("0-99999999", "a1-z99", "1x1", "99999x99999", "zz9", "a0", "a1E", "\ud800".encode("utf-8", "replace").decode()),
)
"""What stands nowhere in a good file."""

BYTES = (
    *(b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\r\n", b"\x1a"),
    b"\n" * 300,
)
"""Bytes that are no UTF-8, or stand for something in a file."""

VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1 << 70,
        1.5,
        -0.0,
        1e300,
        float("inf"),
        float("nan"),
        10**400,
        "",
        "x",
        "a" * 20_000,
        "\0",
        "\x1b[2J",
        "\ud800",
        "../..",
    ),
    "a1",
    *([], {}, [None], [[]], [0] * 5000, {"": ""}, {"a": {"b": {}}}, [1, 2], "9" * 5000, ["a1", "a1"], {"a1": "T"}),
    "any",
)
"""What may stand at any place in data, such as JSON has."""

_MOST_BYTES = 3 << 20
"""More than a map file may have, and no more than the test itself can bear."""
_NUMBER = re.compile(rb"\d+")
_TOKEN = re.compile(rb"\w+|[^\w\s]+")


def mangled(chance: Chance, data: bytes, others: Sequence[bytes]) -> bytes:
    """The bytes of a file, spoilt in one to four ways; `others` are files to take parts from."""
    for _ in range(1 + chance.below(2) * chance.below(4)):
        data = chance.choice(_WAYS)(chance, data, others)[:_MOST_BYTES]
    return data


def mangled_data(chance: Chance, data: Any) -> Any:
    """Data such as JSON has, in which something is replaced, left out, or there twice."""
    if isinstance(data, dict) and data and chance.below(8):
        key = chance.choice(list(data))
        kind = chance.below(8)
        if kind == 0:
            return {name: value for name, value in data.items() if name != key}
        if kind == 1:
            return {**data, chance.choice(("", "x", key.upper(), "\0")): data[key]}
        return {**data, key: mangled_data(chance, data[key])}
    if isinstance(data, list) and data and chance.below(8):
        at = chance.below(len(data))
        kind = chance.below(8)
        more = {0: [], 1: [data[at]] * 2, 2: [data[at], chance.choice(VALUES)]}
        return data[:at] + more.get(kind, [mangled_data(chance, data[at])]) + data[at + 1 :]
    return chance.choice(VALUES)


def mangled_json(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    """JSON with other data in it; what is no JSON stays as it is."""
    try:
        return json.dumps(mangled_data(chance, json.loads(data))).encode()
    except (ValueError, RecursionError):
        return data


def sealed(lines: Sequence[bytes]) -> bytes:
    """The lines of a log with right checksums, whatever they say."""
    seal, made = "", list[bytes]()
    for line in lines:
        body = re.sub(rb',"sum":"[0-9a-f]{16}"\}$', b"}", line)
        seal = sha256(seal.encode() + body).hexdigest()[:16]
        made.append(body[:-1] + f',"sum":"{seal}"}}'.encode())
    return b"\n".join(made) + b"\n"


def mangled_log(chance: Chance, data: bytes, others: Sequence[bytes]) -> bytes:
    """A log in which lines are spoilt, and whose checksums are right."""
    lines = data.splitlines()
    for _ in range(1 + chance.below(3)):
        at = chance.below(len(lines))
        match chance.below(8):
            case 0:
                lines[at:at] = [lines[at]]
            case 1 if len(lines) > 1:
                del lines[at]
            case 2:
                other = chance.choice(others).splitlines()
                lines[at] = chance.choice(other)
            case 3:
                lines[at] = mangled(chance, lines[at], others).replace(b"\n", b" ")
            case _:
                body = re.sub(rb',"sum":"[0-9a-f]{16}"\}$', b"}", lines[at])
                lines[at] = mangled_json(chance, body, others)
    return sealed(lines)


def _flip(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    spoilt = bytearray(data)
    for _each in range(1 + chance.below(8) if data else 0):
        spoilt[chance.below(len(spoilt))] ^= 1 << chance.below(8)
    return bytes(spoilt)


def _part(chance: Chance, data: bytes) -> tuple[int, int]:
    start = chance.below(len(data) + 1)
    return start, min(len(data), start + chance.choice((1, 2, 5, 20, 100, 1000)))


def _cut(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _part(chance, data)
    return data[:start] + data[end:]


def _twice(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _part(chance, data)
    return data[:end] + data[start:end] * chance.choice((1, 1, 2, 50)) + data[end:]


def _truncate(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: chance.below(len(data) + 1)]


def _lines(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.below(len(lines)), chance.below(len(lines))
    match chance.below(4):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            del lines[one]
        case 2:
            lines[one:one] = [lines[other]]
        case _:
            lines[one] = lines[one] * chance.choice((2, 3, 200))
    return b"\n".join(lines)


def _any(what: re.Pattern[bytes], chance: Chance, data: bytes) -> re.Match[bytes] | None:
    """One of the places that match; None where there is none."""
    return what.search(data, chance.below(len(data) + 1)) or what.search(data)


def _token(chance: Chance, data: bytes, others: Sequence[bytes]) -> bytes:
    where = _any(_TOKEN, chance, data)
    if where is None:
        return data
    other = _any(_TOKEN, chance, chance.choice(others))
    new = other[0] if other and chance.below(2) else chance.choice(WORDS).encode()
    return data[: where.start()] + new + data[where.end() :]


def _number(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    where = _any(_NUMBER, chance, data)
    if where is None:
        return data
    new = str(chance.choice((0, 1, 2, 3, 7, 13, 40, 99, 1000, -1, -7, 10**6, 1 << 31, 1 << 64, 10**30)))
    return data[: where.start()] + new.encode() + data[where.end() :]


def _insert(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    at = chance.below(len(data) + 1)
    return data[:at] + chance.choice((*BYTES, *(word.encode() for word in WORDS))) + data[at:]


def _splice(chance: Chance, data: bytes, others: Sequence[bytes]) -> bytes:
    other = chance.choice(others)
    start, end = _part(chance, other)
    at = chance.below(len(data) + 1)
    return data[:at] + other[start:end] + data[at + chance.below(2) * (end - start) :]


def _code(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    match chance.below(5):
        case 0:
            return b"\xef\xbb\xbf" + data
        case 1:
            return data.replace(b"\n", b"\r\n")
        case 2:
            return data.replace(b"\n", b"\r")
        case 3:
            return data.decode("latin-1").encode("utf-16")
        case _:
            return data.swapcase()


def _deep(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    at = chance.below(len(data) + 1)
    opened = chance.choice((b"[", b"{", b'{"a":', b"[[", b"a.", b"(", b"<g>", b'"', b"\\", b"-"))
    return data[:at] + opened * chance.choice((10, 1000, 50_000)) + data[at:]


_WAYS: tuple[Callable[[Chance, bytes, Sequence[bytes]], bytes], ...] = (
    *(_flip, _cut, _twice, _truncate, _lines, _lines, _token, _token, _token, _number, _number),
    *(_insert, _insert, _splice, _code, _deep, mangled_json, mangled_json),
)


# Texts

SIGNS = (
    *("\x1b[2J", "\x1b]0;evil\x07", "\x1b]8;;http://evil.example\x1b\\link", "\x1bPq\x1b\\", "\x9b31m", "\x9d0;x\x9c"),
    "\x90",
    *("\x00", "\x07", "\x08" * 9, "\r", "\n", "\t", "\x0b", "\x0c", "\x7f", "\x85", "\u2028", "\u2029", "\x1a", "\x04"),
    "\x03",
    *("\u202a", "\u202b", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069", "\u200e", "\u200f", "\u061c"),
    *("\u200b", "\u200d", "\ufeff", "\u00ad", "\u2060", "\ufff9", "\U000e0041", "\ufffe", "\ufdd0", "\ud800", "\udc80"),
    *("\u0301" * 40, "e\u0301", "\u05d0\u05d1", "\u0627", "漢", "👩\u200d🚀", "ﷺ", "\u1160", "\u3000", "\U0010ffff"),
    *("<script>alert(1)</script>", "]]>", "<!--", "-->", "&", "&#x1b;", "&xxe;", '"', "'", '" onload="alert(1)'),
    *("<svg>", "</text>"),
    *('<!ENTITY x SYSTEM "file:///etc/passwd">', "<image href='http://evil.example/x.png'/>", "javascript:alert(1)"),
    *(
        "<foreignObject>",
        "<a xlink:href='http://evil.example'>",
        "<?xml-stylesheet href='http://evil.example'?>",
        "<style>@import",
    ),
    *("{player}", "{0.__class__}", "{", "}", "%s%n", "%(x)s", "${HOME}", "$(touch x)", "`touch x`", ";touch x"),
    *("|touch x", "\\"),
    *(")Tj ET", "(", "<</JS (app.alert(1))/S /JavaScript>>", "endstream endobj", "%%EOF", "/URI", "\xfe\xff", "\\101"),
    *("..", "../../x", "/etc/passwd", "..\\..\\x", "C:\\x", "\\\\host\\share", "~", "~root", ".", "x/y", "a:b", "a*?"),
    "file:///x",
    *("CON", "con.txt", "NUL", "nul.toml", "COM1", "LPT9", "AUX", "PRN", "CONIN$", "COM\xb9", "x.", "x ", " x", ".x"),
    *("-rf", "--force"),
    *("=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-", "=", ":", ",", ";", "#", "[red]", "[link=http://evil.example]"),
    *("**b**", "![x](http://x)"),
    *("Ann", "Bob: north", "quit", "a1", "\u0410nn", "treasure", "1", "title = 'x'", '"""', "'''", "\nwalls = 3"),
    "[settings]",
)
"""Signs that mean something to a terminal, a page, a picture, a document, a shell, a disk or a table."""


def hostile_texts(number: int) -> Iterator[str]:
    """So many texts: each sign alone, long ones, and mixtures."""
    yield from SIGNS[:number]
    chance = Chance("hostile texts")
    long = ("x" * 10_240, "\u202e" * 5120, "\x1b[31m" * 2048, "w " * 5120, "漢" * 3413, "<" * 10_240, "../" * 3400)
    for each in range(number - len(SIGNS)):
        if each < len(long):
            yield long[each]
        else:
            yield "".join(chance.choice((*SIGNS, "x", "Maze ", "e", " ")) for _ in range(1 + chance.below(5)))


def spread(number: int) -> tuple[str, ...]:
    """So many of a thousand texts, spread evenly."""
    texts = tuple(hostile_texts(1000))
    return texts[:: max(1, len(texts) // number)][:number]


CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"
)
"""What does something in a terminal instead of being shown."""
