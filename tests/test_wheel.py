"""The wheel that others install: it is built from the sdist, installed without the sources, and lacks nothing."""

import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from mapkit.games.shelf import NAMES

ROOT = Path(__file__).parents[1]


@pytest.fixture
def around() -> dict[str, str]:
    """An environment from which Python finds nothing of the project."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


@pytest.mark.long
def test_a_wheel_that_is_installed_without_the_sources_plays_all_games(tmp_path: Path, around: dict[str, str]) -> None:
    def run(*words: str | Path, typed: str = "") -> str:
        done = subprocess.run(
            words, cwd=tmp_path, env=around, input=typed, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    run(sys.executable, "-m", "build", "--outdir", "dist", ROOT)
    (wheel,) = (tmp_path / "dist").glob("mapkit_games-*.whl")
    assert [path.name for path in (tmp_path / "dist").glob("mapkit_games-*.tar.gz")]
    names = set(ZipFile(wheel).namelist())
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    places = {"mapkit": "mapkit", **setup["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]}
    assert {name for name in names if ".dist-info/" not in name} == {
        f"{place}/{path.relative_to(ROOT / folder)}" for folder, place in places.items() for path in kept(ROOT / folder)
    }

    venv.create(tmp_path / "venv", symlinks=True)
    programs = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(sys.executable, "-m", "pip", "-q", "--python", programs / "python", "install", "--no-compile", wheel)
    mapkit = programs / "mapkit"
    assert run(programs / "python", "-c", "import mapkit; print(mapkit.__file__)").startswith(str(tmp_path / "venv"))
    asked = "from importlib.metadata import metadata as m; print(m('mapkit-games')['License-Expression'])"
    assert run(programs / "python", "-c", asked) == "MIT AND OFL-1.1\n"
    assert "check" in run(programs / "python", "-c", "import mapkit; print(mapkit.json_schema('check')['title'])")

    assert [line.split()[0] for line in run(mapkit, "games").splitlines() if not line.startswith(" ")] == [*NAMES]
    for game in NAMES:
        run(mapkit, "generate", game, "--seed", "wheel", "-o", f"{game}.toml")
        assert run(mapkit, "check", f"{game}.toml").endswith(f"{game}.toml: legal\n")
        assert run(
            mapkit, "play", f"{game}.toml", "--players", "Ann,Bob", "--log", f"{game}.jsonl", typed="help\nquit\n"
        )
        assert "1 game of" in run(mapkit, "simulate", f"{game}.toml", "--games", "1", "--turns", "2", "--seed", "wheel")
    assert "At the table:" in run(mapkit, "rules", "TL-7")
    typed = "COMP_WORDS=(mapkit generate tr) COMP_CWORD=2; _mapkit_completion mapkit; echo ${COMPREPLY[@]}"
    asked = f'PATH="{programs}:$PATH"; eval "$(mapkit --show-completion)"; complete -p mapkit; {typed}'
    assert run("bash", "-c", asked).splitlines()[-2:] == [
        "complete -o default -F _mapkit_completion mapkit",
        "treasures",
    ]
    run(mapkit, "new-game", "moths")
    run(sys.executable, "-m", "pip", "-q", "--python", programs / "python", "install", "--no-compile", "./moths")
    run(mapkit, "generate", "moths", "--seed", "wheel", "-o", "moths.toml")
    assert run(mapkit, "check", "moths.toml") == "moths.toml: legal\n"
    for form in ("pdf", "svg"):
        printed = run(mapkit, "print", "labyrinth.toml", "--lang", "ru", "--format", form, "-o", "paper").splitlines()
        assert printed
        assert all((tmp_path / name).stat().st_size for name in printed if name.endswith(f".{form}"))


def kept(folder: Path) -> list[Path]:
    """The files of a folder without those that Python compiled."""
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
