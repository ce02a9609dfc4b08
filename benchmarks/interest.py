"""The pictures of interest in docs/variety.md, and its table: how interesting random maps of each preset are.

    python -m benchmarks.interest [GAME ...]

It takes hours on two cores, writes a picture a game into docs/pictures/interest/ and prints the table. The maps are
drawn without regard to interest: those less interesting than the file of the preset asks for are the ones that are
drawn again.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
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
COLUMNS = "interest", "dead ends", "choices", "turns to win", "turns to a meeting"
BARS, WIDE, HIGH, MARGIN, NAME = 24, 150, 34, 14, 90
"""The most bars of a histogram, its size, and what is around it and on its left in pixels."""


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
        cells = (
            f"{self.game} {self.preset}",
            f"{len(ranked):,}",
            *(str(ranked[len(ranked) * n // 10]) for n in (1, 5, 9)),
            *((str(self.least), f"{dull:.0%}".replace("%", " %")) if self.least else ("-", "-")),
            *medians,
        )
        return f"| {' | '.join(cells)} |"

    def picture(self, top: int) -> str:
        """A histogram of the interest and of each part; the bars of maps that are drawn again are pale."""
        columns = ([float(each.score) for each in self.found], *([*column] for column in [*zip(*self.found)][1:]))  # noqa: B905
        drawn = [f'<text x="{MARGIN}" y="{top + HIGH // 2}">{self.preset}</text>']
        for place, column in enumerate(columns):
            if values := [value for value in column if value is not None]:
                drawn.append(_histogram(NAME + place * (WIDE + MARGIN), top + HIGH, values, 0 if place else self.least))
        return "".join(drawn)


def _histogram(left: int, bottom: int, values: Sequence[float], least: int) -> str:
    low, high = int(min(values)), int(max(values))
    step = max(1, -(-(high - low + 1) // BARS))
    counts = Counter((int(value) - low) // step for value in values)
    bars, most = (high - low) // step + 1, max(counts.values())
    wide, paths = WIDE / bars, {"#c9c9c9": "", "#3b6ea5": ""}
    for place in sorted(counts):
        fill = "#c9c9c9" if low + (place + 1) * step <= least else "#3b6ea5"
        paths[fill] += f"M{left + (place + 0.5) * wide:.1f} {bottom}v-{HIGH * counts[place] / most:.1f}"
    drawn = [f'<path d="{d}" stroke="{fill}" stroke-width="{wide * 0.9:.1f}"/>' for fill, d in paths.items() if d]
    ends = (left, "start", low), (left + WIDE, "end", high)
    drawn += [f'<text x="{x}" y="{bottom + 11}" text-anchor="{side}">{value}</text>' for x, side, value in ends]
    return "".join(drawn)


def picture(rows: Sequence[str]) -> str:
    """The picture of a game, by those of its presets."""
    columns = (f'<text x="{NAME + n * (WIDE + MARGIN)}" y="14">{name}</text>' for n, name in enumerate(COLUMNS))
    size = f'width="{NAME + len(COLUMNS) * (WIDE + MARGIN)}" height="{top_of(len(rows))}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">'
    return "\n".join((head, '<rect width="100%" height="100%" fill="white"/>', "".join(columns), *rows, "</svg>", ""))


def top_of(row: int) -> int:
    return 22 + row * (HIGH + 20)


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
    for game, of_game in groupby(rows(sys.argv[1:]), lambda row: row.game):
        drawn = list[str]()
        for row in of_game:
            drawn.append(row.picture(top_of(len(drawn))))
            print(row, flush=True)
        (PICTURES / f"{game}.svg").write_text(picture(drawn), encoding="utf-8")
