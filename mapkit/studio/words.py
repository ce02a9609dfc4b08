"""The words of the page in a language: those of the page itself, and those of the scene.

The page speaks English. What it says in another language stands in `templates/wording`, in the file `studio.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mapkit.language.catalogue import ENGLISH
from mapkit.language.translation import translated
from mapkit.model import resources
from mapkit.model.map import Map
from mapkit.paper.description import cells_in_words

PAGE = Path(__file__).with_name("page")
"""The folder of the page's own files."""
ON_PAGE = re.compile(r"(?<=>)[^<>]*[A-Za-z]{2}[^<>]*(?=<)|(?<=aria-label=\")[^\"]+|(?<=title=\")(?!Ctrl)[^\"]+")
"""The words of the page: its texts, its labels and its hints."""


@cache
def phrases(language: str) -> Mapping[str, Any]:
    """What the page says, by its English; a list has the forms beside a number. Empty for English."""
    if language == ENGLISH:
        return {}
    text: dict[str, Any] = tomllib.loads(resources.path("wording", language, "studio.toml").read_text(encoding="utf-8"))
    return text


def page(language: str, name: str = "studio.html") -> str:
    english = (PAGE / name).read_text(encoding="utf-8").replace('lang="en"', f'lang="{language}"')
    known = phrases(language)
    return ON_PAGE.sub(lambda text: text[0].replace(said := text[0].strip(), str(known.get(said, said))), english)


def in_words(scene: Mapping[str, Any], map_: Map[Any], language: str) -> dict[str, Any]:
    """A scene in a language, with what it says of each cell, and with the words of the page."""
    found = {**scene, "language": language, "phrases": phrases(language), "told": cells_in_words(map_, language)}
    if language != ENGLISH:
        found["game"] = translated(scene["game"], language)
        found["words"] = {spot: translated(words, language) for spot, words in scene["words"].items()}
        for part in _SPOKEN.keys() & scene.keys():
            found[part] = spoken(scene[part], part, language)
    return found


def spoken(records: Sequence[Mapping[str, Any]], part: str, language: str) -> list[Mapping[str, Any]]:
    if language == ENGLISH:
        return list(records)
    return [{**record, **{name: translated(record[name], language) for name in _SPOKEN[part]}} for record in records]


_SPOKEN = {
    "tools": ("words", "heading"),
    "faults": ("sentence", "found"),
    "advice": ("sentence", "found"),
    "head": ("meaning",),
    "gauges": ("label",),
}
"""The parts of a scene that are lists, and which members of their records are words."""
