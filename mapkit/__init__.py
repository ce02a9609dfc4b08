"""Mapkit makes, checks, repairs and prints maps for pen-and-paper games, and referees the games.

`import mapkit` loads nothing else. A name of `mapkit.library`, such as `mapkit.generate`, is loaded when it is first
used; docs/library.md shows the names at work.
"""

from mapkit import model as _model
from mapkit.model.version import __version__ as __version__

TYPE_CHECKING = False  # type checkers take it for true; to import it would take longer than all the rest
if TYPE_CHECKING:
    from mapkit.library import *  # noqa: F403

# The same names as in mapkit.library, listed here so that `from mapkit.games import maps` does not load that module.
_NAMES = frozenset(
    """
    Analysis Announcement BadSetting Edit Fact Fault FaultyMap Game GameOver IllegalMove InvalidMove Map MapkitError
    Measure MoveError NoSheet NoSuchMap NoSuchPreset PlayedGame Preset Problem Repair Route Rule Ruling SolverGaveUp
    UnreadableMap UnwritableMap WrongType advise analyse begin check complete describe from_json game_names generate
    json_schema new presets print_map read repair share sheets show svg to_json use_templates
    """.split()  # noqa: SIM905 (with a line for each name the list would take a page)
)


def __getattr__(name: str) -> object:
    """The value of a name of the library, or the list of all names, which `from mapkit import *` asks for.

    Raises AttributeError for any other name.
    """
    if name == "__all__":
        return sorted(_NAMES)
    if name not in _NAMES:
        raise AttributeError(f"module 'mapkit' has no attribute {name!r}")
    found: object = getattr(_library(), name)
    return found


def __dir__() -> list[str]:
    return [*globals(), *_NAMES]


def _library() -> object:
    from importlib import import_module

    return import_module("mapkit.library")


_model.library = _library
