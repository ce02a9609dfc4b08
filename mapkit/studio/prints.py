"""The sheets of the map on the board: shown in the page, and made files of.

Players' files and the game master's are never the same file. What is secret says so in its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.games import maps
from mapkit.language.catalogue import ENGLISH, NO_THEME, languages
from mapkit.language.wording import translated
from mapkit.model.files import printable_name
from mapkit.model.game import NoSheet
from mapkit.model.letters import refused_word
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, message, sentences
from mapkit.model.settings import BadSetting
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import INKS, OPTIONS, PAPERS
from mapkit.paper.packs import packed
from mapkit.paper.press import MAP, Press, press_of, public_stem
from mapkit.solve import legality
from mapkit.studio.tools import BadStroke
from mapkit.study.evenings import MOST_PEOPLE, for_players, pack_of, players_of

if TYPE_CHECKING:
    from mapkit.paper.sheet import Page

PLAYERS, SECRET = "players", "game-master"
"""The two files of an evening: what players may see, and what is for the game master alone."""
CARD = "card"
KINDS = {"pdf": "application/pdf", "svg": "image/svg+xml", "png": "image/png"}
"""What browsers call the formats."""


class File(NamedTuple):
    """A file to download."""

    name: str
    kind: str
    data: bytes


def wish(given: Mapping[str, str]) -> dict[str, Any]:
    """How people want the sheets, by a request: some of the options of printing; what is not in it is as usual."""
    usual = {option.name: option.usual for option in OPTIONS if option.name in ("paper", "ink", "language")}
    return {**{name: given.get(name, value) for name, value in usual.items()}, "big": given.get("big") == "yes"}


@lru_cache(maxsize=16)
def theme_picture(game: str, theme: str) -> bytes:
    """A small board in a theme of a game, as SVG, by which people choose one; raises BadSetting."""
    preset = next((each.name for each in maps.presets(game) if each.any_size), "default")
    made = maps.generate(game, "theme", preset=preset, size="6x4", given={} if theme == NO_THEME else {"theme": theme})
    return press_of({"format": "svg"}, crop=True).in_theme_of(made).printed(made, MAP)[0]


@lru_cache(maxsize=2)
def rule_card(of: Map[Any], language: str) -> tuple[bytes, ...]:
    """The pages of a map's rule card in large type, as SVG; they tell nothing secret."""
    press = press_of({"format": "svg", "paper": "a5", "big": True, "language": language}).in_theme_of(of)
    return press.printed(of, CARD)


class Prints:
    """The sheets of one map, as somebody wants them; each is laid out once."""

    def __init__(self, map_: Map[Any], name: str, wish: Mapping[str, Any]) -> None:
        """Takes the map, the name of its file, which stands on secret pages alone, and the wish; raises BadSetting."""
        self.map, self.name, self.wish = map_, name, wish
        self.paper, self.pack = paper_of(map_.game), pack_of(map_.game.name)
        self._secret = self.paper.all_secret
        self.press("pdf").edition(map_.game)

    def press(self, suffix: str) -> Press:
        """The press for a format; raises BadSetting."""
        press = press_of({"format": suffix, **self.wish}).in_theme_of(self.map)
        return press._replace(source=printable_name(self.name))

    @cached_property
    def _laid_out(self) -> Mapping[str, tuple[Page, ...] | Message]:
        """The pages of each sheet that the map has, or why they cannot be drawn yet."""
        found: dict[str, tuple[Page, ...] | Message] = {}
        press = self.press("svg")
        for name in (*self.paper.names, MAP):
            try:
                found[name] = press.pages(self.map, name)
            except NoSheet:
                continue
            except BadSetting as why:
                found[name] = why.said
        return found

    def shown_sheets(self, sets: str = "", language: str = ENGLISH) -> Mapping[str, Any]:
        """What the page shows: every sheet, what may be chosen, and which of the two files can be made.

        It has the number of pages of these files, for so many sets, and tells in the `language` of the page why a sheet
        cannot be drawn. Raises BadSetting where there are no such sets.
        """
        masters = self._names(SECRET)
        sheets = [
            {
                "name": name,
                "secret": name in self._secret,
                "masters": name in self._secret or name in masters,
                "title": name if isinstance(pages, Message) else pages[0].kind.partition(" · ")[0],
                "pages": 0 if isinstance(pages, Message) else len(pages),
                "trouble": translated(self._trouble([name]), language),
            }
            for name, pages in self._laid_out.items()
        ]
        chosen = {"paper": PAPERS, "ink": INKS, "language": languages(self.map.game.name)}
        names = {each: some for each in (PLAYERS, SECRET) if (some := self._names(each))}
        files = {each: translated(self._trouble(some), language) for each, some in names.items()}
        number = self._number(sets)
        return {
            "sheets": sheets,
            "choices": chosen,
            "files": files,
            "pages": {file: len(self._packed(file, number)) for file, trouble in files.items() if not trouble},
            "sets": players_of(self.map) if self.pack.each else 0,
        }

    def _names(self, audience: str) -> Sequence[str]:
        """The sheets in one of the two files: those of an evening, or else all that are for these people."""
        evening = [name for name in (*self.pack.once, *self.pack.each) if name in self._laid_out]
        if not any(name in self._secret for name in evening) and audience == SECRET:
            return [name for name in self.paper.names if name in self._secret and name in self._laid_out]
        names = evening or [name for name in self.paper.names if name in self._laid_out]
        players = [name for name in names if name not in self._secret and name in (self.pack.each or names)]
        return players if audience == PLAYERS else [name for name in names if name not in players]

    def _trouble(self, names: Sequence[str]) -> Message:
        return next((why for name in names if isinstance(why := self._laid_out[name], Message)), NOTHING)

    def page(self, name: str, number: int, suffix: str) -> File:
        """One page of a sheet, as a picture; `number` counts from 1. Raises BadStroke where it is not there."""
        pages = self._pages(name)
        if not 1 <= number <= len(pages) or suffix not in ("svg", "png"):
            raise BadStroke(message("that page is not there any more; open the sheets again"))
        what = f"{name}-{number}" if len(pages) > 1 else name
        return self._file(what, name in self._secret, pages[number - 1 : number], suffix)

    def sheet(self, name: str) -> File:
        """A sheet as a PDF; raises BadStroke where the map does not have it."""
        return self._file(name, name in self._secret, self._pages(name))

    def evening(self, audience: str, sets: str = "") -> File:
        """One of the two files, with so many sets of the players' sheets; raises BadStroke, and BadSetting."""
        names = self._names(audience)
        if not names:
            raise BadStroke(message("this game has no such sheets"))
        if why := self._trouble(names):
            raise BadStroke(why)
        return self._file(audience, audience == SECRET, self._packed(audience, self._number(sets)))

    def _packed(self, audience: str, number: int) -> Sequence[Page]:
        """The pages of one of the two files, with so many sets of the players' sheets; raises BadSetting."""
        seated = for_players(self.map, number)
        if seated is not self.map and (broken := legality.check(seated)) and not legality.check(self.map):
            fault = sentences(broken[0].sentence, broken[0].found)
            raise BadSetting(message("with {number} players: {fault}", number, fault))
        names, press = self._names(audience), self.press("pdf")
        drawn = {name: self._pages(name) for name in names} if seated is self.map else press.drawn(seated, names)
        each = tuple(names) if audience == PLAYERS else ()
        found = packed(drawn, self.pack._replace(each=each), number, press.leaf, press.player)
        return [page for part in (found.sets if audience == PLAYERS else found.once) for page in part.pages]

    def _number(self, sets: str) -> int:
        """How many sets are wanted; one where all play on the same sheets."""
        if not self.pack.each:
            return 1
        typed = sets.strip() or str(players_of(self.map))
        if not (typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= MOST_PEOPLE):
            wrong = refused_word(typed)
            raise BadSetting(message("{found} is no number of players; say one from 1 to {most}", wrong, MOST_PEOPLE))
        return int(typed)

    def _pages(self, name: str) -> tuple[Page, ...]:
        pages = self._laid_out.get(name, message("the map has no such sheet; open the sheets again"))
        if isinstance(pages, Message):
            raise BadStroke(pages)
        return pages

    def _file(self, what: str, secret: bool, pages: Sequence[Page], suffix: str = "pdf") -> File:
        """The file; the name of one for players is made from what they may know, and from nothing else."""
        press = self.press(suffix)
        data = press.written(pages, press.title_of(self.map))[0]
        stem = self.name.rpartition(".")[0] or self.name
        of_map = f"secret-{printable_name(stem)}" if secret else public_stem(self.map.game, self.map.public)
        return File(f"{of_map}-{what}.{suffix}", KINDS[suffix], data)
