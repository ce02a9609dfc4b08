"""Players cannot hear what nobody has seen: two maps that differ in nothing else give the same game, word for word.

A game is played on a map. Then everything that nobody has seen is drawn anew, the part that was seen is moved to any
place on a board of any size, and portals that were used get other letters. The same words with the same dice must
get the same answers.
"""

import inspect
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import islice
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from mapkit.cli import main
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.design import LEADS_TO, PLAIN, SETS, THREE_WAY, TWO_WAY, portal_set
from mapkit.games.treasures.packs import Settings as Params
from mapkit.games.treasures.referee import OPTIONS, REFEREE
from mapkit.games.treasures.speech import DIRECTIONS
from mapkit.games.treasures.state import State
from mapkit.language.catalogue import languages
from mapkit.language.directives import vocabulary
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.grid import COMPASS, Border, Cell, Direction, Square, border, inner_borders, outer_borders
from mapkit.model.map import Map, Public
from mapkit.model.rule import Fact, has, wall
from mapkit.model.ruling import Announcement, Dice, IllegalMove, MoveError, Ruling, heard
from mapkit.model.settings import read_size
from mapkit.paper import pdf, svg
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.press import press_of, public_stem
from mapkit.paper.sheet import A4, LETTER, Page, PaperSize, Text
from tests.studio.test_studio_phones import twin_maps

WORDS = phrases("treasures", "en")
NAMES = ("Ann", "Bob", "Cid", "Dan")
OF_SETTINGS = frozenset({"size", "counts"})
NONSENSE = (
    *("", "fly", "go nowhere", "shoot", "shoot at Bob", "shoot up", "fire left", "north north", "n", "walk south"),
    *("attack", "attack Bob", "attack Ann 3 4", "attack Cid with bullet", "attack nobody", "attack Bob 7 7", "take"),
    *("take treasure", "shop", "shop 3", "shop 9", "heal", "stay", "put down", "drop treasure", "drop", "drop kit"),
    *("use kit", "use bullet east", "use the force", "end", "Bob: north", "Ann: take", "Zed: north"),
    *("wo ist der Schatz?", "\u2603 \x00 {player}", "a1"),
)
Play = Callable[[State, str, Dice], Ruling[State]]
Ways = Callable[[State], tuple[str, ...]]
Say = Callable[[int, Sequence[str]], str]
"""Chooses the words for the directive of that number, from the ways that are open."""


class Judge(NamedTuple):
    """The parts of a referee that players hear of."""

    play: Play = REFEREE.play
    ways: Ways = REFEREE.ways


class Directive(NamedTuple):
    """Words that were said in a state, and whether they were carried out."""

    before: State
    words: str
    done: bool


@dataclass(frozen=True)
class Evening:
    """What was said and heard in a game, line by line, and what only the game master knows of it."""

    transcript: tuple[str, ...]
    directives: tuple[Directive, ...]


class Table(NamedTuple):
    """How a game is set up: the starts, the options and the dice."""

    starts: tuple[Cell, ...]
    options: Mapping[str, str]
    dice: str


# Playing


def dice_of(seed: str) -> Dice:
    chance = Chance(seed)
    return lambda faces: chance.between(1, faces)


def evening(judge: Judge, map_: Map[Any], table: Table, say: Say, length: int) -> Evening:
    """Play this many directives; the transcript has everything that a player sees."""
    dice, names = dice_of(table.dice), NAMES[: len(table.starts)]
    ruling = REFEREE.begin(map_, names, {**table.options, "starts": " ".join(table.starts)}, dice)
    # the settings differ, and what follows from them alone (TL-G5)
    lines, directives = [WORDS.say(said) for said in ruling.heard if said.key not in OF_SETTINGS], list[Directive]()
    for number in range(length):
        ways = judge.ways(ruling.state)
        words, before = say(number, ways), ruling.state
        lines += [f"{REFEREE.mover(before)}> ({', '.join(ways)})", words]
        try:
            ruling = judge.play(before, words, dice)
        except MoveError as refused:
            lines += [type(refused).__name__, WORDS.refuse(refused.refusal)]
            directives.append(Directive(before, words, done=False))
        else:
            lines += [WORDS.say(announcement) for announcement in ruling.heard]
            directives.append(Directive(before, words, done=True))
    return Evening(tuple(lines), tuple(directives))


def babble(seed: str) -> Say:
    """Says ways that are open, most of them steps, and nonsense between them."""
    chance = Chance(seed)

    def say(_: int, ways: Sequence[str]) -> str:
        kind = chance.below(8)
        if kind < 2 or not ways:
            return chance.choice(NONSENSE)
        actions = [way for way in ways if way not in COMPASS.values()]
        return chance.choice(actions if actions and kind < 5 else ways)

    return say


# What was seen


class Seen:
    """Everything on a map that the players of a game have discovered."""

    def __init__(self, map_: Map[Any], evening: Evening) -> None:
        self.map, self.grid = map_, map_.params.grid
        self.tiles: set[Cell] = set()
        """Tiles whose kind was heard, or where a player stood."""
        self.waters: set[Cell] = set()
        """River tiles where a player was set down; nobody has heard that the river carries players on from there."""
        self.lines: set[Border] = set()
        for player in evening.directives[0].before.players:
            self.tiles.add(player.cell)
        for directive in evening.directives:
            if directive.done:
                self._see(directive.before, vocabulary("treasures").plain(directive.words.rpartition(":")[2]).split())
        self.waters -= self.tiles

    def _see(self, state: State, words: Sequence[str]) -> None:
        """Add what a directive that was carried out shows: a request to move, or a shot."""
        if words[-1] in DIRECTIONS and (len(words) == 1 or words[0] == "go"):
            self._ask(state.player.cell, DIRECTIONS[words[-1]])
        elif words[-1] in DIRECTIONS:
            self._shoot(state, DIRECTIONS[words[-1]])

    def _ask(self, cell: Cell, direction: Direction) -> None:
        """Add the border, the tile behind it, and the tile to which its river or portal leads."""
        line = border(self.grid, cell, direction)
        self.lines.add(line)
        entered = self.grid.step(cell, direction)
        if entered is None or has(line, "exit") in self.map.facts or wall(line) in self.map.facts:
            return
        self._enter(entered)

    def _enter(self, entered: Cell) -> None:
        self.tiles.add(entered)
        kind = self.map.kinds[entered]
        if kind in LEADS_TO:
            self.tiles.add(next(cell for cell, mark in self.map.kinds.items() if mark == LEADS_TO[kind]))
        if kind.startswith("flows"):
            line = border(self.grid, entered, kind.removeprefix("flows "))
            onward = self.grid.step(entered, kind.removeprefix("flows "))
            self.lines.add(line)
            if onward is not None and wall(line) not in self.map.facts:
                assert self.map.kinds[onward].startswith("flows"), "the river is legal"
                self.waters.add(onward)

    def _shoot(self, state: State, direction: Direction) -> None:
        """Add the borders before the first person in the line; a shot that hits nobody tells nothing."""
        cell, lines = state.player.cell, list[Border]()
        for _ in range(3):
            lines.append(border(self.grid, cell, direction))
            onward = self.grid.step(cell, direction)
            if onward is None:
                return
            cell = onward
            if any(player.cell == cell for player in state.players):
                self.lines |= set(lines)
                return

    def facts(self) -> Iterable[Fact]:
        """The known facts of the map."""
        return (fact for fact in self.map.facts if fact.place in self.tiles or fact.place in self.lines)


# Drawing the rest anew


class Shift(NamedTuple):
    """How far the part that was seen is moved, and the board that it is moved to."""

    east: int
    north: int
    grid: Square

    def cell(self, old: Square, cell: Cell) -> Cell:
        x, y = old.centre(cell)
        return self.grid.name(int(x) + self.east, int(y) + self.north)

    def line(self, old: Square, line: Border) -> Border:
        return border(self.grid, self.cell(old, line.cell), line.side)


def relettered(chance: Chance) -> dict[str, str]:
    """New names for the portals: each gets the letter and number of another set of the same size."""
    names: dict[str, str] = {}
    for letters in (TWO_WAY, THREE_WAY):
        for old, new in zip(letters, chance.shuffled(letters), strict=True):
            marks = portal_set(new)
            turn = chance.below(len(marks))
            names |= zip(portal_set(old), marks[turn:] + marks[:turn], strict=True)
    return names


def disguised(seen: Seen, shift: Shift, chance: Chance) -> Map[Params]:
    """A map with the same parts as those that were seen; the rest is the same only by chance.

    A seen outer wall may then stand within the board, and a seen inner wall at its edge: players hear the same of
    both. If a portal was used, all places of its set are on the map, each once.
    """
    old, grid, letters = seen.grid, shift.grid, relettered(chance)
    kinds = {shift.cell(old, c): letters.get(k, k) for c, k in seen.map.kinds.items() if c in seen.tiles}
    kinds |= {shift.cell(old, c): "flows " + chance.choice("NESW") for c in sorted(seen.waters)}
    free = chance.shuffled(cell for cell in grid.cells() if cell not in kinds)
    missing = [m for marks in SETS if set(marks) & set(kinds.values()) for m in marks if m not in kinds.values()]
    kinds |= {free.pop(): mark for mark in missing}
    unused = [marks for marks in SETS if not set(marks) & set(kinds.values())]
    for marks in chance.shuffled(unused)[: chance.below(4)]:
        if len(free) >= len(marks):
            kinds |= {free.pop(): mark for mark in marks}
    others = ("safe", *PLAIN, *("flows " + d for d in "NESW"))
    kinds |= {cell: chance.choice(others) for cell in free}
    facts = {has(cell, kind) for cell, kind in kinds.items()} | lines_anew(seen, shift, chance)
    return Map(seen.map.game, replace(seen.map.params, grid=grid), frozenset(facts), "Another")


def lines_anew(seen: Seen, shift: Shift, chance: Chance) -> set[Fact]:
    """Walls and exits: those that were seen, in their new places, and the others at random."""
    known, facts = {shift.line(seen.grid, line) for line in seen.lines}, set[Fact]()
    outer = set(outer_borders(seen.grid))
    for line in sorted(seen.lines):
        now, leads_out = shift.line(seen.grid, line), line in outer
        if has(line, "exit") in seen.map.facts:
            facts.add(has(now, "exit"))
        elif leads_out or wall(line) in seen.map.facts:
            facts |= {wall(now)} & {wall(inner) for inner in inner_borders(shift.grid)}
    density = chance.between(0, 6)
    facts |= {wall(line) for line in inner_borders(shift.grid) if line not in known and chance.below(10) < density}
    gates = (line for line in outer_borders(shift.grid) if line not in known and chance.below(4) == 0)
    return facts | {has(line, "exit") for line in gates}


# The property


@cache
def generated(seed: int) -> Map[Params]:
    """A legal map with a river, portals and everything else; some things are there twice."""
    wanted = {"shop": 4, "hospital": 2, "marsh": 3, "two_way": 1 + seed % 2, "three_way": 1, "treasures": 3}
    size = ("6x6", "7x5", "5x8")[seed % 3]
    return maps.generate("treasures", f"secret {seed}", preset="any-size", size=read_size(size), given=wanted)


@dataclass(frozen=True)
class Pair:
    """The transcripts of one game on two maps."""

    one: tuple[str, ...]
    other: tuple[str, ...]
    changed: int
    """How many facts of the first map are not on the second one."""

    @property
    def difference(self) -> str:
        """The first line that differs, with the lines before it; empty if none differs."""
        for number, (line, other) in enumerate(zip(self.one, self.other, strict=True)):
            if line != other:
                return "\n".join((*self.one[max(0, number - 8) : number], f"- {line}", f"+ {other}"))
        return ""


def pair(judge: Judge, seed: int, length: int = 120, place: int = 0) -> Pair:
    """A game on a map, and the same game on a map with the same seen parts; with `place` 0 these are not moved."""
    chance, map_ = Chance(f"pair {seed} {place}"), generated(seed % 40)
    grid = map_.params.grid
    safe = chance.shuffled(cell for cell in grid.cells() if map_.kinds[cell] == "safe")
    options = {key: "yes" for key in OPTIONS if chance.below(2)}
    table = Table(tuple(safe[: chance.between(1, 4)]), options, f"dice {seed}")
    first = evening(judge, map_, table, babble(f"words {seed}"), length)
    east, north = place % 4, place // 4
    shift = Shift(east, north, Square(grid.columns + east + place % 2, grid.rows + north + place % 3))
    seen = Seen(map_, first)
    other = disguised(seen, shift, chance)
    said = [directive.words for directive in first.directives]
    moved = table._replace(starts=tuple(shift.cell(grid, cell) for cell in table.starts))
    second = evening(judge, other, moved, lambda number, _: said[number], length)
    return Pair(first.transcript, second.transcript, len(map_.facts - other.facts))


EXAMPLES = max(30, 2 * settings().max_examples - 50)
seeds = st.integers(0, 10**6)
lengths = st.integers(1, 240)


@settings(max_examples=EXAMPLES)
@given(seed=seeds, length=lengths)
def test_things_that_nobody_has_seen_change_nothing_that_is_heard(seed: int, length: int) -> None:
    """TL-35, TL-10: kinds, walls, exits, treasures and flows elsewhere show in no answer, prompt, way or refusal."""
    assert pair(Judge(), seed, length).difference == ""


@settings(max_examples=EXAMPLES)
@given(seed=seeds, length=lengths, place=st.integers(1, 15))
def test_nothing_that_is_heard_tells_players_where_on_the_board_they_are(seed: int, length: int, place: int) -> None:
    """TL-31, TL-55.3: nothing tells how far away the outer wall is, which wall it is, or how large the board is."""
    assert pair(Judge(), seed, length, place).difference == ""


def test_the_pairs_of_maps_differ_much_and_their_games_say_nearly_everything() -> None:
    """Without this, equal transcripts would prove nothing."""
    pairs = [pair(Judge(), seed) for seed in range(80)]
    assert sorted(each.changed for each in pairs)[40] >= 20
    lines = {line for each in pairs for line in each.one}
    of_packs = {key for key, rule in WORDS.rules.items() if rule.startswith("TX")}
    known = {key: text for key, text in {**WORDS.heard, **WORDS.refused}.items() if not key.startswith("TX")}
    public = {"size", "counts"}  # what the settings say, which both maps share (TL-G5)
    unsaid = [
        text for key, text in known.items() if key not in of_packs | public and not any(map(said_as(text), lines))
    ]
    assert len(unsaid) <= 6, unsaid


def said_as(text: str) -> Callable[[str], object]:
    """Whether a line is that text of a phrase file, with any values in its braces."""
    return re.compile(re.sub(r"\\{\w+\\}", ".*", re.escape(text))).match


# The property is sharp: referees that tell too much


def telling_of_outer_walls(state: State, words: str, dice: Dice) -> Ruling[State]:
    """A referee with other words for the outer wall."""
    ruling = REFEREE.play(state, words, dice)
    outer = state.drawn.params.grid.step(state.player.cell, DIRECTIONS.get(words, "N")) is None
    if ruling.heard and ruling.heard[0].key == "blocked" and outer:
        return ruling._replace(heard=(Announcement("missed", ruling.heard[0].args), *ruling.heard[1:]))
    return ruling


def telling_how_far_the_treasure_is(state: State, words: str, dice: Dice) -> Ruling[State]:
    """A referee that puts the distance into a refusal."""
    try:
        return REFEREE.play(state, words, dice)
    except MoveError as refused:
        if refused.refusal.key != "TL-76.none":
            raise
        grid = state.drawn.params.grid
        near = min((grid.steps_apart(state.player.cell, c) for c in state.treasures), default=0)
        raise IllegalMove(heard("dice", count=str(near))) from None


def telling_what_the_bullet_hit(state: State, words: str, dice: Dice) -> Ruling[State]:
    """A referee with other words if a wall is near the shooter."""
    ruling = REFEREE.play(state, words, dice)
    direction = DIRECTIONS.get(words.rpartition(" ")[2], "N")
    walled = wall(border(state.drawn.params.grid, state.player.cell, direction)) in state.drawn.facts
    if ruling.heard and ruling.heard[0].key == "missed" and walled:
        return ruling._replace(heard=(Announcement("buried"), *ruling.heard[1:]))
    return ruling


def telling_which_portal(state: State, words: str, dice: Dice) -> Ruling[State]:
    """A referee that names the portal in place of the player."""
    ruling = REFEREE.play(state, words, dice)
    if [announcement.key for announcement in ruling.heard[:1]] == ["portal"]:
        through = [note for note in ruling.notes if note.key == "through"]
        kind = state.drawn.kinds[dict(through[0].args)["cell"]] if through else "F"
        return ruling._replace(heard=(heard("portal", player=kind), *ruling.heard[1:]))
    return ruling


def offering_open_ways_only(state: State) -> tuple[str, ...]:
    """A referee that leaves out the steps that a wall bars."""
    grid, cell = state.drawn.params.grid, state.player.cell
    barred = {COMPASS[d] for d in "NESW" if wall(border(grid, cell, d)) in state.drawn.facts}
    return tuple(way for way in REFEREE.ways(state) if way not in barred)


@pytest.mark.parametrize(
    ("judge", "place"),
    [
        (Judge(play=telling_of_outer_walls), 5),
        (Judge(play=telling_how_far_the_treasure_is), 0),
        (Judge(play=telling_what_the_bullet_hit), 0),
        (Judge(play=telling_which_portal), 0),
        (Judge(ways=offering_open_ways_only), 0),
    ],
    ids=["outer walls", "distance", "bullet", "portal", "ways"],
)
def test_a_referee_that_tells_too_much_is_caught(judge: Judge, place: int) -> None:
    assert any(pair(judge, seed, place=place).difference for seed in range(60))


# Equal situations, equal words


def heard_on_entering(kind: str, partner: str) -> tuple[Announcement, ...]:
    """The announcements after a step north onto a tile of that kind; all tiles around it are of another kind."""
    grid = Square(3, 3)
    facts = {has(cell, partner) for cell in grid.cells() if cell not in ("b1", "b2")} | {has("b2", kind)}
    map_ = Map(GAMES["treasures"], Params(grid=grid), frozenset(facts | {has("b1", "safe")}))
    opening = REFEREE.begin(map_, ("Ann",), {}, dice_of(""))
    return REFEREE.play(opening.state, "north", dice_of("")).heard


def test_all_portals_sound_alike() -> None:
    """TL-71, TL-72 to TL-74: this holds for the fake one too."""
    told = {heard_on_entering(kind, LEADS_TO.get(kind, "marsh")) for kind in ("fake", *LEADS_TO)}
    assert [[announcement.key for announcement in said] for said in told] == [["portal", "turn"]]


def test_a_river_sounds_alike_whichever_way_it_flows() -> None:
    """TL-67."""
    told = {heard_on_entering("flows " + d, "flows " + d) for d in "NEW"}
    assert [[announcement.key for announcement in said] for said in told] == [["river", "turn"]]


# Public sheets

public_sheets = pytest.mark.parametrize(
    ("game", "kind"), [(name, kind) for name, game in GAMES.items() for kind in paper_of(game).public]
)


@public_sheets
@pytest.mark.parametrize(
    ("paper", "every"),
    [(A4, False), *(pytest.param(paper, True, marks=pytest.mark.long) for paper in (A4, LETTER))],
    ids=["few", "a4", "letter"],
)
def test_maps_with_the_same_settings_have_the_same_public_files(
    game: str, kind: str, paper: PaperSize, every: bool
) -> None:
    """Whatever the seed and whatever is drawn, they are the same on that paper in every language.

    In one language the bytes are compared, too.
    """
    one, other = (replace(made(game, seed), title="The cellar") for seed in ("one", "other"))
    nothing = replace(one, facts=frozenset())
    assert one.facts != other.facts
    assert one.public == other.public == nothing.public
    editions = [Edition(paper, language) for language in languages(game)][0 if every else -1 :]
    of_one, of_other, of_nothing = (
        {edition: paper_of(GAMES[game]).public[kind](map_.public, edition) for edition in editions}
        for map_ in (one, other, nothing)
    )
    assert of_one == of_other == of_nothing
    files = (islice(written(sheets[editions[-1]]), None if every else 1) for sheets in (of_one, of_other))
    assert [*next(files)] == [*next(files)]


@cache
def made(game: str, seed: str) -> Map[Any]:
    return maps.generate(game, seed)


def written(sheets: tuple[Page, ...]) -> Iterator[bytes]:
    yield pdf.write(sheets, "The cellar")
    yield from (svg.write(sheet, "The cellar") for sheet in sheets)


@public_sheets
def test_public_sheets_are_made_from_what_is_public(game: str, kind: str) -> None:
    """Their functions take public facts, a paper size and a language; mypy makes sure that nobody hands them a map."""
    takes = inspect.signature(paper_of(GAMES[game]).public[kind]).parameters.values()
    assert [parameter.annotation for parameter in takes] == ["Public", "Edition"]


def test_public_facts_are_a_title_settings_and_the_game() -> None:
    """Fields beside board and settings serve the claims about one drawing; in public facts they are empty."""
    assert Public._fields == ("title", "params", "game")
    for name, game in GAMES.items():
        told, empty = maps.generate(name, "one").public, game.design.params()
        assert told.game is game, "nothing of the map is in it"
        public = told.params
        others = {field.name for field in fields(game.design.params) if "setting" not in field.metadata} - {"grid"}
        assert {other: getattr(public, other) for other in others} == {other: getattr(empty, other) for other in others}
        assert not any(any(getattr(empty, other)) for other in others)


@pytest.mark.parametrize("hidden", ["yes", "no"])
def test_numbers_that_stay_secret_are_in_no_name_of_a_file(hidden: str) -> None:
    """MP-39.a: a name has a checksum of the settings, and whoever tries a few numbers would find the right ones."""
    given = {"rules": "G2-S1-F1-V1-T3-A2-H34-W5-O1", "hide_counts": hidden}
    game = GAMES["labyrinth"]
    numbers = ({"exits": 1, "treasures": 1, "false_treasures": 2}, {"exits": 3, "treasures": 2, "false_treasures": 0})
    one, other = (maps.params(game, "default", None, {**given, **number}) for number in numbers)
    names = {public_stem(game, Map(game, params, frozenset()).public) for params in (one, other)}
    assert len(names) == (1 if hidden == "yes" else 2)


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_the_map_file_stands_on_secret_pages_alone(game: str) -> None:
    """Such a name may tell what no player should know."""
    press, map_, paper = press_of({})._replace(source="Below-the-Mill.toml"), made(game, "one"), paper_of(GAMES[game])
    for kind in ("gm", *paper.public):
        pages = press.pages(map_, kind)
        texts = [mark.text for page in pages for mark in page.marks if isinstance(mark, Text)]
        assert any("Below-the-Mill.toml" in text for text in texts) is (kind in paper.all_secret), kind
        assert {page.secret for page in pages} == {kind in paper.all_secret}


# Players' files, as the commands write them

WITH_SECRETS = tuple(name for name, game in GAMES.items() if paper_of(game).all_secret and paper_of(game).public)
CANARY = "canary93f1"
"""It stands in all that only the game master sees: the file's name, its folder, its comments, and the seed."""
PLAYERS_FILES = (
    *("print {} --format pdf", "print {} --format svg --outlines", "print {} --format svg", "print {} --pack 3"),
    *("print {} --lang ru --paper letter --ink black", "print {} --nup 2 --big", "print {} --theme old-blue"),
    "print {} --format png --dpi 36",
)
OTHER_PACKS = {"quoridor": "print {} --pack 2", "minoqaur": "print {} --sheets card,log --format pdf"}
"""A position has its number of players; and the maze of Minoqaur, which its pack holds, is no secret."""


def players_files(drawn: Map[Any], words: str, folder: Path) -> dict[str, bytes]:
    """The players' files that a command writes of a map, by their names."""
    secret = folder / CANARY / f"{CANARY}.toml"
    secret.parent.mkdir(parents=True)
    secret.write_text(f"# {CANARY}\n{writer.show(drawn)}", encoding="utf-8")
    said = CliRunner().invoke(main.app, [*words.format(secret).split(), "-o", str(folder / "made")])
    assert said.exit_code == 0, said.output
    stem = public_stem(drawn.game, drawn.public)
    ours = [path for path in (folder / "made").iterdir() if path.name.startswith(stem) or "-players." in path.name]
    return {path.name: path.read_bytes() for path in ours}


def plain(data: bytes) -> bytes:
    """A file with all that is compressed in it unpacked, as far as somebody who looks for a word would."""
    found = [data]
    for part in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        with suppress(zlib.error):
            found.append(zlib.decompressobj().decompress(part))
    return b"\n".join(found)


@pytest.mark.parametrize(
    ("game", "numbers"),
    [
        *((game, (n, n + 3)) for n, game in enumerate(("treasures", "labyrinth", "dungeon"))),
        *(pytest.param(game, range(-(-500 // len(WITH_SECRETS))), marks=pytest.mark.long) for game in WITH_SECRETS),
    ],
    ids=str,
)
def test_players_files_of_maps_with_other_secrets_are_the_same(
    game: str, numbers: Sequence[int], tmp_path: Path
) -> None:
    """Names, sizes, metadata and bytes of what players get of two maps that differ in all that is secret."""
    for number in numbers:
        one, other = (replace(game_map, title="The cellar") for game_map in twin_maps(game, number))
        words = PLAYERS_FILES[number % len(PLAYERS_FILES)]
        if "--pack" in words and game in OTHER_PACKS:
            words = OTHER_PACKS[game]
        of_one, of_other = (
            players_files(map_, words, tmp_path / f"{number}-{which}") for which, map_ in enumerate((one, other))
        )
        assert of_one
        assert of_one == of_other, words
        for name, data in of_one.items():
            assert CANARY not in name
            assert CANARY.encode() not in plain(data).lower(), (words, name)
        for which in (0, 1):
            rmtree(tmp_path / f"{number}-{which}")


def test_a_canary_of_the_game_master_is_found_where_it_stands(tmp_path: Path) -> None:
    """Else its absence would prove nothing."""
    drawn = replace(twin_maps("treasures", 0)[0], title=f"The {CANARY}")
    found = players_files(drawn, "print {} --format pdf", tmp_path)
    assert any(CANARY in name for name in found)
    assert all(CANARY.encode() in plain(data).lower() for data in found.values())
