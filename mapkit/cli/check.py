"""The commands `check`, `repair` and `complete`, over maps that are drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import typer

from mapkit.cli import corpora
from mapkit.cli.commands import FileCommand, command, for_each_file, report_failure, with_advice
from mapkit.cli.inputs import (
    FAULT,
    FilePart,
    fault_line,
    faults_to_print,
    of_file,
    parts_of,
    read_document,
    read_part,
    tell_faults,
    what_was_found,
)
from mapkit.cli.languages import in_words
from mapkit.cli.options import AsJson, Beside, FileName, FileNames, Force, Seed
from mapkit.cli.outputs import answer_path, file_writer, is_json, map_place, write
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import BREAKS_RULES, say_json, say_on_stderr, talk_of_printing, tell, tell_seed
from mapkit.mapfile import json_file, writer
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.ledger import about
from mapkit.model.message import NOTHING, Message, Name, for_program, listed, message, plural
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import seed_of
from mapkit.solve import legality, repairs, search
from mapkit.solve.checker import Fault


@command("check", FileCommand)
def check(names: FileNames, as_json: AsJson = False) -> None:
    """All faults of maps, each with its place and its rule."""
    report: list[dict[str, Any]] = []
    code = for_each_file(names, partial(_check, report if as_json else None))
    if as_json:
        say_json(report)
    raise typer.Exit(code)


@command("repair", FileCommand)
def repair(name: FileName, output: Beside = None, force: Force = False, as_json: AsJson = False) -> None:
    """The nearest legal map and the edits that lead to it."""
    path = map_place(output or answer_path(name, "-repaired.toml"))
    read = _read(name)
    by_hand = message("Repair a fault or two by hand and try again: `mapkit check` lists them.")
    keys = listed([Name(key) for key in repairs.listings(read.map) if key])
    kept = message("Repair leaves {keys} as they are; correct them by hand if they are wrong.", keys)
    with with_advice(SolverGaveUp, by_hand), with_advice(NoSuchMap, kept if keys else NOTHING), Stoppable():
        repaired = repairs.repair(read.map, lambda words: say_on_stderr(of_file(read, words)))
    text = json_file.show(repaired.map) if is_json(path, False) else writer.redraw(read, repaired.map)
    for edit in repaired.edits:
        say_on_stderr(message("- {message}", edit.words))
    say_on_stderr(of_file(read, repaired.words))
    if repaired.note:
        say_on_stderr(repaired.note)
    if as_json:
        report = {"file": read.name, **repaired.to_json(in_words)}
        if path == "-":
            say_json({**report, "written": None, "map": text})
        else:
            file_writer(force)(Path(path), text.encode())
            say_json({**report, "written": printable_name(path)})
    else:
        write(path, text.encode(), file_writer(force))
    talk_of_printing(path)


@command("complete", FileCommand)
def complete(
    name: FileName, seed: Seed = None, output: Beside = None, force: Force = False, as_json: AsJson = False
) -> None:
    """A map with its blank cells and undecided borders filled in. Drawn cells and inner walls stay."""
    read = _read(name)
    path = map_place(output or ("-" if as_json else answer_path(name, "-completed.toml")))
    chosen = seed_of(seed)
    stays = message("Complete keeps all that is drawn; `mapkit repair` may change it.")
    with with_advice(NoSuchMap, stays), with_advice(SolverGaveUp, message("Another seed may do. {message}", stays)):
        try:
            with Stoppable():
                filled = search.complete(read.map, chosen, lambda words: say_on_stderr(of_file(read, words)))
        except NoSuchMap as failure:  # it gets a note for each drawn place that breaks a rule
            blank, broken = search.blank_places(read.map), {rule for conflict in failure.conflicts for rule in conflict}
            for fault in legality.check(read.map):
                if fault.rule in broken and fault.place and fault.place not in blank:
                    failure.add_note(fault_line(read, FAULT, fault))
            raise
    came, shown = len({fact.place for fact in filled.facts ^ read.map.facts}), printable_name(name)
    filled_in = plural("{file}: {number} place filled in", "{file}: {number} places filled in", came, shown)
    say_on_stderr(filled_in if came else message("{file}: complete as it is", shown))
    text = json_file.show(filled) if is_json(path, as_json) else writer.redraw(read, filled)
    write(path, text.encode(), file_writer(force))
    if came:
        tell_seed(seed, chosen)
    talk_of_printing(path)


def _read(name: str) -> Document:
    """The map in a file; says what is written where the file is a drawing alone."""
    if (read := read_document(name)).bare:
        say_on_stderr(of_file(read, message("no map file; what is written is a whole one")))
    return read


def _check(report: list[dict[str, Any]] | None, name: str) -> int:
    """Say the faults and the advice of a map, or of the maps of a corpus, or add them to a report for a program.

    In the report is also why a file cannot be read. Returns the exit code.
    """
    if corpora.holds_many(name):
        codes = Counter[int]()
        for read in corpora.documents(name):
            if isinstance(read, UnreadableMap):
                codes[report_failure(read)] += 1
            else:
                faults = legality.check(read.map)
                codes[BREAKS_RULES if faults else 0] += 1
                _tell(report, read, faults, ())
        unread = sum(number for code, number in codes.items() if code not in (0, BREAKS_RULES))
        counts = plural("{number} legal map", "{number} legal maps", codes[0]), codes[BREAKS_RULES], unread
        told = printable_name(name), *counts
        say_on_stderr(message("{name}: {maps}, {faulty} with faults, {unreadable} unreadable", *told))
        return max(codes, default=0)
    try:
        parts = parts_of(name)
    except FileTrouble as error:
        if report is not None:
            report.append(_error(printable_name(name), error.said))
        raise
    return for_each_file(parts, partial(_check_part, report))


def _check_part(report: list[dict[str, Any]] | None, part: FilePart) -> int:
    try:
        read = read_part(part)
    except UnreadableMap as error:
        if report is not None:
            report += [_error(error.name, said, line, column) for line, column, said in error.problems]
        if error.rest:
            _tell(report, error.rest, legality.check_rest(error.rest.map, error.rest.unread), ())
        raise
    faults = legality.check(read.map)
    _tell(report, read, faults, legality.advise(read.map))
    if not faults and report is None:
        tell(message("{file}: legal", Name(read.name)))
    return BREAKS_RULES if faults else 0


def _error(name: str, said: Message | Name, line: int | None = None, column: int | None = None) -> dict[str, Any]:
    return {"file": name, "kind": "error", "line": line, "column": column, **for_program(in_words, message=said)}


def _tell(
    report: list[dict[str, Any]] | None, read: Document, faults: Sequence[Fault], advice: Sequence[Fault]
) -> None:
    if report is None:
        tell_faults(read, faults, advice, tell)
    else:
        for kind, found in zip(("fault", "advice"), faults_to_print(read, faults, advice), strict=True):
            for fault in found:
                line, column = read.spot(fault.place)
                shown = fault._replace(found=what_was_found(read, fault)).to_json(in_words)
                place = {"file": read.name, "kind": kind, "line": line, "column": column}
                report.append({**place, "about": about(fault.rule.number), **shown})
