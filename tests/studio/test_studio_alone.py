"""A table for one: machines in the other seats, and a screen that shows only what its player may know."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.files import FileTrouble
from mapkit.model.map import Map
from mapkit.model.settings import BadSetting
from mapkit.paper.press import press_of
from mapkit.solve import search
from mapkit.studio import session
from mapkit.studio.actions import ACTIONS
from mapkit.studio.desk import Desk
from mapkit.studio.machines import Machines
from mapkit.studio.player_screens import OwnScreen
from mapkit.studio.session import Sitting
from mapkit.studio.table import seating, with_machines
from mapkit.studio.words import phrases
from mapkit.table import saved_games
from mapkit.table.bots import kinds_of_machines, words_for
from mapkit.table.match import resume_name
from tests.command import output
from tests.studio.desks import legal, page_of
from tests.studio.test_studio_phones import SECRET, _answer, _heard, seed_of_twins, twin_maps

KINDS = {
    "treasures": "explorer",
    "labyrinth": "explorer",
    "quoridor": "easy",
    "dungeon": "careful",
    "minoqaur": "simple",
}
NAMES = ("Ann", "Bob")


def machines_speak(game: Sitting, most: int = 200) -> None:
    """Let machines say all that they say before it is a person's turn."""
    for _ in range(most):
        if not game.machine:
            return
        game.say_first(game.thinking()())
    raise AssertionError(game.mover)


def begun(game: str, **options: str) -> Sitting:
    return session.begin(legal(game), NAMES, options, "dice", "en", [f"Bob={KINDS[game]}"], for_one=True)


def desk_with(map_: Map[Any], path: Path) -> Desk:
    return Desk(path / "map.toml", writer.show(map_), None)


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_the_name_that_the_page_gives_a_player_is_one_that_a_table_takes(game: str, language: str) -> None:
    name = str(phrases(language).get("Guest", "Guest"))
    drawn, machine = legal(game), f"Bob={KINDS[game]}"
    game_of_one = session.begin(drawn, (name, "Bob"), {}, "dice", language, [machine], for_one=True)
    assert game_of_one.alone == name
    game_of_one.close()


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Any]:
    """Makes a page at a desk with a legal map of a game."""
    desks = []

    def of(game: str) -> tuple[Desk, Any]:
        desks.append(desk_with(legal(game), tmp_path))
        return desks[-1], page_of(desks[-1])

    yield of
    for desk in desks:
        if desk.sitting is not None:
            desk.sitting.close()


def ask(page: Any, do: str, **sent: Any) -> Any:
    return page.post("/act", json={"do": do, "seen": 0, **sent}).json()


# --- machines at the table ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_log_with_a_machine_has_the_bytes_of_play(game: str, tmp_path: Path) -> None:
    with_studio = begun(game)
    said = []
    for _ in range(3):
        machines_speak(with_studio)
        said.append(with_studio.match.ways[0])
        assert with_studio.hear(said[-1]) == ()
    machines_speak(with_studio)
    with_studio.hear("undo")
    machines_speak(with_studio)
    with_studio.close()
    (tmp_path / "map.toml").write_text(writer.show(legal(game)))
    log = tmp_path / "play.jsonl"
    seats = ["--players", "Ann,Bob", "--bot", f"Bob={KINDS[game]}", "--seed", "dice", "--log", str(log)]
    output("play", tmp_path / "map.toml", *seats, given="\n".join((*said, "undo", "")))
    assert Path(with_studio.match.name).read_bytes() == log.read_bytes()


def test_machines_speak_after_a_pause_that_can_be_skipped_and_what_they_thought_is_dropped_after_undo() -> None:
    game = begun("quoridor")

    async def play() -> None:
        machines = Machines(lambda: game, pause=60)
        game.changed.append(machines.wake)
        running = asyncio.create_task(machines.run())
        game.hear("a2" if "a2" in game.ways else game.ways[0])
        await asyncio.sleep(0.2)
        assert game.mover == "Bob"  # it waits
        assert game.undo()
        await asyncio.sleep(0.2)
        assert game.mover == "Ann"
        game.redo()
        game.hurry()
        async with asyncio.timeout(20):
            while game.mover != "Ann":
                await asyncio.sleep(0.02)
        assert [each.mover for each in game.match.standing_directives] == ["Ann", "Bob"]
        assert not game.hurries
        running.cancel()

    asyncio.run(play())
    assert game.undo()
    assert game.mover == "Ann"
    assert not game.match.standing_directives
    assert game.redo()
    assert [each.mover for each in game.match.standing_directives] == ["Ann", "Bob"]
    game.close()


def test_machines_alone_stop_after_much_and_go_on_when_they_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_ALONE", 5)
    kinds = [f"{name}=random" for name in NAMES]
    game = session.begin(legal("treasures"), NAMES, {}, "dice", "en", kinds)
    machines_speak(game)
    assert game.stopped.startswith("The machines stop, as nobody has won within 5")
    game.hurry()
    machines_speak(game)
    assert len(game.match.standing_directives) == 10
    game.stop(FileTrouble("the disk is full").said)
    assert game.stopped == "the disk is full"
    assert game.machine == ""
    game.close()


def test_nobody_speaks_for_a_machine_and_a_phone_does_not_take_its_seat(pages: Any) -> None:
    desk, page = pages("treasures")
    told = ask(page, "table_begin", names=["Ann", ""], kinds=["", "random"], options={"order": "given"}, seed="dice")
    assert told["table"]["bots"] == {"Bot B": "random"}
    assert told["table"]["order"] == ["Ann", "Bot B"]
    assert ask(page, "table_say", words=told["table"]["ways"][0]["ways"][0]["say"])["answer"] == []
    assert desk.sitting.mover == "Bot B"
    refused = ask(page, "table_say", words="north")["answer"]
    assert refused[0]["words"].startswith("Bot B is played by the machine")
    assert desk.sitting.people == ("Ann",)


def test_seats_of_a_game_and_wrong_kinds_are_told_as_by_play(pages: Any) -> None:
    desk, page = pages("quoridor")
    kinds = [kind for kind, _ in page.get("/scene?seen=0").json()["seating"]["kinds"]]
    assert kinds[:3] == ["easy", "hard", "medium"] or set(kinds) >= {"easy", "medium", "hard", "random"}
    wrong = ask(page, "table_begin", names=["Ann", ""], kinds=["", "genius"], seed="dice")
    assert "there is no kind" in wrong["refused"]
    assert "found 0 people" in ask(page, "table_begin", names=["", ""], kinds=["easy"] * 2, alone=True)["refused"]
    told = ask(page, "table_begin", names=["Ann", ""], kinds=["", "easy"], seed="dice")
    assert told["table"]["bots"] == {"Bot N": "easy"}
    assert desk.sitting.bots == {"Bot N": "easy"}


# --- a game that is kept -------------------------------------------------------------------------------------------


def test_a_log_that_is_brought_is_kept_once_and_goes_on_with_machines(pages: Any, folder: Path) -> None:
    game = begun("treasures")
    machines_speak(game)
    game.close()
    data = Path(game.match.name).read_bytes()
    _, page = pages("quoridor")
    assert page.post("/open?name=friday.jsonl", content=data).json()["offered"] == game.name
    assert page.post("/open", content=data.splitlines(keepends=True)[0]).json()["offered"] == game.name
    Path(game.match.name).unlink()
    assert ask(page, "new", game="dungeon")["offered"] == "", "what was opened later takes its place"
    name = page.post("/open", content=data).json()["offered"]
    assert (folder / f"{name}.jsonl").read_bytes() == data
    looked = ask(page, "table_look", name=name)["looked"]
    assert (set(looked["players"]), looked["turn"]) == ({"Ann", "Bob"}, "Ann")
    told = ask(page, "table_resume", name=name, names=["Ann", "Bob"], kinds=["", "random"], alone=True)
    assert (told["alone"], told["offered"]) == ("Ann", "")


def test_a_log_that_is_no_log_says_so(pages: Any) -> None:
    _, page = pages("quoridor")
    damaged = b'{"n":0,"kind":"game"}\n'
    assert "x.jsonl:1: this is no log" in page.post("/open?name=x.jsonl", content=damaged).json()["refused"]
    assert "there is no saved game" in ask(page, "table_look", name="nosuch")["refused"]


# --- what a player alone sees --------------------------------------------------------------------------------------


def test_while_somebody_plays_alone_the_studio_shows_nothing_else(pages: Any) -> None:
    _, page = pages("treasures")
    told = ask(page, "table_begin", names=["Ann", "Bob"], kinds=["", "explorer"], alone=True, seed="dice")
    assert told["alone"] == "Ann"
    assert page.get("/scene?seen=0").json().keys() == {
        "version", "first", "alone", "table", "table_told", "table_board", "offered",
    }  # fmt: skip
    for path in ("/sheets", "/sheets/map.pdf", "/known?player=Bob", "/sketch/1/0", "/photos/1/1.jpg"):
        assert page.get(path).status_code == 409, path
    for path in ("/hint", "/open", "/photos"):
        assert page.post(path).status_code == 409, path
    assert "not over yet" in ask(page, "table_again")["refused"]
    for do in ACTIONS.keys() - {"table_undo", "table_redo", "table_hurry", "table_close", "table_again"}:
        assert "plays alone" in ask(page, do, words="state", line="state")["refused"], do
    assert "map" not in page.get("/alone/hear").text.casefold().replace("mapkit", "")
    assert page.post("/alone/say", json={"words": "map"}).json()["refused"]
    assert page.post("/alone/say", json={"words": "gm Ann at a1"}).json()["refused"]
    closed = ask(page, "table_close")
    assert "marks" in page.get("/scene?seen=0").json()
    assert closed["resume"]


def test_a_player_alone_hears_nothing_that_is_for_a_machine() -> None:
    game = session.begin(
        legal("treasures"), NAMES, {"private-answers": "yes"}, "dice", "en", ["Bob=explorer"], for_one=True
    )
    while game.mover == "Ann":
        game.hear(game.ways[0])
    for words in ("repeat", "help", "known", "hint", "map", "peek 1", "north"):
        assert [str(line) for line in game.hear(words)] == ["It is Bob's turn."]
    assert "Treasures" in game.hear("status")[0]
    game.close()


@pytest.mark.parametrize("game", GAMES)
def test_after_the_game_the_map_and_the_paths_are_on_the_screen(game: str) -> None:
    kinds = [f"{name}={KINDS[game]}" for name in NAMES]
    played = session.begin(legal(game), NAMES, {}, "dice", "en", kinds)
    machines_speak(played, 3000)
    screen = OwnScreen(lambda: played)
    played.alone = "Ann"
    told, board = screen.view("").parts, screen.board("")
    assert told["picture"]
    assert any(line.startswith("Ann: ") for line in told["ending"])
    assert {trail["seat"] for trail in board["trails"]} >= {0, 1}
    played.alone = ""
    played.close()


class AloneTwins:
    """Two desks whose maps share what is public, at each of which Ann plays alone."""

    def __init__(self, game: str, options: dict[str, str], number: int, folder: Path, stack: ExitStack) -> None:
        self.chance, self.desks, self.pages = Chance(f"{game} {options} {number}"), list[Desk](), list[Any]()
        maps_of_both = twin_maps(game, number)
        seed = seed_of_twins(maps_of_both, NAMES, options)
        for which, map_ in zip(("one", "other"), maps_of_both, strict=True):
            desk = desk_with(map_, folder / which)
            page = page_of(desk)
            with pytest.MonkeyPatch.context() as patch:  # the same id for both games, each in a folder of its own
                patch.setenv("MAPKIT_GAMES", str(folder / which / str(number)))
                patch.setattr(saved_games, "new_id", lambda _: "twin")
                sent = {"names": NAMES, "kinds": ["", "random"], "options": options, "seed": seed, "alone": True}
                assert ask(page, "table_begin", **sent)["alone"] == "Ann"
            assert desk.sitting is not None
            stack.callback(desk.sitting.close)
            self.desks.append(desk)
            self.pages.append(page)
        self.one, self.other = (desk.sitting for desk in self.desks if desk.sitting is not None)

    def alike(self) -> bool:
        return _heard(self.one, "Ann") == _heard(self.other, "Ann")

    def alike_words(self) -> list[str]:
        """What the player to move may say in both games so that Ann hears the same."""
        may = [way for way in self.one.match.ways if way in self.other.match.ways]
        return [
            way
            for way in self.chance.shuffled(may)
            if _answer(self.one, way, ["Ann"]) == _answer(self.other, way, ["Ann"])
        ]

    def compare(self, method: str, path: str, **sent: Any) -> None:
        answers = [page.request(method, path, json=sent or None) for page in self.pages]
        one, other = ((answer.status_code, answer.headers, answer.content) for answer in answers)
        assert one == other, (path, sent)

    def play(self, most: int) -> int:
        """Play as long as Ann hears the same in both games; returns how many turns of hers that was."""
        for turn in range(most):
            while self.one.machine and self.other.machine and (words := self.alike_words()):
                for game in (self.one, self.other):
                    game.say_first(words[:1])
            if self.one.machine or self.other.machine or not self.alike() or not self.one.mover:
                return turn
            for route in (
                "/",
                "/scene?seen=0",
                "/alone/",
                "/alone/hear",
                "/alone/board",
                "/alone/rules",
                "/alone/rules/1.svg",
                "/sheets",
                "/known?player=Bob",
            ):
                self.compare("GET", route)
            for do in ("share", "table_hear", "draw", "table_correct"):
                self.compare("POST", "/act", do=do, seen=0, line="state", words="say")
            for told in ("status", "help", "repeat", "map", "pocket", "Bob: pocket", "known", "gm"):
                self.compare("POST", "/alone/say", words=told)
            words = self.alike_words()
            if not words:
                return turn
            self.compare("POST", "/alone/say", words=words[0])
        return most


def alone(game: str, options: dict[str, str], number: int, folder: Path, most: int = 25) -> int:
    with ExitStack() as stack:
        return AloneTwins(game, options, number, folder, stack).play(most)


@pytest.mark.parametrize(
    ("pairs", "most", "half"), [(3, 6, 2), pytest.param(60, 25, 4, marks=pytest.mark.long)], ids=["few", "many"]
)
@pytest.mark.parametrize(("game", "options"), SECRET, ids=[" ".join((game, *options)) for game, options in SECRET])
def test_what_a_player_alone_receives_on_maps_with_other_secrets_is_the_same(
    game: str, options: dict[str, str], pairs: int, most: int, half: int, tmp_path: Path
) -> None:
    """For as many turns or more in half of the pairs."""
    lengths = sorted(alone(game, options, number, tmp_path, most) for number in range(pairs))
    assert lengths[pairs // 2] >= half


def test_a_player_alone_who_is_shown_places_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "open_board", lambda played, _: tuple(seat.cell for seat in played.match.seats))

    with pytest.raises(AssertionError):  # only on some of them what is told depends on the secret
        [alone(*SECRET[0], pair, tmp_path) for pair in range(25)]


def test_a_fresh_map_is_drawn_with_the_settings_of_the_drawing_and_not_shown(pages: Any) -> None:
    desk, page = pages("labyrinth")
    sent = {"names": ["Ann", ""], "kinds": ["", "explorer"], "alone": True, "fresh": True, "seed": "unseen"}
    assert ask(page, "table_begin", **sent)["alone"] == "Ann"
    played = desk.sitting.match.map
    assert played.facts != desk.document.map.facts
    assert played.public == desk.document.map.public
    assert played.facts == search.generate_from(played.game, played.params, played.preset, "unseen").facts


def test_the_same_players_begin_another_game_on_a_map_that_nobody_has_seen(pages: Any) -> None:
    desk, page = pages("labyrinth")
    sent = {
        "names": ["Ann", ""],
        "kinds": ["", "explorer"],
        "options": {"starts": "a1 b2", "hints": "2"},
        "seed": "again",
    }
    ask(page, "table_begin", **sent, alone=True)
    before = desk.sitting
    assert "not over yet" in ask(page, "table_again")["refused"]
    for _ in range(400):
        if before.mover:
            before.say_first(tuple(words_for(before.match, "explorer")))
    assert ask(page, "table_again")["alone"] == "Ann"
    now = desk.sitting
    assert (now.names, now.bots, now.match.begun.options) == (before.names, before.bots, {"hints": "2"})
    assert now.match.map.facts != before.match.map.facts
    assert now.match.map.params == before.match.map.as_usual.params
    session.resume(before.name).close()  # nobody holds its log any more


@pytest.mark.parametrize(("language", "name"), [("de", "Bot N"), ("ru", "Бот N")])
def test_a_machine_without_a_name_has_one_in_the_language_of_the_page(language: str, name: str) -> None:
    names, bots = with_machines(legal("quoridor"), ["Ann", ""], ["", "easy"], language)
    assert (names, bots) == (["Ann", name], [f"{name}=easy"])
    session.begin(legal("quoridor"), names, {}, "dice", language, bots, for_one=True).close()


@pytest.mark.parametrize("game", GAMES)
def test_the_word_map_leads_to_the_board_where_the_page_has_one(game: str, pages: Any) -> None:
    desk, page = pages(game)
    ask(page, "table_begin", names=["Ann", ""], kinds=["", KINDS[game]], options={}, seed="map", alone=True)
    machines_speak(desk.sitting)
    answer = page.post("/alone/say", json={"words": "map"}).json()
    assert answer == {"turn": "board"} or (desk.sitting.open_board(60) == () and "hidden" in str(answer))


def test_a_saved_game_has_its_id_as_its_name_also_where_it_is_named_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun("quoridor")
    game.close()
    monkeypatch.chdir(tmp_path)
    assert resume_name(session.look(f"games/{game.name}.jsonl")) == game.name


@pytest.mark.parametrize("game", GAMES)
def test_a_player_alone_reads_the_rule_card_of_the_players_and_no_more_of_it(game: str, pages: Any) -> None:
    desk, page = pages(game)
    assert page.get("/alone/rules").json() == {"pages": 0}
    ask(page, "table_begin", names=["Ann", ""], kinds=["", KINDS[game]], seed="rules", alone=True)
    number = page.get("/alone/rules").json()["pages"]
    asked = [page.get(f"/alone/rules/{each}.svg") for each in range(1, number + 2)]
    assert [each.status_code for each in asked] == [200] * number + [404]
    press = press_of({"format": "svg", "paper": "a5", "big": True}).in_theme_of(desk.document.map)
    card = press.drawn(desk.document.map, ["card"])["card"]
    assert [each.content for each in asked[:-1]] == [*press.written(card, press.title_of(desk.document.map))]
    assert not any(each.secret for each in card)


@pytest.mark.parametrize("game", GAMES)
def test_the_kinds_of_machines_and_new_maps_have_words_in_every_language_of_the_page(game: str) -> None:
    shown = seating(legal(game), "ru")
    assert shown is not None
    assert not [words for _, words in (*shown["kinds"], *shown["presets"]) if not re.search("[а-я]", words)]
    assert dict(shown["kinds"]).keys() == {*kinds_of_machines(GAMES[game])}


def test_a_table_for_one_has_one_person() -> None:
    with pytest.raises(BadSetting, match="found 2 people"):
        session.begin(legal("treasures"), NAMES, {}, "dice", for_one=True)
