"""Characters in what people write: those that only look like others, and those that cannot be seen."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from mapkit.model.message import NOTHING, Message, Name, joined, message

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def in_quotes(text: str) -> Name:
    """A text from a file in quotes, safe for a terminal and at most 40 characters long."""
    return Name(f'"{visible(text if len(text) <= 40 else text[:37] + "...")}"')


def alike(text: str) -> str:
    """A text in the form in which words and names are compared.

    Capitals, ways to write the same letter, letters that a language writes for others, and the number of spaces do not
    matter.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.translate(_tables()[0]).split())


def in_latin_letters(text: str) -> str:
    """The text with look-alike letters and signs of other alphabets replaced by those of a Latin keyboard."""
    known = _tables()[1]
    return "".join(known.get(sign) or unicodedata.normalize("NFKC", sign) for sign in text)


def written_for(letter: str) -> str:
    """A letter with those that people write for it, as a class of a regular expression; a letter without, as it is."""
    others = "".join(chr(other) for other, same in _tables()[0].items() if same == letter)
    return f"[{letter}{others}]" if others else letter


@cache
def _tables() -> tuple[Mapping[int, str], Mapping[str, str]]:
    """Letters for which people write others, and these; and what looks like a sign of a Latin keyboard, and this."""
    shelves = (Path(__file__).parents[depth] / "templates" / "letters.toml" for depth in (1, 2))
    tables = tomllib.loads(next(file for file in shelves if file.exists()).read_text(encoding="utf-8"))
    same, looks = ({other: sign for sign, others in table.items() for other in others} for table in tables.values())
    return str.maketrans(same), looks


def look_alike(text: str) -> Message:
    """What to say of the first character that only looks like the one that was meant; empty where there is none.

    A letter is none where the text has other letters of its alphabet, which no Latin ones look like.
    """
    foreign = any(sign.isalpha() and not sign.isascii() for sign in in_latin_letters(text))
    for sign in text:
        meant = in_latin_letters(sign)
        if sign == meant or not meant.isascii() or not meant.isprintable() or (foreign and sign.isalpha()):
            continue
        script = unicodedata.name(sign, "").split(" ")[0]
        whose = {"CYRILLIC": message("Cyrillic {letter}", Name(sign)), "GREEK": message("Greek {letter}", Name(sign))}
        what = message("the Latin letter {letter}", Name(meant)) if meant.isalpha() else _the_sign(meant)
        found, code = whose.get(script) or _the_sign(sign), Name(f"U+{ord(sign):04X}")
        return message("{thing}, {name}, which only looks like {sign}", found, code, what)
    return NOTHING


def _the_sign(sign: str) -> Message:
    return message("a space") if sign == " " else message("the sign {sign}", Name(visible(sign)))


def written(raw: object) -> str:
    """What a person wrote as the value of something; what is no text is as Python writes it."""
    return raw.strip() if isinstance(raw, str) else shown(raw)


class NoValue(NamedTuple):
    """What stands in a file where a value should be, and is of a kind that no setting takes, such as a list."""

    words: Message | Name


def shown(value: object, most: int = 40) -> Message | Name:
    """A value that is refused, as Python writes it, at most that long and safe for a terminal."""
    if isinstance(value, NoValue):
        return value.words
    try:
        text = repr(value)
    except ValueError:  # it is or has a whole number of thousands of digits
        named = message("{name} of thousands of digits", Name(type(value).__name__))
        return message("a number of thousands of digits") if isinstance(value, int) else named
    return Name(text if len(text) <= most else f"{text[: most - 4]}...{text[-1]}")


_PERHAPS_WIDE = re.compile("[^\0-\u02ff\u0370-\u0482\u048a-\u058f\u1e00-\u1fff\u2010-\u2317\u2500-\u25fc]")


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes: letters of China, Japan and Korea and pictures two, colours none."""
    text = without_colour(text)
    if not _PERHAPS_WIDE.search(text):
        return len(text)
    from wcwidth import wcswidth  # imported late: its tables are large, and few texts need them

    wide = wcswidth(text)
    return wide if wide >= 0 else len(text)


def without_colour(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def in_columns(text: str, columns: int, *, right: bool = False) -> str:
    """A text with spaces behind it, or before it with `right`, so that it takes so many columns of a terminal."""
    spaces = " " * (columns - columns_of(text))
    return spaces + text if right else text + spaces


def in_lines(text: str, columns: int, margin: str = "") -> list[str]:
    """A text in lines of so many columns at most, broken between words or in long ones; `margin` begins later ones."""
    lines, line = list[str](), ""
    for word in re.findall(r"\s*\S+", text):
        while columns_of(line + word) > columns:
            rest = word if line.strip() else ""
            if not rest:
                most = max(1, columns - columns_of(line))
                fits = (n for n in range(min(len(word), 8 * most), 0, -1) if columns_of(word[:n]) <= most)
                cut = next(fits, 1)
                line, rest = line + word[:cut], word[cut:]
            lines.append(line)
            line, word = margin, rest.lstrip()
        line += word
    return [*lines, line] if line.strip() else lines


def composed(text: str) -> str:
    """The text with each letter and its accents as one character, as most keyboards give it and macOS does not."""
    return unicodedata.normalize("NFC", text)


_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_OR_A_LINE_IN_QUOTES = re.compile(rf"""("(?!"")[^"\n]*"|'(?!'')[^'\n]*')|{_SPACES.pattern}""")


def with_plain_spaces(text: str) -> str:
    """The text with plain spaces for others; what stands in quotes on one line, such as a title, keeps them."""
    return _OR_A_LINE_IN_QUOTES.sub(lambda found: found[1] or " ", text) if _SPACES.search(text) else text


def refused_word(word: object, most: int = 40) -> Message | Name:
    """A refused word of an option or a setting, at most that long, and the character in it that only looks right."""
    return with_look_alike(shown(word, most), word)


def in_quotes_with_hint(text: str) -> Message | Name:
    """A refused word of a file in quotes, as `named` gives it, and the character in it that only looks right."""
    return with_look_alike(in_quotes(text), text)


def suggestion(word: object, known: Sequence[str], otherwise: str | Message = "there are {names}") -> Message:
    """A question such as `did you mean walls?`; where no name is near, a sentence that may list them all."""
    otherwise = otherwise if isinstance(otherwise, Message) else Message(otherwise, {"names": names(known)})
    return did_you_mean(near(word, known)) or otherwise


def did_you_mean(name: str) -> Message:
    """The question about a name; empty for an empty name."""
    return message("did you mean {name}?", Name(name)) if name else NOTHING


def names(known: Iterable[str]) -> Message:
    return joined([Name(name) for name in known])


def near(word: object, known: Sequence[str]) -> str:
    """The known name that is nearest to a word; empty where none is near."""
    return _nearest(written(word)[:40].lower(), tuple(known))


@lru_cache(maxsize=1024)  # what is wrong in a file is often wrong in many lines
def _nearest(word: str, known: tuple[str, ...]) -> str:
    return next(iter(get_close_matches(word, known, 1)), "")


def with_look_alike(shown: Message | Name, word: object) -> Message | Name:
    """A refused word as it is shown, with what `look_alike` says of it in brackets."""
    like = look_alike(word) if isinstance(word, str) else NOTHING
    return message("{found} (with {what})", shown, like) if like else shown


def visible(text: str) -> str:
    """The text with codes such as U+001B for characters that are invisible, or that change the direction of others."""
    return "".join(f"U+{ord(sign):04X}" if is_unfit(sign) or not sign.isprintable() else sign for sign in text)


def is_unfit(sign: str) -> bool:
    """Whether a character may not stand in a title: controls, line breaks, surrogates, and what turns a text round."""
    is_noncharacter = ord(sign) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(sign) <= 0xFDEF
    return unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in _TURNING or is_noncharacter
