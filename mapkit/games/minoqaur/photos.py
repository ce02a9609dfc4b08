"""Read QR codes in pictures: the modules of a code in a photo or drawing, and how sure they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial, reduce
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from mapkit.games.minoqaur import code, sight, true_code
from mapkit.games.minoqaur.askew import askew
from mapkit.games.minoqaur.code import CodewordBlock
from mapkit.games.minoqaur.design import Texts, drawn_facts
from mapkit.games.minoqaur.scanner import CodeMatch, codes_in
from mapkit.games.minoqaur.true_code import Shades, TrueCode
from mapkit.model.design import PicturedBoard
from mapkit.model.grid import Cell
from mapkit.model.letters import visible
from mapkit.model.message import NOTHING, LargeNumber, Message, Name, clauses, message, said_of
from mapkit.model.settings import BadSetting
from mapkit.paper import pictures

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_LEFT = 0.25
"""The least share of a code's correction that a reading must leave unused; below that it is refused."""
MOST_OTHERWISE = 0.05
"""The largest share of the modules seen that may differ from a code that is found without its finders."""
UNSURE = (0.0, 0.2, 0.4)
"""Modules no surer than the first number count as unknown; where no code is found, the next number is tried."""
SMALL, ENLARGED = 2_000_000, 3
"""Pictures of at most this many pixels may be enlarged, by this factor in width and in height."""

_SHARP = message("take the picture straight from above, sharp, in even light, with the light margin on all sides")
_TWO_WAYS = clauses(message("its code was read in two ways that do not agree"), _SHARP)


class _CodeInPicture(NamedTuple):
    version: int
    true: TrueCode
    seen: Shades
    """The modules that are seen, as they look."""
    says: str
    """The text that the code says; empty where a reader of codes reads none."""

    @property
    def doubtful(self) -> frozenset[Cell]:
        """The modules that differ from the true code, and those that are not seen."""
        hidden = frozenset(self.true.shades) - frozenset(self.seen)
        return hidden | frozenset(true_code.modules_that_differ(self.true.shades, self.seen))


class _WrongPicture(BadSetting):
    """A picture is certain to be wrong: it shows several codes, or a mirrored one."""


def read(data: bytes) -> PicturedBoard:
    """The true code in a PNG or JPEG picture, with remarks; raises BadSetting for none, several or an unsure one."""
    found = _best(pictures.unpacked(data))
    given: dict[str, object] = {"error": found.true.level, "mask": found.true.mask}
    # the text is kept where a map file can hold it, and mapkit writes it as these very modules: other programs write
    # some texts in several segments, or in other alphabets, and so in less room
    with suppress(BadSetting, code.TextTooLong):
        text, true = Texts().read(found.says, None), found.true
        if text and code.code_of_text(text, found.version, true.level, true.mask) == true.shades:
            given["text"] = text
    grid = code.matrix(found.version)
    looks, sure = drawn_facts(found.seen), drawn_facts(found.true.shades)
    return PicturedBoard(grid, looks, given, sure, tuple(_remarks(found, "text" in given)))


def _best(picture: Image) -> _CodeInPicture:
    """The reading with the fewest modules in doubt; raises BadSetting."""
    readings, troubles = list[_CodeInPicture](), list[BadSetting]()
    for view in _views(picture.convert("L")):
        try:
            readings.append(_reading(view))
        except _WrongPicture:
            raise
        except BadSetting as bad:
            troubles.append(bad)
        if readings and not readings[-1].doubtful:
            return readings[-1]
    readings += _by_sight(picture)
    if not readings:
        raise troubles[0]
    if any(reading.true.shades != readings[0].true.shades for reading in readings):
        raise BadSetting(_TWO_WAYS)
    return min(readings, key=lambda reading: len(reading.doubtful))


def _by_sight(picture: Image) -> Iterator[_CodeInPicture]:
    """The code as seen without the insides of its finders, if there is no doubt about it; makes the picture smaller."""
    import numpy as np
    from PIL.Image import Resampling

    picture.thumbnail((sight.WORKED_ON, sight.WORKED_ON), Resampling.BOX)
    for seen in sight.sights(np.asarray(picture)):
        for unsure in UNSURE:
            shades = {cell: shade for cell, shade in seen.shades.items() if seen.sure[cell] > unsure}
            found = _proven(seen.version, shades)
            if found is not None:
                yield found
                return


def _proven(version: int, seen: Shades) -> _CodeInPicture | None:
    """The code to which modules belong; None where it uses too much of its correction."""
    true = true_code.nearest_code(version, seen)
    if true is None or len(true_code.modules_that_differ(true.shades, seen)) > MOST_OTHERWISE * len(seen):
        return None
    if any(2 * wrong + lost > (1 - LEAST_LEFT) * block.extra for wrong, lost, block in _spent(version, true, seen)):
        return None
    return _CodeInPicture(version, true, seen, true_code.text_read(version, true.shades) or "")


def _spent(version: int, true: TrueCode, seen: Shades) -> Iterator[tuple[int, int, CodewordBlock]]:
    """For each block the number of wrong codewords, and of other codewords with unseen modules."""
    for wrong, block in true_code.wrong_codewords(version, true.level, true.shades, seen):
        whole = [all(cell in seen for cell in codeword) for codeword in block.codewords]
        off = [any(seen.get(cell, true.shades[cell]) != true.shades[cell] for cell in word) for word in block.codewords]
        yield wrong, sum(not codeword and not other for codeword, other in zip(whole, off, strict=True)), block


def _views(picture: Image) -> Iterator[Image]:
    """The picture, and a small one also enlarged, so that blurred modules are told apart better."""
    yield picture
    if picture.width * picture.height <= SMALL:
        yield picture.resize((ENLARGED * picture.width, ENLARGED * picture.height))


def _one_code(picture: Image) -> CodeMatch:
    """What an ordinary reader found, if it is a single QR code without error. Raises BadSetting."""
    found = codes_in(picture)
    if len(found) > 1:
        spots: list[Message | Name] = [Name("{}, {}".format(*each.middle)) for each in found[:4]]
        where = reduce(partial(message, "{things} and {last}"), spots)
        shows = message("it shows {number} codes, around {places} (pixels from the upper left)", len(found), where)
        raise _WrongPicture(clauses(shows, message("cut out one")))
    if found:
        return found[0]
    if light := codes_in(picture, invert=True):
        lies = askew(*_modules(light[0]), None)
        how, swap = message("light on dark"), message("swap light and dark")
        if lies and lies.mirrored:
            how, swap = message("light on dark and mirrored"), message("swap light and dark and mirror the picture")
        raise _WrongPicture(message("its code is {how}; {swap}, because dark modules are walls (MQ-4)", how, swap))
    if others := codes_in(picture, "All", invert=True):
        older = message("QR Code of Model 1, the kind before today's")
        kind = older if others[0].kind == "QR Code" else Name(others[0].kind)
        wrong = message("it shows a code of another kind, {kind}; minoqaur is played on QR codes (MQ-2.a)", kind)
        raise BadSetting(wrong)
    raise BadSetting(_unread(picture))


def _unread(picture: Image) -> Message:
    """Why no code can be read, as far as mapkit can find out."""
    if codes_in(picture, errors=True):
        what = message("it shows a QR code that cannot be read: too much of it is blurred, covered or damaged")
        return clauses(what, _SHARP)
    if codes_in(picture, "QRCode", errors=True):  # a corner of a QR code looks like a Micro QR code
        return message(
            "it shows at most a part of a QR code; is it cut off at the edge, or is it blurred? Take the picture "
            "straight from above, sharp, in even light, with the light margin on all sides"
        )
    return message("no code was found in it; {advice}", _SHARP)


def _modules(found: CodeMatch) -> tuple[int, Shades]:
    version = (isqrt(len(found.light)) - 17) // 4
    pairs = zip(code.matrix(version).cells(), found.light, strict=True)
    return version, {cell: "light" if shade else "dark" for cell, shade in pairs}


def _reading(picture: Image) -> _CodeInPicture:
    """The code in a picture. Raises BadSetting where it is not sure."""
    found = _one_code(picture)
    version, seen = _modules(found)
    true = true_code.nearest_code(version, seen)
    agree = true is not None and (true.level, true.mask) == (found.level, found.mask)
    if true is None or not agree or true_code.text_read(version, true.shades) != found.text:
        if (lies := askew(version, seen, true)) and lies.mirrored:
            raise _WrongPicture(message("its code is mirrored; mirror the picture, or take it from the other side"))
        raise BadSetting(_TWO_WAYS)
    if found.left < LEAST_LEFT:
        raise BadSetting(message("its code could just be read, and too much of it is a guess; {advice}", _SHARP))
    return _CodeInPicture(version, true, seen, found.text)


def _remarks(found: _CodeInPicture, kept: bool) -> Iterator[Message]:
    """Lines that say what was read, whether the map file keeps the text, and which modules are in doubt."""
    version, true, seen, doubtful = found.version, found.true, found.seen, found.doubtful
    shown = visible(found.says if len(found.says) <= 60 else f"{found.says[:57]}...")
    read = message("a code of version {name}, mask {mask}", Name(f"{version}-{true.level}"), true.mask)
    says = message("it says {words}", Name(f'"{shown}"')) if shown else message("it says nothing")
    unlike = message("text stays empty, since mapkit does not write these modules for it")
    yield clauses(read, says, NOTHING if kept or not shown else unlike)
    whole = LargeNumber(len(true.shades))
    if not doubtful:
        yield clauses(message("all {number} modules are as in a true code", whole), message("none is in doubt"))
        return
    off = len(doubtful), whole
    if len(seen) == len(true.shades):
        yield message("in doubt: {number} of {all} modules, which differ from the true code", *off)
    else:
        yield message("in doubt: {number} of {all} modules, which are hidden or differ from the true code", *off)
    wrong, lost, block = max(_spent(version, true, seen), key=lambda each: (2 * each[0] + each[1]) / each[2].extra)
    found_wrong = message("{number}, and {lost} with modules that are hidden", wrong, lost) if lost else wrong
    worst = message(
        "wrong codewords: {number} in the worst block, which can correct {most}", found_wrong, block.correctable
    )
    yield clauses(worst, message("the true code, ? in doubt:"))
    grid = code.matrix(version)
    signs = {"dark": "#", "light": "."}
    line = "".join("?" if cell in doubtful else signs[true.shades[cell]] for cell in grid.cells())
    yield from (said_of(line[start : start + grid.columns]) for start in range(0, len(line), grid.columns))
