"""What a game at the table tells afterwards: everybody's path, and the track that is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from mapkit.game import Ruling
from mapkit.grid import Border, Cell
from mapkit.playing.phrases import Phrases
from mapkit.playing.table import Played, Table
from mapkit.track import Moment, Placed, Ruled, Start, Step, Track


class Stop(NamedTuple):
    """A cell on a player's path: he rested there, he passed through it, or the game master put him there."""

    cell: Cell
    how: Literal["rested", "passed", "put"]


def paths(table: Table) -> dict[str, list[Stop]]:
    """The cells that each player came to, in order."""
    walked: dict[str, list[Stop]] = {}
    said = [(False, table.opening), *((each.by_the_game_master, each.ruling) for each in table.played)]
    for ruled, note in ((ruled, note) for ruled, ruling in said for note in ruling.notes):
        told = dict(note.args)
        if note.key == "starts":
            walked[told["player"]] = [Stop(told["cell"], "rested")]
        elif note.key == "through":
            walked[told["player"]].append(Stop(told["cell"], "passed"))
        elif note.key == "at":
            walked[told["player"]].append(Stop(told["cell"], "put" if ruled else "rested"))
    return walked


def track_of(table: Table, phrases: Phrases) -> Track:
    """The track of a game, from the notes `starts`, `through`, `at`, `outside` and `left`.

    The beginning, with starts that were chosen in secret, is told by the starts alone; whose turn is next is left out.
    """
    begun = [table.opening, *(each.ruling for each in table.played if chose_a_start(each))]
    starts = _noted(begun, "starts")
    spots = {name: Placed(name, cell) for name, cell in (starts | _noted(begun, "at")).items()}
    opened = tuple(Start(name, cell, _elsewhere(spots[name].cell, cell)) for name, cell in starts.items())
    entries: list[Step | Ruled] = []
    turn, last = 1, 0
    for each in (each for each in table.played if not chose_a_start(each)):
        moved = _moved(each.ruling)
        spots |= moved
        heard = tuple(phrases.say(said) for said in each.ruling.heard if said.key != "turn")
        if each.by_the_game_master:
            entries.append(Ruled(last, each.words, heard, tuple(moved.values())))
        else:
            through = tuple(dict(note.args)["cell"] for note in each.ruling.notes if note.key == "through")
            _, cell, outside = spots[each.mover]
            others = tuple(placed for name, placed in moved.items() if name != each.mover)
            entries.append(Step(turn, each.mover, spoken(each), heard, through, cell, outside, others))
            last = turn
        turn += each.ends_turn
    left = next(reversed(_noted((each.ruling for each in table.played), "left")), "")
    rebuilt, options = _rebuilt(table), table.begun.options
    moments = tuple(_moments(table, phrases))
    return Track(opened, tuple(entries), left, not table.mover, rebuilt, options, moments)


def _moments(table: Table, phrases: Phrases) -> Iterator[Moment]:
    """The beginning, and every directive that stands, as the referee ruled."""
    begun = ("", "", table.opening)
    for mover, words, ruling in (begun, *((each.mover, spoken(each), each.ruling) for each in table.played)):
        yield Moment(mover, words, tuple(phrases.say(said) for said in ruling.heard), ruling)


def _elsewhere(cell: Cell, start: Cell) -> Cell:
    return "" if cell == start else cell


def chose_a_start(played: Played) -> bool:
    """Whether it is a directive by which somebody chose in secret where he starts."""
    return any(note.key == "starts" for note in played.ruling.notes)


def spoken(played: Played) -> str:
    """A directive without the name of the player who said it; other colons are part of it, as in the hex `2:d4/1`."""
    name, colon, rest = played.words.partition(":")
    named = colon and name.strip().casefold() == played.mover.casefold()
    return (rest if named else played.words).strip()


def _noted(rulings: Iterable[Ruling[Any]], key: str) -> dict[str, Cell]:
    """Who is named by the notes of that key, each with the last of his cells."""
    told = (dict(note.args) for ruling in rulings for note in ruling.notes if note.key == key)
    return {each["player"]: each["cell"] for each in told}


def _moved(ruling: Ruling[Any]) -> dict[str, Placed]:
    """Where those stand who came to a cell, or stand outside it, with a ruling."""
    inside, outside = _noted([ruling], "at"), _noted([ruling], "outside")
    return {name: Placed(name, cell, name in outside) for name, cell in (inside | outside).items()}


def _rebuilt(table: Table) -> frozenset[str]:
    """The marks of borders that rulings of the game master have changed."""
    board = table.referee.board
    if board is None:
        return frozenset()
    states = [table.opening.state, *(each.ruling.state for each in table.played)]
    ruled = [i for i, each in enumerate(table.played) if each.by_the_game_master]
    changed = (board(states[i]).facts ^ board(states[i + 1]).facts for i in ruled)
    return frozenset(fact.mark for facts in changed for fact in facts if isinstance(fact.place, Border))
