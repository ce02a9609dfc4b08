"""What is found out about a legal map while it is drawn, and how long games on it last; in a process of its own.

What goes to the game master's page comes in its words, so that the server has nothing more to do with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from math import ceil, inf
from typing import Any, NamedTuple

from mapkit.games import maps
from mapkit.language.wording import translated
from mapkit.mapfile.document import Document
from mapkit.model.analysis import Ask, Measure
from mapkit.model.game import table_of
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, joined, message, plural, sentences
from mapkit.model.ruling import Announcement, MoveError
from mapkit.model.settings import BadSetting
from mapkit.model.table import STEP
from mapkit.solve import legality
from mapkit.studio.edits import redrawn
from mapkit.studio.settings_panel import WrongFields, changed, differing
from mapkit.studio.tools import BadStroke
from mapkit.study.evenings import players_of, stand_in_of, turn_minutes_of
from mapkit.study.simulation import NAMES, SimulationPlan, percentile, player_kinds, simulate
from mapkit.table.voice import phrases_of

GAMES = 60
"""How many games are played: with so many, the usual length is known to about a tenth."""
MOST_ROUNDS = 250
"""A game that is longer is left unfinished."""
_BELOW_THE_SERVER = 5
"""By how much the process stands back where processors are few, so that no stroke waits for it."""
_OF_A_LINE = "turn-", "picture"
"""How the keys of the measures begin that tell a whole line of play, which the board shows."""


class PlayTask(NamedTuple):
    """What is asked for."""

    text: str
    name: str
    game: str
    """The game of a file that is a drawing alone."""
    language: str
    start: Cell = ""
    """The start that the board is seen from; where it is none, the game chooses one."""
    games: int = 0
    """How many games to play; 0 for everything else."""


class PlayReport(NamedTuple):
    """What was found out, as the page takes it."""

    for_page: Mapping[str, Any]
    even: str = ""
    """The text of the map with fair starts; empty where it has them, or where there are none."""


NO_REPORT: Mapping[str, Any] = {
    **dict.fromkeys(("verdict", "found", "even", "start", "opening"), ""),
    **dict.fromkeys(("starts", "ways", "ends", "unneeded", "first", "measures"), ()),
    "reach": {},
}
"""A report without anything."""


class GamesPlayed(NamedTuple):
    """How many games have been played so far, and at last what they show."""

    games: int
    words: str = ""


class PlayEnded(NamedTuple):
    """The process has ended before it was done."""


Answer = PlayReport | GamesPlayed | PlayEnded


def ready() -> None:
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_BELOW_THE_SERVER)


def answers(task: PlayTask, tell: Callable[[Answer], None]) -> None:
    read = maps.read(task.text.encode(), task.name, game=task.game)
    tell(_games_played(read.map, task, tell) if task.games else _report(read, task.start, task.language))


def _verdict_in_words(verdict: Measure) -> Message | Name:
    """The verdict on the starts; another measure is told with its label."""
    words = verdict.in_words
    return words if verdict.key == "fairness" else joined([verdict.label, words], ": ")


def _report(read: Document, asked: Cell, language: str) -> PlayReport:
    drawn, study = read.map, read.map.game.study
    if study is None:
        return PlayReport(NO_REPORT)
    measures, seen = study.analyse(drawn, Ask()).measures, study.prospect(drawn, asked)
    verdict = measures.get(study.verdict)
    of_floors = verdict.value if verdict and isinstance(verdict.value, list) else [verdict and verdict.value]
    told = [str(each.get("verdict")) if isinstance(each, dict) else str(each) for each in of_floors]
    found = max(told, key=lambda each: ("unfair" in each, "nearly" in each), default="")  # the worst
    even = study.evened(drawn)
    text = _with_starts(read, even.map) if even else ""
    opening, first = _first_answers(drawn, seen.start, language) if seen.start else ("", [])
    return PlayReport(
        {
            "verdict": translated(_verdict_in_words(verdict), language) if verdict else "",
            "found": found,
            "even": translated(even.words, language) if even and text else "",
            "start": seen.start,
            "starts": [[cell, translated(words, language)] for cell, words in seen.starts.items()],
            "reach": seen.reach,
            "ways": [[translated(words, language), way] for words, way in seen.ways],
            "ends": seen.dead_ends,
            "unneeded": seen.unneeded,
            "opening": opening,
            "first": first,
            "measures": [
                [translated(each.label, language), translated(each.in_words, language)]
                for key, each in measures.items()
                if key != study.verdict and not key.startswith(_OF_A_LINE)
            ],
        },
        text,
    )


def _with_starts(read: Document, becomes: Map[Any]) -> str:
    """The text of the map with other starts, or with other settings of them; empty where that is not legal."""
    others = differing(read.map, becomes).items()
    with suppress(BadStroke, WrongFields):
        drawn = redrawn(read, becomes) if becomes.facts != read.map.facts else read
        now = changed(drawn, {name: value for name, value in others if name not in becomes.drawn_settings})
        return "" if legality.check(now.map) else now.text
    return ""


def _first_answers(drawn: Map[Any], start: Cell, language: str) -> tuple[str, list[Mapping[str, str]]]:
    """What a player hears who begins on a start, and what each first step is answered; nothing on open boards."""
    table, name = drawn.game.table, NAMES[0]
    if table is None or table.ear is None:
        return "", []
    phrases, found = phrases_of(drawn, language), list[Mapping[str, str]]()

    def in_words(heard: Iterable[Announcement]) -> str:
        return " ".join(phrases.say(said) for said in heard if said.key != "turn")

    try:
        opening = table.referee.begin(drawn, (name,), {"starts": start}, _lowest)
    except BadSetting:
        return "", []
    for way in table.referee.ways(opening.state):
        if table.seating.speech.kind(way) == STEP:
            with suppress(MoveError):
                ruling = table.referee.play(opening.state, way, _lowest)
                cell = table.referee.seats(ruling.state)[0].cell
                found.append({"way": phrases.word(way), "heard": in_words(ruling.heard_by(name)), "cell": cell})
    return in_words(said for said in opening.heard_by(name) if ("player", name) in said.args), found


def _lowest(_: int) -> int:
    """What dice show where chance decides of the first step."""
    return 1


def _games_played(drawn: Map[Any], task: PlayTask, tell: Callable[[Answer], None]) -> GamesPlayed:
    game, table = drawn.game.name, table_of(drawn.game)
    players = max(players_of(drawn), table.seating.player_count(drawn))
    kinds, most, played = player_kinds(drawn.game), MOST_ROUNDS * players, 0
    kind = stand_in_of(game) or kinds[len(kinds) // 2]

    def advance(more: int) -> None:
        nonlocal played
        played += more
        tell(GamesPlayed(played))

    plan = SimulationPlan(lambda _: drawn, (kind,) * players, "studio", most, {})
    tally = simulate(plan, task.games, advance=advance)
    usual, longest = percentile(tally, 50), percentile(tally, 95)
    turns = [message("more than {number}", most) if each == inf else Name(f"{each:g}") for each in (usual, longest)]
    told = plural("{number} player", "{number} players", players), *turns
    words = message(
        "Between {players}: half of the games are over within {turns} turns, 95 of 100 within {most}.", *told
    )
    minutes = usual * turn_minutes_of(game, players)
    at_table = (
        message("At a table that is about {number} minutes.", 5 * ceil(minutes / 5)) if 0 < minutes < inf else NOTHING
    )
    return GamesPlayed(task.games, translated(sentences(words, at_table), task.language))
