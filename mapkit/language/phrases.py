"""What is said at the table, in the words of a language."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from string import Formatter
from typing import Any

from mapkit.language.catalogue import ENGLISH, in_theme, plain_language, theme_in, themed
from mapkit.language.directives import player_named
from mapkit.language.wording import translated
from mapkit.model import resources
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.letters import alike, composed, names, refused_word, visible, written_for
from mapkit.model.message import NOTHING, Message, Name, message
from mapkit.model.ruling import Announcement, InvalidMove, heard

MOST_LINE = 1000
"""The most characters of a line at the table."""


class _Fillings(dict[str, str]):
    """What stands in the braces; a name that has no value yet is shown as on the rule card, such as ‹player›."""

    def __missing__(self, name: str) -> str:
        return f"‹{name}›"


_NAMES = frozenset(
    """
    cell code count direction first last lengths name other ours player players roll size theirs verb ways what winner
    words
    """.split()  # noqa: SIM905 (with a line for each name the list would take a page)
)
"""The names that may stand in braces."""

_FURTHER = ("notes", "words", "table", "rules")
"""The parts that a phrase file may leave out."""

_TYPED = frozenset({"verb", "ways"})
"""The arguments that may be typed, such as `shoot left, skip`."""
_KEYED = frozenset({"what"})
"""The arguments that may be a key, such as `river`; what is more than a key is a message."""
_OF_THE_GAME = frozenset({"cell", "direction", "name", "words"})
"""Further arguments that may be a key in what a game itself announces."""


@dataclass(frozen=True)
class Phrases:
    """The words of a game in one language, by their keys; a key without words raises BadSetting."""

    heard: Mapping[str, str]
    notes: Mapping[str, str]
    refused: Mapping[str, str]
    words: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    """The words of arguments, where this language has others than the referee writes; a noun has its plural forms."""
    table: Mapping[str, str] = field(default_factory=dict)
    """The lines of the host, and the announcements, notes and refusals that games share."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The numbers of the rules behind announcements and notes; only the English file has them."""
    file: str = ""
    """The file to which a person would add words."""
    language: str = ENGLISH
    """The code of the language, or its tag in the words of a theme."""
    plain: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    """The words of arguments without the theme; empty without a theme."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """What a group types in words of its own, as words are compared, and the words of directives that it means."""

    def say(self, heard: Announcement) -> str:
        return self._said("heard", self.heard, heard)

    def announced(self, text: str, names: Collection[str]) -> Announcement | None:
        """The announcement that a text says word for word, if all that it names can be told from the words."""
        said = alike(text).rstrip(" .!")
        for key, pattern in self._sentences.items():
            found = pattern.fullmatch(said)
            args = {of: player_named(word, names) or word for of, word in found.groupdict().items()} if found else {}
            if "what" in args:
                args["what"] = "".join(self._keys.get(part, part) for part in re.split("([,;:] )", args["what"]))
            if found and all(args[of] in names for of in ("player", "other") if of in args):
                return Announcement(key, tuple(args.items()))
        return None

    def goes_on(self, text: str) -> bool:
        """Whether an announcement may go on behind a text with a comma."""
        return self._beginnings.fullmatch(alike(text)) is not None

    @cached_property
    def _beginnings(self) -> re.Pattern[str]:
        open_ended = (re.sub(r"\(\?P<what>.*", ",", each.pattern) for each in self._sentences.values())
        begun = (each.partition(",")[0] for each in open_ended if "," in each)
        nameless = (re.sub(r"\(\?P=\w+\)", ".+?", re.sub(r"\(\?P<\w+>", "(?:", each)) for each in begun)
        return re.compile("|".join(nameless) or "(?!)")

    @cached_property
    def _sentences(self) -> Mapping[str, re.Pattern[str]]:
        """The patterns of the announcements that name players, a direction, or in words besides, what there is."""
        found = dict[str, re.Pattern[str]]()
        for key, text in self.heard.items():
            parts, pattern = [*Formatter().parse(alike(text).rstrip(" .!"))], ""
            for before, name, _, _ in parts:
                gap = f"(?P={name})" if f"?P<{name}>" in pattern else f"(?P<{name}>.+?)"
                pattern += re.escape(before) + (gap if name else "")
            gaps = {name for _, name, _, _ in parts if name}
            in_words = "player" in gaps and any(sign.isalpha() for before, *_ in parts for sign in before)
            if gaps <= {"player", "other", "direction", *(["what"] * in_words)}:
                found[key] = re.compile(pattern)
        return found

    @cached_property
    def _keys(self) -> Mapping[str, str]:
        """The keys of the words that announcements are made of."""
        return {alike(text): key for key, text in self.words.items() if isinstance(text, str)}

    def tell(self, key: str, **args: str) -> str:
        return self._said("table", self.table, Announcement(key, tuple(args.items())))

    def word(self, said: str) -> str:
        """A message of the referee in this language; else a command or a key, in which `use kit` may be one word."""
        if isinstance(said, Message):
            return translated(said, self.language, self.words)
        return self._known.sub(lambda found: str(self.words[found[0]]), said) if self.words else said

    def understood(self, line: str, names: Sequence[str]) -> str:
        """What was typed, as the referee takes it: fit to be shown, with the directives that it means.

        The words of the theme and of the group mean such; the names of players stay as they are. Raises InvalidMove for
        a line that is too long.
        """
        if len(line) > MOST_LINE:
            raise InvalidMove(heard("too-long", count=str(len(line)), size=str(MOST_LINE)))
        return self.meant(composed(visible(" ".join(line.split()))), names)

    def meant(self, line: str, names: Sequence[str]) -> str:
        """A line with directives for the words of the theme and of the group."""
        if not self._typed:
            return line
        kept = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        words = "|".join(map(re.escape, sorted(self._typed, key=len, reverse=True)))
        words = "".join(map(written_for, words))
        either = re.compile(rf"(?<!\w)(?:(?P<name>{kept})|(?P<word>{words}))(?!\w)", re.IGNORECASE)
        return either.sub(lambda found: found["name"] or self._typed[alike(found["word"])], line)

    def retold(self, directive: str) -> str:
        """A directive of the log in the words of the theme or of the group; without these it stays as it was typed."""
        return self.word(directive) if self._typed else directive

    @cached_property
    def _typed(self) -> Mapping[str, str]:
        """What may be typed in the words of the theme and of the group, and the words of directives that it means."""
        own = {key: text for key, text in self.words.items() if self.plain and text != self.plain.get(key)}
        longest_first = sorted(own, key=len, reverse=True)  # where `a bear` and `bear` are told alike, `bear` is meant
        of_theme = {alike(text): key for key in longest_first if isinstance(text := own[key], str) and key.islower()}
        return {**of_theme, **self.typed}

    @cached_property
    def _known(self) -> re.Pattern[str]:
        said = sorted((key for key, text in self.words.items() if isinstance(text, str)), key=len, reverse=True)
        words = "|".join(map(re.escape, said))
        return re.compile(rf"(?<![^\s,;:])(?:{words})(?![^\s,;:])")

    def note(self, note: Announcement) -> str:
        return self._said("notes", self.notes, note)

    def refuse(self, refusal: Announcement) -> str:
        refusal = heard(refusal.key, **{n: self.retold(said) if n == "words" else said for n, said in refusal.args})
        number = "" if " " in refusal.key else refusal.key.rpartition(".")[0]
        text = self._said("refused", self.refused, refusal)
        return f"{text} ({number})" if number else text

    def _said(self, name: str, part: Mapping[str, str], said: Announcement) -> str:
        """What is said, in its phrase, which may stand in `table` as well; raises BadSetting where there is none.

        The key of a group's own announcement may be its words, such as `{player} slides on ICE.`
        """
        text = part.get(said.key, self.table.get(said.key, said.key if " " in said.key else None))
        if text is None:
            file, key, below = map(Name, (self.file, said.key, name))
            raise BadSetting(message("{file}: {key} has no words; add them below [{part}]", file, key, below))
        keyed = _KEYED if part is self.table or said.key not in part else _KEYED | _OF_THE_GAME
        fillings = _Fillings(said.args)
        for name, value in said.args:
            if name in _TYPED or isinstance(value, Message):
                fillings[name] = self.word(value)
            elif name in keyed and isinstance(text_of := self.words.get(value, value), str):
                fillings[name] = text_of
        return text.format_map(fillings)


def phrases(game: str, language: str) -> Phrases:
    """The words of a game and of its table; raises BadSetting where the game has none in that language.

    The language may be a tag such as `en-x-pirate-ship`. Then the words are those of a theme.

    The file `table.toml` has what is said at all tables, in English where the language has none. The file of a game may
    replace parts of it.
    """
    return _usual(game, language) if resources.own_folder() is None else _read(game, language)


def _read(game: str, language: str) -> Phrases:
    found = (file for folder in resources.places("phrases") for file in folder.glob(f"*/{game}.toml"))
    known = sorted({file.parent.name for file in found})
    plain = plain_language(language)
    if plain not in known:
        these = Name(game), refused_word(language, 20), names(known)
        raise BadSetting(message("there are no words of {game} in {found}; say one of {names}", *these))
    of_tables = plain if resources.places("phrases", plain, "table.toml") else ENGLISH
    shared = _parts(resources.path("phrases", of_tables, "table.toml"), ("table", "words"), language)
    file = resources.path("phrases", plain, f"{game}.toml")
    own = _parts(file, ("heard", "refused"), language)
    words, table = ({**shared.get(part, {}), **own.get(part, {})} for part in ("words", "table"))
    heard, notes, refused, rules = (own.get(part, {}) for part in ("heard", "notes", "refused", "rules"))
    without = phrases(game, plain).words if theme_in(language) else {}
    return Phrases(heard, notes, refused, words, table, rules, str(file), language, without)


_usual = cache(_read)
"""The words that mapkit and packages come with, which do not change."""


def _parts(path: Path, needed: Collection[str], language: str) -> dict[str, dict[str, Any]]:
    """The parts of a phrase file, each a table of texts; raises BadSetting with all that is wrong."""
    try:
        tables = resources.tables(*path.parts[-3:])
        data = themed(tables, "phrases", in_theme(path.parent.name, theme_in(language)), path.stem)
        parts = {part: dict(data[part].items()) for part in (*needed, *(name for name in _FURTHER if name in data))}
    except (ValueError, KeyError, OSError, AttributeError) as error:
        file, text = Name(str(path)), Name(str(error))
        raise BadSetting(message("{file}: no phrases can be read in it: {why}", file, text)) from None
    found = [
        _problem(key, text)
        for name, part in parts.items()
        for key, said in part.items()
        for text in (said if name == "words" and isinstance(said, list) else [said])
    ]
    wrong = [message("{file}: {what}", Name(str(path)), problem) for problem in found if problem]
    refuse_all(wrong)
    return parts


def _problem(key: str, text: object) -> Message:
    """What is wrong with a phrase; found when it is read, so that no announcement fails once it is in the log."""
    try:
        braces = [name for _, name, _, _ in Formatter().parse(str(text)) if name is not None]
    except ValueError as error:
        return message("{key}: {why}; a brace that stands for itself is written twice", Name(key), Name(str(error)))
    kept = names(sorted(_NAMES))
    wrong_braces = message("{key} takes text in quotes, with braces around some of {names} only", Name(key), kept)
    return NOTHING if isinstance(text, str) and _NAMES.issuperset(braces) else wrong_braces
