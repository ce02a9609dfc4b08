"""The kit of an evening: a map that is worth it, how long its games are, and the pages to print, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from itertools import chain
from math import ceil, inf, log
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.map import Map
from mapkit.model.message import message
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.packs import PackPages, PagePart, SheetPack, packed
from mapkit.paper.press import MAP, Press
from mapkit.paper.sheets import BoundPages
from mapkit.solve import legality, search
from mapkit.study.covers import ShellLines, invitation_of, series_sheet, with_cover
from mapkit.study.evenings import Evening, pack_of, says_players, settings_of, stand_in_of
from mapkit.study.fresh_maps import Order
from mapkit.study.simulation import SimulationPlan, Tally, percentile, simulate

if TYPE_CHECKING:
    from mapkit.paper.books import BookMap
    from mapkit.paper.sheet import Page

MOST_MAPS = 200
"""The most maps that are made to find one for an evening: half of the dungeons drawn by the rules have no way on."""
MOST_COMPARED = 6
"""Of so many maps at most the one is taken whose games last nearest to the wanted time."""
FEW_GAMES, SOME_GAMES, MANY_GAMES = 6, 8, 40
"""The games that are played on each map to compare it with others, on each other map, and on the one that is taken."""
MOST_ROUNDS = 250
"""A game that is longer counts as one without end."""
OTHER_MAPS = 6
"""From so many other maps follows what players are told of a secret map."""
LONG = 3.0
"""How many times as long as a usual game few games are, at most, on a map that is taken at once."""
MORE = 1.2
"""How many rows sheets have for a row that is needed."""
FITTING = 0.75, 1.2
"""The share of the wanted minutes that a game takes, at least and at most, on a map that is taken at once."""

CARD, MASTER = "card", "game-master"
"""The sheet with the rules, and the name of files and folders for a game master."""
_INVITATION_DOTS = 230
"""The dots per inch of an invitation: about a thousand across, as phones show."""


class GameLength(NamedTuple):
    """The turns of games on a map, all players together, between the machines that stand in for people."""

    usual: float
    """Half of the games are over within so many turns."""
    most: float
    """And 95 of 100 games within so many; `inf` where more games found no end."""

    def rounds(self, players: int) -> int:
        """The rounds for which sheets have rows: a few more, as 95 of 100 games of a few tell no more exactly."""
        turns = self.most if self.most < inf else LONG * self.usual if self.usual < inf else 0
        return ceil(MORE * turns / players)


class EveningMap(NamedTuple):
    """The map of an evening."""

    evening: Evening
    """With the minutes that follow from `length`."""
    map: Map[Any]
    seed: str
    """The seed of the map, perhaps with a number behind the one that was given."""
    length: GameLength | None
    """What players may know: where the map is secret, the length of games on other maps of its kind.

    None where no machine stands in for the players of this game.
    """

    @property
    def rounds(self) -> tuple[int, int] | None:
        """The rounds of a usual game and of a long one; None where nobody knows them."""
        if self.length is None or self.length.most == inf:
            return None
        return ceil(self.length.usual / self.evening.players), ceil(self.length.most / self.evening.players)

    @property
    def shown(self) -> Map[Any] | None:
        """A map that everybody may see: this one, or another one of its kind where it is secret."""
        return another_map(self.evening._replace(minutes=0)) if self.evening.secret else self.map


class Kit(NamedTuple):
    """All that is printed for an evening."""

    dealt: EveningMap
    press: Press
    """The press in the theme of the map."""
    pages: PackPages

    @property
    def of_each_person(self) -> dict[str, tuple[PagePart, ...]]:
        """The parts of the pile that each person may see, by the names of files for them.

        Where all play on the same sheets, each of them gets all; `table` is for whoever runs mapkit.
        """
        first, players = MASTER if self.dealt.evening.game_master else "table", self.dealt.evening.players
        if not self.pages.sets:
            return {f"player-{number}": self.pages.once for number in range(1, players + 1)}
        return {first: self.pages.once, **{f"player-{n}": (own,) for n, own in enumerate(self.pages.sets, 1)}}


def kit_of(dealt: EveningMap, press: Press, typed: ShellLines) -> Kit:
    """The cover and the sheets, in the order of the printer; the cover says what is `typed`.

    Raises BadSetting where the game has no words in the language.
    """
    evening = dealt.evening
    press.edition(dealt.map.game)
    press = press.in_theme_of(dealt.map)
    press = with_rows(press, dealt.length, evening.players)
    in_series = [CARD] if typed.place else []  # its rules are agreed upon before, and printed once
    drawn = press.drawn(dealt.map, [name for name in (*evening.pack.once, *evening.pack.each) if name not in in_series])
    pages = packed(drawn, evening.pack, evening.players, press.leaf, press.player)
    return Kit(dealt, press, with_cover(evening, dealt.shown, dealt.rounds, press, pages, typed))


def series_places(seed: str, people: int) -> Iterator[tuple[str, str]]:
    """For each game of a series a seed that tells nothing of the others, and the folder of its game master."""
    for number in range(1, people + 1):
        yield sha256(f"{seed} {number}".encode()).hexdigest()[:12], f"{MASTER}-{number}"


def series_pages(kit: Kit, people: int, again: str) -> list[Page]:
    """What all get in a series: how it goes, a table of points, and a rule card for each; one set of rules (MP-5)."""
    evening, press = kit.dealt.evening, kit.press
    cards = press.drawn(kit.dealt.map, [CARD])
    parts = packed(
        {"series": series_sheet(evening, press, people, again), **cards}, SheetPack((), (CARD,)), people, press.leaf
    )
    return [page for part in chain(*parts) for page in part.pages]


def invitation_picture(kit: Kit) -> bytes:
    """A PNG to send to the players; it says nothing that they may not know."""
    evening, press = kit.dealt.evening, kit.press._replace(format="png", dpi=_INVITATION_DOTS)
    (picture,) = press.written([invitation_of(evening, kit.dealt.shown, press)], press.title(kit.dealt.map.game))
    return picture


def with_rows(press: Press, length: GameLength | None, players: int) -> Press:
    """The press for so many players, and for games of this length."""
    rounds = length.rounds(players) if length else 0
    return press._replace(wanted=replace(press.wanted, rounds=rounds, players=players))


def length_on(map_: Map[Any], players: int) -> GameLength | None:
    """The length of games on a map, as far as players may know it: of a secret map, that on other maps of its kind.

    None where no machine stands in for the players of this game, and where no legal map is found.
    """
    stand_in, game = stand_in_of(map_.game.name), map_.game
    if not stand_in:
        return None
    if MAP in paper_of(game).all_secret:
        others = tuple(_others(partial(search.generate_from, game, game.public_params(map_.params), "")))
    else:
        others = () if legality.check(map_) else (map_,)
    return _length(_games(stand_in, players, lambda n: others[n % len(others)], MANY_GAMES)) if others else None


def _others(draw: Callable[[str], Map[Any]]) -> Iterator[Map[Any]]:
    """Other maps of a kind, always the same ones; none where none is found."""
    for number in range(OTHER_MAPS):
        with suppress(NoSuchMap, SolverGaveUp):
            yield draw(f"another {number}")


def worth_an_evening(evening: Evening, seed: str, minutes: int) -> EveningMap:
    """A map without advice that another map would follow.

    Of several it is the one whose games last nearest to the wanted minutes and seldom much longer than usual; of a
    secret map they fit into the rows that follow from other maps. Raises NoSuchMap and SolverGaveUp.
    """
    made_in_turn, found = maps_without_advice(evening, seed), list[tuple[float, Map[Any], str]]()
    if not evening.stand_in:
        tried, made = next(made_in_turn)
        return EveningMap(evening, made, tried, None)
    told = _on_other_maps(evening._replace(minutes=0), minutes) if evening.secret else None
    most = told.rounds(evening.players) * evening.players if told and told.most < inf else inf
    for tried, made in made_in_turn:
        far = _far(evening, length_of(evening, _always(made), FEW_GAMES), minutes)
        found = sorted([*found, (far, made, tried)], key=itemgetter(0))
        if not found[0][0] or len(found) == MOST_COMPARED:
            _, taken, seed_taken = found.pop(0)
            length = length_of(evening, _always(taken), MANY_GAMES)
            if length.most <= most:
                break
    else:
        raise SolverGaveUp(
            message("of {number} maps none has games that are over in time; say more minutes", MOST_MAPS)
        )
    length = told or length
    if evening.turn_minutes and length.usual < inf:
        evening = evening._replace(minutes=max(5, 5 * round(length.usual * evening.turn_minutes / 5)))
    return EveningMap(evening, taken, seed_taken, length)


def maps_without_advice(evening: Evening, seed: str) -> Iterator[tuple[str, Map[Any]]]:
    """Maps for an evening, each with its seed; raises NoSuchMap, and SolverGaveUp where none follows all advice."""
    found = 0
    for tried, made in _order(evening).attempts(seed, MOST_MAPS):
        if not legality.unfollowed_advice(made):
            found += 1
            yield tried, made
    if not found:
        raise SolverGaveUp(message("of {number} maps none follows all advice", MOST_MAPS))


def _always(map_: Map[Any]) -> Callable[[int], Map[Any]]:
    return lambda _: map_


def length_of(evening: Evening, deal: Callable[[int], Map[Any] | None], games: int) -> GameLength:
    return _length(_games(evening.stand_in, evening.players, deal, games))


def _games(kind: str, players: int, deal: Callable[[int], Map[Any] | None], games: int) -> Tally:
    return simulate(SimulationPlan(deal, (kind,) * players, "evening", MOST_ROUNDS * players, {}), games)


def _length(tally: Tally) -> GameLength:
    return GameLength(percentile(tally, 50), percentile(tally, 95))


def _far(evening: Evening, length: GameLength, minutes: int) -> float:
    """How far a map is from what is wanted; 0 for one that is taken at once."""
    if length.most == inf:
        return inf
    taken = length.usual * evening.turn_minutes / minutes
    much = length.most / length.usual
    late = 0.0 if not taken or FITTING[0] <= taken <= FITTING[1] else abs(log(taken))
    return late + (0.0 if much <= LONG else log(much / LONG))


def _order(evening: Evening) -> Order:
    game = GAMES[evening.game]
    given = dict(settings_of(game.name))
    given |= {"players": evening.players} if says_players(game.design.params) else {}
    return Order(game.name, evening.preset, maps.params(game, evening.preset, evening.board, given))


@cache
def another_map(evening: Evening) -> Map[Any] | None:
    """Another map of the kind, always the same one; it tells nothing of the map that is secret."""
    return next(_others(_order(evening).draw), None)


@cache
def _on_other_maps(evening: Evening, minutes: int) -> GameLength:
    """The length of games on those maps of the kind, always the same ones, that suit the minutes best."""
    found = list[tuple[float, Tally]]()
    for other in _others(_order(evening).draw):
        played = _games(evening.stand_in, evening.players, _always(other), SOME_GAMES)
        found.append((_far(evening, _length(played), minutes), played))
    suiting = Tally()
    for _, played in sorted(found, key=itemgetter(0))[: OTHER_MAPS // 2]:
        suiting.add(played)
    return _length(suiting)


def book_pages(press: Press, entries: Sequence[BookMap], *, apart: bool) -> BoundPages:
    """The pages of a book of maps of one game: as its game binds it, or else as every game can."""
    from mapkit.paper import books  # loaded for books alone

    game = entries[0].map.game
    paper, pack = paper_of(game), pack_of(game.name)
    if paper.book:
        return paper.book.sheets([entry.map for entry in entries], press.edition(game), apart)
    # the sheets of each map in a book: those of an evening for each player, and the secret ones; else all of them
    players = pack.each or (*paper.open, *paper.public)
    return books.bound(
        press,
        entries,
        [name for name in players if name not in (*paper.all_secret, *pack.cut)],
        [name for name in paper.secret if name not in pack.cut and (name in pack.once or not any(pack))],
        apart=apart,
    )
