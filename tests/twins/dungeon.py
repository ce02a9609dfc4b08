"""A second referee of Dungeon, written from docs/rules/dungeon.md without reading the engine.

A level is a dict from axial coordinates to a kind of hex, and everything is changed in place. Numbers such as
HD-38.f are those of the ledger. A test that needs a game master's ruling (HD-G5) changes the state here itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Dice = Callable[[int], int]
Spot = tuple[int, int]
Said = tuple[str, dict[str, str]]
"""A key of the phrase file, and the values for its braces without the empty ones."""

WAYS = {"ne": (1, -1), "e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1)}
FULL = {"north-east": "ne", "south-east": "se", "south-west": "sw", "north-west": "nw", "east": "e", "west": "w"}
LONG = {**FULL, **{name.replace("-", ""): way for name, way in FULL.items()}}
HEXES = ("blank", "stone_wall", "pool", "chest", "enemy", "pit", "rope", "steel_wall", "dark")
CREATURES = ("minotaur", "rot_bird")
LOOT = ("nothing", "one_coin", "two_coins", "mining_tools", "torch")
WORDS = {
    "blank": "Blank",
    "stone_wall": "Stone Wall",
    "pool": "Pool",
    "chest": "Chest",
    "pit": "Pit",
    "rope": "Rope",
    "steel_wall": "Steel Wall",
    "dark": "Dark",
    "minotaur": "Minotaur",
    "rot_bird": "Rot Bird",
}
WALLS = ("stone_wall", "steel_wall")
CENTRE = (0, 0)
HEX = re.compile(r"(?:(\d+):)?([a-z])(\d+)(?:/(\d+))?", re.ASCII)


class Refused(Exception):
    """Raised for a directive that changes nothing: the key of the refusal, and the values for its braces."""

    def __init__(self, key: str, **args: str) -> None:
        super().__init__(key)
        self.said: Said = (key, {name: words for name, words in args.items() if words})


class Place(NamedTuple):
    """A hex with its level and its dungeon, both counted from 1."""

    dungeon: int
    level: int
    spot: Spot


class Action(NamedTuple):
    """A verb (wait, mine, move, climb) and its target; `wish` is None without a climb, and empty if chance decides."""

    verb: str
    target: str = ""
    wish: str | None = None


class Orders(NamedTuple):
    """What a player does in a period: up to three actions, and the dungeon to enter: 0 for none, -1 for a new one."""

    enters: int = 0
    asks: bool = False
    actions: tuple[Action, ...] = ()


@dataclass
class Foresight:
    """What players know of the period when they give orders, as if nobody else did anything (HD-27.a)."""

    tools: int
    torch: bool
    perhaps: set[str]
    mined: set[Place] = field(default_factory=set)


@dataclass
class Belongings:
    coins: int = 0
    tools: int = 0
    torches: int = 0

    def __str__(self) -> str:
        counted = [
            (self.coins, "coin" if self.coins == 1 else "coins"),
            (self.tools, "Mining Tools"),
            (self.torches, "torch" if self.torches == 1 else "torches"),
        ]
        return ", ".join(f"{number} {what}" for number, what in counted if number) or "nothing"

    def add(self, other: Belongings) -> None:
        self.coins += other.coins
        self.tools += other.tools
        self.torches += other.torches


@dataclass
class Person:
    name: str
    at: Place | None
    pocket: Belongings = field(default_factory=Belongings)
    store: Belongings = field(default_factory=Belongings)
    orders: Orders | None = None
    out: bool = False
    """Whether the player has no more actions in this period: captured or escaped (HD-44.c, HD-30.a)."""


@dataclass
class Creature:
    kind: str
    at: Place


@dataclass
class Dungeon:
    levels: list[dict[Spot, str]] = field(default_factory=list)
    creatures: list[list[Creature]] = field(default_factory=list)
    escaped: set[str] = field(default_factory=set)


class Twin:
    """The referee; `heard` and `notes` are what the last directive led to."""

    def __init__(self, map_: Any, names: Sequence[str], options: Mapping[str, str], dice: Dice) -> None:
        self.radius: int = map_.params.grid.radius
        self.floors: int = map_.params.grid.floors
        self.params, self.dice = map_.params, dice
        self.fog = options.get("fog") == "yes"
        self.in_place = options.get("climb-in-place") == "yes"
        self.once = options.get("chest-once") == "yes"
        self.ruled: dict[str, tuple[int, int]] = {}
        """Weights that the game master has changed, each with its growth from level to level (HD-G5)."""
        self.drawn = self._floors({fact.place: fact.mark for fact in map_.facts})
        self.dungeons: list[Dungeon] = []
        self.period, self.winner = 1, ""
        self.used: dict[Place, set[str]] = {}
        self.heard: list[Said] = []
        self.notes: list[Said] = []
        self._found()
        self.people = [Person(name, Place(1, 1, CENTRE)) for name in names]
        self._say("begin", players=", ".join(names))
        self._say("start", cell=self.label(Place(1, 1, CENTRE)))
        for person in self.people:
            self.notes.append(("starts", {"player": person.name, "cell": self.label(Place(1, 1, CENTRE))}))
        self._sights()
        self._say("turn", player=names[0])

    # ---- Names -------------------------------------------------------------------------------------------------

    def name(self, spot: Spot) -> str:
        """The hex's name as in Abalone."""
        return f"{chr(97 + self.radius - spot[1])}{self.radius + spot[0] + 1}"

    def label(self, at: Place) -> str:
        """The hex as players hear it: `c4`, `c4/2`, `2:c4/1`."""
        if at.dungeon > 1:
            return f"{at.dungeon}:{self.name(at.spot)}/{at.level}"
        return self.name(at.spot) + (f"/{at.level}" if at.level > 1 else "")

    def spots(self) -> list[Spot]:
        """All hexes of a level, row by row (HD-13.b)."""
        n = self.radius
        return [(q, r) for r in range(-n, n + 1) for q in range(-n, n + 1) if abs(q + r) <= n]

    def beside(self, spot: Spot) -> dict[str, Spot]:
        """The hexes next to this one that exist, by their directions."""
        there = {way: (spot[0] + q, spot[1] + r) for way, (q, r) in WAYS.items()}
        return {way: (q, r) for way, (q, r) in there.items() if max(abs(q), abs(r), abs(q + r)) <= self.radius}

    def kind(self, at: Place) -> str:
        return self.level(at)[at.spot]

    def level(self, at: Place) -> dict[Spot, str]:
        return self.dungeons[at.dungeon - 1].levels[at.level - 1]

    def _say(self, key: str, **args: str) -> None:
        self.heard.append((key, {name: words for name, words in args.items() if words}))

    def _tell(self, key: str, **args: str) -> None:
        """Say it to everybody; in fog only to the game master (HD-G1)."""
        if self.fog:
            self.notes.append((key, {name: words for name, words in args.items() if words}))
        else:
            self._say(key, **args)

    # ---- Levels ------------------------------------------------------------------------------------------------

    def _floors(self, marks: Mapping[Any, str]) -> list[tuple[dict[Spot, str], list[tuple[str, Spot]]]]:
        floors = []
        for number in range(1, self.floors + 1):
            suffix = f"/{number}" if self.floors > 1 else ""
            level = {spot: marks[self.name(spot) + suffix] for spot in self.spots()}
            lurking = [(kind, spot) for spot, kind in level.items() if kind in CREATURES]
            floors.append(({spot: "blank" if kind in CREATURES else kind for spot, kind in level.items()}, lurking))
        return floors

    def _found(self) -> None:
        """Make one more dungeon with its first level (HD-1.a, HD-32)."""
        self.dungeons.append(Dungeon())
        self._make(len(self.dungeons))

    def _make(self, number: int) -> None:
        """Make the next level of a dungeon (HD-25): in the first dungeon one drawn ahead, else one by the dice."""
        dungeon = self.dungeons[number - 1]
        depth = len(dungeon.levels) + 1
        ahead = number == 1 and depth <= self.floors
        level, lurking = self.drawn[depth - 1] if ahead else self._fair_level(depth)
        dungeon.levels.append(dict(level))
        dungeon.creatures.append([Creature(kind, Place(number, depth, spot)) for kind, spot in lurking])

    def _fair_level(self, depth: int) -> tuple[dict[Spot, str], list[tuple[str, Spot]]]:
        """A level drawn by the weights; with `fair` it is drawn again until it is fair (HD-13.a)."""
        level, lurking = self._level(depth)
        while self.params.fair == "yes" and not self._is_fair(level, lurking):
            level, lurking = self._level(depth)
        return level, lurking

    def _is_fair(self, level: dict[Spot, str], lurking: list[tuple[str, Spot]]) -> bool:
        reached, edge = {CENTRE}, [CENTRE]
        while edge:
            for spot in self.beside(edge.pop()).values():
                if spot not in reached and level[spot] not in ("stone_wall", "steel_wall", "pool", "dark"):
                    reached.add(spot)
                    if level[spot] != "pit":
                        edge.append(spot)
        found = {level[spot] for spot in reached}
        near = set(self.beside(CENTRE).values())
        return {"chest", "pit"} <= found and not any(spot in near for _, spot in lurking)

    def _level(self, depth: int) -> tuple[dict[Spot, str], list[tuple[str, Spot]]]:
        level: dict[Spot, str] = {}
        lurking = []
        for spot in self.spots():
            kind = "rope" if spot == CENTRE else self._drawn(HEXES, depth)
            if kind == "enemy":
                creature = self._drawn(CREATURES, depth)
                lurking.append(("minotaur" if depth == 1 else creature, spot))
            level[spot] = "blank" if kind == "enemy" else kind
        return level, lurking

    def weight(self, name: str, depth: int) -> int:
        """The weight of something on a level (HD-9, HD-62)."""
        weight = getattr(self.params, name)
        base, grows = self.ruled.get(name, (weight.base, weight.a_level))
        return int(base + grows * depth)

    def _drawn(self, names: Sequence[str], depth: int) -> str:
        weights = {name: weight for name in names if (weight := self.weight(name, depth))}
        left = self.dice(sum(weights.values())) if len(weights) > 1 else 1
        for name, weight in weights.items():
            left -= weight
            if left <= 0:
                return name
        raise AssertionError(names)

    # ---- What is said ------------------------------------------------------------------------------------------

    def mover(self) -> str:
        """The first player whose orders are not in; nobody when the game is over."""
        return "" if self.winner else next(person.name for person in self.people if person.orders is None)

    def play(self, words: str) -> None:
        """Carry out a directive; raises Refused and then changes nothing."""
        if self.winner:
            raise Refused("HD-49.over", winner=self.winner)
        person, rest = self._speaker(words)
        said = re.sub(r"\bmine( mine)+\b", "mine", rest.lower())  # as in "mine with the mining tools" in some languages
        tokens = [word for word in re.split(r"[\s,+]+", said) if word and word != "then"]
        if rest.lower().split() == ["resolve"]:
            self.heard, self.notes = [], []
            self._period()
            return
        if person.orders is not None:
            raise Refused("HD-38.b.done", player=person.name)
        orders = self._orders(person, tokens)
        self.heard, self.notes = [], []
        person.orders = orders
        self._say("ordered", player=person.name)
        if any(each.orders is None for each in self.people):
            self._say("turn", player=self.mover())
        else:
            self._period()

    def _speaker(self, words: str) -> tuple[Person, str]:
        before, colon, after = words.partition(":")
        if not colon or before.strip().split(" ")[-1].isdecimal():
            return next(person for person in self.people if person.name == self.mover()), words
        for person in self.people:
            if person.name.lower() == before.strip().lower():
                return person, after
        raise Refused("nobody", name=before.strip(), players=", ".join(person.name for person in self.people))

    def _orders(self, person: Person, tokens: list[str]) -> Orders:
        enters, asks, rest = self._entry(person, tokens)
        actions, unread, misplaced = self._actions(rest)
        newest = str(len(self.dungeons))
        if enters is None:
            raise Refused("HD-30.which", count=newest)
        if person.at is not None and (enters or asks):
            raise Refused("HD-30.inside")
        if enters > len(self.dungeons):
            raise Refused("HD-30.which", count=newest)
        if asks and not self.may_found():
            raise Refused("HD-32.closed")
        if unread:
            raise Refused("unread", words=", ".join(unread), ways="mine ne, wait" if self._tools else "wait")
        if not tokens:
            raise Refused("empty")
        if misplaced:
            raise Refused("HD-26.a.place")
        if len(actions) > 3:
            raise Refused("HD-36.many", count=str(len(actions)))
        if person.at is None and not enters and any(action.verb != "wait" for action in actions):
            raise Refused("HD-30.outside", count=newest)
        orders = Orders(enters, asks, tuple(actions))
        self._wishes(person, orders)
        return orders

    def _entry(self, person: Person, tokens: list[str]) -> tuple[int | None, bool, list[str]]:
        """The dungeon to enter, whether a new one is asked for, and the words left; None for a wrong number (HD-30)."""
        if tokens[:1] == ["new"]:
            return 0, True, tokens[1:]
        if tokens[:1] and tokens[0].isdecimal():
            tokens = ["enter", *tokens]
        if tokens[:1] != ["enter"]:
            return 0, False, tokens
        if tokens[1:2] == ["new"]:
            return -1, True, tokens[2:]
        if tokens[1:2] and re.fullmatch("[0-9]+", tokens[1]) and int(tokens[1]):
            return int(tokens[1]), False, tokens[2:]
        return None, False, []

    def _actions(self, tokens: list[str]) -> tuple[list[Action], list[str], bool]:
        """The actions, the words that cannot be read, and whether a climb stands where none can be (HD-26.a)."""
        actions: list[Action] = []
        unread: list[str] = []
        misplaced, i = False, 0
        while i < len(tokens):
            word, after = tokens[i], tokens[i + 1] if i + 1 < len(tokens) else ""
            i += 1
            if word == "wait":
                actions.append(Action("wait"))
            elif word == "mine" and self._aims(after):
                actions.append(Action("mine", LONG.get(after, after)))
                i += 1
            elif word == "climb":
                wish = "" if after == "any" else after
                i += after == "any" or bool(HEX.fullmatch(after))
                misplaced |= not self._climb(actions, wish if HEX.fullmatch(wish) else "")
            elif self._aims(word):
                actions.append(Action("move", LONG.get(word, word)))
            else:
                unread.append(word)
        return actions, unread, misplaced

    def _climb(self, actions: list[Action], wish: str) -> bool:
        """Whether a climb is possible here: after a move, or because players may climb in place."""
        if actions and actions[-1].verb == "move" and actions[-1].wish is None:
            actions[-1] = actions[-1]._replace(wish=wish)
            return True
        actions.append(Action("climb", "", wish))
        return self.in_place

    def _aims(self, word: str) -> bool:
        return LONG.get(word, word) in WAYS or bool(HEX.fullmatch(word))

    def may_found(self) -> bool:
        """Whether a new dungeon may be made (HD-32 to HD-34)."""
        newest = self.dungeons[-1]
        pitless = any("pit" not in level.values() for level in newest.levels)
        return len(newest.escaped) >= min(3, len(self.people)) and (pitless or len(newest.levels) > 5)

    # ---- Wishes (HD-27.a) --------------------------------------------------------------------------------------

    def place(self, word: str, dungeon: int, level: int) -> Place | None:
        """The named hex; None if there is none in a level of this size."""
        found = HEX.fullmatch(word)
        assert found
        spot = int(found[3]) - self.radius - 1, self.radius - (ord(found[2]) - 97)
        half_said = found[1] and not found[4]
        if half_said or found[3][0] == "0" or max(abs(spot[0]), abs(spot[1]), abs(sum(spot))) > self.radius:
            return None
        return Place(int(found[1] or dungeon), int(found[4] or level), spot)

    def landings(self, level: Mapping[Spot, str], torch: bool) -> list[Spot]:
        """Where a Rope leads on the level above (HD-27): hexes beside a Pit, in reading order."""
        fit = {"blank", "rope", "chest"} | ({"dark"} if torch else set())
        return [s for s in self.spots() if level[s] in fit and "pit" in {level[o] for o in self.beside(s).values()}]

    def _wishes(self, person: Person, orders: Orders) -> None:
        """Raise Refused for a wish that cannot come true, as far as can be foreseen.

        In fog and in a new dungeon nothing can be foreseen.
        """
        at = Place(orders.enters, 1, CENTRE) if orders.enters > 0 else person.at
        if self.fog or orders.enters < 0:
            return
        ahead = Foresight(person.pocket.tools, bool(person.pocket.torches), self._perhaps(person))
        for action in orders.actions:
            if at is None:
                return
            if action.verb == "mine":
                at = self._mines(at, action, ahead)
            elif action.verb != "wait":
                at = self._goes(at, action, ahead)

    def _perhaps(self, person: Person) -> set[str]:
        """The kinds of hexes that others, or what is found, may open before the period ends."""
        torch = self.weight("torch", 1) and not person.pocket.torches
        return ({"stone_wall"} if self._tools else set()) | ({"dark"} if torch else set())

    @property
    def _tools(self) -> bool:
        return bool(self.weight("mining_tools", 1)) or any(person.pocket.tools for person in self.people)

    def _mines(self, at: Place, action: Action, ahead: Foresight) -> Place | None:
        target = self._target(at, action.target)
        if target is None or not ahead.tools or target in ahead.mined or self.kind(target) != "stone_wall":
            return None if ahead.perhaps else at
        ahead.tools -= 1
        ahead.mined.add(target)
        return at

    def _goes(self, at: Place, action: Action, ahead: Foresight) -> Place | None:
        """Where a move or a climb leads; None if that cannot be foreseen. Raises Refused for a wish."""
        target = at if action.verb == "climb" else self._target(at, action.target)
        kind = "pool" if target is None else "blank" if target in ahead.mined else self.kind(target)
        dark = kind == "dark" and not ahead.torch and action.verb == "move"
        unrope = action.verb == "climb" and kind != "rope"
        if target is None or kind in ("pool", "stone_wall", "steel_wall") or dark or unrope:
            return None if ahead.perhaps else at
        if self.lurking(target):
            return None
        if kind == "chest" and ahead.perhaps and action.verb == "move":
            return None
        if kind == "pit":
            made = target.level < len(self.dungeons[target.dungeon - 1].levels)
            return Place(target.dungeon, target.level + 1, CENTRE) if made else None
        return target if kind != "rope" or action.wish is None else self._rises(target, action.wish, ahead)

    def _rises(self, at: Place, wish: str, ahead: Foresight) -> Place | None:
        if at.level == 1:
            if wish:
                raise Refused("HD-27.e.wish", cell=wish)
            return None
        above = Place(at.dungeon, at.level - 1, CENTRE)
        level = {
            spot: "blank" if above._replace(spot=spot) in ahead.mined else kind
            for spot, kind in self.level(above).items()
        }
        spots = self.landings(level, ahead.torch)
        if not wish:
            return None if spots else at
        named = self.place(wish, above.dungeon, above.level)
        what = f"no hex of level {above.level}"
        if named and named[:2] == above[:2]:
            what = self._unfit(level, named.spot, ahead.torch)
            if (
                what
                and level[named.spot] in ahead.perhaps
                and "pit" in {level[s] for s in self.beside(named.spot).values()}
            ):
                return None
        if what and not spots:
            raise Refused("HD-27.b.wish", count=str(above.level))
        if what:
            ways = ", ".join(self.label(above._replace(spot=spot)) for spot in spots)
            raise Refused("HD-27.a.wish", cell=wish, what=what, ways=ways)
        return named

    def _unfit(self, level: dict[Spot, str], spot: Spot, torch: bool) -> str:
        """Why a Rope does not lead to a hex; empty where it does."""
        kind = level[spot]
        if kind == "dark" and not torch:
            return "Dark, and no torch"
        if kind in ("stone_wall", "pool", "pit", "steel_wall"):
            return WORDS[kind]
        return "" if "pit" in {level[o] for o in self.beside(spot).values()} else "beside no Pit"

    # ---- A period (HD-39) --------------------------------------------------------------------------------------

    def _period(self) -> None:
        self._say("period", count=str(self.period))
        self._entries()
        for slot in range(3):
            self._slot(slot)
        for creature in [spot for dungeon in self.dungeons for level in dungeon.creatures for spot in level]:
            self._acts(creature)
        for place in self.used:
            if self.kind(place) == "chest":
                self.level(place)[place.spot] = "blank"
                self._tell("emptied", cell=self.label(place))
        self.used = {}
        self._say("stores", words=", ".join(f"{person.name} {person.store.coins}" for person in self.people))
        for person in self.people:
            person.orders, person.out = None, False
        self.period += 1
        self._end()

    def _end(self) -> None:
        """A player with over 50 coins in the Store, and 5 more than any other player, wins (HD-49 to HD-51)."""
        for person in self.people:
            others = [other.store.coins for other in self.people if other is not person]
            if person.store.coins > 50 and all(person.store.coins >= coins + 5 for coins in others):
                self.winner = person.name
                self._say("wins", player=person.name, count=str(person.store.coins))
                return
        self._sights()
        self._say("turn", player=self.people[0].name)

    def _entries(self) -> None:
        """Make the dungeons that are asked for, and let players enter (HD-30.a to HD-32.b)."""
        asking = [person.name for person in self.people if person.orders and person.orders.asks]
        if asking:
            self._found()
            self._say("founded", player=asking[0], count=str(len(self.dungeons)))
        for person in self.people:
            if person.orders and person.orders.enters:
                number = person.orders.enters if person.orders.enters > 0 else len(self.dungeons)
                person.at = Place(number, 1, CENTRE)
                self._say("enters", player=person.name, count=str(number))
                self._at(person)

    def _at(self, person: Person) -> None:
        self.notes.append(("at", {"player": person.name, "cell": self.label(person.at) if person.at else "outside"}))

    def _slot(self, slot: int) -> None:
        """One action of every player: each sees the state at the start; effects come at the end (HD-38.e, HD-38.f)."""
        acting = [p for p in self.people if p.orders and p.at and not p.out and len(p.orders.actions) > slot]
        mined: list[Place] = []
        moved: list[Person] = []
        climbing: list[tuple[Person, str]] = []
        for person in acting:
            assert person.orders
            action = person.orders.actions[slot]
            if action.verb == "wait":
                self._say("waits", player=person.name)
            elif action.verb == "mine":
                mined += self._mine(person, action)
            elif action.verb == "climb":
                climbing += self._in_place(person, action)
            elif self._move(person, action):
                moved.append(person)
                climbing += [(person, action.wish)] if action.wish is not None else []
        roped = {person.name for person, _ in climbing if person.at and self.kind(person.at) == "rope"}
        self._loot(moved)
        self._captures(moved)
        self._falls(moved)
        climbed = []
        for person, wish in climbing:
            if not person.out and person.name not in roped:
                self._say("no-rope", player=person.name)
            elif not person.out and self._rise(person, wish):
                climbed.append(person)
        self._captures(climbed)
        for place in mined:
            self.level(place)[place.spot] = "blank"

    def _target(self, at: Place, word: str) -> Place | None:
        """The hex next to this one that is meant (HD-14.b)."""
        if word in WAYS:
            spot = self.beside(at.spot).get(word)
            return spot and at._replace(spot=spot)
        place = self.place(word, at.dungeon, at.level)
        return place if place and place[:2] == at[:2] and place.spot in self.beside(at.spot).values() else None

    def _blocked(self, person: Person, target: Place | None, word: str, what: str) -> None:
        self._say("blocked", player=person.name, cell=self.label(target) if target else word, what=what)

    def _mine(self, person: Person, action: Action) -> list[Place]:
        """The wall that falls at the end of the slot (HD-60, HD-61)."""
        assert person.at
        target = self._target(person.at, action.target)
        if target is None:
            self._blocked(person, target, action.target, "no hex next to them")
        elif not person.pocket.tools:
            self._blocked(person, target, action.target, "no Mining Tools")
        elif self.kind(target) != "stone_wall":
            self._blocked(person, target, action.target, "no Stone Wall")
        else:
            person.pocket.tools -= 1
            self._say("mines", player=person.name, cell=self.label(target))
            return [target]
        return []

    def _in_place(self, person: Person, action: Action) -> list[tuple[Person, str]]:
        assert person.at
        if self.kind(person.at) == "rope":
            return [(person, action.wish or "")]
        self._blocked(person, person.at, "", "no Rope")
        return []

    def _move(self, person: Person, action: Action) -> bool:
        assert person.at
        target = self._target(person.at, action.target)
        if target is None:
            self._blocked(person, target, action.target, "no hex next to them")
            return False
        kind = self.kind(target)
        if kind in ("stone_wall", "steel_wall", "pool"):
            self._blocked(person, target, "", WORDS[kind])
            return False
        if kind == "dark" and not person.pocket.torches:
            self._blocked(person, target, "", "Dark, and no torch")
            return False
        person.at = target
        self._say("moves", player=person.name, cell=self.label(target))
        self._at(person)
        return True

    def _loot(self, moved: list[Person]) -> None:
        """Roll three times for each player who moves onto a Chest; by option once in a period (HD-18, HD-18.a)."""
        for person in moved:
            assert person.at
            if self.kind(person.at) != "chest":
                continue
            paid = self.used.setdefault(person.at, set())
            if self.once and person.name in paid:
                self._say("paid", player=person.name, cell=self.label(person.at))
                continue
            paid.add(person.name)
            loot = Belongings()
            for _ in range(3):
                match self._drawn(LOOT, person.at.level):
                    case "one_coin":
                        loot.coins += 1
                    case "two_coins":
                        loot.coins += 2
                    case "mining_tools":
                        loot.tools += 1
                    case "torch":
                        loot.torches += 1
            person.pocket.add(loot)
            self._say("loots", player=person.name, cell=self.label(person.at), what=str(loot))

    def lurking(self, at: Place) -> list[Creature]:
        return [creature for creature in self.dungeons[at.dungeon - 1].creatures[at.level - 1] if creature.at == at]

    def _captures(self, people: list[Person]) -> None:
        """Each player who shares a hex with a creature is captured (HD-44.b)."""
        for person in people:
            if person.at and (lurking := self.lurking(person.at)):
                self._capture(lurking[0], person)

    def _capture(self, creature: Creature, person: Person) -> None:
        assert person.at
        self._say(
            "captured",
            name=WORDS[creature.kind],
            player=person.name,
            cell=self.label(person.at),
            what=str(person.pocket),
        )
        person.pocket, person.out = Belongings(), True
        person.at = Place(person.at.dungeon, 1, CENTRE)
        self._at(person)

    def _falls(self, moved: list[Person]) -> None:
        """Make levels where needed; then each player on a Pit falls (HD-24, HD-25.a)."""
        falling = [p for p in moved if p.at and not p.out and self.kind(p.at) == "pit"]
        for person in falling:
            assert person.at
            if person.at.level == len(self.dungeons[person.at.dungeon - 1].levels):
                self._make(person.at.dungeon)
                self._tell("made", count=str(person.at.level + 1), name=str(person.at.dungeon))
            person.at = Place(person.at.dungeon, person.at.level + 1, CENTRE)
            self._say("falls", player=person.name, count=str(person.at.level))
            self._at(person)

    def _rise(self, person: Person, wish: str) -> bool:
        """Whether the player has climbed to the level above (HD-26 to HD-28)."""
        at = person.at
        assert at
        if at.level == 1 and wish:
            self._say("leads-out", player=person.name, cell=wish)
        elif at.level == 1:
            self._escape(person)
        else:
            above = Place(at.dungeon, at.level - 1, CENTRE)
            spots = self.landings(self.level(above), bool(person.pocket.torches))
            named = self.place(wish, above.dungeon, above.level) if wish else None
            if not spots:
                self._say("no-landing", player=person.name)
            elif wish and (named is None or named[:2] != above[:2] or named.spot not in spots):
                self._misfit(person, wish, named, above, spots)
            else:
                pick = self.dice(len(spots)) if not named and len(spots) > 1 else 1
                person.at = named or above._replace(spot=spots[pick - 1])
                self._say("climbs", player=person.name, cell=self.label(person.at))
                self._at(person)
                return True
        return False

    def _misfit(self, person: Person, wish: str, named: Place | None, above: Place, spots: list[Spot]) -> None:
        if self.fog:
            self._say("unfit-unseen", player=person.name, cell=wish)
            return
        what = f"no hex of level {above.level}"
        if named and named[:2] == above[:2]:
            what = self._unfit(self.level(above), named.spot, bool(person.pocket.torches))
        words = ", ".join(self.label(above._replace(spot=spot)) for spot in spots)
        self._say("unfit", player=person.name, cell=wish, what=what, words=words)

    def _escape(self, person: Person) -> None:
        """The player leaves the dungeon with everything in the Pocket (HD-28, HD-29)."""
        assert person.at
        self._say("escapes", player=person.name, count=str(person.at.dungeon), what=str(person.pocket))
        self.dungeons[person.at.dungeon - 1].escaped.add(person.name)
        person.store.add(person.pocket)
        person.pocket, person.out, person.at = Belongings(), True, None
        self._at(person)

    # ---- Creatures ---------------------------------------------------------------------------------------------

    def _acts(self, creature: Creature) -> None:
        if creature.kind == "minotaur":
            self._minotaur(creature)
        else:
            self._bird(creature)
            self._bird(creature)

    def _toward(self, creature: Creature, person: Person) -> tuple[str, int] | None:
        """The direction and distance of a player in line with no wall between (HD-41, HD-41.b, HD-55)."""
        if not person.at or person.at[:2] != creature.at[:2]:
            return None
        level = self.level(creature.at)
        for way in WAYS:
            spot, steps = self.beside(creature.at.spot).get(way), 1
            while spot:
                if spot == person.at.spot:
                    return way, steps
                if level[spot] in WALLS:
                    break
                spot, steps = self.beside(spot).get(way), steps + 1
        return None

    def _one(self, things: list[Any]) -> Any:
        return things[self.dice(len(things)) - 1 if len(things) > 1 else 0]

    def _keeps_off(self, creature: Creature, spot: Spot | None) -> bool:
        """Whether a creature does not enter a hex (HD-43, HD-57.1, HD-58.b)."""
        if spot is None or spot == CENTRE:
            return True
        kind = self.level(creature.at)[spot]
        return kind in WALLS or (creature.kind == "minotaur" and kind in ("pool", "pit"))

    def _minotaur(self, creature: Creature) -> None:
        """A charge of three hexes, or a step in a random direction (HD-41 to HD-43)."""
        start = self.label(creature.at)
        seen = [person for person in self.people if self._toward(creature, person)]
        if not seen:
            spot = self._one(list(self.beside(creature.at.spot).values()))
            self._wander(creature, spot)
            return
        target = self._one(seen)
        way, steps = self._toward(creature, target) or ("", 0)
        path: list[Place] = []
        while len(path) < min(3, steps):
            spot = self.beside((path[-1] if path else creature.at).spot).get(way)
            if spot is None or self._keeps_off(creature, spot):
                break
            path.append(creature.at._replace(spot=spot))
        self._went("charges", creature, start, path, target.name)

    def _went(self, key: str, creature: Creature, start: str, path: list[Place], other: str = "") -> None:
        """Say where a creature goes, and let it capture on its way (HD-41.d)."""
        words = ", ".join(self.label(place) for place in path)
        self._tell(key if path else f"{key}-nowhere", name=WORDS[creature.kind], cell=start, other=other, words=words)
        for place in path:
            creature.at = place
            for person in self.people:
                if person.at == place:
                    self._capture(creature, person)

    def _wander(self, creature: Creature, spot: Spot | None) -> None:
        path = [] if spot is None or self._keeps_off(creature, spot) else [creature.at._replace(spot=spot)]
        self._went("wanders", creature, self.label(creature.at), path)

    def _bird(self, creature: Creature) -> None:
        """The bird hunts; else with one chance in six it ruins; else it flies (HD-54.a to HD-57.1)."""
        seen = [(seen[1], person) for person in self.people if (seen := self._toward(creature, person))]
        around = self.beside(creature.at.spot)
        if seen:
            nearest = min(steps for steps, _ in seen)
            target = self._one([person for steps, person in seen if steps == nearest])
            way, _ = self._toward(creature, target) or ("", 0)
            path = [] if self._keeps_off(creature, around[way]) else [creature.at._replace(spot=around[way])]
            self._went("hunts", creature, self.label(creature.at), path, target.name)
        elif self.dice(6) == 1:
            self._ruin(creature)
        else:
            self._wander(creature, around.get(list(WAYS)[self.dice(6) - 1]))

    def _ruin(self, creature: Creature) -> None:
        """The hexes around become Blank, but not Pools, Steel Walls, Pits and the centre (HD-56.1).

        No player is there (56.2.c).
        """
        level = self.level(creature.at)
        ruined = [s for s in self.beside(creature.at.spot).values() if s != CENTRE]
        ruined = [spot for spot in ruined if level[spot] not in ("pool", "steel_wall", "pit")]
        for spot in ruined:
            level[spot] = "blank"
        words = ", ".join(self.label(creature.at._replace(spot=spot)) for spot in ruined) or "nothing"
        self._tell("ruins", name=WORDS[creature.kind], cell=self.label(creature.at), words=words)

    # ---- What players may know ---------------------------------------------------------------------------------

    def _sights(self) -> None:
        """In fog each player hears what is on their hex and around it (HD-G1)."""
        for person in self.people if self.fog else ():
            if person.at:
                at, around = person.at, self.beside(person.at.spot)
                seen = {way: at._replace(spot=around[way]) if way in around else None for way in WAYS}
                words = ", ".join(f"{way} {self._sight(place, person)}" for way, place in seen.items())
                self._say("sees", player=person.name, cell=self.label(at), what=self._sight(at, person), words=words)

    def _sight(self, at: Place | None, person: Person) -> str:
        if at is None:
            return "nothing"
        there = [WORDS[creature.kind] for creature in self.lurking(at)]
        there += [other.name for other in self.people if other.at == at and other is not person]
        return WORDS[self.kind(at)] + (f" with {' and '.join(there)}" if there else "")

    def ways(self) -> list[str]:
        """The possible first actions, as far as the player to move can know."""
        if self.winner:
            return []
        person = next(each for each in self.people if each.orders is None)
        if person.at is None:
            enter = [f"enter {number + 1}" for number in range(len(self.dungeons))]
            return [*enter, *(["enter new", "new"] if self.may_found() else []), "wait"]
        at, found = person.at, []
        torch = bool(person.pocket.torches)
        up = (
            self.fog or at.level == 1 or bool(self.landings(self.level(Place(at.dungeon, at.level - 1, CENTRE)), torch))
        )
        if self.in_place and self.kind(at) == "rope" and up:
            found.append("climb")
        for way, spot in self.beside(at.spot).items():
            kind = self.kind(at._replace(spot=spot))
            if kind not in ("stone_wall", "steel_wall", "pool") and (kind != "dark" or torch):
                found.append(way)
            if kind == "rope" and up and not self.lurking(at._replace(spot=spot)):
                found.append(f"{way} climb")
            if kind == "stone_wall" and person.pocket.tools:
                found.append(f"mine {way}")
        return [*found, "wait"]
