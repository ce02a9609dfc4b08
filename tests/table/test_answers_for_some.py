"""Announcements that only some players hear: nobody else hears, reads, concludes or is hinted at them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.cli import table as cli_table
from mapkit.cli.terminal import TerminalScreen
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.message import NOTHING
from mapkit.model.ruling import Dice, Ruling, heard
from mapkit.players.machines import Machine, machines, play_directives
from mapkit.studio.session import Sitting
from mapkit.table import log, match
from mapkit.table.ears import ears_of, own_ears
from mapkit.table.host import Host
from mapkit.table.log import HintEntry
from mapkit.table.tracks import track_of
from mapkit.table.voice import phrases_of

SECRET = "{player} smells ICE."
"""The key of an announcement of our own, which is its words."""


def whispering(drawn: Map[Any], to: tuple[str, ...] = ("Ann",)) -> Map[Any]:
    """A map whose referee tells some players more at each directive of theirs."""
    table = table_of(drawn.game)

    def play(state: Any, words: str, dice: Dice) -> Ruling[Any]:
        mover, ruling = table.referee.mover(state), table.referee.play(state, words, dice)
        told = heard(SECRET, player=mover)._replace(to=to)
        return ruling._replace(heard=(told, *ruling.heard)) if mover in to else ruling

    own = replace(drawn.game, table=replace(table, referee=replace(table.referee, play=play)))
    return replace(drawn, game=own)


@pytest.fixture
def drawn() -> Map[Any]:
    return whispering(mapkit.generate("labyrinth", "whisper", preset="basic"))


def seat(drawn: Map[Any], path: Path, **options: str) -> match.Match:
    return match.begin(drawn, ("Ann", "Bob"), {"starts": "a1 b1", **options}, "1", str(path / "game.jsonl"))


@pytest.fixture
def played(drawn: Map[Any], tmp_path: Path) -> Iterator[match.Match]:
    with seat(drawn, tmp_path) as begun:
        yield begun


def host(played: match.Match, **more: Any) -> Host:
    return Host(played, phrases_of(played.map, "en"), **{"omniscient": False, **more})


def test_a_log_names_the_hearers_and_is_read_again(played: match.Match) -> None:
    host(played).hear("right")
    assert played.log is not None
    (*_, last) = log.read_log(played.log.path).events
    assert isinstance(last.entry, log.DirectiveEntry)
    assert [said.to for said in last.entry.heard if said.key == SECRET] == [("Ann",)]
    assert f'["{SECRET}",{{"player":"Ann"}},"Ann"]' in played.log.path.read_text()


def test_at_a_shared_terminal_the_others_look_away(
    played: match.Match, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only then is the answer shown, and it is cleared before the next player looks."""
    sitting = host(played)
    answer = sitting.hear("right")
    asked = list[str]()

    def typed(question: str) -> str:
        asked.append(question + capsys.readouterr().out)
        return ""

    monkeypatch.setattr(cli_table, "typed", typed)
    cli_table._tell_apart(TerminalScreen(sitting, colour=False), answer.lines)
    before, hiding = asked
    assert "Only Ann may look now." in before
    assert "ICE" not in before
    assert "(for Ann) Ann smells ICE." in hiding
    _, _, after = capsys.readouterr().out.partition("\x1b[H")
    assert "ICE" not in after
    public = [line for line in answer.lines if "ICE" not in line]
    assert after.strip().splitlines() == public, "what all hear stays"


def test_a_lone_person_reads_their_own_and_nothing_of_what_a_machine_hears(played: match.Match) -> None:
    alone = host(played, bots={"Bob": "random"})
    assert "(for Ann) Ann smells ICE." in alone.hear("right").lines
    assert all(getattr(line, "to", ()) == () for line in alone.hear("repeat").lines)
    other = host(played, bots={"Ann": "random"})
    assert not [line for line in (*other.hear("repeat").lines, *other.welcome()) if "ICE" in line]


def test_a_game_master_is_told_whom_to_tell(played: match.Match) -> None:
    assert "SAY: (for Ann) Ann smells ICE." in host(played, gm=True).hear("right").lines


def test_phones_and_conclusions_have_what_their_player_heard(played: match.Match) -> None:
    sitting = Sitting(played)
    sitting.say("right")
    assert [line.hearers for line in sitting.record if "ICE" in line.words] == [("Ann",)]
    known = {
        name: [said.key for remark in ears_of(played, name).remarks for said in remark.heard]
        for name in ("Ann", "Bob", "")
    }
    assert SECRET in known["Ann"]
    assert known["Bob"] == known[""]
    assert SECRET not in known["Bob"]
    assert own_ears(played, "Bob").key == ears_of(played, "").key
    assert own_ears(played, "Ann").key != ears_of(played, "").key


def test_machines_in_a_row_hear_only_what_is_for_them(drawn: Map[Any]) -> None:
    heard_by: dict[str, set[str]] = {"Ann": set(), "Bob": set()}

    def seat_of(name: str) -> Machine[Any]:
        def says(_: Any, told: Any, ways: Any) -> Any:
            heard_by[name] |= {said.key for said in told}
            return ways

        return Machine(says)

    game = play_directives(table_of(drawn.game).referee, drawn, {n: seat_of(n) for n in heard_by}, lambda _: 1, {})
    for _ in zip(game, range(12), strict=False):
        pass
    assert SECRET in heard_by["Ann"]
    assert SECRET not in heard_by["Bob"]


def test_a_program_is_given_both(drawn: Map[Any]) -> None:
    game = drawn.begin(["Ann", "Bob"], seed="1", options={"starts": "a1 b1"}).say("right")
    assert "Ann smells ICE." not in game.heard
    assert game.heard_by("Bob") == game.heard
    assert "Ann smells ICE." in game.heard_by("Ann")


# --- the pocket --------------------------------------------------------------------------------------------------


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Callable[..., tuple[tuple[str, ...], Host]]]:
    """What a table answers before the first turn, and its host."""
    with ExitStack() as games:

        def ask(name: str, said: str, **options: str) -> tuple[tuple[str, ...], Host]:
            path = tmp_path / f"{len([*tmp_path.iterdir()])}.jsonl"
            drawn = mapkit.generate(name, "pocket", preset="default")
            table = host(games.enter_context(match.begin(drawn, ("Ann", "Bob"), options, "1", str(path))))
            return table.hear(said).lines, table

        yield ask


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path))


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("treasures", "Bob: healthy."),
        ("labyrinth", "Bob: healthy, grenades 1, bullets 5."),
        ("dungeon", "Bob has in the Pocket: nothing; in the Store: nothing."),
        ("quoridor", "Bob: to the south, walls 7."),
        ("minoqaur", "Bob: the minoqaur."),
    ],
)
def test_players_ask_what_they_have_at_any_time(asked: Any, game: str, words: str) -> None:
    """It is no move: nobody's turn ends, and the log does not have it."""
    lines, table = asked(game, "Bob: pocket")
    assert lines == (words,)
    assert table.match.latest_directive is None
    for word in ("карман", "Tasche", "poche", "inventory"):
        assert table.hear(f"bob: {word}").lines == (words,)
    own, _ = asked(game, "pocket")
    assert own[0].startswith(f"{table.match.mover}")


def test_a_pocket_does_not_tell_whether_a_treasure_is_genuine() -> None:
    drawn = mapkit.generate("labyrinth", "false gold")
    with match.begin(drawn, ("Ann", "Bob"), {}, "1") as played:
        table = host(played, gm=True)
        for said in ("gm Ann carries 1 treasure", "gm Bob carries 1 false treasure"):
            table.hear(said)
        told = [
            line.partition(": healthy")[2] for name in ("Ann", "Bob") for line in table.hear(f"{name}: pocket").lines
        ]
    assert len({*told}) == 1
    assert "treasure 1" in told[0]


def test_where_it_is_agreed_a_pocket_is_opened_in_private(asked: Any) -> None:
    """The person at the keyboard is asked to look away, and a phone answers its own player alone."""
    (line,), table = asked("labyrinth", "Bob: pocket", **{"private-pocket": "yes"})
    assert line.startswith("(for Bob) Bob: healthy")
    assert getattr(line, "to", ()) == ("Bob",)
    sitting = Sitting(table.match)
    assert sitting.asides("Bob: pocket")["Bob"].to == ("Bob",)


def test_with_private_answers_somebody_else_looks_away_from_a_pocket(asked: Any) -> None:
    (line,), table = asked("treasures", "Bob: pocket", order="given", **{"private-answers": "yes"})
    assert getattr(line, "to", ()) == ("Bob",)
    assert getattr(table.hear("pocket").lines[0], "to", ()) == (), "Ann sits at the screen, which is cleared then"


# --- one count of turns, and what was agreed ---------------------------------------------------------------------


def test_status_tells_what_was_agreed_as_the_opening_did() -> None:
    settings = {"drift": "3", "hide_counts": "yes", "rules": "G2-S1-F4-V1-T2-A2-H2-W57-O2"}
    drawn = mapkit.generate("labyrinth", "agreed", settings=settings)
    with match.begin(drawn, ("Ann", "Bob"), {"hints": "2", "knowledge": "no"}, "1") as played:
        said = host(played).hear("status").lines
    opening = [phrases_of(drawn, "en").say(each) for each in played.agreements]
    assert [line for line in said if line in opening] == opening
    assert "As agreed: a river carries a marker three cells down." in opening
    assert f"We play by the code {drawn.params.code}." in opening
    assert [line for line in said if "hints=2" in line] == [
        "As agreed: each player may ask for so many hints, of what follows from the answers (hints=2)."
    ]
    assert not [line for line in said if "knowledge" in line]


def test_the_turns_are_counted_once() -> None:
    """Status, the studio, what is known, the printed list and simulations count the same turns; starts are none."""
    drawn = mapkit.generate("labyrinth", "count", preset="basic")
    with match.begin(drawn, ("Ann", "Bob"), {}, "1") as played:
        table = host(played, gm=True)
        counts = list[tuple[int, ...]]()
        for said in ("start a1", "start b2", "skip", "Bob: skip", "gm say well", "gm turn Bob", "skip", "undo", "redo"):
            table.hear(said)
            (line,) = (line for line in table.hear("status").lines if "Turns so far" in line)
            steps = [entry.number for entry in track_of(played, phrases_of(drawn, "en")).entries if entry.number]
            counts.append((played.turns, ears_of(played, "").turns, max(steps, default=0)))
            assert f"Turns so far: {played.turns}." in line
    assert [turns for turns, _, _ in counts] == [0, 0, 1, 2, 2, 3, 4, 3, 4]
    assert all(one == two for one, two, _ in counts)
    assert [last for *_, last in counts] == [0, 0, 1, 2, 2, 2, 4, 2, 4]


def test_the_last_turn_of_a_game_counts() -> None:
    drawn = mapkit.generate("quoridor", "race", preset="default")
    seats = {
        name: machines(table_of(drawn.game))["random"](name, Chance(name), drawn.params) for name in ("Ann", "Bob")
    }
    said = [each.words for each in play_directives(table_of(drawn.game).referee, drawn, seats, lambda _: 1, {})]
    with match.begin(drawn, ("Ann", "Bob"), {}, "1") as played:
        for words in said[1:]:
            played.say(words)
        assert not played.mover
        assert played.turns == len(said[1:])


def test_a_hint_for_all_quotes_nothing_that_one_player_heard_alone(played: match.Match) -> None:
    table = host(played)
    for said in ("right", "Bob: skip", "left"):
        table.hear(said)
    because = tuple(each.number for each in played.standing_directives)
    lines = list(table.hints.lines(HintEntry("Ann", NOTHING, because), (), played.standing_directives))
    assert len(lines) == 2 + len(because)
    assert not [line for line in lines if "ICE" in line]


@pytest.mark.parametrize("language", ["en", "de", "ru", "fr"])
@pytest.mark.parametrize("game", ["treasures", "labyrinth", "dungeon", "quoridor", "minoqaur"])
def test_status_and_pockets_are_told_in_every_language(game: str, language: str, tmp_path: Path) -> None:
    """Each option is told by what it does, and no braces are left."""
    drawn = mapkit.generate(game, "status")
    table = table_of(drawn.game)
    options = dict.fromkeys(table.seating.options, "yes")
    names = ("Ann", "Bob")[: max(2, table.seating.player_count(drawn))]
    with match.begin(drawn, names, options, "1", str(tmp_path / "a.jsonl")) as played:
        sitting = Host(played, phrases_of(drawn, language), omniscient=False)
        told = sitting.hear("status").lines
        assert len([line for line in told if "=yes" in line]) == len(options)
        has = sitting.hear("Ann: pocket").lines
        assert sitting.hear(f"Ann: {sitting.voice.phrases.word('pocket')}").lines == has, "what its button says"
        for line in (*told, *has):
            assert not {"{", "}", "‹"} & {*line}
