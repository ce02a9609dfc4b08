"""The entry point of the command line; it answers `mapkit --version` without loading the commands."""

from __future__ import annotations

import atexit
import gc
import sys

from mapkit.model.version import summary


def main() -> None:
    """Run the command that `sys.argv` names, and exit with its exit code."""
    try:
        if sys.argv[1:] == ["--version"]:
            print(summary())
        else:
            # to search for garbage at the end would take a sixth of the time of a short command
            gc.set_threshold(100_000)  # a simulation still comes to it
            atexit.register(gc.freeze)
            from mapkit.cli import main

            main.run()
    except KeyboardInterrupt:  # while the libraries are loading; later the commands handle it and say more
        sys.exit(130)


if __name__ == "__main__":
    main()
