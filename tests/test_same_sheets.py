"""The sheets of every game, also those of a game that was played, are the same bytes in every process."""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import chain

from mapkit.games.labyrinth.sheets import gm_sheets as labyrinth_gm
from mapkit.games.minoqaur.sheets import board_sheets
from mapkit.games.minoqaur.solutions import book_sheets
from mapkit.games.minoqaur.solutions import gm_sheets as minoqaur_gm
from mapkit.games.treasures.sheets import gm_sheets as treasures_gm
from mapkit.games.treasures.sheets import log_sheets, played_sheets
from mapkit.paper import pdf, svg
from mapkit.paper.sheet import Page, show
from tests.games import test_dungeon_sheets as dungeon
from tests.games import test_labyrinth_sheets as labyrinth
from tests.games import test_minoqaur_sheets as minoqaur
from tests.games import test_quoridor_sheets as quoridor
from tests.games import test_treasures_sheets as treasures
from tests.paper import test_log_sheet as played
from tests.paper.test_sheet import ON_A4, output


def _mazes() -> Sequence[Page]:
    one = minoqaur.board(border_exits="all", corners="drawn", win="treasure")
    other = minoqaur.board(tie="vertical", chamber="centre-line", win="treasure")
    return (
        *board_sheets(one, ON_A4),
        *minoqaur_gm(one, ON_A4),
        *chain(*book_sheets((one, other), ON_A4, False)),
    )


def _treasures() -> Sequence[Page]:
    map_ = treasures.full(12, 9)
    game = played.wandering(map_.params.grid, 6, 60)
    return (
        *treasures_gm(treasures.full(8, 8), ON_A4),
        *played_sheets(map_, game, ON_A4),
        *log_sheets(map_.public, ON_A4),
    )


SHEETS: dict[str, Callable[[], Sequence[Page]]] = {
    "treasures": _treasures,
    "labyrinth": lambda: labyrinth_gm(labyrinth.full((8, 8, 1)), ON_A4),
    "quoridor": lambda: [thing for made in quoridor.printed(quoridor.game(9, 4), ON_A4) for thing in made],
    "dungeon": lambda: [thing for made in dungeon.printed(dungeon.dungeon(2, 2, "additions"), ON_A4) for thing in made],
    "minoqaur": _mazes,
}
"""Sheets with many marks, of each game."""


def digests() -> dict[str, str]:
    """The digest of the pages of each game, as text and as they are written."""
    found = {}
    for game, made in SHEETS.items():
        sheets = made()
        pages = "".join(map(show, sheets)).encode() + pdf.write(sheets, "t")
        found[game] = sha256(pages + svg.write(sheets[-1], "t")).hexdigest()
    return found


DIGESTS = "import json; from tests.test_same_sheets import digests; print(json.dumps(digests()))"


def test_the_same_map_gives_the_same_bytes_in_every_process() -> None:
    assert json.loads(output(DIGESTS)) == digests()
