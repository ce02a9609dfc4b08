"""The game master's book of Dungeon: corrections, and what the players of a nomic have changed (HD-G5).

Pure, as the referee is. All is said aloud but in fog, where a player hears what is their own and nobody hears what
others may not know (HD-G1). A player who is put elsewhere hands in orders anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from mapkit.corrections import ALIKE, Quantity, Reading, without_breaks
from mapkit.games.dungeon.design import CREATURES, HEXES, KINDS, LOOT, SHUT, Params, Weight, Weights, clashes
from mapkit.games.dungeon.period import views
from mapkit.games.dungeon.state import EMPTY, NAMES, Bag, Enemy, Player, Spot, State, Telling
from mapkit.ruling import NoRuling, Ruling, heard
from mapkit.settings import BadSetting

_SPOT = re.compile(r"(?:([0-9]{1,3}):)?([a-z]{1,2}[0-9]{1,2})(?:/([0-9]{1,3}))?", re.ASCII)
_ALIKE = {
    **ALIKE,
    **dict.fromkeys(("to", "at"), "at"),
    **dict.fromkeys(("not", "never", "no"), "no"),
    **dict.fromkeys(("store", "stores"), "stores"),
    **dict.fromkeys(("coin", "coins"), "coins"),
    **dict.fromkeys(("tool", "tools"), "tools"),
    **dict.fromkeys(("torch", "torches"), "torches"),
    **dict.fromkeys(("minotaur", "minotaurs"), "minotaur"),
    **dict.fromkeys(("rot", "bird", "birds", "rot_bird"), "rot_bird"),
    **dict.fromkeys(("weight", "weights"), "weight"),
    **{f"{kind}s": kind for kind in ("chest", "pit", "pool", "rope")},
    "enemies": "enemy",
}
"""Words that mean the same; those of a name that has two, such as Rot Bird, come to one."""
_WEIGHTS = tuple(dict.fromkeys((*HEXES, *CREATURES, *LOOT)))
"""What has a weight, by the names of the settings."""
FORBIDS = {"stone_wall": "HD-15", "pool": "HD-16", "steel_wall": "HD-58", "pit": "HD-24"}
"""The rules by which nobody stands on such a hex."""
CLOSED = {"minotaur": ("HD-43", (*SHUT, "pit")), "rot_bird": ("HD-57.1", ("stone_wall", "steel_wall"))}
"""The rule by which each creature keeps off hexes, and the kinds of these; the centre is one for both."""


def unusual_weights(p: Params) -> str:
    """The weights that are other than the rules give them, as settings."""
    weights = ((each.name, each.default) for each in fields(Params) if isinstance(each.default, Weight))
    changed = (f"{name} {Weights().show(getattr(p, name))}" for name, usual in weights if getattr(p, name) != usual)
    return ", ".join(changed)


def correct(state: State, words: str) -> Ruling[State]:
    """What a correction leads to; raises NoRuling with all that is wrong."""
    if state.winner:
        raise NoRuling(heard("gm-over"))
    names = [player.name for player in state.players]
    telling = _Reading(state, words, names, state.grid.cells()).telling()
    mover = telling.state.waited_for()[0].name
    return (telling if mover == state.waited_for()[0].name else telling.say("turn", player=mover)).ruling


class _Reading(Reading[State, Telling]):
    """The words of one correction."""

    alike = _ALIKE
    passed_over = ("the", "of", "is", "from", "dungeon", "mining", "hex", "hexes")
    of_players = ("at", "is", "has", "stores", "outside", "escaped", "no")
    of_things = ("the", "no", "minotaur", "rot_bird", "weight", "period")
    most = 999

    def is_a_place(self, word: str) -> bool:
        """A hex, with its level and dungeon where they are not the first: `2:d4/3`."""
        return _SPOT.fullmatch(word) is not None

    def begins_a_thing(self, word: str) -> bool:
        """Hexes do as well: `d4 is a Pit`."""
        return word in self.of_things or self.is_a_place(word)

    def of_a_player(self, name: str | None, rest: list[str]) -> Telling | None:
        """What is in Pocket and Store, and from which dungeon a player has escaped, or that a player is outside."""
        player = self._named(name)
        match without_breaks(rest):
            case ["outside"]:
                return self._outside(player)
            case ["has", "escaped", number] | ["escaped", number]:
                return self._escaped(player, self._dungeon(number), there=True)
            case ["has", "no", "escaped", number] | ["no", "escaped", number]:
                return self._escaped(player, self._dungeon(number), there=False)
            case ["has", _, *_]:
                return self._has(player, self.counts(rest[1:], Bag._fields))
            case ["stores", _, *_]:
                return self._stores(player, self.counts(rest[1:], Bag._fields))
        return None

    def of_a_thing(self, rest: list[str]) -> Telling | None:
        """Creatures, hexes, weights and the number of the period."""
        match self._short(rest):
            case ["minotaur" | "rot_bird" as kind, "at", word]:
                return self._creature(kind, None, self._spot(word))
            case ["minotaur" | "rot_bird" as kind, word, "at", other]:
                return self._creature(kind, self._spot(word), self._spot(other))
            case ["no", "minotaur" | "rot_bird" as kind, "at", word]:
                return self._gone(kind, self._spot(word))
            case ["weight", _, _, *_] as words:
                return self._weight(words[1:])
            case ["period", number]:
                return self._period(self.number(number))
            case [word, _, *_] as words if self.is_a_place(word):
                return self._hex(self._spot(word), self._kind(words[1:], [*KINDS]))
        return None

    # What stands in a correction

    def _short(self, words: Iterable[str]) -> list[str]:
        """The words that count, each once: both words of a name that has two, such as Rot Bird, have become one."""
        return list(dict.fromkeys(word for word in words if word not in (*self.passed_over, "a", "an")))

    def _named(self, name: str | None) -> Player | None:
        return None if name is None else self.state.player(name)

    def _kind(self, words: Sequence[str], known: Sequence[str]) -> str | None:
        """Which of the known kinds the words name: `stone wall` is `stone_wall`."""
        called = {tuple(self._short(map(self.canonical, kind.split("_")))): kind for kind in known}
        kind = called.get(tuple(words))
        if kind is None:
            names = ", ".join(each.replace("_", " ") for each in known)
            self.refuse("gm-no-kind", words=" ".join(words)[:20], ways=names)
        return kind

    def _spot(self, word: str) -> Spot | None:
        """A hex of a level that is made."""
        found = _SPOT.fullmatch(word)
        dungeon, cell, level = found.groups() if found else (None, word, None)
        known = self.cell(cell)
        number = self._dungeon(dungeon or "1")
        if number is None or known is None:
            return None
        made = len(self.state.dungeons[number - 1].levels)
        if not 1 <= int(level or 1) <= made:
            self.refuse("gm-no-level", count=str(made), name=str(number), words=word[:20])
            return None
        return Spot(number, int(level or 1), known)

    def _dungeon(self, word: str) -> int | None:
        number, made = self.number(word), len(self.state.dungeons)
        if not self.wrong and not 1 <= number <= made:
            self.refuse("gm-no-dungeon", count=str(made))
        return None if self.wrong else number

    # Players

    def placed(self, name: str | None, place: str) -> Telling | None:
        """A player is on a hex on which a player may be."""
        player, spot = self._named(name), self._spot(place)
        if player is None or spot is None:
            return None
        kind, cell = self.state.kind(spot), self.state.name_of(spot)
        if kind in FORBIDS:
            self.refuse(f"{FORBIDS[kind]}.gm-shut", cell=cell)
        for enemy in self.state.enemies_on(spot):
            self.refuse("HD-44.gm-creature", name=NAMES[enemy.kind], cell=cell, player=player.name)
        telling = self._moved(player._replace(spot=spot))
        return views(telling.say("gm-at", player=player.name, cell=cell).note("at", player=player.name, cell=cell))

    def _outside(self, player: Player | None) -> Telling | None:
        """A player has escaped after all, and all that is in the Pocket goes into the Store (HD-28, HD-29)."""
        if player is None:
            return None
        if player.spot is None:
            return Telling(self.state)
        telling = self._moved(player._replace(spot=None, pocket=EMPTY, store=player.store.and_(player.pocket)))
        telling = telling.then(
            _with_escaped(telling.state, player.spot.dungeon, self._escapers(player.spot.dungeon) | {player.name})
        )
        telling = telling.say("gm-outside", player=player.name, what=player.pocket.words)
        return telling.note("at", player=player.name, cell=telling.state.name_of(None))

    def _moved(self, player: Player) -> Telling:
        """A player is elsewhere, and hands in orders anew (HD-38.b)."""
        orders = tuple(each for each in self.state.orders if each[0] != player.name)
        telling = Telling(replace(self.state, orders=orders)).change(player)
        return telling.say("gm-orders", player=player.name) if orders != self.state.orders else telling

    def _has(self, player: Player | None, counts: Sequence[Quantity]) -> Telling | None:
        if player is not None and player.spot is None and any(each.number for each in counts):
            self.refuse("HD-29.gm-outside", player=player.name)
        if player is None or self.wrong:
            return None
        pocket = player.pocket._replace(**{each.what: each.number for each in counts})
        telling = Telling(self.state).change(player._replace(pocket=pocket))
        return telling.say("gm-has", player=player.name, what=pocket.words)

    def _stores(self, player: Player | None, counts: Sequence[Quantity]) -> Telling | None:
        if player is None or self.wrong:
            return None
        store = player.store._replace(**{each.what: each.number for each in counts})
        telling = Telling(self.state).change(player._replace(store=store))
        return telling.say("gm-stores", player=player.name, what=store.words)

    def _escaped(self, player: Player | None, number: int | None, *, there: bool) -> Telling | None:
        """A player has escaped from a dungeon or has not, which decides whether a new one may be made (HD-32.a)."""
        if player is None or number is None:
            return None
        others = self._escapers(number) - {player.name}
        state = _with_escaped(self.state, number, others | {player.name} if there else others)
        key = "gm-escaped" if there else "gm-not-escaped"
        return Telling(state).say(key, player=player.name, count=str(number))

    def _escapers(self, number: int) -> frozenset[str]:
        return self.state.dungeons[number - 1].escaped

    # The dungeon

    def _creature(self, kind: str, before: Spot | None, spot: Spot | None) -> Telling | None:
        """A creature is on a hex: one that was elsewhere, or one more, the last of its level to act."""
        if spot is None or self.wrong:
            return None
        state, cell = self.state, self.state.name_of(spot)
        number, shut = CLOSED[kind]
        if state.kind(spot) in shut or spot.cell == state.middle:
            self.refuse(f"{number}.gm-keeps-off", name=NAMES[kind], cell=cell)
        for player in state.players:
            if player.spot == spot:
                self.refuse("HD-44.gm-player", player=player.name, cell=cell)
        moved = None if before is None else self._there(kind, before)
        if self.wrong:
            return None
        others = tuple(each for each in state.enemies if each != moved)
        on_level = [each.number for each in others if each.spot[:2] == spot[:2]]
        born = Enemy(kind, max(on_level, default=-1) + 1, spot)
        if moved is not None and moved.spot[:2] == spot[:2]:
            born = moved._replace(spot=spot)
        telling = self._with_enemies((*others, born))
        return _openly(telling, "gm-creature", name=NAMES[kind], cell=cell)

    def _gone(self, kind: str, spot: Spot | None) -> Telling | None:
        creature = None if spot is None else self._there(kind, spot)
        if creature is None:
            return None
        left = list(self.state.enemies)
        left.remove(creature)
        telling = self._with_enemies(left)
        return _openly(telling, "gm-no-creature", name=NAMES[kind], cell=self.state.name_of(spot))

    def _there(self, kind: str, spot: Spot) -> Enemy | None:
        """The first creature of a kind on a hex."""
        found = next((each for each in self.state.enemies_on(spot) if each.kind == kind), None)
        if found is None:
            self.refuse("gm-none-there", name=NAMES[kind], cell=self.state.name_of(spot))
        return found

    def _with_enemies(self, enemies: Sequence[Enemy]) -> Telling:
        return Telling(replace(self.state, enemies=tuple(sorted(enemies, key=lambda each: each.rank))))

    def _hex(self, spot: Spot | None, kind: str | None) -> Telling | None:
        if spot is None or kind is None:
            return None
        state, cell = self.state, self.state.name_of(spot)
        if kind in CREATURES:
            self.refuse("HD-22.gm-creature", name=NAMES[kind], cell=cell)
        elif spot.cell == state.middle and kind != "rope":
            self.refuse("HD-13.gm-centre", cell=cell)
        there = [player.name for player in state.players if player.spot == spot and kind in FORBIDS]
        there += [NAMES[each.kind] for each in state.enemies_on(spot) if kind in CLOSED[each.kind][1]]
        if there:
            self.refuse("gm-stand-there", players=", ".join(there), cell=cell, what=NAMES[kind])
        if self.wrong:
            return None
        telling = Telling(state.with_hexes([spot], kind))
        return _openly(telling, "gm-hex", cell=cell, name=NAMES[kind])

    def _weight(self, words: Sequence[str]) -> Telling | None:
        """Another weight, for all that is drawn from now on (HD-4)."""
        begins = next((n for n, word in enumerate(words) if word[0] in "+-0123456789" or word == "level"), len(words))
        name = self._kind(words[:begins], _WEIGHTS)
        try:
            weight = Weights().read("".join(words[begins:]), None)
        except BadSetting as bad:
            self.refuse("gm-weight-takes", words=str(bad))
            return None
        if name is None:
            return None
        drawn = self.state.drawn
        changed: dict[str, Any] = {name: weight}
        params = replace(drawn.params, **changed)
        before = clashes(drawn.params)
        for clash in clashes(params):
            if clash not in before:
                self.refuse(f"{clash.rule}.gm-clash", words=clash.words)
        telling = Telling(replace(self.state, drawn=replace(drawn, params=params)))
        return telling.say("gm-weight", what=name.replace("_", " "), count=str(Weights().show(weight)))

    def _period(self, number: int) -> Telling | None:
        if not number and not self.wrong:
            self.refuse("gm-period-takes", count=str(self.most))
        return Telling(replace(self.state, period=number)).say("gm-period", count=str(number))


def _openly(telling: Telling, key: str, **args: str) -> Telling:
    """Said aloud; in fog it is for the game master alone, and the others hear that something was corrected."""
    return telling.say("gm-notes").note(key, **args) if telling.state.fog else telling.say(key, **args)


def _with_escaped(state: State, number: int, names: frozenset[str]) -> State:
    """The state with these names as the players who have ever escaped from a dungeon."""
    dungeons = list(state.dungeons)
    dungeons[number - 1] = dungeons[number - 1]._replace(escaped=names)
    return replace(state, dungeons=tuple(dungeons))
