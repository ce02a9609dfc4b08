"""What is played in many games: on which maps, by which machine players, and with which remedies for uneven seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.game import table_of
from mapkit.model.letters import refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, listed, message, sentences
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import settings, show_setting
from mapkit.solve import legality
from mapkit.study.balance import (
    FIRST,
    BalanceRound,
    Remedies,
    Trial,
    all_at_once,
    changes,
    games_of_a_minute,
    length,
    race,
    read_changes,
)
from mapkit.study.fresh_maps import FreshMaps, OneMap
from mapkit.study.reports import Balance, Simulation
from mapkit.study.simulation import SimulationPlan, Tally, opening_of, player_kinds, simulate, slow_kinds

if TYPE_CHECKING:
    from concurrent.futures import Executor

PLAYERS = 3
"""The number of players when neither the map nor an option gives one."""
TOO_SLOW, SLOW = 10, 500
"""Players who think so many times as long as others play many games only where they are named; SLOW is the thinker."""


class AskedSeats(NamedTuple):
    """Who is to play: the kinds of machine players and how many there are, where that is said."""

    who: tuple[str, ...] | None
    players: int | None
    dashes: str
    """What stands before the names of options in errors: `--` at a shell, and nothing in a program."""

    def count(self, first: Map[Any]) -> int:
        return self.players or int(getattr(first.params, "players", PLAYERS))

    def kinds(self, first: Map[Any], usual: Sequence[str] = ()) -> tuple[str, ...]:
        """The kind of each player; where nobody is named, the `usual` one, or else the second weakest.

        Raises BadSetting with all that are unknown, and where the numbers differ.
        """
        known = (*player_kinds(first.game), *slow_kinds(first.game))
        asked = tuple(word.strip().casefold() for word in self.who or ())
        wanted = asked if self.who is not None else tuple(usual) or known[:2][-1:]
        unknown = [kind for kind in dict.fromkeys(wanted) if kind not in known]
        told = [(Name(first.game.name), refused_word(kind), suggestion(kind, known)) for kind in unknown]
        refuse_all([message("{name} has no player {found}; {suggestion}", *each) for each in told])
        players = self.players or (len(wanted) if len(wanted) > 1 else self.count(first))
        if len(wanted) not in (1, players):
            counts = self._option("who"), len(wanted), players
            raise BadSetting(
                message(
                    "{option} names {named} players, and {players} play; name one for each, or one for all", *counts
                )
            )
        return wanted * players if len(wanted) == 1 else wanted

    def kinds_alike(self, first: Map[Any]) -> tuple[str, ...]:
        """The kind of each player, all of one kind, the strongest that is not too slow unless one is named.

        Raises BadSetting where seats cannot be measured.
        """
        game, known = first.game, player_kinds(first.game)
        statistics = table_of(game).statistics
        if statistics is None:
            raise BadSetting(
                message("{name} does not tell who has won; so its seats cannot be measured", Name(game.name))
            )
        if self.count(first) < 2:
            raise BadSetting(
                message("1 player has nobody to be even with; use {option} 2 or more", self._option("players"))
            )
        if self.who is None and len(known) == 1:
            shown = Name(game.name), self._option("who"), Name(known[0])
            why = message("{game} has no machine player that thinks; {option} {kind} plays at random", *shown)
            raise BadSetting(why)
        kinds = self.kinds(first, [kind for kind in known if statistics.slow.get(kind, 1) < TOO_SLOW][-1:])
        if (several := len(set(kinds))) > 1:
            named = self._option("who"), several
            why = message("{option} names {number} kinds, and seats are compared with players of one; name one", *named)
            raise BadSetting(why)
        return kinds

    def _option(self, name: str) -> Name:
        return Name(f"{self.dashes}{name}")


class GamesOrder(NamedTuple):
    """Many games that are to be played."""

    of: Name
    """What is played, as a person names it: a file, a game, or a map."""
    source: OneMap | FreshMaps
    first: Map[Any]
    """The map of the first game."""
    seed: str
    kinds: tuple[str, ...]
    """The kind of each player."""
    games: int
    """How many; for a balance the most that each trial has, and 0 for as many as a minute has."""
    turns: int
    """The turns after which a game is left unfinished."""
    options: Mapping[str, str]
    sets_players: bool = False
    """Whether a remedy also sets the number of players of the map."""

    def plan(self, *, places: bool = False) -> SimulationPlan:
        """The plan of the games; raises BadSetting where no game can begin."""
        plan = SimulationPlan(self.source.deal, self.kinds, self.seed, self.turns, self.options, places)
        opening_of(plan, self.first)
        return plan

    def simulate(
        self,
        workers: Executor | None = None,
        advance: Callable[[int], object] = lambda _: None,
        *,
        places: bool = False,
    ) -> Simulation:
        """Play the games; raises BadSetting and SolverGaveUp."""
        plan = self.plan(places=places)
        tally = simulate(plan, self.games, workers, advance)
        if not tally.games:
            raise SolverGaveUp(message("no map was found for any of the games"))
        return Simulation(self.of, self.first, plan, tally)

    # Remedies for uneven seats

    @property
    def players(self) -> int:
        return len(self.kinds)

    def again(self) -> GamesOrder:
        """The same games with another seed."""
        return self._replace(seed=f"{self.seed} again")

    def changed(self, remedies: Remedies) -> tuple[GamesOrder, dict[str, int | str]] | None:
        """The same games with remedies, and the settings that these change; None where they change nothing.

        Raises BadSetting, NoSuchMap and SolverGaveUp where it cannot be played.
        """
        source, first = self.source, self.first
        params = source.order.params if isinstance(source, FreshMaps) else first.params
        given = dict(changes(remedies, self.players))
        if remedies and isinstance(source, OneMap) and self.sets_players and hasattr(params, "players"):
            given["players"] = str(self.players)
        values = read_changes(params, given)
        known = {setting.name: setting for setting in settings(type(params))}
        shown = {name: show_setting(known[name], value) for name, value in values.items()}
        params = maps.arranged(first.game, replace(params, **values)) if values else params
        if isinstance(source, FreshMaps):
            if remedies and not values:
                return None
            order = source.order._replace(params=params)
            drawn = order.draw(f"{self.seed}-1")
            return self._replace(source=FreshMaps(order, self.seed), first=drawn), shown
        now = replace(first, params=params)
        for remedy in reversed(remedies):
            if remedy.redraw and (not remedy.settings(self.players) or values.keys() & remedy.settings(self.players)):
                now = remedy.redraw(now, Chance(f"{self.seed} {remedy.words}"))
        if remedies and now == first:
            return None
        for fault in legality.check(now) if remedies else ():
            raise BadSetting(sentences(fault.sentence, fault.found))
        return self._replace(source=source._replace(text=writer.show(now)) if remedies else source, first=now), shown

    def balance(
        self,
        workers: Executor | None = None,
        progress: Callable[[Message, int], AbstractContextManager[Callable[[int], object]]] = (
            lambda _what, _total: nullcontext(lambda _: None)
        ),
    ) -> Iterator[Balance]:
        """What was found so far, after the first games and after each round; raises BadSetting and SolverGaveUp."""
        found, rounds = list[Trial](), list[BalanceRound]()
        statistics, fresh = table_of(self.first.game).statistics, isinstance(self.source, FreshMaps)
        assert statistics is not None
        # fresh maps are drawn anew, so only settings can change
        able = [each for each in statistics.remedies if each.settings(self.players) or (each.redraw and not fresh)]
        z, kind, plans = all_at_once(len(able), self.players), self.kinds[0], dict[int, SimulationPlan]()
        slow = statistics.slow.get(kind, SLOW if kind in slow_kinds(self.first.game) else 1)

        def enter(remedies: Remedies, again: bool) -> Trial | None:
            order = self.again() if again else self
            try:
                changed = order.changed(remedies)
                if changed is None:
                    return None
                now, shown = changed
                plan = now.plan()
            except (BadSetting, NoSuchMap, SolverGaveUp) as failure:
                found.append(Trial(remedies, {}, self.players, Tally(), again, failure.said, z))
                return None
            found.append(Trial(remedies, shown, self.players, Tally(), again, z=z))
            plans[id(found[-1])] = plan
            return found[-1]

        def play(trial: Trial, games: int, advance: Callable[[int], object] = lambda _: None) -> None:
            if (more := games - trial.games) > 0:
                trial.tally.add(simulate(plans[id(trial)], more, workers, advance, trial.games))

        first = enter((), False)
        assert first is not None
        play(first, min(FIRST, self.games or FIRST))
        if not first.tally.games:
            raise SolverGaveUp(message("no map was found for any of the games"))
        in_all = length(able, self.players)
        games = self.games or games_of_a_minute(first.tally, self.turns, slow * in_all)
        report = Balance(self.of, self.first, self.seed, self.kinds, games, self.turns, found, rounds)
        yield report
        with progress(message("Playing games"), round(games * in_all)) as advance:
            for each in race(first, able, games, enter, partial(play, advance=advance)):
                rounds.append(each)
                yield report


def label(remedies: Remedies) -> Message:
    return listed([remedy.words for remedy in remedies]) or message("as it is")
