"""Which players hear what at a table.

A player hears everything. Where answers are private, a player hears what is for everybody, and what names the player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mapkit.model.ruling import Announcement, Ruling
from mapkit.table.match import Match

FOR_ALL = frozenset({"begin", "turn", "gm-says", "gm-notes", "gm-turn"})
"""The keys of what everybody hears in every game, even where answers are private."""

NAMED = ("player", "other")
"""The arguments of an announcement that name the players whom it is for."""


class Audience(NamedTuple):
    """Which players hear what in a game."""

    private: bool
    heard_by_all: frozenset[str]
    """The keys of what everybody hears even then."""

    def hears(self, name: str, each: Announcement) -> bool:
        """Whether an announcement is for everybody, or for this player."""
        return not self.private or each.key in self.heard_by_all or name in players_named(each)

    def heard(self, name: str, ruling: Ruling[object]) -> Iterator[Announcement]:
        return (each for each in ruling.heard if self.hears(name, each))


def audience(match: Match) -> Audience:
    """Which players hear what in a game under its options."""
    seating, options = match.table.seating, match.begun.options
    private = any(options.get(key, "no") == "yes" for key in seating.private_options)
    return Audience(private, FOR_ALL | seating.heard_by_all)


def players_named(each: Announcement) -> tuple[str, ...]:
    """The players whom an announcement is for, where answers are private."""
    return tuple(name for key, name in each.args if key in NAMED)
