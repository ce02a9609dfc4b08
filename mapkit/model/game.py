"""The record of a game, made of small records.

What a game lacks is an absent record: a game without a `Table` is drawn and printed, and has no referee.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Self, TypeVar, cast

from mapkit.model.analysis import Study
from mapkit.model.design import Clash, Design, Solving
from mapkit.model.evidence import Evidence
from mapkit.model.frozen import Frozen
from mapkit.model.grid import Board
from mapkit.model.letters import written
from mapkit.model.message import NOTHING, Message, Name, message
from mapkit.model.settings import BadSetting, Params, read_setting, settings, with_room, with_whole_codes
from mapkit.model.table import Table

P = TypeVar("P", bound=Params, covariant=True)


@dataclass(frozen=True, eq=False)
class Game(Frozen, Generic[P]):
    """A game of the shelf, or a group's own. Its functions load what is slow to load, when they are called first.

    A game is equal to itself alone, so that nothing that is kept for one is taken for another of the same name.
    """

    name: str
    title: Message
    design: Design[P]
    solving: Solving[P] | None = None
    paper: Callable[[], Any] | None = None
    """What is printed of them, a `paper.sheets.Paper`; without it, the default sheets (`paper.default_sheets`)."""
    table: Table[Any] | None = None
    study: Study[P] | None = None
    public_params: Callable[[P], P] = lambda p, *_: p
    """The parameters as players may know them before the game: without what the settings themselves keep secret."""
    with_settings: Callable[[type[Any]], Game[Any]] | None = None
    """The game with other settings, which name its packs; None where it has no packs of its own."""

    def __deepcopy__(self, _: object) -> Self:
        """The game itself, as a copy would be another game."""
        return self


class GameOver(BadSetting):
    """The map is a position of a game that has ended; the text says who has won."""


class NoSheet(BadSetting):
    """The map lacks a sheet that other maps of its game have; the text says why."""


class WrongSetting(NamedTuple):
    """What is wrong with a setting as a person gave it."""

    name: str
    why: Message
    """What is wrong; empty where the game has no setting of that name."""


class AssembledParams(NamedTuple, Generic[P]):
    """Parameters, and what is wrong with the settings that they were made from."""

    params: P
    wrong_in_preset: tuple[WrongSetting, ...]
    wrong_in_given: tuple[WrongSetting, ...]


def assemble(
    game: Game[P],
    preset: Mapping[str, object],
    grid: Board,
    given: Mapping[str, object],
    left_out: Mapping[str, Any] = MappingProxyType({}),
) -> AssembledParams[P]:
    """The parameters of a map on a board; the settings that are `given` replace those of its preset.

    Both are as people write them. `left_out` are values, already read, that replace those of the preset for settings
    that are not given.
    """
    base, of_preset = _values_read(game, preset, grid)
    own, of_given = _values_read(game, given, grid)
    values = {**base, **left_out, **own}
    return AssembledParams(with_room(cast(Any, game.design.params)(grid=grid, **values), values), of_preset, of_given)


def _values_read(
    game: Game[Any], given: Mapping[str, object], grid: Board
) -> tuple[dict[str, Any], tuple[WrongSetting, ...]]:
    """The values of settings as people wrote them, and what is wrong with those that cannot be read."""
    known = {setting.name: setting for setting in settings(game.design.params)}
    written_settings, twice = with_whole_codes(known, given)
    values, wrong = dict[str, Any](), list[WrongSetting]()
    for name, raw in written_settings.items():
        try:
            if name in known:
                values[name] = read_setting(known[name], raw, grid)
            else:
                rule = game.design.reserved.get(written(name).lower().replace("-", "_"), "")
                later = message("{name} is announced for later ({rule}) and has no rules yet", Name(name), Name(rule))
                wrong.append(WrongSetting(name, later if rule else NOTHING))
        except BadSetting as bad:
            wrong.append(WrongSetting(name, bad.said))
    for name in twice:
        again = message("{name} stands in the rule code more than once; leave one in", Name(name))
        wrong.append(WrongSetting(name, again))
    return values, tuple(wrong)


def fatal(game: Game[Any], params: Params) -> tuple[Clash, ...]:
    """The conflicts of settings with which no map can be made or played."""
    return tuple(clash for clash in game.design.conflicts(params) if clash.fatal)


def solving_of(game: Game[P]) -> Solving[P]:
    """How maps of a game are found; raises BadSetting where the game does not draw maps at random."""
    if game.solving is None:
        raise BadSetting(message("{name} has no maps to be drawn at random yet", Name(game.name)))
    return game.solving


def table_of(game: Game[Any]) -> Table[Any]:
    """How a game is played; raises BadSetting where it has no referee."""
    if game.table is None:
        raise BadSetting(message("{name} has no referee yet", Name(game.name)))
    return game.table


def evidence_of(game: Game[Any], params: Any, names: Sequence[str]) -> Evidence:
    """What the announcements of a game prove, on a map with these settings; raises BadSetting where they prove none."""
    evidence = table_of(game).evidence
    if evidence is None:
        raise BadSetting(message("{name} has no announcements that a map could be worked out from", Name(game.name)))
    return evidence(params, names)
