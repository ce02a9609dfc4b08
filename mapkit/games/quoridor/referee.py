"""The referee of Quoridor: what each move leads to (`docs/rules/quoridor.md`, D and E).

The referee is pure: a ruling follows from the state and the words; there are no dice. With `invisible` walls a player
may say any move that is legal as far as the player can know, and learns of a wall by bumping into it (QC-36).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from mapkit.games.quoridor import corrections
from mapkit.games.quoridor.bots import LEVELS, choose
from mapkit.games.quoridor.design import Params, pawn, position_of, standing_walls, wall_fact, walls_left_problem
from mapkit.games.quoridor.notation import TOWARDS, forbidden, limits, towards, with_wall_last
from mapkit.games.quoridor.picture import PositionScene, picture
from mapkit.games.quoridor.position import (
    PASS,
    Move,
    after,
    cut_off,
    each,
    is_wall,
    moves,
    possible_steps,
    steps,
    winner,
    with_wall,
    with_walls,
)
from mapkit.games.quoridor.state import ARROWS, State
from mapkit.language.directives import addressee, cell_name, options_on, own_words, vocabulary, wrong_options
from mapkit.model import letters
from mapkit.model.chance import Chance
from mapkit.model.errors import refuse_all
from mapkit.model.frozen import replaced
from mapkit.model.game import GameOver
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.message import Name, clauses, joined, message, plural
from mapkit.model.ruling import Announcement, Dice, IllegalMove, InvalidMove, Look, Ruling, Seat, heard, keyed
from mapkit.model.settings import BadSetting
from mapkit.model.table import STEP, OpenBoard, Referee, Screen, Seating, Speech, Statistics, Table, pocket_of

OPTIONS = {
    "masked": message(
        "until the game is over the board does not show whose walls they are, and how many are left; the player who "
        "places a wall is still announced, so a player who listens can count (QC-36)"
    ),
    "invisible": message("walls are not shown until somebody bumps into them (QC-36)"),
}
SPOKEN = vocabulary("quoridor")


def begin(drawn: Map[Params], names: tuple[str, ...], options: Mapping[str, str], _: Dice) -> Ruling[State]:
    """Seat the players in the order of turns. Raises BadSetting, which lists all that is wrong at once."""
    p = drawn.fitted_params
    wrong = wrong_options(options, OPTIONS)
    if len(names) != p.players:
        found = plural("found {number} player", "found {number} players", len(names))
        wrong.append(clauses(found, message("this position is for {number} (QC-9, QC-11)", p.players)))
    for name, seat in zip(names, p.seats, strict=False):
        if name.upper() in {*p.seats} - {seat}:
            seated = Name(repr(name)), Name(name), Name(seat)
            wrong.append(message("{found} is a seat, and {name} sits on {seat}", *seated))
    refuse_all(wrong, in_a_line=True)
    if says := walls_left_problem(p, drawn.facts):
        raise BadSetting(message("{message} ({rule})", says, Name("QC-X6")))
    position = position_of(p, drawn.facts)
    if (won := winner(position)) is not None:
        raise GameOver(message("{seat} is home: the game is over ({rule})", Name(p.seats[won]), Name("QC-35")))
    for player, reached in cut_off(position):
        squares = letters.names(position.board.names[bit] for bit in each(reached))
        cut = Name(p.seats[player]), squares, Name("QC-22")
        raise BadSetting(message("{name} is cut off from its goal, with {rest} to go to ({word})", *cut))
    owners = {f"{fact.place}{fact.mark[0]}": fact.mark[2:] for fact in standing_walls(p, drawn.facts)}
    switched = options_on(options, OPTIONS)
    state = State(drawn, names, position, owners, frozenset(), switched)
    sit = joined([joined([Name(name), keyed(ARROWS[seat])], " ") for name, seat in zip(names, p.seats, strict=True)])
    told = [heard("begin", players=", ".join(names)), heard("size", size=str(p.grid)), heard("seats", what=sit)]
    told += [heard("stock", count=" ".join(map(str, position.stock)))] if "masked" not in switched else []
    notes = [heard("starts", player=name, cell=seat.cell) for name, seat in zip(names, seats(state), strict=True)]
    return Ruling((*told, heard("turn", player=state.name)), tuple(notes), state)


# --- a move ------------------------------------------------------------------------------------------------------


def play(state: State, words: str, _: Dice) -> Ruling[State]:
    """Carry out a move. Raises InvalidMove, or IllegalMove with the rule that forbids the move."""
    if state.over:
        raise IllegalMove(heard("QC-35.over", winner=state.names[winner(state.position) or 0]))
    typed = own_words(words, state.names, state.name, "QC-X1.turn").strip()
    move = _read(typed)
    if move in TOWARDS and not (move := towards(state.known, TOWARDS[move])):
        raise IllegalMove(heard("QC-5.off", what=typed, **limits(state.position.board)))
    if move == PASS and _stuck(state):
        return _carried_out(state, move)
    number = forbidden(state.known, move)
    if number in ("QC-5", "QC-16"):
        raise IllegalMove(heard(f"{number}.off", what=move, **limits(state.position.board)))
    if number:
        raise IllegalMove(heard(f"{number}.move", what=move))
    if not forbidden(state.position, move):
        return _carried_out(state, move)
    if _is_step(move):
        # A step against hidden walls: from now on everybody sees them, and the move is lost (QC-36.a)
        walls = tuple(sorted(wall for wall in state.hidden if forbidden(with_wall(state.known, wall), move)))
        met = walls or tuple(sorted(state.hidden))
        turn = (state.position.turn + 1) % len(state.names)
        onward = replaced(state, position=state.position._replace(turn=turn), hidden=state.hidden - {*met})
        return _announced(state, onward, [heard("bumps", player=state.name, what=", ".join(met))], [])
    raise IllegalMove(heard("QC-36.wall", what=move))  # a hidden wall is in the way, and nobody learns which


def _read(typed: str) -> str:
    """A square, a wall, a direction or PASS; raises InvalidMove for other words."""
    said = "".join(cell_name(SPOKEN.plain(typed)).split())
    move = with_wall_last(said.replace("wall", ""))
    named = re.fullmatch("[a-z]+[0-9]+([a-z]*)", move)
    if (named and named[1] not in ("", "h", "v")) or ("wall" in said and not (named and named[1])):
        raise InvalidMove(heard("QC-17.unread", words=typed))
    if not named and move not in (*TOWARDS, PASS):
        raise InvalidMove(heard("QC-5.unread", words=typed))
    return move


def understand(state: State, words: str) -> None:
    """Raise InvalidMove for words that are no move."""
    _read(addressee(words, state.names)[1].strip())


def _stuck(state: State) -> bool:
    """Whether the player has no move, perhaps without knowing that no wall of theirs can stand (QC-36.d)."""
    return not steps(state.known) and moves(state.position) == [PASS]


def _is_step(move: Move) -> bool:
    return move != PASS and not is_wall(move)


def _carried_out(state: State, move: Move) -> Ruling[State]:
    onward = replaced(state, position=after(state.position, move), line=(*state.line, move))
    if _is_step(move):
        said = [heard("moves", player=state.name, cell=move)]
        notes = [heard("at", player=state.name, cell=move)]
    elif move == PASS:
        said, notes = [heard("passes", player=state.name)], list[Announcement]()
    else:
        onward = replace(onward, owners={**state.owners, move: state.seat})
        hidden = "invisible" in state.options
        onward = replace(onward, hidden=state.hidden | {move}) if hidden else onward
        said = [heard("hides", player=state.name) if hidden else heard("places", player=state.name, what=move)]
        notes = [heard("wall", what=move)] if hidden else []
    return _announced(state, onward, said, notes)


def _announced(state: State, onward: State, said: list[Announcement], notes: list[Announcement]) -> Ruling[State]:
    if onward.over:
        said.append(heard("wins", player=state.name))
        notes.append(heard("left", player=state.name, cell=onward.line[-1]))
    else:
        said.append(heard("turn", player=onward.name))
    return Ruling(tuple(said), tuple(notes), onward)


# --- what may be said --------------------------------------------------------------------------------------------


def ways(state: State) -> tuple[str, ...]:
    """The moves that are legal as far as the player can know: steps, then walls, each in the order of their names."""
    found = {*moves(state.known), *((PASS,) if _stuck(state) else ())} if not state.over else set()
    return (*sorted(filter(_is_step, found)), *sorted(move for move in found if not _is_step(move)))


def perhaps(state: State) -> tuple[str, ...]:
    """With hidden walls: all that may be said as everybody sees the board, and each jump that a wall may open.

    A list for the player alone would lack what their own hidden walls bar, and all who look at the screen would see
    where these stand (QC-36.f).
    """
    if "invisible" not in state.options or state.over:
        return ()
    seen = state.seen
    squares = (seen.board.names[bit] for bit in each(possible_steps(seen)))
    return (*sorted(squares), *sorted(filter(is_wall, moves(seen))))


def mover(state: State) -> str:
    return "" if state.over else state.name


def seats(state: State) -> tuple[Seat, ...]:
    """For the game master: where each player is, which way they go, and how many walls they have left (QC-36.c)."""
    p = state.position
    return tuple(
        Seat(name, p.board.names[pawn], message("to the {direction}, walls {number}", keyed(ARROWS[seat]), stock))
        for name, pawn, seat, stock in zip(state.names, p.pawns, p.board.seats, p.stock, strict=True)
    )


def pocket(state: State, name: str) -> Announcement:
    """A player's goal and the walls that they have left, for the player alone where that is no part of the board."""
    said = pocket_of(seats)["pocket"](state, name)
    return said._replace(to=(name,)) if "masked" in state.options else said


def public_view(state: State, look: Look) -> tuple[str, ...]:
    """The board as everybody may see it: whose turn it is, the walls, and their owners (QC-18).

    While the game goes on, it leaves out hidden walls and, with `masked`, owners and numbers of walls (QC-36). A look
    at the whole shows them.
    """
    whole = state.over or look.whole
    p, masked = state.position, "masked" in state.options and not whole
    in_sight = {wall: seat for wall, seat in state.owners.items() if whole or wall not in state.hidden}
    stocks = [""] * len(p.stock) if masked else [look.say(message("  walls left {number}", left)) for left in p.stock]
    labels = {seat: f"{name}{left}" for name, seat, left in zip(state.names, p.board.seats, stocks, strict=True)}
    owners = {} if masked else in_sight
    return picture(PositionScene(with_walls(p, in_sight), labels, owners, "" if state.over else state.seat), look)


def secret(state: State) -> bool:
    """Whether a typed move must stay hidden, because it may be a wall that nobody is to see (QC-36)."""
    return "invisible" in state.options and not state.over


def present(state: State) -> Map[Params]:
    return _with_walls(state, state.owners, state.position.stock)


def open_board(state: State) -> OpenBoard:
    """The board as `public_view` shows it."""
    seen = {wall: seat for wall, seat in state.owners.items() if state.over or wall not in state.hidden}
    masked, p = "masked" in state.options and not state.over, state.position
    shown = _with_walls(state, dict.fromkeys(seen, "") if masked else seen, () if masked else p.stock)
    return OpenBoard(shown, tuple(zip(state.names, (p.board.names[bit] for bit in p.pawns), strict=True)))


def _with_walls(state: State, owners: Mapping[Move, str], stock: tuple[int, ...]) -> Map[Params]:
    p = state.position
    facts = {pawn(n, p.board.names[bit]) for n, bit in enumerate(p.pawns, 1)}
    facts |= {wall_fact(wall, seat) for wall, seat in owners.items()}
    params = replace(state.drawn.params, turn=p.board.seats[p.turn], walls_left=stock)
    return replace(state.drawn, params=params, facts=frozenset(facts))


def bars(drawn: Map[Params]) -> Mapping[Move, tuple[Cell, str]]:
    """All walls, each with the square to the south-west of its middle, and how it lies (QC-16)."""
    grid, found = drawn.params.grid, dict[Move, tuple[Cell, str]]()
    for cell in grid.cells():
        if grid.step(cell, "N") is not None and grid.step(cell, "E") is not None:
            found |= {f"{cell}h": (cell, "across"), f"{cell}v": (cell, "upright")}
    return found


def bot(level: str) -> Callable[[State, Chance], Sequence[str]]:
    """The machine player of a level; it sees only what the player whose turn it is knows (QC-36)."""
    return lambda state, chance: choose(state.known, level, chance)


def winners(state: State) -> tuple[str, ...]:
    """The name of the player who is home; nobody while the game goes on (QC-35)."""
    home = winner(state.position)
    return () if home is None else (state.names[home],)


REFEREE: Referee[State] = Referee(begin, play, ways, mover, seats, secret, perhaps)
TABLE: Table[State] = Table(
    referee=REFEREE,
    seating=Seating(
        player_count=lambda drawn: drawn.params.players,  # QC-9
        seat_names=lambda drawn: tuple(drawn.params.seats),  # QC-X1
        options=OPTIONS,
        preset="opening",
        speech=Speech(
            frozenset(form for form, word in {PASS: PASS, **SPOKEN.forms}.items() if word == PASS),
            read=understand,
            kind=lambda way: "wall" if is_wall(way) else way if way == PASS else STEP,
        ),
    ),
    screen=Screen(
        public_view=public_view,
        board=present,
        open_board=open_board,
        bars=bars,
        situation=corrections.situation,
        correct=corrections.correct,
        asides={"pocket": pocket},
    ),
    statistics=Statistics(winners, slow={"medium": 2, "hard": 200}),
    bots={level: bot(level) for level in LEVELS},
)
