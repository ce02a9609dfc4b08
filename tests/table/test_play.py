"""An evening at the table: what people type, what everybody hears, and what they find when they come back."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import Result

from mapkit.cli import (
    table,  # noqa: F401 (takes `at_a_terminal` as it is, before a test replaces it)
)
from mapkit.cli import terminal as terminal_module
from mapkit.games import maps
from mapkit.language import phrases
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.files import FileTrouble
from mapkit.model.map import Map
from mapkit.table import log, match, saved_games
from mapkit.table.host import Host
from mapkit.table.tracks import paths
from tests.command import process, refusal, run

ROOT = Path(__file__).parents[2]
DONE, BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, STOPPED = 0, 1, 2, 3, 130
CELL = re.compile(r"\b[a-z]{1,2}\d{1,2}\b")
SLOPE = """
mapkit = 1
game = "treasures"
map = '''
+---+---+---+---+---+
| ~v  .   .   T   .
+   +---+   +   +   +
| ~v  S   M   .   H |
+   +   +   +   +   +
| ~v  .   F   .   . |
+---+---+---+---+---+
'''
[settings]
shop = 1
hospital = 1
marsh = 1
river = 3
fake = 1
two_way = 0
three_way = 0
treasures = 1
exits = 1
walls = 1
exit_distance = 0
treasure_distance = 0
players = 3
"""
ANN_ON_B3 = ("--players", "Ann,Bob", "--set", "starts=b3 e1", "--set", "order=given", "--seed", "s")
TO_A_WIN = "east\nnorth\neast; take\nsouth\neast\nwest\neast\n"
"""Ann goes east along the top row, over the treasure on d3. Bob looks into the hospital on e2 and leaves again."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, made the current one, with a map in it and the saved games in `games`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", "games")
    (tmp_path / "slope.toml").write_text(SLOPE, encoding="utf-8")
    return tmp_path


def play(*words: str, given: str = "") -> Result:
    """A new game of Ann and Bob on the slope, kept in `game.jsonl`."""
    return run("play", "slope.toml", *ANN_ON_B3, "--log", "game.jsonl", *words, given=given)


def save(*names: str, given: str = "") -> None:
    """The same game, saved under each of these names."""
    for name in names:
        play("--log", f"games/{name}.jsonl", given=given)


def waits(playing: subprocess.Popen[bytes]) -> bool:
    """Whether a process sleeps; if the system does not tell (no `/proc`), wait half a second instead."""
    told = Path(f"/proc/{playing.pid}/stat")
    if told.exists():
        return told.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "S"
    time.sleep(0.5)
    return True


def interrupted(playing: subprocess.Popen[bytes]) -> int:
    """The exit code after Ctrl-C.

    It is pressed when the process waits. If it still falls between the prompt and the reading, it is pressed again, as
    a person would.
    """
    while not waits(playing):
        time.sleep(0.02)
    for _ in range(10):
        playing.send_signal(signal.SIGINT)
        try:
            return playing.wait(timeout=10)
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError("Ctrl-C did not end it")


def heard(result: Result) -> list[str]:
    """The announcements after those of the beginning."""
    begins, size, counts, turn, *said = result.stdout.splitlines()
    assert (begins, turn) == ("The game begins. Order of turns: Ann, Bob.", "It is Ann's turn."), result.output
    assert (size[:10], counts[:9]) == ("The board ", "It holds:")
    return said


def events(path: str = "game.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


# A pipe


def test_the_two_forms_of_a_file_of_directives_are_heard_alike(folder: Path) -> None:
    unix = play(given="# a note\n\n  east  \n\n#east\nNORTH").stdout
    (folder / "game.jsonl").unlink()
    assert play(given="# a note\r\n\r\n  east  \r\n\r\n#east\r\nNORTH\r\n").stdout == unix
    assert unix.count("turn.") == 3


@pytest.mark.parametrize(
    "words", ["dance", "east east", "attack", "shoot up up", "ö", "take \x1b[2J me", "--help", "?!"]
)
def test_nonsense_is_refused_and_no_escape_code_reaches_the_terminal(words: str) -> None:
    (refused,) = heard(play(given=f"{words}\n"))
    assert "Traceback" not in refused
    assert refused.isprintable()
    assert len(events()) == 1


def test_a_line_too_long_is_refused_as_a_whole() -> None:
    said = heard(play(given=f"{'north;' * 1_000}\n{'ö' * 100_000}\neast"))
    assert said[0].startswith("That line has 4008 ")
    assert said[0].endswith("characters; 1000 are the most.")
    assert "are the most." in said[1]
    assert said[2:] == ["Ann walks into a SAFE clearing.", "It is Bob's turn."]
    assert len(events()) == 2


def test_bytes_that_are_no_text_are_refused(folder: Path) -> None:
    words = ("play", "slope.toml", *ANN_ON_B3, "--log", "game.jsonl")
    done = process(*words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said, _ = done.communicate(b"\xff\xfe\x00\neast\n", timeout=30)
    assert done.returncode == DONE
    assert said.decode().splitlines()[-1] == "It is Bob's turn."


# Words of the table


def test_all_that_help_lists_may_be_said(folder: Path) -> None:
    with evening(seed="help") as host:
        for _ in range(30):
            (listed, *_) = host.hear("help").lines
            ways = listed.removeprefix("You may say: ").removesuffix(".").split(", ")
            assert tuple(ways) == host.match.ways
            assert not host.hear(Chance(listed + str(len(host.match.standing_directives))).choice(ways)).refused
            if not host.match.mover:
                break


# Resuming


@pytest.mark.parametrize("typed", ["", "south\n", "east\n", "east\nnorth\neast\n", "east\nundo\n", TO_A_WIN])
def test_a_game_that_was_left_goes_on_in_the_same_state(typed: str) -> None:
    """TL-4: this holds in the middle of a turn too."""
    play(given=typed)
    before = state_of("game.jsonl")
    result = run("play", "--resume", "game.jsonl", given="quit\n")
    assert result.exit_code == DONE
    assert result.stdout.startswith("The game goes on." if events()[-1]["kind"] == "say" else "The game begins.")
    assert before[1] == "" or f"It is {before[1]}'s turn." in result.stdout.splitlines()
    assert state_of("game.jsonl") == before


def state_of(name: str) -> tuple[Any, str]:
    looked = match.look(Path(name), maps.read_from_log)
    return looked.seats, looked.mover


def test_a_game_left_and_resumed_is_played_as_one_never_left(folder: Path) -> None:
    lines = [*TO_A_WIN.splitlines()]
    play(given=lines[0])
    for line in lines[1:]:
        run("play", "--resume", "game.jsonl", given=line)
    often = [event["heard"] for event in events()]
    (folder / "game.jsonl").unlink()
    play(given=TO_A_WIN)
    assert [event["heard"] for event in events()] == often


@pytest.mark.parametrize("command", [("play", "--resume"), ("moves",), ("print",)])
def test_a_damaged_log_is_refused_with_its_line(command: tuple[str, ...]) -> None:
    play(given="east\nnorth\n")
    path = Path("game.jsonl")
    path.write_bytes(path.read_bytes().replace(b'"east"', b'"west"'))
    result = run(*command, "game.jsonl")
    assert (result.exit_code, result.stdout) == (NOT_UNDERSTOOD, "")
    assert "error: game.jsonl:2: damaged" in result.stderr


def test_a_second_writer_is_refused_and_others_may_look() -> None:
    """TL-38: somebody who does not play may look at any time."""
    play(given="east\n")
    with match.resume(Path("game.jsonl"), maps.read_from_log):
        assert "another mapkit is playing this game" in refusal("play", "--resume", "game.jsonl", code=NO_FILE)
        assert run("moves", "game.jsonl").stdout == "north\neast\nsouth\nwest\n"
        assert run("print", "game.jsonl", "-o", "paper").stdout == "paper/game-played.pdf\n"
    assert run("play", "--resume", "game.jsonl").exit_code == DONE


# Saved games


def test_games_are_listed_by_id_with_players_and_turn() -> None:
    """TL-3."""
    empty = run("play", "--list")
    assert (empty.exit_code, empty.stdout, empty.stderr) == (DONE, "", "no game is saved\n")
    save("one", given="east\n")
    save("two", given=TO_A_WIN)
    Path("games/bad.jsonl").write_text("{}\n", encoding="utf-8")
    for name, when in (("one", datetime(2026, 3, 4, 20, 15)), ("two", datetime(2026, 3, 5, 9, 5))):
        os.utime(f"games/{name}.jsonl", (when.timestamp(), when.timestamp()))
    result = run("play", "--list")
    assert result.stdout.splitlines() == [
        "one  treasures  Ann, Bob  1 command, Bob to move  2026-03-04 20:15",
        "two  treasures  Ann, Bob  8 commands, over  2026-03-05 09:05",
    ]
    assert result.stderr.startswith("bad: cannot be read")


def test_a_saved_game_with_a_time_of_no_calendar_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not every disk takes such a time."""
    save("one", "two", given="east\n")
    stat = Path.stat

    def odd(path: Path, **options: bool) -> os.stat_result:
        found = stat(path, **options)
        return os.stat_result((*found[:8], 1 << 60, found[9])) if path.stem == "two" else found

    monkeypatch.setattr(Path, "stat", odd)
    when = [line.split("  ")[-1] for line in run("play", "--list").stdout.splitlines()]
    assert (len(when), when[1]) == (2, "?")
    folder = Path("games")
    assert [game.id for game in saved_games.latest_games(folder)] == ["one", "two"]
    assert saved_games.latest(folder) == "one"


def test_a_game_without_a_log_is_kept_by_the_id_that_is_told() -> None:
    result = run("play", "slope.toml", "--players", "Ann", given="quit\n")
    (told,) = re.findall(r"kept as (\w+); go on with it by mapkit play --resume (\w+)\n", result.stderr)
    assert told[0] == told[1]
    assert "seed" not in result.stderr  # the seed would tell the dice
    assert run("play", "--list").stdout.startswith(f"{told[0]}  treasures  Ann  0 commands, Ann to move")
    assert run("play", "--resume", told[0]).exit_code == DONE


def test_resume_without_an_id_goes_on_with_the_game_that_was_played_last() -> None:
    nothing = run("play", "--resume")
    assert (nothing.exit_code, nothing.stderr) == (NO_FILE, "error: no game is saved; begin one by mapkit play FILE\n")
    save("one", given="east\n")
    save("two")
    os.utime("games/one.jsonl", (2e9, 2e9))
    result = run("play", "--resume", "--lang", "en", given="repeat\n")
    assert result.stderr == "going on with the latest game: one\n"
    assert "Ann walks into a SAFE clearing." in result.stdout
    assert run("play", "--resume").exit_code == DONE
    assert "peek=yes" in run("play", "--resume", "--options").stdout


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a person at a terminal answers to the questions of a command, one after the other."""
    given = list[str]()
    monkeypatch.setattr(terminal_module, "at_a_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: given.pop(0))
    return given


def test_before_all_games_are_deleted_a_person_is_asked(answers: list[str]) -> None:
    save("one", "two")
    answers += ["no", "", "yes"]
    for _ in range(2):
        assert run("play", "--delete", "all").stderr == "nothing is deleted\n"
    assert run("play", "--delete", "all").stderr == "deleted: one, two\n"


def test_a_name_with_a_space_is_asked_about(answers: list[str]) -> None:
    """Somebody may have forgotten the commas."""
    answers += ["no", "yes"]
    assert (
        refusal("play", "slope.toml", "--players", "Ann Bob")
        == "error: 'Ann Bob': put commas between the names, such as Ann,Bob\n"
    )
    assert run("play", "slope.toml", "--players", "Ann Lee").exit_code == DONE
    assert answers == []


def test_what_is_no_log_stays_when_all_games_are_deleted(answers: list[str]) -> None:
    """Corpora end in .jsonl as well, and `--list` had just said that they are no logs."""
    save("one", "torn", "newer")
    with Path("games/torn.jsonl").open("ab") as torn:
        torn.write(b"damaged\n")
    body = Path("games/newer.jsonl").read_bytes().splitlines()[0][: -log._TAIL].replace(b'"mapkit":1', b'"mapkit":2')
    Path("games/newer.jsonl").write_bytes(body + log._tail(log._seal("", body + b"}")) + b"\n")
    run("generate", "treasures", "--preset", "small", "--count", "2", "-o", "games/corpus.jsonl")
    Path("games/empty.jsonl").touch()
    Path("games/link.jsonl").symlink_to("nowhere")
    Path("games/folder.jsonl").mkdir()
    os.mkfifo("games/pipe.jsonl")
    answers += ["yes"]
    result = run("play", "--delete", "all")
    assert result.exit_code == NO_FILE
    no_log = "does not begin as a log of mapkit and stays; `mapkit play --delete"
    assert result.stderr.splitlines() == [
        "deleted: newer, one, torn",
        f"error: games/corpus.jsonl: {no_log} corpus` deletes it",
        f"error: games/empty.jsonl: {no_log} empty` deletes it",
        "error: games/folder.jsonl: cannot be opened: it is no plain file",
        "error: games/link.jsonl: there is no such log; `mapkit play FILE` begins one",
        "error: games/pipe.jsonl: cannot be opened: it is no plain file",
    ]
    assert {path.stem for path in Path("games").iterdir()} == {"corpus", "empty", "link", "folder", "pipe"}
    for name in ("corpus", "empty", "link", "pipe"):
        assert run("play", "--delete", name).stderr == f"{name} is deleted\n"


def test_what_is_no_plain_file_does_not_stand_in_the_way_of_the_latest_game() -> None:
    save("one", "two")
    os.utime("games/one.jsonl", (1e9, 1e9))
    os.utime("games/two.jsonl", (1.1e9, 1.1e9))
    Path("games/zz.jsonl").symlink_to("nowhere")
    Path("games/new.jsonl").mkdir()
    os.mkfifo("games/pipe.jsonl")
    assert run("play", "--resume", "--lang", "en").stderr == "going on with the latest game: two\n"
    assert [game.id for game in saved_games.latest_games(Path("games"))] == ["two", "one"]
    for name in ("one", "two"):
        Path(f"games/{name}.jsonl").unlink()
    result = run("play", "--resume")
    assert (result.exit_code, result.stderr) == (NO_FILE, "error: no game is saved; begin one by mapkit play FILE\n")


@pytest.mark.parametrize("begun", ["a/" * 3000, "b" * 300 + ".toml"])
def test_a_name_longer_than_a_path_may_be_is_no_file_in_any_command(begun: str) -> None:
    """Python 3.11 raised OSError where it was asked whether such a file is there."""
    for words in (("print",), ("check",), ("play", "--players", "Ann"), ("simulate",), ("studio",), ("audit",)):
        result = run(*words, begun)
        assert result.exit_code == NO_FILE, result.output
        assert re.match(
            "error: [ab/]{,1024}….*: (cannot be read: file name too long|there is no such file); ", result.stderr
        )
        assert "Errno" not in result.stderr
    result = run("play", "slope.toml", "--players", "Ann", "--log", f"{begun}/x.jsonl")
    assert (result.exit_code, "Errno" in result.stderr) == (NO_FILE, False)


# Games that do not begin


def test_a_wrong_name_with_control_characters_is_told_without_them() -> None:
    result = run("play", "slope.toml", "--players", "Ann,B\x1b[31mob")
    assert (result.exit_code, result.stdout) == (NOT_UNDERSTOOD, "")
    assert "is no name" in result.stderr
    assert all(line.isprintable() for line in result.stderr.splitlines())
    assert not Path("games").exists()


def test_a_name_with_its_accents_apart_is_the_same_name() -> None:
    """macOS takes letters and their accents apart, as in a name that is copied from the name of a file."""
    whole, apart = "Zoë", "Zoe\u0308"
    result = run("play", "slope.toml", "--players", f"{apart},Bob", given=f"{whole}: north\n{apart}: north\nquit\n")
    assert "nobody" not in result.stderr.casefold()
    assert apart not in result.stdout
    assert whole in result.stdout
    twice = run("play", "slope.toml", "--players", f"{apart},{whole}")
    assert "two players are called 'Zoë'" in twice.stderr


def test_a_disk_that_is_full_ends_a_script_before_anything_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise FileTrouble("game.jsonl: cannot be written, so nothing was announced: no space left on device")

    monkeypatch.setattr("mapkit.table.log.Log.append", full)
    result = play(given="east\n")
    assert result.exit_code == NO_FILE
    assert heard(result) == []
    assert "nothing was announced" in result.stderr


# What is secret


class Tame(NamedTuple):
    """A map for random games, and what was said on it before somebody won."""

    drawn: Map[Any]
    text: str


@cache
def small(seed: str) -> Tame:
    drawn = maps.generate("treasures", seed, preset="small")
    return Tame(drawn, writer.show(drawn))


@contextmanager
def evening(
    seed: str = "s", *, omniscient: bool = False, names: tuple[str, ...] = ("Ann", "Bob", "Cid"), **options: str
) -> Iterator[Host]:
    """A host with a fresh game on a small map. In the names of options, `_` stands for `-`."""
    given = {key.replace("_", "-"): value for key, value in options.items()}
    with match.start(*small(seed), names, given, seed, Path(f"{seed}.jsonl")) as played:
        yield Host(played, phrases.phrases("treasures", "en"), omniscient=omniscient)


def wander(host: Host, seed: str, lines: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Say random words, some of them allowed and some not, until the game is over; yield the words and the answer."""
    chance = Chance(seed)
    also = ["undo", "redo", "repeat", "help", "map", "peek", "peek 2 agreed", "undo 2", "attack Bob", "shoot up", "dig"]
    for _ in range(lines):
        words = chance.choice(also if chance.below(4) == 0 else host.match.ways)
        said = host.hear(words).lines
        if not host.match.mover:
            return
        yield words, said


@pytest.mark.parametrize("private", ["no", "yes"])
@pytest.mark.parametrize("seed", ["one", *(pytest.param(seed, marks=pytest.mark.long) for seed in ("two", "three"))])
def test_a_public_transcript_names_no_cell_and_shows_no_board_before_the_end(seed: str, private: str) -> None:
    with evening(seed, private_answers=private) as host:
        heard = [*host.welcome(), *(line for _, said in wander(host, seed, 200) for line in said)]
        assert len(heard) > 200
        assert [line for line in heard if CELL.search(line) or "+---" in line] == []
        assert any("Blocked by wall" in line for line in heard)


def test_a_path_shows_cells_that_were_passed_through_in_brackets() -> None:
    with evening("paths", names=("Ann",)) as host:
        walked = [line for _, said in wander(host, "paths", 400) for line in said]
        assert any("flushed" in line for line in walked)
        assert any(stop.how == "passed" for stop in paths(host.match)["Ann"])


def test_public_facts_name_what_everybody_holds() -> None:
    with evening("facts", peek="yes") as host:
        for words, _ in wander(host, "facts", 150):
            assert words
            facts = host.hear("peek 1").lines
            assert [line.partition(":")[0] for line in facts] == [seat.name for seat in host.match.seats]
            assert not any(CELL.search(line) for line in facts)


def test_a_private_answer_is_wiped_away_before_the_next_player_looks() -> None:
    """TL-G3."""
    with evening("wipe", private_answers="yes") as host:
        assert all(
            host.hear(words).private for words in ("north", "east", "help", "repeat", "undo", "redo", "attack Bob")
        )
    with evening("open") as host:
        assert not any(host.hear(words).private for words in ("north", "east", "help", "repeat", "undo", "redo"))


def test_a_miss_and_a_wall_sound_alike_and_no_refusal_tells_where_a_wall_is() -> None:
    """TL-55.3: the list of what may be said never depends on walls."""
    with evening("walls") as host:
        for _ in wander(host, "walls", 120):
            steps = [way for way in host.match.ways if way in ("north", "east", "south", "west")]
            assert len(steps) in (0, 4)


# Moves


NAMELESS = """
mapkit = 1
game = "labyrinth"
rules = "G1-S1-F1-V1-T3-A2-H3-W67-O1"
map = '''
+---+---+---+---+
| A   . | T   T
+   +   +   +   +
| .   .   .   F |
+   +   +   +   +
| .   .   .   . |
+---+---+---+---+
'''
[settings]
players = 3
anonymous_hits = true
"""
WEAPONS = [*(f"shoot {way}" for way in ("up", "down", "left", "right")), "knife"]


def test_with_anonymous_hits_a_program_is_not_told_who_is_wounded() -> None:
    drawn = maps.read(NAMELESS.encode(), "nameless").map
    for starts in ("a1 b1 d1", "a1 b2 b1"):
        game = drawn.begin(["Ann", "Bob", "Cid"], options={"starts": starts})
        for said in ("skip", "shoot right", "end", "skip"):
            game = game.say(said)
        assert [option.words for option in game.options() if option.certain] == ["end"]
        assert {*WEAPONS} <= {option.words for option in game.options() if not option.certain}


# The printed game


def test_a_played_game_is_printed_by_log_or_by_id() -> None:
    save("bodafi", given=TO_A_WIN)
    assert run("print", "bodafi", "-o", "paper").stdout == "paper/bodafi-played.pdf\n"
    assert run("print", "games/bodafi.jsonl", "-o", "other", "--format", "svg").exit_code == DONE
    assert Path("paper/bodafi-played.pdf").read_bytes().startswith(b"%PDF")
    assert run("print", "games/bodafi.jsonl", "-o", "paper").exit_code == DONE, "the same bytes"


# A process


def test_the_first_prompt_loads_no_solver_no_graphs_and_no_printer(folder: Path) -> None:
    code = "import sys; from mapkit.__main__ import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    for words in (("slope.toml", *ANN_ON_B3, "--log", "g.jsonl"), ("--resume", "g.jsonl")):
        command = [sys.executable, "-c", code, "play", *words]
        around = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, input="east\nhelp\n", env=around, capture_output=True, text=True, check=True)
        loaded = {name.partition(".")[0] for name in done.stderr.splitlines()[-1].split()}
        assert "mapkit" in loaded
        assert not loaded & {"ortools", "networkx", "reportlab", "svgwrite", "fontTools", "prompt_toolkit"}


def test_ctrl_c_ends_the_evening_and_the_game_goes_on_where_it_was() -> None:
    words = ("play", "slope.toml", *ANN_ON_B3, "--log", "game.jsonl")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with process(*words, **pipes) as playing:
        assert playing.stdin
        assert playing.stdout
        playing.stdin.write(b"south\n")
        playing.stdin.flush()
        while not (line := playing.stdout.readline()).startswith(b"Ann cannot move"):
            assert line
        assert interrupted(playing) == STOPPED
        assert playing.stderr
        assert playing.stderr.read().decode().splitlines()[-1] == "stopped; the game is saved"
    result = run("play", "--resume", "game.jsonl", given="east\n")
    assert result.stdout.splitlines() == [
        "The game goes on.",
        "Ann: south",
        "Ann cannot move south. Blocked by wall.",
        "It is Ann's turn.",
        "Ann walks into a SAFE clearing.",
        "It is Bob's turn.",
    ]


# A terminal


CLEARED = "\x1b[2J"


class Terminal:
    """A dialogue at a terminal: type words, and read what the screen has shown since."""

    def __init__(self, *words: str) -> None:
        self.unread = ""
        self.screen, inside = pty.openpty()
        self.playing = process(*words, stdin=inside, stdout=inside, stderr=inside, start_new_session=True)
        os.close(inside)

    def until(self, sign: str) -> str:
        """What the screen has shown since the last sign, up to the given one; fails if the sign does not come."""
        shown, ends = self.unread, time.monotonic() + 30
        while sign not in shown:
            ready, _, _ = select.select([self.screen], [], [], max(0.0, ends - time.monotonic()))
            assert ready, f"{sign!r} did not appear in {shown!r}"
            try:
                shown += os.read(self.screen, 4096).decode(errors="replace")
            except OSError:
                raise AssertionError(f"{sign!r} did not appear in {shown!r}") from None
        before, _, self.unread = shown.partition(sign)
        return before + sign

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())


@contextmanager
def terminal(*words: str) -> Iterator[Terminal]:
    there = Terminal(*words)
    try:
        yield there
    finally:
        there.playing.kill()
        there.playing.wait()
        os.close(there.screen)


def test_at_a_terminal_the_prompt_names_the_player_and_an_empty_line_does_nothing(folder: Path) -> None:
    with terminal("play", "slope.toml", *ANN_ON_B3, "--log", "game.jsonl") as there:
        assert "The game begins." in there.until("Ann> ")
        there.type("east\n")
        assert "Ann walks into a SAFE clearing." in there.until("Bob> ")
        there.type("\n")
        there.type("rep\t\n")
        assert CLEARED not in there.until("Ann walks into a SAFE clearing.")
        there.until("Bob> ")
        there.type("\x04")
        there.until("The game is saved.")
        assert there.playing.wait(timeout=30) == DONE
    assert len(events()) == 2


def test_at_a_terminal_the_names_are_asked_for(folder: Path) -> None:
    with terminal("play", "slope.toml", "--set", "order=given", "--log", "game.jsonl") as there:
        there.until("Who plays?")
        there.type("Ann, Bob\n")
        there.until("Ann> ")
        there.type("\x04")
        assert there.playing.wait(timeout=30) == DONE


def test_a_player_may_leave_at_the_question_for_names(folder: Path) -> None:
    with terminal("play", "slope.toml") as there:
        there.until("Who plays?")
        there.type("\x04")
        there.until("no players given")
        assert there.playing.wait(timeout=30) == NOT_UNDERSTOOD
    with terminal("play", "slope.toml") as there:
        there.until("Who plays?")
        assert interrupted(there.playing) == STOPPED
        there.until("stopped")
    assert not Path("games").exists()


def test_ctrl_c_at_the_prompt_keeps_the_game(folder: Path) -> None:
    with terminal("play", "slope.toml", *ANN_ON_B3, "--log", "game.jsonl") as there:
        there.until("Ann> ")
        assert interrupted(there.playing) == STOPPED
        there.until("the game is saved")
    assert len(events()) == 1


def test_a_private_answer_is_wiped_away_at_a_terminal(folder: Path) -> None:
    """TL-G3."""
    words = ("play", "slope.toml", *ANN_ON_B3, "--log", "game.jsonl", "--set", "private-answers=yes")
    with terminal(*words) as there:
        there.until("Ann> ")
        there.type("east\n")
        assert "(for Ann) Ann walks into a SAFE clearing." in there.until("Press Enter to hide this. ")
        there.type("\n")
        wiped = there.until("Bob> ")
        assert CLEARED in wiped
        there.type("\n")
        assert CLEARED in there.until("\x1b[3J")
        there.type("north\n")
        there.until("Press Enter to hide this. ")
        there.type("\x04")
        there.until("Ann> ")


def test_nothing_is_heard_behind_a_curtain_that_is_for_another() -> None:
    with evening("curtain", private_answers="yes") as host:
        for _ in range(40):
            mover = host.match.mover
            for line in host.hear(host.match.ways[0]).lines:
                assert not line.startswith("(for ") or mover in line.partition(")")[0]


def test_behind_a_curtain_nobody_learns_how_many_commands_others_gave() -> None:
    """TL-G3: Bob takes Ann's turn back and brings it back; how often a wall was in her way is hers alone."""
    told = []
    for number, walls in enumerate(("", "north\nnorth\n")):
        said = play("--set", "private-answers=yes", "--log", f"{number}.jsonl", given=f"{walls}east\nundo\nredo\n")
        assert said.stdout.count("Blocked by wall.") == 2 * number
        told.append(said.stdout.splitlines()[-5:])
    assert told[0] == told[1]
    assert "Taken back: what was said." in told[0]
