"""The pictures of docs/variety.md, and its table: a survey of each preset whose maps are drawn at random.

    python -m benchmarks.variety

It takes about an hour, writes docs/pictures/variety/ and prints the table.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

PICTURES = Path(__file__).parent.parent / "docs" / "pictures" / "variety"
SEED = "variety"
MAPS, FEWER = 2000, 200
"""How many maps are surveyed, and how many where each of them takes more than a second to find or to measure."""
SLOW = {
    ("quoridor", "puzzle"),
    ("minoqaur", "default"),
    ("minoqaur", "easy"),
    ("minoqaur", "middle"),
    ("minoqaur", "hard"),
}
ALWAYS_THE_SAME = {"opening", "four", "as-drawn"}
"""Presets whose maps are not drawn at random, or that are for drawings."""
NOT_LOOKED_AT = {"ahead", "any-size"}
"""Presets whose maps are those of another preset."""


class Row(NamedTuple):
    """A game, and what the surveys of its presets say."""

    game: str
    found: dict[str, dict[str, Any]]
    """For each preset what `mapkit survey --json` prints."""

    def __str__(self) -> str:
        """The row of the table."""
        surveys = self.found.values()
        links = (f"[{preset}](pictures/variety/{self.game}-{preset}.png)" for preset in self.found)
        skewed = (
            f"{preset}: {each['kind']}"
            for preset, found in self.found.items()
            for each in found["things"]
            if (each["sides"] or 1) < 0.001
        )
        cells = (
            f"{self.game}: {', '.join(links)}",
            f"{sum(len(found['twins']) for found in surveys):,}",
            _span([found["nearest"][2] for found in surveys]),
            _span([found["median_difference"] for found in surveys]),
            ", ".join(skewed) or "-",
        )
        return f"| {' | '.join(cells)} |"


def _span(shares: Sequence[float]) -> str:
    return f"{round(min(shares) * 100)} to {round(max(shares) * 100)} %"


def rows() -> Iterator[Row]:
    """A row for each game, with the pictures of its presets drawn."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    listed = json.loads(_mapkit("games", "--json"))
    for game in listed:
        drawn = [name for name in game["presets"] if name not in ALWAYS_THE_SAME | NOT_LOOKED_AT]
        yield Row(game["name"], {name: _survey(game["name"], name) for name in drawn})


def _survey(game: str, preset: str) -> dict[str, Any]:
    maps = FEWER if (game, preset) in SLOW else MAPS
    words = ("survey", game, "--preset", preset, "--count", str(maps), "--seed", SEED, "--json")
    drawn = ("--plot", str(PICTURES / f"{game}-{preset}.png"), "--dpi", "72", "--force")
    found: dict[str, Any] = json.loads(_mapkit(*words, *drawn))
    return found


def _mapkit(*words: str) -> str:
    """What a command prints."""
    return subprocess.run([sys.executable, "-m", "mapkit", *words], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
