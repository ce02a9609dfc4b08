"""The command `audit`: whether what a game master announced can be true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import typer

from mapkit import files, maps
from mapkit.cli.languages import in_words
from mapkit.cli.shell import (
    BREAKS_RULES,
    NO_MAP,
    AsJson,
    app,
    is_log,
    open_to_look,
    read_document,
    say,
    say_json,
    stoppable,
)
from mapkit.deduction import notes
from mapkit.deduction.audit import Auditor, Slip, Spoken, Undecided
from mapkit.files import printable_name
from mapkit.game import Map, table_of
from mapkit.grid import Cell, spell
from mapkit.letters import in_a_row, refused_word, suggestion
from mapkit.rule import a
from mapkit.ruling import Heard
from mapkit.settings import BadSetting

NotesOrLog = Annotated[str, typer.Argument(metavar="FILE", help="Notes of a game, or a log; - is stdin.")]


class _Told(NamedTuple):
    """A command with its answers, as it stands in the file."""

    text: str
    """The line, for people."""
    column: int = 1
    """The column of the command."""
    columns: Mapping[str, int] = {}
    """The columns of its answers, by their words and by the keys of their announcements."""

    def column_of(self, spoken: Spoken) -> int:
        """The column of an answer; that of the command for what was not said."""
        first = min(self.columns.values(), default=self.column)
        return self.columns.get(spoken.key, self.column if spoken.is_silence else first)


_NOT_TOLD = _Told("")
MANY = 6
"""The most facts of the map that are listed one by one."""


@app.command()
def audit(
    *,
    name: NotesOrLog,
    map_file: Annotated[str | None, typer.Option("--map", metavar="FILE", help="The game master's map.")] = None,
    as_json: AsJson = False,
) -> None:
    """Whether the answers in a game can all be true, on a map or on any; else the first that cannot, and why."""
    drawn = read_document(map_file).map if map_file is not None else None
    lines: dict[int, _Told] = {}
    auditor = _of_log(name, drawn, lines) if name != "-" and is_log(name) else _of_notes(name, drawn, lines)
    with stoppable():
        found = auditor.slip()
    if as_json:
        say_json(_data(name, auditor, found, lines))
    else:
        for line in _lines(printable_name(name), auditor, found, lines):
            say(line)
    code = {Slip: BREAKS_RULES, Undecided: NO_MAP}.get(type(found), 0)
    raise typer.Exit(code)


def _begun(auditor: Auditor, drawn: Map[Any] | None) -> Auditor:
    """The auditor, who knows the map, or that it keeps the rules."""
    if drawn is not None:
        auditor.map_is(drawn)
    if drawn is None or not drawn.finished:
        auditor.map_is_legal()
    return auditor


def _of_log(name: str, drawn: Map[Any] | None, lines: dict[int, _Told]) -> Auditor:
    """An auditor who has heard a game of mapkit."""
    match = open_to_look(name)
    if drawn is not None and drawn.params.grid != match.map.params.grid:
        raise BadSetting(f"--map is of {drawn.params.grid}, and the game of {match.map.params.grid}")
    names = [seat.name for seat in match.referee.seats(match.opening.state)]
    game, params = match.map.game, (drawn or match.map).params
    auditor = _begun(Auditor(game, params, names, match.opening.heard), drawn)
    for each in match.standing_directives:
        auditor.hear(each.number + 1, each.mover, each.words if each.mover else "", each.ruling.heard)
        told = ", ".join(said.key for said in each.ruling.heard if said.key != "turn")
        line = f"{each.mover}: {each.words_alone} = {told}" if each.mover else told
        lines[each.number + 1] = _Told(line)
    return auditor


def _of_notes(name: str, drawn: Map[Any] | None, lines: dict[int, _Told]) -> Auditor:
    """An auditor who has heard what stands in notes; raises BadSetting."""
    shown = printable_name(name)
    noted = notes.read(files.read_bytes(name).decode("utf-8", "replace"), shown)
    game, params = (drawn.game, drawn.params) if drawn is not None else _settings(shown, noted.head)
    told = () if drawn is None else _told_of(drawn, noted.players)
    auditor = _begun(Auditor(game, params, noted.players, told), drawn)
    auditor.starts_are(_starts(shown, noted, params.grid.cells()))
    for each, heard in _heard(shown, noted, auditor):
        auditor.hear(each.words.line, each.who, each.words.text, heard)
        columns = {answer.text.casefold(): answer.column for answer in each.answers}
        columns |= {said.key: answer.column for said, answer in zip(heard, each.answers, strict=True)}
        text = f"{each.who}: {each.words.text} = {', '.join(answer.text for answer in each.answers)}"
        lines[each.words.line] = _Told(text, each.words.column, columns)
    return auditor


def _settings(name: str, head: Mapping[str, notes.Noted]) -> tuple[Any, Any]:
    """The game and the settings that stand above the notes; raises BadSetting."""
    if "game" not in head:
        raise BadSetting(f"{name}: no game is named; say such as game: treasures, or name a map with --map")
    game = _read(name, head["game"], lambda: maps.game_named(head["game"].text))
    size, preset = head.get("size"), head.get("preset")
    grid = _read(name, size, lambda: game.design.board.read(size.text)) if size else None
    named = preset.text if preset else "default"
    base = _read(name, preset, lambda: maps.params(game, named, grid, {}))
    given = {key: each for key, each in head.items() if key not in ("game", "size", "preset", "starts")}
    for key, each in given.items():
        _read(name, each, lambda key=key, each=each: maps.params(game, named, grid, {key: each.text}))  # type: ignore[misc]
    return game, maps.params(game, named, grid, {key: each.text for key, each in given.items()}) if given else base


def _read(name: str, noted: notes.Noted | None, read: Callable[[], Any]) -> Any:
    """What is read from the notes; raises BadSetting, which says where it stands."""
    try:
        return read()
    except BadSetting as bad:
        raise BadSetting(f"{notes.place(name, noted) if noted else name}: {bad}") from None


def _told_of(drawn: Map[Any], players: Sequence[str]) -> tuple[Heard, ...]:
    """What is announced of a map before the first turn; where the players are placed, the notes tell."""
    opening = table_of(drawn.game).referee.begin(drawn, tuple(players), {}, lambda _: 1)
    return tuple(each for each in opening.heard if each.key != "placed")


def _starts(name: str, noted: notes.Notes, known: Sequence[Cell]) -> list[tuple[str, Cell]]:
    """Where each player starts, in the order of the players; nothing where the notes do not tell it."""
    if "starts" not in noted.head:
        return []
    cells = noted.head["starts"].text.replace(",", " ").lower().split()
    if len(cells) != len(noted.players) or not {*cells} <= {*known}:
        where = notes.place(name, noted.head["starts"])
        raise BadSetting(f"{where}: starts takes a cell of the board for each player, in the order of their names")
    return list(zip(noted.players, cells, strict=True))


def _heard(name: str, noted: notes.Notes, auditor: Auditor) -> Iterator[tuple[notes.NotedCommand, tuple[Heard, ...]]]:
    """The commands of notes with the announcements that their answers stand for; raises BadSetting."""
    wrong, found = list[str](), list[tuple[notes.NotedCommand, tuple[Heard, ...]]]()
    for each in noted.commands:
        heard = [auditor.evidence.answer(each.who, answer.text) for answer in each.answers]
        for answer, said in zip(each.answers, heard, strict=True):
            if said is None:
                hint = suggestion(answer.text, auditor.evidence.answers)
                wrong.append(f"{notes.place(name, answer)}: {refused_word(answer.text)} is no answer; {hint}")
        found.append((each, tuple(filter(None, heard))))
    if wrong:
        raise BadSetting("\n".join(wrong))
    yield from found


# --- what is printed ---------------------------------------------------------------------------------------------


def _lines(name: str, auditor: Auditor, found: Slip | Undecided | None, lines: Mapping[int, _Told]) -> Iterator[str]:
    """The result as lines for people."""
    if found is None:
        yield in_words("All answers can be true.")
    elif isinstance(found, Undecided):
        yield in_words("Not decided, because that takes too long.")
    elif not found.spoken.line:
        yield in_words("No map keeps these rules, whatever was answered:")
        yield from _rules(auditor, found)
    else:
        yield _line(name, found.spoken, lines, f"{in_words('fault')}[{found.spoken.rule}]")
        if found.who and len(found.stood) <= MANY:
            yield in_words(f"By the answers before, {found.who} stands on {in_a_row(found.stood, 'or')}.")
        yield in_words("This answer contradicts these:")
        yield from (f"  {_line(name, each, lines, f'[{each.rule}]')}" for each in found.because)
        if len(found.facts) > MANY:
            yield f"  {in_words(f'the map: {len(found.facts)} of its cells and borders')}"
        else:
            yield from (f"  {in_words('the map:')} {in_words(each)}" for each in _of_the_map(auditor, found))
        yield from (f"  {in_words(f'{player} starts on {cell}')}" for player, cell in found.starts)
        yield from _rules(auditor, found)


def _line(name: str, spoken: Spoken, lines: Mapping[int, _Told], rule: str) -> str:
    """An answer with its place; in brackets stands what was not said."""
    silent = f" ({in_words(spoken.key)})" if spoken.is_silence else ""
    told = lines.get(spoken.line, _NOT_TOLD)
    return f"{name}:{spoken.line}:{told.column_of(spoken)}: {rule} {told.text}{silent}"


def _rules(auditor: Auditor, found: Slip) -> Iterator[str]:
    for rule in found.rules:
        yield f"  {rule.number} {in_words(rule.text(auditor.params))}"


def _of_the_map(auditor: Auditor, found: Slip) -> Iterator[str]:
    """What is needed of the map, in words."""
    words = {**auditor.game.design.legend(auditor.params).words, **auditor.evidence.asks.words}
    for fact, holds in found.facts:
        noun = a(words.get(fact.mark, fact.mark)) if holds else f"no {words.get(fact.mark, fact.mark)}"
        place = spell(auditor.params.grid, fact.place)
        if isinstance(fact.place, str):
            yield f"{noun} at {place}"
        else:
            yield f"{noun} {place}" if place.startswith("between") else f"{noun} on {place}"


def _data(name: str, auditor: Auditor, found: Slip | Undecided | None, lines: Mapping[int, _Told]) -> dict[str, Any]:
    """The result for programs."""
    data: dict[str, Any] = {"file": printable_name(name), "possible": found is None}
    if isinstance(found, Undecided):
        data["possible"] = None
    elif found is not None:
        data["first"] = _spoken_data(found.spoken, lines)
        data["because"] = [_spoken_data(each, lines) for each in found.because]
        data["rules"] = {rule.number: rule.text(auditor.params) for rule in found.rules}
        data["map"] = [*_of_the_map(auditor, found)]
        data["stood"] = found.stood
    return data


def _spoken_data(spoken: Spoken, lines: Mapping[int, _Told]) -> dict[str, Any]:
    return {**spoken._asdict(), "column": lines.get(spoken.line, _NOT_TOLD).column_of(spoken)}
