"""Mapkit's referee of Treasures and a second one, written from the ledger alone, agree on every directive.

After each directive the test compares what everybody hears with all its arguments, the notes for the game master,
where players are and what they have and lose, where things lie, what may be said, whose turn it is, which player has
won, and which dice were rolled. For a refusal, mapkit's reason must be one that holds; for a ruling by the game
master both must give the same reasons. All options and all rulings are played. `peek` and `private-answers` change
no ruling: with them the table decides which player hears what, and that is not compared here.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.grid import Border, Square, sides
from mapkit.model.map import Map
from mapkit.model.rule import NoSuchMap
from mapkit.model.ruling import Announcement, MoveError, NoRuling, Ruling
from tests.drawings import drawn
from tests.twins.treasures import SIDES, SPOKEN, Adventurer, Refused, Twin

TABLE: Any = table_of(GAMES["treasures"])
REFEREE = TABLE.referee
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve")
AMOUNTS = {
    "walls": (0, 6),
    "river": (2, 4),
    "marsh": (0, 2),
    "shop": (1, 2),
    "hospital": (1, 1),
    "fake": (0, 1),
    "treasures": (1, 2),
    "exits": (1, 2),
    "two_way": (0, 1),
    "three_way": (0, 1),
    "players": (4, 4),
}
"""The smallest and the largest number of each thing on a random board."""
LOOSE = {"bends": "any", "exit_distance": 0, "treasure_distance": 0, "dry_exits": "no", "one_piece": "no"}
GAME_LENGTH = 100
NO_RULINGS = {
    *("gm-says", "gm-help", "gm-help-more", "gm-number", "gm-no-thing", "gm-twice", "gm-no-corrections"),
    *("gm-meant", "gm-owes", "gm-may-end", "gm-built", "gm-gone", "gm-exits-made", "gm-exits-closed"),
}
"""Lines to the game master that belong to the table itself, to other games, or to the table of all players."""


def small_map(chance: Chance) -> Map[Any]:
    """A small legal board with much on it; if no map fits the settings, other settings are chosen."""
    while True:
        given = {name: chance.between(low, high) for name, (low, high) in AMOUNTS.items()}
        size = Square(chance.between(4, 6), chance.between(4, 6))
        try:
            return maps.generate("treasures", str(chance.below(10**6)), size=size, given={**given, **LOOSE})
        except NoSuchMap:
            continue


ARENAS = tuple(
    drawn(drawing)
    for drawing in (
        """
+---+---+---+
| S   .   .
+   +   +   +
| T   .   . |
+---+---+---+
""",
        """
+---+---+---+
| H   .   .
+   +   +   +
| T   .   . |
+---+---+---+
""",
        """
+---+---+---+
| S   .   H |
+   +   +   +
| .   T   .
+   +   +   +
| M   .   . |
+---+---+---+
""",
        """
+---+---+---+
| F   .   S
+   +   +   +
| .   T   . |
+   +   +   +
| .   ~>  ~>|
+---+---+---+
""",
        """
+---+---+---+---+
| ~>  M   ~>  S |
+   +   +   +   +
| .   .   .   .
+   +   +   +   +
| ~>  H   ~>  T |
+---+---+---+---+
""",
        """
+---+---+---+---+
| ~>  A1  A2  .
+   +   +   +   +
| .   .   .   . |
+   +   +   +   +
| ~>| ~>  F   T |
+---+---+---+---+
""",
        """
+---+---+---+---+
| X1  X2  X3  ~<|
+   +   +   +   +
| .   S   .   .
+   +   +   +   +
| T   ~^  .   ~v|
+---+---+---+---+
""",
    )
)
"""Boards on which players meet; in the last three, rivers flow where no legal map lets them (TL-66.d, TL-66.f)."""


def made_up(twin: Twin, chance: Chance) -> str:
    """A directive in the game's words, whether it may be said now or not; often one that concerns the tile."""
    names = [player.name for player in twin.players]
    near = [player.name for player in twin.others(twin.me.cell)]
    side, other, die = chance.choice(tuple(SPOKEN)), chance.choice(near or [*names, "Zed"]), chance.between(0, 7)
    pointed = [f"attack {near[0]}", f"attack {near[0]} with bullet"] if near else []
    pointed += {"hospital": ["heal"], "shop": ["shop", "drop"]}.get(twin.tiles[twin.me.cell], [])
    pointed += ["take"] if twin.lying.get(twin.me.cell) else []
    pointed += [f"use {twin.me.item}"] if twin.me.item in ("kit", "junk") else []
    if pointed and chance.between(1, 3) > 1:
        return chance.choice(pointed)
    said = chance.choice(
        (
            (side, f"go {side}", f"move {side}", "end", "done", "fly", "use junk"),
            (f"shoot {side}", f"fire {side}", f"use bullet {side}", f"use the bullet {side}", "shoot"),
            (f"attack {other}", f"fight {other} {chance.between(1, 6)} {die}", f"attack {other} 3"),
            (f"attack {other} with bullet", f"fight {other} with bullet", "attack", "fight with bullet"),
            ("take", "pick up", "put down", "drop treasure"),
            ("shop", "roll", f"shop {die}", "shop 1 2"),
            ("use kit", "kit", "use first aid kit", "heal", "stay"),
            ("drop", "throw away", "drop kit", "drop bullet", "throw away the bullet", "drop junk"),
        )
    )
    words = chance.choice(said)
    return chance.choice((words, words, words.upper(), f"{chance.choice([*names, 'Zed'])}: {words}"))


def likely(ways: tuple[str, ...], chance: Chance) -> str:
    """One of the ways: half the time no step, if there is anything else; seldom a shot, which ends a meeting."""
    quiet = chance.between(1, 4) > 1
    acts = [way for way in ways if way not in SIDES and not (quiet and way.startswith("shoot"))]
    telling = [way for way in acts if way.startswith(("attack", "shop", "heal", "use"))]
    armed = [way for way in acts if way.endswith("with bullet")]
    return chance.choice(chance.choice([ways, ways, acts or ways, armed or telling or ways, armed or ways]))


def ruling(twin: Twin, chance: Chance) -> str:
    """A correction by the game master that stirs the game; some make no sense."""
    name = chance.choice([*(player.name for player in twin.players)] * 5 + ["Zoe"])
    me, other = twin.me, chance.choice(twin.players)
    cell = chance.choice([*list(twin.cells()) * 2, *(player.cell for player in twin.players), "z9"])
    waiting = [player.name for player in twin.players if player.loses]
    no, side = chance.choice(("", "no ")), chance.choice([*SPOKEN, "sideways"])
    said = chance.choice(
        (
            [f"{name} at {cell}"],
            [f"{other.name} at {me.cell}"],
            [f"{other.name} at {me.cell}", f"{me.name} has a bullet", f"{me.name} healthy", f"{other.name} healthy"],
            [
                f"{name} has {what}"
                for what in ("a bullet", "a rusty bullet", "bullet", "a kit", "junk", "nothing", "a sword")
            ],
            [f"{name} {what}" for what in ("injured", "is injured", "healthy", "is healthy")],
            [f"{name} carries {what}" for what in ("a treasure", "no treasure", "nothing")],
            [f"{name} loses {what} turn" for what in ("a", "no")],
            [f"{waits} {what}" for waits in waiting or [name] for what in ("healthy", "injured", "loses no turn")],
            [f"{no}treasure at {cell}"],
            [f"{no}wall {cell} {side}", f"{no}exit {cell} {side}"],
            [f"no exit {cell} {side}" for cell, side in sorted(twin.exits)] or [f"exit {cell} {side}"],
            [f"no wall {cell} {side}" for cell in twin.cells() for side in SIDES if twin.walled(cell, side)]
            or ["wall"],
            [f"turn {name}", f"{twin.players[0].name} dead", f"{twin.players[0].name} carries 2 treasures"],
        )
    )
    return chance.choice(said)


class Table:
    def __init__(self, seed: str, heard: Counter[str]) -> None:
        self.chance = Chance(f"twin {seed}")
        arena = self.chance.below(2 * len(ARENAS))
        self.map = ARENAS[arena] if arena < len(ARENAS) else small_map(self.chance)
        names = NAMES[: self.chance.between(1, 4)]
        options = {name: "yes" for name in TABLE.seating.options if self.chance.between(1, 3) == 1}
        if self.chance.between(1, 3) == 1:
            options["order"] = "given"
        if self.chance.between(1, 3) == 1:
            safe = [cell for cell, mark in self.map.kinds.items() if mark == "safe"]
            options["starts"] = " ".join(self.chance.shuffled(safe)[: len(names)])
        self.options = options
        self.story = [f"seed {seed}, {names}, {self.options}"]
        self.count = heard
        self.corrected = self.chance.between(1, 3) > 1
        self.rolls: list[tuple[int, int]] = []
        ruling = REFEREE.begin(self.map, names, self.options, self.roll)
        self.state = ruling.state
        self.twin = Twin(self.map, names, self.options, self.again)
        self.agree("heard", ruling.heard, tuple(self.twin.said))
        self.agree("notes", ruling.notes, tuple(self.twin.notes))
        self.count.update(note.key for note in (*ruling.heard, *ruling.notes))
        self.compare()

    def roll(self, faces: int) -> int:
        self.rolls.append((faces, self.chance.between(1, faces)))
        return self.rolls[-1][1]

    def again(self, faces: int) -> int:
        self.agree("a die", self.rolls[0][0] if self.rolls else 0, faces)
        return self.rolls.pop(0)[1]

    def agree(self, what: str, mapkit: object, twin: object) -> None:
        """Fail with the whole story if the referees differ."""
        if mapkit != twin:
            drawing = writer.show(self.map).partition("[settings]")[0]
            pytest.fail("\n".join([drawing, *self.story, f"{what}: mapkit {mapkit}", f"{what}: twin   {twin}"]))

    def compare(self) -> None:
        """Compare players, things that lie somewhere, what may be said, whose turn it is, and which player has won."""
        twin, state = self.twin, self.state
        self.agree("dice left", self.rolls, [])
        self.agree("mover", REFEREE.mover(state), twin.mover)
        self.agree("ways", frozenset(REFEREE.ways(state)), twin.ways())
        assert TABLE.screen.situation is not None
        situation = TABLE.screen.situation(state)
        self.agree("rows", situation.rows, rows(twin))
        lying = [("treasure", cell) for cell, many in twin.lying.items() for _ in range(many)]
        self.agree("things", sorted(situation.things), sorted(lying))
        owed = "gm-may-end" if twin.moved else "gm-owes"
        self.agree(
            "owed",
            [note.key for note in situation.notes if note.key in ("gm-may-end", "gm-owes")],
            [owed] * (not twin.winner),
        )
        assert TABLE.screen.board is not None
        exits = {place for place, mark in TABLE.screen.board(state).facts if mark == "exit"}
        self.agree("exits", exits, {(cell, side[0].upper()) for cell, side in twin.exits})
        walls = [
            place for place, mark in TABLE.screen.board(state).facts if mark == "wall" and isinstance(place, Border)
        ]
        self.agree("walls", {frozenset(sides(self.map.params.grid, line)) for line in walls}, twin.walls)
        self.agree("winners", tuple(TABLE.statistics.winners(state)), (twin.winner,) * bool(twin.winner))

    def ruling(self) -> None:
        words = ruling(self.twin, self.chance)
        self.story.append(f"gm {words}")
        assert TABLE.screen.correct is not None
        try:
            told = TABLE.screen.correct(self.state, words)
        except NoRuling as refused:
            self.count.update(why.key for why in refused.refusals)
            with pytest.raises(Refused) as twins:
                self.twin.correct(words)
            self.agree("refused", sorted(refused.refusals), sorted(twins.value.reasons))
            self.compare()
            return
        self.heard(told, lambda: self.twin.correct(words))

    def heard(self, told: Ruling[Any], twin: Callable[[], tuple[Announcement, ...]]) -> None:
        """Both carry it out, and their states are the same afterwards."""
        self.state = told.state
        try:
            said = twin()
        except Refused as refused:
            self.agree("carried out", told.heard, refused)
            return
        self.count.update(announcement.key for announcement in (*told.heard, *told.notes))
        self.agree("heard", told.heard, said)
        self.agree("notes", told.notes, tuple(self.twin.notes))
        self.compare()

    def directive(self) -> None:
        ways = REFEREE.ways(self.state)
        words = likely(ways, self.chance) if ways and self.chance.between(1, 8) > 1 else made_up(self.twin, self.chance)
        self.story.append(words)
        try:
            told = REFEREE.play(self.state, words, self.roll)
        except MoveError as refused:
            self.refused(words, refused.refusal)
            return
        self.heard(told, lambda: self.twin.play(words, self.again))

    def refused(self, words: str, why: Announcement) -> None:
        """Both refuse, and mapkit's reason is one that holds."""
        self.count[why.key] += 1
        try:
            said = self.twin.play(words, self.again)
        except Refused as refused:
            # The ways in a fixed order, because the ledger says nothing of their order
            args = ((name, ", ".join(sorted(text.split(", "))) if name == "ways" else text) for name, text in why.args)
            if Announcement(why.key, tuple(args)) not in refused.reasons:
                self.agree("refused", why, refused.reasons)
            self.compare()
            return
        self.agree("carried out", why, said)


def rows(twin: Twin) -> tuple[tuple[str, ...], ...]:
    """The players as the game master's book has them; items have a column where there is a shop or an item."""
    items = "shop" in twin.tiles.values() or any(player.item for player in twin.players)
    return tuple(
        (
            player.name,
            player.cell,
            "injured" if player.injured else "healthy",
            *([player.item or "-"] if items else []),
            "1" if player.treasure else "-",
            remarks(player),
        )
        for player in twin.players
    )


def remarks(player: Adventurer) -> str:
    """What the book says of a player beside the rest."""
    loses = {"": "", "heal": "loses-a-turn-to-heal"}.get(player.loses, "loses-a-turn")
    return "; ".join(filter(None, [loses, "may-roll" * (player.may_roll and not player.item)]))


def compared(most: int) -> Counter[str]:
    """Play games until this many directives are compared; returns how often each key was heard, noted or refused."""
    count, done, game = Counter[str](), 0, 0
    while done < most:
        table = Table(f"game {game}", count)
        for _ in range(min(GAME_LENGTH, most - done)):
            if table.corrected and table.chance.between(1, 3) == 1:
                table.ruling()
            table.directive()
            done += 1
            if table.twin.winner and table.chance.between(1, 4) == 1:
                break
        game += 1
    return count


OF_MODULES = re.compile(
    r"(gm-)?(help-)?(bear|dog|zombie|shelf|no-shelf|kind|kinds|items|trap|no-monster|infected|round|barred|too-many)\b"
)
"""Announcements and corrections of modules whose phrases need no number; the twin knows the plain game alone."""


def is_plain(key: str) -> bool:
    """Whether a phrase belongs to the game without modules."""
    number = phrases("treasures", "en").rules.get(key, key)
    return not number.startswith("TX") and not OF_MODULES.match(key) and key not in ("trade-whom", "wall-gone")


@pytest.mark.parametrize("directives", [300, pytest.param(20_000, marks=pytest.mark.long)])
def test_two_referees_agree_and_in_the_long_run_on_all_that_can_be_heard_and_refused(directives: int) -> None:
    words = phrases("treasures", "en")
    count = compared(directives)
    assert {"begin", "turn", "at", "blocked"} <= set(count)
    corrections = {key for key in words.table if key.startswith("gm-") and key not in NO_RULINGS}
    of_the_plain_game = {key for key in (*words.heard, *words.notes, *words.refused, *corrections) if is_plain(key)}
    assert directives < 20_000 or of_the_plain_game <= set(count)


@pytest.mark.parametrize("cell", ["b2", "c2", "d2", "e2"])
def test_two_referees_agree_on_how_far_a_bullet_flies(cell: str) -> None:
    """TL-43: such distances seldom come up at random."""
    lane = drawn("""
+---+---+---+---+---+
| .   .   .   .   .
+   +   +   +   +   +
| T   .   .   .   . |
+---+---+---+---+---+
""")
    options = {"starts": f"a2 {cell}", "order": "given"}
    state = REFEREE.begin(lane, ("Ann", "Bob"), options, lambda _: 1).state
    twin = Twin(lane, ("Ann", "Bob"), options, lambda _: 1)
    assert TABLE.screen.correct is not None
    state = TABLE.screen.correct(state, "Ann has a bullet").state
    twin.correct("Ann has a bullet")
    assert REFEREE.play(state, "shoot east", lambda _: 1).heard == twin.play("shoot east", lambda _: 1)
