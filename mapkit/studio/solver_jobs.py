"""What the solver is asked for in the studio, and what it answers; a process of its own runs these functions.

A task holds names and texts, so that it can be sent to another process. Its answers come one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from mapkit.games import maps
from mapkit.model.grid import Place
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, joined, listed, message, plural
from mapkit.model.rule import Facts, NoSuchMap, SolverGaveUp
from mapkit.model.settings import settings, show_setting
from mapkit.solve import repairs, search
from mapkit.solve.edits import Edit, edits
from mapkit.solve.likeness import settings_like
from mapkit.studio.places import Corner, spot_named

What = Literal["repair", "complete", "alike", "generate"]
"""`alike` asks for new maps like the drawing, `generate` for those of its settings."""
SKETCHES = 6
"""How many maps are made to choose from."""


class SolverTask(NamedTuple):
    """What is asked for."""

    what: What
    text: str
    name: str
    game: str
    """The game of a file that is a drawing alone."""
    locked: tuple[str, ...]
    seed: str
    language: str
    accepted: tuple[str, ...] = ()
    """The names of spots where a part of a repair was accepted, which stay as they are, too."""
    strokes: tuple[frozenset[Place], ...] = ()
    """The places of what was drawn, the newest first."""


class SolverStep(NamedTuple):
    """What the solver does now."""

    words: Message


class FoundMap(NamedTuple):
    """A map that was found."""

    facts: Facts
    edits: tuple[Edit, ...]
    """The edits that lead to it; none for a new map."""
    words: Message
    seed: str = ""
    """The seed that it was drawn from; empty for a map that comes from the one at the desk."""
    picture: str = ""
    """Its board as an SVG picture, where it is one of several."""
    values: tuple[tuple[str, str], ...] = ()
    """The settings of the file that change with it, each with its value."""


class NoMap(NamedTuple):
    """There is no map, or none was found."""

    words: Message


Answer = SolverStep | FoundMap | NoMap


def locked_places(map_: Map[Any], names: tuple[str, ...]) -> frozenset[Place]:
    """The places of locked spots, without those that are not decided yet: there is nothing to keep."""
    spots = (spot_named(name, map_.params.grid) for name in names)
    places = frozenset(spot for spot in spots if spot is not None and not isinstance(spot, Corner))
    return places.difference(search.blank_cells(map_), map_.undecided_borders)


def _new_maps(task: SolverTask, map_: Map[Any], tell: Callable[[Answer], None]) -> None:
    from mapkit.paper.press import MAP, press_of  # of the worker alone

    press = press_of({"format": "svg", "language": task.language}, crop=True)
    map_, values = _like(map_) if task.what == "alike" else (map_, ())
    made, trouble = 0, None
    for number in range(1, SKETCHES + 1):
        try:
            seed = f"{task.seed}-{number}"
            if map_.locked or map_.drawn_settings:
                drawn = search.complete_afresh(map_, seed)
            else:
                drawn = search.generate_from(map_.game, map_.as_usual.params, map_.preset, seed)
            tell(FoundMap(drawn.facts, (), NOTHING, seed, press.printed(drawn, MAP)[0].decode(), values))
            made += 1
        except SolverGaveUp as failure:
            trouble = failure
    if trouble is not None and not made:
        raise trouble


def _like(map_: Map[Any]) -> tuple[Map[Any], tuple[tuple[str, str], ...]]:
    """The map with the settings of maps like it, and those of its file that have to change for them."""
    like, known = settings_like(map_), {setting.name: setting for setting in settings(type(map_.params))}
    values = tuple((name, str(show_setting(known[name], getattr(like.params, name)))) for name in like.changed)
    return replace(map_, params=like.params, drawn_settings=(), usual_values=()), values


BY_SETTINGS = message("Try again; or make maps by the settings, which need not be like the drawing.")


def ready() -> None:
    """Load the solver, which takes half a second."""
    from mapkit.solve import solver  # noqa: F401


def answers(task: SolverTask, tell: Callable[[Answer], None]) -> None:
    """Tell the answers to a task one by one; new maps are as many as can be found."""
    drawn = maps.read(task.text.encode(), task.name, game=task.game).map
    map_ = replace(drawn, locked=locked_places(drawn, (*task.locked, *task.accepted)))
    locked = [message("What you have locked stays as it is; unlock some of it and try again.")] if task.locked else []
    if task.accepted:
        locked.append(message("What you have accepted stays as it is; Undo leads back, or press Repair once more."))

    def say(words: Message) -> None:
        tell(SolverStep(words))

    try:
        match task.what:
            case "repair":
                repaired = repairs.repair(map_, say, task.strokes)
                lines = [repaired.words, repaired.note] if repaired.note else [repaired.words]
                tell(FoundMap(repaired.map.facts, repaired.edits, joined(lines, "\n")))
            case "complete":
                filled = search.complete(map_, task.seed, say)
                came = len({fact.place for fact in filled.facts ^ map_.facts})
                new = plural("{number} place filled in", "{number} places filled in", came)
                words = new if came else message("complete as it is")
                tell(FoundMap(filled.facts, edits(map_, filled), words))
            case "alike" | "generate":
                _new_maps(task, map_, tell)
    except NoSuchMap as failure:
        failure.size_stays = True
        kept = {"complete": message("Complete keeps all that is drawn; repair may change it."), "alike": BY_SETTINGS}
        if keys := [Name(key) for key in repairs.listings(map_) if key]:
            left = listed(keys)
            kept["repair"] = message("Repair leaves {keys} as they are; correct them by hand if they are wrong.", left)
        tell(NoMap(joined([failure.said, *([kept[task.what]] if task.what in kept else []), *locked], "\n")))
    except SolverGaveUp as failure:
        would = {
            "repair": message("Repair a fault or two by hand and try again."),
            "complete": message("Try again; or repair, which may change what is drawn."),
            "alike": BY_SETTINGS,
            "generate": message("Try again; a larger board or other numbers may do."),
        }
        gave_up = message("gave up: {why}; there may or may not be one", failure.said)
        tell(NoMap(joined([gave_up, would[task.what], *locked], "\n")))
