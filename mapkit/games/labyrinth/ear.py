"""How a player of Maze on paper understands what is heard (`docs/rules/labyrinth.md`, D and E)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mapkit.games.labyrinth.code import read_code
from mapkit.model.observation import RIM, Briefing, Carriers, Meaning, Observation, Tactics, Vector, Victory
from mapkit.model.ruling import Announcement

_UPRIGHT: Mapping[str, Vector] = {"up": (0, 1, 0), "down": (0, -1, 0), "left": (-1, 0, 0), "right": (1, 0, 0)}
_FLOORS: Mapping[str, Vector] = {
    **_UPRIGHT,
    "north": (0, 1, 0),
    "south": (0, -1, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
_CARRIERS = frozenset({"wormhole", "river", "river-source"})
_GROUND = _CARRIERS | {"river-end", "arsenal", "hospital", "swamp"}
_SIGHT = 3
"""How many cells away an explorer expects a bullet to hit; beyond, too little is known about walls."""
_START = "start "
"""The word before the cell of a start."""
_SIDES = {"monolith": RIM}
"""The obstacles that are not walls."""
_HARM: Mapping[str, Meaning] = {
    "wounded": Meaning.INJURED,
    "killed": Meaning.DEAD,
    "meets-bear-wounded": Meaning.INJURED,
    "meets-bear-killed": Meaning.DEAD,
    "corpse": Meaning.DEAD,
}
"""The announcements of harm; in the one about a corpse the dead player is the `other`."""


class LabyrinthEar:
    """The ear of the labyrinth: an answer is about the player whose turn it is, and may say several things.

    The ear remembers who is wounded, because the wounded are healed and pass treasures without an announcement, and
    what each player stands on.
    """

    def __init__(self) -> None:
        self.announced = Briefing(_UPRIGHT, "empty")
        self.manners = Tactics(start=_START)
        self._mover = ""
        self._said: dict[str, Mapping[str, str]] = {}
        self._wounded: set[str] = set()
        self._on: dict[str, str] = {}

    def hear(self, heard: Announcement) -> Iterator[Observation]:
        """The observations that an announcement gives, one by one."""
        key, args, me = heard.key, dict(heard.args), self._mover
        lead, _, more = key.partition("-")
        match lead:
            case "size" | "chains" | "rivers" | "counts" | "code":
                self._said[key] = args
                if key == "code":
                    self._begin()
            case "turn":
                self._mover = args["player"]
            case "placed" | "executed" | "skipped" | "impossible":
                what = args.get("what", "").split(", ")
                yield from self._answer(args.get("player", me), lead, what, more.removesuffix("what").strip("-"))
            case _ if key in _HARM:
                yield from self._harmed(args.get("other", args.get("player", "")), _HARM[key])
            case "false":
                yield Observation(Meaning.FALSE, me)
            case "destroyed":
                yield from (Observation(Meaning.OPENED, me), Observation(Meaning.CHANGED, me))
            case "no" if more == "wall":
                yield Observation(Meaning.OPENED, me)
            case "monolith" | "wall" if more == "stands":
                yield Observation(Meaning.STANDS, me, _SIDES.get(lead, lead))
            case "built":
                yield Observation(Meaning.CHANGED, me)

    def _begin(self) -> None:
        """Conclude the announcements before the game. Weapons are for use on others; a grenade hurts only with W8."""
        self.announced = _announced_board(self._said)
        aims = {"shoot": _SIGHT, "boomerang": 2}
        if "W8" in read_code(self._said["code"]["code"]):
            aims["grenade"] = 1
        self.manners = Tactics(start=_START, aims=aims, stab="knife", breaks="grenade")

    def _harmed(self, who: str, means: Meaning) -> Iterator[Observation]:
        self._wounded.add(who)
        yield Observation(means, who)

    def _answer(self, who: str, lead: str, what: list[str], obstacle: str) -> Iterator[Observation]:
        """Observe where the step led, then whether it healed the player, then whether there is a treasure."""
        ground = [each for each in what if each in _GROUND]
        yield from self._moved(who, lead, ground, "exit" in what, obstacle)
        if who in self._wounded and self._on.get(who) == "hospital":
            self._wounded.discard(who)
            yield Observation(Meaning.HEALTHY, who)
        if "treasure" in what:
            yield Observation(Meaning.PRIZE if who in self._wounded else Meaning.TAKEN, who)

    def _moved(self, who: str, lead: str, ground: list[str], out: bool, obstacle: str) -> Iterator[Observation]:
        if lead == "impossible":
            yield Observation(Meaning.WALL, who, _SIDES.get(obstacle, "wall"))
        if out:
            yield from (Observation(Meaning.EXIT, who), Observation(Meaning.OUTSIDE, who))
            return
        rests = (ground[-1] if ground[-1] != "river-source" else "river") if ground else "empty"
        entered = ground[0] if ground and ground[0] in _CARRIERS else ""
        if lead == "placed":
            yield Observation(Meaning.PLACED, who, rests, entered)
        elif lead == "executed":
            yield Observation(Meaning.CARRIED if entered else Meaning.STAYS, who, rests, entered)
        elif ground:
            yield Observation(Meaning.RIDES, who, rests)
        else:
            return
        self._on[who] = rests


def _announced_board(said: Mapping[str, Mapping[str, str]]) -> Briefing:
    """What the announcements say about the board, by the keys of the phrase file; exits are found only by walking."""
    code, size = read_code(said["code"]["code"]), tuple(int(n) for n in said["size"]["size"].split("x"))
    columns, rows, floors = (*size, 1)[:3]
    counts = dict(word.split(": ") for word in said["counts"]["what"].split("; ")) if "counts" in said else {}
    chains, rivers = _lengths(said.get("chains")), _lengths(said.get("rivers"))
    amounts = {
        **{mark: int(counts.get(f"{mark}s", 0)) for mark in ("arsenal", "hospital", "swamp")},
        "wormhole": sum(chains),
        "river": sum(rivers) - 2 * len(rivers),
        "river-source": len(rivers),
        "river-end": len(rivers),
    }
    return Briefing(
        steps=_FLOORS if "G3" in code or floors > 1 else _UPRIGHT,
        plain="empty",
        size=(columns, rows, floors),
        amounts={**amounts, "empty": columns * rows * floors - sum(amounts.values())},
        carriers=Carriers(_CARRIERS, {"wormhole": chains[0]} if len(set(chains)) == 1 else {}),
        stay="skip",
        fickle="O5" in code,
        healing="hospital",
        to_win=Victory(int(counts.get("treasures", 1)) if code.has_any("V3", "V4") else 1, "V4" in code),
    )


def _lengths(said: Mapping[str, str] | None) -> list[int]:
    return [int(n) for n in said["lengths"].split(", ")] if said else []
