"""The words of directives and answers in Maze on paper, and what announcements mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.moves import request
from mapkit.language.directives import vocabulary
from mapkit.model.grid import Direction
from mapkit.model.observation import Meaning
from mapkit.model.ruling import Announcement

SPOKEN = vocabulary("labyrinth")
WEAPONS = frozenset({"shoot", "grenade", "knife", "cement", "boomerang"})
_VERBS = WEAPONS | {"step", "skip", "end", "start"}
LATER = "after"
"""The word beside a weapon that is to be used after the step."""
_USE = "use"
"""The word that may stand beside a weapon."""
COMPASS = {"north": "N", "south": "S", "right": "E", "east": "E", "left": "W", "west": "W"}


ANSWERS = {
    "executed": "executed",
    "skipped": "skipped",
    "impossible": "impossible",
    "wall": "impossible-wall",
    "monolith": "impossible-monolith",
    "destroyed": "destroyed-",
    "no wall": "no-wall",
    "stands": "wall-stands",
    **dict.fromkeys(("built", "wasted", "miss", "nobody", "false"), ""),
    "boomerang back": "boomerang-back",
    "boomerang falls": "boomerang-falls",
    "back": "back",
    "bear": "meets-bear",
    "bear wounded": "bear-wounded",
    "leprechaun killed": "leprechaun-killed",
    "somebody wounded": "somebody-wounded",
    "somebody killed": "somebody-killed",
    "wins": "wins",
}
"""The words for answers in notes, and the keys of the announcements that they stand for; empty for the word itself."""
FOUND = {
    "empty": "empty",
    **{key.replace("-", " "): key for key in ("river", "river-source", "river-end", "wormhole", "moved")},
    **{key: key for key in ("arsenal", "hospital", "swamp", "exit", "treasure", "trophy", "boomerang")},
}
"""The words for what a step finds, and the keys of these."""
ANSWERS_TO = ("wounded", "killed", "corpse")
"""The words with a player's name behind them, or before them."""
ANSWERED = vocabulary("labyrinth", part="answers")
"""What is said for the answers in notes."""


def directions(params: Params) -> Mapping[str, Direction]:
    """The words for directions. Where there are floors, up and down lead to other floors (MP-47, MP-G-3.b)."""
    return {**COMPASS, **{request(params, d): d for d in params.grid.directions}}


class Directive(NamedTuple):
    """A directive, as it was read."""

    verb: str
    """`step`, `skip`, `end`, `start` or a weapon; empty where the words are no directive."""
    ways: tuple[Direction, ...]
    later: bool
    """Whether a weapon is to be used after the step (MP-60)."""
    further: tuple[str, ...]
    """The words that are neither; where only a cell is named, it."""


def read(params: Params, words: str) -> Directive:
    """Read a directive in plain words. A step may be said by its direction alone, and "skip a step" is no step."""
    said, known = words.split(), directions(params)
    verbs = {word for word in said if word in _VERBS}
    verbs -= {"step"} if len(verbs) > 1 or LATER in said else set()
    ways = tuple(known[word] for word in said if word in known)
    armed, later = not verbs.isdisjoint(WEAPONS), LATER in said
    if len(verbs) > 1 or ((later or _USE in said) and not armed):
        verbs = {""}
    further = (word for word in said if word not in (*known, *_VERBS, LATER, _USE))
    return Directive(next(iter(verbs), "step" if ways else ""), ways, later, tuple(further))


CARRIERS = frozenset({"wormhole", "river", "river-source"})
GROUNDS = CARRIERS | {"river-end", "arsenal", "hospital", "swamp"}
LEADS = ("placed", "executed", "skipped", "impossible")
"""What the answer to a step begins with."""
HARM = {
    **dict.fromkeys(("wounded", "meets-bear-wounded"), Meaning.INJURED),
    **dict.fromkeys(("killed", "meets-bear-killed"), Meaning.DEAD),
}
"""What each announcement of harm means for the player it names."""


def answer_in(heard: Iterable[Announcement]) -> tuple[str, list[str]]:
    """What the answer to a step begins with, and all that it names; empty where there is no such answer."""
    leads, what = list[str](), list[str]()
    for announcement in heard:
        lead, _, more = announcement.key.partition("-")
        if lead in LEADS[1:]:
            leads.append(lead)
            what += [word for word in more.split("-") if word in ("wall", "monolith")]
        if lead in (*LEADS[1:], "what"):
            what += [word for word in dict(announcement.args).get("what", "").split(", ") if word]
    found = "impossible" if "impossible" in leads else leads[0] if leads else "executed" if what else ""
    return found, what


def lengths_told(said: Mapping[str, Mapping[str, str]], what: str) -> list[int]:
    """The lengths of the chains or of the rivers, as they are announced before the first turn."""
    return [int(n) for n in said[what]["lengths"].split(", ")] if what in said else []


def counts_told(said: Mapping[str, Mapping[str, str]]) -> Mapping[str, int]:
    """The number of each thing that is announced before the first turn."""
    words = (word.split(": ") for word in said["counts"]["what"].split("; ")) if "counts" in said else ()
    return {name: int(number) for name, number in words}
