"""The default sheets, for a game that draws none itself: they show everything, whatever its legend and its rules."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.design import BorderGlyphs
from mapkit.model.grid import natural
from mapkit.model.map import Map
from mapkit.model.message import noun
from mapkit.model.rule import has
from mapkit.paper.default_sheets import default_paper
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import PAPERS, Box, Text, extent
from tests.drawings import drawn
from tests.sheet_measures import words

BARE = ("treasures", "dungeon")
"""Games on squares and on hexes that print by their legend here."""


@cache
def made(game: str) -> Map[Any]:
    return maps.generate(game, "sheets", preset="small")


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("game", BARE)
def test_everything_drawn_on_the_map_is_on_the_paper(game: str, paper: Any) -> None:
    printed = default_paper(GAMES[game])
    map_, edition = made(game), Edition(paper)
    public = [sheet for each in printed.public.values() for sheet in each(map_.public, edition)]
    for sheet in (*printed.secret["gm"](map_, edition), *public):
        boxes = [extent(mark) for mark in sheet.marks]
        assert min(min(box.x, box.y) for box in boxes) >= 0
        assert max(box.right for box in boxes) <= paper.width
        assert max(box.bottom for box in boxes) <= paper.height


@pytest.mark.parametrize("game", BARE)
def test_the_legend_tells_each_kind_with_its_cells(game: str) -> None:
    map_ = made(game)
    told = " ".join(words(default_paper(map_.game).secret["gm"](map_, Edition(PAPERS["a4"]))))
    legend = map_.game.design.legend(map_.params)
    for mark in {*map_.kinds.values()} - {next(iter(legend.marks.values()))}:
        cells = sorted((cell for cell in map_.kinds if map_.kinds[cell] == mark), key=natural)
        assert legend.words[mark].casefold() in told.casefold()
        assert ", ".join(cells) in told or len(cells) > 5


@pytest.mark.parametrize("game", BARE)
def test_the_card_has_every_rule_in_force(game: str) -> None:
    map_ = made(game)
    told = words(default_paper(map_.game).public["card"](map_.public, Edition(PAPERS["a4"], numbers=True)))
    assert {rule.number for rule in map_.game.design.rules if rule.applies(map_.params)} <= set(told)


@pytest.mark.parametrize("game", BARE)
def test_a_player_draws_on_an_empty_board_with_a_key(game: str) -> None:
    map_ = made(game)
    told = words(default_paper(map_.game).public["player"](map_.public, Edition(PAPERS["a4"])))
    legend = map_.game.design.legend(map_.params)
    assert map_.game.title in told
    assert {legend.words[mark] for mark in legend.cells.values()} <= set(told)
    assert "SECRET" not in told


def test_a_border_without_a_picture_has_the_sign_of_its_drawing() -> None:
    hall = drawn("+---+---+\n| . | .\n+   +   +\n| .   T |\n+---+---+")
    legend = hall.game.design.legend(hall.params)
    hedge = BorderGlyphs("hedge", "~~~", "}")
    thorns = noun("hedge of thorns that grow into the sky")
    hedged = replace(legend, lines=(*legend.lines, hedge), words={**legend.words, "hedge": thorns})
    game = replace(hall.game, design=replace(hall.game.design, legend=lambda _: hedged))
    grown = {has(fact.place, "hedge") if fact.mark == "wall" else fact for fact in hall.facts}
    map_ = replace(hall, game=game, facts=frozenset(grown))
    told = words(default_paper(game).secret["gm"](map_, Edition(PAPERS["a4"])))
    assert told.count("~~~") == 2
    assert "hedge of thorns that grow into the sky × 1" in " ".join(told)


@pytest.mark.parametrize("game", BARE)
def test_the_board_alone_has_every_letter_and_no_page(game: str) -> None:
    map_, edition = made(game), Edition(PAPERS["a4"])
    board = default_paper(map_.game).board
    assert board is not None
    assert board.secret
    ((_, marks),) = board.floors(map_, edition, Box(0, 0, 140, 140))
    told = [mark.text for mark in marks if isinstance(mark, Text)]
    kinds = [
        kind for kind in map_.kinds.values() if kind != next(iter(map_.game.design.legend(map_.params).marks.values()))
    ]
    assert len(told) >= len(kinds)
    assert "SECRET" not in told
    boxes = [extent(mark) for mark in marks]
    assert min(min(box.x, box.y) for box in boxes) >= 0
    assert max(max(box.right, box.bottom) for box in boxes) <= 140
