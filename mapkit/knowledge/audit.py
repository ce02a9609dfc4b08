"""Whether what a game master announced can be true, and if not, since when and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mapkit.knowledge.clauses import Literal
from mapkit.knowledge.encoding import Model
from mapkit.model.evidence import WAYS, Proof
from mapkit.model.game import evidence_of
from mapkit.model.grid import Cell, borders
from mapkit.model.map import Map
from mapkit.model.message import Message
from mapkit.model.rule import Fact, Rule, claims_of, facts_of_claims, has
from mapkit.model.ruling import Announcement
from mapkit.solve.checker import facts_to_change, faults

EFFORT = 200_000
"""The most conflicts for one question whether something can be true."""
AT_FIRST = 5_000
"""The most conflicts for the first questions, about all announcements and about those that a contradiction needs."""
STRIDE = 25
"""Where these are too hard, how many more announcements each further question takes in."""
SPARE = 20_000
"""The most conflicts for the question whether it still cannot without one of the reasons."""


ROUNDS = 200
"""The most maps that are tried until one is legal."""


class Utterance(NamedTuple):
    """An announcement, or one that was not made where it had to be."""

    line: int
    """The line of the notes, or the event of the log."""
    rule: str
    """The number of the rule behind it."""
    key: str
    """The key of the announcement; where it was not made, a message that says so, such as `no hit`."""

    @property
    def is_silence(self) -> bool:
        """Whether it was not made, where it had to be."""
        return isinstance(self.key, Message)


class Slip(NamedTuple):
    """The first announcement that cannot be true."""

    spoken: Utterance
    because: tuple[Utterance, ...]
    rules: tuple[Rule[Any], ...]
    """The rules of maps that are needed for the contradiction."""
    facts: tuple[tuple[Fact, bool], ...]
    """What is needed of the map: facts with whether they hold."""
    starts: tuple[tuple[str, Cell], ...]
    who: str
    """The player to whom it was said; empty for a ruling by the game master."""
    stood: tuple[Cell, ...]
    """The cells where that player may have been before, by all that was announced before."""


class NoConclusion(NamedTuple):
    """The effort did not suffice to tell."""


Reason = Utterance | Rule[Any] | tuple[Fact, bool] | tuple[str, Cell]


class Auditor:
    """Somebody who writes down each announcement, and then looks for a map and starts that fit."""

    def __init__(self, game: Any, params: Any, names: Sequence[str], heard: Sequence[Announcement]) -> None:
        """Takes the settings that everybody knows, the players, and what is heard when the game begins."""
        self.game = game
        self.evidence = evidence_of(game, params, names)
        self.model = Model(params.grid.cells())
        self.spoken: list[tuple[Literal, Utterance]] = []
        self.reasons: dict[Literal, Reason] = {}
        for proof in self.evidence.begins(heard):
            self.model.hear(proof.statement)
        self._stood: dict[int, tuple[str, Mapping[Cell, Literal]]] = {}
        self._starts = {name: self.model.place(name) for name in names}
        self._drawn: dict[Fact, Literal] = {}
        """What rules ask of the map at the beginning, where it is not known."""

    @property
    def params(self) -> Any:
        """The settings of the map, with what was announced of it."""
        return self.evidence.params

    def map_is(self, map_: Map[Any]) -> None:
        """The map was this one at the beginning, as far as it is drawn; to be said before anything is heard."""
        grid, drawn = self.params.grid, self.game.design.legend(self.params)
        facts, known = self.evidence.facts_of(map_.facts), {*drawn.cell_marks}
        marks: dict[Cell, dict[str, None]] = {cell: {} for cell in grid.cells()}
        for fact in self.model.facts:
            if isinstance(fact.place, str) and fact.mark in known:
                marks[fact.place][fact.mark] = None
        for found in marks.values():
            found |= dict.fromkeys(kind for kind in self.evidence.asks.kinds if kind in known)
        upright = (fact.mark for fact in facts if not isinstance(fact.place, str) and fact.place.side == "U")
        on_lines = (*(line.mark for line in drawn.lines), drawn.gap, *upright)
        places: list[tuple[Any, Iterable[str]]] = [(cell, marks[cell]) for cell in grid.cells() if cell in map_.kinds]
        places += [(line, dict.fromkeys(on_lines)) for line in borders(grid) if line not in map_.undecided_borders]
        for fact in (has(place, mark) for place, each in places for mark in each):
            holds, literal = fact in facts, self.model.fact(fact)
            self.reasons[literal if holds else -literal] = (fact, holds)

    def map_is_legal(self) -> None:
        """The map keeps the rules of its game; to be said before anything is heard."""
        claims = claims_of(self.game.design.rules, self.params)
        self._drawn = {fact: self.model.fact(fact) for fact in facts_of_claims(claim.claim for claim in claims)}
        for rule in self.game.design.rules:
            guard = self.model.clauses.guard = self.model.clauses.new()
            self.reasons[guard] = rule
            self.model.obey(rule, self.params)
            self.model.clauses.guard = None

    def starts_are(self, starts: Sequence[tuple[str, Cell]]) -> None:
        for name, cell in starts:
            self.reasons[self._starts[name][cell]] = (name, cell)

    def hear(
        self, line: int, who: str, words: str, heard: Sequence[Announcement], missed: Sequence[Announcement] = ()
    ) -> None:
        """Write down the answers to a command; `missed` was said for others alone."""
        self._write_down(line, who, self.evidence.hears(who, words, heard, missed))

    def put_elsewhere(self, line: int, who: str, cell: Cell) -> None:
        """A player was put elsewhere by something else than play; "" for a cell that is not known."""
        self._write_down(line, who, self.evidence.put_elsewhere(who, cell))

    def _write_down(self, line: int, who: str, proofs: Iterable[Proof]) -> None:
        self._stood[line] = (who, self.model.place(who) if who else {})
        for proof in proofs:
            spoken = Utterance(line, proof.rule, proof.key)
            if not self.spoken or self.spoken[-1][1] != spoken:
                self.spoken.append((self.model.clauses.new(), spoken))
            self.model.clauses.guard = self.spoken[-1][0]
            self.model.hear(proof.statement)
            self.model.clauses.guard = None

    # --- what was not used -------------------------------------------------------------------------------------------

    def unused(self, found: Slip | NoConclusion | None) -> tuple[Message, ...]:
        """What was not looked at; where nothing of it is named and no slip was found, all answers can be true."""
        told = tuple(self.evidence.unused)
        ways = found is None and self._drawn and (told or not self._is_legal())
        return (*told, WAYS) if ways else told

    def _is_legal(self) -> bool:
        """Whether a legal map is found on which everything that was said can be true."""
        clauses, guard = self.model.clauses, self.model.clauses.new()
        rules, grid = self.game.design.rules, self.params.grid
        most = clauses.effort_spent + EFFORT
        for _ in range(ROUNDS):
            left = most - clauses.effort_spent
            if left <= 0 or not clauses.solve([*self._assumed(len(self.spoken)), guard], left):
                return False
            true = frozenset(clauses.model())
            drawn = Map(self.game, self.params, frozenset(f for f, literal in self._drawn.items() if literal in true))
            broken = faults(claims_of(rules, drawn.fitted_params), drawn.fitted_params, grid, drawn.facts)
            if not broken:
                return True
            for fault in broken:
                if not fault.cuts:
                    return False
                changes = facts_to_change(fault) & self._drawn.keys()
                clauses.add(-guard, *(self._drawn[f] * (-1 if f in drawn.facts else 1) for f in changes))
        return False

    # --- the first slip ----------------------------------------------------------------------------------------------

    def slip(self) -> Slip | NoConclusion | None:
        """The first announcement that cannot be true; None where all of them can."""
        low, last, clauses = 0, len(self.spoken), self.model.clauses
        found = clauses.solve(self._assumed(last), AT_FIRST)
        if found:
            return None
        while found is False:  # those after the last one that is needed change nothing
            core = {*clauses.core()}
            last = max((n for n, (guard, _) in enumerate(self.spoken, 1) if guard in core), default=0)
            found = not last or clauses.solve(self._assumed(last - 1), AT_FIRST)
            if found:
                return self._explained(last)
        for high in (*range(0, last, STRIDE), last):  # each time the answer is near the one before
            found = self._possible(high)
            if found is None:
                return NoConclusion()
            if not found:
                while low < high:
                    middle = (low + high) // 2
                    found = self._possible(middle)
                    if found is None:
                        return NoConclusion()
                    low, high = (middle + 1, high) if found else (low, middle)
                return self._explained(low)
            low = high + 1
        return None

    def _possible(self, number: int) -> bool | None:
        """Whether the first so many announcements can be true."""
        return self.model.clauses.solve([*self._assumed(number)], EFFORT)

    def _assumed(self, number: int) -> list[Literal]:
        return [*self.reasons, *(guard for guard, _ in self.spoken[:number])]

    def _explained(self, number: int) -> Slip:
        """Why the announcements up to that one cannot all be true, with as few reasons as it takes."""
        self._possible(number)
        needed = set(self.model.clauses.core())
        # Leave out each reason that is not needed, the oldest announcements first
        for spare in [*(guard for guard, _ in self.spoken[: number - 1]), *self.reasons]:
            without = [literal for literal in needed if literal != spare]
            if spare in needed and self.model.clauses.solve(without, SPARE) is False:
                needed = set(self.model.clauses.core())
        why = [spoken for guard, spoken in self.spoken[: number - 1] if guard in needed]
        reasons = [reason for literal, reason in self.reasons.items() if literal in needed]
        pairs = [reason for reason in reasons if not isinstance(reason, Rule)]
        spoken = self.spoken[number - 1][1] if number else Utterance(0, "", "")
        who, place = self._stood.get(spoken.line, ("", {}))
        clauses, before = self.model.clauses, self._assumed(number - 1)
        return Slip(
            spoken,
            tuple(why),
            tuple(reason for reason in reasons if isinstance(reason, Rule)),
            tuple((pair[0], bool(pair[1])) for pair in pairs if isinstance(pair[0], Fact)),
            tuple((pair[0], str(pair[1])) for pair in pairs if isinstance(pair[0], str)),
            who,
            tuple(c for c, here in place.items() if clauses.solve([*before, here], SPARE) is not False),
        )

    def proof(self, denied: Sequence[Literal]) -> tuple[int, ...] | None:
        """The lines of as few announcements as it takes to contradict what is assumed; None where nothing does."""
        if self.model.clauses.solve([*self._assumed(len(self.spoken)), *denied], EFFORT) is not False:
            return None
        core, own = set(self.model.clauses.core()), {*denied}
        for guard, _ in self.spoken:
            if guard in core and self.model.clauses.solve([*(core - {guard} - own), *denied], SPARE) is False:
                core = set(self.model.clauses.core())
        return tuple(dict.fromkeys(spoken.line for guard, spoken in self.spoken if guard in core))
