"""All messages that the code has, as catalogues name them."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import typer
from typer.main import get_command

from mapkit.cli import main
from mapkit.model import resources
from mapkit.model.message import gaps, said_of
from mapkit.paper.themes import COMMENT
from mapkit.studio import words

PACKAGE = Path(__file__).parents[1] / "mapkit"
TAKES = {
    **dict.fromkeys(("message", "noun", "BadValue", "limit"), (0,)),
    **dict.fromkeys(
        ("Rule", "MeasuredRule", "count_rule", "settings_rule", "setting", "amount", "number", "choice", "spacing"),
        (1,),
    ),
    **dict.fromkeys(("_weight", "_lair_rule"), (1,)),
    "plural": (0, 1),
    "joined": (1,),
    "suggestion": (2,),
}
"""Which arguments of a function are English that a catalogue puts into words."""
GAPS = {"message": 1, "noun": 1, "BadValue": 1, "plural": 3}
"""The functions that fill gaps, and the place of the first filling."""
OWN = {"BadValue": {"name"}, "plural": {"number"}}
"""The gaps that they fill in another way."""


class CodeMessage(NamedTuple):
    """A message in the code."""

    english: str
    many: str
    """The English beside other numbers than 1; empty where there is none."""
    maker: str
    """The function that makes it."""
    where: str
    """Its file and line, from the project's root."""


def messages(path: Path) -> Iterator[CodeMessage]:
    place = _place(path)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            called = [by.func for by in node.decorator_list if isinstance(by, ast.Call)]
            if any(_last_name(func) == "command" for func in called):
                yield CodeMessage(ast.get_docstring(node) or "", "", "command", f"{place}:{node.lineno}")
        elif isinstance(node, ast.Call):
            maker = _last_name(node.func)
            taken = [node.args[at] for at in TAKES.get(maker, ()) if at < len(node.args)]
            helps = [keyword.value for keyword in node.keywords if keyword.arg == "help"]
            for arguments, by in ((taken, maker), (helps, "help")):
                texts = [
                    text.value for text in arguments if isinstance(text, ast.Constant) and isinstance(text.value, str)
                ]
                if texts:
                    yield CodeMessage(texts[0], "".join(texts[1:]), by, f"{place}:{node.lineno}")


def on_page() -> Iterator[CodeMessage]:
    """What the pages of the studio and of phones say: the texts in calls of `say`, and those of HTML."""
    for file in sorted([*words.PAGE.glob("*.js"), *words.PAGE.glob("*.html")]):
        code, where = file.read_text(encoding="utf-8"), f"{_place(file)}:1"
        for text in SAID_ON_PAGE.findall(code) if file.suffix == ".js" else ():
            one, many = json.loads(text) if text.startswith("[") else (json.loads(text), "")
            yield CodeMessage(one, many, "page", where)
        for text in words.ON_PAGE.findall(code) if file.suffix == ".html" else ():
            if text.strip() != "Mapkit":
                yield CodeMessage(text.strip(), "", "page", where)


SAID_ON_PAGE = re.compile(r'(?<!\.)\bsay\(\s*("(?:[^"\\]|\\.)*"|\["(?:[^"\\]|\\.)*", "(?:[^"\\]|\\.)*"\])')
"""The English in each call of `say`: a text, or one and many beside a number."""


def in_help() -> Iterator[CodeMessage]:
    """What `--help` says of the commands and their options."""
    commands = [get_command(main.app)]
    for command in commands:
        commands += getattr(command, "commands", {}).values()
        options = command.get_params(typer.Context(command, help_option_names=["--help"]))
        texts = [command.help or "", *(getattr(option, "help", "") or "" for option in options)]
        for text in filter(None, texts):
            yield CodeMessage(said_of(text).template, "", "help", "mapkit/cli/commands.py:1")


def in_files() -> Iterator[CodeMessage]:
    """What the presets say of themselves, and the comments of the themes."""
    for file in sorted(resources.path("presets").glob("*/*.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        yield from (
            CodeMessage(data[key], "", "preset", f"{_place(file)}:1") for key in ("says", "holds") if key in data
        )
    for file in sorted(resources.path("themes").glob("*.toml")):
        for comment in COMMENT.finditer(file.read_text(encoding="utf-8")):
            yield CodeMessage(said_of(comment[2]).template, "", "theme", f"{_place(file)}:1")


def _place(file: Path) -> Path:
    return file.relative_to(PACKAGE.parent)


def everything() -> Iterator[CodeMessage]:
    for path in modules():
        yield from messages(path)
    yield from in_files()
    yield from (CodeMessage(between, "", "joined", "mapkit/model/message.py:1") for between in (", ", "; "))
    yield from on_page()
    yield from in_help()


def _last_name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def computed(path: Path) -> Iterator[str]:
    """Calls whose template is no literal text, or that fill more or fewer gaps than it has."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in GAPS):
            continue
        maker = call.func.id
        match call.args:
            case [ast.Name(id="template"), *_]:
                continue
            case [ast.Constant(value=str(text)), *_]:
                others = call.args[GAPS[maker] :]
                wanted = {*gaps(text)} - OWN.get(maker, set())
                if len(others) == len(wanted) or any(isinstance(each, ast.Starred) for each in others):
                    continue
        yield f"{_place(path)}:{call.lineno}: {ast.unparse(call)}"


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))
