"""Whatever is in a file, mapkit answers: with an exit code that it has, without a traceback, soon and in little memory.

Files of each kind that mapkit reads are spoilt in ways that a seed decides, and given to a command by its own entry.
"""

import gc
import io
import json
import re
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pillow_heif
import pytest
from PIL import Image

import mapkit
from benchmarks import camera
from mapkit.cli import main
from mapkit.formats.record import ExportOrder
from mapkit.formats.shelf import FORMATS, written
from mapkit.games.minoqaur import code
from mapkit.games.shelf import GAMES
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.ruling import MoveError
from mapkit.table import match
from tests.games.test_quoridor_pasted import BOARD
from tests.hostile import CONTROL, mangled, mangled_log
from tests.pictures import drawn as drawn_code

FEW, MANY = 8, 220
"""How many spoilt files of each kind a fast and a long test makes; there are more than fifty kinds."""
CPU_SECONDS = 2
"""What an answer may take at most in the long test; the fast one only refuses to hang."""
MEGABYTES = 300
"""How much more memory all answers of one kind may take than the test had before."""
CODES = {0, 1, 2, 3, 4}
"""The exit codes of docs/environment.md; 130 is for Ctrl-C alone."""
TURNS = b"north\neast\nup\n1\nsouth\nwest\nmove e2\nquit\n"
ROOT = Path(__file__).parents[1]


class Kind(NamedTuple):
    """A kind of file that mapkit reads."""

    file: str
    """Its name; in a command `{}` stands for it."""
    seeds: Sequence[bytes]
    """Good files of this kind."""
    commands: Sequence[str]
    """What is asked of a spoilt one, one of them each time."""
    given: bytes = b""
    """What is typed, for commands that read stdin."""
    sealed: bool = False
    """Whether it is a log, which is to have right checksums whatever it says."""


class Answer(NamedTuple):
    """What a command answers."""

    code: object
    out: bytes
    told: bytes


# The command


@contextmanager
def no_longer_than(seconds: int) -> Iterator[None]:
    """Stop what takes more time of the processor than that."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"no answer within {seconds} s")

    before, collected = signal.signal(signal.SIGPROF, stop), gc.get_threshold()
    gc.set_threshold(100_000)  # as when a command runs alone; the objects of other tests are not searched for it
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        gc.set_threshold(*collected)
        signal.signal(signal.SIGPROF, before)


def answered(words: Sequence[str], given: bytes, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Run a command by its own entry; what it does not handle is raised."""
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (given, b"", b"")]
    with monkeypatch.context() as patched:
        patched.setattr(sys, "argv", ["mapkit", *words])
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patched.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as ended:
            main.run()
    for stream in streams[1:]:
        stream.flush()
    out, told = (stream.buffer.getvalue() for stream in streams[1:])
    return Answer(ended.value.code or 0, out, told)


# Good files


@cache
def good(game: str) -> mapkit.Map[Any]:
    preset = {"treasures": "small", "dungeon": "small", "labyrinth": "basic"}.get(game, "default")
    return mapkit.generate(game, "hostile", preset=preset)


def as_format(name: str, *games: str) -> tuple[bytes, ...]:
    """Maps of games in the format of that name, the first file of each."""
    return tuple(next(iter(written(good(game), FORMATS[name], ExportOrder()).values())) for game in games)


def samples(pattern: str) -> tuple[bytes, ...]:
    """The samples of a format of other programs."""
    return tuple(file.read_bytes() for file in sorted((ROOT / "tests" / "formats" / "samples").glob(pattern)))


def drawing(game: str) -> bytes:
    """The drawing of a map alone, without a head."""
    if game == "quoridor":
        return BOARD.encode()
    return re.split('"""\n?', good(game).to_text())[1].encode()


def played(game: str, *, undone: int) -> bytes:
    """The log of twelve directives, with some turns taken back and one brought back."""
    drawn, chance = good(game), Chance(f"played {game}")
    with TemporaryDirectory() as folder:
        path = Path(folder, "game.jsonl")
        names = ("Ann",) if game == "minoqaur" else ("Ann", "Bob")
        with match.start(drawn, drawn.to_text(), names, {}, "hostile", path) as game_played:
            for _ in range(12):
                if game_played.ways:
                    with suppress(MoveError):
                        game_played.say(chance.choice(game_played.ways))
            if undone:
                game_played.undo(undone)
                game_played.redo(1)
        return path.read_bytes()


def pictures(form: str) -> tuple[bytes, ...]:
    made = list[bytes]()
    pillow_heif.register_heif_opener()
    for version, scale in ((1, 3), (2, 4)):
        data = io.BytesIO()
        plain = drawn_code(code.code_of_text("HELLO", version, "M", 3), scale)
        plain.save(data, form)
        made.append(data.getvalue())
    return tuple(made)


@cache
def photo(form: str) -> bytes:
    """A photo of a sheet on which a map is drawn."""
    drawn = good("treasures")
    sheet = camera.draw(camera.blank_pages(drawn)[0], drawn, camera.Hand(camera.PENS["ballpoint"]), "hostile")
    large = Image.open(io.BytesIO(camera.photograph(sheet, camera.CONDITIONS["usual"], "hostile")))
    data = io.BytesIO()
    pillow_heif.register_heif_opener()
    large.convert("L").resize((700, 700 * large.height // large.width)).save(data, form)
    return data.getvalue()


def corpus() -> bytes:
    return b"".join(json.dumps(good(game).to_json()).encode() + b"\n" for game in GAMES)


@cache
def table() -> bytes:
    """A corpus as a table; none where the library is lacking."""
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        words = (
            "generate",
            "treasures",
            "--preset",
            "small",
            "--count",
            "3",
            "--seed",
            "x",
            "-o",
            f"{folder}/a.parquet",
        )
        assert answered(words, b"", patched).code == 0
        return Path(folder, "a.parquet").read_bytes()


def template(*parts: str) -> bytes:
    return resources.path(*parts).read_bytes()


PRINT = "print --sheets player --format svg -o made --force"
FILE_COMMANDS = (
    *("check {}",) * 6,
    *("check --json {}", "check --lang ru {}", "share {}", "describe {}", "export --json {}", "moves {}"),
    *("solve {}", "print {} --anyway --sheets map --crop --format svg -o -", "play {} --players Ann,Bob --log l.jsonl"),
    *("play {} --players Ann --gm --anyway --log l.jsonl", "import {} -o -"),
)
LOG_COMMANDS = (
    *("moves {}", "print {} --format svg -o made --force", "play --resume {}", "play --resume {} --gm --omniscient"),
    *("know {}", "audit {}", "play --list", "moves {} --json"),
)
OWN = "--templates own"
READ = ("read {} -o - --force", "read {} -o - --game treasures --size 6x6 --find", "compare good.toml {}")
PROMISED = (
    "verify good.toml",
    "verify good.toml 6ab5 a858 43e6 db3b ef5d 8abf 5885 c8af",
    f"{PRINT} --commit good.toml",
)
TYPED = tuple(
    f"play good.toml --players {names} --log l.jsonl{more}"
    for names in ("Ann", "Ann,Bob")
    for more in ("", " --gm", " --lang ru")
)
LINES = b"north\nAnn: east\nundo\nredo\nmove e2\nshoot left\n?\nhelp\nboard\nstate\nsave\n1\na1 a2\nwall e3h\nask b2\n"
CORRECTIONS = (
    b"fix\nfix wall a1E\nfix Ann a1\nput Ann b2\nremove wall a1E\nset turn Bob\nsay hello\nwhy\nundo 2\nredo\n"
)


def kinds() -> Iterator[tuple[str, Callable[[], Kind]]]:
    """All kinds of files that mapkit reads, by their names."""
    for game in GAMES:
        yield f"map of {game}", partial(_map, game)
        yield f"JSON of {game}", partial(_json, game)
        yield f"drawing of {game}", partial(_drawing, game)
        yield f"share code of {game}", partial(_share_code, game)
        yield f"log of {game}", partial(_log, game, sealed=False)
        yield f"sealed log of {game}", partial(_log, game, sealed=True)
        yield f"moves of {game}", partial(_moves, game)
    yield from _OTHER_KINDS.items()


def _map(game: str) -> Kind:
    blank = mapkit.new(game).encode()
    return Kind("m.toml", (good(game).to_text().encode(), blank), FILE_COMMANDS, TURNS)


def _json(game: str) -> Kind:
    return Kind("m.json", (json.dumps(good(game).to_json(), indent=1).encode(),), FILE_COMMANDS, TURNS)


def _drawing(game: str) -> Kind:
    words = tuple(f"{name} --game {game}" for name in FILE_COMMANDS if not name.startswith(("share", "import")))
    return Kind("m.txt", (drawing(game),), words, TURNS)


def _share_code(game: str) -> Kind:
    code = good(game).share()
    seeds = (code.encode(), f"https://example.org/#{code}".encode())
    return Kind("code.txt", seeds, ("check {}", "import {} -o -", "check =", "describe =", "import = -o -"))


def _log(game: str, *, sealed: bool) -> Kind:
    return Kind("game.jsonl", (played(game, undone=0), played(game, undone=2)), LOG_COMMANDS, b"?\nquit\n", sealed)


def _moves(game: str) -> Kind:
    lines = "\n".join([*json_of_moves(game), "quit"]).encode()
    return Kind("-", (lines + b"\n" + LINES, lines + b"\n" + CORRECTIONS), TYPED, good(game).to_text().encode())


def json_of_moves(game: str) -> Iterator[str]:
    """The words that were said in a game."""
    for line in played(game, undone=0).splitlines()[1:]:
        yield json.loads(line)["words"]


def _fonts() -> Kind:
    theme = b'[fonts]\nregular = "own.ttf"\ntitle = "own.ttf"\n'
    words = f"print {CELLAR} --sheets map --format svg -o made --force --theme own/themes/t.toml"
    return Kind("own/themes/own.ttf", (template("fonts", "AmaticSCBold.ttf"),), (words,), theme)


CELLAR = str(ROOT / "templates" / "samples" / "cellar.toml")
_OTHER_KINDS: dict[str, Callable[[], Kind]] = {
    "preset": lambda: Kind(
        "own/presets/treasures/ours.toml",
        (template("presets", "treasures", "small.toml"), template("presets", "treasures", "psych-ward.toml")),
        (f"games {OWN}", f"new treasures --preset ours {OWN} -o -", f"rules treasures --preset ours {OWN}"),
    ),
    "preset of labyrinth": lambda: Kind(
        "own/presets/labyrinth/ours.toml",
        (template("presets", "labyrinth", "tower.toml"), template("presets", "labyrinth", "extreme.toml")),
        (f"games {OWN}", f"new labyrinth --preset ours {OWN} -o -", f"rules labyrinth --preset ours {OWN}"),
    ),
    "phrases": lambda: Kind(
        "own/phrases/en/treasures.toml",
        (template("phrases", "en", "treasures.toml"),),
        (f"play {CELLAR} --players Ann,Bob,Cid --log l.jsonl {OWN}",),
        TURNS,
    ),
    "words of a group": lambda: Kind(
        "own/words/treasures.toml",
        (
            '[directives]\nshoot = "zap, Пиф-паф"\n"use kit" = "patch up"\n"" = "mate"\n'
            '[answers]\nsafe = "meadow"\nwall = "brick, bonk"\n"loses to" = "bows to"\n'.encode(),
        ),
        (
            f"play {CELLAR} --players Ann,Bob,Cid --log l.jsonl {OWN}",
            f"play {CELLAR} --players Ann,Bob,Cid --log l.jsonl --words {{}}",
        ),
        TURNS,
    ),
    "card": lambda: Kind(
        "own/cards/en/treasures.toml",
        (template("cards", "en", "treasures.toml"),),
        (f"print {CELLAR} --sheets card --format svg -o made --force {OWN}",),
    ),
    "theme": lambda: Kind(
        "own/themes/t.toml",
        (template("themes", "pirate-ship.toml"), template("themes", "paper.toml")),
        (f"print {CELLAR} --sheets gm --format svg -o made --force --theme {{}}", f"theme t {OWN}"),
    ),
    "font": _fonts,
    "PNG": lambda: Kind("p.png", pictures("PNG"), ("generate minoqaur --from {} -o -",)),
    "HEIC": lambda: Kind("p.heic", pictures("HEIF"), ("generate minoqaur --from {} -o -",)),
    "JPEG": lambda: Kind("p.jpg", pictures("JPEG"), ("generate minoqaur --from {} -o -",)),
    "other pictures": lambda: Kind(
        "p.bin",
        (*pictures("GIF"), *pictures("BMP"), *pictures("TIFF"), *pictures("WEBP")),
        ("generate minoqaur --from {} -o -",),
    ),
    **{
        f"photo as {form}": lambda form=form: Kind(
            f"p.{form.lower()}", (photo(form),), READ, good("treasures").to_text().encode()
        )  # type: ignore[misc]
        for form in ("PNG", "JPEG", "HEIF")
    },
    "salt": lambda: Kind(
        "good.salt", (b"00112233445566778899aabbccddeeff\n",), PROMISED, good("treasures").to_text().encode()
    ),
    "code of a promised map": lambda: Kind(
        "code.txt",
        (b"6ab5 a858 43e6 db3b ef5d 8abf 5885 c8af", b"00112233445566778899aabbccddeeff"),
        ("verify good.toml =", "verify good.toml --salt =", "verify = --salt 00112233445566778899aabbccddeeff"),
        good("treasures").to_text().encode(),
    ),
    "corpus": lambda: Kind("a.jsonl", (corpus(),), ("check {}", "solve --json {}", "survey --json {}")),
    "table": lambda: Kind("a.parquet", (table(),), ("check {}",)),
    "corpus begun": lambda: Kind(
        "a.jsonl.part",
        (corpus(),),
        ("generate treasures --preset small --count 2 --seed hostile -o a.jsonl",),
    ),
    "Text Mapper": lambda: Kind(
        "m.txt",
        (*as_format("text-mapper", "dungeon"), *samples("hexes/*")),
        ("import {} -o -", "check {}", "import {} --as pool=wall -o -"),
    ),
    "map of Tiled": lambda: Kind(
        "m.tmx",
        (*as_format("tmx", "treasures", "dungeon"), *samples("tiled/*.tmx")),
        ("check {} --game treasures", "check {}", "import {} -o -", "export {} --json --game treasures"),
    ),
    "map of Tiled as JSON": lambda: Kind(
        "m.tmj",
        (*as_format("tmj", "treasures", "labyrinth"), *samples("tiled/*.tmj")),
        ("check {} --game treasures", "check {}", "import {} -o -", "export {} --json --game treasures"),
    ),
    "dungeon of other programs": lambda: Kind("m.json", samples("dungeons/*"), ("check {}", "import {} -o -")),
    "maze": lambda: Kind(
        "m.txt", samples("mazes/*"), ("check {} --game labyrinth", "check {}", "import {} --game treasures -o -")
    ),
    "list of moves": lambda: Kind(
        "m.txt",
        samples("moves/*"),
        ("check {} --game quoridor", "check {}", "import {} --game quoridor -o -", "check {} --as rows=top"),
    ),
    "notes": lambda: Kind(
        "n.txt",
        tuple(file.read_bytes() for file in sorted((ROOT / "tests" / "notes").glob("*.txt"))),
        ("audit {} --map good.toml", "audit {}"),
        (ROOT / "tests" / "notes" / "attic.toml").read_bytes(),
    ),
}


# The property


def numbers() -> Iterator[Any]:
    """How many files of each kind are spoilt; to read a photo takes a second, so there are fewer of them."""
    for name, _ in kinds():
        many = MANY // 4 if name.startswith("photo") else MANY
        if many == MANY or name == "photo as JPEG":
            yield pytest.param(name, FEW * many // MANY, id=f"{name}-few")
        yield pytest.param(name, many, id=f"{name}-many", marks=pytest.mark.long)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path))
    yield
    resources.use_own(None)


@pytest.mark.parametrize(("name", "number"), [*numbers()])
def test_a_spoilt_file_is_answered_in_words(name: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, chance = dict(kinds())[name](), Chance(f"hostile {name}")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for step in range(number):
        words, given = _prepared(kind, chance)
        with no_longer_than(CPU_SECONDS if number > FEW else 10 * CPU_SECONDS):
            try:
                answer = answered(words, given, monkeypatch)
            except BaseException as failure:
                failure.add_note(f"{name} {step}: mapkit {' '.join(words)!r:.300}")
                raise
        assert answer.code in CODES, (step, words, answer)
        assert b"Traceback" not in answer.told, (step, words, answer)
        spoken = answer.told if {"-o", "--json"} & {*words} else answer.out + answer.told
        assert not CONTROL.search(spoken.decode()), (step, words, answer)
        assert answer.code == 0 or answer.out + answer.told, (step, words, answer)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < MEGABYTES * 1024


UNKNOWN_KEYS = "\n".join(f"treasurs{number} = {number}" for number in range(40_000))
SQUARES = "+---+---+\n| T | . |\n+---+---+\n"
POSITION = 'mapkit = 1\ngame = "quoridor"\nsize = 9\n'
WALL, NO_WALL, MOVES, NO_CELL = "e3h ", "e3z ", "e2 e8 e1 e9 ", "zz1 "
NOTES = "game: treasures\nsize: 6x6\nplayers: Ann, Bob\n"


def letters(number: int) -> str:
    """A word of notes, a different one for each number; one with digits might be a cell."""
    return "saf" + "".join("abcdefghij"[int(digit)] for digit in str(number))


LARGE: dict[str, tuple[str, str, str]] = {
    "spaces above a board": ("m.txt", f"{' ' * 3000}!\n{BOARD}", "check {} --game quoridor"),
    "spaces below a board": ("m.txt", f"{BOARD}{' ' * 3000}!\n", "check {} --game quoridor"),
    "spaces above squares": ("m.txt", f"{' ' * 60_000}!\n{SQUARES}", "check {} --game treasures"),
    "labels that do not end": ("m.txt", f"0103 wall {'“' * 90_000}\n", "import {} -o -"),
    "labels turned without an end": ("m.txt", "0103 wall " + '""a(' * 90_000, "import {} -o -"),
    "words that are no kind of hex": ("m.txt", "0103 " + " ".join(f"wal{n}" for n in range(90_000)), "import {} -o -"),
    "a code that is blank": ("m.toml", mapkit.new("minoqaur", size="97x97"), "check {}"),
    "one wall again and again": ("m.toml", f"{POSITION}walls = '{WALL * 90_000}'\n", "check {}"),
    "words that are no walls": ("m.toml", f"{POSITION}walls = '{NO_WALL * 200_000}'\n", "check {}"),
    "a maze too large": ("m.txt", f"{'#' * 4001}\n" * 250, "check {} --game labyrinth"),
    "a maze of many lines": ("m.txt", "+-+-+\n| | |\n" * 60_000, "check {} --game labyrinth"),
    "numbers without end": ("m.txt", "1 0 " * 200_000, "check {} --game labyrinth"),
    "tags in tags": ("m.tmx", f'<map orientation="orthogonal">{"<group>" * 90_000}', "check {} --game treasures"),
    "entities": (
        "m.tmx",
        f"""<!DOCTYPE m [{"".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 20))}]>
        <map orientation="orthogonal">&e19;</map>""",
        "check {} --game treasures",
    ),
    "many tiles": (
        "m.tmx",
        '<map orientation="orthogonal" width="64" height="64"><layer><data encoding="csv">'
        + "9," * 400_000
        + "</data></layer></map>",
        "check {} --game treasures",
    ),
    "long walls": (
        "m.tmx",
        '<map orientation="orthogonal" width="64" height="64" tilewidth="1" tileheight="1"><layer>'
        + '<data encoding="csv">0</data></layer><objectgroup>'
        + '<object x="0" y="0"><polyline points="0,0 1e9,0 0,0 1e9,0"/></object>' * 9000
        + "</objectgroup></map>",
        "check {} --game treasures",
    ),
    "moves in a list": ("m.txt", MOVES * 60_000, "check {}"),
    "moves in comments": ("m.txt", f"{MOVES}{{(;" * 20_000, "check {}"),
    "brackets in a list": ("m.txt", f"{'[' * 200_000}{MOVES}", "check {}"),
    "blank lines below a list": ("m.txt", f"{MOVES}a1" + "\n" * 260_000, "check {}"),
    "ways without walls": ("m.txt", f"{MOVES}a1 a1 e5 {'h ' * 100_000}", "check {}"),
    "games in a list": ("m.txt", "1. e2 e8 1-0\n" * 20_000, "check {}"),
    "moves back and forth": ("m.toml", f"{POSITION}moves = '{MOVES * 60_000}'\n", "check {}"),
    "cells that are not there": (
        "m.toml",
        mapkit.new("treasures", preset="any-size", size="64x64").replace(
            "map =", f"starts = '{NO_CELL * 200_000}'\nmap ="
        ),
        "check {}",
    ),
    "unknown keys": ("m.toml", f'mapkit = 1\ngame = "treasures"\n{UNKNOWN_KEYS}\n', "check {}"),
    "unknown settings": ("m.toml", f'mapkit = 1\ngame = "treasures"\n[settings]\n{UNKNOWN_KEYS}\n', "check {}"),
    "tables": ("m.toml", "[[a]]\nb=1\n" * 90_000, "check {}"),
    "tables without keys": ("m.toml", "".join(f"[treasurs{number}]\n" for number in range(60_000)), "check {}"),
    "values in a row": ("m.toml", f"a = [{'1,' * 500_000}]\n", "check {}"),
    "keys in a row": ("m.toml", f"a = {{{', '.join(UNKNOWN_KEYS.splitlines())}}}\n", "check {}"),
    "unknown icons": ("own/themes/t.toml", f"[icons]\n{UNKNOWN_KEYS}\n", f"theme t {OWN}"),
    "settings of a preset": (
        "own/presets/treasures/ours.toml",
        f'says = "Ours."\nsize = "8x8"\n[settings]\n{UNKNOWN_KEYS}\n',
        f"games {OWN}",
    ),
    "commands of a group": ("own/words/treasures.toml", f"[directives]\n{UNKNOWN_KEYS}\n", f"games {OWN}"),
    "answers of a group": (
        "own/words/labyrinth.toml",
        "[answers]\n" + "".join(f'empty{n} = "{"pit, " * 20}"\n' for n in range(1900)),
        f"games {OWN}",
    ),
    "words for an answer": ("own/words/labyrinth.toml", f"[answers]\nempty = '{'saf, ' * 38_000}'\n", f"games {OWN}"),
    "words of a card": ("own/cards/en/treasures.toml", f"{UNKNOWN_KEYS}\n", f"games {OWN}"),
    "players": ("n.txt", NOTES.replace("Ann", ",".join(f"A{number}" for number in range(90_000))), "audit {}"),
    "a long name": ("n.txt", NOTES.replace("Ann", "A" * 900_000) + "Cy: x = safe\n" * 9000, "audit {}"),
    "unknown heads of notes": ("n.txt", NOTES + UNKNOWN_KEYS.replace(" =", ":"), "audit {}"),
    "unknown players": ("n.txt", NOTES + "".join(f"An{n}: north = safe\n" for n in range(40_000)), "audit {}"),
    "wrong answers": ("n.txt", NOTES + f"Ann: north = {', '.join(['safc', 'saff'] * 30)}\n" * 1900, "audit {}"),
    "different wrong answers": (
        "n.txt",
        NOTES + "".join(f"Ann: north = {letters(n)}\n" for n in range(1900)),
        "audit {}",
    ),
    "different wrong commands": (
        "n.txt",
        NOTES + "".join(f"Ann: {letters(n)} = safe\n" for n in range(1900)),
        "audit {}",
    ),
    "wrong commands": ("n.txt", NOTES + f"Ann: {'nort ' * 100} = safe\n" * 1900, "audit {}"),
}
"""Files that once took far too long: the name of the file, what is in it, and what is asked of it."""


@pytest.mark.parametrize("name", LARGE)
def test_a_large_file_is_refused_as_soon_as_a_small_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file, text, command = LARGE[name]
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(text, encoding="utf-8")
    with no_longer_than(CPU_SECONDS):
        answer = answered(command.replace("{}", file).split(), b"", monkeypatch)
    assert answer.code in {1, 2}
    assert answer.out + answer.told
    assert b"Traceback" not in answer.told


def _prepared(kind: Kind, chance: Chance) -> tuple[list[str], bytes]:
    """A spoilt file in the folder, the words of a command that reads it, and what is typed."""
    seed = chance.choice(kind.seeds)
    spoilt = (mangled_log if kind.sealed else mangled)(chance, seed, kind.seeds)
    command = chance.choice(kind.commands)
    given = kind.given
    if kind.file == "-":
        Path("good.toml").write_bytes(kind.given)
        given = spoilt
    elif "own.ttf" in kind.file:
        Path("own/themes").mkdir(parents=True, exist_ok=True)
        Path("own/themes/t.toml").write_bytes(kind.given)
    elif "good.toml" in command:
        Path("good.toml").write_bytes(kind.given)
    path = Path(kind.file if kind.file != "-" else "moves.txt")
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in (Path("l.jsonl"), Path("a.jsonl")):
        left.unlink(missing_ok=True)
    path.write_bytes(spoilt)
    text = spoilt.replace(b"\0", b"").decode("utf-8", "surrogateescape")[:100_000]
    return [{"{}": kind.file, "=": text}.get(word, word) for word in command.split()], given
