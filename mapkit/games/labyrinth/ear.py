"""How a player of Maze on paper understands what is heard (`docs/rules/labyrinth.md`, D and E)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from mapkit.games.labyrinth.code import read_code
from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.speech import CARRIERS, GROUNDS, HARM, answer_in, counts_told, lengths_told
from mapkit.model.observation import RIM, Briefing, Carriers, Meaning, Observation, Tactics, Vector, Victory
from mapkit.model.ruling import Announcement

if TYPE_CHECKING:
    from mapkit.games.labyrinth.pack import OptionPack

_UPRIGHT: Mapping[str, Vector] = {"up": (0, 1, 0), "down": (0, -1, 0), "left": (-1, 0, 0), "right": (1, 0, 0)}
_FLOORS: Mapping[str, Vector] = {
    **_UPRIGHT,
    "north": (0, 1, 0),
    "south": (0, -1, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
_SIGHT = 3
"""How many cells away an explorer expects a bullet to hit; beyond, too little is known about walls."""
_OF_THE_MOVER = {"false": Meaning.FALSE, "no-wall": Meaning.OPENED, "built": Meaning.CHANGED}
"""What announcements mean that name nobody."""
_START = "start "
"""The word before the cell of a start."""


class LabyrinthEar:
    """The ear of the labyrinth: an answer is about the player whose turn it is, and may say several things.

    The ear remembers who is wounded, because the wounded are healed and pass treasures without an announcement, and
    what each player stands on.
    """

    def __init__(self, params: Params | None = None) -> None:
        """Takes the settings of the map, which everybody knows; without them those of the game without options."""
        packs: Sequence[OptionPack[Any]] = params.on if params else ()
        self._slow = frozenset({"swamp"}).union(*(pack.slow(params) for pack in packs))
        self._grounds = GROUNDS.union(*(pack.grounds(params) for pack in packs))
        self._means = {
            **HARM,
            **_OF_THE_MOVER,
            **{key: means for pack in packs for key, means in pack.means.items() if means},
        }
        self._uncounted = frozenset(key for pack in packs for key in pack.uncounted(cast(Any, params)))
        self._takes_all = all(pack.picks_up(cast(Any, params)) for pack in packs)
        self._grenades_strike = params is not None and params.grenades_strike
        self._without_treasure = params is not None and params.without_treasure
        self._eager = tuple(words for pack in packs for words in pack.eager)
        names = (params.rows, params.columns) if params else Briefing(_UPRIGHT, "empty").names
        self.briefing = Briefing(_UPRIGHT, "empty", names=names)
        self.tactics = Tactics(start=_START)
        self._mover = ""
        self._said: dict[str, Mapping[str, str]] = {}
        self._wounded: set[str] = set()
        self._on: dict[str, str] = {}

    def hear(self, heard: Announcement) -> Iterator[Observation]:
        """The observations that an announcement gives, one by one."""
        key, args, me = heard.key, dict(heard.args), self._mover
        match key.partition("-")[0]:
            case "size" | "chains" | "rivers" | "counts" | "code":
                self._said[key] = args
                if key == "code":
                    self._begin()
            case "turn":
                self._mover = args["player"]
            case "placed":
                yield from self._answer(args["player"], "placed", args["what"].split(", "))
            case "executed" | "skipped" | "impossible":
                yield from self._answer(args.get("player", me), *answer_in([heard]))
            case _ if key in self._means or key == "corpse":
                who, means = args.get("other", args.get("player", me)), self._means.get(key, Meaning.DEAD)
                if means in (Meaning.INJURED, Meaning.DEAD):
                    self._wounded.add(who)
                side = args.get("direction", "")  # of the exit before which they stand
                yield from [Observation(Meaning.EXIT, who, side)] if means is Meaning.OUTSIDE else []
                yield Observation(means, who, side)
            case "destroyed":
                yield from (Observation(Meaning.OPENED, me), Observation(Meaning.CHANGED, me))
            case "monolith" | "wall" as side if key.endswith("-stands"):
                yield Observation(Meaning.STANDS, me, RIM if side == "monolith" else side)

    def _begin(self) -> None:
        """Conclude the announcements before the game; exits are found only by walking.

        Weapons are for use on others; a grenade hurts only with W8.
        """
        code, size = read_code(self._said["code"]["code"]), tuple(map(int, self._said["size"]["size"].split("x")))
        columns, rows, floors = (*size, 1)[:3]
        counts, chains, rivers = (
            counts_told(self._said),
            *(lengths_told(self._said, what) for what in ("chains", "rivers")),
        )
        amounts = {
            **{mark: counts.get(f"{mark}s", 0) for mark in ("arsenal", "hospital", "swamp")},
            "wormhole": sum(chains),
            "river": sum(rivers) - 2 * len(rivers),
            "river-source": len(rivers),
            "river-end": len(rivers),
        }
        plain = columns * rows * floors - sum(amounts.values())
        amounts = {mark: number for mark, number in amounts.items() if mark not in self._uncounted}
        rings = {"wormhole": chains[0]} if len(set(chains)) == 1 and "wormhole" in amounts else {}
        prizes = counts.get("treasures", 1) if code.has_any("V3", "V4") else 1
        prizes = 0 if self._without_treasure else prizes
        self.briefing = Briefing(
            steps=_FLOORS if "G3" in code or floors > 1 else _UPRIGHT,
            plain="empty",
            size=(columns, rows, floors),
            amounts={**amounts, "empty": plain},
            carriers=Carriers(CARRIERS, rings, frozenset({"wormhole"}), slow=self._slow - {"swamp"}),
            stay="skip",
            fickle="O5" in code,
            healing="hospital",
            to_win=Victory(prizes, "V4" in code),
            names=self.briefing.names,
        )
        aims = {"shoot": _SIGHT, "boomerang": 2} | ({"grenade": 1} if "W8" in code or self._grenades_strike else {})
        self.tactics = Tactics(start=_START, eager=self._eager, breaks="grenade")
        if "H1" not in code:
            self.tactics = self.tactics._replace(aims=aims, stab="knife")

    def _answer(self, who: str, lead: str, what: list[str]) -> Iterator[Observation]:
        """Observe where the step led, then whether it healed the player, then whether there is a treasure."""
        ground = [word for word in what if word in self._grounds]
        rests = (ground[-1] if ground[-1] != "river-source" else "river") if ground else "empty"
        entered = ground[0] if ground and ground[0] in CARRIERS else ""
        if lead == "impossible":
            yield Observation(Meaning.WALL, who, RIM if "monolith" in what else "wall")
        if "exit" in what:
            yield from (Observation(Meaning.EXIT, who), Observation(Meaning.OUTSIDE, who))
        elif lead == "placed" or lead == "executed" or ground:
            self._on[who] = rests
            stays = Meaning.CARRIED if entered else Meaning.STAYS
            means = {"placed": Meaning.PLACED, "executed": stays}.get(lead, Meaning.RIDES)
            yield Observation(means, who, rests, "" if means is Meaning.RIDES else entered)
        if who in self._wounded and self._on.get(who) == "hospital":
            self._wounded.discard(who)
            yield Observation(Meaning.HEALTHY, who)
        if "treasure" in what:
            yield Observation(Meaning.TAKEN if self._takes_all and who not in self._wounded else Meaning.PRIZE, who)
