"""What the announcements of Maze on paper prove (`docs/rules/labyrinth.md`, C to G).

An answer says several things at once: what was entered, whether that carried the player on, and what lies there. What
is not used is named in `UNUSED`, and by `LabyrinthEvidence.unused` where it was heard.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from mapkit.games.kit.movement import bearing, just_entered, statement_of
from mapkit.games.labyrinth.code import read_code
from mapkit.games.labyrinth.design import (
    ANY,
    BARRIER,
    CHAINS,
    END,
    FED,
    HOLE,
    LETTERS,
    LONGEST,
    ONE,
    OPAQUE,
    PLACE,
    PLAIN,
    PLAIN_GROUND,
    RIVER,
    SOLID_WALL,
    STAY,
    WORMHOLE,
    DrawingSummary,
    Params,
    in_plane,
    kinds,
    legend,
    limits_of_code,
    movement,
)
from mapkit.games.labyrinth.pack import OptionPack
from mapkit.games.labyrinth.speech import (
    ANSWERED,
    ANSWERS,
    ANSWERS_TO,
    CARRIERS,
    FOUND,
    GROUNDS,
    HARM,
    LEADS,
    SPOKEN,
    Directive,
    answer_in,
    counts_told,
    directions,
    lengths_told,
    read,
)
from mapkit.games.labyrinth.state import USES
from mapkit.language.directives import cell_name, vocabulary, with_name
from mapkit.model.errors import BadSetting, refuse_all
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
    Statement,
    TurnEffect,
    Vanishes,
    elsewhere,
)
from mapkit.model.grid import Board, Border, Cell, Direction, Place, border, borders, inner_borders, outer_borders
from mapkit.model.message import Message, Name, message, noun
from mapkit.model.observation import Meaning
from mapkit.model.rule import Amount, Endpoint, Fact, Facts, Way, flows, has
from mapkit.model.ruling import Announcement, heard

LIES, _NO_WIN = "lies", message("no win")
CHAIN_LENGTHS, RIVER_LENGTHS = "chain lengths", "river lengths"
WATERS = ("chains", "rivers")
QUIET = frozenset("asks chosen turn loses last draw gm-says".split())  # noqa: SIM905 (as a line of words)
"""The keys of announcements that can be true on any map: they follow from others, or tell nothing."""
OPENING = frozenset("begin size chains no-chains rivers no-rivers counts kit code yours".split())  # noqa: SIM905
"""The keys of what is announced before the first turn, beside creatures and what was agreed."""
CREATURES, NAMELESS = message("where creatures are"), message("hits without names")
EARLY, STOCK = message("weapons that were named before the step"), message("what each arsenal holds")
TROPHIES, FALLEN = message("what the dead have left"), message("where boomerangs lie")
TREASURES, FALSE = message("where treasures lie"), message("which treasures are false")
STARTS, RULED = message("who is back at the start"), message("what the game master has corrected")
ODD = message("answers that do not belong to their command")
UNUSED = {
    **dict.fromkeys(("meets-bear", "meets-bear-wounded", "meets-bear-killed", "bear-gone", "bear-wounded"), CREATURES),
    "leprechaun-killed": CREATURES,
    **dict.fromkeys(("somebody-wounded", "somebody-killed"), NAMELESS),
    **dict.fromkeys(("named", "not-used"), EARLY),
    "stock": STOCK,
    "back": STARTS,
}
"""For the keys of announcements that are not used, or not wholly, what is not looked at."""
_FOUND = {"trophy": TROPHIES, "boomerang": FALLEN, "bullets-only": STOCK, "grenades-only": STOCK}
"""The same for what an answer to a step names."""
_OF_A_GRENADE = {"impossible-monolith": "monolith-stands", "impossible-wall": "wall-stands"}
"""What `monolith` and `wall` in notes stand for as answers to a grenade."""
_RULES_OF_STEPS = {"placed": "MP-42", "executed": "MP-50", "skipped": "MP-66", "impossible": "MP-52"}
_RULES = {"shoot": "MP-56", "grenade": "MP-62", "knife": "MP-61", "cement": "MP-91", "boomerang": "MP-93"}
"""For each weapon the rule that gives it its use."""
_TELLS = {
    "shoot": {"miss"},
    "grenade": {"destroyed", "no-wall", "monolith-stands", "wall-stands"},
    "knife": {"miss", "nobody"},
    "cement": {"built", "wasted"},
    "boomerang": {"miss", "boomerang-back", "boomerang-falls"},
}
"""For each weapon the announcements of its use, beside hits."""
_OF_WEAPONS = frozenset[str]().union(*_TELLS.values())
_SHOWS = {
    "grenade": {"destroyed": "MP-62", "no-wall": "MP-62.1", "monolith-stands": "MP-62", "wall-stands": "MP-62"},
    "cement": dict.fromkeys(("built", "wasted"), "MP-91"),
    "boomerang": dict.fromkeys(("boomerang-falls", "boomerang-back"), "MP-93"),
}
"""For each weapon the announcements that show what stands on that side of the player, with the rule of each."""
_NOTED = vocabulary("labyrinth", part="notes").forms
"""The words that stand for others above notes."""
_HURT = (Meaning.INJURED, Meaning.DEAD)
_HITS = {"wounded", "killed", "somebody-wounded", "somebody-killed", "bear-wounded", "leprechaun-killed"}


class LabyrinthEvidence:
    """The evidence of Maze on paper, for a map with these settings and these players."""

    def __init__(self, params: Params, names: Sequence[str]) -> None:
        self.params, self.names = replace(params, drawn=DrawingSummary()), tuple(names)
        self.outside: dict[str, Direction] = {}
        self.wounded, self.holders, self.dead = set[str](), set[str](), set[str]()
        self.on: dict[str, str] = {}
        self.follows_treasures = True
        self.movement = movement(self.params)
        self.ill = set[str]()
        self.nameless = False
        self.towards: Direction = ""
        self.unsure = set[str]()
        self.rests = False
        self.unused = dict[Message, None]()
        packs: Sequence[OptionPack[Any]] = params.on
        self.harm = {
            **HARM,
            **{key: means for pack in packs for key, means in pack.means.items() if means in _HURT and _how(key)},
        }
        self.slow = frozenset({"swamp"}).union(*(pack.slow(params) for pack in packs))
        self.hurts = {key: how for pack in packs for key, how in pack.hurts(params).items()}
        self.grounds = GROUNDS.union(*(pack.grounds(params) for pack in packs))
        self.keys = frozenset(key for pack in packs for key in pack.means)
        self.untold = frozenset(key for pack in packs for key in pack.untold)
        self.takes_all = all(pack.picks_up(params) for pack in packs)
        self.noted = {word: key for pack in packs for word, key in pack.noted.items()}
        found = (*ANSWERS, *FOUND, *(key.replace("-", " ") for key in self.grounds), *self.noted)
        self.answers = {**dict.fromkeys(found, False), **dict.fromkeys(ANSWERS_TO, True)}

    @property
    def asks(self) -> Query:
        p, drawn = self.params, legend(self.params)
        rivers: tuple[str, ...] = (RIVER, END) if p.drawn.river else ()
        holes = (WORMHOLE,) if p.drawn.chains else ()
        plain = (*(kind for kind in PLAIN if kind != "swamp" or p.swamps.high != 0), *p.tiles_on)
        return Query(
            (*plain, *rivers, *holes),
            {RIVER: tuple(f"flows {d}" for d in p.grid.directions)} if rivers else {},
            (BARRIER, "exit"),
            {**{mark: glyph for glyph, mark in drawn.cells.items()}, RIVER: "~", WORMHOLE: "O", END: "~o"},
            {**drawn.words, RIVER: noun("river cell"), WORMHOLE: noun("wormhole"), BARRIER: noun("wall")},
            {PLAIN_GROUND: kinds(p)[:3]},
        )

    announces = (CHAIN_LENGTHS, RIVER_LENGTHS)
    """The lengths of the chains and of the rivers, which are no settings."""

    def announced(self, told: Mapping[str, str]) -> tuple[Announcement, ...]:
        """The size, the code, and how long the chains and the rivers are (MP-36 to MP-38); raises BadSetting."""
        p, limits = self.params, limits_of_code(self.params.code)
        chains, rivers = (getattr(p, each).within(limits[each].amount if each in limits else ANY) for each in WATERS)
        river = p.river if rivers == ONE else ANY
        wrong, lengths = list[Message](), dict[str, list[int]]()
        for what, name, number, length in (
            ("chains", CHAIN_LENGTHS, chains, p.chain_length),
            ("rivers", RIVER_LENGTHS, rivers, river),
        ):
            try:
                lengths[what] = _told_lengths(told, name, number, length, p.grid)
            except BadSetting as bad:
                wrong.append(bad.said)
        refuse_all(wrong)
        found = (
            heard(what, count=str(len(each)), lengths=", ".join(map(str, sorted(each))))
            if each
            else heard(f"no-{what}")
            for what, each in lengths.items()
        )
        return heard("size", size=str(p.grid), cell=p.grid.corner), heard("code", code=str(p.code)), *found

    def answer(self, who: str, words: str) -> Announcement | None:
        typed, name = with_name(words, self.names)
        said = next(
            (each for each in map(ANSWERED.plain, (typed, typed.replace("-", " "))) if each in self.answers), ""
        )
        if name:
            if said == "corpse" and name == who:
                return None
            two = {"player": who, "other": name} if said == "corpse" else {"player": name}
            return heard(said, **two) if said in ANSWERS_TO else None
        if said in FOUND:
            return heard("what", what=FOUND[said])
        if (key := said.replace(" ", "-")) in self.grounds:
            return heard("what", what=key)
        if said in self.noted:
            return heard(self.noted[said], player=who)
        if said not in ANSWERS:
            return None
        key = ANSWERS[said] or said
        for pack in self.params.on:
            key = pack.told_as(self.params, key)
        return heard(key, player=who)

    def is_answered(self, words: str) -> bool:
        asked = self._read(words)
        return bool(asked.ways) and not asked.later

    def can_answer(self, words: str, said: Announcement) -> bool:
        """A directive names one direction at most; only a step is executed, and only a skip is skipped."""
        asked = self._read(words)
        if len(asked.ways) > 1:
            return False
        if said.key.startswith("executed"):
            return asked.verb == "step" and bool(asked.ways)
        return asked.verb == "skip" or not said.key.startswith("skipped")

    def turn_taken(self, who: str, words: str, heard: Sequence[Announcement]) -> TurnEffect | None:
        """One step is made in each turn; S2 gives one request; a swamp costs the next (MP-54, MP-55, MP-89)."""
        keys = {announcement.key for announcement in heard}
        if any(key.startswith("somebody") for key in keys):
            return None
        verb, towards = self._verb_and_way(words)
        if _won(keys) or keys & {"last", "draw"}:  # a weapon may decide the game after the step of its turn
            return TurnEffect(True if verb in ("step", "skip") else None, dict.fromkeys(self.names, math.inf))
        if not all(pack.follows_turns(self.params) for pack in self.params.on):
            return None
        loses = {dict(each.args)["player"]: math.inf for each in heard if self.harm.get(each.key) is Meaning.DEAD}
        lead, what = answer_in(heard)
        if not lead or verb not in ("step", "skip"):
            return TurnEffect(None, loses)
        swamp = {who: 1.0} if lead == "executed" and not self.slow.isdisjoint(what) else {}
        if lead == "executed" and "killed" in (self._left(who, key) for key in what):
            loses[who] = math.inf
        moved = lead != "impossible" or "S2" in self.params.code
        return TurnEffect(moved, {**swamp, **loses}, "" if moved else towards)

    def facts_of(self, facts: Facts) -> Facts:
        """The facts of a map, with the chains named by their lengths: players hear no other names."""
        longest = Counter(fact.mark[0] for fact in facts if fact.mark in CHAINS)
        order = sorted(longest, key=lambda letter: (longest[letter], letter))
        named = dict(zip(order, LETTERS, strict=False))
        return frozenset(
            has(fact.place, f"{named[fact.mark[0]]}{fact.mark[1:]}") if fact.mark in CHAINS else fact for fact in facts
        )

    def leads(self, _: Facts) -> Mapping[tuple[Cell, str], Lead]:
        """Nothing, as it is not told here."""
        return {}

    # --- the beginning -----------------------------------------------------------------------------------------------

    def begins(self, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """What is announced of the labyrinth (MP-36 to MP-39), and where the players are placed."""
        said = {announcement.key: dict(announcement.args) for announcement in heard}
        if "size" not in said:
            raise BadSetting(message("the announcements before the first turn are missing"))
        self.params = _as_announced(self.params, said)
        # What the rules of moving ask of cells and borders follows from what is drawn there
        p = self.params
        self.movement = movement(p, max(lengths_told(said, "rivers"), default=0))
        marks = [PLAIN_GROUND, *([RIVER, FED] * p.drawn.river), *([WORMHOLE] if p.drawn.chains else [])]
        for cell in p.grid.cells():
            yield Proof("MP-19", "begin", Holds(has(cell, LIES), (has(cell, "treasure"), has(cell, "false"))))
            yield from (self._follows(has(cell, mark)) for mark in marks)
        for line in inner_borders(p.grid):
            if line.side != "U":
                bars = (f"bars {way}" for way in (line.side, p.grid.back(line.side)))
                yield from (self._follows(has(line, mark)) for mark in (BARRIER, OPAQUE, SOLID_WALL, *bars))
        for name in self.names:
            yield Proof("MP-40", "begin", Stands(name, tuple(map(Endpoint, self.params.grid.cells()))))
        self._leave(*[CREATURES] * bool(self.params.creatures_here), *[STARTS] * (self.params.tell_starts == "yes"))
        for pack in p.on:
            self._leave(pack.unused(p))
        yield from self._places(heard)
        for pack in p.on:
            yield from pack.proves(self, "", "begin", heard)

    def _follows(self, fact: Fact) -> Proof:
        return Proof("MP-19", "begin", Holds(fact, tuple(self.movement.cases(fact))))

    def _leave(self, *what: Message | None) -> None:
        self.unused |= dict.fromkeys(filter(None, what))

    def _places(self, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """Each player is placed on a cell, which may carry them on at once (MP-42, MP-43)."""
        for announcement in heard:
            if announcement.key == "placed":
                said = dict(announcement.args)
                yield from self._answer(said["player"], "", "placed", said["what"].split(", "))

    # --- directives --------------------------------------------------------------------------------------------------

    def chooses(self, who: str, words: str, /) -> Iterator[Proof]:
        """Where a player has chosen to start (MP-40)."""
        cell = cell_name(words.rpartition(":")[2], self.params.grid).split()[-1:]
        if cell and cell[0] in self.params.grid.cells():
            yield Proof("MP-40", "chosen", Stands(who, (Endpoint(cell[0]),)))

    def put_elsewhere(self, who: str, cell: Cell) -> Iterator[Proof]:
        """The player may stand outside, have found treasure there, or be healed in a hospital (MP-9)."""
        yield from elsewhere("MP-9", who, cell)
        self.outside.pop(who, None)
        self.unsure |= set() if cell else {who}
        self.nameless |= who in self.wounded
        yield from self.no_more_treasures()

    def hears(
        self, who: str, words: str, heard: Sequence[Announcement], missed: Iterable[Announcement] = ()
    ) -> Iterator[Proof]:
        """What the answer to a directive proves; here every answer is public (MP-7)."""
        keys = [announcement.key for announcement in heard]
        if any(True for _ in missed) or any(not (understood(key) or key in self.keys) for key in keys):
            yield from self._anything()
            return
        if any(key.startswith("somebody") for key in keys):
            self.nameless = True
            yield from self.no_more_treasures()
        yield from self._places(heard)
        lead, what = answer_in(heard)
        if not lead and not self.untold.isdisjoint(keys):
            yield from self._moved_unheard(who)
        if _won(keys):
            lead, what = "executed", [*what, "exit"]
        verb, towards = self._verb_and_way(words)
        self.towards = towards
        self._leave(*map(UNUSED.get, keys), *map(_FOUND.get, what))
        self.rests = False
        if verb in USES and who:
            yield from self._weapon(who, verb, towards, heard, self._read(words).later)
        elif verb == "start" and what:  # in notes; where a player was placed is announced like a step
            yield from self._answer(who, "", "placed", what)
        elif who and not towards and (lead == "impossible" or "exit" in what):
            yield from self._denied(who, "MP-48", lead)  # whoever stays is barred by nothing
        elif lead and who:
            yield from self._denied(who, "MP-57", lead, who in self.dead)
            yield from self._goal(who, what, keys)
            yield from self._answer(who, towards, lead, what)
        if verb not in USES:
            yield from self._beside_a_step(who, heard)
        for announcement in heard:
            yield from self._of_players(announcement, verb)
        if self.params.on:
            yield from self._of_packs(who, verb, heard)

    def _moved_unheard(self, who: str) -> Iterator[Proof]:
        """A player whose answer is not heard may be anywhere and well again, and may hold what lay there (MX-85.b)."""
        yield Proof("MX-85", "untold", Vanishes(who))
        self.outside.pop(who, None)
        self.unsure.add(who)
        self.nameless = True
        yield from self.no_more_treasures()

    def _of_packs(self, who: str, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """What options add; notes may leave out what a cell does to whoever enters it."""
        lead, what = answer_in(heard)
        if who and lead == "executed" and self.harm.keys().isdisjoint(each.key for each in heard):
            for how in filter(None, (self._left(who, key) for key in what)):
                yield from self._hurt(who, how)
        for pack in self.params.on:
            yield from pack.proves(self, who, verb, heard)

    def _denied(self, who: str, rule: str, key: str, so: bool = True) -> Iterator[Proof]:
        """An announcement that cannot be true, where that is so and it is known who is wounded or dead."""
        if so and not self.nameless:
            yield Proof(rule, key, Stands(who, ()))

    def _beside_a_step(self, who: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """What is announced with a step and does not belong to it; weapons that were named before are not followed."""
        keys = [each.key.partition("-")[0] if each.key.startswith("destroyed") else each.key for each in heard]
        if {"destroyed", "built"} & {*keys}:
            yield Proof("MP-60", "named", Forgets(self._barrier_marks()))
        if self.params.weapons_first == "yes":
            pass
        elif _OF_WEAPONS.intersection(keys):
            self._leave(ODD)
        elif "bear" not in self.params.creatures_here:
            for announcement in heard:
                if announcement.key in ("wounded", "killed"):
                    yield from self._denied(dict(announcement.args)["player"], "MP-57", announcement.key)
        met = {dict(announcement.args)["other"] for announcement in heard if announcement.key == "corpse"}
        if self.rests and self.params.tell_corpses == "yes" and not self.nameless:
            none = message("no corpse")
            yield from (Proof("MP-100", none, Apart(who, name)) for name in sorted(self.dead - met))

    def _goal(self, who: str, what: Sequence[str], keys: Sequence[str]) -> Iterator[Proof]:
        """A player who leaves with a treasure wins, or hears that it is false (MP-77, MP-87)."""
        told = next((key for key in keys if key in ("wins", "wins-all", "false")), "")
        if "exit" not in what or not self.follows_treasures or self.params.without_treasure:
            return
        if who not in self.holders:
            yield from self._denied(who, "MP-87" if told == "false" else "MP-77", told, bool(told))
        elif self.params.code.has_any("V3", "V4") or self.params.false_treasures.high != 0:
            self._leave(FALSE)
            yield from self._denied(who, "MP-77", _NO_WIN, not told and not self.params.code.has_any("V3", "V4"))
        else:
            yield from self._denied(who, "MP-77", told or _NO_WIN, told in ("", "false"))

    def _of_players(self, each: Announcement, verb: str) -> Iterator[Proof]:
        """Who is wounded or dead, and where that makes a treasure fall (MP-73)."""
        said = dict(each.args)
        if each.key in self.harm:
            name, how = said["player"], _how(each.key)
            is_told = each.key in HARM and (verb in USES or self.params.weapons_first != "yes")
            yield from self._denied(
                name, "MP-57", each.key, name in self.dead or (is_told and how != self._harm(name, verb))
            )
            yield from self._hurt(name, how)
            if how == "killed" and "W7" in self.params.code:
                self._leave(TROPHIES)
        elif each.key == "corpse":
            yield from self._denied(said["player"], "MP-100", "corpse", said["other"] not in self.dead)
            yield Proof("MP-100", "corpse", Meets(said["player"], said["other"]))
        elif each.key in UNUSED and UNUSED[each.key] == CREATURES:
            yield from self._denied(
                said.get("player", self.names[0]), "MP-O-7", each.key, not self.params.creatures_here
            )
        elif each.key.startswith("meets-leprechaun") and self.follows_treasures and said["player"] not in self.outside:
            yield Proof("MP-95", each.key, Stands(said["player"], tuple(self._nearest(each.key, said.get("what", "")))))

    def _left(self, who: str, key: str) -> str:
        """What entering a cell of that key leaves a player: `wounded`, `killed`, or as they were."""
        how = self.hurts.get(key, "")
        return self._harm(who) if how == "wounded" else how

    def _hurt(self, name: str, how: str) -> Iterator[Proof]:
        yield from self.falls(name)
        self.wounded.add(name)
        self.dead |= {name} if how == "killed" else set()

    def _harm(self, name: str, verb: str = "") -> str:
        """What a hit does to a player: `wounded` or `killed`, or nothing (MP-57, MP-H-1 to MP-H-5, MP-W-8)."""
        code = self.params.code
        if verb == "grenade" and not self.params.grenades_strike:
            return "killed" if "W8" in code else ""
        if "H1" in code:
            return ""
        return "killed" if "H2" in code or ("H3" in code and name in self.wounded) else "wounded"

    def _nearest(self, key: str, what: str) -> Iterator[Endpoint]:
        """The cells from which the nearest treasure that lies about is so far away, as a leprechaun tells (MP-95.a)."""
        grid, known = self.params.grid, directions(self.params)
        # A way such as `2 left, 1 up`, as steps in directions
        away = [(int(number), known[way]) for number, way in (word.split() for word in what.split(", ") if word)]
        for cell in grid.cells():
            if key == "meets-leprechaun-none":
                yield Endpoint(cell, bars=tuple(has(each, LIES) for each in grid.cells()))
                continue
            there: Cell | None = cell
            for number, direction in away:
                for _ in range(number):
                    there = grid.step(there, direction) if there is not None else None
            if there is not None:
                far, order = grid.steps_apart(cell, there), grid.cells().index(there)
                nearer = (
                    each for n, each in enumerate(grid.cells()) if (grid.steps_apart(cell, each), n) < (far, order)
                )
                yield Endpoint(cell, (has(there, LIES),), tuple(has(each, LIES) for each in nearer))

    def _anything(self) -> Iterator[Proof]:
        """After what is not understood, such as a correction, players may be anywhere, and walls may be different."""
        for name in self.names:
            yield Proof("MP-9", "gm-notes", Vanishes(name))
        yield Proof("MP-9", "gm-notes", Forgets(self._barrier_marks() | {"exit", HOLE}))
        self.outside.clear()
        self._leave(RULED)
        self.nameless, self.unsure = True, {*self.names}  # anybody may be dead now, or stand outside
        yield from self.no_more_treasures()

    def _barrier_marks(self) -> frozenset[str]:
        return frozenset({BARRIER, OPAQUE, SOLID_WALL, HOLE, *(f"bars {d}" for d in self.params.grid.directions)})

    def no_more_treasures(self) -> Iterator[Proof]:
        self.follows_treasures = False
        self._leave(TREASURES)
        yield Proof("MP-73", "treasure", Forgets(frozenset({LIES})))

    # --- steps -------------------------------------------------------------------------------------------------------

    def _answer(self, who: str, towards: Direction, lead: str, what: list[str]) -> Iterator[Proof]:
        """What an answer to a step or a skip proves, and whether a treasure lies where the player comes to rest."""
        ground = [each for each in what if each in self.grounds]
        carried = bool(CARRIERS & {*ground[:1]})
        leaves = "exit" in what and lead != "impossible"
        # An answer names one kind of cell, and after a river its end; only rivers and wormholes move a player
        named = ground[:-1] if ground[-1:] == ["river-end"] and ground[0].startswith("river") else ground
        odd = len(named) > 1 or (ground and "empty" in what) or ("moved" in what and CARRIERS.isdisjoint(ground))
        yield from self._denied(who, "MP-51", lead, bool(odd))
        stays = lead != "skipped" or who in self.outside
        self.rests = not leaves and (lead in ("placed", "executed") or carried or not stays)
        asked = {"placed": PLACE, "skipped": STAY}.get(lead, towards or STAY)
        stages = self.movement.stages(self._from(who), asked, self._said(lead, what, ground))
        rule, key = ("MP-78", "exit") if leaves else (_RULES_OF_STEPS[lead], lead)
        yield from (Proof(rule, key, statement_of(who, stages)),) if stages else self._denied(who, rule, key)
        for kind in ground if lead == "skipped" and not carried else ():  # in notes
            known, cells = self.movement, self.params.grid.cells()
            enters = ((cell, move) for cell in cells for move in known.leaving(just_entered(cell)))
            spots = (Endpoint(c, m.way.needs) for c, m in enters if m.says == (kind,) and m.way.target == c)
            yield Proof("MP-51", "skipped", Stands(who, tuple(spots)))
        if lead == "executed" or carried:
            self.outside.pop(who, None)
            self.unsure.discard(who)
        if leaves:
            if self.params.stay_inside != "yes":
                self.outside[who] = towards
            if not self.params.code.has_any("V3", "V4"):  # else a player may carry genuine ones in again
                self.holders.discard(who)
        if not self.rests:
            self._leave(ODD if "treasure" in what else None)
            return
        if ground or lead != "skipped":
            self.on[who] = ground[-1] if ground else ""
        if self.on.get(who) == "hospital":
            self.wounded.discard(who)
            self.ill.discard(who)
        yield from self.finds(who, "treasure" in what)
        if "treasure" in what and self.takes_all:
            yield from self.takes(who)

    @property
    def exits(self) -> Sequence[Border]:
        """Where an exit may be, as seen from the cell that leads to it (MP-18, MX-93)."""
        grid, gates = self.params.grid, self.params.drawn.gates
        inner = (Border(cell, side) for cell in grid.cells() for side in "NESW" if grid.step(cell, side) is not None)
        return (*outer_borders(grid), *(line for line in inner if border(grid, *line) in gates))

    def _from(self, who: str) -> Sequence[Place]:
        """Where a player may stand: a cell, or outside in front of an exit (MP-78)."""
        cells, lines = self.params.grid.cells(), self.exits
        if who in self.outside:
            return [line for line in lines if line.side == self.outside[who]]
        return (*cells, *lines) if who in self.unsure else cells

    def _said(self, lead: str, what: Sequence[str], ground: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """What may have been said of a movement; where an answer names no obstacle, it may be either."""
        if lead == "skipped" and not CARRIERS.issuperset(ground[:1]):
            ground = ()
        if lead != "impossible" or self.params.one_obstacle == "yes":
            return ((lead, *(("exit",) if "exit" in what else ground)),)
        told = [key for key in what if key in ("wall", "monolith")]
        return tuple((lead, obstacle, *ground) for obstacle in told or ("wall", "monolith"))

    def finds(self, who: str, lies: bool) -> Iterator[Proof]:
        """Whether a treasure lies on a player's cell, which is announced where they come to rest (MP-51)."""
        cells = self.params.grid.cells()
        spots = (Endpoint(c, (has(c, LIES),)) if lies else Endpoint(c, bars=(has(c, LIES),)) for c in cells)
        if self.follows_treasures:
            yield Proof("MP-51", "treasure" if lies else message("no treasure"), Stands(who, tuple(spots)))

    def takes(self, who: str) -> Iterator[Proof]:
        """A player who is well takes the treasure on their cell (MP-73)."""
        cells = self.params.grid.cells()
        if self.follows_treasures and who not in self.wounded and who not in self.ill:
            self.holders.add(who)
            yield Proof("MP-73", "treasure", Alters(who, {cell: {has(cell, LIES): False} for cell in cells}))

    def falls(self, who: str) -> Iterator[Proof]:
        """What a wounded player carried lies on their cell; where rivers carry it on, it is followed no more."""
        if who not in self.holders or not self.follows_treasures:
            return
        self.holders.discard(who)
        if self.params.drawn.river or who in self.outside or self.params.code.has_any("V3", "V4"):
            yield from self.no_more_treasures()
        else:
            cells = self.params.grid.cells()
            yield Proof("MP-73", "falls", Alters(who, {cell: {has(cell, LIES): True} for cell in cells}))

    # --- weapons -----------------------------------------------------------------------------------------------------

    def _weapon(
        self, who: str, verb: str, towards: Direction, heard: Sequence[Announcement], later: bool
    ) -> Iterator[Proof]:
        """What the use of a weapon proves; a player who may not or cannot use it hears no answer."""
        keys = [
            "destroyed" if each.key.startswith("destroyed") else _OF_A_GRENADE.get(each.key, each.key)
            for each in heard
            if each.key not in self.keys
        ]
        tells = {"named"} if later else _TELLS[verb]
        told = next((key for key in keys if key in tells or key in _HITS), "")
        if any(key in _OF_WEAPONS - tells or key.partition("-")[0] in LEADS for key in keys):
            self._leave(ODD)
        if not told:
            return
        yield from self._denied(who, "MP-57", told, who in self.dead)
        able = any(pack.able(self.params, verb) for pack in self.params.on)
        yield from self._denied(who, "MP-72", told, who in self.wounded and not able)
        yield from self._denied(who, "MP-78", told, who in self.outside and told != "named")
        if told == "named":
            return
        shown = next((key for key in _SHOWS.get(verb, {}) if key in keys), "") if towards else ""
        if shown:
            flies = verb == "boomerang"
            key = verb if flies else shown
            spots = self._flown(towards, shown == "boomerang-falls") if flies else self._spots(shown, towards)
            yield Proof(_SHOWS[verb][shown], key, Stands(who, tuple(spots)))
            self._leave(FALLEN if shown == "boomerang-falls" else None)
        if shown in ("destroyed", "built"):
            yield Proof(_SHOWS[verb][shown], shown, self._rebuilt(who, towards, stands=shown == "built"))
        struck = {dict(each.args)["player"]: each.key for each in heard if each.key in ("wounded", "killed")}
        yield from self._strikes(who, verb, towards, keys, struck)

    def _spots(self, shown: str, towards: Direction) -> Iterator[Endpoint]:
        """The cells where a grenade or cement that was used that way has such an answer (MP-62, MP-91.a)."""
        grid, level = self.params.grid, towards not in "UD"
        outer = ("monolith-stands", *(["wall-stands"] if self.params.one_obstacle == "yes" else []))
        for cell in grid.cells():
            line, beyond = border(grid, cell, towards), grid.step(cell, towards)
            exit_facts = (has(line, "exit"),) if level else ()
            if beyond is None:
                if shown == "wasted" or shown in outer:
                    yield Endpoint(cell, bars=() if shown == "wasted" else exit_facts)
                elif shown == "no-wall" and exit_facts:
                    yield Endpoint(cell, exit_facts)
                continue
            streams = (flows(cell, towards), flows(beyond, grid.back(towards))) if self.params.drawn.river else ()
            if shown in ("destroyed", "wasted") and level:
                yield Endpoint(cell, (has(line, BARRIER),), (has(line, SOLID_WALL),) if shown == "destroyed" else ())
            elif shown in ("destroyed", "wasted"):
                yield Endpoint(cell, bars=(has(line, HOLE),))
            if shown in ("wasted", "no-wall") and line in self.params.drawn.gates:
                yield Endpoint(cell, exit_facts)
            if shown == "wasted":
                yield from (Endpoint(cell, (stream,)) for stream in streams)
            elif shown == "wall-stands" and level:
                yield Endpoint(cell, (has(line, SOLID_WALL),))
            elif shown in ("no-wall", "built"):
                yield Endpoint(cell, *self._free(cell, towards, (), streams if shown == "built" else ()))

    def _strikes(
        self, who: str, verb: str, towards: Direction, keys: Sequence[str], struck: Mapping[str, str]
    ) -> Iterator[Proof]:
        """A hit tells where the victim is, and a miss where nobody is (MP-56, MP-61, MP-93, MP-W-8)."""
        if verb == "cement" or (verb != "knife" and not towards):
            return
        strikes = verb == "grenade" and self.params.grenades_strike
        walls = {"monolith-stands", "wall-stands", *(["destroyed"] if strikes else [])}
        stopped = verb == "knife" or walls & {*keys}
        ways = () if stopped else tuple(self._lines(verb, towards))
        hits = {"shoot": self.params.bullet_strikes, "knife": "one"}.get(verb, "all")
        rule = "MX-41" if strikes else "MP-W-8" if verb == "grenade" else _RULES[verb]
        one_only = hits != "all"
        at = self.names.index(who)
        others = [name for name in (*self.names[at + 1 :], *self.names[:at]) if name not in {*self.dead, *self.outside}]
        for name, key in struck.items():
            yield from self._denied(name, rule, key, name not in others)
            first = verb == "shoot" and one_only and not self.nameless
            nearer = tuple(other for other in others if other != name) if first else ()
            yield Proof(rule, key, Meets(who, name) if verb == "knife" else Sees(who, name, ways, nearer))
            if hits == "one" and not self.nameless and name in others:  # on one cell the next in the order of turns
                yield from (Proof("MP-56.b", key, Apart(other, name)) for other in others[: others.index(name)])
            elif hits == "cell" and not self.nameless:
                yield from (Proof("MX-40", key, self._beside(other, name, struck)) for other in nearer)
        missed = next((key for key in keys if key in ("miss", "nobody")), "" if one_only else message("no hit"))
        harmless = "H1" in self.params.code or (verb == "grenade" and not strikes and "W8" not in self.params.code)
        harmless = harmless or (verb == "knife" and bool(self.params.shielded))
        for name in others if missed and not harmless and not self.nameless else ():
            if one_only or name not in struck:
                apart: Statement = Apart(who, name) if verb == "knife" else Misses(who, name, ways)
                yield Proof(rule, missed, apart)

    def _beside(self, other: str, name: str, struck: Collection[str]) -> Statement:
        """Whether another player is on the cell of one whom a bullet has hit: if so, it has hit them, too (MX-40)."""
        return Meets(other, name) if other in struck else Apart(other, name)

    def _lines(self, verb: str, towards: Direction) -> Iterator[Way]:
        """The ways that a weapon flies straight on.

        A bullet flies through windows and holes (MP-56, MP-98), a boomerang over so many cells with nothing between
        them (MP-93.a). The blast of a grenade, which has found no wall or has destroyed it, comes to the next (MP-W-8).
        """
        grid, p = self.params.grid, self.params
        far = {"shoot": len(grid.cells()), "boomerang": p.boomerang, "grenade": 1}[verb]
        for cell in grid.cells():
            at, needs, bars = cell, tuple[Fact, ...](), tuple[Fact, ...]()
            shield = bearing(cell, p.shielded)
            if verb == "shoot" and p.own_cell == "yes":
                yield Way(cell, cell, (), shield)
            for _ in range(far):
                onward = grid.step(at, towards)
                if onward is None:
                    break
                if verb == "shoot":
                    bars = (*bars, *shield)
                if verb != "grenade":
                    needs, bars = self._free(at, towards, needs, bars, OPAQUE if verb == "shoot" else BARRIER)
                at, shield = onward, bearing(onward, p.shielded)
                yield Way(cell, at, needs, (*bars, *shield))

    def _flown(self, towards: Direction, falls: bool) -> Iterator[Endpoint]:
        """The cells from which a boomerang comes back, or falls at an obstacle (MP-93.a)."""
        grid = self.params.grid
        for cell in grid.cells():
            at, needs, bars = cell, tuple[Fact, ...](), tuple[Fact, ...]()
            for _ in range(self.params.boomerang):
                line, onward = border(grid, at, towards), grid.step(at, towards)
                if onward is None:
                    exit_facts = () if towards in "UD" else (has(line, "exit"),)
                    if falls:
                        yield Endpoint(cell, needs, (*bars, *exit_facts))
                    elif exit_facts:
                        yield Endpoint(cell, (*needs, *exit_facts), bars)
                    break
                if line in self.params.drawn.gates and not falls:
                    yield Endpoint(cell, (*needs, has(line, "exit")), bars)
                if falls and towards in "UD":
                    yield Endpoint(cell, needs, (*bars, has(line, HOLE)))
                elif falls:
                    yield Endpoint(cell, (*needs, has(line, BARRIER)), bars)
                needs, bars = self._free(at, towards, needs, bars)
                at = onward
            else:
                if not falls:
                    yield Endpoint(cell, needs, bars)

    def _free(
        self, cell: Cell, towards: Direction, needs: tuple[Fact, ...], bars: tuple[Fact, ...], mark: str = BARRIER
    ) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
        """What is needed, and what bars, where nothing with that mark is to stand on that side of a cell either."""
        line = border(self.params.grid, cell, towards)
        return ((*needs, has(line, HOLE)), bars) if towards in "UD" else (needs, (*bars, has(line, mark)))

    def _rebuilt(self, who: str, towards: Direction, stands: bool) -> Alters:
        """A barrier comes or goes on that side of the player's cell."""
        becomes: dict[Cell, Mapping[Fact, Fact | bool]] = {}
        for cell in self.params.grid.cells():
            if self.params.grid.step(cell, towards) is None:
                continue
            line = border(self.params.grid, cell, towards)
            if towards in "UD":
                becomes[cell] = {has(line, HOLE): not stands}
            else:
                back = self.params.grid.back(line.side)
                marks = (BARRIER, OPAQUE, f"bars {line.side}", f"bars {back}")
                becomes[cell] = {has(line, mark): stands for mark in marks} | {has(line, SOLID_WALL): False}
        return Alters(who, becomes)

    def _read(self, words: str) -> Directive:
        return read(self.params, SPOKEN.plain(words.rpartition(":")[2]))

    def _verb_and_way(self, words: str) -> tuple[str, Direction]:
        asked = self._read(words)
        return asked.verb or "step", next(reversed(asked.ways), "")


def _how(key: str) -> str:
    """The harm that an announcement tells: `wounded` or `killed`; empty where it tells none."""
    last = key.rpartition("-")[2]
    return last if last in ("wounded", "killed") else ""


def _won(keys: Iterable[str]) -> bool:
    """Whether a player has won by leaving."""
    return any(key.startswith("wins") for key in keys)


def understood(key: str) -> bool:
    """Whether it is known what an announcement tells; else anything may have changed, as by a correction."""
    first, told = key.partition("-")[0], {"false", "wins", "wins-all", "corpse", *HARM, *UNUSED, *QUIET, *OPENING}
    return first in (*LEADS, "destroyed", "agreed", "what", "there", "meets") or key in told | _OF_WEAPONS


def _as_announced(p: Params, said: Mapping[str, Mapping[str, str]]) -> Params:
    """The settings with what is announced before the first turn; what is kept secret is left open."""
    chains, rivers = lengths_told(said, "chains"), lengths_told(said, "rivers")
    drawn = DrawingSummary(
        chains=tuple(zip(LETTERS, chains, strict=False)),
        river=bool(rivers),
        whole=True,
        across=frozenset(borders(p.grid)),
        gates=frozenset(in_plane(p.grid) if p.closed else ()),
    )
    p = replace(p, rules=read_code(said["code"]["code"]), fill="none", drawn=drawn)
    p = replace(p, chains=_exact(len(chains)), chain_length=Amount(2, None), rivers=_exact(len(rivers)))
    p = replace(p, river=_exact(sum(rivers)))
    if "kit" not in said:  # notes have no such announcements
        return p
    counts = counts_told(said)
    names = ["arsenals", "hospitals", "swamps"]
    if "exits" in counts:
        names += ["exits", "treasures", "false-treasures"]
    else:
        p = replace(p, exits=Amount(1, None), treasures=Amount(1, None), false_treasures=ANY)
    known = {name.replace("-", "_"): _exact(counts.get(name, 0)) for name in names}
    return cast(Params, replace(cast(Any, p), **known))


def _exact(number: int) -> Amount:
    return Amount(number, number)


def _told_lengths(told: Mapping[str, str], name: str, number: Amount, length: Amount, grid: Board) -> list[int]:
    """The lengths that notes name in such a line, or that follow from the settings; raises BadSetting."""
    if name not in told:
        if number.high == 0:
            return []
        if number.low == number.high and length.low == length.high:
            return [length.low] * number.low
        why = message(
            "{name} are missing: write those that were announced before the first turn, such as {line}, or {none}",
            *map(Name, (name, f"`{name}: 3, 4`", f"`{name}: none`")),
        )
        raise BadSetting(why)
    words = [_NOTED.get(word, word) for word in told[name].casefold().replace(",", " ").split()]
    if words in (["none"], ["0"], ["-"]):
        return []
    most = len(grid.cells())
    if not all(word.isascii() and word.isdigit() and len(word) < 5 and 2 <= int(word) <= LONGEST for word in words):
        takes = message("{name} takes whole numbers from 2 to {number}, such as 3, 4, or none", Name(name), LONGEST)
        raise BadSetting(takes)
    found = [int(word) for word in words]
    if len(found) > len(LETTERS) or sum(found) > most:
        raise BadSetting(message("{name} do not fit on a board of {number} cells", Name(name), most))
    return found
