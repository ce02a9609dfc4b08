"""The same game, settings and seed give the same map file, SVG and PDF, whatever else is different.

The golden file has the digests of map files and SVG pages, so that a change of them is never made by mistake.
MAPKIT_UPDATE_GOLDEN=1 writes it anew. PDFs depend on reportlab, so they are only compared with each other.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.same_bytes import PATHS, RUN, digests, keys

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden" / "same-bytes.json"
MANY = 6
"""The number of seeds for each preset."""
FEW = ("treasures default 0", "labyrinth extreme 0", "quoridor puzzle 0", "dungeon ahead 0", "minoqaur easy 0")
"""Maps that are made in every test run."""
AROUND: tuple[dict[str, str], ...] = (
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Tokyo", "PYTHONUTF8": "0"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "America/Lima", "PYTHONOPTIMIZE": "1"},
    {"PYTHONHASHSEED": "77", "LANG": "ru_RU.UTF-8", "MAPKIT_LANG": "ru", "COLUMNS": "40"},
)
"""What is different around the processes that make the same maps."""


def golden() -> dict[str, list[str]]:
    return dict(json.loads(GOLDEN.read_text(encoding="utf-8")))


def test_maps_and_sheets_are_those_of_the_golden_file() -> None:
    kept = golden()
    for key, (map_file, svg, _) in digests(FEW).items():
        assert [map_file, svg] == kept[key], key


@pytest.mark.long
def test_two_hundred_maps_and_their_sheets_are_those_of_the_golden_file() -> None:
    found = {key: list(digest[:2]) for key, digest in digests(keys(MANY)).items()}
    if os.environ.get("MAPKIT_UPDATE_GOLDEN"):
        rows = ",\n".join(f" {json.dumps(key)}: {json.dumps(measure)}" for key, measure in found.items())
        GOLDEN.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    assert found == golden()
    assert len(found) == len(set(keys(MANY))) >= 200


@pytest.mark.long
@pytest.mark.parametrize("around", AROUND, ids=["tokyo", "lima", "russian"])
def test_nothing_around_changes_a_byte(around: dict[str, str]) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    said = subprocess.run(
        [*RUN, "-m", "tests.same_bytes", str(MANY)],
        cwd=ROOT,
        env={**plain, **around, "PYTHONPATH": PATHS},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    assert {key: (one, two, three) for key, (one, two, three) in json.loads(said).items()} == digests(keys(MANY))
