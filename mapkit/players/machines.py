"""Machine players: the kinds of them, and a game that they play directive by directive.

A machine player lists the directives that it would say, the best first. The first one that is not refused is carried
out. The same players play at the table and in simulations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from mapkit.model.chance import Chance
from mapkit.model.game import Game, table_of
from mapkit.model.map import Map
from mapkit.model.ruling import Announcement, Dice, MoveError, Ruling, recorded
from mapkit.model.table import Referee, Table
from mapkit.players.explorer import Explorer
from mapkit.players.explorer_memory import CommonMap
from mapkit.players.thinker import Thinker

S = TypeVar("S")

# --- who plays ---------------------------------------------------------------------------------------------------


class Machine(NamedTuple, Generic[S]):
    """A machine player in its seat."""

    says: Callable[[S, Sequence[Announcement], Sequence[str]], Iterable[str]]
    """Gives the directives that it would say, the best first.

    Takes the state, all that the machine has heard since the game began, and the directives that may be said. It uses
    no more of the state than the player in that seat may know.
    """
    recalls: Callable[[Sequence[Announcement], Sequence[str], str], None] | None = None
    """Learns what its player said earlier in the game.

    Takes all that had been heard by then, the directives that might be said, and the one that was said.
    """
    watches: Callable[[Sequence[str], str, str, Sequence[Announcement], Sequence[Announcement]], None] | None = None
    """Hears everything that is said at the table, the opening first.

    Takes the names of all players, the player who spoke, their words, what was heard, and what was heard by others
    alone. The opening has no speaker and no words, nor does a ruling of the game master.
    """


NewMachine = Callable[[str, Chance, Any], Machine[S]]
"""Makes a machine player from its name, its chance, and the settings of the map, which everybody knows."""


def machines(table: Table[S]) -> Mapping[str, NewMachine[S]]:
    """The kinds of machine players of a game by name, the weakest first: `random`, `explorer`, and the game's bots."""
    known: dict[str, NewMachine[S]] = {
        "random": lambda _, chance, _params: Machine(lambda _state, _heard, ways: chain([chance.choice(ways)], ways))
    }
    if (listen := table.ear) is not None:
        company = list[CommonMap]()

        def by_ear(name: str, chance: Chance, params: object) -> Machine[Any]:
            explorer = Explorer(name, listen(params), chance, company)
            return Machine(
                lambda _, heard, ways: chain([explorer.choose(heard, ways)], ways), explorer.recall, explorer.watch
            )

        known["explorer"] = by_ear
    return known | {kind: partial(_by_state, bot) for kind, bot in table.bots.items()}


PONDERERS = ("thinker",)
"""The kinds of machine players that take long; no game has to have them."""


def ponderers(game: Game[Any]) -> Mapping[str, NewMachine[Any]]:
    """Further kinds of machine players, which take long and an extra: the `thinker`, where a game allows it."""
    table = table_of(game)
    if table.ear is None or table.evidence is None or not table.evidence(game.design.params(), ()).leads(frozenset()):
        return {}
    listen = table.ear

    def by_thought(name: str, chance: Chance, params: object) -> Machine[Any]:
        thinker = Thinker(name, listen(params), chance, game, params)
        return Machine(lambda _, heard, ways: chain([thinker.choose(heard, ways)], ways), thinker.recall, thinker.watch)

    return dict.fromkeys(PONDERERS, by_thought)


def _by_state(bot: Callable[[S, Chance], Sequence[str]], _: str, chance: Chance, _params: object) -> Machine[S]:
    return Machine(lambda state, heard, ways: chain(bot(state, chance), ways))  # noqa: ARG005


# --- a game ------------------------------------------------------------------------------------------------------


class ObservedDirective(NamedTuple, Generic[S]):
    """A directive that was carried out, or the opening of a game."""

    mover: str
    """The player who said it; empty for the opening."""
    words: str
    rolls: tuple[int, ...]
    ruling: Ruling[S]


def play_directives(
    referee: Referee[S], map_: Map[Any], seats: Mapping[str, Machine[S]], dice: Dice, options: Mapping[str, str]
) -> Iterator[ObservedDirective[S]]:
    """The opening of a game and then, one by one, the directives that are carried out.

    `seats` are the machines by their names, in the order of the seats. Raises what the referee raises.
    """
    rolls = list[int]()
    recording = recorded(dice, rolls)
    ruling = referee.begin(map_, tuple(seats), options, recording)
    yield ObservedDirective("", "", tuple(rolls), ruling)
    heard = {name: list(ruling.heard_by(name)) for name in seats}
    names = [seat.name for seat in referee.seats(ruling.state)]
    watching = {name: seat.watches for name, seat in seats.items() if seat.watches is not None}
    for name, watch in watching.items():
        watch(names, "", "", ruling.heard_by(name), ())
    while mover := referee.mover(ruling.state):
        refusal: MoveError | None = None
        secret = referee.secret(ruling.state)
        for words in seats[mover].says(ruling.state, heard[mover], referee.ways(ruling.state)):
            rolls.clear()
            try:
                ruling = referee.play(ruling.state, words, recording)
                break
            except MoveError as refused:
                refusal = refused
        else:
            assert refusal is not None, "a machine whose turn it is says something"
            raise refusal
        for name in seats:
            mine = ruling.heard_by(name)
            heard[name] += mine
            if name in watching:
                watching[name](names, mover, words if name == mover or not secret else "", mine, ())
        yield ObservedDirective(mover, words, tuple(rolls), ruling)


def dice_of(seed: str) -> Dice:
    return Chance(f"dice of the game {seed}").die
