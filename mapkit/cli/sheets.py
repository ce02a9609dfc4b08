"""The commands `print` and `book`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mapkit.cli import completion
from mapkit.cli.commands import FileCommand, command, for_each_file, report_failure
from mapkit.cli.inputs import is_faulty, is_log, of_file, open_to_look, read_document
from mapkit.cli.options import FILES_HELP, Force, output_option
from mapkit.cli.outputs import (
    FOLDER,
    SLASHES,
    Store,
    file_place,
    file_writer,
    folder_place,
    stem,
    write,
    write_all,
)
from mapkit.cli.streams import BREAKS_RULES, say_bytes, say_on_stderr
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import SHARED, texts
from mapkit.mapfile.document import Document
from mapkit.model import files
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.game import Game, NoSheet
from mapkit.model.letters import in_quotes, refused_word, suggestion, visible
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, listed, message, sentences
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import FORMATS, OPTIONS, PrintOptions
from mapkit.paper.packs import on_leaves, packed
from mapkit.paper.press import DRAWING, MAP, ON_REQUEST, Press, press_of, public_stem
from mapkit.paper.sheets import BoundPages
from mapkit.solve import legality
from mapkit.study.evenings import MOST_PEOPLE, for_players, pack_of
from mapkit.table import commitment
from mapkit.table.commitment import salt_place

if TYPE_CHECKING:
    from mapkit.paper.sheet import Page
    from mapkit.table.match import Match


@dataclass(frozen=True, kw_only=True)
class PaperOptions:
    """The options of files for a printer."""

    printing: Annotated[PrintOptions, OPTIONS]
    output: Annotated[
        str,
        output_option(
            message("A folder to write to, or one file that ends in .pdf, .svg or .png; - is stdout, for one file.")
        ),
    ] = FOLDER
    force: Force = False
    anyway: Annotated[bool, typer.Option("--anyway", help="Print a map that breaks rules, too.")] = False

    @property
    def ending(self) -> str:
        """`pdf`, `svg` or `png` where -o names one file; empty for a folder. Raises BadSetting for other files."""
        name, ending = printable_name(self.output), Path(self.output).suffix.lower()
        if self.output.endswith(SLASHES) or files.is_folder(self.output):
            return ""
        if ending.removeprefix(".") in FORMATS:
            return ending.removeprefix(".")
        if ending in _OTHER_FILES:
            why = message("-o {file}: print writes PDF, SVG and PNG; name a folder, or a file that ends so", name)
            raise BadSetting(why)
        if files.is_file(self.output):
            why = message(
                "{file}: {file} is no folder; -o takes a folder, or a file that ends in .pdf, .svg or .png", name
            )
            raise FileTrouble(why)
        return ""

    def press(self, *, crop: bool = False) -> Press:
        """The press; raises BadSetting with all that is wrong."""
        ending = self.ending
        press = press_of({"format": ending or "pdf", **self.printing}, crop)
        if ending and ending != press.format:
            two = printable_name(self.output), Name(f".{ending}"), Name(press.format)
            raise BadSetting(message("{file} ends in {ending}, and --format is {format}; change one of them", *two))
        return press


_OTHER_FILES = (".toml", ".txt", ".jpg", ".jpeg", ".gif", ".html", ".ps", ".doc", ".docx", ".odt")
"""Endings of files that print does not write, and that no folder is called by on purpose."""


@command("print", FileCommand)
def print_(
    *,
    names: Annotated[
        list[str], typer.Argument(metavar="FILE...", help=FILES_HELP, autocompletion=completion.maps_or_played)
    ],
    sheets: Annotated[
        str,
        typer.Option(
            metavar="gm,player,card",
            help="Which sheets of a map; else all but `map`, the board alone.",
            autocompletion=completion.sheets,
        ),
    ] = "all",
    paper: PaperOptions,
    crop: Annotated[
        bool, typer.Option("--crop", help="The sheet `map` without a page around it, for a chat or a document.")
    ] = False,
    pack: Annotated[
        str | None,
        typer.Option(
            "--pack",
            metavar="PLAYERS",
            help="The evening in two PDFs: for the game master, and for so many players; each set begins on a front.",
        ),
    ] = None,
    commit: Annotated[
        bool,
        typer.Option("--commit", help="A code on players' sheets; after the game, `verify` shows that no map changed."),
    ] = False,
) -> None:
    """The sheets of maps, ready for the printer."""
    press, output = paper.press(crop=crop), paper.output
    asked = tuple(dict.fromkeys(name.strip().lower() for name in sheets.split(",")))
    asked = () if asked == ("all",) else asked
    words = [name for name in names if name.isalpha() and not files.is_file(name)]
    known = {name for game in GAMES.values() for name in (*paper_of(game).names, *ON_REQUEST)} if words else ()
    if misplaced := [word for word in words if word.lower() in known]:
        wanted = ",".join((sheets, *misplaced)) if asked else misplaced[0]
        first, right = Name(misplaced[0]), Name(f"--sheets {wanted}")
        raise BadSetting(message("{sheet} is a sheet and no file; commas stand between sheets: {sheets}", first, right))
    given = {"--commit": commit, "--crop": crop, "--pack": pack is not None}
    options = [option for option, is_given in given.items() if is_given]
    played = [printable_name(name) for name in names if options and is_log(name)]
    both = [(Name(option), name) for option in options for name in played]
    refuse_all([message("{name} is for maps, and {file} is a played game", *each) for each in both])
    if crop and asked not in ((), (MAP,)):
        raise BadSetting(message("--crop is for the sheet map; leave the others out of --sheets"))
    asked = (MAP,) if crop else asked
    to_one_file = bool(paper.ending) or output == "-"
    others = [Name(option) for option, given in (("--crop", crop), ("--booklet", press.booklet)) if given]
    apart = [message("--pack writes two files into a folder, and {name} does not go with it", each) for each in others]
    if to_one_file:
        apart.append(message("--pack writes two files into a folder, and -o with one file does not go with it"))
    players = _players_of(pack, press, apart)
    if to_one_file and len(set(names)) > 1:
        two = printable_name(output), len(set(names))
        raise BadSetting(message("-o {file} takes one map, and {number} are named; name a folder", *two))
    store = file_writer(paper.force)
    if output == "-":
        deliver = _deliver_to_stdout
    elif to_one_file:
        deliver = partial(_deliver_in_one_file, file_place(output), store)
    else:
        deliver = partial(_deliver_to_folder, folder_place(output), store)

    def print_one(name: str) -> int:
        if is_log(name):
            played = open_to_look(name)
            of_log = press.in_theme_of(played.map)._replace(source=_source(name))
            deliver(of_log, (_played(of_log, played, stem(name)),))
            return 0
        read, unchecked = read_document(name), paper.anyway or asked == (DRAWING,)
        if not unchecked and _faulty(read):
            return BREAKS_RULES
        of_file = press.in_theme_of(read.map)._replace(source=_source(name))
        of_file = _committed(of_file, read.map, name) if commit else of_file
        if players:
            seated = _with_players(read.map, players, anyway=unchecked)
            deliver(of_file, tuple(_packed(of_file, asked, seated, stem(name), players)))
        else:
            deliver(of_file, tuple(_printed(of_file, asked, read.map, stem(name))))
        _tell_of_boxes(read)
        return 0

    raise typer.Exit(for_each_file(names, print_one))


def _committed(press: Press, map_: Map[Any], name: str) -> Press:
    """The press with the code of a map's file at the foot of players' sheets, and its salt on secret ones.

    A preset of one's own folder is not in the file, and who changed it would change the map but not the code.
    """
    shown, game = printable_name(name), map_.game
    if MAP not in paper_of(game).all_secret:
        of = Name(game.name)
        why = message("--commit is for secret maps, and everybody sees the board of {name}; leave it out", of)
        raise BadSetting(why)
    if maps.preset_in_files(game.name, map_.preset) != map_.preset:
        why = message(
            "--commit promises what is in {file}, and the preset {name} is a file in your own folder; "
            'write its settings below [settings], and name the preset "default"',
            shown,
            in_quotes(map_.preset),
        )
        raise BadSetting(why)
    if not files.is_file(name):
        why = message("--commit keeps a salt beside the map's file, and {file} is no file; save the map first", shown)
        raise BadSetting(why)
    data = files.read_bytes(name)
    salt = commitment.kept_salt(name, data)
    kept = printable_name(str(salt_place(name)))
    say_on_stderr(message("keep it, and keep it secret until the game is over: {file}", kept))
    code = commitment.code_of(salt, data)
    word = texts(SHARED, press.language)["salt"]
    wanted = replace(press.wanted, source=f"SHA-256 {code}")
    return press._replace(wanted=wanted, source=f"{press.source} · {word} {salt}")


def _faulty(read: Document) -> bool:
    so = message("not printed because of the faults above; `mapkit repair` repairs them, --anyway prints")
    return is_faulty(read, legality.check(read.map), so)


def _tell_of_boxes(read: Document) -> None:
    """Say which characters of the title are printed as boxes, because the fonts lack them."""
    from mapkit.paper.sheet import lacking

    if lacks := lacking(read.map.title):
        at = Name(read.name), *read.source.value("title"), Name(visible(lacks))
        say_on_stderr(message("{file}:{line}:{column}: the fonts lack {letters}; boxes are printed for them", *at))


class _PrintJob(NamedTuple):
    name: str
    """The name of its file, without the ending."""
    sheet: str
    pages: Sequence[Page]
    title: str
    secret: bool


def _printed(press: Press, asked: Sequence[str], map_: Map[Any], stem: str) -> Iterator[_PrintJob]:
    """The sheets of a map.

    The file of a sheet that is made from the map is named after the map's file. The name of a public sheet shows
    nothing secret. A sheet that the map does not have is left out; raises NoSheet where it was asked for by name.
    """
    paper = paper_of(map_.game)
    for name in _asked_sheets(asked, map_.game):
        try:
            pages = press.pages(map_, name)
        except NoSheet:
            if asked:
                raise
            continue
        base = f"{public_stem(map_.game, map_.public) if name in (*paper.public, DRAWING) else stem}-{name}"
        yield _PrintJob(base, name, pages, press.title_of(map_), name in paper.all_secret)


def _players_of(pack: str | None, press: Press, others: Sequence[Message]) -> int:
    """The number of players that --pack names, as `5` or `players=5`; 0 without a pack.

    Raises BadSetting, also for what `others` say, which does not go with it.
    """
    if pack is None:
        return 0
    typed = pack.strip().lower().removeprefix("players=")
    fits = typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= MOST_PEOPLE
    found = refused_word(pack), MOST_PEOPLE
    wrong = [message("--pack is {found}; say how many players, from 1 to {number}: --pack 5", *found)]
    wrong = [*([] if fits else wrong), *others]
    if press.format != "pdf":
        wrong.append(message("--pack makes PDFs, not {name}; leave --format out", Name(press.format)))
    refuse_all(wrong)
    return int(typed)


def _with_players(map_: Map[Any], players: int, *, anyway: bool) -> Map[Any]:
    """The map for another number of players than its file says; raises BadSetting where the rules do not let them in.

    A referee knows how many players it seats.
    """
    seated = for_players(map_, players)
    if seated is not map_ and not anyway and (broken := legality.check(seated)):
        first = message("{name}: {what}", Name(broken[0].rule.number), sentences(broken[0].sentence, broken[0].found))
        of = players, map_.params.players, first
        why = message("--pack is {pack}, and the map is for {players} players; with {pack}: {what}", *of)
        raise BadSetting(why)
    if map_.game.table is not None and not anyway:
        seats = tuple(message("Player {number}", number) for number in range(1, players + 1))
        map_.game.table.referee.begin(seated, seats, {}, lambda _: 1)
    return seated


def _packed(press: Press, asked: Sequence[str], map_: Map[Any], stem: str, players: int) -> Iterator[_PrintJob]:
    """The evening: one file for the game master, and one with a set for each player."""
    pack, title = pack_of(map_.game.name), press.title_of(map_)
    by_pack = any(pack) and not asked
    if by_pack and pack.each:
        from mapkit.study.kits import length_on, with_rows  # loaded for packs alone

        press = with_rows(press, length_on(map_, players), players)
    names = (*pack.once, *pack.each) if by_pack else _asked_sheets(asked, map_.game)
    drawn = {name: press.pages(map_, name) for name in names} if asked else press.drawn(map_, names)
    each = tuple(name for name in names if name in pack.each or not pack.each)
    sets = players if pack.each or not by_pack else 1
    found = packed(drawn, pack._replace(each=each), sets, press.leaf, press.player)
    if found.once:
        pages = [page for part in found.once for page in part.pages]
        yield _PrintJob(f"{stem}-game-master", "game master", pages, title, secret=True)
    if found.sets:
        pages = [page for part in found.sets for page in part.pages]
        yield _PrintJob(f"{public_stem(map_.game, map_.public)}-players", "players", pages, title, secret=False)


def _played(press: Press, played: Match, stem: str) -> _PrintJob:
    """The sheet of a played game; raises BadSetting where its game prints none."""
    from mapkit.language import phrases  # loaded for played games alone
    from mapkit.table.own_words import in_own_words, of_folder
    from mapkit.table.tracks import track_of

    game, title = played.map.game, played.map.title
    sheets = paper_of(game).played
    if sheets is None:
        raise BadSetting(message("{name} prints no played games yet", Name(game.name)))
    edition, words = press.edition(game), phrases.phrases(game.name, press.language)
    track = track_of(played, in_own_words(words, of_folder(game), game, played.map.params))
    secret = sheets.secret(track)
    of_log = replace(edition, source=press.source if secret else "")
    drawn = tuple(replace(page, secret=secret) for page in sheets.sheets(played.map, track, of_log))
    return _PrintJob(f"{stem}-played", "played", drawn, title or press.title(game), secret)


@command("book", FileCommand)
def book(
    *,
    names: Annotated[
        list[str], typer.Argument(metavar="FILE...", help=FILES_HELP, autocompletion=completion.map_files)
    ],
    paper: PaperOptions,
    secret: Annotated[
        str,
        typer.Option(
            "--secret",
            metavar="FILE",
            help="A PDF of its own for the game master's pages or the solutions; else they are at the back.",
        ),
    ] = "",
) -> None:
    """One book of maps: contents, rules, players' pages, and the game master's pages or solutions at the back."""
    press, output, anyway = paper.press(), paper.output, paper.anyway
    if secret and (press.format != "pdf" or not secret.lower().endswith(".pdf")):
        shown = printable_name(secret)
        raise BadSetting(message("--secret {file}: the pages for the game master are a PDF; name a .pdf file", shown))
    read = _read_for_book(press, names, anyway)
    game, press = read[0].map.game, press.in_theme_of(read[0].map)
    pages = _pages_of_book(press, read, anyway, apart=bool(secret))
    if secret and not pages.back:
        why = message("the book has no solutions, and no pages for the game master alone; leave --secret out")
        raise BadSetting(why)
    if press.booklet and not secret and any(page.secret for page in pages.back):
        why = message("--booklet: a leaf would have pages for players and secret ones; add --secret FILE for those")
        raise BadSetting(why)
    name = f"{game.name}-book"
    to_one_file = paper.ending or output == "-"
    place = file_place(output) if to_one_file else str(folder_place(output) / f"{name}.{press.format}")
    bound = pages.pages if secret else (*pages.pages, *pages.back)
    printed = press.written(bound, press.title(game))
    if output == "-" and len(printed) > 1:
        n = len(printed)
        why = message("-o - takes one file, and these are {number}; print the book as pdf, or name a folder", n)
        raise BadSetting(why)
    outputs = [(place, printed[0])]
    if len(printed) > 1:
        whole, digits = Path(place), len(str(len(bound)))
        kinds = ("secret-" if page.secret else "" for page in bound)
        stems = (f"{whole.stem}-{kind}{number:0{digits}}" for number, kind in enumerate(kinds, 1))
        outputs = [(str(whole.with_stem(stem)), data) for stem, data in zip(stems, printed, strict=True)]
    if secret:
        outputs.append((file_place(secret), press.written(pages.back, press.title(game))[0]))
    write_all(outputs, paper.force)
    if any(page.secret for page in pages.back):
        first = len(pages.pages) // press.leaf.side + 1
        within = message("the pages from {number} on; --secret FILE makes a file of their own for them", first)
        alone = [path for (path, _), page in zip(outputs, bound, strict=False) if page.secret]
        apart = [secret] if secret else alone if len(printed) > 1 else []
        _tell_of_secrets(press, [printable_name(name) for name in apart] or [within])
    else:
        _tell_of_secrets(press, [])
    for document in read:
        _tell_of_boxes(document)


def _read_for_book(press: Press, names: Sequence[str], anyway: bool) -> list[Document]:
    """The maps of a book; where anything is wrong with any of them, say all of it and leave."""
    read: list[Document] = []

    def open_one(name: str) -> int:
        if is_log(name):
            raise BadSetting(message("{file} is a played game; a book is made of maps", printable_name(name)))
        read.append(read_document(name))
        return BREAKS_RULES if not anyway and _faulty(read[-1]) else 0

    code = for_each_file(names, open_one)
    wrong = []
    for document in read:
        game = document.map.game
        if (own := paper_of(game).book) and (why := own.unfit(document.map, press.edition(game))):
            wrong.append(of_file(document, Name(why)))
    first = {document.map.game.name: document.name for document in reversed(read)}
    if len(first) > 1:
        kinds = joined([Name(f"{game} ({name})") for game, name in reversed(first.items())])
        wrong.append(message("a book has maps of one game; these are of {games}", kinds))
    if wrong:
        code = max(code, report_failure(BadSetting(joined(wrong, "\n"))))
    if code:
        if len(names) > 1:
            say_on_stderr(message("no book was printed; the reasons are above"))
        raise typer.Exit(code)
    seen = dict[object, Name]()
    for document in read:
        this = document.map.params, document.map.facts
        if earlier := seen.get(this):
            say_on_stderr(of_file(document, message("the same map as {file}; leave one out", earlier)))
        seen[this] = Name(document.name)
    return read


def _pages_of_book(press: Press, read: Sequence[Document], anyway: bool, *, apart: bool) -> BoundPages:
    from mapkit.paper.books import BookMap  # loaded for books alone

    entries = [BookMap(each.map, _source(each.name), not (anyway and legality.check(each.map))) for each in read]
    from mapkit.study.kits import book_pages

    return book_pages(press, entries, apart=apart)


def _source(name: str) -> str:
    """The name of a map's file for its secret pages; empty for stdin and share codes."""
    return printable_name(Path(name).name) if files.is_file(name) else ""


def _asked_sheets(asked: Sequence[str], game: Game[Any]) -> Sequence[str]:
    """The sheets to print; raises BadSetting for one that the game does not have."""
    known = (*paper_of(game).names, *ON_REQUEST)
    if wrong := [name for name in asked if name not in known]:
        told = Name(game.name), refused_word(wrong[0]), suggestion(wrong[0], known)
        raise BadSetting(message("{name} has no sheet {found}; {suggestion}", *told))
    return asked or paper_of(game).names


def _deliver_to_stdout(press: Press, sheets: Sequence[_PrintJob]) -> None:
    found = [data for sheet in sheets for data in press.written(sheet.pages, sheet.title)]
    if (n := len(found)) != 1:
        why = message("-o - takes one file, and these are {number}; name one sheet with --sheets, as pdf", n)
        raise BadSetting(why)
    say_bytes(found[0])


def _deliver_to_folder(folder: Path, store: Store, press: Press, sheets: Sequence[_PrintJob]) -> None:
    """Write a file or several for each sheet into a folder, print their names, and say which are secret."""
    secret = list[Name]()
    for sheet, printed in [(sheet, press.written(sheet.pages, sheet.title)) for sheet in sheets]:
        for number, data in enumerate(printed, 1):
            page = f"-{number:0{len(str(len(printed)))}}" if len(printed) > 1 else ""
            path = folder / f"{sheet.name}{page}.{press.format}"
            write(str(path), data, store)
            secret += [printable_name(path.name)] if sheet.secret else []
    _tell_of_secrets(press, secret)


def _deliver_in_one_file(path: str, store: Store, press: Press, sheets: Sequence[_PrintJob]) -> None:
    pages = [page for sheet in sheets for page in sheet.pages]
    secret, others = ([sheet.sheet for sheet in sheets if sheet.secret is wanted] for wanted in (True, False))
    if press.booklet and secret and others:
        two = Name(",".join(others)), Name(",".join(secret))
        why = message(
            "--booklet: a leaf would have pages for players and secret ones; print two booklets: "
            "--sheets {others}, and --sheets {secret}",
            *two,
        )
        raise BadSetting(why)
    if press.format == "pdf" and not press.booklet:
        pages = on_leaves(pages, press.leaf, whole=False)
    found = press.written(pages, sheets[0].title)
    if len(found) != 1:
        wrong = printable_name(path), Name(f".{press.format}"), len(found)
        why = message(
            "-o {file}: a {name} file holds one page, and these are {number}; name a folder, or a .pdf file", *wrong
        )
        raise BadSetting(why)
    write(path, found[0], store)
    shown: Message | Name = printable_name(path)
    if others and secret:
        these = shown, listed([*map(Name, secret)]), Name(",".join(others))
        shown = message("{file}, as the sheet {names} is in it; --sheets {name} prints the rest", *these)
        if len(secret) > 1:
            shown = message("{file}, as the sheets {names} are in it; --sheets {name} prints the rest", *these)
    _tell_of_secrets(press, [shown] if secret else [])


def _tell_of_secrets(press: Press, secret: Sequence[Message | Name]) -> None:
    if secret:
        say_on_stderr(message("for the game master alone: {what}", joined(secret)))
    if not press.crop:
        say_on_stderr(message("print at 100 %, not fitted to the page"))
