"""The cover of an evening and its invitation: what they say, that they have room, and that they give nothing away."""

import shlex
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import languages
from mapkit.model.map import Map
from mapkit.model.settings import BadSetting
from mapkit.paper.options import KEEPERS
from mapkit.paper.packs import PackPages, packed
from mapkit.paper.press import press_of
from mapkit.paper.sheet import Page, Text, extent
from mapkit.study.covers import ShellLines, line_again, with_cover
from mapkit.study.evenings import Evening, Group, evenings
from mapkit.study.kits import another_map

TYPED = ShellLines(
    "mapkit play 'output/tonight-Friday night/secret-map.toml'", "mapkit tonight --people 4 --seed friday"
)


def offered() -> Iterator[Evening]:
    for game, people, keeper in product(GAMES, (1, 2, 4), KEEPERS):
        try:
            yield evenings(Group(people, 60, keeper=keeper), [game])[0]
        except BadSetting:  # it is no game for so many
            continue


EVENINGS = {f"{each.game}-{each.players}-{each.secret + each.game_master}": each for each in offered()}


@cache
def shown(evening: Evening) -> Map[Any] | None:
    return another_map(evening)


def covered(evening: Evening, language: str, paper: str, sides: int = 2) -> PackPages:
    press = press_of({"paper": paper, "language": language, "ink": "black", "sides": sides})
    map_ = shown(evening)
    assert map_ is not None
    drawn = press.drawn(map_, (*evening.pack.once, *evening.pack.each))
    pages = packed(drawn, evening.pack, evening.players, press.leaf, press.player)
    return with_cover(evening, map_, (20, 45), press, pages, TYPED)


def words(page: Page) -> str:
    return " ".join(mark.text for mark in page.marks if isinstance(mark, Text))


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=EVENINGS)
@pytest.mark.parametrize("language", languages())
def test_a_cover_has_one_leaf_with_five_steps_and_all_of_it_on_the_paper(evening: Evening, language: str) -> None:
    for paper in ("a4", "letter", "a5"):
        cover, back = covered(evening, language, paper).once[0].pages
        inside = cover.paper.inside.inset(-0.5)
        assert all(inside.holds(extent(mark)) for page in (cover, back) for mark in page.marks), paper
        found = [mark.text for mark in cover.marks if isinstance(mark, Text)]
        assert [text for text in found if text in "12345"][:5] == [*"12345"]
        assert shlex.split(TYPED.again)[-1] in words(cover) + words(back)
        assert paper == "a5" or back.marks == ()


@pytest.mark.parametrize("sides", [1, 2])
def test_the_cover_names_the_parts_of_the_pile_in_their_order_and_for_whom_they_are(sides: int) -> None:
    evening = next(each for each in EVENINGS.values() if each.game == "dungeon" and each.game_master)
    pages = covered(evening, "en", "a4", sides)
    text, rows = words(pages.once[0].pages[0]), []
    for part in pages.once:
        number, shared = len(part.pages) // sides, {"level", "counters"} & {*part.sheets}
        leaves = f"{number} leaf" if number == 1 else f"{number} leaves"
        rows.append(f"{part.pages[0].kind} {leaves} {'for the table' if shared else 'for the game master'}")
    rows.append(f"{len(pages.sets)} × {len(pages.sets[0].pages) // sides} leaves one for each player")
    at = [text.index(row) for row in rows]
    assert at == sorted(at)


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=EVENINGS)
def test_a_cover_is_secret_where_its_line_gives_the_map(evening: Evening) -> None:
    cover = covered(evening, "en", "letter").once[0]
    assert cover.secret == evening.game_master
    assert ("SECRET" in words(cover.pages[0])) == evening.game_master


def test_the_line_that_makes_an_evening_again_names_what_is_not_usual() -> None:
    printing = {"paper": "letter", "language": "ru", "big": True, "margin": None, "ink": "colour", "sides": 2}
    line = line_again(Group(4, 60, "some", "mapkit"), "dungeon", "Friday night", printing=printing)
    assert shlex.split(line) == shlex.split(
        "mapkit tonight --people 4 --minutes 60 --game dungeon --experience some --keeper mapkit --paper letter "
        "--lang ru --big --seed 'Friday night'"
    )
    assert (
        line_again(Group(2, 30), "quoridor", "", printing={})
        == "mapkit tonight --people 2 --minutes 30 --game quoridor"
    )
