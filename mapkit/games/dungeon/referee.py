"""The referee of Dungeon: orders are handed in one by one, and carried out together (`docs/rules/dungeon.md` D).

Pure: a ruling is worked out from the state, the words and the dice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from mapkit.game import (
    DIRECTIVES,
    BadSetting,
    Dice,
    Heard,
    IllegalMove,
    InvalidMove,
    Look,
    Map,
    Referee,
    Ruling,
    Seat,
    Survey,
    heard,
)
from mapkit.games.dungeon import book, orders
from mapkit.games.dungeon.bots import BOTS
from mapkit.games.dungeon.design import Params
from mapkit.games.dungeon.period import resolved, views
from mapkit.games.dungeon.picture import picture
from mapkit.games.dungeon.state import NAMES, Player, Spot, State, Telling, with_dungeon
from mapkit.rule import many

MOST_PLAYERS = 8
YES_NO = ("yes", "no")
OPTIONS = {
    "fog": "everybody is told only what is on his own hex and around it (HD-G1)",
    "climb-in-place": "who stands on a Rope may climb with one action, without stepping onto it (HD-26.a)",
}
_OF_A_HEX = re.compile(r"(?:^|\s)[0-9]+$", re.ASCII)
"""What stands before the colon of a hex such as `2:d4/1`; nobody is called so."""


def begin(drawn: Map[Params], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[State]:
    """The first level of the first dungeon, and everybody on its centre (HD-1, HD-2)."""
    if not 1 <= len(names) <= MOST_PLAYERS:
        raise BadSetting(f"found {many(len(names), 'player')}; Dungeon takes 1 to {MOST_PLAYERS}")
    wrong = [f"there is no option {key!r:.40}; there are {', '.join(OPTIONS)}" for key in options if key not in OPTIONS]
    wrong += [f"{key} takes yes or no, not {value!r:.40}" for key, value in options.items() if value not in YES_NO]
    if wrong:
        raise BadSetting("; ".join(wrong))
    switched = frozenset(key for key, value in options.items() if value == "yes")
    state = with_dungeon(State(drawn, switched, ()), dice)
    centre = Spot(1, 1, state.middle)
    told = Telling(replace(state, players=tuple(Player(name, centre) for name in names)))
    told = told.say("begin", players=", ".join(names)).say("start", cell=state.middle)
    for name in names:
        told = told.note("starts", player=name, cell=state.middle)
    return _asked(views(told))


def play(state: State, words: str, dice: Dice) -> Ruling[State]:
    """Take a player's orders; the last of them carry the period out. Raises InvalidMove or IllegalMove."""
    if state.winner:
        raise IllegalMove(heard("HD-49.over", winner=state.winner))
    name, said = _named(state, " ".join(words.split()))
    if said.casefold() in orders.RESOLVE:
        return _asked(resolved(Telling(state), dice))
    player = state.player(name) if name else state.waited_for()[0]
    if player not in state.waited_for():
        raise IllegalMove(heard("HD-38.b.done", player=player.name))
    order = orders.read(state, player, said)
    told = Telling(replace(state, orders=(*state.orders, (player.name, order)))).say("ordered", player=player.name)
    return _asked(told if told.state.waited_for() else resolved(told, dice))


def _named(state: State, said: str) -> tuple[str, str]:
    """The name before a colon, empty where there is none, and the rest of the words; raises InvalidMove."""
    name, colon, rest = said.partition(":")
    if not colon or _OF_A_HEX.search(name):
        return "", said
    known = {player.name.casefold(): player.name for player in state.players}
    if name.strip().casefold() not in known:
        raise InvalidMove(heard("nobody", name=name.strip(), players=", ".join(known.values())))
    return known[name.strip().casefold()], rest.strip()


def speaker(state: State, words: str) -> str:
    """Whose orders they are: of the player named before a colon, else of the next one."""
    return _named(state, " ".join(words.split()))[0] or mover(state)


def _asked(told: Telling) -> Ruling[State]:
    """The ruling, with whose orders are waited for."""
    if not told.state.winner:
        told = told.say("turn", player=told.state.waited_for()[0].name)
    return told.ruling


def ways(state: State) -> tuple[str, ...]:
    """What the first action may be of the player whose orders are waited for; none when the game is over."""
    return () if state.winner else tuple(orders.ways(state, state.waited_for()[0]))


def mover(state: State) -> str:
    """Whose orders are waited for; empty when the game is over."""
    return "" if state.winner else state.waited_for()[0].name


def seats(state: State) -> tuple[Seat, ...]:
    """Where everybody is, and what he has."""
    return tuple(
        Seat(each.name, state.name_of(each.spot), f"Pocket {each.pocket.told}; Store {each.store.told}")
        for each in state.players
    )


def survey(state: State) -> Survey:
    """Everybody with what he has, and creatures and Chests on the levels that players are on."""
    waited_for = state.waited_for()
    rows = tuple(
        (each.name, state.name_of(each.spot), each.pocket.told, each.store.told, "-" if each in waited_for else "in")
        for each in state.players
    )
    peopled = sorted({player.spot[:2] for player in state.players if player.spot is not None})
    things = [(NAMES[each.kind], state.name_of(each.spot)) for each in state.enemies if each.spot[:2] in peopled]
    for dungeon, level in peopled:
        spots = (Spot(dungeon, level, cell) for cell in state.grid.cells())
        things += [(NAMES["chest"], state.name_of(spot)) for spot in spots if state.kind(spot) == "chest"]
    weights = book.unusual_weights(state.params)
    notes = (heard("gm-weights", what=weights),) if weights else ()
    return Survey(("Pocket", "Store", "orders"), rows, tuple(things), notes)


def pocket(state: State, name: str) -> Heard:
    """What a player has."""
    player = state.player(name)
    return heard("pocket", player=name, what=player.pocket.told, words=player.store.told)


def secret(state: State) -> bool:
    """Orders are not to be seen before all are in (HD-38.b)."""
    return not state.winner and len(state.players) > 1


def shown(state: State, look: Look) -> tuple[str, ...]:
    """The levels that players are on, or all for a game master; nothing in fog."""
    return picture(state, look) if look.whole or not state.fog else ()


RULES = {
    "begin": "HD-2",
    "founded": "HD-32",
    "enters": "HD-30",
    "made": "HD-25",
    "moves": "HD-14",
    "waits": "HD-37",
    "blocked": "HD-16.a",
    "mines": "HD-60",
    "loots": "HD-18",
    "paid": "HD-18.a",
    "falls": "HD-24",
    "climbs": "HD-27",
    "no-rope": "HD-26",
    "no-landing": "HD-27.b",
    **dict.fromkeys(("unfit", "unfit-unseen"), "HD-27.a"),
    "leads-out": "HD-27.e",
    "escapes": "HD-28",
    "captured": "HD-44",
    **dict.fromkeys(("charges", "charges-nowhere"), "HD-41"),
    **dict.fromkeys(("wanders", "wanders-nowhere"), "HD-42"),
    **dict.fromkeys(("hunts", "hunts-nowhere"), "HD-55"),
    "ruins": "HD-56",
    "emptied": "HD-19",
    "wins": "HD-49",
}
"""The numbers of the rules behind what is heard."""


def winners(state: State) -> tuple[str, ...]:
    """Who has won (HD-49)."""
    return (state.winner,) if state.winner else ()


def tally(ruling: Ruling[State]) -> Iterator[tuple[str, int]]:
    """What each level pays, and how often creatures capture on it; and how many periods there are."""
    for said in ruling.heard:
        args = dict(said.args)
        if said.key == "period":
            yield "periods", 1
        elif said.key in ("loots", "captured"):
            level = args["cell"].partition("/")[2] or "1"
            coins = re.match(r"([0-9]+) coin", args["what"])
            yield f"coins {'found' if said.key == 'loots' else 'lost'} on level {level}", int(coins[1]) if coins else 0
            yield f"{'Chests looted' if said.key == 'loots' else 'captures'} on level {level}", 1


REFEREE: Referee[State] = Referee(
    begin=begin,
    play=play,
    ways=ways,
    mover=mover,
    seats=seats,
    options=OPTIONS,
    secret=secret,
    shown=shown,
    survey=survey,
    correct=book.correct,
    speaker=speaker,
    asides={"pocket": pocket},
    between=";",
    curtains=frozenset({"fog"}),
    bots=BOTS,
    winners=winners,
    rules=RULES,
    tally=tally,
    directives=DIRECTIVES | orders.WORDS | {*orders.RESOLVE, "pocket"},
)
