"""The pen of each ink: thickness, colour, fill and dashes, read from a theme. Only the writers use it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Literal

from mapkit import resources
from mapkit.sheet import Ink


@dataclass(frozen=True, slots=True)
class Pen:
    """How an ink is drawn: lengths in mm, colours as `#rrggbb`."""

    line: float = 0.0
    """The thickness of lines."""
    colour: str | None = None
    """The colour of lines and of text; None for no lines."""
    fill: str | None = None
    """The colour of surfaces; None for none."""
    dash: tuple[float, ...] = ()
    """Dashes and gaps in turn; empty for a solid line."""
    cap: Literal["butt", "square", "round"] = "round"
    """The ends of lines."""


@cache
def pens() -> dict[Ink, Pen]:
    """The pen of every ink. Raises KeyError where the theme lacks one."""
    table = tomllib.loads(resources.path("themes", "paper.toml").read_text(encoding="utf-8"))
    return {ink: Pen(**{**table[ink.value], "dash": tuple(table[ink.value].get("dash", ()))}) for ink in Ink}
