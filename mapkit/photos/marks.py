"""Find the eight marks of a drawing sheet in a photo, and lay its page flat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from mapkit.model.message import Message, Name, clauses, message
from mapkit.model.settings import BadSetting
from mapkit.paper import pictures
from mapkit.paper.photo_frame import MARK, MARKS, Label, PhotoFrame, label_of

Pixels = npt.NDArray[Any]

SCALE = 6.0
"""Pixels per mm of a page that is laid flat."""
MARGIN = 2.0
"""The room around the frame of a page that is laid flat, in mm."""
_WORKED, _LEAST = 2000, 480
"""The longest side that marks are looked for on, and the least short side of a photo, in pixels."""
_STEP = 8
"""The distance between points that are looked up in the photo, in pixels of a page that is laid flat."""
_DARK = 45
"""The mean brightness below which a photo is too dark."""
_EVEN = 0.9
"""If a larger share of pixels is equal to their neighbours, the picture comes from no camera."""
_BRIGHT = 150
"""How bright some points of a screenshot are."""
_OF_OTHERS = message("its marks are those of another program; print a sheet with `mapkit print FILE --sheets draw`")
AGAIN = message("take the photo again from above, with all eight marks, in even light")


class PhotoPage(NamedTuple):
    """A page in a photo."""

    label: Label
    corners: Mapping[int, Pixels]
    """The four corners of each mark, clockwise from its upper left one, in pixels of the photo."""
    pixels: Pixels
    """The photo: rows of red, green and blue."""


def opened(data: bytes) -> Pixels:
    """The pixels of a picture: rows of red, green and blue. Raises BadSetting."""
    seen = np.asarray(pictures.unpacked(data))
    if min(seen.shape[:2]) < _LEAST:
        found = message("the photo has {size} pixels", Name(f"{seen.shape[1]}x{seen.shape[0]}"))
        raise BadSetting(clauses(found, message("its short side takes {least} at least, so take a larger one", _LEAST)))
    return seen


def find(pixels: Pixels) -> PhotoPage:
    """The page in a photo. Raises BadSetting where there is none, or several, or where it is mirrored."""
    found, others = _marks(pixels)
    if not found:
        if _marks(cv2.flip(pixels, 1))[0]:
            raise BadSetting(message("the photo is mirrored; save it without mirroring, as front cameras do it"))
        raise BadSetting(_why_none(pixels, others))
    twice = [place for place, sign in found.items() if len(sign) > 1]
    if len(twice) > 1:
        raise BadSetting(message("the photo shows two sheets; take one photo of each"))
    single = {place: sign[0] for place, sign in found.items() if len(sign) == 1}
    label = label_of({place: word for place, (word, _) in single.items()})
    if label is None:
        raise BadSetting(_OF_OTHERS if twice and not single else _why_no_label(pixels, found))
    return PhotoPage(label, {place: corners for place, (_, corners) in single.items()}, pixels)


def _marks(pixels: Pixels) -> tuple[dict[int, list[tuple[int, Pixels]]], int]:
    """The marks of drawing sheets by their places, each with its symbol and corners, and the number of other marks."""
    small, factor = _worked(pixels)
    given = cv2.aruco.DetectorParameters()
    given.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    given.minMarkerPerimeterRate = 0.02
    of = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    corners, numbers, _ = cv2.aruco.ArucoDetector(of, given).detectMarkers(small)
    found, others = dict[int, list[tuple[int, Pixels]]](), 0
    for corner, number in zip(corners, np.ravel(numbers), strict=False):  # None where there are no corners
        if number < MARKS * 64:
            found.setdefault(int(number) // 64, []).append((int(number) % 64, corner[0] * factor))
        else:
            others += 1
    return found, others


def _worked(pixels: Pixels) -> tuple[Pixels, float]:
    """The photo in grey, as large as marks are looked for on it, and how many times smaller that is."""
    factor = max(1.0, max(pixels.shape[:2]) / _WORKED)
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    return (smaller(grey, factor) if factor > 1 else grey), factor


def _why_none(pixels: Pixels, others: int) -> Message:
    if others:
        return _OF_OTHERS
    grey, _ = _worked(pixels)
    if cv2.QRCodeDetector().detect(grey)[0]:
        instead = message("cards of minoqaur are read by `mapkit generate minoqaur --from`")
        return clauses(message("it shows a QR code and no drawing sheet"), instead)
    for family in _FAMILIES:
        of = cv2.aruco.getPredefinedDictionary(family)
        if len(cv2.aruco.ArucoDetector(of).detectMarkers(grey)[0]) > 1:  # one alone may be an accident
            return _OF_OTHERS
    # light parts and hardly any noise, as no camera makes it, and not all of one colour
    if (grey[:, 1:] == grey[:, :-1]).mean() > _EVEN and _BRIGHT < grey.max() > grey.min():
        return clauses(message("it looks like a screenshot and shows no marks of a drawing sheet"), AGAIN)
    if pixels.mean() < _DARK:
        return clauses(message("the photo is too dark"), AGAIN)
    plain = message("a map on plain paper is read with --find, and in the studio by the button `It has no marks`")
    return clauses(message("no marks of a drawing sheet are seen"), AGAIN, plain)


_FAMILIES = (
    cv2.aruco.DICT_4X4_1000,
    cv2.aruco.DICT_6X6_1000,
    cv2.aruco.DICT_7X7_1000,
    cv2.aruco.DICT_ARUCO_ORIGINAL,
    cv2.aruco.DICT_APRILTAG_25h9,
    cv2.aruco.DICT_APRILTAG_36h11,
)
"""The marks that other programs print."""


def _why_no_label(pixels: Pixels, found: Mapping[int, Sequence[Any]]) -> Message:
    if pixels.mean() < _DARK:
        return clauses(message("the photo is too dark"), AGAIN)
    if len(found) > MARKS - 3:
        return clauses(message("the marks do not belong to one sheet"), AGAIN)
    missing = {*range(MARKS)} - {*found}
    cut = any({corner, corner + 1, (corner + 2) % MARKS} <= missing for corner in range(0, MARKS, 2))
    why = message("the page seems to be cut off") if cut else message("the others may be covered or blurred")
    return clauses(message("marks that are seen: {number} of 8, and 6 are needed: {why}", len(found), why), AGAIN)


def flat(photo: PhotoPage, frame: PhotoFrame) -> Pixels:
    """The frame of a page, laid flat by perspective and bends: rows of red, green and blue, `SCALE` pixels a mm."""
    square = np.array([(0, 0), (MARK, 0), (MARK, MARK), (0, MARK)])
    known = np.concatenate([np.array(frame.corners[place]) + square for place in photo.corners])
    lies = np.concatenate([*photo.corners.values()]).astype(np.float64)
    view = np.asarray(cv2.findHomography(known, lies, 0)[0])
    bend, *_ = np.linalg.lstsq(quadratic_terms(known, frame), lies - in_view(view, known), rcond=None)
    return laid(photo.pixels, frame, lambda points: in_view(view, points) + quadratic_terms(points, frame) @ bend)


def laid(pixels: Pixels, frame: PhotoFrame, photo_points: Callable[[Pixels], Pixels]) -> Pixels:
    """A frame laid flat, where `photo_points` tells for points of it, in mm, where they lie in the photo."""
    wide, high = (round((length + 2 * MARGIN) * SCALE) for length in (frame.width, frame.height))
    # every eighth pixel is asked, and the others lie between: so near, the page bends by far less than a pixel
    columns, rows = -(-wide // _STEP), -(-high // _STEP)
    middle = (np.arange(max(columns, rows)) + 0.5) * _STEP / SCALE - MARGIN
    x, y = np.meshgrid(middle[:columns], middle[:rows])
    few = photo_points(np.stack([x.ravel(), y.ravel()], 1)).astype(np.float32).reshape(rows, columns, 2)
    # one more row and column on each side, at the same distances as the outermost ones
    longer = np.vstack([2 * few[:1] - few[1:2], few, 2 * few[-1:] - few[-2:-1]])
    edged = np.hstack([2 * longer[:, :1] - longer[:, 1:2], longer, 2 * longer[:, -1:] - longer[:, -2:-1]])
    every = cv2.resize(edged, None, fx=_STEP, fy=_STEP, interpolation=cv2.INTER_LINEAR)
    at = np.asarray(every[_STEP : _STEP + high, _STEP : _STEP + wide])
    factor = float(np.hypot(*(at[-1, 0] - at[0, 0]))) / high
    if factor > 1.5:
        pixels, at = smaller(pixels, factor), at / np.float32(factor)
    return np.asarray(cv2.remap(pixels, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def smaller(pixels: Pixels, factor: float) -> Pixels:
    """The photo made smaller, so that no pixel of it is skipped when it is laid flat."""
    return np.asarray(cv2.resize(pixels, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA))


def in_view(view: Pixels, points: Pixels) -> Pixels:
    seen = np.hstack([points, np.ones((len(points), 1))]) @ view.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


def quadratic_terms(points: Pixels, frame: PhotoFrame) -> Pixels:
    """The terms of points of a frame in which bends are told."""
    x, y = points[:, 0] / frame.width - 0.5, points[:, 1] / frame.height - 0.5
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 1)
