"""Mapkit makes, checks, repairs and prints maps for pen-and-paper games, and referees the games.

`import mapkit` loads nothing else. A name of `mapkit.library`, such as `mapkit.generate`, is loaded when it is first
used; docs/library.md shows the names at work.
"""

from typing import TYPE_CHECKING

from mapkit.version import __version__ as __version__

if TYPE_CHECKING:
    from mapkit.library import *  # noqa: F403

# The same names as in mapkit.library, listed here so that `from mapkit import maps` does not load that module.
__all__ = [  # noqa: F405 (the star import brings them, for the type checker)
    "AlreadyOver",
    "Analysis",
    "BadSetting",
    "Edit",
    "Fact",
    "Fault",
    "Game",
    "Heard",
    "IllegalMove",
    "InvalidMove",
    "Map",
    "Measure",
    "MoveError",
    "NoSheet",
    "NoSuchMap",
    "NoSuchPreset",
    "PlayedGame",
    "Preset",
    "Problem",
    "Repair",
    "Route",
    "Rule",
    "SolverGaveUp",
    "UnreadableMap",
    "advise",
    "analyse",
    "begin",
    "check",
    "complete",
    "game_names",
    "generate",
    "json_schema",
    "new",
    "presets",
    "print_map",
    "read",
    "repair",
    "sheets",
    "show",
]


def __getattr__(name: str) -> object:
    """The value of a name of the library; raises AttributeError for any other name."""
    if name not in __all__:
        raise AttributeError(f"module 'mapkit' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module("mapkit.library"), name)
    return found


def __dir__() -> list[str]:
    return [*globals(), *__all__]
