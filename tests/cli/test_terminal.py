"""The terminal at the table: what stands on a screen of 80x24 or 40 columns, and what is typed there."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.history import DummyHistory, InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from mapkit.cli import table, terminal
from mapkit.cli.terminal import Keyboard, TerminalScreen, room_for_board, shown_lines, wrapped
from mapkit.games import maps
from mapkit.games.dungeon.referee import picture as levels
from mapkit.games.minoqaur.picture import picture as maze_picture
from mapkit.games.minoqaur.referee import begin as begin_minoqaur
from mapkit.games.minoqaur.referee import play as play_minoqaur
from mapkit.games.quoridor.referee import begin as begin_quoridor
from mapkit.games.quoridor.referee import play as play_quoridor
from mapkit.games.quoridor.referee import public_view
from mapkit.games.treasures.referee import OPTIONS
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model.letters import columns_of, without_colour
from mapkit.model.map import Map
from mapkit.model.message import said_of
from mapkit.model.ruling import Look
from mapkit.model.settings import BadSetting
from mapkit.table import match
from mapkit.table.host import Host
from mapkit.table.voice import Line, LineKind
from tests.drawings import drawn
from tests.games.test_dungeon_referee import begun as in_dungeon
from tests.games.test_minoqaur_referee import code
from tests.games.test_quoridor_referee import begun as on_board
from tests.playthrough import no_dice

WIDE, NARROW = Look(columns=80, lines=19), Look(columns=40, lines=19)
"""The room for a board on a screen of 80x24, or of 40x24, with a usual answer and the prompt below it."""


@contextmanager
def evening(path: Path, board: Map[Any], **given: Any) -> Iterator[Host]:
    options = given.pop("options", {})
    name = board.game.name
    with match.start(board, writer.show(board), ("Ann", "Bob"), options, "s", path / "game.jsonl") as played:
        yield Host(played, phrases(name, given.pop("lang", "en")), omniscient=False, **given)


def quoridor(text: str = "size=9 walls_each=9 pawns=e1,e9") -> Map[Any]:
    return drawn(text, "quoridor")


def window(monkeypatch: pytest.MonkeyPatch, columns: int, lines: int) -> None:
    """Let the terminal have this size. The function that tells it stays: pytest calls it, too."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))


@pytest.fixture
def screen_80x24(monkeypatch: pytest.MonkeyPatch) -> None:
    window(monkeypatch, 80, 24)
    monkeypatch.setenv("TERM", "xterm")


# --- the screen --------------------------------------------------------------------------------------------------


def test_lines_are_broken_between_words_and_drawings_are_not() -> None:
    line = "  [The wall was there after all, said the game master-to-be of Ann and Bob.]"
    assert wrapped(line, 40) == [
        "  [The wall was there after all, said",
        "    the game master-to-be of Ann and",
        "    Bob.]",
    ]
    assert wrapped(Line("x " * 50, LineKind.BOARD), 40) == ["x " * 50]
    assert wrapped("", 40) == [""]
    assert wrapped("\x1b[1mshort\x1b[0m", 5) == ["\x1b[1mshort\x1b[0m"]


@pytest.mark.parametrize("who", ["王小明", "Zoë👩‍💻", "e\u0301" * 4, "Ann", "한국" * 9])
@pytest.mark.parametrize("columns", [7, 20, 33])
def test_wide_letters_take_their_two_columns_where_lines_are_broken(who: str, columns: int) -> None:
    line = "  " + f"{who} meets {who} and {who}, " * 3
    shown = wrapped(line, columns)
    assert all(columns_of(drawing) <= columns for drawing in shown)
    assert "".join("".join(shown).split()) == "".join(line.split())
    full = [columns_of(f"{one} {other.split()[0]}") > columns for one, other in pairwise(shown)]
    assert all(full), "each line takes all words for which it has room"


def test_what_was_said_stands_below_the_board_and_has_the_colour_of_its_kind() -> None:
    lines = [
        "Ann wins.",
        Line("It is Bob's turn.", LineKind.TURN),
        Line("+---+", LineKind.BOARD),
        Line("No.", LineKind.REFUSAL),
    ]
    assert shown_lines(lines, 80, colour=False) == ["+---+", "Ann wins.", "It is Bob's turn.", "No."]
    coloured = shown_lines(lines, 80, colour=True)
    assert list(map(without_colour, coloured)) == shown_lines(lines, 80, colour=False)
    assert len({text.partition("m")[0] for text in coloured[2:]}) == 2


@pytest.mark.parametrize(
    ("answer", "room"), [(0, 19), (4, 19), (6, 17), (11, 12), (12, 19), (100, 19)], ids=lambda n: str(n)
)
def test_a_board_leaves_room_for_the_answer_unless_that_is_very_long(answer: int, room: int) -> None:
    assert room_for_board(24, answer) == room


def test_the_answer_stands_below_the_board_and_a_refusal_does_not_draw_it_again(
    tmp_path: Path, screen_80x24: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with evening(tmp_path, quoridor()) as host:
        screen = TerminalScreen(host, colour=False)
        for words, board, last in (("e2", 1, "It is Bob's turn."), ("e9", 0, "(QC-25)"), ("help", 0, "map.")):
            screen.tell(host.hear(words).lines)
            screen.draw()
            shown = capsys.readouterr().out.split("\x1b[J\x1b[A\n")
            assert len(shown) == 1 + board
            assert shown[-1].rstrip().endswith(last)
            assert ("+─a─+─b─+" in shown[-1]) == bool(board)
            assert shown[-1].count("\n") <= 23  # the prompt takes one more
        screen.tell(["", *host.hear("repeat").lines])
        screen.draw()
        assert "+─a─+─b─+" not in capsys.readouterr().out
        screen.wipe()
        assert "+─a─+─b─+" in capsys.readouterr().out.partition(terminal.CLEAR)[2]


def test_a_board_without_room_is_told_of_and_shown_by_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    window(monkeypatch, 40, 12)
    with evening(tmp_path, quoridor()) as host:
        screen = TerminalScreen(host, colour=False)
        screen.draw()
        assert capsys.readouterr().out == "The board takes 21 lines. Say map to see\n  it, or make the window larger.\n"
        assert host.hear("map").lines == host.open_board
        assert len(host.open_board) == 21


def test_the_situation_of_a_game_master_has_no_table_on_a_narrow_screen(tmp_path: Path) -> None:
    board = maps.generate("treasures", "s", preset="small")
    with evening(tmp_path, board, gm=True) as host:
        wide = host.hear("state").lines
        host.fit(20, 19)
        narrow = host.hear("state").lines
        assert "player cell health" in wide[0]
        assert [line.split(":")[1] for line in narrow[:2]] == [" health healthy", " health healthy"]
        assert {line[:2] for line in narrow[:2]} == {"> ", "  "}


# --- boards that fit ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", [WIDE, NARROW, Look(columns=40, lines=14, plain=True)], ids=str)
def test_a_board_of_9x9_fits_on_80x24_and_in_40_columns(look: Look) -> None:
    for text, players in (
        ("size=9 walls_each=9 pawns=e1,e9", 2),
        ("size=9 walls_each=4 players=4 pawns=e1,a5,e9,i5", 4),
    ):
        state = begin_quoridor(drawn(text, "quoridor"), ("Ann", "Bob", "Cyd", "Dan")[:players], {}, no_dice).state
        lines = public_view(state, look)
        assert look.has_room(lines), lines
        assert sum(line.split("|")[0].split("│")[0].strip().isdigit() for line in lines) == 9


def test_a_low_board_has_the_same_walls_in_fewer_lines() -> None:
    state = on_board(2, 3)
    for words in ("b2h", "d3v", "d2h"):
        state = play_quoridor(state, words, no_dice).state
    assert public_view(state, Look(plain=True, columns=60, lines=9)) == (
        "     a   b   c   d   e",
        " 5 | .   .   v   .   . |    ^ Ann  walls left 1",
        " 4 | .   .   .   . # . |  * v Bob  walls left 2",
        " 3 | .  _______ ___#___|",
        " 2 | .   .   .   .   . |",
        " 1 | .   .   ^   .   . |",
    )


def test_minoqaur_fits_on_80x24_and_shows_the_part_around_the_player_in_less() -> None:
    state = begin_minoqaur(code("one"), ("Ann",), {}, no_dice).state
    state = play_minoqaur(state, "enter 1", no_dice).state
    whole = maze_picture(state, WIDE)
    assert WIDE.has_room(whole)
    assert [line.split()[0] for line in whole[3:]] == [str(row) for row in range(25, 0, -2)]
    for look in (NARROW, Look(columns=40, lines=10), Look(columns=40, lines=10, plain=True)):
        part = maze_picture(state, look)
        assert look.has_room(part)
        assert any(sign in "".join(part[3:]) for sign in "@a")


def test_two_rows_of_a_code_in_one_line_are_told_apart() -> None:
    state = begin_minoqaur(code("one"), ("Ann",), {}, no_dice).state
    full = maze_picture(state, Look(plain=True))[3:-1]
    half = maze_picture(state, Look(plain=True, lines=20))[3:]
    side = state.maze.side
    for row in range(side):
        line = half[row // 2][4:].ljust(2 * side)
        for column in range(side):
            sign, wall = line[2 * column], line[2 * column + 1]
            dark = full[row][4:].ljust(2 * side)[2 * column + 1] == "#"
            if not (sign.isupper() and wall.islower()):
                assert (wall in ('"', "#") if row % 2 == 0 else wall in ("_", "#")) == dark, (row, column)


def test_levels_stand_side_by_side_where_lines_are_few() -> None:
    state = in_dungeon()
    dungeon = state.dungeons[0]
    deep = replace(state, dungeons=(dungeon._replace(levels=(dungeon.levels[0],) * 4),))
    tall = levels(deep, Look(whole=True))
    assert len(tall) == 25
    flat = levels(deep, Look(columns=60, lines=13, whole=True))
    assert Look(columns=60, lines=13).has_room(flat)
    assert [line.split()[1::2] for line in flat if "level" in line] == [["1", "2"], ["3", "4"]]
    assert sorted("".join(tall).replace(" ", "")) == sorted("".join(flat).replace(" ", ""))


# --- what is typed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "keys", "line"),
    [
        ("en", "STA\t", "status"),
        ("en", "rep\t; sho\t", "repeat; shoot "),
        ("en", "Ann: lef\t", "Ann: left"),
        ("en", "dig\t", "dig"),
        ("ru", "стат\t; вл\t", "статус; влево"),
    ],
)
def test_tab_completes_what_help_lists_and_the_line_is_kept(tmp_path: Path, lang: str, keys: str, line: str) -> None:
    board = maps.generate("labyrinth", "s", preset="basic-w")
    starts = " ".join(sorted(cell for cell, kind in board.kinds.items() if kind == "empty")[:2])
    with (
        create_pipe_input() as typed,
        create_app_session(input=typed, output=DummyOutput()),
        evening(tmp_path, board, options={"starts": starts}, lang=lang) as host,
    ):
        keyboard = Keyboard(host, colour=False)
        typed.send_text(f"{keys}\r\x04")
        assert [keyboard.line(), keyboard.line()] == [line, None]
        assert keyboard.history.get_strings() == [line]


def test_where_answers_are_private_no_history_keeps_what_others_typed(tmp_path: Path) -> None:
    board = maps.generate("treasures", "s", preset="small")
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        for private, kept in (("yes", DummyHistory), ("no", InMemoryHistory)):
            path = tmp_path / private
            path.mkdir()
            with evening(path, board, options={"private-answers": private}) as host:
                assert isinstance(Keyboard(host, colour=False).history, kept)


def test_nothing_is_offered_while_words_are_typed_in_secret(tmp_path: Path) -> None:
    """MP-40: a start is told to the game master alone."""
    with evening(tmp_path, maps.generate("labyrinth", "s", preset="basic")) as host:
        assert host.secret
        assert host.words_now == ()


# --- words of the table ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hlep", "help"),
        ("statsu", "status"),
        ("nroth", "north"),
        ("atack Bob", "attack"),
        ("ann north", "Ann: north"),
        ("xyzzy", ""),
        ("up2", ""),
        ("севре", ""),  # a word of another language
    ],
)
def test_of_words_that_cannot_be_read_the_nearest_is_asked_about(tmp_path: Path, typed: str, meant: str) -> None:
    with evening(tmp_path, maps.generate("treasures", "s", preset="small")) as host:
        (line,) = host.hear(typed).lines
        assert line.endswith(f" Did you mean {meant}?") if meant else "Did you mean" not in line


def test_of_what_is_typed_in_secret_nothing_is_guessed(tmp_path: Path) -> None:
    with evening(tmp_path, quoridor(), options={"invisible": "yes"}) as host:
        assert host.match.secret
        assert host.words_now == ()
        (line,) = host.hear("hlep").lines
        assert line == "Some of these words are not understood; help lists what you may say."
        (line,) = host.hear("e333h").lines
        assert line.startswith("...: a wall lies wholly on the board, so it is named by a square from a1 to h8.")


def test_status_tells_what_everybody_knows_and_no_start(tmp_path: Path) -> None:
    board = replace(maps.generate("treasures", "s", preset="small"), title="The shop")
    safe = [cell for cell, kind in board.kinds.items() if kind == "safe"][:2]
    options = {"starts": " ".join(safe), "peek": "yes"}
    with evening(tmp_path, board, options=options, resume_name="game.jsonl", bots={"Bob": "explorer"}) as host:
        lines = host.hear("status").lines
    assert lines[0] == f"A game of {board.game.title}. Turns so far: 0."
    assert set(lines[1:-1]) == {
        "The map: The shop.",
        "The board has 6x6 tiles.",
        "It holds: 1 treasure, 2 exits in the outer wall, 11 inner walls, 1 shop, 1 hospital, 4 marsh tiles, "
        "8 river tiles, 1 fake portal, 1 pair of two-way portals.",
        "Players, in the order of turns: Ann, Bob.",
        "Bob is played by the machine: explorer.",
        f"As agreed: {OPTIONS['peek']} (peek=yes).",
        "To go on with it another time: mapkit play --resume game.jsonl",
    }
    assert lines[-1] == "It is Ann's turn."
    assert not any(cell in "".join(lines) for cell in safe)


def test_a_board_out_of_sight_is_drawn_again_when_somebody_has_moved(
    tmp_path: Path, screen_80x24: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with evening(tmp_path, maps.generate("dungeon", "s", preset="small")) as host:
        screen, shown = TerminalScreen(host, colour=False), list[bool]()
        for words in ("help", "help", "Ann: wait", "help", "Bob: wait"):
            screen.tell(["..."] * 6 + [*host.hear(words).lines])
            screen.draw()
            shown.append("level 1" in capsys.readouterr().out)
    assert shown == [True, False, True, False, True]


def test_ctrl_c_at_the_curtain_leaves_no_private_answer(
    tmp_path: Path, screen_80x24: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """TL-G3."""

    class Typing:
        def __init__(self, host: Host, *, colour: bool) -> None:
            pass

        def line(self) -> str:
            return "north"

    def interrupt(question: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(table, "Keyboard", Typing)
    monkeypatch.setattr("builtins.input", interrupt)
    with evening(tmp_path, maps.generate("treasures", "s", preset="small"), options={"private-answers": "yes"}) as host:
        assert table._evening(host, TerminalScreen(host, colour=False), strict=False) == 130
    shown, _, left = capsys.readouterr().out.rpartition(terminal.CLEAR)
    assert "(for Bob) Bob" in shown
    assert "(for " not in left


def test_what_was_typed_at_a_private_answer_is_not_lost_without_a_word(
    tmp_path: Path, screen_80x24: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """TL-G3; what was typed may be secret, so it is not shown again."""
    asked = list[str]()
    answers = iter(["quit", "", None])

    def ask(question: str) -> str | None:
        asked.append(question)
        return next(answers)

    monkeypatch.setattr(table, "typed", ask)
    with evening(tmp_path, maps.generate("treasures", "s", preset="small"), options={"private-answers": "yes"}) as host:
        screen = TerminalScreen(host, colour=False)
        screen.tell(host.hear("north").lines)
        for _ in range(3):
            table._curtain(screen)
    seen = [part.split("\n")[1:-1] for part in capsys.readouterr().out.split(terminal.CLEAR)[1:]]
    assert asked == ["Press Enter to hide this. "] * 3
    turn = ["It is Bob's turn.", "Say repeat to hear what was for you alone."]
    lost = "What you typed while the answer stood there was not carried out; say it again."
    assert seen == [[lost, *turn], turn, turn]


@pytest.mark.parametrize("board", ["treasures", "dungeon"])
def test_at_the_first_turn_players_are_told_of_private_answers_only_where_there_are_some(
    tmp_path: Path, board: str
) -> None:
    options = {"private-answers": "yes"} if board == "treasures" else {"fog": "yes"}
    with evening(tmp_path, maps.generate(board, "s", preset="small"), options=options) as host:
        told = "Say repeat to hear what was for you alone." in host.welcome()
        assert told == any("(for " in line for line in host.hear("repeat").lines)


@pytest.mark.parametrize(
    ("board", "words", "told"),
    [
        ("dungeon", "nee sw", "Some of these orders are not understood; help lists them."),
        ("dungeon", "Bobb: sw", "There is no player .... Say one of: Ann, Bob."),
        ("labyrinth", "z99", "Ann, say start and a cell of the board, such as start a1."),
        ("labyrinth", "Cyd: a1", "There is no player .... Say one of: Ann, Bob."),
    ],
)
def test_a_refusal_of_secret_words_does_not_show_them(tmp_path: Path, board: str, words: str, told: str) -> None:
    preset = {"dungeon": "small", "labyrinth": "basic"}[board]
    with evening(tmp_path, maps.generate(board, "s", preset=preset)) as host:
        (line,) = host.hear(words).lines
        assert told in line
        assert not set(words.split()) & set(line.split())


def test_before_secret_words_players_are_told_how_to_type(tmp_path: Path) -> None:
    """MP-40: this is a line of mapkit's own, and in no announcement."""
    with evening(tmp_path, maps.generate("labyrinth", "s", preset="basic")) as host:
        cell = host.match.map.params.grid.cells()[0]
        told = f"Ann, type the cell, such as {cell}; nothing is shown while you type."
        assert host.before_secret_words() == (told,)
        for _ in "AB":
            assert not host.hear(cell).refused
        assert host.before_secret_words() == ()


def test_names_that_will_not_do_are_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["Ann,Ann", "Ann,Bob,Cyd", "help,Bob", "Ann,Bob"])
    monkeypatch.setattr(table, "_asks_for_names", lambda: True)
    monkeypatch.setattr(table, "typed", lambda _: next(answers))
    assert table._players(quoridor(), None, [], phrases("quoridor", "en"), as_usual=True).names == ("Ann", "Bob")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3
    assert "two players are called 'Ann'" in said[0]
    assert "found 3 players" in said[1]


def test_too_few_players_for_the_seats_are_told_how_many_are_missing() -> None:
    four = quoridor("size=9 walls_each=4 players=4 pawns=e1,a5,e9,i5")
    with pytest.raises(BadSetting, match="4 seats, and 2 players and 1 machine; name 1 more, as players or machines"):
        table._players(four, "Ann,Bob", ["N=medium"], phrases("quoridor", "en"), as_usual=True)


def test_attack_alone_asks_which_player(tmp_path: Path) -> None:
    board = maps.generate("treasures", "s", preset="small")
    with evening(tmp_path, board, options={"order": "given"}) as host:
        assert host.hear("attack").lines == ("Say which player you attack: Bob.",)


def test_the_first_word_of_a_name_is_enough_for_a_correction(tmp_path: Path) -> None:
    board = maps.generate("treasures", "s", preset="small")
    for others, found in ((("Ann", "Bob the Builder"), True), (("Bob the Baker", "Bob the Builder"), False)):
        path = tmp_path / f"{found}.jsonl"
        with match.start(board, writer.show(board), others, {}, "s", path) as played:
            host = Host(played, phrases("treasures", "en"), omniscient=False, gm=True)
            assert host.hear("gm Bob at c3").refused != found
            assert host.hear("gm Bo at c3").refused


def test_the_list_of_saved_games_breaks_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    window(monkeypatch, 40, 24)
    monkeypatch.setattr(terminal, "at_a_terminal", lambda: True)
    text = "game-1  labyrinth  Ann, Bob  24 commands, Ann to move  2026-01-01 10:00"
    terminal.say_in_lines(said_of(text))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 40
    assert " ".join(lines).split() == text.split()


def test_when_the_game_is_over_help_speaks_of_no_commands_in_one_line(tmp_path: Path) -> None:
    with evening(tmp_path, quoridor("size=5 walls_each=1 pawns=c4,e2")) as host:
        several = "Several in one line: put ; between them."
        assert several in host.hear("help").lines
        host.hear("c5")
        assert not host.match.mover
        assert several not in host.hear("help").lines
