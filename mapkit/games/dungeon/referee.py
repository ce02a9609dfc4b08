"""The referee of Dungeon: players hand in orders one by one, and these are carried out together (HD, section D).

The referee is pure: a ruling follows from the state, the words and the dice. The rules are in `docs/rules/dungeon.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from mapkit.games.dungeon import corrections, orders, rulings
from mapkit.games.dungeon.bots import BOTS
from mapkit.games.dungeon.design import KINDS, Params, in_force
from mapkit.games.dungeon.period import ACTIONS, after_period, views
from mapkit.games.dungeon.state import NAMES, Player, Spot, State, Telling, spot_named, with_dungeon
from mapkit.language.directives import addressee, options_on, wrong_options
from mapkit.model.errors import refuse_all
from mapkit.model.frozen import replaced
from mapkit.model.grid import Cell, cell_of
from mapkit.model.letters import columns_of
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, message, plural
from mapkit.model.rule import Fact
from mapkit.model.ruling import Announcement, Dice, IllegalMove, InvalidMove, Look, Ruling, Seat, Situation, heard
from mapkit.model.settings import BadSetting
from mapkit.model.table import OpenBoard, Referee, Screen, Seating, Speech, Statistics, Table, kind_with, sole_winner

MOST_PLAYERS = 8
OPTIONS = {
    "fog": message("players learn only what is on their own hex and around it (HD-G1)"),
    "climb-in-place": message(
        "a player who stands on a Rope may climb with one action, without stepping onto it (HD-26.a)"
    ),
    "chest-once": message("a Chest pays each player at the first entry in a period alone (HD-18.a)"),
}
_OF_A_HEX = re.compile(r"(?:^|\s)[0-9]+$", re.ASCII)
"""What stands before the colon of a hex such as `2:d4/1`; no player has such a name."""


def begin(drawn: Map[Params], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[State]:
    """Make the first level of the first dungeon, and put every player on its centre (HD-1, HD-2). Raises BadSetting."""
    if not 1 <= len(names) <= MOST_PLAYERS:
        found = plural("found {number} player", "found {number} players", len(names))
        raise BadSetting(clauses(found, message("Dungeon takes 1 to {most}", MOST_PLAYERS)))
    refuse_all(wrong_options(options, OPTIONS), in_a_line=True)
    switched = options_on(options, OPTIONS)
    state = with_dungeon(State(drawn, switched, ()), dice)
    centre = Spot(1, 1, state.middle)
    telling = Telling(replaced(state, players=tuple(Player(name, centre) for name in names)))
    telling = telling.say("begin", players=", ".join(names)).say("start", cell=state.middle)
    return _ask_next(views(telling.note_starts(dict.fromkeys(names, state.middle))))


def play(state: State, words: str, dice: Dice) -> Ruling[State]:
    """Take a player's orders; when all are in, the period is carried out. Raises InvalidMove or IllegalMove."""
    if state.winner:
        raise IllegalMove(heard("HD-49.over", winner=state.winner))
    name, said = _name_and_words(state, words)
    if orders.SPOKEN.plain(said) == orders.RESOLVE:
        return _ask_next(after_period(Telling(state), dice))
    player = _orders_of(state, name)
    if player not in state.waited_for():
        raise IllegalMove(heard("HD-38.b.done", player=player.name))
    order = orders.read(state, player, said)
    telling = Telling(replaced(state, orders=(*state.orders, (player.name, order)))).say("ordered", player=player.name)
    return _ask_next(telling if telling.state.waited_for() else after_period(telling, dice))


def _name_and_words(state: State, words: str) -> tuple[str, str]:
    """The name before a colon, empty where there is none, and the rest of the words; raises InvalidMove."""
    said = " ".join(words.split())
    if _OF_A_HEX.search(said.partition(":")[0]):
        return "", said
    return addressee(said, [player.name for player in state.players])


def _orders_of(state: State, name: str) -> Player:
    """The player of that name, or without a name the one whose orders are next."""
    return state.player(name) if name else state.waited_for()[0]


def understand(state: State, words: str) -> None:
    """Raise InvalidMove for words that are no orders."""
    name, said = _name_and_words(state, words)
    if orders.SPOKEN.plain(said) != orders.RESOLVE:
        with suppress(IllegalMove):
            orders.read(state, _orders_of(state, name), said)


def speaker(state: State, words: str) -> str:
    """The player who gives the orders: the one named before a colon, else the next one to hand in."""
    return _name_and_words(state, words)[0] or mover(state)


def refuse_alone(state: State, words: str, name: str) -> None:
    """Refuse to end a period while others are to give orders; raises InvalidMove."""
    said = orders.SPOKEN.plain(_name_and_words(state, words)[1])
    if said == orders.RESOLVE and any(player.name != name for player in state.waited_for()):
        raise InvalidMove(heard("others-are-waited-for"))


def _ask_next(telling: Telling) -> Ruling[State]:
    """The ruling, which ends with the player whose orders are next."""
    if not telling.state.winner:
        telling = telling.say("turn", player=telling.state.waited_for()[0].name)
    return telling.ruling


def ways(state: State) -> tuple[str, ...]:
    """The first actions that are open to the player whose orders are next; none when the game is over."""
    return () if state.winner else tuple(orders.ways(state, state.waited_for()[0]))


def mover(state: State) -> str:
    return "" if state.winner else state.waited_for()[0].name


def seats(state: State) -> tuple[Seat, ...]:
    return tuple(
        Seat(
            each.name,
            state.name_of(each.spot),
            message("Pocket {what}; Store {stored}", each.pocket.words, each.store.words),
        )
        for each in state.players
    )


def situation(state: State) -> Situation:
    """The players with what they have, and the creatures and Chests of all levels that are made."""
    waited_for = state.waited_for()
    rows = tuple(
        (each.name, state.name_of(each.spot), each.pocket.words, each.store.words, "-" if each in waited_for else "in")
        for each in state.players
    )
    things = [(NAMES[enemy.kind], state.name_of(enemy.spot)) for enemy in state.enemies]
    for number, dungeon in enumerate(state.dungeons, 1):
        for level in range(1, len(dungeon.levels) + 1):
            spots = (Spot(number, level, cell) for cell in state.grid.cells())
            things += [(NAMES["chest"], state.name_of(spot)) for spot in spots if state.kind(spot) == "chest"]
    weights = rulings.unusual_weights(state.params)
    notes = (heard("gm-weights", what=weights),) if weights else ()
    return Situation(
        ("Pocket", "Store", "orders"), rows, tuple(things), notes, may_correct=tuple(in_force(state.params))
    )


def pocket(state: State, name: str) -> Announcement:
    player = state.player(name)
    return heard("pocket", player=name, what=player.pocket.words, words=player.store.words)


def secret(state: State) -> bool:
    """Whether what is typed must stay hidden: orders are secret until all are in (HD-38.b)."""
    return not state.winner and len(state.players) > 1


def _floors(state: State) -> Mapping[tuple[int, int], int]:
    """The floor of the board that is each level of each dungeon."""
    made = (
        (number, level)
        for number, dungeon in enumerate(state.dungeons, 1)
        for level in range(1, len(dungeon.levels) + 1)
    )
    return {level: floor for floor, level in enumerate(made, 1)}


def floor_names(state: State) -> tuple[Message, ...]:
    """The levels by their dungeons, where there are several."""
    named = (message("dungeon {dungeon}, level {level}", *level) for level in _floors(state))
    return tuple(named) if len(state.dungeons) > 1 else ()


def place(state: State, name: str) -> Cell:
    """Where a hex with this name lies on the board of all levels; empty for none."""
    spot, floors = spot_named(name), _floors(state)
    if spot is None or spot[:2] not in floors:
        return ""
    return f"{spot.cell}/{floors[spot[:2]]}" if len(floors) > 1 else spot.cell


def present(state: State) -> Map[Params]:
    """All levels as they are now, as the floors of one board, those of the first dungeon first."""
    p, floors = state.params, _floors(state)
    params = replace(p, grid=replace(p.grid, floors=len(floors)), levels=p.levels and len(floors))
    facts = (
        Fact(place(state, state.name_of(Spot(dungeon, level, cell))), kind)
        for dungeon, level in floors
        for cell, kind in state.dungeons[dungeon - 1].levels[level - 1].items()
    )
    return replace(state.drawn, params=params, facts=frozenset(facts))


def open_board(state: State) -> OpenBoard | None:
    """The levels that players are on, as `public_view` shows them."""
    if state.fog and not state.winner:
        return None
    board, peopled = present(state), {each.spot[:2] for each in state.players if each.spot is not None}
    seen = {floor for level, floor in _floors(state).items() if level in peopled or state.winner}
    shown = replace(
        board, facts=frozenset(each for each in board.facts if board.params.grid.floor(cell_of(each.place)) in seen)
    )
    there = ((each.name, each.spot) for each in state.players if each.spot is not None)
    here = (*there, *((NAMES[enemy.kind], enemy.spot) for enemy in state.enemies))
    return OpenBoard(
        shown, tuple((name, state.name_of(spot)) for name, spot in here if spot[:2] in peopled or state.winner)
    )


def public_view(state: State, look: Look) -> tuple[str, ...]:
    """The levels that players are on, or all for a game master; nothing in fog."""
    return picture(state, look) if look.whole or not state.fog else ()


def picture(state: State, look: Look) -> tuple[str, ...]:
    """The levels with everybody on them: players by their numbers, creatures by their letters.

    They are the levels that players are on; all when the game is over, or for a game master. The levels stand below
    each other, or side by side where the terminal has too few lines.
    """
    signs = {player.name: str(number) for number, player in enumerate(state.players, 1)}
    places = [state.name_of(each.spot) if each.spot else look.say(message("outside")) for each in state.players]
    told = [f"{signs[each.name]} {each.name} {place}" for each, place in zip(state.players, places, strict=True)]
    peopled = {player.spot[:2] for player in state.players if player.spot is not None}
    levels, size = list[list[str]](), 2 * state.grid.radius + 1
    for number, dungeon in enumerate(state.dungeons, 1):
        for level in range(1, len(dungeon.levels) + 1):
            if (number, level) in peopled or look.whole or state.winner:
                one_of_many = message("dungeon {dungeon}, level {level}", number, level)
                levels.append([look.say(one_of_many if len(state.dungeons) > 1 else message("level {level}", level))])
                for row in state.grid.rows():
                    hexes = "".join(f"{_hex(state, Spot(number, level, cell), signs):<4}" for cell in row)
                    levels[-1].append(f"{'  ' * (size - len(row))}{row[0]:<4}{hexes}{row[-1]}".rstrip())
    drawn = ("  ".join(told).rstrip(), *chain(*levels))
    if look.has_room(drawn):
        return drawn
    rows = told[:1]
    for words in told[1:]:
        if columns_of(rows[-1]) + 2 + columns_of(words) > look.columns:
            rows.append(words)
        else:
            rows[-1] += f"  {words}"
    wide = max((len(line) for level in levels for line in level), default=0) + 3
    count = max(1, (look.columns + 3) // wide)
    for first in range(0, len(levels), count):
        for lines in zip(*levels[first : first + count], strict=True):
            rows.append("".join(line.ljust(wide) for line in lines).rstrip())
    return tuple(rows)


def _hex(state: State, spot: Spot, signs: dict[str, str]) -> str:
    there = [KINDS[enemy.kind].glyph for enemy in state.enemies_on(spot)]
    there += [signs[player.name] for player in state.players if player.spot == spot]
    return KINDS[state.kind(spot)].glyph + ("".join(there) if len(there) <= 2 else f"{there[0]}+")  # + for a crowd


def tally(ruling: Ruling[State]) -> Iterator[tuple[str, int]]:
    """Numbers for the simulation: what each level pays, the captures on it, and the periods."""
    for said in ruling.heard:
        args = dict(said.args)
        if said.key == "period":
            yield message("periods"), 1
        elif said.key in ("loots", "captured"):
            level, loots = Name(args["cell"].partition("/")[2] or "1"), said.key == "loots"
            coins = re.match(r"([0-9]+) coin", args["what"])
            found, lost = message("coins found on level {level}", level), message("coins lost on level {level}", level)
            yield found if loots else lost, int(coins[1]) if coins else 0
            looted = message("Chests looted on level {level}", level)
            yield looted if loots else message("captures on level {level}", level), 1


REFEREE: Referee[State] = Referee(begin, play, ways, mover, seats, secret)
TABLE: Table[State] = Table(
    referee=REFEREE,
    seating=Seating(
        options=OPTIONS,
        preset="short",
        speech=Speech(
            orders.SPOKEN.directives | {"pocket"},
            fillers=orders.SPOKEN.fillers,
            separators=";",
            joined=ACTIONS,
            read=understand,
            speaker=speaker,
            kind=kind_with(orders.DIRECTIONS),
            refuse_alone=refuse_alone,
        ),
        private_options=frozenset({"fog"}),
        heard_by_all=frozenset({"start", "ordered", "period", "founded", "stores", "wins", "gm-weight", "gm-period"}),
    ),
    screen=Screen(
        public_view=public_view,
        board=present,
        open_board=open_board,
        floors=floor_names,
        place=place,
        situation=situation,
        correct=corrections.correct,
        asides={"pocket": pocket},
    ),
    statistics=Statistics(sole_winner, tally, {"captured": "player"}),
    bots=BOTS,
)
