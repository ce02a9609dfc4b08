"""Minoqaur, the labyrinth in a QR code (`docs/rules/minoqaur.md`)."""

from __future__ import annotations

from collections.abc import Sequence

from mapkit.games.minoqaur.analysis import analyse, by_cell
from mapkit.games.minoqaur.design import LEGEND, RULES, Params, board_of_text, clashes, fit, read_size
from mapkit.games.minoqaur.draft import draft
from mapkit.games.minoqaur.measured import MEASURED_ADVICE, MEASURED_RULES
from mapkit.games.minoqaur.referee import TABLE
from mapkit.model.analysis import Gauge, Study
from mapkit.model.chance import Chance
from mapkit.model.design import Boards, Design, MutablePart, RecognisedMap, Solving
from mapkit.model.game import FileFormat, Game, ImportedDrawing
from mapkit.model.map import Map
from mapkit.paper.sheets import Paper


def _paper() -> Paper[Params]:
    from mapkit.games.minoqaur.solutions import PAPER

    return PAPER


def _mutable(map_: Map[Params], chance: Chance) -> MutablePart:
    from mapkit.games.minoqaur.changes import mutable

    return mutable(map_, chance)


def _recognised(map_: Map[Params]) -> RecognisedMap | None:
    from mapkit.games.minoqaur.repair import repair_copy

    return repair_copy(map_)


def _budgets(map_: Map[Params]) -> Sequence[Gauge]:
    from mapkit.games.minoqaur.measured import budgets

    return budgets(map_)


def _pictured(data: bytes) -> ImportedDrawing:
    from mapkit.games.minoqaur.photos import read

    return read(data)


GAME: Game[Params] = Game(
    name="minoqaur",
    title="Minoqaur",
    design=Design(
        params=Params,
        rules=(*RULES, *MEASURED_RULES),
        advice=MEASURED_ADVICE,
        legend=lambda _: LEGEND,
        board=Boards(read_size, for_text=board_of_text),
        conflicts=clashes,
    ),
    solving=Solving(draft, fit=fit, mutable=_mutable, recognise=_recognised),
    paper=_paper,
    table=TABLE,
    study=Study(analyse, frozenset({"plies"}), by_cell, gauges=_budgets),
    formats={"picture": FileFormat("a photo or a scan", ".png", read=_pictured)},
)
