"""Settings for all tests: how counter-examples are searched for, and that tests react to Ctrl-C."""

import compileall
import contextlib
import functools
import gc
import importlib
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer.main
import typer.testing
from hypothesis import settings

from mapkit.cli.languages import answer_in
from mapkit.language.catalogue import ENGLISH
from mapkit.model import files
from mapkit.table import saved_games
from tests.packages import forget

# No test has a time limit, and on the build server the random examples are always the same.
settings.register_profile("mapkit", deadline=None, derandomize=bool(os.environ.get("CI")), max_examples=30)
settings.register_profile("long", parent=settings.get_profile("mapkit"), max_examples=500)
settings.load_profile("mapkit")


@pytest.fixture(autouse=True)
def made_from_nothing() -> None:
    """What a test reads makes nothing private that another test writes."""
    files.forget_sources()


# A process that a shell starts in the background ignores Ctrl-C, and so would all processes started from it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A process builds its commands once, from all options of all of them; here they are built once for all tests, too.
vars(typer.testing)["_get_command"] = typer.main.get_command = functools.cache(typer.main.get_command)

# Games that a test saves nowhere in particular are not among those of the person who runs the tests, nor are its files.
_saved = tempfile.TemporaryDirectory(prefix="mapkit-games-")
os.environ["MAPKIT_GAMES"] = os.environ["MAPKIT_STATE"] = _saved.name

# Every process that a test starts finds mapkit compiled, even where Python is told to keep nothing compiled.
compileall.compile_dir(Path(__file__).parents[1] / "mapkit", quiet=2)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What stands in slow.txt, functions or single rows of them, is left to `make test-slow`."""
    slow = {*Path(__file__).with_name("slow.txt").read_text(encoding="utf-8").splitlines()}
    for item in items:
        if {item.nodeid, item.nodeid.partition("[")[0]} & slow:
            item.add_marker("slow")


def pytest_sessionstart() -> None:
    """Compiling the tests takes as long as loading them twice; of two processes, one begins with the last test."""
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw1":
        for path in sorted(Path(__file__).parent.glob("**/test_*.py"), reverse=True):
            with contextlib.suppress(Exception, pytest.skip.Exception):  # told where the tests are collected
                importlib.import_module(
                    ".".join(("tests", *path.relative_to(Path(__file__).parent).with_suffix("").parts))
                )


def pytest_collection_finish() -> None:
    """What is loaded by now stays; the search for garbage passes it over from now on."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup() -> None:
    """A test begins in English, whatever language the commands of the test before were asked to answer in."""
    answer_in(ENGLISH)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in another one, made the current one, with the saved games in `games`."""
    folder = tmp_path / "inside"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MAPKIT_GAMES", str(folder / "games"))
    return folder


@pytest.fixture(params=["this system", "Windows"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks of this system, and those of Windows: of single bytes at the place of the handle, which nobody may read."""
    if request.param == "this system":
        return
    import fcntl
    from struct import pack

    def locking(handle: int, mode: int, count: int) -> None:
        assert os.lseek(handle, 0, os.SEEK_CUR) >= os.fstat(handle).st_size
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_CUR, 0, count, 0))

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2, LK_LOCK=1))
    monkeypatch.setattr(files, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(saved_games, "sys", SimpleNamespace(platform="win32"))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, all of which are gone in the end."""
    folder, before = tmp_path / "site", {*sys.modules}
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(folder)
    yield folder
    for name in {*sys.modules} - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
    forget()
