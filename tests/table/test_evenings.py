"""The evenings of `cases/evenings.cases`: what is typed at a table, and every line of the answer, word for word."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model.ledger import entries
from mapkit.model.map import Map
from mapkit.table import match
from mapkit.table.host import Host, TableReply
from tests.drawings import drawn

FILE = Path(__file__).parents[1] / "cases" / "evenings.cases"
SEATING = re.compile(r"on (\S+) by (.+?)(?: as (gm|omniscient))?(?: in (\w\w))?(?: with (.+))?")


HEADS = ("  player ", "  игрок ")
"""The beginnings of a table of everybody."""


class Evening(NamedTuple):
    """A case: its line, its ledger number, its sentence, the seats, and what is typed and heard."""

    line: int
    number: str
    sentence: str
    seating: str
    steps: tuple[tuple[str, tuple[str, ...]], ...]


def read(text: str) -> tuple[dict[str, Map[Any]], tuple[Evening, ...]]:
    boards, evenings = dict[str, Map[Any]](), list[Evening]()
    for block in re.finditer(r"^(?![#\n]).+(?:\n.+)*", text, re.MULTILINE):
        first, *lines = block[0].split("\n")
        if first.startswith("board "):
            _, name, game, *settings = first.split(" ")
            drawing = "\n".join("" if line == "/" else line for line in lines)
            boards[name] = drawn(f"{' '.join(settings)}\n{drawing}" if settings else f"\n{drawing}", game)
            continue
        steps = list[tuple[str, tuple[str, ...]]]()
        for line in lines[1:]:
            if line.startswith("> "):
                steps.append((line.removeprefix("> "), ()))
            else:
                steps[-1] = (steps[-1][0], (*steps[-1][1], line.removeprefix("     ")))
        number, sentence = first.split("  ", 1)
        line_number = text.count("\n", 0, block.start()) + 1
        evenings.append(Evening(line_number, number, sentence, lines[0], tuple(steps)))
    return boards, tuple(evenings)


BOARDS, EVENINGS = read(FILE.read_text(encoding="utf-8"))


def shown(lines: tuple[str, ...], wanted: tuple[str, ...]) -> tuple[str, ...]:
    """What is heard and noted; with the table of everybody that follows, where the case has that as well."""
    heads = [n for n, line in enumerate(lines) if n and line.startswith(HEADS)]
    return lines[: heads[0]] if heads and not any(line.startswith(HEADS) for line in wanted) else lines


def typed(host: Host, words: str) -> TableReply:
    """The answer; what is refused as a whole changes nothing, and what is for one alone is private."""
    before = host.match.state, len(host.match.standing_directives)
    reply = host.hear(words)
    assert reply.private or not any(line.startswith("(for ") for line in reply.lines)
    assert not reply.refused or ";" in words or (host.match.state, len(host.match.standing_directives)) == before
    return reply


def played(evening: Evening, path: Path) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """What is typed, and the lines that should stand below it and those that do."""
    seating = SEATING.fullmatch(evening.seating)
    assert seating, evening.line
    name, names, screen, language, options = seating.groups("")
    board, given = BOARDS[name], dict(pair.split("=") for pair in options.split("; ") if pair)

    def host_of(game: match.Match, screen: str) -> Host:
        words = phrases(board.game.name, language or "en")
        return Host(game, words, omniscient=screen == "omniscient", gm=screen == "gm", resume_name="evening")

    host = host_of(match.start(board, writer.show(board), names.split(", "), given, "s", path), screen)
    standing = 0
    for words, wanted in evening.steps:
        if words.startswith("resume"):
            host.match.close()
            host = host_of(match.resume(path, lambda *_: board), words.removeprefix("resume").removeprefix(" as "))
        if words.startswith(("begin", "resume")):
            yield words, wanted, tuple(host.welcome())
            continue
        forms, reached = words.split(" | "), list[object]()
        for form in forms:
            reply = typed(host, form)
            yield form, wanted, shown(reply.lines, wanted)
            reached.append(host.match.state)
            if form != forms[-1] and len(host.match.standing_directives) > standing:
                host.match.undo_one()
        assert all(value == reached[-1] for value in reached), words
        standing = len(host.match.standing_directives)
    state = host.match.state
    host.match.close()
    assert match.look(path, lambda *_: board).state == state


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda each: f"{each.number}  {each.sentence}")
def test_every_line_is_as_it_is_written(evening: Evening, tmp_path: Path) -> None:
    for words, wanted, found in played(evening, tmp_path / "game.jsonl"):
        assert found == wanted, f"evenings.cases:{evening.line}: {words}"


def test_every_evening_cites_a_rule_and_no_two_are_called_the_same() -> None:
    assert [evening.number for evening in EVENINGS if evening.number not in entries()] == []
    assert len({(evening.number, evening.sentence) for evening in EVENINGS}) == len(EVENINGS) > 80
