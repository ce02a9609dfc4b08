"""The words of `cases/sheets.cases`: what the sheets of a map say, and what they do not say."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.games.shelf import GAMES
from mapkit.model.map import Map
from mapkit.model.settings import settings
from mapkit.paper.game_sheets import paper_of
from tests.drawings import drawn
from tests.games.test_labyrinth_sheets import announced, coded, full
from tests.games.test_treasures_sheets import full as full_cellar
from tests.paper.test_sheet import ON_A4
from tests.sheet_measures import prose

TABLE = Path(__file__).parents[1] / "cases" / "sheets.cases"


class SheetCase(NamedTuple):
    """A case: its line, its sentence, and its sheets, each with the board, its kind and what it says or does not."""

    line: int
    sentence: str
    sheets: tuple[tuple[str, str, tuple[str, ...]], ...]


def read(text: str) -> Iterator[SheetCase]:
    drawing = ""
    for block in re.finditer(r"^(?![#\n]).+(?:\n.+)*", text, re.MULTILINE):
        sentence, *lines = block[0].split("\n")
        head, drawn_lines, sheets = "", list[str](), list[tuple[str, str, tuple[str, ...]]]()
        for line in lines:
            if line.startswith("> "):
                drawing, drawn_lines = "\n".join(drawn_lines) or drawing, []
                sheets.append((f"{head}\n{drawing}", line[2:], ()))
            elif line.startswith(("     ", "   - ")):
                sheets[-1] = (*sheets[-1][:2], (*sheets[-1][2], line))
            elif re.match(r"[+|]| {2}\S", line):
                drawn_lines.append(line)
            else:
                head = line
        yield SheetCase(text.count("\n", 0, block.start()) + 1, sentence, tuple(sheets))


CASES = [*read(TABLE.read_text(encoding="utf-8"))]


def printed(board: str, kind: str) -> str:
    """All that a sheet says."""
    head, _, drawing = board.partition("\n")
    game, *words = head.split(" ")
    if words[:1] == ["blank"]:
        wanted: dict[str, Any] = dict([*word.split("=")] for word in words[1:])
        preset, size = wanted.pop("preset", "default"), wanted.pop("size", "")
        grid = GAMES[game].design.board.read(size) if size else None
        map_: Map[Any] = Map(GAMES[game], maps.params(GAMES[game], preset, grid, wanted), frozenset())
    elif game == "treasures" and words[:1] == ["full"]:
        columns, rows = words[1].split("x")
        map_ = full_cellar(int(columns), int(rows))
    elif words[:1] == ["full"]:
        known = {setting.name: setting for setting in settings(Params)}
        asked = dict(word.split("=") for word in words[2:])
        given = {name: known[name].value_kind.read(raw, Params().grid) for name, raw in asked.items()}
        map_ = full((8, 8, 1), words[1], params=coded(words[1], **given))
    else:
        map_ = drawn(f"{' '.join(words)}\n{drawing}" if words else drawing, game)
    paper = paper_of(map_.game)
    if kind in paper.public:
        return prose(paper.public[kind](map_.public, replace(ON_A4, numbers=True)))
    sheets = paper.secret["gm"](map_, ON_A4)
    return announced(sheets) if kind == "aloud" else prose(sheets)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.sentence)
def test_a_sheet_says_what_is_written_and_nothing_of_the_rest(case: SheetCase) -> None:
    for board, kind, lines in case.sheets:
        said = printed(board, kind)
        wrong = [line for line in lines if (line[5:] in said) != line.startswith("     ")]
        assert wrong == [], f"sheets.cases:{case.line}: {kind} of {board}\n{said}"
