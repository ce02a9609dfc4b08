"""Repair a map: the legal map with the fewest facts changed, and the edits that lead to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from mapkit.model.chance import Chance
from mapkit.model.design import UNDECIDED, Legend, RepairHints
from mapkit.model.game import solving_of
from mapkit.model.grid import Board, Border, Place, inner_borders, sides, spell
from mapkit.model.listing import OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, for_program, message, plural
from mapkit.model.rule import Count, Fact, Facts, NoSuchMap, SolverGaveUp, differ_in_direction
from mapkit.model.settings import BadSetting, Params
from mapkit.solve.checker import Fault, at_border, thing_at
from mapkit.solve.legality import check, claimed_faults, rule_claims
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


class Edit(NamedTuple):
    """One change of a map."""

    words: Message
    places: tuple[Place, ...]
    grid: Board
    """The board, on which borders have their names."""
    gone: Facts = frozenset()
    come: Facts = frozenset()

    def apply(self, map_: Map[P]) -> Map[P]:
        """The map with this change; raises BadSetting for a map to which it does not belong."""
        if not self.gone <= map_.facts or self.come & map_.facts:
            raise BadSetting(message("the edit is of another map: {what}", self.words))
        return replace(map_, facts=map_.facts - self.gone | self.come).as_drawn

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The edit for `json.dumps`, with texts as `say` puts them; its schema is `edit` in that of `repair`."""
        return {**for_program(say, words=self.words), "places": [say(spell(self.grid, place)) for place in self.places]}


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
        elif keys := listings(self.map):
            known = message("proven: no legal map with these {key} is nearer", Name(keys[0]))
        else:
            known = message("proven: no legal map is nearer")
        return clauses(plural("{number} edit", "{number} edits", len(self.edits)), known)


def repair(map_: Map[P], tell: Callable[[Message], None] = in_silence) -> Repair[P]:
    """The legal map with the fewest facts changed, and the edits; raises NoSuchMap or SolverGaveUp.

    `tell` is called with a sentence before something that takes long. Where settings are taken from the drawing, they
    follow the repaired one: no number of a preset is asked for.
    """
    opened = map_.opened  # the settings that are taken from the drawing are open meanwhile
    known = recognised(opened)
    if known is not None and known.edits and opened.locked.isdisjoint(f.place for f in opened.facts ^ known.facts):
        found, made = (
            replace(opened, facts=known.facts),
            tuple(_with_facts(opened.params.grid, known.edits, opened.facts - known.facts, known.facts - opened.facts)),
        )
        how = known.nearest, known.doubt, known.note, known.known_of_nearer
        repaired = Repair(legal_or_give_up(found), made, *how)
    else:
        repaired = _repair_by_solver(opened, tell)._replace(note=known.note if known else NOTHING)
    if not map_.locked.isdisjoint(fact.place for fact in map_.facts ^ repaired.map.facts):
        raise SolverGaveUp(message("the map that was found changes what is locked"))
    return repaired._replace(map=recounted(map_, repaired.map), doubt=NOTHING if repaired.proven else repaired.doubt)


def _repair_by_solver(map_: Map[Any], tell: Callable[[Message], None]) -> Repair[Any]:
    """The repair that the solver finds; raises NoSuchMap or SolverGaveUp."""
    drawn = map_.without_undecided
    found = check(drawn)
    if not found:
        return Repair(drawn, edits(map_, drawn), True)
    from mapkit.solve import solver

    p = map_.fitted_params
    query = solver.MapQuery(rule_claims(map_.game, p), p, p.grid, drawn.facts, effort=EFFORT, counts_preparing=True)
    if map_.locked:
        query = query._replace(free=unlocked(map_, possible_facts(map_.game, p)))
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
        repaired, proven = _nearest(map_, asked)
    except SolverGaveUp:
        repaired, proven = _anything_near(map_, found, 1), False
    except NoSuchMap as none:
        raise SolverGaveUp(message("there is none where {what}", kept)) if kept else none from None
    made = edits(map_, repaired)
    if len(made) <= least:
        return Repair(repaired, made, True)
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


def _nearest(map_: Map[Any], query: MapQuery) -> tuple[Map[Any], bool]:
    """The nearest legal map, and whether that is proven; raises NoSuchMap or SolverGaveUp.

    Maps that break only measured rules without claims are refused, and the next nearest is tried. Where a broken rule
    has claims, the solver has done all it can for that rule, so the search ends.
    """
    from mapkit.solve import solver

    for _ in range(MEASURED_REPAIRS):
        answer = solver.nearest(query)
        repaired = replace(map_, facts=answer.facts)
        broken = {fault.rule for fault in check(repaired)}
        if not broken or any(True for rule in broken for _ in rule.claims(map_.fitted_params)):
            break
        query = query._replace(refused=(*query.refused, answer.facts))
    return legal_or_give_up(repaired), answer.proven


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
    plain = next(iter(legend.cells.values()), "")
    prices: dict[Fact, int] = {}
    for fact in facts:
        if fact.mark in legend.cell_marks:
            was = map_.kinds.get(str(fact.place), "")
            prices[fact] = 0 if fact in map_.facts else edit + _unkindness(was, fact.mark, plain)
        elif fact in map_.facts:
            prices[fact] = edit + (_RENAME if fact in preferred else _TAKE)
        elif fact.place in map_.undecided_borders:
            prices[fact] = _PUT  # to decide the border is one edit in any case
        else:
            prices[fact] = _RENAME - _TAKE if fact.place in lines else edit + _PUT
    return Prices(prices, _moves(map_, facts, plain, edit + _PUT + _TAKE - _MOVE) if legend.movable else ())


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
    """The keys of the map's listings that only people decide, such as its starts; repair never changes them."""
    return tuple(
        listing.key
        for listing in map_.game.design.legend(map_.params).listings
        if listing.left_by_repair and listing.show(map_.facts)[0]
    )


def edits(old: Map[Any], new: Map[Any]) -> tuple[Edit, ...]:
    """The edits that lead from one map to another: cells in reading order, then borders, then listings."""
    grid, legend = old.params.grid, old.game.design.legend(old.params)
    gone, come = old.facts - new.facts, new.facts - old.facts
    was, becomes = ({f.place: f.mark for f in facts if isinstance(f.place, Border)} for facts in (gone, come))
    lines = [
        (_line_edit(grid, line, was.get(line, ""), becomes.get(line, ""), legend), (line,))
        for line in sorted(was.keys() | becomes.keys(), key=str)
    ]
    before = {fact.place: fact.mark for fact in gone if isinstance(fact.place, str) and fact.mark in legend.cell_marks}
    after = {fact.place: fact.mark for fact in come if isinstance(fact.place, str) and fact.mark in legend.cell_marks}
    listed = tuple(_listed_edits(grid, legend, gone, come))
    left = [gone.difference(*(edit.gone for edit in listed)), come.difference(*(edit.come for edit in listed))]
    return (*_with_facts(grid, (*_cell_edits(grid.cells(), before, after, legend), *lines), *left), *listed)


def _with_facts(
    grid: Board, made: Iterable[tuple[Message, tuple[Place, ...]]], gone: Facts, come: Facts
) -> Iterator[Edit]:
    """The edits with the facts that each changes at its places, each fact once."""
    for words, places in made:
        here = [frozenset(fact for fact in facts if fact.place in places) for facts in (gone, come)]
        gone, come = gone - here[0], come - here[1]
        yield Edit(words, places, grid, *here)


def _listed_edits(grid: Board, legend: Legend, gone: Facts, come: Facts) -> Iterator[Edit]:
    """The edits of listings. In a listing with an order, a change of a place is a move; others add or take out."""
    for listing in legend.listings:
        left, added = (sorted(listing.show(facts)[1], key=str) for facts in (gone, come))
        for fact in left:
            same = (other for other in added if other.mark == fact.mark and isinstance(listing, OrderedCells))
            if moved := next(same, None):
                added.remove(moved)
                way = fact.place, moved.place
                what = legend.words.get(fact.mark) or Name(fact.mark)
                words = message("move {thing} from {cell} to {cell2}", what, *(Name(str(each)) for each in way))
                yield Edit(words, way, grid, frozenset({fact}), frozenset({moved}))
            elif isinstance(fact.place, str):
                word = Name(listing.show(frozenset({fact}))[0][0])
                words = message("take {word} out of {key}", word, Name(listing.key))
                yield Edit(words, (fact.place,), grid, frozenset({fact}))
        for fact in added:
            if isinstance(fact.place, str):
                word = Name(listing.show(frozenset({fact}))[0][0])
                words = message("add {word} to {key}", word, Name(listing.key))
                yield Edit(words, (fact.place,), grid, come=frozenset({fact}))


def _line_edit(grid: Board, line: Border, was: str, becomes: str, legend: Legend) -> Message:
    where, words = at_border(grid, line), legend.words
    if was not in ("", UNDECIDED) and becomes:
        return message("make the {thing} {where} {other:a}", words[was], where, words[becomes])
    if was == UNDECIDED and not becomes:
        return message("put nothing {where}", where)
    thing, gap = words[becomes or was], line.side == "U" or (becomes or was) == legend.gap
    if becomes:
        there = thing_at(grid, message("{thing:a}", thing), line)
        return message("open {thing}", there) if gap else message("build {thing}", there)
    there = thing_at(grid, thing, line)
    return message("close the {thing}", there) if gap else message("take away the {thing}", there)


def _cell_edits(
    cells: Iterable[str], before: Mapping[str, str], after: Mapping[str, str], legend: Legend
) -> Iterator[tuple[Message, tuple[Place, ...]]]:
    """The edits of cells. A thing that leaves one cell and comes to another is moved; other changes stand alone."""
    word, plain = legend.word, next(iter(legend.cells.values()), "")
    left = [cell for cell in cells if cell in before or cell in after]
    while left:
        cell = left.pop(0)
        was, becomes = before.get(cell, ""), after.get(cell, "")
        others = left if legend.movable and plain in (was, becomes) else ()
        partner = next((c for c in others if (before.get(c, ""), after.get(c, "")) == (becomes, was)), None)
        if partner is not None:
            left.remove(partner)
            source, target = (cell, partner) if becomes == plain else (partner, cell)
            what, *way = word(before[source]), Name(source), Name(target)
            yield message("move the {thing} from {cell} to {cell2}", what, *way), (source, target)
        elif was:
            both = word(becomes), word(was)
            yield message("make {cell} {thing:a} instead of {other:a}", Name(cell), *both), (cell,)
        else:
            yield message("fill in {cell}: {thing:a}", Name(cell), word(becomes)), (cell,)
