"""The command `read`: photos of a drawing sheet become a map file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit import files, maps
from mapkit.cli.languages import in_words
from mapkit.cli.shell import (
    BREAKS_RULES,
    Beside,
    Force,
    answer_path,
    app,
    file_writer,
    in_a_command,
    map_place,
    say,
    say_on_stderr,
    tell_faults,
    write,
    write_bytes,
)
from mapkit.cli.terminal import at_a_terminal
from mapkit.files import printable_name
from mapkit.grid import Place
from mapkit.mapfile import document
from mapkit.settings import BadSetting

if TYPE_CHECKING:
    from mapkit.photos.reading import Reading

Photos = Annotated[
    list[str], typer.Argument(metavar="PHOTO...", help="A photo of a drawing sheet, JPEG or PNG; one of each page.")
]


Answers = Annotated[
    list[str] | None,
    typer.Option(
        "--answer", metavar="PLACE=SIGN", help="What stands in places that are not sure, such as 'c3=T d4-east=wall'."
    ),
]

OfSheet = Annotated[
    str | None, typer.Option("--size", metavar="8x8", help="The size that the sheet must have; its marks tell it.")
]


@app.command()
def read(
    names: Photos, output: Beside = None, answer: Answers = None, size: OfSheet = None, force: Force = False
) -> None:
    """The map in photos of a drawing sheet, with what is not sure left open, and then its faults."""
    path = map_place(output or answer_path(names[0], ".toml"))
    found = photos_read(names)
    if size and size.lower() != str(found.grid):
        raise BadSetting(f"the sheet is for a board of {found.grid}, and --size says {size}; leave --size out")
    from mapkit.photos import doubts, picture  # the library for them is there now

    found = found.answered(doubts.answers(found, " ".join(answer or ())))
    excluded = doubts.excluded(found)
    _tell_doubts(found, excluded)
    store = file_writer(force)
    framed = picture.doubts_framed(found) if found.doubts and path != "-" else b""
    if at_a_terminal() and found.doubts:
        found = found.answered(_asked(found, excluded))
    write(path, document.show_as_drawn(found.map), store)
    if framed:
        write_bytes(answer_path(path, "-read.png"), framed, store)
    raise typer.Exit(_told_faults(found, path))


def photos_read(names: list[str]) -> Reading:
    """What photos show; raises BadSetting."""
    data = [(printable_name(name), files.read_picture(name)) for name in names]
    try:
        from mapkit.photos import reading
    except ImportError:
        why = "reading photos needs the library opencv-python-headless: pip install 'mapkit-games[photos]'"
        raise BadSetting(why) from None
    return reading.read(data)


def _tell_doubts(found: Reading, excluded: Mapping[Place, Sequence[str]]) -> None:
    """A line for each place that is not sure, with the likeliest readings and those that the rules exclude."""
    for place in found.doubts:
        say_on_stderr(in_words(_doubt_line(found, place, excluded)))


def _doubt_line(found: Reading, place: Place, excluded: Mapping[Place, Sequence[str]]) -> str:
    from mapkit.photos.reading import place_name

    look, name = found.doubts[place], place_name(place)
    ways = in_words(" or ").join(in_words(way) for way in (look.word, look.other) if way)
    out = ", ".join(in_words(way) for way in excluded.get(place, ()))
    if not ways:
        return f"{name}: cannot be read"
    return f"{name}: not sure: {ways}; the rules exclude {out}" if out else f"{name}: not sure: {ways}"


def _asked(found: Reading, excluded: Mapping[Place, Sequence[str]]) -> Mapping[Place, str]:
    """What a person at the terminal answers to the first doubts; Enter leaves one open."""
    from mapkit.photos import doubts
    from mapkit.photos.reading import place_name

    told = dict[Place, str]()
    for place in [*found.doubts][:_ASKED]:
        line = in_words(_doubt_line(found, place, excluded))
        while said := typer.prompt(f"{line}? ", default="", show_default=False, prompt_suffix="", err=True).strip():
            try:
                told |= doubts.answers(found, f"{place_name(place)}={said.split()[0]}")
            except BadSetting as why:
                say_on_stderr(in_words(str(why)))
            else:
                break
    return told


_ASKED = 12
"""The most doubts that a person is asked of; for more, a new photo is less work."""


def _told_faults(found: Reading, path: str) -> int:
    """Say the faults of what was read, at their places in its file; returns the exit code."""
    name = "map" if path == "-" else Path(path).name
    drawn = maps.read(document.show_as_drawn(found.map).encode(), printable_name(name))
    faults = maps.check(drawn.map)
    tell_faults(drawn, faults, maps.advise(drawn.map), say_on_stderr if path == "-" else say)
    if not faults:
        say_on_stderr(f"legal; print it: mapkit print {in_a_command(path)}")
    return BREAKS_RULES if faults else 0
