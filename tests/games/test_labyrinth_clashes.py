"""Every setting under every option of the rule code: it is in force, refused, or idle; a table says which."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.code import OPTIONS, StartingKit
from mapkit.games.labyrinth.design import arsenal_gives
from mapkit.games.labyrinth.referee import begin, correct, mover, play
from mapkit.games.labyrinth.sheets import gm_sheets
from mapkit.games.labyrinth.state import Arms, visit
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.game import solving_of
from mapkit.model.grid import Square
from mapkit.model.map import Map
from mapkit.model.ruling import Dice, MoveError, Ruling
from mapkit.model.settings import BadSetting, settings
from mapkit.paper.icons import pictures
from mapkit.paper.sheet import Ink, Mark, Path
from mapkit.solve import legality
from tests.case_files import table
from tests.drawings import drawn
from tests.games.test_labyrinth_referee import fond_of_weapons
from tests.paper.test_sheet import ON_A4
from tests.sheet_measures import words as words_on
from tests.solve.test_ranges import RANGES, Range

BASE = {"G": "G2", "S": "S2", "F": "F5", "V": "V1", "T": "T3", "A": "A4", "H": "H34", "W": "W6", "O": "O134567"}
"""A code that allows nearly everything."""
GROUPS = {
    "G3": "G23",
    "H4": "H34",
    "H5": "H35",
    "W7": "W67",
    "W8": "W68",
    "W9": "W69",
    **{f"O{n}": f"O1{n}" for n in range(3, 8)},
}
"""For each option that needs others beside it, the whole group; any other option stands alone in its group."""

ERROR, ADVICE = "refused", "told"
TABLE = table("codes.cases", "settings")
"""Settings, and the options under which each is not simply in force: the outcome, and the rule that says why."""
BOARD = Square(7, 7)
WITHOUT_A_NAME = (
    "with these settings nobody can be killed, so nobody can ever win with V4",
    "with these settings the arsenals are empty",
)
"""Messages about several settings together."""


def given(row: str, option: str) -> dict[str, object]:
    """The settings of a row, below the code with the row's own groups and the option."""
    asked: dict[str, str] = dict(word.split("=") for word in row.split())
    own = {group[0]: group for group in str(asked.get("rules", "")).split("-") if group}
    groups = {**BASE, **own, option[0]: GROUPS.get(option, option)}
    return {**asked, "rules": "-".join(groups.values())}


def outcome(row: str, option: str) -> set[str]:
    """The outcome for the first setting of a row under an option, with the numbers of the rules."""
    name, known = row.partition("=")[0], {setting.name: setting for setting in settings(GAME.design.params)}
    asked = {key: known[key].value_kind.read(raw, BOARD) for key, raw in given(row, option).items()}
    found = GAME.design.conflicts(GAME.design.params(grid=BOARD, **asked))
    concern = [clash for clash in found if clash.setting == name or clash.words in WITHOUT_A_NAME]
    return {f"{ERROR if finding.fatal else ADVICE} {finding.rule}" for finding in concern}


@pytest.mark.parametrize("row", TABLE)
def test_every_option_does_to_a_setting_what_the_table_says(row: str) -> None:
    """MP-102, MP-110: all options are tried, also those that the table does not name."""
    told = re.findall(r"((?:[A-Z]\d )+)((?:refused|told) \S+\b)", TABLE[row])
    expected = {option: {what} for options, what in told for option in options.split()}
    assert bool(told) == (TABLE[row] != "in force")
    found = {option: outcome(row, option) for option in OPTIONS}
    assert {option: what for option, what in found.items() if what} == expected


@pytest.mark.parametrize(
    ("number", "option", "allowed", "wrong"),
    [
        ("MP-F-2", "F2", "chains=0 chains=1", "chains=2"),
        ("MP-F-4", "F4", "rivers=0 rivers=1", "rivers=2"),
        ("MP-H-5", "H5", "hospitals=1 hospitals=2", "hospitals=0"),
        ("MP-A-4", "A4", "arsenals=2 arsenals=3", "arsenals=1"),
        ("MP-A-5", "A5", "arsenals=2 arsenals=3", "arsenals=1"),
    ],
)
def test_an_option_allows_as_many_as_it_says_and_no_other_number(
    number: str, option: str, allowed: str, wrong: str
) -> None:
    assert [outcome(row, option) for row in allowed.split()] == [set()] * 2
    assert outcome(wrong, option) == {f"{ERROR} {number}"}


def test_the_table_names_every_setting() -> None:
    named = {row.partition("=")[0] for row in (*TABLE, *table("codes.cases", "alone"))}
    known = {setting.name for setting in settings(GAME.design.params)}
    assert named == known - {"rules"}, "codes.cases says what each option does to a setting; in force is nothing"


# Settings in force show


AMOUNTS = tuple(limit for limit in RANGES if limit.game == "labyrinth" and limit.name != "chain_length")


@pytest.mark.parametrize(
    ("counted", "options"),
    [
        pytest.param(each, tuple(OPTIONS)[start::3], id=f"{each.name}-{start}", marks=[pytest.mark.long] * later)
        for n, each in enumerate(AMOUNTS)
        for start in range(3)
        for later in [start != n % 3]
    ],
)
def test_an_amount_shows_on_the_map_under_every_option_that_allows_it(counted: Range, options: tuple[str, ...]) -> None:
    """MP-102: this holds whatever else the code says; every third option in turn, and the others take longer."""
    for option in options:
        row = f"{counted.name}={counted.low}-{counted.high} walls=10-20" if counted.name != "walls" else "walls=10-20"
        asked = given(row, option)
        try:
            p = maps.params(GAME, "default", Square(7, 7, 2 if "G23" in str(asked["rules"]) else 1), asked)
        except BadSetting:
            continue
        amount = getattr(p, counted.name)
        shown = counted.shows(Map(GAME, p, solving_of(GAME).draft(p, Chance("a seed"), frozenset())))
        assert all(amount.low <= number <= amount.high for number in shown), (option, shown)


@pytest.mark.parametrize("row", table("codes.cases", "heard"))
def test_a_setting_of_play_is_heard_under_a_code_with_everything_it_concerns(row: str) -> None:
    """MP-56 to MP-100: sooner or later the same words get different answers with the setting and without it."""
    assert any(differs(row, "T3", seed) for seed in range(40))


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 4), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize(
    ("row", "option"),
    [("drift=1", "F3"), ("drift_on_bump=yes", "F1"), ("drift_on_bump=yes", "S1"), ("own_cell=yes", "H1"),
     ("own_cell=yes", "W4"), ("anonymous_hits=yes", "H1"), ("weapons_first=yes rules=O1-A1", "W1"),
     ("wounded_restock=yes", "A1"), ("wounded_restock=yes", "H2"), ("tell_corpses=yes", "H1"), ("stock=bullets", "A1")],
)  # fmt: skip
def test_a_setting_that_is_called_idle_is_never_heard(row: str, option: str, seeds: range) -> None:
    assert not any(differs(row, option, seed) for seed in seeds)


def differs(row: str, option: str, seed: int) -> bool:
    """Whether the same words get different answers with the settings of a row, in one game of three players."""
    plain = given(" ".join(word for word in row.split() if word.startswith(("rules=", "river="))), option)
    without = maps.generate("labyrinth", f"{option} {seed % 4}", size=Square(5, 5), given={**plain, "walls": "5-9"})
    asked = maps.params(GAME, "default", Square(5, 5), {**given(row, option), "walls": "5-9"})
    dice, also, chance = Chance(f"{seed}").die, Chance(f"{seed}").die, Chance(f"{seed}")
    starts = {"starts": " ".join(chance.choice(without.params.grid.cells()) for _ in range(3))}
    try:
        one, other = (begin(map_, ("Ann", "Bob", "Cid"), {**starts, "order": "given"}, roll) for map_, roll in (
            (without, dice), (replace(without, params=asked), also)))  # fmt: skip
    except BadSetting:
        return False
    for _ in range(150):
        if not mover(one.state) or not mover(other.state):
            return mover(one.state) != mover(other.state)
        words = fond_of_weapons(one.state, chance)
        one, other = (answered(ruling, words, roll) for ruling, roll in ((one, dice), (other, also)))
        if (one.heard, one.notes) != (other.heard, other.notes):
            return True
    return False


def answered(ruling: Ruling[Any], words: str, dice: Dice) -> Ruling[Any]:
    """What is heard after a directive; a refusal changes nothing and counts as heard too."""
    try:
        return play(ruling.state, words, dice)
    except MoveError as refused:
        return Ruling((refused.refusal,), (), ruling.state)


@pytest.mark.parametrize(
    ("row", "option", "what"),
    [
        ("arsenal_grenades=3 arsenal_bullets=0", "A4", StartingKit(3, 0, 1, 1)),
        ("cement=5", "A5", StartingKit(1, 5, 1, 5)),
        ("cement=0 bullets=2", "A2", StartingKit(1, 2, 1, 0)),
        ("arsenal_bullets=4", "W3", StartingKit(3, 4, 0, 3)),
        ("arsenal_bullets=4 stock=bullets", "A4", StartingKit(0, 4, 0, 0)),
        ("arsenal_bullets=4 cement=2 rules=O1", "A4", StartingKit(1, 4, 1, 0)),
        ("arsenal_bullets=4", "A1", StartingKit()),
    ],
)
def test_an_arsenal_has_a_size_of_its_own(row: str, option: str, what: StartingKit) -> None:
    """MP-80.a, MP-91.b."""
    asked = given(row, option)
    p = maps.params(GAME, "default", BOARD, asked)
    assert arsenal_gives(p) == what
    assert visit(p) == Arms(*what)


STOCKED = """
rules=G2-S1-F1-V1-T1-A4-H1-W5-O1 stock=mixed players=2
{listed}
+---+---+---+---+
| T   .   .   .
+   +   +   +   +
| .   A   A   A |
+---+---+---+---+
"""
MIXED = drawn(STOCKED.format(listed="bullet_arsenals=b1\ngrenade_arsenals=c1"), "labyrinth")


def test_arsenals_that_differ_give_what_they_hold_and_tell_it() -> None:
    """MP-92.a: bullets only on b1, grenades only on c1, all on d1."""
    p = MIXED.fitted_params
    assert [arsenal_gives(p, cell) for cell in ("b1", "c1", "d1")] == [
        StartingKit(bullets=5),
        StartingKit(grenades=1),
        StartingKit(1, 5),
    ]
    begun = begin(MIXED, ("Ann", "Bob"), {"starts": "a1 b2", "order": "given"}, lambda _: 1)
    said = []
    for words in ("right; end", "skip; end", "right; end", "skip; end", "right; end"):
        for word in words.split("; "):
            begun = answered(begun, word, lambda _: 1)
            said += [dict(each.args).get("what", "") for each in begun.heard if each.key.startswith("executed")]
    assert said == ["arsenal, bullets-only", "arsenal, grenades-only", "arsenal"]


def test_a_ruling_replaces_the_one_kind_of_weapon_of_an_arsenal() -> None:
    """MP-92.b: grenades on b1, where there were bullets only."""
    begun = begin(MIXED, ("Ann", "Bob"), {"starts": "a1 b2", "order": "given"}, lambda _: 1)
    ruled = correct(begun.state, "arsenal b1 has 2 grenades and no bullets").state
    right = play(ruled, "right", lambda _: 1)
    assert [(announcement.key, dict(announcement.args)) for announcement in right.heard[:2]] == [
        ("executed-what", {"what": "arsenal"}),
        ("stock", {"what": "grenades: 2"}),
    ]
    assert right.state.named("Ann").arms.grenades == 2


def test_arsenals_with_different_stocks_are_told_apart_without_colour() -> None:
    """MP-92: each has a picture of its own on the map, and in the legend beside its cells."""

    def map_of(listed: str) -> Sequence[Mark]:
        return gm_sheets(drawn(STOCKED.format(listed=listed), "labyrinth"), ON_A4)[0].marks

    shapes = {
        str([mark for mark in map_of(listed) if isinstance(mark, Path)])
        for listed in (
            "bullet_arsenals=b1\ngrenade_arsenals=c1",
            "bullet_arsenals=c1\ngrenade_arsenals=b1",
            "bullet_arsenals=c1\ngrenade_arsenals=d1",
        )
    }
    assert len(shapes) == 3
    inks = {ink for icon in ("cartridges", "grenade") for ink, _ in pictures()[icon]}
    assert inks <= {Ink.SOLID, Ink.OUTLINE, Ink.PAPER}
    said = words_on(gm_sheets(MIXED, ON_A4))
    named = {"Arsenal": "d1", "Arsenal, bullets only": "b1", "Arsenal, grenades only": "c1"}
    for name, cell in named.items():
        assert said[said.index(name) + 1] == cell


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 8), marks=pytest.mark.long)], ids=str)
def test_mixed_arsenals_are_drawn_with_stocks_of_their_own(seeds: range) -> None:
    """MP-92: one of the two has bullets and one has grenades; the drawing is written down and read again."""
    for seed in seeds:
        given_ = {"rules": "EXTREME", "stock": "mixed", "arsenals": "2-4", "enclosure": "always"}
        map_ = maps.generate("labyrinth", f"mixed {seed}", size=Square(9, 9), given=given_)
        assert legality.check(map_) == ()
        assert {kind for _, kind in map_.fitted_params.drawn.stocks} == {"bullets", "grenades"}
        text = writer.show(map_)
        assert maps.read(text.encode(), "m.toml").map.facts == map_.facts
