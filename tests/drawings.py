"""Maps written down in tests: a line of settings, then the drawing."""

from __future__ import annotations

from typing import Any

from mapkit import maps
from mapkit.game import Map

BARE = {
    "shop": 0,
    "hospital": 0,
    "marsh": 0,
    "river": 0,
    "fake": 0,
    "two_way": 0,
    "three_way": 0,
    "treasures": 1,
    "exits": 1,
    "walls": "any",
    "exit_distance": 0,
    "treasure_distance": 0,
    "players": 1,
}
"""The settings of a breach that names no others: one treasure, one exit, nothing else."""


def drawn(text: str, game: str = "treasures", **given: object) -> Map[Any]:
    """The map of a drawing whose first line may name settings as `marsh=1 walls=2`."""
    lines = text.strip("\n").splitlines()
    head = lines.pop(0) if "=" in lines[0] else ""
    named = dict(pair.split("=") for pair in head.split())
    told = "\n".join(f'{key} = "{value}"' for key, value in {**BARE, **named, **given}.items())
    drawing = "\n".join(lines)
    file = f'mapkit = 1\ngame = "{game}"\nmap = """\n{drawing}\n"""\n[settings]\n{told}\n'
    return maps.read(file.encode(), "drawing").map


def numbers(map: Map[Any]) -> list[str]:
    """The numbers of the rules that the map breaks, each once, in their order."""
    return list(dict.fromkeys(fault.rule.number for fault in maps.check(map)))
