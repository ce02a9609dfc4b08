"""The command line: what a person types and reads, and what is in the folder afterwards."""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

import mapkit
from mapkit.cli import main
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import share_code, writer
from mapkit.model import resources, version
from mapkit.model.rule import SolverGaveUp
from mapkit.model.settings import settings
from mapkit.solve import legality, repairs, search
from mapkit.studio.words import page
from tests.command import Typed, output, refusal, run
from tests.same_bytes import PATHS, RUN

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "templates" / "samples"
CELLAR, ATTIC = str(SAMPLES / "cellar.toml"), str(SAMPLES / "attic.toml")
DONE, BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, NO_MAP, STOPPED = 0, 1, 2, 3, 4, 130
ESC = "\x1b[31m"


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """The result of a command typed in an empty folder; an unexpected failure is raised."""
    monkeypatch.chdir(tmp_path)
    return run


def mapkit_process(*words: str, env: dict[str, str] | None = None, **where: Any) -> subprocess.Popen[bytes]:
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **where}
    command = [*RUN, "-m", "mapkit", *words]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": PATHS, **(env or {})}, **streams)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def talk(result: Result) -> list[str]:
    return result.stderr.splitlines()


# Telling


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_output_that_is_redirected_is_utf_8_whatever_the_system_writes(encoding: str, tmp_path: Path) -> None:
    """Windows writes files in a code page that lacks most letters; a terminal takes what it can show."""
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    said, told = mapkit_process("check", "none.toml", "--lang", "ru", cwd=tmp_path, env=env).communicate()
    assert "такого файла нет" in told.decode()
    said, _ = mapkit_process("rules", "treasures", "--lang", "ru", cwd=tmp_path, env=env).communicate()
    assert "клад" in said.decode().casefold()


def test_a_program_is_told_all_games_with_their_sheets_and_presets(typed: Typed) -> None:
    told = json.loads(typed("games", "--json").stdout)
    assert [game["name"] for game in told] == list(GAMES)
    assert all({"gm", "card"} <= set(game["sheets"]) and "default" in game["presets"] for game in told)


def test_rules_are_told_with_the_numbers_in_force_and_the_settings(typed: Typed) -> None:
    said = typed("rules", "treasures", "--size", "9x7", "--set", "marsh=3").stdout
    assert "9 x 7" in said
    assert "TL-15    Marsh tiles: 3." in said
    assert re.search(r"^  marsh=3 +Marsh tiles \(TL-15\)$", said, re.MULTILINE)
    told = json.loads(typed("rules", "treasures", "--json").stdout)
    assert told["settings"]["marsh"] == 8
    assert ("TL-15", "Marsh tiles: 8.") in [(rule["rule"], rule["sentence"]) for rule in told["rules"]]


OF_ITS_OWN = {
    f"--{name}"
    for name in "anyway count format from game lang minutes output player players set size theme".split()  # noqa: SIM905
}
"""The options that mean something else in some commands."""


def test_an_option_has_one_sentence_in_all_commands() -> None:
    commands = typer.main.get_command(main.app).commands  # type: ignore[attr-defined]  # a group
    options = (param for found in commands.values() for param in found.params if param.opts[0][0] == "-")
    said = {(each.opts[0], each.help) for each in options if each.opts[0] != "--rules"}  # written when it is asked for
    assert {name for name, times in Counter(name for name, _ in said).items() if times > 1} == OF_ITS_OWN


def test_the_version_is_told_with_and_without_the_commands(typed: Typed) -> None:
    asked = [sys.executable, "-c", "import sys; sys.modules['cv2'] = None; from mapkit.__main__ import main; main()"]
    found = subprocess.run([*asked, "--version"], capture_output=True, text=True, check=True).stdout
    here = ("", "parquet, ") if find_spec("pyarrow") is None else (", parquet", "")  # `make setup-ci` brings it
    extras = f"extras: dask, deduction, heic{here[0]}\nnot installed: {here[1]}photos"
    assert found == f"mapkit {mapkit.__version__}\n{extras}\n"
    assert typed("--version").stdout.startswith(f"mapkit {mapkit.__version__}\nextras: ")
    assert "--version" in typed("--help").stdout


def test_whom_to_tell_is_said_where_a_packager_has_said_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (version.PAGES, version.REPORTS, version.contacts()) == ("", "", [])
    monkeypatch.setattr(version, "REPORTS", "maps@example.org")
    line = "tell what goes wrong: maps@example.org\n"
    assert output("--version").endswith(f"\n{line}")
    assert output("--help").endswith(f"\n\n{line}")
    assert f"<p>{line.strip()}</p></dialog>" in page("en")


def test_a_new_map_comes_with_its_legend_and_a_word_on_how_to_go_on(typed: Typed, tmp_path: Path) -> None:
    shown = typed("new", "treasures", "--size", "3x2")
    assert "#   S    Shop" in shown.stdout
    assert shown.stdout.count("+---+---+---+") == 2
    assert "mapkit check FILE" in shown.stderr
    written = typed("new", "treasures", "-o", "my map.toml")
    assert written.stdout == "my map.toml\n"
    assert "mapkit complete 'my map.toml'" in written.stderr
    assert files(tmp_path) == ["my map.toml"]


# Generating


def test_a_map_goes_into_the_folder_output_and_the_talk_says_what_to_do_next(typed: Typed, tmp_path: Path) -> None:
    result = typed("generate", "treasures", "--seed", "Big Cave!")
    assert (result.exit_code, result.stdout) == (DONE, "output/treasures-big-cave.toml\n")
    assert talk(result) == ["print it: mapkit print output/treasures-big-cave.toml"]
    assert typed("check", "output/treasures-big-cave.toml").stdout == "output/treasures-big-cave.toml: legal\n"


def test_a_seed_that_was_drawn_is_told_and_gives_the_same_map_again(typed: Typed) -> None:
    first = typed("generate", "treasures", "-o", "-")
    (said,) = talk(first)
    seed = said.removeprefix("seed ")
    assert typed("generate", "treasures", "--seed", seed, "-o", "-").stdout == first.stdout
    assert typed("generate", "treasures", "--seed", seed + "x", "-o", "-").stdout != first.stdout


@pytest.mark.parametrize("seed", ["", "Жук", "a b", "../..", "CON", "日本語", "x" * 200, '"""', "#", "-"])
def test_any_text_is_a_seed(typed: Typed, tmp_path: Path, seed: str) -> None:
    result = typed("generate", "treasures", "--seed", seed)
    assert result.exit_code == DONE
    (name,) = files(tmp_path)
    assert Path(name).parent == Path("output")
    assert typed("check", name).exit_code == DONE


@pytest.mark.parametrize("number", [25, pytest.param(1000, marks=pytest.mark.long)])
def test_as_many_seeds_give_as_many_different_legal_maps(number: int) -> None:
    made = [maps.generate("treasures", f"seed {n}") for n in range(number)]
    assert len({thing.facts for thing in made}) == number
    assert not any(legality.check(thing) for thing in made)


def test_a_seed_gives_the_same_map_whatever_hash_order_locale_and_clock() -> None:
    surroundings = (
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Tokyo"},
        {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "America/Lima"},
    )
    words = ("generate", "treasures", "--size", "8x8", "--preset", "any-size", "--seed", "Жук 3", "-o", "-")
    one, other = (mapkit_process(*words, env=env).communicate()[0] for env in surroundings)
    assert one == other
    assert b'seed "\xd0\x96' in one


def test_a_longer_series_begins_with_the_same_maps(typed: Typed, tmp_path: Path) -> None:
    typed("generate", "treasures", "--count", "2", "--seed", "s", "-o", "maps")
    before = (tmp_path / "maps/treasures-s-001.toml").read_bytes()
    result = typed("generate", "treasures", "--count", "12", "--seed", "s", "-o", "maps")
    assert result.exit_code == DONE
    assert (tmp_path / "maps/treasures-s-001.toml").read_bytes() == before
    assert len(files(tmp_path)) == 12
    assert "mapkit print maps/*.toml" in result.stderr


def test_a_taken_name_ends_a_series_soon_with_any_number_of_jobs(typed: Typed, tmp_path: Path) -> None:
    taken = tmp_path / "maps" / "treasures-s-00003.toml"
    taken.parent.mkdir()
    taken.write_text("mine")
    words = ("generate", "treasures", "--count", "20000", "--seed", "s", "--jobs", "2", "-o", "maps")
    process = mapkit_process(*words, cwd=tmp_path)
    try:
        _, said = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == NO_FILE
    assert "treasures-s-00003.toml: exists already" in said.decode()
    assert taken.read_text() == "mine"
    assert len(files(tmp_path)) == 3


def test_a_template_that_is_gone_is_told(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: str) -> None:
        raise FileNotFoundError("mapkit's templates lack presets/treasures; install mapkit again")

    monkeypatch.setattr(resources, "path", gone)
    monkeypatch.setattr(resources, "places", lambda *_: ())
    result = typed("generate", "treasures")
    assert result.exit_code == NO_FILE
    assert talk(result) == ["error: mapkit's templates lack presets/treasures; install mapkit again"]


def test_maps_of_a_series_with_a_long_seed_have_names_of_their_own(typed: Typed, tmp_path: Path) -> None:
    assert typed("generate", "treasures", "--count", "3", "--seed", "x" * 150).exit_code == DONE
    assert len(files(tmp_path)) == 3


@pytest.mark.parametrize("count", [100, pytest.param(300, marks=pytest.mark.long)])
def test_many_maps_need_no_more_memory_than_a_few(count: int, tmp_path: Path) -> None:
    code = """
import resource
from typer.testing import CliRunner
from mapkit.cli import main as cli
for count in ("20", "COUNT"):
    words = ["generate", "treasures", "--preset", "small", "--count", count, "-o", count]
    CliRunner().invoke(cli.app, words, catch_exceptions=False)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code.replace("COUNT", str(count))]
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
    few, many = map(int, done.stdout.split())
    assert len(files(tmp_path)) == 20 + count
    assert many - few < 15 * 1024 * count / 300, "kilobytes"


def test_on_a_terminal_a_bar_moves_and_the_names_still_go_to_stdout(tmp_path: Path) -> None:
    screen, terminal = pty.openpty()
    words = ("generate", "treasures", "--count", "5", "--seed", "s")
    process = mapkit_process(*words, stderr=terminal, cwd=tmp_path, env={"TERM": "xterm"})
    said, _ = process.communicate()
    os.close(terminal)
    shown = os.read(screen, 100_000).decode()
    os.close(screen)
    assert said.decode().splitlines() == [f"output/treasures-s/treasures-s-00{n}.toml" for n in range(1, 6)]
    assert "Drawing maps" in shown
    assert "100%" in shown


# No map


CLOSE = ("--set", "exit_distance=0", "--set", "treasure_distance=0")


@pytest.mark.parametrize(
    ("words", "numbers", "settings"),
    [
        (("--size", "4x2", "--set", "walls=20"), {"TL-27"}, {"walls"}),
        (
            ("--size", "4x4", "--set", "walls=2", "--set", "river=0", "--set", "marsh=13"),
            {"TL-9", "TL-15", "TL-28.a"},
            {"marsh", "players"},
        ),
        pytest.param(
            ("--size", "5x5", "--set", "walls=4", "--set", "exits=19", *CLOSE),
            {"TL-16", "TL-17.b", "TL-26"},
            {"exits", "river"},
            marks=pytest.mark.long,
        ),
        pytest.param(("--set", "marsh=60"), {"TL-9", "TL-15", "TL-28.a"}, {"marsh", "players"}, marks=pytest.mark.long),
        pytest.param(
            ("--set", "exits=31", *CLOSE), {"TL-16", "TL-17.b", "TL-26"}, {"exits", "river"}, marks=pytest.mark.long
        ),
    ],
)
def test_contradictory_settings_name_the_rules_in_conflict(
    typed: Typed, tmp_path: Path, words: tuple[str, ...], numbers: set[str], settings: set[str]
) -> None:
    result = typed("generate", "treasures", *words)
    assert (result.exit_code, result.stdout) == (NO_MAP, "")
    assert "impossible: it is proven" in result.stderr
    assert "gave up" not in result.stderr
    assert numbers <= {line.split()[0] for line in talk(result) if line.startswith("  TL-")}
    (advice,) = [line for line in talk(result) if line.startswith("What would do")]
    assert settings <= set(re.findall(r"\w+", advice))
    assert "{" not in result.stderr
    assert files(tmp_path) == []


def test_giving_up_never_looks_like_impossible(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object) -> None:
        raise SolverGaveUp("no map was found within the effort of 20")

    for room, verb in ((search, "generate_from"), (repairs, "repair"), (search, "complete")):
        monkeypatch.setattr(room, verb, give_up)
    for words in (("generate", "treasures"), ("repair", ATTIC), ("complete", ATTIC)):
        told = refusal(*words, code=NO_MAP)
        assert "gave up: no map was found within the effort of 20; there may or may not be one" in told
        assert "impossible" not in told


def test_an_impossible_series_ends_at_once_with_any_number_of_jobs(typed: Typed, tmp_path: Path) -> None:
    for jobs in ("1", "4"):
        words = ("generate", "treasures", "--count", "50", "--jobs", jobs, "--size", "4x2", "--set", "walls=99")
        assert refusal(*words, code=NO_MAP).count("impossible") == 1
    assert files(tmp_path) == []


def test_a_seed_that_the_solver_gives_up_does_not_end_the_series(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = search.generate_from

    def some(game: Any, params: Any, preset: str, seed: str) -> Any:
        if seed == "s-2":
            raise SolverGaveUp("no map was found")
        return draw(game, params, preset, seed)

    monkeypatch.setattr(search, "generate_from", some)
    assert "maps/treasures-s-002.toml: gave up" in refusal(
        "generate", "treasures", "--count", "3", "--seed", "s", "-o", "maps", code=NO_MAP
    )
    assert files(tmp_path / "maps") == ["treasures-s-001.toml", "treasures-s-003.toml"]


def test_where_the_usual_numbers_cannot_fit_a_size_those_for_any_size_are_taken(typed: Typed) -> None:
    result = typed("generate", "treasures", "--size", "5x5", "--seed", "s", "-o", "-")
    assert result.exit_code == DONE
    assert 'preset = "any-size"' in result.stdout
    assert talk(result)[0] == "the numbers of the preset default do not fit 5x5: the preset any-size is taken"


def test_a_seed_is_told_only_when_it_has_led_to_something(typed: Typed) -> None:
    assert "seed" not in typed("generate", "treasures", "--preset", "large", "--size", "12x4").stderr
    assert "seed" not in typed("complete", ATTIC, "-o", "-").stderr
    assert [line[:5] for line in talk(typed("generate", "treasures", "-o", "-"))] == ["seed "]


# What cannot be understood


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("generate", "treasures", "--seed", f"a{ESC}"), "U+001B"),
        (("generate", "treasures", "--seed", "x" * 10_240), "10,240 characters; 200 are the most"),
        ((), "Usage: mapkit"),
    ],
)
def test_what_cannot_be_typed_is_told_with_what_would_do(
    typed: Typed, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    result = typed(*words)
    assert (result.exit_code, result.stdout) == (NOT_UNDERSTOOD, "")
    assert says in result.stderr
    assert "\x1b" not in result.stderr
    assert files(tmp_path) == []


def test_a_file_in_another_encoding_is_told_with_its_place(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_bytes(b'mapkit = 1\ntitle = "\xe9"\n')
    result = typed("check", "m.toml")
    assert result.exit_code == NOT_UNDERSTOOD
    assert talk(result) == ["m.toml:2:10: error: the byte 0xE9 is no UTF-8; save the file as UTF-8"]


# What cannot be read or written


@pytest.mark.parametrize("command", ["check", "repair", "complete", "print"])
def test_a_name_that_steers_terminals_is_told_without_its_characters(typed: Typed, command: str) -> None:
    result = typed(command, f"a{ESC}")
    assert (result.exit_code, result.stdout) == (NO_FILE, "")
    assert "�[31m" in result.stderr
    assert "\x1b" not in result.stderr


def test_a_file_that_exists_is_replaced_only_when_forced(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text("mine")
    words = ("generate", "treasures", "--seed", "s", "-o", "m.toml")
    result = typed(*words)
    assert (result.exit_code, result.stdout) == (NO_FILE, "")
    assert "exists already" in result.stderr
    assert "--force" in result.stderr
    assert (tmp_path / "m.toml").read_text() == "mine"
    assert typed(*words, "--force").exit_code == DONE
    assert "mapkit = 1" in (tmp_path / "m.toml").read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("generate", "treasures", "-o", "x" * 300), "name too long"),
        (("generate", "treasures", "--count", "2", "-o", "file"), "file is no folder"),
        (("print", CELLAR, "-o", "file"), "file is no folder"),
    ],
)
def test_a_place_that_cannot_be_written_is_told(
    typed: Typed, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    (tmp_path / "file").write_text("mine")
    assert says in refusal(*words, code=NO_FILE)
    assert [(name, (tmp_path / name).read_text()) for name in files(tmp_path)] == [("file", "mine")]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk at hand")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        process = mapkit_process("new", "treasures", stdout=full)
        _, said = process.communicate()
    assert process.returncode == NO_FILE
    assert said.decode() == "error: stdout: cannot be written: no space left on device\n"


# Checking


def test_check_prints_each_fault_on_a_line_with_its_place_rule_and_sentence(typed: Typed) -> None:
    result = typed("check", ATTIC)
    assert result.exit_code == BREAKS_RULES
    lines = result.stdout.splitlines()
    place = r"(?:map|[a-z]\d|between .+|the .+ side of .+)"
    shape = re.compile(re.escape(ATTIC) + rf":(\d+):\d+: fault\[TL-[\w.]+\] {place}: .+\.")
    found = [shape.fullmatch(line) for line in lines]
    rows = [int(match_[1]) for match_ in found if match_]
    assert len(rows) == len(lines) == 5
    assert rows == sorted(rows)
    assert f"{ATTIC}:13:19: fault[TL-15] e2: Marsh tiles: 2. Found 3: b5, e4, e2." in lines


def test_all_files_are_looked_at_and_the_worst_code_wins(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("no")
    assert typed("check", CELLAR).exit_code == DONE
    assert typed("check", CELLAR, ATTIC, CELLAR).exit_code == BREAKS_RULES
    assert typed("check", "bad.toml", ATTIC).exit_code == NOT_UNDERSTOOD
    result = typed("check", "none.toml", "bad.toml", ATTIC, CELLAR)
    assert result.exit_code == NO_FILE
    assert "none.toml" in result.stderr
    assert "bad.toml:1:" in result.stderr
    assert "fault[TL-15]" in result.stdout
    assert f"{CELLAR}: legal" in result.stdout


def test_check_tells_a_program_faults_and_errors(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("no")
    result = typed("check", "--json", CELLAR, ATTIC, "bad.toml", "none.toml")
    told = json.loads(result.stdout)
    assert result.exit_code == NO_FILE
    assert [row["kind"] for row in told] == ["fault"] * 5 + ["error"] * 2
    assert {"file", "line", "column", "rule", "place", "sentence", "found", "witness"} <= told[0].keys()
    assert json.loads(typed("check", "--json", CELLAR).stdout) == []


def test_advice_is_no_fault(typed: Typed) -> None:
    typed("generate", "treasures", "--set", "players=6", "--seed", "s", "-o", "m.toml")
    result = typed("check", "m.toml")
    assert result.exit_code == DONE
    assert "advice[TL-6] map: Three to five players" in result.stdout


# Repairing and completing


def copied(sample: str, folder: Path) -> str:
    """The name of a copy of a sample in the folder where commands are typed."""
    return Path(shutil.copy(sample, folder)).name


def test_an_answer_is_beside_its_file_under_the_same_name(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "My maps").mkdir()
    shutil.copy(CELLAR, tmp_path / "My maps" / "Our Cellar.toml")
    assert typed("repair", "My maps/Our Cellar.toml").stdout == "My maps/Our Cellar-repaired.toml\n"
    assert typed("complete", "My maps/Our Cellar.toml").stdout == "My maps/Our Cellar-completed.toml\n"
    (tmp_path / "My maps" / "Our Cellar-repaired.toml").write_text("mine")
    assert typed("repair", "My maps/Our Cellar.toml").exit_code == NO_FILE
    assert (tmp_path / "My maps" / "Our Cellar-repaired.toml").read_text() == "mine"


def test_repair_says_so_when_the_nearest_map_is_not_proven(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repair = repairs.repair
    monkeypatch.setattr(repairs, "repair", lambda *given: repair(*given)._replace(proven=False))
    result = typed("repair", copied(ATTIC, tmp_path))
    assert "a nearer legal map may exist" in result.stderr
    assert "proven" not in result.stderr


def test_repair_leaves_a_legal_map_as_it_is(typed: Typed, tmp_path: Path) -> None:
    result = typed("repair", copied(CELLAR, tmp_path))
    assert "legal as it is" in result.stderr
    assert (tmp_path / "cellar-repaired.toml").read_bytes() == Path(CELLAR).read_bytes()


def test_repair_tells_a_program_its_edits(typed: Typed, tmp_path: Path) -> None:
    told = json.loads(typed("repair", copied(ATTIC, tmp_path), "--json").stdout)
    assert told["proven"] is True
    assert told["written"] == "attic-repaired.toml"
    assert all(edit["words"] and edit["places"] for edit in told["edits"])
    piped = json.loads(typed("repair", "-", "--json", given=Path(ATTIC).read_bytes()).stdout)
    assert piped["written"] is None
    assert piped["map"].encode() == (tmp_path / "attic-repaired.toml").read_bytes()


def test_a_dash_is_stdin_and_the_answer_goes_to_stdout(typed: Typed, tmp_path: Path) -> None:
    drawn = Path(ATTIC).read_bytes()
    checked = typed("check", "-", given=drawn)
    assert checked.exit_code == BREAKS_RULES
    assert checked.stdout.startswith("-:7:15: fault[")
    repaired = typed("repair", "-", given=drawn)
    assert "proven" in repaired.stderr
    assert typed("check", "-", given=repaired.stdout_bytes).stdout == "-: legal\n"
    blank = typed("new", "treasures").stdout_bytes
    filled = typed("complete", "-", "--seed", "s", given=blank)
    assert typed("check", "-", given=filled.stdout_bytes).exit_code == DONE
    assert files(tmp_path) == []


# Printing


def test_print_writes_the_file_that_is_named_and_says_what_is_secret_in_it(typed: Typed, tmp_path: Path) -> None:
    result = typed("print", CELLAR, "-o", "all.pdf")
    assert (result.exit_code, result.stdout) == (DONE, "all.pdf\n")
    assert (
        "for the game master alone: all.pdf, as the sheets gm and screen are in it; "
        "--sheets player,card,log prints the rest" in talk(result)
    )
    assert "game master" not in typed("print", CELLAR, "--sheets", "log", "-o", "log.pdf").stderr
    (tmp_path / "duel.toml").write_text('mapkit = 1\ngame = "quoridor"\nsize = 5\npawns = "c1 c5"\n')
    assert typed("print", "duel.toml", "--sheets", "diagram", "-o", "duel.svg").stdout == "duel.svg\n"
    assert files(tmp_path) == ["all.pdf", "duel.svg", "duel.toml", "log.pdf"]
    assert (tmp_path / "duel.svg").read_bytes().startswith(b"<?xml")
    assert typed("print", CELLAR, "-o", "all.pdf", "--sheets", "gm").exit_code == NO_FILE, "all.pdf is there still"


def test_a_folder_whose_name_ends_like_a_file_is_printed_into(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "old.pdf").mkdir()
    assert typed("print", CELLAR, "--sheets", "gm", "-o", "old.pdf").stdout == "old.pdf/cellar-gm.pdf\n"
    assert typed("print", CELLAR, "--sheets", "gm", "-o", "new.pdf/").stdout == "new.pdf/cellar-gm.pdf\n"


@pytest.mark.parametrize("suffix", ["pdf", "svg"])
def test_player_files_of_two_maps_with_the_same_settings_are_the_same_bytes_and_names(
    typed: Typed, tmp_path: Path, suffix: str
) -> None:
    for seed in ("one", "two"):
        typed("generate", "treasures", "--seed", seed)
        words = ("--format", suffix, "--sheets", "player,card", "-o", f"for-{seed}")
        assert typed("print", f"output/treasures-{seed}.toml", *words).exit_code == DONE
    one, two = tmp_path / "for-one", tmp_path / "for-two"
    assert files(one) == files(two)
    assert len(files(one)) >= 2
    for name in files(one):
        assert "one" not in name
        assert (one / name).read_bytes() == (two / name).read_bytes()


def test_sheets_of_maps_with_different_public_facts_have_different_names(typed: Typed, tmp_path: Path) -> None:
    typed("generate", "treasures", "--seed", "a")
    typed("generate", "treasures", "--seed", "b", "--set", "marsh=3")
    result = typed("print", "output/treasures-a.toml", "output/treasures-b.toml", "-o", "paper")
    assert result.exit_code == DONE
    assert len(files(tmp_path / "paper")) == 10


def test_two_maps_of_one_name_are_never_printed_over_each_other(typed: Typed, tmp_path: Path) -> None:
    for folder, seed in (("x", "1"), ("y", "2")):
        (tmp_path / folder).mkdir()
        typed("generate", "treasures", "--seed", seed, "-o", f"{folder}/m.toml")
    result = typed("print", "x/m.toml", "y/m.toml", "--sheets", "gm", "--force")
    assert result.exit_code == NO_FILE
    assert result.stdout == "output/m-gm.pdf\n"
    assert typed("print", "x/m.toml", "--sheets", "gm").exit_code == DONE, "the first one is there still"


def test_svg_is_a_file_a_page_and_other_paper_is_other_bytes(typed: Typed, tmp_path: Path) -> None:
    typed("print", CELLAR, "--format", "SVG", "--sheets", "gm")
    pages = files(tmp_path)
    assert pages
    assert all((tmp_path / page).read_bytes().startswith(b"<?xml") for page in pages)
    a4 = typed("print", CELLAR, "--sheets", "card", "-o", "-").stdout_bytes
    letter = typed("print", CELLAR, "--sheets", "card", "--paper", "letter", "-o", "-").stdout_bytes
    assert a4.startswith(b"%PDF")
    assert a4 != letter


def test_a_map_with_faults_is_printed_only_anyway_and_the_others_are_printed(typed: Typed, tmp_path: Path) -> None:
    result = typed("print", ATTIC, CELLAR, "--sheets", "gm")
    assert (result.exit_code, result.stdout) == (BREAKS_RULES, "output/cellar-gm.pdf\n")
    assert "fault[TL-15]" in result.stderr
    assert "--anyway" in result.stderr
    assert typed("print", ATTIC, "--sheets", "gm", "--anyway").stdout == "output/attic-gm.pdf\n"


@pytest.mark.parametrize("game", [name for name in GAMES if name != "minoqaur"])
def test_a_half_drawn_map_is_printed_anyway(typed: Typed, tmp_path: Path, game: str) -> None:
    """For treasures, printing measured the tiles that were still blank, and broke off."""
    whole = maps.generate(game, "half")
    blank = {cell for number, cell in enumerate(whole.kinds) if number % 2}
    half = replace(whole, facts=frozenset(fact for fact in whole.facts if fact.place not in blank))
    Path("half.toml").write_text(writer.show(half), encoding="utf-8")
    result = typed("print", "half.toml", "--sheets", "gm", "--anyway")
    assert (result.exit_code, result.stdout) == (0, "output/half-gm.pdf\n")


# Pipes and signals


def test_a_reader_that_closes_the_pipe_stops_no_work(tmp_path: Path) -> None:
    process = mapkit_process("generate", "treasures", "--count", "12", "--seed", "s", "-o", "maps", cwd=tmp_path)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"maps/treasures-s-001.toml\n"
    process.stdout.close()
    said = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait() == DONE
    assert said == "print them: mapkit print maps/*.toml\n"
    assert len(files(tmp_path)) == 12


@pytest.mark.parametrize("stream", ["stdout", "stdin"])
def test_a_closed_stream_is_told(stream: str) -> None:
    sign, words = {"stdout": (">&-", "new treasures"), "stdin": ("<&-", "check -")}[stream]
    command = ["sh", "-c", f'"{sys.executable}" -m mapkit {words} {sign}']
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == NO_FILE
    assert "closed" in done.stderr
    assert "Traceback" not in done.stderr


def interrupted(process: subprocess.Popen[bytes]) -> str:
    """What is said on stderr after Ctrl-C, which reaches every process of the terminal."""
    os.killpg(process.pid, signal.SIGINT)
    try:
        _, said = process.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == STOPPED
    return said.decode()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_series_and_leaves_only_whole_maps(typed: Typed, tmp_path: Path, jobs: str) -> None:
    words = ("generate", "treasures", "--count", "20000", "--seed", "s", "--jobs", jobs, "-o", "maps")
    process = mapkit_process(*words, cwd=tmp_path, start_new_session=True)
    assert process.stdout is not None
    for _ in range(4):
        process.stdout.readline()
    assert interrupted(process) == "stopped; files that are written are whole\n"
    names = [f"maps/{name}" for name in files(tmp_path / "maps")]
    assert 4 <= len(names) < 20_000
    assert typed("check", *names).exit_code == DONE


def test_worker_processes_end_with_the_process_that_they_work_for(tmp_path: Path) -> None:
    words = ("generate", "treasures", "--count", "20000", "--seed", "s", "--jobs", "2", "-o", "maps")
    process = mapkit_process(*words, cwd=tmp_path, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    process.kill()
    process.communicate(timeout=20)  # ends when nobody holds the pipe any more
    assert process.returncode == -signal.SIGKILL


def loaded(process: subprocess.Popen[bytes], library: str) -> bool:
    """Whether a process has loaded a library; if the system does not tell (no `/proc`), wait 3 seconds instead."""
    mapped = Path(f"/proc/{process.pid}/maps")
    if mapped.exists():
        return library in mapped.read_text(encoding="utf-8")
    time.sleep(3)
    return True


def test_ctrl_c_reaches_the_solver(typed: Typed, tmp_path: Path) -> None:
    given = {"marsh": 100, "walls": 300, "river": 40, "bends": 8}
    text = typed("new", "treasures", "--size", "24x24").stdout
    for name, number in given.items():
        text = re.sub(rf"^{name} = \S+", f"{name} = {number}", text, flags=re.MULTILINE)
    (tmp_path / "hard.toml").write_text(text)
    process = mapkit_process("repair", "hard.toml", cwd=tmp_path, start_new_session=True)
    while not loaded(process, "ortools"):
        time.sleep(0.1)
    time.sleep(1)
    assert interrupted(process) == "stopped; files that are written are whole\n"
    assert files(tmp_path) == ["hard.toml"]


# The rule code, and games with more than walls


HALF = """mapkit = 1
game = "labyrinth"
rules = "BASIC"
map = \"\"\"
+---+---+---+
| T   W1    |
+   +   +   +
|     W2    |
+---+---+---+
\"\"\"
"""


def test_a_drawing_that_breaks_rules_is_named_if_it_cannot_be_completed(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "half.toml"
    file.write_text(HALF)
    told = refusal("complete", str(file), "--seed", "a", code=4)
    assert "impossible" in told
    assert "half.toml:6:7: fault[MP-F-1] b2" in told
    assert "`mapkit repair` may change it" in told


def test_a_code_is_read_with_its_gaps_filled(typed: Typed) -> None:
    """MP-110.b."""
    said = typed("rules", "labyrinth", "--rules", "F3", "--set", "fill=basic").stdout
    assert "H1       Nobody is ever wounded" in said


@pytest.mark.parametrize("command", ["generate", "new", "rules", "simulate"])
def test_the_help_of_a_rule_code_is_what_the_setting_of_each_game_takes(command: str, typed: Typed) -> None:
    told = " ".join(typed(command, "--help").stdout.split())
    codes = [setting for game in GAMES.values() for setting in settings(game.design.params) if setting.rule_code]
    assert codes
    assert [code for code in codes if code.value_kind.takes not in told] == []


def test_odd_options_are_told(typed: Typed) -> None:
    odd = typed("rules", "labyrinth", "--rules", "G2-S1-F1-V1-T1-A2-H24-W5-O1").stdout
    assert "advice[MP-H-2] rules: H2 and H4" in odd


def test_players_and_minutes_choose_a_board(typed: Typed) -> None:
    """MP-35.a."""
    done = typed("generate", "labyrinth", "--players", "3", "--minutes", "60", "--seed", "a", "-o", "-")
    assert "5x5: for 3 players and about 60 minutes" in done.stderr
    assert "players = 3" in done.stdout


def test_advice_about_a_fresh_map_is_told(typed: Typed) -> None:
    done = typed("generate", "labyrinth", "--size", "6x3", "--seed", "3", "-o", "-")
    assert "advice[MP-15] map: The board is square as a rule." in done.stderr


def test_characters_that_the_fonts_lack_are_told(typed: Typed, tmp_path: Path) -> None:
    path = tmp_path / "han.toml"
    path.write_text(
        HALF.replace('rules = "BASIC"', 'title = "a 漢 b"\nrules = "BASIC"').replace("W1", ". ").replace("W2", ". ")
    )
    done = typed("print", str(path), "--anyway", "--sheets", "card", "-o", str(tmp_path))
    assert "han.toml:3:9: the fonts lack 漢; boxes are printed for them" in done.stderr


@pytest.mark.parametrize("command", ["check", "studio"])
def test_a_code_of_another_game_than_the_one_asked_for_is_refused_with_both_names(command: str, typed: Typed) -> None:
    code = share_code.show(maps.generate("treasures", "code", preset="small"))
    told = refusal(command, code, "--game", "dungeon")
    assert "is a map of treasures, and --game says dungeon; leave --game out" in told
    assert "game =" not in told, "the code holds no such line"


@pytest.mark.parametrize(
    ("there", "line"),
    [
        ("pipx_metadata.json", 'pipx inject mapkit-games "{wanted}"'),
        ("uv-receipt.toml", 'uv pip install --python {python} "{wanted}"'),
        ("pyvenv.cfg", '{python} -m pip install "{wanted}"'),
    ],
)
def test_an_extra_that_is_lacking_is_named_with_the_line_that_adds_it_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: str, line: str
) -> None:
    (tmp_path / there).touch()
    python = str(tmp_path / "my python")
    monkeypatch.setattr(version, "sys", SimpleNamespace(prefix=str(tmp_path), executable=python))
    for extra in version.EXTRAS:
        [wanted] = [each.partition(";")[0].strip() for each in requires("mapkit-games") or () if f"'{extra}'" in each]
        whole = line.format(python=f'"{python}"', wanted=wanted)
        assert version.added_by(extra) == whole


@pytest.mark.parametrize(
    "words", ["check {}", "compare {}.toml a/{}.jpg", "print {} -o {}", "generate treasures -o {}"]
)
def test_a_name_that_is_too_long_for_a_file_is_cut_where_it_is_told(words: str) -> None:
    told = CliRunner().invoke(main.app, words.replace("{}", "long" * 5000).split()).stderr
    assert "longlong" in told
    assert len(told) < 400


@pytest.mark.parametrize("option", ["know log.jsonl --every", "simulate treasures --games"])
def test_a_number_of_thousands_of_letters_is_cut_where_it_is_told(option: str) -> None:
    told = CliRunner().invoke(main.app, [*option.split(), "z" * 5000]).stderr
    takes = "a whole number, 1 or more" if "every" in option else "a whole number from 1 to 100,000"
    assert re.fullmatch(rf"error: --\w+ is \S{{1,50}}; it takes {takes}\n", told)
