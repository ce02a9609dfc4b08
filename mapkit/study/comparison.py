"""What a player had right, wrong and not found: a map that was drawn during a game, beside the map of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mapkit.model.grid import Border, Place
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, noun
from mapkit.paper import hand_signs


class Comparison(NamedTuple):
    """How one kind of things was found."""

    kind: Message
    """What is compared: `walls`, `exits` or `signs`."""
    there: int
    """How many there are on the map."""
    right: int
    """How many of them the player drew."""
    missing: tuple[Place, ...]
    """Where the player drew nothing, and something is there."""
    wrong: tuple[Place, ...]
    """Where the player drew something else than what is there, or something where nothing is."""


def compared(true: Map[Any], player: Map[Any]) -> Iterator[Comparison]:
    """The walls, the exits and the signs of a map, and what the player drew of them."""
    if by_hand := true.game.design.board.by_hand:
        right, theirs = (by_hand.show(board.fitted_params, board.facts) for board in (true, player))
        yield _kind(noun("walls{piece}", NOTHING), *(dict.fromkeys(board.bars, "wall") for board in (right, theirs)))
        yield _kind(noun("signs"), right.signs, theirs.signs)
        return
    gap = true.game.design.legend(true.params).gap
    yield _kind(noun("walls"), bearing(true, "wall"), bearing(player, "wall"))
    if gap:
        yield _kind(noun("exits"), bearing(true, gap), bearing(player, gap))
    yield _kind(noun("signs"), written_signs(true), written_signs(player))


def bearing(map_: Map[Any], mark: str) -> Mapping[Border, str]:
    return {fact.place: mark for fact in map_.facts if fact.mark == mark and isinstance(fact.place, Border)}


def written_signs(map_: Map[Any]) -> Mapping[Place, str]:
    """The signs of a map as people write them; the two ends of a pair have one sign."""
    legend = map_.game.design.legend(map_.params)
    glyphs = {mark: glyph for glyph, mark in legend.marks.items()}
    words: Mapping[Place, str] = {
        cell: "".join(hand_signs.written(legend, glyphs[kind])) for cell, kind in map_.kinds.items() if kind in glyphs
    }
    return {cell: word for cell, word in words.items() if word}


def _kind(kind: Message, true: Mapping[Any, str], player: Mapping[Any, str]) -> Comparison:
    return Comparison(
        kind,
        len(true),
        sum(player.get(place) == word for place, word in true.items()),
        tuple(place for place in true if place not in player),
        tuple(place for place, word in player.items() if true.get(place) != word),
    )
