"""What the commands over many games share: their options, their maps, and tables of what was counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mapkit.cli import completion
from mapkit.cli.inputs import is_log, playable, read_document
from mapkit.cli.languages import in_words
from mapkit.cli.options import MapOptions, WorkOptions, options_of
from mapkit.cli.streams import for_program
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document
from mapkit.model import files
from mapkit.model.files import printable_name
from mapkit.model.game import Game, table_of
from mapkit.model.letters import columns_of, in_columns, refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, joined, message, plural
from mapkit.model.settings import BadSetting, seed_of, settings
from mapkit.study.fresh_maps import FreshMaps, OneMap
from mapkit.study.simulation import (
    DRAWN,
    NAMES,
    NO_MAP,
    OVER,
    UNFINISHED,
    WON,
    Estimate,
    SimulationPlan,
    Tally,
    percentile,
    player_kinds,
    possible_ends,
    slow_kinds,
)

if TYPE_CHECKING:
    from mapkit.paper.plots import PlotChart

MOST_GAMES = 100_000
PLAYERS = 3
"""The number of players when neither the map nor an option gives one."""
PERCENTS = (5, 50, 95)
"""The percentiles of the number of turns that are printed."""


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
            help="How many games, else 100; `mapkit balance` plays 10,000 in each trial.",
        ),
    ] = None
    players: Annotated[
        int | None, typer.Option(min=1, max=len(NAMES), metavar="K", help="How many players; else as the map says.")
    ] = None
    who: Annotated[
        str | None, typer.Option(metavar="random,explorer", help="A kind for each player, or one for all.")
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
            if not coded and files.is_file(name) and is_log(name):
                both = self.shown, Name(command)
                raise BadSetting(message("{file} is a played game; {name} takes a map file or a game", *both))
            read = read_document(name)
            drawn = playable(read)
            self.maps.refuse(drawn.game.name)
            return MapSupply(OneMap(writer.show(drawn)), drawn, seed_of(self.work.seed), read)
        game, chosen, asked = GAMES[self.what], seed_of(self.work.seed), self.maps
        table_of(game)
        if "players" in [setting.name for setting in settings(game.design.params)]:
            asked = asked.with_set(players=self.players)
        order, first = asked.draw(game, f"{chosen}-1")
        return MapSupply(FreshMaps(order, chosen), first, chosen)

    def player_count(self, first: Map[Any]) -> int:
        return self.players or int(getattr(first.params, "players", PLAYERS))

    def kinds(self, first: Map[Any], usual: Sequence[str]) -> tuple[str, ...]:
        """The kind of each player; raises BadSetting with all that are unknown, and where the numbers differ."""
        known = (*player_kinds(first.game), *slow_kinds(first.game))
        wanted = tuple(usual) if self.who is None else tuple(word.strip().casefold() for word in self.who.split(","))
        if unknown := [kind for kind in dict.fromkeys(wanted) if kind not in known]:
            told = [(Name(first.game.name), refused_word(kind), suggestion(kind, known)) for kind in unknown]
            lines = [message("{name} has no player {found}; {suggestion}", *each) for each in told]
            raise BadSetting(joined(lines, "\n"))
        players = self.players or (len(wanted) if len(wanted) > 1 else self.player_count(first))
        if len(wanted) not in (1, players):
            counts = len(wanted), players
            raise BadSetting(
                message("--who names {named} players, and {players} play; name one for each, or one for all", *counts)
            )
        return wanted * players if len(wanted) == 1 else wanted

    def plan(self, dealt: MapSupply, kinds: tuple[str, ...], *, places: bool = False) -> SimulationPlan:
        """What is to be played; raises BadSetting for options that are no KEY=VALUE."""
        options = options_of(self.option or [], "--option", "order=given")
        return SimulationPlan(dealt.source.deal, kinds, dealt.seed, self.turns, options, places)


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


Row = tuple[Message | Name, ...]


def seat_names(first: Map[Any], players: int) -> tuple[Message | Name, ...]:
    ordinals = (
        message("first to move"), message("second to move"), message("third to move"), message("fourth to move"),
        message("fifth to move"), message("sixth to move"), message("seventh to move"), message("eighth to move"),
    )  # fmt: skip
    return tuple(map(Name, table_of(first.game).seating.seat_names(first))) or ordinals[:players]


def table(heads: Row, rows: Iterable[Row]) -> Iterator[str]:
    """Rows below their heads, in the language of the answer: words on the left of a column, numbers on the right."""
    shown = [[in_words(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(columns_of(row[n]) for row in shown) for n in range(len(heads))]
    right = [all(row[n][:1].isdigit() for row in shown[1:]) for n in range(len(heads))]
    for row in shown:
        cells = zip(row, widths, right, strict=True)
        yield "  ".join(in_columns(cell, width, right=at) for cell, width, at in cells).rstrip()


class Wins(NamedTuple):
    """How often each of several seats or players has won."""

    names: Sequence[Message | Name]
    counted: Mapping[int, int]
    shares: Sequence[Estimate]
    """The share of each, with its interval; none where nobody has won."""

    @property
    def rows(self) -> list[Row]:
        rows = list[Row]()
        for n, (name, share) in enumerate(zip(self.names, self.shares, strict=False)):
            low, high = (Name(f"{100 * (end or 0.0):.1f}") for end in (share.low, share.high))
            between = message("{low}% to {high}%", low, high)
            rows.append((name, Name(str(self.counted[n])), Name(f"{share.value:.1%}"), between))
        return rows

    def data(self, called: str) -> list[dict[str, Any]]:
        """The same for programs; `called` is the key of the name."""
        return [
            {**for_program(**{called: name}), "wins": self.counted[n], **estimate_data(share)}
            for n, (name, share) in enumerate(zip(self.names, self.shares, strict=False))
        ]

    def chart(self, heading: str, widest: float = 0.0) -> PlotChart:
        """Bars for the shares; `widest` is the share at which their scale ends at least."""
        from mapkit.paper.plots import ShareBar, bars

        named = zip(map(in_words, self.names), self.shares, strict=True)
        rows = [ShareBar(name, share.value, share.low or 0.0, share.high or 0.0) for name, share in named]
        return bars(heading, rows, 1 / len(rows), widest)


def estimate_data(found: Estimate) -> dict[str, float | None]:
    return {name: None if value is None else round(value, 6) for name, value in found._asdict().items()}
