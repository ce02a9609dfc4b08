"""The pack of treasures that are not what they seem: fool's gold and booby traps (TX-24 to TX-28)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from mapkit.games.kit.claims import each, rooms
from mapkit.games.kit.corrections import CorrectionParser
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.draft import random_number
from mapkit.games.treasures.pack import ModuleOn, Pack
from mapkit.games.treasures.referee import injure, take
from mapkit.games.treasures.speech import PackSpeech
from mapkit.games.treasures.state import LyingTreasure, Player, State, Telling
from mapkit.model.chance import Chance
from mapkit.model.design import DrawnSetting, drawn_number
from mapkit.model.frozen import replaced
from mapkit.model.grid import Square
from mapkit.model.message import noun
from mapkit.model.observation import Meaning, Observation
from mapkit.model.rule import Amount, Facts, count_rule
from mapkit.model.ruling import Dice, NoRuling, heard
from mapkit.model.settings import Amounts, amount, most_of, of_module

FOOLS, TRAPPED = "fools", "trapped"
"""The kinds of treasures, as they are drawn and as their settings are called."""
_CALLED = {"treasure": "pure", FOOLS: "fool's gold", TRAPPED: "booby-trapped"}
_KINDS = {"pure": "treasure", FOOLS: FOOLS, TRAPPED: TRAPPED}
"""The words of corrections for the kinds."""


@dataclass(frozen=True)
class KindsSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    fools: Amount = of_module(amount(0, "Treasures that are fool's gold", "TX-24"))
    trapped: Amount = of_module(amount(0, "Booby-trapped treasures", "TX-24"))


def _mine(p: Params) -> KindsSettings:
    return p if isinstance(p, KindsSettings) else KindsSettings()


def _amounts(p: Params) -> Mapping[str, Amount]:
    return {FOOLS: _mine(p).fools, TRAPPED: _mine(p).trapped}


class _Kinds(Pack):
    name = "kinds of treasures"
    tiles: Mapping[str, tuple[str, str]] = {
        FOOLS: ("Tf", noun("treasure of fool's gold")),
        TRAPPED: ("Tb", noun("booby-trapped treasure")),
    }
    treasures = frozenset({FOOLS, TRAPPED})
    winning = frozenset({TRAPPED})
    speaking = PackSpeech(meanings={"fools-gold": Observation(Meaning.FALSE)}, of_things=tuple(_KINDS))
    rules = (
        count_rule("TX-24", "Treasures of fool's gold: {fools}.", "fools", each(FOOLS),
            rooms("fools=0-1", lower="| Tf  Tf|"), applies=lambda p: _mine(p).fools.high != 0),
        count_rule("TX-24", "Booby-trapped treasures: {trapped}.", "trapped", each(TRAPPED),
            rooms("trapped=0-1 hospital=1 treasures=0", "| Tb  H", "| .   Tb|"),
            applies=lambda p: _mine(p).trapped.high != 0),
    )  # fmt: skip

    def on(self, p: Params) -> bool:
        return bool(self.tiles_on(p))

    def tiles_on(self, p: Params) -> Collection[str]:
        return [mark for mark, amount in _amounts(p).items() if amount.high != 0]

    def most_treasures(self, p: Params) -> int:
        return sum(map(most_of, _amounts(p).values()))

    def injures(self, p: Params) -> bool:
        return _mine(p).trapped.high != 0

    def scattered(self, p: Params, chance: Chance) -> Sequence[str]:
        most, found = len(p.grid.cells()), _amounts(p).items()
        numbers = {mark: random_number(amount, mark, chance, 1, most) for mark, amount in found}
        return [mark for mark, number in numbers.items() for _ in range(number)]

    def as_drawn(self, grid: Square, marks: Counter[str], facts: Facts) -> Mapping[str, DrawnSetting]:
        things = {FOOLS: noun("treasures that are fool's gold"), TRAPPED: noun("booby-trapped treasures")}
        return {mark: drawn_number(thing, marks[mark]) for mark, thing in things.items() if marks[mark]}

    def modules(self, p: Params) -> Sequence[ModuleOn]:
        called = {FOOLS: "fool's gold", TRAPPED: "booby-trapped treasures"}
        return [ModuleOn(called[mark], str(Amounts().show(_amounts(p)[mark]))) for mark in self.tiles_on(p)]

    def act(self, state: State, verb: str, rest: str, dice: Dice) -> Telling | None:
        """Spring the trap of a treasure that is taken first, and note the kind of any other (TX-24, TX-26)."""
        if verb not in ("take", "pick"):
            return None
        taken = take(state)
        player, kind = state.player, taken.state.player.carried
        if kind != TRAPPED:
            return taken.note("kind", player=player.name, what=_CALLED[kind])
        # The topmost treasure on the tile is pure from now on, in its place (TX-27)
        at = max(i for i, lies in enumerate(state.lying) if lies.cell == player.cell)
        lying = (*state.lying[:at], LyingTreasure(player.cell), *state.lying[at + 1 :])
        sprung = injure(Telling(replaced(state, lying=lying)).say("trap", player=player.name), player)
        sprung = sprung.note("trap-sprung", cell=player.cell)
        if not sprung.state.player.healthy:
            return sprung.say("injured", player=player.name)
        got = take(sprung.state)
        return sprung.then(got.state).say("takes", player=player.name)

    def leaves(self, telling: Telling, dice: Dice) -> Telling | None:
        """Lose fool's gold at an exit; that is no movement (TX-25)."""
        player = telling.state.player
        if player.carried != FOOLS:
            return None
        return telling.change(player._replace(carried="")).say("fools-gold", player=player.name)

    def may_correct(self, state: State) -> Sequence[str]:
        return ("gm-help-kinds",)

    def corrects(
        self, said: CorrectionParser[State, Telling], player: Player | None, words: Sequence[str]
    ) -> Telling | None:
        """Correct the kind of a treasure that is carried, or that lies on a tile (TL-G4)."""
        plain = [word for word in words if word not in ("gold", "treasure", "with")]
        match plain if len(plain) < len(words) or _KINDS.keys() & {*plain} else []:
            case ["carries" | "has", "pure" | "fools" as kind] if player:
                if not player.healthy:
                    raise NoRuling(heard("TL-76.gm-injured", player=player.name))
                telling = Telling(said.state).change(player._replace(carried=_KINDS[kind]))
                telling = telling.say("gm-carries", player=player.name)
                return telling.note("gm-kind-held", player=player.name, what=_CALLED[_KINDS[kind]])
            case [kind, "at", place] if not player and kind in _KINDS:
                cell = said.cell(place)
                if cell is None:
                    return None
                # The topmost treasure on the tile is of this kind; where none lies, one is laid there
                lies = said.state.lying
                at = max((i for i, treasure in enumerate(lies) if treasure.cell == cell), default=len(lies))
                lying = (*lies[:at], LyingTreasure(cell, _KINDS[kind]), *lies[at + 1 :])
                telling = Telling(replace(said.state, lying=lying)).say("gm-notes")
                return telling.note("gm-kind-lies", cell=cell, what=_CALLED[_KINDS[kind]])
        return None


KINDS = _Kinds()
