"""The waters of Maze on paper: their maps, sheets and proofs (docs/rules/house-options.md, MX-10 to MX-19)."""

from pathlib import Path

import pytest

import mapkit
from mapkit.games import maps
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.design import END, FLOWS
from mapkit.model.errors import BadSetting
from tests.command import outcome
from tests.drawings import drawn

CODE = "G2-S1-F5-V1-T1-A1-H1-W1-O1"
JOINED = """
rules=G2-S1-F5-V1-T1-A1-H1-W1-O1 {}
+---+---+---+---+
| .   .   ~v  . |
+   +   +   +   +
| .   ~>  ~>  ~o|
+   +   +   +   +
| T   .   .   .
+---+---+---+---+
"""


def told(text: str) -> list[str]:
    return [fault.rule.number for fault in drawn(text, "labyrinth").check()]


@pytest.mark.parametrize("where", ["ends", "anywhere"])
@pytest.mark.parametrize("floors", [1, 2])
def test_random_maps_have_rivers_that_flow_together_where_they_may(where: str, floors: int) -> None:
    """MX-11."""
    asked = {"rules": CODE.replace("G2", "G23") if floors > 1 else CODE, "rivers_join": where, "rivers": "1-2"}
    joined = 0
    for seed in "abcdef":
        map_ = mapkit.generate("labyrinth", seed, size="7x7" + "x2" * (floors - 1), settings=asked)
        assert map_.check() == ()
        flows = [map_.params.grid.step(c, kind[-1]) for c, kind in map_.kinds.items() if kind in FLOWS]
        twice = {cell for cell in flows if flows.count(cell) > 1}
        assert where == "anywhere" or all(map_.kinds[str(cell)] == END for cell in twice)
        joined += bool(twice)
    assert joined >= 5


def test_rivers_join_only_as_agreed_and_never_in_a_ring() -> None:
    """MX-11, MX-11.a: a fork cannot even be drawn, as a cell has one arrow."""
    assert told(JOINED.format("rivers_join=anywhere")) == []
    assert told(JOINED.format("rivers_join=ends")) == ["MX-11"]
    assert told(JOINED.format("")) == ["MP-23"]
    assert drawn(JOINED.format("rivers_join=ends"), "labyrinth").repair().map.check() == ()
    ring = JOINED.replace("| .   .   ~v  . |", "| .   ~v  ~<  ~<|").replace("~>  ~>  ~o", "~>  ~^  . ")
    assert "MP-25" in told(ring.format("rivers_join=anywhere"))


def test_rivers_that_flow_together_count_as_one_and_bend_each_for_itself() -> None:
    """MX-12, MX-12.a."""
    assert told(JOINED.format("rivers_join=anywhere rivers=1 river=4 bends=0-1")) == []
    assert told(JOINED.format("rivers_join=anywhere rivers=2")) == ["MP-26"]
    assert told(JOINED.format("rivers_join=anywhere bends=0")) == ["MP-101"]
    one = JOINED.replace("F5", "F4")
    assert told(one.format("rivers_join=anywhere")) == []


def test_what_has_nothing_to_be_about_is_told_and_a_whirlpool_without_rivers_refused() -> None:
    """MX-11.b, MX-16.c."""
    south = maps.params(GAME, "default", None, {"rules": CODE, "rivers_join": "ends", "course": "south"})
    assert [(clash.setting, clash.fatal) for clash in clashes(south)] == [("rivers_join", False)]
    with pytest.raises(BadSetting, match="whirlpools is 1; with F1, F2 and F3 there is no river"):
        maps.params(GAME, "default", None, {"rules": CODE.replace("F5", "F3"), "whirlpools": "1"})


def test_no_river_flows_into_a_whirlpool() -> None:
    """MX-16.d."""
    board = JOINED.replace("  ~v  . |", "  .   . |").replace(".   ~>  ~>  ~o", "~o  ~<  ~>  @ ")
    assert told(board.format("whirlpools=1")) == ["MP-22"]
    assert told(board.replace("~<  ~>", "~<  . ").format("whirlpools=1")) == []
    assert told(board.replace("~<  ~>", "~<  . ").format("")) == ["MX-95"]


def test_the_sheets_of_the_game_master_tell_a_river_that_joins_as_one() -> None:
    """MX-12."""
    map_ = drawn(JOINED.format("rivers_join=anywhere"), "labyrinth")
    (page, *_) = map_.print("gm", format="svg")
    said = page.decode()
    assert "River of 4 cells" in said
    assert "source b2, c3" in said


def test_a_drawing_without_settings_is_taken_as_it_is_drawn(tmp_path: Path) -> None:
    """MX-11, MX-16."""
    board = JOINED.split("\n", 2)[2]
    for text, where in ((board, "anywhere"), (board.replace("~>  ~>  ~o", "~>  ~o  ~<").replace("~v", ". "), "ends")):
        file = tmp_path / f"{where}.txt"
        file.write_text(text.replace("| T   .", "| T   @"), encoding="utf-8")
        code, _, said = outcome("check", "--game", "labyrinth", str(file))
        assert code == 0
        assert f"where rivers flow together {where}, whirlpools 1" in said


NOTES = """game: labyrinth
rules: G1-S1-F4-V1-T1-A1-H1-W1-O1+{}
size: 4x2
players: Ann
chain lengths: none
river lengths: 2
starts: a1

Ann: start = empty
Ann: right = river end
Ann: skip = skipped, river end
Ann: left = executed
Ann: up = river end
"""


@pytest.mark.parametrize(
    ("option", "slip"),
    [("whirlpools=1", ""), ("whirlpools=2", ""), ("source_named=no", "notes.txt:13:11: fault[MP-50]")],
)
def test_notes_may_name_a_whirlpool_also_where_a_player_skips(tmp_path: Path, option: str, slip: str) -> None:
    """MX-16.a: a river of two cells has one end, and so the second one that is heard is a whirlpool."""
    file = tmp_path / "notes.txt"
    file.write_text(NOTES.format(option), encoding="utf-8")
    _, said, told = outcome("audit", str(file))
    found = (said or told).replace(str(file), "notes.txt")
    assert found.startswith(slip or "All answers can be true."), found
