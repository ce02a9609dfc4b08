"""How often photos of drawing sheets are read wrongly: `python -m benchmarks.photos [--photos N] [--games ...]`.

Every photo is of a map that mapkit never saw: drawn with letters that were not learned from, half of the maps with
deliberate faults, and taken by `benchmarks.camera`. Each condition is told apart. The handwriting fonts are those of
Debian: fonts-humor-sans fonts-breip fonts-dkg-handwriting fonts-kristi; those that are not installed are left out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import Any, NamedTuple

import mapkit
from benchmarks.camera import CONDITIONS, PENS, Camera, Hand, blank_pages, draw, photograph
from mapkit.model.chance import Chance
from mapkit.model.grid import Border, Place, borders, inner_borders, outer_borders
from mapkit.model.handwork import ByHand, Handwork
from mapkit.model.map import Map
from mapkit.model.rule import wall
from mapkit.model.settings import BadSetting
from mapkit.paper import hand_signs
from mapkit.photos import picture, reader
from mapkit.photos.sheet import OPEN, PLAIN, WALL, Bars, MapReading, cover

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


def with_faults(map_: Map[Any], chance: Chance) -> tuple[Map[Any], frozenset[Place]]:
    """The map with three walls set or taken where that is a mistake or not, and two signs exchanged: where that is."""
    facts, touched = set(map_.facts), set[Place]()
    for _ in range(3):
        line = chance.choice(inner_borders(map_.params.grid))
        facts ^= {wall(line)}
        touched.add(line)
    one, other = (chance.choice(map_.params.grid.cells()) for _ in range(2))
    kinds = map_.kinds
    if kinds.get(one) != kinds.get(other):
        facts = {f for f in facts if not (f.place in (one, other) and f.mark in (kinds[one], kinds[other]))}
        of = type(next(iter(facts)))
        facts |= {of(one, kinds[other]), of(other, kinds[one])}
        touched |= {one, other}
    return replace(map_, facts=frozenset(facts)), frozenset(touched)


class Drawing(NamedTuple):
    """A map, and how it is drawn with deliberate faults."""

    map: Map[Any]
    """The map; its board and settings."""
    true: Mapping[Place, str]
    """What should be read of every place."""
    touched: frozenset[Place] = frozenset()
    """Where the faults are."""
    work: Handwork | None = None
    """What is drawn, where map files list it."""
    lines: tuple[Border, ...] = ()
    """Borders that are drawn beside that: halves of walls."""


GIVEN: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "quoridor": [
        {"size": size, "settings": {"players": players, "standing": f"{standing}-"}}
        for size, players, standing in (
            *(("9", 2, 4), ("5", 2, 1), ("9", 4, 8), ("7", 2, 3), ("11", 2, 10)),
            *(("9", 4, 0), ("13", 2, 12), ("15", 2, 20), ("17", 4, 30)),
        )
    ]
}
"""The boards of a game and what is asked of its maps, in turn."""


def drawing(game: str, at: int) -> Drawing:
    """A map that mapkit never saw; every second one has faults."""
    given = GIVEN.get(game, [{}])
    map_, chance = mapkit.generate(game, seed=f"photo {at}", **given[at // 2 % len(given)]), Chance(f"photo {at}")
    if map_.game.design.board.by_hand:
        return drawn_by_hand(map_, map_.game.design.board.by_hand, chance, faulty=bool(at % 2))
    touched = frozenset[Place]()
    if at % 2:
        map_, touched = with_faults(map_, chance)
    return Drawing(map_, truth(map_), touched)


def drawn_by_hand(map_: Map[Any], by_hand: ByHand, chance: Chance, *, faulty: bool) -> Drawing:
    """The map with crosses in most rows of boxes; a faulty one with half a bar, a further bar and a further sign."""
    sheet, work, grid = by_hand.sheet(map_.params), by_hand.show(map_.params, map_.facts), map_.params.grid
    signs, bars, lines = dict(work.signs), [*work.bars], list[Border]()
    if faulty:
        lines, extra = [chance.choice(inner_borders(grid))], chance.choice([*sheet.bars])
        cell = chance.choice([each for each in grid.cells() if each not in signs])
        bars, signs = [*dict.fromkeys((*bars, extra))], {**signs, cell: chance.choice([*sheet.signs])}
        touched = frozenset([*lines, *sheet.bars[extra], cell])
    crosses = {row.name: chance.choice(row.boxes) for row in sheet.rows if chance.below(5)}
    inked = {*lines, *(line for bar in bars for line in sheet.bars[bar])}
    true: dict[Place, str] = {cell: signs.get(cell, PLAIN) for cell in grid.cells()}
    true |= {line: WALL if line in inked else OPEN for line in inner_borders(grid)}
    true |= {row.name: crosses.get(row.name, PLAIN) for row in sheet.rows}
    work = Handwork(signs, tuple(bars), crosses)
    return Drawing(map_, true, touched if faulty else frozenset(), work, tuple(lines))


def truth(map_: Map[Any]) -> Mapping[Place, str]:
    """What should be read of every place."""
    legend, grid = map_.game.design.legend(map_.params), map_.params.grid
    glyphs = {mark: glyph for glyph, mark in legend.marks.items()}
    told: dict[Place, str] = {
        cell: "".join(hand_signs.written(legend, glyphs[kind])) or PLAIN for cell, kind in map_.kinds.items()
    }
    exits = {fact.place for fact in map_.facts if fact.mark == "exit"}
    shut = {fact.place for fact in map_.facts if fact.mark in ("wall", "solid")} | set(outer_borders(grid)) - exits
    lines = [line for line in borders(grid) if line.side not in "UD"]
    return {**told, **{line: WALL if line in shut else OPEN for line in lines}}


def counted(found: MapReading, drawn: Drawing) -> Counter[str]:
    """How many walls, signs and crosses were read, wrongly and not surely."""
    count, rows = Counter[str](), {row.name for row in found.key.rows}
    for place, look in found.looks.items():
        true = drawn.true[place]
        kind = "walls" if isinstance(place, Border) else "signs" if true != PLAIN else "empty"
        kind = "crosses" if place in rows else kind
        wrong = look.sure and look.word != true
        count.update({kind: 1, f"{kind} doubtful": int(not look.sure), f"{kind} wrong": int(wrong)})
        count["faults lost"] += wrong and place in drawn.touched
        count["faults"] += place in drawn.touched
    return count + whole_walls(found, drawn)


def whole_walls(found: MapReading, drawn: Drawing) -> Counter[str]:
    """How many bars were read, wrongly and not surely; where halves and overlaps are drawn, a doubt is right."""
    if drawn.work is None:
        return Counter()
    known, told = found.key.bars or {}, {*found.bars}
    inked = [line for line, word in drawn.true.items() if isinstance(line, Border) and word == WALL]
    true = {*cover(known, (), inked, ()).bars}
    count = Counter({"bars": len(true), "bars wrong": len(told - true)})
    for bar in true - told:
        unsure = not {*found.doubts}.isdisjoint(_group(bar, known, drawn.true))
        count.update({"bars doubtful": int(unsure), "bars wrong": int(not unsure)})
    return count


def _group(bar: str, known: Bars, true: Mapping[Place, str]) -> set[Border]:
    """The borders of a bar, and all that bars might cover together with them."""
    group, before = {*known[bar]}, set[Border]()
    while group != before:
        before = {*group}
        inked = {line for line in before if true[line] == WALL} | {*known[bar]}
        group |= {line for lines in known.values() if inked & {*lines} for line in lines}
    return group


def photos(number: int, games: list[str], conditions: list[str]) -> Iterator[tuple[str, str, Counter[str]]]:
    """What was counted in each photo, with its condition and its hand."""
    fonts, pens = hands(), [*PENS]
    for at, (name, font) in enumerate(islice(cycle(fonts.items()), number)):
        game, condition, pen = (
            games[(at // 2 + at // 16) % len(games)],
            conditions[(at // 2) % len(conditions)],
            pens[(at // 3) % len(pens)],
        )
        drawn, hand = drawing(game, at), Hand(PENS[pen], letters=font)
        pages = [
            photograph(
                draw(page, drawn.map, hand, f"{at}", work=drawn.work, lines=drawn.lines), CONDITIONS[condition], f"{at}"
            )
            for page in blank_pages(drawn.map)
        ]
        began = process_time()
        try:
            found = reader.read([(str(number), page) for number, page in enumerate(pages)])
        except BadSetting as why:
            yield condition, name, Counter({"refused": 1, str(why): 1})
            continue
        count = counted(found, drawn)
        count["ms"] = round(1000 * (process_time() - began))
        yield condition, name, count + Counter({"photos": 1})


def shares(count: Counter[str]) -> Iterator[str]:
    """The cells of a row for walls, signs and empty cells: in 1,000 those that are wrong, in 100 the doubtful ones."""
    for kind in ("walls", "signs"):
        yield _share(count, kind, "wrong", 1000)
        yield _share(count, kind, "doubtful", 100)
    yield _share(count, "empty", "wrong", 1000)


def _share(count: Counter[str], kind: str, what: str, unit: int) -> str:
    return f"{unit * count[f'{kind} {what}'] / count[kind]:.2f}" if count[kind] else "-"


def line(name: str, count: Counter[str]) -> str:
    """A row of the table."""
    cells = [
        name,
        str(count["photos"]),
        *shares(count),
        *(
            _share(count, kind, what, unit)
            for kind in ("bars", "crosses")
            for what, unit in (("wrong", 1000), ("doubtful", 100))
            if count[kind]
        ),
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


SHOWN_POSITION = """\
mapkit = 1
game = "quoridor"
size = 7
turn = "N"
walls_left = "3 4"
pawns = "d3 e5"
walls = "a1v b3h d3h c5v f4v"
"""
"""The position of the pictures in docs/photos.md."""


def draw_page_pictures() -> None:
    """The pictures of docs/photos.md: a blank sheet, a photo, and its doubts."""
    DOCS.mkdir(parents=True, exist_ok=True)
    map_, camera = mapkit.read(SHOWN, game="treasures"), Camera(size=(1280, 960), curl=4.0, quality=72, shadow=0.45)
    hand = Hand(PENS["ballpoint"], 0.5, 0.9, hands().get("Humor Sans", Hand().letters))
    (page,) = blank_pages(map_)
    data = photograph(draw(page, map_, hand, "docs 6"), camera, "docs 6")
    (DOCS / "mine.jpg").write_bytes(data)
    (DOCS / "mine-read.png").write_bytes(picture.doubts_framed(reader.read([("mine.jpg", data)])))
    draw_position_pictures(camera, hand)


def draw_position_pictures(camera: Camera, hand: Hand) -> None:
    """A photo of a position with half a wall, and its doubt."""
    position = mapkit.read(SHOWN_POSITION)
    (page,) = blank_pages(position)
    drawn = draw(page, position, hand._replace(beside=0.4), "docs", lines=[Border("b6", "N")])
    data = photograph(drawn, camera, "docs")
    (DOCS / "position.jpg").write_bytes(data)
    (DOCS / "position-read.png").write_bytes(picture.doubts_framed(reader.read([("position.jpg", data)])))


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
    listed = "bars wrong ‰ | doubtful % | crosses wrong ‰ | doubtful % | " if total["bars"] else ""
    print(
        "| | photos | walls wrong ‰ | doubtful % | signs wrong ‰ | doubtful % | empty wrong ‰ | "
        f"{listed}faults lost | s |"
    )
    print("|---" * (9 + listed.count("|")) + "|")
    for name, count in (*by_condition.items(), *by_hand.items(), ("all", total)):
        print(line(name, count))
    refused = [why for why in total if "; " in why]
    print(*refused, sep="\n", end="\n" * bool(refused))
    print(f"refused {total['refused']}; most memory {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
