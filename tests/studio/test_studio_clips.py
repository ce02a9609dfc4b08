"""What a person does with pieces of a board: filling them, picking their tools, copying, cutting and pasting them."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import document
from mapkit.model import symmetry
from mapkit.model.grid import border, borders
from mapkit.model.rule import Fact
from mapkit.studio.actions import act
from mapkit.studio.clips import cleared, copied, moved, pasted, reshaped
from mapkit.studio.desk import Desk
from mapkit.studio.edits import Gesture, edited, new_faults, redrawn, spots_named, tool_there
from mapkit.studio.places import spot_name
from mapkit.studio.settings_panel import WrongFields, changed, fields, map_reshaped
from mapkit.studio.tools import BadStroke, numbered, tools
from tests.studio.desks import blank


def drawn(game: str, size: str, *gestures: tuple[str, str]) -> document.Document:
    """An empty map after gestures, each a tool and the names of spots."""
    read = maps.read(("# mine\n" + blank(game, size)).encode(), "map.toml")
    for tool, path in gestures:
        read = edited(read, Gesture(tool, tuple(path.split())))
    return read


def marks(read: document.Document) -> set[str]:
    """The names of places, each with its mark."""
    return {f"{spot_name(place)} {mark}" for place, mark in read.map.facts}


# --- filling -----------------------------------------------------------------------------------------------------


def test_a_region_is_filled_up_to_walls_and_to_other_marks() -> None:
    read = drawn("treasures", "4x2", ("border wall", "a2|E a1|E"), ("cell treasure", "d2"))
    filled = edited(read, Gesture("cell marsh", ("b1",), "fill"))
    assert {cell for cell, mark in filled.map.kinds.items() if mark == "marsh"} == {"b1", "b2", "c1", "c2", "d1"}
    again = edited(filled, Gesture("eraser", ("c2",), "fill"))
    assert dict(again.map.kinds) == {"d2": "treasure"}
    assert filled.text.startswith("# mine\n")


def test_hexes_and_modules_are_filled_on_their_own_floor() -> None:
    hexes = edited(
        drawn("dungeon", "2x2", ("cell pool", "c1/1 c2/1 c3/1 c4/1 c5/1")), Gesture("cell pit", ("a1/1",), "fill")
    )
    assert {cell[0] for cell, mark in hexes.map.kinds.items() if mark == "pit"} == {"a", "b"}
    assert all(cell.endswith("/1") for cell in hexes.map.kinds)
    modules = edited(drawn("minoqaur", "2"), Gesture("cell dark", ("a1",), "fill"))
    assert len(modules.map.kinds) == 25 * 25


def test_only_what_makes_cells_alike_fills() -> None:
    for tool in ("border wall", "cell flows", "cell A*"):
        with pytest.raises(BadStroke, match="a region is filled with a kind of cell or with the eraser, not with"):
            edited(drawn("treasures", "3x2"), Gesture(tool, ("a1",), "fill"))
    with pytest.raises(BadStroke, match="point at a cell of the region"):
        edited(drawn("treasures", "3x2"), Gesture("cell marsh", ("a1|E",), "fill"))


# --- picking -----------------------------------------------------------------------------------------------------


def test_the_tool_of_what_is_there_is_picked() -> None:
    read = drawn(
        "labyrinth", "3x2x2",
        ("border door window*", "a1/1 b1/1"), ("cell flows", "a2/1 b2/1"), ("cell W*", "c1/1"),
        ("border wall", "b1/1|E"),
        ("list starts", "a2/1"), ("list holes", "a1/1"), ("border exit", "a1/1|W"),
    )  # fmt: skip

    def there(*path: str, chosen: str = "") -> str:
        return tool_there(read.map, spots_named(read.map, path), chosen)

    assert there("a1/1|E") == "border door window*"
    assert (there("b2/1"), there("c1/1"), there("a1/1")) == ("cell flows", "cell W*", "list holes")
    assert (there("b1/1|E"), there("a1/1|W")) == ("border wall", "border exit")
    assert (there("a2/1"), there("a2/1", chosen="list starts")) == ("list starts", "cell flows")
    assert there("c2/1|S", "b2/1") == "cell flows"
    with pytest.raises(BadStroke, match="no tool to take"):
        there("c2/2")


def test_bars_are_picked_at_their_corner_with_their_owner() -> None:
    read = drawn("quoridor", "5", ("list h S", "b2+across"), ("list walls", "c3+upright"), ("list pawn 1", "b2"))
    assert marks(read) == {"b2 pawn 1", "b2 h S", "c3 v"}
    there = [tool_there(read.map, spots_named(read.map, [name])) for name in ("b2+across", "c3+upright", "b2")]
    assert there == ["list h S", "list walls", "list pawn 1"]


def test_a_wall_gets_an_owner_and_a_file_holds_it() -> None:
    read = drawn("quoridor", "5", ("list walls", "b2+across"), ("list h N", "b2+across"))
    assert marks(read) == {"b2 h N"}
    assert 'walls = "b2h:N"' in read.text
    assert marks(edited(read, Gesture("list h N", ("b2+across",)))) == set()


# --- copying, cutting and pasting --------------------------------------------------------------------------------


def test_a_room_is_copied_with_its_walls() -> None:
    read = drawn(
        "treasures", "5x3", ("cell treasure", "a3"), ("cell flows", "b3 b2"), ("border wall", "a3|S b3|E a3|E")
    )
    now, left_out = pasted(read, copied(read.map, ("a3", "b3", "a2", "b2")), "c2")
    assert left_out == ()
    assert marks(now) == marks(read) | {
        "c2 treasure", "d2 flows S", "d1 flows S", "c1|N wall", "c2|E wall", "d2|E wall",
    }  # fmt: skip
    assert now.text.startswith("# mine\n")


def test_a_blank_cell_of_a_copy_leaves_what_is_there_and_walls_inside_go() -> None:
    read = drawn("treasures", "4x2", ("cell marsh", "c1 d1"), ("border wall", "c1|E"), ("cell treasure", "b1"))
    now = pasted(read, copied(read.map, ("a1", "b1")), "c1")[0]
    assert marks(now) == {"b1 treasure", "c1 marsh", "d1 treasure"}


def test_what_does_not_fit_is_told_and_numbered_things_get_the_next_number() -> None:
    read = drawn("treasures", "4x2", ("cell A*", "a2"), ("cell marsh", "b2"), ("border exit", "a2|W"))
    clip = copied(read.map, ("a2", "b2"))
    now, left_out = pasted(read, clip, "d1")
    assert marks(now) == marks(read) | {"d1 A2"}
    assert left_out == (
        "1 cell of the copy would lie beyond the board.",
        "exit: there is no outer wall where it would be.",
    )
    assert marks(pasted(now, clip, "c2")[0]) == marks(now) | {"c2 B1", "d2 marsh"}


def test_a_whole_set_that_is_copied_is_a_set_of_its_own_and_a_chain_goes_on_in_its_order() -> None:
    read = drawn("treasures", "12x2", ("cell A*", "b2 a2"))
    now = pasted(read, copied(read.map, ("a2", "b2")), "c2")[0]
    assert marks(now) - marks(read) == {"d2 B1", "c2 B2"}
    chain = drawn("labyrinth", "8x2", ("cell W*", "c2 a2 b2"))
    now = pasted(chain, copied(chain.map, ("a2", "b2", "c2")), "e2")[0]
    assert marks(now) - marks(chain) == {"g2 W4", "e2 W5", "f2 W6"}
    every = [mark for some in numbered(read.map.game.design.legend(read.map.params)).values() for mark in some]
    wide = maps.read(blank("treasures", "32x2").encode(), "map.toml")
    cells = wide.map.params.grid.cells()
    full = redrawn(wide, replace(wide.map, facts=frozenset(map(Fact, cells, every))))
    now, left_out = pasted(full, copied(full.map, cells[:1]), cells[len(every)])
    assert (marks(now), left_out) == (marks(full), ("A1 and A2 are all on the board.",))


def test_pawns_move_starts_follow_and_bars_stay_on_the_board() -> None:
    read = drawn("quoridor", "5", ("list pawn 1", "c1"), ("list pawn 2", "c5"), ("list walls", "c1+across"))
    now, left_out = pasted(read, copied(read.map, ("c1", "d1")), "e2")
    assert marks(now) == {"e2 pawn 1", "c5 pawn 2", "c1 h"}
    assert left_out[-1] == "wall: it would lie beyond the board."
    starts = drawn("labyrinth", "3x2x2", ("list starts", "a1/1"), ("list holes", "a1/1"), ("cell swamp", "a1/1"))
    clip = copied(starts.map, ("a1/1",))
    there = marks(pasted(starts, clip, "b1/1")[0])
    assert there == marks(starts) | {"b1/1|U hole", "b1/1 swamp", "b1/1 start 2"}
    above, left_out = pasted(starts, clip, "b1/2")
    assert left_out == ("hole: nothing is above the cell where it would be.",)
    assert above.map.kinds["b1/2"] == "swamp"


def test_hexes_are_cut_and_pasted_in_their_shape() -> None:
    read = drawn("dungeon", "2", ("cell pool", "c1 c2"), ("cell chest", "d2"))
    clip, cut = copied(read.map, ("d2", "c1", "c2")), cleared(read, ("d2", "c1", "c2"))
    assert clip.cells[0] == "d2"
    assert cut.map.kinds == {}
    assert marks(pasted(cut, clip, "c3")[0]) == {"c3 chest", "b2 pool", "b3 pool"}
    over, left_out = pasted(cut, clip, "a1")
    assert (marks(over), left_out) == (
        {"a1 chest"},
        ("2 cells of the copy would lie beyond the board.",),
    )


def test_at_the_desk_a_copy_outlives_what_it_came_from() -> None:
    desk = Desk(Path("map.toml"), drawn("treasures", "4x2", ("cell treasure", "a1")).text, None)
    assert act(desk, {"do": "paste", "at": "a1"})["refused"].startswith("nothing is copied yet")
    assert act(desk, {"do": "copy", "cells": []})["refused"].startswith("nothing is selected")
    answer = act(desk, {"do": "cut", "cells": ["a1", "a2"]})
    assert answer["clip"] == {"cells": [[0, 0, 0, ""], [0, 1, 0, "treasure"]], "lines": []}
    assert answer["words"] == {}
    assert act(desk, {"do": "paste", "at": "c2"})["words"] == {"c1": "treasure"}
    desk.undo()
    desk.undo()
    assert desk.document.map.kinds["a1"] == "treasure"
    assert act(desk, {"do": "paste", "at": "nowhere"})["refused"].startswith("choose the cell")
    desk.write(drawn("quoridor", "5").text)
    assert "the copy is of a map of Treasures" in act(desk, {"do": "paste", "at": "a1"})["refused"]


# --- moving, mirroring and turning a part ------------------------------------------------------------------------


def test_a_room_moves_with_its_walls_and_what_is_numbered_and_listed_stays_as_it_is() -> None:
    read = drawn(
        "labyrinth", "4x2x2",
        ("cell W*", "b2/1 a2/1"), ("list starts", "a2/1 d1/1 b2/1"), ("list holes", "a2/1"),
        ("border wall", "a2/1|S b2/1|E a1/1|E"),
    )  # fmt: skip
    part = moved(read, ("a2/1", "b2/1"), "a2/1", "b1/1")
    assert (part.cells, part.left) == (("b1/1", "c1/1"), ())
    assert marks(part.document) == {
        "c1/1 W1", "b1/1 W2", "b1/1 start 1", "d1/1 start 2", "c1/1 start 3", "b1/1|U hole", "c1/1|E wall",
        "a1/1|N wall", "a1/1|E wall",
    }  # fmt: skip
    there = moved(read, ("a2/1", "b2/1"), "a2/1", "c2/1")
    assert marks(moved(there.document, there.cells, "d2/1", "b2/1").document) == marks(read)
    over = moved(read, ("a2/1",), "a2/1", "d1/1").document
    assert [mark for mark in sorted(marks(over)) if "start" in mark] == ["b2/1 start 2", "d1/1 start 1"]
    assert over.text.startswith("# mine\n")


def test_what_has_no_place_elsewhere_stays_and_nothing_leaves_the_board() -> None:
    read = drawn("treasures", "4x2", ("cell treasure", "a2"), ("border exit", "a2|W"))
    part = moved(read, ("a2",), "a2", "c1")
    assert marks(part.document) == {"c1 treasure", "a2|W exit"}
    assert part.left == ("exit: there is no outer wall where it would be.",)
    assert marks(moved(read, ("a2",), "a2", "a1").document) == {"a1 treasure", "a1|W exit"}
    with pytest.raises(BadStroke, match="1 cell would lie beyond the board"):
        moved(read, ("a2", "b2"), "a2", "d2")
    with pytest.raises(BadStroke, match="no room on the board when it is turned"):
        reshaped(read, ("a2", "b2", "c2"), symmetry.turned)


def test_a_part_that_would_leave_the_board_when_it_is_turned_lies_beside_its_place() -> None:
    read = drawn("treasures", "4x3", ("cell flows", "a3 b3 c3"))
    part = reshaped(read, ("a3", "b3", "c3"), symmetry.turned)
    assert marks(part.document) == {"b3 flows S", "b2 flows S", "b1 flows S"}
    assert part.cells == ("b3", "b2", "b1")


def test_pawns_and_bars_turn_with_a_part() -> None:
    read = drawn(
        "quoridor",
        "5",
        ("list pawn 1", "e5"),
        ("list pawn 2", "b2"),
        ("list h S", "b2+across"),
        ("list walls", "c2+upright"),
    )
    part = reshaped(read, ("b2", "c2", "b3", "c3"), symmetry.turned)
    assert marks(part.document) == {"e5 pawn 1", "b3 pawn 2", "b2 v S", "b1 h"}
    back = reshaped(part.document, part.cells, symmetry.mirrored).document
    assert marks(back) == {"e5 pawn 1", "c3 pawn 2", "b2 v S", "b1 h"}


TURNS = {"treasures": ("6x5", 4), "labyrinth": ("5x4x2", 4), "dungeon": ("4x2", 6)}


@pytest.mark.parametrize("game", TURNS)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_a_part_turned_all_round_or_moved_and_brought_back_is_as_it_was(game: str, data: st.DataObject) -> None:
    size, turns = TURNS[game]
    read = drawn(game, size)
    grid = read.map.params.grid
    inner = {"treasures": "c4 c3 d3", "labyrinth": "c3/1 c2/1 c3/2", "dungeon": "e5/1 d4/1 f5/1"}[game].split()
    names = data.draw(st.lists(st.sampled_from(inner), min_size=1, unique=True))
    names = names if turns == 4 or len(names) != 2 else [*names[:1]]  # two hexes have no middle to turn about
    spots = [*names, *(spot_name(border(grid, cell, way)) for cell in names for way in grid.directions)]
    for _ in range(4):
        tool = data.draw(st.sampled_from([tool.name for tool in tools(read.map)]))
        try:
            read = edited(read, Gesture(tool, tuple(data.draw(st.lists(st.sampled_from(spots), max_size=3)))))
        except BadStroke:
            continue
    now, cells = read, tuple(names)
    for _ in range(turns):
        now, cells, left = reshaped(now, cells, symmetry.turned)
        assert left == ()
    assert (marks(now), set(cells)) == (marks(read), set(names))
    for _ in range(2):
        now, cells, _ = reshaped(now, cells, symmetry.mirrored)
    assert (marks(now), set(cells)) == (marks(read), set(names))
    way = data.draw(st.sampled_from(grid.directions))
    if all((there := grid.step(cell, way)) and grid.step(there, way) for cell in names):  # its walls stay inner ones
        then, cells, left = moved(read, names, names[0], str(grid.step(names[0], way)))
        if len(then.map.facts) == len(read.map.facts) and not left:
            assert marks(moved(then, cells, str(grid.step(names[0], way)), names[0]).document) == marks(read)


def test_at_the_desk_a_part_moves_and_a_copy_turns_in_one_step() -> None:
    desk = Desk(Path("map.toml"), drawn("treasures", "4x3", ("cell flows", "b3 b2")).text, None)
    assert act(desk, {"do": "turn", "copy": True})["refused"].startswith("nothing is copied yet")
    assert act(desk, {"do": "move", "cells": ["b3", "b2"], "from": "b2", "to": "c2"})["cells"] == ("c3", "c2")
    assert act(desk, {"do": "turn", "cells": ["c3", "c2"]})["cells"] == ("c2", "d2")
    assert marks(desk.document) == {"c2 flows W", "d2 flows W"}
    desk.undo()
    desk.undo()
    act(desk, {"do": "copy", "cells": ["b3", "b2"]})
    assert act(desk, {"do": "turn", "copy": True})["clip"]["cells"] == [[0, 0, 0, "flows W"], [1, 0, 0, "flows W"]]
    act(desk, {"do": "paste", "at": "c1"})
    assert marks(desk.document) == {"b3 flows S", "b2 flows S", "c1 flows W", "d1 flows W"}
    assert act(desk, {"do": "move", "cells": ["c1"], "from": "c1", "to": "nowhere"})["refused"].startswith("choose the")


# --- what a stroke would bring -----------------------------------------------------------------------------------


def test_an_illegal_wall_says_why_before_it_is_dropped() -> None:
    read = drawn("quoridor", "5", ("list pawn 1", "c1"), ("list pawn 2", "c5"), ("list walls", "a1+across c1+across"))
    assert new_faults(read, Gesture("list walls", ("a1+across",))) == ()
    crossing = new_faults(read, Gesture("list walls", ("b1+across",)))
    assert crossing[0].rule.number.startswith("QC-")
    desk = Desk(Path("map.toml"), read.text, None)
    found = act(desk, {"do": "foresee", "tool": "list walls", "path": ["b1+across"]})["foreseen"]
    assert found[0].startswith("QC-")
    assert desk.text == read.text
    laid = {"do": "draw", "tool": "list walls", "path": ["b1+across"]}
    assert act(desk, {**laid, "careful": True})["foreseen"] == found
    assert desk.text == read.text
    assert act(desk, laid)["words"]["b1"] == "wall"
    assert act(desk, {"do": "pick", "path": ["a1+across"]})["picked"] == "list walls"


# Maps that are mirrored and turned in the studio: twice, and four times, is as it was

mirrored, turned = (partial(map_reshaped, how=how) for how in (symmetry.mirrored, symmetry.turned))


@pytest.mark.parametrize(("game", "size"), [("treasures", "3x2"), ("labyrinth", "3x2x2")])
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_mirrored_twice_and_turned_four_times_a_map_is_as_it_was(game: str, size: str, data: st.DataObject) -> None:
    read = drawn(game, size)
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
    read = drawn("treasures", "3x2", ("cell flows", "a1 b1"), ("border exit", "a1|W"))
    assert marks(turned(read)) == {"a3 flows S", "a2 flows S", "a3|N exit"}
    assert dict(mirrored(read).map.kinds) == {"c1": "flows W", "b1": "flows W"}


@given(data=st.data())
@settings(max_examples=5, deadline=None)
def test_hexes_mirrored_twice_and_turned_six_times_are_as_they_were(data: st.DataObject) -> None:
    read = drawn("dungeon", "2x2")
    cells = st.sampled_from(read.map.params.grid.cells())
    for tool in ("cell pool", "cell chest", "cell pit"):
        read = edited(read, Gesture(tool, tuple(data.draw(st.lists(cells, min_size=1, max_size=3)))))
    assert mirrored(mirrored(read)).map == read.map
    assert turned(turned(turned(turned(turned(turned(read)))))).map == read.map
    assert mirrored(turned(mirrored(turned(read)))).map == read.map


def test_hexes_turn_by_a_sixth() -> None:
    read = drawn("dungeon", "2", ("cell pool", "c5 d5"))
    assert dict(turned(read).map.kinds) == {"a3": "pool", "b4": "pool"}
    assert dict(mirrored(read).map.kinds) == {"c1": "pool", "d2": "pool"}


@pytest.mark.parametrize(("game", "size"), [("quoridor", "5"), ("minoqaur", "2")])
def test_a_board_that_cannot_be_turned_says_why(game: str, size: str) -> None:
    with pytest.raises(BadStroke, match="their rules say which side is which"):
        turned(drawn(game, size))


# The panel of the studio: title, preset, size and settings are changed in the text, with the errors of map files


SIZES = {"treasures": ("4x3", "3x4"), "labyrinth": ("3x2x2", "4x3"), "quoridor": ("5", "7"), "dungeon": ("2", "3")}


def test_values_change_in_their_places_and_nothing_else_does() -> None:
    read = drawn("treasures", "4x3")
    now = changed(read, {"title": 'Our "first"', "walls": "3", "river": "2-4", "bends": "0"})
    old, new = read.text.splitlines(), now.text.splitlines()
    assert [line for line in new if line not in old] == [
        'title = "Our \\"first\\""',
        "bends = 0",
        next(line for line in new if line.startswith('river = "2-4"')),
        next(line for line in new if line.startswith("walls = 3 ")),
    ]
    assert "# Inner walls" in next(line for line in new if line.startswith("walls = 3 "))
    shown = {field["name"]: field["value"] for field in fields(now)}
    assert (shown["title"], shown["walls"], shown["river"], shown["safe"]) == ('Our "first"', "3", "2-4", "any")
    assert "# walls = 3" in changed(now, {"walls": ""}).text


def test_all_that_is_wrong_is_said_at_once_beside_its_field() -> None:
    read = drawn("treasures", "4x3")
    with pytest.raises(WrongFields) as wrong:
        changed(read, {"title": "x" * 101, "preset": "no-such", "size": "900", "walls": "many", "players": "-1"})
    said = wrong.value.sentences
    assert set(said) == {"title", "preset", "size", "walls", "players"}
    assert said["title"] == "the title has 101 characters; 100 are the most"
    assert said["walls"].startswith("walls is 'many'; it takes a whole number")
    assert said["size"].startswith("size is '900'; it takes columns x rows")


def test_another_preset_brings_its_settings_and_as_drawn_takes_them_away() -> None:
    read = drawn("treasures", "8x8")
    name = next(preset.name for preset in maps.presets("treasures") if preset.name not in ("default", "as-drawn"))
    now = changed(read, {"preset": name})
    expected = maps.params(GAMES["treasures"], name, now.map.params.grid, {})
    written = [field["name"] for field in fields(read)[3:] if field["value"]]
    assert len(written) > 5
    assert [getattr(now.map.params, each) for each in written] == [getattr(expected, each) for each in written]
    assert changed(read, {"preset": "as-drawn"}).map.preset == "as-drawn"


def test_another_preset_brings_its_size_while_nothing_is_drawn() -> None:
    """Issue 48: *large*, of 12 x 12 tiles, left an empty board at 8 x 8."""
    read = drawn("treasures", "8x8")
    assert str(changed(read, {"preset": "large"}).map.params.grid) == "12x12"
    assert str(changed(read, {"preset": "large", "size": "9x9"}).map.params.grid) == "9x9"
    other = changed(read, {"size": "9x9"})
    assert str(changed(other, {"preset": "large"}).map.params.grid) == "9x9"
    begun = edited(read, Gesture("border wall", ("a1|N",)))
    assert str(changed(begun, {"preset": "large"}).map.params.grid) == "8x8"


def test_a_dungeon_gets_the_levels_that_its_settings_ask_for() -> None:
    """Issue 48: where three levels were asked for, the panel said that one was drawn, and had no way to draw more."""
    read = edited(drawn("dungeon", "2"), Gesture("cell rope", ("c3",)))
    assert str(changed(read, {"preset": "ahead"}).map.params.grid) == "2x6"
    three = changed(read, {"levels": "3"})
    assert str(three.map.params.grid) == "2x3"
    assert three.text.count("\nlevels = 3 ") == three.text.count("\nlevels = ") == 1
    two = changed(changed(three, {"levels": "2"}), {"size": "3"})
    assert (str(two.map.params.grid), dict(two.map.kinds)) == ("3x2", {"d4/1": "rope"})
    assert str(changed(two, {"preset": "ahead"}).map.params.grid) == "3x6"
    with pytest.raises(WrongFields, match="levels is 9; the most is 8"):
        changed(read, {"levels": "9"})


@pytest.mark.parametrize("game", SIZES)
def test_what_fits_stays_when_the_board_gets_another_size(game: str) -> None:
    small, large = SIZES[game]
    read = drawn(game, small)
    stroke = {
        "treasures": Gesture("border wall", ("a1|N", "a1|W")),
        "labyrinth": Gesture("list starts", ("a1/1",)),
        "quoridor": Gesture("list pawn 1", ("a1",)),
        "dungeon": Gesture(tools(read.map)[1].name, ("c3",)),
    }
    before = edited(read, stroke[game])
    now = changed(before, {"size": large})
    assert str(now.map.params.grid) in (large, f"{large}x{large}")
    assert len(now.map.facts) == len(before.map.facts)
    assert now.text.startswith("# mine\n")
    assert changed(now, {"size": small}).map.facts == before.map.facts


def test_a_file_whose_game_the_command_says_gets_a_title() -> None:
    lines = [
        line for line in drawn("treasures", "4x3").text.splitlines() if not line.startswith(("game", "title", "preset"))
    ]
    read = maps.read("\n".join(lines).encode(), "map.toml", game="treasures")
    now = changed(changed(read, {"title": "Ours"}), {"size": "5x4"})
    assert (now.map.title, str(now.map.params.grid)) == ("Ours", "5x4")
    assert "game =" not in now.text
    assert "# mine" in now.text
