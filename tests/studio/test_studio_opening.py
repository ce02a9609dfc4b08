"""New, Open and Recent: what comes on the desk next, and what is never lost."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from mapkit.formats import shelf
from mapkit.formats.record import ExportOrder
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.map import Map
from mapkit.studio import recent
from mapkit.studio.actions import act
from mapkit.studio.desk import Desk
from mapkit.studio.edits import Gesture
from mapkit.studio.recent import MOST_RECENT
from tests.studio.desks import Idle, blank, legal, page_of

CELLAR = legal("treasures")
OTHERS = [
    ("map", "treasures"), ("json", "treasures"), ("share", "treasures"), ("tmx", "treasures"), ("tmj", "labyrinth"),
    ("text-mapper", "dungeon"), ("moves", "quoridor"),
]  # fmt: skip


HEXES = (b"  . . .", b" . . . .", b". . . . .", b" . . . .", b"  . . .")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the studio was begun."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def desk(here: Path) -> Desk:
    """A desk with a file that is saved."""
    text = blank()
    (here / "first.toml").write_text(text, encoding="utf-8")
    desk = Desk(here / "first.toml", text, text.encode())
    for busy in (desk.solver_panel, desk.photos):
        busy.worker.__class__ = Idle
    return desk


@pytest.fixture
def browser(desk: Desk) -> Any:
    return page_of(desk)


def draw(desk: Desk) -> None:
    desk.draw(Gesture("cell treasure", ("a1",)))


def bring(browser: Any, data: bytes, name: str = "brought", **asked: str) -> Any:
    return browser.post("/open", params={"name": name, **asked}, content=data).json()


def written(map_: Map[Any], form: str) -> bytes:
    """The file of a map; others that it names are written where the studio was begun."""
    if form == "moves":
        return b"1. e2 e8 2. e3 e7 3. e3h d5v"
    files = shelf.written(map_, shelf.format_named(form), ExportOrder("friday"))
    for ending, data in files.items() if len(files) > 1 else ():
        Path(f"friday{ending}").write_bytes(data)
    return next(iter(files.values()))


@pytest.mark.parametrize(("form", "game"), OTHERS)
def test_what_a_file_is_shows_in_its_contents_and_the_page_goes_on_with_its_game(
    browser: Any, desk: Desk, form: str, game: str
) -> None:
    map_ = legal(game)
    name = f"friday.{form}"
    answer = bring(browser, written(map_, form), name)
    assert "refused" not in answer, answer["refused"]
    assert answer["file"] == "friday.toml"
    assert f"This is a copy of {name}." in answer["said"]
    assert desk.document.map.game.name == game
    assert (form in ("tmx", "tmj", "text-mapper", "moves")) or desk.document.map.facts == map_.facts
    assert not answer["undo"]
    assert not desk.drawn
    assert not answer["new"]
    browser.post("/act", json={"do": "save"})
    assert Path("output/friday.toml").read_bytes() == desk.text.encode()
    assert [each.path.name for each in recent.recent_files()] == ["friday.toml"]


@pytest.mark.parametrize("text", ["{}", "http://127.0.0.1:8720/#{}", "Hi Ann: {}, see you"])
def test_a_code_or_a_link_that_is_pasted_is_opened(browser: Any, desk: Desk, text: str) -> None:
    code = written(CELLAR, "share").decode()
    answer = browser.post("/act", json={"do": "open_brought", "text": text.format(code)}).json()
    assert answer["opened"]
    assert desk.document.map == CELLAR
    wrong = browser.post("/act", json={"do": "open_brought", "text": text.format(code[:-1])}).json()
    assert "what was pasted: no map can be read in it:" in wrong["refused"]
    assert "checksum is wrong" in wrong["refused"]
    assert desk.document.map == CELLAR


def test_a_drawing_alone_asks_for_its_game_where_it_may_be_of_several(browser: Any, desk: Desk) -> None:
    drawn = b"+---+---+\n| .   . |\n+---+---+\n| .   . |\n+---+---+\n"
    which = bring(browser, drawn, "b.txt")["which"]
    assert {game for game, _ in which} == {"treasures", "labyrinth"}
    assert desk.path.name == "first.toml"
    assert bring(browser, drawn, "b.txt", game="labyrinth")["opened"]
    assert desk.document.map.game.name == "labyrinth"
    assert bring(browser, b"".join(line + b"\n" for line in HEXES), "h.txt")["opened"]
    assert desk.document.map.game.name == "dungeon"
    answer = bring(browser, drawn.replace(b".   .", b".   %"), "c.txt")
    assert "c.txt: no map can be read in it:" in answer["refused"]
    assert "--game" not in answer["refused"]
    large = b"+---" * 40_000
    assert len(bring(browser, large, "d.txt")["which"]) == len(GAMES)


def test_a_file_that_lies_near_by_is_opened_itself_and_saved_in_its_place(browser: Any, desk: Desk, here: Path) -> None:
    path = here / "friday.toml"
    path.write_text(CELLAR.to_text(), encoding="utf-8")
    answer = bring(browser, path.read_bytes(), "friday.toml")
    assert (answer["file"], answer["saved"]) == ("friday.toml", True)
    draw(desk)
    browser.post("/act", json={"do": "save"})
    assert maps.read(path.read_bytes(), "").map.facts == desk.document.map.facts
    desk.undo()
    browser.post("/act", json={"do": "save"})
    answer = bring(browser, b"# mine\n" + path.read_bytes(), "friday.toml")
    assert answer["saved"] is False, "another file of that name is a copy"
    assert str(desk.path) == "output/friday.toml"


def test_what_is_not_saved_is_asked_for_and_kept_or_thrown_away(browser: Any, desk: Desk, here: Path) -> None:
    draw(desk)
    desk.keep_unsaved()
    kept = here / "first.unsaved.toml"
    before = desk.text
    for sent in ({"do": "new", "game": "dungeon"}, {"do": "open_brought", "text": CELLAR.share()}):
        answer = browser.post("/act", json=sent).json()
        assert answer["ask_unsaved"] == "What you drew in first.toml is not saved."
        assert desk.text == before
        assert kept.read_text(encoding="utf-8") == before
    assert browser.post("/act", json={"do": "new", "game": "dungeon", "unsaved": "save"}).json()["opened"]
    assert (here / "first.toml").read_text(encoding="utf-8") == before
    assert not kept.exists()
    assert desk.document.map.game.name == "dungeon"
    desk.go_on_with(desk.read(desk.text.replace('""', '"d"', 1)))
    desk.keep_unsaved()
    kept = Path("output/dungeon-drawing.unsaved.toml")
    assert kept.exists()
    assert browser.post("/act", json={"do": "new", "game": "quoridor", "unsaved": "away"}).json()["opened"]
    assert not kept.exists()
    assert not Path("output/dungeon-drawing.toml").exists()


def test_a_file_that_another_program_changed_is_not_written_over_by_opening_another(
    browser: Any, desk: Desk, here: Path
) -> None:
    draw(desk)
    (here / "first.toml").write_text(CELLAR.to_text(), encoding="utf-8")
    answer = browser.post("/act", json={"do": "new", "game": "dungeon", "unsaved": "save"}).json()
    assert "first.toml is not saved, since another program has changed it" in answer["refused"]
    assert desk.document.map.game.name == "treasures"
    assert (here / "first.toml").read_text(encoding="utf-8") == CELLAR.to_text()


def test_a_drawing_that_an_earlier_studio_has_not_saved_is_offered_when_its_game_is_begun(
    browser: Any, desk: Desk, here: Path
) -> None:
    (here / "output").mkdir()
    (here / "output/treasures-drawing.unsaved.toml").write_text(CELLAR.to_text(), encoding="utf-8")
    answer = browser.post("/act", json={"do": "new", "game": "treasures"}).json()
    assert answer["elsewhere"]["take"]
    browser.post("/act", json={"do": "take_elsewhere"})
    assert desk.document.map == CELLAR


def test_a_new_map_that_a_killed_studio_has_not_saved_stands_among_recent_files(
    browser: Any, desk: Desk, here: Path
) -> None:
    def listed() -> list[tuple[str, bool, bool]]:
        found = browser.post("/act", json={"do": "gallery"}).json()["recent"]
        return [(each["name"], each["kept"], each["gone"]) for each in found]

    browser.post("/act", json={"do": "new", "game": "dungeon"})
    desk.go_on_with(desk.read(desk.text.replace('""', '"d"', 1)))
    drawn = desk.text
    desk.keep_unsaved()
    desk.keep_unsaved()
    assert listed() == [], "it is on the page"
    desk.disk._unlock()  # as the system does when the studio is killed
    other = Desk(here / "first.toml", blank(), blank().encode())
    browser = page_of(other)
    assert listed() == [("dungeon-drawing.toml", True, False)]
    [entry] = recent.recent_files()
    answer = browser.post("/act", json={"do": "open_recent", "sign": entry.sign}).json()
    assert (answer["file"], answer["saved"], answer["undo"]) == ("dungeon-drawing.toml", False, True)
    assert other.text == drawn
    browser.post("/act", json={"do": "save"})
    assert Path("output/dungeon-drawing.toml").read_text(encoding="utf-8") == drawn
    other.keep_unsaved()
    assert not Path("output/dungeon-drawing.unsaved.toml").exists()
    assert listed() == [("dungeon-drawing.toml", False, False)]


def test_a_kept_drawing_with_the_name_of_the_blank_map_on_the_page_stays_in_the_list(browser: Any, desk: Desk) -> None:
    browser.post("/act", json={"do": "new", "game": "dungeon"})
    text = desk.text
    desk.go_on_with(desk.read(text.replace('""', '"d"', 1)))
    desk.keep_unsaved()
    desk.disk._unlock()  # as the system does when the studio is killed
    browser = page_of(Desk(desk.path, text, None))
    for _ in range(2):
        [found] = browser.post("/act", json={"do": "gallery"}).json()["recent"]
        assert (found["name"], found["kept"]) == ("dungeon-drawing.toml", True)
        browser.post("/act", json={"do": "new", "game": "quoridor"})


def test_a_new_map_that_is_thrown_away_is_in_no_list(browser: Any, desk: Desk) -> None:
    browser.post("/act", json={"do": "new", "game": "dungeon"})
    desk.go_on_with(desk.read(desk.text.replace('""', '"d"', 1)))
    desk.keep_unsaved()
    browser.post("/act", json={"do": "new", "game": "quoridor", "unsaved": "away"})
    assert recent.recent_files() == []
    assert not [*Path("output").iterdir()]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_begun_and_generated(browser: Any, desk: Desk, game: str) -> None:
    answer = browser.post("/act", json={"do": "new", "game": game, "generate": True}).json()
    assert answer["file"] == f"{game}-drawing.toml"
    assert answer["work"]["what"] == "generate"
    assert answer["new"]
    assert not Path("output").exists(), "nothing is written until it is saved"
    found = browser.get(f"/games/{game}.svg")
    assert found.content.startswith(b"<svg")
    assert "sandbox" in found.headers["content-security-policy"]


def test_recent_files_are_listed_the_last_first_and_those_that_are_gone_say_so(
    browser: Any, desk: Desk, here: Path
) -> None:
    paths = [here / f"{number}.toml" for number in range(MOST_RECENT + 2)]
    for path in paths:
        path.write_text(CELLAR.to_text(), encoding="utf-8")
        recent.note(path, "treasures")
    recent.note(paths[5], "treasures")
    paths[7].unlink()
    listed = browser.post("/act", json={"do": "gallery"}).json()["recent"]
    names = [each["name"] for each in listed]
    assert names == ["5.toml", *(f"{number}.toml" for number in range(13, 1, -1) if number != 5)][:MOST_RECENT]
    assert [each["name"] for each in listed if each["gone"]] == ["7.toml"]
    assert {each["game"] for each in listed} == {"Treasures of the Abandoned Labyrinth"}
    signs = {each["name"]: each["sign"] for each in listed}
    answer = browser.post("/act", json={"do": "open_recent", "sign": signs["9.toml"]}).json()
    assert (answer["file"], answer["saved"]) == ("9.toml", True)
    gone = browser.post("/act", json={"do": "open_recent", "sign": signs["7.toml"]}).json()
    assert gone["refused"] == "7.toml is gone from its folder; put it back, or open another file"
    left = browser.post("/act", json={"do": "forget_recent", "sign": signs["7.toml"]}).json()["recent"]
    assert [each["name"] for each in left][:2] == ["9.toml", "5.toml"]
    assert not [each for each in left if each["gone"]]
    for wrong in ("", "../../etc/passwd", str(paths[0]), signs["7.toml"]):
        assert "not in the list" in browser.post("/act", json={"do": "open_recent", "sign": wrong}).json()["refused"]


@pytest.mark.parametrize(
    "held", [b"", b"\0\xff" * 999, b"[1, {}]", b'[{"path": 3}, {"path": "a"}]', b"[" * 99_999, b"{}"]
)
def test_a_list_of_recent_files_that_cannot_be_read_is_empty_and_begins_anew(here: Path, held: bytes) -> None:
    place = recent.state_folder() / "recent.json"
    place.parent.mkdir()
    place.write_bytes(held)
    assert recent.recent_files() == []
    recent.note(here / "a.toml", "treasures")
    assert [each.path for each in recent.recent_files()] == [here / "a.toml"]
    assert place.stat().st_mode & 0o077 == 0


def test_where_the_list_cannot_be_written_maps_are_opened_all_the_same(
    browser: Any, monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    monkeypatch.setenv("MAPKIT_STATE", str(here / "first.toml"))
    assert bring(browser, (here / "first.toml").read_bytes(), "first.toml")["opened"]
    assert recent.recent_files() == []


def test_names_with_odd_characters_are_shown_and_opened(browser: Any, here: Path) -> None:
    path = here / "a\n\x1b[31m\u202e.toml"
    path.write_text(CELLAR.to_text(), encoding="utf-8")
    recent.note(path, "treasures")
    raw = here / os.fsdecode(b"\xff.toml")
    raw.write_text(CELLAR.to_text(), encoding="utf-8")
    recent.note(raw, "\x1b[31m")
    listed = browser.post("/act", json={"do": "gallery"}).json()["recent"]
    assert all(sign.isprintable() for each in listed for sign in each["name"] + each["folder"] + each["game"])
    for each in listed:
        assert browser.post("/act", json={"do": "open_recent", "sign": each["sign"]}).json()["saved"]


HOSTILE = {
    "nothing": (b"", "the file is empty"),
    "a program": (b"\x7fELF" + bytes(99), "this is a program; save the drawing as plain text"),
    "a PDF": (b"%PDF-1.7", "this is a PDF file; save the drawing as plain text"),
    "zeros": (bytes(9999), "this is data of another program"),
    "too much": (b"a" * (1 << 21), "the file has 2,097,152 bytes; a file with a drawing has 1,048,576 at most"),
    "Latin-1": ("mapkit = 1\ngame = 'treasures' # é".encode("latin-1"), "the byte 0xE9 is no UTF-8"),
    "a picture as text": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "this is an SVG picture"),
    "a log": (b'{"n": 1, "kind": "begin"}', "no game is in it"),
    "many faults": (b"mapkit = 1\ngame = 'treasures'\n" + b"x = 1\n" * 50, "and "),
    "a link": (b"https://example.org/", "this web address has no code"),
}


@pytest.mark.parametrize(("data", "told"), HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_map_says_what_it_is_and_changes_nothing(browser: Any, desk: Desk, data: bytes, told: str) -> None:
    before = desk.text
    name = "../../\x1b[31m\nx" * 30
    answer = bring(browser, data, name)
    assert told in answer["refused"]
    assert "\x1b" not in answer["refused"]
    assert answer["refused"].count("\n") <= 6
    assert (desk.text, desk.path.name) == (before, "first.toml")


def test_a_photo_is_left_to_the_reader_of_photos(browser: Any, desk: Desk) -> None:
    for data in (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"\0\0\0\x18ftypheic"):
        assert bring(browser, data, "x.toml")["is_photo"] is True
    assert desk.path.name == "first.toml"


def test_what_is_written_after_a_private_file_was_on_the_desk_is_private(browser: Any, desk: Desk, here: Path) -> None:
    private = here / "private.toml"
    private.write_text(CELLAR.to_text(), encoding="utf-8")
    private.chmod(0o600)
    recent.note(private, "treasures")
    [entry] = recent.recent_files()
    assert browser.post("/act", json={"do": "open_recent", "sign": entry.sign}).json()["saved"]
    browser.post("/act", json={"do": "copy", "cells": ["a1"]})
    browser.post("/act", json={"do": "new", "game": "treasures"})
    browser.post("/act", json={"do": "paste", "at": "a1"})
    desk.keep_unsaved()
    browser.post("/act", json={"do": "save"})
    written = [*Path("output").iterdir()]
    assert len(written) == 2
    assert not [path for path in written if path.stat().st_mode & 0o077]


def test_while_a_game_is_at_the_table_no_other_map_is_opened(browser: Any, desk: Desk) -> None:
    bring(browser, CELLAR.to_text().encode(), "a.toml")
    assert "refused" not in browser.post("/act", json={"do": "table_begin", "names": ["Ann", "Bob", "Cy"]}).json()
    answer = browser.post("/act", json={"do": "new", "game": "dungeon"}).json()
    assert "a game is at the table already" in answer["refused"]
    browser.post("/act", json={"do": "table_close"})


def test_another_page_brings_nothing(browser: Any) -> None:
    answer = browser.post("/open?name=a", content=CELLAR.to_text().encode(), headers={"origin": "http://evil.example"})
    assert answer.status_code == 403


def test_what_was_at_work_for_the_old_map_ends(desk: Desk) -> None:
    act(desk, {"do": "copy", "cells": ["a1"]})
    act(desk, {"do": "ask", "what": "complete"})
    act(desk, {"do": "new", "game": "dungeon", "unsaved": "away"})
    assert desk.solver_panel.worker.task is None
    assert desk.clip is not None, "a copy lasts from map to map"
    assert "is of a map of Treasures" in act(desk, {"do": "paste", "at": "a1"})["refused"]
    assert json.dumps(desk.changes_since(0))
