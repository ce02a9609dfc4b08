"""Minoqaur, the labyrinth in a QR code (`docs/rules/minoqaur.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Game, Later
from mapkit.games.minoqaur.design import RULES, Params, advised, clashes, faulted, fit, legend, read_size, written
from mapkit.games.minoqaur.draft import draft

if TYPE_CHECKING:
    from mapkit.games.minoqaur import changes, mending, photos
else:  # loaded when they are needed
    changes = Later("mapkit.games.minoqaur.changes")
    mending, photos = Later("mapkit.games.minoqaur.mending"), Later("mapkit.games.minoqaur.photos")

GAME: Game[Params] = Game(
    name="minoqaur",
    title="Minoqaur",
    params=Params,
    rules=RULES,
    advice=(),
    legend=legend,
    draft=draft,
    secret_sheets={},
    public_sheets={},
    size=read_size,
    fit=fit,
    clashes=clashes,
    faulted=faulted,
    advised=advised,
    written=written,
    pictured=photos.read,
    mended=mending.mended,
    loose=changes.loose,
)
