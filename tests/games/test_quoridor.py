"""Positions of Quoridor on file: read, checked, made, repaired and completed."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from importlib import import_module
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapkit.games import maps
from mapkit.games.quoridor.design import (
    PAWNS,
    MoveList,
    Params,
    Walls,
    half_turned_wall,
    marks,
    moves_on_file,
    position_of,
    steps,
    walls_left_problem,
)
from mapkit.games.quoridor.position import (
    PASS,
    SIZES,
    Move,
    Position,
    after,
    board,
    distance,
    moves,
    opening,
    winner,
    with_wall,
)
from mapkit.games.quoridor.rules import equally_far_apart
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.chance import Chance
from mapkit.model.game import assemble
from mapkit.model.grid import Square
from mapkit.model.listing import ListedFact, Listing, UnreadWord
from mapkit.model.map import Map
from mapkit.model.rule import Amount, Length, NoSuchMap, SolverGaveUp, has
from mapkit.model.settings import BadSetting, read_size
from mapkit.solve import legality, repairs
from tests.drawings import drawn


def params(size: int = 5, players: int = 2) -> Params:
    return Params(Square(size, size), players)


def meant(listing: Listing, words: tuple[str, ...], p: Params) -> set[Any]:
    """The facts that the words mean; all the words can be read."""
    found = list(listing.read(words, p))
    assert all(isinstance(item, ListedFact) for item in found), found
    return {item.fact for item in found if isinstance(item, ListedFact)}


def at(map_: Map[Any]) -> Position:
    return position_of(map_.fitted_params, map_.facts)


def unreadable(text: str, game: str = "quoridor") -> list[str]:
    with pytest.raises(UnreadableMap) as told:
        drawn(text, game)
    return str(told.value).splitlines()


# Listings: a listing that is shown is read again


@st.composite
def some_walls(draw: st.DrawFn) -> tuple[Params, frozenset[Any]]:
    """Any walls, legal or not, with or without owners."""
    p = params(draw(st.sampled_from(SIZES)), draw(st.sampled_from([2, 4])))
    ways = st.sampled_from([*marks(p.players, "h"), *marks(p.players, "v")])
    known = st.builds(has, st.sampled_from(p.grid.cells()), ways)
    return p, draw(st.frozensets(known, max_size=30))


@given(some_walls())
def test_walls_that_are_shown_are_read_again(known: tuple[Params, frozenset[Any]]) -> None:
    """QC-17, QC-18."""
    p, facts = known
    words, mine = Walls().show(facts | {has("c1", "pawn 1"), has("e3", "move 1 h")})
    assert mine == facts
    assert meant(Walls(), words, p) == facts


@given(st.data(), st.sampled_from(SIZES), st.sampled_from([2, 4]))
def test_pawns_that_are_shown_are_read_again(data: st.DataObject, size: int, players: int) -> None:
    """QC-X5: in the order of turns."""
    p = params(size, players)
    cells = data.draw(st.lists(st.sampled_from(p.grid.cells()), max_size=players, unique=True))
    facts = meant(PAWNS, tuple(cells), p)
    assert PAWNS.show(frozenset(facts)) == (tuple(cells), frozenset(facts))


def random_line(size: int, players: int, walls_each: int, seed: str, most: int) -> tuple[Move, ...]:
    chance, position, line = Chance(seed), opening(size, players, walls_each), list[Move]()
    while winner(position) is None and len(line) < most:
        known = sorted(moves(position))
        pawn = [move for move in known if move[-1] not in "hv"]
        line.append(chance.choice(pawn if pawn and chance.below(2) else known))
        position = after(position, line[-1])
    return tuple(line)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([5, 7, 11]), st.sampled_from([2, 4]), st.integers(1, 60))
def test_moves_that_are_shown_are_read_again(seed: int, size: int, players: int, most: int) -> None:
    """QC-X5, in numbered lines too."""
    p = params(size, players)
    line = random_line(size, players, p.supply, str(seed), most)
    facts = meant(MoveList(), line, p)
    assert MoveList().show(frozenset(facts)) == (line, frozenset(facts))
    rounds = [line[i : i + players] for i in range(0, len(line), players)]
    numbered = " ".join(f"{n}. {' '.join(each)}" for n, each in enumerate(rounds, 1))
    assert meant(MoveList(), tuple(numbered.split()), p) == facts
    assert moves_on_file(frozenset(facts)) == line
    assert position_of(p, frozenset(facts))[:2] == reduce(after, line, opening(size, players, p.supply))[:2]


@pytest.mark.parametrize(
    "told", ["1. e2 1... e8 2. e3", "1.e2 1...e8 2.e3", "1. e2 1. ... e8 2. e3", "1. E2 E8 2. e3", "e2 … e8 e3"]
)
def test_numbers_and_dots_are_those_of_the_published_notation(told: str) -> None:
    """QC-X5: `1...` and `1. ...` stand before the second player's move. Capitals do not matter."""
    game = drawn(f"size=9 moves={told.replace(' ', ',')}", "quoridor")
    assert moves_on_file(game.facts) == ("e2", "e8", "e3")


def test_capitals_do_not_matter_in_a_position() -> None:
    """QC-X5: as in a game."""
    told = drawn("size=9 pawns=E2,E8 walls=C3H:s,d5V", "quoridor")
    assert told == drawn("size=9 pawns=e2,e8 walls=c3h:S,d5v", "quoridor")


@pytest.mark.parametrize("games", [range(2), pytest.param(range(2, 8), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize(("size", "players"), [(5, 2), (9, 2), (5, 4), (13, 4)])
def test_a_game_and_its_position_say_the_same(size: int, players: int, games: range) -> None:
    """QC-X5: the moves on file say the same as the pawns, walls, owners, numbers and turn that they lead to."""
    for number in games:
        line = random_line(size, players, params(size, players).supply, f"same {number}", 12)
        game = drawn(f"size={size} players={players} moves={','.join(line)}", "quoridor")
        now = at(game)
        assert now == reduce(after, line, opening(size, players, params(size, players).supply))
        walls = ",".join(Walls().show(game.facts)[0])
        pawns = ",".join(board(size).names[pawn] for pawn in now.pawns)
        turn = now.board.seats[now.turn]
        told = f"size={size} players={players} pawns={pawns} walls={walls} turn={turn}"
        assert at(drawn(told, "quoridor")) == now
        assert legality.check(game) == legality.check(drawn(told, "quoridor")) == ()
        assert maps.read(writer.show(game).encode(), "game.toml").map == game


def test_a_game_with_a_pass_is_shown_and_read_again() -> None:
    """QC-X4.a: `pass` is a move among the others."""
    line = next(line for n in range(2000) if PASS in (line := random_line(5, 4, 9, f"pass {n}", 80)))
    game = drawn(f"size=5 players=4 walls_each=9 moves={','.join(line)}", "quoridor")
    assert moves_on_file(game.facts) == line
    assert maps.read(writer.show(game).encode(), "game.toml").map == game
    too_soon = ",".join((*line[: line.index(PASS) - 1], PASS))
    assert (
        "only a player who has no other move passes (QC-X4)"
        in unreadable(f"size=5 players=4 walls_each=9 moves={too_soon}")[0]
    )


def test_walls_are_listed_by_columns_and_then_by_rows() -> None:
    shown = Walls().show(frozenset({has("b10", "h"), has("b9", "v S"), has("a11", "h"), has("b9", "h")}))[0]
    assert shown == ("a11h", "b9h", "b9v:S", "b10h")


# What cannot be read


def test_all_puzzles_of_a_list_are_told_at_once() -> None:
    said = list(Walls().read(("c3h", "c3", "j9v", "c3h", "a1h:E"), params()))
    assert [line.number for line in said if isinstance(line, UnreadWord)] == [1, 2, 4]


# The board


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_squares_and_the_edges_between_them(size: int) -> None:
    """QC-1: each edge can be crossed both ways, and the outer border of the board cannot be crossed."""
    crossed = {frozenset((way.source, way.target)) for way in steps(Square(size, size), 2)}
    assert len(crossed) == 2 * size * (size - 1)
    assert {cell for pair in crossed for cell in pair} == set(Square(size, size).cells())


@pytest.mark.parametrize(
    ("size", "words"), [("9x7", "width and height of a board are equal (QC-2)"), ("8x8", "squares a side")]
)
def test_a_board_of_another_shape_is_refused(size: str, words: str) -> None:
    """QC-2, QC-3."""
    with pytest.raises(BadSetting, match=re.escape(words)):
        maps.generate("quoridor", "s", size=read_size(size))


def test_a_board_has_nine_squares_a_side_unless_told_otherwise() -> None:
    """QC-4."""
    assert maps.preset("quoridor", "default").grid == Square(9, 9) == Params().grid
    assert "size = 9\n" in maps.new("quoridor")


# The number of walls (QC-13, QC-14)


@pytest.mark.parametrize(
    ("players", "table"), [(2, (3, 6, 10, 15, 21, 28, 36)), (4, (1, 3, 5, 7, 10, 14, 18))], ids=["two", "four"]
)
def test_the_number_of_walls_depends_on_the_size(players: int, table: tuple[int, ...]) -> None:
    """QC-14.a."""
    assert tuple(params(size, players).supply for size in SIZES) == table
    assert at(drawn(f"size=9 players={players} moves=e2", "quoridor")).stock == (table[2],) * players


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ("walls=a1h:S,c1h:S,a2h:N", (1, 2)),
        ("walls=a1h,c1h,a2h", (1, 2)),
        ("walls=a1h,c1h:N,a2h", (2, 1)),
        ("walls=a1h,c1h,a2h walls_left=3,0", (3, 0)),
        ("walls=a1h,c1h,a2h,c2h,a3h,c3h,a4h,c4h", (0, 0)),
        ("", (3, 3)),
    ],
)
def test_walls_without_an_owner_are_taken_as_placed_in_turn(told: str, left: tuple[int, ...]) -> None:
    """QC-X5.a."""
    assert at(drawn(f"size=5 pawns=c1,c5 {told}", "quoridor")).stock == left


def test_what_nobody_has_asked_for_is_any_number_and_bounds_may_just_be_reached() -> None:
    """QC-6, QC-9, QC-13, QC-15, QC-22, QC-35: no walls, no way home; the most moves and words, the whole supply."""
    p, conflicts = params(), GAMES["quoridor"].design.conflicts
    assert p.standing == p.shortest == Amount(0, None)
    assert [*conflicts(replace(p, win_in=4, walls_left=(p.supply, 0)))] == []
    assert [conflict.setting for conflict in conflicts(replace(p, win_in=5))] == ["win_in"]
    assert [conflict.setting for conflict in conflicts(replace(p, walls_left=(p.supply + 1, 0)))] == ["walls_left"]
    there = {"d4h": "a1h", "d1v": "a4v", "a4h": "d1h", "e4h": "", "d5v": ""}
    assert {wall: half_turned_wall(p.grid, wall) for wall in there} == there
    assert [[each.number for each in MoveList().read(["?"] * most, p)] for most in (2000, 2001)] == [[0], [2000]]
    assert [each.number for each in MoveList().read(["c2", "c4"], p)] == [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("left", "walls", "would"),
    [
        ((2, 3), ["a1h S"], ""),
        ((3, 2), ["a1h S"], "2 3"),
        ((0, 0), ["a1h", "c1h", "a2h", "c2h", "a3h", "c3h"], ""),
        ((1, 0), ["a1h", "c1h", "a2h", "c2h", "a3h", "c3h"], "0 0"),
    ],
)
def test_walls_left_fit_those_that_stand(left: tuple[int, int], walls: list[str], would: str) -> None:
    """QC-X6: each player's supply may just be used up; all walls may stand."""
    facts = frozenset(has(wall[:2], wall[2:]) for wall in walls)
    told = walls_left_problem(replace(params(), walls_left=left), facts)
    assert re.findall('say "(.+?)"', told) == [would][: bool(would)]


# Generating


def position_like(preset: str = "default", seed: str = "s", size: int = 9, **given: object) -> Map[Any]:
    return maps.generate("quoridor", seed, preset=preset, size=Square(size, size), given=given)


def free(size: int, **given: object) -> dict[str, Any]:
    return {"size": size, "standing": "any", "apart": "any", "shortest": "any", **given}


def turned(map_: Map[Any]) -> set[tuple[str, str]]:
    """All facts after half a turn of the board, with the players exchanged."""
    p = map_.fitted_params
    names = dict(zip("SNWE", "NSEW", strict=True))
    found = set()
    for fact in map_.facts:
        x, y = map_.params.grid.centre(str(fact.place))
        last = p.grid.columns - (1 if fact.mark.startswith("pawn") else 2)
        cell = p.grid.name(last - int(x), last - int(y))
        word, _, owner = fact.mark.partition(" ")
        if word == "pawn":
            seat = p.seats[int(owner) - 1]
            owner = str(p.seats.index(names[seat]) + 1)
        else:
            owner = names.get(owner, "")
        found.add((cell, f"{word} {owner}".rstrip()))
    return found


SETTINGS: list[dict[str, object]] = [
    {},
    {"standing": 0},
    {"standing": 3, "pawns_at": "start"},
    {"apart": 0},
    {"apart": 2},
    {"shortest": "3-"},
    {"shortest": "4-6", "apart": 1},
    {"symmetric": "yes"},
    {"symmetric": "yes", "pawns_at": "start", "standing": 4},
    {"pockets": "no"},
    {"pockets": "no", "standing": 6, "walls_each": 5},
    {"walls_left": "1 2"},
    {"turn": "N"},
    {"order": "NS"},
]
FOR_FOUR: list[dict[str, object]] = [
    {},
    {"standing": 3},
    {"apart": 0, "pawns_at": "start"},
    {"symmetric": "yes"},
    {"pockets": "no"},
    {"walls_left": "0 1 1 0"},
    {"turn": "E", "order": "NESW"},
]


def each_setting() -> Iterator[Any]:
    """Each setting on boards of one size, in turn; on the other sizes it takes longer."""
    every = [(players, asked) for players, known in ((2, SETTINGS), (4, FOR_FOUR)) for asked in known]
    for (n, (players, asked)), size in product(enumerate(every), (5, 7, 9)):
        name = f"{size} {players} {' '.join(f'{k}={v}' for k, v in asked.items())}"
        yield pytest.param(size, players, asked, id=name, marks=[pytest.mark.long] * (size != (5, 7, 9)[n % 3]))


@pytest.mark.parametrize("seeds", ["a", pytest.param("bc", marks=pytest.mark.long)])
@pytest.mark.parametrize(("size", "players", "asked"), [*each_setting()])
def test_generated_positions_keep_what_was_asked_for(
    size: int, players: int, asked: dict[str, object], seeds: str
) -> None:
    for seed in seeds:
        made = position_like(seed=seed, **free(size, players=players, **asked))
        assert legality.check(made) == ()
        as_asked(made, at(made), asked)


def as_asked(made: Map[Any], now: Position, asked: dict[str, object]) -> None:
    """Whether a position has what was asked for, measured with the fast rules."""
    far = [distance(now, player) for player in range(len(now.pawns))]
    walls = [fact for fact in made.facts if fact.mark[0] in "hv"]
    assert winner(now) is None or far.count(0) == 1
    if "standing" in asked:
        assert len(walls) == asked["standing"]
    if "pawns_at" in asked:
        assert now.pawns == tuple(now.board.start(seat) for seat in now.board.seats)
    if "apart" in asked:
        assert {abs((each or 0) - (far[0] or 0)) for each in far[1:]} == {asked["apart"]}
    if "shortest" in asked:
        low, _, high = str(asked["shortest"]).partition("-")
        assert all(int(low) <= (each or 0) <= int(high or 99) for each in far)
    if "symmetric" in asked:
        assert turned(made) == {(str(fact.place), fact.mark) for fact in made.facts}
    if "pockets" in asked:
        # Every square can be reached from every other square
        on, seen, before = now.board, now.pawns[0], 0
        while seen != before:
            before = seen
            seen |= (seen & now.north) << on.width | seen >> on.width & now.north
            seen |= (seen & now.east) << 1 | seen >> 1 & now.east
        assert seen == on.squares
    if "walls_left" in asked:
        assert " ".join(map(str, now.stock)) == asked["walls_left"]
        assert len(walls) == made.params.supply * len(now.pawns) - sum(now.stock)
    if "turn" in asked:
        assert now.board.seats[now.turn] == asked["turn"]
    if "order" in asked:
        assert now.board.seats == asked["order"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("preset", ["default", "opening"])
def test_the_presets_of_positions_give_legal_positions_of_every_size(preset: str, size: int) -> None:
    made = [position_like(preset, seed, size) for seed in ("a", "b")]
    assert all(legality.check(thing) == () for thing in made)
    assert all(maps.read(writer.show(thing).encode(), "made.toml").map == thing for thing in made)
    assert preset == "opening" or made[0].facts != made[1].facts


def test_the_opening_is_that_of_the_rules() -> None:
    assert at(position_like("opening")) == opening(9, 2, 10)


def test_a_puzzle_is_found_among_random_positions() -> None:
    """QC-35: one position in 60 is a puzzle. This seed finds one at the 50th position."""
    made = position_like("puzzle", "183")
    assert (made.params.win_in, legality.check(made)) == (3, ())


@pytest.mark.long
def test_of_forty_seeds_all_but_two_give_a_puzzle_within_ten_seconds() -> None:
    slow = []
    for number in range(40):
        begun = time.process_time()
        position_like("puzzle", f"many {number}")
        slow += [number] if time.process_time() - begun > 10 else []
    assert len(slow) <= 2


def test_why_no_puzzle_was_found_says_which_are_likelier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("mapkit.games.quoridor.draft"), "PUZZLES", 1)
    words = "no puzzle won in 2 was found among 1 random position; puzzles won in 3 are far likelier"
    with pytest.raises(SolverGaveUp, match=words):
        position_like("puzzle", win_in=2)


def test_more_walls_than_there_are_is_impossible_and_names_the_rules() -> None:
    with pytest.raises(NoSuchMap) as told:
        position_like(**free(5, standing=7))
    assert {"QC-X6", "QC-15"} <= {rule.number for conflict in told.value.conflicts for rule in conflict}


# Repair and completion


def test_a_repair_of_one_edit_is_proven_even_if_the_solver_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: object) -> Any:
        raise SolverGaveUp("no map was found in time")

    monkeypatch.setattr(repairs, "_nearest", gives_up)
    repaired = repairs.repair(drawn("size=5 pawns=c1,c5 walls=b2h,b2v", "quoridor"))
    assert (len(repaired.edits), repaired.proven) == (1, True)


def test_repair_measures_no_position_that_breaks_another_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """It once looked for a win in each of about a hundred positions that the rules forbid anyway."""
    asked, measured = list[Map[Any]](), legality.measured_faults

    def counted(map_: Map[Any], rules: Any) -> Any:
        asked.append(map_)
        return measured(map_, rules)

    drawn_ = drawn("size=5 pawns=c2,c5 walls=a1h apart=0 win_in=2", "quoridor")
    found = legality.check(drawn_)
    assert {fault.rule.number for fault in found} >= {"QC-22"}
    monkeypatch.setattr(legality, "measured_faults", counted)
    repairs._one_away(drawn_, found)
    assert [legality.claimed_faults(map_) for map_ in asked] == [()] * len(asked)


def test_repair_names_the_lists_that_it_never_changes() -> None:
    """The starts of a group are its own, and a game on file was legal move by move."""
    assert repairs.listings(drawn("size=5 moves=c2,c4,a1h standing=1 pockets=yes", "quoridor")) == ("moves",)
    starts = drawn("players=2\nstarts=a1\n+---+---+\n| T   .\n+   +   +\n| .   . |\n+---+---+\n", "labyrinth")
    assert repairs.listings(starts) == ("starts",)


# Witnesses: the same rule written twice


@settings(max_examples=20 if settings().max_examples < 500 else settings().max_examples)
@given(some_walls(), st.integers(0, 10**6))
def test_the_checker_passes_exactly_the_walls_that_can_be_placed(
    known: tuple[Params, frozenset[Any]], seed: int
) -> None:
    """QC-16, QC-19, QC-20, QC-22: the checker passes a set of walls if each can be placed after the others."""
    p, facts = known
    chance = Chance(str(seed))
    few = chance.shuffled(sorted(facts, key=str))[: chance.between(1, 5)]
    words = [f"{fact.place}{fact.mark[0]}" for fact in few]
    start = opening(p.grid.columns, p.players, 99)
    legal, now = True, start
    for word in words:
        legal = legal and word in moves(now._replace(turn=0))
        if legal:
            now = with_wall(now, word)
    pawns = ",".join(start.board.names[bit] for bit in start.pawns)
    text = (
        f"size={p.grid.columns} players={p.players} walls_each=99 pawns={pawns} walls={','.join(dict.fromkeys(words))}"
    )
    if len(set(words)) == len(words):
        assert (legality.check(drawn(text, "quoridor")) == ()) == legal


@pytest.mark.parametrize(
    ("walls", "found", "kept"),
    [
        ("b2h,b2h", ["b2: Found 1: b2h once more."], ["b2h"]),
        ("b2h:S,B2H:s,b2h:S", ["b2: Found 1: b2h:S once more."], ["b2h:S"]),
        ("b2v:S,b2v:N", ["b2: Found 2: b2v:S, b2v:N."], ["b2v:N"]),
    ],
)
def test_a_wall_that_is_listed_twice_is_a_fault_and_repair_removes_it(
    walls: str, found: list[str], kept: list[str]
) -> None:
    """QC-19: the fault names the wall as the file does."""
    board = drawn(f"size=5 pawns=c1,c5 walls={walls}", "quoridor")
    again = maps.read(writer.show(board).encode(), "again").map
    assert again.facts == board.facts
    said = [f"{fault.place}: {fault.found}" for fault in legality.check(board) if fault.rule.number == "QC-19"]
    assert [*dict.fromkeys(said)] == found
    repaired = repairs.repair(board)
    assert repaired.proven
    words = writer.show(repaired.map).partition('walls = "')[2].partition('"')[0].split()
    assert len(words) == 1
    assert words == kept or len(found[0].split(",")) == 2
    assert all(edit.words.startswith("take b2") for edit in repaired.edits)


@pytest.mark.parametrize(
    ("ways", "apart", "wanted"),
    [((3, 3), 2, [3, 5]), ((3, 4), 2, [3, 5]), ((3, 2), 2, [3, 1]), ((2, 1), 3, [2, 5]), ((4, 4), 0, [4, 4])],
)
def test_ways_that_are_to_differ_are_lengthened_and_shortened_the_nearer_way(
    ways: tuple[int, int], apart: int, wanted: list[int]
) -> None:
    """QC-22: a way that is as long as the first player's becomes longer, and no way becomes shorter than nothing."""
    params = assemble(GAMES["quoridor"], {}, Square(5, 5), {"apart": apart, "pawns_at": "any"}).params
    claims = [claim for _, claim in equally_far_apart(replace(params, ways=ways))]
    assert [claim.steps.low for claim in claims if isinstance(claim, Length)] == wanted
