"""The command of the printer: print."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mapkit import files, maps
from mapkit.cli.shell import (
    BREAKS_RULES,
    FOLDER,
    FileNames,
    Force,
    Store,
    app,
    each,
    is_log,
    looked_at,
    meant,
    read_document,
    say,
    say_bytes,
    sheets_of,
    stem,
    storing,
    talk,
    tell,
    tell_faults,
)
from mapkit.files import shown
from mapkit.game import Game, Map, NoSheet, Public
from mapkit.games import GAMES
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import visible
from mapkit.playing.match import Match
from mapkit.playing.tracks import track_of
from mapkit.printing import paper_of
from mapkit.settings import BadSetting, settings

if TYPE_CHECKING:
    from mapkit.language import Edition
    from mapkit.sheet import Sheet


@app.command("print")
def print_(
    names: FileNames,
    sheets: Annotated[str, typer.Option(metavar="gm,player,card", help="Which sheets of a map; else all.")] = "all",
    format: Annotated[str, typer.Option(metavar="pdf|svg", help="A PDF a sheet, or an SVG a page.")] = "pdf",
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper in your printer.")] = "a4",
    lang: Annotated[str, typer.Option(metavar="en|ru", help="The language of the sheets.")] = "en",
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="DIR", help="The folder to write to, or a book's file; - is stdout, for one file."
        ),
    ] = FOLDER,
    book: Annotated[
        bool, typer.Option("--book", help="One book of all the maps, such as puzzles with their solutions at the back.")
    ] = False,
    force: Force = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Print a map that breaks rules, too.")] = False,
) -> None:
    """The sheets of maps, ready for the printer."""
    press = _press(sheets, format, paper, lang)
    if book:
        _print_book(press, names, output, storing(force), anyway)
        return
    if output == "-" and len(names) > 1:
        raise BadSetting("-o - takes one map and one sheet of it; name a folder")
    deliver = _deliver_to_stdout if output == "-" else partial(_deliver_to_folder, Path(output), storing(force))

    def print_one(name: str) -> int:
        if name != "-" and is_log(name):
            deliver(tuple(_played_pages(press, looked_at(name), stem(name))))
            return 0
        read = read_document(name)
        if not anyway and _faulty(read):
            return BREAKS_RULES
        deliver(tuple(_pages(press, read.map, stem(name))))
        _tell_of_boxes(read)
        return 0

    raise typer.Exit(each(names, print_one))


def _faulty(read: Document) -> bool:
    """Whether a map has faults, which are told then."""
    faults = maps.check(read.map)
    if faults:
        tell_faults(read, faults, (), talk)
        talk(f"{read.name}: not printed, for the faults above; `mapkit repair` mends them, --anyway prints")
    return bool(faults)


def _tell_of_boxes(read: Document) -> None:
    """Say which characters of the title are printed as boxes, as the fonts lack them."""
    from mapkit.sheet import lacking

    if lacks := lacking(read.map.title):
        line, column = read.source.value("title")
        talk(f"{read.name}:{line}:{column}: the fonts lack {visible(lacks)}; boxes are printed for them")


class _Press(NamedTuple):
    """What to print: the names of the sheets (none: all), as what, on what, and in which language."""

    sheets: tuple[str, ...]
    format: str
    paper: str
    language: str

    def edition(self, game: Game[Any]) -> Edition:
        """How the sheets of a game are made; raises BadSetting where it has no words in that language."""
        from mapkit import sheet  # only printing needs it, and it loads fonts
        from mapkit.language import Edition, languages

        known = languages(game.name)
        if self.language not in known:
            raise BadSetting(f"{game.name} prints in {' or '.join(known)}, not in {self.language}")
        return Edition({"a4": sheet.A4, "letter": sheet.LETTER}[self.paper], self.language)

    def written(self, stem: str, sheets: Sequence[Sheet], title: str) -> Iterator[tuple[str, bytes]]:
        """The names and the bytes of the files of some sheets."""
        return (_as_pdf if self.format == "pdf" else _as_svg)(stem, sheets, title)


class _Page(NamedTuple):
    """A file to print."""

    name: str
    data: bytes
    secret: bool


def _press(sheets: str, format: str, paper: str, language: str) -> _Press:
    """Raises BadSetting with all that is wrong, a line each; the sheets depend on the game and are looked at later."""
    from mapkit.language import languages

    given = (
        ("format", format, ("pdf", "svg")),
        ("paper", paper, ("a4", "letter")),
        ("lang", language, languages()),
    )
    wrong = [
        f"{what} is {word!r:.40}; say {' or '.join(known)}" for what, word, known in given if word.lower() not in known
    ]
    if wrong:
        raise BadSetting("\n".join(wrong))
    asked = tuple(dict.fromkeys(name.strip().lower() for name in sheets.split(",")))
    return _Press(() if asked == ("all",) else asked, format.lower(), paper.lower(), language.lower())


def _pages(press: _Press, map: Map[Any], stem: str) -> Iterator[_Page]:
    """The files of a map's sheets: those made from it named after its file, public ones after nothing secret.

    A sheet that the map does not have is left out; raises NoSheet where it was asked for by name.
    """
    game, public, edition = map.game, map.public, press.edition(map.game)
    paper = paper_of(game)
    of_map = {**paper.secret, **paper.open}
    for name in _asked_sheets(press, game):
        try:
            drawn = of_map[name](map, edition) if name in of_map else paper.public[name](public, edition)
        except NoSheet:
            if press.sheets:
                raise
            continue
        title = map.title if name in of_map else public.title
        base = f"{stem if name in of_map else _public_stem(game, public)}-{name}"
        for path, data in press.written(base, drawn, title or _named(game, press.language)):
            yield _Page(path, data, name in paper.secret)


def _played_pages(press: _Press, played: Match, stem: str) -> Iterator[_Page]:
    """The files of a played game; raises BadSetting where its game prints none."""
    from mapkit.playing import phrases

    game, title = played.map.game, played.map.title
    sheets = paper_of(game).played
    if sheets is None:
        raise BadSetting(f"{game.name} prints no played games yet")
    edition, words = press.edition(game), phrases.phrases(game.name, press.language)
    track = track_of(played, words)
    drawn = sheets.sheets(played.map, track, edition)
    for path, data in press.written(f"{stem}-played", drawn, title or _named(game, press.language)):
        yield _Page(path, data, sheets.secret(track))


def _print_book(press: _Press, names: Sequence[str], output: str, store: Store, anyway: bool) -> None:
    """Print one book of all the maps, or none: what is wrong with any of them is told, all at once."""
    read: list[Document] = []

    def open_one(name: str) -> int:
        if name != "-" and is_log(name):
            raise BadSetting(f"{shown(name)} is a played game; a book is made of maps")
        read.append(read_document(name))
        return BREAKS_RULES if not anyway and _faulty(read[-1]) else 0

    code = each(names, open_one)
    wrong = ["--sheets: a book has pages of its own; leave it out"] if press.sheets else []
    wrong += _unfit(press, read)
    if wrong:
        code = max(code, tell(BadSetting("\n".join(wrong))))
    if code:
        talk("no book was printed, for what is said above")
        raise typer.Exit(code)
    game = read[0].map.game
    book = paper_of(game).book
    drawn = book.sheets([each.map for each in read], press.edition(game)) if book else ()
    _deliver_book(press, game, drawn, output, store)
    for document in read:
        _tell_of_boxes(document)


def _unfit(press: _Press, read: Sequence[Document]) -> list[str]:
    """Why maps make no book together: some do not go into one, some are of another game."""
    wrong = []
    for document in read:
        game = document.map.game
        book = paper_of(game).book
        why = book.unfit(document.map, press.edition(game)) if book else _no_book(game)
        wrong += [f"{document.name}: {why}"] if why else []
    first = {document.map.game.name: document.name for document in reversed(read)}
    if len(first) > 1:
        kinds = ", ".join(f"{game} ({name})" for game, name in reversed(first.items()))
        wrong.append(f"a book has maps of one game; these are of {kinds}")
    return wrong


def _no_book(game: Game[Any]) -> str:
    known = ", ".join(each.name for each in GAMES.values() if paper_of(each).book)
    return f"{game.name} has no books; there are those of {known}"


def _deliver_book(press: _Press, game: Game[Any], drawn: Sequence[Sheet], output: str, store: Store) -> None:
    """To stdout, to the file of that name if it has the ending of one, or to a folder."""
    path = Path(output)
    folder, base = Path(output), f"{game.name}-book"
    if path.suffix.lower() in (".pdf", ".svg"):
        if path.suffix.lower() != f".{press.format}":
            raise BadSetting(
                f"{shown(output)}: the book is printed as {press.format}; give --format or the name another end"
            )
        folder, base = path.parent, path.stem
    pages = tuple(_Page(name, data, False) for name, data in press.written(base, drawn, _named(game, press.language)))
    if output == "-":
        _deliver_to_stdout(pages, "print the book as pdf, or name a folder")
    else:
        _deliver_to_folder(folder, store, pages)


def _named(game: Game[Any], language: str) -> str:
    """The name of a game in a language, as far as its words have it."""
    from mapkit.language import ENGLISH, texts

    return game.title if language == ENGLISH else str(texts(game.name, language).get("name", game.title))


def _asked_sheets(press: _Press, game: Game[Any]) -> Iterable[str]:
    known = sheets_of(game)
    wrong = [name for name in press.sheets if name not in known]
    if wrong:
        raise BadSetting(f"{game.name} has no sheet {wrong[0]!r:.40}; {meant(wrong[0], known)}")
    return press.sheets or known


def _public_stem(game: Game[Any], public: Public) -> str:
    """A name made of what players may know; other titles and settings give other names, so that none is in the way."""
    grid = public.params.grid
    stem = f"{files.file_name(public.title) if public.title else game.name}-{grid}"
    if public == Public("", game.design.params(grid=grid)):
        return stem
    told = [public.title, *(f"{s.name}={getattr(public.params, s.name)}" for s in settings(game.design.params))]
    return f"{stem}-{sha256(json.dumps(told).encode()).hexdigest()[:6]}"


def _as_pdf(stem: str, sheets: Sequence[Sheet], title: str) -> Iterator[tuple[str, bytes]]:
    from mapkit.printing import pdf

    yield f"{stem}.pdf", pdf.write(sheets, title)


def _as_svg(stem: str, sheets: Sequence[Sheet], title: str) -> Iterator[tuple[str, bytes]]:
    from mapkit.printing import svg

    digits = len(str(len(sheets)))
    for number, sheet in enumerate(sheets, 1):
        yield f"{stem}-{number:0{digits}}.svg" if len(sheets) > 1 else f"{stem}.svg", svg.write(sheet, title)


def _deliver_to_stdout(pages: Sequence[_Page], instead: str = "name one sheet with --sheets, as pdf") -> None:
    if len(pages) != 1:
        raise BadSetting(f"-o - takes one file, and these are {len(pages)}; {instead}")
    say_bytes(pages[0].data)


def _deliver_to_folder(folder: Path, store: Store, pages: Sequence[_Page]) -> None:
    for page in pages:
        store(folder / page.name, page.data)
        say(shown(str(folder / page.name)))
    secret = [shown(page.name) for page in pages if page.secret]
    if secret:
        talk(f"for the game master alone: {', '.join(secret)}")
    talk("print at 100 %, not fitted to the page")
