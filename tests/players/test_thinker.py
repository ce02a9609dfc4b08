"""The thinker: a machine player that plans on maps that fit what was heard."""

import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import mapkit
from mapkit.cli import main
from mapkit.games.shelf import GAMES
from mapkit.knowledge.worlds import LAST, MOST_EFFORT, Worlds
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.grid import COMPASS
from mapkit.model.map import Map
from mapkit.model.rule import has
from mapkit.model.ruling import MoveError
from mapkit.model.version import added_by
from mapkit.players.machines import dice_of, machines, play_directives, ponderers
from tests.command import refusal
from tests.knowledge.test_deduction import listener, played


def a_game(drawn: Map[Any], seed: str, *kinds: str) -> Any:
    known = {**machines(table_of(drawn.game)), **ponderers(drawn.game)}
    seats = {
        name: known[kind](name, Chance(f"{name} {seed}"), drawn.params)
        for name, kind in zip(("Ann", "Bob"), kinds, strict=True)
    }
    return play_directives(table_of(drawn.game).referee, drawn, seats, dice_of(seed), {})


@pytest.mark.parametrize("moves", [16, pytest.param(30, marks=pytest.mark.long)])
def test_a_thinker_plays_always_the_same(moves: int) -> None:
    drawn = mapkit.generate("treasures", "thinker", preset="small")
    games = [[said.words for said in islice(a_game(drawn, "x", "thinker", "explorer"), moves)] for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.long
@pytest.mark.parametrize("number", range(10))
def test_a_thinker_plays_a_game_to_its_end(number: int) -> None:
    drawn = mapkit.generate("treasures", f"thinker {number}", preset="small")
    assert len([*islice(a_game(drawn, "x", "thinker", "explorer"), 500)]) < 500


def test_with_a_pack_a_thinker_explores() -> None:
    drawn = mapkit.generate("treasures", "thinker", preset="pirate-ship")
    assert len([*islice(a_game(drawn, "x", "thinker", "thinker"), 30)]) == 30


@pytest.mark.parametrize("number", range(3))
def test_what_steps_lead_to_is_what_the_referee_says(number: int) -> None:
    drawn = mapkit.generate("treasures", f"leads {number}", preset="default")
    table, free = table_of(drawn.game), drawn.cells_of("safe")
    evidence = table.evidence
    assert evidence is not None
    lies = {has(cell, "lies") for cell in drawn.cells_of("treasure")}
    leads = evidence(drawn.params, ("Ann",)).leads(drawn.facts | lies)
    for start in free:
        opening = table.referee.begin(drawn, ("Ann",), {"starts": start}, lambda _: 1)
        for step in COMPASS.values():
            if (start, step) not in leads:
                continue
            lead = leads[start, step]
            try:
                ruling = table.referee.play(opening.state, step, lambda _: 1)
            except MoveError:
                continue
            keys = [announcement.key for announcement in ruling.heard]
            assert lead.answer.split()[0] in keys
            assert table.referee.seats(ruling.state)[0].cell == lead.to


def test_a_treasure_is_found_where_a_river_or_a_portal_carries_a_player() -> None:
    drawn = mapkit.generate("treasures", "leads", preset="default")
    evidence = table_of(drawn.game).evidence
    assert evidence is not None
    everywhere = {has(cell, "lies") for cell in drawn.params.grid.cells()}
    leads = evidence(drawn.params, ("Ann",)).leads(drawn.facts | everywhere).values()
    found = {lead.answer: lead.finds for lead in leads}
    assert found["river lies"] == found["portal lies"] == found["safe lies"] == "prize"
    assert all(lead.finds == "prize" for lead in leads if lead.turns)


def test_worlds_fit_what_was_heard_and_take_no_more_than_their_effort() -> None:
    drawn = mapkit.generate("treasures", "worlds", preset="small")
    game = played(drawn, "x", ("explorer", "explorer"))
    hears = listener(drawn, next(game).ruling)
    worlds = Worlds(hears, drawn.game.design.rules, "Ann", 8, Chance("worlds"))
    for said in islice(game, 40):
        hears.hear(said.mover, said.words, said.ruling.heard)
        begun = hears.model.clauses.effort_spent
        found = worlds.now()
        assert found
        assert hears.model.clauses.effort_spent - begun <= MOST_EFFORT + LAST
    known = hears.knows()
    assert all(world.places[name] in known.cells_of(name) for world in found for name in ("Ann", "Bob"))


def test_only_games_that_tell_what_steps_lead_to_have_a_thinker() -> None:
    assert {name for name, game in GAMES.items() if game.table and ponderers(game)} == {"treasures"}


def test_a_game_without_a_thinker_says_so(tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text(mapkit.generate("labyrinth", "thinker", preset="classic").to_text())
    words = ["play", str(file), "--players", "Ann,Bob", "--bot", "Ann=thinker"]
    wanted = {
        "en": "labyrinth has no kind thinker; say one of random, explorer",
        "ru": "в игре labyrinth нет вида",
    }
    for lang, said in wanted.items():
        assert said in refusal(*words, "--lang", lang)


def test_a_thinker_sits_at_the_table_and_goes_on_where_the_game_was_closed(tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text(mapkit.generate("treasures", "thinker", preset="small").to_text())
    seats = ["--bot", "Bob=thinker"]

    def said(*more: str, words: str) -> str:
        return CliRunner().invoke(main.app, ["play", *more, *seats], input=words, catch_exceptions=False).stdout

    begun = ["--players", "Ann,Bob", "--seed", "1"]
    whole = said(str(file), *begun, "--log", str(tmp_path / "one.jsonl"), words="north\nsouth\neast\nwest\n")
    said(str(file), *begun, "--log", str(tmp_path / "two.jsonl"), words="north\nsouth\n")
    said("--resume", str(tmp_path / "two.jsonl"), words="east\nwest\n")
    logs = [(tmp_path / f"{name}.jsonl").read_text().splitlines()[1:] for name in ("one", "two")]
    assert [line.partition('"sum"')[0] for line in logs[0]] == [line.partition('"sum"')[0] for line in logs[1]]
    assert "Bob is played by the machine: thinker." in whole


def test_without_the_library_a_thinker_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat", None)
    file = tmp_path / "map.toml"
    file.write_text(mapkit.generate("treasures", "thinker", preset="small").to_text())
    words = ["play", str(file), "--players", "Ann,Bob", "--bot", "Ann=thinker", "--bot", "Bob=random"]
    assert refusal(*words, "--log", str(tmp_path / "x.jsonl")).endswith(
        f"error: deduction needs an extra library: {added_by('deduction')}\n"
    )


def test_a_thinker_is_simulated_when_asked_for(tmp_path: Path) -> None:
    words = ["simulate", "treasures", "--preset", "small", "--games", "1", "--seed", "a", "--turns", "8"]
    result = CliRunner().invoke(main.app, [*words, "--who", "thinker,explorer"])
    assert result.exit_code == 0
    assert "thinker" in result.stdout
