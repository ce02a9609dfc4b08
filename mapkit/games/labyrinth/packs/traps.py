"""The pack of traps: mines, robbers, infections and deadly swamps (MX-1 to MX-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from mapkit.games.kit.claims import each, rooms
from mapkit.games.kit.corrections import CorrectionParser
from mapkit.games.kit.movement import bearing
from mapkit.games.labyrinth.design import NONE, Params
from mapkit.games.labyrinth.moves import MoveOutcome
from mapkit.games.labyrinth.pack import FollowedGame, OptionPack, clash, idle, option
from mapkit.games.labyrinth.speech import answer_in
from mapkit.games.labyrinth.state import USES, Arms, LooseTreasure, Player, State, Telling
from mapkit.games.labyrinth.weapons import fall, harm, lay_down
from mapkit.model.chance import Chance
from mapkit.model.design import Clash, DrawnSetting, drawn_number
from mapkit.model.evidence import Proof, Stands
from mapkit.model.grid import Cell, Place, Square
from mapkit.model.map import Map
from mapkit.model.message import Message, message, noun
from mapkit.model.observation import Meaning
from mapkit.model.rule import Amount, Claims, Facts, Rule, count_rule, none
from mapkit.model.ruling import Announcement, Dice
from mapkit.model.settings import amount, choice, number_within

MINE, ROBBERS, INFECTION, DEADLY = "mine", "robbers", "infection", "deadly-swamp"
_AMOUNTS = {MINE: "mines", ROBBERS: "robbers", INFECTION: "infections", DEADLY: "deadly_swamps"}
"""The setting that says how many there are of each kind."""


@dataclass(frozen=True)
class TrapsSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    mines: Amount = option(amount(0, "Mines", "MX-2"))
    mine_does: str = option(choice("wounds kills turn", "What a mine does; turn: the next turn is lost", "MX-2"))
    robbers: Amount = option(amount(0, "Cells with robbers", "MX-3"))
    robbers_take: str = option(choice("treasure weapons both", "What robbers take", "MX-3"))
    treasure_goes: str = option(
        choice("back first random", "Where treasure goes that robbers take; back: to the cell before theirs", "MX-7")
    )
    infections: Amount = option(amount(0, "Cells with an infection", "MX-4"))
    infection_does: str = option(choice("ill wounds turn", "What an infection does; ill: until the hospital", "MX-4"))
    deadly_swamps: Amount = option(amount(0, "Deadly swamps", "MX-5"))


class Sick(NamedTuple):
    """The names of the players who are ill."""

    names: frozenset[str] = frozenset()


def _wounding(p: TrapsSettings) -> list[str]:
    """The kinds of cells on the map that wound."""
    does = {MINE: p.mine_does, INFECTION: p.infection_does}
    return [kind for kind in TRAPS.tiles_on(p) if does.get(kind) == "wounds"]


def _deadly(p: TrapsSettings) -> list[str]:
    """The kinds of cells on the map that kill whoever enters them."""
    return [kind for kind in TRAPS.tiles_on(p) if kind == DEADLY or (kind == MINE and p.mine_does == "kills")]


def _kills(p: TrapsSettings) -> bool:
    return bool(_deadly(p) or (_wounding(p) and p.code.has_any("H2", "H3")))


def _makes_ill(p: TrapsSettings) -> bool:
    return p.infections.high != 0 and p.infection_does == "ill"


def _there(kind: str) -> Callable[[Any], bool]:
    return lambda p: getattr(p, _AMOUNTS[kind], NONE).high != 0


def _barred(p: Params) -> tuple[str, ...]:
    return tuple(mark for mark in p.barred if mark in _AMOUNTS)


def _safe_starts(p: Params) -> Claims:
    for start in dict.fromkeys(p.drawn.starts):
        yield start, none(bearing(start, _barred(p)))


def _breach(kind: str, sign: str) -> tuple[str]:
    return rooms(f"{_AMOUNTS[kind]}=0-1 rules=H4", f"  T   H   .   {sign}|", f"| .   .   .   {sign}|")


class _Traps(OptionPack[TrapsSettings]):
    name = "traps"
    settings = TrapsSettings
    tiles: Mapping[str, tuple[str, str]] = {
        MINE: ("!m", noun("mine")),
        ROBBERS: ("!r", noun("cell with robbers")),
        INFECTION: ("!i", noun("cell with an infection")),
        DEADLY: ("!s", noun("deadly swamp")),
    }
    icons = MappingProxyType({kind: kind for kind in _AMOUNTS})
    rules = (
        count_rule("MX-2", "Mines: {mines}.", "mines", each(MINE), _breach(MINE, "!m"), _there(MINE)),
        count_rule("MX-3", "Cells with robbers: {robbers}.", "robbers", each(ROBBERS), _breach(ROBBERS, "!r"),
            _there(ROBBERS)),
        count_rule("MX-4", "Cells with an infection: {infections}.", "infections", each(INFECTION),
            _breach(INFECTION, "!i"), _there(INFECTION)),
        count_rule("MX-5", "Deadly swamps: {deadly_swamps}.", "deadly_swamps", each(DEADLY), _breach(DEADLY, "!s"),
            _there(DEADLY)),
        Rule("MX-96", "Nobody starts on a cell where players die.", _safe_starts,
            rooms("deadly_swamps=1 players=1 rules=H2\nstarts=a1", lower="| !s  . |"),
            applies=lambda p: bool(_barred(p))),
    )  # fmt: skip
    lifts = MappingProxyType({**dict.fromkeys(("MP-V-4", "MP-W-7", "MP-100"), _kills), "MP-H-2": _makes_ill})
    corrections = (frozenset({"ill", "cured"}), frozenset())
    means: Mapping[str, Meaning | None] = MappingProxyType(
        {
            **dict.fromkeys(("mine-wounded", "infection-wounded", "ill"), Meaning.INJURED),
            **dict.fromkeys(("mine-killed", "infection-killed", "swamp-killed"), Meaning.DEAD),
            **dict.fromkeys(("robbed-treasure", "robbed-weapons", "robbed-both"), None),
        }
    )
    noted = MappingProxyType({"ill": "ill", "robbed": "robbed-both"})

    def tiles_on(self, p: TrapsSettings) -> Collection[str]:
        return [kind for kind, name in _AMOUNTS.items() if getattr(p, name).high != 0]

    def barred(self, p: TrapsSettings) -> Collection[str]:
        return _deadly(p)

    def shunned(self, p: TrapsSettings) -> Collection[str]:
        taken = [ROBBERS] if p.robbers_take != "weapons" else []
        return [*_wounding(p), *_deadly(p), *taken, *([INFECTION] if p.infection_does == "ill" else [])]

    def slow(self, p: TrapsSettings) -> Collection[str]:
        return [kind for kind, does in ((MINE, p.mine_does), (INFECTION, p.infection_does)) if does == "turn"]

    def brings(self, p: TrapsSettings) -> Collection[str]:
        wounds = _wounding(p) and p.code.has_any("H3", "H4", "H5") and "H2" not in p.code
        return [*(["wounds"] if wounds else []), *(["deaths"] if _kills(p) else [])]

    def scattered(self, p: TrapsSettings, chance: Chance) -> Sequence[str]:
        most = len(p.grid.cells()) // 8
        numbers = {kind: number_within(getattr(p, name), name, chance, most) for kind, name in _AMOUNTS.items()}
        return [kind for kind, number in numbers.items() for _ in range(number)]

    def as_drawn(self, grid: Square, marks: Counter[str], facts: Facts) -> Mapping[str, DrawnSetting]:
        return {_AMOUNTS[kind]: drawn_number(_NOUNS[kind], marks[kind]) for kind in _AMOUNTS if marks[kind]}

    def clashes(self, p: TrapsSettings) -> Sequence[Clash]:
        found = list[Clash]()
        for kind, number in ((MINE, "MX-2"), (INFECTION, "MX-4"), (DEADLY, "MX-5")):
            if "H1" in p.code and kind in (*_wounding(p), *_deadly(p)):
                found.append(clash(p, _AMOUNTS[kind], message("with H1 nobody is hurt"), number))
        if _makes_ill(p) and (not p.code.has_any("H4", "H5") or p.hospitals.high == 0):
            why = message("without a hospital, H4 or H5, nobody would get well; another infection_does would do")
            found.append(clash(p, "infections", why, "MX-6"))
        if ROBBERS in self.tiles_on(p) and p.without_treasure and p.robbers_take != "weapons":
            found.append(clash(p, "robbers_take", message("there is no treasure; weapons would do"), "MX-68"))
        for name, kind, number in (
            ("mine_does", MINE, "MX-2"),
            ("robbers_take", ROBBERS, "MX-3"),
            ("treasure_goes", ROBBERS, "MX-7"),
            ("infection_does", INFECTION, "MX-4"),
        ):
            if kind not in self.tiles_on(p) and getattr(p, name) != getattr(TrapsSettings, name):
                found.append(idle(p, name, message("there are no such cells"), number))
        if ROBBERS in self.tiles_on(p) and p.robbers_take == "weapons" and p.treasure_goes != "back":
            found.append(idle(p, "treasure_goes", message("robbers take no treasure"), "MX-7"))
        return found

    # --- play ----------------------------------------------------------------------------------------------------

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return [Sick()]

    def rests(self, telling: Telling, before: Player, move: MoveOutcome, dice: Dice) -> Telling:
        """The trap that the player has stepped into springs (MX-1); in a hospital the ill get well (MX-6)."""
        state, player, p = telling.state, telling.state.player, self.of(telling.state)
        if state.lay.kinds.get(player.cell) == "hospital":
            return _cure(telling, player.name)
        if player.dead or not (sprung := {*move.heard} & {*_AMOUNTS}):
            return telling
        match (kind := sprung.pop()), {MINE: p.mine_does, INFECTION: p.infection_does}.get(kind, ""):
            case _, "wounds":
                how = harm(state, player)
                return fall(telling.say(f"{kind}-{how}", player=player.name), player.name, how)
            case _, "kills":
                return fall(telling.say("mine-killed", player=player.name), player.name, "killed")
            case "deadly-swamp", _:
                return fall(telling.say("swamp-killed", player=player.name), player.name, "killed")
            case "robbers", _:
                return _rob(telling.say(f"robbed-{p.robbers_take}", player=player.name), before, p, dice)
            case _, "ill" if player.name not in state.extra(Sick).names:
                return _fall_ill(telling.say("ill", player=player.name), player.name)
        return telling

    def lets_lie(self, state: State, player: Player) -> bool:
        return player.name in state.extra(Sick).names and state.lay.kinds.get(player.cell) != "hospital"

    def forbids(self, state: State, verb: str, place: Place) -> str:
        return "MX-6.ill" if state.player.name in state.extra(Sick).names else ""

    def dies(self, telling: Telling, name: str) -> Telling:
        return _cure(telling, name)

    def condition(self, state: State, player: Player) -> Sequence[str]:
        return ["ill"] if player.name in state.extra(Sick).names else []

    def corrects(
        self, said: CorrectionParser[State, Telling], player: Player | None, words: Sequence[str]
    ) -> Telling | None:
        """Say that a player is ill, or is ill no more (MX-6.d)."""
        if player is None or [*words] not in (["ill"], ["cured"]):
            return None
        if [*words] == ["cured"]:
            return _cure(Telling(said.state), player.name).say("gm-cured", player=player.name)
        return _fall_ill(Telling(said.state), player.name).say("gm-ill", player=player.name)

    # --- proofs --------------------------------------------------------------------------------------------------

    def hurts(self, p: TrapsSettings) -> Mapping[str, str]:
        return {**dict.fromkeys(_wounding(p), "wounded"), **dict.fromkeys(_deadly(p), "killed")}

    def proves(self, so_far: FollowedGame, who: str, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """What a trap does is heard of nobody but whoever steps into it; notes may leave it out (MX-1.c)."""
        p, (lead, what) = self.own(so_far.params), answer_in(heard)
        trap = next((kind for kind in _AMOUNTS if kind in what), "") if lead == "executed" else ""
        told = [each.key for each in heard if each.key in self.means]
        wrong = [key for key in told if key not in _follow(p, trap)]
        if wrong and who and (lead or so_far.untold.isdisjoint(each.key for each in heard)):
            yield Proof("MX-1", wrong[0], Stands(who, ()))
        if who in so_far.ill and verb in USES and heard and not so_far.nameless:
            yield Proof("MX-6", heard[0].key, Stands(who, ()))
        if trap == ROBBERS and p.robbers_take != "weapons" and who in so_far.holders:
            so_far.holders.discard(who)
            yield from so_far.no_more_treasures()
        if trap == INFECTION and p.infection_does == "ill":
            so_far.ill.add(who)
            yield from so_far.falls(who)


def _follow(p: TrapsSettings, trap: str) -> Collection[str]:
    """What may be said of a player who has stepped into a trap."""
    hurt = [f"{trap}-wounded", f"{trap}-killed"]
    match trap:
        case "mine":
            return {"wounds": hurt, "kills": hurt[1:]}.get(p.mine_does, [])
        case "infection":
            return {"wounds": hurt, "ill": ["ill"]}.get(p.infection_does, [])
        case "robbers":
            return [f"robbed-{p.robbers_take}", "robbed-both"]
    return ["swamp-killed"] if trap else []


_NOUNS: Mapping[str, Message] = {
    MINE: noun("mines"),
    ROBBERS: noun("cells with robbers"),
    INFECTION: noun("cells with an infection"),
    DEADLY: noun("deadly swamps"),
}


def _rob(telling: Telling, before: Player, p: TrapsSettings, dice: Dice) -> Telling:
    """Robbers take what a player holds: weapons for good, while treasure comes to lie elsewhere (MX-3.a, MX-7)."""
    player = telling.state.player
    if p.robbers_take != "treasure":
        player = player._replace(arms=Arms())
        telling = telling.change(player).note("armed", player=player.name, what=player.arms.words)
    if p.robbers_take == "weapons":
        return telling
    for genuine in (True,) * player.genuine + (False,) * player.false:
        state = telling.state
        cells = _places(state, p.treasure_goes, genuine)
        chosen = cells[dice(len(cells)) - 1] if p.treasure_goes == "random" and cells else ""
        cell = chosen or next(iter(cells), before.cell)
        telling = telling.then(replace(state, loose=(*state.loose, LooseTreasure(cell, genuine))))
        telling = telling.note("drops", player=player.name, cell=cell, count="1")
    return telling.change(player._replace(genuine=0, false=0))


def _places(state: State, goes: str, genuine: bool) -> Sequence[Cell]:
    """The cells to which robbers may bring a treasure, where none lies now; none where it goes back a cell (MX-7)."""
    lying, kinds = {thing.cell for thing in state.loose}, state.lay.kinds
    first = state.drawn.cells_of("treasure" if genuine else "false")
    plain = [cell for cell in state.lay.cells if kinds.get(cell, "empty") == "empty"]
    return [cell for cell in {"first": first, "random": plain}.get(goes, ()) if cell not in lying]


def _fall_ill(telling: Telling, name: str) -> Telling:
    telling = lay_down(telling, name)
    return telling.then(telling.state.with_extra(Sick(telling.state.extra(Sick).names | {name})))


def _cure(telling: Telling, name: str) -> Telling:
    sick = telling.state.extra(Sick).names
    return telling.then(telling.state.with_extra(Sick(sick - {name}))) if name in sick else telling


TRAPS = _Traps()
