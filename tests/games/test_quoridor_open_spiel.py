"""`open_spiel` as a second referee of Quoridor: random games ply by ply; all differences are known (ledger, part G)."""

from collections import Counter
from typing import Any

import pytest

from mapkit.games.quoridor.position import PASS, Move, Position, after, beside, moves, opening, steps, winner
from mapkit.model.chance import Chance
from tests.games.test_quoridor_position import PERFT

MIRRORED = "its row 1 is the northern one"
THIRD_PAWN = "a third pawn behind the one jumped leaves no jump to the sides (QC-32.a)"
STUCK = "a stuck pawn gets one move, to a square that it cannot reach or that is not on the board (QC-X4)"
DRAWN = "a game is drawn after 4n² plies, even if the last of them wins"
OUT_OF_ORDER = "with four players it calls the one to the west 2, the one to the north 1; not so in the returns"
KNOWN = (MIRRORED, THIRD_PAWN, STUCK, DRAWN, OUT_OF_ORDER)
"""The known differences of open_spiel; any other difference is a failure."""

NUMBERS = {2: (0, 1), 4: (0, 2, 1, 3)}
"""The numbers that open_spiel gives the players, in the order of turns."""


@pytest.fixture(scope="module")
def open_spiel() -> Any:
    """The library; `make test-long` installs it if there is a wheel for the system."""
    return pytest.importorskip("pyspiel", reason="open_spiel is not installed, and has no wheel for this Python")


def mirrored(label: str, size: int) -> Move:
    column, row = label[0], int(label[1:].rstrip("hv"))
    return f"{column}{size - row}{label[-1]}" if label[-1] in "hv" else f"{column}{size + 1 - row}"


def difference(position: Position, theirs: set[Move]) -> str:
    """The reason why the moves are not the same; empty if they are. Fails if no known difference explains it."""
    ours = set(moves(position))
    if ours == theirs:
        return ""
    if ours == {PASS}:
        assert len(theirs) == 1, (position, theirs)
        return STUCK
    assert theirs < ours, (position, theirs)
    # The jumps to the side of a pawn that are allowed only because another pawn stands behind it
    here = position.pawns[position.turn]
    others = sum(position.pawns) - here
    found = 0
    for direction, aside in {"N": "EW", "S": "EW", "E": "NS", "W": "NS"}.items():
        jumped = beside(position, here, direction) & others
        if jumped and beside(position, jumped, direction) & others:
            found |= beside(position, jumped, aside[0]) | beside(position, jumped, aside[1])
    jumps = {position.board.names[bit] for bit in position.board.names if bit & found & steps(position)}
    assert ours - theirs <= jumps, (position, theirs)
    return THIRD_PAWN


def leaves(state: Any, depth: int) -> int:
    """The number of move sequences of exactly `depth` plies, as open_spiel counts them."""
    actions = state.legal_actions()
    return len(actions) if depth == 1 else sum(leaves(state.child(action), depth - 1) for action in actions)


@pytest.mark.long
def test_perft_of_the_boxed_game_is_that_of_open_spiel(open_spiel: Any) -> None:
    """No difference comes so early: 247,569,030 leaves after four plies."""
    rules = {"board_size": 9, "players": 2, "wall_count": 10}
    start = open_spiel.load_game("quoridor", rules).new_initial_state()
    assert tuple(leaves(start, depth) for depth in (1, 2, 3, 4)) == PERFT[9, 2, 10]


def game(open_spiel: Any, size: int, players: int, walls_each: int, seed: str) -> Counter[str]:
    """Play a random game with both referees; returns the plies compared, and the differences."""
    told: Counter[str] = Counter()
    chance, position = Chance(seed), opening(size, players, walls_each)
    rules = {"board_size": size, "players": players, "wall_count": walls_each}
    state = open_spiel.load_game("quoridor", rules).new_initial_state()
    for ply in range(4 * size**2):
        assert state.current_player() == NUMBERS[players][position.turn]
        told[OUT_OF_ORDER] += state.current_player() != position.turn
        labels = {action: state.action_to_string(state.current_player(), action) for action in state.legal_actions()}
        theirs = {mirrored(label, size): action for action, label in labels.items()}
        told[MIRRORED] += set(theirs) != set(labels.values())
        told["plies"] += 1
        why = difference(position, set(theirs))
        if why:
            told[why] += 1
        if why == STUCK:
            return told
        # A random move, in two of three cases of the pawn, because random walls alone would soon be used up
        known = sorted(theirs)
        pawn = [move for move in known if move[-1] not in "hv"]
        move = chance.choice(pawn if pawn and chance.below(3) else known)
        position = after(position, move)
        state.apply_action(theirs[move])
        if state.is_terminal() and not any(state.returns()):
            assert ply + 1 == 4 * size**2
            told[DRAWN] += 1
        elif winner(position) is not None:
            assert state.returns().index(1) == winner(position)
            return told
        else:
            assert not state.is_terminal()
    return told


@pytest.mark.long
def test_random_games_have_the_same_legal_moves_except_for_known_differences(open_spiel: Any) -> None:
    """200 games on boards of every size up to 11, with no, few and many walls; 300 where pawns get stuck."""
    told: Counter[str] = Counter()
    settings = [(n, p, w) for n in (5, 7, 9, 11) for p in (2, 4) for w in (0, 1, 3, 6, 10)]
    settings = 5 * settings + 300 * [(5, 4, 10)]
    for number, setting in enumerate(settings):
        told += game(open_spiel, *setting, f"second referee {number}")
    assert told["plies"] > 10_000
    assert set(told) - {"plies"} == set(KNOWN), told
