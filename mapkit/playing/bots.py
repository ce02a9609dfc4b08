"""Machine players at a table: who of the players is one, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mapkit.chance import Chance
from mapkit.game import Game, Map, table_of
from mapkit.playing.audience import audience
from mapkit.playing.match import Match, Played
from mapkit.playing.players import Machine, machines
from mapkit.ruling import Heard, MoveError, Ruling
from mapkit.settings import BadSetting

MOST_ALONE = 600
"""After so many directives in a row the machines leave a game that nobody wins, for people to go on with."""

Bots = Mapping[str, str]
"""The levels of the machine players, by their names."""


class Seated(NamedTuple):
    """The names of all players in the order of their seats, and who of them is a machine."""

    names: tuple[str, ...]
    bots: Bots


def seated(drawn: Map[Any], people: Sequence[str], given: Sequence[str]) -> Seated:
    """Who sits where, by `SEAT=LEVEL` and `NAME=LEVEL`; raises BadSetting with all that is wrong.

    Where the names of the people leave out the seats of machines, those are called `Bot` and their seat.
    """
    chairs = tuple(table_of(drawn.game).seating.seat_names(drawn))
    wanted = _wanted(drawn.game, given)
    machines = [chair for chair in chairs if chair.casefold() in (each.casefold() for each in wanted)]
    names = tuple(people)
    if machines and len(people) == len(chairs) - len(machines):
        rest = iter(people)
        names = tuple(f"Bot {chair}" if chair in machines else next(rest) for chair in chairs)
    guest = table_of(drawn.game).guest
    if not guest or guest not in map(str.casefold, wanted) or guest in map(str.casefold, names):
        return Seated(names, _known(wanted, chairs, names))
    names = names if f"Bot {guest}" in names else (*names, f"Bot {guest}")
    return Seated(names, _known(wanted, (*("" for _ in names[1:]), guest), names))


def machines_alone(drawn: Map[Any], given: Sequence[str]) -> bool:
    """Whether every seat is named as a machine's, so that no names of people are needed; raises BadSetting."""
    chairs = {chair.casefold() for chair in table_of(drawn.game).seating.seat_names(drawn)}
    return bool(chairs) and chairs == set(map(str.casefold, _wanted(drawn.game, given)))


def _wanted(game: Game[Any], given: Sequence[str]) -> Mapping[str, str]:
    """The levels by what stands before the equals sign."""
    table = table_of(game)
    levels = sorted(machines(table), key=lambda level: level not in table.bots)  # the game's own before those of mapkit
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


def say_for(match: Match, level: str) -> Ruling[Any]:
    """What the machine whose turn it is says, carried out; raises FileTrouble.

    Its chance depends on the seed and the number of the event, and it recalls the game from the log: so closing a game
    makes no other move of it. What cannot be done for a reason that it does not know is refused, and it says the next
    best.
    """
    assert match.log is not None, "a table that is looked at is not played"
    chance = Chance(f"bot {match.begun.seed} {len(match.log.events)}".encode(errors="backslashreplace").decode())
    machine = machines(match.table)[level](match.mover, chance)
    heard = _recalled(match, machine)
    return next(_accepted(match, machine.says(match.state, heard, match.ways)))


def _recalled(match: Match, machine: Machine[Any]) -> Sequence[Heard]:
    """All that the player whose turn it is has heard by now; the machine is told what they said themselves."""
    name, hearers = match.mover, audience(match)
    heard, state = list(hearers.heard(name, match.opening)), match.opening.state
    for each in match.played:
        if machine.recalls is not None and each.mover == name:
            ways = match.referee.ways(state)
            machine.recalls(heard, ways, _way(match, state, each, ways))
        heard += hearers.heard(name, each.ruling)
        state = each.ruling.state
    return heard


def _way(match: Match, state: Any, said: Played, ways: Sequence[str]) -> str:
    """Which of the ways was said, perhaps in other words; empty where that is not known."""
    words = " ".join(said.spoken.casefold().split())
    alike = [way for way in ways if way.casefold() == words] or [way for way in ways if _leads(match, state, way, said)]
    return alike[0] if len(alike) == 1 else ""


def _leads(match: Match, state: Any, way: str, said: Played) -> bool:
    """Whether a way leads to the very ruling that somebody's words led to, without dice."""
    try:
        return match.referee.play(state, way, _no_dice) == said.ruling
    except (MoveError, _Rolls):
        return False


class _Rolls(Exception):
    """A directive takes dice."""


def _no_dice(_: int) -> int:
    raise _Rolls


def _accepted(match: Match, words: Iterable[str]) -> Iterator[Ruling[Any]]:
    for each in words:
        try:
            ruling = match.say(each)
        except MoveError:
            continue
        yield ruling
