"""What is heard at the table, as an explorer understands it: an ear for each game.

An ear turns announcements into what they mean for the walker; it knows nothing but what everybody heard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import NamedTuple, Protocol

from mapkit.game import Heard
from mapkit.playing.sketch import Board, Vector


class Means(Enum):
    """What something heard means."""

    PLACED = auto()
    WALL = auto()
    EXIT = auto()
    OUTSIDE = auto()
    """He stands before the exit that he stepped through."""
    STAYS = auto()
    CARRIED = auto()
    RIDES = auto()
    """He was carried on from where he was."""
    TREASURE = auto()
    TAKEN = auto()
    PUT_DOWN = auto()
    FALSE = auto()
    INJURED = auto()
    HEALTHY = auto()
    DEAD = auto()
    JUNK = auto()
    NO_JUNK = auto()
    OPENED = auto()
    """His grenade leaves a way where he threw it."""
    STANDS = auto()
    """His grenade could do nothing to the wall."""
    CHANGED = auto()
    """He changed a wall; nobody else knows which."""


class Told(NamedTuple):
    """The meaning of something heard, and whom it is about.

    `ground` is what he is on then, or what refused his step; `entered` is the ground that carried him there.
    """

    means: Means
    who: str = ""
    ground: str = ""
    entered: str = ""


class Manners(NamedTuple):
    """Which ways of a game are good, the best first.

    `eager` are said whenever they may be, `attacks` with the name of somebody who holds a treasure, `throw_away` to be
    rid of junk. `aims` are weapons with a direction, and how many cells they reach; `stab` is the one for the player's
    own cell, `breaks` the one for walls. The injured are healed on `hospital`.
    """

    eager: tuple[str, ...] = ()
    attacks: tuple[str, ...] = ()
    throw_away: str = ""
    aims: Mapping[str, int] = {}
    stab: str = ""
    breaks: str = ""
    hospital: str = "hospital"


class Ear(Protocol):
    """How a game is understood; it belongs to one player, and listens from the beginning."""

    @property
    def board(self) -> Board:
        """What has been announced of the board."""
        ...

    @property
    def manners(self) -> Manners:
        """Which ways are good."""
        ...

    def hear(self, heard: Heard) -> Iterator[Told]:
        """What it means; nothing where an explorer has no use for it."""
        ...


# --- Treasures of the Abandoned Labyrinth ------------------------------------------------------------------------

_COMPASS: Mapping[str, Vector] = {"north": (0, 1, 0), "east": (1, 0, 0), "south": (0, -1, 0), "west": (-1, 0, 0)}
_TREASURES: Mapping[str, tuple[Means, str]] = {
    "blocked": (Means.WALL, "wall"),
    "exit": (Means.EXIT, ""),
    "safe": (Means.STAYS, "safe"),
    "shop": (Means.STAYS, "shop"),
    "marsh": (Means.STAYS, "marsh"),
    "hospital": (Means.STAYS, "hospital"),
    "river-wall": (Means.STAYS, "river"),
    "river": (Means.CARRIED, "river"),
    "portal": (Means.CARRIED, "portal"),
    "treasure": (Means.TREASURE, ""),
    "takes": (Means.TAKEN, ""),
    "puts-down": (Means.PUT_DOWN, ""),
    "shot": (Means.INJURED, ""),
    "battle-lost": (Means.INJURED, ""),
    "battle-bullet": (Means.INJURED, ""),
    "kit": (Means.HEALTHY, ""),
    "healed": (Means.HEALTHY, ""),
    "rolls-junk": (Means.JUNK, ""),
    "drops-junk": (Means.NO_JUNK, ""),
}


class TreasuresEar:
    """Treasures of the Abandoned Labyrinth as an explorer understands it: each announcement means one thing."""

    board = Board(_COMPASS, "safe")
    manners = Manners(
        eager=("take", "use kit", "heal", "shop"),
        attacks=("attack {} with bullet", "attack {}"),
        throw_away="drop",
    )

    def hear(self, heard: Heard) -> Iterator[Told]:
        """What it means; the injured are named as the other ones."""
        if heard.key in _TREASURES:
            means, ground = _TREASURES[heard.key]
            who = dict(heard.args)["other" if means is Means.INJURED else "player"]
            yield Told(means, who, ground, ground)


# --- Maze on paper -----------------------------------------------------------------------------------------------

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
"""Over how many cells a bullet is reckoned with; beyond, too little is known of walls."""
_HARM = {"wounded": Means.INJURED, "killed": Means.DEAD}


class LabyrinthEar:
    """Maze on paper as an explorer understands it: answers are about whose turn it is, and tell several things.

    It keeps in mind who is wounded, as they are healed and pass by treasures without a word, and who is on what.
    """

    def __init__(self) -> None:
        """Nothing has been heard yet."""
        self.board = Board(_UPRIGHT, "empty")
        self.manners = Manners()
        self._mover = ""
        self._said: dict[str, Mapping[str, str]] = {}
        self._wounded: set[str] = set()
        self._on: dict[str, str] = {}

    def hear(self, heard: Heard) -> Iterator[Told]:
        """What it means, thing by thing."""
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
            case "wounded" | "killed":
                yield from self._harmed(args["player"], _HARM[lead])
            case "meets" if more in ("bear-wounded", "bear-killed"):
                yield from self._harmed(args["player"], _HARM[more.removeprefix("bear-")])
            case "false":
                yield Told(Means.FALSE, me)
            case "destroyed":
                yield from (Told(Means.OPENED, me), Told(Means.CHANGED, me))
            case "no" if more == "wall":
                yield Told(Means.OPENED, me)
            case "monolith" | "wall" if more == "stands":
                yield Told(Means.STANDS, me)
            case "built":
                yield Told(Means.CHANGED, me)

    def _begin(self) -> None:
        """All has been announced. Weapons are for the others; a grenade hurts only with W8."""
        self.board = _announced(self._said)
        aims = {"shoot": _SIGHT, "boomerang": 2} | (
            {"grenade": 1} if "W8" in _options(self._said["code"]["code"]) else {}
        )
        self.manners = Manners(aims=aims, stab="knife", breaks="grenade")

    def _harmed(self, who: str, means: Means) -> Iterator[Told]:
        self._wounded.add(who)
        yield Told(means, who)

    def _answer(self, who: str, lead: str, what: list[str], obstacle: str) -> Iterator[Told]:
        """Where the step led to, then whether he was healed, then whether there is a treasure."""
        ground = [each for each in what if each in _GROUND]
        yield from self._moved(who, lead, ground, "exit" in what, obstacle)
        if who in self._wounded and self._on.get(who) == "hospital":
            self._wounded.discard(who)
            yield Told(Means.HEALTHY, who)
        if "treasure" in what:
            yield Told(Means.TREASURE if who in self._wounded else Means.TAKEN, who)

    def _moved(self, who: str, lead: str, ground: list[str], out: bool, obstacle: str) -> Iterator[Told]:
        if lead == "impossible":
            yield Told(Means.WALL, who, obstacle or "wall")
        if out:
            yield from (Told(Means.EXIT, who), Told(Means.OUTSIDE, who))
            return
        rests = (ground[-1] if ground[-1] != "river-source" else "river") if ground else "empty"
        entered = ground[0] if ground and ground[0] in _CARRIERS else ""
        if lead == "placed":
            yield Told(Means.PLACED, who, rests, entered)
        elif lead == "executed":
            yield Told(Means.CARRIED if entered else Means.STAYS, who, rests, entered)
        elif ground:
            yield Told(Means.RIDES, who, rests)
        else:
            return
        self._on[who] = rests


def _options(code: str) -> frozenset[str]:
    """The options of a code: each digit of a group is its own (MP-110.a)."""
    return frozenset(group[0] + digit for group in code.split("-") for digit in group[1:])


def _announced(said: Mapping[str, Mapping[str, str]]) -> Board:
    """The board of which that was said, by the keys of the phrase file; exits are all found by walking."""
    code, size = _options(said["code"]["code"]), tuple(int(n) for n in said["size"]["size"].split("x"))
    columns, rows, floors = (*size, 1)[:3]
    counts = dict(each.split(": ") for each in said["counts"]["what"].split("; "))
    chains, rivers = _lengths(said.get("chains")), _lengths(said.get("rivers"))
    amounts = {
        "arsenal": int(counts["arsenals"]),
        "hospital": int(counts["hospitals"]),
        "swamp": int(counts.get("swamps", 0)),
        "wormhole": sum(chains),
        "river": sum(rivers) - 2 * len(rivers),
        "river-source": len(rivers),
        "river-end": len(rivers),
    }
    return Board(
        steps=_FLOORS if "G3" in code or floors > 1 else _UPRIGHT,
        plain="empty",
        size=(columns, rows, floors),
        amounts={**amounts, "empty": columns * rows * floors - sum(amounts.values())},
        chain=chains[0] if len(set(chains)) == 1 else 0,
        carriers=_CARRIERS,
        fickle="O5" in code,
        needed=int(counts.get("treasures", 1)) if code & {"V3", "V4"} else 1,
        alone="V4" in code,
    )


def _lengths(said: Mapping[str, str] | None) -> list[int]:
    return [int(n) for n in said["lengths"].split(", ")] if said else []
