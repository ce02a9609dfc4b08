"""The referee of Minoqaur: explorers move in turn, then the minoqaur (`docs/rules/minoqaur.md`, B to H).

The referee is pure: a ruling follows from the state and the words. A die is rolled only to break a tie at random.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from mapkit.games.minoqaur import bots, corrections
from mapkit.games.minoqaur.design import Params, maze
from mapkit.games.minoqaur.maze_rules import (
    KEY,
    NOWHERE,
    OUTSIDE,
    TREASURE,
    Bits,
    Maze,
    Move,
    Trail,
    answer,
    has_won,
    strides,
    trail_after,
)
from mapkit.games.minoqaur.notation import Hunter, forbidden, is_move, move_in_words, move_named
from mapkit.games.minoqaur.picture import picture
from mapkit.games.minoqaur.state import ITEMS, MINOQAUR, Player, State, out, things
from mapkit.language.directives import addressee, cell_name, own_words, vocabulary, wrong_options
from mapkit.model.errors import refuse_all
from mapkit.model.frozen import replaced
from mapkit.model.grid import COMPASS, Cell
from mapkit.model.map import Map
from mapkit.model.message import Name, clauses, joined, message, plural
from mapkit.model.rule import Fact
from mapkit.model.ruling import Dice, IllegalMove, InvalidMove, Ruling, Seat, Telling, heard, keyed
from mapkit.model.table import STEP, OpenBoard, Referee, Screen, Seating, Speech, Statistics, Table, pocket_of

OPTIONS = {
    "machine": message("mapkit runs the minoqaur by its rule, so that all players are explorers (MQ-42, MQ-49.g)"),
    "steal-one": message("an explorer who crosses another's head takes one thing of their choice, not all (MQ-49.a)"),
}
MOST_EXPLORERS = 6
SPOKEN = vocabulary("minoqaur")


def begin(code: Map[Params], names: tuple[str, ...], options: Mapping[str, str], _: Dice) -> Ruling[State]:
    """Seat the players, who enter one by one. Raises BadSetting, which lists all that is wrong at once."""
    p = code.params
    begun = begin_in_maze(maze(p, code.facts), names, options, at_random=p.tie == "random")
    return begun._replace(state=replace(begun.state, drawn=code))


def begin_in_maze(maze: Maze, names: tuple[str, ...], options: Mapping[str, str], *, at_random: bool) -> Ruling[State]:
    """Begin a game in a maze. With `at_random` a die decides the minoqaur's way where rows and columns are equal."""
    wrong = wrong_options(options, OPTIONS)
    run = len(names) < 2 or options.get("machine") == "yes"
    explorers, keeper = (names, "") if run else (names[:-1], names[-1])
    most = min(MOST_EXPLORERS, len(maze.entrances))
    if not 1 <= len(explorers) <= most:
        found = plural("found {number} explorer", "found {number} explorers", len(explorers))
        wrong.append(clauses(found, message("there are entrances for 1 to {most} (MQ-49.e)", most)))
    if run and any(name.casefold() == MINOQAUR for name in names):
        wrong.append(message("no player can be called {name}; mapkit runs it", Name(MINOQAUR)))
    refuse_all(wrong, in_a_line=True)
    players = tuple(map(Player, explorers))
    state = State(
        maze, players, Trail.at(maze.dot), keeper, steal_one=options.get("steal-one") == "yes", at_random=at_random
    )
    telling = [heard("begin", players=", ".join(names))]
    telling.append(heard("keeps", player=keeper) if keeper else heard("runs"))
    telling.append(heard("dot", cell=state.named(maze.dot)))
    chambers = []  # each item with the upper left and the lower right module of its chamber
    for what, item in ITEMS.items():
        modules = [divmod(module, maze.side) for module, found in maze.finds.items() if found == item]
        if modules:
            rows, columns = zip(*modules, strict=True)
            corners = (min(rows) * maze.side + min(columns), max(rows) * maze.side + max(columns))
            first, last = (Name(state.named(corner)) for corner in corners)
            where = first if first == last else message("{start} to {end}", first, last)
            chambers.append(joined([keyed(what), where], " "))
    telling += [heard("chambers", what=joined(chambers))] if maze.finds else []
    doors = state.doors
    telling.append(heard("entrances", what=", ".join(doors), first=doors[0]))
    notes = (heard("starts", player=keeper or keyed(MINOQAUR), cell=state.named(maze.dot)),)
    return Ruling((*telling, heard("turn", player=state.mover)), notes, state)


def play(state: State, words: str, dice: Dice) -> Ruling[State]:
    """Carry out a directive. Raises InvalidMove, or IllegalMove with the first rule that forbids it."""
    if state.winners:
        raise IllegalMove(heard("MQ-46.over", winner=joined(state.winners)))
    typed = " ".join(own_words(words, _names(state), state.mover, "MQ-10.turn").split())
    said = SPOKEN.plain(typed)
    if state.entering:
        telling = _enter(state, said, typed)
    elif said.startswith("enter"):
        raise IllegalMove(heard("MQ-11.entered"))
    elif state.hunting:
        telling = _stride(Telling(state), move_named(state.piece, said, typed))
    else:
        telling = _walk(state, said, typed)
    return _onward(telling, dice).ruling


def _names(state: State) -> list[str]:
    return [*state.names, *([state.keeper] if state.keeper else [])]


def understand(state: State, words: str) -> None:
    """Raise InvalidMove for words that are no directive: neither an entrance nor a move, nor what to take."""
    typed = " ".join(addressee(words, _names(state))[1].split())
    said = SPOKEN.plain(typed)
    line, take, rest = f"{said} ".partition(" take ")
    if take:
        _wanted(rest)
    entrance = state.entering or said.startswith("enter")
    if not (entrance and _entrance(state, said)) and not is_move(state.maze.side, line.strip()):
        if entrance:
            raise _no_entrance(state, typed)
        raise InvalidMove(heard("unread", words=typed))


def _entrance(state: State, said: str) -> Cell:
    """The module that is named as an entrance, by its name or by the number of an entrance; empty for none."""
    word, doors = cell_name(said.removeprefix("enter").strip()), state.doors
    by_number = re.fullmatch("[0-9]{1,3}", word) and 1 <= int(word) <= len(doors)
    cell = doors[int(word) - 1] if by_number else word
    return cell if cell in state.cells else ""


def _no_entrance(state: State, typed: str) -> InvalidMove:
    return InvalidMove(heard("where", words=typed, ways=", ".join(state.free_doors)))


def _enter(state: State, said: str, typed: str) -> Telling[State]:
    """Let an explorer enter, at an entrance given by its name or its number (MQ-9, MQ-49.e)."""
    cell, doors = _entrance(state, said), state.doors
    if not cell:
        raise _no_entrance(state, typed)
    module, player = state.cells.index(cell), state.explorers[state.turn]
    if cell not in doors:
        raise IllegalMove(heard("MQ-9.a.door", cell=cell, ways=", ".join(state.free_doors)))
    if cell not in state.free_doors:
        raise IllegalMove(heard("MQ-49.e.taken", cell=cell, ways=", ".join(state.free_doors)))
    holds = state.maze.finds.get(module, 0) & state.lying
    telling = Telling(state.with_player(state.turn, player._replace(trail=Trail.at(module), holds=holds)))
    telling = telling.say("enters", player=player.name, cell=cell).note("starts", player=player.name, cell=cell)
    return _equip(telling, player.name, holds)


def _equip(telling: Telling[State], name: str, items: int) -> Telling[State]:
    for what, item in ITEMS.items():
        if items & item:
            telling = telling.say("captures" if item == TREASURE else "equips", player=name, what=what)
    return telling


def _walk(state: State, said: str, typed: str) -> Telling[State]:
    line, take, rest = f"{said} ".partition(" take ")
    if take and not state.steal_one:
        raise IllegalMove(heard("MQ-49.a.all"))
    line, wishes = line.strip(), _wanted(rest) if take else []
    piece, player = state.explorer(wishes), state.explorers[state.turn]
    move = move_named(piece, line, typed)
    robbed = [victim for victim in state.victims if victim.trail.head in move.way]
    if not all(state.loot(victim, wishes) for victim in robbed):
        raise IllegalMove(heard("MQ-49.a.which", words=line, other=robbed[0].name, ways=things(robbed[0].holds)))
    trail = trail_after(piece.maze, player.trail, move)
    key, cell = "tunnels" if move.tunnels else "steps-out" if move.end == OUTSIDE else "walks", state.named(trail.head)
    telling = Telling(state.with_player(state.turn, player._replace(trail=trail, holds=move.holds)))
    telling = telling.say(key, player=player.name, direction=COMPASS[move.direction], cell=cell, count=str(state.round))
    telling = telling.note("at", player=player.name, cell=cell)
    found = move.holds & ~player.holds
    for victim in robbed:
        loot = state.loot(victim, wishes)
        seat = state.explorers.index(victim)
        telling = telling.then(telling.state.with_player(seat, victim._replace(holds=victim.holds & ~loot)))
        telling = telling.say("steals", player=player.name, other=victim.name, what=things(loot))
        found &= ~loot
    telling = _equip(telling, player.name, found)
    if not has_won(piece.maze, move):
        return telling
    telling = telling.then(replaced(telling.state, winners=(Name(player.name),))).note(
        "left", player=player.name, cell=cell
    )
    return telling.say("escapes-by-key" if move.holds & KEY else "escapes", player=player.name, cell=cell)


def _wanted(words: str) -> list[int]:
    """The things that are named, as bits; raises InvalidMove for other words."""
    wanted = re.findall(r"[^\s,]+", words)
    if not wanted or not {*wanted} <= {*ITEMS}:
        raise InvalidMove(heard("take", words=words.strip(), ways=", ".join(ITEMS)))
    return [ITEMS[what] for what in wanted]


def _onward(telling: Telling[State], dice: Dice) -> Telling[State]:
    """Go on until a player has to say something, or the game is over: next explorers, then the minoqaur (MQ-49.c)."""
    while not telling.state.winners:
        state = telling.state
        later = [seat for seat in range(state.turn + 1, len(state.explorers)) if not state.explorers[seat].gone]
        if later:
            telling = telling.then(replaced(state, turn=later[0]))
            if ways(telling.state):
                return telling.say("turn", player=telling.state.mover)
            telling = out(telling, later[0], "walled-in")
        elif not state.round:
            telling = telling.then(replaced(state, turn=-1, round=1))
        else:
            telling = telling.then(replaced(state, turn=len(state.explorers)))
            if state.keeper and telling.state.piece.moves:
                return telling.say("turn", player=state.keeper)
            telling = _answer(telling, dice)
    return telling


def _answer(telling: Telling[State], dice: Dice) -> Telling[State]:
    """Let the minoqaur move by its rule, and announce the reason; or announce that it is trapped (MQ-28 to MQ-41)."""
    state = telling.state
    hunted = min(state.playing, key=lambda player: state.maze.distance(state.minoqaur.head, player.trail.head))
    rows, columns = map(abs, state.maze.apart(state.minoqaur.head, hunted.trail.head))
    hunter = Hunter(state.maze, state.minoqaur, state.trails())
    at_random = state.at_random and rows == columns and bool(hunter.moves)
    maze = replace(state.maze, sideways=dice(2) == 1) if at_random else state.maze
    first, *others = state.trails(hunted)
    done = answer(maze, state.minoqaur, first, tuple(others))
    if done.trapped:
        winners = tuple(Name(player.name) for player in state.playing)
        telling = telling.then(replaced(state, winners=winners))
        return telling.say("trapped", count=str(state.round)).say("wins", players=", ".join(winners))
    # which way it looks first, and why (MQ-30)
    why = "line" if not (rows and columns) else "lot" if at_random else "tie" if rows == columns else ""
    key, first_way = f"aims-{why or ('rows' if rows < columns else 'columns')}", COMPASS[done.tried[0]]
    telling = telling.say(key, player=hunted.name, first=str(rows), last=str(columns), direction=first_way)
    for direction in done.tried:
        if done.move is None or done.move.direction != direction or not done.nearer:
            far = any(strides(state.maze, state.minoqaur, state.trails(), direction))
            why = "far" if far else _HINDERS[forbidden(hunter, direction, None, None)]
            telling = telling.say(f"hindered-{why}", direction=COMPASS[direction])
        else:
            return _stride(telling, done.move)
    if done.move is not None:
        return _stride(telling.say("least-bad"), done.move)
    return _new_round(telling.say("waits", count=str(state.round)))


_HINDERS = {
    "MQ-14.b.edge": "edge",
    "MQ-18.c.edge": "edge",
    "MQ-33.own": "own",
    "MQ-34.a.stop": "trail",
    "MQ-35.along": "trail",
}
"""Why the minoqaur cannot come nearer in a direction, by the rule that forbids it."""


def _stride(telling: Telling[State], move: Move) -> Telling[State]:
    """Move the minoqaur; it catches a player whose head it reaches (MQ-41)."""
    state = telling.state
    trail = trail_after(state.maze, state.minoqaur, move)
    cell = state.named(trail.head)
    key = "minoqaur-tunnels" if move.tunnels else "minoqaur-walks"
    telling = telling.then(replaced(state, minoqaur=trail))
    telling = telling.say(key, direction=COMPASS[move.direction], cell=cell, count=str(state.round))
    telling = telling.note("at", player=state.keeper or keyed(MINOQAUR), cell=cell)
    for seat, player in enumerate(state.explorers):
        if not player.gone and player.trail.head == trail.head:
            telling = out(telling, seat, "catches")
    return telling if telling.state.winners else _new_round(telling)


def _new_round(telling: Telling[State]) -> Telling[State]:
    return telling.then(replaced(telling.state, turn=-1, round=telling.state.round + 1))


def ways(state: State) -> tuple[str, ...]:
    """The free entrances, or the legal moves by the modules where they end; none when the game is over."""
    if state.winners:
        return ()
    if state.entering:
        return tuple(f"enter {door}" for door in state.free_doors)
    if state.hunting or not state.steal_one:
        return tuple(move_in_words(state.piece, move) for move in state.piece.moves)
    # with what to take: one thing of each victim who holds several (MQ-49.a)
    found, rich = list[str](), [victim for victim in state.victims if victim.holds.bit_count() > 1]
    for wishes in product(*([item for item in ITEMS.values() if victim.holds & item] for victim in rich)):
        piece = state.explorer(wishes)
        for move in piece.moves:
            taken = [wish for victim, wish in zip(rich, wishes, strict=True) if victim.trail.head in move.way]
            take = [", ".join(map(things, taken))] if taken else []
            found.append(" take ".join([move_in_words(piece, move), *take]))
    return tuple(dict.fromkeys(found))


def seats(state: State) -> tuple[Seat, ...]:
    found = [
        Seat(each.name, state.at(each.trail), keyed("out") if each.gone else things(each.holds) or keyed("nothing"))
        for each in state.explorers
    ]
    return (*found, Seat(state.keeper or MINOQAUR, state.at(state.minoqaur), keyed("the minoqaur")))


def open_board(state: State) -> OpenBoard | None:
    """The code as it is now, with all pieces, their trails and the items that still lie there."""
    if state.drawn is None:
        return None
    maze, hunter = state.maze, state.keeper or MINOQAUR
    shades = frozenset(
        Fact(cell, "light" if maze.light >> module & 1 else "dark") for module, cell in enumerate(state.cells)
    )
    facts = shades | {fact for fact in state.drawn.facts if fact.mark not in ("dark", "light", *ITEMS)}
    lying = {item: module for module, item in sorted(maze.finds.items(), reverse=True) if item & state.lying}
    pieces = [(each.name, each.trail) for each in state.explorers] + [(hunter, state.minoqaur)]
    placed = [(name, state.at(trail)) for name, trail in pieces if trail != NOWHERE]
    placed += [(what, state.named(lying[item])) for what, item in ITEMS.items() if item in lying]
    trails = {name: tuple(_steps(state, trail.links)) for name, trail in pieces}
    return OpenBoard(replace(state.drawn, facts=facts), tuple(placed), trails)


def _steps(state: State, links: Bits) -> Iterator[tuple[Cell, Cell]]:
    side = state.maze.side
    for link in range(links.bit_length()):
        if links >> link & 1:
            upright, module = divmod(link, side * side)
            yield state.named(module), state.named(module + (side if upright else 1))


REFEREE: Referee[State] = Referee(begin, play, ways, lambda state: state.mover, seats)
TABLE: Table[State] = Table(
    referee=REFEREE,
    seating=Seating(
        options=OPTIONS,
        speech=Speech(
            SPOKEN.directives,
            fillers=SPOKEN.fillers,
            separators=";",
            read=understand,
            kind=lambda way: "enter" if way.startswith("enter ") else STEP,
        ),
        private_options=frozenset(),
    ),
    screen=Screen(
        public_view=picture,
        open_board=open_board,
        situation=corrections.situation,
        correct=corrections.correct,
        asides=pocket_of(seats),
    ),
    bots={level: partial(bots.moves_in_words, level) for level in bots.LEVELS},
    statistics=Statistics(
        lambda state: tuple(name for name in state.winners if name in (*state.names, state.keeper)),  # not a machine
        falls={"catches": "player"},
    ),
    guest=MINOQAUR,
)
