"""Where results are written: the names of files and folders, and the files themselves."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from mapkit.cli.streams import say, say_bytes, shell_quoted
from mapkit.model import files
from mapkit.model.codes import code_in
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.letters import did_you_mean, near
from mapkit.model.message import Name, clauses, message, sentences

FOLDER = files.OUTPUT
SLASHES = tuple({"/", os.sep})
"""What a name ends with that can only be that of a folder."""
PICTURES = (".pdf", ".svg", ".png", ".jpg", ".jpeg")
"""Endings that no text is called by on purpose."""

Store = Callable[[Path, bytes], None]


def answer_path(name: str, ending: str) -> str:
    """The default output for an input: `cellar-repaired.toml` beside `cellar.toml`, and stdout for stdin."""
    if name == "-" or files.is_share_code(name):
        return "-" if name == "-" else f"{stem(name)}{ending}"
    shown = "".join(sign if sign.isprintable() else "-" for sign in Path(name).stem)  # no copy does what a name may do
    return str(Path(name).parent / f"{shown}{ending}")


def file_place(path: str) -> str:
    """A path that -o names for a text or a file; raises FileTrouble where no such file can be written.

    A folder appears only where `output/` is meant: another one would be a typing error.
    """
    name = printable_name(path)
    if path.endswith(SLASHES) or files.is_folder(path):
        inside = Name(name.rstrip("/"))
        raise FileTrouble(message("{file}: is a folder; name a file with -o, such as {file2}/map.toml", name, inside))
    if path != "-" and Path(path).parent != Path(FOLDER):
        refuse_missing(Path(path).parent, name)
    return path


def map_place(path: str) -> str:
    """A path that -o names for a map file; raises FileTrouble as `file_place` does, and for the name of a picture."""
    name, ending = printable_name(path), Path(path).suffix.lower()
    if ending in PICTURES:
        better = Name(f"{name[: -len(ending)]}.toml")
        why = message("{file}: a map file is text; name it {file2}, and print it with mapkit print", name, better)
        raise FileTrouble(why)
    return file_place(path)


def folder_place(path: str) -> Path:
    """A folder that -o names and that may be made; raises FileTrouble where the folder around it is missing."""
    refuse_missing(Path(path).parent, printable_name(path))
    if files.is_file(path):
        raise FileTrouble(message("{file} is no folder; name a folder with -o", printable_name(path)))
    return Path(path)


def refuse_missing(folder: Path, name: Name) -> None:
    """Raise FileTrouble where a folder is missing, with one of a name like it."""
    if os.path.lexists(folder):
        return
    close = near(folder.name, [path.name for path in files.beside(folder) if path.is_dir()])
    near_one = did_you_mean(close and printable_name(str(folder.with_name(close))))
    makes = Name(f"mkdir {'' if os.path.lexists(folder.parent) else '-p '}{shell_quoted(str(folder))}")
    lacks = message("{file}: there is no folder {file2}", name, printable_name(str(folder)))
    raise FileTrouble(clauses(lacks, sentences(near_one, message("`{command}` makes it", makes))))


def stem(name: str) -> str:
    """The beginning of the names of files that are made from a file, or from a share code."""
    if files.is_share_code(name):
        code = code_in(name)
        return files.file_name(f"{code.partition(':')[0]} {code[-6:]}")
    return "map" if name == "-" else files.file_name(Path(name).stem)


def file_writer(force: bool) -> Store:
    """A function that writes a file, and with `force` replaces one; never a file that it has written itself."""
    written: set[Path] = set()

    def store(path: Path, data: bytes) -> None:
        (files.replace if force and path not in written else files.write_new)(path, data)
        written.add(path)

    return store


def zipped(found: Mapping[str, bytes]) -> bytes:
    """A ZIP file of some files; equal files give equal bytes."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as packed:
        for name, data in found.items():
            packed.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return buffer.getvalue()


def write_all(outputs: Sequence[tuple[str, bytes]], force: bool) -> None:
    """Write files as `write` does; raises FileTrouble where they cannot all be written, before any of them is."""
    found = [(Path(path), data) for path, data in outputs if path != "-"]
    for i, (path, data) in enumerate(found):
        if any(os.path.realpath(path) == os.path.realpath(other) for other, _ in found[:i]):
            shown = printable_name(str(path))
            raise FileTrouble(message("{file}: two files would be written there; name another for one", shown))
        files.refuse_unwritable(path, data, new=not force)
    store = file_writer(force)
    for name, data in outputs:
        write(name, data, store)


def write(path: str, data: bytes, store: Store) -> None:
    """Write a file and print its name; or write it to stdout where the path is `-`."""
    if path == "-":
        say_bytes(data)
    else:
        store(Path(path), data)
        say(printable_name(path))


def is_json(path: str | None, as_json: bool) -> bool:
    """Whether a map is written as JSON: where that is asked for, or the name of the file ends so."""
    return as_json or (path or "").lower().endswith(".json")
