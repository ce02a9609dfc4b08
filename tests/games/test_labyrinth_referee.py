"""The referee of the labyrinth: its words, what it refuses and to whom that tells nothing, and how games end."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from mapkit.games import labyrinth, maps
from mapkit.games.labyrinth.code import PRESETS, Code, arsenal_kit, read_code, start_kit
from mapkit.games.labyrinth.moves import LabyrinthLayout, request
from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.games.labyrinth.referee import REFEREE, begin, mover, play, ways
from mapkit.games.labyrinth.speech import SPOKEN, directions
from mapkit.games.labyrinth.state import USES, Arms, Player, State, first_arms, visit
from mapkit.language.phrases import phrases
from mapkit.model.chance import Chance
from mapkit.model.grid import Cell, Square
from mapkit.model.map import Map
from mapkit.model.ruling import Announcement, MoveError, Ruling, heard, row
from mapkit.model.settings import BadSetting
from tests.drawings import drawn
from tests.games.test_labyrinth_moves import CODES, FLOORS, boards

WORDS = tuple(phrases("labyrinth", language) for language in ("en", "ru"))
NAMES = ("Ann", "Bob", "Cid", "Dan")
EXTRAS: tuple[dict[str, object], ...] = (
    {},
    {"anonymous_hits": "yes", "own_cell": "yes", "one_obstacle": "yes", "tell_corpses": "yes", "tell_starts": "yes"},
    {"weapons_first": "yes", "boomerang": 3, "wounded_restock": "yes", "stay_inside": "yes"},
    {"drift": "1", "drift_on_bump": "yes", "boomerang": 2},
    {"drift": "mouth", "swamps": "1-3"},
)
"""Settings beside the code; the games of each code use them in turn."""


def test_players_who_might_have_chosen_their_starts_are_told_those_that_the_map_lists() -> None:
    """MP-40.b: each hears their own; where players are not to know, nobody hears any."""
    lists = "players=2\nstarts=b1,a2\n+---+---+\n| .   .\n+   +   +\n| T   . |\n+---+---+\n"
    for code, told in (("G1", ["b1", "a2"]), ("G2", [])):
        opening = begin(
            drawn(f"rules={code}-S2-F5-V1-T1-A1-H1-W1-O1\n{lists}", "labyrinth"), NAMES[:2], {}, lambda _: 1
        )
        own = [said for said in opening.heard if said.key == "yours"]
        assert [dict(said.args)["cell"] for said in own] == told
        assert [said.to for said in own] == [(name,) for name in NAMES[: len(told)]]


@lru_cache(maxsize=8)
def made(code: str, number: int) -> Map[Any]:
    given = {"rules": str(PRESETS[code]), **EXTRAS[number % len(EXTRAS)]}
    return maps.generate("labyrinth", f"{code} {number}", size=Square(6, 6), given=given)


def fond_of_weapons(state: State, chance: Chance) -> str:
    """A random directive that may be said; weapons are used before they are lost, and turns end sooner or later."""
    known = ways(state)
    return chance.choice([way for way in known if way.split()[0] in USES] or known if chance.below(3) == 0 else known)


def game(map_: Map[Any], seed: str, turns: int = 250) -> Iterator[tuple[State, str, Ruling[State]]]:
    """A random game: each state, with the words that were said and what came of them; the beginning has no words."""
    chance, dice = Chance(f"words {seed}"), Chance(f"dice {seed}").die
    ruling = begin(map_, NAMES[: 1 + chance.below(4)], {}, dice)
    yield ruling.state, "", ruling
    for _ in range(turns):
        state = ruling.state
        if not mover(state):
            return
        words = fond_of_weapons(state, chance)
        try:
            ruling = play(state, words, dice)
        except MoveError:
            assert state.secret, f"{words} may be said, and is refused"  # the enclosure (MP-33.b)
            continue
        yield state, words, ruling


@pytest.mark.parametrize("numbers", [range(2), pytest.param(range(2, 4), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("code", PRESETS)
def test_everything_that_is_told_has_words_in_every_language(code: str, numbers: range) -> None:
    for number in numbers:
        for _, _, ruling in game(made(code, number), f"told {code} {number}", 80):
            for words in WORDS:
                said = [*map(words.say, ruling.heard), *map(words.note, ruling.notes)]
                assert not any("{" in text or not text for text in said)


one_or_two = pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.long)])
"""The first game of each code; the second takes longer."""


ENDS = (("BASIC-W", 0), ("CLASSIC", 0), ("EXTREME", 0))
MORE_ENDS = (*product(("BASIC-W", "EXTREME"), range(6)), ("CLASSIC", 0))


@pytest.mark.parametrize(
    "games", [ENDS, pytest.param(MORE_ENDS, marks=pytest.mark.long)], ids=lambda games: f"{len(games)} games"
)
def test_random_games_come_to_every_kind_of_end(games: tuple[tuple[str, int], ...]) -> None:
    """There is elimination and a draw wherever there are weapons; finding a treasure by chance takes longer."""
    ends = Counter[str]()
    for code, number in games:
        *_, (_, _, ruling) = game(made(code, number % 10), f"{code} {number}", 2500)
        ends.update({announcement.key for announcement in ruling.heard} & {"wins", "wins-all", "last", "draw"})
    assert {"wins", "last", "draw"} <= set(ends)


# Refusals and ways tell nothing


def all_words(state: State) -> list[str]:
    steps = [request(state.params, d) for d in state.params.grid.directions]
    alone = [form for form, word in SPOKEN.forms.items() if word in ("knife", "skip", "end")]
    return [*alone, *steps, *(f"{verb} {way}" for verb, way in product(USES, steps)), "after knife", "start a1", "fly"]


def refusal(state: State, words: str) -> Announcement | None:
    try:
        play(state, words, lambda sides: sides)
    except MoveError as bad:
        return bad.refusal
    return None


@one_or_two
@pytest.mark.parametrize("code", PRESETS)
def test_refusals_and_ways_depend_only_on_what_the_player_knows(code: str, number: int) -> None:
    other = made(code, number + 5)
    for _, _, ruling in game(made(code, number), f"secret {number}", 40):
        cells = other.params.grid.cells()
        players = tuple(
            p if p.name == ruling.state.player.name or p.dead or p.outside else p._replace(spot=cells[-1 - n])
            for n, p in enumerate(ruling.state.players)
        )
        state, changed = ruling.state, replace(ruling.state, facts=other.facts, players=players, loose=(), creatures=())
        assert ways(state) == ways(changed)
        if not state.secret:
            assert [refusal(state, words) for words in all_words(state)] == [
                refusal(changed, words) for words in all_words(changed)
            ]


def test_a_start_that_is_refused_is_not_repeated_aloud() -> None:
    state = begin(drawn("rules=A2-W3\n" + SHUT, "labyrinth"), ("Ann", "Bob"), {}, lambda sides: sides).state
    assert state.secret
    for words in ("start c3", "start z9", "c3", "up", "start", "c2 or so"):
        told = refusal(state, words)
        assert told is not None
        assert not any(word in value for _, value in told.args for word in ("c3", "z9", "c2", "up"))
    assert REFEREE.secret(state)
    assert not play(play(state, "start a1", lambda sides: sides).state, "старт b1", lambda sides: sides).state.secret


SHUT = """
+---+---+---+
| .   A | . |
+   +   +---+
| T   .   .
+   +   +   +
| .   .   . |
+---+---+---+
""".strip("\n")


# One player alone


def alone(map_: Map[Any], cell: Cell) -> State:
    """One player without weapons who has just come to that cell, with nothing but walls and cells around."""
    lay = LabyrinthLayout(map_.params, map_.facts)
    player = Player("Ann", spot=lay.place(cell).spot, start=cell)
    state = State(
        map_, map_.facts - {f for f in map_.facts if f.mark in ("treasure", "false")}, (player,), phase="before"
    )
    return replace(state, genuine=1)


# The beginning

PLAIN = "+---+---+\n| .   .\n+   +   +\n| T   . |\n+---+---+"


def test_a_code_that_contradicts_itself_is_not_played() -> None:
    map_ = drawn(PLAIN, "labyrinth")
    bad = replace(map_, params=replace(map_.params, rules=Code(frozenset({"G1", "G2"}))))
    with pytest.raises(BadSetting, match="G1 and G2 exclude each other"):
        begin(bad, NAMES, {}, lambda sides: sides)


@pytest.mark.parametrize("code", PRESETS)
def test_kits_are_those_of_the_code(code: str) -> None:
    params = Params(rules=PRESETS[code])
    assert first_arms(params) == Arms(*start_kit(PRESETS[code]))
    assert visit(params) == Arms(*arsenal_kit(PRESETS[code]))


# Words


@pytest.mark.parametrize("floors", [1, 2])
def test_every_word_for_a_direction_or_a_weapon_is_understood(floors: int) -> None:
    params = Params(grid=Square(3, 3, floors), rules=read_code(CODES[0] if floors == 1 else FLOORS))
    map_ = Map(labyrinth.GAME, params, next(boards(params)))
    middle = params.grid.cells()[4]
    state = replace(alone(map_, middle), players=(Player("Ann", Arms(9, 9, 9, 9, 9), middle),))
    known = SPOKEN.of(directions(params))
    assert {request(params, d) for d in params.grid.directions} <= set(known)
    assert {"вверх", "вниз", "влево", "вправо", "north", "север", "юг"} <= set(known)
    for way, direction in known.items():
        told = play(state, way, lambda sides: sides)
        for said in (f"step {way}", f"шаг {way}", f"Ann: {way.upper()}", f"на {way}"):
            assert play(state, said, lambda sides: sides) == told
        assert direction in params.grid.directions
        for verb in USES:
            words = [form for form, word in SPOKEN.forms.items() if word == verb]
            uses = [f"{word} {way}" if verb != "knife" else word for word in words]
            assert len({play(state, each, lambda sides: sides).heard for each in uses}) == 1


def test_with_floors_up_leads_to_the_next_one_and_north_up_the_sheet() -> None:
    flat, high = Params(grid=Square(3, 3)), Params(grid=Square(3, 3, 2), rules=read_code(FLOORS))
    assert (directions(flat)["up"], directions(flat)["north"]) == ("N", "N")
    assert (directions(high)["up"], directions(high)["north"]) == ("U", "N")


def test_names_are_not_translated_even_if_they_are_words_of_the_game() -> None:
    assert "left" in WORDS[1].say(heard("turn", player="left"))
    assert "влево" in WORDS[1].say(heard("named", what=row(["shoot", "left"], " ")))
