"""The command `audit`, and the slips of the tongue that it finds."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mapkit
from mapkit import cli
from mapkit.deduction.audit import Auditor, Slip
from mapkit.ruling import heard
from tests.test_deduction import played

HEAD = "game: treasures\npreset: small\nplayers: Ann, Bob\n"
SLIPS = {"safe": "marsh", "marsh": "safe", "blocked": "safe"}


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, [*words], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def audited(tmp_path: Path, text: str, *more: str) -> tuple[int, str, str]:
    notes = tmp_path / "notes.txt"
    notes.write_text(text)
    code, said, told = run("audit", str(notes), *more)
    return code, said.replace(str(notes), "notes.txt"), told.replace(str(notes), "notes.txt")


@pytest.mark.parametrize("number", range(10))
def test_a_slip_is_found_at_the_very_line_on_the_game_masters_map(number: int) -> None:
    drawn = mapkit.generate("treasures", f"slip {number}", preset="small")
    opening, *said = islice(played(drawn, f"slip {number}", ("explorer", "random")), 90)
    names = [seat.name for seat in opening.ruling.state.players]
    steps = [n for n, each in enumerate(said) if any(one.key in SLIPS for one in each.ruling.heard)]
    planted = steps[len(steps) * 2 // 3] if number % 3 == 0 else None
    auditor = Auditor(drawn.game, drawn.params, names, opening.ruling.heard)
    auditor.map_is(drawn)
    auditor.starts_are([(each.name, each.cell) for each in opening.ruling.state.players])
    for n, each in enumerate(said):
        answers = each.ruling.heard
        if n == planted:
            answers = tuple(heard(SLIPS.get(one.key, one.key), **dict(one.args)) for one in answers)
        auditor.hear(n, each.mover, each.words, answers)
    found = auditor.slip()
    if planted is None:
        assert found is None
    else:
        assert isinstance(found, Slip)
        assert found.spoken.line == planted
        assert len(found.stood) == 1


def test_answers_that_can_be_true_are_not_blamed(tmp_path: Path) -> None:
    assert audited(tmp_path, f"{HEAD}\n# a game\nAnn: north = safe\nBob: east = wall\n") == (
        0,
        "All answers can be true.\n",
        "",
    )


def test_the_answers_that_contradict_each_other_are_named_and_no_others(tmp_path: Path) -> None:
    text = f"{HEAD}Ann: north = safe\nBob: east = wall\nBob: west = marsh\nAnn: south = wall\n"
    code, said, _ = audited(tmp_path, text)
    assert code == 1
    assert said.splitlines() == [
        "notes.txt:7:14: fault[TL-55.1] Ann: south = wall",
        "This answer contradicts these:",
        "  notes.txt:4:14: [TL-58] Ann: north = safe",
    ]


def test_what_was_not_said_counts_as_well(tmp_path: Path) -> None:
    text = f"{HEAD}Ann: north = safe, treasure\nBob: east = wall\nAnn: south = safe\nAnn: north = safe\n"
    assert "notes.txt:7:6: fault[TL-75] Ann: north = safe (no treasure)" in audited(tmp_path, text)[1].splitlines()


def test_a_rule_of_the_map_may_be_what_an_answer_contradicts(tmp_path: Path) -> None:
    text = "game: treasures\npreset: small\nshop: 0\nplayers: Ann\nAnn: north = shop\n"
    code, said, _ = audited(tmp_path, text)
    assert (code, said.splitlines()[-1]) == (1, "  TL-13 Shops: 0.")


def test_settings_that_no_map_keeps_are_blamed_before_any_answer(tmp_path: Path) -> None:
    text = "game: treasures\nsize: 2x2\npreset: any-size\nshop: 3\nhospital: 3\nplayers: Ann\nAnn: north = shop\n"
    code, said, _ = audited(tmp_path, text)
    assert code == 1
    assert said.splitlines()[0] == "No map keeps these rules, whatever was answered:"


def test_on_a_map_it_is_told_where_the_player_stood(tmp_path: Path) -> None:
    drawn = mapkit.generate("treasures", "stood", preset="small")
    (tmp_path / "map.toml").write_text(mapkit.show(drawn))
    safe = drawn.cells_of("safe")
    start = next(cell for cell in safe if drawn.onward(cell, "N") in safe)
    text = f"players: Ann\nstarts: {start}\nAnn: north = shop\n"
    code, said, _ = audited(tmp_path, text, "--map", str(tmp_path / "map.toml"))
    assert code == 1
    assert f"By the answers before, Ann stands on {start}." in said.splitlines()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("players: Ann\nAnn: north = safe\n", "notes.txt: no game is named; say such as game: treasures"),
        ("game: treasures\nAnn: north = safe\n", "notes.txt:2:1: 'Ann' does not play; the players are nobody"),
        (f"{HEAD}Cid: north = safe\n", "notes.txt:4:1: 'Cid' does not play; the players are Ann, Bob"),
        (f"{HEAD}north\n", "notes.txt:4:1: there is no colon; a line is such as Ann: north = safe"),
        ("game: treasures\n", "notes.txt: no players are named; say such as players: Ann, Bob"),
        (f"{HEAD}Ann: north = saef\n", "notes.txt:4:14: 'saef' is no answer; did you mean safe?"),
        (f"{HEAD}wells: 3\n", "notes.txt:4:8: there is no setting 'wells' in treasures; did you mean walls?"),
        (f"{HEAD}starts: a1\n", "notes.txt:4:9: starts takes a cell of the board for each player"),
    ],
)
def test_notes_that_cannot_be_read_are_refused_with_what_would_do(tmp_path: Path, text: str, why: str) -> None:
    code, said, told = audited(tmp_path, text)
    assert (code, said) == (2, "")
    assert told.startswith(f"error: {why}")


def test_a_log_is_held_against_another_map(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(mapkit.show(mapkit.generate("treasures", name, preset="small")))
    seats = ["--players", "Ann,Bob", "--bot", "Ann=explorer", "--bot", "Bob=random"]
    log = str(tmp_path / "game.jsonl")
    run("play", str(tmp_path / "one.toml"), *seats, "--seed", "1", "--log", log)
    assert run("audit", log)[:2] == (0, "All answers can be true.\n")
    assert run("audit", log, "--map", str(tmp_path / "one.toml"))[:2] == (0, "All answers can be true.\n")
    assert run("audit", log, "--map", str(tmp_path / "two.toml"))[0] == 1


LABYRINTH = (
    """mapkit = 1
game = "labyrinth"
rules = "BASIC"
map = """
    + '"""'
    + """
+---+---+---+
| .   . | T |
+   +   +   +
  .   .   . |
+---+---+---+
"""
    + '"""'
    + "\n"
)


def test_notes_of_a_labyrinth_are_held_against_the_map(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(LABYRINTH)
    told = ("--map", str(tmp_path / "map.toml"))
    text = "players: Ann\nstarts: a2\nAnn: right = executed\nAnn: right = wall\nAnn: down = executed\n"
    assert audited(tmp_path, text, *told)[:2] == (0, "All answers can be true.\n")
    code, said, _ = audited(tmp_path, f"{text}Ann: right = executed, treasure\n", *told)
    assert code == 1
    assert said.splitlines()[:2] == [
        "notes.txt:6:24: fault[MP-51] Ann: right = executed, treasure",
        "By the answers before, Ann stands on b1.",
    ]


def test_notes_of_a_labyrinth_need_the_map_for_what_was_announced_before(tmp_path: Path) -> None:
    _, _, told = audited(tmp_path, "game: labyrinth\nplayers: Ann\nAnn: right = executed\n")
    assert told == "error: the announcements before the first turn are missing; name the map with --map\n"


NOTES = Path(__file__).parent / "notes"
"""Ten games as groups write them down, each with its map; in three of them an answer was changed by hand."""
PLANTED = {
    "night-ferry": "59:14: fault[MP-52] Kim: right = wall",
    "school-club": "68:13: fault[TL-55.1] Uma: east = wall",
    "waiting-room": "15:14: fault[MP-50] Bob: right = executed",
}


@pytest.mark.parametrize("name", sorted(path.stem for path in NOTES.glob("*.txt")))
def test_in_ten_games_written_down_by_hand_three_slips_are_found_and_nothing_else(name: str) -> None:
    code, said, _ = run("audit", str(NOTES / f"{name}.txt"), "--map", str(NOTES / f"{name}.toml"))
    if name in PLANTED:
        assert (code, said.splitlines()[0]) == (1, f"{NOTES / name}.txt:{PLANTED[name]}")
    else:
        assert (code, said) == (0, "All answers can be true.\n")


def test_there_are_ten_such_games() -> None:
    assert len([*NOTES.glob("*.txt")]) == 10
