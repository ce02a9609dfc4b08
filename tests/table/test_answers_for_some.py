"""Announcements that only some players hear: nobody else hears, reads, concludes or is hinted at them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.cli import table as cli_table
from mapkit.cli.terminal import TerminalScreen
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.ruling import Dice, Ruling, heard
from mapkit.players.machines import Machine, play_directives
from mapkit.studio.session import Sitting
from mapkit.table import log, match
from mapkit.table.ears import ears_of, own_ears
from mapkit.table.host import Host
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
    monkeypatch.setattr(cli_table, "typed", lambda question: asked.append(question + capsys.readouterr().out) or "")
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
    game = mapkit.begin(drawn, ["Ann", "Bob"], seed="1", options={"starts": "a1 b1"}).say("right")
    assert "Ann smells ICE." not in game.heard
    assert game.heard_by("Bob") == game.heard
    assert "Ann smells ICE." in game.heard_by("Ann")
