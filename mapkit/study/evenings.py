"""What a group can play tonight: the games, maps and numbers of sheets that `templates/evenings` names."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from mapkit.games.shelf import GAMES
from mapkit.model import resources
from mapkit.model.grid import Board
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Name, clauses, either, message
from mapkit.model.settings import BadSetting
from mapkit.paper.options import KEEPERS
from mapkit.paper.packs import SheetPack

EXPERIENCE = ("new", "some", "expert")
"""How well a group knows such games, the least first."""
MOST_PEOPLE = 99

_TABLES = {"person": "game_master", "mapkit": "mapkit"}
"""The table with the sheets for each keeper. A game without secrets has one table `open` instead."""


class Group(NamedTuple):
    """A group of people and what they want."""

    people: int
    """How many people come, with the one who keeps the map."""
    minutes: int
    experience: str = EXPERIENCE[0]
    keeper: str = KEEPERS[0]


class Evening(NamedTuple):
    """A game for a group, the map to make for it, and the sheets to print."""

    game: str
    preset: str
    players: int
    """How many of the people play."""
    game_master: bool
    """Whether one more of them is the game master."""
    secret: bool
    """Whether players may not see the map."""
    minutes: int
    """About how long a game lasts."""
    board: Board | None
    """The board that is as large as the wanted minutes allow; None for that of the preset."""
    pack: SheetPack
    experience: str
    """How well the players should know such games, one of `EXPERIENCE`."""
    stand_in: str
    """The kind of machine that stands in for people where games are played to see how long they last; or empty."""
    turn_minutes: float
    """The minutes that a turn of one player takes; 0 where `minutes` follows from a rule of thumb."""


def evenings(group: Group, games: Sequence[str] = ()) -> tuple[Evening, ...]:
    """The best evening of each game, or of all games, for the group, the one that fits best first.

    No evening asks for more experience than the group has, as long as there is another, and in none does one walk while
    the others look on, as long as there is another. Then that one fits best whose minutes are nearest to those wanted,
    and of several the one for the most experienced. Raises BadSetting where no
    game is for so many people.
    """

    def how_far(evening: Evening) -> tuple[bool, bool, int, int]:
        level, look_on = EXPERIENCE.index(evening.experience), evening.players > _read(evening.game).get("walkers", 99)
        return level > EXPERIENCE.index(group.experience), look_on, abs(evening.minutes - group.minutes), -level

    games = games or [*GAMES]
    of_each = [tuple(_evenings_of(name, group)) for name in games]
    best = [min(found, key=how_far) for found in of_each if found]
    if not best:
        numbers = range(1, MOST_PEOPLE + 1)
        known = [n for n in numbers if any(any(_evenings_of(name, group._replace(people=n))) for name in games)]
        name = Name(games[0])
        if not known:
            raise BadSetting(message("{name} is no game for an evening yet; leave --game out, or say another", name))
        low, high = known[0], known[-1]
        whole = low < high and len(known) == high - low + 1
        needed = message("{low} to {high}", low, high) if whole else either([Name(str(number)) for number in known])
        wrong = needed, group.people
        if len(games) > 1:
            why = message("mapkit has games for {needed} people, the game master counted, not for {people}", *wrong)
        elif "open" in _read(games[0]):
            why = message("{name} is for {needed} people, not for {people}", name, *wrong)
        else:
            why = message("{name} is for {needed} people, the game master counted, not for {people}", name, *wrong)
        would_do = message("a larger group takes two tables") if group.people > high else NOTHING
        kept = group._replace(keeper=KEEPERS[1])
        if group.keeper != kept.keeper and any(any(_evenings_of(name, kept)) for name in games):
            would_do = message("with --keeper mapkit nobody has to keep the map, and all of you play")
        raise BadSetting(clauses(why, would_do))
    return tuple(sorted(best, key=how_far))


def _evenings_of(game: str, group: Group) -> Iterator[Evening]:
    data = _read(game)
    table = "open" if "open" in data else _TABLES[group.keeper]
    master = table == "game_master"
    players = group.people - master
    for preset in data["map"]:
        fewest, most = _range(preset["players"])
        if fewest <= players <= most and (found := GAMES.get(game)) is not None:
            short, long = _range(preset["minutes"])
            board, minutes, boards = None, short, found.design.board
            if short < long:  # the board whose games last nearest to the wanted minutes
                assert boards.for_evening is not None, "only such a game names a range of minutes"
                assert boards.minutes is not None
                board = boards.for_evening(players, max(short, min(long, group.minutes)))
                minutes = max(5, 5 * round(boards.minutes(board, players) / 5))
            yield Evening(
                game=game,
                preset=preset["preset"],
                players=players,
                game_master=master,
                secret=table != "open",
                minutes=minutes,
                board=board,
                pack=pack_of(game, group.keeper),
                experience=preset["experience"],
                stand_in=stand_in_of(game),
                turn_minutes=turn_minutes_of(game, players),
            )


def pack_of(game: str, keeper: str = KEEPERS[0]) -> SheetPack:
    """The sheets of an evening of a game; none where the game has no evenings."""
    data = _read(game)
    sheets = data["open"] if "open" in data else data[_TABLES[keeper]]
    each = tuple(name for name, number in sheets.items() if number == "each")
    return SheetPack(tuple(name for name in sheets if name not in each), each, frozenset(data.get("cut", ())))


def has_game_master(game: str) -> bool:
    """Whether a person keeps a secret map in the evenings of a game, as far as the group likes."""
    return _TABLES[KEEPERS[0]] in _read(game)


def stand_in_of(game: str) -> str:
    """The kind of machine that stands in for people, to see how long games last; empty for none."""
    return str(_read(game).get("stand_in", ""))


def turn_minutes_of(game: str, players: int) -> float:
    """The minutes that a turn of one player takes; 0 where nobody has said."""
    data = _read(game)
    return float(data.get("turn_minutes", 0) or data.get("round_minutes", 0) / players)


def settings_of(game: str) -> Mapping[str, object]:
    """The settings of the maps of all evenings of a game, beside those of their presets."""
    settings: Mapping[str, object] = _read(game).get("settings", {})
    return settings


def says_players(params: object) -> bool:
    """Whether the settings of a map, or of all maps of a game, say for how many players it is."""
    return hasattr(params, "players")


def players_of(map_: Map[Any]) -> int:
    """For how many players a map is; two where it does not say so."""
    return map_.params.players if says_players(map_.params) else 2


def for_players(map_: Map[Any], players: int) -> Map[Any]:
    """The map for so many players; the map itself where that changes nothing. Nothing is checked.

    Where players have sheets of their own, trackers and logs have a place for each player.
    """
    if not pack_of(map_.game.name).each or not says_players(map_.params) or map_.params.players == players:
        return map_
    return replace(map_, params=replace(map_.params, players=players))


@cache
def _read(game: str) -> dict[str, Any]:
    """The file of a game's evenings; one without maps where the game has none."""
    try:
        path = resources.path("evenings", f"{game}.toml")
    except FileNotFoundError:
        return {"open": {}, "map": []}
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _range(text: str | int) -> tuple[int, int]:
    """The ends of a range such as `"2-4"`, or twice the same number."""
    low, _, high = str(text).partition("-")
    return int(low), int(high or low)
