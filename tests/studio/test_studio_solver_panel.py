"""The solver in the studio: locks, offers, and the worker's process; all but one test do without that process."""

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.model.grid import Border, Square
from mapkit.model.message import NOTHING, Message
from mapkit.model.rule import Fact
from mapkit.solve import legality
from mapkit.solve.edits import Edit
from mapkit.studio.actions import act
from mapkit.studio.desk import Desk
from mapkit.studio.solver_jobs import SKETCHES, Answer, FoundMap, NoMap, SolverTask, answers, locked_places
from mapkit.studio.solver_panel import ENDED, SOLVER, STALE, can_choose, together, with_edits
from mapkit.studio.worker import Worker
from tests.drawings import drawn
from tests.studio.desks import Idle, answer

LEGAL = """mapkit = 1
game = "treasures"
preset = "as-drawn"
map = '''
+---+   +---+
| .   T   . |
+   +   +   +
| .   .   . |
+   +   +   +
| .   .   H |
+---+---+---+
'''
"""


def read(text: str) -> Any:
    return maps.read(text.encode(), "map.toml")


def made(what: Any, text: str, *locked: str) -> list[Answer]:
    """What is answered to a task, in this process."""
    heard: list[Answer] = []
    answers(SolverTask(what, text, "map.toml", "", locked, "one", "en"), heard.append)
    return heard


CLOSED = LEGAL.replace("+---+   +---+", "+---+---+---+")
OUTER = tuple(
    [f"{cell}|N" for cell in ("a3", "b3", "c3")]
    + [f"{cell}|S" for cell in ("a1", "b1", "c1")]
    + [f"a{row}|W" for row in (1, 2, 3)]
    + [f"c{row}|E" for row in (1, 2, 3)]
)


# --- what is asked for -------------------------------------------------------------------------------------------


def test_a_repair_leaves_what_is_locked_alone_and_says_which_rules_make_it_impossible() -> None:
    (free,) = made("repair", CLOSED)
    assert isinstance(free, FoundMap)
    (edit,) = free.edits
    assert edit.words.startswith("open an exit")
    assert free.words == "1 edit; proven: no legal map is nearer"
    (place,) = edit.places
    assert isinstance(place, Border)
    (other,) = made("repair", CLOSED, f"{place.cell}|{place.side}")
    assert isinstance(other, FoundMap)
    assert other.edits != free.edits
    (none,) = made("repair", CLOSED, *OUTER)
    assert isinstance(none, NoMap)
    assert "  TL-26    Exits, gaps in the outer wall: at least 1." in none.words.splitlines()
    assert none.words.endswith("unlock some of it and try again.")


def test_complete_builds_no_wall_on_a_locked_border() -> None:
    blank = LEGAL.replace(".", " ")
    (filled,) = made("complete", blank)
    assert isinstance(filled, FoundMap)
    walls = [f"{fact.place.cell}|{fact.place.side}" for fact in filled.facts if isinstance(fact.place, Border)]
    (locked,) = made("complete", blank, *walls)
    assert isinstance(locked, FoundMap)
    changed = {fact.place for fact in locked.facts ^ read(blank).map.facts}
    assert changed.isdisjoint(locked_places(read(blank).map, tuple(walls)))


def test_new_maps_keep_what_is_locked_and_come_one_by_one_with_their_pictures() -> None:
    found = made("generate", LEGAL, "b3", "c1", "b3|N")
    assert len(found) == SKETCHES
    for each in found:
        assert isinstance(each, FoundMap)
        assert {Fact("b3", "treasure"), Fact("c1", "hospital")} <= each.facts
        assert each.picture.startswith("<svg")
        assert not legality.check(replace(read(LEGAL).map, facts=each.facts).as_drawn)


def test_new_maps_like_the_drawing_have_its_things_and_those_of_the_settings_theirs() -> None:
    """Issue 48: a drawing with three treasures gave maps with one."""
    three = LEGAL.replace("| .   .   H |", "| T   T   H |")
    for what, number in (("alike", {3}), ("generate", {1, 2, 3, 4})):
        for each in made(what, three):
            assert isinstance(each, FoundMap)
            assert sum(fact.mark == "treasure" for fact in each.facts) in number
            assert each.values == ()
    assert len({each.facts for each in made("alike", three) if isinstance(each, FoundMap)}) > 1
    locked = made("alike", three, "c1")
    assert all(isinstance(each, FoundMap) and Fact("c1", "hospital") in each.facts for each in locked)


def test_a_map_like_the_drawing_changes_the_settings_that_have_no_room_for_it(tmp_path: Path) -> None:
    one = LEGAL.replace('"as-drawn"', '"any-size"\n') + "\n[settings]\ntreasures = 1\nmarsh = 0\nriver = 0\n"
    one = one.replace("| .   .   H |", "| T   T   H |")
    desk = Desk(tmp_path / "map.toml", one, None)
    desk.solver_panel.worker = Idle(SOLVER, desk.solver_panel._hear)
    act(desk, {"do": "ask", "what": "alike"})
    answer(desk.solver_panel.worker)
    for number in (0, 1):
        assert "treasures = 3" in act(desk, {"do": "take", "number": number})["said"]
        assert desk.document.map.params.treasures.low == 3
        assert not legality.check(desk.document.map)
    act(desk, {"do": "undo"})
    act(desk, {"do": "undo"})
    assert desk.text == one, "settings and map change in one step"
    assert not act(desk, {})["work"]["old"]


def test_pictures_of_new_maps_are_in_the_language_of_the_page() -> None:
    shown = {}
    for language in ("en", "ru"):
        heard: list[Answer] = []
        answers(SolverTask("generate", LEGAL, "map.toml", "", ("b3|N",), "one", language), heard.append)
        shown[language] = [each.picture for each in heard if isinstance(each, FoundMap)]
    assert len(shown["ru"]) == SKETCHES
    assert not {*shown["en"]} & {*shown["ru"]}


def test_blank_cells_and_undecided_borders_cannot_be_locked() -> None:
    map_ = read(LEGAL.replace("T   .", "T ? .").replace("H", " ")).map
    assert locked_places(map_, ("c1", "b3|E", "b3", "z9", "a1|E", "a1+across")) == {"b3", Border("a1", "E")}


# --- offers ------------------------------------------------------------------------------------------------------


def test_edits_that_share_a_place_go_together() -> None:
    edits = tuple(Edit(NOTHING, places, Square(4, 2)) for places in (("a1", "b1"), ("b1", "c1"), ("d1",)))
    assert together(edits, [0]) == (0, 1)
    assert together(edits, [2, 7, -1]) == (2,)
    was = frozenset(Fact(cell, "marsh") for cell in ("a1", "b1", "c1", "d1"))
    becomes = frozenset(Fact(cell, "safe") for cell in ("a1", "b1", "c1", "d1"))
    found = FoundMap(becomes, edits, NOTHING)
    assert can_choose(was, found)
    assert not can_choose(was | {Fact("e1", "marsh")}, found), "no edit says what became of e1"
    assert {fact for fact in with_edits(was, found, (2,)) if fact.mark == "safe"} == {Fact("d1", "safe")}
    assert with_edits(was, found, (0, 1, 2)) == becomes


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk with a closed map, whose worker answers only when a test does."""
    desk = Desk(tmp_path / "map.toml", f"# mine\n{CLOSED}", None)
    desk.solver_panel.worker = Idle(SOLVER, desk.solver_panel._hear)
    return desk


def test_a_repair_is_offered_and_accepting_it_is_one_step_of_undo(desk: Desk) -> None:
    assert act(desk, {"do": "ask", "what": "repair"})["work"]["what"] == "repair"
    assert "at work" in act(desk, {"do": "ask", "what": "complete"})["refused"]
    answer(desk.solver_panel.worker)
    offer = act(desk, {"do": "ask", "what": "nothing"})["offer"]
    assert [edit["words"] for edit in offer["edits"]] == ["open an exit on the east side of c2"]
    assert (offer["wrong"], offer["stale"], offer["edits"][0]["spots"]) == ("", "", ["c2|E"])
    assert any(offer["splices"]), "the board shows what it becomes"
    before = desk.text
    assert act(desk, {"do": "accept"}).get("offer") is None
    assert desk.text.startswith("# mine\n")
    assert not legality.check(desk.document.map)
    desk.undo()
    assert desk.text == before


def test_an_answer_for_another_version_of_the_map_is_not_accepted(desk: Desk) -> None:
    act(desk, {"do": "ask", "what": "repair"})
    act(desk, {"do": "draw", "tool": "cell marsh", "path": ["a1"]})
    answer(desk.solver_panel.worker)
    assert act(desk, {})["offer"]["stale"] == STALE
    assert STALE in act(desk, {"do": "accept"})["refused"]
    act(desk, {"do": "undo"})
    assert act(desk, {})["offer"]["stale"] == "", "undo brings back the map that was asked about"
    act(desk, {"do": "refuse"})
    assert act(desk, {}).get("offer") is None


def test_a_selection_of_edits_that_leaves_a_fault_says_so_and_the_rest_is_worked_out_again(desk: Desk) -> None:
    desk.write(desk.text.replace(".", " ").replace("---+---+---", "---+   +---", 1))
    act(desk, {"do": "ask", "what": "complete"})
    answer(desk.solver_panel.worker)
    offer = act(desk, {"do": "choose", "chosen": [0, "x", 99]})["offer"]
    assert offer["choose"]
    assert 0 in offer["chosen"] != tuple(range(len(offer["edits"])))
    assert offer["wrong"]
    assert act(desk, {"do": "accept"})["work"]["what"] == "complete"
    answer(desk.solver_panel.worker)
    again = act(desk, {})["offer"]
    assert offer["edits"][0]["words"] not in [edit["words"] for edit in again["edits"]]
    assert again["wrong"] == ""
    assert "refused" not in act(desk, {"do": "accept"})
    assert legality.check(desk.document.map) == ()


TWO_FAULTS = """hospital=1
+---+---+---+---+
| T | .   H   .
+---+   +   +   +
| .   .   .   . |
+   +   +   +   +
| .   .   .   H |
+---+---+---+---+
"""


def test_each_edit_is_accepted_by_itself_and_stays_while_the_rest_is_worked_out(desk: Desk) -> None:
    desk.write(writer.show(drawn(TWO_FAULTS)))
    act(desk, {"do": "ask", "what": "repair"})
    answer(desk.solver_panel.worker)
    first, second = (edit["words"] for edit in act(desk, {})["offer"]["edits"])
    assert second == "take away the wall between a3 and b3"
    at = desk.document.map
    assert act(desk, {"do": "accept", "edit": 1})["work"]["what"] == "repair"
    assert desk.solver_panel.worker.task is not None
    (place,) = desk.solver_panel.worker.task.accepted
    assert desk.document.map.facts != at.facts
    answer(desk.solver_panel.worker)
    (left,) = act(desk, {})["offer"]["edits"]
    assert left["words"] == first
    assert place not in left["spots"]
    assert act(desk, {"do": "accept", "edit": 0})["work"]["what"] == "", "a legal map needs no further repair"
    assert legality.check(desk.document.map) == ()


WITHOUT_STARTS = """mapkit = 1
game = "labyrinth"
preset = "as-drawn"
map = '''
+---+---+---+---+
| T   .   .   .
+   +   +---+   +
| .   .   .   . |
+   +---+   +   +
| .   .   .   . |
+---+---+---+---+
'''

[settings]
fairness = 2
players = 3
advice = "tell"
"""


def test_starts_are_accepted_together_since_repair_adds_none_to_a_few(desk: Desk) -> None:
    desk.write(WITHOUT_STARTS)
    act(desk, {"do": "ask", "what": "repair"})
    answer(desk.solver_panel.worker)
    edits = act(desk, {})["offer"]["edits"]
    starts = [number for number, edit in enumerate(edits) if edit["key"] == "starts"]
    assert len(starts) == 3
    assert set(starts) <= set(act(desk, {"do": "choose", "chosen": starts[:1]})["offer"]["chosen"])
    act(desk, {"do": "accept", "edit": starts[0]})
    assert desk.text.count("starts = ") == 1
    assert legality.check(desk.document.map) == ()


@pytest.mark.parametrize("newest", ["c1", "c2"])
def test_repair_takes_away_what_was_drawn_last_and_not_undone(desk: Desk, newest: str) -> None:
    desk.write(writer.show(drawn(TWO_FAULTS.replace("H", ".").replace("T |", "T  "))))
    for cell in ({"c1", "c2"} - {newest}).pop(), newest, "a1":
        act(desk, {"do": "draw", "tool": "cell hospital", "path": [cell]})
    act(desk, {"do": "undo"})
    act(desk, {"do": "ask", "what": "repair"})
    answer(desk.solver_panel.worker)
    (edit,) = act(desk, {})["offer"]["edits"]
    assert edit["words"] == f"make {newest} a Safe tile instead of a Hospital"


def test_locks_stand_on_the_scene_and_a_new_map_can_be_taken_and_another_in_its_place(desk: Desk) -> None:
    assert act(desk, {"do": "draw", "tool": "lock cells", "path": ["b3", "c1"]})["locked"] == ["b3", "c1"]
    assert act(desk, {"do": "draw", "tool": "lock cells", "path": ["c1"]})["locked"] == ["b3"]
    assert "nothing is drawn" in act(desk, {"do": "draw", "tool": "lock cells", "path": ["z9"]})["refused"]
    act(desk, {"do": "ask", "what": "generate"})
    answer(desk.solver_panel.worker)
    for number in (0, 1):
        assert "refused" not in act(desk, {"do": "take", "number": number})
        assert desk.document.map.facts == desk.solver_panel.sketches[number].facts
    act(desk, {"do": "draw", "tool": "cell marsh", "path": ["b3"]})
    assert act(desk, {})["work"]["old"], "what is locked is another thing now"
    assert "generate again" in act(desk, {"do": "take", "number": 0})["refused"]
    assert "not there" in act(desk, {"do": "take", "number": 99})["refused"]
    assert act(desk, {"do": "unlock"})["locked"] == []


def test_cancel_twice_is_no_trouble_and_a_late_answer_is_dropped(desk: Desk) -> None:
    act(desk, {"do": "ask", "what": "repair"})
    late = desk.solver_panel.worker.task
    assert late is not None
    for _ in range(2):
        assert "refused" not in act(desk, {"do": "cancel"})
    desk.solver_panel.worker._later(late, NoMap(Message("too late")))
    assert act(desk, {})["work"]["failed"] == []
    assert act(desk, {})["work"]["what"] == ""


# --- the process -------------------------------------------------------------------------------------------------


def wait_for(met: Callable[[], object]) -> None:
    until = monotonic() + 20
    while not met():
        assert monotonic() < until
        sleep(0.005)


@pytest.mark.long
def test_the_worker_answers_is_ended_by_cancel_and_its_crash_is_told() -> None:
    heard: list[Answer | None] = []
    worker: Worker[SolverTask, Answer] = Worker(SOLVER, heard.append)
    task = SolverTask("repair", CLOSED, "map.toml", "", (), "one", "en")
    worker.ask(task)
    wait_for(lambda: len(heard) == 2)
    assert isinstance(heard[0], FoundMap)
    assert heard[1] is None
    first = worker.process_id
    worker.ask(task._replace(text=maps.new("treasures"), what="generate"))
    worker.cancel()
    assert first is not None
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    heard.clear()
    assert worker.process_id not in (None, first), "the next one warms up"
    worker.ask(task._replace(what="generate", text=maps.new("treasures")))
    assert worker.process_id is not None
    os.kill(worker.process_id, signal.SIGKILL)
    wait_for(lambda: None in heard)
    assert NoMap(ENDED) in heard
    heard.clear()
    worker.ask(task)
    wait_for(lambda: len(heard) == 2)
    assert isinstance(heard[0], FoundMap)
    worker.end()
