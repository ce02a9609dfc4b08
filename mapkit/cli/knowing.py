"""The command `know`: what follows from what was heard in a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import typer

from mapkit.cli.languages import in_words
from mapkit.cli.shell import AsJson, app, open_to_look, say, say_json
from mapkit.deduction import drawn
from mapkit.deduction.knowledge import Knowledge, KnownFragment, Listener, Verdict
from mapkit.files import printable_name
from mapkit.grid import Cell, natural, spell
from mapkit.letters import in_a_row, refused_word, suggestion
from mapkit.playing.audience import audience
from mapkit.playing.match import Match
from mapkit.rule import has
from mapkit.settings import BadSetting

FEW = 12
"""The most cells that are named; of more, the number is told."""

GameLog = Annotated[str, typer.Argument(metavar="GAME", help="A saved game by its id, or a log.")]


@app.command()
def know(
    *,
    name: GameLog,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="What this player knows, where answers are private.")
    ] = "",
    turn: Annotated[int | None, typer.Option(min=0, metavar="N", help="After this turn; else after the last.")] = None,
    as_json: AsJson = False,
) -> None:
    """What everybody can know of the map in a game: what is certain, what is excluded, and what is open."""
    match = open_to_look(name)
    heard = _Ears(match, _player(match, player))
    listener = heard.until(turn)
    known = listener.knows()
    if as_json:
        say_json(_data(name, listener, known, heard.turns))
        return
    for line in _lines(listener, known, heard):
        say(line)


def _player(match: Match, asked: str) -> str:
    """The player whose knowledge is asked for; empty for all of them. Raises BadSetting."""
    names = {each.casefold(): each for each in match.begun.players}
    if asked and asked.casefold() not in names:
        hint = suggestion(asked, match.begun.players, "say one of")
        raise BadSetting(f"--player {refused_word(asked)} does not play; {hint}")
    if not asked and audience(match).private:
        raise BadSetting(f"answers are private in this game; say --player {in_a_row(match.begun.players, 'or')}")
    return names.get(asked.casefold(), "")


class _Ears(NamedTuple):
    """A game as one player hears it, or all of them."""

    match: Match
    """The game."""
    player: str
    """The player; empty for all."""

    @property
    def turns(self) -> int:
        """How many turns are over."""
        return sum(each.ends_turn for each in self.match.standing_directives)

    def until(self, turn: int | None) -> Listener:
        """Somebody who has heard the game up to the end of a turn; raises BadSetting."""
        if turn is not None and turn > self.turns:
            raise BadSetting(f"--turn {turn}: the game has {self.turns} turns that are over")
        match, ears = self.match, audience(self.match)
        listener = Listener(match.map.public, match.map.game, self._names(), match.opening.heard)
        over = 0
        for each in match.standing_directives:
            if turn is not None and over >= turn:
                break
            mine = [said for said in each.ruling.heard if not self.player or ears.hears(self.player, said)]
            words = "" if each.by_the_game_master else each.words
            listener.hear(each.mover, words, mine, [said for said in each.ruling.heard if said not in mine])
            over += each.ends_turn
        return listener

    def _names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.match.referee.seats(self.match.opening.state))


# --- what is printed ---------------------------------------------------------------------------------------------


def _lines(listener: Listener, known: Knowledge, heard: _Ears) -> Iterator[str]:
    """What is known, as lines for people."""
    over, whose = listener.turn - 1, heard.player or "everybody"
    yield in_words(f"After turn {over} of {heard.turns}, this follows from what {whose} heard:")
    grid = listener.params.grid
    for floor in range(1, grid.floors + 1):
        if grid.floors > 1:
            yield in_words(f"Floor {floor}:")
        yield from drawn.board(known, grid, floor)
    yield in_words("An empty cell and ? are not known.")
    for name in known.places:
        yield f"{name}: {_cells(known.cells_of(name))}"
    for kind in known.asked.kinds:
        certain = [cell for cell in grid.cells() if known.facts[has(cell, kind)] is Verdict.CERTAIN]
        perhaps = [cell for cell in grid.cells() if known.facts[has(cell, kind)] in (Verdict.OPEN, Verdict.UNDECIDED)]
        if perhaps:
            sure = f"{in_words('certainly')} {_listed(certain)}; " if certain else ""
            yield f"{in_words(known.asked.words[kind])}: {sure}{in_words('perhaps')} {_cells(perhaps)}"
    for each in known.fragments:
        yield in_words(f"fragment of {each.who}, at @, from turn {each.begun}; it fits in {len(each.places)} places:")
        yield from drawn.fragment(each, known)
    if known.undecided:
        yield in_words(f"Not decided, because that takes too long: {known.undecided}.")


def _cells(cells: Sequence[Cell]) -> str:
    """Some cells of which one is meant."""
    return _listed(cells, "or") if len(cells) <= FEW else in_words(f"one of {len(cells)} cells")


def _listed(cells: Sequence[Cell], last: str = "") -> str:
    """The names of cells in the order in which people look for them."""
    names = sorted(cells, key=natural)
    return in_words(in_a_row(names, last)) if last else ", ".join(names)


# --- for programs ------------------------------------------------------------------------------------------------


def _data(name: str, listener: Listener, known: Knowledge, turns: int) -> dict[str, Any]:
    grid = listener.params.grid
    borders: dict[str, dict[str, list[str]]] = {mark: {} for mark in known.asked.borders}
    for fact, verdict in known.facts.items():
        if fact.mark in borders:
            borders[fact.mark].setdefault(verdict.value, []).append(spell(grid, fact.place))
    return {
        "file": printable_name(name),
        "turn": listener.turn - 1,
        "turns": turns,
        "cells": {
            cell: [drawn.finest(known, cell)] if drawn.finest(known, cell) else known.kinds(cell)
            for cell in grid.cells()
        },
        "borders": borders,
        "players": {who: known.cells_of(who) for who in known.places},
        "fragments": [_fragment_data(each) for each in known.fragments],
        "undecided": known.undecided,
    }


def _fragment_data(known: KnownFragment) -> dict[str, Any]:
    """A fragment: what is certain of it, by distances east, north and up from its first cell."""
    certain = [
        {"away": trait.away, "side": trait.side, "is": trait.mark}
        for trait, verdict in known.traits.items()
        if verdict is Verdict.CERTAIN
    ]
    return {
        "player": known.who,
        "since": known.begun,
        "here": known.here,
        "first_cell": known.places,
        "certain": certain,
    }
