"""The verbs of maps, which are the methods of `mapkit.Map`; `mapkit/model/map.py` says what each does."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, cast

from mapkit.games import maps
from mapkit.library.arguments import checked, known_language, refuse, texts
from mapkit.mapfile import json_file, share_code, writer
from mapkit.model.analysis import Analysis, Ask
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.frozen import frozen
from mapkit.model.letters import refused_word, shown, suggestion
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, lines_of, message, plural
from mapkit.model.settings import Params
from mapkit.paper.description import description
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import PrintOptions as PrintOptions
from mapkit.solve import legality, repairs, search
from mapkit.solve.checker import Fault as Fault
from mapkit.solve.repairs import Repair as Repair

if TYPE_CHECKING:
    from mapkit.library.played_game import GameOrder as GameOrder
    from mapkit.library.played_game import PlayedGame as PlayedGame
    from mapkit.paper.faces import FontSource as FontSource

P = TypeVar("P", bound=Params)

check = legality.check
advise = legality.advise
to_text = writer.show
to_json = json_file.data
share = share_code.show


@checked
def repair(map_: Map[P]) -> Repair[P]:
    return repairs.repair(map_)


@checked
def complete(map_: Map[P], seed: str) -> Map[P]:
    return search.complete(map_, seed)


def begin(map_: Map[Any], players: Sequence[str], **given: Any) -> PlayedGame[Any]:
    from mapkit.library.played_game import begin  # only a game needs a log, a referee's words and machine players

    return begin(map_, players, **given)


@checked
def describe(map_: Map[Any], *, by: str = "all", language: str = "en") -> str:
    return "\n".join(description(map_, by, known_language(map_.game, language))) + "\n"


@checked
def solve(
    map_: Map[Any], *, starts: Sequence[str] = (), plies: int | None = None, measures: Collection[str] | None = None
) -> Analysis:
    starts = texts("starts", starts, '["a1"]')
    measures = measures if measures is None else texts("measures", measures, '["turns-to-win"]')
    ask = Ask(starts, plies, measures)
    study = maps.study_for(map_.game, ask)
    grid = map_.params.grid
    if unknown := [grid.no_such(cell).said for cell in starts if cell not in grid.cells()]:
        raise BadSetting(clauses(*unknown))
    refuse(legality.check(map_))
    return cast(Analysis, frozen(study.analyse(map_, ask)))


@checked
def print_sheet(
    map_: Map[Any], sheet: str, *, crop: bool = False, anyway: bool = False, **printing: Unpack[PrintOptions]
) -> tuple[bytes, ...]:
    from mapkit.paper.press import MAP, ON_REQUEST, press_of

    names, wrong = (*paper_of(map_.game).names, *ON_REQUEST), list[Message | Name]()
    if sheet not in names:
        unknown = message("{name} is {found}", Name("sheet"), refused_word(sheet))
        wrong.append(clauses(unknown, suggestion(sheet, names, "say one of {names}")))
    if crop and sheet != MAP:
        wrong.append(message("crop is for the sheet {name} alone", Name(MAP)))
    try:
        press = press_of(printing, crop).in_theme_of(map_)
        press.edition(map_.game)
    except BadSetting as why:
        wrong += lines_of(why.said)
    refuse_all(wrong, in_a_line=True)
    if not anyway:
        refuse(legality.check(map_), message("`anyway=True` prints this one"))
    return press.printed(map_, sheet)


@checked
def svg(map_: Map[Any], *, floor: int = 1, font: FontSource = "embedded") -> str:
    from mapkit.paper.faces import FONT_SOURCES
    from mapkit.paper.press import MAP, press_of
    from mapkit.paper.small_svg import write

    press = press_of({"format": "svg"}, crop=True).in_theme_of(map_)
    pages, wrong = press.pages(map_, MAP), list[Message]()
    if not 1 <= floor <= len(pages):
        there = plural("this map has {number} floor", "this map has {number} floors", len(pages))
        wrong.append(clauses(message("{name} is {found}", Name("floor"), shown(floor)), there))
    if font not in FONT_SOURCES:
        unknown = message("{name} is {found}", Name("font"), refused_word(font))
        wrong.append(clauses(unknown, suggestion(font, FONT_SOURCES, "say one of {names}")))
    refuse_all(wrong)
    return write(pages[floor - 1], press.title_of(map_), press.theme.pens, font).decode()
