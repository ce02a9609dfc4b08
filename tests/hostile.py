"""Files that were spoilt on purpose, the same ones from the same seed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from mapkit.chance import Chance

WORDS = (
    *("", "0", "-1", "1e999", "nan", "99999999999999999999", "4294967296", "0x10", "1_0", "007", "-0.0", "9" * 5000),
    *("true", "null", "any", "none", "[]", "{}", '""', "'", '"""', "[[", "]]", "{{0.__class__}}", "%s%n", "$(id)"),
    *(
        "\0",
        "\x1b[2J",
        "\x1b]0;x\x07",
        "\x9b",
        "\r",
        "\t",
        "\v",
        "\u2028",
        "\u202e",
        "\ufeff",
        "\u0301" * 50,
        "\U0010ffff",
    ),
    *(
        "../../etc/passwd",
        "/dev/zero",
        "CON",
        "a" * 20_000,
        "a1 " * 5000,
        "=",
        ":",
        "#",
        ",",
        "+---+",
        "\u0660",
        "\xb2",
    ),
    *("0-99999999", "a1-z99", "1x1", "99999x99999", "zz9", "a0", "a1E", "\ud800".encode("utf-8", "replace").decode()),
)
"""What stands nowhere in a good file."""

BYTES = (
    b"\0",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
    b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\x1a",
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
        "",
        "x",
        "a" * 20_000,
        "\0",
        "\x1b[2J",
        "\ud800",
        "../..",
        "a1",
    ),
    *(
        [],
        {},
        [None],
        [[]],
        [0] * 5000,
        {"": ""},
        {"a": {"b": {}}},
        [1, 2],
        "9" * 5000,
        ["a1", "a1"],
        {"a1": "T"},
        "any",
    ),
)
"""What may stand at any place in data, such as JSON has."""

_NUMBER = re.compile(rb"\d+")
_TOKEN = re.compile(rb"\w+|[^\w\s]+")


def mangled(chance: Chance, data: bytes, others: Sequence[bytes]) -> bytes:
    """The bytes of a file, spoilt in one to four ways; `others` are files to take parts from."""
    for _ in range(1 + chance.below(2) * chance.below(4)):
        data = chance.choice(_WAYS)(chance, data, others)
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


def _token(chance: Chance, data: bytes, others: Sequence[bytes]) -> bytes:
    found = [*_TOKEN.finditer(data)]
    if not found:
        return data
    where = chance.choice(found)
    if chance.below(2):
        new = chance.choice(WORDS).encode()
    else:
        new = chance.choice([*_TOKEN.findall(chance.choice(others))] or [b""])
    return data[: where.start()] + new + data[where.end() :]


def _number(chance: Chance, data: bytes, _: Sequence[bytes]) -> bytes:
    found = [*_NUMBER.finditer(data)]
    if not found:
        return data
    where = chance.choice(found)
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
