"""The maps of `cases/maps.cases`: what breaks or strains their rules, and what the nearest legal map changes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.grid import inner_borders, sides, spell
from mapkit.model.ledger import entries
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.solve import legality, repairs, search
from tests.drawings import drawn

TABLE = Path(__file__).parents[1] / "cases" / "maps.cases"


class MapCase(NamedTuple):
    """A case: its line, its number, its sentence, and its boards, each with what is asked and answered of it."""

    line: int
    number: str
    sentence: str
    boards: tuple[tuple[str, str, tuple[str, ...]], ...]


def read(text: str) -> Iterator[MapCase]:
    for block in re.finditer(r"^(?![#\n]).+(?:\n.+)*", text, re.MULTILINE):
        first, *lines = block[0].split("\n")
        boards = list[tuple[str, str, tuple[str, ...]]]()
        board = drawing = ""
        for line in lines:
            if line.startswith("> "):
                drawing = board.partition("\n")[2] or drawing
                boards.append((f"{board.partition(chr(10))[0]}\n{drawing}", line[2:], ()))
            elif line.startswith("     "):
                boards[-1] = (*boards[-1][:2], (*boards[-1][2], line[5:]))
            else:
                board = f"{board}\n{line}" if line[0] in "+|/ " else line
        number, sentence = first.split("  ", 1)
        yield MapCase(text.count("\n", 0, block.start()) + 1, number, sentence, tuple(boards))


CASES = [*read(TABLE.read_text(encoding="utf-8"))]


def answered(board: str, asked: str) -> list[str]:
    """The faults and the advice of a map, the edits of its repair and what is proven, or how it is filled in."""
    (game, *settings), drawing = board.partition("\n")[0].split(" "), board.partition("\n")[2].replace("\n/\n", "\n\n")
    try:
        map_ = drawn(f"{' '.join(settings)}\n{drawing}" if settings else drawing, game)
    except UnreadableMap as bad:
        return [f"error: {problem.message}" for problem in bad.problems]
    if asked == "check":
        told = [("", legality.check(map_)), ("advice ", legality.advise(map_))]
        return [
            f"{kind}{fault.rule.number} {spell(map_.params.grid, fault.place) if fault.place else 'map'}: {fault.found}"
            for kind, found in told
            for fault in found
            if not kind or fault.found
        ] or ["legal"]
    try:
        if asked == "complete":
            made = [search.complete(map_, seed) for seed in "aab"]
            kinds = {cell for cell, kind in map_.kinds.items() if kind}
            between = {line for line in inner_borders(map_.params.grid) if kinds >= {*sides(map_.params.grid, line)}}
            for one in made:
                assert legality.check(one) == ()
                assert map_.facts <= one.facts
                assert not {fact.place for fact in one.facts - map_.facts} & between
                assert maps.read(writer.show(one).encode(), "again.toml").map == one
            assert made[0] == made[1]
            return ["the same map from two seeds" if made[0] == made[2] else "another map from another seed"]
        repaired = repairs.repair(map_)
    except NoSuchMap as bad:
        return ["impossible: " + ", ".join(rule.number for conflict in bad.conflicts for rule in conflict)]
    except SolverGaveUp as bad:
        return [f"gave up: {bad}"]
    assert legality.check(repaired.map) == ()
    assert maps.read(writer.show(repaired.map).encode(), "again.toml").map == repaired.map
    return [
        *sorted(edit.words for edit in repaired.edits),
        "proven" if repaired.proven else f"not proven {repaired.doubt}",
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.number}  {case.sentence}")
def test_what_is_found_and_what_repairs_it_is_as_it_is_written(case: MapCase) -> None:
    for board, asked, wanted in case.boards:
        assert answered(board, asked) == [*wanted], f"maps.cases:{case.line}: {asked}\n{board}"


def test_every_map_cites_a_rule() -> None:
    assert {case.number for case in CASES} - entries().keys() == set()
