"""The whole way from paper back: a printed sheet, drawn on, photographed, read, and checked."""

import re
import struct
import sys
import zlib
from collections.abc import Callable
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pillow_heif
import pytest
import segno
from PIL import Image

import mapkit
from benchmarks.camera import CONDITIONS, PENS, BlankPage, Camera, Hand, blank_pages, draw, photograph
from mapkit.model.grid import Border, Place
from mapkit.model.map import Map
from mapkit.model.rule import has
from mapkit.model.settings import BadSetting
from mapkit.paper import pictures
from mapkit.photos import doubts, marks, reader
from mapkit.photos.sheet import MapReading, PlaceLook
from tests.command import run

MAP = """\
+---+---+---+---+---+---+
| .   .   . | T   .   M |
+   +---+   +   +---+   +
| H   .   .   .   .   .
+   +   +---+---+   +   +
| .   A   .   .   S   . |
+---+   +   +   +   +---+
| ~>  ~>  ~v  .   X1  . |
+   +   +   +---+   +   +
| .   M   ~v  X2| .   . |
+   +---+   +   +---+   +
| A   X3  ~v  .   .   T |
+---+---+---+---+---+---+
"""


@cache
def a_map() -> Map[Any]:
    return mapkit.read(MAP.replace(" A ", " A1", 1).replace(" A ", " A2", 1), game="treasures")


@cache
def page() -> BlankPage:
    return blank_pages(a_map())[0]


@cache
def photo(pen: str = "ballpoint", camera: Camera = CONDITIONS["usual"], seed: str = "1") -> bytes:
    return photograph(draw(page(), a_map(), Hand(PENS[pen]), seed), camera, seed)


@cache
def the_reading(pen: str = "ballpoint") -> MapReading:
    return reader.read([("photo", photo(pen))])


@pytest.mark.parametrize("pen", PENS)
def test_what_is_sure_is_read_as_it_was_drawn_and_little_is_doubtful(pen: str) -> None:
    found = the_reading(pen)
    assert found.game.name == "treasures"
    assert str(found.grid) == "6x6"
    assert len(found.doubts) < 8
    doubted = {fact for fact in found.map.facts ^ a_map().facts if fact.place in found.doubts}
    assert found.map.facts ^ a_map().facts == doubted


def test_a_photo_becomes_a_map_file_with_its_doubts_and_faults(tmp_path: Path) -> None:
    (tmp_path / "mine.jpg").write_bytes(photo())
    told = run("read", tmp_path / "mine.jpg", "-o", tmp_path / "mine.toml")
    found = the_reading()
    read = mapkit.read((tmp_path / "mine.toml").read_text())
    assert read == found.map
    assert told.exit_code == bool(read.check())
    assert len(told.stderr.splitlines()) >= len(found.doubts)
    if found.doubts:
        assert (tmp_path / "mine-read.png").read_bytes().startswith(b"\x89PNG")


# --- doubts ------------------------------------------------------------------------------------------------------


def doubtful(*places: str) -> MapReading:
    """What was read of the photo, as if some places were not sure."""
    found = the_reading()
    true = {place: look.word for place, look in found.looks.items()}
    told = [place for name in places for place in doubts.answers(found, f"{name}={'wall' if '-' in name else '.'}")]
    looks = {place: PlaceLook(true[place], OTHER[true[place]], False) for place in told}
    return found._replace(looks={**found.looks, **looks})


OTHER = {"wall": "open", "open": "wall", "X1": "X2", "T": ".", ".": "T"}


def test_the_rules_exclude_readings_of_doubtful_places_alone() -> None:
    found = doubtful("e3")
    assert doubts.excluded(found) == {"e3": ("X2",)}
    assert found.map.facts == frozenset(fact for fact in found.answered({"e3": "X1"}).map.facts if fact.place != "e3")


@pytest.mark.parametrize("fault", ["f6", "e2", "b5-north"])
def test_a_fault_that_is_read_as_sure_stays(fault: str) -> None:
    """The rules would put X1 right if they might; they may not."""
    found = the_reading()
    broken = found.answered(doubts.answers(found, "e3=X3"))  # a second X3, and no X1
    (place,) = doubts.answers(broken, f"{fault}={'wall' if '-' in fault else '.'}")
    unsure = broken._replace(looks={**broken.looks, place: broken.looks[place]._replace(sure=False, other="X1")})
    assert has("e3", "X3") in unsure.map.facts
    for word in doubts.excluded(unsure).values():
        assert set(word) <= {unsure.looks[place].word, "X1"}


def test_a_letter_without_its_number_is_offered_with_every_number_and_is_no_answer() -> None:
    found = the_reading()
    bare = found._replace(looks={**found.looks, "e3": PlaceLook("X", "T", False)})
    assert doubts.ways(bare, "e3") == ("X1", "X2", "X3", "T", ".")
    with pytest.raises(BadSetting, match='e3: "x" lacks its number; say X1, X2 or X3'):
        doubts.answers(found, "e3=x")


def test_two_answers_to_one_place_are_told() -> None:
    found = the_reading()
    assert doubts.answers(found, "e3=X1 e3=x1") == {"e3": "X1"}
    with pytest.raises(BadSetting, match="f2-north: answered twice, wall and open; say one of them"):
        doubts.answers(found, "f2-north=wall f3-south=open")


@pytest.mark.parametrize(
    ("said", "place", "word"),
    [
        ("c3=t", "c3", "T"),
        ("C3=~>", "c3", ">"),
        ("c3=X2", "c3", "X2"),
        ("\u04413=T", "c3", "T"),
        ("D4\u2013EAST=wall", Border("d4", "E"), "wall"),
        ("c3=.", "c3", "."),
        ("d4-east=wall", Border("d4", "E"), "wall"),
        ("e4-w=none", Border("d4", "E"), "open"),
        ("a6-north=exit", Border("a6", "N"), "open"),
    ],
)
def test_answers_name_places_and_signs(said: str, place: Place, word: str) -> None:
    assert doubts.answers(the_reading(), said) == {place: word}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("c3", "write a place and what stands there"),
        ("z9=T", "is no place of this board"),
        ("c3-up=wall", "is no place of this board"),
        ("c3=Q", 'is no sign of treasures; it takes T S H M > F A B X1 Y1 "."'),
        ("c3-east=door", "stands on no border; say wall or open"),
    ],
)
def test_answers_that_cannot_be_read_are_told_with_what_would_do(said: str, why: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(why)):
        doubts.answers(the_reading(), said)


def test_answers_settle_doubts_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.jpg").write_bytes(photo())
    told = run("read", tmp_path / "mine.jpg", "-o", "-", "--answer", "a1=H c6=T", "--answer", "a6-east=wall")
    assert "| H " in told.stdout
    assert "+---+---+---+" in told.stdout
    assert "| .   . | " not in told.stdout.splitlines()[5]


# --- pictures that are no good -----------------------------------------------------------------------------------


def saved(pixels: Any, kind: str = "JPEG") -> bytes:
    written = BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(written, kind)
    return written.getvalue()


@cache
def taken() -> Any:
    return np.asarray(Image.open(BytesIO(photo())))


@cache
def other_marks(dictionary: int, first: int) -> Any:
    seen = np.full((700, 700, 3), 255, np.uint8)
    for number, (x, y) in enumerate([(80, 80), (480, 80), (80, 480), (480, 480)]):
        mark = cv2.aruco.getPredefinedDictionary(dictionary).generateImageMarker(first + number, 120)
        seen[y : y + 120, x : x + 120] = mark[..., None]
    return seen


OF_OTHERS = "marks are those of another program; print a sheet with `mapkit print FILE --sheets draw`"


def qr_code() -> Any:
    """A card with a code, as Minoqaur has them."""
    written = BytesIO()
    segno.make("a code of Minoqaur").save(written, "png", scale=20, border=8)
    return np.asarray(Image.open(written).convert("RGB"))


def screenshot() -> Any:
    """A picture of a window with some lines of text."""
    seen = np.full((800, 1200, 3), 40, np.uint8)
    for number in range(10):
        cv2.putText(seen, "mapkit read mine.jpg", (40, 60 + 40 * number), 0, 0.8, (220, 220, 220), 1)
    return seen


def two_maps() -> Any:
    """Sheets of two maps beside each other."""
    other = mapkit.generate("treasures", seed="other", size="8x8")
    beside = photograph(draw(blank_pages(other)[0], other, Hand(), "other"), CONDITIONS["usual"], "other")
    return np.hstack([taken(), np.asarray(Image.open(BytesIO(beside)))])


def in_motion(kind: str) -> bytes:
    first, written = Image.fromarray(taken()[:90, :90]), BytesIO()
    first.save(written, kind, save_all=True, append_images=[first.rotate(90)])
    return written.getvalue()


NO_GOOD: dict[str, tuple[Callable[[], bytes], str]] = {
    "no marks": (lambda: saved(np.full((600, 800, 3), 200, np.uint8)), "no marks of a drawing sheet are seen"),
    **{
        f"other marks {of}, {first}": (partial(lambda *mark: saved(other_marks(*mark)), of, first), OF_OTHERS)
        for of, first in (
            (cv2.aruco.DICT_4X4_50, 0),
            (cv2.aruco.DICT_5X5_1000, 900),
            (cv2.aruco.DICT_5X5_1000, 0),
            (cv2.aruco.DICT_7X7_50, 5),
            (cv2.aruco.DICT_ARUCO_ORIGINAL, 5),
            (cv2.aruco.DICT_APRILTAG_36h11, 5),
        )
    },
    "a QR code": (lambda: saved(qr_code()), "it shows a QR code and no drawing sheet; cards of minoqaur are read by"),
    "a screenshot": (lambda: saved(screenshot(), "PNG"), "it looks like a screenshot"),
    "two maps": (lambda: saved(two_maps()), "shows two sheets; take one photo of each"),
    "two sheets": (lambda: saved(np.hstack([taken(), taken()])), "shows two sheets; take one photo of each"),
    "cut off": (lambda: saved(taken()[: int(0.6 * len(taken()))]), "6 are needed: the page seems to be cut off"),
    "covered": (lambda: saved(covered()), "6 are needed: the others may be covered or blurred"),
    "mirrored": (lambda: saved(taken()[:, ::-1]), "the photo is mirrored"),
    "too dark": (lambda: saved((taken() * 0.06).astype(np.uint8)), "the photo is too dark"),
    "so dark that few marks are seen": (lambda: saved((taken() * 0.1).astype(np.uint8)), "the photo is too dark"),
    "nothing but black": (lambda: saved(np.zeros((600, 800, 3), np.uint8)), "the photo is too dark"),
    "too small": (lambda: saved(taken()[::4, ::4]), "its short side takes 480 at least"),
    "a picture of an empty sheet": (lambda: saved(page().pixels, "PNG"), "nothing is drawn on the sheet"),
    "no picture": (lambda: b"mapkit = 1", "it is TOML; save it as PNG or JPEG"),
    "cut short": (lambda: photo()[:2000], "cut off or damaged"),
    "cut in its middle": (lambda: photo()[: len(photo()) // 2], "cut off or damaged"),
    "cut at its end": (lambda: photo()[:-2000], "cut off or damaged"),
    "cut after its first bytes": (lambda: photo()[:20], "cut off or damaged near its beginning"),
    "empty": (lambda: b"", "it is empty"),
    "PDF": (lambda: saved(taken()[:90, :90], "PDF"), "it is a PDF file; save it as PNG or JPEG"),
    "GIF": (lambda: in_motion("GIF"), "it is a GIF file; save it as PNG or JPEG"),
    "a PNG in motion": (lambda: in_motion("PNG"), "it is an animated picture; save one picture of it"),
    "a bomb": (lambda: png_of(20_000, 10_000), "far more than 120,000,000 pixels; make it smaller"),
    "many bytes": (lambda: png_of(10_000, 10_000), "it has 10,000 x 10,000 pixels of 4 bytes; 50,000,000 are the most"),
    "many colours": (lambda: png_of(8_000, 8_000, 3), "8,000 x 8,000 pixels of 4 bytes; 50,000,000 are the most"),
    "many scans": (
        lambda: saved(taken()) + b"\xff\xda" * 101,
        "it is a JPEG file of more than 100 scans; save it again",
    ),
    "many scans of two pictures": (
        lambda: in_motion("MPO") + b"\xff\xda" * 101,
        "it is a JPEG file of more than 100 scans; save it again",
    ),
    "many pixels in many scans": (
        lambda: progressive(6000, 6000),
        "a progressive JPEG file of more than 33,333,333 pixels",
    ),
}


def covered() -> Any:
    """The photo with a thumb on three marks at different sides."""
    seen = taken().copy()
    for place, corners in marks.find(seen).corners.items():
        if place in (0, 3, 5):
            x, y = corners.mean(0).astype(int)
            cv2.circle(seen, (int(x), int(y)), 30, (200, 160, 140), -1)
    return seen


def png_of(wide: int, high: int, kind: int = 2) -> bytes:
    """The head of a PNG file that claims a size; its colours are of kind 2, or 3 for those of a palette."""
    head = struct.pack(">II5B", wide, high, 8, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"")


def progressive(wide: int, high: int) -> bytes:
    """The head of a progressive JPEG file that claims a size."""
    head = struct.pack(">BHHB", 8, high, wide, 3) + bytes((1, 17, 0, 2, 17, 0, 3, 17, 0))
    return b"\xff\xd8\xff\xc2" + struct.pack(">H", len(head) + 2) + head + b"\xff\xda\0\x02"


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@pytest.mark.parametrize("kind", NO_GOOD)
def test_a_picture_that_is_no_good_is_told_with_what_would_do(kind: str) -> None:
    made, why = NO_GOOD[kind]
    with pytest.raises(BadSetting, match=re.escape(why)):
        reader.read([("photo", made())])


def same(data: bytes) -> bool:
    """Whether a picture is read as the photo is, but for a few doubts."""
    words = [look.word for look in the_reading().looks.values()]
    found = reader.read([("photo", data)])
    return sum(look.word != word for look, word in zip(found.looks.values(), words, strict=True)) < 3


@pytest.mark.parametrize("turns", [1, 2])
def test_a_turned_photo_is_read_as_it_lies(turns: int) -> None:
    assert same(saved(np.rot90(taken(), turns)))


HELD = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
"""How a picture lies in a file for each number of EXIF that tells how the camera was held."""


@pytest.mark.parametrize("number", HELD)
def test_a_photo_is_upright_however_the_camera_was_held(number: int) -> None:
    turn, told, written = HELD[number], Image.Exif(), BytesIO()
    told[0x0112] = number
    picture = Image.fromarray(taken())
    (picture.transpose(turn) if turn is not None else picture).save(written, "PNG", exif=told.tobytes())
    assert np.array_equal(np.asarray(pictures.unpacked(written.getvalue())), taken())


COLOURS: dict[str, Callable[[], bytes]] = {
    "grey": lambda: saved(taken()[..., 1]),
    "CMYK": lambda: as_mode("CMYK", "JPEG"),
    "a palette": lambda: as_mode("P", "PNG"),
    "16 bits": lambda: saved(taken()[..., 1].astype(np.uint16) * 257, "PNG"),
    "16 bits a colour": lambda: cv2.imencode(".png", taken()[..., ::-1].astype(np.uint16) * 257)[1].tobytes(),
    "transparent paper": lambda: saved(np.dstack([taken() * 0, 255 - taken().min(-1)]), "PNG"),
}


def as_mode(mode: str, kind: str) -> bytes:
    written = BytesIO()
    Image.fromarray(taken()).convert(mode).save(written, kind)
    return written.getvalue()


@pytest.mark.parametrize("colours", COLOURS)
def test_a_photo_in_other_colours_is_read(colours: str) -> None:
    assert same(COLOURS[colours]())


def in_heic(pixels: Any, turns: int = 0) -> bytes:
    """A photo as a phone keeps it: turned as the phone was held, which is told beside the picture."""
    held, written = Image.Exif(), BytesIO()
    held[0x0112] = {0: 1, 1: 6}[turns]
    picture = pillow_heif.from_pillow(Image.fromarray(np.ascontiguousarray(np.rot90(pixels, turns))))
    picture.save(written, quality=90, exif=held.tobytes())
    return written.getvalue()


@cache
def small_heic() -> bytes:
    return in_heic(taken()[:64, :96])


@pytest.mark.long
@pytest.mark.parametrize("turns", [0, 1])
def test_a_photo_in_heic_is_read_as_one_in_jpeg(turns: int) -> None:
    assert same(in_heic(taken(), turns))


@pytest.mark.parametrize("turns", [0, 1])
def test_a_picture_in_heic_is_unpacked_upright(turns: int) -> None:
    pixels = taken()[:64, :96]
    found = np.asarray(pictures.unpacked(in_heic(pixels, turns)))
    assert found.shape == pixels.shape
    assert np.abs(found.astype(int) - pixels).mean() < 12


def test_without_its_library_a_photo_in_heic_is_refused_with_what_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    photo = small_heic()
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    wanted = "it is a HEIC file; save it as JPEG, since HEIC needs an extra library: .*pillow-heif"
    with pytest.raises(BadSetting, match=wanted):
        reader.read([("photo.heic", photo)])


@pytest.mark.parametrize("size", [40, 400, -100])
def test_a_photo_in_heic_that_is_cut_short_is_refused(size: int) -> None:
    with pytest.raises(BadSetting, match="cut off or damaged"):
        reader.read([("photo.heic", small_heic()[:size])])


def test_photos_of_different_maps_or_of_one_page_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="this is the same page as in one"):
        reader.read([("one", photo()), ("two", photo("felt pen"))])
    (tmp_path / "mine.jpg").write_bytes(photo())
    told = run("read", tmp_path / "mine.jpg", "-o", "-", "--size", "8x8")
    assert (told.exit_code, told.stdout) == (2, "")
    assert "the sheet is for a board of 6x6, and --size says 8x8; leave --size out" in told.stderr


# --- after the game ----------------------------------------------------------------------------------------------


def test_a_players_map_is_compared_with_the_secret_one(tmp_path: Path) -> None:
    text = a_map().to_text()
    (tmp_path / "cellar.toml").write_text(text)
    changed = text.replace("| .   .   . | T ", "| .   .   .   S ", 1).replace("| H ", "| M ", 1)
    (tmp_path / "player.toml").write_text(changed)
    told = run("compare", tmp_path / "cellar.toml", tmp_path / "player.toml").stdout.splitlines()
    assert told == [
        "walls: 10 of 11 right",
        "  not found: between c6 and d6",
        "exits: 1 of 1 right",
        "signs: 14 of 16 right",
        "  wrong: d6, a5",
    ]
    sheet = tmp_path / "fame.svg"
    words = ("compare", tmp_path / "cellar.toml", tmp_path / "player.toml", "--plot", sheet)
    assert run(*words, "--player", "Ann").exit_code == 0
    shown = sheet.read_text()
    right = "walls: 10 of 11 right; exits: 1 of 1 right; signs: 14 of 16 right"
    assert all(words in shown for words in ("The map of Ann", right, "not found, or drawn"))
    assert "exists already" in run(*words).stderr
    assert "--player: for a plot" in run(*words[:3], "--player", "Ann").stderr
    (tmp_path / "mine.jpg").write_bytes(photo())
    assert "right" in run("compare", tmp_path / "cellar.toml", tmp_path / "mine.jpg").stdout
    (tmp_path / "other.toml").write_text(mapkit.new("treasures"))
    assert (
        "the player's map is of treasures-8x8"
        in run("compare", tmp_path / "cellar.toml", tmp_path / "other.toml").stderr
    )
    two = run("compare", tmp_path / "cellar.toml", tmp_path / "other.toml", tmp_path / "other.toml")
    assert "one map file of a player" in two.stderr


# --- hexes -------------------------------------------------------------------------------------------------------


def test_levels_of_hexes_are_read_from_a_photo_of_each() -> None:
    map_ = mapkit.generate("dungeon", seed="photos", size="2x2")
    camera = CONDITIONS["usual"]
    photos = [photograph(draw(blank_page, map_, Hand(), "hex"), camera, "hex") for blank_page in blank_pages(map_)]
    found = reader.read([(f"level {number}", data) for number, data in enumerate(photos, 1)])
    assert len(found.doubts) < 4
    assert {fact.place for fact in found.map.facts ^ map_.facts} <= {*found.doubts}
    with pytest.raises(BadSetting, match="the map has 2 pages, and 1 of them are given"):
        reader.read([("level 2", photos[1])])
    with pytest.raises(BadSetting, match="this is a sheet of another map"):
        reader.read([("level 1", photos[0]), ("mine", photo())])
