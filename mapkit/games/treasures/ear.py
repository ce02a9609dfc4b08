"""How a player of Treasures of the Abandoned Labyrinth understands what is heard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from mapkit.games.treasures.design import Params, movement
from mapkit.model.observation import Briefing, Carriers, Meaning, Observation, Tactics, Vector
from mapkit.model.ruling import Announcement

_COMPASS: Mapping[str, Vector] = {"north": (0, 1, 0), "east": (1, 0, 0), "south": (0, -1, 0), "west": (-1, 0, 0)}
_MEANINGS: Mapping[str, tuple[Meaning, str]] = {
    "blocked": (Meaning.WALL, "wall"),
    "exit": (Meaning.EXIT, ""),
    "river-wall": (Meaning.STAYS, "river"),
    "treasure": (Meaning.PRIZE, ""),
    "takes": (Meaning.TAKEN, ""),
    "puts-down": (Meaning.PUT_DOWN, ""),
    "shot": (Meaning.INJURED, ""),
    "battle-lost": (Meaning.INJURED, ""),
    "battle-bullet": (Meaning.INJURED, ""),
    "kit": (Meaning.HEALTHY, ""),
    "healed": (Meaning.HEALTHY, ""),
    "rolls-junk": (Meaning.BURDENED, ""),
    "drops-junk": (Meaning.RELIEVED, ""),
}


_EAGER = ("take", "use kit", "heal", "shop")
_ATTACKS = ("attack {} with bullet", "attack {}")


class PackSpeech(NamedTuple):
    """The words of a pack."""

    words: frozenset[str] = frozenset()
    """The words that its directives are made of; no player may have one of them as a name."""
    of_others: frozenset[str] = frozenset()
    """The words among these by which other players agree; no player's name may contain one."""
    russian: Mapping[str, str] = MappingProxyType({})
    """The Russian words of directives, and the English ones that they stand for."""
    meanings: Mapping[str, tuple[Meaning, str]] = MappingProxyType({})
    """What its announcements mean to a player: the meaning by key, and the ground beside it."""
    passages: Mapping[str, tuple[Vector, str]] = MappingProxyType({})
    """Its steps that lead on from one ground alone, such as up the stairs: where each leads, and that ground."""
    eager: tuple[str, ...] = ()
    """Directives that a machine player says whenever they may be said."""
    for_all: tuple[str, ...] = ()
    """The keys of announcements that everybody hears, even where answers are private (TX-3)."""
    corrections: Mapping[str, str] = MappingProxyType({})
    """The words of its corrections by the game master, in English and Russian, and the word that each means."""
    of_players: tuple[str, ...] = ()
    """The words among these that may follow a player's name."""
    of_things: tuple[str, ...] = ()
    """The words among these that begin a correction about a thing."""


class TreasuresEar:
    """The ear of Treasures: each announcement means one thing, whatever was heard before."""

    steps: Mapping[str, Vector] = _COMPASS
    passages: Mapping[str, str] = {}
    heard_of: Mapping[str, tuple[Meaning, str]] = _MEANINGS
    """What announcements mean, beside those of entering a tile that are called as the tile is."""
    manners = Tactics(eager=_EAGER, attacks=_ATTACKS, throw_away="drop", probes=True)

    def __init__(self, params: Params | None = None) -> None:
        """Takes the settings of the map, which everybody knows; without them nothing is known of the board."""
        arrivals = movement(params or Params()).arrivals
        entered = {key: (Meaning.STAYS if way.stays else Meaning.CARRIED, key) for key, way in arrivals.items()}
        self.meanings = {**entered, **self.heard_of}
        near = frozenset(key for key, way in arrivals.items() if way.near and not way.stays)
        self.announced = Briefing(
            self.steps,
            "safe",
            amounts={},
            carriers=Carriers(rings={}, passages=self.passages, near=near, slow=frozenset({"marsh"})),
            healing="hospital",
        )
        if params is not None:
            grid = params.grid
            self.announced = self.announced._replace(
                size=(grid.columns, grid.rows, grid.floors), amounts=dict(_amounts(params))
            )

    def hear(self, heard: Announcement) -> Iterator[Observation]:
        """What an announcement means; in it, an injured player is the `other` if it names two players."""
        if heard.key == "begin":
            names = dict(heard.args)["players"].split(", ")
            yield from (Observation(Meaning.PLACED, name, "safe") for name in names)
        if heard.key in self.meanings:
            means, ground = self.meanings[heard.key]
            named = dict(heard.args)
            who = named.get("other", named["player"]) if means is Meaning.INJURED else named["player"]
            yield Observation(means, who, ground, ground)


def _amounts(p: Params) -> Iterator[tuple[str, int]]:
    """How many tiles of each ground there are, and how many walls and exits, where the settings say so."""
    wanted = {name: getattr(p, name) for name in ("shop", "hospital", "marsh", "river")}
    wanted |= {"wall": p.walls, "exit": p.exits}
    yield from ((name, each.low) for name, each in wanted.items() if each.low == each.high)
    if p.fake.low == p.fake.high:
        yield "portal", p.fake.low + 2 * p.two_way + 3 * p.three_way


def ear_with(packs: Sequence[PackSpeech]) -> type[TreasuresEar]:
    further = {step: found for pack in packs for step, found in pack.passages.items()}

    class PackEar(TreasuresEar):
        steps: Mapping[str, Vector] = {**_COMPASS, **{step: vector for step, (vector, _) in further.items()}}
        passages: Mapping[str, str] = {step: ground for step, (_, ground) in further.items()}
        heard_of: Mapping[str, tuple[Meaning, str]] = {
            **_MEANINGS,
            **{key: means for pack in packs for key, means in pack.meanings.items()},
        }
        manners = Tactics(
            eager=(*_EAGER, *(each for pack in packs for each in pack.eager)),
            attacks=_ATTACKS,
            throw_away="drop",
            probes=True,
        )

    return PackEar
