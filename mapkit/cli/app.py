"""The program that needs no Python (`make app`): a double click opens the studio in a browser.

With a map file it opens that; with other words it is the command `mapkit`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from multiprocessing import freeze_support
from pathlib import Path

_ENTRY = """[Desktop Entry]
Type=Application
Name=Mapkit
GenericName=Maps for pen-and-paper games
Comment=Draw, check and print maps
Exec="{program}" %f
Icon={icon}
Terminal=false
Categories=Game;Graphics;
"""
"""The entry in the menus of Linux desktops."""


def main() -> None:
    """Open the studio, or run the command that `sys.argv` names."""
    freeze_support()  # where this process is a worker, it goes no further
    if sys.stdout is None or sys.stderr is None:  # a program with windows alone has neither
        sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 (it is open to the end)
    _leave_libraries()
    words = sys.argv[1:]
    if not words or (len(words) == 1 and Path(words[0]).is_file()):
        words = [str(Path(each).absolute()) for each in words]
        with suppress(OSError):
            os.chdir(_folder())
        if sys.platform.startswith("linux"):
            with suppress(OSError):
                _stand_in_menu()
        sys.argv[1:] = ["studio", "--end-with-page", *words]
    from mapkit.cli import main as command_line

    command_line.run()


def _leave_libraries() -> None:
    """Let what starts from here, such as a browser, find the system's libraries; workers look for ours again."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


def _folder() -> Path:
    """The folder that new maps are saved in: `Mapkit` among the documents."""
    from platformdirs import user_documents_path

    folder = user_documents_path() / "Mapkit"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _stand_in_menu() -> None:
    """Write the entry of the menu, or where the program has moved, write it anew."""
    from platformdirs import user_data_path

    from mapkit.studio import words

    entry = _ENTRY.format(program=sys.executable, icon=words.PAGE / "icon.svg")
    file = user_data_path() / "applications" / "mapkit.desktop"
    if not file.is_file() or file.read_text(encoding="utf-8") != entry:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(entry, encoding="utf-8")


if __name__ == "__main__":
    main()
