"""Minoqaur, the labyrinth in a QR code (`docs/rules/minoqaur.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Book, Game, Later
from mapkit.games.minoqaur.design import RULES, Params, clashes, fit, legend, read_size, written
from mapkit.games.minoqaur.draft import draft
from mapkit.games.minoqaur.faults import advised, faulted
from mapkit.games.minoqaur.outlook import measures, outlook
from mapkit.games.minoqaur.referee import REFEREE

if TYPE_CHECKING:
    from mapkit.games.minoqaur import changes as _changes
    from mapkit.games.minoqaur import mending as _mending
    from mapkit.games.minoqaur import photos as _photos
    from mapkit.games.minoqaur import played as _played
    from mapkit.games.minoqaur import sheets as _sheets
    from mapkit.games.minoqaur import solutions as _solutions
else:
    _changes = Later("mapkit.games.minoqaur.changes")
    _mending = Later("mapkit.games.minoqaur.mending")
    _photos = Later("mapkit.games.minoqaur.photos")
    _played = Later("mapkit.games.minoqaur.played")
    _sheets = Later("mapkit.games.minoqaur.sheets")
    _solutions = Later("mapkit.games.minoqaur.solutions")

GAME: Game[Params] = Game(
    name="minoqaur",
    title="Minoqaur",
    params=Params,
    rules=RULES,
    advice=(),
    legend=legend,
    draft=draft,
    secret_sheets={"gm": _solutions.gm_sheets, "solution": _solutions.solution_sheets},
    open_sheets={"board": _sheets.board_sheets, "large": _sheets.large_sheets, "code": _sheets.code_sheets},
    public_sheets={"card": _sheets.card_sheets, "log": _sheets.log_sheets},
    played_sheets=_played.played_sheets,
    secret_play=_played.secret_play,
    book=Book(_solutions.unfit, _solutions.book_sheets),
    referee=REFEREE,
    size=read_size,
    fit=fit,
    clashes=clashes,
    faulted=faulted,
    advised=advised,
    measures=measures,
    outlook=outlook,
    written=written,
    pictured=_photos.read,
    mended=_mending.mended,
    loose=_changes.loose,
)
