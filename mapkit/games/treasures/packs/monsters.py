"""The pack of monsters: a bear, a dog, a zombie (TX-50 to TX-71)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from mapkit.games.kit.claims import everywhere, rooms
from mapkit.games.kit.corrections import CorrectionParser, synonyms
from mapkit.games.treasures import rulings
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import ModuleOn, Pack, names_of_items
from mapkit.games.treasures.referee import injure
from mapkit.games.treasures.speech import PackSpeech
from mapkit.games.treasures.state import Player, State, Telling
from mapkit.language.directives import draw_in_turn
from mapkit.model.chance import Chance
from mapkit.model.design import DrawnSetting
from mapkit.model.grid import COMPASS, Cell, Direction, Square
from mapkit.model.letters import alike
from mapkit.model.listing import OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import Name, message, noun
from mapkit.model.observation import Meaning, Observation
from mapkit.model.rule import WHOLE_MAP, Claims, Count, Fact, Facts, Rule, When, exactly, has
from mapkit.model.ruling import Announcement, Dice, IllegalMove, heard
from mapkit.model.settings import BadSetting, CountedSetting, of_module, setting
from mapkit.model.walk import distances, shortest

BEAR, DOG, ZOMBIE = MONSTERS = ("bear", "dog", "zombie")
"""The monsters, in the order in which players meet and hear them."""
BARRED = frozenset({"shop", "hospital", "donation"})
"""The kinds of tiles that no monster enters (TX-52)."""
QUIET = 2
"""Within so many steps of a lair nobody starts, unless no other tile is left (TX-51)."""
ROUNDS_FALLEN = 3
"""Through how many rounds to come a zombie lies that was hit (TX-69)."""
_SIGNS = {BEAR: "growl", DOG: "bark", ZOMBIE: "groan"}
_NOTED = {BEAR: "gm-bear", DOG: "gm-dog", ZOMBIE: "gm-zombie"}
_BEFORE = frozenset({*COMPASS.values(), "climb", "descend", "ride", "shoot", "attack"})
"""The words that begin what is listed before an attack on a monster."""


@dataclass(frozen=True)
class MonstersSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    bear: int = of_module(setting(0, "Bears, none or one", "TX-50", CountedSetting(high=1)))
    dog: int = of_module(setting(0, "Dogs, none or one", "TX-50", CountedSetting(high=1)))
    zombie: int = of_module(setting(0, "Zombies, none or one", "TX-50", CountedSetting(high=1)))


class MonsterPlaces(NamedTuple):
    """Where the monsters are; empty for one that is not in the game."""

    bear: Cell = ""
    dog: Cell = ""
    zombie: Cell = ""
    fallen: int = 0
    """The last round through which the zombie lies where it fell (TX-69); 0 while it stands."""

    def at(self, who: str) -> Cell:
        """The tile of a monster that is in the game."""
        return str(getattr(self, who))

    def awake(self) -> Iterator[tuple[str, Cell]]:
        """The monsters that have not fallen, each with its tile, in the order in which players meet them."""
        for who in MONSTERS:
            if self.at(who) and not (who == ZOMBIE and self.fallen):
                yield who, self.at(who)


def _mine(p: Params) -> MonstersSettings:
    return p if isinstance(p, MonstersSettings) else MonstersSettings()


def monsters_on(p: Params) -> tuple[str, ...]:
    return tuple(who for who in MONSTERS if getattr(_mine(p), who))


def _lair(who: str, cell: Cell) -> Fact:
    return has(cell, f"{who} 1")


def lairs(p: Params, facts: Facts) -> Mapping[str, Cell]:
    found = {fact.mark: str(fact.place) for fact in facts}
    return {who: found[f"{who} 1"] for who in monsters_on(p) if f"{who} 1" in found}


def _quiet(grid: Square, cells: Iterable[Cell], lairs: Collection[Cell]) -> list[Cell]:
    """The cells that are more than two steps from each lair of their floor, walls aside."""

    def near(one: Cell, other: Cell) -> bool:
        return grid.floor(one) == grid.floor(other) and grid.steps_apart(one, other) <= QUIET

    return [cell for cell in cells if not any(near(cell, lair) for lair in lairs)]


# --- the rules of the map ----------------------------------------------------------------------------------------


def _lairs_apart(p: Params) -> Claims:
    here = monsters_on(p)
    for cell in p.grid.cells():
        for who in here:
            yield cell, When((_lair(who, cell),), exactly(1, [has(cell, "safe")]))
        if len(here) > 1:
            yield cell, Count(tuple(_lair(who, cell) for who in here), 0, 1)


def _lair_rule(who: str, sentence: str, breaches: tuple[str]) -> Rule[Any]:
    return Rule(
        "TX-50",
        sentence,
        lambda p: [(WHOLE_MAP, exactly(1, everywhere(p.grid, f"{who} 1")))],
        breaches,
        applies=lambda p: who in monsters_on(p),
    )


def _meant(word: str) -> str:
    return synonyms("treasures").get(alike(word), alike(word))


# --- the pack ----------------------------------------------------------------------------------------------------


class _Monsters(Pack):
    name = "monsters"
    listings = (
        OrderedCells(BEAR, BEAR, noun("lair of the bear"), message("the lair of the bear, a Safe tile"), 1),
        OrderedCells(DOG, DOG, noun("lair of the dog"), message("the lair of the dog, a Safe tile"), 1),
        OrderedCells(ZOMBIE, ZOMBIE, noun("lair of the zombie"), message("the lair of the zombie, a Safe tile"), 1),
    )
    nouns = MappingProxyType({f"{lair.mark} 1": lair.title for lair in listings})
    speaking = PackSpeech(
        meanings={"infected": Observation(Meaning.INJURED), "snatches": Observation(Meaning.RELIEVED)},
        eager=tuple(f"attack {who} with bullet" for who in (BEAR, ZOMBIE)),
        of_players=("infected",),
        of_things=MONSTERS,
    )
    rules = (
        _lair_rule(BEAR, "Lairs of the bear: {bear}.", rooms("bear=1 hospital=1", lower="| .   H |")),
        _lair_rule(DOG, "Lairs of the dog: {dog}.", rooms("dog=1")),
        _lair_rule(ZOMBIE, "Lairs of the zombie: {zombie}.", rooms("zombie=1 hospital=1", lower="| .   H |")),
        Rule("TX-50", "Each lair is a Safe tile of its own.", _lairs_apart, rooms("dog=b1 shop=1", lower="| .   S |")
            + rooms("bear=b1 dog=b1 hospital=1", "| T   .   .", "| .   .   H |", legal="bear=c2"),
            applies=lambda p: bool(monsters_on(p))),
    )  # fmt: skip

    # --- the map -------------------------------------------------------------------------------------------------

    def on(self, p: Params) -> bool:
        return bool(monsters_on(p))

    def listings_on(self, p: Params) -> Collection[OrderedCells]:
        return [listing for listing in self.listings if listing.key in monsters_on(p)]

    def no_starts(self, map_: Map[Any]) -> Collection[Cell]:
        return lairs(map_.params, map_.facts).values()

    def starts_taken(self, p: Params) -> int:
        return len(monsters_on(p))

    def injures(self, p: Params) -> bool:
        return bool({BEAR, ZOMBIE} & {*monsters_on(p)})

    def finished(self, p: Params, chance: Chance, facts: Facts) -> Facts:
        """Give each monster without a lair a Safe one that leaves the players quiet tiles to start on."""
        found = dict(lairs(p, facts))
        kinds = {fact.place for fact in facts if fact.mark not in {f"{who} 1" for who in MONSTERS}}
        facts |= {has(cell, "safe") for cell in found.values() if cell not in kinds}
        safe = sorted(str(place) for place, mark in facts if mark == "safe" and place not in found.values())
        for who in monsters_on(p):
            if who not in found and safe:
                pile = chance.shuffled(safe)
                taken = [*found.values()]
                roomy = (c for c in pile if len(_quiet(p.grid, safe, [*taken, c])) >= p.players)
                found[who] = next(roomy, pile[0])
                safe.remove(found[who])
        return facts | {_lair(who, cell) for who, cell in found.items()}

    def as_drawn(self, grid: Square, marks: Counter[str], facts: Facts) -> Mapping[str, DrawnSetting]:
        things = zip(MONSTERS, (noun("bears"), noun("dogs"), noun("zombies")), strict=True)
        return {who: DrawnSetting(thing, 1, 1) for who, thing in things if marks[f"{who} 1"]}

    # --- the beginning -------------------------------------------------------------------------------------------

    def counts_rounds(self, p: Params) -> bool:
        return not {DOG, ZOMBIE}.isdisjoint(monsters_on(p))

    def modules(self, p: Params) -> Sequence[ModuleOn]:
        return [ModuleOn(f"a {who}") for who in monsters_on(p)]

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        at: dict[str, Any] = {**lairs(drawn.params, drawn.facts)}
        return [MonsterPlaces(**at)]

    def begins(self, telling: Telling, dice: Dice) -> Telling:
        """Refuse players who are called as a monster of the game is: `attack bear` would mean either."""
        here = monsters_on(telling.state.drawn.params)
        wrong = [player.name for player in telling.state.players if _meant(player.name) in here]
        if wrong:
            words = message("a monster of this map is called {name}; take another name for the player", Name(wrong[0]))
            raise BadSetting(words)
        return telling

    def starts(self, state: State, free: Sequence[Cell], players: int, dice: Dice) -> Sequence[Cell]:
        """The tiles far from all lairs; only as many others as are needed (TX-51)."""
        far = _quiet(state.drawn.params.grid, free, self.no_starts(state.drawn))
        near = [cell for cell in free if cell not in far]
        return [*far, *draw_in_turn(near, max(0, min(players - len(far), len(near))), dice)]

    # --- turns ---------------------------------------------------------------------------------------------------

    def round_begins(self, telling: Telling, dice: Dice) -> Telling:
        """Let the zombie get up or go a step, then the dog (TX-66 to TX-69)."""
        prowling = telling.state.extra(MonsterPlaces)
        if prowling.fallen and telling.state.round > prowling.fallen:
            telling = _prowls(telling, fallen=0).note("zombie-up")
        prowling = telling.state.extra(MonsterPlaces)
        if prowling.zombie and not prowling.fallen and telling.state.round % 2 == 0:
            # It bites all players on its tile (TX-67), or goes a step towards the nearest player
            here = [player.name for player in telling.state.players if player.cell == prowling.zombie]
            for name in here:
                telling = _meets(telling, ZOMBIE, _named(telling.state, name), dice)
            onward = None if here else _towards_players(telling.state, prowling.zombie)
            telling = _walks(telling, ZOMBIE, onward, dice) if onward else telling
        if prowling.dog:
            roll = dice(6)
            onward = _beside(telling.state, prowling.dog, "NESW"[roll - 1]) if roll <= len("NESW") else None
            telling = _walks(telling, DOG, onward, dice) if onward else telling
        return telling

    def act(self, state: State, verb: str, rest: str, dice: Dice) -> Telling | None:
        """Attack a monster on the own tile with a bullet (TX-55); refuse a kit to the infected (TX-64)."""
        words = rest.removeprefix("the ").split()
        if verb == "kit" or (verb == "use" and words[:1] in (["kit"], ["first"])):
            if state.player.infected and "kit" in state.player.items:
                raise IllegalMove(heard("TX-64.infected"))
            return None
        who = _meant(words[0]) if verb == "attack" and words else ""
        return _attack(state, who, "bullet" in words) if who in monsters_on(state.drawn.params) else None

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        player = state.player
        here = [who for who, cell in state.extra(MonsterPlaces).awake() if cell == player.cell]
        may = player.healthy and "bullet" in player.items
        attacks = [f"attack {who} with bullet" for who in here if may]
        ways = [way for way in ways if not (player.infected and way == "use kit")]
        first = sum(1 for way in ways if way.split()[0] in _BEFORE)
        return [*ways[:first], *attacks, *ways[first:]] if attacks else ways

    # --- movement ------------------------------------------------------------------------------------------------

    def rests(self, telling: Telling, dice: Dice) -> Telling:
        """Let the player meet the monsters on the tile: bear, dog, zombie (TX-54, TX-6.d)."""
        for who, cell in [*telling.state.extra(MonsterPlaces).awake()]:
            if cell == telling.state.player.cell:
                telling = _meets(telling, who, telling.state.player, dice)
        return telling

    def has_moved(self, telling: Telling, request: str, dice: Dice) -> Telling:
        """Let the bear step as the player did, and say the signs (TX-58, TX-53)."""
        bear = telling.state.extra(MonsterPlaces).bear
        onward = _beside(telling.state, bear, request) if bear and request in (*"NESW",) else None
        telling = _walks(telling, BEAR, onward, dice) if onward else telling
        state = telling.state
        beside = {state.drawn.onward(state.player.cell, d) for d in "NESW"}
        for who, cell in state.extra(MonsterPlaces).awake():
            telling = telling.say(_SIGNS[who], player=state.player.name) if cell in beside else telling
        return telling

    def meets(self, state: State, other: Player) -> str:
        return "meets-infected" if other.infected else ""

    def shot(self, telling: Telling, cell: Cell) -> Telling | None:
        here = [who for who, at in telling.state.extra(MonsterPlaces).awake() if at == cell]
        return _hit(telling.say(f"hits-{here[0]}", player=telling.state.player.name), here[0]) if here else None

    # --- the game master's screen --------------------------------------------------------------------------------

    def things(self, state: State) -> Sequence[tuple[str, Cell]]:
        prowling = state.extra(MonsterPlaces)
        return [(who, prowling.at(who)) for who in MONSTERS if prowling.at(who)]

    def due(self, state: State) -> Iterable[Announcement]:
        fallen = state.extra(MonsterPlaces).fallen
        return [heard("gm-zombie-fallen", count=str(fallen + 1))] if fallen else []

    def may_correct(self, state: State) -> Sequence[str]:
        return tuple(f"gm-help-{who}" for who in monsters_on(state.drawn.params))

    def corrects(
        self, said: CorrectionParser[State, Telling], player: Player | None, words: Sequence[str]
    ) -> Telling | None:
        """Say that a player is infected, where a monster is, or whether the zombie has fallen (TX-87.a)."""
        state = said.state
        match words:
            case ["infected"] if player:
                return rulings.set_health(state, player, "infected")
            case [who, *_] if not player and who in MONSTERS and not state.extra(MonsterPlaces).at(who):
                said.refuse("gm-no-monster", what=who)
            case [who, "at", place] if not player and who in MONSTERS:
                cell = said.cell(place)
                if cell is None:
                    return None
                telling = _prowls(Telling(state), **{who: cell}).say("gm-notes").note(_NOTED[who], cell=cell)
                return telling.note("gm-barred", cell=cell) if state.on(cell) in BARRED else telling
            case ["zombie", "fallen"] if not player:
                last = state.extra(MonsterPlaces).fallen or state.round + ROUNDS_FALLEN
                telling = _prowls(Telling(state), fallen=last).say("gm-notes")
                return telling.note("gm-zombie-fallen", count=str(last + 1))
            case ["zombie", "up"] if not player:
                return _prowls(Telling(state), fallen=0).say("gm-notes").note("gm-zombie-up")
        return None


# --- what monsters do --------------------------------------------------------------------------------------------


def _prowls(telling: Telling, **changed: Any) -> Telling:
    """The telling with monsters elsewhere, or with a zombie that falls or gets up."""
    now = telling.state.extra(MonsterPlaces)
    after = now._replace(**changed)
    return telling if after == now else telling.then(telling.state.with_extra(after))


def _goes(telling: Telling, who: str, cell: Cell) -> Telling:
    return _prowls(telling, **{who: cell}).note(f"{who}-at", cell=cell)


def _goes_home(telling: Telling, who: str) -> Telling:
    """Let a monster be in its lair at once; it meets nobody by that (TX-56)."""
    drawn = telling.state.drawn
    return _goes(telling, who, lairs(drawn.params, drawn.facts)[who])


def _beside(state: State, cell: Cell, direction: Direction) -> Cell | None:
    """The tile that a monster comes to by a step; None where it cannot go (TX-52)."""
    onward = state.drawn.onward(cell, direction)
    return None if onward is None or state.on(onward) in BARRED else onward


def _walks(telling: Telling, who: str, cell: Cell, dice: Dice) -> Telling:
    """Let a monster step onto a tile and meet all players there, in the order of turns (TX-54)."""
    telling = _goes(telling, who, cell)
    for name in [player.name for player in telling.state.players if player.cell == cell]:
        if telling.state.extra(MonsterPlaces).at(who) == cell:  # the dog may be home already (TX-60.a)
            telling = _meets(telling, who, _named(telling.state, name), dice)
    return telling


def _named(state: State, name: str) -> Player:
    return next(player for player in state.players if player.name == name)


def _meets(telling: Telling, who: str, player: Player, dice: Dice) -> Telling:
    """What happens when a player meets a monster (TX-57, TX-60, TX-63)."""
    match who:
        case "bear" if not player.healthy:
            return telling.say("sniffs", player=player.name)
        case "bear":
            return _injured_by(telling.say("mauls", player=player.name), player, "injured")
        case "dog":
            # Let the dog snatch an item and be home, or lick the hand of a player without one (TX-60)
            if not player.items:
                return telling.say("licks", player=player.name)
            first, *further = dict.fromkeys(player.items)
            item = first if not further or dice(6) % 2 else further[0]
            telling = telling.change(player.without(item))
            telling = telling.say("snatches", player=player.name, what=names_of_items(telling.state)[item])
            return _goes_home(telling, DOG)
    telling = telling.say("bites", player=player.name)
    if player.healthy:
        return _injured_by(telling, player, "infected")
    return telling.change(player._replace(lost=player.lost or "bite"))


def _injured_by(telling: Telling, player: Player, word: str) -> Telling:
    """Injure a healthy player, and say the word for it unless something guarded them (TX-5, TX-64)."""
    telling = injure(telling, player)
    after = _named(telling.state, player.name)
    if after.healthy:
        return telling
    return telling.change(after._replace(infected=word == "infected")).say(word, player=player.name)


def _towards_players(state: State, start: Cell) -> Cell | None:
    """The first tile of a shortest way to the nearest player; None where no way leads to anybody.

    Of ways equally short, that one is taken whose steps come first of north, east, south and west.
    """

    def onward(cell: Cell) -> Iterator[Cell]:
        return filter(None, (_beside(state, cell, direction) for direction in "NESW"))

    far = distances([start], onward)
    wanted = [player.cell for player in state.players if player.cell in far and player.cell != start]
    way = shortest(start, {min(wanted, key=far.__getitem__)}, onward) if wanted else None
    return way[1] if way else None


def _attack(state: State, who: str, bullet: bool) -> Telling:
    """Drive off a monster on the own tile with a bullet, without dice; one that has fallen is not there (TX-55)."""
    player, prowling = state.player, state.extra(MonsterPlaces)
    if (who, player.cell) not in prowling.awake():
        raise IllegalMove(heard("TX-55.apart", what=who.upper()))
    if not player.healthy:
        raise IllegalMove(heard("TL-53.self"))
    if not bullet or "bullet" not in player.items:
        raise IllegalMove(heard("TX-55.bullet"))
    telling = Telling(state).change(player.without("bullet"))
    return _hit(telling.say(f"drives-{who}", player=player.name), who)


def _hit(telling: Telling, who: str) -> Telling:
    """What a bullet does to a monster (TX-56, TX-69)."""
    if who != ZOMBIE:
        return _goes_home(telling, who)
    last = telling.state.round + ROUNDS_FALLEN
    cell = telling.state.extra(MonsterPlaces).zombie
    return _prowls(telling, fallen=last).note("zombie-falls", cell=cell, count=str(last))


MONSTERS_PACK = _Monsters()
