"""Repair a map: the legal map with the fewest facts changed, and the edits that lead to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from mapkit.model.chance import Chance
from mapkit.model.design import RepairHints
from mapkit.model.game import solving_of
from mapkit.model.grid import Border, Place, inner_borders, sides
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, message, plural
from mapkit.model.rule import Count, Fact, Facts, NoSuchMap, Rule, SolverGaveUp, differ_in_direction
from mapkit.model.settings import Params
from mapkit.solve.checker import Fault
from mapkit.solve.edits import Edit, edits, with_facts
from mapkit.solve.intent import ties
from mapkit.solve.legality import check, claimed_faults, measured_remarks, rule_claims
from mapkit.solve.measured import TRYING, HeldMap, reached, settled
from mapkit.solve.search import (
    DRAFTS_COMPLETED,
    EFFORT,
    IN_PIECES,
    TOO_LARGE,
    blank_places,
    drafts_of,
    first_repaired,
    in_silence,
    legal_map_near,
    legal_or_give_up,
    locked_facts,
    possible_facts,
    recognised,
    recounted,
    unlocked,
)

if TYPE_CHECKING:
    from mapkit.solve.solver import Exchange, MapQuery, Prices
P = TypeVar("P", bound=Params)

MEASURED_REPAIRS = 6
"""The most of the nearest maps that are tried, while they break measured rules."""


class Repair(NamedTuple, Generic[P]):
    """The nearest legal map that was found, and the edits that lead there."""

    map: Map[P]
    edits: tuple[Edit, ...]
    proven: bool
    doubt: Message = NOTHING
    """Why a nearer map may exist, in words; empty where `proven` is true."""
    note: Message = NOTHING
    known_of_nearer: Message = NOTHING
    """What is known of nearer maps, where the game itself has recognised this one."""

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The repair for `json.dumps`, with texts as `say` puts them: whether it is proven, and its edits."""
        return {"proven": self.proven, "edits": [edit.to_json(say) for edit in self.edits]}

    @property
    def words(self) -> Message:
        """How many edits there are, and what is known of nearer maps."""
        if not self.edits:
            return message("legal as it is; nothing to repair")
        if self.known_of_nearer:
            known = self.known_of_nearer
        elif not self.proven:
            known = message("a nearer legal map may exist: {doubt}", self.doubt)
        elif (keys := listings(self.map)) and not any(_lists(self.map, edit) for edit in self.edits):
            known = message("proven: no legal map with these {key} is nearer", Name(keys[0]))
        else:
            known = message("proven: no legal map is nearer")
        return clauses(plural("{number} edit", "{number} edits", len(self.edits)), known)


def repair(
    map_: Map[P], tell: Callable[[Message], None] = in_silence, strokes: Sequence[Collection[Place]] = ()
) -> Repair[P]:
    """The legal map with the fewest facts changed, and the edits; raises NoSuchMap or SolverGaveUp.

    `tell` is called with a sentence before something that takes long. `strokes` are the places of what was drawn, the
    newest first: of maps that are equally near, the one that changes the newest is taken. Settings that are taken from
    the drawing follow the repaired one: no number of a preset is asked for.
    """
    opened = map_.opened  # the settings that are taken from the drawing are open meanwhile
    known = recognised(opened)
    if known is not None and known.edits and opened.locked.isdisjoint(f.place for f in opened.facts ^ known.facts):
        found, made = (
            replace(opened, facts=known.facts),
            tuple(with_facts(opened.params.grid, known.edits, opened.facts - known.facts, known.facts - opened.facts)),
        )
        how = known.nearest, known.doubt, known.note, known.known_of_nearer
        repaired = Repair(legal_or_give_up(found), made, *how)
    else:
        drawn = opened.without_undecided
        broken = {fault.rule for fault in check(settled(drawn, locked_facts(drawn)))} if drawn.finished else set()
        is_measured = drawn.finished and not any(_has_claims(rule, opened) for rule in broken) and check(drawn)
        repaired = _measured(opened, drawn, tell) if is_measured else _repair_by_solver(opened, tell, strokes)
        repaired = repaired._replace(note=known.note if known else NOTHING)
    if not map_.locked.isdisjoint(fact.place for fact in map_.facts ^ repaired.map.facts):
        raise SolverGaveUp(message("the map that was found changes what is locked"))
    return repaired._replace(map=recounted(map_, repaired.map), doubt=NOTHING if repaired.proven else repaired.doubt)


def _repair_by_solver(
    map_: Map[Any], tell: Callable[[Message], None], strokes: Sequence[Collection[Place]]
) -> Repair[Any]:
    """The repair that the solver finds; raises NoSuchMap or SolverGaveUp."""
    drawn = map_.without_undecided
    found = check(drawn)
    if not found:
        return Repair(drawn, edits(map_, drawn), True)
    from mapkit.solve import solver

    p = map_.fitted_params
    query = solver.MapQuery(rule_claims(map_.game, p), p, p.grid, drawn.facts, effort=EFFORT, counts_preparing=True)
    facts = unlocked(map_, possible_facts(map_.game, p))
    query = query._replace(free=facts)
    if len(solver.open_facts(query)) > solver.MOST_OPEN:
        tell(IN_PIECES)
        repaired = _anything_near(map_, found, DRAFTS_COMPLETED)
        return Repair(repaired, edits(map_, repaired), False, doubt=TOO_LARGE)
    least = _fewest_edits(drawn)
    if least >= MANY_MISSING and (random := _legal_draft(drawn)) is not None:
        made = edits(map_, random)
        return Repair(random, made, len(made) <= least, doubt=MUCH_IS_MISSING)
    if least >= MANY_MISSING and not map_.game.design.board.drawn_in_files:
        tell(MUCH_TO_DO)
    kept = solving_of(map_.game).left_by_repair(drawn)
    if kept and (other := _one_away(drawn, found)):
        return Repair(other, edits(map_, other), True)
    try:
        heeded = solving_of(map_.game).repair_hints(drawn) if claimed_faults(drawn) else RepairHints()
        asked = query._replace(claims=(*query.claims, *heeded.claims), prices=_prices(map_, heeded.preferred))
        asked = asked._replace(ties=ties(drawn, found, facts, strokes))
        repaired, proven, doubt = _nearest(map_, asked)
    except SolverGaveUp as tried:
        try:
            repaired, proven, doubt = _anything_near(map_, found, 1), False, NOTHING
        except SolverGaveUp:
            raise tried from None
    except NoSuchMap as none:
        raise SolverGaveUp(message("there is none where {what}", kept)) if kept else none from None
    made = edits(map_, repaired)
    if len(made) <= least:
        return Repair(repaired, made, True)
    if doubt:
        return Repair(repaired, made, False, doubt=doubt)
    if kept and proven:
        return Repair(repaired, made, False, doubt=message("it was looked for where {what}", kept))
    return Repair(repaired, made, proven, doubt=message("the solver gave up looking for it"))


MANY_MISSING = 20
"""How many missing things are drawn at random rather than looked for by the solver, which would try many maps."""
MUCH_TO_DO = message("much is missing or too much is there: a legal map is looked for, which may take a minute")
MUCH_IS_MISSING = message("what is missing was drawn at random")


def _fewest_edits(map_: Map[Any]) -> int:
    """How many edits a faulty map needs at least: one, or one for each thing that is missing or too many.

    An edit brings at most one thing and takes away at most one, so things that different claims count add up.
    """
    missing, surplus, counted = 0, 0, set[Fact]()
    for claim in (rule_claim.claim for rule_claim in rule_claims(map_.game, map_.fitted_params)):
        if isinstance(claim, Count) and counted.isdisjoint(claim.facts):
            held = sum(fact in map_.facts for fact in claim.facts)
            if not claim.low <= held <= claim.high:
                counted.update(claim.facts)
                missing, surplus = missing + max(0, claim.low - held), surplus + max(0, held - claim.high)
    return max(1, missing, surplus)


def _legal_draft(map_: Map[Any]) -> Map[Any] | None:
    """A legal map with all that is drawn, where only listed things are missing; None where none is drawn at random."""
    if map_.game.design.board.drawn_in_files:
        return None
    try:
        facts = solving_of(map_.game).draft(map_.params, Chance(f"{map_.game.name} repair"), map_.facts)
    except SolverGaveUp:
        return None
    drawn = replace(map_, facts=facts | map_.facts)
    stays = map_.locked.isdisjoint(fact.place for fact in facts - map_.facts)
    return drawn if stays and not check(drawn) else None


def _anything_near(map_: Map[Any], found: Sequence[Fault], drafts: int) -> Map[Any]:
    """A legal map near the drawn one, not always the nearest; raises NoSuchMap or SolverGaveUp.

    Blank places are first drawn at random, in at most this number of drafts.
    """
    if not (map_.game.design.board.drawn_in_files and blank_places(map_)):
        return legal_map_near(map_, found, counts_preparing=True)
    return first_repaired(draft._replace(may=None) for draft in islice(drafts_of(map_, "repair"), drafts))


ONE_AWAY = 25_000
"""The most cells of all maps that `_one_away` tries, taken together; they take some seconds."""


def _one_away(map_: Map[Any], found: Iterable[Fault]) -> Map[Any] | None:
    """A legal map with one wall or listed thing more or less; None where none is found.

    Places that faults name are tried first. Each map is checked with the parameters fitted to it, while the solver
    would check all maps with the parameters fitted to the drawn one.
    """
    grid, legend, drawn = map_.params.grid, map_.game.design.legend(map_.params), {fact.place for fact in map_.facts}
    named = sorted(({fault.place, *fault.witness} for fault in found), key=len)
    changes = [fact for fact in map_.facts if fact.mark not in legend.cell_marks]
    if legend.lines:
        changes += [Fact(line, legend.lines[0].mark) for line in inner_borders(grid) if line not in drawn]

    def order(fact: Fact) -> tuple[int, bool, str]:
        beside = (fact.place, *sides(grid, fact.place)) if isinstance(fact.place, Border) else (fact.place,)
        by = next((n for n, places in enumerate(named) if not places.isdisjoint(beside)), len(named))
        return by, fact in map_.facts, str(fact)

    tried = sorted(unlocked(map_, changes), key=order)[: ONE_AWAY // len(grid.cells())]
    others = (replace(map_, facts=map_.facts ^ {fact}) for fact in tried)
    claims_kept = (other for other in others if not claimed_faults(other))  # a measured rule may take a second
    return next((other for other in claims_kept if not check(other)), None)


def _nearest(map_: Map[Any], query: MapQuery) -> tuple[Map[Any], bool, Message]:
    """The nearest legal map, whether that is proven, and else a doubt; raises NoSuchMap or SolverGaveUp.

    Maps that break only measured rules without claims are refused, and the next nearest is tried, and at last maps near
    the first of them. Where a broken rule has claims, the solver has done all it can for that rule, so the search ends.
    """
    from mapkit.solve import solver

    first: Map[Any] | None = None
    for _ in range(MEASURED_REPAIRS):
        answer = solver.nearest(query)
        repaired = settled(replace(map_, facts=answer.facts), locked_facts(map_))
        broken = {fault.rule for fault in check(repaired)}
        if not broken:
            as_found = repaired.facts == answer.facts
            return repaired, answer.proven and as_found, NOTHING if as_found else LISTED_CHANGED
        if any(_has_claims(rule, map_) for rule in broken):
            break
        first = first or repaired
        query = query._replace(refused=(*query.refused, answer.facts))
    held = reached(first, locked_facts(map_)) if first is not None else legal_or_give_up(repaired)
    return (held.map, False, held.doubt) if isinstance(held, HeldMap) else (held, False, NOTHING)


def _has_claims(rule: Rule[Any], map_: Map[Any]) -> bool:
    return any(True for _ in rule.claims(map_.fitted_params))


LISTED_CHANGED = message("what is listed was changed alone for a number that is measured")


def _measured(map_: Map[Any], drawn: Map[Any], tell: Callable[[Message], None]) -> Repair[Any]:
    """The repair of a map that keeps all claims, or does so once what is listed is changed; raises SolverGaveUp."""
    stays = locked_facts(map_)
    least = max((remark.least for remark in measured_remarks(drawn)), default=1)  # one edit may heed all of them
    listed = settled(drawn, stays)
    if check(listed):
        tell(TRYING)
        listed, doubt = reached(drawn, stays)
    else:
        doubt = LISTED_CHANGED
    made = edits(map_, listed)
    return Repair(listed, made, len(made) <= least, doubt=doubt)


_TURN, _PUT, _MOVE, _TAKE, _RENAME = range(1, 6)
"""How much each kind of edit changes for the person who drew; among maps equally near, repair takes the least."""


def _prices(map_: Map[Any], preferred: Facts = frozenset()) -> Prices:
    """The costs of edits. One more edit costs more than any choice of kinds saves, so the fewest edits always win.

    What is `preferred` stays rather than other things.
    """
    from mapkit.solve.solver import Prices

    facts, legend = possible_facts(map_.game, map_.fitted_params), map_.game.design.legend(map_.params)
    edit = 2 * _RENAME * len({fact.place for fact in facts}) + 1
    lines = {fact.place for fact in map_.facts if not isinstance(fact.place, str)}
    prices: dict[Fact, int] = {}
    for fact in facts:
        if fact.mark in legend.cell_marks:
            was = map_.kinds.get(str(fact.place), "")
            prices[fact] = 0 if fact in map_.facts else edit + _unkindness(was, fact.mark, legend.plain)
        elif fact in map_.facts:
            prices[fact] = edit + (_RENAME if fact in preferred else _TAKE)
        elif fact.place in map_.undecided_borders:
            prices[fact] = _PUT  # to decide the border is one edit in any case
        else:
            prices[fact] = _RENAME - _TAKE if fact.place in lines else edit + _PUT
    return Prices(prices, _moves(map_, facts, legend.plain, edit + _PUT + _TAKE - _MOVE) if legend.movable else ())


def _unkindness(was: str, becomes: str, plain: str) -> int:
    """The kind of edit that turns a cell of one kind, or a blank one, into one of another."""
    if was in {plain, ""}:
        return _TURN if becomes == plain else _PUT
    if becomes == plain:
        return _TAKE
    return _TURN if differ_in_direction(was, becomes) else _RENAME


def _moves(map_: Map[Any], facts: Iterable[Fact], plain: str, spares: int) -> tuple[Exchange, ...]:
    """Exchanges that make a thing that leaves one cell and comes to another a single edit."""
    from mapkit.solve.solver import Exchange

    gone: dict[str, list[Fact]] = {}
    come: dict[str, list[Fact]] = {}
    for fact in facts:
        was = map_.kinds.get(fact.place, "") if isinstance(fact.place, str) else ""
        if was == plain != fact.mark:
            come.setdefault(fact.mark, []).append(fact)
        elif fact.mark == plain != was:
            gone.setdefault(was, []).append(fact)
    return tuple(Exchange(tuple(gone[mark]), tuple(come[mark]), spares) for mark in gone if mark in come)


def listings(map_: Map[Any]) -> tuple[str, ...]:
    """The keys of the map's listings that only people decide, such as its starts.

    Repair changes them only for a number that is measured, such as how much the starts may differ.
    """
    return tuple(
        listing.key
        for listing in map_.game.design.legend(map_.params).listings
        if listing.left_by_repair and listing.show(map_.facts)[0]
    )


def _lists(map_: Map[Any], edit: Edit) -> bool:
    """Whether an edit changes what only people decide."""
    listings = map_.game.design.legend(map_.params).listings
    return any(listing.left_by_repair and listing.show(edit.gone | edit.come)[0] for listing in listings)
