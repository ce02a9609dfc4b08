"""What players know and hints, in the studio and on phones: from what the very player heard, and in a fair queue."""

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.knowledge import deduction
from mapkit.mapfile import writer
from mapkit.model.evidence import HeardCommand
from mapkit.model.map import Map
from mapkit.model.settings import BadSetting, read_size
from mapkit.studio import knowledge, session
from mapkit.studio.actions import act, table_begin, table_hear
from mapkit.studio.desk import Desk
from mapkit.studio.knowledge import (
    GAME_MASTER,
    MOST_KEPT,
    KnowledgeAnswer,
    SlowAnswers,
    answer,
    own_question,
    question,
)
from mapkit.studio.session import Sitting
from mapkit.studio.table import seating, view
from mapkit.table import ears
from mapkit.table.hints import HintQuery as HintAsked
from mapkit.table.history import History
from tests.command import run
from tests.studio.desks import page_of
from tests.studio.test_studio_phones import NAMES, SECRET, Table, compared, heard, key_of

AGREED = {"knowledge": "yes", "hints": "2"}
PRIVATE = {**AGREED, "private-answers": "yes"}
SAID = ("north", "south", "east", "west", "north", "east", "south")
"""After these it is Ann's turn, and a hint follows, on the map below."""


@cache
def small() -> Map[Any]:
    return maps.generate("treasures", "know", preset="small")


@pytest.fixture
def begun() -> Iterator[Any]:
    """Begins games of Ann and Bob, and closes them at the end."""
    games: list[Sitting] = []

    def begin(
        options: dict[str, str], said: tuple[str, ...] = SAID, map_: Map[Any] | None = None, seed: str = "1"
    ) -> Sitting:
        games.append(session.begin(map_ or small(), NAMES, options, seed))
        for line in said:
            games[-1].say(line)
        return games[-1]

    yield begin
    for game in games:
        game.close()


def told(log: str, *words: str) -> list[str]:
    """What `mapkit know` tells."""
    return run("know", log, *words).stdout.splitlines()


# --- what a phone shows ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "who"), [(AGREED, ()), (PRIVATE, ("--player", "Ann"))])
def test_a_phone_shows_what_its_player_can_know(options: dict[str, str], who: tuple[str, ...], begun: Any) -> None:
    game = begun(options)
    phone = Table(game).seats["Ann"]
    assert heard(phone)["knows"] is True
    shown, lines = phone.get("/known").json(), told(game.name, *who)
    assert shown["lines"][0] == lines[0]
    assert set(shown["lines"]) < set(lines)
    assert shown["floors"] == 1
    picture = phone.get("/known/1.svg?seen=x")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in picture.text
    assert {*"abcdef", *"123456"} <= {*re.findall(r">(\w)</text>", picture.text)}, "the names of columns and rows"
    assert phone.get("/known/2.svg").status_code == 409


def test_a_player_knows_the_start_that_they_chose_in_secret_and_others_do_not(begun: Any) -> None:
    secret_starts = maps.generate("labyrinth", "own start", preset="basic")
    table = Table(begun({"knowledge": "yes"}, ("start b2", "Bob: start c3"), secret_starts))
    first = {name: table.seats[name].get("/known").json()["lines"] for name in NAMES}
    located = {name: [line for line in lines if line.endswith((": b2", ": c3"))] for name, lines in first.items()}
    assert sorted(located.values()) == [["Ann: b2"], ["Bob: c3"]]
    assert located["Ann"] == ["Ann: b2"]


def test_a_phone_that_asks_for_another_player_is_refused(begun: Any) -> None:
    table = Table(begun(PRIVATE))
    assert table.seats["Ann"].get("/known?player=Ann").status_code == 200
    for name, player, why in (("Ann", "Bob", "what you yourself know"), ("", "Ann", "a seat"), ("", "", "a seat")):
        for path in ("/known", "/known/1.svg"):
            refused = table.seats[name].get(path, params={"player": player})
            assert refused.status_code == 409
            assert why in refused.text


def test_nothing_is_looked_up_where_the_group_has_not_agreed(begun: Any) -> None:
    phone = Table(begun({"order": "given"})).seats["Ann"]
    now = heard(phone)
    assert (now["knows"], now["hints"]) == (False, None)
    assert "has not agreed" in phone.get("/known").text
    assert "--set knowledge=yes" not in phone.get("/hear").text
    assert phone.post("/say", json={"words": "known"}).json()["refused"]
    assert "Nobody gets hints" in phone.post("/say", json={"words": "hint"}).json()["refused"]
    assert Table(begun(AGREED)).seats["Ann"].post("/say", json={"words": "known"}).json() == {"turn": "known"}


def test_without_the_library_the_pages_say_how_to_get_it(
    begun: Any, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Table(begun(AGREED)).seats["Ann"]
    monkeypatch.setitem(sys.modules, "pysat", None)
    for page in (phone, page_of(desk)):
        assert "deduction needs an extra library: " in page.get("/known").text
    assert "deduction needs an extra library: " in phone.post("/say", json={"words": "hint"}).json()["refused"]


# --- nothing secret ----------------------------------------------------------------------------------------------


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little effort, so that much is not decided: what was decided must not tell of the secret either."""
    for name, effort in {"EFFORT": 400, "FOLLOW": 100, "EACH": (2, 10), "WHERE": 100}.items():
        monkeypatch.setattr(deduction, name, effort)


KNOWING = [(game, {**options, "knowledge": "yes", "hints": "9"}) for game, options in SECRET if game != "dungeon"]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("pairs", "most", "least"), [(2, 3, 4), pytest.param(100, 12, 400, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "options"), KNOWING, ids=[" ".join((game, *options)) for game, options in KNOWING])
def test_what_is_known_and_hinted_on_maps_with_other_secrets_is_the_same(
    game: str, options: dict[str, str], pairs: int, most: int, least: int, tmp_path: Path
) -> None:
    """The pages and the streams of phones whose players have heard the same have the same bytes."""
    assert sum(compared(game, options, number, tmp_path, most) for number in range(pairs)) >= most * pairs // 3 + 2 * (
        most < 12
    )


@pytest.mark.usefixtures("hurried")
def test_knowledge_that_counts_what_others_heard_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what is said to others alone among what is heard, phones differ whose players have heard the same."""

    def everything(match: History, _: str) -> Iterator[HeardCommand]:
        for said in match.standing_directives:
            yield HeardCommand(said.number, said.mover, said.words, said.ruling.heard)

    monkeypatch.setattr(ears, "_private", everything)

    def compare_pairs() -> None:
        for pair in range(25):
            compared(*KNOWING[1], pair, tmp_path, 12)

    with pytest.raises(AssertionError):
        compare_pairs()


@pytest.mark.parametrize("leaks", [False, True], ids=["as it is", "all hear as in an open game"])
def test_unheard_commands_of_others_change_nothing_that_a_player_knows(
    leaks: bool, begun: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither how many there are, nor what they are; a fault that hands them over is caught."""
    if leaks:
        monkeypatch.setattr(ears, "_private", ears._public)
    game = begun(PRIVATE, SAID[:2])
    other = "Bob" if game.mover == "Ann" else "Ann"
    keys = [own_question(game, other).key]
    for direction in ("north", "east", "south", "west"):
        before = [line for line in game.record if other in line.hearers]
        game.say(direction)
        if [line for line in game.record if other in line.hearers] != before:
            break
        keys.append(own_question(game, other).key)
    assert len(keys) > 1
    assert (len(set(keys)) == 1) is not leaks


# --- who is answered when ----------------------------------------------------------------------------------------


class Slow:
    """Stands for the deduction; each answer waits until it may go on."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go = Event()

    def __call__(self, asked: Any) -> KnowledgeAnswer:
        self.asked.append(asked.heard.player)
        assert self.go.wait(10)
        return KnowledgeAnswer((asked.heard.player,), (b"<svg/>",))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(knowledge, "answer", found)
    return found


def test_others_go_on_while_the_studio_thinks(begun: Any, slow: Slow) -> None:
    game = begun(PRIVATE, ())
    table = Table(game)

    async def play() -> None:
        asked = asyncio.create_task(table.phones.known(key_of(1)))
        await asyncio.sleep(0.05)
        assert slow.asked == ["Ann"]
        assert table.phones.view(key_of(2)).parts["seat"] == "Bob"
        assert await table.phones.say(key_of(NAMES.index(game.mover) + 1), "north") == {}
        slow.go.set()
        assert (await asked).lines == ("Ann",)

    asyncio.run(play())


def test_a_phone_that_asks_again_and_again_lets_others_go_first(begun: Any, slow: Slow) -> None:
    game = begun(PRIVATE, ())
    thinks = SlowAnswers(lambda: game)

    async def ask() -> None:
        many = [
            asyncio.create_task(thinks.known("Ann", lambda turn=turn: question(game, "Ann", turn)))  # type: ignore[misc]
            for turn in range(5)
        ]
        await asyncio.sleep(0.02)
        others = [asyncio.create_task(thinks.known(*each)) for each in (("Bob", of("Bob")), (GAME_MASTER, of("Bob")))]
        await asyncio.sleep(0.02)
        slow.go.set()
        await asyncio.gather(*many, *others)

    def of(name: str) -> Any:
        return lambda: own_question(game, name)

    asyncio.run(ask())
    assert slow.asked[:2] == ["Ann", "Bob"]
    assert slow.asked.count("Bob") == 1, "the game master asks the same, which was worked out once"


def test_an_answer_is_kept_until_something_is_heard(begun: Any, slow: Slow) -> None:
    slow.go.set()
    game = begun(AGREED, ())
    thinks = SlowAnswers(lambda: game)

    async def ask() -> None:
        for name in (*NAMES, *NAMES):
            await thinks.known(name, lambda name=name: own_question(game, name))  # type: ignore[misc]
        assert len(slow.asked) == 1, "all have heard the same"
        game.say("north")
        await thinks.known("Ann", lambda: own_question(game, "Ann"))
        assert len(slow.asked) == 2
        game.undo()
        await thinks.known("Ann", lambda: own_question(game, "Ann"))
        assert len(slow.asked) == 2
        for turn in range(2 * MOST_KEPT):
            await thinks.known(GAME_MASTER, lambda turn=turn: question(game, "", turn))  # type: ignore[misc]
        assert len(thinks._kept) == MOST_KEPT

    asyncio.run(ask())


def test_another_game_in_a_log_of_the_same_name_is_answered_anew(begun: Any, tmp_path: Path) -> None:
    log, at_table = tmp_path / "friday.jsonl", list[Sitting]()
    thinks = SlowAnswers(lambda: at_table[-1])

    def sit(map_: Map[Any]) -> Sitting:
        first = begun({"knowledge": "yes", "order": "given"}, (), map_)
        first.close()
        log.write_bytes(Path(first.match.name).read_bytes())
        at_table.append(session.resume(str(log)))
        return at_table[-1]

    def ask(game: Sitting) -> KnowledgeAnswer:
        with closing(game):
            return asyncio.run(thinks.known("Ann", lambda: own_question(game, "Ann")))

    wide, high = (maps.generate("treasures", "a", preset="any-size", size=read_size(words)) for words in ("6x5", "5x6"))
    ask(sit(wide))
    found = ask(sit(high))
    assert found == answer(own_question(at_table[-1], "Ann"))


def test_what_begins_a_game_is_part_of_what_an_answer_depends_on(begun: Any) -> None:
    """As who begins, which the dice decide here."""
    asked = [own_question(begun({"knowledge": "yes"}, (), seed=str(seed)), "Ann") for seed in range(5)]
    assert len({query.key for query in asked}) == len({query.heard.opening for query in asked}) == 2


def test_games_that_differ_in_their_secrets_alone_share_an_answer(begun: Any, slow: Slow) -> None:
    """So neither what is said nor how soon tells of the secret map."""
    slow.go.set()
    games = [
        begun({"knowledge": "yes", "order": "given"}, (), maps.generate("treasures", words, preset="small"))
        for words in ("a", "b")
    ]
    assert games[0].match.map != games[1].match.map
    thinks = SlowAnswers(lambda: games[0])
    for game in games:
        asyncio.run(thinks.known("Ann", lambda game=game: own_question(game, "Ann")))  # type: ignore[misc]
    assert len(slow.asked) == 1


# --- hints -------------------------------------------------------------------------------------------------------


def lines_of(phone: Any, said: str = "hint") -> list[str]:
    return [words for each, words in heard(phone)["lines"] if each == said]


def hinting(game: Sitting) -> tuple[Any, Any]:
    """Ann's phone just after Ann got a hint, and Bob's phone."""
    table = Table(game)
    assert table.seats["Ann"].post("/say", json={"words": "hint"}).json() == {"told": ""}
    return table.seats["Ann"], table.seats["Bob"]


def test_a_hint_is_heard_by_all_where_answers_are_for_all(begun: Any) -> None:
    mine, other = hinting(begun(AGREED))
    (hint,) = lines_of(mine)
    assert hint.splitlines() == [
        "Ann could know (hint 1 of 2): the way east of Ann is barred.",
        "That follows from these answers:",
        "  Ann: east: Ann cannot move east. Blocked by wall.",
        "  Ann: west: Ann walks into a SAFE clearing.",
        "  Ann: east: Ann walks into a SAFE clearing.",
    ]
    assert lines_of(other) == [hint]
    assert [heard(phone)["hints"] for phone in (mine, other)] == [1, 2]
    assert "whose turn it is" in other.post("/say", json={"words": "hint"}).json()["refused"]


def test_a_hint_is_for_its_player_alone_where_answers_are_private(begun: Any) -> None:
    game = begun(PRIVATE)
    before = Table(game).seats["Bob"].get("/hear").json()["lines"]
    mine, other = hinting(game)
    assert heard(other)["lines"] == before
    assert heard(other)["hints"] == 2
    (hint,) = lines_of(mine)
    proof = hint.splitlines()[2:]
    assert proof
    assert all(line.startswith("  Ann: ") for line in proof)
    assert view(game)["table_told"][-1]["to"] == ("Ann",)


def test_hints_are_counted_and_undo_gives_none_back_and_they_come_back_with_the_game(begun: Any) -> None:
    game = begun({**AGREED, "hints": "1"})
    mine, _ = hinting(game)
    assert mine.post("/say", json={"words": "подсказка"}).json() == {"refused": "Ann has had all hints: 1."}
    game.undo()
    game.redo()
    assert game.hints.left("Ann") == 0
    assert view(game)["table"]["hints"] == 0
    record, name = list(game.record), game.match.name
    game.close()
    with closing(session.resume(name)) as again:
        assert list(again.record) == record
        assert again.hints.left("Ann") == 0


def test_a_hint_that_comes_too_late_is_not_given(begun: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says may not be so any more."""
    game = begun(AGREED, SAID[:1])
    thinks, before = SlowAnswers(lambda: game), HintAsked.answer

    def answer(asked: HintAsked) -> Any:
        game.say("south")
        return before(asked)

    monkeypatch.setattr(HintAsked, "answer", answer)
    (told,) = asyncio.run(thinks.hint(GAME_MASTER, game))
    assert "has gone on meanwhile" in told
    assert game.match.hints == ()


def test_nobody_gets_a_hint_when_the_game_was_closed_meanwhile(begun: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(AGREED)
    at_table: list[Sitting | None] = [game]
    thinks, before = SlowAnswers(lambda: at_table[0]), HintAsked.answer

    def answer(asked: HintAsked) -> Any:
        at_table[0] = None
        return before(asked)

    monkeypatch.setattr(HintAsked, "answer", answer)
    assert asyncio.run(thinks.hint(GAME_MASTER, game)) == ()
    assert asyncio.run(thinks.hint(GAME_MASTER, game)) == ()


# --- the game master's page --------------------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    found = Desk(tmp_path / "map.toml", writer.show(small()), None)
    table_begin(found, {"names": ["Ann", "Bob"], "options": AGREED, "seed": "1"})
    yield found
    if found.sitting is not None:
        found.sitting.close()


def wandered(desk: Desk) -> Sitting:
    """The game at the desk, after which a hint follows."""
    assert desk.sitting is not None
    for words in SAID:
        desk.sitting.say(words)
    return desk.sitting


def test_the_game_master_chooses_the_turn_and_the_player(desk: Desk) -> None:
    page, sitting = page_of(desk), wandered(desk)
    assert view(sitting)["table"]["turns"] == sitting.match.turns > 3
    for player, turn in (("", ""), ("Bob", ""), ("", "2"), ("Ann", "0")):
        words = [*(["--player", player] if player else []), *(["--turn", turn] if turn else [])]
        lines, known = told(sitting.name, *words), page.get(f"/known?player={player}&turn={turn}").json()["lines"]
        assert known[0] == lines[0]
        assert set(known) < set(lines)
    picture = page.get("/known/1.svg?player=Ann")
    assert (picture.headers["content-type"].partition(";")[0], "<svg" in picture.text) == ("image/svg+xml", True)
    for asked, why in (("?turn=99", "--turn 99"), ("?player=Cid", "does not play"), ("/2.svg?player=Ann", "")):
        refused = page.get(f"/known{asked}")
        assert (refused.status_code, why in refused.text) == (409, True)
    act(desk, {"do": "table_close"})
    assert "no game is at the table" in page.get("/known").text
    table_begin(desk, {"names": ["Ann", "Bob"], "options": PRIVATE})
    assert "say --player" in page.get("/known").text


def test_the_game_master_gives_a_hint_by_a_button_or_the_word(desk: Desk) -> None:
    page = page_of(desk)
    for word, meant in (("hint", "hint"), ("Подсказка", "hint"), ("known", "known"), ("hints", ""), ("Ann: hint", "")):
        assert table_hear(desk, {"line": word}).get("thought", "") == meant
    before = page.post("/hint").json()["answer"]
    assert "does not count" in before[0]["words"]
    sitting = wandered(desk)
    assert page.post("/hint").json() == {"answer": []}
    assert view(sitting)["table_told"][-1]["said"] == "hint"
    assert "could know (hint 1 of 2)" in view(sitting)["table_told"][-1]["words"]


def test_a_hint_that_cannot_be_written_says_so(desk: Desk) -> None:
    page = page_of(desk)
    Path(wandered(desk).match.name).unlink()
    (answer,) = page.post("/hint").json()["answer"]
    assert answer["refused"]


def test_the_options_are_offered_where_something_can_be_concluded() -> None:
    offered = seating(small(), "en")
    assert offered is not None
    assert [option["name"] for option in offered["options"]][-2:] == ["knowledge", "private-pocket"]
    assert [(each["name"], each["example"]) for each in offered["numbers"]] == [("hints", "3")]
    nothing = seating(maps.generate("quoridor", "known"), "en")
    assert nothing is not None
    assert not nothing["numbers"]
    assert "knowledge" not in [option["name"] for option in nothing["options"]]


def test_an_option_that_is_no_yes_and_no_no_is_refused() -> None:
    with pytest.raises(BadSetting, match="knowledge takes yes or no, not 'maybe'"):
        session.begin(small(), NAMES, {"knowledge": "maybe"}, "dice")
    with closing(session.begin(small(), NAMES, {"knowledge": "no"}, "dice")) as game:
        assert not game.knowing
