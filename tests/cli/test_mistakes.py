"""What people mistype: a game master without programming, somebody who draws by hand, a programmer at a shell.

`cases/mistakes.txt` lists command lines, each with its exit code and parts of the answer: what was found, where, and
what would do.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from mapkit.cli import main, streams
from mapkit.formats.shelf import FORMATS
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.wording import translated
from mapkit.model.message import Message
from tests.russian import left_in_english

COMMAND = get_command(main.app)
"""All commands, built once: a runner of typer builds them for each line."""
SAMPLES = Path(__file__).parents[2] / "templates" / "samples"

HEAD = 'mapkit = 1\ngame = "treasures"\n'
BOARD = HEAD + (SAMPLES / "cellar.toml").read_text(encoding="utf-8").partition('game = "treasures"\n')[2]
DUEL = 'mapkit = 1\ngame = "quoridor"\nsize = 5\npawns = "c1 c5"\n'


def board(old: str, new: str) -> str:
    """The map file with one slip."""
    assert old in BOARD
    return BOARD.replace(old, new, 1)


FILES = {
    "friday.toml": BOARD,
    "my map.toml": BOARD,
    "duel.toml": DUEL,
    "notes.txt": "Ann hides the treasure.\n",
    "photo.jpg": "no picture",
    "faulty.toml": board(" T ", " . "),
    "curly.toml": board('"treasures"', "“treasures”"),
    "curly-drawing.toml": board('map = """', "map = “””"),
    "colon.toml": board("game =", "game:"),
    "bare.toml": board('"treasures"', "treasures"),
    "title.toml": board('title = "The cellar"', "title = The cellar"),
    "unclosed.toml": board('title = "The cellar"', 'title = "The cellar'),
    "game.toml": board('"treasures"', '"tresures"'),
    "preset.toml": board('game = "treasures"', 'game = "treasures"\npreset = "smal"'),
    "version.toml": board("mapkit = 1", "mapkit = 2"),
    "top.toml": board("mapkit = 1", "mapkit = 1\nwalls = 5"),
    "table.toml": board("[settings]", "[setting]"),
    "name.toml": board("walls =", "wall ="),
    "word.toml": re.sub("walls = .*", "walls = many", BOARD),
    "half.toml": re.sub("walls = .*", "walls = 1.5", BOARD),
    "list.toml": re.sub("walls = .*", "walls = [5]", BOARD),
    "comma.toml": re.sub("walls = .*", "walls = 5, marsh = 2", BOARD),
    "twice.toml": re.sub("(walls = .*)", r"\1\nwalls = 6", BOARD),
    "tab.toml": board(".   .", ".\t."),
    "corner.toml": board("+---+", "+---*"),
    "letter.toml": board(" T ", " Q "),
    "size.toml": DUEL.replace("5", '"8x8"', 1),
    "pawns.toml": DUEL.replace("c5", "k9"),
    "walls.toml": DUEL + 'walls = "e3"\n',
    "listed.toml": DUEL.replace('"c1 c5"', '["c1", "c5"]'),
}

TABLE = Path(__file__).parents[1] / "cases" / "mistakes.txt"

NOT_SAID = re.compile(r"[{}]|\['|Usage:|Error:|Traceback|Invalid value|<=|None\b|\bglyph|\bmend|\bparted\b")
"""What no friend would say: braces, Python, the words of libraries, and words that the glossary does not have."""


COMMANDS = {*COMMAND.commands}  # type: ignore[attr-defined]  # it is a group
NAMES = {*GAMES, *COMMANDS, *FORMATS, *(preset.name for game in GAMES for preset in maps.presets(game))} | set(
    re.findall(
        r"[\w-]+",
        "GAME TEXT CLASSIC Ann Bob Cid booklet de dpi draw en explorer thinker files format fr game given grey ink lang"
        " legal letter long map margin medium mono nup old-blue outlines paper person ru short size tabloid",
    )
)
"""Words that are the same in every language: of games, commands, presets, papers and files."""

AS_TYPED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"|\S+\.\w+|\S+/\S*|\[settings\]|\w+=\w+|\w+:1\S+")
"""What stands in an answer as it is typed."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which all mistakes are made; each of them leaves it as it is."""
    made = tmp_path_factory.mktemp("mistakes")
    for name, text in FILES.items():
        (made / name).write_text(text, encoding="utf-8")
    (made / "files").mkdir()
    log = CliRunner().invoke(
        main.app,
        ["play", str(made / "friday.toml"), "--players", "Ann,Bob,Cid", "--log", str(made / "game.jsonl")],
        input="quit\n",
    )
    assert log.exit_code == 0
    return made


class Mistake(NamedTuple):
    """An entry of the table."""

    words: str
    code: int
    says: list[str]


def mistakes() -> Iterator[Mistake]:
    """The entries of the table; the text after the line of the command belongs to it."""
    for entry in re.split(r"\n(?=\d \$)", TABLE.read_text(encoding="utf-8"))[1:]:
        head, *lines = entry.splitlines()
        code, words = head.split(" $ mapkit ")
        yield Mistake(words, int(code), [line.strip() for line in lines if line.startswith(" ")])


def contents(folder: Path) -> set[tuple[str, int]]:
    return {(str(path.relative_to(folder)), path.stat().st_size) for path in folder.rglob("*")}


@pytest.mark.parametrize("mistake", [*mistakes()], ids=lambda mistake: mistake.words)
def test_a_mistake_is_answered_as_a_friend_would(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], mistake: Mistake
) -> None:
    """The answer says all that the table tells, in everyday words, and nothing is written."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MAPKIT_GAMES", str(folder / "games"))
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(), encoding="utf-8"))
    heard = list[Message]()
    monkeypatch.setattr(streams, "in_words", lambda said: [heard.append(said), str(said)][-1])  # type: ignore[func-returns-value]
    before = contents(folder)
    with pytest.raises(SystemExit) as ended:
        COMMAND(shlex.split(mistake.words), prog_name="mapkit")
    said, answer = capsys.readouterr()
    assert (ended.value.code, said) == (mistake.code, ""), answer
    assert [sentence for sentence in mistake.says if sentence not in answer] == [], answer
    assert not NOT_SAID.search(answer), answer
    assert contents(folder) == before
    assert "".join(f"{each}\n" for each in heard) == answer
    for each in heard:
        told = translated(each, "ru")
        left = left_in_english(AS_TYPED.sub(" ", told)) - NAMES - {*re.findall(r"[\w-]+", mistake.words)}
        assert (left, bool(re.search("[а-я]{3}", told))) == (set(), True), told


def test_the_table_of_mistakes_has_more_than_a_hundred_entries() -> None:
    found = [*mistakes()]
    assert len(found) == len({mistake.words for mistake in found}) > 100
    assert all(mistake.says for mistake in found)
