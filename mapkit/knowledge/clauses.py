"""Clauses about what may be true, and a solver that is asked about them again and again.

This is the only module that imports python-sat. A question has an effort, counted in conflicts and not in seconds. So
the same questions get the same answers on every machine.
"""

from __future__ import annotations

import atexit
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from threading import current_thread, main_thread
from typing import Any

from mapkit.model.message import message
from mapkit.model.settings import BadSetting
from mapkit.model.version import added_by

Literal = int
"""Something that may be true: a number from 1; its negative is that it is false."""

SOLVER = "minisat22"
"""The solver behind python-sat, MiniSat; both are under the MIT licence."""
PAIRWISE = 6
"""Up to so many literals each pair is excluded by a clause of its own."""


_done: list[Any] = []
"""Solvers that nobody asks any more, to be freed where the next one is made.

Freed by `__del__`, Ctrl-C would be lost in it, and the library would free the same solver once more.
"""


class _OffMainThread:
    """Tells the library that it does not run in the main thread.

    There it takes Ctrl-C itself and jumps out of MiniSat in the middle of its work: a segmentation fault.
    """

    @staticmethod
    def check() -> bool:
        return False


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Let Ctrl-C come at the end, and not in between."""
    if current_thread() is not main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda sign, _: pressed.append(sign))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)


def _free() -> None:
    while _done:
        _done.pop().delete()


class Clauses:
    """Clauses, and the solver that knows them all.

    While `guard` is a literal, clauses hold only where it is assumed.
    """

    def __init__(self) -> None:
        """Raises BadSetting where the library is lacking."""
        try:
            from pysat import solvers
        except ImportError:
            raise BadSetting(message("deduction needs an extra library: {line}", added_by("deduction"))) from None
        if solvers.MainThread is not _OffMainThread:
            solvers.MainThread = _OffMainThread
            atexit.register(_free)  # later the library has lost its own functions
        with _ctrl_c_waits():
            _free()
            solver: Any = solvers.Solver(SOLVER, incr=False)
        self._solver = solver  # only now, since Ctrl-C may have waited
        self._last = 0
        self.guard: Literal | None = None
        self.true = self.new()
        self.add(self.true)

    def __del__(self) -> None:
        if hasattr(self, "_solver"):  # else the library is lacking
            _done.append(self._solver)

    def new(self) -> Literal:
        self._last += 1
        return self._last

    def add(self, *literals: Literal) -> None:
        """One of the literals is true."""
        self._solver.add_clause([*literals, -self.guard] if self.guard else [*literals])

    def exactly_one(self, literals: Sequence[Literal]) -> None:
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Sequence[Literal]) -> None:
        """At most one of the literals is true; many are laid out in rows and columns, of which one each is true."""
        if len(literals) <= PAIRWISE:
            for one, other in combinations(literals, 2):
                self.add(-one, -other)
            return
        width = max(2, int(len(literals) ** 0.5))
        columns = [self.new() for _ in range(width)]
        rows = [self.new() for _ in range(-(-len(literals) // width))]
        for n, literal in enumerate(literals):
            self.add(-literal, columns[n % width])
            self.add(-literal, rows[n // width])
        self.at_most_one(columns)
        self.at_most_one(rows)

    def count(self, literals: Sequence[Literal], low: int, high: int, when: Iterable[Literal] = ()) -> None:
        """Between `low` and `high` of the literals are true, where all of `when` are."""
        unless, size = [-each for each in when], len(literals)
        if low > high or low > size:
            self.add(*unless)
        elif high == 0:
            for literal in literals:
                self.add(-literal, *unless)
        elif (low, high) in ((0, 1), (1, 1)) and not unless:
            (self.exactly_one if low else self.at_most_one)(literals)
        elif low == 1 and high >= size:
            self.add(*literals, *unless)
        elif low > 0 or high < size:
            # A count by sums of halves, as far as the bounds need them (a totalizer)
            sums = self._added(literals, min(len(literals), high + 1))
            if low > 0:
                self.add(sums[low - 1], *unless)
            if high < len(literals):
                self.add(-sums[high], *unless)

    def _added(self, literals: Sequence[Literal], most: int) -> list[Literal]:
        """Literals of which the n-th says that at least n of those given are true, up to `most` of them."""
        if len(literals) == 1:
            return [literals[0]]
        half = len(literals) // 2
        one, other = self._added(literals[:half], most), self._added(literals[half:], most)
        whole = [self.new() for _ in range(min(len(literals), most))]
        for i in range(len(one) + 1):
            for j in range(len(other) + 1):
                given = [*([-one[i - 1]] if i else []), *([-other[j - 1]] if j else [])]
                if given:
                    self.add(whole[min(i + j, len(whole)) - 1], *given)
                fewer = [*([one[i]] if i < len(one) else []), *([other[j]] if j < len(other) else [])]
                if fewer and i + j < len(whole):
                    self.add(-whole[i + j], *fewer)
        return whole

    def solve(self, assumed: Sequence[Literal] = (), effort: int = 0) -> bool | None:
        """Whether all clauses can be true with what is assumed; None where the effort did not suffice to tell.

        An effort of 0 is without a limit.
        """
        if not effort:
            return bool(self._solver.solve(assumptions=assumed))
        self._solver.conf_budget(effort)
        found = self._solver.solve_limited(assumptions=assumed)
        return None if found is None else bool(found)

    @property
    def effort_spent(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    @property
    def work_done(self) -> int:
        """The propagations of all questions so far: how often something followed, while the solver tried."""
        return int(self._solver.accum_stats()["propagations"])

    @property
    def size(self) -> int:
        return int(self._solver.nof_clauses())

    def model(self) -> Sequence[Literal]:
        """After a question with the answer yes: the literal of each number that is true then, in order from 1."""
        return self._solver.get_model() or ()

    def core(self) -> Sequence[Literal]:
        """After a question with the answer no: what was assumed and cannot all be true."""
        return self._solver.get_core() or ()

    def implied(self) -> Sequence[Literal]:
        """What follows at a glance, without a search."""
        _, found = self._solver.propagate()
        return found or ()

    def fails(self, literal: Literal) -> bool:
        """Whether a literal is seen at a glance, without a search, to be false."""
        return not self._solver.propagate(assumptions=[literal])[0]

    def prefer(self, literals: Sequence[Literal]) -> None:
        """The solver tries these first; no answer depends on it, and the time may."""
        self._solver.set_phases(literals)
