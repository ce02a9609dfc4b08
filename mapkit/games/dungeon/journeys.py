"""A played game of Dungeon for the sheets: each player's way through the levels, and a list of the periods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from mapkit.games.dungeon.orders import RESOLVE, SPOKEN
from mapkit.games.dungeon.state import Spot, spot_named
from mapkit.model.grid import Cell, Hex
from mapkit.model.replay import MasterRuling, Placement, ReplayMoment, ReplayStep, Track
from mapkit.paper.paths import Leg, Walk, letters

_WAYS = frozenset(("enters", "moves", "falls", "climbs", "escapes", "captured"))
"""The announcements that a player has come to another hex; a note on the hex goes with each."""
_UNLISTED = frozenset(("ordered", "turn", "period", "sees", "begin", "start"))
"""The announcements that the list of periods leaves out."""


class HexArrival(NamedTuple):
    """A player's coming to a hex in a period."""

    period: int
    player: str
    how: str
    """The key of the announcement that says so, such as `falls`; `puts` where the game master put the player there."""
    name: str
    """The hex as notes name it; `spot` reads it."""

    @property
    def spot(self) -> Spot | None:
        """The hex; None outside the dungeons."""
        return spot_named(self.name)


def arrivals(track: Track) -> tuple[HexArrival, ...]:
    return tuple(arrival for period, moment in _with_periods(track) for arrival in _arrivals_at(period, moment))


def _with_periods(track: Track) -> Iterator[tuple[int, ReplayMoment]]:
    """The moments, each with the period that it carries out, or else the last period carried out before it."""
    period = 0
    for moment in track.moments:
        told = [dict(said.args)["count"] for said in moment.ruling.heard if said.key == "period"]
        period = int(told[0]) if told else period
        yield period, moment


def _arrivals_at(period: int, moment: ReplayMoment) -> Iterator[HexArrival]:
    notes = [dict(note.args) for note in moment.ruling.notes if note.key == "at"]
    hows = [said.key for said in moment.ruling.heard if said.key in _WAYS]
    for note, how in zip_longest(notes, hows[: len(notes)], fillvalue="puts"):
        assert isinstance(note, Mapping)
        yield HexArrival(period, note["player"], str(how), note["cell"])


def walks(track: Track, dungeon: int, grid: Hex) -> tuple[Walk, ...]:
    """Each player's path over the levels of a dungeon, which are the floors of the grid.

    All begin on the centre of the first dungeon.
    """
    names, everybody, found = [start.player for start in track.starts], arrivals(track), list[Walk]()
    for letter, name in zip(letters(names), names, strict=True):
        came = [arrival for arrival in everybody if arrival.player == name]
        start = here = grid.name(0, 0) if dungeon == 1 else ""
        there, legs, stops = bool(here), list[Leg](), dict[Cell, tuple[int, ...]]()
        for number, arrival in enumerate(came):
            inside = arrival.spot is not None and arrival.spot.dungeon == dungeon
            if inside and arrival.spot is not None:
                cell = arrival.spot.cell if grid.floors == 1 else f"{arrival.spot.cell}/{arrival.spot.level}"
                if here and (cell != here or not there):
                    climb = grid.floor(here) - grid.floor(cell)  # levels lie downwards
                    legs.append(Leg(here, cell, arrival.how != "moves", climb, arrival.how == "puts"))
                start, here = start or cell, cell
                if number + 1 == len(came) or came[number + 1].period != arrival.period:
                    stops[cell] = (*stops.get(cell, ()), arrival.period)
            there = inside
        found.append(Walk(letter, start, tuple(legs), stops))
    return tuple(found)


def by_period(track: Track, others: str) -> Track:
    """The track with a row for each player in each period, and one for `others`: creatures, Chests, levels, Stores.

    Orders that have not been carried out are left out.
    """
    rows = list[ReplayStep | MasterRuling]()
    orders, places = dict[str, str](), {start.player: start.cell for start in track.starts}
    for period, moment in _with_periods(track):
        came = tuple(_arrivals_at(period, moment))
        before = dict(places)
        places.update({arrival.player: arrival.name for arrival in came})
        if not moment.player:
            for said in moment.ruling.heard:
                if said.key == "gm-orders":  # the orders of this period are handed in again
                    orders.pop(dict(said.args)["player"], None)
            if moment is not track.moments[0]:
                put = tuple(Placement(arrival.player, arrival.name) for arrival in came)
                rows.append(MasterRuling(period, moment.words, moment.said, put))
            continue
        if SPOKEN.plain(moment.words) != RESOLVE:
            orders[moment.player] = moment.words
        if any(said.key == "period" for said in moment.ruling.heard):
            for name in places:
                went = (before[name], *(arrival.name for arrival in came if arrival.player == name))
                told = _announcements_about(moment, name)
                rows.append(ReplayStep(period, name, orders.get(name, ""), told, went[:-1], went[-1]))
            rows.append(ReplayStep(period, others, "", _announcements_about(moment, ""), (), ""))
            orders.clear()
    return replace(track, entries=tuple(rows))


def _announcements_about(moment: ReplayMoment, name: str) -> tuple[str, ...]:
    """The announcements about a player; without a name those about no player, and the one that a player has won."""
    pairs = zip(moment.ruling.heard, moment.said, strict=True)
    told = ((said, words, dict(said.args).get("player", "")) for said, words in pairs if said.key not in _UNLISTED)
    return tuple(words for said, words, player in told if (player if said.key != "wins" else "") == name)
