"""The referee and the checker agree: play enters exactly the cells that the checker calls reachable (MP-32, MP-77).

On small random maps, with random rule codes, the test says everything that one player can say, from every start. It
compares the cells that were entered with the faults that `mapkit check` names: the cells that cannot be reached, the
cells from which they cannot, and those without a way out. Neither knows of the other: the checker reads claims about
ways, the referee plays directives.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from mapkit.games import labyrinth, maps
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.code import GROUPS, OPTIONS, Code
from mapkit.games.labyrinth.design import BARRIERS_OF, CHAINS, HOLE, TREASURES, in_plane, kit
from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.games.labyrinth.referee import REFEREE
from mapkit.games.labyrinth.state import Arms, State
from mapkit.model.chance import Chance
from mapkit.model.game import solving_of
from mapkit.model.grid import Cell, Place, Square
from mapkit.model.map import Map
from mapkit.model.rule import claims_of, has
from mapkit.model.ruling import Ruling
from mapkit.model.settings import BadSetting
from mapkit.solve import checker
from mapkit.solve.checker import Fault, Gap

FLAT = (Square(3, 2), Square(2, 3), Square(3, 3), Square(4, 3), Square(3, 4), Square(4, 4))
HIGH = (Square(3, 2, 2), Square(2, 2, 3), Square(3, 3, 2))
EXTRAS = {
    "drift": ("2", "1", "3", "mouth"),
    "drift_on_bump": ("no", "yes"),
    "stay_inside": ("no", "yes"),
    "one_obstacle": ("no", "yes"),
    "enclosure": ("one", "none"),
    "swamps": ("0", "1"),
}
"""Settings that change steps, what is told of them, or which faults are permitted."""


# Maps


def random_code(chance: Chance) -> Code:
    """A legal rule code; every one can come up.

    Each group has one option and perhaps others; it is chosen again until there is no conflict.
    """
    while True:
        options = set[str]()
        for group in GROUPS:
            known = chance.shuffled(option for option in OPTIONS if option[0] == group)
            more = 3 if group in "WOHG" else 20
            options |= {known[0], *(option for option in known[1:] if chance.below(more) == 0)}
        code = Code(frozenset(options))
        if not any(clash.fatal for clash in clashes(Params(rules=code))):
            return code


def drafted(seed: str) -> Map[Params]:
    """A map as the draft makes it, which is nearly always legal."""
    chance = Chance(seed)
    code = random_code(chance)
    given = {name: chance.choice(values) for name, values in EXTRAS.items()}
    grid = chance.choice(HIGH if "G3" in code else FLAT)
    params: Params = maps.params(labyrinth.GAME, "default", grid, {"rules": str(code), **given})
    return Map(labyrinth.GAME, params, solving_of(labyrinth.GAME).draft(params, chance, frozenset()))


def damaged(map_: Map[Params], seed: str) -> Map[Params]:
    """The map with more walls and doors and fewer holes; sometimes without exits, or with two cells alike."""
    chance, grid = Chance(seed), map_.params.grid
    facts = set(map_.facts)
    taken = {fact.place for fact in facts}
    free = [line for line in in_plane(grid) if line not in taken]
    walled = chance.shuffled(free)[: chance.between(1, max(1, len(grid.cells()) // 3))]
    facts |= {has(line, chance.choice(("wall", *BARRIERS_OF[line.side]))) for line in walled}
    holes = sorted(fact for fact in facts if fact.mark == HOLE)
    facts -= set(holes[: chance.below(len(holes) + 1)])
    if chance.below(8) == 0:
        facts -= {fact for fact in facts if fact.mark == "exit"}
    # a broken chain of wormholes breaks MP-20, and no rule says where it leads
    still = sorted(cell for cell, kind in map_.kinds.items() if kind not in CHAINS)
    if chance.below(4) == 0 and still:
        one, other = chance.choice(still), chance.choice(still)
        kept = {fact for fact in facts if fact.place != one}
        facts = kept | {fact._replace(place=one) for fact in facts if fact.place == other}
    return replace(map_, facts=frozenset(facts))


# Play


class Played(NamedTuple):
    """The result of a directive: where the player is, the cells entered, and whether they stepped out of an exit."""

    spot: Place
    entered: frozenset[Cell]
    out: bool


class Reached(NamedTuple):
    """What play comes to from a cell: the cells entered, and whether the player gets out."""

    cells: frozenset[Cell]
    out: bool


class Explorer:
    """One player alone, without weapons: where everything that they can say leads, each said once."""

    def __init__(self) -> None:
        self._known: dict[Place, tuple[Played, ...]] = {}
        self._states: dict[Place, State] = {}

    def begins(self, cell: Cell, map_: Map[Params]) -> Reached | None:
        """What a player who starts there comes to; None if the referee does not let them."""
        try:
            ruling = REFEREE.begin(map_, ("Ann",), {"starts": cell}, lambda sides: sides)
        except BadSetting:
            return None
        first = self._came_of(ruling, cell)
        seen, edge, hit, out = {first.spot}, [first.spot], set(first.entered), first.out
        while edge:
            for turn in self._says(edge.pop()):
                hit |= turn.entered
                out |= turn.out
                if turn.spot not in seen:
                    seen.add(turn.spot)
                    edge.append(turn.spot)
        return Reached(frozenset(hit), out)

    def _says(self, spot: Place) -> tuple[Played, ...]:
        if spot not in self._known:
            state = self._states[spot]
            rulings = [REFEREE.play(state, words, lambda sides: sides) for words in REFEREE.ways(state)]
            self._known[spot] = tuple(self._came_of(ruling, state.player.cell) for ruling in rulings)
        return self._known[spot]

    def _came_of(self, ruling: Ruling[State], here: Cell) -> Played:
        cells = {dict(note.args)["cell"] for note in ruling.notes if note.key in ("at", "through")}
        out = any("exit" in dict(announcement.args).get("what", "").split(", ") for announcement in ruling.heard)
        state = ruling.state
        if state.phase == "after":  # the arsenal gave weapons, so the turn goes on
            state = REFEREE.play(state, "end", lambda sides: sides).state
        self._states.setdefault(state.player.spot, self._bare(state))
        return Played(state.player.spot, frozenset({here, *cells}), out)

    @staticmethod
    def _bare(state: State) -> State:
        """The same without weapons, treasures and creatures, so that only the player's place matters.

        One genuine treasure is nowhere to be found, so that no exit ends the game.
        """
        player = state.player._replace(arms=Arms(), genuine=0, false=0, loses=False)
        return replace(state, players=(player,), loose=(), creatures=(), genuine=1, refused=frozenset())


def chosen(map_: Map[Params], grenades: int | None = None) -> Map[Params]:
    """The same map with starts that players choose, so that treasures bar none, and with this many grenades."""
    code = Code(map_.params.rules.options - {"G2"} | {"G1"})
    return replace(map_, params=replace(map_.params, rules=code, grenades=grenades))


# What the checker must then say


def witnesses(faults: Sequence[Fault], number: str) -> list[frozenset[Place]]:
    """The cells that show each fault of a rule."""
    return [frozenset(fault.witness) for fault in faults if fault.rule.number == number]


def assert_parted(faults: Sequence[Fault], cells: Sequence[Cell], reach: Mapping[Cell, Reached]) -> None:
    """Check that each fault of MP-32 shows the starts that miss a cell, a missed cell, and what those starts reach."""
    together: dict[frozenset[Place], set[Cell]] = {}
    for cell in cells:
        lost = frozenset(start for start in cells if start in reach and cell not in reach[start].cells)
        together.setdefault(lost, set()).add(cell)
    apart = {lost: missed for lost, missed in together.items() if lost}
    assert Counter(witnesses(faults, "MP-32")) == Counter(apart.keys())
    for fault in faults:
        if fault.rule.number == "MP-32":
            missing, *reached = [cut for cut in fault.cuts if isinstance(cut, Gap)]
            assert missing.goal.cell in apart[frozenset(fault.witness)]
            assert reached
            for gap in reached:
                assert {c for c in cells if ("hit", c) in gap.region} == reach[gap.start.cell].cells.intersection(cells)


def verdict(map_: Map[Params]) -> tuple[Fault, ...]:
    """The faults that the checker finds; asserts that play has found the same."""
    p, explorer = map_.fitted_params, Explorer()
    faults = checker.faults(claims_of(map_.game.design.rules, p), p, p.grid, map_.facts)
    enclosed = map_.fitted_params.drawn.enclosed
    cells = [cell for cell in map_.params.grid.cells() if cell not in enclosed]
    starts = {cell: found for cell in cells if (found := explorer.begins(cell, map_))}
    anywhere = {cell: found for cell in cells if (found := explorer.begins(cell, chosen(map_)))}
    assert [
        *starts
    ] == cells  # a listed start on a treasure is taken (MP-43.b), though nobody is placed there at random
    off = TREASURES if "G1" not in map_.params.code else ()
    placed = [cell for cell in cells if not {has(cell, mark) for mark in off} & map_.facts]
    assert_parted(faults, cells, {cell: starts[cell] for cell in placed})
    stuck = frozenset(cell for cell in cells if not anywhere[cell].out)
    assert witnesses(faults, "MP-77") == ([stuck] if stuck else [])
    if enclosed:
        arsenals = [cell for cell in cells if has(cell, "arsenal") in map_.facts]
        assert any(anywhere[cell].cells == {*cells} for cell in arsenals)
    for cell in enclosed:
        inside = explorer.begins(cell, chosen(map_, grenades=1))
        assert inside
        shut_in = inside.cells <= enclosed and not kit(map_.params).grenades
        assert (explorer.begins(cell, chosen(map_)) is None) == shut_in
    return faults


def maps_of(number: int, first: int) -> Iterator[Map[Params]]:
    """This many maps, from the first on; every other one is damaged."""
    for n in range(first, first + number // 2):
        map_ = drafted(f"agreement {n}")
        yield map_
        yield damaged(map_, f"damage {n}")


def tally(number: int, first: int) -> Counter[str]:
    """Compare play and checker on this many maps; returns how many were legal, broke a rule, or had an option."""
    found = Counter[str]()
    for map_ in maps_of(number, first):
        faults = verdict(map_)
        found["legal"] += not faults
        found["enclosure"] += bool(map_.fitted_params.drawn.enclosed)
        found.update({fault.rule.number for fault in faults})
        found.update(map_.params.code.options)
    return found


@pytest.mark.parametrize(
    ("number", "first"), [(60, 60), *(pytest.param(number, 0, marks=pytest.mark.long) for number in (200, 2000))]
)
def test_play_enters_exactly_the_cells_that_the_checker_calls_reachable(number: int, first: int) -> None:
    found = tally(number, first)
    assert found["legal"] >= number * 0.3
    assert found["MP-32"] >= number * 0.2
    assert found["MP-77"] >= number * 0.2
    assert found["enclosure"] >= number * 0.025
    assert [option for option in OPTIONS if not found[option]] == []


LEGAL = {
    "G": "G1 G2 G13 G23",
    "S": "S1 S2",
    "F": "F1 F2 F3 F4 F5",
    "V": "V1 V2 V3 V4",
    "T": "T1 T2 T3",
    "A": "A1 A2 A3 A4 A5",
    "H": "H1 H2 H3 H4 H5 H24 H25 H34 H35",
}
"""All that these groups may say; options of W and O go together, except for two kits, or O1 with O2."""


@pytest.mark.parametrize("number", [80, pytest.param(250, marks=pytest.mark.long)])
def test_every_choice_of_a_group_comes_up_and_no_code_clashes(number: int) -> None:
    chance = Chance("codes")
    codes = [random_code(chance) for _ in range(number)]
    said = {part for code in codes for part in str(code).split("-")}
    assert {part for part in said if part[0] in LEGAL} == set(" ".join(LEGAL.values()).split())
    assert not [code for code in codes for clash in clashes(Params(rules=code)) if clash.fatal]
    assert len({*map(str, codes)}) == len(codes)
