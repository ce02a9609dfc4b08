"""Mutants of the core: small changes at random places, and whether a test notices them.

`make mutants` makes them with cosmic-ray, a seeded sample of each module, and runs the tests of that module on each.
It prints a line for each mutant that lives, and the share of those that are killed. Names of modules choose some:
`python -m tests.mutants --each 30 mapkit/rule.py`.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from pathlib import Path
from subprocess import DEVNULL, run
from typing import NamedTuple

from mapkit.chance import Chance

ROOT = Path(__file__).parents[1]
TIMEOUT = 600.0
"""The seconds after which a mutant that hangs is killed."""
SKIPPED = ("NoOp", "ExceptionReplacer", "VariableReplacer", "VariableInserter")
"""Kinds of mutants that are no slips: they change nothing, or need names of ours."""

RULES = "checker breaches cases maps completion census slips bounds undecided"
AT_THE_TABLE = "table play corrections treasures_corrections labyrinth_referee screen terminal"
SEEN = "game_master map_pages books log_sheet labyrinth_sheets treasures_sheets dungeon_played"
TESTS = {
    "mapkit/rule.py": RULES,
    "mapkit/checker.py": f"{RULES} treasures labyrinth quoridor dungeon minoqaur cli messages",
    "mapkit/rechecking.py": f"{RULES} studio studio_work drawing",
    "mapkit/solver.py": f"{RULES} treasures labyrinth quoridor dungeon cli",
    "mapkit/walk.py": f"walk {RULES} treasures_analysis labyrinth_analysis",
    "mapkit/ruling.py": f"treasures_cases labyrinth_cases {AT_THE_TABLE} quoridor_referee dungeon_referee {SEEN}",
    "mapkit/replay.py": f"treasures_cases {AT_THE_TABLE} treasures_analysis {SEEN}",
    "mapkit/corrections.py": f"{AT_THE_TABLE} {SEEN} studio_table",
    "mapkit/playing/log.py": f"{AT_THE_TABLE} crashes hostile_files",
    "mapkit/playing/history.py": f"{AT_THE_TABLE} studio_table crashes hostile_files hints",
    "mapkit/playing/match.py": f"{AT_THE_TABLE} studio_table hints simulate long_play",
    "mapkit/games/treasures/design.py": f"treasures_usual {RULES} drawing share_codes blank_maps",
    "mapkit/games/treasures/referee.py": "treasures_cases modules_played expansions",
    "mapkit/games/treasures/modules.py": f"expansions modules_played packs {RULES} log_sheet same_sheets",
    "mapkit/games/treasures/state.py": "treasures_cases modules_played",
    "mapkit/games/labyrinth/design.py": f"labyrinth_code {RULES} drawing share_codes blank_maps",
    "mapkit/games/labyrinth/referee.py": "labyrinth_cases",
    "mapkit/games/labyrinth/rules.py": f"{RULES} labyrinth_clashes share_codes blank_maps",
    "mapkit/games/labyrinth/weapons.py": "labyrinth_cases",
    "mapkit/games/labyrinth/moves.py": "labyrinth_moves labyrinth_cases",
    "mapkit/games/quoridor/rules.py": f"{RULES} quoridor_cases share_codes",
    "mapkit/games/quoridor/position.py": "quoridor_cases",
    "mapkit/games/quoridor/referee.py": "quoridor_cases",
    "mapkit/games/dungeon/design.py": f"{RULES} drawing share_codes blank_maps",
    "mapkit/games/dungeon/referee.py": "dungeon_cases simulate screen",
    "mapkit/games/dungeon/period.py": "dungeon_cases",
    "mapkit/games/minoqaur/design.py": f"{RULES} drawing share_codes blank_maps",
    "mapkit/games/minoqaur/referee.py": "minoqaur_cases",
    "mapkit/games/minoqaur/maze_rules.py": "minoqaur_maze_rules minoqaur_cases",
}
"""For each module of the core the tests that speak of it, the likeliest first; those of its game follow."""


class Mutant(NamedTuple):
    """A small change of a module."""

    module: str
    """The path of the module from the root."""
    line: int
    """Where it is changed."""
    operator: str
    """The kind of change, as cosmic-ray names it."""
    occurrence: int
    """At which of the places where that kind of change can be made."""


def mutants(module: str) -> Iterator[Mutant]:
    """All mutants of a module that can be noticed: none in types, in what the records allow, and in sizes of caches."""
    from cosmic_ray.commands.init import _all_work_items

    silent = frozenset(_places_without_effect(ast.parse((ROOT / module).read_text(encoding="utf-8"))))
    for item in _all_work_items([Path(module)], {}):
        (spec,) = item.mutations
        kind = spec.operator_name.rpartition("/")[2]
        if not kind.startswith(SKIPPED) and spec.start_pos not in silent:
            yield Mutant(module, spec.start_pos[0], spec.operator_name, spec.occurrence)


def _places_without_effect(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Line and column of types, decorators such as `dataclass(frozen=True)` and `lru_cache(maxsize=4)`."""
    for node in ast.walk(tree):
        silent = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            silent += [
                each for each in node.decorator_list if "cache" in ast.unparse(each) or "dataclass" in ast.unparse(each)
            ]
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


def lives(mutant: Mutant) -> str:
    """The change, where no test notices it; empty where one does."""
    from cosmic_ray.mutating import mutate_and_test
    from cosmic_ray.work_item import MutationSpec

    files = list(dict.fromkeys(f"tests/test_{name}.py" for name in TESTS[mutant.module].split()))
    if "/games/" in mutant.module:
        game = mutant.module.split("/")[2]
        files += sorted(f"tests/{each.name}" for each in (ROOT / "tests").glob(f"test_{game}*.py"))
    command = [sys.executable, "-B", "-m", "pytest", "-qx", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:benchmark"]
    spec = MutationSpec(Path(mutant.module), mutant.operator, mutant.occurrence, (1, 0), (1, 1))
    result = mutate_and_test([spec], " ".join([*command, *files]), TIMEOUT)
    return "" if result.is_killed else "\n".join((result.diff or "").splitlines()[2:])


def interval(killed: int, of: int) -> str:
    """The share that is killed, with the 95 % interval of Wilson."""
    z, share = 1.96, killed / of
    middle, half = share + z * z / 2 / of, z * sqrt(share * (1 - share) / of + z * z / 4 / of / of)
    low, high = ((middle + sign * half) / (1 + z * z / of) for sign in (-1, 1))
    return f"{killed} of {of}: {share:.0%} ({low:.0%} to {high:.0%})"


def main(words: Sequence[str]) -> None:
    """Make mutants of each module and say which live."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--each", type=int, default=20, help="how many mutants of each module")
    parser.add_argument("--seed", default="mutants", help="which of them")
    parser.add_argument("modules", nargs="*", help="the modules; all of the core if none is named")
    asked = parser.parse_args(words)
    if run(["git", "diff", "--quiet", "mapkit"], cwd=ROOT, stdin=DEVNULL, check=False).returncode:
        sys.exit("mapkit/ has changes that are not committed; commit them first, as mutants are written into the files")
    all_killed = tried = 0
    for module in asked.modules or TESTS:
        found = [*mutants(module)]
        chance = Chance(f"{asked.seed} {module}")
        sample = [*islice(filter(is_python, chance.shuffled(found)), asked.each)]
        killed = 0
        for mutant in sample:
            change = lives(mutant)
            killed += not change
            if change:
                print(f"{module}:{mutant.line}: lives: {mutant.operator}\n{change}", flush=True)
        print(f"{module}: {interval(killed, len(sample))} killed, of {len(found)} mutants", flush=True)
        all_killed, tried = all_killed + killed, tried + len(sample)
    print(f"all: {interval(all_killed, tried)} killed", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
