"""Settings for all tests: how counter-examples are searched for, and that tests react to Ctrl-C."""

import functools
import gc
import os
import signal

import typer.testing
from hypothesis import settings
from typer.main import get_command

# A sixth game; its tests run where it stands on the shelf (test_docs.py).
collect_ignore = ["lanterns"]

# No test has a time limit, and on the build server the random examples are always the same.
settings.register_profile("mapkit", deadline=None, derandomize=bool(os.environ.get("CI")), max_examples=50)
settings.register_profile("long", parent=settings.get_profile("mapkit"), max_examples=500)
settings.load_profile("mapkit")

# A process that a shell starts in the background ignores Ctrl-C, and so would all processes started from it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A process builds its commands once, from all options of all of them; here they are built once for all tests, too.
vars(typer.testing)["_get_command"] = functools.cache(get_command)


def pytest_collection_finish() -> None:
    """What is loaded by now stays; the search for garbage passes it over from now on."""
    gc.collect()
    gc.freeze()
