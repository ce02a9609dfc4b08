"""The referee of Treasures of the Abandoned Labyrinth: what each directive leads to (`docs/rules/treasures.md` D to G).

The referee is pure: a ruling follows from the state, the words and the dice. A refusal depends only on what the player
has heard. Walls, and what lies on a tile that the player has not entered, show only in the answer to moving there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache

from mapkit.games.kit.movement import just_entered
from mapkit.games.treasures import situation
from mapkit.games.treasures.conditions import contents
from mapkit.games.treasures.corrections import correct
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.ear import TreasuresEar
from mapkit.games.treasures.pack import Pack, names_of_items, packs
from mapkit.games.treasures.speech import DIRECTIONS, WITHIN
from mapkit.games.treasures.state import RANGE_OF_A_BULLET, LyingTreasure, Player, State, Telling
from mapkit.language.directives import (
    Vocabulary,
    addressee,
    cells_given,
    draw_in_turn,
    draw_one,
    first_player,
    options_on,
    own_words,
    starting_cells,
    vocabulary,
    wrong_options,
)
from mapkit.model.errors import refuse_all
from mapkit.model.evidence import Evidence, Stock
from mapkit.model.frozen import replaced
from mapkit.model.grid import COMPASS, Border, Cell
from mapkit.model.map import Map
from mapkit.model.message import clauses, joined, message, plural
from mapkit.model.ruling import Dice, IllegalMove, InvalidMove, Ruling, Seat, heard, row
from mapkit.model.settings import BadSetting, settings
from mapkit.model.table import Referee, Screen, Seating, Speech, Statistics, Table, kind_with, pocket_of

SOLD = {1: "bullet", 2: "bullet", 3: "kit", 4: "kit", 5: "junk", 6: "junk"}
"""The item that the shop gives for each roll of the die (TL-60)."""

OPTIONS = {
    "kit-costs-turn": message("using a first aid kit costs the next turn (TL-50.a)"),
    "heal-now": message("the hospital heals at once, not when the lost turn comes (TL-63.b)"),
    "put-down": message("a treasure may be put down (TL-76.1.a)"),
    "peek": message("players may ask for the public facts, or with everybody's consent for the board (TL-37)"),
    "private-answers": message("answers are for the player alone; all hear whose turn it is and the end (TL-G3)"),
}
"""The options that may be switched on; the host carries out the last two."""

_OF_THE_MAP = message("it is a setting of the map, in its file below [settings]")
"""Why there is no option of a setting's name (TX-1.a)."""


def opening(drawn: Map[Params], options: frozenset[str] = frozenset()) -> State:
    """The state of a map before players are seated."""
    lying = tuple(
        LyingTreasure(cell, kind) for cell, kind in drawn.kinds.items() if kind in drawn.params.treasure_marks
    )
    state = State(drawn, (), lying, options)
    return replaced(state, extras=tuple(record for pack in packs(state) for record in pack.keeps(drawn)))


def begin(drawn: Map[Params], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[State]:
    """Seat the players on distinct Safe tiles in random order, unless starts or order are given (TL-29, TL-30)."""
    state = opening(drawn, options_on(options, OPTIONS))
    barred = {cell for pack in packs(state) for cell in pack.no_starts(drawn)}
    safe = tuple(cell for cell in drawn.cells_of("safe") if cell not in barred)
    if not 1 <= len(names) <= len(safe):
        found = plural("found {number} player", "found {number} players", len(names))
        raise BadSetting(clauses(found, message("this map has Safe tiles for 1 to {most} (TL-6.a)", len(safe))))
    free: Sequence[Cell] = safe
    if not cells_given(options, drawn.params.grid):
        for pack in packs(state):
            free = pack.starts(state, free, len(names), dice)
    starts = starting_cells(options, names, free, message("Safe tiles without treasure"), dice, drawn.params.grid)
    players = tuple(Player(name, cell) for name, cell in zip(names, starts, strict=True))
    if options.get("order", "drawn") != "given":
        players = draw_in_turn(players, len(players), dice)
    of_maps = dict.fromkeys((setting.name for setting in settings(type(drawn.params))), _OF_THE_MAP)
    chosen = {"order": ("drawn", "given")}
    refuse_all(wrong_options(options, OPTIONS, ("starts",), chosen, of_maps), in_a_line=True)
    telling = Telling(replaced(state, players=players)).say("begin", players=", ".join(p.name for p in players))
    telling = _announce(telling, drawn.params)
    modules = [module.text for pack in packs(state) for module in pack.modules(drawn.params)]
    telling = telling.say("modules", what=joined(modules)) if modules else telling
    telling = telling.note_starts({p.name: p.cell for p in players})
    for pack in packs(state):
        telling = pack.begins(telling, dice)
    return _open_turn(telling, dice).ruling


def _announce(telling: Telling, p: Params) -> Telling:
    """Announce the size of the labyrinth, and what is in it as its settings say (TL-G5)."""
    telling = telling.say("size", size=str(p.grid))
    told = [message("{number} {thing}", amount.words, thing) for thing, amount in contents(p) if amount.high]
    return telling.say("counts", what=joined(told)) if told else telling


def play(state: State, words: str, dice: Dice) -> Ruling[State]:
    if state.winner:
        raise IllegalMove(heard("TL-85.over", winner=state.winner))
    telling = _act(state, _own_words(state, words), dice)
    if not telling.state.winner and telling.state.moved and len(ways(telling.state)) == 1:
        telling = close_turn(telling, dice)
    return telling.ruling


def _act(state: State, typed: str, dice: Dice) -> Telling:
    said = _said(state, typed)
    verb, _, rest = said.partition(" ")
    known = _spoken(packs(state)).directives
    if verb not in _ON_PLAYERS and any(word not in known and not word.isdigit() for word in rest.split()):
        raise _unread(state, typed)
    made = next((done for pack in packs(state) if (done := pack.act(state, verb, rest, dice)) is not None), None)
    if made is not None:
        return made
    if said in DIRECTIONS or (verb == "go" and rest in DIRECTIONS):
        return move(state, DIRECTIONS[rest if rest in DIRECTIONS else said], dice)
    if verb in _ACTIONS and (acted := _ACTIONS[verb](state, rest, dice)) is not None:
        return acted
    raise _unread(state, typed)


def _unread(state: State, typed: str) -> InvalidMove:
    return InvalidMove(heard("unread", words=" ".join(typed.split()), ways=", ".join(ways(state))))


def understand(state: State, words: str) -> None:
    """Raise InvalidMove for words that are no directive of the player who is named before a colon, or else moves."""
    name, typed = addressee(words, [p.name for p in state.players])
    seat = next((n for n, p in enumerate(state.players) if p.name == name and p.cell), state.turn)
    with suppress(IllegalMove):
        _act(replaced(state, turn=seat), typed, lambda _: 1)


def _own_words(state: State, words: str) -> str:
    return own_words(words, [p.name for p in state.players], state.player.name, "TL-39.turn")


def _said(state: State, words: str) -> str:
    return _spoken(packs(state)).plain(words, tuple(p.name for p in state.players))


@cache
def _spoken(packs: tuple[Pack, ...]) -> Vocabulary:
    """What players say where these packs are on."""
    further = tuple(form for pack in packs for form in pack.speaking.forms.items())
    return vocabulary("treasures", further)


def refuse_alone(state: State, words: str, _name: str) -> None:
    """Refuse dice that were rolled on the table, and words by which others agree (TX-10.c); raises InvalidMove."""
    said = _said(state, _own_words(state, words)).split()  # no name has such a word in it
    if any(word.isdigit() for word in said):
        raise InvalidMove(heard("rolled-for-you"))
    if not {*said}.isdisjoint(word for pack in packs(state) for word in pack.speaking.of_others):
        raise InvalidMove(heard("others-agree"))


def move(state: State, request: str, dice: Dice) -> Telling:
    """Move as a player asks: blocked, out through an exit, or to another tile (TL-55 to TL-75)."""
    player, telling = state.player, Telling(state)
    if state.moved:
        raise IllegalMove(heard("TL-40.moved"))
    course = state.moves.course(player.cell, request, dice)
    if isinstance(course.to, Border) and player.carried:
        left = (done for pack in packs(state) if (done := pack.leaves(telling, dice)) is not None)
        return next(left, None) or win(telling)
    for key in course.keys:
        telling = telling.say(key, player=player.name, **({"direction": COMPASS[request]} if key == "blocked" else {}))
    if isinstance(course.to, Border) or "blocked" in course.keys:
        return telling
    for cell in course.cells_entered:
        if any(onward.way.target != cell for onward in state.moves.open(just_entered(cell))):
            telling = telling.note("through", player=player.name, cell=cell)
    # The player comes to rest, and it is announced what lies and who stands there (TL-G2)
    rest, name = course.to, player.name
    kind = state.on(rest)
    lost = "marsh" if kind == "marsh" else player.lost
    telling = telling.then(replaced(state, moved=True))
    telling = telling.change(player._replace(cell=rest, lost=lost, may_roll=kind == "shop"))
    telling = telling.note("at", player=name, cell=rest)
    lies = rest in telling.state.treasures  # what the player drops on coming is no find (TX-6.b)
    for pack in packs(state):
        telling = pack.rests(telling, dice)
    if lies:
        telling = telling.say("treasure", player=name)
    for other in telling.state.others_here():
        found = (key for pack in packs(state) if (key := pack.meets(telling.state, other)))
        usual = "meets-healthy" if other.healthy else "meets-injured"
        telling = telling.say(next(found, usual), player=name, other=other.name)
    for pack in packs(state):
        telling = pack.has_moved(telling, request, dice)
    return telling


def win(telling: Telling) -> Telling:
    """Let the player whose turn it is leave with the treasure and win (TL-56, TL-84, TL-85)."""
    player = telling.state.player
    telling = telling.then(replaced(telling.state, winners=(player.name,)))
    telling = telling.note("left", player=player.name, cell=player.cell)
    return telling.say("won", player=player.name).say("buried")


def _shoot(state: State, rest: str, dice: Dice) -> Telling:
    """Fire a rusty bullet at the first person within three tiles that no wall hides (TL-43 to TL-49)."""
    player = state.player
    if rest not in DIRECTIONS:
        raise InvalidMove(heard("which-way", verb="shoot"))
    if "bullet" not in player.items:
        raise IllegalMove(heard("TL-43.empty"))
    telling, cell = Telling(state).change(player.without("bullet")), player.cell
    for _ in range(RANGE_OF_A_BULLET):
        onward = state.drawn.onward(cell, DIRECTIONS[rest])
        if onward is None:
            break
        cell = onward
        people = [p for p in state.players if p.cell == cell and p.name != player.name]
        if people:
            victim = draw_one(people, dice)
            shooter = telling.state.player
            if not victim.healthy:
                return telling.say("shot-again", player=shooter.name, other=victim.name)
            return injure(telling, victim, "shot", player=shooter.name, other=victim.name)
        hits = (hit for pack in packs(state) if (hit := pack.shot(telling, cell)) is not None)
        if (hit := next(hits, None)) is not None:
            return hit
    return telling.say("missed", player=player.name)


def injure(telling: Telling, victim: Player, key: str = "", **names: str) -> Telling:
    """Injure a healthy player, who drops the treasure on the spot and keeps the items (TL-78, TX-5).

    `key` is what is said of it with these names. If something guards the player, the key ends in `-guarded` (TX-47.a).
    """
    for pack in packs(telling.state):
        guarded = pack.guards(telling.say(f"{key}-guarded", **names) if key else telling, victim)
        if guarded is not None:
            return guarded
    telling = telling.say(key, **names) if key else telling
    telling = telling.change(victim._replace(healthy=False))
    if victim.carried:
        telling = telling.note("drops", player=victim.name, cell=victim.cell)
    return telling.drop(victim._replace(healthy=False))


def _attack(state: State, rest: str, dice: Dice) -> Telling:
    """Battle a player on the same tile: by dice, or with a bullet, which wins (TL-52 to TL-54, TL-81 to TL-83)."""
    rest, rolls = _words_and_dice(rest, 2)
    bullet = rest.endswith(" bullet")
    named = rest.removesuffix(" bullet").removesuffix(" with").removeprefix("with ").strip()
    others = {p.name: p for p in state.players if p.name != state.player.name}
    if not others:
        raise InvalidMove(heard("alone"))
    name, further = first_player(named, others)
    if not name or further:
        found = {} if named in ("", "with", "bullet") else {"name": named}
        raise InvalidMove(heard("nobody" if found else "whom", **found, players=", ".join(others)))
    player, other = state.player, others[name]
    if other not in state.others_here():
        raise IllegalMove(heard("TL-52.apart", other=other.name))
    if state.on(player.cell) == "hospital":
        raise IllegalMove(heard("TL-54.hospital"))
    if not player.healthy:
        raise IllegalMove(heard("TL-53.self"))
    if not other.healthy:
        raise IllegalMove(heard("TL-53.other", other=other.name))
    if bullet and "bullet" not in player.items:
        raise IllegalMove(heard("TL-82.empty"))
    if bullet:
        telling = Telling(state).change(player.without("bullet"))
        return injure(telling, other, "battle-bullet", player=player.name, other=other.name)
    ours, theirs = rolls or (dice(6), dice(6))
    loser, winner = (other, state.player) if ours >= theirs else (state.player, other)
    telling = Telling(state).say(
        "battle", player=state.player.name, other=other.name, ours=str(ours), theirs=str(theirs)
    )
    return injure(telling, loser, "battle-lost", player=winner.name, other=loser.name)


def _words_and_dice(rest: str, count: int) -> tuple[str, tuple[int, ...]]:
    """The words, and the dice that were rolled on the table and typed after them."""
    words = rest.split()
    numbers = [w for w in words if w.isascii() and w.isdigit()]
    if not numbers:
        return rest, ()
    if len(numbers) != count or words[-count:] != numbers or any(n not in "123456" or len(n) > 1 for n in numbers):
        raise InvalidMove(heard("dice", count=str(count)))
    return " ".join(words[:-count]), tuple(map(int, numbers))


def _use_kit(state: State) -> Telling:
    """Use a first aid kit, which heals at once; by option it costs the next turn (TL-50)."""
    player = state.player
    if "kit" not in player.items:
        raise IllegalMove(heard("TL-50.none"))
    if player.healthy:
        raise IllegalMove(heard("TL-50.healthy"))
    lost = "kit" if "kit-costs-turn" in state.options else player.lost
    healed = player.without("kit").healed()._replace(lost=lost)
    return Telling(state).change(healed).say("kit", player=player.name)


def _shop(state: State, rest: str, dice: Dice) -> Telling:
    """Roll for an item, once for each visit of a player who has none (TL-60)."""
    player = state.player
    rest, rolls = _words_and_dice(rest, 1)
    refuse_roll(state)
    roll = rolls[0] if rolls else dice(6)
    telling = Telling(state).change(player._replace(items=(*player.items, SOLD[roll]), may_roll=False))
    return telling.say("rolls-" + SOLD[roll], player=player.name, roll=str(roll))


def refuse_roll(state: State) -> None:
    """Raise IllegalMove where the player whose turn it is may not roll for an item (TL-60)."""
    player, most = state.player, state.drawn.params.most_items
    if state.on(player.cell) != "shop":
        raise IllegalMove(heard("TL-60.place"))
    if len(player.items) >= most:
        raise IllegalMove(heard("TL-60.full" if most == 1 else "TX-30.hands"))
    if not player.may_roll:
        raise IllegalMove(heard("TL-60.again"))


def take(state: State) -> Telling:
    """Pick up a treasure: open to a healthy player who has none (TL-76)."""
    player = state.player
    if player.cell not in state.treasures:
        raise IllegalMove(heard("TL-76.none"))
    if not player.healthy:
        raise IllegalMove(heard("TL-76.injured"))
    if player.carried:
        raise IllegalMove(heard("TL-76.1.one"))
    telling, found = pick_up(Telling(state), player.cell)
    return telling.change(player._replace(carried=found.kind)).say("takes", player=player.name)


def pick_up(telling: Telling, cell: Cell) -> tuple[Telling, LyingTreasure]:
    """Take the treasure that came last to a tile off it (TX-27)."""
    lying = telling.state.lying
    at = max(i for i, thing in enumerate(lying) if thing.cell == cell)
    return telling.then(replaced(telling.state, lying=lying[:at] + lying[at + 1 :])), lying[at]


def _put_down(state: State) -> Telling:
    """Put down a treasure, where the option is on; it stays on the tile (TL-76.1.a)."""
    player = state.player
    if "put-down" not in state.options or not player.carried:
        raise IllegalMove(heard("TL-76.1.a.no" if "put-down" not in state.options else "TL-76.1.a.none"))
    return Telling(state).drop(player).say("puts-down", player=player.name)


def _drop(state: State, rest: str) -> Telling:
    """Throw away an item for good; this is not possible in the shop (TL-42, TL-51, TX-30.b)."""
    player = state.player
    if "treasure" in rest.split() and "scanner" not in rest.split():
        return _put_down(state)
    if not player.items:
        raise IllegalMove(heard("TL-42.nothing"))
    said = [item for item in (*player.items, *names_of_items(state)) if item in rest.split()]
    if said and said[0] not in player.items:
        raise IllegalMove(heard("TL-42.other"))
    if not said and len(set(player.items)) > 1:
        raise InvalidMove(heard("TX-30.which", ways=", ".join(f"drop {item}" for item in player.items)))
    if state.on(player.cell) == "shop":
        raise IllegalMove(heard("TL-51.shop"))
    item = (said or player.items)[0]
    return Telling(state).change(player.without(item)).say("drops-" + item, player=player.name)


def _heal(state: State, dice: Dice) -> Telling:
    """Heal in the hospital after moving: the turn ends, the next one is lost, and then the player is well (TL-63)."""
    player = state.player
    if state.on(player.cell) != "hospital":
        raise IllegalMove(heard("TL-63.place"))
    if player.healthy:
        raise IllegalMove(heard("TL-63.healthy"))
    if not state.moved:
        raise IllegalMove(heard("TL-63.moved"))
    at_once = "heal-now" in state.options
    after = player.healed()._replace(lost="healed") if at_once else player._replace(lost="hospital")
    telling = Telling(state).change(after).say("stays", player=player.name)
    return close_turn(telling.say("healed", player=player.name) if at_once else telling, dice)


def _end(state: State, dice: Dice) -> Telling:
    if not state.moved:
        raise IllegalMove(heard("TL-40.owed"))
    return close_turn(Telling(state), dice)


def close_turn(telling: Telling, dice: Dice) -> Telling:
    """Give the turn to the next player; after the last one a new round begins (TX-4)."""
    state = telling.state
    onward = (state.turn + 1) % len(state.players)
    telling = telling.then(replaced(state, turn=onward, moved=False))
    if not onward:
        for pack in packs(state):
            telling = pack.round_ends(telling)
        if telling.state.winners:
            return telling
        telling = telling.then(replaced(telling.state, round=state.round + 1))
        for pack in packs(state):
            telling = pack.round_begins(telling, dice)
    return _open_turn(telling, dice)


def _open_turn(telling: Telling, dice: Dice) -> Telling:
    """Announce whose turn it is. A player who loses the turn is healthy now if it was for healing (TL-G2)."""
    player = telling.state.player
    if not player.cell:
        return close_turn(telling, dice)
    if not player.lost:
        return telling.say("turn", player=player.name)
    healed = player.lost == "hospital"
    after = (player.healed() if healed else player)._replace(lost="")
    telling = telling.change(after).say("loses", player=player.name)
    return close_turn(telling.say("healed", player=player.name) if healed else telling, dice)


def ways(state: State) -> tuple[str, ...]:
    """The directives that may be said now, as far as the player can know; none when the game is over."""
    if state.winner:
        return ()
    player, kind = state.player, state.on(state.player.cell)
    armed = "bullet" in player.items
    steps = [] if state.moved else [COMPASS[d] for d in "NESW"]
    shots = [f"shoot {COMPASS[d]}" for d in "NESW"] if armed else []
    fights = [] if kind == "hospital" or not player.healthy else [p.name for p in state.others_here() if p.healthy]
    attacks = [f"attack {name}" for name in fights]
    attacks += [f"attack {name} with bullet" for name in fights if armed]
    may = {
        "use kit": "kit" in player.items and not player.healthy,
        "shop": kind == "shop" and player.may_roll and len(player.items) < state.drawn.params.most_items,
        "take": player.cell in state.treasures and player.healthy and not player.carried,
        "put down": "put-down" in state.options and bool(player.carried),
        "heal": kind == "hospital" and not player.healthy and state.moved,
        "end": state.moved,
    }
    drops = [f"drop {item}" for item in dict.fromkeys(player.items)] if kind != "shop" else []
    drops = ["drop"] if len(drops) == 1 else drops
    acts = [way for way, open_ in may.items() if open_]
    at = 1 if "use kit" in acts else 0
    found: Sequence[str] = (*steps, *shots, *attacks, *acts[:at], *drops, *acts[at:])
    for pack in packs(state):
        found = pack.may_say(state, found)
    return (*(way for way in found if way != "end"), "end") if state.moved else tuple(found)


def mover(state: State) -> str:
    return "" if state.winner else state.player.name


def seats(state: State) -> tuple[Seat, ...]:
    found = list[Seat]()
    for player in state.players:
        parts = [player.health]
        parts += [said for pack in packs(state) for said in pack.condition(state, player)]
        parts += player.items
        parts += ["treasure"] if player.carried else []  # a peek does not tell its kind (TX-24)
        parts += ["loses the next turn"] if player.lost else []
        found.append(Seat(player.name, player.cell, row(parts)))
    return tuple(found)


_ACTIONS: Mapping[str, Callable[[State, str, Dice], Telling | None]] = {
    "shoot": _shoot,
    "attack": _attack,
    "use": lambda state, rest, _: _use_kit(state) if rest.partition(" ")[0] == "kit" else None,
    "kit": lambda state, _, __: _use_kit(state),
    "shop": _shop,
    "take": lambda state, _, __: take(state),
    "drop": lambda state, rest, _: _drop(state, rest),
    "put": lambda state, _, __: _put_down(state),
    "heal": lambda state, _, dice: _heal(state, dice),
    "end": lambda state, _, dice: _end(state, dice),
}
"""What each verb does with the words behind it; None where these cannot be read."""
_ON_PLAYERS = frozenset({"attack", "trade"})
"""The verbs with a player's name behind them."""

SEATING = {
    'starts="a1 b2"': message(
        "the players start on these Safe tiles, in the order of their names; else they are drawn"
    ),
    "order=given": message("turns go in the order of the names; else it is drawn"),
}


REFEREE: Referee[State] = Referee(begin, play, ways, mover, seats)


def _evidence(params: Params, names: Sequence[str]) -> Evidence:
    from mapkit.games.treasures.evidence import TreasuresEvidence  # only deduction needs it

    return TreasuresEvidence(params, names)


def _stock(params: Params) -> Stock | None:
    from mapkit.games.treasures.stock import stock  # only chances need it

    return stock(params)


def table(packs: Sequence[Pack]) -> Table[State]:
    speech = [pack.speaking for pack in packs]
    spoken = [word for pack in speech for word in (*pack.words, *pack.forms)]
    barred = WITHIN.union(*(pack.of_others for pack in speech))
    return Table(
        referee=REFEREE,
        seating=Seating(
            options=OPTIONS,
            starts=SEATING,
            speech=Speech(
                vocabulary("treasures").directives | {*spoken},
                barred,
                vocabulary("treasures").fillers,
                read=understand,
                kind=kind_with(DIRECTIONS),
                refuse_alone=refuse_alone,
            ),
            heard_by_all=frozenset(
                [
                    "loses",
                    "won",
                    "buried",
                    "size",
                    "counts",
                    "modules",
                    *(key for pack in speech for key in pack.for_all),
                ]
            ),
            agreed=("size", "counts", "modules"),
            peek="peek",
        ),
        screen=Screen(board=situation.board, situation=situation.situation, correct=correct, asides=pocket_of(seats)),
        statistics=Statistics(
            lambda state: state.winners,
            falls={
                **dict.fromkeys(("shot", "battle-lost", "battle-bullet"), "other"),
                **dict.fromkeys(("injured", "infected"), "player"),
            },
            remedies=tuple(remedy for pack in packs for remedy in pack.remedies),
        ),
        ear=lambda params: TreasuresEar(params, speech),
        evidence=_evidence,
        stock=_stock,
    )
