"""Machine players: all kinds of them, and a game that they play directive by directive.

A machine player says what it would do, the best first, and the first that is not refused is carried out. The same
players sit down at the table and in simulations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from mapkit.chance import Chance
from mapkit.game import Map, Referee, Table
from mapkit.observation import Ear
from mapkit.playing.explorer import Explorer
from mapkit.ruling import Dice, Heard, MoveError, Ruling

S = TypeVar("S")

# --- who plays ---------------------------------------------------------------------------------------------------


class Machine(NamedTuple, Generic[S]):
    """A machine player in its seat."""

    says: Callable[[S, Sequence[Heard], Sequence[str]], Iterable[str]]
    """What it would say, the best first: by the state, what it has heard since the game began, and what may be said.

    It goes by no more of these than the player in that seat may know.
    """
    recalls: Callable[[Sequence[Heard], Sequence[str], str], None] | None = None
    """Takes note of what its player said earlier: what had been heard, what might be said, and the words."""


NewMachine = Callable[[str, Chance], Machine[S]]
"""Seats a machine player by name and chance."""


def machines(table: Table[S]) -> Mapping[str, NewMachine[S]]:
    """The kinds of machine players that a game has, the weakest first: at random, by ear, and the bots of the game."""
    known: dict[str, NewMachine[S]] = {"random": _at_random}
    if table.ear is not None:
        known["explorer"] = _by_ear(table.ear)
    return {**known, **{level: _by_state(bot) for level, bot in table.bots.items()}}


def _at_random(_: str, chance: Chance) -> Machine[Any]:
    return Machine(lambda state, heard, ways: chain([chance.choice(ways)], ways))  # noqa: ARG005


def _by_ear(listen: Callable[[], Ear]) -> NewMachine[Any]:
    def seated(name: str, chance: Chance) -> Machine[Any]:
        explorer = Explorer(name, listen(), chance)
        return Machine(lambda _, heard, ways: chain([explorer.choose(heard, ways)], ways), explorer.recall)

    return seated


def _by_state(bot: Callable[[S, Chance], Sequence[str]]) -> NewMachine[S]:
    return lambda _, chance: Machine(lambda state, heard, ways: chain(bot(state, chance), ways))  # noqa: ARG005


# --- a game ------------------------------------------------------------------------------------------------------


class Observed(NamedTuple, Generic[S]):
    """A directive that was carried out: whose, its words, what the dice showed, and the ruling."""

    mover: str
    words: str
    rolls: tuple[int, ...]
    ruling: Ruling[S]


def carried_out(
    referee: Referee[S], map: Map[Any], seats: Mapping[str, Machine[S]], dice: Dice, options: Mapping[str, str]
) -> Iterator[Observed[S]]:
    """The opening of a game and then, one by one, the directives that are carried out; raises what the referee raises.

    The seats are in the order of the names. Of what a machine says the first that is not refused is carried out.
    """
    rolls = list[int]()

    def recorded(faces: int) -> int:
        rolls.append(dice(faces))
        return rolls[-1]

    ruling = referee.begin(map, tuple(seats), options, recorded)
    yield Observed("", "", tuple(rolls), ruling)
    told = list(ruling.heard)
    while mover := referee.mover(ruling.state):
        wanted = seats[mover].says(ruling.state, told, referee.ways(ruling.state))
        said = _accepted(referee, ruling.state, mover, wanted, recorded, rolls)
        ruling = said.ruling
        told += ruling.heard
        yield said


def _accepted(
    referee: Referee[S], state: S, mover: str, wanted: Iterable[str], dice: Dice, rolls: list[int]
) -> Observed[S]:
    """The first of the words that is not refused, carried out; raises the last refusal."""
    refusal: MoveError | None = None
    for words in wanted:
        rolls.clear()
        try:
            ruling = referee.play(state, words, dice)
            return Observed(mover, words, tuple(rolls), ruling)
        except MoveError as refused:
            refusal = refused
    assert refusal is not None, "a machine whose turn it is says something"
    raise refusal


def dice_of(seed: str) -> Dice:
    """The dice of the game of a seed."""
    chance = Chance(f"dice of the game {seed}")
    return lambda faces: chance.between(1, faces)
