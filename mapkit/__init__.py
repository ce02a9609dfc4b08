"""Mapkit makes, checks, repairs and prints maps for pen-and-paper games, and referees the games.

`import mapkit` loads nothing else. A name, such as `mapkit.generate`, is loaded when it is first used; docs/library.md
shows the names at work.
"""

from mapkit.model.version import __version__ as __version__

TYPE_CHECKING = False  # type checkers take it for true; to import it would take longer than all the rest
if TYPE_CHECKING:
    from mapkit.games.maps import Preset as Preset
    from mapkit.games.rule_list import RuleList as RuleList
    from mapkit.games.rule_list import RuleSentence as RuleSentence
    from mapkit.games.shelf import GAMES as GAMES
    from mapkit.games.shelf import DungeonParams as DungeonParams
    from mapkit.games.shelf import LabyrinthParams as LabyrinthParams
    from mapkit.games.shelf import MinoqaurParams as MinoqaurParams
    from mapkit.games.shelf import QuoridorParams as QuoridorParams
    from mapkit.games.shelf import TreasuresParams as TreasuresParams
    from mapkit.knowledge.deduction import Knowledge as Knowledge
    from mapkit.knowledge.deduction import KnownFragment as KnownFragment
    from mapkit.knowledge.deduction import Verdict as Verdict
    from mapkit.library.arguments import FaultyMap as FaultyMap
    from mapkit.library.many import BoundBook as BoundBook
    from mapkit.library.many import EveningKit as EveningKit
    from mapkit.library.many import GamesAsked as GamesAsked
    from mapkit.library.many import balance as balance
    from mapkit.library.many import book as book
    from mapkit.library.many import simulate as simulate
    from mapkit.library.many import survey as survey
    from mapkit.library.many import tonight as tonight
    from mapkit.library.maps import MapOrder as MapOrder
    from mapkit.library.maps import bots as bots
    from mapkit.library.maps import generate as generate
    from mapkit.library.maps import json_schema as json_schema
    from mapkit.library.maps import new as new
    from mapkit.library.maps import presets as presets
    from mapkit.library.maps import read as read
    from mapkit.library.maps import rules as rules
    from mapkit.library.maps import sheets as sheets
    from mapkit.library.maps import templates as templates
    from mapkit.library.maps import translated as translated
    from mapkit.library.played_game import GameOrder as GameOrder
    from mapkit.library.played_game import Option as Option
    from mapkit.library.played_game import PlayedGame as PlayedGame
    from mapkit.mapfile.drawing import UnwritableMap as UnwritableMap
    from mapkit.mapfile.text import UnreadableMap as UnreadableMap
    from mapkit.model.analysis import Analysis as Analysis
    from mapkit.model.analysis import Measure as Measure
    from mapkit.model.analysis import Route as Route
    from mapkit.model.analysis import Value as Value
    from mapkit.model.design import Clash as Clash
    from mapkit.model.design import Section as Section
    from mapkit.model.errors import BadSetting as BadSetting
    from mapkit.model.errors import MapkitError as MapkitError
    from mapkit.model.errors import Problem as Problem
    from mapkit.model.errors import WrongType as WrongType
    from mapkit.model.files import BadLog as BadLog
    from mapkit.model.game import Game as Game
    from mapkit.model.game import GameOver as GameOver
    from mapkit.model.game import NoSheet as NoSheet
    from mapkit.model.grid import Board as Board
    from mapkit.model.grid import Border as Border
    from mapkit.model.grid import Cell as Cell
    from mapkit.model.grid import Direction as Direction
    from mapkit.model.grid import Grid as Grid
    from mapkit.model.grid import Hex as Hex
    from mapkit.model.grid import Matrix as Matrix
    from mapkit.model.grid import Place as Place
    from mapkit.model.grid import Square as Square
    from mapkit.model.map import Map as Map
    from mapkit.model.map import Public as Public
    from mapkit.model.message import Message as Message
    from mapkit.model.message import Name as Name
    from mapkit.model.presets import NoSuchPreset as NoSuchPreset
    from mapkit.model.replay import ReplayMoment as ReplayMoment
    from mapkit.model.rule import Amount as Amount
    from mapkit.model.rule import Fact as Fact
    from mapkit.model.rule import Facts as Facts
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
    from mapkit.paper.options import PrintOptions as PrintOptions
    from mapkit.paper.small_svg import font_style as font_style
    from mapkit.solve.checker import Fault as Fault
    from mapkit.solve.edits import Edit as Edit
    from mapkit.solve.repairs import Repair as Repair
    from mapkit.study.balance import BalanceRound as BalanceRound
    from mapkit.study.balance import Trial as Trial
    from mapkit.study.evenings import Evening as Evening
    from mapkit.study.reports import Balance as Balance
    from mapkit.study.reports import MapSurvey as MapSurvey
    from mapkit.study.reports import RuleCount as RuleCount
    from mapkit.study.reports import Simulation as Simulation
    from mapkit.study.reports import Wins as Wins
    from mapkit.study.simulation import Estimate as Estimate
    from mapkit.study.simulation import Frequency as Frequency
    from mapkit.study.simulation import SimulationPlan as SimulationPlan
    from mapkit.study.simulation import Tally as Tally
    from mapkit.study.variety import Survey as Survey
else:
    _PLACES = {
        "games.dungeon.design": "Params:DungeonParams",
        "games.labyrinth.packs": "LabyrinthSettings:LabyrinthParams",
        "games.maps": "Preset",
        "games.minoqaur.design": "Params:MinoqaurParams",
        "games.quoridor.design": "Params:QuoridorParams",
        "games.rule_list": "RuleList RuleSentence",
        "games.shelf": "GAMES",
        "games.treasures.packs": "Settings:TreasuresParams",
        "knowledge.deduction": "Knowledge KnownFragment Verdict",
        "library.arguments": "FaultyMap",
        "library.many": "GamesAsked BoundBook EveningKit balance book simulate survey tonight",
        "library.maps": "MapOrder bots generate json_schema new presets read rules sheets templates translated",
        "library.played_game": "GameOrder Option PlayedGame",
        "mapfile.drawing": "UnwritableMap",
        "mapfile.text": "UnreadableMap",
        "model.analysis": "Analysis Measure Route Value",
        "model.design": "Clash Section",
        "model.errors": "BadSetting MapkitError Problem WrongType",
        "model.files": "BadLog",
        "model.game": "Game GameOver NoSheet",
        "model.grid": "Board Border Cell Direction Grid Hex Matrix Place Square",
        "model.map": "Map Public",
        "model.message": "Message Name",
        "model.presets": "NoSuchPreset",
        "model.replay": "ReplayMoment",
        "model.rule": "Amount Fact Facts NoSuchMap Rule SolverGaveUp",
        "model.ruling": "Announcement IllegalMove InvalidMove MoveError NoRuling Ruling Seat",
        "paper.options": "PrintOptions",
        "paper.small_svg": "font_style",
        "solve.checker": "Fault",
        "solve.edits": "Edit",
        "solve.repairs": "Repair",
        "study.balance": "BalanceRound Trial",
        "study.evenings": "Evening",
        "study.reports": "Balance MapSurvey RuleCount Simulation Wins",
        "study.simulation": "Estimate Frequency SimulationPlan Tally",
        "study.variety": "Survey",
    }
    """The modules that have the names above, after a colon by another name; a test holds that they are the same."""
    _NAMES = {
        name.rpartition(":")[2]: (module, name.partition(":")[0])
        for module, names in _PLACES.items()
        for name in names.split()
    }
    __all__ = sorted(_NAMES)

    def __getattr__(name: str) -> object:
        """The value of a name of the library; raises AttributeError for any other name."""
        if name not in _NAMES:
            raise AttributeError(f"module 'mapkit' has no attribute {name!r}")
        from importlib import import_module

        module, there = _NAMES[name]
        return getattr(import_module(f"mapkit.{module}"), there)

    def __dir__() -> list[str]:
        return [*globals(), *_NAMES]
