"""Games of Quoridor at the table: each can go on, its board is always legal, and hidden walls stay hidden."""

import re
from dataclasses import replace
from typing import Any

import pytest

from mapkit.games.quoridor.design import position_of
from mapkit.games.quoridor.position import PASS, legal_walls, moves, with_wall
from mapkit.games.quoridor.referee import REFEREE, TABLE, begin, play, present, ways
from mapkit.games.quoridor.referee import public_view as shown_board
from mapkit.games.quoridor.state import State
from mapkit.model.chance import Chance
from mapkit.model.ruling import Look, MoveError, Ruling
from mapkit.model.settings import BadSetting
from mapkit.solve import legality
from mapkit.table.history import check_names
from tests.drawings import drawn
from tests.playthrough import no_dice

NAMES = ("Ann", "Bob", "Cyd", "Dan")
STARTS = {2: "c1,c5", 4: "c1,a3,c5,e3"}


def begun(players: int, walls_each: int, pawns: str = "", **options: str) -> State:
    text = f"size=5 players={players} walls_each={walls_each} pawns={pawns or STARTS[players]}"
    return begin(drawn(text, "quoridor"), NAMES[:players], options, no_dice).state


def tried(state: State, words: str) -> Ruling[State] | None:
    """The ruling; None if the words are refused."""
    try:
        return play(state, words, no_dice)
    except MoveError:
        return None


def shown(ruling: Ruling[Any]) -> str:
    return " ".join(str(value) for announcement in ruling.heard for _, value in announcement.args)


@pytest.mark.parametrize("number", [*range(2), *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 16))])
def test_an_open_game_goes_on_to_its_end_and_its_board_is_legal(number: int) -> None:
    chance, state = Chance(f"seen {number}"), begun((2, 4)[number % 2], 4)
    for _ in range(400):
        assert legality.check(present(state)) == ()
        assert position_of(present(state).fitted_params, present(state).facts) == state.position
        if state.over:
            return
        assert set(ways(state)) == set(moves(state.position))
        state = play(state, chance.choice(ways(state)), no_dice).state
    raise AssertionError("a random game should be over by now")


@pytest.mark.parametrize(
    "number", [*range(2), 39, 145, *(pytest.param(number, marks=pytest.mark.long) for number in range(2, 10))]
)
def test_a_game_with_hidden_walls_goes_on_and_hides_them(number: int) -> None:
    """QC-36.a, QC-36.b, QC-36.d: in the last two a player can place no wall, and does not know it."""
    chance = Chance(f"inv {number}")
    state = begun((2, 4)[number % 2], (8, 5)[number % 2], invisible="yes")
    for _ in range(200):
        if state.over:
            break
        known = {words: ruling for words in ways(state) if (ruling := tried(state, words))}
        assert known, "nothing that may be said can be carried out"
        walls = [words for words in known if words[-1] in "hv"]
        words = chance.choice(walls if chance.below(2) and walls else [*known])
        ruling = known[words]
        uncovered = state.hidden - ruling.state.hidden
        assert all(state.owners[wall] != state.seat for wall in uncovered)
        assert not [wall for wall in ruling.state.hidden if wall in shown(ruling)]
        assert [wall for wall in uncovered if wall not in shown(ruling)] == []
        assert (ruling.state.position.pawns == state.position.pawns) or not uncovered
        state = ruling.state


def test_a_player_who_can_place_no_wall_and_does_not_know_it_may_pass() -> None:
    """QC-36.d, QC-X4: the player's pawn is shut in, the board is full, and one wall is hidden from the player."""
    state = begun(4, 9, "a1,b1,c4,c1", invisible="yes")
    position = with_wall(state.position, "a1h")
    owners, chance = {"a1h": "W"}, Chance("full")
    for _ in range(32):
        across, upright = legal_walls(position)
        names = position.board.names
        free = [names[bit] + way for bits, way in ((across, "h"), (upright, "v")) for bit in names if bit & bits]
        if not free:
            break
        owners[chance.choice(free)] = "W"
        position = with_wall(position, [*owners][-1])
    full = replace(state, position=position, owners=owners, hidden=frozenset({[*owners][-1]}))
    assert moves(full.position) == [PASS]
    assert moves(full.known) != [PASS]
    assert [words for words in ways(full) if tried(full, words)] == [PASS]
    passed = play(full, PASS, no_dice)
    assert (passed.heard[0].key, passed.state.name) == ("passes", "Bob")


def test_the_ways_do_not_depend_on_walls_that_others_have_hidden() -> None:
    for number in range(10):
        chance, state = Chance(f"alike {number}"), begun(2, 8, invisible="yes")
        for _ in range(6):
            state = play(state, chance.choice([way for way in ways(state) if tried(state, way)]), no_dice).state
        if state.over:
            continue
        theirs = {wall for wall in state.hidden if state.owners[wall] != state.seat}
        without = replace(
            state,
            position=state.known,
            owners={wall: owner for wall, owner in state.owners.items() if wall not in theirs},
            hidden=state.hidden - theirs,
        )
        assert ways(state) == ways(without)


@pytest.mark.parametrize("names", [("D", "E"), ("Shoot", "North"), ("S", "n")])
def test_a_name_may_be_a_directive_of_other_games(names: tuple[str, ...]) -> None:
    """Quoridor has no directions and no weapons; the name of a seat is allowed for that seat."""
    check_names(names, TABLE.seating.speech)
    assert begin(drawn("size=5 pawns=c1,c5", "quoridor"), names, {}, no_dice).state.names == names


@pytest.mark.parametrize("name", ["pass", "undo", "help", "map"])
def test_a_name_that_can_be_mistaken_at_the_table_is_refused(name: str) -> None:
    with pytest.raises(BadSetting, match="looks like a command"):
        check_names((name, "Bob"), TABLE.seating.speech)


def test_a_board_in_colour_shows_the_same_signs_and_one_without_has_no_codes() -> None:
    """QC-7, QC-18: colour always comes with a sign; each seat has its own; the outer edge has the mover's colour."""
    state = begun(4, 3)
    for number, wall in enumerate(("a1h", "c1h", "a3h", "c3h")):
        coloured, bare = (shown_board(state, Look(colour=colour)) for colour in (True, False))
        assert [re.sub(r"\x1b\[[0-9]+m", "", line).rstrip() for line in coloured] == list(bare)
        assert "\x1b" not in "".join(bare)
        seats = [re.search(r"\x1b\[([0-9]+)m[^\x1b]*" + name, "\n".join(coloured)) for name in NAMES]
        colours = [seat[1] for seat in seats if seat]
        assert len(set(colours)) == 4
        assert coloured[1].startswith(f"   \x1b[{colours[number]}m+")
        state = play(state, wall, no_dice).state


def test_a_masked_board_is_the_same_whoever_placed_the_walls() -> None:
    """QC-36.c: the board that is shown does not depend on anything hidden."""
    states = [begun(2, 3, masked="yes") for _ in range(2)]
    for move in ("a1h", "c4h", "d1", "b5"):
        states[0] = play(states[0], move, no_dice).state
    for move in ("c4h", "a1h", "d1", "b5"):
        states[1] = play(states[1], move, no_dice).state
    assert shown_board(states[0], Look()) == shown_board(states[1], Look())
    assert shown_board(states[0], Look(whole=True)) != shown_board(states[1], Look(whole=True))


def test_no_list_tells_where_the_hidden_walls_of_the_player_stand() -> None:
    """QC-36.f: `help` lists the same for all who look at the screen, also a jump that only a hidden wall opens."""
    told = set()
    for wall in ("a3v", "c3v", "c4h"):
        state = begun(2, 3, invisible="yes")
        for move in ("c2", "c4", "c3", "a4h", wall, "d2h"):
            state = play(state, move, no_dice).state
        told.add((REFEREE.certain(state), REFEREE.perhaps(state)))
        assert {*ways(state)} <= {*REFEREE.perhaps(state)}
        assert wall not in ways(state)
        assert ("d4" in ways(state)) == (wall == "c4h")
    assert len(told) == 1


def test_a_board_is_the_same_wherever_hidden_walls_stand() -> None:
    """QC-36: the board shows neither the wall nor the sign of the player who placed it."""
    states = [begun(2, 3, invisible="yes") for _ in range(2)]
    for number, walls in enumerate((("a2v", "b4h"), ("d1h", "c3v"))):
        for wall in walls:
            states[number] = play(states[number], wall, no_dice).state
    for look in (Look(), Look(plain=True), Look(colour=True)):
        assert shown_board(states[0], look) == shown_board(states[1], look)
    assert shown_board(states[0], Look(whole=True)) != shown_board(states[1], Look(whole=True))
