"""Make files of the sheets of a map, printed as some options say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.language.catalogue import ENGLISH, NO_THEME, SHARED, in_theme, languages, plain_language, texts, themes_of
from mapkit.model import files
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.game import Game, NoSheet
from mapkit.model.map import Map, Public
from mapkit.model.message import Message, Name, clauses, either, message
from mapkit.model.settings import named_settings
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.imposition import PageGrid, booklet, folded, grid_of, several_on_a_side
from mapkit.paper.options import LEAST_MARGIN, read_options
from mapkit.paper.packs import Leaf

if TYPE_CHECKING:
    from mapkit.paper.faces import FontSource
    from mapkit.paper.pens import InkSet, Theme
    from mapkit.paper.sheet import Page, PaperSize

MAP = "map"
"""The sheet with the board of a map alone. It is printed only where it is asked for by name."""
DRAWING = "draw"
"""The sheet with an empty board for a person who draws a map by hand; it is printed only where it is asked for, too."""
ON_REQUEST = (MAP, DRAWING)
"""The sheets of every game that are printed only where they are asked for by name."""


class AskedTheme(NamedTuple):
    """The theme that was asked for, with its pens."""

    name: str = ""
    """The name that was asked for, or that of a file, or NO_THEME; empty for the theme of each map."""
    inks: InkSet = "colour"
    pens: Theme | None = None
    """The pens; None for those of the theme `paper` in colour."""


class Press(NamedTuple):
    """How sheets are printed."""

    format: str
    """One of `options.FORMATS`."""
    wanted: Edition
    """The paper, the language and all else that pages are laid out for; `edition` refuses some languages."""
    crop: bool = False
    """Whether the sheet `map` is cut out of its page, and written in few bytes."""
    theme: AskedTheme = AskedTheme()
    """The theme that was asked for; `in_theme_of` also looks at the map."""
    dpi: int | None = None
    """The dots per inch of a PNG; None for as many as a screen shows."""
    outlines: bool = False
    source: str = ""
    """The name of the map's file, which stands on secret pages; empty for none."""
    grid: PageGrid | None = None
    """How pages share a side of the paper; None where each has its own."""
    sides: int = 2
    """How many sides of the paper are printed."""
    booklet: str = ""
    """The edge over which the paper is turned, where the pages make a booklet: one of `options.EDGES`, or empty."""

    @property
    def leaf(self) -> Leaf:
        return Leaf(self.grid.pages if self.grid else 1, self.sides)

    @property
    def language(self) -> str:
        """The code of the language, or its tag in the words of a theme."""
        return self.wanted.language

    @property
    def player(self) -> str:
        return str(texts(SHARED, self.language)["player"])

    def edition(self, game: Game[Any]) -> Edition:
        """The edition of a game's sheets. Raises BadSetting where the game has no words in the language."""
        known = languages(game.name)
        if plain_language(self.language) not in known:
            tongues, asked = either([*map(Name, known)]), Name(self.language)
            raise BadSetting(message("{game} prints in {names}, not in {name}", Name(game.name), tongues, asked))
        return self.wanted

    def in_theme_of(self, map_: Map[Any]) -> Press:
        """The press with the words and the pictures of the map's theme, or of the one that was asked for.

        A theme that was asked for and has no words of its own changes the pictures alone; NO_THEME changes both.
        """
        from mapkit.paper import themes  # imported late: only printing needs pens

        asked, of_map = self.theme.name, map_.theme
        theme = asked if asked in themes_of(map_.game.name) else of_map
        wanted = replace(self.wanted, language=in_theme(self.language, "" if asked == NO_THEME else theme))
        if asked or of_map not in themes.theme_names():
            return self._replace(wanted=wanted)
        return self._replace(wanted=wanted, theme=self.theme._replace(pens=themes.load(of_map, self.theme.inks)))

    def printed(self, map_: Map[Any], name: str) -> tuple[bytes, ...]:
        """The files of a sheet of a map. Raises BadSetting, and NoSheet where this map lacks the sheet."""
        return self.written(self.pages(map_, name), self.title_of(map_))

    def pages(self, map_: Map[Any], name: str) -> tuple[Page, ...]:
        """The pages of a sheet of a map. Raises as `printed` does."""
        edition = self.edition(map_.game)
        if name in paper_of(map_.game).all_secret:
            of_file = replace(edition, source=self.source)
            return tuple(replace(page, secret=True) for page in self._laid_out(map_, name, of_file))
        return self._laid_out(map_, name, edition)

    def drawn(self, map_: Map[Any], names: Iterable[str]) -> dict[str, tuple[Page, ...]]:
        """The pages of some sheets; those that the map does not have are left out."""
        found = {}
        for name in names:
            with suppress(NoSheet):
                found[name] = self.pages(map_, name)
        return found

    def _laid_out(self, map_: Map[Any], name: str, edition: Edition) -> tuple[Page, ...]:
        if name == MAP:
            from mapkit.paper import board_alone

            if self.crop:
                return board_alone.cropped(map_, edition)
            return board_alone.map_sheets(map_, self.title(map_.game), edition)
        if name == DRAWING:
            from mapkit.paper import blank_maps

            of_the_drawer = map_.public._replace(params=map_.params)
            return blank_maps.drawing_sheets(map_.game, self.title(map_.game), of_the_drawer, edition)
        paper = paper_of(map_.game)
        of_map: Mapping[str, Callable[[Map[Any], Edition], tuple[Page, ...]]] = {**paper.secret, **paper.open}
        return of_map[name](map_, edition) if name in of_map else paper.public[name](map_.public, edition)

    def written(self, pages: Sequence[Page], title: str) -> tuple[bytes, ...]:
        """The files of some pages: one PDF, or one SVG or PNG for each page."""
        if self.format == "pdf":
            from mapkit.paper import pdf

            if self.booklet:
                pages = (*pages, *self._notes_to_fill(pages))
            in_pdf = pdf.write_small if self.crop else pdf.write
            data = in_pdf(pages, title, self.theme.pens, self.language)
            if self.grid and self.booklet:
                return (booklet(data, self.grid, long_edge=self.booklet == "long"),)
            return (several_on_a_side(data, self.grid) if self.grid else data,)
        if self.format == "png":
            from mapkit.paper import png

            return png.write(pages, title, self.theme.pens, self.dpi)
        from mapkit.paper import small_svg, svg

        write = small_svg.write if self.crop else svg.write
        letters: FontSource = "outlines" if self.outlines else "embedded"
        return tuple(write(page, title, self.theme.pens, letters) for page in pages)

    def _notes_to_fill(self, pages: Sequence[Page]) -> Iterator[Page]:
        """Pages for notes on the sides of a booklet that would be blank, but for its back."""
        from mapkit.paper.drawing import notes
        from mapkit.paper.sheet import Page

        for number in range(1, -len(pages) % 4):
            marks = notes(self.wanted.paper.inside, self.wanted.words["notes"])
            yield Page(self.wanted.paper, f"notes-{number}", tuple(marks))

    def title_of(self, map_: Map[Any]) -> str:
        return map_.title or self.title(map_.game)

    def title(self, game: Game[Any]) -> str:
        """The name of a game in the language; in English where its words lack it."""
        if self.language == ENGLISH:
            return game.title
        return str(texts(game.name, self.language).get("name", game.title))


def press_of(given: Mapping[str, object], crop: bool = False) -> Press:
    """The press for the options that are given, by their names in `options.PrintOptions`.

    Raises BadSetting with a line for everything that is wrong.
    """
    from mapkit.paper import themes  # imported late: only printing needs pens
    from mapkit.paper.pens import USUAL

    said = read_options(given)
    format_, wrong = said["format"], list[Message]()
    for name, kind in (("dpi", "png"), ("outlines", "svg")):
        if said[name] and format_ != kind:
            words = map(Name, (name, kind, format_))
            wrong.append(message("{name} is for {kind} pictures, and these are {format}; leave it out", *words))
    if said["big"] and said["square"]:
        wrong.append(message("square and big exclude each other; leave one out"))
    refuse_all(wrong)
    paper, grid = _paper(said["paper"], said["margin"]), None
    if said["nup"] > 1 or said["booklet"]:
        sharing = Name("booklet" if said["booklet"] else "nup")
        if format_ != "pdf":
            wrong.append(message("{name} is for pdf; a file of {format} holds one page", sharing, Name(format_)))
        if crop:
            wrong.append(message("{name} is for whole pages, and --crop leaves none; leave one of them out", sharing))
        if said["booklet"] and said["nup"] > 1:
            wrong.append(message("booklet and nup exclude each other; leave one out"))
        refuse_all(wrong)
        margin = said["margin"] or LEAST_MARGIN
        grid = folded(paper, margin) if said["booklet"] else grid_of(paper, said["nup"], margin)
        paper = grid.page(paper)
        if paper.reduced > 3.3:
            small = message("the pages are too small for {paper}: words would be under 1 mm", Name(paper.name))
            raise BadSetting(clauses(small, message("print fewer on a side")))
    asked, inks = said["theme"], said["ink"]
    theme = AskedTheme(asked, inks, themes.load(USUAL if asked in ("", NO_THEME) else asked, inks))
    square, scale = (said[name] * paper.reduced for name in ("square", "scale"))  # as they are on the printed page
    wanted = Edition(
        paper, said["language"], said["orientation"], square, said["big"], said["numbers"], said["keeper"], scale
    )
    return Press(
        said["format"], wanted, crop, theme, said["dpi"], said["outlines"], "", grid, said["sides"], said["booklet"]
    )


def _paper(name: str, margin: float | None) -> PaperSize:
    """The paper with its margin; raises BadSetting for a margin that leaves too little of it."""
    from mapkit.paper import sheet  # imported late: only printing needs it

    paper = sheet.PAPERS[name]
    if margin is None:
        return paper
    most = int((min(paper.printed) - 116.0) / 2)  # with less room, the words of most sheets are smaller than 2 mm
    if margin > most:
        found = message("margin is {margin}, too wide for {paper}", Name(f"{margin:g}"), Name(name))
        raise BadSetting(clauses(found, message("say a number from {low} to {high}", Name(f"{LEAST_MARGIN:g}"), most)))
    return paper.with_margin(margin)


def public_stem(game: Game[Any], public: Public) -> str:
    """The beginning of a file name, made from what players may know.

    Maps with different titles or settings get different names, so that their files do not collide.
    """
    grid = public.params.grid
    stem = f"{files.file_name(public.title) if public.title else game.name}-{grid}"
    if not public.title and public.params == game.design.params(grid=grid):
        return stem
    from hashlib import sha256  # usual maps need none

    known = [public.title, *(f"{s.name}={getattr(public.params, s.name)}" for s in named_settings(public.params))]
    return f"{stem}-{sha256(json.dumps(known).encode()).hexdigest()[:6]}"
