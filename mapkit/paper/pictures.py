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
from mapkit.model.settings import BadSetting
from mapkit.model.version import needs

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
            most = MOST_BYTES // each
            raise BadSetting(
                f"it has {width:,} x {height:,} pixels of {each} bytes; {most:,} are the most, so make it smaller"
            )
        try:
            small = _reduced(picture)
            small.getexif().update(picture.getexif())
            ImageOps.exif_transpose(small, in_place=True)
        except (OSError, ValueError, SyntaxError, EOFError, RuntimeError, struct.error, ZeroDivisionError) as error:
            raise BadSetting(f"it is cut off or damaged ({str(error)[:80]}); save it again") from None
        except MemoryError:
            raise BadSetting("there is not enough memory to unpack it; make it smaller") from None
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
        raise BadSetting(f"it has more than {MOST_PICTURE_BYTES >> 20} MiB; make it smaller")
    kinds = _formats(data)
    try:
        with one_at_a_time(), warnings.catch_warnings():
            warnings.simplefilter("ignore", DecompressionBombWarning)  # MOST_PIXELS is what counts
            picture = Image.open(BytesIO(data), formats=kinds)
    except UnidentifiedImageError:
        if kinds == _HEIC:
            raise BadSetting("it is cut off or damaged near its beginning; save it again") from None
        if kind_of(data) == "a HEIC file":
            raise BadSetting(needs("it is a HEIC file; save it as JPEG, since HEIC", "heic")) from None
        raise BadSetting(f"{_picture_kind(data)}; save it as PNG or JPEG") from None
    except DecompressionBombError:
        raise BadSetting(f"it unpacks to far more than {MOST_PIXELS:,} pixels; make it smaller") from None
    except (OSError, ValueError, SyntaxError, EOFError, RuntimeError, struct.error):
        raise BadSetting("it is cut off or damaged near its beginning; save it again") from None
    width, height = picture.size
    if max(width, height) > MOST_SIDE:
        raise BadSetting(f"it has {width:,} x {height:,} pixels; {MOST_SIDE:,} a side are the most, so make it smaller")
    if width * height > MOST_PIXELS:
        raise BadSetting(f"it has {width:,} x {height:,} pixels; {MOST_PIXELS:,} are the most, so make it smaller")
    if picture.format == "PNG" and getattr(picture, "is_animated", False):
        raise BadSetting("it is an animated picture; save one picture of it")
    if picture.format in _JPEG and data.count(b"\xff\xda") > _MOST_SCANS:
        raise BadSetting(f"it is a JPEG file of more than {_MOST_SCANS} scans; save it again")
    if "progressive" in picture.info and width * height * _PROGRESSIVE > MOST_BYTES:
        most = MOST_BYTES // _PROGRESSIVE
        raise BadSetting(
            f"it is a progressive JPEG file of more than {most:,} pixels; save it as PNG or make it smaller"
        )
    return picture


def _formats(data: bytes) -> tuple[str, ...]:
    """The kinds of pictures that a file may be; HEIC, which phones write, needs the library of the extra `heic`."""
    if kind_of(data) == "a HEIC file":
        with suppress(ImportError):
            from pillow_heif import register_heif_opener

            register_heif_opener(thumbnails=False)
            return _HEIC
    return "PNG", "JPEG"


def _picture_kind(data: bytes) -> str:
    """The kind of a file that is not PNG or JPEG, in words."""
    if not data:
        return "it is empty"
    kind = any_kind_of(data)
    if kind and "PNG" not in kind and "JPEG" not in kind:
        return f"it is {kind}"
    signs = b"\x89PNG", b"\xff\xd8\xff"
    cut = any(sign.startswith(data[:4]) or data.startswith(sign) for sign in signs)
    return "it is cut off or damaged near its beginning" if cut else "it is no picture that can be read"


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
