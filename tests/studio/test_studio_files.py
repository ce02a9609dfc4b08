"""What the studio does with the file of a drawing: its text, edits made elsewhere, and what nobody has saved."""

import asyncio
import os
import socket
import stat
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import Mock

import httpx2
import pytest

from mapkit.cli.studio import _keep
from mapkit.games import maps
from mapkit.model import files
from mapkit.model.files import FileTrouble
from mapkit.studio.actions import act
from mapkit.studio.desk import OFFERED, Desk
from mapkit.studio.disk import CHANGED, GONE
from mapkit.studio.edits import Gesture
from mapkit.studio.server import News, application
from tests.command import output
from tests.russian import left_in_english
from tests.studio.desks import HOME, blank, page_of

FIRST = blank()
OTHER = FIRST.replace('title = ""', 'title = "theirs"')


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk with a file that is saved."""
    path = tmp_path / "map.toml"
    path.write_bytes(FIRST.encode())
    return Desk(path, FIRST, FIRST.encode())


@pytest.fixture
def browser(desk: Desk) -> Any:
    return page_of(desk)


def draw(desk: Desk, cell: str) -> None:
    desk.draw(Gesture("cell treasure", (cell,)))


# --- the text ----------------------------------------------------------------------------------------------------


def test_a_typed_text_is_drawn_and_an_unreadable_one_says_line_and_column_and_changes_nothing(browser: Any) -> None:
    seen = browser.get("/scene").json()
    assert seen["text"] == FIRST
    typed = {"do": "write", "text": OTHER, "seen": seen["version"]}
    answer = browser.post("/act", json=typed).json()
    assert (answer["title"], answer["problems"], answer["undo"]) == ("theirs", [], True)
    typed = {"do": "write", "text": OTHER.replace("mapkit = 1", "mapkit = "), "seen": answer["version"]}
    answer = browser.post("/act", json=typed).json()
    assert [(problem["line"], problem["column"]) for problem in answer["problems"]] == [(2, 10)]
    assert "title" not in answer
    assert browser.get("/scene").json()["title"] == "theirs"


def test_faults_that_stand_whatever_the_unread_signs_are_stand_beside_them(browser: Any, desk: Desk) -> None:
    """Also in the studio: a sign that cannot be read, and treasures that are too many (TL-23)."""
    rows = FIRST.split("\n")
    first = next(number for number, row in enumerate(rows) if row.startswith("|"))
    rows[first], rows[first + 2] = "| T   T   T |", "| T   T   Q |"
    desk.language = "ru"
    answer = browser.post("/act", json={"do": "write", "text": "\n".join(rows)}).json()
    unread, *faults = answer["problems"]
    assert (unread["line"], unread["column"]) == (first + 3, 11)
    assert faults
    for problem in answer["problems"]:
        assert not left_in_english(problem["message"])


def test_a_text_typed_in_the_page_keeps_the_line_ends_of_the_file(tmp_path: Path) -> None:
    first = FIRST.replace("\n", "\r\n")
    desk = Desk(tmp_path / "map.toml", first, None)
    page_of(desk).post("/act", json={"do": "write", "text": OTHER})
    assert desk.text == OTHER.replace("\n", "\r\n")


# --- edits made elsewhere ----------------------------------------------------------------------------------------


def test_an_edit_made_elsewhere_is_one_step_of_undo(desk: Desk) -> None:
    draw(desk, "a1")
    desk.save()
    mine = desk.text
    desk.path.write_text(OTHER)
    desk.look()
    assert (desk.text, desk.saved) == (OTHER, True)
    desk.undo()
    assert (desk.text, desk.saved) == (mine, False)
    desk.undo()
    assert desk.text == FIRST
    desk.redo()
    desk.redo()
    assert (desk.text, desk.saved) == (OTHER, True)


def test_an_edit_made_elsewhere_beside_an_unsaved_drawing_waits_to_be_taken(desk: Desk) -> None:
    draw(desk, "a1")
    mine = desk.text
    desk.path.write_text(OTHER)
    desk.look()
    assert desk.text == mine
    assert desk.changes_since(0)["elsewhere"]["take"] is True
    assert desk.save() == "The file on the disk has changed since it was read."
    desk.take()
    assert (desk.text, desk.saved, desk.changes_since(0)["elsewhere"]["said"]) == (OTHER, True, "")
    desk.undo()
    assert desk.text == mine


def test_what_is_saved_over_is_kept_in_a_backup_of_its_own(desk: Desk) -> None:
    draw(desk, "a1")
    desk.save()
    draw(desk, "b1")
    desk.path.write_text(OTHER)
    assert desk.save(anyway=True) == ""
    texts = {file.name: file.read_text() for file in desk.path.parent.iterdir()}
    assert texts == {"map.toml": desk.text, "map.toml.backup": FIRST, "map.toml.backup-2": OTHER}


def evening(path: Path) -> Desk:
    """A new studio on the file."""
    return Desk(path, path.read_text(encoding="utf-8"), path.read_bytes())


def beside(path: Path) -> dict[str, str]:
    """What the files in its folder say."""
    return {file.name: file.read_text() for file in path.parent.iterdir()}


def save_over(desk: Desk, text: str) -> None:
    """Save a drawing over what another program has just written."""
    draw(desk, "b1")
    desk.path.write_text(text)
    assert (desk.save(), desk.save(anyway=True)) == (CHANGED, "")


def test_no_backup_of_an_evening_before_is_replaced(desk: Desk) -> None:
    draw(desk, "a1")
    desk.save()
    save_over(evening(desk.path), OTHER)
    third = evening(desk.path)
    draw(third, "c1")
    third.save()
    draw(third, "c2")
    third.save()
    found = beside(desk.path)
    assert sorted(found) == ["map.toml", "map.toml.backup", "map.toml.backup-2", "map.toml.backup-3"]
    assert (found["map.toml.backup"], found["map.toml.backup-2"]) == (FIRST, OTHER)


def test_what_another_program_wrote_before_the_first_save_is_not_replaced_in_the_next_evening(desk: Desk) -> None:
    save_over(desk, OTHER)
    mine, other = desk.text, evening(desk.path)
    draw(other, "c1")
    other.save()
    assert beside(desk.path) == {"map.toml": other.text, "map.toml.backup": OTHER, "map.toml.backup-2": mine}


FULL = Mock(side_effect=OSError(28, "No space left on device"))


def test_what_is_kept_in_a_backup_is_not_kept_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a disk that is full does not fill with copies while people try again."""
    assert desk.save() == ""  # nothing was drawn, so there is nothing to keep
    assert beside(desk.path) == {"map.toml": FIRST}
    draw(desk, "a1")
    with monkeypatch.context() as patched:
        patched.setattr(files, "_write", FULL)
        for _ in range(3):
            with pytest.raises(FileTrouble):
                desk.save()
    assert desk.save() == ""
    assert beside(desk.path) == {"map.toml": desk.text, "map.toml.backup": FIRST}


def test_a_large_file_of_another_program_is_kept_whole(desk: Desk) -> None:
    large = FIRST + "# my notes\n" * (files.MOST_BYTES // 11 + 1000)
    save_over(desk, large)
    assert beside(desk.path) == {"map.toml": desk.text, "map.toml.backup": large}


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("links", [True, False])
def test_a_file_of_a_terabyte_that_came_there_is_kept_without_a_copy(
    desk: Desk, links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets the name of a backup; a disk that gives no file two names refuses, and nothing is lost."""
    with desk.path.open("r+b") as file:
        file.truncate(1 << 40)
    draw(desk, "a1")
    if not links:
        monkeypatch.setattr(os, "link", Mock(side_effect=OSError("no links")))
        with pytest.raises(FileTrouble, match="too large for a copy; make room or free the place"):
            desk.save(anyway=True)
        assert desk.path.stat().st_size == 1 << 40
        return
    assert desk.save() == CHANGED
    assert desk.save(anyway=True) == ""
    assert desk.path.read_bytes() == desk.text.encode()
    backup = desk.path.with_name("map.toml.backup")
    assert (backup.stat().st_size, backup.stat().st_blocks * 512 < 1 << 20) == (1 << 40, True)


def test_only_what_holds_a_drawing_that_was_not_saved_is_offered(desk: Desk) -> None:
    for number, text in enumerate(("no map", FIRST, OTHER), 2):
        desk.path.with_name(f"map.unsaved-{number}.toml").write_text(text)
    assert [path.name for path in desk.offer_kept()] == ["map.unsaved-4.toml"]


def test_a_folder_or_a_link_with_the_name_of_a_backup_stays_as_it_is(desk: Desk) -> None:
    folder = desk.path.parent
    (folder / "map.toml.backup").mkdir()
    (folder / "map.toml.backup-2").symlink_to("nowhere.toml")
    (folder / "map.toml.backup-3").symlink_to("map.toml")
    save_over(desk, OTHER)
    assert (folder / "map.toml.backup-4").read_text() == OTHER
    assert not (folder / "nowhere.toml").exists()
    assert (folder / "map.toml.backup-3").read_text() == desk.text


def test_a_backup_takes_no_name_that_another_program_takes_in_that_instant(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, link = desk.path.with_name("map.toml.backup"), os.link

    def late(beside: Path, path: Path) -> None:
        if path == taken and not taken.exists():
            taken.write_text("theirs")
        link(beside, path)

    monkeypatch.setattr(os, "link", late)
    draw(desk, "a1")
    desk.save()
    assert beside(desk.path) == {"map.toml": desk.text, taken.name: "theirs", "map.toml.backup-2": FIRST}


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_the_backup_of_a_secret_file_is_as_secret(desk: Desk) -> None:
    desk.path.chmod(0o600)
    draw(desk, "a1")
    desk.save()
    assert stat.S_IMODE(desk.path.with_name("map.toml.backup").stat().st_mode) == 0o600


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_pipe_that_has_the_name_of_the_file_is_told_and_keeps_nobody_waiting(desk: Desk) -> None:
    desk.path.unlink()
    os.mkfifo(desk.path)
    draw(desk, "a1")
    for sent in ({"do": "save"}, {"do": "save", "anyway": True}):
        assert "cannot be written: it is no plain file; make room or free the place" in act(desk, sent)["refused"]
    desk.path.unlink()
    assert desk.save(anyway=True) == ""


def test_an_unreadable_edit_made_elsewhere_says_where_and_the_last_map_stays(desk: Desk) -> None:
    desk.path.write_text(FIRST.replace("mapkit = 1", "mapkit = "))
    desk.look()
    said = desk.changes_since(0)["elsewhere"]
    assert "map.toml:2:10: error:" in said["said"]
    assert (desk.text, said["take"]) == (FIRST, False)
    assert (desk.saved, desk.drawn) == (False, True)  # no file has this map any more
    desk.path.write_text(FIRST + "# back\n")
    desk.look()
    assert (desk.text, desk.changes_since(0)["elsewhere"]["said"]) == (FIRST + "# back\n", "")


def test_a_file_that_is_deleted_meanwhile_is_told_and_can_be_saved_again(desk: Desk) -> None:
    desk.path.unlink()
    desk.look()
    assert desk.changes_since(0)["elsewhere"]["said"] == "The file on the disk is gone. Save writes it again."
    assert (desk.saved, desk.drawn) == (False, True)
    assert act(desk, {"do": "save"})["asks"] == f"{GONE} Save what is drawn here under its name?"
    assert not desk.path.exists()
    assert desk.save(anyway=True) == ""
    assert desk.path.read_text() == FIRST
    desk.look()
    assert (desk.changes_since(0)["elsewhere"]["said"], desk.saved, desk.drawn) == ("", True, False)


def test_a_deleted_file_that_comes_back_with_another_map_is_taken_and_undo_leads_back(desk: Desk) -> None:
    desk.path.unlink()
    desk.look()
    desk.path.write_text(OTHER)
    desk.look()
    assert (desk.text, desk.saved) == (OTHER, True)
    desk.undo()
    assert desk.text == FIRST


def test_two_studios_on_one_file_follow_each_other(desk: Desk) -> None:
    other = Desk(desk.path, FIRST, FIRST.encode())
    draw(desk, "a1")
    desk.save()
    other.look()
    assert (other.text, other.saved) == (desk.text, True)
    draw(other, "b1")
    other.save()
    desk.look()
    assert (desk.text, desk.saved) == (other.text, True)


def test_a_look_at_a_file_that_nobody_touched_tells_nobody(desk: Desk) -> None:
    draw(desk, "a1")
    desk.save()
    desk.look()
    version = desk.version
    desk.look()
    assert desk.version == version


# --- what nobody has saved ---------------------------------------------------------------------------------------


def test_a_full_disk_loses_nothing_and_says_what_would_do(
    desk: Desk, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw(desk, "a1")
    monkeypatch.setattr(files, "_write", FULL)
    said = browser.post("/act", json={"do": "save"}).json()["refused"]
    assert "no space left on device; make room" in said
    assert (desk.path.read_text(), desk.saved) == (FIRST, False)


def test_an_unsaved_drawing_is_kept_in_a_file_beside_it(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    before = desk.drawn
    draw(desk, "a1")
    assert (before, desk.drawn) == (False, True)
    _keep(desk)
    kept = desk.path.with_name("map.unsaved.toml")
    assert (kept.read_text(), desk.path.read_text()) == (desk.text, FIRST)
    assert f"`mapkit studio {kept}` goes on with them" in capsys.readouterr().err
    draw(desk, "b1")
    _keep(desk)  # in the place of what was kept before
    assert (kept.read_text(), len(beside(desk.path))) == (desk.text, 2)
    kept.write_text(OTHER)  # by another program
    _keep(desk)
    assert (kept.read_text(), desk.path.with_name("map.unsaved-2.toml").read_text()) == (OTHER, desk.text)


def cut_off(desk: Desk) -> None:
    """What a power cut does to the studio."""
    desk.keep_unsaved()
    desk.disk._unlock()


@pytest.mark.parametrize("on_disk", [FIRST.encode(), None], ids=["a file", "a new map"])
def test_what_is_drawn_outlives_a_power_cut_and_is_offered_in_the_page(on_disk: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    if on_disk:
        path.write_bytes(on_disk)
    before = Desk(path, FIRST, on_disk)
    before.keep_unsaved()
    assert len(list(tmp_path.iterdir())) == bool(on_disk), "nothing is drawn, so nothing is kept"
    draw(before, "a1")
    before.keep_unsaved()
    kept, drawn = path.with_name("map.unsaved.toml"), before.text
    assert kept.read_text() == drawn
    assert Desk(path, FIRST, on_disk).offer_kept() == [], "the other studio lives"
    cut_off(before)
    desk = Desk(path, FIRST, on_disk)
    assert desk.offer_kept() == [kept]
    desk.look()
    told = desk.changes_since(0)["elsewhere"]
    assert (told["take"], told["said"]) == (True, f"{OFFERED} It is in map.unsaved.toml.")
    act(desk, {"do": "take_elsewhere"})
    assert (desk.text, desk.changes_since(0)["elsewhere"]["said"], kept.exists()) == (drawn, "", True)
    desk.undo()
    assert (desk.text, desk.changes_since(0)["elsewhere"]["said"]) == (FIRST, "")
    desk.keep_unsaved()
    assert kept.read_text() == drawn, "what was taken and given back was not saved"
    desk.redo()
    desk.keep_unsaved()
    desk.save()
    desk.keep_unsaved()
    assert (path.read_text(), kept.exists()) == (drawn, False)


def test_a_drawing_that_is_not_taken_stays_and_the_latest_is_offered_first(desk: Desk) -> None:
    others = [evening(desk.path) for _ in "abc"]
    for number, (other, cell) in enumerate(zip(others, ("a1", "b1", "c1"), strict=True)):
        draw(other, cell)
        other.keep_unsaved()
        assert other.disk.unsaved
        os.utime(other.disk.unsaved[0], (number, number))
    for other in others:
        cut_off(other)
    desk.draw(Gesture("cell treasure", ("c1",)))  # the same as in the latest one, which is no offer then
    desk.offer_kept()
    names = ("map.unsaved-2.toml", "map.unsaved.toml")
    for name in names:
        assert desk.changes_since(0)["elsewhere"]["said"].endswith(f" It is in {name}.")
        act(desk, {"do": "leave_elsewhere"})
    assert (desk.changes_since(0)["elsewhere"]["said"], len(beside(desk.path))) == ("", 4)


def test_what_cannot_be_kept_is_told_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    draw(desk, "a1")
    with monkeypatch.context() as patched:
        patched.setattr(files, "_write", FULL)
        desk.keep_unsaved()
        said = desk.changes_since(0)["elsewhere"]["said"]
        assert said.startswith("What you drew is not saved, and cannot be kept.\n")
        assert "no space left on device" in said
        desk.leave()
        desk.keep_unsaved()
        assert desk.changes_since(0)["elsewhere"]["said"] == ""
    desk.keep_unsaved()
    assert desk.path.with_name("map.unsaved.toml").read_text() == desk.text


@pytest.mark.parametrize("slow", ["go_on_with", "changes_since"])
def test_a_large_board_makes_nobody_else_wait(desk: Desk, slow: str, monkeypatch: pytest.MonkeyPatch) -> None:
    go, do = Event(), getattr(Desk, slow)

    def waits(*given: Any) -> Any:
        assert go.wait(20), "nobody else was answered meanwhile"
        return do(*given)

    async def come() -> None:
        transport = httpx2.ASGITransport(application(desk, 8720, "secret", News()))
        async with httpx2.AsyncClient(transport=transport, base_url=HOME, headers={"origin": HOME}) as browser:
            await browser.get("/?token=secret")
            sent = {"do": "change_head", "values": {"size": "5x4"}}
            asked = asyncio.create_task(browser.post("/act", json=sent))
            await asyncio.sleep(0.05)
            assert (await browser.get("/page/main.js")).status_code == 200
            go.set()
            assert len((await asked).json()["told"]) == 20

    monkeypatch.setattr(Desk, slow, waits)
    asyncio.run(come())


@pytest.mark.parametrize("left", [None, "mapkit = "])
def test_a_map_whose_file_is_deleted_or_broken_meanwhile_is_kept_at_the_end(
    left: str | None, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def serve(_: Desk, listening: socket.socket, *__: object) -> None:
        listening.close()
        desk.path.unlink() if left is None else desk.path.write_text(left)

    monkeypatch.setattr("mapkit.studio.server.serve", serve)
    told = output("studio", desk.path, "--port", "0", "--no-open")
    kept = desk.path.with_name("map.unsaved.toml")
    assert kept.read_text() == FIRST
    assert f"`mapkit studio {kept}` goes on with " in told


def test_what_is_told_of_the_file_is_in_the_language_of_the_page(desk: Desk) -> None:
    desk.language = "ru"
    draw(desk, "a1")
    desk.keep_unsaved()
    cut_off(desk)
    desk.offer_kept()
    desk.undo()
    said = desk.changes_since(0)["elsewhere"]["said"].replace("map.unsaved.toml", "")
    assert said
    assert left_in_english(said) == set()
    desk.redo()
    for told in (None, OTHER, "mapkit = 1 2"):
        desk.path.unlink() if told is None else desk.path.write_text(told)
        desk.look()
        said = desk.changes_since(0)["elsewhere"]["said"].replace("map.toml", "")
        assert said
        assert left_in_english(said) == set()
        assert left_in_english(act(desk, {"do": "save"})["asks"]) == set()


def test_where_nothing_can_be_written_the_drawing_is_printed(
    desk: Desk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    draw(desk, "a1")
    monkeypatch.setattr(desk.disk, "keep", Mock(side_effect=FileTrouble("no space left on device")))
    _keep(desk)
    assert maps.read(capsys.readouterr().out.encode(), "again").map == desk.document.map
