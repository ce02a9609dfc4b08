"""Contact sheets: all sheets of all games as small pictures, for people to look at.

`python -m tests.gallery [GAME ...]` draws into build/gallery pictures for each game, board (the smallest, the usual,
the largest), paper, language and ink, a few pages on each, so that a person can read them. `python -m tests.gallery
--docs` draws the pictures of docs/gallery.md, of the games' pages, of docs/format.md, of pages that show a plot and of
the studio's page anew; with GAME, `format`, `plots` or `studio`, some of them.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path as File
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageOps, ImageStat
from PIL.PngImagePlugin import PngInfo

from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH, languages
from mapkit.model import resources
from mapkit.paper import pdf
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.pens import InkSet, theme_of, usual_tables
from mapkit.paper.press import DRAWING, MAP
from mapkit.paper.sheet import FONTS, Page
from tests.sheet_measures import Board, sheets
from tests.test_docs import followed, run, steps

ROOT = File(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures" / "gallery"
GAME_PAGES = ROOT / "docs" / "pictures" / "games"
TYPED = ROOT / "docs" / "pictures" / "typed.png"
HELD = "page"
"""The word of a picture's file beside which stands what it is made from, so that a test sees whether it is stale."""

BOARDS = {
    "treasures": (("any-size", "5x5"), ("default", None), ("any-size", "40x40")),
    "labyrinth": (("default", "3x3"), ("default", None), ("extreme", None), ("tower", "6x6x3"), ("default", "40x40")),
    "quoridor": (("default", "5x5"), ("puzzle", None), ("four", "17x17")),
    "dungeon": (("small", None), ("additions", None), ("ahead", None), ("default", "6")),
    "minoqaur": (("default", None), ("default", "57x57")),
}
"""The presets and sizes that are drawn of each game: the smallest board, usual ones, the largest."""
DOTS = 50
"""The dots per inch of a small picture."""
WIDTH, HEIGHT, _GAP = 1710, 1240, 12
"""The size of a contact sheet, and the gap between small pictures, in dots. Viewers make larger pictures smaller."""


class Contact(NamedTuple):
    """A contact sheet."""

    board: Board
    paper: str
    language: str

    def __str__(self) -> str:
        return "-".join([*filter(None, self.board), self.paper, self.language])


def contacts(games: Sequence[str], papers: Sequence[str]) -> Iterator[Contact]:
    for paper in papers:
        for game in games:
            for preset, size in BOARDS[game]:
                for language in languages(game):
                    yield Contact(Board(game, preset, size), paper, language)


INKS: tuple[InkSet, ...] = ("colour", "grey", "black")


def small(pages: Sequence[Page], dots: float, inks: InkSet = "colour") -> list[Image.Image]:
    theme = theme_of(usual_tables(), {}, inks)
    with pypdfium2.PdfDocument(pdf.write(pages, "gallery", theme)) as document:
        return [page.render(scale=dots / 72).to_pil().convert("RGB") for page in document]


def drawn(named_sheets: Mapping[str, Sequence[Page]], inks: InkSet) -> Iterator[Image.Image]:
    """All pages of some sheets in rows, each with its name below it, on as many contact sheets as they need."""
    font = ImageFont.truetype(resources.path("fonts", FONTS[False]), 14)
    whole, x, y, high = _empty(), _GAP, _GAP, 0
    for name, pages in named_sheets.items():
        for number, picture in enumerate(small(pages, DOTS, inks), 1):
            if x + picture.width + _GAP > WIDTH:
                x, y, high = _GAP, y + high + 28, 0
            if high == 0 and y > _GAP and y + picture.height + 28 > HEIGHT:
                yield whole
                whole, y = _empty(), _GAP
            whole.paste(picture, (x, y))
            ImageDraw.Draw(whole).text((x, y + picture.height + 4), f"{name} {number}/{len(pages)}", "#ffffff", font)
            x, high = x + picture.width + _GAP, max(high, picture.height)
    yield whole


def _empty() -> Image.Image:
    return Image.new("RGB", (WIDTH, HEIGHT), "#707070")


def few_colours(picture: Image.Image, number: int) -> Image.Image:
    """A picture in so many colours; small coloured spots keep theirs, which a median cut gives to the greys."""
    return picture.quantize(number, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def draw(contact: Contact, inks_asked: Sequence[InkSet], folder: File) -> str:
    """Draw the contact sheets of a board in some inks into a folder; returns what is to be told."""
    named = dict(sheets(*contact))
    for inks in inks_asked:
        for stale in folder.glob(f"{contact}-{inks}-*.png"):
            stale.unlink()
        for number, picture in enumerate(drawn(named, inks), 1):
            few_colours(picture, 64).save(folder / f"{contact}-{inks}-{number}.png", "PNG")
    return f"{contact}: {sum(map(len, named.values()))} pages"


# --- docs/gallery.md ---------------------------------------------------------------------------------------------

SHOWN = {
    "quoridor": (Board("quoridor", "puzzle"),),
    "dungeon": (Board("dungeon", "additions"), Board("dungeon", "ahead")),
    "minoqaur": (Board("minoqaur", "default"), Board("minoqaur", "default", "57x57")),
}
"""The boards of the page; the usual board where none is named. Each shows the sheets that those before it lack."""
STUDIO, STUDIO_PICTURES = "studio", ROOT / "tests" / "studio" / "test_studio_pictures.py"
"""What is asked for where the pictures of docs/studio.md are meant, and the tests that draw them."""
FORMAT = "format"
"""The same for the picture of docs/format.md."""
PAGES = {"book": 1}
"""The page that is shown of a sheet whose first page does not say what it is, counted from 0."""
WIDE = 1000
"""The width of a picture, in dots; the page shows it smaller, and a reader opens it."""


def large(page: Page) -> Image.Image:
    """A page in few bytes: in four greys where it has no colours, else in 16 colours."""
    (picture,) = small([page], WIDE * 25.4 / page.paper.width)
    grey = picture.convert("L")
    if max(high for _, high in ImageStat.Stat(ImageChops.difference(picture, grey.convert("RGB"))).extrema) < 12:
        return grey.point([round(shade / 85) * 85 for shade in range(256)]).quantize(4)
    return few_colours(picture, 16)


def kinds(game: str) -> tuple[str, ...]:
    """All kinds of sheets that a game has, in the order of the page."""
    of_game = paper_of(GAMES[game])
    more = {MAP: of_game.board, DRAWING: True, "played": of_game.played, "book": of_game.book}
    return (*of_game.names, *(name for name, there in more.items() if there))


def first_turns(game: str, folder: File) -> None:
    """The pictures of a game's page: the map of its first example, and the game that is played there."""
    example = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8").partition("\n## ")[2].partition("\n## ")[0]
    with TemporaryDirectory() as place:
        for _ in followed(example, File(place)):
            pass
        run("mapkit print tonight.toml --crop --dpi 100 -o board.png", File(place))
        run("mapkit print tonight.jsonl -o played.pdf", File(place))
        shutil.copy(File(place, "board.png"), folder / f"{game}.png")
        with pypdfium2.PdfDocument(File(place, "played.pdf")) as document:
            page = document[0].render(scale=100 / 72).to_pil().convert("RGB")
    ink, blank, low = ImageOps.invert(page.convert("L")), 12, page.height * 3 // 4
    gaps = (y for y in range(low, page.height // 2, -1) if not ink.crop((0, y - blank, page.width, y)).getbbox())
    below = next(gaps, low)  # between the board and the legend, if the legend begins so high
    board = page.crop((0, page.height // 10, page.width, below))
    few_colours(board, 32).save(folder / f"{game}-played.png", "PNG", optimize=True)


def typed_map(place: File) -> tuple[str, Image.Image]:
    """The first map that docs/format.md shows, as mapkit draws it: as SVG and as a picture."""
    first = next(steps((ROOT / "docs" / "format.md").read_text(encoding="utf-8")))
    (place / first.name).write_text(first.text, encoding="utf-8")
    for name in ("typed.svg", "typed.png --dpi 100"):
        run(f"mapkit print --game treasures {first.name} --anyway --crop -o {name}", place)
    return (place / "typed.svg").read_text(encoding="utf-8"), Image.open(place / "typed.png").convert("RGB")


def held(said: str) -> PngInfo:
    about = PngInfo()
    about.add_itxt(HELD, said, zip=True)
    return about


class Plotted(NamedTuple):
    """A picture of a page, by a command that follows the page's first example, and the part of it that is shown."""

    page: str
    name: str
    words: str
    part: tuple[float, float, float, float] = (0, 0, 1, 1)
    """Its left, upper, right and lower edge, as shares of the picture."""


PLOTS = "plots"
"""What is asked for where the pictures below are meant."""
_KNOWN = "mapkit know cellar.jsonl --turn 24 --paper a5 --dpi 130 --plot"
_GAMES = "mapkit simulate attic.toml --games 25 --players 3 --seed friday --dpi 130 --plot"
PLOTTED = (
    Plotted("deduction", "known", f"{_KNOWN} known.png", (0.04, 0.155, 0.96, 0.82)),
    Plotted("deduction", "known-map", "mapkit print cellar.toml --crop --dpi 130 -o known-map.png"),
    Plotted("simulate", "seats", f"{_GAMES} seats.png --paper a5", (0.04, 0.12, 0.97, 0.58)),
    Plotted("simulate", "visits", f"{_GAMES} visits.png", (0.05, 0.6, 0.49, 0.9)),
)


def plots(folder: File) -> None:
    with TemporaryDirectory() as place:
        for page in dict.fromkeys(plot.page for plot in PLOTTED):
            example = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8").partition("\n## ")[0]
            for _ in followed(example, File(place)):
                pass
        for plot in PLOTTED:
            run(plot.words, File(place))
            whole = Image.open(File(place, f"{plot.name}.png")).convert("RGB")
            left, upper, right, lower = (round(share * of) for share, of in zip(plot.part, whole.size * 2, strict=True))
            few_colours(whole.crop((left, upper, right, lower)), 32).save(
                folder / f"{plot.name}.png", "PNG", optimize=True
            )


def main() -> None:
    asked = argparse.ArgumentParser(description="Draw contact sheets of all sheets of all games.")
    asked.add_argument(
        "games", nargs="*", metavar="GAME", help=f"some of {', '.join([*GAMES, FORMAT, PLOTS, STUDIO])}; else all"
    )
    asked.add_argument("--paper", nargs="*", default=["a4", "letter"])
    asked.add_argument("--jobs", type=int, default=2, help="how many processes draw")
    asked.add_argument("--ink", nargs="*", default=INKS, choices=INKS)
    asked.add_argument("--docs", action="store_true", help="draw the pictures of the pages instead")
    given = asked.parse_args()
    games = [name for name in given.games or GAMES if name not in (FORMAT, PLOTS, STUDIO)]
    folder = PICTURES if given.docs else ROOT / "build" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    if given.docs:
        for game in games:
            first_turns(game, GAME_PAGES)
            found = dict[str, tuple[Page, ...]]()
            for board in SHOWN.get(game, (Board(game, "default"),)):
                found |= dict(sheets(board, "a4", ENGLISH, [name for name in kinds(game) if name not in found]))
            for name in kinds(game):
                large(found[name][PAGES.get(name, 0)]).save(folder / f"{game}-{name}.png", "PNG", optimize=True)
        if not given.games or FORMAT in given.games:
            with TemporaryDirectory() as place:
                said, picture = typed_map(File(place))
                few_colours(picture, 64).save(TYPED, optimize=True, pnginfo=held(said))
        if not given.games or PLOTS in given.games:
            plots(PICTURES.parent)
        if not given.games or STUDIO in given.games:
            words = [sys.executable, "-m", "pytest", "-q", "-m", "", "-p", "no:benchmark", str(STUDIO_PICTURES)]
            subprocess.run(words, env={**os.environ, "MAPKIT_UPDATE_GOLDEN": "1"}, check=True)
        return
    with ProcessPoolExecutor(given.jobs) as crew:
        for future in [crew.submit(draw, contact, given.ink, folder) for contact in contacts(games, given.paper)]:
            sys.stdout.write(f"{future.result()}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
