"""Machine players at a table: who of the players is one, and what it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from mapkit.chance import Chance
from mapkit.game import BadSetting, Game, Map, MoveError, Ruling
from mapkit.playing.table import Table, referee_of

MOST_ALONE = 600
"""After so many directives in a row the machines leave a game that nobody wins, for people to go on with."""

Bots = Mapping[str, str]
"""The levels of the machine players, by their names."""


class Seating(NamedTuple):
    """The names of all players in the order of their seats, and who of them is a machine."""

    names: tuple[str, ...]
    bots: Bots


def seated(drawn: Map[Any], people: Sequence[str], given: Sequence[str]) -> Seating:
    """Who sits where, by `SEAT=LEVEL` and `NAME=LEVEL`; raises BadSetting with all that is wrong.

    Where the names of the people leave out the seats of machines, those are called `Bot` and their seat.
    """
    chairs = tuple(referee_of(drawn.game).chairs(drawn))
    wanted = _wanted(drawn.game, given)
    machines = [chair for chair in chairs if chair.casefold() in (each.casefold() for each in wanted)]
    names = tuple(people)
    if machines and len(people) == len(chairs) - len(machines):
        rest = iter(people)
        names = tuple(f"Bot {chair}" if chair in machines else next(rest) for chair in chairs)
    guest = referee_of(drawn.game).guest
    if not guest or guest not in map(str.casefold, wanted) or guest in map(str.casefold, names):
        return Seating(names, _known(wanted, chairs, names))
    names = names if f"Bot {guest}" in names else (*names, f"Bot {guest}")
    return Seating(names, _known(wanted, (*("" for _ in names[1:]), guest), names))


def machines_alone(drawn: Map[Any], given: Sequence[str]) -> bool:
    """Whether every seat is named as a machine's, so that no names of people are needed; raises BadSetting."""
    chairs = {chair.casefold() for chair in referee_of(drawn.game).chairs(drawn)}
    return bool(chairs) and chairs == set(map(str.casefold, _wanted(drawn.game, given)))


def _wanted(game: Game[Any], given: Sequence[str]) -> Mapping[str, str]:
    """The levels by what stands before the equals sign."""
    levels = referee_of(game).bots
    if given and not levels:
        raise BadSetting(f"{game.name} has no machine players; leave --bot out")
    found, wrong = dict[str, str](), list[str]()
    for each in given:
        who, equals, level = (part.strip() for part in each.partition("="))
        if not who or not equals:
            wrong.append(f"--bot takes SEAT=LEVEL or NAME=LEVEL; found {each!r:.60}")
        elif level.casefold() not in levels:
            wrong.append(f"--bot {each!r:.60}: there is no level {level!r:.40}; say one of {', '.join(levels)}")
        elif who.casefold() in map(str.casefold, found):
            wrong.append(f"--bot {each!r:.60}: {who} has a level already")
        else:
            found[who] = level.casefold()
    if wrong:
        raise BadSetting("\n".join(wrong))
    return found


def _known(wanted: Mapping[str, str], chairs: Sequence[str], names: Sequence[str]) -> Bots:
    """The levels by names."""
    meant = {name.casefold(): name for name in names}
    meant |= {chair.casefold(): name for chair, name in zip(chairs, names, strict=False)}
    found, wrong = dict[str, str](), list[str]()
    for who, level in wanted.items():
        name = meant.get(who.casefold())
        if name is None:
            seats = f"; seats are {', '.join(chairs)}" if chairs else ""
            wrong.append(f"--bot {who!r:.40}: nobody is called so, players are {', '.join(names) or 'nobody'}{seats}")
        elif name in found:
            wrong.append(f"--bot {who!r:.40}: {name} has a level already")
        else:
            found[name] = level
    if wrong:
        raise BadSetting("\n".join(wrong))
    return found


def say_for(table: Table, level: str) -> Ruling[Any]:
    """What the machine whose turn it is says, carried out; raises FileTrouble.

    Its chance depends on the seed and the number of the event, so that closing a game makes no other move of it. What
    cannot be done for a reason that it does not know is refused, and it says the next best.
    """
    assert table.log is not None, "a table that is looked at is not played"
    chance = Chance(f"bot {table.begun.seed} {len(table.log.events)}".encode(errors="backslashreplace").decode())
    return next(_accepted(table, chain(table.referee.bots[level](table.state, chance), table.ways)))


def _accepted(table: Table, words: Iterator[str]) -> Iterator[Ruling[Any]]:
    for each in words:
        try:
            ruling = table.say(each)
        except MoveError:
            continue
        yield ruling
