"""The faults of a map, and the advice on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from mapkit.model.game import Game, fatal
from mapkit.model.grid import Place
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message, sentences
from mapkit.model.rule import (
    WHOLE_MAP,
    Amount,
    Claim,
    Count,
    Fact,
    Facts,
    Joins,
    Lazy,
    Length,
    MeasuredRule,
    Reaches,
    Remark,
    Rule,
    RuleClaim,
    claims_nothing,
    claims_of,
    each_claim,
    facts_of_claim,
    facts_of_claims,
    garbage_left,
)
from mapkit.model.settings import Amounts, CountedSetting, settings
from mapkit.solve.arrows import DrawnMap, TurnedArrow, turned_arrow
from mapkit.solve.checker import Fault, Nouns, faults, rank
from mapkit.solve.rechecker import Checker, ClaimIndex


@garbage_left()
def check(map_: Map[Any]) -> tuple[Fault, ...]:
    """All faults of a map; a map without faults is legal."""
    if explained := _that_explains(map_):
        return explained
    told, map_ = _set_aside(map_)
    return (
        told
        + _faults_of_sketch(map_)
        + _culprits_first(map_, claimed_faults(map_))
        + measured_faults(map_, map_.game.design.rules)
    )


def check_rest(map_: Map[Any], unread: Collection[Place]) -> tuple[Fault, ...]:
    """The faults that a map has whatever stands in the places of its drawing that cannot be read."""
    p = map_.fitted_params
    found = zip(rule_claims(map_.game, p), _checked(map_.game, p, map_.facts)[0], strict=True)
    return tuple(
        fault for each, broken in found if broken and _holds_anyway(each.claim, map_, unread) for fault in broken
    )


def _holds_anyway(claim: Claim, map_: Map[Any], unread: Collection[Place]) -> bool:
    """Whether a broken claim is broken whatever stands in some places: it is of others, or too many are elsewhere."""
    if isinstance(claim, Count) and sum(fact in map_.facts for fact in claim.facts) > claim.high:
        return True
    return all(fact.place not in unread for fact in facts_of_claim(claim))


def _that_explains(map_: Map[Any]) -> tuple[Fault, ...]:
    """The fault that explains all others; none in most maps."""
    return _remarked(map_, map_.game.design.rules, lambda rule: rule.alone)


def _set_aside(map_: Map[Any]) -> tuple[tuple[Fault, ...], Map[Any]]:
    """The faults that many others would follow from, and the map as it is without what they tell."""
    told = tuple[Fault, ...]()
    for rule in map_.game.design.rules:
        if isinstance(rule, MeasuredRule) and rule.without and (found := _remarked(map_, (rule,), lambda _: True)):
            told, map_ = told + found, rule.without(map_)
    return told, map_


def _culprits_first(map_: Map[Any], found: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """The faults, those that may cause others first, without those that only follow from a turned arrow."""
    turn = _wrong_arrow(map_, found)
    if turn is not None:
        cell, words = str(turn.drawn.place), map_.game.design.legend(map_.params).words[turn.would_do.mark]
        # the fault to show is one that goes when the arrow is turned, if possible one at its cell
        gone = [fault for fault in found if fault not in turn.left]
        fault = min(gone, key=lambda fault: (fault.place != cell, rank(fault)))
        would_do = message("A {thing} would do there.", words)
        said = sentences(fault.found, would_do) if fault.place == cell else would_do
        found = (fault._replace(place=cell, found=said, witness=(cell,)), *turn.left)
    return tuple(sorted(found, key=rank))


def _wrong_arrow(map_: Map[Any], found: tuple[Fault, ...]) -> TurnedArrow | None:
    """The arrow that points in a wrong direction, with the faults that are left when it is turned; None without one."""
    if not any(fault.place and not fault.cuts for fault in found):
        return None
    return _cached_wrong_arrow(map_.game, map_.fitted_params, map_.facts)


def claimed_faults(map_: Map[Any]) -> tuple[Fault, ...]:
    """The faults against claims, which the solver can repair."""
    return tuple(chain.from_iterable(_checked(map_.game, map_.fitted_params, map_.facts)[0]))


def _faults_of_sketch(map_: Map[Any]) -> tuple[Fault, ...]:
    """The faults against the rules that say why a map is not finished."""
    return _remarked(map_, map_.game.design.rules, lambda rule: rule.of_unfinished)


def measured_faults(map_: Map[Any], rules: Iterable[Rule[Any]]) -> tuple[Fault, ...]:
    """The faults against the other measured rules; none while the map is not finished."""
    return _remarked(map_, rules, lambda rule: not (rule.of_unfinished or rule.without)) if map_.finished else ()


def _remarked(
    map_: Map[Any], rules: Iterable[Rule[Any]], is_asked: Callable[[MeasuredRule[Any]], bool]
) -> tuple[Fault, ...]:
    p = map_.fitted_params
    return tuple(
        Fault(rule, remark.place, rule.text(map_.params), remark.found, remark.places, grid=p.grid)
        for rule in rules
        if isinstance(rule, MeasuredRule) and is_asked(rule) and rule.applies(p)
        for remark in rule.measure(map_)
    )


def possible_facts(game: Game[Any], p: Any) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(facts_of_claims(claim.claim for claim in rule_claims(game, p))))


def measured_remarks(map_: Map[Any]) -> tuple[Remark, ...]:
    """What measured rules remark on a finished map: how far it is from them, and how many edits they need."""
    rules = (rule for rule in map_.game.design.rules if isinstance(rule, MeasuredRule) and not rule.of_unfinished)
    return tuple(r for rule in rules if rule.applies(map_.fitted_params) for r in rule.measure(map_))


def check_at_the_table(map_: Map[Any]) -> tuple[Fault, ...]:
    """The faults that are found without a search for ways, so that a game can begin without loading a graph library."""
    p = map_.fitted_params
    local = [claim for claim in rule_claims(map_.game, p) if not isinstance(claim.claim, Joins | Length | Reaches)]
    return _that_explains(map_) or _faults_of_sketch(map_) + faults(local, p, p.grid, map_.facts, _nouns(map_.game, p))


def with_counted_settings(map_: Map[Any]) -> tuple[Map[Any], tuple[Message, ...]]:
    """The map with settings that follow what is drawn, where a number was too small or too large.

    With it comes a sentence for each setting that has changed, except for numbers that stay secret. Faults other than
    wrong numbers stay.
    """
    known = {setting.name: setting for setting in settings(type(map_.params))}
    changes = list[Message]()
    p = map_.params
    for fault in check_at_the_table(map_):
        names = fault.rule.settings
        name = names[0] if len(names) == 1 and names[0] in known else ""
        kind = known[name].value_kind if name else None
        becomes: Any = None
        if isinstance(kind, Amounts) and not fault.cuts and len(fault.witness) >= kind.low:
            becomes = Amount(len(fault.witness), len(fault.witness))
        elif isinstance(kind, CountedSetting) and getattr(p, name) == getattr(map_.params, name):
            for lower in range(getattr(map_.params, name) - 1, kind.low - 1, -1):  # the largest that keeps the rule
                lowered = replace(map_, params=replace(map_.params, **{name: lower}))
                if fault.rule not in {other.rule for other in check_at_the_table(lowered)}:
                    becomes = lower
                    break
        if kind is not None and becomes is not None and not fatal(map_.game, replace(p, **{name: becomes})):
            was, number = (Name(str(kind.show(value))) for value in (getattr(p, name), becomes))
            before, p = map_.game.public_params(p), replace(p, **{name: becomes})
            if map_.game.public_params(p) != before:
                named = Name(name), was, number
                changes.append(message("{name} is {was} in its settings and {found} on the map; {found} holds", *named))
    return replace(map_, params=p), tuple(changes)


def advise(map_: Map[Any]) -> tuple[Fault, ...]:
    """The advice on a map: breaches that are no faults, without those that only follow from a fault of the drawing."""
    if _that_explains(map_):
        return ()
    _, map_ = _set_aside(map_)
    turn = _wrong_arrow(map_, claimed_faults(map_))
    map_ = map_ if turn is None else replace(map_, facts=turn.applied(map_.facts))
    p = map_.fitted_params
    odd = list[Fault]()
    for clash in map_.game.design.conflicts(p):
        sentence = message("Odd settings: {key}.", Name(clash.setting))
        rule: Rule[Any] = Rule(clash.rule, sentence, claims_nothing, ())
        odd.append(Fault(rule, WHOLE_MAP, sentence, message("{what}.", clash.words), (), grid=p.grid))
    return (
        tuple(odd)
        + _unusual(map_)
        + faults(claims_of(map_.game.design.advice, p), p, p.grid, map_.facts, _nouns(map_.game, p))
        + measured_faults(map_, map_.game.design.advice)
    )


def _unusual(map_: Map[Any]) -> tuple[Fault, ...]:
    """The breaches of what maps usually keep and the map's file does not ask for."""
    if not (usual := _usual_claims(map_)):
        return ()
    p = map_.as_usual.fitted_params
    found = faults(usual, p, p.grid, map_.facts, _nouns(map_.game, p))
    known = {(fault.rule.number, fault.place) for fault in claimed_faults(map_)} if found else set()
    return tuple(fault for fault in found if (fault.rule.number, fault.place) not in known)


def _usual_claims(map_: Map[Any]) -> tuple[RuleClaim, ...]:
    if not map_.usual_values:
        return ()
    asked = set(rule_claims(map_.game, map_.fitted_params))
    return tuple(claim for claim in rule_claims(map_.game, map_.as_usual.fitted_params) if claim not in asked)


def advice_claims(map_: Map[Any]) -> tuple[RuleClaim, ...]:
    """The claims of the advice that another drawing could follow."""
    usual = (claim for claim in _usual_claims(map_) if is_of_facts(claim))
    return (*usual, *_advice(map_.game, map_.fitted_params))


def advise_players(map_: Map[Any], players: int) -> tuple[Fault, ...]:
    """The advice on playing a map with this number of players, whatever number it was made for.

    It is about the parameters only, never about the drawing.
    """
    p = replace(map_.params, players=players) if hasattr(map_.params, "players") else map_.params
    general = [claim for claim in claims_of(map_.game.design.advice, p) if not is_of_facts(claim)]
    return faults(general, p, p.grid, map_.facts, _nouns(map_.game, p))


@garbage_left()
def unfollowed_advice(map_: Map[Any]) -> tuple[Fault, ...]:
    """The advice that another drawing could follow and this one does not; other advice is about the parameters."""
    p = map_.fitted_params
    return faults(_advice(map_.game, p), p, p.grid, map_.facts) + measured_faults(map_, map_.game.design.advice)


@lru_cache(maxsize=4)
def rule_claims(game: Game[Any], p: Any) -> Sequence[RuleClaim]:
    return Lazy(partial(each_claim, game.design.rules, p))


@lru_cache(maxsize=4)
def _checked(game: Game[Any], p: Any, facts: Facts) -> tuple[tuple[tuple[Fault, ...], ...], ClaimIndex | None]:
    """The faults of each claim, and where the claims speak if that is known; advice and repair ask for it again.

    A checker changes while it checks, so it belongs to one call at a time, which takes it and gives it back.
    """
    idle = _idle_checkers(game, p)
    try:
        checker = idle.pop()
    except IndexError:
        checker = Checker(rule_claims(game, p), p, p.grid, _nouns(game, p))
    found = checker.faults_of_each(facts), checker.index
    idle.append(checker)
    return found


@lru_cache(maxsize=4)
def _idle_checkers(_game: Game[Any], _p: Any) -> deque[Checker]:
    """The checker of maps of these parameters that no call has; empty while one has it."""
    return deque(maxlen=1)


def _nouns(game: Game[Any], p: Any) -> Nouns:
    return game.design.legend(p).unnumbered


@lru_cache(maxsize=4)
def _cached_wrong_arrow(game: Game[Any], p: Any, facts: Facts) -> TurnedArrow | None:
    map_: Map[Any] = Map(game, p, facts)
    broken, speaking = _checked(game, p, facts)
    drawing = DrawnMap(rule_claims(game, p), p, p.grid, facts, map_.kinds, broken, _nouns(game, p), speaking)
    return turned_arrow(drawing, map_.game.design.legend(p).marks.values())


@lru_cache(maxsize=4)
def _advice(game: Game[Any], p: Any) -> tuple[RuleClaim, ...]:
    """The claims of advice that a drawing can follow; other advice is about the parameters alone."""
    return tuple(claim for claim in claims_of(game.design.advice, p) if is_of_facts(claim))


def is_of_facts(each: RuleClaim) -> bool:
    return any(True for _ in facts_of_claim(each.claim))
