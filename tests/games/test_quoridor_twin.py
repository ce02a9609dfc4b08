"""Quoridor with two referees side by side: mapkit's, and one written from docs/rules/quoridor.md alone.

After every directive they agree on what is heard, on what is refused and why, on where each pawn is, on everything
that may be said, on whose turn it is, and on the winner. A ruling of the game master counts as a directive. Two
things are left out: games that are over before they begin, and walls put up without an owner, because mapkit then
only asks for the owner.
"""

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mapkit.games.shelf import GAMES
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.ruling import IllegalMove, InvalidMove, NoRuling
from tests.drawings import drawn
from tests.twins import quoridor as twin

TABLE: Any = table_of(GAMES["quoridor"])
REFEREE = TABLE.referee
PHRASES = Path(__file__).parents[2] / "templates" / "phrases" / "en"
NAMES = ("Ann", "Bob", "Cyd", "Dan")
SIZES = (*(5,) * 12, *(7,) * 5, 9, 9, 11, 13, 15, 17)
OPTIONS = ("invisible", "masked")
CROWDED = (
    "size=5 players=4 pawns=a1,b1,c4,c1 walls=a1h walls_each=1",
    "size=5 players=4 pawns=b3,c3,c4,d3 walls=b3h,c2v walls_each=4",
    "size=7 players=4 pawns=d3,d4,d5,e4 walls=d5h,c3h walls_each=3",
    "size=5 pawns=a2,b2 walls=a2h,b2v walls_each=3",
    "size=5 pawns=a1,a2 walls=a2h,b2v walls_each=2",
    "size=5 moves=c2,c4,c3,d4,b2h,c3v",
    "size=7 players=4 pawns=d2,d3,d4,g6 walls=a5h walls_each=1",
    "size=5 players=4 moves=c2,b3,c4,d3,c1h,b3h,b1v",
)
"""Boards for rare situations: pawns side by side, in rows and in corners, and games under way."""


@dataclass
class Seen:
    """How many directives were compared, and what was heard on the way."""

    directives: int = 0
    keys: Counter[str] = field(default_factory=Counter)


@dataclass
class Match:
    """One game in both referees, and what was said so far."""

    text: str
    map: Map[Any]
    options: dict[str, str]
    seen: Seen
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        names = NAMES[: self.map.params.players]
        ruling = REFEREE.begin(self.map, names, self.options, lambda _: 1)
        self.state = ruling.state
        self.twin = twin.begun(self.map, names, self.options)
        self.seen.keys.update(announcement.key for announcement in ruling.heard)
        self.same("heard", list(ruling.heard), self.twin.begin())
        self.agreed()

    def same(self, what: str, mapkit: object, other: object) -> None:
        """Check that both say the same; the message tells everything that led to a difference."""
        assert mapkit == other, (
            f"{what} of {self.text} {self.options} after {self.said}:\n{mapkit}\nbut tests/twins\n{other}"
        )

    def agreed(self) -> None:
        """Check that the two positions are the same, and so is everything that may be said."""
        ways = REFEREE.ways(self.state)
        mine = self.twin.ways()
        self.same("ways", sorted(set(ways) - set(mine)), sorted(set(mine) - set(ways)))
        self.same("number of ways", len(ways), len(mine))
        self.same(
            "steps first",
            [len(way) > 3 or way[-1] in "hv" for way in ways],
            sorted(len(way) > 3 or way[-1] in "hv" for way in ways),
        )
        self.same("mover", REFEREE.mover(self.state), "" if self.twin.winner else self.twin.mover.name)
        self.same("winners", list(TABLE.statistics.winners(self.state)), [self.twin.winner] if self.twin.winner else [])
        self.same("seats", [tuple(seat) for seat in REFEREE.seats(self.state)], self.twin.told())
        facts = {(str(f.place), str(f.mark)) for f in TABLE.screen.board(self.state).facts if "move" not in str(f.mark)}
        self.same("board", sorted(facts), sorted(self.twin.facts()))

    def say(self, words: str) -> None:
        """One directive, which both carry out or both refuse."""
        self.said.append(words)
        self.seen.directives += 1
        before = self.state
        try:
            ruling = REFEREE.play(self.state, words, lambda _: 1)
        except (IllegalMove, InvalidMove) as refusal:
            self.refused(words, refusal)
        else:
            self.state = ruling.state
            try:
                told: object = self.twin.play(words)
            except twin.Refused as refusal:
                told = f"refused: {refusal}"
            self.same("heard", list(ruling.heard), told)
            self.seen.keys.update(note.key for note in (*ruling.heard, *ruling.notes))
        assert before is not None
        self.agreed()

    def correct(self, words: str) -> None:
        """One ruling of the game master, which both carry out or both refuse."""
        self.said.append(f"gm {words}")
        self.seen.directives += 1
        try:
            mine, reasons = self.twin.correct(words), []
        except twin.Refused as refusal:
            mine, reasons = [], [reason.key for reason in refusal.reasons]
        try:
            ruling = TABLE.screen.correct(self.state, words)
        except NoRuling as refusal:
            keys = [announcement.key for announcement in refusal.refusals]
            self.seen.keys.update(keys)
            self.same("ruling refused", [key for key in keys if key not in reasons], [])
        else:
            self.state = ruling.state
            self.seen.keys.update(announcement.key for announcement in ruling.heard)
            self.same("ruling", list(ruling.heard), mine or reasons)
        self.agreed()

    def refused(self, words: str, refusal: IllegalMove | InvalidMove) -> None:
        """The twin refuses it too, and mapkit's reason is one of those that hold."""
        key, args, _ = refusal.refusal
        self.seen.keys[key] += 1
        try:
            told = self.twin.play(words)
        except twin.Refused as mine:
            reasons = [reason.key for reason in mine.reasons if set(args) <= set(reason.args)]
            self.same("refusal", key if key in reasons else (key, args), key if key in reasons else mine.reasons)
        else:
            self.same("refusal", key, told)


def position(chance: Chance) -> str:
    """A legal position, made with the twin's own rules: pawns close together, walls with and without owners."""
    size, players = chance.choice(SIZES), chance.choice((2, 2, 4))
    seats = "".join(chance.shuffled(twin.SEATS[players])) if chance.below(3) == 0 else twin.SEATS[players]
    each = chance.choice((0, 1, 2, 4, 6))
    game = twin.Twin(size, [twin.Player("", seat, (0, 0), each) for seat in seats], {}, 0, each)
    heart = (chance.between(1, size - 1), chance.between(1, size - 1))
    near = [(x, y) for x, y in game.squares() if abs(x - heart[0]) < 3 and abs(y - heart[1]) < 3]
    for player in game.players:
        taken = [other.square for other in game.players]
        free = [at for at in chance.shuffled(near) if at not in taken and not game.is_home(player, at)]
        player.square = free[0]
    for wall in chance.shuffled(game.possible())[: chance.below(3 * each + 1)]:
        owner = chance.choice(game.players)
        if owner.left and not game.against(wall, game.walls):
            game.walls[wall] = owner.seat
            owner.left -= 1
    walls = ",".join(f"{wall}:{owner}" for wall, owner in game.walls.items())
    pawns = ",".join(twin.named(player.square) for player in game.players)
    told = f"size={size} players={players} order={seats} walls_each={each} pawns={pawns} turn={chance.choice(seats)}"
    if chance.below(3) == 0:
        left = ",".join(str(player.left) for player in game.players)
        return f"{told} walls={','.join(game.walls)} walls_left={left}" if walls else told
    return f"{told} walls={walls}" if walls else told


def directive(chance: Chance, ways: tuple[str, ...], match: Match) -> str:
    """Mostly one of the ways, more often pawn moves and walls near pawns; one in seven is made up."""
    if not ways or chance.below(7) == 0:
        return made_up(chance, match)
    squares = [way for way in ways if way[-1] not in "hv"]
    close = [way for way in ways if way[-1] in "hv" and is_close(way[:-1], match.twin)]
    return chance.choice(chance.choice([each for each in (squares, squares, close, ways) if each]))


def is_close(name: str, game: twin.Twin) -> bool:
    """Whether a square is one of those around a pawn."""
    x, y = twin.square_of(name)
    return any(abs(x - at) < 2 and abs(y - height) < 2 for at, height in (player.square for player in game.players))


def made_up(chance: Chance, match: Match) -> str:
    """Words of the game that are likely to be refused: near the pawns, on the board and off it, by any player."""
    game, letters = match.twin, "abcdefghijklmnopqrstuvwxyz"
    x, y = chance.choice([game.mover, game.mover, *game.players]).square
    x, y = x + chance.between(-2, 2), y + chance.between(-2, 2)
    if chance.below(6) == 0:
        x, y = chance.between(1, 26), chance.between(0, 30)
    square = f"{letters[x - 1]}{abs(y)}"
    walls = [wall for wall in game.possible() if is_close(wall[:-1], game)]
    shut = [wall for wall in walls if game.against(wall, game.walls) and wall not in game.walls]
    words = chance.choice(
        [square, f"{square}h", *(chance.choice([*some, square]) for some in (game.walls, walls, shut))]
    )
    words = chance.choice([words, jump(chance, game)])
    strange = ["pass", "pass", "on", f"{square}x", f"{square}hv", f"a{square}", "", "h", words.upper(), f" {words} "]
    words = chance.choice(strange) if chance.below(4) == 0 else words
    return f"{chance.choice([*NAMES, game.mover.name.lower()])}: {words}" if chance.below(4) == 0 else words


def jump(chance: Chance, game: twin.Twin) -> str:
    """A square to which a jump over one pawn, or over two, might lead; a step if no pawn is near."""
    here = game.mover.square
    near = [step for step in twin.STEPS if twin.moved(here, step) in game.occupied()]
    if not near:
        return twin.named(
            twin.moved(here, chance.choice([step for step in twin.STEPS if min(twin.moved(here, step)) > 0]))
        )
    x, y = step = chance.choice(near)
    ahead = twin.moved(here, step)
    found = [twin.moved(ahead, each) for each in (step, (y, x), (-y, -x), (2 * x, 2 * y))]
    return twin.named(chance.choice([square for square in found if min(square) > 0] or [here]))


def ruling(chance: Chance, game: twin.Twin) -> str:
    """A correction by the game master, near the pawns, about any player."""
    who = chance.choice([*(player.name for player in game.players), "Zoe"])
    x, y = chance.choice(game.players).square
    square = twin.named((max(1, x + chance.between(-1, 1)), max(1, y + chance.between(-1, 1))))
    wall = chance.choice([f"{square}h", f"{square}v", *game.walls])
    often = [f"{who} at {square}", f"wall {wall} of {who}", f"no wall {wall}", f"turn {who}"]
    return chance.choice([*often, f"{who} has {chance.below(game.supply + 2)} walls"])


def game(chance: Chance, seen: Seen, turns: int) -> None:
    text = chance.choice(CROWDED) if chance.below(8) == 0 else position(chance)
    options = {name: "yes" for name in OPTIONS if chance.below(2)}
    match = Match(text, drawn(text, "quoridor"), options, seen)
    rulings = chance.choice((3, 1000))
    for _ in range(turns):
        if chance.below(rulings) == 0:
            match.correct(ruling(chance, match.twin))
        match.say(directive(chance, REFEREE.ways(match.state), match))
        if match.twin.winner and chance.below(3) == 0:
            return


@pytest.mark.parametrize(("seed", "directives"), [("few", 1000), pytest.param("many", 20_000, marks=pytest.mark.long)])
def test_two_referees_agree_and_say_every_announcement_in_the_long_run(seed: str, directives: int) -> None:
    seen, number = Seen(), 0
    while seen.directives < directives:
        game(Chance(f"{seed} {number}"), seen, 30)
        number += 1
    said = tomllib.loads((PHRASES / "quoridor.toml").read_text(encoding="utf-8"))
    assert directives < 20_000 or {*said["heard"], *said["refused"]} - set(seen.keys) == set()
