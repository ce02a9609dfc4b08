"""The command `know`: what follows from what was heard in a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import typer

from mapkit.cli.languages import in_words
from mapkit.cli.plots import Plot, PlotFile, plot_file, with_plot_options
from mapkit.cli.shell import AsJson, Force, app, open_to_look, say, say_json, stoppable
from mapkit.deduction import drawn
from mapkit.deduction.knowledge import Knowledge, KnownFragment, Listener, Verdict
from mapkit.files import printable_name
from mapkit.grid import Border, Cell, natural, spell
from mapkit.letters import in_a_row, refused_word, suggestion
from mapkit.pages.moments import KnownBoard, known_pages
from mapkit.playing.audience import audience
from mapkit.playing.match import Match
from mapkit.printing.options import PrintOptions
from mapkit.rule import Fact, has
from mapkit.settings import BadSetting

FEW = 12
"""The most cells that are named; of more, the number is told."""

GameLog = Annotated[str, typer.Argument(metavar="GAME", help="A saved game by its id, or a log.")]


@app.command()
@with_plot_options
def know(
    *,
    name: GameLog,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="What this player knows, where answers are private.")
    ] = "",
    turn: Annotated[int | None, typer.Option(min=0, metavar="N", help="After this turn; else after the last.")] = None,
    every: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="With --plot: a board after every N turns, for a booklet.")
    ] = None,
    plot: Plot = None,
    printing: PrintOptions,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """What everybody can know of the map in a game: what is certain, what is excluded, and what is open."""
    if every is not None and plot is None:
        raise BadSetting("--every: for a plot, and there is none; name its file with --plot")
    drawing, match = plot_file(plot, printing), open_to_look(name)
    heard = _Ears(match, _player(match, player))
    with stoppable():
        *earlier, (moment, known) = heard.moments(turn, every)
    if drawing:
        floors = range(1, moment.params.grid.floors + 1)
        boards = [_board(*each, heard, floor) for each in (*earlier, (moment, known)) for floor in floors]
        _draw(drawing, moment, boards, heard, force)
    if as_json:
        say_json(_data(name, moment, known, heard.turns))
        return
    for line in _lines(moment, known, heard):
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


class _Moment(NamedTuple):
    """A moment of a game."""

    listener: Listener
    """Somebody who has heard all up to then."""
    over: int
    """How many turns were over."""

    @property
    def params(self) -> Any:
        """The settings of the map, with what was announced of it."""
        return self.listener.params


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

    def moments(self, turn: int | None, every: int | None) -> Iterator[tuple[_Moment, Knowledge]]:
        """What is known after every so many turns, and at last after that turn; raises BadSetting."""
        if turn is not None and turn > self.turns:
            raise BadSetting(f"--turn {turn}: the game has {self.turns} turns that are over")
        match, ears = self.match, audience(self.match)
        listener = Listener(match.map.public, match.map.game, self._names(), match.opening.heard)
        over = 0
        for each in match.standing_directives:
            if turn is not None and over >= turn:
                break
            mine = [said for said in each.ruling.heard if not self.player or ears.hears(self.player, said)]
            words = "" if each.by_the_game_master or each.secret else each.words
            if each.secret and each.mover == self.player:
                listener.choose(each.mover, each.words)
            listener.hear(each.mover, words, mine, [said for said in each.ruling.heard if said not in mine])
            over += each.ends_turn
            last = over == (self.turns if turn is None else turn)
            if every and each.ends_turn and over % every == 0 and not last:
                yield _Moment(listener, over), listener.knows()
        yield _Moment(listener, over), listener.knows()

    def _names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.match.referee.seats(self.match.opening.state))


# --- what is printed ---------------------------------------------------------------------------------------------


def _lines(moment: _Moment, known: Knowledge, heard: _Ears) -> Iterator[str]:
    """What is known, as lines for people."""
    over, whose = moment.over, heard.player or "everybody"
    yield in_words(f"After turn {over} of {heard.turns}, this follows from what {whose} heard:")
    grid = moment.params.grid
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


# --- what is drawn -----------------------------------------------------------------------------------------------


def _board(moment: _Moment, known: Knowledge, heard: _Ears, floor: int) -> KnownBoard:
    """A floor of the board as it was known at a moment."""
    grid, (inner, gap) = moment.params.grid, known.asked.borders[:2]
    of = {verdict: [fact for fact, each in known.facts.items() if each is verdict] for verdict in Verdict}
    sure = of[Verdict.CERTAIN]
    marks = ((cell, drawn.finest(known, cell)) for cell in grid.cells())
    caption = in_words(f"after turn {moment.over} of {heard.turns}")
    return KnownBoard(
        caption if grid.floors == 1 else f"{caption}: {in_words(f'Floor {floor}:').rstrip(':')}",
        {cell: known.asked.glyphs.get(mark, "") for cell, mark in marks if mark},
        [_line(fact) for fact in sure if fact.mark == inner],
        [_line(fact) for fact in sure if fact.mark == gap],
        [_line(fact) for each in (Verdict.OPEN, Verdict.UNDECIDED) for fact in of[each] if fact.mark in (inner, gap)],
        {name: cells for name in known.places if len(cells := known.cells_of(name)) <= FEW},
        floor,
    )


def _line(fact: Fact) -> Border:
    assert isinstance(fact.place, Border)
    return fact.place


def _draw(drawing: PlotFile, moment: _Moment, boards: Sequence[KnownBoard], heard: _Ears, force: bool) -> None:
    """Write the boards into the file."""
    game = heard.match.map.game
    whose = in_words(f"What {heard.player or 'everybody'} knew")
    key = in_words(
        "Grey cells and dotted borders were not known. Letters in a corner: a player is there, or perhaps if grey."
    )
    asked = moment.listener.evidence.asks
    signs = ", ".join(f"{asked.glyphs[kind]} = {in_words(asked.words[kind])}" for kind in asked.kinds)
    title = heard.match.map.title or drawing.press.title(game)
    pages = known_pages(title, whose, f"{key} {signs}", moment.params.grid, boards, drawing.press.wanted)
    drawing.keep(pages, title, force)


# --- for programs ------------------------------------------------------------------------------------------------


def _data(name: str, moment: _Moment, known: Knowledge, turns: int) -> dict[str, Any]:
    grid = moment.params.grid
    borders: dict[str, dict[str, list[str]]] = {mark: {} for mark in known.asked.borders}
    for fact, verdict in known.facts.items():
        if fact.mark in borders:
            borders[fact.mark].setdefault(verdict.value, []).append(spell(grid, fact.place))
    return {
        "file": printable_name(name),
        "turn": moment.over,
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
