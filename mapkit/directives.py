"""Reading what several games share: the player whom a directive names, and the options of a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from mapkit.ruling import IllegalMove, InvalidMove, heard

YES_NO = ("yes", "no")
"""The values of an option that is on or off."""

STEPS_AND_WEAPONS = frozenset(
    """
n e s w u d l r north east south west up down left right go move walk step shoot fire attack fight use kit shop roll
take pick drop throw put heal stay end done with bullet all first the aid treasure dice knife stab grenade cement
boomerang skip pass after
север юг запад восток вверх вниз влево вправо налево направо наверх шаг ход огонь стреляю выстрел граната гранату нож
ножом цемент бумеранг пропуск пропускаю конец готово после на
""".split()  # noqa: SIM905 (a hundred words, each in quotes, are harder to read)
)
"""The words of directives in games of steps and weapons; no player may have one of them as a name."""

WITHIN = frozenset({"with", "bullet"})
"""The words of directives that may follow a player's name; no player's name may contain one of them."""


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


def switched_on(options: Mapping[str, str], switches: Collection[str]) -> frozenset[str]:
    """The switches that the options turn on with `yes`."""
    return frozenset(key for key in switches if options.get(key) == "yes")


def wrong_options(options: Mapping[str, str], switches: Collection[str], others: Sequence[str] = ()) -> list[str]:
    """A sentence for each wrong option of a table: `switches` take yes or no, `others` take something else."""
    known = (*switches, *others)
    wrong = [f"there is no option {key!r:.40}; there are {', '.join(known)}" for key in options if key not in known]
    return wrong + [
        f"{key} takes yes or no, not {options[key]!r:.40}" for key in switches if options.get(key, "no") not in YES_NO
    ]
