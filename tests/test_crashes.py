"""Killed, stopped, without room or without rights: no file is half there under its name, and nothing announced is lost.

The commands run in children that are forked from one process that has loaded mapkit, so that many can be killed.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from shutil import rmtree
from textwrap import dedent
from typing import NamedTuple

import pytest

import mapkit
from mapkit.model.chance import Chance
from mapkit.model.files import UNFINISHED
from mapkit.studio import session
from tests.table.test_play import terminal, waits
from tests.test_hostile_files import answered

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills children that it forks")

ROOT = Path(__file__).parents[1]
FEW, MANY = 2, 500
STOPPED, NO_FILE = 130, 3
WAIT = 60
"""How many seconds a child may take; more means that it hangs."""

NURSERY = r"""
import ctypes, json, os, resource, signal, sys, traceback
from pathlib import Path

import mapkit
from mapkit import __main__; from mapkit.cli import main as cli; from mapkit.model import files
from mapkit.model.chance import Chance
from mapkit.mapfile import document
from mapkit.studio import session
from tests.test_hostile_files import answered
from tests.table.test_play import terminal, waits
from mapkit.studio.actions import act
from mapkit.studio.desk import Desk

def run(words):
    sys.argv = ["mapkit", *words]
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        __main__.main()
    except SystemExit as ended:
        return ended.code or 0
    except KeyboardInterrupt:  # it came a moment before the command or after it
        return 130
    except BaseException:
        traceback.print_exc()
        return 99
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

def draw():
    desk, spots = Desk(Path("map.toml"), Path("map.toml").read_text(), Path("map.toml").read_bytes()), ["a1", "b1"]
    for number in range(10**6):
        act(desk, {"do": "draw", "tool": "cell " + ("marsh", "treasure")[number % 2], "path": spots})
        os.write(1, (json.dumps(["drawn", desk.text]) + "\n").encode())
        assert "said" in act(desk, {"do": "save"}), "it was saved"
        os.write(1, (json.dumps(["saved", desk.text]) + "\n").encode())

def save_once():
    desk = Desk(Path("map.toml"), Path("map.toml").read_text(), Path("map.toml").read_bytes())
    act(desk, {"do": "draw", "tool": "cell marsh", "path": ["a1"]})
    os.write(1, json.dumps([desk.text, act(desk, {"do": "save"})]).encode())

def sit():
    chance, drawn = Chance("sit"), document_of("map.toml")
    played = session.begin(drawn, ("Ann", "Bob"), {}, "dice")
    os.write(1, (json.dumps(str(played.match.log.path)) + "\n").encode())
    while played.mover:
        before = len(played.record)
        played.say(chance.choice(played.ways))
        for told in played.record[before:]:
            os.write(1, (json.dumps([told.number, told.words]) + "\n").encode())

def sit_until_refused():
    desk, chance = Desk(Path("map.toml"), Path("map.toml").read_text(), Path("map.toml").read_bytes()), Chance("sit")
    answer = act(desk, {"do": "table_begin", "names": ["Ann", "Bob"], "options": {}, "seed": "dice"})
    told = 0
    while "refused" not in answer:
        played = desk.sitting
        if not told:
            print(json.dumps({"log": os.path.relpath(played.match.log.path)}))
        for line in played.record[told:]:
            print(json.dumps({"heard": line.words}))
        told = len(played.record)
        answer = act(desk, {"do": "table_say", "words": chance.choice(played.ways)})
    print(json.dumps({"refused": answer["refused"]}))

def document_of(name):
    from mapkit.games import maps
    return maps.read(Path(name).read_bytes(), name).map

def live(order):
    os.chdir(order["folder"])
    os.environ["MAPKIT_GAMES"] = str(Path("games").resolve())
    for number, name in enumerate(("../in.txt", "../out.txt", "../err.txt")):
        handle = os.open(name, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        os.dup2(handle, number)
        os.close(handle)
    if order.get("powerless") and os.geteuid() == 0:  # else root may write everywhere
        assert ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()) == 0
    if "size" in order:
        resource.setrlimit(resource.RLIMIT_FSIZE, (order["size"], resource.RLIM_INFINITY))
    if "handles" in order:
        resource.setrlimit(resource.RLIMIT_NOFILE, (order["handles"], order["handles"]))
    files._sweep.cache_clear()  # a process of its own has swept nothing yet
    words = order["words"]
    ours = {"draw": draw, "sit": sit, "save_once": save_once, "sit_until_refused": sit_until_refused}
    code = ours[words[0]]() if words[0] in ours else run(words)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code or 0)

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for commands alone
while line := sys.stdin.readline():
    order = json.loads(line)
    if order.get("warm"):
        os.chdir(order["folder"])
        kept = os.dup(1)
        os.dup2(2, 1)
        run(order["words"])
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.write(1, b"warm\n")
        continue
    child = os.fork()
    if not child:
        live(order)
    os.write(1, f"{child}\n".encode())
    _, status = os.waitpid(child, 0)
    os.write(1, f"{status}\n".encode())
"""


class Ended(NamedTuple):
    """How a child ended."""

    code: int
    """Its exit code; that of a signal is negative."""
    out: str
    told: str
    seconds: float


class Nursery:
    """A process that forks children, each of which runs a command in a folder."""

    def __init__(self, folder: Path, within: Sequence[str] = ()) -> None:
        """Takes a folder, and the words of a command that starts the process."""
        self.folder, pipe = folder, subprocess.PIPE
        env = {**os.environ, "PYTHONPATH": str(ROOT), "MAPKIT_GAMES": str(folder / "games")}
        command = [*within, sys.executable, "-c", NURSERY]
        errors = (folder / "nursery.txt").open("wb")
        with errors:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, stderr=errors, text=True
            )
        self.work = Path(f"/proc/{self._process.pid}/root{folder}/in") if within else folder / "in"
        """The folder of the children, seen from here, since a disk may be there that only they have."""
        (folder / "in.txt").write_text("quit\n")
        self._known: dict[str, tuple[Ended, dict[str, bytes]]] = {}

    def undisturbed(self, task: str) -> tuple[Ended, dict[str, bytes]]:
        """How a task ends that nobody disturbs, and all files that are there then."""
        if task not in self._known:
            fresh(self)
            self.warm(TASKS[task])
            folder = fresh(self)
            ended = self.run(TASKS[task])
            assert ended.code == 0, ended
            self._known[task] = ended, files_in(folder)
        return self._known[task]

    def ask(self, words: str, **more: object) -> None:
        """Begin a command."""
        assert self._process.stdin
        order = {"folder": str(self.folder / "in"), "words": words.split(), **more}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()

    def line(self) -> str:
        """The next line that the nursery says."""
        assert self._process.stdout
        said = self._process.stdout.readline()
        assert said, (self.folder / "nursery.txt").read_text()
        return said.strip()

    def run(self, words: str, sign: int = 0, after: float = WAIT, lines: int = 0, **more: object) -> Ended:
        """Run a command and send it a signal some seconds after it has printed so many lines, unless it has ended."""
        begun = time.monotonic()
        for name in ("out.txt", "err.txt"):
            (self.folder / name).write_text("")
        self.ask(words, **more)
        child = int(self.line())
        if sign:
            while (self.folder / "out.txt").read_bytes().count(b"\n") < lines:
                assert time.monotonic() < begun + WAIT, (self.folder / "err.txt").read_text()
                time.sleep(0.001)
            time.sleep(after)
            with suppress(ProcessLookupError):
                os.kill(child, sign)
        status = int(self.line())
        out, told = ((self.folder / name).read_text(errors="replace") for name in ("out.txt", "err.txt"))
        return Ended(os.waitstatus_to_exitcode(status), out, told, time.monotonic() - begun)

    def warm(self, words: str) -> None:
        """Run a command in the nursery itself, so that no child has to load what it needs."""
        self.ask(words, warm=True)
        assert self.line() == "warm"

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """A nursery whose children work in a fresh folder."""
    with tempfile.TemporaryDirectory(prefix="mapkit-crash-") as name:
        begun = Nursery(Path(name))
        yield begun
        begun.close()


def fresh(nursery: Nursery) -> Path:
    """The folder in which the next child works, with maps in it and nothing else."""
    folder = nursery.work
    folder.mkdir(exist_ok=True)
    for options in (folder, folder / "made"):
        if options.exists():
            options.chmod(0o777)
    for file in folder.iterdir():
        rmtree(file) if file.is_dir() else file.unlink()
    (folder / "made").mkdir()
    (nursery.folder / "in.txt").write_text("quit\n")
    whole = mapkit.generate("treasures", "crash", preset="small").to_text()
    for name in ("map.toml", "second.toml"):
        (folder / name).write_text(whole)
    (folder / "broken.toml").write_text(whole.replace(" T ", " . ").replace(" M ", " S ", 1))
    return folder


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


TASKS = {
    "generate": "generate treasures --preset small --count 6 --seed crash -o made --force",
    "corpus": "generate treasures --preset small --count 12 --seed crash -o made/a.jsonl --force",
    "print": "print map.toml --sheets gm,player,card -o made --force",
    "pictures": "print map.toml --sheets gm --format svg -o made --force",
    "book": "book map.toml second.toml -o made/book.pdf --force",
    "repair": "repair broken.toml -o made/repaired.toml --force",
}


each_task = pytest.mark.parametrize(
    "task", [task if task in ("generate", "repair") else pytest.param(task, marks=pytest.mark.long) for task in TASKS]
)
"""All tasks in the long tests, and two in the fast ones."""


def half(found: Mapping[str, bytes], whole: Mapping[str, bytes]) -> list[str]:
    """The names of files that are not whole; those that say by their names that they are unfinished do not count."""
    unfinished = (name for name in found if UNFINISHED in name or name.endswith(".part"))
    return sorted(name for name in found.keys() - {*unfinished} if found[name] != whole.get(name))


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("task", TASKS)
def test_a_killed_command_leaves_no_half_file_under_its_name_and_has_written_what_it_announced(
    nursery: Nursery, task: str, number: int
) -> None:
    words, chance, cut = TASKS[task], Chance(f"killed {task}"), 0
    ended, whole = nursery.undisturbed(task)
    for step in range(number):
        folder = fresh(nursery)
        killed = nursery.run(words, signal.SIGKILL, ended.seconds * chance.below(1000) / 1000)
        found = files_in(folder)
        assert half(found, whole) == []
        assert {line for line in killed.out.splitlines(keepends=True) if line.endswith("\n")} <= {
            f"{name}\n" for name in found
        } | {line for line in ended.out.splitlines(keepends=True) if not line.startswith("made")}
        cut += killed.code == -signal.SIGKILL
        if step % 25 == 0:
            again = nursery.run(words)
            assert (again.code, files_in(folder)) == (0, whole), "the next run sweeps up and finishes"
    assert cut >= number // 3, "most of them were killed while they worked"


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY // 5, marks=pytest.mark.long)])
@pytest.mark.parametrize("task", TASKS)
def test_a_stopped_command_says_so_and_cleans_up(nursery: Nursery, task: str, number: int) -> None:
    """Ctrl-C at any moment."""
    words, chance = TASKS[task], Chance(f"stopped {task}")
    ended, whole = nursery.undisturbed(task)
    for _ in range(number):
        folder = fresh(nursery)
        stopped = nursery.run(words, signal.SIGINT, ended.seconds * chance.below(1000) / 1000)
        assert stopped.code in (0, STOPPED), stopped
        assert "Traceback" not in stopped.told, stopped.told
        found = files_in(folder)
        assert half(found, whole) == []
        assert not [name for name in found if UNFINISHED in name], stopped


def test_ctrl_c_before_the_first_line_that_it_may_stop_leaves_nothing_to_be_done_later() -> None:
    """The inner one is never left, and the outer one has closed its files when the inner one is cleared away."""
    words = """
        from mapkit.cli.processes import Stoppable
        outer, inner = Stoppable(), Stoppable()
        outer.__enter__()
        inner.__enter__()
        outer.__exit__(None, None, None)
        del inner
    """
    ended = subprocess.run([sys.executable, "-c", dedent(words)], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stderr == ""


@pytest.mark.parametrize("error", [KeyError, ImportError, ValueError])
def test_ctrl_c_that_a_library_hides_behind_an_error_of_its_own_is_no_error(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """ReportLab does so where it formats a page."""

    def hidden(*_: object) -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise error("forward reference not resolved")  # noqa: B904 - as the library does

    monkeypatch.setattr("mapkit.paper.press.Press.written", hidden)
    cellar = str(ROOT / "templates" / "samples" / "cellar.toml")
    answer = answered(["print", cellar, "-o", str(tmp_path / "made")], b"", monkeypatch)
    assert (answer.code, answer.told) == (STOPPED, b"stopped; files that are written are whole\n")


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_a_killed_studio_has_saved_what_it_said_it_had(nursery: Nursery, number: int) -> None:
    folder, chance = fresh(nursery), Chance("studio")
    drawn = 0
    for _ in range(number):
        fresh(nursery)
        before = (folder / "map.toml").read_text()
        killed = nursery.run("draw", signal.SIGKILL, chance.below(20) / 1000, lines=chance.below(8))
        assert killed.code == -signal.SIGKILL, killed
        said = [json.loads(line) for line in killed.out.splitlines(keepends=True) if line.endswith("\n")]
        saved = [text for what, text in said if what == "saved"]
        drawn += len(saved)
        mapkit.read((folder / "map.toml").read_text())
        assert (folder / "map.toml").read_text() in {*(saved or [before])[-1:], *(text for _, text in said[-1:])}
        if saved:
            assert (folder / "map.toml.backup").read_text() == before
    assert drawn >= number


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_a_killed_table_of_the_studio_has_kept_every_line_that_players_heard(nursery: Nursery, number: int) -> None:
    folder, chance, lines = fresh(nursery), Chance("table"), 0
    for _ in range(number):
        fresh(nursery)
        killed = nursery.run("sit", signal.SIGKILL, chance.below(20) / 1000, lines=1 + chance.below(8))
        said = [json.loads(line) for line in killed.out.splitlines(keepends=True) if line.endswith("\n")]
        lines += len(said)
        if said:
            with closing(session.resume(str(folder / said[0]))) as resumed:
                record = {told.number: told.words for told in resumed.record}
            assert [record.get(number) for number, _ in said[1:]] == [words for _, words in said[1:]]
    assert lines >= number


# No room


@each_task
def test_without_room_on_the_disk_a_command_says_so_and_leaves_no_half_file(nursery: Nursery, task: str) -> None:
    words, whole = TASKS[task], nursery.undisturbed(task)[1]
    largest = max(len(data) for name, data in whole.items() if name.startswith("made"))
    for size in (1, largest // 3, largest - 1):
        folder = fresh(nursery)
        ended = nursery.run(words, size=max(size, 200))  # its messages are files here, too
        assert ended.code == NO_FILE, ended
        assert "cannot be written: file too large" in ended.told, ended
        assert "Traceback" not in ended.told
        found = files_in(folder)
        assert half(found, whole) == []
        assert not [name for name in found if UNFINISHED in name]


@each_task
def test_in_a_folder_that_may_only_be_read_a_command_says_so(nursery: Nursery, task: str) -> None:
    words = TASKS[task]
    nursery.undisturbed(task)
    folder = fresh(nursery)
    before = files_in(folder)
    for cell in (folder, folder / "made"):
        cell.chmod(0o555)
    ended = nursery.run(words, powerless=True)
    assert (ended.code, "permission denied" in ended.told) == (NO_FILE, True), ended
    assert "Traceback" not in ended.told
    assert files_in(folder) == before


@each_task
def test_with_too_few_open_files_a_command_says_so_or_does_its_work(nursery: Nursery, task: str) -> None:
    words, whole, codes = TASKS[task], nursery.undisturbed(task)[1], list[int]()
    for handles in (3, 5, 7, 10, 14, 20, 30, 60):
        folder = fresh(nursery)
        ended = nursery.run(words, handles=handles)
        codes.append(ended.code)
        assert ended.code in (0, NO_FILE), ended
        assert "Traceback" not in ended.told, ended.told
        assert half(files_in(folder), whole) == []
        if not ended.code:
            break
    assert codes[0] == NO_FILE
    assert codes[-1] == 0


# At a prompt

PROMPTS = {
    "tonight": "keeps the map? [4]",
    "play map.toml": "commas between: ",
    "play map.toml --players Ann,Bob --set order=given": "Ann> ",
    "play map.toml --players Ann,Bob --set order=given --gm": "Ann> ",
    "play --delete all": "yes or no: ",
}


def test_a_table_that_is_ended_leaves_a_terminal_that_shows_what_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a line is edited, the terminal echoes nothing."""
    ended_at_a_prompt([*PROMPTS][2], signal.SIGTERM, tmp_path, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM], ids=lambda sign: sign.name)
@pytest.mark.parametrize("words", PROMPTS)
def test_what_is_ended_at_a_prompt_says_so_and_leaves_the_terminal_as_it_was(
    words: str, sign: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended_at_a_prompt(words, sign, tmp_path, monkeypatch)


def ended_at_a_prompt(words: str, sign: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """End a command that waits for a line, and look at the terminal and at its files."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MAPKIT_GAMES", str(folder / "games"))
    drawn = mapkit.generate("treasures", "crash", preset="small")
    (folder / "map.toml").write_text(drawn.to_text())
    closing_at_once = session.begin(drawn, ("Ann", "Bob"), {}, "dice")
    closing_at_once.close()
    before = files_in(folder)
    with terminal(*words.split()) as there:
        there.until(PROMPTS[words])
        while not waits(there.playing):
            time.sleep(0.02)
        there.playing.send_signal(sign)
        code = there.playing.wait(timeout=WAIT)
        local = termios.tcgetattr(there.screen)[3]
    assert code in (STOPPED, -signal.SIGTERM)
    assert local & termios.ECHO
    assert local & termios.ICANON
    assert {name: files_in(folder)[name] for name in before} == before
    assert not [name for name in files_in(folder) if UNFINISHED in name]
