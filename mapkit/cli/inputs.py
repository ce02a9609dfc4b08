"""What commands read: map files, share codes and played games; and the faults of maps, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from mapkit.cli.streams import BREAKS_RULES, say_on_stderr, shell_quoted, talk_of_rules
from mapkit.formats import shelf
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile.document import Document
from mapkit.model import file_kinds, files
from mapkit.model.design import Clash
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.grid import Cell, spell
from mapkit.model.letters import refused_word
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, message, plural, sentences, shortened
from mapkit.solve import legality
from mapkit.solve.checker import MOST_NAMED, Fault, rank

if TYPE_CHECKING:
    from mapkit.table.match import Match


_game_of_drawings = ContextVar("game of drawings", default="")


def keep_game(game: str | None) -> None:
    """Keep the game that was named, for drawings without a head; raises BadSetting."""
    _game_of_drawings.set(maps.game_named(game).name if game is not None else "")


def game_of_drawings() -> str:
    """The game that the option `--game` of the running command names; empty for none."""
    return _game_of_drawings.get()


def key_values(pairs: Iterable[str], named: str, example: str) -> tuple[dict[str, str], list[Message]]:
    """The values of KEY=VALUE pairs, and a sentence for each text that is no such pair or sets a key again.

    `named` is the option for such a pair, and `example` is one.
    """
    given, wrong = dict[str, str](), list[Message]()
    for pair in pairs:
        key, sign, value = (part.strip() for part in pair.partition("="))
        if not sign or not key:
            takes = Name(named), Name(example), refused_word(pair, 60)
            wrong.append(message("{name} takes KEY=VALUE, such as {example}; found {found}", *takes))
        elif key in given:
            twice = Name(key), Name(repr(given[key])), Name(repr(value))
            wrong.append(message("{name} is set twice, to {value} and to {other}; set it once", *twice))
        else:
            given[key] = value
    return given, wrong


_words = ContextVar[Mapping[str, str]]("words of other programs", default=MappingProxyType({}))


def keep_words(pairs: Iterable[str]) -> None:
    """Keep what words of another program's file are here; raises BadSetting."""
    kept, wrong = key_values(pairs, "--as", "forest=wall")
    refuse_all(wrong)
    _words.set(kept)


def read_document(name: str) -> Document:
    """The map in a file of any format; raises UnreadableMap, FileTrouble, and BadSetting for several maps."""
    part, *others = parts_of(name)
    if others:
        has = message("{file} has {number} games", printable_name(name), len(others) + 1)
        would_do = message("`mapkit check` looks at all of them, and `mapkit import` makes a map file of each")
        raise BadSetting(has, would_do)
    return read_part(part)


class FilePart(NamedTuple):
    """A map in a file."""

    name: Name
    """Its name in errors."""
    data: bytes
    folder: Path | None
    """Where other files lie that the file names."""


def parts_of(name: str) -> list[FilePart]:
    """The maps in a file; raises FileTrouble or BadSetting."""
    _refuse_game(name)
    if files.is_file(name) and is_log(name):
        file = shell_quoted(name)
        why = message("{file} is a played game, and a map file belongs there; mapkit print {file} prints it", file)
        raise BadSetting(why)
    shown, parts = printable_name(name), shelf.parts_of(files.read_bytes(name), game_of_drawings())
    folder = None if name == "-" or files.is_share_code(name) else Path(name).parent
    names = [Name(f"{shown}#{number}") for number in range(1, len(parts) + 1)] if len(parts) > 1 else [shown]
    return [FilePart(*each, folder) for each in zip(names, parts, strict=True)]


def read_part(part: FilePart) -> Document:
    """The map in a file, or in a part of one; raises UnreadableMap, and BadSetting for another game."""
    wanted = game_of_drawings()
    read = shelf.read(part.data, part.name, wanted, words=_words.get(), folder=part.folder)
    if wanted and read.map.game.name != wanted:  # a share code and a map as JSON name their game, and no drawing does
        file, game = Name(read.name), Name(read.map.game.name)
        why = message("{file} is a map of {game}, and --game says {name}; leave --game out", file, game, Name(wanted))
        raise BadSetting(why)
    for remark in read.remarks:
        say_on_stderr(of_file(read, remark))
    if read.names_no_preset:
        say_on_stderr(of_file(read, maps.taken_as_drawn(read.map)))
    return read


def of_file(read: Document, said: Message | Name) -> Message:
    return message("{file}: {message}", Name(read.name), said)


FAULT, ADVICE = message("fault"), message("advice")
NOT_PLAYED = message("not played because of the faults above; `mapkit repair` repairs them")


def _refuse_game(name: str) -> None:
    """Raise FileTrouble for the name of a game in place of a file."""
    if name.lower() in GAMES and not files.is_file(name):
        both = Name(name), Name(name.lower())
        why = message("{typed} is a game, and a map file belongs there; `mapkit generate {game}` makes one", *both)
        raise FileTrouble(why)


def open_to_look(text: str) -> Match:
    """The played game of an id or a log file, opened only to be looked at; raises FileTrouble or BadLog."""
    from mapkit.table import match, saved_games  # maps need none of it

    _refuse_game(text)
    try:
        found = saved_games.find(saved_games.games_folder(), text)
    except FileTrouble as trouble:
        raise FileTrouble(clauses(trouble.said, files.meant_instead(text))) from None
    return match.look(found, maps.read_from_log)


def is_log(name: str) -> bool:
    """Whether a name is that of a played game: the id of one, or a file that is a log.

    A name without an ending that is no file is taken for an id, but for `-`, which is stdin.
    """
    if name == "-" or files.is_share_code(name):
        return False
    if not files.is_file(name):
        path = Path(name)
        return not files.is_there(name) and path.name == name and not path.suffix
    return file_kinds.is_log(files.read_start(name))


def is_faulty(read: Document, faults: Sequence[Fault], so: Message) -> bool:
    """Whether a map has faults; where it has, says them, and what is not done `so`, and what would do."""
    if faults:
        tell_faults(read, faults, (), say_on_stderr)
        say_on_stderr(of_file(read, so))
    return bool(faults)


def tell_faults(
    read: Document, faults: Iterable[Fault], advice: Iterable[Fault], tell: Callable[[Message], None]
) -> None:
    """Tell the faults and the advice, each once and with its place; faults that may cause others come first."""
    told, advised = faults_to_print(read, faults, advice)
    for kind, found in ((FAULT, _blanks_in_one(read, told)), (ADVICE, culprits_first(read, advised))):
        for line in dict.fromkeys(fault_line(read, kind, fault) for fault in found):
            tell(line)
    talk_of_rules(fault.rule.number for fault in (*told, *advised))


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

    def may_follow(fault: Fault) -> bool:
        shown_elsewhere = fault.place == fault.fallback_place
        return rank(fault) > 0 or shown_elsewhere or any(map(read.cut_short, (fault.place, *fault.witness)))

    return [fault for fault in found if fault in firsts.values() or not may_follow(fault)], ()


def _blanks_in_one(read: Document, found: Sequence[Fault]) -> list[Fault]:
    """The faults, with one in place of all that say of a cell that it is blank, at the first of them."""
    grid, kinds = read.map.params.grid, read.map.kinds
    blank = [fault for fault in found if fault.place and fault.place not in kinds and not fault.witness]
    blank = [fault for fault in blank if isinstance(fault.place, Cell) and fault.rule == blank[0].rule]
    if not blank or any(read.cut_short(fault.place) for fault in blank):
        return [*found]
    cells = tuple(fault.place for fault in blank)
    words = plural(
        "{cells} is blank; `mapkit complete` fills it in.",
        "{number} cells are blank: {cells}; `mapkit complete` fills them in.",
        len(cells),
        shortened([spell(grid, cell) for cell in cells], MOST_NAMED),
    )
    one, merged = blank[0]._replace(found=words, witness=cells), {*blank}
    return [one if fault is blank[0] else fault for fault in found if fault is blank[0] or fault not in merged]


def culprits_first(read: Document, found: Iterable[Fault]) -> list[Fault]:
    """The faults in the order in which they are printed: those that may follow from others come after them."""
    return sorted(found, key=lambda f: (not read.cut_short(f.place), rank(f), read.spot(f.place)))


def fault_line(read: Document, kind: Message, fault: Fault) -> Message:
    heading = _heading(kind, fault)
    where = message("{file}:{line}:{column}: {message}", Name(read.name), *read.spot(fault.place), heading)
    return sentences(where, fault.sentence, what_was_found(read, fault))


def _heading(kind: Message, fault: Fault) -> Message:
    """What stands before a fault or an advice: `fault[TL-1] c4:`."""
    return message("{message}[{name}] {cell}:", kind, Name(fault.rule.number), fault.called(fault.place))


def what_was_found(read: Document, fault: Fault) -> Message:
    """What was found, with a sentence on the line of the drawing where it ends before the place of the fault."""
    return sentences(fault.found, read.cut_short(fault.place))


def playable(read: Document) -> Map[Any]:
    """The map, if it has no faults that are found quickly; exits with code 1 after printing those it has.

    Only `mapkit check` looks for faults that take a search for ways.
    """
    if is_faulty(read, legality.check_at_the_table(read.map), NOT_PLAYED):
        raise typer.Exit(BREAKS_RULES)
    return read.map


def clash_line(clash: Clash) -> Message:
    return message("{message}[{name}] {key}: {what}", ADVICE, Name(clash.rule), Name(clash.setting), clash.words)


def talk_of_advice(made: Map[Any]) -> None:
    for advice in legality.advise(made):
        say_on_stderr(sentences(_heading(ADVICE, advice), advice.sentence, advice.found))
