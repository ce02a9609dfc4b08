"""The situation of Quoridor for the game master, a table of the players, and corrections (QC-X7).

The functions are pure, as the referee is. A correction of what stands openly on the board is announced. If it concerns
a hidden wall, or walls left in a masked game, everybody hears only that something was corrected (QC-36). No correction
leads to a position that the rules forbid.
"""

from __future__ import annotations

import re
from dataclasses import replace

from mapkit.games.kit.corrections import CorrectionParser, without_breaks
from mapkit.games.quoridor.notation import forbidden, limits
from mapkit.games.quoridor.position import Move, cut_off, with_walls
from mapkit.games.quoridor.state import ARROWS, State
from mapkit.model.ruling import NoRuling, Ruling, Situation, Telling, heard

_WALL = re.compile(r"[a-z]+[0-9]+[hv]", re.ASCII)


def situation(state: State) -> Situation:
    """The players' squares, goals and walls left; and the hidden walls."""
    p = state.position
    seated = zip(state.names, p.pawns, p.board.seats, p.stock, strict=True)
    rows = ((name, p.board.names[bit], ARROWS[seat], str(left)) for name, bit, seat, left in seated)
    hidden = (heard("gm-hidden", what=", ".join(sorted(state.hidden))),) if state.hidden else ()
    return Situation(("goal", "walls"), tuple(rows), (), hidden)


def correct(state: State, words: str) -> Ruling[State]:
    if state.over:
        raise NoRuling(heard("gm-over"))
    return _QuoridorCorrectionParser(state, words, state.names, state.position.board.squares_by_name).telling().ruling


class _QuoridorCorrectionParser(CorrectionParser[State, Telling[State]]):
    game = "quoridor"
    thing_words = ("no", "walls", "turn")

    def of_a_player(self, name: str | None, rest: list[str]) -> Telling[State] | None:
        if rest[:1] != ["has"] or not without_breaks(rest[1:]):
            return None
        counts = self.counts(rest[1:], ("walls",))
        if name is None or self.refusals:
            return None
        state, seat = self.state, self.names.index(name)
        number, p = counts[0].number, state.position
        placed = list(state.owners.values()).count(p.board.seats[seat])
        supply = state.drawn.params.supply
        if number + placed > supply:
            self.refuse("QC-13.gm-most", player=name, count=str(placed), size=str(supply))
            return None
        stock = (*p.stock[:seat], number, *p.stock[seat + 1 :])
        telling = Telling(replace(state, position=p._replace(stock=stock)))
        masked = "masked" in state.options
        telling = telling.say("gm-notes") if masked else telling.say("gm-has", player=name, count=str(number))
        return self._counted(telling)

    def of_a_thing(self, rest: list[str]) -> Telling[State] | None:
        match rest:
            case ["walls", wall, "of", _, *_]:
                return self._built(self._named(wall), self.player(" ".join(self.plain[3:])))
            case ["walls", wall]:
                self.refuse("gm-whose", what=wall[:20], players=", ".join(self.names))
            case ["no", "walls", wall]:
                owners = dict(self.state.owners)
                if wall not in owners:
                    self.refuse("gm-no-such-wall", what=wall[:20], ways=", ".join(sorted(owners)) or "none")
                    return None
                del owners[wall]
                telling = self._standing(owners, self.state.hidden - {wall}, wall)
                return self._said(telling, wall, "gm-no-wall", what=wall)
        return None

    # Pawns and turns

    def with_player_at(self, name: str | None, place: str) -> Telling[State] | None:
        """Put a pawn elsewhere, alone on its square; it may be home."""
        cell = self.cell(place)
        if name is None or cell is None:
            return None
        seat, pawns = self.names.index(name), list(self.state.position.pawns)
        pawns[seat] = self.state.position.board.squares_by_name[cell]
        if pawns.count(pawns[seat]) > 1:
            self.refuse("QC-27.move", what=cell)
            return None
        position = self.state.position._replace(pawns=tuple(pawns))
        for cut, _ in cut_off(position):
            self.refuse("QC-22.gm-cut", player=self.names[cut])
        telling = Telling(replace(self.state, position=position)).say("gm-at", player=name, cell=cell)
        telling = telling.note("at", player=name, cell=cell)
        if not position.home(seat):
            return telling
        return telling.say("wins", player=name).note("left", player=name, cell=cell)

    def with_turn_of(self, name: str) -> Telling[State]:
        position = self.state.position._replace(turn=self.names.index(name))
        return Telling(replace(self.state, position=position))

    # Walls

    def _named(self, wall: str) -> Move | None:
        """A wall that the board has room for, standing or not; else refused."""
        on = self.state.position.board
        if not _WALL.fullmatch(wall):
            self.refuse("QC-17.unread", words=wall[:20])
        elif not on.squares_by_name.get(wall[:-1], 0) & on.walls:
            self.refuse("QC-16.off", what=wall[:20], **limits(on))
        else:
            return wall
        return None

    def _built(self, wall: Move | None, name: str | None) -> Telling[State] | None:
        """Put up a wall, or give it another owner; it is taken from the walls that this player has left.

        A wall without an owner only gets one: it has been taken from a player's walls already.
        """
        if wall is None or name is None:
            return None
        state, seat = self.state, self.names.index(name)
        owner = state.position.board.seats[seat]
        if state.owners.get(wall) == owner:
            return Telling(state)  # nothing changes
        if state.owners.get(wall) == "":
            p, supply = state.position, state.drawn.params.supply
            if p.stock[seat] + list(state.owners.values()).count(owner) >= supply:
                self.refuse("QC-13.gm-left", player=name, count=str(p.stock[seat]), size=str(supply))
                return None
            telling = Telling(replace(state, owners={**state.owners, wall: owner}))
            return self._said(telling, wall, "gm-wall", player=name, what=wall)
        if not state.position.stock[seat]:
            self.refuse("QC-X2.gm-none", player=name)
            return None
        number = "" if wall in state.owners else forbidden(state.position._replace(turn=seat), wall)
        if number:
            self.refuse(f"{number}.move", what=wall)
            return None
        hides = wall not in state.owners and "invisible" in state.options
        hidden = state.hidden | {wall} if hides else state.hidden
        telling = self._standing({**state.owners, wall: owner}, hidden, wall)
        return self._said(telling, wall, "gm-wall", player=name, what=wall)

    def _standing(self, owners: dict[Move, str], hidden: frozenset[Move], wall: Move) -> Telling[State]:
        """The state with walls of these owners; a player with one more on the board has one fewer left."""
        state, before = self.state, self.state.position
        used = [int(owners.get(wall) == seat) - int(state.owners.get(wall) == seat) for seat in before.board.seats]
        stock = tuple(left - more for left, more in zip(before.stock, used, strict=True))
        position = with_walls(before._replace(stock=stock), owners)
        return self._counted(Telling(replace(state, position=position, owners=owners, hidden=hidden)))

    def _said(self, telling: Telling[State], wall: Move, key: str, **args: str) -> Telling[State]:
        """Announce what everybody may see of a wall; the rest, with `masked` its owner, goes into the notes (QC-36)."""
        hidden = wall in self.state.hidden | telling.state.hidden
        masked = key == "gm-wall" and "masked" in self.state.options
        if hidden or (masked and wall in self.state.owners):
            return telling.say("gm-notes").note(key, **args)
        return telling.say("gm-stands", what=wall).note(key, **args) if masked else telling.say(key, **args)

    def _counted(self, telling: Telling[State]) -> Telling[State]:
        """Add a note if walls left and walls on the board do not add up to those of the game (QC-X6)."""
        state, p = telling.state, self.state.drawn.params
        there, whole = sum(state.position.stock) + len(state.owners), p.supply * p.players
        return telling.note("gm-walls", count=str(there), size=str(whole)) if there != whole else telling
