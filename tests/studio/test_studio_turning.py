"""Maps that are mirrored and turned in the studio: twice, and four times, is as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import document, writer
from mapkit.model.grid import borders
from mapkit.studio.edits import Gesture, edited
from mapkit.studio.places import spot_name
from mapkit.studio.settings_panel import mirrored, turned
from mapkit.studio.tools import BadStroke, tools


def begun(game: str, size: str) -> document.Document:
    """An empty map with a comment."""
    board = GAMES[game].design.board.read(size)
    text = writer.blank(GAMES[game], maps.params(GAMES[game], "default", board, {}))
    return maps.read(("# mine\n" + text).encode(), "map.toml")


@pytest.mark.parametrize(("game", "size"), [("treasures", "3x2"), ("labyrinth", "3x2x2")])
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_mirrored_twice_and_turned_four_times_a_map_is_as_it_was(game: str, size: str, data: st.DataObject) -> None:
    read = begun(game, size)
    grid = read.map.params.grid
    spots = st.sampled_from([*grid.cells(), *map(spot_name, borders(grid))])
    for _ in range(4):
        tool = data.draw(st.sampled_from([tool.name for tool in tools(read.map)]))
        try:
            read = edited(read, Gesture(tool, tuple(data.draw(st.lists(spots, max_size=3)))))
        except BadStroke:
            continue
    assert mirrored(mirrored(read)).map == read.map
    assert turned(turned(turned(turned(read)))).map == read.map
    assert mirrored(turned(mirrored(turned(read)))).map == read.map
    assert turned(read).text.startswith("# mine\n")


def test_rivers_and_exits_turn_with_the_map() -> None:
    read = edited(begun("treasures", "3x2"), Gesture("cell flows", ("a1", "b1")))
    read = edited(read, Gesture("border exit", ("a1|W",)))
    marks = {spot_name(place): mark for place, mark in turned(read).map.facts}
    assert marks == {"a3": "flows S", "a2": "flows S", "a3|N": "exit"}
    assert dict(mirrored(read).map.kinds) == {"c1": "flows W", "b1": "flows W"}


@given(data=st.data())
@settings(max_examples=5, deadline=None)
def test_hexes_mirrored_twice_and_turned_six_times_are_as_they_were(data: st.DataObject) -> None:
    read = begun("dungeon", "2x2")
    cells = st.sampled_from(read.map.params.grid.cells())
    for tool in ("cell pool", "cell chest", "cell pit"):
        read = edited(read, Gesture(tool, tuple(data.draw(st.lists(cells, min_size=1, max_size=3)))))
    assert mirrored(mirrored(read)).map == read.map
    assert turned(turned(turned(turned(turned(turned(read)))))).map == read.map
    assert mirrored(turned(mirrored(turned(read)))).map == read.map


def test_hexes_turn_by_a_sixth() -> None:
    read = edited(begun("dungeon", "2"), Gesture("cell pool", ("c5", "d5")))
    assert dict(turned(read).map.kinds) == {"a3": "pool", "b4": "pool"}
    assert dict(mirrored(read).map.kinds) == {"c1": "pool", "d2": "pool"}


@pytest.mark.parametrize(("game", "size"), [("quoridor", "5"), ("minoqaur", "2")])
def test_a_board_that_cannot_be_turned_says_why(game: str, size: str) -> None:
    with pytest.raises(BadStroke, match="their rules say which side is which"):
        turned(begun(game, size))
