"""Mapkit makes, checks, repairs and prints maps for pen-and-paper games, and referees the games.

`import mapkit` loads nothing else. A name, such as `mapkit.generate`, is loaded when it is first used; docs/library.md
shows the names at work.
"""

from mapkit import model as _model
from mapkit.model.version import __version__ as __version__

TYPE_CHECKING = False  # type checkers take it for true; to import it would take longer than all the rest
if TYPE_CHECKING:
    from mapkit.games.maps import Preset as Preset
    from mapkit.games.maps import presets as presets
    from mapkit.library.maps import FaultyMap as FaultyMap
    from mapkit.library.maps import advise as advise
    from mapkit.library.maps import analyse as analyse
    from mapkit.library.maps import check as check
    from mapkit.library.maps import complete as complete
    from mapkit.library.maps import describe as describe
    from mapkit.library.maps import from_json as from_json
    from mapkit.library.maps import game_names as game_names
    from mapkit.library.maps import generate as generate
    from mapkit.library.maps import json_schema as json_schema
    from mapkit.library.maps import new as new
    from mapkit.library.maps import print_map as print_map
    from mapkit.library.maps import read as read
    from mapkit.library.maps import repair as repair
    from mapkit.library.maps import share as share
    from mapkit.library.maps import sheets as sheets
    from mapkit.library.maps import show as show
    from mapkit.library.maps import svg as svg
    from mapkit.library.maps import to_json as to_json
    from mapkit.library.maps import use_templates as use_templates
    from mapkit.library.played_game import Option as Option
    from mapkit.library.played_game import PlayedGame as PlayedGame
    from mapkit.library.played_game import begin as begin
    from mapkit.mapfile.drawing import UnwritableMap as UnwritableMap
    from mapkit.mapfile.text import UnreadableMap as UnreadableMap
    from mapkit.model.analysis import Analysis as Analysis
    from mapkit.model.analysis import Measure as Measure
    from mapkit.model.analysis import Route as Route
    from mapkit.model.errors import MapkitError as MapkitError
    from mapkit.model.errors import Problem as Problem
    from mapkit.model.errors import WrongType as WrongType
    from mapkit.model.files import BadLog as BadLog
    from mapkit.model.game import Game as Game
    from mapkit.model.game import GameOver as GameOver
    from mapkit.model.game import NoSheet as NoSheet
    from mapkit.model.map import Map as Map
    from mapkit.model.presets import NoSuchPreset as NoSuchPreset
    from mapkit.model.replay import ReplayMoment as ReplayMoment
    from mapkit.model.rule import Fact as Fact
    from mapkit.model.rule import NoSuchMap as NoSuchMap
    from mapkit.model.rule import Rule as Rule
    from mapkit.model.rule import SolverGaveUp as SolverGaveUp
    from mapkit.model.ruling import Announcement as Announcement
    from mapkit.model.ruling import IllegalMove as IllegalMove
    from mapkit.model.ruling import InvalidMove as InvalidMove
    from mapkit.model.ruling import MoveError as MoveError
    from mapkit.model.ruling import NoRuling as NoRuling
    from mapkit.model.ruling import Ruling as Ruling
    from mapkit.model.ruling import Seat as Seat
    from mapkit.model.settings import BadSetting as BadSetting
    from mapkit.solve.checker import Fault as Fault
    from mapkit.solve.repairs import Edit as Edit
    from mapkit.solve.repairs import Repair as Repair
else:
    _PLACES = {
        "games.maps": "Preset presets",
        "library.maps": (
            "FaultyMap advise analyse check complete describe from_json game_names generate json_schema new print_map "
            "read repair share sheets show svg to_json use_templates"
        ),
        "library.played_game": "Option PlayedGame begin",
        "mapfile.drawing": "UnwritableMap",
        "mapfile.text": "UnreadableMap",
        "model.analysis": "Analysis Measure Route",
        "model.errors": "MapkitError Problem WrongType",
        "model.files": "BadLog",
        "model.game": "Game GameOver NoSheet",
        "model.map": "Map",
        "model.presets": "NoSuchPreset",
        "model.replay": "ReplayMoment",
        "model.rule": "Fact NoSuchMap Rule SolverGaveUp",
        "model.ruling": "Announcement IllegalMove InvalidMove MoveError NoRuling Ruling Seat",
        "model.settings": "BadSetting",
        "solve.checker": "Fault",
        "solve.repairs": "Edit Repair",
    }
    """The modules that have the names above; a test holds that they are the same."""
    _MODULES = {name: module for module, names in _PLACES.items() for name in names.split()}
    __all__ = sorted(_MODULES)

    def __getattr__(name: str) -> object:
        """The value of a name of the library; raises AttributeError for any other name."""
        if name not in _MODULES:
            raise AttributeError(f"module 'mapkit' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"mapkit.{_MODULES[name]}"), name)

    def __dir__() -> list[str]:
        return [*globals(), *_MODULES]


def _library() -> object:
    from importlib import import_module

    return import_module("mapkit.library.maps")


_model.library = _library
