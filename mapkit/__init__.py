"""Mapkit makes, checks, repairs, prints and referees maps for pen-and-paper games.

`import mapkit` loads nothing else. The names of `mapkit.library`, such as `mapkit.generate`, are loaded when they are
used first; docs/library.md shows them at work.
"""

from typing import TYPE_CHECKING

from mapkit.version import __version__ as __version__

if TYPE_CHECKING:
    from mapkit.library import *  # noqa: F403

# The same names as in mapkit.library, told here so that `from mapkit import maps` does not load that.
__all__ = [  # noqa: F405 (they come with the star, for the type checker)
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
    """A name of the library."""
    if name not in __all__:
        raise AttributeError(f"module 'mapkit' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module("mapkit.library"), name)
    return found


def __dir__() -> list[str]:
    return [*globals(), *__all__]
