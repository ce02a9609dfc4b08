"""The true code nearest to a drawing: fixed patterns and format are restored, data is corrected block by block.

A drawing gives `dark` or `light` for each module; a module that it leaves out is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple, cast

from mapkit.games.minoqaur import code
from mapkit.games.minoqaur.code import CodewordBlock
from mapkit.games.minoqaur.design import numbers
from mapkit.games.minoqaur.scanner import codes_in
from mapkit.model.grid import Cell
from mapkit.model.lock import one_at_a_time
from mapkit.model.message import NOTHING, Message, message

FORMAT_DISTANCE = 14
"""The least number of modules in which two formats differ, in both copies together."""
OTHER_FORMATS, TOO_MUCH = (
    message("only one of another level or mask"),
    message("so much is damaged that none is excluded"),
)

Shades = Mapping[Cell, str]


class TrueCode(NamedTuple):
    """A code without faults."""

    shades: Shades
    level: str
    mask: int
    doubt: Message
    """Why a nearer code is not excluded, in words; empty where none is proven to differ in fewer modules."""


def nearest_code(version: int, drawn: Shades) -> TrueCode | None:
    """The true code that each block of a drawing can be corrected to; None where a block is too damaged.

    The level and the mask are the nearest to the format modules, or those that one of the two copies states clearly
    enough for every reader. Of several that are equally near, the first that works is taken.
    """
    formats = code.near_formats(version, drawn)
    for told in formats:
        if told.off > formats[0].off and not told.is_read:
            continue
        blocks = code.blocks(version, told.level)
        corrected = takewhile(bool, (_block(version, told.mask, block, drawn) for block in blocks))
        found = [*filter(None, corrected)]
        if len(found) == len(blocks):
            shades = dict(code.code_of_text("0", version, told.level, told.mask))
            masked = _masked(version, told.mask)
            shades.update({cell: "dark" if masked[cell] else "light" for cell in code.stream(version)})
            for block, (words, _) in zip(blocks, found, strict=True):
                for cells, word in zip(block.codewords, words, strict=True):
                    shades.update(_modules(version, told.mask, cells, word))
            data = sum(drawn.get(cell, shades[cell]) != shades[cell] for cell in code.stream(version))
            doubt = OTHER_FORMATS if data + 2 * told.off + sum(told.lost) > FORMAT_DISTANCE else NOTHING
            sure = all(nearest for _, nearest in found)
            return TrueCode(shades, told.level, told.mask, doubt if sure else TOO_MUCH)
    return None


def correctable_blocks(version: int, drawn: Shades) -> Iterator[tuple[CodewordBlock, Shades]]:
    """The blocks that can be corrected, with modules as in a true code; none where no level and mask can be read."""
    told = code.near_formats(version, drawn)[0]
    for block in code.blocks(version, told.level) if told.is_read else ():
        corrected = _block(version, told.mask, block, drawn)
        if corrected is not None:
            pairs = zip(block.codewords, corrected[0], strict=True)
            yield block, dict(pair for cells, word in pairs for pair in _modules(version, told.mask, cells, word))


def modules_that_differ(shades: Shades, drawn: Shades) -> tuple[Cell, ...]:
    """The modules in which a drawing differs from a code; unknown modules do not count."""
    return tuple(cell for cell, shade in shades.items() if drawn.get(cell, shade) != shade)


def wrong_codewords(version: int, level: str, shades: Shades, drawn: Shades) -> tuple[tuple[int, CodewordBlock], ...]:
    """The blocks, each with the number of its codewords that differ from a code."""
    off = frozenset(modules_that_differ(shades, drawn))
    return tuple(
        (sum(not off.isdisjoint(codeword) for codeword in block.codewords), block)
        for block in code.blocks(version, level)
    )


def text_read(version: int, shades: Shades) -> str | None:
    """The text that a reader of QR codes reads in these modules, printed cleanly; None where it reads nothing."""
    side, scale, white = code.size(version), 3, b"\xff"
    wide = side + 2 * 4  # with the margin
    light = bytes(255 * (shades[cell] == "light") for cell in code.matrix(version).cells())
    inside = b"".join(light[start : start + side].center(wide, white) for start in range(0, side * side, side))
    page = inside.center(wide * wide, white)
    rows = (page[start : start + wide] for start in range(0, wide * wide, wide))
    printed = b"".join(bytes(value for value in row for _ in range(scale)) * scale for row in rows)
    found = codes_in(memoryview(printed).cast("B", (wide * scale, wide * scale)), "QRCode")
    return found[0].text if len(found) == 1 else None


@one_at_a_time()
def _block(version: int, mask: int, block: CodewordBlock, drawn: Shades) -> tuple[Sequence[int], bool] | None:
    """The corrected codewords of a block, and whether they are proven to differ in the fewest modules.

    None where the block is too damaged.
    """
    from reedsolo import ReedSolomonError, RSCodec

    masked, words = _masked(version, mask), list[int | None]()
    for cells in block.codewords:
        word = 0
        for cell in cells:
            word = 2 * word + ((drawn.get(cell) == "dark") ^ masked[cell])
        words.append(word if all(cell in drawn for cell in cells) else None)
    lost = [place for place, word in enumerate(words) if word is None]
    if len(lost) > block.extra:
        return None
    try:
        _, right, _ = RSCodec(block.extra).decode(bytes(word or 0 for word in words), erase_pos=lost)
    except ReedSolomonError:
        return None
    wrong = sum(word is not None and word != new for word, new in zip(words, right, strict=True))
    flipped = sum(
        drawn.get(cell, shade) != shade
        for cells, word in zip(block.codewords, right, strict=True)
        for cell, shade in _modules(version, mask, cells, word)
    )
    return tuple(right), flipped <= block.extra + 1 - wrong - len(lost)


def _modules(version: int, mask: int, cells: Sequence[Cell], word: int) -> list[tuple[Cell, str]]:
    masked = _masked(version, mask)
    bits = ((word >> (7 - place)) & 1 for place in range(8))
    return [(cell, "dark" if bit ^ masked[cell] else "light") for cell, bit in zip(cells, bits, strict=True)]


@lru_cache(maxsize=8)
def _masked(version: int, mask: int) -> Mapping[Cell, bool]:
    """For each module of data whether a mask inverts it."""
    from segno import encoder

    turns = cast(Any, encoder).get_data_mask_functions(False)[mask]
    side = code.size(version)
    return {cell: bool(turns(*divmod(numbers(side)[cell], side))) for cell in code.stream(version)}
