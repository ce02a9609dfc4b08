"""A sitting: the game at the table of the studio, its record, and the log that it shares with `mapkit play`."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.files import FileTrouble
from mapkit.model.settings import read_size
from mapkit.studio import session
from mapkit.studio.session import Sitting
from mapkit.table import match, saved_games
from tests.studio.desks import legal

NAMES = ("Ann", "Bob")


def begun(game: str, **options: str) -> Sitting:
    return session.begin(legal(game), NAMES, {key.replace("_", "-"): value for key, value in options.items()}, "dice")


def wander(played: Sitting, directives: int) -> None:
    """Say some of what may be said, each by the player who may say it."""
    chance = Chance("wander")
    for _ in range(directives):
        if played.mover:
            played.say(chance.choice(played.ways), played.mover)


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest) -> Iterator[Sitting]:
    with closing(begun(request.param)) as found:
        yield found


def test_the_log_of_a_sitting_is_that_of_play_byte_for_byte(played: Sitting, tmp_path: Path) -> None:
    wander(played, 8)
    played.hear("gm say Five minutes' break")
    played.undo()
    played.redo()
    map_ = legal(played.match.map.game.name)
    with match.start(map_, writer.show(map_), NAMES, {}, "dice", tmp_path / "log.jsonl") as other:
        for directive in played.match.standing_directives:
            if directive.mover:
                other.say(directive.words)
        other.rule("say Five minutes' break")
        other.undo(1)
        other.redo(1)
    assert Path(played.match.name).read_bytes() == (tmp_path / "log.jsonl").read_bytes()


def test_a_resumed_sitting_has_the_same_record_and_goes_on(played: Sitting) -> None:
    wander(played, 5)
    played.undo()
    played.close()
    with closing(session.resume(played.name)) as again:
        assert again.record == played.record
        assert again.ways == played.ways
        wander(again, 3)
        assert len(again.record) > len(played.record)


def test_each_line_of_the_record_is_numbered_and_told_to_those_who_listen(played: Sitting) -> None:
    calls: list[int] = []
    played.changed.append(lambda: calls.append(len(played.record)))
    wander(played, 3)
    assert [line.number for line in played.record] == [*range(1, len(played.record) + 1)]
    assert calls[-1] == len(played.record)


def test_a_player_speaks_for_nobody_else_and_says_no_word_of_the_table() -> None:
    with closing(begun("treasures")) as played:
        other = next(name for name in NAMES if name != played.mover)
        for words in ("north", f"{played.mover}: north"):
            refusal = played.say(words, other)
            assert refusal is not None, words
            assert refusal == f"It is {played.mover}'s turn."
        for words in ("gm Ann at a1", "undo", "help", f"{other}: north", "north " * 200):
            assert played.say(words, played.mover) is not None, words
        assert len(played.match.standing_directives) == 0
        assert played.match.speakers == (played.mover,)


def test_where_all_players_speak_each_hands_in_their_own_words() -> None:
    with closing(begun("dungeon")) as played:
        assert played.match.speakers == NAMES
        assert played.say("wait", "Bob") is None
        assert played.say("wait", "Bob") is not None
        assert played.say("Bob: wait", "Ann") is not None
        assert played.say("wait", "Ann") is None
        assert [directive.mover for directive in played.match.standing_directives] == ["Bob", "Ann"]
        assert "Bob: ..." in [line.words for line in played.record]


def test_a_private_answer_and_what_was_asked_is_heard_by_that_player_alone() -> None:
    with closing(begun("treasures", private_answers="yes")) as played:
        first = played.mover
        wander(played, 4)
        for name in NAMES:
            mine = [line for line in played.record if name in line.hearers]
            assert all(line.said in ("turn", "heard") or line.words.startswith(name) for line in mine)
        assert any(line.hearers == (first,) for line in played.record)
        assert all(set(line.hearers) <= set(NAMES) and line.hearers for line in played.record)


def test_a_secret_start_is_shown_to_nobody() -> None:
    labyrinth = maps.generate(
        "labyrinth", "table", given={"rules": "G1-S1-F1-V1-T1-A1-H1-W1-O1"}, size=read_size("5x5")
    )
    with closing(session.begin(labyrinth, NAMES, {}, "dice")) as played:
        assert played.match.secret
        assert played.say("start b2", played.mover) is None
        asked = [line.words for line in played.record if line.said == "asked"]
        assert len(asked) == 1
        assert asked[0].endswith(": start ...")
        played.undo()
        assert not any("b2" in line.words for line in played.record)


def test_two_maps_that_differ_where_nobody_was_have_the_same_record() -> None:
    text = 'mapkit = 1\ngame = "treasures"\npreset = "as-drawn"\nmap = """\n{}\n"""\n'
    rows = "+---+---+---+---+\n| .   .   {}   {} |\n+   +   +---+   +\n| .   . | {}   .  \n+---+---+---+---+"
    records = []
    for hidden in (("T", ".", "."), (".", "T", "."), (".", ".", "T")):
        read = maps.read(text.format(rows.format(*hidden)).encode(), "map").map
        with closing(session.begin(read, NAMES, {"starts": "a1 b1", "order": "given"}, "dice")) as played:
            for words in ("north", "north", "south", "south"):
                assert played.say(words) is None
            played.undo()
            records.append(tuple(played.record))
    assert records[0] == records[1] == records[2]


def test_the_game_master_is_answered_as_at_play_and_a_correction_says_all_that_is_wrong() -> None:
    with closing(begun("treasures")) as played:
        before = len(played.record)
        assert played.hear("status")[0].startswith("A game of")
        assert played.hear("nroth")[0].endswith("Did you mean north?")
        assert played.hear("gm Ann at z9") == ('"z9" is no cell of the board; its cells go from a1 to f5.',)
        assert len(played.record) == before
        assert played.hear("gm Ann at c3") == ()
        assert [line.words for line in played.record[before:]] == ["The game master has corrected the notes."]
        assert played.hear("undo")[:0] == ()
        assert played.record[-1].said == "turn"


def test_a_second_writer_is_refused_and_games_that_go_on_are_listed(folder: Path) -> None:
    with closing(begun("treasures")) as played:
        with pytest.raises(FileTrouble, match="another mapkit is playing"):
            session.resume(played.name)
        assert [game.id for game in saved_games.latest_games(folder)] == [played.name]
        assert Path(played.match.name) == saved_games.saved_path(folder, played.name)
    session.resume(played.name).close()
