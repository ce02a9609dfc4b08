"""Find a legal map: a fresh one, one that completes a drawing, or one that is near it.

A draft of the game comes first. The solver, which is loaded only then, changes what is around its faults.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar, cast

from mapkit.model.chance import Chance
from mapkit.model.design import AS_DRAWN, MutablePart, RecognisedMap
from mapkit.model.errors import MapkitError
from mapkit.model.game import Game, assemble, solving_of
from mapkit.model.grid import Cell, Place, borders, cell_of, sides, within_steps
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, LargeNumber, Message, Name, clauses, message, plural
from mapkit.model.presets import least_interest, preset_settings
from mapkit.model.rule import WHOLE_MAP, Amount, Fact, Facts, NoSuchMap, RuleClaim, SolverGaveUp, garbage_left
from mapkit.model.settings import Params
from mapkit.solve.checker import Fault, faults
from mapkit.solve.legality import (
    check,
    claimed_faults,
    is_of_facts,
    possible_facts,
    rule_claims,
    unfollowed_advice,
)
from mapkit.solve.measured import TRYING, reached, settled

P = TypeVar("P", bound=Params)

MEASURED_DRAFTS = 40
"""The most drafts, while the best of them breaks only measured rules, which no solver can repair."""
DULL_MAPS = 5
"""The most maps that are drawn to find one that is as interesting as its preset asks for."""
WINDOWS = (2, 4, 8)
"""The windows in which a draft is repaired first, one after another, in steps around its faults."""
WIDER = (12,)
"""Further windows on boards that are too large to be solved as a whole."""
WINDOW_EFFORT = 2.0
"""The solver's limit for a window, in its own units."""
EFFORT, MOST_EFFORT = 20.0, 40.0
"""The solver's limits, in its own units: on boards up to 20 x 20, and on any board."""
DRAFTS_COMPLETED = 2
"""The most drafts of a large board with blank cells that are drawn to find one that can be repaired."""


def generate_from(game: Game[P], p: Any, preset: str, seed: str) -> Map[P]:
    """A fresh legal map for these parameters, none of the dullest of its preset; raises NoSuchMap or SolverGaveUp."""
    chance, least, measure = (
        Chance(f"{game.name} {seed}"),
        least_interest_of(game, p, preset),
        solving_of(game).interest,
    )
    most, found = -1, None
    for _ in range(DULL_MAPS):
        made = legal_map(game, p, preset, chance)
        score = measure(made).score if measure and least else least
        if score >= least:
            return made
        most, found = (score, made) if score > most else (most, found)
    assert found is not None
    return found


@lru_cache(maxsize=16)
def least_interest_of(game: Game[P], p: Any, preset: str) -> int:
    """How interesting a map of a preset must be, on its own board and with its own settings.

    How many play, and which theme it wears, do not matter.
    """
    least, size = least_interest(game.name, preset)
    if not least:
        return 0
    try:
        board = game.design.board.read(size)
        usual: Any = game.design.board.arrange(assemble(game, preset_settings(game.name, preset), board, {}).params)
    except MapkitError:
        return 0
    free = {name: getattr(p, name) for name in ("players", "theme") if hasattr(p, name)}
    return least if p == replace(usual, **free) else 0


@lru_cache(maxsize=4)
def _claims_of_params(game: Game[Any], p: Any) -> tuple[RuleClaim, ...]:
    """The claims that no drawing can change."""
    return tuple(claim for claim in rule_claims(game, p) if not is_of_facts(claim))


def legal_map(game: Game[P], p: Any, preset: str, chance: Chance) -> Map[P]:
    """A random legal map; raises NoSuchMap or SolverGaveUp."""
    solving = solving_of(game)
    fitted: Any = solving.fit(p, frozenset())
    of_params = _claims_of_params(game, fitted)
    broken = tuple(dict.fromkeys(fault.rule for fault in faults(of_params, p, p.grid, frozenset())))
    if broken:
        raise NoSuchMap(p, lambda: [(rule,) for rule in broken])
    best: tuple[int, int, Map[P], tuple[Fault, ...]] | None = None
    for tries in range(MEASURED_DRAFTS):
        with garbage_left():
            drawn = Map(game, p, solving.draft(p, chance, frozenset()), "", preset)
        found = check(drawn)
        unwise = len(unfollowed_advice(drawn)) if not found else 0
        if best is None or (len(found), unwise) < best[:2]:
            best = (len(found), unwise, drawn, found)
        if best[:2] == (0, 0) or (tries + 1 >= solving.tries and (not best[0] or claimed_faults(best[2]))):
            break
    assert best is not None
    if not best[0]:
        return best[2]
    if solving.mutable is None:
        return legal_map_near(best[2], best[3])
    return _map_with_changes(solving.mutable, best[2], chance)


def _map_with_changes(mutable: Callable[[Map[P], Chance], MutablePart], map_: Map[P], chance: Chance) -> Map[P]:
    """A legal map made from a draft by changing only its mutable cells; raises SolverGaveUp."""
    trouble = NOTHING
    for _ in range(MEASURED_DRAFTS):
        try:
            part = mutable(map_, chance)
            begun = replace(map_, facts=part.facts)
            if not check(begun):
                return begun
            from mapkit.solve import solver

            game, p = map_.game, cast(Any, begun.fitted_params)
            free = tuple(fact for fact in possible_facts(game, p) if fact.place in part.cells)
            answer = solver.near(solver.MapQuery(rule_claims(game, p), p, p.grid, begun.facts, free, WINDOW_EFFORT))
            return legal_or_give_up(replace(begun, facts=answer.facts))
        except NoSuchMap:
            trouble = message("no change of what may change will do")
        except SolverGaveUp as failure:
            trouble = failure.said
        map_ = replace(map_, facts=solving_of(map_.game).draft(map_.params, chance, frozenset()))
        if not check(map_):
            return map_
    last = MEASURED_DRAFTS, trouble
    said = message("of {number} drafts, each with the changes allowed, none is legal; the last: {message}", *last)
    raise SolverGaveUp(said)


def in_silence(_: Message) -> None:
    return None


def recounted(map_: Map[Any], changed: Map[Any]) -> Map[Any]:
    """The map as it was changed, with the settings that are taken from its drawing; raises SolverGaveUp."""
    return legal_or_give_up(replace(map_, facts=changed.facts).as_drawn) if map_.drawn_settings else changed


def recognised(map_: Map[Any]) -> RecognisedMap | None:
    """The map that the game itself recognises in the drawing; None where it does not."""
    recognise = map_.game.solving.recognise if map_.game.solving else None
    return recognise(map_) if recognise is not None else None


TOO_LARGE = message("the board is too large to be solved as a whole")
IN_PIECES = message(
    "the board is too large to be solved as a whole: it is solved piece by piece, which may take a minute"
)


class _Draft(NamedTuple):
    """A map whose blank places are drawn at random."""

    map: Map[Any]
    found: tuple[Fault, ...]
    may: Collection[Fact] | None
    """The facts that may change in a repair; None for all."""


def drafts_of(map_: Map[Any], seed: str) -> Iterator[_Draft]:
    """A few drafts, in which all that a person did not draw may change.

    The facts of undecided borders come last, in random order.
    """
    chance, blank = Chance(f"{map_.game.name} {seed}"), blank_places(map_)
    cell_marks = map_.game.design.legend(map_.params).cell_marks
    for _ in range(DRAFTS_COMPLETED):
        stays = map_.without_undecided.facts
        draft = solving_of(map_.game).draft(wished(map_), chance, stays)
        listed = frozenset(fact for fact in draft if isinstance(fact.place, str) and fact.mark not in cell_marks)
        drawn = replace(map_, facts=listed | stays | {fact for fact in draft if fact.place in blank})
        possible = possible_facts(map_.game, drawn.fitted_params)
        facts = [fact for fact in possible if fact.place in blank and fact not in listed]
        marked = [fact for fact in facts if fact.place in map_.undecided_borders]
        free = [fact for fact in facts if fact.place not in map_.undecided_borders]
        yield _Draft(drawn, check(drawn), (*free, *chance.shuffled(marked)))


def wished(map_: Map[Any]) -> Any:
    """The parameters that a draft of the blank places follows.

    Where settings are taken from the drawing, what is blank gets its share of what the preset `as-drawn` has.
    """
    if not map_.drawn_settings:
        return map_.params
    cells = map_.params.grid.cells()
    share = sum(cell not in map_.kinds for cell in cells) / len(cells)
    usual = assemble(map_.game, preset_settings(map_.game.name, AS_DRAWN), map_.params.grid, {}).params
    wishes: dict[str, Any] = {}
    for name in map_.drawn_settings:
        has, wanted = getattr(map_.params, name), getattr(usual, name)
        if isinstance(has, Amount) and wanted.high is not None:
            number = has.low + round(share * max(0, wanted.low - has.low))
            wishes[name] = Amount(number, number)
    return replace(map_.params, **wishes)


def first_repaired(drafts: Iterable[_Draft]) -> Map[Any]:
    """The first draft that is legal or can be repaired piece by piece; raises NoSuchMap or SolverGaveUp."""
    trouble = SolverGaveUp(message("no draft was drawn"))
    for draft in drafts:
        try:
            return legal_map_near(draft.map, draft.found, draft.may) if draft.found else draft.map
        except SolverGaveUp as failure:
            trouble = failure
    raise trouble


def legal_or_give_up(map_: Map[Any]) -> Map[Any]:
    """The map, if it is legal, by measured rules as well; raises SolverGaveUp."""
    if found := check(map_):
        broken = Name(found[0].rule.number), found[0].found
        if claimed_faults(map_):
            raise SolverGaveUp(message("what was found breaks {name} ({sentence})", *broken))
        raise SolverGaveUp(message("what was found breaks {name}, which is measured ({sentence})", *broken))
    return map_


def complete(map_: Map[Any], seed: str, tell: Callable[[Message], None] = in_silence) -> Map[Any]:
    """The map with blank cells filled in and borders decided; raises NoSuchMap or SolverGaveUp.

    All that is drawn stays. Borders that are marked as undecided, and empty borders beside a blank cell, may get a wall
    or an exit; all other borders stay as they are. Usual values of settings are kept where that is possible. `tell` is
    called with a sentence before something that takes long. Settings that are taken from the drawing follow the
    completed one.
    """
    return recounted(map_, _completed(map_.opened, seed, tell))


def _completed(map_: Map[Any], seed: str, tell: Callable[[Message], None]) -> Map[Any]:
    """The completed map, while the settings that are taken from the drawing are open."""
    if map_.usual_values:
        try:
            return replace(map_, facts=_completed(map_.as_usual, seed, tell).facts)
        except (NoSuchMap, SolverGaveUp):
            pass  # the drawing is not as usual, which is allowed
    blank, known = blank_places(map_), recognised(map_)
    if known is not None and known.edits:
        filled = replace(map_, facts=map_.facts | {fact for fact in known.facts if fact.place in blank})
        if not check(filled):
            return filled
    drafts = drafts_of(map_, seed)
    first = next(drafts)
    if not first.found:
        return first.map
    if not claimed_faults(first.map):
        return _held(map_, first.map, seed, tell)
    from mapkit.solve import solver

    p = first.map.fitted_params
    query = solver.MapQuery(rule_claims(map_.game, p), p, p.grid, first.map.facts, first.may, _effort(p))
    if len(solver.open_facts(query)) <= solver.MOST_OPEN:
        return _held(map_, replace(map_, facts=solver.near(query).facts), seed, tell)
    tell(IN_PIECES)
    return first_repaired(chain([first], drafts))


def _held(map_: Map[Any], filled: Map[Any], seed: str, tell: Callable[[Message], None]) -> Map[Any]:
    """The completed map, or one that keeps what is measured, too, with all that is drawn; raises SolverGaveUp."""
    filled = settled(filled, map_.without_undecided.facts)
    if not check(filled) or claimed_faults(filled):
        return legal_or_give_up(filled)
    tell(TRYING)
    return reached(filled, map_.without_undecided.facts, blank_places(map_), seed).map


def complete_afresh(map_: Map[Any], seed: str) -> Map[Any]:
    """A map with what is locked as it is, and with all else drawn anew; raises NoSuchMap or SolverGaveUp.

    It has the settings of the map. As in a fresh map, the solver changes what is around the faults of a draft first.
    """
    bare = replace(map_, facts=locked_facts(map_))
    made = first_repaired(drafts_of(bare.opened, seed))
    if not bare.facts <= made.facts:
        raise SolverGaveUp(message("the map that was found changes what is locked"))
    return recounted(bare, made)


def blank_cells(map_: Map[Any]) -> list[Cell]:
    """The cells that nobody has filled in; none on a board that is not drawn in files."""
    drawn = map_.game.design.board.drawn_in_files
    return [cell for cell in map_.params.grid.cells() if cell not in map_.kinds] if drawn else []


def blank_places(map_: Map[Any]) -> frozenset[Place]:
    """The places that are not decided yet: blank cells, empty borders beside them, and undecided borders."""
    grid = map_.params.grid
    drawn = {fact.place for fact in map_.facts}
    cells = {cell for cell in grid.cells() if cell not in map_.kinds}
    lines = {b for b in borders(grid) if b not in drawn and not cells.isdisjoint(sides(grid, b))}
    return (map_.undecided_borders | cells | lines) - map_.locked


def locked_facts(map_: Map[Any]) -> Facts:
    return frozenset(fact for fact in map_.facts if fact.place in map_.locked)


def unlocked(map_: Map[Any], facts: Iterable[Fact]) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.place not in map_.locked)


@lru_cache(maxsize=4)
def _effort(p: Any) -> float:
    """The solver's limit, larger for larger boards."""
    return min(EFFORT * max(1.0, len(p.grid.cells()) / 400), MOST_EFFORT)


def legal_map_near(
    map_: Map[Any], found: Sequence[Fault], may: Collection[Fact] | None = None, *, counts_preparing: bool = False
) -> Map[Any]:
    """A legal map near a drawn one; raises NoSuchMap or SolverGaveUp.

    The solver first changes a window around the faults, then wider ones, and at last the whole board. It changes only
    the facts that `may` change, or any where that is None.
    """
    if not claimed_faults(map_):
        rule, said = Name(found[0].rule.number), found[0].found
        raise SolverGaveUp(message("it breaks {rule}, which is measured ({sentence})", rule, said))
    from mapkit.solve import solver  # the solver takes half a second to load

    game, p = map_.game, map_.fitted_params
    if map_.locked:
        may = unlocked(map_, possible_facts(game, p) if may is None else may)
    whole = solver.MapQuery(
        rule_claims(game, p), p, p.grid, map_.facts, may, _effort(p), counts_preparing=counts_preparing
    )
    opened = len(solver.open_facts(whole))
    large = opened > solver.MOST_OPEN
    settled, cells = possible_facts(game, p) if may is None else may, p.grid.cells()
    near = {cell_of(place) for fault in found for place in (fault.place, *fault.witness[:1]) if place != WHOLE_MAP}
    if large and any(fault.place == WHOLE_MAP for fault in found):  # what is missing can be put around the middle
        near.add(cells[len(cells) // 2 + getattr(p.grid, "columns", 0) // 2])
    for steps in (*WINDOWS, *WIDER) if large else WINDOWS:
        window = {other for cell in near for other in within_steps(p.grid, cell, steps)}
        if 2 * len(window) > len(cells):
            break
        free = tuple(f for f in settled if cell_of(f.place) in window)
        try:
            answer = solver.near(whole._replace(free=free, effort=WINDOW_EFFORT))
            return legal_or_give_up(replace(map_, facts=answer.facts))
        except (NoSuchMap, SolverGaveUp):
            continue  # a wider window may do
    if large:
        there, most, steps = LargeNumber(opened), LargeNumber(solver.MOST_OPEN), (*WINDOWS, *WIDER)[-1]
        found_there = message("{open} facts are open, and {most} are the most that are settled at once", there, most)
        no_window = plural(
            "no change within {steps} steps of its {number} fault repairs the map (fewer faults, fewer blank cells or "
            "a smaller board would do)",
            "no change within {steps} steps of its {number} faults repairs the map (fewer faults, fewer blank cells or "
            "a smaller board would do)",
            len(found),
            steps,
        )
        raise SolverGaveUp(message("{thing}: {what}", TOO_LARGE, clauses(found_there, no_window)))
    answer = solver.near(whole)
    return legal_or_give_up(replace(map_, facts=answer.facts))
