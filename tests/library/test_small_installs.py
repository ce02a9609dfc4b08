"""What works without the libraries that mapkit requires, as docs/install.md promises."""

import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in LACKING if LACKING else "site-packages" in str(path or sys.path) and foreign(name):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
def foreign(name):
    return name.partition(".")[0] not in {*sys.stdlib_module_names, "mapkit"}
LACKING = set(sys.argv[1].split())
sys.meta_path.insert(0, Nothing())
import mapkit
"""
GAMES = ("treasures", "labyrinth", "quoridor", "dungeon")
BOT = f"""
for name in {GAMES}:
    map_ = mapkit.generate(name, "club")
    assert map_.check() == ()
    game = map_.begin(["Ann", "Bob"], seed="club")
    game = game.say(game.options()[0].words)
    assert mapkit.PlayedGame.from_text(game.to_text()) == game
    print(name, map_.svg(font="inherit")[:4])
"""
DRAWN = "+---+---+\n| T   T |\n+   +   +\n| T   . |\n+---+---+\n"
LINES = {
    "networkx": 'mapkit.generate("treasures", "club").solve()',
    "reportlab": 'mapkit.generate("quoridor", "club").print("gm")',
    "fonttools": 'mapkit.generate("quoridor", "club").svg()',
    "pypdfium2": 'mapkit.generate("quoridor", "club").print("map", format="png")',
    "svgwrite": 'mapkit.generate("quoridor", "club").print("gm", format="svg")',
    "segno": 'mapkit.generate("minoqaur", "club")',
    "ortools": f'mapkit.read({DRAWN!r}, game="treasures").repair()',
}
"""What is told to need a library, and the library."""


def told(lacking: str, program: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + program, lacking], capture_output=True, text=True, check=False
    )


def test_a_bot_needs_nothing_but_mapkit() -> None:
    found = told("", BOT)
    assert found.stderr == ""
    assert found.stdout.split() == [word for name in GAMES for word in (name, "<svg")]


@pytest.mark.parametrize("library", LINES)
def test_a_library_that_lacks_is_told_with_the_line_that_installs_it(library: str) -> None:
    module = {"fonttools": "fontTools"}.get(library, library)
    found = told(module, f"try: {LINES[library]}\nexcept mapkit.BadSetting as lacks: print(lacks)")
    assert found.stderr == ""
    assert found.stdout.startswith("this needs a library: ")
    assert f'"{library}' in found.stdout


def test_a_command_says_so_too(tmp_path: Path) -> None:
    sketch = tmp_path / "sketch.txt"
    sketch.write_text(DRAWN, encoding="utf-8")
    call = f"sys.argv = ['mapkit', 'repair', '--game', 'treasures', {str(sketch)!r}]"
    found = told("ortools", f"{call}\nfrom mapkit.cli.main import app\napp()")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.splitlines()[-1].startswith("error: this needs a library: ")
