"""The commands: the only file that prints or reads argv.

Results go to stdout, talk and progress to stderr. Exit codes: 0 done; 1 the map breaks the rules; 2 the command or
the input cannot be understood; 3 a file cannot be read or written; 4 no map (impossible, or gave up); 130 stopped
with Ctrl-C.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from string import Formatter
from threading import Event, Thread
from typing import Annotated, Any, NamedTuple, assert_never

import typer
from typer.core import TyperGroup

from mapkit import __version__, document, files, maps
from mapkit.chance import fresh_seed
from mapkit.check import Fault
from mapkit.document import Document, NoSuchPreset, UnreadableMap
from mapkit.files import FileTrouble, shown
from mapkit.game import BadSetting, Game, Map, Public, settings, show_setting
from mapkit.games import GAMES
from mapkit.grid import Place, spell
from mapkit.rule import NoSuchMap, Rule, SolverGaveUp

BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, NO_MAP, STOPPED = 1, 2, 3, 4, 130
FOLDER = "output"
"""Where commands write by default."""
STOPPED_WORDS = "stopped; files that are written are whole"
MOST_MAPS = 100_000
MOST_SEED = 200

Failure = UnreadableMap | NoSuchPreset | BadSetting | FileTrouble | OSError | NoSuchMap | SolverGaveUp
FAILURES = (UnreadableMap, NoSuchPreset, BadSetting, FileTrouble, OSError, NoSuchMap, SolverGaveUp)
Store = Callable[[Path, bytes], None]


class _Commands(TyperGroup):
    """Commands whose failures are told in words and end with their exit codes."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named; typer itself tells what is wrong with the words of a command."""
        try:
            return self._invoke(ctx)
        except KeyboardInterrupt:
            _talk(STOPPED_WORDS)
            raise typer.Exit(STOPPED) from None

    def _invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except FAILURES as failure:
            raise typer.Exit(_tell(failure)) from None


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of the games that `mapkit games` lists.")]
FileName = Annotated[str, typer.Argument(metavar="FILE", help="A map file; - is stdin.")]
FileNames = Annotated[list[str], typer.Argument(metavar="FILE...", help="Map files; - is stdin.")]
PresetName = Annotated[str, typer.Option("--preset", metavar="P", help="A preset that `mapkit games` lists.")]
Size = Annotated[str | None, typer.Option("--size", metavar="8x8", help="Columns x rows; else the preset's.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A setting that `mapkit rules` lists; may be given many times."),
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Any text; drawn and told when left out.")]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="PATH", help="Where to write, else into output/; - is stdout.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print for a program to read.")]


def run() -> None:
    """Run the command line; every failure is a message and an exit code, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="mapkit")


def _version(asked: bool) -> None:
    if asked:
        _say(f"mapkit {__version__}")
        raise typer.Exit


@app.callback()
def _mapkit(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version of mapkit.")
    ] = False,
) -> None:
    """Maps for pen-and-paper games: generate, check, mend, complete and print them."""


@app.command()
def games(as_json: AsJson = False) -> None:
    """The games, their presets and their sheets."""
    if as_json:
        _say_json([_told_game(game) for game in GAMES.values()])
        return
    for game in GAMES.values():
        _say(f"{game.name}  {game.title}")
        for preset in maps.presets(game.name):
            _say(f"  preset {preset.name:10} {preset.says}")
        _say(f"  sheets {', '.join(_sheets(game))}")


@app.command()
def rules(
    game: GameName,
    preset: PresetName = "default",
    size: Size = None,
    given: Settings = None,
    as_json: AsJson = False,
) -> None:
    """The rules of a game's maps in words, and its settings."""
    found = maps.game_named(game)
    params = _params(found, preset, size, given)
    if as_json:
        _say_json(_told_rules(found, params))
        return
    _say(f"{found.title}, {params.grid.columns} x {params.grid.rows}")
    for rule in found.rules:
        _say(f"{rule.number:8} {rule.text(params)}")
    _say("\nSettings, for --set or in a map file:")
    for setting in settings(found.params):
        value = f"{setting.name}={show_setting(getattr(params, setting.name))}"
        _say(f"  {value:21} {setting.says} ({setting.rule})")


@app.command()
def new(
    game: GameName,
    preset: PresetName = "default",
    size: Size = None,
    output: Output = "-",
    force: Force = False,
) -> None:
    """A blank map file with its legend, to fill in by hand."""
    found = maps.game_named(game)
    params = _params(found, preset, size, None)
    path = output or "-"
    _write(path, document.blank(found, params, preset), _store(force))
    file = "FILE" if path == "-" else _quoted(path)
    _talk(f"draw in it, then: mapkit check {file}   or, for the cells left blank: mapkit complete {file}")


@app.command()
def generate(
    game: GameName,
    preset: PresetName = "default",
    size: Size = None,
    given: Settings = None,
    seed: Seed = None,
    count: Annotated[
        int | None, typer.Option(min=1, max=MOST_MAPS, metavar="N", help="So many maps, into a folder.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="Processes that share the work.")] = 1,
    output: Output = None,
    force: Force = False,
) -> None:
    """A fresh legal map; with --count a folder of them."""
    found = maps.game_named(game)
    order = _Order(game, preset, _params(found, preset, size, given))
    seed = _seed(seed)
    place = output or str(Path(FOLDER, f"{game}-{files.file_name(seed)}"))
    if count is not None:
        raise typer.Exit(_generate_many(order, seed, count, jobs, place, _store(force)))
    path = output or f"{place}.toml"
    with _advised(SolverGaveUp, "Another seed, a larger board or other numbers may do."):
        text = order.draw(seed)
    _write(path, text, _store(force))
    _talk_of_printing(path)


@app.command()
def check(names: FileNames, as_json: AsJson = False) -> None:
    """All faults of maps, each with its place and its rule."""
    told: list[dict[str, Any]] = []
    code = _each(names, partial(_check_for_program, told) if as_json else _check)
    if as_json:
        _say_json(told)
    raise typer.Exit(code)


@app.command()
def repair(name: FileName, output: Output = None, force: Force = False, as_json: AsJson = False) -> None:
    """The nearest legal map and the edits that lead to it."""
    read = _read(name)
    with _advised(SolverGaveUp, "Mend a fault or two by hand and try again: `mapkit check` names them."), _stoppable():
        mended = maps.repair(read.map)
    path, text = output or _answer(name, "repaired"), document.redraw(read, mended.map)
    for edit in mended.edits:
        _talk(f"- {edit.words}")
    _talk(f"{read.name}: {_told_repair(mended)}")
    if as_json:
        _write_for_program(path, text, _store(force), _told_edits(read, mended))
    else:
        _write(path, text, _store(force))
    _talk_of_printing(path)


@app.command()
def complete(name: FileName, seed: Seed = None, output: Output = None, force: Force = False) -> None:
    """A map whose blank cells are filled in; all that is drawn stays."""
    read = _read(name)
    seed = _seed(seed)
    stays = "What is drawn has to stay; `mapkit repair` may change it."
    with _advised(NoSuchMap, stays), _advised(SolverGaveUp, f"Another seed may do. {stays}"), _stoppable():
        filled = maps.complete(read.map, seed)
    path = output or _answer(name, "completed")
    came = len(filled.facts - read.map.facts)
    _talk(f"{shown(name)}: {_many(came, 'place')} filled in" if came else f"{shown(name)}: complete as it is")
    _write(path, document.redraw(read, filled), _store(force))
    _talk_of_printing(path)


@app.command("print")
def print_(
    names: FileNames,
    sheets: Annotated[str, typer.Option(metavar="gm,player,card", help="Which sheets; else all.")] = "all",
    format: Annotated[str, typer.Option(metavar="pdf|svg", help="A PDF a sheet, or an SVG a page.")] = "pdf",
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper in your printer.")] = "a4",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to; - is stdout, for one file.")
    ] = FOLDER,
    force: Force = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Print a map that breaks rules, too.")] = False,
) -> None:
    """The sheets of maps, ready for the printer."""
    press = _press(sheets, format, paper)
    if output == "-" and len(names) > 1:
        raise BadSetting("-o - takes one map and one sheet of it; name a folder")
    deliver = _deliver_to_stdout if output == "-" else partial(_deliver_to_folder, Path(output), _store(force))

    def print_one(name: str) -> int:
        read = _read(name)
        faults = () if anyway else maps.check(read.map)
        if faults:
            _tell_faults(read, faults, (), _talk)
            _talk(f"{shown(name)}: not printed, for the faults above; `mapkit repair` mends them, --anyway prints")
            return BREAKS_RULES
        deliver(tuple(_pages(press, read.map, _stem(name))))
        return 0

    raise typer.Exit(_each(names, print_one))


# Drawing maps


class _Order(NamedTuple):
    """What `generate` was asked for; it crosses to other processes, so it holds names and not games."""

    game: str
    preset: str
    params: Any

    def draw(self, seed: str) -> str:
        """The text of the map file for the seed; raises NoSuchMap or SolverGaveUp."""
        with _stoppable():
            made = maps.generate_from(GAMES[self.game], self.params, self.preset, seed)
        return document.show(made, [f"Made by mapkit {__version__}, seed {json.dumps(seed, ensure_ascii=False)}."])

    def attempt(self, seed: str) -> str | _Refused:
        """The text of the map file, or why there is none: failures themselves do not cross between processes."""
        try:
            return self.draw(seed)
        except (NoSuchMap, SolverGaveUp) as failure:
            return _Refused("\n".join(_lines(failure)), isinstance(failure, NoSuchMap))


class _Refused(NamedTuple):
    """Why there is no map for a seed, and whether there is none for any other either."""

    words: str
    hopeless: bool


def _generate_many(order: _Order, seed: str, count: int, jobs: int, folder: str, store: Store) -> int:
    """Draw the maps of seeds `seed-1`, `seed-2`, ... into the folder; the exit code."""
    if folder == "-":
        raise BadSetting("with --count, -o takes a folder; - is stdout")
    stem, digits, code = f"{order.game}-{files.file_name(seed)}", max(3, len(str(count))), 0
    with _drawn(order, [f"{seed}-{n}" for n in range(1, count + 1)], jobs) as drawn, _progress(count) as advance:
        for number, text in enumerate(drawn, 1):
            path = Path(folder, f"{stem}-{number:0{digits}}.toml")
            if isinstance(text, _Refused):
                _talk(f"{shown(str(path))}: {text.words}")
                code = NO_MAP
                if text.hopeless:
                    return code
            else:
                store(path, text.encode())
                _say(shown(str(path)))
            advance()
    _talk(f"print them: mapkit print {_quoted(folder)}/*.toml")
    return code


@contextmanager
def _drawn(order: _Order, seeds: Sequence[str], jobs: int) -> Iterator[Iterable[str | _Refused]]:
    """The maps of the seeds in their order; the first is drawn before others start, for an order may be hopeless."""
    first = order.attempt(seeds[0])
    if jobs == 1 or len(seeds) == 1 or (isinstance(first, _Refused) and first.hopeless):
        yield chain([first], map(order.attempt, seeds[1:]))
    else:
        with _drawn_by_many(order, seeds[1:], jobs) as rest:
            yield chain([first], rest)


@contextmanager
def _drawn_by_many(order: _Order, seeds: Sequence[str], jobs: int) -> Iterator[Iterable[str | _Refused]]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(min(jobs, len(seeds)), initializer=_end_on_interrupt)
    try:
        with _no_interrupt():
            drawn = pool.map(order.attempt, seeds, chunksize=max(1, min(16, len(seeds) // jobs)))
        yield drawn
    except BrokenProcessPool:
        raise SolverGaveUp("a process was ended, perhaps for want of memory; ask for fewer --jobs") from None
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C waits: a process that is interrupted while it starts prints a traceback."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end_on_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """What to call after each step; on a terminal it moves a bar on stderr."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    console, beside = Console(stderr=True), sys.stdout is not None and sys.stdout.isatty()
    with Progress(console=console, redirect_stdout=beside, transient=True) as bar:
        task = bar.add_task("Drawing maps", total=total)
        yield lambda: bar.advance(task)


# Reading what was asked for


def _params(game: Game[Any], preset: str, size: str | None, pairs: Iterable[str] | None) -> Any:
    """The parameters of a map; raises BadSetting with all that is wrong, a line each."""
    given, wrong = _given(game, pairs or ())
    chosen = maps.presets(game.name)[0]
    with _noting(wrong):
        chosen = maps.preset(game.name, preset)
    grid = chosen.grid
    with _noting(wrong):
        grid = maps.read_size(size) if size is not None else grid
    for key, value in given.items():
        with _noting(wrong):
            maps.params(game, chosen.name, grid, {key: value})
    if wrong:
        raise BadSetting("\n".join(wrong))
    return maps.params(game, chosen.name, grid, given)


@contextmanager
def _noting(wrong: list[str]) -> Iterator[None]:
    """Note what cannot be understood, and go on, so that all of it is told at once."""
    try:
        yield
    except BadSetting as bad:
        wrong.append(str(bad))
    except NoSuchPreset as bad:
        wrong.append(_no_preset(bad))


def _given(game: Game[Any], pairs: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """The settings of KEY=VALUE pairs whose names the game knows, and what is wrong with the others."""
    known = [setting.name for setting in settings(game.params)]
    given: dict[str, str] = {}
    wrong: list[str] = []
    for pair in pairs:
        key, sign, value = (part.strip() for part in pair.partition("="))
        if not sign:
            wrong.append(f"--set takes KEY=VALUE, such as {known[0]}=6; found {pair!r:.60}")
        elif key not in known:
            wrong.append(f"{game.name} has no setting {key!r:.40}; {_meant(key, known)}")
        elif key in given:
            wrong.append(f"{key} is set twice, to {given[key]!r:.40} and to {value!r:.40}; say it once")
        else:
            given[key] = value
    return given, wrong


@contextmanager
def _stoppable() -> Iterator[None]:
    """Ctrl-C ends the process also while the solver keeps Python from hearing it; no file may be open in here."""
    hears, tells = os.pipe()
    os.set_blocking(tells, False)
    before, left = signal.set_wakeup_fd(tells), Event()
    Thread(target=_stop_when_told, args=(hears, left), daemon=True).start()
    try:
        yield
    finally:
        left.set()
        signal.set_wakeup_fd(before)
        os.close(tells)


def _stop_when_told(hears: int, left: Event) -> None:
    """Wait for a byte, or for the pipe's end, and end the process unless Python hears the signal soon."""
    if os.read(hears, 1) and not left.wait(0.5):
        _talk(STOPPED_WORDS)
        os._exit(STOPPED)
    os.close(hears)


def _meant(word: str, known: Sequence[str]) -> str:
    """A question after the name that was probably meant, or all that would do."""
    close = get_close_matches(word[:40].lower(), known, 1)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"


def _seed(text: str | None) -> str:
    """The seed given, or a fresh one, which is told; raises BadSetting."""
    if text is None:
        text = fresh_seed()
        _talk(f"seed {text}")
    if len(text) > MOST_SEED:
        raise BadSetting(f"the seed has {len(text):,} characters; {MOST_SEED} are the most")
    unfit = next((sign for sign in text if not sign.isprintable()), None)
    if unfit is not None:
        raise BadSetting(f"the seed has the character U+{ord(unfit):04X}, which nobody sees; leave it out")
    return text


def _read(name: str) -> Document:
    return maps.read(files.read_bytes(name), shown(name))


def _each(names: Iterable[str], look: Callable[[str], int]) -> int:
    """Look at every file, whatever is wrong with the others; the worst exit code."""
    worst = 0
    for name in dict.fromkeys(names):
        try:
            code = look(name)
        except FAILURES as failure:
            code = _tell(failure)
        worst = max(worst, code)
    return worst


# Checking and mending


def _check(name: str) -> int:
    read = _read(name)
    faults = maps.check(read.map)
    _tell_faults(read, faults, maps.advise(read.map), _say)
    if not faults:
        _say(f"{read.name}: legal")
    return BREAKS_RULES if faults else 0


def _check_for_program(told: list[dict[str, Any]], name: str) -> int:
    """Add what is found to what is told; files that cannot be read are told as well."""
    try:
        read = _read(name)
    except UnreadableMap as error:
        told += [{"file": error.name, "kind": "error", **problem._asdict()} for problem in error.problems]
        raise
    except FileTrouble as error:
        told.append({"file": shown(name), "kind": "error", "line": None, "column": None, "message": str(error)})
        raise
    faults = maps.check(read.map)
    told += [_told_fault(read, fault, "fault") for fault in sorted(faults, key=lambda f: read.spot(f.place))]
    told += [_told_fault(read, fault, "advice") for fault in maps.advise(read.map)]
    return BREAKS_RULES if faults else 0


def _tell_faults(read: Document, faults: Iterable[Fault], advice: Iterable[Fault], say: Callable[[str], None]) -> None:
    for kind, found in (("fault", faults), ("advice", advice)):
        for fault in sorted(found, key=lambda f: read.spot(f.place)):
            line, column = read.spot(fault.place)
            where = f"{read.name}:{line}:{column}: {kind}[{fault.rule.number}] {_label(read, fault.place)}"
            say(f"{where}: {fault.sentence} {fault.found}")


def _told_fault(read: Document, fault: Fault, kind: str) -> dict[str, Any]:
    line, column = read.spot(fault.place)
    return {
        "file": read.name,
        "kind": kind,
        "line": line,
        "column": column,
        "rule": fault.rule.number,
        "place": _label(read, fault.place),
        "sentence": fault.sentence,
        "found": fault.found,
        "witness": [_label(read, place) for place in fault.witness],
    }


def _label(read: Document, place: Place) -> str:
    return spell(read.map.params.grid, place) if place else "map"


def _told_repair(mended: maps.Repair) -> str:
    if not mended.edits:
        return "legal as it is; nothing to mend"
    if mended.proven:
        return f"{_many(len(mended.edits), 'edit')}; proven: no legal map is nearer"
    return f"{_many(len(mended.edits), 'edit')}; a nearer legal map may exist: the solver gave up looking for it"


# Printing


class _Press(NamedTuple):
    """What to print: the names of the sheets (none: all), as what, and on what."""

    sheets: tuple[str, ...]
    format: str
    paper: str


class _Page(NamedTuple):
    """A file to print."""

    name: str
    data: bytes
    secret: bool


def _press(sheets: str, format: str, paper: str) -> _Press:
    """Raises BadSetting with all that is wrong, a line each; the sheets depend on the game and are looked at later."""
    wrong = [
        f"{what} is {word!r:.40}; say {' or '.join(known)}"
        for what, word, known in (("format", format, ("pdf", "svg")), ("paper", paper, ("a4", "letter")))
        if word.lower() not in known
    ]
    if wrong:
        raise BadSetting("\n".join(wrong))
    asked = tuple(dict.fromkeys(name.strip().lower() for name in sheets.split(",")))
    return _Press(() if asked == ("all",) else asked, format.lower(), paper.lower())


def _pages(press: _Press, map: Map[Any], stem: str) -> Iterator[_Page]:
    """The files of a map's sheets: secret ones named after its file, public ones after nothing secret."""
    from mapkit import sheet  # only printing needs it, and it loads fonts

    paper = {"a4": sheet.A4, "letter": sheet.LETTER}[press.paper]
    game, public = map.game, map.public
    for name in _asked_sheets(press, game):
        if name in game.secret_sheets:
            drawn, title = game.secret_sheets[name](map, paper), map.title
        else:
            drawn, title = game.public_sheets[name](public, paper), public.title
        base = f"{stem if name in game.secret_sheets else _public_stem(game, public)}-{name}"
        for path, data in (_as_pdf if press.format == "pdf" else _as_svg)(base, drawn, title or game.title):
            yield _Page(path, data, name in game.secret_sheets)


def _asked_sheets(press: _Press, game: Game[Any]) -> Iterable[str]:
    known = _sheets(game)
    wrong = [name for name in press.sheets if name not in known]
    if wrong:
        raise BadSetting(f"{game.name} has no sheet {wrong[0]!r:.40}; {_meant(wrong[0], known)}")
    return press.sheets or known


def _sheets(game: Game[Any]) -> tuple[str, ...]:
    return (*game.secret_sheets, *game.public_sheets)


def _public_stem(game: Game[Any], public: Public) -> str:
    """A name made of what players may know; other titles and settings give other names, so that none is in the way."""
    grid = public.params.grid
    stem = f"{files.file_name(public.title) if public.title else game.name}-{grid.columns}x{grid.rows}"
    if public == Public("", game.params(grid=grid)):
        return stem
    told = [public.title, *(f"{s.name}={getattr(public.params, s.name)}" for s in settings(game.params))]
    return f"{stem}-{sha256(json.dumps(told).encode()).hexdigest()[:6]}"


def _as_pdf(stem: str, sheets: Sequence[Any], title: str) -> Iterator[tuple[str, bytes]]:
    from mapkit import pdf

    yield f"{stem}.pdf", pdf.write(sheets, title)


def _as_svg(stem: str, sheets: Sequence[Any], title: str) -> Iterator[tuple[str, bytes]]:
    from mapkit import svg

    digits = len(str(len(sheets)))
    for number, sheet in enumerate(sheets, 1):
        yield f"{stem}-{number:0{digits}}.svg" if len(sheets) > 1 else f"{stem}.svg", svg.write(sheet, title)


def _deliver_to_stdout(pages: Sequence[_Page]) -> None:
    if len(pages) != 1:
        raise BadSetting(f"-o - takes one file, and these are {len(pages)}; name one sheet with --sheets, as pdf")
    _say_bytes(pages[0].data)


def _deliver_to_folder(folder: Path, store: Store, pages: Sequence[_Page]) -> None:
    for page in pages:
        store(folder / page.name, page.data)
        _say(shown(str(folder / page.name)))
    secret = [shown(page.name) for page in pages if page.secret]
    if secret:
        _talk(f"for the game master alone: {', '.join(secret)}")
    _talk("print at 100 %, not fitted to the page")


# Writing


def _answer(name: str, what: str) -> str:
    """Where the answer to a file goes by default: `cellar.toml` gives `output/cellar-repaired.toml`, stdin stdout."""
    return "-" if name == "-" else str(Path(FOLDER, f"{_stem(name)}-{what}.toml"))


def _stem(name: str) -> str:
    return "map" if name == "-" else files.file_name(Path(name).stem)


def _store(force: bool) -> Store:
    """How to write a file; what this command has written itself is never replaced."""
    written: set[Path] = set()

    def store(path: Path, data: bytes) -> None:
        (files.replace if force and path not in written else files.write_new)(path, data)
        written.add(path)

    return store


def _write(path: str, text: str, store: Store) -> None:
    """To a file, whose name is printed, or to stdout where the path is `-`."""
    if path == "-":
        _say_bytes(text.encode())
    else:
        store(Path(path), text.encode())
        _say(shown(path))


def _write_for_program(path: str, text: str, store: Store, told: dict[str, Any]) -> None:
    """To a file, which is named in what is told, or into what is told."""
    if path == "-":
        _say_json({**told, "written": None, "map": text})
    else:
        store(Path(path), text.encode())
        _say_json({**told, "written": shown(path)})


def _talk_of_printing(path: str) -> None:
    if path != "-":
        _talk(f"print it: mapkit print {_quoted(path)}")


def _quoted(path: str) -> str:
    """A path as it is typed into a shell."""
    return shlex.quote(shown(path))


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# Failures in words


def _tell(failure: Failure) -> int:
    """Tell a failure on stderr; its exit code."""
    with _stoppable():
        for line in chain(_lines(failure), getattr(failure, "__notes__", ())):
            _talk(line)
    match failure:
        case UnreadableMap() | NoSuchPreset() | BadSetting():
            return NOT_UNDERSTOOD
        case FileTrouble() | OSError():  # of mapkit's own files: a template that is gone
            return NO_FILE
        case NoSuchMap() | SolverGaveUp():
            return NO_MAP
        case _:
            assert_never(failure)


def _lines(failure: Failure) -> Iterator[str]:
    """What went wrong and what would do; rules in conflict are looked for only when their lines are asked for."""
    match failure:
        case UnreadableMap():
            yield str(failure)
        case NoSuchPreset():
            yield f"error: {_no_preset(failure)}"
        case BadSetting() | FileTrouble() | OSError():
            yield from (f"error: {line}" for line in str(failure).splitlines())
        case NoSuchMap():
            yield "impossible: it is proven that there is no such map"
            yield from _conflicts(failure)
        case SolverGaveUp():
            yield f"gave up: {failure}; there may be one or not"
        case _:
            assert_never(failure)


def _no_preset(error: NoSuchPreset) -> str:
    return f"there is no preset {error.args[0]!r:.60}; {_meant(error.args[0], error.known)}"


def _conflicts(error: NoSuchMap) -> Iterator[str]:
    """The rules in conflict, and which settings they speak of."""
    for conflict in error.conflicts:
        yield "These rules contradict each other:" if len(conflict) > 1 else "This rule cannot be kept on this board:"
        yield from (f"  {rule.number:8} {rule.text(error.params)}" for rule in conflict)
    names = list(dict.fromkeys(name for conflict in error.conflicts for rule in conflict for name in _settings(rule)))
    if names:
        yield f"What would do: other numbers for {', '.join(names)}, or another size of board."
    elif not error.conflicts:
        yield "Which rules contradict each other was not found in time."


def _settings(rule: Rule[Any]) -> Iterator[str]:
    """The settings that a rule's sentence names."""
    return (name for _, name, _, _ in Formatter().parse(rule.sentence) if name)


@contextmanager
def _advised(kind: type[Exception], advice: str) -> Iterator[None]:
    """Add what may do to a failure of this kind."""
    try:
        yield
    except kind as failure:
        failure.add_note(advice)
        raise


# Saying


def _told_game(game: Game[Any]) -> dict[str, Any]:
    presets = {preset.name: preset.says for preset in maps.presets(game.name)}
    return {"name": game.name, "title": game.title, "presets": presets, "sheets": _sheets(game)}


def _told_rules(game: Game[Any], params: Any) -> dict[str, Any]:
    return {
        "game": game.name,
        "size": f"{params.grid.columns}x{params.grid.rows}",
        "rules": [{"rule": rule.number, "sentence": rule.text(params)} for rule in game.rules],
        "settings": {s.name: show_setting(getattr(params, s.name)) for s in settings(game.params)},
    }


def _told_edits(read: Document, mended: maps.Repair) -> dict[str, Any]:
    edits = [{"words": edit.words, "places": [_label(read, place) for place in edit.places]} for edit in mended.edits]
    return {"file": read.name, "proven": mended.proven, "edits": edits}


def _say(text: str) -> None:
    """A line of results, on stdout."""
    with _stdout() as stream:
        stream.write(f"{text}\n")


def _say_json(thing: object) -> None:
    _say(json.dumps(thing, ensure_ascii=False, indent=2))


def _say_bytes(data: bytes) -> None:
    with _stdout() as stream:
        stream.flush()
        stream.buffer.write(data)


@contextmanager
def _stdout() -> Iterator[Any]:
    """Stdout, and written through; raises FileTrouble.

    Whoever reads it may have had enough (`| head -1`): the rest is not said, and the work goes on, for files.
    """
    if sys.stdout is None:
        raise FileTrouble("stdout: is closed; name a file with -o")
    try:
        yield sys.stdout
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise FileTrouble(f"stdout: cannot be written: {(error.strerror or str(error)).lower()}") from None


def _talk(text: str) -> None:
    """A line of talk, on stderr; where nobody can hear it, it is not said."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(text, file=sys.stderr, flush=True)
