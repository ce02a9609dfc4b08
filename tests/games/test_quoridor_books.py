"""Books of Quoridor puzzles, and the sheets of its played games."""

import pickle
import re
from dataclasses import replace
from io import BytesIO
from itertools import chain
from pathlib import Path as File

import pytest
from pypdf import PdfReader

from mapkit.games.quoridor import GAME, diagrams
from mapkit.games.quoridor.design import Params, pawn, wall_fact
from mapkit.games.quoridor.diagrams import book_sheets, played_sheets, secret_play
from mapkit.games.quoridor.position import opening
from mapkit.games.quoridor.referee import REFEREE, present
from mapkit.language.phrases import phrases
from mapkit.mapfile.writer import show as show_map
from mapkit.model.chance import Chance
from mapkit.model.grid import Square
from mapkit.model.map import Map
from mapkit.model.replay import MasterRuling, Placement, ReplayStep, Start, Track
from mapkit.paper import pdf
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.sheet import Box, Ink, Page, extent, show
from mapkit.table import match
from mapkit.table.tracks import track_of
from tests.command import outcome, output, refusal
from tests.games.test_quoridor_sheets import game, puzzle, spaces
from tests.paper.test_sheet import HOSTILE, ON_A4, ON_LETTER, assert_golden, both_papers, faults, in_turn
from tests.paper.test_sheet import output as printed
from tests.sheet_measures import inked, prose, words

STAR = 'mapkit = 1\ngame = "quoridor"\ntitle = "{title}"\nsize = 5\npawns = "a3 b3"\nwalls = "a4v:S b1v:S b3v:N"\n'
MAZE = """mapkit = 1
game = "treasures"
preset = "any-size"
map = '''
+---+---+
| .   . |
+   +   +
| .   . |
+---+---+
'''
"""
PUZZLE = STAR + "[settings]\nwin_in = 2\n"


def titled(*titles: str) -> list[Map[Params]]:
    return [replace(puzzle(), title=title) for title in titles]


def sized(size: int) -> Map[Params]:
    """A position of that size that is called a puzzle and is none."""
    drawn = game(size, 2, 24)
    params = replace(drawn.params, win_in=2, turn="S")
    return replace(drawn, params=params, facts=frozenset(f for f in drawn.facts if not f.mark.startswith("move")))


def boards(sheet: Page) -> list[Box]:
    return [extent(path) for path in inked(sheet, Ink.TILE)]


def whole(maps: list[Map[Params]], edition: Edition) -> tuple[Page, ...]:
    return tuple(chain(*book_sheets(maps, edition, False)))


# --- books -------------------------------------------------------------------------------------------------------


@in_turn(
    "size number",
    [(size, number) for n, size in enumerate([5, 7, 9, 13, 15, 17]) for number in ((1, 5), (5, 1))[n % 2]],
)
def test_no_page_of_a_book_has_a_fault(size: int, number: int, edition: Edition) -> None:
    titles = ["", "x" * 100, "Ы" * 60, HOSTILE, "A title of many words " * 5]
    maps = [replace(sized(size), title=title) for title in titles[:number]]
    sheets = whole(maps, edition)
    assert faults(sheets) == []
    assert pdf.write(sheets, "t")
    for sheet in sheets[2:]:
        squares = [spaces(path) for path in inked(sheet, Ink.TILE)]
        assert squares
        assert all(across == down and min(across) >= 4.3 for across, down in squares), "legible at arm's length"
        assert "a1 is in the south-west, row 1 is the south edge" in words((sheet,))
        drawn = boards(sheet)
        assert not any(one.meets(other) for i, one in enumerate(drawn) for other in drawn[:i])


@pytest.mark.parametrize(
    ("size", "number", "asked", "told"),
    [
        (5, 1, [1], [1]),
        (5, 4, [4], [4]),
        (5, 10, [5, 5], [5, 5]),
        (9, 6, [3, 3], [6]),
        (9, 20, [4] * 5, [6, 7, 7]),
        (17, 3, [1, 1, 1], [3]),
    ],
)
def test_a_book_has_few_pages_with_boards_as_large_as_possible(
    size: int, number: int, asked: list[int], told: list[int]
) -> None:
    sheets = whole([sized(size)] * number, ON_A4)
    between = [0] * (number == 20)  # the index
    assert [len(boards(sheet)) for sheet in sheets] == [0, 0, *asked, *between, *told], "after the title and the rules"


def test_the_largest_board_says_how_many_are_on_a_page() -> None:
    first = whole([*titled("a", "b", "c", "d", "e"), sized(9)], ON_A4)[2]
    assert len(boards(first)) == 3, "six puzzles on two pages, of which each could hold four"


@both_papers
@pytest.mark.parametrize(("size", "number"), [(5, 1), (5, 4), (9, 4), (17, 1)])
def test_a_puzzle_is_at_least_as_large_as_its_solution(size: int, number: int, edition: Edition) -> None:
    sheets = whole([sized(size)] * number, edition)
    drawn = [box.width for sheet in sheets for box in boards(sheet)]
    asked, told = drawn[:number], drawn[number:]
    assert len(told) == number
    assert all(puzzle >= solution for puzzle, solution in zip(asked, told, strict=True))


def test_puzzles_are_in_their_order_and_solutions_at_the_back() -> None:
    sheets = whole(titled("Alpha", "", "Gamma", "Delta", "Epsilon", "Zeta", "Eta"), ON_A4)
    cover, rules, front, back = sheets[0], sheets[1], sheets[2:4], sheets[4:]
    assert [sheet.bookmark for sheet in sheets] == ["Quoridor", "Rules", "Puzzles", "", "Solutions"]
    assert [text for text in words(sheets) if re.fullmatch(r"\d / \d", text)] == ["2 / 5", "3 / 5", "4 / 5", "5 / 5"]
    assert words((cover,)) == [
        "Quoridor",
        "7 puzzles",
        "won in 2 moves",
        "Rules",
        "2",
        "Puzzles",
        "3",
        "Solutions",
        "5",
    ]
    assert "Walls are never jumped." in prose((rules,))
    assert [text for text in words(front) if re.fullmatch(r"\d\.", text)] == [f"{i}." for i in range(1, 8)]
    assert [text for text in words(front) if text in ("Alpha", "Gamma", "Eta")] == ["Alpha", "Gamma", "Eta"]
    assert words(front).count("South to move wins in 2 moves") == 7
    assert words(front).count("South: walls left 1") == words(front).count("North: walls left 2") == 7
    assert "Solutions from page 5 on." in prose(front[:1])
    assert [text for text in words(back) if re.fullmatch(r"\d\. a4", text)] == [f"{i}. a4" for i in range(1, 8)]
    assert words(back).count("1. a4 b2 2. a5") == 7


def test_a_puzzle_is_printed_without_its_solution() -> None:
    _, _, front, back = whole(titled("Alpha"), ON_A4)
    assert "a4" not in prose((front,))
    assert not inked(front, Ink.ARROW)
    assert len(inked(back, Ink.ARROW)) == 1, "the first move is marked"


def test_walls_without_an_owner_are_explained_in_a_book() -> None:
    drawn = puzzle()
    facts = frozenset({*(f for f in drawn.facts if not f.mark.startswith("v")), wall_fact("b3v", ""), pawn(1, "a3")})
    shaded = "Shaded walls: nobody knows who placed them."
    book = whole([drawn, replace(drawn, facts=facts)], ON_A4)
    assert [shaded in words((sheet,)) for sheet in book] == [False, False, True, True], "below the boards"
    assert not any(shaded in words((sheet,)) for sheet in whole([drawn], ON_A4))


def test_a_book_has_bookmarks_in_its_pdf() -> None:
    reader = PdfReader(BytesIO(pdf.write(whole(titled("a", "b"), ON_A4), "Quoridor")))
    found = [(each.title, reader.get_destination_page_number(each)) for each in reader.outline]  # type: ignore[union-attr,arg-type]
    assert found == [("Quoridor", 0), ("Rules", 1), ("Puzzles", 2), ("Solutions", 3)]
    assert PdfReader(BytesIO(pdf.write(played(["e2"]), "t"))).outline == []


def test_a_position_that_is_no_puzzle_stands_in_a_book_without_a_task() -> None:
    plain = replace(game(5, 2), title="To play on")
    sheets = whole([*titled("Alpha"), plain], ON_A4)
    assert faults(sheets) == []
    assert [sheet.bookmark for sheet in sheets] == ["Quoridor", "Rules", "Positions", "Solutions"]
    assert {"1 puzzle, 1 position", "won in 2 moves"} <= {*words(sheets[:1])}
    assert {"2.", "To play on", "South to move wins in 2 moves", "South to move"} <= {*words(sheets[2:3])}
    assert "2." not in words(sheets[3:])
    alone = book_sheets([plain], ON_A4, False)
    assert not alone.back
    assert "1 position" in words(alone.pages)
    assert "Set up the board and play on." in words(alone.pages)


def test_solutions_may_stand_in_a_file_of_their_own() -> None:
    pages, back = book_sheets(titled("Alpha", "Beta"), ON_A4, True)
    assert [sheet.bookmark for sheet in (*pages, *back)] == ["Quoridor", "Rules", "Puzzles", "Solutions"]
    assert "Solutions" not in words(pages)
    assert "The solutions are in a file of their own." in prose(pages)
    assert "1 / 1" in words(back)
    assert "3 / 3" in words(pages[-1:])


def test_an_index_lists_puzzles_by_their_moves_with_the_pages_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagrams, "INDEXED", 7)
    drawn = titled("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta")
    longer = replace(drawn[0], params=replace(drawn[0].params, win_in=1))
    sheets = whole([*drawn[1:], longer], ON_A4)
    at = next(i for i, sheet in enumerate(sheets) if sheet.bookmark == "Index of the maps")
    assert sheets[at + 1].bookmark == "Solutions"
    listed = words(sheets[at : at + 1])
    start = listed.index("7. Alpha")
    assert listed[start : start + 8] == ["7. Alpha", "1 move", "4", "6", "1. Beta", "2 moves", "3", "6"]
    assert words(sheets[:1])[-4:-2] == ["Index of the maps", "5"]


def test_a_book_is_printed_in_the_order_given(tmp_path: File) -> None:
    for name in "ab":
        (tmp_path / f"{name}.toml").write_text(PUZZLE.format(title=f"Puzzle {name}"))
    given, book = (tmp_path / "b.toml", tmp_path / "a.toml"), tmp_path / "quoridor-book.pdf"
    code, out, err = outcome("book", *given, "-o", tmp_path)
    assert (code, out) == (0, f"{book}\n")
    assert "game master" not in err
    text = PdfReader(book).pages[2].extract_text()
    assert 0 < text.index("Puzzle b") < text.index("Puzzle a")
    refusal("book", *reversed(given), "-o", tmp_path, code=3)  # nothing is overwritten
    for maps_ in (reversed(given), given):
        output("book", *maps_, "-o", tmp_path, "--force")
    output("book", *given, "-o", tmp_path / "autumn.pdf")
    assert (tmp_path / "autumn.pdf").read_bytes() == book.read_bytes()
    refusal("book", *given, "--format", "svg", "-o", tmp_path / "winter.pdf")
    assert not (tmp_path / "winter.pdf").exists()
    pages = outcome("book", *given, "-o", tmp_path, "--format", "svg")[1].split()
    assert pages == [str(tmp_path / f"quoridor-book-{i}.svg") for i in (1, 2, 3, 4)]
    assert "print the book as pdf" in refusal("book", *given, "-o", "-", "--format", "svg")


def test_everything_that_keeps_maps_from_making_a_book_is_told_at_once(tmp_path: File) -> None:
    (tmp_path / "good.toml").write_text(PUZZLE.format(title="Good"))
    (tmp_path / "plain.toml").write_text(STAR.format(title="Plain"))
    (tmp_path / "wrong.toml").write_text(PUZZLE.format(title="Wrong").replace("b3v:N", "b3v:N b2v:N"))
    (tmp_path / "maze.toml").write_text(MAZE)
    names = ("good.toml", "plain.toml", "missing.toml", "wrong.toml", "maze.toml")
    given = [tmp_path / name for name in names]
    told = refusal("book", *given, "--anyway", "-o", tmp_path, code=3)
    for part in ("missing.toml: cannot be read", "no book was printed"):
        assert part in told, told
    assert "good.toml:" not in told
    told = refusal("book", *given[:2], given[4], "--anyway", "-o", tmp_path)
    assert "a book has maps of one game; these are of quoridor (" in told
    assert "fault[QC-" in refusal("book", given[3], "-o", tmp_path, code=1)
    assert not [*tmp_path.glob("*.pdf")]


# --- played games ------------------------------------------------------------------------------------------------


def track(
    moves: list[str],
    names: tuple[str, ...] = ("Ann", "Bob"),
    *,
    over: bool = False,
    options: dict[str, str] | None = None,
) -> Track:
    """Moves one after the other; what is heard is the move itself."""
    steps = (ReplayStep(i + 1, names[i % len(names)], move, (f"heard {move}",), (), "") for i, move in enumerate(moves))
    told = Track(tuple(Start(name, "") for name in names), tuple(steps))
    return replace(told, over=over, options=options or {})


def begun(size: int = 9, players: int = 2, turn: str = "", title: str = "") -> Map[Params]:
    params = Params(grid=Square(size, size), players=players, turn=turn)
    position = opening(size, players, params.supply)
    pawns = (pawn(n, position.board.names[bit]) for n, bit in enumerate(position.pawns, 1))
    return Map(GAME, params, frozenset(pawns), title)


def played(moves: list[str], options: dict[str, str] | None = None) -> tuple[Page, ...]:
    return played_sheets(begun(), track(moves, options=options), ON_A4)


@in_turn("size players most", [(5, 2, 9), (9, 2, 120), (9, 4, 60), (17, 2, 900), (17, 4, 700)])
def test_a_played_game_is_printed_whole(size: int, players: int, most: int, edition: Edition) -> None:
    # Random moves at the table, half of them walls while there are any left
    names, chance, said = ("Ann", "Bob", "Christiane-Victoria", "W" * 20)[:players], Chance(f"{size}"), list[str]()
    state = REFEREE.begin(begun(size, players), names, {}, lambda _: 1).state
    while REFEREE.mover(state) and len(said) < most:
        ways = REFEREE.ways(state)
        steps = [way for way in ways if way[-1] not in "hv"]
        said.append(chance.choice(steps if steps and chance.below(2) else ways))
        state = REFEREE.play(state, said[-1], lambda _: 1).state
    told = track(said, state.names, over=state.over)
    sheets = played_sheets(begun(size, players), told, edition)
    assert faults(sheets) == []
    moves = [text for text in words(sheets) if re.fullmatch(r"[a-q][0-9]{1,2}[hv]?|pass", text)]
    assert [text for text in moves if text in set(said)] == said
    now = present(state)
    boxes = [(extent(path), path) for path in inked(sheets[0], Ink.SOLID, Ink.DARK_SHAPE, Ink.OUTLINE)]
    walls = [path for box, path in boxes if max(box.width, box.height) > 8 * min(box.width, box.height)]
    assert len(walls) >= sum(fact.mark[0] in "hv" for fact in now.facts)
    for seat, stock in zip(state.position.board.seats, now.params.walls_left, strict=True):
        name = {"S": "South", "W": "West", "N": "North", "E": "East"}[seat]
        assert re.search(rf"{name}, [a-z ]+: on [a-q]\d+, makes for [a-z]+ \S+, walls left: {stock}\b", prose(sheets))


def test_a_played_game_tells_how_it_ended_and_the_seats_of_the_players() -> None:
    said = words(played_sheets(begun(), track(["e2", "e8", "e3"], over=True), ON_A4))
    assert "heard e3" in said
    assert "Ann: South, black: on e3, makes for row 9, walls left: 10" in said
    assert "Bob: North, white: on e8, makes for row 1, walls left: 10" in said
    assert "South to move" not in said
    assert "North to move" in words(played(["e2", "e8", "e3"]))


def test_a_game_that_the_second_player_begins_has_a_gap_before_its_first_move() -> None:
    told = track(["e8", "e2"], ("Bob", "Ann"))
    told = replace(told, starts=(Start("Ann", ""), Start("Bob", "")))
    said = words(played_sheets(begun(turn="N"), told, ON_A4))
    assert said[said.index("…") :][:3] == ["…", "e8", "e2"]
    assert "North to move" in said


def test_the_moves_of_the_file_come_before_those_of_the_table() -> None:
    drawn = game(9, 2, 7)
    sheets = played_sheets(drawn, replace(track([]), entries=(ReplayStep(1, "Bob", "e8", (), (), "e8"),)), ON_A4)
    line = GAME.design.legend(drawn.params).listings[0].show(drawn.facts)[0]
    found = [text for text in words(sheets) if re.fullmatch(r"[a-i][1-9][hv]?", text)]
    assert [text for text in found if text in {*line, "e8"}] == [*line, "e8"]


def test_rulings_of_the_game_master_stand_below_the_score() -> None:
    told = track(["e2", "e8"])
    put = MasterRuling(2, "Ann d4", ("Ann stands elsewhere.",), (Placement("Ann", "d4"),))
    said = words(played_sheets(begun(), replace(told, entries=(*told.entries, put)), ON_A4))
    assert "game master: Ann d4" in said
    assert "Ann: South, black: on d4, makes for row 9, walls left: 10" in said


@both_papers
@pytest.mark.parametrize(("moves", "rulings"), [(1, 1), (0, 3), (30, 60), (178, 9), (180, 2)])
def test_any_number_of_rulings_has_room(moves: int, rulings: int, edition: Edition) -> None:
    steps = track(["e2", "e8", "e1", "e9"] * (moves // 4) + ["e2"] * (moves % 4 > 0)).entries
    ruled = tuple(MasterRuling(0, f"{i} is what was said, at length: {'a word ' * 60}", (), ()) for i in range(rulings))
    told = replace(track([]), entries=(*steps, *ruled))
    sheets = played_sheets(begun(), told, edition)
    assert faults(sheets) == []
    assert all(f"game master: {i} is what was said" in prose(sheets) for i in range(rulings))


@pytest.mark.parametrize("option", ["masked", "invisible"])
def test_a_game_with_hidden_walls_is_secret_while_it_goes_on(option: str) -> None:
    hidden = track(["e2"], options={option: "yes"})
    assert secret_play(hidden)
    assert "SECRET" in words(played_sheets(begun(), hidden, ON_A4))
    for told in (track(["e2"]), track(["e2"], options={option: "no"}), replace(hidden, over=True)):
        assert not secret_play(told)
        assert "SECRET" not in words(played_sheets(begun(), told, ON_A4))


def test_a_game_at_the_table_is_printed_with_the_moves_that_hidden_walls_stopped(tmp_path: File) -> None:
    """QC-36.a: the move is lost, and the score says so."""
    log, drawn = tmp_path / "club.jsonl", begun(title="The club")
    with match.start(drawn, show_map(drawn), ("Ann", "Bob"), {"invisible": "yes"}, "seed", log) as at_table:
        for directive in ("E 2", "e2h", "e3", "Bob: e8", "d2"):
            at_table.say(directive)
        told = track_of(at_table, phrases("quoridor", "en"))
    said = words(played_sheets(drawn, told, ON_A4))
    assert said[said.index("(e3)") - 2 :][:4] == ["e2", "e2h", "(e3)", "e8"]
    assert "(e5): stopped by a wall that was hidden, and the move was lost." in said
    assert "Ann: South, black: on d2, makes for row 9, walls left: 10" in said
    code, out, err = outcome("print", log, "-o", tmp_path)
    assert (code, out) == (0, f"{tmp_path / 'club-played.pdf'}\n")
    assert "for the game master alone: club-played.pdf" in err
    assert "SECRET" in PdfReader(tmp_path / "club-played.pdf").pages[0].extract_text()


def test_a_game_without_hidden_walls_is_no_secret(tmp_path: File) -> None:
    log, drawn = tmp_path / "club.jsonl", begun()
    with match.start(drawn, show_map(drawn), ("Ann", "Bob"), {}, "seed", log) as at_table:
        at_table.say("e2")
    assert "game master" not in output("print", log, "-o", tmp_path)
    assert "is a played game; a book is made of maps" in refusal("book", log, "-o", tmp_path)


# --- when sheets are loaded --------------------------------------------------------------------------------------

LOADED = """
import sys
from mapkit.games.shelf import GAMES
print(sorted({"sheets", "diagrams", "sheet", "drawing", "pdf", "reportlab"} & {n.split(".")[-1] for n in sys.modules}))
"""


def test_games_name_their_sheets_without_loading_them() -> None:
    assert printed(LOADED) == "[]\n"
    named = paper_of(GAME).open["puzzle"]
    assert pickle.loads(pickle.dumps(named)) == named
    assert named(puzzle(), ON_A4)[0].name == "puzzle-1"


def test_a_pdf_is_written_without_what_cuts_letters_out_of_fonts() -> None:
    """It takes as long to load as a sheet to print."""
    program = "import sys; from mapkit.paper import pdf, themes; print('fontTools.subset' in sys.modules)"
    assert printed(program) == "False\n"


# --- as they were ------------------------------------------------------------------------------------------------


def test_a_book_is_as_it_was() -> None:
    assert_golden("quoridor-book.txt", "".join(map(show, whole([*titled("Two moves"), sized(5)], ON_LETTER))))


def test_a_played_game_is_as_it_was() -> None:
    moves = ["e2", "e8", "e3h", "d7v", "f2", "e7"]
    assert_golden("quoridor-played.txt", "".join(map(show, played(moves, options={"masked": "yes"}))))
