"""Files are written whole or not at all, never replaced without being asked, with names that any system takes."""

import io
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mapkit
from mapkit.cli import main
from mapkit.model import files
from mapkit.model.files import FileTrouble

ROOT = Path(__file__).parents[2]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


WAYS = [files.write_new, files.replace]
Way = Callable[[Path, bytes], None]


@pytest.mark.parametrize("write", WAYS)
def test_a_written_file_is_read_again(tmp_path: Path, write: Way) -> None:
    path = tmp_path / "a" / "b" / "m.toml"
    write(path, b"\x00one\r\n")
    assert files.read_bytes(str(path)) == b"\x00one\r\n"
    assert names(path.parent) == ["m.toml"], "nothing else is left behind"


def test_a_taken_name_is_refused_and_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_bytes(b"old")
    with pytest.raises(FileTrouble, match=r"m\.toml: exists already; .* --force"):
        files.write_new(path, b"new")
    assert path.read_bytes() == b"old"
    files.replace(path, b"new")
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["m.toml"]


def test_a_file_that_already_holds_the_same_bytes_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    files.write_new(path, b"same")
    before = path.stat()
    files.write_new(path, b"same")
    assert path.stat().st_ino == before.st_ino


def test_a_name_that_is_taken_while_the_file_is_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.toml"
    link = os.link

    def late(source: Path, target: Path) -> None:
        path.write_bytes(b"theirs")
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(FileTrouble, match="exists already"):
        files.write_new(path, b"ours")
    assert path.read_bytes() == b"theirs"


def test_a_system_without_locks_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    files.write_new(tmp_path / "m.toml", b"new")
    with files.held_alone(tmp_path / "m.toml") as file:
        assert file.read() == b"new"


def test_a_file_system_without_links_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "m.toml"
    files.write_new(path, b"one")
    assert path.read_bytes() == b"one"
    with pytest.raises(FileTrouble, match="exists already"):
        files.write_new(path, b"two")
    assert path.read_bytes() == b"one"


@pytest.mark.parametrize("write", WAYS)
def test_a_disk_that_is_full_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Way
) -> None:
    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "m.toml"
    if write is files.replace:
        path.write_bytes(b"old")
    before = names(tmp_path)
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(FileTrouble, match=r"m\.toml: cannot be written: no space left on device"):
        write(path, b"new")
    assert names(tmp_path) == before
    assert not path.exists() or path.read_bytes() == b"old"


def test_files_left_by_a_killed_run_are_removed_by_the_next(tmp_path: Path) -> None:
    killed = "import os, signal; os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)"
    writes = (
        "from pathlib import Path; from mapkit.model import files; "
        f"files.write_new(Path({str(tmp_path / 'map')!r}), b'1')"
    )
    done = subprocess.run([sys.executable, "-c", f"{killed}; {writes}"], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    assert [file.name.startswith(files.UNFINISHED) for file in tmp_path.iterdir()] == [True]
    subprocess.run([sys.executable, "-c", writes], cwd=ROOT, check=True)
    assert [file.name for file in tmp_path.iterdir()] == ["map"]


def test_a_file_that_another_run_is_writing_is_left_alone(tmp_path: Path, system: None) -> None:
    folder, left = tmp_path / "now", f"{files.UNFINISHED}12345678"
    folder.mkdir()
    with (folder / left).open("wb") as busy:
        files.lock(busy.fileno(), "when free")
        files.write_new(folder / "map", b"1")
        assert names(folder) == [left, "map"]
    folder = folder.rename(tmp_path / "later")
    files.write_new(folder / "other", b"1")
    assert names(folder) == ["map", "other"]


def test_what_one_run_holds_another_does_not_write(tmp_path: Path, system: None) -> None:
    with files.held_alone(tmp_path / "maps") as file:
        file.write(b"one")
        file.flush()
        assert (tmp_path / "maps").read_bytes() == b"one"
        with pytest.raises(FileTrouble, match="another mapkit is writing it"), files.held_alone(tmp_path / "maps"):
            pytest.fail("it is open twice")
        file.write(b" two")
    with files.held_alone(tmp_path / "maps") as file:
        assert file.read() == b"one two"


def test_a_file_with_such_a_name_that_cannot_be_locked_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    (tmp_path / f"{files.UNFINISHED}link").symlink_to(tmp_path / "mine")
    (tmp_path / f"{files.UNFINISHED}folder").mkdir()
    files.write_new(tmp_path / "map", b"1")
    assert (tmp_path / "mine").read_bytes() == b"mine"
    assert (tmp_path / f"{files.UNFINISHED}folder").is_dir()


@pytest.mark.parametrize("write", WAYS)
def test_a_folder_is_no_file(tmp_path: Path, write: Way) -> None:
    with pytest.raises(FileTrouble, match="is a folder; name a file"):
        write(tmp_path, b"x")
    with pytest.raises(FileTrouble, match="it is a folder"):
        files.read_bytes(str(tmp_path))


def test_names_are_read_as_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.toml").write_bytes(b"old")
    monkeypatch.chdir(tmp_path)
    assert files.is_folder("")
    assert files.is_there("")
    assert files.is_file("m.toml/")
    assert files.is_there("m.toml/")
    assert not files.is_there("m\0.toml")


@pytest.mark.parametrize("write", WAYS)
@pytest.mark.parametrize("place", ["m.toml/x", "m.toml/x/y"])
def test_a_file_is_no_folder(tmp_path: Path, write: Way, place: str) -> None:
    (tmp_path / "m.toml").write_bytes(b"old")
    with pytest.raises(FileTrouble, match="is no folder"):
        write(tmp_path / place, b"x")
    assert (tmp_path / "m.toml").read_bytes() == b"old"


def test_a_replaced_file_keeps_its_permissions_and_the_links_to_it(tmp_path: Path) -> None:
    path, link = tmp_path / "m.toml", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o600)
    link.symlink_to(path)
    files.replace(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_new_file_may_be_read_by_those_whom_the_umask_allows(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.write_new(tmp_path / "m.toml", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "m.toml").stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
@pytest.mark.parametrize(
    ("sources", "before", "after"),
    [
        *(((0o644,), 0, 0o644), ((0o600,), 0, 0o600), ((0o640,), 0, 0o640), ((0o640, 0o604), 0, 0o600)),
        *(((0o644, 0o600, 0o644), 0, 0o600), ((0o400,), 0, 0o600), ((0o600,), 0o644, 0o600), ((0o644,), 0o600, 0o600)),
    ],
)
def test_what_is_written_is_no_more_readable_than_what_was_read(
    sources: Sequence[int], before: int, after: int, tmp_path: Path
) -> None:
    made = tmp_path / "folder" / "made"
    if before:
        made.parent.mkdir()
        made.touch(before)
    for number, mode in enumerate(sources):
        (tmp_path / f"{number}").write_bytes(b"x")
        (tmp_path / f"{number}").chmod(mode)
        files.read_bytes(str(tmp_path / f"{number}"))
    files.replace(made, b"new")
    assert stat.S_IMODE(made.stat().st_mode) == after
    assert before or stat.S_IMODE(made.parent.stat().st_mode) == (0o755 if after == 0o644 else 0o700)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_readers_of_another_group_are_no_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "map").touch(0o640)
    found = list((tmp_path / "map").stat())
    found[stat.ST_GID] += 1
    files.heed(os.stat_result(found))
    files.write_new(tmp_path / "made", b"x")
    assert stat.S_IMODE((tmp_path / "made").stat().st_mode) == 0o600


COMMANDS = (
    "repair m.toml -o repaired.toml",
    "complete m.toml -o completed.toml",
    "complete m.toml -o completed.json",
    "print m.toml --commit",
    "print m.toml --format svg -o sheets",
    "print m.toml -o one.pdf --sheets gm --force",
    "book m.toml m.toml -o book.pdf --secret answers.pdf",
    "play m.toml --players Ann,Bob --log game.jsonl",
    "play m.toml --players Ann,Bob",
    "print game.jsonl -o log.pdf",
)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_all_that_commands_make_of_a_private_map_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    Path("m.toml").write_text(mapkit.generate("treasures", "private", preset="small").to_text())
    Path("m.toml").chmod(0o600)
    Path("one.pdf").touch(0o644)
    for words in COMMANDS:
        ended = CliRunner().invoke(main.app, words.split(), input="")
        assert ended.exit_code == 0, (words, ended.output)
    made = {file.relative_to(tmp_path).name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.rglob("*")}
    assert len(made) > 20
    assert {name: oct(mode) for name, mode in made.items() if mode & 0o077} == {}


@pytest.mark.parametrize("write", WAYS)
def test_a_device_is_written_into_and_stays(write: Way) -> None:
    write(Path(os.devnull), b"x")
    assert not Path(os.devnull).is_file()


def test_a_file_is_read_only_as_far_as_a_map_file_may_be_long(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * (files.MOST_BYTES + 100))
    assert len(files.read_bytes(str(tmp_path / "big"))) == files.MOST_BYTES + 1


def test_a_dash_is_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"typed"), encoding="utf-8"))
    assert files.read_bytes("-") == b"typed"
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FileTrouble, match="stdin is closed"):
        files.read_bytes("-")


@pytest.mark.parametrize("name", ["none.toml", "a\0b", "", "x" * 5000, "a/" * 3000])
def test_an_unreadable_file_raises_trouble_and_no_other_error(name: str) -> None:
    with pytest.raises(FileTrouble, match="cannot be read"):
        files.read_bytes(name)


def test_a_name_that_is_too_long_is_told_with_what_would_do() -> None:
    with pytest.raises(FileTrouble, match="cannot be read: file name too long; give a shorter one"):
        files.read_bytes("a/" * 3000)


def test_a_name_is_shown_without_control_characters() -> None:
    assert files.printable_name("a\x1b[31m\u202eb\udcff\n.toml") == "a�[31m�b��.toml"
    assert files.printable_name("die Höhle.toml") == "die Höhle.toml"
    assert files.printable_name("") == '""'


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Big Cave!", "big-cave"),
        ("../../etc/passwd", "etc-passwd"),
        ("Жук 3", "жук-3"),
        ("CON", "map-con"),
        ("lpt1", "map-lpt1"),
        ("...", "map"),
        ("", "map"),
        ("x" * 60, "x" * 40),
        ("a\x1b[31mb\0c", "a-31mb-c"),
    ],
)
def test_any_text_makes_a_file_name(text: str, name: str) -> None:
    assert files.file_name(text) == name


def test_a_link_that_leads_nowhere_is_not_meant_instead_of_itself(tmp_path: Path) -> None:
    (tmp_path / "friday.toml").symlink_to(tmp_path / "gone.toml")
    assert files.meant_instead(str(tmp_path / "friday.toml")) == ""
    assert "friday.toml" in files.meant_instead(str(tmp_path / "fridya.toml"))
