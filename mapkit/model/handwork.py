"""What people draw by hand, in games whose map files list what stands on the board instead of drawing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mapkit.model.grid import Board, Border, Cell
from mapkit.model.message import Message
from mapkit.model.rule import Facts


class BoxRow(NamedTuple):
    """A row of boxes beside the board, of which a person crosses one, or none."""

    name: str
    """Its name in doubts and answers, such as `turn`."""
    words: Message
    boxes: tuple[str, ...]
    """What its boxes stand for, each printed in its box."""
    group: str = ""
    """The name of rows that are all crossed or all empty; empty for a row that stands alone."""


@dataclass(frozen=True)
class HandSheet:
    """What a drawing sheet takes."""

    signs: Mapping[str, Message]
    """The signs that people write into cells, each with what it means."""
    bars: Mapping[str, tuple[Border, ...]] = field(default_factory=dict)
    """The bars that people draw, by their names: each covers several borders in a row."""
    rows: tuple[BoxRow, ...] = ()
    form: int = 0
    """The number of the sheet's form, from 1, which tells settings beside the size; 0 where the size tells all."""


class Handwork(NamedTuple):
    """What a person has drawn on such a sheet."""

    signs: Mapping[Cell, str]
    bars: tuple[str, ...]
    crosses: Mapping[str, str]
    """The boxes that are crossed, by the names of their rows."""


@dataclass(frozen=True)
class ByHand:
    """How a game is drawn by hand."""

    sheet: Callable[[Any], HandSheet]
    """The sheet for some settings; raises BadSetting for those that it cannot tell."""
    settings: Callable[[Board, int], Any]
    """The settings that a size and the `form` of a sheet tell; raises BadSetting."""
    read: Callable[[Any, Handwork], tuple[Any, Facts]]
    """The settings and the facts that a drawing tells, on a sheet of some settings."""
    show: Callable[[Any, Facts], Handwork]
    """The inverse of `read`: how settings and facts are drawn."""
