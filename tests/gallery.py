"""Contact sheets: all sheets of all games as small pictures, for people to look at.

`python -m tests.gallery [GAME ...]` draws into build/gallery a picture for each game, board (the smallest, the usual,
the largest), paper and language. `python -m tests.gallery --docs` draws the pictures of docs/gallery.md anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path as File
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageDraw, ImageFont

from mapkit import resources
from mapkit.games import GAMES
from mapkit.language import ENGLISH, languages
from mapkit.printing import paper_of, pdf
from mapkit.sheet import FONTS, Sheet
from tests.sheet_measures import Board, sheets

ROOT = File(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures" / "gallery"

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
ACROSS = 6
"""How many small pictures stand side by side."""


class Contact(NamedTuple):
    """A contact sheet."""

    board: Board
    paper: str
    language: str

    def __str__(self) -> str:
        return "-".join([*filter(None, self.board), self.paper, self.language])


def contacts(games: Sequence[str], papers: Sequence[str]) -> Iterator[Contact]:
    for game in games:
        for preset, size in BOARDS[game]:
            for paper in papers:
                for language in languages(game):
                    yield Contact(Board(game, preset, size), paper, language)


def small(pages: Sequence[Sheet], dots: float) -> list[Image.Image]:
    """The pages as pictures."""
    with pypdfium2.PdfDocument(pdf.write(pages, "gallery")) as document:
        return [page.render(scale=dots / 72).to_pil().convert("RGB") for page in document]


def drawn(contact: Contact) -> Image.Image:
    """All pages of a board's sheets in rows, each with its name below it."""
    named = [
        (f"{name} {number}/{len(pages)}", picture)
        for name, pages in sheets(*contact)
        for number, picture in enumerate(small(pages, DOTS), 1)
    ]
    wide, high = max(picture.width for _, picture in named) + 12, max(picture.height for _, picture in named) + 28
    whole = Image.new("RGB", (ACROSS * wide + 12, -(-len(named) // ACROSS) * high + 12), "#707070")
    pen, font = ImageDraw.Draw(whole), ImageFont.truetype(resources.path("fonts", FONTS[False]), 14)
    for place, (name, picture) in enumerate(named):
        row, column = divmod(place, ACROSS)
        x, y = 12 + column * wide, 12 + row * high
        whole.paste(picture, (x, y))
        pen.text((x, y + high - 28), name, "#ffffff", font)
    return whole


def draw(contact: Contact, folder: File) -> File:
    """Draw a contact sheet into a folder; returns its file."""
    path = folder / f"{contact}.png"
    drawn(contact).save(path, "PNG")
    return path


# --- docs/gallery.md ---------------------------------------------------------------------------------------------

SHOWN = {"quoridor": "puzzle", "dungeon": "additions"}
"""The presets that the page shows of a game whose usual preset lacks a sheet."""
PAGES = {"book": 1}
"""The page that is shown of a sheet whose first page does not say what it is, counted from 0."""
WIDE = 340
"""The width of a picture, in dots."""


def kinds(game: str) -> tuple[str, ...]:
    """All kinds of sheets that a game has, in the order of the page."""
    of_game = paper_of(GAMES[game])
    more = {"map": of_game.board, "played": of_game.played, "book": of_game.book}
    return (*of_game.names, *(name for name, there in more.items() if there))


def draw_page_pictures(game: str, folder: File) -> None:
    """Draw a picture of each kind of sheet of a game."""
    found = dict(sheets(Board(game, SHOWN.get(game, "default")), "a4", ENGLISH))
    for name in kinds(game):
        (picture,) = small(found[name][PAGES.get(name, 0) :][:1], 110)
        picture.thumbnail((WIDE, WIDE * 2), Image.Resampling.LANCZOS)
        picture.quantize(24).save(folder / f"{game}-{name}.png", "PNG", optimize=True)


def main() -> None:
    asked = argparse.ArgumentParser(description="Draw contact sheets of all sheets of all games.")
    asked.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(GAMES)}; else all")
    asked.add_argument("--paper", nargs="*", default=["a4", "letter"])
    asked.add_argument("--jobs", type=int, default=2, help="how many processes draw")
    asked.add_argument("--docs", action="store_true", help="draw the pictures of docs/gallery.md instead")
    given = asked.parse_args()
    games = given.games or list(GAMES)
    folder = PICTURES if given.docs else ROOT / "build" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    if given.docs:
        for game in games:
            draw_page_pictures(game, folder)
        return
    with ProcessPoolExecutor(given.jobs) as crew:
        for future in [crew.submit(draw, contact, folder) for contact in contacts(games, given.paper)]:
            sys.stdout.write(f"{future.result()}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
