"""Faults that come from the settings: what the page is told of those, and the values that would allow the drawing."""

from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.solve import legality
from mapkit.studio.actions import act
from mapkit.studio.desk import Desk
from mapkit.studio.scene import scene, second_thoughts
from tests.studio.desks import blank

LABYRINTH = """mapkit = 1
game = "labyrinth"
preset = "{preset}"
{more}map = \"\"\"
+---+---+---+---+
| T   F   .   .
+   +   +   +   +
| .   {one}   A   . |
+   +   +   +   +
| W1  .   W2  {two} |
+   +   +   +   +
| .   .   .   . |
+---+---+---+---+
\"\"\"
"""
DUNGEON = """mapkit = 1
game = "dungeon"
preset = "default"
map = \"\"\"
  S . .
 . . . .
. . R C .
 . . O .
  . . .
\"\"\"
"""


def labyrinth(one: str = ".", two: str = ".", preset: str = "default", more: str = "") -> str:
    return LABYRINTH.format(one=one, two=two, preset=preset, more=more)


def broken(text: str) -> set[str]:
    return {fault.rule.number for fault in legality.check(maps.read(text.encode(), "map.toml").map)}


def eased(text: str) -> list[dict[str, Any]]:
    found = second_thoughts(maps.read(text.encode(), "map.toml"))["eased"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (labyrinth("H"), {"MP-27"}),
        (labyrinth("H", "H"), {"MP-27"}),
        (labyrinth("H", preset="basic"), {"MP-F-1", "MP-27", "MP-A-1", "MP-T-1"}),
        (labyrinth(more='starts = "d1"\n'), {"MP-40"}),
        (DUNGEON, {"HD-58"}),
    ],
)
def test_what_a_setting_forbids_is_allowed_by_one_press_after_another(text: str, rules: set[str]) -> None:
    """Issue 48: a hospital that the rule code forbids had no way to the setting."""
    assert broken(text) == rules == {ease["rule"] for ease in eased(text)}
    desk = Desk(Path("map.toml"), text, text.encode())
    while eases := eased(desk.text):
        was = broken(desk.text)
        assert act(desk, {"do": "change_head", "values": eases[0]["values"], "seen": 0})["wrong"] == {}
        assert broken(desk.text) < was
        assert eases[0]["rule"] not in broken(desk.text)
    assert broken(desk.text) == set()
    for _ in rules:
        desk.undo()
    assert desk.text == text


def test_an_ease_says_what_it_changes_and_only_that() -> None:
    (ease,) = eased(labyrinth("H"))
    assert (ease["sentence"], ease["words"]) == ("There is no hospital.", "H34")
    (ease,) = eased(labyrinth("H", "H"))
    assert ease["words"] == "H35"
    (ease,) = eased(labyrinth(more='starts = "d1"\n'))
    assert (ease["words"], ease["values"]) == ("players 1", {"players": "1"})


@pytest.mark.parametrize("text", [labyrinth(), labyrinth("H", preset="as-drawn")])
def test_a_map_that_its_settings_allow_needs_no_ease(text: str) -> None:
    assert eased(text) == []


@pytest.mark.parametrize("language", ["en", "ru", "de"])
def test_what_is_not_there_names_the_tool_that_draws_it(language: str) -> None:
    faults = scene(maps.read(blank("labyrinth").encode(), "map.toml"), language, begun_blank=True)["faults"]
    wanted = ["border exit", "cell arsenal", "cell treasure", "cell false"]
    assert [fault["tool"] for fault in faults if fault.get("tool")] == wanted


def test_a_fault_names_the_settings_that_ask_for_it() -> None:
    def asks(text: str) -> dict[str, list[str]]:
        faults = scene(maps.read(text.encode(), "map.toml"))["faults"]
        return {fault["rule"]: fault["settings"] for fault in faults}

    assert asks(labyrinth("H")) == {"MP-27": ["rules"]}
    assert asks(labyrinth(more='starts = "d1"\n')) == {"MP-40": ["players"]}
    assert asks(labyrinth().replace("T   F", "T   .")) == {"MP-T-2": ["rules"]}
    assert asks(labyrinth().replace("W2", ". ")) == {"MP-20": []}
