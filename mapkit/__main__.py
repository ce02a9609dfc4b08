"""The doorstep of the command line: `mapkit --version` answers without loading the commands."""

from __future__ import annotations

import sys

from mapkit import __version__


def main() -> None:
    """Run the command that argv names; the exit code says how it went."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"mapkit {__version__}\n")
        return
    from mapkit import cli

    cli.run()


if __name__ == "__main__":
    main()
