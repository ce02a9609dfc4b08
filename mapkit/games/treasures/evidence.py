"""What the announcements of Treasures of the Abandoned Labyrinth prove.

Each line says what one announcement means, by its rule. What packs announce proves little: it only says what may have
changed since, so that nothing is concluded that is not so. What is not used is named in `UNUSED`, and by
`TreasuresEvidence.unused` where it was heard.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Literal, cast

from mapkit.games.kit.movement import KnownMoves, Move, MoveCourse, statement_of
from mapkit.games.treasures.design import (
    FLOWS,
    GROUND,
    PORTALS,
    Params,
    kinds,
    legend,
    movement,
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
    Proof,
    Query,
    Sees,
    Stands,
    TurnEffect,
    Vanishes,
)
from mapkit.model.grid import COMPASS, Border, Cell, Direction, border
from mapkit.model.rule import Endpoint, Fact, Facts, Node, Way, has, wall
from mapkit.model.ruling import Announcement, heard

LIES = "lies"
"""The mark of a cell on which a treasure lies; with a number behind it, of one on which so many lie."""
CHANGING = frozenset({"wall", "exit", LIES})
"""The marks that a correction by the game master may change."""
QUIET = frozenset(
    """
begin turn loses buried shared alone modules gift healed kit shield injured infected
gm-says gm-has gm-healthy gm-loses gm-loses-none gm-turn
""".split()  # noqa: SIM905 (twenty words, each in quotes, are harder to read)
)
"""The keys of announcements that can be true on any map: they follow from others and from dice, or tell nothing."""
MONSTERS, SCANS, LIGHT = "where monsters are", "what scanners show", "what flashlights show"
SHELVES, TREASURES = "what donation centers hold", "where treasures lie"
RULED, UNHEARD = "what the game master has corrected", "what others alone have heard"
UNUSED = {
    **{f"{verb}-{who}": MONSTERS for verb in ("hits", "drives") for who in ("bear", "dog", "zombie")},
    **dict.fromkeys(
        ["growl", "bark", "groan", "sniffs", "mauls", "licks", "snatches", "bites", "meets-infected"], MONSTERS
    ),
    **dict.fromkeys(["scans", "scans-one", "scans-nothing", "scans-pure", "scans-fools", "scans-trap"], SCANS),
    **dict.fromkeys(("shines", "shines-end"), LIGHT),
    **dict.fromkeys(("shelf", "shelf-empty", "donates", "receives"), SHELVES),
    "trap": TREASURES,
    "fools-gold": TREASURES,
}
"""For the keys of announcements that are not used, or not wholly, what is not looked at."""
_TRADES = frozenset({"trades", "gives", "offers", "offers-gift", "asks"})
_BATTLES = frozenset({"battle", "battle-lost", "battle-bullet", "battle-lost-guarded", "battle-bullet-guarded"})


class TreasuresEvidence:
    """The evidence of Treasures, for a map with these settings and these players."""

    def __init__(self, params: Params, names: Sequence[str]) -> None:
        self.params, self.names, self.movement = params, tuple(names), movement(params)
        self.movements = self.movement.keys
        """The keys of all that is heard of movements."""
        self._staying = dict[tuple[Cell, ...], Lead]()
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
        if said.key in (*_STEPS, "missed"):
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
        moved = bool(keys & self.movements - _STAYS) if is_step else None
        return TurnEffect(moved, {who: 1} if keys & {"marsh", "stays"} else {})

    def facts_of(self, facts: Facts) -> Facts:
        """The facts of a map as they are."""
        return facts

    def leads(self, facts: Facts) -> Mapping[tuple[Cell, str], Lead]:
        """What each step leads to; nothing is told where a pack is on."""
        if self.params.on:
            return {}
        known, found, landed = KnownMoves(self.movement, facts), dict[tuple[Cell, str], Lead](), dict[Node, Lead]()
        for cell, way, moves in self._step_moves:
            move = next(move for move in moves if known.is_open(move.way))
            target = move.way.target
            if isinstance(target, str | Border):
                found[cell, way] = Lead(move.says[0], cell, 0, "exit" if isinstance(target, Border) else "")
                continue
            if target not in landed:
                landed[target] = self._lead(move, known)
            found[cell, way] = landed[target]
        return found

    def _lead(self, step: Move, known: KnownMoves) -> Lead:
        """What a step onto a tile leads to; one of which nothing is drawn is as a Safe tile (TL-58 to TL-74)."""
        (cell,) = MoveCourse("", (step,)).entered
        drawn = (cell, *known.marks.get(cell, ()))
        if drawn not in self._staying:
            course = known.follow(step)
            kind, to = next(iter(course.said), "safe"), cast(Cell, course.to)
            lies = has(to, LIES) in known.facts
            finds: Literal["", "prize", "healing"] = "prize" if lies else "healing" if kind == "hospital" else ""
            lead = Lead(f"{kind} {LIES}" if lies else kind, to, 2 if kind == "marsh" else 1, finds)
            if kind.startswith(("river", "portal")):
                return lead
            self._staying[drawn] = lead  # what else is drawn does not change it
        return self._staying[drawn]

    @cached_property
    def _step_moves(self) -> Sequence[tuple[Cell, str, Sequence[Move]]]:
        steps = ((cell, way) for cell in self.params.grid.cells() for way in "NESW")
        return [(cell, COMPASS[way], self.movement.leaving(cell, way)) for cell, way in steps]

    # --- the beginning -----------------------------------------------------------------------------------------------

    def begins(self, _: Sequence[Announcement]) -> Iterator[Proof]:
        """Players start on Safe tiles, no two on the same (TL-29); treasures lie where they are drawn (TL-23)."""
        p = self.params
        for cell in p.grid.cells():
            yield Proof("TL-23.a", "begin", Holds(has(cell, GROUND), tuple(self.movement.cases(has(cell, GROUND)))))
            for whole, parts in self.groups.items():
                yield Proof("TL-9", "begin", Holds(has(cell, whole), tuple(has(cell, mark) for mark in parts)))
            if self.follows_treasures:
                yield Proof("TL-23", "begin", Holds(has(cell, LIES), tuple(has(cell, mark) for mark in p.treasures_on)))
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
        moved = bool(who) and (yield from self._moves(who, words, keys))
        for announcement in heard:
            yield from self._proves(who, towards, announcement)
            if announcement.key in ("healed", "kit", "gm-healthy"):
                self.hurt[dict(announcement.args)["player"]] = False
            elif announcement.key in ("injured", "infected"):
                self.hurt[dict(announcement.args)["player"]] = True
        if moved:
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

    def _moves(self, who: str, words: str, keys: Sequence[str]) -> Generator[Proof, None, bool]:
        """What is proven by what is heard of a movement; gives whether there was one."""
        answers = [key for key in keys if key in self.movements or key in _LEAVING]
        said = tuple("exit" if key in _LEAVING else key for key in answers)
        spoken = () if self._is_shot(words) else self._said(words)
        word = next((each for each in reversed(spoken) if each in self._requests), "")
        asked = DIRECTIONS.get(word, word) if said or [*spoken] in ([word], ["go", word]) else ""
        stages = self.movement.stages(self.params.grid.cells(), asked, [said]) if asked else ()
        if asked and (said or stages):
            rule = _RULES.get(said[0], "TL-40") if said else "TL-40"
            yield Proof(rule, " ".join(answers), statement_of(who, stages))
        return bool(stages) and _STAYS.isdisjoint(said)

    def _proves(self, who: str, towards: Direction, each: Announcement) -> Iterator[Proof]:
        said = dict(each.args)
        match each.key:
            case "exit" | "won" | "fools-gold" | "out":
                yield from self._leaves(who, each.key)
            case key if key in self.movements:
                pass
            case key if key in _TRADES:
                yield Proof("TX-8", key, Meets(said["player"], said["other"]))
            case key if key in _BATTLES:
                yield from self._battles(who, key, said["player"], said["other"])
            case key if key.startswith(("rolls-", "drops-")):
                rolls = key.startswith("rolls-")
                yield Proof("TL-60" if rolls else "TL-51", key, Stands(who, (self._on if rolls else self._off)("shop")))
            case "blows-nothing" if towards:
                yield Proof("TX-43", "blows-nothing", Stands(who, tuple(self._unwalled(towards))))
            case "stays":
                yield Proof("TL-63", "stays", Stands(who, self._on("hospital")))
                self.hurt.pop(who, None)
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

    def _leaves(self, who: str, key: str) -> Iterator[Proof]:
        """Whoever goes through an exit with a treasure has it no more (TL-56, TL-57)."""
        yield from self._denied(who, "TL-57", key, key == "exit" and who in self.carriers)
        if key in ("fools-gold", "out"):
            self.carriers.discard(who)
        if key == "out":
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

    @property
    def _requests(self) -> frozenset[str]:
        """The words that ask for a movement."""
        return frozenset({*DIRECTIONS, *self.movement.requests} - {*"NESW"})

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

    def _unwalled(self, towards: Direction) -> Iterator[Endpoint]:
        """The cells without an inner wall on that side."""
        grid = self.params.grid
        for cell in grid.cells():
            inner = (wall(border(grid, cell, towards)),) if grid.step(cell, towards) is not None else ()
            yield Endpoint(cell, bars=inner)

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


_RULES = {
    "blocked": "TL-55.1",
    "exit": "TL-57",
    "safe": "TL-58",
    "shop": "TL-60",
    "hospital": "TL-62",
    "marsh": "TL-64",
    "river-wall": "TL-68",
    "river": "TL-69",
    "portal": "TL-70",
    "donation": "TX-16",
    **dict.fromkeys(("stairs-up", "stairs-down", "climbs", "descends"), "TX-22"),
    **dict.fromkeys(("elevator", "rides"), "TX-23"),
}
"""The rule behind each key that is heard of a movement."""
_STEPS = frozenset("blocked exit won safe shop hospital marsh river-wall river portal".split())  # noqa: SIM905
"""The keys of what is heard of a step alone."""
_STAYS = frozenset({"blocked", "exit"})
"""The keys of requests that are no movement."""
_LEAVING = frozenset({"won", "fools-gold", "out"})
"""The keys of what is heard instead of `exit` from a player who carries something."""
