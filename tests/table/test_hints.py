"""Hints at the table: proven, counted, written in the log, and made without the secret map."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import mapkit
from mapkit.cli import main
from mapkit.knowledge.audit import Auditor
from mapkit.knowledge.deduction import Listener
from mapkit.knowledge.hints import hint
from mapkit.language.wording import translated
from mapkit.model.chance import Chance
from mapkit.model.evidence import HeardCommand
from mapkit.model.files import BadLog
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.message import NOTHING
from mapkit.model.ruling import Ruling, heard
from mapkit.model.version import added_by
from mapkit.table import log, match
from mapkit.table.hints import Hints
from mapkit.table.history import PlayedDirective
from mapkit.table.log import DirectiveEntry, HintEntry, read_log
from mapkit.table.voice import Voice, audience, phrases_of
from tests.knowledge.test_deduction import played
from tests.model.test_message import HOSTILE
from tests.table.test_play import events

SAID = ("north", "south", "east", "west", "north", "east", "south")
"""After these Ann may know something."""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A map on which a hint follows soon."""
    (tmp_path / "map.toml").write_text(mapkit.generate("treasures", "know", preset="small").to_text())
    return str(tmp_path / "map.toml")


def told(file: str, *said: str, seats: tuple[str, ...] = ("--players", "Ann,Bob"), more: tuple[str, ...] = ()) -> str:
    words = ["play", file, *seats, "--seed", "1", "--log", f"{file}.jsonl", *more]
    return CliRunner().invoke(main.app, words, input="\n".join(said), catch_exceptions=False).stdout


def remarks(drawn: Map[Any], seed: str, most: int) -> Iterator[tuple[list[HeardCommand], tuple[Any, ...], Any]]:
    """What was heard after each directive of a game of explorers, with the opening and the state."""
    game = played(drawn, seed, ("explorer", "explorer"))
    opening, told = next(game).ruling, list[HeardCommand]()
    for number, turn in enumerate(islice(game, most), 1):
        told.append(HeardCommand(number, turn.mover, turn.words, turn.ruling.heard))
        yield told, opening.heard, turn.ruling.state


def test_hints_are_counted_and_stand_in_the_log_and_undo_gives_none_back(file: str) -> None:
    said = told(file, *SAID, "hint", "undo", "redo", "hint", more=("--set", "hints=1"))
    assert said.splitlines()[-1] == "Ann has had all hints: 1."
    lines = events(f"{file}.jsonl")
    given = [event for event in lines if event["kind"] == "hint"]
    assert [event["by"] for event in given] == ["Ann"]
    assert [lines[number]["words"] for number in given[0]["because"]] == ["east", "west", "east"]
    (hinted,) = (event.entry for event in read_log(Path(f"{file}.jsonl")).events if isinstance(event.entry, HintEntry))
    assert hinted.about == "the way east of Ann is barred"
    assert translated(hinted.about, "ru") == "к востоку от Ann пути нет"


@pytest.mark.parametrize("about", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hint_in_a_log_that_mapkit_would_not_have_written_is_refused(
    file: str, monkeypatch: pytest.MonkeyPatch, about: Any
) -> None:
    told(file, *SAID, more=("--set", "hints=1"))
    monkeypatch.setattr(log, "as_data", lambda _: about)
    kept = log.Log.resume(Path(f"{file}.jsonl"))
    kept.append(HintEntry("Ann", NOTHING, (1,)))
    kept.close()
    with pytest.raises(BadLog, match="this line cannot be understood"):
        read_log(kept.path)
    resumed = CliRunner().invoke(main.app, ["play", "--resume", f"{file}.jsonl"], catch_exceptions=False)
    assert (resumed.exit_code, resumed.stdout) == (2, "")


def test_a_hint_changes_nothing_in_the_game(file: str) -> None:
    said = list[list[object]]()
    for asked in ("hint", "repeat"):
        told(file, *SAID, asked, "east", "shoot north", "west", asked, "shoot south", more=("--set", "hints=9"))
        lines = events(f"{file}.jsonl")
        said.append([(event["rolls"], event["heard"]) for event in lines if event["kind"] == "say"])
        Path(f"{file}.jsonl").unlink()
    assert said[0] == said[1]


def test_without_the_library_a_hint_says_what_to_install(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat", None)
    last = told(file, "hint", more=("--set", "hints=3")).splitlines()[-1]
    assert last == f"There is no hint: deduction needs an extra library: {added_by('deduction')}."


def test_a_hint_does_not_depend_on_the_map() -> None:
    drawn = mapkit.generate("treasures", "one", preset="small")
    other = mapkit.generate("treasures", "two", preset="small")
    asked = [drawn, replace(other, params=drawn.params)]
    *_, (heard_so_far, opening, _) = remarks(drawn, "x", 30)
    found = [hint(Listener(each.public, each.game, ("Ann", "Bob"), opening), heard_so_far, "Ann") for each in asked]
    assert found[0] == found[1] is not None


@pytest.mark.parametrize(("game", "preset"), [("treasures", "small"), ("labyrinth", "basic")])
def test_a_hint_is_true_and_each_answer_of_its_proof_is_needed(game: str, preset: str) -> None:
    drawn = mapkit.generate(game, "true hints", preset=preset)
    told_before = set[str]()
    for heard_so_far, opening, state in remarks(drawn, "x", 60):
        if len(heard_so_far) % 15 == 0:
            found = hint(Listener(drawn.public, drawn.game, ("Ann", "Bob"), opening), heard_so_far, "Ann", told_before)
            if found is not None:
                told_before.add(found.about)
                assert len(found.because) > 1
                # What a hint says of Ann's cell or of a wall is so
                seat = next(each for each in table_of(drawn.game).referee.seats(state) if each.name == "Ann")
                if found.about.startswith("the cell of Ann is "):
                    cells = found.about.removeprefix("the cell of Ann is ").replace(" or ", ", ").split(", ")
                    assert seat.cell in cells
                elif "wall between" in found.about:
                    one, other = found.about.split()[-3::2]
                    barred = other not in drawn.open_neighbours(one) if drawn.game.name == "treasures" else None
                    assert barred in (None, found.about.startswith("a wall"))
    assert told_before


def test_a_proof_has_no_answer_that_can_be_spared() -> None:
    drawn = mapkit.generate("treasures", "spared", preset="small")
    auditor = Auditor(drawn.game, drawn.params, ("Ann",), ())
    for number, (words, key) in enumerate(
        (("east", "safe"), ("north", "blocked"), ("west", "safe"), ("east", "safe")), 1
    ):
        auditor.hear(number, "Ann", words, (heard(key, player="Ann", direction=words),))
    here = auditor.model.place("Ann")
    assert auditor.proof([here["a1"]]) == (4,)


def test_a_hint_changes_no_roll_of_the_dice(tmp_path: Path) -> None:
    """So nobody asks for a hint to roll again."""
    drawn = mapkit.generate("treasures", "dice", preset="small")

    def rolled(hints: int) -> list[tuple[int, ...]]:
        with match.start(drawn, drawn.to_text(), ("Ann", "Bob"), {}, "seed", tmp_path / f"{hints}.jsonl") as table:
            chance = Chance("ways")
            for number in range(80):
                for _ in range(hints if number == 3 else 0):
                    table.give_hint("Ann", NOTHING, (1,))
                if table.mover:
                    table.say(chance.choice(table.ways))
            assert table.log is not None
            return [event.entry.rolls for event in table.log.events if isinstance(event.entry, DirectiveEntry)]

    plain, *others = (rolled(hints) for hints in (0, 1, 3))
    assert others == [plain, plain]
    assert any(plain)


def test_with_private_answers_a_proof_has_no_words_that_its_player_has_not_heard(tmp_path: Path) -> None:
    """Both hear that Bob hit Ann; only Bob hears where Bob aimed."""
    drawn = mapkit.generate("treasures", "know", preset="small")
    options = {"private-answers": "yes", "hints": "3"}
    with match.start(drawn, drawn.to_text(), ("Ann", "Bob"), options, "1", tmp_path / "a.jsonl") as table:
        hits = Ruling((heard("shot", player="Bob", other="Ann"), heard("turn", player="Ann")), (), table.state)
        said = PlayedDirective(7, "Bob", "shoot north", hits)
        told = Hints(table, Voice(phrases_of(drawn, "en"), audience(table), gm=False, omniscient=False))
        proof = {name: list(told.lines(HintEntry(name, NOTHING, (7,)), (), (said,)))[-1] for name in ("Ann", "Bob")}
    assert "north" not in proof["Ann"]
    assert proof["Bob"] == f"  Bob: shoot north: {proof['Ann'].strip()}"
