"""The commands that exchange maps with other programs and people: export, import, share, describe, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mapkit.cli import completion
from mapkit.cli.commands import FileCommand, command
from mapkit.cli.inputs import is_log, open_to_look, parts_of, read_document, read_part
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import AsJson, Beside, FileName, Force
from mapkit.cli.outputs import answer_path, file_writer, is_json, map_place, write, write_all
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import BREAKS_RULES, in_a_command, say, say_on_stderr, tell
from mapkit.formats.record import ExportOrder
from mapkit.formats.shelf import FORMATS, format_for, format_named, written
from mapkit.games import maps
from mapkit.language.catalogue import languages
from mapkit.mapfile import json_file, share_code, writer
from mapkit.mapfile.text import refused
from mapkit.model import files
from mapkit.model.files import printable_name
from mapkit.model.letters import refused_word
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Name, clauses, listed, message
from mapkit.model.settings import BadSetting
from mapkit.paper.description import PARTS, description
from mapkit.paper.game_sheets import paper_of
from mapkit.table import commitment


@command("export", FileCommand)
def export_map(
    *,
    name: Annotated[
        str,
        typer.Argument(metavar="FILE|LOG", help="A map file, or a game by its log or id: what is known of its map."),
    ],
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="One that `mapkit formats` lists; else the end of the name after -o says it.",
            autocompletion=completion.one_of(lambda: FORMATS),
        ),
    ] = None,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="Of a game: what this player knows, where answers are private.")
    ] = "",
    output: Beside = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """A map in another format, for another program; of a played game, what is known of it."""
    shared, lit = _known(name, player) if is_log(name) else (read_document(name).map, None)
    shared = maps.readable_elsewhere(shared)
    said = "json" if as_json else form
    found = format_named(said) if said else format_for(shared, output or "")
    path = map_place(output or ("-" if found.name == "json" else answer_path(name, found.endings[0])))
    made = written(
        shared, found, ExportOrder(Path(path).stem if path != "-" else "map", in_words, answer_language(), lit)
    )
    if path == "-" and len(made) > 1:
        many = Name(found.name), len(made)
        raise BadSetting(message("{name} is {number} files, and stdout takes one; name a file with -o", *many))
    ends = (end.replace(found.endings[0], Path(path).suffix) for end in [*made][1:])
    places = [path, *(answer_path(path, end) for end in ends)]
    write_all([*zip(places, made.values(), strict=True)], force)
    if lost := [loss.what for loss in found.losses if loss.has(shared)]:
        say_on_stderr(message("left out, as {format} has no place for it: {things}", Name(found.name), listed(lost)))
    if found.read and path != "-":
        say_on_stderr(message("back again: mapkit import {file}", in_a_command(path)))


def _known(name: str, player: str) -> tuple[Map[Any], frozenset[str] | None]:
    """What everybody knows of the map of a game, or one player, and the cells that are known."""
    from mapkit.table import ears, knowledge  # maps need none of it

    match = open_to_look(name)
    if "map" not in paper_of(match.map.game).all_secret:
        return match.map, None
    heard = ears.ears(match, player)
    with Stoppable():
        *_, (moment, known) = knowledge.moments(heard, answer_language())
    say_on_stderr(message("what was known of the map after turn {number} of {turns}", moment.over, heard.turns))
    return knowledge.known_map(match.map, moment, known)


@command("share")
def share(name: FileName) -> None:
    """A code of letters and digits that holds the whole map; every command takes it in place of a file."""
    shared = maps.readable_elsewhere(read_document(name).map)
    code = share_code.show(shared)
    say(code)
    held = message("the code holds the whole map, in {number} characters", len(code))
    secret = "map" in paper_of(shared.game).all_secret
    say_on_stderr(message("for the game master alone: {what}", held) if secret else held)


@command("describe", FileCommand)
def describe(
    name: FileName,
    by: Annotated[
        str,
        typer.Option(
            metavar="all|things|rows|cells",
            help="Things and then rows, only one of them, or cell by cell.",
            autocompletion=completion.one_of(lambda: PARTS),
        ),
    ] = "all",
) -> None:
    """The map in words, for a screen reader or a chat."""
    found = read_document(name).map
    known = languages(found.game.name)
    if answer_language() not in known:
        told = Name(answer_language()), Name(found.game.name), listed([*map(Name, known)])
        raise BadSetting(message("lang is {found}; {name} has words in {names}", *told))
    for line in description(found, by.lower(), answer_language()):
        say(line)


@command("import", FileCommand)
def import_map(
    *,
    name: Annotated[str, typer.Argument(metavar="PATH", help="A file of another program; - is stdin.")],
    output: Beside = None,
    force: Force = False,
) -> None:
    """The map file of a map in another format; `mapkit formats` lists them."""
    parts, store = parts_of(name), file_writer(force)
    for number, part in enumerate(parts, 1):
        read = read_part(part)
        if read.format == "map":
            says = message("this is a map file of mapkit already; mapkit export writes others")
            raise refused(read.name, says, at=read.source.key("mapkit"))
        path = map_place(output or answer_path(name, "-imported.toml"))
        path = answer_path(path, f"-{number}{Path(path).suffix}") if len(parts) > 1 else path
        as_drawn = writer.show_as_drawn if read.map.drawn_settings else writer.show
        write(path, (json_file.show if is_json(path, False) else as_drawn)(read.map).encode(), store)
        say_on_stderr(message("check it: mapkit check {file}", in_a_command(path)))


@command("verify")
def verify(
    name: FileName,
    digits: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CODE]...", help="The code at the foot of a player's sheet; else it is shown."),
    ] = None,
    salt: Annotated[
        str | None, typer.Option("--salt", metavar="SALT", help="The salt, if there is no .salt file beside the map.")
    ] = None,
) -> None:
    """Whether a map is the one whose code stands on players' sheets: `print --commit` puts it there."""
    data, shown = files.read_bytes(name), printable_name(name)
    code = commitment.code_of(_salt(name, salt), data)
    if not digits:
        say(code)
        return
    typed = "".join("".join(digits).lower().replace("-", "").removeprefix("sha256").split())
    if len(typed) != commitment.DIGITS or not commitment.SALT.fullmatch(typed):
        found = refused_word(" ".join(digits))
        raise BadSetting(message("the code is {found}; a code has 32 digits from 0 to f", found))
    said = commitment.grouped(typed)
    if said == code:
        tell(message("{file} is the map of this code, unchanged", shown))
        return
    others = [at for at, (one, other) in enumerate(zip(said.split(), code.split(), strict=True), 1) if one != other]
    told = shown, Name(code), Name(said), others[0]
    another = message("{file}: its code is {code}, another one than {typed}, from group {group} on", *told)
    tell(clauses(another, message("was it typed right?") if len(others) <= MOST_SLIPS else NOTHING))
    tell(message("the file is not as it was when the sheets were printed, or the salt is another one"))
    raise typer.Exit(BREAKS_RULES)


MOST_SLIPS = 2
"""The most groups of a code that may differ because of a slip; those of another map differ in nearly all."""


def _salt(name: str, typed: str | None) -> str:
    """The salt that was typed, or the one beside the map's file; raises BadSetting and FileTrouble."""
    if typed is None and files.is_share_code(name):
        raise BadSetting(message("no .salt file lies beside a share code; name the salt with --salt"))
    if typed is None:
        place = commitment.salt_place(name)
        if name == "-" or not files.is_file(str(place)):
            why = message(
                "there is no {file}; name the salt with --salt: it stands at the foot of the game master's sheets",
                printable_name(str(place)),
            )
            raise BadSetting(why)
        return commitment.read_salt(place)
    salt = "".join(typed.lower().split())
    if not commitment.SALT.fullmatch(salt):
        raise BadSetting(message("--salt is {found}; a salt has 32 digits from 0 to f", refused_word(typed)))
    return salt
