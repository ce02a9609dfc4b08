"""Games of Quoridor as people write them come in and go out."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mapkit
from mapkit.formats import shelf
from mapkit.formats.record import ExportOrder, FileToRead
from mapkit.games.quoridor.design import moves_on_file
from mapkit.games.quoridor.lists import flipped
from mapkit.games.quoridor.position import after, board, moves, opening
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from tests.command import run
from tests.formats.test_shelf import SAMPLES


def read(text: str, **words: str) -> Document:
    return shelf.read(text.encode(), "game.txt", "quoridor", words=words)


def listed(text: str, **words: str) -> str:
    return " ".join(moves_on_file(read(text, **words).map.facts))


@pytest.mark.parametrize(
    "text",
    [
        "e2 e8 e3h",
        "1. e2 e8 2. e3h",
        "1.e2 e8 2.e3h",
        "1) e2, e8\n2) e3h",
        "E2,E8,E3H",
        "e2; e8; e3h",
        "e2!? e8?? he3!",
        "1. e2 1... e8 2. he3",
        "1. e2 {a comment, with e7 in it} e8 2. e3h ; and 3. e7",
        '[Event "A club"]\n% more\n# and more\n1. e2 e8 (or 1... d9) 2. e3h $1',
        "e2 e8 e3h 1-0",
        "e2 e8 e3h resigns",
        f"{'9' * 5000}. e2 e8 e3h",
        "e2 e8 e3h\n½-½",
        "Round\tSouth\tNorth\n1\te2\te8\n2\te3h",
        "Move 3\nAnn: wall e3h\nMove 2\nBob to e8\nMove 1\nAnn to e2",
        "\ufeff1. e2 e8\r\n2. e3h\r\n",
        "1. e8 e2 2. e6h",
        "e8 e2 he6 {row 1 on top}",
        "| # | South | North |\n|---|---|---|\n| 1 | e2 | e8 |\n| 2 | e3h | |\n",
        "| e2 | e8 |\n| e3h |",
        "+---+----+----+\n| 1 | e2 | e8 |\n| 2 | e3h|    |\n+---+----+----+",
        "┌───┬─────┬────┐\n│ 1 │ e2  │ e8 │\n│ 2 │ e3h │    │\n└───┴─────┴────┘",
        "e2/e8/e3h",
        "1. e2/e8 2. e3h",
        "1. e2-e8 2. e3h",
        "1.e2e8 2.e3h",
        "e1e2 e9e8 e3h",
        "e1 to e2, e9 to e8, e3h",
        "#1 e2 e8\n#2 e3h",
        "[b]1.[/b] e2 e8 [b]2.[/b] [i]e3h[/i]",
        "**1.** e2 ~~e8~~ **2.** 'e3h'",
        '["e2", "e8", "e3h"]',
        "e2 e8 // and e7\ne3h # not e4",
        "e2 /* or e1h */ e8 e3h",
        "1. e2 {one {in} another} (1. d1 (1. f1 e8) e8) e8 2. e3h [e4 is better]",
        "1. e2 e8= 2. e3 (h)",
        "1. e2 e8 2. e3(h)",
        "1. e2 e8 2. h e3",
        "Ann moves to E2\nBob moves to E8\nAnn places a horizontal wall at E3",
        "1. e2 e8\n2. e3h\n\nI think that black should have gone to e7 there.",
        "Posted by Ann on 3 May 2021, 12:04\n\n1. e2 e8\n2. e3h\n\nGreetings",
    ],
)
def test_a_list_is_understood_whatever_stands_among_its_moves(text: str) -> None:
    """QC-X5, QC-17: the way of a wall may stand before its square, too."""
    assert listed(text) == "e2 e8 e3h"


def test_a_wall_first_is_read_in_a_map_file_too() -> None:
    """QC-X5"""
    text = 'mapkit = 1\ngame = "quoridor"\nsize = 9\nmoves = "e2 e8 he3 vd6"\n'
    assert listed(text) == "e2 e8 e3h d6v"


def test_rows_are_counted_from_the_top_where_that_is_asked_for_or_the_first_move_is_impossible_else() -> None:
    found = read("e8 e2 d1v")
    assert found.remarks == ("row 1 is on top there, so e8 is e2 here",)
    assert listed("e8 e2 d1v") == "e2 e8 d8v"
    assert listed("d1v e2 e8", rows="top") == "d8v e8 e2", "the first player begins at e9 there"
    with pytest.raises(UnreadableMap, match='"e8" is no legal move'):
        read("e8 e2", rows="bottom")
    with pytest.raises(mapkit.BadSetting, match="rows=top or --as rows=bottom"):
        read("e2 e8", rows="left")


def test_the_board_and_the_players_are_those_on_which_the_list_goes_furthest() -> None:
    small, four = read("c2 c4 c3h"), read("1. e2 b5 e8 h5 2. e3 c5 e7 g5")
    assert (str(small.map.params.grid), small.map.params.players) == ("5x5", 2)
    assert small.remarks == ("read on a board of 5x5 for 2 players",)
    assert (str(four.map.params.grid), four.map.params.players) == ("9x9", 4)
    assert str(read("#: size = 11\nf2 f10").map.params.grid) == "11x11"


def test_what_is_no_move_is_told_and_what_looks_like_one_is_a_fault_with_its_place() -> None:
    assert read("Ann e2 Bob e8 1-0").remarks == ('left out, as it is no move: "Ann", "Bob", "1-0"',)
    for text, line, column, told in (
        ("1. e2 e8\n2. e33 e7", 2, 4, '"e33" is no legal move after e8'),
        ("1. e2 e8 2. e3x e7 3. e4 e6", 1, 13, "a wall is a square and h or v"),
        ("1. e2 e8 2. e3 e7 3. e3 e6", 1, 22, "a pawn moves one square"),
        ("1... e2 e8", 1, 6, "has dots before it"),
    ):
        with pytest.raises(UnreadableMap) as refused:
            read(text)
        assert [problem[:2] for problem in refused.value.problems] == [(line, column)], text
        assert told in str(refused.value)
    with pytest.raises(UnreadableMap, match="there is no move in it"):
        shelf.FORMATS["moves"].read(FileToRead(b"Hello", "game.txt"))  # type: ignore[misc]


@pytest.mark.parametrize(
    "text",
    [
        "1. e2 e8 2. h-e3 v-d6",
        "1. e2 e8 2. e3-h d6-v",
        "1. e1-e2 e9-e8 2. he3 vd6",
        "1. **e2** *e8* 2. `e3h` d6v",
        "1. \u04352 \u04358 2. \u04353h d6v",
        "```\n1\te2\te8\n2\te3h\td6v\n```",
    ],
)
def test_moves_may_have_hyphens_emphasis_and_letters_that_look_alike(text: str) -> None:
    assert " ".join(moves_on_file(read(text).map.facts)) == "e2 e8 e3h d6v"


def test_a_wall_may_be_drawn_behind_its_square_but_not_in_a_table() -> None:
    assert listed("1. e2 e8 2. e3│ d6─") == listed("e2 e8 e3┃, D6━") == "e2 e8 e3v d6h"
    assert listed("f2 f10 f10║", rows="bottom") == "f2 f10 f10v"
    for table in ("1│ e2│ e8│\n2│ e3│ e7│", "│e2│e8│\n│e3│e7│", "1 │ e2│ e8\n2 │ e3│ e7"):
        assert listed(table) == "e2 e8 e3 e7"


def test_several_games_in_a_file_are_checked_and_imported_each(tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("1. e2 e8 1-0\n\n1. e2 e8 2. e9 e7\n\n1. e2 e8")
    told = run("check", path)
    assert told.exit_code == 2
    assert told.stdout == f"{path}#1: legal\n{path}#3: legal\n"
    assert f'{path}#2:3:13: error: "e9" is no legal move' in told.stderr
    assert "has 3 games" in run("print", path).stderr
    path.write_text("1. e2 e8 1-0\n\n1. e2 e8 2. e3 e7 *")
    assert run("import", path, "-o", tmp_path / "g.toml").exit_code == 0
    made = [mapkit.read((tmp_path / f"g-{number}.toml").read_text()) for number in (1, 2)]
    assert [" ".join(moves_on_file(each.facts)) for each in made] == ["e2 e8", "e2 e8 e3 e7"]


@pytest.mark.parametrize(
    "text",
    [
        "Game 1\ne2 e8 e3 e7\n\nGame 2\ne2 e8 e3h\n",
        "e2 e8 e3 e7\n\ne2 e8 e3h",
        "| 1 | e2 | e8 |\n| 2 | e3 | e7 |\n\n| 1 | e2 | e8 |\n| 2 | e3h |",
        '[White "Ann"]\n\n1. e2 e8 2. e3 e7\n\n[White "Bob"]\n\n1. e2 e8 2. e3h',
        "## Game 1: 3 May\n1. e2 e8 2. e3 e7\n## Game 2\n1. e2 e8 2. e3h\nGame over",
    ],
)
def test_games_are_told_apart_by_their_titles_numbers_and_first_moves(text: str) -> None:
    parts = shelf.parts_of(text.encode())
    found = [" ".join(moves_on_file(shelf.read(part, "games.txt").map.facts)) for part in parts]
    assert found == ["e2 e8 e3 e7", "e2 e8 e3h"]


def test_one_move_with_its_number_is_a_list_and_a_drawing_with_names_in_cells_is_none() -> None:
    assert listed("1. e2") == "e2"
    portals = "\n".join(["+---+---+---+", "| W1| W2| W1|", "+---+---+---+", "| W2| S1| S2|", "+---+---+---+"])
    boxes = "┌───────────┐\n│ W1  W2  W1│\n├───╴   ╶───┤\n│ W2  S1  S2│\n└───────────┘"
    for drawing in (portals, boxes):
        assert (found := shelf.format_of(drawing.encode())) is not None
        assert found.name == "drawing"


@pytest.mark.parametrize("path", sorted((SAMPLES / "moves").glob("*.txt")), ids=lambda path: path.stem)
def test_samples_are_games(path: Path) -> None:
    parts = shelf.parts_of(path.read_bytes())
    assert len(parts) == {"club-top": 3}.get(path.stem, 1)
    assert all(moves_on_file(shelf.read(part, path.name).map.facts) for part in parts)


@st.composite
def games(draw: st.DrawFn) -> Map[Any]:
    """Any game of a few moves, on any board."""
    size, players = draw(st.sampled_from([5, 7, 9])), draw(st.sampled_from([2, 4]))
    position, said, chance = opening(size, players, 3), list[str](), Chance(str(draw(st.integers(0, 99))))
    for _ in range(draw(st.integers(4, 12))):
        if known := moves(position):
            said.append(chance.choice(known))
            position = after(position, said[-1])
    head = f'mapkit = 1\ngame = "quoridor"\nsize = {size}\nplayers = {players}\nwalls_each = 3\n'
    return mapkit.read(f'{head}moves = "{" ".join(said)}"\n')


@given(games(), st.sampled_from(["moves", "moves-top"]))
def test_a_game_comes_back_as_it_went(game: Map[Any], name: str) -> None:
    text = shelf.written(game, shelf.FORMATS[name], ExportOrder())[".txt"].decode()
    assert mapkit.read(text, game="quoridor") == game
    assert mapkit.read(text) == game, "it is known without a word about its game"


@pytest.mark.parametrize("size", [5, 9, 17])
def test_rows_counted_from_the_other_side_are_counted_back(size: int) -> None:
    on = board(size)
    for move in (*on.squares_by_name, *on.across.values(), *on.upright.values()):
        assert flipped(flipped(move, size), size) == move
    assert (flipped("e1", 9), flipped("e3h", 9), flipped("he3", 9), flipped("pass", 9)) == ("e9", "e6h", "e6h", "pass")


def test_a_position_without_moves_is_no_list() -> None:
    position = mapkit.read('mapkit = 1\ngame = "quoridor"\nsize = 5\npawns = "c1 c5"\n')
    with pytest.raises(mapkit.BadSetting, match="lists a position, and no moves"):
        shelf.written(position, shelf.FORMATS["moves"], ExportOrder())
