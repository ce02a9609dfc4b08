"""The program that needs no Python: what its recipe takes, and that it works where there is no Python."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest

from mapkit.formats import shelf as formats
from mapkit.games.shelf import NAMES
from mapkit.mapfile import writer
from mapkit.studio.words import PAGE
from tests.photos import test_photos
from tests.studio.desks import legal

ROOT = Path(__file__).parents[1]
RECIPE = ROOT / ".ci" / "app.spec"


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the recipe gives to PyInstaller."""
    given: dict[str, Any] = {}

    def analysis(scripts: list[str], **rest: Any) -> SimpleNamespace:
        given.update(rest, scripts=scripts)
        return SimpleNamespace(pure=[], scripts=[], binaries=[], datas=[])

    made = SimpleNamespace()
    names = {"Analysis": analysis, **dict.fromkeys(("EXE", "PYZ", "COLLECT", "BUNDLE"), lambda *_, **__: made)}
    monkeypatch.setattr(sys, "platform", "linux")
    exec(compile(RECIPE.read_text(encoding="utf-8"), RECIPE, "exec"), {**names, "SPECPATH": str(RECIPE.parent)})
    return given


def test_the_recipe_takes_all_modules_all_files_and_no_tool_of_developers(taken: dict[str, Any]) -> None:
    modules, files = set(taken["hiddenimports"]), {(Path(file), place) for file, place in taken["datas"]}
    assert {f"mapkit.games.{name}" for name in NAMES} <= modules
    assert {f"mapkit.formats.{module}" for module in formats.MODULES.values()} <= modules
    assert {"mapkit.solve.solver", "mapkit.photos.reader", "mapkit.cli.studio"} <= modules
    assert {(file, "mapkit/studio/page") for file in PAGE.iterdir()} <= files
    fonts = ROOT / "templates" / "fonts"
    assert {(file, "mapkit/templates/fonts") for file in fonts.iterdir()} <= files
    assert (ROOT / "docs" / "rules" / "treasures.md", "mapkit/templates/rules") in files
    assert {"licences/ortools", "licences/starlette"} <= {place for _, place in files}
    assert {"pytest", "mypy", "pillow_heif", "distributed"} <= set(taken["excludes"])
    assert not {"ortools", "cv2", "numpy", "pysat", "starlette", "h11", "PIL"} & set(taken["excludes"])


@pytest.mark.long
@pytest.mark.skipif(find_spec("PyInstaller") is None, reason="it is installed by `make app`")
def test_the_program_works_without_python(tmp_path: Path) -> None:
    folders = ("--distpath", tmp_path, "--workpath", tmp_path / "work")
    build: list[str | Path] = [
        sys.executable,
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--log-level",
        "ERROR",
        *folders,
        RECIPE,
    ]
    subprocess.run(build, check=True, cwd=ROOT)
    program, home = tmp_path / "Mapkit" / "mapkit", tmp_path / "home"
    home.mkdir()
    around = {"HOME": str(home), "PATH": "/nonexistent", "LANG": "C.UTF-8"}

    def run(*words: str) -> str:
        return subprocess.run(
            [program, *words], cwd=home, env=around, check=True, capture_output=True, text=True
        ).stdout

    assert "extras: deduction, photos" in run("--version")
    for game in NAMES:
        run("generate", game, "--seed", "app", "-o", f"{game}.toml")
        assert run("check", f"{game}.toml").endswith("legal\n")
    assert run("print", "treasures.toml", "--format", "pdf", "-o", "sheets").count(".pdf") > 2
    (home / "page.jpg").write_bytes(test_photos.photo())
    assert run("read", "page.jpg") == "page.toml\n"
    (home / "friday.toml").write_text(writer.show(legal("quoridor")), encoding="utf-8")
    words: list[str | Path] = [program, "friday.toml"]
    with subprocess.Popen(
        words, cwd=home, env=around, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as studio:
        assert studio.stdout is not None
        with urlopen(studio.stdout.readline().strip()) as page:
            assert b"presence.js" in page.read()
        studio.terminate()
    entry = (home / ".local/share/applications/mapkit.desktop").read_text(encoding="utf-8")
    assert f'Exec="{program}" %f' in entry
    assert os.access(
        next(line for line in entry.splitlines() if line.startswith("Icon=")).removeprefix("Icon="), os.R_OK
    )
