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
from typing import Any, NamedTuple

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.analysis import Ask
from mapkit.model.settings import BadSetting
from mapkit.paper.press import press_of
from mapkit.paper.sheet import PAPERS, Ink, Page, Text
from mapkit.study.evenings import KEEPERS, Evening, Group, evenings
from mapkit.study.kits import Kit, kit_of
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


@cache
def kit(evening: Evening, paper: str, language: str) -> Kit:
    return kit_of(evening, press_of({"paper": paper, "language": language, "ink": "black"}), "measured")


@cache
def turns_of_most_games(evening: Evening, paper: str) -> float:
    """The turns, of all players together, within which 95 of 100 games on the map of an evening are over."""
    map_ = kit(evening, paper, "en").map
    kind = player_kinds(map_.game)[-1]
    plan = SimulationPlan(lambda _: map_, (kind,) * evening.players, "another seed", MOST_TURNS, {})
    return percentile(simulate(plan, GAMES_PLAYED), 95)


# --- rows --------------------------------------------------------------------------------------------------------

ROUNDS = {("labyrinth", "player"), ("quoridor", "score"), ("minoqaur", "log"), ("dungeon", "orders")}
"""The sheets that have a row, or a slip, for a turn of each player; others have one for each turn of anybody."""


def rows(sheet: str, pages: Sequence[Page], words: Mapping[str, Any]) -> int:
    """The highest number at the head of a row; of slips their number."""
    texts = [mark for page in pages for mark in page.marks if isinstance(mark, Text)]
    if sheet == "orders":
        return sum(mark.text == words["orders"]["period"] for mark in texts)
    numbers = (mark for mark in texts if mark.anchor == "end" and mark.ink is Ink.QUIET and mark.text.isdigit())
    return max((int(mark.text) for mark in numbers), default=0)


def short_rows(evening: Evening, sheets: Mapping[str, Sequence[Page]], paper: str, language: str) -> Iterator[Finding]:
    words = kit(evening, paper, language).press.wanted.of(evening.game)
    for sheet, pages in sheets.items():
        found = rows(sheet, pages, words)
        if not found:
            continue
        turns = turns_of_most_games(evening, paper)
        rounds = (evening.game, sheet) in ROUNDS
        needed = turns if turns == inf or not rounds else ceil(turns / max(1, evening.players))
        if found < needed:
            yield Finding("rows", name(evening), sheet, f"{found} of {needed:g} rows")


# --- leaves, words and looks -------------------------------------------------------------------------------------


def ill_backed(evening: Evening, pages: Sequence[Page]) -> Iterator[Finding]:
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        printed = [page for page in (front, back) if page.marks]
        names = [page.name for page in printed]
        if len(printed) == 2 and any(page.cut for page in printed):
            yield Finding("leaves", name(evening), " and ".join(names), "one of them is cut up")
        elif len({page.secret for page in printed}) == 2:
            yield Finding("leaves", name(evening), " and ".join(names), "one of them is secret")


def absent(evening: Evening, language: str) -> tuple[str, ...]:
    """Expressions for the words of what the map of an evening does not have."""
    params, found = kit(evening, "a4", language).map.params, []
    for thing in THINGS.values():
        if thing["game"] != evening.game or language not in thing or thing["lacks"].get("preset"):
            continue
        known = {key: value for key, value in thing["lacks"].items() if hasattr(params, key)}
        lacking = maps.params(GAMES[evening.game], evening.preset, evening.board, known)
        if all(getattr(params, key) == getattr(lacking, key) for key in known):
            found.append(thing[language])
    return tuple(found)


def about_nothing(evening: Evening, pages: Sequence[Page], language: str) -> Iterator[Finding]:
    expressions = absent(evening, language)
    for page in pages:
        of_card = (NEGATIVE[language],) if page.name.startswith("card") and language in NEGATIVE else ()
        for mark in (mark for mark in page.marks if isinstance(mark, Text)):
            if any(re.search(expression, mark.text) for expression in (*expressions, *of_card)):
                yield Finding("absent", name(evening), page.name, mark.text)


def empty_bands(evening: Evening, pages: Sequence[Page]) -> Iterator[Finding]:
    for page in pages:
        high = highest_band(page)[1] / page.paper.reduced if page.marks else 0.0
        if high > FULL:
            yield Finding("bands", name(evening), page.name, f"{high:.0f} mm")


def small_type(evening: Evening, pages: Sequence[Page]) -> Iterator[Finding]:
    for page in pages:
        sizes = [mark.size / page.paper.reduced * 72 / 25.4 for mark in page.marks if isinstance(mark, Text)]
        if sizes and min(sizes) < LEAST_TYPE:
            yield Finding("type", name(evening), page.name, f"{min(sizes):.1f} points")


def unfair_starts(evening: Evening) -> Iterator[Finding]:
    """The starts that the map lists, or else all on which players may begin."""
    made, key = kit(evening, "a4", "en").map, "difference-of-starts"
    study = made.game.study
    if not evening.secret or study is None:
        return
    with suppress(BadSetting):  # the game does not measure it
        apart = study.analyse(made, Ask(measures=(key,))).measures[key].value
        if isinstance(apart, int) and apart > FAIR:
            yield Finding("starts", name(evening), str(made.params.grid), f"{apart} turns")


# --- all of it ---------------------------------------------------------------------------------------------------


def name(evening: Evening) -> str:
    board = f" {evening.board}" if evening.board else ""
    keeper = "" if evening.game_master or not evening.secret else ", mapkit"
    return f"{evening.game} {evening.preset}{board}, {evening.players} players{keeper}"


def findings(evening: Evening, paper: str, language: str) -> Iterator[Finding]:
    of_kit = kit(evening, paper, language).pages
    parts = [*of_kit.once, *of_kit.sets[:1]]
    pages = [page for part in parts for page in part.pages]
    sheets: dict[str, list[Page]] = {}
    for page in pages:
        sheets.setdefault(page.name.rpartition("-")[0], []).append(page)
    yield from short_rows(evening, sheets, paper, language)
    yield from ill_backed(evening, [page for part in chain(*of_kit) for page in part.pages])
    yield from about_nothing(evening, pages, language)
    yield from empty_bands(evening, pages)
    yield from small_type(evening, pages)
    if (paper, language) == ("a4", "en"):
        yield from unfair_starts(evening)


def offered(games: Sequence[str], people: Sequence[int], minutes: Sequence[int]) -> tuple[Evening, ...]:
    """The evenings that groups of so many people with so much time are offered, each once."""
    found = dict[Evening, None]()
    for game, number, time, keeper in product(games, people, minutes, KEEPERS):
        try:
            found[evenings(Group(number, time, keeper=keeper), [game])[0]] = None
        except BadSetting:  # it is no game for so many
            continue
    return tuple(found)


def main() -> None:
    asked = argparse.ArgumentParser(description="Lay out the evenings of `mapkit tonight` and count what they lack.")
    asked.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(GAMES)}; else all")
    asked.add_argument("--people", nargs="*", type=int, default=[2, 3, 4, 5])
    asked.add_argument("--minutes", nargs="*", type=int, default=[30, 60, 120])
    asked.add_argument("--paper", nargs="*", default=["a4", "letter", "a5"], choices=[*PAPERS])
    asked.add_argument("--language", nargs="*", default=["en", "ru"])
    asked.add_argument("--list", action="store_true", help="list all that is found")
    given = asked.parse_args()
    counts, kits, pages = dict[str, Counter[str]](), Counter[str](), Counter[str]()
    for evening in offered(given.games or tuple(GAMES), given.people, given.minutes):
        for paper, language in product(given.paper, given.language):
            of_kit = kit(evening, paper, language).pages
            kits[evening.game] += 1
            pages[evening.game] += sum(len(part.pages) for part in chain(*of_kit))
            for found in findings(evening, paper, language):
                counts.setdefault(evening.game, Counter())[found.kind] += 1
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
