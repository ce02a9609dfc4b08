"""Games of mapkit's own players: what they may say and what they do, and whether referee and checker agree."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from mapkit.games import maps
from mapkit.games.kit.movement import OUTSIDE
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.design import real_moves
from mapkit.games.treasures.ear import TreasuresEar
from mapkit.games.treasures.packs import Settings as Params
from mapkit.games.treasures.referee import OPTIONS, REFEREE
from mapkit.games.treasures.state import Player as Adventurer
from mapkit.games.treasures.state import State
from mapkit.language.directives import wrong_options
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.grid import COMPASS, Cell, Square
from mapkit.model.map import Map
from mapkit.model.rule import Amount, Node, has
from mapkit.model.ruling import Announcement, MoveError, Ruling, heard
from mapkit.model.settings import read_size, settings
from mapkit.players.explorer import Explorer
from tests.drawings import drawn
from tests.playthrough import Player, Playthrough, Wanderer, play_out

ROOT = Path(__file__).parents[2]
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")


@cache
def generated(seed: int, preset: str, size: str, players: int = 3) -> Map[Params]:
    given: dict[str, object] = {"players": players}
    if preset == "any-size":  # one or two of each on a board of 5 x 5
        given |= {"treasures": "1-2", "exits": "1-2"}
    return maps.generate("treasures", f"played {seed}", preset=preset, size=read_size(size), given=given)


def six(faces: int) -> int:
    return faces


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 12))])
def test_every_way_is_accepted_and_no_other_directive(seed: int) -> None:
    """For directives that need only one word, all those that are no ways are refused.

    Two to five wanderers play with any options switched on; one game in ten on the rules' own board.
    """
    chance = Chance(f"game {seed}")
    names = NAMES[: chance.between(2, 5)]
    map_ = generated(seed // 5, *(("any-size", "5x5") if seed % 10 else ("default", "8x8")), len(names))
    options = {key: "yes" for key in OPTIONS if chance.below(3) == 0}
    players = [Wanderer(Chance(f"{name} {seed}")) for name in names]
    game = play_out(REFEREE, map_, names, players, str(seed), 300, options)
    words = [COMPASS[d] for d in "NESW"] + ["use kit", "shop", "take", "put down", "heal", "end", "drop"]
    words += [f"shoot {COMPASS[d]}" for d in "NESW"]
    for said in (game.opening, *game.said):
        state = said.ruling.state
        ways = REFEREE.ways(state)
        for way in ways:
            REFEREE.play(state, way, six)
        for other in set(words).difference(ways):
            with pytest.raises(MoveError):
                REFEREE.play(state, other, six)


# Players


class Listener:
    """Says the first way and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[tuple[Announcement, ...], tuple[str, ...]]] = []

    def choose(self, heard: Sequence[Announcement], ways: Sequence[str]) -> str:
        self.given.append((tuple(heard), tuple(ways)))
        return ways[0]


def test_a_player_is_given_what_was_heard_and_what_may_be_said() -> None:
    map_, listener = generated(1, "any-size", "5x5"), Listener()
    game = play_out(REFEREE, map_, ["Ann"], [listener], "1", 20)
    told = game.opening.ruling.heard
    before = game.opening.ruling
    for (heard_so_far, ways), said in zip(listener.given, game.said, strict=True):
        assert heard_so_far == told
        assert ways == REFEREE.ways(before.state)
        told, before = told + said.ruling.heard, said.ruling


def test_the_same_seed_plays_the_same_game() -> None:
    map_ = generated(2, "any-size", "5x5")

    def game(seed: str) -> Playthrough[State]:
        return play_out(
            REFEREE, map_, NAMES[:3], [Explorer(n, TreasuresEar(), Chance(n)) for n in NAMES[:3]], seed, 100
        )

    assert game("one") == game("one")
    assert game("one").opening != game("two").opening


def ways_of(map_: Map[Any]) -> nx.DiGraph[Node]:
    """The ways of play that the checker sees on a map."""
    graph: nx.DiGraph[Node] = nx.DiGraph()
    graph.add_nodes_from(map_.params.grid.cells())
    graph.add_edges_from(
        (way.source, way.target)
        for way in real_moves(map_.params)
        if map_.facts.issuperset(way.needs) and map_.facts.isdisjoint(way.bars)
    )
    return graph


def hopeless(state: State) -> bool:
    """Whether a lone player can no longer reach what they need.

    River and portals may lead to a place without a way on.
    """
    goals: set[Node] = {OUTSIDE} if state.player.carried else set(state.treasures)
    return goals.isdisjoint(nx.descendants(ways_of(state.drawn), state.player.cell))


@pytest.mark.parametrize("maps", [8, *(pytest.param(maps, marks=pytest.mark.long) for maps in (25, 100))])
def test_an_explorer_gets_out_with_a_treasure(maps: int) -> None:
    """On maps of 8 x 8 tiles, within 400 directives. Games that cannot be won any more do not count."""
    won = lost = 0
    for seed in range(maps):
        explorer = Explorer("Ann", TreasuresEar(generated(seed, "default", "8x8").params), Chance(f"explorer {seed}"))
        game = play_out(REFEREE, generated(seed, "default", "8x8"), ["Ann"], [explorer], str(seed), 400)
        won += game.over
        lost += not game.over and not hopeless(game.state)
    assert won >= 4 * lost


@pytest.mark.parametrize(
    ("games", "wanted"),
    [(8, 4), *(pytest.param(games, games // 2 - games // 30, marks=pytest.mark.long) for games in (15, 30))],
)
def test_an_explorer_beats_wanderers(games: int, wanted: int) -> None:
    """It wins two games in three against two wanderers; by luck it would win one in three."""
    won = 0
    for seed in range(games):
        players: list[Player] = [
            Explorer("Ann", TreasuresEar(generated(seed, "default", "8x8").params), Chance(f"explorer {seed}")),
            Wanderer(Chance(f"Bob {seed}")),
            Wanderer(Chance(f"Cid {seed}")),
        ]
        game = play_out(REFEREE, generated(seed, "default", "8x8"), NAMES[:3], players, str(seed), 4000)
        won += game.state.winner == "Ann"
    assert won >= wanted


STEPS = tuple(COMPASS[d] for d in "NESW")
BACK = dict(zip(STEPS, STEPS[2:] + STEPS[:2], strict=True))


def ann_hears(*keys: str) -> list[Announcement]:
    return [heard(key, player="Ann") for key in keys]


def test_an_explorer_with_a_treasure_leaves_by_a_known_exit() -> None:
    ann, told = Explorer("Ann", TreasuresEar(), Chance("1")), list[Announcement]()
    gate = ann.choose(told, STEPS)
    told += ann_hears("exit")
    step = ann.choose(told, STEPS)
    told += ann_hears("safe", "treasure")
    assert ann.choose(told, (*STEPS, "take")) == "take"
    told += ann_hears("takes")
    assert ann.choose(told, STEPS) == BACK[step]
    told += ann_hears("safe")
    assert ann.choose(told, STEPS) == gate


def test_an_injured_explorer_goes_to_the_hospital_and_stays_there() -> None:
    ann, told = Explorer("Ann", TreasuresEar(), Chance("2")), list[Announcement]()
    ann.choose(told, STEPS)
    told += ann_hears("hospital")
    step = ann.choose(told, STEPS)
    told += [*ann_hears("safe"), heard("shot", player="Bob", other="Ann")]
    assert ann.choose(told, STEPS) == BACK[step]
    told += ann_hears("hospital")
    assert ann.choose(told, ("heal", "end")) == "heal"


def test_an_explorer_attacks_only_players_who_hold_a_treasure() -> None:
    ann, told = Explorer("Ann", TreasuresEar(), Chance("4")), list[Announcement]()
    ways = (*STEPS, "attack Cid", "attack Bob", "attack Bob with bullet")
    assert ann.choose(told, ways) in STEPS
    told += [*ann_hears("safe"), heard("takes", player="Bob")]
    assert ann.choose(told, ways) == "attack Bob with bullet"
    assert ann.choose(told, ways[:-1]) == "attack Bob"
    told += [heard("battle-lost", player="Ann", other="Bob")]
    assert ann.choose(told, (*STEPS, "take", "end")) == "take"


# What an ear notices

OPENED: dict[str, tuple[Announcement, ...]] = {
    "treasures": (),
    "labyrinth": (
        heard("size", size="4x4"),
        heard("chains", count="1", lengths="3"),
        heard("rivers", count="1", lengths="4"),
        heard("counts", what="exits: 1; treasures: 2; arsenals: 1; hospitals: 1"),
        heard("code", code="G2-S1-F3-V1-T2-A2-H2-W57-O2"),
        heard("turn", player="Ann"),
    ),
}
"""The announcements at the beginning of each game."""
SAID = {"size": "5x5", "lengths": "5", "code": "G2-S2-F4-V3-T3-A5-H34-W67-O24", "what": "wormhole", "other": "Ann"}
"""The values in the braces; a player's name if none is given here."""
COUNTS = "exits: 2; treasures: 1; arsenals: 2; hospitals: 0"
NOT_HEEDED = {
    "treasures": {
        "turn loses stays": "each announcement names its player, and what may be said tells whose turn it is",
        "won buried": "the game is over",
        "size counts": "its ear is made with the settings, and the board is as large as its paper",
        "meets-healthy meets-injured": "the ways name the players to attack, and it attacks those who hold a treasure",
        "missed shot-again battle": "nobody is worse off",
        "rolls-bullet rolls-kit drops-bullet drops-kit": "the ways tell what it can use",
        "modules gift shared alone out": "the ways tell what it has and may do, and in the end the game is over",
        "offers offers-gift asks trades gives shelf shelf-empty donates receives": "it neither trades nor donates",
        "rolls-two drops-scanner drops-flashlight drops-battery drops-dynamite drops-shield": (
            "the ways tell what it can use"
        ),
        "scans scans-one scans-nothing scans-pure scans-fools scans-trap shines shines-end": "it uses none of them",
        "blows blows-nothing": "it does not know which walls are gone",
        "shield shot-guarded battle-lost-guarded battle-bullet-guarded": "nobody is worse off",
        "trap mauls bites": "what follows tells whether it was injured",
        "sniffs licks meets-infected": "nobody is worse off, and the ways name whom it may attack",
        "growl bark groan": "it does not work out where monsters are",
        "hits-bear hits-dog hits-zombie drives-bear drives-dog drives-zombie": "the ways name the monsters on its tile",
    },
    "labyrinth": {
        "begin asks chosen loses": "what may be said tells whose turn it is, and to choose a start",
        "no-chains no-rivers": "if none are announced there are none",
        "agreed-anonymous-hits agreed-hide-counts agreed-one-obstacle agreed-tell-corpses agreed-tell-starts": (
            "it does without what is then not told, or told in addition"
        ),
        "agreed-arsenal agreed-boomerang agreed-stock-bullets agreed-stock-grenades agreed-stock-mixed "
        "agreed-weapons-first agreed-wounded-restock": ("the ways tell what it can use and when"),
        "agreed-drift-1 agreed-drift-3 agreed-drift-mouth agreed-drift-on-bump agreed-own-cell agreed-stay-inside": (
            "it takes the rules as they are without the setting; if its map turns out wrong it begins a new one"
        ),
        "agreed-bends agreed-course-south agreed-wormhole-distance": "it does not guess how the map was made",
        "kit stock there-is-a-bear there-is-a-bear-wounded there-is-a-bear-killed there-is-a-leprechaun": (
            "the ways tell what it can use, and it hunts no creature"
        ),
        "skipped": "nothing came of it",
        "wins wins-all wins-out last draw": "the game is over",
        "miss nobody wasted boomerang-back boomerang-falls": "no player is worse off",
        "bear-wounded bear-gone leprechaun-killed": "no player is hurt by it",
        "somebody-wounded somebody-killed": "nobody knows who",
        "named not-used": "the ways tell what is left",
        "meets-bear meets-leprechaun meets-leprechaun-here meets-leprechaun-none": (
            "it does not use what a creature tells, which is where the nearest treasure lay"
        ),
        "back": "its map tells it, if the map is right",
        "grenade-failed exploded": "it is not told which walls are gone",
        "robbed-treasure robbed-weapons robbed-both": "the ways tell what it still has",
        "misses-dead": "it is dead",
        "taken-other taken-nothing": "nobody has more treasure by it",
        "untold untold-dark untold-half untold-half-wall": (
            "its own answer it hears, and it does not follow where others are"
        ),
        "torch around steps no-steps": "it goes by its own steps",
        "exits-at": "it looks for exits by itself",
        "yours": "its own map needs no place on the board",
    },
}
"""The announcements that mean nothing to an explorer, and why."""


def of_options() -> Iterator[str]:
    """The keys of what was agreed by the settings of house options."""
    for setting in settings(LabyrinthSettings):
        name, words = setting.name.replace("_", "-"), getattr(setting.value_kind, "words", ())
        if setting.agreed and setting.of_module:
            yield from (f"agreed-{name}" + ("" if word == "yes" else f"-{word}") for word in words[1:])
            yield from () if words else (f"agreed-{name}",)


NOT_HEEDED["labyrinth"][" ".join(of_options())] = "its ear is made with the settings, and the ways tell what it may do"


def with_all_options() -> LabyrinthSettings:
    """Settings with which all packs are on."""
    own = [setting for setting in settings(LabyrinthSettings) if setting.of_module]
    others = {
        setting.name: getattr(
            setting.value_kind, "words", (Amount(1, 1) if isinstance(setting.default, Amount) else 1,)
        )
        for setting in own
    }
    chosen: dict[str, Any] = {name: words[-1] for name, words in others.items()}
    return LabyrinthSettings(**chosen)


def heeded(game: str, key: str, phrase: str) -> bool:
    """Whether an announcement means anything to an ear, or changes what it knows."""
    listen = table_of(GAMES[game]).ear
    assert listen
    everything = Params(grid=Square(4, 4, 2), elevators=1, donation=Amount(1, 1))
    ear = listen(everything if game == "treasures" else with_all_options())
    for each in OPENED[game]:
        assert list(ear.hear(each)) == []
    before = deepcopy(vars(ear))
    said = {name: SAID.get(name, "Bob") for name in re.findall(r"\{(\w+)\}", phrase)}
    told = list(ear.hear(heard(key, **(said | {"what": COUNTS} if key == "counts" else said))))
    return bool(told) or vars(ear) != before


@pytest.mark.parametrize("game", [game.name for game in GAMES.values() if table_of(game).ear is not None])
def test_every_announcement_means_something_to_an_ear_or_there_is_a_reason(game: str) -> None:
    phrases = tomllib.loads((ROOT / "templates" / "phrases" / "en" / f"{game}.toml").read_text(encoding="utf-8"))
    dropped = [key for key, phrase in phrases["heard"].items() if not heeded(game, key, phrase)]
    assert sorted(dropped) == sorted(key for keys in NOT_HEEDED[game] for key in keys.split())


# Referee and checker


def alone(map_: Map[Any], cell: Cell) -> State:
    """A single player on any cell; nothing is taken yet."""
    return State(map_, (Adventurer("Ann", cell),), (), frozenset())


def played(state: State, direction: str) -> Ruling[State]:
    return REFEREE.play(state, COMPASS[direction], six)


def rests(map_: Map[Any]) -> nx.DiGraph[Node]:
    """A graph from each cell to those where the referee lets a player come to rest after a move, or to the outside."""
    graph: nx.DiGraph[Node] = nx.DiGraph()
    graph.add_nodes_from(map_.params.grid.cells())
    for cell in map_.params.grid.cells():
        for direction in "NESW":
            ruling = played(alone(map_, cell), direction)
            keys = {announcement.key for announcement in ruling.heard}
            if "exit" in keys:
                graph.add_edge(cell, OUTSIDE)
            elif "blocked" not in keys:
                graph.add_edge(cell, ruling.state.players[0].cell)
    return graph


def after_moving(graph: nx.DiGraph[Node], start: Node) -> set[Node]:
    """The nodes after one way or more; pauses on the way do not count, such as having just entered."""
    there = {node for first in graph.successors(start) for node in ({first} | nx.descendants(graph, first))}
    return {node for node in there if isinstance(node, str)}


def assert_agreed(map_: Map[Any]) -> None:
    by_play, by_check = rests(map_), ways_of(map_)
    for cell, kind in map_.kinds.items():
        if kind == "safe":
            assert after_moving(by_play, cell) == after_moving(by_check, cell), cell


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 60))])
def test_players_come_to_rest_where_the_checker_says(seed: int) -> None:
    portals = {"two_way": seed % 3, "three_way": seed % 2, "marsh": 2}
    given = {**portals, "rivers": "1-2", "bends": "any", "river": "4-8"} if seed % 4 else {}
    map_ = maps.generate("treasures", f"exhausted {seed}", preset="any-size", size=read_size("5x5"), given=given)
    assert_agreed(map_)


BROKEN_STREAMS = """
river=6 rivers=any two_way=1 three_way=1 marsh=1 walls=any
+---+---+---+---+
  .   ~>| .   A1|
+   +   +---+   +
| ~>  ~>  ~v  . |
+---+   +   +---+
| .   X1| ~v  X2|
+   +---+---+   +
| ~^  A2  X3  M
+   +   +   +   +
| .   .   .   F |
+---+---+---+---+
"""
AGAINST_THE_STREAM = """
river=4
+---+---+---+---+---+
  T   ~<  ~<  ~<  ~<|
+   +---+---+---+   +
| .   .   .   .   . |
+---+---+---+---+---+
"""
A_RING = """
river=4 fake=1
+---+---+---+
| ~>  ~v  .
+   +   +   +
| ~^  ~<| T |
+   +---+   +
| .   .   F |
+---+---+---+
"""


@pytest.mark.parametrize("drawing", [BROKEN_STREAMS, AGAINST_THE_STREAM, A_RING], ids=["walls", "upstream", "ring"])
def test_play_and_checker_agree_on_maps_drawn_by_hand(drawing: str) -> None:
    assert_agreed(drawn(drawing))


def test_the_comparison_notices_a_referee_that_carries_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def set_down(state: State, direction: str) -> Ruling[State]:
        """A ruling as if no river flowed."""
        dry = (fact if fact.mark in ("wall", "exit") else has(fact.place, "safe") for fact in state.drawn.facts)
        return REFEREE.play(replace(state, drawn=replace(state.drawn, facts=frozenset(dry))), COMPASS[direction], six)

    monkeypatch.setitem(globals(), "played", set_down)
    with pytest.raises(AssertionError):
        assert_agreed(drawn(AGAINST_THE_STREAM))


def test_a_game_without_options_says_so() -> None:
    assert wrong_options({"luck": "yes"}, ()) == ["there is no option 'luck'; this game has none"]
    assert wrong_options({"luck": "yes"}, ("peek",), ("starts",)) == [
        "there is no option 'luck'; there are peek, starts"
    ]
