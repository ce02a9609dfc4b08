"""What the commands over many games share: their options, their maps, and tables of what was counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from mapkit.cli import completion
from mapkit.cli.inputs import is_log, playable, read_document
from mapkit.cli.languages import in_words
from mapkit.cli.options import MapOptions, WorkOptions, options_of
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document
from mapkit.model import files
from mapkit.model.files import printable_name
from mapkit.model.game import Game, table_of
from mapkit.model.letters import columns_of, in_columns, refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, joined, message, plural
from mapkit.model.settings import BadSetting, seed_of
from mapkit.study.bench import AskedSeats, GamesOrder
from mapkit.study.evenings import says_players
from mapkit.study.fresh_maps import FreshMaps, OneMap
from mapkit.study.reports import PERCENTS, Row
from mapkit.study.simulation import DRAWN, NAMES, NO_MAP, OVER, UNFINISHED, WON, Tally, percentile, possible_ends

MOST_GAMES = 100_000


class MapSupply(NamedTuple):
    """What the games are played on."""

    source: OneMap | FreshMaps
    first: Map[Any]
    seed: str
    read: Document | None = None
    """The file of the map, where it is one."""


@dataclass(frozen=True)
class GamesOptions:
    """The options of commands that play many games."""

    what: Annotated[
        str,
        typer.Argument(
            metavar="FILE|GAME",
            help="A map file, or a game for a fresh map each time.",
            autocompletion=completion.games_or_maps,
        ),
    ]
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_GAMES,
            metavar="N",
            help="How many games, else 100; in `mapkit balance` the most of a trial, else as many as a minute has.",
        ),
    ] = None
    players: Annotated[
        int | None, typer.Option(min=1, max=len(NAMES), metavar="K", help="How many players; else as the map says.")
    ] = None
    who: Annotated[
        str | None,
        typer.Option(metavar="random,explorer", help="The kind of machine player: one for each, or one for all."),
    ] = None
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=100_000, metavar="T", help="Leave a game unfinished after T turns.")
    ] = 1000
    maps: MapOptions = field(default_factory=MapOptions)
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="KEY=VALUE",
            help="An option of `mapkit play --options`.",
            autocompletion=completion.table_options,
        ),
    ] = None
    work: WorkOptions = field(default_factory=WorkOptions)

    @property
    def shown(self) -> Name:
        return printable_name(self.what)

    @property
    def source_in_words(self) -> Message | Name:
        return message("fresh maps") if self.what in GAMES else self.shown

    def dealt(self, command: str) -> MapSupply:
        """The maps of a file, or fresh ones of a game.

        Raises BadSetting, UnreadableMap, FileTrouble, NoSuchPreset, NoSuchMap and SolverGaveUp, and exits with code 1
        for a map with faults.
        """
        if self.what not in GAMES:
            name, path, coded = self.what, Path(self.what), files.is_share_code(self.what)
            if name != "-" and not coded and not files.is_there(name) and not path.suffix and path.name == name:
                none = message("there is no file and no game {found}", refused_word(name, 60))
                raise BadSetting(clauses(none, suggestion(name, tuple(GAMES))))
            if files.is_file(name) and is_log(name):
                both = self.shown, Name(command)
                raise BadSetting(message("{file} is a played game; {name} takes a map file or a game", *both))
            read = read_document(name)
            drawn = playable(read)
            self.maps.refuse(drawn.game.name)
            return MapSupply(OneMap(writer.show(drawn)), drawn, seed_of(self.work.seed), read)
        game, chosen, asked = GAMES[self.what], seed_of(self.work.seed), self.maps
        table_of(game)
        if says_players(game.design.params):
            asked = asked.with_set(players=self.players)
        order, first = asked.draw(game, f"{chosen}-1")
        return MapSupply(FreshMaps(order, chosen), first, chosen)

    @property
    def seats(self) -> AskedSeats:
        return AskedSeats(tuple(self.who.split(",")) if self.who is not None else None, self.players, "--")

    def order(self, dealt: MapSupply, kinds: tuple[str, ...], games: int) -> GamesOrder:
        """What is to be played; raises BadSetting for options that are no KEY=VALUE."""
        options = options_of(self.option or [], "--option", "order=given")
        sets = bool(self.players)
        return GamesOrder(self.shown, dealt.source, dealt.first, dealt.seed, kinds, games, self.turns, options, sets)


def ends_and_turns(game: Game[Any], tally: Tally, most: int) -> Iterator[Message]:
    """How many games ended in each way, and the percentiles of the number of turns; `most` are the most turns."""
    ended = {
        WON: message("{number} won", tally.ends[WON]),
        DRAWN: message("{number} without a winner", tally.ends[DRAWN]),
        OVER: message("{number} over", tally.ends[OVER]),
        NO_MAP: message("{number} without a map", tally.ends[NO_MAP]),
        UNFINISHED: plural(
            "{games} not finished within {number} turn",
            "{games} not finished within {number} turns",
            most,
            tally.ends[UNFINISHED],
        ),
    }
    yield message("ended  {message}", joined([ended[end] for end in possible_ends(game) if tally.ends[end]]))
    found = (percentile(tally, percent) for percent in PERCENTS)
    low, middle, high = (message("more than {number}", most) if each == inf else Name(f"{each:g}") for each in found)
    yield message("turns  median {middle}, 5th percentile {low}, 95th percentile {high}", middle, low, high)


def table(heads: Row, rows: Iterable[Row]) -> Iterator[str]:
    """Rows below their heads, in the language of the answer: words on the left of a column, numbers on the right."""
    shown = [[in_words(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(columns_of(row[n]) for row in shown) for n in range(len(heads))]
    right = [all(row[n][:1].isdigit() for row in shown[1:]) for n in range(len(heads))]
    for row in shown:
        cells = zip(row, widths, right, strict=True)
        yield "  ".join(in_columns(cell, width, right=at) for cell, width, at in cells).rstrip()
