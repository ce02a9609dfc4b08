"""What the announcements of Treasures of the Abandoned Labyrinth prove.

Each line says what one announcement means, by its rule. What packs announce proves little: it only says what may have
changed since, so that nothing is concluded that is not so. What is not used is named in `UNUSED`, and by
`TreasuresEvidence.unused` where it was heard.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, cast

from mapkit.games.treasures.design import (
    FLOWS,
    LEADS_TO,
    PORTALS,
    THREE_WAY,
    TWO_WAY,
    Params,
    kinds,
    legend,
    three_way_set,
    two_way_set,
)
from mapkit.games.treasures.speech import ANSWERED, ANSWERS, ANSWERS_TO, DIRECTIONS, SPOKEN
from mapkit.games.treasures.state import RANGE_OF_A_BULLET
from mapkit.language.directives import forms, with_name
from mapkit.model.evidence import (
    Alters,
    Apart,
    Forgets,
    Holds,
    Lead,
    Meets,
    Misses,
    Moves,
    Proof,
    Query,
    Sees,
    Stands,
    TurnEffect,
    Vanishes,
)
from mapkit.model.grid import COMPASS, Cell, Direction, border
from mapkit.model.rule import Endpoint, Fact, Facts, Way, flows, has, wall
from mapkit.model.ruling import Announcement, heard

LIES = "lies"
"""The mark of a cell on which a treasure lies; with a number behind it, of one on which so many lie."""
_LEADING = frozenset({"shop", "hospital", "marsh", "fake", *FLOWS, *PORTALS})
"""The kinds of tiles onto which a step does not lead as onto a Safe tile."""
GROUND = "ground"
"""The mark of a Safe tile, with a treasure or without (TL-23.a)."""
CHANGING = frozenset({"wall", "exit", LIES})
"""The marks that a correction by the game master may change."""
_ELSEWHERE = frozenset({"stairs-up", "stairs-down", "climbs", "descends", "elevator", "rides", "donation"})
"""The keys of movements of packs; they lead somewhere, and more is not concluded."""
QUIET = frozenset(
    """
begin turn loses buried shared alone modules gift healed kit shield injured infected
gm-says gm-has gm-healthy gm-loses gm-loses-none gm-turn
""".split()  # noqa: SIM905 (twenty words, each in quotes, are harder to read)
)
"""The keys of announcements that can be true on any map: they follow from others and from dice, or tell nothing."""
MONSTERS, SCANS, LIGHT = "where monsters are", "what scanners show", "what flashlights show"
PLACES, TREASURES = "stairs, elevators and donation centers", "where treasures lie"
RULED, UNHEARD = "what the game master has corrected", "what others alone have heard"
UNUSED = {
    **{f"{verb}-{who}": MONSTERS for verb in ("hits", "drives") for who in ("bear", "dog", "zombie")},
    **dict.fromkeys(
        ["growl", "bark", "groan", "sniffs", "mauls", "licks", "snatches", "bites", "meets-infected"], MONSTERS
    ),
    **dict.fromkeys(["scans", "scans-one", "scans-nothing", "scans-pure", "scans-fools", "scans-trap"], SCANS),
    **dict.fromkeys(("shines", "shines-end"), LIGHT),
    **dict.fromkeys((*_ELSEWHERE, "shelf", "shelf-empty", "donates", "receives"), PLACES),
    "trap": TREASURES,
    "fools-gold": TREASURES,
}
"""For the keys of announcements that are not used, or not wholly, what is not looked at."""
_TRADES = frozenset({"trades", "gives", "offers", "offers-gift", "asks"})
_BATTLES = frozenset({"battle", "battle-lost", "battle-bullet", "battle-lost-guarded", "battle-bullet-guarded"})


class _Side(NamedTuple):
    step: tuple[Cell, str]
    """The cell, and the step to that side."""
    onto: Cell | None
    """The cell behind it; None beyond the edge."""
    wall: Fact
    exit: Fact


class TreasuresEvidence:
    """The evidence of Treasures, for a map with these settings and these players."""

    def __init__(self, params: Params, names: Sequence[str]) -> None:
        self.params, self.names = params, tuple(names)
        self.carriers = set[str]()
        self.hurt: dict[str, bool] = dict.fromkeys(names, False)
        """Who is injured and who is not, as far as that is known."""
        self.unused = dict.fromkeys([TREASURES] if params.on else [])
        self.depth = 1
        self.follows_treasures = not params.on
        self.groups = {"river": FLOWS, "portal": ("fake", *PORTALS)}
        single = (kind for kind in kinds(params) if kind not in (*FLOWS, "fake", *PORTALS))
        drawn = legend(params)
        self.asks = Query(
            (*single, *self.groups),
            self.groups,
            ("wall", "exit"),
            {**{mark: glyph for glyph, mark in drawn.cells.items()}, "river": "~", "portal": "O"},
            {**drawn.words, "river": "river tile", "portal": "portal"},
            {GROUND: ("safe", *params.treasures_on)},
        )

    announces = ()
    """Nothing is announced before the first turn that is not a setting."""

    def announced(self, _: Mapping[str, str]) -> tuple[Announcement, ...]:
        return ()

    def answers_in(self, language: str) -> tuple[str, ...]:
        """The words for answers in notes, and those before another player's name."""
        if language == "ru":
            return tuple(
                f"{ru} ИМЯ" if en in ANSWERS_TO else ru for ru, en in forms("treasures", "ru", "answers").items()
            )
        return (*ANSWERS, *(f"{words} NAME" for words in ANSWERS_TO))

    def answer(self, who: str, words: str) -> Announcement | None:
        said, name = with_name(words, self.names)
        said = ANSWERED.plain(said)
        if name:
            known = ANSWERS_TO.get(said) if name != who else None
            two = {"player": name, "other": who} if said == "loses to" else {"player": who, "other": name}
            return heard(known, **two) if known else None
        return heard(ANSWERS[said], player=who) if said in ANSWERS else None

    def is_answered(self, words: str) -> bool:
        """Whether it is a step or a shot."""
        return bool(self._directions(words))

    def can_answer(self, words: str, said: Announcement) -> bool:
        """A directive names one direction at most; what a step or a shot leads to answers nothing else."""
        ways = self._directions(words)
        if said.key in _OF_A_STEP or said.key == "missed":
            return len(ways) == 1 and self._is_shot(words) == (said.key == "missed")
        return len(ways) <= 1

    def turn_taken(self, who: str, words: str, heard: Sequence[Announcement]) -> TurnEffect | None:
        """One movement is made in each turn; marsh and healing cost the next (TL-40, TL-57.a, TL-63, TL-65)."""
        keys = {announcement.key for announcement in heard}
        if self.params.on:
            return None
        if "won" in keys:
            return TurnEffect(True, dict.fromkeys(self.names, math.inf))
        is_step = self._directions(words) and not self._is_shot(words)
        moved = bool(keys.intersection(_MOVEMENTS)) if is_step else None
        return TurnEffect(moved, {who: 1} if keys & {"marsh", "stays"} else {})

    def facts_of(self, facts: Facts) -> Facts:
        """The facts of a map as they are."""
        return facts

    def leads(self, facts: Facts) -> Mapping[tuple[Cell, str], Lead]:
        """What each step leads to; nothing is told where a pack is on."""
        if self.params.on:
            return {}
        kinds: dict[str, str] = {}
        for fact in facts:
            if isinstance(fact.place, str) and fact.mark in _LEADING:
                kinds[fact.place] = fact.mark
        portals = {mark: cell for cell, mark in kinds.items() if mark in LEADS_TO}
        return {side.step: self._lead(side, facts, kinds, portals) for side in self._sides}

    @cached_property
    def _sides(self) -> tuple[_Side, ...]:
        grid, found = self.params.grid, list[_Side]()
        for cell in grid.cells():
            for way in "NESW":
                line = border(grid, cell, way)
                found.append(_Side((cell, COMPASS[way]), grid.step(cell, way), wall(line), has(line, "exit")))
        return tuple(found)

    def _lead(self, side: _Side, facts: Facts, kinds: Mapping[Cell, str], portals: Mapping[str, Cell]) -> Lead:
        """What a step leads to (TL-55 to TL-74)."""
        cell, onto = side.step[0], side.onto
        if onto is None:
            return Lead("exit", cell, 0, "exit") if side.exit in facts else Lead("blocked", cell, 0)
        if side.wall in facts:
            return Lead("blocked", cell, 0)
        kind = kinds.get(onto, "safe")
        if kind in FLOWS:
            down = self.params.grid.step(onto, kind[-1])
            stopped = down is None or wall(border(self.params.grid, onto, kind[-1])) in facts
            onto, kind = (onto, "river-wall") if stopped or down is None else (down, "river")
        elif kind == "fake" or kind in LEADS_TO:
            onto, kind = portals.get(LEADS_TO.get(kind, ""), onto), "portal"
        lies = has(onto, LIES) in facts
        finds = "prize" if lies else "healing" if kind == "hospital" else ""
        return Lead(f"{kind} {LIES}" if lies else kind, onto, 2 if kind == "marsh" else 1, cast(Any, finds))

    # --- the beginning -----------------------------------------------------------------------------------------------

    def begins(self, _: Sequence[Announcement]) -> Iterator[Proof]:
        """Players start on Safe tiles, no two on the same (TL-29); treasures lie where they are drawn (TL-23)."""
        p = self.params
        for cell in p.grid.cells():
            marks = p.treasures_on
            yield Proof("TL-23.a", "begin", Holds(has(cell, GROUND), tuple(has(cell, m) for m in ("safe", *marks))))
            for whole, parts in self.groups.items():
                yield Proof("TL-9", "begin", Holds(has(cell, whole), tuple(has(cell, mark) for mark in parts)))
            if self.follows_treasures:
                yield Proof("TL-23", "begin", Holds(has(cell, LIES), tuple(has(cell, mark) for mark in marks)))
        for name in self.names:
            yield Proof("TL-29", "begin", Stands(name, self._on("safe")))
        for one, other in combinations(self.names, 2):
            yield Proof("TL-29.a", "begin", Apart(one, other))

    # --- directives --------------------------------------------------------------------------------------------------

    def chooses(self, _: str, __: str, /) -> Iterator[Proof]:
        """Nothing is said in secret."""
        yield from ()

    def hears(
        self, who: str, words: str, heard: Sequence[Announcement], missed: Iterable[Announcement] = ()
    ) -> Iterator[Proof]:
        """What the answer to a directive proves; a directive that was not heard wholly may have moved its player."""
        if any(True for _ in missed):
            self.unused[UNHEARD] = None
            yield from self._overheard(who, heard)
            return
        keys = [announcement.key for announcement in heard]
        self.unused |= {UNUSED[key]: None for key in keys if key in UNUSED}
        towards = next(reversed(self._directions(words)), "")
        if "kit" in self._said(words):
            self.hurt.pop(who, None)
        for announcement in heard:
            yield from self._proves(who, towards, announcement)
            if announcement.key in ("healed", "kit", "gm-healthy"):
                self.hurt[dict(announcement.args)["player"]] = False
            elif announcement.key in ("injured", "infected"):
                self.hurt[dict(announcement.args)["player"]] = True
        if who and any(key in _MOVEMENTS or key in _ELSEWHERE for key in keys):
            # Whom the player meets, and whether a treasure lies there, is always said (TL-32.a, TL-75)
            met = {dict(announcement.args)["other"] for announcement in heard if announcement.key.startswith("meets-")}
            for other in self.names:
                if other != who:
                    found = Meets(who, other) if other in met else Apart(who, other)
                    yield Proof("TL-32.a", "meets" if other in met else "no meeting", found)
            if self.follows_treasures:
                lies = any(announcement.key == "treasure" for announcement in heard)
                spots = self._on(LIES) if lies else self._off(LIES)
                yield Proof("TL-75", "treasure" if lies else "no treasure", Stands(who, spots))

    def _proves(self, who: str, towards: Direction, each: Announcement) -> Iterator[Proof]:
        said = dict(each.args)
        match each.key:
            case key if key in _MOVEMENTS and towards and who:
                rule, stages = _MOVEMENTS[key]
                yield Proof(rule, key, Moves(who, stages(self, towards)))
            case key if key in _ELSEWHERE:
                yield Proof("TX-1", key, Vanishes(who))
            case key if key in _TRADES:
                yield Proof("TX-8", key, Meets(said["player"], said["other"]))
            case key if key in _BATTLES:
                yield from self._battles(who, key, said["player"], said["other"])
            case key if key.startswith(("rolls-", "drops-")):
                rolls = key.startswith("rolls-")
                yield Proof("TL-60" if rolls else "TL-51", key, Stands(who, (self._on if rolls else self._off)("shop")))
            case "blows-nothing" if towards:
                yield Proof("TX-43", "blows-nothing", Stands(who, tuple(self._unwalled(towards))))
            case "blocked" if towards:
                yield Proof("TL-55.1", "blocked", Stands(who, tuple(self._walled(towards))))
            case "stays":
                yield Proof("TL-63", "stays", Stands(who, self._on("hospital")))
                self.hurt.pop(who, None)
            case "exit" | "won" | "fools-gold" | "out" if towards:
                yield from self._leaves(who, towards, each.key)
            case "shot" | "shot-guarded" | "shot-again" | "missed":
                yield from self._shot(who, towards, each)
            case key if key.startswith("gm-"):
                yield from self._ruled(key, said.get("player", ""))
            case key:
                yield from self._alters(who, towards, key)

    def _denied(self, who: str, rule: str, key: str, so: bool) -> Iterator[Proof]:
        """An announcement that cannot be true, where that is so and everything was heard that counts for it."""
        if so and self.follows_treasures:
            yield Proof(rule, key, Stands(who, ()))

    def _battles(self, who: str, key: str, one: str, other: str) -> Iterator[Proof]:
        """Two who are healthy battle on one tile, which is no hospital (TL-52 to TL-54); the loser is injured."""
        yield Proof("TL-52", key, Meets(one, other))
        yield Proof("TL-54", key, Stands(who, self._off("hospital")))
        yield from self._denied(who, "TL-53", key, self.hurt.get(one, False) or self.hurt.get(other, False))
        if key in ("battle-lost", "battle-bullet"):
            self.hurt[other] = True
            yield from self._drops(other, "TL-78")

    def _alters(self, who: str, towards: Direction, key: str) -> Iterator[Proof]:
        """What an announcement proves of things that have changed."""
        if key == "takes":
            yield from self._denied(who, "TL-76", key, self.hurt.get(who, False) or who in self.carriers)
            self.carriers.add(who)
            if self.follows_treasures:
                cells, marks = self.params.grid.cells(), _levels(self.depth)
                yield Proof("TL-76", "takes", Stands(who, self._on(LIES)))
                yield Proof(
                    "TL-76", "takes", Alters(who, {cell: _shifted(cell, marks, (*marks[1:], "")) for cell in cells})
                )
        elif key == "puts-down":
            yield from self._drops(who, "TL-76.1.a")
        elif key == "blows" and towards:
            inner = {cell: wall(border(self.params.grid, cell, towards)) for cell, _ in self._steps(towards)}
            yield Proof("TX-43", "blows", Stands(who, tuple(Endpoint(cell, (fact,)) for cell, fact in inner.items())))
            yield Proof("TX-43", "blows", Alters(who, {cell: {fact: False} for cell, fact in inner.items()}))
        elif key not in (*QUIET, *UNUSED) and not key.startswith(("meets-", "treasure")):
            self.follows_treasures = False
            yield from self._anything(key)

    def _ruled(self, key: str, who: str) -> Iterator[Proof]:
        """What a correction by the game master proves; mostly it tells nothing, and all may be different (TL-G4)."""
        if key in ("gm-injured", "gm-infected"):
            self.hurt[who] = True
            yield from self._drops(who, "TL-G4")
        elif key == "gm-carries":
            self.carriers.add(who)
        elif key == "gm-carries-none":
            self.carriers.discard(who)
        elif key not in QUIET:
            self.unused[RULED] = None
            yield from self._anything(key)

    def _leaves(self, who: str, towards: Direction, key: str) -> Iterator[Proof]:
        """There is an exit on that side of the player's tile (TL-56, TL-57)."""
        yield from self._denied(who, "TL-57", key, key == "exit" and who in self.carriers)
        yield Proof("TL-57", key, Stands(who, tuple(self._gates(towards))))
        if key == "fools-gold":
            self.carriers.discard(who)
        elif key == "out":
            self.carriers.discard(who)
            self.names = tuple(name for name in self.names if name != who)

    def _overheard(self, who: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """What is known of a directive whose answers were for another player alone."""
        if who:
            yield Proof("TL-G3", "private", Vanishes(who))
        blown = {"wall"} if self.params.on else set()  # with packs a player may blow walls up (TX-43)
        yield Proof("TL-G3", "private", Forgets(_lying(self.depth) | blown))
        self.follows_treasures = False
        for each in heard:
            if each.key.startswith("meets-"):
                yield Proof("TL-32.a", each.key, Meets(dict(each.args)["player"], dict(each.args)["other"]))

    def _anything(self, key: str) -> Iterator[Proof]:
        """After an announcement that is not understood, players may be anywhere, and what can change has changed."""
        for name in self.names:
            yield Proof("TX-1", key, Vanishes(name))
        yield Proof("TX-1", key, Forgets(CHANGING | _lying(self.depth)))

    # --- treasures, shots and dynamite -------------------------------------------------------------------------------

    def _drops(self, who: str, rule: str) -> Iterator[Proof]:
        """A treasure comes to lie on the player's tile, if they carried one."""
        if who not in self.carriers:
            return
        self.carriers.discard(who)
        if self.follows_treasures:
            self.depth += 1
            cells, marks = self.params.grid.cells(), _levels(self.depth)
            yield from (Proof(rule, "drops", Holds(has(cell, marks[-1]), ())) for cell in cells)
            becomes = {cell: {**_shifted(cell, marks, ("", *marks[:-1])), has(cell, LIES): True} for cell in cells}
            yield Proof(rule, "drops", Alters(who, becomes))

    def _shot(self, who: str, towards: Direction, each: Announcement) -> Iterator[Proof]:
        """A bullet flies three tiles, and walls stop it; a shot that misses has hit nobody there (TL-43 to TL-47)."""
        victim, ways = dict(each.args).get("other", ""), tuple(self._lines(towards)) if towards else ()
        if ways and victim:
            others = tuple(name for name in self.names if name not in (who, victim))
            yield Proof("TL-45", each.key, Sees(who, victim, ways, others))
        elif ways and each.key == "missed":
            yield from (Proof("TL-47", "missed", Misses(who, name, ways)) for name in self.names if name != who)
        if each.key == "shot":
            if self.hurt.get(victim) is False:
                self.hurt[victim] = True
            yield from self._drops(victim, "TL-78")

    # --- the board ---------------------------------------------------------------------------------------------------

    def _directions(self, words: str) -> list[Direction]:
        return [DIRECTIONS[word] for word in self._said(words) if word in DIRECTIONS]

    def _is_shot(self, words: str) -> bool:
        return "shoot" in self._said(words)

    def _said(self, words: str) -> list[str]:
        return SPOKEN.plain(words.rpartition(":")[2], self.names).split()

    def _on(self, mark: str) -> tuple[Endpoint, ...]:
        return tuple(Endpoint(cell, (has(cell, mark),)) for cell in self.params.grid.cells())

    def _off(self, mark: str) -> tuple[Endpoint, ...]:
        return tuple(Endpoint(cell, bars=(has(cell, mark),)) for cell in self.params.grid.cells())

    def _steps(self, towards: Direction) -> Iterator[tuple[Cell, Cell]]:
        """The cells from which a step leads that way, and those to which."""
        grid = self.params.grid
        yield from ((cell, other) for cell in grid.cells() if (other := grid.step(cell, towards)) is not None)

    def _walled(self, towards: Direction) -> Iterator[Endpoint]:
        """The cells with a wall on that side: inner walls, and the outer wall but for its exits."""
        grid = self.params.grid
        for cell in grid.cells():
            line = border(grid, cell, towards)
            if grid.step(cell, towards) is None:
                yield Endpoint(cell, bars=(has(line, "exit"),))
            else:
                yield Endpoint(cell, (wall(line),))

    def _unwalled(self, towards: Direction) -> Iterator[Endpoint]:
        """The cells without an inner wall on that side."""
        grid = self.params.grid
        for cell in grid.cells():
            inner = (wall(border(grid, cell, towards)),) if grid.step(cell, towards) is not None else ()
            yield Endpoint(cell, bars=inner)

    def _gates(self, towards: Direction) -> Iterator[Endpoint]:
        grid = self.params.grid
        for cell in grid.cells():
            if grid.step(cell, towards) is None:
                yield Endpoint(cell, (has(border(grid, cell, towards), "exit"),))

    def _lines(self, towards: Direction) -> Iterator[Way]:
        grid = self.params.grid
        for cell in grid.cells():
            at, bars = cell, tuple[Fact, ...]()
            for _ in range(RANGE_OF_A_BULLET):
                onward = grid.step(at, towards)
                if onward is None:
                    break
                bars = (*bars, wall(border(grid, at, towards)))
                at = onward
                yield Way(cell, at, bars=bars)

    # --- where a step leads ------------------------------------------------------------------------------------------

    def to_tile(self, towards: Direction, kind: str) -> tuple[tuple[Way, ...], ...]:
        """A step onto a tile of one kind, where the player stays."""
        return (tuple(self._entering(towards, lambda cell: cell, kind)),)

    def by_river(self, towards: Direction) -> tuple[tuple[Way, ...], ...]:
        """A step onto a river tile, and one tile downstream (TL-66)."""
        grid = self.params.grid
        down = (
            Way(("in", cell), onward, (flows(cell, d),), (wall(border(grid, cell, d)),))
            for cell in grid.cells()
            for d in "NESW"
            if (onward := grid.step(cell, d)) is not None
        )
        return tuple(self._entering(towards, lambda cell: ("in", cell))), tuple(down)

    def to_river_end(self, towards: Direction) -> tuple[tuple[Way, ...], ...]:
        """A step onto a river tile whose stream a wall stops (TL-68)."""
        grid = self.params.grid
        stays = (
            Way(("in", cell), cell, (flows(cell, d), *([wall(border(grid, cell, d))] if grid.step(cell, d) else [])))
            for cell in grid.cells()
            for d in "NESW"
        )
        return tuple(self._entering(towards, lambda cell: ("in", cell))), tuple(stays)

    def by_portal(self, towards: Direction) -> tuple[tuple[Way, ...], ...]:
        """A step onto a portal, and out of its partner; a fake one leads nowhere (TL-70 to TL-74)."""
        p = self.params
        sets = (*map(two_way_set, TWO_WAY[: p.two_way]), *map(three_way_set, THREE_WAY[: p.three_way]))
        cells, marks = p.grid.cells(), [mark for each in sets for mark in each]
        fake = (Way(("in", cell), ("fake", cell), (has(cell, "fake"),)) for cell in cells)
        enters = (Way(("in", cell), ("portal", mark), (has(cell, mark),)) for cell in cells for mark in marks)
        leaves = (Way(("portal", mark), cell, (has(cell, LEADS_TO[mark]),)) for cell in cells for mark in marks)
        stays = (Way(("fake", cell), cell) for cell in cells)
        return tuple(self._entering(towards, lambda cell: ("in", cell))), (*fake, *enters), (*stays, *leaves)

    def _entering(self, towards: Direction, node: Callable[[Cell], object], *needs: str) -> Iterator[Way]:
        """The ways onto the next tile in a direction, where no wall bars it and the tile is of that kind."""
        for cell, entered in self._steps(towards):
            line = border(self.params.grid, cell, towards)
            yield Way(cell, node(entered), tuple(has(entered, mark) for mark in needs), (wall(line),))


def _shifted(cell: Cell, marks: Sequence[str], sources: Sequence[str]) -> dict[Fact, Fact | bool]:
    """For each mark of a cell the fact whose value it takes; false for an empty mark."""
    return {
        has(cell, mark): has(cell, source) if source else False for mark, source in zip(marks, sources, strict=True)
    }


def _levels(depth: int) -> tuple[str, ...]:
    """The marks of a cell on which at least 1, 2, ... treasures lie."""
    return (LIES, *(f"{LIES} {n}" for n in range(2, depth + 1)))


def _lying(depth: int) -> frozenset[str]:
    return frozenset(_levels(depth))


Stages = tuple[tuple[Way, ...], ...]
_MOVEMENTS: Mapping[str, tuple[str, Callable[[TreasuresEvidence, Direction], Stages]]] = {
    "safe": ("TL-58", lambda seen, d: seen.to_tile(d, GROUND)),
    "shop": ("TL-60", lambda seen, d: seen.to_tile(d, "shop")),
    "hospital": ("TL-62", lambda seen, d: seen.to_tile(d, "hospital")),
    "marsh": ("TL-64", lambda seen, d: seen.to_tile(d, "marsh")),
    "river": ("TL-69", TreasuresEvidence.by_river),
    "river-wall": ("TL-68", TreasuresEvidence.to_river_end),
    "portal": ("TL-70", TreasuresEvidence.by_portal),
}
"""What is said of a movement: the rule, and the ways that it may have been."""
_OF_A_STEP = frozenset({*_MOVEMENTS, "blocked", "exit", "won"})
"""The keys of what is said of a step alone."""
