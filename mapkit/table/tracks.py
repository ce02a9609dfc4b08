"""The paths of all players in a game at the table, and the track of the game that is printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from mapkit.language.phrases import Phrases
from mapkit.model.grid import Border, Cell
from mapkit.model.replay import MasterRuling, Placement, ReplayMoment, ReplayStep, Start, Track
from mapkit.model.ruling import Ruling, turns_begun
from mapkit.table.history import History, PlayedDirective


class Stop(NamedTuple):
    """A cell on a player's path."""

    cell: Cell
    how: Literal["rested", "passed", "put"]
    """Whether the player rested there, passed through it, or was put there by the game master."""


def paths(match: History) -> dict[str, list[Stop]]:
    walked: dict[str, list[Stop]] = {}
    said = [(False, match.opening), *((each.by_the_game_master, each.ruling) for each in match.standing_directives)]
    for ruled, note in ((ruled, note) for ruled, ruling in said for note in ruling.notes):
        args = dict(note.args)
        if note.key == "starts":
            walked[args["player"]] = [Stop(args["cell"], "rested")]
        elif note.key == "through":
            walked[args["player"]].append(Stop(args["cell"], "passed"))
        elif note.key == "at":
            walked[args["player"]].append(Stop(args["cell"], "put" if ruled else "rested"))
    return walked


def track_of(match: History, phrases: Phrases) -> Track:
    """The track of a game, from the notes `starts`, `through`, `at`, `outside` and `left`.

    Of the beginning, and of starts that were chosen in secret, it has the starts only. The announcement `turn` is left
    out.
    """
    begun = [match.opening, *(directive.ruling for directive in match.standing_directives if chose_a_start(directive))]
    starts = _noted_cells(begun, "starts")
    spots = {name: Placement(name, cell) for name, cell in (starts | _noted_cells(begun, "at")).items()}
    carried = {name: spots[name].cell for name, cell in starts.items() if spots[name].cell != cell}
    opened = tuple(Start(name, cell, carried.get(name, "")) for name, cell in starts.items())
    entries: list[ReplayStep | MasterRuling] = []
    turn, last = sum(turns_begun(ruling.heard) for ruling in begun), 0
    for each in (directive for directive in match.standing_directives if not chose_a_start(directive)):
        inside, outdoors = _noted_cells([each.ruling], "at"), _noted_cells([each.ruling], "outside")
        moved = {name: Placement(name, cell, name in outdoors) for name, cell in (inside | outdoors).items()}
        spots |= moved
        heard = tuple(phrases.say(said) for said in each.ruling.heard if said.key != "turn")
        if each.by_the_game_master:
            entries.append(MasterRuling(last, each.words, heard, tuple(moved.values())))
        else:
            through = tuple(dict(note.args)["cell"] for note in each.ruling.notes if note.key == "through")
            _, cell, outside = spots[each.mover]
            others = tuple(placed for name, placed in moved.items() if name != each.mover)
            words = phrases.retold(each.words_alone)
            entries.append(ReplayStep(turn, each.mover, words, heard, through, cell, outside, others))
            last = turn
        turn += turns_begun(each.ruling.heard)
    left = next(reversed(_noted_cells((directive.ruling for directive in match.standing_directives), "left")), "")
    rebuilt, board = set[str](), match.table.screen.board
    if board is not None:
        states = [match.opening.state, *(directive.ruling.state for directive in match.standing_directives)]
        ruled = [i for i, directive in enumerate(match.standing_directives) if directive.by_the_game_master]
        changed = (board(states[i]).facts ^ board(states[i + 1]).facts for i in ruled)
        rebuilt = {fact.mark for facts in changed for fact in facts if isinstance(fact.place, Border)}
    return Track(
        opened,
        tuple(entries),
        left,
        not match.mover,
        frozenset(rebuilt),
        match.begun.options,
        moments_of(match, phrases),
    )


def moments_of(match: History, phrases: Phrases) -> tuple[ReplayMoment, ...]:
    """The beginning, and all directives and rulings by the game master that stand."""
    said = [("", "", match.opening), *((one.mover, one.words_alone, one.ruling) for one in match.standing_directives)]
    return tuple(
        ReplayMoment(mover, words, tuple(map(phrases.say, ruling.heard)), ruling) for mover, words, ruling in said
    )


def chose_a_start(played: PlayedDirective) -> bool:
    """Whether this directive is a player's secret choice of a start."""
    return any(note.key == "starts" for note in played.ruling.notes)


def _noted_cells(rulings: Iterable[Ruling[Any]], key: str) -> dict[str, Cell]:
    """The players whom the notes of that key name, each with the cell of the last such note."""
    noted = (dict(note.args) for ruling in rulings for note in ruling.notes if note.key == key)
    return {entry["player"]: entry["cell"] for entry in noted}
