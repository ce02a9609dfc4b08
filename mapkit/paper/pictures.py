"""Unpack pictures that come from strangers: the kind of a file and its number of pixels are checked before that."""

from __future__ import annotations

import struct
import warnings
from contextlib import suppress
from io import BytesIO
from math import ceil, sqrt
from typing import TYPE_CHECKING

from mapkit.model.file_kinds import any_kind_of, kind_of
from mapkit.model.files import MOST_PICTURE_BYTES
from mapkit.model.lock import one_at_a_time
from mapkit.model.message import LargeNumber, Message, Name, clauses, message
from mapkit.model.settings import BadSetting
from mapkit.model.version import added_by

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS, MOST_SIDE = 120_000_000, 20_000
"""The largest number of pixels, as phone cameras have, and the largest number on a side."""
MOST_BYTES = 200_000_000
"""The most bytes that a picture may have when it is unpacked; large JPEG files are unpacked at a smaller size."""
_BYTES = {"L": 1, "I;16": 2, "I;16B": 2}
"""The bytes of a pixel by the mode of a picture; those of all others, which are or become colours, take 4."""
_PROGRESSIVE = 6
"""The bytes that each pixel of a progressive JPEG file takes while it is unpacked, whatever its size then is."""
_MOST_SCANS = 100
"""How many times a JPEG file may go over its picture; cameras do it once, and programs about ten times."""
CLEAR = 12_600_000
"""The number of pixels that is enough, as most phones take; larger pictures are made smaller."""
_STRIP = 32
"""The height of the strips in which a picture is made smaller, so that it is never in memory twice."""
_BESIDE = 8
"""How many rows beside a strip also count, since pixels are means of several."""

_HEIC_FILE = kind_of(b"    ftypheic")
_HEIC = ("HEIF",)
"""What Pillow calls HEIC."""
_JPEG = ("JPEG", "MPO")
"""What Pillow calls JPEG; the second one is a file of several pictures, of which the first one counts."""


def unpacked(data: bytes) -> Image:
    """A PNG, JPEG or HEIC picture, upright, in colours, with transparent parts as white paper. Raises BadSetting."""
    with _opened(data) as picture:
        from PIL import ImageOps

        factor = max(1, round(sqrt(picture.width * picture.height / CLEAR)))
        picture.draft("RGB", (picture.width // factor, picture.height // factor))  # only JPEG files get smaller so
        width, height = picture.size
        each = _BYTES.get(picture.mode, 4)
        if width * height * each > MOST_BYTES:
            wide, high, most = (LargeNumber(number) for number in (width, height, MOST_BYTES // each))
            would_do = message("{most} are the most, so make it smaller", most)
            found = message("it has {wide} x {high} pixels of {bytes} bytes", wide, high, each)
            raise BadSetting(clauses(found, would_do))
        try:
            small = _reduced(picture)
            small.getexif().update(picture.getexif())
            ImageOps.exif_transpose(small, in_place=True)
        except (OSError, ValueError, SyntaxError, EOFError, RuntimeError, struct.error, ZeroDivisionError) as error:
            why = Name(str(error)[:80])
            raise BadSetting(message("it is cut off or damaged ({why}); save it again", why)) from None
        except MemoryError:
            raise BadSetting(message("there is not enough memory to unpack it; make it smaller")) from None
        return small


def upright_size(data: bytes) -> tuple[int, int]:
    """The width and height of a picture as people see it, in pixels of its file. Raises BadSetting."""
    with _opened(data) as picture:
        turned = picture.getexif().get(0x0112, 1) > 4  # the entry tells how the camera was held; it lay on its side
        return picture.size[::-1] if turned else picture.size


def _opened(data: bytes) -> Image:
    """The picture, opened but not unpacked. Raises BadSetting."""
    from PIL import Image, UnidentifiedImageError
    from PIL.Image import DecompressionBombError, DecompressionBombWarning

    if len(data) > MOST_PICTURE_BYTES:
        raise BadSetting(message("it has more than {number} MiB; make it smaller", MOST_PICTURE_BYTES >> 20))
    kinds = _formats(data)
    try:
        with one_at_a_time(), warnings.catch_warnings():
            warnings.simplefilter("ignore", DecompressionBombWarning)  # MOST_PIXELS is what counts
            picture = Image.open(BytesIO(data), formats=kinds)
    except UnidentifiedImageError:
        if kinds == _HEIC:
            raise BadSetting(message("it is cut off or damaged near its beginning; save it again")) from None
        if kind_of(data) == _HEIC_FILE:
            needs = message("save it as JPEG, since HEIC needs an extra library: {line}", added_by("heic"))
            raise BadSetting(clauses(message("it is {thing}", _HEIC_FILE), needs)) from None
        raise BadSetting(clauses(_picture_kind(data), message("save it as PNG or JPEG"))) from None
    except DecompressionBombError:
        most = LargeNumber(MOST_PIXELS)
        raise BadSetting(message("it unpacks to far more than {most} pixels; make it smaller", most)) from None
    except (OSError, ValueError, SyntaxError, EOFError, RuntimeError, struct.error):
        raise BadSetting(message("it is cut off or damaged near its beginning; save it again")) from None
    width, height = picture.size
    found = message("it has {wide} x {high} pixels", LargeNumber(width), LargeNumber(height))
    if max(width, height) > MOST_SIDE:
        would_do = message("{most} a side are the most, so make it smaller", LargeNumber(MOST_SIDE))
        raise BadSetting(clauses(found, would_do))
    if width * height > MOST_PIXELS:
        raise BadSetting(clauses(found, message("{most} are the most, so make it smaller", LargeNumber(MOST_PIXELS))))
    if picture.format == "PNG" and getattr(picture, "is_animated", False):
        raise BadSetting(message("it is an animated picture; save one picture of it"))
    if picture.format in _JPEG and data.count(b"\xff\xda") > _MOST_SCANS:
        raise BadSetting(message("it is a JPEG file of more than {most} scans; save it again", _MOST_SCANS))
    if "progressive" in picture.info and width * height * _PROGRESSIVE > MOST_BYTES:
        found = message(
            "it is a progressive JPEG file of more than {most} pixels", LargeNumber(MOST_BYTES // _PROGRESSIVE)
        )
        raise BadSetting(clauses(found, message("save it as PNG or make it smaller")))
    return picture


def _formats(data: bytes) -> tuple[str, ...]:
    """The kinds of pictures that a file may be; HEIC, which phones write, needs the library of the extra `heic`."""
    if kind_of(data) == _HEIC_FILE:
        with suppress(ImportError):
            from pillow_heif import register_heif_opener

            register_heif_opener(thumbnails=False)
            return _HEIC
    return "PNG", "JPEG"


def _picture_kind(data: bytes) -> Message:
    """The kind of a file that is not PNG or JPEG, in words."""
    if not data:
        return message("it is empty")
    signs = b"\x89PNG", b"\xff\xd8\xff"
    if any(sign.startswith(data[:4]) or data.startswith(sign) for sign in signs):
        return message("it is cut off or damaged near its beginning")
    kind = any_kind_of(data)
    return message("it is {thing}", kind) if kind else message("it is no picture that can be read")


def _reduced(picture: Image) -> Image:
    """The picture unpacked, in colours, on white paper, and made smaller where it has more pixels than are needed."""
    import numpy as np
    from PIL import Image

    width, height = picture.size
    scale = min(1, sqrt(CLEAR / (width * height)))
    if scale == 1 and picture.mode == "RGB" and not picture.has_transparency_data:
        picture.load()
        return picture
    small = Image.new("RGB", (max(1, round(width * scale)), max(1, round(height * scale))))
    for top in range(0, small.height, _STRIP):
        low = min(small.height, top + _STRIP)
        first, last = top * height / small.height, low * height / small.height
        upper, lower = max(0, int(first) - _BESIDE), min(height, ceil(last) + _BESIDE)
        strip: Image.Image = picture.crop((0, upper, width, lower))
        if strip.mode.startswith("I"):  # of 16 bits a pixel
            strip = Image.fromarray((np.asarray(strip) >> 8).astype(np.uint8))
        if strip.has_transparency_data:
            seen = strip.convert("RGBA")
            strip = Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen)
        box = (0, first - upper, width, last - upper)
        small.paste(strip.convert("RGB").resize((small.width, low - top), Image.Resampling.HAMMING, box), (0, top))
    return small
