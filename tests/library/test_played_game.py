"""A game that a program plays: the same members for all games, its log as a text, and what each player may know."""

import json
import pickle
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.games import maps
from mapkit.model.chance import Chance
from mapkit.model.ruling import MoveError
from mapkit.table import match
from tests.command import run

PLAYERS = ["Ann", "Bob"]
KINDS = {
    "treasures": {"step", "shoot", "shop", "take", "heal", "end", "drop", "attack"},
    "labyrinth": {"step", "skip", "shoot", "grenade", "end"},
    "quoridor": {"step", "wall"},
    "dungeon": {"step", "wait", "enter", "mine"},
    "minoqaur": {"step", "enter"},
}


@cache
def drawn(game: str) -> mapkit.Map[Any]:
    return mapkit.generate(game, "club", settings={"win": "treasure"} if game == "minoqaur" else {})


@cache
def played(game: str, most: int = 40) -> mapkit.PlayedGame[Any]:
    """A game of players who say anything that may be said."""
    now, chance = drawn(game).begin(PLAYERS, seed="dice"), Chance("ways")
    for _ in range(most):
        if not now.is_over:
            now = now.say(chance.choice(now.options()).words)
    return now


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_all_games_have_the_same_members(game: str) -> None:
    now = played(game)
    assert now.players == ("Ann", "Bob")
    assert (now.to_move in now.players) != now.is_over
    assert set(now.winners) <= set(now.players)
    assert {option.kind for option in now.options()} <= KINDS[game]
    assert now.heard
    assert now.heard_by("ann") == now.heard_by("Bob") == now.heard
    assert now.heard_alone == {}
    assert (now.language, now.theme, now.agreed) == ("en", "", {})
    assert bool(now.board("Ann")) == (game in ("quoridor", "dungeon", "minoqaur"))
    assert len(now.rulings) == len(json.loads(f"[{now.to_text().replace(chr(10), ',')[:-1]}]"))
    assert now.rulings[-1].ruling == now.ruling
    assert now.map_now.game is now.map.game
    assert {*now.players} <= {seat.name for seat in now.seats} | {"Bob"}  # who may be the minoqaur
    assert repr(now).startswith(f"<PlayedGame {game} Ann, Bob: ")


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_a_game_goes_into_a_text_and_back_and_on_at_the_table(game: str, tmp_path: Path) -> None:
    now, path = played(game).undo().redo().undo(2), tmp_path / "game.jsonl"
    again = mapkit.PlayedGame.from_text(now.to_text())
    assert again == now
    assert hash(again) == hash(now)
    assert (again.heard, again.options(), again.to_text()) == (now.heard, now.options(), now.to_text())
    assert pickle.loads(pickle.dumps(now)) == now
    path.write_text(now.to_text(), encoding="utf-8")
    with match.resume(path, maps.read_from_log) as table:
        assert (table.mover, table.state) == (now.to_move, now.ruling.state)
        way = next(option.words for option in now.options())
        ruling = table.say(way)
    on = now.say(way)
    assert on.ruling == ruling, "the dice are the same, too"
    assert path.read_text(encoding="utf-8") == on.to_text()
    assert "Ann" in run("play", "--resume", path, given="status\nquit\n").stdout


def test_a_game_that_was_played_at_the_table_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with match.begin(drawn("quoridor"), PLAYERS, {}, "s", str(path)) as table:
        table.say("a2")
        table.rule("say hello")
    now = mapkit.PlayedGame.from_text(path.read_bytes())
    assert now.heard == ("The game master says: hello.",) or "hello" in now.heard[0]
    assert [moment.words for moment in now.rulings] == ["", "a2", "say hello"]


def test_a_text_that_is_no_game_is_refused_with_its_line() -> None:
    text = played("quoridor").to_text()
    with pytest.raises(mapkit.BadLog, match=r"^game:3: .*damaged"):
        mapkit.PlayedGame.from_text(text.replace('"n":2', '"n":3'))
    with pytest.raises(mapkit.BadLog, match="no game is in it"):
        mapkit.PlayedGame.from_text("")


def test_a_game_without_a_seed_gets_one_of_its_own_and_says_it() -> None:
    games = [drawn("treasures").begin(PLAYERS) for _ in range(8)]
    assert len({game.seed for game in games}) == 8
    assert len({game.heard + game.notes for game in games}) > 1, "not all tables have the same dice"
    again = drawn("treasures").begin(PLAYERS, seed=games[0].seed)
    assert again == games[0]


def test_turns_are_taken_back_and_brought_back_and_everybody_hears_it() -> None:
    now = played("treasures")
    back = now.undo()
    assert back.heard[0].startswith("Taken back: ")
    assert back.heard[-1] == f"It is {back.to_move}'s turn."
    assert back.notes == ()
    assert back.redo().ruling == now.ruling
    assert back.redo().heard[0].startswith("Brought back: ")
    assert back.told_in("de").heard[0].startswith("Zurückgenommen: ")
    first = drawn("treasures").begin(PLAYERS)
    for nothing in (first.undo, first.redo):
        with pytest.raises(mapkit.InvalidMove, match=r"^There is nothing to "):
            nothing()


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_nobody_speaks_for_another(game: str) -> None:
    now = drawn(game).begin(PLAYERS, seed="dice", options={"order": "given"} if game == "treasures" else {})
    way, other = now.options()[0].words, next(name for name in PLAYERS if name != now.to_move)
    assert now.say(way, by=now.to_move) == now.say(way)
    if game == "dungeon":  # where all hand in orders
        assert "Bob" in now.say(way, by=other).rulings[-1].player
    else:
        with pytest.raises(mapkit.IllegalMove, match=f"{now.to_move}"):
            now.say(way, by=other)
    with pytest.raises(mapkit.BadSetting, match=r"^'Cid' does not play; "):
        now.say(way, by="Cid")


def test_where_answers_are_private_each_player_hears_their_own() -> None:
    secret = {"private-answers": "yes", "order": "given"}
    now = drawn("treasures").begin(PLAYERS, seed="dice", options=secret)
    while now.to_move == "Ann":
        now = now.say(now.options()[-1].words)
    own = now.heard_by("Ann")
    assert now.heard == ("It is Bob's turn.",)
    assert own[:-1] == now.heard_alone["Ann"]
    assert "Bob" not in now.heard_alone
    assert now.heard_by("Bob") == now.heard


def test_a_machine_speaks_for_the_player_to_move() -> None:
    now = drawn("treasures").begin(PLAYERS, seed="dice")
    assert now.play("explorer") == now.play("explorer")
    assert len(now.play("random").rulings) == 2
    with pytest.raises(mapkit.BadSetting, match=r"^kind is 'explorer'; there are easy, medium, hard, random$"):
        drawn("quoridor").begin(PLAYERS).play("explorer")
    over = drawn("quoridor").begin(PLAYERS, seed="dice")
    while not over.is_over:
        over = over.play("easy")
    assert over.winners
    assert (over.to_move, over.options()) == ("", ())
    with pytest.raises(mapkit.BadSetting, match=r"^the game is over$"):
        over.play("easy")


def test_the_game_master_corrects_a_game() -> None:
    now = drawn("treasures").begin(PLAYERS, seed="dice", options={"order": "given"})
    free = next(cell for cell in now.map.cells_of("safe") if cell not in {seat.cell for seat in now.seats})
    assert any("TEXT" in line for line in now.corrections)
    put = now.correct(f"Ann at {free}")
    assert {seat.name: seat.cell for seat in put.seats}["Ann"] == free
    assert put.rulings[-1].player == ""
    assert put == now.correct(f"gm Ann at {free}")
    assert put.undo().ruling.state == now.ruling.state
    assert "Hallo" in now.told_in("de").correct("SL sage Hallo").heard[0]
    with pytest.raises(mapkit.NoRuling) as refused:
        now.correct("Ann at z99")
    assert "z99" in str(refused.value)


def test_what_a_player_could_know_follows_from_what_they_heard() -> None:
    pytest.importorskip("pysat")
    small = mapkit.generate("labyrinth", "club", preset="basic")
    now = small.begin(PLAYERS, seed="dice")
    for way in (0, 3, 0, 1):  # two secret starts, and two turns
        assert now.is_secret == (len(now.rulings) < 3)
        now = now.say(now.options()[way].words)
    known = now.known("Ann")
    assert {*known.places} == {"Ann", "Bob"}
    assert all(known.kinds(cell) for cell in small.params.grid.cells())
    with pytest.raises(mapkit.BadSetting, match="quoridor has no announcements that a map could be worked out from"):
        played("quoridor").known("Ann")


def test_refusals_are_in_the_language_of_the_game() -> None:
    now = drawn("labyrinth").begin(PLAYERS, seed="dice", language="de")
    with pytest.raises(MoveError) as refused:
        now.say("tanzen")
    assert "tanzen" in str(refused.value)
    assert "hoch" in str(refused.value) or "oben" in str(refused.value)
    with pytest.raises(mapkit.BadSetting, match=r"^language is 'xx'; say en, "):
        now.told_in("xx")
    told = mapkit.generate("treasures", "t", preset="small").begin(PLAYERS, seed="s", theme="pirate-ship")
    assert told.theme == "pirate-ship"
    assert told.told_in("de").theme == "pirate-ship"
    assert told.told_in("en", "none").theme == ""
