"""A program that prints the digests of many maps and their sheets, to be run where all else differs.

`python -m tests.same_bytes 6` makes maps of six seeds from every preset; nothing but mapkit's own libraries is needed.
"""

import json
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.press import Press, press_of

RUN = (sys.executable, "-S")
"""How a program is run in any locale: without `site`, which reads paths in the letters of the locale."""
PATHS = os.pathsep.join((str(Path(__file__).parents[1]), sysconfig.get_path("purelib")))
"""PYTHONPATH for such a program."""
Digests = dict[str, tuple[str, str, str]]
"""For each game, preset and seed the digests of the map file, of the SVG pages and of the PDF of a sheet."""


def digests(wanted: Iterable[str]) -> Digests:
    """The digests of the maps with these keys."""
    return {key: _digest(*key.split()) for key in wanted}


def keys(seeds: int) -> Iterator[str]:
    """The game, the preset and the seed of every map."""
    for game in GAMES:
        for preset in maps.presets(game):
            yield from (f"{game} {preset.name} {seed}" for seed in range(seeds))


def _digest(game: str, preset: str, seed: str) -> tuple[str, str, str]:
    map_ = maps.generate(game, f"same bytes {seed}", preset=preset)
    names = paper_of(map_.game).names
    sheet = "gm" if "gm" in names else names[0]

    def printed(press: Press) -> bytes:
        return b"".join(press.in_theme_of(map_).printed(map_, sheet))

    files = (writer.show(map_).encode(), *(printed(press_of({"format": suffix})) for suffix in ("svg", "pdf")))
    map_file, svg, pdf = (sha256(data).hexdigest()[:16] for data in files)
    return map_file, svg, pdf


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digests(keys(int(sys.argv[1])))))
