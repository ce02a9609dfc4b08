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
from mapkit.cli.inputs import fault_line, faults_to_print, label, read_document, tell_faults, what_was_found
from mapkit.cli.languages import in_words
from mapkit.cli.options import AsJson, Beside, FileName, FileNames, Force, Seed
from mapkit.cli.outputs import answer_path, file_writer, is_json, map_place, write
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import BREAKS_RULES, say, say_json, say_on_stderr, talk_of_printing, tell_seed
from mapkit.mapfile import json_file, writer
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.rule import NoSuchMap, SolverGaveUp, many
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
    read, path = read_document(name), map_place(output or answer_path(name, "-repaired.toml"))
    _tell_of_a_head(read)
    by_hand = "Repair a fault or two by hand and try again: `mapkit check` lists them."
    keys = " and ".join(filter(None, repairs.listings(read.map)))
    kept = f"Repair leaves {keys} as they are; correct them by hand if they are wrong." if keys else ""
    with with_advice(SolverGaveUp, by_hand), with_advice(NoSuchMap, kept), Stoppable():
        repaired = repairs.repair(read.map, lambda words: say_on_stderr(f"{read.name}: {words}"))
    text = json_file.show(repaired.map) if is_json(path, False) else writer.redraw(read, repaired.map)
    for edit in repaired.edits:
        say_on_stderr(f"- {edit.words}")
    say_on_stderr(f"{read.name}: {repaired.words}")
    if repaired.note:
        say_on_stderr(repaired.note)
    if as_json:
        edits = [
            {"words": in_words(edit.words), "places": [label(read, place) for place in edit.places]}
            for edit in repaired.edits
        ]
        report = {"file": read.name, "proven": repaired.proven, "edits": edits}
        if path == "-":
            say_json({**report, "written": None, "map": text})
        else:
            file_writer(force)(Path(path), text.encode())
            say_json({**report, "written": printable_name(path)})
    else:
        write(path, text, file_writer(force))
    talk_of_printing(path)


@command("complete", FileCommand)
def complete(
    name: FileName, seed: Seed = None, output: Beside = None, force: Force = False, as_json: AsJson = False
) -> None:
    """A map with its blank cells and undecided borders filled in. Drawn cells and inner walls stay."""
    read = read_document(name)
    _tell_of_a_head(read)
    path = map_place(output or ("-" if as_json else answer_path(name, "-completed.toml")))
    chosen = seed_of(seed)
    stays = "Complete keeps all that is drawn; `mapkit repair` may change it."
    with with_advice(NoSuchMap, stays), with_advice(SolverGaveUp, f"Another seed may do. {stays}"):
        try:
            with Stoppable():
                filled = search.complete(read.map, chosen, lambda words: say_on_stderr(f"{read.name}: {words}"))
        except NoSuchMap as failure:  # it gets a note for each drawn place that breaks a rule
            blank, broken = search.blank_places(read.map), {rule for conflict in failure.conflicts for rule in conflict}
            for fault in legality.check(read.map):
                if fault.rule in broken and fault.place and fault.place not in blank:
                    failure.add_note(fault_line(read, "fault", fault))
            raise
    came = len({fact.place for fact in filled.facts ^ read.map.facts})
    say_on_stderr(
        f"{printable_name(name)}: {many(came, 'place')} filled in"
        if came
        else f"{printable_name(name)}: complete as it is"
    )
    text = json_file.show(filled) if is_json(path, as_json) else writer.redraw(read, filled)
    write(path, text, file_writer(force))
    if came:
        tell_seed(seed, chosen)
    talk_of_printing(path)


def _tell_of_a_head(read: Document) -> None:
    """Say what is written where the file is a drawing alone."""
    if read.bare:
        say_on_stderr(f"{read.name}: a drawing without a head; what is written is a whole map file")


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
        shown, faulty = printable_name(name), codes[BREAKS_RULES]
        say_on_stderr(f"{shown}: {many(codes[0], 'legal map')}, {faulty} with faults, {unread} unreadable")
        return max(codes, default=0)
    try:
        read = read_document(name)
    except UnreadableMap as error:
        if report is not None:
            report += [{"file": error.name, "kind": "error", **problem._asdict()} for problem in error.problems]
        if error.rest:
            _tell(report, error.rest, legality.check_rest(error.rest.map, error.rest.unread), ())
        raise
    except FileTrouble as error:
        if report is not None:
            at = {"line": None, "column": None}
            report.append({"file": printable_name(name), "kind": "error", **at, "message": str(error)})
        raise
    faults = legality.check(read.map)
    _tell(report, read, faults, legality.advise(read.map))
    if not faults and report is None:
        say(f"{read.name}: {in_words('legal')}")
    return BREAKS_RULES if faults else 0


def _tell(
    report: list[dict[str, Any]] | None, read: Document, faults: Sequence[Fault], advice: Sequence[Fault]
) -> None:
    if report is None:
        tell_faults(read, faults, advice, say)
    else:
        for kind, found in zip(("fault", "advice"), faults_to_print(read, faults, advice), strict=True):
            for fault in found:
                line, column = read.spot(fault.place)
                report.append(
                    {
                        "file": read.name,
                        "kind": kind,
                        "line": line,
                        "column": column,
                        "rule": fault.rule.number,
                        "place": label(read, fault.place),
                        "sentence": in_words(fault.sentence),
                        "found": what_was_found(read, fault),
                        "witness": [label(read, place) for place in fault.witness],
                    }
                )
