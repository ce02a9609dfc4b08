"""The pack of exits: starts outside, exits that grenades open, another cell for the wounded (MX-55 to MX-64)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from mapkit.games.labyrinth.design import Params, most_weapons
from mapkit.games.labyrinth.moves import request
from mapkit.games.labyrinth.pack import FollowedGame, OptionPack, clash, idle, option
from mapkit.games.labyrinth.referee import close_turn, possible_starts, put_down
from mapkit.games.labyrinth.situation import words
from mapkit.games.labyrinth.speech import Directive, directions
from mapkit.games.labyrinth.state import State, Telling
from mapkit.games.labyrinth.weapons import stands
from mapkit.games.labyrinth.words import in_force
from mapkit.model.design import Clash
from mapkit.model.evidence import Alters, Forgets, Proof, Stands, Vanishes
from mapkit.model.frozen import replaced
from mapkit.model.grid import Border, Cell, Direction, Place, border, outer_borders
from mapkit.model.map import Map
from mapkit.model.message import joined, message
from mapkit.model.observation import Meaning
from mapkit.model.rule import Endpoint, has
from mapkit.model.ruling import Announcement, Dice, IllegalMove, heard, keyed
from mapkit.model.settings import choice

ELSEWHERE = "elsewhere"
_SHOWN = {"destroyed", "no", "monolith", "wall"}
"""What the keys of answers to a grenade begin with that tell what stands there."""


@dataclass(frozen=True)
class ExitsSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    start_outside: str = option(choice("no yes", "Whether players enter from outside, through exits", "MX-55"))
    blown_exits: str = option(choice("no yes", "Whether a grenade opens an exit in the outer wall", "MX-57"))
    elsewhere: str = option(choice("no yes", "Whether the wounded may ask once for another cell", "MX-58"))


class Relocated(NamedTuple):
    """The players who have been put on another cell."""

    names: frozenset[str] = frozenset()


class _Exits(OptionPack[ExitsSettings]):
    name = "exits"
    settings = ExitsSettings
    words = frozenset({ELSEWHERE})
    means: Mapping[str, Meaning | None] = MappingProxyType(
        {"exits-at": None, "outside-at": Meaning.OUTSIDE, "destroyed-exit": Meaning.EXIT, "placed-elsewhere": None}
    )
    noted = MappingProxyType({"exit opened": "destroyed-exit"})

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return (Relocated(),)

    def entrance(self, state: State, cell: Cell) -> Place | None:
        """The exit of a cell; of a corner with two, the one in the upper or lower wall (MX-55.c)."""
        if self.of(state).start_outside == "no":
            return cell
        return next((line for line in state.lay.exits if line.cell == cell), None)

    def opens(self, telling: Telling) -> Telling:
        """Everybody hears where the exits are (MX-56)."""
        if self.of(telling.state).start_outside == "no":
            return telling
        return telling.say(
            "exits-at", what=joined([words(telling.state, line) for line in telling.state.lay.exits], "; ")
        )

    def begins(self, telling: Telling, dice: Dice) -> Telling:
        for player in telling.state.players:
            if isinstance(player.spot, Border):
                side = request(telling.state.params, player.spot.side)
                telling = telling.say("outside-at", player=player.name, direction=keyed(side))
        return telling

    def uses(self, telling: Telling, verb: str, direction: Direction) -> Telling | None:
        """A grenade opens an exit where the outer wall stands."""
        state, cell = telling.state, telling.state.player.cell
        opens = verb == "grenade" and direction not in "UD" and stands(state, cell, direction) == "monolith"
        if self.of(state).blown_exits == "no" or not opens:
            return None
        facts = state.facts | {has(border(state.params.grid, cell, direction), "exit")}
        opened = replaced(state, facts=facts, refused=state.refused - {direction})
        return telling.then(opened).say("destroyed-exit").note("walls", cell=cell)

    def reads(self, words: str) -> bool:
        return words == ELSEWHERE

    def act(self, state: State, asked: Directive, words: str, dice: Dice) -> Telling | None:
        """Put a wounded player on another cell; that is their turn (MX-58)."""
        if not self.reads(words) or self.of(state).elsewhere == "no":
            return None
        if why := self._denied(state):
            raise IllegalMove(heard(why))
        player, asked_before = state.player, state.extra(Relocated).names
        cells = [cell for cell in possible_starts(state) if cell != player.spot]
        telling = Telling(state.with_extra(Relocated(asked_before | {player.name})))
        telling = put_down(telling, player.name, cells[dice(len(cells)) - 1], "placed-elsewhere")
        return close_turn(telling, dice)

    def _denied(self, state: State) -> str:
        """The key of the refusal where the player may not ask for another cell; else empty."""
        if state.phase == "after":
            return "MP-X1.moved"
        if not state.player.wounded:
            return "MX-58.well"
        return "MX-58.once" if state.player.name in state.extra(Relocated).names else ""

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        return ways if self.of(state).elsewhere == "no" or self._denied(state) else (*ways, ELSEWHERE)

    def proves(self, so_far: FollowedGame, who: str, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        p, keys = self.own(so_far.params), [each.key for each in heard]
        if p.start_outside == "yes":
            yield from self._outside(so_far, verb, heard)
        if p.blown_exits == "yes" and who and (verb == "grenade" or p.weapons_first == "yes"):
            yield from self._thrown(so_far, who, verb, keys)
        if "placed-elsewhere" in keys and who:
            so_far.outside.pop(who, None)
            yield Proof("MX-58", "placed-elsewhere", Vanishes(who))

    def _outside(self, so_far: FollowedGame, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """Players stand before the exits that are told, each on the side that is told (MX-56.a)."""
        grid, known = so_far.params.grid, directions(so_far.params)
        if verb == "begin":
            so_far.unsure |= {*so_far.names}  # notes may not tell their sides
        for each in heard:
            said = dict(each.args)
            if each.key == "exits-at":
                told = {border(grid, cell, known[way]) for cell, way in map(str.split, said["what"].split("; "))}
                needs = tuple(has(line, "exit") for line in told)
                bars = tuple(has(line, "exit") for line in outer_borders(grid) if line not in told)
                spots = tuple(Endpoint(line.cell, needs, bars) for line in told)
                yield from (Proof("MX-56", "exits-at", Stands(name, spots)) for name in so_far.names)
            elif each.key == "outside-at":
                name, side = said["player"], known[said["direction"]]
                so_far.unsure.discard(name)
                so_far.outside[name] = side
                lines = [line for line in outer_borders(grid) if line.side == side]
                spots = tuple(Endpoint(line.cell, (has(line, "exit"),)) for line in lines)
                yield Proof("MX-55", "outside-at", Stands(name, spots))

    def _thrown(self, so_far: FollowedGame, who: str, verb: str, keys: Sequence[str]) -> Iterator[Proof]:
        """The player stands where the outer wall stood on that side, and there is an exit now (MX-57.c).

        After other answers, and after grenades that were named before the step, there may be exits anywhere.
        """
        grid, towards = so_far.params.grid, so_far.towards
        if verb == "grenade" and "monolith-stands" in keys and grid.floors == 1:
            yield Proof("MX-57", "monolith-stands", Stands(who, ()))
        if not (verb == "grenade" and towards and "destroyed-exit" in keys):
            if verb != "grenade" or not _SHOWN.intersection(key.partition("-")[0] for key in keys):
                yield Proof("MX-57", "grenade", Forgets(frozenset({"exit"})))
            return
        able = any(pack.able(so_far.params, verb) for pack in so_far.params.on)
        disabled = {*so_far.dead, *so_far.ill, *so_far.outside, *(() if able else so_far.wounded)}
        cells = [cell for cell in grid.cells() if grid.step(cell, towards) is None] if towards not in "UD" else []
        exits = {cell: has(border(grid, cell, towards), "exit") for cell in cells}
        free = so_far.nameless or who not in disabled
        spots = tuple(Endpoint(cell, (), (fact,)) for cell, fact in exits.items() if free)
        yield Proof("MX-57", "destroyed-exit", Stands(who, spots))
        yield Proof("MX-57", "destroyed-exit", Alters(who, {cell: {fact: True} for cell, fact in exits.items()}))

    def clashes(self, p: ExitsSettings) -> Sequence[Clash]:
        found = list[Clash]()
        if p.start_outside == "yes" and p.fairness is not None:
            found.append(clash(p, "start_outside", message("with it the starts are at the exits"), "MX-55"))
        if p.start_outside == "yes" and p.without_treasure:
            found.append(clash(p, "start_outside", message("with goal = out everybody would win at once"), "MX-68"))
        if p.blown_exits == "yes" and not most_weapons(p).grenades:
            found.append(idle(p, "blown_exits", message("there are no grenades"), "MX-57"))
        if p.elsewhere == "yes" and "wounds" not in in_force(p):
            found.append(idle(p, "elsewhere", message("nobody can be wounded"), "MX-58"))
        elif p.elsewhere == "yes" and p.anonymous_hits == "yes":
            found.append(clash(p, "elsewhere", message("with anonymous_hits nobody knows who is wounded"), "MX-58"))
        return found


EXITS = _Exits()
