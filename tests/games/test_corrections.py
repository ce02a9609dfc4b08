"""Corrections by the game master in every game: they lead to legal states, and undo takes each back by itself.

What each correction does is written in `cases/*.cases` (TL-G4, QC-X7, MQ-G3, HD-G5); for Maze on paper it is in
test_game_master.py.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.dungeon.journeys import by_period
from mapkit.games.dungeon.rulings import CLOSED, FORBIDS
from mapkit.games.dungeon.state import State as Dungeon
from mapkit.games.minoqaur.code import matrix
from mapkit.games.minoqaur.maze_rules import KEY, TREASURE
from mapkit.games.minoqaur.state import State as Maze
from mapkit.games.quoridor.diagrams import _replay
from mapkit.games.quoridor.position import cut_off, with_wall, without_walls
from mapkit.games.quoridor.state import State as Board
from mapkit.games.treasures.state import State as Labyrinth
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from mapkit.model.replay import MasterRuling, ReplayStep
from mapkit.model.ruling import IllegalMove, NoRuling
from mapkit.paper.game_sheets import paper_of
from mapkit.table import match
from mapkit.table.host import Host
from mapkit.table.tracks import paths, track_of
from tests.drawings import drawn
from tests.paper.test_sheet import ON_A4
from tests.playthrough import at_the_table
from tests.sheet_measures import prose

ROOT = Path(__file__).parents[2]


def legal_position(state: Any) -> None:
    """QC-16, QC-19, QC-20, QC-22, QC-27, QC-X6: no wall is in the way of another, and every player can get home."""
    assert isinstance(state, Board)
    p = state.position
    made = without_walls(*p[:4])
    for wall in state.owners:
        assert made.board.squares_by_name[wall[:-1]] & (made.across if wall[-1] == "h" else made.upright), wall
        made = with_wall(made, wall)
    assert made == p
    assert len({*p.pawns}) == len(p.pawns)
    assert not [*cut_off(p)]
    assert state.hidden <= {*state.owners}
    placed = [[*state.owners.values()].count(seat) for seat in p.board.seats]
    assert all(0 <= left <= state.drawn.params.supply - used for left, used in zip(p.stock, placed, strict=True))


def legal_maze(state: Any) -> None:
    """MQ-4, MQ-49.b: heads are on light modules of their own trails, no two are together, each item is held once."""
    assert isinstance(state, Maze)
    pieces = [player.trail for player in state.playing if player.trail.modules] + [state.minoqaur]
    assert len({trail.head for trail in pieces}) == len(pieces)
    for trail in pieces:
        assert state.maze.light >> trail.head & 1
        assert trail.modules >> trail.head & 1
    held = [player.holds for player in state.explorers]
    assert sum(held) == sum({1 << bit for thing in held for bit in range(4) if thing >> bit & 1})
    assert state.winners or not any(thing & KEY and thing & TREASURE for thing in held)


def legal_dungeon(state: Any) -> None:
    """HD-13, HD-15, HD-16, HD-24, HD-43, HD-44: everybody is where they can be, and creatures are in their order."""
    assert isinstance(state, Dungeon)
    assert all(level[state.middle] == "rope" for dungeon in state.dungeons for level in dungeon.levels)
    for player in state.players:
        assert player.spot is None or state.kind(player.spot) not in FORBIDS
        assert player.spot is None or not state.enemies_on(player.spot)
        assert player.spot or not any(player.pocket)
    for enemy in state.enemies:
        assert state.kind(enemy.spot) not in CLOSED[enemy.kind][1]
        assert enemy.spot.cell != state.middle
    ranks = [enemy.rank for enemy in state.enemies]
    assert all(one < other for one, other in pairwise(ranks))


def legal_labyrinth(state: Any) -> None:
    """TL-60, TL-76: no injured player holds a treasure, and only a player in the shop has a roll left."""
    assert isinstance(state, Labyrinth)
    for player in state.players:
        assert player.healthy or not player.carried
        assert not player.may_roll or state.on(player.cell) == "shop"
        assert player.items in ((), ("bullet",), ("kit",), ("junk",))
    assert {*state.treasures} <= {*state.drawn.params.grid.cells()}


GROUND = """
+---+---+---+
| .   S | .
+   +   +   +
| T   .   . |
+---+---+---+
"""
LEVELS = """
{settings}
  . # ~
 . . . .
. . R O .
 M . . .
  . . .
"""


@dataclass(frozen=True)
class Evening:
    """A game at the table: what is said before, the forms of corrections, and what is legal after them.

    Where a form has words with bars between them, any one of them will do. The first of the `rulings` puts Bob
    somewhere.
    """

    game: str
    map: Callable[[], Map[Any]]
    names: tuple[str, ...]
    said: tuple[str, ...]
    rulings: tuple[str, ...]
    forms: tuple[str, ...]
    legal: Callable[[Any], None]
    options: tuple[tuple[str, str], ...] = ()


QUORIDOR = Evening(
    "quoridor",
    lambda: drawn("size=5 pawns=c1,c5 walls=a1h:S", "quoridor"),
    ("Ann", "Bob"),
    ("c2", "c4"),
    ("Bob at d4", "wall c3h of Bob", "no wall a1h", "Bob has 1 wall", "turn Bob"),
    (
        "Ann|Bob|Zoe at a1|c2|c3|c4|e4|a5|c9",
        "wall a1h|c2h|c3h|d1v|b4v|a4v|a3h|e1h of Ann|Bob",
        "no wall a1h|c2h|c3h|d1v|b4v|a4v",
        "Ann|Bob has no|0|1|2|3|4 walls",
        "turn Ann|Bob",
    ),
    legal_position,
)
HIDDEN = Evening(**{**QUORIDOR.__dict__, "options": (("invisible", "yes"), ("masked", "yes"))})
MINOQAUR = Evening(
    "minoqaur",
    lambda: maps.generate("minoqaur", "corrected", size=matrix(2)),
    ("Ann", "Bob", "Max"),
    ("enter 1", "enter 2"),
    ("Bob at m9", "minoqaur at m9", "Bob has the sword and no key", "Bob out", "turn Bob", "b2 dark", "d4 light"),
    (
        "Ann|Bob|Max|minoqaur at m9|i8|g16|a18|r1|q8|q7|e5|d7|z9",
        "Ann|Bob|Max has the|no sword|cloak|key|treasure|spoon and|, no|the key|cloak|treasure",
        "Ann|Bob|Max has nothing",
        "Ann|Bob|Max out",
        "turn Ann|Bob|Max",
        "m9|i8|d7|e5|q8|b2|d4 dark|light",
    ),
    legal_maze,
)
DUNGEON = Evening(
    "dungeon",
    lambda: drawn(LEVELS.format(settings="rot_bird=1"), "dungeon"),
    ("Ann", "Bob"),
    ("wait",),
    (
        "Bob at d2",
        "Bob outside",
        "Bob has 2 coins",
        "d2 is a Pool",
        "Rot Bird at d2",
        "weight chest 9",
        "the weight of Mining Tools is 2",
        "period 7",
    ),
    (
        "Ann|Bob|Zoe at c2|d2|b1|d4|c4|e5|c3|b3|b2/2|1:d2/1|2:d2",
        "Ann|Bob outside",
        "Ann|Bob has|stores 0|1|12 coins|tools|bags and|, no|3 torches|tools",
        "Ann|Bob has|not escaped from dungeon 1|2",
        "no|the minotaur|bird|rot at c2|b1|d4|d2|b3",
        "minotaur|bird b1|d2|b3 to d2|b3|c3",
        "c2|d2|b3|c3|e5|b1 is a|the pit|pool|blank|rope|chest|wall|enemy",
        "weight chest|pit|enemy|minotaur|bird|torch|dark 0|3|level|2+level|-1",
        "period 0|5|1000",
    ),
    legal_dungeon,
)
TREASURES = Evening(
    "treasures",
    lambda: drawn(GROUND),
    ("Ann", "Bob"),
    ("north",),
    (
        "Bob at b2",
        "Bob has a kit",
        "Bob injured",
        "Ann carries a treasure",
        "treasure at b1",
        "wall a1 east",
        "turn Ann",
    ),
    (
        "Ann|Bob|Zoe at a1|b1|a2|b2|z9",
        "Ann|Bob has a|no bullet|kit|junk|sword",
        "Ann|Bob injured|healthy",
        "Ann|Bob loses a|no turn",
        "Ann|Bob carries a|no treasure",
        "treasure at a1|b1|c2|d3",
        "no treasure at a1|b1|c2",
        "wall|exit a1|b1|c2 north|east|south|west|up|sideways",
        "no wall|exit a1|b2|c2 north|east|south|west",
        "turn Ann|Bob|Zoe",
    ),
    legal_labyrinth,
    (("starts", "b1 a2"), ("order", "given")),
)
PRIVATE = Evening(**{**TREASURES.__dict__, "options": (*TREASURES.options, ("private-answers", "yes"))})
FOG = Evening(**{**DUNGEON.__dict__, "options": (("fog", "yes"),)})
EVENINGS = (TREASURES, PRIVATE, QUORIDOR, HIDDEN, MINOQAUR, DUNGEON, FOG)
each_evening = pytest.mark.parametrize(
    "evening", EVENINGS, ids=lambda each: "-".join([each.game, *(key for key, _ in each.options)])
)
each_game = pytest.mark.parametrize("evening", [TREASURES, QUORIDOR, MINOQAUR, DUNGEON], ids=lambda each: each.game)


@pytest.fixture
def host(evening: Evening, tmp_path: Path) -> Iterator[Host]:
    """The game master's keyboard, after a few directives of the players."""
    map_ = evening.map()
    options = dict(evening.options)
    path = tmp_path / "game.jsonl"
    with match.start(map_, writer.show(map_), evening.names, options, "seed", path) as played:
        there = Host(played, phrases(evening.game, "en"), omniscient=False, gm=True, resume_name="evening")
        for words in evening.said:
            assert not there.hear(words).refused, words
        yield there


def read(text: str, name: str) -> Map[Any]:
    return maps.read(text.encode(), name).map


@each_evening
def test_every_correction_that_is_listed_is_understood(evening: Evening, host: Host) -> None:
    told = [line for line in host.hear("help").lines if line.startswith("gm ") and "TEXT" not in line]
    examples = [word for line in told for word in line.removeprefix("gm ").partition(": ")[0].split(" | ")]
    assert len(examples) > 4
    unread = host.hear("gm dance").lines[0].removeprefix('"dance"')
    assert [words for words in examples if host.hear(f"gm {words}").lines[0].endswith(unread)] == []
    assert all(len(line) <= 80 for line in told)


CUT_OFF = "at; is; has; has and; has and and; has no; has a a; has 3; carries; stores and; outside z9"
SENSELESS = (
    *["wall", "wall a1", "no", "turn", "treasure at", "weight", "weight chest", "period x", "0:d4/0 Pit"],
    *("; , ;", "Zed at z99", "Bob", "dance", "Bob has", "Bob at", "x" * 900, "Bob \u202eat a1", ";;", "%s {}"),
)


@each_evening
def test_a_correction_that_is_cut_off_or_garbled_is_refused_and_changes_nothing(evening: Evening, host: Host) -> None:
    """TL-G4, QC-X7, MQ-G3, HD-G5: this holds whatever stands or is missing between its words."""
    before = host.match.state
    for words in (*(f"{evening.names[0]} {verb}" for verb in CUT_OFF.split("; ")), *SENSELESS):
        answer = host.hear(f"gm {words}")
        assert answer.refused, words
        assert all(line.isprintable() and len(line) < 250 for line in answer.lines)
    assert host.match.state == before


@pytest.mark.parametrize(
    ("evening", "words", "what"),
    [
        (TREASURES, "3 treasures at b2", "treasure"),
        (TREASURES, "tresure at b2", "treasure"),
        (QUORIDOR, "3 walls at e3", "walls"),
        (MINOQAUR, "minoqaurs at e5", "minoqaur"),
        (DUNGEON, "3 minotaurs at e3", "minotaur"),
        (DUNGEON, "hexx e4 is stone wall", "hex"),
    ],
    ids=lambda each: each if isinstance(each, str) else each.game,
)
def test_a_thing_with_a_wrong_name_is_not_taken_for_a_player(
    evening: Evening, words: str, what: str, host: Host
) -> None:
    """TL-G4, QC-X7, MQ-G3, HD-G5: the answer says what would do."""
    assert (
        host.hear(f"gm {words}")
        .lines[0]
        .endswith(f"is no player. If you mean a correction of {what}: gm alone lists how to say it.")
    )


@pytest.mark.parametrize("evening", [DUNGEON], ids=lambda each: each.game)
def test_a_hex_may_be_called_a_hex(evening: Evening, host: Host) -> None:
    """HD-G5: the list of corrections leaves the word out, but people say it."""
    plain = host.hear("gm e4 is stone wall").lines
    assert plain == ("[That is so already; nothing has changed.]",) or not host.hear("undo").refused
    assert host.hear("gm hex e4 is stone wall").lines == plain


@each_evening
def test_undo_takes_back_a_correction_alone(evening: Evening, host: Host) -> None:
    """What the players said in the same turn stays.

    `repeat` tells the correction, and the log leads to the same state.
    """
    for words in evening.rulings:
        before, said = host.match.state, len(host.match.standing_directives)
        answer = host.hear(f"gm {words}")
        assert not answer.refused, answer.lines
        assert any(line.startswith("SAY: ") for line in answer.lines)
        after = host.match.state
        assert after != before
        evening.legal(after)
        assert match.look(Path(host.match.name), read).state == after
        assert [line for line in answer.lines if line.startswith("SAY:")] == [
            line for line in host.hear("repeat").lines if line in answer.lines and line.startswith("SAY:")
        ]
        assert f"  [ruling: {words}]" in host.hear("undo").lines
        assert (host.match.state, len(host.match.standing_directives)) == (before, said)
        host.hear("redo")
        assert host.match.state == after
        host.hear("undo")
    assert match.look(Path(host.match.name), read).state == host.match.state


def correction(evening: Evening, chance: Chance) -> str:
    """A random correction, now and then with a word too many or too few."""
    words = [chance.choice(word.split("|")) for word in chance.choice(evening.forms).split()]
    slip = chance.below(8 * len(words))
    if slip < len(words):
        words[slip : slip + 1] = chance.choice([[], [words[slip]] * 2])
    return " ".join(words)


@each_evening
def test_whatever_is_corrected_the_game_is_legal_and_goes_on(evening: Evening, host: Host) -> None:
    referee, correct, begun = host.match.referee, host.match.table.screen.correct, host.match.state
    assert correct is not None
    made, chance, state = 0, Chance(f"corrections {evening.game}"), begun
    refused = list[bool]()

    def die(sides: int) -> int:
        return 1 + chance.below(sides)

    for _ in range(1500):
        if made % 25 == 24 or not referee.mover(state):
            made, state = made + 1, begun
        words = correction(evening, chance)
        try:
            ruling = correct(state, words)
        except NoRuling as no:
            refused += ["{" in host.phrases.refuse(refusal) for refusal in no.refusals]
            continue
        made, state = made + 1, ruling.state
        for said in ruling.heard:
            assert "{" not in host.phrases.say(said)
        for note in ruling.notes:
            assert "{" not in host.phrases.note(note)
        evening.legal(state)
        assert bool(referee.mover(state)) == bool(referee.ways(state)), words
        if referee.mover(state) and not made % 5:
            with suppress(IllegalMove):  # a hidden wall is in the way (QC-36.b)
                state = referee.play(state, chance.choice(referee.ways(state)), die).state
    assert made > 60
    assert len(refused) > 60
    assert not any(refused)


@each_evening
def test_at_the_end_and_in_the_track_the_rulings_are_told(evening: Evening, host: Host) -> None:
    for words in evening.rulings[:1]:
        host.hear(f"gm {words}")
    track = track_of(host.match, host.phrases)
    assert [entry.words for entry in track.entries if isinstance(entry, MasterRuling)] == [*evening.rulings[:1]]
    assert paths(host.match)["Bob"][-1].how == "put"


@each_evening
def test_the_printed_game_lists_the_rulings(evening: Evening, host: Host) -> None:
    printed, ruled = paper_of(host.match.map.game).played, (evening.rulings[0], evening.rulings[-1])
    assert printed is not None
    for words in ruled:
        assert not host.hear(f"gm {words}").refused
    if printed.sheets is not None:
        said = prose(printed.sheets(host.match.map, track_of(host.match, host.phrases), ON_A4))
        assert [words for words in ruled if words not in said] == []


def test_a_printed_position_of_quoridor_is_the_one_that_rulings_led_to(tmp_path: Path) -> None:
    """QC-X7: the replay of the moves includes walls put up and taken away, and the turn."""
    map_ = QUORIDOR.map()
    with match.start(map_, writer.show(map_), QUORIDOR.names, {}, "seed", tmp_path / "game.jsonl") as played:
        played.say("c2")
        for words in ("wall c3h of Bob", "no wall a1h", "turn Ann"):
            played.rule(words)
        played.say("d1v")
        now, moves, _ = _replay(map_, track_of(played, phrases("quoridor", "en")))
        assert (now, moves) == (played.board, ["c2", "d1v"])


def test_a_printed_game_of_dungeon_tells_no_orders_that_a_ruling_has_undone() -> None:
    """HD-G5: a player who is put elsewhere hands in orders anew, and periods have the numbers that were announced."""
    said = ("Ann: sw sw", "gm Ann at d2", "gm period 7", "Bob: resolve")
    rows = by_period(at_the_table(DUNGEON.map(), DUNGEON.names, said), "others").entries
    assert [(row.number, row.player, row.words) for row in rows if isinstance(row, ReplayStep)] == [
        (7, "Ann", ""),
        (7, "Bob", ""),
        (7, "others", ""),
    ]


@each_game
def test_a_players_own_terminal_has_no_corrections(evening: Evening, host: Host) -> None:
    plain = Host(host.match, host.phrases, omniscient=False)
    before = host.match.state
    for words in (*evening.rulings, "say hello", ""):
        assert plain.hear(f"gm {words}").refused
    assert host.match.state == before


@each_game
def test_the_game_masters_screen_has_a_table_of_everybody(evening: Evening, host: Host) -> None:
    lines = host.hear("state").lines
    assert lines[0].split()[:2] == ["player", "cell"]
    assert [sum(f" {name} " in f"{line} " for line in lines[1 : len(evening.names) + 1]) for name in evening.names] == [
        1 for _ in evening.names
    ]
    assert sum(line.startswith("> ") for line in lines) == 1


FORMED = {
    "treasures": {
        *("gm-wall", "gm-no-wall", "gm-exit", "gm-no-exit"),
        *(f"gm-help-{who}" for who in ("bear", "dog", "zombie")),
    },
    "labyrinth": {"gm-wounded", "gm-healthy", "gm-dead", "gm-alive"},
    "quoridor": set[str](),
    "minoqaur": {"gm-dark", "gm-light"},
    "dungeon": {
        *(f"{number}.gm-shut" for number in FORBIDS.values()),
        *(f"{number}.gm-keeps-off" for number, _ in CLOSED.values()),
        *(f"{number}.gm-clash" for number in ("HD-4", "HD-40", "HD-46")),
    },
}
"""Keys that the code puts together from parts."""


@pytest.mark.parametrize("game", FORMED)
def test_every_word_of_corrections_is_in_the_phrases_and_no_other(game: str) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "mapkit" / "games" / game).rglob("*.py"))
    shared = (ROOT / "mapkit" / "games" / "kit" / "corrections.py").read_text(encoding="utf-8")
    said = {*re.findall(r'"((?:[A-Z]{2}-[\w.-]+\.)?gm-[\w-]+)"', code + shared)}
    known = phrases(game, "en")
    own = tomllib.loads(resources.path("phrases", "en", f"{game}.toml").read_text(encoding="utf-8"))["table"]
    assert [key for key in said if key not in known.table] == []
    assert {key for key in own if "gm-" in key} - said == FORMED[game] | {"gm-help-more"}
