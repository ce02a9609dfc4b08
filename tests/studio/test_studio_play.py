"""The panel of play: what it tells of a legal map, when that is dropped, and games; tests answer for its processes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.analysis import Ask
from mapkit.studio import play_panel
from mapkit.studio.actions import act
from mapkit.studio.desk import Desk
from mapkit.studio.opening import DeskStart
from mapkit.studio.play_jobs import GAMES as MANY
from mapkit.studio.play_jobs import GamesPlayed, PlayEnded, PlayTask, answers
from mapkit.studio.play_panel import PLAY, PlayPanel
from tests.studio.desks import Idle, answer, legal
from tests.studio.test_studio_solver_panel import CLOSED, LEGAL


def at_desk(text: str) -> Desk:
    desk = Desk(Path("map.toml"), text, None)
    panel = desk.play_panel
    panel.worker, panel.games = Idle(PLAY, panel._hear), Idle(PLAY, panel._hear_of_games)
    desk.pictured = desk.follow_play
    desk.changes_since(0)
    return desk


def shown(desk: Desk) -> dict[str, Any]:
    return {name: desk.changes_since(0)[name] for name in ("play", "playing")}


def draw(desk: Desk, tool: str, *path: str) -> None:
    act(desk, {"do": "draw", "tool": tool, "path": list(path), "seen": 0})


@pytest.fixture
def desk() -> Desk:
    return at_desk(LEGAL)


def test_the_report_says_what_solve_says_and_shows_it_from_the_worst_start(desk: Desk) -> None:
    assert shown(desk) == {"play": None, "playing": {"old": True, "of": 0, "games": 0, "words": ""}}
    answer(desk.play_panel.worker)
    found = shown(desk)
    assert not found["playing"]["old"]
    play, map_ = found["play"], desk.document.map
    assert map_.game.study
    analysis = map_.game.study.analyse(map_, Ask())
    assert play["verdict"] == analysis.measures["fairness"].in_words
    assert play["found"] == "fair"
    measures = {each.label: each.in_words for key, each in analysis.measures.items() if key != "fairness"}
    assert dict(play["measures"]) == measures
    assert play["start"] in dict(play["starts"])
    assert play["reach"][play["start"]] == 0
    assert {each["way"] for each in play["first"]} == {"north", "east", "south", "west"}


def test_a_press_makes_the_starts_fair_and_undo_takes_them_back() -> None:
    """Issue 48: nobody was told what makes an unfair map fair."""
    for game in ("labyrinth", "treasures"):
        unfair, text = "", ""
        for seed in range(20):
            text = writer.show(legal(game, f"even {seed}"))
            heard = list[Any]()
            answers(PlayTask(text, "map.toml", game, "en"), heard.append)
            if unfair := heard[-1].for_page["even"]:
                break
        assert unfair, f"no map of {game} is unfair"
        desk = at_desk(text)
        assert act(desk, {"do": "play_even"})["refused"] == "the starts of this map are still worked out; try again"
        answer(desk.play_panel.worker)
        assert shown(desk)["play"]["even"] == unfair
        act(desk, {"do": "play_even"})
        assert desk.text != text
        assert not shown(desk)["playing"]["of"]
        answer(desk.play_panel.worker)
        play = shown(desk)["play"]
        assert (play["found"], play["even"]) == ("fair", "")
        desk.undo()
        assert desk.text == text


def test_a_map_with_faults_has_no_report_and_a_legal_one_has_one_again(desk: Desk) -> None:
    answer(desk.play_panel.worker)
    desk.write(CLOSED)
    assert shown(desk)["play"] is None
    assert desk.play_panel.worker.task is None
    desk.undo()
    assert shown(desk)["play"]["verdict"]  # nothing is worked out twice
    assert desk.play_panel.worker.task is None


def test_the_report_of_one_map_is_not_shown_beside_another_one(desk: Desk) -> None:
    """Issue 48: the distances of a map of Treasures were drawn on a code of Minoqaur."""
    answer(desk.play_panel.worker)
    assert shown(desk)["play"]
    desk.open(DeskStart(Path("other.toml"), writer.show(legal("dungeon")), None))
    assert shown(desk)["play"] is None
    answer(desk.play_panel.worker)
    assert shown(desk)["play"]["verdict"]


def test_a_newer_stroke_drops_the_report_that_is_on_its_way(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    first = desk.play_panel.worker.task
    draw(desk, "border wall", "a3|S")
    shown(desk)
    assert desk.play_panel.worker.task is first  # it is answered at once, and the answer is not heard
    answer(desk.play_panel.worker)
    assert shown(desk)["play"] is None
    second = desk.play_panel.worker.task
    assert second is not None
    assert second.text == desk.text
    answer(desk.play_panel.worker)
    assert not shown(desk)["playing"]["old"]
    ended = list[object]()
    monkeypatch.setattr(Idle, "end", lambda worker: ended.append(worker.task), raising=False)
    draw(desk, "border wall", "b3|S")
    shown(desk)
    late = desk.play_panel.worker.task
    monkeypatch.setattr(play_panel, "PATIENCE", 0.0)
    draw(desk, "border wall", "c2|S")
    shown(desk)
    assert ended == [late]  # one that takes long is ended
    assert desk.play_panel.worker.task is not late


def test_another_start_is_looked_from_and_stays_chosen(desk: Desk) -> None:
    answer(desk.play_panel.worker)
    other = next(cell for cell, _ in shown(desk)["play"]["starts"] if cell != shown(desk)["play"]["start"])
    act(desk, {"do": "play_from", "start": other})
    assert shown(desk)["playing"]["old"]
    answer(desk.play_panel.worker)
    assert shown(desk)["play"]["start"] == other
    draw(desk, "border wall", "a3|S")
    shown(desk)
    answer(desk.play_panel.worker)
    assert shown(desk)["play"]["start"] == other


def test_a_report_that_ends_by_itself_says_so_and_is_not_tried_again_and_again(desk: Desk) -> None:
    answer(desk.play_panel.worker, PlayEnded())
    assert shown(desk)["play"]["verdict"] == "This could not be worked out. Draw on, and it is tried again."
    assert desk.play_panel.worker.task is None


def test_games_are_counted_one_after_another_and_told_at_last(desk: Desk) -> None:
    act(desk, {"do": "play_games"})
    assert shown(desk)["playing"] | {"old": True} == {"old": True, "of": MANY, "games": 0, "words": ""}
    task = desk.play_panel.games.task
    assert task is not None
    heard = list[Any]()
    answers(task._replace(games=4), heard.append)
    assert [found.games for found in heard] == [1, 2, 3, 4, 4]
    assert heard[-1].words.startswith("Between 3 players: half of the games are over within ")
    answer(desk.play_panel.games, *heard)
    assert shown(desk)["playing"]["words"] == heard[-1].words
    assert shown(desk)["playing"]["of"] == 0
    draw(desk, "border wall", "a3|S")
    assert not shown(desk)["playing"]["words"]
    desk.undo()
    assert shown(desk)["playing"]["words"]


def test_games_stop_when_somebody_cancels_them_draws_on_or_brings_a_fault(desk: Desk) -> None:
    for do in (
        {"do": "play_cancel"},
        {"do": "draw", "tool": "border wall", "path": ["a3|S"]},
        {"do": "write", "text": CLOSED},
    ):
        act(desk, {"do": "play_games"})
        answer_half = desk.play_panel.games
        assert answer_half.task is not None
        answer_half._hear(answer_half.task, GamesPlayed(7))
        assert shown(desk)["playing"]["games"] == 7
        act(desk, do)
        assert shown(desk)["playing"] == {"old": True, "of": 0, "games": 0, "words": ""}
        assert desk.play_panel.games.task is None
    assert act(desk, {"do": "play_games"})["refused"].startswith("the map has faults")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_report_in_every_language_of_the_page(game: str) -> None:
    text, heard = writer.show(legal(game)), list[Any]()
    for language in ("en", "ru", "de"):
        answers(PlayTask(text, "map.toml", game, language), heard.append)
    told = {language: found.for_page for language, found in zip(("en", "ru", "de"), heard, strict=True)}
    assert told["en"]["verdict"].startswith("shortest way to win: ") == (game == "minoqaur")
    assert len({found["verdict"] for found in told.values()}) == 3
    assert told["en"]["reach"] == told["ru"]["reach"]
    assert (told["en"]["first"] != []) == (game in ("treasures", "labyrinth"))


def test_a_game_of_every_kind_can_be_played_for_its_length() -> None:
    for game in GAMES:
        heard = list[Any]()
        answers(PlayTask(writer.show(legal(game)), "map.toml", game, "en", games=2), heard.append)
        assert "half of the games are over within" in heard[-1].words


def test_a_panel_begins_no_process_before_a_page_is_open() -> None:
    panel = PlayPanel(lambda: None, lambda do: do())
    assert panel.worker.process_id is None
    assert maps.read(LEGAL.encode(), "map.toml").map.game.name == "treasures"
