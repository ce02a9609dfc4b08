"""The doorstep of the command line: `mapkit --version` answers without loading the commands."""

from __future__ import annotations

import sys

from mapkit.version import __version__


def main() -> None:
    """Run the command that argv names; the exit code says how it went."""
    try:
        if sys.argv[1:] == ["--version"]:
            print(f"mapkit {__version__}")
        else:
            from mapkit import cli

            cli.run()
    except KeyboardInterrupt:  # while the libraries are loaded; the commands tell more
        sys.exit(130)


if __name__ == "__main__":
    main()
