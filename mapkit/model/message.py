"""What mapkit says: an English sentence with what fills its gaps, put into the words of a language at the edge.

A message is a text, too: its English. So whatever prints, compares or sorts English takes messages. What joins or cuts
one, such as an f-string, gives a plain text, which no language has words for; the type checker refuses that where a
message is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any, NewType

Name = NewType("Name", str)
"""A text that is the same in all languages: the name of a cell, a person, a file or a setting, or what was typed."""


class LargeNumber(int):
    """A number with commas between its thousands in English; in other languages commas mark decimals."""

    def __format__(self, form: str) -> str:
        return format(int(self), form or ",")


class Message(str):
    """A sentence, a clause or a noun; as a text, it is its English."""

    __slots__ = ("args", "is_noun", "many", "parts", "template")
    template: str
    """The English with names in braces. `{thing:a}` asks for a form of what fills the gap, here with an article."""
    args: Mapping[str, Any]
    """What fills the gaps, by their names."""
    many: str
    """The English beside a `number` other than 1; empty where the number does not matter."""
    parts: tuple[Message | Name, ...]
    """The parts of a row; its template is what stands between them."""
    is_noun: bool

    def __new__(
        cls,
        template: str,
        args: Mapping[str, Any] = MappingProxyType({}),
        many: str = "",
        parts: tuple[Message | Name, ...] = (),
        is_noun: bool = False,
    ) -> Message:
        english = many if many and args["number"] != 1 else template
        try:
            self = str.__new__(cls, template.join(parts) if parts else english.format_map(args))
        except ValueError:  # a name has no forms
            self = str.__new__(cls, english.format_map({gap: _FilledGap(args[gap], in_english) for gap in args}))
        self.template, self.args, self.many, self.parts, self.is_noun = template, args, many, parts, is_noun
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is copied and goes to another process."""
        return Message, (self.template, dict(self.args), self.many, self.parts, self.is_noun)

    def __format__(self, form: str) -> str:
        return put(self, in_english, form) if form else str(self)

    def filled(self, **fillings: Filling) -> Message:
        """The same with other fillings of some gaps, for one that was made before these were known."""
        return Message(self.template, {**self.args, **fillings}, self.many, self.parts, self.is_noun)

    @property
    def english(self) -> str:
        """The English beside its number, with its gaps."""
        return self.many if self.many and self.args["number"] != 1 else self.template


# --- how messages are made ---------------------------------------------------------------------------------------

Filling = Message | Name | int | float


@cache
def gaps(template: str) -> tuple[str, ...]:
    """The names of the gaps, each once, in the order in which they come."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name))


def message(template: str, *fillings: Filling) -> Message:
    """A message, with what fills its gaps in their order; templates are literal, since catalogues are made of them."""
    return Message(template, dict(zip(gaps(template), fillings, strict=True)))


def plural(one: str, many: str, number: int, *fillings: Filling) -> Message:
    """A message whose form depends on the `number`; the others fill the other gaps in their order."""
    others = (gap for gap in gaps(many) if gap != "number")
    return Message(one, {"number": number, **dict(zip(others, fillings, strict=True))}, many)


def noun(template: str, *fillings: Filling) -> Message:
    """The name of a thing, which other messages may ask for in a form, such as with an article or in a case."""
    return Message(template, dict(zip(gaps(template), fillings, strict=True)), is_noun=True)


def joined(parts: Sequence[Message | Name], between: str = ", ") -> Message:
    """Messages in a row, with commas between them or something else."""
    if len(parts) == 1 and isinstance(parts[0], Message):
        return parts[0]
    return Message(between, parts=tuple(parts)) if parts else NOTHING


def listed(parts: Sequence[Message | Name]) -> Message:
    """Messages in a sentence: `a, b and c`."""
    return joined(parts) if len(parts) < 2 else message("{things} and {last}", joined(parts[:-1]), parts[-1])


def either(parts: Sequence[Message | Name]) -> Message:
    """Messages in a sentence: `a, b or c`."""
    return joined(parts) if len(parts) < 2 else message("{things} or {last}", joined(parts[:-1]), parts[-1])


def shortened(parts: Sequence[Message | Name], most: int) -> Message:
    """Up to so many of the parts, and the number of the others."""
    more = len(parts) - most
    return joined(parts) if more <= 0 else message("{things} and {number} more", joined(parts[:most]), more)


def sentences(*parts: Message | Name) -> Message:
    """The sentences that say something, one after another."""
    return joined([part for part in parts if part], " ")


def clauses(*parts: Message | Name) -> Message:
    """The clauses of one sentence, such as what was found and what would do, with semicolons between them."""
    return joined([part for part in parts if part], "; ")


def said_of(text: str) -> Message:
    """A text as a message; catalogues have words for the texts of presets, themes and help."""
    return text if isinstance(text, Message) else Message(text.replace("{", "{{").replace("}", "}}"))


def lines_of(said: Message | Name) -> tuple[Message | Name, ...]:
    """The lines that were joined into a message; the message itself where it is one line."""
    if isinstance(said, Message) and said.parts and said.template == "\n":
        return tuple(line for part in said.parts for line in lines_of(part))
    return (said,)


NOTHING = Message("")


# --- how they are put into words ---------------------------------------------------------------------------------

Wording = Callable[[Message, str], tuple[str, str]]
"""What a language says for a message in a form: a text with gaps, and the form that is then asked of their fillings."""


def put(said: Message | Name | float, words: Wording, form: str = "") -> str:
    """A message, or what fills a gap of one, in the words of a language; a form may be asked of it, such as a case."""
    if not isinstance(said, Message):
        return str(said)
    if said.parts:
        return words(said, "")[0].join(put(part, words, form) for part in said.parts)
    text, form = words(said, form)
    return text.format_map({name: _FilledGap(filling, words, form) for name, filling in said.args.items()})


class _FilledGap:
    def __init__(self, said: Any, words: Wording, form: str = "") -> None:
        self.said, self.words, self.form = said, words, form

    def __format__(self, form: str) -> str:
        return put(self.said, self.words, form or self.form)


def in_english(said: Message, form: str) -> tuple[str, str]:
    """The English; the one form is that of a noun with its article."""
    return (with_article(said.template), "") if form and said.is_noun else (said.english, form)


def with_article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' and not noun.startswith('one') else 'a'} {noun}"


# --- messages as data --------------------------------------------------------------------------------------------

MOST_LETTERS, MOST_DEEP = 10_000, 16
"""The most characters of a message from outside, and how deep messages may stand in each other."""


def as_data(said: Filling | str) -> Any:
    """A message as what JSON can say, for programs and logs; names and numbers are themselves."""
    if not isinstance(said, Message):
        return said
    more = {"many": said.many, "parts": [*map(as_data, said.parts)], "noun": said.is_noun}
    args = {name: as_data(filling) for name, filling in said.args.items()}
    return {"template": said.template, "args": args, **{key: value for key, value in more.items() if value}}


def from_data(data: Any, deep: int = 0) -> Message:
    """The inverse of `as_data`; raises ValueError for data that it does not give, since they may come from anybody.

    A gap may only name its filling and ask for an article: it cannot read a member of the filling, or widen it.
    """
    match {"many": "", "parts": [], "noun": False, **data} if isinstance(data, dict) else data:
        case {
            "template": str(text), "args": dict(args), "many": str(many), "parts": list(parts), "noun": bool(is_noun),
            **others,
        } if not others and deep < MOST_DEEP and len(text) + len(many) <= MOST_LETTERS:  # fmt: skip
            fields = [] if parts else [*Formatter().parse(text), *Formatter().parse(many)]
        case _:
            raise ValueError
    asked = [(name, form, changed) for _, name, form, changed in fields if name is not None]
    wanted = {name for name, _, _ in asked} | ({"number"} if many else set())
    if args.keys() != wanted or (many and type(args["number"]) is not int) or (parts and many):
        raise ValueError
    if not all(name.isidentifier() and form in ("", "a") and not changed for name, form, changed in asked):
        raise ValueError
    if {*map(type, parts)} - {str, dict} or {*map(type, args.values())} - {str, dict, int, float}:
        raise ValueError
    filled = {name: from_data(each, deep + 1) if isinstance(each, dict) else each for name, each in args.items()}
    row = tuple(from_data(part, deep + 1) if isinstance(part, dict) else part for part in parts)
    said = Message(text, filled, many, row, is_noun)
    if len(said) > MOST_LETTERS or not said.isprintable():
        raise ValueError
    return said


def for_program(say: Callable[[Message | Name], str], **said: Any) -> dict[str, Any]:
    """Messages, or lists and tables of them, as `say` puts them; in `messages` is what they are made of."""
    made_of = {key: _each(as_data, each) for key, each in said.items()}
    return {**{key: _each(say, each) for key, each in said.items()}, "messages": made_of}


def _each(put: Callable[[Any], Any], said: Any) -> Any:
    if isinstance(said, dict):
        return {key: put(each) for key, each in said.items()}
    return put(said) if isinstance(said, str) else [*map(put, said)]
