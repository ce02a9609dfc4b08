"""Twenty groups that play labyrinths on paper (`cases/groups.toml`): what they can agree upon, and their games."""

import tomllib
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.games import maps
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.clashes import clashes
from mapkit.knowledge import notes
from mapkit.knowledge.audit import Auditor, Slip
from mapkit.model.map import Map
from mapkit.model.ruling import heard
from mapkit.model.settings import whole_code
from mapkit.players.machines import ObservedDirective
from tests.command import outcome
from tests.knowledge.test_deduction import NAMES, played

HERE = Path(__file__).parents[1]
TOPICS = "board start steps walls water pits treasure weapons health turn answers end"
MOST = 300
"""A game is stopped after this many directives."""


@dataclass(frozen=True)
class Group:
    """A group, the code and the settings that it agrees upon, and what of its rules nobody can agree upon here."""

    name: str
    source: str
    size: str
    code: str
    """The whole code: what the group writes on its sheet."""
    board: tuple[str, ...]
    """The settings that say what is on its maps."""
    needs: tuple[str, ...]
    rest: tuple[str, ...]
    told: dict[str, list[str]]

    @property
    def given(self) -> dict[str, str]:
        return {"rules": self.code} | dict(setting.split("=", 1) for setting in self.board)

    def map(self) -> Map[Any]:
        return mapkit.generate("labyrinth", self.name, size=self.size, settings=self.given)


def group_of(read: dict[str, Any]) -> Group:
    board, needs, rest = (tuple(read[key]) for key in ("map", "needs", "rest"))
    told = {topic: lines for topic, lines in read.items() if topic in TOPICS.split()}
    return Group(read["name"], read["source"], read["size"], read["code"], board, needs, rest, told)


GROUPS = [group_of(each) for each in tomllib.loads((HERE / "cases" / "groups.toml").read_text())["group"]]
NEEDED = {
    "trap cells": 10,
    "a weapon is the turn": 8,
    "the dead return": 5,
    "the source of a river is not named": 4,
    "private answers and dark moves": 3,
    "treasure taken, left and dropped at will": 3,
    "neighbouring cells or walls that are seen or heard": 3,
    "solid cells and boards that are not rectangles": 2,
    "cement, bullets, grenades from the start": 2,
    "grenades that do not tell whether there was a wall": 2,
    "hospital or arsenal shields": 2,
    "rivers that join; a mouth alone": 2,
    "a pit of one; a fixed landing cell": 2,
    "players enter from outside": 2,
    "closed rooms that a grenade opens": 1,
    "exits that can be blown": 1,
    "a wounded player asks for another cell": 1,
    "a torus": 1,
    "no treasure": 1,
}
"""By how many groups each option is needed."""
WHOLE = ["encyclopedia", "folk", "camp", "tent", "class", "torches", "blocks", "journal", "first-game"]
"""The groups that agree upon all their rules; each of the others but for a named rest."""
of_each_group = pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)


def test_the_rules_of_twenty_groups_are_told_topic_by_topic() -> None:
    assert len({group.name for group in GROUPS}) == 20
    assert {group.source for group in GROUPS} == {"article", "book", "camp", "forum", "program"}
    assert all({"board", "end"} <= {*group.told} for group in GROUPS)
    assert all(line.endswith(".") for group in GROUPS for lines in group.told.values() for line in lines)


@of_each_group
def test_a_group_types_its_code_as_it_is_shown_and_nothing_in_it_is_odd(group: Group) -> None:
    params = maps.params(GAME, "default", group.size, group.given)
    assert clashes(params) == ()
    assert whole_code(params) == group.code


@of_each_group
def test_the_map_of_a_group_is_legal_and_its_card_prints_in_three_languages(group: Group) -> None:
    drawn = group.map()
    assert drawn.check() == ()
    cards = [drawn.print("card", format="svg", language=language) for language in ("en", "de", "ru")]
    assert all(cards)


SLIPS = {"executed": "impossible-wall", "impossible-wall": "executed", "impossible-monolith": "executed"}


def game_of(group: Group) -> tuple[Map[Any], list[ObservedDirective[Any]]]:
    """A game of three machines, to its end or for as many directives."""
    drawn = group.map()
    return drawn, [*islice(played(drawn, group.name, ("explorer", "random", "explorer")), 1 + MOST)]


def audited(drawn: Map[Any], game: list[ObservedDirective[Any]], planted: int | None = None) -> object:
    """What an audit with the map finds in a game, also with one answer that was changed."""
    opening, *said = game
    auditor = Auditor(drawn.game, drawn.params, NAMES, opening.ruling.heard)
    auditor.map_is(drawn)
    auditor.starts_are([(player.name, player.start) for player in opening.ruling.state.players if player.start])
    for n, turn in enumerate(said):
        answers = turn.ruling.heard
        if n == planted:
            answers = tuple(heard(SLIPS.get(one.key, one.key), **dict(one.args)) for one in answers)
        auditor.hear(n, turn.mover, turn.words, answers)
    return auditor.slip()


def is_inside(who: str, turn: ObservedDirective[Any]) -> bool:
    """Whether a player stands on a cell after a turn; outside, most answers may be true."""
    return any(player.name == who and not player.outside for player in turn.ruling.state.players)


@of_each_group
def test_a_game_of_a_group_is_audited_without_an_accusation_and_a_planted_slip_is_found(group: Group) -> None:
    drawn, game = game_of(group)
    assert audited(drawn, game) is None
    told = [n for n, turn in enumerate(game[1:]) if {one.key for one in turn.ruling.heard} & {*SLIPS}]
    steps = [n for n in told if is_inside(game[n + 1].mover, game[n]) and is_inside(game[n + 1].mover, game[n + 1])]
    planted = steps[len(steps) // 2]
    found = audited(drawn, game, planted)
    assert isinstance(found, Slip)
    assert found.spoken.line == planted


def test_how_many_groups_can_agree_upon_all_their_rules() -> None:
    assert Counter(need for group in GROUPS for need in group.needs) == NEEDED
    assert [group.name for group in GROUPS if not group.rest] == WHOLE


# Six transcripts

SCRIPTS = HERE / "notes" / "groups"
PLANTED = {
    "bombs": {12: "река", 13: "взорвалась", 17: "мимо", 18: "суша", 24: "прошла"},
    "camp": {12: "суша", 19: "суша", 27: "убита Маша", 33: "суша"},
    "delta": {12: "wall", 13: "land", 15: "land", 18: "land", 19: "skipped, delta", 27: "delta", 28: "land"},
    "notebook": {16: "clear", 17: "clear", 24: "no wall", 25: "wall"},
    "torches": {10: "clear", 13: "clear", 18: "clear", 19: "clear"},
    "tent": {17: "стена", 28: "прошла", 29: "мимо", 40: "стена"},
}
"""For each transcript, other answers on some lines: slips of the tongue."""


def script(name: str) -> tuple[Map[Any], str]:
    return mapkit.read((SCRIPTS / f"{name}.toml").read_bytes()), (SCRIPTS / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", PLANTED)
def test_what_is_written_down_of_a_group_is_played_at_the_table(name: str) -> None:
    drawn, text = script(name)
    noted = notes.read(text)
    options = {"starts": noted.head["starts"].text} if "starts" in noted.head else {}
    game = drawn.begin(noted.players, options=options, seed=name)
    for who, words, _ in (command for command in noted.commands if command.words.text not in ("placed", "старт")):
        if who != game.to_move:
            game = game.say("end")
        assert who == game.to_move, words
        game = game.say(words.text)


@pytest.mark.parametrize("name", PLANTED)
def test_what_is_written_down_of_a_group_is_audited_without_an_accusation(name: str) -> None:
    code, _, told = outcome("audit", str(SCRIPTS / f"{name}.txt"), "--map", str(SCRIPTS / f"{name}.toml"))
    assert (code, told) == (0, "")


@pytest.mark.parametrize(("name", "line"), [(name, line) for name, slips in PLANTED.items() for line in slips])
def test_a_slip_in_what_a_group_wrote_down_is_found_on_its_line(tmp_path: Path, name: str, line: int) -> None:
    lines = (SCRIPTS / f"{name}.txt").read_text().splitlines()
    command, sign, _ = lines[line - 1].partition(" = ")
    lines[line - 1] = command + sign + PLANTED[name][line]
    (tmp_path / "notes.txt").write_text("\n".join(lines))
    code, said, _ = outcome("audit", str(tmp_path / "notes.txt"), "--map", str(SCRIPTS / f"{name}.toml"))
    assert (code, said.split(":")[1]) == (1, str(line))
