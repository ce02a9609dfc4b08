"""The place of the templates: beside the package in a checkout, and inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def path(*parts: str) -> Path:
    """The path of a file or folder of the templates; raises FileNotFoundError where it is missing."""
    for shelf in (_HERE / "templates", _HERE.parent / "templates"):
        found = shelf.joinpath(*parts)
        if found.exists():
            return found
    raise FileNotFoundError(f"mapkit's templates lack {'/'.join(parts)}; install mapkit again")
