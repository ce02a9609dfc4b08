"""The command `audit`, and the slips of the tongue that it finds."""

import tomllib
from collections import Counter
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

import mapkit
from mapkit.games.labyrinth.design import CHAINS, END, FLOWS
from mapkit.knowledge.audit import Auditor, NoConclusion, Slip
from mapkit.knowledge.notes import TurnOrder
from mapkit.model.chance import Chance
from mapkit.model.game import evidence_of, table_of
from mapkit.model.ruling import NoRuling, heard
from tests.command import outcome
from tests.hostile import CONTROL
from tests.knowledge.test_deduction import played

HEAD = "game: treasures\npreset: small\nplayers: Ann, Bob\n"
SLIPS = {"safe": "marsh", "marsh": "safe", "blocked": "safe"}


def audited(tmp_path: Path, text: str, *more: str) -> tuple[int, str, str]:
    notes = tmp_path / "notes.txt"
    notes.write_text(text)
    code, said, told = outcome("audit", str(notes), *more)
    return code, said.replace(str(notes), "notes.txt"), told.replace(str(notes), "notes.txt")


@pytest.mark.parametrize("number", range(10))
def test_a_slip_is_found_at_the_very_line_on_the_game_masters_map(number: int) -> None:
    drawn = mapkit.generate("treasures", f"slip {number}", preset="small")
    opening, *said = islice(played(drawn, f"slip {number}", ("explorer", "random")), 90)
    names = [seat.name for seat in opening.ruling.state.players]
    steps = [n for n, turn in enumerate(said) if any(one.key in SLIPS for one in turn.ruling.heard)]
    planted = steps[len(steps) * 2 // 3] if number % 3 == 0 else None
    auditor = Auditor(drawn.game, drawn.params, names, opening.ruling.heard)
    auditor.map_is(drawn)
    auditor.starts_are([(player.name, player.cell) for player in opening.ruling.state.players])
    for n, turn in enumerate(said):
        answers = turn.ruling.heard
        if n == planted:
            answers = tuple(heard(SLIPS.get(one.key, one.key), **dict(one.args)) for one in answers)
        auditor.hear(n, turn.mover, turn.words, answers)
    found = auditor.slip()
    if planted is None:
        assert found is None
    else:
        assert isinstance(found, Slip)
        assert found.spoken.line == planted
        assert len(found.stood) == 1


def test_on_a_map_it_is_told_where_the_player_stood(tmp_path: Path) -> None:
    drawn = mapkit.generate("treasures", "stood", preset="small")
    (tmp_path / "map.toml").write_text(drawn.to_text())
    safe = drawn.cells_of("safe")
    start = next(cell for cell in safe if drawn.onward(cell, "N") in safe)
    text = f"players: Ann\nstarts: {start}\nAnn: north = shop\n"
    code, said, _ = audited(tmp_path, text, "--map", str(tmp_path / "map.toml"))
    assert code == 1
    assert f"By the answers before, Ann stands on {start}." in said.splitlines()


def test_notes_and_a_map_of_groups_that_agreed_on_something_else_are_refused(tmp_path: Path) -> None:
    """MX-97.e."""
    one = mapkit.generate("labyrinth", "agreed", preset="bombs", size="5x5")
    (tmp_path / "map.toml").write_text(one.to_text())
    head = "rules: G1-S2-F5-V2-T1-A2-H34-W5-O13+drift=2\nsource named: yes\nplayers: Ann\n"
    code, _, told = audited(tmp_path, head + "Ann: start = empty\n", "--map", str(tmp_path / "map.toml"))
    assert code == 2
    assert "notes.txt:2:15: error: source_named is yes here, and no with --map; mend the notes or the map" in told
    code, _, _ = audited(tmp_path, "players: Ann\nAnn: start = empty\n", "--map", str(tmp_path / "map.toml"))
    assert code == 0


AGREED = "treasure_taken=at-will+walls_seen=all+steps_heard=mover+cells_heard=all+dead_return=start"
SENTENCES = f"""game: labyrinth
rules: G1-S2-F2-V2-T1-A1-H2-W5-O1+{AGREED}
size: 4x4
chain lengths: 2
players: Ann, Bob
Ann: start = empty cell
Bob: start = empty cell
Ann: up = Step executed, treasure, Ann's torch shows walls: up, left, Ann hears steps: right
Bob: shoot right = miss
Ann: take = Ann takes: treasure
Bob: shoot left = Ann is killed, Ann is back: empty cell
Bob: right = Step executed, wormhole
Bob: up = Step impossible, wall; wormhole
"""


def test_notes_have_the_sentences_of_the_game_master_with_what_they_name(tmp_path: Path) -> None:
    """MX-45.d, MX-76.d, MX-77.d: what proofs do not use is named."""
    told = "No contradiction was found."
    more = "cells around that are no arsenal, hospital or swamp; whose steps are heard; where the dead come back"
    code, said, _ = audited(tmp_path, SENTENCES)
    assert (code, said.splitlines()[0]) == (0, told)
    assert all(each in said.splitlines()[1] for each in more.split("; "))
    code, _, said = audited(tmp_path, SENTENCES.replace("walls: up, left", "walls: up, sideways"))
    assert code == 2
    assert "sideways" in said


# --- the order of turns ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "preset", "settings"),
    [
        ("treasures", "small", {}),
        ("treasures", "default", {}),
        ("labyrinth", "default", {}),
        ("labyrinth", "extreme", {}),
        ("labyrinth", "default", {"rules": "G2-S2-F4-V1-T2-A2-H2-W57-O2"}),
    ],
)
@pytest.mark.parametrize("number", range(4))
def test_no_command_of_a_refereed_game_is_out_of_turn(
    game: str, preset: str, settings: dict[str, str], number: int
) -> None:
    drawn = mapkit.generate(game, f"turns {number}", preset=preset, settings=settings)
    opening, *said = islice(played(drawn, f"turns {number}", ("explorer", "random", "random")), 300)
    names = [seat.name for seat in table_of(drawn.game).referee.seats(opening.ruling.state)]
    evidence = evidence_of(drawn.game, drawn.params, names)
    order = TurnOrder(names, len(drawn.params.grid.directions))
    for turn in said:
        answers = turn.ruling.heard
        if turn.mover and not any(one.key == "asks" for one in answers):
            assert order.hears(turn.mover, evidence.turn_taken(turn.mover, turn.words, answers)) == ""
            assert all(evidence.can_answer(turn.words, one) for one in answers)


def test_notes_that_are_too_long_or_no_text_are_refused(tmp_path: Path) -> None:
    code, _, told = audited(tmp_path, HEAD + "Ann: north = wall\n" * 2001)
    assert (code, told) == (2, "notes.txt:2004:1: error: notes have 2000 commands at most\n")
    (tmp_path / "utf-16.txt").write_bytes(HEAD.encode("utf-16"))
    code, _, told = outcome("audit", str(tmp_path / "utf-16.txt"))
    assert (code, told.partition(": error: ")[2]) == (2, "this is no UTF-8 text but UTF-16; save the file as UTF-8\n")
    code, _, told = outcome("audit", str(tmp_path / "nothing.txt"))
    assert (code, "there is no such file" in told) == (3, True)


@pytest.mark.parametrize(
    ("text", "spots"),
    [
        ("players: A\x1b[31mnn, Bob\ngame: treasures\nCy: north = safe\n", ["1:11", "3:1"]),
        ("game: treasures\npreset: small\nplayers: A\u202enn\nstarts: a1\nA\u202enn: north = safe\n", ["3:11", "5:2"]),
        (f"{HEAD}Ann: north \x1b[2J1 = safe\n", ["4:12"]),
        (f"{HEAD}Ann:\tnorth = safe, \x9bwall\n", ["4:20", "4:20"]),
    ],
)
def test_notes_hold_no_characters_that_do_something_to_a_terminal(tmp_path: Path, text: str, spots: list[str]) -> None:
    code, said, told = audited(tmp_path, text)
    assert (code, [line.split(": error:")[0] for line in told.splitlines()]) == (2, [f"notes.txt:{at}" for at in spots])
    assert "character U+" in told
    assert not CONTROL.search(said + told)


def test_of_far_too_many_players_only_their_number_is_told(tmp_path: Path) -> None:
    names = ",".join(f"A{number}" for number in range(100))
    _, _, told = audited(tmp_path, f"game: treasures\nplayers: {names}\nstarts: a1\nA77: north = safe\n")
    assert told == "notes.txt:2:10: error: 100 players; notes have 16 at most\n"


@pytest.mark.parametrize(
    "line", ["An{}: north = safe\n", "Ann: nort{} = safe\n", "Ann: north = saif{}\n", "saif{} = safe\n"]
)
def test_after_a_thousand_problems_notes_are_read_no_further(tmp_path: Path, line: str) -> None:
    """Of as many different words: a word that comes again is one problem."""
    _, _, told = audited(tmp_path, HEAD + "".join(line.format(spelt(number)) for number in range(1900)))
    assert told.splitlines()[-1].partition(": error: ")[2] == "and 900 more errors from here on"


def spelt(number: int) -> str:
    """The number in letters, as words of notes with digits in them may be cells."""
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def test_a_word_that_is_not_known_is_told_once_with_its_lines_and_what_would_do(tmp_path: Path) -> None:
    lines: tuple[str, ...] = (
        "An: north = safe",
        "Ann: nort = safe",
        "Ann: north = saif",
        "Bob: north = foo",
        "Bob: west = bar, Foo",
    )
    lines += ("Ann: end = wall", "Ann: north = meets Ann")
    code, _, told = audited(tmp_path, HEAD + "\n".join(lines * 20))
    first, *_ = [line for line in told.splitlines() if "there are" in line]
    assert code == 2
    assert told.replace(first.partition(";")[2], " ...").splitlines() == [
        "notes.txt:4:1: error: 'An' (on 20 lines) does not play; did you mean Ann?",
        "notes.txt:5:6: error: 'nort' (on 20 lines) is no word of a command; did you mean north?",
        "notes.txt:6:14: error: 'saif' (on 20 lines) is no answer; did you mean safe?",
        "notes.txt:7:14: error: 'foo' (on 40 lines) is no answer; ...",
        "notes.txt:8:13: error: 'bar' (on 20 lines) is no answer; line 7 lists the answers",
        "notes.txt:9:12: error: 'wall' (on 20 lines) is no answer to the command 'end'",
        "notes.txt:10:14: error: 'meets Ann' (on 20 lines) is no answer to Ann; name another player",
    ]
    assert first.endswith("meets NAME, hits NAME, beats NAME, loses to NAME")
    assert "clearing" not in first, "one word for each answer is enough"


def test_the_answers_that_would_do_are_those_of_the_language(tmp_path: Path) -> None:
    """One word for each answer, the one that is said most."""
    _, _, told = audited(tmp_path, HEAD + "Ann: north = foo\n", "--lang", "de")
    assert "es gibt mauer, ausgang, sicher, laden, krankenhaus, sumpf, fluss, flussende, portal" in told


def test_a_sentence_of_the_game_master_with_a_comma_is_one_answer(tmp_path: Path) -> None:
    head = "game: labyrinth\nrules: CLASSIC\nchain lengths: 3, 4\nplayers: Ann, Bob\n"
    said = "Ann: start = empty\nBob: start = empty\nAnn: right = Step impossible, wall., foo\n"
    _, _, told = audited(tmp_path, head + said + "Bob: right = Хода нет, стена., Step impossible\n")
    assert told.partition(": error: ")[0] == "notes.txt:7:38"
    assert told.count("\n") == 1


def test_a_log_is_held_against_another_map(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(mapkit.generate("treasures", name, preset="small").to_text())
    seats = ["--players", "Ann,Bob", "--bot", "Ann=explorer", "--bot", "Bob=random"]
    log = str(tmp_path / "game.jsonl")
    outcome("play", str(tmp_path / "one.toml"), *seats, "--seed", "1", "--log", log)
    assert outcome("audit", log)[:2] == (0, "All answers can be true.\n")
    assert outcome("audit", log, "--map", str(tmp_path / "one.toml"))[:2] == (0, "All answers can be true.\n")
    assert outcome("audit", log, "--map", str(tmp_path / "two.toml"))[0] == 1


NOTES = Path(__file__).parents[1] / "notes"
"""Ten games as groups write them down, each with its map; in three of them an answer was changed by hand."""
PLANTED = {
    "night-ferry": "59:14: fault[MP-52] Kim: right = wall",
    "school-club": "68:13: fault[TL-55.1] Uma: east = wall",
    "waiting-room": "15:14: fault[MP-50] Bob: right = executed",
}


@pytest.mark.parametrize("name", sorted(path.stem for path in NOTES.glob("*.txt")))
def test_in_ten_games_written_down_by_hand_three_slips_are_found_and_nothing_else(name: str) -> None:
    code, said, told = outcome("audit", str(NOTES / f"{name}.txt"), "--map", str(NOTES / f"{name}.toml"))
    if name in PLANTED:
        assert (code, said.splitlines()[0]) == (1, f"{NOTES / name}.txt:{PLANTED[name]}")
    else:
        assert (code, said, told) == (0, "All answers can be true.\n", "")


def head_of(name: str) -> str:
    """What a group would write above its notes without the game master's map: the settings, and what was announced."""
    text = (NOTES / f"{name}.toml").read_text()
    drawn, told = mapkit.read(text), tomllib.loads(text)
    kinds = Counter(fact.mark[0] for fact in drawn.facts if fact.mark in CHAINS)
    rivers = [str(sum(fact.mark == END or fact.mark in FLOWS for fact in drawn.facts))]
    announced = {"chain lengths": ", ".join(map(str, kinds.values())), "river lengths": ", ".join(rivers)}
    lines: dict[str, object] = {
        "game": told["game"],
        "size": str(drawn.params.grid),
        "preset": told.get("preset", "default"),
    }
    if "rules" not in told:
        return ""  # the notes of Treasures have all that in them
    lines |= {"rules": told["rules"], **told["settings"], **announced}
    del lines["players"]
    return "".join(f"{key}: {'none' if line in ('', '0') else line}\n" for key, line in lines.items())


SEEN_WITHOUT_THE_MAP = {"night-ferry": 59, "school-club": 72, "waiting-room": 18}
"""For each planted slip the line where it shows without the map: the first answer that does not fit any map."""


@pytest.mark.parametrize("name", sorted(path.stem for path in NOTES.glob("*.txt")))
def test_without_the_map_the_three_slips_are_found_as_soon_as_no_map_fits(tmp_path: Path, name: str) -> None:
    head = head_of(name)
    code, said, told = audited(tmp_path, head + (NOTES / f"{name}.txt").read_text())
    if name in SEEN_WITHOUT_THE_MAP:
        line = SEEN_WITHOUT_THE_MAP[name] + head.count("\n")
        assert (code, said.splitlines()[0].split(":")[:2]) == (1, ["notes.txt", str(line)])
    else:
        assert (code, said, told) == (0, "All answers can be true.\n", "")


def test_there_are_ten_such_games() -> None:
    assert len([*NOTES.glob("*.txt")]) == 10


# --- what happened beside play -----------------------------------------------------------------------------------


def moved_about(game: str, seed: str, told: bool) -> Slip | NoConclusion | None:
    """The audit of a random game in which a player is put elsewhere four times; with `told`, the notes say where."""
    drawn, chance = mapkit.generate(game, seed, preset="basic-w" if game == "labyrinth" else "small"), Chance(seed)
    table = table_of(drawn.game)
    opening = table.referee.begin(drawn, ("Ann", "Bob"), {"starts": ""}, chance.die)
    auditor = Auditor(
        drawn.game, drawn.params, [seat.name for seat in table.referee.seats(opening.state)], opening.heard
    )
    auditor.map_is(drawn)
    state = opening.state
    for line in range(120):
        mover = table.referee.mover(state)
        if not mover:
            break
        words = chance.choice(table.referee.ways(state))
        ruling = table.referee.play(state, words, chance.die)
        auditor.hear(line, "" if table.referee.secret(state) else mover, words, ruling.heard)
        state = ruling.state
        if line % 25 == 24 and table.referee.mover(state) and not table.referee.secret(state):
            who, cell = chance.choice(("Ann", "Bob")), chance.choice(drawn.params.grid.cells())
            with suppress(NoRuling):
                state = table.screen.correct(state, f"{who} at {cell}").state  # type: ignore[misc]
                auditor.put_elsewhere(1000 + line, who, cell if told else "")
    return auditor.slip()


@pytest.mark.parametrize("told", [True, False], ids=["where is told", "where is unknown"])
@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
@pytest.mark.parametrize("number", range(6))
def test_nobody_is_accused_after_a_player_was_put_elsewhere(game: str, number: int, told: bool) -> None:
    assert not isinstance(moved_about(game, f"elsewhere {number}", told), Slip)


AFTER = """game: labyrinth
size: 4x4
rules: G1-S1-F1-V1-T1-A1-H1-W1-O1
players: Ann, Bob

Ann: start = empty
Bob: start = empty
Ann: right = executed
Bob: up = wall
Bob: skip = skipped
{}
Ann: left = executed
Bob: up = executed
Ann: right = {}
"""


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("# nothing", 1),
        ("Bob: placed = unknown", 0),
        ("Bob: placed = a1", 0),
        ("боб: перенесен = неизвестно", 0),
        ("Bob: versetzt = unbekannt", 0),
        ("Bob: déplacé = inconnu", 0),
        ("Ann: placed = unknown", 1),
        ("gm: I was wrong about Bob", 0),
        ("Game master: corrected", 0),
        ("ведущий: поправка", 0),
        ("gm: say Tea is ready", 1),
    ],
)
def test_notes_tell_that_a_player_was_put_elsewhere_and_that_the_game_master_corrected(
    tmp_path: Path, line: str, code: int
) -> None:
    """Nothing is known then of that player's place, or of anything that can change, but what follows."""
    found, said, told = audited(tmp_path, AFTER.format(line.replace("боб", "Bob"), "executed"))
    assert (found, told) == (code, "")
    if code:
        assert said.startswith("notes.txt:13:11: fault[MP-50] Bob: up = executed")


def test_what_others_did_binds_after_one_player_was_put_elsewhere(tmp_path: Path) -> None:
    code, said, _ = audited(tmp_path, AFTER.format("Bob: placed = unknown", "wall"))
    assert code == 1
    assert said.startswith("notes.txt:14:14: fault[MP-52] Ann: right = wall")


def test_where_a_player_was_put_is_a_cell_or_unknown(tmp_path: Path) -> None:
    for words in ("placed = z9", "placed", "placed = perhaps"):
        code, _, told = audited(tmp_path, AFTER.format(f"Bob: {words}", "wall"))
        assert code == 2
        assert "where was the player put? write Bob: placed = unknown, or a cell such as a4" in told


@pytest.mark.parametrize("name", ["hide_counts", "hide counts", "Hide Counts", "drift on bump", "drift_on_bump"])
def test_settings_above_notes_are_written_with_spaces_or_underscores(tmp_path: Path, name: str) -> None:
    code, _, told = audited(tmp_path, f"{name}: yes\n" + AFTER.format("Bob: placed = unknown", "executed"))
    assert (code, told) == (0, "")
