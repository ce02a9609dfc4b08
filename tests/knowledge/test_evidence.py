"""What announcements prove: each key is used or named, and kills and misses by every weapon bind."""

import json
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import mapkit
from mapkit.cli import main
from mapkit.games.labyrinth import evidence as of_labyrinth
from mapkit.games.labyrinth.packs import PACKS
from mapkit.games.labyrinth.packs.traps import TRAPS
from mapkit.games.shelf import GAMES
from mapkit.games.treasures import evidence as of_treasures
from mapkit.knowledge.audit import Auditor
from mapkit.language.wording import translated
from mapkit.model import resources
from mapkit.model.evidence import WAYS
from mapkit.model.game import evidence_of, table_of
from mapkit.model.grid import inner_borders, outer_borders
from mapkit.model.map import Map
from mapkit.model.message import Message
from mapkit.model.rule import Fact, has, wall
from mapkit.model.ruling import Announcement, heard
from mapkit.model.settings import settings
from tests.command import outcome
from tests.knowledge.test_auditing import audited
from tests.knowledge.test_deduction import NAMES, fits, played

# --- every key ---------------------------------------------------------------------------------------------------

OF = {"labyrinth": of_labyrinth, "treasures": of_treasures}
"""The games in which answers prove something, with the modules that tell what."""
SAID = {
    "labyrinth": {
        "skipped": "skip",
        "destroyed": "grenade left",
        "no-wall": "grenade left",
        "monolith-stands": "grenade left",
        "wall-stands": "grenade left",
        "built": "cement left",
        "wasted": "cement left",
        "miss": "shoot left",
        "nobody": "knife",
        "wounded": "shoot left",
        "killed": "shoot left",
        "boomerang": "boomerang left",
    },
    "treasures": {
        "missed": "shoot north",
        "shot": "shoot north",
        "blows": "blow north",
        "shines": "shine north",
        "climbs": "climb",
        "descends": "descend",
        "rides": "ride",
    },
}
"""The directives to which keys, or the words that they begin with, are an answer; all others answer a step."""
STEP = {"labyrinth": "left", "treasures": "north"}
BEFORE = {
    **dict.fromkeys(("false", "wins", "wins-all", "wins-out"), heard("executed-what", what="exit")),
    **dict.fromkeys(("meets-healthy", "meets-injured", "treasure"), heard("safe", player="Ann")),
    **dict.fromkeys(("puts-down", "gm-injured"), heard("takes", player="Ann")),
    **dict.fromkeys(TRAPS.means, heard("executed")),
}
"""What is said before some keys."""


ON = {
    **dict.fromkeys(("mines", "robbers", "infections", "deadly_swamps"), "1"),
    **dict.fromkeys(("treasure_taken", "treasure_dropped"), "at-will"),
    "blown_exits": "yes",
    "goal": "out",
    "start_outside": "yes",
    "dark_moves": "2",
    "half_dark_moves": "2",
    "grenades_tell": "nothing",
    "dead_return": "start",
    **dict.fromkeys(("walls_seen", "cells_heard", "steps_heard"), "all"),
}
"""What switches on the packs of Maze on paper whose announcements are understood."""
MOVEMENTS = {"climbs", "descends", "rides", "elevator", "stairs-up", "stairs-down", "donation"}
"""The keys of movements of packs of Treasures."""
TELLS_NOTHING = {"grenade-failed", "misses-dead"}
"""The keys of house options that follow from others, or after which anything may be as before."""


@cache
def a_map(game: str, key: str) -> Map[Any]:
    """A map of a game in which a key may be heard."""
    if game == "treasures":
        more = {"elevators": "1", "donation": "1"} if key in MOVEMENTS else {}
        return mapkit.generate(game, "evidence", preset="small", size="6x6x2" if more else None, settings=more)
    own = {each.name for pack in PACKS if key in pack.means for each in settings(pack.settings) if each.of_module}
    chosen = {name: value for name, value in ON.items() if name in own}
    return mapkit.generate(game, "evidence", preset="extreme", settings=chosen)


def keys_of(game: str) -> list[str]:
    """The keys of all that players of a game hear after the first turn has begun, corrections among them."""
    told = tomllib.loads(resources.path("phrases", "en", f"{game}.toml").read_text("utf-8"))
    rulings = ("gm-notes", *(f"gm-{word}" for word in "has injured wounded healthy carries".split()))  # noqa: SIM905
    first = {*getattr(OF[game], "OPENING", ())}
    return [key for key in (*told["heard"], *rulings) if key not in first and not key.startswith(("agreed-", "there-"))]


def test_every_game_with_proofs_is_here() -> None:
    assert {name for name, game in GAMES.items() if game.table and game.table.evidence} == {*OF}


@pytest.mark.parametrize(("game", "key"), [(game, key) for game in OF for key in keys_of(game)])
def test_what_is_announced_is_used_or_tells_nothing_or_is_named_beside_the_answer(game: str, key: str) -> None:
    drawn = a_map(game, key)
    evidence = evidence_of(drawn.game, drawn.params, ("Ann", "Bob"))
    opening = table_of(drawn.game).referee.begin(drawn, ("Ann", "Bob"), {}, lambda _: 1)
    assert [*evidence.begins(opening.heard)]
    module = OF[game]
    before = {*evidence.unused}
    words = next((said for start, said in SAID[game].items() if key.startswith(start)), STEP[game])
    who = "Bob" if words.startswith("shoot") else "Ann"
    each = heard(key, player=who, other="Bob", what="a1 left" if key == "exits-at" else "1 left", direction="left")
    answers = [BEFORE[key], each] if key in BEFORE else [each]
    proofs = {proof.rule for proof in evidence.hears("Ann", words, answers)}
    named = {*evidence.unused} - before
    if key in module.UNUSED:
        assert module.UNUSED[key] in evidence.unused
    elif key in module.QUIET or key in TELLS_NOTHING:
        assert (proofs, named) == (set(), set())
    elif module.RULED in named:
        assert key.startswith("gm-")
    else:
        assert proofs or key == "gm-carries"  # from then on that player's treasure is followed
        assert not proofs & {"TX-1", "MP-9"}, "anything may have happened"
    assert not {*module.UNUSED} & {*module.QUIET}


@pytest.mark.parametrize("what", sorted({WAYS, *of_labyrinth.UNUSED.values(), *of_treasures.UNUSED.values()}))
def test_what_is_not_used_has_its_russian_words(what: Message) -> None:
    assert translated(what, "ru") != what


# --- weapons -----------------------------------------------------------------------------------------------------

HEAD = "game: labyrinth\nrules: {rules}\nsize: 5x5\nplayers: A, B, C\n{more}starts: {starts}\n"
PLACED = "A: start = empty\nB: start = empty\nC: start = empty\n"


def of_a_labyrinth(
    tmp_path: Path, starts: str, lines: str, weapons: str = "W258", harm: str = "H34", more: str = ""
) -> str:
    """The first line of an audit of these notes."""
    rules = f"G1-S2-F1-V1-T1-A2-{harm}-{weapons}-O14"
    text = HEAD.format(rules=rules, starts=starts, more=more) + PLACED + lines + "\n"
    code, said, told = audited(tmp_path, text)
    assert (code == 0) == said.startswith(("All", "No con")), told
    return said.splitlines()[0]


@pytest.mark.parametrize(
    ("starts", "line", "rule"),
    [
        ("a5 e1 c3", "A: grenade right = no wall, killed B", "MP-W-8"),
        ("a5 b5 c3", "A: grenade right = no wall, killed B", ""),
        ("a5 b5 c3", "A: grenade right = no wall", "MP-W-8"),
        ("a5 b5 b5", "A: grenade right = destroyed, killed B", "MP-W-8"),
        ("a5 b5 b5", "A: grenade right = destroyed, killed B, killed C", ""),
        ("a5 b5 c3", "A: grenade right = stands, killed B", "MP-62"),
        ("a5 b5 c3", "A: grenade right = no wall, wounded B", "MP-57"),
        ("a5 a5 c3", "A: grenade right = no wall, killed B", "MP-W-8"),
        ("a5 c5 c5", "A: shoot right = wounded C", "MP-56.b"),
        ("a5 c5 d5", "A: shoot right = wounded C", "MP-56"),
        ("a5 c5 c5", "A: shoot right = wounded B", ""),
        ("a5 c5 c3", "A: shoot right = killed B", "MP-57"),
        ("a5 c5 c3", "A: shoot right = wounded B\nA: shoot right = killed B", ""),
        ("a5 c5 c3", "A: shoot right = wounded B\nA: shoot right = wounded B", "MP-57"),
        ("a5 a5 a5", "A: knife = wounded C", "MP-56.b"),
        ("a5 a5 c3", "A: knife = nobody", "MP-61"),
        ("a5 b5 c3", "A: knife = wounded B", "MP-61"),
        ("a5 b5 c5", "A: boomerang right = wounded B, boomerang back", "MP-93"),
        ("a5 b5 c5", "A: boomerang right = wounded B, wounded C, boomerang back", ""),
        ("a5 b5 c3", "A: grenade right = no wall, killed B\nB: left = executed", "MP-57"),
        ("a5 b5 c3", "A: shoot right = wounded B\nB: shoot left = wounded A", "MP-72"),
        ("a5 c3 c3", "A: left = exit\nA: shoot right = miss", "MP-78"),
        ("a5 c3 c3", "A: left = exit\nB: shoot left = wounded A", "MP-56"),
        ("a5 c3 c3", "A: left = exit, wins", "MP-77"),
        ("a5 c3 c3", "A: right = executed\nA: cement left = wasted", "MP-91"),
        ("a5 c3 c3", "A: right = executed, wounded B", "MP-57"),
        ("a5 c3 c3", "A: left = wall", "MP-52"),
    ],
)
def test_kills_and_misses_by_every_weapon_of_the_labyrinth_bind(
    tmp_path: Path, starts: str, line: str, rule: str
) -> None:
    more = "boomerang: 2\n" if "boomerang" in line else ""
    told = of_a_labyrinth(tmp_path, starts, line, more=more)
    last = 10 + more.count("\n") + line.count("\n")
    said = line.splitlines()[-1]
    assert told.startswith(f"notes.txt:{last - 1}:" if rule else "All answers can be true.")
    assert not rule or f" fault[{rule}] {said}" in told


@pytest.mark.parametrize(
    ("hit", "starts", "answer", "rule"),
    [
        ("cell", "a5 c5 c5", "wounded B", "MX-40"),
        ("cell", "a5 c5 c5", "wounded B, wounded C", ""),
        ("cell", "a5 c5 d5", "wounded B, wounded C", "MX-40"),
        ("cell", "a5 c5 d5", "wounded B", ""),
        ("all", "a5 c5 c5", "wounded B", "MP-56"),
        ("all", "a5 c5 d5", "wounded B, wounded C", ""),
        ("all", "a5 c5 c3", "wounded B", ""),
    ],
)
def test_bullets_that_hit_several_bind(tmp_path: Path, hit: str, starts: str, answer: str, rule: str) -> None:
    """MX-40."""
    told = of_a_labyrinth(tmp_path, starts, f"A: shoot right = {answer}", more=f"bullets_hit: {hit}\n")
    assert f" fault[{rule}] " in told if rule else told.startswith("All answers can be true.")


@pytest.mark.parametrize(("harm", "weapons", "key"), [("H1", "W25", "wounded"), ("H34", "W25", "killed")])
def test_what_the_code_does_not_have_hurts_nobody(tmp_path: Path, harm: str, weapons: str, key: str) -> None:
    """MP-H-1.a, MP-62.2."""
    line = f"A: grenade right = no wall, {key} B"
    assert "fault[MP-" in of_a_labyrinth(tmp_path, "a5 b5 c3", line, weapons, harm)


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ("Ann: attack Bob = beats Bob", "TL-52"),
        ("Ann: attack Bob = loses to Bob", "TL-52"),
        ("Ann: south = safe, meets Bob\nAnn: attack Bob = beats Bob", ""),
        ("Ann: south = safe, meets Bob\nAnn: attack Bob = beats Bob\nBob: attack Ann = beats Ann", "TL-53"),
        ("Ann: shoot south = hits Bob", ""),
        ("Ann: shoot south = misses", "TL-47"),
        (
            "Bob: east = hospital\nAnn: east = safe\nAnn: south = hospital, meets Bob\nAnn: attack Bob = beats Bob",
            "TL-54",
        ),
        ("Ann: east = safe, treasure\nAnn: take = takes\nAnn: take = takes", "TL-76"),
    ],
)
def test_attacks_and_shots_in_treasures_bind(tmp_path: Path, lines: str, rule: str) -> None:
    met = "Bob: north = safe, meets Ann\nBob: south = safe\n"
    text = f"game: treasures\npreset: small\nplayers: Ann, Bob\nstarts: c4 c3\n{met}{lines}\n"
    code, said, _ = audited(tmp_path, text)
    assert code == bool(rule)
    assert f"fault[{rule}]" in said if rule else said == "All answers can be true.\n"


@pytest.mark.parametrize("seed", ["1", *(pytest.param(str(n), marks=pytest.mark.long) for n in range(2, 25))])
def test_in_a_tiny_labyrinth_with_weapons_the_audit_takes_exactly_the_answers_that_some_map_gives(seed: str) -> None:
    settings = {"rules": "G1-S2-F1-V2-T1-A1-H3-W258-O1", "walls": 1, "exits": 1, "players": 2}
    drawn = mapkit.generate("labyrinth", seed, preset="basic", size="2x2", settings=settings)
    cells = drawn.params.grid.cells()
    *told, last = islice(played(drawn, seed, ("random",) * 2, {"starts": "a1 b2"}), 9)
    opening, names = told[0].ruling, NAMES[:2]
    possible: set[tuple[Announcement, ...]] = set()
    for chest, line, gate in product(cells, inner_borders(drawn.params.grid), outer_borders(drawn.params.grid)):
        tiles = frozenset(has(cell, "treasure" if cell == chest else "empty") for cell in cells)
        world = replace(drawn, facts=tiles | {wall(line), Fact(gate, "exit")})
        for starts in product(cells, repeat=2):
            state = fits(world, starts, opening, told[1:])
            if state is not None:
                possible.add(table_of(drawn.game).referee.play(state, last.words, lambda _: 1).heard)
    assert last.ruling.heard in possible
    evidence, said = evidence_of(drawn.game, drawn.params, names), last.words
    answers = [name for name in ANSWERS if all(evidence.can_answer(said, one) for one in name)]
    for answer in (last.ruling.heard, *(each for each in answers if (said, each[0].key) != ("knife", "miss"))):
        auditor = Auditor(drawn.game, drawn.params, names, opening.heard)
        auditor.map_is_legal()
        for number, each in enumerate((*told[1:], last._replace(ruling=last.ruling._replace(heard=answer)))):
            auditor.hear(number, each.mover, each.words, each.ruling.heard)
        is_proven = auditor.slip() is None and not auditor.unused(None)
        assert is_proven == any(_alike(answer, each) for each in possible), (last.words, answer)


ANSWERS = tuple(
    (*said, *hits)
    for said in [
        *((heard(key),) for key in ("miss", "nobody", "no-wall", "monolith-stands", "executed", "skipped")),
        *((heard(f"impossible-{what}"),) for what in ("wall", "monolith")),
        *((heard("executed-what", what=what),) for what in ("treasure", "exit")),
        (heard("destroyed-left"),),
        (),
    ]
    for hits in [(), *((heard(key, player=name),) for key in ("wounded", "killed") for name in ("Ann", "Bob"))]
    if said or hits
)
"""Answers of all kinds, most of which cannot be true."""


def _alike(one: Sequence[Announcement], other: Sequence[Announcement]) -> bool:
    """Whether two answers say the same, whoever has the turn then."""
    said = [[each for each in heard if each.key not in ("turn", "loses")] for heard in (one, other)]
    return said[0] == said[1]


GRENADE = """mapkit = 1
game = "labyrinth"
rules = "G1-S2-F1-V2-T1-A2-H34-W58-O1"
map = '''
+---+---+---+---+---+
| .   .   .   .   . |
+   +---+   +---+   +
| .   . | .   A   . |
+   +   +   +   +   +
| .   .   H   .   . |
+---+   +---+   +   +
| .   .   . | .   . |
+   +---+   +   +   +
  .   .   T   .   . |
+---+---+---+---+---+
'''
[settings]
players = 3
"""


# --- what is named beside the answer -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("rules: G2-S1-F1-V1-T1-A2-H34-W57-O17\nplayers: Ann\nAnn: right = bear", [of_labyrinth.CREATURES, WAYS]),
        ("rules: BASIC\nwalls: 12\nsize: 3x3\nplayers: Ann\nAnn: right = wall", [WAYS]),
        ("rules: BASIC\nplayers: Ann\nAnn: right = wall", []),
    ],
)
def test_what_was_not_looked_at_is_named_and_then_nothing_is_called_true(
    tmp_path: Path, text: str, unused: list[str]
) -> None:
    (tmp_path / "notes.txt").write_text(f"game: labyrinth\n{text}\n")
    said = outcome("audit", str(tmp_path / "notes.txt"))[1]
    named = f"No contradiction was found.\nNot used: {'; '.join(unused)}.\n"
    assert said == (named if unused else "All answers can be true.\n")
    data = json.loads(outcome("audit", str(tmp_path / "notes.txt"), "--json")[1])
    assert (data["possible"], data["unused"]) == (None if unused else True, unused)


def test_after_a_grenades_kill_as_much_is_known_as_after_a_bullets(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(GRENADE)
    for weapon in ("grenade", "shoot"):
        said, log = f"start b5\nstart c5\nstart a3\n{weapon} right\nleft\nend\n", str(tmp_path / f"{weapon}.jsonl")
        words = ["play", str(tmp_path / "map.toml"), "--players", "A,B,C", "--log", log]
        CliRunner().invoke(main.app, words, input=said)
        told = outcome("know", log)[1].splitlines()
        assert [line for line in told if line[:3] in ("A: ", "B: ")] == ["A: one of 15 cells", "B: one of 15 cells"]
        assert told[-1] == f"Not used: {WAYS}."
        assert json.loads(outcome("know", log, "--json")[1])["unused"] == [WAYS]
