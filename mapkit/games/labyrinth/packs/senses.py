"""The pack of senses: torches, and what and who is heard around (MX-75 to MX-77)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mapkit.games.labyrinth.design import BARRIER, HOLE, Params
from mapkit.games.labyrinth.moves import MoveOutcome, request
from mapkit.games.labyrinth.pack import FollowedGame, OptionPack, option
from mapkit.games.labyrinth.speech import directions
from mapkit.games.labyrinth.state import Player, State, Telling
from mapkit.games.labyrinth.weapons import stands
from mapkit.model.evidence import Misses, Proof, Sees, Stands
from mapkit.model.grid import Cell, Direction, border
from mapkit.model.message import Message, joined, message
from mapkit.model.observation import Meaning
from mapkit.model.rule import Endpoint, Fact, Way, has
from mapkit.model.ruling import Announcement, Dice, heard, keyed
from mapkit.model.settings import choice

_PLAIN = ("arsenal", "hospital", "swamp")
"""The kinds of cells around that proofs use."""


@dataclass(frozen=True)
class SensesSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    walls_seen: str = option(choice("no mover all", "Who is told the walls of a cell that a player enters", "MX-75"))
    cells_heard: str = option(choice("no mover all", "Who is told the cells around a player after a turn", "MX-76"))
    steps_heard: str = option(choice("no mover all", "Who is told on which sides others are beside a player", "MX-77"))


class _Senses(OptionPack[SensesSettings]):
    name = "senses"
    settings = SensesSettings
    means: Mapping[str, Meaning | None] = MappingProxyType(dict.fromkeys(("torch", "around", "steps", "no-steps")))

    def rests(self, telling: Telling, before: Player, move: MoveOutcome, dice: Dice) -> Telling:
        """A torch shows the walls of the cell (MX-75)."""
        state, player, hearer = telling.state, telling.state.player, self.of(telling.state).walls_seen
        if hearer == "no" or player.dead or (move.entered is None and not move.moves(before.spot)):
            return telling
        seen = [request(state.params, d) for d in state.params.grid.directions if stands(state, player.cell, d)]
        return _told(telling, hearer, "torch", player, what=joined([*map(keyed, seen or ["nothing"])]))

    def turn_passes(self, telling: Telling, dice: Dice) -> Telling:
        """The player whose turn it was hears what the cells around are, and on which sides others are there."""
        state, player, p = telling.state, telling.state.player, self.of(telling.state)
        if player.dead or player.outside:
            return telling
        near = {request(p, d): onto for d in p.grid.directions if (onto := p.grid.step(player.cell, d))}
        if p.cells_heard != "no":  # MX-76
            each = [message("{way}: {kind}", keyed(way), keyed(_kind(state, cell))) for way, cell in near.items()]
            telling = _told(telling, p.cells_heard, "around", player, what=joined(each, "; "))
        if p.steps_heard != "no":  # MX-77
            sides = [keyed(way) for way, cell in near.items() if state.others(cell)]
            key, what = ("steps", {"what": joined(sides)}) if sides else ("no-steps", {})
            telling = _told(telling, p.steps_heard, key, player, **what)
        return telling

    def unused(self, p: SensesSettings) -> Message:
        """MX-76.d, MX-77.d."""
        around = [message("cells around that are no arsenal, hospital or swamp")] * (p.cells_heard != "no")
        return joined([*around, *[message("whose steps are heard")] * (p.steps_heard != "no")], "; ")

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
            elif each.key in ("steps", "no-steps") and not so_far.nameless:
                known = directions(so_far.params)
                heard_on = {known[way] for way in told.get("what", "").split(", ") if way in known}
                yield from _beside(so_far, each.key, told["player"], heard_on)


def _told(telling: Telling, hearer: str, key: str, player: Player, **what: Message) -> Telling:
    said = heard(key, player=player.name, **what)
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


def _beside(so_far: FollowedGame, key: str, who: str, heard_on: Collection[Direction]) -> Iterator[Proof]:
    """Nobody else is on the sides where nothing is heard; on the others is the only one who may be there (MX-77)."""
    grid = so_far.params.grid
    others = [name for name in so_far.names if name not in {who, *so_far.dead, *so_far.outside}]
    for d in grid.directions:
        ways = tuple(Way(cell, onto) for cell in grid.cells() if (onto := grid.step(cell, d)))
        if d not in heard_on:
            yield from (Proof("MX-77", key, Misses(who, other, ways)) for other in others)
        elif len(others) <= 1:
            yield Proof("MX-77", key, Sees(who, others[0], ways) if others else Stands(who, ()))


SENSES = _Senses()
