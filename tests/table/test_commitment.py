"""Commitments: a code on players' sheets, and whether it belongs to a map after the game."""

import os
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from mapkit.table import commitment
from tests.command import output


@pytest.fixture
def friday(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A map's file in a folder of its own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    output("generate", "treasures", "--seed", "promise", "-o", "friday.toml")
    return tmp_path / "friday.toml"


def feet(folder: Path, ending: str) -> list[str]:
    """The last line of each page of a sheet, without its page number."""
    (sheet,) = folder.glob(f"*-{ending}.pdf")
    pages = pypdf.PdfReader(BytesIO(sheet.read_bytes())).pages
    return [next(line for line in reversed(page.extract_text().splitlines()) if " · " in line) for page in pages]


def printed(*more: str) -> str:
    return output("print", "friday.toml", "--commit", *more)


def test_the_code_is_the_first_half_of_the_sha_256_of_salt_and_file(friday: Path) -> None:
    printed("-o", "out")
    salt = friday.with_suffix(".salt").read_bytes()
    digits = sha256(salt + friday.read_bytes()).hexdigest()[:32]
    assert output("verify", "friday.toml").replace(" ", "").strip() == digits
    output("verify", "friday.toml", digits)
    output("verify", "friday.toml", f"SHA-256 {digits[:16].upper()} {digits[16:]}")


def test_players_sheets_carry_the_code_and_secret_ones_the_salt(friday: Path) -> None:
    printed("-o", "out")
    code = output("verify", "friday.toml").strip()
    salt = friday.with_suffix(".salt").read_text().strip()
    for public in ("player", "card", "log"):
        assert all(foot.endswith(f"SHA-256 {code}") and salt not in foot for foot in feet(Path("out"), public))
    assert all(foot.endswith(f"friday.toml · salt {salt}") for foot in feet(Path("out"), "gm"))


def test_a_long_title_leaves_room_for_the_code(friday: Path) -> None:
    friday.write_text(
        friday.read_text(encoding="utf-8").replace("map = ", f'title = "{"Very long" * 11}"\nmap = ', 1),
        encoding="utf-8",
    )
    printed("--sheets", "player", "--paper", "a5", "-o", "out")
    code = output("verify", "friday.toml").strip()
    assert all(foot.endswith(code) for foot in feet(Path("out"), "player"))


def test_a_map_that_is_printed_again_keeps_its_salt_and_its_bytes(friday: Path) -> None:
    printed("-o", "out")
    printed("-o", "again")
    assert [path.read_bytes() for path in sorted(Path("out").iterdir())] == [
        path.read_bytes() for path in sorted(Path("again").iterdir())
    ]


def test_two_maps_have_two_salts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert commitment.kept_salt("one.toml", b"1") != commitment.kept_salt("two.toml", b"1")


def test_no_second_map_takes_a_salt_that_players_know(friday: Path) -> None:
    """Otherwise they could try their guesses at the second map with it, before the game."""
    printed("-o", "out")
    first = friday.with_suffix(".salt").read_text()
    for words in (["--seed", "second", "--force", "-o", "friday.toml"], ["--seed", "third", "-o", "friday.map"]):
        output("generate", "treasures", *words)
        assert "friday.salt:1:1: it was drawn for another map, or the map was changed since" in output(
            "print", words[-1], "--commit", "-o", "again", code=3
        )
    assert friday.with_suffix(".salt").read_text() == first
    friday.with_suffix(".salt").rename("first.salt")
    printed("-o", "again")
    assert friday.with_suffix(".salt").read_text()[:20] != first[:20]


@pytest.mark.parametrize("kind", ["folder", "dangling", "pipe"])
def test_what_is_no_file_in_the_place_of_a_salt_is_left_as_it_is(friday: Path, kind: str) -> None:
    place = friday.with_suffix(".salt")
    if kind == "folder":
        place.mkdir()
    elif kind == "dangling":
        place.symlink_to("nowhere")
    else:
        os.mkfifo(place)
    assert "friday.salt: is no file, and the salt of friday.toml belongs there; rename it" in output(
        "print", "friday.toml", "--commit", "-o", "out", code=3
    )
    assert not Path("nowhere").exists()


def test_a_changed_map_another_salt_and_a_slip_are_told_apart(friday: Path) -> None:
    printed("-o", "out")
    code = output("verify", "friday.toml").strip()
    assert "from group 1 on; was it typed right?" in output(
        "verify", "friday.toml", *["aaaa", *code.split()[1:]], code=1
    )
    output("verify", "friday.toml", code, "--salt", "0" * 32, code=1)
    friday.write_text(f"{friday.read_text(encoding='utf-8')}\n", encoding="utf-8")
    told = output("verify", "friday.toml", code, code=1)
    assert "the file is not as it was when the sheets were printed" in told
    assert "typed right" not in told


def test_a_file_that_holds_no_salt_is_left_as_it_is(friday: Path) -> None:
    friday.with_suffix(".salt").write_text("for the soup")
    for words in (["print", "friday.toml", "--commit"], ["verify", "friday.toml"]):
        assert "friday.salt:1:1: it holds no salt" in output(*words, code=3)
    assert friday.with_suffix(".salt").read_text() == "for the soup"


def test_a_preset_of_ones_own_is_not_promised(friday: Path) -> None:
    """It is not in the file: whoever changed the preset would change the map, and `verify` would not see it."""
    ours = friday.parent / "ours"
    (ours / "presets" / "treasures").mkdir(parents=True)
    (ours / "presets" / "treasures" / "fridays.toml").write_text('says = "Ours."\nsize = "8x8"\n')
    named = friday.read_text(encoding="utf-8").replace('preset = "default"', 'preset = "fridays"')
    assert named != friday.read_text(encoding="utf-8")
    friday.write_text(named, encoding="utf-8")
    assert 'the preset "fridays" is a file in your own folder; write its settings below [settings]' in output(
        "--templates", "ours", "print", "friday.toml", "--commit", "-o", "out", code=2
    )
    assert not friday.with_suffix(".salt").exists()
    assert not (friday.parent / "out").exists()
