"""The pack of arms: what weapons tell and hit, where they are barred, and who may use them (MX-35 to MX-41)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mapkit.games.labyrinth.clashes import no_weapon_hits
from mapkit.games.labyrinth.code import StartingKit
from mapkit.games.labyrinth.design import BARRIER, OPAQUE, SOLID_WALL, Params, most_weapons
from mapkit.games.labyrinth.pack import FollowedGame, OptionPack, clash, idle, option
from mapkit.games.labyrinth.state import State, Telling
from mapkit.games.labyrinth.weapons import throw_grenade
from mapkit.games.labyrinth.words import in_force
from mapkit.model.design import Clash
from mapkit.model.evidence import Forgets, Proof
from mapkit.model.frozen import replaced
from mapkit.model.grid import Direction, Place
from mapkit.model.message import Message, message
from mapkit.model.observation import Meaning
from mapkit.model.ruling import Announcement
from mapkit.model.settings import choice, number

_CELLS: Mapping[str, tuple[str, ...]] = {
    "none": (),
    "hospital": ("hospital",),
    "arsenal": ("arsenal",),
    "both": ("hospital", "arsenal"),
}
_PLACES = " ".join(_CELLS)
_FAILED = ("no-wall", "stands", "wall-stands", "monolith-stands")
"""The answers to a grenade that has done nothing."""


@dataclass(frozen=True)
class ArmsSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    shields: str = option(choice(_PLACES, "Cells on which nobody is hit, and past which no bullet flies", "MX-35"))
    peace: str = option(choice(_PLACES, "Cells on which no weapon may be used", "MX-36"))
    grenades_tell: str = option(choice("wall success nothing", "What is told of a grenade", "MX-37"))
    wounded_use: str = option(choice("nothing grenades all", "The weapons that the wounded may use", "MX-38"))
    first_cement: int = option(number(0, "Bags of cement at the start", "MX-39"))
    bullets_hit: str = option(choice("one cell all", "Whom a bullet hits", "MX-40"))
    grenades_hit: str = option(choice("no yes", "Whether a grenade hits who is on the next cell", "MX-41"))


class _ArmsPack(OptionPack[ArmsSettings]):
    name = "arms"
    settings = ArmsSettings
    means: Mapping[str, Meaning | None] = MappingProxyType({"grenade-failed": None, "exploded": None})

    def kit(self, p: ArmsSettings, given: StartingKit) -> StartingKit:
        return given._replace(cement=given.cement + p.first_cement)

    def shields(self, p: ArmsSettings) -> Collection[str]:
        return _CELLS[p.shields]

    def grenades_strike(self, p: ArmsSettings) -> bool:
        return p.grenades_hit == "yes"

    def bullet_strikes(self, p: ArmsSettings) -> str:
        return p.bullets_hit

    def able(self, p: ArmsSettings, verb: str) -> bool:
        return p.wounded_use == "all" or (p.wounded_use == "grenades" and verb == "grenade")

    def forbids(self, state: State, verb: str, place: Place) -> str:
        kind = state.lay.kinds.get(place, "") if isinstance(place, str) else ""
        return "MX-36.peace" if kind in _CELLS[self.of(state).peace] else ""

    def uses(self, telling: Telling, verb: str, direction: Direction) -> Telling | None:
        """A grenade of which nothing is told: what may be said next does not tell whether a wall fell (MX-37.b)."""
        state = telling.state
        if verb != "grenade" or self.of(state).grenades_tell != "nothing":
            return None
        return throw_grenade(telling.then(replaced(state, refused=state.refused - {direction})), direction)

    def rewords(self, state: State, said: Announcement) -> Announcement | None:
        key = self.told_as(self.of(state), said.key)
        return said if key == said.key else Announcement(key, ())

    def told_as(self, p: ArmsSettings, key: str) -> str:
        if p.grenades_tell == "nothing" and (key in _FAILED or key.startswith("destroyed")):
            return "exploded"
        return "grenade-failed" if p.grenades_tell == "success" and key in _FAILED else key

    def proves(self, so_far: FollowedGame, who: str, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """A grenade of which nothing is told may have opened any wall (MX-37.c)."""
        if "exploded" in {each.key for each in heard}:
            sides = (f"bars {direction}" for direction in so_far.params.grid.directions)
            yield Proof("MX-37", "exploded", Forgets(frozenset({BARRIER, OPAQUE, SOLID_WALL, "hole", *sides})))

    def unused(self, p: ArmsSettings) -> Message:
        return message("which walls grenades have opened") if p.grenades_tell == "nothing" else message("")

    def clashes(self, p: ArmsSettings) -> Sequence[Clash]:
        found, weapons = list[Clash](), most_weapons(p)
        for name, rule in (("shields", "MX-35"), ("peace", "MX-36")):
            kinds = _CELLS[getattr(p, name)]
            if kinds and not any(_may_have(p, kind) for kind in kinds):
                found.append(idle(p, name, message("there are no such cells"), rule))
        if p.shields != "none" and no_weapon_hits(p):
            found.append(idle(p, "shields", message("no weapon hits anybody"), "MX-35"))
        if p.peace != "none" and not (any(weapons) or p.boomerang):
            found.append(idle(p, "peace", message("there are no weapons"), "MX-36"))
        if p.grenades_tell != "wall" and not weapons.grenades:
            found.append(idle(p, "grenades_tell", message("there are no grenades"), "MX-37"))
        if p.wounded_use != "nothing" and "wounds" not in in_force(p):
            found.append(idle(p, "wounded_use", message("nobody is ever wounded"), "MX-38"))
        elif not {"nothing": True, "grenades": weapons.grenades, "all": any(weapons) or p.boomerang}[p.wounded_use]:
            found.append(idle(p, "wounded_use", message("there are no such weapons"), "MX-38"))
        if p.bullets_hit != "one" and ("H1" in p.code or not weapons.bullets):
            found.append(idle(p, "bullets_hit", message("no bullet hits"), "MX-40"))
        if p.grenades_hit == "yes" and ("H1" in p.code or not weapons.grenades):
            found.append(idle(p, "grenades_hit", message("no grenade hits"), "MX-41"))
        elif p.grenades_hit == "yes" and "W8" in p.code:
            found.append(clash(p, "grenades_hit", message("with W8 they kill"), "MX-41"))
        if p.first_cement and p.weapons_first == "yes" and "W9" in p.code:
            found.append(clash(p, "first_cement", message("no weapon may be used"), "MX-39"))
        return found


def _may_have(p: Params, kind: str) -> bool:
    if kind == "hospital":
        return p.code.has_any("H4", "H5") and p.hospitals.high != 0
    return "A1" not in p.code and p.arsenals.high != 0


ARMS = _ArmsPack()
