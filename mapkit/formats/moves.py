"""Games of Quoridor as people write them: lists of moves in forums, tables that are copied, games in files.

Moves are `e2`, walls `e3h` or `he3`. Numbers, commas, comments, signs of praise and results may stand among them. Rows
are counted from the side of the first player, or from the other side, as Glendenning does.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

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

if TYPE_CHECKING:
    from mapkit.games.quoridor.lists import ListReading

TOP, BOTTOM = "top", "bottom"
_COMMENT = re.compile(
    r"\{(?:[^{}]++|\{[^{}]*+\}?)*+\}?|;(?!\s*(?:\d+\W*)?[a-z]{1,2}\d)[^\n]*+|\((?![hv]\))(?:[^()]++|\([^()]*+\)?)*+\)?|"
    r"/\*.*?\*/|(?:(?<![:/])//|#(?=[ \t]))[^\n]*+|\[/?\w++(?:=[^\]\n]*+)?\]|"
    r"\[(?=[^\[\]\n]*+\])[^\[\]\n]*?[a-z]{3}[^\[\]\n]*+\]|\$\d++|"
    r"\b[a-q]\d{1,2}\s+to(?=\s+[a-q]\d)|"
    r"^[ \t]*+(?:[#%](?!\d)|\[\w++ |[*_>]*+game\b(?=[^\w\n]*+(?:\d|$)))[^\n]*+",
    re.MULTILINE | re.IGNORECASE,
)
_NEXT_GAME = re.compile(r'(?im)^[ \t#*_>]*+(?:game\b(?=[^\w\n]*+\d)|\[\w++ ")')
"""The line above a game: its number, or the first of its tags."""
_APART = re.compile(r'[,;`|│"\[\]]|/(?=\s|[hv]?[a-z]\d)')
"""What stands between the words of a list or the columns of a table."""
_BARS = {**dict.fromkeys("│┃║", "v"), **dict.fromkeys("─━═", "h")}
_WALL = re.compile(rf"(?i)\b([a-q]\d{{1,2}})([{''.join(_BARS)}])(?=[\s,;.!?]|$)")
"""A wall whose way is drawn."""
_COLUMNS = re.compile(r"(?i)(?<![a-q]\d)(?<![a-q]1\d)[│┃║]|[│┃║]\w")
"""A bar between columns of a table, where a bar behind a square is one, too."""
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"#?(?:\d{1,9}+[.)…:]*+|[.…]++)")
_GLUED = re.compile(r"(\d{1,9}+(?:\.++|…|\)))([A-Za-z].*+)")
"""A number and a move without a space between."""
_MOVE = re.compile(r"(?i)(?:[hv]?[a-z]\d{1,2}|[a-z]\d{1,2}[a-z]|pass)")
"""A move, or what looks so much like one that it is told as a wrong one."""
_WAY = re.compile(r"(?i)\(?(h|v)(?:or|ert|orizontal|ertical|orizontally|ertically)?\.?\)?")
"""The way of a wall that stands apart from its square."""
_SIGNS, _EMPHASIS = "!?+#.=~", "*_~'"
_FROM = re.compile(r"(?:[a-q]\d{1,2}[-–>x:→]*)(?=[a-q]\d)|(?<=^[hv])[-–]|[-–(](?=[hv]\)?$)|(?<=[hv])\)$", re.IGNORECASE)
"""The square from which a pawn moves, or a sign before or behind the way of a wall."""
_PAIR = re.compile(r"(?i)([hv]?[a-q]\d{1,2}[hv]?)[-–]*+([hv]?[a-q]\d{1,2}[hv]?)")
"""Two moves without a space between, or a move with the square from which it leads."""
_NUMBERED = re.compile(r"(?im)^[^\w\n]*+\d++[.)][ \t]*+[hv]?[a-z]\d")
_PROSE, _NEAR = 3, 6
"""How many times as many other words as moves a line of prose in a numbered list has; the most words from a square to
the way of its wall."""
_END = re.compile(r"(?i)(?:[01½]|1/2)[-–:](?:[01½]|1/2)|\*|resign(?:s|ed)?|drawn?|won|wins?|lost|loses|timeout")
_OTHER = re.compile(
    r"""(?m)\A\s*(?:<|\{\s*"|\[\s*\{|cell,)|^[ \t]*+(?:(?:\+[-= ]{3}){2}\+|[┌╭╔┏](?:\S{4})*\S{3}[┐╮╗┓]\s*$)"""
)
"""The beginning of JSON, of XML or of our own tables, or the edge of a board."""
_FEWEST, _START = 2, 20_000
"""The fewest moves by which a text is known for a game, among so many characters."""
_MOST_SIGNS, _MOST_GAMES = 2**18, 500
_MOST_GUESSED, _MOST_TOLD = 1000, 6


class GameWord(NamedTuple):
    """A word of a list, and where it stands."""

    text: str
    at: int
    kind: str
    """`move`, `way` of a wall, `number`, `end` of the game, or `other`."""


@lru_cache(maxsize=2)
def _words(text: str) -> tuple[GameWord, ...]:
    plain = _COMMENT.sub(lambda comment: re.sub(r"[^\r\n]", " ", comment[0]), text)
    numbered, apart = _NUMBERED.search(plain), any(not _is_step(*pair) for pair in _PAIR.findall(plain))
    found, at = list[GameWord](), 0
    for line in plain.splitlines(keepends=True):
        if not _COLUMNS.search(line):
            line = _WALL.sub(lambda wall: wall[1] + _BARS[wall[2]], line)
        words = [*_in_line(_APART.sub(" ", line), at, apart)]
        kinds = Counter(word.kind for word in words)
        prose = numbered and kinds["other"] > _PROSE * kinds["move"] and not _NUMBERED.match(line)
        found += [word._replace(kind="other") for word in words] if prose else words
        at += len(line)
    return tuple(found)


def _in_line(line: str, start: int, apart: bool) -> Iterator[GameWord]:
    """The words of a line; `apart` is whether two squares without a space between are two moves."""
    for found in _WORD.finditer(line):
        word, at = found[0].strip(_EMPHASIS), start + found.start() + len(found[0]) - len(found[0].lstrip(_EMPHASIS))
        if glued := _GLUED.fullmatch(word):
            yield GameWord(glued[1], at, "number")
            word, at = glued[2], at + glued.start(2)
        plain = in_latin_letters(word).rstrip(_SIGNS)
        pair = _PAIR.fullmatch(plain)
        if pair and (apart or not pair[1][-1].isdigit()):
            yield GameWord(pair[1], at, "move")
            plain, at = pair[2], at + pair.start(2)
        bare = _FROM.sub("", plain)
        at += 0 if bare and plain.startswith(bare) else len(plain) - len(bare)
        if _MOVE.fullmatch(bare):
            yield GameWord(bare, at, "move")
        elif way := _WAY.fullmatch(plain):
            yield GameWord(way[1], at, "way")
        elif _END.fullmatch(bare or word):
            yield GameWord(word, at, "end")
        elif _NUMBER.fullmatch(word):
            yield GameWord(word.lstrip("#"), at, "number")
        elif any(map(str.isalnum, word)):
            yield GameWord(word, at, "other")


def _is_step(one: str, other: str) -> bool:
    """Whether both are squares and a pawn may move from one to the other, be it over others."""
    places = [(ord(each[0].lower()), int(each[1:])) for each in (one, other) if each[1:].isdigit()]
    return len(places) == 2 and sum(abs(a - b) for a, b in zip(*places, strict=True)) <= 3


def _with_ways(text: str, before: bool) -> list[GameWord]:
    """The words of a text, those for the ways of walls with their squares, which stand behind them or before."""
    words, made, last = _words(text), list[GameWord](), 0
    for word in reversed(words) if before else words:
        if word.kind != "way":
            made.append(word)
            continue
        near = range(len(made) - 1, max(last, len(made) - _NEAR) - 1, -1)
        at = next((at for at in near if made[at].kind != "other"), None)
        wall = word if at is None else made[at]
        start, end = sorted((wall.at, word.at))
        if at is not None and wall.kind == "move" and wall.text[-1].isdigit() and "\n" not in text[start:end]:
            made[at] = wall._replace(text=wall.text + word.text)
            last = len(made)
        else:
            made.append(word._replace(kind="other"))
    return made[::-1] if before else made


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
    if len(text) > _MOST_SIGNS:
        return []
    words, heads = _words(text), [found.start() for found in _NEXT_GAME.finditer(text)]
    first = next((word for word in words if word.kind == "move"), None)
    if first and not any(word.kind == "number" for word in words):
        again_first = re.finditer(rf"(?<=\S)[ \t\r]*+\n[ \t\r]*+\n\s*+({re.escape(first.text)})(?=[\s,;])", text)
        heads = sorted([*heads, *(found.start(1) for found in again_first)])
    starts, played, ended, numbers, passed = list[int](), False, False, list[int](), 0
    for word in words:
        counted = re.fullmatch(r"([0-9]+)[.):]*", word.text) if word.kind == "number" else None
        again = counted is not None and counted[1] == "1" and (not numbers or numbers[0] <= numbers[-1])
        before, passed = passed, bisect(heads, word.at)
        ended = ended or (played and passed > before)
        if (played and again) or (ended and word.kind in ("number", "move")):
            starts.append(word.at)
            played, ended, numbers = False, False, []
        played, ended = played or word.kind == "move", ended or (played and word.kind == "end")
        numbers += [int(counted[1])] if counted else []
    return starts


def _is_game(text: str) -> bool:
    """Whether a text looks like a game: it has moves in most of its lines that are no comments."""
    start = text[:_START]
    if _OTHER.search(start) or kind_of_text(start) == NOTES:
        return False
    words = _words(start)
    moves = [word.at for word in words if word.kind == "move"]
    if len(moves) < _FEWEST:
        return bool(moves) and all(word.kind in ("move", "number", "end") for word in words)
    lines = {start.count("\n", 0, word.at) for word in words}
    return 4 * len({start.count("\n", 0, at) for at in moves}) >= len(lines)


def _fill(text: str, asked: FileToRead, file: MapFile) -> None:
    """Put the moves of a text into a map file, with where they stand."""
    row_1 = asked.words.get("rows", TOP if "row 1 on top" in text.lower() else "")
    if row_1 not in ("", TOP, BOTTOM) or asked.words.keys() - {"rows"}:
        raise BadSetting(message("a list of moves takes --as rows=top or --as rows=bottom"))
    if len(text) > _MOST_SIGNS or len(_starts(text)) >= _MOST_GAMES:
        most = LargeNumber(_MOST_SIGNS), _MOST_GAMES
        raise refused(file.name, message("a list has {most} characters and {games} games at most; divide it", *most))
    from mapkit.games.quoridor.design import Params

    reading, every = _best_reading(text, file, row_1)
    words = [word for word in every if word.kind == "move" or (word.kind == "number" and "." in word.text)]
    typed, p = [word.text for word in words if word.kind == "move"], reading.params
    said, offsets = list[str](), list[int]()
    for word in [word for word in reversed(words) if word.kind == "move"] if reading.backwards else words:
        said.append(reading.move(word.text) if word.kind == "move" else word.text.rstrip(":)"))
        offsets += range(word.at, word.at + len(said[-1]) + 1)
    moves = " ".join(said)
    for key, value in {"moves": moves, "size": p.grid.columns, "players": p.players}.items():
        if key not in file.values:
            file.values[key] = value
            file.source.keys[key,] = file.source.values[key,] = words[0].at
    file.source.texts["moves",] = moves, offsets
    if reading.row_1 == TOP:
        first = next((word for word in typed if reading.move(word) != word), typed[0])
        same = Name(first), Name(reading.move(first))
        file.remarks.append(message("row 1 is on top there, so {move} is {same} here", *same))
    if reading.backwards:
        file.remarks.append(message("read from the end to the beginning, as the last move stands first"))
    if (p.grid, p.players) != (Params().grid, Params().players):
        file.remarks.append(message("read on a board of {size} for {number} players", Name(str(p.grid)), p.players))
    if others := [*dict.fromkeys(in_quotes(word.text) for word in every if word.kind in ("other", "end"))]:
        file.remarks.append(message("left out, as it is no move: {things}", shortened(others, _MOST_TOLD)))


def _best_reading(text: str, file: MapFile, row_1: str) -> tuple[ListReading, list[GameWord]]:
    """The reading that goes furthest, of equals the one that leaves out fewer words, and the words of the text."""
    from mapkit.games.quoridor.lists import best_reading

    counted = [word.text.rstrip(".)…:") for word in _words(text) if word.kind == "number"]
    numbers = [int(number) for number in counted if number]
    falls, readings = numbers[:1] > numbers[-1:], list[tuple[int, int, Any, list[GameWord]]]()
    for before in (False, True):
        words = _with_ways(text, before)
        typed = [word.text for word in words if word.kind == "move"][:_MOST_GUESSED]
        if not typed:
            raise refused(file.name, message("there is no move in it; write moves such as e2 e8 e3h"))
        reading, others = best_reading(typed, file.values, row_1, falls), sum(word.kind == "other" for word in words)
        readings.append((reading.reach(typed), -others, reading, words))
    *_, reading, words = max(readings, key=itemgetter(0, 1))
    return reading, words


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
