"""The pack of waters: what is told of rivers (MX-10 to MX-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mapkit.games.kit.movement import Move, Onward, Terrain
from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.pack import OptionPack, idle, option
from mapkit.model.design import Clash
from mapkit.model.message import message
from mapkit.model.rule import Node
from mapkit.model.settings import choice


@dataclass(frozen=True)
class WatersSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    source_named: str = option(choice("yes no", "Whether the source of a river is named", "MX-10"))


class _Waters(OptionPack[WatersSettings]):
    name = "waters"
    settings = WatersSettings

    def moves(self, p: WatersSettings, onward: Onward, node: Node, request: str, terrain: Terrain) -> Iterable[Move]:
        for move in onward(node, request, terrain):
            if p.source_named == "no" and "river-source" in move.says:
                yield move._replace(says=tuple("river" if key == "river-source" else key for key in move.says))
            else:
                yield move

    def clashes(self, p: WatersSettings) -> Sequence[Clash]:
        idle_here = p.source_named == "no" and p.code.has_any("F1", "F2", "F3")
        return [idle(p, "source_named", message("there are no rivers"), "MX-10")] if idle_here else []


WATERS = _Waters()
