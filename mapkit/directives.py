"""Reading what several games share: the player whom a directive names, and the options of a table."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from mapkit.grid import Cell
from mapkit.letters import refused_word, suggestion
from mapkit.ruling import Dice, IllegalMove, InvalidMove, heard
from mapkit.settings import BadSetting

T = TypeVar("T")

YES_NO = ("yes", "no")
"""The values of an option that is on or off."""

STEP_WORDS = frozenset(
    """
n e s w u d l r north east south west up down left right go move walk step stay end done skip pass
север юг запад восток вверх вниз влево вправо налево направо наверх шаг ход пропуск пропускаю конец готово на
""".split()  # noqa: SIM905 (fifty words, each in quotes, are harder to read)
)
"""The words of steps and of the end of a turn: no player is called so in a game of steps."""


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def in_english(words: str, russian: Mapping[str, str], names: Sequence[str] = ()) -> str:
    """The words of a directive with English words for Russian ones; the names of players stay as they are.

    `russian` gives for each Russian word, without capitals and with `е` for `ё`, the English one; empty for none.
    """
    if words.isascii():
        return words
    called = (found.span() for name in names for found in re.finditer(re.escape(name), words, re.IGNORECASE))
    kept = {place for span in called for place in range(*span)}

    def english(found: re.Match[str]) -> str:
        said = found[0]
        return said if found.start() in kept else russian.get(said.casefold().replace("ё", "е"), said)

    return " ".join(_WORD.sub(english, words).split())


def with_name(words: str, names: Sequence[str]) -> tuple[str, str]:
    """Words of notes without the name of a player at their end or at their beginning, and that player.

    The words come in small letters, with `е` for `ё`. The player is "" where none is named. The Russian word for a
    player may stand before the name.
    """
    said = " ".join(words.casefold().replace("ё", "е").split())
    for name in sorted(names, key=len, reverse=True):
        called = name.casefold().replace("ё", "е")
        if said.endswith(f" {called}"):
            return said.removesuffix(f" {called}").removesuffix(" игрока").removesuffix(" игрок"), name
        if said.startswith(f"{called} "):
            return said.removeprefix(f"{called} "), name
    return said, ""


def addressee(words: str, names: Sequence[str]) -> tuple[str, str]:
    """The player who is named before a colon, and the rest of the words; the player is "" where there is no colon.

    Raises InvalidMove where nobody has that name.
    """
    name, colon, rest = words.partition(":")
    if not colon:
        return "", words
    known = {each.casefold(): each for each in names}
    if name.strip().casefold() not in known:
        raise InvalidMove(heard("nobody", name=name.strip(), players=", ".join(names)))
    return known[name.strip().casefold()], rest.strip()


def own_words(words: str, names: Sequence[str], mover: str, out_of_turn: str) -> str:
    """The words without the name of the player before a colon.

    Raises InvalidMove where nobody has that name. Raises IllegalMove with the key `out_of_turn` where the player named
    is not the `mover`.
    """
    name, rest = addressee(words, names)
    if name and name != mover:
        raise IllegalMove(heard(out_of_turn, player=mover))
    return rest


def read_way(words: str, names: Sequence[str], mover: str, ways: Collection[str], out_of_turn: str) -> str:
    """The way that the mover says, one of the `ways`, in games where a directive is one of few words.

    Raises InvalidMove with the key `unread` for other words, and what `own_words` raises.
    """
    said = own_words(" ".join(words.split()), names, mover, out_of_turn).casefold()
    if said not in ways:
        raise InvalidMove(heard("unread", words=said, ways=", ".join(ways)))
    return said


def starting_cells(
    options: Mapping[str, str], names: Sequence[str], free: Sequence[Cell], called: str, dice: Dice
) -> tuple[Cell, ...]:
    """A start for each player, no two the same: the cells in the option `starts`, or else cells chosen by the dice.

    `free` are the cells that players may start on, and `called` is the plural noun for them. Raises BadSetting where
    too few are free, or where the option does not name one of them for each player.
    """
    given = cells_given(options)
    if len(free) < len(names):
        raise BadSetting(f"{len(names)} players want {len(names)} different {called}; the map has {len(free)}")
    if not given:
        return draw_in_turn(free, len(names), dice)
    if len(given) != len(names) or len(set(given)) != len(given) or not set(given) <= set(free):
        raise BadSetting(f"starts takes {len(names)} different {called}")
    return tuple(given)


def draw_in_turn(things: Sequence[T], number: int, dice: Dice) -> tuple[T, ...]:
    """So many of the things, each drawn by the dice from those that are left."""
    left = list(things)
    return tuple(left.pop(dice(len(left)) - 1) for _ in range(number))


def draw_one(things: Sequence[T], dice: Dice) -> T:
    """One of the things, drawn by the dice; nothing is rolled where there is only one."""
    return things[dice(len(things)) - 1] if len(things) > 1 else things[0]


def options_on(options: Mapping[str, str], switches: Collection[str]) -> frozenset[str]:
    """The switches that the options turn on with `yes`."""
    return frozenset(key for key in switches if options.get(key) == "yes")


def wrong_options(
    options: Mapping[str, str],
    switches: Collection[str],
    others: Sequence[str] = (),
    choices: Mapping[str, Sequence[str]] = MappingProxyType({}),
    reasons: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """A sentence for each wrong option of a table.

    `switches` take yes or no, `choices` one of their words, and `others` something else. `reasons` are why there is no
    option of some names.
    """
    known = (*switches, *others, *choices)
    unknown = [key for key in options if key not in known]
    would_do = {key: suggestion(key, known) if known else "this game has none" for key in unknown}
    wrong = [f"there is no option {refused_word(key)}; {reasons.get(key, would_do[key])}" for key in unknown]
    wrong += [
        f"{key} takes yes or no, not {refused_word(options[key])}"
        for key in switches
        if options.get(key, "no") not in YES_NO
    ]
    return wrong + [
        f"{key} takes {' or '.join(words)}" for key, words in choices.items() if options.get(key, words[0]) not in words
    ]


def cells_given(options: Mapping[str, str]) -> list[str]:
    """The cells in the option `starts`, separated by spaces or commas."""
    return options.get("starts", "").replace(",", " ").split()
