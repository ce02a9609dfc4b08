"""The rules of Maze on paper in words: the texts that hold in a game, and what fills their braces (`templates/cards`).

A text may end with a condition. `InForce` is the set of words for which conditions can ask; `THINGS` are those that
are neither options of the code nor choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mapkit.games.kit.movement import OUTSIDE
from mapkit.games.labyrinth.code import GROUPS, OPTIONS, Code, StartingKit
from mapkit.games.labyrinth.design import (
    CHAINS,
    END,
    FLOWS,
    SIZES,
    SOLID,
    WINDOWS,
    Params,
    arsenal_gives,
    kit,
    most_weapons,
    open_moves,
    reachable,
)
from mapkit.language.catalogue import ENGLISH, form, holds
from mapkit.language.catalogue import texts as card_texts
from mapkit.language.wording import translated
from mapkit.model.design import Section
from mapkit.model.grid import Cell, natural
from mapkit.model.map import Map
from mapkit.model.rule import Amount
from mapkit.model.settings import Choice, agreements, settings

InForce = frozenset[str]
"""What is in force in a game: options of the code, choices such as `drift=2`, and words of `THINGS`."""


def texts(language: str = ENGLISH) -> dict[str, Any]:
    return card_texts("labyrinth", language)


# --- what is in force --------------------------------------------------------------------------------------------


class CardThing(NamedTuple):
    """Two tests for a thing that a card may explain."""

    may: Callable[[Params], bool]
    """Whether the rules allow it in a game with these parameters."""
    there: Callable[[Map[Params]], bool] | None = None
    """Whether a map has it; None where maps do not differ in it."""


def _marked(*marks: str) -> Callable[[Map[Params]], bool]:
    known = frozenset(marks)
    return lambda map_: any(fact.mark in known for fact in map_.facts)


def _begins(word: str) -> Callable[[Map[Params]], bool]:
    return lambda map_: any(fact.mark.startswith(word) for fact in map_.facts)


def _had(name: str) -> Callable[[Params], bool]:
    """A test of whether players can get a weapon, at the start or in an arsenal."""
    return lambda p: getattr(most_weapons(p), name) > 0


def _hits(p: Params) -> bool:
    grenades = p.grenades_strike and _had("grenades")(p)
    return grenades or _had("bullets")(p) or _had("knives")(p) or p.boomerang > 0 or "bear" in p.creatures_here


def _armed(p: Params) -> bool:
    return p.boomerang > 0 or any(most_weapons(p)._replace(cement=0))


_THINGS: Mapping[str, CardThing] = {
    "wormholes": CardThing(lambda p: "F1" not in p.code and p.chains.high != 0, _marked(*CHAINS)),
    "rivers": CardThing(
        lambda p: p.code.has_any("F4", "F5") and 0 not in (p.rivers.high, p.river.high), _marked(*FLOWS, END)
    ),
    "false": CardThing(lambda p: "T1" not in p.code and p.false_treasures.high != 0, _marked("false")),
    "arsenals": CardThing(lambda p: "A1" not in p.code and p.arsenals.high != 0, _marked("arsenal")),
    "hospitals": CardThing(lambda p: p.code.has_any("H4", "H5") and p.hospitals.high != 0, _marked("hospital")),
    "swamps": CardThing(lambda p: p.swamps.high != 0, _marked("swamp")),
    "doors": CardThing(lambda p: "O5" in p.code and p.doors.high != 0, _begins("door ")),
    "windows": CardThing(lambda p: "O6" in p.code and p.windows.high != 0, _marked(*WINDOWS)),
    "solid": CardThing(lambda p: "O3" in p.code and p.solid_walls.high != 0, _marked(*SOLID)),
    "starts": CardThing(lambda p: p.fairness is not None, _begins("start ")),
    "enclosure": CardThing(
        lambda p: p.enclosure != "none" and arsenal_gives(p).grenades > 0, lambda map_: bool(enclosed(map_))
    ),
    "trapped": CardThing(lambda _: False, lambda map_: bool(trapped(map_))),
    "slow": CardThing(lambda p: any(pack.slow(p) for pack in p.on)),
    "floors": CardThing(lambda p: p.grid.floors > 1),
    "others": CardThing(lambda p: p.players > 1),
    "grenades": CardThing(_had("grenades")),
    "bullets": CardThing(_had("bullets")),
    "knives": CardThing(_had("knives")),
    "cement": CardThing(_had("cement")),
    "boomerang": CardThing(lambda p: p.boomerang > 0),
    "armed": CardThing(_armed),
    "weapons": CardThing(lambda p: _armed(p) or _had("cement")(p)),
    "kit": CardThing(lambda p: any(kit(p))),
    "grenade_in_kit": CardThing(lambda p: kit(p).grenades > 0),
    "refill": CardThing(lambda p: any(arsenal_gives(p))),
    "own_size": CardThing(lambda p: any(getattr(p, name) is not None for name in SIZES)),
    "own_cement": CardThing(lambda p: p.cement is not None),
    "bear": CardThing(lambda p: "bear" in p.creatures_here),
    "leprechaun": CardThing(lambda p: "leprechaun" in p.creatures_here),
    "hits": CardThing(_hits),
    "wounds": CardThing(lambda p: _hits(p) and p.code.has_any("H3", "H4", "H5") and "H2" not in p.code),
    "deaths": CardThing(
        lambda p: (_hits(p) and p.code.has_any("H2", "H3")) or ("W8" in p.code and _had("grenades")(p))
    ),
}

THINGS = frozenset(_THINGS)
"""The words of conditions that are neither options nor choices."""


def in_force(p: Params) -> InForce:
    """What may be in force in a game by its code and settings."""
    choices = [setting.name for setting in settings(type(p)) if isinstance(setting.value_kind, Choice)]
    options = (setting.name for setting, _ in agreements(p) if setting.of_module)
    brought = (word for pack in p.on for word in pack.brings(p))
    things = (name for name, thing in _THINGS.items() if thing.may(p))
    return p.code.options | {
        *things,
        *options,
        *brought,
        *p.tiles_on,
        *(f"{name}={getattr(p, name)}" for name in choices),
    }


def in_force_here(map_: Map[Params]) -> InForce:
    """What is in force on a map: of things in which maps differ, only those that the map has."""
    there = {name: thing.there(map_) for name, thing in _THINGS.items() if thing.there is not None}
    there |= {mark: _marked(mark)(map_) for mark in map_.params.tiles_on}
    return (in_force(map_.params) - there.keys()) | {name for name, is_there in there.items() if is_there}


def enclosed(map_: Map[Params]) -> frozenset[Cell]:
    """The cells of the enclosure (MP-33)."""
    return map_.fitted_params.drawn.enclosed


def trapped(map_: Map[Params]) -> tuple[Cell, ...]:
    """The cells of the enclosure from which no moves lead out of it, wormholes and rivers included (MP-33.b)."""
    p = map_.fitted_params
    if not (inside := sorted(enclosed(map_), key=natural)):
        return ()
    onward, outside = open_moves(p, map_.facts), {OUTSIDE, *p.grid.cells()} - {*inside}
    return tuple(cell for cell in inside if reachable(onward, ("in", cell)).isdisjoint(outside))


# --- conditions --------------------------------------------------------------------------------------------------


def entries_in_force(
    entries: Iterable[Sequence[str]], force: InForce, texts_each: int = 2
) -> tuple[tuple[Any, ...], ...]:
    """The entries whose condition holds, without the condition; `texts_each` is the number of texts before it."""
    return tuple(
        tuple(entry[:texts_each]) for entry in entries if len(entry) == texts_each or holds(entry[texts_each], force)
    )


def first(variants: str | Iterable[Sequence[str]], force: InForce) -> str:
    """The first of the texts whose condition holds; the last has none."""
    return variants if isinstance(variants, str) else str(entries_in_force(variants, force, 1)[0][0])


def fillers(p: Params, force: InForce, language: str = ENGLISH) -> dict[str, str]:
    """The texts for the words in braces: kits, lists and phrases."""
    words = texts(language)
    found = {
        "kit": in_hand(kit(p), language),
        "refill": in_hand(arsenal_gives(p), language),
        "bags": in_hand(StartingKit(cement=arsenal_gives(p).cement), language),
        "boomerang": str(p.boomerang),
        "columns": str(p.grid.columns),
        "rows": str(p.grid.rows),
        "floors": str(p.grid.floors),
        "code": str(p.code),
        **{setting.name: _shown(value, language) for setting, value in agreements(p) if setting.of_module},
    }
    for name, (between, last, *parts) in words["lists"].items():
        found[name] = joined_words([part for (part,) in entries_in_force(parts, force, 1)], between, last)
    for name, variants in words["phrases"].items():
        found[name] = first(variants, force).format_map(found)
    return found | {f"{name[0].upper()}{name[1:]}": text[:1].upper() + text[1:] for name, text in found.items()}


def _shown(value: object, language: str) -> str:
    return translated(value.words, language) if isinstance(value, Amount) else str(value)


def joined_words(words: Sequence[str], between: str, last: str) -> str:
    """The words as one list, such as `a, b and c`."""
    return last.join(filter(None, (between.join(words[:-1]), *words[-1:])))


def in_hand(given: StartingKit, language: str = ENGLISH) -> str:
    """A kit in words, such as `one grenade, five bullets and one knife`."""
    words = texts(language)
    numbers: Sequence[str] = words["numbers"]
    here = [
        f"{numbers[n] if n < len(numbers) else n} {noun_of(thing, n, language)}"
        for thing, n in given._asdict().items()
        if n
    ]
    return joined_words(here, *words["and"]) or str(words["nothing"])


def noun_of(thing: str, number: int, language: str = ENGLISH) -> str:
    return form(texts(language)["nouns"][thing], number, language)


def many(number: int, thing: str, language: str = ENGLISH) -> str:
    """A number of things, such as `no hospitals`, `one hospital`, `2 hospitals`."""
    numbers: Sequence[str] = texts(language)["numbers"][:2]
    return f"{numbers[number] if number < len(numbers) else number} {noun_of(thing, number, language)}"


# --- the code in words -------------------------------------------------------------------------------------------


def options_in_words(p: Params, language: str = ENGLISH) -> dict[str, str]:
    """Each option of the code with its meaning beside the other options, in the order of the code."""
    force, variants = in_force(p), texts(language)["options"]
    filling = fillers(p, force, language)
    return {option: first(variants[option], force).format_map(filling) for option in OPTIONS if option in p.code}


def option_in_words(option: str, language: str = ENGLISH) -> str:
    """The meaning of an option by itself: the last of its variants, which has no condition."""
    p, variants = Params(rules=Code(frozenset({option}))), texts(language)["options"][option]
    text = variants if isinstance(variants, str) else variants[-1][0]
    return str(text).format_map(fillers(p, in_force(p), language))


def code_in_words(p: Params, language: str = ENGLISH) -> tuple[Section, ...]:
    """The options of the code in words, group by group, and what was agreed beside it (MP-102)."""
    words, options = texts(language), options_in_words(p, language)
    groups = (
        Section(
            f"{letter}  {words['headings'][letter]}",
            tuple((option, text) for option, text in options.items() if option[0] == letter),
        )
        for letter in GROUPS
    )
    return (
        *(group for group in groups if group.entries),
        Section(words["agreed"]["heading"], agreements_in_words(p, language)),
    )


def agreements_in_words(p: Params, language: str = ENGLISH) -> tuple[tuple[str, str], ...]:
    """The texts of what was agreed beside the code, each with the number of its rule."""
    force = in_force(p)
    entries, filling = texts(language)["agreed"]["entries"], fillers(p, force, language)
    return tuple((number, text.format_map(filling)) for number, text in entries_in_force(entries, force))
