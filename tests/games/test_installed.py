"""Games of other packages are games like mapkit's own; a broken one is told in a line and hides no other."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import mapkit
from mapkit.games import maps
from mapkit.games.shelf import NAMES
from mapkit.language.directives import vocabulary
from mapkit.paper import icons
from tests.cli.test_completion import completed
from tests.command import ROOT, output, refusal, run
from tests.packages import forget, install, register


@pytest.fixture
def moths(site: Path) -> Path:
    """The folder of an installed game as `mapkit new-game` makes it."""
    assert run("new-game", "moths").exit_code == 0
    install(Path("moths"), site)
    return site / "moths"


def broken() -> list[str]:
    """What `mapkit games` says of broken packages; it lists all other games."""
    said = run("games")
    assert said.exit_code == 0
    listed = [line.split()[0] for line in said.stdout.splitlines() if not line.startswith(" ")]
    assert listed[: len(NAMES)] == [*NAMES]
    return said.stderr.splitlines()


def test_an_installed_game_is_listed_drawn_checked_played_printed_and_offered(moths: Path) -> None:
    assert broken() == []
    assert [*mapkit.GAMES] == [*NAMES, "moths"]
    assert "moths  Moths\n  preset default" in output("games")
    output("generate", "moths", "--seed", "a", "-o", "dark.toml")
    assert output("check", "dark.toml") == "dark.toml: legal\n"
    assert "steps from the darkest room" in output("solve", "dark.toml")
    assert "It is dark." in output("play", "dark.toml", "--players", "Ann,Bob", given="west\nsouth\neast\nquit\n")
    assert "dark-gm.pdf" in output("print", "dark.toml", "-o", "paper")
    assert "Moths, default" in output("tonight", "--game", "moths", "--people", 3, "--minutes", 20, "--experience",
                                      "new", "--keeper", "person", "--paper", "a4", "-o", "friday")  # fmt: skip
    assert completed("generate", "m") == ["minoqaur", "moths"]
    assert completed("generate", "moths", "--set", "l") == ["lights=3"]
    drawn = mapkit.generate("moths", "a")
    assert [mapkit.read(text) for text in (drawn.to_text(), drawn.to_json(), drawn.share())] == [drawn] * 3
    assert pickle.loads(pickle.dumps((drawn, drawn.check()))) == (drawn, ())


def test_what_a_game_brings_along_is_read_as_mapkits_own(moths: Path) -> None:
    """Icons, messages, further presets, and the words that players type."""
    templates = moths / "templates"
    for name, text in {
        "icons.toml": '[[moth]]\nink = "solid"\npath = "M 0 0 L 1 1"\n',
        "presets/moths/bright.toml": 'says = "Bright."\nsize = "6x6"\nsettings = { lights = 6 }\n',
        "speech/en/moths.toml": '[directives]\nnorth = "upwards"\n',
        "messages/de/moths.po": 'msgid "lantern"\nmsgstr "Laterne"\n',
        "cards/de/moths.toml": (templates / "cards" / "en" / "moths.toml").read_text(encoding="utf-8"),
        "phrases/de/moths.toml": (templates / "phrases" / "en" / "moths.toml").read_text(encoding="utf-8"),
    }.items():
        (templates / name).parent.mkdir(parents=True, exist_ok=True)
        (templates / name).write_text(text, encoding="utf-8")
    assert "moth" in icons.pictures()
    drawn = mapkit.generate("moths", "a", preset="bright")
    assert drawn.preset == "bright"
    assert "Laterne" in drawn.describe(language="de")
    assert vocabulary("moths").plain("upwards") == "north"


def test_a_group_may_have_words_and_presets_of_its_own_for_an_installed_game(moths: Path) -> None:
    own = moths.parents[1] / "own"
    for name, text in {
        "phrases/en/moths.toml": '[heard]\ndark = "{player} sees nothing."\n',
        "presets/moths/wide.toml": 'says = "Wide."\nsize = "9x4"\n',
        "words/moths.toml": '[directives]\nnorth = "upwards"\n',
    }.items():
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text(text, encoding="utf-8")
    with mapkit.templates(own):
        drawn = mapkit.generate("moths", "a", preset="wide")
        game = drawn.begin(["Ann", "Bob"], seed="a")
        assert "Ann sees nothing." in [line for way in game.options() for line in game.say(way.words).heard]
    output("generate", "moths", "--preset", "wide", "--templates", own, "-o", "wide.toml")
    (own / "phrases" / "en" / "moths.toml").write_text('[heard]\ndarkness = "x"\n', encoding="utf-8")
    assert "there are no words" in refusal("generate", "moths", "--templates", own)


def test_a_game_that_is_uninstalled_is_gone(moths: Path) -> None:
    drawn = output("generate", "moths", "--seed", "a", "-o", "-")
    for info in moths.parent.glob("*.dist-info"):
        info.rename(moths.parent / "gone")
    forget()
    assert "moths" not in mapkit.GAMES
    assert '"moths" is no game of mapkit; use one of treasures' in refusal("check", "-", given=drawn)


CELL = "+---+---+\n| .   . |\n+   +   +\n| .   . |\n+---+---+\n"
CODE = "from mapkit.model.game import Game\n"
BROKEN: dict[str, tuple[str, str, str]] = {
    "raises": ("bugs", "1 / 0", "the package bugs 0.1 cannot be used: bugs:GAME: ZeroDivisionError: division by zero"),
    "leaves": ("bugs", "raise SystemExit('bye')", "bugs:GAME: SystemExit: bye"),
    "two lines": ("bugs", r"raise ValueError('a\nb')", "bugs:GAME: ValueError: a b"),
    "lacks": ("bugs", "import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
    "names nothing": ("bugs", "", "AttributeError: module 'bugs' has no attribute 'GAME'"),
    "is none": ("bugs", "GAME = 5", "bugs:GAME is no game called bugs"),
    "older seam": ("bugs", f"{CODE}GAME = Game('bugs', 'Bugs', None, referee=5)", "got an unexpected keyword argument"),
    "too old to look at": (
        "bugs",
        f"{CODE}GAME = Game('bugs', 'Bugs', None)",
        "lacks presets/bugs/default.toml",
    ),
    "other name": ("bugs", f"{CODE}GAME = Game('ants', 'Ants', None)", "bugs:GAME is no game called bugs"),
    "upper case": ("Bugs", "", 'its game is called "Bugs"; the name of a game is small letters from a to z'),
    "dotted": ("club.bugs", "", 'its game is called "club.bugs"; the name of a game is small letters'),
    "word of Python": ("class", "", "no word of Python"),
    "taken": ("dungeon", "", 'its game is called "dungeon"; mapkit has a game of that name itself'),
}


@pytest.mark.parametrize(("name", "code", "told"), BROKEN.values(), ids=BROKEN)
def test_a_broken_package_is_named_in_one_line_and_hides_no_other(moths: Path, name: str, code: str, told: str) -> None:
    (moths.parent / "bugs.py").write_text(code, encoding="utf-8")
    register(moths.parent, "bugs", f"[mapkit.games]\n{name} = bugs:GAME")
    (line,) = broken()
    assert told in line
    assert "moths" in output("games").split()
    if name == "bugs":
        assert told in refusal("generate", "bugs")
        assert told in refusal("check", "-", given=f'mapkit = 1\ngame = "bugs"\nmap = """\n{CELL}"""\n')
        assert completed("generate", "bugs", "--preset", "") == []
        with pytest.raises(mapkit.BadSetting, match="the package bugs"):
            mapkit.generate("bugs", "a")
    assert maps.generate("dungeon", "a").game.name == "dungeon"


def test_of_two_packages_with_one_name_neither_counts_and_both_are_told(moths: Path) -> None:
    register(moths.parent, "night", "[mapkit.games]\nmoths = night:GAME")
    (line,) = broken()
    assert line.endswith("has a game of that name, too; uninstall one of them")
    assert "night 0.1" in line
    assert "mapkit_moths 0.1" in line
    assert "uninstall one of them" in refusal("generate", "moths")


def test_a_module_that_is_missing_is_told(site: Path) -> None:
    register(site, "bugs", "[mapkit.games]\nbugs = bugs.deep:GAME.inner")
    (line,) = broken()
    assert line.endswith("bugs 0.1 cannot be used: bugs.deep:GAME.inner: ModuleNotFoundError: No module named 'bugs'")


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("presets/moths/default.toml", "says = ", "no preset can be read in it"),
        ("presets/moths/default.toml", 'size = "5x4"', "'says'"),
        ("presets/moths/default.toml", 'says = "x"\nsize = "0"', "size is '0'"),
        ("presets/moths/default.toml", 'says = "x"\nsize = "5x4"\nsettings = { lamps = 1 }', 'no setting "lamps"'),
        ("presets/moths/default.toml", None, "its folder of templates lacks presets/moths/default.toml"),
        ("phrases/en/moths.toml", None, "its folder of templates lacks phrases/en/moths.toml"),
    ],
)
def test_templates_that_cannot_be_used_are_told(moths: Path, file: str, text: str | None, told: str) -> None:
    path = moths / "templates" / file
    path.unlink() if text is None else path.write_text(text, encoding="utf-8")
    (line,) = broken()
    assert "mapkit_moths 0.1 cannot be used" in line
    assert told in line


def test_a_phrase_with_a_strange_gap_is_told_with_its_file_when_the_game_begins(moths: Path) -> None:
    path = moths / "templates" / "phrases" / "en" / "moths.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("{player} comes", "{nobody} comes"), encoding="utf-8")
    output("generate", "moths", "--seed", "a", "-o", "dark.toml")
    assert f"{path}: dark takes text in quotes, with braces around some of" in refusal(
        "play", "dark.toml", "--players", "Ann,Bob", given="quit\n"
    )


def test_a_package_in_an_archive_is_told(moths: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code would run, but templates are read from folders; `pip install` unpacks it."""
    archive = moths.parents[1] / "moths.zip"
    with ZipFile(archive, "w") as zipped:
        for path in moths.parent.rglob("*"):
            zipped.write(path, path.relative_to(moths.parent))
    monkeypatch.setattr(sys, "path", [str(archive), *(each for each in sys.path if each != str(moths.parent))])
    (line,) = broken()
    assert line == (
        "the package mapkit-moths 0.1 cannot be used: its folder of templates lacks presets/moths/default.toml,"
        " phrases/en/moths.toml"
    )


def test_nothing_of_a_package_is_loaded_before_its_game_is_asked_for(moths: Path) -> None:
    program = "import sys, mapkit; mapkit.generate('dungeon', 'a'); [*mapkit.GAMES]; print('moths' in sys.modules)"
    around = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(moths.parent)])}

    def say(*words: str) -> str:
        done = subprocess.run([sys.executable, *words], env=around, capture_output=True, text=True, check=True)
        return done.stdout

    assert say("-c", program) == "False\n"
    assert "moths  Moths" in say("-P", "-m", "mapkit", "games")
    assert say("-X", "importtime", "-c", "import mapkit") == ""


# A game to begin with


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (("Moths",), 'the name is "Moths"; the name of a game is small letters from a to z', 2),
        (("club.moths",), 'the name is "club.moths"', 2),
        (("m",), 'the name is "m"', 2),
        (("class",), "no word of Python, such as moths", 2),
        (("json",), "there is a module json of Python already", 2),
        (("dungeon",), "there is a game dungeon already", 2),
        (("moths", "--letters", "TL"), "the rules of treasures have the letters TL; give two others", 2),
        (("moths", "--letters", "m"), 'letters is "m"; the numbers of rules begin with two capitals', 2),
        (("moths", "-o", "there"), "there: is there already, and nothing is overwritten", 3),
        (("moths", "-o", "file"), "file is no folder", 3),
        (("moths", "-o", "nowhere/moths"), "there is no folder nowhere", 3),
    ],
)
def test_a_game_that_cannot_be_begun_is_refused_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str, code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert told in refusal("new-game", *words, code=code)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "there"]
