"""What a shell offers when somebody presses TAB."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mapkit.cli import main
from mapkit.games import maps
from mapkit.games.shelf import NAMES
from mapkit.mapfile import writer
from tests.test_house import games_in, watched


def completed(*words: str, shell: str = "bash") -> list[str]:
    """What is offered for the last of some words."""
    of_bash = {"COMP_WORDS": "\n".join(["mapkit", *words]), "COMP_CWORD": str(len(words))}
    of_fish = {"_TYPER_COMPLETE_ARGS": " ".join(["mapkit", *words]), "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    around = {"_MAPKIT_COMPLETE": f"complete_{shell}", **of_bash, **of_fish}
    said = CliRunner(env=around).invoke(main.app, [], prog_name="mapkit", catch_exceptions=False)
    assert said.exit_code == 0
    assert said.stderr == ""
    return said.stdout.split("\n")[:-1] if said.stdout.strip() else []


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where people type, with a map, a saved game, and names that a shell would run or expand."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    (tmp_path / "games").mkdir()
    (tmp_path / "cave.toml").write_text(writer.show(maps.generate("treasures", "tab", preset="small")))
    (tmp_path / "broken.toml").write_text("mapkit = ")
    for name in ("$(reboot).toml", "a b.toml", "*.toml", "games/bodafi.jsonl", "games/`id`.jsonl"):
        (tmp_path / name).write_text("")
    return tmp_path


def test_a_shell_completes_commands_and_what_they_take(folder: Path) -> None:
    assert completed("gen") == ["generate"]
    assert completed("generate", "") == [*NAMES]
    assert completed("check", "drawing.txt", "--game", "") == [*NAMES]
    assert completed("generate", "treasures", "--preset", "") == [preset.name for preset in maps.presets("treasures")]
    assert completed("tonight", "--keeper", "p") == ["person"]
    assert {"shop=1", "walls=20"} <= set(completed("rules", "treasures", "--set", ""))
    assert completed("rules", "TL-27.") == ["TL-27.a", "TL-27.b"]
    assert completed("rules", "t") == ["treasures"]
    assert completed("print", "cave.toml", "--sheets", "gm,p") == ["gm,player"]
    assert completed("print", "cave.toml", "--paper", "a") == ["a3", "a4", "a5"]
    assert completed("play", "cave.toml", "--lang", "") == ["en", "de", "fr", "ru"]
    assert "peek=yes" in completed("play", "cave.toml", "--set", "")
    assert completed("play", "--delete", "") == ["bodafi", "all"]
    assert completed("simulate", "t") == ["treasures"]
    assert completed("check", "drawing.txt", "--game", "d") == ["dungeon"]
    assert "generate" in completed("frobnicate", "")
    assert completed("generate", "drawing.txt", "--preset", "") == []


def test_maps_and_saved_games_are_offered_together(folder: Path) -> None:
    """For all else, such as folders, nothing is offered: then the shell completes files itself."""
    assert completed("print", "") == ["broken.toml", "cave.toml", "bodafi"]
    assert completed("moves", "b") == ["broken.toml", "bodafi"]
    assert completed("print", "games/") == completed("check", "") == completed("repair", "c") == []


@pytest.mark.parametrize(
    "words", [("generate", "nothing"), ("print", "broken.toml"), ("print", "gone.toml"), ("play",)]
)
def test_what_is_wrong_so_far_completes_nothing(folder: Path, words: tuple[str, ...]) -> None:
    assert completed(*words, "--set" if words[0] != "print" else "--sheets", "") == []


def test_fish_shows_what_a_word_means(folder: Path) -> None:
    offered = completed("generate", "treasures", "--preset", "small", shell="fish")
    assert offered == ["small\tA short evening for two or three: 6 x 6 tiles."]


def test_completing_games_loads_no_game_and_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_MAPKIT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "mapkit generate ")
    monkeypatch.setenv("COMP_CWORD", "2")
    said, loaded = watched("generate")
    assert said.split() == [*NAMES]
    assert games_in(loaded) == set()
    assert not {"ortools", "reportlab"} & set(loaded)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_can_be_shown(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("typer.completion._get_shell_name", lambda: shell)
    said = CliRunner().invoke(main.app, ["--show-completion"], prog_name="mapkit")
    assert "_MAPKIT_COMPLETE=complete_" + shell in said.stdout


def test_a_home_that_cannot_be_written_to_is_told_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setattr("typer._completion_shared._get_shell_name", lambda: "bash")
    monkeypatch.setattr(sys, "argv", ["mapkit", "--install-completion"])
    with pytest.raises(SystemExit) as ended:
        main.run()
    assert ended.value.code == 3
    told = capsys.readouterr().err
    assert "file" in told
    assert "`mapkit --show-completion` prints" in told
