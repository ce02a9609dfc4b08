"""The situation of Minoqaur for the game master, a table of the players, and corrections (MQ-G3).

The functions are pure, as the referee is. Everything is open in this game, so every correction is announced. Lines
stay drawn: a piece that is put elsewhere draws on from there. Only `undo` takes a move back with its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mapkit.games.kit.corrections import CorrectionParser, divided_at_and, without_breaks
from mapkit.games.minoqaur.maze_rules import KEY, NOWHERE, TREASURE, Module, Trail
from mapkit.games.minoqaur.state import ITEMS, MINOQAUR, Player, State, out, things
from mapkit.model.grid import Cell
from mapkit.model.message import Name
from mapkit.model.ruling import NoRuling, Ruling, Situation, Telling, heard, keyed


def situation(state: State) -> Situation:
    """Where the players are and what they hold; where the other items lie, and which modules have changed."""
    rows = [
        (explorer.name, state.at(explorer.trail), things(explorer.holds) or "-", "out" if explorer.gone else "")
        for explorer in state.explorers
    ]
    if state.keeper:
        rows.append((state.keeper, state.at(state.minoqaur), "-", MINOQAUR))
    on_board = [] if state.keeper else [(MINOQAUR, state.at(state.minoqaur))]
    lying = {item: module for module, item in sorted(state.maze.finds.items(), reverse=True) if item & state.lying}
    on_board += [(what, state.named(lying[item])) for what, item in ITEMS.items() if item in lying]
    return Situation(("holds", "remarks"), tuple(rows), tuple(on_board))


def correct(state: State, words: str) -> Ruling[State]:
    if state.winners:
        raise NoRuling(heard("gm-over"))
    names = (*state.names, state.keeper) if state.keeper else state.names
    telling = _MinoqaurCorrectionParser(state, words, names, state.cells).telling()
    now = telling.state
    if not (now.winners or (now.free_doors if now.entering else now.piece.moves)):
        raise NoRuling(heard("MQ-G1.gm-stuck", player=now.mover))
    return telling.ruling


class _MinoqaurCorrectionParser(CorrectionParser[State, Telling[State]]):
    game = "minoqaur"
    empty_words = ("is", "the")
    player_words = ("at", "is", "has", "out")
    thing_words = (MINOQAUR, "no", "wall", "turn")

    def begins_a_thing(self, word: str) -> bool:
        """Whether a word may begin a correction about a thing; modules may too: `e5 is dark`."""
        return word in self.thing_words or word in self.cells

    def of_a_player(self, name: str | None, rest: list[str]) -> Telling[State] | None:
        if rest[:1] == ["has"] and without_breaks(rest[1:]):
            return self._equipped(name, self._items(rest[1:]))
        return self._out(name) if rest == ["out"] else None

    def of_a_thing(self, rest: list[str]) -> Telling[State] | None:
        match rest:
            case [name, "at", cell] if name == MINOQAUR:
                return self._hunts_from(self.cell(cell))
            case ["wall", "at", cell] | ["wall", cell] | [cell, "dark"]:
                return self._module(self.cell(cell), "dark")
            case ["no", "wall", "at", cell] | ["no", "wall", cell] | [cell, "light"]:
                return self._module(self.cell(cell), "light")
        return None

    # Pieces

    def with_player_at(self, name: str | None, place: str) -> Telling[State] | None:
        """Put a piece elsewhere; an explorer who was out is in the game again."""
        cell = self.cell(place)
        if name is not None and name == self.state.keeper:
            return self._hunts_from(cell)
        player = self._entered(name)
        module = self._standable(cell, player)
        if player is None or module is None:
            return None
        state = self.state
        if state.minoqaur.head == module:
            self.refuse("MQ-41.gm-minoqaur", cell=state.named(module))
            return None
        trail = _onto(player.trail, module)
        telling = Telling(state.with_player(self.names.index(player.name), player._replace(trail=trail, gone=False)))
        telling = telling.say("gm-at", player=player.name, cell=state.named(module))
        telling = telling.note("at", player=player.name, cell=state.named(module))
        lies = things(state.maze.finds.get(module, 0) & telling.state.lying)
        return telling.note("gm-lies", what=lies, player=player.name) if lies else telling

    def _hunts_from(self, cell: Cell | None) -> Telling[State] | None:
        module = self._standable(cell, None)
        if module is None:
            return None
        state = self.state
        telling = Telling(replace(state, minoqaur=_onto(state.minoqaur, module)))
        telling = telling.say("gm-minoqaur-at", cell=state.named(module))
        return telling.note("at", player=state.keeper or keyed(MINOQAUR), cell=state.named(module))

    def _standable(self, cell: Cell | None, player: Player | None) -> Module | None:
        """The module, if a piece may stand on it: it is light, and no other explorer is on it; else refused."""
        if cell is None:
            return None
        state, module = self.state, self.state.cells.index(cell)
        if not state.maze.light >> module & 1:
            self.refuse("MQ-4.gm-dark", cell=cell)
        for other in state.playing:
            if other != player and other.trail.head == module:
                self.refuse("MQ-48.gm-taken" if player else "MQ-41.gm-taken", cell=cell, player=other.name)
        return None if self.refusals else module

    def _entered(self, name: str | None) -> Player | None:
        """The explorer of this name; refused for one who has not entered, and for the minoqaur's player."""
        player = next((explorer for explorer in self.state.explorers if explorer.name == name), None)
        if player is not None and player.trail == NOWHERE:
            self.refuse("MQ-9.gm-enters", player=player.name)
            return None
        if player is None and name is not None:
            self.refuse("gm-hunter", player=name)
        return player

    def _playing(self, name: str | None) -> Player | None:
        """The explorer of this name who has entered and is not out; else refused."""
        player = self._entered(name)
        if player is not None and player.gone:
            self.refuse("MQ-49.d.gm-out", player=player.name)
        return None if self.refusals else player

    def _out(self, name: str | None) -> Telling[State] | None:
        player = self._entered(name)
        if player is None:
            return None
        if player.gone:
            return Telling(self.state)
        if len(self.state.playing) > 1 and player.name == self.state.mover:
            self.refuse("gm-turn-first", player=player.name)
            return None
        return out(Telling(self.state), self.names.index(player.name), "gm-out")

    def with_turn_of(self, name: str) -> Telling[State] | None:
        """Give the turn to an explorer who is not out, or to the minoqaur's player, once all have entered."""
        state = self.state
        if name != state.keeper and self._playing(name) is None:
            return None
        for player in state.playing:
            if player.trail == NOWHERE:
                self.refuse("MQ-9.gm-enters", player=player.name)
        return Telling(replace(state, turn=self.names.index(name)))

    # Items and modules

    def _items(self, words: Sequence[str]) -> tuple[int, int]:
        """The items that are held, and those that are not, from words: `the sword and no key`, or `nothing`."""
        if words == ["nothing"]:
            return 0, sum(ITEMS.values())
        held = [0, 0]
        for part in divided_at_and(words):
            without, what = part[0] == "no", " ".join(part[1:] if part[0] == "no" else part)
            if what not in ITEMS:
                self.refuse("gm-no-item", words=what[:20] or "...", ways=", ".join(ITEMS))
            held[without] |= ITEMS.get(what, 0)
        if held[0] & held[1]:
            self.refuse("gm-twice", ways=things(held[0] & held[1]))
        return held[0], held[1]

    def _equipped(self, name: str | None, items: tuple[int, int]) -> Telling[State] | None:
        """Give an explorer items, which others then do not hold; key and treasure win at once (MQ-25, MQ-49.b)."""
        player = self._playing(name)
        if player is None or self.refusals:
            return None
        telling, held = Telling(self.state), player.holds & ~items[1] | items[0]
        for other in self.state.playing:
            holds = held if other == player else other.holds & ~items[0]
            if holds != other.holds:
                telling = telling.then(
                    telling.state.with_player(self.names.index(other.name), other._replace(holds=holds))
                )
                telling = telling.say("gm-has", player=other.name, what=things(holds) or "nothing")
        if not (held & KEY and held & TREASURE):
            return telling
        cell = self.state.at(player.trail)
        telling = telling.then(replace(telling.state, winners=(Name(player.name),))).note(
            "left", player=player.name, cell=cell
        )
        return telling.say("escapes-by-key", player=player.name, cell=cell)

    def _module(self, cell: Cell | None, ground: str) -> Telling[State] | None:
        if cell is None:
            return None
        state, module = self.state, self.state.cells.index(cell)
        heads = {player.name: player.trail.head for player in state.playing} | {MINOQAUR: state.minoqaur.head}
        there = [name for name, head in heads.items() if head == module]
        if ground == "dark" and there:
            self.refuse("MQ-4.gm-stands", cell=cell, players=", ".join(there))
            return None
        light = state.maze.light | 1 << module if ground == "light" else state.maze.light & ~(1 << module)
        return Telling(replace(state, maze=replace(state.maze, light=light))).say(f"gm-{ground}", cell=cell)


def _onto(trail: Trail, module: Module) -> Trail:
    """The trail continued from another module, without a line to it."""
    return Trail(module, trail.modules | 1 << module, trail.links)
