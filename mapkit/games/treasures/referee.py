"""The referee of Treasures of the Abandoned Labyrinth: what each directive leads to (`docs/rules/treasures.md` D to G).

The referee is pure: a ruling follows from the state, the words and the dice. A refusal depends only on what the player
has heard. Walls, and what lies on a tile that the player has not entered, show only in the answer to moving there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from mapkit.directives import (
    STEP_WORDS,
    draw_in_turn,
    draw_one,
    in_english,
    options_on,
    own_words,
    starting_cells,
    wrong_options,
)
from mapkit.game import Map, Referee, Screen, Seating, Speech, Statistics, Table, sole_winner
from mapkit.games.treasures import corrections, survey
from mapkit.games.treasures.design import LEADS_TO, Params
from mapkit.games.treasures.ear import TreasuresEar
from mapkit.games.treasures.state import Player, State, Telling
from mapkit.grid import COMPASS, Cell, Direction, border
from mapkit.rule import has, many
from mapkit.ruling import Dice, IllegalMove, InvalidMove, Ruling, Seat, heard
from mapkit.settings import BadSetting

DIRECTIONS = {
    **dict.fromkeys(("n", "north", "up", "u"), "N"),
    **dict.fromkeys(("e", "east", "right", "r"), "E"),
    **dict.fromkeys(("s", "south", "down", "d"), "S"),
    **dict.fromkeys(("w", "west", "left", "l"), "W"),
}
WITHIN = frozenset({"with", "bullet"})
"""What may stand behind a player's name."""
WORDS = WITHIN | frozenset(
    """
shoot fire attack fight use kit first aid shop roll take pick drop throw put the treasure heal all dice
""".split()  # noqa: SIM905 (twenty words, each in quotes, are harder to read)
)
"""What else directives are made of, beside steps."""
RUSSIAN = {
    **dict.fromkeys(("север", "вверх", "наверх"), "north"),
    **dict.fromkeys(("восток", "вправо", "направо"), "east"),
    **dict.fromkeys(("юг", "вниз"), "south"),
    **dict.fromkeys(("запад", "влево", "налево"), "west"),
    **dict.fromkeys(("на", "кубик"), ""),
    **dict.fromkeys(("шаг", "иду", "идти"), "go"),
    **dict.fromkeys(("огонь", "выстрел", "стрелять", "стреляю"), "shoot"),
    **dict.fromkeys(("напасть", "нападаю", "атака", "атакую"), "attack"),
    "с": "with",
    **dict.fromkeys(("пуля", "пулю", "пулей"), "bullet"),
    **dict.fromkeys(("применить", "применяю"), "use"),
    **dict.fromkeys(("аптечка", "аптечку"), "kit"),
    **dict.fromkeys(("лавка", "бросить", "бросаю"), "shop"),
    **dict.fromkeys(("взять", "беру", "забрать", "забираю"), "take"),
    **dict.fromkeys(("выбросить", "выбрасываю"), "drop"),
    "хлам": "junk",
    **dict.fromkeys(("положить", "кладу"), "put down"),
    "клад": "treasure",
    **dict.fromkeys(("лечиться", "лечусь"), "heal"),
    **dict.fromkeys(("конец", "готово"), "end"),
}
"""The Russian words of directives, and the English ones that they stand for."""
RANGE_OF_A_BULLET = 3
ITEMS = {1: "bullet", 2: "bullet", 3: "kit", 4: "kit", 5: "junk", 6: "junk"}
"""The item that the shop gives for each roll of the die (TL-60)."""

OPTIONS = {
    "kit-costs-turn": "using a first aid kit costs the next turn (TL-50.a)",
    "heal-now": "the hospital heals at once, not when the lost turn comes (TL-63.b)",
    "put-down": "a treasure may be put down (TL-76.1.a)",
    "peek": "players may ask for the public facts, or with everybody's consent for the board (TL-37)",
    "private-answers": "answers are for the player alone; all hear whose turn it is and the end (TL-G3)",
}
"""The options that may be switched on; the host carries out the last two."""


def begin(drawn: Map[Params], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[State]:
    """Seat the players on distinct Safe tiles in random order, unless starts or order are given (TL-29, TL-30)."""
    safe = drawn.cells_of("safe")
    if not 1 <= len(names) <= len(safe):
        raise BadSetting(f"found {many(len(names), 'player')}; this map has Safe tiles for 1 to {len(safe)} (TL-6.a)")
    starts = starting_cells(options, names, safe, "Safe tiles without treasure, such as b2 d5", dice)
    players = tuple(Player(name, cell) for name, cell in zip(names, starts, strict=True))
    if options.get("order", "drawn") != "given":
        players = draw_in_turn(players, len(players), dice)
    wrong = wrong_options(options, OPTIONS, ("starts",), {"order": ("drawn", "given")})
    if wrong:
        raise BadSetting("; ".join(wrong))
    switched = options_on(options, OPTIONS)
    state = State(drawn, players, drawn.cells_of("treasure"), switched)
    telling = Telling(state).say("begin", players=", ".join(p.name for p in players))
    return _open_turn(telling.note_starts({p.name: p.cell for p in players})).ruling


def play(state: State, words: str, dice: Dice) -> Ruling[State]:
    """Carry out one directive. Raises InvalidMove or IllegalMove."""
    if state.winner:
        raise IllegalMove(heard("TL-85.over", winner=state.winner))
    names = [p.name for p in state.players]
    said = in_english(words, RUSSIAN, names).casefold()
    said = own_words(" ".join(said.split()), names, state.player.name, "TL-39.turn")
    verb, _, rest = said.partition(" ")
    if said in DIRECTIONS or (verb in ("go", "move", "walk", "step") and rest in DIRECTIONS):
        telling = move(state, DIRECTIONS[rest if rest in DIRECTIONS else said])
    else:
        telling = _act(state, verb, rest, dice)
    if not telling.state.winner and telling.state.moved and len(ways(telling.state)) == 1:
        telling = _close_turn(telling)
    return telling.ruling


def _act(state: State, verb: str, rest: str, dice: Dice) -> Telling:
    actions: dict[str, Callable[[], Telling]] = {
        "shoot": lambda: _shoot(state, rest, dice),
        "fire": lambda: _shoot(state, rest, dice),
        "attack": lambda: _attack(state, rest, dice),
        "fight": lambda: _attack(state, rest, dice),
        "use": lambda: _use(state, rest, dice),
        "kit": lambda: _use_kit(state),
        "shop": lambda: _shop(state, rest, dice),
        "roll": lambda: _shop(state, rest, dice),
        "take": lambda: _take(state),
        "pick": lambda: _take(state),
        "drop": lambda: _drop(state, rest),
        "throw": lambda: _drop(state, rest),
        "put": lambda: _put_down(state),
        "heal": lambda: _heal(state),
        "stay": lambda: _heal(state),
        "end": lambda: _end(state),
        "done": lambda: _end(state),
    }
    if verb not in actions:
        raise InvalidMove(heard("unread", words=f"{verb} {rest}".strip(), ways=", ".join(ways(state))))
    return actions[verb]()


def move(state: State, direction: Direction) -> Telling:
    """Move: blocked, out through an exit, or onto the next tile and on by river or portal (TL-55 to TL-75)."""
    player, telling = state.player, Telling(state)
    if state.moved:
        raise IllegalMove(heard("TL-40.moved"))
    if state.fact(has(border(state.drawn.params.grid, player.cell, direction), "exit")):
        if player.treasure:
            telling = telling.then(replace(state, winner=player.name)).note(
                "left", player=player.name, cell=player.cell
            )
            return telling.say("won", player=player.name).say("buried")
        return telling.say("exit", player=player.name)
    entered = state.drawn.onward(player.cell, direction)
    if entered is None:
        return telling.say("blocked", player=player.name, direction=COMPASS[direction])
    return _arrive(telling.then(replace(state, moved=True)), player, entered)


def _arrive(telling: Telling, player: Player, entered: Cell) -> Telling:
    """Announce the tile entered, carry the player on, then announce what lies and who stands at the end (TL-G2)."""
    kind, name = telling.state.on(entered), player.name
    rest, telling = _resting_place(telling, name, entered, kind)
    kind = telling.state.on(rest)
    lost = "marsh" if kind == "marsh" else player.lost
    telling = telling.change(player._replace(cell=rest, lost=lost, may_roll=kind == "shop"))
    telling = telling.note("at", player=name, cell=rest)
    if rest in telling.state.treasures:
        telling = telling.say("treasure", player=name)
    for other in telling.state.others_here():
        telling = telling.say("meets-healthy" if other.healthy else "meets-injured", player=name, other=other.name)
    return telling


def _resting_place(telling: Telling, name: str, entered: Cell, kind: str) -> tuple[Cell, Telling]:
    """The tile where a player who enters a tile comes to rest, and the announcements about it."""
    state = telling.state
    if kind.startswith("flows"):
        onward = state.drawn.onward(entered, kind.removeprefix("flows "))
        if onward is None:
            return entered, telling.say("river-wall", player=name)
        telling = telling.say("river", player=name).note("through", player=name, cell=entered)
        below = state.on(onward)  # on a legal map river too, and it carries no further (TL-66.a, TL-66.d)
        return (onward, telling) if below.startswith("flows") else _resting_place(telling, name, onward, below)
    if kind in LEADS_TO:
        others = (cell for cell, mark in state.drawn.kinds.items() if mark == LEADS_TO[kind])
        partner = next(others, entered)  # a faulty map that is measured may lack the partner
        return partner, telling.say("portal", player=name).note("through", player=name, cell=entered)
    return entered, telling.say("portal" if kind == "fake" else kind, player=name)


def _shoot(state: State, rest: str, dice: Dice) -> Telling:
    """Fire a rusty bullet at the first person within three tiles that no wall hides (TL-43 to TL-49)."""
    player = state.player
    if rest not in DIRECTIONS:
        raise InvalidMove(heard("which-way", verb="shoot"))
    if player.item != "bullet":
        raise IllegalMove(heard("TL-43.empty"))
    telling = Telling(state).change(player._replace(item=""))
    targets = _in_line(state, DIRECTIONS[rest])
    if not targets:
        return telling.say("missed", player=player.name)
    victim = draw_one(targets, dice)
    if not victim.healthy:
        return telling.say("shot-again", player=player.name, other=victim.name)
    return _injure(telling.say("shot", player=player.name, other=victim.name), victim)


def _in_line(state: State, direction: Direction) -> list[Player]:
    """The players on the first tile with anybody on it in a direction, up to three tiles away; walls end the line."""
    cell = state.player.cell
    for _ in range(RANGE_OF_A_BULLET):
        onward = state.drawn.onward(cell, direction)
        if onward is None:
            return []
        cell = onward
        found = [p for p in state.players if p.cell == cell and p.name != state.player.name]
        if found:
            return found
    return []


def _injure(telling: Telling, victim: Player) -> Telling:
    """Injure a player, who drops the treasure on the spot and keeps the item (TL-78)."""
    state = telling.change(victim._replace(healthy=False, treasure=False)).state
    if victim.treasure:
        state = replace(state, treasures=(*state.treasures, victim.cell))
        telling = telling.note("drops", player=victim.name, cell=victim.cell)
    return telling.then(state)


def _attack(state: State, rest: str, dice: Dice) -> Telling:
    """Battle a player on the same tile: by dice, or with a bullet, which wins (TL-52 to TL-54, TL-81 to TL-83)."""
    rest, rolls = _words_and_dice(rest, 2)
    bullet = rest.endswith(" bullet")
    name = rest.removesuffix(" bullet").removesuffix(" with")
    player, others = state.player, {p.name.casefold(): p for p in state.players if p.name != state.player.name}
    if not others:
        raise InvalidMove(heard("alone"))
    if name not in others:
        named = {} if name in ("", "with") else {"name": name}
        players = ", ".join(p.name for p in others.values())
        raise InvalidMove(heard("nobody" if named else "whom", **named, players=players))
    other = others[name]
    if other not in state.others_here():
        raise IllegalMove(heard("TL-52.apart", other=other.name))
    if state.on(player.cell) == "hospital":
        raise IllegalMove(heard("TL-54.hospital"))
    if not player.healthy:
        raise IllegalMove(heard("TL-53.self"))
    if not other.healthy:
        raise IllegalMove(heard("TL-53.other", other=other.name))
    if bullet and player.item != "bullet":
        raise IllegalMove(heard("TL-82.empty"))
    if bullet:
        telling = Telling(state).change(player._replace(item=""))
        return _injure(telling.say("battle-bullet", player=player.name, other=other.name), other)
    return _battle(state, other, rolls or (dice(6), dice(6)))


def _battle(state: State, other: Player, rolls: tuple[int, ...]) -> Telling:
    ours, theirs = rolls
    loser, winner = (other, state.player) if ours >= theirs else (state.player, other)
    telling = Telling(state).say(
        "battle", player=state.player.name, other=other.name, ours=str(ours), theirs=str(theirs)
    )
    return _injure(telling.say("battle-lost", player=winner.name, other=loser.name), loser)


def _words_and_dice(rest: str, count: int) -> tuple[str, tuple[int, ...]]:
    """The words, and the dice that were rolled on the table and typed after them."""
    words = rest.split()
    numbers = [w for w in words if w.isascii() and w.isdigit()]
    if not numbers:
        return rest, ()
    if len(numbers) != count or words[-count:] != numbers or any(n not in "123456" or len(n) > 1 for n in numbers):
        raise InvalidMove(heard("dice", count=str(count)))
    return " ".join(words[:-count]), tuple(map(int, numbers))


def _use(state: State, rest: str, dice: Dice) -> Telling:
    verb, _, onward = rest.removeprefix("the ").partition(" ")
    if verb == "bullet":
        return _shoot(state, onward, dice)
    if verb in ("kit", "first"):
        return _use_kit(state)
    raise InvalidMove(heard("unread", words=f"use {rest}".strip(), ways=", ".join(ways(state))))


def _use_kit(state: State) -> Telling:
    """Use a first aid kit, which heals at once; by option it costs the next turn (TL-50)."""
    player = state.player
    if player.item != "kit":
        raise IllegalMove(heard("TL-50.none"))
    if player.healthy:
        raise IllegalMove(heard("TL-50.healthy"))
    lost = "kit" if "kit-costs-turn" in state.options else player.lost
    healed = player._replace(item="", healthy=True, lost=lost)
    return Telling(state).change(healed).say("kit", player=player.name)


def _shop(state: State, rest: str, dice: Dice) -> Telling:
    """Roll for an item, once for each visit of a player who has none (TL-60)."""
    player = state.player
    rest, rolls = _words_and_dice(rest, 1)
    if state.on(player.cell) != "shop":
        raise IllegalMove(heard("TL-60.place"))
    if player.item:
        raise IllegalMove(heard("TL-60.full"))
    if not player.may_roll:
        raise IllegalMove(heard("TL-60.again"))
    roll = rolls[0] if rolls else dice(6)
    telling = Telling(state).change(player._replace(item=ITEMS[roll], may_roll=False))
    return telling.say("rolls-" + ITEMS[roll], player=player.name, roll=str(roll))


def _take(state: State) -> Telling:
    """Pick up a treasure: open to a healthy player who has none (TL-76)."""
    player = state.player
    if player.cell not in state.treasures:
        raise IllegalMove(heard("TL-76.none"))
    if not player.healthy:
        raise IllegalMove(heard("TL-76.injured"))
    if player.treasure:
        raise IllegalMove(heard("TL-76.1.one"))
    left = list(state.treasures)
    left.remove(player.cell)
    telling = Telling(replace(state, treasures=tuple(left))).change(player._replace(treasure=True))
    return telling.say("takes", player=player.name)


def _put_down(state: State) -> Telling:
    """Put down a treasure, where the option is on; it stays on the tile (TL-76.1.a)."""
    player = state.player
    if "put-down" not in state.options or not player.treasure:
        raise IllegalMove(heard("TL-76.1.a.no" if "put-down" not in state.options else "TL-76.1.a.none"))
    telling = Telling(replace(state, treasures=(*state.treasures, player.cell)))
    return telling.change(player._replace(treasure=False)).say("puts-down", player=player.name)


def _drop(state: State, rest: str) -> Telling:
    """Throw away an item for good; this is not possible in the shop (TL-42, TL-51)."""
    player = state.player
    if "treasure" in rest:
        return _put_down(state)
    if not player.item:
        raise IllegalMove(heard("TL-42.nothing"))
    if player.item not in rest.split() and any(item in rest.split() for item in ITEMS.values()):
        raise IllegalMove(heard("TL-42.other"))
    if state.on(player.cell) == "shop":
        raise IllegalMove(heard("TL-51.shop"))
    return Telling(state).change(player._replace(item="")).say("drops-" + player.item, player=player.name)


def _heal(state: State) -> Telling:
    """Heal in the hospital after moving: the turn ends, the next one is lost, and then the player is well (TL-63)."""
    player = state.player
    if state.on(player.cell) != "hospital":
        raise IllegalMove(heard("TL-63.place"))
    if player.healthy:
        raise IllegalMove(heard("TL-63.healthy"))
    if not state.moved:
        raise IllegalMove(heard("TL-63.moved"))
    at_once = "heal-now" in state.options
    lost = "healed" if at_once else "hospital"
    telling = Telling(state).change(player._replace(lost=lost, healthy=at_once)).say("stays", player=player.name)
    return _close_turn(telling.say("healed", player=player.name) if at_once else telling)


def _end(state: State) -> Telling:
    if not state.moved:
        raise IllegalMove(heard("TL-40.owed"))
    return _close_turn(Telling(state))


def _close_turn(telling: Telling) -> Telling:
    onward = (telling.state.turn + 1) % len(telling.state.players)
    return _open_turn(telling.then(replace(telling.state, turn=onward, moved=False)))


def _open_turn(telling: Telling) -> Telling:
    """Announce whose turn it is. A player who loses the turn is healthy now if it was for healing (TL-G2)."""
    player = telling.state.player
    if not player.lost:
        return telling.say("turn", player=player.name)
    healed = player.lost == "hospital"
    telling = telling.change(player._replace(lost="", healthy=player.healthy or healed)).say(
        "loses", player=player.name
    )
    return _close_turn(telling.say("healed", player=player.name) if healed else telling)


def ways(state: State) -> tuple[str, ...]:
    """The directives that may be said now, as far as the player can know; none when the game is over."""
    if state.winner:
        return ()
    player, kind = state.player, state.on(state.player.cell)
    steps = [] if state.moved else [COMPASS[d] for d in "NESW"]
    shots = [f"shoot {COMPASS[d]}" for d in "NESW"] if player.item == "bullet" else []
    fights = [] if kind == "hospital" or not player.healthy else [p.name for p in state.others_here() if p.healthy]
    attacks = [f"attack {name}" for name in fights]
    attacks += [f"attack {name} with bullet" for name in fights if player.item == "bullet"]
    may = {
        "use kit": player.item == "kit" and not player.healthy,
        "drop": bool(player.item) and kind != "shop",
        "shop": kind == "shop" and player.may_roll and not player.item,
        "take": player.cell in state.treasures and player.healthy and not player.treasure,
        "put down": "put-down" in state.options and player.treasure,
        "heal": kind == "hospital" and not player.healthy and state.moved,
        "end": state.moved,
    }
    return (*steps, *shots, *attacks, *(way for way, open_ in may.items() if open_))


def mover(state: State) -> str:
    """The name of the player whose turn it is; empty when the game is over."""
    return "" if state.winner else state.player.name


def seats(state: State) -> tuple[Seat, ...]:
    """Where each player is and in what condition, in the order of turns."""
    return tuple(Seat(p.name, p.cell, _condition(p)) for p in state.players)


def _condition(player: Player) -> str:
    parts = ["healthy" if player.healthy else "injured"]
    parts += [player.item] if player.item else []
    parts += ["treasure"] if player.treasure else []
    parts += ["loses the next turn"] if player.lost else []
    return ", ".join(parts)


def correct(state: State, words: str) -> Ruling[State]:
    """Carry out a correction by the game master (TL-G4). Raises NoRuling."""
    return corrections.correct(state, words, DIRECTIONS)


SEATING = {
    'starts="a1 b2"': "the players start on these Safe tiles, in the order of their names; else they are drawn",
    "order=given": "turns go in the order of the names; else it is drawn",
}


REFEREE: Referee[State] = Referee(begin, play, ways, mover, seats)
TABLE: Table[State] = Table(
    referee=REFEREE,
    seating=Seating(
        options=OPTIONS,
        starts=SEATING,
        speech=Speech(STEP_WORDS | WORDS | RUSSIAN.keys(), WITHIN),
        heard_by_all=frozenset({"loses", "won", "buried"}),
        peek="peek",
    ),
    screen=Screen(board=survey.board, survey=survey.survey, correct=correct),
    statistics=Statistics(sole_winner, falls={"shot": "other", "battle-lost": "other", "battle-bullet": "other"}),
    ear=TreasuresEar,
)
