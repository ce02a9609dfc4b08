"""The printed sheets: the game master's maps, script and tracker, the player's paper, the rule card of the code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from mapkit import icons
from mapkit.board import Rivers, stream_sample
from mapkit.card import rule_card, texts
from mapkit.drawing import BODY, SMALL, Block, arrowed_width, blank, bound, headed
from mapkit.folio import Scene, Script, border_items, cells_item, gm_pages, item, third
from mapkit.game import Choice, Map, Public, Section, settings
from mapkit.games.labyrinth.code import OPTIONS, Kit
from mapkit.games.labyrinth.design import (
    BARRIERS,
    CHAINS,
    END,
    FLOWS,
    HOLE,
    LETTERS,
    SOLID,
    WINDOWS,
    Params,
    fit,
    handed_out,
    kit,
    told,
)
from mapkit.games.labyrinth.rules import RULES
from mapkit.grid import Border, Cell, Square, column_name, natural
from mapkit.sheet import Box, Ink, Mark, Paper, Sheet, Text, cap_height, lines, rectangle
from mapkit.stationery import State, log_pages, paper_pages, ticked, tracker_pages, turns_pages

NAME = "Maze on paper"
_TEXTS = "labyrinth"
Force = frozenset[str]
"""What there is in a game: options of the code, choices such as `drift=2`, and the words of `THINGS`."""


def gm_sheets(map_: Map[Params], paper: Paper) -> tuple[Sheet, ...]:
    """The game master's sheets: the map of each floor with its legend, what to say, a tracker. They are secret."""
    running, drawn = headed(paper, "gm", NAME, map_.title, "Game master", "SECRET"), _read(map_)
    legend, wide = tuple(_legend(drawn, third(running))), running.body.width
    states, further = _states(drawn)
    tracker = tracker_pages(running, map_.params.players, states, _whole_tracker(drawn, wide), further)
    found = tuple((each.what, each.found) for each in map_.game.measures(map_))
    return bound(running, [*gm_pages(_scene(drawn), running, legend, _script(drawn, found)), *tracker])


def player_sheets(public: Public, paper: Paper) -> tuple[Sheet, ...]:
    """A player's empty paper, from what is public: the board, scratch grids, a table of everybody's turns."""
    running, words = headed(paper, "player", NAME, public.title, "Player"), texts(_TEXTS)["player"]
    p, force = public.params, in_force(public.params)
    twice = None if "G1" in force else Square(2 * p.grid.columns - 1, 2 * p.grid.rows - 1, p.grid.floors)
    pages = paper_pages(running, p.grid, words, _chosen(words["key_marks"], force), twice)
    health = [texts(_TEXTS)["tracker"][each] for each in _health(force)]
    turns = turns_pages(running, words, p.players - 1, _own_kit(p, force, running.body.width), health)
    return bound(running, [*pages, *turns])


def log_sheets(public: Public, paper: Paper) -> tuple[Sheet, ...]:
    """The game master's empty log, to keep the game by hand; from what is public, to be filled with secrets."""
    words, force = texts(_TEXTS)["log"], in_force(public.params)
    running = headed(paper, "log", NAME, public.title, words["kind"], words["badge"])
    circle, answers = (_chosen(words[name], force) for name in ("circle", "answers"))
    explained = [
        [words[f"{name}_title"], [" ".join(pair) for pair in pairs]]
        for name, pairs in (("answers", answers), ("circle", circle))
    ]
    filled = {**words, "circle": [letter for letter, _ in circle], "abbreviations": explained}
    return bound(running, list(log_pages(running, public.params.players, filled)))


def card_sheets(public: Public, paper: Paper) -> tuple[Sheet, ...]:
    """The rule card: a turn in brief, exactly the options in force, and what of the map they do not say already."""
    running, p = headed(paper, "card", NAME, public.title, "Rule card"), public.params
    force, words = in_force(p), texts(_TEXTS)
    brief = (_filled(part, force) for part in words["card"])
    *groups, agreed = told(p)
    options = tuple(entry for group in groups for entry in group.entries)
    code = Section(words["code"]["heading"].format(code=p.code), options)
    said = {OPTIONS[option].number for option, _ in options}
    only = words["code"]["only"]
    rules = tuple(r for r in RULES if r.number not in said and holds(only.get(r.number, ""), force))
    sections = (*brief, code, agreed)
    return rule_card(running.title, p, rules, paper, sections, kind=running.kind, heading_of_rules=words["code"]["map"])


def _filled(part: Mapping[str, Any], force: Force) -> Section:
    """A section of the card with the entries whose conditions hold."""
    order = _order(force)
    entries = _chosen(part["entries"], force)
    return Section(part["heading"], tuple((number, text.format(**order)) for number, text in entries))


def _order(force: Force) -> Mapping[str, str]:
    """What comes after what in a turn (MP-X1), as far as it is in the game."""
    words = texts(_TEXTS)["order"]
    before, resting, after = ([t for (t,) in _chosen(words[p], force, 1)] for p in ("before", "resting", "after"))
    return {"resting": ", ".join(resting), "order": ", ".join((*before, *resting, *after))}


# --- what is in force --------------------------------------------------------------------------------------------

_OF_THE_MAP: Mapping[str, Callable[[Params], bool]] = {
    "wormholes": lambda p: "F1" not in p.code and p.chains.high != 0,
    "rivers": lambda p: p.code.has_any("F4", "F5") and 0 not in (p.rivers.high, p.river.high),
    "false": lambda p: "T1" not in p.code and p.false_treasures.high != 0,
    "arsenals": lambda p: "A1" not in p.code and p.arsenals.high != 0,
    "hospitals": lambda p: p.code.has_any("H4", "H5") and p.hospitals.high != 0,
    "swamps": lambda p: p.swamps.high != 0,
    "doors": lambda p: "O5" in p.code and p.doors.high != 0,
    "windows": lambda p: "O6" in p.code and p.windows.high != 0,
    "solid": lambda p: "O3" in p.code and p.solid_walls.high != 0,
    "starts": lambda _: False,
    "enclosure": lambda _: False,
}
"""What a map may have under the code; the game master's sheets look at the map itself."""

_OF_THE_RULES: Mapping[str, Callable[[Params], bool]] = {
    "floors": lambda p: p.grid.floors > 1,
    "grenades": lambda p: max(kit(p).grenades, handed_out(p).grenades) > 0,
    "bullets": lambda p: max(kit(p).bullets, handed_out(p).bullets) > 0,
    "knives": lambda p: max(kit(p).knives, handed_out(p).knives) > 0,
    "cement": lambda p: handed_out(p).cement > 0,
    "boomerang": lambda p: p.boomerang > 0,
    "bear": lambda p: "O7" in p.code and p.creatures in ("bear", "both"),
    "leprechaun": lambda p: "O7" in p.code and p.creatures in ("leprechaun", "both"),
    "wounds": lambda p: p.code.has_any("H3", "H4", "H5"),
    "deaths": lambda p: p.code.has_any("H2", "H3", "W8"),
}

THINGS = frozenset({*_OF_THE_MAP, *_OF_THE_RULES, "weapons"})
"""The words of conditions that are neither options nor choices."""


def in_force(p: Params) -> Force:
    """What there is in a game by its code and settings."""
    things = {name for name, holds in (*_OF_THE_MAP.items(), *_OF_THE_RULES.items()) if holds(p)}
    if things & {"grenades", "bullets", "knives", "cement", "boomerang"}:
        things.add("weapons")
    return frozenset(things | p.code.options | set(_choices(p)))


def _choices(p: Params) -> Iterator[str]:
    for each in settings(Params):
        if isinstance(each.kind, Choice):
            yield f"{each.name}={getattr(p, each.name)}"


def _in_force_here(drawn: _Drawn) -> Force:
    """The same with what the map has, in place of what it might have."""
    return (in_force(drawn.params) - frozenset(_OF_THE_MAP)) | drawn.things


def holds(condition: str, force: Force) -> bool:
    """Whether all words of a condition hold; `|` parts alternatives, `!` is not."""
    return all(
        any((word[1:] not in force) if word.startswith("!") else word in force for word in each.split("|"))
        for each in condition.split()
    )


def _chosen(entries: Iterable[Sequence[str]], force: Force, texts_each: int = 2) -> tuple[tuple[Any, ...], ...]:
    """The entries whose condition holds, without it; `texts_each` is how many texts each has before."""
    return tuple(
        tuple(entry[:texts_each]) for entry in entries if len(entry) == texts_each or holds(entry[texts_each], force)
    )


# --- the map -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Drawn:
    """A map as it is drawn: the kind of each cell, where wormholes lead, rivers, borders, exits, starts, creatures."""

    params: Params
    kinds: Mapping[Cell, str]
    rivers: Rivers
    borders: Mapping[Border, str]
    exits: frozenset[Border]
    holes: Mapping[Cell, str]
    starts: tuple[Cell, ...]
    beats: Mapping[str, tuple[Cell, ...]]
    enclosed: frozenset[Cell]

    def cells(self, *marks: str) -> tuple[Cell, ...]:
        """The cells that bear one of the marks, sorted."""
        return tuple(sorted((cell for cell, mark in self.kinds.items() if mark in marks), key=natural))

    @property
    def chains(self) -> Mapping[str, tuple[tuple[str, Cell], ...]]:
        """The wormholes of each chain in their order."""
        at = {mark: cell for cell, mark in reversed(tuple(self.kinds.items()))}
        holes = [mark for mark in at if mark in CHAINS]
        numbers = {letter: sorted(int(mark[1:]) for mark in holes if mark[0] == letter) for letter in LETTERS}
        return {
            letter: tuple((f"{letter}{n}", at[f"{letter}{n}"]) for n in found)
            for letter, found in numbers.items()
            if found
        }

    @property
    def things(self) -> Force:
        """What of `_OF_THE_MAP` there is."""
        kinds, lines_ = set(self.kinds.values()), set(self.borders.values())
        there = {
            "wormholes": bool(self.chains),
            "rivers": bool(self.rivers.flows),
            "false": "false" in kinds,
            "arsenals": "arsenal" in kinds,
            "hospitals": "hospital" in kinds,
            "swamps": "swamp" in kinds,
            "doors": any(mark.startswith("door") for mark in lines_),
            "windows": not lines_.isdisjoint(WINDOWS),
            "solid": not lines_.isdisjoint(SOLID),
            "starts": bool(self.starts),
            "enclosure": bool(self.enclosed),
        }
        return frozenset(name for name, is_there in there.items() if is_there)


def _read(map_: Map[Params]) -> _Drawn:
    kinds = dict(sorted(map_.kinds.items(), key=lambda pair: natural(pair[0])))
    flows = {c: None if k == END else k.removeprefix("flows ") for c, k in kinds.items() if k in (*FLOWS, END)}
    sided = sorted((place, mark) for place, mark in map_.facts if isinstance(place, Border))
    rolls = {word: _roll(map_, word) for word in ("start", "bear", "leprechaun")}
    return _Drawn(
        map_.params,
        kinds,
        Rivers(map_.params.grid, flows),
        {place: mark for place, mark in sided if mark in BARRIERS},
        frozenset(place for place, mark in sided if mark == "exit"),
        _holes(map_.params.grid, [place for place, mark in sided if mark == HOLE]),
        rolls["start"],
        {who: rolls[who] for who in ("bear", "leprechaun") if rolls[who]},
        fit(map_.params, map_.facts).drawn.enclosed,
    )


def _roll(map_: Map[Params], word: str) -> tuple[Cell, ...]:
    """The cells of a listing in their order."""
    ranks = {
        int(rank): place
        for place, mark in map_.facts
        if isinstance(place, str)
        for before, _, rank in (mark.partition(" "),)
        if before == word and rank.isdecimal()
    }
    return tuple(ranks[rank] for rank in sorted(ranks))


def _holes(grid: Square, holes: Iterable[Border]) -> Mapping[Cell, str]:
    """For each cell `U` if there is a hole in its ceiling, and `D` if there is one in its floor."""
    found: dict[Cell, str] = {}
    for hole in holes:
        above = grid.step(hole.cell, hole.side)
        for cell, way in ((hole.cell, "U"), (above, "D")):
            if cell is not None:
                found[cell] = found.get(cell, "") + way
    return found


_Leads = Callable[[float], Mapping[str, str]]
"""What stands below the wormholes on a tile of that size."""


def _scene(drawn: _Drawn) -> Scene:
    return Scene(
        drawn.params.grid,
        partial(_picture, drawn, cache(partial(_leads, drawn))),
        partial(_ground, drawn),
        drawn.borders,
        drawn.exits,
        beats=tuple(drawn.beats.values()),
    )


def _ground(drawn: _Drawn, cell: Cell, box: Box) -> Iterator[Mark]:
    """The tints of swamp and water, and the hatching of the enclosure."""
    if drawn.kinds.get(cell) == "swamp":
        yield rectangle(Ink.MARSH, box)
    if cell in drawn.enclosed:
        yield from _hatching(box)
    yield from drawn.rivers.ground(cell, box)


def _hatching(box: Box) -> Iterator[Mark]:
    """Thin slanting lines over a tile, as many on each, so that they go on in the next."""
    number = max(3, round(box.width / 2.6))
    step = box.width / number
    rising = [((box.x, box.y + i * step), (box.x + i * step, box.y)) for i in range(1, number + 1)]
    falling = [((box.x + i * step, box.bottom), (box.right, box.y + i * step)) for i in range(1, number)]
    yield lines(Ink.GRID, [*rising, *falling])


def _picture(drawn: _Drawn, leads: _Leads, cell: Cell, box: Box) -> Iterator[Mark]:
    kind = drawn.kinds.get(cell, "")
    if kind in CHAINS:
        room, words = _beside(drawn, cell, box, leads(box.width).get(kind, ""))
        yield from icons.leading(room, words, lambda x, y, r: icons.wormhole(x, y, r, kind))
    else:
        yield from drawn.rivers.picture(cell, box)
        yield from _plain(kind, box)
    yield from _pieces(drawn, cell, box, alone=kind in ("", "empty"))
    yield from icons.holes(box, drawn.holes.get(cell, ""))


def _beside(drawn: _Drawn, cell: Cell, box: Box, leads: str) -> tuple[Box, str]:
    """The part of a tile that a flag or a hole in its corner leaves to a wormhole, and the words that fit below it."""
    if cell in drawn.starts:
        side = 0.72 * box.width
        return Box(box.right - side, box.bottom - side, side, side), ""
    if cell in drawn.holes and leads:
        left = box._replace(width=0.7 * box.width - 0.27 * box.width * (len(drawn.holes[cell]) - 1) / 2)
        choices = (leads, f"> {leads.rpartition(' ')[2]}", "")
        return left, next(words for words in choices if arrowed_width(SMALL, words) <= left.width - 0.6)
    return box, leads


def _plain(kind: str, box: Box) -> Iterator[Mark]:
    """The picture of a cell that is the same wherever it lies."""
    if kind in _PICTURES:
        yield from icons.draw(_PICTURES[kind], *box.middle, box.width * 0.34)
    elif kind == "swamp":
        yield from icons.marsh(box)


_PICTURES = {
    "treasure": icons.TREASURE,
    "false": icons.FALSE,
    "arsenal": icons.ARSENAL,
    "hospital": icons.HOSPITAL,
}
_CREATURES = {"bear": icons.BEAR, "leprechaun": icons.LEPRECHAUN}


def _pieces(drawn: _Drawn, cell: Cell, box: Box, *, alone: bool) -> Iterator[Mark]:
    """Flags of the starts and the creatures in their caves: in the middle of an empty cell, else in its corners."""
    here = [str(number) for number, start in enumerate(drawn.starts, 1) if start == cell]
    climbing = drawn.params.grid.floors > 1 and cell in drawn.rivers.flows  # floors may be written there
    told_here = ",".join(here) if box.width >= (16 if climbing else 12) else ""
    caves = [who for who, path in drawn.beats.items() if path[0] == cell]
    tile, alone = box.width, alone and len(caves) + bool(here) == 1
    small = max(1.7, 0.15 * tile)
    left, right, low = (box.x + small + 0.5, box.right - small - 0.5, box.bottom - small - 0.5)
    high = box.y + small + 0.5
    if here:
        spot = box.middle if alone else (left, high)
        yield from (_flag if alone else _small_flag)(*spot, 0.3 * tile if alone else small, told_here)
    for who in caves:
        spot = box.middle if alone else (right, high) if who == "bear" else (left, low)
        yield from icons.draw(_CREATURES[who], *spot, 0.32 * tile if alone else small)


def _flag(x: float, y: float, radius: float, number: str) -> Iterator[Mark]:
    """A flag with the number of the player who starts there below it, to the right of its pole."""
    size = max(3.2, min(6.0, radius * 0.8))
    yield from icons.draw(icons.START, x, y, radius)
    if number:
        yield Text(Ink.TEXT, x + 0.2 * radius, y + 0.86 * radius, size, number, True)


def _small_flag(x: float, y: float, radius: float, number: str) -> Iterator[Mark]:
    """A flag with the number to its right."""
    yield from icons.draw(icons.START, x, y, radius)
    if number:
        yield Text(Ink.TEXT, x + radius + 0.3, y + cap_height(SMALL) / 2, SMALL, number, True)


def _next_of(drawn: _Drawn) -> Mapping[str, tuple[str, Cell]]:
    """For each wormhole the one that it leads to, and its cell."""
    return {
        mark: (*chain[1:], chain[0])[i]
        for chain in drawn.chains.values()
        if len(chain) > 1
        for i, (mark, _) in enumerate(chain)
    }


def _leads(drawn: _Drawn, tile: float) -> Mapping[str, str]:
    """What stands below the wormholes: next one and its cell, the cell only, or nothing, as there is room for all."""
    goals = _next_of(drawn)
    long = {mark: f"> {goal} {cell}" for mark, (goal, cell) in goals.items()}
    short = {mark: f"> {cell}" for mark, (_, cell) in goals.items()}
    return icons.leads_that_fit((long, short), tile)


# --- the legend --------------------------------------------------------------------------------------------------


def _legend(drawn: _Drawn, wide: float) -> Iterator[Block]:
    """A block for each kind that the map has, with the cells that the game master looks for."""
    for kind, name, says in _LEGEND:
        if found := drawn.cells(kind):
            yield cells_item(partial(_sample, kind), name, found, wide, says)
    for letter, chain in drawn.chains.items():
        links = " > ".join(f"{mark} {cell}" for mark, cell in (*chain, *chain[:1]))
        yield item(partial(_ring_sample, letter), f"Wormholes {letter} × {len(chain)}", [links], wide)
    for course in drawn.rivers.courses():
        details = [f"source {course[0]} > end {course[-1]}"]
        yield item(stream_sample("W", "E"), f"River of {len(course)} cells", details, wide)
    yield from _piece_items(drawn, wide)
    yield from border_items(_scene(drawn), wide)
    if up := [cell for cell, ways in drawn.holes.items() if "U" in ways]:
        yield cells_item(icons.hole_sample("U"), "Hole up", sorted(up, key=natural), wide)
        down = [cell for cell, ways in drawn.holes.items() if "D" in ways]
        yield cells_item(icons.hole_sample("D"), "Hole down", sorted(down, key=natural), wide)
    if drawn.enclosed:
        cells = ", ".join(sorted(drawn.enclosed, key=natural))
        yield item(_enclosed_sample, "Enclosure", [f"only a grenade opens: {cells}"], wide)


_LEGEND = (
    ("treasure", "Treasure", ""),
    ("false", "False treasure", ""),
    ("arsenal", "Arsenal", ""),
    ("hospital", "Hospital", ""),
    ("swamp", "Swamp", ""),
)


def _piece_items(drawn: _Drawn, wide: float) -> Iterator[Block]:
    """The players' starts, and the creatures with their caves and paths."""
    if drawn.starts:
        starts = ", ".join(f"{number} {cell}" for number, cell in enumerate(drawn.starts, 1))
        yield item(partial(_tile_with, _plain_flag), "Starts", [starts], wide)
    for who, path in drawn.beats.items():
        walk = " > ".join(path[1:]) or "copies the players"
        yield item(
            partial(_tile_with, partial(_creature, who)),
            who.capitalize(),
            [f"cave {path[0]}", f"to and fro > {walk}" if path[1:] else walk if who == "bear" else "stays there"],
            wide,
        )


def _plain_flag(box: Box) -> Iterator[Mark]:
    yield from _flag(*box.middle, 3.0, "")


def _creature(who: str, box: Box) -> Iterator[Mark]:
    yield from icons.draw(_CREATURES[who], *box.middle, 3.0)


def _tile_with(draw: Callable[[Box], Iterable[Mark]], box: Box) -> Iterator[Mark]:
    yield rectangle(Ink.TILE, box)
    yield from draw(box)


def _sample(kind: str, box: Box) -> Iterator[Mark]:
    if kind == "swamp":
        yield rectangle(Ink.MARSH, box)
    yield from _tile_with(partial(_plain, kind), box)


def _ring_sample(letter: str, box: Box) -> Iterator[Mark]:
    yield from _tile_with(lambda tile: icons.wormhole(*tile.middle, 3.4, letter), box)


def _enclosed_sample(box: Box) -> Iterator[Mark]:
    yield from _tile_with(_hatching, box)


# --- what the game master says and notes -------------------------------------------------------------------------


def _script(drawn: _Drawn, measured: Sequence[tuple[str, str]]) -> Script:
    p, force, start, there = drawn.params, _in_force_here(drawn), texts(_TEXTS)["start"], _words(drawn)
    prepare, aloud, closing = (
        [(number, text.format(**there)) for number, text in _chosen(start[part], force)]
        for part in ("prepare", "aloud", "closing")
    )
    creatures = {"MP-94"}  # they are declared among the things that the game master reads aloud anyway
    agreed = [entry for entry in told(p)[-1].entries if entry[0] not in creatures]
    limits = [(start["limits"], rule.text(p)) for rule in RULES if rule.number == "MP-101" and rule.applies(p)]
    rows = _chosen(texts(_TEXTS)["announcements"]["rows"], force, 4)
    announcements = [[text.format(**there) for text in cells] for cells in rows]
    turn = [(number, text.format(**_order(force))) for number, text in _chosen(start["turn"], force)]
    table = (texts(_TEXTS)["measured"]["heading"], measured)
    return Script(prepare, [*aloud, *agreed, *limits, *closing], turn, announcements, table)


def _words(drawn: _Drawn) -> Mapping[str, str]:
    """What texts of the game master's sheets may name in braces."""
    p, grid = drawn.params, drawn.params.grid
    number = {kind: len(drawn.cells(mark)) for kind, mark in _COUNTED.items()}
    number["exits"] = len(drawn.exits)
    special = [_many(number[name], name) for name in ("arsenals", "hospitals")]
    special += [_many(number["swamps"], "swamps")] if number["swamps"] else []
    counted = [_many(number[name], name) for name in ("exits", "treasures", "false")]
    floors = f" on each of {grid.floors} floors, the lowest is floor 1" if grid.floors > 1 else ""
    chains = [len(chain) for chain in drawn.chains.values()]
    rivers = [len(course) for course in drawn.rivers.courses()]
    return {
        "board": f"{grid.columns} cells wide and {grid.rows} cells deep{floors}",
        "last_column": column_name(grid.columns - 1),
        "last_row": str(grid.rows),
        "chains": _there(len(chains), f"{_many(len(chains), 'chains')}, of {_lengths(chains, 'holes')}"),
        "rivers": _there(len(rivers), f"{_many(len(rivers), 'rivers')}, of {_lengths(rivers, 'river')}"),
        "counts": _there(number["exits"], _and([*counted, *special])),
        "special": _there(number["arsenals"], _and(special)),
        "enclosed": _and(sorted(drawn.enclosed, key=natural)),
        "starts": ", ".join(drawn.starts),
        "refill": _kit_words(handed_out(p)),
        "code": str(p.code),
    }


_COUNTED = {
    "treasures": "treasure",
    "false": "false",
    "arsenals": "arsenal",
    "hospitals": "hospital",
    "swamps": "swamp",
}


def _there(first: int, things: str) -> str:
    """A sentence such as `There are 2 exits and no hospitals.`."""
    return str(texts(_TEXTS)["start"]["there"][first != 1]).format(things=things)


def _many(number: int, thing: str) -> str:
    """`no hospitals`, `one hospital`, `2 hospitals`."""
    one, many = texts(_TEXTS)["nouns"][thing]
    return f"{_FEW.get(number, number)} {one if number == 1 else many}"


_FEW = {0: "no", 1: "one"}


def _lengths(numbers: Sequence[int], thing: str) -> str:
    """`4 and 3 wormholes`."""
    return f"{_and([str(number) for number in sorted(numbers, reverse=True)])} {texts(_TEXTS)['nouns'][thing][1]}"


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _kit_words(given: Kit) -> str:
    """`1 grenade, 5 bullets and 1 knife`."""
    here = [f"{n} {texts(_TEXTS)['nouns'][thing][n > 1]}" for thing, n in given._asdict().items() if n]
    return _and(here) or "nothing"


_MOST_ARSENALS = 4
_MOST_TREASURES = 9


def _states(drawn: _Drawn) -> tuple[tuple[State, ...], tuple[tuple[State, ...], ...]]:
    """What to tick for a player, beside his name and in rows below: his health, his weapons, kits that he fetched."""
    p, force, words = drawn.params, _in_force_here(drawn), texts(_TEXTS)["tracker"]
    first = [*_health(force), "treasure", *(["outside"] if p.stay_inside == "no" else [])]
    first += ["misses"] if "swamps" in force else []
    rows = [_kit_states(_in_hand(p))]
    if p.code.has_any("A3", "A5"):
        arsenals = drawn.cells("arsenal")[:_MOST_ARSENALS]
        rows += [((words["extra"].format(cell=cell), 1), *_kit_states(handed_out(p))) for cell in arsenals]
    return tuple((words[each], 1) for each in first), tuple(row for row in rows if row)


def _health(force: Force) -> list[str]:
    return [name for name, kind in (("wounded", "wounds"), ("dead", "deaths")) if kind in force]


def _in_hand(p: Params) -> Kit:
    """What a player may have in hand before he fetches extra kits: his kit, or what fills him up to that."""
    start = kit(p)
    if p.code.has_any("A3", "A5"):
        return start
    return Kit(*(max(pair) for pair in zip(start, handed_out(p), strict=True)))


def _kit_states(given: Kit) -> tuple[State, ...]:
    """The boxes of the weapons, each as many as there are of it."""
    nouns = texts(_TEXTS)["nouns"]
    return tuple((nouns[thing][number > 1], number) for thing, number in given._asdict().items() if number)


def _whole_tracker(drawn: _Drawn, wide: float) -> Block:
    """Lines for what belongs to no player: treasures, what lies about, changed walls, creatures."""
    words, force = texts(_TEXTS)["tracker"], _in_force_here(drawn)
    found = drawn.cells("treasure", "false")[:_MOST_TREASURES]
    further = [words["dropped"]] if force & {"wounds", "deaths"} else []
    further += [words["walls"]] if force & {"grenades", "cement"} else []
    further += [words["creatures"]] if drawn.beats else []
    rows = -(-len(found) // 3)

    def draw(x: float, y: float) -> Iterator[Mark]:
        if found:
            yield Text(Ink.TEXT, x, y + 5, BODY, words["treasures"], True)
        for i, cell in enumerate(found):
            at, long = x + 24 + (i % 3) * (wide - 24) / 3, (wide - 24) / 3
            label = words["then"].format(cell=cell if drawn.kinds[cell] == "treasure" else f"{cell} (false)")
            yield from blank(at, y + 5 + i // 3 * 8, at + long - 5, label)
        for i, label in enumerate(further):
            yield from blank(x, y + 5 + (rows + i) * 8, x + wide, label)

    return Block(8.0 * (rows + len(further)), draw, 6)


# --- a player's paper --------------------------------------------------------------------------------------------


def _own_kit(p: Params, force: Force, wide: float) -> tuple[Block, ...]:
    """Boxes for a player's own weapons, and a line for what he gets from arsenals."""
    words = texts(_TEXTS)["player"]
    if "weapons" not in force:
        return ()
    own = _kit_states(kit(p))
    blocks = [ticked([own], words["kit"], wide)] if own else []
    if "arsenals" in force:
        blocks.append(Block(7.0, lambda x, y: blank(x, y + 4.6, x + wide, words["fetched"]), 1))
    return tuple(blocks)
