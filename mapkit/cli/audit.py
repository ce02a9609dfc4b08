"""The command `audit`: whether what a game master announced can be true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer

from mapkit.cli.commands import command
from mapkit.cli.inputs import is_log, open_to_look, read_document
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.notes import NotedLine, NotesReader, begun, refuse_other_map
from mapkit.cli.options import AsJson
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import BREAKS_RULES, NO_MAP, say, say_json
from mapkit.knowledge.audit import Auditor, NoConclusion, Slip, Utterance
from mapkit.knowledge.drawing import not_used
from mapkit.model.files import printable_name
from mapkit.model.grid import spell
from mapkit.model.letters import in_a_row
from mapkit.model.map import Map
from mapkit.model.rule import a
from mapkit.table.voice import phrases_of

_NOT_TOLD = NotedLine("")
MANY = 6
"""The most facts of the map that are listed one by one."""


@command("audit")
def audit(
    *,
    name: Annotated[str, typer.Argument(metavar="FILE", help="Notes of a game, or a log; - is stdin.")],
    map_file: Annotated[str | None, typer.Option("--map", metavar="FILE", help="The game master's map.")] = None,
    as_json: AsJson = False,
) -> None:
    """Whether the answers in a game can all be true, on a map or on any; else the first that cannot, and why."""
    drawn = read_document(map_file).map if map_file is not None else None
    lines: dict[int, NotedLine] = {}
    heard_log = name != "-" and is_log(name)
    auditor = _of_log(name, drawn, lines) if heard_log else NotesReader(name, drawn).auditor(lines)
    with Stoppable():
        found = auditor.slip()
        unused = auditor.unused(found)
    if as_json:
        data: dict[str, Any] = {"file": printable_name(name), "possible": False, "unused": unused}
        if not isinstance(found, Slip):
            data["possible"] = None if unused or found else True
        else:
            data["first"] = _spoken_data(found.spoken, lines)
            data["because"] = [_spoken_data(utterance, lines) for utterance in found.because]
            data["rules"] = {rule.number: rule.text(auditor.params) for rule in found.rules}
            data["map"] = [*_of_the_map(auditor, found)]
            data["stood"] = found.stood
        say_json(data)
    else:
        for line in _lines(printable_name(name), auditor, found, lines, unused):
            say(line)
    code = {Slip: BREAKS_RULES, NoConclusion: NO_MAP}.get(type(found), 0)
    raise typer.Exit(code)


def _of_log(name: str, drawn: Map[Any] | None, lines: dict[int, NotedLine]) -> Auditor:
    match = open_to_look(name)
    game = match.map.game
    if drawn is not None:
        refuse_other_map(drawn, game, match.map.params.grid)
    names = [seat.name for seat in match.referee.seats(match.opening.state)]
    auditor = begun(Auditor(game, (drawn or match.map).params, names, match.opening.heard), drawn)
    words = phrases_of(match.map, answer_language())
    for directive in match.standing_directives:
        said = directive.words if directive.mover else ""
        auditor.hear(directive.number + 1, directive.mover, said, directive.ruling.heard)
        told = " ".join(words.say(one) for one in directive.ruling.heard if one.key != "turn")
        shown = words.retold(directive.words_alone)
        lines[directive.number + 1] = NotedLine(f"{directive.mover}: {shown}: {told}" if directive.mover else told)
    return auditor


def _lines(
    name: str,
    auditor: Auditor,
    found: Slip | NoConclusion | None,
    lines: Mapping[int, NotedLine],
    unused: Sequence[str],
) -> Iterator[str]:
    if found is None:
        yield in_words("No contradiction was found." if unused else "All answers can be true.")
    elif isinstance(found, NoConclusion):
        yield in_words("Not decided, because that takes too long.")
    elif not found.spoken.line:
        yield in_words("No map keeps these rules, whatever was answered:")
        yield from _assumed(auditor, found)
    else:
        yield _line(name, found.spoken, lines, f"{in_words('fault')}[{found.spoken.rule}]")
        if found.who and len(found.stood) <= MANY:
            yield in_words(f"By the answers before, {found.who} stands on {in_a_row(found.stood, 'or')}.")
        reasons = [f"  {_line(name, utterance, lines, f'[{utterance.rule}]')}" for utterance in found.because]
        reasons += _assumed(auditor, found)
        yield in_words("This answer contradicts these:" if reasons else "By this rule it is not said here.")
        yield from reasons
    if unused:
        yield not_used(unused, answer_language())


def _line(name: str, spoken: Utterance, lines: Mapping[int, NotedLine], rule: str) -> str:
    """An answer with its place; in brackets stands what was not said."""
    silent = f" ({in_words(spoken.key)})" if spoken.is_silence else ""
    told = lines.get(spoken.line, _NOT_TOLD)
    return f"{name}:{spoken.line}:{told.column_of(spoken)}: {rule} {told.text}{silent}"


def _assumed(auditor: Auditor, found: Slip) -> Iterator[str]:
    """What was known before any answer, and is needed: of the map, of the starts, and rules."""
    if len(found.facts) > MANY:
        yield f"  {in_words(f'the map: {len(found.facts)} of its cells and borders')}"
    else:
        yield from (f"  {in_words('the map:')} {in_words(line)}" for line in _of_the_map(auditor, found))
    yield from (f"  {in_words(f'{player} starts on {cell}')}" for player, cell in found.starts)
    for rule in found.rules:
        yield f"  {rule.number} {in_words(rule.text(auditor.params))}"


def _of_the_map(auditor: Auditor, found: Slip) -> Iterator[str]:
    words = {**auditor.game.design.legend(auditor.params).words, **auditor.evidence.asks.words}
    for fact, holds in found.facts:
        noun = a(words.get(fact.mark, fact.mark)) if holds else f"no {words.get(fact.mark, fact.mark)}"
        place = spell(auditor.params.grid, fact.place)
        if isinstance(fact.place, str):
            yield f"{noun} at {place}"
        else:
            yield f"{noun} {place}" if place.startswith("between") else f"{noun} on {place}"


def _spoken_data(spoken: Utterance, lines: Mapping[int, NotedLine]) -> dict[str, Any]:
    return {**spoken._asdict(), "column": lines.get(spoken.line, _NOT_TOLD).column_of(spoken)}
