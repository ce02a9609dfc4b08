"""A second referee of Treasures of the Abandoned Labyrinth, written from docs/rules/treasures.md alone.

It has its own state, made from the facts of a map, and reads the same words. A `Twin` changes as the game goes on.
If it refuses words, it gives every reason that holds, because the ledger does not say which of two is told first.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mapkit.model.grid import Border
from mapkit.model.map import Map
from mapkit.model.message import Message, joined, message
from mapkit.model.rule import Amount
from mapkit.model.ruling import Announcement, heard

SIDES = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
SPOKEN = {word: way for way in SIDES for word in (way, way[0])} | {
    "up": "north",
    "right": "east",
    "down": "south",
    "left": "west",
}
"""The words for directions (docs/treasures.md, "What players say")."""
ITEMS = ("bullet", "kit", "junk")
NAMED = {
    "treasures": "in-it-treasures",
    "exits": "in-it-exits",
    "walls": "in-it-walls",
    "shop": "in-it-shops",
    "hospital": "in-it-hospitals",
    "marsh": "in-it-marshes",
    "rivers": "in-it-rivers",
    "river": "in-it-river-tiles",
    "fake": "in-it-fake-portals",
    "two_way": "in-it-portal-pairs",
    "three_way": "in-it-portal-rings",
}
"""What the labyrinth holds, by settings, in the words of the phrase file (TL-G5)."""
_SIDE = "|".join(SPOKEN)
_ITEM = r"(?:the )?(?:rusty |first aid |pile of )?(bullet|kit|junk)"
SAYINGS = (
    ("go", rf"(?:(?:go|move) )?({_SIDE})"),
    ("take", r"take|pick up"),
    ("put", r"put down|drop treasure"),
    ("shoot", rf"(?:shoot|fire|use (?:the )?bullet)(?: ({_SIDE}))?"),
    ("attack", r"(?:attack|fight)(?: (?!with bullet$)(.+?))??( with bullet|(?: \d+)*)"),
    ("use", r"kit|use (?:first aid )?kit"),
    ("shop", r"(?:shop|roll)((?: \d+)*)"),
    ("heal", r"heal|stay"),
    ("drop", rf"(?:drop|throw away)(?: {_ITEM})?"),
    ("end", r"end|done"),
)
"""The forms of each directive in small letters; the groups are what is said beside the verb."""
RULINGS = (
    ("lies", r"(no )?treasure at (.+)"),
    ("border", r"(no )?(wall|exit) (\S+) (\S+)"),
    ("turn", r"turn (.+)"),
    ("at", r"(.+) at (.+)"),
    ("has", r"(.+) has (?:an? |the )?(.+)"),
    ("health", r"(.+?) (?:is )?(injured|healthy)"),
    ("carries", r"(.+) carries (a treasure|the treasure|no treasure|nothing)"),
    ("loses", r"(.+) loses (a|no) turn"),
)
"""What the game master may correct (docs/corrections.md)."""
SAME = heard("gm-same")
NEXT_PORTAL = {"A1": "A2", "A2": "A1", "X1": "X2", "X2": "X3", "X3": "X1"}
"""TL-73 and TL-74, for the first set of each kind."""


class Refused(Exception):
    """Raised for words that change nothing, with every reason that holds."""

    def __init__(self, reasons: Iterable[Announcement]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(*self.reasons)


@dataclass
class Adventurer:
    """A player; `loses` says why the next turn is lost: "marsh", "kit" or "heal".

    `may_roll` holds until they leave the shop.
    """

    name: str
    cell: str
    injured: bool = False
    item: str = ""
    treasure: bool = False
    loses: str = ""
    may_roll: bool = False


class Twin:
    """A game being refereed; `tiles`, `walls`, `exits` and `lying` (treasures on tiles) are the board of the moment."""

    def __init__(
        self, map_: Map[Any], names: Sequence[str], options: Mapping[str, str], dice: Callable[[int], int]
    ) -> None:
        self.settings = map_.params
        self.width, self.height = map_.params.grid.columns, map_.params.grid.rows
        self.options = frozenset(name for name, value in options.items() if value == "yes")
        self.tiles: dict[str, str] = {}
        self.lying: dict[str, int] = {}
        self.walls: set[frozenset[str]] = set()
        self.exits: set[tuple[str, str]] = set()
        for place, mark in map_.facts:
            self._draw(place, mark)
        self.drawn_treasures = sum(self.lying.values())
        self.said: list[Announcement] = []
        self.notes: list[Announcement] = []
        self.moved = False
        self.winner = ""
        self._seat(names, options, dice)

    def _draw(self, place: str | Border, mark: str) -> None:
        """Read one fact of the map; a treasure is a thing on an otherwise Safe tile (TL-23.a)."""
        if isinstance(place, Border):
            side = next(way for way in SIDES if way[0].upper() == place.side)
            beyond = self.beside(place.cell, side)
            if mark == "exit":
                self.exits.add((place.cell, side))
            elif beyond:
                self.walls.add(frozenset((place.cell, beyond)))
        elif mark == "treasure":
            self.tiles[place] = "safe"
            self.lying[place] = 1
        else:
            self.tiles[place] = mark

    # --- the start -----------------------------------------------------------------------------------------------

    def _seat(self, names: Sequence[str], options: Mapping[str, str], dice: Callable[[int], int]) -> None:
        """Choose distinct Safe tiles without treasure, and an order, both at random (TL-29, TL-29.a, TL-30)."""
        given = options.get("starts", "").split()
        free = [cell for cell in self.cells() if self.tiles[cell] == "safe" and not self.lying.get(cell)]
        starts = [given.pop(0) if given else free.pop(dice(len(free)) - 1) for _ in names]
        left = [Adventurer(name, cell) for name, cell in zip(names, starts, strict=True)]
        self.players = left if options.get("order") == "given" else [left.pop(dice(len(left)) - 1) for _ in names]
        self.at_turn = 0
        self.say("begin", players=", ".join(player.name for player in self.players))
        self._tell_of()
        self.say("turn", player=self.mover)
        for player in self.players:
            self.note("starts", player=player.name, cell=player.cell)

    def _tell_of(self) -> None:
        """The size, and what there is by the settings (TL-G5)."""
        p = self.settings
        self.say("size", size=f"{self.width}x{self.height}")
        said = list[Message]()
        for setting, word in NAMED.items():
            value = getattr(p, setting)
            low, high = (value, value) if isinstance(value, int) else value
            if (
                high == 0
                or (low, high) == (0, None)
                or (setting == "rivers" and (p.river.high == 0 or low == high == 1))
            ):
                continue
            number = low if low == high else max(2, high)
            said.append(message("{number} {thing}", Amount(low, high).words, Message(word, {"number": number})))
        if said:
            self.say("counts", what=joined(said))

    # --- the board -----------------------------------------------------------------------------------------------

    def cells(self) -> Iterator[str]:
        """All tiles, the top row first."""
        for y in range(self.height, 0, -1):
            for x in range(self.width):
                yield f"{chr(ord('a') + x)}{y}"

    def beside(self, cell: str, side: str) -> str:
        """The tile on that side; empty beyond the outer wall."""
        x, y = ord(cell[0]) - ord("a") + SIDES[side][0], int(cell[1:]) + SIDES[side][1]
        return f"{chr(ord('a') + x)}{y}" if 0 <= x < self.width and 1 <= y <= self.height else ""

    def onward(self, cell: str, side: str) -> str:
        """The tile that a step leads to; empty if a wall, inner or outer, or an exit is in the way."""
        beyond = self.beside(cell, side)
        return "" if self.walled(cell, side) else beyond

    def walled(self, cell: str, side: str) -> bool:
        """Whether an inner wall stands there."""
        return frozenset((cell, self.beside(cell, side))) in self.walls

    # --- the state -----------------------------------------------------------------------------------------------

    @property
    def me(self) -> Adventurer:
        """The player whose turn it is."""
        return self.players[self.at_turn]

    @property
    def mover(self) -> str:
        """The name of the player whose turn it is; empty when the game is over (TL-85)."""
        return "" if self.winner else self.me.name

    def named(self, name: str) -> Adventurer | None:
        """The player of that name; capitals do not matter."""
        return next((player for player in self.players if player.name.lower() == name.lower()), None)

    def others(self, cell: str) -> list[Adventurer]:
        """The other players on the tile, in the order of turns."""
        return [player for player in self.players if player is not self.me and player.cell == cell]

    def say(self, key: str, **args: str) -> None:
        self.said.append(heard(key, **args))

    def note(self, key: str, **args: str) -> None:
        self.notes.append(heard(key, **args))

    def ways(self) -> frozenset[str]:
        """All that the player whose turn it is may say, in the words that the table offers."""
        if self.winner:
            return frozenset()
        return frozenset(words for words in self._offers() if not self._reasons(words))

    def _offers(self) -> Iterator[str]:
        yield from SIDES
        yield from ("take", "shop", "use kit", "drop", "heal", "end", "put down")
        yield from (f"shoot {side}" for side in SIDES)
        for other in self.others(self.me.cell):
            yield from (f"attack {other.name}", f"attack {other.name} with bullet")

    def _reasons(self, words: str) -> tuple[Announcement, ...]:
        _, verb, rest = read(words)
        return tuple(self._against(verb, *rest))

    # --- what is refused -----------------------------------------------------------------------------------------

    def _against(self, verb: str, *rest: str) -> Iterator[Announcement]:
        """All reasons why the player whose turn it is may not do that now."""
        reasons: dict[str, Callable[..., Iterator[Announcement]]] = {
            "go": self._against_going,
            "end": self._against_ending,
            "take": self._against_taking,
            "put": self._against_putting,
            "shoot": self._against_shooting,
            "use": self._against_the_kit,
            "drop": self._against_dropping,
            "shop": self._against_rolling,
            "heal": self._against_healing,
            "attack": self._against_attack,
        }
        return reasons[verb](*rest)

    def _against_going(self, _: str) -> Iterator[Announcement]:
        """TL-40: one movement and only one."""
        if self.moved:
            yield heard("TL-40.moved")

    def _against_ending(self) -> Iterator[Announcement]:
        """TL-40.a."""
        if not self.moved:
            yield heard("TL-40.owed")

    def _against_putting(self) -> Iterator[Announcement]:
        """TL-76.1.a: only with the option."""
        if "put-down" not in self.options:
            yield heard("TL-76.1.a.no")
        if not self.me.treasure:
            yield heard("TL-76.1.a.none")

    def _against_shooting(self, side: str) -> Iterator[Announcement]:
        """TL-43; an injured player may shoot (TL-49.a)."""
        if not side:
            yield heard("which-way", verb="shoot")
        if self.me.item != "bullet":
            yield heard("TL-43.empty")

    def _against_the_kit(self) -> Iterator[Announcement]:
        """TL-50 and TL-50.b."""
        if self.me.item != "kit":
            yield heard("TL-50.none")
        if not self.me.injured:
            yield heard("TL-50.healthy")

    def _against_taking(self) -> Iterator[Announcement]:
        """TL-76 and TL-76.1."""
        if not self.lying.get(self.me.cell):
            yield heard("TL-76.none")
        if self.me.injured:
            yield heard("TL-76.injured")
        if self.me.treasure:
            yield heard("TL-76.1.one")

    def _against_dropping(self, item: str) -> Iterator[Announcement]:
        """A player may throw away any item that they hold (TL-42), but not in the shop (TL-51, TL-51.a)."""
        if not self.me.item:
            yield heard("TL-42.nothing")
        elif item and item != self.me.item:
            yield heard("TL-42.other")
        if self.tiles[self.me.cell] == "shop":
            yield heard("TL-51.shop")

    def _against_rolling(self, dice: str) -> Iterator[Announcement]:
        """One roll a visit, for a player without an item (TL-60, TL-60.b to TL-60.d)."""
        if self.tiles[self.me.cell] != "shop":
            yield heard("TL-60.place")
        if self.me.item:
            yield heard("TL-60.full")
        if not self.me.may_roll:
            yield heard("TL-60.again")
        if dice and not _show(dice, 1):
            yield heard("dice", count="1")

    def _against_healing(self) -> Iterator[Announcement]:
        """Healing is offered to an injured player on the tile, after the movement (TL-63.a, TL-63.c)."""
        if self.tiles[self.me.cell] != "hospital":
            yield heard("TL-63.place")
        if not self.me.injured:
            yield heard("TL-63.healthy")
        if not self.moved:
            yield heard("TL-63.moved")

    def _against_attack(self, name: str, means: str) -> Iterator[Announcement]:
        """TL-52 to TL-54.b; with a bullet also TL-82."""
        if means == " with bullet":
            if self.me.item != "bullet":
                yield heard("TL-82.empty")
        elif means and not _show(means, 2):
            yield heard("dice", count="2")
        names = [player.name for player in self.players if player is not self.me]
        if not names:
            yield heard("alone")
            return
        if not name:
            yield heard("whom", players=", ".join(names))
            return
        other = self.named(name)
        if other is None or other is self.me:
            yield heard("nobody", name=name, players=", ".join(names))
            return
        if other.cell != self.me.cell:
            yield heard("TL-52.apart", other=other.name)
        if self.me.injured:
            yield heard("TL-53.self")
        if other.injured:
            yield heard("TL-53.other", other=other.name)
        if self.tiles[self.me.cell] == "hospital":
            yield heard("TL-54.hospital")

    # --- a directive ---------------------------------------------------------------------------------------------

    def play(self, words: str, dice: Callable[[int], int]) -> tuple[Announcement, ...]:
        """What everybody hears after these words; raises Refused."""
        speaker, verb, rest = read(words)
        reasons = list(self._out_of_turn(speaker))
        if not verb:
            ways = ", ".join(sorted(self.ways()))
            reasons.append(heard("unread", words=words.rpartition(":")[2].strip(), ways=ways))
        elif not self.winner:
            reasons += self._against(verb, *rest)
        if reasons:
            raise Refused(reasons)
        self.said, self.notes = [], []
        self._do(verb, rest, dice)
        if not self.winner and (verb in ("end", "heal") or self.ways() == {"end"}):
            self._next()
        return tuple(self.said)

    def _out_of_turn(self, speaker: str) -> Iterator[Announcement]:
        """TL-39 and TL-85."""
        if self.winner:
            yield heard("TL-85.over", winner=self.winner)
        if speaker and not self.named(speaker):
            yield heard("nobody", name=speaker, players=", ".join(player.name for player in self.players))
        elif speaker and self.named(speaker) is not self.me:
            yield heard("TL-39.turn", player=self.me.name)

    def _do(self, verb: str, rest: Sequence[str], dice: Callable[[int], int]) -> None:
        match verb:
            case "go":
                self._go(rest[0])
            case "take":
                self._take()
            case "put":
                self._lay(self.me)
                self.say("puts-down", player=self.me.name)
            case "shoot":
                self._shoot(rest[0], dice)
            case "use":
                self._use_kit()
            case "drop":
                self.say(f"drops-{self.me.item}", player=self.me.name)
                self.me.item = ""
            case "shop":
                self._roll(int(rest[0]) if rest[0] else dice(6))
            case "heal":
                self._heal()
            case "attack":
                self._attack(rest[0], rest[1], dice)

    def _next(self) -> None:
        """The next turn.

        A player who loses it is passed over, and healed if it was lost for that (TL-39, TL-63.b, TL-65).
        """
        while True:
            self.at_turn = (self.at_turn + 1) % len(self.players)
            me = self.me
            if not me.loses:
                break
            self.say("loses", player=me.name)
            if me.loses == "heal":
                me.injured = False
                self.say("healed", player=me.name)
            me.loses = ""
        self.moved = False
        self.say("turn", player=me.name)

    def _lay(self, player: Adventurer) -> None:
        """Lay a treasure where the player stands (TL-78.a); several pile up (TL-76.1.b)."""
        player.treasure = False
        self.lying[player.cell] = self.lying.get(player.cell, 0) + 1

    def _injure(self, player: Adventurer) -> None:
        """TL-78: the player drops the treasure and keeps the item."""
        player.injured = True
        if player.treasure:
            self._lay(player)
            self.note("drops", player=player.name, cell=player.cell)

    # --- movement ------------------------------------------------------------------------------------------------

    def _go(self, side: str) -> None:
        """Carry out a step, or say why there is none (TL-55 to TL-57)."""
        me = self.me
        if (me.cell, side) in self.exits:
            self._leave(side)
        elif not (beyond := self.onward(me.cell, side)):
            self.say("blocked", player=me.name, direction=side)
        else:
            self.moved = True
            self._arrive(beyond)

    def _leave(self, side: str) -> None:
        me = self.me
        if not me.treasure:
            self.say("exit", player=me.name)
            return
        self.winner = me.name
        self.say("won", player=me.name)
        self.say("buried")
        self.note("left", player=me.name, cell=me.cell)

    def _arrive(self, cell: str) -> None:
        """Tell the tile's text, then the river or the portal, then treasure and people of the final tile (TL-G2)."""
        me = self.me
        final = self._flushed(cell) if self.tiles[cell].startswith("flows ") else self._entered(cell)
        me.cell = final
        me.may_roll = self.tiles[final] == "shop"
        self.note("at", player=me.name, cell=final)
        if self.lying.get(final):
            self.say("treasure", player=me.name)
        for other in self.others(final):
            self.say("meets-injured" if other.injured else "meets-healthy", player=me.name, other=other.name)

    def _flushed(self, cell: str) -> str:
        """Where the river leaves a player who enters it there, and what is said (TL-66 to TL-69)."""
        side = next(way for way in SIDES if way[0].upper() == self.tiles[cell].split()[1])
        beyond = self.onward(cell, side)
        if not beyond:
            self.say("river-wall", player=self.me.name)
            return cell
        self.note("through", player=self.me.name, cell=cell)
        self.say("river", player=self.me.name)
        return beyond if self.tiles[beyond].startswith("flows ") else self._entered(beyond)  # TL-66.d

    def _entered(self, cell: str) -> str:
        """The text of a tile and its effect: the tile where the player comes out (TL-58 to TL-74)."""
        me, tile = self.me, self.tiles[cell]
        if tile == "marsh":
            me.loses = me.loses or "marsh"
        if tile in ("safe", "shop", "hospital", "marsh"):
            self.say(tile, player=me.name)
            return cell
        self.say("portal", player=me.name)
        if tile == "fake":
            return cell
        self.note("through", player=me.name, cell=cell)
        return next(other for other, mark in self.tiles.items() if mark == NEXT_PORTAL[tile])

    # --- actions -------------------------------------------------------------------------------------------------

    def _take(self) -> None:
        """TL-76.a: take one of the treasures that lie there (TL-76.1.b)."""
        self.lying[self.me.cell] -= 1
        self.me.treasure = True
        self.say("takes", player=self.me.name)

    def _use_kit(self) -> None:
        """TL-50: it heals at once; with the option it costs the next turn (TL-50.a)."""
        self.me.item, self.me.injured = "", False
        if "kit-costs-turn" in self.options:
            self.me.loses = self.me.loses or "kit"
        self.say("kit", player=self.me.name)

    def _roll(self, roll: int) -> None:
        """TL-60: 1 or 2, 3 or 4, 5 or 6."""
        self.me.item, self.me.may_roll = ITEMS[(roll - 1) // 2], False
        self.say(f"rolls-{self.me.item}", player=self.me.name, roll=str(roll))

    def _heal(self) -> None:
        """TL-63: it costs the next turn, at which the player is healthy again; with `heal-now` at once (TL-63.b)."""
        me = self.me
        self.say("stays", player=me.name)
        me.loses = "heal"
        if "heal-now" in self.options:
            me.loses, me.injured = "marsh", False
            self.say("healed", player=me.name)

    def _shoot(self, side: str, dice: Callable[[int], int]) -> None:
        """TL-43 to TL-49: hit a person on the nearest tile within three that has people, unless a wall comes first."""
        me = self.me
        me.item = ""
        cell = me.cell
        for _ in range(3):
            cell = self.onward(cell, side)
            if not cell:
                break
            if there := self.others(cell):
                victim = there[dice(len(there)) - 1] if len(there) > 1 else there[0]
                self.say("shot-again" if victim.injured else "shot", player=me.name, other=victim.name)
                self._injure(victim)
                return
        self.say("missed", player=me.name)

    def _attack(self, name: str, means: str, dice: Callable[[int], int]) -> None:
        """TL-81 to TL-83.b."""
        me, other = self.me, self.named(name)
        assert other is not None, "it was not refused"
        if means == " with bullet":
            me.item = ""
            self.say("battle-bullet", player=me.name, other=other.name)
            self._injure(other)
            return
        ours, theirs = map(int, means.split()) if means else (dice(6), dice(6))
        self.say("battle", player=me.name, other=other.name, ours=str(ours), theirs=str(theirs))
        winner, loser = (me, other) if ours >= theirs else (other, me)
        self.say("battle-lost", player=winner.name, other=loser.name)
        self._injure(loser)

    # --- rulings of the game master (TL-G4) ----------------------------------------------------------------------

    def correct(self, words: str) -> tuple[Announcement, ...]:
        """What everybody hears of a ruling; raises Refused with everything that is wrong with it."""
        before, self.said, self.notes = self.treasures, [], []
        kind, parts = next(
            ((kind, found.groups()) for kind, form in RULINGS if (found := re.fullmatch(form, words, re.IGNORECASE))),
            ("", ()),
        )
        if self.winner:
            raise Refused([heard("gm-over")])
        if not kind:
            raise Refused([heard("gm-unread", words=words)])
        rule: dict[str, Callable[..., None]] = {
            "lies": self._rule_lying,
            "border": self._rule_border,
            "turn": self._rule_turn,
            "at": self._rule_place,
            "has": self._rule_item,
            "health": self._rule_health,
            "carries": self._rule_treasure,
            "loses": self._rule_lost_turn,
        }
        rule[kind](*parts)
        if self.treasures not in (before, self.drawn_treasures):
            self.note("gm-treasures", count=str(self.treasures), size=str(self.drawn_treasures))
        return tuple(self.said)

    @property
    def treasures(self) -> int:
        return sum(self.lying.values()) + sum(player.treasure for player in self.players)

    def _no_player(self, name: str) -> Iterator[Announcement]:
        if not self.named(name):
            yield heard("gm-no-player", name=name, players=", ".join(player.name for player in self.players))

    def _off_board(self, cell: str) -> Iterator[Announcement]:
        if cell not in self.tiles:
            last = max(self.cells(), key=lambda cell: (cell[0], int(cell[1:])))
            yield heard("gm-off-board", cell=cell, first="a1", last=last)

    def _ruled(self, name: str, *reasons: Announcement) -> Adventurer:
        """The player of that name; if there is none, raises Refused with these reasons and that one."""
        wrong = [*self._no_player(name), *reasons]
        player = self.named(name)
        if wrong or player is None:
            raise Refused(wrong)
        return player

    def _rule_place(self, name: str, cell: str) -> None:
        """Put a player on a tile, without river or portal; in the shop the player may roll."""
        player = self._ruled(name, *self._off_board(cell))
        if (player.cell, player.may_roll) == (cell, self.tiles[cell] == "shop"):
            raise Refused([SAME])
        player.cell, player.may_roll = cell, self.tiles[cell] == "shop"
        self.say("gm-notes")
        self.note("at", player=player.name, cell=cell)
        if self.lying.get(cell):
            self.note("gm-waits", cell=cell)

    def _rule_item(self, name: str, said: str) -> None:
        item = re.sub(r"^(rusty |first aid |pile of )", "", said)
        known = item in (*ITEMS, "nothing")
        player = self._ruled(name, *[heard("gm-no-item", words=said, ways="bullet, kit, junk")] * (not known))
        if player.item == item.replace("nothing", ""):
            raise Refused([SAME])
        player.item = item.replace("nothing", "")
        self.say("gm-has", player=player.name, what=item)

    def _rule_health(self, name: str, health: str) -> None:
        """An injured player drops their treasure (TL-78); a turn lost for healing does not heal a second time."""
        player = self._ruled(name)
        if player.injured == (health == "injured"):
            raise Refused([SAME])
        self.say(f"gm-{health}", player=player.name)
        if health == "injured":
            self._injure(player)
        else:
            player.injured = False
            player.loses = player.loses and "ruling"

    def _rule_treasure(self, name: str, what: str) -> None:
        """An injured player carries none (TL-76)."""
        player, holds = self._ruled(name), what in ("a treasure", "the treasure")
        if holds and player.injured:
            raise Refused([heard("TL-76.gm-injured", player=player.name)])
        if player.treasure == holds:
            raise Refused([SAME])
        player.treasure = holds
        self.say("gm-carries" if holds else "gm-carries-none", player=player.name)

    def _rule_lost_turn(self, name: str, what: str) -> None:
        player = self._ruled(name)
        if bool(player.loses) == (what == "a"):
            raise Refused([SAME])
        player.loses = "ruling" if what == "a" else ""
        self.say("gm-loses" if what == "a" else "gm-loses-none", player=player.name)

    def _rule_turn(self, name: str) -> None:
        """That player moves now, must make a movement, and loses no turn."""
        player = self._ruled(name)
        if player is self.me and not self.moved and not player.loses:
            raise Refused([SAME])
        self.at_turn, self.moved, player.loses = self.players.index(player), False, ""
        self.say("gm-turn")
        self.say("turn", player=player.name)

    def _rule_lying(self, no: str | None, cell: str) -> None:
        if wrong := list(self._off_board(cell)):
            raise Refused(wrong)
        if bool(self.lying.get(cell)) == (not no):
            raise Refused([SAME])
        self.lying[cell] = 0 if no else 1
        self.say("gm-notes")
        self.note("gm-lies-no-more" if no else "gm-lies", cell=cell)

    def _rule_border(self, no: str | None, kind: str, cell: str, way: str) -> None:
        """Walls stand between tiles, exits in the outer wall."""
        wrong = list(self._off_board(cell))
        if way not in SPOKEN:
            wrong.append(heard("gm-no-way", words=way, ways=", ".join(SIDES)))
        if wrong:
            raise Refused(wrong)
        side = SPOKEN[way]
        beyond = self.beside(cell, side)
        if bool(beyond) != (kind == "wall"):
            raise Refused([heard("gm-inner" if beyond else "gm-outer", cell=cell, ways=side)])
        line: Any = frozenset((cell, beyond)) if beyond else (cell, side)
        lines: set[Any] = self.walls if beyond else self.exits
        if (line in lines) == (not no):
            raise Refused([SAME])
        lines ^= {line}
        self.say("gm-notes")
        north_or_east = f"{beyond} {'north' if side == 'south' else 'east'}"
        what = north_or_east if beyond and side in ("south", "west") else f"{cell} {side}"
        self.note(f"gm-no-{kind}" if no else f"gm-{kind}", what=what)
        if kind == "exit" and not no and self.tiles[cell] == f"flows {side[0].upper()}":
            self.note("gm-mouth", cell=cell)  # TL-66.d
        if kind == "exit" and not self.exits:
            self.note("gm-no-exits")


def read(words: str) -> tuple[str, str, tuple[str, ...]]:
    """Who speaks (empty if nobody is named), the verb (empty if it is unknown) and what is said beside it."""
    name, _, said = words.rpartition(":")
    plain = " ".join(said.lower().split())
    for verb, saying in SAYINGS:
        if found := re.fullmatch(saying, plain):
            rest = tuple(part or "" for part in found.groups())
            return name.strip(), verb, tuple(SPOKEN.get(part, part) for part in rest)
    return name.strip(), "", ()


def _show(dice: str, count: int) -> bool:
    """Whether these are this many dice."""
    return len(dice.split()) == count and all(word in "123456" for word in dice.split())
