"""QR codes (ISO/IEC 18004): the modules that all codes of a version share, and those that carry codewords.

Modules are cells of a `Matrix`, named as in chess with a1 in the lower left; row 0 of the standard is the top one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple, cast

from mapkit.model.errors import BadSetting
from mapkit.model.grid import Cell, Matrix
from mapkit.model.message import Name, clauses, message

VERSIONS = range(1, 41)
OTHER = {"dark": "light", "light": "dark"}
LEVELS = "LMQH"
"""The levels of error correction, weakest first."""
MASKS = range(8)


class CodewordBlock(NamedTuple):
    """Codewords that are corrected together."""

    codewords: tuple[tuple[Cell, ...], ...]
    """The modules of each codeword, from its first bit to its last."""
    correctable: int
    extra: int
    """How many of the codewords serve to correct the others."""


FORMAT_MODULES = 15
"""The number of modules that state the level and the mask; a code has two copies of them."""
FORMAT_CORRECTABLE = 3
"""How many wrong modules can be corrected in a copy; of unknown modules it is twice as many."""


class Format(NamedTuple):
    """A level and a mask, as the two copies in a drawing say them."""

    level: str
    """The level of error correction, one of `LEVELS`."""
    mask: int
    wrong: tuple[int, int]
    """For each copy the number of modules that differ from this format."""
    lost: tuple[int, int]
    """For each copy the number of modules that are missing."""

    @property
    def off(self) -> int:
        """The number of modules that differ, in both copies together."""
        return sum(self.wrong)

    @property
    def is_read(self) -> bool:
        """Whether one of the copies is near enough for every reader of codes to read it as this format."""
        copies = zip(self.wrong, self.lost, strict=True)
        return any(2 * wrong + lost <= 2 * FORMAT_CORRECTABLE for wrong, lost in copies)


class TextTooLong(BadSetting):
    """A text does not fit into a code of that version and level."""


def size(version: int) -> int:
    return 4 * version + 17


def version_of(grid: Matrix) -> int:
    return (grid.columns - 17) // 4


def matrix(version: int) -> Matrix:
    return Matrix(size(version), size(version))


def module(grid: Matrix, row: int, column: int) -> Cell:
    """The module in a row, counted from 0 at the top, and a column, counted from 0; -1 is the last one."""
    return grid.name(column % grid.columns, grid.rows - 1 - row % grid.rows)


@lru_cache(maxsize=8)
def fixed_modules(version: int) -> Mapping[Cell, str]:
    """The modules that are alike in all codes of a version: its patterns, the dark module, and the version's number."""
    import segno  # imported late: only looking into codes needs it
    from segno import consts

    others = {consts.TYPE_DATA_DARK, consts.TYPE_DATA_LIGHT, consts.TYPE_FORMAT_DARK, consts.TYPE_FORMAT_LIGHT}
    code, grid = segno.make_qr("0", version=version, error="L", mask=0, boost_error=False), matrix(version)
    rows = code.matrix_iter(scale=1, border=0, verbose=True)
    kinds = ((r, c, int(kind)) for r, row in enumerate(rows) for c, kind in enumerate(row) if kind not in others)
    return {module(grid, r, c): "dark" if kind >> 8 else "light" for r, c, kind in kinds}  # as segno tells the two


def format_modules(version: int) -> tuple[Cell, ...]:
    """The 30 modules that state the level and the mask: 15 around the upper left finder, and 15 beside the others."""
    grid = matrix(version)
    around = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    beside = [(8, c) for c in range(-8, 0)] + [(r, 8) for r in range(-7, 0)]
    return tuple(module(grid, row, column) for row, column in around + beside)


@lru_cache(maxsize=1)
def _formats() -> Mapping[tuple[str, int], tuple[str, ...]]:
    codes = {(level, mask): code_of_text("0", 1, level, mask) for level in LEVELS for mask in MASKS}
    return {named: tuple(code[cell] for cell in format_modules(1)) for named, code in codes.items()}


def stated_format(version: int, shades: Mapping[Cell, str]) -> tuple[str, int]:
    """The level and the mask that a drawing states, going by the pattern nearest to its format modules."""
    return near_formats(version, shades)[0][:2]


def near_formats(version: int, shades: Mapping[Cell, str]) -> tuple[Format, ...]:
    """All levels and masks; those nearest to the drawn format modules come first."""
    seen = [shades.get(cell, "") for cell in format_modules(version)]
    lost = seen[:FORMAT_MODULES].count(""), seen[FORMAT_MODULES:].count("")
    found = []
    for (level, mask), pattern in _formats().items():
        off = [shade not in ("", right) for shade, right in zip(seen, pattern, strict=True)]
        found.append(Format(level, mask, (sum(off[:FORMAT_MODULES]), sum(off[FORMAT_MODULES:])), lost))
    return tuple(sorted(found, key=lambda stated: stated.off))


def code_of_text(text: str, version: int, level: str, mask: int) -> Mapping[Cell, str]:
    """The code of a text: `dark` or `light` for each module. Raises TextTooLong."""
    import segno

    try:
        code = segno.make_qr(text, version=version, error=level, mask=mask, boost_error=False)
    except segno.DataOverflowError:
        held = len(text), Name(f"{version}-{level}")
        raise TextTooLong(message("the text has {number} characters, too many for version {name}", *held)) from None
    rows, grid = code.matrix, matrix(version)
    return {module(grid, r, c): "dark" if dark else "light" for r, row in enumerate(rows) for c, dark in enumerate(row)}


def least_version(text: str, level: str) -> int:
    """The smallest version from 2 on that holds a text. Raises TextTooLong where none does."""
    import segno

    try:
        return max(2, int(segno.make_qr(text, error=level, boost_error=False).version))
    except segno.DataOverflowError:
        has, version = message("the text has {number} characters", len(text)), Name(f"40-{level}")
        raise TextTooLong(clauses(has, message("not even version {name} holds that many", version))) from None


@lru_cache(maxsize=16)
def blocks(version: int, level: str) -> tuple[CodewordBlock, ...]:
    from segno import consts

    infos = cast(Any, consts.ECC)[version][consts.ERROR_MAPPING[level]]
    sizes = [(info.num_data, info.num_total - info.num_data) for info in infos for _ in range(info.num_blocks)]
    data = [[(block, n) for n in range(number)] for block, (number, _) in enumerate(sizes)]
    extra = [[(block, number + n) for n in range(more)] for block, (number, more) in enumerate(sizes)]
    columns = (*zip_longest(*data), *zip_longest(*extra))  # the first codewords of all blocks, then the second ones
    order, modules = [place for column in columns for place in column if place], stream(version)
    places = {cell: tuple(modules[8 * i : 8 * i + 8]) for i, cell in enumerate(order)}
    return tuple(
        CodewordBlock(tuple(places[block, n] for n in range(number + more)), more // 2, more)
        for block, (number, more) in enumerate(sizes)
    )


@lru_cache(maxsize=8)
def stream(version: int) -> tuple[Cell, ...]:
    """The modules of data in the order of their bits: pairs of columns from the right, in turn upwards and down."""
    # segno 1.6 counts one module of data among those of the format, so its kinds do not say which modules are data
    grid, taken = matrix(version), {*fixed_modules(version), *format_modules(version)}
    n, upwards, found = grid.columns, True, list[Cell]()
    for right in (*range(n - 1, 6, -2), 5, 3, 1):
        for row in reversed(range(n)) if upwards else range(n):
            pair = (module(grid, row, column) for column in (right, right - 1))
            found += [cell for cell in pair if cell not in taken]
        upwards = not upwards
    return tuple(found)
