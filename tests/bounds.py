"""Bounds in the rules and designs of the games: each is turned, one at a time, and the tests of its rule must notice.

`make mutants` turns each `<` and `<=`, `+ 1` and `- 1`, `low` and `high`, and each bound of a claim or an amount. The
tests of a rule are those that cite its number: its drawings, its cases, and tests that name it. They have 5 seconds.
What is printed lives. Names of modules choose some: `python -m tests.bounds mapkit/games/treasures/design.py`.
"""

import ast
import builtins
import gc
import os
import re
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from mapkit.model.rule import Amount

ROOT = Path(__file__).parents[1]
NAMES = "design rules packs/* measured maze_rules"
RULES = [path for name in NAMES.split() for path in sorted((ROOT / "mapkit" / "games").glob(f"*/{name}.py"))]
NUMBER = re.compile(r"(?<![\w-])[A-Z]{2}-(?:[A-Z]-?)?\d+(?:\.[a-z\d]+)?(?!\w)")
"""A rule in a ledger, or a question below it."""
TESTS = (
    *("tests/solve/test_breaches.py", "tests/solve/test_map_cases.py", "tests/mapfile/test_drawing.py"),
    *("tests/games", "tests/test_docs.py"),
)
SECONDS = 5.0
"""The time of the processor that the tests of a rule have."""
TURNED: dict[type[ast.cmpop], ast.cmpop] = {ast.Lt: ast.LtE(), ast.LtE: ast.Lt(), ast.Gt: ast.GtE(), ast.GtE: ast.Gt()}
OTHER = {"low": "high", "high": "low"}
PATCHED = """
import importlib.machinery, sys, pathlib, pytest, tests.bounds
module, source, *words = sys.argv[1:]
get = importlib.machinery.SourceFileLoader.get_code
importlib.machinery.SourceFileLoader.get_code = lambda loader, name: (
    compile(source, loader.path, "exec") if pathlib.Path(loader.path) == pathlib.Path(module) else get(loader, name))
sys.exit(pytest.main(words))
"""
"""Runs tests where a module is another one from the beginning."""


def moved(bound: Any, end: str, by: int) -> Any:
    """A claim or an amount with another bound; what is open stays open."""
    if getattr(bound, end) is None:
        return bound
    changed = {end: getattr(bound, end) + by}
    return bound._replace(**changed) if isinstance(bound, Amount) else replace(bound, **changed)


vars(builtins)["moved"] = moved


def turned(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What may stand in place of a node, each with a word for it."""
    match node:
        case ast.Compare(left, ops, comparators):
            for i, op in enumerate(ops):
                if other := TURNED.get(type(op)):
                    yield type(other).__name__, ast.Compare(left, [*ops[:i], other, *ops[i + 1 :]], comparators)
        case ast.BinOp(_, ast.Add() | ast.Sub(), ast.Constant(1)) | ast.BinOp(ast.Constant(1), ast.Add(), _):
            yield from by_one(node, "")
        case ast.Attribute(value, "low" | "high" as end):
            yield OTHER[end], ast.Attribute(value, OTHER[end], ast.Load())
        case ast.Name("low" | "high" as end, ast.Load()):
            yield OTHER[end], ast.Name(OTHER[end], ast.Load())
        case ast.Call(ast.Name("Count" | "exactly" | "none" | "Amount" as name), words):
            yield from moved_ends(node, name, words)
        case ast.Call(function, words, named):
            for i, word in enumerate(named):
                for told, value in by_one(word.value, word.arg) if word.arg in OTHER else ():
                    rest = [*named[:i], ast.keyword(word.arg, value), *named[i + 1 :]]
                    yield told, ast.Call(function, words, rest)


def by_one(node: ast.expr, name: str) -> Iterator[tuple[str, ast.expr]]:
    """One more and one less than a number."""
    for by in (-1, 1):
        yield f"{name}{by:+}", ast.BinOp(node, ast.Add(), ast.Constant(by))


def moved_ends(node: ast.Call, name: str, words: Sequence[ast.expr]) -> Iterator[tuple[str, ast.AST]]:
    """A claim or an amount with another bound, but for bounds that say nothing or that nothing can keep.

    No fewer than 0 and no more than all can hold; where both ends are the same, neither can be moved towards the other.
    """
    low, high = words[1:3] if name == "Count" else words[:2] if name == "Amount" else (words[0], words[0])
    is_one = name in ("exactly", "none") or ast.unparse(low) == ast.unparse(high)
    for end, by in (("low", -1), ("high", 1), *(() if is_one else (("low", 1), ("high", -1)))):
        told = ast.unparse(low if end == "low" else high)
        pool = words[-1] if name in ("exactly", "none") else words[0]
        whole = isinstance(pool, ast.List | ast.Tuple) and told.isdecimal() and len(pool.elts) <= int(told)
        silent = (name == "none" or told == "0") if (end, by) == ("low", -1) else whole and (end, by) == ("high", 1)
        if not silent and not told.startswith("len(") and told != "None":
            moved_by = [node, ast.Constant(end), ast.Constant(by)]
            yield f"{end}{by:+}", ast.Call(ast.Name("moved", ast.Load()), moved_by, [])


class Site(NamedTuple):
    """A place in a module where a bound may be turned."""

    module: Path
    tree: ast.Module
    node: ast.AST
    numbers: frozenset[str]
    """The rules to which it belongs."""


def within(node: ast.AST, above: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    """Each node below a node, with all that it stands in, from outside to inside."""
    for child in ast.iter_child_nodes(node):
        yield child, above
        yield from within(child, (*above, child))


def cited(node: ast.AST) -> set[str]:
    texts = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str))
    return {number for text in texts for number in NUMBER.findall(text)}


def of_call(node: ast.AST) -> set[str]:
    """The numbers that a call has as its own words, as the call that makes a rule or a setting has."""
    words = [arg.value for arg in node.args if isinstance(arg, ast.Constant)] if isinstance(node, ast.Call) else []
    return {word for word in words if isinstance(word, str) and NUMBER.fullmatch(word)}


def used(node: ast.AST) -> set[str]:
    """The names of functions that may be called there."""
    names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return names | {
        each.func.attr for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)
    }


@cache
def owners(game: Path) -> dict[str, set[str]]:
    """The numbers of the rules to which each function of a game belongs, by its name.

    They are those that its text cites, and those of the rules made with it; where there are none, those of its callers.
    """
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(game.rglob("*.py"))]
    own, callers = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                own[node.name] |= cited(node)
                for name in used(node) - {node.name}:
                    callers[name].add(node.name)
            for name in used(node) if of_call(node) else ():
                own[name] |= of_call(node)

    def numbers(name: str) -> set[str]:
        found, wave, seen = set[str](), {name}, set[str]()
        while wave and not found:
            seen |= wave
            found = set[str]().union(*(own[function] for function in wave))
            wave = set[str]().union(*(callers[function] for function in wave)) - seen
        return found

    return {name: numbers(name) for name in [*own, *callers]}


def sites(module: Path) -> Iterator[Site]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    known = owners(ROOT / "mapkit" / "games" / module.relative_to(ROOT / "mapkit" / "games").parts[0])
    for node, above in within(tree):
        inner = next((found for each in (*above[::-1],) if (found := of_call(each))), set[str]())
        inner = inner or of_call(node)
        names = [thing.name for thing in above if isinstance(thing, ast.FunctionDef)]
        if above and isinstance(above[0], ast.Assign):
            names = [each.id for each in ast.walk(above[0].targets[0]) if isinstance(each, ast.Name)]
        mine = inner or set[str]().union(*(known.get(name, ()) for name in names))
        if any(isinstance(thing, ast.ClassDef) for thing in above) and not names:
            mine = {*mine, module.relative_to(ROOT / "mapkit" / "games").parts[0]}
        yield Site(module, tree, node, frozenset(mine))


def codes(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The code of each function as it was and as it is."""
    pairs = ([const for const in code.co_consts if isinstance(const, CodeType)] for code in (before, after))
    for one, other in zip(*pairs, strict=True):
        yield one, other
        yield from codes(one, other)


class Put(ast.NodeTransformer):
    """Puts a node in the place of another one."""

    def __init__(self, was: ast.AST, now: ast.AST) -> None:
        self.was, self.now = was, now

    def visit(self, node: ast.AST) -> ast.AST:
        return self.now if node is self.was else self.generic_visit(node)


class Turner:
    """Collects the tests, turns bound after bound, and runs the tests of the rules to which it belongs."""

    def __init__(self, modules: Sequence[Path]) -> None:
        self.modules = modules
        self.items = list[pytest.Item]()
        self.tried = self.killed = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = sorted(
            session.items, key=lambda item: (not item.nodeid.startswith(TESTS[0]), "repair" in item.name)
        )
        for module in self.modules:
            made(str(module))
            for site in sites(module):
                for word, other in turned(site.node):
                    self.turn(site, word, other)
        print(f"{self.killed} of {self.tried} died")
        return True

    def turn(self, site: Site, word: str, other: ast.AST) -> None:
        """Put another node in place of one, say whether that lives, and put it back."""
        tests = [item for item in self.items if site.numbers & citations(item)]
        before = compile(site.tree, str(site.module), "exec")
        ast.fix_missing_locations(Put(site.node, ast.copy_location(other, site.node)).visit(site.tree))
        after = compile(site.tree, str(site.module), "exec")
        seen = died(tests, dict(codes(before, after))) if is_inside(before, after) else self.anew(site, tests)
        Put(other, site.node).visit(site.tree)
        self.tried += 1
        self.killed += seen
        if not seen:
            place = f"{site.module.relative_to(ROOT)}:{getattr(site.node, 'lineno', 0)}"
            numbers = ", ".join(sorted(site.numbers)) or "no rule"
            print(f"{place}: {numbers} ({len(tests)} tests): lives: {word}: {ast.unparse(site.node)}", flush=True)

    def anew(self, site: Site, tests: Sequence[pytest.Item]) -> bool:
        """Whether a test fails where the module is another one from the beginning."""
        words = ["-xq", "-p", "no:xdist", "-p", "no:randomly", "-p", "no:benchmark", *(test.nodeid for test in tests)]
        command = [sys.executable, "-c", PATCHED, str(site.module), ast.unparse(site.tree), *words]
        return bool(tests) and subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode != 0


def died(tests: Sequence[pytest.Item], changed: dict[CodeType, CodeType]) -> bool:
    """Whether a test fails in time where functions have other code; they run in a process of their own."""
    if os.fork():
        return os.waitstatus_to_exitcode(os.wait()[1]) > 0
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # ends the process
    try:
        for found in made(next(iter(changed)).co_filename):
            if not isinstance(found, FunctionType):
                found.cache_clear()
            elif found.__code__ in changed:
                found.__code__ = changed[found.__code__]
        for test in tests:
            if any(report.failed for report in runtestprotocol(test, nextitem=None, log=False)):
                os._exit(1)
        os._exit(0)
    finally:
        os._exit(2)


@cache
def made(module: str) -> list[Any]:
    """The functions that a module made, and all that keep results of functions."""
    gc.unfreeze()
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, _lru_cache_wrapper)
        or (isinstance(found, FunctionType) and found.__code__.co_filename == module)
    ]


def is_inside(before: CodeType, after: CodeType) -> bool:
    """Whether only functions differ, and nothing that runs while the module is loaded."""

    def loaded(code: CodeType) -> object:
        inner = [const for const in code.co_consts if isinstance(const, CodeType)]
        bodies = [loaded(const) for const in inner if not const.co_flags & 1]  # a class has no variables that are quick
        return code.co_code, [const for const in code.co_consts if not isinstance(const, CodeType)], bodies

    return loaded(before) == loaded(after)


@cache
def citations(item: pytest.Item) -> frozenset[str]:
    """The numbers that a test cites: in its name, in what is said of it, and in the case that it plays."""
    function = getattr(item, "function", None)
    page = re.findall(r"page_of_a_game\w+\[(\w+)\]", item.name)
    return frozenset([*page, *NUMBER.findall(f"{item.name} {function and function.__doc__}")])


def main(words: Sequence[str]) -> int:
    """Turn the bounds of the modules, of all games if none is named, and say which live."""
    modules = [ROOT / word for word in words] or RULES
    options = ("-q", "-s", "-p", "no:randomly", "-p", "no:benchmark", "-p", "no:xdist")
    return pytest.main([*options, *TESTS], plugins=[Turner(modules)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
