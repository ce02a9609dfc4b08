"""Maps written down in tests: a line of settings, then the drawing."""

from typing import Any

from mapkit.games.minoqaur.maze_rules import CLOAK, KEY, SWORD, TREASURE, Maze
from mapkit.model.map import Map
from mapkit.solve import legality
from mapkit.study.rule_examples import map_of_breach


def drawn(text: str, game: str = "treasures", **given: object) -> Map[Any]:
    """The map of a drawing that may begin with settings, such as `marsh=1 walls=2`; a blank line separates floors."""
    return map_of_breach(text, game, **given)


def maze_of(drawing: str, **given: bool) -> Maze:
    """The maze of a square drawing: `X` dark, `.` light, `E` an entrance, `M` the dot, `S C K T` items."""
    things = {"S": SWORD, "C": CLOAK, "K": KEY, "T": TREASURE}
    rows = [line.split() for line in drawing.strip().splitlines()]
    side, signs = len(rows), [sign for row in rows for sign in row]
    if any(len(row) != side for row in rows) or not set(signs) <= {*"X.EMSCKT"} or signs.count("M") != 1:
        raise ValueError("a drawing is a square of X . E S C K T and one M, with blanks between")
    return Maze(
        side,
        sum(1 << module for module, sign in enumerate(signs) if sign != "X"),
        {module: things[sign] for module, sign in enumerate(signs) if sign in things},
        frozenset(module for module, sign in enumerate(signs) if sign == "E"),
        signs.index("M"),
        **given,
    )


def numbers(map_: Map[Any]) -> list[str]:
    """The numbers of the rules that the map breaks, each once, in their order."""
    return list(dict.fromkeys(fault.rule.number for fault in legality.check(map_)))
