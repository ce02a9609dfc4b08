"""What type checkers and editors know of the library: every type has a name in mapkit, and wrong uses are errors."""

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, assert_type

import pytest

import mapkit
from mapkit.games.quoridor.state import State
from mapkit.model.ruling import Ruling

ROOT = Path(__file__).parents[2]
NAMES: list[str] = vars(mapkit)["__all__"]
OF_PYTHON = set(
    """
    Any Callable ClassVar Collection Counter Executor FrozenSet Iterable Iterator Literal Mapping None PathLike Self
    Sequence Unpack K P S T V X
    """.split()  # noqa: SIM905 (with a line for each name the list would take a page)
)
INSIDE = set(
    """
    Claims Code Cut Design DesignPart DrawingSummary Filling Layout Likeness MapFigures OptionPack Pack PackDesign
    PlaceSpread PlotChart Query Remedies Row SheetPack Solving SquareBoard Study Table Trait Vector Weight
    """.split()  # noqa: SIM905
)
"""Types of members that a game has for mapkit itself."""


def test_type_checkers_know_what_the_library_returns() -> None:
    """mypy reads this test, too."""
    map_ = assert_type(mapkit.generate("quoridor", "library"), mapkit.Map[mapkit.QuoridorParams])
    assert_type(map_.params.grid, mapkit.Square)
    assert_type(map_.check(), tuple[mapkit.Fault, ...])
    assert_type(map_.repair().map, mapkit.Map[mapkit.QuoridorParams])
    assert_type(map_.to_text(), str)
    assert_type(mapkit.generate("treasures", "t", preset="small").params.walls, mapkit.Amount)
    moment = assert_type(map_.begin(["Ann", "Bob"]), mapkit.PlayedGame[State])
    assert_type(moment.say(moment.options()[0].words).ruling, Ruling[State])
    assert_type(mapkit.GAMES["quoridor"], mapkit.Game[mapkit.QuoridorParams])
    assert_type(mapkit.read(map_.to_text()), mapkit.Map[Any])
    assert (Path(mapkit.__file__).parent / "py.typed").exists()


def annotations(thing: Any) -> Iterator[tuple[str, Any]]:
    """The annotations of what a program uses of a name."""
    if inspect.isroutine(thing):
        yield from inspect.unwrap(thing).__annotations__.items()
    for kind in thing.__mro__ if isinstance(thing, type) else ():
        if kind.__module__.startswith("mapkit"):
            yield from ((name, of) for name, of in vars(kind).get("__annotations__", {}).items() if name[0] != "_")
            for name, member in vars(kind).items():
                inner = getattr(member, "fget", None) or getattr(member, "func", None) or member
                if name[0] != "_" and inspect.isroutine(inner):
                    yield from annotations(getattr(inner, "__func__", inner))


@pytest.mark.parametrize("name", NAMES)
def test_every_type_that_is_taken_or_returned_has_a_name_of_its_own(name: str) -> None:
    for member, of in annotations(getattr(mapkit, name)):
        said = of if isinstance(of, str) else getattr(of, "__forward_arg__", "") or getattr(of, "__name__", "")
        text = re.sub(r"""(["']).*?\1|[\w.]+\.(?=[A-Z])""", "", str(said))
        assert {*re.findall(r"\b[A-Z]\w*", text)} <= OF_PYTHON | INSIDE | {*NAMES}, f"{name}.{member}: {text}"


def test_type_checkers_see_the_same_names_as_programs() -> None:
    text = (ROOT / "mapkit" / "__init__.py").read_text(encoding="utf-8").partition("\nelse:")[0]
    assert [*dict.fromkeys(sorted(re.findall(r" as (\w+)$", text, re.MULTILINE)))] == sorted([*NAMES, "__version__"])


WRONG = """
mapkit.Genrate
mapkit.generate("treasures", "x", presett="small")
mapkit.generate("treasures", "x").params.wals
mapkit.generate("treasures", 7)
mapkit.read(7)
map.chek()
map.begin("Ann", langage="de")
map.print("gm", papr="a4")
map.cells_of(3)
map.begin(["Ann"]).to_moove
map.begin(["Ann"]).say(north=True)
map.begin(["Ann"]).options().words
map.begin(["Ann"]).ruling.state.nothing
map.repair().edits.words
map.check()[0].rulee
mapkit.Map()
""".strip().splitlines()
"""Each of them is an error for a type checker."""


def programs(folder: Path) -> tuple[Path, Path]:
    """A program with the examples of the page, and one that is wrong in each of its lines but two."""
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    lines = [line[4:] for line in page.splitlines() if re.match(r">>> |\.\.\.( |$)", line)]
    right, wrong = folder / "right.py", folder / "wrong.py"
    right.write_text("\n".join(lines), encoding="utf-8")
    (bot,) = re.findall(r"^`bot.py`:\n\n```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (folder / "bot.py").write_text(bot, encoding="utf-8")
    wrong.write_text("\n".join(["import mapkit", 'map = mapkit.generate("quoridor", "x")', *WRONG]), encoding="utf-8")
    return right, wrong


def errors(said: str, program: Path) -> set[int]:
    """The lines of a program in which a type checker found errors."""
    return {int(line) for line in re.findall(rf"{re.escape(program.name)}:(\d+):(?:\d+ -| ) ?error", said)}


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_a_type_checker_takes_the_examples_and_refuses_what_is_wrong(checker: str, tmp_path: Path) -> None:
    """basedpyright is pyright with the program that runs it, so that nothing is downloaded."""
    pytest.importorskip(checker)
    right, wrong = programs(tmp_path)
    if checker == "mypy":
        words = ["--config-file=", "--check-untyped-defs", f"--cache-dir={tmp_path}", right.name, "bot.py", wrong.name]
    else:
        config = {"typeCheckingMode": "standard", "extraPaths": [str(ROOT)]}
        (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
        words = ["--pythonpath", sys.executable]
    around = {**os.environ, "MYPYPATH": str(ROOT)}
    run = [sys.executable, "-m", checker, *words]
    said = subprocess.run(run, cwd=tmp_path, env=around, capture_output=True, text=True, check=False).stdout
    assert errors(said, right) | errors(said, tmp_path / "bot.py") == set(), said
    assert [line for number, line in enumerate(WRONG, 3) if number not in errors(said, wrong)] == [], said
