"""The game master's screen: folded in three, what to say inside, and nothing secret on the side to the players."""

from dataclasses import replace
from typing import Any

import pytest

import mapkit
from mapkit.model.map import Map
from mapkit.paper.drawing import BODY, LEADING, paragraph
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.screen import PANELS
from mapkit.paper.sheet import LETTER, Ink, Page, Text
from tests.paper.test_sheet import ON_A4, faults
from tests.sheet_measures import highest_band, prose

GAMES = {"treasures": "small", "labyrinth": "basic", "dungeon": "default"}


def screen(map_: Map[Any], edition: Edition) -> tuple[Page, ...]:
    return paper_of(map_.game).secret["screen"](map_, edition)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("edition", [ON_A4, Edition(LETTER, "ru")], ids=["a4", "letter-ru"])
def test_a_screen_is_folded_in_three_and_its_inside_is_secret(game: str, edition: Edition) -> None:
    sheets = screen(mapkit.generate(game, "1", preset=GAMES[game]), edition)
    assert len(sheets) % 2 == 0, "an outside for each inside"
    assert faults(sheets) == []
    for number, sheet in enumerate(sheets):
        assert sheet.paper.width > sheet.paper.height
        folds = [mark for mark in sheet.marks if getattr(mark, "ink", None) is Ink.FOLD]
        assert len(folds) == PANELS - 1
        assert (edition.words["secret"] in prose((sheet,))) is (number % 2 == 0)


@pytest.mark.parametrize("game", GAMES)
def test_the_side_to_the_players_is_the_same_for_all_maps_of_which_players_know_the_same(game: str) -> None:
    one, other = (mapkit.generate(game, seed, preset=GAMES[game]) for seed in ("1", "2"))
    assert one.facts != other.facts
    assert one.public == other.public
    edition = replace(ON_A4, source="secret-name.toml")
    outside = [screen(sheet, edition)[1] for sheet in (one, other)]
    assert outside[0] == outside[1]
    assert "secret-name" not in prose(outside[:1])


@pytest.mark.parametrize("edition", [ON_A4, Edition(LETTER, "ru")], ids=["a4", "letter-ru"])
def test_the_side_of_dungeons_screen_to_the_players_is_full_and_says_the_aim(edition: Edition) -> None:
    outside = screen(mapkit.generate("dungeon", "1", preset="default"), edition)[1]
    assert highest_band(outside)[1] < 15
    assert "51" in prose((outside,))


@pytest.mark.parametrize("lines", [1, 2, 6, 7, 8, 12, 13])
def test_no_part_of_a_long_text_is_a_single_line(lines: int) -> None:
    parts = [round(part.height / (BODY * LEADING)) for part in paragraph("word " * lines, 11)]
    assert sum(parts) == lines
    assert all(3 <= part <= 6 for part in parts) or lines < 3


def test_the_screen_says_what_the_game_master_says() -> None:
    inside, outside = screen(mapkit.generate("treasures", "1", preset="small"), ON_A4)
    assert "A sinks into a MARSH" in prose((inside,))
    assert "Read aloud" in prose((outside,))


def test_no_word_of_a_narrow_table_is_broken() -> None:
    pages = screen(mapkit.generate("dungeon", "1", preset="additions"), Edition(LETTER, "ru"))
    words = {mark.text for page in pages for mark in page.marks if isinstance(mark, Text)}
    assert {"2 монеты", "Минотавр"} <= words
