"""Games of Quoridor as people write them: lists of moves in forums, tables that are copied, games in files.

Moves are `e2`, walls `e3h` or `he3`. Numbers, commas, comments, signs of praise and results may stand among them. Rows
are counted from the side of the first player, or from the other side, as Glendenning does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from mapkit.formats.record import MARK, FileFormat, FileToRead, commented, document_in
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document, MapFile
from mapkit.mapfile.text import decoded, refused
from mapkit.model.file_kinds import NOTES, kind_of_text
from mapkit.model.game import Game
from mapkit.model.letters import in_latin_letters, in_quotes
from mapkit.model.map import Map
from mapkit.model.message import LargeNumber, Name, message, shortened
from mapkit.model.settings import BadSetting

TOP, BOTTOM = "top", "bottom"
_ON_TOP = re.compile(r"(?i)row 1 on top")
_COMMENT = re.compile(
    r"\{[^}]*+\}?|;(?!\s*(?:\d+\W*)?[a-z]{1,2}\d)[^\n]*+|\([^)]*+\)?|\$\d++|^[ \t]*+(?:[#%]|\[\w++ )[^\n]*+",
    re.MULTILINE,
)
_WORD = re.compile(r"[^\s,;`]+")
_NUMBER = re.compile(r"(?:\d++[.)…:]*+|[.…]++)")
_GLUED = re.compile(r"(\d++(?:\.++|…|\)))([A-Za-z].*+)")
"""A number and a move without a space between."""
_MOVE = re.compile(r"(?i)(?:[hv]?[a-z]\d{1,2}|[a-z]\d{1,2}[a-z]|pass)")
"""A move, or what looks so much like one that it is told as a wrong one."""
_SIGNS, _EMPHASIS = "!?+#.", "*_"
_FROM = re.compile(r"(?:[a-i]\d[-–>x:]+)(?=[a-i]\d)|(?<=^[hv])[-–]|[-–](?=[hv]$)", re.IGNORECASE)
"""The square from which a pawn moves, or a hyphen before or behind the way of a wall."""
_END = re.compile(r"(?i)(?:[01½]|1/2)[-–:](?:[01½]|1/2)|\*|resign(?:s|ed)?|drawn?|won|wins?|lost|loses|timeout")
_OTHER = re.compile(r"""\s*(?:<|\{\s*"|\[\s*["{]|cell,)|(?:.*\n)*?[ \t]*(?:[+┌][-─=]|[|│])""")
"""The beginning of JSON, of XML or of our own tables, or a line of a drawing."""
_FEWEST, _START = 2, 20_000
"""The fewest moves by which a text is known for a game, among so many characters."""
_MOST_SIGNS, _MOST_GAMES = 2**18, 500
_MOST_GUESSED, _MOST_TOLD = 1000, 6


class GameWord(NamedTuple):
    """A word of a list, and where it stands."""

    text: str
    at: int
    kind: str
    """`move`, `number`, `end` of the game, or `other`."""


@lru_cache(maxsize=2)
def _words(text: str) -> tuple[GameWord, ...]:
    return tuple(_each_word(text))


def _each_word(text: str) -> Iterator[GameWord]:
    for found in _WORD.finditer(_COMMENT.sub(lambda comment: _blank(comment[0]), text)):
        word, at = found[0], found.start()
        if glued := _GLUED.fullmatch(word):
            yield GameWord(glued[1], at, "number")
            word, at = glued[2], at + glued.start(2)
        at += len(word) - len(word.lstrip(_EMPHASIS))
        plain = in_latin_letters(word.strip(_EMPHASIS) or word).rstrip(_SIGNS)
        bare = _FROM.sub("", plain)
        at += len(plain) - len(bare)
        if _MOVE.fullmatch(bare):
            yield GameWord(bare, at, "move")
        elif _END.fullmatch(bare or word):
            yield GameWord(word, at, "end")
        else:
            yield GameWord(word, at, "number" if _NUMBER.fullmatch(word) else "other")


def _blank(text: str) -> str:
    return re.sub(r"[^\r\n]", " ", text)


def _parts(text: str) -> tuple[str, ...]:
    """The texts of the games in a text, each with blanks for those before it, so that all words keep their places.

    A game ends with its result, or where a round has the number 1 again, unless its numbers go down to it.
    """
    starts = _starts(text)
    if len(starts) >= _MOST_GAMES:
        return (text,)
    found, before = list[str](), 0
    for a, b in pairwise([0, *starts, len(text)]):
        found.append("\n" * before + " " * (a - text.rfind("\n", 0, a) - 1) + text[a:b])
        before += text.count("\n", a, b)
    return tuple(found)


def _starts(text: str) -> list[int]:
    """Where each game after the first begins."""
    starts, played, ended, numbers = list[int](), False, False, list[int]()
    for word in _words(text) if len(text) <= _MOST_SIGNS else ():
        counted = re.fullmatch(r"([0-9]+)[.):]*", word.text) if word.kind == "number" else None
        again = counted is not None and counted[1] == "1" and (not numbers or numbers[0] <= numbers[-1])
        if (played and again) or (ended and word.kind in ("number", "move")):
            starts.append(word.at)
            played, ended, numbers = False, False, []
        played, ended = played or word.kind == "move", ended or (played and word.kind == "end")
        numbers += [int(counted[1])] if counted else []
    return starts


def _is_game(text: str) -> bool:
    """Whether a text looks like a game: it has moves in most of its lines that are no comments."""
    start = text[:_START]
    if _OTHER.match(start) or kind_of_text(start) == NOTES:
        return False
    lines = [line for line in _COMMENT.sub(" ", start).splitlines() if line.strip()]
    moves = [sum(word.kind == "move" for word in _each_word(line)) for line in lines]
    return sum(moves) >= _FEWEST and 4 * sum(map(bool, moves)) >= len(lines)


def _fill(text: str, asked: FileToRead, file: MapFile) -> None:
    """Put the moves of a text into a map file, with where they stand."""
    row_1 = asked.words.get("rows", TOP if _ON_TOP.search(text) else "")
    if row_1 not in ("", TOP, BOTTOM) or asked.words.keys() - {"rows"}:
        raise BadSetting(message("a list of moves takes --as rows=top or --as rows=bottom"))
    if len(text) > _MOST_SIGNS or len(_starts(text)) >= _MOST_GAMES:
        most = LargeNumber(_MOST_SIGNS), _MOST_GAMES
        raise refused(file.name, message("a list has {most} characters and {games} games at most; divide it", *most))
    every = _words(text)
    words = [word for word in every if word.kind == "move" or (word.kind == "number" and "." in word.text)]
    typed = [word.text for word in words if word.kind == "move"]
    if not typed:
        raise refused(file.name, message("there is no move in it; write moves such as e2 e8 e3h"))
    from mapkit.games.quoridor.design import Params
    from mapkit.games.quoridor.lists import best_reading

    counted = [int(number[0]) for word in every if word.kind == "number" and (number := re.match("[0-9]+", word.text))]
    found = best_reading(typed[:_MOST_GUESSED], file.values, row_1, counted[:1] > counted[-1:])
    p, said, offsets = found.params, list[str](), list[int]()
    for word in [word for word in reversed(words) if word.kind == "move"] if found.backwards else words:
        said.append(found.move(word.text) if word.kind == "move" else word.text.rstrip(":)"))
        offsets += range(word.at, word.at + len(said[-1]) + 1)
    moves = " ".join(said)
    for key, value in {"moves": moves, "size": p.grid.columns, "players": p.players}.items():
        if key not in file.values:
            file.values[key] = value
            file.source.keys[key,] = file.source.values[key,] = words[0].at
    file.source.texts["moves",] = moves, offsets
    if found.row_1 == TOP:
        first = next((word for word in typed if found.move(word) != word), typed[0])
        file.remarks.append(
            message("row 1 is on top there, so {move} is {same} here", Name(first), Name(found.move(first)))
        )
    if found.backwards:
        file.remarks.append(message("read from the end to the beginning, as the last move stands first"))
    if (p.grid, p.players) != (Params().grid, Params().players):
        file.remarks.append(message("read on a board of {size} for {number} players", Name(str(p.grid)), p.players))
    if others := [*dict.fromkeys(in_quotes(word.text) for word in every if word.kind in ("other", "end"))]:
        file.remarks.append(message("left out, as it is no move: {things}", shortened(others, _MOST_TOLD)))


def _read(asked: FileToRead) -> Document:
    text = decoded(asked.data, asked.name)
    plain = text.removeprefix("\ufeff")
    what = message("a list of moves such as e2 and e3h")
    return document_in(asked, text, commented(text), lambda _, file: _fill(plain, asked, file), _has_moves, what)


def _has_moves(game: Game[Any]) -> bool:
    """Whether the files of a game may list its moves from the beginning."""
    return any(listing.key == "moves" for listing in game.design.legend(game.design.params()).listings)


def _write(map_: Map[Any], row_1: str) -> Mapping[str, bytes]:
    """The moves in numbered rounds, below what a map file says otherwise than of the usual game."""
    from mapkit.games.quoridor.design import Params, moves_on_file
    from mapkit.games.quoridor.lists import ListReading

    moves, usual, parts = moves_on_file(map_.facts), Map(map_.game, Params(), frozenset()), writer.around(map_)
    if not moves:
        raise BadSetting(message("this map lists a position, and no moves that lead to it"))
    head, below = ([line for line in part if line not in writer.around(usual)[at]] for at, part in enumerate(parts))
    kept = [line for line in head if not line.startswith("moves =")] + (["[settings]", *below] if below else [])
    lines = [f"{MARK}{line}" for line in kept] + (["{row 1 on top}"] if row_1 == TOP else [])
    said, each = [*map(ListReading(map_.params, row_1).move, moves)], map_.params.players
    lines += [f"{at // each + 1}. {' '.join(said[at : at + each])}" for at in range(0, len(said), each)]
    return {".txt": "".join(f"{line}\n" for line in lines).encode()}


MOVES = FileFormat(
    "moves",
    message("a game of Quoridor as people write it: 1. e2 e8 2. e3h"),
    (".txt",),
    suits=_has_moves,
    recognise=_is_game,
    read=_read,
    write=lambda map_, _: _write(map_, BOTTOM),
    takes_words=True,
    parts=_parts,
)
MOVES_TOP = FileFormat(
    "moves-top",
    message("a game of Quoridor with row 1 on top, as Glendenning writes it"),
    (".txt",),
    suits=_has_moves,
    write=lambda map_, _: _write(map_, TOP),
)
