"""The pictures of interest in docs/variety.md, and its table: how interesting random maps of each preset are.

    python -m benchmarks.interest [GAME ...]

It takes half an hour on two cores, writes docs/pictures/interest/ and prints the table. The maps are drawn without
regard to interest: those less interesting than the file of the preset asks for are the ones that are drawn again.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.variety import ALWAYS_THE_SAME, FEWER, MAPS, NOT_LOOKED_AT, SLOW
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.chance import Chance
from mapkit.model.interest import Interest
from mapkit.model.presets import least_interest
from mapkit.model.rule import SolverGaveUp
from mapkit.solve.search import legal_map

PICTURES = Path(__file__).parent.parent / "docs" / "pictures" / "interest"
SEED = "interest"
BARS, WIDE, HIGH, MARGIN = 24, 180, 90, 14
"""The most bars of a histogram, and its size and what is around it in pixels."""


class Row(NamedTuple):
    """A preset, and how interesting its maps are."""

    game: str
    preset: str
    found: Sequence[Interest]

    @property
    def least(self) -> int:
        return least_interest(self.game, self.preset)[0]

    def __str__(self) -> str:
        """The row of the table."""
        ranked = sorted(each.score for each in self.found)
        dull = sum(score < self.least for score in ranked) / len(ranked)
        parts = ([*filter(lambda value: value is not None, column)] for column in zip(*self.found, strict=True))
        _, *medians = (f"{sorted(values)[len(values) // 2]:g}" if values else "-" for values in parts)
        name = f"{self.game}-{self.preset}"
        cells = (
            f"[{self.game} {self.preset}](pictures/interest/{name}.svg)",
            f"{len(ranked):,}",
            *(str(ranked[len(ranked) * n // 10]) for n in (1, 5, 9)),
            *((str(self.least), f"{dull:.0%}".replace("%", " %")) if self.least else ("-", "-")),
            *medians,
        )
        return f"| {' | '.join(cells)} |"

    def picture(self) -> str:
        """A histogram of the interest and of each part; the bars of maps that are drawn again are pale."""
        columns = (
            ("interest", [float(each.score) for each in self.found]),
            ("dead ends", [float(each.dead_ends) for each in self.found]),
            ("choices", [float(each.choices) for each in self.found]),
            ("turns to win", [each.needed for each in self.found if each.needed is not None]),
            ("turns to a meeting", [each.meeting for each in self.found if each.meeting is not None]),
        )
        shown = [each for each in columns if each[1]]
        parts = [_histogram(n, *each, 0 if n else self.least) for n, each in enumerate(shown)]
        size = f'width="{len(shown) * (WIDE + MARGIN) + MARGIN}" height="{HIGH + 50}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">'
        return "\n".join((head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>", ""))


def _histogram(number: int, name: str, values: Sequence[float], least: int) -> str:
    low, high = int(min(values)), int(max(values))
    step = max(1, -(-(high - low + 1) // BARS))
    counts = Counter((int(value) - low) // step for value in values)
    bars, most, left = (high - low) // step + 1, max(counts.values()), MARGIN + number * (WIDE + MARGIN)
    wide, drawn = WIDE / bars, [f'<text x="{left}" y="16">{name}</text>']
    for place in range(bars):
        tall, begins = HIGH * counts[place] / most, low + place * step
        fill = "#c9c9c9" if begins + step <= least else "#3b6ea5"
        spot = f'x="{left + place * wide:.1f}" y="{24 + HIGH - tall:.1f}" width="{wide * 0.9:.1f}" height="{tall:.1f}"'
        drawn.append(f'<rect {spot} fill="{fill}"/>')
    ends = ((left, "start", low), (left + WIDE, "end", high))
    drawn += [f'<text x="{x}" y="{HIGH + 40}" text-anchor="{side}">{value}</text>' for x, side, value in ends]
    return "\n".join(drawn)


def rows(only: Sequence[str]) -> Iterator[Row]:
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for game in GAMES:
            for preset in maps.presets(game):
                if preset.name not in ALWAYS_THE_SAME | NOT_LOOKED_AT and (not only or game in only):
                    number = FEWER if (game, preset.name) in SLOW else MAPS
                    found = workers.map(partial(_interest, game, preset.name), range(1, number + 1), chunksize=20)
                    yield Row(game, preset.name, [each for each in found if each is not None])


def _interest(game: str, preset: str, number: int) -> Interest | None:
    p, measure = maps.params(GAMES[game], preset, None, {}), GAMES[game].solving.interest  # type: ignore[union-attr]
    assert measure is not None
    try:
        return measure(legal_map(GAMES[game], p, preset, Chance(f"{game} {SEED}-{number}")))
    except SolverGaveUp:
        return None


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    for row in rows(sys.argv[1:]):
        (PICTURES / f"{row.game}-{row.preset}.svg").write_text(row.picture(), encoding="utf-8")
        print(row, flush=True)
