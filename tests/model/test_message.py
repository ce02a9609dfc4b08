"""A message is data that programs and logs keep, and nothing else that looks like it is taken."""

import json
from typing import Any

import pytest

from mapkit.language.wording import translated
from mapkit.model.message import (
    MOST_DEEP,
    MOST_LETTERS,
    NOTHING,
    Message,
    Name,
    as_data,
    clauses,
    from_data,
    listed,
    message,
    noun,
    plural,
    said_of,
    sentences,
)

HOSTILE: dict[str, Any] = {
    "no message": "Found {thing}.",
    "without fillings": {"template": "a"},
    "a template that is none": {"template": ["a"], "args": {}},
    "fillings that are none": {"template": "a", "args": ["a"]},
    "more than is known": {"template": "a", "args": {}, "class": "int"},
    "an attribute": {"template": "{x.__class__}", "args": {"x": "a"}},
    "an attribute by its name": {"template": "{x.__class__}", "args": {"x.__class__": "a"}},
    "an item": {"template": "{x[0]}", "args": {"x": "a"}},
    "a conversion": {"template": "{x!r}", "args": {"x": "a"}},
    "a width": {"template": "{x:999999999}", "args": {"x": "a"}},
    "a width from a filling": {"template": "{x:{y}}", "args": {"x": "a", "y": "999999999"}},
    "a gap without a name": {"template": "{}", "args": {}},
    "a gap with a number": {"template": "{0}", "args": {"0": "a"}},
    "half a gap": {"template": "{x", "args": {"x": "a"}},
    "an unknown gap": {"template": "{x}", "args": {}},
    "an unknown gap beside other numbers": {"template": "a", "args": {"number": 1}, "many": "{x}"},
    "too many fillings": {"template": "{x}", "args": {"x": "a", "y": "b"}},
    "a filling of no kind": {"template": "{x}", "args": {"x": None}},
    "a filling that is true": {"template": "{x}", "args": {"x": True}},
    "no number": {"template": "a", "args": {}, "many": "b"},
    "a number in words": {"template": "{number}", "args": {"number": "2"}, "many": "{number}"},
    "parts that are no texts": {"template": ", ", "args": {}, "parts": [1, 2]},
    "parts with fillings": {"template": ", ", "args": {"x": "a"}, "parts": ["a"]},
    "a row of two numbers": {"template": ", ", "args": {"number": 2}, "many": "a", "parts": ["a"]},
    "a noun by halves": {"template": "a", "args": {}, "noun": 1},
    "a long template": {"template": "x" * (MOST_LETTERS + 1), "args": {}},
    "what grows long": {"template": "{a}" * 3, "args": {"a": "x" * MOST_LETTERS}},
    "a fault within": {"template": "{a}", "args": {"a": {"template": "{b}", "args": {}}}},
}


def nested(deep: int) -> dict[str, Any]:
    return {"template": "{a}", "args": {"a": nested(deep - 1) if deep > 1 else "a"}}


@pytest.mark.parametrize(
    "said",
    [
        NOTHING,
        message("legal"),
        message("found {thing:a} on {cell}", noun("river tile"), Name("c4")),
        message("found {thing:a}", Name("A1")),
        plural("{number} edit", "{number} edits", 2),
        plural("{number} edit", "{number} edits", 1),
        clauses(listed([noun("river tile"), Name("c4"), message("legal")]), message("{number} %", 1.5)),
        sentences(said_of("a {brace}"), message("legal")),
        from_data(nested(MOST_DEEP)),
    ],
    ids=str,
)
def test_a_message_is_read_back_from_its_data(said: Message) -> None:
    read = from_data(json.loads(json.dumps(as_data(said))))
    assert (read, as_data(read)) == (said, as_data(said))
    assert translated(read, "ru") == translated(said, "ru")


@pytest.mark.parametrize("data", [*HOSTILE.values(), nested(MOST_DEEP + 1), None, 1, []], ids=[*HOSTILE, *"abcd"])
def test_what_is_no_message_is_refused(data: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the standard library says why some are no templates
        from_data(data)
