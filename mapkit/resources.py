"""Where the templates lie: in a checkout beside the package, in an installed wheel inside it."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def path(*parts: str) -> Path:
    """The file or folder of the templates; raises FileNotFoundError where there is none."""
    for shelf in (_HERE / "templates", _HERE.parent / "templates"):
        found = shelf.joinpath(*parts)
        if found.exists():
            return found
    raise FileNotFoundError(f"mapkit's templates lack {'/'.join(parts)}; install mapkit again")
