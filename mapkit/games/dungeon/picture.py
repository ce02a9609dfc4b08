"""The levels of a dungeon as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from mapkit.games.dungeon.design import KINDS
from mapkit.games.dungeon.state import Spot, State
from mapkit.model.letters import columns_of
from mapkit.model.ruling import Look

_MOST = 2
"""A hex shows at most this many signs of those on it; a crowd is shown as `+`."""


def picture(state: State, look: Look) -> tuple[str, ...]:
    """The levels with everybody on them: players by their numbers, creatures by their letters.

    The levels stand below each other, or side by side where the terminal has too few lines.
    """
    signs = {player.name: str(number) for number, player in enumerate(state.players, 1)}
    told = [f"{signs[player.name]} {player.name} {state.name_of(player.spot)}" for player in state.players]
    levels = list(_levels(state, look, signs))
    drawn = ("  ".join(told).rstrip(), *chain(*levels))
    return drawn if look.has_room(drawn) else (*_rows_of(told, look.columns), *_side_by_side(levels, look.columns))


def _levels(state: State, look: Look, signs: dict[str, str]) -> Iterator[list[str]]:
    """The lines of each level that players are on; of every level when the game is over, or for a game master."""
    for number, dungeon in enumerate(state.dungeons, 1):
        for level in range(1, len(dungeon.levels) + 1):
            peopled = any(p.spot is not None and p.spot[:2] == (number, level) for p in state.players)
            if peopled or look.whole or state.winner:
                head = f"dungeon {number}, level {level}" if len(state.dungeons) > 1 else f"level {level}"
                yield [head, *map(str.rstrip, _level(state, number, level, signs))]


def _rows_of(words: Sequence[str], columns: int) -> Iterator[str]:
    """The words, as many in a line as there is room for."""
    row = words[0]
    for word in words[1:]:
        if columns_of(row) + 2 + columns_of(word) > columns:
            yield row
            row = word
        else:
            row += f"  {word}"
    yield row


def _side_by_side(levels: Sequence[Sequence[str]], columns: int) -> Iterator[str]:
    wide = max((len(line) for level in levels for line in level), default=0) + 3
    count = max(1, (columns + 3) // wide)
    for first in range(0, len(levels), count):
        for lines in zip(*levels[first : first + count], strict=True):
            yield "".join(line.ljust(wide) for line in lines).rstrip()


def _level(state: State, number: int, level: int, signs: dict[str, str]) -> Iterator[str]:
    """A level, each row shifted by half a hex, with the names of its first and last hexes."""
    for row in state.grid.rows():
        hexes = [f"{_hex(state, Spot(number, level, cell), signs):<4}" for cell in row]
        margin = " " * (2 * (2 * state.grid.radius + 1 - len(row)))
        yield f"{margin}{row[0]:<4}{''.join(hexes)}{row[-1]}"


def _hex(state: State, spot: Spot, signs: dict[str, str]) -> str:
    there = [KINDS[enemy.kind].glyph for enemy in state.enemies_on(spot)]
    there += [signs[player.name] for player in state.players if player.spot == spot]
    return KINDS[state.kind(spot)].glyph + ("".join(there) if len(there) <= _MOST else f"{there[0]}+")
