"""The games on the shelf: those of mapkit, and those of other packages. A game is loaded when it is looked up."""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from dataclasses import fields
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from mapkit.games import installed
from mapkit.model.game import Game
from mapkit.model.message import Message
from mapkit.model.rule import MeasuredRule, Rule, claims_nothing

if TYPE_CHECKING:
    from mapkit.games.dungeon import design as _dungeon
    from mapkit.games.labyrinth import packs as _labyrinth
    from mapkit.games.minoqaur import design as _minoqaur
    from mapkit.games.quoridor import design as _quoridor
    from mapkit.games.treasures import packs as _treasures

    DungeonParams = _dungeon.Params
    LabyrinthParams = _labyrinth.LabyrinthSettings
    MinoqaurParams = _minoqaur.Params
    QuoridorParams = _quoridor.Params
    TreasuresParams = _treasures.Settings

NAMES = ("treasures", "labyrinth", "quoridor", "dungeon", "minoqaur")
"""The games of mapkit in the order in which they are listed. Each is a package of this room, and has a `GAME`."""


class Shelf(Mapping[str, Game[Any]]):
    """The games by their names, with some in the places of those that have their names."""

    def __init__(self, *others: Game[Any]) -> None:
        self._others = {game.name: game for game in others}

    @property
    def _names(self) -> Mapping[str, None]:
        return dict.fromkeys((*NAMES, *installed.names_of_games(NAMES), *self._others))

    @overload
    def __getitem__(self, name: Literal["treasures"]) -> Game[TreasuresParams]: ...
    @overload
    def __getitem__(self, name: Literal["labyrinth"]) -> Game[LabyrinthParams]: ...
    @overload
    def __getitem__(self, name: Literal["quoridor"]) -> Game[QuoridorParams]: ...
    @overload
    def __getitem__(self, name: Literal["dungeon"]) -> Game[DungeonParams]: ...
    @overload
    def __getitem__(self, name: Literal["minoqaur"]) -> Game[MinoqaurParams]: ...
    @overload
    def __getitem__(self, name: str) -> Game[Any]: ...
    def __getitem__(self, name: str) -> Game[Any]:
        if name in self._others:
            return self._others[name]
        if name not in NAMES:
            return _with_packs(installed.load(name, NAMES))
        return _with_packs(cast(Game[Any], import_module(f"{__package__}.{name}").GAME))

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def items(self) -> ItemsView[str, Game[Any]]:
        """The games by their names, without those of packages that cannot be used."""
        found = ((name, self.get(name)) for name in self)
        return {name: game for name, game in found if game is not None}.items()

    def values(self) -> ValuesView[Game[Any]]:
        """The games, without those of packages that cannot be used."""
        return dict(self.items()).values()

    def broken(self) -> Iterator[Message]:
        """A line for each package whose game or pack cannot be used."""
        return installed.broken(NAMES)


def _with_packs(game: Game[Any]) -> Game[Any]:
    packed = installed.with_packs(game)
    if packed is not game:  # its settings are a class that no module has
        copyreg.pickle(packed.design.params, partial(_params_for_pickle, game.name))
    return packed


GAMES = Shelf()


# --- between processes -------------------------------------------------------------------------------------------


def _rules(name: str) -> tuple[Rule[Any], ...]:
    design = GAMES[name].design
    return (*design.rules, *design.advice)


def _game(name: str) -> Game[Any]:
    return GAMES[name]


def _rule(name: str, number: int) -> Rule[Any]:
    return _rules(name)[number]


def _params_for_pickle(name: str, params: Any) -> Any:
    return _params, (name, {each.name: getattr(params, each.name) for each in fields(params)})


def _params(name: str, values: Mapping[str, Any]) -> Any:
    return cast(Any, GAMES[name].design.params)(**values)


def _game_for_pickle(game: Game[Any]) -> Any:
    """A game on the shelf as its name, since its functions cannot be sent to another process."""
    on_shelf = game.name in GAMES and GAMES[game.name] is game
    return (_game, (game.name,)) if on_shelf else game.__reduce_ex__(2)


def _rule_for_pickle(rule: Rule[Any]) -> Any:
    """A rule of a game on the shelf as its place there.

    Of another rule, functions that are no names of a module stay behind: its number and its words are what faults need.
    """
    for name in GAMES:
        for number, other in enumerate(_rules(name) if name in NAMES or GAMES.get(name) else ()):
            if other is rule:
                return _rule, (name, number)
    try:
        pickle.dumps(vars(rule))
    except (pickle.PicklingError, AttributeError, TypeError):
        return Rule, (rule.number, rule.sentence, claims_nothing, rule.breaches)
    return rule.__reduce_ex__(2)


copyreg.pickle(Game, _game_for_pickle)
copyreg.pickle(Rule, _rule_for_pickle)
copyreg.pickle(MeasuredRule, _rule_for_pickle)
