"""How often photos of drawing sheets are read wrongly: `python -m benchmarks.photos [--photos N] [--games ...]`.

Every photo is of a map that mapkit never saw: drawn with letters that were not learned from, half of the maps with
deliberate faults, and taken by `benchmarks.camera`. Each condition is told apart. The handwriting fonts are those of
Debian: fonts-humor-sans fonts-breip fonts-dkg-handwriting fonts-kristi; those that are not installed are left out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import Any

import mapkit
from benchmarks.camera import CONDITIONS, PENS, Camera, Hand, blank_pages, draw, photograph
from mapkit.chance import Chance
from mapkit.game import Map
from mapkit.grid import Border, Place, borders, inner_borders, outer_borders
from mapkit.pages import hand_signs
from mapkit.photos import picture, reading
from mapkit.rule import wall
from mapkit.settings import BadSetting

FOLDER = Path("/usr/share/fonts/truetype")
NEAT = {
    "Humor Sans": "humor-sans/Humor-Sans.ttf",
    "Breip": "breip/Breip.ttf",
    "Dkg": "fifthhorseman/dkg.ttf",
    "Dkg, slanted": "fifthhorseman/dkgIt.ttf",
}
CURSIVE = {"Kristi": "kristi/Kristi.ttf"}


def hands() -> dict[str, str]:
    """The fonts that are there, by their names."""
    found = {name: FOLDER / file for name, file in {**NEAT, **CURSIVE}.items()}
    return {name: str(path) for name, path in found.items() if path.exists()}


def with_faults(map: Map[Any], chance: Chance) -> tuple[Map[Any], frozenset[Place]]:
    """The map with three walls set or taken where that is a mistake or not, and two signs exchanged: where that is."""
    facts, touched = set(map.facts), set[Place]()
    for _ in range(3):
        line = chance.choice(inner_borders(map.params.grid))
        facts ^= {wall(line)}
        touched.add(line)
    one, other = (chance.choice(map.params.grid.cells()) for _ in range(2))
    kinds = map.kinds
    if kinds.get(one) != kinds.get(other):
        facts = {f for f in facts if not (f.place in (one, other) and f.mark in (kinds[one], kinds[other]))}
        of = type(next(iter(facts)))
        facts |= {of(one, kinds[other]), of(other, kinds[one])}
        touched |= {one, other}
    return replace(map, facts=frozenset(facts)), frozenset(touched)


def truth(map: Map[Any]) -> Mapping[Place, str]:
    """What should be read of every place."""
    legend, grid = map.game.design.legend(map.params), map.params.grid
    glyphs = {mark: glyph for glyph, mark in legend.marks.items()}
    told: dict[Place, str] = {
        cell: "".join(hand_signs.written(legend, glyphs[kind])) or reading.PLAIN for cell, kind in map.kinds.items()
    }
    exits = {fact.place for fact in map.facts if fact.mark == "exit"}
    shut = {fact.place for fact in map.facts if fact.mark in ("wall", "solid")} | set(outer_borders(grid)) - exits
    lines = [line for line in borders(grid) if line.side not in "UD"]
    return {**told, **{line: reading.WALL if line in shut else reading.OPEN for line in lines}}


def counted(found: reading.Reading, true: Mapping[Place, str], touched: frozenset[Place]) -> Counter[str]:
    """How many walls and signs were read, wrongly and not surely."""
    count = Counter[str]()
    for place, look in found.looks.items():
        kind = "walls" if isinstance(place, Border) else "signs" if true[place] != reading.PLAIN else "empty"
        wrong = look.sure and look.word != true[place]
        count.update({kind: 1, f"{kind} doubtful": int(not look.sure), f"{kind} wrong": int(wrong)})
        count["faults lost"] += wrong and place in touched
        count["faults"] += place in touched
    return count


def photos(number: int, games: list[str], conditions: list[str]) -> Iterator[tuple[str, str, Counter[str]]]:
    """What was counted in each photo, with its condition and its hand."""
    fonts, pens = hands(), [*PENS]
    for at, (name, font) in enumerate(islice(cycle(fonts.items()), number)):
        chance = Chance(f"photo {at}")
        game, condition, pen = (
            games[(at // 2 + at // 16) % len(games)],
            conditions[(at // 2) % len(conditions)],
            pens[(at // 3) % len(pens)],
        )
        map, touched = mapkit.generate(game, seed=f"photo {at}"), frozenset[Place]()
        if at % 2:
            map, touched = with_faults(map, chance)
        hand = Hand(PENS[pen], letters=font)
        pages = [
            photograph(draw(page, map, hand, f"{at}"), CONDITIONS[condition], f"{at}") for page in blank_pages(map)
        ]
        began = process_time()
        try:
            found = reading.read([(str(number), page) for number, page in enumerate(pages)])
        except BadSetting as why:
            yield condition, name, Counter({"refused": 1, str(why): 1})
            continue
        count = counted(found, truth(map), touched)
        count["ms"] = round(1000 * (process_time() - began))
        yield condition, name, count + Counter({"photos": 1})


def line(name: str, count: Counter[str]) -> str:
    """A row of the table."""

    def share(what: str, of: str, unit: int) -> str:
        return f"{unit * count[what] / count[of]:.2f}" if count[of] else "-"

    cells = [
        name,
        str(count["photos"]),
        share("walls wrong", "walls", 1000),
        share("walls doubtful", "walls", 100),
        share("signs wrong", "signs", 1000),
        share("signs doubtful", "signs", 100),
        share("empty wrong", "empty", 1000),
        f"{count['faults lost']} of {count['faults']}",
        f"{count['ms'] / max(1, count['photos']) / 1000:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


DOCS = Path(__file__).parents[1] / "docs" / "pictures" / "photos"
SHOWN = """\
+---+---+---+---+---+---+
| .   .   . | T   .   M |
+   +---+   +   +---+   +
| H   .   .   .   .   .
+   +   +---+---+   +   +
| .   A1  .   .   S   . |
+---+   +   +   +   +---+
| ~>  ~>  ~v  .   X1  . |
+   +   +   +---+   +   +
| .   M   ~v  X2| .   . |
+   +   +   +   +---+   +
| A2  X2  ~v  .   .   . |
+---+---+---+---+---+---+
"""
"""The map of the pictures in docs/photos.md."""


def draw_page_pictures() -> None:
    """The pictures of docs/photos.md: a blank sheet, a photo, and its doubts."""
    DOCS.mkdir(parents=True, exist_ok=True)
    map, camera = mapkit.read(SHOWN, game="treasures"), Camera(size=(1280, 960), curl=4.0, quality=72, shadow=0.45)
    hand = Hand(PENS["ballpoint"], 0.5, 0.9, hands().get("Humor Sans", Hand().letters))
    (page,) = blank_pages(map)
    data = photograph(draw(page, map, hand, "docs 6"), camera, "docs 6")
    (DOCS / "mine.jpg").write_bytes(data)
    (DOCS / "mine-read.png").write_bytes(picture.doubts_framed(reading.read([("mine.jpg", data)])))


def main() -> None:
    asked = argparse.ArgumentParser(description="Read photos of drawn maps, and count what was read wrongly.")
    asked.add_argument("--photos", type=int, default=80)
    asked.add_argument("--games", nargs="*", default=["treasures", "labyrinth"])
    asked.add_argument("--conditions", nargs="*", default=[*CONDITIONS], choices=CONDITIONS)
    asked.add_argument("--docs", action="store_true", help="draw the pictures of docs/photos.md instead")
    given = asked.parse_args()
    if given.docs:
        draw_page_pictures()
        return
    by_condition, by_hand, total = dict[str, Counter[str]](), dict[str, Counter[str]](), Counter[str]()
    for condition, hand, count in photos(given.photos, given.games, given.conditions):
        for counter in (by_condition.setdefault(condition, Counter()), by_hand.setdefault(hand, Counter()), total):
            counter.update(count)
    print("| | photos | walls wrong ‰ | doubtful % | signs wrong ‰ | doubtful % | empty wrong ‰ | faults lost | s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, count in (*by_condition.items(), *by_hand.items(), ("all", total)):
        print(line(name, count))
    print(f"refused {total['refused']}; most memory {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
