"""The house rules: one version, a quick start, and no rule of a finished game without a test."""

import re
import subprocess
import sys
import tomllib
from collections import Counter
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from shutil import which

import pytest
from grimp import build_graph
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import mapkit
from mapkit.games.shelf import GAMES, NAMES
from mapkit.model.ledger import entries

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


def watched(*words: str, lines: str = "", before: str = "") -> tuple[str, list[str]]:
    """What `mapkit words` says on stdout, and the modules that it loaded; `lines` is what stdin has.

    `before` is a program to run first in the same process.
    """
    done = subprocess.run(
        [sys.executable, "-c", f"{before}\n{WATCHED}", *words],
        cwd=ROOT, input=lines, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr.splitlines()[-1].split()


def games_in(modules: list[str]) -> set[str]:
    return {name.split(".")[2] for name in modules if name.startswith("mapkit.games.")} & {*NAMES}


def test_the_installed_version_is_the_one_in_the_source() -> None:
    assert version("mapkit-games") == mapkit.__version__
    assert mapkit.__version__ in run("--version")[0]


OF_EVERY_GAME = {"Move", "Params", "Player", "State", "Telling"}
PARTICIPLES = set(
    """
    Asked Begun Changed Chosen Compared Counted Dealt Drawn Found Given Heard Held Hinted Kept Known Laid Listed
    Located Lost Lying Measured Noted Packed Parted Pasted Placed Plotted Printed Reading Redone Refused Ruled Running
    Seen Solved Spent Spoken Standing Taken Thinking Told Uncounted Undone Won
    """.split()  # noqa: SIM905 (with a line for each name the list would take a page)
)


def test_a_class_name_stands_once_in_the_house_and_is_no_participle() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "mapkit").rglob("*.py"))
    counts = Counter(name for source in sources for name in re.findall(r"^ *class _?(\w+)", source, re.MULTILINE))
    assert counts["Announcement"] == 1  # they are found
    assert {name for name, count in counts.items() if count > 1} <= OF_EVERY_GAME
    assert not counts.keys() & PARTICIPLES


@pytest.mark.parametrize("tool", ["uv tool install", "pipx install", ""])
def test_the_demo_ends_with_the_line_that_makes_mapkit_a_command(tool: str, tmp_path: Path) -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ndemo:")[2].partition("\n\n")[0]
    assert recipe.endswith("$(MAKE) --no-print-directory command")
    for name in ("make", "sh", *tool.split()[:1]):
        (tmp_path / name).symlink_to(which(name) or "/bin/true")
    said = subprocess.run(["make", "command"], cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    last = f'{tool} "{ROOT}"' if tool else f'export PATH="$PATH:{ROOT}/.venv/bin"'
    assert said.stdout.splitlines()[-1] == last


ROOMS = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_page_of_rooms_has_them_all_from_the_uppermost_to_the_lowest() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    rooms = contracts[0]["layers"][1:]
    assert re.findall(r"^\| `(\w+)` \|", ROOMS, re.MULTILINE) == rooms
    assert {*rooms} == {path.parent.name for path in (ROOT / "mapkit").glob("*/__init__.py")}


def test_the_page_of_rooms_says_of_each_what_the_room_itself_says() -> None:
    said = re.findall(r"^\| `(\w+)` \| (.+) \|$", ROOMS, re.MULTILINE)
    assert {room: str(import_module(f"mapkit.{room}").__doc__).partition("\n")[0] for room, _ in said} == dict(said)


def test_a_room_names_the_modules_that_other_rooms_import() -> None:
    graph, used = build_graph("mapkit"), dict[str, set[str]]()
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            _, room, *path = f"{imported}.".split(".")[:3]
            if path != [""] and not f"{module}.".startswith(f"mapkit.{room}."):
                used.setdefault(room, set()).update(path)
    rooms = {path.parent.name for path in (ROOT / "mapkit").glob("*/__init__.py")}
    said = {room: " ".join(str(import_module(f"mapkit.{room}").__doc__).split()) for room in rooms}
    named = {room: set(re.findall(r"\w+", doc.partition("For other rooms: ")[2])) for room, doc in said.items()}
    assert {room: used.get(room, set()) ^ named[room] for room in rooms if used.get(room, set()) != named[room]} == {}


def test_every_place_that_the_page_of_rooms_names_is_there() -> None:
    places = re.findall(r"`((?:mapkit|docs|tests|templates|\.ci)/[^`]*)`", ROOMS)
    assert len(places) > 40
    assert [place for place in places if not (ROOT / place).exists()] == []


# The ledgers, and the tags of their rules: a test or a case cites every such rule.
LEDGERS = ("treasures", "expansions", "labyrinth", "house-options", "quoridor", "dungeon", "minoqaur")
TAGS = {"design", "setup", "move", "effect", "announce", "win", "variant"}
CITATION = re.compile(r"(?<![\w-])[A-Z]{2}-(?:[A-Z]-?)?\d+(?:\.\d+)?(?!\w)")

QUESTION = re.compile(r"(?<![\w-])[A-Z]{2}-(?:[A-Z]-?)?\d+\.[a-z](?!\w)")


def cited(citation: re.Pattern[str] = CITATION) -> set[str]:
    """The numbers that a test, a case or the breach of a rule cites; golden files only record what is printed."""
    tests = ROOT / "tests"
    files = {path for path in tests.rglob("*") if path.suffix in {".py", ".cases", ".toml", ".jsonl"}}
    files -= {Path(__file__), *(tests / "golden").rglob("*")}
    breached = {
        rule.number for game in GAMES.values() for rule in (*game.design.rules, *game.design.advice) if rule.breaches
    }
    return breached | {number for path in files for number in citation.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("ledger", LEDGERS)
def test_every_rule_is_cited_by_a_test(ledger: str) -> None:
    wanted = [each.number for each in entries().values() if each.page == ledger and TAGS & {*each.tags}]
    assert wanted
    seen = cited()
    assert [number for number in wanted if number not in seen] == []


@pytest.mark.parametrize(("ledger", "most"), [("expansions", 90), ("house-options", 5)])
def test_every_question_about_modules_is_cited_by_a_test(ledger: str, most: int) -> None:
    """The lettered numbers of the ledgers of modules: each stands at a question with its answer."""
    wanted = [each.number for each in entries().values() if each.page == ledger and each.number != each.rule]
    assert len(wanted) > most
    seen = cited(QUESTION)
    assert [package for package in wanted if package not in seen] == []


def test_what_is_checked_before_a_commit_is_a_part_of_make_test() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^ +entry: \.venv/bin/(.+)$", hooks, re.MULTILINE)
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ntest: ")[2]
    assert len(entries) == 3
    assert [entry for entry in entries if f"$(BIN)/{entry}" not in recipe] == []


def test_every_slow_test_is_there() -> None:
    lines = (ROOT / "tests" / "slow.txt").read_text(encoding="utf-8")
    listed = re.findall(r"^([\w/]+\.py)::(\w+)", lines, re.MULTILINE)
    gone = [(file, name) for file, name in listed if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")]
    assert listed
    assert gone == []


def test_every_library_has_its_version_in_the_lock_and_it_is_one_that_we_take() -> None:
    """Markers of the lock tell Pythons and systems apart; one line for this Python is enough."""
    locked = [
        Requirement(line)
        for line in (ROOT / ".ci/lock.txt").read_text(encoding="utf-8").splitlines()
        if line[0].isalnum()
    ]
    here = {canonicalize_name(each.name): each for each in locked if each.marker is None or each.marker.evaluate()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for line in (*project["dependencies"], *extras["dev"], *extras["ci"]):
        asked = Requirement(line)
        if asked.marker is None or asked.marker.evaluate():
            (version,) = here[canonicalize_name(asked.name)].specifier
            assert asked.specifier.contains(version.version, prereleases=True), f"{line}: {version}; run `make lock`"
