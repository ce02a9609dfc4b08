"""What there is in a game, by its settings or on its map: the words for which conditions in texts ask."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from mapkit.games.treasures.design import SETS, Params
from mapkit.model.message import Message
from mapkit.model.rule import Amount
from mapkit.model.settings import named_settings

SHOP_MODULES = ("scanner", "flashlight", "dynamite", "shield")
"""The modules that add an item to the shop, by their settings."""
MONSTERS = ("bear", "dog", "zombie")
"""The modules that add a monster, by their settings."""


def modules_on(p: Params) -> frozenset[str]:
    """The names of the settings that switch something on, and `floors`, `stairs`, `items` and `monsters`."""
    found = {each.name for each in named_settings(p) if each.of_module and getattr(p, each.name) not in NONE}
    found |= {"floors"} if p.grid.floors > 1 else set()
    found |= {"stairs"} if p.grid.floors > 1 and getattr(p, "stairs", 1) != 0 else set()
    found |= {"items"} if found & {*SHOP_MODULES} else set()
    return frozenset(found | ({"monsters"} if found & {*MONSTERS} else set()))


_MARKS = {
    "shop": {"shop"},
    "hospital": {"hospital"},
    "marsh": {"marsh"},
    "fake": {"fake"},
    "two_way": {mark for marks in SETS for mark in marks if len(marks) == 2},
    "three_way": {mark for marks in SETS for mark in marks if len(marks) == 3},
}
"""The marks of the kinds of tiles for which conditions ask, by the settings that count them."""
NONE = (0, Amount(0, 0))
"""The settings for things of which there are none."""


_CONTENTS = {
    "treasures": "in-it-treasures",
    "exits": "in-it-exits",
    "walls": "in-it-walls",
    "shop": "in-it-shops",
    "hospital": "in-it-hospitals",
    "marsh": "in-it-marshes",
    "rivers": "in-it-rivers",
    "river": "in-it-river-tiles",
    "fake": "in-it-fake-portals",
    "two_way": "in-it-portal-pairs",
    "three_way": "in-it-portal-rings",
}
"""The words of the phrase file for what is in a labyrinth, by the settings that count it."""


def contents(p: Params) -> Iterator[tuple[Message, Amount]]:
    """What is in a labyrinth by its settings, each in a word of the phrase file for so many (TL-G5)."""
    for name, word in _CONTENTS.items():
        value = getattr(p, name)
        amount = value if isinstance(value, Amount) else Amount(value, value)
        # of a single river the number of tiles says enough
        if amount.high != 0 and (name != "rivers" or (p.river.high != 0 and amount != Amount(1, 1))):
            number = amount.low if amount.low == amount.high else max(2, amount.high or amount.low)
            yield Message(word, {"number": number}), amount


def conditions(p: Params, marks: Collection[str] | None = None) -> frozenset[str]:
    """The words of conditions that hold in a game by its settings; with the marks of a map, what is on that map."""
    on = modules_on(p)
    if marks is None:
        tiles = {name for name in _MARKS if getattr(p, name) not in NONE}
        tiles |= {"rivers"} if p.river not in NONE and p.rivers not in NONE else set()
    else:
        tiles = {name for name, kinds in _MARKS.items() if kinds & {*marks}}
        tiles |= {"rivers"} if any(mark.startswith("flows") for mark in marks) else set()
    given = {*getattr(p, "gifts", ()), *(getattr(p, "donated", ()) if "donation" in on else ())} - {"none"}
    more = {
        "portals": bool(tiles & {"fake", "two_way", "three_way"}),
        "others": p.players > 1,
        "goods": "shop" in tiles or bool(given),
        "bullets": "shop" in tiles or "bullet" in given,
        "kits": "shop" in tiles or "kit" in given,
        "junk": "shop" in tiles or "junk" in given,
        "delays": bool(tiles & {"marsh", "hospital"}) or "zombie" in on,
    }
    return frozenset({*on, *tiles, *(word for word, holds in more.items() if holds)})
