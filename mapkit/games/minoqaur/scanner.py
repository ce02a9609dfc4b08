"""What zxing-cpp, an ordinary reader of codes, finds in pictures. None of its own objects outlives a call.

It reports every object that is still alive when Python ends, in dozens of lines, and an error keeps what it saw alive.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class CodeMatch(NamedTuple):
    """A code in a picture."""

    kind: str
    """Its kind, such as `Micro QR Code`."""
    text: str
    level: str
    """Its level of error correction, if it is a QR code."""
    mask: int | None
    """Its mask, if it is a QR code."""
    left: float
    """The share of its correction that the reading has left unused."""
    middle: tuple[int, int]
    """Its middle in pixels from the upper left."""
    light: bytes
    """Its modules row by row, 0 for dark; empty where it was not read, and for codes of other kinds."""


def codes_in(
    picture: Any, kinds: str = "QRCodeModel2", *, invert: bool = False, errors: bool = False
) -> list[CodeMatch]:
    """The codes of these kinds in a picture; with `invert` also light ones on dark, with `errors` also unread ones."""
    import zxingcpp  # imported late: only reading codes needs it

    found: Any = zxingcpp.read_barcodes(
        picture,
        formats=getattr(zxingcpp.BarcodeFormat, kinds),
        try_invert=invert,
        text_mode=zxingcpp.TextMode.Plain,
        return_errors=errors,
    )
    matches = list[CodeMatch]()
    for code in found:
        ends = (code.position.top_left, code.position.bottom_right)
        middle = sum(end.x for end in ends) // 2, sum(end.y for end in ends) // 2
        whole = code.valid and "DataMask" in code.extra
        light = memoryview(code.to_image(scale=1, add_quiet_zones=False)).tobytes() if whole else b""
        mask, left = code.extra.get("DataMask"), code.extra.get("UEC", 0)
        matches.append(CodeMatch(str(code.format), str(code.text), str(code.ec_level), mask, left, middle, light))
    return matches
