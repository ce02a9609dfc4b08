"""Words of a group's own: what its players type, and what its referee answers (`words/GAME.toml`, docs/table.md)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from mapkit.language.catalogue import languages
from mapkit.language.directives import vocabulary
from mapkit.language.phrases import Phrases, phrases
from mapkit.mapfile.text import MOST_PROBLEMS, MOST_SOUGHT, FilePosition, Source, UnreadableMap, decode_file, parse_toml
from mapkit.model import resources
from mapkit.model.errors import Problem, refuse_all
from mapkit.model.game import Game, table_of
from mapkit.model.letters import (
    alike,
    composed,
    did_you_mean,
    in_latin_letters,
    in_quotes,
    in_quotes_with_hint,
    suggestion,
    visible,
)
from mapkit.model.message import NOTHING, Message, Name, clauses, message

FOLDER = "words"
"""The folder of a user's own templates that has a file of words for each game."""
PARTS = ("directives", "answers")
MOST_LETTERS = 40
_BETWEEN = " -'’"
"""The signs that may stand between the letters of a word."""


class OwnWords(NamedTuple):
    """The words of a group: for each word of mapkit what is said for it, the one first that mapkit is to say."""

    directives: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    answers: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def read(game: Game[Any], data: bytes, name: str) -> OwnWords:
    """The words in a file; raises UnreadableMap with all that is wrong in it, each with its place."""
    source = Source(decode_file(data, name, "template").removeprefix("\ufeff"))
    reader, words = _OwnWordsReader(game, source, name), {part: dict[str, tuple[str, ...]]() for part in PARTS}
    for part, said in parse_toml(source, name).items():
        if part not in PARTS:
            none = message("there is no part {found} in a file of words", in_quotes(part))
            reader.wrong(source.key(part), clauses(none, suggestion(part, PARTS)))
        elif not isinstance(said, dict):
            reader.wrong(source.key(part), message("{name} is a table: write [{name}]", Name(part)))
        else:
            words[part] = {word: reader.forms(part, word, text) for word, text in said.items()}
    if reader.problems:
        raise UnreadableMap(name, reader.problems)
    return OwnWords(**words)


def of_folder(game: Game[Any]) -> OwnWords:
    """The words for a game in the folder of the user's own templates, which was checked when it was named."""
    folder = resources.own_folder()
    file = folder / FOLDER / f"{game.name}.toml" if folder else None
    return read(game, file.read_bytes(), file.name) if file and file.is_file() else OwnWords()


def refuse_names(players: Iterable[str], known: Phrases) -> None:
    """Raise BadSetting for players with a name that means something else in the words of their group."""
    wrong = [
        message("{found} cannot be a name: in your words it means {word}", in_quotes(name), in_quotes(meant))
        for name in players
        if (meant := known.typed.get(alike(name)))
    ]
    refuse_all(wrong, in_a_line=True)


def commands(game: Game[Any]) -> frozenset[str]:
    """The words that the commands of a game are made of, as mapkit has them."""
    known = vocabulary(game.name)
    others = table_of(game).seating.speech.directives - {*alike(" ".join(known.forms)).split()}
    return others.union(" ".join(known.forms.values()).split())


def answers(game: Game[Any]) -> frozenset[str]:
    """What a referee answers that may be said in other words: answers of notes, and words of announcements."""
    evidence = table_of(game).evidence
    noted = evidence(game.design.params(), ()).answers if evidence is not None else ()
    said = (word for each in languages(game.name) for word, text in phrases(game.name, each).words.items() if text)
    return frozenset({*vocabulary(game.name, part="answers").forms.values(), *noted, *said}) - {""}


class _OwnWordsReader:
    """Reads a file of words, and collects all that is wrong in it."""

    def __init__(self, game: Game[Any], source: Source, name: str) -> None:
        self.problems = list[Problem]()
        self._game, self._source, self._name = game.name, source, name
        self._known = {"directives": commands(game), "answers": answers(game)}
        self._said: dict[tuple[str, str], tuple[str, int]] = {}

    def wrong(self, at: FilePosition, why: Message) -> None:
        """Something is wrong; raises UnreadableMap where there is too much to go on."""
        self.problems.append(Problem(*at, why))
        if len(self.problems) >= MOST_SOUGHT:
            raise UnreadableMap(self._name, self.problems)

    @property
    def _tells_more(self) -> bool:
        """Whether the next problem is one of those that are told, and not only counted."""
        return len(self.problems) < MOST_PROBLEMS

    def forms(self, part: str, word: str, text: object) -> tuple[str, ...]:
        """What is said for a word of mapkit."""
        source, known = self._source, self._known[part]
        is_known = word in known or (part == "directives" and {*word.split()} <= known)
        if not is_known:
            shown = Name(self._game), in_quotes_with_hint(word)
            none = message("{game} has no command {found}", *shown)
            none = none if part == "directives" else message("{game} has no answer {found}", *shown)
            meant = vocabulary(self._game, part=part).plain(word)
            near = did_you_mean(meant) if meant in known else NOTHING
            if not near and self._tells_more:
                near = suggestion(word, sorted(known), message("leave it out"))
            self.wrong(source.key(part, word), clauses(none, near))
        if not isinstance(text, str):
            self.wrong(source.value(part, word), message("{key} takes a text in quotes", Name(visible(word))))
            return ()
        found, begin, (_, offsets) = list[str](), 0, source.characters(part, word)
        for piece in text.split(","):
            form, at = piece.strip(), source.spot(offsets[begin + len(piece) - len(piece.lstrip())])
            if why := _unfit(form) or (self._clash(part, word, form) if is_known else NOTHING):
                self.wrong(at, why)
            self._said.setdefault((part, alike(form)), (word, at.line))
            found.append(composed(form))
            begin += len(piece) + 1
        return tuple(found)

    def _clash(self, part: str, word: str, form: str) -> Message:
        """The other meaning that a form has already; empty for none."""
        said, found = alike(form), in_quotes(form)
        if said == word:
            return NOTHING
        other, line = self._said.get((part, said), (word, 0))
        if other != word:
            return message("{found} stands for {word} in line {line} already", found, in_quotes(other), line)
        if part == "answers":
            meant = vocabulary(self._game, part=part).plain(said)
            if meant in self._known[part] - {word, word.replace("-", " ")}:
                return _taken(form, meant)
        if word not in self._known["directives"] and part == "answers":
            return NOTHING
        table, known = vocabulary("table"), vocabulary(self._game)
        if table.forms.get(said.split()[0]) or said.split()[0] in {*table.forms.values()}:
            return message("{found} begins with a word of the table; take another word", found)
        if {*said.split()} <= known.directives | known.fillers | self._known["directives"]:
            meant = known.plain(said)
            if not meant and word:
                return message("{found} means nothing in a command, and is left out; take another word", found)
            if meant != word:
                return _taken(form, meant)
        return NOTHING


def _taken(form: str, meant: str) -> Message:
    if alike(form) == meant:
        return message("{found} is a word of mapkit for something else; take another word", in_quotes(form))
    return message("{found} means {word} already; take another word", in_quotes(form), in_quotes(meant))


def _unfit(form: str) -> Message:
    """Why nobody can type a form, or why it could not be told from others; empty where it will do."""
    if not form:
        return message("a word is missing here; leave the comma out, or write a word")
    if len(form) > MOST_LETTERS:
        return message("{found} has {number} letters; {most} are the most", in_quotes(form), len(form), MOST_LETTERS)
    other = next((sign for sign in form if unicodedata.category(sign)[0] not in "LM" and sign not in _BETWEEN), "")
    if other:
        letters = message("a word has letters, with spaces, hyphens and apostrophes between them")
        return clauses(message("{found} has the character {sign}", in_quotes(form), Name(visible(other))), letters)
    latin = any(sign.isascii() and sign.isalpha() for sign in form)
    if latin and (like := next((sign for sign in form if in_latin_letters(sign) != sign), "")):
        mixed = message("{found} has letters of two alphabets", in_quotes_with_hint(form))
        return clauses(mixed, message("write {letter} as the others", Name(like)))
    return NOTHING


# --- what is said in them ----------------------------------------------------------------------------------------


def in_own_words(known: Phrases, own: OwnWords, game: Game[Any], params: Any) -> Phrases:
    """The phrases of a game with these settings in the words of a group."""
    if own == OwnWords():
        return known
    sentences, of_commands, evidence = dict(known.heard), commands(game), table_of(game).evidence
    typed = {alike(form): word for word, forms in own.directives.items() for form in forms}
    typed |= {alike(form): word for word, forms in own.answers.items() if word in of_commands for form in forms}
    words = {word: forms[0] for word, forms in own.directives.items() if word}
    meant = evidence(params, ("a", "b")) if evidence is not None else None
    reworded = dict[str, str]()
    for word, forms in own.answers.items():
        told = meant and (meant.answer("a", word) or meant.answer("a", f"{word} b"))
        turned_round = told and {"other": "a"}.items() <= dict(told.args).items()  # as in `loses to`
        if told and told.key != "what" and not turned_round:
            reworded[told.key] = forms[0]
        key = str(dict(told.args)["what"]) if told and told.key == "what" else word
        words |= {key: forms[0]} if isinstance(known.words.get(key, ""), str) else {}
    for key, form in sorted(reworded.items()):  # `impossible` before `impossible-wall`
        for each in [each for each in sentences if each == key or (key.endswith("-") and each.startswith(key))]:
            _reword(sentences, each, form)
    said, plain = {**known.words, **words}, {**known.plain, **words} if known.plain else {}
    return replace(known, heard=sentences, words=said, plain=plain, typed={**known.typed, **typed})


def _reword(sentences: dict[str, str], key: str, form: str) -> None:
    """Say an announcement by a group's own word for it, and the sentences that begin with it, such as `executed-what`.

    What stands in the sentence before the word, as in `Step impossible, wall.`, and whom it names stay.
    """
    old = sentences[key].rstrip(".!")
    above = [sentences[each].rstrip(".!") for each in sentences if key.startswith(f"{each}-")]
    before = max((stem for stem in above if old.startswith(stem)), key=len, default="")
    if before:
        new = f"{before}, {form}"
    elif "{other}" in old:
        new = f"{{player}} {form} {{other}}"
    else:
        new = f"{{player}}: {form}" if "{player}" in old else f"{form[:1].upper()}{form[1:]}"
    for each, text in sentences.items():
        if each == key or (each.startswith(f"{key}-") and text.startswith(old)):
            sentences[each] = f"{new}{text[len(old) :]}"
