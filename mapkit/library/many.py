"""What programs ask of many games and many maps, and what a group can play tonight."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.library.arguments import checked, maps_in, one_of, refuse, texts, wrong_type
from mapkit.library.maps import MapOrder
from mapkit.mapfile import writer
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.frozen import FrozenDict
from mapkit.model.game import Game, table_of
from mapkit.model.map import Map
from mapkit.model.message import Name, listed, message
from mapkit.model.settings import seed_of
from mapkit.paper.books import BookMap
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import KEEPERS, PrintOptions
from mapkit.paper.press import press_of
from mapkit.solve import legality
from mapkit.study.bench import AskedSeats, GamesOrder
from mapkit.study.covers import ShellLines, line_again
from mapkit.study.evenings import EXPERIENCE, Evening, Group, evenings, says_players
from mapkit.study.fresh_maps import FreshMaps, OneMap, Order
from mapkit.study.kits import book_pages, kit_of, worth_an_evening
from mapkit.study.reports import Balance, MapSurvey, Simulation
from mapkit.study.simulation import NAMES
from mapkit.study.variety import begun, figures_of, sample

if TYPE_CHECKING:
    from concurrent.futures import Executor


MOST = 100_000
"""The most games, turns and maps that may be asked for, as at a shell."""


class GamesAsked(MapOrder, total=False):
    """What `simulate` and `balance` take beside a map, or a game with what fresh maps of it are to be like."""

    players: int | None
    who: Sequence[str] | None
    """The kinds of machine players: one for all, or one for each seat."""
    turns: int
    """After so many a game is left, and after 1000 where nothing is said."""
    options: Mapping[str, str]
    seed: str


@checked
def simulate(
    what: Map[Any] | str, *, games: int = 100, workers: Executor | None = None, **asked: Unpack[GamesAsked]
) -> Simulation:
    """How many games on a map, or on fresh maps of a game, end, and how often each rule comes up in them.

    With `workers`, such as a `ProcessPoolExecutor`, they share the games, and the result is the same.

    >>> import mapkit
    >>> found = mapkit.simulate(mapkit.generate("treasures", "club", preset="small"), games=3, seed="rain")
    >>> found.tally.games
    3
    """
    order = _order(what, games, **asked)
    kinds = AskedSeats(order.kinds or None, asked.get("players"), "").kinds(order.first)
    return order._replace(kinds=kinds).simulate(workers)


@checked
def balance(
    what: Map[Any] | str, *, games: int | None = None, workers: Executor | None = None, **asked: Unpack[GamesAsked]
) -> Balance:
    """How even the seats are on a map, or on fresh maps of a game, and what makes them even.

    What may make them even races in rounds; `games` are the most that each has, and else as many as a minute allows.
    Fewer than 10,000 do not suffice to be sure that seats are even. Raises BadSetting where the game does not tell who
    has won, or has no machine player that thinks.

    >>> import mapkit
    >>> found = mapkit.balance("quoridor", games=4, size="5x5", seed="rain")
    >>> len(found.trials[0].tally.ends)
    1
    """
    order = _order(what, games, **asked)
    kinds = AskedSeats(order.kinds or None, asked.get("players"), "").kinds_alike(order.first)
    if isinstance(order.source, OneMap):
        refuse(legality.check(order.first))
    *_, report = order._replace(kinds=kinds).balance(workers)
    return report


def _order(
    what: Map[Any] | str,
    games: int | None,
    *,
    players: int | None = None,
    who: Sequence[str] | None = None,
    turns: int = 1000,
    options: Mapping[str, str] = MappingProxyType({}),
    seed: str = "",
    **order: Unpack[MapOrder],
) -> GamesOrder:
    """What is to be played, with the kinds that are named; raises BadSetting, FaultyMap, NoSuchMap, SolverGaveUp."""
    named = texts("who", who, '["random"]') if who is not None else ()
    for name, number, most in (("games", games, MOST), ("turns", turns, MOST), ("players", players, len(NAMES))):
        if number is not None:
            _in_range(name, number, 1, most)
    chosen, options = seed_of(seed or None), FrozenDict(options)
    if isinstance(what, Map):
        if order:
            names = listed([*map(Name, order)])
            raise BadSetting(message("{names}: for fresh maps, and these games are on a map; leave that out", names))
        refuse(legality.check_at_the_table(what))
        text = writer.show(maps.readable_elsewhere(what))
        of = Name(what.title or what.game.name)
        source = OneMap(text, what.game if GAMES.get(what.game.name) is not what.game else "")
        return GamesOrder(of, source, what, chosen, named, games or 0, turns, options, players is not None)
    if not isinstance(what, str | Game):
        raise wrong_type("what", message("a map, or the name of a game"), what)
    game = maps.game_named(what)
    table_of(game)
    fresh, first = _fresh(game, f"{chosen}-1", order, players)
    return GamesOrder(Name(game.name), FreshMaps(fresh, chosen), first, chosen, named, games or 0, turns, options)


def _in_range(name: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        raise BadSetting(message("{name} is {found}; it takes {low} to {high}", Name(name), number, low, high))


def _fresh(game: Game[Any], seed: str, order: MapOrder, players: int | None = None) -> tuple[Order, Map[Any]]:
    """What fresh maps of a game are to be like, and the first of them; raises BadSetting, NoSuchMap, SolverGaveUp."""
    given, preset = dict(order.get("settings", {})), order.get("preset", "default")
    if players is not None and says_players(game.design.params):
        given["players"] = players
    fresh = Order(game.name, preset, maps.params(game, preset, order.get("size"), given))
    return fresh, fresh.draw(seed)


@checked
def survey(
    what: str | Sequence[Map[Any]],
    *,
    count: int = 200,
    measures: Collection[str] | None = None,
    seed: str = "",
    workers: Executor | None = None,
    **order: Unpack[MapOrder],
) -> MapSurvey:
    """What is measured on many maps, where things lie on them, and how different they are.

    They are fresh maps of a game, as many as `count`, or given maps of one game and size. Raises BadSetting for fewer
    than two, and FaultyMap.

    >>> import mapkit
    >>> mapkit.survey("quoridor", count=3, seed="rain", measures=["shortest-ways"]).survey.maps
    3
    """
    keys = None if measures is None else texts("measures", measures, '["turns-to-win"]')
    if isinstance(what, str):
        _in_range("count", count, 2, MOST)
        game, chosen = maps.game_named(what), seed_of(seed or None)
        fresh, _ = _fresh(game, f"{chosen}-1", order)
        return MapSurvey(*sample(fresh, chosen, count, workers, keys), message("seed {seed}", Name(chosen)))
    given = maps_in("what", what)
    boards = dict.fromkeys(f"{each.game.name} {each.params.grid}" for each in given)
    if len(given) < 2 or len(boards) > 1:
        found = listed([*map(Name, boards)]) if len(boards) > 1 else Name(str(len(given)))
        raise BadSetting(message("a survey takes two maps or more, of one game and size, not {found}", found))
    found_on = begun(given[0])
    for number, each in enumerate(given, 1):
        refuse(legality.check(each))
        found_on.add(figures_of(each, each.title or str(number), keys))
    return MapSurvey(given[0], found_on, 0, Name(f"{len(given)}"))


class EveningKit(NamedTuple):
    """A game for an evening: its map, and all that is printed for it."""

    evening: Evening
    map: Map[Any]
    seed: str
    """The seed of the map."""
    sheets: bytes
    """All sheets as one PDF, in the order of the printer."""
    others: tuple[Evening, ...]
    """The other games that would suit the group."""


@checked
def tonight(
    people: int,
    *,
    minutes: int = 60,
    experience: str = EXPERIENCE[0],
    game: str = "",
    seed: str = "",
    **printing: Unpack[PrintOptions],
) -> EveningKit:
    """A game for a group that has so many minutes, with a fresh map and all that is printed.

    `experience` is `new`, `some` or `expert`, and `keeper` says who keeps the secret map: a `person` or `mapkit`.
    Raises BadSetting where no game is for so many people.

    >>> import mapkit
    >>> kit = mapkit.tonight(4, minutes=45, keeper="mapkit", seed="rain")
    >>> kit.evening.players, kit.sheets[:5]
    (4, b'%PDF-')
    """
    one_of("experience", experience, EXPERIENCE)
    press = press_of({**printing, "format": "pdf"})
    keeper = printing.get("keeper", KEEPERS[0])
    games = (maps.game_named(game).name,) if game else tuple(GAMES)
    group, chosen = Group(people, minutes, experience, keeper), seed_of(seed or None)
    best, *others = evenings(group, games)
    dealt = worth_an_evening(best, chosen, minutes)
    again = "" if best.secret and not best.game_master else chosen
    kit = kit_of(dealt, press, ShellLines("mapkit play", line_again(group, best.game, again, printing=printing)))
    pages = [page for part in chain(*kit.pages) for page in part.pages]
    (data,) = kit.press.written(pages, kit.press.title_of(dealt.map))
    return EveningKit(dealt.evening, dealt.map, dealt.seed, data, tuple(others))


class BoundBook(NamedTuple):
    """A book of maps."""

    pages: tuple[bytes, ...]
    """The book as one PDF, or a picture for each page; without `apart`, the secret pages are at its end."""
    secret: tuple[bytes, ...]
    """The pages of the game master, or the solutions, where they are `apart`."""


@checked
def book(maps_: Sequence[Map[Any]], *, apart: bool = False, **printing: Unpack[PrintOptions]) -> BoundBook:
    """A book of maps of one game: contents, rules, players' pages, and what is for the game master.

    Raises BadSetting for maps of several games, and FaultyMap.

    >>> import mapkit
    >>> bound = mapkit.book([mapkit.generate("quoridor", seed) for seed in ("rain", "snow")])
    >>> bound.pages[0][:5], bound.secret
    (b'%PDF-', ())
    """
    given = maps_in("maps_", maps_)
    for each in given:
        refuse(legality.check(each))
    games = dict.fromkeys(each.game.name for each in given)
    if len(games) != 1:
        raise BadSetting(message("a book has maps of one game; these are of {games}", listed([*map(Name, games)])))
    press = press_of(printing).in_theme_of(given[0])
    if (own := paper_of(given[0].game).book) and (why := [own.unfit(each, press.edition(each.game)) for each in given]):
        refuse_all([Name(each) for each in why if each])
    bound = book_pages(press, [BookMap(each, "") for each in given], apart=apart)
    title = press.title(given[0].game)
    inside = bound.pages if apart else (*bound.pages, *bound.back)
    return BoundBook(press.written(inside, title), press.written(bound.back, title) if apart and bound.back else ())
