"""Random games of every game and preset: what holds at any table, whatever is said."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.phrases import Phrases
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.ruling import Announcement, NoRuling
from mapkit.table import match
from mapkit.table.match import Match
from mapkit.table.voice import phrases_of

NAMES = ("Ann", "Bob", "Cyd", "Dan")
PLACES = [(game, preset.name) for game in GAMES for preset in maps.presets(game)]
GAMES_OF_EACH = -(-10_000 // len(PLACES))
"""How many games of each preset make ten thousand."""
BATCH = 26
MAPS = 6
"""On how many maps of each preset they are played."""
MOST = 120
"""The most that is said in a game."""


@pytest.fixture(autouse=True)
def _no_wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)


@cache
def drawn(game: str, preset: str, number: int) -> Map[Any]:
    return maps.generate(game, f"long play {number % MAPS}", preset=preset)


def played(game: str, preset: str, number: int, path: Path) -> Match:
    """A game in which something random was said until it was over, or often enough."""
    chance, where = Chance(f"long play {game} {preset} {number}"), drawn(game, preset, number)
    names = NAMES[: max(2, table_of(where.game).seating.player_count(where))]
    played = match.start(where, writer.show(where), names, {}, f"{number}", path)
    spoken = [phrases_of(where, language) for language in ("en", "ru")]
    assert_spoken(spoken, played.opening.heard)
    for _ in range(MOST):
        if not played.mover:
            break
        assert_sound(played)
        act(played, chance, spoken)
    assert_sound(played)
    return played


def act(played: Match, chance: Chance, spoken: list[Phrases]) -> None:
    """Say something that may be said; now and then correct the game, or take turns back."""
    match chance.below(30):
        case 0:
            played.undo(1 + chance.below(2))
            if chance.below(2):
                played.redo(1)
        case 1:
            correct(played, chance, spoken)
        case number:
            before, kept = played.state, repr(played.state) if number == 2 else ""
            assert_spoken(spoken, played.say(chance.choice(played.ways)).heard)
            assert not kept or repr(before) == kept, "a referee changes no state"


def correct(played: Match, chance: Chance, spoken: list[Phrases]) -> None:
    """A correction, which is carried out or refused in words."""
    cells = played.map.params.grid.cells()
    player, cell = chance.choice(NAMES), chance.choice(cells)
    words = chance.choice((f"{player} at {cell}", f"turn {player}", f"wall {cell} north", f"no wall {cell} east"))
    refusals: Sequence[Announcement] = ()
    try:
        assert_spoken(spoken, played.rule(words).heard)
    except NoRuling as refused:
        refusals = refused.refusals
    assert all(phrases.refuse(refusal) for phrases in spoken for refusal in refusals)


def assert_spoken(spoken: Sequence[Phrases], heard: Sequence[Announcement]) -> None:
    """There are words for all that is said, in each language, and no gap in them is left open."""
    for phrases in spoken:
        for announcement in heard:
            said = phrases.say(announcement)
            assert said, announcement
            assert not {*"{}"} & {*said}, announcement


def assert_sound(played: Match) -> None:
    """What holds at every moment of every game."""
    assert bool(played.ways) == bool(played.mover), "somebody may say something until the game is over"
    assert len({*played.ways}) == len(played.ways)
    names, cells = [*played.begun.players], {spot(cell) for cell in played.map.params.grid.cells()}
    assert not played.mover or played.mover in names
    assert {seat.name for seat in played.seats} <= {*names}
    assert {spot(seat.cell) for seat in played.seats} <= {*cells, "", "outside"}
    if played.seats:
        assert [row[0] for row in played.situation.rows] == [seat.name for seat in played.seats]


def spot(cell: str) -> str:
    """The cell without its floor (`d4/2`), or the level of the dungeon (`2:d4`)."""
    return cell.partition("/")[0].rpartition(":")[2]


def assert_replayed(played: Match, path: Path) -> None:
    """The log, read from the file, leads to the same game."""
    played.close()
    read = match.look(path, maps.read_from_log)
    assert (read.map, read.state) == (played.map, played.state)
    assert read.standing_directives == played.standing_directives


@pytest.mark.parametrize(("game", "preset"), PLACES)
def test_a_random_game_of_each_preset_keeps_what_holds_at_any_table(game: str, preset: str, tmp_path: Path) -> None:
    assert_replayed(played(game, preset, 0, tmp_path / "log.jsonl"), tmp_path / "log.jsonl")


@pytest.mark.long
@pytest.mark.parametrize("first", range(1, GAMES_OF_EACH + 1, BATCH))
@pytest.mark.parametrize(("game", "preset"), PLACES)
def test_ten_thousand_random_games_keep_what_holds_at_any_table(
    game: str, preset: str, first: int, tmp_path: Path
) -> None:
    for number in range(first, first + BATCH):
        path = tmp_path / f"{number}.jsonl"
        assert_replayed(played(game, preset, number, path), path)
