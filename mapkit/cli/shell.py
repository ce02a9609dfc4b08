"""What all commands share: options, reading and writing files, failures in words, and printing.

Results go to stdout; messages and progress go to stderr. Exit codes: 0 done; 1 the map breaks the rules; 2 the command
or the input cannot be understood; 3 a file cannot be read or written; 4 no map was found (impossible, or gave up);
130 stopped with Ctrl-C.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from importlib import import_module
from itertools import chain
from pathlib import Path
from socket import socket, socketpair
from threading import Event, Thread, current_thread, main_thread
from time import sleep
from typing import TYPE_CHECKING, Annotated, Any, assert_never, cast

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command_from_info

from mapkit.cli import completion, usage
from mapkit.cli.languages import HelpContext, answer_in, asked_language, help_in_words, in_words, language_option
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import file_kinds, files, resources
from mapkit.model.files import BadLog, FileTrouble, printable_name
from mapkit.model.grid import Cell, Place, spell
from mapkit.model.letters import near, refused_word
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting, settings
from mapkit.solve.checker import NAMED_AT_MOST, Fault, rank

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mapkit.table.match import Match

BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, NO_MAP, STOPPED = 1, 2, 3, 4, 130

FOLDER = "output"
"""The folder that commands write to by default."""

SLASHES = tuple({"/", os.sep})
"""What a name ends with that can only be that of a folder."""

PICTURES = (".pdf", ".svg", ".png", ".jpg", ".jpeg")
"""Endings that no text is called by on purpose."""

STOPPED_WORDS = "stopped; files that are written are whole"

TYPED = "mapkit.typed"
"""Where the context of a command keeps the words that were typed."""

A_MOMENT = 0.02

Failure = UnreadableMap | NoSuchPreset | BadSetting | BadLog | FileTrouble | OSError | NoSuchMap | SolverGaveUp

FAILURES = (UnreadableMap, NoSuchPreset, BadSetting, BadLog, FileTrouble, OSError, NoSuchMap, SolverGaveUp)

Store = Callable[[Path, bytes], None]


MODULES = {
    "maps": ("games", "rules", "new", "generate", "check", "repair", "complete"),
    "table": ("play", "moves"),
    "simulate": ("simulate",),
    "survey": ("survey",),
    "balance": ("balance",),
    "routes": ("solve",),
    "sheets": ("print", "book"),
    "read": ("read",),
    "compare": ("compare",),
    "studio": ("studio",),
    "themes": ("theme",),
    "tonight": ("tonight",),
    "know": ("know",),
    "audit": ("audit",),
    "transfer": ("export", "share", "describe", "import", "verify"),
}
"""The commands that each module of `mapkit.cli` has, in the order in which help lists them."""
_MODULE_OF = {name: module for module, names in MODULES.items() for name in names}


class _Shelf(Mapping[str, TyperCommand]):
    """The commands by their names. The module of a command is loaded when the command is looked up."""

    def __init__(self) -> None:
        self._built: dict[str, TyperCommand] = {}

    def __getitem__(self, name: str) -> TyperCommand:
        if name not in self._built:
            import_module(f"mapkit.cli.{_MODULE_OF[name]}")
            self._built[name] = _built(name)
        return self._built[name]

    def __contains__(self, name: object) -> bool:
        return name in _MODULE_OF

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULE_OF)

    def __len__(self) -> int:
        return len(_MODULE_OF)


def _built(name: str) -> TyperCommand:
    """A command whose module is loaded, with the options that all commands have."""
    info = next(each for each in app.registered_commands if name in (each.name, getattr(each.callback, "__name__", "")))
    command = get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=None)
    command.params.append(_templates_option())
    if not any("--lang" in each.opts for each in command.params):
        command.params.append(language_option())
    json_options = [each for each in command.params if "--json" in each.opts]
    command.params += [_format_option(str(each.name)) for each in json_options]
    return cast(TyperCommand, command)


class Commands(TyperGroup):
    """Commands whose failures become messages and exit codes; those with `--json` take `--format json`, too."""

    context_class = HelpContext

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.commands = cast(Any, _Shelf())  # nobody adds to it

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - typer asks so
        """The names of the commands; none of them is loaded."""
        return [*self.commands]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, which helps in the language that was asked for; None where there is none."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            help_in_words(found)
        return found

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words before the command, and keep all words for messages."""
        ctx.meta[TYPED] = tuple(args)
        answer_in(asked_language(args))
        with self._in_words(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is named, and the words after it."""
        unknown = args and args[0] not in self.commands and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:  # a shell that completes words wants no message
            raise BadSetting(usage.no_such_command(args[0], self.commands))
        return super().resolve_command(ctx, args)

    @contextmanager
    def _in_words(self, ctx: Any) -> Iterator[None]:
        """Say what is wrong with the words of the command line."""
        try:
            yield
        except usage.UsageError as error:
            if type(error).__name__ == "NoArgsIsHelpError":
                raise
            say_on_stderr(f"error: {usage.sentence(error, ctx.meta[TYPED], self.commands)}")
            raise typer.Exit(NOT_UNDERSTOOD) from None

    def invoke(self, ctx: Any) -> Any:
        try:
            return self._invoke(ctx)
        except typer.Exit:
            raise
        except BaseException as stop:  # a library may have put an error of its own in the place of Ctrl-C
            if not _is_ctrl_c(stop):
                raise
            say_on_stderr(STOPPED_WORDS)
            raise typer.Exit(STOPPED) from None

    def _invoke(self, ctx: Any) -> Any:
        _game_of_drawings.set("")
        files.forget_sources()
        answer_in(asked_language(ctx.meta[TYPED]))
        try:
            with self._in_words(ctx):
                return super().invoke(ctx)
        except FAILURES as failure:
            raise typer.Exit(report_failure(failure)) from None
        finally:
            resources.use_own(None)


def use_templates(folder: str | None) -> None:
    """Let a folder of the user's own templates go before those of mapkit; raises what `own_templates.use` does."""
    if folder is not None:
        from mapkit.games import own_templates  # loads what only such a folder needs

        own_templates.use(folder)


def _templates_option() -> TyperOption:
    """The option `--templates` after the name of a command; the help of mapkit itself lists it."""
    return TyperOption(
        param_decls=["--templates"],
        hidden=True,
        expose_value=False,
        is_eager=True,
        callback=lambda _context, _option, folder: use_templates(folder),
    )


def _format_option(as_json: str) -> TyperOption:
    """The option `--format` of a command whose option `--json` has that name."""

    def choose(ctx: Any, _: Any, value: str | None) -> None:
        if value is not None and value.lower() not in ("json", "text"):
            raise typer.BadParameter(f"{refused_word(value)} is no format of this command; say json or text")
        if value is not None and value.lower() == "json":
            ctx.default_map = {**(ctx.default_map or {}), as_json: True}

    return TyperOption(
        param_decls=["--format"],
        metavar="text|json",
        callback=choose,
        expose_value=False,
        is_eager=True,
        help="json is the same as --json.",
    )


class RuleCodeCommand(TyperCommand):
    """A command with the option `--rules`, whose help is what the games' settings say that are rule codes."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options; this loads the games, so it happens only for help."""
        for each in self.params:
            if isinstance(each, TyperOption) and "--rules" in each.opts:
                each.help = "; ".join(_rule_codes())
        super().format_options(ctx, formatter)


class FileCommand(TyperCommand):
    """A command that reads map files; with the option `--game` it also reads drawings without a head."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        says = "The game of a file that is a drawing alone, without a head."
        decls = ["--game"]
        self.params.append(
            TyperOption(
                param_decls=decls,
                metavar="GAME",
                help=says,
                expose_value=False,
                callback=_keep_game,
                autocompletion=lambda context, _words, typed: completion.games(context, typed),
            )
        )


def _keep_game(_context: object, _option: object, game: str | None) -> None:
    """Keep the game that was named, for the files that the command reads; raises BadSetting."""
    _game_of_drawings.set(maps.game_named(game).name if game is not None else "")


_game_of_drawings = ContextVar("game of drawings", default="")
"""The game that a command names for drawings without a head; empty for none."""


def game_of_drawings() -> str:
    """The game that the option `--game` of the running command names; empty for none."""
    return _game_of_drawings.get()


def _rule_codes() -> Iterator[str]:
    """What each rule code of a game is, with the name of the game."""
    for game in GAMES.values():
        for setting in settings(game.design.params):
            if setting.rule_code:
                yield f"{setting.meaning} of {game.name}: {setting.value_kind.takes}"


def _is_ctrl_c(stop: BaseException | None) -> bool:
    """Whether Ctrl-C lies behind it.

    In the middle of loading a compiled library it comes as an ImportError, and in that of writing a PDF as a KeyError.
    """
    return stop is not None and (isinstance(stop, KeyboardInterrupt) or _is_ctrl_c(stop.__cause__ or stop.__context__))


app = typer.Typer()
"""Where the modules of commands name them; the commands are built from it one by one."""


def _game_word(name: str) -> str:
    """The name of a game in small letters; raises BadSetting for the name of a file."""
    if name.lower() not in GAMES and (Path(name).suffix or files.is_file(name)):
        games = ", ".join(GAMES)
        raise BadSetting(f"{refused_word(name)} is a file, and a game belongs there: say one of {games}")
    return name.lower() if name.lower() in GAMES else name


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One of the games that `mapkit games` lists.",
        callback=_game_word,
        autocompletion=completion.games,
    ),
]

FileName = Annotated[str, typer.Argument(metavar="FILE", help="A map file or a share code; - is stdin.")]

FileNames = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="A map file or a share code, or several; - is stdin.")
]

_PRESET = typer.Option(
    "--preset", metavar="P", help="A preset that `mapkit games` lists.", autocompletion=completion.presets
)
PresetName = Annotated[str, _PRESET]
PresetOrNone = Annotated[str | None, _PRESET]

Size = Annotated[str | None, typer.Option("--size", metavar="8x8", help="Columns x rows; else the preset's.")]

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="A setting that `mapkit rules` lists; may be given many times.",
        autocompletion=completion.map_settings,
    ),
]

RuleCode = Annotated[str | None, typer.Option("--rules", metavar="CODE")]
"""Its help is written by `RuleCodeCommand`."""

Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Any text; else mapkit chooses one.")]

Jobs = Annotated[int, typer.Option("--jobs", min=1, max=64, metavar="N", help="Processes that share the work.")]


def not_empty(place: str | None) -> str | None:
    """The place that -o names; raises BadSetting for an empty one."""
    if place is not None and not place.strip():
        raise BadSetting("-o names no place; write a name after it, or leave -o out")
    return place


Output = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="PATH", callback=not_empty, help="Where to write, else into output/; - is stdout."
    ),
]

Beside = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="PATH", callback=not_empty, help="Where to write, else beside the file; - is stdout."
    ),
]

Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]

AsJson = Annotated[bool, typer.Option("--json", help="Print for a program to read.")]


class Stoppable:
    """Lets Ctrl-C end the process even while the solver keeps Python from seeing the signal.

    No file may be open inside. In a thread beside the main one, such as one of a dask worker, nothing needs to be done.
    This is no generator: one that Ctrl-C interrupts between its start and the first line inside would end at some later
    time, when the files that it knows are closed.
    """

    def __enter__(self) -> None:
        self._left = Event()
        self._writer: socket | None = None
        if current_thread() is main_thread():
            reader, self._writer = socketpair()
            self._writer.setblocking(False)
            self._before = signal.set_wakeup_fd(self._writer.fileno())
            Thread(target=_stop_on_request, args=(reader, self._left), daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._left.set()
        if self._writer is not None:
            signal.set_wakeup_fd(self._before)
            self._writer.close()


def _stop_on_request(reader: socket, left: Event) -> None:
    """Wait for a byte or the end of the line; after a byte, end the process unless Python sees the signal soon."""
    with reader:
        if reader.recv(1) and not left.wait(0.5):
            say_on_stderr(STOPPED_WORDS)
            os._exit(STOPPED)


@contextmanager
def process_pool(jobs: int) -> Iterator[Executor]:
    """A pool of `jobs` processes that share work; Ctrl-C, or any failure, ends them at once."""
    from concurrent.futures import ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(jobs, initializer=_end_with_others)
    try:
        with _ended_by_ctrl_c() as is_stopped:
            try:
                wait([pool.submit(sleep, A_MOMENT) for _ in range(jobs)])  # each of these tasks starts a process
                yield pool
            except BrokenProcessPool:
                if not is_stopped():
                    raise
        if is_stopped():
            raise KeyboardInterrupt
    except BaseException:
        _end_children()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ended_by_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C end the processes of a pool, and not raise; a function that says whether it did.

    An exception in the middle of the pool's own code would leave its locks closed, and the pool would never end.
    """
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True
        _end_children()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: stopped
    finally:
        signal.signal(signal.SIGINT, before)


def _end_children() -> None:
    from multiprocessing import active_children

    for child in active_children():
        child.terminate()


def _end_with_others() -> None:
    """Make a process of a pool end with Ctrl-C, and when the process that it works for ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the process that this one works for, and end with it."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(STOPPED)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A function to call with the number of steps done; on a terminal it moves a bar on stderr."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    console, beside = Console(stderr=True), sys.stdout is not None and sys.stdout.isatty()
    with Progress(console=console, redirect_stdout=beside, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps: bar.advance(task, steps)


def tell_seed(text: str | None, seed: str) -> None:
    """Say a seed that nobody gave."""
    if text is None:
        say_on_stderr(f"seed {seed}")


def read_document(name: str) -> Document:
    """The map in a file; raises UnreadableMap or FileTrouble."""
    _refuse_game(name)
    if name != "-" and files.is_file(name) and is_log(name):
        shown = shell_quoted(name)
        raise BadSetting(f"{shown} is a played game, and a map file belongs there; mapkit print {shown} prints it")
    wanted = _game_of_drawings.get()
    read = maps.read(files.read_bytes(name), printable_name(name), game=wanted)
    if wanted and read.map.game.name != wanted:  # a share code and a map as JSON name their game, and no drawing does
        raise BadSetting(f"{read.name} is a map of {read.map.game.name}, and --game says {wanted}; leave --game out")
    if read.names_no_preset:
        say_on_stderr(f"{read.name}: {maps.taken_as_drawn(read.map)}")
    return read


def _refuse_game(name: str) -> None:
    """Raise FileTrouble for the name of a game in place of a file."""
    if name.lower() in GAMES and not files.is_file(name):
        made = f"`mapkit generate {name.lower()}` makes one"
        raise FileTrouble(f"{name} is a game, and a map file belongs there; {made}")


def for_each_file(names: Iterable[str], look: Callable[[str], int]) -> int:
    """Call `look` for every file, and go on after a failure; returns the highest exit code."""
    worst = 0
    for name in dict.fromkeys(names):
        try:
            code = look(name)
        except FAILURES as failure:
            code = report_failure(failure)
        worst = max(worst, code)
    return worst


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
        raise FileTrouble(f"{name}: is a folder; name a file with -o, such as {name.rstrip('/')}/map.toml")
    if path != "-" and Path(path).parent != Path(FOLDER):
        refuse_missing(Path(path).parent, name)
    return path


def map_place(path: str) -> str:
    """A path that -o names for a map file; raises FileTrouble as `file_place` does, and for the name of a picture."""
    name, ending = printable_name(path), Path(path).suffix.lower()
    if ending in PICTURES:
        raise FileTrouble(
            f"{name}: a map file is text; name it {name[: -len(ending)]}.toml, and print it with mapkit print"
        )
    return file_place(path)


def folder_place(path: str) -> Path:
    """A folder that -o names and that may be made; raises FileTrouble where the folder around it is missing."""
    refuse_missing(Path(path).parent, printable_name(path))
    if files.is_file(path):
        raise FileTrouble(f"{printable_name(path)} is no folder; name a folder with -o")
    return Path(path)


def refuse_missing(folder: Path, name: str) -> None:
    """Raise FileTrouble where a folder is missing, with one of a name like it."""
    if os.path.lexists(folder):
        return
    close = near(folder.name, [each.name for each in files.beside(folder) if each.is_dir()])
    meant = f"did you mean {printable_name(str(folder.with_name(close)))}? " if close else ""
    shown, deep = printable_name(str(folder)), "" if os.path.lexists(folder.parent) else "-p "
    raise FileTrouble(f"{name}: there is no folder {shown}; {meant}`mkdir {deep}{shell_quoted(str(folder))}` makes it")


def open_to_look(text: str) -> Match:
    """The played game of an id or a log file, opened only to be looked at; raises FileTrouble or BadLog."""
    from mapkit.table import match, saved_games  # maps need none of it

    _refuse_game(text)
    try:
        found = saved_games.find(saved_games.games_folder(), text)
    except FileTrouble as trouble:
        meant = files.meant_instead(text)
        raise FileTrouble(f"{trouble}; {meant}" if meant else str(trouble)) from None
    return match.look(found, maps.read_from_log)


def is_log(name: str) -> bool:
    """Whether a name is that of a played game: the id of one, or a file that is a log.

    A name without an ending that is no file is taken for an id.
    """
    if files.is_share_code(name):
        return False
    if not files.is_file(name):
        path = Path(name)
        return not files.is_there(name) and path.name == name and not path.suffix
    return file_kinds.is_log(files.read_start(name))


def stem(name: str) -> str:
    """The beginning of the names of files that are made from a file, or from a share code."""
    if files.is_share_code(name):
        return files.file_name(f"{name.partition(':')[0]} {name[-6:]}")
    return "map" if name == "-" else files.file_name(Path(name).stem)


def file_writer(force: bool) -> Store:
    """A function that writes a file, and with `force` replaces one; never a file that it has written itself."""
    written: set[Path] = set()

    def store(path: Path, data: bytes) -> None:
        (files.replace if force and path not in written else files.write_new)(path, data)
        written.add(path)

    return store


def refuse_unwritable(outputs: Sequence[tuple[str, bytes]], force: bool) -> None:
    """Raise FileTrouble where files cannot all be written, before any of them is; `-` is stdout."""
    found = [(Path(path), data) for path, data in outputs if path != "-"]
    for i, (path, data) in enumerate(found):
        if any(files.same_place(path, other) for other, _ in found[:i]):
            raise FileTrouble(f"{printable_name(str(path))}: two files would be written there; name another for one")
        files.refuse_unwritable(path, data, new=not force)


def write(path: str, text: str, store: Store) -> None:
    """Write a text to a file and print the file's name; or write it to stdout where the path is `-`."""
    if path == "-":
        say_bytes(text.encode())
    else:
        write_bytes(path, text.encode(), store)


def write_bytes(path: str, data: bytes, store: Store) -> None:
    """Write a file and print its name."""
    store(Path(path), data)
    say(printable_name(path))


def is_json(path: str | None, as_json: bool) -> bool:
    """Whether a map is written as JSON: where that is asked for, or the name of the file ends so."""
    return as_json or (path or "").lower().endswith(".json")


def shell_quoted(path: str) -> str:
    """A path in the form in which it can be typed into a shell."""
    return shlex.quote(printable_name(path))


def in_a_command(path: str) -> str:
    """A path that was written to, in an example of a command; FILE for stdout."""
    return "FILE" if path == "-" else shell_quoted(path)


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


def report_failure(failure: Failure) -> int:
    """Print a failure on stderr; returns its exit code."""
    with Stoppable():
        for line in chain(failure_lines(failure), getattr(failure, "__notes__", ())):
            say_on_stderr(line)
    match failure:
        case UnreadableMap() | NoSuchPreset() | BadSetting() | BadLog():
            return NOT_UNDERSTOOD
        case FileTrouble() | OSError():  # an OSError is about mapkit's own files, such as a missing template
            return NO_FILE
        case NoSuchMap() | SolverGaveUp():
            return NO_MAP
        case _:
            assert_never(failure)


def failure_lines(failure: Failure) -> Iterator[str]:
    """What went wrong and what would do; the search for rules in conflict runs only when its lines are asked for."""
    match failure:
        case UnreadableMap():
            yield from str(failure).splitlines()
        case NoSuchPreset() | BadSetting() | BadLog() | FileTrouble() | OSError():
            yield from (f"error: {line}" for line in str(failure).splitlines())
        case NoSuchMap():
            proven, *_ = failure.args
            yield f"impossible: {proven}"
            yield from failure.conflicts_in_words()
        case SolverGaveUp():
            yield f"gave up: {failure}; there may or may not be one"
        case _:
            assert_never(failure)


def say(text: str) -> None:
    """Print a line of results on stdout."""
    with _stdout() as stream:
        stream.write(f"{text}\n")


def say_json(thing: object) -> None:
    """Print a result for a program on stdout, as JSON."""
    say(json.dumps(thing, ensure_ascii=False, indent=2))


def say_bytes(data: bytes) -> None:
    """Write a result that is a whole file to stdout."""
    with _stdout() as stream:
        stream.flush()
        stream.buffer.write(data)


@contextmanager
def _stdout() -> Iterator[Any]:
    """Stdout, flushed at the end; raises FileTrouble.

    A reader may stop early, as with `| head -1`. Then the rest is dropped, and the command goes on, since it may still
    have files to write.
    """
    if sys.stdout is None:
        raise FileTrouble("stdout: is closed; name a file with -o")
    try:
        yield sys.stdout
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise FileTrouble(f"stdout: cannot be written: {files.reason(error)}") from None


def say_on_stderr(text: str) -> None:
    """Print a message on stderr; it is dropped where stderr is closed."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(in_words(text), file=sys.stderr, flush=True)
