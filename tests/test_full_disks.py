"""On a disk without room: no file is half there, nothing is announced that is not on the disk, and a message says why.

The commands run on a real disk of a megabyte that is nearly full. It is in a namespace of its own, so no other process
has it, and it ends with the test. Root may make one, and where the system lets them, everybody.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from shutil import copytree

import pytest

import mapkit
from mapkit.model.chance import Chance
from mapkit.model.files import UNFINISHED
from mapkit.studio import session
from tests.test_crashes import NO_FILE, TASKS, Nursery, files_in, fresh, half

PAGE = 4096
"""The bytes that such a disk gives out at a time."""
SMALL_DISK = 'mount -t tmpfs -o size=1m,mode=777 tmpfs "$0" && exec "$@"'
MOST_PAGES = 40
"""More pages than any of the commands needs."""
EVERY = range(MOST_PAGES + 1)


@cache
def way_to_a_disk() -> tuple[str, ...]:
    """The words before a command that runs on a small disk; none where nobody may make one."""
    for more in ((), ("--user", "--map-root-user")):
        words = ("unshare", "--mount", *more, "sh", "-c", SMALL_DISK)
        with tempfile.TemporaryDirectory() as folder:
            try:
                subprocess.run([*words, folder, "true"], capture_output=True, check=True)
            except (OSError, subprocess.CalledProcessError):
                continue
        return words
    return ()


pytestmark = pytest.mark.skipif(
    not way_to_a_disk(), reason="no small disk can be made here; /dev/full and limits of files stand for one in others"
)


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """A nursery whose children work on a disk of a megabyte."""
    with tempfile.TemporaryDirectory(prefix="mapkit-disk-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        (folder / "in").mkdir()
        begun = Nursery(folder, (*way_to_a_disk(), str(folder / "in")))
        begun.warm("--version")  # the disk is there once something has run
        yield begun
        begun.close()


def leave(nursery: Nursery, pages: int) -> None:
    """Fill the disk, but for so many pages."""
    left = os.statvfs(nursery.work)
    (nursery.work / "ballast").write_bytes(bytes((left.f_bavail - pages) * PAGE))
    assert os.statvfs(nursery.work).f_bavail == pages


def made(nursery: Nursery) -> dict[str, bytes]:
    return {name: data for name, data in files_in(nursery.work).items() if name != "ballast"}


def tasks(*few: str, of: Iterable[str]) -> pytest.MarkDecorator:
    """All tasks with disks of every size in the long tests, and a few tasks with two sizes in the fast ones."""
    fast = (pytest.param(task, range(0, 8, 4), id=task) for task in few)
    every = (pytest.param(task, EVERY, id=f"{task}-every", marks=pytest.mark.long) for task in of)
    return pytest.mark.parametrize(("task", "pages"), [*fast, *every])


@tasks("generate", "corpus", of=TASKS)
def test_a_command_says_that_there_is_no_room_and_leaves_whole_files_alone(
    nursery: Nursery, task: str, pages: range
) -> None:
    words, whole, codes = TASKS[task], nursery.undisturbed(task)[1], list[int]()
    for left in pages:
        fresh(nursery)
        before = made(nursery)
        leave(nursery, left)
        ended, found = nursery.run(words), made(nursery)
        codes.append(ended.code)
        assert half(found, whole) == [], (left, ended)
        assert {name: found.get(name) for name in before} == before
        assert {line for line in ended.out.splitlines() if line.startswith("made/")} <= found.keys(), ended
        if ended.code:
            assert ended.code == NO_FILE, (left, ended)
            assert "cannot be written: no space left on device" in ended.told, (left, ended)
            assert "Traceback" not in ended.told
            assert not [name for name in found if UNFINISHED in name], (left, ended)
            (nursery.work / "ballast").unlink()
            assert (nursery.run(words).code, made(nursery)) == (0, whole), "with room it does its work"
    assert codes[0] == NO_FILE
    assert len(pages) < MOST_PAGES or codes[-1] == 0


@tasks("generate", of=("generate", "print", "book", "repair"))
def test_a_file_that_is_to_be_replaced_stays_where_there_is_no_room(nursery: Nursery, task: str, pages: range) -> None:
    words, whole = TASKS[task], nursery.undisturbed(task)[1]
    for left in islice(pages, 6):
        fresh(nursery)
        assert nursery.run(words).code == 0
        name = next(name for name in made(nursery) if name.startswith("made/"))
        (nursery.work / name).write_text("an older one")
        leave(nursery, left)
        ended, found = nursery.run(words), made(nursery)
        assert found[name] in (b"an older one", whole[name]), (left, ended)
        assert half({each: data for each, data in found.items() if each != name}, whole) == []
        assert ended.code == (0 if found == whole else NO_FILE), (left, ended)


# The table


@cache
def moves() -> tuple[str, ...]:
    """What is said in a game on the map of these tests, in which nothing is refused."""
    drawn, chance = mapkit.generate("treasures", "crash", preset="small"), Chance("full")
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setenv("MAPKIT_GAMES", folder)
        with closing(session.begin(drawn, ("Ann", "Bob"), {"order": "given"}, "dice")) as played:
            for _ in range(300):
                if not played.mover:
                    break
                played.say(chance.choice(played.ways))
            return tuple(directive.words for directive in played.match.standing_directives)


TABLE = "play map.toml --players Ann,Bob --set order=given --seed dice --log game.jsonl"


def record(nursery: Nursery, log: str) -> list[str]:
    """What stands in a log, as a game that goes on has it."""
    with tempfile.TemporaryDirectory() as folder:
        copytree(nursery.work, folder, dirs_exist_ok=True)
        with closing(session.resume(str(Path(folder, log)))) as resumed:
            return [told.words for told in resumed.record]


@pytest.mark.parametrize("pages", [range(3), pytest.param(range(9), marks=pytest.mark.long)])
def test_a_table_announces_nothing_that_the_disk_has_no_room_for(nursery: Nursery, pages: range) -> None:
    fresh(nursery)
    (nursery.folder / "in.txt").write_text("\n".join([*moves(), "quit"]))
    whole = nursery.run(TABLE)
    assert whole.code == 0, whole
    full = 0
    for left in pages:
        fresh(nursery)
        (nursery.folder / "in.txt").write_text("\n".join([*moves(), "quit"]))
        leave(nursery, left)
        ended = nursery.run(TABLE)
        if ended.code == 0:
            break
        full += 1
        assert ended.code == NO_FILE, ended
        assert "no space left on device" in ended.told, ended
        assert "Traceback" not in ended.told
        assert whole.out.startswith(ended.out)
        if "game.jsonl" not in made(nursery):
            assert ended.out == ""
            continue
        assert "nothing was announced" in ended.told
        entries = (nursery.work / "game.jsonl").read_bytes()
        assert entries.endswith(b"\n"), "what was written of the last line is taken back"
        heard = "".join(record(nursery, "game.jsonl"))
        (nursery.work / "ballast").unlink()
        rest = [*moves()[entries.count(b"\n") - 1 :], "quit"]
        (nursery.folder / "in.txt").write_text("\n".join(rest))
        again = nursery.run("play --resume game.jsonl")
        assert again.code == 0, again
        assert heard
        assert whole.out.splitlines()[-3:] == again.out.splitlines()[-3:], "with room the game goes on to the same end"
    assert full >= 2, "the game takes more than a page"


@pytest.mark.parametrize("left", [0, 1, 2, *(pytest.param(number, marks=pytest.mark.long) for number in range(3, 12))])
def test_the_studio_says_that_a_drawing_is_not_saved_and_keeps_it(nursery: Nursery, left: int) -> None:
    fresh(nursery)
    before = made(nursery)
    leave(nursery, left)
    ended = nursery.run("save_once")
    assert ended.code == 0, ended
    (text, answer), found = json.loads(ended.out), made(nursery)
    saved = "said" in answer
    assert saved or "map.toml" in answer["refused"]
    assert saved or "no space left on device" in answer["refused"]
    assert found["map.toml"] == (text.encode() if saved else before["map.toml"])
    assert found.get("map.toml.backup", before["map.toml"]) == before["map.toml"]
    assert not [name for name in found if UNFINISHED in name]
    assert saved == (left > 0), "the file takes a page, and its backup none"


@pytest.mark.parametrize("left", [0, 1, 2, *(pytest.param(number, marks=pytest.mark.long) for number in range(3, 9))])
def test_a_table_of_the_studio_tells_no_player_what_the_disk_has_no_room_for(nursery: Nursery, left: int) -> None:
    fresh(nursery)
    leave(nursery, left)
    ended = nursery.run("sit_until_refused")
    assert ended.code == 0, ended
    *lines, answer = (json.loads(line) for line in ended.out.splitlines())
    assert "no space left on device" in answer["refused"], ended
    logs = [name for name in made(nursery) if name.startswith("games/")]
    assert [name for name in logs if UNFINISHED in name] == []
    if lines:
        assert record(nursery, lines[0]["log"]) == [line["heard"] for line in lines[1:]]
    else:
        assert logs == []
