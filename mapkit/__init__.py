"""Mapkit makes, checks, repairs, prints and referees maps for pen-and-paper games.

`import mapkit` loads nothing else. The names of `mapkit.library`, such as `mapkit.generate`, are loaded when they are
used first; docs/library.md shows them at work.
"""

from typing import TYPE_CHECKING

from mapkit.version import __version__ as __version__

if TYPE_CHECKING:
    from mapkit.library import *  # noqa: F403

# The same names as in mapkit.library, told here so that `from mapkit import maps` does not load that.
_NAMES = frozenset(
    """
    AlreadyOver Analysis BadSetting Edit Fact Fault FaultyMap Game Heard IllegalMove InvalidMove Map Measure
    MoveError NoSheet NoSuchMap NoSuchPreset PlayedGame Preset Problem Repair Route Rule SolverGaveUp UnreadableMap
    advise analyse begin check complete game_names generate json_schema new presets print_map read repair sheets
    show
    """.split()  # noqa: SIM905 (a name a line would take a page)
)


def __getattr__(name: str) -> object:
    """A name of the library, or the list of them all, which `from mapkit import *` asks for."""
    if name == "__all__":
        return sorted(_NAMES)
    if name not in _NAMES:
        raise AttributeError(f"module 'mapkit' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module("mapkit.library"), name)
    return found


def __dir__() -> list[str]:
    return [*globals(), *_NAMES]
