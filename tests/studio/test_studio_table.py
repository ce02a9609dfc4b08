"""The table of the studio: what the game master's page is told, and what it may ask for."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document
from mapkit.model.files import FileTrouble
from mapkit.model.settings import BadSetting
from mapkit.studio import session
from mapkit.studio.actions import ACTIONS
from mapkit.studio.desk import Desk as RealDesk
from mapkit.studio.scene import changes
from mapkit.studio.session import Sitting
from mapkit.studio.table import board_of_players, drawing, seating, view
from mapkit.studio.tools import BadStroke
from tests.command import output
from tests.studio.desks import legal


class Desk:
    """A desk with a map, as far as the table needs it."""

    def __init__(self, document: Document, language: str = "en") -> None:
        self.document, self.language, self.sitting = document, language, cast("Sitting | None", None)
        self.told, self.offered = 0, ""

    def tell(self) -> None:
        self.told += 1

    tell_game = tell

    def ask(self, do: str, **sent: Any) -> dict[str, Any]:
        """What the page is told after an action."""
        try:
            answer = ACTIONS[do](cast("RealDesk", self), sent) or {}
        except (BadStroke, BadSetting, FileTrouble) as refused:
            answer = {"refused": str(refused)}
        return {**view(self.sitting), **answer}

    def seat(self, **options: str) -> dict[str, Any]:
        """Seat Ann and Bob."""
        given = {key.replace("_", "-"): value for key, value in options.items()}
        return self.ask("table_begin", names=["Ann", "Bob"], options=given, seed="dice")


@cache
def drawn(game: str) -> Document:
    return maps.read(writer.show(legal(game)).encode(), game)


@pytest.fixture
def desk_of() -> Iterator[Callable[..., Desk]]:
    """Makes a desk with a legal map of a game; a game at its table is closed at the end."""
    made: list[Desk] = []

    def of(game: str, language: str = "en") -> Desk:
        made.append(Desk(drawn(game), language))
        return made[-1]

    yield of
    for desk in made:
        if desk.sitting is not None:
            desk.sitting.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_begun_played_undone_and_closed_in_every_game(game: str, desk_of: Callable[..., Desk]) -> None:
    desk = desk_of(game)
    ask, begun = desk.ask, desk.seat()
    assert begun["table"]["mover"] in ("Ann", "Bob")
    assert {token["seat"] for token in begun["table"]["tokens"]} >= {0, 1}
    assert begun["table_board"]["layout"][0]["cells"].keys() >= {
        token["cell"] for token in begun["table"]["tokens"] if token["cell"]
    }
    first = begun["table"]["ways"][0]["ways"][0]
    said = ask("table_say", words=first["say"])
    assert said["answer"] == []
    assert said["table"]["event"] == 1
    assert said["table"]["undo"]
    back = ask("table_undo")
    assert back["table"]["redo"]
    assert back["table_told"][-2]["said"] == "back"
    assert ask("table_redo")["table"]["event"] == 3
    assert ask("table_redo")["refused"]
    refused = ask("table_hear", line="xyzzy plugh")["answer"]
    assert [line["refused"] for line in refused] == [True]
    assert ask("table_correct", words="say Five minutes")["table_told"][-1]["words"] == "The game master: Five minutes"
    closed = ask("table_close")
    assert closed["table"] is None
    assert [each["name"] for each in ask("table_games")["games"]] == [closed["resume"]]
    assert desk.told == 6
    assert ask("table_resume", name=closed["resume"])["table"]["event"] == 4


def test_a_game_of_the_page_goes_on_in_play_and_the_other_way_round(desk_of: Callable[..., Desk]) -> None:
    desk = desk_of("treasures")
    ask = desk.ask
    mover = desk.seat()["table"]["mover"]
    ask("table_say", words="north")
    assert "another mapkit is playing this game" in output(
        "play", "--resume", view(desk.sitting)["table"]["name"], code=3
    )
    name = ask("table_close")["resume"]
    assert f"SAY: {mover}: north" in output("play", "--resume", name, "--gm", given="south\nsouth\nsouth\ngm say Tea\n")
    told = [line["words"] for line in ask("table_resume", name=name)["table_told"]]
    assert f"{mover}: north" in told
    assert told[-1] == "The game master: Tea"


def test_a_log_of_the_page_has_the_bytes_of_play(desk_of: Callable[..., Desk], tmp_path: Path) -> None:
    desk = desk_of("labyrinth")
    ask = desk.ask
    desk.seat(order="drawn")
    for words in ("skip", "end"):
        ask("table_say", words=words)
    ask("table_hear", line="undo")
    assert desk.sitting is not None
    (tmp_path / "map.toml").write_text(desk.document.text)
    log = tmp_path / "play.jsonl"
    seats = ["--players", "Ann,Bob", "--set", "order=drawn", "--seed", "dice", "--log", str(log), "--gm"]
    output("play", tmp_path / "map.toml", *seats, given="skip\nend\nundo\n")
    assert Path(desk.sitting.match.name).read_bytes() == log.read_bytes()


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"names": ["Ann", "ann"]}, "too much alike"),
        ({"names": ["", "north"]}, "cannot be a name"),
        ({"names": ["\x07"]}, "is no name"),
        ({"names": []}, "player"),
        ({"names": ["Ann"], "options": {"fog": "yes"}}, "there is no option 'fog'"),
        ({"names": ["Ann"], "seed": "x" * 201}, "200 are the most"),
        ({"names": "Ann", "options": ["fog"], "seed": 3}, "player"),
    ],
)
def test_what_play_refuses_the_page_is_refused_in_the_same_words(
    sent: dict[str, Any], says: str, desk_of: Callable[..., Desk], folder: Path
) -> None:
    desk = desk_of("treasures")
    answer = desk.ask("table_begin", **sent)
    assert says in answer["refused"]
    assert desk.sitting is None
    assert not folder.exists()


def test_nothing_is_begun_on_a_map_with_faults_nor_twice(desk_of: Callable[..., Desk]) -> None:
    desk = desk_of("treasures")
    ask, legal = desk.ask, desk.document
    desk.document = maps.read(maps.new("treasures").encode(), "blank")
    assert "has faults" in ask("table_begin", names=["Ann"])["refused"]
    desk.document = legal
    desk.seat()
    assert "close that one first" in desk.seat()["refused"]
    ask("table_close")
    for action in ("table_say", "table_hear", "table_correct", "table_undo", "table_close"):
        assert "begin one first" in ask(action)["refused"], action
    assert "there is no saved game" in ask("table_resume", name="nosuch")["refused"]


def test_a_damaged_log_is_refused_with_its_line(desk_of: Callable[..., Desk], folder: Path) -> None:
    folder.mkdir()
    (folder / "broken.jsonl").write_text("{}\n")
    answer = desk_of("treasures").ask("table_resume", name="broken")
    assert "broken.jsonl:1" in answer["refused"]


def test_a_log_that_cannot_be_written_says_so_and_nothing_was_said(desk_of: Callable[..., Desk]) -> None:
    desk = desk_of("treasures")
    desk.seat()
    assert desk.sitting is not None
    before = list(desk.sitting.record)
    Path(desk.sitting.match.name).unlink()
    assert "nothing was announced" in desk.ask("table_say", words="north")["refused"]
    assert desk.sitting.record == before


def test_a_private_answer_says_for_whom_it_is(desk_of: Callable[..., Desk]) -> None:
    desk = desk_of("dungeon")
    ask, seen = desk.ask, desk.seat(fog="yes")
    to = [tuple(line["to"]) for line in seen["table_told"]]
    assert ("Ann",) in to
    assert ("Bob",) in to
    assert seen["table"]["joins"] == 3
    assert seen["table"]["asides"] == ["Ann: pocket", "Bob: pocket"]
    told = ask("table_hear", line="Bob: pocket")["answer"]
    assert [line["to"] for line in told] == [["Bob"]]
    assert told[0]["words"].startswith("Bob")
    refused = ask("table_say", words="mine")["answer"]
    assert refused[0]["refused"]


def test_seats_and_options_come_from_the_game_in_the_language_of_the_page(desk_of: Callable[..., Desk]) -> None:
    found = seating(desk_of("quoridor").document.map, "en")
    assert found is not None
    assert (found["seats"], found["least"]) == (["S", "N"], 2)
    starts = seating(desk_of("labyrinth").document.map, "en")
    assert starts is not None
    assert [(start["name"], start["example"], start["typed"]) for start in starts["starts"]] == [
        ("starts", "a1 b2", True),
        ("order", "drawn", False),
    ]
    desk = desk_of("labyrinth", "ru")
    ways = desk.seat()["table"]["ways"]
    shots = next(group for group in ways if group["head"] and group["ways"][0]["say"].startswith("shoot"))
    assert (shots["head"], shots["ways"][0]["short"]) == ("огонь", "вверх")


def test_a_page_of_a_studio_before_is_told_that_no_game_is_at_the_table() -> None:
    assert changes({}, view(None))["table"] is None
    assert changes(view(None), view(None)) == {}


def test_levels_that_are_made_in_play_are_on_the_board() -> None:
    with closing(session.begin(drawn("dungeon").map, ["Ann"], {}, "dice")) as played:
        assert played.match.board.facts == played.match.map.facts
        played.hear("gm Ann at d4/2")
        for way in ("wait", "sw", "se", "e", "ne", "nw", "w") * 5:
            played.say(way)
        shown = played.match.board
        assert shown.params.grid.floors == len(played.match.state.dungeons[0].levels)
        assert maps.read(writer.show(shown).encode(), "map").map.facts == shown.facts


def test_levels_are_named_and_those_without_players_are_not_drawn_for_them() -> None:
    ahead = maps.generate("dungeon", "ahead", preset="small", given={"levels": "2", "pit": "20", "enemy": "0"})
    with closing(session.begin(ahead, ["Ann"], {}, "dice")) as played:
        while len(played.match.state.dungeons[0].levels) < 2:
            played.say(played.ways[0])
        board = board_of_players(played)
        assert board is not None
        shown = drawing(played, board)
        assert [(floor["name"], bool(marks)) for floor, marks in zip(shown["layout"], shown["marks"], strict=True)] == [
            ("Level 1", False),
            ("Level 2", True),
        ]
