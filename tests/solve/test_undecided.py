"""Undecided borders, which a drawer marks: they are told, completed, repaired, and never played (TL-27, MP-30)."""

from dataclasses import replace
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile.writer import blank, redraw, show
from mapkit.model.design import UNDECIDED
from mapkit.model.grid import Border, borders
from mapkit.model.map import Map
from mapkit.model.rule import Fact
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.sheet import A4
from mapkit.solve import legality, repairs, search

GAMES_WITH_BORDERS = {"treasures": "TL-27", "labyrinth": "MP-30"}
DECIDED = "Every border is decided."
TREASURES = """\
mapkit = 1
game = "treasures"
map = \"\"\"
+---+---+---+---+
| T   . ? S   M |
+   +---+   + ? +
| . ? H | .   . ?
+---+ ? +   +   +
| ~>  ~>  ~>  ~>|
+---+ ? +---+---+
\"\"\"
[settings]
marsh = 1
walls = "3-6"
river = 4
fake = 0
two_way = 0
three_way = 0
treasures = 1
players = 3
exits = 1
"""
LABYRINTH = """\
mapkit = 1
game = "labyrinth"
rules = "G1-S1-F1-V1-T1-A1-H1-W1-O2"
map = \"\"\"
+---+ ? +---+---+
| T   .   .   . ?
+   +---+   +---+
? . ? .   . ? . |
+---+---+---+ ? +
\"\"\"
"""


def read(text: str) -> Any:
    return maps.read(text.encode(), "sketch.toml")


def half_drawn(game: str) -> Map[Any]:
    """A generated map with the borders of the first rows, and all exits, marked as undecided."""
    whole = maps.generate(game, "half")
    lines = [line for line in borders(whole.params.grid) if line.cell[1:] in ("8", "7", "3")]
    lines += [f.place for f in whole.facts if f.mark == "exit" and isinstance(f.place, Border)]
    rest = {fact for fact in whole.facts if fact.place not in lines}
    return replace(whole, facts=frozenset(rest | {Fact(line, UNDECIDED) for line in lines}))


@pytest.mark.parametrize(("text", "rule", "place"), [(TREASURES, "TL-27", "b3 E"), (LABYRINTH, "MP-30", "b2 N")])
def test_a_map_with_undecided_borders_is_not_finished_and_one_line_says_so(text: str, rule: str, place: str) -> None:
    found = [fault for fault in legality.check(read(text).map) if "not decided" in fault.found]
    (fault,) = found
    assert (fault.rule.number, fault.place, len(fault.witness)) == (rule, Border(*place.split()), text.count("?"))
    number = text.count("?")
    assert fault.found == (
        f"The map is not finished: {number} borders are not decided yet (?), this one first; `mapkit complete` decides."
    )
    assert fault.found in [one_map.found for one_map in legality.check_at_the_table(read(text).map)]


def test_one_undecided_border_is_one() -> None:
    one = TREASURES.replace("?", " ").replace("| T   .", "| T ? .")
    (fault,) = [fault for fault in legality.check(read(one).map) if "not decided" in fault.found]
    assert fault.found.startswith("The map is not finished: 1 border is not decided yet")


@pytest.mark.parametrize("game", GAMES_WITH_BORDERS)
def test_complete_decides_every_border_that_is_marked_and_changes_no_other(game: str) -> None:
    half = half_drawn(game)
    made = [search.complete(half, seed) for seed in "abcdef"]
    for filled in made:
        assert legality.check(filled) == ()
        assert not filled.undecided_borders
        assert {f for f in filled.facts if f.place not in half.undecided_borders} == half.without_undecided.facts
    assert len({filled.facts for filled in made}) > 1
    assert len({frozenset(f.place for f in filled.facts if f.mark == "exit") for filled in made}) > 1
    assert any(f.mark == "wall" for f in made[0].facts - half.facts)
    assert search.complete(half, "a") == made[0]


def test_blank_cells_and_undecided_borders_are_filled_in_together() -> None:
    text = TREASURES.replace("| . ? H |", "| . ?   |")
    filled = search.complete(read(text).map, "s")
    assert legality.check(filled) == ()
    assert (filled.kinds["b2"], len(filled.undecided_borders)) == ("hospital", 0)


@pytest.mark.parametrize("text", [TREASURES, LABYRINTH])
def test_repair_decides_each_border_in_one_edit_and_proves_that_none_is_nearer(text: str) -> None:
    drawn = read(text)
    repaired = repairs.repair(drawn.map)
    assert legality.check(repaired.map) == ()
    assert (len(repaired.edits), repaired.proven) == (text.count("?"), True)
    assert {place for edit in repaired.edits for place in edit.places} == set(drawn.map.undecided_borders)
    words = [edit.words for edit in repaired.edits]
    assert any(word.startswith("open an exit on the ") for word in words)
    assert any(word.startswith("put nothing between ") for word in words)
    assert any(word.startswith("put nothing on the ") for word in words)
    assert "?" not in redraw(drawn, repaired.map)


@pytest.mark.parametrize("game", GAMES_WITH_BORDERS)
def test_if_undecided_borders_are_the_only_fault_repair_leaves_them_open(game: str) -> None:
    whole = maps.generate(game, "whole")
    free = next(line for line in borders(whole.params.grid) if line not in {f.place for f in whole.facts})
    repaired = repairs.repair(replace(whole, facts=whole.facts | {Fact(free, UNDECIDED)}))
    assert (repaired.map, len(repaired.edits), repaired.proven) == (whole, 1, True)


@pytest.mark.parametrize("game", GAMES_WITH_BORDERS)
def test_an_undecided_border_survives_being_written_down(game: str) -> None:
    half = half_drawn(game)
    assert read(show(half)).map == half


@pytest.mark.parametrize("game", GAMES_WITH_BORDERS)
def test_a_blank_file_tells_of_undecided_borders(game: str) -> None:
    assert "+ ? +" in blank(GAMES[game], GAMES[game].design.params())


def test_only_games_whose_borders_are_drawn_have_them_and_the_rule_that_all_are_decided() -> None:
    marked = [name for name, game in GAMES.items() if game.design.legend(game.design.params()).undecided]
    ruled = [(name, rule) for name, game in GAMES.items() for rule in game.design.rules if rule.sentence == DECIDED]
    assert marked == [*GAMES_WITH_BORDERS] == [name for name, _ in ruled]
    assert {name: rule.number for name, rule in ruled} == GAMES_WITH_BORDERS


@pytest.mark.parametrize("game", GAMES_WITH_BORDERS)
def test_undecided_borders_are_on_no_sheet(game: str) -> None:
    half = half_drawn(game)
    for sheets in {**paper_of(GAMES[game]).secret, **paper_of(GAMES[game]).open}.values():
        assert sheets(half, Edition(A4, "en")) == sheets(half.without_undecided, Edition(A4, "en"))
