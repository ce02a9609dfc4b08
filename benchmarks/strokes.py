"""Make `templates/marks/strokes.npz`: signs in strokes of Hershey's fonts, by which photos are read.

`python -m benchmarks.strokes` writes it anew, always with the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.camera import PENS, Hand, write_sign
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.photos import signs

FONTS = ("futural", "futuram", "rowmans", "rowmand", "scripts", "cursive", "timesr", "timesi", "scriptc", "rowmant")
SIGNS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *"0123456789", "o", "u", "d", "#", "~", ">", "^", "<", "v")
EACH, KEPT, NUMBERS = 30, 3, 40
"""How often each sign of a font is drawn, how many of these are kept as strokes, and how many numbers describe one."""


def pictures(sign: str, font: str, chance: Chance) -> list[npt.NDArray[Any]]:
    """A sign as a hand draws it after a font, many times."""
    found = []
    for number in range(EACH):
        pen = [*PENS.values()][number % len(PENS)]
        ink = np.zeros((120, 120), np.float32)
        hand = Hand(pen._replace(width=pen.width * 1.3), letters=f"hershey:{font}", shaky=0.03)
        write_sign(ink, sign, (9.5, 9.5), 8.0, hand, chance)
        picture = signs.sample(ink, 0.4)
        if picture is not None:
            found.append(picture)
    return found


def main() -> None:
    chance = Chance("strokes")
    drawn = [(sign, font, pictures(sign, font, chance)) for sign in SIGNS for font in FONTS]
    rows = [signs.features(each) for *_, each in drawn]
    projection = discriminating(rows, [sign for sign, *_ in drawn])
    kept = [row[:: len(row) // KEPT][:KEPT] @ projection for row in rows]
    names = [sign for (sign, *_), each in zip(drawn, kept, strict=True) for _ in each]
    np.savez_compressed(
        resources.path("marks") / "strokes.npz",
        signs=np.array(names),
        projection=projection.astype(np.float16),
        points=np.concatenate(kept).astype(np.float16),
    )


def discriminating(rows: list[npt.NDArray[Any]], names: list[str]) -> npt.NDArray[Any]:
    """The directions in which signs differ much and hands little (Fisher's discriminant)."""
    every = np.concatenate(rows)
    labels = np.array([name for name, row in zip(names, rows, strict=True) for _ in row])
    middles = {name: every[labels == name].mean(0) for name in dict.fromkeys(names)}
    within = np.cov(every - np.stack([middles[name] for name in labels]), rowvar=False)
    within += 0.05 * np.trace(within) / len(within) * np.eye(len(within))
    between = np.cov(np.stack([*middles.values()]), rowvar=False)
    low = np.linalg.inv(np.linalg.cholesky(within))
    values, vectors = np.linalg.eigh(low @ between @ low.T)
    best = np.argsort(values)[::-1][:NUMBERS]
    return np.asarray(low.T @ vectors[:, best])


if __name__ == "__main__":
    main()
