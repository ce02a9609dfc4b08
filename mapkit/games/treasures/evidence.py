"""What the announcements of Treasures of the Abandoned Labyrinth prove.

Each line says what one announcement means, by its rule. What packs announce proves little: it only says what may have
changed since, so that nothing is concluded that is not so. What is not used is named in `UNUSED`, and by
`TreasuresEvidence.unused` where it was heard.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Literal, cast

from mapkit.games.kit.movement import KnownMoves, Move, is_just_entered, statement_of
from mapkit.games.treasures.design import FLOWS, GROUND, PORTALS, SETS, Params, kinds, legend, movement
from mapkit.games.treasures.pack import packs_on
from mapkit.games.treasures.speech import ANSWERS, ANSWERS_TO, DIRECTIONS, meanings
from mapkit.games.treasures.state import RANGE_OF_A_BULLET
from mapkit.language.directives import vocabulary, with_name
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
    elsewhere,
)
from mapkit.model.grid import COMPASS, Border, Cell, Direction, border
from mapkit.model.message import message, noun
from mapkit.model.observation import Meaning
from mapkit.model.rule import Endpoint, Fact, Facts, Way, has, wall
from mapkit.model.ruling import Announcement, heard

LIES = "lies"
"""The mark of a cell on which a treasure lies; with a number behind it, of one on which so many lie."""
CHANGING = frozenset({"wall", "exit", LIES})
"""The marks that a correction by the game master may change."""
QUIET = frozenset(
    """
begin size counts turn loses buried shared alone modules gift healed kit shield injured infected
gm-says gm-has gm-healthy gm-loses gm-loses-none gm-turn
""".split()  # noqa: SIM905 (twenty words, each in quotes, are harder to read)
)
"""The keys of announcements that can be true on any map: they follow from others and from dice, or tell nothing."""
MONSTERS, SCANS = message("where monsters are"), message("what scanners show")
SHELVES, TREASURES = message("what donation centers hold"), message("where treasures lie")
RULED, UNHEARD = message("what the game master has corrected"), message("what others alone have heard")
UNUSED = {
    **{f"{verb}-{who}": MONSTERS for verb in ("hits", "drives") for who in ("bear", "dog", "zombie")},
    **dict.fromkeys(
        ["growl", "bark", "groan", "sniffs", "mauls", "licks", "snatches", "bites", "meets-infected"], MONSTERS
    ),
    "scans-nothing": SCANS,
    **dict.fromkeys(("shelf", "shelf-empty", "donates", "receives"), SHELVES),
    "trap": TREASURES,
    "fools-gold": TREASURES,
}
"""For the keys of announcements that are not used, or not wholly, what is not looked at."""
_TRADES = frozenset({"trades", "gives", "offers", "offers-gift", "asks"})
_BATTLES = frozenset({"battle", "battle-lost", "battle-bullet", "battle-lost-guarded", "battle-bullet-guarded"})
_SCANNED = {"scans-pure": "treasure", "scans-fools": "fools", "scans-trap": "trapped"}
_SHOWN = frozenset({"shines", "shines-end", "scans", "scans-one", *_SCANNED})
_OTHERS = frozenset({"stays", "blows", "blows-nothing", *_SHOWN})
_SHOTS = frozenset({"shot", "shot-guarded", "shot-again", "missed"})


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
        self.lies: tuple[str, ...] = (LIES,)
        """The marks of a cell on which at least 1, 2, ... treasures lie."""
        self.meanings = meanings(pack.speaking for pack in packs_on(params))
        self.follows_treasures = not params.on
        self.lie_as_drawn = True
        """Whether every treasure still lies where it was drawn, as far as that is followed."""
        self.answers = {**dict.fromkeys(ANSWERS, False), **dict.fromkeys(ANSWERS_TO, True)}
        self.groups = {"river": FLOWS, "portal": ("fake", *PORTALS)}
        single = (kind for kind in kinds(params) if kind not in (*FLOWS, "fake", *PORTALS))
        drawn = legend(params)
        self.asks = Query(
            (*single, *self.groups),
            self.groups,
            ("wall", "exit"),
            {**{mark: glyph for glyph, mark in drawn.cells.items()}, "river": "~", "portal": "O"},
            {**drawn.words, "river": noun("river tile"), "portal": noun("portal")},
            {GROUND: ("safe", *params.treasures_on)},
            {mark: "two-way portal" if len(marks) == 2 else "three-way portal" for marks in SETS for mark in marks},
        )

    announces = ()
    """Nothing is announced before the first turn that is not a setting."""

    def announced(self, _: Mapping[str, str]) -> tuple[Announcement, ...]:
        return ()

    def answer(self, who: str, words: str) -> Announcement | None:
        said, name = with_name(words, self.names)
        said = vocabulary("treasures", part="answers").plain(said)
        if name:
            known = ANSWERS_TO.get(said) if name != who else None
            two = {"player": name, "other": who} if said == "loses to" else {"player": who, "other": name}
            return heard(known, **two) if known else None
        return heard(ANSWERS[said], player=who) if said in ANSWERS else None

    def is_answered(self, words: str) -> bool:
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
        return facts

    def leads(self, facts: Facts) -> Mapping[tuple[Cell, str], Lead]:
        """What each step leads to; nothing is told where a pack is on."""
        if self.params.on:
            return {}
        known, found, landed = KnownMoves(self.movement, facts), dict[tuple[Cell, str], Lead](), dict[Cell, Lead]()
        for step, fact, leads in self._step_leads:
            move, lead = leads[fact in facts]
            if move is not None:
                if lead.to not in landed:
                    landed[lead.to] = self._lead(move, lead.to, known)
                lead = landed[lead.to]
            found[step] = lead
        return found

    def _lead(self, step: Move, cell: Cell, known: KnownMoves) -> Lead:
        """What a step onto a tile leads to; one of which nothing is drawn is as a Safe tile (TL-58 to TL-74)."""
        drawn = (cell, *known.marks.get(cell, ()))
        if drawn not in self._staying:
            course = known.follow(step)
            kind, to = next(iter(course.keys), "safe"), cast(Cell, course.to)
            lies = has(to, LIES) in known.facts
            finds: Literal["", "prize", "healing"] = "prize" if lies else "healing" if kind == "hospital" else ""
            lead = Lead(f"{kind} {LIES}" if lies else kind, to, 2 if kind == "marsh" else 1, finds)
            if kind.startswith(("river", "portal")):
                return lead
            self._staying[drawn] = lead  # what else is drawn does not change it
        return self._staying[drawn]

    @cached_property
    def _step_leads(self) -> Sequence[tuple[tuple[Cell, str], Fact, Sequence[tuple[Move | None, Lead]]]]:
        """For each step the fact of its border that decides where it leads, if the fact does not hold and if it does.

        Where the step enters a tile, the move stands beside it.
        """
        found = list[tuple[tuple[Cell, str], Fact, Sequence[tuple[Move | None, Lead]]]]()
        for cell, way in ((cell, way) for cell in self.params.grid.cells() for way in "NESW"):
            moves = {bool(move.way.needs): move for move in self.movement.leaving(cell, way)}
            leads = list[tuple[Move | None, Lead]]()
            for move in (moves[False], moves[True]):
                target = move.way.target
                if isinstance(target, tuple) and is_just_entered(target):
                    leads.append((move, Lead("", str(target[1]), 0, "")))
                else:
                    leads.append((None, Lead(move.says[0], cell, 0, "exit" if isinstance(target, Border) else "")))
            found.append(((cell, COMPASS[way]), moves[True].way.needs[0], leads))
        return found

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

    def put_elsewhere(self, who: str, cell: Cell) -> Iterator[Proof]:
        return elsewhere("TL-G4", who, cell)

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
            yield from self._changes(who, announcement)
        if moved:
            # Whom the player meets, and whether a treasure lies there, is always said (TL-32.a, TL-75)
            met = {dict(announcement.args)["other"] for announcement in heard if announcement.key.startswith("meets-")}
            for other in self.names:
                if other != who:
                    found = Meets(who, other) if other in met else Apart(who, other)
                    yield Proof("TL-32.a", "meets" if other in met else message("no meeting"), found)
            if self.follows_treasures:
                lies = any(announcement.key == "treasure" for announcement in heard)
                spots = self._on(LIES) if lies else self._off(LIES)
                yield Proof("TL-75", "treasure" if lies else message("no treasure"), Stands(who, spots))

    def _moves(self, who: str, words: str, keys: Sequence[str]) -> Generator[Proof, None, bool]:
        """What is proven by what is heard of a movement; gives whether there was one."""
        answers = [key for key in keys if key in self.movements or key in _LEAVING]
        said = tuple("exit" if key in _LEAVING else key for key in answers)
        spoken = () if self._is_shot(words) else self._said(words)
        requests = {*DIRECTIONS, *self.movement.requests} - {*"NESW"}
        word = next((asked for asked in reversed(spoken) if asked in requests), "")
        request = DIRECTIONS.get(word, word) if said or [*spoken] in ([word], ["go", word]) else ""
        stages = self.movement.stages(self.params.grid.cells(), request, [said]) if request else ()
        if request and (said or stages):
            rule = _RULES.get(said[0], "TL-40") if said else "TL-40"
            yield Proof(rule, " ".join(answers), statement_of(who, stages))
        return bool(stages) and _STAYS.isdisjoint(said)

    def _proves(self, who: str, towards: Direction, each: Announcement) -> Iterator[Proof]:
        """What an announcement proves of places, beside movements; players trade and battle on one tile."""
        said, key = dict(each.args), each.key
        if key in _TRADES:
            yield Proof("TX-8", key, Meets(said["player"], said["other"]))
        elif key in _BATTLES:  # two who are healthy, and in no hospital (TL-52 to TL-54)
            two = said["player"], said["other"]
            yield Proof("TL-52", key, Meets(*two))
            yield Proof("TL-54", key, Stands(who, self._off("hospital")))
            yield from self._denied(who, "TL-53", key, any(self.hurt.get(name, False) for name in two))
        elif key.startswith(("rolls-", "drops-")):
            rolls = key.startswith("rolls-")
            yield Proof("TL-60" if rolls else "TL-51", key, Stands(who, (self._on if rolls else self._off)("shop")))
        elif key in ("blows", "blows-nothing") and towards:
            blows, grid = key == "blows", self.params.grid
            lines = {cell: wall(border(grid, cell, towards)) for cell in grid.cells() if grid.step(cell, towards)}
            walled = tuple(Endpoint(cell, (fact,)) for cell, fact in lines.items())
            free = tuple(Endpoint(cell, bars=(lines[cell],) if cell in lines else ()) for cell in grid.cells())
            yield Proof("TX-43", key, Stands(who, walled if blows else free))
            if blows:
                yield Proof("TX-43", key, Alters(who, {cell: {fact: False} for cell, fact in lines.items()}))
        elif key == "stays":
            yield Proof("TL-63", "stays", Stands(who, self._on("hospital")))
            self.hurt.pop(who, None)
        elif key in _SHOWN:
            yield from self._shown(who, towards, key, said)
        elif key in _SHOTS and towards:  # a bullet flies three tiles, and walls stop it (TL-43 to TL-47)
            victim, ways = said.get("other", ""), tuple(self._lines(towards))
            others = tuple(name for name in self.names if name not in (who, victim))
            if victim:
                yield Proof("TL-45", key, Sees(who, victim, ways, others))
            elif key == "missed":
                yield from (Proof("TL-47", "missed", Misses(who, name, ways)) for name in others)

    def _shown(self, who: str, towards: Direction, key: str, said: Mapping[str, str]) -> Iterator[Proof]:
        """What a flashlight shows; a scanner does while all treasures lie where they were drawn (TX-35, TX-40)."""
        if key in ("shines", "shines-end"):
            tiles = said["what"].split(", ") if key == "shines" else []
            yield Proof("TX-40", key, Stands(who, tuple(self._lit(towards, tiles, said.get("words", "")))))
        elif self.lie_as_drawn and key in _SCANNED:
            yield Proof("TX-38", key, Stands(who, self._on(_SCANNED[key])))
        elif self.lie_as_drawn:
            yield Proof("TX-35", key, Stands(who, tuple(self._scanned(int(said.get("count", 1))))))
        else:
            self.unused[SCANS] = None

    def _denied(self, who: str, rule: str, key: str, so: bool) -> Iterator[Proof]:
        """An announcement that cannot be true, where that is so and everything was heard that counts for it."""
        if so and self.follows_treasures:
            yield Proof(rule, key, Stands(who, ()))

    def _changes(self, who: str, each: Announcement) -> Iterator[Proof]:
        """What an announcement means for the health and the treasure of players, and what else it may have changed."""
        said, key = dict(each.args), each.key
        means = self.meanings[key].means if key in self.meanings else None
        self.lie_as_drawn &= means is not Meaning.TAKEN and key != "trap" and not key.startswith("gm-")
        player = said.get("other", said.get("player", who))
        if means is Meaning.HEALTHY:
            self.hurt[player] = False
        elif means is Meaning.INJURED:
            if key != "shot" or self.hurt.get(player) is False:
                self.hurt[player] = True
            yield from self._drops(player, "TL-G4" if key.startswith("gm-") else "TL-78")
        elif means is Meaning.PUT_DOWN:
            yield from self._drops(who, "TL-76.1.a")
        elif means is Meaning.TAKEN:
            yield from self._denied(who, "TL-76", key, self.hurt.get(who, False) or who in self.carriers)
            self.carriers.add(who)
            if self.follows_treasures:
                cells, fewer = self.params.grid.cells(), (*self.lies[1:], "")
                yield Proof("TL-76", "takes", Stands(who, self._on(LIES)))
                yield Proof("TL-76", "takes", Alters(who, {cell: self._shifted(cell, fewer) for cell in cells}))
        elif key == "exit" or key in _LEAVING:  # whoever goes out with a treasure has it no more (TL-56, TL-57)
            yield from self._denied(who, "TL-57", key, key == "exit" and who in self.carriers)
            if key in ("fools-gold", "out"):
                self.carriers.discard(who)
            self.names = tuple(name for name in self.names if (key, name) != ("out", who))
        elif key in ("gm-carries", "gm-carries-none"):
            (self.carriers.add if key == "gm-carries" else self.carriers.discard)(player)
        elif not self._understands(key):
            if key.startswith("gm-"):
                self.unused[RULED] = None
            else:
                self.follows_treasures = False
            # Players may be anywhere, and what can change has changed
            yield from (Proof("TX-1", key, Vanishes(name)) for name in self.names)
            yield Proof("TX-1", key, Forgets(CHANGING.union(self.lies)))

    def _understands(self, key: str) -> bool:
        """Whether it is known what else an announcement tells; a correction mostly tells nothing (TL-G4)."""
        told = (_TRADES, _BATTLES, _SHOTS, self.movements, QUIET, UNUSED, _OTHERS)
        return any(key in keys for keys in told) or key.startswith(("rolls-", "drops-", "meets-", "treasure"))

    def _overheard(self, who: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """What is known of a directive whose answers were for another player alone."""
        if who:
            yield Proof("TL-G3", "private", Vanishes(who))
        blown = {"wall"} if self.params.on else set()  # with packs a player may blow walls up (TX-43)
        yield Proof("TL-G3", "private", Forgets(frozenset({*self.lies, *blown})))
        self.follows_treasures = self.lie_as_drawn = False
        for each in heard:
            if each.key.startswith("meets-"):
                yield Proof("TL-32.a", each.key, Meets(dict(each.args)["player"], dict(each.args)["other"]))

    def _drops(self, who: str, rule: str) -> Iterator[Proof]:
        """A treasure comes to lie on the player's tile, if they carried one."""
        if who not in self.carriers:
            return
        self.carriers.discard(who)
        if self.follows_treasures:
            cells, fewer = self.params.grid.cells(), self.lies
            self.lies = (*fewer, f"{LIES} {len(fewer) + 1}")
            yield from (Proof(rule, "drops", Holds(has(cell, self.lies[-1]), ())) for cell in cells)
            becomes = {cell: {**self._shifted(cell, ("", *fewer)), has(cell, LIES): True} for cell in cells}
            yield Proof(rule, "drops", Alters(who, becomes))

    def _shifted(self, cell: Cell, sources: Sequence[str]) -> dict[Fact, Fact | bool]:
        """For each mark of so many treasures the fact of the cell whose value it takes; false for an empty mark."""
        pairs = zip(self.lies, sources, strict=True)
        return {has(cell, mark): has(cell, source) if source else False for mark, source in pairs}

    # --- the board ---------------------------------------------------------------------------------------------------

    def _directions(self, words: str) -> list[Direction]:
        return [DIRECTIONS[word] for word in self._said(words) if word in DIRECTIONS]

    def _is_shot(self, words: str) -> bool:
        return "shoot" in self._said(words)

    def _said(self, words: str) -> list[str]:
        return vocabulary("treasures").plain(words.rpartition(":")[2], self.names).split()

    def _on(self, mark: str) -> tuple[Endpoint, ...]:
        return tuple(Endpoint(cell, (has(cell, mark),)) for cell in self.params.grid.cells())

    def _off(self, mark: str) -> tuple[Endpoint, ...]:
        return tuple(Endpoint(cell, bars=(has(cell, mark),)) for cell in self.params.grid.cells())

    def _scanned(self, steps: int) -> Iterator[Endpoint]:
        """Where a player may stand who is so many steps from the nearest treasure (TX-35)."""
        grid, marks = self.params.grid, self.params.treasures_on
        for cell in grid.cells():
            near = tuple(other for other in grid.cells() if grid.steps_apart(cell, other) < steps)
            bars = tuple(has(other, mark) for other in near for mark in marks)
            for other in grid.cells():
                if grid.steps_apart(cell, other) == steps:
                    yield from (Endpoint(cell, (has(other, mark),), bars) for mark in marks)

    def _lit(self, towards: Direction, tiles: Sequence[str], end: str) -> Iterator[Endpoint]:
        """Where a player may stand whose flashlight shows these tiles, and what ends them (TX-39, TX-40)."""
        grid, marks = self.params.grid, defaultdict[str, list[str]](list)
        for pack in packs_on(self.params):
            for mark, words in pack.lit.items():
                marks[words].append({"safe": GROUND, "fake": "portal"}.get(mark, mark))
        marks["a RIVER"] = ["river"]
        for cell in grid.cells():
            at, free, cases = cell, list[Fact](), [tuple[Fact, ...]()]
            for tile in tiles:
                free.append(wall(border(grid, at, towards)))
                at = grid.step(at, towards) or ""
                if not at:
                    break
                of = marks[tile.removesuffix(" with TREASURE")]
                cases = [(*case, has(at, mark)) for case in cases for mark in of]
            else:
                line, inside = border(grid, at, towards), bool(grid.step(at, towards))
                gap = has(line, "exit")
                needs = {"a wall": (wall(line),) if inside else (), "an exit": (gap,)}.get(end, ())
                bars = (*free, gap) if end == "a wall" and not inside else free
                if not inside or end != "an exit":
                    yield from (Endpoint(cell, (*case, *needs), tuple(bars)) for case in cases)

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
