"""How a player of Treasures of the Abandoned Labyrinth understands what is heard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mapkit.observation import Announced, Manners, Meaning, Observation, Vector
from mapkit.ruling import Heard

_COMPASS: Mapping[str, Vector] = {"north": (0, 1, 0), "east": (1, 0, 0), "south": (0, -1, 0), "west": (-1, 0, 0)}
_MEANINGS: Mapping[str, tuple[Meaning, str]] = {
    "blocked": (Meaning.WALL, "wall"),
    "exit": (Meaning.EXIT, ""),
    "safe": (Meaning.STAYS, "safe"),
    "shop": (Meaning.STAYS, "shop"),
    "marsh": (Meaning.STAYS, "marsh"),
    "hospital": (Meaning.STAYS, "hospital"),
    "river-wall": (Meaning.STAYS, "river"),
    "river": (Meaning.CARRIED, "river"),
    "portal": (Meaning.CARRIED, "portal"),
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


class TreasuresEar:
    """The ear of Treasures: each announcement means one thing, whatever was heard before."""

    announced = Announced(_COMPASS, "safe", healing="hospital")
    manners = Manners(
        eager=("take", "use kit", "heal", "shop"),
        attacks=("attack {} with bullet", "attack {}"),
        throw_away="drop",
    )

    def hear(self, heard: Heard) -> Iterator[Observation]:
        """What an announcement means; in it, an injured player is the `other`, not the `player`."""
        if heard.key in _MEANINGS:
            means, ground = _MEANINGS[heard.key]
            who = dict(heard.args)["other" if means is Meaning.INJURED else "player"]
            yield Observation(means, who, ground, ground)
