"""The pack of senses: torches, and what is heard of the cells around (MX-75 to MX-77)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mapkit.games.labyrinth.design import BARRIER, HOLE, Params
from mapkit.games.labyrinth.moves import MoveOutcome, request
from mapkit.games.labyrinth.pack import FollowedGame, OptionPack, option
from mapkit.games.labyrinth.speech import directions
from mapkit.games.labyrinth.state import Player, State, Telling
from mapkit.games.labyrinth.weapons import stands
from mapkit.model.evidence import Proof, Stands
from mapkit.model.grid import Cell, border
from mapkit.model.message import Message, joined, message
from mapkit.model.observation import Meaning
from mapkit.model.rule import Endpoint, Fact, has
from mapkit.model.ruling import Announcement, Dice, heard, keyed
from mapkit.model.settings import choice

_PLAIN = ("arsenal", "hospital", "swamp")
"""The kinds of cells around that proofs use."""


@dataclass(frozen=True)
class SensesSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    walls_seen: str = option(choice("no mover all", "Who is told the walls of a cell that a player enters", "MX-75"))
    cells_heard: str = option(choice("no mover all", "Who is told the cells around a player after a turn", "MX-76"))


class _Senses(OptionPack[SensesSettings]):
    name = "senses"
    settings = SensesSettings
    means: Mapping[str, Meaning | None] = MappingProxyType({"torch": None, "around": None})

    def rests(self, telling: Telling, before: Player, move: MoveOutcome, dice: Dice) -> Telling:
        """A torch shows the walls of the cell (MX-75)."""
        state, player, hearer = telling.state, telling.state.player, self.of(telling.state).walls_seen
        if hearer == "no" or player.dead or (move.entered is None and player.cell == before.cell):
            return telling
        seen = [request(state.params, d) for d in state.params.grid.directions if stands(state, player.cell, d)]
        return _told(telling, hearer, "torch", player, joined([*map(keyed, seen or ["nothing"])]))

    def turn_passes(self, telling: Telling, dice: Dice) -> Telling:
        """The player whose turn it was hears what the cells around are (MX-76)."""
        state, player, hearer = telling.state, telling.state.player, self.of(telling.state).cells_heard
        if hearer == "no" or player.dead or player.outside:
            return telling
        grid = state.params.grid
        near = {request(state.params, d): onto for d in grid.directions if (onto := grid.step(player.cell, d))}
        each = [message("{way}: {kind}", keyed(way), keyed(_kind(state, cell))) for way, cell in near.items()]
        return _told(telling, hearer, "around", player, joined(each, "; "))

    def proves(self, so_far: FollowedGame, who: str, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        changed = any(each.key.startswith(("destroyed", "built")) for each in heard)  # after the torch was looked at
        for each in heard:
            told = dict(each.args)
            if each.key == "torch" and not changed:
                spots = tuple(_walled(so_far.params, told.get("what", "").split(", ")))
                yield Proof("MX-75", "torch", Stands(told["player"], spots))
            elif each.key == "around":
                said = dict(pair.split(": ", 1) for pair in told.get("what", "").split("; ") if ": " in pair)
                yield Proof("MX-76", "around", Stands(told["player"], tuple(_among(so_far.params, said))))


def _told(telling: Telling, hearer: str, key: str, player: Player, what: Message) -> Telling:
    said = heard(key, player=player.name, what=what)
    return telling._replace(heard=(*telling.heard, said._replace(to=(player.name,) if hearer == "mover" else ())))


def _kind(state: State, cell: Cell) -> str:
    """What is said of a cell on entering it; nobody is placed on some cells of packs."""
    p, mark = state.params, state.lay.kinds.get(cell, "")
    own = (pack.says.get(mark, mark) for pack in p.on if mark in pack.tiles_on(p))
    said = next(own, "") or next(iter(state.lay.place(cell).heard[1:2]), "empty")
    return said.replace("treasure", "empty")


def _walled(p: Params, seen: Sequence[str]) -> Iterator[Endpoint]:
    """The cells with walls on these sides, and on no others."""
    known = directions(p)
    sides = {known[way] for way in seen if way in known}
    for cell in p.grid.cells():
        needs, bars = list[Fact](), list[Fact]()
        for d in p.grid.directions:
            line, beyond, wall = border(p.grid, cell, d), p.grid.step(cell, d), d in sides
            if d not in "UD":
                mark, closed = ("exit", False) if beyond is None else (BARRIER, True)
                (needs if closed == wall else bars).append(has(line, mark))
            elif beyond is not None:
                (bars if wall else needs).append(has(line, HOLE))
            elif not wall:
                break
        else:
            yield Endpoint(cell, tuple(needs), tuple(bars))


def _among(p: Params, said: Mapping[str, str]) -> Iterator[Endpoint]:
    """The cells whose neighbours are of these kinds, as far as those are arsenals, hospitals and swamps."""
    for cell in p.grid.cells():
        near = {request(p, d): onto for d in p.grid.directions if (onto := p.grid.step(cell, d))}
        if near.keys() == said.keys():
            facts = [(said[way] == kind, has(onto, kind)) for way, onto in near.items() for kind in _PLAIN]
            needs, bars = (tuple(fact for holds, fact in facts if holds is so) for so in (True, False))
            yield Endpoint(cell, needs, bars)


SENSES = _Senses()
