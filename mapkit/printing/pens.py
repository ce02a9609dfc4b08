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
    """How an ink is drawn: lengths in mm, colours as `#rrggbb`; what has the colour None is not drawn."""

    line: float = 0.0
    colour: str | None = None
    fill: str | None = None
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "square", "round"] = "round"


@cache
def pens() -> dict[Ink, Pen]:
    """The pen of every ink. Raises KeyError where the theme lacks one."""
    table = tomllib.loads(resources.path("themes", "paper.toml").read_text(encoding="utf-8"))
    return {ink: Pen(**{**table[ink.value], "dash": tuple(table[ink.value].get("dash", ()))}) for ink in Ink}
