"""The pack of further items: treasure scanner, broken flashlight and battery, dynamite, shield (TX-29 to TX-49)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType

from mapkit.games.kit.corrections import CorrectionParser
from mapkit.games.treasures import rulings
from mapkit.games.treasures.design import LEADS_TO, Params
from mapkit.games.treasures.pack import ModuleOn, Pack, names_of_items, packs
from mapkit.games.treasures.referee import SOLD, refuse_roll
from mapkit.games.treasures.situation import words as words_of_border
from mapkit.games.treasures.speech import DIRECTIONS, PackSpeech
from mapkit.games.treasures.state import Player, State, Telling
from mapkit.model.design import Clash
from mapkit.model.frozen import replaced
from mapkit.model.grid import COMPASS, Direction, Grid, border
from mapkit.model.letters import refused_word
from mapkit.model.message import NOTHING, Message, joined, message
from mapkit.model.observation import Meaning, Observation
from mapkit.model.rule import has, wall
from mapkit.model.ruling import Dice, IllegalMove, InvalidMove, heard, row
from mapkit.model.settings import BadValue, ValueKind, choice, number, of_module

RANGE_OF_LIGHT = 3
NAMES = {
    "scanner": "a treasure scanner",
    "flashlight": "a broken flashlight",
    "battery": "a battery",
    "dynamite": "a stick of dynamite",
    "shield": "a shield",
}
SECOND_DIE = dict(enumerate(NAMES, 1))
"""The item for each roll of the second die; any other roll, and an item that is off, is junk (TX-31)."""
_SCANNED = {"treasure": "scans-pure", "fools": "scans-fools", "trapped": "scans-trap"}
"""The key of what a scanner shows of a treasure in the hand, by its kind."""


class ItemWords(ValueKind):
    """The names of items, such as `kit shield`; none at all for nothing."""

    takes = NOTHING

    def __init__(self, takes: Message, words: tuple[str, ...], nothing: str = "") -> None:
        """Takes what to say of the value, the words that it may have, and the one that stands for no item."""
        self.takes, self.words, self.nothing = takes, words, nothing

    def read(self, raw: object, _: Grid) -> tuple[str, ...]:
        """Reads `kit shield`; raises BadSetting (TX-15.a, TX-81)."""
        words = tuple(raw.lower().replace(",", " ").split()) if isinstance(raw, str) else ("",)
        if not {*words} <= {*self.words}:
            raise BadValue("{name} is {found}; it takes {takes}", refused_word(raw, 60), self.takes)
        return words if any(word != self.nothing for word in words) else ()

    def show(self, value: Sequence[str]) -> str:
        return " ".join(value)


@dataclass(frozen=True)
class ItemsSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    scanner: str = of_module(choice("no yes", "Whether the shop has treasure scanners", "TX-29"))
    flashlight: str = of_module(choice("no yes", "Whether the shop has broken flashlights and batteries", "TX-29"))
    dynamite: str = of_module(choice("no yes", "Whether the shop has dynamite", "TX-29"))
    shield: str = of_module(choice("no yes", "Whether the shop has shields", "TX-29"))
    hands: int = of_module(
        number(2, "Items that a player may hold where the shop has one of these", "TX-30", low=1, high=2)
    )


def _mine(p: Params) -> ItemsSettings:
    return p if isinstance(p, ItemsSettings) else ItemsSettings()


def items_on(p: Params) -> Mapping[str, str]:
    """The further items that the game has, with what each is called."""
    setting = {"battery": "flashlight"}
    return {item: words for item, words in NAMES.items() if getattr(_mine(p), setting.get(item, item)) == "yes"}


class _Items(Pack):
    name = "items"
    items = NAMES
    speaking = PackSpeech(meanings={"drops-junk": Observation(Meaning.RELIEVED)})
    lit = MappingProxyType(
        {"safe": "a SAFE clearing", "shop": "a SHOP", "hospital": "a HOSPITAL", "marsh": "a MARSH", "fake": "a PORTAL"}
    )

    def on(self, p: Params) -> bool:
        return bool(items_on(p))

    def items_on(self, state: State) -> Mapping[str, str]:
        return items_on(state.drawn.params)

    def most_items(self, p: Params) -> int:
        return _mine(p).hands

    def clashes(self, p: Params) -> Sequence[Clash]:
        mine = _mine(p)
        found = []
        if mine.flashlight == "yes" and mine.hands == 1:
            found.append(Clash("hands", message("a flashlight and its battery need two hands"), "TX-30", True))
        if mine.dynamite == "yes" and p.walls.high == 0:
            found.append(Clash("dynamite", message("The map has no inner wall to blow up"), "TX-74", False))
        return found

    def modules(self, p: Params) -> Sequence[ModuleOn]:
        mine = _mine(p)
        told = {
            "treasure scanners": mine.scanner,
            "flashlights and batteries": mine.flashlight,
            "dynamite": mine.dynamite,
            "shields": mine.shield,
        }
        return [ModuleOn(words) for words, on in told.items() if on == "yes"]

    def act(self, state: State, verb: str, rest: str, dice: Dice) -> Telling | None:
        """Roll in the shop with a second die, or use an item (TX-31, TX-34)."""
        match verb, rest:
            case "shop", _:
                return _roll(state, rest, dice)
            case "scan" | "scanner", _:
                return _scan(state, rest)
            case "shine", _:
                return _shine(state, rest)
            case "blow", _:
                return _blow(state, rest)
            case "use", "shield":
                raise IllegalMove(heard("TX-47.self"))
            case "use", "battery":
                raise IllegalMove(heard("TX-39.alone"))
        return None

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        """Use a scanner, a light with its battery, or dynamite (TX-35, TX-38, TX-39, TX-43)."""
        player = state.player
        more = ["scan"] if "scanner" in player.items else []
        if more and (player.carried or player.cell in state.treasures):
            more.append("scan treasure")
        if {"flashlight", "battery"} <= {*player.items}:
            more += [f"shine {COMPASS[d]}" for d in "NESW"]
        if "dynamite" in player.items:
            more += [f"blow {COMPASS[d]}" for d in "NESW"]
        return (*ways, *more)

    def guards(self, telling: Telling, victim: Player) -> Telling | None:
        """Break the shield of a player who would be injured (TX-47)."""
        if "shield" not in victim.items:
            return None
        return telling.change(victim.without("shield")).say("shield", player=victim.name)

    def may_correct(self, state: State) -> Sequence[str]:
        return ("gm-help-items",)

    def corrects(
        self, said: CorrectionParser[State, Telling], player: Player | None, words: Sequence[str]
    ) -> Telling | None:
        """Set the items of a player: all that are named, or one fewer (TL-G4)."""
        known = names_of_items(said.state)
        plain = [word for word in words if word not in ("and", "broken", "stick")]
        plain = [word for word, after in pairwise([*plain, ""]) if (word, after) != ("treasure", "scanner")]
        match plain:
            case ["has", "no", item] if player and item in known:
                left = player.without(item) if item in player.items else player
                return rulings.set_items(said.state, player, left.items)
            case ["has", *items] if player and items and {*items} <= known.keys():
                most = said.state.drawn.params.most_items
                if len(items) > most:
                    said.refuse("gm-too-many", player=player.name, count=str(most))
                    return None
                return rulings.set_items(said.state, player, tuple(items))
        return None


def _roll(state: State, rest: str, dice: Dice) -> Telling:
    """Roll for an item, with a second die on 5 and 6 (TX-31)."""
    rolls = [word for word in rest.split() if word.isascii() and word.isdigit()]
    if len(rolls) > 2 or any(roll not in tuple("123456") for roll in rolls) or len(rolls) < len(rest.split()):
        raise InvalidMove(heard("dice", count="1"))
    if rolls and (rolls[0] in "56") != (len(rolls) == 2):
        raise InvalidMove(heard("TX-31.two" if rolls[0] in "56" else "TX-31.one"))
    refuse_roll(state)
    player = state.player
    roll = int(rolls[0]) if rolls else dice(6)
    if roll < 5:
        item = SOLD[roll]
        telling = Telling(state).change(player._replace(items=(*player.items, item), may_roll=False))
        return telling.say("rolls-" + item, player=player.name, roll=str(roll))
    second = int(rolls[1]) if rolls else dice(6)
    item = SECOND_DIE.get(second, "junk")
    names = names_of_items(state)
    item = item if item in names else "junk"
    telling = Telling(state).change(player._replace(items=(*player.items, item), may_roll=False))
    return telling.say("rolls-two", player=player.name, roll=str(roll), last=str(second), what=names[item])


def _scan(state: State, rest: str) -> Telling:
    """Use up a scanner: the steps to the nearest treasure, or the kind of one at hand (TX-35 to TX-38)."""
    player = state.player
    if "scanner" not in player.items:
        raise IllegalMove(heard("TX-34.scanner"))
    used = Telling(state).change(player.without("scanner"))
    if "treasure" in rest.split():
        here = [treasure.kind for treasure in state.lying if treasure.cell == player.cell]
        kind = player.carried or (here[-1] if here else "")
        if not kind:
            raise IllegalMove(heard("TX-38.none"))
        return used.say(_SCANNED[kind], player=player.name)
    grid = state.drawn.params.grid
    steps = min((grid.steps_apart(player.cell, cell) for cell in state.treasures), default=None)
    if steps is None:
        return used.say("scans-nothing", player=player.name)
    return (
        used.say("scans-one", player=player.name)
        if steps == 1
        else used.say("scans", player=player.name, count=str(steps))
    )


def _direction(rest: str, verb: str) -> Direction:
    if rest not in DIRECTIONS:
        raise InvalidMove(heard("which-way", verb=verb))
    return DIRECTIONS[rest]


def _shine(state: State, rest: str) -> Telling:
    """Use up a battery: name up to three tiles in a line, and what ends it (TX-39 to TX-42)."""
    player, towards = state.player, _direction(rest, "shine")
    for item in ("flashlight", "battery"):
        if item not in player.items:
            raise IllegalMove(heard(f"TX-39.{item}"))
    cell, seen, end = player.cell, list[Message](), ""
    while not end:
        onward = state.drawn.onward(cell, towards)
        if len(seen) == RANGE_OF_LIGHT:
            end = "darkness"
        elif onward is None:
            gap = has(border(state.drawn.params.grid, cell, towards), "exit")
            end = "an exit" if gap in state.drawn.facts else "a wall"
        else:
            cell = onward
            seen.append(row([_lit(state, cell), *["with TREASURE"] * (cell in state.treasures)], " "))
    telling = Telling(state).change(player.without("battery"))
    if not seen:
        return telling.say("shines-end", player=player.name, direction=COMPASS[towards], words=end)
    return telling.say("shines", player=player.name, direction=COMPASS[towards], what=joined(seen), words=end)


def _lit(state: State, cell: str) -> str:
    kind = state.on(cell)
    if kind.startswith("flows"):
        return "a RIVER"
    if kind in LEADS_TO:
        return "a PORTAL"
    return {mark: words for pack in packs(state) for mark, words in pack.lit.items()}[kind]


def _blow(state: State, rest: str) -> Telling:
    """Use up a stick of dynamite: an inner wall on that side is gone for good (TX-43 to TX-46)."""
    player, towards = state.player, _direction(rest, "blow")
    if "dynamite" not in player.items:
        raise IllegalMove(heard("TX-34.dynamite"))
    telling = Telling(state).change(player.without("dynamite"))
    line = border(state.drawn.params.grid, player.cell, towards)
    if wall(line) not in state.drawn.facts:
        return telling.say("blows-nothing", player=player.name)
    drawn = replace(state.drawn, facts=state.drawn.facts - {wall(line)})
    telling = telling.then(replaced(telling.state, drawn=drawn, rebuilt=state.rebuilt ^ {wall(line)}))
    return telling.say("blows", player=player.name).note("wall-gone", what=words_of_border(line))


ITEMS_PACK = _Items()
