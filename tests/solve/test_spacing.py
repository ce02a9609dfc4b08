"""Things that lie side by side only by oversight keep apart where the board has room (TL-13.a, TL-21.a, MP-34.b)."""

from collections.abc import Mapping
from itertools import combinations

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.grid import Square, cell_of, close_cells
from mapkit.model.interest import interest_of
from mapkit.solve import legality, search
from mapkit.study.variety import figures_of

SIDE_BY_SIDE = "alike things side by side"


@pytest.mark.parametrize("preset", ["default", "large", "short", "haunted-house"])
def test_fresh_maps_of_treasures_have_nothing_alike_side_by_side(preset: str) -> None:
    """TL-13.a, TL-21.a, TL-23.b."""
    for n in range(10):
        found = figures_of(maps.generate("treasures", f"apart {n}", preset=preset), "", keys=())
        assert {str(label): number for label, number in found.numbers.items()}[SIDE_BY_SIDE] == 0


@pytest.mark.parametrize("preset", ["classic", "classic-x", "basic"])
def test_fresh_labyrinths_have_nothing_alike_side_by_side(preset: str) -> None:
    """MP-34.b, MP-101."""
    for n in range(5):
        found = figures_of(maps.generate("labyrinth", f"apart {n}", preset=preset), "", keys=())
        assert {str(label): number for label, number in found.numbers.items()}[SIDE_BY_SIDE] == 0


@pytest.mark.parametrize(
    ("game", "size", "given", "less"),
    [
        ("treasures", "8x8", {"treasures": 4}, {"treasure_spacing": 3}),
        ("treasures", "8x8", {"treasures": 5}, {"treasure_spacing": 2}),
        ("treasures", "8x8", {"treasures": 13}, {"treasure_spacing": 1}),
        ("treasures", "8x8", {"treasures": 13, "treasure_spacing": 2}, {"treasure_spacing": 2}),
        ("treasures", "4x3", {"shop": 2, "hospital": 0}, {"shop_spacing": 2, "portal_spacing": 1}),
        ("labyrinth", "4x4", {"rules": "EXTREME", "arsenals": 3}, {"arsenal_spacing": 2}),
        ("labyrinth", "4x4", {"chain_length": 4}, {"wormhole_distance": 1}),
    ],
)
def test_less_is_the_default_where_the_board_has_no_room(
    game: str, size: str, given: Mapping[str, object], less: Mapping[str, int]
) -> None:
    """TL-13.a: each thing needs as many cells as are nearer to it than the distance: 13 for 3 steps, 5 for 2."""
    params = maps.params(GAMES[game], "default", size, given)
    assert {name: getattr(params, name) for name in less} == less


def test_a_map_of_ones_own_gets_advice_and_a_fault_only_if_it_asks() -> None:
    """MP-34.b."""
    head = 'mapkit = 1\ngame = "labyrinth"\npreset = "default"\nrules = "G2-S1-F1-V1-T2-A1-H1-W1-O1"\n'
    rim, gap, row = "+---+---+---+---+\n", "+   +   +   +   +\n", "| .   .   .   . |\n"
    text = f'{head}map = """\n{rim}| T   F   .   .\n{gap}{row}{gap}{row}{gap}{row}{rim}"""\n'
    loose = maps.read(text.encode(), "mine.toml").map
    assert legality.check(loose) == ()
    assert "MP-34.b" in [fault.rule.number for fault in legality.advise(loose)]
    strict = maps.read(f"{text}[settings]\ntreasure_spacing = 2\n".encode(), "mine.toml").map
    assert [fault.rule.number for fault in legality.check(strict)] == ["MP-34.b"]


@pytest.mark.parametrize("board", [Square(4, 3), Square(3, 2, floors=2)], ids=str)
@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_two_cells_share_a_group_where_they_are_close(board: Square, steps: int) -> None:
    groups = close_cells(board, steps)
    for one in board.cells():
        for other in board.cells():
            assert any({one, other} <= {*group} for group in groups) == (board.steps_apart(one, other) < steps)


def test_no_map_of_a_preset_is_duller_than_it_asks_for() -> None:
    game = GAMES["treasures"]
    assert game.solving is not None
    assert game.solving.interest is not None
    for n in range(20):
        assert game.solving.interest(maps.generate("treasures", f"dull {n}", preset="small")).score >= 52


def test_settings_of_ones_own_are_not_asked_to_be_interesting() -> None:
    game = GAMES["treasures"]
    params = [maps.params(game, "small", None, given) for given in ({}, {"players": 2}, {"walls": 0})]
    assert [search.least_interest_of(game, p, "small") > 0 for p in params] == [True, True, False]


def test_interest_counts_dead_ends_choices_wins_and_meetings() -> None:
    """A corridor of four places with an alcove: a-b-c-d, and e beside b."""
    onward = {"a": "b", "b": "ace", "c": "bd", "d": "c", "e": "b"}
    found = interest_of([(len(leads), 1) for leads in onward.values()], onward, [3, 4, 8], [("a", "d"), ("a", "e")])
    assert [*found] == [5, 3, 1, 4, 1.5]
    assert 0 < found.score < 100


def test_mines_and_exits_keep_apart() -> None:
    """MP-18.a, MP-34.b."""
    for n in range(8):
        drawn = maps.generate("labyrinth", f"apart {n}", preset="notebook")
        for mark, steps in (("mine", 2), ("exit", 4)):
            cells = [cell_of(fact.place) for fact in drawn.facts if fact.mark == mark]
            assert len(cells) > 2
            assert all(drawn.params.grid.steps_apart(*pair) >= steps for pair in combinations(cells, 2))
