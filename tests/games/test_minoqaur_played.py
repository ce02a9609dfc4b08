"""The sheets of a played game of Minoqaur: all paths, the minoqaur's too, and what was heard turn by turn."""

from collections.abc import Callable
from pathlib import Path as File
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.minoqaur import GAME, code
from mapkit.games.minoqaur.notation import move_in_words
from mapkit.games.minoqaur.played import played_sheets
from mapkit.games.minoqaur.solutions import PAPER
from mapkit.language.phrases import phrases
from mapkit.mapfile.writer import show
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.replay import MasterRuling, Placement, ReplayStep, Start, Track
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import Circle, Ink, Text
from mapkit.table import match
from mapkit.table.tracks import track_of
from tests.paper.test_sheet import ON_A4, ON_LETTER, faults

assert table_of(GAME).referee is not None
REFEREE: Any = table_of(GAME).referee


def played(
    folder: File, version: int, explorers: int, says: Callable[[Any, Chance], str], *, machine: bool = False
) -> tuple[Map[Any], Track]:
    """A game of this many explorers that was saved and read back, and its track."""
    map_ = maps.generate(
        "minoqaur", "walked", size=code.matrix(version), given={"treasure": "k9"} if version == 1 else {}
    )
    names = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")[:explorers] + (("Max",) if explorers > 1 and not machine else ())
    options = {"machine": "yes"} if machine else {}
    with match.start(map_, show(map_), names, options, "seed", folder / "game.jsonl") as kept:
        for number in range(400):
            if not kept.mover:
                break
            kept.say(says(kept.state, Chance(f"{number}")))
        return map_, track_of(kept, phrases("minoqaur", "en"))


def simple(state: Any, chance: Chance) -> str:
    return str(table_of(GAME).bots["simple"](state, chance)[0])


def wandering(state: Any, chance: Chance) -> str:
    """Any entrance, and any legal move: on large boards with many explorers far sooner found than a good one."""
    if state.entering:
        taken = {explorer.trail.head for explorer in state.explorers}
        return f"enter {state.named(chance.choice(sorted(state.maze.entrances - taken)))}"
    return move_in_words(state.piece, chance.choice(state.piece.moves))


@pytest.fixture(
    scope="module",
    params=[
        (1, 1, simple),
        (2, 3, wandering),
        (7, 6, wandering),
        pytest.param((2, 3, simple), marks=pytest.mark.long),
        pytest.param((7, 6, simple), marks=pytest.mark.long),
    ],
    ids=lambda param: "-".join(map(str, param[:2])) + f"-{param[2].__name__}",
)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Map[Any], Track]:
    return played(tmp_path_factory.mktemp("played"), *request.param)


@pytest.mark.parametrize("edition", [ON_A4, ON_LETTER], ids=["a4", "letter"])
def test_all_paths_are_drawn_and_lie_on_the_page(game: tuple[Map[Any], Track], edition: Edition) -> None:
    """MQ-50, MQ-51: the explorers' paths are blue, the minoqaur's is red, and they are numbered by turn."""
    map_, track = game
    first, *turns = played_sheets(map_, track, edition)
    assert faults((first, *turns)) == []
    said = {mark.text for mark in first.marks if isinstance(mark, Text)}
    assert all(any(line.startswith(f"{start.player}: {start.cell}") for line in said) for start in track.starts)
    assert {Ink.BLUE_PATH, Ink.ORANGE_PATH} <= {mark.ink for mark in first.marks if isinstance(mark, Circle)}
    assert ("A1" in said) == (len(track.starts) > 2)
    assert turns


def test_moves_of_the_minoqaur_by_its_rule_are_told_with_the_move_that_they_answer(tmp_path: File) -> None:
    map_, track = played(tmp_path, 2, 2, simple, machine=True)
    hunted = [other.cell for step in track.entries if isinstance(step, ReplayStep) for other in step.others]
    assert [start.player for start in track.starts] == ["minoqaur", "Ann", "Bob"]
    assert len(hunted) > 2
    assert played_sheets(map_, track, ON_A4)
    assert PAPER.played is not None
    assert not PAPER.played.secret(track)


def test_a_piece_that_the_game_master_put_elsewhere_goes_on_from_there() -> None:
    map_ = maps.generate("minoqaur", "walked")
    starts = (Start("minoqaur", "m13"), Start("Ann", "h25"))
    entries = (
        ReplayStep(1, "Ann", "h24", (), (), "h24", False, (Placement("minoqaur", "m12"),)),
        MasterRuling(1, "put Ann on r25", (), (Placement("Ann", "r25"),)),
        ReplayStep(2, "Ann", "r24", (), (), "r24"),
    )
    first, _ = played_sheets(map_, Track(starts, entries), ON_A4)
    said = [mark.text for mark in first.marks if isinstance(mark, Text)]
    assert {"1", "2"} <= set(said)
    assert any("Ann: h25 > r24, moves: 2" in line for line in said)


def test_modules_that_rulings_have_changed_are_drawn_as_they_are_now(tmp_path: File) -> None:
    """MQ-G3."""
    map_ = maps.generate("minoqaur", "walked")
    light = next(cell for cell in map_.params.grid.cells() if map_.kinds[cell] == "light" and cell[1:] == "12")
    with match.start(map_, show(map_), ("Ann",), {}, "seed", tmp_path / "game.jsonl") as kept:
        before, _ = played_sheets(map_, track_of(kept, phrases("minoqaur", "en")), ON_A4)
        kept.rule(f"{light} dark")
        after, _ = played_sheets(map_, track_of(kept, phrases("minoqaur", "en")), ON_A4)
        kept.rule(f"{light} light")
        again, _ = played_sheets(map_, track_of(kept, phrases("minoqaur", "en")), ON_A4)
    assert before == again != after
