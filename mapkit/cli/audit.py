"""The command `audit`: whether what a game master announced can be true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from mapkit.cli.commands import command
from mapkit.cli.inputs import FAULT, is_log, open_to_look, read_document
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.notes import NotedLine, NotesReader, begun, refuse_other_map
from mapkit.cli.options import AsJson, OwnWordsFile
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import BREAKS_RULES, NO_MAP, progress, say_json, tell
from mapkit.games import maps
from mapkit.knowledge.audit import Auditor, NoConclusion, Slip, Utterance
from mapkit.knowledge.drawing import not_used
from mapkit.model.files import printable_name
from mapkit.model.ledger import about
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, either, for_program, message, sentences
from mapkit.solve.checker import thing_at
from mapkit.table.voice import phrases_of

_NOT_TOLD = NotedLine("")
MANY = 6
"""The most facts of the map that are listed one by one."""


@command("audit")
def audit(
    *,
    name: Annotated[str, typer.Argument(metavar="FILE", help="Notes of a game, or a log; - is stdin.")],
    map_file: Annotated[str | None, typer.Option("--map", metavar="FILE", help="The game master's map.")] = None,
    words_file: OwnWordsFile = None,
    as_json: AsJson = False,
) -> None:
    """Whether the answers in a game can all be true, on a map or on any; else the first that cannot, and why."""
    drawn = read_document(map_file).map if map_file is not None else None
    lines: dict[int, NotedLine] = {}
    auditor = _of_log(name, drawn, lines) if is_log(name) else NotesReader(name, drawn, words_file).auditor(lines)
    with Stoppable():
        found = auditor.slip()
        unused = auditor.unused(found)
    if as_json:
        data: dict[str, Any] = {"file": printable_name(name), "possible": False, "unused": unused}
        if not isinstance(found, Slip):
            data["possible"] = None if unused or found else True
        else:
            data["first"], *data["because"] = (
                {**each._asdict(), "column": lines.get(each.line, _NOT_TOLD).column_of(each), "about": about(each.rule)}
                for each in (found.spoken, *found.because)
            )
            rules = {rule.number: rule.text(auditor.params) for rule in found.rules}
            data |= for_program(in_words, rules=rules, map=[*_of_the_map(auditor, found)])
            data["stood"] = found.stood
        say_json(data)
    else:
        for line in _lines(printable_name(name), auditor, found, lines, bool(unused)):
            tell(line)
        if unused:
            tell(not_used(unused))
    raise typer.Exit({Slip: BREAKS_RULES, NoConclusion: NO_MAP}.get(type(found), 0))


def _of_log(name: str, drawn: Map[Any] | None, lines: dict[int, NotedLine]) -> Auditor:
    match = open_to_look(name)
    game = match.map.game
    if drawn is not None:
        drawn = maps.named_as(drawn, match.map)
        refuse_other_map(drawn, game, match.map.params.grid)
    names = [seat.name for seat in match.referee.seats(match.opening.state)]
    auditor = begun(Auditor(game, (drawn or match.map).params, names, match.opening.heard), drawn)
    words = phrases_of(match.map, answer_language())
    directives = match.standing_directives
    with progress(message("Looking at answers"), len(directives)) as advance:
        for directive in directives:
            said = directive.words if directive.mover else ""
            auditor.hear(directive.number + 1, directive.mover, said, directive.ruling.heard)
            told = " ".join(words.say(one) for one in directive.ruling.heard if one.key != "turn")
            shown = words.retold(directive.words_alone)
            lines[directive.number + 1] = NotedLine(f"{directive.mover}: {shown}: {told}" if directive.mover else told)
            advance(1)
    return auditor


def _lines(
    name: Name, auditor: Auditor, found: Slip | NoConclusion | None, lines: Mapping[int, NotedLine], in_part: bool
) -> Iterator[Message]:
    """What was found, line by line; `in_part` where not everything that was heard is used."""
    if found is None:
        yield message("No contradiction was found.") if in_part else message("All answers can be true.")
    elif isinstance(found, NoConclusion):
        yield message("Not decided, because that takes too long.")
    elif not found.spoken.line:
        yield message("No map keeps these rules, whatever was answered:")
        yield from _assumed(auditor, found)
    else:
        yield _line(name, found.spoken, lines, FAULT)
        if found.who and len(found.stood) <= MANY:
            cells = either([*map(Name, found.stood)])
            yield message("By the answers before, {name} stands on {cells}.", Name(found.who), cells)
        reasons = [message("  {message}", _line(name, each, lines, NOTHING)) for each in found.because]
        reasons += _assumed(auditor, found)
        yield message("This answer contradicts these:") if reasons else message("By this rule it is not said here.")
        yield from reasons


def _line(name: Name, spoken: Utterance, lines: Mapping[int, NotedLine], kind: Message) -> Message:
    """An answer with its place; in brackets stands what was not said."""
    told = lines.get(spoken.line, _NOT_TOLD)
    place, rule = (name, spoken.line, told.column_of(spoken)), Name(spoken.rule)
    said = message("{file}:{line}:{column}: {kind}[{rule}] {words}", *place, kind, rule, Name(told.text))
    return sentences(said, message("({thing})", Name(spoken.key)) if spoken.is_silence else NOTHING)


def _assumed(auditor: Auditor, found: Slip) -> Iterator[Message]:
    """What was known before any answer, and is needed: of the map, of the starts, and rules."""
    known = [message("the map: {what}", line) for line in _of_the_map(auditor, found)]
    if len(found.facts) > MANY:
        known = [message("the map: {number} of its cells and borders", len(found.facts))]
    known += [message("{name} starts on {cell}", Name(player), Name(cell)) for player, cell in found.starts]
    known += [message("{name} {sentence}", Name(rule.number), rule.text(auditor.params)) for rule in found.rules]
    yield from (message("  {message}", line) for line in known)


def _of_the_map(auditor: Auditor, found: Slip) -> Iterator[Message]:
    legend, asked = auditor.game.design.legend(auditor.params), auditor.evidence.asks.words
    grid = auditor.params.grid
    for fact, holds in found.facts:
        noun = asked.get(fact.mark) or legend.word(fact.mark)
        thing = message("{thing:a}", noun) if holds else message("no {thing}", noun)
        yield thing_at(grid, thing, fact.place)
