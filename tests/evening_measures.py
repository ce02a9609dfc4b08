"""The evenings of `mapkit tonight`, laid out and counted: what a group would miss on its paper.

    python -m tests.evening_measures [GAME ...] [--people 2 3 4 5] [--minutes 30 60 120] [--paper a4 letter a5]
        [--language en ru] [--list]

For all evenings asked for it counts, game by game:

* `rows`: sheets with fewer rows to write in than 95 of 100 games need, with other games than those that `tonight` looks
  at;
* `leaves`: leaves with something to cut up whose other side is printed, and cards whose leaf has a secret page;
* `absent`: lines about what the map does not have;
* `bands`: pages with an empty band over 50 mm across them;
* `type`: pages with type under 8.5 points;
* `starts`: evenings whose players' starts differ by more than 2 turns in their shortest ways to win.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, product
from math import ceil, inf
from typing import NamedTuple

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.analysis import even_starts
from mapkit.model.analysis import Ask
from mapkit.model.settings import BadSetting
from mapkit.paper.options import KEEPERS
from mapkit.paper.press import press_of
from mapkit.paper.sheet import PAPERS, Ink, Page, Text
from mapkit.study.covers import ShellLines
from mapkit.study.evenings import Evening, Group, evenings
from mapkit.study.kits import EveningMap, Kit, kit_of, worth_an_evening
from mapkit.study.simulation import SimulationPlan, percentile, player_kinds, simulate
from tests.sheet_measures import FULL, highest_band
from tests.test_only_what_is_there import THINGS

LEAST_TYPE = 8.5
"""The smallest type on paper, in points."""
FAIR = 2
"""The turns by which the starts of an evening may differ."""
GAMES_PLAYED, MOST_TURNS = 60, 2000
NEGATIVE = {"en": r"There (is|are) no\b|Nobody is ever", "ru": r"^Нет\b|\bнет\.$"}
"""What a player's card says of things that are not there."""


class Finding(NamedTuple):
    """One thing that a group would miss."""

    kind: str
    evening: str
    where: str
    what: str


KINDS = ("rows", "leaves", "absent", "bands", "type", "starts")


class Asked(NamedTuple):
    """An evening, and the minutes that were asked for."""

    evening: Evening
    minutes: int


@cache
def dealt(asked: Asked) -> EveningMap:
    return worth_an_evening(asked.evening, "measured", asked.minutes)


@cache
def kit(asked: Asked, paper: str, language: str) -> Kit:
    typed = ShellLines("mapkit play output/tonight-measured/map.toml", "mapkit tonight --people 4 --seed measured")
    return kit_of(dealt(asked), press_of({"paper": paper, "language": language, "ink": "black"}), typed)


@cache
def turns_of_most_games(asked: Asked) -> float:
    """The turns, of all players together, within which 95 of 100 games on the map of an evening are over."""
    map_ = dealt(asked).map
    kind = asked.evening.stand_in or player_kinds(map_.game)[1]
    plan = SimulationPlan(lambda _: map_, (kind,) * asked.evening.players, "another seed", MOST_TURNS, {})
    return percentile(simulate(plan, GAMES_PLAYED), 95)


# --- rows --------------------------------------------------------------------------------------------------------


def rows(pages: Sequence[Page]) -> int:
    """The highest number at the head of a row."""
    texts = (mark for page in pages for mark in page.marks if isinstance(mark, Text))
    numbers = (mark for mark in texts if mark.anchor == "end" and mark.ink is Ink.QUIET and mark.text.isdigit())
    return max((int(mark.text) for mark in numbers), default=0)


def short_rows(asked: Asked, sheets: Mapping[str, Sequence[Page]]) -> Iterator[Finding]:
    for sheet, pages in sheets.items():
        found = rows(pages)
        if not found:
            continue
        turns = turns_of_most_games(asked)
        needed = turns if turns == inf else ceil(turns / asked.evening.players)
        if found < needed:
            yield Finding("rows", name(asked), sheet, f"{found} of {needed:g} rows")


# --- leaves, words and looks -------------------------------------------------------------------------------------


def ill_backed(asked: Asked, pages: Sequence[Page]) -> Iterator[Finding]:
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        printed = [page for page in (front, back) if page.marks]
        names = [page.name for page in printed]
        if len(printed) == 2 and any(page.cut for page in printed):
            yield Finding("leaves", name(asked), " and ".join(names), "one of them is cut up")
        elif len({page.secret for page in printed}) == 2:
            yield Finding("leaves", name(asked), " and ".join(names), "one of them is secret")


def absent(asked: Asked, language: str) -> tuple[str, ...]:
    """Expressions for the words of what the map of an evening does not have."""
    params, found = dealt(asked).map.params, []
    for thing in THINGS.values():
        if thing["game"] != asked.evening.game or language not in thing or thing["lacks"].get("preset"):
            continue
        known = {key: value for key, value in thing["lacks"].items() if hasattr(params, key)}
        lacking = maps.params(GAMES[asked.evening.game], asked.evening.preset, asked.evening.board, known)
        if all(getattr(params, key) == getattr(lacking, key) for key in known):
            found.append(thing[language])
    return tuple(found)


def about_nothing(asked: Asked, pages: Sequence[Page], language: str) -> Iterator[Finding]:
    expressions = absent(asked, language)
    for page in pages:
        of_card = (NEGATIVE[language],) if page.name.startswith("card") and language in NEGATIVE else ()
        for mark in (mark for mark in page.marks if isinstance(mark, Text)):
            if any(re.search(expression, mark.text) for expression in (*expressions, *of_card)):
                yield Finding("absent", name(asked), page.name, mark.text)


def empty_bands(asked: Asked, pages: Sequence[Page]) -> Iterator[Finding]:
    for page in pages:
        high = highest_band(page)[1] / page.paper.reduced if page.marks else 0.0
        if high > FULL:
            yield Finding("bands", name(asked), page.name, f"{high:.0f} mm")


def small_type(asked: Asked, pages: Sequence[Page]) -> Iterator[Finding]:
    for page in pages:
        sizes = [mark.size / page.paper.reduced * 72 / 25.4 for mark in page.marks if isinstance(mark, Text)]
        if sizes and min(sizes) < LEAST_TYPE:
            yield Finding("type", name(asked), page.name, f"{min(sizes):.1f} points")


def unfair_starts(asked: Asked) -> Iterator[Finding]:
    """The starts that the map lists; in Treasures those of which the game master's sheet and the referee know."""
    made, key = dealt(asked).map, "difference-of-starts"
    study = made.game.study
    if not asked.evening.secret or study is None:
        return
    if asked.evening.game == "treasures":
        pars = even_starts(made).values()
        if len(pars) < asked.evening.players or max(pars) - min(pars) > FAIR:
            yield Finding("starts", name(asked), str(made.params.grid), f"{[*pars]} turns")
        return
    with suppress(BadSetting):  # the game does not measure it
        apart = study.analyse(made, Ask(measures=(key,))).measures[key].value
        if isinstance(apart, int) and apart > FAIR:
            yield Finding("starts", name(asked), str(made.params.grid), f"{apart} turns")


# --- all of it ---------------------------------------------------------------------------------------------------


def name(asked: Asked) -> str:
    board = f" {asked.evening.board}" if asked.evening.board else ""
    keeper = "" if asked.evening.game_master or not asked.evening.secret else ", mapkit"
    return f"{asked.evening.game} {asked.evening.preset}{board}, {asked.evening.players} players{keeper}"


def findings(asked: Asked, paper: str, language: str) -> Iterator[Finding]:
    of_kit = kit(asked, paper, language).pages
    parts = [*of_kit.once, *of_kit.sets[:1]]
    pages = [page for part in parts for page in part.pages]
    sheets: dict[str, list[Page]] = {}
    for page in pages:
        sheets.setdefault(page.name.rpartition("-")[0], []).append(page)
    yield from short_rows(asked, sheets)
    yield from ill_backed(asked, [page for part in chain(*of_kit) for page in part.pages])
    yield from about_nothing(asked, pages, language)
    yield from empty_bands(asked, pages)
    yield from small_type(asked, pages)
    if (paper, language) == ("a4", "en"):
        yield from unfair_starts(asked)


def offered(games: Sequence[str], people: Sequence[int], minutes: Sequence[int]) -> tuple[Asked, ...]:
    """The evenings that groups of so many people with so much time are offered, each once."""
    found = dict[Asked, None]()
    for game, number, time, keeper in product(games, people, minutes, KEEPERS):
        try:
            found[Asked(evenings(Group(number, time, keeper=keeper), [game])[0], time)] = None
        except BadSetting:  # it is no game for so many
            continue
    return tuple(found)


def main() -> None:
    parser = argparse.ArgumentParser(description="Lay out the evenings of `mapkit tonight` and count what they lack.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(GAMES)}; else all")
    parser.add_argument("--people", nargs="*", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--minutes", nargs="*", type=int, default=[30, 60, 120])
    parser.add_argument("--paper", nargs="*", default=["a4", "letter", "a5"], choices=[*PAPERS])
    parser.add_argument("--language", nargs="*", default=["en", "ru"])
    parser.add_argument("--list", action="store_true", help="list all that is found")
    given = parser.parse_args()
    counts, kits, pages = dict[str, Counter[str]](), Counter[str](), Counter[str]()
    for asked in offered(given.games or tuple(GAMES), given.people, given.minutes):
        for paper, language in product(given.paper, given.language):
            of_kit = kit(asked, paper, language).pages
            kits[asked.evening.game] += 1
            pages[asked.evening.game] += sum(len(part.pages) for part in chain(*of_kit))
            for found in findings(asked, paper, language):
                counts.setdefault(asked.evening.game, Counter())[found.kind] += 1
                if given.list:
                    line = f"{found.kind:7} {paper:6} {language}  {found.evening}: {found.where}: {found.what}"
                    sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"{'':10}{'kits':>8}{'pages':>8}" + "".join(f"{kind:>8}" for kind in KINDS) + "\n")
    for game, number in kits.items():
        of_game = counts.get(game, Counter())
        numbers = "".join(f"{of_game[kind]:8}" for kind in KINDS)
        sys.stdout.write(f"{game:10}{number:8}{pages[game]:8}{numbers}\n")


if __name__ == "__main__":
    main()
