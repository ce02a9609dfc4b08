"""Whatever people write as a title or a name, it does nothing in a terminal, on a page, in a picture or on a disk."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

import mapkit
from mapkit.games import maps
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import resources
from mapkit.model.settings import BadSetting
from mapkit.paper.press import press_of
from mapkit.studio import session
from mapkit.studio.desk import Desk
from tests.hostile import CONTROL, spread
from tests.studio.desks import page_of
from tests.studio.test_studio_phones import Table
from tests.test_hostile_files import CELLAR, CODES, Answer, answered

FEW, ALL = 12, 1000
"""How many texts a fast and a long test try."""
numbers = pytest.mark.parametrize("number", [FEW, pytest.param(ALL, marks=pytest.mark.long)])


pytestmark = pytest.mark.usefixtures("here")


@cache
def a_map() -> mapkit.Map[Any]:
    return maps.read((resources.path("samples") / "cellar.toml").read_bytes(), "cellar.toml").map


def titled(text: str) -> bytes:
    """A map file with that title, all of it escaped; half a surrogate pair, which TOML lacks, becomes a sign."""
    escaped = "".join(f"\\U{ord(sign):08X}" for sign in text.encode("utf-8", "replace").decode())
    return re.sub(b"title = .*", lambda _: f'title = "{escaped}"'.encode(), Path(CELLAR).read_bytes(), count=1)


# The terminal

OF_A_TITLE = ("check m.toml", "describe m.toml", "solve m.toml", "moves m.toml", "book m.toml -o out.svg --force")
OF_A_WORD = (
    *("=", "check =", "print =", "describe =", "solve = --plot a.svg", "rules =", "generate ="),
    "new treasures --preset =",
    *("generate treasures --preset =", "generate treasures --size =", "generate treasures --set =", "games --lang ="),
    *("generate treasures --set walls==", "generate labyrinth --rules =", "generate minoqaur --text = -o -"),
    *(
        "print cellar.toml --theme =",
        "print cellar.toml --sheets =",
        "print cellar.toml --paper =",
        "check cellar.toml --game =",
    ),
    *(
        "play cellar.toml --players =",
        "play --resume =",
        "play --delete =",
        "play cellar.toml --players Ann,Bob,Cid --set =",
    ),
    *(
        "play cellar.toml --players Ann,Bob,Cid --bot =",
        "moves cellar.toml --why =",
        "simulate =",
        "simulate treasures --who =",
    ),
    *("audit =", "know =", "check cellar.toml --templates =", "import =", "export =", "tonight --game =", "survey ="),
)


def shown(answer: Answer) -> str:
    """What a terminal shows of an answer."""
    assert answer.code in CODES
    return (answer.out + answer.told).decode()


@numbers
def test_a_title_does_nothing_in_a_terminal(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for index, text in enumerate(spread(number)):
        Path("m.toml").write_bytes(titled(text))
        words = OF_A_TITLE[index % len(OF_A_TITLE)].split()
        assert not CONTROL.search(shown(answered(words, b"", monkeypatch))), (words, text)


@numbers
def test_a_word_of_the_command_line_does_nothing_in_a_terminal(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("cellar.toml").write_bytes(Path(CELLAR).read_bytes())
    for index, text in enumerate(spread(number)):
        typed = text.replace("\0", "").encode("utf-8", "surrogateescape" if "\udc80" in text else "replace")
        word = typed.decode("utf-8", "surrogateescape")
        words = [
            one.replace("=", word) if one in ("=", "walls==") else one
            for one in OF_A_WORD[index % len(OF_A_WORD)].split()
        ]
        found = shown(answered(words, b"", monkeypatch))
        if "-o" not in words:
            assert not CONTROL.search(found), (words, found)


@numbers
def test_words_at_the_table_do_nothing_in_a_terminal_and_in_the_log(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for more in ("", "--gm", "--lang ru"):
        said = [text for text in spread(number) if "quit" not in text]
        lines = [line for text in said for line in (text, f"Ann: {text}", f"say {text}", f"north; {text}")]
        given = "\n".join((*lines, "north", "quit")).encode("utf-8", "replace")
        Path("game.jsonl").unlink(missing_ok=True)
        words = f"--players Ann,Bob,Cid --log game.jsonl {more}".split()
        answer = answered(["play", str(CELLAR), *words], given, monkeypatch)
        assert not CONTROL.search(shown(answer))
        assert answer.out.count(b"\n") > 3 * len(said), "it was answered to the end"
        log = Path("game.jsonl").read_bytes().decode()
        assert not CONTROL.search(log)
        assert all(isinstance(json.loads(line), dict) for line in log.splitlines())


# Files


def written(outside: Path) -> list[Path]:
    return [path for path in outside.rglob("*") if path.is_file()]


RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?")


@numbers
def test_a_file_that_is_named_after_a_text_is_inside_the_folder_under_a_name_that_every_system_takes(
    number: int, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = spread(number)
    for text in texts:
        seed = text.replace("\0", "").encode("utf-8", "replace").decode()
        answered(["new", "treasures", "--size", "2x2", "-o", "m.toml", "--force"], b"", monkeypatch)
        answer = answered(
            ["generate", "quoridor", "--preset", "opening", f"--seed={seed}", "--force"], b"", monkeypatch
        )
        assert answer.code in (0, 2), answer
        assert not CONTROL.search(shown(answer))
    for path in written(here.parent):
        assert path.is_relative_to(here)
        assert not CONTROL.search(path.name)
        assert not RESERVED.fullmatch(path.name), path.name
        assert re.fullmatch(r"[\w-]+\.toml", path.name), path.name


OF_A_FILE = (
    *("check {}", "check {}x", "describe {}", "solve {}", "share {}", "export {} --json"),
    "print {} --sheets map -o out",
    *("book {} -o book.svg --force", "moves {}", "play {} --players Ann,Bob --log l.jsonl", "repair {}", "complete {}"),
    *("audit {}", "know {}", "play --list", "play --resume {}", "play --delete {}", "check * {}", "survey {} --json"),
    *("print {} --theme {}", "theme --templates {}", "import {} -o -", "check {}.jsonl", "check {}.parquet"),
)


def named_by(texts: tuple[str, ...]) -> Iterator[str]:
    """The texts that may be names of files."""
    for text in texts:
        name = (
            text.replace("\0", "")
            .replace("/", "_")
            .encode("utf-8", "surrogateescape" if "\udc80" in text else "replace")
        )
        if 0 < len(name) < 200 and name not in (b".", b".."):
            yield name.decode("utf-8", "surrogateescape")


@numbers
def test_the_name_of_a_file_does_nothing_in_a_terminal(
    number: int, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do the names of its neighbours, which are told where a name is mistyped."""
    cellar, games = Path(CELLAR).read_bytes(), here / "games"
    games.mkdir()
    for index, name in enumerate(named_by(spread(number))):
        for folder, ending in ((here, ""), (games, ".jsonl")):
            (folder / f"{name}{ending}").write_bytes(cellar)
        for command in (OF_A_FILE[index % len(OF_A_FILE)], OF_A_FILE[(7 * index + 3) % len(OF_A_FILE)]):
            words = [word.replace("{}", name if name[:1] != "-" else f"./{name}") for word in command.split()]
            answer = answered(words, b"", monkeypatch)
            assert "--json" in words or not CONTROL.search(shown(answer)), (words, answer)
        for path in [path for path in written(here) if not path.name.startswith(name)]:
            assert not CONTROL.search(path.name), path
        for path in (here / name, games / f"{name}.jsonl"):
            path.unlink(missing_ok=True)


# Sheets

NOT_READ = {"socket.connect", "socket.getaddrinfo", "socket.bind", "subprocess.Popen", "os.system", "os.exec"} | {
    *("os.posix_spawn", "urllib.Request", "os.remove", "os.rename", "os.mkdir", "os.symlink", "os.link"),
    "ctypes.dlopen",
    *("tempfile.mkstemp", "os.startfile", "webbrowser.open", "shutil.rmtree", "open"),
}
"""What a program does that it is not to do while it draws: `sys.audit` tells of each."""
_noted: list[list[tuple[str, str]]] = []


def _note(event: str, args: tuple[Any, ...]) -> None:
    if _noted and event in NOT_READ:
        _noted[-1].append((event, str(args[0]) if args else ""))


sys.addaudithook(_note)


@contextmanager
def nothing_opened() -> Iterator[None]:
    """No file but mapkit's own templates is read, none is written, and nobody is asked."""
    _noted.append([])
    try:
        yield
        assert [line for line in _noted[-1] if not _is_own(line)] == []
    finally:
        _noted.pop()


def _is_own(noted: tuple[str, str]) -> bool:
    return noted[0] == "open" and Path(noted[1]).is_relative_to(resources.path("fonts").parent)


def printed(text: str, sheet: str, form: str) -> tuple[bytes, ...]:
    return press_of({"format": form}).printed(replace(a_map(), title=text), sheet)


NEVER_IN_PDF = {
    *("/JS", "/JavaScript", "/Launch", "/URI", "/SubmitForm", "/EmbeddedFile", "/EmbeddedFiles", "/AA", "/GoToR"),
}


def keys_of(reader: PdfReader) -> Iterator[str]:
    """The keys and names in all objects of a document."""
    seen, left = set[int](), [reader.trailer]
    while left:
        thing: Any = left.pop()
        if isinstance(thing, IndirectObject):
            if thing.idnum not in seen:
                seen.add(thing.idnum)
                left.append(thing.get_object())  # type: ignore[arg-type]  # what is there
        elif isinstance(thing, DictionaryObject):
            yield from map(str, thing)
            left.extend(thing.values())
        elif isinstance(thing, ArrayObject):
            left.extend(thing)


@numbers
@pytest.mark.parametrize("sheet", ["gm", "map"])
def test_a_text_in_a_pdf_is_only_shown(sheet: str, number: int) -> None:
    printed("warm", sheet, "pdf")
    for text in spread(number if sheet == "map" else number // 4):
        with nothing_opened():
            (data,) = printed(text, sheet, "pdf")
        reader = PdfReader(BytesIO(data))
        assert not {*keys_of(reader)} & NEVER_IN_PDF, text
        title = str(reader.metadata.title if reader.metadata else "")
        assert not CONTROL.search(title), text
        if number == FEW:
            assert not CONTROL.search(reader.pages[0].extract_text())


@numbers
@pytest.mark.parametrize("sheet", ["gm", "map"])
def test_a_text_in_a_picture_is_only_shown(sheet: str, number: int) -> None:
    printed("warm", sheet, "svg")
    for text in spread(number if sheet == "map" else number // 4):
        with nothing_opened():
            pages = printed(text, sheet, "svg")
        for page in pages:
            assert not CONTROL.search(page.decode()), text
            for each in ElementTree.fromstring(page).iter():
                name = each.tag.rpartition("}")[2].lower()
                assert name not in {"script", "foreignobject", "image", "iframe", "a", "animate", "set", "use"}, text
                assert not [key for key in each.attrib if key.rpartition("}")[2].lower().startswith(("on", "href"))]
                if name == "style":
                    assert not re.search(r'@import|url\((?!#|"data:font)', each.text or ""), text
            assert not re.search(r"<!DOCTYPE|<!ENTITY|<\?(?!xml version)", page.decode()), text


# The studio and phones


@numbers
def test_a_title_in_the_studio_is_data_and_never_a_page(number: int, here: Path) -> None:
    desk = Desk(here / "map.toml", Path(CELLAR).read_text(encoding="utf-8"), None)
    client = page_of(desk)
    plain = client.get("/").content
    for text in spread(number):
        answer = client.post("/act", content=json.dumps({"do": "settings", "title": text, "fields": {"title": text}}))
        assert answer.status_code == 200
        with suppress(UnreadableMap):
            desk.write(titled(text).decode())
            assert client.get("/scene").json()["title"] == text.encode("utf-8", "replace").decode()
        seen = client.get("/scene")
        assert seen.headers["content-type"] == "application/json"
        assert not CONTROL.search(seen.text)
        assert client.get("/").content == plain
    assert written(here.parent) == []


@numbers
def test_names_and_words_on_phones_are_only_shown(number: int) -> None:
    taken, refused = list[str](), list[str]()
    for text in spread(number):
        try:
            session.begin(a_map(), (text, "Bob", "Cid"), {}, "dice").close()
            taken.append(text)
        except BadSetting as why:
            refused.append(str(why))
    assert not CONTROL.search("\n".join(refused))
    assert all(name.isprintable() and len(name) <= 20 for name in taken)
    played = session.begin(a_map(), ("Ann", "Bob", "Cid"), {}, "dice")
    table = Table(played, ("Ann", "Bob", "Cid"))
    for text in spread(number):
        answer = table.seats["Ann"].post("/say", content=json.dumps({"words": text}))
        assert answer.status_code == 200
        assert not CONTROL.search(json.dumps(answer.json(), ensure_ascii=False)), text
        assert not CONTROL.search(table.seats["Bob"].get("/hear").text)
    played.close()
