"""The referee of Maze on paper: what each directive leads to (`docs/rules/labyrinth.md`, C to G).

The referee is pure: a ruling follows from the state, the words and the dice. A refusal depends only on what the player
has heard or holds. Walls and cells show only in the answers to steps and weapons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mapkit.games.labyrinth import corrections, situation
from mapkit.games.labyrinth.analysis import REMEDIES
from mapkit.games.labyrinth.clashes import clashes, nobody_is_hit
from mapkit.games.labyrinth.code import StartingKit
from mapkit.games.labyrinth.design import CHAINS, END, FLOWS, LISTINGS, SIZES, TREASURES, Params, fit
from mapkit.games.labyrinth.ear import LabyrinthEar
from mapkit.games.labyrinth.moves import SKIP, LabyrinthLayout, MoveOutcome, request, requests
from mapkit.games.labyrinth.pack import OptionPack, packs
from mapkit.games.labyrinth.situation import weapon_words
from mapkit.games.labyrinth.speech import COMPASS, SPOKEN, WEAPONS, Directive, directions, read
from mapkit.games.labyrinth.state import (
    USES,
    Arms,
    Creature,
    LooseTreasure,
    Player,
    State,
    Telling,
    first_arms,
    numbers_of,
    visit,
)
from mapkit.games.labyrinth.weapons import creatures_move, harm, meet_creature, use
from mapkit.language.directives import addressee, cell_name, cells_given, draw_in_turn, refuse_starts, wrong_options
from mapkit.model.errors import refuse_all
from mapkit.model.evidence import Evidence
from mapkit.model.frozen import replaced
from mapkit.model.grid import Cell, Direction, Place
from mapkit.model.letters import alike
from mapkit.model.listing import OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, message, noun
from mapkit.model.rule import Amount, Fact
from mapkit.model.ruling import Announcement, Dice, IllegalMove, InvalidMove, MoveError, Ruling, Seat, heard, keyed, row
from mapkit.model.settings import BadSetting, Choice, agreements
from mapkit.model.table import Referee, Screen, Seating, Speech, Statistics, Table, kind_with, sole_winner
from mapkit.model.walk import reached

MOST_PLAYERS = 8
ORDERS = ("given", "drawn")
"""The orders of turns, the usual one first (MP-44.a)."""

RULED_OUT = {
    "peek": message("nobody peeks: every announcement is public (MP-7, MP-8)"),
    "private-answers": message("no answer is private: every announcement is public (MP-7, MP-8)"),
}
"""Options of other games that these rules exclude, and why; any further option is unknown."""

_NONE = {
    "shoot": "MP-56.none",
    "grenade": "MP-62.none",
    "knife": "MP-61.none",
    "cement": "MP-91.none",
    "boomerang": "MP-93.none",
}


# --- the beginning -----------------------------------------------------------------------------------------------


def begin(drawn: Map[Params], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[State]:
    """Announce the labyrinth and place the players (MP-36 to MP-44), or ask the first player for a start (MP-40).

    Raises BadSetting, which lists all that is wrong at once.
    """
    wrong, number = wrong_options(options, (), ("starts",), {"order": ORDERS}, RULED_OUT), len(names)
    if not 1 <= number <= MOST_PLAYERS:  # one alone is no mistake
        wrong.append(message("found {number} players; 1 to {most} can play (MP-2)", number, MOST_PLAYERS))
    wrong += [clash.words for clash in clashes(drawn.params) if clash.fatal]
    refuse_all(wrong, in_a_line=True)
    given = cells_given(options, drawn.params.grid)
    if options.get("order", "given") == "drawn":
        drawn_order = draw_in_turn(names, len(names), dice)
        given = [given[names.index(name)] for name in drawn_order] if len(given) == len(names) else given
        names = drawn_order
    p, kinds = fit(drawn.params, drawn.facts), drawn.kinds
    paths = {"bear": p.drawn.bear, "leprechaun": p.drawn.leprechaun}
    ordered = [listing for listing in LISTINGS if isinstance(listing, OrderedCells)]
    listed = {fact for fact in drawn.facts if any(listing.lists(fact) for listing in ordered)}
    state = State(
        replace(drawn, params=p),
        frozenset(fact for fact in drawn.facts - listed if fact.mark not in TREASURES),
        tuple(Player(name, first_arms(p)) for name in names),
        tuple(LooseTreasure(cell, kinds[cell] == "treasure") for cell in kinds if kinds[cell] in TREASURES),
        sum(fact.mark == "treasure" for fact in drawn.facts),
        tuple(Creature(kind, path, path[0]) for kind, path in paths.items() if path and kind in p.creatures_here),
        extras=tuple(record for pack in p.on for record in pack.keeps(drawn)),
    )
    telling = _announce(Telling(state).say("begin", players=", ".join(names)), drawn.facts)
    starts = _starts(state, given, dice)
    if not starts:
        return telling.say("asks", player=state.player.name).ruling
    players = tuple(p._replace(spot=cell) for p, cell in zip(state.players, starts, strict=True))
    telling = telling.note_starts({player.name: player.cell for player in players})
    for player in players if state.has("G1") and not given else ():  # MP-40.b
        telling = telling.say_to(player.name, "yours", player=player.name, cell=player.cell)
    return _place(telling.then(replaced(state, players=players)), dice).ruling


def _announce(telling: Telling, facts: frozenset[Fact]) -> Telling:
    """Announce what everybody learns about the labyrinth beforehand (MP-36 to MP-39, MP-O-7)."""
    state, p = telling.state, telling.state.params
    telling = telling.say("size", size=str(p.grid), cell=p.grid.corner)
    chains = Counter(kind[0] for kind in state.lay.kinds.values() if kind in CHAINS).values()
    lengths = {"chains": sorted(chains), "rivers": sorted(_rivers(state.lay))}
    for what, found in lengths.items():
        each = ", ".join(map(str, found))
        telling = telling.say(what, count=str(len(found)), lengths=each) if found else telling.say(f"no-{what}")
    # The number of each thing there is; of exits and treasures only where it is not kept secret (MP-39.a)
    number = Counter(fact.mark for fact in facts)
    open_to_all = () if p.hide_counts == "yes" else ("exit", "treasure", "false")
    marks = [mark for mark in (*open_to_all, "arsenal", "hospital", "swamp") if number[mark]]
    counts = {"false-treasures" if mark == "false" else f"{mark}s": number[mark] for mark in marks}
    telling = telling.say("counts", what=numbers_of(counts)) if marks else telling
    telling = telling.say("kit", what=state.player.arms.words)
    for creature in state.creatures:
        how = harm(state, state.player) if creature.kind == "bear" else ""
        telling = telling.say("-".join(filter(None, ("there-is-a", creature.kind, how)))).note(
            f"{creature.kind}-at", cell=creature.cell
        )
    telling = telling.say("code", code=str(p.code))
    for key, args in _agreements(p):
        telling = telling.say(key, **args)
    for pack in p.on:
        telling = pack.opens(telling)
    return telling.note("solo") if len(state.players) == 1 else telling


def _agreements(p: Params) -> Iterator[tuple[str, dict[str, str]]]:
    """What was agreed beside the code, where it differs from the usual rules (MP-102).

    Settings about things that the code excludes are left out (MP-102.a).
    """
    void = {name for options, names in _EXCLUDED if p.code.has_any(*options) for name in names}
    void |= {clash.setting for pack in p.on for clash in pack.clashes(p) if not clash.fatal}
    own = {name: words for pack in p.on for name, words in pack.agreed.items()}
    for setting, value in agreements(p):
        key = own.get(setting.name, f"agreed-{setting.name.replace('_', '-')}")
        if setting.name in void or setting.name in (*SIZES, *StartingKit._fields):  # told by `kit` and `arsenal`
            continue
        if isinstance(setting.value_kind, Choice):
            yield key if value == "yes" or setting.name in own else f"{key}-{value}", {}
        else:
            yield key, {"count": value.words if isinstance(value, Amount) else str(value)}
    if any(getattr(p, name) is not None for name in SIZES if name not in void):
        yield "agreed-arsenal", {"what": visit(p).words}


_EXCLUDED = (
    (("F1",), ("wormhole_distance",)),
    (("F1", "F2", "F3"), ("drift", "drift_on_bump", "course", "bends")),
    (("A1",), (*SIZES, "stock", "wounded_restock")),
)
"""Options of the code that exclude wormholes, rivers or arsenals, and the settings that are only about these."""


def _rivers(lay: LabyrinthLayout) -> list[int]:
    """The length of each river, counted from its end upstream."""
    onward = {cell: lay.grid.step(cell, kind[-1]) for cell, kind in lay.kinds.items() if kind in FLOWS}
    lengths = {cell: 1 for cell, kind in lay.kinds.items() if kind == END}
    for cell in onward:
        seen = [cell]
        while (last := onward.get(seen[-1])) is not None and last not in seen:
            seen.append(last)
        if seen[-1] in lengths:
            lengths[seen[-1]] += 1
    return list(lengths.values())


def _starts(state: State, given: Sequence[Cell], dice: Dice) -> tuple[Cell, ...]:
    """The starts: the cells given, else those of the map, else random ones (MP-41); none where players choose."""
    names, listed = state.players, state.params.drawn.starts
    open_cells = [cell for cell in possible_starts(state) if _entrance(state, cell) is not None]
    refused = [cell for cell in given if cell not in open_cells]
    called = message("cells that a player can leave without a grenade (MP-33)")
    refuse_starts(given, len(names), open_cells, called, refused)
    if given:
        return tuple(given)
    if len(listed) == len(names):
        shut_in = [cell for cell in listed if _shut_in(state, cell)]
        if shut_in:
            where = joined([*map(Name, dict.fromkeys(shut_in))]), Name("MP-33.b")
            why = message(
                "a player who starts on {where}, as the map lists, does not get out without a grenade ({rule})", *where
            )
            raise BadSetting(why)
        closed = [cell for cell in listed if _entrance(state, cell) is None]
        if closed:
            where = joined([*map(Name, dict.fromkeys(closed))]), Name("MX-55")
            why = message("nobody can start on {where}, as the map lists: there is no exit ({rule})", *where)
            raise BadSetting(why)
        return listed
    if not state.has("G2"):
        return ()
    rich = {treasure.cell for treasure in state.loose}
    free = [cell for cell in open_cells if _entrance(state, cell) not in rich]
    if not free:
        raise BadSetting(message("nobody can be placed: no cell is without treasure and has a way out (MP-33, MP-43)"))
    return tuple(free[dice(len(free)) - 1] for _ in names)


def possible_starts(state: State) -> list[Cell]:
    """The cells on which a player may be placed."""
    return [cell for cell in state.params.grid.cells() if not (_is_barred(state, cell) or _shut_in(state, cell))]


def _entrance(state: State, cell: Cell) -> Place | None:
    """Where a player stands at the beginning whose start is a cell; None where nobody may start there."""
    return next((place for pack in packs(state) if (place := pack.entrance(state, cell)) != cell), cell)


def _is_barred(state: State, cell: Cell) -> bool:
    """Whether nobody is placed on a cell, because of what it is (MX-96)."""
    return state.lay.kinds.get(cell) in state.params.barred


def _shut_in(state: State, cell: Cell) -> bool:
    """Whether a player who starts on a cell would be in the enclosure without a way out and without a grenade."""
    enclosed, lay = state.params.drawn.enclosed, state.lay
    if cell not in enclosed or first_arms(state.params).grenades:
        return False
    return reached([lay.place(cell).spot], lambda spot: [lay.turn(spot, d).spot for d in lay.requests]) <= enclosed


def _place(telling: Telling, dice: Dice) -> Telling:
    """Announce what each player stands on and whether it moved them (MP-42, MP-43), and open the first turn."""
    for player in telling.state.players:
        spot = _entrance(telling.state, player.cell) or player.cell
        outside = telling.change(player._replace(spot=spot))
        telling = put_down(telling, player.name, player.cell) if spot == player.cell else outside
        settled = telling.state.named(player.name)
        telling = telling.change(settled._replace(start=settled.cell))
    telling = telling.then(replaced(telling.state, phase="before", turn=0))
    for pack in packs(telling.state):
        telling = pack.begins(telling, dice)
    return _open_turn(telling, dice)


def put_down(telling: Telling, name: str, cell: Cell, key: str = "placed") -> Telling:
    """Put a player on a cell: everybody hears what it is, whether it moves them, and what they take (MP-42, MP-43)."""
    move = telling.state.lay.place(cell)
    here = move.spot if isinstance(move.spot, str) else cell
    telling, found = pick_up(telling.change(telling.state.named(name)._replace(spot=here)), name)
    known, *rest = move.heard[1:] or ("empty",)
    moved = ("moved",) if here != cell or known == "wormhole" else ()  # also by one that leads to itself
    telling = telling.say(key, player=name, what=row((known, *moved, *rest, *found)))
    return telling.note("at", player=name, cell=here) if moved or key != "placed" else telling


# --- what is said ------------------------------------------------------------------------------------------------


def play(state: State, words: str, dice: Dice) -> Ruling[State]:
    if state.over:
        raise IllegalMove(heard("MP-77.over", winner=state.winner) if state.winner else heard("MP-76.over"))
    said = _own_words(state, words)
    if state.secret:
        return _start(state, said, dice).ruling
    for pack in packs(state):
        plain = SPOKEN.plain(said)
        if (made := pack.act(state, read(state.params, plain), plain, dice)) is not None:
            return made.ruling
    asked = understood_as(state, said)
    match asked.verb:
        case "start":
            raise IllegalMove(heard("MP-40.begun"))
        case "end":
            if state.phase == "before":
                raise IllegalMove(heard("MP-X1.owed"))
            return close_turn(Telling(state), dice).ruling
        case "step" | "skip":
            return answer_step(state, asked, dice).ruling
    return _weapon(state, asked, dice).ruling


def _own_words(state: State, words: str) -> str:
    """The words without the player's name before a colon. Raises IllegalMove out of turn (MP-45)."""
    name, rest = addressee(words, [p.name for p in state.players])
    named = next(p for p in state.players if p.name == name) if name else state.player
    if named.dead and state.params.anonymous_hits != "yes":  # else nobody knows who it was
        raise IllegalMove(heard("MP-57.dead", name=named.name))
    if named != state.player:
        raise IllegalMove(heard("MP-45.turn", player=state.player.name))
    return rest


def understood_as(state: State, words: str) -> Directive:
    """Read a directive; raises InvalidMove for other words, and for a weapon without a direction."""
    asked = read(state.params, SPOKEN.plain(words))
    takes_way = asked.verb in ("step", *WEAPONS)
    if asked.verb in WEAPONS - {"knife"} and not asked.ways:
        raise InvalidMove(heard("which-way", verb=asked.verb, ways=", ".join(_steps(state.params))))
    further = {*asked.further}.difference(*(alike(p.name).split() for p in state.players if asked.verb == "knife"))
    loose = asked.verb in ("knife", "start")  # which may name whom it strikes, or a cell
    if (further and asked.verb != "start") or (not loose and (not asked.verb or len(asked.ways) != takes_way)):
        raise InvalidMove(heard("unread", words=" ".join(words.split()), ways=", ".join(REFEREE.certain(state))))
    return asked


def understand(state: State, words: str) -> None:
    """Raise InvalidMove for words that are no directive, nor a start while starts are chosen."""
    _, said = addressee(words, [p.name for p in state.players])
    of_packs = any(pack.reads(SPOKEN.plain(said)) for pack in packs(state))
    if not (of_packs or (state.secret and _cell_of_start(state, said))):
        understood_as(state, said)


def _where(asked: Directive) -> Direction:
    """The direction of a step or of a weapon; SKIP for those that take none."""
    return asked.ways[0] if asked.ways and asked.verb != "knife" else SKIP


def _steps(params: Params) -> tuple[str, ...]:
    """The words for directions, in the order in which players are asked for them."""
    words, directions = requests(params), params.grid.directions
    return tuple(words[d] for d in "NSWEUD" if d in directions)


def _start(state: State, said: str, dice: Dice) -> Telling:
    """Choose a start. Nobody hears which, not even where it is refused, and two players may choose the same."""
    player, cell = state.player, _cell_of_start(state, said)
    if not cell:
        raise InvalidMove(heard("no-start", player=player.name, first=state.params.grid.name(0, 0)))
    if _is_barred(state, cell):
        raise IllegalMove(heard("MX-96.start"))
    if _shut_in(state, cell):
        raise IllegalMove(heard("MP-33.start"))
    if _entrance(state, cell) is None:
        raise IllegalMove(heard("MX-55.start"))
    telling = Telling(state).change(player._replace(spot=cell)).say("chosen", player=player.name)
    telling = telling.note("starts", player=player.name, cell=cell)
    if state.turn + 1 == len(state.players):
        return _place(telling, dice)
    telling = telling.then(replaced(telling.state, turn=state.turn + 1))
    return telling.say("asks", player=telling.state.player.name)


def _cell_of_start(state: State, said: str) -> Cell:
    """The cell of the board that the words name as a start; empty for none."""
    cell = cell_name(SPOKEN.plain(said).removeprefix("start "), state.params.grid)
    return cell if cell in state.params.grid.cells() else ""


# --- the step ----------------------------------------------------------------------------------------------------


def answer_step(state: State, asked: Directive, dice: Dice) -> Telling:
    """Step or skip: the answer, its consequences, and whether the player may ask again (MP-50 to MP-55)."""
    if state.phase == "after":
        raise IllegalMove(heard("MP-X1.moved"))
    direction, player = _where(asked), state.player
    move = state.lay.turn(player.spot, direction)
    telling = Telling(state).change(player._replace(spot=move.spot, loses=player.loses or move.costs_a_turn))
    telling = _came_to(telling, player, move, dice)
    if move.exit_border is not None:
        telling = _leave(telling)
    if telling.state.over:
        return telling
    if direction and move.executed:
        telling = creatures_move(telling, direction, player.spot)
    if move.executed or state.has("S2"):
        telling = _use_queued(telling.then(replaced(telling.state, phase="after")))
        return _gone_on(telling, "step" if move.executed else "refused", dice) or over_or_on(telling, dice)
    refused = state.refused | {direction}
    telling = telling.then(replaced(telling.state, refused=refused))
    if refused >= {*state.params.grid.directions}:
        return close_turn(_use_queued(telling), dice)
    return _gone_on(telling, "refused", dice) or telling


def _gone_on(telling: Telling, did: str, dice: Dice) -> Telling | None:
    """What follows what was done, where a pack says it."""
    followed = (pack.goes_on(telling, did, dice) for pack in packs(telling.state))
    return next((made for made in followed if made is not None), None)


def _came_to(telling: Telling, before: Player, move: MoveOutcome, dice: Dice) -> Telling:
    """Give the answer, and then in this order arsenal, hospital, pick-up, corpses and creatures (MP-X1)."""
    found: tuple[str, ...] = ()
    rests = isinstance(move.spot, str) and move.exit_border is None and (move.executed or move.moves(before.spot))
    if rests:
        telling, found = pick_up(_heal(_restock(telling)), before.name)
    # Say "step executed", "step impossible" or "skipped", and what the step found (MP-51 to MP-53, MP-65.a)
    key, *what = move.heard
    if what and what[0] in ("wall", "monolith"):
        key = f"{key}-{what.pop(0)}"
    what += (*_stock(telling.state, move), *found)
    telling = telling.say(f"{key}-what", what=row(what)) if what else telling.say(key)
    if move.entered not in (None, move.spot):
        telling = telling.note("through", player=before.name, cell=str(move.entered))
    if rests and (move.entered or move.spot != before.spot):
        telling = telling.note("at", player=before.name, cell=telling.state.player.cell)
    if not rests:
        return telling
    if move.spot in dict(telling.state.restocked):
        telling = telling.say("stock", what=telling.state.visit(telling.state.player.cell).words)
    # Announce, where that is agreed, whose corpse a player meets, and a player's return to their start (MP-100)
    player, p = telling.state.player, telling.state.params
    corpses = [dead for dead in telling.state.players if dead.dead and dead.cell == player.cell]
    for dead in corpses if p.tell_corpses == "yes" else ():
        telling = telling.say("corpse", player=player.name, other=dead.name)
    if p.tell_starts == "yes" and player.cell == player.start and before.spot != player.spot:
        telling = telling.say("back", player=player.name)
    for creature in telling.state.creatures:
        if creature.cell == move.spot and not telling.state.player.dead:
            telling = meet_creature(telling, before.name, creature)
    for pack in packs(telling.state):
        telling = pack.rests(telling, before, move, dice)
    return telling


def _stock(state: State, move: MoveOutcome) -> tuple[str, ...]:
    """The announcement of the only kind that the arsenal at the end of a move holds, if arsenals differ (MP-92.a)."""
    cell = move.spot if isinstance(move.spot, str) else ""
    held = "" if cell in dict(state.restocked) else dict(state.params.drawn.stocks).get(cell)
    return (f"{held}-only",) if held and "arsenal" in move.heard else ()


def _restock(telling: Telling) -> Telling:
    """In an arsenal fill up the kit, or add a kit once for each arsenal (MP-70, MP-A-2 to MP-A-5)."""
    state, player = telling.state, telling.state.player
    if state.lay.kinds.get(player.cell) != "arsenal" or (player.wounded and state.params.wounded_restock != "yes"):
        return telling
    kit = state.visit(player.cell)
    if not state.params.code.has_any("A3", "A5"):
        player = player._replace(arms=player.arms.filled_up_to(kit))
    elif player.cell not in player.fetched:
        player = player._replace(arms=player.arms.plus(kit), fetched=player.fetched | {player.cell})
    return telling.change(player).note("armed", player=player.name, what=player.arms.words)


def _heal(telling: Telling) -> Telling:
    """In a hospital heal a wounded player at once (MP-71)."""
    player = telling.state.player
    if telling.state.lay.kinds.get(player.cell) != "hospital" or not player.wounded:
        return telling
    return telling.change(player._replace(wounded=False)).note("healed", player=player.name)


def pick_up(telling: Telling, name: str) -> tuple[Telling, tuple[str, ...]]:
    """Announce what lies there. An unwounded player takes it, with W7 the weapons of the dead too (MP-73.c, MP-W-7)."""
    state, player = telling.state, telling.state.named(name)
    lying = [thing for thing in state.loose if thing.cell == player.cell]
    fallen = state.fallen.count(player.cell)
    found = ("treasure",) * bool(lying) + ("boomerang",) * bool(fallen)
    here = [each for each in state.players if each.dead and each.cell == player.cell]
    rich = [dead for dead in here if any(dead.arms)] if state.has("W7") else []
    if player.wounded or any(pack.lets_lie(state, player) for pack in packs(state)):
        told = state.params.anonymous_hits == "yes" and bool(rich)
        return telling, found + ("trophy",) * told  # else its absence would tell of the wound (MP-W-7.d)
    if found:
        genuine, arms = sum(thing.genuine for thing in lying), player.arms.plus(Arms(boomerangs=fallen))
        false = len(lying) - genuine
        player = player._replace(genuine=player.genuine + genuine, false=player.false + false, arms=arms)
        left = tuple(thing for thing in state.loose if thing.cell != player.cell)
        elsewhere = tuple(cell for cell in state.fallen if cell != player.cell)
        telling = telling.change(player)
        telling = telling.then(replaced(telling.state, loose=left, fallen=elsewhere))
    for what in found:
        telling = telling.note("takes", player=name, what=what)
    if not rich:
        return telling, found
    for dead in rich:
        player = player._replace(arms=player.arms.plus(dead.arms))
        telling = telling.change(dead._replace(arms=dead.arms._replace(**dict.fromkeys(dead.arms._fields, 0))))
    return telling.change(player).note("armed", player=name, what=player.arms.words), (*found, "trophy")


def _leave(telling: Telling) -> Telling:
    """Leave through an exit. False treasures are announced and gone (MP-87); having what the goal asks wins (MP-77)."""
    player, state = telling.state.player, telling.state
    for pack in packs(state):
        if (left := pack.leaves(telling)) is not None:
            return left
    for _ in range(player.false):
        telling = telling.say("false")
    telling = telling.change(player._replace(false=0))
    wants_all = state.params.code.has_any("V3", "V4")
    enough = player.genuine == state.genuine and (state.alive == (player,) or not state.has("V4"))
    if not player.genuine or (wants_all and not enough):
        return telling.note("outside", player=player.name, cell=player.cell) if player.outside else telling
    telling = telling.say("wins-all" if wants_all else "wins", player=player.name)
    telling = telling.note("left", player=player.name, cell=player.cell)
    return telling.then(replaced(telling.state, winner=player.name))


# --- weapons -----------------------------------------------------------------------------------------------------


def _weapon(state: State, asked: Directive, dice: Dice) -> Telling:
    """Use a weapon, or name it for after the step. Raises IllegalMove only for reasons that the player can know."""
    if asked.later and state.params.weapons_first != "yes":
        raise IllegalMove(heard("MP-60.each"))
    if state.params.weapons_first == "yes" and (state.refused or state.phase == "after"):
        raise IllegalMove(heard("MP-60.first"))
    if state.phase == "before" and not asked.later and state.has("W9"):
        raise IllegalMove(heard("MP-W-9.before"))
    if state.player.outside and not asked.later:
        raise IllegalMove(heard("MP-78.outside"))
    if not _able(state, asked.verb):
        raise IllegalMove(heard("MP-72.wounded"))
    if not _number_left(state, asked.verb):
        raise IllegalMove(heard(_NONE[asked.verb]))
    if why := _forbidden(state, asked.verb, "" if asked.later else state.player.spot):
        raise IllegalMove(heard(why))
    if asked.later:
        queued = replaced(state, queued=(*state.queued, (asked.verb, _where(asked))))
        return Telling(queued).say("named", what=weapon_words(state, asked.verb, _where(asked)))
    telling = use(Telling(state), asked.verb, _where(asked))
    if (made := _gone_on(telling, "weapon", dice)) is not None:
        return made
    return over_or_on(telling, dice) if state.phase == "after" else telling


def _able(state: State, verb: str) -> bool:
    """Whether the player's wound lets them use a weapon (MP-72)."""
    return not state.player.wounded or any(pack.able(state.params, verb) for pack in packs(state))


def _forbidden(state: State, verb: str, place: Place) -> str:
    """The key of the refusal where an option forbids to use a weapon there; else empty."""
    return next((why for pack in packs(state) if (why := pack.forbids(state, verb, place))), "")


def _number_left(state: State, verb: str) -> int:
    """How many of a weapon the player has, less those already named for after the step."""
    named = [queued for queued, _ in state.queued].count(verb)
    return int(getattr(state.player.arms, USES[verb])) - named


def _use_queued(telling: Telling) -> Telling:
    """Use the weapons that were named before the step, where and as long as that is possible (MP-60.a, MP-76.c)."""
    for verb, direction in telling.state.queued:
        if telling.state.decided:
            break
        player = telling.state.player
        able = not (player.dead or player.outside) and getattr(player.arms, USES[verb])
        able = able and _able(telling.state, verb) and not _forbidden(telling.state, verb, player.spot)
        if able:
            telling = use(telling, verb, direction)
        else:
            telling = telling.say("not-used", what=weapon_words(telling.state, verb, direction))
    return telling.then(replaced(telling.state, queued=()))


# --- the end of a turn -------------------------------------------------------------------------------------------


def over_or_on(telling: Telling, dice: Dice) -> Telling:
    """End a turn in which nothing is left to do; that depends only on what the player holds.

    With anonymous hits not even that ends it, since the wounded get no weapons where others do (MP-58.a). Then a turn
    ends by itself only where nobody could use any weapon of the game.
    """
    state = telling.state
    nameless = state.params.anonymous_hits == "yes" and not nobody_is_hit(state.params)
    nothing_left = not perhaps(state) if nameless else len(ways(state)) == 1
    done = state.player.dead or nothing_left or state.decided
    return close_turn(telling, dice) if done else telling


def close_turn(telling: Telling, dice: Dice) -> Telling:
    """Close the turn: victory by elimination, drift of loose treasure, the next living player (MP-X1, MP-76, MP-74)."""
    state = telling.state
    if not state.alive:
        return telling.say("draw").then(replaced(state, draw=True))
    if state.decided:
        winner = state.alive[0].name
        return telling.say("last", player=winner).then(replaced(state, winner=winner))
    # When only one of several players is left, a bear that copies players leaves for good (MP-94.f)
    if len(state.alive) == 1 < len(state.players) and any(creature.kind == "bear" for creature in state.creatures):
        others = tuple(creature for creature in state.creatures if creature.kind != "bear")
        telling = telling.say("bear-gone").then(replaced(state, creatures=others))
    # Treasure that was dropped in a river is carried down, as a marker is; nobody hears of it (MP-74)
    lay, loose = telling.state.lay, list(telling.state.loose)
    for n, treasure in enumerate(loose):
        if lay.kinds.get(treasure.cell) in FLOWS:
            loose[n] = treasure._replace(cell=lay.carried.get(treasure.cell, treasure.cell))
            telling = telling.note("drifts", cell=loose[n].cell)
    telling = telling.then(replaced(telling.state, loose=tuple(loose)))
    for pack in packs(state):
        telling = pack.turn_passes(telling, dice)
    state = telling.state
    if state.over:
        return telling
    order = [(state.turn + n) % len(state.players) for n in range(1, len(state.players) + 1)]
    turn = next(n for n in order if not state.players[n].dead)
    fresh = replaced(telling.state, turn=turn, phase="before", refused=frozenset(), queued=())
    return _open_turn(telling.then(fresh), dice)


def _open_turn(telling: Telling, dice: Dice) -> Telling:
    """Announce whose turn it is. A player who sank into a swamp loses the whole turn (MP-89)."""
    player = telling.state.player
    if not player.loses:
        return telling.say("turn", player=player.name)
    return close_turn(telling.change(player._replace(loses=False)).say("loses", player=player.name), dice)


# --- what may be said --------------------------------------------------------------------------------------------


def ways(state: State) -> tuple[str, ...]:
    """The directives that may be said now, as far as the player can know; none when the game is over."""
    if state.over:
        return ()
    if state.secret:
        return tuple(f"start {cell}" for cell in state.params.grid.cells() if _entrance(state, cell) is not None)
    if state.phase == "after":
        found = (*_weapon_ways(state), "end")
    else:
        refused = {request(state.params, d) for d in state.refused}
        found = (*(way for way in _steps(state.params) if way not in refused), "skip", *_weapon_ways(state))
    for pack in packs(state):
        found = tuple(pack.may_say(state, found))
    return found


def perhaps(state: State) -> tuple[str, ...]:
    """With anonymous hits: the uses of all weapons in the game, so that the list does not show a wound (MP-58.c).

    The list does not say whether the player may use them.
    """
    if state.params.anonymous_hits != "yes" or state.over or state.secret:
        return ()
    verbs = [verb for verb, kind in USES.items() if kind in situation.weapon_kinds(state)]
    return tuple(_uses(state, verbs, verbs))


def tells(state: State, words: str) -> bool:
    """Whether the answer is one to the use of a weapon where hits have no names (MP-58.c)."""
    if state.params.anonymous_hits != "yes" or state.over or state.secret:
        return False
    try:
        return understood_as(state, _own_words(state, words)).verb in USES
    except MoveError:
        return False


def _weapon_ways(state: State) -> Iterator[str]:
    """The uses of the weapons that the player has left, where the rules allow them now."""
    arms = state.player.arms
    has = [verb for verb, kind in USES.items() if getattr(arms, kind)]
    has = [verb for verb in has if _number_left(state, verb) > 0 and _able(state, verb)]
    now, later = ([verb for verb in has if not _forbidden(state, verb, place)] for place in (state.player.spot, ""))
    yield from _uses(state, now, later)


def _uses(state: State, now: Collection[str], later: Collection[str]) -> Iterator[str]:
    """The words for weapons that may be used now or be named for later; none after the step with `weapons_first`."""
    first = state.params.weapons_first == "yes"
    if first and (state.phase == "after" or state.refused):
        return
    at_once = not state.player.outside and not (state.phase == "before" and state.has("W9"))
    steps = _steps(state.params)
    for verb in (verb for verb in USES if verb in now or verb in later):
        words = (verb,) if verb == "knife" else tuple(f"{verb} {way}" for way in steps)
        yield from words if at_once and verb in now else ()
        yield from (f"after {word}" for word in words if first and verb in later)


def mover(state: State) -> str:
    return "" if state.over else state.player.name


def seats(state: State) -> tuple[Seat, ...]:
    """Where each player is and in what condition, in the order of turns; outside counts as the cell of the exit."""
    found = list[Seat]()
    for player in state.players:
        genuine = message("genuine {number}", player.genuine), player.genuine
        false = message("false {number}", player.false), player.false
        found.append(Seat(player.name, player.cell, _condition(state, player, genuine, false)))
    return tuple(found)


def pocket(state: State, name: str) -> Announcement:
    """What a player has; whether a treasure is genuine, they learn outside (MP-87)."""
    player = state.named(name)
    carried = player.genuine + player.false
    treasures = message("{thing} {number}", keyed("treasure"), carried)
    return heard("pocket", player=name, what=_condition(state, player, (treasures, carried)))


def _condition(state: State, player: Player, *treasures: tuple[Message, int]) -> Message:
    parts = [keyed("dead" if player.dead else "wounded" if player.wounded else "healthy")]
    parts += [message("{thing} {number}", keyed(name), n) for name, n in player.arms._asdict().items() if n]
    parts += [said for said, number in treasures if number]
    parts += [keyed("outside")] if player.outside else []
    parts += [message("loses the next turn")] if player.loses and not player.dead else []
    parts += [keyed(said) for pack in packs(state) for said in pack.condition(state, player)]
    return joined(parts)


def secret(state: State) -> bool:
    """Whether what is typed next must stay hidden, because it is a start, for the game master alone (MP-40)."""
    return state.secret


def correct(state: State, words: str) -> Ruling[State]:
    """Carry out a correction. If it kills the player to move, or all but one, the turn ends as in play.

    Raises NoRuling.
    """
    telling = corrections.correct(state, words, SPOKEN.of(directions(state.params)))
    ended = telling.state.player.dead or (telling.state.decided and not state.decided)
    return (close_turn(telling, lambda _: 1) if ended else telling).ruling


SEATING = {
    'starts="a1 b2"': message(
        "the players start there, in the order of their names; else on the map's starts, if it lists as many, "
        "or with G1 where they choose in secret, with G2 where they are drawn"
    ),
    "order=drawn": message("the order of turns is drawn; else it is that of the names"),
}

STEPS = ("executed-what", "skipped-what", "impossible-what", "impossible-wall-what", "impossible-monolith-what")
"""The answers to a step that say what it found."""
_FINDS = (
    *(noun("arsenal"), noun("boomerang"), noun("bullets only"), noun("exit"), noun("grenades only"), noun("hospital")),
    *(noun("river"), noun("river end"), noun("river source"), noun("swamp"), noun("treasure"), noun("trophy")),
    noun("wormhole"),
)


def tally(ruling: Ruling[State]) -> Iterator[tuple[str, int]]:
    """Numbers for the simulation: each kind of cell and thing that the answers to steps name."""
    for said in ruling.heard:
        if said.key in STEPS:
            words = dict(said.args)["what"].replace("-", " ").split(", ")
            yield from ((find, words.count(find)) for find in _FINDS if find in words)


def _evidence(params: Params, names: Sequence[str]) -> Evidence:
    from mapkit.games.labyrinth.evidence import LabyrinthEvidence  # only deduction needs it

    return LabyrinthEvidence(params, names)


REFEREE: Referee[State] = Referee(begin, play, ways, mover, seats, secret, perhaps, tells)


def table(packs: Sequence[OptionPack[Any]]) -> Table[State]:
    beside = frozenset(word for pack in packs for word in pack.beside)
    return Table(
        referee=REFEREE,
        seating=Seating(
            starts=SEATING,
            asks_start="asks",
            speech=Speech(
                SPOKEN.directives.union(*(pack.words for pack in packs)),
                fillers=SPOKEN.fillers,
                read=understand,
                beside=lambda words: SPOKEN.plain(words) in beside,
                kind=kind_with({*COMPASS, "up", "down"}),
            ),
            heard_by_all=frozenset({"loses", "wins"}),
            agreed=("code", "kit", "agreed-"),
        ),
        screen=Screen(board=situation.board, situation=situation.situation, correct=correct, asides={"pocket": pocket}),
        statistics=Statistics(
            sole_winner,
            tally,
            {"hit": "player", "meets-bear-wounded": "player", "meets-bear-killed": "player"},
            REMEDIES,
        ),
        ear=LabyrinthEar,
        evidence=_evidence,
    )
