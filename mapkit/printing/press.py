"""How the sheets of a map become files: in a format, on a paper, in a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.game import Game, Map
from mapkit.language import ENGLISH, Edition, languages, texts
from mapkit.printing import paper_of
from mapkit.settings import BadSetting

if TYPE_CHECKING:
    from mapkit.sheet import Sheet

FORMATS = ("pdf", "svg")
PAPERS = ("a4", "letter")


class Press(NamedTuple):
    """As what sheets are printed, on what, and in which language."""

    format: str
    """One of `FORMATS`."""
    paper: str
    """One of `PAPERS`."""
    language: str

    def edition(self, game: Game[Any]) -> Edition:
        """How the sheets of a game are made; raises BadSetting where it has no words in that language."""
        from mapkit import sheet  # it loads fonts, which only printing needs

        known = languages(game.name)
        if self.language not in known:
            raise BadSetting(f"{game.name} prints in {' or '.join(known)}, not in {self.language}")
        return Edition(sheet.PAPERS[self.paper], self.language)

    def printed(self, map: Map[Any], name: str) -> tuple[bytes, ...]:
        """The files of a sheet of a map; raises BadSetting, and NoSheet where this map lacks the sheet."""
        paper, edition = paper_of(map.game), self.edition(map.game)
        of_map: Mapping[str, Callable[[Map[Any], Edition], tuple[Sheet, ...]]] = {**paper.secret, **paper.open}
        pages = of_map[name](map, edition) if name in of_map else paper.public[name](map.public, edition)
        return self.written(pages, map.title or self.title(map.game))

    def written(self, pages: Sequence[Sheet], title: str) -> tuple[bytes, ...]:
        """The files of some pages: one PDF, or an SVG for each page."""
        if self.format == "pdf":
            from mapkit.printing import pdf

            return (pdf.write(pages, title),)
        from mapkit.printing import svg

        return tuple(svg.write(page, title) for page in pages)

    def title(self, game: Game[Any]) -> str:
        """The name of a game in the language, as far as its words have it."""
        if self.language == ENGLISH:
            return game.title
        return str(texts(game.name, self.language).get("name", game.title))
