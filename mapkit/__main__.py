"""The entry point of the command line; it answers `mapkit --version` without loading the commands."""

from __future__ import annotations

import sys

from mapkit.version import __version__


def main() -> None:
    """Run the command that `sys.argv` names, and exit with its exit code."""
    try:
        if sys.argv[1:] == ["--version"]:
            print(f"mapkit {__version__}")
        else:
            from mapkit import cli

            cli.run()
    except KeyboardInterrupt:  # while the libraries are loading; later the commands handle it and say more
        sys.exit(130)


if __name__ == "__main__":
    main()
