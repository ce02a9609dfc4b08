"""`mapkit rules` of a number, and what leads there."""

import sys
from pathlib import Path

import pytest

from mapkit.cli import streams
from mapkit.model import ledger
from mapkit.model.message import Name
from tests.command import outcome, output, refusal


def test_a_rule_is_told_by_its_number() -> None:
    said = output("rules", "tl-27.A")
    assert said.startswith(
        "TL-27.a  Treasures of the Abandoned Labyrinth\nTL-27  Inner walls: 20 borders.\nWhat can be reached?\n"
    )
    assert "\nWhy: the program only tests walls" in said
    assert "\n`mapkit repair`: " in said
    assert max(map(len, said.splitlines())) <= 100


def test_in_another_language_it_is_said_that_ledgers_are_in_english() -> None:
    code, said, told = outcome("rules", "QC-20", "--lang", "de")
    assert (code, told) == (0, "Die nummerierten Regeln gibt es nur auf Englisch.\n")
    assert "A horizontal and a vertical wall do not cross." in said


def test_a_wrong_number_and_settings_beside_a_number_are_refused() -> None:
    assert refusal("rules", "TL-27.z") == "error: no rule has the number TL-27.z; near it: TL-27, TL-27.a, TL-27.b\n"
    assert refusal("rules", "TL-99x") == "error: no rule has the number TL-99.x; near it: TL-9, TL-92, TL-91\n"
    assert "settings go with a game" in refusal("rules", "TL-27", "--size", "6x6")


@pytest.mark.parametrize("terminal", [True, False])
def test_on_a_terminal_numbers_are_links_and_the_command_is_named(
    terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "PAGES", "https://example.org")
    monkeypatch.setenv("TERM", "xterm")
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: terminal)
    streams.say("fault[TL-7]")
    streams.talk_of_rules(["TL-7", "TL-9"])
    said = capsys.readouterr()
    assert ("\x1b]8;;https://example.org/rules/treasures.html#TL-7\x1b\\TL-7" in said.out) == terminal
    assert ("mapkit rules" in said.err) == terminal
    monkeypatch.setenv("TERM", "dumb")
    streams.say_on_stderr(Name("TL-7"))
    assert capsys.readouterr().err == "TL-7\n"


def test_a_fault_as_json_says_where_its_rule_is_explained(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("+---+---+\n| T   ? \n+   +   +\n| .   . |\n+---+---+\n")
    assert '"about": "mapkit rules TL-9"' in output(
        "check", tmp_path / "map.txt", "--game", "treasures", "--json", code=1
    )


def test_a_code_beside_settings_as_drawn_is_told_as_it_was_typed() -> None:
    code = "G1-S1-F2-V1-T1-A1-H1-W2-O1"
    said = output("rules", "labyrinth", "--preset", "as-drawn", "--rules", code)
    assert f"rules={code} " in said
    assert "exits=as-drawn " in said
