"""The rule code of the labyrinth, such as G2-S1-F3-V1-T2-A2-H2-W57-O2 (`docs/rules/labyrinth.md`, part H).

This module reads codes, writes them and finds their conflicts. What the options mean in play is in `words`; what they
ask of a map is in `rules`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from mapkit.model.letters import in_a_row, look_alike_in
from mapkit.model.settings import BadSetting

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
        """Whether at least one of these options is in force."""
        return not self.options.isdisjoint(options)

    @property
    def missing(self) -> tuple[str, ...]:
        """The letters of the groups that the code leaves out."""
        return tuple(group for group in GROUPS if not self._of(group))

    def filled(self) -> Code:
        """The code with missing groups taken from BASIC (MP-110.b)."""
        basic = (option for group in self.missing for option in PRESETS["BASIC"]._of(group))
        return Code(self.options.union(basic))

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
    if errors := tuple(_errors(words)):
        raise BadSetting("; ".join(errors))
    return Code(frozenset(group[0] + digit for group in words.upper().split("-") for digit in group[1:]))


def _errors(words: str) -> Iterator[str]:
    """All mistakes in a text that is not a code."""
    if not words:
        yield f"the code is empty, write one such as {_PRESETS['CLASSIC']}, or {in_a_row(tuple(_PRESETS), 'or')}"
        return
    if len(words) > _LONGEST:
        yield f"{_in_quotes(words)} is too long for a code, which has at most {_LONGEST} characters"
        return
    near = get_close_matches(words.upper(), tuple(_PRESETS), 1, 0.75) if words.isascii() else []
    if near:
        yield f"{_in_quotes(words)} is no group such as W57, and no preset, did you mean {near[0]}?"
        return
    for found in dict.fromkeys(_WRONG_SEPARATOR.findall(words)):
        sign = found.strip() or found
        yield f"{_in_quotes(sign)} does not separate groups, join them with a hyphen as in G2-S1{look_alike_in(sign)}"
    groups = _BETWEEN_GROUPS.split(words)
    if "" in groups:
        yield f"{_in_quotes(words)} has an empty group, write one hyphen between two groups and none at the ends"
    for group in dict.fromkeys(groups):
        yield from _group_errors(group)
    for letter in GROUPS:
        alike = [group for group in groups if _GROUP.fullmatch(group) and group[0].upper() == letter]
        if len(alike) > 1:
            yield f"{', '.join(map(_in_quotes, alike))}: write group {letter} once, with all its digits as in W57"


def _group_errors(group: str) -> Iterator[str]:
    """The mistakes within one group; none in an empty group, which is a mistake of its hyphens."""
    found = _GROUP.fullmatch(group)
    if stray := _STRAY.findall(group):
        signs = ", ".join(map(_in_quotes, dict.fromkeys(stray)))
        wants = "a group is a letter and its digits as in W57"
        yield f"{_in_quotes(group)}: {signs} cannot stand in a code, {wants}{look_alike_in(group)}"
    elif group.isalpha() and len(group) > 1:
        yield f"{_in_quotes(group)} is no group such as W57, and no preset, which are {in_a_row(tuple(_PRESETS))}"
    elif group and not found:
        yield f"{_in_quotes(group)} is not one letter and its digits, write W57 or, for two groups, G2-S1"
    elif found and found[1].upper() not in GROUPS:
        yield f"{_in_quotes(group)}: there is no group {found[1]}, there are {in_a_row(tuple(GROUPS))}"
    elif found:
        known = _options_of(found[1].upper())
        if len(group) == 1:
            yield f"{_in_quotes(group)} has no digit, write {in_a_row(known, 'or')}"
        for digit, times in Counter(group[1:]).items():
            if group[0].upper() + digit not in known:
                yield f"{_in_quotes(group)}: there is no {group[0].upper()}{digit}, there are {in_a_row(known)}"
            if times > 1:
                yield f"{_in_quotes(group)}: {digit} stands there {times} times, write it once"


def _options_of(group: str) -> tuple[str, ...]:
    return tuple(option for option in OPTIONS if option[0] == group)


def _in_quotes(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


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
    reason: str
    """Why they do not go together, in words."""
    number: str
    """The number of the rule in the ledger."""
    how: str = ""
    """The words between the options and the reason."""

    @property
    def words(self) -> str:
        """The conflict as a sentence without its full stop: `O1 and O2 exclude each other: ...`."""
        if not self.options:
            return self.reason
        return f"{in_a_row(self.options)}{self.how}: {self.reason}"


_ALTERNATIVES = (
    ("G1 G2", "either the players choose where they start, or the game master does"),
    ("S1 S2", "a refused step is either asked again or over"),
    ("F1 F2 F3 F4 F5", "each of them says which wormholes and rivers there may be"),
    ("V1 V2 V3 V4", "a game has one goal"),
    ("T1 T2 T3", "each of them says how many treasures there may be"),
    ("A1 A2 A3 A4 A5", "each of them says how many arsenals there are, and of what stock"),
    ("H2 H3", "a shot either kills or wounds"),
    ("H4 H5", "there is either one hospital or several"),
    ("W3 W4 W5 W6", "there is only one starting kit"),
    ("O1 O2", "either several exits are possible or there is exactly one"),
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
    reason: str
    unless: Callable[[Code], bool] = lambda _: False
    """Codes for which there is no conflict."""
    how: str = ""


def _any(options: str) -> Callable[[Code], bool]:
    return lambda code: code.has_any(*options.split())


def _wounds_or_grenades_kill(code: Code) -> bool:
    return code.has_any("H2", "H3") or ("W8" in code and grenades_exist(code))


_NO_VICTORY = "nobody can be killed, so with two or more players nobody can ever win"
_POINTLESS = "there is no weapon that this could be about"
_NO_TROPHIES = "nobody dies, so there are no trophies"
_NO_GRENADES = "there is no grenade to be had, so none can kill"
_NO_BULLETS = "there are no bullets to pass through a window"

_ERROR, _WARNING = True, False

_TABLE = (
    _Ban(
        _ERROR,
        "MP-G-3.a",
        "G3",
        "",
        "it does not say whether players choose their starts",
        _any("G1 G2"),
        " without G1 or G2",
    ),
    _Ban(_ERROR, "MP-H-1", "H1", "H2 H3 H4 H5", "no health tracking, so nobody is wounded, killed or healed"),
    _Ban(_WARNING, "MP-H-2", "H2", "H4 H5", "nobody is ever wounded, so the hospital is decoration"),
    _Ban(_ERROR, "MP-W-1", "W1", "W2 W3 W4 W5 W6 W7 W8 W9", "there are no weapons, and so no rules for them"),
    _Ban(
        _ERROR,
        "MP-44",
        "",
        "W7 W8 W9",
        "the kit is not stated",
        _any("W1 W2 W3 W4 W5 W6"),
        " without any of W1 to W6",
    ),
    _Ban(_WARNING, "MP-W-2", "W2 W6", "", "the knife is in the kit already"),
    _Ban(_WARNING, "MP-H-1.a", "H1", "W2 W5 W6", "nobody can be hurt, so bullets and knives do nothing"),
    _Ban(_WARNING, "MP-W-7", "H1 W7", "", _NO_TROPHIES),
    _Ban(_ERROR, "MP-W-8", "H1 W8", "", "the grenade kills although health is not tracked"),
    _Ban(_WARNING, "MP-W-7", "W7", "H4 H5", _NO_TROPHIES, _wounds_or_grenades_kill),
    _Ban(_WARNING, "MP-W-3", "A1 W3", "", "there are no weapons at all, the same as with W1", _any("W2 W4 W5 W6")),
    _Ban(
        _WARNING,
        "MP-W-2.a",
        "A1 W2 W3",
        "",
        "the knife is the only weapon, the same as with W2 alone",
        _any("W4 W5 W6"),
    ),
    _Ban(_WARNING, "MP-W-3", "A1 W3", "W7 W9", _POINTLESS, _any("W2 W4 W5 W6")),
    _Ban(_WARNING, "MP-W-1", "W1", "A2 A3 A4 A5", "an arsenal without weapons is an empty cell", _any("O4")),
    _Ban(_WARNING, "MP-W-8", "W8 W3 A1", "", _NO_GRENADES, grenades_exist),
    _Ban(_WARNING, "MP-W-8", "W8 W2", "", _NO_GRENADES, _any("W1 W3 W4 W5 W6")),
    _Ban(
        _WARNING,
        "MP-O-1",
        "",
        "O3 O4 O5 O6 O7",
        "walls and exits are then as with O1",
        _any("O1 O2"),
        " without O1 or O2",
    ),
    _Ban(_WARNING, "MP-O-4", "O4 A1", "", "there is no arsenal to hand out cement"),
    _Ban(_WARNING, "MP-O-6", "O6", "W1 W2 W4", _NO_BULLETS, _any("W3 W5 W6")),
    _Ban(_WARNING, "MP-O-6", "O6 W3 A1", "", _NO_BULLETS, _any("W4 W5 W6")),
    _Ban(_WARNING, "MP-V-3", "V3 T1", "", "with one treasure this is the same as V2"),
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
        known = _options_of(group)
        ways = f"one of {known[0]} to {known[-1]}" if group not in "GS" else f"{group}1 or {group}2"
        found.append(Conflict(True, (), f"group {group} is missing: write {ways}, or fill = basic", "MP-110.b"))
    for alternatives, reason in _ALTERNATIVES:
        present = tuple(option for option in alternatives.split() if option in code)
        if len(present) > 1:
            found.append(Conflict(True, present, reason, OPTIONS[present[0]], " exclude each other"))
    for row in _TABLE:
        always = tuple(row.always.split())
        some = tuple(option for option in row.some.split() if option in code)
        if code.options.issuperset(always) and (some or not row.some) and not row.unless(code):
            options = always + some
            together = " exclude each other" if len(options) == 2 else " do not go together"
            how = row.how or (together if row.fatal else "")
            found.append(Conflict(row.fatal, options, row.reason, row.number, how))
    return tuple(sorted(found, key=lambda conflict: not conflict.fatal))
