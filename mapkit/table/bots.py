"""Machine players at a table: which players are machines, and what a machine says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

from mapkit.language.directives import player_named
from mapkit.model import letters
from mapkit.model.chance import Chance
from mapkit.model.errors import refuse_all
from mapkit.model.game import Game, table_of
from mapkit.model.letters import alike, refused_word
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, message, plural
from mapkit.model.ruling import MoveError, Ruling
from mapkit.model.table import Referee
from mapkit.players.machines import PONDERERS, machines, ponderers
from mapkit.table.history import History, PlayedDirective
from mapkit.table.match import Match
from mapkit.table.voice import audience

MOST_ALONE = 600
"""The most directives that machines say in a row; after them they stop, so that people can go on with the game."""

Bots = Mapping[str, str]
"""The kinds of the machine players, by their names."""


class SeatedPlayers(NamedTuple):
    """The players at a table."""

    names: tuple[str, ...]
    """The names of all players, in the order of their seats."""
    bots: Bots


def seat_players(drawn: Map[Any], people: Sequence[str], given: Sequence[str]) -> SeatedPlayers:
    """The players, from the names of people and from `SEAT=KIND` or `NAME=KIND` for machines.

    Where the people's names leave out the seats of machines, a machine is named `Bot` and its seat. Raises BadSetting
    with all that is wrong.
    """
    seats = tuple(table_of(drawn.game).seating.seat_names(drawn))
    wanted = _kinds_by_word(drawn.game, given)
    machines = [seat for seat in seats if alike(seat) in map(alike, wanted)]
    names = tuple(people)
    if machines and len(people) == len(seats) - len(machines):
        rest = iter(people)
        names = tuple(f"Bot {seat}" if seat in machines else next(rest) for seat in seats)
    guest = table_of(drawn.game).guest
    if not guest or guest not in map(alike, wanted) or guest in map(alike, names):
        return SeatedPlayers(names, _kinds_by_name(wanted, seats, names))
    names = names if f"Bot {guest}" in names else (*names, f"Bot {guest}")
    return SeatedPlayers(names, _kinds_by_name(wanted, (*("" for _ in names[1:]), guest), names))


def with_joining(drawn: Map[Any], people: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
    """The people's names, and after them those of machines that join them; raises BadSetting.

    A machine joins under its name where that is no seat and no player yet, and a seat is free. A name that resembles a
    player's is taken for a typing error, which `seat_players` tells.
    """
    seating = table_of(drawn.game).seating
    seats = {*map(alike, seating.seat_names(drawn))}
    wanted, known = _kinds_by_word(drawn.game, given), [*map(alike, people)]
    named = {*seats, table_of(drawn.game).guest, *(f"bot {seat}" for seat in seats)}
    strange = (who for who in wanted if alike(who) not in named and not player_named(who, people))
    new = [who for who in strange if not get_close_matches(alike(who), known, 1, 0.7)]
    free = len(seats) - len(people) - sum(alike(who) in seats for who in wanted)
    return (*people, *(new if not seats or len(new) <= free else ()))


def machines_alone(drawn: Map[Any], given: Sequence[str]) -> bool:
    """Whether every seat is given to a machine, so that no names of people are needed; raises BadSetting."""
    seats = {*map(alike, table_of(drawn.game).seating.seat_names(drawn))}
    return bool(seats) and seats == {*map(alike, _kinds_by_word(drawn.game, given))}


@cache
def kinds_of_machines(game: Game[Any]) -> tuple[str, ...]:
    """The kinds of machine players of a game, the game's own before those of mapkit; raises BadSetting."""
    table = table_of(game)
    return tuple(sorted((*machines(table), *ponderers(game)), key=lambda kind: kind not in table.bots))


def _kinds_by_word(game: Game[Any], given: Sequence[str]) -> Mapping[str, str]:
    """The kinds, by the text before the equals sign; raises BadSetting with all that is wrong."""
    kinds = kinds_of_machines(game)
    found, wrong, would_do = dict[str, str](), list[Message](), message("say one of {names}", letters.names(kinds))
    for seat in given:
        who, equals, kind = (part.strip() for part in seat.partition("="))
        why = None
        if not who or not equals:
            wrong.append(message("--bot takes SEAT=KIND or NAME=KIND; found {found}", refused_word(seat, 60)))
        elif kind.casefold() in PONDERERS and kind.casefold() not in kinds:
            why = clauses(message("{game} has no kind {kind}", Name(game.name), Name(kind.casefold())), would_do)
        elif kind.casefold() not in kinds:
            why = clauses(message("there is no kind {found}", refused_word(kind)), would_do)
        elif alike(who) in map(alike, found):
            why = message("{name} has a kind already", Name(who))
        else:
            found[who] = kind.casefold()
        if why:
            wrong.append(message("--bot {found}: {why}", Name(f"{seat!r:.60}"), why))
    refuse_all(wrong)
    return found


def _kinds_by_name(wanted: Mapping[str, str], seats: Sequence[str], names: Sequence[str]) -> Bots:
    """The kinds by the names of the players; raises BadSetting for a text that is no seat and no name."""
    seated = dict(zip(map(alike, seats), names, strict=False))
    found, wrong, wanted_seats = dict[str, str](), list[Message](), {*map(alike, wanted)}
    for who, kind in wanted.items():
        name = seated.get(alike(who)) or player_named(who, names)
        free = len(seats) - len(names) - sum(alike(seat) in wanted_seats for seat in seats)
        if not name and alike(who) in map(alike, seats) and free > 0:
            there = message(
                "{seats}, and {players} and {machines}",
                plural("{number} seat", "{number} seats", len(seats)),
                plural("{number} player", "{number} players", len(names)),
                plural("{number} machine", "{number} machines", len(wanted)),
            )
            more = message("name {number} more, as players or machines", free)
            wrong.append(message("--bot {found}: {why}", refused_word(who), clauses(there, more)))
        elif not name:
            play = message("players are {names}", letters.names(names)) if names else message("players are nobody")
            known = message("seats are {names}", letters.names(seats)) if seats else NOTHING
            why = clauses(message("no player has that name"), play, known)
            wrong.append(message("--bot {found}: {why}", refused_word(who), why))
        elif name in found:
            why = message("{name} has a kind already", Name(name))
            wrong.append(message("--bot {found}: {why}", Name(f"{who!r:.40}"), why))
        else:
            found[name] = kind
    refuse_all(wrong)
    return found


def say_for(match: Match, kind: str) -> Ruling[Any]:
    """Carry out a directive of the machine whose turn it is, and return the ruling; raises FileTrouble."""
    return say_first(match, words_for(match, kind))


def say_first(match: Match, directives: Iterable[str]) -> Ruling[Any]:
    """Carry out the first of a machine's directives that is not refused; raises FileTrouble."""
    for words in directives:
        with suppress(MoveError):
            return match.say(words)
    raise AssertionError("a machine whose turn it is says something that is not refused")


def moved_to_people(game: History, bots: Bots, move: Callable[[], Sequence[PlayedDirective]]) -> list[PlayedDirective]:
    """Take back or bring back by `move`, again and again until no machine is to move or nothing is left."""
    moved = list[PlayedDirective]()
    while some := move():
        moved += some
        if game.mover not in bots:
            break
    return moved


def words_for(game: History, kind: str) -> Iterable[str]:
    """The directives that a machine would say for the player to move, the best first.

    The machine's chance depends on the seed and the number of the event, and the machine learns the game so far from
    the log. So its move is the same when the game is closed and resumed. A directive may be refused for a reason that
    the machine cannot know; then it says the next best one.
    """
    chance = Chance(f"bot {game.begun.seed} {game.events}".encode(errors="backslashreplace").decode())
    known = {**machines(game.table), **ponderers(game.map.game)}
    machine = known[kind](game.mover, chance, game.map.params)
    # All that the player whose turn it is has heard so far; the machine recalls what it said itself
    name, hearers = game.mover, audience(game)
    heard, state = list(hearers.heard(name, game.opening)), game.opening.state
    names = [seat.name for seat in game.referee.seats(state)]
    if machine.watches is not None:
        machine.watches(names, "", "", heard[:], ())
    for directive in game.standing_directives:
        words = "" if directive.secret else directive.words_alone
        if machine.recalls is not None and directive.mover == name:
            ways = game.referee.ways(state)
            words = _way_said(game.referee, state, directive, ways) or words
            machine.recalls(heard, ways, words)
        mine = [*hearers.heard(name, directive.ruling)]
        if machine.watches is not None:
            missed = [said for said in directive.ruling.heard if said not in mine] if hearers.private else []
            machine.watches(names, directive.mover, words, mine, missed)
        heard += mine
        state = directive.ruling.state
    return machine.says(game.state, heard, game.ways)


def _way_said(referee: Referee[Any], state: Any, said: PlayedDirective, ways: Sequence[str]) -> str:
    """The directive among `ways` that was said, perhaps in other words; empty where that is not known."""

    def no_dice(_: int) -> int:
        raise _Rolls

    def leads_to(way: str) -> bool:
        try:
            return referee.play(state, way, no_dice) == said.ruling
        except (MoveError, _Rolls):
            return False

    words = " ".join(said.words_alone.casefold().split())
    same = [way for way in ways if way.casefold() == words]
    same = same or [way for way in ways if leads_to(way)]
    return same[0] if len(same) == 1 else ""


class _Rolls(Exception):
    """A directive needs dice."""
