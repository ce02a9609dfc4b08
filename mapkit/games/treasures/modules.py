"""The words on paper of the modules that are on: what cards, scripts and trackers have beside the base (TX-85).

They follow from the settings alone, so public sheets may have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mapkit.game import Section
from mapkit.games.treasures.design import Params
from mapkit.language import form, texts
from mapkit.settings import named_settings

_TEXTS = "expansions"
ITEMS = ("scanner", "flashlight", "dynamite", "shield")
MONSTERS = ("bear", "dog", "zombie")

Row = Sequence[str]
"""A line of a table: a number, and words."""


def modules_on(p: Params) -> frozenset[str]:
    """The names of the settings that switch something on, and `floors`, `stairs`, `items` and `monsters`."""
    found = {each.name for each in named_settings(p) if each.of_module}
    found |= {"floors"} if p.grid.floors > 1 else set()
    found |= {"stairs"} if p.grid.floors > 1 and getattr(p, "stairs", 1) != 0 else set()
    found |= {"items"} if found & {*ITEMS} else set()
    return frozenset(found | ({"monsters"} if found & {*MONSTERS} else set()))


class ModuleWords:
    """The words of the modules that the settings switch on, in a language."""

    def __init__(self, params: Params, language: str) -> None:
        """Takes the settings and the code of the language."""
        self.params, self.language, self.on = params, language, modules_on(params)
        self._words = texts(_TEXTS, language) if self.on else {}

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections of the rule card."""
        return tuple(
            Section(each["heading"], tuple((number, self._filled(text)) for number, text in each["entries"]))
            for each in self._expansions
        )

    @property
    def set_aside(self) -> frozenset[str]:
        """The numbers of the base's sentences that these sections replace."""
        return frozenset(number for each in self._expansions for number in each.get("instead", ()))

    @property
    def aloud(self) -> Iterator[tuple[str, str]]:
        """What the game master reads aloud before the game."""
        for name, (number, text) in self._words.get("aloud_of", {}).items():
            if name in self.on or (name == "modules" and self.sections):
                modules = ", ".join(section.heading for section in self.sections)
                yield number, self._filled(text, modules=modules)

    @property
    def announcements(self) -> tuple[Row, ...]:
        """The rows of the game master's table of announcements."""
        known = self._words.get("announcements_of", {})
        return tuple([self._filled(text) for text in row] for name in known if name in self.on for row in known[name])

    def turn(self, usual: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
        """The game master's steps of a turn, in place of the usual ones."""
        return self._words["turn_of"]["monsters"] if "monsters" in self.on else usual

    @property
    def counted(self) -> Iterator[str]:
        """What there is of the modules, such as `2 elevators` and `a bear`."""
        nouns = self._words.get("nouns", {})
        for name in ("donation", "stairs", "elevators", "fools", "trapped"):
            number = getattr(self.params, name, 0)
            if name in self.on and isinstance(number, int) and number:
                yield f"{number} {form(nouns[name], number, self.language)}"
        yield from (nouns["monsters"][name] for name in MONSTERS if name in self.on)

    @property
    def kinds(self) -> Mapping[str, Row]:
        """For each kind of tile its name in the legend, and what is said instead of the cells, which is nothing."""
        return {kind: [name, ""] for kind, name in self._words.get("legend", {}).get("kinds", {}).items()}

    @property
    def ended(self) -> Mapping[str, str]:
        """What the monsters are called where it is told where they are at the end (TX-73)."""
        return dict(self._words.get("played", {}).get("monsters", {}))

    @property
    def states(self) -> tuple[str, ...]:
        """The further states of a player on the tracker."""
        more = self._words.get("tracker", {}).get("states_more", {})
        wanted = {*ITEMS} & self.on
        wanted |= {"battery"} if "flashlight" in self.on else set()
        wanted |= {"infected"} if "zombie" in self.on else set()
        wanted |= {"out"} if "last_round" in self.on else set()
        return tuple(words for name, words in more.items() if name in wanted)

    @property
    def key_marks(self) -> tuple[Row, ...]:
        """The further pencil marks of players."""
        more = self._words.get("player", {}).get("key_marks_more", {})
        of = {"stairs-up": "stairs", "stairs-down": "stairs", "elevator": "elevators"}
        return tuple(row for name, row in more.items() if of.get(name, name) in self.on)

    @property
    def answers(self) -> tuple[str, ...]:
        """The further abbreviations of answers in the game master's log."""
        more = self._words.get("log", {}).get("abbreviations_more", {})
        return tuple(words for name, words in more.items() if {"infected": "zombie"}.get(name, name) in self.on)

    @property
    def _expansions(self) -> Iterator[Mapping[str, Any]]:
        return (each for each in self._words.get("expansion", ()) if {*each["when"].split()} & self.on)

    def _filled(self, text: str, **more: str) -> str:
        return text.format_map(_Values(self, more)) if "{" in text else text


class _Values(dict[str, str]):
    """The values that stand in braces, made where they are asked for."""

    def __init__(self, words: ModuleWords, more: Mapping[str, str]) -> None:
        super().__init__(more)
        self._of, self._words = words, texts(_TEXTS, words.language)["expansion_words"]

    def __missing__(self, name: str) -> str:
        p, on, words = self._of.params, self._of.on, self._words
        match name:
            case "floors":
                return str(p.grid.floors)
            case "hands":
                return str(p.most_items)
            case "signs" | "sign_words":
                return ", ".join(said for monster, said in words[name].items() if monster in on)
            case "driven_off":
                homes = [words[name]["home"]] if on & {"bear", "dog"} else []
                return " ".join([*homes, *([words[name]["falls"]] if "zombie" in on else [])])
            case "second_die":
                return _second_die(words[name], on)
            case "floor_die":
                return _floor_die(p.grid.floors)
            case "donated" | "gifts":
                return self._listed(name)
        raise KeyError(name)

    def _listed(self, name: str) -> str:
        items = self._words["items"]
        return ", ".join(items[word] for word in getattr(self._of.params, name, ())) or items["none"]


def _second_die(words: Mapping[str, str], on: frozenset[str]) -> str:
    """What the second die of the shop gives, such as `1 treasure scanner, 2-6 junk` (TX-31)."""
    dice = {"scanner": 1, "flashlight": 2, "battery": 3, "dynamite": 4, "shield": 5}
    known = {item: roll for item, roll in dice.items() if item in on or (item == "battery" and "flashlight" in on)}
    junk = ", ".join(str(roll) for roll in range(1, 7) if roll not in known.values())
    return ", ".join([*(words[item] for item in known), words["junk"].format(numbers=junk)])


def _floor_die(floors: int) -> str:
    """Which faces of a die mean which floor, such as `1-3 floor 1, 4-6 floor 2` (TX-23.a)."""
    faces = 6 // floors
    spans = [(floor * faces + 1, (floor + 1) * faces, floor + 1) for floor in range(floors)]
    said = ", ".join(f"{low}–{high} > {floor}" if high > low else f"{low} > {floor}" for low, high, floor in spans)
    return said if faces * floors == 6 else f"{said}, …"
