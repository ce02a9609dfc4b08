"""The commands of `cases/commands.cases`: files, what is typed, and what is answered, line by line."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from mapkit.cli import main

TABLE = Path(__file__).parents[1] / "cases" / "commands.cases"


class Scene(NamedTuple):
    """A case: its line, its sentence, perhaps with a number, and its blocks, each with a line and what follows."""

    line: int
    sentence: str
    blocks: tuple[tuple[str, tuple[str, ...]], ...]


def scenes(text: str) -> Iterator[Scene]:
    """The cases; blocks that begin with a file stand for all cases below them."""
    shared = list[tuple[str, tuple[str, ...]]]()
    for block in re.finditer(r"^(?![#\n]).+(?:\n.+)*", text, re.MULTILINE):
        blocks = list[tuple[str, tuple[str, ...]]]()
        first, *rest = block[0].split("\n")
        for line in block[0].split("\n") if first.startswith("file ") else rest:
            if line.startswith(("file ", "$ ")):
                blocks.append((line, ()))
            else:
                blocks[-1] = (blocks[-1][0], (*blocks[-1][1], line))
        if first.startswith("file "):
            shared += blocks
        else:
            yield Scene(text.count("\n", 0, block.start()) + 1, first, (*shared, *blocks))


SCENES = [*scenes(TABLE.read_text(encoding="utf-8"))]


def write(head: str, lines: tuple[str, ...]) -> None:
    """Make a file: `file b.txt after a.txt` begins with another one, `file b.txt like a.txt` changes words in it."""
    _, name, *how = head.split()
    text = "".join(f"{line[2:]}\n" for line in lines)
    if how[:1] == ["after"]:
        text = Path(how[1]).read_text(encoding="utf-8") + text
    elif how[:1] == ["like"]:
        text = Path(how[1]).read_text(encoding="utf-8")
        for line in lines:
            old, new = line[2:].split(" -> ")
            assert old in text, line
            text = text.replace(old, new.replace("\\n", "\n"), 1)
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def answered(head: str) -> list[str]:
    """The lines on stdout but for empty ones, those on stderr, and the exit code if it is not 0, as in the cases."""
    words, _, given = head.removeprefix("$ mapkit ").partition(" < ")
    typed = Path(given).read_text(encoding="utf-8") if given else ""
    done = CliRunner().invoke(main.app, shlex.split(words), input=typed, catch_exceptions=False, prog_name="mapkit")
    told = [f"     {line}" for line in done.stdout.splitlines() if line]
    return (
        told + [f"   ! {line}" for line in done.stderr.splitlines()] + [f"   = {done.exit_code}"] * bool(done.exit_code)
    )


def as_written(wanted: tuple[str, ...], found: list[str]) -> bool:
    """Whether the lines are those of a case; `...` stands for any lines, and at the end of a line for its rest."""
    parts = []
    for line in wanted:
        rest = " (?:.*)?" if line.endswith(" ...") else ""
        parts.append(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line.removesuffix(" ...")) + rest + r"\n")
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in found)) is not None


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.sentence)
def test_every_answer_is_as_it_is_written(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", "games")
    for head, lines in scene.blocks:
        if head.startswith("file "):
            write(head, lines)
        else:
            before = sorted(tmp_path.rglob("*"))
            found = answered(head)
            assert as_written(lines, found), "\n".join([f"commands.cases:{scene.line}: {head}", *found])
            assert found[-1:] != ["   = 2"] or sorted(tmp_path.rglob("*")) == before, f"{head}: it leaves files"


def test_a_wrong_answer_is_noticed() -> None:
    found = ["     one two", "     three", "   = 1"]
    assert all(as_written(each, found) for each in ((*found,), ("     one ...", "     ..."), ("     ...", "   = 1")))
    for wrong in ((), ("     one",), ("     ...",)[:0], ("     one two", "     three"), ("     tw ...", "     ...")):
        assert not as_written(wrong, found)
