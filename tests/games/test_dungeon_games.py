"""Games of Dungeon played by machines: what may be said is done, and machines know what a player may."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.dungeon.bots import BOTS
from mapkit.games.dungeon.referee import OPTIONS, REFEREE
from mapkit.games.dungeon.state import Action, PeriodOrder, Spot, State
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from mapkit.model.ruling import MoveError

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
PRESETS = ("default", "small", "additions", "fair", "ahead")
ODD = (
    "mine e mine nw",
    "climb any",
    "enter new",
    "new",
    "e e e climb e5",
    "a1 g7 wait",
    "enter 1 se se",
    "fly",
    "e w e w",
)


@lru_cache
def level(preset: str, number: int) -> Map[Any]:
    return maps.generate("dungeon", f"games {number}", preset=preset)


class Played:
    """A game in the making; mostly it orders what a machine would order, now and then something odd."""

    def __init__(self, number: int) -> None:
        self.chance = Chance(f"game {number}")
        self.drawn = level(PRESETS[number % len(PRESETS)], number % 7)
        self.names = NAMES[: self.chance.between(1, len(NAMES))]
        self.options = {name: self.chance.choice(("yes", "no")) for name in OPTIONS}
        self.levels = {name: self.chance.choice([*BOTS]) for name in self.names}
        self.state: State = REFEREE.begin(self.drawn, self.names, self.options, self.chance.die).state

    def said(self) -> str:
        if self.chance.below(8) == 0:
            return self.chance.choice(("resolve", *ODD, *REFEREE.ways(self.state)))
        return BOTS[self.levels[REFEREE.mover(self.state)]](self.state, self.chance)[0]

    def on(self) -> None:
        """Play on; refused orders change nothing."""
        with suppress(MoveError):
            self.state = REFEREE.play(self.state, self.said(), self.chance.die).state


def spots(state: State) -> list[Spot]:
    return [
        Spot(number, depth, cell)
        for number, dungeon in enumerate(state.dungeons, 1)
        for depth, hexes in enumerate(dungeon.levels, 1)
        for cell in hexes
    ]


@pytest.mark.parametrize("games", [5, pytest.param(12, marks=pytest.mark.long)])
def test_whatever_may_be_said_is_done_and_every_other_step_is_blocked(games: int) -> None:
    """HD-15, HD-16, HD-58, HD-63: `ways` and the period agree on which hexes a player may enter."""
    steps = 0
    for number in range(games):
        game = Played(number)
        for _ in range(30):
            if REFEREE.mover(game.state):
                steps += compared(game)
            game.on()
    assert steps > 1000 * games / 12


def compared(game: Played) -> int:
    """Order each step of the player to move; it is carried out if it may be said, and blocked if not.

    Returns how many.
    """
    name, ways = REFEREE.mover(game.state), set(REFEREE.ways(game.state))
    alone = replace(game.state, orders=())
    if alone.player(name).spot is None:
        return 0
    for side in map(str.lower, alone.grid.directions):
        ordered = replace(alone, orders=((name, PeriodOrder((Action("move", side),))),))
        told = REFEREE.play(ordered, "resolve", game.chance.die).heard
        assert ("blocked" in [announcement.key for announcement in told]) == (side not in ways)
    return len(alone.grid.directions)


# Machine players


def store_of(levels: tuple[str, ...], number: int, periods: int, **options: str) -> dict[str, int]:
    """How many coins each level has brought home after this many periods; the seats change from game to game."""
    turned = (*levels[number % len(levels) :], *levels[: number % len(levels)])
    chance, names = Chance(f"match {number}"), NAMES[: len(levels)]
    state = REFEREE.begin(level("fair", number), names, options, chance.die).state
    seats = dict(zip(names, turned, strict=True))
    while not state.winner and state.period <= periods:
        words = BOTS[seats[REFEREE.mover(state)]](state, chance)
        state = REFEREE.play(state, first(state, words), chance.die).state
    return {seats[player.name]: player.store.coins for player in state.players}


def first(state: State, words: tuple[str, ...]) -> str:
    """The first of these orders that is not refused."""
    for word in (*words, "wait"):
        try:
            REFEREE.play(state, word, lambda sides: sides)
        except MoveError:
            continue
        return word
    raise AssertionError("whoever is asked may wait")


@pytest.mark.parametrize("games", [3, pytest.param(6, marks=pytest.mark.long)])
def test_each_level_brings_home_more_than_the_one_below(games: int) -> None:
    found = Counter[str]()
    for number in range(games):
        found.update(store_of(("random", "greedy", "careful"), number, 30))
    assert found["random"] < found["greedy"] < found["careful"]


@pytest.mark.parametrize("bot", BOTS)
def test_a_machine_orders_the_same_with_the_same_chance(bot: str) -> None:
    game = Played(3)
    for _ in range(30):
        words = [BOTS[bot](game.state, Chance("same")) for _ in range(2)]
        assert words[0] == words[1]
        game.on()


@pytest.mark.parametrize("bot", BOTS)
def test_without_fog_the_first_words_of_a_machine_are_accepted(bot: str) -> None:
    chance = Chance("taken")
    state = REFEREE.begin(level("additions", 1), NAMES[:4], {}, chance.die).state
    for _ in range(200):
        if not state.winner:
            state = REFEREE.play(state, BOTS[bot](state, chance)[0], chance.die).state
    assert state.winner or state.period == 51


@pytest.mark.parametrize("games", [5, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("bot", BOTS)
def test_in_fog_a_machine_knows_no_more_than_the_player_whose_orders_it_gives(bot: str, games: int) -> None:
    """Hexes out of sight, other levels, Pockets of others and orders handed in change none of its orders."""
    compared = 0
    for number in range(games):
        game = Played(5 * number)
        game.state = replace(game.state, options=game.state.options | {"fog"})
        for _ in range(40):
            here = game.state.waited_for()[0].spot
            if here is not None:
                words = [BOTS[bot](state, Chance("fog")) for state in (game.state, elsewhere(game.state, here))]
                assert words[0] == words[1]
                compared += 1
            game.on()
    assert compared > 100


def elsewhere(state: State, here: Spot) -> State:
    """A state that a player on that hex cannot tell from this one; everything else is different."""
    mover = state.waited_for()[0].name
    seen = {here, *state.around(here)}
    unseen = [spot for spot in spots(state) if spot not in seen and spot.cell != state.middle]
    others = tuple(p if p.name == mover else p._replace(pocket=p.pocket._replace(coins=9)) for p in state.players)
    orders = tuple((name, PeriodOrder((Action("wait"),))) for name, _ in state.orders)
    enemies = tuple(enemy for enemy in state.enemies if enemy.spot in seen)
    return replace(state.with_hexes(unseen, "pit"), players=others, orders=orders, enemies=enemies)


@pytest.mark.parametrize("bot", BOTS)
def test_no_machine_knows_the_orders_of_others_or_levels_to_come(bot: str) -> None:
    compared = 0
    for number in range(6):
        game = Played(number)
        for _ in range(40):
            orders = tuple((name, PeriodOrder((Action("wait"),))) for name, _ in game.state.orders)
            blank = {fact for fact in game.drawn.facts if not str(fact.place).endswith(("/2", "/3", "/4", "/5", "/6"))}
            drawn = replace(game.drawn, facts=frozenset(blank))
            states = (game.state, replace(game.state, orders=orders, drawn=drawn))
            words = [BOTS[bot](state, Chance("told")) for state in states]
            assert words[0] == words[1]
            compared += 1
            game.on()
    assert compared > 100
