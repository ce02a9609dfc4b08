"""The pack of loot: treasure is taken and laid down at will, or there is none (MX-65 to MX-68)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from mapkit.games.kit.claims import everywhere, rooms
from mapkit.games.labyrinth.design import TREASURES, Params
from mapkit.games.labyrinth.moves import MoveOutcome
from mapkit.games.labyrinth.pack import FollowedGame, OptionPack, idle, option
from mapkit.games.labyrinth.referee import over_or_on, pick_up
from mapkit.games.labyrinth.speech import Directive, answer_in
from mapkit.games.labyrinth.state import Player, State, Telling
from mapkit.games.labyrinth.weapons import lay_down
from mapkit.model.design import Clash
from mapkit.model.evidence import Proof, Stands
from mapkit.model.frozen import replaced
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.message import message
from mapkit.model.observation import Meaning
from mapkit.model.rule import Claims, Rule, none
from mapkit.model.ruling import Announcement, Dice, IllegalMove, heard, row
from mapkit.model.settings import choice

TAKE, DROP, OUT = "take", "drop", "out"


@dataclass(frozen=True)
class LootSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    treasure_taken: str = option(choice("always at-will", "When a player takes what lies on their cell", "MX-65"))
    treasure_dropped: str = option(choice("no at-will", "Whether a player may lay treasure down", "MX-67"))
    goal: str = option(choice("treasure out", "What a player leaves with to win; out: with nothing", "MX-68"))


def _out_wins(p: LootSettings) -> bool:
    return p.goal == OUT


def no_treasure(p: Params) -> Claims:
    for fact in everywhere(p.grid, *TREASURES):
        yield fact.place, none((fact,))


class Finds(NamedTuple):
    """What players have heard to lie on their cells, and have not taken."""

    cells: frozenset[tuple[str, Cell]] = frozenset()
    """Each player with the cell."""
    taking: bool = False
    """Whether somebody is taking what lies there."""

    def of(self, player: Player, found: bool) -> Finds:
        others = frozenset(each for each in self.cells if each[0] != player.name)
        return Finds(others | {(player.name, player.cell)} if found else others)


class _Loot(OptionPack[LootSettings]):
    name = "loot"
    settings = LootSettings
    words = frozenset({TAKE, DROP})
    eager = (TAKE,)
    means: Mapping[str, Meaning | None] = MappingProxyType(
        {
            "taken": Meaning.TAKEN,
            "taken-other": None,
            "taken-nothing": None,
            "reaches": Meaning.TAKEN,
            "laid-down": Meaning.PUT_DOWN,
            "wins-out": None,
        }
    )
    noted = MappingProxyType({"takes": "taken", "takes none": "taken-nothing", "lays down": "laid-down"})

    rules = (
        Rule("MX-68", "There is no treasure.", no_treasure, rooms("goal=out", lower="| .   F |"),
            applies=lambda p: getattr(p, "goal", "") == OUT),
    )  # fmt: skip
    lifts = MappingProxyType(dict.fromkeys(("MP-31", "MP-43", "MP-86", "MP-T-1", "MP-T-2", "MP-V-3"), _out_wins))

    def without_treasure(self, p: LootSettings) -> bool:
        return _out_wins(p)

    def leaves(self, telling: Telling) -> Telling | None:
        """The first player who leaves wins, with V4 as the only one who is left (MX-68)."""
        state, player = telling.state, telling.state.player
        if not _out_wins(self.of(state)) or (state.has("V4") and state.alive != (player,)):
            return None
        telling = telling.say("wins-out", player=player.name).note("left", player=player.name, cell=player.cell)
        return telling.then(replaced(telling.state, winner=player.name))

    def _at_will(self, state: State) -> Sequence[str]:
        p = self.of(state)
        return [verb for verb, how in ((TAKE, p.treasure_taken), (DROP, p.treasure_dropped)) if how == "at-will"]

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return (Finds(),)

    def begins(self, telling: Telling, dice: Dice) -> Telling:
        lying = {thing.cell for thing in telling.state.loose}
        found = frozenset((p.name, p.cell) for p in telling.state.players if p.cell in lying)
        return telling.then(telling.state.with_extra(Finds(found)))

    def rests(self, telling: Telling, before: Player, move: MoveOutcome, dice: Dice) -> Telling:
        state, player = telling.state, telling.state.player
        found = not {"treasure", "boomerang"}.isdisjoint(answer_in(telling.heard)[1])
        return telling.then(state.with_extra(state.extra(Finds).of(player, found)))

    def lets_lie(self, state: State, player: Player) -> bool:
        return self.of(state).treasure_taken == "at-will" and not state.extra(Finds).taking

    def told_as(self, p: LootSettings, key: str) -> str:
        return "wins-out" if key == "wins" and _out_wins(p) else key

    def picks_up(self, p: LootSettings) -> bool:
        return p.treasure_taken != "at-will"

    def reads(self, words: str) -> bool:
        return words in self.words

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        """What is said without effect is left out, as far as the player knows (MX-66.a, MX-67.b)."""
        player, nameless, more = state.player, state.params.anonymous_hits == "yes", list[str]()
        if player.outside:
            return ways
        for verb in self._at_will(state):
            if verb == TAKE and (player.name, player.cell) in state.extra(Finds).cells:
                more += [TAKE] * (nameless or not player.wounded)
            elif verb == DROP and not nameless and player.genuine + player.false:
                more += [DROP]
        last = [way for way in ways if way == "end"]
        return (*(way for way in ways if way not in last), *more, *last)

    def act(self, state: State, asked: Directive, words: str, dice: Dice) -> Telling | None:
        if words not in self._at_will(state):
            return None
        if state.player.outside:
            raise IllegalMove(heard("MX-65.outside"))
        telling = _taken(state) if words == TAKE else _laid_down(state)
        return over_or_on(telling, dice) if state.phase == "after" else telling

    def clashes(self, p: LootSettings) -> Sequence[Clash]:
        if not _out_wins(p):
            return ()
        none_there, all_win = message("there is no treasure"), message("everybody who leaves wins")
        void = {
            "treasures": p.treasures.low > 1,
            "false_treasures": p.false_treasures.low > 0,
            "treasure_dropped": p.treasure_dropped == "at-will",
            "treasure_taken": p.treasure_taken == "at-will" and not (p.boomerang or "W7" in p.code),
            "creatures": "leprechaun" in p.creatures_here,
        }
        found = [idle(p, name, none_there, "MX-68") for name, is_void in void.items() if is_void]
        if p.stay_inside == "yes" and "V4" not in p.code:
            found.append(idle(p, "stay_inside", all_win, "MX-68"))
        if "V3" in p.code:
            found.append(Clash("rules", message("V3 is the same as V2: {why}", none_there), "MX-68", fatal=False))
        return found

    def proves(self, so_far: FollowedGame, who: str, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        if who and _out_wins(self.own(so_far.params)):
            yield from _out(so_far, who, heard)
        well = not (so_far.nameless or who in so_far.wounded | so_far.ill)
        for key in (each.key for each in heard):
            match key:
                case "taken":
                    yield from so_far.finds(who, lies=True)
                    yield from so_far.takes(who)
                case "taken-other" | "taken-nothing" if well:
                    yield from so_far.finds(who, lies=False)
                case "reaches":
                    yield from so_far.no_more_treasures()
                case "laid-down" if so_far.follows_treasures and who not in so_far.holders:
                    yield from () if so_far.params.anonymous_hits == "yes" else [Proof("MX-67", key, Stands(who, ()))]
                case "laid-down":
                    yield from so_far.falls(who)


def _out(so_far: FollowedGame, who: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
    """A player who leaves wins, with V4 once all others are dead (MX-68)."""
    lead, what = answer_in(heard)
    won, hunts = any(each.key == "wins-out" for each in heard), "V4" in so_far.params.code
    others_live = not so_far.nameless and not so_far.dead >= {*so_far.names} - {who}
    if (won and hunts and others_live) or (lead == "executed" and "exit" in what and not (won or hunts)):
        yield Proof("MX-68", "wins-out" if won else "exit", Stands(who, ()))


def _taken(state: State) -> Telling:
    """The player takes what lies there; the wounded take nothing (MX-66)."""
    before = state.player
    taking = state.with_extra(state.extra(Finds).of(before, found=False)._replace(taking=True))
    telling, found = pick_up(Telling(taking), before.name)
    telling = telling.then(telling.state.with_extra(taking.extra(Finds)._replace(taking=False)))
    if state.params.anonymous_hits == "yes":
        return telling.say("reaches", player=before.name)
    if telling.state.player == before:
        return telling.say("taken-nothing", player=before.name)
    return telling.say("taken" if "treasure" in found else "taken-other", player=before.name, what=row(found))


def _laid_down(state: State) -> Telling:
    """The player lays down all treasure that they carry (MX-67)."""
    player = state.player
    if state.params.anonymous_hits != "yes" and not player.genuine + player.false:
        raise IllegalMove(heard("MX-67.none"))
    telling = Telling(state).say("laid-down", player=player.name)
    return lay_down(telling.then(state.with_extra(state.extra(Finds).of(player, found=True))), player.name)


LOOT = _Loot()
