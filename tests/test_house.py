"""The house rules: one version, a quick start, and no rule of a finished game without a test."""

import re
import subprocess
import sys
from dataclasses import fields, is_dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import walk_packages
from shutil import which

import pytest

import mapkit
from mapkit import maps
from mapkit.cli.shell import MODULES, app
from mapkit.games import GAMES
from mapkit.mapfile import document

ROOT = Path(__file__).parents[1]

# Runs mapkit as `python -m mapkit` does, once for each command between `;`.
# The last line of stderr says which modules were loaded.
WATCHED = """
import runpy, sys
status, words = 0, sys.argv[1:]
while words and not status:
    end = words.index(";") if ";" in words else len(words)
    sys.argv[1:], words = words[:end], words[end + 1:]
    try:
        runpy.run_module("mapkit", run_name="__main__", alter_sys=True)
    except SystemExit as leaving:
        status = leaving.code
print("\\n" + " ".join(sys.modules), file=sys.stderr)
sys.exit(status)
"""


def run(*words: str) -> tuple[str, set[str]]:
    """What `mapkit words` says on stdout, and the packages that it loaded."""
    said, modules = watched(*words)
    return said, {name.partition(".")[0] for name in modules}


def watched(*words: str, lines: str = "") -> tuple[str, list[str]]:
    """What `mapkit words` says on stdout, and the modules that it loaded; `lines` is what stdin has."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *words],
        cwd=ROOT, input=lines, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr.splitlines()[-1].split()


def games_in(modules: list[str]) -> set[str]:
    """The games among the modules that were loaded."""
    return {name.split(".")[2] for name in modules if name.startswith("mapkit.games.")}


@pytest.fixture(scope="module")
def a_map(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("house") / "map.toml"
    path.write_text(document.show(maps.generate("treasures", "house")), encoding="utf-8")
    return str(path)


def test_the_installed_version_is_the_one_in_the_source() -> None:
    assert version("mapkit-games") == mapkit.__version__


@pytest.mark.parametrize("tool", ["uv tool install", "pipx install", ""])
def test_the_demo_ends_with_the_line_that_makes_mapkit_a_command(tool: str, tmp_path: Path) -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ndemo:")[2].partition("\n\n")[0]
    assert recipe.endswith("$(MAKE) --no-print-directory command")
    for name in ("make", "sh", *tool.split()[:1]):
        (tmp_path / name).symlink_to(which(name) or "/bin/true")
    said = subprocess.run(["make", "command"], cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    last = f'{tool} "{ROOT}"' if tool else f'export PATH="$PATH:{ROOT}/.venv/bin"'
    assert said.stdout.splitlines()[-1] == last


def test_the_version_is_told_without_loading_a_library() -> None:
    said, loaded = run("--version")
    assert mapkit.__version__ in said
    assert not loaded & {"ortools", "typer", "networkx", "reportlab", "svgwrite", "rich", "fontTools"}


def test_help_loads_no_solver() -> None:
    said, loaded = run("--help")
    assert "generate" in said
    assert "ortools" not in loaded


def test_checking_a_map_loads_no_solver(a_map: str) -> None:
    said, loaded = run("check", a_map)
    assert "legal" in said, "the map was not checked"
    assert not loaded & {"ortools", "networkx"}


ONE_GAME = (
    "check {map}",
    "repair {map} -o {folder}/repaired.toml",
    "complete {map} -o {folder}/completed.toml",
    "solve {map}",
    "rules treasures",
    "new treasures -o {folder}/new.toml",
    "generate treasures -o {folder}/made.toml",
    "print {map} --format svg -o {folder}",
    "play {map} --players Ann,Bob --log {folder}/game.jsonl",
    "moves {map}",
    "simulate {map} --games 1 --turns 3",
)


def test_commands_about_one_game_load_that_game_alone(a_map: str, tmp_path: Path) -> None:
    """They run in one process after each other, and none of them loads another game."""
    said, modules = watched(*" ; ".join(ONE_GAME).format(map=a_map, folder=tmp_path).split(), lines="quit\n")
    assert games_in(modules) == {"treasures"}
    assert all((tmp_path / name).exists() for name in ("repaired.toml", "completed.toml", "new.toml", "made.toml"))
    assert (tmp_path / "game.jsonl").exists()
    assert "1 game of" in said, "the last command ran"


def test_a_command_loads_the_modules_of_no_other_command(a_map: str) -> None:
    """The modules that name commands; `play` and `check` share most of what they need."""
    loaded = watched("check", a_map)[1]
    assert {module for module in MODULES if f"mapkit.cli.{module}" in loaded} == {"maps"}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_has_the_commands_that_it_is_listed_with(module: str) -> None:
    import_module(f"mapkit.cli.{module}")
    named = [
        each.name or each.callback.__name__
        for each in app.registered_commands
        if each.callback and each.callback.__module__ == f"mapkit.cli.{module}"
    ]
    assert tuple(named) == MODULES[module]


def test_help_and_the_version_load_no_game() -> None:
    assert games_in(watched("--help")[1]) == games_in(watched("--version")[1]) == set()


def test_other_programs_files_load_the_game_that_has_them_alone(tmp_path: Path) -> None:
    words = "generate dungeon -o {0}/a.toml ; export {0}/a.toml -o {0}/a.txt ; import {0}/a.txt -o {0}/b.toml"
    assert games_in(watched(*words.format(tmp_path).split())[1]) == {"dungeon"}
    assert (tmp_path / "b.toml").exists()


def test_no_public_record_of_the_core_has_more_than_nine_members() -> None:
    """The core is all but the games."""
    inside = (module.name for module in walk_packages(mapkit.__path__, "mapkit."))
    core = [name for name in inside if not name.startswith(("mapkit.games.", "mapkit.__main__"))]
    records = {
        f"{name}.{each.__name__}": len(fields(each)) if is_dataclass(each) else len(getattr(each, "_fields", ()))
        for name in core
        for each in vars(import_module(name)).values()
        if isinstance(each, type) and each.__module__ == name and not each.__name__.startswith("_")
    }
    assert records["mapkit.game.Legend"] == 9
    assert {name: members for name, members in records.items() if members > 9} == {}


# The ledgers, and the tags whose rules are finished: a test or a case cites every such rule.
ALL = {"design", "setup", "move", "effect", "announce", "win", "variant"}
FINISHED = [
    ("treasures.md", ALL),
    ("expansions.md", ALL),
    ("labyrinth.md", ALL),
    ("quoridor.md", ALL),
    ("dungeon.md", ALL),
    ("minoqaur.md", ALL),
]
LEDGER_LINE = re.compile(
    r"^(?:- )?\*\*([A-Z]{2}-(?:[A-Z]-?)?\d+(?:\.\d+)?)\*\* (?:[A-Z]\d )?((?:`\[\w+\]` ?)+)", re.MULTILINE
)
CITATION = re.compile(r"(?<![\w-])[A-Z]{2}-(?:[A-Z]-?)?\d+(?:\.\d+)?(?!\w)")

QUESTION_LINE = re.compile(r"^- ([A-Z]{2}-(?:[A-Z]-?)?\d+\.[a-z]) ", re.MULTILINE)
QUESTION = re.compile(r"(?<![\w-])[A-Z]{2}-(?:[A-Z]-?)?\d+\.[a-z](?!\w)")


def numbers(ledger: str, tags: set[str]) -> list[str]:
    """The numbers of the rules with one of the tags, in the ledger's order."""
    text = (ROOT / "docs" / "rules" / ledger).read_text(encoding="utf-8")
    return [number for number, borne in LEDGER_LINE.findall(text) if tags & set(re.findall(r"\w+", borne))]


def cited(citation: re.Pattern[str] = CITATION) -> set[str]:
    """The numbers that a test, a case or the breach of a rule cites; golden files only record what is printed."""
    tests = ROOT / "tests"
    files = {path for path in tests.rglob("*") if path.suffix in {".py", ".cases", ".toml", ".jsonl"}}
    files -= {Path(__file__), *(tests / "golden").rglob("*")}
    breached = {
        rule.number for game in GAMES.values() for rule in (*game.design.rules, *game.design.advice) if rule.breaches
    }
    return breached | {number for path in files for number in citation.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize(("ledger", "tags"), FINISHED, ids=[ledger for ledger, _ in FINISHED])
def test_every_rule_of_a_finished_part_is_cited_by_a_test(ledger: str, tags: set[str]) -> None:
    wanted = numbers(ledger, tags)
    assert wanted, f"no rule of {ledger} bears one of {tags}"
    seen = cited()
    assert [number for number in wanted if number not in seen] == []


def test_every_question_about_modules_is_cited_by_a_test() -> None:
    """The lettered numbers of the ledger of modules: each stands at a question with its answer."""
    wanted = QUESTION_LINE.findall((ROOT / "docs" / "rules" / "expansions.md").read_text(encoding="utf-8"))
    assert len(wanted) > 90
    seen = cited(QUESTION)
    assert [each for each in wanted if each not in seen] == []
