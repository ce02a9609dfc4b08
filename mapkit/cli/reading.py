"""The command `read`: photos of a drawing sheet become a map file."""

from __future__ import annotations

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
from mapkit.files import printable_name
from mapkit.mapfile import document
from mapkit.settings import BadSetting

if TYPE_CHECKING:
    from mapkit.photos.reading import Reading

Photos = Annotated[
    list[str], typer.Argument(metavar="PHOTO...", help="A photo of a drawing sheet, JPEG or PNG; one of each page.")
]


@app.command()
def read(names: Photos, output: Beside = None, force: Force = False) -> None:
    """The map in photos of a drawing sheet, with what is not sure left open, and then its faults."""
    found = _read(names)
    path = map_place(output or answer_path(names[0], ".toml"))
    store = file_writer(force)
    write(path, document.show_as_drawn(found.map), store)
    if found.doubts:
        _tell_doubts(found)
        if path != "-":
            from mapkit.photos.picture import doubts_framed

            write_bytes(answer_path(path, "-read.png"), doubts_framed(found), store)
    raise typer.Exit(_told_faults(found, path))


def _read(names: list[str]) -> Reading:
    """What photos show; raises BadSetting."""
    data = [(printable_name(name), files.read_picture(name)) for name in names]
    try:
        from mapkit.photos import reading
    except ImportError:
        why = "reading photos needs the library opencv-python-headless: pip install 'mapkit-games[photos]'"
        raise BadSetting(why) from None
    return reading.read(data)


def _tell_doubts(found: Reading) -> None:
    """A line for each place that is not sure."""
    from mapkit.photos.reading import place_name

    for place, look in found.doubts.items():
        ways = in_words(" or ").join(in_words(way) for way in (look.word, look.other) if way)
        name = place_name(place)
        say_on_stderr(in_words(f"{name}: not sure: {ways}" if ways else f"{name}: cannot be read"))


def _told_faults(found: Reading, path: str) -> int:
    """Say the faults of what was read, at their places in its file; returns the exit code."""
    name = "map" if path == "-" else Path(path).name
    drawn = maps.read(document.show_as_drawn(found.map).encode(), printable_name(name))
    faults = maps.check(drawn.map)
    tell_faults(drawn, faults, maps.advise(drawn.map), say_on_stderr if path == "-" else say)
    if not faults:
        say_on_stderr(f"legal; print it: mapkit print {in_a_command(path)}")
    return BREAKS_RULES if faults else 0
