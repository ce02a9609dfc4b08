"""Share codes: a whole map in one line, short, checked, and taken wherever a file is."""

import json
import re
import zlib
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings

import mapkit
from mapkit.mapfile import share_code
from mapkit.model import codes, resources
from mapkit.model.map import Map
from tests.command import output, run
from tests.mapfile.test_document import GAMES, combs, maps, presets

AT_MOST = 200
PRESETS = [("treasures", "default"), ("treasures", "any-size"), ("labyrinth", "default"), ("labyrinth", "classic")]
"""The presets of both games whose boards have 8 x 8 cells."""


EXAMPLES = {
    "dungeon": "55408c67395624a8",
    "labyrinth": "e806cbe3805b9e70",
    "minoqaur": "9e197d1b7d3c383c",
    "quoridor": "25475c2fa3ebf54e",
    "treasures": "842e0d1933e2aa6e",
}
"""The beginnings of the checksums of the examples."""
KEPT = "treasures:145IeiIQd4Kivco5XDWTUnz2UveEjU86QMsB8hb6KSxbUgfmMmNHY4Zr4IflNH7bsJWpzvr57k3zTLJr7R6UN"
"""A code that mapkit wrote when there were none before."""


@cache
def a_map(game: str) -> Map[Any]:
    return mapkit.generate(game, "code", preset="small" if game == "treasures" else "default")


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_a_code_holds_the_whole_map(game: str) -> None:
    map_ = replace(a_map(game), title='Der "Keller" № 3')
    code = map_.share()
    assert code.isascii()
    assert code.removeprefix(f"{game}:").isalnum()
    assert mapkit.read(code) == map_
    assert mapkit.read(f"\n  {code[:30]}\n{code[30:]}  \n") == map_, "white space does not count"
    assert mapkit.read(code.replace(game, game.title())) == map_, "some telephones write a capital letter first"


@settings(max_examples=20)
@given(maps() | combs())
def test_codes_need_no_examples(map_: Map[Any]) -> None:
    """A game that comes later has none."""
    assert share_code.read(share_code.show(map_).encode(), "code", GAMES, presets).map == map_


@pytest.mark.parametrize(
    ("seed", "number", "most"),
    [("share", 4, AT_MOST - 20), pytest.param("many", 200, AT_MOST, marks=pytest.mark.long)],  # a title has room, too
)
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_maps_of_8x8_cells_take_at_most_200_characters(
    game: str, preset: str, seed: str, number: int, most: int
) -> None:
    codes = [mapkit.generate(game, f"{seed} {n}", preset=preset).share() for n in range(number)]
    assert max(map(len, codes)) <= most


def test_codes_of_today_are_read_for_ever() -> None:
    """The examples that codes are deflated with never change; a new folder of examples is a new version."""
    folder = resources.path("share", codes.VERSION)
    told = {path.stem: sha256(path.read_bytes()).hexdigest()[:16] for path in sorted(folder.iterdir())}
    assert told == EXAMPLES
    assert sha256(mapkit.read(KEPT).to_text().encode()).hexdigest()[:16] == "84ed51e6fdc0a0f5"


def test_every_wrong_or_missing_character_is_told_in_words() -> None:
    code = a_map("treasures").share()
    start = code.index(":") + 2
    damaged = [code[:at] for at in range(start, len(code))]
    damaged += [
        code[:at] + chr(ord(code[at]) ^ 1) + code[at + 1 :] for at in range(start, len(code)) if code[at] != "0"
    ]
    damaged += [code[:at] + code[at + 1] + code[at] + code[at + 2 :] for at in range(start, len(code) - 1, 7)]
    for damage in set(damaged) - {code}:
        with pytest.raises(mapkit.UnreadableMap, match=r"share code cannot be read: (its checksum is wrong|it has)"):
            mapkit.read(damage)


def squeezed(data: bytes, game: str = "treasures") -> str:
    """A code with a right checksum that holds these bytes, deflated, whatever they are."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    held = packer.compress(data) + packer.flush()
    checksum = zlib.crc32(held, zlib.crc32(f"{game}:1".encode())).to_bytes(4, "big")
    number, signs = int.from_bytes(b"\1" + checksum + held, "big"), ""
    while number:
        number, value = divmod(number, 62)
        signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[value] + signs
    return f"{game}:1{signs}"


WRONG = {
    squeezed(bytes(9)).replace(":1", ":7"): "7 stands after its colon; write 1 there, for the rest is whole",
    f"treasures:1{'a' * 20_000}": "it has 20,011 characters; 10,000 are the most",
    squeezed(bytes(5_000_000)): "no map file is in it; make a code with mapkit share",
    squeezed(a_map("dungeon").to_text().encode()): "it holds a map of dungeon; copy the whole code again",
}


@pytest.mark.parametrize("code", WRONG, ids=[code[:20] for code in WRONG])
def test_what_is_wrong_with_a_code_is_told_in_words(code: str) -> None:
    with pytest.raises(mapkit.UnreadableMap) as refused:
        mapkit.read(code)
    assert WRONG[code] in str(refused.value)
    assert WRONG[code] in output("check", code, code=2)


def test_a_map_that_is_too_large_for_a_code_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share_code, "MOST", 60)
    with pytest.raises(mapkit.UnwritableMap, match=r"too large for a share code of 60 characters; send its file"):
        a_map("treasures").share()


def test_a_code_is_taken_wherever_a_file_is_and_is_marked_as_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.toml").write_text(a_map("treasures").to_text(), encoding="utf-8")
    told = run("share", "a.toml")
    code = told.stdout.strip()
    assert code == a_map("treasures").share()
    assert told.stderr == f"for the game master alone: the code holds the whole map, in {len(code)} characters\n"
    shown = f"{code[:24]}…"
    assert output("check", code) == f"{shown}: legal\n"
    assert output("check", "-", given=code) == "-: legal\n"
    assert '"moves"' in output("moves", code, "--json")
    name = f"treasures-{code[-6:].lower()}"
    assert f"{name}-gm.pdf" in output("print", code, "--sheets", "gm", "-o", "out")
    output("import", code, "-o", "b.toml")
    assert Path("b.toml").read_text(encoding="utf-8") == a_map("treasures").to_text()
    assert json.loads(output("export", code, "--json")) == a_map("treasures").to_json()
    output("play", code, "--players", "Ann,Bob,Cy", "--seed", "s", "--log", "a.jsonl", given="quit\n")
    assert "1 game of" in output("simulate", code, "--games", "1", "--turns", "3", "--seed", "s")
    Path(code).write_text("mapkit = 1\n", encoding="utf-8")
    assert "game is missing" in output("check", code, code=2), "a file of that name comes first"


CODE = a_map("treasures").share()
PASTED = {
    "a link": f"http://127.0.0.1:8720/#{CODE}",
    "a link with more behind it": f"https://example.org/studio?x=1#{CODE}&from=mail",
    "a link in a link": f"<https://safe.example/?url=http%3A%2F%2Fx%2F%23{CODE.replace(':', '%3A')}&data=1>",
    "a link in Markdown": f"[the map]({CODE})",
    "a web page": f"<p>The map: {CODE}</p>\n",
    "a code in angle brackets": f"<{CODE}>",
    "a code in French, with a space before its colon": CODE.replace(":", "\u00a0:"),
    "a chat": f"Hi Ann: here is the map, {CODE}. See you on Friday!",
    "a mail": "Subject: Friday\nFrom: ann@example.org\n\nThe map: " + "\n".join(re.findall(".{1,40}", CODE)) + "\nAnn",
    "an answer": "Look, Bob:\n" + "".join(f"> > {part}\n" for part in re.findall(".{1,40}", CODE)) + "> > Ann\n",
    "a quoted-printable mail": f"The map is {CODE[:70]}=\r\n{CODE[70:]}\r\nuntil Friday",
    "signs that are not seen": f"{CODE[:30]}\u200b{CODE[30:60]}\u00ad{CODE[60:]}\ufeff",
    "a line of a shell": f"mapkit check {CODE}",
    "two codes": f"{CODE} or {a_map('quoridor').share()}",
}


@pytest.mark.parametrize("pasted", PASTED.values(), ids=PASTED)
def test_a_code_is_found_in_what_people_paste(pasted: str, tmp_path: Path) -> None:
    assert mapkit.read(pasted) == a_map("treasures")
    assert output("check", pasted) == f"{CODE[:24]}…: legal\n"
    path = tmp_path / "mail.txt"
    path.write_text(pasted, encoding="utf-8")
    assert output("check", str(path)).endswith("mail.txt: legal\n")


LINK = f"see http://127.0.0.1:8720/#{CODE}"
COMMANDS = (
    "describe {}", "solve {}", "moves {}", "repair {} -o r.toml", "complete {} -o c.toml", "share {}",
    "print {} --sheets gm -o out", "export {} --format json", "import {} -o i.toml", "compare {} {}",
    "simulate {} --games 1 --turns 2 --seed s", "verify {} --salt 00112233445566778899aabbccddeeff",
)  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_that_takes_a_file_takes_a_link(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    by_link, by_code = (run(*(given if word == "{}" else word for word in words.split())) for given in (LINK, CODE))
    assert by_link.exit_code == 0, by_link.output
    assert by_code.exit_code == by_link.exit_code or "exists already" in by_code.stderr
    assert "o" in words or by_link.stdout == by_code.stdout


@pytest.mark.parametrize("pasted", ["http://127.0.0.1:8720/#{}", "Hi Ann: the map is {}, see you"])
def test_a_damaged_code_among_words_is_told(pasted: str) -> None:
    with pytest.raises(mapkit.UnreadableMap, match="checksum is wrong: a character is missing"):
        mapkit.read(pasted.format(CODE[:-1]))


def test_a_map_file_that_names_a_code_is_no_code() -> None:
    text = a_map("dungeon").to_text()
    assert mapkit.read(f"# like {CODE}\n{text}") == a_map("dungeon")
    assert mapkit.read(json.dumps({**a_map("dungeon").to_json(), "title": CODE[:99]})).game.name == "dungeon"


def test_a_link_without_a_code_and_a_path_are_told() -> None:
    assert "this web address has no code" in output("check", "https://example.org/map", code=2)
    assert "there is no such file" in run("check", f"maps/{CODE[:-1]}").stderr
    assert "no .salt file lies beside a share code" in output("verify", CODE, code=2)


EVIL = (
    "aa:1 " + "1 " * 50_000,
    "aa:1" * 200_000,
    "http://" + "a" * 900_000,
    "> " * 400_000,
    "aa:1" + "\u00ad> " * 200_000,
)


@pytest.mark.parametrize("text", EVIL, ids=[text[:12] for text in EVIL])
def test_no_text_keeps_the_search_for_a_code_busy(text: str) -> None:
    began = process_time()
    assert codes.code_in(text) in ("", "".join(text.split()), text)
    assert process_time() - began < 3
