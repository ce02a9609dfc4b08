"""How a player of Treasures of the Abandoned Labyrinth understands what is heard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mapkit.games.treasures.design import Params, movement
from mapkit.games.treasures.speech import PackSpeech, meanings
from mapkit.games.treasures.state import RANGE_OF_A_BULLET
from mapkit.model.observation import Briefing, Carriers, Meaning, Observation, Tactics, Vector
from mapkit.model.ruling import Announcement

_COMPASS: Mapping[str, Vector] = {"north": (0, 1, 0), "east": (1, 0, 0), "south": (0, -1, 0), "west": (-1, 0, 0)}


class TreasuresEar:
    """The ear of Treasures: each announcement means one thing, whatever was heard before."""

    def __init__(self, params: Params | None = None, packs: Sequence[PackSpeech] = ()) -> None:
        """Takes the settings of the map, which everybody knows; without them nothing is known of the board."""
        arrivals = movement(params or Params()).arrivals
        stays = {True: Meaning.STAYS, False: Meaning.CARRIED}
        entered = {key: Observation(stays[way.stays], ground=key) for key, way in arrivals.items()}
        self._meanings = {**entered, **meanings(packs)}
        eager = ("take", "use kit", "heal", "shop", *(words for pack in packs for words in pack.eager))
        self.tactics = Tactics(
            eager=eager,
            attacks=("attack {} with bullet", "attack {}"),
            throw_away="drop",
            sure_aims={"shoot": RANGE_OF_A_BULLET},
            probes=True,
        )
        passages = {step: found for pack in packs for step, found in pack.passages.items()}
        self.briefing = Briefing(
            {**_COMPASS, **{step: vector for step, (vector, _) in passages.items()}},
            "safe",
            carriers=Carriers(
                passages={step: ground for step, (_, ground) in passages.items()},
                near=frozenset(key for key, way in arrivals.items() if way.near and not way.stays),
                slow=frozenset({"marsh"}),
            ),
            healing="hospital",
        )
        if params is not None:
            grid, fake = params.grid, params.fake
            wanted = {name: getattr(params, name) for name in ("shop", "hospital", "marsh", "river")}
            wanted |= {"wall": params.walls, "exit": params.exits}
            amounts = {name: amount.low for name, amount in wanted.items() if amount.low == amount.high}
            if fake.low == fake.high:
                amounts["portal"] = fake.low + 2 * params.two_way + 3 * params.three_way
            size, names = (grid.columns, grid.rows, grid.floors), (params.rows, params.columns)
            self.briefing = self.briefing._replace(size=size, names=names, amounts=amounts)

    def hear(self, heard: Announcement) -> Iterator[Observation]:
        """What an announcement means; in it, an injured player is the `other` if it names two players."""
        named = dict(heard.args)
        if heard.key == "begin":
            yield from (Observation(Meaning.PLACED, name, "safe") for name in named["players"].split(", "))
        if found := self._meanings.get(heard.key):
            who = named.get("other", named["player"]) if found.means is Meaning.INJURED else named["player"]
            yield Observation(found.means, who, found.ground, found.ground)
