"""Conflicts in the rule code and the settings beside it: some are refused, others are only worth a warning."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mapkit.games.labyrinth.code import Code, conflicts
from mapkit.games.labyrinth.design import (
    ANY,
    LETTERS,
    LONGEST,
    STOCKS,
    Params,
    arsenal_gives,
    limits_of_code,
    most_weapons,
)
from mapkit.model.design import Clash
from mapkit.model.message import Message, Name, message
from mapkit.model.rule import Amount


def clashes(p: Params) -> tuple[Clash, ...]:
    """Conflicts within the rule code (part H of the ledger), and settings that the code leaves no room for."""
    harmless = p.code.has_any("O1", "O2", "O3") and "bear" not in p.creatures_here  # a leprechaun kills nobody
    code = Code(p.code.options - {"O7"}) if harmless else p.code
    found = [Clash("rules", conflict.words, conflict.number, conflict.fatal) for conflict in conflicts(code)]
    for name, value, most in (("chains", p.chains.low, len(LETTERS)), ("chain_length", p.chain_length.low, LONGEST)):
        if value > most:
            wrong = message("{name} is {found}; {most} is the most that can be drawn", Name(name), value, most)
            found.append(Clash(name, wrong, "MP-20", fatal=True))
    for name, limits in limits_of_code(p.code, p.lifted).items():
        low, high = getattr(p, name).within(limits.amount)
        if high is not None and high < low:  # so that no map has them
            found.append(Clash(name, clash_words(p, name, limits.says), limits.number, fatal=True))
    for row in (row for row in _ROWS if row.asks(p) and row.lacks(p)):
        words = row.words if row.setting == "rules" else clash_words(p, row.setting, row.words)
        found.append(Clash(row.setting, words, row.number, row.fatal))
    kept = (clash for clash in found if clash.rule not in p.lifted)
    return (*kept, *(clash for pack in p.on for clash in pack.clashes(p)))


def clash_words(p: Params, name: str, why: Message) -> Message:
    value = getattr(p, name)
    shown = value.words if isinstance(value, Amount) else Name(str(value))
    return message("{name} is {found}; {message}", Name(name), shown, why)


class _Lack(NamedTuple):
    """A setting that asks for something although the game lacks what the setting is about."""

    setting: str
    asks: Callable[[Params], bool]
    lacks: Callable[[Params], bool]
    number: str
    words: Message
    """Why the two do not go together."""
    fatal: bool = False
    """Whether no map can be made or played so."""


def _is(name: str, value: object) -> Callable[[Params], bool]:
    return lambda p: getattr(p, name) == value


def _set(name: str, otherwise: object) -> Callable[[Params], bool]:
    return lambda p: getattr(p, name) != otherwise


def _more(name: str) -> Callable[[Params], bool]:
    return lambda p: bool(getattr(p, name))


def _coded(*options: str) -> Callable[[Params], bool]:
    return lambda p: p.code.has_any(*options)


def _uncoded(*options: str) -> Callable[[Params], bool]:
    return lambda p: not p.code.has_any(*options)


def _unarmed(p: Params) -> bool:
    return not any(most_weapons(p)) and not p.boomerang


def nobody_is_hit(p: Params) -> bool:
    """Whether no bullet, knife, boomerang or bear hits anybody, and no grenade kills."""
    return no_weapon_hits(p) and ("H1" in p.code or "bear" not in p.creatures_here)


def no_weapon_hits(p: Params) -> bool:
    """Whether no bullet, knife or boomerang hits anybody, and no grenade kills."""
    have = most_weapons(p)
    grenades = have.grenades and ("W8" in p.code or p.grenades_strike)
    return "H1" in p.code or not (have.bullets or have.knives or p.boomerang or grenades)


def _nobody_is_wounded(p: Params) -> bool:
    return p.code.has_any("H1", "H2") or nobody_is_hit(p)


def _nobody_dies(p: Params) -> bool:
    by_grenade = "W8" in p.code and bool(most_weapons(p).grenades)
    return nobody_is_hit(p) or not (p.code.has_any("H2", "H3") or by_grenade)


def _none_to_be_had(weapon: str) -> Callable[[Params], bool]:
    """A test of whether there are arsenals, but none of them gives this weapon."""
    return lambda p: "A1" not in p.code and not getattr(arsenal_gives(p), weapon)


def _no(weapon: str) -> Callable[[Params], bool]:
    return lambda p: not getattr(most_weapons(p), weapon)


def _taken(*weapons: str) -> Callable[[Params], bool]:
    """A test of whether a setting takes away weapons that the code gives."""
    names = [name for weapon in weapons for name in (weapon, f"arsenal_{weapon}")]
    return lambda p: any(getattr(p, name) == 0 for name in names) or p.stock != "all"


_HARMLESS, _UNWOUNDED = message("nobody can be hurt"), message("nobody is ever wounded")
_NO_ARSENAL = message("there is no arsenal")
_WEAPONLESS = message("W1 says that there are no weapons")
_ASKED_AGAIN = message("after a refused step one asks again")
_NO_BULLETS = message("the code and the settings give no bullets, so the arsenals with bullets only are empty")
_NO_GRENADES = message("the code and the settings give no grenades, so the arsenals with grenades only are empty")

_ROWS = (
    *(
        _Lack(name, asked, _coded("F1"), "MP-F-1", message("there are no wormholes"))
        for name, asked in (
            ("chain_length", _set("chain_length", ANY._replace(low=2))),
            ("wormhole_distance", lambda p: p.wormhole_distance > 2),
        )
    ),
    *(
        _Lack(name, _set(name, usual), _coded("F1", "F2", "F3"), "MP-F-3", message("there are no rivers"))
        for name, usual in (("bends", ANY), ("course", "any"), ("drift", "2"), ("drift_on_bump", "no"))
    ),
    _Lack("drift_on_bump", _set("drift_on_bump", "no"), _uncoded("S2"), "MP-69", _ASKED_AGAIN),
    *(
        _Lack("creatures", _is("creatures", who), _uncoded("O7"), "MP-O-7", message("without O7 there are none"))
        for who in ("bear", "leprechaun")
    ),
    _Lack("creatures", _is("creatures", "none"), _coded("O7"), "MP-O-7", message("O7 says that there are creatures")),
    *(
        _Lack(weapon, _more(weapon), _coded("W1"), "MP-W-1", _WEAPONLESS)
        for weapon in ("grenades", "bullets", "knives", "boomerang")
    ),
    *(
        _Lack(weapon, _more(weapon), _coded("W3"), "MP-W-3", message("W3 says that the starting kit is empty"))
        for weapon in ("grenades", "bullets")
    ),
    *(
        _Lack(weapon, _more(weapon), _coded("H1"), "MP-H-1.a", _HARMLESS)
        for weapon in ("bullets", "knives", "boomerang")
    ),
    _Lack(
        "enclosure",
        _is("enclosure", "always"),
        lambda p: not arsenal_gives(p).grenades,
        "MP-33",
        message("an enclosure needs an arsenal that gives grenades"),
        True,
    ),
    *(
        _Lack(f"arsenal_{weapon}", _set(f"arsenal_{weapon}", None), _coded("A1"), "MP-A-1", _NO_ARSENAL)
        for weapon in ("grenades", "bullets", "knives")
    ),
    *(
        _Lack(f"arsenal_{weapon}", _more(f"arsenal_{weapon}"), _coded("W1"), "MP-W-1", _WEAPONLESS)
        for weapon in ("grenades", "bullets", "knives")
    ),
    *(
        _Lack(f"arsenal_{weapon}", _more(f"arsenal_{weapon}"), _coded("H1"), "MP-H-1.a", _HARMLESS)
        for weapon in ("bullets", "knives")
    ),
    _Lack("cement", _set("cement", None), _coded("A1"), "MP-O-4", message("there is no arsenal to give it")),
    _Lack("cement", _set("cement", None), _uncoded("O4"), "MP-O-4", message("without O4 there is no cement")),
    _Lack("stock", _set("stock", "all"), _coded("A1"), "MP-A-1", _NO_ARSENAL),
    *(
        _Lack("stock", _is("stock", kind), _none_to_be_had(weapon), "MP-92", words)
        for weapon, kind, words in (
            ("bullets", "bullets", message("the code and the settings give no bullets, so the arsenals are empty")),
            ("bullets", "mixed", _NO_BULLETS),
            ("grenades", "grenades", message("the code and the settings give no grenades, so the arsenals are empty")),
            ("grenades", "mixed", _NO_GRENADES),
        )
    ),
    _Lack(
        "rules",
        lambda p: not p.code.has_any("A1", "W1") and p.stock not in STOCKS,
        lambda p: not any(arsenal_gives(p)),
        "MP-28",
        message("with these settings the arsenals are empty"),
    ),
    _Lack(
        "own_cell",
        _set("own_cell", "no"),
        lambda p: "H1" in p.code or _no("bullets")(p),
        "MP-56",
        message("no bullet hits"),
    ),
    _Lack("anonymous_hits", _set("anonymous_hits", "no"), nobody_is_hit, "MP-58", message("nobody can be hit")),
    _Lack("weapons_first", _set("weapons_first", "no"), _unarmed, "MP-60", message("there are no weapons to name")),
    _Lack("wounded_restock", _set("wounded_restock", "no"), _coded("A1"), "MP-70", _NO_ARSENAL),
    _Lack("wounded_restock", _set("wounded_restock", "no"), _nobody_is_wounded, "MP-70", _UNWOUNDED),
    _Lack("tell_corpses", _set("tell_corpses", "no"), _nobody_dies, "MP-100", message("nobody dies")),
    _Lack(
        "hide_counts",
        _set("hide_counts", "no"),
        lambda p: "O2" in p.code and p.code.has_any("T1", "T2"),
        "MP-39",
        message("O2 and T1 or T2 say the numbers already"),
    ),
    _Lack(
        "bullets",
        lambda p: "O6" in p.code and _taken("bullets")(p),
        lambda p: "H1" not in p.code and _no("bullets")(p),
        "MP-O-6",
        message("with O6 there are windows, and no bullets to pass through them"),
    ),
    _Lack(
        "grenades",
        lambda p: "W8" in p.code and _taken("grenades")(p),
        _no("grenades"),
        "MP-W-8",
        message("there is no grenade to be had, so that W8 is about nothing"),
    ),
    _Lack(
        "rules",
        lambda p: "V4" in p.code and (_taken("grenades", "bullets", "knives")(p) or p.creatures != "both"),
        _nobody_dies,
        "MP-V-4",
        message("with these settings nobody can be killed, so nobody can ever win with V4"),
        True,
    ),
)
"""The conflicts between settings and the code; a row applies where the setting both `asks` and `lacks`."""
