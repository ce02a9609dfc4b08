"""The rule code of the labyrinth, such as G2-S1-F3-V1-T2-A2-H2-W57-O2 (`docs/rules/labyrinth.md`, part H).

This module reads codes, writes them and finds their conflicts. What the options mean in play is in `words`; what they
ask of a map is in `rules`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from mapkit.model.errors import refuse_all
from mapkit.model.letters import names, with_look_alike
from mapkit.model.message import NOTHING, Message, Name, either, joined, listed, message

GROUPS = "GSFVTAHWO"
"""The letters of the groups, in the order in which a code is written (MP-110.a)."""

_HIGHEST = {"G": 3, "S": 2, "F": 5, "V": 4, "T": 3, "A": 5, "H": 5, "W": 9, "O": 7}
"""The highest digit of each group."""

OPTIONS: Mapping[str, str] = {
    f"{group}{digit}": f"MP-{group}-{digit}" for group in GROUPS for digit in range(1, _HIGHEST[group] + 1)
}
"""All options, `G1` to `O7`, each with its number in the ledger, in the order in which a code is written."""

_PRESETS = {
    "BASIC": "G1-S1-F1-V1-T1-A1-H1-W1-O1",
    "BASIC-W": "G1-S1-F1-V1-T1-A2-H2-W5-O1",
    "CLASSIC": "G2-S1-F3-V1-T2-A2-H2-W57-O2",
    "CLASSIC-X": "G2-S2-F4-V3-T3-A5-H34-W67-O24",
    "EXTREME": "G2-S2-F5-V4-T3-A5-H34-W3789-O134567",
}


@dataclass(frozen=True)
class Code:
    """A rule code; groups may be missing."""

    options: frozenset[str]
    """The options in force, each a key of `OPTIONS`."""

    def __contains__(self, option: str) -> bool:
        return option in self.options

    def __str__(self) -> str:
        groups = (group + "".join(option[1] for option in self._of(group)) for group in GROUPS)
        return "-".join(group for group in groups if len(group) > 1)

    def has_any(self, *options: str) -> bool:
        return not self.options.isdisjoint(options)

    @property
    def missing(self) -> tuple[str, ...]:
        """The letters of the groups that the code leaves out."""
        return tuple(group for group in GROUPS if not self._of(group))

    def filled(self) -> Code:
        """The code with missing groups taken from BASIC (MP-110.b)."""
        basic = (option for group in self.missing for option in PRESETS["BASIC"]._of(group))
        return Code(self.options.union(basic))

    def with_group(self, group: str, other: Code) -> Code:
        """The code with a group of another."""
        return Code(frozenset(option for option in self.options if option[0] != group).union(other._of(group)))

    def towards(self, now: Code) -> Iterator[Code]:
        """Another code with each of the groups of this one that differ."""
        return (now.with_group(group, self) for group in GROUPS if now._of(group) != self._of(group))

    def _of(self, group: str) -> tuple[str, ...]:
        return tuple(sorted(option for option in self.options if option[0] == group))


_LONGEST = 200
"""The length from which texts are refused unread; the longest code, with every option, has 60 characters."""
_SEPARATORS = r"\s,;:/_+.|&–—−"
_WRONG_SEPARATOR = re.compile(f"[{_SEPARATORS}]+")
_BETWEEN_GROUPS = re.compile(f"[{_SEPARATORS}]*-[{_SEPARATORS}]*|[{_SEPARATORS}]+")
_GROUP = re.compile("([A-Za-z])([0-9]*)")
_STRAY = re.compile("[^A-Za-z0-9]+")


def read_code(text: str) -> Code:
    """Read a code such as `g2-s1-w57`, or the name of a preset (MP-110.a); the inverse of `str`.

    Raises BadSetting, which lists all that cannot be read and what would do. A group may be missing; `conflicts` says
    which.
    """
    words = text.strip()
    if words.isascii():  # elsewhere `upper` makes an S of the long s
        words = _PRESETS.get(words.upper(), words)
    refuse_all([*_errors(words)], in_a_line=True)
    return Code(frozenset(group[0] + digit for group in words.upper().split("-") for digit in group[1:]))


def _errors(words: str) -> Iterator[Message | Name]:
    found, presets = _in_quotes(words), [*map(Name, _PRESETS)]
    if not words:
        usual = Name(_PRESETS["CLASSIC"])
        yield message("the code is empty, write one such as {example}, or {names}", usual, either(presets))
        return
    if len(words) > _LONGEST:
        yield message("{found} is too long for a code, which has at most {number} characters", found, _LONGEST)
        return
    near = get_close_matches(words.upper(), presets, 1, 0.75) if words.isascii() else []
    if near:
        yield message("{found} is no group such as W57, and no preset, did you mean {name}?", found, Name(near[0]))
        return
    for between in dict.fromkeys(_WRONG_SEPARATOR.findall(words)):
        sign = between.strip() or between
        wrong = message("{found} does not separate groups, join them with a hyphen as in G2-S1", _in_quotes(sign))
        yield with_look_alike(wrong, sign)
    groups = _BETWEEN_GROUPS.split(words)
    if "" in groups:
        yield message("{found} has an empty group, write one hyphen between two groups and none at the ends", found)
    for group in dict.fromkeys(groups):
        yield from _group_errors(group)
    for letter in GROUPS:
        alike = [_in_quotes(group) for group in groups if _GROUP.fullmatch(group) and group[0].upper() == letter]
        if len(alike) > 1:
            once = Name(letter)
            yield message("{groups}: write group {letter} once, with all its digits as in W57", joined(alike), once)


def _group_errors(group: str) -> Iterator[Message | Name]:
    """The mistakes within one group; none in an empty group, which is a mistake of its hyphens."""
    read, found, letter = _GROUP.fullmatch(group), _in_quotes(group), group[:1].upper()
    if stray := _STRAY.findall(group):
        signs = names(map(_in_quotes, dict.fromkeys(stray)))
        wrong = message(
            "{found}: {signs} cannot stand in a code, a group is a letter and its digits as in W57", found, signs
        )
        yield with_look_alike(wrong, group)
    elif group.isalpha() and len(group) > 1:
        yield message("{found} is no group such as W57, and no preset, which are {names}", found, _row(_PRESETS))
    elif group and not read:
        yield message("{found} is not one letter and its digits, write W57 or, for two groups, G2-S1", found)
    elif read and letter not in GROUPS:
        yield message("{found}: there is no group {name}, there are {names}", found, Name(read[1]), _row(GROUPS))
    elif read:
        known = [Name(option) for option in OPTIONS if option[0] == letter]
        if len(group) == 1:
            yield message("{found} has no digit, write {names}", found, either(known))
        for digit, times in Counter(group[1:]).items():
            if letter + digit not in known:
                option = Name(letter + digit)
                yield message("{found}: there is no {name}, there are {names}", found, option, listed(known))
            if times > 1:
                yield message("{found}: {digit} stands there {times} times, write it once", found, int(digit), times)


def _in_quotes(text: str) -> Name:
    return Name(repr(text if len(text) <= 40 else text[:39] + "…"))


PRESETS: Mapping[str, Code] = {name: read_code(code) for name, code in _PRESETS.items()}
"""The named rule codes: MP-120 to MP-123, and EXTREME for the deliberately extreme one of MP-124."""


class StartingKit(NamedTuple):
    """What a player is given at once."""

    grenades: int = 0
    bullets: int = 0
    knives: int = 0
    cement: int = 0
    """Bags of cement (MP-91)."""


_KITS = {
    "W4": StartingKit(grenades=1),
    "W5": StartingKit(grenades=1, bullets=5),
    "W6": StartingKit(grenades=1, bullets=5, knives=1),
}


def start_kit(code: Code) -> StartingKit:
    """The kit that each player starts with (MP-44, MP-80): by W3 to W6, and with W2 one knife (MP-W-2.a)."""
    kit = next((_KITS[option] for option in sorted(code.options) if option in _KITS), StartingKit())
    return kit._replace(knives=1) if "W2" in code else kit


def arsenal_kit(code: Code) -> StartingKit:
    """The kit that an arsenal restores or adds: the starting kit, or with W3 three of each kind (MP-81, MP-W-3.a).

    With O4 it has cement too (MP-91.b); with A1 it is empty. That single arsenals may hold less (MP-92) is not in the
    code.
    """
    if "A1" in code:
        return StartingKit()
    cement = 0 if "O4" not in code else 3 if "W3" in code else 1
    weapons = StartingKit(3, 3, 3 if "W2" in code else 0) if "W3" in code else start_kit(code)
    return weapons._replace(cement=cement)


def grenades_exist(code: Code) -> bool:
    """Whether any player can get a grenade, at the start or in an arsenal."""
    return bool(start_kit(code).grenades or arsenal_kit(code).grenades)


class Conflict(NamedTuple):
    """Options that do not go together, and why."""

    fatal: bool
    """Whether the code cannot be played."""
    options: tuple[str, ...]
    """The options that take part; none where a whole group is missing."""
    words: Message
    """The conflict as a sentence without its full stop: `O1 and O2 exclude each other: ...`."""
    number: str
    """The number of the rule in the ledger."""


_ALTERNATIVES = (
    ("G1 G2", message("either the players choose where they start, or the game master does")),
    ("S1 S2", message("a refused step is either asked again or over")),
    ("F1 F2 F3 F4 F5", message("each of them says which wormholes and rivers there may be")),
    ("V1 V2 V3 V4", message("a game has one goal")),
    ("T1 T2 T3", message("each of them says how many treasures there may be")),
    ("A1 A2 A3 A4 A5", message("each of them says how many arsenals there are, and of what stock")),
    ("H2 H3", message("a shot either kills or wounds")),
    ("H4 H5", message("there is either one hospital or several")),
    ("W3 W4 W5 W6", message("there is only one starting kit")),
    ("O1 O2", message("either several exits are possible or there is exactly one")),
)
"""Groups of options: a code may have at most one of each group; and the reason why."""


class _Ban(NamedTuple):
    """A conflict of some options with any of others."""

    fatal: bool
    number: str
    always: str
    """The options that all take part, separated by spaces."""
    some: str
    """The options of which at least one takes part, separated by spaces; empty where none need."""
    reason: Message
    unless: Callable[[Code], bool] = lambda _: False
    """Codes for which there is no conflict."""
    without: Message = NOTHING
    """The options of which one would do beside the others."""


def _any(options: str) -> Callable[[Code], bool]:
    return lambda code: code.has_any(*options.split())


def _wounds_or_grenades_kill(code: Code) -> bool:
    return code.has_any("H2", "H3") or ("W8" in code and grenades_exist(code))


_NO_START = message("it does not say whether players choose their starts")
_ANY_KIT = message("any of {first} to {last}", Name("W1"), Name("W6"))
_WEAPONLESS = message("there are no weapons at all, the same as with W1")
_ONLY_A_KNIFE = message("the knife is the only weapon, the same as with W2 alone")
_AS_WITH_O1 = message("walls and exits are then as with O1")
_NO_VICTORY = message("nobody can be killed, so with two or more players nobody can ever win")
_POINTLESS = message("there is no weapon that this could be about")
_NO_TROPHIES = message("nobody dies, so there are no trophies")
_NO_GRENADES = message("there is no grenade to be had, so none can kill")
_NO_BULLETS = message("there are no bullets to pass through a window")

_ERROR, _WARNING = True, False

_TABLE = (
    _Ban(_ERROR, "MP-G-3.a", "G3", "", _NO_START, _any("G1 G2"), either([Name("G1"), Name("G2")])),
    _Ban(_ERROR, "MP-H-1", "H1", "H2 H3 H4 H5", message("no health tracking, so nobody is wounded, killed or healed")),
    _Ban(_WARNING, "MP-H-2", "H2", "H4 H5", message("nobody is ever wounded, so the hospital is decoration")),
    _Ban(_ERROR, "MP-W-1", "W1", "W2 W3 W4 W5 W6 W7 W8 W9", message("there are no weapons, and so no rules for them")),
    _Ban(_ERROR, "MP-44", "", "W7 W8 W9", message("the kit is not stated"), _any("W1 W2 W3 W4 W5 W6"), _ANY_KIT),
    _Ban(_WARNING, "MP-W-2", "W2 W6", "", message("the knife is in the kit already")),
    _Ban(_WARNING, "MP-H-1.a", "H1", "W2 W5 W6", message("nobody can be hurt, so bullets and knives do nothing")),
    _Ban(_WARNING, "MP-W-7", "H1 W7", "", _NO_TROPHIES),
    _Ban(_ERROR, "MP-W-8", "H1 W8", "", message("the grenade kills although health is not tracked")),
    _Ban(_WARNING, "MP-W-7", "W7", "H4 H5", _NO_TROPHIES, _wounds_or_grenades_kill),
    _Ban(_WARNING, "MP-W-3", "A1 W3", "", _WEAPONLESS, _any("W2 W4 W5 W6")),
    _Ban(_WARNING, "MP-W-2.a", "A1 W2 W3", "", _ONLY_A_KNIFE, _any("W4 W5 W6")),
    _Ban(_WARNING, "MP-W-3", "A1 W3", "W7 W9", _POINTLESS, _any("W2 W4 W5 W6")),
    _Ban(_WARNING, "MP-W-1", "W1", "A2 A3 A4 A5", message("an arsenal without weapons is an empty cell"), _any("O4")),
    _Ban(_WARNING, "MP-W-8", "W8 W3 A1", "", _NO_GRENADES, grenades_exist),
    _Ban(_WARNING, "MP-W-8", "W8 W2", "", _NO_GRENADES, _any("W1 W3 W4 W5 W6")),
    _Ban(_WARNING, "MP-O-1", "", "O3 O4 O5 O6 O7", _AS_WITH_O1, _any("O1 O2"), either([Name("O1"), Name("O2")])),
    _Ban(_WARNING, "MP-O-4", "O4 A1", "", message("there is no arsenal to hand out cement")),
    _Ban(_WARNING, "MP-O-6", "O6", "W1 W2 W4", _NO_BULLETS, _any("W3 W5 W6")),
    _Ban(_WARNING, "MP-O-6", "O6 W3 A1", "", _NO_BULLETS, _any("W4 W5 W6")),
    _Ban(_WARNING, "MP-V-3", "V3 T1", "", message("with one treasure this is the same as V2")),
    _Ban(_ERROR, "MP-V-4", "V4 H1", "", _NO_VICTORY),
    _Ban(_ERROR, "MP-V-4", "V4 W1", "", _NO_VICTORY, _any("O7")),
    _Ban(_ERROR, "MP-V-4", "V4 W4", "", _NO_VICTORY, _any("W2 W3 W5 W6 W8 O7")),
    _Ban(_ERROR, "MP-V-4", "V4 W3 A1", "", _NO_VICTORY, _any("W2 W4 W5 W6 O7")),
    _Ban(_ERROR, "MP-V-4", "V4", "H4 H5", _NO_VICTORY, _wounds_or_grenades_kill),
)
"""The ledger's table of conflicts, as far as they concern only the code."""


def conflicts(code: Code) -> tuple[Conflict, ...]:
    """All conflicts in a code, and every group that is missing: first the fatal ones, then the warnings.

    Whether a map keeps to its code is a matter of the map's rules.
    """
    found = list[Conflict]()
    for group in code.missing:
        ends = Name(f"{group}1"), Name(f"{group}{2 if group in 'GS' else _HIGHEST[group]}")
        ways = either(ends) if group in "GS" else message("one of {first} to {last}", *ends)
        wrong = message("group {name} is missing: write {ways}, or fill = basic", Name(group), ways)
        found.append(Conflict(True, (), wrong, "MP-110.b"))
    for alternatives, reason in _ALTERNATIVES:
        present = tuple(option for option in alternatives.split() if option in code)
        if len(present) > 1:
            wrong = message("{options} exclude each other: {why}", _row(present), reason)
            found.append(Conflict(True, present, wrong, OPTIONS[present[0]]))
    for row in _TABLE:
        always = tuple(row.always.split())
        some = tuple(option for option in row.some.split() if option in code)
        if code.options.issuperset(always) and (some or not row.some) and not row.unless(code):
            they = _row(options := always + some)
            if row.without:
                wrong = message("{options} without {others}: {why}", they, row.without, row.reason)
            elif not row.fatal:
                wrong = message("{options}: {why}", they, row.reason)
            elif len(options) == 2:
                wrong = message("{options} exclude each other: {why}", they, row.reason)
            else:
                wrong = message("{options} do not go together: {why}", they, row.reason)
            found.append(Conflict(row.fatal, options, wrong, row.number))
    return tuple(sorted(found, key=lambda conflict: not conflict.fatal))


def _row(options: Iterable[str]) -> Message:
    return listed([*map(Name, options)])
