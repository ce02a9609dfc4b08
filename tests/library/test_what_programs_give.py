"""The library at its edges: whatever a program gives, it gets a result that does not change or an error of mapkit."""

import copy
import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mapkit
from mapkit.games import maps
from mapkit.games.quoridor.position import Naming
from mapkit.games.shelf import GAMES
from mapkit.model.frozen import FrozenDict
from mapkit.model.game import table_of
from mapkit.model.settings import settings as settings_of
from mapkit.paper.options import OPTIONS

LIBRARY: Any = mapkit  # as for a program that no type checker has read
HUGE = 10**5000
ODD = st.one_of(
    st.sampled_from(
        ["\ud800", "a\ud800b", "\x00", "\x1b[31m", "a\u202eb", "", " ", "²", "٣", "-", "1-2-3", "9" * 5000]
    ),
    st.sampled_from(["x" * 20_000, "a1/" + "9" * 5000, HUGE, -HUGE, 0, -1, 7, True, False, None, b"x", 1e308]),
    st.sampled_from([float("nan"), float("inf"), [HUGE], ["\ud800"], {"a": HUGE}, {"\ud800": 1}, {1: 2}, {}, ()]),
    st.text(st.characters(categories=("Lu", "Ll", "Nd", "Cs", "Cc", "Cf", "Zs")), max_size=12),
)


@cache
def drawn(game: str = "treasures") -> mapkit.Map[Any]:
    preset = "small" if game == "treasures" else "default"
    return mapkit.generate(game, "edge", preset=preset, settings={"win": "treasure"} if game == "minoqaur" else {})


@cache
def begun(game: str) -> mapkit.PlayedGame[Any]:
    return drawn(game).begin(["Ann", "Bob"])


def refused_in_words(call: Callable[[], object]) -> None:
    """The call returns, or raises an error of mapkit whose text a terminal and a file can hold."""
    text = "none"
    try:
        call()
    except mapkit.MapkitError as error:
        text = str(error)
    assert text
    assert all(sign.isprintable() or sign == "\n" for sign in text)


CALLS: list[Callable[[Any], object]] = [
    lambda odd: LIBRARY.generate(odd, "s"),
    lambda odd: LIBRARY.generate("quoridor", odd),
    lambda odd: LIBRARY.generate("quoridor", "s", preset=odd),
    lambda odd: LIBRARY.generate("quoridor", "s", settings=odd),
    lambda odd: drawn().complete(odd),
    lambda odd: LIBRARY.new("treasures", preset=odd),
    lambda odd: LIBRARY.presets(odd),
    lambda odd: LIBRARY.sheets(odd),
    lambda odd: LIBRARY.json_schema(odd),
    lambda odd: LIBRARY.read(odd),
    lambda odd: LIBRARY.read("map", odd),
    lambda odd: LIBRARY.read("map", game=odd),
    lambda odd: drawn().describe(by=odd),
    lambda odd: drawn().describe(language=odd),
    lambda odd: drawn().solve(starts=odd, measures=["pieces"]),
    lambda odd: drawn().solve(starts=[odd], measures=["pieces"]),
    lambda odd: drawn().solve(measures=[odd]),
    lambda odd: odd == 7 or drawn("quoridor").solve(plies=odd, measures=["best-moves"]),
    lambda odd: drawn().print(odd),
    lambda odd: drawn().print("map", crop=odd),
    lambda odd: drawn().svg(floor=odd),
    lambda odd: drawn().begin(odd),
    lambda odd: drawn().begin([odd, "Bob"]),
    lambda odd: drawn().begin(["Ann"], options=odd),
    lambda odd: drawn().begin(["Ann"], seed=odd, anyway=odd),
    lambda odd: drawn().begin(["Ann"], language=odd),
    lambda odd: drawn().begin(["Ann"], theme=odd),
    lambda odd: drawn().cells_of(odd),
    lambda odd: drawn().onward(odd, "N"),
    lambda odd: drawn().onward("a1", odd),
    lambda odd: drawn("dungeon").open_neighbours(odd),
    lambda odd: drawn().params.grid.step("a1", odd),
    lambda odd: drawn("dungeon").params.grid.centre(odd),
    lambda odd: drawn().params.grid.back(odd),
    lambda odd: replace(drawn(), title=odd).to_text(),
    lambda odd: replace(drawn(), title=odd).share(),
    lambda odd: replace(drawn(), preset=odd).to_json(),
    lambda odd: replace(drawn(), title=odd).print("map", crop=True, format="svg"),
]


@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(odd=ODD)
def test_whatever_a_program_gives_leads_to_a_result_or_to_an_error_of_mapkit(
    call: Callable[[Any], object], odd: Any
) -> None:
    refused_in_words(lambda: call(odd))


@pytest.mark.parametrize("game", mapkit.GAMES)
@settings(max_examples=40, deadline=None)
@given(odd=ODD, data=st.data())
def test_odd_sizes_settings_options_and_words_of_a_game_are_refused_in_words(game: str, odd: Any, data: Any) -> None:
    map_, seating = drawn(game), drawn(game).game.table.seating  # type: ignore[union-attr]
    named = data.draw(st.sampled_from([setting.name for setting in settings_of(type(map_.params))]))
    option = data.draw(st.sampled_from([*seating.options, *seating.starts]))
    word = data.draw(st.sampled_from(sorted(seating.speech.directives)))
    refused_in_words(lambda: LIBRARY.new(game, size=odd))
    refused_in_words(lambda: maps.params(map_.game, "default", None, {named: odd}))
    refused_in_words(lambda: map_.begin(["Ann", "Bob"], options={option: odd}))
    for words in (
        odd,
        f"{word} {odd!s:.9000}" if isinstance(odd, str) else word,
        f"{odd} {word}" if odd is None else "",
    ):
        refused_in_words(lambda words=words: begun(game).say(words))  # type: ignore[misc]


@settings(max_examples=30, deadline=None)
@given(odd=ODD, option=st.sampled_from(OPTIONS))
def test_odd_options_of_printing_are_refused_in_words(odd: Any, option: Any) -> None:
    refused_in_words(lambda: drawn().print("map", **{option.name: odd}))


ODD_JSON = ['"\\ud800"', '"\\u0000"', "9" * 5000, "-" + "9" * 5000, "NaN", "1e999", "1.5", "true", "null", "[]", "{}"]


@pytest.mark.parametrize("odd", ODD_JSON, ids=lambda odd: odd[:8])
def test_odd_values_anywhere_in_json_are_refused_in_words(odd: str) -> None:
    whole = drawn().to_json()

    def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        inside = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
        for key, each in inside:
            yield (*way, key)
            yield from places(each, (*way, key))

    for *way, last in places(whole):
        spoilt = copy.deepcopy(whole)
        inner = spoilt
        for key in way:
            inner = inner[key]
        inner[last] = "HERE"
        text = json.dumps(spoilt).replace('"HERE"', odd)
        refused_in_words(lambda text=text: mapkit.read(text))  # type: ignore[misc]


def held(value: Any, seen: dict[int, Any]) -> Iterator[Any]:
    """Everything that a program can reach from a value by public names."""
    if id(value) in seen or isinstance(value, str | bytes | int | float | type):
        return
    seen[id(value)] = value
    yield value
    inside: Any = ()
    if isinstance(value, Mapping):
        inside = value.values()
    elif isinstance(value, list | tuple | set | frozenset) and not hasattr(value, "_fields"):
        inside = value
    elif type(value).__module__.startswith("mapkit"):
        names = [name for name in dir(value) if not name.startswith("_") and name != "victims"]
        inside = [each for name in names if type(each := getattr(value, name, None)) is not type(value)]
    for each in inside:
        yield from held(each, seen)


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_nothing_that_the_library_returns_can_be_changed(game: str) -> None:
    map_ = drawn(game)
    bare = replace(map_, facts=frozenset(sorted(map_.facts, key=str)[3:]))
    moments = [begun(game)]
    for number in range(3):
        moments.append(moments[-1].say(moments[-1].options()[number % len(moments[-1].options())].words))
    roots = (map_, mapkit.presets(game), bare.check(), bare.advise(), map_.solve(), moments)
    reached = [value for root in roots if root is not moments for value in held(root, {})]
    reached += [value for moment in moments for value in held(moment, {})]
    kinds = {type(value) for value in reached if isinstance(value, dict | list | set | Mapping)}
    assert kinds <= {FrozenDict, MappingProxyType, Naming}
    for value in reached:
        for name in (name for name in dir(value) if not name.startswith("_")):
            with pytest.raises((AttributeError, TypeError)):
                setattr(value, name, None)
    changed: Any = map_.kinds
    for change in (lambda: changed.update(a1="x"), changed.clear, lambda: changed.__setitem__("a1", "x")):
        with pytest.raises(TypeError, match="does not change"):
            change()
    assert pickle.loads(pickle.dumps(moments[-1])).heard == moments[-1].heard
    assert copy.deepcopy(map_).kinds == map_.kinds
    assert json.loads(json.dumps(map_.kinds)) == map_.kinds


WRONG_NAMES: list[tuple[Callable[[mapkit.Map[Any]], object], str]] = [
    (lambda map_: map_.onward("a1", "north"), "direction is 'north'; did you mean N?"),
    (lambda map_: map_.onward("a1", "up"), "direction is 'up'; say one of N, E, S, W"),
    (lambda map_: map_.onward("zz", "N"), "'zz' is no cell of this board; cells are named a1 to f6"),
    (lambda map_: map_.open_neighbours("a7"), "'a7' is no cell of this board; cells are named a1 to f6"),
    (lambda map_: map_.cells_of("tresure"), "kind is 'tresure'; did you mean treasure?"),
    (lambda map_: map_.params.grid.step("a1", "n"), "direction is 'n'; did you mean N?"),
    (
        lambda map_: cast(Any, map_).print("card", papr="a4"),
        "there is no option 'papr' of printing; did you mean paper?",
    ),
    (lambda map_: LIBRARY.generate("treasures", HUGE), "the seed has more than 200 digits; 200 are the most"),
    (lambda map_: replace(map_, facts=cast(Any, {*map_.facts})), "facts takes a frozenset of facts, not set {"),
    (lambda map_: replace(map_, game=cast(Any, "treasures")), "game takes a game, not str 'treasures'"),
    (
        lambda map_: replace(map_, params=begun("quoridor").map.params),
        "params takes the parameters that its game makes",
    ),
    (lambda map_: LIBRARY.PlayedGame.from_text(7), "text takes the text of a map, such as "),
    (lambda map_: begun("treasures").heard_by("Cid"), "'Cid' does not play; there are Ann, Bob"),
    (lambda map_: begun("treasures").play("clever"), "kind is 'clever'; there are random, explorer, thinker"),
    (lambda map_: map_.svg(floor=True), "floor takes a whole number, not bool True"),
    (lambda map_: begun("treasures").say("\ud800"), '"U+D800" is no command. Say one of: '),
]


@pytest.mark.parametrize(("call", "says"), WRONG_NAMES, ids=[says for _, says in WRONG_NAMES])
def test_a_name_or_a_value_that_is_not_known_is_told(call: Callable[[mapkit.Map[Any]], object], says: str) -> None:
    with pytest.raises(mapkit.MapkitError) as refused:
        call(drawn())
    assert str(refused.value).startswith(says)


def test_a_legal_map_is_repaired_without_a_doubt() -> None:
    repaired = drawn().repair()
    assert (repaired.proven, repaired.doubt, repaired.edits) == (True, "", ())


@pytest.mark.parametrize("game", ["treasures", "labyrinth", "dungeon", "minoqaur"])
def test_a_moment_with_an_impossible_seat_name_or_cell_is_told_in_words(game: str) -> None:
    table = table_of(GAMES[game])
    state: Any = table.referee.begin(drawn(game), ("Ann", "Bob"), {}, lambda _: 1).state
    asked: dict[str, list[Callable[[Any], object]]] = {
        "treasures": [lambda s: s.player, lambda s: s.others_here()],
        "labyrinth": [lambda s: s.player],
        "minoqaur": [
            lambda s: s.mover,
            lambda s: s.victims,
            lambda s: s.entering,
            lambda s: s.piece,
        ],
    }
    for ask in asked.get(game, []):
        ask(state)
        for seat in (99, -1, 3):
            with pytest.raises(mapkit.BadSetting, match=f"{seat} does not play; the players are Ann"):
                ask(replace(state, turn=seat))
    if game == "minoqaur":
        assert replace(state, turn=len(state.explorers)).victims == (), "the minoqaur's turn, and nobody holds anything"
    by_name = {"labyrinth": "named", "dungeon": "player"}
    if game in by_name:
        with pytest.raises(mapkit.BadSetting, match="'Zed' does not play; the players are Ann, Bob"):
            getattr(state, by_name[game])("Zed")
    if game == "treasures":
        with pytest.raises(mapkit.BadSetting, match="z99"):
            state.on("z99")
