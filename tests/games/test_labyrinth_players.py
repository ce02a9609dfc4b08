"""Games of Maze on paper by mapkit's own players: what holds in all of them, and how explorers think."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth.design import FLOWS
from mapkit.games.labyrinth.ear import LabyrinthEar
from mapkit.games.labyrinth.moves import LabyrinthLayout
from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.games.labyrinth.referee import REFEREE
from mapkit.games.labyrinth.state import USES, State
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from mapkit.model.observation import Briefing, Carriers, Meaning, Observation, Victory
from mapkit.model.ruling import Announcement, heard
from mapkit.model.settings import read_size
from mapkit.players.explorer import Explorer
from mapkit.players.explorer_hypothesis import MapHypothesis
from mapkit.players.explorer_map import ChartCell
from tests.playthrough import Player, Playthrough, Wanderer, play_out

NAMES = ("Ann", "Bob", "Cid")
LIMIT = 2000
"""A game is stopped after this many directives; if others must die first (MP-V-4), after three times as many."""
FLOORS = "G23-S2-F5-V4-T3-A5-H34-W3789-O134567"
BOARDS = {
    "basic": (("BASIC", "5x5"),),
    "basic-w": (("BASIC-W", "5x5"),),
    "classic": (("CLASSIC", "6x6"),),
    "classic-x": (("CLASSIC-X", "6x6"),),
    "extreme": (("EXTREME", "6x6"), (FLOORS, "5x5x2")),
}
"""The rules and sizes for the games of each preset; the extreme set with floors and without."""
GIVEN = {
    "G1-S1-F1-V1-T1-A1-H1-W1-O1": {},
    "G1-S1-F1-V1-T1-A2-H2-W5-O1": {"grenades": 1, "bullets": 5},
    "G2-S1-F3-V1-T2-A2-H2-W57-O2": {"grenades": 1, "bullets": 5},
    "G2-S2-F4-V3-T3-A5-H34-W67-O24": {"grenades": 1, "bullets": 5, "knives": 1, "cement": 1},
    "G2-S2-F5-V4-T3-A5-H34-W3789-O134567": {"grenades": 3, "bullets": 3, "cement": 3},
    FLOORS: {"grenades": 3, "bullets": 3, "cement": 3},
}
"""What an arsenal gives under each code (MP-W-1 to W-6, MP-81, MP-91.b): cement with O4, knives with W2 or W6."""
SEATS = ("EE", "WW", "EW", "EEE", "WWW", "EWW", "E", "W")
"""The players, explorers and wanderers; the games of each preset use these lists in turn."""


def most(map_: Map[Params]) -> int:
    """The largest number of directives of a game on that map."""
    return 3 * LIMIT if "V4" in map_.params.code else LIMIT


@cache
def board(preset: str, number: int) -> Map[Params]:
    rules, size = BOARDS[preset][number % len(BOARDS[preset])]
    return maps.generate("labyrinth", f"{preset} {number}", size=read_size(size), given={"rules": rules})


def played(preset: str, number: int) -> tuple[Map[Params], str, Playthrough[State]]:
    """A game, its map, and its kinds of players in the order of the names."""
    map_, seats = board(preset, number // len(SEATS) % 20), SEATS[number % len(SEATS)]
    players = [seated(seat, name, f"{name} {preset} {number}") for seat, name in zip(seats, NAMES, strict=False)]
    return map_, seats, play_out(REFEREE, map_, NAMES[: len(seats)], players, f"{preset} {number}", most(map_))


def seated(seat: str, name: str, seed: str) -> Player:
    return Explorer(name, LabyrinthEar(), Chance(seed)) if seat == "E" else Wanderer(Chance(seed))


# What holds in every game


def arms(state: State) -> Counter[str]:
    """All weapons in hands, also those of dead players, and on the ground."""
    total = Counter({"boomerangs": len(state.fallen)})
    for player in state.players:
        total.update(player.arms._asdict())
    return total


def fetched(state: State, words: str, after: State, lay: LabyrinthLayout) -> Counter[str]:
    """What the arsenal gives to the player whose turn it is, if they come to rest there now (MP-70, MP-A-2 to A-5)."""
    before, spot = state.player, after.named(state.player.name).spot
    comes = words == "skip" or spot != before.spot
    if before.wounded or not comes or not isinstance(spot, str) or lay.kinds.get(spot) != "arsenal":
        return Counter()
    given = Counter(GIVEN[str(state.params.code)])
    if state.params.code.has_any("A3", "A5"):
        return given if spot not in before.fetched else Counter()
    return given - Counter(before.arms._asdict())


def false_ones(state: State) -> int:
    return sum(p.false for p in state.players) + sum(not treasure.genuine for treasure in state.loose)


def assert_replayed(map_: Map[Any], game: Playthrough[State]) -> None:
    """The words and the dice as they were rolled lead to the same rulings, and no roll is left over."""
    left = iter([roll for said in (game.opening, *game.said) for roll in said.rolls])
    names = tuple(p.name for p in game.state.players)
    ruling = REFEREE.begin(map_, names, {}, lambda _: next(left))
    assert ruling == game.opening.ruling
    for said in game.said:
        ruling = REFEREE.play(ruling.state, said.words, lambda _: next(left))
        assert ruling == said.ruling
    assert next(left, None) is None


def assert_kept(map_: Map[Params], game: Playthrough[State]) -> None:
    grid = map_.params.grid
    down = {fact.place: grid.step(str(fact.place), fact.mark[-1]) for fact in map_.facts if fact.mark in FLOWS}
    sources = down.keys() - down.values()
    # Nobody can stay at the source of a river, nor on the next cell unless it is the end (MP-67.d)
    never = {str(cell) for source in sources for cell in (source, down[source]) if cell in down}
    lay = LabyrinthLayout(map_.params, map_.facts)
    state = game.opening.ruling.state
    for said in game.said:
        assert not said.ruling.state.secret or state.secret
        if not state.secret:
            # A directive uses up its weapon, an arsenal gives its weapons, and nothing else makes or removes any
            verb = said.words.split()[0]
            expected = arms(state) + fetched(state, said.words, said.ruling.state, lay)
            if verb in USES:
                expected[USES[verb]] -= 1
            assert +arms(said.ruling.state) == +expected
            assert all(n >= 0 for player in said.ruling.state.players for n in player.arms)
            # Each genuine treasure is carried or lies somewhere; so does each false one until it is told to be false
            after = said.ruling.state
            assert sum(p.genuine for p in after.players) + sum(thing.genuine for thing in after.loose) == after.genuine
            told = sum(announcement.key == "false" for announcement in said.ruling.heard)
            assert false_ones(after) == false_ones(state) - told
            # No player is lost; the dead stay where they are and have no turn; the living rest where a player can stay
            assert [p.name for p in after.players] == [p.name for p in state.players]
            for one, other in zip(state.players, after.players, strict=True):
                assert not one.dead or other._replace(arms=one.arms) == one
                assert not (other.dead or other.wounded) or not (other.genuine or other.false)
                assert other.dead or other.outside or after.secret or other.cell not in never
            assert after.over or not after.player.dead
        state = said.ruling.state
    assert_replayed(map_, game)
    assert game.over == state.over
    assert game.over or len(game.said) == most(map_)


FEW = (0, 2, 3, 13, 14, 15)
"""Games on two boards, with all lists of seats but those of several wanderers alone, whose games are the longest."""
ALL_SEATS = (0, 1, 2, 3, 12, 13, 14, 15)
"""Games of all lists of seats, on two boards."""


@pytest.mark.parametrize(
    ("preset", "numbers"),
    [
        *((preset, ALL_SEATS if preset in ("basic-w", "classic") else FEW) for preset in BOARDS),
        *(
            pytest.param(preset, range(n, end), marks=pytest.mark.long)
            for preset in BOARDS
            for n, end in ((0, 16), (16, 32), (0, 500))
        ),
    ],
    ids=str,
)
def test_whoever_plays_the_rules_hold_and_explorers_win(preset: str, numbers: Sequence[int]) -> None:
    """At most one game in four comes to its limit; explorers win six of sixteen, or one in the extreme set."""
    ends: Counter[str] = Counter()
    for number in numbers:
        map_, seats, game = played(preset, number)
        assert_kept(map_, game)
        winner = game.state.winner
        ends[seats[NAMES.index(winner)] if winner else "draw" if game.over else "limit"] += 1
    many = len(numbers) == 500
    assert ends["limit"] <= len(numbers) / (5 if many else 4)
    in_the_extreme_set, others = (20, 200) if many else (1, len(numbers) * 6 / 16)
    assert ends["E"] >= (in_the_extreme_set if preset == "extreme" else others)


@pytest.mark.long
def test_the_extreme_set_is_won_in_four_of_five_games_at_least() -> None:
    """MP-94.e, MP-94.f: with the bear as it is, in two hundred games of five explorers, stopped after 3,000 turns."""
    names, won, drawn = tuple("ABCDE"), 0, 0
    for number in range(200):
        drawn_map = maps.generate("labyrinth", f"bear {number}", preset="extreme")
        players = [Explorer(name, LabyrinthEar(), Chance(f"bear {number} {name}")) for name in names]
        played = play_out(REFEREE, drawn_map, names, players, f"bear {number}", 6000)
        won += bool(played.state.winner)
        drawn += played.state.draw
    assert won >= 160
    assert drawn <= 5


# What explorers understand

BEGINNING = (
    heard("begin", players="Ann, Bob"),
    heard("size", size="4x4"),
    heard("chains", count="1", lengths="3"),
    heard("rivers", count="1", lengths="4"),
    heard("counts", what="exits: 1; treasures: 2; false-treasures: 1; arsenals: 1; hospitals: 1"),
    heard("kit", what="bullets: 5"),
    heard("code", code="G2-S2-F4-V3-T3-A5-H34-W67-O24"),
)
SAYS = ("up", "down", "left", "right")
STEPS = (*SAYS, "skip")
BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}


def understood(*what: Announcement) -> list[Observation]:
    """What an ear makes of these announcements, after the beginning of a game."""
    ear = LabyrinthEar()
    return [told for each in (*BEGINNING, heard("turn", player="Ann"), *what) for told in ear.hear(each)]


def test_the_announcement_tells_how_much_there_is_of_everything() -> None:
    ear = LabyrinthEar()
    assert [told for announcement in BEGINNING for told in ear.hear(announcement)] == []
    board = ear.briefing
    assert board.size == (4, 4, 1)
    assert board.amounts["river-end"] == board.amounts["arsenal"] == 1
    assert (board.amounts["wormhole"], board.amounts["river"], board.amounts["empty"]) == (3, 2, 7)
    assert (board.carriers.rings, board.to_win) == ({"wormhole": 3}, Victory(2, alone=False))


@pytest.mark.parametrize(("code", "size", "up"), [("G1-V2", "4x4", (0, 1, 0)), ("G13-V2", "4x4x2", (0, 0, 1))])
def test_with_floors_up_leads_to_the_next_one(code: str, size: str, up: tuple[int, int, int]) -> None:
    ear = LabyrinthEar()
    for announcement in (heard("size", size=size), BEGINNING[4], heard("code", code=code)):
        assert list(ear.hear(announcement)) == []
    assert ear.briefing.steps["up"] == up
    assert ("north" in ear.briefing.steps) == (up == (0, 0, 1))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (heard("executed"), [Observation(Meaning.STAYS, "Ann", "empty")]),
        (
            heard("executed-what", what="river, river-end, treasure"),
            [Observation(Meaning.CARRIED, "Ann", "river-end", "river"), Observation(Meaning.TAKEN, "Ann")],
        ),
        (heard("executed-what", what="river-source"), [Observation(Meaning.CARRIED, "Ann", "river", "river-source")]),
        (heard("executed-what", what="river-end"), [Observation(Meaning.STAYS, "Ann", "river-end")]),
        (heard("executed-what", what="exit"), [Observation(Meaning.EXIT, "Ann"), Observation(Meaning.OUTSIDE, "Ann")]),
        (heard("skipped"), []),
        (heard("skipped-what", what="wormhole"), [Observation(Meaning.RIDES, "Ann", "wormhole")]),
        (
            heard("impossible-wall-what", what="wormhole"),
            [Observation(Meaning.WALL, "Ann", "wall"), Observation(Meaning.RIDES, "Ann", "wormhole")],
        ),
        (heard("impossible-monolith"), [Observation(Meaning.WALL, "Ann", "rim")]),
        (
            heard("placed", player="Bob", what="wormhole, moved"),
            [Observation(Meaning.PLACED, "Bob", "wormhole", "wormhole")],
        ),
        (heard("killed", player="Bob"), [Observation(Meaning.DEAD, "Bob")]),
        (heard("meets-bear-wounded", player="Bob"), [Observation(Meaning.INJURED, "Bob")]),
        (heard("corpse", player="Ann", other="Bob"), [Observation(Meaning.DEAD, "Bob")]),
        (heard("false"), [Observation(Meaning.FALSE, "Ann")]),
        (heard("monolith-stands"), [Observation(Meaning.STANDS, "Ann", "rim")]),
        (heard("wall-stands"), [Observation(Meaning.STANDS, "Ann", "wall")]),
    ],
)
def test_one_answer_tells_several_things(said: Announcement, told: list[Observation]) -> None:
    assert understood(said) == told


def test_wounded_players_find_treasure_and_leave_it_until_they_are_healed() -> None:
    told = understood(
        heard("wounded", player="Ann"),
        heard("executed-what", what="treasure"),
        heard("executed-what", what="hospital"),
        heard("executed-what", what="treasure"),
    )
    assert [line.means for line in told if line.means is not Meaning.STAYS] == [
        Meaning.INJURED,
        Meaning.PRIZE,
        Meaning.HEALTHY,
        Meaning.TAKEN,
    ]


BOARD = Briefing(
    {"up": (0, 1, 0), "down": (0, -1, 0), "left": (-1, 0, 0), "right": (1, 0, 0)},
    "empty",
    (3, 2, 1),
    {"arsenal": 1, "wormhole": 2, "empty": 3},
    carriers=Carriers(frozenset({"wormhole"}), {"wormhole": 2}),
    stay="skip",
)


def test_the_outer_wall_tells_players_where_on_the_board_they_are() -> None:
    hypothesis = MapHypothesis(BOARD)
    hypothesis.place("empty", None)
    hypothesis.walk("right", "empty")
    hypothesis.mark("right", "rim")
    assert hypothesis.chart.here == ChartCell(0, 1, 0)
    hypothesis.mark("down", "rim")
    assert hypothesis.chart.here == ChartCell(-1, 2, 0)
    assert hypothesis.chart.ground == {ChartCell(-1, 1, 0): "empty", ChartCell(-1, 2, 0): "empty"}


def test_a_thing_of_which_there_is_only_one_joins_pieces() -> None:
    hypothesis = MapHypothesis(BOARD)
    hypothesis.place("arsenal", None)
    hypothesis.carry("right", "wormhole", "wormhole")
    hypothesis.walk("left", "empty")
    assert hypothesis.chart.here == ChartCell(1, -1, 0)
    hypothesis.walk("down", "arsenal")
    assert hypothesis.chart.here == ChartCell(0)
    assert hypothesis.chart.ground == {
        ChartCell(0): "arsenal",
        ChartCell(0, 1): "wormhole",
        ChartCell(0, 1, 1): "wormhole",
        ChartCell(0, 0, 1): "empty",
    }
    assert hypothesis.chart.lands == {ChartCell(0, 1): ChartCell(0, 1, 1)}


def test_a_map_that_contradicts_itself_is_begun_anew() -> None:
    hypothesis = MapHypothesis(BOARD)
    hypothesis.place("arsenal", None)
    hypothesis.carry("right", "wormhole", "wormhole")
    hypothesis.walk("down", "empty")
    hypothesis.walk("left", "arsenal")
    assert len(hypothesis.chart.ground) < 4


def test_a_wall_that_may_have_changed_is_redrawn_and_proves_nothing() -> None:
    hypothesis = MapHypothesis(BOARD)
    hypothesis.place("empty", None)
    hypothesis.walk("right", "empty")
    hypothesis.changes = 1
    hypothesis.mark("left", "wall")
    assert hypothesis.chart.ground[ChartCell(0)] == "empty"
    assert hypothesis.chart.edges[ChartCell(0), "right"] == "wall"
    hypothesis.mark("left", "open")
    assert not hypothesis.chart.ground


def test_with_one_way_doors_a_side_need_not_be_the_same_from_both_sides() -> None:
    hypothesis = MapHypothesis(BOARD._replace(fickle=True))
    hypothesis.place("empty", None)
    hypothesis.walk("right", "empty")
    hypothesis.mark("left", "wall")
    assert hypothesis.chart.edges == {(ChartCell(0), "right"): "open", (ChartCell(0, 1), "left"): "wall"}


def test_a_wall_that_withstood_a_grenade_is_remembered_when_pieces_are_joined() -> None:
    hypothesis = MapHypothesis(BOARD)
    hypothesis.place("empty", None)
    hypothesis.mark("up", "wall")
    assert hypothesis.chart.shut(hypothesis.chart.here, "up")
    hypothesis.withstand("up", "wall")
    hypothesis.withstand("left", "rim")
    hypothesis.withstand("down", "rim")
    assert hypothesis.chart.here == ChartCell(-1, 0, 0)
    assert hypothesis.chart.edges[hypothesis.chart.here, "up"] == "wall"
    assert not hypothesis.chart.shut(hypothesis.chart.here, "up")


def test_a_grenade_without_a_wall_does_not_tell_a_way_from_an_exit() -> None:
    hypothesis = MapHypothesis(BOARD)
    hypothesis.place("empty", None)
    hypothesis.mark("left", "wall")
    for step in ("left", "right"):
        hypothesis.open_up(step)
    assert hypothesis.chart.edges == {(ChartCell(0), "left"): "open", (ChartCell(0, -1), "right"): "open"}


def test_a_chain_that_has_been_gone_round_is_closed() -> None:
    hypothesis = MapHypothesis(BOARD)
    hypothesis.place("empty", None)
    hypothesis.carry("right", "wormhole", "wormhole")
    second = hypothesis.chart.here
    assert second.piece == 1
    hypothesis.ride("wormhole")
    assert hypothesis.chart.here == ChartCell(0, 1, 0)
    hypothesis.ride("wormhole")
    assert hypothesis.chart.here == second


# How explorers think


class Table:
    """Ann at a table; the test decides what Ann hears."""

    def __init__(self, code: str = "G2-S2-F4-V3-T3-A5-H34-W67-O24", treasures: int = 1) -> None:
        counts = f"exits: 1; treasures: {treasures}; false-treasures: 1; arsenals: 1; hospitals: 1"
        self.ann = Explorer("Ann", LabyrinthEar(), Chance("1"))
        self.told = [*BEGINNING[:4], heard("counts", what=counts), heard("code", code=code)]
        self.hears(heard("placed", player="Ann", what="empty"), heard("turn", player="Ann"))

    def hears(self, *what: Announcement) -> None:
        self.told += what

    def asked(self, *ways: str) -> str:
        return self.ann.choose(self.told, ways or STEPS)

    def answered(self, what: str = "", *ways: str) -> str:
        """Ann hears the answer to her last step; returns what Ann says next."""
        self.hears(heard("executed-what", what=what) if what else heard("executed"), heard("turn", player="Bob"))
        self.hears(heard("skipped"), heard("turn", player="Ann"))
        return self.asked(*ways)


def test_a_player_with_treasure_leaves_by_a_known_exit_and_comes_back_in_if_it_is_false() -> None:
    table = Table()
    gate = table.asked()
    assert table.answered("exit") == BACK[gate]
    away = table.answered()
    assert table.answered("treasure") == BACK[away]
    assert table.answered() == gate
    table.hears(heard("executed-what", what="exit"), heard("false"), heard("turn", player="Ann"))
    assert table.asked() == BACK[gate]
    assert table.answered() != gate, "Ann has nothing to bring out"


def test_a_player_who_needs_all_treasures_looks_for_the_next_one() -> None:
    table = Table(treasures=2)
    gate = table.asked()
    table.answered("exit")
    away = table.answered()
    onward = table.answered("treasure")
    assert onward != BACK[away]
    assert table.answered("treasure") == BACK[onward]
    assert table.answered() == BACK[away]
    assert table.answered() == gate


def test_a_wounded_player_goes_to_a_known_hospital_and_then_for_the_treasure() -> None:
    table = Table()
    table.asked()
    away = table.answered("hospital")
    table.hears(heard("executed-what", what="treasure"), heard("wounded", player="Ann"), heard("turn", player="Ann"))
    assert table.asked() == BACK[away], "Ann was wounded where the treasure lay"
    assert table.answered("hospital") == away
    assert table.answered("treasure") not in (away, "skip")


def test_a_player_uses_the_knife_where_another_player_must_be() -> None:
    table = Table()
    table.asked()
    table.hears(heard("executed-what", what="arsenal"), heard("turn", player="Bob"))
    table.hears(heard("executed"), heard("turn", player="Ann"))
    assert table.asked(*STEPS, "knife") in STEPS
    table = Table()
    table.asked()
    table.hears(heard("executed-what", what="arsenal"), heard("turn", player="Bob"))
    table.hears(heard("executed-what", what="arsenal"), heard("turn", player="Ann"))
    assert table.asked(*STEPS, "knife") == "knife"


def test_a_player_shoots_where_another_player_must_be() -> None:
    table = Table()
    table.asked()
    away = table.answered("hospital")
    table.hears(heard("executed"), heard("turn", player="Bob"))
    table.hears(heard("executed-what", what="hospital"), heard("turn", player="Ann"))
    assert table.asked(*STEPS, *(f"shoot {step}" for step in SAYS)) == f"shoot {BACK[away]}"


def test_nobody_shoots_at_the_dead() -> None:
    table = Table()
    table.asked()
    table.answered("hospital")
    table.hears(heard("executed"), heard("turn", player="Bob"))
    table.hears(heard("executed-what", what="hospital"), heard("killed", player="Bob"), heard("turn", player="Ann"))
    assert table.asked(*STEPS, *(f"shoot {step}" for step in SAYS)) in STEPS


def test_if_no_way_leads_on_a_grenade_makes_one() -> None:
    table, barred = Table(), list[str]()
    for _ in SAYS:
        barred.append(table.asked())
        table.hears(heard("impossible-wall"), heard("turn", player="Ann"))
    assert sorted(barred) == sorted(SAYS)
    thrown = table.asked(*STEPS, *(f"grenade {step}" for step in SAYS))
    verb, way = thrown.split()
    assert verb == "grenade"
    table.hears(heard(f"destroyed-{way}"))
    assert table.asked() == way


@pytest.mark.parametrize("side", ["wall", "monolith"])
def test_a_wall_that_stood_is_no_contradiction_when_it_is_met_again(side: str) -> None:
    table = Table(code="G2-S2-F5-V1-T3-A5-H34-W3789-O13")
    table.asked()
    ahead = table.answered()
    table.hears(heard("executed"))
    assert table.asked(f"grenade {ahead}", "end") == "end", "Ann does not throw without a reason"
    chart, wall = table.ann.memory.chart, next(step for step in SAYS if step not in (ahead, BACK[ahead]))
    known = dict(chart.ground)
    assert table.asked(f"grenade {wall}") == f"grenade {wall}"
    table.hears(heard(f"{side}-stands"), heard("turn", player="Ann"))
    assert table.asked(wall) == wall
    table.hears(heard(f"impossible-{side}"), heard("turn", player="Ann"))
    table.asked()
    assert chart.ground == known
    assert len(chart.ground) == 3
    assert chart.edges[chart.here, wall] == ("rim" if side == "monolith" else side)
    assert not chart.shut(chart.here, wall), "no second grenade is worth it"


def test_a_player_with_weapons_ends_the_turn_if_nobody_is_near() -> None:
    table = Table()
    table.asked()
    table.hears(heard("executed-what", what="arsenal"))
    assert table.asked("knife", "grenade up", "end") == "end"


def test_a_player_does_not_leave_while_others_must_die_first() -> None:
    table = Table("G2-S2-F5-V4-T3-A5-H34-W3789-O134567")
    gate = table.asked()
    table.answered("exit")
    away = table.answered()
    table.hears(heard("placed", player="Bob", what="empty"))
    assert table.answered("treasure") != BACK[away]
    table = Table("G2-S2-F5-V4-T3-A5-H34-W3789-O134567")
    gate = table.asked()
    table.answered("exit")
    away = table.answered()
    table.hears(heard("placed", player="Bob", what="empty"), heard("meets-bear-killed", player="Bob"))
    assert table.answered("treasure") == BACK[away]
    assert table.answered() == gate


def test_an_explorer_that_chooses_its_start_knows_where_it_is() -> None:
    explorer, ear = Explorer("Ann", LabyrinthEar(), Chance("3")), BEGINNING[1:-1]
    told = [*ear, heard("code", code="G1-S1-F4-V1-T1-A1-H1-W1-O1"), heard("asks", player="Ann")]
    start = explorer.choose(told, ("start a1", "start d4", "start d1"))
    told += [heard("placed", player="Ann", what="empty"), heard("turn", player="Ann")]
    assert explorer.choose(told, STEPS) in STEPS
    x, y = {"start a1": (0, 0), "start d4": (3, 3), "start d1": (3, 0)}[start]
    assert explorer.memory.chart.here == ChartCell(-1, x, y)


def test_the_same_seed_plays_the_same_game_and_its_turns_are_told_one_by_one() -> None:
    _, seats, game = played("classic-x", 0)
    assert seats == "EE"
    assert played("classic-x", 0)[2] == game
    assert [line.split(": ")[0] for line in game.turns[:3]] == ["Ann", "Bob", "Ann"]
    assert [words for line in game.turns for words in line.split(": ")[1].split("; ")] == [s.words for s in game.said]
