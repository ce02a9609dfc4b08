"""The command studio: a page in the browser on which people draw maps."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import shlex
import sys
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from threading import Thread
from traceback import extract_tb
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mapkit.cli.commands import FileCommand, command
from mapkit.cli.inputs import game_of_drawings, is_log, open_to_look, read_document
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import MapOptions, PresetName, Size, say_broken_packages
from mapkit.cli.streams import say, say_on_stderr
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model import files
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.game import Game
from mapkit.model.letters import visible
from mapkit.model.message import Name, clauses, message
from mapkit.model.settings import BadSetting
from mapkit.studio import auth, recent
from mapkit.studio.opening import DeskStart, blank_start, start_of
from mapkit.table.match import Match, resume_name

if TYPE_CHECKING:
    from mapkit.studio.desk import Desk

PORT = 8720
"""The port that is tried first."""
TO_OPEN = 60
"""How many seconds a browser may take to open the page that leads to the address."""
MOST_TOLD = 5
"""How many faults of the studio itself are told at most."""


@command("studio", FileCommand)
def studio(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE|LOG]",
            help="A map file to draw in, or a game to go on with; else the page asks.",
            show_default=False,
        ),
    ] = None,
    preset: PresetName = None,
    size: Size = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="The port; where it is in use, the next. 0 is any.")
    ] = PORT,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address, and open no browser.")] = False,
    end_with_page: Annotated[
        bool, typer.Option("--end-with-page", help="End when the last page of the studio is closed.")
    ] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let players' phones in your local network come to the table.")
    ] = False,
    lan_address: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="The address of this computer that phones ask at, such as 192.168.1.5; with it, --lan is on.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Draw a map in the browser, while the rules look on."""
    say_broken_packages()
    played = _played(name)
    begun = _begun(None, preset, size, played.map.game) if played else _opened(name, preset, size)
    path, text, on_disk, game, *_ = begun
    for_phones = None
    if lan or lan_address is not None:
        for_phones = auth.phones_listener(lan_address or "", port)
        host, taken = for_phones.getsockname()[:2]
        at = Name(host), taken
        say_on_stderr(message("phones come in at {host}, port {number}, by the code behind Phones on the page", *at))
    listening = auth.listener(port)
    taken, token = listening.getsockname()[1], secrets.token_urlsafe(16)
    address = f"http://{auth.HOST}:{taken}/?token={token}"
    if port not in (0, taken):
        say_on_stderr(message("port {port} is in use; the studio takes {taken}", port, taken))
    say(address)
    at_gallery = not (name or game or preset or size)
    draw = message("draw at the address above; Ctrl-C ends the studio")
    say_on_stderr(draw if at_gallery else message("{file}: {message}", printable_name(str(path)), draw))
    from mapkit.studio import server  # loaded while the browser starts
    from mapkit.studio.desk import Desk
    from mapkit.studio.open_pages import OpenPages

    pages = OpenPages() if end_with_page else None
    desk = Desk(path, text, on_disk, game, secrets.randbits(40), answer_language())
    desk.offered = resume_name(played) if played else ""
    desk.at_gallery = at_gallery
    if on_disk is not None:
        recent.note(path, desk.document.map.game.name)
    beside = None
    if for_phones is not None:
        from mapkit.studio import phone_server

        beside = phone_server.open_phones(desk, for_phones, secrets.token_urlsafe(16), secrets.token_urlsafe(16))
    for each in desk.offer_kept():
        kept = printable_name(str(each))
        say_on_stderr(message("{file} holds a drawing of an earlier studio that was not saved", kept))
    near_map = next(folder for folder in path.absolute().parents if folder.is_dir())  # some browsers read no other
    told, page = _OwnFaults(), near_map / f"mapkit-studio-{secrets.token_hex(4)}.html"
    logging.getLogger().addHandler(told)
    try:
        server.serve(desk, listening, token, lambda: None if no_open else _open(address, page), beside, pages)
    finally:
        with suppress(OSError):
            page.unlink(missing_ok=True)
        logging.getLogger().removeHandler(told)
        desk.changed.clear()  # no page is left to hear of it
        desk.look()
        if desk.drawn:
            _keep(desk)
        else:
            desk.keep_unsaved()


class _OwnFaults(logging.Handler):
    """Tells faults of the studio itself, each once and few in all, in threads, since perhaps nobody reads them.

    What else the libraries of the server log is what clients do, and that is no fault.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._told = set[str]()

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is None or isinstance(fault, ConnectionError | asyncio.CancelledError):
            return
        where = ["", *(f"{Path(frame.filename).name}:{frame.lineno}" for frame in extract_tb(fault.__traceback__))]
        what = f"{type(fault).__name__} {where[-1]}"
        line = message("a fault of the studio itself, which goes on: {fault}; please tell the maintainers", Name(what))
        if line not in self._told and len(self._told) < MOST_TOLD:
            self._told.add(line)
            Thread(target=say_on_stderr, args=(line,), daemon=True).start()


def _keep(desk: Desk) -> None:
    """Keep what nobody has saved in a file, and say where; where no file can be written, on stdout."""
    name = printable_name(str(desk.path))
    try:
        kept = printable_name(str(desk.disk.keep(desk.text.encode())))
    except (FileTrouble, OSError):
        lost = message("the last changes were not saved, and no file can be written beside it; here they are")
        say_on_stderr(message("{file}: {message}", name, lost))
        for line in desk.text.splitlines():
            say(visible(line))
        return
    kept_in = Name(f"{shlex.quote(kept)}{f' --game {desk.game}' if desk.game else ''}")
    left = message("the last changes were not saved; `mapkit studio {file}` goes on with them", kept_in)
    say_on_stderr(message("{file}: {message}", name, left))


def _open(address: str, page: Path) -> None:
    """Open the address in a browser with windows; one in the terminal would hide what the studio says.

    All accounts of a computer can read the command line of a browser, so it names a page that this account alone reads.
    """
    windows = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not windows:
        return
    try:
        with files.unfinished(page, files.name_if_free, 0o600) as file:
            if os.name != "nt" and os.fstat(file.fileno()).st_mode & 0o077:  # a disk without permissions
                raise FileTrouble(message("all accounts could read it"))
            file.write(
                f'<meta http-equiv="refresh" content="0; url={address}"><a href="{address}">mapkit</a>\n'.encode()
            )
    except (OSError, FileTrouble) as error:
        why = error.said if isinstance(error, FileTrouble) else files.reason(error)
        told = printable_name(str(page)), why
        say_on_stderr(message("{file}: cannot be written: {what}; open the address above in a browser", *told))
        return
    Thread(target=_lead, args=(page,), daemon=True).start()


def _lead(page: Path) -> None:
    webbrowser.open(page.as_uri())
    time.sleep(TO_OPEN)
    with suppress(OSError):
        page.unlink(missing_ok=True)


def _opened(name: str | None, preset: str | None, size: str | None) -> DeskStart:
    if name is None:
        return _begun(None, preset, size)
    if name != "-" and not files.is_share_code(name) and not files.is_there(name):
        try:
            Path(name).lstat()
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            why = files.reason(error)
            raise FileTrouble(message("{file}: cannot be read: {what}", printable_name(name), why)) from None
        if not game_of_drawings():
            shown = printable_name(name)
            begins = message("`{command}` begins one", Name(f"mapkit studio {shown} --game {next(iter(GAMES))}"))
            lacks = message("{file}: {message}", shown, message("there is no such file"))
            raise FileTrouble(clauses(lacks, files.meant_instead(name) or begins))
        return _begun(Path(name), preset, size)
    if size is not None or preset is not None:
        raise BadSetting(message("--size and --preset are for a new map; this file has both"))
    return start_of(read_document(name), Path(name) if files.is_file(name) else None, game=game_of_drawings())


def _played(name: str | None) -> Match | None:
    """The game of a log or of the id of a saved game, only to be looked at; None for another name.

    Raises FileTrouble or BadLog.
    """
    if name is None or not is_log(name) or (not files.is_file(name) and game_of_drawings()):
        return None
    try:
        return open_to_look(name)
    except FileTrouble:
        if files.is_file(name):
            raise
        return None  # no saved game has that id


def _begun(path: Path | None, preset: str | None, size: str | None, of: Game[Any] | None = None) -> DeskStart:
    game = of or maps.game_named(game_of_drawings() or next(iter(GAMES)))
    order = MapOptions(preset, size).order(game)
    text = writer.blank(game, order.params, order.preset, in_words=in_words)
    return blank_start(text, game.name, path)._replace(game=game_of_drawings())
