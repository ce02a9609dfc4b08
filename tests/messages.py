"""All messages that the code raises or says, with samples in their gaps."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOM = Path(__file__).parents[1] / "mapkit"
SAYING = frozenset(
    """
say_on_stderr say_beside BadSetting FileTrouble BadLog InvalidMove SolverGaveUp UnreadableMap Problem UnreadWord Clash
in_words
""".split()  # noqa: SIM905 (a dozen words, each in quotes, are harder to read)
)
"""The functions and exceptions whose arguments are said to people."""
SAMPLES = ("", "7", "a1", "'x'", "x.toml")
"""What stands in a gap: nothing, a number, a cell, a refused word or the name of a file; one of them must fit."""


def modules() -> Iterator[Path]:
    """The modules that say or raise messages."""
    words = re.compile(rf"\b({'|'.join(SAYING)})\(")
    return (path for path in sorted(ROOM.rglob("*.py")) if words.search(path.read_text(encoding="utf-8")))


def messages(path: Path) -> dict[str, tuple[str, ...]]:
    """Each message of a module as it stands in the code, once with each sample in all its gaps."""
    said = _said(ast.parse(path.read_text(encoding="utf-8")))
    return {ast.unparse(text): tuple(_filled(text, sample) for sample in SAMPLES) for text in said}


def _said(tree: ast.AST) -> Iterator[ast.expr]:
    """The texts in the arguments of what says them."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SAYING:
            yield from (text for arg in call.args for text in _texts(arg))


def _texts(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            yield node
        case ast.IfExp():
            yield from (text for box in (node.body, node.orelse) for text in _texts(box))


def _filled(text: ast.expr, sample: str) -> str:
    match text:
        case ast.Constant(value=str(words)):
            return words
        case ast.JoinedStr():
            return "".join(_filled(value, sample) for value in text.values)
        case ast.FormattedValue(value=ast.Call(func=ast.Name(id="many"), args=[_, ast.Constant(value=str(thing))])):
            return f"7 {thing}s"
        case _:
            return sample
