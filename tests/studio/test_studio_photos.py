"""Photos in the studio without a browser: who may send them, what becomes of them, and how doubts are settled."""

import os
import pickle
import signal
import subprocess
import sys
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from PIL import Image
from starlette.testclient import TestClient

import mapkit
from benchmarks.camera import CONDITIONS, Hand, blank_pages, draw, photograph
from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.model.design import UNDECIDED
from mapkit.model.files import MOST_PICTURE_BYTES
from mapkit.model.grid import Border, Place
from mapkit.model.message import Message, Name
from mapkit.model.rule import Fact, has
from mapkit.model.settings import BadSetting
from mapkit.model.version import added_by
from mapkit.photos import doubts, reader
from mapkit.photos.sheet import NOT_SURE, PlaceLook
from mapkit.studio import photo_jobs, photos
from mapkit.studio.actions import act
from mapkit.studio.desk import Desk
from mapkit.studio.photo_jobs import (
    Answer,
    Doubt,
    DoubtReading,
    FlatPage,
    NoReading,
    Photo,
    PhotoDrawing,
    PhotoSpot,
    PhotoTask,
    Picture,
    UprightPhoto,
    answers,
)
from mapkit.studio.photos import ENDED, MOST_PHOTOS, READER
from mapkit.studio.worker import Worker
from tests.photos import test_photos, test_photos_plain, test_photos_quoridor
from tests.studio import desks

TEXT = maps.new("treasures", preset="small")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk with an empty map, whose worker answers only when a test does."""
    desk = Desk(tmp_path / "map.toml", f"# mine\n{TEXT}", None, "treasures")
    desk.photos.worker = desks.Idle(READER, desk.photos._hear)
    return desk


def answer(desk: Desk, *instead: Answer) -> dict[str, Any]:
    """Answer what the desk has asked for, as its worker would; what the page then sees of photos."""
    desks.answer(desk.photos.worker, *instead)
    return shown(desk)


def shown(desk: Desk) -> dict[str, Any]:
    part: dict[str, Any] = desk.changes_since(0)["photo"]
    return part


def send(desk: Desk, *data: bytes) -> None:
    for number, photo in enumerate(data):
        desk.photos.add(f"{number + 1}.jpg", photo, first=number == 0)


# --- reading -----------------------------------------------------------------------------------------------------


def test_a_photo_becomes_the_drawing_as_the_command_reads_it_and_undo_brings_the_old_one_back(desk: Desk) -> None:
    before = desk.text
    send(desk, test_photos.photo())
    assert act(desk, {"do": "photo_read"})["photo"]["doing"] == "read"
    found = answer(desk)
    assert desk.document.map == test_photos.the_reading().map
    assert (found["doing"], found["lies"], found["failed"]) == ("", True, [])
    assert len(found["doubts"]) == found["of"] == len(test_photos.the_reading().doubts)
    act(desk, {"do": "undo"})
    assert desk.text == before
    assert (shown(desk)["lies"], shown(desk)["pages"], shown(desk)["doubts"]) == (False, [], [])
    act(desk, {"do": "redo"})
    assert shown(desk)["lies"]


def test_the_picture_under_the_drawing_shows_each_cell_where_it_says(desk: Desk) -> None:
    send(desk, test_photos.photo())
    act(desk, {"do": "photo_read"})
    found = answer(desk)
    (page,) = found["pages"]
    picture = desk.photos.picture(found["series"], 1)
    assert picture is not None
    seen = Image.open(BytesIO(picture.data))
    assert seen.format == "JPEG"
    assert seen.size == (page["width"], page["height"])
    (one, left, top), (other, right, low) = page["anchors"]
    assert (one, other) == ("a6", "f1")
    tile = (right - left) / 5
    assert low - top == pytest.approx(5 * tile)
    grey = np.asarray(seen.convert("L"))
    beside, on = (grey[int(top) - 4 : int(top) + 4, int(left + tile * x) - 3 :][:, :6] for x in (2.2, 2.5))
    assert on.min() < beside.min() - 40, "the wall on the east side of c6"
    assert desk.photos.picture("guess", 1) is None
    assert desk.photos.picture(found["series"], 2) is None


@cache
def levels() -> tuple[bytes, ...]:
    drawn = mapkit.generate("dungeon", seed="photos", size="2x2")
    return tuple(
        photograph(draw(page, drawn, Hand(), "hex"), CONDITIONS["usual"], "hex") for page in blank_pages(drawn)
    )


def test_each_level_of_hexes_has_a_photo_and_a_missing_one_is_asked_for(desk: Desk) -> None:
    first, second = levels()
    send(desk, first)
    act(desk, {"do": "photo_read"})
    assert answer(desk)["failed"] == ["the map has 2 pages, and 1 of them are given; name the photos of all"]
    assert desk.document.map.game.name == "treasures"
    desk.photos.add("second.jpg", second, first=False)
    act(desk, {"do": "photo_read"})
    found = answer(desk)
    assert desk.document.map.game.name == "dungeon"
    assert found["names"] == ["1.jpg", "second.jpg"]
    act(desk, {"do": "undo"})
    assert desk.document.map.game.name == "treasures"
    act(desk, {"do": "redo"})
    assert act(desk, {"do": "ask", "what": "repair"})["work"]["what"] == "repair"
    assert desk.solver_panel.worker.task is not None
    assert desk.solver_panel.worker.task.game == "dungeon"
    desk.solver_panel.worker.end()
    for page, floor in zip(found["pages"], desk.changes_since(0)["layout"], strict=True):
        assert {cell for cell, *_ in page["anchors"]} <= floor["cells"].keys()


def test_paper_without_marks_is_read_by_its_corners_and_corners_that_are_none_are_refused(desk: Desk) -> None:
    send(desk, test_photos_plain.photo())
    act(desk, {"do": "photo_read"})
    assert "no marks of a drawing sheet are seen" in answer(desk)["failed"][0]
    act(desk, {"do": "photo_look"})
    found = answer(desk)
    assert [name for name, _ in found["games"]] == ["treasures", "labyrinth"]
    wide, high = found["looked"]
    assert (wide, high) == (1200, 1600)
    corners = [[x / wide, y / high] for x, y in test_photos_plain.corners()]
    for wrong in ([], corners[:3], [*corners, [0, 0]], [*corners[:3], [0, 2]], [*corners[:3], ["0", 0]], "here", None):
        asked = {"do": "photo_place", "game": "treasures", "size": "6x6", "corners": wrong}
        assert act(desk, asked)["refused"] == "point at the four corners of the board"
    for game, size, points, why in (
        ("treasures", "6x6", corners[::-1], "the corners run counterclockwise"),
        ("treasures", "6", corners, "size"),
        ("chess", "6x6", corners, "chess"),
    ):
        act(desk, {"do": "photo_place", "game": game, "size": size, "corners": points})
        told = answer(desk)
        assert why in told["failed"][0]
        assert told["looked"], "the corners can be corrected"
    act(desk, {"do": "photo_place", "game": "treasures", "size": "6x6", "corners": corners})
    found = answer(desk)
    assert not test_photos_plain.wrong_walls(
        test_photos_plain.read(test_photos_plain.photo(), test_photos_plain.corners())
    )
    assert len(desk.document.map.facts & test_photos_plain.a_map().facts) > 40
    assert [tuple(corner) for corner in found["corners"]] == [tuple(corner) for corner in corners]
    assert found["looked"] is None


@pytest.mark.long
def test_a_board_is_looked_for_and_how_sure_it_is_is_told(desk: Desk) -> None:
    send(desk, test_photos_plain.photo())
    act(desk, {"do": "photo_find", "game": "treasures", "size": "7x6"})
    (why,) = answer(desk)["failed"]
    assert "no board of 7x6 is found" in why
    assert why.endswith("check the size, or point at the corners of the board")
    act(desk, {"do": "photo_find", "game": "treasures", "size": "6x6"})
    found = answer(desk)
    assert 0.82 < found["sure"] <= 1
    for (x, y), (u, v) in zip(found["corners"], test_photos_plain.corners(), strict=True):
        assert (x * 1200, y * 1600) == pytest.approx((u, v), abs=20)


@pytest.mark.parametrize("kind", ["mirrored", "two sheets", "too dark", "other marks 0, 0"])
def test_photos_that_are_no_good_are_told_in_the_words_of_the_command_and_change_nothing(kind: str, desk: Desk) -> None:
    before, (data, why) = desk.text, test_photos.NO_GOOD[kind]
    send(desk, data())
    act(desk, {"do": "photo_read"})
    (told,) = answer(desk)["failed"]
    with pytest.raises(BadSetting) as error:
        reader.read([("1.jpg", data())])
    assert told == str(error.value)
    assert why in told
    assert desk.text == before
    desk.language = "ru"
    desk.tell()
    assert shown(desk)["failed"] != [told]


def test_a_picture_that_unpacks_to_too_much_is_refused_before_that(desk: Desk) -> None:
    send(desk, test_photos.png_of(20_000, 10_000))
    act(desk, {"do": "photo_look"})
    assert "pixels; " in answer(desk)["failed"][0]


# --- doubts ------------------------------------------------------------------------------------------------------


TREASURE, PLAIN = DoubtReading("T", ("treasure",)), DoubtReading(".", ("safe",))
FIRST, SECOND = DoubtReading("X1", ("X1",)), DoubtReading("X2", ("X2",))
WALL, OPEN = DoubtReading("wall", ("wall",)), DoubtReading("open", ())
A_PAIR = DoubtReading("A", ("A1", "A2"))
"""The ends of a pair are written with one letter."""


def as_read(desk: Desk, *doubts: tuple[Place, tuple[DoubtReading, ...]]) -> dict[str, Any]:
    """Show the map of the tests of photos as if these places were not sure; what the page then sees of photos."""
    drawn, places = test_photos.a_map(), {place for place, _ in doubts}
    facts = [fact for fact in drawn.facts if fact.place not in places]
    facts += [Fact(place, UNDECIDED) for place in places if isinstance(place, Border)]
    text = writer.show_as_drawn(replace(drawn, facts=frozenset(facts)))
    page = FlatPage(Picture(b"jpeg", 100, 100), (("a6", 10, 10), ("f1", 90, 90)))
    told = tuple(Doubt(place, Name(str(place)), PhotoSpot(0, (0, 0, 9, 9)), ways) for place, ways in doubts)
    send(desk, b"photo")
    act(desk, {"do": "photo_read"})
    return answer(desk, PhotoDrawing(text, (page,), told))


def settle(desk: Desk, spot: str, number: object) -> dict[str, Any]:
    return dict(act(desk, {"do": "photo_settle", "spot": spot, "number": number}))


def spots(desk: Desk) -> list[str]:
    return [doubt["spot"] for doubt in shown(desk)["doubts"]]


def test_one_click_settles_a_doubt_and_undo_opens_it_again(desk: Desk) -> None:
    as_read(desk, ("f1", (PLAIN, TREASURE)), (Border("a6", "E"), (WALL, OPEN)), (Border("b6", "E"), (WALL, OPEN)))
    assert spots(desk) == ["f1", "a6|E", "b6|E"]
    settle(desk, "f1", 1)
    settle(desk, "a6|E", 1)
    settle(desk, "b6|E", 0)
    assert spots(desk) == []
    assert desk.document.map.facts ^ test_photos.a_map().facts == {Fact(Border("b6", "E"), "wall")}
    assert settle(desk, "f1", 0)["refused"] == "that place is settled already"
    act(desk, {"do": "undo"})
    assert spots(desk) == ["b6|E"]
    act(desk, {"do": "draw", "tool": "border undecided", "path": ["b6|E"]})
    assert spots(desk) == [], "a stroke settles it, too"


def test_the_second_end_of_a_pair_is_the_one_that_is_left(desk: Desk) -> None:
    as_read(desk, ("b4", (A_PAIR,)), ("a1", (A_PAIR,)))
    settle(desk, "a1", 0)
    settle(desk, "b4", 0)
    assert {has("a1", "A1"), has("b4", "A2")} <= desk.document.map.facts


@pytest.mark.parametrize(("spot", "number"), [("f1", 2), ("f1", -1), ("f1", "0"), ("f1", None), ("z9", 0), ("", 0)])
def test_what_no_doubt_can_be_is_refused(spot: str, number: object, desk: Desk) -> None:
    as_read(desk, ("f1", (PLAIN, TREASURE)))
    before = desk.text
    assert settle(desk, spot, number)["refused"] == "that place is settled already"
    assert desk.text == before


def test_the_rules_exclude_readings_of_open_doubts_in_the_drawing_as_it_is_now(desk: Desk) -> None:
    as_read(desk, ("e3", (SECOND, FIRST)), ("f1", (PLAIN, TREASURE)))
    assert [way["out"] for doubt in shown(desk)["doubts"] for way in doubt["ways"]] == [False] * 4
    read = desk.document
    excluded = desk.photos.to_rule_out(read)
    assert excluded
    found = excluded(read)
    assert found["e3"] == ("X2",)
    desk.photos.rule_out(read, found)
    assert desk.photos.to_rule_out(read) is None
    assert [way["out"] for way in shown(desk)["doubts"][0]["ways"]] == [True, False]
    assert desk.document is read, "nothing is mended"
    act(desk, {"do": "draw", "tool": "cell X*", "path": ["f4"]})
    assert [way["out"] for way in shown(desk)["doubts"][0]["ways"]] == [False, False], "it was told of another drawing"
    assert desk.photos.to_rule_out(desk.document)
    assert spots(desk) == ["e3", "f1"]


@pytest.mark.parametrize("action", ["turn", "mirror", "change_head", "write"])
def test_a_photo_lies_under_its_own_drawing_alone(action: str, desk: Desk) -> None:
    as_read(desk, ("f1", (PLAIN, TREASURE)))
    act(desk, {"do": action, "values": {"size": "7x6"}, "text": TEXT})
    assert (shown(desk)["lies"], spots(desk)) == (False, [])
    assert settle(desk, "f1", 0)["refused"]
    act(desk, {"do": "undo"})
    assert (shown(desk)["lies"], spots(desk)) == (True, ["f1"])


def test_photos_are_put_away_and_the_drawing_stays(desk: Desk) -> None:
    as_read(desk, ("f1", (PLAIN, TREASURE)))
    before = desk.text
    act(desk, {"do": "photo_away"})
    assert (desk.text, shown(desk)["names"], shown(desk)["read"], spots(desk)) == (before, [], False, [])
    assert desk.photos.photos == ()


# --- the worker --------------------------------------------------------------------------------------------------


def test_what_was_cancelled_comes_to_nothing(desk: Desk) -> None:
    before = desk.text
    assert act(desk, {"do": "photo_read"})["refused"] == "no photo is here; choose one first"
    send(desk, test_photos.photo())
    act(desk, {"do": "photo_read"})
    late = desk.photos.worker.task
    assert late is not None
    assert act(desk, {"do": "photo_find"})["refused"] == "photos are being read; cancel that first"
    for _ in range(2):
        assert "refused" not in act(desk, {"do": "photo_cancel"})
    answers(late, lambda found: desk.photos.worker._later(late, found))
    assert desk.text == before
    assert (shown(desk)["doing"], shown(desk)["read"], shown(desk)["names"]) == ("", False, ["1.jpg"])


def test_one_photo_alone_is_read_without_marks(desk: Desk) -> None:
    send(desk, b"one", b"two")
    assert "2 photos of paper without marks; it is read from one" in act(desk, {"do": "photo_look"})["refused"]


def test_what_went_wrong_is_put_aside_and_what_was_read_before_stays(desk: Desk) -> None:
    as_read(desk, ("f1", (PLAIN, TREASURE)))
    act(desk, {"do": "photo_look"})
    assert answer(desk, NoReading(Message("no good")))["failed"] == ["no good"]
    assert act(desk, {"do": "photo_back"})["photo"]["failed"] == []
    assert spots(desk) == ["f1"]
    act(desk, {"do": "photo_look"})
    assert answer(desk, UprightPhoto(Picture(b"", 3, 2), ()))["looked"] == [3, 2]
    assert act(desk, {"do": "photo_back"})["photo"]["looked"] is None


@pytest.mark.long
def test_the_process_reads_is_ended_by_cancel_and_its_crash_is_told() -> None:
    heard: list[Answer | None] = []
    worker: Worker[PhotoTask, Answer] = Worker(READER, heard.append)
    task = PhotoTask("read", (Photo("mine.jpg", test_photos.photo()),))

    def wait_for(number: int) -> None:
        until = monotonic() + 60
        while len(heard) < number:
            assert monotonic() < until
            sleep(0.01)

    worker.ask(task)
    wait_for(2)
    assert isinstance(heard[0], PhotoDrawing)
    assert maps.read(heard[0].text.encode(), "photo").map == test_photos.the_reading().map
    assert heard[1] is None
    worker.ask(task)
    worker.cancel()
    heard.clear()
    worker.ask(task)
    assert worker.process_id is not None
    os.kill(worker.process_id, signal.SIGKILL)
    wait_for(2)
    assert NoReading(ENDED) in heard
    worker.end()


# --- the server --------------------------------------------------------------------------------------------------


@pytest.fixture
def browser(desk: Desk) -> Any:
    return desks.page_of(desk)


def test_a_photo_comes_in_by_the_page_and_goes_out_as_a_picture_that_mapkit_made(desk: Desk, browser: Any) -> None:
    sent = test_photos.photo()
    assert browser.post("/photos?name=mine.jpg&first=yes", content=sent).status_code == 204
    act(desk, {"do": "photo_read"})
    series = answer(desk)["series"]
    got = browser.get(f"/photos/{series}/1.jpg")
    assert got.headers["content-type"] == "image/jpeg"
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.content.startswith(b"\xff\xd8")
    for wrong in (f"/photos/{series}/0.jpg", f"/photos/{series}/9.jpg", "/photos/guess/1.jpg", "/photos/../map.toml"):
        assert browser.get(wrong).status_code == 404
    assert not [path.name for path in desk.path.parent.iterdir()], "nothing is written"


def test_only_the_page_of_the_person_at_the_desk_sends_photos_and_sees_them(desk: Desk, browser: Any) -> None:
    stranger = TestClient(browser.app, base_url=desks.HOME, headers={"origin": desks.HOME})
    assert stranger.post("/photos?first=yes", content=b"x").status_code == 403
    for origin in ("http://evil.example", "null", ""):
        assert browser.post("/photos?first=yes", content=b"x", headers={"origin": origin}).status_code == 403
    assert shown(desk)["names"] == []
    as_read(desk, ("f1", (PLAIN, TREASURE)))
    address = f"/photos/{shown(desk)['series']}/1.jpg"
    assert browser.get(address).content == b"jpeg"
    assert stranger.get(address).status_code == 403


def test_too_much_at_once_is_refused(desk: Desk, browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    part = b" " * (1 << 20)
    parts = (part for _ in range((MOST_PICTURE_BYTES >> 20) + 1))
    told = browser.post("/photos?name=a.jpg&first=yes", content=parts)
    assert (told.status_code, told.text) == (413, "a photo has more than 64 MiB; make it smaller")
    assert shown(desk)["names"] == []
    send(desk, *[b"x"] * MOST_PHOTOS)
    told = browser.post("/photos?name=one-more.jpg", content=b"x")
    too_many = f"one-more.jpg: at most {MOST_PHOTOS} photos are taken at a time; leave some of them out"
    assert (told.status_code, told.text) == (413, too_many)
    monkeypatch.setattr(photos, "MOST_TOGETHER", 3 << 20)
    send(desk, part, part)
    told = browser.post("/photos?name=large.jpg", content=part + b"x")
    assert told.text == "large.jpg: all photos together have more than 3 MiB; make them smaller"
    assert len(desk.photos.photos) == 2


@pytest.mark.parametrize("name", ["../../etc/passwd", "C:\\x.jpg", "a\x1b[31m\u202e.jpg", "x" * 5000, "", "<b>.jpg"])
def test_the_name_of_a_photo_is_no_more_than_a_word(name: str, desk: Desk, browser: Any) -> None:
    told = browser.post("/photos", params={"name": name, "first": "yes"}, content=b"no picture")
    assert told.status_code == 204
    (kept,) = shown(desk)["names"]
    assert 0 < len(kept) <= 60
    assert kept.isprintable()
    act(desk, {"do": "photo_read"})
    assert answer(desk)["failed"] == [f"{kept}: it is no picture that can be read; save it as PNG or JPEG"]


def test_where_the_library_is_not_there_the_page_says_how_to_get_it(
    desk: Desk, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = f"reading photos needs an extra library: {added_by('photos')}"
    monkeypatch.setattr(photos, "missing", lambda: lacking)
    assert shown(desk)["missing"] == lacking
    told = browser.post("/photos?name=a.jpg&first=yes", content=b"x")
    assert (told.status_code, told.text) == (413, lacking)


def test_the_studio_loads_no_library_for_photos_before_it_reads_one() -> None:
    code = "import sys, mapkit.studio.server; print({'cv2', 'numpy', 'PIL'} & sys.modules.keys())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"


# --- map files that list what stands on the board ----------------------------------------------------------------


def listed(desk: Desk, *changes: str, unsure: str = "") -> dict[str, Any]:
    """Show a position of Quoridor as if these borders had been seen: `c2-north=wall`; what the page sees of photos."""
    found = test_photos_quoridor.with_lines(*changes)
    for name in unsure.split():
        (place, word), *_ = doubts.answers(found, name.partition("/")[0]).items()
        found = found._replace(looks={**found.looks, place: PlaceLook(word, name.partition("/")[2], False)})
    send(desk, test_photos_quoridor.photo())
    act(desk, {"do": "photo_read"})
    return answer(desk, photo_jobs.drawn(found, desk.language))


def walls(desk: Desk) -> str:
    found = sorted(f"{fact.place}{fact.mark}" for fact in desk.document.map.facts if fact.mark in ("h", "v"))
    return " ".join(found)


WALLS = "a1v b3h c5v d3h f4v"


def test_half_a_wall_is_settled_by_one_click_and_undo_opens_it_again(desk: Desk) -> None:
    found = listed(desk, "b6-north=wall", "d3=S")
    assert (found["lies"], spots(desk), found["of"]) == (True, ["b6|N"], 1)
    assert [way["words"] for way in found["doubts"][0]["ways"]] == ["a6h", "b6h", "open"]
    settle(desk, "b6|N", 1)
    assert (spots(desk), walls(desk)) == ([], "a1v b3h b6h c5v d3h f4v")
    assert NOT_SURE not in desk.text
    act(desk, {"do": "undo"})
    assert (spots(desk), walls(desk)) == (["b6|N"], WALLS)
    settle(desk, "b6|N", 2)
    assert (spots(desk), walls(desk)) == ([], WALLS), "it was a slip of the pen"
    act(desk, {"do": "undo"})
    act(desk, {"do": "draw", "tool": "list walls", "path": ["a6+across"]})
    assert (spots(desk), walls(desk)) == ([], "a1v a6h b3h c5v d3h f4v"), "a stroke settles it, too"


@pytest.mark.parametrize(("language", "says"), [("en", "Not sure in the photo"), ("ru", "На фото неясно")])
def test_lines_that_are_not_sure_become_a_wall_when_both_are_settled(desk: Desk, language: str, says: str) -> None:
    desk.language = language
    listed(desk, "d3=S", unsure="a6-north=wall/open b6-north=open/wall")
    assert spots(desk) == ["a6|N", "b6|N"]
    settle(desk, "a6|N", 0)
    assert (spots(desk), walls(desk)) == (["b6|N"], WALLS)
    assert desk.text.startswith(f"{NOT_SURE}{says}")
    settle(desk, "b6|N", 1)
    assert (spots(desk), walls(desk)) == ([], "a1v a6h b3h c5v d3h f4v")


def test_boxes_beside_the_board_are_settled_and_the_file_has_what_they_say(desk: Desk) -> None:
    found = listed(desk, "left-N=.", "d3=S", unsure="turn=N/S left-S=3/6")
    assert spots(desk) == ["turn", "left-S", "left-N"]
    turn, left, lacking = found["doubts"]
    assert (turn["words"], [way["sign"] for way in turn["ways"]]) == ("whose turn it is", ["N", "S"])
    assert [way["sign"] for way in lacking["ways"]] == [*"0123456"]
    (page,) = found["pages"]
    for doubt in (turn, left, lacking):
        x, y, wide, high = doubt["box"]
        assert 0 <= x < x + wide <= page["width"]
        assert 0 <= y < y + high <= page["height"]
    act(desk, {"do": "write", "text": desk.text.replace("[settings]", "# mine\n[settings]")})
    settle(desk, "turn", 1)
    settle(desk, "left-S", 0)
    assert (desk.document.map.params.turn, desk.document.map.params.walls_left) == ("S", ())
    settle(desk, "left-N", 4)
    assert (desk.document.map.params.turn, desk.document.map.params.walls_left) == ("S", (3, 4))
    assert (spots(desk), walls(desk)) == ([], WALLS)
    assert "# mine" in desk.text
    act(desk, {"do": "undo"})
    assert (spots(desk), desk.document.map.params.walls_left) == (["left-N"], ())


def test_pawns_are_settled_and_what_is_drawn_beside_them_stays(desk: Desk) -> None:
    found = listed(desk, unsure="d3=S/N c1=./S")
    assert [doubt["spot"] for doubt in found["doubts"]] == ["d3", "c1"]
    assert [way["sign"] for way in found["doubts"][0]["ways"]] == ["S", "N", "."], "it may be struck out"
    assert [(way["sign"], way["words"]) for way in found["doubts"][1]["ways"]] == [(".", "nothing"), ("S", "pawn")]
    act(desk, {"do": "draw", "tool": "list walls", "path": ["a6+across"]})
    settle(desk, "d3", 0)
    assert spots(desk) == ["c1"]
    settle(desk, "c1", 0)
    assert (spots(desk), walls(desk)) == ([], "a1v a6h b3h c5v d3h f4v")
    assert {has("d3", "pawn 1"), has("e5", "pawn 2")} <= desk.document.map.facts


def test_the_rules_exclude_readings_of_lists_in_the_drawing_as_it_is_now(desk: Desk) -> None:
    listed(desk, "d3=S", unsure="b6-north=wall/open")
    excluded = desk.photos.to_rule_out(desk.document)
    assert excluded
    desk.photos.rule_out(desk.document, excluded(desk.document))
    assert [way["out"] for way in shown(desk)["doubts"][0]["ways"]] == [True, False], "half a wall cannot be"


def test_a_photo_of_quoridor_becomes_the_position_as_the_command_reads_it(desk: Desk) -> None:
    send(desk, test_photos_quoridor.photo())
    act(desk, {"do": "photo_read"})
    assert answer(desk)["lies"]
    assert desk.text == test_photos_quoridor.the_reading().text()
    assert pickle.loads(pickle.dumps(desk.photos.review and desk.photos.review.drawn)), "a process sends it"
