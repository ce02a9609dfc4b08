"""What a game at the table tells afterwards: everybody's path, and the track that is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from mapkit.grid import Border, Cell
from mapkit.playing.match import Match, Played
from mapkit.playing.phrases import Phrases
from mapkit.replay import Moment, Placed, Ruled, Start, Step, Track
from mapkit.ruling import Ruling


class Stop(NamedTuple):
    """A cell on a player's path, who rested there, passed through it, or was put there by the game master."""

    cell: Cell
    how: Literal["rested", "passed", "put"]


def paths(match: Match) -> dict[str, list[Stop]]:
    """The cells that each player came to, in order."""
    walked: dict[str, list[Stop]] = {}
    said = [(False, match.opening), *((each.by_the_game_master, each.ruling) for each in match.played)]
    for ruled, note in ((ruled, note) for ruled, ruling in said for note in ruling.notes):
        told = dict(note.args)
        if note.key == "starts":
            walked[told["player"]] = [Stop(told["cell"], "rested")]
        elif note.key == "through":
            walked[told["player"]].append(Stop(told["cell"], "passed"))
        elif note.key == "at":
            walked[told["player"]].append(Stop(told["cell"], "put" if ruled else "rested"))
    return walked


def track_of(match: Match, phrases: Phrases) -> Track:
    """The track of a game, from the notes `starts`, `through`, `at`, `outside` and `left`.

    The beginning, with starts that were chosen in secret, is told by the starts alone; whose turn is next is left out.
    """
    begun = [match.opening, *(each.ruling for each in match.played if chose_a_start(each))]
    starts = _noted(begun, "starts")
    spots = {name: Placed(name, cell) for name, cell in (starts | _noted(begun, "at")).items()}
    opened = tuple(Start(name, cell, _elsewhere(spots[name].cell, cell)) for name, cell in starts.items())
    entries: list[Step | Ruled] = []
    turn, last = 1, 0
    for each in (each for each in match.played if not chose_a_start(each)):
        moved = _moved(each.ruling)
        spots |= moved
        heard = tuple(phrases.say(said) for said in each.ruling.heard if said.key != "turn")
        if each.by_the_game_master:
            entries.append(Ruled(last, each.words, heard, tuple(moved.values())))
        else:
            through = tuple(dict(note.args)["cell"] for note in each.ruling.notes if note.key == "through")
            _, cell, outside = spots[each.mover]
            others = tuple(placed for name, placed in moved.items() if name != each.mover)
            entries.append(Step(turn, each.mover, each.spoken, heard, through, cell, outside, others))
            last = turn
        turn += each.ends_turn
    left = next(reversed(_noted((each.ruling for each in match.played), "left")), "")
    rebuilt, options = _rebuilt(match), match.begun.options
    moments = tuple(_moments(match, phrases))
    return Track(opened, tuple(entries), left, not match.mover, rebuilt, options, moments)


def _moments(match: Match, phrases: Phrases) -> Iterator[Moment]:
    """The beginning, and every directive that stands, as the referee ruled."""
    begun = ("", "", match.opening)
    for mover, words, ruling in (begun, *((each.mover, each.spoken, each.ruling) for each in match.played)):
        yield Moment(mover, words, tuple(phrases.say(said) for said in ruling.heard), ruling)


def _elsewhere(cell: Cell, start: Cell) -> Cell:
    return "" if cell == start else cell


def chose_a_start(played: Played) -> bool:
    """Whether a player chose a start in secret by this directive."""
    return any(note.key == "starts" for note in played.ruling.notes)


def _noted(rulings: Iterable[Ruling[Any]], key: str) -> dict[str, Cell]:
    """The players whom the notes of that key name, each with the last cell."""
    told = (dict(note.args) for ruling in rulings for note in ruling.notes if note.key == key)
    return {each["player"]: each["cell"] for each in told}


def _moved(ruling: Ruling[Any]) -> dict[str, Placed]:
    """Where those stand who came to a cell, or stand outside it, with a ruling."""
    inside, outside = _noted([ruling], "at"), _noted([ruling], "outside")
    return {name: Placed(name, cell, name in outside) for name, cell in (inside | outside).items()}


def _rebuilt(match: Match) -> frozenset[str]:
    """The marks of borders that rulings of the game master have changed."""
    board = match.table.screen.board
    if board is None:
        return frozenset()
    states = [match.opening.state, *(each.ruling.state for each in match.played)]
    ruled = [i for i, each in enumerate(match.played) if each.by_the_game_master]
    changed = (board(states[i]).facts ^ board(states[i + 1]).facts for i in ruled)
    return frozenset(fact.mark for facts in changed for fact in facts if isinstance(fact.place, Border))
