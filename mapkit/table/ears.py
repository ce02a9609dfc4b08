"""A game as one player hears it, or as everybody does.

Where answers are private, nothing here depends on what others did unheard. Instead a remark says that they may have
moved since their turn began, whether they have or not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from mapkit.language.directives import player_named
from mapkit.model.evidence import HeardCommand
from mapkit.model.letters import refused_word, suggestion
from mapkit.model.message import Name, clauses, either, message
from mapkit.model.ruling import Announcement, heard
from mapkit.model.settings import BadSetting
from mapkit.table.history import History
from mapkit.table.voice import audience

UNHEARD = (heard("unheard"),)
"""Stands for what others alone have heard, whatever it was."""


class Ears(NamedTuple):
    """A game up to a moment as one player hears it, or all of them."""

    match: History
    """The game; another thread may use it, since only what never changes is asked of it."""
    player: str
    """The player; empty for all."""
    opening: tuple[Announcement, ...]
    remarks: tuple[HeardCommand, ...]
    """All that was said and still stands."""
    turns: int
    """How many turns have been played to their end."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.match.referee.seats(self.match.opening.state))

    @property
    def key(self) -> Hashable:
        """All that conclusions depend on, and nothing else: games of equal keys have equal answers.

        Numbers of events are left out, since they would count what others heard. So is the name of the log, since
        another game may have it later; and so is the secret map, on which neither an answer nor its time depends.
        """
        drawn, remarks = self.match.map, tuple(remark._replace(number=0) for remark in self.remarks)
        return drawn.game, drawn.public, self.names, self.player, self.opening, remarks


def ears(match: History, asked: str) -> Ears:
    """A game up to now as that player hears it; as everybody does, if none is named. Raises BadSetting."""
    player = player_named(asked, match.begun.players)
    if asked and not player:
        hint = suggestion(asked, match.begun.players, "say one of {names}")
        raise BadSetting(clauses(message("--player {name} does not play", refused_word(asked)), hint))
    if not asked and audience(match).private:
        players = either([Name(name) for name in match.begun.players])
        raise BadSetting(clauses(message("answers are private in this game"), message("say --player {names}", players)))
    return ears_of(match, player)


def ears_of(match: History, player: str) -> Ears:
    """A game up to now as that player hears it; empty for everybody, where answers are for all."""
    hearing = audience(match)
    remarks = _private(match, player) if hearing.private else _public(match, player)
    return Ears(match, player, tuple(hearing.heard(player, match.opening)), tuple(remarks), match.turns)


def own_ears(match: History, player: str) -> Ears:
    """A game up to now as that player hears it; as everybody does, where that is the same."""
    own, shared = ears_of(match, player), ears_of(match, "")
    alike = not audience(match).private and own._replace(player="") == shared
    return shared if alike else own


def _public(match: History, player: str) -> Iterator[HeardCommand]:
    """Everything but what others said in secret, or heard alone."""
    hearing = audience(match)
    for directive in match.standing_directives:
        words = "" if directive.by_the_game_master or directive.secret else directive.words
        own = directive.words if directive.secret and directive.mover == player else ""
        heard = tuple(hearing.heard(player, directive.ruling))
        yield HeardCommand(directive.number, directive.mover, words, heard, (), own)


def _private(match: History, player: str) -> Iterator[HeardCommand]:
    """What the player said and heard. After each such remark, the player on turn may have moved unheard."""
    hearing = audience(match)
    if len(match.begun.players) > 1:
        yield HeardCommand(0, "", "", (), UNHEARD)  # nor is it heard what the game master says to others alone
    on_turn = _on_turn(tuple(hearing.heard(player, match.opening)), "")
    if on_turn != player:
        yield HeardCommand(0, on_turn, "", (), UNHEARD)
    for directive in match.standing_directives:
        mine = tuple(hearing.heard(player, directive.ruling))
        if directive.mover == player:
            yield HeardCommand(directive.number, player, directive.words, mine)
        elif mine:
            yield HeardCommand(directive.number, directive.mover, "", mine, UNHEARD if directive.mover else ())
        on_turn = _on_turn(mine, on_turn)
        if on_turn != player and (mine or directive.mover == player):
            yield HeardCommand(directive.number, on_turn, "", (), UNHEARD)


def _on_turn(said: tuple[Announcement, ...], before: str) -> str:
    """Whose turn it is after announcements, as everybody hears."""
    named = [dict(each.args).get("player", before) for each in said if each.key in ("turn", "gm-turn")]
    return named[-1] if named else before
