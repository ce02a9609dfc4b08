"""The house options of Maze on paper: what holds for all packs (docs/rules/house-options.md)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapkit.games import maps
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.code import OPTIONS, Code
from mapkit.games.labyrinth.packs import PACKS, LabyrinthSettings
from mapkit.model.game import assemble
from mapkit.model.grid import Square
from mapkit.model.rule import Amount
from mapkit.model.settings import BadSetting, Choice, Limit, Number, Setting, settings, whole_code, with_room

AGREED = tuple(each for each in settings(LabyrinthSettings) if each.agreed)


def values(setting: Setting) -> st.SearchStrategy[Any]:
    """The values that a setting of an option may have."""
    kind = setting.value_kind
    if isinstance(kind, Choice):
        return st.sampled_from(kind.words)
    if isinstance(kind, Limit | Number):
        numbers: st.SearchStrategy[Any] = st.integers(kind.low, 9 if kind.high is None else kind.high)
        return numbers | st.none() if isinstance(kind, Limit) else numbers
    ends = st.tuples(st.integers(0, 9), st.integers(0, 9) | st.none())
    return ends.map(lambda pair: Amount(pair[0], None if pair[1] is None else sum(filter(None, pair))))


@given(
    st.frozensets(st.sampled_from(tuple(OPTIONS)), min_size=1),
    st.fixed_dictionaries({}, optional={each.name: values(each) for each in AGREED}),
)
def test_a_whole_code_is_read_as_it_is_shown(options: frozenset[str], agreed: dict[str, Any]) -> None:
    """MX-97, MX-97.c; a value that a file leaves out is not shown, and a fresh map has the usual one instead."""
    left_out = {each.name for each in AGREED if each.name in agreed and agreed[each.name] == each.value_left_out}
    p = LabyrinthSettings(Square(8, 8), Code(options), **{k: v for k, v in agreed.items() if k not in left_out})
    built = assemble(GAME, {}, p.grid, {"rules": whole_code(p)})
    assert built.wrong_in_given == ()
    assert built.params == with_room(p, {*agreed} - left_out)
    assert whole_code(built.params) == whole_code(replace(p, **{name: agreed[name] for name in left_out}))


def test_a_whole_code_is_read_in_any_order_and_a_setting_that_stands_alone_holds() -> None:
    """MX-97.a, MX-97.b."""
    asked = {"rules": "classic-x + source_named = no+drift=1"}
    p = maps.params(GAME, "default", None, asked)
    assert whole_code(p) == "G2-S2-F4-V3-T3-A5-H34-W67-O24+drift=1+source_named=no"
    assert whole_code(maps.params(GAME, "default", None, {**asked, "drift": "3"})).split("+")[1] == "drift=3"


def test_all_that_is_wrong_with_a_whole_code_is_told_at_once() -> None:
    with pytest.raises(BadSetting) as told:
        maps.params(GAME, "default", None, {"rules": "G7-S1+drift=9+sauce_named=no"})
    assert str(told.value).splitlines() == [
        "rules is no code: 'G7': there is no G7, there are G1, G2 and G3",
        "drift is '9'; say 2, 1, 3 or mouth",
        "there is no setting 'sauce_named' in labyrinth; did you mean source_named?",
    ]


def test_a_setting_stands_in_a_whole_code_once_with_its_value_and_capitals_do_not_matter() -> None:
    """MX-97.d."""
    assert whole_code(maps.params(GAME, "default", None, {"rules": "Classic+Mines=2"})).endswith("+mines=2")
    with pytest.raises(BadSetting) as told:
        maps.params(GAME, "default", None, {"rules": "BASIC+mines=2+MINES=3+rules=BASIC+loops"})
    assert str(told.value).splitlines() == [
        """loops is ''; it takes a whole number, a range such as "6-10", a share such as "12%", or "any\"""",
        "rules stands in the rule code more than once; leave one in",
        "mines stands in the rule code more than once; leave one in",
    ]


def test_packs_are_off_by_default_and_on_where_one_of_their_settings_differs() -> None:
    assert LabyrinthSettings().on == ()
    for pack in PACKS:
        own = [each for each in settings(pack.settings) if each.name in vars(pack.settings)["__annotations__"]]
        assert all(each.of_module for each in own)
        assert all(each.agreed for each in own)
        for each in own:
            other = next(v for v in (*getattr(each.value_kind, "words", ()), 1, Amount(1, 1)) if v != each.default)
            assert pack.on(LabyrinthSettings(**{each.name: other}))
