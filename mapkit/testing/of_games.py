"""The laws of games: of their settings, their maps, their rules, their sheets and their referees."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Any

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH, languages
from mapkit.language.phrases import phrases
from mapkit.library.many import simulate
from mapkit.library.maps import read
from mapkit.library.played_game import PlayedGame, begin
from mapkit.mapfile import writer
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.errors import MapkitError
from mapkit.model.game import Game, NoSheet
from mapkit.model.map import Map
from mapkit.model.rule import Amount, MeasuredRule, NoSuchMap, Rule, SolverGaveUp
from mapkit.model.ruling import MoveError
from mapkit.model.settings import BadSetting, Setting, read_setting, settings
from mapkit.model.table import Statistics
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import KEEPERS
from mapkit.paper.press import press_of
from mapkit.paper.sheet import A4
from mapkit.solve import legality, repairs, search
from mapkit.study.covers import invitation_of
from mapkit.study.evenings import Group, evenings
from mapkit.study.rule_examples import just_legal, map_of_breach

LawOfGame = tuple[str, Callable[[], None]]
Drawn = Callable[[str, str], Map[Any]]
PLAYERS = ("Ann", "Bob")
DIRECTIVES, MOST_PEOPLE = 40, 9
RAWS: tuple[object, ...] = (
    *(True, -1, 0, 1, 10**6, "", " ", "x", "5-2", "101%", "-3", "3", "a b", "SS", "9 x", "é", "2-", "999999", "\x01"),
    *("x" * 5000, "9+level", "A1", "W5", "G9", "any", "1 2 3"),
)
"""What somebody might write for a setting; for some settings some of it is right."""


def laws_of(game: Game[Any], drawn: Drawn | None, given: Mapping[str, object]) -> Iterator[LawOfGame]:
    draw, made = drawn or map_of_breach, cache(partial(_made, game, given))
    one, other = partial(made, "law"), partial(made, "other")
    yield "it is on the shelf", partial(is_on_the_shelf, game)
    yield "every refusal of a setting or a size names it", partial(refusals_name_settings, game)
    for preset in maps.presets(game) if resources.places("presets", game.name) else ():
        seeded = partial(maps.generate, game, preset=preset.name, given=given)
        yield f"a seed gives one legal map of the preset {preset.name}", partial(seeds_give_one_legal_map, seeded)
    yield "two seeds give two maps", _of(two_maps_differ, one, other)
    yield "a map goes into a text, JSON and a code, and back", _of(maps_come_back, one)
    yield "a blank map is completed", partial(blank_maps_are_completed, game, given)
    yield "a damaged map has faults, and is repaired edit by edit", _of(damaged_maps_are_repaired, one)
    for rule in (*game.design.rules, *game.design.advice):
        alone = advice_is_no_fault if rule in game.design.advice else breaks_its_rule_alone
        for number, text in enumerate(rule.breaches, 1):
            told = f"{rule.number}, {rule.sentence[:24]}, breach {number}"
            breach = partial(draw, text, game.name)
            yield f"{told}: it breaks its rule and no other", _of(partial(alone, rule), breach)
            if rule in game.design.rules:
                yield f"{told}: its repair is legal", _of(partial(repairs_are_legal, rule), breach)
            yield f"{told}: beside it is what just keeps it", partial(bounds_are_kept, game.name, rule, text, draw)
    for name in paper_of(game).names:
        yield f"the sheet {name} is printed", _of(partial(sheets_are_printed, name), one)
    yield "public sheets tell nothing of a map", _of(public_sheets_tell_nothing, one, other)
    yield "a map is measured, and described in words", _of(maps_are_told, one)
    if game.table:
        yield "whatever may be said is ruled on, and told in words", _of(games_are_played, one)
        yield "what may not be said is refused in words", _of(nonsense_is_refused, one)
    if game.table and game.table.statistics:
        yield "many games are counted", _of(partial(games_are_counted, game.table.statistics), one)
    yield "its evenings have presets and sheets of the game", partial(evenings_are_there, game)


def _of(check: Callable[..., object], *makers: Callable[[], Map[Any]]) -> Callable[[], None]:
    """The law for maps that are made when it is checked."""

    def law() -> None:
        check(*(make() for make in makers))

    return law


def _made(game: Game[Any], given: Mapping[str, object], seed: str) -> Map[Any]:
    return maps.generate(game, seed, given=given)


def _hold(holds: object, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)


# --- settings and maps -------------------------------------------------------------------------------------------


def is_on_the_shelf(game: Game[Any]) -> None:
    why = "; ".join(map(str, GAMES.broken())) or "no package of that name is installed"
    _hold(game.name in GAMES and GAMES.get(game.name), f"mapkit does not find {game.name}: {why}")


def refusals_name_settings(game: Game[Any]) -> None:
    for setting in settings(game.design.params):
        told = [said for raw in RAWS if (said := _refused(setting, raw, game))]
        _hold(told, f"{setting.name} takes whatever is written")
        for said in told:
            _hold(
                re.match(rf"{setting.name} (is|has) ", said), f"the refusal does not begin with {setting.name}: {said}"
            )
            _hold(not re.search(r"\b1 [a-z]+s\b(?! the)", said), f"one of them is no plural: {said}")
    for size in ("0", "8x8x9"):
        try:
            game.design.board.read(size)
        except BadSetting as bad:
            _hold(f"size is '{size}'; " in str(bad), f"the refusal does not name the size {size}: {bad}")
        else:
            raise AssertionError(f"there is a board of size {size}")


def _refused(setting: Setting, raw: object, game: Game[Any]) -> str:
    try:
        read_setting(setting, raw, game.design.params().grid)
    except BadSetting as bad:
        return str(bad)
    return ""


def seeds_give_one_legal_map(seeded: Callable[[str], Map[Any]]) -> None:
    one = seeded("law")
    _hold(one == seeded("law"), "the same seed has given two maps; take all chance from `chance`, in a fixed order")
    faults = legality.check(one)
    _hold(not faults, f"the map breaks a rule: {[str(fault.found) for fault in faults]}")


def two_maps_differ(one: Map[Any], other: Map[Any]) -> None:
    _hold(one.facts != other.facts, "two seeds have given the same map")


def maps_come_back(map_: Map[Any]) -> None:
    title = '"The cellar № 3"'
    titled = replace(map_, title=title.strip('"'))
    for form in (titled.to_text(), titled.to_json(), json.dumps(titled.to_json()), titled.share()):
        again = read(form, game=map_.game)
        _hold(again == titled and hash(again) == hash(titled), f"another map comes back from {str(form)[:60]}")
    bare = _damaged(map_)
    if GAMES.get(map_.game.name) is map_.game:
        found = (map_, bare, bare.check(), bare.advise())
        there: Any = pickle.loads(pickle.dumps(found))
        same = there == found and there[0].game is map_.game
        _hold(same, "maps or faults change on the way to another process")
    _hold(len({map_, titled}) == 2, "maps with different titles are the same")
    _hold(repr(titled) == f"<Map {map_.game.name} {map_.params.grid} default {title}>", f"its repr is {titled!r}")


def blank_maps_are_completed(game: Game[Any], given: Mapping[str, object]) -> None:
    params = maps.params(game, "default", None, given)
    blank = maps.read(writer.blank(game, params, "default", set(given)).encode(), "blank", game=game).map
    _hold(not legality.check(search.complete(blank, "law")), "the completed map breaks a rule")


def _damaged(map_: Map[Any]) -> Map[Any]:
    """The map without some of its facts."""
    return replace(map_, facts=frozenset(sorted(map_.facts, key=str)[3:]))


def damaged_maps_are_repaired(map_: Map[Any]) -> None:
    bare = _damaged(map_)
    if not bare.check():
        return
    repaired = bare.repair()
    _hold(not repaired.map.check(), "the repaired map breaks a rule")
    for seed in ("in order", "mixed"):
        now = bare
        for edit in repaired.edits if seed == "in order" else Chance(seed).shuffled(repaired.edits):
            now = edit.apply(now)
        _hold(now == repaired.map, "the edits one by one lead to another map than the repair")
    try:
        repaired.edits[0].apply(repaired.map)
    except BadSetting:
        return
    raise AssertionError("an edit is applied to a map that has it already")


# --- rules -------------------------------------------------------------------------------------------------------


def breaks_its_rule_alone(rule: Rule[Any], map_: Map[Any]) -> None:
    broken = {fault.rule.number for fault in legality.check(map_)}
    _hold({fault.rule for fault in legality.check(map_)} == {rule}, f"it breaks {sorted(broken) or 'no rule'}")


def repairs_are_legal(rule: Rule[Any], broken: Map[Any]) -> repairs.Repair[Any] | None:
    """It is proven to be the nearest map, or there is none, or none is found for a rule that is measured."""
    try:
        repaired = repairs.repair(broken)
    except SolverGaveUp as gave_up:
        told = isinstance(rule, MeasuredRule) and f"{rule.number}, which is measured" in str(gave_up)
        _hold(told, f"its repair is not found: {gave_up}")
        return None
    except NoSuchMap as none:
        _hold(rule in {each for conflict in none.conflicts for each in conflict}, f"another rule forbids it: {none}")
        return None
    _hold(legality.check(repaired.map) == () and repaired.edits, "its repair breaks a rule, or changes nothing")
    _hold(repaired.proven or (isinstance(rule, MeasuredRule) and repaired.doubt), "it is not proven to be the nearest")
    touched = {place for edit in repaired.edits for place in edit.places}
    _hold(touched == {fact.place for fact in broken.facts ^ repaired.map.facts}, "its edits name other places")
    return repaired


def advice_is_no_fault(rule: Rule[Any], map_: Map[Any]) -> None:
    _hold(not legality.check(map_), "it breaks a rule that is no advice")
    _hold(rule in [fault.rule for fault in legality.advise(map_)], "it does not break the advice")


def bounds_are_kept(game: str, rule: Rule[Any], text: str, draw: Drawn) -> None:
    """A breach says what is changed; else, where the rule names a number, that setting is one less or more."""
    near = [*just_legal(text, game, draw)]
    wrong = [map_ for map_ in near if not _keeps(map_, rule) or not rule.applies(map_.fitted_params)]
    _hold(not wrong, f"what its line `legal` says breaks a rule: {wrong}")
    moved = [] if near else [*_one_step_on(rule, game, text, draw)]
    _hold(not moved or any(_keeps(map_, rule) for map_ in moved), "no number of the rule, one less or more, is legal")


def _one_step_on(rule: Rule[Any], game: str, text: str, draw: Any) -> Iterator[Map[Any]]:
    """A breach with the numbers that the rule names, each one less or one more."""
    params = draw(text, game).params
    for name in rule.settings:
        for by in (-1, 1):
            match getattr(params, name):
                case Amount(low, high):
                    given = f"{low + by}-{'' if high is None else high + by}"
                case int(number):
                    given = str(number + by)
                case _:
                    continue
            with suppress(MapkitError):
                yield draw(text, game, **{name: given})


def _keeps(map_: Map[Any], rule: Rule[Any]) -> bool:
    return legality.check(map_) == () and rule not in (fault.rule for fault in legality.advise(map_))


# --- sheets, measures and words ----------------------------------------------------------------------------------


def sheets_are_printed(name: str, map_: Map[Any]) -> None:
    with suppress(NoSheet):  # other maps of the game have it
        (pdf,) = map_.print(name)
        _hold(pdf.startswith(b"%PDF-"), "no PDF comes out")
        pages = map_.print(name, format="svg", paper="letter")
        _hold(pages and all(b"<svg" in page for page in pages), "no SVG comes out")


def public_sheets_tell_nothing(one: Map[Any], other: Map[Any]) -> None:
    """Whatever the seed and whatever is drawn, they are the same with the same settings."""
    nothing, paper = replace(one, facts=frozenset()), paper_of(one.game)
    for language in languages(one.game.name):
        for kind, made in paper.public.items():
            first, second, third = (made(map_.public, Edition(A4, language)) for map_ in (one, other, nothing))
            _hold(first == second == third, f"the public sheet {kind} differs between two maps")


def maps_are_told(map_: Map[Any]) -> None:
    for language in languages(map_.game.name):
        cells = map_.describe(by="cells", language=language).splitlines()
        told = [line.partition(":")[0] for line in cells][-len(map_.params.grid.cells()) :]
        _hold(told == [*map_.params.grid.cells()], f"in {language} not every cell is described")
    if map_.game.study:
        found = map_.solve()
        _hold(json.dumps(found.to_json()) and pickle.loads(pickle.dumps(found)) == found, "a measure is no value")


# --- the referee -------------------------------------------------------------------------------------------------


def games_are_played(map_: Map[Any]) -> None:
    """Two players say anything that may be said. What was ruled before never changes, and every word is told."""
    now, chance, frozen = begin(map_, PLAYERS, seed="dice"), Chance("ways"), list[tuple[Any, str]]()
    for _ in range(DIRECTIVES):
        frozen.append((now.ruling.state, repr(now.ruling.state)))
        said: list[tuple[str, str, object]] = [
            (each.key, *filled) for each in (*now.ruling.heard, *now.ruling.notes) for filled in each.args
        ]
        wrong = [f"{name} of {key} is {text!r}" for key, name, text in said if not isinstance(text, str)]
        _hold(not wrong, f"what is said is filled with texts, but {', '.join(wrong)}; str(...) makes a text")
        _hold((now.to_move in now.players) != now.is_over, "either a player is to move, or the game is over")
        _hold(now.is_over or now.options(), "the game is not over, and nothing may be said")
        for language in languages(map_.game.name):
            _hold(all(now.told_in(language).heard), f"something has no words in {language}")
        if now.is_over:
            break
        ways = Chance(str(len(frozen))).shuffled([option.words for option in now.options()])
        now = now.say(chance.choice(ways))
    changed = [said for state, said in frozen if repr(state) != said]
    _hold(not changed, "a state has changed in place; give a new one, as dataclasses.replace does")
    _hold(set(now.winners) <= set(now.players), "somebody has won who does not play")
    again = PlayedGame.from_text(now.to_text())
    _hold(again == now and again.heard == now.heard, "the game that comes back from its text is another one")
    if len(frozen) > 1:
        _hold(now.undo().redo().ruling == now.ruling, "what is taken back and brought back is another game")


def nonsense_is_refused(map_: Map[Any]) -> None:
    now = begin(map_, PLAYERS, seed="dice")
    for words in ("frobnicate", "Zed: frobnicate", "?!"):
        _refuses(partial(now.say, words), words, MoveError)
    _refuses(lambda: begin(map_, PLAYERS, options={"frobnicate": "yes"}), "an option that it does not have")
    _refuses(lambda: begin(map_, ("Ann", "Ann")), "two players of one name")


def _refuses(call: Callable[[], object], what: str, kind: type[MapkitError] = MapkitError) -> None:
    try:
        call()
    except kind as refused:
        _hold(str(refused).strip(), f"the refusal of {what} says nothing")
    else:
        raise AssertionError(f"{what} is not refused")


def games_are_counted(statistics: Statistics[Any], map_: Map[Any]) -> None:
    found = simulate(map_, games=3, who=["random"], seed="law", turns=60)
    _hold(found.tally.games == 3, f"of three games {found.tally.games} are counted")
    words = phrases(map_.game.name, ENGLISH)
    for key, brace in statistics.falls.items():
        _hold(f"{{{brace}}}" in {**words.heard, **words.notes}[key], f"the phrase {key} names no {{{brace}}}")


def evenings_are_there(game: Game[Any]) -> None:
    known = {*paper_of(game).names}
    for keeper, people in product(KEEPERS, range(1, MOST_PEOPLE)):
        with suppress(BadSetting):  # of a game that is not for so many people
            for evening in evenings(Group(people, 60, keeper=keeper), [game.name]):
                maps.preset(game.name, evening.preset)
                lacking = {*evening.pack.once, *evening.pack.each} - known
                _hold(not lacking, f"there are no sheets {sorted(lacking)}")
                invitation_of(evening, None, press_of({"keeper": keeper}))
