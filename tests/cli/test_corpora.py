"""Corpora: many maps in one file, made by any number of workers, gone on with after an interruption, and read again."""

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from mapkit import generate
from mapkit.cli import corpora, processes
from mapkit.cli import parquet as tables
from mapkit.games import maps
from mapkit.model import files
from mapkit.study.fresh_maps import AHEAD, in_order
from tests.command import process, run

MAPS = 12
WORDS = ("generate", "treasures", "--preset", "small", "--seed", "rain", "--count", str(MAPS))


needs_parquet = pytest.mark.skipif(find_spec("pyarrow") is None, reason="the extra parquet is not installed")
both_forms = pytest.mark.parametrize("name", ["maps.jsonl", pytest.param("maps.parquet", marks=needs_parquet)])


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(*further: str, name: str = "maps.jsonl") -> bytes:
    result = run(*WORDS, "-o", name, *further)
    assert result.exit_code == 0, result.output
    assert not Path(f"{name}.part").exists()
    return Path(name).read_bytes()


def arrow() -> tuple[Any, Any]:
    """The library that reads and writes tables, which is an extra."""
    pyarrow = pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    return pyarrow, pytest.importorskip("pyarrow.parquet")


def told(code: int, says: str, *words: str) -> None:
    """What is typed is told so, and the command ends with this code."""
    result = run(*words)
    assert (result.exit_code, says in result.output) == (code, True), result.output


# --- the file ----------------------------------------------------------------------------------------------------


def test_a_corpus_has_a_map_a_line_each_with_its_seed() -> None:
    lines = made().splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [f"rain-{n}" for n in range(1, MAPS + 1)]
    for number, line in enumerate(lines, 1):
        assert maps.read(line, "line").map == maps.generate("treasures", f"rain-{number}", preset="small")


def test_a_corpus_is_the_same_by_one_and_by_two_processes() -> None:
    assert made(name="one.jsonl") == made("--jobs", "2", name="two.jsonl")


def test_a_corpus_that_is_there_is_not_replaced_without_force() -> None:
    before = made()
    told(3, "exists already", *WORDS, "-o", "maps.jsonl")
    assert Path("maps.jsonl").read_bytes() == before
    assert made("--force") == before


# --- what ends the work ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99, 1.0])
def test_whatever_is_left_of_a_corpus_the_same_command_finishes_it(share: float) -> None:
    whole = made()
    Path("maps.jsonl").unlink()
    Path("maps.jsonl.part").write_bytes(whole[: int(share * len(whole))])
    assert made() == whole


@pytest.mark.parametrize(
    "begun",
    [
        b'{"seed": "snow-1"}\n',
        b'{"seed": "rain-1"}\n',
        b'{"seed": "rain-x"}\n',
        b"mine\n",
        b"[1]\n",
        b'"rain-1"\n',
        b"\xff\n",
        b"my precious notes",
        b'{"seed": "rain-1", "mapkit": 1}\n',
        '{"seed": "rain-1"}\n'.encode("utf-16"),
    ],
)
def test_a_file_that_holds_something_else_is_left_as_it_is(begun: bytes) -> None:
    Path("maps.jsonl.part").write_bytes(begun)
    result = run(*WORDS, "-o", "maps.jsonl")
    assert result.exit_code == 3
    assert (
        "maps.jsonl.part: holds maps of another command, or something else; "
        "finish that command, or move maps.jsonl.part away"
    ) in result.output
    assert Path("maps.jsonl.part").read_bytes() == begun


def test_lines_of_something_else_among_the_maps_are_not_taken_up() -> None:
    """Only the last whole line was looked at."""
    lines = made(name="other.jsonl").splitlines(keepends=True)
    for begun in (
        [b"precious\n", *lines[:2]],
        [lines[0], b"\n", lines[1]],
        [lines[1], lines[0], lines[2]],
        [lines[0], lines[0], lines[1]],
        [*lines[:2], b"my precious notes"],
        [lines[0][:50], b" and my precious notes\n", *lines[1:3]],
        [lines[0].replace(b"rain-1", b"rain-01"), *lines[1:2]],
    ):
        Path("maps.jsonl.part").write_bytes(b"".join(begun))
        told(3, "holds maps of another command, or something else", *WORDS, "-o", "maps.jsonl")
        assert Path("maps.jsonl.part").read_bytes() == b"".join(begun)


def test_what_is_no_plain_file_of_one_name_is_not_gone_on_with(here: Path) -> None:
    part, outside = Path("maps.jsonl.part"), here / "outside.txt"
    outside.write_bytes(b"")
    ways: tuple[Callable[[], None], ...] = (
        lambda: part.symlink_to(outside),
        lambda: part.symlink_to("nowhere"),
        lambda: part.symlink_to(os.devnull),
        lambda: part.hardlink_to(outside),
        lambda: os.mkfifo(part),
        part.mkdir,
    )
    for put in ways:
        put()
        told(3, "maps.jsonl.part: is no plain file, or has another name, too", *WORDS, "-o", "maps.jsonl")
        assert (outside.read_bytes(), Path("nowhere").exists()) == (b"", False)
        part.rmdir() if part.is_dir() else part.unlink()


def appearing(monkeypatch: pytest.MonkeyPatch, name: str, data: bytes) -> None:
    """Let another file of that name appear while the maps are drawn."""
    texts = corpora.Series.texts

    def meanwhile(*given: Any) -> Iterator[tuple[int, Any]]:
        for number, text in texts(*given):
            if number == 7:
                Path(name).write_bytes(data)
            yield number, text

    monkeypatch.setattr(corpora.Series, "texts", meanwhile)


@both_forms
def test_a_file_that_appears_meanwhile_stays_and_the_maps_are_kept(name: str) -> None:
    whole = made(name=f"other-{name}")
    with pytest.MonkeyPatch.context() as patch:
        appearing(patch, name, b"another's work\n")
        result = run(*WORDS, "-o", name)
    assert (result.exit_code, result.stderr) == (
        3,
        f"error: {name}: appeared while the maps were made, and these are in {name}.part; "
        "move it away, or add --force, and give the same command with --seed rain again\n",
    )
    assert Path(name).read_bytes() == b"another's work\n"
    assert {path.name for path in Path().iterdir()} == {f"other-{name}", name, f"{name}.part"}
    assert made("--force", name=name) == whole


def test_with_force_a_link_stays_and_the_file_that_it_leads_to_is_replaced(here: Path) -> None:
    whole = made(name="other.jsonl")
    (here / "folder").mkdir()
    Path("maps.jsonl").symlink_to("folder/target.jsonl")
    for before in (b"old", None):
        Path("folder/target.jsonl").unlink(missing_ok=True) if before is None else Path("maps.jsonl").write_bytes(
            before
        )
        assert made("--force") == whole
        assert Path("maps.jsonl").is_symlink()
        assert [path.name for path in Path("folder").iterdir()] == ["target.jsonl"]


def test_a_device_is_replaced_by_no_corpus() -> None:
    os.mkfifo("maps.jsonl")
    told(3, "maps.jsonl: is no plain file", *WORDS, "-o", "maps.jsonl", "--force")
    assert Path("maps.jsonl").is_fifo()


def test_a_shorter_series_does_not_take_up_a_longer_one() -> None:
    Path("maps.jsonl.part").write_bytes(made(name="other.jsonl"))
    told(3, "holds maps of another command", *WORDS[:-1], "5", "-o", "maps.jsonl")


def test_a_full_disk_is_told_and_what_is_made_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = made(name="other.jsonl")
    texts = corpora.Series.texts

    def until_full(*given: Any) -> Iterator[tuple[int, Any]]:
        for number, text in texts(*given):
            if number == 7:
                raise OSError(28, os.strerror(28))
            yield number, text

    with monkeypatch.context() as patch:
        patch.setattr(corpora.Series, "texts", until_full)
        result = run(*WORDS, "-o", "maps.jsonl")
    assert result.exit_code == 3
    assert "maps.jsonl.part: cannot be written: no space left on device" in result.output.lower()
    assert "what is made is in maps.jsonl.part; the same command with --seed rain goes on" in result.output
    assert len(Path("maps.jsonl.part").read_bytes().splitlines()) == 6
    assert made() == whole


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_kill_at_any_moment_loses_at_most_the_line_that_is_being_written(here: Path, jobs: str) -> None:
    words = (*WORDS[:-1], "3000", "--jobs", jobs, "-o", "maps.jsonl")
    part = here / "maps.jsonl.part"
    with process(*words, cwd=here) as making:
        while not part.exists() or part.stat().st_size < 30_000:
            assert making.poll() is None
        making.send_signal(signal.SIGKILL)
    lines = part.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    assert len(lines) - len(whole) <= 1
    part.write_bytes(b"".join(lines[:5]) + lines[5][:100])
    assert made() == made(name="other.jsonl")


def test_a_corpus_that_another_mapkit_is_making_is_left_to_it(here: Path) -> None:
    """Two at once wrote each map twice, and one of them said that all was well."""
    words = (*WORDS[:-1], "60", "-o", "maps.jsonl")
    with process(*words, cwd=here) as first:
        while not (here / "maps.jsonl.part").exists() or not (here / "maps.jsonl.part").stat().st_size:
            assert first.poll() is None
        first.send_signal(signal.SIGSTOP)
        second = run(*words)
        first.send_signal(signal.SIGCONT)
        assert first.wait() == 0
    assert (second.exit_code, second.stderr) == (
        3,
        "error: maps.jsonl.part: another mapkit is writing it; wait for that one, or name another with -o\n",
    )
    assert run(*words[:-1], "other.jsonl").exit_code == 0
    assert Path("maps.jsonl").read_bytes() == Path("other.jsonl").read_bytes()


def test_a_corpus_that_another_mapkit_finishes_in_the_same_instant_is_not_written_again(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = files.lock

    def late(handle: int, when: Any) -> None:
        (here / "maps.jsonl.part").rename(here / "maps.jsonl")
        lock(handle, when)

    monkeypatch.setattr(files, "lock", late)
    told(3, "another mapkit is writing it", *WORDS, "-o", "maps.jsonl")
    assert (here / "maps.jsonl").read_bytes() == b""


def test_a_series_without_any_map_leaves_no_file() -> None:
    result = run("generate", "treasures", "--size", "4x2", "--set", "walls=99", "--count", "3", "-o", "maps.jsonl")
    assert result.exit_code == 4
    assert [path.name for path in Path().iterdir()] == []


# --- who does the work -------------------------------------------------------------------------------------------


class Slow(Executor):
    """Workers that do nothing until they are asked for a result, and count what waits."""

    def __init__(self) -> None:
        self.waiting = self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        slow = self

        class Result(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                slow.waiting -= 1
                return fn(*args)

        return Result()


def test_parts_of_the_work_come_back_in_order_and_few_of_them_wait() -> None:
    workers = Slow()
    assert list(in_order(workers, abs, range(-1000, 0))) == [*range(1000, 0, -1)]
    assert (workers.most, workers.waiting) == (AHEAD, 0)
    assert list(in_order(None, abs, [-1, 2])) == [1, 2]


def test_a_scheduler_that_nobody_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PATIENCE", 0.3)
    told(2, "no scheduler answers there", *WORDS, "-o", "maps.jsonl", "--dask", "tcp://127.0.0.1:9")
    assert not Path("maps.jsonl").exists()


def test_a_dask_worker_that_dies_loses_nothing() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    whole = made(name="other.jsonl")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, scheduler_port=0, processes=True
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        seen = list[int]()
        texts = corpora.Series.texts

        def deadly(*given: Any) -> Iterator[tuple[int, Any]]:
            for number, text in texts(*given):
                if number == 3:
                    seen.append(pids[0])
                    os.kill(pids[0], signal.SIGKILL)
                yield number, text

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(corpora.Series, "texts", deadly)
            assert made("--dask", cluster.scheduler_address) == whole
        assert seen == pids[:1]


# --- maps that are read ------------------------------------------------------------------------------------------


@pytest.fixture
def mixed() -> str:
    """A corpus with three legal maps, one with a wrong number, and two lines that are no maps."""
    lines = made(name="whole.jsonl").decode().splitlines()
    wrong = lines[3].replace('"walls": 11', '"walls": 12')
    Path("mixed.jsonl").write_text(
        "\n".join([*lines[:3], "", wrong, "nonsense", '{"mapkit": 1, "game": "chess"}']), encoding="utf-8"
    )
    return "mixed.jsonl"


def test_check_tells_the_faults_of_a_corpus_and_counts_its_maps(mixed: str) -> None:
    result = run("check", mixed)
    assert result.exit_code == 2
    assert result.stdout.startswith("mixed.jsonl:5:1:")
    assert "TL-27" in result.stdout
    assert "mixed.jsonl: 3 legal maps, 1 with faults, 2 unreadable" in result.stderr
    assert "mixed.jsonl:6:" in result.stderr
    assert '"chess" is no game' in result.stderr
    assert run("check", "whole.jsonl").exit_code == 0
    found = json.loads(run("check", mixed, "--json").stdout)
    assert [(fault["file"], fault["rule"]) for fault in found] == [("mixed.jsonl:5", "TL-27")]


def test_solve_answers_for_each_map_of_a_corpus(mixed: str) -> None:
    result = run("solve", mixed, "--json")
    assert result.exit_code == 2
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["file"] for answer in answers] == [f"mixed.jsonl:{n}" for n in (1, 2, 3)]
    assert "mixed.jsonl:5: not solved because of the faults above" in result.stderr
    assert run("solve", mixed).stdout.startswith("mixed.jsonl:1:\nfrom ")


def test_a_corpus_can_be_surveyed(mixed: str) -> None:
    made()
    of_seeds = json.loads(run("survey", *WORDS[1:], "--json").stdout)
    of_corpus = json.loads(run("survey", "maps.jsonl", "--json").stdout)
    assert of_corpus["measures"] == of_seeds["measures"]
    assert run("survey", mixed).exit_code == 1


def test_what_is_no_corpus_is_told(here: Path) -> None:
    assert "cannot be read" in run("check", "nothing.jsonl").output
    (here / "folder.jsonl").mkdir()
    assert run("check", "folder.jsonl").exit_code == 3
    made()
    assert "--plot draws one map" in run("solve", "maps.jsonl", "--plot", "plot.pdf").output


def test_a_device_is_no_corpus_and_a_pipe_may_be_one() -> None:
    """`check` of a link to /dev/zero never ended."""
    for name in ("zero.jsonl", "zero.parquet"):
        Path(name).symlink_to("/dev/zero")
        for words in (("check",), ("check", "--json"), ("solve",), ("survey",)):
            told(3, f"{name}: cannot be read: it is a device", *words, name)
    whole = made()
    os.mkfifo("pipe.jsonl")
    with ThreadPoolExecutor(1) as writer:
        writer.submit(Path("pipe.jsonl").write_bytes, whole)
        told(0, f"{MAPS} legal maps", "check", "pipe.jsonl")


def test_a_line_that_does_not_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = made()
    Path("long.jsonl").write_bytes(whole.splitlines()[0] + b"\n" + b"x" * 5_000 + b"\n" + whole)
    monkeypatch.setattr(corpora, "_MOST_IN_A_LINE", 4_000)
    told(3, "long.jsonl: cannot be read: a line of it is longer than any map", "check", "long.jsonl")


# --- tables ------------------------------------------------------------------------------------------------------


def test_a_table_holds_the_maps_of_a_corpus_and_goes_on_as_it_does() -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    lines = made(name="maps.jsonl").decode().splitlines()
    whole = made(name="maps.parquet")
    rows = parquet.read_table("maps.parquet").to_pylist()
    assert [row["map"] for row in rows] == lines
    first = json.loads(lines[0])
    assert {**rows[0], "settings": json.loads(rows[0]["settings"])} == {
        **{key: first[key] for key in ("seed", "game", "preset", "size", "title", "settings")},
        "map": lines[0],
    }
    Path("other.parquet.part").write_text("\n".join([*lines[:4], lines[4][:99]]), encoding="utf-8")
    assert made(name="other.parquet") == whole
    assert sorted(path.name for path in Path().iterdir()) == ["maps.jsonl", "maps.parquet", "other.parquet"]


@needs_parquet
def test_a_table_is_written_beside_its_place_under_a_name_that_nobody_else_uses(here: Path) -> None:
    """`maps.parquet.new` was written over, through a link as well, and deleted."""
    (here / "outside.txt").write_bytes(b"precious")
    Path("maps.parquet.new").symlink_to("outside.txt")
    made(name="maps.parquet")
    assert Path("maps.parquet.new").read_bytes() == b"precious"
    assert {path.name for path in Path().iterdir()} == {"maps.parquet", "maps.parquet.new", "outside.txt"}


@both_forms
def test_the_lines_go_when_the_corpus_is_on_the_disk_under_its_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table was only in memory when the lines, which were on the disk, were deleted."""
    synced, folders = set[int](), list[bool]()
    sync, unlink = os.fsync, Path.unlink

    def noted(handle: int) -> None:
        sync(handle)
        synced.add(os.fstat(handle).st_ino)
        folders.append(Path(name).exists() and os.path.samestat(os.fstat(handle), Path().stat()))

    def gone(path: Path, missing_ok: bool = False) -> None:
        if path.name.endswith(".part") and Path(name).stat().st_ino != path.stat().st_ino:
            assert Path(name).stat().st_ino in synced
            assert folders[-1]
        unlink(path, missing_ok)

    monkeypatch.setattr(os, "fsync", noted)
    monkeypatch.setattr(Path, "unlink", gone)
    made(name=name)
    assert Path(name).stat().st_ino in synced
    assert folders[-1]


@needs_parquet
def test_check_solve_and_survey_read_tables() -> None:
    made(name="maps.parquet")
    made(name="maps.jsonl")
    told(0, "0 with faults, 0 unreadable", "check", "maps.parquet")
    for words in (["solve", "--json"], ["survey", "--json"]):
        of_lines, of_rows = (run(words[0], f"maps.{form}", *words[1:]).stdout for form in ("jsonl", "parquet"))
        assert of_rows.replace(".parquet", ".jsonl") == of_lines


@needs_parquet
def test_a_spoilt_table_is_told_in_words_of_mapkit_whatever_its_library_says(here: Path) -> None:
    """The library quoted bytes of the file, control bytes among them."""
    whole = made(name="maps.parquet")
    for back in range(12, 400, 12):
        spoilt = bytearray(whole)
        spoilt[-back] ^= 0x0E
        (here / "spoilt.parquet").write_bytes(spoilt)
        said = run("check", "spoilt.parquet")
        assert said.exit_code in (0, 2, 3)
        assert said.exit_code < 3 or "it is no Parquet file, or a spoilt one" in said.stderr or "column" in said.stderr


@needs_parquet
def test_a_table_whose_columns_have_names_that_are_no_text_is_told(here: Path) -> None:
    whole = made(name="maps.parquet")
    places = [found.start() for found in re.finditer(b"map", whole)]
    assert len(places) > 1
    for at in places:
        (here / "spoilt.parquet").write_bytes(whole[:at] + b"m\xe5p" + whole[at + 3 :])
        assert run("check", "spoilt.parquet").exit_code in (0, 2, 3)


def test_what_is_no_table_is_told(here: Path) -> None:
    pyarrow, parquet = arrow()
    (here / "none.parquet").write_bytes(b"PAR1 and nothing else")
    assert "none.parquet: cannot be read: it is no Parquet file, or a spoilt one" in run("check", "none.parquet").output
    parquet.write_table(pyarrow.table({"maps": ["{}"]}), "column.parquet")
    assert "column.parquet: has no column `map`" in run("check", "column.parquet").output
    parquet.write_table(pyarrow.table({"map": ["nonsense", None]}), "rows.parquet")
    told(2, "rows.parquet:1:1:", "check", "rows.parquet")


def test_a_table_without_any_rows_has_no_maps() -> None:
    """Such a table may have an empty group of rows, or none."""
    pyarrow, parquet = arrow()
    empty = pyarrow.table({"map": pyarrow.array([], pyarrow.string())})
    parquet.write_table(empty, "one.parquet")
    parquet.ParquetWriter("none.parquet", empty.schema).close()
    assert parquet.ParquetFile("none.parquet").num_row_groups == 0
    for name in ("one.parquet", "none.parquet"):
        assert f"{name}: 0 legal maps" in run("check", name).stderr


def test_a_table_that_unpacks_to_far_more_than_its_size_is_refused_before_that() -> None:
    """Of 0.7 KB, `check` made 1.8 GB."""
    pyarrow, parquet = arrow()
    for texts in (["x" * 9_000_000] * 64, ["x"] * 300_000, [None] * 3_000_000, ["y" * 100] * 30_000):
        maps_ = pyarrow.array(texts, pyarrow.string())
        parquet.write_table(pyarrow.table({"map": maps_}), "bomb.parquet", compression="zstd", row_group_size=10**7)
        assert Path("bomb.parquet").stat().st_size < 10_000
        rows = list[bytes]()
        before = pyarrow.total_allocated_bytes()
        with Path("bomb.parquet").open("rb") as file, pytest.raises(files.FileTrouble, match=r"unpacks to more than"):
            rows.extend(tables.rows(file))
        assert sum(map(len, rows)) < 200 * Path("bomb.parquet").stat().st_size
        assert pyarrow.total_allocated_bytes() - before < 10_000_000


def test_a_map_in_a_table_that_is_longer_than_a_map_file_is_refused_and_the_others_are_read() -> None:
    pyarrow, parquet = arrow()
    line = made().decode().splitlines()[0]
    long = "=" + os.urandom(1_000_000).hex()  # no share code begins so
    parquet.write_table(pyarrow.table({"map": [line, long, line]}), "long.parquet")
    result = run("check", "long.parquet")
    assert (result.exit_code, "long.parquet: 2 legal maps, 0 with faults, 1 unreadable" in result.stderr) == (2, True)
    assert "the file has 1,048,577 bytes" in result.stderr


@pytest.mark.parametrize("name", ["string", "large_string", "string_view"])
def test_texts_of_any_kind_are_maps_in_a_table(name: str) -> None:
    pyarrow, parquet = arrow()
    lines = made().decode().splitlines()
    texts = pyarrow.array([*lines, None], getattr(pyarrow, name)())
    try:
        parquet.write_table(pyarrow.table({"map": texts}), "kind.parquet")
    except pyarrow.ArrowNotImplementedError:
        pytest.skip("this pyarrow writes no such column")
    told(0, f"{MAPS} legal maps", "check", "kind.parquet")


def test_a_column_of_anything_else_is_no_column_of_maps() -> None:
    pyarrow, parquet = arrow()
    for column in ([1, 2], [["a"], ["b"]], [b"\xff"], [None]):
        parquet.write_table(pyarrow.table({"map": column}), "column.parquet")
        assert "column.parquet: has no column `map`" in run("check", "column.parquet").output


def test_a_table_without_its_library_is_refused_before_a_map_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    told(2, ".parquet needs an extra library: ", *WORDS, "-o", "maps.parquet")
    assert [path.name for path in Path().iterdir()] == []


# --- maps that differ --------------------------------------------------------------------------------------------


def test_maps_that_are_chosen_differ_more_than_the_first_ones() -> None:
    words = (*WORDS[:-1], "6", "-o", "maps.jsonl", "--force")
    run(*words)
    first = json.loads(run("survey", "maps.jsonl", "--json").stdout)["nearest"][-1]
    result = run(*words, "--spread", "--jobs", "2")
    said = re.search(
        r"chosen from 48 maps: any two differ in at least (\d+) % .* first 6 in at least (\d+) %", result.stderr
    )
    assert said is not None
    chosen = json.loads(run("survey", "maps.jsonl", "--json").stdout)["nearest"][-1]
    assert (int(said[1]), int(said[2])) == (round(100 * chosen), round(100 * first))
    assert chosen > first
    seeds = [json.loads(line)["seed"] for line in Path("maps.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len({*seeds}) == 6
    one_process = run(*words[:-1], "--force", "--spread").exit_code, Path("maps.jsonl").read_text(encoding="utf-8")
    assert [json.loads(line)["seed"] for line in one_process[1].splitlines()] == seeds


FEW = ["generate", "quoridor", "--size", "5x5", "--set", "standing=1", "--set", "pawns_at=start", "--seed", "club"]
"""The orders for positions with one wall: there are 32."""


@pytest.mark.parametrize("name", ["maps.jsonl", "maps"])
def test_no_map_of_a_series_repeats_another_and_its_seed_makes_it_again(name: str) -> None:
    result = run(*FEW, "--count", "30", "-o", name)
    assert result.exit_code == 0, result.output
    if name == "maps":
        written = [path.read_text(encoding="utf-8") for path in sorted(Path(name).iterdir())]
        seeds = [re.search(r'seed "(.*)"', text)[1] for text in written]  # type: ignore[index]
    else:
        written = Path(name).read_text(encoding="utf-8").splitlines()
        seeds = [json.loads(line)["seed"] for line in written]
    drawn = [maps.read(text.encode(), "map").map for text in written]
    assert len({*drawn}) == 30
    assert any(" " in seed for seed in seeds)
    assert [re.sub(" .*", "", seed) for seed in seeds] == [f"club-{n}" for n in range(1, 31)]
    settings = {"standing": "1", "pawns_at": "start"}
    assert drawn == [generate("quoridor", seed, size="5x5", settings=settings) for seed in seeds]


@pytest.mark.parametrize("share", [0.3, 0.7, 0.999])
def test_a_corpus_with_maps_that_were_drawn_again_goes_on_as_it_began(share: float) -> None:
    words = (*FEW, "--count", "30", "-o", "maps.jsonl")
    assert run(*words).exit_code == 0
    whole = Path("maps.jsonl").read_bytes()
    Path("maps.jsonl").unlink()
    Path("maps.jsonl.part").write_bytes(whole[: int(share * len(whole))])
    assert run(*words, "--jobs", "2").exit_code == 0
    assert Path("maps.jsonl").read_bytes() == whole


def test_where_there_are_no_more_maps_it_is_said() -> None:
    result = run(*FEW, "--count", "40", "-o", "maps.jsonl")
    assert (result.exit_code, Path("maps.jsonl").read_bytes().count(b"\n")) == (4, 32)
    assert "club-33: no other map found: 116 drawings in a row repeat the 32 maps made; set less" in result.stderr


@pytest.mark.parametrize(
    ("spread", "says"),
    [
        ((), "no other map found: 23 drawings in a row repeat the one map made; set less, or ask for fewer maps"),
        (("--spread",), "all 32 maps looked at are the same one, or it turned or mirrored; set less"),
    ],
)
def test_an_order_with_one_map_makes_it_once(spread: tuple[str, ...], says: str) -> None:
    told(4, says, "generate", "quoridor", "--preset", "opening", "--count", "4", "-o", "maps", *spread)
    assert len([*Path("maps").iterdir()]) == 1


def test_a_book_with_a_map_twice_says_so() -> None:
    run("generate", "quoridor", "--size", "5x5", "--seed", "rain", "-o", "one.toml")
    Path("two.toml").write_bytes(Path("one.toml").read_bytes())
    told(0, "two.toml: the same map as one.toml; leave one out", "book", "one.toml", "two.toml", "-o", "book.pdf")
