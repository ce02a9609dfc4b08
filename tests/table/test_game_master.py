"""The game master's mode: the screen, and corrections, which stand in the log as rulings of the game master."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth import referee
from mapkit.games.labyrinth.sheets import played_sheets
from mapkit.games.labyrinth.state import State
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.files import BadLog
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.replay import MasterRuling as Ruling
from mapkit.model.replay import Placement, ReplayStep
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import A4, Text
from mapkit.table import log, match
from mapkit.table.boards import board
from mapkit.table.host import Host
from mapkit.table.log import RulingEntry
from mapkit.table.tracks import track_of
from mapkit.table.voice import corrections
from tests.command import process, run
from tests.drawings import drawn
from tests.paper.test_sheet import ON_A4
from tests.sheet_measures import prose
from tests.table.test_play import events, terminal

ROOT = Path(__file__).parents[2]
DONE, NOT_UNDERSTOOD = 0, 2
CELL = re.compile(r"\b[a-z]{1,2}\d{1,2}\b")
CAVE = """
rules=T3-A2-H34-W6-O17 bear=d1 creatures=bear
+---+---+---+---+
| .   .   T   F |
+   +---+   +   +
| ~>  ~>  ~o  A
+   +   +   +   +
| W1  .   W2  H |
+---+---+---+---+
"""
TOWER = """
rules=G13
+---+---+
| T   .
+   +   +
| .   . |
+---+---+

+---+---+
| .   . |
+   +   +
| .   . |
+---+---+
"""
QUIET = """
rules=G2-S1-F1-V1-T1-A1-H2-W1-O1 starts=a1,b1
+---+---+---+
| T   . | .
+   +   +   +
| .   .   . |
+---+---+---+
"""


@cache
def cave(settings: str = "") -> Map[Any]:
    return drawn(f"{settings}{CAVE}" if settings else CAVE, "labyrinth")


@contextmanager
def evening(
    path: Path, settings: str = "", *, names: Sequence[str] = ("Ann", "Bob"), lang: str = "en", gm: bool = True
) -> Iterator[Host]:
    """A game with Ann on a3 and Bob on b1; the game master sits at the keyboard."""
    map_ = cave(settings)
    starts = {"starts": " ".join(("a3", "b1", "d3")[: len(names)])}
    with match.start(map_, writer.show(map_), names, starts, "seed", path) as played:
        yield Host(played, phrases("labyrinth", lang), omniscient=False, gm=gm, resume_name="evening")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def host(path: Path) -> Iterator[Host]:
    with evening(path) as there:
        yield there


def state_of(host: Host) -> State:
    found = host.match.state
    assert isinstance(found, State)
    return found


# What is refused


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("say \x1b[2J\x07", "A ruling takes characters that can be printed"),
        ("Bob \u202eat c3", '"Bob U+202Eat c3" is no correction that is known'),
        ("Bob at " + "c" * 700, '"cccccccccccccccccccc" is no cell'),
        ("say " + "x" * 5000, "That line has 5007 characters; 1000 are the most."),
    ],
)
def test_a_correction_that_no_screen_can_show_is_refused_in_a_line_of_its_own(
    host: Host, words: str, begins: str
) -> None:
    (line,) = host.hear(f"gm {words}").lines
    assert line.startswith(begins)
    assert line.isprintable()
    assert len(line) < 200
    assert host.match.standing_directives == ()


def test_random_words_are_refused_and_never_fail(host: Host) -> None:
    words = (
        "Ann Bob at is has carries no wall exit treasure false 1 99 c3 a1 right up turn dead bear nothing and say , ;"
    )
    chance = Chance("words")
    for _ in range(1500):
        said = " ".join(chance.choice(words.split()) for _ in range(1 + chance.below(6)))
        if "dead" not in said:
            assert host.hear(f"gm {said}").lines
    assert match.look(Path(host.match.name), lambda _text, _name: cave()).state == state_of(host)


# The log


def test_a_ruling_is_an_event_of_its_own_and_comes_back_from_the_log(path: Path) -> None:
    with evening(path) as host:
        for words in ("gm Bob at c3", "right", "gm say well", "gm Bob has 2 bullets"):
            assert not host.hear(words).refused
        before = state_of(host)
    lines = events(str(path))
    assert [line["kind"] for line in lines] == ["game", "ruling", "say", "ruling", "ruling"]
    assert list(lines[1]) == ["n", "kind", "words", "heard", "turn", "sum"]
    assert lines[1]["words"] == "Bob at c3"
    assert lines[1]["heard"] == [["gm-notes", {}]]
    assert match.look(path, maps.read_from_log).state == before


def test_a_ruling_that_was_forged_is_refused(path: Path) -> None:
    with evening(path) as host:
        host.hear("gm Bob at c3")
    first = log.read_log(path).events[0].entry
    assert isinstance(first, log.BeginEntry)
    for words, heard in (("Bob at z9", ()), ("Bob at c3", ())):
        other = path.with_name(f"{words[-2:]}.jsonl")
        with closing(log.Log.create(other, first)) as written:
            written.append(RulingEntry(words, heard, "Ann"))
        with pytest.raises(BadLog, match=r"jsonl:2: this mapkit rules differently"):
            match.look(other, maps.read_from_log)


def test_a_game_without_corrections_takes_words_and_refuses_the_rest_kindly(path: Path) -> None:
    map_ = maps.generate("treasures", "gm", preset="small")
    table = table_of(map_.game)
    mute = replace(table, screen=replace(table.screen, correct=None))
    plain = replace(map_, game=replace(map_.game, table=mute))
    with match.start(plain, writer.show(map_), ("Ann", "Bob"), {"order": "given"}, "s", path) as played:
        there = Host(played, phrases("treasures", "en"), omniscient=False, gm=True)
        assert there.hear("gm say Welcome").lines == ("SAY: The game master: Welcome",)
        assert there.hear("gm Ann at a1").lines[0].startswith("No corrections of this game are known")
        assert there.hear("state").lines[1].startswith("> Ann")
        before = replace(played.state, drawn=map_)
    assert match.look(path, maps.read_from_log).state == before


# The screen


def test_a_board_with_floors_names_them() -> None:
    assert board(drawn(TOWER, "labyrinth"), [("Ann", "b1/2")]) == (
        "/1   a   b",
        "   +---+---+",
        " 2 | T   .",
        "   +   +   +",
        " 1 | .   . |",
        "   +---+---+",
        "/2   a   b",
        "   +---+---+",
        " 2 | .   . |",
        "   +   +   +",
        " 1 | .  *. |  Ann b1/2",
        "   +---+---+",
    )


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_screen_fits_80_columns_with_eight_players(path: Path, lang: str) -> None:
    names = [f"{letter}nnabelle" for letter in "ABCDEFGH"]
    map_ = drawn(CAVE.replace("rules=T3-A2-H34-W6-O17", "rules=T3-A2-H34-W6-O147"), "labyrinth", boomerang=2)
    starts = {"starts": " ".join(["a3"] * 8)}
    with match.start(map_, "text", names, starts, "s", path) as played:
        there = Host(played, phrases("labyrinth", lang), omniscient=False, gm=True)
        lines = [*there.hear("state").lines, *there.hear("gm").lines]
    assert len(lines) > 15
    assert [line for line in lines if len(line) > 80] == []


def test_a_ruling_ends_no_turn_that_play_has_not_ended() -> None:
    """MP-76.c: after a kill before the step the player must still make the step, whatever is corrected meanwhile."""
    field = "rules=W5-H2\n+---+---+\n| .   .\n+   +   +\n| T   . |\n+---+---+"
    begun = referee.begin(drawn(field, "labyrinth"), ("Ann", "Bob"), {"starts": "a2 b2"}, lambda _: 1)
    killed = referee.play(begun.state, "shoot right", lambda _: 1).state
    assert [player.name for player in killed.alive] == ["Ann"]
    ruled = referee.correct(killed, "Ann has 3 bullets").state
    assert not ruled.over
    assert referee.play(ruled, "skip", lambda _: 1).state.winner == "Ann"


# Repeat, help, and the end


@pytest.mark.parametrize(("lang", "bob"), [("en", "Bob"), ("ru", "Боб")])
def test_help_of_the_game_master_tells_corrections_that_are_understood(path: Path, lang: str, bob: str) -> None:
    with evening(path, names=("Ann", bob, "Cid"), lang=lang) as host:
        told = host.hear("help").lines
        lines = [line.partition(" ")[2].partition(":")[0] for line in told if line.startswith(("gm ", "ведущий "))]
        examples = [
            word.replace("h4", "d2") for line in lines for word in line.split(" | ") if "TE" not in word.upper()
        ]
        assert len(examples) > 15
        refused = [(words, host.hear(f"gm {words}").lines[0]) for words in examples]
        unread = host.hear("gm dance").lines[0].removeprefix('"dance"').removeprefix("«dance»")
        assert [words for words, said in refused if said.endswith(unread)] == []


@pytest.mark.parametrize(
    ("lang", "typed", "said"),
    [
        ("en", "Ann has 1 dragon", '"dragon" cannot be counted here. Say a number and one of: grenades, bullets'),
        (
            "de",
            "Ann hat 1 Drachen",
            "„drachen“ kann man hier nicht zählen. Sag eine Zahl und eins davon: Granaten, Kugeln",
        ),
        ("de", "Ann hat Granate Kugel", "„Granate“ ist keine Zahl von 0 bis 99"),
        ("ru", "Ann имеет граната пуля", "«граната»: нужно число от 0 до 99"),
    ],
)
def test_a_refusal_tells_words_as_they_were_typed_or_in_the_language_of_the_table(
    path: Path, lang: str, typed: str, said: str
) -> None:
    with evening(path, lang=lang) as host:
        assert host.hear(f"gm {typed}").lines[0].startswith(said)


def test_corrections_on_a_board_with_floors_are_explained_with_cells_of_its_floors(path: Path) -> None:
    with match.start(drawn(TOWER, "labyrinth"), "text", ("Ann", "Bob"), {}, "s", path) as played:
        told = "".join(corrections(played.map, played.situation, phrases("labyrinth", "en")))
    assert "b2/1" in told
    assert not {"c3", "h4"} & {*re.findall(r"\w+", told)}


def test_the_track_tells_rulings_apart_from_what_players_do(path: Path) -> None:
    with evening(path, names=("game master", "Bob")) as host:
        for words in ("gm game master at b3", "right", "gm say well", "gm Bob outside d2 right", "gm turn Bob", "up"):
            host.hear(words)
        track = track_of(host.match, phrases("labyrinth", "en"))
    corrected = ("The game master has corrected the notes.",)
    assert track.entries[:4] == (
        Ruling(0, "game master at b3", corrected, (Placement("game master", "b3"),)),
        ReplayStep(1, "game master", "right", ("Step executed, treasure.",), (), "c3"),
        Ruling(1, "say well", ("The game master: well",)),
        Ruling(1, "Bob outside d2 right", corrected, (Placement("Bob", "d2", outside=True),)),
    )
    assert [(type(entry), entry.number, entry.words) for entry in track.entries[4:]] == [
        (Ruling, 1, "turn Bob"),
        (ReplayStep, 2, "up"),
    ]
    assert [move.cell for move in track.moves_of("game master")] == ["b3", "c3"]
    assert track.rebuilt == frozenset()


@pytest.mark.parametrize(
    ("language", "who", "puts"),
    [
        ("en", "game master", "puts game master there"),
        ("ru", "ведущий", "ставит игрока game master сюда"),
    ],
)
def test_a_game_with_rulings_is_printed_with_them(path: Path, language: str, who: str, puts: str) -> None:
    with evening(path, names=("game master", "Bob")) as host:
        for words in ("gm game master at b3", "right", "gm say well", "gm Bob dead"):
            host.hear(words)
        track = track_of(host.match, phrases("labyrinth", language))
        sheets = played_sheets(host.match.map, track, Edition(A4, language))
    said = prose(sheets)
    told = [said.index(line) for line in ("game master at b3", puts, "say well", "Bob dead")]
    assert told == sorted(told)
    letters = [mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Text)]
    assert letters.count(f"{who}:") == 2


@pytest.mark.parametrize(
    ("rulings", "walls", "exits"),
    [
        ((), False, False),
        (("gm wall a1 right", "gm no wall a1 right"), True, False),
        (("gm exit a1 left",), False, True),
    ],
)
def test_the_legend_of_a_played_game_says_what_rulings_have_changed(
    path: Path, rulings: tuple[str, ...], walls: bool, exits: bool
) -> None:
    quiet = drawn(QUIET, "labyrinth")
    with match.start(quiet, "text", ("Ann", "Bob"), {}, "s", path) as game:
        host = Host(game, phrases("labyrinth", "en"), omniscient=False, gm=True)
        assert [host.hear(words).refused for words in rulings] == [False] * len(rulings)
        said = prose(played_sheets(quiet, track_of(game, phrases("labyrinth", "en")), ON_A4))
    remark = "as they were at the start"
    assert (f"Inner wall × 1 {remark}" in said, f"Exit × 1 {remark}" in said) == (walls, exits)


def test_the_legend_of_a_map_without_walls_tells_of_a_wall_that_was_built(path: Path) -> None:
    bare = drawn(QUIET.replace(". | .", ".   ."), "labyrinth")
    with match.start(bare, "text", ("Ann", "Bob"), {}, "s", path) as game:
        Host(game, phrases("labyrinth", "en"), omniscient=False, gm=True).hear("gm wall a1 right")
        said = prose(played_sheets(bare, track_of(game, phrases("labyrinth", "en")), ON_A4))
    assert "Inner wall × 0 as they were at the start" in said


# From a terminal and a pipe


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", "games")
    Path("cave.toml").write_text(writer.show(cave()), encoding="utf-8")


NEW = ("play", "cave.toml", "--players", "Ann,Bob", "--set", "starts=a3 b1", "--seed", "s", "--log", "game.jsonl")


def test_a_game_is_begun_without_the_mode_and_resumed_with_it(folder: None) -> None:
    run(*NEW, given="right\n")
    corrected = run("play", "--resume", "game.jsonl", "--gm", given="gm Bob at c3\nstate\n").stdout
    assert "SAY: The game master has corrected the notes." in corrected
    assert "  Bob    c3   healthy 1        5       1      -    -" in corrected.splitlines()
    plain = run("play", "--resume", "game.jsonl", given="repeat\ngm Bob at a1\n").stdout
    assert "The game master has corrected the notes." in plain
    assert CELL.search(plain) is None
    assert run("play", "--list").exit_code == DONE
    assert json.loads(run("moves", "game.jsonl", "--json").stdout)["mover"] == "Ann"


def test_a_saved_game_is_listed_with_the_turn_that_was_ruled(folder: None) -> None:
    words = [word for word in NEW if word not in ("--log", "game.jsonl")]
    run(*words, "--gm", given="gm turn Bob\n")
    assert "Ann, Bob  0 commands, Bob to move" in run("play", "--list").stdout


def test_a_ruling_torn_by_a_kill_is_dropped_and_the_game_goes_on(folder: None) -> None:
    run(*NEW, "--gm", given="right\ngm Bob at c3\n")
    whole = Path("game.jsonl").read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    for kept in (1, len(last) // 2, len(last) - 2):
        Path("game.jsonl").write_bytes(whole[: len(whole) - len(last) + kept])
        result = run("play", "--resume", "game.jsonl", "--gm", given="state\ngm Bob at c3\n")
        assert (result.exit_code, "the last line of the log was torn off" in result.stderr) == (DONE, True)
        assert "  Bob    b1   healthy 1        5       1      -    -" in result.stdout.splitlines()
        assert Path("game.jsonl").read_bytes() == whole


def test_a_game_master_whose_process_is_killed_loses_nothing_that_was_on_the_screen(folder: None) -> None:
    with process(*NEW, "--gm", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write(b"gm Bob at c3\n")
        playing.stdin.flush()
        while b"corrected the notes" not in playing.stdout.readline():
            assert playing.poll() is None
        playing.send_signal(signal.SIGKILL)
    assert match.look(Path("game.jsonl"), maps.read_from_log).state.named("Bob").cell == "c3"


def test_at_a_terminal_the_game_master_sees_what_they_type_and_corrects(folder: None) -> None:
    """MP-40: players tell their starts to the game master; a curtain would only hide them from the game master."""
    words = [word for word in NEW if word != "starts=a3 b1"]
    words.remove("--set")
    with terminal(*words, "--gm") as there:
        there.until("Ann> ")
        there.type("start a3\n")
        assert "start a3" in there.until("Bob> ")
        there.type("start b1\n")
        assert "SAY: It is Ann's turn." in there.until("Ann> ")
        there.type("gm Bob at c3\n")
        there.until("  Bob    c3   healthy")
        there.type("quit\n")
        there.until("The game is saved.")
        assert there.playing.wait(timeout=30) == DONE


def test_who_was_moved_by_a_ruling_did_not_move_the_others(path: Path) -> None:
    with evening(path, names=("Bob", "Ann")) as host:
        for words in ("gm Bob at b3", "gm Ann at d2"):
            host.hear(words)
        track = track_of(host.match, phrases("labyrinth", "en"))
    assert [move.cell for move in track.moves_of("Bob")] == ["b3"]
    assert [move.cell for move in track.moves_of("Ann")] == ["d2"]
