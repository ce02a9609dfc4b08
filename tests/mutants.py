"""Mutants of the core: small changes at random places, and whether a test notices them.

`make mutants` makes them with cosmic-ray, a seeded sample of each module. On each mutant it runs the tests that come by
the changed line, the quickest of each file first. Coverage tells which tests these are: all tests run once under it,
unless what that run left in `.mutants` is newer than the code. `make mutants` prints each mutant that lives, and the
share of those that are killed. Names of modules choose some: `python -m tests.mutants --each 30 mapkit/model/rule.py`.
"""

import argparse
import ast
import os
import re
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice, zip_longest
from math import sqrt
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, run
from typing import NamedTuple

from mapkit.model.chance import Chance

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".mutants"
"""Which tests come by which line, and how long each takes."""
SEEN = KEPT / "durations"
"""What pytest said of the run of all tests, with the seconds of each."""
BUDGET = 300.0
"""The most seconds that the tests of a mutant take together, as timed under coverage; 100 left out too many tests."""
TIMEOUT = 600.0
"""The seconds after which a mutant that hangs is killed."""
SKIPPED = ("NoOp", "ExceptionReplacer", "VariableReplacer", "VariableInserter")
"""Kinds of mutants that are no slips: they change nothing, or need names of ours."""
CORE = (
    *(f"mapkit/solve/{name}.py" for name in ("checker", "rechecker", "solver")),
    *(f"mapkit/model/{name}.py" for name in ("rule", "walk", "ruling", "replay")),
    "mapkit/games/kit/corrections.py",
    *("mapkit/table/log.py", "mapkit/table/history.py", "mapkit/table/match.py"),
    *(f"mapkit/games/treasures/{name}.py" for name in ("design", "referee", "modules", "state")),
    *(f"mapkit/games/labyrinth/{name}.py" for name in ("design", "referee", "rules", "weapons", "moves")),
    *(f"mapkit/games/quoridor/{name}.py" for name in ("rules", "position", "referee")),
    *(f"mapkit/games/dungeon/{name}.py" for name in ("design", "referee", "period")),
    *(f"mapkit/games/minoqaur/{name}.py" for name in ("design", "referee", "maze_rules")),
)
"""The modules that mutants are made of."""
PYTEST = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:benchmark"]
"""How tests are run: in their order, so that the quickest come first, and without files that are left behind."""


class Mutant(NamedTuple):
    """A small change of a module."""

    module: str
    line: int
    operator: str
    occurrence: int
    """At which of the places where that kind of change can be made."""


def mutants(module: str) -> Iterator[Mutant]:
    """All mutants of a module that can be noticed: none in types, and none in what only guards against our slips."""
    from cosmic_ray.commands.init import _all_work_items

    silent = frozenset(_places_without_effect(ast.parse((ROOT / module).read_text(encoding="utf-8"))))
    for item in _all_work_items([Path(module)], {}):
        (spec,) = item.mutations
        kind = spec.operator_name.rpartition("/")[2]
        if not kind.startswith(SKIPPED) and spec.start_pos not in silent:
            yield Mutant(module, spec.start_pos[0], spec.operator_name, spec.occurrence)


def _places_without_effect(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Line and column of types, `zip(strict=True)`, `dataclass(frozen=True)` and `lru_cache(maxsize=4)`."""
    for node in ast.walk(tree):
        silent = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            silent += [
                each for each in node.decorator_list if "cache" in ast.unparse(each) or "dataclass" in ast.unparse(each)
            ]
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "zip":
            silent += [keyword.value for keyword in node.keywords if keyword.arg == "strict"]
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            silent.append(node.test)
        for found in silent:
            if isinstance(found, ast.expr):
                lines = range(found.lineno, (found.end_lineno or found.lineno) + 1)
                yield from (
                    (line, column)
                    for line in lines
                    for column in range(found.col_offset - 4, (found.end_col_offset or 0) + 1)
                )


def is_python(mutant: Mutant) -> bool:
    """Whether a module with this change can be read: cosmic-ray also multiplies the `*` before arguments by name."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    source = (ROOT / mutant.module).read_text(encoding="utf-8")
    changed = mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
    try:
        ast.parse(changed)
    except SyntaxError:
        return False
    return True


class Witnesses:
    """The tests that come by each line of the core, as coverage has seen them in a run of all tests."""

    def __init__(self) -> None:
        from coverage import CoverageData

        self._data = CoverageData(str(KEPT / "coverage"))
        self._data.read()
        self._seconds = defaultdict[str, float](float)
        for seconds, test in re.findall(r"^(\d+\.\d+)s +\w+ +(.+)$", SEEN.read_text(encoding="utf-8"), re.MULTILINE):
            self._seconds[test] += float(seconds)

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that come by the line of a mutant, as many as fit into `BUDGET`, the quickest of each file first.

        A line that runs while its module is loaded, and no later, has the tests of all lines of the module.
        """
        contexts = self._data.contexts_by_lineno(mutant.module)
        found = self._tests(contexts.get(mutant.line, ())) or self._tests(chain.from_iterable(contexts.values()))
        files = defaultdict(list)
        for test in sorted(found, key=lambda test: (self._seconds[test], test)):
            files[test.partition("::")[0]].append(test)
        in_turn = [test for row in zip_longest(*files.values()) for test in row if test]
        times = accumulate(self._seconds[test] for test in in_turn)
        return [test for test, time in zip(in_turn, times, strict=True) if time <= BUDGET] or in_turn[:1]

    def _tests(self, contexts: Iterable[str]) -> set[str]:
        return {context.rpartition("|")[0] for context in contexts} & self._seconds.keys()


def watch() -> None:
    """Run all tests once under coverage, unless that was done since the code changed."""
    if SEEN.exists() and all(
        path.stat().st_mtime < SEEN.stat().st_mtime
        for name in ("mapkit", "tests")
        for path in (ROOT / name).rglob("*.py")
    ):
        return
    print("Running all tests, to see which of them come by which line", flush=True)
    KEPT.mkdir(exist_ok=True)
    settings, include = KEPT / "settings.ini", ",".join(CORE)
    lines = f"[run]\nrelative_files = true\ndata_file = {KEPT / 'coverage'}\ninclude = {include}\n"
    settings.write_text(lines, encoding="utf-8")
    words = ["-n", "2", "--dist", "worksteal", "--durations=0", "-vv"]
    cover = ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="]
    told = run([*PYTEST, *words, *cover], cwd=ROOT, check=False, stdout=PIPE, stderr=STDOUT, encoding="utf-8")
    if told.returncode:
        sys.exit(f"{told.stdout}\nTests fail on the code as it is; repair that first")
    SEEN.write_text(told.stdout, encoding="utf-8")


def outcome(mutant: Mutant, tests: Sequence[str]) -> tuple[str, set[str]]:
    """The change where no test notices it, else an empty text; and the tests that notice it."""
    from cosmic_ray.mutating import mutate_and_test
    from cosmic_ray.work_item import MutationSpec

    chosen = KEPT / "chosen"
    chosen.write_text("\n".join(tests), encoding="utf-8")
    spec = MutationSpec(Path(mutant.module), mutant.operator, mutant.occurrence, (1, 0), (1, 1))
    command = shlex.join([*PYTEST, "-x", "-p", "no:xdist", "-p", "no:cov", f"@{chosen}"])
    file = ROOT / mutant.module
    found = file.stat()
    result = mutate_and_test([spec], command, TIMEOUT)
    os.utime(file, ns=(found.st_atime_ns, found.st_mtime_ns))  # else `watch` would take the module for a changed one
    if result.is_killed:
        return "", {*re.findall(r"^FAILED (.+?)(?: - .*)?$", result.output or "", re.MULTILINE)}
    return "\n".join((result.diff or "").splitlines()[2:]), set()


def interval(killed: int, of: int) -> str:
    """The share that is killed, with the 95 % interval of Wilson."""
    z, share = 1.96, killed / of
    middle, half = share + z * z / 2 / of, z * sqrt(share * (1 - share) / of + z * z / 4 / of / of)
    low, high = ((middle + sign * half) / (1 + z * z / of) for sign in (-1, 1))
    return f"{killed} of {of}: {share:.0%} ({low:.0%} to {high:.0%})"


def main(words: Sequence[str]) -> None:
    """Make mutants of each module and say which live."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--each", type=int, default=7, help="how many mutants of each module")
    parser.add_argument("--seed", default="mutants", help="which of them")
    parser.add_argument("modules", nargs="*", help="the modules; all of the core if none is named")
    asked = parser.parse_args(words)
    if run(["git", "diff", "--quiet", "mapkit"], cwd=ROOT, stdin=DEVNULL, check=False).returncode:
        sys.exit("mapkit/ has changes that are not committed; commit them first, as mutants are written into the files")
    watch()
    witnesses = Witnesses()
    all_killed = tried = 0
    noticed = set[str]()
    for module in asked.modules or CORE:
        found = [*mutants(module)]
        chance = Chance(f"{asked.seed} {module}")
        sample = [*islice(filter(is_python, chance.shuffled(found)), asked.each)]
        killed = 0
        for mutant in sample:
            change, tests = outcome(mutant, witnesses.of(mutant))
            killed += not change
            noticed |= tests
            if change:
                print(f"{module}:{mutant.line}: lives: {mutant.operator}\n{change}", flush=True)
        print(f"{module}: {interval(killed, len(sample))} killed, of {len(found)} mutants", flush=True)
        all_killed, tried = all_killed + killed, tried + len(sample)
    print(f"all: {interval(all_killed, tried)} killed", flush=True)
    if noticed and run([*PYTEST, "-n", "2", *sorted(noticed)], cwd=ROOT, stdin=DEVNULL, check=False).returncode:
        sys.exit("Some of the tests that killed mutants fail on the code as it is, too; do not believe these figures")


if __name__ == "__main__":
    main(sys.argv[1:])
