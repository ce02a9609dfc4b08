"""The faults of a map in lines, each with its place in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mapkit.cli.languages import in_words
from mapkit.cli.streams import say_on_stderr
from mapkit.mapfile.document import Document
from mapkit.model.grid import Cell, Place, spell
from mapkit.solve.checker import NAMED_AT_MOST, Fault, rank


def is_faulty(read: Document, faults: Sequence[Fault], done: str, instead: str = "") -> bool:
    """Whether a map has faults; where it has, says them and what is not `done` because of them."""
    if faults:
        tell_faults(read, faults, (), say_on_stderr)
        say_on_stderr(f"{read.name}: not {done} because of the faults above; `mapkit repair` repairs them{instead}")
    return bool(faults)


def tell_faults(read: Document, faults: Iterable[Fault], advice: Iterable[Fault], say: Callable[[str], None]) -> None:
    """Say the faults and the advice, each once and with its place; faults that may cause others come first."""
    listed, advised = faults_to_print(read, faults, advice)
    listed = _blanks_in_one(read, listed)
    for kind, found in (("fault", listed), ("advice", culprits_first(read, advised))):
        for line in dict.fromkeys(fault_line(read, kind, fault) for fault in found):
            say(line)


def faults_to_print(
    read: Document, faults: Iterable[Fault], advice: Iterable[Fault]
) -> tuple[list[Fault], Sequence[Fault]]:
    """The faults and the advice to print, with the faults that may cause others first.

    A short line of the drawing is named once. Faults that may follow from the cells that it lacks are left out, such as
    missing things and ways, and so is all advice.
    """
    found, advised = culprits_first(read, faults), tuple(advice)
    firsts = {read.spot(fault.place).line: fault for fault in reversed(found) if read.cut_short(fault.place)}
    if not firsts:
        return found, advised
    return [fault for fault in found if fault in firsts.values() or not _may_follow(read, fault)], ()


def _blanks_in_one(read: Document, found: Sequence[Fault]) -> list[Fault]:
    """The faults, with one in place of all that say of a cell that it is blank, at the first of them."""
    grid, kinds = read.map.params.grid, read.map.kinds
    blank = [fault for fault in found if fault.place and fault.place not in kinds and not fault.witness]
    blank = [fault for fault in blank if isinstance(fault.place, Cell) and fault.rule == blank[0].rule]
    if not blank or any(read.cut_short(fault.place) for fault in blank):
        return [*found]
    cells = tuple(fault.place for fault in blank)
    them = "it" if len(cells) == 1 else "them"
    if len(cells) == 1:
        words = f"{spell(grid, cells[0])} is blank"
    else:
        named = [spell(grid, cell) for cell in cells[:NAMED_AT_MOST]]
        more = f" and {len(cells) - len(named)} more" if len(cells) > len(named) else ""
        words = f"{len(cells)} cells are blank: {', '.join(named)}{more}"
    one, merged = blank[0]._replace(found=f"{words}; `mapkit complete` fills {them} in.", witness=cells), {*blank}
    return [one if fault is blank[0] else fault for fault in found if fault is blank[0] or fault not in merged]


def _may_follow(read: Document, fault: Fault) -> bool:
    """Whether a fault may follow from cells that the drawing lacks."""
    shown_elsewhere = fault.place == fault.fallback_place
    return rank(fault) > 0 or shown_elsewhere or any(map(read.cut_short, (fault.place, *fault.witness)))


def culprits_first(read: Document, found: Iterable[Fault]) -> list[Fault]:
    """The faults in the order in which they are printed: those that may follow from others come after them."""
    return sorted(found, key=lambda f: (not read.cut_short(f.place), rank(f), read.spot(f.place)))


def fault_line(read: Document, kind: str, fault: Fault) -> str:
    """A line that says a fault or an advice, with its place in the file."""
    line, column = read.spot(fault.place)
    where = f"{read.name}:{line}:{column}: {in_words(kind)}[{fault.rule.number}] {in_words(label(read, fault.place))}"
    return " ".join(filter(None, (f"{where}: {in_words(fault.sentence)}", what_was_found(read, fault))))


def what_was_found(read: Document, fault: Fault) -> str:
    """What was found, with a sentence on the line of the drawing where it ends before the place of the fault."""
    return " ".join(filter(None, map(in_words, (fault.found, read.cut_short(fault.place)))))


def label(read: Document, place: Place) -> str:
    """The name of a place in faults; `map` for the whole map."""
    return spell(read.map.params.grid, place) if place else "map"
