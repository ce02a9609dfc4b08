"""Read and write levels in the line format of Text Mapper: a hex is `0103 wall`, on deeper levels `010301 wall`.

Text Mapper draws hexes with a side on top, in columns, with the odd columns half a hex higher, and one level below the
other. Our hexes have a corner on top and lie in rows. We turn them clockwise by a twelfth of a circle: our diagonals,
which give the numbers in the names of hexes, become its columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from mapkit.formats.record import MARK, ExportOrder, FileFormat, FileToRead, commented, document_in
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document, MapFile
from mapkit.mapfile.drawing import RADII, would_do
from mapkit.mapfile.text import MOST_SOUGHT, decode_file
from mapkit.model import resources
from mapkit.model.design import DrawnBoard
from mapkit.model.errors import Problem
from mapkit.model.game import Game
from mapkit.model.grid import Cell, Hex
from mapkit.model.letters import in_quotes_with_hint, names
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, listed, message, shortened
from mapkit.model.rule import Fact, has
from mapkit.model.settings import BadSetting

UNKNOWN = "unknown"
"""The word for a hex that is not filled in."""
_SHORT = {"stone_wall": "wall", "steel_wall": "steel"}
_THEIRS = {
    "blank": "grass grassland plain plains meadow field fields desert sand dust steppe bush bushes road trail snow",
    "wall": "forest forests trees tree firs fir jungle mountain mountains hill hills cliff rock rocks ice",
    "pool": "water sea ocean lake river swamp marsh coast",
    "chest": "village town city thorp castle keep tower house ruin ruins shrine temple",
    "pit": "cave cavern hole volcano crater shaft",
    "": "light dark white grey gray green red brown yellow blue black soil",
}
"""Words that maps of Text Mapper often have, by the word for what is most like it here; colours say nothing."""
_LIKE = {word: ours for ours, words in _THEIRS.items() for word in words.split()}

_NUMBER = r"(-?\d\d)(-?\d\d)(\d\d)?|(-?\d{2,4})\.(-?\d{2,4})(?:\.(\d{2,4}))?"
_HEX = re.compile(rf"\s*({_NUMBER})(?=\s|$)(.*)", re.ASCII)
_TRAIL = re.compile(r"\s*-?\d\d[\d.-]*-[\d.]*\d\s", re.ASCII)
_LABEL = re.compile(r'(?:\b[a-z]++=)?+["“][^"”]*+(?P<shut>["”]\s*+\d*+(?:\s*+[a-z]++\([^)"“”]*+\))*+)?+', re.ASCII)
"""A label in quotes, with its size and how it is turned; without a second quote it goes to the end of the line."""
_LOOKS = re.compile(r"\s*(?:$|#|<|\S+\s+(?:attributes|path|lib|xml)\s|(?:text|glow|label|license|other|url|include)\s)")
_HEXES = re.compile(rf"(?m)^#: mapkit|(?:^[ \t]*+(?:{_NUMBER})[ \t]++[a-z].*\n(?:.*\n)*?){{3}}", re.ASCII)
_MOST_WORDS = 10
"""The most words behind a hex that are read; a hex has one kind, so each further word is told as a mistake."""


class MapperHex(NamedTuple):
    """A hex of a Text Mapper file."""

    level: int
    """The level, counted from 0."""
    column: int
    """The column of its number, counted from 0; it may be less than 0."""
    row: int
    """The row of its number, counted downwards; it may be less than 0."""

    def __str__(self) -> str:
        parts = [self.column, self.row, *([self.level] if self.level else [])]
        between = "" if all(-100 < part < 100 for part in parts) else "."
        return between.join(f"{part:02}" if part >= 0 else f"-{-part:02}" for part in parts)

    @property
    def axial(self) -> tuple[int, int]:
        """The axial coordinates, from the hex in column 0 and row 0."""
        return self.column, self.row - (self.column + 1) // 2


def _hex_at(level: int, q: int, r: int) -> MapperHex:
    """The hex at axial coordinates."""
    return MapperHex(level, q, r + (q + 1) // 2)


def spot(grid: Hex, cell: Cell) -> MapperHex:
    """The hex that mapkit writes: columns and rows begin at 1, so with radius 3 the centre is 0404."""
    middle, (q, r) = MapperHex(0, grid.radius + 1, grid.radius + 1).axial, grid.axial(cell)
    return _hex_at(grid.floor(cell) - 1, middle[0] + q, middle[1] + r)


def words_of(game: Game[Any]) -> dict[str, str]:
    """The word for each kind of hex of a game."""
    kinds = game.design.legend(game.design.params()).cells.values()
    return {kind: _SHORT.get(kind, kind.replace("_", "-")) for kind in kinds}


def _write(map_: Map[Any], order: ExportOrder) -> Mapping[str, bytes]:
    """The lines of a map file, the hexes of a map, level by level, and the lines that say how they look."""
    grid, words, in_words = map_.params.grid, words_of(map_.game), order.in_words
    of = map_.game.title, Name(MARK.strip())
    head = message("A map of {game} for Text Mapper. What begins with {mark} is for mapkit import.", *of)
    lines = [f"# {in_words(head)}", *(f"{MARK}{line}".rstrip() for part in writer.around(map_) for line in part)]
    for level in range(1, grid.floors + 1):
        lines += ["", f"# {in_words(message('Level {number}', level))}"]
        cells = {spot(grid, cell): cell for cell in grid.cells() if grid.floor(cell) == level}
        lines += [f"{number} {words.get(map_.kinds.get(cells[number], ''), UNKNOWN)}" for number in sorted(cells)]
    looks = resources.path("exchange", "text-mapper.txt").read_text(encoding="utf-8")
    how = message("How it looks. Change it as you like: mapkit import leaves it out.")
    return {".txt": "\n".join([*lines, "", f"# {in_words(how)}", looks]).encode()}


def _read(asked: FileToRead) -> Document:
    """The levels that the lines draw, wherever they lie among the hexes of Text Mapper."""
    text = decode_file(asked.data, asked.name)

    def draw(game: Game[Any], file: MapFile) -> None:
        file.board = _drawn(text.removeprefix("\ufeff"), game, asked.words)

    what = message("a file of Text Mapper, with lines such as 0103 wall")
    return document_in(asked, text, commented(text), draw, TEXT_MAPPER.suits, what)


def _drawn(text: str, game: Game[Any], others: Mapping[str, str]) -> DrawnBoard:
    found = _MapperText(words_of(game), {_plain(word): _plain(ours) for word, ours in others.items()})
    for word, ours in found.others.items():
        if ours and ours not in (*found.meant, UNKNOWN):
            wrong = message("--as {word} is {found}", Name(word), in_quotes_with_hint(ours))
            raise BadSetting(wrong, would_do(ours, found.known, message("use one of {names}", names(found.known))))
    most = game.design.board.most_floors
    for line, words in enumerate(text.split("\n"), 1):
        found.add(line, words.rstrip("\r"))
        if len(found.problems) >= MOST_SOUGHT:
            break
    if not found.lines or len(found.problems) >= MOST_SOUGHT:
        if not found.problems:
            found.misfit(1, 1, message("there is no hex in it; write a line such as 0103 wall for each"))
        return DrawnBoard(Hex(RADII[1]), problems=tuple(found.problems))
    levels = sorted({spot.level for spot in found.lines})
    if len(levels) > most:
        line = min(line for spot, line in found.lines.items() if spot.level == levels[most])
        found.misfit(line, 1, message("there are {number} levels; {most} are the most", len(levels), most))
    levels = levels[:most]
    # a hexagon around the middle of the hexes that has about as many hexes; all levels lie in the same place
    radius = min(RADII, key=lambda n: abs(3 * n * (n + 1) + 1 - len(found.lines) / len(levels)))
    axial, middle = [spot.axial for spot in found.lines], (len(found.lines) - 1) // 2
    centre = sorted(q for q, _ in axial)[middle], sorted(r for _, r in axial)[middle]
    grid = Hex(radius, len(levels))
    facts = dict(each for number, level in enumerate(levels, 1) for each in _level(found, centre, grid, number, level))
    unused = [Name(word) for word in others if _plain(word) not in found.used]
    said = (message("--as: no hex has the words {words}", listed(unused)),) if unused else ()
    return DrawnBoard(grid, facts, problems=tuple(found.problems), remarks=said)


@dataclass
class _MapperText:
    words: Mapping[str, str]
    """The word for each kind of hex."""
    others: Mapping[str, str]
    """What other words of the file stand for; empty for what says nothing."""
    lines: dict[MapperHex, int] = field(default_factory=dict)
    """The number of the line that each hex stands in."""
    kinds: dict[MapperHex, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    """The words of others of which it has been told what would do."""
    used: set[str] = field(default_factory=set)
    """The words behind hexes."""

    def __post_init__(self) -> None:
        self.known = (*self.words.values(), UNKNOWN)
        self.meant = {kind.replace("_", "-"): kind for kind in self.words} | {
            word: kind for kind, word in self.words.items()
        }

    def misfit(self, line: int, column: int, sentence: Message) -> None:
        self.problems.append(Problem(line, column, sentence))

    def add(self, line: int, text: str) -> None:
        """Read a line; lines that say how the map looks are skipped."""
        found, first = _HEX.match(text), len(text) - len(text.lstrip()) + 1
        if not found:
            if _TRAIL.match(text):
                self.misfit(line, first, message("a line through hexes, and levels have none; take it out"))
            elif not _LOOKS.match(text):
                wrong = message(
                    "{found} says nothing in Text Mapper; a hex is a line such as 0103 wall", in_quotes_with_hint(text)
                )
                self.misfit(line, first, wrong)
            return
        x, y, z = (int(found[n] or found[n + 3] or 0) for n in (2, 3, 4))
        spot = MapperHex(z, x, y)
        named = Name(str(spot))
        if spot in self.lines:
            sentence = message("{hex} is there twice; first in line {number}", named, self.lines[spot])
            self.misfit(line, found.start(1) + 1, sentence)
            return
        self.lines[spot] = line
        rest = _LABEL.sub(lambda label: " " * len(label[0]) if label["shut"] else label[0], found[8])
        words = [*re.finditer(r"\S+", rest)]
        self.used.update(_plain(each[0]) for each in words if _plain(each[0]) in self.others)
        read = ((each, self.others.get(_plain(each[0]), _plain(each[0]))) for each in words)
        kinds = list(islice(((each, meant) for each, meant in read if meant), _MOST_WORDS))
        if not kinds:
            sentence = message("{hex} is of no kind; write one of {names} behind it", named, names(self.known))
            self.misfit(line, found.start(1) + 1, sentence)
        for number, (word, meant) in enumerate(kinds):
            column = found.start(8) + word.start() + 1
            if meant not in self.meant and meant != UNKNOWN:
                if meant in self.told:
                    continue
                wrong, like = message("{found} is no kind of hex", in_quotes_with_hint(word[0])), self._like(meant)
                hint = would_do(meant, self.known, message("use one of {names}", names(self.known)))
                if like is not None:
                    self.told.add(meant)
                    said = Name(f"{meant}={like}")
                    reads = message("--as {word} reads it as {kind}", said, Name(like))
                    hint = reads if like else message("--as {word} leaves it out everywhere", said)
                self.misfit(line, column, clauses(wrong, hint))
            elif number:
                self.misfit(line, column, message("{hex} is of two kinds; leave one of them out", named))
            elif meant != UNKNOWN:
                self.kinds[spot] = self.meant[meant]

    def _like(self, word: str) -> str | None:
        """The word of ours that is like one of theirs; empty for a colour, and None for a word that is not known."""
        parts = [_LIKE.get(part) for part in word.split("-")]
        like = parts[-1] if None not in parts or parts[-1] else None
        return like if not like or like in self.known else None


def _plain(word: str) -> str:
    return word.lower().replace("_", "-")


def _level(
    found: _MapperText, centre: tuple[int, int], grid: Hex, number: int, level: int
) -> Iterator[tuple[Fact, tuple[int, int]]]:
    """The facts of a level and where each stands; hexes that are missing, or lie outside, are noted as problems."""
    here, flat = {spot for spot in found.lines if spot.level == level}, Hex(grid.radius)
    wanted = {_hex_at(level, centre[0] + q, centre[1] + r): (q, r) for q, r in map(flat.axial, flat.cells())}
    for spot in here - wanted.keys():
        told = Name(str(spot)), grid.radius, Name(str(_hex_at(level, *centre)))
        outside = message("{hex} lies outside its level, a hexagon of radius {number} around {centre}", *told)
        found.misfit(found.lines[spot], 1, outside)
    if lacking := sorted(wanted.keys() - here):
        lacks = message("level {number} lacks {names}", number, shortened([Name(str(spot)) for spot in lacking], 8))
        whole = message("a hexagon of radius {number} has {hexes} hexes", grid.radius, len(wanted))
        found.misfit(min(found.lines[spot] for spot in here), 1, clauses(lacks, whole))
    for spot in wanted.keys() & found.kinds.keys():
        yield has(grid.name(*wanted[spot], number), found.kinds[spot]), (found.lines[spot] - 1, 0)


TEXT_MAPPER = FileFormat(
    "text-mapper",
    message("levels of hexes for Text Mapper"),
    (".txt",),
    suits=lambda game: isinstance(game.design.params().grid, Hex),
    recognise=lambda text: _HEXES.search(text) is not None,
    read=_read,
    write=_write,
    takes_words=True,
)
