"""Marks around a page that is drawn on and photographed: what they say, and what happens where some are lost."""

import os
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapkit.games.shelf import GAMES
from mapkit.paper import hand_signs, photo_frame, png
from mapkit.paper.photo_frame import MARKS, MOST_FORMS, TILES, Label, frame_of, ids, label_of, number_of
from mapkit.paper.sheet import A4, Page

TABLE = Path(__file__).parents[2] / "templates" / "marks" / "aruco-5x5.txt"
HEAD = """\
# The first 512 marks of DICT_5X5_1000 in OpenCV: 25 modules each, row by row, as a number; light modules are 1.
# Made by `MAPKIT_UPDATE_GOLDEN=1 pytest tests/paper/test_photo_frame.py`.
"""


def spans(most: int, first: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.integers(1, most).flatmap(lambda n: st.tuples(st.just(n), st.integers(first, n - 1 + first)))


LABELS = st.builds(
    Label,
    st.integers(0, 63),
    st.tuples(st.integers(1, 63), st.integers(0, 63)),
    spans(9, 1),
    spans(3, 0),
    spans(3, 0),
    st.sampled_from(TILES),
    st.just(0),
) | st.builds(
    lambda game, size, tile, form: Label(game, size, tile=tile, form=form),
    st.integers(0, 63),
    st.tuples(st.integers(1, 63), st.integers(0, 63)),
    st.sampled_from(TILES),
    st.integers(1, MOST_FORMS),
)


@given(LABELS, st.sets(st.integers(0, MARKS - 1), max_size=2))
def test_marks_tell_their_label_though_two_of_them_are_lost(label: Label, lost: set[int]) -> None:
    seen = dict(divmod(number, 64) for number in ids(label))
    assert label_of({place: word for place, word in seen.items() if place not in lost}) == label


@given(LABELS, st.integers(0, MARKS - 1), st.integers(0, 63))
def test_one_wrong_mark_is_put_right_or_refused(label: Label, place: int, word: int) -> None:
    seen = dict(divmod(number, 64) for number in ids(label))
    assert label_of(seen | {place: word}) == label


def test_marks_that_are_too_few_tell_nothing() -> None:
    seen = dict(divmod(number, 64) for number in ids(Label(1, (8, 8))))
    for lost in combinations(range(MARKS), 3):
        assert label_of({place: word for place, word in seen.items() if place not in lost}) is None


def test_every_game_has_a_number_of_its_own() -> None:
    assert len({number_of(name) for name in GAMES}) == len(GAMES)


def test_the_table_of_marks_is_that_of_opencv() -> None:
    of = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    bits = [of.generateImageMarker(number, 7)[1:6, 1:6].ravel() // 255 for number in range(512)]
    words = [f"{int(''.join(map(str, bit)), 2):07x}" for bit in bits]
    text = HEAD + "".join(" ".join(words[i : i + 8]) + "\n" for i in range(0, 512, 8))
    if os.environ.get("MAPKIT_UPDATE_GOLDEN") == "1":
        TABLE.write_text(text, encoding="ascii")
    assert TABLE.read_text(encoding="ascii") == text


def test_opencv_finds_the_marks_of_a_page_where_they_should_be() -> None:
    label, frame = Label(number_of("treasures"), (8, 6), tile=14.0), frame_of(8 * 14.0, 6 * 14.0, 13)
    page = Page(A4, "page-1", tuple(photo_frame.marks(frame, label, 12, 20)))
    (data,) = png.write((page,), "marks", dpi=90)
    seen = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert seen is not None
    of = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    corners, found, _ = cv2.aruco.ArucoDetector(of).detectMarkers(seen)
    assert found is not None
    assert sorted(found.ravel()) == sorted(ids(label))
    for corner, number in zip(corners, found.ravel(), strict=True):
        x, y = frame.corners[int(number) // 64]
        assert tuple(corner[0][0] * 25.4 / 90) == pytest.approx((12 + x, 20 + y), abs=0.5)


@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
def test_signs_are_told_apart_and_each_has_a_meaning(game: str) -> None:
    legend = GAMES[game].design.legend(GAMES[game].design.params())
    signs = hand_signs.signs(legend)
    assert len(set(signs)) == len(signs) < 20
    assert all(hand_signs.meaning(legend, sign) for sign in signs if not sign.isdigit())
    assert {hand_signs.glyph_of(sign) for sign in ("", "o", "^")} == {".", "~o", "~^"}
