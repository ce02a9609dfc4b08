"""The design and setup rules of treasures that have no breach (`docs/rules/treasures.md`)."""

from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.treasures import GAME
from mapkit.games.treasures.design import LATER, LEADS_TO
from mapkit.games.treasures.packs import Settings as Params
from mapkit.games.treasures.referee import begin, ways
from mapkit.language.catalogue import in_theme
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.chance import Chance
from mapkit.model.grid import Square, inner_borders, outer_borders
from mapkit.model.settings import BadSetting, settings
from mapkit.paper import sheet
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.solve import legality
from tests.drawings import drawn, numbers

MADE = maps.generate("treasures", "tests")

BY_DEFAULT = {
    "TL-12 safe": ("safe", 34),
    "TL-13 shop": ("shop", 1),
    "TL-14 hospital": ("hospital", 1),
    "TL-15 marsh": ("marsh", 8),
    "TL-16 river": ("flows", 12),
    "TL-20 fake portal": ("fake", 1),
    "TL-21 two-way portals": ("A", 2),
    "TL-22 three-way portals": ("X", 3),
    "TL-23 treasures": ("treasure", 2),
    "TL-26 exits": ("exit", 2),
    "TL-27 inner walls": ("wall", 20),
}


@pytest.mark.parametrize(("mark", "number"), BY_DEFAULT.values(), ids=BY_DEFAULT.keys())
def test_a_map_of_the_default_preset_has_the_numbers_of_the_rules(mark: str, number: int) -> None:
    """TL-9.a: 34 + 1 + 1 + 8 + 12 + 1 + 2 + 3 + 2 tiles are 8 x 8, with 30 + 2 border spaces around them."""
    assert sum(fact.mark.startswith(mark) for fact in MADE.facts) == number


def test_the_outer_wall_is_all_of_the_edge_but_the_exits() -> None:
    """TL-25: by default 30 border spaces are outer wall; no setting gives this number, it is what remains."""
    exits = sum(fact.mark == "exit" for fact in MADE.facts)
    assert len(outer_borders(MADE.params.grid)) - exits == 30
    assert len(inner_borders(MADE.params.grid)) == 112  # TL-24: borders lie between tiles


def test_every_count_distance_and_limit_is_a_setting_with_its_rule() -> None:
    """TL-28."""
    rules = {setting.rule.split(".")[0] for setting in settings(Params) if not setting.of_module}
    assert {f"TL-{n}" for n in (6, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 26, 27)} == rules


@pytest.mark.parametrize("seed", range(30))
def test_a_river_is_one_flow_from_the_border_to_the_outer_wall(seed: int) -> None:
    """TL-17, TL-18, TL-19: a walk from its source meets every river tile once, and the last one leads off the board."""
    made = maps.generate("treasures", f"river {seed}")
    grid, kinds = made.params.grid, made.kinds
    flows = {cell: kind[-1] for cell, kind in kinds.items() if kind.startswith("flows")}
    entered = {grid.step(cell, d) for cell, d in flows.items()}
    (source,) = set(flows) - entered
    course: list[str] = []
    cell: str | None = source
    while cell is not None:
        course.append(cell)
        cell = grid.step(cell, flows[cell])
    assert sorted(course) == sorted(flows)
    assert any(grid.step(source, d) is None for d in "NESW")
    turns = [flows[c] for c in course]
    assert sum(one != other for one, other in pairwise(turns)) <= 2


def test_several_rivers_and_sets_of_portals_are_made() -> None:
    """TL-19.d, TL-21, TL-22: there are more rivers and further sets if the settings ask for them."""
    given = {"rivers": 2, "river": 14, "two_way": 3, "three_way": 2}
    made = maps.generate("treasures", "s", size=Square(10, 9), given=given)
    assert legality.check(made) == ()
    marks = {fact.mark for fact in made.facts}
    assert {"A1", "A2", "B1", "B2", "C1", "C2", "X1", "X2", "X3", "Y1", "Y2", "Y3"} <= marks
    assert not {"D1", "Z1"} & marks


def test_portals_lead_where_the_rules_say() -> None:
    """TL-21, TL-22: A1 and A2 lead to each other; X1 leads to X2, X2 to X3, X3 to X1."""
    assert (LEADS_TO["A1"], LEADS_TO["A2"]) == ("A2", "A1")
    assert (LEADS_TO["X1"], LEADS_TO["X2"], LEADS_TO["X3"]) == ("X2", "X3", "X1")


def test_a_treasure_counts_by_itself_and_not_as_a_safe_tile() -> None:
    """TL-23.a."""
    assert numbers(drawn("safe=2 treasures=2\n+---+---+\n| T   .\n+   +   +\n| T   . |\n+---+---+")) == []


def test_as_many_players_as_safe_tiles_can_start() -> None:
    """TL-6.a, TL-29: each player starts on a Safe tile of their own."""
    tiny = drawn("+---+---+\n| T   .\n+   +   +\n| .   . |\n+---+---+")
    dice = Chance("s")
    ruling = begin(tiny, ("Ann", "Bob", "Cid"), {}, lambda faces: dice.between(1, faces))
    assert {player.cell for player in ruling.state.players} == {"b2", "a1", "b1"}
    with pytest.raises(BadSetting, match="1 to 3"):
        begin(tiny, ("Ann", "Bob", "Cid", "Dan"), {}, lambda faces: 1)


def test_starts_and_order_of_turns_are_random() -> None:
    """TL-29, TL-30: over many seeds every player starts on every Safe tile, and every order comes up."""
    tiny = drawn("+---+---+\n| T   .\n+   +   +\n| .   . |\n+---+---+")
    seen = set()
    for seed in range(300):
        dice = partial(Chance(str(seed)).between, 1)
        players = begin(tiny, ("Ann", "Bob"), {}, dice).state.players
        seen.add(tuple((player.name, player.cell) for player in players))
    assert len(seen) == 2 * 3 * 2


def test_players_start_healthy_with_an_empty_gun_and_no_item() -> None:
    """TL-33."""
    players = begin(MADE, ("Ann", "Bob"), {}, lambda faces: faces).state.players
    assert all(player.healthy and not player.items and not player.carried for player in players)


def test_a_kit_is_offered_before_what_may_be_dropped() -> None:
    """TL-50: an injured player reads first what heals them."""
    state = begin(MADE, ("Ann", "Bob"), {}, lambda faces: faces).state
    injured = state.with_player(state.player._replace(healthy=False, items=("kit", "bullet")))
    assert [way for way in ways(injured) if "kit" in way or "drop" in way] == ["use kit", "drop kit", "drop bullet"]


def test_the_board_is_hidden_from_the_players() -> None:
    """TL-1, TL-8, TL-10: a player's sheets are made from public parameters, so they cannot show the map."""
    other = maps.generate("treasures", "another")
    assert other.facts != MADE.facts
    for make in paper_of(GAME).public.values():
        assert make(MADE.public, Edition(sheet.A4)) == make(other.public, Edition(sheet.A4))


@pytest.mark.parametrize("name", sorted(LATER))
def test_additions_that_the_rules_only_announce_are_refused_by_name(name: str) -> None:
    """TL-86, TL-87, TL-88, TL-90, TL-91, TL-92 have no rules yet (TL-86.a)."""
    with pytest.raises(BadSetting, match=f"{name} is announced for later .{LATER[name]}."):
        maps.generate("treasures", "s", given={name: 1})
    text = writer.show(MADE).replace("[settings]", f"[settings]\n{name} = 1")
    with pytest.raises(UnreadableMap, match=f"{name} is announced for later"):
        maps.read(text.encode(), "later.toml")


def test_a_public_has_no_place_for_a_map() -> None:
    public: Any = MADE.public
    assert public._fields == ("title", "params", "game")
    assert not hasattr(public.params, "facts")


@pytest.mark.parametrize(("players", "advised"), [(1, True), (2, True), (3, False), (5, False), (6, True)])
def test_three_to_five_players_are_recommended(players: int, advised: bool) -> None:
    """TL-6."""
    made = maps.generate("treasures", "s", given={"players": players})
    assert [fault.rule.number for fault in legality.advise(made)] == ["TL-6"] * advised


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "It holds: 1 treasure, 2 exits in the outer wall, 11 inner walls, 1 shop, 1 hospital, 2 to 4 marsh tiles,",
        ),
        ("de", "Darin gibt es: 1 Schatz, 2 Ausgänge in der Außenmauer, 11 Innenmauern, 1 Laden,"),
        ("ru", "В нем есть: 1 клад, 2 выхода во внешней стене, 11 внутренних стен, 1 лавка,"),
        ("fr", "On y trouve : 1 trésor, 2 sorties dans le mur extérieur, 11 murs intérieurs, 1 boutique,"),
        (
            in_theme("en", "pirate-ship"),
            "It holds: 1 chest of doubloons, 2 gangways in the hull, 11 inner bulkheads, 1 galley,",
        ),
    ],
)
def test_everybody_hears_the_size_and_what_there_is(language: str, told: str) -> None:
    """TL-G5: as the settings say, and not how many there are where they give a range."""
    map_ = maps.generate("treasures", "a", preset="small", given={"marsh": "2-4"})
    _, size, counts, *_ = begin(map_, ("Ann", "Bob"), {}, lambda _: 1).heard
    words = phrases("treasures", language)
    assert "6x6" in words.say(size)
    assert words.say(counts).startswith(told)
