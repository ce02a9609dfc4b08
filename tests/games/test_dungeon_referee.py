"""Dungeon at the table: orders stay secret, fog hides what is out of sight, and mistakes are told."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.dungeon.corrections import correct
from mapkit.games.dungeon.design import Weight
from mapkit.games.dungeon.orders import DIRECTIONS, SPOKEN, read
from mapkit.games.dungeon.period import in_line, with_ruins_around
from mapkit.games.dungeon.referee import REFEREE, TABLE, public_view, tally
from mapkit.games.dungeon.state import Action, Bag, PeriodOrder, Player, Spot, State, Telling, with_level
from mapkit.language import wording
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.ruling import IllegalMove, Look, MoveError, NoRuling, Ruling, heard
from mapkit.model.settings import BadSetting
from mapkit.table import match
from mapkit.table.host import Host
from tests.drawings import drawn

OPEN = """
  . . .
 . . . .
. . R . .
 . C O .
  M . ."""
NAMES = ("Ann", "Bob", "Cid")
SIDES = ("ne", "e", "se", "sw", "w", "nw")
WORDS = phrases("dungeon", "en")


def begun(text: str = OPEN, names: tuple[str, ...] = NAMES, **options: str) -> State:
    given = {key.replace("_", "-"): value for key, value in options.items()}
    state: State = REFEREE.begin(drawn(text, "dungeon"), names, given, Chance("begun").die).state
    return state


def refused(state: State, words: str) -> str:
    with pytest.raises(MoveError) as told:
        REFEREE.play(state, words, Chance("refused").die)
    return WORDS.refuse(told.value.refusal)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with evening(tmp_path) as played:
        yield Host(played, WORDS, omniscient=False)


def evening(folder: Path, **options: str) -> match.Match:
    map_ = drawn(OPEN, "dungeon")
    return match.start(map_, writer.show(map_), NAMES, options, "evening", folder / "game.jsonl")


# Orders


@pytest.mark.parametrize(
    ("word", "meant"), [*((form, word) for form, word in SPOKEN.forms.items() if word in DIRECTIONS), ("ne", "ne")]
)
def test_every_name_of_a_direction_is_a_move(word: str, meant: str) -> None:
    state = begun()
    assert read(state, state.players[0], word.upper()) == PeriodOrder((Action("move", meant),))


def test_orders_are_read_with_spaces_commas_plus_signs_and_then() -> None:
    state = begun()
    actions = (Action("move", "e"), Action("mine", "nw"), Action("move", "d4", "d3"))
    for words in ("e mine nw d4 climb d3", "e, mine north-west, d4 climb d3", "E + dig nw then D4 escape d3"):
        assert read(state, state.players[0], words) == PeriodOrder(actions)


SHAFT = """dark=1 torch=5 mining_tools=5
  . C .
 # # D .
. O R # .
 C # . .
  . . O

  C . O
 R # . .
. . R R .
 O # C R
  . D .
"""
"""Two levels between which much may change in a period: walls may fall, and players may find torches and tools."""


@pytest.mark.parametrize("wishes", [150, pytest.param(500, marks=pytest.mark.long)])
def test_a_wish_is_refused_only_if_it_cannot_come_true(wishes: int) -> None:
    """HD-27.a: whatever Bob mines above, whatever players find, and whatever the level below is when it is made."""
    chance, met = Chance("wishes"), Counter[str]()
    for number in range(wishes):
        state = deep(chance.choice(("b3", "c2", "c3", "d4")), Bag(0, chance.below(2), chance.below(2)))
        words = [chance.choice((*SIDES, "mine ne")) for _ in range(chance.below(3))]
        words, wish = [*words, chance.choice(SIDES)], chance.choice(state.grid.cells())
        refused = not taken(state, f"{' '.join(words)} climb {wish}")
        granted = any(granted_in(state, words, wish, f"{number} {turn}") for turn in range(12))
        met += Counter(refused=refused, granted=granted)
        assert not (refused and granted), (words, wish)
    assert met["refused"] > 40 * wishes / 500
    assert met["granted"] > 5 * wishes / 500


def deep(cell: str, pocket: Bag) -> State:
    """Ann on the second level of the shaft, Bob with Mining Tools on the first."""
    state = shaft().with_player(Player("Ann", Spot(1, 2, cell), pocket))
    return state.with_player(Player("Bob", Spot(1, 1, "c3"), Bag(0, 1)))


@cache
def shaft() -> State:
    state = begun(SHAFT, ("Ann", "Bob"))
    return replace(state, dungeons=_two_levels(state))


def taken(state: State, order: str) -> bool:
    try:
        REFEREE.play(state, f"Ann: {order}", Chance("taken").die)
    except IllegalMove:
        return False
    return True


def granted_in(state: State, words: list[str], wish: str, seed: str) -> bool:
    """Whether these orders lead Ann to that hex in a period with random orders of Bob and random dice."""
    actions = [Action("mine", "ne") if word == "mine ne" else Action("move", word) for word in words]
    ann = PeriodOrder((*actions[:-1], actions[-1]._replace(climbs=wish)))
    bob = PeriodOrder(tuple(Action(verb, side) for verb in ("mine", "move") for side in [Chance(seed).choice(SIDES)]))
    told = REFEREE.play(replace(state, orders=(("Ann", ann), ("Bob", bob))), "resolve", Chance(seed).die).heard
    led = [dict(announcement.args) for announcement in told if announcement.key == "climbs"]
    return any(each["player"] == "Ann" and each["cell"].split("/")[0] == wish for each in led)


# Secrets


@pytest.mark.parametrize("word", ["undo", "repeat", "help", "peek", "map", "state", "redo", "undo 2"])
def test_no_word_of_the_table_tells_orders_before_all_are_in(host: Host, word: str) -> None:
    host.hear("Ann: ne d4 climb")
    host.hear("Cid: mine ne")
    if word == "redo":
        host.hear("undo")
    lines = host.hear(word).lines
    assert lines or word == "state"
    said = " ".join(lines)
    assert "d4 climb" not in said
    assert "mine ne" not in said.replace("mine ne, wait", "")
    assert host.match.secret


def test_a_single_players_orders_are_not_secret() -> None:
    assert not REFEREE.secret(begun(names=("Ann",)))
    assert REFEREE.secret(begun())


# Fog

FAR = """
     . . . .
    . . . . .
   . . . . . .
  . . . R . . {0}
   . . . . . {1}
    . . . . {2}
     . . . {3}"""


def heard_by(name: str, states: list[tuple[State, str]]) -> list[str]:
    """Everything that a player hears, period by period, in fog."""
    told = []
    for state, words in states:
        ruling = REFEREE.play(state, words, Chance(words).die)
        mine = (each for each in ruling.heard if name in dict(each.args).values() or each.key in ("period", "stores"))
        told += [WORDS.say(each) for each in mine]
    return told


@pytest.mark.parametrize("far", ["....", "#.C~", "MORC", "OOOO", "CCMM", "~~##"])
def test_in_fog_things_out_of_sight_change_no_word(far: str) -> None:
    """HD-G1: two games that differ only in hexes and creatures that Ann cannot see give Ann the same words."""
    orders = ("ne", "w", "sw wait wait")
    told = []
    for marks in ("....", far):
        state = begun(FAR.format(*marks), ("Ann",), fog="yes")
        state = state.with_player(state.players[0]._replace(spot=Spot(1, 1, "f3")))
        lines = []
        for words in orders:
            ruling = REFEREE.play(state, words, Chance(words).die)
            lines += [WORDS.say(announcement) for announcement in ruling.heard] + [*REFEREE.ways(ruling.state)]
            state = replace(ruling.state, enemies=state.enemies)
        told.append(lines)
        assert public_view(state, Look()) == ()
    assert told[0] == told[1]


def test_in_fog_players_out_of_sight_change_no_word() -> None:
    state = begun(FAR.format(*"...."), ("Ann", "Bob"), fog="yes")
    state = state.with_player(state.players[0]._replace(spot=Spot(1, 1, "f3")))
    told = []
    for cell, pocket in (("a4", Bag()), ("d7", Bag(3)), ("b5", Bag(0, 1, 1))):
        there = state.with_player(state.players[1]._replace(spot=Spot(1, 1, cell), pocket=pocket))
        there = REFEREE.play(there, "Ann: ne", Chance("x").die).state
        told.append(heard_by("Ann", [(there, "Bob: w nw")]))
    assert told[0] == told[1] == told[2]
    assert told[0]


def _two_levels(state: State) -> Any:
    (dungeon,) = state.dungeons
    kinds = state.drawn.kinds
    return (dungeon._replace(levels=(dungeon.levels[0], {c: kinds[f"{c}/2"] for c in state.grid.cells()})),)


def test_a_pit_of_the_third_dungeon_asks_how_deep_that_one_is() -> None:
    """HD-24, HD-25: another dungeon may be deeper, or less deep."""
    state = begun("  . . .\n . . . .\n. . R O .\n . . . .\n  . . .", ("Ann",))
    (first,) = state.dungeons
    state = replace(state, dungeons=(first, first, first._replace(levels=first.levels * 2, made=first.made * 2)))
    state = state.with_player(state.players[0]._replace(spot=Spot(3, 1, "c3")))
    fallen = REFEREE.play(state, "Ann: e", Chance("pit").die).state
    assert fallen.players[0].spot == Spot(3, 2, "c3")
    assert [len(dungeon.levels) for dungeon in fallen.dungeons] == [1, 1, 2]


# What lies open


def test_the_levels_that_players_are_on_are_shown_with_who_is_where() -> None:
    lines = public_view(begun(), Look())
    assert lines[0] == "1 Ann c3  2 Bob c3  3 Cid c3"
    assert lines[1] == "level 1"
    assert any("R1+" in line for line in lines)
    assert any(".M" in line for line in lines)
    said = public_view(begun(), Look(say=partial(wording.translated, language="ru")))
    assert said == (lines[0], "уровень 1", *lines[2:])


def test_all_levels_of_all_dungeons_are_floors_of_one_board() -> None:
    """Issue 48: where there were several dungeons, the table showed signs, and the game master the first one alone."""
    state, screen = begun(names=("Ann", "Bob")), TABLE.screen
    first = state.dungeons[0]
    state = replace(state, dungeons=(first._replace(levels=first.levels * 2, made=first.made * 2), first))
    state = state.with_player(state.player("Bob")._replace(spot=Spot(2, 1, "c4")))
    assert screen.board is not None
    assert screen.open_board is not None
    assert screen.place is not None
    assert [str(name) for name in screen.floors(state)] == [
        "dungeon 1, level 1",
        "dungeon 1, level 2",
        "dungeon 2, level 1",
    ]
    places = {"c3": "c3/1", "c3/2": "c3/2", "2:c4/1": "c4/3", "outside": "", "c3/3": "", "3:c3/1": ""}
    assert {name: screen.place(state, name) for name in places} == places
    whole, seen = screen.board(state), screen.open_board(state)
    assert Counter(cell[-1] for cell in whole.kinds) == {"1": 19, "2": 19, "3": 19}
    assert seen is not None
    assert {cell[-1] for cell in seen.map.kinds} == {"1", "3"}
    assert {*seen.pieces} >= {("Ann", "c3"), ("Bob", "2:c4/1")}
    one = begun(names=("Ann",))
    assert (screen.floors(one), screen.place(one, "c3")) == ((), "c3")
    assert dict(screen.board(one).kinds) == dict(one.dungeons[0].levels[0])


def test_a_log_of_a_map_made_ahead_goes_on_below_it(tmp_path: Path) -> None:
    map_ = maps.generate("dungeon", "ahead", preset="small", given={"levels": "2", "pit": "20", "enemy": "0"})
    path = tmp_path / "game.jsonl"
    with match.start(map_, writer.show(map_), ("Ann",), {}, "deep", path) as played:
        for _ in range(40):
            played.say(played.ways[0])
        depth = len(played.state.dungeons[0].levels)
    looked = match.look(path, lambda text, named: maps.read(text.encode(), named).map)
    assert depth > map_.params.grid.floors
    assert len(looked.state.dungeons[0].levels) == depth


def test_the_game_masters_screen_tells_what_everybody_has_and_what_lies_about() -> None:
    state = begun(names=("Ann", "Bob"))
    state = state.with_player(state.players[1]._replace(pocket=Bag(2, 1), store=Bag(7)))
    state = REFEREE.play(state, "Ann: e", Chance("x").die).state
    assert TABLE.screen.situation is not None
    screen = TABLE.screen.situation(state)
    assert screen.heads == ("Pocket", "Store", "orders")
    assert screen.rows == (
        ("Ann", "c3", "nothing", "nothing", "in"),
        ("Bob", "c3", "2 coins, 1 Mining Tools", "7 coins", "-"),
    )
    assert screen.things == (("Minotaur", "a1"), ("Chest", "b2"))


def test_the_game_masters_table_has_what_lies_on_levels_where_nobody_is() -> None:
    """HD-G1: the game master's map shows these levels, too."""
    state = begun(names=("Ann",))
    state = replace(state, players=(state.players[0]._replace(spot=None),))
    assert TABLE.screen.situation is not None
    assert TABLE.screen.situation(state).things == (("Minotaur", "a1"), ("Chest", "b2"))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            "weight chest -1",
            "Вес: написано '-1', а вес не бывает меньше 0; нужно: целое число до 999, \"level\" или сумма вида "
            '"2+level" (HD-4).',
        ),
        (
            "weight minotaur 0",
            "minotaur и rot_bird равны 0, и врагов взять негде; задайте enemy=0 или одно из них (HD-40)",
        ),
    ],
)
def test_a_refused_weight_is_told_in_the_language_of_the_table(typed: str, told: str) -> None:
    with pytest.raises(NoRuling) as wrong:
        correct(begun(), typed)
    assert [phrases("dungeon", "ru").refuse(each) for each in wrong.value.refusals] == [told]


def test_the_game_master_is_told_of_weights_that_differ_from_those_of_the_rules() -> None:
    """HD-G1: in a deeper level other things are drawn than a player of the rules expects."""
    assert TABLE.screen.situation is not None
    state = begun(names=("Ann",))
    usual, strange = (replace(state.params, torch=weight) for weight in (type(state.params).torch, Weight(9, 1)))
    assert TABLE.screen.situation(replace(state, drawn=replace(state.drawn, params=usual))).notes == ()
    told = TABLE.screen.situation(replace(state, drawn=replace(state.drawn, params=strange))).notes
    assert told == (heard("gm-weights", what="torch 9+level"),)


def test_a_simulation_counts_periods_coins_and_chests_by_level() -> None:
    said = (
        heard("period", number="2"),
        heard("answer", what="nothing"),
        heard("loots", player="Ann", cell="b2/3", what="4 coins, 1 Torch"),
        heard("loots", player="Ann", cell="b2", what="1 Torch"),
        heard("captured", player="Bob", cell="a1/2", what="12 coins"),
    )
    assert list(tally(Ruling(said, (), begun()))) == [
        ("periods", 1),
        ("coins found on level 3", 4), ("Chests looted on level 3", 1),
        ("coins found on level 1", 0), ("Chests looted on level 1", 1),
        ("coins lost on level 2", 12), ("captures on level 2", 1),
    ]  # fmt: skip


def test_orders_without_a_word_in_them_are_not_handed_in() -> None:
    state = begun(names=("Ann", "Bob"))
    assert refused(state, "Ann:") == "There is nothing in these orders: say up to three actions, or wait."
    assert refused(state, "Ann: , then +").startswith("There is nothing in these orders")


@pytest.mark.parametrize("name", ["Ne", "North-East", "Climb", "Wait", "Enter new", "Resolve", "Then", "Nothing"])
def test_a_name_that_looks_like_orders_is_refused(tmp_path: Path, name: str) -> None:
    map_ = drawn(OPEN, "dungeon")
    with pytest.raises(BadSetting, match="looks like a command"):
        match.start(map_, writer.show(map_), (name, "Bob"), {}, "names", tmp_path / "game.jsonl")


def test_a_hex_may_be_named_as_it_is_announced() -> None:
    state = begun(names=("Ann", "Bob"))
    state = replace(state, dungeons=(*state.dungeons, *state.dungeons))
    for number, words in ((1, "1:c4/1"), (2, "2:c4/1")):
        there = state.with_player(state.player("Ann")._replace(spot=Spot(number, 1, "c3")))
        for said in (words, f"Ann: {words} c3 climb"):
            ordered = REFEREE.play(there, said, Chance("hex").die).state
            assert ordered.orders[0][1].actions[0] == Action("move", words)
        assert there.towards(Spot(number, 1, "c3"), words) == Spot(number, 1, "c4")
        assert there.towards(Spot(3 - number, 1, "c3"), words) is None


def test_nobody_gives_orders_for_a_machine(tmp_path: Path) -> None:
    with evening(tmp_path) as played:
        host = Host(played, WORDS, omniscient=False, bots={"Bob": "greedy"})
        answer = host.hear("Bob: wait")
        assert answer.refused
        assert answer.lines == ("Bob is played by the machine, and speaks for itself.",)
        assert not played.standing_directives
        assert not host.hear("Ann: wait").refused


def test_a_single_person_against_machines_sees_what_they_type(tmp_path: Path) -> None:
    with evening(tmp_path) as played:
        assert Host(played, WORDS, omniscient=False, bots={"Bob": "greedy"}).secret
        assert not Host(played, WORDS, omniscient=False, bots={"Bob": "greedy", "Cid": "random"}).secret


# The Pocket


def test_nobody_asks_for_the_pocket_of_a_machine(tmp_path: Path) -> None:
    with evening(tmp_path, fog="yes") as played:
        answer = Host(played, WORDS, omniscient=False, bots={"Bob": "greedy"}).hear("Bob: pocket")
        assert (answer.lines, answer.refused) == (("Bob is played by the machine, and speaks for itself.",), True)


# Ruin, which no orders can prove

BIRD = """rot_bird=1
  . . .
 . . . .
. . R . .
 . . . .
  . . .

  C . .
 # B . .
. . R . .
 . . . .
  . . ."""


def with_a_bird(*players: Player) -> State:
    """A game on two levels, with a Rot Bird on d3 of the second."""
    state: State = REFEREE.begin(drawn(BIRD, "dungeon"), tuple(p.name for p in players), {}, lambda sides: sides).state
    for player in players:
        state = state.with_player(player)
    return with_level(state, 1, lambda sides: sides)


@pytest.mark.parametrize("cell", ["e3", "e4", "d2", "d4", "c2"])
def test_a_player_struck_by_ruin_is_on_the_centre_of_level_1_with_an_empty_pocket(cell: str) -> None:
    """HD-56.2, HD-56.2.a: this holds on any affected hex, also on a Blank one.

    The Store stays, and so do other players.
    """
    struck = Player("Ann", Spot(1, 2, cell), Bag(3, 1, 1), Bag(7))
    others = [Player("Bob", Spot(1, 2, "b2"), Bag(2)), Player("Cid", Spot(1, 2, "c3"), Bag(1))]
    state = with_a_bird(struck, *others)
    told = with_ruins_around(Telling(state), state.enemies[0])
    assert told.state.player("Ann") == Player("Ann", Spot(1, 1, "c3"), Bag(), Bag(7))
    assert [told.state.player(other.name) for other in others] == others
    assert [announcement.key for announcement in told.heard] == ["ruins", "captured"]


def test_a_player_who_could_be_struck_by_ruin_is_hunted_instead() -> None:
    """HD-56.2.c: every hex around a Rot Bird is in line with it, whatever is there."""
    state = with_a_bird(Player("Ann", None))
    bird = state.enemies[0]
    for spot in state.around(bird.spot):
        moved = state.with_player(Player("Ann", spot))
        assert [player.name for player, _ in in_line(moved, bird)] == ["Ann"]
