"""The commands: the only file that prints or reads argv.

Results go to stdout, talk and progress to stderr. Exit codes: 0 done; 1 the map breaks the rules; 2 the command or
the input cannot be understood; 3 a file cannot be read or written; 4 no map (impossible, or gave up).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from mapkit import __version__, document, files, maps
from mapkit.chance import fresh_seed
from mapkit.check import Fault
from mapkit.document import Document, NoSuchPreset, UnreadableMap
from mapkit.files import FileTrouble, shown
from mapkit.game import BadSetting, Map
from mapkit.games import GAMES
from mapkit.grid import Place, Square, spell
from mapkit.rule import NoSuchMap, SolverGaveUp

BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, NO_MAP = 1, 2, 3, 4
MOST_MAPS = 100_000
MOST_SEED = 200

app = typer.Typer(
    help="Maps for pen-and-paper games: generate, check, mend, complete and print them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of the games that `mapkit games` lists.")]
FileName = Annotated[str, typer.Argument(metavar="FILE", help="A map file; - is stdin.")]
FileNames = Annotated[list[str], typer.Argument(metavar="FILE...", help="Map files; - is stdin.")]
PresetName = Annotated[str, typer.Option("--preset", metavar="P", help="A preset that `mapkit games` lists.")]
Size = Annotated[str | None, typer.Option("--size", metavar="8x8", help="Columns x rows; else the preset's.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting; may be given several times.")
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Any text; drawn and told when left out.")]
Output = Annotated[str | None, typer.Option("--output", "-o", metavar="PATH", help="Where to write; - is stdout.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print for a program to read.")]


def run() -> None:
    """Run the command line; every failure is a message and an exit code, never a traceback."""
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(NO_FILE)


@app.command()
def games(as_json: AsJson = False) -> None:
    """The games, their presets and their sheets."""
    shelf = [
        {
            "name": game.name,
            "title": game.title,
            "presets": {p.name: p.says for p in maps.presets(game.name)},
            "sheets": [*game.secret_sheets, *game.public_sheets],
        }
        for game in GAMES.values()
    ]
    if as_json:
        _say_json(shelf)
        return
    for game in GAMES.values():
        _say(f"{game.name}  {game.title}")
        for preset in maps.presets(game.name):
            _say(f"  preset {preset.name:10} {preset.says}")
        _say(f"  sheets {', '.join([*game.secret_sheets, *game.public_sheets])}")


@app.command()
def rules(game: GameName, preset: PresetName = "default", size: Size = None, given: Settings = None) -> None:
    """The rules of a game's maps in words, with their numbers."""
    with _failures():
        found = maps.game_named(game)
        params = maps.params(found, preset, _size(size), _given(given))
        _say(f"{found.title}, {params.grid.columns} x {params.grid.rows}")
        for rule in found.rules:
            _say(f"{rule.number:8} {rule.text(params)}")


@app.command()
def new(
    game: GameName,
    preset: PresetName = "default",
    size: Size = None,
    output: Output = "-",
    force: Force = False,
) -> None:
    """A blank map file with its legend, to fill in by hand."""
    with _failures():
        text = maps.new(game, preset=preset, size=_size(size))
        _write(output or "-", text, force=force)


@app.command()
def generate(
    game: GameName,
    preset: PresetName = "default",
    size: Size = None,
    given: Settings = None,
    seed: Seed = None,
    count: Annotated[int | None, typer.Option(min=1, max=MOST_MAPS, help="So many maps, into a folder.")] = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes that share the work.")] = 1,
    output: Output = None,
    force: Force = False,
) -> None:
    """A fresh legal map; with --count a folder of them."""
    with _failures():
        text = _seed(seed)
        order = _Order(game, preset, _size(size), tuple(_given(given).items()))
        name = f"{game}-{files.file_name(text)}"
        if count is None:
            drawn = order.draw(text)
            _write(output or str(Path("output", f"{name}.toml")), drawn, force=force)
        else:
            _generate_many(order, text, count, jobs, Path(output or Path("output", name)), force=force)


@app.command()
def check(names: FileNames, as_json: AsJson = False) -> None:
    """All faults of maps, each with its place, its rule and what was found there."""
    worst, told = 0, []
    for name in names:
        with _failures(leave=False) as ended:
            read = _read(name)
            faults, advice = maps.check(read.map), maps.advise(read.map)
            told += [_told(read, fault, "fault") for fault in faults]
            told += [_told(read, fault, "advice") for fault in advice]
            if not as_json:
                _say_faults(read, faults, advice)
            worst = max(worst, BREAKS_RULES if faults else 0)
        worst = max(worst, ended.code)
    if as_json:
        _say_json(told)
    raise typer.Exit(worst)


@app.command()
def repair(name: FileName, output: Output = None, force: Force = False) -> None:
    """The nearest legal map and the edits that lead to it."""
    with _failures():
        read = _read(name)
        mended = maps.repair(read.map)
        if not mended.edits:
            _talk(f"{shown(name)}: legal as it is; nothing to mend.")
        for edit in mended.edits:
            _talk(f"- {edit.words}")
        if mended.edits:
            proven = (
                "no legal map is nearer" if mended.proven else "there may be a nearer one: the solver gave up proving"
            )
            _talk(f"{len(mended.edits)} edits; {proven}.")
        _write(output or _beside(name, "repaired"), document.redraw(read, mended.map), force=force)


@app.command()
def complete(name: FileName, seed: Seed = None, output: Output = None, force: Force = False) -> None:
    """A map whose blank cells are filled in; all that is drawn stays."""
    with _failures():
        read = _read(name)
        filled = maps.complete(read.map, _seed(seed))
        _write(output or _beside(name, "completed"), document.redraw(read, filled), force=force)


@app.command("print")
def print_(
    names: FileNames,
    sheets: Annotated[str, typer.Option(metavar="gm,player,card", help="Which sheets.")] = "all",
    format: Annotated[str, typer.Option(metavar="pdf|svg", help="A PDF a sheet, or an SVG a page.")] = "pdf",
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper in your printer.")] = "a4",
    output: Annotated[str, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")] = "output",
    force: Force = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Print a map that breaks rules, too.")] = False,
) -> None:
    """The sheets of maps, ready for the printer."""
    with _failures():
        if format not in ("pdf", "svg"):
            raise BadSetting(f"format is {format!r:.40}; say pdf or svg")
        for name in names:
            read = _read(name)
            faults = maps.check(read.map)
            if faults and not anyway:
                _say_faults(read, faults, ())
                _talk(f"{shown(name)}: not printed, for the faults above; `mapkit repair` mends them, --anyway prints.")
                raise typer.Exit(BREAKS_RULES)
            for path, data in _printed(read.map, _stem(name), sheets, format, paper):
                _store(Path(output, path), data, force=force)
                _say(shown(str(Path(output, path))))


class _Order:
    """What `generate` was asked for; it crosses to other processes, so it holds names and not games."""

    def __init__(self, game: str, preset: str, size: Square | None, given: tuple[tuple[str, str], ...]) -> None:
        self.game, self.preset, self.size, self.given = game, preset, size, given
        found = maps.game_named(game)
        self.params = maps.params(found, preset, size, dict(given))

    def draw(self, seed: str) -> str:
        """The text of the map file for the seed."""
        made = maps.generate_from(GAMES[self.game], self.params, self.preset, seed)
        return document.show(made, [f"Made by mapkit {__version__}, seed {json.dumps(seed, ensure_ascii=False)}."])


def _generate_many(order: _Order, seed: str, count: int, jobs: int, folder: Path, *, force: bool) -> None:
    digits = len(str(count))
    seeds = [f"{seed}-{n:0{digits}}" for n in range(1, count + 1)]
    texts: Iterator[str]
    with ProcessPoolExecutor(jobs) if jobs > 1 else _alone() as pool:
        texts = (
            pool.map(order.draw, seeds, chunksize=max(1, min(16, count // jobs))) if pool else map(order.draw, seeds)
        )
        for each, text in zip(_progress(seeds), texts, strict=True):
            path = folder / f"{order.game}-{files.file_name(each)}.toml"
            _store(path, text.encode(), force=force)
            _say(shown(str(path)))


@contextmanager
def _alone() -> Iterator[None]:
    yield None


def _progress(things: list[str]) -> Iterable[str]:
    """The things one by one; on a terminal with a bar on stderr."""
    if not sys.stderr.isatty():
        return things
    from rich.console import Console
    from rich.progress import track

    return track(things, "Drawing maps", console=Console(stderr=True))


class _Ended:
    """How a command ended: the exit code, 0 while nothing went wrong."""

    code = 0


@contextmanager
def _failures(leave: bool = True) -> Iterator[_Ended]:
    """Turn each kind of failure into its message on stderr and its exit code."""
    ended = _Ended()
    try:
        yield ended
    except UnreadableMap as error:
        ended.code = _complain(str(error), NOT_UNDERSTOOD)
    except NoSuchPreset as error:
        known = f"; say one of {', '.join(error.known)}" if error.known else ""
        ended.code = _complain(f"error: there is no preset {error.args[0]!r:.60}{known}", NOT_UNDERSTOOD)
    except BadSetting as error:
        ended.code = _complain(f"error: {error}", NOT_UNDERSTOOD)
    except FileTrouble as error:
        ended.code = _complain(f"error: {error}", NO_FILE)
    except NoSuchMap as error:
        ended.code = _complain(_impossible(error), NO_MAP)
    except SolverGaveUp as error:
        ended.code = _complain(
            f"gave up: {error}. There may be one or not; try fewer walls, a larger board or another seed.", NO_MAP
        )
    except KeyboardInterrupt:
        ended.code = _complain("stopped", 130)
    if leave and ended.code:
        raise typer.Exit(ended.code)


def _impossible(error: NoSuchMap) -> str:
    lines = ["impossible: there is no such map."]
    for conflict in error.conflicts:
        lines.append("These cannot be kept together:" if len(conflict) > 1 else "This cannot be kept on this board:")
        lines += [f"  {rule.number:8} {rule.text(error.params)}" for rule in conflict]
    return "\n".join(lines)


def _complain(text: str, code: int) -> int:
    _talk(text)
    return code


def _read(name: str) -> Document:
    return maps.read(files.read_bytes(name), shown(name))


def _write(path: str, text: str, *, force: bool) -> None:
    """To a file, whose name is printed, or to stdout where the path is `-`."""
    if path == "-":
        sys.stdout.buffer.write(text.encode())
        sys.stdout.flush()
    else:
        _store(Path(path), text.encode(), force=force)
        _say(shown(path))


def _store(path: Path, data: bytes, *, force: bool) -> None:
    (files.replace if force else files.write_new)(path, data)


def _stem(name: str) -> str:
    return "map" if name == "-" else files.file_name(Path(name).stem)


def _beside(name: str, what: str) -> str:
    """`cellar.toml` becomes `cellar-repaired.toml` in the same folder; stdin answers on stdout."""
    path = Path(name)
    return "-" if name == "-" else str(path.with_name(f"{path.stem}-{what}{path.suffix or '.toml'}"))


def _size(text: str | None) -> Square | None:
    return maps.read_size(text) if text is not None else None


def _given(pairs: list[str] | None) -> dict[str, str]:
    wrong = [pair for pair in pairs or () if "=" not in pair]
    if wrong:
        raise BadSetting(f"--set takes KEY=VALUE, such as marsh=6; found {wrong[0]!r:.60}")
    return {key.strip(): value.strip() for key, _, value in (pair.partition("=") for pair in pairs or ())}


def _seed(text: str | None) -> str:
    """The seed given, or a fresh one, which is told."""
    if text is None:
        text = fresh_seed()
        _talk(f"seed {text}")
    if len(text) > MOST_SEED or not text.isprintable():
        raise BadSetting(f"the seed takes up to {MOST_SEED} printable characters")
    return text


def _label(read: Document, place: Place) -> str:
    return spell(read.map.params.grid, place) if place else "map"


def _say_faults(read: Document, faults: Iterable[Fault], advice: Iterable[Fault]) -> None:
    for kind, found in (("fault", faults), ("advice", advice)):
        for fault in sorted(found, key=lambda f: read.spot(f.place)):
            line, column = read.spot(fault.place)
            where = f"{read.name}:{line}:{column}: {kind}[{fault.rule.number}] {_label(read, fault.place)}"
            _say(f"{where}: {fault.sentence} {fault.found}")
    if not faults:
        _say(f"{read.name}: legal")


def _told(read: Document, fault: Fault, kind: str) -> dict[str, Any]:
    line, column = read.spot(fault.place)
    return {
        "file": read.name,
        "line": line,
        "column": column,
        "kind": kind,
        "rule": fault.rule.number,
        "place": _label(read, fault.place),
        "sentence": fault.sentence,
        "found": fault.found,
        "witness": [_label(read, place) for place in fault.witness],
    }


def _printed(map: Map[Any], stem: str, wanted: str, format: str, paper: str) -> Iterator[tuple[str, bytes]]:
    """The files of the sheets: secret ones named after the map's file, public ones after nothing secret."""
    from mapkit import sheet

    papers = {"a4": sheet.A4, "letter": sheet.LETTER}
    if paper not in papers:
        raise BadSetting(f"paper is {paper!r:.40}; say a4 or letter")
    game, public = map.game, map.public
    known = [*game.secret_sheets, *game.public_sheets]
    asked = known if wanted == "all" else [name.strip() for name in wanted.split(",")]
    if not set(asked) <= set(known):
        raise BadSetting(f"sheets is {wanted!r:.60}; say some of {', '.join(known)}")
    size = f"{map.params.grid.columns}x{map.params.grid.rows}"
    for name in asked:
        if name in game.secret_sheets:
            pages = game.secret_sheets[name](map, papers[paper])
            yield from _pages(f"{stem}-{name}", map.title or game.title, pages, format)
        else:
            pages = game.public_sheets[name](public, papers[paper])
            yield from _pages(f"{game.name}-{size}-{name}", public.title or game.title, pages, format)


def _pages(stem: str, title: str, pages: tuple[Any, ...], format: str) -> Iterator[tuple[str, bytes]]:
    if format == "pdf":
        from mapkit import pdf

        yield f"{stem}.pdf", pdf.write(pages, title)
    else:
        from mapkit import svg

        for number, page in enumerate(pages, 1):
            yield f"{stem}-{number}.svg" if len(pages) > 1 else f"{stem}.svg", svg.write(page, title)


def _say(text: str) -> None:
    print(text)


def _say_json(thing: object) -> None:
    print(json.dumps(thing, ensure_ascii=False, indent=2))


def _talk(text: str) -> None:
    print(text, file=sys.stderr)
