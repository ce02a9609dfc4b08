"""What everybody can know at a moment of a game: what is certain, what is excluded, and what is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple

from mapkit.knowledge.clauses import Literal
from mapkit.knowledge.encoding import Model
from mapkit.knowledge.fragments import Fragment, Fragments, Trait
from mapkit.knowledge.particles import BeginningLiterals, BoardPlaces, IndexedStatement, indexed
from mapkit.model.evidence import WAYS, HeardCommand, Moves, Proof, Query, Stands, Statement
from mapkit.model.game import evidence_of, table_of
from mapkit.model.grid import Border, Cell, borders, outer_borders
from mapkit.model.map import Public
from mapkit.model.message import Message, message
from mapkit.model.observation import Vector
from mapkit.model.rule import Fact, has
from mapkit.model.ruling import Announcement, turns_begun
from mapkit.model.settings import BadSetting

EFFORT = 20_000
"""The most conflicts for the question whether anything can be true at all."""
WORK = 5_000_000
"""The most propagations for all that is asked about one moment: a conflict takes longer the longer the game is."""
AT_ONCE = 2_000
"""The most conflicts for questions about everything at once; after them one thing is asked after the other."""
FOLLOW = 2_000
"""The most conflicts for the question whether anything can be true, while the game goes on."""
EACH = 30, 100, 300, 1_000
"""The most conflicts for the question about one thing: few at first, and more for what is then still open."""
WHERE = 5_000
"""The most conflicts for the question whether a player can be anywhere else."""


class Verdict(Enum):
    """What is known of something that may be true."""

    CERTAIN = "certain"
    EXCLUDED = "excluded"
    OPEN = "open"
    """It may be true, and it may be false: nothing that is counted stands against either."""
    UNDECIDED = "undecided"


class KnownFragment(NamedTuple):
    """What is known of a way that a player has gone, wherever it lies."""

    who: str
    begun: int
    """The turn in which the player came to its first cell; 1 also for the beginning."""
    cells: tuple[Vector, ...]
    """The cells where the player has been, as distances from the first."""
    here: Vector
    """The cell to which the player came last."""
    traits: Mapping[Trait, Verdict]
    """What is known of these cells and their borders."""
    places: tuple[Cell, ...]
    """Where its first cell may be on the board."""


class Knowledge(NamedTuple):
    """What is known at a moment."""

    facts: Mapping[Fact, Verdict]
    """What is known of each fact that was asked for; finer marks only of cells whose kind is certain."""
    places: Mapping[str, Mapping[Cell, Verdict]]
    """For each player, whether they are on each cell."""
    asked: Query
    fragments: tuple[KnownFragment, ...] = ()
    """What is known around players of whom it is not known where they are, the oldest fragment first."""
    unused: tuple[Message, ...] = ()
    tried: int = 0
    """The steps of the solver that were tried: how often something followed from something else."""

    def kinds(self, cell: Cell) -> tuple[str, ...]:
        """The kinds of which a cell may be; one where the kind is certain."""
        return tuple(kind for kind in self.asked.kinds if self.facts[has(cell, kind)] is not Verdict.EXCLUDED)

    def cells_of(self, who: str) -> tuple[Cell, ...]:
        return tuple(cell for cell, verdict in self.places[who].items() if verdict is not Verdict.EXCLUDED)

    @property
    def undecided(self) -> int:
        """About how many things the effort did not suffice to tell."""
        found = (*self.facts.values(), *(place for places in self.places.values() for place in places.values()))
        return sum(verdict is Verdict.UNDECIDED for verdict in found)

    def undecided_of(self, sort: type[Border] | type[Cell]) -> tuple[int, int]:
        """The number of borders, or cells, with something undecided, and of all that were asked about."""
        asked = {fact.place for fact in self.facts if isinstance(fact.place, sort)}
        unsure = {fact.place for fact, verdict in self.facts.items() if verdict is Verdict.UNDECIDED}
        return len(asked & unsure), len(asked)


class Contradiction(BadSetting):
    """What was said cannot all be true."""


class HeardStatement(NamedTuple):
    """A statement, and where its player was when it was heard."""

    statement: Statement
    place: Mapping[Cell, Literal] | None
    """For a statement about where a player stands or moves: where they were then; None for others."""


class Listener:
    """Somebody who hears everything, forgets nothing and concludes all that follows."""

    def __init__(self, public: Public, game: Any, names: Sequence[str], heard: Sequence[Announcement]) -> None:
        """Takes what players know before the game, and what is heard when it begins."""
        self.public, self.game, self.names, self.opening = public, game, tuple(names), heard
        self.evidence = evidence_of(game, public.params, self.names)
        self.model = Model(public.params.grid.cells())
        self.fragments, self.turn = Fragments(public.params.grid), turns_begun(heard)
        self.told: list[HeardStatement] = []
        """All that was proven by what was heard, from the beginning."""
        for proof in self.evidence.begins(heard):
            self._hear(proof)
        for rule in game.design.rules:
            self.model.obey(rule, self.params)
        places = {name: self.model.place(name) for name in self.names}
        self.beginning = BeginningLiterals(self.model.facts, places, (each.statement for each in self.told))
        self._indexed: list[IndexedStatement] = []
        self._pause = self._wait = 0
        self._knows_shapes = False

    @cached_property
    def _board(self) -> BoardPlaces:
        return BoardPlaces(self.game.design.rules, self.params)

    @property
    def params(self) -> Any:
        """The settings of the map, with what was announced of it."""
        return self.evidence.params

    def _hear(self, proof: Proof) -> None:
        statement = proof.statement
        self.model.hear(statement)
        place = self.model.place(statement.who) if isinstance(statement, Stands | Moves) else None
        self.told.append(HeardStatement(statement, place))
        self.fragments.hear(statement, max(1, self.turn), self.model)

    def choose(self, who: str, words: str) -> None:
        """Know what a player is about to say in secret; only that player knows it."""
        for proof in self.evidence.chooses(who, words):
            self._hear(proof)

    def hear(self, who: str, words: str, heard: Sequence[Announcement], missed: Sequence[Announcement] = ()) -> None:
        """Hear the answer to a directive, or a ruling by the game master; `missed` was said for others alone."""
        for proof in self.evidence.hears(who, words, heard, missed):
            self._hear(proof)
        self.turn += turns_begun(heard)

    def hear_command(self, command: HeardCommand) -> None:
        """Hear a command as somebody has heard it, with what they themselves said in secret."""
        if command.own_secret:
            self.choose(command.mover, command.own_secret)
        self.hear(command.mover, command.words, command.heard, command.missed)

    def keep_up(self) -> None:
        """Look for a map that fits what was heard by now: from each to the next is not far.

        Where none is found, the pause before the next search is twice as long.
        """
        self._look_at_shapes()
        self._pause -= 1
        if self._pause < 0:
            found = self.model.clauses.solve((), FOLLOW)
            self._pause = self._wait = 0 if found else max(1, 2 * self._wait)

    def _look_at_shapes(self) -> None:
        """Take in which shapes, such as rivers, a map may have; this follows from the rules, but its proof is slow."""
        stock = table_of(self.game).stock
        if not self._knows_shapes and stock and (made_of := stock(self.params)):
            self.model.has_a_shape(made_of.shapes)
        self._knows_shapes = True

    def variations(self, true: Sequence[Literal], wanted: Iterable[tuple[Fact, bool]]) -> Iterator[tuple[Fact, bool]]:
        """What may be so now beside what the solver has found, as far as an exchange of two places shows it."""
        self._indexed += [indexed(each.statement) for each in self.told[len(self._indexed) :]]
        particle = self.beginning.particle(true)
        if particle.follow(self._indexed):
            yield from self._board.variations(particle, self.beginning.holds, wanted)

    def knows(self) -> Knowledge:
        """What is known now; raises Contradiction."""
        self._look_at_shapes()
        pieces, before = [*self.fragments.known(self.model)], self.model.clauses.work_done
        traits = [self.fragments.traits(piece, self.evidence.asks, self.model) for piece in pieces]
        asks, grid = self.evidence.asks, self.params.grid
        outer, level = frozenset(outer_borders(grid)), (line for line in borders(grid) if line.side not in "UD")
        asked = [has(cell, kind) for cell in grid.cells() for kind in asks.kinds]
        asked += (has(line, mark) for line in level for mark in asks.borders if (line in outer) == (mark == "exit"))
        facts = {fact: self.model.fact(fact) for fact in asked}
        places = {name: self.model.place(name) for name in self.names}
        spots = (*places.values(), *(piece.anchor for piece in pieces))
        near = (each for place in spots for each in place.values())
        in_turn = (each for pair in zip_longest(near, facts.values()) for each in pair if each)
        wanted = dict.fromkeys((*in_turn, *(each for found in traits for each in found.values())))
        verdicts = dict(verdicts_on(self, tuple(wanted)))
        # The marks behind kinds, on the cells that are certainly of such a kind
        sure = [fact for fact, literal in facts.items() if verdicts[literal] is Verdict.CERTAIN]
        finer_facts = (has(fact.place, mark) for fact in sure for mark in asks.finer.get(fact.mark, ()))
        finer = {fact: self.model.fact(fact) for fact in finer_facts}
        if finer:
            verdicts.update(verdicts_on(self, tuple(finer.values())))
            facts |= finer
        found = [_known(piece, trait, verdicts) for piece, trait in zip(pieces, traits, strict=True)]
        nowhere = dict.fromkeys(self.model.cells, Verdict.EXCLUDED)
        return Knowledge(
            {fact: verdicts[literal] for fact, literal in facts.items()},
            {name: {**nowhere, **{c: verdicts[each] for c, each in place.items()}} for name, place in places.items()},
            asks,
            tuple(fragment for fragment in found if len(fragment.places) > 1),
            (*self.evidence.unused, WAYS),
            self.model.clauses.work_done - before,
        )

    def is_located(self, who: str) -> bool:
        """Whether it is proven on which cell a player is; also false where the proof would take too long."""
        place, clauses = self.model.place(who), self.model.clauses
        if not clauses.solve((), EFFORT):
            return False
        true = frozenset(clauses.model())
        here = next(literal for literal in place.values() if literal in true)
        return clauses.solve([-here], WHERE) is False


def _known(piece: Fragment, traits: Mapping[Trait, Literal], verdicts: Mapping[Literal, Verdict]) -> KnownFragment:
    places = (cell for cell, literal in piece.anchor.items() if verdicts[literal] is not Verdict.EXCLUDED)
    found = {trait: verdicts[literal] for trait, literal in traits.items()}
    return KnownFragment(piece.who, piece.begun, tuple(piece.cells), piece.at, found, tuple(places))


def verdicts_on(listener: Listener, wanted: Sequence[Literal]) -> Mapping[Literal, Verdict]:
    """What is known of each of some literals; raises Contradiction."""
    return _LiteralQuery(listener, wanted).verdicts()


class _LiteralQuery:
    def __init__(self, listener: Listener, wanted: Sequence[Literal]) -> None:
        self.listener, self.clauses, self.wanted = listener, listener.model.clauses, wanted
        self.unseen = dict.fromkeys(either for literal in wanted for either in (literal, -literal))
        self.facts = {literal: fact for fact, literal in listener.model.facts.items()}
        self.never = set[Literal]()
        self.worked_before = self.clauses.work_done
        self.pause = self.wait = 0

    def verdicts(self) -> Mapping[Literal, Verdict]:
        """The answer for each literal; raises Contradiction."""
        found = self.clauses.solve((), EFFORT)
        if found is False:
            raise Contradiction(message("the answers cannot all be true; `mapkit audit` tells which cannot"))
        witness = self.clauses.model() if found else ()
        self._note_true(witness)
        for literal in [*self.unseen]:
            if self.clauses.fails(literal):
                self._rule_out(literal)
        if found:
            self._see(witness)
            self._all_at_once()
        self.worked_before = self.clauses.work_done
        for most, literal in ((most, literal) for most in EACH for literal in [*self.unseen]):
            if literal in self.unseen and self.clauses.work_done - self.worked_before < WORK:
                self.clauses.prefer(witness)
                found = self.clauses.solve([literal], most)
                if found:
                    witness = witness or self.clauses.model()
                    self._see(self.clauses.model())
                elif found is False:
                    self._rule_out(literal)
        verdicts = dict.fromkeys(self.wanted, Verdict.OPEN)
        verdicts |= {one: Verdict.UNDECIDED for one in self.wanted if one in self.unseen or -one in self.unseen}
        verdicts |= {one: Verdict.CERTAIN for one in self.wanted if -one in self.never}
        return verdicts | {one: Verdict.EXCLUDED for one in self.wanted if one in self.never}

    def _see(self, model: Sequence[Literal]) -> None:
        """Note what is true in what the solver has found, and on maps that differ from that by an exchange."""
        self._note_true(model)
        wanted = dict[tuple[Fact, bool], list[Literal]]()
        for literal, so in self.listener.model.as_true(self.unseen, model):
            if abs(so) in self.facts:
                wanted.setdefault((self.facts[abs(so)], so > 0), []).append(literal)
        self.pause -= 1
        if self.pause < 0:
            shown = self.listener.variations(model, (each for each in [*wanted] if each in wanted))
            found = self._note(literal for each in shown for literal in wanted.pop(each, ()))
            self.pause = self.wait = 0 if found else max(1, 2 * self.wait)

    def _note_true(self, model: Sequence[Literal]) -> None:
        known = len(model)  # the solver says nothing of numbers that no clause has
        self._note(each for each in [*self.unseen] if abs(each) <= known and model[abs(each) - 1] == each)

    def _note(self, seen: Iterable[Literal]) -> int:
        """These may be true; returns of how many that was new."""
        before = len(self.unseen)
        for literal in seen:
            self.unseen.pop(literal, None)
        return before - len(self.unseen)

    def _all_at_once(self) -> None:
        """Look for something that has not been seen yet; where there is nothing, all of that is ruled out."""
        most = self.clauses.effort_spent + AT_ONCE
        while self.unseen and (left := most - self.clauses.effort_spent) > 0:
            any_of_it = self.clauses.new()
            self.clauses.add(-any_of_it, *self.unseen)
            found = self.clauses.solve([any_of_it], left)
            self._see(self.clauses.model()) if found else None
            self.clauses.add(-any_of_it)
            if found is False:
                for literal in [*self.unseen]:
                    self._rule_out(literal)
            if found is None:
                return

    def _rule_out(self, literal: Literal) -> None:
        self.clauses.add(-literal)
        self.never.add(literal)
        self.unseen.pop(literal, None)
