"""The verbs over maps: new, generate, check, repair, complete.

Every map that these functions make has passed `check`. A map that is not legal yet goes to the solver, which is loaded
only then.
"""

from __future__ import annotations

import re
import tomllib
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from mapkit.games.shelf import GAMES, Shelf
from mapkit.mapfile import document, json_file, share_code
from mapkit.mapfile.document import NoSuchPreset
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.frozen import frozen
from mapkit.model.game import (
    AS_DRAWN,
    MOST_PLIES,
    UNDECIDED,
    Ask,
    Clash,
    Game,
    Legend,
    Map,
    MutablePart,
    RecognisedMap,
    RepairHints,
    Study,
    assemble,
    fatal,
    solving_of,
)
from mapkit.model.grid import Board, Border, Place, borders, cell_of, inner_borders, sides, spell, within_steps
from mapkit.model.letters import composed, refused_word, shown, suggestion, written
from mapkit.model.listing import OrderedCells
from mapkit.model.rule import (
    WHOLE_MAP,
    Amount,
    Claim,
    Count,
    Fact,
    Facts,
    Joined,
    Length,
    Measured,
    NoSuchMap,
    Reaches,
    Rule,
    RuleClaim,
    SolverGaveUp,
    a,
    claims_nothing,
    claims_of,
    differ_in_direction,
    facts_of_claim,
    facts_of_claims,
    many,
)
from mapkit.model.settings import Amounts, BadSetting, CountedSetting, Params, Setting, settings, show_setting
from mapkit.solve.arrows import DrawnMap, TurnedArrow, turned_arrow
from mapkit.solve.checker import Fault, Nouns, faults, rank
from mapkit.solve.rechecker import Checker, ClaimIndex

if TYPE_CHECKING:
    from mapkit.solve.solver import Exchange, Prices, Question

P = TypeVar("P", bound=Params)

MEASURED_DRAFTS = 40
"""The most drafts, while the best of them breaks only measured rules, which no solver can repair."""
MEASURED_REPAIRS = 6
"""The most of the nearest maps that are tried, while they break measured rules."""
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


class Preset(NamedTuple):
    """A named set of settings."""

    name: str
    says: str
    grid: Board
    settings: Mapping[str, object]
    """The settings that differ from the defaults of the game, as people write them."""
    holds: str = ""
    """Which rules hold, in few words, for the preset `as-drawn`."""
    any_size: bool = False
    """Whether its numbers grow and shrink with the board, so that they fit almost every size."""


class Edit(NamedTuple):
    """One change of a map."""

    words: str
    places: tuple[Place, ...]


class Repair(NamedTuple):
    """The result of a repair."""

    map: Map[Any]
    edits: tuple[Edit, ...]
    proven: bool
    kind_of_map: str = "legal map"
    doubt: str = ""
    """Why a nearer map may exist, in words; empty where `proven` is true."""
    note: str = ""

    @property
    def words(self) -> str:
        """How many edits there are, and what is known of nearer maps."""
        if not self.edits:
            return "legal as it is; nothing to repair"
        if self.proven:
            same = "".join(f" with these {key}" for key in listings(self.map)[:1])
            return f"{many(len(self.edits), 'edit')}; proven: no {self.kind_of_map}{same} is nearer"
        return f"{many(len(self.edits), 'edit')}; a nearer {self.kind_of_map} may exist: {self.doubt}"


def game_named(name: str | Game[Any]) -> Game[Any]:
    """The game of that name, or the game itself; raises BadSetting with the names that would do."""
    if isinstance(name, Game):
        return name
    if name not in tuple(GAMES):
        raise BadSetting(f"there is no game {refused_word(name, 60)}; {suggestion(name, tuple(GAMES), 'say one of')}")
    return GAMES[name]


def presets(game: str | Game[Any]) -> tuple[Preset, ...]:
    """The presets of a game, the one named `default` first.

    Raises BadSetting for an unknown game, and for a preset that cannot be read.
    """
    return tuple(_preset(name, path) for name, path in _preset_files(game).items())


def _preset_files(game: str | Game[Any]) -> dict[str, Path]:
    found = resources.toml_files("presets", game_named(game).name)
    return dict(sorted(found.items(), key=lambda named: (named[0] != "default", named[0])))


def _preset(name: str, path: Path) -> Preset:
    """The preset in a file; raises BadSetting where it cannot be read."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return Preset(
            name,
            str(data["says"]),
            GAMES[path.parent.name].design.board.read(str(data["size"])),
            frozen(data.get("settings", {})),
            str(data.get("holds", "")),
            bool(data.get("any_size", False)),
        )
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise BadSetting(f"{path}: no preset can be read in it: {error}") from None


def preset(game: str, name: str) -> Preset:
    """The preset of that name; raises NoSuchPreset with the names that would do."""
    known, wanted = _preset_files(game), composed(written(name)).lower()
    if wanted not in known:
        raise NoSuchPreset(name, list(known))
    return _preset(wanted, known[wanted])


def preset_in_files(game: str, name: str) -> str:
    """The preset that a map file names for a map of a preset; `default` for one of the user's own.

    A map file has all settings, so it can be read where nobody has that preset.
    """
    own, path = resources.own_folder(), _preset_files(game).get(composed(name).lower())
    return "default" if own and path and path.is_relative_to(own) else name


def readable_elsewhere(map: Map[P]) -> Map[P]:
    """The map as it is written for others, and into logs: it names no preset of the user's own."""
    return replace(map, preset=preset_in_files(map.game.name, map.preset))


def preset_settings(game: str, name: str) -> Mapping[str, object]:
    """The settings of a preset, as `document.read` takes them; raises NoSuchPreset."""
    return preset(game, name).settings


def params(game: Game[Any], preset_name: str, size: Board | None, given: Mapping[str, object]) -> Any:
    """The parameters of a map: the settings of the preset, replaced by those given; raises BadSetting, NoSuchPreset."""
    chosen = preset(game.name, preset_name)
    built = assemble(game, chosen.settings, size or chosen.grid, given)
    known = [each.name for each in settings(game.design.params)]
    wrong = [
        each.why or f"there is no setting {refused_word(each.name)} in {game.name}; {suggestion(each.name, known)}"
        for each in built.wrong_in_given
    ]
    if wrong:
        raise BadSetting("; ".join(wrong))
    return arranged(game, built.params)


def arranged(game: Game[Any], params: Any) -> Any:
    """The parameters on the board that they ask for; raises BadSetting where no map can be made with them."""
    most = game.design.board.most_floors
    if params.grid.floors > most:
        raise BadSetting(f"{game.name} has boards of {most} floor; leave the floors out of the size")
    made = game.design.board.arrange(params)
    wrong = [clash.words for clash in fatal(game, made)]
    if wrong:
        raise BadSetting("\n".join(wrong))
    return made


def study_for(game: Game[Any], ask: Ask, names: Mapping[str, str] = MappingProxyType({})) -> Study[Any]:
    """How maps of the game are analysed; raises BadSetting where they are not, or where the game takes no such `ask`.

    `names` are what the fields of `ask` are called in errors, where not by their own names.
    """
    if game.study is None:
        solvable = [each.name for each in GAMES.values() if each.study]
        raise BadSetting(f"{game.name} has no ways to solve yet; solve takes maps of {', '.join(solvable)}")
    for field, given in (("starts", ask.starts), ("plies", ask.plies)):
        if given not in ((), None) and field not in game.study.asked_fields:
            raise BadSetting(f"{names.get(field, field)} is not for {game.name}; leave it out")
    if ask.plies is not None and not 1 <= ask.plies <= MOST_PLIES:
        raise BadSetting(f"{names.get('plies', 'plies')} is {shown(ask.plies)}; it takes 1 to {MOST_PLIES}")
    return game.study


def new(game: str | Game[Any], *, preset: str = "default", size: Board | None = None) -> str:
    """The text of a blank map file with its legend, to fill in by hand; raises BadSetting, NoSuchPreset."""
    found = game_named(game)
    return document.blank(found, params(found, preset, size, {}), preset)


def read(data: bytes, name: str, left_out: str = AS_DRAWN, game: str | Game[Any] = "") -> document.Document:
    """The map in the bytes of a file, TOML or JSON, or of a share code; raises UnreadableMap.

    `left_out` is the preset of a file that names neither a preset nor settings, and `game` the game of a file that is a
    drawing alone. A group's own game stands in the place of the game that has its name.
    """
    games, named = (Shelf(game), game.name) if isinstance(game, Game) else (GAMES, game)
    if share_code.is_code(data):
        return share_code.read(data, name, games, preset_settings)
    if json_file.is_map(data):
        return json_file.read(data, name, games, preset_settings, left_out)
    return document.read(data, name, games, preset_settings, left_out, named)


def read_from_log(text: str, name: str) -> Map[Any]:
    """The map in the text of a log; raises ValueError for a map that cannot be played."""
    drawn = read(text.encode(), name, left_out="default").map  # as in logs of before there was as-drawn
    if check_at_the_table(drawn):
        raise BadSetting("it breaks the rules of its game")
    return drawn


def taken_as_drawn(map: Map[Any]) -> str:
    """A sentence for a map whose file names no settings: what is taken from its drawing, and which rules hold."""
    taken = [each for each in settings(type(map.params)) if each.name in map.drawn_settings]
    values = {_thing(each): show_setting(each, getattr(map.params, each.name)) for each in taken}
    there = [f"{thing} {_or_more(value)}" for thing, value in values.items() if value not in (0, "any")]
    lacking = [thing for thing, value in values.items() if value == 0]
    numbers = "; ".join([", ".join(there)] * bool(there) + [f"no {', '.join(lacking)}"] * bool(lacking))
    holds = preset(map.game.name, AS_DRAWN).holds
    return (
        f"the file names no preset and no settings, so the map is taken as drawn: {numbers}; these rules hold: {holds} "
        f"(`mapkit rules {map.game.name} --preset {AS_DRAWN}` lists them)"
    )


def _or_more(value: int | str) -> int | str:
    """A value in words: `2 or more` for `2-`."""
    return f"{value[:-1]} or more" if isinstance(value, str) and value.endswith("-") else value


def _thing(setting: Setting) -> str:
    """What a setting is about, in few words."""
    words = re.split("[,;]", setting.meaning)[0]
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]


def check(map: Map[Any]) -> tuple[Fault, ...]:
    """All faults of a map; a map without faults is legal."""
    return _that_explains(map) or (
        _faults_of_sketch(map)
        + _culprits_first(map, _claimed_faults(map))
        + _measured_faults(map, map.game.design.rules)
    )


def check_rest(map: Map[Any], unread: Collection[Place]) -> tuple[Fault, ...]:
    """The faults that a map has whatever stands in the places of its drawing that cannot be read."""
    p = map.fitted_params
    found = zip(_claims(map.game, p), _checked(map.game, p, map.facts)[0], strict=True)
    return tuple(
        fault for each, broken in found if broken and _holds_anyway(each.claim, map, unread) for fault in broken
    )


def _holds_anyway(claim: Claim, map: Map[Any], unread: Collection[Place]) -> bool:
    """Whether a broken claim is broken whatever stands in some places: it is of others, or too many are elsewhere."""
    if isinstance(claim, Count) and sum(fact in map.facts for fact in claim.facts) > claim.high:
        return True
    return all(fact.place not in unread for fact in facts_of_claim(claim))


def _that_explains(map: Map[Any]) -> tuple[Fault, ...]:
    """The fault that explains all others; none in most maps."""
    return _remarked(map, (rule for rule in map.game.design.rules if isinstance(rule, Measured) and rule.alone))


def _culprits_first(map: Map[Any], found: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """The faults, those that may cause others first, without those that only follow from a turned arrow."""
    turn = _wrong_arrow(map, found)
    if turn is not None:
        cell, words = str(turn.drawn.place), map.game.design.legend(map.params).words[turn.would_do.mark]
        found = (_arrow_fault(found, turn.left, cell, words), *turn.left)
    return tuple(sorted(found, key=rank))


def _wrong_arrow(map: Map[Any], found: tuple[Fault, ...]) -> TurnedArrow | None:
    """The arrow that points in a wrong direction, with the faults that are left when it is turned; None without one."""
    if not any(fault.place and not fault.cuts for fault in found):
        return None
    return _cached_wrong_arrow(map.game, map.fitted_params, map.facts)


def _arrow_fault(found: Sequence[Fault], left: Sequence[Fault], cell: str, words: str) -> Fault:
    """The fault to show for a turned arrow: one that goes when the arrow is turned, if possible one at its cell."""
    gone = [fault for fault in found if fault not in left]
    fault = min(gone, key=lambda fault: (fault.place != cell, rank(fault)))
    found_there = f"{fault.found} " if fault.place == cell else ""
    return fault._replace(place=cell, found=f"{found_there}{a(words).capitalize()} would do there.", witness=(cell,))


def _claimed_faults(map: Map[Any]) -> tuple[Fault, ...]:
    """The faults against claims, which the solver can repair."""
    return tuple(chain.from_iterable(_checked(map.game, map.fitted_params, map.facts)[0]))


def _faults_of_sketch(map: Map[Any]) -> tuple[Fault, ...]:
    """The faults against the rules that say why a map is not finished."""
    return _remarked(map, (rule for rule in map.game.design.rules if isinstance(rule, Measured) and rule.of_sketches))


def _measured_faults(map: Map[Any], rules: Iterable[Rule[Any]]) -> tuple[Fault, ...]:
    """The faults against the other measured rules; none while the map is not finished."""
    if not map.finished:
        return ()
    return _remarked(map, (rule for rule in rules if isinstance(rule, Measured) and not rule.of_sketches))


def _remarked(map: Map[Any], rules: Iterable[Measured[Any]]) -> tuple[Fault, ...]:
    p = map.fitted_params
    return tuple(
        Fault(rule, place, rule.text(map.params), found, places)
        for rule in rules
        if rule.applies(p)
        for place, found, places in rule.measure(map)
    )


def check_at_the_table(map: Map[Any]) -> tuple[Fault, ...]:
    """The faults that are found without a search for ways, so that a game can begin without loading a graph library."""
    p = map.fitted_params
    local = [each for each in _claims(map.game, p) if not isinstance(each.claim, Joined | Length | Reaches)]
    return _that_explains(map) or _faults_of_sketch(map) + faults(local, p, p.grid, map.facts, _nouns(map.game, p))


def with_counted_settings(map: Map[Any]) -> tuple[Map[Any], tuple[str, ...]]:
    """The map with settings that follow what is drawn, where a number was too small or too large.

    With it comes a sentence for each setting that has changed, except for numbers that stay secret. Faults other than
    wrong numbers stay.
    """
    known = {each.name: each for each in settings(type(map.params))}
    changes: list[str] = []
    p = map.params
    for fault in check_at_the_table(map):
        names = fault.rule.settings
        name = names[0] if len(names) == 1 and names[0] in known else ""
        kind = known[name].value_kind if name else None
        becomes: Any = None
        if isinstance(kind, Amounts) and not fault.cuts and len(fault.witness) >= kind.low:
            becomes = Amount(len(fault.witness), len(fault.witness))
        elif isinstance(kind, CountedSetting) and getattr(p, name) == getattr(map.params, name):
            becomes = _fewer(map, name, kind.low, fault.rule)
        if kind is not None and becomes is not None and not fatal(map.game, replace(p, **{name: becomes})):
            was, number = kind.show(getattr(p, name)), kind.show(becomes)
            before, p = map.game.public_params(p), replace(p, **{name: becomes})
            if map.game.public_params(p) != before:
                changes.append(f"{name} is {was} in its settings and {number} on the map; {number} holds")
    return replace(map, params=p), tuple(changes)


def _fewer(map: Map[Any], name: str, low: int, rule: Rule[Any]) -> int | None:
    """The largest number below the value of a setting with which the map keeps the rule; None where there is none."""
    for number in range(getattr(map.params, name) - 1, low - 1, -1):
        lowered = replace(map, params=replace(map.params, **{name: number}))
        if rule not in {fault.rule for fault in check_at_the_table(lowered)}:
            return number
    return None


def advise(map: Map[Any]) -> tuple[Fault, ...]:
    """The advice on a map: breaches that are no faults, without those that only follow from a fault of the drawing."""
    if _that_explains(map):
        return ()
    turn = _wrong_arrow(map, _claimed_faults(map))
    map = map if turn is None else replace(map, facts=turn.applied(map.facts))
    p = map.fitted_params
    known = tuple(_clash(clash) for clash in map.game.design.conflicts(p)) + _unusual(map)
    return (
        known
        + faults(claims_of(map.game.design.advice, p), p, p.grid, map.facts, _nouns(map.game, p))
        + _measured_faults(map, map.game.design.advice)
    )


def _unusual(map: Map[Any]) -> tuple[Fault, ...]:
    """The breaches of what maps usually keep and the map's file does not ask for."""
    if not map.usual_values:
        return ()
    p = map.as_usual.fitted_params
    asked = set(_claims(map.game, map.fitted_params))
    usual = [each for each in _claims(map.game, p) if each not in asked]
    found = faults(usual, p, p.grid, map.facts, _nouns(map.game, p))
    known = {(fault.rule.number, fault.place) for fault in _claimed_faults(map)} if found else set()
    return tuple(fault for fault in found if (fault.rule.number, fault.place) not in known)


def _clash(clash: Clash) -> Fault:
    """A conflict of settings, as advice on the whole map."""
    rule: Rule[Any] = Rule(clash.rule, f"Odd settings: {clash.setting}.", claims_nothing, ())
    words = f"{clash.words[:1].upper()}{clash.words[1:]}."
    return Fault(rule, WHOLE_MAP, rule.sentence, words, ())


def advise_players(map: Map[Any], players: int) -> tuple[Fault, ...]:
    """The advice on playing a map with this number of players, whatever number it was made for.

    It is about the parameters only, never about the drawing.
    """
    p = replace(map.params, players=players) if hasattr(map.params, "players") else map.params
    general = [each for each in claims_of(map.game.design.advice, p) if not _is_of_facts(each)]
    return faults(general, p, p.grid, map.facts, _nouns(map.game, p))


def generate(
    game: str | Game[Any],
    seed: str,
    *,
    preset: str = "default",
    size: Board | None = None,
    given: Mapping[str, object] | None = None,
) -> Map[Any]:
    """A fresh legal map from a seed; raises BadSetting, NoSuchPreset, NoSuchMap or SolverGaveUp."""
    found = game_named(game)
    return generate_from(found, params(found, preset, size, given or {}), preset, seed)


def generate_from(game: Game[P], p: Any, preset: str, seed: str) -> Map[P]:
    """A fresh legal map for these parameters; raises NoSuchMap or SolverGaveUp."""
    solving = solving_of(game)
    fitted: Any = solving.fit(p, frozenset())
    broken = tuple(dict.fromkeys(fault.rule for fault in faults(_of_params(game, fitted), p, p.grid, frozenset())))
    if broken:
        raise NoSuchMap(p, lambda: [(rule,) for rule in broken])
    chance = Chance(f"{game.name} {seed}")
    best: tuple[int, int, Map[P], tuple[Fault, ...]] | None = None
    for tries in range(MEASURED_DRAFTS):
        drawn = Map(game, p, solving.draft(p, chance, frozenset()), "", preset)
        found = check(drawn)
        unwise = len(unfollowed_advice(drawn)) if not found else 0
        if best is None or (len(found), unwise) < best[:2]:
            best = (len(found), unwise, drawn, found)
        if best[:2] == (0, 0) or (tries + 1 >= solving.tries and (not best[0] or _claimed_faults(best[2]))):
            break
    assert best is not None
    if not best[0]:
        return best[2]
    return (
        _legal_map_near(best[2], best[3])
        if solving.mutable is None
        else _map_with_changes(solving.mutable, best[2], chance)
    )


def _map_with_changes(mutable: Callable[[Map[P], Chance], MutablePart], map: Map[P], chance: Chance) -> Map[P]:
    """A legal map made from a draft by changing only its mutable cells; raises SolverGaveUp."""
    trouble = ""
    for _ in range(MEASURED_DRAFTS):
        try:
            return _map_changed_within(map, mutable(map, chance))
        except NoSuchMap:
            trouble = "no change of what may change will do"
        except SolverGaveUp as failure:
            trouble = str(failure)
        map = replace(map, facts=solving_of(map.game).draft(map.params, chance, frozenset()))
        if not check(map):
            return map
    raise SolverGaveUp(
        f"of {MEASURED_DRAFTS} drafts, each with the changes allowed, none is legal; the last: {trouble}"
    )


def _map_changed_within(map: Map[P], mutable: MutablePart) -> Map[P]:
    """A legal map that differs in mutable cells only; raises NoSuchMap where no change of these cells will do.

    Raises SolverGaveUp as well.
    """
    begun = replace(map, facts=mutable.facts)
    if not check(begun):
        return begun
    from mapkit.solve import solver

    game, p = map.game, cast(Any, begun.fitted_params)
    free = tuple(fact for fact in _facts(game, p) if fact.place in mutable.cells)
    answer = solver.near(solver.Question(_claims(game, p), p, p.grid, begun.facts, free, WINDOW_EFFORT))
    return _legal_or_give_up(replace(begun, facts=answer.facts))


@lru_cache(maxsize=4)
def _of_params(game: Game[Any], p: Any) -> tuple[RuleClaim, ...]:
    """The claims that are about the parameters alone."""
    return tuple(each for each in _claims(game, p) if not _is_of_facts(each))


def unfollowed_advice(map: Map[Any]) -> tuple[Fault, ...]:
    """The advice that another drawing could follow and this one does not; other advice is about the parameters."""
    p = map.fitted_params
    return faults(_advice(map.game, p), p, p.grid, map.facts) + _measured_faults(map, map.game.design.advice)


def _in_silence(_: str) -> None:
    return None


def repair(map: Map[Any], tell: Callable[[str], None] = _in_silence) -> Repair:
    """The legal map with the fewest facts changed, and the edits; raises NoSuchMap or SolverGaveUp.

    `tell` is called with a sentence before something that takes long. Where settings are taken from the drawing, they
    follow the repaired one: no number of a preset is asked for.
    """
    repaired = _repaired(map.opened, tell)
    if not map.locked.isdisjoint(fact.place for fact in map.facts ^ repaired.map.facts):
        raise SolverGaveUp("the map that was found changes what is locked")
    doubt = "" if repaired.proven else repaired.doubt
    return repaired._replace(map=_recounted(map, repaired.map), doubt=doubt)


def _repaired(map: Map[Any], tell: Callable[[str], None]) -> Repair:
    """The repair, while the settings that are taken from the drawing are open."""
    known = _recognised(map)
    if known is not None and known.edits and map.locked.isdisjoint(f.place for f in map.facts ^ known.facts):
        repaired = _legal_or_give_up(replace(map, facts=known.facts))
        return Repair(
            repaired,
            tuple(Edit(*edit) for edit in known.edits),
            known.nearest,
            known.kind_of_map,
            known.doubt,
            known.note,
        )
    return _repair_by_solver(map, tell)._replace(note=known.note if known else "")


def _recounted(map: Map[Any], changed: Map[Any]) -> Map[Any]:
    """The map as it was changed, with the settings that are taken from its drawing; raises SolverGaveUp."""
    return _legal_or_give_up(replace(map, facts=changed.facts).as_drawn) if map.drawn_settings else changed


def _recognised(map: Map[Any]) -> RecognisedMap | None:
    """The map that the game itself recognises in the drawing; None where it does not."""
    recognise = map.game.solving.recognise if map.game.solving else None
    return recognise(map) if recognise is not None else None


def _repair_by_solver(map: Map[Any], tell: Callable[[str], None]) -> Repair:
    """The repair that the solver finds; raises NoSuchMap or SolverGaveUp."""
    drawn = map.without_undecided
    found = check(drawn)
    if not found:
        return Repair(drawn, edits(map, drawn), True)
    from mapkit.solve import solver

    p = map.fitted_params
    question = solver.Question(_claims(map.game, p), p, p.grid, drawn.facts, effort=EFFORT, counts_preparing=True)
    if map.locked:
        question = question._replace(free=_unlocked(map, _facts(map.game, p)))
    if len(solver.open_facts(question)) > solver.MOST_OPEN:
        tell(f"{TOO_LARGE}: {IN_PIECES}")
        repaired = _anything_near(map, found, DRAFTS_COMPLETED)
        return Repair(repaired, edits(map, repaired), False, doubt=TOO_LARGE)
    least = _fewest_edits(drawn)
    if least >= MANY_MISSING and (random := _legal_draft(drawn)) is not None:
        made = edits(map, random)
        return Repair(random, made, len(made) <= least, doubt=MUCH_IS_MISSING)
    if least >= MANY_MISSING and not map.game.design.board.drawn_in_files:
        tell(f"{MUCH_TO_DO}, which may take a minute")
    kept = solving_of(map.game).left_by_repair(drawn)
    if kept and (other := _one_away(drawn, found)):
        return Repair(other, edits(map, other), True)
    try:
        heeded = solving_of(map.game).repair_hints(drawn) if _claimed_faults(drawn) else RepairHints()
        asked = question._replace(claims=(*question.claims, *heeded.claims), prices=_prices(map, heeded.preferred))
        repaired, proven = _nearest(map, asked)
    except SolverGaveUp:
        repaired, proven = _anything_near(map, found, 1), False
    except NoSuchMap as none:
        raise SolverGaveUp(f"there is none where {kept}") if kept else none from None
    made = edits(map, repaired)
    if len(made) <= least:
        return Repair(repaired, made, True)
    if kept and proven:
        return Repair(repaired, made, False, doubt=f"it was looked for where {kept}")
    return Repair(repaired, made, proven, doubt="the solver gave up looking for it")


MANY_MISSING = 20
"""How many missing things are drawn at random rather than looked for by the solver, which would try many maps."""
MUCH_TO_DO = "much is missing or too much is there: a legal map is looked for"
MUCH_IS_MISSING = "what is missing was drawn at random"


def _fewest_edits(map: Map[Any]) -> int:
    """How many edits a faulty map needs at least: one, or one for each thing that is missing or too many.

    An edit brings at most one thing and takes away at most one, so things that different claims count add up.
    """
    missing, surplus, counted = 0, 0, set[Fact]()
    for claim in (each.claim for each in _claims(map.game, map.fitted_params)):
        if isinstance(claim, Count) and counted.isdisjoint(claim.facts):
            held = sum(fact in map.facts for fact in claim.facts)
            if not claim.low <= held <= claim.high:
                counted.update(claim.facts)
                missing, surplus = missing + max(0, claim.low - held), surplus + max(0, held - claim.high)
    return max(1, missing, surplus)


def _legal_draft(map: Map[Any]) -> Map[Any] | None:
    """A legal map with all that is drawn, where only listed things are missing; None where none is drawn at random."""
    if map.game.design.board.drawn_in_files:
        return None
    try:
        facts = solving_of(map.game).draft(map.params, Chance(f"{map.game.name} repair"), map.facts)
    except SolverGaveUp:
        return None
    drawn = replace(map, facts=facts | map.facts)
    locked = not map.locked.isdisjoint(fact.place for fact in facts - map.facts)
    return None if locked or check(drawn) else drawn


def _anything_near(map: Map[Any], found: Sequence[Fault], drafts: int) -> Map[Any]:
    """A legal map near the drawn one, not always the nearest; raises NoSuchMap or SolverGaveUp.

    Blank places are first drawn at random, in at most this number of drafts.
    """
    if not (map.game.design.board.drawn_in_files and blank_places(map)):
        return _legal_map_near(map, found, counts_preparing=True)
    return _first_repaired(draft._replace(may=None) for draft in islice(_drafts(map, "repair"), drafts))


ONE_AWAY = 25_000
"""The most cells of all maps that `_one_away` tries, taken together; they take some seconds."""


def _one_away(map: Map[Any], found: Iterable[Fault]) -> Map[Any] | None:
    """A legal map with one wall or listed thing more or less; None where none is found.

    Places that faults name are tried first. Each map is checked with the parameters fitted to it, while the solver
    would check all maps with the parameters fitted to the drawn one.
    """
    grid, legend, drawn = map.params.grid, map.game.design.legend(map.params), {fact.place for fact in map.facts}
    named = sorted(({fault.place, *fault.witness} for fault in found), key=len)
    changes = [fact for fact in map.facts if fact.mark not in legend.cell_marks]
    if legend.lines:
        changes += [Fact(line, legend.lines[0].mark) for line in inner_borders(grid) if line not in drawn]

    def order(fact: Fact) -> tuple[int, bool, str]:
        beside = (fact.place, *sides(grid, fact.place)) if isinstance(fact.place, Border) else (fact.place,)
        by = next((n for n, places in enumerate(named) if not places.isdisjoint(beside)), len(named))
        return by, fact in map.facts, str(fact)

    tried = sorted(_unlocked(map, changes), key=order)[: ONE_AWAY // len(grid.cells())]
    others = (replace(map, facts=map.facts ^ {fact}) for fact in tried)
    claims_kept = (other for other in others if not _claimed_faults(other))  # a measured rule may take a second
    return next((other for other in claims_kept if not check(other)), None)


def _nearest(map: Map[Any], question: Question) -> tuple[Map[Any], bool]:
    """The nearest legal map, and whether that is proven; raises NoSuchMap or SolverGaveUp.

    Maps that break only measured rules without claims are refused, and the next nearest is tried. Where a broken rule
    has claims, the solver has done all it can for that rule, so the search ends.
    """
    from mapkit.solve import solver

    for _ in range(MEASURED_REPAIRS):
        answer = solver.nearest(question)
        repaired = replace(map, facts=answer.facts)
        broken = {fault.rule for fault in check(repaired)}
        if not broken or any(True for rule in broken for _ in rule.claims(map.fitted_params)):
            break
        question = question._replace(refused=(*question.refused, answer.facts))
    return _legal_or_give_up(repaired), answer.proven


_TURN, _PUT, _MOVE, _TAKE, _RENAME = range(1, 6)
"""How much each kind of edit changes for the person who drew; among maps equally near, repair takes the least."""


def _prices(map: Map[Any], preferred: Facts = frozenset()) -> Prices:
    """The costs of edits. One more edit costs more than any choice of kinds saves, so the fewest edits always win.

    What is `preferred` stays rather than other things.
    """
    from mapkit.solve.solver import Prices

    facts, legend = _facts(map.game, map.fitted_params), map.game.design.legend(map.params)
    edit = 2 * _RENAME * len({fact.place for fact in facts}) + 1
    lines = {fact.place for fact in map.facts if not isinstance(fact.place, str)}
    plain = next(iter(legend.cells.values()), "")
    prices: dict[Fact, int] = {}
    for fact in facts:
        if fact.mark in legend.cell_marks:
            was = map.kinds.get(str(fact.place), "")
            prices[fact] = 0 if fact in map.facts else edit + _unkindness(was, fact.mark, plain)
        elif fact in map.facts:
            prices[fact] = edit + (_RENAME if fact in preferred else _TAKE)
        elif fact.place in map.undecided_borders:
            prices[fact] = _PUT  # to decide the border is one edit in any case
        else:
            prices[fact] = _RENAME - _TAKE if fact.place in lines else edit + _PUT
    return Prices(prices, _moves(map, facts, plain, edit + _PUT + _TAKE - _MOVE) if legend.movable else ())


def _unkindness(was: str, becomes: str, plain: str) -> int:
    """The kind of edit that turns a cell of one kind, or a blank one, into one of another."""
    if was in {plain, ""}:
        return _TURN if becomes == plain else _PUT
    if becomes == plain:
        return _TAKE
    return _TURN if differ_in_direction(was, becomes) else _RENAME


def _moves(map: Map[Any], facts: Iterable[Fact], plain: str, spares: int) -> tuple[Exchange, ...]:
    """Exchanges that make a thing that leaves one cell and comes to another a single edit."""
    from mapkit.solve.solver import Exchange

    gone: dict[str, list[Fact]] = {}
    come: dict[str, list[Fact]] = {}
    for fact in facts:
        was = map.kinds.get(fact.place, "") if isinstance(fact.place, str) else ""
        if was == plain != fact.mark:
            come.setdefault(fact.mark, []).append(fact)
        elif fact.mark == plain != was:
            gone.setdefault(was, []).append(fact)
    return tuple(Exchange(tuple(gone[mark]), tuple(come[mark]), spares) for mark in gone if mark in come)


TOO_LARGE = "the board is too large to be solved as a whole"
IN_PIECES = "it is solved piece by piece, which may take a minute"


class _Draft(NamedTuple):
    """A map whose blank places are drawn at random."""

    map: Map[Any]
    found: tuple[Fault, ...]
    may: Collection[Fact] | None
    """The facts that may change in a repair; None for all."""


def _drafts(map: Map[Any], seed: str) -> Iterator[_Draft]:
    """A few drafts, in which all that a person did not draw may change.

    The facts of undecided borders come last, in random order.
    """
    chance, blank = Chance(f"{map.game.name} {seed}"), blank_places(map)
    for _ in range(DRAFTS_COMPLETED):
        drawn, listed = _map_with_draft(map, chance)
        facts = [fact for fact in _facts(map.game, drawn.fitted_params) if fact.place in blank and fact not in listed]
        marked = [fact for fact in facts if fact.place in map.undecided_borders]
        free = [fact for fact in facts if fact.place not in map.undecided_borders]
        yield _Draft(drawn, check(drawn), (*free, *chance.shuffled(marked)))


def _map_with_draft(map: Map[Any], chance: Chance) -> tuple[Map[Any], Facts]:
    """The map with its blank places filled in as a draft has them, and the facts that the draft lists."""
    blank, legend = blank_places(map), map.game.design.legend(map.params)
    drawn = map.without_undecided
    draft = solving_of(map.game).draft(_wished(map), chance, drawn.facts)
    listed = frozenset(fact for fact in draft if isinstance(fact.place, str) and fact.mark not in legend.cell_marks)
    kept = frozenset(fact for fact in draft if fact.place in blank)
    return replace(map, facts=kept | listed | drawn.facts), listed


def _wished(map: Map[Any]) -> Any:
    """The parameters that a draft of the blank places follows.

    Where settings are taken from the drawing, what is blank gets its share of what the preset `as-drawn` has.
    """
    if not map.drawn_settings:
        return map.params
    cells = map.params.grid.cells()
    share = sum(cell not in map.kinds for cell in cells) / len(cells)
    usual = assemble(map.game, preset_settings(map.game.name, AS_DRAWN), map.params.grid, {}).params
    wishes: dict[str, Any] = {}
    for name in map.drawn_settings:
        has, wanted = getattr(map.params, name), getattr(usual, name)
        if isinstance(has, Amount) and wanted.high is not None:
            number = has.low + round(share * max(0, wanted.low - has.low))
            wishes[name] = Amount(number, number)
    return replace(map.params, **wishes)


def _first_repaired(drafts: Iterable[_Draft]) -> Map[Any]:
    """The first draft that is legal or can be repaired piece by piece; raises NoSuchMap or SolverGaveUp."""
    trouble = SolverGaveUp("no draft was drawn")
    for draft in drafts:
        try:
            return _legal_map_near(draft.map, draft.found, draft.may) if draft.found else draft.map
        except SolverGaveUp as failure:
            trouble = failure
    raise trouble


def _legal_or_give_up(map: Map[Any]) -> Map[Any]:
    """The map, if it is legal, by measured rules as well; raises SolverGaveUp."""
    found = check(map)
    if found:
        how = "" if _claimed_faults(map) else ", which is measured"
        raise SolverGaveUp(f"what was found breaks {found[0].rule.number}{how}: {found[0].found.rstrip('.')}")
    return map


def complete(map: Map[Any], seed: str, tell: Callable[[str], None] = _in_silence) -> Map[Any]:
    """The map with blank cells filled in and borders decided; raises NoSuchMap or SolverGaveUp.

    All that is drawn stays. Borders that are marked as undecided, and empty borders beside a blank cell, may get a wall
    or an exit; all other borders stay as they are. Usual values of settings are kept where that is possible. `tell` is
    called with a sentence before something that takes long. Settings that are taken from the drawing follow the
    completed one.
    """
    return _recounted(map, _completed(map.opened, seed, tell))


def _completed(map: Map[Any], seed: str, tell: Callable[[str], None]) -> Map[Any]:
    """The completed map, while the settings that are taken from the drawing are open."""
    if map.usual_values:
        try:
            return replace(map, facts=_completed(map.as_usual, seed, tell).facts)
        except (NoSuchMap, SolverGaveUp):
            pass  # the drawing is not as usual, which is allowed
    blank, known = blank_places(map), _recognised(map)
    if known is not None and known.edits:
        filled = replace(map, facts=map.facts | {fact for fact in known.facts if fact.place in blank})
        if not check(filled):
            return filled
    drafts = _drafts(map, seed)
    first = next(drafts)
    if not first.found:
        return first.map
    from mapkit.solve import solver

    p = first.map.fitted_params
    question = solver.Question(_claims(map.game, p), p, p.grid, first.map.facts, first.may, _effort(p))
    if len(solver.open_facts(question)) <= solver.MOST_OPEN:
        return _legal_or_give_up(replace(map, facts=solver.near(question).facts))
    tell(f"{TOO_LARGE}: {IN_PIECES}")
    return _first_repaired(chain([first], drafts))


def complete_afresh(map: Map[Any], seed: str) -> Map[Any]:
    """A map with what is locked as it is, and with all else drawn anew; raises NoSuchMap or SolverGaveUp.

    It has the settings of the map. As in a fresh map, the solver changes what is around the faults of a draft first.
    """
    bare = replace(map, facts=frozenset(fact for fact in map.facts if fact.place in map.locked))
    made = _first_repaired(_drafts(bare.opened, seed))
    if not bare.facts <= made.facts:
        raise SolverGaveUp("the map that was found changes what is locked")
    return _recounted(bare, made)


def listings(map: Map[Any]) -> tuple[str, ...]:
    """The keys of the map's listings that only people decide, such as its starts; repair never changes them."""
    return tuple(
        each.key
        for each in map.game.design.legend(map.params).listings
        if each.left_by_repair and each.show(map.facts)[0]
    )


def blank_places(map: Map[Any]) -> frozenset[Place]:
    """The places that are not decided yet: blank cells, empty borders beside them, and undecided borders."""
    grid = map.params.grid
    drawn = {fact.place for fact in map.facts}
    cells = {cell for cell in grid.cells() if cell not in map.kinds}
    lines = {b for b in borders(grid) if b not in drawn and not cells.isdisjoint(sides(grid, b))}
    return (map.undecided_borders | cells | lines) - map.locked


def edits(old: Map[Any], new: Map[Any]) -> tuple[Edit, ...]:
    """The edits that lead from one map to another: cells in reading order, then borders, then listings."""
    grid, legend = old.params.grid, old.game.design.legend(old.params)
    gone, come = old.facts - new.facts, new.facts - old.facts
    was, becomes = ({f.place: f.mark for f in facts if isinstance(f.place, Border)} for facts in (gone, come))
    lines = [
        Edit(_line_edit(grid, line, was.get(line, ""), becomes.get(line, ""), legend), (line,))
        for line in sorted(was.keys() | becomes.keys(), key=str)
    ]
    before = {fact.place: fact.mark for fact in gone if isinstance(fact.place, str) and fact.mark in legend.cell_marks}
    after = {fact.place: fact.mark for fact in come if isinstance(fact.place, str) and fact.mark in legend.cell_marks}
    listed = _listed_edits(legend, gone, come)
    return (*_cell_edits(grid.cells(), before, after, legend), *lines, *listed)


def _listed_edits(legend: Legend, gone: Facts, come: Facts) -> Iterator[Edit]:
    """The edits of listings. In a listing with an order, a change of a place is a move; others add or take out."""
    for listing in legend.listings:
        left, added = (sorted(listing.show(facts)[1], key=str) for facts in (gone, come))
        for fact in left:
            moved = next(
                (other for other in added if other.mark == fact.mark and isinstance(listing, OrderedCells)), None
            )
            if moved is not None:
                added.remove(moved)
                what = legend.words.get(fact.mark, fact.mark)
                yield Edit(f"move {what} from {fact.place} to {moved.place}", (fact.place, moved.place))
            elif isinstance(fact.place, str):
                yield Edit(f"take {listing.show(frozenset({fact}))[0][0]} out of {listing.key}", (fact.place,))
        for fact in added:
            if isinstance(fact.place, str):
                yield Edit(f"add {listing.show(frozenset({fact}))[0][0]} to {listing.key}", (fact.place,))


def _line_edit(grid: Board, line: Border, was: str, becomes: str, legend: Legend) -> str:
    where, words = spell(grid, line), legend.words
    where = where if sides(grid, line)[1] else f"on {where}"
    if was not in ("", UNDECIDED) and becomes:
        return f"make the {words.get(was, was)} {where} {a(words.get(becomes, becomes))}"
    noun = words.get(becomes or was, becomes or was)
    gap = line.side == "U" or (becomes or was) == legend.gap
    if was == UNDECIDED and not becomes:
        return f"put nothing {where}"
    if becomes:
        return f"{'open' if gap else 'build'} {a(noun)} {where}"
    return f"{'close' if gap else 'take away'} the {noun} {where}"


def _cell_edits(
    cells: Iterable[str], before: Mapping[str, str], after: Mapping[str, str], legend: Legend
) -> Iterator[Edit]:
    """The edits of cells. A thing that leaves one cell and comes to another is moved; other changes stand alone."""
    words, plain = legend.words, next(iter(legend.cells.values()), "")
    left = [cell for cell in cells if cell in before or cell in after]
    while left:
        cell = left.pop(0)
        was, becomes = before.get(cell, ""), after.get(cell, "")
        others = left if legend.movable and plain in (was, becomes) else ()
        partner = next((c for c in others if (before.get(c, ""), after.get(c, "")) == (becomes, was)), None)
        if partner is not None:
            left.remove(partner)
            source, target = (cell, partner) if becomes == plain else (partner, cell)
            yield Edit(f"move the {words[before[source]]} from {source} to {target}", (source, target))
        elif was:
            yield Edit(f"make {cell} {a(words[becomes])} instead of {a(words[was])}", (cell,))
        else:
            yield Edit(f"fill in {cell}: {a(words[becomes])}", (cell,))


@lru_cache(maxsize=4)
def _claims(game: Game[Any], p: Any) -> tuple[RuleClaim, ...]:
    return claims_of(game.design.rules, p)


@lru_cache(maxsize=4)
def _checked(game: Game[Any], p: Any, facts: Facts) -> tuple[tuple[tuple[Fault, ...], ...], ClaimIndex | None]:
    """The faults of each claim, and where the claims speak if that is known; advice and repair ask for it again.

    A checker changes while it checks, so it belongs to one call at a time, which takes it and gives it back.
    """
    idle = _idle_checkers(game, p)
    try:
        checker = idle.pop()
    except IndexError:
        checker = Checker(_claims(game, p), p, p.grid, _nouns(game, p))
    found = checker.faults_of_each(facts), checker.index
    idle.append(checker)
    return found


@lru_cache(maxsize=4)
def _idle_checkers(_game: Game[Any], _p: Any) -> deque[Checker]:
    """The checker of maps of these parameters that no call has; empty while one has it."""
    return deque(maxlen=1)


def _nouns(game: Game[Any], p: Any) -> Nouns:
    """The nouns of a game's marks, such as `fake portal`, without an article and without words in brackets."""
    words = game.design.legend(p).words

    def noun(mark: str) -> str:
        known = words.get(mark) or words.get(mark.rpartition(" ")[0], mark)
        return known.removeprefix("the ").partition(" (")[0].partition(":")[0]

    return noun


@lru_cache(maxsize=4)
def _cached_wrong_arrow(game: Game[Any], p: Any, facts: Facts) -> TurnedArrow | None:
    map: Map[Any] = Map(game, p, facts)
    broken, speaking = _checked(game, p, facts)
    drawing = DrawnMap(_claims(game, p), p, p.grid, facts, map.kinds, broken, _nouns(game, p), speaking)
    return turned_arrow(drawing, map.game.design.legend(p).marks.values())


@lru_cache(maxsize=4)
def _advice(game: Game[Any], p: Any) -> tuple[RuleClaim, ...]:
    """The claims of advice that a drawing can follow; other advice is about the parameters alone."""
    return tuple(each for each in claims_of(game.design.advice, p) if _is_of_facts(each))


def _is_of_facts(each: RuleClaim) -> bool:
    """Whether a claim is about facts, and not about the parameters alone."""
    return any(True for _ in facts_of_claim(each.claim))


def _unlocked(map: Map[Any], facts: Iterable[Fact]) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.place not in map.locked)


@lru_cache(maxsize=4)
def _facts(game: Game[Any], p: Any) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(facts_of_claims(each.claim for each in _claims(game, p))))


def _effort(p: Any) -> float:
    """The solver's limit, larger for larger boards."""
    return min(EFFORT * max(1.0, len(p.grid.cells()) / 400), MOST_EFFORT)


def _legal_map_near(
    map: Map[Any], found: Sequence[Fault], may: Collection[Fact] | None = None, *, counts_preparing: bool = False
) -> Map[Any]:
    """A legal map near a drawn one; raises NoSuchMap or SolverGaveUp.

    The solver first changes a window around the faults, then wider ones, and at last the whole board. It changes only
    the facts that `may` change, or any where that is None.
    """
    if not _claimed_faults(map):
        raise SolverGaveUp(f"it breaks {found[0].rule.number}, which is measured: {found[0].found.rstrip('.')}")
    from mapkit.solve import solver  # the solver takes half a second to load

    game, p = map.game, map.fitted_params
    if map.locked:
        may = _unlocked(map, _facts(game, p) if may is None else may)
    whole = solver.Question(_claims(game, p), p, p.grid, map.facts, may, _effort(p), counts_preparing=counts_preparing)
    opened = len(solver.open_facts(whole))
    large = opened > solver.MOST_OPEN
    settled = _facts(game, p) if may is None else may
    for steps in (*WINDOWS, *WIDER) if large else WINDOWS:
        window = _around(p.grid, found, steps) | (_for_the_missing(p.grid, found, steps) if large else set())
        if 2 * len(window) > len(p.grid.cells()):
            break
        free = tuple(f for f in settled if cell_of(f.place) in window)
        try:
            answer = solver.near(whole._replace(free=free, effort=WINDOW_EFFORT))
            return _legal_or_give_up(replace(map, facts=answer.facts))
        except (NoSuchMap, SolverGaveUp):
            continue  # a wider window may do
    if large:
        raise SolverGaveUp(
            f"{TOO_LARGE}: {opened:,} facts are open, and {solver.MOST_OPEN:,} are the most that are settled at once; "
            f"no change within {(*WINDOWS, *WIDER)[-1]} steps of its {many(len(found), 'fault')} repairs the map "
            "(fewer faults, fewer blank cells or a smaller board would do)"
        )
    answer = solver.near(whole)
    return _legal_or_give_up(replace(map, facts=answer.facts))


def _for_the_missing(grid: Board, found: Iterable[Fault], steps: int) -> set[str]:
    """The cells around the middle of a large board, where things that are missing on the whole map can be put."""
    if not any(fault.place == WHOLE_MAP for fault in found):
        return set()
    return set(within_steps(grid, grid.cells()[len(grid.cells()) // 2 + getattr(grid, "columns", 0) // 2], steps))


def _around(grid: Board, found: Iterable[Fault], steps: int) -> set[str]:
    """The cells within `steps` steps of the places where the faults are shown."""
    near = {cell_of(place) for fault in found for place in (fault.place, *fault.witness[:1]) if place != WHOLE_MAP}
    return {other for cell in near for other in within_steps(grid, cell, steps)}
