"""The command `read`: photos of a drawing sheet become a map file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from mapkit.cli import completion
from mapkit.cli.commands import command
from mapkit.cli.inputs import tell_faults
from mapkit.cli.languages import in_words
from mapkit.cli.options import Beside, Force
from mapkit.cli.outputs import answer_path, file_writer, map_place, write
from mapkit.cli.streams import BREAKS_RULES, in_a_command, say_on_stderr, tell
from mapkit.cli.terminal import at_a_terminal
from mapkit.games import maps
from mapkit.model import files
from mapkit.model.files import printable_name
from mapkit.model.grid import Place
from mapkit.model.letters import names, refused_word
from mapkit.model.message import Message, Name, clauses, joined, listed, message
from mapkit.model.settings import BadSetting
from mapkit.photos import extra
from mapkit.solve import legality

if TYPE_CHECKING:
    from mapkit.photos.sheet import MapReading


@command("read")
def read(
    names: Annotated[
        list[str],
        typer.Argument(metavar="PHOTO...", help="A photo of a drawing sheet, JPEG, PNG or HEIC; one of each page."),
    ],
    output: Beside = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLACE=SIGN", help="What stands in places that are not sure, such as 'c3=T d4-east=wall'."
        ),
    ] = None,
    size: Annotated[
        str | None, typer.Option(metavar="8x8", help="The size of the board; the marks of a sheet tell it.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game; the marks of a sheet tell it.", autocompletion=completion.games),
    ] = None,
    corners: Annotated[
        tuple[str, str, str, str] | None,
        typer.Option(
            metavar="x,y x,y x,y x,y",
            help="On paper without marks: the corners of the board in pixels, clockwise from its upper left one.",
        ),
    ] = None,
    find: Annotated[bool, typer.Option("--find", help="On paper without marks: look for the board.")] = False,
    force: Force = False,
) -> None:
    """The map in photos of a drawing sheet, with what is not sure left open, and then its faults."""
    path = map_place(output or answer_path(names[0], ".toml"))
    if corners and find:
        raise BadSetting(message("--corners tells where the board is, and --find looks for it; leave one of them out"))
    given = [word for word in (*names, *(corners or ())) if _POINT.fullmatch(word)]
    if corners and len(given) != len(corners):
        raise BadSetting(message("--corners takes the four corners of the board, and {number} are given", len(given)))
    plain = bool(corners) or find
    found = _plain_read(names, game, size, corners or ()) if plain else _sheet_read(names, game, size)
    from mapkit.photos import doubts, picture  # the library for them is there now
    from mapkit.photos.sheet import place_name

    found = found.answered(doubts.answers(found, " ".join(answer or ())))
    excluded = doubts.excluded(found)
    for place in found.doubts:
        say_on_stderr(_doubt_line(found, place, excluded))
    legend, of = found.game.design.legend(found.params), Name(found.game.name)
    if legend.explained and not found.game.design.board.by_hand:
        keys = listed([Name(listing.key) for listing in legend.explained])
        say_on_stderr(message("lines below the board are not read; type {keys} into the file if you wrote there", keys))
    if len({line.mark for line in legend.lines}) > 1:
        say_on_stderr(
            message("every wall is read as a plain wall; where {name} has another kind of border, change the file", of)
        )
    store = file_writer(force)
    framed = picture.doubts_framed(found) if found.doubts and path != "-" else b""
    if at_a_terminal() and found.doubts:
        asked = set[Place]()
        while len(asked) < _ASKED and (doubt := next((each for each in found.doubts if each not in asked), None)):
            asked.add(doubt)  # an answer may settle other doubts, or raise new ones
            found = found.answered(_answer(found, doubt, excluded))
    text = found.text(in_words)
    write(path, text.encode(), store)
    if framed:
        write(answer_path(path, "-read.png"), framed, store)
    shown = printable_name("map" if path == "-" else Path(path).name)
    drawn = maps.read(text.encode(), shown)
    faults = legality.check(drawn.map)
    tell_faults(drawn, faults, legality.advise(drawn.map), say_on_stderr if path == "-" else tell)
    if found.doubts and not faults:
        places = joined([Name(place_name(place)) for place in found.doubts])
        say_on_stderr(message("no faults so far; the file leaves out what is not sure: {places}", places))
    elif not faults:
        say_on_stderr(message("legal; print it: mapkit print {name}", in_a_command(path)))
    raise typer.Exit(BREAKS_RULES if faults or found.doubts else 0)


_POINT = re.compile(r"[-\d.,;x]+")


def photos_read(names: list[str]) -> MapReading:
    """What photos of sheets with marks show; raises BadSetting."""
    data = [(printable_name(name), files.read(name, "pictures")) for name in names]
    return cast("MapReading", extra.photo_reader().read(data))


def _sheet_read(names: list[str], game: str | None, size: str | None) -> MapReading:
    """What photos of sheets with marks show, which must be of a game and a size that are named; raises BadSetting."""
    found = photos_read(names)
    for option, typed, seen in (("size", size, str(found.grid)), ("game", game, found.game.name)):
        if typed and typed.lower() != seen:
            of = Name(seen), Name(option), Name(typed)
            why = message("the sheet is for a board of {board}, and --{option} says {value}; leave --{option} out", *of)
            raise BadSetting(why)
    return found


def _plain_read(names: list[str], game: str | None, size: str | None, corners: Sequence[str]) -> MapReading:
    """What a photo of paper without marks shows; without corners its board is looked for. Raises BadSetting."""
    if not game or not size:
        why = message("paper without marks does not tell the game and the size; add --game treasures --size 8x8")
        raise BadSetting(why)
    if (n := len(names)) > 1:
        why = message("{number} photos of paper without marks; it is read from one photo that shows the whole board", n)
        raise BadSetting(why)
    of = maps.game_named(game)
    grid, points = of.design.board.read(size), [_point(word) for word in corners]
    photo = printable_name(names[0]), files.read(names[0], "pictures")
    if points:
        return cast("MapReading", extra.photo_reader().read_plain(photo, of, grid, points))
    found = extra.photo_reader().find_plain(photo, of, grid)
    told = Name(f"{found.sure:.0%}"), Name(" ".join(f"{x:.0f},{y:.0f}" for x, y in found.corners))
    say_on_stderr(message("the board is found, {share} sure: --corners {corners}", *told))
    return cast("MapReading", found.reading)


def _point(word: str) -> tuple[float, float]:
    """A point such as `120,340`; raises BadSetting."""
    try:
        x, y = (int(part) for part in word.split(","))
    except ValueError:
        why = message("corner is {found}; write x,y in pixels from the upper left, such as 120,340", refused_word(word))
        raise BadSetting(why) from None
    return float(x), float(y)


def _doubt_line(found: MapReading, place: Place, excluded: Mapping[Place, Sequence[str]]) -> Message:
    from mapkit.photos.sheet import PLAIN, place_name

    look, name = found.doubts[place], Name(place_name(place))
    plain = PLAIN if place in found.grid.cells() else ""
    ways: list[Message | Name] = [Name(way) for way in dict.fromkeys((look.word, look.other, plain)) if way]
    if not ways:
        return message("{name}: cannot be read", name)
    if ways == [PLAIN]:
        return message("{name}: not seen whole; it may be empty", name)
    one_of = reduce(lambda one, other: message("{things} or {last}", one, other), ways)
    line = message("{place}: not sure: {marks}", name, one_of)
    if found.looks[place].sure:  # and does not come out even
        line = message("{place}: half a wall: {marks}", name, one_of)
    out = names(excluded.get(place, ()))
    return clauses(line, message("the rules exclude {marks}", out)) if out else line


def _answer(found: MapReading, place: Place, excluded: Mapping[Place, Sequence[str]]) -> Mapping[Place, str]:
    """What a person at the terminal says of a place; nothing where they leave it open."""
    from mapkit.photos import doubts
    from mapkit.photos.sheet import place_name

    line = in_words(_doubt_line(found, place, excluded))
    while said := typer.prompt(f"{line}? ", default="", show_default=False, prompt_suffix="", err=True).strip():
        try:
            return doubts.answers(found, f"{place_name(place)}={said.split()[0]}")
        except BadSetting as why:
            say_on_stderr(why.said)
    return {}


_ASKED = 12
"""The most doubts that a person is asked of; for more, a new photo is less work."""
